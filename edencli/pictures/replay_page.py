"""The replay page: a whole match in one HTML file, with board and bands at every moment, and the log.

Python draws every moment (`replay_board`, `replay_cards`, `replay_log`); a frame is a list of line numbers
into one table of lines (`replay_lines`). The script of the page puts the lines of a frame into its slots and
decides nothing. The page makes no request: its style and script stand in it and are named by their hashes,
and nothing else may run or load. The viewer is fixed when the page is written: what the viewer may not see
is not in it.
"""

import shlex
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from string import Template
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from edencli.files.photos import photo_kind
from edencli.lang import Words, clean
from edencli.match.events import Event
from edencli.match.pieces import Audience, Piece, Side
from edencli.model.lexicon import FighterLexicon
from edencli.named_tuple import NamedTuple
from edencli.output.html import html_page, script_json
from edencli.pictures.replay_cards import PARTS
from edencli.pictures.replay_frames import MomentWriter
from edencli.pictures.replay_lines import safe_text
from edencli.pictures.replay_log import LogWriter, Mark
from edencli.referee.referee import Referee
from edencli.transcript.chronicle import (
    TranscriptHeader,
    TranscriptPart,
    header_lines,
    moment_phrase,
    transcript_parts,
)
from edencli.transcript.event_numbers import LogNumber, number_events
from edencli.transcript.event_sentences import EventSentences
from edencli.transcript.transcript import (
    AuthorNote,
    insert_notes,
    is_match_over,
    summary_parts,
)

if TYPE_CHECKING:
    from edencli.transcript.chances import ToldChances

AREA: Final = "replay"
_FOLDER: Final = Path(__file__).parent
LIVE_SECONDS: Final = 2
"""How long a live page waits before it looks for a newer version of itself."""


_PAGE_TEXTS: Final = (
    *("about", "back", "bands", "branch", "choose", "end", "field", "help", "key", "keys", "log", "marks"),
    *("noscript", "on", "play", "resume", "round", "slider", "start", "sums", "toolbar"),
)
"""The texts of the page itself, by the ends of their message ids."""
_BOXES: Final = {"white": "<i></i>", "red": "<b></b>", "lost": "<i class=x></i><b class=x></b>"}
"""The boxes on cards, by the ends of the ids of the messages that explain them."""
_SCRIPT_TEXTS: Final = ("beyond", "of", "unknown")
"""The texts that the page's script fills in, by the ends of their message ids."""


NO_PHOTOS: Final[Mapping[str, bytes]] = MappingProxyType({})


class ReplaySource(NamedTuple):
    """What a replay page is made from: a match, how many of its events, its notes, and the viewer.

    `file` is the file from which a command shows a moment again, or empty. A page that is `live` looks for a
    newer version of itself. If `chances` are given, the log tells how likely dice were.
    """

    name: str
    file: str
    referee: Referee
    header: TranscriptHeader
    notes: Sequence[AuthorNote]
    end: int
    viewer: Audience
    live: bool = False
    chances: "ToldChances | None" = None
    photos: Mapping[str, bytes] = NO_PHOTOS
    """The photos that the page shows, by their names in notes."""

    @property
    def events(self) -> Sequence[Event]:
        """The events up to the end of the page."""
        return self.referee.events[: self.end]

    def pieces(self) -> list[Piece]:
        """All fighters that join up to the end of the page."""
        whole = self.end >= len(self.referee.events)
        match = self.referee.match if whole else self.referee.match_at(self.end)
        return list(match.state.fighters)


def replay_html(words: Words, source: ReplaySource) -> str:
    """Write the replay page of a match."""
    return ReplayPage(words, source).html(source)


