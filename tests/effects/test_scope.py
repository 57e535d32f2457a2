"""Who is meant by a filter, and how many by a number: each part of both, by itself."""

from collections.abc import Mapping
from typing import Any

import pytest
from duels import (
    BLUE,
    BURN,
    ELENIA,
    FEAR,
    LEGS,
    PR,
    RED,
    SHOOTING,
    TORSO,
    VLADD,
    YLISS,
    YURI,
    fighter,
    item,
    use,
)
from effects.carded import ability, begun
from matches import element

from edencli.effects.cards import CardWithEffects
from edencli.effects.scope import Scope, asks_places
from edencli.field.units import cm
from edencli.match.events import AttackEnded
from edencli.match.field_kinds import BareField, ToldField
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.rules_api import do
from edencli.match.state import Gone, RememberedFighter, Token
from edencli.match.table_events import Moved
from edencli.model.card_words import (
    Camp,
    CardEvent,
    CardLimb,
    CpCount,
    EventNumber,
    FieldPart,
    HowMany,
    Landmark,
    Length,
    Owner,
    Past,
    Role,
    SceneryFilter,
    Since,
    Stance,
    Who,
)
from edencli.model.scenery import ElementName
from edencli.model.terms import Category, Characteristic

DOG = Piece(None, "Dog")
PLACES = {YURI: (20, 20), VLADD: (20, 23), ELENIA: (23, 20), YLISS: (40, 40), DOG: (30, 20)}
RIFLE = item("Rifle", use(SHOOTING, range=20, strength=2))
COAT = item("Coat", use(PR, protection={TORSO: 1}))
PROFILES = {
    ELENIA: fighter(gear=(RIFLE,)).with_changes(types=("Machine", "Human"), factions=("Bamaka",)),
    YLISS: fighter(psi=6, gear=(COAT,)),
    DOG: fighter().with_changes(types=("Beast",), factions=()),
}


def evening(*, wounded: bool = True) -> Match:
    """A match with an NPF, a dog, in which much has happened already."""
    match = begun(places=PLACES, profiles=PROFILES)
    match.state_of(ELENIA).markers = {FEAR: 2}
    match.state_of(YLISS).markers = {BURN: 0}
    match.state_of(VLADD).lost = {LEGS: 3 if wounded else 2}
    match.state_of(YLISS).counters = {"Oath": 1, "Vow": 0}
    match.state.tokens = (Token("Relic", None, cm(1), bearer=DOG), Token("Well", (cm(40), cm(40)), cm(1)))
    return match


