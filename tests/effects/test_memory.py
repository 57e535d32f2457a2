"""Cards wait, count, remember, and work but once; a position keeps all of it."""

import json
from typing import Any

import pytest
from duels import BLUE, ELENIA, LEGS, RED, SLOWDOWN, TORSO, VLADD, YLISS, YURI
from effects.carded import Played, ability, begun, mission, tactic

from edencli.effects.authoring import find_impossible_effects
from edencli.effects.cards import CardWithEffects
from edencli.effects.memory import MOST_REMEMBERED
from edencli.effects.operations import perform_operations
from edencli.effects.scope import Scope
from edencli.lang import Words
from edencli.match.card_events import (
    CardCameToNothing,
    CardTookEffect,
    CountersAdded,
    CountersRemoved,
    EffectBegun,
    EffectCounted,
    EffectEnded,
    FighterRemembered,
)
from edencli.match.events import AttackBegun
from edencli.match.match import Match, Query
from edencli.match.pieces import Piece
from edencli.match.position import dump_position, load_position
from edencli.match.questions import OrderChoice
from edencli.match.rules_api import do, value
from edencli.match.state import Gone, LastingEffect, RememberedFighter
from edencli.model.fighter import Ability
from edencli.model.terms import MOST_COUNTED, Characteristic, Duration, MissionKind
from edencli.prompt.status import status_lines
from edencli.referee.view import match_seen_by
from edencli.rules.acts import Melee, UseAbility
from edencli.rules.tactics import end_lasting_effects

ATTACK = [
    ("activation.designate", ELENIA),
    ("action.cost", Melee(fighter=ELENIA, target=YURI)),
    ("melee.reaction", "passive"),
]
AGAIN = ATTACK[1:]
TWO_IN_TORSO = "66114"
NEXT_TIME = """
- effect: now
  choose: {who: {side: enemies}}
  do:
  - op: lasting
    until: round
    times: TIMES
    effects:
    - effect: when
      event: attack-begun
      doer: {the: target}
      do: [{op: give-markers, who: {the: doer}, marker: slowdown}]
"""


def used(match: Match, n: int = 0) -> tuple[str, UseAbility]:
    return "action.cost", UseAbility(fighter=YURI, ability=match.state_of(YURI).card.abilities[n])


def after_round_trip(match: Match) -> Any:
    cards = {piece: one.card for piece, one in match.state.fighters.items()}
    return load_position(json.loads(json.dumps(dump_position(match.state))), cards, 3)


@pytest.mark.parametrize(("times", "markers", "left"), [(1, 1, []), (2, 2, []), (3, 2, [1])])
def test_an_ability_that_is_used_leaves_a_when_behind_which_works_so_often(
    times: int, markers: int, left: list[int]
) -> None:
    match = begun({YURI: [ability(NEXT_TIME.replace("TIMES", str(times)), kind="action")]})
    moves = [("activation.designate", YURI), used(match), ("card-over-rule", ELENIA), ("action.cost", None)]

    played = Played(match, [*moves, *ATTACK, *AGAIN], dice="1111" * 2)

    assert match.state_of(ELENIA).markers == {SLOWDOWN: markers}
    assert [one.times for one in match.state.lasting_effects] == left
    assert len(played.events(EffectCounted)) == times - 1 if times < 3 else 2
    assert len(played.events(EffectEnded)) == (not left)


def test_an_instead_that_waits_works_upon_the_chosen_fighter_alone() -> None:
    shield = """
    - effect: now
      choose: {who: {side: own}}
      do:
      - op: lasting
        until: match
        times: 1
        effects: [{effect: instead, event: wounded, sufferer: {the: target}, change: {change: prevent}}]
    """
    match = begun({YURI: [ability(shield, kind="action")]})
    moves = [("activation.designate", YURI), used(match), ("card-over-rule", YURI), ("action.cost", None)]

    Played(match, [*moves, *ATTACK, *AGAIN], dice=TWO_IN_TORSO * 2)

    assert match.state_of(YURI).lost == {TORSO: 2}


