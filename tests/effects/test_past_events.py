"""What a match remembers for its cards, and for how long."""

import pytest
from duels import ELENIA, RED, VLADD, YURI
from effects.carded import ability, begun, mission

from edencli.effects.cards import CardWithEffects
from edencli.effects.past_events import current_round, deeds_of_activation, last_round, recalls_by_kind
from edencli.effects.scope import Scope
from edencli.field.shapes import Point
from edencli.match.events import AttackEnded
from edencli.match.match import Match
from edencli.match.rules_api import do
from edencli.match.table_events import Activated, Moved, StepBegun
from edencli.model.card_words import CardEvent, Past, Since, Who
from edencli.model.terms import Duration

ADDS = "- {{effect: adds, to: cbt, by: 1, {}}}"
COUNTED = "only-if: [{{test: happened, past: {{event: moved, since: {}}}}}]"


@pytest.mark.parametrize(
    ("effects", "kinds"),
    [
        (ADDS.format("of: {the: user}"), set()),
        ("- {effect: when, event: attack-ended, do: [{op: give-vp}]}", set()),
        (ADDS.format("against: {the: last-attacker}"), {"attack-ended"}),
        ("- {effect: when, event: moved, do: [{op: push, who: {}, of: last-attacker}]}", {"attack-ended"}),
        (ADDS.format("of: {did: charge-failed}"), {"charge-failed"}),
        (ADDS.format("of: {suffered: wounded}"), {"wounded"}),
        (ADDS.format("of: {any-of: [{did: moved}, {suffered: left}]}"), {"moved", "left"}),
        (ADDS.format(COUNTED.format("round")), {"moved"}),
        (ADDS.format(COUNTED.format("match")), {"moved"}),
        (ADDS.format(COUNTED.format("activation")), set()),
    ],
)
def test_what_cards_look_back_at_is_remembered_and_nothing_else(effects: str, kinds: set[str]) -> None:
    assert set(recalls_by_kind(ability(effects).effects)) == kinds


def test_what_an_objective_looks_back_at_is_remembered() -> None:
    errand = mission(
        "objectives: [{text: x, vp: 1, counted: match, each: {past: {event: left, since: match}}}]"
    )
    match = begun(missions={RED: errand})

    assert set(recalls_by_kind(errand.objectives)) == {"left"}
    assert set(match.event_recorders) == {"left"}


def moved(how: str = "move", fighter: object = YURI) -> Moved:
    return Moved(rule="action.move", fighter=fighter, how=how, path=(Point(20_000, 20_000),), cost=0)


@pytest.mark.parametrize(("since", "kept"), [("round", [2, 2]), ("match", [1, 2, 2])])
def test_what_is_counted_in_a_round_is_forgotten_with_it(since: str, kept: list[int]) -> None:
    match = begun({YURI: [ability(ADDS.format(COUNTED.format(since)))]})
    for number in (1, 2, 2):
        match.state.round = number
        list(do(match, moved()))

    assert [one.round for one in match.state.remembered_events] == kept


def test_before_the_first_round_it_is_none() -> None:
    match = begun()
    match.state.round = 1
    found = []
    for step in ("setup.7-deploy", "setup.9-ap", "first-player", "activation"):
        match.state.step = step
        found.append(current_round(match.state))

    assert found == [0, 0, 1, 1]


def test_what_lasts_into_the_next_round_is_over_at_its_end() -> None:
    match = begun()
    match.state.round = 3

    assert [last_round(match, one) for one in (Duration.NEXT_ROUND, Duration.ROUND, Duration.MATCH)] == [
        4,
        None,
        None,
    ]


def attacked() -> Match:
    """A match in which Yuri was activated, moved, and hit Elenia."""
    match = begun({YURI: [ability(ADDS.format("against: {the: last-attacker}"))]})
    blow = AttackEnded(
        rule="attack.success",
        attacker=YURI,
        victim=ELENIA,
        limb=None,
        wounds=1,
        cp_lost=1,
        success=True,
        how="melee",
    )
    for event in (moved(), Activated(rule="r", fighter=YURI), moved("charge"), moved(), blow):
        list(do(match, event))
    return match


def test_what_happened_in_an_activation_began_with_it() -> None:
    match = attacked()

    assert [one.how for one in deeds_of_activation(match, CardEvent.MOVED)] == ["move", "charge"]
    assert [one.hurt for one in deeds_of_activation(match, CardEvent.ATTACK_ENDED)] == [True]
    list(do(match, StepBegun(rule="r", step="intendancy.2")))
    assert list(deeds_of_activation(match, CardEvent.MOVED)) == []


@pytest.mark.parametrize(
    ("said", "n"),
    [
        ({}, 2),
        ({"how": "charge"}, 1),
        ({"how": "prowl"}, 0),
        ({"doer": Who(the=None)}, 2),
        ({"doer": Who(wounded=True)}, 0),
        ({"sufferer": Who()}, 0),
    ],
)
def test_past_events_are_counted_by_who_did_what_and_how(said: dict[str, object], n: int) -> None:
    match = attacked()
    scope = Scope(match, CardWithEffects("Trick", RED, (), VLADD), {})

    assert scope.count_past(Past(event=CardEvent.MOVED, since=Since.ACTIVATION, **said)) == n


def test_an_attack_is_remembered_with_its_doer_its_sufferer_and_its_manner() -> None:
    (deed,) = attacked().state.remembered_events

    assert (deed.event, deed.doer, deed.sufferer, deed.how, deed.hurt) == (
        "attack-ended",
        YURI,
        ELENIA,
        "melee",
        True,
    )
