"""The house's laws that no import contract holds: what the lower rooms must not touch, a true map, names."""

import ast
import builtins
import importlib
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from source_map import edencli_modules, has_code, module_imports

import edencli.rules
from edencli.match.field_kinds import Field

PACKAGE = Path(__file__).parents[1] / "edencli"
ALL_MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST_MODULE = 600
ROOMS = ("field", "model", "match", "rules", "effects", "notation", "referee", "odds")

# Chance, clocks, files, streams and the system: a package that needs one is handed it from above.
# Only the dice of a seed draw random numbers.
MODULES = frozenset({"datetime", "random", "secrets", "time"}) | frozenset(
    {"io", "logging", "os", "pathlib", "shutil", "socket", "subprocess", "sys", "tempfile"}
)
CALLS = frozenset({"breakpoint", "eval", "exec", "input", "open", "print"})

# The rows of the map of the rules: a module, and what is to be read first in it.
RULES = PACKAGE / "rules"
ROWS = [
    tuple(re.split(r"\s{2,}", line.strip())[-2:])
    for line in (edencli.rules.__doc__ or "").splitlines()
    if line.startswith("    ")
][1:]


def touched(source: str) -> Iterator[str]:
    """What a module imports and calls that it must not, with the line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            yield f"{node.lineno}: {node.func.id}()"
            continue
        else:
            continue
        yield from (f"{node.lineno}: {name}" for name in names if name.partition(".")[0] in MODULES)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_draws_no_chance_reads_no_clock_and_touches_nothing_outside(room: str) -> None:
    files = sorted((PACKAGE / room).rglob("*.py"))
    found = [
        f"{room}/{file.name}:{one}" for file in files for one in touched(file.read_text(encoding="utf-8"))
    ]

    assert files
    assert [one for one in found if not re.fullmatch(r"referee/dice.py:\d+: random", one)] == []


def test_what_must_not_be_touched_is_noticed() -> None:
    source = "import os.path\nfrom random import Random\ndef rule():\n    import time\n    print(open)\n"

    assert sorted(touched(source)) == ["1: os.path", "2: random", "4: time", "5: print()"]


BY_EYE = sorted({*(PACKAGE / "rules").rglob("*.py"), *(PACKAGE / "effects").rglob("*.py")})


@pytest.mark.parametrize("path", BY_EYE, ids=lambda path: path.stem)
def test_no_rule_and_no_card_looks_whether_the_field_is_measured(path: Path) -> None:
    """Each fact of the field has a twin for where the players are asked, and nobody else tells them apart.

    Only the functions that give a base or an outline see to it that there are places.
    """
    module = importlib.import_module(f"edencli.{path.parent.name}.{path.stem}".removesuffix(".__init__"))
    facts = {name: fact for name, fact in vars(module).items() if hasattr(fact, "when_unmeasured")}

    asked = set(re.findall(r"\bhas_places\b|\basks_players\b", path.read_text(encoding="utf-8")))
    assert asked <= ({"has_places"} if path.name == "ground.py" else set())
    assert [name for name, fact in facts.items() if fact.unmeasured is None] == []


FIELDS = {kind.__name__ for kind in Field.__subclasses__()}
ASKS_FIELD = re.compile(r"_?is_(measured|unmeasured|unplaced|told|bare|blind)")


def field_kinds_asked(source: str) -> Iterator[str]:
    """Where a module looks of which class a field is, or has a predicate that says so."""
    nodes = list(ast.walk(ast.parse(source)))
    made = {node.func for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in FIELDS and node not in made:
            yield f"{node.lineno}: {node.id}"
        name = getattr(node, "attr", getattr(node, "name", None)) or ""
        if not isinstance(node, ast.alias) and ASKS_FIELD.fullmatch(name):
            yield f"{node.lineno}: {name}"
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "type" and is_field(node.args[0]):
            yield f"{node.lineno}: type"
        if isinstance(node, ast.Attribute) and node.attr == "__class__" and is_field(node.value):
            yield f"{node.lineno}: __class__"


def is_field(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "field"


def test_no_caller_asks_which_kind_of_field_a_match_has() -> None:
    """A field is asked what a caller wants to know; only who sets up a state makes a field of some kind."""
    files = [file for file in ALL_MODULES if file != PACKAGE / "match" / "field_kinds.py"]
    found = {file.stem: asked for file in files if (asked := [*field_kinds_asked(file.read_text("utf-8"))])}

    assert len(FIELDS) == 3
    assert found == {}


def test_a_module_that_asks_which_kind_of_field_a_match_has_is_noticed() -> None:
    source = "isinstance(match.field, ToldField)\nmatch.is_measured\ntype(match.field)\nfield = BareField()\n"

    assert sorted(field_kinds_asked(source)) == ["1: ToldField", "2: is_measured", "3: type"]


@pytest.mark.parametrize(("module", "first"), ROWS)
def test_a_module_on_the_map_of_the_rules_has_what_is_to_be_read_first(module: str, first: str) -> None:
    assert hasattr(importlib.import_module(f"edencli.rules.{module}"), first)


def test_every_module_of_the_rules_is_on_the_map_and_no_row_twice() -> None:
    assert sorted(set(ROWS)) == sorted(ROWS)
    assert sorted({module for module, _ in ROWS}) == sorted(
        file.relative_to(RULES).with_suffix("").as_posix().replace("/", ".")
        for file in RULES.rglob("*.py")
        if file.stem != "__init__"
    )


def kinds_in(source: str) -> Iterator[str]:
    """The classes and the names of types that a module makes, each with a capital and small letters."""
    yield from (node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    names = [target.id for target in targets_in(source) if isinstance(target, ast.Name)]
    yield from (name for name in names if re.fullmatch(r"_?[A-Z]\w*[a-z]\w*", name))


def test_no_two_modules_mean_different_things_by_one_name_of_a_kind() -> None:
    made = Counter(name for file in ALL_MODULES for name in kinds_in(file.read_text(encoding="utf-8")))

    assert len(made) > 1
    assert [name for name, n in made.items() if n > 1] == []


@pytest.mark.parametrize("package", sorted({file.parent for file in ALL_MODULES}), ids=lambda path: path.name)
def test_no_two_modules_of_a_package_mean_different_things_by_one_name_of_a_function(package: Path) -> None:
    files = [file for file in ALL_MODULES if file.parent == package]
    made = Counter(name for file in files for name in functions_in(file.read_text(encoding="utf-8")))

    assert [name for name, n in made.items() if n > 1] == []


def test_no_module_gives_one_name_two_meanings() -> None:
    twice = {
        file.relative_to(PACKAGE).as_posix(): again
        for file in ALL_MODULES
        if (again := [name for name, n in made_in(file.read_text(encoding="utf-8")).items() if n > 1])
    }

    assert twice == {}


def made_in(source: str) -> Counter[str]:
    """How often a module gives each of its names a meaning; a twin of a fact of the field needs no name."""
    named = [node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    stored = [name.id for one in targets_in(source) for name in ast.walk(one) if isinstance(name, ast.Name)]
    return Counter(name for name in [*named, *stored] if name != "_")


def targets_in(source: str) -> Iterator[ast.expr]:
    """What a module assigns to."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign):
            yield from node.targets
        elif isinstance(node, ast.AnnAssign):
            yield node.target


