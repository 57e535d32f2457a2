"""Names: when two are the same, and what a name may not be.

A name is written in moves and orders, so it must be possible to read it there: it begins with a letter, holds
nothing that YAML or the notation uses, and is no word of the notation. Two names are the same when they
differ only in case, accents or the way an accent is stored.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Literal

# What the notation uses itself: its sides, its own lines and the verbs and links of its moves.
RESERVED = frozenset(
    """
    red blue nobody note dice expect refuse by and to via at with of the
    moves charges attacks shoots throws blasts dodges responds passes bids activates
    interrupts declines uses plays nothing
    """.split()  # noqa: SIM905  # a list of words is read as words
)
FORBIDDEN = frozenset('#:,[]{}"')

NameFault = Literal["decomposed", "letter", "character", "space", "reserved"]

# Letters whose stroke or joint is no accent that could be taken off.
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
    """The form under which two names, or two words, are the same: no case, no accents, single spaces."""
    text = text.casefold()
    if not text.isascii():
        text = _BEYOND_ASCII.sub(_strip_accent, unicodedata.normalize("NFKD", text).casefold())
    return " ".join(text.split())


def _strip_accent(found: re.Match[str]) -> str:
    character = found[0]
    return "" if unicodedata.combining(character) else UNACCENTED_LETTERS.get(character, character)


def name_fault(name: str) -> NameFault | None:
    """What keeps a text from being a name, or None."""
    if name != unicodedata.normalize("NFC", name):
        return "decomposed"
    if not name[:1].isalpha():
        return "letter"
    if forbidden_character(name) is not None:
        return "character"
    if name != " ".join(name.split()):
        return "space"
    return "reserved" if fold(name) in RESERVED else None


def forbidden_character(name: str) -> str | None:
    """The first character that no name may hold, or None."""
    if name.isprintable() and FORBIDDEN.isdisjoint(name) and _INVISIBLE.isdisjoint(name):
        return None
    return next(c for c in name if c in FORBIDDEN or c in _INVISIBLE or not c.isprintable())


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
