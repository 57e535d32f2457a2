"""What an author may ask of each event, and what it gives: read from what the validator itself knows."""

from collections.abc import Mapping
from typing import NamedTuple

from edencli.effects.authoring import (
    event_details,
    fitting_changes,
    gives_limb,
    gives_number,
    heard_values,
)
from edencli.model.card_words import CardEvent, EventNumber


class EventGuide(NamedTuple):
    """The details that an event takes, those of their values that are few, what it gives, and its changes."""

    details: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]
    gives: tuple[str, ...]
    changes: tuple[str, ...]


def event_guide(event: CardEvent) -> EventGuide:
    """What may be asked of an event, and what it gives to whatever it sets off."""
    details = event_details(event)
    values = {detail: heard for detail in details if (heard := heard_values(event, detail))}
    numbers = [str(one) for one in EventNumber if gives_number(event, one)]
    limb = ["limb"] if gives_limb(event) else []
    return EventGuide(details, values, (*numbers, *limb), fitting_changes(event))
