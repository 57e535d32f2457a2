"""A quick opponent, for long runs of matches: exact odds where fighters meet, plain geometry elsewhere.

Reactions and shifts are those of `steady`, and attacks are compared by the same exact odds. It imagines no
position and tries no card: a fighter that can strike nobody goes straight towards an enemy or a marker, and
cards are declined where they may be. An answer depends only on the question, on what its side may see, and
on a seed that matters only where an answer is left to chance.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain, product
from math import trunc
from typing import Any

from edencli.bots.appraisal import (
    OUT_OF_ACTION_CP,
    SHIFT_POLICY,
    WORTHLESS,
    ap_value,
    settle,
    value_per_cp,
)
from edencli.bots.memory import recall
from edencli.bots.random_player import RandomPlayer
from edencli.bots.steady import choose_answer
from edencli.field.distance import gap, nearest_foot, point_distance
from edencli.field.shapes import Disc, Point
from edencli.field.units import FULL_TURN, PER_CM, unit_vector
from edencli.match.match import Act, Match
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Bid, Choice, HandQuestion, PlacementQuestion, Question
from edencli.match.rules_api import why_not, why_not_measure
from edencli.odds.aim import aim_attack, distance_by_eye
from edencli.odds.attack import attack_odds, reacted_odds
from edencli.odds.outcome import BurstFate, Odds
from edencli.referee.answers import IllegalAnswer, check_answer
from edencli.referee.view import match_seen_by
from edencli.rules.activation import PASS
from edencli.rules.acts import Blast, Charge, Melee, Move, Shot, Throw
from edencli.rules.ground import (
    base,
    base_at,
    enemies_in_contact,
    enemies_on_field,
    fighters_on_field,
    token_discs,
)
from edencli.rules.inquiry import aim_weapon
from edencli.rules.melee import Reaction
from edencli.rules.movement import affordable_path, walk_allowance
from edencli.rules.options import FighterOptions
from edencli.rules.placing import FighterPlacement, NoRoom, distance_past_centre_line
from edencli.rules.questions import (
    Activation,
    ActQuestion,
    CancelChoice,
    ChargeTarget,
    FighterDeployment,
    FirstPlayerAfterLoss,
    HalfChoice,
    HandChoice,
    Interruption,
    LeaderChoice,
    LeaverStrike,
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
)

SPACING = 4 * PER_CM
"""The distance between places at which a deployment is tried."""
TARGETS = 3
"""How many of the nearest enemies are considered for an attack."""
CONTACT_MARGIN = PER_CM
"""The distance before an enemy at which a Move ends."""
DETOURS = (1, -1, 2, -2, 3, -3)
"""The turns by which a way that is barred is tried again, `HEADINGS` to a full one."""
HEADINGS = 12
REACH_OF_A_BID = 24 * PER_CM
"""How near enemies must be for being first to be worth a bid."""


class BriskPlayer:
    """Answers the questions of a match, each with what the asked side may see; it throws no dice."""

    def __init__(self, match: Match, seed: int) -> None:
        self._match, self._seed = match, seed

    def __call__(self, question: Question[Any]) -> Any:
        """Give a legal answer; None declines an optional question."""
        kind = type(question)
        if kind in AS_STEADY:
            return choose_answer(self._view(question), question, self._seed).answer
        choose = _CHOOSERS.get(kind)
        answer = _decline_or_first(question) if choose is None else choose(self._view(question), question)
        try:
            check_answer(question, answer)
        except IllegalAnswer:
            view = self._view(question)
            return RandomPlayer(view, self._seed + len(view.log))(question)
        return answer

    def _view(self, question: Question[Any]) -> Match:
        """The match as the asked side sees it."""
        return match_seen_by(self._match, question.asked or self._match.first_player)


AS_STEADY: frozenset[type[Question[Any]]] = frozenset(
    {
        CancelChoice,
        ChargeTarget,
        HalfChoice,
        LeaderChoice,
        LeaverStrike,
        NpfAttackTarget,
        NpfChargeTarget,
        SetupBid,
        SetupFirstPlayer,
        ShiftChoice,
        StrayTarget,
        StrikeBack,
    }
)
"""The questions that are answered as `steady` answers them."""


def _decline_or_first(question: Question[Any]) -> Any:
    if question.optional or not isinstance(question, Choice):
        return None
    return question.allowed_options()[0]


def _are_near(view: Match) -> bool:
    """Tell whether any two enemies are near enough for a blow in the round."""
    red, blue = ([piece for piece in fighters_on_field(view.state) if piece.side is side] for side in Side)
    return any(gap(base(view, one), base(view, two)) <= REACH_OF_A_BID for one, two in product(red, blue))


def _bid(view: Match, question: Bid) -> int:
    """An equal share for each of the remaining rounds once enemies are near, else nothing."""
    rounds = view.book.match.rounds + view.state.rounds_more - view.state.round + 1
    return question.most // max(rounds, 1) if _are_near(view) else 0


def _first(view: Match, question: Choice[Side]) -> Side:
    """Be first once enemies are near; before that let the other side come."""
    assert question.asked is not None  # noqa: S101  # a side won the bid
    return question.asked if _are_near(view) else question.asked.other


@cache
def _places(width: int, height: int) -> list[tuple[int, int]]:
    """Places all over a field, those in the middle first."""
    rows = product(range(SPACING, width, SPACING), range(SPACING, height, SPACING))
    return sorted(rows, key=lambda at: (point_distance(at[0], at[1], width / 2, height / 2), at))


def _deploy(view: Match, question: PlacementQuestion[Any]) -> FighterPlacement | NoRoom:
    """Put the next fighter as near to the middle as it may be; the leader last, behind the others."""
    assert question.asked is not None  # noqa: S101  # a side deploys
    leader = view.state.sides[question.asked].leader
    piece = min(question.left, key=lambda one: one == leader)
    card = view.state_of(piece).card
    places = (
        place
        for place in _places(view.setup.width, view.setup.height)
        if distance_past_centre_line(view, question.asked, base_at(card, place)) >= 0
    )
    tries = (FighterPlacement(piece, place) for place in places)
    return next((one for one in tries if question.refusal(one) is None), NoRoom())


def _take_first(_: Match, question: HandQuestion) -> tuple[str, ...]:
    return question.deck[: question.n]


def _activate(view: Match, question: Choice[Any]) -> Any:
    """Activate the fighter that is nearest to an enemy; of equal ones the one of least value."""

    def order(piece: Piece) -> tuple[float, int]:
        foes = (_distance(view, piece, base(view, foe)) for foe in enemies_on_field(view, piece))
        return min(foes, default=WORTHLESS), value_per_cp(view, piece)

    return min((piece for piece in question.allowed_options() if piece != PASS), key=order, default=PASS)


def _distance(view: Match, fighter: Piece, there: Disc) -> float:
    """The distance of a fighter from a base or marker, judged by eye where measuring is not allowed."""
    apart = gap(base(view, fighter), there)
    return apart if why_not_measure(view, fighter) is None else distance_by_eye(apart)


def _nearest_enemies(view: Match, fighter: Piece) -> list[Piece]:
    foes = enemies_on_field(view, fighter)
    return sorted(foes, key=lambda foe: _distance(view, fighter, base(view, foe)))[:TARGETS]


def _interrupt(view: Match, question: Choice[Piece]) -> Piece | None:
    """Interrupt with the fighter that has the best attack, if there is one."""
    found = (
        (worth, piece)
        for piece in question.allowed_options()
        for worth, _ in _attacks(view, piece)
        if worth > 0
    )
    return max(found, key=lambda one: one[0], default=(WORTHLESS, None))[1]


def _act(view: Match, question: ActQuestion[Act]) -> Act | None:
    """Make the most valuable attack that is allowed, else go where there is something to do."""
    fighter = question.fighter
    attacks = sorted(_attacks(view, fighter), key=lambda one: -one[0])
    acts: Iterator[Act] = (act for worth, act in attacks if worth > 0)
    if not enemies_in_contact(view, fighter):
        acts = chain(acts, (Move(fighter=fighter, path=path) for path in _ways(view, fighter)))
    return next((act for act in acts if question.refusal(act) is None), question.must)


def _attacks(view: Match, fighter: Piece) -> Iterator[tuple[float, Act]]:
    """The attacks that a fighter may be able to make, each with its value, less what its AP is worth."""
    actions, price = view.book.actions, ap_value(view, fighter)
    touched = enemies_in_contact(view, fighter)
    for foe in touched:
        blow = Melee(fighter=fighter, target=foe)
        yield _blow_value(view, blow) - price * actions.attack.ap, blow
    if touched or not view.state_of(fighter).ap:
        return
    uses = FighterOptions(view, fighter).weapon_uses
    for foe in _nearest_enemies(view, fighter):
        run = _straight_charge(view, fighter, foe)
        if run is not None:
            worth = _blow_value(view, Melee(fighter=fighter, target=foe))
            yield worth - price * actions.charge.ap, run
        for item, use in uses:
            act = aim_weapon(view, fighter, foe, item, use)
            if isinstance(act, Shot | Throw | Blast) and why_not(view, act) is None:
                yield _ranged_value(view, act) - price * actions.attack.ap, act


def _straight_charge(view: Match, fighter: Piece, foe: Piece) -> Charge | None:
    """The charge on the line of centres, if the fighter can pay for it and it is near enough."""
    here, there = base(view, fighter), base(view, foe)
    path = here.centre, nearest_foot(there, here.r, here.centre)
    run = Charge(fighter=fighter, path=path, target=foe)
    is_paid = view.state_of(fighter).ap >= view.book.actions.charge.ap
    return run if is_paid and _distance(view, fighter, there) <= walk_allowance(view, run) else None


def _blow_value(view: Match, blow: Melee) -> float:
    """The value of a blow that the target meets passively."""
    return recall(view, ("blow", blow), lambda there: _harm(there, blow.fighter.side, _passive(there, blow)))


def _passive(view: Match, blow: Melee) -> Odds:
    return reacted_odds(view, blow, SHIFT_POLICY, Reaction.PASSIVE)


def _ranged_value(view: Match, act: Shot | Throw | Blast) -> float:
    """The value of a shot, a throw or a blast."""
    results = attack_odds(view, aim_attack(view, act), SHIFT_POLICY).results
    return sum((_harm(view, act.fighter.side, odds) for odds in results), WORTHLESS)


def _harm(view: Match, side: Side | None, odds: Odds | BurstFate) -> float:
    """The value of the harm that is expected for the enemies of a side, less that for its own fighters."""
    worth = WORTHLESS
    for fate in odds.fates:
        piece = fate.body.piece
        harm = settle(
            value_per_cp(view, piece) * (fate.lost + OUT_OF_ACTION_CP * fate.out) / fate.denominator
        )
        worth += -harm if piece.side is side else harm
    return worth


def _react(view: Match, question: ReactionChoice[Reaction]) -> Reaction:
    """Choose the reaction with the best value by the exact odds, its price counted."""
    attack, side = Melee(fighter=question.attacker, target=question.fighter), question.asked
    price = ap_value(view, question.fighter)

    def worth(reaction: Reaction) -> float:
        paid = WORTHLESS if reaction is Reaction.PASSIVE else price
        return _harm(view, side, reacted_odds(view, attack, SHIFT_POLICY, reaction)) - paid

    return max(question.allowed_options(), key=worth)


def _ways(view: Match, fighter: Piece) -> Iterator[tuple[Point, ...]]:
    """Straight ways towards the nearest enemy or marker, then beside it."""
    here, start = base(view, fighter), base(view, fighter).centre
    goals = [*(base(view, foe) for foe in enemies_on_field(view, fighter)), *token_discs(view)]
    goal = min(goals, key=lambda disc: _distance(view, fighter, disc), default=here)
    reach = walk_allowance(view, Move(fighter=fighter, path=(start,)))
    far = min(reach, _distance(view, fighter, goal) - CONTACT_MARGIN)
    if far <= 0:
        return
    yield affordable_path(view, fighter, (start, nearest_foot(goal, here.r, start)), far)
    dx, dy = goal.x - here.x, goal.y - here.y
    share = far / point_distance(0, 0, dx, dy)
    for turn in DETOURS:
        ux, uy = unit_vector(turn * FULL_TURN / HEADINGS)
        x, y = (dx * ux - dy * uy) * share, (dx * uy + dy * ux) * share
        yield start, Point(start.x + trunc(x), start.y + trunc(y))


_CHOOSERS: Mapping[type[Question[Any]], Callable[[Match, Any], Any]] = {
    Activation: _activate,
    ActQuestion: _act,
    FighterDeployment: _deploy,
    FirstPlayerAfterLoss: _first,
    HandChoice: _take_first,
    Interruption: _interrupt,
    ReactionChoice: _react,
    RoundBid: _bid,
    RoundFirstPlayer: _first,
}