def test_what_was_begun_twice_works_twice_upon_one_change() -> None:
    skin = """
    - effect: now
      do:
      - op: lasting
        until: match
        effects: [{effect: instead, event: wounded, sufferer: {the: leader}, change: {change: less}}]
    """
    match = begun({YURI: [ability(skin, kind="action")]})
    moves = [("activation.designate", YURI), used(match), used(match), ("action.cost", None)]

    Played(match, [*moves, *ATTACK], dice="66614")

    assert len(match.state.lasting_effects) == 2
    assert match.state_of(YURI).lost == {TORSO: 1}


def test_what_a_fighter_began_works_until_it_ends_though_the_fighter_has_left() -> None:
    """A lasting effect is in force by itself, and its ability no longer is."""
    oath = """
    - effect: now
      do:
      - op: lasting
        until: round
        effects: [{effect: when, event: activated, do: [{op: give-vp, n: 1}]}]
    - {effect: when, event: activated, do: [{op: give-vp, n: 5}]}
    """
    match = begun({YURI: [ability(oath, kind="action")]})
    Played(match, [("activation.designate", YURI), used(match)])
    before = match.state.sides[RED].vp
    match.state.remove_fighter(YURI, Gone.INCAPACITATED)

    Played(match, [("activation.designate", VLADD)])

    assert match.state.sides[RED].vp == before + 1


DELAYED = """
- effect: when
  event: wounded
  sufferer: {the: user}
  do:
  - op: lasting
    until: match
    times: 1
    effects:
    - effect: when
      event: activation-ended
      do: [{op: lose-cp, who: {the: sufferer}, limb: same, n: {event: amount}}]
"""


def test_what_waits_keeps_the_values_of_what_began_it_where_its_own_event_has_none() -> None:
    match = begun({YURI: [ability(DELAYED)]})
    match.state.first_player = BLUE

    played = Played(match, ATTACK, dice=TWO_IN_TORSO)
    kept = match.state.lasting_effects
    again = after_round_trip(match)
    played.referee.answer(None)

    expected = LastingEffect("Trick", RED, YURI, 0, None, Duration.MATCH, 1, None, None, YURI, 2, None, TORSO)
    assert kept == (expected,)
    assert again.lasting_effects == kept
    assert match.state_of(YURI).lost == {TORSO: 4}
    assert match.state.lasting_effects == ()


SHAKEN = """
- effect: when
  event: wounded
  doer: {side: enemies}
  sufferer: {side: own}
  do:
  - {op: lasting, until: match, effects: [{effect: adds, to: vig, by: -1, of: {the: sufferer}}]}
  - {op: lasting, until: match, effects: [{effect: adds, to: cbt, by: 1, of: {the: doer}}]}
"""


def test_a_standing_effect_that_lasts_is_upon_the_fighters_of_the_event_that_began_it() -> None:
    match = begun({VLADD: [ability(SHAKEN)]})
    match.state.first_player = BLUE
    before = [value(match, Query(Characteristic.VIG, YURI)).total]
    before.append(value(match, Query(Characteristic.CBT, ELENIA)).total)

    Played(match, ATTACK, dice=TWO_IN_TORSO)
    facing = Melee(fighter=VLADD, target=ELENIA)

    assert value(match, Query(Characteristic.VIG, YURI)).total == before[0] - 1
    assert value(match, Query(Characteristic.CBT, ELENIA, facing)).total == before[1] + 1
    assert value(match, Query(Characteristic.CBT, VLADD, facing)).total == before[1]
    assert value(match, Query(Characteristic.VIG, ELENIA, facing)).total == before[1]
    assert after_round_trip(match).lasting_effects == match.state.lasting_effects


def test_a_standing_effect_begun_without_an_event_is_upon_those_who_act() -> None:
    trick = """
    - effect: now
      do: [{op: lasting, until: match, effects: [{effect: adds, to: vig, by: -1, of: {the: sufferer}}]}]
    """
    match = begun({YURI: [ability(trick, kind="action")]})

    Played(match, [("activation.designate", YURI), used(match)])
    lowered = [
        value(match, Query(Characteristic.VIG, piece, Melee(fighter=YURI, target=ELENIA))).total
        for piece in (YURI, ELENIA)
    ]

    assert lowered == [4, 3]


