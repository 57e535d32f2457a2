"""Every sentence and term a player reads, by message id, one folder a language.

A folder holds `language.json` and JSON files of one area each (`events.json`, `help.json`, …); a message that
a language does not have yet is taken from English. Text holds named values in braces:

- `{fighter}` shows a value; text from a file loses its control characters, here and only here.
- `{limbs}` shows a list with commas; `{limbs&}` with the language's own "and" before the last one.
- `{n|wound|wounds}` picks by the number `n`, or by the length of a list, by the rule of `language.json`
  (`"plural"`, as in gettext's files: the number of the form, from 0).
- `{fighter?f|activée|activé}` picks the first if the value has a property, else the second. A phrase has the
  properties that the message with its id and `?` lists (`"term.wound?": "f"`); a plain text has none. The
  name of a fighter has the `gender` of its card, if there is one (`{fighter?she|activée|activé}`).
- `{limb:to}` shows a value in a certain form, "to the legs" or "d’Elenia": that of a phrase is the message
  with its id and that form (`term.legs:to`); for any other text, or if there is no such message, it is that
  of the first pattern in `"forms"` of `language.json` that fits the text without accents and capitals
  (`["^[aeiou]", "d’{}"]`; the last pattern, `""`, fits all).

The texts to pick from may hold `{}` for the value itself, and no other value.

An abbreviation in a sentence (CBT, AP) is shown as the rulebook in use prints it: `Words.of_book`. The
language is chosen once (`set_current_words`), before any output.

Knows messages and their forms. Must not know a rule, an event or a screen. Begin with `Words.say`.
"""

import json
import os
import re
import unicodedata
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property
from gettext import c2py
from pathlib import Path
from typing import Any, cast

from edencli.named_tuple import NamedTuple

HOME = Path(__file__).parent
ENGLISH = "en"
AREAS = ("table", "rules", "cards", "help", "notes")
"""The areas in which a language may be complete: play, the rules in short, the sentences of cards, help with
commands and files, and explanations (rulings, notes on books, codes)."""
_SLOT = re.compile(r"\{([a-z_][\w.-]*)(?::([a-z]+))?(&)?(?:\?([a-z]+))?((?:\|(?:[^|{}]|\{\})*)*)\}")
# What closes a part of a sentence; a comma that closes a relative clause is dropped before it.
_CLOSING = tuple(",;:.)")


# The spaces that a sentence may contain; in French, no-break spaces stand beside colons and quotes.
_SPACES = " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


class MissingMessage(ResourceWarning):
    """No language has a message: an error in tests; a player sees the id of the message."""


class Language(NamedTuple):
    """The settings in a language's own file; `book` is its rulebook.

    `complete` names the areas that are complete (`AREAS`); a language with any of them is offered.
    """

    name: str
    complete: Sequence[str]
    book: str
    plural: str
    decimal: str
    percent: str
    separator: str
    last: str
    phrases: str
    forms: Mapping[str, Sequence[tuple[str, str]]]


class Phrase(str):
    """A term, or a composed text, that has several forms.

    In the form `?` it names its properties, separated by spaces.
    """

    __slots__ = ("in_form",)
    in_form: Callable[[str], str | None]


def make_phrase(in_form: Callable[[str], str | None]) -> Phrase:
    """A phrase from a function that gives its text in each form ("" is the plain one), or None."""
    phrase = Phrase(in_form(""))
    phrase.in_form = in_form
    return phrase


def clean(text: str, *, but: str = "") -> str:
    """Replace what could drive a terminal or the log of a CI job in a text from outside.

    GitHub takes `##[command]` anywhere in a line as a command, other services `##name[`. The length of the
    text stays; characters in `but` are kept.
    """
    is_fit = text.replace(but, "").isprintable()  # of all spaces, only a blank counts as printable
    shown = text if is_fit else text.translate(_unfit_characters(text, _SPACES + but))
    return re.sub(_MARK, "#\N{MUSIC SHARP SIGN}", shown) if "##" in shown else shown


def _unfit_characters(text: str, but: str) -> Mapping[int, str]:
    unfit = {c for c in set(text) if c not in but and unicodedata.category(c)[0] in "CZ"}
    return dict.fromkeys(map(ord, unfit), "\N{REPLACEMENT CHARACTER}")


# Few outputs need these patterns; they are compiled when they are used.
_MARK = r"##(?=[a-z]*\[)"
# Colour codes on a terminal: those that `Paint` writes, and no others.
_DRESS = "(\x1b\\[(?:0|1|2|31|33|36)m)"
# GitHub takes `::command::` as a command, even after leading blanks.
_COMMAND = r"(?m)^([^\S\n]*):(?=:)"


