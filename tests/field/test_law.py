"""Only + - * /, comparisons and square roots decide in the field: all else differs between machines."""

import ast
from collections.abc import Iterator
from pathlib import Path

import edencli.field

MODULES = sorted(Path(edencli.field.__file__).parent.glob("*.py"))
SUMS_OF_WHOLE_NUMBERS = {
    ("shapes.py", "_normal"),
    ("templates.py", "_best"),
    ("templates.py", "value"),
}


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_nothing_but_square_roots_comes_from_the_mathematics_library() -> None:
    taken = {
        name.name
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "math"
        for name in node.names
    }
    modules = {
        name.name.partition(".")[0]
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import)
        for name in node.names
    }

    assert taken == {"inf", "sqrt"}
    assert modules.isdisjoint({"math", "cmath", "statistics", "numpy", "random"})


def test_only_whole_numbers_are_summed() -> None:
    """From Python 3.12 on, `sum` of floats gives other bits."""
    summing = {
        (path.name, function.name)
        for path in MODULES
        for function in functions(path)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum"
    }

    assert summing == SUMS_OF_WHOLE_NUMBERS


def test_nothing_is_raised_to_a_power() -> None:
    """Powers come from the C library."""
    raising = {
        path.name
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Pow)
    }

    assert raising == set()
