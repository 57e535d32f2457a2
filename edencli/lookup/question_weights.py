"""How much each part of a question tells of each rule, learnt from questions that players asked.

`search` knows what the catalogue says of a rule. This module knows what players say who mean it. A question
is taken apart twice. In its own language it is words, and numbers with what they count; in all languages it
is meanings (the synonyms of the catalogue, and kinds of words: limbs, distances, phases, characteristics,
may, must, where), and every two of them together. So what is learnt of "bomb" and "closest" in one language
is known in the others.

Each part has a level for each rule that it speaks for or against. The sum of the levels, divided by the
length of the question (the root of the squares of how much its known parts count), is the logarithm of how
likely the rule is, but for what the catalogue adds and for a number that is the same for all rules: a
linear model with a softmax. The levels are whole numbers, so that the script of a page adds up the same.

The levels stand in `weights/`: `xx.json.xz` for the words of a language, `meanings.json.xz` for all. A part
has the rules, each a sign, behind the signs of their levels. `tests/lookup/learn.py` makes the files from
the corpus beside it. They are read when a question is asked, never for a name. Must not know the index of
rules.
"""

import json
import math
import re
from collections.abc import Mapping
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, Final

from edencli.lookup.search_index import SHORTEST_STEM, meanings_of, stem, words_and_expressions
from edencli.model.names import fold
from edencli.named_tuple import NamedTuple

UNANSWERED: Final = "none"
"""The name that stands for "no rule answers this question"."""

ALL_LANGUAGES: Final = "meanings"
"""The name of the file for all languages."""

WORD_FACTOR, MEANING_FACTOR, PAIR_FACTOR = 5, 10, 8
"""How much a word or a number counts in a sum, a meaning, and two of them together."""

LEVELS_PER_UNIT: Final = 2
"""How many levels make a natural logarithm."""

FIRST_RULE: Final = 0xC0
"""The character of the first rule; characters before it are levels."""

FIRST_MEANING: Final = 0x100
"""The character of the first meaning; those of kinds of words follow."""

LEVEL_ZERO, LOWEST_LEVEL, HIGHEST_LEVEL = ord("K"), -20, 30
"""The sign of level 0, and the levels that have a sign."""

_MOST = 60
_PART = re.compile("[a-z]+|[0-9]+")
_FOLDER = Path(__file__).parent / "weights"


class LevelTable:
    """The levels of the rules for each part of a question."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.rules: tuple[str, ...] = tuple(table["rules"])
        self._levels: Mapping[str, str] = table["levels"]

    def add_levels(self, totals: list[int], parts: Mapping[str, int]) -> int:
        """Add what the parts of a question tell of each rule.

        The answer is the sum of the squares of how much the known parts count.
        """
        squares = 0
        for part, factor in parts.items():
            if part in self._levels:
                squares += factor * factor
                worth = 0
                for sign in map(ord, self._levels[part]):
                    if sign < FIRST_RULE:
                        worth = factor * (sign - LEVEL_ZERO)
                    else:
                        totals[sign - FIRST_RULE] += worth
        return squares


class QuestionWeights(NamedTuple):
    """What questions taught about words of one language and about meanings, and the kinds of words."""

    words: LevelTable
    meanings: LevelTable
    kinds: Mapping[str, str]

    def score_rules(self, question: str) -> dict[str, float]:
        """How likely each rule is, and `UNANSWERED`, beside the others: natural logarithms."""
        words = split_question(question)
        totals = [0] * len(self.words.rules)
        squares = self.words.add_levels(totals, word_parts(words))
        squares += self.meanings.add_levels(totals, meaning_parts(words, self.kinds))
        length = LEVELS_PER_UNIT * math.sqrt(squares or 1)
        return {rule: total / length for rule, total in zip(self.words.rules, totals, strict=True)}


@cache
def question_weights(language: str) -> QuestionWeights:
    """What the questions of one language and those of all languages taught."""
    shared = weights_table(ALL_LANGUAGES)
    return QuestionWeights(LevelTable(weights_table(language)), LevelTable(shared), shared["kinds"])


def weights_table(name: str) -> dict[str, Any]:
    """The content of a file of weights, also for the script of a page."""
    import lzma  # noqa: PLC0415  # looking up a name does not need it

    return dict(json.loads(lzma.decompress(weights_file(name).read_bytes())))


def weights_file(name: str) -> Path:
    """The file with the weights of a language, or of all languages."""
    return _FOLDER / f"{name}.json.xz"


def split_question(question: str) -> list[str]:
    """The words and numbers of a question, small words too; only the beginning of a very long one."""
    words = _PART.findall(" ".join(words_and_expressions(fold(question))))
    return [word[:_MOST] for word in words[:_MOST]]


def word_parts(words: list[str]) -> dict[str, int]:
    """The stems and the numbers in a question, and what stands behind a number; how much each counts."""
    roots = ["#" if word.isdigit() else stem(word) for word in words]
    counted = (f"#{root}" for before, root in pairwise(roots) if before == "#")
    return dict.fromkeys((*roots, *counted), WORD_FACTOR)


def meaning_parts(words: list[str], kinds: Mapping[str, str]) -> dict[str, int]:
    """The meanings in a question, a number being one, and every two of them together."""
    signs = {"#" for word in words if word.isdigit()}
    for word in words:
        signs.update(chr(FIRST_MEANING + number) for number in meanings_of(word))
        signs.update(kinds.get(kind_key(word), ""))
    alone = dict.fromkeys(sorted(signs), MEANING_FACTOR)
    return alone | dict.fromkeys(map("".join, combinations(alone, 2)), PAIR_FACTOR)


def kind_key(word: str) -> str:
    """The key of a word in the table of kinds: its stem if that is long enough, else the word."""
    root = stem(word)
    return root if len(root) > SHORTEST_STEM else word
