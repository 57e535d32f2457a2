"""The schemas of events: what is shipped is what the classes say, and real events hold to it."""

import json
from typing import Any

import pytest
from duels import DODGE, HEAD, YURI, Duel, complete, fighter
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from pictures.scenes import SCENES
from small_match import play
from transcript.event_schema import KINDS, MADE, OTHERS, SCHEMAS, written
from transcript.test_event_sentences import TOLD

from edencli.bots.random_player import RandomPlayer, play_out
from edencli.lang import Words
from edencli.match.events import Event
from edencli.match.pieces import Side
from edencli.match.table_events import Placed
from edencli.referee.dice import SeededDice
from edencli.rulebooks.values import rulebook
from edencli.transcript.event_data import attack_data, event_data, event_from
from edencli.transcript.event_sentences import EventSentences
from edencli.transcript.transcript import events_seen_by, json_lines


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")))


EVENTS = validator("event")


def as_read(data: Any) -> Any:
    """What a program reads that was written."""
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("name", MADE)
def test_a_shipped_schema_is_what_the_classes_say(name: str) -> None:
    shipped = (SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")

    Draft202012Validator.check_schema(json.loads(shipped))
    assert shipped == written(name)


def test_the_schema_names_every_kind_of_event_and_each_of_its_parts() -> None:
    defined = EVENTS.schema["$defs"]

    assert EVENTS.schema["properties"]["kind"]["enum"] == [*KINDS, *OTHERS]
    assert {kind: set(defined[kind]["properties"]) - {"kind", "number", "sentence"} for kind in KINDS} == {
        kind: set(cls.parts) for kind, cls in KINDS.items()
    }


@pytest.mark.parametrize("event", [event for event, _ in TOLD], ids=[sentence for _, sentence in TOLD])
def test_every_event_holds_to_its_schema(event: Event) -> None:
    EVENTS.validate(as_read(event_data(event.with_changes(rule="some.rule"))))


@pytest.mark.parametrize("event", [event for event, _ in TOLD], ids=[sentence for _, sentence in TOLD])
def test_an_event_is_read_back_from_its_data(event: Event) -> None:
    read = event_from(as_read(event_data(event)))

    assert (read, repr(read)) == (event, repr(event))


def test_no_length_is_read_back_shorter_than_it_was() -> None:
    """Thousandths of a centimetre are no binary fractions: 1.001 cm are read as 1000.9999999999999."""
    for n in range(120_000, 0, -7):
        event = Placed(rule="move.moved", fighter=YURI, place=(n, n + 1))
        assert event_from(as_read(event_data(event))) == event


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("side", [None, *Side])
def test_the_lines_of_a_match_hold_to_the_schema(name: str, side: Side | None) -> None:
    played = SCENES[name]()

    story = EventSentences(Words(), played.names)
    for line in json_lines(played.match.log, played.header, side=side, story=story):
        EVENTS.validate(json.loads(line))


@pytest.mark.parametrize("side", [None, *Side])
def test_a_line_has_the_sentence_of_its_event_as_a_side_may_read_it(side: Side | None) -> None:
    """What a side may not read of is told as it saw it."""
    played = SCENES["preparation"]()
    story = EventSentences(Words(), played.names)
    seen = [one for one in events_seen_by(played.match.log, side) if one is not None]

    _, *lines = map(json.loads, json_lines(played.match.log, played.header, side=side, story=story))

    assert [one.get("sentence") for one in lines] == [story.sentence(one) for one in seen]
    assert any(one.get("sentence") for one in lines)


def test_the_lines_of_a_random_match_hold_to_the_schema() -> None:
    played = play(book="fr", step="setup.1-reveal")
    play_out(played.referee, RandomPlayer(played.match, 3, agreements=True), SeededDice(3))

    for line in json_lines(played.match.log, played.header):
        EVENTS.validate(json.loads(line))


def test_the_events_of_a_random_match_are_read_back_as_anybody_saw_them() -> None:
    played = play(book="fr", step="setup.1-reveal")
    play_out(played.referee, RandomPlayer(played.match, 3, agreements=True), SeededDice(3))

    for side in (None, *Side):
        for event in events_seen_by(played.match.log, side):
            assert event_from(as_read(event_data(event))) == event


@pytest.mark.parametrize(
    "broken",
    [
        {"kind": "passed", "rule": "activation.pass", "side": "green", "forced": False},
        {"kind": "passed", "rule": "activation.pass", "side": "red"},
        {"kind": "passed", "rule": "activation.pass", "side": "red", "forced": False, "more": 1},
        {"kind": "unheard-of", "rule": "activation.pass"},
        {"rule": "activation.pass"},
    ],
    ids=["no such side", "a part is missing", "a part too many", "no such kind", "no kind"],
)
def test_what_is_no_event_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        EVENTS.validate(broken)


def test_a_resolved_attack_holds_to_its_schema() -> None:
    duel = Duel(rulebook("en"), elenia=fighter(gear=[complete(1)], cp={HEAD: (1, 1)}))
    duel.strikes("4551 1 1245", reaction=DODGE)
    log = duel.match.log

    data = as_read({"schema": 1, **attack_data(log), "left": [], "apart": None, "unused": [], "go_on": None})
    validator("attack").validate(data)
    assert len(data["outcome"]["blows"]) == 1
