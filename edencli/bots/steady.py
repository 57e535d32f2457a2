"""The practice opponent: answers for one side, to win by the exact odds, and gives a reason.

Every answer depends only on the question, on what its side may see, and on a seed that matters only where an
answer is left to chance: an equal view brings an equal answer, so that a match can be resumed, taken back
and replayed. An answer that the rules refuse is replaced by a random legal one.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import product
from math import trunc
from typing import Any

from edencli.bots.appraisal import (
    SHIFT_POLICY,
    WORTHLESS,
    ReasonedAnswer,
    Threats,
    ap_value,
    chance_put_out,
    outcome_of,
    outcome_value,
    value_per_cp,
    weigh_reactions,
)
from edencli.bots.evaluations import EvaluationsSpent, bounded_evaluations, within_evaluations
from edencli.bots.manners import STEADY, PlayManner
from edencli.bots.random_player import RandomPlayer
from edencli.bots.steady_acts import ActIdeas, best_act, best_way
from edencli.bots.steady_cards import (
    answer_card,
    leave_to_agreement,
    pick_discard,
    pick_hand,
    pick_mission,
    pick_tactic,
)
from edencli.field.distance import point_distance
from edencli.field.shapes import Point
from edencli.field.units import FULL_TURN, PER_CM, unit_vector
from edencli.match.events import AttackBegun
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side, are_enemies
from edencli.match.questions import Bid, Choice, OrderChoice, PlacementQuestion, Question
from edencli.model.terms import Category, Characteristic
from edencli.named_tuple import NamedTuple
from edencli.notation.writer import write_answer
from edencli.odds.attack import free_blow_odds
from edencli.referee.answers import IllegalAnswer, check_answer
from edencli.referee.duelist import shift_by_policy
from edencli.referee.view import match_seen_by
from edencli.rules.activation import PASS
from edencli.rules.acts import Melee, Shot
from edencli.rules.ground import base, distance_between, enemies_on_field, fighters_on_field
from edencli.rules.melee import Reaction
from edencli.rules.movement import walk_allowance
from edencli.rules.npfs import Prowl, ProwlQuestion
from edencli.rules.placing import FighterPlacement, NoRoom
from edencli.rules.questions import (
    Activation,
    ActQuestion,
    CancelChoice,
    CardOffer,
    ChargeTarget,
    DiscardChoice,
    FighterDeployment,
    FirstPlayerAfterLoss,
    HalfChoice,
    HandChoice,
    Interruption,
    LeaderChoice,
    LeaverStrike,
    MissionChoice,
    NpfAttackTarget,
    NpfChargeTarget,
    ReactionChoice,
    RoundBid,
    RoundFirstPlayer,
    SetupBid,
    SetupFirstPlayer,
    ShiftChoice,
    StrayTarget,
    StrikeBack,
    TacticPlay,
    WayQuestion,
)
from edencli.rules.ranged import LOCATION_STEP

DEPLOYMENT_SPACING = 2 * PER_CM
"""The distance between places at which a deployment is tried."""
FRIEND_DISTANCE = 7 * PER_CM
"""The distance from each other at which friends like to stand."""
LEADER_DISTANCE = 10 * PER_CM
"""How much farther from the enemy a leader stands."""
PROWL_DIRECTIONS = 8
"""The number of directions in which a prowl is considered."""


def can_anybody_strike(view: Match) -> bool:
    """Tell whether any fighter can reach an enemy this round, which makes being first worth a bid."""
    threats = Threats(view)
    on_field = [piece for piece in fighters_on_field(view.state) if piece.side is not None]
    return any(
        are_enemies(one, other) and threats.threat(one, other, distance_between(view, one, other)) > 0
        for one, other in product(on_field, on_field)
    )


def pick_bid(view: Match, question: Bid) -> ReasonedAnswer:
    """Bid nothing while no fighter can strike; otherwise more than an equal share per remaining round."""
    if isinstance(question, SetupBid | SetupFirstPlayer) or not can_anybody_strike(view):
        return ReasonedAnswer(0, "bid-nothing")
    rounds = view.book.match.rounds + view.state.rounds_more - view.state.round + 1
    share = -(-2 * question.most // (max(rounds, 1) + 1))
    return ReasonedAnswer(min(share, question.most), "bid-share", {"n": min(share, question.most)})


def pick_first(view: Match, question: Choice[Side]) -> ReasonedAnswer:
    """Be first if fighters can strike; otherwise let the other side commit itself first."""
    assert question.asked is not None  # noqa: S101  # a side won the bid
    if isinstance(question, SetupBid | SetupFirstPlayer) or not can_anybody_strike(view):
        return ReasonedAnswer(question.asked.other, "let-him-come")
    return ReasonedAnswer(question.asked, "be-first")


def pick_leader(view: Match, question: Choice[Piece]) -> ReasonedAnswer:
    """Name the fighter that is hardest to put out: most CP in its weakest limb, then the best VIG."""

    def toughness(piece: Piece) -> tuple[int, int]:
        card = view.state_of(piece).card
        return min(limb.cp for limb in card.limbs.values()), card.printed_value(Characteristic.VIG)

    chosen = max(question.allowed_options(), key=toughness)
    return ReasonedAnswer(chosen, "toughest", {"fighter": chosen})


def pick_half(view: Match, question: Choice[str]) -> ReasonedAnswer:
    """Take the half in which most scenery lies: it is cover."""

    def cover(half: str) -> int:
        width, height = view.setup.width / 2, view.setup.height / 2
        places = [lying.place for lying in view.state.scenery.values() if lying.place is not None]
        inside = {
            "south": [y < height for _, y in places],
            "north": [y > height for _, y in places],
            "west": [x < width for x, _ in places],
            "east": [x > width for x, _ in places],
        }
        return sum(inside[half])

    return ReasonedAnswer(max(question.allowed_options(), key=cover), "cover")


def pick_deployment(view: Match, question: PlacementQuestion[FighterPlacement | NoRoom]) -> ReasonedAnswer:
    """Place the next fighter as near to the enemy as possible, beside friends; the leader behind them."""
    side = question.asked
    assert side is not None  # noqa: S101  # a side deploys
    piece = min(question.left, key=lambda one: one == view.state.sides[side].leader)
    is_leader = piece == view.state.sides[side].leader
    xs, ys = (
        range(DEPLOYMENT_SPACING, view.setup.width, DEPLOYMENT_SPACING),
        range(DEPLOYMENT_SPACING, view.setup.height, DEPLOYMENT_SPACING),
    )
    penalty = _place_penalties(view, side, is_leader=is_leader)
    for place in sorted(product(xs, ys), key=penalty):
        deploying = FighterPlacement(piece, place)
        if question.refusal(deploying) is None:
            return ReasonedAnswer(deploying, "behind" if is_leader else "front", {"fighter": piece})
    return ReasonedAnswer(None, "no-room")


def _place_penalties(
    view: Match, side: Side, *, is_leader: bool
) -> Callable[[tuple[int, int]], tuple[float, tuple[int, int]]]:
    """The penalty of a place: far from the enemy (or from the centre), and far from friends."""
    placed = {piece: view.state_of(piece).place for piece in fighters_on_field(view.state)}
    foes = [there for piece, there in placed.items() if there is not None and piece.side is not side]
    friends = [there for piece, there in placed.items() if there is not None and piece.side is side]
    towards = foes or [(view.setup.width // 2, view.setup.height // 2)]
    apart = min((point_distance(*a, *b) for a in friends for b in towards), default=0) if is_leader else 0

    def penalty(place: tuple[int, int]) -> tuple[float, tuple[int, int]]:
        to_foe = min([point_distance(*place, *there) for there in towards])
        to_friend = min([point_distance(*place, *there) for there in friends], default=float(FRIEND_DISTANCE))
        if is_leader:
            to_foe = abs(to_foe - apart - LEADER_DISTANCE)
        return to_foe + abs(to_friend - FRIEND_DISTANCE), place

    return penalty


class Hint(NamedTuple):
    """An answer in notation, and its reason: a message's id and its values."""

    line: str
    why: str
    about: Mapping[str, Any]


