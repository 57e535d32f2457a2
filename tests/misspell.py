"""Misspells every rule id, registry key and question class once, and prints the slips that no check notices.

    .venv/bin/python tests/misspell.py [--sample N] [--part 1/2] [--work FOLDER]

Each slip is made in a copy of the tree, one at a time. Then all modules are imported, mypy checks them, and
the quick tests run, until one of these notices: first the test that reads the sources, then mypy, then the
tests of the module, then all others.
The results are kept in the work folder, so that an interrupted run continues where it stopped, and several
runs with a `--part` each share one folder. A changed tree begins again. Exits with 1 if a slip survives.

- A rule id is a text equal to one of the catalogue; of those without a dot, only what is given as a `rule`.
- A registry key is a text in `edencli/rules/registry.py`, or of an act, a chapter or a step that a rule
  adds to it.
- A question class is one of `edencli/match/questions.py`, or derived from one. Its uses are misspelt, one
  each module.
"""

import argparse
import ast
import hashlib
import json
import os
import random
import re
import shutil
import string
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from figures import rule_ids
from source_map import find_module_tests

TREE = Path(__file__).parents[1]
LEFT_OUT = (".git", ".venv", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis")
ROWS = ("ActRow", "InField", "ChapterRules")  # of the registry
QUICKEST = "tests/rules/test_rule_ids.py"  # reads the sources, and notices most slips
IMPORT_ALL = (
    "import importlib, pkgutil, edencli\n"
    "for one in pkgutil.walk_packages(edencli.__path__, 'edencli.'):\n"
    "    if not one.name.endswith('__main__'): importlib.import_module(one.name)\n"
)


class Site(NamedTuple):
    """A name in a source: where it begins, in characters, and what it is."""

    path: str
    line: int
    begin: int
    name: str
    kind: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.kind} {self.name}"


# ── finding names ───────────────────────────────────────────────────────────────────────────────────────


def find_sites(tree: Path) -> list[Site]:
    """Every place where a rule id, a registry key or a question class is spelt."""
    home = tree / "edencli"
    catalogue = [
        json.loads(path.read_text(encoding="utf-8")) for path in (home / "rulebooks/catalogue").glob("*.json")
    ]
    ids, bare = rule_ids(catalogue), rule_ids(catalogue, dotted=False)
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(home.rglob("*.py"))}
    parsed = {path: ast.parse(text) for path, text in sources.items()}
    questions = question_classes(parsed.values())
    found = list[Site]()
    for path, source in sources.items():
        is_registry = path.relative_to(home).as_posix() == "rules/registry.py"
        named = {
            **dict.fromkeys(rule_texts(parsed[path], ids, bare), "rule id"),
            **dict.fromkeys(registry_texts(parsed[path], is_registry=is_registry), "registry key"),
            **dict.fromkeys(class_uses(parsed[path], questions), "question class"),
        }
        where, lines = path.relative_to(tree).as_posix(), source.splitlines(keepends=True)
        found += (site for node, kind in named.items() if (site := _site_of(node, kind, where, lines)))
    return sorted(set(found))


def _site_of(node: ast.expr | ast.alias, kind: str, path: str, lines: Sequence[str]) -> Site | None:
    """The place of a node's name in a source; None where the name is put together from parts."""
    name = str(next(getattr(node, part) for part in ("attr", "id", "name", "value") if hasattr(node, part)))
    first = lines[node.lineno - 1].encode()
    at = len(first[: node.col_offset].decode())
    within = lines[node.lineno - 1 : node.end_lineno or node.lineno]
    column = "".join(within).find(name, at)
    if column < 0:
        return None
    return Site(path, node.lineno, sum(map(len, lines[: node.lineno - 1])) + column, name, kind)


