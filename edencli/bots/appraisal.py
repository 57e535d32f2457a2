"""The value of things to a player who counts: harm by the exact odds, in CP of the fighters' value.

A fighter put out counts as `OUT_OF_ACTION_CP` more than the CP it loses, and a leader half as much again as
others; what a mission would then count is added (`edencli.bots.lookahead`), a victory point as much as
putting out an average fighter. All values are floats of one grain (`WORTH_GRAIN`): sums are exact, and a
choice never depends on their order.

`Threats` tells which fighters can hurt which, with what and from how far. What it computes is remembered
from answer to answer (`edencli.bots.memory`). Whether an attack may be declared is asked of the rules,
except for AP: most fighters that can hurt another one are not the one activated.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any
from weakref import WeakKeyDictionary

from edencli.bots.evaluations import count_evaluations
from edencli.bots.lookahead import has_scoring_mission, points_lost_with
from edencli.bots.manners import STEADY, PlayManner
from edencli.bots.memory import recall
from edencli.match.match import Act, Match
from edencli.match.pieces import Piece, Side, are_enemies
from edencli.match.rules_api import why_not_measure
from edencli.model.fighter import Use
from edencli.model.terms import Marker
from edencli.named_tuple import NamedTuple
from edencli.odds.aim import aim_attack, distance_by_eye
from edencli.odds.attack import attack_odds, burn_odds, reacted_odds
from edencli.odds.outcome import BurstFate, Odds
from edencli.odds.shifting import Policy
from edencli.rules.acts import ArmedAttack, Blast, Charge, Melee, Move, Shot, Throw
from edencli.rules.gear import refuse_used_up
from edencli.rules.ground import distance_between, enemies_on_field, fighters_on_field, sort_by_distance
from edencli.rules.melee import Reaction, why_not_react
from edencli.rules.movement import walk_allowance
from edencli.rules.options import FighterOptions
from edencli.rules.ranged import refuse_hopeless_shot
from edencli.rules.targets import weapon_range

WORTHLESS = 0.0
WORTH_GRAIN = 2.0**-24
"""Every value is a multiple of this: adding is exact, in whatever order, and so is halving."""
OUT_OF_ACTION_CP = 8
FIGHTER_FACTOR, LEADER_FACTOR = 2, 3
"""The factors for the value of a fighter, and of a leader."""
PER_LEVEL = 5
"""The value of a level of an NPF, in points."""
SHIFT_POLICY = Policy.MAX_KILL
"""What successes are spent on, by both sides."""
AP_BEFORE_ACTIVATION, AP_AFTER_ACTIVATION = 1.0, 0.25
"""The value of an AP, in CP of its fighter: before activation, and after it while enemies may come."""
MARKER_COSTS = {
    Marker.BURN: 1,
    Marker.FEAR: 2,
    Marker.POISON: 1,
    Marker.RAGE: 0,
    Marker.SLOWDOWN: 1,
}
"""The harm of a marker to a fighter, in CP; `tests/test_recipes.py` wants a row for each."""


def settle(worth: float) -> float:
    """Round a value to the common grain after dividing or multiplying, so that equal ones stay equal."""
    return round(worth / WORTH_GRAIN) * WORTH_GRAIN


def value_per_cp(view: Match, piece: Piece) -> int:
    """The value of one CP of a fighter."""
    card = view.state_of(piece).card
    points = card.value_in(view.book.key) or PER_LEVEL * (card.level or 1)
    is_leader = piece.side is not None and view.state.sides[piece.side].leader == piece
    return points * (LEADER_FACTOR if is_leader else FIGHTER_FACTOR)


def victory_point_value(view: Match) -> float:
    """The value of a victory point: that of putting out a fighter of average value."""
    return recall(view, "victory-point", _find_victory_point_value)


def _find_victory_point_value(view: Match) -> float:
    worths = [fighter.card.value_in(view.book.key) for fighter in view.state.fighters.values()]
    return settle(OUT_OF_ACTION_CP * FIGHTER_FACTOR * sum(worths) / (len(worths) or 1))


_AT_STAKE: WeakKeyDictionary[Match, tuple[int, dict[Piece, float]]] = WeakKeyDictionary()
"""The points at stake for each fighter in each match, valid until something more happens in it."""


def points_at_stake(view: Match, piece: Piece) -> float:
    """The value of the victory points that a fighter's side would lose with it."""
    events, known = _AT_STAKE.get(view, (-1, {}))
    if events != len(view.log):
        events, known = _AT_STAKE[view] = len(view.log), {}
    if piece not in known:
        is_scored = has_scoring_mission(view)
        known[piece] = victory_point_value(view) * points_lost_with(view, piece) if is_scored else WORTHLESS
    return known[piece]


