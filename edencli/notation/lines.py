"""Lines as the reader sees them: folded words, and names that are read by longest match.

Commas, colons, brackets and quotation marks only part words, for no name holds any; a semicolon is a word of
its own. Names and lines are parted and folded by the same function, so that a name is found however it was
typed.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Generic, TypeVar

from edencli.model.names import fold

T = TypeVar("T")

Tokens = tuple[str, ...]

_WORD = re.compile(r'[^\s,:;\[\]{}"]+|;')


def _folded(word: str) -> str:
    return word.lower() if word.isascii() else _unaccented(word)


@lru_cache(maxsize=1024)
def _unaccented(word: str) -> str:
    return fold(word) or word


def tokens_of(text: str) -> Tokens:
    """Part a text into folded words."""
    return tuple([_folded(word) for word in _WORD.findall(text)])


class Line:
    """A line, its folded words, and where in the text they stand."""

    __slots__ = ("text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = tokens_of(text)

    def start(self, number: int) -> int:
        """Where a word begins; past the last one, where the text ends."""
        spans = [found.start() for found in _WORD.finditer(self.text)]
        return spans[number] if number < len(spans) else len(self.text.rstrip())

    def between(self, first: int, end: int) -> str:
        """The words from one to before another, as they were typed."""
        return " ".join(_WORD.findall(self.text)[first:end])


class Lexicon(Generic[T]):
    """Names, and what each of them means."""

    __slots__ = ("_longest", "_meanings", "names")

    def __init__(self, named: Iterable[tuple[str, T]]) -> None:
        pairs = list(named)
        self.names = [name for name, _ in pairs]
        self._meanings = {tokens_of(name): meaning for name, meaning in pairs}
        self._longest = max(map(len, self._meanings), default=0)

    def at(self, words: Tokens, i: int) -> Iterator[tuple[T, int]]:
        """Give what the words from there on may name, and where each name ends; the longest name first."""
        for end in range(min(len(words), i + self._longest), i, -1):
            meaning = self._meanings.get(words[i:end])
            if meaning is not None:
                yield meaning, end
