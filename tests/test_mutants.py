"""`tests/mutants.py` changes one statement at a time, draws by a seed, and knows what the tests call."""

import ast
import builtins
import gc
import json
from collections import Counter
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from mutant_runs import NOTE, Function, MutantRuns, in_fork, noting_call, outer_function, put_code
from mutants import (
    TREE,
    Mutant,
    draw_mutants,
    find_mutants,
    forget_survivors,
    group_of,
    is_readable,
    read_results,
    sources,
)

SOURCE = '''"""Prose: 1 < 2."""
from collections.abc import Iterator
SOME = {1, 2}
def fits(n: int, *, é: bool = False) -> Iterator[int]:
    """More prose."""
    assert n != 7
    if é and n <= 3:
        return
    yield from range(n, 9)
    print(n + 1)
'''


def changed(kind: str) -> list[str]:
    """The lines of the source that changes of a kind leave in the place of others."""
    mutants = [one for one in find_mutants("a.py", SOURCE) if one.kind == kind]
    return [one.change(SOURCE).splitlines()[one.line - 1].strip() for one in mutants]


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        ("comparison", ["if é and n < 3:", "if é and n > 3:"]),
        ("negated", ["if (not (é and n <= 3)):"]),
        ("part dropped", ["if (n <= 3):", "if (é):"]),
        ("return removed", ["pass"]),
        ("deleted", ["pass", "pass"]),
        ("emptied", ["SOME = set()"]),
        ("swapped", ["yield from range(9, n)"]),
        ("sign", ["print(n - 1)"]),
        (
            "one less",
            ["SOME = {0, 2}", "SOME = {1, 1}", "if é and n <= 2:", "yield from range(n, 8)", "print(n + 0)"],
        ),
    ],
)
def test_each_kind_of_change_is_made_wherever_it_can_be(kind: str, lines: list[str]) -> None:
    """Texts, annotations and assertions stay as they are."""
    assert changed(kind) == lines


def test_every_change_is_one_of_its_source() -> None:
    path = sources()[0]
    source = path.read_text(encoding="utf-8")

    assert all(one.change(source) != source for one in find_mutants(path.name, source))


def test_the_chapters_are_drawn_first_and_each_kind_about_as_often() -> None:
    mutants = [
        one
        for path in sources()
        for one in find_mutants(path.relative_to(TREE).as_posix(), path.read_text(encoding="utf-8"))
    ]

    drawn = draw_mutants(mutants, 100, 1)

    assert Counter(group_of(one.path) for one in drawn) == {
        "chapters": 40,
        "rules": 25,
        "effects": 20,
        "match": 8,
        "referee": 7,
    }
    assert drawn == draw_mutants(mutants, 100, 1)
    assert len({one.key for one in drawn}) == 100
    assert all(map(is_readable, drawn))
    assert max(Counter(one.kind for one in drawn).values()) < 30


def test_a_function_is_changed_where_it_is_kept_already(tmp_path: Path) -> None:
    path = tmp_path / "kept.py"
    path.write_text("class A:\n    def f(self, n):\n        return n < 3\n", encoding="utf-8")
    module: dict[str, type] = {}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module)  # noqa: S102  # as an import does
    kept = module["A"]()
    function = outer_function(str(path), ast.parse(path.read_text(encoding="utf-8")), 3)
    assert function == Function(str(path), 2, 3, 3)

    is_put = put_code(function, ast.parse("class A:\n    def f(self, n):\n        return n <= 3\n"))

    assert is_put
    assert [kept.f(n) for n in (3, 4)] == [True, False]
    assert "__edencli_note_call__" in ast.unparse(noting_call(function))


def test_a_function_of_a_module_that_is_imported_late_notes_that_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "late_one").mkdir()
    text = '"""A rule."""\ndef f(n):\n    return n < 3\n'
    (tmp_path / "late_one" / "rule.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(builtins, NOTE, None, raising=False)
    mutant = {"key": "k", "path": "late_one/rule.py", "line": 3}
    runs = MutantRuns({"mutants": [mutant], "results": str(tmp_path / "results.jsonl")})

    runs.pytest_collection_finish()
    is_so = import_module("late_one.rule").f(2)

    assert is_so
    assert runs._called == {Function(str(tmp_path / "late_one" / "rule.py"), 2, 3, 3)}


def test_functions_that_were_collected_are_still_found_to_be_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is frozen after the collection is on no list of objects."""
    monkeypatch.setattr("mutant_runs.clear_caches", lambda: None)
    path = tmp_path / "frozen.py"
    path.write_text("def f(n):\n    return n < 3\n", encoding="utf-8")
    module: dict[str, Any] = {}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module)  # noqa: S102  # as an import does
    gc.freeze()

    runs = MutantRuns({"mutants": [], "results": ""})

    runs.pytest_runtestloop(cast("pytest.Session", SimpleNamespace(items=[])))
    changed = ast.parse("def f(n):\n    return n <= 3\n")
    is_put = put_code(Function(str(path), 1, 2, 2), changed, runs.changeable)

    assert is_put
    assert module["f"](3)


def test_what_ends_a_fork_is_told() -> None:
    def fails() -> tuple[bool, str | None]:
        raise RecursionError

    assert in_fork(lambda: (True, None)) == (True, None)
    assert in_fork(fails) == (True, "RecursionError outside of a test")


def test_what_came_of_a_change_is_remembered_and_what_survived_may_be_forgotten(tmp_path: Path) -> None:
    results, mutant = tmp_path / "results.jsonl", Mutant("a.py", 3, 40, 41, "2", "one more")
    rows = [
        {"mutant": mutant.key, "noticed": None},
        {"mutant": "other", "noticed": "tests/test_a.py::test_b"},
    ]
    results.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    assert read_results(results) == {mutant.key: None, "other": "tests/test_a.py::test_b"}
    forget_survivors(results)
    assert list(read_results(results)) == ["other"]
    assert read_results(tmp_path / "none") == {}
