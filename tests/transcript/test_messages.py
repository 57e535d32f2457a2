"""Messages: whatever the code says has its sentence, and no sentence lies there that nobody says.

Held as far as the source alone can tell: an id that is put together from parts is known by its fixed part.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(__file__).parents[2] / "edencli"
AREAS = {file.stem: set(json.loads(file.read_text("utf-8"))) for file in (PACKAGE / "lang/en").glob("*.json")}

# Its ids are the codes of diagnostics; `tests/files/test_codes.py` holds them to their sentences.
AREAS.pop("codes")
AREAS.pop("language")  # facts, not messages

TREES = {file: ast.parse(file.read_text("utf-8")) for file in PACKAGE.rglob("*.py")}


def pattern(node: ast.AST) -> re.Pattern[str] | None:
    """What a text in the source may become: itself, or anything where values are put in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.compile(re.escape(node.value))
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
        return re.compile("".join(".+" if part is None else re.escape(str(part)) for part in parts))
    return None


def constants(tree: ast.Module) -> dict[str, str]:
    """The texts that a module gives a name of its own."""
    found = {}
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            found.update({one.id: value.value for one in targets if isinstance(one, ast.Name)})
    return found


NAMED = {file: constants(tree) for file, tree in TREES.items()}


def area_of(node: ast.expr, file: Path) -> str | None:
    """The area that a call names: by its text, by a name of this module, or by one that it imports."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if not isinstance(node, ast.Name):
        return None
    for one in ast.walk(TREES[file]):
        if isinstance(one, ast.ImportFrom) and node.id in {alias.asname or alias.name for alias in one.names}:
            home = PACKAGE.parent / f"{(one.module or '').replace('.', '/')}.py"
            return NAMED.get(home, {}).get(node.id)
    return NAMED[file].get(node.id)


def said() -> Iterator[tuple[str, str, re.Pattern[str]]]:
    """Every message that is said with its area and its id, or the fixed part of that, in plain sight."""
    for file, tree in TREES.items():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if node.func.attr == "say" and len(node.args) == 2:  # the area, and the message
                area, message = area_of(node.args[0], file), pattern(node.args[1])
                if area in AREAS and message is not None:
                    yield f"{file.relative_to(PACKAGE)}:{node.lineno}", str(area), message


def test_every_message_that_is_said_has_its_sentence() -> None:
    calls = list(said())
    dumb = [
        f"{where}: {area} {message.pattern}"
        for where, area, message in calls
        if not any(message.fullmatch(known) for known in AREAS[area])
    ]

    assert len(calls) > 200
    assert dumb == []


def texts(data: Any) -> Iterator[str]:
    """Every key and text of a JSON file."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | dict):
        for one in data:
            yield from texts(one)
        if isinstance(data, dict):
            yield from texts(list(data.values()))


def spelt() -> tuple[set[str], list[re.Pattern[str]]]:
    """Every text of the source and of the rulebooks, and every text with values put in that has letters."""
    whole, partly = set(), []
    for tree in TREES.values():
        for node in ast.walk(tree):
            found = pattern(node)
            if isinstance(node, ast.Constant) and found:
                whole.add(str(node.value))
            elif found and re.search("[a-z]", found.pattern):
                partly.append(found)
    for folder in (PACKAGE / "rulebooks", PACKAGE.parent / "schemas"):
        for file in folder.rglob("*.json"):
            whole.update(texts(json.loads(file.read_text("utf-8"))))
    return whole, partly


WHOLE, PARTLY = spelt()


def is_spelt(text: str) -> bool:
    return text in WHOLE or any(one.fullmatch(text) for one in PARTLY)


def is_said(message: str) -> bool:
    """Whether an id stands in the source whole, or as a message and its variants: `too-near` and `more`.

    A form (`is.out:not`) is said where its message is: other texts ask for it.
    """
    message = re.sub(r"(:[a-z]+|\?)$", "", message)
    cuts = [cut.span() for cut in re.finditer("[./]", message)]
    return is_spelt(message) or any(
        is_spelt(message[:end]) and (message[start:] in WHOLE or WHOLE.issuperset(message[start:].split(".")))
        for end, start in cuts
    )


@pytest.mark.parametrize("area", sorted(AREAS))
def test_no_sentence_lies_there_that_nobody_says(area: str) -> None:
    assert [message for message in AREAS[area] if not is_said(message)] == []


def test_a_sentence_that_nobody_says_is_noticed() -> None:
    assert not is_said("a-sentence" + "-that-nobody-says")