def test_an_event_without_a_sufferer_binds_nobody_of_a_later_act() -> None:
    trick = """
    - effect: when
      event: attack-begun
      do: [{op: lasting, until: match, effects: [{effect: adds, to: vig, by: -1, of: {the: sufferer}}]}]
    """
    match = begun({YURI: [ability(trick)]})
    thrown = AttackBegun(rule="throw.point", attacker=YURI, target=None, how="projectile")
    begins = do(match, thrown)
    question = next(begins)
    with pytest.raises(StopIteration):
        begins.send(question.only_answer())

    assert len(match.state.lasting_effects) == 1
    assert value(match, Query(Characteristic.VIG, ELENIA, Melee(fighter=YURI, target=ELENIA))).total == 4


def test_dice_that_are_thrown_later_are_not_kept() -> None:
    throws = """
    - effect: now
      do:
      - op: lasting
        until: match
        effects:
        - {effect: when, event: activation-ended, do: [{op: die, do: [{op: give-vp, n: {event: die}}]}]}
    """
    match = begun({YURI: [ability(throws, kind="action")]})

    Played(match, [("activation.designate", YURI), used(match), ("action.cost", None)], dice="4")

    assert match.state.sides[RED].vp == 4


def test_what_lasts_into_the_next_round_ends_with_it() -> None:
    lasts = NEXT_TIME.replace("until: round", "until: next-round").replace("TIMES", "1")
    match = begun({YURI: [ability(lasts, kind="action")]})
    Played(match, [("activation.designate", YURI), used(match), ("card-over-rule", ELENIA)])

    list(end_lasting_effects(match, Duration.ROUND, "intendancy.11"))
    then = len(match.state.lasting_effects)
    match.state.round += 1
    list(end_lasting_effects(match, Duration.ROUND, "intendancy.11"))

    assert (then, len(match.state.lasting_effects)) == (1, 0)


def test_an_effect_that_works_once_a_round_works_again_in_the_next() -> None:
    once = "- {effect: when, event: wounded, sufferer: {the: user}, once: SPAN, do: [{op: give-vp}]}"
    spent = {}
    for span in ("round", "match"):
        match = begun({YURI: [ability(once.replace("SPAN", span))]})
        match.state.first_player = BLUE
        played = Played(match, [*ATTACK, *AGAIN], dice=TWO_IN_TORSO * 2)
        first = match.state.sides[RED].vp
        assert after_round_trip(match).spent_effects == match.state.spent_effects
        match.state.round += 1
        match.state_of(ELENIA).used_round = {}
        for answer in (AGAIN[0][1], "passive", (6, 6, 1, 1), (6,), None):
            played.referee.answer(answer)
        spent[span] = first, match.state.sides[RED].vp

    assert spent == {"round": (1, 2), "match": (1, 1)}


def test_each_effect_that_works_once_works_once_by_itself() -> None:
    """Of two effects of a card, of two cards of a fighter, and of two fighters."""
    once = "- {effect: when, event: attack-begun, once: match, do: [{op: give-vp}]}"
    two, one = ability(f"{once}\n{once}"), ability(once, name="One")
    match = begun({YURI: [two, one], VLADD: [one]})
    match.state.first_player = BLUE

    Played(match, [*ATTACK[:2], ("simultaneous", 1), ("simultaneous", 0), *ATTACK[2:], AGAIN[0]], dice="1111")

    assert match.state.sides[RED].vp == 4
    assert len(match.state.spent_effects) == 4


@pytest.mark.parametrize(
    ("has", "given", "left"), [(0, 3, 3), (1, 2, 3), (MOST_COUNTED - 2, 5, MOST_COUNTED)]
)
def test_a_fighter_has_so_many_counters_at_most(has: int, given: int, left: int) -> None:
    knots = f"{{op: give-counters, who: {{the: user}}, name: Knot, n: {given}}}"
    give = ability(f"- {{effect: now, do: [{knots}]}}", kind="action")
    match = begun({YURI: [give]})
    match.state_of(YURI).counters = {"Knot": has} if has else {}

    played = Played(match, [("activation.designate", YURI), used(match)])

    assert match.state_of(YURI).counters == {"Knot": left}
    assert [event.n for event in played.events(CountersAdded)] == [left - has]


