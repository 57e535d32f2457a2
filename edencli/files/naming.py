"""The names that a file gives: each must be one, and no two of them the same.

Looks at the data itself, so that a file with other faults is checked as well.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from edencli.files.characters import code_point
from edencli.files.diagnostic import Diagnostic, Diagnostics
from edencli.files.document import Document
from edencli.files.place import KeyPath
from edencli.model import names

ANY = "*"


class _Names(NamedTuple):
    """Where a kind of file gives names, and how much of that path tells which of them must differ."""

    pattern: tuple[str, ...]
    group: str
    shared: int = 0


_OWN = tuple(
    _Names((whose, ANY, what, ANY, "name"), what, shared=2)
    for whose in ("fighters", "npfs")
    for what in ("equipment", "abilities")
)
_NAMES: dict[str, tuple[_Names, ...]] = {
    "band": (_Names(("name",), "name"),),
    "game": (_Names(("name",), "name"),),
    "scenery": (_Names(("elements", ANY, "name"), "elements"),),
    "cards": (
        _Names(("fighters", ANY, "name"), "fighters"),
        _Names(("npfs", ANY, "name"), "fighters"),
        _Names(("missions", ANY, "name"), "missions"),
        _Names(("tactics", ANY, "name"), "tactics"),
        *_OWN,
    ),
}


def check_names(document: Document, kind: str) -> Diagnostics:
    """Say which names of a document are none, and which are given twice."""
    found = Diagnostics()
    seen: dict[tuple[object, ...], KeyPath] = {}
    for place in _NAMES[kind]:
        for path, name in at(document.data, place.pattern):
            if isinstance(name, str) and name and not document.spoiled(path):
                key = (place.group, *path[: place.shared], names.fold(name))
                first = seen.setdefault(key, path)
                said = _fault(document, path, name) or (first != path and _twice(document, path, name, first))
                if said:
                    found.add(said)
    return found


def _fault(document: Document, path: KeyPath, name: str) -> Diagnostic | None:
    fault, character = names.fault(name), names.unfit(name) or ""
    if fault is None:
        return None
    shown = code_point(character) if character and character not in names.FORBIDDEN else character
    return _said(document, path, f"name-{fault}", {"name": name[:60], "character": shown})


def _twice(document: Document, path: KeyPath, name: str, first: KeyPath) -> Diagnostic:
    line = document.value_place(first).line
    return _said(document, path, "name-duplicate", {"name": name[:60], "line": line})


def _said(document: Document, path: KeyPath, code: str, values: dict[str, object]) -> Diagnostic:
    place = document.value_place(path)
    return Diagnostic(file=document.name, code=code, place=place, path=path, values=values)


def at(data: Any, pattern: tuple[str, ...], path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Each value at a path of that pattern, `*` standing for every item of a list."""
    if not pattern:
        yield path, data
    elif pattern[0] == ANY and isinstance(data, list):
        for n, item in enumerate(data):
            yield from at(item, pattern[1:], (*path, n))
    elif isinstance(data, dict) and pattern[0] in data:
        yield from at(data[pattern[0]], pattern[1:], (*path, pattern[0]))
