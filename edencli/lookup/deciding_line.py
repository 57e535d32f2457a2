"""Chooses the line of a rule that answers a question.

A line answers better the more telling words of the question it takes up: a word with that stem, one with
that meaning in any language, or one of that kind (a limb, a distance, a permission). A word counts more the
rarer it is, among the rules and among the lines, and little if the title has it: it found the rule, and does
not tell its lines apart. The first line says what the rule is, so another line must be clearly better.
"""

import math
from collections.abc import Iterable, Mapping, Sequence

from edencli.lookup.question_weights import kind_key, question_weights, split_question
from edencli.lookup.search import significant_words, word_rarity
from edencli.lookup.search_index import meanings_of, rule_index, stem
from edencli.named_tuple import NamedTuple

# How much a word counts if a line has its stem, its meaning, or a word of its kind.
SAME_STEM, SAME_MEANING, SAME_KIND = 1.0, 0.7, 0.4

# By how much a word counts less if the title has it.
TITLE_FACTOR = 0.4

# How many times better than the first line another line must be.
FIRST_FACTOR = 1.3

# The power of the number of words in a line by which a word in it counts less.
_LENGTH_EXPONENT = 0.3

_NUMBER = "#"


class _TextParts(NamedTuple):
    """What texts are compared by: stems of words, and in all languages their meanings and kinds."""

    stems: frozenset[str]
    meanings: frozenset[int]
    kinds: frozenset[str]


def deciding_line(question: str, titles: Iterable[str], lines: Sequence[str], language: str) -> str:
    """The line that best answers a question, out of the lines of a rule with these titles; else the first."""
    kinds = question_weights(language).kinds
    title = _take_apart(split_question(" ".join(titles)), kinds)
    told = [_take_apart(split_question(line), kinds) for line in lines]
    scores = [0.0] * len(lines)
    for word in significant_words(question):
        asked = _take_apart([word], kinds)
        likes = [_resemblance(asked, line) for line in told]
        worth = _worth_among(word, likes) * (TITLE_FACTOR if _resemblance(asked, title) > SAME_KIND else 1.0)
        scores = [score + worth * like for score, like in zip(scores, likes, strict=True)]
    scores = [score / len(line.stems) ** _LENGTH_EXPONENT for score, line in zip(scores, told, strict=True)]
    best = max(range(len(lines)), key=scores.__getitem__)
    return lines[best if scores[best] > FIRST_FACTOR * scores[0] else 0]


def _worth_among(word: str, likes: Sequence[float]) -> float:
    """How much a word counts by its rarity, among the rules and among the lines."""
    taken_up = sum(likes)
    return word_rarity(word, rule_index()) * math.log(1 + len(likes) / taken_up) if taken_up else 0.0


def _take_apart(words: Iterable[str], kinds: Mapping[str, str]) -> _TextParts:
    """The parts that a text is compared by; a number is its own stem, and all numbers are one kind."""
    listed = list(words)
    return _TextParts(
        frozenset(map(stem, listed)),
        frozenset(meaning for word in listed for meaning in meanings_of(word)),
        frozenset().union(*(_NUMBER if one.isdigit() else kinds.get(kind_key(one), "") for one in listed)),
    )


def _resemblance(asked: _TextParts, text: _TextParts) -> float:
    """How closely a text takes up a word."""
    if not asked.stems.isdisjoint(text.stems):
        return SAME_STEM
    if not asked.meanings.isdisjoint(text.meanings):
        return SAME_MEANING
    return 0.0 if asked.kinds.isdisjoint(text.kinds) else SAME_KIND