def acting(does: str, counters: int = 0, **more: Any) -> Match:
    """A match in which Yuri has an ability that does this, and each fighter that number of counters."""
    match = begun({YURI: [ability(f"- {{effect: now, do: [{does}]}}", kind="action")]}, **more)
    for fighter in match.state.fighters.values():
        fighter.counters = {"Knot": counters} if counters else {}
    return match


@pytest.mark.parametrize(
    ("n", "taken"), [("", [2]), (", n: 1", [1]), (", n: 5", [2]), (", n: {vp: own}", [])]
)
def test_only_counters_that_are_taken_are_told(n: str, taken: list[int]) -> None:
    for has, told in ((2, taken), (0, [])):
        match = acting(f"{{op: take-counters, who: {{the: user}}, name: Knot{n}}}", has)
        played = Played(match, [("activation.designate", YURI), used(match)])

        assert [event.n for event in played.events(CountersRemoved)] == told


@pytest.mark.parametrize(
    ("does", "is_asked"),
    [
        ("{op: give-counters, who: {}, name: Knot, n: 2}", False),
        ("{op: give-counters, who: {}, name: Knot, n: {vp: own}}", True),
        ("{op: take-counters, who: {}, name: Knot}", False),
        ("{op: take-counters, who: {}, name: Knot, n: 2}", False),
        ("{op: take-counters, who: {}, name: Knot, n: {count: {has-counter: Knot}}}", True),
    ],
)
def test_an_order_of_counters_is_asked_for_where_their_number_may_change(
    does: str, *, is_asked: bool
) -> None:
    match = acting(does, 3)

    question = Played(match, [("activation.designate", YURI), used(match)]).referee.question

    assert isinstance(question, OrderChoice) is is_asked


@pytest.mark.parametrize(("who", "told"), [("{the: user}", 0), ("{the: enemy-leader}", 1), ("{}", 1)])
def test_a_fighter_that_a_card_remembers_already_takes_no_more_room(who: str, told: int) -> None:
    match = acting(f"{{op: remember, who: {who}}}")
    others = [YLISS._replace(name=f"{n}") for n in range(MOST_REMEMBERED - 1)]
    match.state.remembered_fighters = tuple(
        RememberedFighter("Trick", RED, YURI, one) for one in (YURI, *others)
    )

    played = Played(match, [("activation.designate", YURI), used(match)])

    assert len(played.events(CardCameToNothing)) == told
    assert len(match.state.remembered_fighters) == MOST_REMEMBERED


@pytest.mark.parametrize(
    ("who", "left"), [("{}", []), ("{side: own}", [YLISS]), ("{side: enemies}", [VLADD])]
)
def test_a_card_forgets_those_who_have_left_as_well(who: str, left: list[Piece]) -> None:
    match = acting(f"{{op: remember, who: {{the: user}}}}, {{op: forget, who: {who}}}")
    match.state.remembered_fighters = tuple(
        RememberedFighter("Trick", RED, YURI, one) for one in (VLADD, YLISS)
    )
    match.state.remove_fighter(YLISS, Gone.INCAPACITATED)

    Played(match, [("activation.designate", YURI), used(match)])

    assert [one.fighter for one in match.state.remembered_fighters if one.fighter != YURI] == left


def test_a_card_remembers_so_many_fighters_and_says_when_it_can_no_more() -> None:
    match = begun({YURI: [ability("- {effect: now, do: [{op: remember, who: {}}]}", kind="action")]})
    others = tuple(
        RememberedFighter("Trick", RED, YURI, YLISS._replace(name=f"{n}")) for n in range(MOST_REMEMBERED - 1)
    )
    match.state.remembered_fighters = others

    played = Played(match, [("activation.designate", YURI), used(match)])

    assert len(match.state.remembered_fighters) == MOST_REMEMBERED
    assert len(played.events(CardCameToNothing)) == 1


def test_the_chosen_stays_chosen_till_the_card_forgets_who_it_was() -> None:
    grudge = """
    - effect: when
      event: wounded
      doer: {side: enemies}
      sufferer: {the: user}
      do: [{op: forget, who: {}}, {op: remember, who: {the: doer}}]
    """
    match = begun({YURI: [ability(grudge)]})
    match.state.first_player = BLUE
    match.state.remembered_fighters = (RememberedFighter("Trick", RED, YURI, YLISS),)

    Played(match, ATTACK, dice=TWO_IN_TORSO)

    assert match.state.remembered_fighters == (RememberedFighter("Trick", RED, YURI, ELENIA),)
    assert after_round_trip(match).remembered_fighters == match.state.remembered_fighters