def test_a_name_that_is_given_again_is_noticed() -> None:
    source = "MOST = 4\ndef f(): MOST = 5\nclass Way: MOST = 5\nLEAST, MOST = 1, 12\n"

    assert made_in(source) == Counter({"MOST": 2, "f": 1, "Way": 1, "LEAST": 1})


def functions_in(source: str) -> Iterator[str]:
    """The functions of a module that others may use."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name


def test_functions_that_others_may_use_are_found_and_no_others() -> None:
    source = "def gap(): ...\ndef _own(): ...\nclass Way:\n    def go(self): ...\n"

    assert list(functions_in(source)) == ["gap"]


def test_classes_and_names_of_types_are_found_and_constants_are_not() -> None:
    source = (
        "class Way: ...\nPath: TypeAlias = tuple[int]\nT = TypeVar('T')\nMOST = 3\n_Keys = list\nname = 1\n"
    )

    assert list(kinds_in(source)) == ["Way", "Path", "_Keys"]


# Modules that are run, or imported by a part of their name.
LOADED_OTHERWISE = {
    "edencli.__main__",
    *(f"edencli.files.shape_{kind}" for kind in ("band", "game", "scenery")),
    "edencli.rules.climate",
    *(
        f"edencli.effects.{operations}"
        for operations in ("arrivals", "copies", "dice_operations", "hands", "leaving", "limbs", "movements")
    ),
}


def test_every_module_is_imported_by_another() -> None:
    imported = {other for others in module_imports().values() for other in others}
    modules = {name for name, path in edencli_modules().items() if has_code(path)}

    assert modules - imported == LOADED_OTHERWISE


def names_used_in(source: str) -> Iterator[str]:
    """The names that a module reads, and the last part of each dotted name that it has as a text.

    A fact of the field is not used by its twin.
    """
    tree = ast.parse(source)
    twins = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "_"]
    nodes = [node for part in tree.body if part not in twins for node in ast.walk(part)]
    for node in chain(nodes, *(ast.walk(part) for twin in twins for part in twin.body)):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case ast.Constant(value=str() as text) if re.fullmatch(r"\w+([.:]\w+)*", text):
                yield re.split("[.:]", text)[-1]


def test_no_function_and_no_class_is_there_that_nothing_uses() -> None:
    """`tests/generated.py` makes the index of the search."""
    sources = [file.read_text(encoding="utf-8") for file in ALL_MODULES]
    made = {
        node.name
        for source in sources
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name != "_"
    }

    assert made - {name for source in sources for name in names_used_in(source)} == {"make_index"}


def test_uses_are_found_by_name_and_in_texts() -> None:
    source = "f(b.g)\nInField('targets.h', 'a.b:c')\nsay('not i')\n@k.when_unmeasured\ndef _(): l()\n"

    assert {*names_used_in(source)} == {"f", "b", "g", "InField", "h", "c", "say", "l"}


def promised_errors(source: str) -> Iterator[str]:
    """The names of the exceptions in the `Raises:` sections of docstrings."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            _, _, raises = (ast.get_docstring(node) or "").partition("Raises:\n")
            yield from re.findall(r"^    (\w+):", raises, re.MULTILINE)


