"""Dice that cards throw, acts at a price, and duties: at their bounds, and where they find nothing to do."""

from pathlib import Path
from typing import Any

import pytest
from duels import BLUE, BURN, ELENIA, FEAR, RED, VLADD, YLISS, YURI, fighter, use
from effects.carded import Played, ability, begun, tactic
from effects.test_authoring import said_of
from effects.test_authoring import tactic as written

from edencli.bots.lookahead import play_procedure
from edencli.bots.random_player import RandomPlayer
from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.match.card_events import DiceThrown
from edencli.match.events import ApSpent, AttackBegun, Opposed, Rolled, Wounded
from edencli.match.facts import Covered
from edencli.match.field_kinds import BareField, ToldField
from edencli.match.limits import OverBudgetError
from edencli.match.match import Match, Query
from edencli.match.pieces import Piece
from edencli.match.questions import Roll
from edencli.match.reasons import Part, Refusal
from edencli.match.rules_api import value, why_not
from edencli.match.state import Gone, Token
from edencli.model.fighter import Equipment
from edencli.model.terms import Category, Characteristic, LimbName, Quantity
from edencli.referee.referee import ProcedureFailed
from edencli.rules.acts import Blast, Dodge, Melee, Move, Respond, StayPassive, UseAbility
from edencli.rules.questions import ActQuestion, BurnRoll, CardRoll, CharacteristicRoll, PickChoice
from edencli.rules.rolls import roll_opposition

RULE = "card-over-rule"
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


def test_of_cards_that_set_each_other_off_the_one_that_throws_too_many_dice_is_told() -> None:
    many = "{op: die, dice: {sp: own, times: 12}, do: [{op: give-vp}]}"
    echo = ability(f"- {{effect: when, event: markers-added, do: [{many}]}}", name="Echo")
    with pytest.raises(ProcedureFailed) as failed:
        play("{op: give-markers, who: {the: leader}, marker: fear}", abilities={ELENIA: [echo]})

    cause = failed.value.__cause__
    assert isinstance(cause, OverBudgetError)
    assert (cause.bound, cause.cards) == ("dice", ("Echo",))


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


@pytest.mark.parametrize(("x", "is_bound"), [(30.0, True), (50.0, False)])
def test_a_duty_to_charge_binds_who_would_arrive(x: float, *, is_bound: bool) -> None:
    duty = "- {effect: duty, acts: [charge], of: {the: user}}"
    places = {YURI: (20.0, 20.0), VLADD: (5.0, 50.0), ELENIA: (x, 20.0), YLISS: (55.0, 55.0)}

    question = Played(standing(duty, places=places), [ACTIVATE]).referee.question

    assert isinstance(question, ActQuestion)
    assert (question.must is not None, question.optional) == (is_bound, not is_bound)


def test_an_act_at_a_price_below_nothing_costs_nothing_and_gives_nothing() -> None:
    does = "{op: act, who: {the: leader}, acts: [melee], price: {sp: own, times: -1}}"
    played = play(does, STRIKE, PASSIVE, dice="1111", places=BESIDE)

    assert played.events(ApSpent) == []
    assert played.match.state_of(YURI).ap == 3


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


# ── at their bounds ──────────────────────────────────────────────────────────────────────────────────────


def test_a_throw_of_cards_says_whose_it_is_and_what_is_needed() -> None:
    does = "{op: die, dice: 3, at-least: {count: {}}, do: [{op: give-vp}]}"
    ruse = tactic(f"- {{effect: now, do: [{does}]}}")
    match = begun(tactics={BLUE: [ruse]}, step="tactical-phase")
    match.state.first_player = BLUE
    played = Played(match, [PLAY], "343")

    (question,) = (one for one in played.asked if isinstance(one, CardRoll))
    said = question.asked, question.by, question.card, question.dice, question.needed
    assert said == (BLUE, None, "Ruse", 3, 4)
    (thrown,) = played.events(DiceThrown)
    assert (thrown.card, thrown.side, thrown.needed, thrown.successes) == ("Ruse", BLUE, 4, 1)


def test_as_many_dice_as_the_budget_has_are_thrown() -> None:
    played = play("{op: die, dice: 99, do: [{op: give-vp, n: {event: die, per: 99}}]}", dice="2" * 99)

    assert played.match.state.sides[RED].vp == 2


def test_a_sum_of_dice_counts_each_of_them_and_has_no_successes() -> None:
    played = play("{op: die, dice: 2, do: [{op: give-vp, n: {event: die}}]}", dice="5 6")

    assert played.match.state.sides[RED].vp == 11
    assert [one.successes for one in played.events(DiceThrown)] == [None]


NOBODY, SCORES = "last-attacker", "{op: give-vp}"


