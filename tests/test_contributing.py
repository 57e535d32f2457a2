"""CONTRIBUTING.md is true: every path and name in it is there, and its rulings are those that are played."""

import importlib
import re
from pathlib import Path

import pytest
from generated import with_rulings

import edencli

HOUSE = Path(edencli.__file__).parents[1]
CONTRIBUTING = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
QUOTED = sorted(set(re.findall(r"`([^`\n]+)`", CONTRIBUTING)))
NAMES = [quoted for quoted in QUOTED if re.fullmatch(r"edencli(\.\w+)+", quoted)]
PATHS = [quoted for quoted in QUOTED if re.fullmatch(r"\.?[\w-]+/[\w./*-]*", quoted)]
PROSE = CONTRIBUTING.partition("## Rulings")[0]


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


def test_contributing_has_twelve_recipes_and_one_way() -> None:
    recipes = PROSE.partition("## Twelve recipes")[2].partition("## Running")[0]

    assert len(re.findall(r"^\*\*An? [^*]+\.\*\*", recipes, re.MULTILINE)) == 12
    assert max(map(len, PROSE.splitlines())) <= 120
