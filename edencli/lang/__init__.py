"""Every sentence and term a player reads, by message id, one folder a language.

A folder holds `language.json` and JSON files of one area each (`events.json`, `help.json`, …); whatever a
language has not said yet is said in English, message by message. Text holds named values in braces:

- `{fighter}` shows a value; what came from somebody's file loses its control characters, here and only here;
- `{n|wound|wounds}` picks a form by the number `n`, by the rule that `language.json` gives (`"plural"`, as in
  gettext's files: the number of the form, from 0);
- `{limb:to}` shows a value in a form of its own, "to the legs" or "d’Elenia": a term's is the message of its
  id and that form (`term.legs:to`); of any other text, or where there is none, the form is chosen by the
  letter that follows (`"forms"` in `language.json`: first letters, and "" for all others).

An abbreviation in a sentence (CBT, AP) is shown as the rulebook at hand prints it: `Words.of_book`. Which
language is spoken is decided once (`set_current_words`), before anything is said.

Knows messages and their forms. Must not know a rule, an event or a screen. Begin with `Words.say`.
"""

import json
import re
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from gettext import c2py
from pathlib import Path
from typing import Any, NamedTuple, cast

HOME = Path(__file__).parent
ENGLISH = "en"
_SLOT = re.compile(r"\{([a-z_][\w.-]*)(?::([a-z]+))?((?:\|[^|{}]*)*)\}")


# A sentence may stand inside another; French holds its colons and its quotes by these.
_SPACES = " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


class MissingMessage(ResourceWarning):
    """A sentence that no language has: an error in tests; a player is shown the message's id."""


class Language(NamedTuple):
    """What a language's own file says about it; `complete` languages are offered, `book` is its rulebook."""

    name: str
    complete: bool
    book: str
    plural: str
    decimal: str
    percent: str
    separator: str
    phrases: str
    forms: Mapping[str, Mapping[str, str]]


class Term(str):
    """A term of the game in words, which may have forms of its own in its area."""

    __slots__ = ("area", "id")
    area: str
    id: str


def _term(text: str, area: str, id_: str) -> Term:
    term = Term(text)
    term.area, term.id = area, id_
    return term


def clean(text: str, *, but: str = "") -> str:
    """Show a text from outside without anything that could drive a terminal, or the log of a CI job.

    GitHub takes `##[command]` anywhere in a line for its own, others `##name[`. What is put in place is as
    long as what was there; characters in `but` stay.
    """
    unfit = {c for c in set(text) if c not in _SPACES + but and unicodedata.category(c)[0] in "CZ"}
    shown = text.translate(dict.fromkeys(map(ord, unfit), "\N{REPLACEMENT CHARACTER}")) if unfit else text
    return _MARK.sub("#\N{MUSIC SHARP SIGN}", shown) if "##" in shown else shown


_MARK = re.compile(r"##(?=[a-z]*\[)")
# What dresses words on a terminal: the codes that `Paint` writes, and no others.
_DRESS = re.compile("(\x1b\\[(?:0|1|2|31|33|36)m)")
# GitHub takes `::command::` after leading blanks for its own.
_COMMAND = re.compile(r"^([^\S\n]*):(?=:)", re.MULTILINE)


def sanitize_output(text: str, *, commands: bool = False, dressed: bool = False) -> str:
    """A whole output as it may leave us: clean line by line, no line a command to whatever reads a log.

    With `commands` the lines are such commands, and ours; `dressed` is for a terminal that shows colours.
    """
    parts = _DRESS.split(text) if dressed else [text]
    parts[::2] = (clean(part, but="\n") for part in parts[::2])
    shown = "".join(parts)
    return shown if commands else _COMMAND.sub("\\1\N{RATIO}", shown)


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
        return self.fill(cast("str", text), values)

    def has(self, area: str, message: str) -> bool:
        """Tell whether an area has that message."""
        return message in self.area(area)

    def first_message(self, area: str, *messages: str) -> str:
        """The first of several messages that an area has; the last one if none."""
        return next((message for message in messages if self.has(area, message)), messages[-1])

    def term(self, area: str, id_: str) -> Term:
        """A term of the game, to be shown in whatever form a sentence wants."""
        return _term(self.say(area, id_), area, id_)

    def area(self, area: str) -> Mapping[str, Any]:
        """All of one area: its file, over the English one."""
        return _area(self._home, self.language, area, self._book)

    def fill(self, text: str, values: Mapping[str, object]) -> str:
        """Put values into the slots of a text."""

        def slot(found: re.Match[str]) -> str:
            name, form, forms = found.groups()
            try:
                value = values[name]
            except KeyError:
                return _miss(found[0])
            if forms:
                return self._plural_form(forms[1:].split("|"), cast("int", value))
            return self.format_value(value, form)

        return _SLOT.sub(slot, text)

    def format_value(self, value: object, form: str | None = None) -> str:
        """Show one value inside a sentence, several as a list."""
        if isinstance(value, str):
            return clean(self._in_form(value, form) if form else value)
        if isinstance(value, int) and value < 0:
            return f"−{-value}"
        if isinstance(value, list | tuple):
            return self.join_list(self.format_value(one, form) for one in value)
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

    def _plural_form(self, forms: list[str], n: int) -> str:
        return forms[min(_plural(self.settings.plural)(n), len(forms) - 1)]

    def _in_form(self, value: str, form: str) -> str:
        """A term in a form of its own, else whatever stands before such a letter."""
        if isinstance(value, Term) and (own := self.area(value.area).get(f"{value.id}:{form}")):
            return str(own)
        by_letter = self.settings.forms.get(form, {})
        initial = unicodedata.normalize("NFD", value[:1]).casefold()[:1]
        chosen = next((text for letters, text in by_letter.items() if initial and initial in letters), None)
        return (chosen or by_letter.get("", "{}")).replace("{}", value)


_current_words = Words()


def current_words() -> Words:
    """The words of this process."""
    return _current_words


def set_current_words(words: Words) -> None:
    """Decide which language is spoken from now on."""
    global _current_words  # noqa: PLW0603  # one language a process, like its environment
    _current_words = words


def languages() -> tuple[str, ...]:
    """The languages one can ask for: those that are complete."""
    found = sorted(folder.name for folder in HOME.iterdir() if (folder / "language.json").is_file())
    return tuple(name for name in found if _language(HOME, name).complete)


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
    return cast("Mapping[str, Any]", _merge_over(english, _read_area_file(home, language, area, book)))


def _merge_over(english: Any, own: Any) -> Any:
    """A language's messages, and the English ones wherever it has none."""
    if not (isinstance(english, dict) and isinstance(own, dict)):
        return own
    return english | {key: _merge_over(english.get(key), text) for key, text in own.items()}


def _read_area_file(home: Path, language: str, area: str, book: str | None) -> dict[str, Any]:
    """One file, its abbreviations changed for those of a book; nothing where a language has no such file."""
    file = home / language / f"{area}.json"
    if language != ENGLISH and not file.exists():
        return {}
    data = json.loads(file.read_text(encoding="utf-8"))
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
