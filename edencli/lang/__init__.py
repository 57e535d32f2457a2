"""Every sentence and term a player reads, by message id, one folder a language.

A folder holds JSON files of one area each (`diagnostics.json`, `events.json`, …); a message is a string with
named values in braces. `{n|wound|wounds}` picks a form by the number `n`, so that plurals stay with the
translator. A value that came from somebody's file is shown without its control characters, here and only
here. Knows no rule, no event and no screen.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

_HERE = Path(__file__).parent
_SLOT = re.compile(r"\{([a-z_][\w.-]*)((?:\|[^|{}]*)*)\}")

# Control, format, surrogate and unassigned characters, and the separators that end a line.
_DRIVING = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})
_REPLACED = "\N{REPLACEMENT CHARACTER}"

# Which of a message's forms a number takes.
_FORM: Mapping[str, Callable[[int], int]] = {"en": lambda n: 0 if n == 1 else 1}


def clean(text: str) -> str:
    """Show a text from outside without anything that could drive a terminal."""
    return "".join(
        c if c == " " or unicodedata.category(c)[0] not in "CZ" else "\N{REPLACEMENT CHARACTER}" for c in text
    )


class Words:
    """The words of one language."""

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def say(self, area: str, message: str, /, **values: object) -> str:
        """Say a message of an area with its values filled in."""
        return self.fill(cast("str", self.area(area)[message]), values)

    def has(self, area: str, message: str) -> bool:
        """Tell whether an area has that message."""
        return message in self.area(area)

    def area(self, area: str) -> Mapping[str, Any]:
        """All of one area, as its file has it."""
        return _read(self.language, area)

    def fill(self, text: str, values: Mapping[str, object]) -> str:
        """Put values into the slots of a text."""

        def slot(found: re.Match[str]) -> str:
            value = values[found[1]]
            if found[2]:
                forms = found[2][1:].split("|")
                return forms[min(_FORM[self.language](cast("int", value)), len(forms) - 1)]
            return shown(value)

        return _SLOT.sub(slot, text)


def shown(value: object) -> str:
    """Show one value inside a sentence."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, int) and value < 0:
        return f"−{-value}"
    if isinstance(value, list | tuple):
        return ", ".join(shown(one) for one in value)
    return str(value)


@cache
def _read(language: str, area: str) -> Mapping[str, Any]:
    text = (_HERE / language / f"{area}.json").read_text(encoding="utf-8")
    return cast("Mapping[str, Any]", json.loads(text))