def of_yuri(match: Match, **more: Any) -> Scope:
    """A card of Yuri's at work, which touches Elenia."""
    return Scope(match, CardWithEffects("Trick", RED, (), YURI), {Role.TARGET: ELENIA}, **more)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({}, [YURI, VLADD, ELENIA, YLISS, DOG]),
        ({"the": Role.USER}, [YURI]),
        ({"the": Role.TARGET}, [ELENIA]),
        ({"the": Role.DOER}, []),
        ({"the": Role.LEADER}, [YURI]),
        ({"the": Role.ENEMY_LEADER}, [ELENIA]),
        ({"side": Camp.OWN}, [YURI, VLADD]),
        ({"side": Camp.ALLIES}, [VLADD]),
        ({"side": Camp.ENEMIES}, [ELENIA, YLISS, DOG]),
        ({"type": "HUMAN"}, [YURI, VLADD, ELENIA, YLISS]),
        ({"type": "Machine"}, [ELENIA]),
        ({"not_type": "human"}, [DOG]),
        ({"faction": "bamaka"}, [ELENIA]),
        ({"marker": FEAR}, [ELENIA]),
        ({"marker": BURN}, []),
        ({"wounded": True}, [VLADD]),
        ({"wounded": False}, [YURI, ELENIA, YLISS, DOG]),
        ({"carries": Category.SHOOTING}, [ELENIA]),
        ({"carries": Category.PR}, [YLISS]),
        ({"bears": "relic"}, [DOG]),
        ({"bears": "Well"}, []),
        ({"has_counter": "OATH"}, [YLISS]),
        ({"has_counter": "Vow"}, []),
        ({"touching": Role.USER}, [VLADD, ELENIA]),
        ({"touching": Role.TARGET}, [YURI]),
        ({"touching": Role.DOER}, []),
        ({"within": 0}, [VLADD, ELENIA]),
        ({"within": 7}, [VLADD, ELENIA, DOG]),
        ({"within": 6.5}, [VLADD, ELENIA]),
        ({"within": 4, "of": Role.TARGET}, [YURI, VLADD, DOG]),
        ({"within": 9, "of": Role.DOER}, []),
        ({"near": "well", "within": 1}, [YLISS]),
        ({"zone": FieldPart.NORTH_EAST}, [YLISS]),
        ({"free": True}, [VLADD, YLISS, DOG]),
        ({"free": False}, [YURI, ELENIA]),
        ({"nearest": Role.USER}, [VLADD, ELENIA]),
        ({"nearest": Role.TARGET}, [YURI]),
        ({"nearest": Role.DOER}, []),
        ({"nearest": Role.USER, "side": Camp.OWN}, [VLADD]),
        ({"seen_by": Role.TARGET}, [YURI, VLADD, YLISS, DOG]),
        ({"seen_by": Role.DOER}, []),
        ({"any_of": (Who(marker=FEAR), Who(the=Role.USER))}, [YURI, ELENIA]),
        ({"any_of": (Who(marker=FEAR), Who(touching=Role.USER))}, [VLADD, ELENIA]),
        ({"any_of": (Who(type="Beast"), Who(marker=FEAR)), "within": 3}, [ELENIA]),
        ({"but_not": Who(side=Camp.OWN)}, [ELENIA, YLISS, DOG]),
        ({"but_not": Who(touching=Role.USER)}, [YURI, YLISS, DOG]),
        ({"but_not": Who(touching=Role.USER, side=Camp.OWN)}, [YURI, ELENIA, YLISS, DOG]),
        ({"out": True}, []),
    ],
)
def test_a_filter_means_the_fighters_that_each_of_its_parts_means(
    said: Mapping[str, Any], meant: list[Piece]
) -> None:
    scope = of_yuri(evening())

    assert scope.matching_fighters(Who(**said)) == meant
    assert [piece for piece in scope.match.state.fighters if scope.matches(Who(**said), piece)] == meant
    for n in range(6):
        assert scope.has_at_least(n, Who(**said)) is (n <= len(meant))


def test_who_is_not_wounded_in_any_limb_is_unhurt_or_merely_hurt() -> None:
    assert of_yuri(evening(wounded=False)).matching_fighters(Who(wounded=True)) == []


def test_the_card_of_an_npf_has_no_camp_but_its_own() -> None:
    scope = Scope(evening(), CardWithEffects("Howl", None, (), DOG), {})

    assert scope.matching_fighters(Who(side=Camp.OWN)) == [DOG]
    assert scope.matching_fighters(Who(side=Camp.ALLIES)) == []
    assert scope.matching_fighters(Who(side=Camp.ENEMIES)) == [YURI, VLADD, ELENIA, YLISS]
    assert (scope.side_of(Owner.OWN), scope.side_of(Owner.OPPONENT)) == (RED, BLUE)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({"out": True}, [VLADD]),
        ({"out": True, "within": 0}, [VLADD]),
        ({"out": True, "touching": Role.USER}, [VLADD]),
        ({"out": True, "side": Camp.ENEMIES}, []),
        ({"touching": Role.USER}, [ELENIA]),
    ],
)
def test_who_is_out_of_action_is_meant_only_where_that_is_asked_for(
    said: Mapping[str, Any], meant: list[Piece]
) -> None:
    """Who was merely removed is not out of action."""
    match = evening()
    match.state.remove_fighter(VLADD, Gone.INCAPACITATED)
    match.state.remove_fighter(YLISS, Gone.REMOVED)

    assert of_yuri(match).matching_fighters(Who(**said)) == meant


def test_a_leader_who_has_left_is_no_place_to_measure_from_and_others_are() -> None:
    match = evening()
    match.state.sides[BLUE].leader = YLISS
    match.state.remove_fighter(YLISS, Gone.INCAPACITATED)
    scope = Scope(match, CardWithEffects("Trick", RED, (), YURI), {Role.SUFFERER: YLISS})

    assert scope.matching_fighters(Who(within=60, of=Role.ENEMY_LEADER)) == []
    assert scope.matching_fighters(Who(within=60, of=Role.SUFFERER)) == [YURI, VLADD, ELENIA, DOG]


