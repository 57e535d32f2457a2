"""Every sentence and term a player reads, by message id, one folder a language.

A folder holds `language.json` and JSON files of one area each (`events.json`, `help.json`, …); whatever a
language has not said yet is said in English, message by message. Text holds named values in braces:

- `{fighter}` shows a value; what came from somebody's file loses its control characters, here and only here.
- `{limbs}` shows a list with commas; `{limbs&}` with the language's own "and" before the last one.
- `{n|wound|wounds}` picks by the number `n`, or by how many a list has, by the rule of `language.json`
  (`"plural"`, as in gettext's files: the number of the form, from 0).
- `{fighter?f|activée|activé}` picks the first where the value has a property, else the second. A phrase has
  the properties that the message of its id and `?` lists (`"term.wound?": "f"`); a plain text has none. The
  name of a fighter has the `gender` of its card, where that gives one (`{fighter?she|activée|activé}`).
- `{limb:to}` shows a value in a form of its own, "to the legs" or "d’Elenia": that of a phrase is the message
  of its id and that form (`term.legs:to`); of any other text, or where there is none, it is that of the first
  pattern in `"forms"` of `language.json` that fits the text without accents and capitals (`["^[aeiou]",
  "d’{}"]`; the last pattern, `""`, fits all).

The texts that are picked from may hold `{}` for the value itself, and no other value.

An abbreviation in a sentence (CBT, AP) is shown as the rulebook at hand prints it: `Words.of_book`. Which
language is spoken is decided once (`set_current_words`), before anything is said.

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
"""What a language may be complete in: what is said while one plays, the rules in short, the sentences of
cards, what commands say of themselves and of files, and all that explains: rulings, notes on books, codes."""
_SLOT = re.compile(r"\{([a-z_][\w.-]*)(?::([a-z]+))?(&)?(?:\?([a-z]+))?((?:\|(?:[^|{}]|\{\})*)*)\}")
# What closes a part of a sentence, before which the comma that closes a relative clause is dropped.
_CLOSING = tuple(",;:.)")


# A sentence may stand inside another; French holds its colons and its quotes by these.
_SPACES = " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


class MissingMessage(ResourceWarning):
    """A sentence that no language has: an error in tests; a player is shown the message's id."""


class Language(NamedTuple):
    """What a language's own file says about it; `book` is its rulebook.

    `complete` names the areas that say everything (`AREAS`); a language with any of them is offered.
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
    """A term, or words that were put together, which can say themselves in another form.

    Asked for the form `?` it names its properties, apart by blanks.
    """

    __slots__ = ("in_form",)
    in_form: Callable[[str], str | None]


def make_phrase(in_form: Callable[[str], str | None]) -> Phrase:
    """Words that a function says in any form, "" being the plain one; None where they have no such form."""
    phrase = Phrase(in_form(""))
    phrase.in_form = in_form
    return phrase


def clean(text: str, *, but: str = "") -> str:
    """Show a text from outside without anything that could drive a terminal, or the log of a CI job.

    GitHub takes `##[command]` anywhere in a line for its own, others `##name[`. What is put in place is as
    long as what was there; characters in `but` stay.
    """
    is_fit = text.replace(but, "").isprintable()  # which takes a blank for fit, and no other space
    shown = text if is_fit else text.translate(_unfit_characters(text, _SPACES + but))
    return re.sub(_MARK, "#\N{MUSIC SHARP SIGN}", shown) if "##" in shown else shown


def _unfit_characters(text: str, but: str) -> Mapping[int, str]:
    unfit = {c for c in set(text) if c not in but and unicodedata.category(c)[0] in "CZ"}
    return dict.fromkeys(map(ord, unfit), "\N{REPLACEMENT CHARACTER}")


# Few outputs need these patterns: they are compiled where they are used.
_MARK = r"##(?=[a-z]*\[)"
# What dresses words on a terminal: the codes that `Paint` writes, and no others.
_DRESS = "(\x1b\\[(?:0|1|2|31|33|36)m)"
# GitHub takes `::command::` after leading blanks for its own.
_COMMAND = r"(?m)^([^\S\n]*):(?=:)"


def sanitize_output(text: str, *, commands: bool = False, dressed: bool = False) -> str:
    """A whole output as it may leave us: clean line by line, no line a command to whatever reads a log.

    With `commands` the lines are such commands, and ours; `dressed` is for a terminal that shows colours.
    """
    parts = re.split(_DRESS, text) if dressed else [text]
    parts[::2] = (clean(part, but="\n") for part in parts[::2])
    shown = "".join(parts)
    return shown if commands or "::" not in shown else re.sub(_COMMAND, "\\1\N{RATIO}", shown)


class Words:
    """The words of one language, with the abbreviations of one rulebook."""

    def __init__(self, language: str = ENGLISH, *, home: Path = HOME, book: str | None = None) -> None:
        self.language = language
        self._home = home
        self._book = book

    def of_book(self, book: str) -> "Words":
        """The same language, with that rulebook's abbreviations."""
        return Words(self.language, home=self._home, book=book)

    def say(self, area: str, message: str, /, **values: object) -> str:
        """Say a message of an area with its values filled in."""
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
        """The first of several messages that an area has; the last one if none."""
        return next((message for message in messages if self.has(area, message)), messages[-1])

    def phrase(self, area: str, message: str, /, **values: object) -> Phrase:
        """Say a message that other sentences may want in a form of their own: that of `MESSAGE:FORM`."""

        def in_form(form: str) -> str | None:
            if not form:
                return self.say(area, message, **values)
            id_ = f"{message}?" if form == "?" else f"{message}:{form}"
            return self.say(area, id_, **values) if self.has(area, id_) else None

        return make_phrase(in_form)

    def area(self, area: str) -> Mapping[str, Any]:
        """All of one area: its file, over the English one."""
        return _area(self._home, self.language, area, self._book)

    def fill(self, text: str, values: Mapping[str, object]) -> str:
        """Put values into the slots of a text."""

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
        """Show one value inside a sentence, several as a list, the last two `together` by an "and"."""
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
        """Several texts one after the other."""
        return self.settings.separator.join(texts)

    def join_phrases(self, phrases: Iterable[str]) -> str:
        """Several phrases one after the other; each may be a list itself."""
        return self.settings.phrases.join(phrases)

    def decimal(self, number: str) -> str:
        """A number in a sentence: `2,5` or `2,5 %` where one writes so. Places are notation and stay."""
        return number.replace(".", self.settings.decimal).replace("%", self.settings.percent)

    @cached_property
    def settings(self) -> Language:
        """What the language's own file says."""
        return _language(self._home, self.language)

    def _pick(self, choices: Sequence[str], value: object, wanted: str | None) -> str:
        """One of some texts, by a property of a value, or else by its number or how many it has."""
        if wanted:
            return choices[0 if wanted in self._properties(value) else -1]
        n = len(value) if isinstance(value, list | tuple) else cast("int", value)
        return choices[min(_plural(self.settings.plural)(n), len(choices) - 1)]

    def _properties(self, value: object) -> Collection[str]:
        return (value.in_form("?") or "").split() if isinstance(value, Phrase) else ()

    def _in_form(self, value: str, form: str) -> str:
        """A phrase in a form of its own, else whatever goes with the letters of the text."""
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
    """The words of this process."""
    return _current_words


