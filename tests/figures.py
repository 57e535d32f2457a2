"""Prints the figures of a tree, or of two: `python tests/figures.py [TREE] [OTHER_TREE]`.

Parses every module of `edencli` and imports none, so any Python from 3.11 on can count a tree of any age. The
folders below `edencli` are its packages, whatever their names. Lists are those of the last tree. What the
figures count:

- Lines of code are neither blank, nor comments, nor docstrings. Statements are counted without docstrings.
- JSON entries are single values: texts, numbers, true, false and null.
- Functions are those of modules and classes; one within another is part of it. Lengths are lines of code.
- Branches are those of ruff (C901), `and`, `or`, conditional expressions, `for` and `if` in comprehensions.
- A private function is used once if its module reads its name once.
- A name of a function is participial if its first or last word is a past participle (`told`, `cards_shown`),
  unless it states a fact (`is_hidden`).
- A name is repeated if it was defined before: of a class anywhere, of a public function in its package.
- Rule ids are texts equal to an id of the catalogue, outside `rules` and `rulebooks`. Ids without a dot are
  left out, since they are also plain words ("bid", "token").
- Near names are calls that compare spellings. A bare `Choice` is one that is given a rule and has no class.
- A module has its test if `tests` has `test_NAME.py` at the same place.
"""

import argparse
import ast
import json
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

ALL, TOP = "all", "(top)"
# The order of the columns: packages from the screen downwards, then the others by name.
ORDER = (
    "(top) cli commands desk prompt games output files model rulebooks field match rules effects notation "
    "referee odds players bots report transcript lookup pictures pages lang"
)
GREATEST = ("longest", "most branches")  # figures with a list of the ten highest
CONCEPTS = ("is_measured, is_bare", "near names", "bare Choice")
SHOWN = ("modules over 450", "class names again", "function names again", "modules without test")
FIGURES = (
    *("modules", "lines", "lines of code", "statements", "JSON files", "JSON lines", "JSON entries"),
    *("public functions", "public methods", "public classes", "public constants", "participial names"),
    *("class names again", "function names again", "functions and methods", "median length", *GREATEST),
    *("functions over 40", "modules over 450", "modules over 600", "private functions"),
    *("private, %", "private used once", "used once of private, %", "names imported", "imported within"),
    *("rule ids", "isinstance", "Any", "cast", "type: ignore", *CONCEPTS, "modules without test"),
)

PARTICIPLE = re.compile(
    r"(?!(bed|embed|exceed|feed|heed|hundred|need|red|sacred|seed|speed)$)\w+ed|begun|bent|bought|broken|brought|"
    "built|caught|chosen|done|drawn|driven|fallen|felt|fled|forbidden|foreseen|foretold|forgotten|found|fought|"
    "frozen|given|gone|grown|heard|held|hidden|hurt|kept|known|laid|lain|led|left|lent|lost|made|meant|met|"
    "misread|paid|said|seen|sent|shown|sold|spelt|spent|spoilt|spoken|stolen|struck|sunk|taken|taught|"
    "thought|thrown|told|torn|understood|undone|unsaid|unshown|won|worn|written"
)
NEAR_NAMES = re.compile(r"get_close_matches|SequenceMatcher|\w*slips|\w*edit_distance|levenshtein\w*")
FUNCTIONS, LOOPS = (ast.FunctionDef, ast.AsyncFunctionDef), (ast.For, ast.AsyncFor, ast.While)
BRANCHES = (*FUNCTIONS, *LOOPS, ast.If, ast.IfExp, ast.ExceptHandler, ast.match_case)
PARAGRAPH = textwrap.TextWrapper(110, initial_indent="    ", subsequent_indent="    ")


class Site(NamedTuple):
    """A place in a file below `edencli`, the figure that counts it, and what is there."""

    figure: str
    line: int = 0
    what: str = ""
    n: int = 1
    path: str = ""

    @property
    def package(self) -> str:
        package, slash, _ = self.path.partition("/")
        return package if slash else TOP

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place} {self.what} {self.n if self.n > 1 else ''}".rstrip()