@pytest.mark.parametrize(
    "does",
    [
        f"{{op: roll, who: {{the: user}}, stat: psi, difficulty: 4, against: {NOBODY}, failed: [{SCORES}]}}",
        f"{{op: oppose, who: {{the: user}}, stat: psi, against: {NOBODY}, lost: [{SCORES}]}}",
        "{op: oppose, who: {the: user}, stat: psi, against: user, won: [{op: give-vp}]}",
        f"{{op: explode, at: {NOBODY}, strength: 6}}",
        f"{{op: explode, at: user, of: {NOBODY}, strength: 6}}",
        "{op: explode, near: Keg, strength: 6}",
    ],
)
def test_without_an_opponent_nothing_is_thrown(does: str) -> None:
    trick = ability(f"- {{effect: now, do: [{does}]}}", kind="action")
    match = begun({YURI: [trick]})

    played = Played(match, [ACTIVATE, ("action.cost", UseAbility(fighter=YURI, ability=trick))])

    assert not [one for one in played.asked if isinstance(one, Roll)]
    assert isinstance(played.referee.question, ActQuestion)
    assert match.state.sides[RED].vp == 0


@pytest.mark.parametrize(("dice", "markers"), [("61", {FEAR: 1}), ("16", {})])
def test_of_two_who_are_measured_the_fighter_that_the_card_names_wins_or_loses(
    dice: str, markers: dict[Any, int]
) -> None:
    """Each of `who` is the target of what follows."""
    won = "won: [{op: give-markers, marker: fear}], lost: [{op: give-vp}]"
    played = play(f"{{op: oppose, who: {{the: enemy-leader}}, stat: psi, against: leader, {won}}}", dice=dice)

    assert [event.winner for event in played.events(Opposed)] == [ELENIA if markers else YURI]
    assert played.match.state_of(ELENIA).markers == markers
    assert played.match.state.sides[RED].vp == (not markers)


def test_who_is_measured_against_the_target_leaves_it_the_target() -> None:
    stare = """
    - effect: when
      event: activated
      doer: {the: user}
      choose: {who: {side: enemies, touching: user}}
      do:
      - {op: oppose, who: {the: user}, stat: psi, against: target, won: [{op: give-markers, marker: fear}]}
    """
    played = Played(standing(stare, places=BESIDE), [ACTIVATE], "61")

    assert played.match.state_of(ELENIA).markers == {FEAR: 1}
    assert played.match.state_of(YURI).markers == {}


# ── explosions ───────────────────────────────────────────────────────────────────────────────────────────

BLOWN = {YURI: (20.0, 20.0), VLADD: (40.0, 46.4), ELENIA: (40.0, 40.0), YLISS: (46.6, 40.0)}
"""Vlädd is under a template of 5 cm about Elenia, and Yliss is not."""
ORDER = ("simultaneous", 0)


def exploding(said: str, *answers: tuple[str, Any], dice: str = "", **more: Any) -> Played:
    """A match in which red's card makes something explode, of the strength 4, as the doing of Yuri."""
    tokens = more.pop("tokens", ())
    ruse = tactic(f"- {{effect: now, do: [{{op: explode, strength: 4, of: leader, {said}}}]}}")
    match = begun(tactics={RED: [ruse]}, step="tactical-phase", **{"places": BLOWN, **more})
    match.state.tokens = tokens
    return Played(match, [PLAY, *answers], dice)


def blown_at(played: Played) -> list[Piece]:
    return [one.victim for one in played.asked if isinstance(one, Roll) and one.victim is not None]


def keg(x: float, y: float) -> Token:
    return Token("Keg", (cm(x), cm(y)), cm(1))


@pytest.mark.parametrize(
    ("said", "tokens", "victims"),
    [
        ("at: enemy-leader", (), [VLADD, ELENIA]),
        ("at: leader", (), [YURI]),
        ("near: keg", (keg(40, 46),), [VLADD, ELENIA]),
        ("near: keg", (keg(20, 26.4), keg(46.6, 46.4)), [YURI, YLISS]),
        ("near: keg", (keg(20, 26.6),), []),
        ("near: keg", (Token("Keg", None, cm(1), bearer=YLISS),), []),
        ("at: leader, near: keg", (keg(40, 33.6),), [ELENIA]),
    ],
)
def test_an_explosion_covers_who_stands_under_its_template_friend_or_enemy(
    said: str, tokens: tuple[Token, ...], victims: list[Piece]
) -> None:
    orders = [ORDER] if victims == [VLADD, ELENIA] else []

    played = exploding(said, *orders, dice="1111" * len(victims), tokens=tokens)

    assert sorted(blown_at(played)) == sorted(victims)


