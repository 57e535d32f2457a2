"""Where a transcript departs from its golden: the first line, the move behind it, and all that differs."""

from edencli.lang import Words
from edencli.transcript.digests import CardDigests
from edencli.transcript.golden import Divergence, card_changes, find_divergence, footer_lines
from edencli.transcript.transcript import TranscriptLine

PLAYED = [
    TranscriptLine("edencli transcript, format 1"),
    TranscriptLine("Activations"),
    TranscriptLine("      │ Red activates Yuri (SPD 5).", (1,), 4),
    TranscriptLine(" 1 AP │ Yuri moves 1 cm to 1, 0.", (2, 3), 5),
    TranscriptLine("      │", (), None),
    TranscriptLine("      │ Red passes.", (4,), 6),
]
TEXT = "".join(f"{line.text}\n" for line in PLAYED)


def changed(old: str, new: str) -> Divergence:
    difference = find_divergence(TEXT.replace(old, new), PLAYED)
    assert difference is not None
    return difference


def test_the_same_transcript_has_no_difference() -> None:
    assert find_divergence(TEXT, PLAYED) is None
    assert find_divergence(TEXT.rstrip("\n"), PLAYED) is None


def test_the_first_line_that_differs_is_named_with_its_move() -> None:
    difference = changed("to 1, 0", "to 2, 0")

    assert difference[:4] == (4, " 1 AP │ Yuri moves 1 cm to 2, 0.", " 1 AP │ Yuri moves 1 cm to 1, 0.", 5)


def test_what_differs_is_shown_with_three_lines_around_it() -> None:
    assert changed("to 1, 0", "to 2, 0").diff == (
        "--- expected",
        "+++ played",
        "@@ -1,6 +1,6 @@",
        " edencli transcript, format 1",
        " Activations",
        "       │ Red activates Yuri (SPD 5).",
        "- 1 AP │ Yuri moves 1 cm to 2, 0.",
        "+ 1 AP │ Yuri moves 1 cm to 1, 0.",
        "       │",
        "       │ Red passes.",
    )


def test_a_line_without_a_move_of_its_own_points_to_the_move_before_it() -> None:
    assert changed("      │\n", "      │ Elenia interrupts.\n").move == 5


def test_a_difference_before_any_move_points_to_none() -> None:
    assert changed("format 1", "format 0").move is None


def test_a_match_that_stopped_too_early_points_to_its_last_move() -> None:
    difference = find_divergence(TEXT + "      │ Blue passes.\n", PLAYED)

    assert difference is not None
    assert difference[:4] == (7, "      │ Blue passes.", None, 6)


def test_a_match_that_goes_on_too_long_shows_what_nobody_expected() -> None:
    difference = changed("      │ Red passes.\n", "")

    assert difference[:4] == (6, None, "      │ Red passes.", 6)


def test_a_golden_that_is_empty_differs_from_its_first_line_on() -> None:
    difference = find_divergence("", PLAYED)

    assert difference is not None
    assert (difference.line, difference.expected) == (1, "")


def test_cards_with_any_name_are_found_again_at_the_foot() -> None:
    words = Words()
    parts = {"card": {"": "5e"}, "limbs": {"head": "a1"}, "equipment": {}, "abilities": {}}
    cards: CardDigests = {"red": dict.fromkeys(["", 'Bee, "fed" ab', "Cafe: old 3, ef", "Yuri"], parts)}
    golden = "\n".join(line.text for line in footer_lines(words, cards)) + "\n"

    assert card_changes(words, f"x\n{golden}", cards) == []