class SteadyPlayer:
    """Answers the questions of a match, each with what the asked side may see; it throws no dice.

    `thinking` is called with the question first, so that a waiting person can be shown a sign.
    """

    def __init__(
        self,
        match: Match,
        seed: int,
        manner: PlayManner = STEADY,
        *,
        thinking: Callable[[Question[Any]], None] = lambda _: None,
    ) -> None:
        self._match, self._seed, self._manner, self._thinking = match, seed, manner, thinking

    def __call__(self, question: Question[Any]) -> Any:
        """Give a legal answer; None declines an optional question."""
        self._thinking(question)
        side = question.asked or self._match.first_player
        view = match_seen_by(self._match, side)
        return choose_answer(view, question, self._seed, self._manner).answer


def give_hint(view: Match, question: Question[Any], seed: int = 0) -> Hint:
    """How the practice opponent would answer a question, seen from the side that is asked."""
    thought = choose_answer(view, question, seed)
    return Hint(write_answer(thought.answer, view, question), thought.why, thought.about)


def choose_answer(
    view: Match, question: Question[Any], seed: int = 0, manner: PlayManner = STEADY
) -> ReasonedAnswer:
    """Choose a legal answer and its reason."""
    choose = _chooser(question, manner)
    try:
        with bounded_evaluations():
            thought = choose(view, question)
    except EvaluationsSpent:
        thought = _decline_or_first(view, question)
    try:
        check_answer(question, thought.answer)
    except IllegalAnswer:
        chance = RandomPlayer(view, seed + len(view.log))
        return ReasonedAnswer(chance(question), "chance")
    return thought


