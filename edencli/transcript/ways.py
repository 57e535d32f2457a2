"""What a way goes round, and what the place is near to which it leads, as the field stood when it was walked.

An event has the way alone, exactly. A reader wants `round Vlädd` and `2 cm from Abama`: where a match is at
hand as it stood, that is told in place of bends, with places in brackets. Where nobody may measure, no
distance is told.
"""

from collections.abc import Iterator
from typing import Final

from edencli.field.distance import gap
from edencli.field.shapes import Disc, Point, Shape
from edencli.field.units import cm, compare_lengths
from edencli.match.events import Event
from edencli.match.match import Match
from edencli.match.pieces import Piece, are_enemies
from edencli.match.rules_api import why_not_measure
from edencli.match.table_events import Moved
from edencli.named_tuple import NamedTuple
from edencli.rules.ground import base, fighters_on_field, footprint

BEND_REACH: Final = cm(0.6)
"""A bend so near to something goes round it."""
NEAR: Final = cm(10)
"""A place is told by what is no farther from it."""


class PlaceNote(NamedTuple):
    """A place, and how it lies to what is nearest.

    `relation` is `contact`, `inside` or `near`; it is empty where nothing is near, or nobody may measure.
    """

    place: Point
    relation: str = ""
    what: Piece | str = ""
    far: float = 0.0


class WayNotes(NamedTuple):
    """A way that was walked: what it bends round, in order; its bends beside nothing; its end."""

    event: Moved
    round: tuple[Piece | str, ...]
    via: tuple[PlaceNote, ...]
    end: PlaceNote


def bare_notes(event: Moved) -> WayNotes:
    """What is told of a way where nothing is known but its places."""
    places = [PlaceNote(Point(*place)) for place in event.path]
    return WayNotes(event, (), tuple(places[1:-1]), places[-1])


def note_way(match: Match, event: Event) -> WayNotes | None:
    """Note what is to be told of a way, in a match that stands where it was walked; None of anything else."""
    if not isinstance(event, Moved) or not event.path or not match.field.has_places:
        return None
    if not match.is_on_field(event.fighter):
        return None
    notes, things = bare_notes(event), list(_things(match, event.fighter))
    here, may_measure = base(match, event.fighter), why_not_measure(match, event.fighter) is None
    beside = [_thing_beside(things, here.moved_to(bend.place)) for bend in notes.via]
    via = (bend for bend, thing in zip(notes.via, beside, strict=True) if thing is None)
    notes = notes._replace(round=tuple(dict.fromkeys(filter(None, beside))), via=tuple(via))
    if not may_measure:
        return notes
    via = (_with_nearest(bend, event.fighter, things, here.moved_to(bend.place)) for bend in notes.via)
    return notes._replace(via=tuple(via), end=_with_nearest(notes.end, event.fighter, things, here))


def _things(match: Match, mover: Piece) -> Iterator[tuple[Piece | str, Shape]]:
    """Everybody else and all scenery, with what each covers."""
    for piece in fighters_on_field(match.state):
        if piece != mover:
            yield piece, base(match, piece)
    for name in match.state.scenery:
        if match.state.scenery[name].place is not None:
            yield name, footprint(match, name)


def _thing_beside(things: list[tuple[Piece | str, Shape]], bend: Disc) -> Piece | str | None:
    """What a way goes round where a base stands at a bend of it: what is nearest, and not underfoot."""
    apart = [(gap(bend, shape), n) for n, (_, shape) in enumerate(things)]
    far, n = min(((far, n) for far, n in apart if compare_lengths(far, 0) >= 0), default=(BEND_REACH + 1, 0))
    return things[n][0] if far <= BEND_REACH else None


def _with_nearest(
    note: PlaceNote, mover: Piece, things: list[tuple[Piece | str, Shape]], here: Disc
) -> PlaceNote:
    """Add how a place lies to what is nearest to a base there; an enemy in contact comes first."""
    apart = [
        (_order_in_contact(mover, thing) if compare_lengths(far := gap(here, shape), 0) == 0 else 2, far, n)
        for n, (thing, shape) in enumerate(things)
    ]
    _, far, n = min(apart, default=(0, NEAR + 1, 0))
    if far > NEAR:
        return note
    touch = compare_lengths(far, 0)
    relation = "near" if touch > 0 else "contact" if touch == 0 else "inside"
    return note._replace(relation=relation, what=things[n][0], far=far)


def _order_in_contact(mover: Piece, thing: Piece | str) -> int:
    """Enemies before friends; a fighter who touches scenery too is told by what is nearest."""
    if not isinstance(thing, Piece):
        return 2
    return 0 if are_enemies(mover, thing) else 1
