"""The HTML page of a match, for the commands that play and show: its viewer, and its file.

A page shows what both players may see, or one side, and everything of a match that is over. The packages that
draw it are imported only when a page is asked for.
"""

import os
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from edencli.commands.play import chosen_viewer
from edencli.games.file_access import STDOUT, ensure_sound, save_page, write_or_print
from edencli.games.play_script import PlayedGame, ScriptOptions, parse_stop_point, play_script
from edencli.lang import Words
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.named_tuple import NamedTuple
from edencli.output.console import Refused, report_failure
from edencli.transcript.transcript import is_match_over

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from edencli.commands.play import TellChances
    from edencli.commands.requests.show import ShowRequest
    from edencli.files.library import File
    from edencli.games.checks import Checks
    from edencli.games.session import Session
    from edencli.pictures.replay_page import ReplayPage, ReplaySource
    from edencli.transcript.transcript import AuthorNote

AREA = "replay"


class PageView(NamedTuple):
    """The view that a page shows: of one side or of both, with all secrets if `shows_all`."""

    side: str | None = None
    shows_all: bool = False


def show_game_replay(words: Words, checks: "Checks", file: "File", request: "ShowRequest") -> None:
    """Write the page of a game as its script plays it."""
    until = parse_stop_point(words, request.until)
    played = play_script(checks, file, ScriptOptions(until=until, finish=until is None))
    ensure_sound(checks.library)
    assert played is not None, "it was checked"  # noqa: S101  # `checks` promises it
    view = PageView(request.side, shows_all=request.everything)
    source = _played_source(words, played, view, Path(file.name).name)
    _write(words, request.html or STDOUT, _weighed(source) if request.odds else source)


def show_record_replay(words: Words, session: "Session", request: "ShowRequest") -> None:
    """Write the page of a recorded match."""
    until = parse_stop_point(words, request.until)
    view = PageView(request.side, shows_all=request.everything)
    end = None if until is None else session.end_at(until, chosen_viewer(request))
    name = Path(request.file).name
    source = session_source(words, session, view, name, end=end)
    if request.photos:
        source = source._replace(photos=dict(_photos(words, source.notes, Path(request.file).parent)))
    _write(words, request.html or STDOUT, _weighed(source) if request.odds else source)


MOST_PHOTOS = 60
"""The most photos on a page; each is small."""


def _photos(words: Words, notes: "Sequence[AuthorNote]", folder: Path) -> "Iterator[tuple[str, bytes]]":
    """The photos of notes by name; one that is missing or unusable is reported and left out."""
    from edencli.files.photos import MOST_KEPT, PhotoError, read_photo_within

    for name in list(dict.fromkeys(note.photo for note in notes if note.photo))[:MOST_PHOTOS]:
        try:
            photo = read_photo_within(folder, name)
        except PhotoError as fault:
            report_failure(words.say("session", f"photo.{fault.reason}", file=str(folder / name)))
            continue
        if len(photo) <= MOST_KEPT:
            yield name, photo


def _weighed(source: "ReplaySource") -> "ReplaySource":
    """The source of a page, with the odds of its match for the viewer."""
    from edencli.commands.chances import tell_chances  # odds are slow to import

    return _with_chances(source, partial(tell_chances, source.referee, source.end, None))


def write_played(
    words: Words,
    played: PlayedGame,
    side: str | None,
    name: str,
    *,
    by_script: bool,
    tell_chances: "TellChances | None" = None,
) -> None:
    """Write the page of a game that was played; its file is named only if its script alone played it."""
    file = Path(played.file.name).name if by_script else ""
    source = _played_source(words, played, PageView(side), file)
    _write(words, name, _with_chances(source, tell_chances))


def _with_chances(source: "ReplaySource", tell_chances: "TellChances | None") -> "ReplaySource":
    """The source of a page, with the odds for its viewer if they are asked for."""
    return source if tell_chances is None else source._replace(chances=tell_chances(source.viewer))


def write_session(
    words: Words,
    session: "Session",
    side: str | None,
    name: str,
    tell_chances: "TellChances | None" = None,
) -> None:
    """Write the page of a typed match."""
    file = session.ledger.path.name if session.ledger is not None else ""
    source = session_source(words, session, PageView(side), file)
    _write(words, name, _with_chances(source, tell_chances))


class LivePage:
    """The page of a typed match, written again after each answer until the match is over.

    What was drawn is kept, so each answer costs only what it changed. A page that cannot be written is
    reported once, and stops nothing.
    """

    def __init__(self, words: Words, name: str, side: str | None) -> None:
        self._words, self._name, self._side = words, name, side
        self._page: ReplayPage | None = None
        self._has_told_fault = False
        self._second = 0

    def update(self, session: "Session") -> None:
        """Write the present state of the match."""
        from edencli.pictures.replay_page import ReplayPage

        source = session_source(self._words, session, PageView(self._side), "")
        source = source._replace(live=session.question is not None)
        if self._page is None or not self._page.is_continued_by(source):
            self._page = ReplayPage(self._words, source)
        try:
            save_page(self._words, Path(self._name), self._page.html(source))
            self._take_a_second()
        except Refused as fault:
            if not self._has_told_fault:
                report_failure(str(fault))
            self._has_told_fault = True

    def _take_a_second(self) -> None:
        """Date each page a second after the one before: servers compare dates by whole seconds."""
        with suppress(OSError):
            self._second = max(self._second + 1, int(Path(self._name).stat().st_mtime))
            os.utime(self._name, (self._second, self._second))


def _played_source(words: Words, played: PlayedGame, view: PageView, file: str) -> "ReplaySource":
    from edencli.pictures.replay_page import ReplaySource

    return ReplaySource(
        name=played.checked.game.name,
        file=file,
        referee=played.referee,
        header=played.header,
        notes=played.notes,
        end=len(played.events),
        viewer=_viewer(words, view, over=is_match_over(played.events)),
    )


def session_source(
    words: Words, session: "Session", view: PageView, file: str, *, end: int | None = None
) -> "ReplaySource":
    """The source of the page of a typed or recorded match, up to a number of its events."""
    from edencli.pictures.replay_page import ReplaySource

    until = len(session.events) if end is None else end
    return ReplaySource(
        name=session.checked.game.name,
        file=file,
        referee=session.referee,
        header=session.header,
        notes=[note for note in session.notes(words) if note.before <= until],
        end=until,
        viewer=_viewer(words, view, over=is_match_over(session.events[:until])),
    )


def _viewer(words: Words, view: PageView, *, over: bool) -> Audience:
    """The viewer of a page; all secrets are shown only of a match that is over."""
    if view.shows_all and not over:
        raise Refused(words.say(AREA, "secret"), code=1)
    return _side(view.side) or (None if over else PUBLIC)


def _side(name: str | None) -> Side | None:
    return Side(name) if name else None


def _write(words: Words, name: str, source: "ReplaySource") -> None:
    from edencli.pictures.replay_page import replay_html

    write_or_print(words, name, replay_html(words, source))
