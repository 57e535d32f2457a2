"""The values of a rulebook in words: what each is called, and what it says."""

from collections.abc import Callable, Mapping
from typing import Any

from edencli.lang import Words
from edencli.rulebooks.plain import plain

AREA = "values"


def label_of(words: Words, path: str, thing: Any) -> str:
    """What a value is called."""
    said = words.area(AREA)
    if "." not in path:
        return str(said["whole"])
    if path in said["fields"]:
        return str(said["fields"][path])
    field = path.rpartition(".")[0]
    named = {"name": said["words"][thing["name"]], "sums": "–".join(map(str, thing.get("sums", ())))}
    return words.fill(said["fields"][field], named)


def said_value(words: Words, path: str, value: Any, key: str) -> str:
    """A value of that book in words."""
    if value is None:
        return words.say(AREA, "missing")
    if value is True:
        return words.say(AREA, "present")
    own = next((say for beginning, say in _OWN_WORDS.items() if path.startswith(beginning)), _plainly)
    return own(words, value, key)


def _plainly(words: Words, value: Any, _: str) -> str:
    """A value that needs no more than its word or its number."""
    said = words.area(AREA)
    if isinstance(value, dict):
        return _act(words, value) if "ap" in value else _listed(words, value) or str(said["nothing"])
    if isinstance(value, list):
        return words.listed(said["words"].get(item, str(item)) for item in value) or str(said["nothing"])
    return str(said["words"].get(value) or words.shown(value))


def _weather(words: Words, line: Mapping[str, Any], _: str) -> str:
    told = [words.say("weather", effect, **line["numbers"]) for effect in line["effects"]]
    return " ".join(told) or words.say("weather", "normal")


def _prices(words: Words, prices: Mapping[str, int], key: str) -> str:
    """The price of each keyword, with X where X is part of it."""
    said = words.area(AREA)
    added = plain(key)["territory"]["keyword_adds_x"]
    told = (
        f"{said['words'][name]} {_price(words, fixed, with_x=name in added)}"
        for name, fixed in prices.items()
    )
    return words.listed(told) or str(said["nothing"])


def _price(words: Words, fixed: int, *, with_x: bool) -> str:
    if not with_x:
        return words.shown(fixed)
    return f"X{'+' * (fixed > 0)}{words.shown(fixed)}" if fixed else "X"


def _element(words: Words, element: Mapping[str, Any], _: str) -> str:
    """An element of scenery: its price and its keywords."""
    form = "points.by-size" if element["cost"] is None else "points"
    return words.say(AREA, form, cost=element["cost"], keywords=_listed(words, element["keywords"]))


def _act(words: Words, act: Mapping[str, Any]) -> str:
    """What an act costs, how often it may be done, how far it goes."""
    form = "act.distance" if act["distance"] else "act.per_round" if act["per_round"] else "act"
    return words.say(AREA, form, **act)


def _listed(words: Words, things: Mapping[str, int | None]) -> str:
    """Named things with their numbers, the names in words."""
    said = words.area(AREA)["words"]
    return words.listed(
        said[name] if number is None else f"{said[name]} {number}" for name, number in things.items()
    )


_OWN_WORDS: Mapping[str, Callable[[Words, Any, str], str]] = {
    "weather.": _weather,
    "territory.elements.": _element,
    "territory.keyword_costs": _prices,
}
