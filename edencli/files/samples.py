"""The shipped samples and starters: which there are, and what must be copied for one to work elsewhere.

A sample is called by its path without the ending (`bands/jokers`), or by its last part alone. Where that is
the name of several, the one that refers to the others is meant: a game before a band before its cards.
"""

from collections.abc import Iterator
from pathlib import Path

from edencli.files.library import Library
from edencli.files.source import shipped
from edencli.model.game import Game, Roster

_FOLDERS = ("games", "bands", "cards", "scenery")
_MODELINE = "# yaml-language-server: $schema="


def starter(kind: str) -> str:
    """A commented file of that kind to begin with; its schema is looked for beside it."""
    text = (_home() / "starters" / f"{kind}.yaml").read_text(encoding="utf-8")
    return text.replace(f"{_MODELINE}../../schemas/", _MODELINE, 1)


def samples() -> dict[str, Path]:
    """Every sample by its name, in the order in which a short name is looked up."""
    return {
        f"{folder}/{path.stem}": path
        for folder in _FOLDERS
        for path in sorted((_home() / folder).glob("*.yaml"))
    }


def about(sample: Path) -> str:
    """What a sample says of itself: the first sentence of its opening comment."""
    comment = sample.read_text(encoding="utf-8").split("\n#\n")[1]
    return " ".join(comment.replace("\n#", "").removeprefix("#").split()).partition(". ")[0].rstrip(".")


def called(name: str) -> str | None:
    """The full name of the sample that somebody calls so, or None."""
    known = samples()
    return next((full for full in known if name in {full, full.rpartition("/")[2]}), None)


def copies(name: str) -> dict[Path, str]:
    """The files that a sample needs, by where each belongs in a folder of one's own, and what each says."""
    needed = dict.fromkeys(_needed(samples()[name], Library()))
    files = {path.relative_to(_home()): _moved(path) for path in needed}
    for kind in sorted({_kind(text) for text in files.values()}):
        schema = shipped("schemas") / f"{kind}.schema.json"
        files[Path("schemas") / schema.name] = schema.read_text(encoding="utf-8")
    return files


def _home() -> Path:
    return shipped("samples").resolve()


def _needed(path: Path, library: Library) -> Iterator[Path]:
    """A sample and, after it, all that it refers to."""
    yield path
    for reference in _references(library.open(str(path)).value):
        yield from _needed((path.parent / reference).resolve(), library)


def _references(value: object) -> tuple[str, ...]:
    if isinstance(value, Game):
        return (value.red, value.blue, *value.scenery, *value.npfs)
    return value.cards if isinstance(value, Roster) else ()


def _moved(path: Path) -> str:
    """What a sample says when the schemas lie beside its folder."""
    return path.read_text(encoding="utf-8").replace(f"{_MODELINE}../../", f"{_MODELINE}../", 1)


def _kind(text: str) -> str:
    return text.partition(".schema.json")[0].rpartition("/")[2]
