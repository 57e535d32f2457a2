"""An event gives its values to what it sets off, and conditions may be denied and joined."""

from collections.abc import Sequence
from typing import Any

import pytest
from duels import ELENIA, VLADD, YLISS, YURI
from effects.carded import Played, ability, begun

from edencli.effects.cards import CardWithEffects
from edencli.effects.event_parts import event_value
from edencli.effects.provisos import provisos_hold
from edencli.effects.scope import Scope
from edencli.match.events import AttackEnded, CpLost, Event, Left, Located, Rolled, Wounded
from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.match.state import Gone
from edencli.model.card_words import (
    AllOf,
    AnyOf,
    Camp,
    CardEvent,
    EventNumber,
    Happened,
    HowMany,
    MoreThan,
    Not,
    NumberIs,
    Past,
    Proviso,
    Role,
    RoundIs,
    ThereAre,
    Who,
)
from edencli.model.terms import LimbName, Marker
from edencli.rules.acts import Melee

HIT = "6611 3"
"""Two of four dice succeed, and the arms are hit."""
STRIKES_BACK = """
- effect: when
  event: {event}
  sufferer: {{the: user}}
  do: [{{op: lose-cp, who: {{the: doer}}, limb: same, n: {{event: amount}}}}]
"""


def attacked(event: str) -> Match:
    """Elenia hits Yuri in the arms, twice; Yuri's ability answers the event."""
    match = begun({YURI: [ability(STRIKES_BACK.format(event=event))]})
    match.state.first_player = Side.BLUE

    attack = Melee(fighter=ELENIA, target=YURI)
    Played(
        match,
        [
            ("activation.designate", ELENIA),
            ("action.cost", attack),
            ("melee.reaction", "passive"),
        ],
        dice=HIT.replace(" ", ""),
    )
    return match


@pytest.mark.parametrize("event", ["wounded", "cp-lost", "attack-ended"])
@pytest.mark.rule("card-over-rule", books="en")
def test_as_many_cp_in_the_same_limb_are_taken_from_whoever_did_it(event: str) -> None:
    match = attacked(event)

    assert match.state_of(YURI).lost == {LimbName.ARMS: 2}
    assert match.state_of(ELENIA).lost == {LimbName.ARMS: 2}


@pytest.mark.rule("wound.wound", "wound.cp-loss", "attack.success", books="en")
def test_an_attack_in_melee_says_who_did_it_and_how_in_each_of_its_consequences() -> None:
    match = attacked("healed")

    said = [
        (type(event), event.how, getattr(event, "by", ELENIA))
        for event in match.log
        if isinstance(event, Wounded | CpLost | AttackEnded)
    ]
    assert said == [(kind, "melee", ELENIA) for kind in (Wounded, CpLost, AttackEnded)]


VALUES: Sequence[tuple[Event, tuple[int, int]]] = (
    (CpLost(rule="wound.cp-loss", victim=YURI, limbs={LimbName.ARMS: 2, LimbName.LEGS: 1}), (3, 0)),
    (
        Located(
            rule="melee.location",
            step="melee.location",
            by=Side.RED,
            victim=YURI,
            face=4,
            limb=LimbName.TORSO,
        ),
        (0, 4),
    ),
    (
        Rolled(
            rule="melee.passive",
            step="melee.passive",
            by=YURI,
            pool=(),
            difficulty=(),
            needed=4,
            dice=(4, 5, 1),
            successes=2,
        ),
        (2, 0),
    ),
    (Left(rule="wound.incapacitated", fighter=YURI, why=Gone.INCAPACITATED), (0, 0)),
)


@pytest.mark.parametrize(("event", "values"), VALUES, ids=lambda one: getattr(one, "kind", None))
def test_each_event_gives_its_own_numbers(event: Event, values: tuple[int, int]) -> None:
    happening = CardEvent(event.kind)

    assert (
        tuple(event_value(event, happening, number) for number in (EventNumber.AMOUNT, EventNumber.FACE))
        == values
    )


def test_the_limb_of_an_event_is_said_where_there_is_one_alone() -> None:
    one = CpLost(rule="wound.cp-loss", victim=YURI, limbs={LimbName.ARMS: 2})

    assert one.limb is LimbName.ARMS
    assert one.with_changes(limbs={LimbName.ARMS: 2, LimbName.LEGS: 1}).limb is None


# ── not, any, all ────────────────────────────────────────────────────────────────────────────────────────

ROUND_ONE, ROUND_TWO = RoundIs(most=1), RoundIs(least=2)
WOUNDED_TARGET = ThereAre(who=Who(the=Role.TARGET, wounded=True))


def holds(proviso: Proviso, **roles: Any) -> bool:
    """Whether a condition holds in the second round, for a card of Yuri's."""
    match = begun()
    match.state.round = 2
    match.state_of(YLISS).markers[Marker.FEAR] = 1
    source = CardWithEffects("Trick", Side.RED, (), YURI)
    scope = Scope(match, source, {Role[name]: piece for name, piece in roles.items()})
    return provisos_hold(scope, (proviso,))


