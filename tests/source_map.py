"""The imports of edencli, from package to package and from test to module, read from the sources.

`tests/generated.py` writes them into CONTRIBUTING.md and `tests/README.md`. Nothing is imported, only parsed.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
HOME = ROOT / "edencli"
TESTS = ROOT / "tests"
MOST_TESTS = 3  # named for a module

# Modules imported by a part of their name, or whose main tests cannot be found by imports.
STATED = {
    "edencli.__main__": ("cli/test_streams.py",),
    "edencli.cli.play": ("games/test_play.py", "cli/test_nothing_ignored.py"),
    "edencli.commands.roll": ("cli/test_roll.py", "rules/test_weather.py", "cli/test_nothing_ignored.py"),
    "edencli.commands.requests.schema": ("commands/test_requests.py",),
    "edencli.commands.requests.setup": ("commands/test_requests.py",),
    "edencli.commands.requests.validate": ("commands/test_requests.py",),
    "edencli.commands.schema": ("model/test_schemas.py", "cli/test_help.py"),
    "edencli.commands.setup": ("cli/test_setup.py",),
    "edencli.commands.show": ("cli/test_show.py", "pages/test_printed_cards.py", "games/test_callings.py"),
    "edencli.commands.validate": ("cli/test_validate.py", "rules/test_band.py", "files/test_library.py"),
    "edencli.effects.arrivals": ("effects/test_scenes.py", "effects/test_every_cell.py"),
    "edencli.effects.leaving": ("effects/test_scenes.py", "effects/test_every_cell.py"),
    "edencli.effects.limbs": ("effects/test_scenes.py", "effects/test_every_cell.py"),
    "edencli.files.shape_band": ("files/test_same_verdict.py", "model/test_schemas.py"),
    "edencli.files.shape_scenery": ("files/test_same_verdict.py", "model/test_schemas.py"),
    "edencli.pages.roll_page": ("cli/test_roll.py",),
    "edencli.prompt.start_play": ("prompt/test_typed_play.py",),
    "edencli.prompt.table_attack": ("cli/test_resolve_attack.py", "prompt/test_attack_prompt.py"),
}


class ModuleTests(NamedTuple):
    """The main tests of a module, and the modules through which they reach it, if not directly."""

    tests: tuple[str, ...]
    through: tuple[str, ...] = ()


@cache
def edencli_modules() -> Mapping[str, Path]:
    """Every module of edencli by its dotted name."""
    return {_dotted(path, ROOT): path for path in sorted(HOME.rglob("*.py"))}


def _dotted(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


@cache
def parse_module(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imported_names(tree: ast.Module, known: Mapping[str, Path]) -> Iterator[tuple[str, str]]:
    """Each known module that a module imports, with the name that it takes from there."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((alias.name, "") for alias in names if alias.name in known)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                for alias in names:
                    whole = f"{module}.{alias.name}"
                    if whole in known or module in known:
                        yield (whole, "") if whole in known else (module, alias.name)


@cache
def module_imports() -> Mapping[str, frozenset[str]]:
    """The modules of edencli that each of them imports, by a statement or by a text with the name."""
    known, found = edencli_modules(), {}
    for name, path in known.items():
        tree = parse_module(path)
        constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        texts = {str(value).partition(":")[0] for value in constants}
        imported = {one for one, _ in imported_names(tree, known)}
        found[name] = frozenset(imported | (texts & known.keys())) - {name}
    return found


def package_of(module: str) -> str:
    """The package of a module; a top-level module counts as its own, `edencli` itself gives an empty text."""
    return module.split(".")[1] if "." in module else ""


def package_imports() -> dict[str, set[str]]:
    """The packages that each package imports."""
    found: dict[str, set[str]] = {}
    for module, imported in module_imports().items():
        if (package := package_of(module)) not in {"", "__main__"}:
            found.setdefault(package, set()).update(map(package_of, imported))
    return {package: others - {"", package} for package, others in found.items()}


def direct_arrows(imports: Mapping[str, set[str]]) -> list[tuple[str, str]]:
    """The imports that do not follow from longer chains of imports."""

    @cache
    def reached(package: str) -> set[str]:
        return imports[package].union(*(reached(other) for other in imports[package]))

    return sorted(
        (package, other)
        for package, others in imports.items()
        for other in others
        if not any(other in reached(between) for between in others)
    )