def sanitize_output(text: str, *, commands: bool = False, dressed: bool = False) -> str:
    """Clean a whole output, line by line, so that no line is a command to what reads a CI log.

    With `commands` the lines are such commands, and ours; `dressed` keeps the colours of a terminal.
    """
    parts = re.split(_DRESS, text) if dressed else [text]
    parts[::2] = (clean(part, but="\n") for part in parts[::2])
    shown = "".join(parts)
    return shown if commands or "::" not in shown else re.sub(_COMMAND, "\\1\N{RATIO}", shown)


class Words:
    """The texts of one language, with the abbreviations of one rulebook."""

    def __init__(self, language: str = ENGLISH, *, home: Path = HOME, book: str | None = None) -> None:
        self.language = language
        self._home = home
        self._book = book

    def of_book(self, book: str) -> "Words":
        """A copy of these words that prints the abbreviations of a rulebook."""
        return Words(self.language, home=self._home, book=book)

    def say(self, area: str, message: str, /, **values: object) -> str:
        """A message of an area, with its values filled in."""
        text = self.area(area).get(message)
        if text is None:
            return _miss(f"{area}: {message}")
        if self.language != ENGLISH and not _fits(text, values):
            text = _read_area_file(HOME, ENGLISH, area, self._book)[message]
        return self.fill(cast("str", text), values)

    def has(self, area: str, message: str) -> bool:
        """Tell whether an area has that message."""
        return message in self.area(area)

    def first_message(self, area: str, *messages: str) -> str:
        """The first of these messages that an area has; the last one if it has none."""
        return next((message for message in messages if self.has(area, message)), messages[-1])

    def phrase(self, area: str, message: str, /, **values: object) -> Phrase:
        """A message as a phrase, whose other forms are the messages `MESSAGE:FORM`."""

        def in_form(form: str) -> str | None:
            if not form:
                return self.say(area, message, **values)
            id_ = f"{message}?" if form == "?" else f"{message}:{form}"
            return self.say(area, id_, **values) if self.has(area, id_) else None

        return make_phrase(in_form)

    def area(self, area: str) -> Mapping[str, Any]:
        """All messages of an area: those of the language, and English ones where it has none."""
        return _area(self._home, self.language, area, self._book)

    def fill(self, text: str, values: Mapping[str, object]) -> str:
        """Fill values into the slots of a text."""

        def slot(found: re.Match[str]) -> str:
            name, form, together, wanted, choices = found.groups()
            try:
                value = values[name]
            except KeyError:
                return _miss(found[0])
            if choices:
                picked = self._pick(choices[1:].split("|"), value, wanted)
                return picked.replace("{}", self.format_value(value)) if "{}" in picked else picked
            shown = self.format_value(value, form, together=bool(together))
            closes = shown.endswith(",") and text[found.end() :].lstrip(_SPACES).startswith(_CLOSING)
            return shown[:-1] if closes else shown

        return _SLOT.sub(slot, text)

    def format_value(self, value: object, form: str | None = None, *, together: bool = False) -> str:
        """A value inside a sentence; several as a list, the last two joined `together` by an "and"."""
        if isinstance(value, str):
            return clean(self._in_form(value, form) if form else value)
        if isinstance(value, int) and value < 0:
            return f"−{-value}"
        if isinstance(value, list | tuple):
            shown = [self.format_value(one, form) for one in value]
            if together and len(shown) > 1:
                shown[-2:] = [self.settings.last.join(shown[-2:])]
            return self.join_list(shown)
        return str(value)

    def join_list(self, texts: Iterable[str]) -> str:
        """Join texts by commas."""
        return self.settings.separator.join(texts)

    def join_phrases(self, phrases: Iterable[str]) -> str:
        """Join phrases, each of which may be a list itself."""
        return self.settings.phrases.join(phrases)

    def decimal(self, number: str) -> str:
        """A number in a sentence with the signs of the language: `2,5`, `2,5 %`. Places never change."""
        return number.replace(".", self.settings.decimal).replace("%", self.settings.percent)

    @cached_property
    def settings(self) -> Language:
        """The settings in the language's own file."""
        return _language(self._home, self.language)

    def _pick(self, choices: Sequence[str], value: object, wanted: str | None) -> str:
        """One of several texts, by a property of a value, or else by its number or length."""
        if wanted:
            return choices[0 if wanted in self._properties(value) else -1]
        n = len(value) if isinstance(value, list | tuple) else cast("int", value)
        return choices[min(_plural(self.settings.plural)(n), len(choices) - 1)]

    def _properties(self, value: object) -> Collection[str]:
        return (value.in_form("?") or "").split() if isinstance(value, Phrase) else ()

    def _in_form(self, value: str, form: str) -> str:
        """A phrase in one of its forms; any other text in the form that fits its letters."""
        if isinstance(value, Phrase) and (own := value.in_form(form)) is not None:
            return own
        for pattern, shown in self.settings.forms.get(form, ()):
            if re.search(pattern, fold_letters(value)):
                return shown.replace("{}", value)
        return value


