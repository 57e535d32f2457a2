"""What a file holds: its entries, for commands that show them, and its fighters, by name."""

from collections.abc import Iterator
from typing import Any

from edencli.desk.checks import library
from edencli.desk.choices import yaml_files
from edencli.desk.console import Refused
from edencli.desk.filing import ensure_sound, opened
from edencli.files.gather import GatheredBand, Gathering
from edencli.files.library import File, Library
from edencli.lang import Words, spoken
from edencli.model.band import Band
from edencli.model.cards import Cards, Mission, Tactic
from edencli.model.cast import Lexicon, Miscalled
from edencli.model.fighter import Fighter
from edencli.model.names import fold
from edencli.report.card import Entry, Group


def home(words: Words, cards: str | None, band: str | None) -> str | None:
    """The one file in which bare names are found."""
    if cards is not None and band is not None:
        raise Refused(words.say("attack", "one-home"))
    return cards or band


class Fighters:
    """Finds fighters, each file read once."""

    def __init__(self, words: Words, given: str | None) -> None:
        self._words = words
        self._given = given
        self._library = library()

    def find(self, reference: str) -> Fighter:
        """Find one fighter, or an NPF."""
        file, mark, name = reference.rpartition("#")
        if not mark and self._given is None:
            raise Refused(self._words.say("attack", "pick", name=reference))
        known = self._fighters(opened(self._library, file if mark else self._given or ""))
        try:
            return Lexicon((one.name, one) for one in known).find(name)
        except Miscalled as fault:
            raise self._refused(fault, file or self._given or "") from None

    def _refused(self, fault: Miscalled, file: str) -> Refused:
        """Say that a name means nobody in a file, or several."""
        if fault.names:
            said = self._words.say("table", "ambiguous", name=fault.calling, names=fault.names)
            return Refused(said)
        message = "no-fighter/near" if fault.near else "no-fighter"
        return Refused(self._words.say("attack", message, name=fault.calling, file=file, near=fault.near))

    def _fighters(self, file: File) -> tuple[Fighter, ...]:
        if isinstance(file.value, Cards):
            return (*file.value.fighters, *file.value.npfs)
        from edencli.files.gather import Gathering

        band = Gathering(self._library).band(file).band if file.kind == "band" else None
        if band is None:
            raise Refused(self._words.say("attack", "not-cards", file=file.name, kind=file.kind))
        return band.fighters


_DECKS = ("fighters", "npfs", "missions", "tactics")
_SECTIONS = {Fighter: ("fighters", "npfs"), Mission: ("missions",), Tactic: ("tactics",)}


def band_of(library: Library, file: File) -> Band:
    """The band of a sound file; ends the command where its cards are not all there."""
    band = Gathering(library).band(file).band
    ensure_sound(library)
    assert band is not None, "a band without a fault was gathered"  # noqa: S101  # a law of `gather`
    return band


def groups(words: Words, library: Library, file: File) -> Iterator[Group]:
    """Everything with a name of its own that can be shown from a file, as it is grouped in a list."""
    titles = words.area("sheet")["list"]
    if file.kind == "game":
        game = Gathering(library).game(file)
        for side, gathered in game.bands.items():
            yield from _side(words, titles[side], gathered)
        yield Group(titles["elements"], game.scenery)
    elif file.kind == "scenery":
        yield Group(titles["elements"], file.value)
    else:
        value = Gathering(library).band(file).band if file.kind == "band" else file.value
        yield from (Group(titles[deck], getattr(value, deck, ())) for deck in _DECKS)


def completed(begun: str) -> list[str]:
    """What the shell may make of the beginning of `FILE` or `FILE#NAME`."""
    file, mark, name = begun.partition("#")
    if not mark:
        return yaml_files(begun)
    library = Library()
    opened = library.open(file)
    listed = groups(spoken(), library, opened) if opened.sound else ()
    names = dict.fromkeys(entry.name for group in listed for entry in group.entries)
    return [f"{file}#{known}" for known in names if known.startswith(name)]


def _side(words: Words, title: str, gathered: GatheredBand) -> Iterator[Group]:
    band = gathered.band
    if band is not None:
        yield Group(words.fill(title, {"name": band.name}), (*band.fighters, *band.missions, *band.tactics))


def written(library: Library, entry: Entry) -> dict[str, Any]:
    """An entry as its file writes it, which the schemas describe."""
    sections = _SECTIONS.get(type(entry), ("elements",))
    return next(
        one
        for file in library.files
        if file.document and isinstance(file.document.data, dict)
        for section in sections
        for one in file.document.data.get(section, ())
        if isinstance(one, dict) and fold(str(one["name"])) == fold(entry.name)
    )
