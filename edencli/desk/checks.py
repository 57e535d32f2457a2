"""What is checked of each kind of file: what files say of themselves, then the game's rules over it.

The one place where files and rules meet, for every command that takes a file.
"""

from typing import TYPE_CHECKING, NamedTuple

from edencli.desk.shelf import library, say_findings
from edencli.files.gather import GatheredBand, Gathering
from edencli.files.library import File, Library
from edencli.model.band import Band
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules import band as band_rules

__all__ = ["CheckedBand", "Checks", "library"]

if TYPE_CHECKING:
    from edencli.desk.game_checks import CheckedGame


class CheckedBand(NamedTuple):
    """A band that may be played, and the rulebook by which it was checked."""

    band: Band
    book: Rulebook


class Checks:
    """Checks files and whatever they refer to, each once.

    `wanted` is the rulebook that somebody asked for, which no file may contradict; `default` serves where
    neither he nor the file says one. Whoever plays a game reads its `moves` himself.
    """

    def __init__(
        self, files: Library, *, wanted: str | None = None, default: str = "en", moves: bool = True
    ) -> None:
        self._library = files
        self._gathering = Gathering(files)
        self._wanted = wanted
        self._default = default
        self._moves = moves
        self._done: set[tuple[str, str | None]] = set()

    @property
    def files(self) -> tuple[File, ...]:
        """Every file that was opened."""
        return self._library.files

    def file(self, name: str, *, kind: str | None = None) -> File:
        """Open a file and check it; another kind than the one asked for is a fault."""
        file = self._library.open(name, wanted=kind)
        if kind is not None and file.kind not in {None, kind}:
            file.say("kind-unexpected", ("kind",), values={"kind": file.kind, "wanted": kind})
        elif file.kind == "band":
            self._check_band(file, self._book(file))
        elif file.kind == "game":
            self._check_game(file)
        return file

    def band(self, file: File) -> CheckedBand | None:
        """The band of a checked file, when nothing is wrong with it."""
        if not file.sound or file.kind != "band":
            return None
        gathered = self._gathering.band(file)
        return CheckedBand(gathered.band, rulebook(self._book(file))) if gathered.band else None

    def game(self, file: File) -> "CheckedGame | None":
        """The game of a checked file, when nothing is wrong with it and what it refers to."""
        if not file.sound or file.kind != "game":
            return None
        from edencli.desk.game_checks import checked_game

        return checked_game(file, self._gathering.game(file), self._book(file))

    def _book(self, file: File) -> str:
        """The rulebook of a file: its own, else the one asked for; says so when they differ."""
        own: str | None = getattr(file.value, "rulebook", None)
        if own and self._wanted and own != self._wanted:
            values = {"own": own, "wanted": self._wanted}
            file.say("rulebook-contradiction", ("rulebook",), values=values)
        return own or self._wanted or self._default

    def _check_band(self, file: File, book: str, gathered: GatheredBand | None = None) -> None:
        if (file.name, book) in self._done:
            return
        self._done.add((file.name, book))
        gathered = gathered or self._gathering.band(file)
        if gathered.band is not None:
            key = book if file.value is not None else gathered.band.rulebook or book
            say_findings(file, band_rules.check(gathered.band, rulebook(key)), gathered)

    def _check_game(self, file: File) -> None:
        book, game = self._book(file), self._gathering.game(file)
        for side, gathered in game.bands.items():
            own = gathered.file.value.rulebook
            if own is not None and own != book:
                values = {"own": own, "wanted": book}
                file.say("rulebook-contradiction", (side,), form="band", values=values)
            self._check_band(gathered.file, book, gathered)
        from edencli.desk.game_checks import check_chapters, check_moves, check_position

        if file.value is not None:
            say_findings(file, check_chapters(file.value, book))
        say_findings(file, check_position(file, game))
        if self._moves:
            say_findings(file, check_moves(file, game))