def package_diagram() -> str:
    """A Mermaid diagram of the packages and their imports."""
    arrows = "".join(f"    {package} --> {other}\n" for package, other in direct_arrows(package_imports()))
    return f"```mermaid\nflowchart TD\n{arrows}```\n"


def top_modules() -> dict[str, str]:
    """The docstring of each module outside the packages."""
    paths = (path for path in sorted(HOME.glob("*.py")) if not path.stem.startswith("__"))
    return {path.name: ast.get_docstring(parse_module(path)) or "" for path in paths}


def package_docstrings() -> dict[str, str]:
    """The docstring of each package."""
    return {
        path.parent.name: ast.get_docstring(parse_module(path)) or ""
        for path in sorted(HOME.glob("*/__init__.py"))
    }


def begin_with(docstring: str) -> list[str]:
    """The names that a package's docstring tells the reader to begin with."""
    said = re.search(r"\bBegin\s+with\s(.+?)(?:\.\s|\.$|$)", docstring, re.DOTALL)
    return re.findall(r"`([\w.]+)`", said[1]) if said else []


def package_table() -> str:
    """The first sentence of each package or top-level module, and where to begin."""
    rows = ["| package | what it is | begin with |", "|---|---|---|"]
    packages = {f"{package}/": docstring for package, docstring in package_docstrings().items()}
    for name, docstring in (top_modules() | packages).items():
        what = docstring.partition("\n")[0].removesuffix(".")
        rows.append(f"| `{name}` | {what} | {', '.join(f'`{one}`' for one in begin_with(docstring))} |")
    return "".join(f"{row}\n" for row in rows)


@cache
def names_by_test() -> Mapping[str, Counter[str]]:
    """The number of names that each test takes from each module of edencli."""
    known = edencli_modules()
    return {
        path.relative_to(TESTS).as_posix(): Counter(
            module for module, _ in set(imported_names(parse_module(path), known))
        )
        for path in sorted(TESTS.rglob("test_*.py"))
    }


def ranked_tests(modules: frozenset[str], name: str = "") -> tuple[str, ...]:
    """The tests of modules: that with the given name, then those that take most of their names from there."""
    shares = {
        test: sum(taken[module] for module in modules) / taken.total()
        for test, taken in names_by_test().items()
        if modules & taken.keys()
    }
    ranked = sorted(shares, key=lambda test: (-shares[test], test))
    own = [name] if (TESTS / name).is_file() else []
    return tuple(dict.fromkeys([*own, *ranked]))[:MOST_TESTS]


def has_code(path: Path) -> bool:
    """Tell whether a module is more than its docstring."""
    return len(parse_module(path).body) > 1


def find_module_tests() -> dict[str, ModuleTests]:
    """The tests of each module: those that import it, or those of the modules that do."""
    importers: dict[str, set[str]] = {}
    for module, imported in module_imports().items():
        for other in imported:
            importers.setdefault(other, set()).add(module)
    found = {}
    for module, path in edencli_modules().items():
        if not has_code(path):
            continue
        own = path.relative_to(HOME).with_name(f"test_{path.name}").as_posix()
        near, seen = frozenset({module}), {module}
        if module in STATED:
            found[module] = ModuleTests(STATED[module])
            continue
        while near and not (tests := ranked_tests(near, own)):
            near = frozenset(one for other in near for one in importers.get(other, ())) - seen
            seen |= near
        through = (
            () if module in near else tuple(sorted(one for one in near if ranked_tests(frozenset({one}))))
        )
        found[module] = ModuleTests(tests, through)
    return found


def module_table() -> str:
    """Every module with its tests, as in `tests/README.md`."""
    rows = ["| module | tests |", "|---|---|"]
    for module, where in find_module_tests().items():
        through = (
            f" through {', '.join(f'`{one}`' for one in where.through[:MOST_TESTS])}" if where.through else ""
        )
        rows.append(f"| `{module}` | {', '.join(f'`{test}`' for test in where.tests)}{through} |")
    return "".join(f"{row}\n" for row in rows)


def put_between(text: str, subject: str, written: str) -> str:
    """A text with new content between the two marks of a subject."""
    begin, end = f"<!-- {subject}: written by tests/generated.py -->\n", f"<!-- end of {subject} -->\n"
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise ValueError(f"no marks of {subject}")
    return f"{before}{begin}\n{written}\n{end}{after}"
