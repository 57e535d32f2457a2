"""What a transcript is made of before it is laid out: headings, and the things told under each."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from edencli.match.events import Event
from edencli.report.story import run_of

AREA = "transcript"

# The levels of headings.
SECTION, PHASE, GAP = 1, 2, 3


class Entry:
    """One thing told: its words, how far in it stands, what was paid for it, and the events it tells."""

    def __init__(
        self, text: str, events: Sequence[int], *, depth: int = 0, prices: Sequence[str] = ()
    ) -> None:
        self.text = text
        self.events = list(events)
        self.depth = depth
        self.prices = list(prices)


class Heading(NamedTuple):
    """The title of what follows: of a section or a phase, or none, where an activation stands apart."""

    level: int
    text: str
    events: tuple[int, ...] = ()


Told: TypeAlias = Entry | Heading


def runs(events: Sequence[Event]) -> Iterator[list[int]]:
    """Number the events, those that are told together in one list."""
    run: list[int] = []
    for n, event in enumerate(events):
        common = run_of(event)
        if run and (common is None or common != run_of(events[run[-1]])):
            yield run
            run = []
        run.append(n)
    if run:
        yield run
