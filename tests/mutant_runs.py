"""Changes functions one at a time, each in a fork of one run of pytest, for `tests/mutants.py`.

As a plugin it imports and runs all tests once, and notes which of them call the functions to be changed. For
each change a fork replaces the code of the function, clears caches, and runs the tests that call it until one
fails. Code that runs while modules are imported cannot be changed this way; it has no result.
"""

import ast
import builtins
import gc
import json
import os
import resource
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import _lru_cache_wrapper
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest

JOB = "EDENCLI_MUTANTS"
"""The environment variable with the path of the job file: the changes, and where results are written."""

NOTE = "__edencli_note_call__"
"""The name under which functions find the hook that notes their calls."""

SECONDS, BYTES = 100, 4 << 30  # of processor time, and of memory, for the tests of one change


class Function(NamedTuple):
    """A function of a module or class: its file, the lines where it and its body begin, and its end."""

    path: str
    begin: int
    body: int
    end: int


class CallTrace:
    """The code that is called while it listens."""

    def __init__(self) -> None:
        self._called: dict[int, CodeType] = {}

    def start(self) -> None:
        """Start listening."""
        sys.settrace(self._note)

    def stop(self) -> frozenset[tuple[str, int]]:
        """Stop listening; return the files and first lines of the code that was called."""
        sys.settrace(None)
        return frozenset((one.co_filename, one.co_firstlineno) for one in self._called.values())

    def _note(self, frame: FrameType, _: str, __: object) -> None:
        self._called[id(frame.f_code)] = frame.f_code


class MutantRuns:
    """A replacement for pytest's run of the tests."""

    def __init__(self, job: Mapping[str, Any]) -> None:
        self._mutants, self._results = job["mutants"], Path(job["results"])
        self._imports = CallTrace()
        self._imports.start()
        self._functions: dict[str, Function] = {}
        self._called = set[Function]()
        self._failed: str | None = None
        self.changeable: Sequence[object] = ()
        """All functions and caches, once the tests have run."""

    def pytest_collection_finish(self) -> None:
        """Make every function to be changed, unless an import called it, note its calls.

        Modules that edencli imports late are imported now: a function that does not exist yet could note
        nothing.
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
        """Note the test that failed."""
        if report.failed:
            self._failed = report.nodeid

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run all tests once, then for each change the tests that it concerns.

        `conftest.py` freezes what was collected; functions and caches are not found until that is undone.
        They are looked for once: a fork that looked through all objects would copy most of the memory.
        """
        gc.unfreeze()
        calling: dict[Function, list[pytest.Item]] = {}
        clear_caches()
        for item, following in followed(session.items):
            self._called = set()
            run_test(item, following)
            for function in self._called:
                calling.setdefault(function, []).append(item)
            if self._failed:
                pytest.exit(f"before any change {self._failed} fails", returncode=3)
        self.changeable = [one for one in gc.get_objects() if isinstance(one, _CHANGEABLE)]
        gc.freeze()
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
        """Whether a change could be made, and the first test that fails with it."""
        if not put_code(function, ast.parse(after), self.changeable):
            return False, None
        clear_caches(self.changeable)
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
    """The first line of a function, with its decorators."""
    return min([node.lineno, *(one.lineno for one in node.decorator_list)])


def noting_call(function: Function) -> ast.Module:
    """The module of a function, in which the function first notes that it is called."""
    tree = ast.parse(Path(function.path).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and first_line(node) == function.begin:
            node.body.insert(0, ast.parse(f"{NOTE}{tuple(function)}").body[0])
    return ast.fix_missing_locations(tree)


_CHANGEABLE = (FunctionType, _lru_cache_wrapper)


def put_code(function: Function, after: ast.Module, among: Iterable[object] | None = None) -> bool:
    """Put the code of a changed module into a function, wherever it is referenced; False if impossible.

    It is looked for among some objects, or among all that the garbage collector knows.
    """
    before = ast.parse(Path(function.path).read_text(encoding="utf-8"))
    old, new = (list(codes_of(compile(tree, function.path, "exec"))) for tree in (before, after))
    code = new[next(n for n, one in enumerate(old) if one.co_firstlineno == function.begin)]
    kept = [
        one
        for one in (gc.get_objects() if among is None else among)
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
    """The functions of a module and of its classes, without inner functions."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            if one.co_flags & 0x1:  # optimized: a function, not the body of a class
                yield one
            else:
                yield from codes_of(one)


def clear_caches(among: Iterable[object] | None = None) -> None:
    """Clear the caches of cached functions: of some objects, or of all."""
    for one in gc.get_objects() if among is None else among:
        if isinstance(one, _lru_cache_wrapper):
            one.cache_clear()


def bound_resources() -> None:
    """Limit the processor time and memory of this process."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def in_fork(work: Callable[[], tuple[bool, str | None]]) -> tuple[bool, str | None]:
    """Run something in a fork limited in time and memory, and return its result."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        bound_resources()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        try:
            told = work()
        except BaseException as error:  # noqa: BLE001  # any error was caused by the change
            told = True, f"{type(error).__name__} outside of a test"
        os.write(writing, json.dumps(told).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        text = pipe.read()
    os.waitpid(pid, 0)
    is_made, noticed = json.loads(text) if text else (True, "its bound of time and memory")
    return is_made, noticed
