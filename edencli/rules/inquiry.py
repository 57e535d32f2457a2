"""What players ask about a table before they decide: who is seen, how to get there, what a template covers.

Gathers the verdicts of the rules and changes nothing; no answer here is one that a match waits for.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from edencli.field.distance import distance, foot, overlap
from edencli.field.planner import Plan, eased, plan_contact, plan_route
from edencli.field.routes import Route, judge, price
from edencli.field.shapes import Disc, Point, Shape
from edencli.field.taut import Effort
from edencli.field.templates import best_blast, trapezoid
from edencli.field.units import cm, compare
from edencli.match.doors import falls_short, undeclarable, value, why_not_measure
from edencli.match.match import Act, Match, Quantity, Query
from edencli.match.pieces import Piece, opposes
from edencli.match.reasons import MEASURED, Amount, Refusal
from edencli.match.state import Token
from edencli.model.fighter import Equipment, Use
from edencli.model.terms import AbilityKind, Category, Characteristic
from edencli.rules.acts import (
    ARMED,
    Armed,
    Blast,
    Charge,
    Extinguish,
    Melee,
    Move,
    Shot,
    Throw,
    UseAbility,
    tally,
)
from edencli.rules.ground import base, by_distance, enemies, footprint, others, radius, standing
from edencli.rules.heights import Climb, Leap, Swim
from edencli.rules.hiding import Hide
from edencli.rules.movement import (
    allowance,
    barriers,
    ground,
    paid_part,
    slow_ground,
    slow_scenery,
)
from edencli.rules.sight import View, view, view_of
from edencli.rules.targets import aim_shot, fighters_covered, on_point, reach, template
from edencli.rules.territory import MeleeAtScenery, ShotAtScenery

HAIR = cm(0.1)
"""So much longer a way may be for the sake of fewer bends."""
FINE, COARSE, FINE_REACH = cm(1), cm(2), cm(15)
"""How far apart the places are of which it is told whether they can be reached: near ones are told finer."""

Target = Piece | Point | Token | str
"""A fighter, a point of the field, a marker, or a piece of scenery by its name."""


class Verdict(NamedTuple):
    """All that speaks against an act, in the rulebook's order: to declare it, and that it does not reach.

    Where nobody may measure before he pays, what only a tape would tell is `withheld` from `reach`.
    """

    may: tuple[Refusal, ...] = ()
    reach: tuple[Refusal, ...] = ()
    withheld: bool = False

    @property
    def objections(self) -> tuple[Refusal, ...]:
        """Everything that may be known; the first is what a match would say."""
        return self.may + self.reach

    @property
    def first(self) -> Refusal | None:
        """What a match would say."""
        return next(iter(self.objections), None)


def verdict_on(match: Match, act: Act) -> Verdict:
    """Ask for everything that speaks against an act."""
    withheld = why_not_measure(match, act.fighter) is not None
    reach = [one for one in falls_short(match, act) if not withheld or one.reason not in MEASURED]
    return Verdict(tuple(undeclarable(match, act)), tuple(reach), withheld)


class Aim(NamedTuple):
    """One use of a weapon, aimed: how far it reaches (None: as far as he sees), and why it may not be.

    `cbt` is what a shot is rolled with, reasons and all; one that is `lost` may be declared, and hits nobody.
    """

    act: Armed
    reach: int | None
    verdict: Verdict
    cbt: Amount | None = None
    lost: bool = False


class Look(NamedTuple):
    """What a fighter sees of a target, how far off it is, and what he might do to it."""

    viewer: Piece
    view: View
    distance: float
    aims: tuple[Aim, ...]


def look(match: Match, viewer: Piece, target: Target) -> Look:
    """Say what a fighter sees of a target, and with what he could hit it."""
    shape = shape_of(match, target)
    if isinstance(target, Piece):
        seen = view_of(match, viewer, target)
    else:
        ignored = on_point(match, target) if isinstance(target, Point) else ()
        seen = view(match, viewer, shape, ignored)
    return Look(viewer, seen, distance(base(match, viewer), shape), tuple(_aims(match, viewer, target)))


def shape_of(match: Match, target: Target) -> Shape:
    """What a target is on the field."""
    if isinstance(target, Point):
        return target
    if isinstance(target, Token) and target.place is not None:
        return Disc(x=target.place[0], y=target.place[1], r=target.radius)
    assert not isinstance(target, Token), "nobody looks where nobody measures"  # noqa: S101  # `look` is told so
    return base(match, target) if isinstance(target, Piece) else footprint(match, target)


def _aims(match: Match, viewer: Piece, target: Target) -> list[Aim]:
    """Every ranged weapon aimed at an enemy, a point, or scenery where that may be attacked at all."""
    if isinstance(target, Token) or (isinstance(target, Piece) and not opposes(viewer, target)):
        return []
    if isinstance(target, str) and ShotAtScenery not in match.acts:
        return []
    uses = [(item, use) for item in match.carried(viewer) for use in item.uses]
    acts = [_act(match, viewer, target, *one) for one in uses]
    return [_aim(match, act) for act in acts if act is not None]


def _act(match: Match, viewer: Piece, target: Piece | Point | str, item: Equipment, use: Use) -> Armed | None:
    if use.category is Category.SHOOTING and isinstance(target, Piece):
        return Shot(fighter=viewer, weapon=item, use=use, target=target)
    if use.category is Category.SHOOTING and isinstance(target, str):
        return ShotAtScenery(fighter=viewer, weapon=item, use=use, scenery=target)
    if use.category in {Category.PROJECTILE, Category.BLAST}:
        point = _aimed_point(match, viewer, target)
        kind = Throw if use.category is Category.PROJECTILE else Blast
        return kind(fighter=viewer, weapon=item, use=use, point=point)
    return None


def acts_by_eye(match: Match, fighter: Piece) -> Iterator[Act]:
    """What a fighter may try where nobody measures: to go, each act at each enemy, what needs none, scenery.

    Whether it reaches is asked when it is done; of what is known already, rules tell.
    """
    yield Move(fighter=fighter, path=())
    for foe in enemies(match, fighter):
        yield Melee(fighter=fighter, target=foe)
        yield Charge(fighter=fighter, target=foe, path=())
        for item, use in _weapons(match, fighter):
            kind = ARMED[use.category]
            aimed: dict[str, Any] = {"target": foe} if kind is Shot else {"at": foe}
            yield kind(fighter=fighter, weapon=item, use=use, **aimed)
    for ability in match.of(fighter).card.abilities:
        if ability.kind is AbilityKind.ACTION:
            yield UseAbility(fighter=fighter, ability=ability)
    yield Extinguish(fighter=fighter)
    if ShotAtScenery in match.acts:
        for name in match.state.scenery:
            yield from _at_scenery_by_eye(match, fighter, name)


def _weapons(match: Match, fighter: Piece) -> list[tuple[Equipment, Use]]:
    """What a fighter carries for ranged attacks."""
    return [(item, use) for item in match.carried(fighter) for use in item.uses if use.category in ARMED]


def _at_scenery_by_eye(match: Match, fighter: Piece, name: str) -> Iterator[Act]:
    """What a fighter may try with a piece of scenery."""
    yield from (kind(fighter=fighter, scenery=name) for kind in (MeleeAtScenery, Climb, Leap, Swim))
    yield Hide(fighter=fighter, scenery=name, path=())
    for item, use in _weapons(match, fighter):
        if use.category is Category.SHOOTING:
            yield ShotAtScenery(fighter=fighter, weapon=item, use=use, scenery=name)


def _aimed_point(match: Match, viewer: Piece, target: Piece | Point | str) -> Point:
    """Where a burst is aimed: at a point, the middle of a base, or what of scenery is nearest."""
    if isinstance(target, str):
        x, y = foot(footprint(match, target), 0, base(match, viewer).centre)
        return Point(round(x), round(y))
    return base(match, target).centre if isinstance(target, Piece) else target


def _aim(match: Match, act: Armed) -> Aim:
    verdict = verdict_on(match, act)
    if isinstance(act, Blast):  # it reaches as far as its template (blast.template)
        return Aim(act, match.setup.blast.length, verdict)
    far = reach(match, act)
    if not isinstance(act, Shot):
        return Aim(act, far, verdict)
    aimed = aim_shot(match, act)
    cbt = value(match, Query(Characteristic.CBT, act.fighter, aimed))
    return Aim(act, far, verdict, cbt, lost=aimed.lost and not verdict.objections)


class Way(NamedTuple):
    """A way as it is planned; `plan` is None when there is none.

    `is_cut_short` says that not all ways were tried, so that there may be a better one, or one at all.
    `slow` names the scenery that slows each leg; `most` is what the act lets a fighter walk; `short` is where
    he stands when that is spent, if it does not do.
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
        """Whether the act carries its fighter all the way."""
        return self.plan is not None and compare(self.plan.price.total, self.most) <= 0


