"""Suggest how to write a value that does not fit: the mapping, list or number that was likely meant."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from edencli.files.loader import LOOKS_FALSE, LOOKS_TRUE
from edencli.files.schema import Misfit
from edencli.named_tuple import NamedTuple

MAX_TEXT = 40


def yaml_text(value: object) -> str:
    """A value as YAML writes it, short enough for a sentence."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def likely_value(misfit: Misfit, wanted: str) -> str | None:
    """The mapping or list of numbers likely meant by a bare number or a row of digits."""
    inside, found = misfit.schema, misfit.instance
    keys = inside.get("properties", {})
    if wanted == "object" and type(found) is int:
        named = inside.get("required", ()) if len(inside.get("required", ())) == 1 else ()
        key = next((key for key in (*named, "ap") if key in keys), None)
        return None if key is None else f"{{{key}: {found}}}"
    if wanted == "object" and isinstance(found, list) and len(found) == _PAIR:
        if set(keys) == {"white", "red"}:
            return f"{{white: {found[0]}, red: {found[1]}}}"
        return f"{{at: {json.dumps(found)}}}" if "at" in keys and all(map(_is_number, found)) else None
    if isinstance(found, str):
        return _from_text(misfit, wanted, found)
    return _in_brackets(found) if wanted == "array" and isinstance(found, dict) else None


def _from_text(misfit: Misfit, wanted: str, found: str) -> str | None:
    """The mapping, list of numbers or number likely meant by a text."""
    inside = misfit.schema
    keys = inside.get("properties", {})
    if wanted == "object":
        return _as_printed(found.lower(), keys) or _as_word(found, keys)
    if wanted == "array" and inside.get("items", {}).get("type") == "integer":
        digits = found.replace(",", " ").split()
        return f"[{', '.join(digits)}]" if all(map(whole_number_text, digits)) else None
    numbers = {"integer", "number"}
    is_number = wanted in numbers or (wanted == "several" and not numbers.isdisjoint(misfit.argument))
    return (
        _number_in_text(found)
        if is_number and not (wanted == "integer" and whole_number_text(found))
        else None
    )


def _as_word(text: str, keys: Mapping[str, Any]) -> str | None:
    """A mapping with the only key that has a text as its word or name: `{side: enemies}`."""
    for key, bounds in keys.items():
        if text in bounds.get("enum", ()):
            return f"{{{key}: {text}}}"
        if text == key and bounds.get("type") == "boolean":
            return f"{{{key}: true}}"
    return None


def _number_in_text(text: str) -> str | None:
    """The number in a text with a sign or a unit: `+1`, `5 cm`."""
    found = re.fullmatch(r"\+?(-?[0-9]{1,3}(?:\.5)?)\s*(?:cm|[acsv]p)?", text.strip().lower())
    return found and found[1]


def _in_brackets(found: Mapping[str, Any]) -> str | None:
    """A list with the mapping found in its place, if that is short."""
    plain = all(type(one) in {str, int} for one in found.values())
    text = f"[{{{', '.join(f'{key}: {one}' for key, one in found.items())}}}]"
    return text if plain and len(text) <= MAX_TEXT else None


_PAIR = 2
HIGHEST_FACE = 6
_FACES = "[1-6]{2,20}"


def _as_printed(text: str, keys: Mapping[str, Any]) -> str | None:
    """The mapping for a text as cards print it, `1/round`, `1 AP` or `4/3`, if the keys fit."""
    parts = re.findall(r"[a-z]+|[0-9]+", text)
    if len(parts) != _PAIR:
        return None
    match [part for part in parts if whole_number_text(part)], [part for part in parts if part in keys]:
        case [number], [key]:
            return f"{{{key}: {number}}}"
        case [white, red], [] if set(keys) == {"white", "red"}:
            return f"{{{', '.join(f'{key}: {n}' for key, n in zip(keys, (white, red), strict=True))}}}"
    return None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


class _Recast(NamedTuple):
    """A way to write a value of one type as another: `write` gives the text, or None."""

    wanted: str
    found: tuple[type, ...]
    repair: str
    write: Callable[[Any], str | None]


def whole_number_text(value: str) -> str | None:
    """The text itself if it is a whole number, else None."""
    return value if re.fullmatch(r"-?(0|[1-9][0-9]{0,17})", value) else None


def _truth(value: str) -> str | None:
    if value.lower() in {*LOOKS_TRUE, "true"}:
        return "true"
    return "false" if value.lower() in {*LOOKS_FALSE, "false"} else None


def _whole(value: float) -> str | None:
    return str(int(value)) if value.is_integer() else None


_RECASTS = (
    _Recast("integer", (str,), "repair/unquote", whole_number_text),
    _Recast("number", (str,), "repair/unquote", whole_number_text),
    _Recast("integer", (float,), "repair/write", _whole),
    _Recast("boolean", (str,), "repair/write", _truth),
    _Recast("string", (bool, int, float), "repair/write", lambda value: f'"{yaml_text(value)}"'),
    _Recast("array", (str, int, float), "repair/write", lambda value: f"[{yaml_text(value)}]"),
)


def suggest_repair(
    value: Any, wanted: str, values: dict[str, object]
) -> tuple[dict[str, object], str | None]:
    """Add the text of a value in the wanted type to the message's values, where that is obvious."""
    for recast in _RECASTS:
        if recast.wanted == wanted and isinstance(value, recast.found):
            text = recast.write(value)
            if text is not None:
                return {**values, "write": text}, recast.repair
    return values, None
