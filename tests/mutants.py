"""Changes one statement of the rules at a time, and prints the changes that no test of the rules notices.

    .venv/bin/python tests/mutants.py [--count N] [--seed S] [--again] [--part 1/2] [--work FOLDER] [--list]

The seed draws the changes from `edencli/rules` (the optional chapters first), `edencli/effects`,
`edencli/match` and `edencli/referee`. Each is made in a copy of the tree; the tests of its module run until
one fails, then those of `tests/rules` and `tests/effects` that reach the changed function. A run of tests
that uses up its processor time has noticed the change.

What came of a change is kept in the work folder, so that a run that was stopped goes on where it stopped,
and several with a `--part` each share one folder. With `--again`, what survived is tried against the tests
of today. Where one of these packages is changed, all begins anew. Exits with 1 if a change survives.
"""

import argparse
import ast
import difflib
import hashlib
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

import pytest
from misspell import LEFT_OUT, prose_in, say
from source_map import find_module_tests

TREE = Path(__file__).parents[1]
CHAPTERS = frozenset(
    f"edencli/rules/{name}.py"
    for name in (
        "climate hazards heights hiding infestation inquiry npfs terrain territory weather".split()  # noqa: SIM905
    )
)
# How many of a hundred changes are drawn from where; the chapters are no part of "rules" here.
SHARES = {"chapters": 40, "rules": 25, "effects": 20, "match": 8, "referee": 7}
TESTS = ("tests/rules", "tests/effects")
SECONDS = 150  # of processor time, for one run of tests; all of them together take 50
REACHED_FILE = "MUTANTS_REACHED"  # where a run under this plugin writes what its tests call


class Mutant(NamedTuple):
    """A change of a source: what stands from `begin` to `end`, in characters, is replaced."""

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
        """What is told from all other changes of a tree."""
        return f"{self} at {self.begin}-{self.end} -> {self.text}"

    def change(self, source: str) -> str:
        """The source with the change."""
        return source[: self.begin] + self.text + source[self.end :]


# ── what can be changed ───────────────────────────────────────────────────────────────────────────────────