@pytest.mark.parametrize(("dice", "lost"), [("1111", {}), ("1114", dict.fromkeys(LimbName, 1))])
def test_an_explosion_is_a_roll_of_its_strength_and_the_doing_of_its_fighter(
    dice: str, lost: dict[LimbName, int]
) -> None:
    played = exploding("at: enemy-leader", dice=dice, places=BLOWN | {VLADD: (5.0, 50.0)})

    (rolled,) = played.events(Rolled)
    assert (rolled.by, rolled.victim, rolled.step) == (YURI, ELENIA, "gear.explosive")
    assert rolled.pool == (Part("card-over-rule", 4, "Ruse"),)
    assert played.match.state_of(ELENIA).lost == lost
    assert {(one.by, one.victim) for one in played.events(Wounded)} == ({(YURI, ELENIA)} if lost else set())


def test_an_explosion_is_where_a_fighter_fell() -> None:
    """Elenia has left, and Vlädd stands near to where she stood."""
    ruse = "{op: explode, strength: 4, of: leader, at: enemy-leader}"
    match = begun(
        tactics={RED: [tactic(f"- {{effect: now, do: [{ruse}]}}")]}, step="tactical-phase", places=BLOWN
    )
    match.state.remove_fighter(ELENIA, Gone.INCAPACITATED)

    played = Played(match, [PLAY], "1111")

    assert blown_at(played) == [VLADD]


@pytest.mark.parametrize(("is_there", "victims"), [(True, [ELENIA]), (False, [])])
def test_on_a_bare_table_an_explosion_is_at_its_fighter_alone(
    *, is_there: bool, victims: list[Piece]
) -> None:
    ruse = "{op: explode, strength: 4, of: leader, at: enemy-leader}"
    match = begun(
        tactics={RED: [tactic(f"- {{effect: now, do: [{ruse}]}}")]}, step="tactical-phase", places={}
    )
    for fighter_state in match.state.fighters.values():
        fighter_state.put_on_field(None)
    match.state.field = BareField()
    if not is_there:
        match.state.remove_fighter(ELENIA, Gone.REMOVED)

    played = Played(match, [PLAY], "1111" * len(victims))

    assert blown_at(played) == victims


@pytest.mark.parametrize(
    ("said", "markers", "victims"),
    [("at: enemy-leader", 0, [ELENIA, YLISS]), ("near: Keg", 2, [YLISS]), ("near: Keg", 0, [])],
)
def test_on_an_unmeasured_field_players_say_once_which_fighters_an_explosion_covers(
    said: str, markers: int, victims: list[Piece]
) -> None:
    """The fighter at which it is aimed is covered."""
    ruse = tactic(f"- {{effect: now, do: [{{op: explode, strength: 4, of: leader, {said}}}]}}")
    match = begun(tactics={RED: [ruse]}, step="tactical-phase", places={})
    for fighter_state in match.state.fighters.values():
        fighter_state.put_on_field(None)
    match.state.field = ToldField()
    match.state.tokens = (Token("Keg", None, cm(1)),) * markers
    match.infer_facts(
        {Covered(by=YURI, template="Ruse", victim=one): one == YLISS for one in match.state.fighters}
    )

    played = Played(match, [PLAY, *[ORDER] * (len(victims) == 2)], "1111" * len(victims))

    assert blown_at(played) == victims


# ── what dice become ─────────────────────────────────────────────────────────────────────────────────────

CHANGED = "- {{effect: instead, event: rolled, doer: {{side: own}}, change: {{change: {change}}}}}"


def struck(
    change: str, *answers: tuple[str, Any], dice: str, at: tuple[Piece, Piece] = (YURI, ELENIA)
) -> Played:
    """A match in which Yuri strikes at Elenia, and a card of red changes the dice."""
    match = standing(CHANGED.format(change=change), places=BESIDE)
    return Played(
        match, [ACTIVATE, ("action.cost", Melee(fighter=at[0], target=at[1])), PASSIVE, *answers], dice
    )