def set_current_words(words: Words) -> None:
    """Decide which language is spoken from now on."""
    global _current_words  # noqa: PLW0603  # one language a process, like its environment
    _current_words = words


def languages() -> tuple[str, ...]:
    """The languages that are offered: those that are complete in some area."""
    folders = (one.name for one in os.scandir(HOME) if "." not in one.name)
    return tuple(sorted(folder for folder in folders if _is_offered(folder)))


def _is_offered(folder: str) -> bool:
    """Tell whether a language is complete in some area; a fault in one is none of another."""
    try:
        with open(f"{HOME}/{folder}/language.json", encoding="utf-8") as file:  # noqa: PTH123  # at every start
            return bool(json.load(file).get("complete"))
    except (OSError, ValueError, AttributeError):
        return False


def every_language() -> tuple[str, ...]:
    """The languages that can be spoken, though much of one may still be English."""
    return _languages_in(HOME)


@cache
def _languages_in(home: Path) -> tuple[str, ...]:
    folders = (one for one in home.iterdir() if "." not in one.name)
    return tuple(sorted(folder.name for folder in folders if _is_language(folder)))


def _is_language(folder: Path) -> bool:
    try:
        return bool(_language(folder.parent, folder.name).name)
    except (OSError, TypeError, ValueError):  # a fault in one language is none of another
        return False


def _fits(text: object, values: Mapping[str, object]) -> bool:
    """Tell whether a text shows only values that there are."""
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
    """A language's messages, and the English ones wherever it has none, or another kind of thing.

    Only prose may have more sentences, or fewer.
    """
    if isinstance(english, dict) and isinstance(own, dict):
        merged = {key: _merge_over(english.get(key), text, is_prose=is_prose) for key, text in own.items()}
        return english | merged
    if isinstance(english, list) and isinstance(own, list):
        is_fit = all(isinstance(one, str) for one in own) and (is_prose or len(own) == len(english))
        return own if is_fit else english
    return own if english is None or (isinstance(own, str) and isinstance(english, str)) else english


def _read_area_file(home: Path, language: str, area: str, book: str | None) -> dict[str, Any]:
    """One file, its abbreviations changed for those of a book; nothing where a language has no such file."""
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
    """What one rulebook prints for the abbreviations of another; what is written alike in both stays."""
    rows = json.loads((HOME / "abbreviations.json").read_text(encoding="utf-8"))
    return {row[own]: row[book] for row in reversed(rows)}


def _map_strings(data: Any, rewrite: Callable[[str], str]) -> Any:
    if isinstance(data, str):
        return rewrite(data)
    if isinstance(data, list):
        return [_map_strings(one, rewrite) for one in data]
    return {key: _map_strings(one, rewrite) for key, one in data.items()} if isinstance(data, dict) else data
