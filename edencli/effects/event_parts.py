"""The parts of an event by their names on cards: doer, sufferer, player, card or marker.

The rows of `CardEvent` name those parts. Cards hear of no event, and of no part of one, that a player may not
see.
"""

from edencli.match.events import Event
from edencli.match.pieces import Piece, Side
from edencli.match.state import Token
from edencli.model.card_words import CardEvent, EventNumber, Role


def heard_by_cards(event: Event) -> Event | None:
    """Return what both players see of an event, or None: an effect triggered by a secret would reveal it.

    An event that names something secret is not heard at all.
    """
    if type(event).seen_by is Event.seen_by:
        return event
    heard: Event | None = event
    for side in Side:
        heard = heard.seen_by(side) if heard is not None else None
    named = CardEvent(event.kind).named if event.kind in _CARD_EVENTS else None
    return None if heard is None or (named and heard is not event) else heard


_CARD_EVENTS = frozenset(map(str, CardEvent))


def event_roles(event: Event, happening: CardEvent) -> dict[Role, Piece]:
    """Return the doer and the sufferer of an event, where those parts are fighters."""
    found: dict[Role, Piece] = {}
    for role, part in ((Role.DOER, happening.doer), (Role.SUFFERER, happening.sufferer)):
        if part and isinstance(piece := getattr(event, part), Piece):
            found[role] = piece
    return found


def event_value(event: Event, happening: CardEvent, value: EventNumber) -> int:
    """Return the amount of an event, or the face of its die; 0 if it has none."""
    return find_value(event, happening, value) or 0


def find_value(event: Event, happening: CardEvent, value: EventNumber) -> int | None:
    """Return the amount of an event, or the face of its die; None if it has none."""
    part = happening.counted if value is EventNumber.AMOUNT else str(value)
    found = getattr(event, part, None) if part else None
    return found if isinstance(found, int) else None


def event_player(event: Event, happening: CardEvent) -> Side | None:
    """Return the player that does what happens, if a player does it."""
    found = getattr(event, happening.player) if happening.player else None
    return found if isinstance(found, Side) else None


def event_name(event: Event, happening: CardEvent) -> str | None:
    """Return the name of the card, the marker or the scenery that an event is about."""
    found = getattr(event, happening.named) if happening.named else None
    return found.name if isinstance(found, Token) else found
