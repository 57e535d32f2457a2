"""Dice that cards throw, acts at a price, and duties: at their bounds, and where they find nothing to do."""

from pathlib import Path
from typing import Any

import pytest
from duels import ELENIA, FEAR, RED, VLADD, YLISS, YURI, fighter, use
from effects.carded import Played, ability, begun, tactic
from effects.test_authoring import said_of
from effects.test_authoring import tactic as written

from edencli.bots.lookahead import play_procedure
from edencli.bots.random_player import RandomPlayer
from edencli.field.shapes import Point
from edencli.match.card_events import DiceThrown
from edencli.match.events import ApSpent, AttackBegun, Opposed, Rolled
from edencli.match.limits import OverBudgetError
from edencli.match.match import Match, Query
from edencli.match.pieces import Piece
from edencli.match.reasons import Refusal
from edencli.match.rules_api import value, why_not
from edencli.model.fighter import Equipment
from edencli.model.terms import Category, Characteristic, Quantity
from edencli.referee.referee import ProcedureFailed
from edencli.rules.acts import Blast, Dodge, Melee, Move, Respond, StayPassive
from edencli.rules.questions import ActQuestion, CardRoll
from edencli.rules.rolls import roll_opposition

PLAY = ("tactical-phase.play", "Ruse")
ACTIVATE = ("activation.designate", YURI)
STRIKE = ("action.cost", Melee(fighter=YURI, target=ELENIA))
PASSIVE = ("melee.reaction", "passive")
BESIDE = {YURI: (20.0, 20.0), VLADD: (40.0, 40.0), ELENIA: (23.0, 20.0), YLISS: (50.0, 50.0)}

APART = BESIDE | {ELENIA: (30.0, 20.0)}


def play(does: str, *answers: tuple[str, Any], dice: str = "", **about: Any) -> Played:
    """A match in which red plays a card that does this at once."""
    ruse = tactic(f"- {{effect: now, do: [{does}]}}")
    return Played(begun(tactics={RED: [ruse]}, step="tactical-phase", **about), [PLAY, *answers], dice)


def standing(effect: str, **about: Any) -> Match:
    """A match in which Yuri has an ability that works all the time."""
    return begun({YURI: [ability(effect)]}, **about)


@pytest.mark.parametrize(("dice", "sp"), [("1", 9 - 2), ("4", 9 - 2 + 1), ("6", 9 - 2 + 3)])
def test_a_die_says_by_its_face_what_is_done(dice: str, sp: int) -> None:
    outcomes = "[{faces: [3, 4], do: [{op: give-sp}]}, {faces: [6], do: [{op: give-sp, n: 3}]}]"

    assert play(f"{{op: die, outcomes: {outcomes}}}", dice=dice).match.state.sides[RED].sp == sp


@pytest.mark.parametrize(("dice", "vp"), [("3 3 3", 0), ("3 4 3", 1), ("4 5 6", 3)])
def test_what_follows_from_enough_counts_the_dice_and_needs_one(dice: str, vp: int) -> None:
    does = "{op: die, dice: 3, at-least: 4, do: [{op: give-vp, n: {event: successes}}, {op: go-first}]}"

    assert play(does, dice=dice).match.state.sides[RED].vp == vp


def test_without_a_die_nothing_is_thrown_and_nothing_done() -> None:
    played = play("{op: die, dice: {count: {marker: fear}}, do: [{op: give-vp}]}")

    assert played.match.state.sides[RED].vp == 0
    assert not any(isinstance(question, CardRoll) for question in played.asked)


def test_more_dice_than_the_budget_are_told_with_the_card() -> None:
    with pytest.raises(ProcedureFailed) as failed:
        play("{op: die, dice: {sp: opponent, times: 12}, do: [{op: give-vp}]}")

    cause = failed.value.__cause__
    assert isinstance(cause, OverBudgetError)
    assert (cause.bound, cause.cards) == ("dice", ("Ruse",))


def test_a_die_for_each_makes_each_the_target() -> None:
    does = "{op: die, who: {side: enemies}, at-least: 5, do: [{op: give-markers, marker: fear}]}"
    played = play(does, ("simultaneous", 0), dice="5 4")

    marked = [piece for piece in (ELENIA, YLISS) if played.match.state_of(piece).markers.get(FEAR)]
    assert len(marked) == 1
    assert len(played.events(DiceThrown)) == 2


