"""The end of a transcript: the score line by line, the losses, and the luck of both sides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from edencli.match.events import CpLost, Event, Healed, Left
from edencli.match.pieces import Piece, Side
from edencli.match.table_events import MatchEnded, MissionPlayed, RoundBegun, VpScored
from edencli.report.luck import SIDES, Luck, is_roll_of, luck
from edencli.report.percent import percent
from edencli.report.story import Story
from edencli.report.transcript_entries import AREA, Entry, Heading, Told
from edencli.report.transcript_header import Header
from edencli.report.views import is_over

Rounds = Sequence[int]
Points = Mapping[Side, int | None]


def ending(
    story: Story, events: Sequence[Event], shown: Sequence[Event], header: Header, viewer: Side | None
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


def _score(story: Story, events: Sequence[Event], rounds: Rounds, before: Points) -> Iterator[Entry]:
    """The missions, what a position brought along, every score by its round, and the sum of each side."""
    for n, event in enumerate(events):
        if isinstance(event, MissionPlayed):
            yield Entry(_played(story, event), [n])
    if any(before.values()):
        yield Entry(_say(story, "score.before", **_known(story, before)), [])
    for n, event in enumerate(events):
        if isinstance(event, VpScored):
            yield Entry(_scored(story, event, rounds[n]), [n])
    yield from _totals(story, events, before)


def _played(story: Story, event: MissionPlayed) -> str:
    message = "score.mission.hidden" if event.mission is None else f"score.mission.{event.secrecy}"
    return _say(story, message, player=story.player(event.side), mission=event.mission)


def _scored(story: Story, event: VpScored, round_: int) -> str:
    side = story.term(event.side)
    if event.n is None:
        return _say(story, "score.hidden", round=round_, side=side)
    return _say(story, "score.line", round=round_, side=side, n=f"{event.n:+}".replace("-", "−"))


def _totals(story: Story, events: Sequence[Event], before: Points) -> Iterator[Entry]:
    """What each side has: what it had before, and all it scored since."""
    scored = [n for n, event in enumerate(events) if isinstance(event, VpScored)]
    total = {side: _added(before[side], _scored_by(events, side)) for side in Side}
    if isinstance(events[-1] if events else None, MatchEnded):
        scored.append(len(events) - 1)
    yield Entry(_say(story, "score.total", **_known(story, total)), scored)


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


def _losses(story: Story, events: Sequence[Event], rounds: Rounds) -> Iterator[Entry]:
    """Who was lost, and what those who stayed have suffered."""
    sides = dict.fromkeys([*Side, *(piece.side for event in events for piece in _sufferer(event))])
    for side in sides:
        numbers = [n for n, event in enumerate(events) if side in {one.side for one in _sufferer(event)}]
        lost = story.words.listed(_lost(story, [(events[n], rounds[n]) for n in numbers]))
        nothing = _say(story, "losses.none")
        yield Entry(_say(story, "losses.line", player=story.player(side), lost=lost or nothing), numbers)


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
            yield _say(story, f"losses.{event.why}", fighter=story.names(piece), round=round_)
        elif n > 0:
            yield _say(story, "losses.cp", fighter=story.names(piece), n=n)


def _lucky(story: Story, side: Side, one: Luck, numbers: Sequence[int]) -> Entry:
    """How a side rolled; a tenth of a success is as fine as an average needs to be."""
    if not one.dice:
        return Entry(_say(story, "luck.none", player=story.player(side)), numbers)
    tenths = (one.expected * 20 + SIDES) // (2 * SIDES)
    values = {
        "n": one.successes,
        "dice": one.dice,
        "average": story.words.decimal(f"{tenths // 10}.{tenths % 10}"),
    }
    if one.ways == one.of:
        return Entry(_say(story, "luck.least", player=story.player(side), **values), numbers)
    chance = story.words.decimal(percent(one.ways, one.of))
    return Entry(_say(story, "luck.line", player=story.player(side), chance=chance, **values), numbers)
