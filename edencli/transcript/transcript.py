"""The transcript of a match: its events in sentences, by round, phase and activation, and how it ended.

A pure function of the head and the events (which JSON Lines hold), of the match through which they lead, and
of the notes for its reader: no path, time, locale or colour gets in, so that a match has the same transcript
everywhere. A gutter stands before everything told, so that no line begins with a file's text. Every line
knows the events that it tells, and the move that caused them. At the end stand the score line by line, the
losses, and the luck of both sides.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

from edencli.lang import Words
from edencli.match.events import CpLost, Event, Healed, Left
from edencli.match.match import Match
from edencli.match.pieces import PUBLIC, Audience, Piece, Side
from edencli.match.table_events import MatchEnded, MissionPlayed, RoundBegun, VpScored
from edencli.model.lexicon import FighterLexicon
from edencli.named_tuple import NamedTuple
from edencli.odds.dice import DIE_SIDES, Luck, is_roll_of, luck
from edencli.output.width import DEFAULT_WIDTH, NO_BREAK, RULER
from edencli.transcript.chronicle import (
    AREA,
    PHASE,
    SECTION,
    Heading,
    Passage,
    TranscriptHeader,
    TranscriptPart,
    TranscriptWriter,
    event_runs,
    header_json,
    header_lines,
    json_line,
    transcript_parts,
)
from edencli.transcript.digests import events_digest
from edencli.transcript.event_data import event_data
from edencli.transcript.event_numbers import number_events
from edencli.transcript.event_sentences import EventSentences, event_rules
from edencli.transcript.phrases import percent

if TYPE_CHECKING:
    from edencli.transcript.chances import ToldChances


def events_seen_by(events: Iterable[Event], viewer: Audience) -> list[Event | None]:
    """The events as a viewer saw them happen; None for each that was secret.

    The referee's view, None, hides nothing.
    """
    seen: list[Event | None] = list(events)
    for side in Side:
        if viewer in {side, PUBLIC}:
            seen = [None if event is None else event.seen_by(side) for event in seen]
    return seen


def is_match_over(events: Sequence[Event]) -> bool:
    """Tell whether the match has ended, so that its secrets are shown (score.end)."""
    return bool(events) and isinstance(events[-1], MatchEnded)


MARGIN = 5
GUTTER = "│"
INDENT = 2

_BETWEEN_DICE = re.compile(rf"(?<=\d){NO_BREAK}(?=\d)")
_BOUND = re.compile(r"(?<=\d) (?=\w)|(?<=[A-Z]) (?=\d)")


class TranscriptLine(NamedTuple):
    """A line of a transcript, the events that it tells, and the move that caused the first of them."""

    text: str
    events: tuple[int, ...] = ()
    move: int | None = None


class AuthorNote(NamedTuple):
    """A note from an author to the reader, and the number of the event before which it stands."""

    before: int
    text: str
    photo: str = ""
    """The name of a photo in the folder of the match's record."""


def transcript_lines(  # noqa: PLR0913  # a match is told from all of these
    events: Sequence[Event],
    header: TranscriptHeader,
    words: Words,
    names: FighterLexicon[Piece],
    *,
    side: Audience = None,
    cite: bool = False,
    moves: Sequence[int | None] = (),
    notes: Sequence[AuthorNote] = (),
    chances: "ToldChances | None" = None,
    walk: Iterator[Match] | None = None,
    width: int = DEFAULT_WIDTH,
) -> list[TranscriptLine]:
    """The lines of the transcript of a match, or of as much of it as a side may see.

    `moves` gives for each event the move that caused it; with `cite` every line names its rules. `notes` are
    what the author of a script says to the reader, `chances` how likely the results of dice were. With a
    `walk` (the match at the beginning and after each event), places are told by what is near. `width` is
    that of the lines.
    """
    words = words.of_book(header.rulebook)
    story, shown = EventSentences(words, names), events_seen_by(events, side)
    story.remember_walk(walk, shown)
    happened = insert_notes(words, transcript_parts(story, shown, header), notes)
    summed_up = summary_parts(story, events, shown, header, side)
    if chances is not None:
        from edencli.transcript.chances import ChanceTeller  # noqa: PLC0415  # odds are slow to import

        teller = ChanceTeller(story, chances, events)
        happened, summed_up = teller.insert(happened, shown), chain(summed_up, teller.summary(header, side))
    digest = events_digest(events) if side is None else ""
    head = header_lines(words, header, side, over=is_match_over(events), events=digest)
    return [
        *map(TranscriptLine, head),
        *TranscriptLayout(words, events if cite else (), moves, width).lines(happened),
        *TranscriptLayout(words, width=width).lines(summed_up),
    ]