def test_whom_a_secret_mission_remembers_the_opponent_does_not_see() -> None:
    match = begun(
        missions={
            RED: mission(
                """
                objectives: [{text: x, vp: 1}]
                effects:
                - {effect: when, event: activated, do: [{op: remember, who: {the: doer}}]}
                """
            ).with_changes(kind=MissionKind.SECRET)
        }
    )
    match.state.first_player = BLUE

    Played(match, [("activation.designate", ELENIA)])

    assert [one.fighter for one in match.state.remembered_fighters] == [ELENIA]
    assert [one.fighter for one in match_seen_by(match, RED).state.remembered_fighters] == [ELENIA]
    blind = match_seen_by(match, BLUE)
    assert blind.state.remembered_fighters == ()
    assert not [event for event in blind.log if isinstance(event, FighterRemembered)]


def test_an_ability_that_is_called_as_a_secret_mission_is_no_secret() -> None:
    errand = mission("objectives: [{text: x, vp: 1}]").with_changes(kind=MissionKind.SECRET)
    proud = ability("- {effect: when, event: activated, do: [{op: give-vp}]}", name="Errand")
    match = begun({YURI: [proud]}, missions={RED: errand})

    played = Played(match, [("activation.designate", YURI)])

    assert [event.secrecy for event in played.events(CardTookEffect)] == [MissionKind.REVEALED]


@pytest.mark.parametrize(
    ("effect", "kept"),
    [
        ("{effect: adds, to: cbt, by: 1, of: {}, against: {the: doer}}", ELENIA),
        ("{effect: when, event: moved, do: [{op: take-counters, who: {}, name: doer}]}", None),
        ("{effect: when, event: moved, do: [{op: give-ap, who: {touching: doer}}]}", ELENIA),
        ("{effect: when, event: round-begun, do: [{op: give-ap, who: {the: doer}}]}", ELENIA),
    ],
)
def test_what_lasts_keeps_a_fighter_of_the_event_only_where_it_speaks_of_one(
    effect: str, kept: object
) -> None:
    """A counter may have the name of a role."""
    begins = f"{{op: lasting, until: match, effects: [{effect}]}}"
    match = begun({YURI: [ability(f"- {{effect: when, event: wounded, do: [{begins}]}}")]})
    match.state.first_player = BLUE

    Played(match, ATTACK, dice=TWO_IN_TORSO)

    assert [(one.doer, one.sufferer) for one in match.state.lasting_effects] == [(kept, None)]


def test_a_tactical_card_of_who_has_a_secret_mission_is_no_secret() -> None:
    errand = mission("objectives: [{text: x, vp: 1}]").with_changes(kind=MissionKind.SECRET)
    ruse = tactic("- {effect: when, event: activated, do: [{op: give-vp}]}")
    match = begun(tactics={RED: [ruse]}, missions={RED: errand})
    match.state.sides[RED].in_force = ("Ruse",)

    played = Played(match, [("activation.designate", YURI)])

    assert [event.secrecy for event in played.events(CardTookEffect)] == [MissionKind.REVEALED]


def test_counters_are_named_without_regard_to_capitals_and_never_fall_below_none() -> None:
    knots = """
    - effect: now
      do:
      - {op: give-counters, who: {the: user}, name: Knot, n: 2}
      - {op: take-counters, who: {has-counter: KNOT}, name: knot, n: 5}
      - {op: give-counters, who: {the: user}, name: Knot, n: {counters: knot, of: user}}
      - {op: give-counters, who: {the: user}, name: Twist}
    """
    match = begun({YURI: [ability(knots, kind="action")]})

    Played(match, [("activation.designate", YURI), used(match)])

    assert match.state_of(YURI).counters == {"Twist": 1}
    assert after_round_trip(match).fighters[YURI].counters == {"Twist": 1}


