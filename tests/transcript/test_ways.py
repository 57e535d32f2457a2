"""Ways told by what they go round, and places by what is near, as the field stood when they were walked."""

import pytest
from duels import VLADD, YURI
from tables import table, wall

from edencli.field.shapes import Point
from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.table_events import Moved
from edencli.model.lexicon import FighterLexicon
from edencli.rulebooks.values import rulebook
from edencli.transcript.event_sentences import EventSentences
from edencli.transcript.ways import note_way

EN = rulebook("en")


def moved(*places: tuple[float, float], how: str = "move") -> Moved:
    path = tuple(Point(round(x * 1000), round(y * 1000)) for x, y in places)
    return Moved(rule="action.move", fighter=YURI, how=how, path=path, cost=10_000)


def sentence(match: Match, event: Moved, *, near: bool = True) -> str | None:
    story = EventSentences(Words(), FighterLexicon(match.state.fighters))
    story.remember_way(match, event, near=near)
    return story.sentence(event)


@pytest.mark.parametrize(
    ("there", "told"),
    [
        ((30, 25), "Yuri moves 10 cm to a place 2 cm from Vlädd (30, 25)."),
        ((30, 23.5), "Yuri moves 10 cm to a place 0.5 cm from Vlädd (30, 23.5)."),
        ((33, 20), "Yuri moves 10 cm to a place in contact with Vlädd (33, 20)."),
        ((50, 50), "Yuri moves 10 cm to 50, 50."),
    ],
)
def test_a_place_is_told_by_what_is_nearest(there: tuple[float, float], told: str) -> None:
    """Yuri's base is 3 cm across as is Vlädd's; Vlädd stands at 30, 20."""
    match = table(EN, {YURI: there, VLADD: (30, 20)})

    assert sentence(match, moved((10, 10), there)) == told


def test_a_way_is_told_by_what_it_bends_round() -> None:
    match = table(EN, {YURI: (30, 27), VLADD: (30, 20)})
    round_it = moved((30, 13), (33.2, 18.8), (33.2, 21.2), (30, 27))

    assert sentence(match, round_it, near=False) == "Yuri moves 10 cm round Vlädd to 30, 27."
    assert (notes := note_way(match, round_it))
    assert notes.round == (VLADD,)


def test_a_way_with_a_bend_in_the_open_is_told_by_its_places() -> None:
    match = table(EN, {YURI: (30, 27), VLADD: (30, 20)})
    wide = moved((30, 13), (40, 18.5), (33.4, 21.5), (30, 27))

    assert sentence(match, wide) == "Yuri moves 10 cm via 40, 18.5 via 33.4, 21.5 to 30, 27."


def test_whoever_is_in_contact_comes_before_scenery_underfoot() -> None:
    meadow = wall("Meadow", width=20, depth=20)
    match = table(EN, {YURI: (33, 20), VLADD: (30, 20)}, (meadow, (25, 15)))

    told = sentence(match, moved((40, 20), (33, 20), how="charge"))

    assert told == "Yuri charges 10 cm to a place in contact with Vlädd (33, 20)."


def test_a_way_that_was_not_noted_is_told_as_ever() -> None:
    match = table(EN, {YURI: (30, 25), VLADD: (30, 20)})
    story = EventSentences(Words(), FighterLexicon(match.state.fighters))

    assert story.sentence(moved((10, 10), (30, 25))) == "Yuri moves 10 cm to 30, 25."
