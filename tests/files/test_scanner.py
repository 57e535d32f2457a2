"""The quicker parser gives the events of the library's own, on good files and on broken ones."""

import ast
import hashlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import StringMark, YAMLError
from ruamel.yaml.reader import Reader

from edencli.files import scanner
from edencli.files.scanner import events
from edencli.files.source import first_unfit_character, replace_unfit_characters

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "samples").rglob("*.yaml"), *(ROOT / "tests/files").rglob("*.yaml")])

# Pieces of YAML that are joined at random: most of what comes out is broken somewhere.
WORDS = ["a", "key: ", "- ", "[", "]", "{", "}", ", ", ": ", ":", "? ", "'", '"', "1", "é", "\\", "@", "`"]
MARKS = ["#", " # c", "&x ", "*x", "!t ", "!!str ", "<<: ", "---\n", "...\n", "%YAML 1.2\n", "|\n", ">-\n"]
MORE = ["b c", "x: y", "a:b", "?x", "--", ".", "[1, 2]", "{a: 1, b: 2}", "k: [", "\n- ", "\n  k: v", "\n\n"]
BREAKS = ["\r\n", "\r", "\x85", "\u2028", "\ufeff"]
PIECES = [*WORDS, *MARKS, *MORE, *BREAKS, "\n", "\n  ", "\n    ", "\t", " ", "   "]


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
    text, _ = replace_unfit_characters(path.read_bytes().decode("utf-8", errors="replace"))

    assert seen(events, text) == seen(library_s_own, text)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_the_events_of_a_broken_text_are_the_library_s(text: str) -> None:
    assert seen(events, text) == seen(library_s_own, text)


# Each once told a parser that takes a short cut too many from the library's.
TELLING = [
    "a\n---\nb",
    "a\n...\n\u2028",
    "key: ...\n?x  # c--? \x85a:b",
    "1``\x85: - ",
    "[?x...\n:\n  k: v",
    ": [\n\\",
]


@pytest.mark.parametrize("text", TELLING)
def test_no_short_cut_is_taken_where_the_library_goes_round(text: str) -> None:
    assert seen(events, text) == seen(library_s_own, text)


def test_what_the_library_cannot_print_never_comes_so_far() -> None:
    """The check of the library is left out, for `characters` has refused everything that it refuses."""
    every = [chr(code) for code in range(0x110000)]

    let_through = [c for c in every if Reader.NON_PRINTABLE.search(c) and first_unfit_character(c) is None]

    assert let_through == []


# The methods and properties of the library that ours stand for, by what they were when ours were written.
# When one moves: read what became of it, mend ours where it must follow, then write the new digest here.
OVERRIDDEN = {
    "Parser.__init__": "97cb5a0ba248",
    "Parser.check_event": "36b298f3fda1",
    "Parser.get_event": "ec00112c2e17",
    "Parser.move_token_comment": "45987c6fe053",
    "Parser.parse_block_mapping_key": "b451467669bf",
    "Parser.parse_block_mapping_value": "b78060a43732",
    "Parser.parse_block_sequence_entry": "d88739e4de5d",
    "Parser.parse_flow_mapping_key": "11dba6761b9b",
    "Parser.parse_flow_mapping_value": "aa75c026d7f5",
    "Parser.parse_node": "26c7c02154f0",
    "Parser.resolver": "df8cfdc6c313",
    "Parser.scanner": "aa42bb8faaf6",
    "Reader.check_printable": "48553aab9e75",
    "Reader.forward": "fa9d8bc4f787",
    "Reader.get_mark": "9082e415ab68",
    "Scanner.__init__": "651a7b0d23d0",
    "Scanner.check_token": "b528e7914779",
    "Scanner.fetch_more_tokens": "10a4893cbdd5",
    "Scanner.fetch_plain": "65b5498188f1",
    "Scanner.fetch_value": "db531313c991",
    "Scanner.get_token": "e73ec0e53d1a",
    "Scanner.need_more_tokens": "28809c31a48d",
    "Scanner.peek_token": "fc938be0adb5",
    "Scanner.reader": "b4c39a25dec0",
    "Scanner.remove_possible_simple_key": "3fa06215a165",
    "Scanner.save_possible_simple_key": "bfacaa22d071",
    "Scanner.scan_plain": "3f7f912edeb9",
    "Scanner.scan_plain_spaces": "5046fd0a175a",
    "Scanner.scan_to_next_token": "2420c29e6db0",
    "Scanner.scanner_processing_version": "c8c044a25f61",
    "Scanner.stale_possible_simple_keys": "2f40ba414ce1",
    "StringMark.__init__": "b3bb773e3d65",
}


def overridden() -> Iterator[tuple[str, Any]]:
    """Every method and property of the library that ours replace, and the one that `get_mark` writes out."""
    yield "StringMark.__init__", StringMark.__init__
    for kind in vars(scanner).values():
        if isinstance(kind, type) and kind.__module__ == scanner.__name__:
            for name in vars(kind):
                theirs = next((vars(one)[name] for one in kind.__mro__[1:] if name in vars(one)), None)
                theirs = theirs.fget if isinstance(theirs, property) else theirs
                if isinstance(theirs, FunctionType):
                    yield f"{kind.__mro__[1].__name__}.{name}", theirs


def test_the_methods_that_ours_stand_for_are_what_they_were() -> None:
    """Within the bound of pyproject.toml the library may still change what nobody promised."""
    found = {
        name: hashlib.sha256(inspect.getsource(theirs).encode()).hexdigest()[:12]
        for name, theirs in overridden()
    }

    assert found == OVERRIDDEN


# What else of the library ours goes by, that nobody promised: the parts of its objects, and methods called.
USED = {
    "Reader": "buffer column index line name pointer",
    "Scanner": "add_indent allow_simple_key check_value done fetch_flow_entry fetch_flow_mapping_end "
    "fetch_flow_mapping_start fetch_flow_sequence_end fetch_flow_sequence_start flow_context indent "
    "possible_simple_keys tokens tokens_taken unwind_indent yaml_version",
    "Parser": "state states",
}


def test_every_part_that_ours_uses_is_named() -> None:
    """A part that the library renames is missed here by its name, and not by whatever breaks."""
    yaml = YAML(typ="safe", pure=True)
    yaml.get_constructor_parser("a: 1")
    tree = ast.parse(inspect.getsource(scanner))
    taken = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    replaced = {name.partition(".")[2] for name, _ in overridden()}

    found = {
        type(one).__name__: taken & set(dir(one)) - set(dir(object)) - replaced
        for one in (yaml.reader, yaml.scanner, yaml.parser)
    }

    assert found == {kind: set(parts.split()) for kind, parts in USED.items()}
