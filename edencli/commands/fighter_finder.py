"""Find the fighters that a command names: on cards, in bands, or in a match at its present state.

`FILE#NAME` is searched in that file alone, a bare name in all files given together; it may be shortened as
long as it is unambiguous. A match is a game, as far as its moves go, or a record. The last match is the
record written last of those begun here, and its name is printed. A fault in a file is printed and ends the
command.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self

from edencli.commands.parameters import names_file, split_reference
from edencli.files.library import File
from edencli.games.file_access import ensure_sound, open_sound, save
from edencli.lang import Words
from edencli.match.pieces import Side
from edencli.model.fighter import Equipment, Fighter, Use
from edencli.model.game import Cards
from edencli.model.lexicon import (
    FighterLexicon,
    Lexicon,
    UnresolvedName,
    calling_in_moves,
    name_with_side,
    read_calling,
    split_outside_quotes,
)
from edencli.model.names import fold
from edencli.model.terms import Category
from edencli.named_tuple import NamedTuple
from edencli.output.console import Refused, remark
from edencli.rulebooks.values import Rulebook, borrow_chapters, rulebook

if TYPE_CHECKING:
    from edencli.commands.requests.resolve_attack import ResolveAttackRequest
    from edencli.commands.requests.roll import RollRequest
    from edencli.match.match import Match
    from edencli.match.state import Condition, FighterState
    from edencli.referee.duel import DuelFighter

AREA = "attack"
SIDES = tuple(map(str, Side))


class FighterSources(NamedTuple):
    """Where bare names are searched: files of any kind, and the last match in the current folder.

    `until` names the moment of games and records.
    """

    cards: tuple[str, ...] = ()
    bands: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    last: bool = False
    until: str | None = None

    @classmethod
    def of(cls, request: "RollRequest | ResolveAttackRequest") -> Self:
        """The sources in a command line."""
        cards, bands, games = (tuple(given or ()) for given in (request.cards, request.band, request.game))
        return cls(cards, bands, games, request.last, request.until)

    @property
    def files(self) -> tuple[str, ...]:
        """All the files."""
        return (*self.cards, *self.bands, *self.games)

    def as_options(self) -> Iterator[tuple[str, str]]:
        """The options that name these sources, each with its value."""
        for option, files in (("--cards", self.cards), ("--band", self.bands), ("--game", self.games)):
            yield from ((option, file) for file in files)
        if self.last:
            yield "--last", ""
        if self.until:
            yield "--until", self.until


class WantedBook(NamedTuple):
    """The rulebook of a command line: whether it was typed there, and which book lends chapters to it."""

    book: str
    is_given: bool = False
    optional: str | None = None


class FoundFighter(NamedTuple):
    """A fighter and its file; one in a match has a side (an NPF has none) and a state.

    Before the first round fighters are unhurt and have no state.
    """

    file: str
    name: str
    card: Fighter
    side: Side | None = None
    state: "FighterState | None" = None
    match: "Match | None" = None

    @property
    def is_in_match(self) -> bool:
        """Whether the fighter is in a match."""
        return self.match is not None


class _Called(NamedTuple):
    """The label of a found fighter; outside a match there are no sides."""

    side: Side | Literal[""] | None
    name: str
    n: int


class _FighterIndex:
    """Fighters among which names are searched, each with its label."""

    def __init__(self, found: Iterable[FoundFighter]) -> None:
        self.found = list(_each_once(list(found)))
        self.cast = FighterLexicon(
            _Called(one.side if one.is_in_match else "", one.name, n) for n, one in enumerate(self.found)
        )

    def called(self, side: str, name: str) -> list[_Called]:
        """All fighters that a name may mean, or that have a word in their names which begins with it.

        With a side, fighters of that side, else those without one.
        """
        named = self.cast.meanings(f"{side} {name}".strip())
        return (
            list(named)
            or [one for one in self.cast.meanings(name) if not one.side]
            or self._begun(side, name)
        )

    def _begun(self, side: str, name: str) -> list[_Called]:
        begun = fold(name)
        if not begun[:1].isalpha():  # a number distinguishes equal names
            return []
        return [
            one
            for one in self.cast.labels
            if f" {begun}" in f" {fold(one.name)}" and side in {"", str(one.side or side)}
        ]


def _each_once(found: Sequence[FoundFighter]) -> Iterator[FoundFighter]:
    """Leave out a card that was found before, or that a fighter in a match has."""
    cards = [one.card for one in found if one.is_in_match]
    for one in found:
        if one.is_in_match:
            yield one
        elif one.card not in cards:
            cards.append(one.card)
            yield one


class FighterFinder:
    """Finds fighters; each file is read once."""

    def __init__(self, words: Words, sources: FighterSources) -> None:
        from edencli.games.checks import make_library

        self._words = words
        self._sources = sources
        if sources.until and not (sources.games or sources.last):
            why = words.say(AREA, "why-until")
            raise Refused(words.say(AREA, "nothing-moves", option="--until", why=why))
        self._library = make_library()
        self._opened: dict[str, list[FoundFighter]] = {}
        self._books: dict[str, Rulebook | str] = {}

    def find(self, reference: str) -> FoundFighter:
        """Find one fighter or NPF: `NAME`, `red NAME`, `FILE#NAME` or `red FILE#NAME`."""
        side, rest = split_side(reference)
        file, name = split_reference(rest)
        if not name or (any(self._sources) and not names_file(file)):
            file, name = "", rest
        if not file and not any(self._sources):
            raise Refused(self._words.say(AREA, "pick", name=reference))
        known = _FighterIndex(self._in(file)) if file else self._everybody
        found = [known.found[one.n] for one in known.called(side, name)]
        if len(found) != 1:
            raise self._name_refusal(
                found, known.cast.nearest_name(name), name, [file] if file else self._files
            )
        return found[0]._replace(side=found[0].side or (Side(side) if side else None))

    def split_state(self, text: str) -> tuple[str, str]:
        """A reference and the state behind it: `Boris: head:2`, `"Boris: the Old": head:2`."""
        file, name = split_reference(text)
        if not name or not names_file(file):
            file, name = "", text
        if not file and self.resolve_name(text):
            return text, ""
        called, *state = split_outside_quotes(name, ":")
        return f"{file}#{called}" if file else called, ":".join(state)

    def all_fighters(self) -> Sequence[FoundFighter]:
        """All fighters among which bare names are searched."""
        return self._everybody.found

    def resolve_name(self, text: str) -> str | None:
        """The text if it is a fighter's label, else the label of the only fighter whose name it begins."""
        known = self._everybody
        if known.cast.meanings(text):
            return text
        begun = known.called(*split_side(text))
        return known.cast.labels[begun[0]] if len(begun) == 1 else None

    def choose_book(self, wanted: WantedBook) -> Rulebook:
        """The rulebook of the files opened, which must agree; else the one wanted."""
        own: Rulebook | str | None = None
        for file, book in self._books.items():
            key = _key(book)
            if key != (_key(own) if own else wanted.book) and (own or wanted.is_given):
                asked = _key(own) if own else wanted.book
                raise Refused(self._words.say("sheet", "show.other-book", file=file, own=key, asked=asked))
            own = own if isinstance(own, Rulebook) else book
        if isinstance(own, Rulebook):
            if wanted.optional is not None:
                why = self._words.say(AREA, "why-optional")
                raise Refused(self._words.say(AREA, "nothing-moves", option="--optional", why=why))
            return own
        played = rulebook(own or wanted.book)
        return borrow_chapters(played, rulebook(wanted.optional)) if wanted.optional else played

    @property
    def _files(self) -> Sequence[str]:
        return [*self._sources.files, *([self._last] if self._sources.last else ())]

    @cached_property
    def _everybody(self) -> _FighterIndex:
        return _FighterIndex([one for file in self._files for one in self._in(file)])

    @cached_property
    def _last(self) -> str:
        last = find_last_record()
        if last is None:
            raise Refused(self._words.say(AREA, "no-last"), code=1)
        remark(self._words.say(AREA, "last", file=str(last)))
        return str(last)

    def _in(self, name: str) -> list[FoundFighter]:
        """The fighters in a file."""
        from edencli.files.source import is_record

        if name not in self._opened:
            if is_record(Path(name)):
                met = self._in_match(name, self._kept(Path(name)))
            else:
                met = self._in_file(open_sound(self._library, name))
            self._opened[name] = list(met)
        return self._opened[name]

    def _in_file(self, file: File) -> Iterator[FoundFighter]:
        from edencli.files.gather import Gatherer

        if isinstance(file.value, Cards):
            for card in (*file.value.fighters, *file.value.npfs):
                yield FoundFighter(file.name, card.name, card)
        elif file.kind == "band":
            gathered = Gatherer(self._library).gather_band(file).band
            ensure_sound(self._library)
            if gathered is not None and gathered.rulebook:
                self._books[file.name] = gathered.rulebook
            for card in gathered.fighters if gathered else ():
                yield FoundFighter(file.name, card.name, card)
        elif file.kind == "game":
            yield from self._in_match(file.name, self._played(file))
        else:
            raise Refused(self._words.say(AREA, "not-cards", file=file.name, kind=file.kind))

    def _kept(self, path: Path) -> "Match":
        """The match of a record, at the moment asked for or at its end."""
        from edencli.games.moments import record_at
        from edencli.games.play_script import parse_stop_point
        from edencli.games.records import resume_record

        until = parse_stop_point(self._words, self._sources.until)
        if until is not None:
            return record_at(self._words, path, until)
        return resume_record(self._words, path, writing=False).match

    def _played(self, file: File) -> "Match":
        """The match of a game, at the moment asked for or as far as its moves go."""
        from edencli.commands.parameters import default_book
        from edencli.games.checks import Checks
        from edencli.games.moments import game_at
        from edencli.games.play_script import ScriptOptions, parse_stop_point, play_script

        checks = Checks(self._library, default=default_book(), moves=False)
        file, until = (
            checks.check_file(file.name, kind="game"),
            parse_stop_point(self._words, self._sources.until),
        )
        if until is not None:
            return game_at(checks, file, until)
        played = play_script(checks, file, ScriptOptions(finish=False))
        ensure_sound(self._library)
        assert played is not None, "a game without a fault was played"  # noqa: S101  # `checks` promises it
        return played.match

    def _in_match(self, file: str, match: "Match") -> Iterator[FoundFighter]:
        from edencli.match.position import PREPARATION_STEPS

        self._books[file] = match.book
        has_begun = match.state.step not in PREPARATION_STEPS
        for piece, state in match.state.fighters.items():
            yield FoundFighter(file, piece.name, state.card, piece.side, state if has_begun else None, match)

    def _name_refusal(
        self, found: Sequence[FoundFighter], near: str | None, name: str, files: Sequence[str]
    ) -> Refused:
        """The refusal of a name that means no fighter, or several, with what to write for each."""
        if found:
            sided = len({one.side for one in found if one.is_in_match}) == len(found)
            names = [one.name for one in found]
            if len(set(names)) < len(names):
                names = [f"{one.side} {one.name}" if sided else f"{one.file}#{one.name}" for one in found]
            return Refused(self._words.say("table", "ambiguous", name=name, names=names))
        message = "no-fighter/near" if near else "no-fighter"
        return Refused(self._words.say(AREA, message, name=name, file=files, near=near))