def test_a_sum_is_halved_upwards_only_where_that_is_said() -> None:
    up, down = (
        play(f"{{op: die, dice: 2, do: [{{op: give-vp, n: {{event: die, per: 2{more}}}}}]}}", dice="4 3")
        for more in (", up: true", "")
    )

    assert (up.match.state.sides[RED].vp, down.match.state.sides[RED].vp) == (4, 3)


def test_who_rolls_against_the_target_leaves_it_the_target() -> None:
    stare = """
    - effect: when
      event: activated
      doer: {the: user}
      choose: {who: {side: enemies, touching: user}}
      do:
      - op: roll
        who: {the: user}
        stat: psi
        against: target
        difficulty: {stat: psi, of: target}
        passed: [{op: give-markers, marker: fear, n: {event: successes}}]
    """
    played = Played(standing(stare, places=BESIDE), [ACTIVATE], "6 5 1 1")

    (rolled,) = played.events(Rolled)
    assert (rolled.by, rolled.victim) == (YURI, ELENIA)
    assert played.match.state_of(ELENIA).markers == {FEAR: rolled.successes}


def test_an_opposition_is_thrown_again_till_one_wins_also_where_it_is_tried() -> None:
    match = begun()

    there, _ = play_procedure(match, _oppose)

    assert [event.winner for event in there.log if isinstance(event, Opposed)] == [None, YURI]


def _oppose(match: Match) -> Any:
    yield from roll_opposition(match, YURI, ELENIA, Characteristic.VIG, step="card-over-rule")


def test_reactions_know_whom_they_answer() -> None:
    dear = "{effect: adds, to: ap, by: 1, of: {side: enemies}, acts: [dodge], against: {the: user}}"
    match = standing(f"- {dear}\n- {{effect: forbids, acts: [response], of: {{}}, against: {{the: user}}}}")

    prices = [
        value(match, Query(Quantity.AP, ELENIA, Dodge(fighter=ELENIA, target=by))).total
        for by in (YURI, VLADD)
    ]
    assert prices[0] == prices[1] + 1
    assert why_not(match, Respond(fighter=ELENIA, target=YURI)) is not None
    assert why_not(match, Respond(fighter=ELENIA, target=VLADD)) is None


@pytest.mark.parametrize(("price", "spent"), [("", 0), (", price: 2", 2), (", paid: true", 1)])
def test_an_act_that_a_card_gives_costs_what_it_says(price: str, spent: int) -> None:
    does = f"{{op: act, who: {{the: leader}}, acts: [melee]{price}}}"
    played = play(does, STRIKE, PASSIVE, dice="1111", places=BESIDE)

    assert sum(event.n for event in played.events(ApSpent)) == spent


def test_an_act_is_too_dear_at_a_price_that_nobody_has() -> None:
    played = play("{op: act, who: {the: leader}, acts: [melee], price: 4}", places=BESIDE)
    question = played.referee.question

    assert isinstance(question, ActQuestion)
    refusal = question.refusal(STRIKE[1])
    assert refusal is not None
    assert refusal.reason == "too-few-ap"


def test_an_act_that_must_be_done_cannot_be_declined_where_it_can_be_done() -> None:
    does = "{op: act, who: {the: leader}, acts: [melee], against: {side: enemies}, duty: true}"
    bound = play(does, places=BESIDE).referee.question
    free = play(does, places=APART).referee.question

    assert isinstance(bound, ActQuestion)
    assert (bound.optional, bound.must) == (False, STRIKE[1])
    assert not isinstance(free, ActQuestion) or free.optional


DUTY = "- {effect: duty, acts: [melee], of: {the: user}, against: {side: enemies}}"


def test_a_duty_comes_before_other_acts_and_before_the_end() -> None:
    played = Played(standing(DUTY, places=BESIDE), [ACTIVATE])
    question = played.referee.question

    assert isinstance(question, ActQuestion)
    away = question.refusal(Move(fighter=YURI, path=(Point(20_000, 20_000), Point(20_000, 21_000))))
    assert isinstance(away, Refusal)
    assert not question.optional
    assert question.refusal(STRIKE[1]) is None
    for seed in range(20):
        answer = RandomPlayer(played.match, seed)(question)
        assert isinstance(answer, Melee)


def test_a_duty_binds_nobody_who_cannot_do_it() -> None:
    question = Played(standing(DUTY, places=APART), [ACTIVATE]).referee.question

    assert isinstance(question, ActQuestion)
    assert question.optional
    assert question.must is None


