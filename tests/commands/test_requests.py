"""The options of a command: each is read by what the command does, and reaches it as what it is."""

import ast
import inspect
from collections.abc import Iterator

import pytest
from source_map import edencli_modules, parse_module

from edencli.cli import COMMANDS, load_command, load_named
from edencli.commands.requests import Request

NO_OPTIONS = {*Request.part_types}
REQUESTS = {command: load_named(request) for command, (request, _) in COMMANDS.items()}
SOURCES = [parse_module(path) for path in edencli_modules().values() if "Request" in path.read_text("utf-8")]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_is_read_by_what_the_command_does(command: str) -> None:
    request = REQUESTS[command]
    read = parts_read(request.__name__, SOURCES)

    assert [part for part in request.parts if part not in NO_OPTIONS | read] == [], (
        f"edencli {command} has options of which nothing in edencli makes use"
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_part_of_a_request_is_an_option_or_an_argument(command: str) -> None:
    parameters = {str(one.name) for one in load_command(command).params}

    assert {*REQUESTS[command].parts} - NO_OPTIONS == parameters - {
        "help",
        "lang",
        "without_remarks",
        "without_pager",
    }


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_command_does_takes_the_request_that_is_read(command: str) -> None:
    (parameter,) = inspect.signature(load_named(COMMANDS[command][1])).parameters.values()

    assert parameter.annotation is REQUESTS[command]


def parts_read(name: str, sources: list[ast.Module]) -> set[str]:
    """The parts of a request that are read by functions that are given one, or by its own properties."""
    read = {part for tree in sources if name in mentioned(tree) for part in read_in(tree, name)}
    own = {
        member.name: {*attributes_of(member, "self")}
        for tree in sources
        for one in tree.body
        if isinstance(one, ast.ClassDef) and one.name == name
        for member in one.body
        if isinstance(member, ast.FunctionDef)
    }
    while more := {part for member in read & own.keys() for part in own[member]} - read:
        read |= more
    return read


def mentioned(tree: ast.Module) -> set[str]:
    """The names that a module imports."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {alias.name for node in imports for alias in node.names}


def read_in(tree: ast.Module, name: str) -> Iterator[str]:
    """What a module reads of `request`, where that is no request of another name."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            arguments = [*function.args.args, *function.args.kwonlyargs]
            kinds = [ast.unparse(one.annotation or one) for one in arguments if one.arg == "request"]
            if all(name in kind for kind in kinds):
                yield from attributes_of(function, "request")


def attributes_of(tree: ast.AST, name: str) -> Iterator[str]:
    """What is read of something that is called by a name: `request.seed`, `self.request.seed`."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=of) | ast.Attribute(attr=of), attr=attr) if of == name:
                yield attr


def test_an_option_of_which_nothing_makes_use_is_noticed() -> None:
    declared = "class RunRequest(Request):\n    @property\n    def kinds(self): return self.burn, self.own\n"
    behaviour = (
        "from x import RunRequest\n"
        "def f(request: RunRequest): return request.seed, table.request.kinds\n"
        "def g(request: OtherRequest): return request.width\n"
        "def h(table): return setup.width, table.request.root.height\n"
    )

    assert parts_read("RunRequest", [ast.parse(declared), ast.parse(behaviour)]) == {
        *("seed", "kinds", "burn", "own", "root")
    }