def read_tree(root: Path) -> list[Site]:
    """Everything that is counted in a tree."""
    home = root.resolve() / "edencli"
    data = {path: json.loads(path.read_text(encoding="utf-8")) for path in sorted(home.rglob("*.json"))}
    ids = rule_ids(file for path, file in data.items() if path.parent.name == "catalogue")
    found = [(path, one) for path, content in data.items() for one in in_data(path, content)]
    found += [(path, one) for path in sorted(home.rglob("*.py")) for one in in_module(home, path, ids)]
    sites = [one._replace(path=path.relative_to(home).as_posix()) for path, one in found]
    return [*sites, *again(sites)]


def rule_ids(catalogue: Iterable[Any], *, dotted: bool = True) -> frozenset[str]:
    """The ids in the files of the catalogue: those with a dot, or those without."""
    rows = (row for file in catalogue if isinstance(file, dict) for row in file.items())
    rules = (id_ for id_, rule in rows if isinstance(rule, dict) and "books" in rule)
    return frozenset(id_ for id_ in rules if ("." in id_) is dotted)


def in_data(path: Path, data: object) -> Iterator[Site]:
    yield Site("JSON files")
    yield Site("JSON lines", n=len(path.read_text(encoding="utf-8").splitlines()))
    yield Site("JSON entries", n=entries(data))


def entries(data: object) -> int:
    """The number of single values in a piece of JSON."""
    if isinstance(data, dict):
        data = list(data.values())
    return sum(map(entries, data)) if isinstance(data, list) else 1


def in_module(home: Path, path: Path, ids: frozenset[str]) -> Iterator[Site]:
    name = path.relative_to(home)
    lines = path.read_text(encoding="utf-8").splitlines()
    tree = ast.parse("\n".join(lines))
    prose = {n for node in ast.walk(tree) if is_docstring(node) for n in lines_of(node)}
    code = {n for n, line in enumerate(lines, 1) if line.strip() and line.strip()[0] != "#"} - prose
    yield from (Site("lines", n=len(lines)), Site("lines of code", n=len(code)))
    sizes = {"modules": 0, "modules over 450": 451, "modules over 600": 601}
    kinds = (kind for kind, least in sizes.items() if len(lines) >= least)
    yield from (Site(kind, what=f"{len(lines)} lines") for kind in kinds)
    test = home.parent / "tests" / name.with_name(f"test_{name.name}")
    if not (name.stem.startswith("__") or test.exists()):
        yield Site("modules without test")
    ignored = (n for n in sorted(code) if "# type: ignore" in lines[n - 1])
    yield from (Site("type: ignore", n, lines[n - 1].strip()) for n in ignored)
    yield from in_functions(tree, code)
    wanted = frozenset[str]() if name.parts[0] in {"rules", "rulebooks"} else ids
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not is_docstring(node):
            yield from in_statement(node, home, name)
        elif isinstance(node, ast.expr) and (figure := figure_of(node, wanted)):
            yield Site(figure, node.lineno, textwrap.shorten(ast.unparse(node), 80, placeholder=" ..."))
    for node in tree.body:
        for one in ast.walk(node) if isinstance(node, ast.Assign | ast.AnnAssign) else ():
            match one:
                case ast.Name(id=constant, ctx=ast.Store()) if re.fullmatch("[A-Z][A-Z0-9_]+", constant):
                    yield Site("public constants", one.lineno, constant)


def in_statement(node: ast.stmt, home: Path, name: Path) -> Iterator[Site]:
    yield Site("statements", node.lineno)
    source = ""
    if isinstance(node, ast.ClassDef):
        yield Site("private classes" if node.name[0] == "_" else "public classes", node.lineno, node.name)
    elif isinstance(node, ast.ImportFrom):
        above = ("edencli", *name.parts)[: -node.level] if node.level else ()
        source = ".".join((*above, *filter(None, [node.module]), ""))
    for alias in node.names if isinstance(node, ast.Import | ast.ImportFrom) else ():
        root, package, *_ = f"{source}{alias.name}.".split(".")
        if root == "edencli":
            package = package if package and (home / package).is_dir() else TOP
            own = package == (name.parts[0] if name.parts[1:] else TOP)
            yield Site("imported within" if own else "names imported", node.lineno, package)