def _key(book: Rulebook | str) -> str:
    return book if isinstance(book, str) else book.key


def split_side(reference: str) -> tuple[str, str]:
    """The side that a reference begins with, or an empty text, and the rest of it."""
    side, _, rest = reference.partition(" ")
    return (side.casefold(), rest) if rest and side.casefold() in SIDES else ("", reference)


ATTACKS = (Category.SHOOTING, Category.PROJECTILE, Category.BLAST)


def find_weapon(words: Words, card: Fighter, wanted: str) -> tuple[Equipment, Use]:
    """Find a weapon by name, with its category where several of its uses can attack: `Flamer/blast`."""
    known = Lexicon((one.name, one) for one in card.equipment)
    name, mark, category = ("", "", "") if known.meanings(wanted) else wanted.rpartition("/")
    if not mark:
        name, category = wanted, ""
    try:
        item = known.find(name)
    except UnresolvedName as fault:
        if fault.names:
            raise Refused(words.say("table", "ambiguous", name=name, names=fault.names)) from None
        weapons = [one.name for one in card.equipment if any(use.category in ATTACKS for use in one.uses)]
        message = "no-weapon.near" if fault.near in weapons else "no-weapon.armed" if weapons else "no-weapon"
        said = words.say(AREA, message, fighter=card.name, weapon=name, weapons=weapons, near=fault.near)
        raise Refused(said) from None
    ways = [use for use in item.uses if use.category in ATTACKS]
    if not ways:
        raise Refused(words.say(AREA, "no-target-weapon", weapon=item.name))
    chosen = [use for use in ways if not category or use.category == category.strip().lower()]
    if len(chosen) != 1:
        choices = [f"--with '{item.name}/{use.category}'" for use in ways]
        raise Refused(words.say(AREA, "which-use", weapon=item.name, choices=choices))
    return item, chosen[0]


