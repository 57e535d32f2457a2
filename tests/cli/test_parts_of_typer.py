"""The parts that typer keeps to itself and edencli uses: each is named, with why nothing public serves.

Of other libraries edencli takes no part with a private name. What it uses of ruamel that nobody promised,
under public names, is named in `tests/files/test_scanner.py`.
"""

import ast
import hashlib
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(__file__).parents[2] / "edencli"
LIBRARIES = {"typer", "click", "prompt_toolkit", "ruamel", "jsonschema", "referencing", "tabulate"}

# Each part, and why nothing public serves.
PRIVATE = {
    "typer._completion_classes": "where typer finds its classes for the shells; ours quote names",
    "typer._completion_shared": "the home of the scripts",
    "typer._completion_shared._completion_scripts": "the scripts that shells source; ours quote names",
    "typer._completion_shared.get_completion_script": "the script for a shell that is named",
    "typer._completion_shared.install": "puts the script for a shell that is named where that looks for it",
    "typer._click.shell_completion.CompletionItem": "what a class for a shell gives",
    "typer._click.shell_completion.ShellComplete": "what such a class is made of",
    "typer._click.shell_completion._resolve_context": "the command that a line has come to",
    "typer._click.shell_completion._resolve_incomplete": "the option or argument that a line has come to",
    "typer.core._": "its gettext: what typer says itself is said in the language that is spoken",
}
# Those of them whose work ours goes by, by what they were then. When one moves: read what became of it, mend
# ours where it must follow, then write the new digest here.
FOLLOWED = {
    "typer._click.shell_completion._resolve_context": "55ce2ce51971",
    "typer._click.shell_completion._resolve_incomplete": "f3617c68a6a8",
    "typer._completion_classes.completion_init": "67a0c04ab478",
    "typer._completion_shared.get_completion_script": "05e498be2e4a",
    "typer.completion.shell_complete": "8285a311454b",
    "typer.completion.show_callback": "3e5cf18114aa",
}


def private_parts(tree: ast.Module) -> Iterator[str]:
    """Every part of a library that a module takes though its name begins with an underscore."""
    homes: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in LIBRARIES:
            homes |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            homes |= {one.name: one.name for one in node.names if one.name.partition(".")[0] in LIBRARIES}
    yield from homes.values()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield f"{homes.get(ast.unparse(node.value))}.{node.attr}"
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            home = ast.unparse(node.value).removeprefix("vars(").removesuffix(")")
            yield f"{homes.get(home)}.{node.slice.value}"


def is_private(part: str) -> bool:
    """Tell whether a part of a library is one of those that nobody promised."""
    own = part.partition(".")[2].split(".")
    return not part.startswith("None.") and any(one.startswith("_") and one[-2:] != "__" for one in own)


def test_every_private_part_of_a_library_is_named() -> None:
    found = {
        part
        for path in PACKAGE.rglob("*.py")
        for part in private_parts(ast.parse(path.read_text(encoding="utf-8")))
        if is_private(part)
    }

    assert found == PRIVATE.keys()


def test_a_private_part_is_found_however_it_is_taken() -> None:
    source = """
from typer._click import core
from ruamel.yaml import _x as y, scanner
import typer.core
scanner._z, vars(typer.core)["_"], typer.core.TyperGroup, self._own, {}["_"], typer.__version__
"""

    found = {part for part in private_parts(ast.parse(source)) if is_private(part)}

    assert found == {"typer._click.core", "ruamel.yaml._x", "ruamel.yaml.scanner._z", "typer.core._"}


def part_of(name: str) -> Any:
    module, _, own = name.rpartition(".")
    return getattr(importlib.import_module(module), own)


@pytest.mark.parametrize("name", FOLLOWED)
def test_what_ours_goes_by_is_what_it_was(name: str) -> None:
    """Within the bound of pyproject.toml typer may still change what nobody promised."""
    assert hashlib.sha256(inspect.getsource(part_of(name)).encode()).hexdigest()[:12] == FOLLOWED[name]
