"""Gather a band with its cards, and a game with its bands and scenery, from the files they refer to.

Names are searched in the cards files that a band lists, as `model.names` folds them. An unknown name is
reported at its place; where a cards file is missing or faulty, names are not reported, since they may be in
it. A reference is relative to its file and must stay under a root, whatever links are on the way.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from edencli.files.diagnostic import SYMPTOM_CODE, KeyPath
from edencli.files.library import ANY, File, Library, values_at
from edencli.files.shapes import UnfitDataError, build_value
from edencli.files.source import UNNAMED, nearest_path
from edencli.model.fighter import Fighter
from edencli.model.game import Band, Roster
from edencli.model.lexicon import Lexicon, UnresolvedName
from edencli.model.names import fold
from edencli.model.scenery import Scenery
from edencli.named_tuple import NamedTuple

# Kinds whose data is not needed once they are built.
_KINDS_TO_RELEASE = frozenset({"cards", "scenery"})
_MOST_NAMED = 12  # cards that an ambiguous name could mean
DECKS = ("fighters", "missions", "tactics")
_HEAD = ("faction", "stigma", "budget", "rulebook")
_ANY_BAND = {"kind": "band", "name": "?", "cards": ["?.yaml"], "fighters": ["?"]}


class GatheredBand(NamedTuple):
    """A band as far as its names were found, their numbers in its file, and who else might join.

    `band` is None when too little of the file is sound. It is checked even if something else is wrong with
    the file, and played only if nothing is.
    """

    file: File
    band: Band | None
    numbers: Mapping[str, tuple[int, ...]]
    fighters: tuple[Fighter, ...] = ()
    """The fighters of all its cards files."""

    def path_in_file(self, path: KeyPath) -> KeyPath:
        """The path in the file for a path into the band."""
        if len(path) > 1 and path[0] in self.numbers and isinstance(path[1], int):
            return (path[0], self.numbers[str(path[0])][path[1]], *path[2:])
        return path


class GatheredGame(NamedTuple):
    """The bands, the scenery and the NPFs of a game, as far as their files are sound."""

    file: File
    bands: Mapping[str, GatheredBand]
    scenery: tuple[Scenery, ...]
    npfs: tuple[Fighter, ...] = ()


class Gatherer:
    """Gathers the bands and games of one run, each once, and reports faults in the files that have them.

    The data of cards files is freed once they are built, unless it is `kept` to be shown.
    """

    def __init__(self, library: Library, *, kept: bool = False) -> None:
        self._library = library
        self._kept = kept
        self._bands: dict[str, GatheredBand] = {}

    def gather_band(self, file: File, *, root: Path | None = None) -> GatheredBand:
        """Find everything that a band names; `root` is that of the game it plays in."""
        if file.name not in self._bands:
            cards = self._follow(file, ("cards", ANY), "cards", root)
            self._bands[file.name] = _look_up(file, cards)
        return self._bands[file.name]

    def gather_game(self, file: File) -> GatheredGame:
        """Open all that a game names, and gather its bands."""
        root = self._library.root_of(file)
        bands = {side: self._follow(file, (side,), "band", root) for side in ("red", "blue")}
        scenery = self._follow(file, ("field", "scenery", ANY), "scenery", root)
        npfs = self._follow(file, ("field", "npfs", ANY), "cards", root)
        return GatheredGame(
            file=file,
            bands={
                side: self.gather_band(linked.files[0], root=root)
                for side, linked in bands.items()
                if linked.files
            },
            scenery=tuple(piece for one in scenery.files for piece in one.value),
            npfs=tuple(card for one in npfs.files for card in one.value.npfs),
        )

    def _follow(self, file: File, pattern: tuple[str, ...], kind: str, root: Path | None) -> "_LinkedFiles":
        found = [self._open(file, path, text, kind, root) for path, text in _texts(file, pattern)]
        good = [one for one in found if one is not None]
        wanted = sum(1 for _ in values_at(file.document and file.document.data, pattern))
        return _LinkedFiles(list(dict.fromkeys(good)), complete=0 < len(good) == wanted)

    def _open(self, file: File, path: KeyPath, reference: str, kind: str, root: Path | None) -> File | None:
        """The file that a reference leads to, or None after reporting why it cannot be used."""
        target = resolve_reference(
            reference, file.folder, root or self._library.root_of(file), self._library.has_file
        )
        if target.code is not None:
            nowhere = "repair/stdin-filename" if file.name == UNNAMED else None
            near = "repair/did-you-mean" if "nearest" in target.values else nowhere
            file.add_diagnostic(target.code, path, values=target.values, repair=near)
            return None
        linked = self._library.open(target.name)
        if (
            not self._kept and linked.document and linked.kind in _KINDS_TO_RELEASE
        ):  # a band may name fifty files of thousands of values
            linked.document.release_data()
        if linked.kind not in {None, kind}:
            file.add_diagnostic(
                "reference-kind", path, values={"text": reference, "kind": linked.kind, "wanted": kind}
            )
            return None
        if not linked.is_sound:
            file.add_diagnostic(SYMPTOM_CODE, path, values={"text": reference})
        return linked if linked.is_sound else None


def _texts(file: File, pattern: tuple[str, ...]) -> Iterator[tuple[KeyPath, str]]:
    """The texts at paths of a pattern, except faulty ones."""
    if file.document is None:
        return
    faulty = {one.path for one in file.diagnostics.kept}
    for path, text in values_at(file.document.data, pattern):
        if isinstance(text, str) and path not in faulty and not file.document.has_hole(path):
            yield path, text


class _LinkedFiles(NamedTuple):
    """The sound files that references lead to, each once, and whether all references lead to one."""

    files: list[File]
    complete: bool


# The cards of a deck, each with the name of its file.
CardIndex = Lexicon[tuple[str, Any]]


def _card_index(files: Iterable[File], deck: str) -> CardIndex:
    return Lexicon((card.name, (file.name, card)) for file in files for card in getattr(file.value, deck))


def _look_up(file: File, cards: _LinkedFiles) -> GatheredBand:
    """The band of a file with its cards, as far as the names are found."""
    found: dict[str, dict[int, Any]] = {deck: {} for deck in DECKS}
    npfs = _card_index(cards.files, "npfs")
    for deck in DECKS if cards.complete else ():
        shelf = _card_index(cards.files, deck)
        for path, name in _texts(file, (deck, ANY)):
            card = _card(file, path, name, shelf, npfs)
            if card is not None:
                found[deck][int(path[1])] = card
    numbers = {deck: tuple(found[deck]) for deck in DECKS}
    roster = _roster(file) if cards.complete else None
    fighters = tuple(card for one in cards.files for card in one.value.fighters)
    band = _band(roster, found) if roster else None
    return GatheredBand(file=file, band=band, numbers=numbers, fighters=fighters)


def _roster(file: File) -> Roster | None:
    """The roster of a file without its decks; if the file does not fit its shape, read from the known keys.

    An unknown key may be one of these misspelt, so nothing is read then.
    """
    if isinstance(file.value, Roster):
        return file.value
    if file.document is None or not isinstance(file.document.data, dict):
        return None
    if any(one.code == "schema-unknown-key" and len(one.path or ()) == 1 for one in file.diagnostics.kept):
        return None
    head = {key: value for key, value in file.document.data.items() if key in _HEAD}
    try:
        roster: Roster = build_value("band", {**_ANY_BAND, **head})
    except UnfitDataError:
        return None
    return roster


def _card(file: File, path: KeyPath, name: str, shelf: CardIndex, npfs: CardIndex) -> Any:
    """The one card with a name, or None after reporting why there is none."""
    try:
        return shelf.find(name)[1]
    except UnresolvedName as fault:
        if not fault.names:
            _say_unknown(file, path, fault, npfs)
        elif len(set(map(fold, fault.names))) > 1:
            few = fault.names[:_MOST_NAMED] + ("…",) * (len(fault.names) > _MOST_NAMED)
            file.add_diagnostic(
                "reference-ambiguous", path, form="several", values={"name": name[:60], "names": few}
            )
        else:
            files = tuple(where for where, _ in shelf.meanings(name))
            file.add_diagnostic("reference-ambiguous", path, values={"name": name[:60], "files": files})
    return None


def _say_unknown(file: File, path: KeyPath, fault: UnresolvedName, npfs: CardIndex) -> None:
    deck, values = str(path[0]), {"name": fault.calling[:60]}
    if deck == "fighters" and npfs.meanings(fault.calling):
        file.add_diagnostic("reference-unknown", path, form="npf", values=values)
        return
    if fault.near is None:
        file.add_diagnostic("reference-unknown", path, form=deck, values=values)
    else:
        values["nearest"] = fault.near
        file.add_diagnostic("reference-unknown", path, form=deck, values=values, repair="repair/did-you-mean")


def _band(roster: Roster, found: Mapping[str, Mapping[int, Any]]) -> Band:
    return Band(
        name=roster.name,
        rulebook=roster.rulebook,
        symbol=roster.symbol,
        budget=roster.budget,
        fighters=tuple(found["fighters"].values()),
        missions=tuple(found["missions"].values()),
        tactics=tuple(found["tactics"].values()),
    )


class ReferenceTarget(NamedTuple):
    """The file that a reference leads to, by the name people see, or a fault's code and values."""

    name: str
    code: str | None = None
    values: dict[str, object] = {}  # noqa: RUF012  # never changed


