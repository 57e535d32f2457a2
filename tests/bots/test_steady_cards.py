"""The practice opponent's cards, abilities and missions: each card is written here, and he knows none."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from duels import ARMS, BLUE, ELENIA, HEAD, LEGS, RED, TORSO, VLADD, YLISS, YURI
from effects.carded import PLACES, ability, begun, mission, tactic

from edencli.bots.appraisal import ReasonedAnswer, points_at_stake, victory_point_value
from edencli.bots.lookahead import even_throw, match_with_fighter_at, point_lead
from edencli.bots.steady import choose_answer
from edencli.field.distance import gap
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Question, Roll
from edencli.model.game import Mission, Tactic
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.referee.view import match_seen_by
from edencli.rules.acts import Melee, Move, UseAbility
from edencli.rules.ground import base
from edencli.rules.questions import HandChoice, MissionChoice, PickChoice, TargetChoice, UseChoice
from edencli.rules.wounds import heal, wound

FAR = {YURI: (10, 10), VLADD: (14, 10), ELENIA: (50, 50), YLISS: (46, 50)}
"""Nobody can reach anybody."""


def first_thought(match: Match, side: Side = RED, *kinds: type[Question[Any]]) -> ReasonedAnswer:
    """What he thinks at the first question of a side, or at its first of these kinds."""
    referee, dice = Referee(match), SeededDice(1)
    while (question := referee.question) is not None:
        if isinstance(question, Roll):
            referee.answer(dice.throw(question))
            continue
        assert question.asked is not None
        thought = choose_answer(match_seen_by(match, question.asked), question)
        if question.asked is side and (not kinds or isinstance(question, kinds)):
            return thought
        referee.answer(thought.answer)
    raise AssertionError("nothing of the kind was asked")


def acts_of(match: Match, piece: Piece) -> Iterator[Any]:
    """What he has a fighter do in his next activation."""
    referee, dice = Referee(match), SeededDice(1)
    while (question := referee.question) is not None:
        if isinstance(question, Roll):
            referee.answer(dice.throw(question))
            continue
        assert question.asked is not None
        answer = choose_answer(match_seen_by(match, question.asked), question).answer
        if question.kind == "deed" and question.fighter == piece:
            yield answer
            if answer is None:
                return
        referee.answer(answer)


# ── action abilities ─────────────────────────────────────────────────────────────────────────────────────

ONCE = "cost: {ap: 1}\nlimit: {round: 1}"
MEND = "- {effect: now, choose: {who: {side: allies, touching: user}}, do: [{op: heal}]}"
HEX = "- {effect: now, choose: {who: {side: enemies}}, do: [{op: lose-cp, limb: head}]}"


def lasting(cbt: int, of: str = "{the: user}") -> str:
    """An effect that changes CBT till the end of the round."""
    effect = f"{{effect: adds, to: cbt, by: {cbt}, of: {of}}}"
    return f"- {{effect: now, do: [{{op: lasting, until: round, effects: [{effect}]}}]}}"


@pytest.mark.parametrize(("lost", "uses"), [(2, True), (0, False)])
def test_he_heals_who_is_hurt(lost: int, *, uses: bool) -> None:
    match = begun({YURI: [ability(MEND, kind="action", more=ONCE)]}, places={**FAR, VLADD: (13, 10)})
    match.state_of(VLADD).lost = {HEAD: lost} if lost else {}

    first = next(acts_of(match, YURI))

    assert isinstance(first, UseAbility) is uses


def test_a_choice_of_limb_to_heal_may_be_declined() -> None:
    """To heal none is weighed like the other answers."""
    heal_one = "- {effect: now, choose: {who: {side: own}}, do: [{op: heal, n: 2, may: true}]}"
    match = begun({YURI: [ability(heal_one, kind="action", more=ONCE)]}, places={**FAR, VLADD: (13, 10)})
    match.state_of(VLADD).lost = {HEAD: 2, ARMS: 1}

    assert isinstance(next(acts_of(match, YURI)), UseAbility)


def test_he_harms_whom_it_puts_out() -> None:
    """Elenia leads and counts more than Yliss, but Yliss has one CP left in her head."""
    match = begun({YURI: [ability(HEX, kind="action", more=ONCE)]}, places=FAR)
    match.state_of(YLISS).lost = {HEAD: 5}

    assert first_thought(match, RED, TargetChoice).answer == YLISS


@pytest.mark.parametrize(("cbt", "first"), [(3, UseAbility), (-3, Melee), (0, Melee)])
def test_he_strengthens_himself_before_he_strikes(cbt: int, first: type[Any]) -> None:
    match = begun({YURI: [ability(lasting(cbt), kind="action", more=ONCE)]})

    assert isinstance(next(acts_of(match, YURI)), first)


def test_he_does_not_strengthen_himself_where_nobody_is_near() -> None:
    match = begun({YURI: [ability(lasting(3), kind="action", more=ONCE)]}, places=FAR)

    assert not any(isinstance(act, UseAbility) for act in acts_of(match, YURI))


def test_of_several_things_he_picks_the_one_that_helps() -> None:
    ours, theirs = (
        f"{{name: {side}, do: [{{op: lose-cp, who: {{side: {side}}}}}]}}" for side in ("own", "enemies")
    )
    card = tactic(f"- {{effect: now, do: [{{op: pick-one, options: [{ours}, {theirs}]}}]}}")
    match = begun(tactics={RED: [card]}, step="tactical-phase", places=FAR)

    assert first_thought(match, RED, PickChoice).answer == 1


# ── what works by itself, at a price ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("wounds", "absorbed", "ap", "pays"),
    [(6, 0, 2, True), (3, 0, 2, True), (1, 0, 2, False), (3, 2, 2, False)],
)
def test_he_pays_for_what_is_worth_its_price(wounds: int, absorbed: int, ap: int, *, pays: bool) -> None:
    """An AP counts as a CP before his activation; what his protection takes costs him nothing."""
    skin = "- {effect: instead, event: wounded, sufferer: {the: user}, change: {change: prevent}}"
    mail = f"- {{effect: grants, equipment: [{{name: Mail, pr: {{complete: {absorbed}}}}}]}}"
    own = [ability(skin, more=f"cost: {{ap: {ap}}}"), *([ability(mail, name="Mail")] if absorbed else [])]
    match = begun({ELENIA: own})

    question = next(wound(match, ELENIA, {HEAD: wounds}, None, step="melee.success"))

    assert isinstance(question, UseChoice)
    assert choose_answer(match_seen_by(match, BLUE), question).answer == (pays or None)


@pytest.mark.parametrize(("by", "pays"), [(1, False), (4, True)])
def test_he_weighs_what_is_left_of_a_change(by: int, *, pays: bool) -> None:
    skin = (
        f"- {{effect: instead, event: wounded, sufferer: {{the: user}}, change: {{change: less, by: {by}}}}}"
    )
    match = begun({ELENIA: [ability(skin, more="cost: {ap: 2}")]})

    question = next(wound(match, ELENIA, {HEAD: 5}, None, step="melee.success"))

    assert choose_answer(match_seen_by(match, BLUE), question).answer == (pays or None)


@pytest.mark.parametrize(("lost", "pays"), [(1, False), (3, True)])
def test_he_weighs_what_a_change_does_that_is_no_wound(lost: int, *, pays: bool) -> None:
    spite = "- {effect: instead, event: healed, sufferer: {side: enemies}, change: {change: prevent}}"
    match = begun({ELENIA: [ability(spite, more="cost: {ap: 2}")]})
    match.state_of(VLADD).lost = {HEAD: lost}

    question = next(heal(match, VLADD, HEAD, lost))

    assert isinstance(question, UseChoice)
    assert choose_answer(match_seen_by(match, BLUE), question).answer == (pays or None)


@pytest.mark.parametrize(("lost", "pays"), [(1, False), (3, True)])
def test_he_weighs_what_an_event_sets_off_against_its_price(lost: int, *, pays: bool) -> None:
    salve = """
    - effect: when
      event: activated
      doer: {the: user}
      do: [{op: heal, who: {side: own, wounded: true}, limb: head, n: 3}]
    """
    match = begun({YURI: [ability(salve, more="cost: {ap: 2}")]}, places=FAR)
    match.state_of(VLADD).lost = {HEAD: lost}

    assert first_thought(match, RED, UseChoice).answer == (pays or None)


# ── tactical cards ───────────────────────────────────────────────────────────────────────────────────────

HARM = tactic(
    "- {effect: now, choose: {who: {side: enemies}}, do: [{op: lose-cp, limb: head, n: 3}]}", name="Harm"
)
FOLLY = tactic(
    "- {effect: now, choose: {who: {side: own}}, do: [{op: lose-cp, limb: head, n: 3}]}", name="Folly"
)
FURY = tactic(lasting(2, "{side: own}"), name="Fury")
BY_AGREEMENT = HARM.with_changes(name="By agreement", effects=())


@pytest.mark.parametrize(
    ("hand", "near", "played"),
    [
        ([FOLLY, HARM], False, "Harm"),
        ([FOLLY], False, None),
        ([FURY], True, "Fury"),
        ([FURY], False, None),
        ([BY_AGREEMENT], True, None),
        ([BY_AGREEMENT, FOLLY, FURY, HARM], False, "Harm"),
    ],
)
def test_he_plays_the_card_that_helps_most(hand: list[Tactic], played: str | None, *, near: bool) -> None:
    match = begun(tactics={RED: hand}, step="tactical-phase", places=PLACES if near else FAR)

    assert first_thought(match).answer == played


@pytest.mark.parametrize(("round_", "played"), [(1, None), (5, "Balm")])
def test_what_a_card_costs_weighs_less_from_round_to_round(round_: int, played: str | None) -> None:
    """It brings a CP, and costs 2 SP."""
    balm = tactic("- {effect: now, choose: {who: {side: own, wounded: true}}, do: [{op: heal}]}", name="Balm")
    match = begun(tactics={RED: [balm]}, step="tactical-phase", places=FAR)
    match.state.round = round_
    match.state_of(VLADD).lost = {HEAD: 5}

    assert first_thought(match).answer == played


def test_putting_somebody_out_counts_more_than_the_cp_that_he_had_left() -> None:
    match = begun(tactics={RED: [HARM]}, step="tactical-phase", places=FAR)
    match.state_of(YLISS).lost, match.state_of(YLISS).ap = dict.fromkeys((HEAD, ARMS, TORSO, LEGS), 5), 0

    assert first_thought(match, RED, TargetChoice).answer == YLISS


def test_he_takes_the_cards_into_his_hand_that_help() -> None:
    match = begun(tactics={RED: [FOLLY, BY_AGREEMENT, HARM]}, places=FAR)
    deck = tuple(card.name for card in (FOLLY, BY_AGREEMENT, HARM))

    thought = choose_answer(match_seen_by(match, RED), HandChoice(asked=RED, deck=deck, n=2))

    assert thought.answer == ("Harm", "By agreement")


# ── missions ─────────────────────────────────────────────────────────────────────────────────────────────


def counting(vp: int, who: str, *, counted: str = "round") -> Mission:
    return mission(f"objectives:\n- {{text: ..., vp: {vp}, counted: {counted}, each: {{count: {who}}}}}")


NEAR_HER = counting(2, "{side: own, within: 10, of: enemy-leader}")
TOGETHER = mission(
    """
    objectives:
    - text: ...
      vp: 3
      only-if: [{test: there-are, who: {side: own, within: 12, of: enemy-leader}, least: 2}]
    """
)
BESIDE_THE_LEADER = counting(1, "{side: own, within: 8, of: leader}")
ALIVE = counting(2, "{side: own}", counted="match")
CROWN = counting(4, "{the: enemy-leader, out: true}", counted="match")


@pytest.mark.parametrize("own", [NEAR_HER, TOGETHER])
def test_he_goes_where_points_are(own: Mission) -> None:
    """Alone or only together with others; without the mission nobody has anything to seek there."""
    places = {**FAR, VLADD: (25, 12)}
    target = base(begun(places=places), ELENIA)

    went = next(acts_of(begun(missions={RED: own}, places=places), VLADD))

    assert isinstance(went, Move)
    assert gap(target, target.moved_to(went.path[-1])) < gap(target, target.moved_to(went.path[0]))
    assert next(acts_of(begun(places=places), VLADD)) is None


def test_he_comes_back_for_points_and_stays() -> None:
    match = begun(missions={RED: BESIDE_THE_LEADER}, places={**FAR, VLADD: (25, 12)})

    came, stayed = tuple(acts_of(match, VLADD))

    assert isinstance(came, Move)
    assert point_lead(match, RED) == 1 + Fraction(4, 2), "a point now, and half of one for each round to come"
    assert stayed is None


def test_he_denies_the_other_side_the_points_of_an_open_mission() -> None:
    """Blue counts Vlädd where he stands."""
    open_one = {BLUE: counting(3, "{side: enemies, within: 8, of: enemy-leader}")}
    match = begun(missions=open_one, places=FAR)

    went = next(acts_of(begun(missions=open_one, places=FAR), VLADD))

    assert isinstance(went, Move)
    assert point_lead(match_with_fighter_at(match, VLADD, went.path[-1]), RED) > point_lead(match, RED)


def test_whoever_counts_for_a_mission_counts_more() -> None:
    plain, crowned, alive = (begun(missions={RED: own} if own else {}) for own in (None, CROWN, ALIVE))

    assert (
        points_at_stake(plain, ELENIA)
        == points_at_stake(crowned, YLISS)
        == points_at_stake(alive, ELENIA)
        == 0
    )
    assert points_at_stake(crowned, ELENIA) == 2 * victory_point_value(crowned), (
        "half of four points that are far off"
    )
    assert points_at_stake(alive, VLADD) == victory_point_value(alive)


def test_a_mission_that_wants_her_out_has_her_struck_first() -> None:
    """Yliss is easier to put out than the leader, and better struck, but for the mission."""
    places = {**PLACES, YLISS: (20, 17), VLADD: (50, 50)}
    struck = []
    for own in ({}, {RED: counting(6, "{the: enemy-leader, out: true}")}):
        match = begun(missions=own, places=places)
        match.state_of(YLISS).lost, match.state_of(ELENIA).lost = {HEAD: 5, ARMS: 5, TORSO: 5}, {HEAD: 5}
        struck.append(next(acts_of(match, YURI)).target)

    assert struck == [YLISS, ELENIA]


def test_he_chooses_the_mission_that_brings_most_when_the_others_are_beaten() -> None:
    deck = [
        one.with_changes(name=name) for one, name in ((NEAR_HER, "Near"), (CROWN, "Crown"), (ALIVE, "Alive"))
    ]
    match = begun()
    band = match.setup.bands[RED].with_changes(missions=tuple(deck))
    match.setup = match.setup._replace(bands={**match.setup.bands, RED: band})
    choice = MissionChoice(asked=RED, options=("Near", "Crown", "Alive"))

    assert choose_answer(match_seen_by(match, RED), choice).answer == "Crown", (
        "4 points, and 2 for each of two"
    )


# ── what is foreseen ─────────────────────────────────────────────────────────────────────────────────────


def test_dice_fall_evenly_in_what_he_foresees() -> None:
    assert [even_throw(n) for n in (1, 2, 3, 6)] == [(3,), (2, 5), (1, 3, 5), (1, 2, 3, 4, 5, 6)]


def test_what_he_tries_leaves_the_match_as_it_is() -> None:
    match = begun(
        {YURI: [ability(HEX, kind="action", more=ONCE)]}, tactics={RED: [HARM]}, step="tactical-phase"
    )
    before, events = match.state.copy(), len(match.log)
    question = Referee(match).question
    assert question is not None

    choose_answer(match_seen_by(match, RED), question)

    assert match.state == before
    assert len(match.log) == events