def rule_texts(tree: ast.Module, ids: frozenset[str], bare: frozenset[str]) -> Iterator[ast.Constant]:
    """The texts that are rule ids."""
    prose = prose_in(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if text in ids and id(node) not in prose:
                yield node
            case (
                ast.keyword(arg="rule", value=ast.Constant(value=str(text)) as value)
                | ast.AnnAssign(target=ast.Name(id="rule"), value=ast.Constant(value=str(text)) as value)
                | ast.Assign(targets=[ast.Name(id="rule")], value=ast.Constant(value=str(text)) as value)
            ) if text in bare:
                yield value


def prose_in(tree: ast.Module) -> set[int]:
    """The identities of docstrings and other statements that are only a text."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def registry_texts(tree: ast.Module, *, is_registry: bool) -> Iterator[ast.Constant]:
    """The texts that are words of the registry: all of its module, and those of rows that others add."""
    within: Iterable[ast.AST] = [tree] if is_registry else _rows_of(tree)
    prose = prose_in(tree)
    parts = {id(node) for one in ast.walk(tree) if isinstance(one, ast.JoinedStr) for node in one.values}
    for one in within:
        for node in ast.walk(one):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in prose | parts
            ):
                yield node


def _rows_of(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in ROWS:
                yield node


def question_classes(trees: Iterable[ast.Module]) -> frozenset[str]:
    """The names of all question classes: Question, and all its subclasses."""
    bases = {
        node.name: {one.id for base in node.bases for one in ast.walk(base) if isinstance(one, ast.Name)}
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
    found = {"Question"} & bases.keys()
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return frozenset(found)


def class_uses(tree: ast.Module, names: frozenset[str]) -> Iterator[ast.expr | ast.alias]:
    """One use of each name in a module: the last one, or else its import."""
    uses = dict[str, ast.expr | ast.alias]()
    for node in ast.walk(tree):
        match node:
            case ast.alias(name=name) if name in names:
                uses.setdefault(name, node)
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in names:
                uses[name] = node
    return iter(uses.values())


def slip_in(name: str, others: frozenset[str], seed: int) -> str:
    """A name with one typing slip: a letter missing, doubled, changed, or swapped with the next."""
    chance = random.Random(f"{seed} {name}")  # noqa: S311  # nothing secret
    places = [n for n, letter in enumerate(name) if letter.isalpha()]
    while True:
        n = chance.choice(places)
        slips = (
            name[:n] + name[n + 1 :],
            name[:n] + name[n] + name[n:],
            name[:n] + chance.choice(string.ascii_lowercase) + name[n + 1 :],
            name[:n] + name[n : n + 2][::-1] + name[n + 2 :],
        )
        wrong = chance.choice(slips)
        if wrong and wrong not in others and wrong != name and not wrong[0].isdigit():
            return wrong


# ── trying a slip ────────────────────────────────────────────────────────────────────────────────────────


class Copy:
    """A copy of the tree in which slips are made, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "tree"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(TREE, self.home, ignore=shutil.ignore_patterns(*LEFT_OUT))
        self._status = folder / "dmypy.json"
        self._written = int(time.time())
        self._tests = find_module_tests()

    def check(self) -> None:
        """Raise if the copy fails its checks before any slip."""
        path = "edencli/rules/registry.py"
        if (found := self.noticed_by(path)) is not None:
            raise SystemExit(f"the tree itself is refused by {found}")
        source = (self.home / path).read_text(encoding="utf-8")
        self.write(path, f"{source}\n\ndef _misspelt() -> None:\n    Registri\n")
        if (found := self.noticed_by(path)) != "mypy":
            raise SystemExit(f"a name that is not there is no matter to mypy, but to {found}")
        self.write(path, source)

    def write(self, path: str, text: str) -> None:
        """Write a module with a new second as its time, so that no compiled module passes for it."""
        self._written += 2
        (self.home / path).write_text(text, encoding="utf-8")
        os.utime(self.home / path, (self._written, self._written))

    def noticed_by(self, path: str) -> str | None:
        """What notices a slip in a module first: import, mypy, or a test by its name."""
        if self._run(sys.executable, "-c", IMPORT_ALL)[0]:
            return "import"
        if failed := self._failed_test(QUICKEST):
            return failed
        dmypy = (sys.executable, "-m", "mypy.dmypy", "--status-file", str(self._status))
        if self._run(*dmypy, "run", "--", "--no-error-summary")[0]:
            return "mypy"
        module = ".".join(Path(path).with_suffix("").parts)
        own = self._tests.get(module)
        first = [f"tests/{test}" for test in own.tests] if own else []
        return self._failed_test(*first, "tests/rules/test_catalogue.py") or self._failed_test()

    def _failed_test(self, *tests: str) -> str | None:
        """The first quick test that fails, of some modules or of all."""
        pytest = (
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-m",
            "quick",
            "-p",
            "no:cacheprovider",
            "--tb=no",
            "-q",
        )
        code, told = self._run(*pytest, *tests)
        if code in {0, 5}:  # 5: none of these is quick
            return None
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", told, re.MULTILINE)
        return failed[1] if failed else f"pytest, which ended with {code}"

    def _run(self, *words: str) -> tuple[int, str]:
        environment = {**os.environ, "PYTHONPATH": str(self.home), "COLUMNS": "200"}
        if "mypy.dmypy" in words:
            del environment["PYTHONPATH"]  # mypy reports nothing about modules found there
        ended = subprocess.run(
            words, cwd=self.home, env=environment, capture_output=True, text=True, check=False
        )
        return ended.returncode, ended.stdout + ended.stderr

    def close(self) -> None:
        """Stop mypy and remove the copy."""
        self._run(sys.executable, "-m", "mypy.dmypy", "--status-file", str(self._status), "kill")
        shutil.rmtree(self.home.parent, ignore_errors=True)


def tree_digest() -> str:
    """A digest of all sources and tests: results of another tree do not count."""
    digest = hashlib.sha256()
    for folder in ("edencli", "tests"):
        for path in sorted((TREE / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


# ── running all slips ──────────────────────────────────────────────────────────────────────────────────────


def misspell(copy: Copy, site: Site, others: frozenset[str], seed: int) -> tuple[str, str | None]:
    """Make one slip, and return it with what noticed it; the copy is restored."""
    wrong = slip_in(site.name, others, seed)
    source = (copy.home / site.path).read_text(encoding="utf-8")
    copy.write(site.path, source[: site.begin] + wrong + source[site.begin + len(site.name) :])
    try:
        return wrong, copy.noticed_by(site.path)
    finally:
        copy.write(site.path, source)


def read_results(path: Path) -> dict[str, dict[str, str | None]]:
    """The results of earlier runs, by site."""
    if not path.exists():
        return {}
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {f"{row['site']} at {row['begin']}": row for row in rows}


def run_sites(sites: Sequence[Site], others: frozenset[str], work: Path, seed: int, name: str) -> None:
    """Misspell all sites that no earlier run has misspelt, and keep each result."""
    results = work / f"results-{tree_digest()}-{seed}.jsonl"
    known = read_results(results)
    left = [site for site in sites if f"{site} at {site.begin}" not in known]
    say(f"{len(sites)} sites, {len(sites) - len(left)} known; results in {results}")
    if not left:
        return
    copy, began = Copy(work / f"copy-{name}-{os.getpid()}"), time.monotonic()
    try:
        copy.check()
        for n, site in enumerate(left, start=1):
            wrong, noticed = misspell(copy, site, others, seed)
            row = {"site": str(site), "begin": site.begin, "wrong": wrong, "noticed": noticed}
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            pace = (time.monotonic() - began) / n
            minutes = pace * (len(left) - n) / 60
            say(f"{n} of {len(left)}, {minutes:.0f} min left: {site} -> {wrong}: {noticed}")
    finally:
        copy.close()


def survivors(sites: Iterable[Site], work: Path, seed: int) -> list[str]:
    """The slips that nothing noticed, among those that were made."""
    known = read_results(work / f"results-{tree_digest()}-{seed}.jsonl")
    rows = (known.get(f"{site} at {site.begin}") for site in sites)
    return [f"{row['site']} -> {row['wrong']}" for row in rows if row and row["noticed"] is None]


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Misspell the names that the command line selects."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sample", type=int, metavar="N", help="no more than N sites, drawn by the seed")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="every Nth site, from the Kth on")
    parser.add_argument("--kind", choices=("rule id", "registry key", "question class"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "edencli-misspell")
    parser.add_argument("--list", action="store_true", help="print the sites and make no slip")
    given = parser.parse_args()
    sites = find_sites(TREE)
    others = frozenset(site.name for site in sites)
    chosen = [site for site in sites if given.kind in {None, site.kind}]
    if given.sample:
        chosen = sorted(random.Random(given.seed).sample(chosen, min(given.sample, len(chosen))))  # noqa: S311
    part, parts = map(int, given.part.split("/"))
    chosen = chosen[part - 1 :: parts]
    if given.list:
        say("\n".join(map(str, chosen)))
        return 0
    given.work.mkdir(parents=True, exist_ok=True)
    run_sites(chosen, others, given.work, given.seed, f"{part}-of-{parts}")
    left = survivors(chosen, given.work, given.seed)
    say("\n".join(["", f"{len(left)} of {len(chosen)} slips survive", *left]))
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
