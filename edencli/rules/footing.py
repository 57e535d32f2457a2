"""Where a base may stand, and where a way really ends (move.base, marker.stop, territory.crossing).

Deployment, cards, positions and ways share these rules: a base stands on the field, not on another base,
and on scenery only where fighters may stop or upon the raised place where its fighter is. A fighter whose
way would end in scenery that it may cross but not stop in goes back to where it entered: its way ends
there.
"""

from collections.abc import Iterator, Sequence

from edencli.field.distance import gap_to_shape, overlap
from edencli.field.ground import ShapeIndex
from edencli.field.routes import RouteGeometry
from edencli.field.shapes import Disc, Point, Shape
from edencli.field.units import compare_lengths
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.reasons import Refusal
from edencli.match.rules_api import field_fact
from edencli.rules.ground import (
    base,
    base_at,
    base_radius,
    footprint,
    other_fighters,
    table,
    token_disc,
    tokens_on_field,
)

Path = tuple[Point, ...]


def can_stop_on(match: Match, scenery: str) -> bool:
    """Tell whether a base may end on a piece of scenery."""
    ground = match.terrain(scenery)
    return ground.crossable and ground.stops


def only_to_cross(match: Match, mover: Piece) -> Sequence[str]:
    """The scenery that a fighter may cross but not stop in, without the raised place where it stands."""
    raised = match.state_of(mover).raised
    return match.cache_for_ground(
        ("only-to-cross", raised),
        lambda: [
            name
            for name in match.state.scenery
            if name != raised and match.terrain(name).crossable and not can_stop_on(match, name)
        ],
    )


def is_on(match: Match, place: tuple[int, int], scenery: str) -> bool:
    """Tell whether the centre of a base at a place is on a piece of scenery."""
    return compare_lengths(gap_to_shape(*place, footprint(match, scenery)), 0) <= 0


def scenery_in_the_way(match: Match, there: Disc, raised: str | None = None) -> Iterator[str]:
    """Find the scenery on which a base may not stand.

    A fighter on a raised place may stand on that if the middle of its base does.
    """
    closed, shapes = _closed_scenery(match)
    for number in shapes.numbers_near(there.bounding_box):
        name, shape = closed[number], shapes[number]
        if overlap(there, shape) and not (name == raised and is_on(match, there.centre, name)):
            yield name


def _closed_scenery(match: Match) -> tuple[Sequence[str], ShapeIndex]:
    """The scenery on which no base may end, and its outlines; cached."""
    return match.cache_for_ground("closed", lambda: _find_closed_scenery(match))


def _find_closed_scenery(match: Match) -> tuple[Sequence[str], ShapeIndex]:
    closed = [name for name in match.state.scenery if not can_stop_on(match, name)]
    return closed, ShapeIndex(footprint(match, name) for name in closed)


def fighters_in_the_way(match: Match, fighter: Piece, there: Disc) -> Iterator[Piece]:
    """Find the other fighters whose bases a fighter's base would overlap."""
    return (piece for piece in other_fighters(match, fighter) if overlap(there, base(match, piece)))


def in_the_way(match: Match, fighter: Piece, place: tuple[int, int]) -> Iterator[str]:
    """Name the fighters and the scenery that bar a fighter from a place."""
    state = match.state_of(fighter)
    there = base_at(state.card, place)
    yield from (piece.name for piece in fighters_in_the_way(match, fighter, there))
    yield from scenery_in_the_way(match, there, state.raised)


def against_markers(match: Match, fighter: Piece, there: Disc) -> Iterator[Refusal]:
    """Refuse a base on a marker (marker.stop)."""
    for token in tokens_on_field(match):
        if overlap(there, token_disc(token)):
            about = {"fighter": fighter, "what": token.name}
            yield Refusal(rule="marker.stop", reason="ends-on-marker", about=about)


def may_stop(match: Match, fighter: Piece, place: tuple[int, int]) -> bool:
    """Tell whether a fighter that is moved may stop at a place."""
    there = base_at(match.state_of(fighter).card, place)
    barred = [*in_the_way(match, fighter, place), *against_markers(match, fighter, there)]
    return table(match).contains(there) and not barred


@field_fact
def walked_path(match: Match, mover: Piece, path: Path) -> Path:
    """The part of a way that is really walked: to its end, or to where the fighter is turned back."""
    shapes = [footprint(match, name) for name in only_to_cross(match, mover)]
    size = base_radius(match.state_of(mover).card)
    walked, before = path, None
    while walked != before:
        before = walked
        for shape in shapes:
            walked = _back_out(walked, size, shape)
    return walked


@walked_path.when_unmeasured
def _(_: Match, __: Piece, path: Path) -> Path:
    return path


def _back_out(path: Path, size: int, shape: Shape) -> Path:
    """The part of a way before it last enters a shape in which it ends; all of it if it ends outside."""
    start, end = (Disc(x=at.x, y=at.y, r=size) for at in (path[0], path[-1]))
    if not overlap(end, shape):
        return path
    walk = RouteGeometry(path)
    went_in, _ = walk.deep_runs(shape, size, walk.runs_within(shape, size))[-1]
    return path if went_in == 0 and overlap(start, shape) else walk.route_until(went_in)
