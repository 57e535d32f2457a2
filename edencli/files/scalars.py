"""What an unquoted word of YAML 1.2 means, and which words other readers take for something else.

The core schema, narrowed: dates and YAML 1.1's yes, no, on and off are text, and a number that two readers
could take for two numbers is refused.
"""

import math
import re

MOST_DIGITS = 18

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLEAN = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_WHOLE = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_OTHER_BASE = re.compile(r"0[xX][0-9a-fA-F]+|0[oO][0-7]+")

# What the older YAML 1.1, and so many an editor, takes for true and false.
LOOKS_TRUE = frozenset({"yes", "on", "y"})
LOOKS_FALSE = frozenset({"no", "off", "n"})


class UnfitNumberError(ValueError):
    """A number that no file of ours may hold; the argument is the form of its diagnostic."""


def plain(text: str) -> str | int | float | bool | None:
    """The value of an unquoted word.

    Raises:
        UnfitNumberError: It is a number, but too long, not finite, or one that readers take for two numbers.
    """
    if text in _NULL:
        return None
    if text in _BOOLEAN:
        return _BOOLEAN[text]
    if text[0].isalpha():
        return text
    if _WHOLE.fullmatch(text):
        return _whole(text)
    if _OTHER_BASE.fullmatch(text):
        raise UnfitNumberError("base")
    if _NOT_FINITE.fullmatch(text):
        raise UnfitNumberError("not-finite")
    return _finite(text) if _FLOAT.fullmatch(text) else text


def _whole(text: str) -> int:
    digits = text.lstrip("+-")
    if digits[0] == "0" and len(digits) > 1:
        raise UnfitNumberError("leading-zero")
    if len(digits) > MOST_DIGITS:
        raise UnfitNumberError("long")
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise UnfitNumberError("not-finite")
    return number