@pytest.mark.parametrize(
    ("proviso", "expected"),
    [
        (Not(what=ROUND_ONE), True),
        (Not(what=ROUND_TWO), False),
        (Not(what=Not(what=ROUND_TWO)), True),
        (AnyOf(tests=(ROUND_ONE, ROUND_TWO)), True),
        (AnyOf(tests=(ROUND_ONE, Not(what=ROUND_TWO))), False),
        (AllOf(tests=(ROUND_ONE, ROUND_TWO)), False),
        (Not(what=AllOf(tests=(ROUND_ONE, ROUND_TWO))), True),
    ],
    ids=str,
)
def test_conditions_are_denied_and_joined(*, proviso: Proviso, expected: bool) -> None:
    assert holds(proviso) is expected


def test_of_a_fighter_who_is_missing_nothing_is_so_and_nothing_is_not() -> None:
    assert not holds(WOUNDED_TARGET)
    assert not holds(Not(what=WOUNDED_TARGET))
    assert holds(Not(what=WOUNDED_TARGET), TARGET=ELENIA)
    for joined in (AnyOf(tests=(ROUND_ONE, WOUNDED_TARGET)), AllOf(tests=(ROUND_ONE, WOUNDED_TARGET))):
        assert not holds(Not(what=joined))
        assert holds(Not(what=joined), TARGET=ELENIA)


SOME = [Who(side=Camp.OWN), Who(side=Camp.ENEMIES), Who(), Who(marker=Marker.FEAR)]
"""Filters that mean two, two, four and one of the fighters."""


@pytest.mark.parametrize(
    ("proviso", "expected"),
    [
        *((ThereAre(who=SOME[0], least=n), n <= 2) for n in (1, 2, 3)),
        *((ThereAre(who=SOME[0], least=0, most=n), n >= 2) for n in (1, 2, 3)),
        (ThereAre(who=SOME[0], least=2, most=2), True),
        (ThereAre(who=Who(marker=Marker.BURN), least=0, most=0), True),
        (ThereAre(who=SOME[3], least=0, most=0), False),
        (MoreThan(who=SOME[2], than=SOME[0]), True),
        (MoreThan(who=SOME[0], than=SOME[1]), False),
        (MoreThan(who=SOME[3], than=SOME[0]), False),
        (MoreThan(who=SOME[3], than=Who(marker=Marker.BURN)), True),
        (MoreThan(who=Who(marker=Marker.BURN), than=Who(marker=Marker.BURN)), False),
        *((RoundIs(least=n), n <= 2) for n in (1, 2, 3)),
        *((RoundIs(most=n), n >= 2) for n in (1, 2, 3)),
        *((NumberIs(number=HowMany(count=SOME[0]), least=n), n <= 2) for n in (1, 2, 3)),
        *((NumberIs(number=HowMany(count=SOME[0]), least=0, most=n), n >= 2) for n in (1, 2, 3)),
        (Happened(past=Past(event=CardEvent.MOVED), least=1), False),
        (Happened(past=Past(event=CardEvent.MOVED), least=0, most=0), True),
    ],
    ids=str,
)
def test_a_condition_holds_from_its_least_to_its_most(*, proviso: Proviso, expected: bool) -> None:
    assert holds(proviso) is expected


WITHIN_TWO = Who(within=2, of=Role.USER)


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        (Who(any_of=(Who(the=Role.USER), Who(marker=Marker.FEAR))), [YURI, YLISS]),
        (Who(but_not=Who(the=Role.USER)), [VLADD, ELENIA, YLISS]),
        (Who(but_not=WITHIN_TWO), [YURI, YLISS]),
        (Who(any_of=(WITHIN_TWO, Who(the=Role.USER)), but_not=Who(marker=Marker.BURN)), [YURI, VLADD]),
    ],
    ids=["either", "except", "except-by-place", "both"],
)
def test_filters_are_joined_and_have_exceptions(who: Who, expected: list[Any]) -> None:
    match = begun()
    match.state_of(YLISS).markers[Marker.FEAR] = 1
    match.state_of(ELENIA).markers[Marker.BURN] = 1
    scope = Scope(match, CardWithEffects("Trick", Side.RED, (), YURI), {})

    assert scope.matching_fighters(who) == expected


def test_the_filters_within_a_filter_look_at_those_who_are_out_where_it_does() -> None:
    match = begun()
    match.state.remove_fighter(VLADD, Gone.INCAPACITATED)
    scope = Scope(match, CardWithEffects("Trick", Side.RED, (), YURI), {Role.SUFFERER: VLADD})

    fallen = Who(any_of=(Who(the=Role.SUFFERER), Who(marker=Marker.FEAR)))

    assert scope.matching_fighters(fallen) == []
    assert scope.matching_fighters(fallen.with_changes(out=True)) == [VLADD]
    assert scope.role_matches(fallen, Role.SUFFERER)