# ── by role ──────────────────────────────────────────────────────────────────────────────────────────────


def test_the_remembered_are_all_of_them_and_the_last_where_one_is_meant() -> None:
    match = evening()
    own = ("Trick", RED, YURI)
    match.state.remembered_fighters = (
        RememberedFighter(*own, ELENIA),
        RememberedFighter(*own, YLISS),
        RememberedFighter("Other", RED, YURI, DOG),
        RememberedFighter("Trick", BLUE, YURI, DOG),
        RememberedFighter("Trick", RED, VLADD, DOG),
    )
    scope = of_yuri(match)

    assert scope.matching_fighters(Who(the=Role.REMEMBERED)) == [ELENIA, YLISS]
    assert scope.fighter_in_role(Role.REMEMBERED) == YLISS
    assert scope.matching_fighters(Who(within=0, of=Role.REMEMBERED)) == []


def blow(doer: Piece, victim: Piece, lost: int) -> AttackEnded:
    return AttackEnded(
        rule="attack.success",
        attacker=doer,
        victim=victim,
        limb=None,
        wounds=1,
        cp_lost=lost,
        success=True,
        how="melee",
    )


def test_the_last_attacker_is_who_hurt_the_user_last() -> None:
    grudge = "- {effect: adds, to: cbt, by: 1, against: {the: last-attacker}}"
    match = begun({YURI: [ability(grudge)]})
    scope = Scope(match, CardWithEffects("Trick", RED, (), YURI), {})
    found = [scope.fighter_in_role(Role.LAST_ATTACKER)]
    for event in (blow(YLISS, YURI, 1), blow(ELENIA, YURI, 2), blow(YLISS, YURI, 0), blow(YLISS, VLADD, 1)):
        list(do(match, event))
        found.append(scope.fighter_in_role(Role.LAST_ATTACKER))

    assert found == [None, YLISS, ELENIA, ELENIA, ELENIA]


@pytest.mark.parametrize(
    ("who", "is_so"),
    [
        (None, True),
        (Who(), True),
        (Who(side=Camp.ENEMIES), True),
        (Who(side=Camp.OWN), False),
        (Who(within=9), False),
    ],
)
def test_the_fighter_of_a_role_may_be_out_or_not_deployed_yet(who: Who | None, *, is_so: bool) -> None:
    """A filter of places means none who has not been on the field."""
    for gone in (None, Gone.INCAPACITATED):
        match = begun(places={YURI: (50, 50)})
        if gone:
            match.state_of(ELENIA).put_on_field((cm(5), cm(5)))
            match.state.remove_fighter(ELENIA, gone)
        scope = Scope(match, CardWithEffects("Trick", RED, (), YURI), {Role.SUFFERER: ELENIA})

        assert scope.role_matches(who, Role.SUFFERER) is is_so
        assert scope.role_can_match(who, Role.SUFFERER) or not is_so
        assert scope.role_matches(who, Role.DOER) is scope.role_can_match(who, Role.DOER) is (who is None)


def test_the_fighter_of_a_role_who_was_removed_is_meant_by_no_filter() -> None:
    match = begun(places={YURI: (50, 50), ELENIA: (5, 5)})
    match.state.remove_fighter(ELENIA, Gone.REMOVED)
    scope = Scope(match, CardWithEffects("Trick", RED, (), YURI), {Role.SUFFERER: ELENIA})

    found = [scope.role_matches(who, Role.SUFFERER) for who in (None, Who(), Who(out=True))]
    assert found == [True, False, False]


@pytest.mark.parametrize(
    ("who", "asks"),
    [
        (Who(), False),
        (Who(side=Camp.OWN, wounded=True, bears="A", did=CardEvent.MOVED), False),
        (Who(touching=Role.USER), True),
        (Who(within=3), True),
        (Who(near="Well"), True),
        (Who(landmark=Landmark.EDGE), True),
        (Who(scenery=SceneryFilter()), True),
        (Who(between=Role.LEADER), True),
        (Who(zone=FieldPart.OWN_HALF), True),
        (Who(free=False), True),
        (Who(seen_by=Role.USER), True),
        (Who(nearest=Role.USER), True),
        (Who(any_of=(Who(), Who(within=3))), True),
        (Who(any_of=(Who(), Who(wounded=True))), False),
        (Who(but_not=Who(touching=Role.USER)), True),
        (Who(but_not=Who(wounded=True)), False),
    ],
)
def test_a_filter_asks_for_places_where_any_part_of_it_does(who: Who, *, asks: bool) -> None:
    assert asks_places(who) is asks


