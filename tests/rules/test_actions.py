"""What else an activated fighter may do: attack, use abilities, put out fire, be done (chapters 5, 7)."""

from typing import Any

import pytest
import rule_report
from duels import BLUE, BURN, ELENIA, FEAR, RED, VLADD, YURI, fighter
from matches import Game

from edencli.match.events import ApSpent, AttackEnded, MarkersRemoved
from edencli.match.table_events import AbilityUsed, ActivationEnded, ApLost, SpSpent
from edencli.model.fighter import Ability, Cost, UseLimits
from edencli.model.terms import AbilityKind
from edencli.rulebooks.values import Rulebook
from edencli.rules.actions import why_not_declare
from edencli.rules.acts import Dodge, Melee, UseAbility
from edencli.rules.questions import ActQuestion

FACING = {YURI: (10, 30), VLADD: (30, 50), ELENIA: (13, 30)}

ROAR = Ability(name="Roar", kind=AbilityKind.ACTION, cost=Cost(ap=1, sp=2), text="")
WINK = Ability(name="Wink", kind=AbilityKind.ACTION, limit=UseLimits(per_round=1), text="")
STONE = Ability(name="Stone skin", kind=AbilityKind.PERMANENT, text="")
GIFTED = fighter().with_changes(abilities=(ROAR, WINK, STONE))


def active(book: Rulebook, *, sp: int = 3, **yuri: Any) -> Game:
    """Stand where Yuri is activated, who touches Elenia and has abilities."""
    game = Game(book, FACING, cards={YURI: GIFTED}, before={YURI: yuri, RED: {"sp": sp}})
    return game.play("red activates Yuri")


@pytest.mark.rule("action.attack", "action.cost", "melee.target")
def test_an_attack_is_made_at_an_enemy_in_contact(book: Rulebook) -> None:
    game = active(book)

    assert game.objection("Yuri attacks Vlädd") == ("melee.target", "no-enemy")
    game.play("Yuri attacks Elenia", "Elenia stays passive", "1111")

    assert (game.last(AttackEnded).victim, game[YURI].ap) == (ELENIA, 2)


@pytest.mark.rule("melee.target", "contact.touch")
def test_nobody_attacks_hand_to_hand_whom_he_does_not_touch(book: Rulebook) -> None:
    game = Game(book, {**FACING, ELENIA: (13.02, 30)}).play("red activates Yuri")

    assert game.objection("Yuri attacks Elenia") == ("melee.target", "no-contact")


@pytest.mark.rule("action.ability", "ability.action", "ability.cost", "action.cost")
def test_an_action_ability_is_announced_and_paid_for(book: Rulebook) -> None:
    game = active(book).play("Yuri uses Roar")

    assert game.last(AbilityUsed) == AbilityUsed(rule="ability.action", fighter=YURI, ability="Roar")
    assert game.last(SpSpent) == SpSpent(rule="ability.cost", side=RED, n=2, why="Roar")
    assert [(event.n, event.act) for event in game.events(ApSpent)] == [(1, "action.ability")]
    assert (game[YURI].ap, game.side(RED).sp) == (2, 1)


@pytest.mark.rule("ability.cost")
def test_who_lacks_the_points_does_not_use_it(book: Rulebook) -> None:
    game = active(book, sp=1)

    assert game.objection("Yuri uses Roar") == ("ability.cost", "too-few-sp")


@pytest.mark.rule("action.ability", "action.per-round")
def test_an_ability_without_a_price_is_free_and_has_its_limit(book: Rulebook) -> None:
    game = active(book).play("Yuri uses Wink")

    assert (game[YURI].ap, game[YURI].used_round) == (3, {"ability.Wink": 1})
    assert game.objection("Yuri uses Wink") == ("action.per-round", "limit-reached")


@pytest.mark.rule("ability.permanent")
def test_a_permanent_ability_is_not_used(book: Rulebook) -> None:
    assert active(book).objection("Yuri uses Stone skin") == ("ability.permanent", "permanent")


