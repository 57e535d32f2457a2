"""`tests/figures.py` counts a tree: a made-up one rightly, and this one at all."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from figures import ALL, FIGURES, figures, imports, listed, read_tree

ROOT = Path(__file__).parents[1]
RULES = '''"""The rules."""

from edencli.match.table import Table


def strike(table: Table) -> bool:
    """Strike."""
    return _is_hit(table) and table.at == "melee.dodge"


def _is_hit(table: Table) -> bool:
    return isinstance(table, Table) or any(one for one in table if one)
'''
BOTS = '''"""Bots."""
from typing import Any

from edencli.match.table import Table

MOST = 3


class Table2:
    def told(self) -> Any:
        return "melee.dodge"


def strike(question: Any) -> None:  # type: ignore[misc]
    if question.is_measured:
        Choice(rule="melee.dodge")
    get_close_matches("a", ())
'''
AGAIN = "class Table2: ...\ndef strike(): ...\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree of three packages, of which one has data and one a test."""
    written = {
        "edencli/__init__.py": "",
        "edencli/match/table.py": '"""A table."""\n\nclass Table:\n    at: str = ""\n',
        "edencli/rules/melee.py": RULES,
        "edencli/bots/steady.py": BOTS,
        "edencli/bots/brisk.py": AGAIN,
        "edencli/rulebooks/catalogue/melee.json": json.dumps(
            {"melee.dodge": {"books": ["en", "fr"]}, "bid": {"books": []}}, indent=1
        ),
        "tests/rules/test_melee.py": "",
    }
    for name, text in written.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


COUNTED = {
    "modules": 5,
    "JSON files": 1,
    "JSON entries": 2,
    "public functions": 3,
    "public methods": 1,
    "public classes": 3,
    "public constants": 1,
    "participial names": 1,
    "class names again": 1,
    "function names again": 1,
    "functions and methods": 5,
    "private functions": 1,
    "private used once": 1,
    "private, %": 20.0,
    "names imported": 2,
    "rule ids": 2,
    "isinstance": 1,
    "Any": 2,
    "type: ignore": 1,
    "is_measured, is_bare": 1,
    "near names": 1,
    "bare Choice": 1,
    "modules without test": 3,
}


def test_a_made_up_tree_is_counted(tree: Path) -> None:
    counted = {figure: row[ALL] for figure, row in figures(read_tree(tree)).items()}

    assert {figure: counted[figure] for figure in COUNTED} == COUNTED
    assert list(counted) == list(FIGURES)


def test_imports_are_counted_from_package_to_package(tree: Path) -> None:
    counted = imports(read_tree(tree))

    assert {(a, b): n for a, row in counted.items() for b, n in row.items() if n} == {
        ("rules", "match"): 1,
        ("bots", "match"): 1,
    }


def test_what_is_counted_is_listed_with_its_place(tree: Path) -> None:
    sites = read_tree(tree)

    assert [str(site) for site in listed(sites, "rule ids")] == [
        "bots/steady.py:11 'melee.dodge'",
        "bots/steady.py:16 'melee.dodge'",
    ]
    assert [str(site) for site in listed(sites, "class names again")] == [
        "bots/steady.py:9 Table2, as in bots/brisk.py"
    ]


def test_hardly_a_rule_id_is_spelt_outside_the_rules() -> None:
    sites = read_tree(ROOT)

    assert len(listed(sites, "rule ids")) < 30  # a rule that another package names is a constant of `rules`


def test_it_runs_on_this_repository_and_beside_another(tree: Path) -> None:
    command = [sys.executable, str(ROOT / "tests" / "figures.py")]
    alone = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    both = subprocess.run([*command, tree, ROOT], capture_output=True, text=True, check=True).stdout

    assert [figure for figure in FIGURES if figure not in alone] == []
    assert both.splitlines()[0].split() == ["before", "after", "change"]