def way_to(match: Match, mover: Piece, place: Point) -> Way:
    """Plan the shortest way of a fighter to a place."""
    start = base(match, mover)
    most = allowance(match, Move(fighter=mover, path=(start.centre,)))
    effort = Effort()
    found = plan_route(ground(match, mover), start, place, effort=effort)
    plan = _plain(match, mover, found, most)
    move = Move(fighter=mover, path=plan.route if plan else (start.centre, place))
    if plan is None:
        return Way(move, None, (), most, _nowhere(match, move, place), is_cut_short=effort.is_cut_short)
    return _way(match, move, plan)._replace(is_cut_short=effort.is_cut_short)


def way_into_contact(match: Match, mover: Piece, target: Piece) -> Way:
    """Plan the shortest way of a fighter into contact: a charge at an enemy, a Move to a friend."""
    start = base(match, mover)
    act: Move | Charge = Move(fighter=mover, path=(start.centre,))
    if opposes(mover, target):
        act = Charge(fighter=mover, path=(start.centre,), target=target)
    most = allowance(match, act)
    effort = Effort()
    found = plan_contact(ground(match, mover, target), start, base(match, target), effort=effort)
    plan = _plain(match, mover, found, most, target)
    if plan is None:
        return Way(act, None, (), most, _nowhere(match, act, None), is_cut_short=effort.is_cut_short)
    return _way(match, act.but(path=plan.route), plan)._replace(is_cut_short=effort.is_cut_short)


