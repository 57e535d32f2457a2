"""Check files: each by itself, then by the rules of the game.

The one place where files and rules meet, for every command that takes a file. Checking a game needs the
vocabulary of play, which is imported only then, so that checking a band stays quick.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edencli.files.diagnostic import MAX_SHOWN, KeyPath, Severity
from edencli.files.gather import DECKS, GatheredBand, GatheredGame, Gatherer
from edencli.files.library import File, Library
from edencli.files.source import STDIN
from edencli.lang import current_words
from edencli.model.game import Band, Cards, Roster
from edencli.named_tuple import NamedTuple
from edencli.rulebooks.raw_books import lacks_chapter, raw_book
from edencli.rulebooks.values import Rulebook, borrow_chapters, rulebook
from edencli.rules import band as band_rules
from edencli.rules.band import Finding, check_card

if TYPE_CHECKING:
    from edencli.match.pieces import Side
    from edencli.model.fighter import Ability, Fighter
    from edencli.model.game import GameFile, Mission, Tactic
    from edencli.model.scenery import Scenery


def make_library(
    *,
    root: Path | None = None,
    stdin_name: str = STDIN,
    kept: Mapping[str, str] | None = None,
    only_kept: bool = False,
    noted: Iterable[str] = (),
) -> Library:
    """Make a library whose files are checked by the rules about a single file.

    Texts in `kept` replace files; with `only_kept` there are no others. Files in `noted` also get notes that
    are no faults, such as cards played by agreement.
    """
    wanted = {os.path.realpath(stdin_name if name == STDIN else name) for name in noted}

    def check(file: File) -> None:
        _check_alone(file)
        if os.path.realpath(file.name) in wanted and file.is_sound:
            _note_agreement_cards(file)

    return Library(root=root, stdin_name=stdin_name, also=check, kept=kept, only_kept=only_kept)


def _check_alone(file: File) -> None:
    """Check the cards or the scenery of a file, each piece by itself."""
    if file.kind == "scenery":
        from edencli.rules.position import check_outlines  # it needs the geometry

        report_findings(file, check_outlines(file.value))
    if isinstance(file.value, Cards):
        for deck in ("fighters", "npfs"):
            for n, fighter in enumerate(getattr(file.value, deck)):
                report_findings(file, check_card(fighter), prefix=(deck, n))
        for path, card in _cards(file.value):
            _check_effects(file, path, card)
        _look_for_unlaid_names(file, warned=True)
    elif file.kind == "cards" and file.value is None and file.document is not None:
        from edencli.files.sound_cards import sound_cards  # only where some card is not

        for path, one, faulty in sound_cards(file.document.data):
            if faulty:
                _check_rest(file, path, one, faulty)
            else:
                _check_sound_card(file, path, one)


_OF_WHOLE_CARDS = frozenset(
    {
        ("effect-role", "remembered"),
        ("effect-never", "forget"),
        ("effect-counters", ""),
        *(("effect-secret", form) for form in ("", "word", "place", "choice", "done")),
    }
)
"""What is found of one effect because of what others of the card say, by rule and form."""


def _check_rest(file: File, path: KeyPath, card: Any, faulty: frozenset[int]) -> None:
    """Check the good effects of a card with faulty ones, by checks that do not depend on the faulty ones."""
    from edencli.effects.authoring import find_impossible_effects  # only for faulty cards

    report_findings(
        file,
        (
            one
            for one in find_impossible_effects(card)
            if (one.rule, one.form) not in _OF_WHOLE_CARDS and not faulty.intersection(one.path[1:2])
        ),
        prefix=path,
    )


def _check_sound_card(file: File, path: KeyPath, one: Any) -> None:
    """Check one good card of a file in which others are faulty."""
    if not hasattr(one, "abilities"):
        _check_effects(file, path, one)
        return
    report_findings(file, check_card(one), prefix=path)
    for n, ability in enumerate(one.abilities):
        _check_effects(file, (*path, "abilities", n), ability)


def _check_effects(file: File, path: KeyPath, card: "Ability | Mission | Tactic") -> None:
    """Check the effects of a card, if it has any."""
    if _says_what_it_does(card):
        from edencli.effects.authoring import find_impossible_effects  # only for cards with effects

        report_findings(file, find_impossible_effects(card), prefix=path)


def _cards(cards: Cards) -> "Iterator[tuple[KeyPath, Ability | Mission | Tactic]]":
    """Each ability, mission and tactical card of a file, with its path."""
    for deck in ("fighters", "npfs"):
        for n, fighter in enumerate(getattr(cards, deck)):
            yield from (((deck, n, "abilities", m), one) for m, one in enumerate(fighter.abilities))
    for deck in ("missions", "tactics"):
        yield from (((deck, n), card) for n, card in enumerate(getattr(cards, deck)))


def _says_what_it_does(card: "Ability | Mission | Tactic") -> bool:
    return bool(card.effects) or any(one.only_if or one.each for one in getattr(card, "objectives", ()))


def _look_for_unlaid_names(file: File, *, warned: bool) -> None:
    """Report names of markers that no card of a file lays: likely slips if `warned`, else the others."""
    cards = [(path, card) for path, card in _cards(file.value) if _says_what_it_does(card)]
    if cards:
        from edencli.effects.authoring import find_unlaid_names  # as above

        found = [one for one in find_unlaid_names(cards) if one.warns is warned]
        report_findings(file, found, severity=Severity.NOTE)


def _note_agreement_cards(file: File) -> None:
    """Note which cards of a file are played by agreement, and which markers other cards must lay."""
    if isinstance(file.value, Cards):
        _look_for_unlaid_names(file, warned=False)
    if isinstance(file.value, Cards):
        from edencli.effects.authoring import (  # only an author wants to know
            find_text_without_effect,
            find_unsaid_players,
        )

        data = file.document.data if file.document else {}
        for path, card in _cards(file.value):
            found = [*find_text_without_effect(card), *find_unsaid_players(card, _data_at(data, path))]
            report_findings(file, found, prefix=path, severity=Severity.NOTE)


def _data_at(data: Any, path: KeyPath) -> Any:
    """The data of a file at a path."""
    for step in path:
        data = data[step]
    return data


def report_findings(
    file: File,
    findings: Iterable[Finding],
    gathered: GatheredBand | None = None,
    prefix: KeyPath = (),
    severity: Severity = Severity.ERROR,
) -> None:
    """Report what rules found in a file, each at its place.

    A finding that warns is a warning; all others have the given severity.
    """
    for one in findings:
        path = (*prefix, *(gathered.path_in_file(one.path) if gathered else one.path))
        grave = Severity.WARNING if one.warns else severity
        repair = next((f"repair/{how}" for key, how in _REPAIRS.items() if one.values.get(key)), None)
        file.add_diagnostic(one.rule, path, form=one.form, values=one.values, severity=grave, repair=repair)


# How a fault can be repaired, by the values that its finding has.
_REPAIRS = {
    "nearest": "did-you-mean",
    "repaired": "meant",
    "choices": "one-of",
    "write": "write",
    "add": "add",
    "place": "nearest-place",
    "places": "several-places",
    "no_place": "no-place",
}


class CheckedGame(NamedTuple):
    """A game that can be played: its bands, the scenery and NPFs available, and the rulebook."""

    game: "GameFile"
    bands: "dict[Side, Band]"
    scenery: "tuple[Scenery, ...]"
    npfs: "tuple[Fighter, ...]"
    book: Rulebook


def checked_game(file: File, gathered: GatheredGame, book: str) -> CheckedGame | None:
    """The game of a good file; None when one of its bands is faulty."""
    from edencli.match.pieces import Side

    bands = _bands(gathered)
    if len(bands) < len(Side) or file.diagnostics.error_count:
        return None
    game: GameFile = file.value
    return CheckedGame(game, bands, gathered.scenery, gathered.npfs, played_rulebook(game, book))


# What players buy for a chapter, in a match that begins before they do.
_NEEDS = {"infestation": "npfs", "territory": "scenery"}


def check_chapters(game: "GameFile", book: str) -> Iterator[Finding]:
    """Find optional chapters that the book lacks or that offer nothing to buy, and misplaced weather."""
    for n, chapter in enumerate(game.chapters):
        values = {"chapter": chapter, "book": book}
        if lacks_chapter(game.optional or book, chapter):
            yield Finding("game-chapter", ("chapters", n), values, form="lacking")
        elif chapter in _NEEDS and game.position is None and not getattr(game, _NEEDS[chapter]):
            yield Finding("game-chapter", ("chapters", n), values, form=_NEEDS[chapter])
    if game.position and game.position.get("weather") and "weather" not in game.chapters:
        yield Finding("game-chapter", ("position", "weather"), {"chapter": "weather"}, form="unasked")


def check_keywords(game: "GameFile", scenery: "Iterable[Scenery]", book: str) -> Iterator[Finding]:
    """Find scenery with keywords that the book played does not have: they do nothing there."""
    lender = game.optional or book
    if "territory" not in game.chapters or lacks_chapter(lender, "territory"):
        return
    known = raw_book(lender)["territory"]["keywords"]
    for piece in scenery:
        for keyword in piece.keywords:
            if keyword not in known:
                code = f"territory.{keyword.removeprefix('mephitic-')}"
                values = {"name": piece.name, "book": lender}
                yield Finding(code, ("field", "scenery"), values, warns=True)


def check_prices(game: "GameFile", scenery: "Iterable[Scenery]", book: str) -> Iterator[Finding]:
    """Find scenery that cannot be bought, because it has no price in the book played."""
    if "territory" not in game.chapters or lacks_chapter(game.optional or book, "territory"):
        return
    from edencli.match.match import Setup
    from edencli.match.position import PREPARATION_STEPS
    from edencli.match.state import State
    from edencli.rules import registry, terrain

    if game.position is not None and game.position.get("step") not in PREPARATION_STEPS:
        return
    match = registry.create_match(played_rulebook(game, book), State({}), Setup(chapters=("territory",)))
    for piece in scenery:
        if terrain.element_cost(match, piece) is None:
            by_size = match.book.territory is not None and match.book.territory.sizes
            values = {"name": piece.name, "book": game.optional or book}
            form = "size" if by_size else "cost"
            yield Finding("territory.cost", ("field", "scenery"), values, form=form, warns=True)


MOST_MENDED = 20
"""The most unreadable moves of a file for which a likely meaning is searched."""


def check_moves(file: File, gathered: GatheredGame) -> Iterator[Finding]:
    """Read the form of every move without playing any; faults beyond `MAX_SHOWN` are only counted.

    A likely meaning is searched for the first few moves that cannot be read.
    """
    from edencli.effects.begin import find_grantable
    from edencli.lookup.notation_page import misread_sentence
    from edencli.match.pieces import Side
    from edencli.match.state import FighterState, State
    from edencli.notation.errors import Misread
    from edencli.notation.names import setup_names
    from edencli.notation.reader import parse_line
    from edencli.referee.game import cards_by_piece, make_setup, possible_npfs

    bands = _bands(gathered)
    if file.value is None or not file.value.moves or _is_lacking(file) or len(bands) < len(Side):
        return
    setup = make_setup(file.value, bands, gathered.scenery, gathered.npfs)
    fighters = cards_by_piece(bands) | possible_npfs(gathered.npfs)
    state = State({piece: FighterState(card) for piece, card in fighters.items()})
    names = setup_names(fighters, setup, find_grantable(state, setup))
    misread = 0
    for path, text in _moves(file.value.moves):
        try:
            parse_line(text, names, mend=misread < MOST_MENDED)
        except Misread as fault:
            misread += 1
            if misread <= MAX_SHOWN:
                why = misread_sentence(current_words(), fault, hinted=True)
                repaired = str(fault.values.get("repaired", ""))
                yield Finding("game-unreadable", path, {"why": why, "repaired": repaired})
    file.diagnostics.count_unkept(max(0, misread - MAX_SHOWN))


def _moves(moves: Sequence[Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The moves of a script with their paths, including those that should be refused."""
    from edencli.referee.script import parse_script_lines

    for line in parse_script_lines(moves):
        if line.kind == "move":
            yield ("moves", line.number), line.content
        elif line.kind == "refuse":
            yield ("moves", line.number, "move"), line.content["move"]