def insert_notes(
    words: Words, told: Iterable[TranscriptPart], notes: Sequence[AuthorNote]
) -> Iterator[TranscriptPart]:
    """Put each note before the first part that tells later events."""
    left = list(notes)
    for one in told:
        while left and one.events and min(one.events) >= left[0].before:
            yield _note_passage(words, left.pop(0))
        yield one
    for note in left:
        yield _note_passage(words, note)


def _note_passage(words: Words, note: AuthorNote) -> Passage:
    return Passage(words.say("transcript", "note", text=note.text), (), photo=note.photo)


def json_lines(
    events: Sequence[Event],
    header: TranscriptHeader,
    *,
    side: Audience = None,
    story: EventSentences | None = None,
    chances: "ToldChances | None" = None,
    walk: Iterator[Match] | None = None,
) -> Iterator[str]:
    """The transcript as JSON Lines: the head, then a numbered event in each line.

    With a story, each event has its sentence, if it has one of its own. A chance stands in a line before its
    dice; the last line sums the chances up.
    """
    yield header_json(header, side, over=is_match_over(events))
    shown = events_seen_by(events, side)
    if story is not None:
        story.remember_walk(walk, shown)
    numbers = [str(number) for number in number_events(events)]
    before = {} if chances is None else chances.data_by_first_event(events, story)
    for n, event in enumerate(shown):
        if event is not None:
            if n in before:
                yield json_line(before[n])
            told = story and story.sentence(event)
            sentence = {"sentence": told} if told else {}
            yield json_line({"number": numbers[n]} | sentence | event_data(event))
    if chances is not None:
        yield json_line(chances.summary_data(numbers))


class LiveTranscript:
    """Tells a match as it goes on: each time only what has happened since the last time.

    `walk` leads through the match, at its beginning and after each event.
    """

    def __init__(
        self,
        words: Words,
        names: FighterLexicon[Piece],
        header: TranscriptHeader,
        viewer: Audience,
        walk: Iterator[Match],
    ) -> None:
        self._words = words.of_book(header.rulebook)
        self._story = EventSentences(self._words, names)
        self._chronicle = TranscriptWriter(self._story, header)
        self._walk = walk
        next(walk)
        self._viewer = viewer
        self._told = self._shown = 0

    @property
    def told(self) -> int:
        """How many events have been told."""
        return self._told

    def new_lines(self, events: Sequence[Event], width: int = DEFAULT_WIDTH) -> list[TranscriptLine]:
        """The lines of what has happened since the last call."""
        new = events_seen_by(events[self._told :], self._viewer)
        self._story.remember_ways(self._walk, new)
        for run in event_runs(new):
            self._chronicle.write_run([self._told + n for n in run], [one for n in run if (one := new[n])])
        told = self._chronicle.parts[self._shown :]
        self._told, self._shown = len(events), len(self._chronicle.parts)
        return list(TranscriptLayout(self._words, width=width).lines(told))


