"""Fighters named on the command line: `FILE#NAME`, or a bare name where `--cards` or `--band` says whose."""

from edencli.desk.failure import Refused
from edencli.desk.opening import opened
from edencli.desk.shelf import library
from edencli.files.library import File
from edencli.lang import Words
from edencli.model.cards import Cards
from edencli.model.cast import Lexicon, Miscalled
from edencli.model.fighter import Fighter


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
