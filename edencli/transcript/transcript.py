"""The transcript of a match: its events in sentences, by round, phase and activation, and how it ended.

A pure function of the head and the events, which is what JSON lines hold (`eventdata`), and of the notes to
its reader: no path, time, width of a terminal, locale or colour gets in, so that the same match has the same
transcript everywhere. A gutter stands before whatever is told, so that no
line begins with a file's text. Every line knows the events that it tells, and the move that caused them. It
ends with the score line by line, the losses, and the luck of both sides.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from edencli.lang import Words
from edencli.match.events import CpLost, Event, Healed, Left
from edencli.match.pieces import PUBLIC, Audience, Piece, Side
from edencli.match.table_events import MatchEnded, MissionPlayed, RoundBegun, VpScored
from edencli.model.cast import Cast
from edencli.odds.dice import SIDES, Luck, is_roll_of, luck
from edencli.output.width import NO_BREAK, RULE, WIDTH
from edencli.transcript.chronicle import (
    AREA,
    PHASE,
    SECTION,
    Chronicle,
    Header,
    Heading,
    Passage,
    Told,
    chronicle,
    dumped,
    header_line,
    header_lines,
    runs,
)
from edencli.transcript.event_data import event_data
from edencli.transcript.phrases import percent
from edencli.transcript.story import Story, rules_of


def seen(events: Iterable[Event], viewer: Audience) -> list[Event]:
    """The events as somebody saw them happen; the referee's view, None, hides nothing."""
    if viewer is None:
        return list(events)
    if viewer == PUBLIC:
        return [event.seen_by(Side.RED).seen_by(Side.BLUE) for event in events]
    return [event.seen_by(viewer) for event in events]


def is_over(events: Sequence[Event]) -> bool:
    """Tell whether the match has ended, so that its secrets are shown (score.end)."""
    return bool(events) and isinstance(events[-1], MatchEnded)


MARGIN = 5
GUTTER = "│"
INDENT = 2

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
    names: Cast[Piece],
    *,
    side: Audience = None,
    cite: bool = False,
    moves: Sequence[int | None] = (),
    notes: Sequence[Note] = (),
    width: int = WIDTH,
) -> list[Line]:
    """Tell a match, or as much of it as a side may see.

    `moves` gives for each event the move that caused it; with `cite` every line names its rules. `notes` are
    what the author of a script says to the reader. A narrower terminal is told it in narrower lines.
    """
    words = words.of_book(header.rulebook)
    story, shown = Story(words, names), seen(events, side)
    happened = annotated(words, chronicle(story, shown, header), notes)
    summed_up = ending(story, events, shown, header, side)
    head = [Line(text) for text in header_lines(words, header, side)]
    return [
        *head,
        *Layout(words, events if cite else (), moves, width).lines(happened),
        *Layout(words, width=width).lines(summed_up),
    ]


def annotated(words: Words, told: Iterable[Told], notes: Sequence[Note]) -> Iterator[Told]:
    """Put notes before what came after them."""
    left = list(notes)
    for one in told:
        while left and one.events and min(one.events) >= left[0].before:
            yield Passage(words.say("transcript", "note", text=left.pop(0).text), ())
        yield one
    for note in left:
        yield Passage(words.say("transcript", "note", text=note.text), ())


def json_lines(events: Sequence[Event], header: Header, *, side: Audience = None) -> Iterator[str]:
    """Tell the same as data, an event a line, after a line that says with what the match was played."""
    yield header_line(header, side)
    for event in seen(events, side):
        yield dumped(event_data(event))


class Live:
    """Tells a match as it goes on: each time what has happened since; what was told is not told anew."""

    def __init__(self, words: Words, names: Cast[Piece], header: Header, viewer: Audience) -> None:
        self._words = words.of_book(header.rulebook)
        self._chronicle = Chronicle(Story(self._words, names), header)
        self._viewer = viewer
        self._told = self._shown = 0

    def since(self, events: Sequence[Event], width: int = WIDTH) -> list[Line]:
        """What has happened since it was asked for last."""
        new = seen(events[self._told :], self._viewer)
        for run in runs(new):
            self._chronicle.tell([self._told + n for n in run], [new[n] for n in run])
        told = self._chronicle.told[self._shown :]
        self._told, self._shown = len(events), len(self._chronicle.told)
        return list(Layout(self._words, width=width).lines(told))


