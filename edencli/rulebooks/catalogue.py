"""The catalogue of rules: one entry for each rule id, in chapters, as the files beside this module have it.

Knows of each rule its titles in every book's language, where it stands in each book and under which words,
and what it leads to; of each ruling (an answer where no book gives one) the rules that rest on it, and of
each option what a table may decide. The prose of each language is in `lang`. It is read chapter by chapter,
so that looking up one rule costs one small file. Entries are named tuples: a frozen dataclass takes four
times as long to define, and a look-up must be instant.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from edencli.named_tuple import NamedTuple

_HERE = Path(__file__).parent / "catalogue"
_RULING = re.compile(r"[Hh]-?0*([0-9]{1,4})")


class Chapter(NamedTuple):
    """A chapter of the catalogue, and the prefixes with which the ids of its rules begin."""

    name: str
    prefixes: tuple[str, ...]
    optional: bool
    titles: Mapping[str, str]

    def contains(self, rule: str) -> bool:
        """Tell whether a rule with that id belongs to this chapter."""
        return any(
            rule == prefix or (prefix[-1] == "." and rule.startswith(prefix)) for prefix in self.prefixes
        )


class BookEntry(NamedTuple):
    """Where a rule stands in one book (chapter and section, perhaps a step), and that book's words for it.

    `silent` says that the book does not print the rule, and this is only where it would stand.
    """

    place: str
    step: str | None
    words: tuple[str, ...]
    silent: bool


class Rule(NamedTuple):
    """A rule. `kind` is "procedure" if something happens that can be cited, else "definition"."""

    id: str
    chapter: str
    kind: str
    titles: Mapping[str, str]
    books: Mapping[str, BookEntry]
    also: tuple[str, ...]
    see: tuple[str, ...]
    rulings: tuple[str, ...]
    options: tuple[str, ...]


@cache
def chapters() -> tuple[Chapter, ...]:
    """All chapters, in the order of the rulebook."""
    return tuple(
        Chapter(entry["chapter"], tuple(entry["prefixes"]), entry["optional"], entry["titles"])
        for entry in _read("chapters")
    )


def find_chapter(name: str) -> Chapter | None:
    """The chapter with that name; None if there is none."""
    return next((one for one in chapters() if one.name == name), None)


@cache
def rules_of_chapter(name: str) -> Mapping[str, Rule]:
    """The rules of one chapter by id, in the order of the rulebook."""
    return {id_: _rule(id_, name, entry) for id_, entry in _read(name).items()}


def every_rule() -> Mapping[str, Rule]:
    """All rules by id."""
    return {id_: rule for one in chapters() for id_, rule in rules_of_chapter(one.name).items()}


def chapter_of(id_: str) -> str:
    """The chapter to which the id of a rule belongs; empty if there is none."""
    return next((one.name for one in chapters() if one.contains(id_)), "")


def find_rule(id_: str) -> Rule | None:
    """The rule with that id; None if there is none."""
    return rules_of_chapter(name).get(id_) if (name := chapter_of(id_)) else None


@cache
def rules_by_ruling() -> Mapping[str, tuple[str, ...]]:
    """The rules that rest on each ruling, by the id of the ruling."""
    return {id_: tuple(rules) for id_, rules in _read("rulings").items()}


def parse_ruling_id(text: str) -> str | None:
    """The id of a ruling in its normal form (`h79` is `H-79`), whether or not there is such a ruling."""
    found = _RULING.fullmatch(text.strip())
    return f"H-{int(found[1]):02}" if found else None


@cache
def ruling_options() -> Mapping[str, Any]:
    """The rulings that a table may change: names, values, defaults, and the rules they affect."""
    return dict(_read("options"))


@cache
def default_rulings() -> dict[str, Any]:
    """The default of each ruling that a table may change, by its name."""
    return {name: option["default"] for name, option in ruling_options().items()}


@cache
def glossary() -> Mapping[str, Any]:
    """The terms of five languages side by side, their false friends, and where long words may break."""
    return dict(_read("glossary"))


@cache
def quick_card() -> Sequence[Mapping[str, Any]]:
    """The sections of the quick card with their rows, and the values that a book must have for each."""
    return tuple(_read("quickcard"))


@cache
def search_grammar() -> Mapping[str, Mapping[str, str]]:
    """What the search knows of each language: small and asking words, endings, words for absent things."""
    return dict(_read("grammar"))


@cache
def synonyms() -> Mapping[str, str]:
    """The words of all languages with one meaning, by the first of them."""
    return dict(_read("synonyms"))


@cache
def expressions() -> Mapping[str, str]:
    """The expressions of several words in all languages, by the one word for which they stand."""
    return dict(_read("expressions"))


@cache
def search_index() -> Mapping[str, Any]:
    """The phrases that rules are known by, and the synonyms, prepared for the search."""
    return dict(_read("index"))


@cache
def rules_on_cards() -> Mapping[str, tuple[str, ...]]:
    """The rules that cards may name, by their use.

    Despite a `waivable` rule a card may permit something (no card can change where the field ends). At
    `steps_within_acts` dice are thrown or wounds are dealt.
    """
    return {use: tuple(rules) for use, rules in _read("card_rules").items()}


@cache
def common_words() -> frozenset[str]:
    """Words of every language that are never taken for a misspelling of another word."""
    return frozenset(word for words in _read("words").values() for word in words.split())


@cache
def effect_examples() -> Mapping[str, Any]:
    """For each element of the vocabulary of effects, the shortest piece of a sample card that has it."""
    found: Mapping[str, Any] = _read("effects")
    return found


def _rule(id_: str, chapter_name: str, entry: Mapping[str, Any]) -> Rule:
    books = {key: _make_book_entry(at) for key, at in entry["books"].items()}
    also, see = (tuple(entry.get(key, ())) for key in ("also", "see"))
    rests_on = tuple(ruling for ruling, rules in rules_by_ruling().items() if id_ in rules)
    open_to = tuple(name for name, option in ruling_options().items() if id_ in option["rules"])
    return Rule(id_, chapter_name, entry["kind"], entry["titles"], books, also, see, rests_on, open_to)


def _make_book_entry(entry: Mapping[str, Any]) -> BookEntry:
    words = tuple(entry.get("words", ()))
    return BookEntry(entry["place"], entry.get("step"), words, entry.get("silent", False))


def _read(name: str) -> Any:
    return json.loads((_HERE / f"{name}.json").read_text(encoding="utf-8"))