@pytest.mark.parametrize(
    "said",
    [
        {"touching": Role.USER},
        {"within": 60},
        {"near": "Well"},
        {"landmark": Landmark.CENTRE},
        {"scenery": SceneryFilter(element=ElementName.WALL, stands=Stance.IN)},
        {"between": Role.TARGET},
        {"zone": FieldPart.NORTH_EAST},
        {"nearest": Role.USER},
        {"seen_by": Role.USER},
    ],
)
def test_on_a_bare_table_no_fighter_has_a_place_and_the_card_is_noted(said: Mapping[str, Any]) -> None:
    match = evening()
    wall = element("Wall").with_changes(element=ElementName.WALL)
    match.setup = match.setup._replace(scenery={"Wall": wall})
    for one in match.state.fighters.values():
        one.put_on_field(None)
    match.state.field = BareField()

    assert of_yuri(match).matching_fighters(Who(**said)) == []
    assert [one.card for one in match.field.unanswered] == ["Trick"]


def test_a_zone_of_the_field_holds_the_whole_base_also_where_it_is_broad() -> None:
    match = begun(places={YURI: (5, 5), VLADD: (46.5, 31.5)})
    match.setup = match.setup._replace(width=90_000)
    found = []
    for place in ((46.5, 31.5), (46.4, 31.5), (46.5, 31.4)):
        match.state.place_fighter(VLADD, (cm(place[0]), cm(place[1])))
        found.append(of_yuri(match).matching_fighters(Who(zone=FieldPart.NORTH_EAST)))

    assert found == [[VLADD], [], []]
    parts = {
        part: [
            place
            for place in ((60, 50), (60, 10), (20, 50), (20, 10))
            if match.state.place_fighter(VLADD, (cm(place[0]), cm(place[1]))) is None
            and of_yuri(match).matches(Who(zone=part), VLADD)
        ]
        for part in (FieldPart.NORTH_EAST, FieldPart.SOUTH_EAST, FieldPart.NORTH_WEST, FieldPart.SOUTH_WEST)
    }
    assert list(parts.values()) == [[(60, 50)], [(60, 10)], [(20, 50)], [(20, 10)]]


# ── numbers ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("said", "n"),
    [
        ({"n": 3}, 3),
        ({"n": 0}, 0),
        ({"count": Who(side=Camp.ENEMIES)}, 3),
        ({"count": Who(side=Camp.ENEMIES), "per": 2}, 1),
        ({"count": Who(side=Camp.ENEMIES), "per": 2, "up": True}, 2),
        ({"count": Who(side=Camp.OWN), "per": 2, "up": True}, 1),
        ({"count": Who(side=Camp.ENEMIES), "times": 2}, 6),
        ({"count": Who(side=Camp.ENEMIES), "times": -2}, -6),
        ({"count": Who(side=Camp.ENEMIES), "most": 2}, 2),
        ({"count": Who(side=Camp.ENEMIES), "most": 2, "times": 3}, 6),
        ({"count": Who(side=Camp.ENEMIES), "per": 2, "up": True, "most": 5, "times": 3}, 6),
        ({"stat": Characteristic.PSI, "of": Role.USER}, 4),
        ({"stat": Characteristic.PSI, "of": Role.DOER}, 0),
        ({"markers": FEAR, "of": Role.TARGET}, 2),
        ({"markers": FEAR, "of": Role.USER}, 0),
        ({"markers": FEAR, "of": Role.DOER}, 0),
        ({"counters": "oath", "of": Role.LEADER}, 0),
        ({"counters": "oath", "of": Role.DOER}, 0),
        ({"worth": Who(side=Camp.OWN)}, 40),
        ({"worth": Who(side=Camp.OWN), "per": 30}, 1),
        ({"vp": Owner.OWN}, 5),
        ({"vp": Owner.OPPONENT}, 7),
        ({"sp": Owner.OWN}, 9),
        ({"sp": Owner.OPPONENT}, 6),
        ({"sp": Owner.OWN, "times": 12, "most": 99}, 108),
        ({"vp": Owner.OPPONENT, "per": 3}, 2),
        ({"event": EventNumber.AMOUNT}, 0),
        ({"past": Past(event=CardEvent.MOVED)}, 2),
        ({"past": Past(event=CardEvent.MOVED, doer=Who(the=Role.DOER))}, 2),
        ({"past": Past(event=CardEvent.MOVED, doer=Who(side=Camp.ENEMIES))}, 1),
        ({"past": Past(event=CardEvent.MOVED, since=Since.ACTIVATION)}, 2),
    ],
)
def test_a_number_is_what_it_counts_in_full_shares_and_no_more_than_so_many(
    said: Mapping[str, Any], n: int
) -> None:
    counted = "- {effect: adds, to: cbt, by: 1, only-if: [{test: happened, past: {event: moved}}]}"
    match = begun({VLADD: [ability(counted)]}, places=PLACES, profiles=PROFILES)
    match.state_of(ELENIA).markers = {FEAR: 2}
    match.state.sides[RED].vp, match.state.sides[BLUE].vp, match.state.sides[BLUE].sp = 5, 7, 6
    for piece in (YURI, ELENIA):
        list(do(match, Moved(rule="action.move", fighter=piece, how="move", path=(), cost=0)))

    assert of_yuri(match).amount(HowMany(**said)) == n


