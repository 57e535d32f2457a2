"""What things are worth to a player who counts: harm by the exact odds, in CP of the fighters' value.

Whoever is put out counts as `OUT` CP more than he loses, and a leader half as much again as others; what a
mission would then count is added (`edencli.bots.lookahead`), a victory point like somebody put out. All
sums are exact, so that a choice never hangs on a rounding.

A `Fray` tells who on the field can hurt whom, with what and from how far. It is asked once, and kept while
one question is thought over. What may be declared is asked of the rules, but for AP: most who can hurt
somebody are not the one who is activated.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from edencli.bots.lookahead import count_evaluations, has_scoring_mission, points_lost_with
from edencli.match.match import Act, Match
from edencli.match.pieces import Piece, Side, are_enemies
from edencli.match.rules_api import why_not_measure
from edencli.model.fighter import Use
from edencli.model.terms import Marker
from edencli.odds.aim import aim_attack, distance_by_eye
from edencli.odds.attack import attack_odds, burn_odds
from edencli.odds.outcome import BurstFate, Fate, Odds
from edencli.odds.shifting import Policy
from edencli.rules.acts import ArmedAttack, Blast, Charge, Melee, Move, Shot, Throw
from edencli.rules.gear import refuse_used_up
from edencli.rules.ground import distance_between, enemies_on_field, fighters_on_field, sort_by_distance
from edencli.rules.melee import Reaction
from edencli.rules.movement import walk_allowance
from edencli.rules.options import FighterOptions
from edencli.rules.ranged import refuse_hopeless_shot
from edencli.rules.targets import weapon_range

WORTHLESS = Fraction(0)
OUT_OF_ACTION_CP = 8
FIGHTER_FACTOR, LEADER_FACTOR = 2, 3
"""By what the value of a fighter is multiplied, and that of a leader."""
PER_LEVEL = 5
"""What a level of nobody's fighter is worth, in points."""
SHIFT_POLICY = Policy.MAX_KILL
"""For what successes are spent, by everybody."""
AP_BEFORE_ACTIVATION, AP_AFTER_ACTIVATION = Fraction(1), Fraction(1, 4)
"""What an AP is worth, in CP of its fighter: before his activation, and after it while enemies may come."""
MARKER_COSTS = {
    Marker.BURN: 1,
    Marker.FEAR: 2,
    Marker.POISON: 1,
    Marker.RAGE: 0,
    Marker.SLOWDOWN: 1,
}
"""What a marker harms a fighter, in CP; `tests/test_recipes.py` wants a row for each."""


def value_per_cp(view: Match, piece: Piece) -> int:
    """What one CP of a fighter counts."""
    card = view.state_of(piece).card
    points = card.value_in(view.book.key) or PER_LEVEL * (card.level or 1)
    is_leader = piece.side is not None and view.state.sides[piece.side].leader == piece
    return points * (LEADER_FACTOR if is_leader else FIGHTER_FACTOR)


def victory_point_value(view: Match) -> Fraction:
    """What a victory point counts: as much as putting out a fighter of middling value."""
    worths = [fighter.card.value_in(view.book.key) for fighter in view.state.fighters.values()]
    return Fraction(OUT_OF_ACTION_CP * FIGHTER_FACTOR * sum(worths), len(worths) or 1)


_AT_STAKE: WeakKeyDictionary[Match, tuple[int, dict[Piece, Fraction]]] = WeakKeyDictionary()
"""What was found of each match that is thought about, as long as nothing more happens in it."""


def points_at_stake(view: Match, piece: Piece) -> Fraction:
    """What the victory points count that a fighter's side would lose with him."""
    if not has_scoring_mission(view):
        return WORTHLESS
    events, known = _AT_STAKE.get(view, (0, {}))
    if events != len(view.log):
        events, known = len(view.log), {}
    if piece not in known:
        known[piece] = victory_point_value(view) * points_lost_with(view, piece)
        _AT_STAKE[view] = events, known
    return known[piece]


def expected_loss(view: Match, fate: Fate | BurstFate) -> Fraction:
    """What may become of a fighter, weighed."""
    piece = fate.body.piece
    points = points_at_stake(view, piece) * fate.out if fate.out else 0
    return (value_per_cp(view, piece) * (fate.lost + OUT_OF_ACTION_CP * fate.out) + points) / Fraction(
        fate.denominator
    )


