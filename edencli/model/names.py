"""Names: when two are the same, what a name may not be, and how one is written in a move.

A name may contain anything that is printed. Marks that separate the words of a move also separate those of a
name, so it can be typed without them; in moves such a name is written in double quotes. Two names are the
same if they have the same words, regardless of case, accents and marks. No name is a word of moves.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Literal

# Words of the notation: its sides, its own lines and the verbs and links of its moves.
RESERVED = frozenset(
    """
    red blue nobody note dice expect refuse by and to via at with of the
    moves charges attacks shoots throws blasts dodges responds passes bids activates
    interrupts declines uses plays nothing
    """.split()  # noqa: SIM905  # a list of words is read as words
)
MARKS = frozenset('#:,;[]{}"“”„«»')
"""Characters with a meaning in YAML or in moves, and quotes: names that contain one are written in quotes."""

NameFault = Literal["decomposed", "letter", "character", "space", "reserved"]

# Letters whose stroke or ligature is no accent that could be removed.
UNACCENTED_LETTERS = {
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "ł": "l",
    "ħ": "h",
    "ı": "i",
    "æ": "ae",
    "œ": "oe",
    "’": "'",
}
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


@lru_cache(maxsize=1024)
def fold(text: str) -> str:
    """Return the form in which equal names or words are the same: no case, no accents, single spaces."""
    text = text.casefold()
    if not text.isascii():
        text = _BEYOND_ASCII.sub(_strip_accent, unicodedata.normalize("NFKD", text).casefold())
    return " ".join(text.split())


def _strip_accent(found: re.Match[str]) -> str:
    character = found[0]
    return "" if unicodedata.combining(character) else UNACCENTED_LETTERS.get(character, character)


# Double quotes of all kinds are one in moves: a keyboard has only one kind.
_CURLY_QUOTES = "“”„«»"
_STRAIGHTENED = {ord(quote): '"' for quote in _CURLY_QUOTES}
WORD_PATTERN = r'[^\s,:;\[\]{}"]+|;'
_NAME_WORD = re.compile(WORD_PATTERN)
_BEFORE_A_NAME = f"\"'‘’({_CURLY_QUOTES}"  # may stand before its first letter or digit


def straighten_quotes(text: str) -> str:
    """Replace every double quote by the one of keyboards; the length stays the same."""
    return text if text.isascii() else text.translate(_STRAIGHTENED)


def name_words(name: str) -> list[str]:
    """Return the words of a name, without the marks that only separate them."""
    return _NAME_WORD.findall(straighten_quotes(name))


def name_key(name: str) -> str:
    """Return the key that is the same for equal names: their words, folded."""
    return " ".join([fold(word) or word for word in name_words(name)])


def needs_quotes(name: str) -> bool:
    """Tell whether moves write a name in quotes: it contains marks, or does not begin with a letter."""
    return not name[:1].isalpha() or not MARKS.isdisjoint(name)


def quote_name(name: str) -> str:
    """Put a name in double quotes; those that it contains are doubled, as in CSV."""
    doubled = "".join([one * 2 if one == '"' or one in _CURLY_QUOTES else one for one in name])
    return f'"{doubled}"'


def unquote_name(text: str) -> str:
    """Return a name in double quotes without them."""
    name = text[1:-1]
    for quote in f'"{_CURLY_QUOTES}':
        name = name.replace(quote * 2, quote)
    return name


def name_fault(name: str) -> NameFault | None:
    """Return the fault that keeps a text from being a name, or None."""
    if name != unicodedata.normalize("NFC", name):
        return "decomposed"
    if not name.lstrip(_BEFORE_A_NAME)[:1].isalnum() or not any(map(str.isalpha, name)):
        return "letter"
    if forbidden_character(name) is not None:
        return "character"
    if name != " ".join(name.split()):
        return "space"
    return "reserved" if name_key(name) in RESERVED else None


def forbidden_character(name: str) -> str | None:
    """Return the first character that no name may contain, or None."""
    if name.isprintable() and _INVISIBLE.isdisjoint(name):
        return None
    return next(c for c in name if c in _INVISIBLE or not c.isprintable())


# What is drawn as nothing, though Unicode calls it printable. No pattern: one that reaches beyond the first
# plane takes longer to compile than a duel to play.
_INVISIBLE = frozenset(
    map(
        chr,
        (
            *(0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
            *range(0x180B, 0x1810),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
