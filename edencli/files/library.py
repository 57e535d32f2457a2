"""The files of one run: each read, checked and built once.

A file is checked here for all that can be said of it alone: YAML, shape, names. The builder decides whether
its shape is good; the schemas are asked only why not.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from edencli.files.build import KINDS, Unfit, build
from edencli.files.diagnostic import Diagnostic, Diagnostics
from edencli.files.document import Document
from edencli.files.loader import parse
from edencli.files.naming import check_names
from edencli.files.place import KeyPath
from edencli.files.references import root_for
from edencli.files.source import STDIN, Unreadable, read

_ANY_KIND: dict[str, Any] = {
    "type": "object",
    "required": ["kind"],
    "properties": {"kind": {"type": "string", "enum": list(KINDS)}},
}


class File:
    """One file of a run: what it says, and what there is to say about it.

    `value` is what the builder of its kind made of it, None when its shape is not good.
    """

    def __init__(self, name: str, folder: Path, said: Diagnostics, document: Document | None = None) -> None:
        self.name = name
        self.folder = folder
        self.said = said
        self.document = document
        self.kind: str | None = None
        self.value: Any = None

    @property
    def readable(self) -> bool:
        """Whether its bytes could be read at all."""
        return self.document is not None

    @property
    def sound(self) -> bool:
        """Whether it was built and nothing is wrong with it."""
        return self.value is not None and not self.said.errors

    def say(self, code: str, path: KeyPath, **more: Any) -> None:
        """Say something, once, about the value at a path; about a mapping or a list, at its key.

        `more` are further fields of `Diagnostic`.
        """
        place = self.document.spot(path) if self.document else None
        said = Diagnostic(file=self.name, code=code, place=place, path=path, **more)
        if said not in self.said.kept:
            self.said.add(said)


class Library:
    """All files of a run.

    `root` is the folder that no reference may leave, where somebody chose one; `also` checks further what a
    good file was built into.
    """

    def __init__(
        self,
        *,
        root: Path | None = None,
        stdin_name: str = STDIN,
        also: Callable[[File], None] = lambda _: None,
    ) -> None:
        self._root = root
        self._also = also
        self._stdin_name = stdin_name
        self._open: dict[str, File] = {}

    @property
    def files(self) -> tuple[File, ...]:
        """Every file that was opened, in the order of opening."""
        return tuple(self._open.values())

    def root_of(self, file: File) -> Path:
        """The folder that the references of this file may not leave."""
        return root_for(file.folder, self._root)

    def open(self, name: str, *, wanted: str | None = None) -> File:
        """Open a file or `-`; `wanted` is the kind that it is taken for when it does not say."""
        key = name if name == STDIN else os.path.realpath(name)
        if key not in self._open:
            self._open[key] = self._checked(name, wanted)
        return self._open[key]

    def _checked(self, name: str, wanted: str | None) -> File:
        shown = self._stdin_name if name == STDIN else name
        try:
            source = read(name, shown=shown)
        except Unreadable as fault:
            return File(shown, Path(name).parent, Diagnostics([fault.diagnostic]))
        document = parse(source.content, source.name)
        file = File(source.name, source.folder, document.faults, document)
        if document.whole:
            _check_shape(file, document, wanted)
        if file.value is not None:
            self._also(file)
        return file


def _check_shape(file: File, document: Document, wanted: str | None) -> None:
    file.kind = _kind(document.data) or wanted
    if file.kind is None:
        file.said.take(_explained(document, None))
        return
    try:
        file.value = build(file.kind, document.data)
    except Unfit as misfit:
        file.said.take(_explained(document, file.kind))
        if not file.said.errors:
            raise AssertionError(f"{file.kind}: the schema has no answer to {misfit.path}") from None
    file.said.take(check_names(document, file.kind))


def _explained(document: Document, kind: str | None) -> Diagnostics:
    """Ask the schemas why a document is of no kind, or not what a file of its kind should be."""
    from edencli.files.explain import explain  # noqa: PLC0415  # only what a builder refused is explained
    from edencli.files.schema import schema  # noqa: PLC0415  # the same

    return explain(document, _ANY_KIND if kind is None else schema(kind))


def _kind(data: Any) -> str | None:
    kind = data.get("kind") if isinstance(data, dict) else None
    return kind if isinstance(kind, str) and kind in KINDS else None