@pytest.mark.rule("ability.action", "ability.permanent")
def test_an_ability_is_used_by_who_has_it(book: Rulebook) -> None:
    game = active(book)
    act = UseAbility(fighter=YURI, ability=STONE.with_changes(kind=AbilityKind.ACTION, name="Other"))

    refusal = why_not_declare(game.match, YURI, act)

    rule_report.note(refusal)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("ability.action", "no-such-ability")
    assert game.objection("Yuri uses Stone skin") == ("ability.permanent", "permanent")


@pytest.mark.rule("state.fear")
def test_a_frightened_fighter_uses_no_ability(book: Rulebook) -> None:
    assert active(book, markers={FEAR: 1}).objection("Yuri uses Wink") == ("state.fear", "afraid")


@pytest.mark.rule("action.extinguish", "action.cost")
def test_fire_is_put_out_marker_by_marker_even_in_fear(book: Rulebook) -> None:
    """H-68: it is no action, has no limit, and fear does not bar it."""
    game = active(book, markers={BURN: 3, FEAR: 1})

    game.play("Yuri puts out a fire", "Yuri puts out a fire")

    assert [event.n for event in game.events(MarkersRemoved)] == [1, 1]
    assert (game[YURI].ap, game[YURI].markers) == (1, {BURN: 1, FEAR: 1})


@pytest.mark.rule("action.extinguish", "state.fear")
def test_a_table_may_rule_that_fear_bars_putting_out_fire(book: Rulebook) -> None:
    """H-68 decided otherwise."""
    before = {YURI: {"markers": {BURN: 1, FEAR: 1}}}
    game = Game(book, FACING, before=before, rulings={"extinguish-under-fear": False})
    game.play("red activates Yuri")

    assert game.objection("Yuri puts out a fire") == ("state.fear", "afraid")
    assert active(book).objection("Yuri puts out a fire") == ("action.extinguish", "no-burn")


@pytest.mark.rule("action.leftover-ap", "activation.next", "action.cost")
def test_points_need_not_be_spent_and_stay_for_reactions(book: Rulebook) -> None:
    """They are lost in intendancy only."""
    game = active(book).play("Yuri is done", "blue activates Elenia", "Elenia attacks Yuri", "Yuri dodges")
    game.play("4111", "2", "4111")

    assert game.events(ActivationEnded)[0].fighter == YURI
    assert (game[YURI].ap, game.events(ApLost)) == (2, [])


@pytest.mark.rule("action.cost", "activation.next")
def test_an_activation_ends_by_itself_when_nothing_is_left_to_do(book: Rulebook) -> None:
    game = Game(book, FACING, before={YURI: {"ap": 1}}).play("red activates Yuri")

    game.play("Yuri attacks Elenia", "Elenia stays passive", "1111")

    assert game.last(ActivationEnded).fighter == YURI
    assert game.question.asked is BLUE


@pytest.mark.rule("action.ability", "action.cost")
def test_who_has_an_ability_without_a_price_is_asked_without_points_too(book: Rulebook) -> None:
    game = active(book, ap=1).play("Yuri attacks Elenia", "Elenia stays passive", "1111")

    assert isinstance(game.question, ActQuestion)
    game.play("Yuri uses Wink")
    assert game.last(ActivationEnded).fighter == YURI


@pytest.mark.rule("activation.designate", "action.cost")
def test_only_who_is_activated_acts_and_nobody_acts_for_nothing(book: Rulebook) -> None:
    game = active(book)
    acts = [
        Melee(fighter=VLADD, target=ELENIA),
        Melee(fighter=YURI, target=ELENIA, free=True),
        Melee(fighter=YURI, target=ELENIA, above=True),
        Dodge(fighter=YURI),
    ]

    refusals = [why_not_declare(game.match, YURI, act) for act in acts]

    rule_report.note(refusals)
    assert [refusal and refusal.reason for refusal in refusals] == ["not-active", *["no-deed"] * 3]