@pytest.mark.parametrize(
    ("change", "answers", "dice", "shows"),
    [
        ("reroll", [], "4131 652", (4, 6, 5, 2)),
        ("reroll, most: 1", [], "4131 6", (4, 6, 3, 1)),
        ("reroll, faces: [4, 3]", [], "4131 65", (6, 1, 5, 1)),
        ("reroll, faces: [6]", [], "4131", (4, 1, 3, 1)),
        ("set-die, to: 6", [(RULE, 1)], "4131", (4, 1, 6, 1)),
        ("set-die, to: 6, most: 2", [(RULE, 0), (RULE, 2)], "4131", (6, 6, 3, 1)),
        ("set-die, to: 1, most: 4", [(RULE, 0)], "4131", (1, 1, 1, 1)),
        ("set-die, to: 1", [], "1111", (1, 1, 1, 1)),
        ("add-to-dice, by: 1", [], "4161", (5, 2, 6, 2)),
        ("add-to-dice, by: -1", [], "4161", (3, 1, 5, 1)),
        ("add-dice, by: 2", [], "4131 15", (4, 1, 3, 1, 1, 5)),
        ("add-dice, by: {markers: fear, of: user}", [], "4131", (4, 1, 3, 1)),
        ("add-dice, by: {sp: own, times: -1}", [], "4131", (4, 1, 3, 1)),
    ],
)
def test_dice_that_lie_there_become_what_the_card_says(
    change: str, answers: list[tuple[str, Any]], dice: str, shows: tuple[int, ...]
) -> None:
    played = struck(change, *answers, dice=dice)

    (rolled,) = (one for one in played.events(Rolled) if one.step == "melee.passive")
    assert rolled.dice == shows
    assert rolled.successes == sum(face >= rolled.needed for face in shows)
    assert all(one.dice for one in played.asked if isinstance(one, Roll))


@pytest.mark.parametrize(
    ("change", "dice"), [("reroll", "4656"), ("reroll, faces: [1]", "4656"), ("set-die, to: 4", "4444")]
)
def test_a_card_that_finds_no_die_to_change_is_not_told(change: str, dice: str) -> None:
    assert struck(change, dice=dice).worked == []


def test_who_sets_a_die_is_asked_for_one_of_the_faces_that_lie_there() -> None:
    played = struck("set-die, to: 4", dice="4331")

    question = played.referee.question
    assert isinstance(question, PickChoice)
    assert (question.asked, question.card, question.fighter) == (RED, "Trick", YURI)
    assert (question.names, tuple(question.options)) == (("1", "3"), (0, 1))


@pytest.mark.parametrize(("change", "dice"), [("reroll, most: 2", "4131 65"), ("add-dice, by: 2", "4131 65")])
def test_dice_that_are_thrown_again_belong_to_the_roll_and_its_player(change: str, dice: str) -> None:
    roll, more = (one for one in struck(change, dice=dice).asked if isinstance(one, CharacteristicRoll))

    assert more == roll.with_changes(dice=2)
    assert (roll.dice, roll.asked, roll.by) == (4, RED, YURI)


def test_who_has_no_die_left_throws_those_that_a_card_adds() -> None:
    hard = "{op: roll, who: {the: enemy-leader}, stat: psi, difficulty: 12, passed: [{op: give-vp}]}"
    more = ability("- {effect: instead, event: rolled, change: {change: add-dice, by: 2}}", name="More")

    played = play(hard, dice="16", abilities={VLADD: [more]})

    (roll,) = (one for one in played.asked if isinstance(one, Roll) and one.dice)
    assert isinstance(roll, CharacteristicRoll)
    assert (roll.by, roll.dice) == (ELENIA, 2)
    assert played.match.state.sides[RED].vp == 1


@pytest.mark.parametrize("side", [RED, BLUE])
def test_the_dice_of_a_fire_that_a_card_adds_are_thrown_by_its_player(side: Any) -> None:
    fanned = "- {effect: instead, event: rolled, step: intendancy.3, change: {change: add-dice, by: 2}}"
    match = begun({YURI if side is RED else ELENIA: [ability(fanned)]}, step="intendancy.3")
    match.state_of(YLISS).markers = {BURN: 1}

    played = Played(match, [], "111 11")

    thrown, added = (one for one in played.asked if isinstance(one, BurnRoll))
    assert (thrown.asked, added.asked, added.dice, added.victim) == (RED, side, 2, YLISS)
    (rolled,) = played.events(Rolled)
    assert rolled.dice == (1, 1, 1, 1, 1)


def test_of_a_roll_and_of_what_adds_too_many_dice_to_it_the_latter_is_told() -> None:
    more = ability("- {effect: instead, event: rolled, change: {change: add-dice, by: 96}}", name="More")
    with pytest.raises(ProcedureFailed) as failed:
        play(
            "{op: roll, who: {the: leader}, stat: psi, difficulty: 4}", dice="1111", abilities={VLADD: [more]}
        )

    cause = failed.value.__cause__
    assert isinstance(cause, OverBudgetError)
    assert (cause.bound, cause.cards) == ("dice", ("More",))


def test_more_dice_than_the_budget_are_not_added() -> None:
    for by, fits in ((95, True), (96, False)):
        dice = "4131" + "1" * by
        if fits:
            played = struck(f"add-dice, by: {by}", dice=dice)
            assert len(played.events(Rolled)[0].dice) == 99
        else:
            with pytest.raises(ProcedureFailed):
                struck(f"add-dice, by: {by}", dice=dice)


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
