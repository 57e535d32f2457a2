"""A schema for one project: editors offer its names, and underline unknown ones where only known ones fit.

`name_schema` takes the schema of a kind of file and the names of some cards files. In a band the fighters,
missions, tactical cards and the faction must be known; in a game the fighters of a position; in cards, which
may have new names, factions and types are only offered. Other case, and a shorter form of words that fits
only one card, are accepted as edencli does; a name without its accents is underlined.
"""

import copy
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from edencli.files.grammar import Json
from edencli.model.game import Cards
from edencli.model.lexicon import lexicon_of
from edencli.named_tuple import NamedTuple

_SIDES: Final = r"(?:(?:red|blue|nobody) )?"
_NUMBERED: Final = r"(?: [0-9]+)?"


class ProjectNames(NamedTuple):
    """The names in some cards files."""

    fighters: Sequence[str] = ()
    npfs: Sequence[str] = ()
    missions: Sequence[str] = ()
    tactics: Sequence[str] = ()
    factions: Sequence[str] = ()
    types: Sequence[str] = ()


def names_of(decks: Iterable[Cards]) -> ProjectNames:
    """Every name in some cards files, each once and sorted."""
    found = list(decks)
    cards = [card for one in found for card in (*one.fighters, *one.npfs)]
    return ProjectNames(
        fighters=_sorted(card.name for one in found for card in one.fighters),
        npfs=_sorted(card.name for one in found for card in one.npfs),
        missions=_sorted(card.name for one in found for card in one.missions),
        tactics=_sorted(card.name for one in found for card in one.tactics),
        factions=_sorted(name for card in cards for name in card.factions),
        types=_sorted(name for card in cards for name in card.types),
    )


def name_schema(
    kind: str, schema: Mapping[str, Any], names: ProjectNames, sources: Sequence[str] = ()
) -> Json:
    """The schema of a kind of file with the names of a project; scenery has none."""
    named: Json = copy.deepcopy(dict(schema))
    named["$comment"] = f"{_COMMENT}{_FROM}{json.dumps(list(sources))}" if sources else _COMMENT
    parts = named["properties"]
    if kind == "band":
        for deck in ("fighters", "missions", "tactics"):
            parts[deck]["items"] = _known(getattr(names, deck))
        parts["faction"] = {"description": parts["faction"]["description"], **_known(names.factions)}
    elif kind == "game":
        everybody = [*names.fighters, *names.npfs]
        fighters = parts["position"]["properties"]["fighters"]
        fighters["propertyNames"] = _known(everybody, before=_SIDES, after=_NUMBERED)
    elif kind == "cards":
        for deck in ("fighter", "npf"):
            properties = named["$defs"][deck]["properties"]
            for part, known in (("factions", names.factions), ("types", names.types)):
                _offer(named, properties[part], known)
    return named


def is_named(schema: Mapping[str, Any]) -> bool:
    """Tell whether a schema was made for a project."""
    return str(schema.get("$comment", "")).startswith(_COMMENT)


def sources_of(schema: Mapping[str, Any]) -> list[str]:
    """The files and folders whose names a schema has, as seen from its folder; none if it does not say."""
    try:
        found = json.loads(str(schema["$comment"]).partition(_FROM)[2])
    except (KeyError, ValueError, RecursionError):
        return []
    is_list = isinstance(found, list) and len(found) <= _MOST_SOURCES
    return [one for one in found if isinstance(one, str) and one] if is_list else []


def is_made_from(kind: str, schema: Mapping[str, Any], shipped: Mapping[str, Any]) -> bool:
    """Tell whether a project's schema is the shipped one with names added."""
    try:
        return schema == name_schema(kind, shipped, _names_in(kind, schema), sources_of(schema))
    except (KeyError, TypeError, IndexError):  # it has another structure
        return False


def _names_in(kind: str, schema: Mapping[str, Any]) -> ProjectNames:
    """The names that a project's schema was made with; in a game NPFs are among the fighters."""

    def listed(part: Json) -> Sequence[str]:
        names: Sequence[str] = part["anyOf"][0]["enum"]
        return names

    parts = schema["properties"]
    if kind == "band":
        decks = {deck: listed(parts[deck]["items"]) for deck in ("fighters", "missions", "tactics")}
        return ProjectNames(**decks, factions=listed(parts["faction"]))
    if kind == "game":
        return ProjectNames(fighters=listed(parts["position"]["properties"]["fighters"]["propertyNames"]))
    own = schema["$defs"]["fighter"]["properties"]
    offers = (_list_at(schema, own[part]) for part in ("factions", "types"))
    factions, types = (listed(offer["items"]) for offer in offers)
    return ProjectNames(factions=factions, types=types)


_COMMENT: Final = "Made by edencli schema --names; made again, it has the names of today."
_FROM: Final = " From: "
_MOST_SOURCES: Final = 100


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names)))


def _known(names: Sequence[str], before: str = "", after: str = "") -> Json:
    """The schema of one of some names, or of another spelling that edencli accepts for one."""
    lexicon = lexicon_of(names)
    words = {part for name in names for part in _runs(name) if len(lexicon.meanings(part)) == 1}
    spellings = "|".join(sorted(map(_any_case, {*names, *words})))
    pattern = f"^{before}(?:{spellings}){after}$(?!\\n)" if names else "^(?!)"
    return {"type": "string", "anyOf": [{"enum": list(names)}, {"pattern": pattern}]}


def _runs(name: str) -> Iterable[str]:
    """The runs of consecutive words of a name, except the whole name."""
    words = name.split(" ")
    for begin in range(len(words)):
        for end in range(begin + 1, len(words) + 1):
            if end - begin < len(words):
                yield " ".join(words[begin:end])


def _any_case(text: str) -> str:
    """A pattern for a text in any case."""
    return "".join(
        f"[{one.lower()}{one.upper()}]"
        if one.lower() != one.upper() and len(one.upper()) == 1
        else f"\\{one}"
        if one in _SYNTAX
        else one
        for one in text
    )


_SYNTAX: Final = frozenset("^$\\.*+?()[]{}|/")
"""What a pattern must escape; it may escape nothing else, as editors read patterns."""


def _offer(schema: Json, part: Json, names: Sequence[str]) -> None:
    """Make a list offer names, while accepting others."""
    target = _list_at(schema, part)
    items = target["items"]
    if "anyOf" not in items:
        target["items"] = {"anyOf": [{"enum": list(names)}, items]}


def _list_at(schema: Mapping[str, Any], part: Json) -> Json:
    """The schema of a list, in place or behind its reference."""
    if "$ref" in part and "items" not in part:
        target: Json = schema["$defs"][part["$ref"].rpartition("/")[2]]
        return target
    return part
