"""The schemas: good in an editor, standing alone, and of one mind."""

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from generated import of_files
from jsonschema import Draft202012Validator

from edencli.files.shapes import KINDS
from edencli.model.scenery import ElementName, Keyword, Size
from edencli.model.terms import WeaponEffect
from edencli.rulebooks.raw_books import BOOKS, raw_book

SCHEMAS = Path(__file__).parents[2] / "schemas"


def _schema(kind: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((SCHEMAS / f"{kind}.schema.json").read_text(encoding="utf-8"))
    return schema


def _inside(schema: Any, at: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every mapping inside, with its path."""
    if isinstance(schema, dict):
        yield at, schema
        for key, value in schema.items():
            yield from _inside(value, f"{at}/{key}")
    elif isinstance(schema, list):
        for n, value in enumerate(schema):
            yield from _inside(value, f"{at}/{n}")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_shipped_is_what_the_shapes_make(kind: str) -> None:
    """After a change of a shape: `python tests/generated.py`."""
    assert (SCHEMAS / f"{kind}.schema.json").read_text(encoding="utf-8") == of_files()[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_well_made_and_named(kind: str) -> None:
    schema = _schema(kind)

    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"https://eden.invalid/schemas/{kind}.schema.json"
    assert schema["properties"]["kind"]["const"] == kind


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_refers_only_to_itself_and_asks_nothing_that_buries_faults(kind: str) -> None:
    for at, part in _inside(_schema(kind)):
        assert part.get("$ref", "#").startswith("#"), at
        assert not {"oneOf", "anyOf", "unevaluatedProperties"} & set(part), at


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_and_item_is_described(kind: str) -> None:
    schema = _schema(kind)

    def described(part: dict[str, Any]) -> bool:
        named = part.get("$ref", "").removeprefix("#/$defs/")
        return "description" in part or (named in schema["$defs"] and "description" in schema["$defs"][named])

    for at, part in _inside(schema):
        if "/if" in at or "/then" in at or "/else" in at:
            continue
        for key, inside in part.get("properties", {}).items():
            assert described(inside), f"{at}/{key}"
        if part.get("type") == "array" and "items" in part:
            assert described(part["items"]), at


@pytest.mark.parametrize("kind", KINDS)
def test_every_pattern_is_anchored(kind: str) -> None:
    patterns = [part["pattern"] for _, part in _inside(_schema(kind)) if isinstance(part.get("pattern"), str)]

    assert [one for one in patterns if not one.startswith("^") or "$" not in one] == []


def test_what_several_schemas_define_they_define_alike() -> None:
    definitions: dict[str, set[str]] = defaultdict(set)
    for kind in KINDS:
        for name, definition in _schema(kind)["$defs"].items():
            definitions[name].add(json.dumps(definition, sort_keys=True))

    assert {name for name, forms in definitions.items() if len(forms) > 1} == set()


def test_the_words_of_scenery_are_those_of_the_books() -> None:
    chapters = [chapter for book in BOOKS if (chapter := raw_book(book)["territory"])]

    assert set(ElementName) == {line["name"] for one in chapters for line in one["elements"]}
    assert set(Keyword) == set(raw_book("fr")["territory"]["keyword_costs"])
    assert list(Size) == list(raw_book("fr")["territory"]["sizes"])


def test_the_effects_of_weapons_are_those_of_the_books() -> None:
    listed = {effect for book in BOOKS for effect in raw_book(book)["equipment"]["effects"]}

    assert set(WeaponEffect) == listed - {"per-match", "per-round"}


def test_a_base_is_one_that_the_books_have() -> None:
    assert _schema("cards")["$defs"]["base"]["enum"] == raw_book("en")["table"]["bases"]