def _bands(gathered: GatheredGame) -> "dict[Side, Band]":
    """The sound bands of a game, by side."""
    from edencli.match.pieces import Side

    sound = {side: found for side, found in gathered.bands.items() if found.file.is_sound}
    return {Side(side): found.band for side, found in sound.items() if found.band}


def _is_lacking(file: File) -> bool:
    """Tell whether a file refers to something missing, so that not all names are known."""
    return any(said.code.startswith("reference-") for said in file.diagnostics.kept)


def check_position(file: File, gathered: GatheredGame, book: str) -> tuple[Finding, ...]:
    """Check the position where a game begins, once everything it refers to was found."""
    from edencli.match.pieces import Side
    from edencli.referee.game import cards_by_piece, make_setup, npfs_named
    from edencli.rules.position import check_footing, check_position_data

    game = file.value
    bands = _bands(gathered)
    if game is None or game.position is None or _is_lacking(file) or set(bands) != set(Side):
        return ()
    setup = make_setup(game, bands, gathered.scenery, gathered.npfs)
    cards = cards_by_piece(bands)
    cards |= npfs_named(game.position, gathered.npfs, cards)
    found = check_position_data(game.position, setup, cards)
    if found or "territory" not in game.chapters or lacks_chapter(game.optional or book, "territory"):
        return found
    return tuple(check_footing(game.position, setup, cards, played_rulebook(game, book)))


