"""Turn misfits with a schema into diagnostics: codes, places, and repairs.

Places are those of yaml-language-server, so that editor and command line agree: the value where the value is
wrong, the key where the key should not be there, and for a missing key the key of the mapping that lacks it,
else that mapping's first character.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from edencli.files import schema
from edencli.files.diagnostic import MAX_SHOWN, Diagnostic, Diagnostics, Document, KeyPath, Span, TermId
from edencli.files.repairs import (
    HIGHEST_FACE,
    MAX_TEXT,
    likely_value,
    suggest_repair,
    whole_number_text,
    yaml_text,
)
from edencli.files.schema import Misfit, Schema
from edencli.model.near_names import NearKind, nearest_name
from edencli.named_tuple import NamedTuple
from edencli.rulebooks.raw_books import BOOK_NAMES

_MOST_CHOICES = 12
_WORDS_BEGIN = "^(?:"  # how a pattern begins that lists words
_MOST_LETTERS = 145  # letters of further choices: the words of effects, two lines at most

# The forms of the sentences for patterns of the schemas.
_PATTERNS = {
    r"^[^\\\n]+\.ya?ml$(?!\n)": "file",
    r"^[1-6]([ ,]*[1-6])*$(?!\n)": "dice",
    r"^none$(?!\n)": "none",
}
_BOOK_KEYS: Mapping[str, str] = {called.casefold(): key for key, called in BOOK_NAMES.items()}
_MOVE_KEYS = {
    "dice",
    "expect",
    "note",
}  # a mapping of moves has these keys; an unquoted move with a colon has none


class _Wording(NamedTuple):
    """The diagnostic of one misfit, before its place is known."""

    code: str
    form: str = ""
    values: dict[str, object] = {}  # noqa: RUF012  # never changed
    repair: str | None = None


def diagnose_misfits(document: Document, against: Schema) -> Diagnostics:
    """The diagnostics of what does not fit a schema, in order; the first fifty in full, the rest counted."""
    found = [(_place(one, document), one) for one in _relevant_misfits(document, against)]
    found = [pair for pair in found if _is_of_another_format(pair[1])] or found
    found.sort(key=lambda pair: (pair[0].line, pair[0].column))
    diagnostics = Diagnostics()
    for place, misfit in found[:MAX_SHOWN]:
        said = _WORDINGS[misfit.keyword](misfit)
        diagnostics.add(Diagnostic(file=document.name, place=place, path=misfit.path, **said._asdict()))
    diagnostics.count_unkept(max(0, len(found) - MAX_SHOWN))
    return diagnostics


def _is_of_another_format(misfit: Misfit) -> bool:
    """Tell whether the file has an unsupported format; nothing else in it can be judged then."""
    return misfit.path == ("format",) and misfit.keyword in {"minimum", "maximum"}


def _relevant_misfits(document: Document, against: Schema) -> Iterator[Misfit]:
    """The misfits without repetitions, without those in holes, and without those that follow from another."""
    everything = [
        one for one in schema.schema_misfits(document.data, against) if not document.has_hole(one.path)
    ]
    mistyped = {one.path for one in everything if one.keyword == "type"}
    misspelt = set(_misspelt(everything))
    beside = {(path[:-1], key) for path, key in misspelt}
    confused = {path for path, _ in misspelt}
    apart = {one.path for one in everything if one.keyword == "minItems" and _list_without_commas(one)}
    said = set()
    for one in everything:
        once = (one.keyword, one.path, repr(one.argument)[:200])
        follows = one.path in mistyped if one.keyword != "type" else False
        follows = follows or one.path[:-1] in apart
        if one.keyword == "missing":
            follows = follows or any((one.path, key) in misspelt for key in one.argument)
        if one.keyword == "excluded":  # the excluding key is in the mapping beside its own
            follows = follows or (one.path[:-2], one.path[-1]) in beside
        if one.keyword in {"minProperties", "maxProperties"}:
            follows = follows or one.path in confused
        if once not in said and not follows:
            said.add(once)
            yield _tag_misspelt(one) or one


def _misspelt(misfits: Collection[Misfit]) -> Iterator[tuple[KeyPath, str]]:
    """The keys that misspelt ones likely meant, with their mapping's path, if other misfits follow."""
    lacking = {one.path for one in misfits if one.keyword in {"missing", "minProperties", "maxProperties"}}
    beside = {one.path[:-2] for one in misfits if one.keyword == "excluded"}
    for one in misfits:
        if one.keyword == "unknown" and (one.path[:-1] in lacking or one.path[:-2] in beside):
            near = _nearest_word(str(one.path[-1]), _keys(one))
            if near is not None:
                yield one.path[:-1], near


