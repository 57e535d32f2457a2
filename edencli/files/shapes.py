"""The kinds of files, and shapes that several of them share.

`build_value` makes plain data into the model: it accepts exactly what the schema of its kind accepts, and
raises `UnfitDataError` at the first thing that does not fit. Each kind is described in a module of its own,
imported when a file of that kind is read.
"""

import importlib
from collections.abc import Callable, Mapping
from typing import Any

from edencli.files.grammar import (
    Json,
    Key,
    KeyConstraint,
    KeyedMapping,
    ListOf,
    Number,
    OneOf,
    Text,
    UnfitDataError,
    WholeNumber,
    required,
)
from edencli.model.terms import Stigma
from edencli.rulebooks.raw_books import BOOKS

__all__ = ["BOOKS", "KINDS", "UnfitDataError"]

KINDS = ("band", "cards", "scenery", "game")

NAME = Text(60).as_definition(
    "name",
    "A name: has a letter, begins with a letter or a digit, and is no word of the notation (red, blue, dice, "
    "moves, …). Two names that differ only in case, accents or marks are the same name.",
)
FACES = Text(1999, r"^[1-6]([ ,]*[1-6])*$(?!\n)")
FILE = Text(400, r"^[^\\\n]+\.ya?ml$(?!\n)").as_definition(
    "file", "Another file, relative to this one, with forward slashes."
)
BOOK = OneOf(BOOKS).as_definition(
    "rulebook",
    "The rulebook: English (1st edition), French (3rd edition), German (basic rules only), Italian or "
    "Portuguese. They differ.",
)
STIGMA = OneOf(Stigma).as_definition("stigma", "A stigma: how a fighter sees the world after the Apocalypse.")
POINTS = WholeNumber(1, 1000).as_definition("points", "A value in points.")
LENGTH = Number(0, 120, above=True).as_definition("length", "A length in centimetres.")


class FileShape(KeyedMapping):
    """The shape of a kind of file: a mapping with the key `kind`, built into a value from its other keys."""

    def __init__(
        self,
        name: str,
        title: str,
        about: str,
        keys: Mapping[str, Key],
        bond: KeyConstraint | None = None,
        *,
        make: Callable[..., Any],
    ) -> None:
        kind = {"kind": required(OneOf([name]), "The kind of this file.")}
        super().__init__({**kind, **keys}, bond, make=lambda **parts: make(**_content(**parts)))
        self.kind = name
        self.title = title
        self.about = about

    def to_file_schema(self) -> Json:
        """The whole schema of this kind of file."""
        definitions: Json = {}
        body = self.to_inline_schema(definitions)
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"https://eden.invalid/schemas/{self.kind}.schema.json",
            "title": self.title,
            **body,
            "$defs": definitions,
        }


def _content(*, kind: str, format: int = 1, **parts: Any) -> dict[str, Any]:  # noqa: A002, ARG001  # keys of files
    """The parts of a file other than its kind and format."""
    return parts


def file_shape(name: str) -> FileShape:
    """The shape of a kind of file."""
    described: FileShape = importlib.import_module(f"edencli.files.shape_{name}").SHAPE
    return described


def build_value(name: str, data: object) -> Any:
    """Build the value of a file of this kind, or raise `UnfitDataError`."""
    return file_shape(name).read(data, ())


def file_list(*, least: int = 0) -> ListOf:
    """The shape of a list of files, each named once."""
    return ListOf(FILE, least=least, most=50, distinct=True)
