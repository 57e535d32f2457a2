"""What there is to play, offered by number to a person at a terminal who named nothing.

Looked at are the last match, and the files of this folder and of the folders in it: at most `MOST_FILES`, and
no longer than `PATIENCE`.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from edencli.commands.fighter_finder import find_last_record
from edencli.commands.new import sample_summary
from edencli.commands.requests.play import PlayRequest
from edencli.commands.what_to_play import OPPONENT, quick_play
from edencli.files.library import Library
from edencli.files.samples import samples
from edencli.files.source import SUFFIXES
from edencli.files.stated_kind import stated_kind
from edencli.games.checks import make_library
from edencli.lang import Words, clean
from edencli.model.names import name_key
from edencli.named_tuple import NamedTuple
from edencli.output.console import write_stdout
from edencli.output.width import page_width, wrap_line
from edencli.prompt.terminal import Terminal, make_terminal

AREA = "session"
MOST_FILES = 200
PATIENCE = 0.3  # seconds


class Entry(NamedTuple):
    """A line of the menu: what it says, and what is played when it is chosen; nothing for a faulty file."""

    text: str
    choose: Callable[[], PlayRequest | None] | None = None


class FoundFile(NamedTuple):
    """A band or a game of this folder, by its path; without a name it is faulty."""

    path: str
    kind: str
    name: str | None


def choose_play(words: Words, request: PlayRequest, typist: Terminal | None = None) -> PlayRequest | None:
    """What a person chooses to play; None for nothing."""
    return Menu(words, request, typist).choose()


class Menu:
    """The menu of one terminal: lists of entries, and what is chosen from them."""

    def __init__(self, words: Words, request: PlayRequest, typist: Terminal | None = None) -> None:
        self._words, self._request = words, request
        self._terminal = typist or make_terminal(lambda _: [])
        self._found = tuple(find_files(Path()))

    def choose(self) -> PlayRequest | None:
        """Offer all that there is."""
        return self._offer("menu", self._entries())

    def _entries(self) -> Iterator[Entry]:
        say = self._words.say
        if (last := find_last_record()) is not None:
            yield Entry(say(AREA, "menu.last", file=clean(last.stem)), lambda: self._play(str(last)))
        yield Entry(say(AREA, "menu.quick"), lambda: quick_play(self._request.with_changes(quick=True)))
        for one in self._found:
            if one.kind == "game" and one.name is not None:
                yield Entry(say(AREA, "menu.game", file=one.path, name=one.name), self._player_of(one.path))
        yield Entry(say(AREA, "menu.bands"), self._choose_bands)
        yield Entry(say(AREA, "menu.samples"), self._choose_sample)
        for one in self._found:
            if one.name is None:
                yield Entry(say(AREA, "menu.faulty", file=one.path))

    def _player_of(self, name: str) -> Callable[[], PlayRequest]:
        return lambda: self._play(name)

    def _play(self, *names: str) -> PlayRequest:
        return self._request.with_changes(games=list(names))

    def _choose_sample(self) -> PlayRequest | None:
        games = ((name, path) for name, path in samples().items() if name.startswith("games/"))
        return self._offer(
            "menu.which-game",
            (
                Entry(
                    self._words.say(AREA, "menu.game", file=name, name=sample_summary(path)),
                    self._player_of(name),
                )
                for name, path in games
            ),
        )

    def _choose_bands(self) -> PlayRequest | None:
        """Two bands, one after the other; the practice opponent plays the second."""
        return self._offer("menu.own-band", self._band_entries(self._choose_opponent))

    def _choose_opponent(self, own: str) -> PlayRequest | None:
        return self._offer("menu.other-band", self._band_entries(lambda other: self._begin(own, other)))

    def _begin(self, own: str, other: str) -> PlayRequest:
        blue = OPPONENT if self._request.red is None and self._request.blue is None else self._request.blue
        return self._play(own, other).with_changes(blue=blue)

    def _band_entries(self, choose: Callable[[str], PlayRequest | None]) -> Iterator[Entry]:
        own = [(one.path, one.name) for one in self._found if one.kind == "band" and one.name is not None]
        shipped = [
            (name, sample_summary(path)) for name, path in samples().items() if name.startswith("bands/")
        ]
        for file, name in (*own, *shipped):
            text = self._words.say(AREA, "menu.game", file=file, name=name)
            yield Entry(text, lambda file=file: choose(file))  # type: ignore[misc]

    def _offer(self, title: str, entries: Iterator[Entry]) -> PlayRequest | None:
        """Ask for one of some entries till one is chosen; nothing leaves the menu."""
        listed = list(entries)
        usable = [one for one in listed if one.choose is not None]
        self._show([self._words.say(AREA, title), *self._numbered(listed, usable)])
        while typed := self._read():
            chosen = _entry_meant(typed, usable)
            if chosen is not None and chosen.choose is not None:
                return chosen.choose()
            self._show([self._words.say(AREA, "menu.which", most=len(usable))])
        return None

    def _numbered(self, listed: Sequence[Entry], usable: Sequence[Entry]) -> Iterator[str]:
        for one in listed:
            n = usable.index(one) + 1 if one in usable else "–"
            yield self._words.say(AREA, "offer", n=n, text=one.text, price="").rstrip()

    def _read(self) -> str:
        try:
            return self._terminal.read(self._words.say(AREA, "menu.sign")).strip()
        except EOFError:
            return ""

    def _show(self, lines: Sequence[str]) -> None:
        width = page_width(sys.stdout, os.environ)
        write_stdout("".join(f"{part}\n" for line in lines for part in wrap_line(line, width)))


def _entry_meant(typed: str, usable: Sequence[Entry]) -> Entry | None:
    """The entry of a number, or the one in which words that stand side by side begin so."""
    if typed.isascii() and typed.isdigit():
        return usable[int(typed[:4]) - 1] if 0 < int(typed[:4]) <= len(usable) else None
    from edencli.prompt.interpret import is_abbreviation  # only an answer needs it

    found = [one for one in usable if name_key(typed) and is_abbreviation(typed, one.text)]
    return found[0] if len(found) == 1 else None


def find_files(folder: Path) -> Iterator[FoundFile]:
    """The bands and games of a folder and of the folders in it."""
    library, end = make_library(), time.monotonic() + PATIENCE
    for path in _yaml_files(folder)[:MOST_FILES]:
        if time.monotonic() > end:
            return
        if (kind := stated_kind(path)) in {"band", "game"}:
            yield FoundFile(clean(path.as_posix()), kind, _name_if_sound(library, path))


def _name_if_sound(library: Library, path: Path) -> str | None:
    file = library.open(str(path))
    return clean(file.value.name) if file.is_sound else None


def _yaml_files(folder: Path) -> list[Path]:
    """The YAML files of a folder and of the folders in it, but for hidden ones."""
    try:
        folders = [folder, *sorted(one for one in folder.iterdir() if one.is_dir() and one.name[0] != ".")]
        files = [sorted(one for one in each.iterdir() if one.suffix in SUFFIXES) for each in folders]
    except OSError:
        return []
    return [path for each in files for path in each]
