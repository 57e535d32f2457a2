"""CONTRIBUTING.md is true: every path and name in it is there, its diagram and its ten stops are real."""

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest
from generated import MODULES, with_modules, with_packages, with_rulings
from sessions import WORDS, sit, stand_up
from source_map import (
    begin_with,
    direct_arrows,
    edencli_modules,
    find_module_tests,
    has_code,
    imported_names,
    package_docstrings,
    package_imports,
    put_between,
)

import edencli
from edencli.match.pieces import PUBLIC
from edencli.prompt.screen import TerminalPlay
from edencli.prompt.terminal import PlainTerminal

HOUSE = Path(edencli.__file__).parents[1]
CONTRIBUTING = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
QUOTED = sorted(set(re.findall(r"`([^`\n]+)`", CONTRIBUTING)))
NAMES = [quoted for quoted in QUOTED if re.fullmatch(r"edencli(\.\w+)+", quoted)]
PATHS = [quoted for quoted in QUOTED if re.fullmatch(r"\.?[\w-]+/[\w./*-]*", quoted)]
PROSE = CONTRIBUTING.partition("## Rulings")[0]


MOST_WORDS = 4_000
STOPS = re.findall(
    r"^\d+\. `([\w.]+)`", PROSE.partition("## One answer")[2].partition("\n## ")[0], re.MULTILINE
)


def find_named(name: str) -> object:
    """A module, or what stands in one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            found = getattr(found, part)
        return found
    raise AssertionError(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_contributing_is_there(name: str) -> None:
    assert find_named(name) is not None


@pytest.mark.parametrize("path", PATHS)
def test_a_path_in_contributing_is_there(path: str) -> None:
    """From the top level, or within the package as its rooms are listed."""
    assert list(HOUSE.glob(path)) or list((HOUSE / "edencli").glob(path))


def test_contributing_names_enough_to_be_held_to() -> None:
    assert len(NAMES) > 20
    assert len(PATHS) > 40


def test_the_rulings_in_contributing_are_those_that_the_rules_tell() -> None:
    assert with_rulings(CONTRIBUTING) == CONTRIBUTING


def test_contributing_has_fifteen_recipes_and_ten_stops_and_is_short() -> None:
    recipes = PROSE.partition("## Fifteen recipes")[2].partition("## Running")[0]

    assert len(re.findall(r"^\*\*An? [^*]+\.\*\*", recipes, re.MULTILINE)) == 15
    assert len(STOPS) == 10
    assert len(PROSE.split()) < MOST_WORDS
    assert max(len(line) for line in PROSE.splitlines() if not line.startswith("|")) <= 120


# ── the packages ──────────────────────────────────────────────────────────────────────────────────────────


def test_contributing_opens_with_the_packages_and_the_imports_that_there_are() -> None:
    """If not: `python tests/generated.py`."""
    assert with_packages(CONTRIBUTING) == CONTRIBUTING
    assert CONTRIBUTING.index("```mermaid") < CONTRIBUTING.index("\n## ")


def test_the_arrows_lead_wherever_an_import_does_and_nowhere_else() -> None:
    imports = package_imports()
    arrows = direct_arrows(imports)

    def ends(package: str) -> Iterator[str]:
        for begin, end in arrows:
            if begin == package:
                yield from (end, *ends(end))

    assert len(arrows) > len(imports)
    assert [(a, b) for a, b in arrows if b not in imports[a]] == []
    assert [(a, b) for a, others in imports.items() for b in others - {*ends(a)}] == []


def test_an_import_is_found_wherever_it_stands_and_by_whatever_name() -> None:
    source = (
        "import edencli.record\nfrom edencli.rules import melee\ndef f():\n"
        "    from edencli.match.state import State, MatchClock\n"
        "from edencli.nowhere import nothing\nimport os\n"
    )

    assert set(imported_names(ast.parse(source), edencli_modules())) == {
        ("edencli.record", ""),
        ("edencli.rules.melee", ""),
        ("edencli.match.state", "State"),
        ("edencli.match.state", "MatchClock"),
    }


def test_an_arrow_is_left_out_where_others_lead_there() -> None:
    imports = {"a": {"b", "c"}, "b": {"c"}, "c": set[str]()}

    assert direct_arrows(imports) == [("a", "b"), ("b", "c")]


def test_what_is_written_replaces_what_stood_between_its_marks() -> None:
    text = "a\n<!-- x: written by tests/generated.py -->\nold\n<!-- end of x -->\nb\n"

    assert put_between(text, "x", "new\n").split("\n") == [
        *("a", "<!-- x: written by tests/generated.py -->", "", "new", "", "<!-- end of x -->", "b", "")
    ]
    with pytest.raises(ValueError, match="no marks of y"):
        put_between(text, "y", "new\n")


@pytest.mark.parametrize("package", package_docstrings())
def test_a_package_says_what_it_knows_what_it_must_not_know_and_where_to_begin(package: str) -> None:
    said = " ".join(package_docstrings()[package].split())
    first = begin_with(said)

    assert "Knows " in said
    assert "Must not " in said
    assert first
    assert [find_named(f"edencli.{package}.{name}") for name in first]


# ── one answer, from key to disk ──────────────────────────────────────────────────────────────────────────


def test_an_answer_that_is_typed_goes_by_the_ten_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, keys, calls = sit("first-duel.yaml", tmp_path / "duel.record"), ["abama dodges"], list[str]()
    for line in ("red activates Yuri", "Yuri moves to 24, 27"):
        session.answer_text(line)

    def read_line(_: str) -> str:
        if keys:
            return keys.pop()
        sys.setprofile(None)
        raise EOFError

    def note_call(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            calls.append(f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}")

    monkeypatch.setattr("builtins.input", read_line)
    play = TerminalPlay(WORDS, session, PUBLIC, typist=PlainTerminal(lambda _: []))
    sys.setprofile(note_call)
    try:
        session.answer_text("Yuri charges Abama Big-Belly")
        play.run(anew=False)
    finally:
        sys.setprofile(None)
        stand_up(session)

    assert '"Abama Big-Belly dodges"' in (tmp_path / "duel.record").read_text(encoding="utf-8")
    assert passed_in_order(STOPS, calls) == STOPS


def passed_in_order(stops: list[str], calls: list[str]) -> list[str]:
    """The first of the stops that are called one after the other."""
    ahead = iter(calls)
    return stops[: next((n for n, stop in enumerate(stops) if stop not in ahead), len(stops))]


def test_stops_in_another_order_are_noticed() -> None:
    assert passed_in_order(["a", "b"], ["a", "x", "b"]) == ["a", "b"]
    assert passed_in_order(["a", "b"], ["b", "a", "x"]) == ["a"]


# ── from a module to its tests ────────────────────────────────────────────────────────────────────────────


def test_every_module_has_its_tests_in_the_table_and_they_are_there() -> None:
    """If not: `python tests/generated.py`, or a row in `tests/source_map.py`, `STATED`."""
    table = MODULES.read_text(encoding="utf-8")
    found = find_module_tests()

    assert with_modules(table) == table
    assert [
        module for module, path in edencli_modules().items() if has_code(path) and module not in found
    ] == []
    assert [module for module, where in found.items() if not where.tests] == []
    assert [
        one for where in found.values() for one in where.tests if not (MODULES.parent / one).is_file()
    ] == []
