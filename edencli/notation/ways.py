"""The destinations of acts: routes, charges, ends at the edge of scenery, and aims.

A route leads from where a fighter stands, through the named places, to the last one. Nothing is planned here:
a destination alone means the straight line to it, an enemy alone the nearest contact on the line of centres.
A charge that ends near contact is moved into it, along the line of centres.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from edencli.field.distance import gap, nearest_foot
from edencli.field.shapes import Disc, Point, Shape
from edencli.field.units import cm, compare_lengths
from edencli.match.pieces import Piece
from edencli.notation.errors import Unreadable
from edencli.notation.goals import settle_goal
from edencli.notation.meanings import QuestionContext, RecordPart, SlotValues
from edencli.notation.slots import PLACES
from edencli.rules.footing import Path
from edencli.rules.ground import base, footprint
from edencli.rules.heights import nearest_place_on

# How far from contact the end of a charge may be named to count as contact.
SNAP_DISTANCE = cm(0.5)

KnownParts = Mapping[str, Any]


def path_through(asked: QuestionContext, fighter: Piece, places: Sequence[tuple[int, int]]) -> Path:
    """Return the path from where a fighter stands through some places."""
    return (base_on_field(asked, fighter).centre, *(Point(*place) for place in places))


def base_on_field(asked: QuestionContext, fighter: Piece) -> Disc:
    """Return the base of a fighter that must be on the field."""
    if not asked.match.state_of(fighter).on_field:
        raise Unreadable("not-on-field", fighter=asked.names.cast.labels[fighter])
    return base(asked.match, fighter)


def snap_to_contact(mover: Disc, target: Shape, end: tuple[int, int]) -> Point:
    """Return the end of a charge, or of a way to an edge, moved into contact if it is near it."""
    apart = gap(mover.moved_to(end), target)
    if compare_lengths(apart, 0) == 0 or compare_lengths(abs(apart), SNAP_DISTANCE) > 0:
        return Point(*end)
    return nearest_foot(target, mover.r, end)


def route_part(*keys: str) -> RecordPart:
    """Return the part for a path through the places of some slots; without slots, it stays in one place.

    The last slot is its end. A line may describe that as people do, which is settled on the straight line. On
    a field that is not measured there is no path.
    """
    last = keys[-1] if keys else ""

    def read(values: SlotValues, asked: QuestionContext, known: KnownParts) -> KnownParts:
        if not asked.match.field.has_places:
            return {"path": ()}
        fighter, ends = known["fighter"], [values[last]] if last in values else []
        if "GOAL" in values:
            base_on_field(asked, fighter)
            ends = [settle_goal(values["GOAL"], asked, fighter)]
        return {"path": path_through(asked, fighter, [*values.get("via", ()), *ends])}

    def write(given: Any, _: QuestionContext) -> SlotValues | None:
        moved = given.path[1:]
        if not moved:
            return None if last in PLACES else {}
        found = {"via": list(moved[:-1]), last: moved[-1]}
        return {key: found[key] for key in keys}

    return RecordPart(keys, read, write)


def _charge_path(
    asked: QuestionContext, known: KnownParts, via: Sequence[tuple[int, int]], end: tuple[int, int] | None
) -> Path:
    """Return the path of a charge, into contact if no end is named."""
    fighter, target = known["fighter"], known["target"]
    begun = path_through(asked, fighter, via)
    enemy = base_on_field(asked, target)
    last = Point(*end) if end else nearest_foot(enemy, base(asked.match, fighter).r, begun[-1])
    return (*begun, last)


def _read_charge(values: SlotValues, asked: QuestionContext, known: KnownParts) -> KnownParts:
    if not asked.match.field.has_places:
        return {"path": ()}
    end, exactly = values.get("to", (None, True))
    path = _charge_path(asked, known, values.get("via", []), end)
    if not exactly:
        mover, enemy = base(asked.match, known["fighter"]), base(asked.match, known["target"])
        path = (*path[:-1], snap_to_contact(mover, enemy, path[-1]))
    return {"path": path}


def _write_charge(given: Any, asked: QuestionContext) -> SlotValues | None:
    """Write the values of a charge, with its end only if the default path would not lead there."""
    if len(given.path) < 2:  # noqa: PLR2004  # a path has two ends
        return None if given.path else {}
    end, via = given.path[-1], list(given.path[1:-1])
    if _charge_path(asked, given.as_dict(), via, None)[-1] == end:
        return {"via": via}
    snapped = snap_to_contact(base(asked.match, given.fighter), base(asked.match, given.target), end)
    return {"via": via, "to": (end, snapped != end)}


CHARGE_PATH = RecordPart(("via", "to"), _read_charge, _write_charge)


def _read_climb(values: SlotValues, asked: QuestionContext, known: KnownParts) -> KnownParts:
    if not asked.match.field.has_places:
        return {}
    fighter, scenery = known["fighter"], known["scenery"]
    place = values.get("to") or base_on_field(asked, fighter).centre
    if "to" not in values and scenery in asked.match.state.scenery:
        place = nearest_place_on(asked.match, fighter, scenery)
    return {"place": tuple(place)}


CLIMBED_TO = RecordPart(
    ("to",),
    _read_climb,
    lambda given, asked: (
        {}
        if _read_climb({}, asked, given.as_dict()).get("place", given.place) == given.place
        else {"to": given.place}
    ),
)
"""A place on scenery; left out if it is the nearest."""


def _settle_at_edge(asked: QuestionContext, known: KnownParts, end: tuple[int, int]) -> Point:
    if known["scenery"] not in asked.match.state.scenery:
        return Point(*end)
    edge = footprint(asked.match, known["scenery"])
    return snap_to_contact(base_on_field(asked, known["fighter"]), edge, end)


def _read_edge(values: SlotValues, asked: QuestionContext, known: KnownParts) -> KnownParts:
    end, exactly = values["END"]
    return {"place": tuple(end if exactly else _settle_at_edge(asked, known, end))}


EDGE = RecordPart(
    ("END",),
    _read_edge,
    lambda given, asked: {
        "END": (given.place, _settle_at_edge(asked, given.as_dict(), given.place) != given.place)
    },
)
"""Where a way across ends: at the edge of a piece of scenery, or on one."""


def _read_aim(values: SlotValues, asked: QuestionContext, known: KnownParts) -> KnownParts:
    """Read a point, or the centre of a base; on a field that is not measured, a fighter."""
    aim = values["AIM"]
    if asked.match.field.has_places and not isinstance(aim[0], Piece):
        return {"point": aim}
    target = asked.resolve_enemy(aim, known["fighter"])
    return (
        {"point": tuple(base_on_field(asked, target).centre)}
        if asked.match.field.has_places
        else {"at": target}
    )


AIM = RecordPart(
    ("AIM",),
    _read_aim,
    lambda given, asked: (
        {"AIM": given.at or given.point} if given.at is not None or asked.match.field.has_places else None
    ),
)
"""What a throw or a blast is aimed at."""