def way_anew(match: Match, act: Move | Charge) -> Way:
    """Plan the way of an act anew: to its target, or to where it ends."""
    if isinstance(act, Charge):
        return way_into_contact(match, act.fighter, act.target)
    return way_to(match, act.fighter, act.path[-1])


def is_straight(route: Route) -> bool:
    """Tell whether a route has no bend: it has no places but its ends."""
    return not route[1:-1]


def _plain(
    match: Match, mover: Piece, plan: Plan | None, reach: int, target: Piece | None = None
) -> Plan | None:
    """A plan with fewer bends that is as good: free, hardly dearer, and within the same reach."""
    if plan is None:
        return None
    free, size, total = ground(match, mover, target), radius(match.of(mover).card), plan.price.total
    most = total + HAIR if compare(total, reach) > 0 else min(total + HAIR, reach)

    def allows(route: Route) -> bool:
        found = judge(route, size, table=free.table, blockers=free.blockers, watched=free.avoided)
        touches = any(contact.on_the_way for contact in found.contacts)
        return found.is_open and not touches and price(route, size, free.slow).total <= most

    route = eased(plan.route, allows)
    return Plan(route=route, price=price(route, size, free.slow))


def _way(match: Match, act: Move | Charge, plan: Plan) -> Way:
    most, mover = allowance(match, act), act.fighter
    whole = Way(act, plan, _slowed(match, mover, plan), most, verdict_on(match, act))
    if whole.fits:
        return whole
    return whole._replace(short=paid_part(match, mover, plan.route, most)[-1])


def _slowed(match: Match, mover: Piece, plan: Plan) -> tuple[tuple[str, ...], ...]:
    """The scenery that slows each leg of a plan (scenery.slow)."""
    size = radius(match.of(mover).card)
    slow = dict(zip(slow_scenery(match), slow_ground(match), strict=True))
    return tuple(
        tuple(name for name, piece in slow.items() if price(leg, size, (piece,)).is_slowed)
        for leg in pairwise(plan.route)
    )


def _nowhere(match: Match, act: Move | Charge, place: Point | None) -> Verdict:
    """Say why an act may not be that has no way; at the place itself somebody or something may stand."""
    return Verdict(tuple(undeclarable(match, act)), tuple(_occupied(match, act.fighter, place)))


def _occupied(match: Match, mover: Piece, place: Point | None) -> Iterator[Refusal]:
    """Say who or what is in the way at a place itself (move.base)."""
    if place is None:
        return
    there = base(match, mover).at(place)
    about: dict[str, object] = {"fighter": mover, "place": place}
    if not ground(match, mover).table.holds(there):
        yield Refusal(rule="move.base", reason="leaves-field", about=about)
    for shape, name in zip(*barriers(match, mover), strict=True):
        if overlap(there, shape):
            yield Refusal(rule="move.base", reason="in-the-way", about=about | {"what": name})


class Reach(NamedTuple):
    """Where a fighter can come to stand: with one Move, and beyond that with all that he has left.

    The places lie on a grid of `grain`. Slow ground is walked through, not round: what is told can be
    reached, and a dear way round may reach a little more.
    """

    fighter: Piece
    moves: int
    allowance: int
    grain: int
    one: tuple[Point, ...]
    more: tuple[Point, ...]
    objections: tuple[Refusal, ...]