def find_last_record() -> Path | None:
    """The last record written that is in this folder, or whose game is below it or a sample."""
    from edencli.files.match_record import RecordFileError, read_record
    from edencli.files.samples import samples_home
    from edencli.files.systems import state_folder
    from edencli.games.record_names import SUFFIX

    here = Path.cwd()
    lying = [
        (path, path.stat().st_mtime_ns) for folder in (here, state_folder()) for path in _all(folder, SUFFIX)
    ]
    for path, _ in sorted(lying, key=lambda one: -one[1]):
        try:
            folders = (here, samples_home())
            if path.parent == here or any(map(Path(read_record(path).head.folder).is_relative_to, folders)):
                return path
        except RecordFileError:
            continue
    return None


def _all(folder: Path, suffix: str) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.suffix == suffix and path.is_file()]
    except OSError:
        return []


def make_standing(found: FoundFighter, condition: "Condition", side: Side) -> "DuelFighter":
    """A found fighter in a condition, on the given side if it has none of its own."""
    from edencli.referee.duel import DuelFighter

    return DuelFighter(found.card, condition, found.side or side, found.state, found.name)


class RemainingStates:
    """The conditions of fighters by name, as `--attacker-state` reads them; a file can keep them."""

    OUT = "out"
    HEADER = "# What is left of each fighter: written and read by edencli resolve-attack --keep."
    MOST = 1024 * 1024  # bytes of such a file

    def __init__(self, words: Words, file: str | None) -> None:
        self._words, self._file = words, file
        self._opening = dict(self._read(file)) if file else {}
        self.states = self._written = self._opening

    def condition(self, found: FoundFighter, option: str, text: str) -> "Condition":
        """The condition of a fighter: what was kept, overridden by the option's text."""
        kept = self.states.get(name_with_side(found)) or self.states.get(found.name) or ""
        if kept == self.OUT:
            raise Refused(self._words.say(AREA, "is-gone", fighter=found.name), code=1)
        one, over = (
            read_condition(self._words, name, state) for name, state in (("--keep", kept), (option, text))
        )
        return one._replace(
            lost={**one.lost, **over.lost},
            markers={**one.markers, **over.markers},
            ap=one.ap if over.ap is None else over.ap,
            attacks=one.attacks if over.attacks is None else over.attacks,
        )

    def keep(self, states: Mapping[str, str]) -> None:
        """Remember the conditions of some fighters."""
        self.states = {**self.states, **states}

    def begin_round(self) -> None:
        """Give all fighters the AP and attacks of a new round."""
        self.states = {name: _reset_for_round(state) for name, state in self.states.items()}

    def forget(self) -> None:
        """Return to the conditions at the beginning."""
        self.states = self._opening

    def save(self) -> None:
        """Write the file, if there is one and something has changed."""
        if self._file and self.states != self._written:
            lines = [f"{calling_in_moves(name)}: {state}" for name, state in self.states.items()]
            save(self._words, Path(self._file), "\n".join([self.HEADER, *lines, ""]), replace=True)
            self._written = self.states

    def _read(self, file: str) -> Iterator[tuple[str, str]]:
        """The conditions in a file of this kind; a missing file has none."""
        path = Path(file)
        try:
            with path.open("rb") as opened:
                text = opened.read(self.MOST).decode("utf-8")
        except FileNotFoundError:
            return
        except (OSError, ValueError) as fault:
            why = getattr(fault, "strerror", None) or str(fault)
            raise Refused(self._words.say(AREA, "keep-unread", file=file, why=why)) from None
        header, *lines = text.splitlines() or [""]
        if header != self.HEADER:
            raise Refused(self._words.say(AREA, "keep-other", file=file))
        for n, line in enumerate(lines, 2):
            name, *state = split_outside_quotes(line, ": ")
            if line.strip() and not line.startswith("#"):
                if not state:
                    raise Refused(self._words.say(AREA, "keep-line", file=file, line=n))
                yield read_calling(name), ": ".join(state)


def _reset_for_round(state: str) -> str:
    """A condition without what a new round restores."""
    return ",".join(part for part in state.split(",") if part.partition(":")[0] not in {"ap", "attacks"})


def read_condition(words: Words, option: str, text: str) -> "Condition":
    """Read `head:2,poison:1`, or refuse it."""
    from edencli.match.state import Condition
    from edencli.notation.errors import Unreadable
    from edencli.referee.duel import parse_condition

    if not text:
        return Condition()

    try:
        return parse_condition(text)
    except Unreadable as wrong:
        problem = words.say(AREA, wrong.message, **wrong.values)
        raise Refused(words.say(AREA, "condition", option=option, problem=problem)) from None
