"""Changes one statement of the rules at a time, and prints the changes that no test notices.

    .venv/bin/python tests/mutants.py [--count N] [--seed S] [--again] [--wide] [--part 1/2] [--work FOLDER]
                                      [--list]

The seed draws the changes from `edencli/rules` (the optional chapters first), `edencli/effects`,
`edencli/match` and `edencli/referee`. They are made in a copy of the tree. `mutant_runs.py` makes those of
functions in one run of pytest: the tests of the module run until one fails, then those of `tests/rules` and
`tests/effects`, as far as they call the function. Code that runs only while modules are imported is changed
in its file, and all those tests run. Tests that use up their processor time have noticed the change; what no
test notices, mypy may.

The results are kept in the work folder, so that an interrupted run continues where it stopped, and several
runs with a `--part` each share one folder. With `--again`, survivors are tried again with the present tests;
with `--wide`, with those of most other packages too. If one of these packages has changed, all begins again.
Exits with 1 if a change survives.
"""

import argparse
import ast
import difflib
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from misspell import LEFT_OUT, prose_in, say
from mutant_runs import JOB, bound_resources
from source_map import find_module_tests

TREE = Path(__file__).parents[1]
CHAPTERS = frozenset(
    f"edencli/rules/{name}.py"
    for name in (
        *("climate", "hazards", "heights", "hiding", "infestation"),
        *("inquiry", "npfs", "terrain", "territory", "weather"),
    )
)
# The share of each package in a hundred changes; the chapters are not part of "rules" here.
SHARES = {"chapters": 40, "rules": 25, "effects": 20, "match": 8, "referee": 7}
TESTS = ("tests/rules", "tests/effects")
WIDE_TESTS = tuple(
    f"tests/{name}"
    for name in (
        "match",
        "referee",
        "odds",
        "notation",
        "games",
        "bots",
        "transcript",
        "prompt",
        "files",
        "api",
        "samples",
    )
    if (TREE / "tests" / name).exists()
)
TESTED_FOLDERS = ("rules", "effects", "match", "referee", "odds")


class Mutant(NamedTuple):
    """A change of a source: other text in place of the characters from `begin` to `end`."""

    path: str
    line: int
    begin: int
    end: int
    text: str
    kind: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.kind}"

    @property
    def key(self) -> str:
        """A key that distinguishes it from all other changes of a tree."""
        return f"{self} at {self.begin}-{self.end} -> {self.text}"

    def change(self, source: str) -> str:
        """The source with the change."""
        return source[: self.begin] + self.text + source[self.end :]


# ── finding changes ─────────────────────────────────────────────────────────────────────────────────────

Changes = Iterator[tuple[int, int, str, str]]
"""The range of a source to replace, the replacement, and the kind of change."""

