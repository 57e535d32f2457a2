"""Refusals told in sentences: why something may not be.

A message is named after the reason; where the sentence depends on more, on the rule, or on what the refusal
is about, that is appended. The sentence has no full stop, for whoever shows it adds the rule.
"""

from collections.abc import Callable, Mapping
from typing import Any

from edencli.field.units import compare
from edencli.lang import Words
from edencli.match.pieces import Piece, Side
from edencli.match.refusals import Refusal
from edencli.model.cast import Cast
from edencli.report.phrases import Phrases

AREA = "refusals"

_LENGTHS = frozenset({"distance", "least", "length", "range"})


def refusal_sentence(words: Words, names: Cast[Piece], refusal: Refusal) -> str:
    """Say why something may not be."""
    return words.say(AREA, message_of(words, refusal), **_values(Phrases(words, names), refusal))


def message_of(words: Words, refusal: Refusal) -> str:
    """The message that a refusal takes: one of its own for what it varies by, else that of its reason."""
    vary = _VARIES.get(refusal.reason, _by_rule)
    varied = f"{refusal.reason}.{vary(refusal)}"
    return varied if words.has(AREA, varied) else refusal.reason


def _by_rule(refusal: Refusal) -> str:
    return refusal.rule


def _by_aim(refusal: Refusal) -> str:
    """Tell apart what is aimed at a place, and what is hidden by nothing that has a name."""
    if "place" in refusal.about:
        return "place"
    return "" if refusal.about.get("what") else "nobody"


def _by_shield(refusal: Refusal) -> str:
    return "" if refusal.about["nearer"] else "nobody"


def _by_limit(refusal: Refusal) -> str:
    """Tell a distance that is too small from the one that must be exceeded and is just met."""
    return "" if compare(refusal.about["distance"], refusal.about["least"]) < 0 else "more"


_VARIES: Mapping[str, Callable[[Refusal], str]] = {
    "out-of-range": _by_aim,
    "out-of-sight": _by_aim,
    "not-nearest": _by_shield,
    "too-near": _by_limit,
}


def _values(phrases: Phrases, refusal: Refusal) -> dict[str, Any]:
    about = refusal.about
    values = {name: _shown(phrases, refusal, name, value) for name, value in about.items()}
    if isinstance(about.get("side"), Side):
        values["player"] = phrases.player(about["side"])
    if "counts_as" in about:
        values["counted"] = _counted(phrases, about["counts_as"], about["limit"])
    if "near" in about:
        values["what"] = values.get("what", values.get("fighter"))
    return values


def _shown(phrases: Phrases, refusal: Refusal, name: str, value: Any) -> Any:
    """One value: a length and a place in centimetres, a piece by its name."""
    if name == "place":
        return phrases.place(value)
    if name in _LENGTHS or (name == "most" and "length" in refusal.about):
        return phrases.length(value)
    if name == "near":
        known = phrases.words.has(AREA, f"near.{value}")
        return phrases.words.term(AREA, f"near.{value}") if known else value
    if name == "what" and refusal.reason == "no-dice":
        return phrases.term(value)
    return phrases.shown(value)


def _counted(phrases: Phrases, tally: str, n: int) -> str:
    """What an act counts as, so many of it: `2 attacks`, `1 use of Frenzy`."""
    kind, _, name = tally.partition(".")
    message = f"counted.{kind}" if phrases.words.has(AREA, f"counted.{kind}") else "counted.other"
    return phrases.words.say(AREA, message, n=n, name=name)
