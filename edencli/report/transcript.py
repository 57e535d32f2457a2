"""The transcript of a match: its events in sentences, by round, phase and activation, and how it ended.

A pure function of the events and a few facts: no path, time, width of a terminal, locale or colour gets in,
so that the same match has the same transcript everywhere. A gutter stands before whatever is told, so that no
line begins with a file's text. Every line knows the events that it tells, and the move that caused them.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from edencli.lang import Words
from edencli.match.events import Event
from edencli.match.pieces import Side
from edencli.report.story import Names, Story, plain, rules_of
from edencli.report.transcript_chronicle import chronicle
from edencli.report.transcript_end import ending
from edencli.report.transcript_entries import PHASE, SECTION, Entry, Heading, Told
from edencli.report.transcript_header import Header, dumped, header_line, header_lines
from edencli.report.views import seen

WIDTH = 80
MARGIN = 5
GUTTER = "│"
RULE = "━"
INDENT = 2
ROOM = WIDTH - MARGIN - len(f" {GUTTER} ")

NO_BREAK = "\N{NO-BREAK SPACE}"
_BOUND = re.compile(r"(?<=\d) (?=\w)|(?<=[A-Z]) (?=\d)")


class Line(NamedTuple):
    """One line of a transcript, the events that it tells, and the move that caused the first of them."""

    text: str
    events: tuple[int, ...] = ()
    move: int | None = None


class Note(NamedTuple):
    """What an author says to the reader, and the number of the event before which he says it."""

    before: int
    text: str


def transcript(  # noqa: PLR0913  # a match is told from all of these
    events: Sequence[Event],
    header: Header,
    words: Words,
    names: Names,
    *,
    side: Side | None = None,
    cite: bool = False,
    moves: Sequence[int | None] = (),
    notes: Sequence[Note] = (),
) -> list[Line]:
    """Tell a match, or as much of it as a side may see.

    `moves` gives for each event the move that caused it; with `cite` every line names its rules. `notes` are
    what the author of a script says to the reader.
    """
    story, shown = Story(words, names), seen(events, side)
    happened = annotated(words, chronicle(story, shown, header), notes)
    summed_up = ending(story, events, shown, header, side)
    head = [Line(text) for text in header_lines(words, header, side)]
    return [*head, *Layout(events if cite else (), moves).lines(happened), *Layout((), ()).lines(summed_up)]


def annotated(words: Words, told: Iterable[Told], notes: Sequence[Note]) -> Iterator[Told]:
    """Put notes before what came after them."""
    left = list(notes)
    for one in told:
        while left and one.events and min(one.events) >= left[0].before:
            yield Entry(words.say("transcript", "note", text=left.pop(0).text), ())
        yield one
    for note in left:
        yield Entry(words.say("transcript", "note", text=note.text), ())


def json_lines(events: Sequence[Event], header: Header, *, side: Side | None = None) -> Iterator[str]:
    """Tell the same as data, an event a line, after a line that says with what the match was played."""
    yield header_line(header, side)
    for event in seen(events, side):
        yield dumped(plain(event))


class Layout:
    """Lays out what is told: a margin for prices, a gutter, and lines that are never too long."""

    def __init__(self, cited: Sequence[Event], moves: Sequence[int | None]) -> None:
        self._cited = cited
        self._moves = moves

    def lines(self, told: Iterable[Told]) -> Iterator[Line]:
        """The lines of headings and entries."""
        for one in told:
            numbers = tuple(sorted(set(one.events)))
            for text in _heading(one) if isinstance(one, Heading) else self._entry(one):
                yield Line(text, numbers if text else (), self._move(numbers) if text else None)

    def _entry(self, entry: Entry) -> Iterator[str]:
        """The lines of an entry: what was paid for it, the gutter, its words."""
        lines = _with_rules(_wrapped(entry.text, entry.depth), self._rules(entry.events), entry.depth)
        for price, line in zip_longest(entry.prices, lines, fillvalue=""):
            yield f"{price:>{MARGIN}} {GUTTER} {line}".rstrip()

    def _rules(self, numbers: Sequence[int]) -> str:
        """The rules by which it all happened, each once."""
        events = [self._cited[n] for n in sorted(set(numbers))] if self._cited else []
        rules = dict.fromkeys(rule for event in events for rule in rules_of(event))
        return f"[{', '.join(rules)}]" if rules else ""

    def _move(self, numbers: Sequence[int]) -> int | None:
        caused = (self._moves[n] for n in numbers if n < len(self._moves))
        return next((move for move in caused if move is not None), None)


def _wrapped(text: str, depth: int) -> list[str]:
    """Break a text into lines, but not between a number and what it counts, dice, or the last two words."""
    bound = NO_BREAK.join(_BOUND.sub(NO_BREAK, text).rsplit(" ", 1))
    return [line.replace(NO_BREAK, " ") for line in _broken(bound, INDENT * depth, INDENT * (depth + 2))]


def _with_rules(lines: list[str], rules: str, depth: int) -> list[str]:
    """Put the rules behind a text where there is room for them, else under it."""
    if lines and len(lines[-1]) + len(rules) < ROOM:
        return [*lines[:-1], f"{lines[-1]} {rules}".rstrip()]
    return [*lines, *_broken(rules, INDENT * (depth + 2), INDENT * (depth + 2))]


def _broken(text: str, first: int, others: int) -> list[str]:
    """Break a text, the first line so far in, the others so far."""
    return textwrap.wrap(
        text, ROOM, initial_indent=" " * first, subsequent_indent=" " * others, break_on_hyphens=False
    )


def _heading(heading: Heading) -> Iterator[str]:
    """A heading: a rule across the page for a section, a plain line for a phase, a gap for an activation."""
    if heading.level == SECTION:
        yield from ("", f"{RULE * 2} {heading.text} ".ljust(WIDTH, RULE))
    elif heading.level == PHASE:
        yield from ("", heading.text)
    else:
        yield f"{'':>{MARGIN}} {GUTTER}"
