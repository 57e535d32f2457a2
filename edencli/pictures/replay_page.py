"""A match as one page that needs nothing else: every moment of it, its board, both bands, and the log.

Python draws every moment (`replay_board`, `replay_cards`, `replay_log`); a frame is a list of line numbers
into one table of lines (`replay_lines`). The script of the page puts the lines of a frame into its slots and
decides nothing. The page makes no request: style and script stand in it and are named by their hashes, and
nothing else may run or load. The view is fixed when it is written: what the viewer may not see is not in it.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any, Final, NamedTuple

from edencli.files.writing import PAGE_MARKS
from edencli.lang import Words, clean
from edencli.match.events import Event, FactTold
from edencli.match.facts import FactAnswer, Seeing, Touching
from edencli.match.match import Match
from edencli.match.pieces import Audience, Side
from edencli.match.table_events import MatchEnded, MissionPlayed, VpScored
from edencli.model.lexicon import FighterLexicon
from edencli.output.sheet import Data
from edencli.pictures.replay_board import BoardArtist
from edencli.pictures.replay_cards import PARTS, CardWriter, points_html
from edencli.pictures.replay_lines import FrameWriter, LineTable, safe_text
from edencli.pictures.replay_log import LogWriter, Mark, Moments, dice_html
from edencli.pictures.replay_overlays import next_overlay
from edencli.pictures.scene import NO_OVERLAY, Overlay, table_data
from edencli.referee.referee import Referee
from edencli.transcript.chronicle import TranscriptHeader, header_lines, phase_of, transcript_parts
from edencli.transcript.event_numbers import LogNumber, number_events
from edencli.transcript.event_sentences import EventSentences
from edencli.transcript.transcript import (
    AuthorNote,
    events_seen_by,
    insert_notes,
    is_match_over,
    summary_parts,
)

AREA: Final = "replay"
_FOLDER: Final = Path(__file__).parent
LIVE_SECONDS: Final = 2
"""How long a live page waits before it looks for a newer one."""


_PAGE_TEXTS: Final = (
    *("about", "back", "bands", "choose", "end", "field", "help", "key", "keys", "log", "marks"),
    *("noscript", "on", "play", "resume", "round", "slider", "start", "toolbar"),
)
"""What the page says by itself, by the ends of its messages."""
_SCRIPT_TEXTS: Final = ("beyond", "of", "unknown")
"""What its script says, as the script fills it in."""


class ReplaySource(NamedTuple):
    """A match to be made a page of: its name, what was played, how much of it, and for whose eyes.

    `file` is what shows a moment of it again, or empty. A page that is `live` looks for a newer one.
    """

    name: str
    file: str
    referee: Referee
    header: TranscriptHeader
    notes: Sequence[AuthorNote]
    end: int
    viewer: Audience
    live: bool = False

    @property
    def events(self) -> Sequence[Event]:
        """The events up to the end of the page."""
        return self.referee.events[: self.end]


def replay_html(words: Words, source: ReplaySource) -> str:
    """The page of a match."""
    return _ReplayPage(words.of_book(source.header.rulebook), source).html()


class _ReplayPage:
    """The page of one match in the making."""

    def __init__(self, words: Words, source: ReplaySource) -> None:
        self._words, self._source = words, source
        self._match = source.referee.match_at(source.end)
        self._pieces = list(self._match.state.fighters)
        names = FighterLexicon(self._match.state.fighters)
        self._story = EventSentences(words, names)
        self._seen = events_seen_by(source.events, source.viewer)
        self._moments = Moments(self._seen, list(_count_seen(self._seen)))
        self._table = LineTable()
        self._frames = FrameWriter(self._table)
        self._artist: BoardArtist | None = None
        self._draw_frames()

    def html(self) -> str:
        """The whole page."""
        log = LogWriter(self._story, self._match, self._moments, self._table)
        passages = log.write(self._parts())
        style, script = (
            (_FOLDER / f"replay.{kind}").read_text(encoding="utf-8").strip() for kind in ("css", "js")
        )
        page = Template((_FOLDER / "replay.html").read_text(encoding="utf-8"))
        said = {f"say_{name}": safe_text(self._words.say(AREA, f"page.{name}")) for name in _PAGE_TEXTS}
        return page.substitute(
            **said,
            language=self._words.language,
            mark=PAGE_MARKS["html"],
            policy=_policy(style, script),
            title=safe_text(self._source.name),
            style=style,
            script=script,
            head="".join(f"<li>{safe_text(line.strip())}</li>\n" for line in self._head()),
            board=self._board(),
            slot_time=self._frames.slot("time"),
            slot_dice=self._frames.slot("dice"),
            resume=safe_text(self._source.file),
            no_file="" if self._source.file else " hidden",
            key=self._key(),
            rounds=_options(log.rounds),
            marks=_options((one.frame, f"{self._numbers[one.frame]} {one.text}") for one in log.marks()),
            ticks=_ticks(log.marks(), self._last),
            last=self._last,
            bands="".join(self._bands()),
            log=passages,
            data=_script_json(self._data()),
        )

    # ── moments ───────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _last(self) -> int:
        """The number of the last frame."""
        return len(self._frames.frames) - 1

    @property
    def _numbers(self) -> list[LogNumber]:
        """The number of the event of each frame, as the address shows it."""
        numbers = zip(number_events(self._source.events), self._seen, strict=True)
        return [LogNumber(0), *(number for number, event in numbers if event is not None)]

    def _draw_frames(self) -> None:
        """Draw the beginning, and the moment after each event that the viewer sees."""
        overlay, dice, points = NO_OVERLAY, "", _Points(self._source)
        cards = CardWriter(self._story, self._pieces)
        for match, event in zip(
            self._source.referee.walk_log(self._source.end), (None, *self._seen), strict=True
        ):
            if event is not None:
                overlay, dice = next_overlay(match, event, overlay), dice_html(event, dice)
                points.count(event)
            if event is not None or not self._frames.frames:
                table = table_data(match)
                board = self._draw_board(match, table, overlay)
                lines = cards.changed_lines(match, table)
                self._frames.add([*board, *lines, *self._others(match, points), ("dice", dice)])

    def _draw_board(self, match: Match, table: Data, overlay: Overlay) -> Iterable[tuple[str, str]]:
        """The layers of the board; where nobody measures, what the players told of the field."""
        if not match.field.has_places:
            return [("told", "".join(f"<li>{safe_text(one)}</li>" for one in self._told(match)))]
        table["zones"] = [one for one in table["zones"] if self._knows_mission(Side(one["side"]))]
        if self._artist is None:
            self._artist = BoardArtist(table, self._pieces)
        return self._artist.changed_layers(table, overlay)

    def _knows_mission(self, side: Side) -> bool:
        """Tell whether the viewer knows the mission of a side, which says where it deploys."""
        hidden = (one for one in self._seen if isinstance(one, MissionPlayed) and one.side is side)
        return not any(one.mission is None for one in hidden) or is_match_over(self._source.events)

    def _told(self, match: Match) -> Iterator[str]:
        """What the players told of the field, as far as it still holds."""
        for fact, answer in match.field.told_facts.items():
            if isinstance(fact, Seeing) or (isinstance(fact, Touching) and answer):
                told = FactTold.from_answer(FactAnswer(fact=fact, answer=answer))
                yield self._story.sentence(told) or ""

    def _others(self, match: Match, points: "_Points") -> Iterator[tuple[str, str]]:
        """The lines of the time, and of the points of each side."""
        state, words = match.state, self._words
        phase = words.say("transcript", f"phase.{phase_of(state.step)}")
        told = [words.say("transcript", "round", n=state.round)] if phase_of(state.step) != "setup" else []
        first = words.say(AREA, "first", player=self._story.player(state.first_player))
        yield "time", safe_text(words.join_phrases([*told, phase, first]))
        for side in Side:
            yield f"points-{side}", points_html(self._story, match, side, points.of(side, words))

    # ── the page ──────────────────────────────────────────────────────────────────────────────────────────

    def _parts(self) -> Iterator[Any]:
        """Everything that the log tells, and the summary."""
        source, words = self._source, self._words
        told = transcript_parts(self._story, self._seen, source.header)
        yield from insert_notes(words, told, source.notes)
        yield from summary_parts(self._story, source.events, self._seen, source.header, source.viewer)

    def _head(self) -> Iterator[str]:
        """With what the match was played."""
        over = is_match_over(self._source.events)
        return header_lines(self._words, self._source.header, self._source.viewer, over=over)

    def _slot(self, name: str, tag: str = "span", **attributes: str) -> str:
        """An empty element of the page, which the script fills."""
        more = "".join(f" {key.rstrip('_')}={value}" for key, value in attributes.items())
        return f"<{tag}{more} data-s={self._frames.slot(name)}></{tag}>"

    def _board(self) -> str:
        if self._artist is None:
            return (
                f"<h2>{safe_text(self._words.say(AREA, 'told'))}</h2>\n{self._slot('told', 'ul', id='told')}"
            )
        names = ("zones", "scenery", "ground", "route", "tokens")
        bases = (f"base-{n}" for n in range(len(self._pieces)))
        labels = (f"name-{n}" for n in range(len(self._pieces)))
        layers = "".join(self._slot(name, "g") for name in (*names, *bases, "marks", *labels, "names"))
        return self._artist.page_svg(self._words, layers, self._source.name)

    def _key(self) -> str:
        """What the signs mean, and what scenery is called."""
        if self._artist is None:
            return ""
        scenery = (
            f"<li><b>{n}</b> {safe_text(self._match.setup.scenery[name].name)}</li>\n"
            for n, name in enumerate(self._match.state.scenery, start=1)
        )
        return self._artist.key_html(self._words) + "".join(scenery)

    def _bands(self) -> Iterator[str]:
        """The cards of red, of blue, and of nobody."""
        for side in (*Side, None):
            own = [n for n, piece in enumerate(self._pieces) if piece.side is side]
            if side or own:
                name = self._match.setup.bands[side].name if side else ""
                title = safe_text(self._words.say("table", f"side.{side or 'nobody'}", name=name))
                points = f"<p class=points>{self._slot(f'points-{side}')}</p>\n" if side else ""
                cards = "".join(map(self._card, own))
                yield f"<section class={side or 'nobody'}><h2>{title}</h2>\n{points}"
                yield f"<ul>\n{cards}</ul></section>\n"

    def _card(self, n: int) -> str:
        """The card of a fighter, its slots empty."""
        who, ap, *limbs, rest = (f"card-{n}-{part}" for part in PARTS)
        names = self._words.area("sheet")["limb"].values()
        rows = "".join(
            f"<div><dt>{safe_text(name)}</dt><dd>{self._slot(slot)}</dd></div>"
            for name, slot in zip(names, limbs, strict=True)
        )
        return (
            f"<li class=card>{self._slot(who, 'h3')}<p>{self._slot(ap)}</p><dl>{rows}</dl>"
            f"{self._slot(rest, 'p')}</li>\n"
        )

    def _data(self) -> Mapping[str, Any]:
        """What the script moves between."""
        frames = self._moments.frames
        points = (point.events for point in self._source.referee.answer_points)
        answers = {frames[n - 1] if n else 0 for n in points if n <= self._source.end}
        return {
            "format": 1,
            "file": clean(self._source.file),
            "secret": {k: str(one) for k, one in enumerate(self._numbers) if one.letters},
            "answers": sorted(answers),
            "live": LIVE_SECONDS if self._source.live and not is_match_over(self._source.events) else 0,
            "say": {name: self._words.area(AREA)[f"script.{name}"] for name in _SCRIPT_TEXTS},
            "frames": self._frames.frames,
            "lines": self._table.lines,
        }


class _Points:
    """The victory points of both sides as far as a viewer knows them."""

    def __init__(self, source: ReplaySource) -> None:
        over = is_match_over(source.events)
        self._points = dict(source.header.vp_at_start(None if over else source.viewer))

    def count(self, event: Event) -> None:
        """Count what an event brings."""
        if isinstance(event, MissionPlayed) and event.mission is None:
            self._points[event.side] = None
        if isinstance(event, VpScored):
            before = self._points[event.side]
            self._points[event.side] = None if before is None else before + event.n
        if isinstance(event, MatchEnded):
            self._points = {Side.RED: event.red, Side.BLUE: event.blue}

    def of(self, side: Side, words: Words) -> int | str:
        """The points of a side, or the word for what the viewer may not know."""
        known = self._points[side]
        return words.say("transcript", "score.unknown") if known is None else known


def _count_seen(events: Iterable[Event | None]) -> Iterator[int]:
    """The frame in which each event has happened: what a viewer does not see has none of its own."""
    n = 0
    for event in events:
        n += event is not None
        yield n


def _options(places: Iterable[tuple[int, str]]) -> str:
    return "".join(f"<option value={frame}>{safe_text(text)}</option>\n" for frame, text in places)


def _ticks(marks: Iterable[Mark], last: int) -> str:
    """Where on the slider something happens that matters."""
    return "".join(f'<path class={one.kind} d="M{one.frame},0v1"/>' for one in marks) if last else ""


def _policy(style: str, script: str) -> str:
    """What the page may do: nothing but its own style and script, known by their hashes."""
    style_hash, script_hash = (b64encode(sha256(one.encode()).digest()).decode() for one in (style, script))
    return (
        f"default-src 'none'; style-src 'sha256-{style_hash}'; script-src 'sha256-{script_hash}'; "
        "base-uri 'none'; form-action 'none'"
    )


_INERT: Final = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def _script_json(data: Mapping[str, Any]) -> str:
    """Data as JSON that no page takes for markup."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_INERT)
