"""Movement (chapters 2.D, 5): what bars a base, where it may end, and what its way costs.

The centre of the base walks a route. Allies, enemies and scenery bar it unless it may be crossed; slow
ground counts double while any part of the base is on it (scenery.slow).
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from edencli.field.ground import Ground, ShapeIndex, SlowGround, widened
from edencli.field.routes import (
    Judgement,
    RouteGeometry,
    affordable_route,
    geometry_of,
    judge_route,
    route_cost,
)
from edencli.field.shapes import Shape
from edencli.field.units import PER_CM, TOLERANCE, compare_lengths
from edencli.match.facts import RoomToGo
from edencli.match.match import NO_WAY_THROUGH, Act, Match, Query, SingleOut, WayThrough
from edencli.match.pieces import Piece, are_enemies
from edencli.match.reasons import Amount, Refusal
from edencli.match.rules_api import declaration_objections, field_fact, total_value, value
from edencli.model.terms import Quantity
from edencli.named_tuple import NamedTuple
from edencli.rulebooks.values import TouchingOnTheWay
from edencli.rules.acts import CARD_OVER_RULE, Charge, Move, Walk, why_absent
from edencli.rules.footing import Path, in_the_way, only_to_cross, walked_path
from edencli.rules.ground import (
    base,
    base_radius,
    bases_on_field,
    bases_reaching_into,
    enemies_on_field,
    footprint,
    is_free,
    other_fighters,
    table,
    token_discs,
)

_NO_WALLS: Final[tuple[ShapeIndex, list[str]]] = ShapeIndex(), []


def barriers(match: Match, mover: Piece) -> tuple[ShapeIndex, list[str]]:
    """The shapes that bar a fighter's way, and their names (scenery.crossable)."""
    crossed = match.crossed_by(mover)
    return match.cache_for_layout(
        ("barriers", mover, match.state_of(mover).raised, crossed), lambda: _barriers(match, mover, crossed)
    )


def _barriers(match: Match, mover: Piece, crossed: WayThrough) -> tuple[ShapeIndex, list[str]]:
    others = () if crossed.fighters else [one for one in bases_on_field(match) if one[0] != mover]
    shapes, names = _NO_WALLS if crossed.scenery else _walls(match, mover)
    bases = (here for _, here in others)
    return ShapeIndex((*bases, *shapes)), [*(piece.name for piece, _ in others), *names]


def _walls(match: Match, mover: Piece) -> tuple[ShapeIndex, list[str]]:
    """The scenery that bars a fighter's way, without what it stands upon, and the names of it."""
    below = match.state_of(mover).raised
    return match.cache_for_ground(("walls", below), lambda: _find_walls(match, below))


def _find_walls(match: Match, below: str | None) -> tuple[ShapeIndex, list[str]]:
    names = [name for name in match.state.scenery if name != below and not match.terrain(name).crossable]
    return ShapeIndex(footprint(match, name) for name in names), names


def _crossed_by_card(match: Match, mover: Piece) -> list[Shape]:
    """The shapes that a card lets a fighter cross, on which it may not end."""
    crossed = match.crossed_by(mover)
    pieces = other_fighters(match, mover) if crossed.fighters else ()
    shapes, _ = _walls(match, mover) if crossed.scenery else _NO_WALLS
    return [*(base(match, piece) for piece in pieces), *shapes]


def slow_scenery(match: Match) -> list[str]:
    """The names of the scenery that slows (scenery.slow)."""
    return [name for name in match.state.scenery if match.terrain(name).rate > 1]


def slow_ground(match: Match) -> Sequence[SlowGround]:
    """The shapes and rates of `slow_scenery`, in its order (scenery.slow)."""
    return match.cache_for_ground("slow", lambda: _find_slow_ground(match))


def _find_slow_ground(match: Match) -> Sequence[SlowGround]:
    slow = slow_scenery(match)
    return [SlowGround(shape=footprint(match, name), rate=match.terrain(name).rate) for name in slow]


