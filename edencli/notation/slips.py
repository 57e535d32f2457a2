"""What was likely meant by a line that cannot be read: the one word or name which, put right, makes it one.

A repair is offered only when the whole line can be read with it. The fewest slips win; of as many, a line
that answers what is asked, then the one that puts right the most words at once.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from edencli.match.pieces import Side
from edencli.model.cast import SHORTEST, Lexicon, slips
from edencli.model.terms import OPPOSITE, Category, LimbName, Marker
from edencli.notation.forms import Clause, Fixed, compiled
from edencli.notation.names import Names
from edencli.notation.sentences import LEADS, Attempt, Grammar, whole
from edencli.notation.slots import Typed, Viewer
from edencli.notation.table import ALSO, FORMS, VERBS

# A name has at most so many words that one slip is looked for in.
LONGEST_NAME = 5
LONGEST_LINE = 40
MOST_SLIPS = 3
LONG_WORD = 6


class Repair(NamedTuple):
    """Some words of a line, from one to before another, and what they were likely meant to be."""

    slips: int
    first: int
    end: int
    meant: str


def repaired(line: Typed, names: Names, viewer: Viewer, asked: Grammar) -> Repair | None:
    """Find the likeliest repair of a line that cannot be read, if one is enough."""
    if len(line.words) > LONGEST_LINE:
        return None
    found = sorted(
        dict.fromkeys(_repairs(line, names, viewer)),
        key=lambda one: (one.slips, one.first - one.end, one.first),
    )
    best: Repair | None = None
    for one in found:
        if best is not None and one.slips > best.slips:
            break
        mended = Typed(
            " ".join((line.between(0, one.first), one.meant, line.between(one.end, len(line.words))))
        )
        if Attempt(asked, mended, names, viewer).readings():
            return one
        if best is None and Attempt(whole(narrow=True), mended, names, viewer).readings():
            best = one
    return best


def _repairs(line: Typed, names: Names, viewer: Viewer) -> Iterator[Repair]:
    lexicons = tuple(_known(names, viewer))
    for lexicon in lexicons:
        lexicon.renew()
    for first in range(len(line.words)):
        for n, word in _near_words(line.words[first]):
            yield Repair(n, first, first + 1, word)
        for end in range(first + 1, min(len(line.words), first + LONGEST_NAME) + 1):
            text = line.between(first, end)
            for lexicon in lexicons:
                near = None if lexicon.called(text) else lexicon.near(text, MOST_SLIPS)
                if near is not None:
                    yield Repair(near[0], first, end, near[1])


@lru_cache(maxsize=1024)
def _near_words(word: str) -> tuple[tuple[int, str], ...]:
    """The words of the moves that a word comes near to, and how near."""
    most = 2 if len(word) >= LONG_WORD else 1 if len(word) >= SHORTEST else 0
    counted = ((slips(word, known, most), known) for known in _vocabulary())
    return tuple((n, known) for n, known in counted if n)


@cache
def _vocabulary() -> tuple[str, ...]:
    """Every word that the moves are written with; names, numbers and the ’s of a name aside."""
    patterns = [form.pattern for form in FORMS] + [pattern for also in ALSO.values() for pattern in also]
    parts = [part for pattern in patterns for part in compiled(pattern).parts]
    fixed = [
        part.shown if isinstance(part, Fixed) else part.word
        for part in parts
        if isinstance(part, Fixed | Clause)
    ]
    verbs = [verb for also in VERBS.values() for verb in also]
    leads = [word for ways in LEADS.values() for way in ways for word in way]
    every = dict.fromkeys([*fixed, *verbs, *leads, *Side, *OPPOSITE, *LimbName, *Marker, "exactly"])
    return tuple(word for word in every if len(word) >= SHORTEST)


def _known(names: Names, viewer: Viewer) -> Iterator[Lexicon[Any]]:
    """The names that may stand in a line, but for cards and missions hidden from the reader."""
    yield names.cast
    yield names.scenery
    everybody = tuple(names.fighters)
    yield from (names.equipment(everybody, category) for category in Category)
    yield names.abilities(everybody)
    for decks in (names.cards, names.missions):
        yield from (deck for side, deck in decks.items() if viewer.side in {None, side})