class ForeseenHarm(NamedTuple):
    """What may happen to a fighter: of `per` cases, how many put it out or hurt it; the CP lost in all."""

    piece: Piece
    per: int
    out: int
    hurt: int
    lost: int


class AttackOutcome(NamedTuple):
    """What an attack may come to, with one reaction or none."""

    reaction: Reaction | None
    harms: tuple[ForeseenHarm, ...]


def outcome_of(odds: Odds | BurstFate) -> AttackOutcome:
    """The outcome of odds for each fighter that they concern."""
    harms = tuple(
        ForeseenHarm(fate.body.piece, fate.denominator, fate.out, fate.hurt, fate.lost) for fate in odds.fates
    )
    return AttackOutcome(odds.reaction if isinstance(odds, Odds) else None, harms)


def expected_loss(view: Match, harm: ForeseenHarm) -> float:
    """The value of the harm that is expected for a fighter."""
    worth = value_per_cp(view, harm.piece) * (harm.lost + OUT_OF_ACTION_CP * harm.out) / harm.per
    if harm.out:
        worth += points_at_stake(view, harm.piece) * (harm.out / harm.per)
    return settle(worth)


def outcome_value(view: Match, side: Side | None, outcome: AttackOutcome) -> float:
    """The value of an outcome for a side: the harm to all others, less that to its own fighters."""
    return sum(
        (expected_loss(view, harm) * (-1 if harm.piece.side is side else 1) for harm in outcome.harms),
        WORTHLESS,
    )


class ReasonedAnswer(NamedTuple):
    """An answer, its reason (a message's id and values), and its value if that was computed."""

    answer: Any
    why: str
    about: Mapping[str, Any] = MappingProxyType({})
    worth: float = WORTHLESS


class WeighedReaction(NamedTuple):
    """A reaction to an attack: its outcome, and its value for the target, less its price."""

    reaction: Reaction
    outcome: AttackOutcome
    worth: float


def weigh_reactions(view: Match, attack: Melee) -> list[WeighedReaction]:
    """All reactions that a target may choose, the best first; of equal ones the cheapest."""
    return _weigh_reactions(view, attack, foresee(view, attack))


def _weigh_reactions(view: Match, attack: Melee, outcomes: Iterable[AttackOutcome]) -> list[WeighedReaction]:
    side, price = attack.target.side, ap_value(view, attack.target)
    found = []
    for outcome in outcomes:
        if outcome.reaction is not None:
            paid = WORTHLESS if outcome.reaction is Reaction.PASSIVE else price
            worth = outcome_value(view, side, outcome) - paid
            found.append(WeighedReaction(outcome.reaction, outcome, worth))
    return sorted(found, key=lambda meeting: -meeting.worth)


def foresee(view: Match, act: Melee | Shot | Throw | Blast) -> tuple[AttackOutcome, ...]:
    """The outcomes of an attack by the exact odds, once everything about the field is known."""
    if isinstance(act, Melee):
        return recall(view, ("melee", act), lambda there: tuple(_foresee_reactions(there, act)))
    parts = {**act.as_dict(), "weapon": act.weapon.name, "use": act.use.category}
    known, found = recall(view, (type(act), *parts.values()), lambda there: (act, _foresee(there, act)))
    return found if known == act else _foresee(view, act)


def _foresee_reactions(view: Match, act: Melee) -> Iterator[AttackOutcome]:
    """The outcome of a melee attack for each reaction that its target may choose."""
    for reaction in Reaction:
        if why_not_react(view, act.target, reaction, act.fighter) is None:
            yield recall(view, (reaction, act), partial(_foresee_reaction, act, reaction))


def _foresee_reaction(act: Melee, reaction: Reaction, view: Match) -> AttackOutcome:
    return outcome_of(reacted_odds(view, act, SHIFT_POLICY, reaction))


