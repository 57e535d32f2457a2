"""Finds the rules that somebody means: a word in any of five languages, a phrase, a question, a slip.

A rule is known under phrases: its titles, each book's words for it, what players call it, its id, and the
sentences of its summary. They are folded into one text and searched at once; no index is kept, for finding a
part of a word in a hundred thousand letters costs less than building one. A question is reduced to its
telling words (no stop words, no endings). A word counts the more the rarer it is among the rules, and the
more of the phrase it makes up; words that stand together in one phrase count again.
"""

import math
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from edencli.lang import Words
from edencli.model.names import fold
from edencli.report.rulepage import codes
from edencli.rulebooks import catalogue
from edencli.rulebooks.catalogue import Rule

_SHORTEST_STEM = 3
_WORD = re.compile(r"[a-z0-9]+")


class Phrase(NamedTuple):
    """Something a rule is known by, and how much a word in it counts."""

    rule: str
    weight: float
    text: str


class Phrasebook:
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


# How much a word counts where it stands: a book's own term says more than a sentence that mentions it.
TITLE, TERM, ALSO, NAME, SENTENCE = 10.0, 9.0, 8.0, 6.0, 4.0

# How much a word counts that is not the very one asked for: of the same stem, its beginning, a part of it.
SAME, STEM, BEGINNING, INSIDE = 1.0, 0.8, 0.5, 0.25
TOGETHER = 0.5

_TELLING_PART = 5
_MOST_WORDS = 24
_LIKELY_MEANT = 0.7


class Answer(NamedTuple):
    """What was found: rules, best first, with their scores; and words that were read as others."""

    hits: tuple[tuple[str, float], ...]
    read_as: Mapping[str, str]


def known_phrases(words: Words) -> Phrasebook:
    """All that the catalogue's rules and the diagnostics are known by."""
    rules = (
        phrase
        for chapter in catalogue.chapters()
        for rule in catalogue.rules(chapter.name).values()
        for phrase in _phrases(rule, words.area(f"rules/{chapter.name}")[rule.id])
    )
    diagnostics = (
        Phrase(code, weight, text)
        for code, data in codes(words).items()
        for weight, text in ((NAME, code), (ALSO, data["title"]))
    )
    return Phrasebook([*rules, *diagnostics])


def search(question: str, phrases: Phrasebook) -> Answer:
    """Find the rules that a question is about, best first."""
    scores: dict[str, float] = defaultdict(float)
    shared: dict[int, list[float]] = defaultdict(list)
    read_as: dict[str, str] = {}
    for word in telling_words(question)[:_MOST_WORDS]:
        found = _worth(word, phrases)
        if not found and (near := _nearest_word(word, phrases)):
            read_as[word] = near
            found = _worth(near, phrases)
        for rule, worth in _best_of_each_rule(found, phrases).items():
            scores[rule] += worth
        for number, worth in found.items():
            shared[number].append(worth)
    together = {number: sum(worths) for number, worths in shared.items() if len(worths) > 1}
    for rule, worth in _best_of_each_rule(together, phrases).items():
        scores[rule] += TOGETHER * worth
    return Answer(tuple(sorted(scores.items(), key=lambda hit: -hit[1])), read_as)


def nearest_rules(question: str, rules: Iterable[Rule], *, many: int = 3) -> list[str]:
    """The rules whose names or titles look most like a text that nothing was found for."""
    import difflib  # noqa: PLC0415  # only a failed search needs it

    named = {fold(name): rule.id for rule in rules for name in (rule.id, *rule.titles.values())}
    close = difflib.get_close_matches(fold(question)[:60], named, n=many * 3, cutoff=0.0)
    return list(dict.fromkeys(named[name] for name in close))[:many]


def _worth(word: str, phrases: Phrasebook) -> dict[int, float]:
    """What a word says for each phrase it stands in, weighed by how few rules know it."""
    root = stem(word)
    likeness: dict[int, float] = defaultdict(float)
    for number, met in phrases.holding(root):
        likeness[number] = max(likeness[number], _likeness(word, root, met))
    rules = {phrases[number].rule for number, like in likeness.items() if like}
    rarity = math.log(1 + phrases.rules / len(rules)) ** 2 if rules else 0.0
    return {
        number: rarity * like * phrases[number].weight / math.sqrt(phrases.length(number))
        for number, like in likeness.items()
        if like
    }


def _likeness(word: str, root: str, met: str) -> float:
    """How much a word that was met is the one that was asked for."""
    if met == word:
        return SAME
    if stem(met) == root:
        return STEM
    if met.startswith(root):
        return BEGINNING
    return INSIDE if len(root) >= _TELLING_PART else 0.0


def _best_of_each_rule(worths: Mapping[int, float], phrases: Phrasebook) -> dict[str, float]:
    best: dict[str, float] = defaultdict(float)
    for number, worth in worths.items():
        rule = phrases[number].rule
        best[rule] = max(best[rule], worth)
    return best


def _nearest_word(word: str, phrases: Phrasebook) -> str | None:
    """The known word that a word was probably meant to be."""
    import difflib  # noqa: PLC0415  # only a slip of the pen needs it

    near = [other for other in phrases.vocabulary() if len(other) > len("die")]
    close = difflib.get_close_matches(word, near, n=1, cutoff=_LIKELY_MEANT)
    return close[0] if close else None


def _phrases(rule: Rule, prose: Mapping[str, Iterable[str]]) -> Iterator[Phrase]:
    """All that one rule is known by."""
    for title in rule.titles.values():
        yield Phrase(rule.id, TITLE, title)
    for place in rule.books.values():
        for term in place.words:
            yield Phrase(rule.id, TERM, term)
    for term in rule.also:
        yield Phrase(rule.id, ALSO, term)
    yield Phrase(rule.id, NAME, rule.id)
    for sentence in prose.get("summary", ()):
        yield Phrase(rule.id, SENTENCE, sentence)