class Layout:
    """Lays out what is told: a margin for prices, a gutter, and lines that are never too long."""

    def __init__(
        self,
        words: Words,
        cited: Sequence[Event] = (),
        moves: Sequence[int | None] = (),
        width: int = WIDTH,
    ) -> None:
        self._words = words
        self._cited = cited
        self._moves = moves
        self._width, self._room = width, width - MARGIN - len(f" {GUTTER} ")

    def lines(self, told: Iterable[Told]) -> Iterator[Line]:
        """The lines of headings and entries."""
        for one in told:
            numbers = tuple(sorted(set(one.events)))
            for text in _heading(one, self._width) if isinstance(one, Heading) else self._entry(one):
                yield Line(text, numbers if text else (), self._move(numbers) if text else None)

    def _entry(self, entry: Passage) -> Iterator[str]:
        """The lines of an entry: what was paid for it, the gutter, its words."""
        lines = _wrapped(entry.text, entry.depth, self._room)
        lines = _with_rules(lines, self._rules(entry.events), entry.depth, self._room)
        for price, line in zip_longest(entry.prices, lines, fillvalue=""):
            yield f"{price:>{MARGIN}} {GUTTER} {line}".rstrip()

    def _rules(self, numbers: Sequence[int]) -> str:
        """The rules by which it all happened, each once."""
        events = [self._cited[n] for n in sorted(set(numbers))] if self._cited else []
        rules = dict.fromkeys(rule for event in events for rule in rules_of(event))
        return f"[{self._words.listed(rules)}]" if rules else ""

    def _move(self, numbers: Sequence[int]) -> int | None:
        caused = (self._moves[n] for n in numbers if n < len(self._moves))
        return next((move for move in caused if move is not None), None)


def _wrapped(text: str, depth: int, room: int) -> list[str]:
    """Break a text into lines, but not between a number and what it counts, dice, or the last two words."""
    bound = NO_BREAK.join(_BOUND.sub(NO_BREAK, text).rsplit(" ", 1))
    lines = _broken(bound, INDENT * depth, INDENT * (depth + 2), room)
    return [line.replace(NO_BREAK, " ") for line in lines]


def _with_rules(lines: list[str], rules: str, depth: int, room: int) -> list[str]:
    """Put the rules behind a text where there is room for them, else under it."""
    if lines and len(lines[-1]) + len(rules) < room:
        return [*lines[:-1], f"{lines[-1]} {rules}".rstrip()]
    return [*lines, *_broken(rules, INDENT * (depth + 2), INDENT * (depth + 2), room)]


def _broken(text: str, first: int, others: int, room: int) -> list[str]:
    """Break a text, the first line so far in, the others so far."""
    return textwrap.wrap(
        text, room, initial_indent=" " * first, subsequent_indent=" " * others, break_on_hyphens=False
    )


def _heading(heading: Heading, width: int) -> Iterator[str]:
    """A heading: a rule across the page for a section, a plain line for a phase, a gap for an activation."""
    if heading.level == SECTION:
        yield from ("", f"{RULE * 2} {heading.text} ".ljust(width, RULE))
    elif heading.level == PHASE:
        yield from ("", heading.text)
    else:
        yield f"{'':>{MARGIN}} {GUTTER}"


Rounds = Sequence[int]
Points = Mapping[Side, int | None]


def ending(
    story: Story, events: Sequence[Event], shown: Sequence[Event], header: Header, viewer: Audience
) -> Iterator[Told]:
    """Sum a match up. Once it is over nothing is secret; till then only what is shown counts."""
    over = is_over(events)
    told, rounds = events if over else shown, rounds_of(events, header.round)
    before = header.scored(None if over else viewer)
    if not over:
        yield Heading(1, story.words.say(AREA, "so-far"))
    yield Heading(2, story.words.say(AREA, "score"))
    yield from _score(story, told, rounds, before)
    yield Heading(2, story.words.say(AREA, "losses"))
    yield from _losses(story, events, rounds)
    yield Heading(2, story.words.say(AREA, "luck"))
    for side in Side:
        rolls = [n for n, event in enumerate(events) if is_roll_of(side, event)]
        yield _lucky(story, side, luck(events, side), rolls)


def rounds_of(events: Iterable[Event], first: int) -> Rounds:
    """The round in which each event happened."""
    rounds, now = [], first
    for event in events:
        now = event.round if isinstance(event, RoundBegun) else now
        rounds.append(now)
    return rounds


def _say(story: Story, message: str, **values: Any) -> str:
    return story.words.say(AREA, message, **values)


