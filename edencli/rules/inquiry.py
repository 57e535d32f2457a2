"""What players ask about a position before they decide: lines of sight, ways, templates.

Gathers the verdicts of the rules and changes nothing; no match waits for an answer here.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import inf
from typing import Any

from edencli.field.distance import distance, nearest_foot, overlap
from edencli.field.easing import EasingTerms, remove_bends
from edencli.field.planner import Plan, plan_contact, plan_route
from edencli.field.routes import Judgement, Route, judge_route, price_route, route_cost
from edencli.field.shapes import Disc, Point, Shape
from edencli.field.shortest_path import Effort
from edencli.field.templates import best_blast, make_trapezoid
from edencli.field.units import cm, compare_lengths
from edencli.match.match import Act, Match, Query
from edencli.match.pieces import Piece, are_enemies
from edencli.match.reasons import MEASURED_REASONS, Amount, Refusal
from edencli.match.rules_api import (
    declaration_objections,
    field_fact,
    reach_objections,
    total_value,
    value,
    why_not_measure,
)
from edencli.match.state import Token
from edencli.model.fighter import Equipment, Use
from edencli.model.terms import Category, Characteristic, Quantity
from edencli.named_tuple import NamedTuple
from edencli.rules.acts import (
    ATTACK_BY_CATEGORY,
    ArmedAttack,
    Blast,
    Charge,
    Move,
    Shot,
    Throw,
    usage_key,
)
from edencli.rules.footing import against_markers, in_the_way
from edencli.rules.gear import ranged_uses
from edencli.rules.ground import (
    base,
    base_radius,
    enemies_on_field,
    fighters_on_field,
    footprint,
    other_fighters,
    sort_by_distance,
    table,
)
from edencli.rules.movement import (
    affordable_path,
    planning_ground,
    slow_ground,
    slow_scenery,
    walk_allowance,
)
from edencli.rules.sight import View, view, view_of
from edencli.rules.targets import aim_shot, blast_template, fighters_covered, fighters_on_point, weapon_range
from edencli.rules.territory import ShotAtScenery

BEND_TOLERANCE = cm(0.1)
"""How much longer a way may become for the sake of fewer bends."""
FINE, COARSE, FINE_REACH = cm(1), cm(2), cm(15)
"""The grains of the grid of `reachable_area`, and the reach up to which the finer one is used."""

Target = Piece | Point | Token | str
"""A fighter, a point of the field, a marker, or a piece of scenery by its name."""


class Verdict(NamedTuple):
    """All refusals of an act, in the rulebook's order: those of declaring it, then those of its `reach`.

    Where fighters may not measure before they pay, refusals that need a tape are `withheld` from `reach`.
    """

    may: tuple[Refusal, ...] = ()
    reach: tuple[Refusal, ...] = ()
    withheld: bool = False

    @property
    def objections(self) -> tuple[Refusal, ...]:
        """All refusals that may be known; a match would give the first."""
        return self.may + self.reach

    @property
    def first(self) -> Refusal | None:
        """The refusal that a match would give, or None."""
        return next(iter(self.objections), None)


def verdict_on(match: Match, act: Act) -> Verdict:
    """All refusals of an act."""
    withheld = why_not_measure(match, act.fighter) is not None
    reach = [
        one for one in reach_objections(match, act) if not withheld or one.reason not in MEASURED_REASONS
    ]
    return Verdict(tuple(declaration_objections(match, act)), tuple(reach), withheld)


class AimedWeapon(NamedTuple):
    """One use of a weapon, aimed: its range (None: as far as its user sees), and why it may not be used.

    `cbt` is the value that a shot is rolled with, reasons included; a shot that is `lost` may be
    declared, and hits nothing.
    """

    act: ArmedAttack
    reach: int | None
    verdict: Verdict
    cbt: Amount | None = None
    lost: bool = False


class SightReport(NamedTuple):
    """What a fighter sees of a target, its distance, and the attacks that it might make on it."""

    viewer: Piece
    view: View
    distance: float
    aims: tuple[AimedWeapon, ...]


def sight_report(match: Match, viewer: Piece, target: Target) -> SightReport:
    """Report what a fighter sees of a target, and with what it could hit it."""
    shape = shape_of(match, target)
    if isinstance(target, Piece):
        seen = view_of(match, viewer, target)
    else:
        ignored = fighters_on_point(match, target) if isinstance(target, Point) else ()
        seen = view(match, viewer, shape, ignored)
    return SightReport(
        viewer, seen, distance(base(match, viewer), shape), tuple(_aims(match, viewer, target))
    )


def shape_of(match: Match, target: Target) -> Shape:
    """The shape of a target on the field."""
    if isinstance(target, Point):
        return target
    if isinstance(target, Token) and target.place is not None:
        return Disc(x=target.place[0], y=target.place[1], r=target.radius)
    assert not isinstance(target, Token), "nobody looks where nobody measures"  # noqa: S101  # see `look`
    return base(match, target) if isinstance(target, Piece) else footprint(match, target)


def _aims(match: Match, viewer: Piece, target: Target) -> list[AimedWeapon]:
    """Each ranged weapon aimed at an enemy, a point, or scenery that may be attacked at all."""
    if isinstance(target, Token) or (isinstance(target, Piece) and not are_enemies(viewer, target)):
        return []
    if isinstance(target, str) and ShotAtScenery not in match.acts:
        return []
    acts = [aim_weapon(match, viewer, target, *one) for one in ranged_uses(match.equipment_of(viewer))]
    return [_aim(match, act) for act in acts if act is not None]


@field_fact
def aim_weapon(
    match: Match, viewer: Piece, target: Piece | Point | str, item: Equipment, use: Use
) -> ArmedAttack | None:
    """The attack with a weapon on a fighter, a point, or scenery by its name, or None."""
    if not match.field.answers_about(viewer):
        return _aim_by_name(match, viewer, target, item, use)
    if use.category is Category.SHOOTING and isinstance(target, Piece):
        return Shot(fighter=viewer, weapon=item, use=use, target=target)
    if use.category is Category.SHOOTING and isinstance(target, str):
        return ShotAtScenery(fighter=viewer, weapon=item, use=use, scenery=target)
    if use.category in {Category.PROJECTILE, Category.BLAST}:
        point = _aimed_point(match, viewer, target)
        kind = Throw if use.category is Category.PROJECTILE else Blast
        return kind(fighter=viewer, weapon=item, use=use, point=point)
    return None


@aim_weapon.when_unmeasured
def _aim_by_name(
    _: Match, viewer: Piece, target: Piece | Point | str, item: Equipment, use: Use
) -> ArmedAttack | None:
    """The attack on an unmeasured field: throws and blasts are aimed at fighters alone."""
    if isinstance(target, str):
        shoots = use.category is Category.SHOOTING
        return ShotAtScenery(fighter=viewer, weapon=item, use=use, scenery=target) if shoots else None
    kind = ATTACK_BY_CATEGORY[use.category]
    aimed: dict[str, Any] = {"target": target} if kind is Shot else {"at": target}
    return kind(fighter=viewer, weapon=item, use=use, **aimed)


def _aimed_point(match: Match, viewer: Piece, target: Piece | Point | str) -> Point:
    """The point at which an area attack is aimed: a point, the middle of a base, or the edge of scenery."""
    if isinstance(target, str):
        x, y = nearest_foot(footprint(match, target), 0, base(match, viewer).centre)
        return Point(round(x), round(y))
    return base(match, target).centre if isinstance(target, Piece) else target


def _aim(match: Match, act: ArmedAttack) -> AimedWeapon:
    verdict = verdict_on(match, act)
    if isinstance(act, Blast):  # it reaches as far as its template (blast.template)
        return AimedWeapon(act, match.setup.blast.length, verdict)
    far = weapon_range(match, act)
    if not isinstance(act, Shot):
        return AimedWeapon(act, far, verdict)
    aimed = aim_shot(match, act)
    cbt = value(match, Query(Characteristic.CBT, act.fighter, aimed))
    return AimedWeapon(act, far, verdict, cbt, lost=aimed.lost and not verdict.objections)


class PlannedWay(NamedTuple):
    """A planned way for an act; `plan` is None if there is no way.

    `is_cut_short` says that not all ways were tried: there may be a better one, or one at all. `slow`
    names the scenery that slows each leg; `most` is how far the act lets a fighter walk; `short` is where
    it stands when that is spent, if it is not enough.
    """

    act: Move | Charge
    plan: Plan | None
    slow: tuple[tuple[str, ...], ...]
    most: int
    verdict: Verdict
    short: Point | None = None
    is_cut_short: bool = False

    @property
    def fits(self) -> bool:
        """Whether the act takes its fighter all the way."""
        return self.plan is not None and compare_lengths(self.plan.price.total, self.most) <= 0


def way_to(match: Match, mover: Piece, place: Point) -> PlannedWay:
    """Plan the shortest way of a fighter to a place."""
    start = base(match, mover)
    most = walk_allowance(match, Move(fighter=mover, path=(start.centre,)))
    effort = Effort()
    found = plan_route(planning_ground(match, mover), start, place, effort=effort)
    plan = _simplify_plan(match, mover, found, most)
    move = Move(fighter=mover, path=plan.route if plan else (start.centre, place))
    if plan is None:
        return PlannedWay(
            move, None, (), most, _verdict_without_way(match, move, place), is_cut_short=effort.is_cut_short
        )
    return _way(match, move, plan)._replace(is_cut_short=effort.is_cut_short)


def way_into_contact(match: Match, mover: Piece, target: Piece) -> PlannedWay:
    """Plan the shortest way of a fighter into contact: a charge at an enemy, a Move to a friend."""
    start = base(match, mover)
    act: Move | Charge = Move(fighter=mover, path=(start.centre,))
    if are_enemies(mover, target):
        act = Charge(fighter=mover, path=(start.centre,), target=target)
    most = walk_allowance(match, act)
    effort = Effort()
    plan = plan_way_into_contact(match, mover, target, most, effort=effort)
    if plan is None:
        return PlannedWay(
            act, None, (), most, _verdict_without_way(match, act, None), is_cut_short=effort.is_cut_short
        )
    return _way(match, act.with_changes(path=plan.route), plan)._replace(is_cut_short=effort.is_cut_short)


def plan_way_into_contact(
    match: Match, mover: Piece, target: Piece, most: int, *, within: float = inf, effort: Effort | None = None
) -> Plan | None:
    """Plan the shortest way into contact, no longer than `within`; `most` is what the act allows."""
    found = plan_contact(
        planning_ground(match, mover), base(match, mover), base(match, target), within, effort
    )
    return _simplify_plan(match, mover, found, most, target)


def replan_way(match: Match, act: Move | Charge) -> PlannedWay:
    """Plan the way of an act again: to its target, or to its end."""
    if isinstance(act, Charge):
        return way_into_contact(match, act.fighter, act.target)
    return way_to(match, act.fighter, act.path[-1])


def is_straight(route: Route) -> bool:
    """Tell whether a route has no bend: it has no points between its ends."""
    return not route[1:-1]


def _simplify_plan(
    match: Match, mover: Piece, plan: Plan | None, reach: int, target: Piece | None = None
) -> Plan | None:
    """A plan with fewer bends that is as good: not blocked, hardly longer, and still within `reach`."""
    if plan is None:
        return None
    free, size, total = (
        planning_ground(match, mover),
        base_radius(match.state_of(mover).card),
        plan.price.total,
    )
    aim = None if target is None else base(match, target)
    most = total + BEND_TOLERANCE if compare_lengths(total, reach) > 0 else min(total + BEND_TOLERANCE, reach)

    def judge(route: Route) -> Judgement:
        return judge_route(route, size, table=free.table, blockers=free.blockers, watched=free.avoided)

    def is_free(route: Route) -> bool:
        found = judge(route)
        return found.is_open and not any(contact.on_the_way for contact in found.contacts)

    def cost(route: Route) -> float:
        return route_cost(route, size, free.slow)

    def allows(route: Route) -> bool:
        ends = [one for one in judge(route).contacts if one.at_end]
        touches = any(free.avoided[one.number] != aim for one in ends)
        return is_free(route) and not touches and cost(route) <= most

    route = remove_bends(plan.route, EasingTerms(is_free=is_free, cost=cost, allows=allows), most - total)
    return Plan(route=route, price=price_route(route, size, free.slow))


def _way(match: Match, act: Move | Charge, plan: Plan) -> PlannedWay:
    most, mover = walk_allowance(match, act), act.fighter
    whole = PlannedWay(act, plan, _slowed(match, mover, plan), most, verdict_on(match, act))
    if whole.fits:
        return whole
    return whole._replace(short=affordable_path(match, mover, plan.route, most)[-1])


def _slowed(match: Match, mover: Piece, plan: Plan) -> tuple[tuple[str, ...], ...]:
    """The scenery that slows each leg of a plan (scenery.slow)."""
    size = base_radius(match.state_of(mover).card)
    slow = dict(zip(slow_scenery(match), slow_ground(match), strict=True))
    return tuple(
        tuple(name for name, piece in slow.items() if price_route(leg, size, (piece,)).is_slowed)
        for leg in pairwise(plan.route)
    )


def _verdict_without_way(match: Match, act: Move | Charge, place: Point | None) -> Verdict:
    """The verdict on an act that has no way: refusals of declaring it, and what takes up the place itself."""
    return Verdict(tuple(declaration_objections(match, act)), tuple(_occupied(match, act.fighter, place)))


def _occupied(match: Match, mover: Piece, place: Point | None) -> Iterator[Refusal]:
    """Refusals of a place itself, because of what stands there (move.base)."""
    if place is None:
        return
    there = base(match, mover).moved_to(place)
    about: dict[str, object] = {"fighter": mover, "place": place}
    if not table(match).contains(there):
        yield Refusal(rule="move.base", reason="leaves-field", about=about)
    for name in in_the_way(match, mover, place):
        yield Refusal(rule="move.base", reason="in-the-way", about=about | {"what": name})
    yield from against_markers(match, mover, there)


class ReachableArea(NamedTuple):
    """The places that a fighter can reach: with `one` Move, and beyond that with all Moves it has left.

    The places lie on a grid of `grain`. Slow ground is walked through, not round, so that every place
    listed can be reached, but a long way round may reach a few more.
    """

    fighter: Piece
    moves: int
    allowance: int
    grain: int
    one: tuple[Point, ...]
    more: tuple[Point, ...]
    objections: tuple[Refusal, ...]


def reachable_area(match: Match, mover: Piece) -> ReachableArea:
    """Find the places that a fighter can reach by Moves alone."""
    start = base(match, mover)
    act = Move(fighter=mover, path=(start.centre,))
    far, moves = walk_allowance(match, act), moves_left(match, act)
    grain = FINE if moves * far <= FINE_REACH else COARSE
    free, slow = planning_ground(match, mover).with_changes(slow=()), tuple(slow_ground(match))
    one: list[Point] = []
    more: list[Point] = []
    for place in _grid(match, start, moves * far, grain):
        plan = plan_route(free, start, place, moves * far)
        paid = route_cost(plan.route, start.r, slow) if plan else None
        if paid is not None and compare_lengths(paid, moves * far) <= 0:
            (one if compare_lengths(paid, far) <= 0 else more).append(place)
    return ReachableArea(
        mover, moves, far, grain, tuple(one), tuple(more), tuple(declaration_objections(match, act))
    )


def moves_left(match: Match, act: Move) -> int:
    """How many Moves a fighter can still make in this round (action.cost, action.per-round)."""
    if next(declaration_objections(match, act), None) is not None:
        return 0
    fighter, asked = match.state_of(act.fighter), Query(Quantity.AP, act.fighter, act)
    limit = total_value(match, asked._replace(what=Quantity.PER_ROUND))
    cost = total_value(match, asked)
    left = limit - fighter.used_round.get(usage_key(match, act), 0)
    return min(left, fighter.ap // cost) if cost else left


def _grid(match: Match, start: Disc, far: int, grain: int) -> Iterator[Point]:
    """The places of a grid that are no farther than `far` in a straight line."""
    setup = match.setup
    for x in range(grain // 2, setup.width, grain):
        for y in range(grain // 2, setup.height, grain):
            dx, dy = x - start.x, y - start.y
            if dx * dx + dy * dy <= far * far:
                yield Point(x, y)


class TemplateCoverage(NamedTuple):
    """A template on the field and the fighters that it covers, nearest first."""

    shape: Shape
    covers: tuple[Piece, ...]


class BestBlast(NamedTuple):
    """The best aim of a blast, how far it is turned there, and the fighters that it covers."""

    point: Point
    turned: float
    covers: tuple[Piece, ...]


class BlastCoverage(NamedTuple):
    """A blast aimed at a point, and turned: the fighters it covers, its verdict, and the best aim."""

    fighter: Piece
    point: Point
    turned: float
    cover: TemplateCoverage | None
    verdict: Verdict
    carries: tuple[str, ...]
    best: BestBlast | None


def explosion_coverage(match: Match, point: Point) -> TemplateCoverage:
    """Find the fighters that an explosion at a point covers (gear.explosive)."""
    disc = Disc(x=point.x, y=point.y, r=match.setup.explosion)
    under = [piece for piece in fighters_on_field(match.state) if overlap(base(match, piece), disc)]
    under.sort(key=lambda piece: distance(base(match, piece), point))
    return TemplateCoverage(disc, tuple(under))


def blast_coverage(match: Match, fighter: Piece, point: Point, turned: float = 0.0) -> BlastCoverage:
    """Find the fighters that a blast aimed at a point covers, whether or not the fighter carries one."""
    uses = ranged_uses(match.equipment_of(fighter))
    carried = [one for one in uses if one[1].category is Category.BLAST]
    spare = Use(category=Category.BLAST)
    item, use = carried[0] if carried else (Equipment(name="", uses=(spare,)), spare)
    act = Blast(fighter=fighter, weapon=item, use=use, point=point, turned=turned)
    cover = None
    if point != base(match, fighter).centre:
        cover = TemplateCoverage(
            blast_template(match, act), tuple(sort_by_distance(match, fighter, fighters_covered(match, act)))
        )
    names = tuple(item.name for item, _ in carried)
    verdict = verdict_on(match, act)
    if not carried:
        verdict = verdict._replace(may=tuple(one for one in verdict.may if one.rule != "card.equipment"))
    return BlastCoverage(fighter, point, turned, cover, verdict, names, _best(match, fighter))


def _best(match: Match, fighter: Piece) -> BestBlast | None:
    """The aim that covers the most enemies, less the friends, and in any case the nearest enemy."""
    foes = sort_by_distance(match, fighter, enemies_on_field(match, fighter))
    if not foes:
        return None
    pieces, near = other_fighters(match, fighter), base(match, foes[0])
    outline = make_trapezoid(*match.setup.blast)
    worth = [1 if are_enemies(fighter, piece) else -1 for piece in pieces]
    found = best_blast(outline, base(match, fighter), near, [base(match, piece) for piece in pieces], worth)
    return found and BestBlast(found.aim, found.turned, tuple(pieces[n] for n in found.covers))
