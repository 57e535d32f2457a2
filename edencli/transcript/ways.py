"""What a way goes round, and what the place is near to which it leads, as the field stood when it was walked.

An event has the way alone, exactly. A reader wants `round Vlädd` and `2 cm from Abama`: whoever shows a match
as it stood may have that told in place of bends, with the place in brackets. Where nobody may measure, no
distance is told.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from edencli.field.distance import gap
from edencli.field.shapes import Disc, Point, Shape
from edencli.field.units import cm, compare_lengths
from edencli.match.events import Event
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.rules_api import why_not_measure
from edencli.match.table_events import Moved
from edencli.rules.ground import base, fighters_on_field, footprint

BEND_REACH: Final = cm(0.6)
"""A bend so near to something goes round it."""
NEAR: Final = cm(10)
"""A place is told by what is no farther from it."""


class WayNotes(NamedTuple):
    """A way that was walked: what it goes round, in order; how its end lies to what is nearest.

    `relation` is `contact`, `inside` or `near`; it is empty where nothing is near, or nobody may measure.
    """

    event: Moved
    round: tuple[Piece | str, ...] = ()
    relation: str = ""
    what: Piece | str = ""
    far: float = 0.0


def note_way(match: Match, event: Event) -> WayNotes | None:
    """Note what is to be told of a way, in a match that stands where it was walked; None of anything else."""
    if not isinstance(event, Moved) or not event.path or not match.field.has_places:
        return None
    if not match.is_on_field(event.fighter):
        return None
    things = list(_things(match, event.fighter))
    here = base(match, event.fighter)
    notes = WayNotes(event, _gone_round(things, here, [Point(*place) for place in event.path[1:-1]]))
    if why_not_measure(match, event.fighter) is not None:
        return notes
    return _with_nearest(notes, things, here)


def _things(match: Match, mover: Piece) -> Iterator[tuple[Piece | str, Shape]]:
    """Everybody else and all scenery, with what each covers."""
    for piece in fighters_on_field(match.state):
        if piece != mover:
            yield piece, base(match, piece)
    for name in match.state.scenery:
        if match.state.scenery[name].place is not None:
            yield name, footprint(match, name)


def _gone_round(
    things: list[tuple[Piece | str, Shape]], mover: Disc, bends: list[Point]
) -> tuple[Piece | str, ...]:
    """What a way bends round, each thing once; nothing where one of its bends has nothing beside it."""
    names = []
    for bend in bends:
        there = mover.moved_to(bend)
        beside = [(gap(there, shape), n) for n, (_, shape) in enumerate(things)]
        far, n = min(beside, default=(float("inf"), 0))
        if far > BEND_REACH:
            return ()
        names.append(things[n][0])
    return tuple(dict.fromkeys(names))


def _with_nearest(notes: WayNotes, things: list[tuple[Piece | str, Shape]], here: Disc) -> WayNotes:
    """Add how the end of a way lies to what is nearest; a fighter in contact comes first."""
    apart = [
        (compare_lengths(far := gap(here, shape), 0) != 0 or not isinstance(thing, Piece), far, n)
        for n, (thing, shape) in enumerate(things)
    ]
    _, far, n = min(apart, default=(True, float("inf"), 0))
    if far > NEAR:
        return notes
    touch = compare_lengths(far, 0)
    relation = "near" if touch > 0 else "contact" if touch == 0 else "inside"
    return notes._replace(relation=relation, what=things[n][0], far=far)