def _score(story: Story, events: Sequence[Event], rounds: Rounds, before: Points) -> Iterator[Passage]:
    """The missions, what a position brought along, every score by its round, and the sum of each side."""
    for n, event in enumerate(events):
        if isinstance(event, MissionPlayed):
            yield Passage(_played(story, event), [n])
    if any(before.values()):
        yield Passage(_say(story, "score.before", **_known(story, before)), [])
    for n, event in enumerate(events):
        if isinstance(event, VpScored):
            yield Passage(_scored(story, event, rounds[n]), [n])
    yield from _totals(story, events, before)


def _played(story: Story, event: MissionPlayed) -> str:
    message = "score.mission.hidden" if event.mission is None else f"score.mission.{event.secrecy}"
    return _say(story, message, player=story.player(event.side), mission=event.mission)


def _scored(story: Story, event: VpScored, round_: int) -> str:
    side = story.term(event.side)
    if event.n is None:
        return _say(story, "score.hidden", round=round_, side=side)
    return _say(story, "score.line", round=round_, side=side, n=f"{event.n:+}".replace("-", "−"))


def _totals(story: Story, events: Sequence[Event], before: Points) -> Iterator[Passage]:
    """What each side has: what it had before, and all it scored since."""
    scored = [n for n, event in enumerate(events) if isinstance(event, VpScored)]
    total = {side: _added(before[side], _scored_by(events, side)) for side in Side}
    if isinstance(events[-1] if events else None, MatchEnded):
        scored.append(len(events) - 1)
    yield Passage(_say(story, "score.total", **_known(story, total)), scored)


def _known(story: Story, points: Points) -> dict[str, Any]:
    """Points as values of a sentence."""
    unknown = _say(story, "score.unknown")
    return {str(side): unknown if n is None else n for side, n in points.items()}


def _added(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _scored_by(events: Sequence[Event], side: Side) -> int | None:
    """What a side scored, or None when some of it is hidden."""
    points = [event.n for event in events if isinstance(event, VpScored) and event.side is side]
    known = [n for n in points if n is not None]
    return sum(known) if len(known) == len(points) else None


def _losses(story: Story, events: Sequence[Event], rounds: Rounds) -> Iterator[Passage]:
    """Who was lost, and what those who stayed have suffered."""
    sides = dict.fromkeys([*Side, *(piece.side for event in events for piece in _sufferer(event))])
    for side in sides:
        numbers = [n for n, event in enumerate(events) if side in {one.side for one in _sufferer(event)}]
        lost = story.words.listed(_lost(story, [(events[n], rounds[n]) for n in numbers]))
        nothing = _say(story, "losses.none")
        yield Passage(_say(story, "losses.line", player=story.player(side), lost=lost or nothing), numbers)


def _sufferer(event: Event) -> tuple[Piece, ...]:
    if isinstance(event, CpLost):
        return (event.victim,)
    return (event.fighter,) if isinstance(event, Left | Healed) else ()


def _lost(story: Story, suffered: Sequence[tuple[Event, int]]) -> Iterator[str]:
    """What each fighter of a side suffered, in the order in which it first hurt."""
    cp: dict[Piece, int] = {}
    left: dict[Piece, tuple[Left, int]] = {}
    for event, round_ in suffered:
        (piece,) = _sufferer(event)
        cp.setdefault(piece, 0)
        if isinstance(event, CpLost):
            cp[piece] += sum(event.limbs.values())
        elif isinstance(event, Healed):
            cp[piece] -= event.n
        elif isinstance(event, Left):
            left[piece] = (event, round_)
    for piece, n in cp.items():
        if piece in left:
            event, round_ = left[piece]
            yield _say(story, f"losses.{event.why}", fighter=story.names.label(piece), round=round_)
        elif n > 0:
            yield _say(story, "losses.cp", fighter=story.names.label(piece), n=n)


def _lucky(story: Story, side: Side, one: Luck, numbers: Sequence[int]) -> Passage:
    """How a side rolled; a tenth of a success is as fine as an average needs to be."""
    if not one.dice:
        return Passage(_say(story, "luck.none", player=story.player(side)), numbers)
    tenths = (one.expected * 20 + SIDES) // (2 * SIDES)
    values = {
        "n": one.successes,
        "dice": one.dice,
        "average": story.words.decimal(f"{tenths // 10}.{tenths % 10}"),
    }
    if one.ways == one.of:
        return Passage(_say(story, "luck.least", player=story.player(side), **values), numbers)
    chance = story.words.decimal(percent(one.ways, one.of))
    return Passage(_say(story, "luck.line", player=story.player(side), chance=chance, **values), numbers)
