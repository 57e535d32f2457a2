"""Phrases in five languages, folded into one text that can be searched at once; words, stems, stop words.

No index is kept: finding a part of a word in a hundred thousand letters costs less than building one.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from edencli.rulebooks import catalogue

_SHORTEST_STEM = 3
_WORD = re.compile(r"[a-z0-9]+")


class Phrase(NamedTuple):
    """Something a rule is known by, and how much a word in it counts."""

    rule: str
    weight: float
    text: str


class Phrases:
    """Phrases of many rules; each is named by its number."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self._phrases = list(phrases)
        lines = [fold(phrase.text) for phrase in self._phrases]
        self._starts = [0, *accumulate(len(line) + 1 for line in lines)]
        self._text = "\n".join(lines)
        self.rules = len({phrase.rule for phrase in self._phrases})

    def __getitem__(self, number: int) -> Phrase:
        return self._phrases[number]

    def holding(self, part: str) -> Iterator[tuple[int, str]]:
        """Yield every phrase with a word that has this part, and the word."""
        at = self._text.find(part)
        while at >= 0:
            number = bisect_right(self._starts, at) - 1
            line = _WORD.finditer(self._text, self._starts[number], self._starts[number + 1] - 1)
            word = next(found for found in line if found.end() > at)
            yield number, word[0]
            at = self._text.find(part, word.end())

    def length(self, number: int) -> int:
        """How many telling words a phrase has."""
        words = _WORD.findall(self._text, self._starts[number], self._starts[number + 1] - 1)
        return max(1, sum(word not in _stop_words() for word in words))

    def vocabulary(self) -> list[str]:
        """All words of the phrases, in order."""
        return sorted(set(_WORD.findall(self._text)))


def fold(text: str) -> str:
    """Take off case and accents, all at once: letters whose stroke or joint is no accent become two."""
    joint = text.casefold().replace("œ", "oe").replace("æ", "ae").replace("’", "'")
    return unicodedata.normalize("NFKD", joint).encode("ascii", "ignore").decode("ascii")


def telling_words(question: str) -> list[str]:
    """The words of a question that tell what it is about; all of them, if none does."""
    found = list(dict.fromkeys(_WORD.findall(fold(question))))
    told = [word for word in found if word not in _stop_words() and len(word) > 1 and not word.isdigit()]
    return told or found


def stem(word: str) -> str:
    """A word without its ending, when enough of it is left."""
    for ending in _endings():
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word


@cache
def _stop_words() -> frozenset[str]:
    return frozenset(_listed("stop_words"))


@cache
def _endings() -> tuple[str, ...]:
    """All endings, the longest first."""
    return tuple(sorted(set(_listed("endings")), key=lambda ending: (-len(ending), ending)))


def _listed(part: str) -> Iterator[str]:
    for language in catalogue.grammar().values():
        yield from language[part].split()
