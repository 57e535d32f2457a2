"""How much each part of a question speaks for each rule, learnt from questions that players asked.

`search` knows what the catalogue says of a rule. This module knows what players say when they mean it. A
question is taken apart twice. In its own language it is words, numbers with what they count, and all groups
of four letters in a word; in all languages it is meanings (the synonyms of the catalogue, and kinds of
words: limbs, distances, phases, characteristics, may, must, where), and all pairs of them. So what is learnt
about "bomb" and "closest" in one language is known in the others.

Each part has a level for the rules that it speaks for, from 1 to 26: twice the natural logarithm of how many
times likelier it makes the rule. For every part, a small amount of doubt (`unseen`) is subtracted from each
rule. The sum over all parts is a naive Bayes model, in whole numbers, so that the script of a page gets equal
sums.

The levels stand in `weights/`: `xx.json.xz` for the words of a language, `meanings.json.xz` for all. A part
has the rules, a character each, behind the letters of their levels. `tests/lookup/learn.py` makes the files
from the corpus beside it. They are read when a question is asked, never for a name. Must not know the index
of rules.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from edencli.lookup.search_index import SHORTEST_STEM, meanings_of, stem, words_and_expressions
from edencli.model.names import fold
from edencli.named_tuple import NamedTuple

UNANSWERED: Final = "none"
"""The name that stands for "no rule answers this question"."""

ALL_LANGUAGES: Final = "meanings"
"""The name of the file for all languages."""

WORD_FACTOR, LETTERS_FACTOR, MEANING_FACTOR = 10, 3, 4
"""How much a word or number, a group of four letters, and a meaning count in a sum."""

STEPS_PER_LEVEL: Final = 50
"""A level in the hundredths in which `unseen` is counted."""

SCALE: Final = 1000
"""The divisor that makes a natural logarithm of a sum: hundredths, times `WORD_FACTOR`."""

FIRST_RULE: Final = 0xC0
"""The character of the first rule; characters before it are levels."""

FIRST_MEANING: Final = 0x100
"""The character of the first meaning; those of kinds of words follow."""

LEVEL_ZERO: Final = ord("A") - 1

_MOST, _LETTERS = 60, 4
_PART = re.compile("[a-z]+|[0-9]+")
_FOLDER = Path(__file__).parent / "weights"


class LevelTable:
    """The levels of rules for each part of a question."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._unseen: Mapping[str, int] = table["unseen"]
        self._levels: Mapping[str, str] = table["levels"]

    def score_rules(self, parts: Mapping[str, int]) -> dict[str, int]:
        """Add up what the parts of a question say for each rule, and for `UNANSWERED`."""
        totals, met = [0] * len(self._unseen), 0
        for part, factor in parts.items():
            if part in self._levels:
                met += factor
                worth = 0
                for sign in map(ord, self._levels[part]):
                    if sign < FIRST_RULE:
                        worth = factor * (sign - LEVEL_ZERO) * STEPS_PER_LEVEL
                    else:
                        totals[sign - FIRST_RULE] += worth
        doubts = self._unseen.items()
        return {rule: total - met * unseen for total, (rule, unseen) in zip(totals, doubts, strict=True)}


class QuestionWeights(NamedTuple):
    """What questions taught about words of one language and about meanings, and the kinds of words."""

    words: LevelTable
    meanings: LevelTable
    kinds: Mapping[str, str]

    def score_rules(self, question: str) -> dict[str, int]:
        """Add up what a question says for each rule, and for `UNANSWERED`."""
        words = split_question(question)
        by_meaning = self.meanings.score_rules(meaning_parts(words, self.kinds))
        by_words = self.words.score_rules(word_parts(words))
        return {rule: worth + by_meaning[rule] for rule, worth in by_words.items()}


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
    """The stems, numbers and groups of letters in a question, and how much each counts."""
    parts: dict[str, int] = {}
    before = ""
    for word in words:
        root = "#" if word.isdigit() else stem(word)
        parts[root] = WORD_FACTOR
        if before == "#":
            parts[f"#{root}"] = WORD_FACTOR
        if root != "#":
            edged = f"_{word}_"
            for start in range(len(edged) - _LETTERS + 1):
                parts[f"~{edged[start : start + _LETTERS]}"] = LETTERS_FACTOR
        before = root
    return parts


def meaning_parts(words: list[str], kinds: Mapping[str, str]) -> dict[str, int]:
    """The meanings in a question (any number is one of them) and all pairs of meanings."""
    signs = {"#" for word in words if word.isdigit()}
    for word in words:
        signs.update(chr(FIRST_MEANING + number) for number in meanings_of(word))
        signs.update(kinds.get(kind_key(word), ""))
    return dict.fromkeys((*sorted(signs), *map("".join, combinations(sorted(signs), 2))), MEANING_FACTOR)


def kind_key(word: str) -> str:
    """The key of a word in the table of kinds: its stem if that is long enough, else the word."""
    root = stem(word)
    return root if len(root) > SHORTEST_STEM else word
