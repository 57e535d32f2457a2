"""Notes on moves for readers: what a route goes round, and what is near the place where it ends.

An event has only the exact places of a route. A reader wants `round Vlädd` and `2 cm from Abama`: given the
match as it stood after the move, this is told in place of bends, with the places in brackets. No distance is
told where measuring is forbidden.
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
"""A bend goes round something that is at most this far off."""
NEAR: Final = cm(10)
"""A place is told by the nearest thing that is at most this far off."""


class PlaceNote(NamedTuple):
    """A place, and its relation to what is nearest.

    `relation` is `contact`, `inside` or `near`; it is empty if nothing is near, or measuring is forbidden.
    """

    place: Point
    relation: str = ""
    what: Piece | str = ""
    far: float = 0.0


class WayNotes(NamedTuple):
    """A route of a move: what it goes round, in order; its bends beside nothing; its end."""

    event: Moved
    round: tuple[Piece | str, ...]
    via: tuple[PlaceNote, ...]
    end: PlaceNote


def bare_notes(event: Moved) -> WayNotes:
    """The notes on a route of which only the places are known."""
    places = [PlaceNote(Point(*place)) for place in event.path]
    return WayNotes(event, (), tuple(places[1:-1]), places[-1])


def note_way(match: Match, event: Event) -> WayNotes | None:
    """The notes on a move, given the match as it stood right after it; None for any other event."""
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
    """All other fighters and all scenery, with their shapes."""
    for piece in fighters_on_field(match.state):
        if piece != mover:
            yield piece, base(match, piece)
    for name in match.state.scenery:
        if match.state.scenery[name].place is not None:
            yield name, footprint(match, name)


def _thing_beside(things: list[tuple[Piece | str, Shape]], bend: Disc) -> Piece | str | None:
    """What a route goes round at a bend: the nearest thing beside the base, not under it."""
    apart = [(gap(bend, shape), n) for n, (_, shape) in enumerate(things)]
    far, n = min(((far, n) for far, n in apart if compare_lengths(far, 0) >= 0), default=(BEND_REACH + 1, 0))
    return things[n][0] if far <= BEND_REACH else None


def _with_nearest(
    note: PlaceNote, mover: Piece, things: list[tuple[Piece | str, Shape]], here: Disc
) -> PlaceNote:
    """Add the relation of a place to what is nearest to a base there; enemies in contact come first."""
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
    """The order of things in contact: enemies before friends, everything else by distance."""
    if not isinstance(thing, Piece):
        return 2
    return 0 if are_enemies(mover, thing) else 1