def _foresee(view: Match, act: Shot | Throw | Blast) -> tuple[AttackOutcome, ...]:
    return tuple(map(outcome_of, attack_odds(view, act, SHIFT_POLICY).results))


def ap_value(view: Match, piece: Piece) -> float:
    """The value of an AP of a fighter: high while it has yet to act, low when only attacks may come."""
    fighter = view.state_of(piece)
    if not fighter.activated and not fighter.spent:
        return AP_BEFORE_ACTIVATION * value_per_cp(view, piece)
    threatened = any(not view.state_of(enemy).activated for enemy in enemies_on_field(view, piece))
    return AP_AFTER_ACTIVATION * value_per_cp(view, piece) * threatened


def attack_value(view: Match, act: Melee | Shot | Throw | Blast) -> float:
    """The value of an attack for its attacker at the present place, before dice and price."""
    return aimed_attack_value(view, act if isinstance(act, Melee) else aim_attack(view, act))


def aimed_attack_value(view: Match, act: Melee | Shot | Throw | Blast) -> float:
    """The value of an attack, once everything about the field is known.

    In melee the target is expected to react as this player would.
    """
    count_evaluations()
    return _value_of_outcomes(view, act, foresee(view, act))


def _value_of_outcomes(
    view: Match, act: Melee | Shot | Throw | Blast, outcomes: tuple[AttackOutcome, ...]
) -> float:
    side = act.fighter.side
    if isinstance(act, Melee):
        return outcome_value(view, side, _weigh_reactions(view, act, outcomes)[0].outcome)
    return sum(
        (outcome_value(view, side, outcome) + _marker_value(view, act, outcome) for outcome in outcomes),
        WORTHLESS,
    )


def _marker_value(view: Match, act: Shot | Throw | Blast, outcome: AttackOutcome) -> float:
    """The value of a weapon's markers; a shot lays them only on fighters that it hurts."""
    laid = {effect.lays: n for effect, n in act.use.effects.items() if effect in view.book.equipment.effects}
    weight, worth = sum(MARKER_COSTS.get(marker, 0) * n for marker, n in laid.items() if marker), WORTHLESS
    if not weight:
        return WORTHLESS
    for harm in outcome.harms:
        cases = harm.hurt if isinstance(act, Shot) else harm.per
        share = settle(weight * value_per_cp(view, harm.piece) * cases / harm.per)
        worth += share if are_enemies(act.fighter, harm.piece) else -share
    return worth


def expected_burn_loss(view: Match, piece: Piece) -> float:
    """The loss that is expected from the next burning of a fighter."""
    return sum((expected_loss(view, harm) for harm in outcome_of(burn_odds(view, piece)).harms), WORTHLESS)


def chance_put_out(outcome: AttackOutcome, piece: Piece) -> Fraction:
    """The chance that an attack puts a fighter out."""
    return max(
        (Fraction(harm.out, harm.per) for harm in outcome.harms if harm.piece == piece),
        default=Fraction(0),
    )


UNLIMITED = 1_000_000
"""The reach of a weapon that reaches as far as its user sees."""
TWICE, ONCE, SELDOM = 2.0, 1.0, 0.25
"""How many attacks an activation brings from within reach, after a Move, and from farther off."""
EVEN_CHANCE = 0.5
"""The chance that a distance which seems just within reach is."""
OUT_OF_SIGHT_SHARE = 0.5
"""The share of an attack that counts if the attacker must first come to see its target."""


class PossibleAttack(NamedTuple):
    """An attack that may be declared: as declared, as it would hit, its reach, and how often."""

    act: Melee | Shot | Throw | Blast
    hit: Melee | Shot | Throw | Blast
    reach: int
    most: int


class WayToHurt:
    """A way to hurt a fighter: the attack, its reach, how often it can be made, and its value each time.

    The value is computed when it is needed: for most targets out of reach it never is.
    """

    def __init__(self, view: Match, found: PossibleAttack) -> None:
        self.act, self._hit, self.reach, self.most = found
        self._view = view

    @cached_property
    def worth(self) -> float:
        """The value of the attack; 0 if the attacker would rather not make it."""
        return max(WORTHLESS, aimed_attack_value(self._view, self._hit))

    def attacks_from(self, apart: float, step: int) -> float:
        """How many of these attacks an activation brings from that distance."""
        if apart <= self.reach:
            return min(TWICE, self.most)
        if apart <= self.reach + step:
            return ONCE
        return SELDOM if apart <= self.reach + 2 * step else WORTHLESS