class TranscriptLayout:
    """Lays out the parts of a transcript as lines: a margin for prices, a gutter, and text that fits."""

    def __init__(
        self,
        words: Words,
        cited: Sequence[Event] = (),
        moves: Sequence[int | None] = (),
        width: int = DEFAULT_WIDTH,
    ) -> None:
        self._words = words
        self._cited = cited
        self._moves = moves
        self._width, self._room = width, width - MARGIN - len(f" {GUTTER} ")

    def lines(self, told: Iterable[TranscriptPart]) -> Iterator[TranscriptLine]:
        """The lines of headings and passages."""
        for one in told:
            numbers = tuple(sorted(set(one.events)))
            for text in _heading(one, self._width) if isinstance(one, Heading) else self._entry(one):
                yield TranscriptLine(text, numbers if text else (), self._move(numbers) if text else None)

    def _entry(self, entry: Passage) -> Iterator[str]:
        """The lines of a passage: its price, the gutter, its text."""
        lines = _wrap_text(entry.text, entry.depth, self._room)
        lines = _with_rules(lines, self._rules(entry.events), entry.depth, self._room)
        for price, line in zip_longest(entry.prices, lines, fillvalue=""):
            yield f"{price:>{MARGIN}} {GUTTER} {line}".rstrip()

    def _rules(self, numbers: Sequence[int]) -> str:
        """The rules by which these events happened, each once."""
        events = [self._cited[n] for n in sorted(set(numbers))] if self._cited else []
        rules = dict.fromkeys(rule for event in events for rule in event_rules(event))
        return f"[{self._words.join_list(rules)}]" if rules else ""

    def _move(self, numbers: Sequence[int]) -> int | None:
        caused = (self._moves[n] for n in numbers if n < len(self._moves))
        return next((move for move in caused if move is not None), None)


def _wrap_text(text: str, depth: int, room: int) -> list[str]:
    """Break a text into lines, but not between a number and what it counts, dice, or the last two words."""
    bound = NO_BREAK.join(_BOUND.sub(NO_BREAK, text).rsplit(" ", 1))
    if max(map(len, bound.split(" "))) > room - INDENT * (depth + 2):
        bound = _BETWEEN_DICE.sub(" ", bound)
    lines = _break_lines(bound, INDENT * depth, INDENT * (depth + 2), room)
    return [line.replace(NO_BREAK, " ") for line in lines]


def _with_rules(lines: list[str], rules: str, depth: int, room: int) -> list[str]:
    """Put the rules behind a text if there is room, else below it."""
    if lines and len(lines[-1]) + len(rules) < room:
        return [*lines[:-1], f"{lines[-1]} {rules}".rstrip()]
    return [*lines, *_break_lines(rules, INDENT * (depth + 2), INDENT * (depth + 2), room)]


def _break_lines(text: str, first: int, others: int, room: int) -> list[str]:
    """Break a text into lines, given the indentation of the first line and of the others."""
    return textwrap.wrap(
        text, room, initial_indent=" " * first, subsequent_indent=" " * others, break_on_hyphens=False
    )


def _heading(heading: Heading, width: int) -> Iterator[str]:
    """The lines of a heading: a ruler for a section, plain text for a phase, a gap for an activation."""
    if heading.level == SECTION:
        yield from ("", f"{RULER * 2} {heading.text} ".ljust(width, RULER))
    elif heading.level == PHASE:
        yield from ("", heading.text)
    else:
        yield f"{'':>{MARGIN}} {GUTTER}"


EventRounds = Sequence[int]
SidePoints = Mapping[Side, int | None]


def summary_parts(
    story: EventSentences,
    events: Sequence[Event],
    shown: Sequence[Event | None],
    header: TranscriptHeader,
    viewer: Audience,
) -> Iterator[TranscriptPart]:
    """The summary of a match. Nothing is secret once it is over; before that, only what is shown counts."""
    over = is_match_over(events)
    told, rounds = events if over else shown, event_rounds(events, header.round)
    before = header.vp_at_start(None if over else viewer)
    if not over:
        yield Heading(1, story.words.say(AREA, "so-far"))
    yield Heading(2, story.words.say(AREA, "score"))
    yield from _score(story, told, rounds, before)
    yield Heading(2, story.words.say(AREA, "losses"))
    yield from _losses(story, events, rounds)
    yield Heading(2, story.words.say(AREA, "luck"))
    for side in Side:
        rolls = [n for n, event in enumerate(events) if is_roll_of(side, event)]
        yield _luck_passage(story, side, luck(events, side), rolls)


def event_rounds(events: Iterable[Event], first: int) -> EventRounds:
    """The round in which each event happened."""
    rounds, now = [], first
    for event in events:
        now = event.round if isinstance(event, RoundBegun) else now
        rounds.append(now)
    return rounds


def _say(story: EventSentences, message: str, **values: Any) -> str:
    return story.words.say(AREA, message, **values)