def test_every_error_that_a_docstring_promises_exists() -> None:
    sources = [file.read_text(encoding="utf-8") for file in ALL_MODULES]
    classes = {
        node.name
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
    }
    promised = {name for source in sources for name in promised_errors(source)}

    assert {"UnplayableLine", "RecordFileError"} <= promised
    assert promised - classes - {*vars(builtins)} == set()


def test_promised_errors_are_found_in_their_section_alone() -> None:
    source = (
        'def f():\n    """Do it.\n\n    Note:\n        A: Not one.\n\n    Raises:\n        B: One.\n    """\n'
    )

    assert [*promised_errors(source)] == ["B"]


def test_no_module_is_longer_than_a_reader_keeps_in_mind() -> None:
    lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in ALL_MODULES}

    assert {file: n for file, n in lengths.items() if n > LONGEST_MODULE} == {}


def test_named_tuples_are_those_that_cost_little_to_define() -> None:
    """A generic one is beyond ours."""
    standard = re.compile(r"^from typing import .*\bNamedTuple\b", re.MULTILINE)
    modules = {
        file.relative_to(PACKAGE).as_posix()
        for file in ALL_MODULES
        if standard.search(file.read_text("utf-8"))
    }

    assert modules == {"bots/memory.py"}


def speaking(source: str) -> Iterator[str]:
    """Where a module writes to a stream by itself, with the line."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr="echo" | "secho" as name) | ast.Name(id="print" as name)):
                yield f"{node.lineno}: {name}()"
            case ast.Attribute(
                attr="write" | "writelines" | "buffer", value=ast.Attribute(attr="stdout" | "stderr" as name)
            ):
                yield f"{node.lineno}: {name}"


# What a command has no use for, and must not wait for.
UNUSED = {
    "validate-band samples/bands/jokers.yaml": (
        "edencli.bots edencli.field edencli.lookup edencli.notation edencli.odds edencli.pictures "
        "edencli.prompt edencli.referee edencli.transcript edencli.effects.card_listener edencli.match.match "
        "edencli.match.questions edencli.pages.card_page edencli.pages.card_sentences edencli.rules.registry "
        "fractions jsonschema random"
    ),
    "play samples/games/first-duel.yaml": (
        "edencli.lookup edencli.pictures edencli.prompt edencli.bots.appraisal edencli.bots.random_player "
        "edencli.field.planner edencli.games.records edencli.games.session edencli.odds.attack "
        "edencli.pages.card_page edencli.rules.hazards edencli.rules.infestation edencli.rules.inquiry "
        "edencli.rules.options fractions jsonschema random"
    ),
    "play tests/games/no-effects.yaml": (
        "edencli.effects.cards edencli.files.shape_effects edencli.model.effect edencli.model.card_words"
    ),
    "resolve-attack Yuri Vlädd --cards samples/cards/jokers.yaml --odds": (
        "edencli.bots edencli.lookup edencli.pictures edencli.effects.missions edencli.field.planner "
        "edencli.field.sight edencli.games.play_script edencli.odds.aim edencli.pages.diagnostics "
        "edencli.prompt.attack_prompt edencli.referee.referee edencli.referee.view edencli.rules.inquiry "
        "edencli.rules.intendancy edencli.rules.sight edencli.rules.targets "
        "edencli.transcript.event_sentences edencli.transcript.transcript fractions jsonschema random"
    ),
}


@pytest.mark.parametrize("command", UNUSED)
def test_a_command_waits_for_nothing_that_it_does_not_use(command: str) -> None:
    program = "import sys\ntry:\n    from edencli.cli import run\n    run(sys.argv[1:])\nfinally:\n    "
    program += "sys.stderr.write(chr(10) + chr(32).join(sys.modules))"
    arguments = [sys.executable, "-c", program, *command.split()]
    told = subprocess.run(
        arguments,
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    ).stderr

    assert set(UNUSED[command].split()) & set(told.splitlines()[-1].split()) == set()


def test_what_is_said_leaves_by_the_one_door_that_makes_it_harmless() -> None:
    spoken = {
        file.relative_to(PACKAGE).as_posix(): found
        for file in sorted(PACKAGE.rglob("*.py"))
        if (found := list(speaking(file.read_text(encoding="utf-8"))))
    }

    assert sorted(spoken) == ["output/console.py"]


def test_who_speaks_past_the_door_is_noticed() -> None:
    source = "typer.echo(1)\nprint(2)\nsys.stdout.write(3)\nwrite = sys.stderr.writelines\nsys.stdin.buffer\n"

    assert sorted(speaking(source)) == ["1: echo()", "2: print()", "3: stdout", "4: stderr"]