def played_rulebook(game: "GameFile", book: str) -> Rulebook:
    """The rulebook of a game, with the optional chapters that it borrows."""
    return borrow_chapters(rulebook(book), rulebook(game.optional)) if game.optional else rulebook(book)


def _check_sizes(scenery: "Iterable[Scenery]", book: Rulebook) -> Iterator[Finding]:
    """Find scenery larger than the size in its file, where a book sells scenery by size."""
    if book.territory is not None and book.territory.sizes:
        from edencli.rules.position import check_sizes

        yield from check_sizes(scenery, book.territory)


class CheckedBand(NamedTuple):
    """A legal band, the rulebook it was checked by, and all fighters of its cards files."""

    band: Band
    book: Rulebook
    fighters: "tuple[Fighter, ...]"


class Checks:
    """Checks files and everything they refer to, each once.

    `wanted` is the rulebook asked for, which no file may contradict; `default` is used where neither `wanted`
    nor the file names one. Without `moves` the moves of games are not read: playing them reads them.
    """

    def __init__(
        self, files: Library, *, wanted: str | None = None, default: str = "en", moves: bool = True
    ) -> None:
        self.library = files
        self._gathering = Gatherer(files)
        self._wanted = wanted
        self._default = default
        self._moves = moves
        self._done: set[tuple[str, str | None]] = set()

    def with_texts(self, kept: Mapping[str, str], noted: Iterable[str] = ()) -> "Checks":
        """A copy of these checks that reads the given texts instead of the files at those paths."""
        files = make_library(root=self.library.root, kept=kept, noted=noted)
        return Checks(files, wanted=self._wanted, default=self._default, moves=self._moves)

    @property
    def files(self) -> tuple[File, ...]:
        """Every file that was opened."""
        return self.library.files

    def check_file(self, name: str, *, kind: str | None = None) -> File:
        """Open a file and check it; a kind other than the one asked for is a fault."""
        file = self.library.open(name, wanted=kind)
        if kind is not None and file.kind not in {None, kind}:
            file.add_diagnostic("kind-unexpected", ("kind",), values={"kind": file.kind, "wanted": kind})
        elif file.kind == "band":
            self._check_band(file, self._book(file))
        elif file.kind == "game":
            self._check_game(file)
        elif file.kind == "scenery" and file.is_sound:
            report_findings(file, _check_sizes(file.value, rulebook(self._book(file))))
        return file

    def band(self, file: File) -> CheckedBand | None:
        """The band of a checked file; None if anything is wrong with it."""
        if not file.is_sound or file.kind != "band":
            return None
        gathered = self._gathering.gather_band(file)
        if gathered.band is None:
            return None
        return CheckedBand(gathered.band, rulebook(self._book(file)), gathered.fighters)

    def band_as_written(self, file: File) -> tuple[Band, Rulebook] | None:
        """The band of a checked file, legal or not, and its rulebook; None if a card was not found."""
        if not isinstance(file.value, Roster):
            return None
        band = self._gathering.gather_band(file).band
        if band is None or any(len(getattr(band, deck)) != len(getattr(file.value, deck)) for deck in DECKS):
            return None
        return band, rulebook(self._book(file))

    def game(self, file: File) -> "CheckedGame | None":
        """The game of a checked file; None if anything is wrong with it or with what it refers to."""
        if not file.is_sound or file.kind != "game":
            return None

        return checked_game(file, self._gathering.gather_game(file), self._book(file))

    def band_files(self, file: File) -> list[File]:
        """The files of a game's bands, as far as they were found."""
        return [gathered.file for gathered in self._gathering.gather_game(file).bands.values()]

    def _book(self, file: File) -> str:
        """The rulebook of a file: its own, else the one asked for; a contradiction is reported."""
        own: str | None = getattr(file.value, "rulebook", None)
        if own and self._wanted and own != self._wanted:
            values = {"own": own, "wanted": self._wanted}
            file.add_diagnostic("rulebook-contradiction", ("rulebook",), values=values)
        return own or self._wanted or self._default

    def _check_band(self, file: File, book: str, gathered: GatheredBand | None = None) -> None:
        if (file.name, book) in self._done:
            return
        self._done.add((file.name, book))
        gathered = gathered or self._gathering.gather_band(file)
        if gathered.band is not None:
            key = book if file.value is not None else gathered.band.rulebook or book
            report_findings(file, band_rules.check_band(gathered.band, rulebook(key)), gathered)

    def _check_game(self, file: File) -> None:
        book, game = self._book(file), self._gathering.gather_game(file)
        for side, gathered in game.bands.items():
            own = gathered.file.value.rulebook
            if own is not None and own != book:
                values = {"own": own, "wanted": book}
                file.add_diagnostic("rulebook-contradiction", (side,), form="band", values=values)
            self._check_band(gathered.file, book, gathered)

        if file.value is not None:
            report_findings(file, check_chapters(file.value, book))
            report_findings(file, check_keywords(file.value, game.scenery, book))
            report_findings(file, check_prices(file.value, game.scenery, book))
            if "territory" in file.value.chapters:
                for one in _check_sizes(game.scenery, played_rulebook(file.value, book)):
                    report_findings(file, [one._replace(path=("field", "scenery"))])
        report_findings(file, check_position(file, game, book))
        if self._moves:
            report_findings(file, check_moves(file, game))