def _tag_misspelt(misfit: Misfit) -> Misfit | None:
    """Turn a missing tag into the misspelt key that was likely meant: similar to it or to its word."""
    if misfit.keyword != "missing" or len(misfit.argument) != 1 or "allOf" not in misfit.schema:
        return None
    (tag,) = misfit.argument
    words = misfit.schema.get("properties", {}).get(tag, {}).get("enum", ())
    meant = (
        key
        for key in map(str, misfit.instance)
        if _nearest_word(key, [tag]) or key in words or key.startswith(f"{tag}:")
    )
    key = next(meant, None)
    return None if key is None else misfit._replace(keyword="unknown", path=(*misfit.path, key))


def _keys(misfit: Misfit) -> list[str]:
    """The keys that an unknown one may stand for, missing required ones first."""
    needed, there = misfit.schema.get("required", ()), misfit.instance
    return sorted(misfit.argument, key=lambda key: key not in needed or key in there)


def _place(misfit: Misfit, document: Document) -> Span:
    if misfit.keyword in {"unknown", "excluded"}:
        return document.key_place(misfit.path)
    if misfit.keyword == "missing":
        return document.missing_place(misfit.path)
    return document.value_place(misfit.path)


def _nearest_word(text: str, known: Iterable[str]) -> str | None:
    """The key or word that a text most likely stands for; a book may be named by its language."""
    known = tuple(known)
    book = _BOOK_KEYS.get(text.casefold())
    return book if book in known else nearest_name(text, known, NearKind.KEY)


def _unknown(misfit: Misfit) -> _Wording:
    key, known = str(misfit.path[-1]), _keys(misfit)
    values: dict[str, object] = {"key": yaml_text(key)}
    if write := _tag_form(key, misfit):
        return _Wording("schema-unknown-key", "", {**values, "write": write}, "repair/write")
    said = misfit.instance.get(misfit.path[-1]) if isinstance(misfit.instance, dict) else None
    if isinstance(said, str) and _nearest_word(key, known) is None and _MOVE_KEYS.issubset(known):
        move = f"{key} {said}"[:MAX_TEXT]
        return _Wording("schema-unknown-key", "", {**values, "write": move}, "repair/write")
    return _Wording("schema-unknown-key", "", *_suggestion(key, known, values))


def _tag_form(key: str, misfit: Misfit) -> str | None:
    """The correct way to write a key that is a tag's word, or has it attached: `op: give-vp`."""
    if len(misfit.argument) != 1:
        return None
    (tag,) = misfit.argument
    if key.startswith(f"{tag}:"):
        return f"{tag}: {key.removeprefix(f'{tag}:')}"
    is_word = key in misfit.schema.get("properties", {}).get(tag, {}).get("enum", ())
    return f"{tag}: {key}" if is_word else None


def _suggestion(
    text: str, known: Iterable[str], values: dict[str, object]
) -> tuple[dict[str, object], str | None]:
    """Add the nearest known word to the values, or all known words when they are few."""
    known = tuple(known)
    near = _nearest_word(text, known)
    if near is not None:
        return {**values, "nearest": near}, "repair/did-you-mean"
    if _can_be_listed(known):
        return {**values, "choices": known}, "repair/one-of"
    return values, None


def _can_be_listed(choices: Collection[Any]) -> bool:
    """Tell whether there are choices, few or short enough to list all of them."""
    return 0 < len(choices) <= _MOST_CHOICES or 0 < len(", ".join(map(str, choices))) <= _MOST_LETTERS


def _missing(misfit: Misfit) -> _Wording:
    keys = misfit.argument
    if len(keys) > 1:
        return _Wording("schema-missing-key", "one-of", {"choices": tuple(sorted(keys))})
    described = misfit.schema.get("properties", {}).get(keys[0], {})
    choices = described.get("enum") or ([described["const"]] if "const" in described else [])
    if not _can_be_listed(choices):
        return _Wording("schema-missing-key", "", {"key": keys[0]})
    return _Wording(
        "schema-missing-key", "", {"key": keys[0], "choices": tuple(map(yaml_text, choices))}, "repair/one-of"
    )


def _excluded(misfit: Misfit) -> _Wording:
    values: dict[str, object] = {"key": misfit.path[-1] if misfit.path else ""}
    if misfit.argument:
        return _Wording("schema-excluded-key", "", {**values, "other": misfit.argument[0]})
    return _Wording("schema-excluded-key", "red" if values["key"] == "red" else "here", values)


def _type(misfit: Misfit) -> _Wording:
    wanted = misfit.argument if isinstance(misfit.argument, str) else "several"
    values: dict[str, object] = {"found": _found(misfit.instance), "text": yaml_text(misfit.instance)}
    if wanted == "several":
        values["choices"] = tuple(TermId(f"type/{one}") for one in misfit.argument)
    write = likely_value(misfit, wanted)
    if write is not None:
        return _Wording("schema-type", wanted, {**values, "write": write}, "repair/write")
    if "enum" in misfit.schema or misfit.schema.get("minItems", 0) > 1:
        return _Wording("schema-type", wanted, values)
    return _Wording("schema-type", wanted, *suggest_repair(misfit.instance, wanted, values))