def fold_letters(text: str) -> str:
    """A text without accents and capitals."""
    spelt = unicodedata.normalize("NFD", text).casefold()
    return "".join(letter for letter in spelt if not unicodedata.combining(letter))


_current_words = Words()


def current_words() -> Words:
    """The words in which this process speaks."""
    return _current_words


def set_current_words(words: Words) -> None:
    """Choose the language in which this process speaks."""
    global _current_words  # noqa: PLW0603  # one language for each process, like its environment
    _current_words = words


def languages() -> tuple[str, ...]:
    """The languages that are offered: those that are complete in some area."""
    folders = (one.name for one in os.scandir(HOME) if "." not in one.name)
    return tuple(sorted(folder for folder in folders if _is_offered(folder)))


def _is_offered(folder: str) -> bool:
    """Tell whether a language is complete in some area; a faulty file only leaves out its own language."""
    try:
        with open(f"{HOME}/{folder}/language.json", encoding="utf-8") as file:  # noqa: PTH123  # cheaper than a Path, at every start
            return bool(json.load(file).get("complete"))
    except (OSError, ValueError, AttributeError):
        return False


def every_language() -> tuple[str, ...]:
    """All languages that can be chosen, even those that are mostly English."""
    return _languages_in(HOME)


@cache
def _languages_in(home: Path) -> tuple[str, ...]:
    folders = (one for one in home.iterdir() if "." not in one.name)
    return tuple(sorted(folder.name for folder in folders if _is_language(folder)))


def _is_language(folder: Path) -> bool:
    try:
        return bool(_language(folder.parent, folder.name).name)
    except (OSError, TypeError, ValueError):  # a faulty file only leaves out its own language
        return False


def _fits(text: object, values: Mapping[str, object]) -> bool:
    """Tell whether all values that a text shows are given."""
    return isinstance(text, str) and all(found[1] in values for found in _SLOT.finditer(text))


def _miss(what: str) -> str:
    warnings.warn(f"nobody has words for {what}", MissingMessage, stacklevel=3)
    return what


@cache
def _language(home: Path, language: str) -> Language:
    return Language(**_read_area_file(home, language, "language", None))


@cache
def _plural(rule: str) -> Callable[[int], int]:
    return c2py(rule)


@cache
def _area(home: Path, language: str, area: str, book: str | None) -> Mapping[str, Any]:
    english = _read_area_file(HOME, ENGLISH, area, book)
    if (home, language) == (HOME, ENGLISH):
        return english
    own, is_prose = _read_area_file(home, language, area, book), area.startswith("rules/")
    return cast("Mapping[str, Any]", _merge_over(english, own, is_prose=is_prose))


def _merge_over(english: Any, own: Any, *, is_prose: bool) -> Any:
    """A language's messages over the English ones, which stay if there is none, or one of another type.

    Only prose may have more or fewer sentences than in English.
    """
    if isinstance(english, dict) and isinstance(own, dict):
        merged = {key: _merge_over(english.get(key), text, is_prose=is_prose) for key, text in own.items()}
        return english | merged
    if isinstance(english, list) and isinstance(own, list):
        is_fit = all(isinstance(one, str) for one in own) and (is_prose or len(own) == len(english))
        return own if is_fit else english
    return own if english is None or (isinstance(own, str) and isinstance(english, str)) else english


def _read_area_file(home: Path, language: str, area: str, book: str | None) -> dict[str, Any]:
    """One file, with the abbreviations of a book; empty if a language has no such file."""
    try:
        data = json.loads(home.joinpath(language, f"{area}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        if language == ENGLISH or area == "language":
            raise
        return {}
    if book is not None and book != (own := _language(home, language).book):
        printed = _abbreviations(own, book)
        words = re.compile(rf"\b({'|'.join(sorted(printed, key=len, reverse=True))})\b")
        data = _map_strings(data, lambda text: words.sub(lambda found: printed[found[0]], text))
    return cast("dict[str, Any]", data)


@cache
def _abbreviations(own: str, book: str) -> Mapping[str, str]:
    """What one rulebook prints for the abbreviations of another one."""
    rows = json.loads((HOME / "abbreviations.json").read_text(encoding="utf-8"))
    return {row[own]: row[book] for row in reversed(rows)}


def _map_strings(data: Any, rewrite: Callable[[str], str]) -> Any:
    if isinstance(data, str):
        return rewrite(data)
    if isinstance(data, list):
        return [_map_strings(one, rewrite) for one in data]
    return {key: _map_strings(one, rewrite) for key, one in data.items()} if isinstance(data, dict) else data