Changes = Iterator[tuple[int, int, str, str]]
"""From where to where a source is replaced, by what, and the kind of that change."""

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
    """A source that was parsed, and where its nodes stand in it, in characters."""

    def __init__(self, text: str) -> None:
        self.text, self.tree = text, ast.parse(text)
        self._lines = text.encode().splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line.decode()))

    def begin(self, node: ast.expr | ast.stmt) -> int:
        """Where a node begins."""
        return self._place(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        """Where a node ends."""
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
    """Every change of a source that is made here and leaves it readable."""
    source = Source(text)
    found = {
        Mutant(path, source.line(begin), begin, end, new, kind)
        for node in _changed_nodes(source.tree)
        for begin, end, new, kind in _changes(node, source)
    }
    return sorted(one for one in found if one.change(text) != text and _can_be_read(one.change(text)))


def _can_be_read(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def _changed_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """All nodes, but for annotations, texts that stand alone, imports and assertions."""
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
    """The operator between two expressions in the place of another."""
    begin, end = source.end(left), source.begin(right)
    return begin, end, source.text[begin:end].replace(old, new, 1)


def _of_conditions(node: ast.AST, source: Source) -> Changes:
    """A comparison shifted or turned round, a condition negated, a part of `and` or `or` dropped."""
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
    """A set, list or tuple emptied, an argument in the place of the next."""
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
    """Of which share of the changes a module is."""
    return "chapters" if path in CHAPTERS else path.split("/")[1]


def draw_mutants(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Some changes, drawn by a seed: each package has its share, each kind the same."""
    chance = random.Random(seed)  # noqa: S311  # a draw guards no secret
    drawn = list[Mutant]()
    for group, share in SHARES.items():
        by_kind = defaultdict[str, list[Mutant]](list)
        for one in mutants:
            if group_of(one.path) == group:
                by_kind[one.kind].append(one)
        for _ in range(round(count * share / 100)):
            kind = chance.choice(sorted(by_kind))
            drawn.append(by_kind[kind].pop(chance.randrange(len(by_kind[kind]))))
            if not by_kind[kind]:
                del by_kind[kind]
    return drawn


# ── what the tests reach ──────────────────────────────────────────────────────────────────────────────────


class ReachPlugin:
    """Notes for each module of tests where the functions begin that its tests call."""

    def __init__(self, written: Path) -> None:
        self._written = written
        self._called = defaultdict[str, set[str]](set)
        self._home = f"{Path.cwd()}/"

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note what is called while a test runs."""
        called = set[CodeType]()

        def note(frame: FrameType, _: str, __: object) -> None:
            called.add(frame.f_code)

        sys.settrace(note)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            self._called[item.location[0]] |= {
                f"{code.co_filename.removeprefix(self._home)}:{code.co_firstlineno}"
                for code in called
                if code.co_filename.startswith(f"{self._home}edencli/")
            }

    def pytest_sessionfinish(self) -> None:
        """Write it down."""
        plain = {test: sorted(called) for test, called in self._called.items()}
        self._written.write_text(json.dumps(plain), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Note what tests call, in a run that is to write it."""
    if REACHED_FILE in os.environ:
        config.pluginmanager.register(ReachPlugin(Path(os.environ[REACHED_FILE])))


def outer_function(tree: ast.Module, line: int) -> int | None:
    """Where the outermost function around a line begins; nothing for one whose answers are kept."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0):
            kept = any("cache" in ast.unparse(one) for one in node.decorator_list)
            return None if kept else min([node.lineno, *(one.lineno for one in node.decorator_list)])
    return None


# ── what notices a change ─────────────────────────────────────────────────────────────────────────────────


class Copy:
    """A copy of the tree in which changes are made, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "tree"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(TREE, self.home, ignore=shutil.ignore_patterns(*LEFT_OUT))
        self._written = int(time.time())
        self._module_tests = find_module_tests()
        self._reached: dict[str, list[str]] = {}

    def find_reached(self) -> None:
        """See what each module of tests calls, and raise if a test fails before any change."""
        written = self.home.parent / "reached.json"
        failed = self._failed_test("-p", "mutants", *TESTS, **{REACHED_FILE: str(written)})
        if failed:
            raise SystemExit(f"before any change {failed} fails")
        self._reached = json.loads(written.read_text(encoding="utf-8"))

    def write(self, path: str, text: str) -> None:
        """Write a module so that no compiled one passes for it: each time is its own second."""
        self._written += 2
        (self.home / path).write_text(text, encoding="utf-8")
        os.utime(self.home / path, (self._written, self._written))

    def noticed_by(self, mutant: Mutant) -> str | None:
        """Which test notices a change of a module first: one of its own, or one that reaches it."""
        own = self._module_tests.get(".".join(Path(mutant.path).with_suffix("").parts))
        first = [f"tests/{test}" for test in own.tests] if own else []
        begins = outer_function(ast.parse((TREE / mutant.path).read_text(encoding="utf-8")), mutant.line)
        reaching = [
            test
            for test, called in self._reached.items()
            if test not in first and (begins is None or f"{mutant.path}:{begins}" in called)
        ]
        return (self._failed_test(*first) if first else None) or (
            self._failed_test(*reaching) if reaching else None
        )

    def _failed_test(self, *words: str, **environment: str) -> str | None:
        """The first test that fails of some."""
        pytest_words = ("-m", "pytest", "-x", "-m", "not slow", "-p", "no:cacheprovider", "--tb=no", "-q")
        ended = subprocess.run(
            (sys.executable, *pytest_words, *words),
            cwd=self.home,
            env=os.environ | {"PYTHONPATH": f"{self.home}:{self.home}/tests", "COLUMNS": "200"} | environment,
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=_bound,  # nothing here runs in threads
        )
        if ended.returncode in {0, 5}:  # 5: none of these is to be run
            return None
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", ended.stdout, re.MULTILINE)
        return failed[1] if failed else f"pytest, which ended with {ended.returncode}"


def _bound() -> None:
    """Hold a run of tests to its processor time and memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def tree_digest() -> str:
    """A digest of what is changed here: results of other sources say nothing of these."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def sources() -> list[Path]:
    """The modules that are changed here."""
    folders = ("rules", "effects", "match", "referee")
    return sorted(path for folder in folders for path in (TREE / "edencli" / folder).rglob("*.py"))


# ── one change after the other ────────────────────────────────────────────────────────────────────────────


def try_mutant(copy: Copy, mutant: Mutant) -> str | None:
    """Make one change and say what notices it; the copy is well again then."""
    source = (copy.home / mutant.path).read_text(encoding="utf-8")
    copy.write(mutant.path, mutant.change(source))
    try:
        return copy.noticed_by(mutant)
    finally:
        copy.write(mutant.path, source)


def read_results(path: Path) -> dict[str, str | None]:
    """What noticed the changes that were made before."""
    if not path.exists():
        return {}
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row["mutant"]: row["noticed"] for row in rows}


def run_mutants(mutants: Sequence[Mutant], results: Path, name: str, *, again: bool) -> None:
    """Make all changes that no run before has made, or those that survived, and keep what comes of each."""
    known = read_results(results)
    left = [one for one in mutants if one.key not in known or (again and known[one.key] is None)]
    say(f"{len(mutants)} changes, {len(mutants) - len(left)} known; results in {results}")
    if not left:
        return
    copy, began = Copy(results.parent / f"copy-{name}-{os.getpid()}"), time.monotonic()
    try:
        copy.find_reached()
        for n, mutant in enumerate(left, start=1):
            noticed = try_mutant(copy, mutant)
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"mutant": mutant.key, "noticed": noticed}) + "\n")
            minutes = (time.monotonic() - began) / n * (len(left) - n) / 60
            say(f"{n} of {len(left)}, {minutes:.0f} min left: {mutant}: {noticed}")
    finally:
        shutil.rmtree(copy.home.parent, ignore_errors=True)


def show_change(mutant: Mutant) -> str:
    """A change as the difference of two sources."""
    before = (TREE / mutant.path).read_text(encoding="utf-8")
    after = mutant.change(before)
    return "\n".join(
        difflib.unified_diff(
            before.splitlines(), after.splitlines(), mutant.path, mutant.kind, n=2, lineterm=""
        )
    )


def main() -> int:
    """Change what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=40, metavar="N", help="how many changes are drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="try what survived against the tests of today")
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
    run_mutants(chosen, results, f"{part}-of-{parts}", again=given.again)
    known = read_results(results)
    survivors = [one for one in chosen if one.key in known and known[one.key] is None]
    say("\n".join([*map(show_change, survivors), f"{len(survivors)} of {len(chosen)} changes survive"]))
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
