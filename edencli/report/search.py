"""Finds the rules that somebody means: a word in any of five languages, a phrase, a question, a slip.

A rule is known under phrases: its titles, each book's words for it, what players call it, its id, and the
sentences of its summary. A question is reduced to its telling words (no stop words, no endings); a word
counts the more the rarer it is, and the more of the phrase it makes up. No index is kept: all phrases
together are one folded text, searched at the speed of a string.
"""

import math
import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from edencli.lang import Words
from edencli.report.codepage import codes
from edencli.rulebooks import catalogue
from edencli.rulebooks.catalogue import Rule

# How much a word counts where it stands: a book's own term says more than a sentence that mentions it.
TITLE, TERM, ALSO, NAME, SENTENCE = 10.0, 9.0, 8.0, 6.0, 4.0

# How much a word counts that is not the very one asked for: the same stem, its beginning, a part of it.
SAME, STEM, BEGINNING, INSIDE = 1.0, 0.9, 0.5, 0.25

_SHORTEST_STEM = 3
_TELLING_PART = 5
_WORD = re.compile(r"[a-z0-9]+")


class Answer(NamedTuple):
    """What was found: rules, best first, with their scores; and words that were read as others."""

    hits: tuple[tuple[str, float], ...]
    read_as: Mapping[str, str]


class Phrase(NamedTuple):
    """Something a rule is known by, and how much a word in it counts."""

    rule: str
    weight: float
    text: str


class Phrases:
    """Phrases of many rules, folded into one text that can be searched at once."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self._phrases = list(phrases)
        lines = [fold(phrase.text) for phrase in self._phrases]
        self._starts = [0, *accumulate(len(line) + 1 for line in lines)]
        self.text = "\n".join(lines)
        self.rules = len({phrase.rule for phrase in self._phrases})

    def holding(self, part: str) -> Iterator[tuple[Phrase, str, int]]:
        """Yield every phrase with a word that has this part; the word, and how many words the phrase has."""
        text = self.text
        at = text.find(part)
        while at >= 0:
            line = bisect_right(self._starts, at) - 1
            first, last = self._starts[line], self._starts[line + 1] - 1
            word = next(found for found in _WORD.finditer(text, first, last) if found.end() > at)
            yield self._phrases[line], word[0], text.count(" ", first, last) + 1
            at = text.find(part, word.end())

    def vocabulary(self) -> list[str]:
        """All words of the phrases, in order."""
        return sorted(set(_WORD.findall(self.text)))


def known_phrases(words: Words) -> Phrases:
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
    return Phrases([*rules, *diagnostics])


def search(question: str, phrases: Phrases) -> Answer:
    """Find the rules that a question is about, best first."""
    scores: dict[str, float] = defaultdict(float)
    read_as: dict[str, str] = {}
    for word in telling_words(question):
        found = _worth(word, phrases)
        if not found and (near := _nearest_word(word, phrases)):
            read_as[word] = near
            found = _worth(near, phrases)
        for rule, worth in found.items():
            scores[rule] += worth
    hits = sorted(scores.items(), key=lambda hit: -hit[1])
    return Answer(tuple(hits), read_as)


def nearest_rules(question: str, rules: Iterable[Rule], *, many: int = 3) -> list[str]:
    """The rules whose names or titles look most like a text that nothing was found for."""
    import difflib  # noqa: PLC0415  # only a failed search needs it

    named = {fold(name): rule.id for rule in rules for name in (rule.id, *rule.titles.values())}
    close = difflib.get_close_matches(fold(question)[:60], named, n=many * 3, cutoff=0.0)
    return list(dict.fromkeys(named[name] for name in close))[:many]


def fold(text: str) -> str:
    """Take off case and accents, all at once: letters whose stroke or joint is no accent become two."""
    joint = text.casefold().replace("œ", "oe").replace("æ", "ae").replace("’", "'")
    return unicodedata.normalize("NFKD", joint).encode("ascii", "ignore").decode("ascii")


def telling_words(question: str) -> list[str]:
    """The words of a question that tell what it is about; all of them, if none does."""
    found = list(dict.fromkeys(_WORD.findall(fold(question))))
    stop = _grammar("stop_words")
    told = [word for word in found if word not in stop and len(word) > 1 and not word.isdigit()]
    return told or found


def stem(word: str) -> str:
    """A word without its ending, when enough of it is left."""
    for ending in _grammar("endings"):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word


@cache
def _grammar(part: str) -> tuple[str, ...]:
    """The stop words, or the endings, of all five languages, the longest first."""
    found = {word for language in catalogue.grammar().values() for word in language[part].split()}
    return tuple(sorted(found, key=lambda word: (-len(word), word)))


def _worth(word: str, phrases: Phrases) -> dict[str, float]:
    """What a word says for each rule: the best place it stands in, weighed by how rare it is."""
    best: dict[str, float] = defaultdict(float)
    root = stem(word)
    for phrase, met, length in phrases.holding(root):
        worth = phrase.weight * _likeness(word, root, met) / math.sqrt(length)
        best[phrase.rule] = max(best[phrase.rule], worth)
    best = {rule: worth for rule, worth in best.items() if worth}
    rarity = math.log(1 + phrases.rules / len(best)) if best else 0.0
    return {rule: worth * rarity for rule, worth in best.items()}


def _likeness(word: str, root: str, met: str) -> float:
    """How much a word that was met is the one that was asked for."""
    if met == word:
        return SAME
    if stem(met) == root:
        return STEM
    if met.startswith(root):
        return BEGINNING
    return INSIDE if len(root) >= _TELLING_PART else 0.0


def _nearest_word(word: str, phrases: Phrases) -> str | None:
    """The known word that a word was probably meant to be."""
    import difflib  # noqa: PLC0415  # only a slip of the pen needs it

    near = [other for other in phrases.vocabulary() if len(other) > _SHORTEST_STEM]
    close = difflib.get_close_matches(word, near, n=1, cutoff=0.7)
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