_COMPARED: Mapping[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: ("is not", ("is",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
}
_KEPT_PARTS = {"annotation", "returns", "decorator_list", "bases", "slice", "pattern"}


class Source:
    """A parsed source, and the places of its nodes in characters."""

    def __init__(self, text: str) -> None:
        self.text, self.tree = text, ast.parse(text)
        self._lines = text.encode().splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line.decode()))

    def begin(self, node: ast.expr | ast.stmt) -> int:
        """The place where a node begins."""
        return self._place(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        """The place where a node ends."""
        return self._place(node.end_lineno or 0, node.end_col_offset or 0)

    def part(self, node: ast.expr | ast.stmt) -> str:
        """The text of a node."""
        return self.text[self.begin(node) : self.end(node)]

    def line(self, place: int) -> int:
        """The line of a place."""
        return self.text.count("\n", 0, place) + 1

    def _place(self, line: int, column: int) -> int:
        return self._starts[line - 1] + len(self._lines[line - 1][:column].decode())


def find_mutants(path: str, text: str) -> list[Mutant]:
    """Every possible change of a source; a few may not be valid Python."""
    source = Source(text)
    found = {
        Mutant(path, source.line(begin), begin, end, new, kind)
        for node in _changed_nodes(source.tree)
        for begin, end, new, kind in _changes(node, source)
    }
    return sorted(one for one in found if one.change(text) != text)


def is_readable(mutant: Mutant) -> bool:
    """Tell whether Python can parse a module with a change."""
    try:
        ast.parse(mutant.change((TREE / mutant.path).read_text(encoding="utf-8")))
    except SyntaxError:
        return False
    return True


def _changed_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """All nodes except annotations, docstrings, imports and assertions."""
    prose, left = prose_in(tree), list[ast.AST]([tree])
    while left:
        node = left.pop()
        is_prose = isinstance(node, ast.Constant) and id(node) in prose
        if is_prose or isinstance(node, ast.Assert | ast.Import | ast.ImportFrom):
            continue
        yield node
        for name, part in ast.iter_fields(node):
            parts = part if isinstance(part, list) else [part]
            if name not in _KEPT_PARTS:
                left += (one for one in parts if isinstance(one, ast.AST))


def _changes(node: ast.AST, source: Source) -> Changes:
    yield from _of_conditions(node, source)
    yield from _of_numbers(node, source)
    yield from _of_values(node, source)
    yield from _of_statements(node, source)


def _between(source: Source, left: ast.expr, right: ast.expr, old: str, new: str) -> tuple[int, int, str]:
    """The change of an operator between two expressions into another one."""
    begin, end = source.end(left), source.begin(right)
    return begin, end, source.text[begin:end].replace(old, new, 1)


def _of_conditions(node: ast.AST, source: Source) -> Changes:
    """A comparison shifted or reversed, a condition negated, a part of `and` or `or` dropped."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            old, others = _COMPARED[type(op)]
            yield from ((*_between(source, left, right, old, new), "comparison") for new in others)
        case ast.BoolOp(op=op, values=values):
            parts = [f"({source.part(one)})" for one in values]
            for n in range(len(parts)):
                text = (" and " if isinstance(op, ast.And) else " or ").join(parts[:n] + parts[n + 1 :])
                yield source.begin(node), source.end(node), text, "part dropped"
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield source.begin(test), source.end(test), f"(not ({source.part(test)}))", "negated"
        case ast.comprehension(ifs=tests):
            for test in tests:
                yield source.begin(test), source.end(test), f"(not ({source.part(test)}))", "negated"
        case _:
            pass


def _of_numbers(node: ast.AST, source: Source) -> Changes:
    """A whole number one larger or smaller, a sum for a difference."""
    match node:
        case ast.Constant(value=int(n)) if not isinstance(n, bool):
            yield source.begin(node), source.end(node), str(n + 1), "one more"
            yield source.begin(node), source.end(node), str(n - 1), "one less"
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            yield *_between(source, left, right, "+", "-"), "sign"
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            yield *_between(source, left, right, "-", "+"), "sign"
        case _:
            pass


def _of_values(node: ast.AST, source: Source) -> Changes:
    """A set, list or tuple emptied, an argument in place of the next."""
    match node:
        case ast.Set():
            yield source.begin(node), source.end(node), "set()", "emptied"
        case ast.List(elts=[_, *_], ctx=ast.Load()) | ast.Tuple(elts=[_, *_], ctx=ast.Load()):
            text = "[]" if isinstance(node, ast.List) else "()"
            yield source.begin(node), source.end(node), text, "emptied"
        case ast.Call(args=args):
            for one, other in pairwise(args):
                text = f"{source.part(other)}, {source.part(one)}"
                yield source.begin(one), source.end(other), text, "swapped"
        case _:
            pass


def _of_statements(node: ast.AST, source: Source) -> Changes:
    """An early return removed, a statement deleted."""
    match node:
        case ast.If(body=body, orelse=others) | ast.For(body=body, orelse=others):
            for one in (*body, *others):
                if isinstance(one, ast.Return):
                    yield source.begin(one), source.end(one), "pass", "return removed"
        case (
            ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom(value=ast.Call()))
            | ast.AugAssign()
            | ast.Assign(targets=[ast.Attribute() | ast.Subscript()])
            | ast.Delete()
            | ast.Continue()
            | ast.Break()
        ):
            yield source.begin(node), source.end(node), "pass", "deleted"
        case _:
            pass


def group_of(path: str) -> str:
    """The group of packages that a module belongs to."""
    return "chapters" if path in CHAPTERS else path.split("/")[1]


def draw_mutants(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Some changes, drawn by a seed: each group has its share, and each kind of change an equal one."""
    chance = random.Random(seed)  # noqa: S311  # nothing secret
    drawn = list[Mutant]()
    for group, share in SHARES.items():
        by_kind = defaultdict[str, list[Mutant]](list)
        for one in mutants:
            if group_of(one.path) == group:
                by_kind[one.kind].append(one)
        wanted = len(drawn) + round(count * share / 100)
        while len(drawn) < wanted:
            kind = chance.choice(sorted(by_kind))
            mutant = by_kind[kind].pop(chance.randrange(len(by_kind[kind])))
            drawn += [mutant] if is_readable(mutant) else []
            if not by_kind[kind]:
                del by_kind[kind]
    return drawn


# ── trying a change ────────────────────────────────────────────────────────────────────────────────────


class Copy:
    """A copy of the tree in which changes are made, one at a time."""

    def __init__(self, folder: Path, tests: Sequence[str] = TESTS) -> None:
        self._tests = tests
        self.home = folder / "tree"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(TREE, self.home, ignore=shutil.ignore_patterns(*LEFT_OUT))
        self._written = int(time.time())
        self._module_tests = find_module_tests()

    def try_functions(self, mutants: Sequence[Mutant], results: Path) -> None:
        """Make the changes of functions in one run of pytest, which skips those it cannot make."""
        tests = {test for mutant in mutants for test in self._own_tests(mutant)}
        job = {"results": str(results), "mutants": [self._plan(mutant) for mutant in mutants]}
        plan = self.home.parent / "job.json"
        plan.write_text(json.dumps(job), encoding="utf-8")
        others = sorted(test for test in tests if not test.startswith(tuple(self._tests)))
        ended = self._run_tests("-p", "mutant_runs", *self._tests, *others, job=str(plan))
        if ended.returncode:
            raise SystemExit(ended.stdout[-2000:] + ended.stderr[-2000:])

    def _plan(self, mutant: Mutant) -> dict[str, object]:
        text = mutant.change((self.home / mutant.path).read_text(encoding="utf-8"))
        own = self._own_tests(mutant)
        return {"key": mutant.key, "path": mutant.path, "line": mutant.line, "text": text, "tests": own}

    def _own_tests(self, mutant: Mutant) -> list[str]:
        """The tests of the changed module, without those that run a whole program."""
        own = self._module_tests.get(".".join(Path(mutant.path).with_suffix("").parts))
        tests = own.tests if own else ()
        return [f"tests/{test}" for test in tests if test.split("/")[0] in TESTED_FOLDERS]

    def try_module(self, mutant: Mutant) -> str | None:
        """Write a change, and return the first test that fails; the copy is restored."""
        source = (self.home / mutant.path).read_text(encoding="utf-8")
        self._write(mutant.path, mutant.change(source))
        try:
            return self._failed_test(*self._own_tests(mutant)) or self._failed_test(*self._tests)
        finally:
            self._write(mutant.path, source)

    def is_refused_by_mypy(self, mutant: Mutant) -> bool:
        """Write a change, and tell whether mypy objects; the copy is restored."""
        source = (self.home / mutant.path).read_text(encoding="utf-8")
        self._write(mutant.path, mutant.change(source))
        status = self.home.parent / "dmypy.json"
        words = ("-m", "mypy.dmypy", "--status-file", str(status), "run", "--", "--no-error-summary")
        try:
            ended = subprocess.run(
                (sys.executable, *words), cwd=self.home, capture_output=True, text=True, check=False
            )
            refused = rf"^{re.escape(mutant.path)}:.* error:"  # not if mypy itself failed
            return re.search(refused, ended.stdout, re.MULTILINE) is not None
        finally:
            self._write(mutant.path, source)

    def close(self) -> None:
        """Stop mypy and remove the copy."""
        words = ("-m", "mypy.dmypy", "--status-file", str(self.home.parent / "dmypy.json"), "kill")
        subprocess.run((sys.executable, *words), cwd=self.home, capture_output=True, check=False)
        shutil.rmtree(self.home.parent, ignore_errors=True)

    def _write(self, path: str, text: str) -> None:
        """Write a module with a new second as its time, so that no compiled module passes for it."""
        self._written += 2
        (self.home / path).write_text(text, encoding="utf-8")
        os.utime(self.home / path, (self._written, self._written))

    def _failed_test(self, *tests: str) -> str | None:
        """The first test that fails among some."""
        ended = self._run_tests("-x", *tests) if tests else None
        if ended is None or ended.returncode in {0, 5}:  # 5: none of these is to be run
            return None
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", ended.stdout, re.MULTILINE)
        return failed[1] if failed else f"pytest, which ended with {ended.returncode}"

    def _run_tests(self, *words: str, job: str = "") -> subprocess.CompletedProcess[str]:
        """Run tests in the copy, with a job for `mutant_runs`, or else limited in time and memory."""
        pytest_words = ("-m", "pytest", "-m", "not slow", "-p", "no:cacheprovider", "--tb=no", "-q")
        folders = f"{self.home}{os.pathsep}{self.home / 'tests'}"
        return subprocess.run(
            (sys.executable, *pytest_words, *words),
            cwd=self.home,
            env=os.environ | {"PYTHONPATH": folders, "COLUMNS": "200", JOB: job},
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=None if job else bound_resources,
        )


def tree_digest() -> str:
    """A digest of the changed packages: results of other sources do not count."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def sources() -> list[Path]:
    """The modules that are changed."""
    folders = ("rules", "effects", "match", "referee")
    return sorted(path for folder in folders for path in (TREE / "edencli" / folder).rglob("*.py"))


# ── running all changes ────────────────────────────────────────────────────────────────────────────────────


def read_results(path: Path) -> dict[str, str | None]:
    """What noticed the changes of earlier runs."""
    if not path.exists():
        return {}
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row["mutant"]: row["noticed"] for row in rows}


def run_mutants(mutants: Sequence[Mutant], results: Path, name: str, tests: Sequence[str] = TESTS) -> None:
    """Make all changes that no earlier run has made, and keep each result."""
    known = read_results(results)
    left = [one for one in mutants if one.key not in known]
    say(f"{len(mutants)} changes, {len(mutants) - len(left)} known; results in {results}")
    if not left:
        return
    copy = Copy(results.parent / f"copy-{name}-{os.getpid()}", tests)
    try:
        copy.try_functions(left, results)
        known = read_results(results)
        for mutant in left:
            noticed = known[mutant.key] if mutant.key in known else copy.try_module(mutant)
            if noticed is None and copy.is_refused_by_mypy(mutant):
                noticed = "mypy"
            if mutant.key not in known or noticed != known[mutant.key]:
                with results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"mutant": mutant.key, "noticed": noticed}) + "\n")
    finally:
        copy.close()


def forget_survivors(results: Path) -> None:
    """Keep only the results of changes that were noticed."""
    rows = [{"mutant": key, "noticed": test} for key, test in read_results(results).items() if test]
    results.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def show_change(mutant: Mutant) -> str:
    """A change as a diff."""
    before = (TREE / mutant.path).read_text(encoding="utf-8")
    after = mutant.change(before)
    return "\n".join(
        difflib.unified_diff(
            before.splitlines(), after.splitlines(), mutant.path, mutant.kind, n=2, lineterm=""
        )
    )


def main() -> int:
    """Make the changes that the command line selects."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=40, metavar="N", help="how many changes are drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="try what survived against the tests of today")
    parser.add_argument("--wide", action="store_true", help="use the tests of most other packages too")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="every Nth change, from the Kth on")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "edencli-mutants")
    parser.add_argument("--list", action="store_true", help="print the changes and make none")
    given = parser.parse_args()
    mutants = [
        mutant
        for path in sources()
        for mutant in find_mutants(path.relative_to(TREE).as_posix(), path.read_text(encoding="utf-8"))
    ]
    part, parts = map(int, given.part.split("/"))
    chosen = draw_mutants(mutants, given.count, given.seed)[part - 1 :: parts]
    if given.list:
        say("\n".join(map(show_change, chosen)))
        return 0
    given.work.mkdir(parents=True, exist_ok=True)
    results = given.work / f"results-{tree_digest()}.jsonl"
    if given.again:
        forget_survivors(results)
    run_mutants(chosen, results, f"{part}-of-{parts}", (*TESTS, *WIDE_TESTS) if given.wide else TESTS)
    known = read_results(results)
    survivors = [one for one in chosen if one.key in known and known[one.key] is None]
    say("\n".join([*map(show_change, survivors), f"{len(survivors)} of {len(chosen)} changes survive"]))
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
