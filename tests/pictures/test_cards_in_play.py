"""The cards of both bands on paper as they stand in a match."""

from pathlib import Path

from in_process import edencli
from pages.test_printed_cards import Seen
from pictures.replays import played

from edencli.lang import Words
from edencli.match.match import Match
from edencli.pictures.cards_in_play import cards_in_play_html

SAMPLES = Path(__file__).parents[2] / "samples"
WORDS = Words()


def match_of(name: str, end: int | None = None) -> Match:
    referee = played(name).referee
    return referee.match_at(len(referee.events) if end is None else end)


def spent_uses(match: Match) -> int:
    """How many uses of gear and abilities that have boxes are spent."""
    limited = {
        (piece, key)
        for piece, state in match.state.fighters.items()
        for key, most in [
            *(
                (f"gear.{one.name}.{use.category}", use.uses.per_match)
                for one in state.card.equipment
                for use in one.uses
            ),
            *((f"ability.{one.name}", one.limit.per_match) for one in state.card.abilities),
        ]
        if most
    }
    return sum(match.state_of(piece).used_match.get(key, 0) for piece, key in limited)


def test_as_many_boxes_are_ticked_as_cp_are_lost_and_uses_spent() -> None:
    match = match_of("the-night-press")
    lost = sum(sum(state.lost.values()) for state in match.state.fighters.values())
    spent = spent_uses(match)

    page = Seen(cards_in_play_html(WORDS, match, "Night"))

    assert lost > 3
    assert spent
    assert len([one for one in page.ticked if " CP, " in one]) == lost
    assert len([one for one in page.ticked if ", match, " in one or one.endswith(", match")]) == spent


def test_every_fighter_has_a_card_that_says_how_the_fighter_stands() -> None:
    match = match_of("the-night-press", 300)

    page = Seen(cards_in_play_html(WORDS, match, "Night"))

    assert "Night: Round" in page.text
    assert all(piece.name in page.text for piece in match.state.fighters)
    assert "out of action" in page.text


def test_only_the_round_is_ticked_before_anything_has_happened() -> None:
    page = Seen(cards_in_play_html(WORDS, match_of("first-duel", 0), "Duel"))

    assert {*page.ticked} == {"Round, 1 of 5"}
    assert len(page.boxes) > 10


def test_a_match_by_eye_has_its_cards() -> None:
    page = Seen(cards_in_play_html(WORDS, match_of("kitchen-table"), "Kitchen"))

    assert any(" CP, " in one for one in page.ticked)


def test_names_from_files_stay_text() -> None:
    page = cards_in_play_html(WORDS, match_of("first-duel"), "<script>alert(1)</script>")

    assert "<script>alert" not in page


def test_the_cards_of_a_game_are_printed_at_a_moment(tmp_path: Path) -> None:
    game = str(SAMPLES / "games" / "first-duel.yaml")

    printed = edencli("show", game, "--until", "e30", "--cards", "--html", "cards.html", cwd=tmp_path)
    refused = edencli("show", game, "--until", "e30", "--cards", cwd=tmp_path)

    assert printed.returncode == 0
    assert "Yuri" in (tmp_path / "cards.html").read_text(encoding="utf-8")
    assert (refused.returncode, refused.stderr.decode()) == (
        2,
        "edencli: --cards prints a page: name its file, --html FILE\n",
    )