class ReplayPage:
    """The replay page of one match for one viewer; it can be written again as the match goes on."""

    def __init__(self, words: Words, source: ReplaySource) -> None:
        self._words, self._source = words.of_book(source.header.rulebook), source
        self._pieces = source.pieces()
        names = FighterLexicon(source.referee.match.state.fighters)
        self._story = EventSentences(self._words, names)
        over = is_match_over(source.events)
        self._moments = MomentWriter(self._story, source.referee, source.header, source.viewer, over=over)
        self._moments.draw_start(self._pieces)
        self._log = LogWriter(self._story, self._moments)

    def is_continued_by(self, source: ReplaySource) -> bool:
        """Tell whether a source continues the match of this page for its viewer."""
        return source.viewer == self._source.viewer and self._moments.is_continued_by(
            list(source.events), source.pieces()
        )

    def html(self, source: ReplaySource) -> str:
        """Write the whole page of a match; moments that are drawn already are not drawn again."""
        self._source = source
        self._moments.draw_events(source.events[len(self._moments.events) :])
        self._log.photos = dict(self._photo_elements())
        passages = self._log.write(*self._parts())
        numbers, marks = list(self._frame_numbers()), list(self._log.marks())
        style, script = (
            (_FOLDER / f"replay.{kind}").read_text(encoding="utf-8").strip() for kind in ("css", "js")
        )
        texts = {f"say_{name}": safe_text(self._words.say(AREA, f"page.{name}")) for name in _PAGE_TEXTS}
        body = Template((_FOLDER / "replay.html").read_text(encoding="utf-8")).substitute(
            **texts,
            title=safe_text(source.name),
            script=script,
            head="".join(f"<li>{safe_text(line.strip())}</li>\n" for line in self._head()),
            board=self._board(),
            slot_time=self._moments.frames.slot("time"),
            slot_dice=self._moments.frames.slot("dice"),
            resume=safe_text(self._file),
            no_file="" if source.file else " hidden",
            key=self._key(),
            rounds=_options(self._log.rounds or [(0, self._beginning())]),
            marks=_options((one.frame, f"{numbers[one.frame]} {one.text}") for one in marks),
            ticks=_ticks(marks, self._moments.last),
            last=self._moments.last,
            bands="".join(self._bands()),
            log=passages,
            sums=self._sums(),
            data=script_json(self._data(numbers)),
        )
        return html_page(
            body,
            language=self._words.language,
            title=source.name,
            style=style,
            scripts=[script],
            shows_images=bool(source.photos),
        )

    def _beginning(self) -> str:
        """The round or phase in which the match begins, for a page on which no round has begun."""
        return moment_phrase(self._words, self._source.header.step, self._source.header.round)

    def _frame_numbers(self) -> Iterator[LogNumber]:
        """The number of each frame's event, as the address of the page shows it."""
        yield LogNumber(0)
        for number, event in zip(number_events(self._source.events), self._moments.seen, strict=True):
            if event is not None:
                yield number

    def _parts(self) -> tuple[Iterable[TranscriptPart], Iterable[TranscriptPart]]:
        """The parts of the log, and those of its summary."""
        source, words = self._source, self._words
        seen = self._moments.seen
        told = insert_notes(words, transcript_parts(self._story, seen, source.header), source.notes)
        summary = summary_parts(self._story, source.events, seen, source.header, source.viewer)
        if source.chances is not None:
            from edencli.transcript.chances import ChanceTeller  # noqa: PLC0415  # odds are slow to import

            teller = ChanceTeller(self._story, source.chances, source.events)
            told, summary = (
                teller.insert(told, seen),
                chain(summary, teller.summary(source.header, source.viewer)),
            )
        return told, summary

    def _photo_elements(self) -> Iterator[tuple[str, str]]:
        """The name of each photo in notes, and its `img` element."""
        for note in self._source.notes:
            if (photo := self._source.photos.get(note.photo)) is not None:
                source = f"data:image/{photo_kind(photo)};base64,{b64encode(photo).decode()}"
                yield note.photo, f'<img alt="{safe_text(note.text)}" src="{source}">'

    def _head(self) -> Iterator[str]:
        """The lines at the head of the page, which say what the match was played with."""
        over = is_match_over(self._source.events)
        lines = header_lines(self._words, self._source.header, self._source.viewer, over=over)
        return islice(lines, 1, None)  # the first tells the format of transcripts

    @property
    def _file(self) -> str:
        """The name of the file, quoted for a shell; empty if there is none."""
        return shlex.quote(clean(self._source.file)) if self._source.file else ""

    def _slot(self, name: str, tag: str = "span", **attributes: str) -> str:
        """An empty element of the page that the script fills."""
        more = "".join(f" {key.rstrip('_')}={value}" for key, value in attributes.items())
        return f"<{tag}{more} data-s={self._moments.frames.slot(name)}></{tag}>"

    def _board(self) -> str:
        if self._moments.artist is None:
            return (
                f"<h2>{safe_text(self._words.say(AREA, 'told'))}</h2>\n{self._slot('told', 'ul', id='told')}"
            )
        names = ("zones", "scenery", "ground", "route", "tokens")
        bases = (f"base-{n}" for n in range(len(self._pieces)))
        labels = (f"name-{n}" for n in range(len(self._pieces)))
        layers = "".join(self._slot(name, "g") for name in (*names, *bases, "marks", *labels, "names"))
        return self._moments.artist.page_svg(self._words, layers, self._source.name)

    def _sums(self) -> str:
        """Buttons that lead to the parts of the summary."""
        return "".join(
            f"<button type=button value=sum-{n}>{safe_text(text)}</button>\n"
            for n, text in enumerate(self._log.summary_headings, start=1)
        )

    def _key(self) -> str:
        """The key: the boxes on cards, the signs on the board, and the names of scenery."""
        boxes = "".join(
            f"<li><span class=boxes>{box}</span>{safe_text(self._words.say(AREA, f'key.{name}'))}</li>\n"
            for name, box in _BOXES.items()
        )
        if self._moments.artist is None:
            return boxes
        scenery = (
            f"<li><b>{n}</b> {safe_text(self._moments.match.setup.scenery[name].name)}</li>\n"
            for n, name in enumerate(self._moments.match.state.scenery, start=1)
        )
        return boxes + self._moments.artist.key_html(self._words) + "".join(scenery)

    def _bands(self) -> Iterator[str]:
        """The cards of the fighters of red, of blue, and of no side."""
        for side in (*Side, None):
            own = [n for n, piece in enumerate(self._pieces) if piece.side is side]
            if side or own:
                name = self._moments.match.setup.bands[side].name if side else ""
                title = safe_text(self._words.say("table", f"side.{side or 'nobody'}", name=name))
                points = f"<p class=points>{self._slot(f'points-{side}')}</p>\n" if side else ""
                cards = "".join(map(self._card, own))
                yield f"<section class={side or 'nobody'}><h2>{title}</h2>\n{points}"
                yield f"<ul>\n{cards}</ul></section>\n"

    def _card(self, n: int) -> str:
        """The card of a fighter, with empty slots."""
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

    def _data(self, numbers: Sequence[LogNumber]) -> Mapping[str, Any]:
        """The data that the script reads: the frames, their lines, and its texts."""
        frames = self._moments.frame_of
        points = (point.events for point in self._source.referee.answer_points)
        answers = {frames[n - 1] if n else 0 for n in points if n <= self._source.end}
        return {
            "format": 1,
            "file": self._file,
            "secret": {k: str(one) for k, one in enumerate(numbers) if one.letters},
            "answers": sorted(answers),
            "live": LIVE_SECONDS if self._source.live and not is_match_over(self._source.events) else 0,
            "say": {name: self._words.area(AREA)[f"script.{name}"] for name in _SCRIPT_TEXTS},
            "frames": self._moments.frames.frames,
            "lines": self._moments.table.lines,
        }


def _options(places: Iterable[tuple[int, str]]) -> str:
    return "".join(f"<option value={frame}>{safe_text(text)}</option>\n" for frame, text in places)


def _ticks(marks: Iterable[Mark], last: int) -> str:
    """The ticks on the slider, one for each moment that is marked."""
    return "".join(f'<path class={one.kind} d="M{one.frame},0v1"/>' for one in marks) if last else ""