def reach_of(match: Match, mover: Piece) -> Reach:
    """Say where a fighter can go, by Moves alone."""
    start = base(match, mover)
    act = Move(fighter=mover, path=(start.centre,))
    far, moves = allowance(match, act), moves_left(match, act)
    grain = FINE if moves * far <= FINE_REACH else COARSE
    free, slow = ground(match, mover).but(slow=()), tuple(slow_ground(match))
    one: list[Point] = []
    more: list[Point] = []
    for place in _grid(match, start, moves * far, grain):
        plan = plan_route(free, start, place, moves * far)
        paid = price(plan.route, start.r, slow).total if plan else None
        if paid is not None and compare(paid, moves * far) <= 0:
            (one if compare(paid, far) <= 0 else more).append(place)
    return Reach(mover, moves, far, grain, tuple(one), tuple(more), tuple(undeclarable(match, act)))


def moves_left(match: Match, act: Move) -> int:
    """How many Moves a fighter can still make in this round (action.cost, action.per-round)."""
    if next(undeclarable(match, act), None) is not None:
        return 0
    fighter, asked = match.of(act.fighter), Query(Quantity.AP, act.fighter, act)
    limit = value(match, asked._replace(what=Quantity.PER_ROUND)).total
    cost = value(match, asked).total
    left = limit - fighter.used_round.get(tally(match, act), 0)
    return min(left, fighter.ap // cost) if cost else left


def _grid(match: Match, start: Disc, far: int, grain: int) -> Iterator[Point]:
    """The places of a grid that are no farther than that, as the crow flies."""
    setup = match.setup
    for x in range(grain // 2, setup.width, grain):
        for y in range(grain // 2, setup.height, grain):
            dx, dy = x - start.x, y - start.y
            if dx * dx + dy * dy <= far * far:
                yield Point(x, y)


class Cover(NamedTuple):
    """A template on the field and whom it covers, nearest first."""

    shape: Shape
    covers: tuple[Piece, ...]


class BestBlast(NamedTuple):
    """Where a blast is best aimed, how far it is turned there, and whom it covers."""

    point: Point
    turned: float
    covers: tuple[Piece, ...]


class BlastCover(NamedTuple):
    """A blast aimed at a point, and turned: whom it covers, why it may not lie so, where it does best."""

    fighter: Piece
    point: Point
    turned: float
    cover: Cover | None
    verdict: Verdict
    carries: tuple[str, ...]
    best: BestBlast | None


def explosion(match: Match, point: Point) -> Cover:
    """Say whom an explosion at a point covers (gear.explosive)."""
    disc = Disc(x=point.x, y=point.y, r=match.setup.explosion)
    under = [piece for piece in standing(match.state) if overlap(base(match, piece), disc)]
    under.sort(key=lambda piece: distance(base(match, piece), point))
    return Cover(disc, tuple(under))


def blast_cover(match: Match, fighter: Piece, point: Point, turned: float = 0.0) -> BlastCover:
    """Say whom a blast covers that a fighter aims at a point, whether or not he carries one."""
    carried = [
        (item, use) for item in match.carried(fighter) for use in item.uses if use.category is Category.BLAST
    ]
    spare = Use(category=Category.BLAST)
    item, use = carried[0] if carried else (Equipment(name="", uses=(spare,)), spare)
    act = Blast(fighter=fighter, weapon=item, use=use, point=point, turned=turned)
    cover = None
    if point != base(match, fighter).centre:
        cover = Cover(template(match, act), tuple(by_distance(match, fighter, fighters_covered(match, act))))
    names = tuple(item.name for item, _ in carried)
    verdict = verdict_on(match, act)
    if not carried:
        verdict = verdict._replace(may=tuple(one for one in verdict.may if one.rule != "card.equipment"))
    return BlastCover(fighter, point, turned, cover, verdict, names, _best(match, fighter))


def _best(match: Match, fighter: Piece) -> BestBlast | None:
    """Where a blast covers most enemies, friends taken off, and the nearest enemy in any case."""
    foes = by_distance(match, fighter, enemies(match, fighter))
    if not foes:
        return None
    pieces, near = others(match, fighter), base(match, foes[0])
    outline = trapezoid(*match.setup.blast)
    worth = [1 if opposes(fighter, piece) else -1 for piece in pieces]
    found = best_blast(outline, base(match, fighter), near, [base(match, piece) for piece in pieces], worth)
    return found and BestBlast(found.aim, found.turned, tuple(pieces[n] for n in found.covers))
