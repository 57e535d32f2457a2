"""Patterns: how a form is written, in one line that people, the reader and the writer share.

    FIGHTER charges ENEMY [via PLACE]… [to END]

Words in capitals that `slots` knows are slots; brackets hold what may be missing, each with its own first
word, `…` says that it may be repeated. A first word with a colon opens a sentence of its own (`dice:`). The
first slot, if it opens the sentence, is its subject, and the word after it is the verb.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from edencli.notation.lines import words_of

SUBJECTS = ("SIDE", "FIGHTER")
SLOTS = frozenset(
    """
    SIDE FIGHTER ENEMY NUMBER PLACE END AIM FACE DEGREES HALF LIMB MARKER
    CARD CARDS PLAYED MISSION SCENERY WEAPON PROJECTILE BLAST ABILITY TOKEN OWNER ITEM DICE
    """.split()  # noqa: SIM905  # a list of words is read as words
)

# Words without which a line would say something else; all others that are fixed may be left out.
_NEEDED = frozenset({"not", "nothing", "without", "first", "done", "ap", "sp", "vp", "cp"})
_PARTS = re.compile(r"\[(\w+) (\w+)\](…?)|(\S+)")


class Fixed(NamedTuple):
    """A fixed word. One that follows the verb straight may be shortened like it."""

    shown: str
    word: str
    is_needed: bool
    is_verbal: bool


class Slot(NamedTuple):
    """A place for a value."""

    name: str


class Extra(NamedTuple):
    """A word and a slot that may be missing, or be repeated."""

    word: str
    slot: str
    is_many: bool


Part: TypeAlias = Fixed | Slot | Extra


class Pattern(NamedTuple):
    """A pattern in its parts: what opens the sentence, its subject, its verb, and what follows."""

    parts: tuple[Part, ...]
    lead: str | None
    subject: str | None
    verb: str | None
    rest: tuple[Part, ...]


@lru_cache(maxsize=1024)
def compiled(text: str) -> Pattern:
    """Take a pattern apart."""
    lead, colon, sentence = text.rpartition(": ")
    parts: list[Part] = []
    for found in _PARTS.finditer(sentence):
        parts.append(_part(found, parts))
    subject = parts[0].name if isinstance(parts[0], Slot) and parts[0].name in SUBJECTS else None
    after = 1 if subject else 0
    first = parts[after]
    verb = first.word if isinstance(first, Fixed) else None
    rest = tuple(parts[after + (verb is not None) :])
    return Pattern(tuple(parts), lead if colon else None, subject, verb, rest)


def _part(found: re.Match[str], before: list[Part]) -> Part:
    word, slot, many, single = found.groups()
    if word:
        return Extra(word, slot, bool(many))
    if single in SLOTS:
        return Slot(single)
    folded = words_of(single)[0]
    follows_verb = all(isinstance(part, Fixed) for part in before[1:])
    return Fixed(single, folded, folded in _NEEDED, follows_verb)


def filled(text: str, values: Mapping[str, str | list[str]]) -> str:
    """Write a pattern with its slots filled; an extra without a value is left out."""
    pattern = compiled(text)
    words = [f"{pattern.lead}:"] if pattern.lead else []
    for part in pattern.parts:
        if isinstance(part, Fixed):
            words.append(part.shown)
        elif isinstance(part, Slot):
            words.append(str(values[part.name]))
        else:
            given = values.get(part.word, [])
            words += [f"{part.word} {one}" for one in ([given] if isinstance(given, str) else given)]
    return " ".join(word for word in words if word)


def phrase(pattern: Pattern) -> str:
    """The verb and the fixed words that belong to it."""
    words = []
    for part in pattern.parts[1 if pattern.subject else 0 :]:
        if not isinstance(part, Fixed):
            break
        words.append(part.shown)
    return " ".join(words)