def planning_ground(match: Match, mover: Piece) -> Ground:
    """The ground for the planning of a way: what bars it, where it may not end, and where it is slow.

    Where the book forbids touching enemies on the way, they are avoided; the target of a charge may be
    touched at its end.
    """
    return match.cache_for_layout(
        ("planning", planning_key(match, mover)), lambda: _find_planning_ground(match, mover)
    )


def planning_key(match: Match, mover: Piece) -> Hashable:
    """The key of everything besides the layout that a fighter's ways depend on."""
    above, touching = match.state_of(mover).raised, _is_touching_forbidden(match, mover)
    return mover, above, match.crossed_by(mover), touching, match.state.tokens


def _find_planning_ground(match: Match, mover: Piece) -> Ground:
    shapes, _ = barriers(match, mover)
    keeps_off = _is_touching_forbidden(match, mover)
    foes = [base(match, foe) for foe in enemies_on_field(match, mover)] if keeps_off else []
    crossed = (footprint(match, name) for name in only_to_cross(match, mover))
    return Ground(
        table=table(match),
        blockers=shapes,
        avoided=tuple(foes),
        no_stop=(*crossed, *_crossed_by_card(match, mover), *token_discs(match)),
        slow=tuple(slow_ground(match)),
    )


def walk_allowance(match: Match, act: Act) -> int:
    """How far an act lets its fighter walk."""
    return total_value(match, Query(Quantity.DISTANCE, act.fighter, act)) * PER_CM


@field_fact
def way_cost(match: Match, mover: Piece, path: Path) -> float:
    """The cost of a route (move.path), used both to check a Move and to report it; 0 if unmeasured."""
    way = "cost", mover, path
    return match.cache_for_layout(
        way, lambda: route_cost(path, base_radius(match.state_of(mover).card), slow_ground(match))
    )


@way_cost.when_unmeasured
def _(*_: object) -> float:
    return 0


@field_fact
def affordable_path(match: Match, mover: Piece, path: Path, reach: float) -> Path:
    """The part of a route that an allowance pays for; all of it if unmeasured."""
    return affordable_route(path, base_radius(match.state_of(mover).card), reach, slow_ground(match))


@affordable_path.when_unmeasured
def _(_: Match, __: Piece, path: Path, ___: float) -> Path:
    return path


class TriedWay(NamedTuple):
    """A way that a fighter would walk, judged once against everything near it.

    `found` says which of `fighters`, and after them of `walls`, stand in the declared way; and where the
    way really walked ends, and which of `foes` it touches.
    """

    mover: Piece
    path: Path
    fighters: Sequence[Piece]
    walls: Sequence[str]
    foes: Sequence[Piece]
    found: Judgement


def try_way(match: Match, mover: Piece, path: Path) -> TriedWay:
    """Judge a way by what bars it, the enemies it may touch, and the markers it may end on."""
    size, walked = base_radius(match.state_of(mover).card), walked_path(match, mover, path)
    around = widened(geometry_of(path).box, size + 2 * TOLERANCE)
    near = [one for one in bases_reaching_into(match, around) if one[0] != mover]
    crossed = match.crossed_by(mover)
    others = () if crossed.fighters else near
    shapes, names = _NO_WALLS if crossed.scenery else _walls(match, mover)
    walls = shapes.numbers_near(around)
    foes = [one for one in near if are_enemies(mover, one[0])]
    blockers = [*(there for _, there in others), *(shapes[number] for number in walls)]
    found = judge_route(
        walked,
        size,
        table=table(match),
        blockers=blockers,
        watched=[there for _, there in foes],
        markers=token_discs(match),
    )
    if walked != path:
        whole = judge_route(path, size, table=table(match), blockers=blockers)
        found = found._replace(collisions=whole.collisions, leaves_table_at=whole.leaves_table_at)
    return TriedWay(
        mover=mover,
        path=path,
        fighters=[piece for piece, _ in others],
        walls=[names[number] for number in walls],
        foes=[foe for foe, _ in foes],
        found=found,
    )