def in_functions(tree: ast.Module, code: set[int]) -> Iterator[Site]:
    """The figures of the functions of a module and the methods of its classes."""
    loads = (node for node in ast.walk(tree) if isinstance(getattr(node, "ctx", None), ast.Load))
    reads = Counter(getattr(node, "id", getattr(node, "attr", "")) for node in loads)
    for owner in ast.walk(tree):
        for node in owner.body if isinstance(owner, ast.Module | ast.ClassDef) else ():
            if isinstance(node, FUNCTIONS):
                name, length = node.name, len(code.intersection(lines_of(node)))
                is_private = name[0] == "_" and name != "_" and not name.endswith("__")
                counted = {
                    "functions and methods": 1,
                    f"public {'functions' if owner is tree else 'methods'}": name[0] != "_",
                    "participial names": name[0] != "_" and is_participial(name),
                    "private functions": is_private,
                    "private used once": is_private and reads[name] == 1,
                    "functions over 40": length > 40,
                    "longest": length,
                    "most branches": sum(map(branches, ast.walk(node))),
                }
                yield from (Site(figure, node.lineno, name, int(n)) for figure, n in counted.items() if n)


def again(sites: Iterable[Site]) -> Iterator[Site]:
    """The definitions of classes and functions whose name was defined before."""
    first: dict[tuple[str, str], Site] = {}
    for one in sites:
        if one.figure in {"public functions", "public classes", "private classes"}:
            is_class = one.figure != "public functions"
            before = first.setdefault((ALL if is_class else one.package, one.what), one)
            if before is not one:
                figure = "class names again" if is_class else "function names again"
                yield one._replace(figure=figure, what=f"{one.what}, as in {before.path}")


def figure_of(node: ast.expr, ids: frozenset[str]) -> str:
    """The figure that counts an expression; empty if none does."""
    match node:
        case ast.Name(id="Any"):
            return "Any"
        case ast.Constant(value=str(text)) if text in ids:
            return "rule ids"
        case ast.Attribute(attr="is_measured" | "is_bare"):
            return "is_measured, is_bare"
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            if name == "Choice" and any(keyword.arg == "rule" for keyword in node.keywords):
                return "bare Choice"
            return "near names" if NEAR_NAMES.fullmatch(name) else name * (name in {"isinstance", "cast"})
    return ""


def is_docstring(node: ast.AST) -> bool:
    """Tell whether a node is a statement that is only a text."""
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)


def is_participial(name: str) -> bool:
    words = name.split("_")
    states_a_fact = words[0] in {"is", "are", "was", "has", "had", "can", "may"}
    return not states_a_fact and any(PARTICIPLE.fullmatch(words[i]) for i in (0, -1))


def lines_of(node: ast.AST) -> range:
    """The numbers of a statement's lines, without its decorators."""
    return range(getattr(node, "lineno", 1), getattr(node, "end_lineno", 0) + 1)


def branches(node: ast.AST) -> int:
    """The number that a node adds to the branches of its function; the function itself counts as one."""
    match node:
        case ast.match_case(pattern=ast.MatchAs(pattern=None), guard=None):
            return 0
        case ast.Try(orelse=[_, *_]):
            return 1
        case ast.BoolOp(values=[_, *more]):
            return len(more)
        case ast.comprehension(ifs=more):
            return 1 + len(more)
    return int(isinstance(node, BRANCHES))


def figures(sites: Sequence[Site]) -> dict[str, dict[str, float]]:
    """Every figure, in total and for each package."""
    table: dict[str, dict[str, float]] = {figure: {} for figure in FIGURES}
    for package in (ALL, *packages(sites)):
        values: dict[str, list[int]] = {figure: [] for figure in FIGURES}
        for one in sites:
            if package in {ALL, one.package}:
                values.setdefault(one.figure, []).append(one.n)
        for figure, row in table.items():
            row[package] = max(values[figure], default=0) if figure in GREATEST else sum(values[figure])
        functions, private = len(values["longest"]), len(values["private functions"])
        table["median length"][package] = median(values["longest"] or [0])
        table["private, %"][package] = round(100 * private / max(1, functions), 1)
        once = len(values["private used once"])
        table["used once of private, %"][package] = round(100 * once / max(1, private), 1)
    return table