def outcome_value(view: Match, side: Side | None, odds: Odds | BurstFate) -> Fraction:
    """What an outcome is worth to a side: the harm to all others, less that to its own."""
    return sum(
        (expected_loss(view, fate) * (-1 if fate.body.piece.side is side else 1) for fate in odds.fates),
        WORTHLESS,
    )


class ReasonedAnswer(NamedTuple):
    """An answer, the reason, a message's id and its values, and what it is worth where that is counted."""

    answer: Any
    why: str
    about: Mapping[str, Any] = MappingProxyType({})
    worth: Fraction = WORTHLESS


class WeighedReaction(NamedTuple):
    """A reaction to a blow: its odds, and what it is worth to the target, its price paid."""

    reaction: Reaction
    odds: Odds
    worth: Fraction


def weigh_reactions(view: Match, attack: Melee) -> list[WeighedReaction]:
    """Weigh every reaction that a target may choose, the best first; of equal ones the cheapest."""
    side, price = attack.target.side, ap_value(view, attack.target)
    found = []
    for odds in attack_odds(view, attack, SHIFT_POLICY).results:
        if isinstance(odds, Odds) and odds.reaction is not None:
            paid = WORTHLESS if odds.reaction is Reaction.PASSIVE else price
            found.append(WeighedReaction(odds.reaction, odds, outcome_value(view, side, odds) - paid))
    return sorted(found, key=lambda meeting: -meeting.worth)


def ap_value(view: Match, piece: Piece) -> Fraction:
    """What an AP of a fighter is worth: much while he has yet to act, little when only attacks may come."""
    fighter = view.state_of(piece)
    if not fighter.activated and not fighter.spent:
        return AP_BEFORE_ACTIVATION * value_per_cp(view, piece)
    threatened = any(not view.state_of(enemy).activated for enemy in enemies_on_field(view, piece))
    return AP_AFTER_ACTIVATION * value_per_cp(view, piece) * threatened


def attack_value(view: Match, act: Melee | Shot | Throw | Blast) -> Fraction:
    """What an attack is worth to who makes it from where he stands, before any die and before its price."""
    return aimed_attack_value(view, act if isinstance(act, Melee) else aim_attack(view, act))


def aimed_attack_value(view: Match, act: Melee | Shot | Throw | Blast) -> Fraction:
    """What an attack is worth of which the field has said all.

    In melee the target is expected to choose his reaction as this player would.
    """
    count_evaluations()
    side = act.fighter.side
    if isinstance(act, Melee):
        return outcome_value(view, side, weigh_reactions(view, act)[0].odds)
    results = attack_odds(view, act, SHIFT_POLICY).results
    return sum((outcome_value(view, side, odds) + _marks(view, act, odds) for odds in results), WORTHLESS)


def _marks(view: Match, act: Shot | Throw | Blast, odds: Odds | BurstFate) -> Fraction:
    """What the markers of a weapon are worth; a shot lays them only on who was hurt."""
    laid = {effect.lays: n for effect, n in act.use.effects.items() if effect in view.book.equipment.effects}
    weight, worth = sum(MARKER_COSTS.get(marker, 0) * n for marker, n in laid.items() if marker), WORTHLESS
    for fate in odds.fates:
        cases = fate.hurt if isinstance(act, Shot) else fate.denominator
        share = Fraction(weight * value_per_cp(view, fate.body.piece) * cases, fate.denominator)
        worth += share if are_enemies(act.fighter, fate.body.piece) else -share
    return worth


def expected_burn_loss(view: Match, piece: Piece) -> Fraction:
    """What the next burning costs a fighter, by what he has at stake."""
    return sum((expected_loss(view, fate) for fate in burn_odds(view, piece).fates), WORTHLESS)


def chance_put_out(odds: Odds | BurstFate, piece: Piece) -> Fraction:
    """How likely somebody is put out by an attack."""
    return max(
        (Fraction(fate.out, fate.denominator) for fate in odds.fates if fate.body.piece == piece),
        default=WORTHLESS,
    )


UNLIMITED = 1_000_000
"""The reach of a weapon that reaches as far as one sees."""
TWICE, ONCE, SELDOM = Fraction(2), Fraction(1), Fraction(1, 4)
"""How many attacks an activation brings from within reach, after a Move, and from farther off."""
EVEN = Fraction(1, 2)
"""How likely what seems just within reach is."""
OUT_OF_SIGHT = Fraction(1, 2)
"""What an attack counts of who must first come to see his target."""