@field_fact
def against_move(match: Match, act: Move) -> Iterator[Refusal]:
    """Refuse a Move that cannot be walked, is too long, or ends where it may not (action.move)."""
    trial = try_way(match, act.fighter, act.path)
    yield from against_walking(match, trial)
    yield from _too_long(match, act)
    yield from _against_end(match, trial)
    yield from _against_touching(match, trial, at_end=True)


@against_move.when_unmeasured
def _(match: Match, act: Move) -> Iterator[Refusal]:
    """Refuse a Move that the player says ends in contact with an enemy (action.move); all else is trusted."""
    for piece in act.touching:
        if (absent := why_absent(match, piece)) is not None:
            yield absent
        elif are_enemies(act.fighter, piece):
            about = {"fighter": act.fighter, "what": piece.name}
            yield Refusal(rule="action.move", reason="ends-in-contact", about=about)


def walk_reach(match: Match, act: Walk) -> int:
    """How far a walk by a card may go: the card's distance, less what shortens every movement."""
    parts = value(match, Query(Quantity.DISTANCE, act.fighter, act)).parts
    return max(0, act.far + sum(part.n for part in parts) * PER_CM)


@field_fact
def against_walk(match: Match, act: Walk) -> Iterator[Refusal]:
    """Refuse a walk by a card that breaks the rules of a Move, or is too long (action.move)."""
    trial = try_way(match, act.fighter, act.path)
    yield from against_walking(match, trial)
    paid, most = way_cost(match, act.fighter, act.path), walk_reach(match, act)
    if compare_lengths(paid, most) > 0:
        about = {"fighter": act.fighter, "length": round(paid), "most": most}
        yield Refusal(rule=CARD_OVER_RULE, reason="too-far", about=about)
    yield from _against_end(match, trial)
    yield from _against_touching(match, trial, at_end=True)


@against_walk.when_unmeasured
def _(match: Match, act: Walk) -> Iterator[Refusal]:
    yield from against_move(match, Move(fighter=act.fighter, path=act.path, touching=act.touching))


def against_charge(match: Match, act: Charge) -> Iterator[Refusal]:
    """Refuse a charge of a fighter that is not free, or along a way that cannot be walked (action.charge).

    A charge that does not arrive is legal: it fails (action.charge-failed).
    """
    about = {"fighter": act.fighter}
    if not are_enemies(act.fighter, act.target):
        yield Refusal(rule="action.charge", reason="no-enemy", about=about | {"target": act.target})
    if (absent := why_absent(match, act.target)) is not None:
        yield absent
    yield from declaration_objections(match, SingleOut(fighter=act.fighter, target=act.target))
    yield from _against_run(match, act)


@field_fact
def _against_run(match: Match, act: Charge) -> Iterator[Refusal]:
    """Refuse a charge's way out of contact, into something, or touching other enemies on it."""
    trial = try_way(match, act.fighter, act.path)
    about = {"fighter": act.fighter}
    if any(contact.at_start for contact in trial.found.contacts):
        yield Refusal(rule="action.charge", reason="not-free", about=about)
    yield from against_walking(match, trial)
    yield from _against_end(match, trial)
    yield from _against_touching(match, trial, at_end=False)


@_against_run.when_unmeasured
def _(match: Match, act: Charge) -> Iterator[Refusal]:
    if not is_free(match, act.fighter):
        yield Refusal(rule="action.charge", reason="not-free", about={"fighter": act.fighter})


@field_fact
def has_room_at_end(_: Match, __: Piece) -> bool:
    """Tell whether a fighter that falls short has room to stand; True if measured, as its way was judged."""
    return True


@has_room_at_end.when_unmeasured
def _(match: Match, mover: Piece) -> bool:
    return bool(match.require_fact(RoomToGo(mover=mover)))


