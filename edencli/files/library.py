"""The files of one run: each is read, checked and built once.

A file is checked here in everything that concerns it alone: YAML, shape, names. The builder decides whether
its data fits; the schema is only used to explain why not. Names are checked in the data itself, so that they
are checked in faulty files too.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from edencli.files.diagnostic import Diagnostic, Diagnostics, Document, KeyPath
from edencli.files.loader import parse_yaml
from edencli.files.samples import file_or_sample
from edencli.files.shapes import KINDS, UnfitDataError, build_value
from edencli.files.source import (
    STDIN,
    FileReadError,
    Source,
    code_point,
    read_source,
    reference_root,
    source_of_text,
)
from edencli.model import names
from edencli.named_tuple import NamedTuple

LONG_TEXT = 65_536  # characters

_ANY_KIND: dict[str, Any] = {
    "type": "object",
    "required": ["kind"],
    "properties": {"kind": {"type": "string", "enum": list(KINDS)}},
}


class File:
    """One file of a run: its data and its diagnostics.

    `value` is what the builder of its kind made of it, None when the data does not fit.
    """

    def __init__(self, name: str, folder: Path, said: Diagnostics, document: Document | None = None) -> None:
        self.name = name
        self.folder = folder
        self.diagnostics = said
        self.document = document
        self.kind: str | None = None
        self.value: Any = None
        self.first_line = document.text.partition("\n")[0].strip() if document else ""

    @property
    def is_readable(self) -> bool:
        """Whether its bytes could be read at all."""
        return self.document is not None

    @property
    def is_sound(self) -> bool:
        """Whether it was built and has no errors."""
        return self.value is not None and not self.diagnostics.error_count

    def add_diagnostic(self, code: str, path: KeyPath, **more: Any) -> None:
        """Add a diagnostic, once, about the value at a path; it is shown at the key of a collection.

        `more` are further fields of `Diagnostic`.
        """
        place = self.document.display_place(path) if self.document else None
        said = Diagnostic(file=self.name, code=code, place=place, path=path, **more)
        if said not in self.diagnostics.kept:
            self.diagnostics.add(said)


class Library:
    """All files of a run.

    `root` is the folder that no reference may leave, if one was given. `also` checks built files further, and
    the sound cards of files that do not fit. `kept` are texts in place of files, by path. With `only_kept` no
    file on disk is opened.
    """

    def __init__(
        self,
        *,
        root: Path | None = None,
        stdin_name: str = STDIN,
        also: Callable[[File], None] = lambda _: None,
        kept: Mapping[str, str] | None = None,
        only_kept: bool = False,
    ) -> None:
        self.root = root
        self._also = also
        self._stdin_name = stdin_name
        self._kept = kept or {}
        self._only_kept = only_kept
        self._open: dict[str, File] = {}
        self._settled = 0

    @property
    def files(self) -> tuple[File, ...]:
        """Every file that was opened, in the order of opening."""
        return tuple(self._open.values())

    def release_documents(self) -> None:
        """Free the texts and data of the files opened so far, but not what was built from them.

        A band keeps them unless it is very long: each game that it plays in reads it again.
        """
        for file in self.files[self._settled :]:
            if file.document and (file.kind != "band" or len(file.document.text) > LONG_TEXT):
                file.document.release_unshown()
        self._settled = len(self._open)

    def root_of(self, file: File) -> Path:
        """The folder that the references of this file may not leave."""
        return reference_root(file.folder, self.root)

    def has_file(self, path: Path) -> bool:
        """Tell whether there is a file with this path."""
        return str(path) in self._kept or (not self._only_kept and path.is_file())

    def open(self, name: str, *, wanted: str | None = None) -> File:
        """Open a file, a sample by its name, or `-`; a file without a kind is read as the `wanted` one."""
        name = name if self._only_kept else file_or_sample(name)
        key = name if name == STDIN else os.path.realpath(name)
        if key not in self._open:
            self._open[key] = self._check(name, self._kept.get(key), wanted)
        return self._open[key]

    def _check(self, name: str, kept: str | None, wanted: str | None) -> File:
        shown = self._stdin_name if name == STDIN else name
        try:
            source = self._read(name, shown) if kept is None else source_of_text(name, kept)
        except FileReadError as fault:
            return File(shown, Path(name).parent, Diagnostics([fault.diagnostic]))
        document = parse_yaml(source.content, source.name)
        file = File(source.name, source.folder, document.faults, document)
        if document.is_complete:
            _check_shape(file, document, wanted)
        if file.value is not None or (file.kind == "cards" and document.is_complete):
            self._also(file)
        return file

    def _read(self, name: str, shown: str) -> Source:
        if self._only_kept:
            raise FileReadError(Diagnostic(file=shown, code="file-missing"))
        return read_source(name, shown=shown)


def _check_shape(file: File, document: Document, wanted: str | None) -> None:
    file.kind = _kind(document.data) or wanted
    if file.kind is None:
        file.diagnostics.extend(_explain(document, None))
        return
    try:
        file.value = build_value(file.kind, document.data)
    except UnfitDataError as misfit:
        file.diagnostics.extend(_explain(document, file.kind))
        if not file.diagnostics.error_count:
            raise AssertionError(f"{file.kind}: the schema has no answer to {misfit.path}") from None
    file.diagnostics.extend(check_names(document, file.kind))


def _explain(document: Document, kind: str | None) -> Diagnostics:
    """Find out from the schemas why a document has no kind, or does not fit its kind."""
    from edencli.files.explain import diagnose_misfits  # noqa: PLC0415  # only needed for faulty files
    from edencli.files.schema import load_schema  # noqa: PLC0415  # as above

    return diagnose_misfits(document, _ANY_KIND if kind is None else load_schema(kind))


def _kind(data: Any) -> str | None:
    kind = data.get("kind") if isinstance(data, dict) else None
    return kind if isinstance(kind, str) and kind in KINDS else None


ANY = "*"


class _Names(NamedTuple):
    """The places of names in a kind of file, and how much of their path must be equal for names to clash.

    Without a group equal names are allowed.
    """

    pattern: tuple[str, ...]
    group: str = ""
    shared: int = 0


_OWN = tuple(
    _Names((whose, ANY, what, ANY, "name"), what, shared=2)
    for whose in ("fighters", "npfs")
    for what in ("equipment", "abilities")
)
_NAMES: dict[str, tuple[_Names, ...]] = {
    "band": (_Names(("name",), "name"), _Names(("faction",))),
    "game": (_Names(("name",), "name"),),
    "scenery": (_Names(("elements", ANY, "name"), "elements"),),
    "cards": (
        _Names(("fighters", ANY, "name"), "fighters"),
        _Names(("npfs", ANY, "name"), "fighters"),
        _Names(("missions", ANY, "name"), "missions"),
        _Names(("tactics", ANY, "name"), "tactics"),
        *_OWN,
        *(
            _Names((whose, ANY, symbols, ANY))
            for whose in ("fighters", "npfs")
            for symbols in ("factions", "types")
        ),
        *(_Names((whose, ANY, "abilities", ANY, "bearers", ANY)) for whose in ("fighters", "npfs")),
        *(_Names((deck, ANY, "symbol", "faction")) for deck in ("missions", "tactics")),
    ),
}
_EFFECTS: tuple[tuple[str, ...], ...] = (
    *((whose, ANY, "abilities", ANY, "effects") for whose in ("fighters", "npfs")),
    *((deck, ANY, "effects") for deck in ("missions", "tactics")),
    *(("missions", ANY, "objectives", ANY, key) for key in ("only-if", "each")),
)
# Keys of effects whose values are names, at any depth.
_NAMING = frozenset(
    {
        *("type", "not-type", "faction", "near", "bears", "has-counter", "counters", "weapon", "gear"),
        *("name", "named", "through", "enters", "leaves", "mentions", "word"),
    }
)


def check_names(document: Document, kind: str) -> Diagnostics:
    """Report names that are not allowed, and names that occur twice."""
    found = Diagnostics()
    seen: dict[tuple[object, ...], KeyPath] = {}
    for place in _NAMES[kind]:
        for path, name in values_at(document.data, place.pattern):
            if isinstance(name, str) and name and not document.has_hole(path):
                key = (place.group, *path[: place.shared], names.name_key(name))
                first = seen.setdefault(key, path)
                said = _fault(document, path, name)
                if said is None and place.group and first != path:
                    said = _twice(document, path, name, first)
                if said is not None:
                    found.add(said)
    for path, name in _names_of_effects(document.data) if kind == "cards" else ():
        if not document.has_hole(path) and (said := _fault(document, path, name)) is not None:
            found.add(said)
    return found


def _names_of_effects(data: Any) -> Iterator[tuple[KeyPath, str]]:
    """Every name in the effects of cards."""
    for pattern in _EFFECTS:
        for path, said in values_at(data, pattern):
            yield from _names_within(said, path)


def _names_within(said: Any, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    if isinstance(said, str) and said and path[-1] in _NAMING:
        yield path, said
    inside = said.items() if isinstance(said, dict) else enumerate(said) if isinstance(said, list) else ()
    for key, one in inside:
        yield from _names_within(one, (*path, key))


def _fault(document: Document, path: KeyPath, name: str) -> Diagnostic | None:
    fault, character = names.name_fault(name), names.forbidden_character(name) or ""
    if fault is None:
        return None
    values: dict[str, object] = {"name": name[:60], "character": character and code_point(character)}
    return _diagnostic_at(document, path, f"name-{fault}", values)


def _twice(document: Document, path: KeyPath, name: str, first: KeyPath) -> Diagnostic:
    line = document.value_place(first).line
    return _diagnostic_at(document, path, "name-duplicate", {"name": name[:60], "line": line})


def _diagnostic_at(document: Document, path: KeyPath, code: str, values: dict[str, object]) -> Diagnostic:
    place = document.value_place(path)
    return Diagnostic(file=document.name, code=code, place=place, path=path, values=values)


def values_at(data: Any, pattern: tuple[str, ...], path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Each value at a path that fits a pattern, in which `*` stands for every item of a list."""
    if not pattern:
        yield path, data
    elif pattern[0] == ANY and isinstance(data, list):
        for n, item in enumerate(data):
            yield from values_at(item, pattern[1:], (*path, n))
    elif isinstance(data, dict) and pattern[0] in data:
        yield from values_at(data[pattern[0]], pattern[1:], (*path, pattern[0]))