class WayToHurt(NamedTuple):
    """One way to hurt somebody: the attack, how far it reaches, how often, and what it is worth each time."""

    act: Melee | Shot | Throw | Blast
    reach: int
    most: int
    worth: Fraction

    def attacks_from(self, apart: float, step: int) -> Fraction:
        """How many of it an activation brings from so far."""
        if apart <= self.reach:
            return min(TWICE, Fraction(self.most))
        if apart <= self.reach + step:
            return ONCE
        return SELDOM if apart <= self.reach + 2 * step else WORTHLESS


class Threats:
    """All ways in which fighters can hurt each other in one match as it stands."""

    def __init__(self, view: Match) -> None:
        self.view = view
        self.is_by_eye = any(why_not_measure(view, piece) for piece in fighters_on_field(view.state))
        """Whether nobody may measure before he has paid (weather.no-measuring)."""
        self._steps: dict[Piece, int] = {}
        self._ways: dict[tuple[Piece, Piece], tuple[WayToHurt, ...]] = {}

    def perceived_distance(self, apart: float) -> float:
        """A distance as a player knows it: measured, or judged by eye."""
        return distance_by_eye(apart) if self.is_by_eye else apart

    def nearest_enemies(self, fighter: Piece) -> list[Piece]:
        """His enemies, the nearest first as far as a player knows."""
        count_evaluations()
        foes = enemies_on_field(self.view, fighter)
        if not self.is_by_eye:
            return sort_by_distance(self.view, fighter, foes)
        return sorted(foes, key=lambda foe: distance_by_eye(distance_between(self.view, fighter, foe)))

    def chance_in_reach(self, apart: float, reach: float) -> Fraction:
        """How likely something is within reach, as far as a player knows."""
        far = self.perceived_distance(apart)
        if not self.is_by_eye or far != reach:
            return ONCE * (far <= reach)
        return EVEN

    def ways_to_hurt(self, fighter: Piece, target: Piece) -> tuple[WayToHurt, ...]:
        """Every way in which one can hurt another and gain by it, wherever the two stand."""
        pair = fighter, target
        if pair not in self._ways:
            self._ways[pair] = tuple(way for way in self._found(*pair) if way.worth > 0)
        return self._ways[pair]

    def threat(
        self, fighter: Piece, target: Piece, apart: float, *, sees: bool = True, most: int = 2
    ) -> Fraction:
        """What a fighter may do to another from so far away in one activation, of so many attacks at most."""
        worth, apart = WORTHLESS, self.perceived_distance(apart)
        step = self.move_distance(fighter)
        for way in self.ways_to_hurt(fighter, target):
            share = ONCE if sees or isinstance(way.act, Melee) else OUT_OF_SIGHT
            worth = max(worth, way.worth * min(way.attacks_from(apart, step), Fraction(most)) * share)
        return worth

    def move_distance(self, fighter: Piece) -> int:
        """How far a Move takes a fighter."""
        if fighter not in self._steps:
            self._steps[fighter] = walk_allowance(self.view, Move(fighter=fighter, path=()))
        return self._steps[fighter]

    def _found(self, fighter: Piece, target: Piece) -> Iterator[WayToHurt]:
        charge = Charge(fighter=fighter, path=(), target=target)
        for option in FighterOptions(self.view, fighter).attacks_on(target):
            act = option.declared
            if isinstance(act, Charge) or self._is_barred(act):
                continue
            if isinstance(act, Melee):
                reach = walk_allowance(self.view, charge)
                yield WayToHurt(act, reach, 2, aimed_attack_value(self.view, act))
            elif not (refuse_used_up(self.view, act) or self._is_hopeless(act)):
                hit = act if isinstance(act, Shot) else act.with_changes(victims=(target,))
                yield WayToHurt(act, self._reach(act), _uses(act.use), aimed_attack_value(self.view, hit))

    def _is_hopeless(self, act: Act) -> bool:
        return isinstance(act, Shot) and refuse_hopeless_shot(self.view, act) is not None

    def _is_barred(self, act: Act) -> bool:
        """Tell whether a chapter or a card keeps an act from being declared."""
        return any(object_to(self.view, act) for object_to in self.view.declaration_objectors)

    def _reach(self, act: ArmedAttack) -> int:
        if isinstance(act, Blast):
            return self.view.setup.blast.length
        far = weapon_range(self.view, act)
        return UNLIMITED if far is None else far


def _uses(use: Use) -> int:
    """How often a weapon may be used in one activation."""
    return min(limit for limit in (use.uses.per_round, use.uses.per_match, UNLIMITED) if limit is not None)
