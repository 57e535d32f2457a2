"""The digest of the cards in use: the same for the same cards, whatever their files look like."""

import re
from collections.abc import Sequence

import pytest
from duels import BLUE, RED
from small_match import band

from edencli.lang import Words
from edencli.model.effect import Now, Single
from edencli.model.game import Band
from edencli.model.operation import GiveAp, TakeAp
from edencli.model.scenery import Outline, Scenery
from edencli.model.terms import LimbName, SightBlocking
from edencli.transcript.digests import card_digests, cards_digest
from edencli.transcript.golden import CardChange, card_changes, change_sentence, footer_lines
from edencli.transcript.transcript import TranscriptLine

BANDS = {RED: band(RED), BLUE: band(BLUE)}
WORDS = Words()
WALL = Scenery(name="Wall", outline=Outline(corners=((0, 0), (8, 0), (8, 1))), sight=SightBlocking.OBSTACLE)
OAK = Scenery(name="Oak", outline=Outline(radius=2.5))


def test_a_digest_is_the_same_everywhere() -> None:
    """The figure is written down, so that another machine, or another Python, must come to the same."""
    assert cards_digest(BANDS, [WALL, OAK]) == "416d424e555dc8ad"


def test_the_order_of_scenery_and_the_way_a_number_is_written_change_nothing() -> None:
    corners = tuple((float(x), float(y)) for x, y in WALL.outline.corners)
    written = WALL.with_changes(outline=Outline(corners=corners))

    assert cards_digest(BANDS, [OAK, written]) == cards_digest(BANDS, [WALL, OAK])


def test_every_card_that_differs_changes_the_digest() -> None:
    stronger = BANDS[RED].fighters[0].with_changes(base=40)
    others = {
        "a fighter": ({**BANDS, RED: BANDS[RED].with_changes(fighters=(stronger,))}, [WALL]),
        "a mission": ({**BANDS, RED: BANDS[RED].with_changes(missions=())}, [WALL]),
        "a tactic": ({**BANDS, RED: BANDS[RED].with_changes(tactics=BANDS[RED].tactics[1:])}, [WALL]),
        "a side": ({RED: BANDS[BLUE], BLUE: BANDS[RED]}, [WALL]),
        "scenery": (BANDS, [WALL.with_changes(slow=True)]),
        "no scenery": (BANDS, []),
    }
    digests = {cards_digest(bands, scenery) for bands, scenery in others.values()}

    assert len(digests | {cards_digest(BANDS, [WALL])}) == len(others) + 1


def test_what_has_its_default_is_no_part_of_the_digest() -> None:
    """So that cards may get new kinds of data without changing the digest of those that have none."""
    assert cards_digest(BANDS, [OAK]) == cards_digest(BANDS, [OAK.with_changes(slow=False, keywords={})])


def test_npfs_at_hand_are_part_of_it() -> None:
    rat = BANDS[RED].fighters[0].with_changes(name="Rat", level=1, value=None)

    assert cards_digest(BANDS, [WALL], [rat]) != cards_digest(BANDS, [WALL])
    assert cards_digest(BANDS, [WALL], []) == cards_digest(BANDS, [WALL])


# ── which card is another ────────────────────────────────────────────────────────────────────────────────

FIRST, SECOND = BANDS[RED].fighters
YURI, OTHERS = FIRST.with_changes(name="Yuri"), [SECOND.with_changes(name="Vlädd the Younger")]
GANG = BANDS[RED].with_changes(fighters=(YURI, *OTHERS))
IN_USE = {**BANDS, RED: GANG}
ARMS = {**YURI.limbs, LimbName.ARMS: YURI.limbs[LimbName.ARMS].with_changes(white=1)}
KNIVES = YURI.equipment[0]


def golden(red: Band = GANG, scenery: Sequence[Scenery] = (WALL, OAK)) -> str:
    """What stands at the end of a golden transcript."""
    parts = card_digests({**BANDS, RED: red}, scenery)
    return "".join(f"{line.text}\n" for line in [TranscriptLine("…"), *footer_lines(WORDS, parts)])


def with_yuri(**changes: object) -> Band:
    return GANG.with_changes(fighters=(YURI.with_changes(**changes), *OTHERS))


def test_the_same_cards_have_the_same_foot() -> None:
    assert card_changes(WORDS, golden(), card_digests(IN_USE, [OAK, WALL])) == []


@pytest.mark.parametrize(
    ("before", "change"),
    [
        (golden(with_yuri(limbs=ARMS)), CardChange("red", "Yuri", "changed", (("limbs", "arms"),))),
        (golden(with_yuri(base=40)), CardChange("red", "Yuri", "changed", (("card", ""),))),
        (
            golden(with_yuri(equipment=(KNIVES.with_changes(uses=()), *YURI.equipment[1:]))),
            CardChange("red", "Yuri", "changed", (("equipment", KNIVES.name),)),
        ),
        (golden(with_yuri(equipment=())), CardChange("red", "Yuri", "changed", (("equipment", ""),))),
        (golden(GANG.with_changes(budget=7)), CardChange("red", "", "changed", (("card", ""),))),
        (golden(scenery=[OAK]), CardChange("scenery", "Wall", "new")),
        (
            golden(scenery=[OAK.with_changes(slow=True), WALL]),
            CardChange("scenery", "Oak", "changed", (("card", ""),)),
        ),
    ],
)
def test_a_golden_tells_which_card_was_another_and_which_part_of_it(before: str, change: CardChange) -> None:
    assert card_changes(WORDS, before, card_digests(IN_USE, [WALL, OAK])) == [change]


def test_who_was_added_or_left_out_is_told_and_that_the_band_is_another() -> None:
    without = card_digests({**BANDS, RED: GANG.with_changes(fighters=tuple(OTHERS))}, [WALL, OAK])
    changes = card_changes(WORDS, golden(), without)

    assert [(one.name, one.how) for one in changes or ()] == [("", "changed"), ("Yuri", "gone")]


def test_names_of_several_words_and_any_number_of_cards_are_read_as_they_were_written() -> None:
    """However the lines of a foot were broken."""
    many = [OAK.with_changes(name=f"{'Very ' * n}old oak of the {n}. kind") for n in range(12)]
    before = golden(scenery=many)

    assert max(map(len, before.splitlines())) <= 80
    assert card_changes(WORDS, before, card_digests(IN_USE, many)) == []


def test_a_golden_without_a_foot_tells_of_no_card() -> None:
    assert card_changes(WORDS, "edencli transcript, format 1\n", card_digests(IN_USE, [])) is None


def test_what_a_card_does_is_part_of_it_word_by_word() -> None:
    """Two effects whose parts are alike differ by their word."""

    def doing(*done: Single) -> str:
        card = BANDS[RED].tactics[0].with_changes(effects=(Now(do=done),) if done else ())
        return cards_digest({**BANDS, RED: BANDS[RED].with_changes(tactics=(card,))}, [])

    assert len({doing(), doing(GiveAp()), doing(TakeAp()), doing(GiveAp(), TakeAp())}) == 4


def test_a_foot_whose_digits_were_broken_is_told_of_without_a_fault() -> None:
    """A group of another length than it can have stands for all its parts."""
    broken = re.sub(r"(Yuri [0-9a-f]+-[0-9a-f]+)", r"\1f", golden(), count=1)

    changes = card_changes(WORDS, broken, card_digests({**BANDS, RED: GANG}, (WALL, OAK)))

    assert [(one.name, one.parts) for one in changes or ()] == [("Yuri", (("limbs", ""),))]
    assert "the limbs" in change_sentence(WORDS, (changes or [])[0])
