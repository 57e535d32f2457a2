"""What a player may see of a match, and what everybody sees of it once it is over."""

from collections.abc import Iterable, Sequence

from edencli.match.events import Event
from edencli.match.pieces import Side
from edencli.match.table_events import MatchEnded


def seen(events: Iterable[Event], side: Side | None) -> list[Event]:
    """The events as a player saw them happen; nobody's view, the referee's, hides nothing."""
    return [event if side is None else event.seen_by(side) for event in events]


def is_over(events: Sequence[Event]) -> bool:
    """Tell whether the match has ended, so that its secrets are shown (score.end)."""
    return bool(events) and isinstance(events[-1], MatchEnded)