def packages(sites: Iterable[Site]) -> list[str]:
    """The packages, in the order of the columns."""
    found = {one.package for one in sites}
    return [*(one for one in ORDER.split() if one in found), *sorted(found.difference(ORDER.split()))]


def imports(sites: Sequence[Site]) -> dict[str, dict[str, int]]:
    """The number of names that each package imports from each, itself included."""
    counts = Counter((one.package, one.what) for one in sites if "import" in one.figure)
    return {name: {other: counts[name, other] for other in packages(sites)} for name in packages(sites)}


def listed(sites: Iterable[Site], figure: str) -> list[Site]:
    """The sites of a figure, or its ten highest."""
    found = sorted((one for one in sites if one.figure == figure), key=lambda one: (one.path, one.line))
    return sorted(found, key=lambda one: -one.n)[:10] if figure in GREATEST else found


def tables(trees: Sequence[Sequence[Site]]) -> Iterator[str]:
    """The total figures with their change from tree to tree, and those of each package."""
    found = [figures(tree) for tree in trees]
    if len(found) > 1:
        rows = [["", "before", "after", "change"]]
        for figure in FIGURES:
            before, after = (table[figure][ALL] for table in found)
            rows.append([figure, shown(before), shown(after), shown(after - before)])
        yield lay_out(rows)
    names = [ALL, *packages(one for tree in trees for one in tree)]
    rows = [["", *names]]
    for figure in FIGURES:
        for label, table in zip((figure, "    after"), found, strict=False):
            rows.append([label, *(shown(table[figure].get(name)) for name in names)])
    yield lay_out(rows)


def sections(sites: Sequence[Site]) -> Iterator[str]:
    """The lines below the tables: the imports, and lists."""
    table = imports(sites)
    rows = [[name, *(shown(n or None) for n in row.values())] for name, row in table.items()]
    yield lay_out([["imports from", *table], *rows])
    found = listed(sites, "rule ids")
    modules = Counter(one.path for one in found).most_common()
    title = f"rule ids ({len({one.what for one in found})} different)"
    lists = {title: [f"{path} {n}" for path, n in modules]}
    lists |= {figure: [*map(str, listed(sites, figure))] for figure in (*GREATEST, *SHOWN)}
    for title, texts in lists.items():
        yield f"{title}\n{PARAGRAPH.fill('; '.join(texts) or 'none')}\n"


def lay_out(rows: Sequence[Sequence[str]]) -> str:
    """A table with words in the first column and numbers in the others."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])] for row in rows)
    return "".join("  ".join(line).rstrip() + "\n" for line in lines)


def shown(number: float | None) -> str:
    return "." if number is None else f"{number:,.6g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("trees", nargs="*", type=Path, metavar="TREE")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--list", choices=FIGURES, action="append", default=[], metavar="FIGURE")
    parser.add_argument("--rule-ids", dest="list", action="append_const", const="rule ids")
    parser.add_argument("--grep", action="store_true", help=f"list {'; '.join(CONCEPTS)}")
    given = parser.parse_args()
    roots = given.trees or [Path(__file__).parents[1]]
    if len(roots) > 2 or not all((root / "edencli").is_dir() for root in roots):
        parser.error("give one tree or two, each with a folder edencli")
    trees = [read_tree(root) for root in roots]
    wanted = (*given.list, *CONCEPTS * given.grep)
    if given.format == "json":
        kept = (*GREATEST, *SHOWN, "rule ids", *wanted)
        data = {}
        for root, tree in zip(roots, trees, strict=True):
            lists = {figure: [*map(str, listed(tree, figure))] for figure in kept}
            data[str(root)] = {"figures": figures(tree), "imports": imports(tree), "listed": lists}
        sys.stdout.write(json.dumps(data, indent=1) + "\n")
    elif wanted:
        for figure in wanted:
            found = listed(trees[-1], figure)
            sys.stdout.write("\n".join([f"{figure}: {len(found)}", *map(str, found)]) + "\n\n")
    else:
        sys.stdout.write("\n".join([*tables(trees), *sections(trees[-1])]))


if __name__ == "__main__":
    main()