def test_who_did_what_he_must_as_often_as_he_may_is_free() -> None:
    played = Played(standing(DUTY, places=BESIDE), [ACTIVATE, STRIKE, PASSIVE, STRIKE, PASSIVE], "1111 1111")

    assert len(played.events(AttackBegun)) == 2
    question = played.referee.question
    assert isinstance(question, ActQuestion)
    assert question.optional


DOG = Piece(None, "Dog")


@pytest.mark.parametrize(("by", "refused"), [(YURI, None), (VLADD, "infestation.response")])
def test_a_card_lets_nobodys_fighter_stay_passive_against_some(by: Piece, refused: str | None) -> None:
    meek = "- {effect: permits, acts: [passive], despite: infestation.response, of: {}, against: {the: user}}"
    match = standing(meek, places=BESIDE | {DOG: (20.0, 23.0)}, chapters=("infestation",))

    refusal = why_not(match, StayPassive(fighter=DOG, target=by))
    assert (refusal and refusal.rule) == refused


@pytest.mark.parametrize(("afraid", "refused"), [(1, None), (0, "blast.nearest")])
def test_a_card_lets_a_blast_pass_the_nearest_enemy_by(afraid: int, refused: str | None) -> None:
    wide = "- {effect: permits, acts: [blast], despite: blast.nearest, against: {marker: fear}}"
    lance = Equipment(name="Lance", uses=(use(Category.BLAST),))
    places = {YURI: (20.0, 20.0), VLADD: (40.0, 40.0), ELENIA: (26.0, 20.0), YLISS: (20.0, 27.0)}
    match = standing(wide, places=places, profiles={YURI: fighter(gear=(lance,))})
    match.state_of(YLISS).markers = {FEAR: 1} if afraid else {}
    blast = Blast(fighter=YURI, weapon=lance, use=lance.uses[0], point=(20_000, 27_000))

    refusal = why_not(match, blast)

    assert (refusal and refusal.rule) == refused


@pytest.mark.parametrize(
    ("does", "code", "path"),
    [
        ({"op": "die"}, "effect-dice", ("op",)),
        ({"op": "die", "at-least": 7, "do": [{"op": "give-vp"}]}, "effect-dice", ("at-least",)),
        ({"op": "die", "at-least": 1, "do": [{"op": "give-vp"}]}, "effect-dice", ("at-least",)),
        (
            {"op": "die", "dice": 2, "outcomes": [{"faces": [1], "do": [{"op": "give-vp"}]}]},
            "effect-dice",
            ("outcomes",),
        ),
        (
            {"op": "die", "outcomes": [{"faces": [n], "do": [{"op": "give-vp"}]} for n in (1, 1)]},
            "effect-dice",
            ("outcomes", 1, "faces", 0),
        ),
        (
            {"op": "oppose", "who": {"the": "leader"}, "against": "leader", "stat": "psi"},
            "effect-dice",
            ("against",),
        ),
        (
            {"op": "give-sp", "n": {"count": {}, "up": True}},
            "effect-dice",
            ("n", "up"),
        ),
        ({"op": "give-sp", "n": {"event": "die"}}, "effect-value", ("n", "event")),
        (
            {
                "op": "die",
                "do": [
                    {
                        "op": "lasting",
                        "until": "round",
                        "effects": [{"effect": "adds", "to": "cbt", "by": {"event": "die"}, "of": {}}],
                    }
                ],
            },
            "effect-value",
            ("do", 0, "effects", 0, "by", "event"),
        ),
        (
            {"op": "lasting", "until": "round", "effects": [{"effect": "duty", "acts": ["dodge"], "of": {}}]},
            "effect-act",
            ("effects", 0, "acts", 0),
        ),
        (
            {"op": "act", "who": {"side": "own"}, "acts": ["move"], "against": {"side": "enemies"}},
            "effect-against",
            ("against",),
        ),
        (
            {"op": "act", "who": {"side": "own"}, "acts": ["move"], "price": 1, "paid": True},
            "effect-price",
            ("paid",),
        ),
        ({"op": "explode", "strength": 3, "at": "leader"}, "effect-role", ("of",)),
    ],
)
def test_dice_and_prices_that_come_to_nothing_are_refused(
    does: dict[str, Any], code: str, path: tuple[str | int, ...], tmp_path: Path
) -> None:
    (said,) = said_of(written({"effect": "now", "do": [does]}), tmp_path)

    assert (said.code, said.path) == (code, ("tactics", 0, "effects", 0, "do", 0, *path))
