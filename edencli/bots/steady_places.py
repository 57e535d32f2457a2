"""How the practice opponent judges places: where to stand, what is dangerous there, how to climb or cross.

Scenery that wounds, and a fall from it (the optional chapter on territory), are weighed like the harm that a
fighter does: in CP of the fighter's value, by the exact odds of the rolls. For victory points the match
itself is asked what it would count with the fighter there. Nothing here decides what is legal.
"""

from collections.abc import Callable, Iterator, Mapping

from edencli.bots.appraisal import MARKER_COSTS, OUT_OF_ACTION_CP, WORTHLESS, value_per_cp
from edencli.bots.lookahead import (
    has_scoring_mission,
    match_with_fighter_at,
    may_count_places,
    points_gained_by,
)
from edencli.bots.steady_cards import act_gains, material_lead
from edencli.field.distance import in_contact, nearest_foot
from edencli.field.shapes import Disc, Point, Shape
from edencli.field.units import PER_CM
from edencli.match.match import Act, Match, Query
from edencli.match.pieces import Piece, Side
from edencli.match.rules_api import total_value
from edencli.model.scenery import Keyword
from edencli.model.terms import Characteristic, LimbName, Marker, Quantity
from edencli.named_tuple import NamedTuple
from edencli.odds.dice import throw_odds
from edencli.rules.ground import base, fighters_on_field, footprint, is_at, token_discs
from edencli.rules.hazards import corrosion_wounds, hazard_keywords
from edencli.rules.heights import Climb, Leap, Scramble, Swim, scramble_difficulty
from edencli.rules.hiding import Hide
from edencli.rules.options import FighterOptions
from edencli.rules.territory import MeleeAtScenery, ShotAtScenery, keyword_value, keywords_of

KEYWORDS_TO_VISIT = frozenset({Keyword.CLIMBING, Keyword.HIDING, Keyword.JUMP, Keyword.SWIMMING})
"""The keywords for which a fighter goes to scenery."""
CERTAIN = 1.0
GRID_STEP = 6 * PER_CM
"""The distance between places that are tried for victory points."""


def has_territory(view: Match) -> bool:
    """Tell whether scenery has keywords in this match."""
    return Climb in view.acts


def scenery_harm(view: Match, fighter: Piece, there: Disc) -> float:
    """The harm that scenery does to a fighter each time that it strikes at a place."""
    if not has_territory(view):
        return WORTHLESS
    near = (name for name in view.state.scenery if in_contact(there, footprint(view, name)))
    harm = sum(
        HARM_BY_KEYWORD[key](view, fighter, keyword_value(keywords_of(view, name), key) or 0)
        for name in near
        for key in hazard_keywords(view, name)
    )
    return float(harm * value_per_cp(view, fighter))


def _wounds(view: Match, fighter: Piece, limb: LimbName, n: int) -> int:
    """The value of wounds to one limb, in CP."""
    left = view.state_of(fighter).cp_left(limb)
    return min(n, left) + OUT_OF_ACTION_CP * (n >= left > 0)


HARM_BY_KEYWORD: Mapping[Keyword, Callable[[Match, Piece, int], int]] = {
    Keyword.CORROSION: lambda view, who, _: _wounds(view, who, LimbName.LEGS, corrosion_wounds(view, who)),
    Keyword.HOSTILE_PRESENCE: lambda view, who, x: _wounds(view, who, LimbName.TORSO, x),
    Keyword.MEPHITIC_VAPOURS: lambda _, __, x: MARKER_COSTS[Marker.POISON] * x,
    Keyword.FLAMMABLE: lambda _, __, ___: MARKER_COSTS[Marker.BURN],
}
"""The harm of each dangerous keyword, in CP; wounds by a location die are taken to hit the torso."""


class SceneryMove(NamedTuple):
    """A climb, jump or swim, or hiding: its price, chance, cost of failure, and the match after it."""

    act: Scramble | Hide
    why: str
    ap: int
    chance: float
    risk: float
    match_after: Match


def scenery_moves(view: Match, fighter: Piece) -> Iterator[SceneryMove]:
    """Everything legal that a fighter can do now with scenery in contact, except attacking it."""
    if not has_territory(view):
        return
    for name in view.state.scenery:
        if not is_at(view, fighter, name) and view.state_of(fighter).raised is None:
            continue
        moves = {option.kind: option for option in FighterOptions(view, fighter).moves_at_scenery(name)}
        for kind, why in _MOVES.items():
            if moves[kind].objection is None:
                act, ap = moves[kind].act, total_value(view, Query(Quantity.AP, fighter, moves[kind].act))
                chance, risk = _chance_and_risk(view, act)
                yield SceneryMove(act, why, ap, chance, risk, _match_after(view, act, ap))


_MOVES: Mapping[type[Act], str] = {Climb: "climb", Hide: "hide", Leap: "leap", Swim: "swim"}
"""The moves at scenery, in the order in which they are tried, and the reason to give for each."""


