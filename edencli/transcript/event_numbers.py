"""Event numbers, equal in every view of a match: in JSON, after `--until`, in the address of a page.

Events that both players see are counted from 1: `e120`. An event that only one side sees has the number of
the last event before it that both see, with a letter: `e120a` to `e120m` are red's, `e120n` to `e120z` are
blue's. So a number means one event in every view, and no number tells a player that something happened in
secret.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from edencli.match.events import Event
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.named_tuple import NamedTuple

_WRITTEN: Final = re.compile(r"e(\d{1,6})([a-z]{0,3})", re.ASCII | re.IGNORECASE)
_LETTERS: Final = {Side.RED: "abcdefghijklm", Side.BLUE: "nopqrstuvwxyz"}


class LogNumber(NamedTuple):
    """The number of an event: the count of events that both sides saw, and letters for a secret one."""

    n: int
    letters: str = ""

    def __str__(self) -> str:
        return f"e{self.n}{self.letters}"


def parse_event_number(text: str) -> LogNumber | None:
    """Read `e120` or `e120a`; None for any other text."""
    found = _WRITTEN.fullmatch(text)
    return LogNumber(int(found[1]), found[2].lower()) if found else None


def number_events(events: Sequence[Event]) -> Iterator[LogNumber]:
    """The numbers of events, in their order."""
    n, secret = 0, dict.fromkeys(Side, 0)
    for event in events:
        seers = [side for side in Side if event.seen_by(side) is not None]
        if len(seers) == len(Side):
            n, secret = n + 1, dict.fromkeys(Side, 0)
            yield LogNumber(n)
        else:
            side = next(iter(seers), Side.RED)
            yield LogNumber(n, _letters(side, secret[side]))
            secret[side] += 1


def _letters(side: Side, k: int) -> str:
    """The letters of a side's secret event number k, from 0: a to m, then aa, ab and so on (for red)."""
    own, text = _LETTERS[side], ""
    while k >= 0:
        k, rest = divmod(k, len(own))
        text, k = own[rest] + text, k - 1
    return text


def find_event_end(events: Sequence[Event], number: LogNumber, viewer: Audience = None) -> int | None:
    """How many events had happened once the one with this number had; None if it has not yet.

    If the viewer does not see that event, the last event before it that both sides see is meant.
    """
    last = 0
    for end, own in enumerate(number_events(events), start=1):
        if own == number and _is_seen(events[end - 1], viewer):
            return end
        if own.n > number.n:
            return last
        last = last if own.letters else end
    return 0 if number == LogNumber(0) else None


def _is_seen(event: Event, viewer: Audience) -> bool:
    """Tell whether a viewer sees anything of an event."""
    return all(event.seen_by(side) is not None for side in Side if viewer in {side, PUBLIC})