def _chooser(question: Question[Any], manner: PlayManner) -> "Chooser":
    """The function that answers this kind of question in a manner."""
    if isinstance(question, Choice) and question.trial is not None:
        return answer_card
    choose = _CHOOSERS.get(type(question), _decline_or_first)
    return partial(choose, manner=manner) if type(question) in _BY_MANNER else choose


def _decline_or_first(_: Match, question: Question[Any]) -> ReasonedAnswer:
    """Decline an optional question; otherwise pick the first option."""
    answer = None if question.optional or not isinstance(question, Choice) else question.allowed_options()[0]
    return ReasonedAnswer(answer, "decline" if answer is None else "first")


def _designate(view: Match, question: Choice[Piece], manner: PlayManner) -> ReasonedAnswer:
    """Activate the fighter with most to gain; without gains, the fighter with the least value."""
    threats, able = Threats(view, manner), [piece for piece in question.allowed_options() if piece != PASS]
    weighed = ((piece, _activation_value(threats, piece)) for piece in able)
    prospects = dict(within_evaluations(weighed)) or {able[0]: WORTHLESS}
    chosen = max(prospects, key=lambda piece: (prospects[piece], -value_per_cp(view, piece)))
    why = "strikes-first" if prospects[chosen] > 0 else "least-to-lose"
    return ReasonedAnswer(chosen, why, {"fighter": chosen}, prospects[chosen])


def _activation_value(threats: Threats, piece: Piece) -> float:
    """What an activation may bring a fighter: a sure attack, or half of one after a Move."""
    sure = max((thought.worth for thought in ActIdeas(threats, piece).attacks()), default=WORTHLESS)
    near = (
        threats.threat(piece, foe, distance_between(threats.view, piece, foe))
        for foe in enemies_on_field(threats.view, piece)
    )
    return max(sure, max(near, default=WORTHLESS) / 2)


def _interrupt(view: Match, question: Choice[Piece], manner: PlayManner) -> ReasonedAnswer:
    """Interrupt with a fighter that can strike at once, before the enemy does."""
    threats = Threats(view, manner)
    weighed = (
        (max((thought.worth for thought in ActIdeas(threats, piece).attacks()), default=WORTHLESS), piece)
        for piece in question.allowed_options()
    )
    found = within_evaluations(weighed)
    worth, chosen = max(found, key=lambda one: one[0], default=(WORTHLESS, None))
    if worth <= 0:
        return ReasonedAnswer(None, "nobody-to-strike")
    return ReasonedAnswer(chosen, "strikes-first", {"fighter": chosen}, worth)


def _react(view: Match, question: ReactionChoice[Reaction]) -> ReasonedAnswer:
    """Choose the reaction with the best value by the exact odds, its price counted."""
    attack = Melee(fighter=question.attacker, target=question.fighter)
    best = weigh_reactions(view, attack)[0]
    about = {"fighter": question.fighter, "chance": chance_put_out(best.outcome, question.fighter)}
    return ReasonedAnswer(best.reaction, f"reaction.{best.reaction}", about, best.worth)


def _shift(view: Match, question: ShiftChoice) -> ReasonedAnswer:
    """Shift the location die to the face that most likely puts the victim out, then costs it most."""
    act: Melee | Shot | None = Melee(fighter=question.fighter, target=question.victim)
    if question.step == LOCATION_STEP:
        act = shot_in_progress(view, question)
    face = shift_by_policy(view, act, SHIFT_POLICY)(question)
    limb = view.state_of(question.victim).card.limb_at(face or question.face).name
    why = "keep-face" if face in {None, question.face} else "shift"
    about = {"victim": question.victim, "limb": limb}
    return ReasonedAnswer(None if why == "keep-face" else face, why, about)


def shot_in_progress(view: Match, question: ShiftChoice) -> Shot | None:
    """The shot whose location die may be shifted, with its victim as the target.

    None if a card granted the weapon and no longer does.
    """
    begun = next(event for event in reversed(view.log) if isinstance(event, AttackBegun))
    carried = view.equipment_of(question.fighter)
    weapon = next((item for item in carried if item.name == begun.weapon), None)
    use = weapon.use(Category.SHOOTING) if weapon else None
    if weapon is None or use is None:
        return None
    return Shot(fighter=question.fighter, weapon=weapon, use=use, target=question.victim)