NOBODY = Who(the=Role.SUFFERER)


@pytest.mark.parametrize(
    "said",
    [
        *({"cp": cp, "limb": limb} for cp in CpCount for limb in (None, CardLimb.HEAD, CardLimb.SAME)),
        *({"stat": stat} for stat in Characteristic),
        {"markers": FEAR},
        {"counters": "Trick"},
        {"mentions": "human"},
        {"count": NOBODY},
        {"worth": NOBODY},
        {"event": EventNumber.AMOUNT},
        {"past": Past(event=CardEvent.MOVED, doer=NOBODY)},
    ],
    ids=str,
)
def test_of_a_fighter_whom_nothing_is_about_everything_counts_nothing(said: Mapping[str, Any]) -> None:
    """The card speaks of who suffers, and nobody does."""
    assert of_yuri(evening()).amount(HowMany(**said, of=Role.SUFFERER)) == 0


def test_a_number_is_never_beyond_its_bounds() -> None:
    match = evening()
    match.state.sides[RED].vp = 500

    scope = of_yuri(match)
    assert [scope.amount(HowMany(vp=Owner.OWN, times=n)) for n in (1, 2, -2)] == [500, 999, -999]


def test_a_length_is_of_centimetres_or_of_what_is_counted() -> None:
    scope = of_yuri(evening())

    lengths = (Length(n=2.5), Length(n=-1), Length(stat=Characteristic.PSI, of=Role.USER))
    assert [scope.length(one) for one in lengths] == [2_500, -1_000, 4_000]


def test_numbers_of_a_card_s_own_dice_come_first() -> None:
    scope = of_yuri(evening(), event=blow(YURI, ELENIA, 2), thrown={EventNumber.AMOUNT: 6})

    assert scope.event_value(EventNumber.AMOUNT) == 6
    assert scope._replace(thrown={}).event_value(EventNumber.AMOUNT) == 2
    assert scope._replace(thrown={}, event=None).event_value(EventNumber.AMOUNT) == 0


def test_the_fighter_who_acts_is_the_user_or_the_doer_that_the_effect_names() -> None:
    match = evening()
    named = Scope(match, CardWithEffects("Ruse", RED, ()), {}, ELENIA)

    assert named.acting_fighter == ELENIA
    assert of_yuri(match, named_doer=ELENIA).acting_fighter == YURI
    assert Scope(match, CardWithEffects("Ruse", RED, ()), {}).acting_fighter is None


def test_by_eye_a_filter_without_places_asks_no_question() -> None:
    match = evening()
    for one in match.state.fighters.values():
        one.put_on_field(None)
    match.state.field = ToldField()

    assert of_yuri(match).matching_fighters(Who(side=Camp.ALLIES)) == [VLADD]
    assert of_yuri(match).matching_fighters(Who(marker=BURN, within=3)) == []
    assert not of_yuri(match).has_at_least(1, Who(marker=BURN, touching=Role.USER))