class Threats:
    """All ways in which fighters can hurt each other in one match as it stands."""

    def __init__(self, view: Match, manner: PlayManner = STEADY) -> None:
        self.view, self.manner = view, manner
        self.is_by_eye = any(why_not_measure(view, piece) for piece in fighters_on_field(view.state))
        """Whether players may not measure before they have paid (weather.no-measuring)."""
        self._steps: dict[Piece, int] = {}
        self._ways: dict[tuple[Piece, Piece], tuple[WayToHurt, ...]] = {}

    def perceived_distance(self, apart: float) -> float:
        """A distance as a player knows it: measured, or judged by eye."""
        return distance_by_eye(apart) if self.is_by_eye else apart

    def nearest_enemies(self, fighter: Piece) -> list[Piece]:
        """The enemies of a fighter, the nearest first as far as a player knows."""
        count_evaluations()
        foes = enemies_on_field(self.view, fighter)
        if not self.is_by_eye:
            return sort_by_distance(self.view, fighter, foes)
        return sorted(foes, key=lambda foe: distance_by_eye(distance_between(self.view, fighter, foe)))

    def chance_in_reach(self, apart: float, reach: float) -> float:
        """The chance that a distance is within reach, as far as a player knows."""
        far = self.perceived_distance(apart)
        if not self.is_by_eye or far != reach:
            return ONCE * (far <= reach)
        return EVEN_CHANCE

    def ways_to_hurt(self, fighter: Piece, target: Piece) -> tuple[WayToHurt, ...]:
        """All ways in which a fighter can hurt another, wherever the two stand, even without a gain."""
        pair = fighter, target
        if pair not in self._ways:
            found = recall(self.view, ("ways", pair), lambda there: tuple(_find_attacks(there, *pair)))
            self._ways[pair] = tuple(WayToHurt(self.view, one) for one in found)
        return self._ways[pair]

    def threat(
        self, fighter: Piece, target: Piece, apart: float, *, sees: bool = True, most: int = 2
    ) -> float:
        """The most that a fighter may do to another from a distance in one activation, in `most` attacks."""
        worth, apart = WORTHLESS, self.perceived_distance(apart)
        step = self.move_distance(fighter)
        for way in self.ways_to_hurt(fighter, target):
            times = min(way.attacks_from(apart, step), most)
            if times:
                share = ONCE if sees or isinstance(way.act, Melee) else OUT_OF_SIGHT_SHARE
                worth = max(worth, way.worth * times * share)
        return worth

    def move_distance(self, fighter: Piece) -> int:
        """How far a Move takes a fighter."""
        if fighter not in self._steps:
            self._steps[fighter] = walk_allowance(self.view, Move(fighter=fighter, path=()))
        return self._steps[fighter]


def _find_attacks(view: Match, fighter: Piece, target: Piece) -> Iterator[PossibleAttack]:
    """All attacks that a fighter may declare against another, wherever the two stand."""
    charge = Charge(fighter=fighter, path=(), target=target)
    for option in FighterOptions(view, fighter).attacks_on(target):
        act = option.declared
        if isinstance(act, Charge) or _is_barred(view, act):
            continue
        if isinstance(act, Melee):
            yield PossibleAttack(act, act, walk_allowance(view, charge), 2)
        elif not (refuse_used_up(view, act) or _is_hopeless(view, act)):
            hit = act if isinstance(act, Shot) else act.with_changes(victims=(target,))
            yield PossibleAttack(act, hit, _reach(view, act), _uses(act.use))


def _is_hopeless(view: Match, act: Act) -> bool:
    return isinstance(act, Shot) and refuse_hopeless_shot(view, act) is not None


def _is_barred(view: Match, act: Act) -> bool:
    """Tell whether a chapter or a card forbids declaring an act."""
    return any(object_to(view, act) for object_to in view.declaration_objectors)


def _reach(view: Match, act: ArmedAttack) -> int:
    if isinstance(act, Blast):
        return view.setup.blast.length
    far = weapon_range(view, act)
    return UNLIMITED if far is None else far


def _uses(use: Use) -> int:
    """How often a weapon may be used in one activation."""
    return min(limit for limit in (use.uses.per_round, use.uses.per_match, UNLIMITED) if limit is not None)