def _found(value: Any) -> TermId:
    kinds = {dict: "mapping", list: "list", str: "text", bool: "boolean", type(None): "nothing"}
    return TermId(f"found/{kinds.get(type(value), 'number')}")


def _enum(misfit: Misfit) -> _Wording:
    return _choice(misfit, misfit.argument)


def _const(misfit: Misfit) -> _Wording:
    return _choice(misfit, [misfit.argument])


def _choice(misfit: Misfit, choices: Iterable[Any]) -> _Wording:
    known, text = tuple(yaml_text(one) for one in choices), yaml_text(misfit.instance)
    values: dict[str, object] = {"text": text, "choices": known}
    form = "" if _can_be_listed(known) else "many"
    if len(known) == 1:
        return _Wording("schema-enum", "one", values)
    near = _nearest_word(text, known) if isinstance(misfit.instance, str) else None
    if near is None:
        return _Wording("schema-enum", form, values)
    return _Wording("schema-enum", form, {**values, "nearest": near}, "repair/did-you-mean")


def _word_limit(code: str, form: str) -> Callable[[Misfit], _Wording]:
    """Make a function that describes a number, length or count beyond its limit."""

    def say(misfit: Misfit) -> _Wording:
        if _is_of_another_format(misfit):
            return _Wording("game-format", "", {"found": misfit.instance, "known": misfit.argument})
        size = misfit.instance if code == "schema-range" else len(misfit.instance)
        values: dict[str, object] = {"size": size, "limit": misfit.argument}
        write = _list_without_commas(misfit)
        if write is None:
            return _Wording(code, form, values)
        return _Wording(code, form, {**values, "write": write}, "repair/write")

    return say


def _list_without_commas(misfit: Misfit) -> str | None:
    """The list that was written without commas: `[18 24]`, or the dice of a throw as one number."""
    found = misfit.instance
    if misfit.keyword == "minItems" and [type(one) for one in found] == [str]:
        numbers = found[0].split()
        fits = len(numbers) == misfit.argument and all(map(whole_number_text, numbers))
        return f"[{', '.join(numbers)}]" if fits else None
    if (
        misfit.keyword == "maximum"
        and misfit.argument == HIGHEST_FACE
        and re.fullmatch("[1-6]{2,20}", str(found))
    ):
        return f"[{', '.join(str(found))}]"
    return None


def _too_few_keys(misfit: Misfit) -> _Wording:
    said = _word_limit("schema-length", "few-keys")(misfit)
    open_keys = tuple(key for key in misfit.schema.get("properties", ()) if key not in misfit.instance)
    if not _can_be_listed(open_keys):
        return said
    return said._replace(values={**said.values, "choices": open_keys}, repair="repair/one-of")


def _pattern(misfit: Misfit) -> _Wording:
    if misfit.argument.startswith(_WORDS_BEGIN):
        return _choice(misfit, misfit.argument.removeprefix(_WORDS_BEGIN).removesuffix(")$").split("|"))
    form, text = _PATTERNS.get(misfit.argument, ""), yaml_text(misfit.instance)
    stem, dot, suffix = text.rpartition(".")
    near = nearest_name(suffix, ("yaml",), NearKind.FILE) if form == "file" and dot else None
    if near is None:
        return _Wording("schema-pattern", form, {"text": text})
    form = "backslash" if "\\" in text else form  # the separator on Windows
    nearest = f"{stem}.{near}".replace("\\", "/")
    return _Wording("schema-pattern", form, {"text": text, "nearest": nearest}, "repair/did-you-mean")


def _unique(misfit: Misfit) -> _Wording:
    return _Wording("schema-duplicate", "", {"text": yaml_text(misfit.argument)})


_WORDINGS: dict[str, Callable[[Misfit], _Wording]] = {
    "unknown": _unknown,
    "missing": _missing,
    "excluded": _excluded,
    "type": _type,
    "enum": _enum,
    "const": _const,
    "minimum": _word_limit("schema-range", "low"),
    "maximum": _word_limit("schema-range", "high"),
    "multipleOf": _word_limit("schema-range", "half"),
    "exclusiveMinimum": _word_limit("schema-range", "not-above"),
    "exclusiveMaximum": _word_limit("schema-range", "not-below"),
    "minLength": _word_limit("schema-length", "short"),
    "maxLength": _word_limit("schema-length", "long"),
    "minItems": _word_limit("schema-length", "few"),
    "maxItems": _word_limit("schema-length", "many"),
    "minProperties": _too_few_keys,
    "maxProperties": _word_limit("schema-length", "many-keys"),
    "pattern": _pattern,
    "uniqueItems": _unique,
}
