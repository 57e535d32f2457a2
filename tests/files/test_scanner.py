"""The quicker parser gives the events of the library's own, on good files and on broken ones."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.reader import Reader

from edencli.files.characters import cleaned, unfit
from edencli.files.scanner import events

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "samples").rglob("*.yaml"), *(ROOT / "tests/files").rglob("*.yaml")])

# Pieces of YAML that are joined at random: most of what comes out is broken somewhere.
WORDS = ["a", "key: ", "- ", "[", "]", "{", "}", ", ", ": ", ":", "? ", "'", '"', "1", "é", "\\", "@", "`"]
MARKS = ["#", " # c", "&x ", "*x", "!t ", "!!str ", "<<: ", "---\n", "...\n", "%YAML 1.2\n", "|\n", ">-\n"]
PIECES = [*WORDS, *MARKS, "\n", "\n  ", "\n    ", "\t"]


def seen(make: Any, text: str) -> list[str]:
    """The events as text, with their marks, and the complaint that ended them."""
    told = []
    try:
        for event in make(text):
            start, end = event.start_mark, event.end_mark
            event.comment = None  # nobody reads them
            told.append(f"{event!r} {start.line}:{start.column}-{end.line}:{end.column}")
    except (YAMLError, ValueError, AssertionError, LookupError, AttributeError, TypeError) as complaint:
        told.append(f"{type(complaint).__name__} {complaint}")
    return told


def library_s_own(text: str) -> Any:
    return YAML(typ="safe", pure=True).parse(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_events_of_a_file_are_the_library_s(path: Path) -> None:
    text, _ = cleaned(path.read_bytes().decode("utf-8", errors="replace"))

    assert seen(events, text) == seen(library_s_own, text)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_the_events_of_a_broken_text_are_the_library_s(text: str) -> None:
    assert seen(events, text) == seen(library_s_own, text)


def test_what_the_library_cannot_print_never_comes_so_far() -> None:
    """The check of the library is left out, for `characters` has refused everything that it refuses."""
    every = [chr(code) for code in range(0x110000)]

    let_through = [c for c in every if Reader.NON_PRINTABLE.search(c) and unfit(c) is None]

    assert let_through == []
