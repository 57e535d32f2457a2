"""The map of the house is true: what it names is there, and what is there is on it."""

import importlib
import re
from pathlib import Path

import pytest
from generated import with_rulings

import edencli.rules

HOUSE = Path(edencli.__file__).parents[1]
CONTRIBUTING = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
QUOTED = sorted(set(re.findall(r"`([^`\n]+)`", CONTRIBUTING)))
NAMES = [quoted for quoted in QUOTED if re.fullmatch(r"edencli(\.\w+)+", quoted)]
PATHS = [quoted for quoted in QUOTED if re.fullmatch(r"\.?[\w-]+/[\w./*-]*", quoted)]
PROSE = CONTRIBUTING.partition("## Rulings")[0]
RULES = Path(edencli.rules.__file__).parent
ROWS = [
    tuple(re.split(r"\s{2,}", line.strip())[-2:])
    for line in (edencli.rules.__doc__ or "").splitlines()
    if line.startswith("    ")
][1:]


@pytest.mark.parametrize(("module", "first"), ROWS)
def test_a_module_on_the_map_of_the_rules_has_what_is_to_be_read_first(module: str, first: str) -> None:
    assert hasattr(importlib.import_module(f"edencli.rules.{module}"), first)


def test_every_module_of_the_rules_is_on_the_map_once() -> None:
    assert sorted(module for module, _ in ROWS) == sorted(
        file.relative_to(RULES).with_suffix("").as_posix().replace("/", ".")
        for file in RULES.rglob("*.py")
        if file.stem != "__init__"
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_contributing_is_there(name: str) -> None:
    """A module, or what stands in one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            found = getattr(found, part)
        return
    raise AssertionError(name)


@pytest.mark.parametrize("path", PATHS)
def test_a_path_in_contributing_is_there(path: str) -> None:
    """From the top level, or within the package as its rooms are listed."""
    assert list(HOUSE.glob(path)) or list((HOUSE / "edencli").glob(path))


def test_contributing_names_enough_to_be_held_to() -> None:
    assert len(NAMES) > 20
    assert len(PATHS) > 40


def test_the_rulings_in_contributing_are_those_that_the_rules_tell() -> None:
    assert with_rulings(CONTRIBUTING) == CONTRIBUTING


def test_contributing_has_ten_recipes_and_one_way() -> None:
    recipes = PROSE.partition("## Ten recipes")[2].partition("## Running")[0]

    assert len(re.findall(r"^\*\*An? [^*]+\.\*\*", recipes, re.MULTILINE)) == 10
    assert max(map(len, PROSE.splitlines())) <= 120
