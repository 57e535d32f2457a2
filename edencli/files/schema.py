"""The shipped schemas, and the misfits between a file's data and a schema.

Uses jsonschema with a registry of the shipped schemas, so that nothing is ever fetched, and with keywords
that are exact where the library is not: one misfit for each unknown key, `3.0` is not a whole number, and a
key that excludes another is named with it. Its messages are never used: they can hold a whole file.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from edencli.files.diagnostic import KeyPath
from edencli.files.shapes import KINDS
from edencli.files.source import shipped_folder
from edencli.model.near_names import count_slips, slips_allowed
from edencli.named_tuple import NamedTuple

Schema = Mapping[str, Any]


class Misfit(NamedTuple):
    """One keyword of a schema that the data at a path does not meet.

    `keyword` is the schema's, or one of ours: `unknown` (the path ends in the key), `missing` (the argument
    names the key, or the keys of which one is missing), `excluded` (the argument names the excluding key, if
    it is known).
    """

    keyword: str
    argument: Any
    path: KeyPath
    instance: Any
    schema: Schema


def load_schema(kind: str) -> dict[str, Any]:
    """The shipped schema of a kind of file, as data."""
    text = (shipped_folder("schemas") / f"{kind}.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def schema_misfits(data: object, against: Schema) -> Iterator[Misfit]:
    """Everything in the data that does not fit a schema, in the schema's order."""
    for error in _validator(against).iter_errors(data):
        inside = error.schema if isinstance(error.schema, Mapping) else {}
        yield Misfit(
            error.validator or "excluded",
            () if error.validator is None else error.validator_value,
            tuple(error.absolute_path),
            error.instance,
            inside,
        )


def _validator(against: Schema) -> Any:
    return _exact()(against, registry=_registry())


@cache
def _registry() -> Any:
    from referencing import Registry  # noqa: PLC0415  # 30 ms, to explain what a builder refused
    from referencing.jsonschema import DRAFT202012  # noqa: PLC0415  # as above

    resources = [(one["$id"], DRAFT202012.create_resource(one)) for one in map(load_schema, KINDS)]
    return Registry().with_resources(resources).crawl()


@cache
def _exact() -> Any:
    """The library's validator with our own keywords and types."""
    from jsonschema import Draft202012Validator  # noqa: PLC0415  # 50 ms, to explain what a builder refused
    from jsonschema.validators import extend  # noqa: PLC0415  # as above

    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    return extend(Draft202012Validator, validators=_KEYWORDS, type_checker=types)  # type: ignore[no-untyped-call]


def _error(keyword: str, argument: object, *path: str) -> Any:
    from jsonschema import ValidationError  # noqa: PLC0415  # as above

    return ValidationError("", validator=keyword, validator_value=argument, path=path)


def _properties(validator: Any, described: Schema, data: Any, _: Schema) -> Iterator[Any]:
    if not isinstance(data, dict):
        return
    for key, inside in described.items():
        if key in data and inside is False:
            yield _error("excluded", (), key)
        elif key in data:
            yield from validator.descend(data[key], inside, path=key, schema_path=key)


def _unknown(validator: Any, allowed: Any, data: Any, inside: Schema) -> Iterator[Any]:
    if not isinstance(data, dict):
        return
    described = inside.get("properties", {})
    for key in (key for key in data if key not in described):
        misfits = () if allowed is False else [*validator.descend(data[key], allowed, path=key)]
        if allowed is False or (misfits and _is_misspelt(key, described)):
            yield _error("unknown", tuple(described), key)
        else:
            yield from misfits


def _is_misspelt(key: object, known: Iterable[str]) -> bool:
    """Tell whether a key that may have any name was likely meant to be one of the keys beside it."""
    return any(count_slips(str(key), one, slips_allowed(str(key))) for one in known)


def _missing(_: Any, needed: Iterable[str], data: Any, __: Schema) -> Iterator[Any]:
    if isinstance(data, dict):
        yield from (_error("missing", (key,)) for key in needed if key not in data)


def _unique(_: Any, wanted: bool, data: Any, __: Schema) -> Iterator[Any]:  # noqa: FBT001  # the library's
    if wanted and isinstance(data, list):
        seen = set()
        for one in data:
            written = json.dumps(one, sort_keys=True)
            if written in seen:
                yield _error("uniqueItems", one)
                return
            seen.add(written)


def _branch(validator: Any, condition: Schema, data: Any, inside: Schema) -> Iterator[Any]:
    """Take `then` or `else`; if the condition only requires a key, add that key to the misfits."""
    holds = validator.evolve(schema=condition).is_valid(data)
    way = "then" if holds else "else"
    if way not in inside:
        return
    rival = tuple(condition["required"]) if set(condition) == {"required"} else ()
    for error in validator.descend(data, inside[way], schema_path=way):
        if holds and error.validator == "excluded":
            error.validator_value = rival
        elif error.validator == "missing" and not holds and not error.path:
            error.validator_value = (*error.validator_value, *rival)
        yield error


_KEYWORDS = {
    "additionalProperties": _unknown,
    "if": _branch,
    "properties": _properties,
    "required": _missing,
    "uniqueItems": _unique,
}
