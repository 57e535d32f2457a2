"""Lines with a random slip of one letter, and whether the reader suggests what was meant."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from edencli.model.lexicon import tokens_of, words_of
from edencli.notation.errors import Misread, Unreadable
from edencli.notation.names import MatchNames
from edencli.notation.reader import parse_line

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Slip(NamedTuple):
    """A line with a slip in it, and what was meant there: a word of the moves, or a name."""

    text: str
    meant: str
    is_name: bool


def slips_in(lines: list[str], names: MatchNames, draw: random.Random) -> Iterator[Slip]:
    """Misspell words and names of lines, endlessly; a result that is still a sentence is skipped."""
    while True:
        words = words_of(draw.choice(lines))
        at = draw.randrange(len(words))
        if len(words[at]) < 3 or not words[at].isalpha():
            continue
        text = " ".join([*words[:at], misspelt(words[at], draw), *words[at + 1 :]])
        name = _name_around(words, at, names)
        if not _is_sentence(text, names):
            yield Slip(text, name or words[at], is_name=name is not None)


def misspelt(word: str, draw: random.Random) -> str:
    """A word with one letter missing, doubled, replaced, or exchanged with the next."""
    at = draw.randrange(len(word) - 1)
    head, tail = word[:at], word[at + 1 :]
    other = draw.choice(LETTERS)
    return draw.choice(
        (
            head + tail,
            word[: at + 1] + other + tail,
            head + other + tail,
            head + tail[0] + word[at] + tail[1:],
        )
    )


def is_repaired(slip: Slip, names: MatchNames) -> bool:
    """Tell whether the reader suggests what was meant: the word, its whole name, or its fighter."""
    try:
        parse_line(slip.text, names)
    except Unreadable as fault:
        near, meant = tokens_of(str(fault.values.get("nearest"))), tokens_of(slip.meant)
        return set(near) <= set(meant) if slip.is_name else set(meant) <= set(near)
    return False


def _is_sentence(text: str, names: MatchNames) -> bool:
    try:
        return bool(parse_line(text, names))
    except Misread:
        return False


def _name_around(words: list[str], at: int, names: MatchNames) -> str | None:
    """The whole fighter's name that a word of a line belongs to."""
    for length in range(len(words), 0, -1):
        for begin in range(max(0, at - length + 1), at + 1):
            meant = names.cast.meanings(" ".join(words[begin : begin + length]))
            if meant and begin + length <= len(words):
                return names.cast.labels[meant[0]]
    return None