def _score(
    story: EventSentences, events: Sequence[Event | None], rounds: EventRounds, before: SidePoints
) -> Iterator[Passage]:
    """The missions, what was scored before the position, every score with its round, and the sums."""
    for n, event in enumerate(events):
        if isinstance(event, MissionPlayed):
            yield Passage(_mission_text(story, event), [n])
    if any(before.values()):
        yield Passage(_say(story, "score.before", **_points_values(story, before)), [])
    for n, event in enumerate(events):
        if isinstance(event, VpScored):
            yield Passage(_score_text(story, event, rounds[n]), [n])
    yield from _totals(story, events, before)


def _mission_text(story: EventSentences, event: MissionPlayed) -> str:
    message = "score.mission.hidden" if event.mission is None else f"score.mission.{event.secrecy}"
    return _say(story, message, player=story.player(event.side), mission=event.mission)


def _score_text(story: EventSentences, event: VpScored, round_: int) -> str:
    side = story.term(event.side)
    return _say(story, "score.line", round=round_, side=side, n=f"{event.n:+}".replace("-", "−"))


def _totals(story: EventSentences, events: Sequence[Event | None], before: SidePoints) -> Iterator[Passage]:
    """The points of each side: those it had before, and all that it scored since."""
    scored = [n for n, event in enumerate(events) if isinstance(event, VpScored)]
    total = {side: _add_if_known(before[side], _points_scored(events, side)) for side in Side}
    if isinstance(events[-1] if events else None, MatchEnded):
        scored.append(len(events) - 1)
    yield Passage(_say(story, "score.total", **_points_values(story, total)), scored)


def _points_values(story: EventSentences, points: SidePoints) -> dict[str, Any]:
    """Points as the values of a sentence."""
    unknown = _say(story, "score.unknown")
    return {str(side): unknown if n is None else n for side, n in points.items()}


def _add_if_known(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _points_scored(events: Sequence[Event | None], side: Side) -> int | None:
    """What a side scored; None if its mission is hidden, because its points are hidden too."""
    own = [event for event in events if isinstance(event, MissionPlayed | VpScored) and event.side is side]
    if any(isinstance(event, MissionPlayed) and event.mission is None for event in own):
        return None
    return sum(event.n for event in own if isinstance(event, VpScored))


def _losses(story: EventSentences, events: Sequence[Event], rounds: EventRounds) -> Iterator[Passage]:
    """What each side lost: fighters, and CP of those who stayed."""
    sides = dict.fromkeys([*Side, *(piece.side for event in events for piece in _sufferer(event))])
    for side in sides:
        numbers = [n for n, event in enumerate(events) if side in {one.side for one in _sufferer(event)}]
        lost = story.words.join_list(_loss_texts(story, [(events[n], rounds[n]) for n in numbers]))
        nothing = _say(story, "losses.none")
        yield Passage(_say(story, "losses.line", player=story.player(side), lost=lost or nothing), numbers)


def _sufferer(event: Event) -> tuple[Piece, ...]:
    if isinstance(event, CpLost):
        return (event.victim,)
    return (event.fighter,) if isinstance(event, Left | Healed) else ()


def _loss_texts(story: EventSentences, suffered: Sequence[tuple[Event, int]]) -> Iterator[str]:
    """What each fighter of a side suffered, in the order in which they were first hurt."""
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
            yield _say(story, f"losses.{event.why}", fighter=story.fighter(piece), round=round_)
        elif n > 0:
            yield _say(story, "losses.cp", fighter=story.fighter(piece), n=n)


def _luck_passage(story: EventSentences, side: Side, one: Luck, numbers: Sequence[int]) -> Passage:
    """How well a side rolled; an average has one decimal."""
    if not one.dice:
        return Passage(_say(story, "luck.none", player=story.player(side)), numbers)
    tenths = (one.expected * 20 + DIE_SIDES) // (2 * DIE_SIDES)
    values = {
        "n": one.successes,
        "dice": one.dice,
        "average": story.words.decimal(f"{tenths // 10}.{tenths % 10}"),
    }
    if one.ways == one.of:
        return Passage(_say(story, "luck.least", player=story.player(side), **values), numbers)
    chance = story.words.decimal(percent(one.ways, one.of))
    return Passage(_say(story, "luck.line", player=story.player(side), chance=chance, **values), numbers)
