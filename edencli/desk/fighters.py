"""Fighters named on the command line: `FILE#NAME`, or a bare name where `--cards` or `--band` says whose."""

from edencli.desk.failure import Refused
from edencli.desk.opening import opened
from edencli.desk.shelf import library
from edencli.files.library import File
from edencli.lang import Words
from edencli.model.cards import Cards
from edencli.model.fighter import Fighter
from edencli.model.names import fold, nearest


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
        found = {fold(one.name): one for one in known}.get(fold(name))
        if found is None:
            near = nearest(name, [one.name for one in known])
            hint = self._words.say("attack", "hint", nearest=near) if near else ""
            file = file or self._given or ""
            raise Refused(self._words.say("attack", "no-fighter", name=name, file=file, hint=hint))
        return found

    def _fighters(self, file: File) -> tuple[Fighter, ...]:
        if isinstance(file.value, Cards):
            return (*file.value.fighters, *file.value.npfs)
        from edencli.files.gather import Gathering

        band = Gathering(self._library).band(file).band if file.kind == "band" else None
        if band is None:
            raise Refused(self._words.say("attack", "not-cards", file=file.name, kind=file.kind))
        return band.fighters
