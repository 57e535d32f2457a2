"""Makes changes of functions one at a time, each in a fork of one run of pytest: for `tests/mutants.py`.

As a plugin it has all tests imported and run once, and notes which of them call what is to be changed. For
each change a fork puts other code into the function, empties what caches keep, and runs the tests that call
it until one fails. What runs as modules are imported cannot be changed so; nothing is written of that.
"""

import ast
import builtins
import gc
import json
import os
import resource
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import _lru_cache_wrapper
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest

JOB = "EDENCLI_MUTANTS"
"""The variable that names the file of what is to be done: the changes, and where results are written."""

NOTE = "__edencli_note_call__"
"""The name under which functions find what notes that they are called."""

SECONDS, BYTES = 100, 4 << 30  # of processor time, and of memory, for the tests of one change


class Function(NamedTuple):
    """A function of a module or of its classes: its file, where it begins, where its body, and its end."""

    path: str
    begin: int
    body: int
    end: int


class CallTrace:
    """The code that is called while it listens."""

    def __init__(self) -> None:
        self._called: dict[int, CodeType] = {}

    def start(self) -> None:
        """Listen from now on."""
        sys.settrace(self._note)

    def stop(self) -> frozenset[tuple[str, int]]:
        """Listen no more; the files and first lines of what was called."""
        sys.settrace(None)
        return frozenset((one.co_filename, one.co_firstlineno) for one in self._called.values())

    def _note(self, frame: FrameType, _: str, __: object) -> None:
        self._called[id(frame.f_code)] = frame.f_code


class MutantRuns:
    """What pytest does in the place of its own run."""

    def __init__(self, job: Mapping[str, Any]) -> None:
        self._mutants, self._results = job["mutants"], Path(job["results"])
        self._imports = CallTrace()
        self._imports.start()
        self._functions: dict[str, Function] = {}
        self._called = set[Function]()
        self._failed: str | None = None

    def pytest_collection_finish(self) -> None:
        """Have every function that is to be changed, and that no import called, note that it is called.

        What edencli imports late is imported now: a function that is not there yet could note nothing.
        """
        for path in dict.fromkeys(mutant["path"] for mutant in self._mutants):
            import_module(".".join(Path(path).with_suffix("").parts).removesuffix(".__init__"))
        at_import = self._imports.stop()
        for mutant in self._mutants:
            path = str(Path(mutant["path"]).absolute())
            found = outer_function(path, ast.parse(Path(path).read_text(encoding="utf-8")), mutant["line"])
            if found is None or mutant["line"] < found.body:
                continue
            if not any((path, line) in at_import for line in range(found.begin, found.end + 1)):
                self._functions[mutant["key"]] = found
        for function in dict.fromkeys(self._functions.values()):
            put_code(function, noting_call(function))
        vars(builtins)[NOTE] = self._note

    def _note(self, *function: Any) -> None:
        self._called.add(Function(*function))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep which test failed."""
        if report.failed:
            self._failed = report.nodeid

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run all tests once, then those that each change concerns."""
        calling: dict[Function, list[pytest.Item]] = {}
        clear_caches()
        for item, following in followed(session.items):
            self._called = set()
            run_test(item, following)
            for function in self._called:
                calling.setdefault(function, []).append(item)
            if self._failed:
                pytest.exit(f"before any change {self._failed} fails", returncode=3)
        for mutant in self._mutants:
            if (changed := self._functions.get(mutant["key"])) is not None:
                self._try(mutant, changed, calling.get(changed, []))
        return True

    def _try(self, mutant: Mapping[str, Any], function: Function, calling: Sequence[pytest.Item]) -> None:
        """Make one change in a fork, and write what noticed it."""
        items = sorted(calling, key=lambda item: item.nodeid.partition("::")[0] not in mutant["tests"])
        is_made, noticed = in_fork(lambda: self._notice(function, mutant["text"], items))
        if is_made:
            with self._results.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"mutant": mutant["key"], "noticed": noticed}) + "\n")

    def _notice(
        self, function: Function, after: str, items: Sequence[pytest.Item]
    ) -> tuple[bool, str | None]:
        """Whether a change could be made, and the first test that fails by it."""
        if not put_code(function, ast.parse(after)):
            return False, None
        clear_caches()
        for item, following in followed(items):
            run_test(item, following)
            if self._failed:
                return True, self._failed
        return True, None


def pytest_configure(config: pytest.Config) -> None:
    """Take over a run that has changes to make."""
    if job := os.environ.get(JOB):
        config.pluginmanager.register(MutantRuns(json.loads(Path(job).read_text(encoding="utf-8"))))


def followed(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    """Each test with the next one."""
    return zip_longest(items, items[1:])


def run_test(item: pytest.Item, following: pytest.Item | None) -> None:
    """Run one test as pytest does."""
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def outer_function(path: str, tree: ast.Module, line: int) -> Function | None:
    """The outermost function around a line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0):
            return Function(path, first_line(node), node.body[0].lineno, node.end_lineno or 0)
    return None


def first_line(node: ast.FunctionDef) -> int:
    """Where a function begins, with its decorators."""
    return min([node.lineno, *(one.lineno for one in node.decorator_list)])


def noting_call(function: Function) -> ast.Module:
    """The module of a function, in which that notes first that it is called."""
    tree = ast.parse(Path(function.path).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and first_line(node) == function.begin:
            node.body.insert(0, ast.parse(f"{NOTE}{tuple(function)}").body[0])
    return ast.fix_missing_locations(tree)


def put_code(function: Function, after: ast.Module) -> bool:
    """Put the code of a changed module into a function, wherever it is kept; False where that cannot be."""
    before = ast.parse(Path(function.path).read_text(encoding="utf-8"))
    old, new = (list(codes_of(compile(tree, function.path, "exec"))) for tree in (before, after))
    code = new[next(n for n, one in enumerate(old) if one.co_firstlineno == function.begin)]
    kept = [
        one
        for one in gc.get_objects()
        if isinstance(one, FunctionType)
        and (one.__code__.co_filename, one.__code__.co_firstlineno) == (function.path, function.begin)
        and one.__code__.co_name == code.co_name
    ]
    if not kept or any(one.__code__.co_freevars != code.co_freevars for one in kept):
        return False
    for one in kept:
        one.__code__ = code
    return True


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and of its classes, none of those inside them."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            if one.co_flags & 0x1:  # optimized: a function, and no body of a class
                yield one
            else:
                yield from codes_of(one)


def clear_caches() -> None:
    """Empty what cached functions keep."""
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper):
            one.cache_clear()


def bound_resources() -> None:
    """Hold this process to its processor time and memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def in_fork(work: Callable[[], tuple[bool, str | None]]) -> tuple[bool, str | None]:
    """Do something in a fork that is bound in time and memory, and give what it returned."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        bound_resources()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        try:
            told = work()
        except BaseException as error:  # noqa: BLE001  # whatever it is, a change did it
            told = True, f"{type(error).__name__} outside of a test"
        os.write(writing, json.dumps(told).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        text = pipe.read()
    os.waitpid(pid, 0)
    is_made, noticed = json.loads(text) if text else (True, "its bound of time and memory")
    return is_made, noticed