def resolve_reference(
    reference: str, folder: Path, root: Path, is_there: Callable[[Path], bool] = Path.is_file
) -> ReferenceTarget:
    """Find the target of a reference from a file in `folder`."""
    if PurePosixPath(reference).is_absolute() or PureWindowsPath(reference).drive:
        return ReferenceTarget(reference, "reference-absolute", {"text": reference})
    name = os.path.normpath(folder / reference)
    try:
        real = Path(name).resolve()
        there = is_there(real)
    except (OSError, RuntimeError):  # a name that is too long, or a cycle of links
        return ReferenceTarget(name, "reference-missing", {"text": reference[:60]})
    if not real.is_relative_to(root):
        return ReferenceTarget(name, "reference-outside", {"text": reference, "root": str(root)})
    return (
        ReferenceTarget(name)
        if there
        else ReferenceTarget(name, "reference-missing", _missing(reference, name, root))
    )


def _missing(reference: str, name: str, root: Path) -> dict[str, object]:
    """The values of a reference to a missing file: its text, and what was likely meant."""
    sought, near = Path(name).parts, nearest_path(Path(name), root)
    if near is None:
        return {"text": reference}
    wrong = next((n for n, part in enumerate(near.parts) if part != sought[n]), len(sought)) - len(sought)
    head, tail = (parts := PurePosixPath(reference).parts)[:wrong], parts[wrong:]
    if tail != sought[wrong:]:  # it goes up again from inside a missing folder
        return {"text": reference}
    return {"text": reference, "nearest": str(PurePosixPath(*head, *near.parts[wrong:]))}