def _strike_back(_: Match, question: Choice[bool]) -> ReasonedAnswer:
    """Strike: the blow is paid already."""
    return ReasonedAnswer(answer=True, why="free-blow", about={"target": question.target})


def _strike_leaver(view: Match, question: Choice[bool]) -> ReasonedAnswer:
    """Strike at a fighter that leaves contact, if the blow is worth its AP."""
    fighter, target = question.fighter, question.target
    if fighter is None or target is None:
        return _decline_or_first(view, question)
    blow = Melee(fighter=fighter, target=target, free=True)
    worth = outcome_value(
        view, fighter.side, outcome_of(free_blow_odds(view, blow, SHIFT_POLICY))
    ) - ap_value(view, fighter)
    return ReasonedAnswer(worth > 0 or None, "strike" if worth > 0 else "save-ap", {"target": target}, worth)


def _best_victim(view: Match, question: Choice[Piece]) -> ReasonedAnswer:
    """Of several possible targets, choose the enemy of most value, or else the friend of least value."""
    side = question.asked
    chosen = max(
        question.allowed_options(),
        key=lambda piece: value_per_cp(view, piece) * (-1 if piece.side is side else 1),
    )
    return ReasonedAnswer(chosen, "counts-most", {"target": chosen})


def _cancel(view: Match, question: CancelChoice) -> ReasonedAnswer:
    """Cancel a card if that costs at most a third of the SP."""
    assert question.asked is not None  # noqa: S101  # a card has an opponent
    has = view.state.sides[question.asked].sp
    if question.price * 3 > has:
        return ReasonedAnswer(None, "save-sp")
    return ReasonedAnswer(answer=True, why="cancel", about={"card": question.card})


def _prowl(view: Match, question: ProwlQuestion) -> ReasonedAnswer:
    """Move a non-player fighter towards the opponent's fighters and away from ours, or leave it in place."""
    npf, threats = question.fighter, Threats(view)
    start = base(view, npf).centre
    most = walk_allowance(view, Prowl(fighter=npf, path=(start, start)))

    def favour(there: Point) -> float:
        apart = {
            one: threats.perceived_distance(point_distance(*there, *base(view, one).centre))
            for one in enemies_on_field(view, npf)
        }
        ours = [far for one, far in apart.items() if one.side is question.asked]
        theirs = [far for one, far in apart.items() if one.side is not question.asked]
        return min(ours, default=0.0) - min(theirs, default=0.0)

    turns = (unit_vector(n * FULL_TURN / PROWL_DIRECTIONS) for n in range(PROWL_DIRECTIONS))
    ends = [Point(start.x + trunc(dx * most), start.y + trunc(dy * most)) for dx, dy in turns]
    prowls = [Prowl(fighter=npf, path=(start, end)) for end in ends if favour(end) > favour(start)]
    legal = (one for one in prowls if question.refusal(one) is None)
    best = max(legal, key=lambda one: favour(one.path[-1]), default=None)
    return ReasonedAnswer(best, "decline" if best is None else "prowl", {"fighter": npf})


def _in_order(_: Match, __: OrderChoice) -> ReasonedAnswer:
    return ReasonedAnswer(0, "first")


Chooser = Callable[..., ReasonedAnswer]
_CHOOSERS: Mapping[type[Question[Any]], Chooser] = {
    SetupBid: pick_bid,
    RoundBid: pick_bid,
    SetupFirstPlayer: pick_first,
    RoundFirstPlayer: pick_first,
    FirstPlayerAfterLoss: pick_first,
    LeaderChoice: pick_leader,
    MissionChoice: pick_mission,
    HalfChoice: pick_half,
    FighterDeployment: pick_deployment,
    TacticPlay: pick_tactic,
    Activation: _designate,
    Interruption: _interrupt,
    StrikeBack: _strike_back,
    LeaverStrike: _strike_leaver,
    ChargeTarget: _best_victim,
    NpfAttackTarget: _best_victim,
    NpfChargeTarget: _best_victim,
    StrayTarget: _best_victim,
    ReactionChoice: _react,
    ShiftChoice: _shift,
    CancelChoice: _cancel,
    CardOffer: leave_to_agreement,
    OrderChoice: _in_order,
    HandChoice: pick_hand,
    DiscardChoice: pick_discard,
    ActQuestion: best_act,
    WayQuestion: best_way,
    ProwlQuestion: _prowl,
}
_BY_MANNER = {Activation, Interruption, ActQuestion, WayQuestion}
"""The questions whose answers depend on the manner; their choosers take it."""