def test_the_state_shows_what_cards_keep() -> None:
    match = begun({YURI: [ability(NEXT_TIME.replace("TIMES", "2"), kind="action")]})
    Played(match, [("activation.designate", YURI), used(match), ("card-over-rule", ELENIA)])
    match.state_of(VLADD).counters = {"Oath": 2}
    match.state.remembered_fighters = (RememberedFighter("Trick", RED, YURI, YLISS),)

    lines = list(status_lines(Words("en"), match, None, 100))

    assert lines[-2:] == [
        "Lasting: “Trick” upon Elenia until the end of the round, 2 times at most.",
        "Remembered by “Trick”: Yliss.",
    ]
    assert any("Oath 2" in line for line in lines)


def faults(card: Ability) -> list[str]:
    return [finding.rule for finding in find_impossible_effects(card)]


LASTING = "- {effect: now, do: [{op: lasting, until: UNTIL, MORE effects: [EFFECT]}]}"
WAITS = "{effect: when, event: EVENT, do: [{op: give-vp}]}"


@pytest.mark.parametrize(
    ("until", "more", "effect", "expected"),
    [
        ("round", "times: 1,", WAITS.replace("EVENT", "moved"), []),
        ("round", "times: 1,", "{effect: adds, to: cbt, by: 1}", ["effect-times"]),
        ("round", "", WAITS.replace("EVENT", "round-begun"), ["effect-never"]),
        ("next-round", "", WAITS.replace("EVENT", "round-begun"), []),
        (
            "round",
            "",
            WAITS.replace("EVENT", "moved").replace("do:", "from-hand: true, do:"),
            ["effect-never"],
        ),
        (
            "round",
            "",
            "{effect: instead, event: moved, change: {change: redirect, to: {}}}",
            ["effect-change"],
        ),
        ("round", "", WAITS.replace("EVENT", "moved").replace("give-vp", "prevent"), ["effect-prevent"]),
    ],
)
def test_what_waits_in_vain_is_refused(until: str, more: str, effect: str, expected: list[str]) -> None:
    text = LASTING.replace("UNTIL", until).replace("MORE", more).replace("EFFECT", effect)

    assert faults(ability(text, kind="action")) == expected


def test_what_lasts_may_begin_what_lasts_but_not_without_end() -> None:
    inner = WAITS.replace("EVENT", "moved")
    depths = {}
    for depth in range(1, 9):
        text = "- " + inner.replace("when", "when")
        depths[depth] = faults(ability(text))
        inner = "{effect: when, event: moved, do: [{op: lasting, until: match, effects: [" + inner + "]}]}"

    assert [depth for depth, found in depths.items() if found] == [8]
    assert depths[8] == ["effect-depth"]


def test_a_nested_effect_is_begun_with_its_own_number() -> None:
    chain = """
    - effect: when
      event: activated
      do:
      - op: lasting
        until: match
        times: 1
        effects:
        - effect: when
          event: attack-begun
          do:
          - op: lasting
            until: round
            effects: [{effect: adds, to: cbt, by: 1, of: {}}]
    """
    match = begun({YURI: [ability(chain)]})
    match.state.first_player = BLUE

    played = Played(match, ATTACK)

    assert [(event.n, event.until) for event in played.events(EffectBegun)] == [
        (0, Duration.MATCH),
        (1, Duration.ROUND),
    ]


def test_nobody_is_remembered_where_no_filter_finds_anyone() -> None:
    forgetful = ability("- {effect: now, do: [{op: remember, who: {the: last-attacker}}]}", kind="action")
    match = begun({YURI: [forgetful]})
    source = CardWithEffects("Trick", RED, forgetful.effects, YURI, forgetful)

    list(perform_operations(Scope(match, source, {}), forgetful.effects[0].do, None))  # type: ignore[attr-defined]

    assert match.state.remembered_fighters == ()


def test_legs_are_no_torso() -> None:
    """What waits speaks of the limb of its own event where that has one."""
    own = DELAYED.replace("event: activation-ended", "event: cp-lost")
    own = own.replace("who: {the: sufferer}", "who: {the: leader}").replace("limb: same", "limb: legs")
    match = begun({VLADD: [ability(own.replace("{the: user}", "{}"))]})
    match.state.first_player = BLUE

    Played(match, ATTACK, dice=TWO_IN_TORSO)

    assert match.state_of(YURI).lost == {TORSO: 2, LEGS: 2}
