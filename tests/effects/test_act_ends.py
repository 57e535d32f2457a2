"""What lasts for one attack ends with it, and what lasts until an act with that."""

from typing import Any

import pytest
from duels import ELENIA, YURI
from effects.carded import Played, ability, begun, tactic

from edencli.effects.authoring import find_impossible_effects
from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.match.card_events import EffectBegun, EffectEnded
from edencli.match.events import Rolled
from edencli.match.match import Match
from edencli.rules.acts import Melee, Move, UseAbility
from edencli.rules.melee import Reaction

LASTS = """
- effect: when
  event: attack-begun
  doer: {side: own}
  how: melee
  may: true
  do:
  - op: lasting
    until: attack
    effects:
    - {effect: instead, event: rolled, doer: {the: user}, step: melee.passive, change: {change: add-dice}}
"""
STRIKE = Melee(fighter=YURI, target=ELENIA)
ATTACK: list[tuple[str, Any]] = [("action.cost", STRIKE)]
USE, PASSIVE, RESPONSE = (
    ("ability.cost", True),
    ("melee.reaction", Reaction.PASSIVE),
    ("melee.reaction", Reaction.RESPONSE),
)


def ready() -> Match:
    return begun({YURI: [ability(LASTS)]})


def dice_of(played: Played) -> list[int]:
    return [len(event.dice) for event in played.events(Rolled) if event.by == YURI]


def test_it_works_in_the_attack_and_not_in_the_next_one() -> None:
    match = ready()

    played = Played(
        match, [("activation.designate", YURI), *ATTACK, USE, PASSIVE, *ATTACK, PASSIVE], "1111 1 1111"
    )

    assert dice_of(played) == [5, 4]
    assert match.state.lasting_effects == ()


def test_it_lasts_to_the_strike_back_after_a_response() -> None:
    """Elenia wins the opposition and misses; Yuri strikes back with the die."""
    match = ready()
    moves = [("activation.designate", YURI), *ATTACK, USE, RESPONSE, ("melee.response", True)]

    played = Played(match, moves, "1 6 1111 1111 1")

    assert dice_of(played) == [5]
    assert match.state.lasting_effects == ()


def test_who_never_strikes_begins_the_next_attack_without_it() -> None:
    match = ready()
    moves = [
        ("activation.designate", YURI),
        *ATTACK,
        USE,
        RESPONSE,
        ("melee.response", False),
        *ATTACK,
        PASSIVE,
    ]

    played = Played(match, moves, "1 6 1111 1111")

    assert dice_of(played) == [4]
    assert (len(played.events(EffectBegun)), len(played.events(EffectEnded))) == (1, 1)


def test_an_attack_that_is_prevented_ends_it_too() -> None:
    match = begun(
        {
            YURI: [ability(LASTS)],
            ELENIA: [
                ability("- {effect: instead, event: attack-begun, may: true, change: {change: prevent}}")
            ],
        }
    )
    moves = [("activation.designate", YURI), *ATTACK, ("ability.cost", None), USE, PASSIVE]

    Played(match, moves, "1111 1")

    assert match.state.lasting_effects == ()


@pytest.mark.parametrize(
    "effects",
    [
        LASTS.replace("attack-begun", "interrupted").replace("  how: melee\n", ""),
        "- {effect: when, event: attack-begun, do: [{op: lay, name: Mark, until: attack}]}",
    ],
)
def test_only_what_begins_with_an_attack_lasts_as_long(effects: str) -> None:
    assert [(one.rule, one.form) for one in find_impossible_effects(ability(effects))] == [
        ("effect-until", "attack")
    ]


WATCHES = """
- effect: now
  do: [{op: lasting, until: next-act, effects: [{effect: adds, to: vig, by: 1}]}]
"""
WALK = Move(fighter=YURI, path=(Point(cm(20), cm(20)), Point(cm(20), cm(17))))


@pytest.mark.parametrize(("act", "lasts"), [(WALK, False), (STRIKE, False), (None, True)])
def test_it_lasts_until_the_user_acts_again(act: Any, *, lasts: bool) -> None:
    watch = ability(WATCHES, kind="action")
    match = begun({YURI: [watch]})
    moves = [("activation.designate", YURI), ("action.cost", UseAbility(fighter=YURI, ability=watch))]
    acting = [("action.cost", act)] + ([PASSIVE] if act is STRIKE else [])

    Played(match, [*moves, *acting], "" if act is None else "1116")

    assert bool(match.state.lasting_effects) is lasts


def test_reactions_and_what_others_do_end_nothing() -> None:
    watch = ability(WATCHES, kind="action")
    match = begun({YURI: [watch]})
    moves = [("activation.designate", YURI), ("action.cost", UseAbility(fighter=YURI, ability=watch))]
    blow = Melee(fighter=ELENIA, target=YURI)
    foe = [("action.cost", None), ("activation.designate", ELENIA), ("action.cost", blow)]

    Played(match, [*moves, *foe, ("melee.reaction", Reaction.DODGE)], "1111")

    assert len(match.state.lasting_effects) == 1


def test_a_tactical_card_may_last_for_one_attack() -> None:
    card = tactic(LASTS.replace("{the: user}", "{side: own}"), more="")

    assert list(find_impossible_effects(card)) == []