def _chance_and_risk(view: Match, act: Scramble | Hide) -> tuple[float, float]:
    """The chance that an act succeeds, and what its failure costs, by the exact odds."""
    if not isinstance(act, Scramble):
        return CERTAIN, WORTHLESS
    piece, fighter = act.fighter, view.state_of(act.fighter)
    miss = _failure_chance(view, act, Characteristic.VIG if isinstance(act, Swim) else Characteristic.SPD)
    if isinstance(act, Leap):
        return CERTAIN - miss, miss * OUT_OF_ACTION_CP * value_per_cp(view, piece)
    if isinstance(act, Swim):  # the fighter tries until it is across, or drowns
        head = fighter.cp_left(LimbName.HEAD)
        drowns = miss**head
        lost = sum((miss**n for n in range(1, head + 1)), WORTHLESS)
        return CERTAIN - drowns, (lost + OUT_OF_ACTION_CP * drowns) * value_per_cp(view, piece)
    fall = miss * _failure_chance(view, act, Characteristic.VIG)
    hurt = sum(_wounds(view, piece, limb, 1) for limb in fighter.card.limbs)
    return CERTAIN - miss, fall * hurt * value_per_cp(view, piece)


def _failure_chance(view: Match, act: Scramble, what: Characteristic) -> float:
    """The chance that a roll of an act fails."""
    pool = total_value(view, Query(what, act.fighter, act))
    odds = throw_odds(view.book, pool, scramble_difficulty(view, act).total)
    return odds.by_successes[0] / odds.denominator


def _match_after(view: Match, act: Scramble | Hide, ap: int) -> Match:
    """The match as it would stand if an act succeeded."""
    place = act.place if isinstance(act, Scramble) else act.path[-1]
    there = match_with_fighter_at(view, act.fighter, place, ap)
    state = there.state_of(act.fighter)
    if isinstance(act, Hide):
        state.hidden = act.scenery
    elif isinstance(act, Climb) or view.state_of(act.fighter).raised:
        state.raised = act.scenery
    return there


def scenery_to_visit(view: Match, fighter: Piece) -> list[Point]:
    """The places where a fighter touches scenery to climb, cross or hide in, the nearest first."""
    if not has_territory(view):
        return []
    here = base(view, fighter)
    shapes = [
        footprint(view, name)
        for name in view.state.scenery
        if KEYWORDS_TO_VISIT & keywords_of(view, name).keys()
    ]
    places = [nearest_foot(shape, here.r, here.centre) for shape in shapes if not in_contact(here, shape)]
    return sorted(places, key=lambda at: (at.x - here.x) ** 2 + (at.y - here.y) ** 2)


# ── attacks on scenery ───────────────────────────────────────────────────────────────────────────────────


def scenery_attacks(view: Match, fighter: Piece) -> Iterator[tuple[Act, str, float]]:
    """The legal attacks on scenery that are good for the fighter's side, each with the piece and the gain."""
    if not has_territory(view) or fighter.side is None:
        return
    options = [
        option
        for name in view.state.scenery
        for option in FighterOptions(view, fighter).attacks_on_scenery(name)
        if option.kind in {MeleeAtScenery, ShotAtScenery}
    ]
    weapons = [None, *(item for item, _ in FighterOptions(view, fighter).weapon_uses)]
    options.sort(key=lambda option: weapons.index(option.weapon))
    blows = [option.act for option in options]
    for act, gained in act_gains(view, fighter.side, blows, material_lead):
        if gained > 0:
            yield act, act.scenery, gained


# ── victory points ───────────────────────────────────────────────────────────────────────────────────────


def points_gained_at(view: Match, fighter: Piece, place: Point) -> float:
    """How many victory points a fighter's side would gain with the fighter at a place."""
    if fighter.side is None:
        return WORTHLESS
    return points_gained_by(view, fighter.side, (fighter,), place)


def scoring_places(view: Match, fighter: Piece) -> list[tuple[Point, float]]:
    """The places where a fighter would bring victory points, each with how many.

    If no place brings any to this fighter alone, its share of those that its whole side would bring there.
    """
    side = fighter.side
    if side is None or not has_scoring_mission(view):
        return []
    friends = [piece for piece in fighters_on_field(view.state) if piece.side is side]
    if not any(may_count_places(view, one, friends) for one in Side):
        return []
    places = list(_candidate_places(view, fighter))
    found = [(place, points_gained_at(view, fighter, place)) for place in places]
    if not any(points > 0 for _, points in found):
        together = ((place, points_gained_by(view, side, friends, place)) for place in places)
        found = [(place, points / len(friends)) for place, points in together]
    return [(place, points) for place, points in found if points > 0]


def _candidate_places(view: Match, fighter: Piece) -> Iterator[Point]:
    """Places all over the field, and those in contact with markers, scenery and other fighters."""
    here = base(view, fighter)
    for x in range(GRID_STEP // 2, view.setup.width, GRID_STEP):
        yield from (Point(x, y) for y in range(GRID_STEP // 2, view.setup.height, GRID_STEP))
    touched: list[Shape] = [footprint(view, name) for name in view.state.scenery]
    touched += [base(view, piece) for piece in fighters_on_field(view.state) if piece != fighter]
    touched += token_discs(view)
    yield from (nearest_foot(shape, here.r, here.centre) for shape in touched)
