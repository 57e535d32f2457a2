"""Ways told by what they go round, and places by what is near, as the field stood when they were walked."""

import json

import pytest
from duels import VLADD, YURI
from pictures.replays import played, source_of
from tables import table, wall

from edencli.field.shapes import Point
from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.table_events import Moved
from edencli.model.lexicon import FighterLexicon
from edencli.pictures.replay_page import replay_html
from edencli.rulebooks.values import rulebook
from edencli.transcript.event_sentences import EventSentences
from edencli.transcript.transcript import json_lines, transcript_lines
from edencli.transcript.ways import note_way

EN = rulebook("en")


def moved(*places: tuple[float, float], how: str = "move") -> Moved:
    path = tuple(Point(round(x * 1000), round(y * 1000)) for x, y in places)
    return Moved(rule="action.move", fighter=YURI, how=how, path=path, cost=10_000)


def sentence(match: Match, event: Moved) -> str | None:
    story = EventSentences(Words(), FighterLexicon(match.state.fighters))
    story.remember_way(match, event)
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

    assert sentence(match, round_it) == "Yuri moves 10 cm round Vlädd to a place 4 cm from Vlädd (30, 27)."
    assert (notes := note_way(match, round_it))
    assert notes.round == (VLADD,)


def test_a_bend_in_the_open_is_told_by_what_is_nearest_too() -> None:
    match = table(EN, {YURI: (30, 27), VLADD: (30, 20)})
    wide = moved((30, 13), (36, 20), (33.2, 21.2), (30, 27))

    assert sentence(match, wide) == (
        "Yuri moves 10 cm round Vlädd and via a place 3 cm from Vlädd (36, 20) to a place 4 cm from Vlädd "
        "(30, 27)."
    )


def test_a_way_over_scenery_does_not_go_round_it() -> None:
    meadow = wall("Meadow", width=20, depth=20)
    match = table(EN, {YURI: (45, 30)}, (meadow, (25, 15)))

    told = sentence(match, moved((15, 15), (25, 15), (45, 30)))

    assert told == "Yuri moves 10 cm via a place in Meadow (25, 15) to a place 9.7 cm from Meadow (45, 30)."


def test_no_distance_is_told_where_nobody_may_measure() -> None:
    """In the sample nobody measures for the weather; what a way goes round is told all the same."""
    game = played("salt-road")
    told = transcript_lines(game.events, game.header, Words(), game.names, walk=game.referee.walk_log())
    moves = [line.text for line in told if " cm round " in line.text]

    assert " 1 AP │ Skarn Split-Jaw moves 10 cm round Net shed to 30.612, 46.046." in moves
    assert [line for line in moves if "cm from" in line] == []


@pytest.mark.parametrize("name", ["candle-street", "toll-road"])
def test_transcript_data_and_page_tell_a_way_alike(name: str) -> None:
    """The transcript breaks its lines, the page marks names: compared are the words of each."""
    game = played(name)
    story = EventSentences(Words("en").of_book(game.header.rulebook), game.names)
    data = json_lines(game.events, game.header, story=story, walk=game.referee.walk_log())
    told = transcript_lines(game.events, game.header, Words(), game.names, walk=game.referee.walk_log())
    text = " ".join(line.text.partition("│")[2].strip() for line in told)
    ways = [one["sentence"] for one in map(json.loads, data) if one["kind"] == "moved" and one["path"]]

    assert sum("a place" in way for way in ways) > len(ways) / 2
    assert [way for way in ways if way not in text] == []
    page = replay_html(Words("en"), source_of(name))
    assert [way for way in ways if way not in page] == []


def test_whoever_is_in_contact_comes_before_scenery_underfoot() -> None:
    meadow = wall("Meadow", width=20, depth=20)
    match = table(EN, {YURI: (33, 20), VLADD: (30, 20)}, (meadow, (25, 15)))

    told = sentence(match, moved((40, 20), (33, 20), how="charge"))

    assert told == "Yuri charges 10 cm to a place in contact with Vlädd (33, 20)."


def test_a_way_that_was_not_noted_is_told_as_ever() -> None:
    match = table(EN, {YURI: (30, 25), VLADD: (30, 20)})
    story = EventSentences(Words(), FighterLexicon(match.state.fighters))

    assert story.sentence(moved((10, 10), (30, 25))) == "Yuri moves 10 cm to 30, 25."