def against_walking(match: Match, trial: TriedWay) -> Iterator[Refusal]:
    """Refuse a way that no base could walk (move.base, move.path)."""
    about: dict[str, object] = {"fighter": trial.mover}
    if trial.path[0] != match.state_of(trial.mover).place:
        yield Refusal(rule="move.path", reason="starts-elsewhere", about=about)
    if trial.found.leaves_table_at is not None:
        beyond = about | {"place": trial.found.leaves_table_at}
        yield Refusal(rule="move.base", reason="leaves-field", about=beyond)
    if trial.found.collisions:
        hit = min(trial.found.collisions, key=lambda one: one.after)
        wall = hit.number - len(trial.fighters)
        name = trial.walls[wall] if wall >= 0 else trial.fighters[hit.number].name
        rule = match.terrain(name).bars_by if wall >= 0 else "move.base"
        yield Refusal(rule=rule, reason="in-the-way", about=about | {"what": name, "place": hit.place})


def _too_long(match: Match, act: Move) -> Iterator[Refusal]:
    """Refuse a way that is longer than the Move, by the rule that limits it (action.move)."""
    paid = way_cost(match, act.fighter, act.path)
    if compare_lengths(paid, walk_allowance(match, act)) > 0:
        most = value(match, Query(Quantity.DISTANCE, act.fighter, act))
        rule = limiting_rule(most, paid)
        if rule == most.parts[0].reason:
            rule = _slowed(match, act, most.total * PER_CM) or rule
        about = {"fighter": act.fighter, "length": round(paid), "most": most.total * PER_CM}
        yield Refusal(rule=rule, reason="too-far", about=about)


def limiting_rule(most: Amount, length: float) -> str:
    """The rule by which a way is too long: the last change that shortened it, or the printed distance's."""
    printed, *changes = most.parts
    return (
        changes[-1].reason if changes and compare_lengths(length, printed.n * PER_CM) <= 0 else printed.reason
    )


def _slowed(match: Match, act: Move, most: int) -> str | None:
    """The rule of the slow ground without which a way would not be too long, or None."""
    size, slow = base_radius(match.state_of(act.fighter).card), slow_scenery(match)
    if not slow or compare_lengths(route_cost(act.path, size), most) > 0:
        return None
    passed = (
        name for name in slow if RouteGeometry(act.path).runs_within(footprint(match, name), size - TOLERANCE)
    )
    return next((match.terrain(name).slows_by for name in passed), None)


def _against_end(match: Match, trial: TriedWay) -> Iterator[Refusal]:
    """Refuse a way that ends on a marker (marker.stop), or on what it may only cross (move.base)."""
    if match.crossed_by(trial.mover) != NO_WAY_THROUGH:
        for name in in_the_way(match, trial.mover, trial.path[-1]):
            about = {"fighter": trial.mover, "what": name, "place": trial.path[-1]}
            yield Refusal(rule="move.base", reason="in-the-way", about=about)
    if trial.found.ends_on:
        about = {"fighter": trial.mover, "what": match.state.tokens[trial.found.ends_on[0]].name}
        yield Refusal(rule="marker.stop", reason="ends-on-marker", about=about)


def _is_touching_forbidden(match: Match, mover: Piece) -> bool:
    """Tell whether a fighter may touch no enemy on the way; a fighter that may cross others may."""
    forbidden = match.book.actions.touching_on_the_way is TouchingOnTheWay.FORBIDDEN
    return forbidden and not match.crossed_by(mover).fighters


def _against_touching(match: Match, trial: TriedWay, *, at_end: bool) -> Iterator[Refusal]:
    """Refuse each enemy that a way may not touch: at its end, or on it where the book forbids that."""
    on_the_way = _is_touching_forbidden(match, trial.mover)
    for contact in trial.found.contacts:
        about = {"fighter": trial.mover, "what": trial.foes[contact.number].name}
        if at_end and contact.at_end:
            yield Refusal(rule="action.move", reason="ends-in-contact", about=about)
        elif on_the_way and contact.on_the_way:
            rule = "action.move" if at_end else "action.charge"
            yield Refusal(rule=rule, reason="touches-on-the-way", about=about)
