"""The phrases that rules are known by, the words that they are made of, and those that mean the same.

A rule is known under its titles, each book's words for it, what players call it, its id, and the sentences of
its summary. Putting that together takes longer than the rest of a look-up, so it is done once and shipped:
`rulebooks/catalogue/index.json` is what `index` makes of the catalogue and the English summaries, written by
`tests/generated.py` and held to them by a test. Phrases lie in columns, each named by its number, because a
search touches a few hundred of several thousand.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from edencli.lang import Words
from edencli.model.names import fold
from edencli.rulebooks import catalogue
from edencli.rulebooks.catalogue import Rule

# How much a word counts where it stands: a book's own term says more than a sentence that mentions it.
TITLE_WEIGHT, TERM_WEIGHT, ALSO_WEIGHT, NAME_WEIGHT, SENTENCE_WEIGHT = 10.0, 9.0, 9.5, 6.0, 2.5

# How much less a word counts in a phrase of many: by this power of their number.
_LENGTH_EXPONENT = 0.4

_WORD = re.compile(r"[a-z0-9]+")


class IndexPhrase(NamedTuple):
    """Something a rule is known by, how much a word in it counts, and its language, where it is of one."""

    rule: str
    weight: float
    text: str
    language: str = ""

    def as_names(self) -> list[str]:
        """What it is when it is used as a name: its words; of a title, those before a colon as well."""
        text = fold(self.text)
        whole = [normalize_words(text)] if self.weight > SENTENCE_WEIGHT else []
        return (
            [*whole, normalize_words(text.partition(":")[0])]
            if self.weight == TITLE_WEIGHT and ":" in text
            else whole
        )


class SearchIndex:
    """Phrases in columns, each named by its number, and the words that they are made of."""

    def __init__(self, columns: Mapping[str, Any]) -> None:
        self.rule: Sequence[str] = columns["rule"]
        self.weight: Sequence[float] = columns["weight"]
        self.worth: Sequence[float] = columns["worth"]
        self.language: Sequence[str] = columns["language"]
        self.names: Sequence[Sequence[str]] = columns["names"]
        self._holders: Mapping[str, list[int]] = columns["words"]
        self.vocabulary = list(self._holders)
        self.phrases_per_rule = Counter(self.rule)
        self.rule_count = len(self.phrases_per_rule)

    def phrases_with_word(self, word: str) -> list[int]:
        """The phrases that have a word."""
        return self._holders.get(word, [])

    def words_with_prefix(self, part: str) -> list[str]:
        """All words that begin so."""
        found = bisect_left(self.vocabulary, part), bisect_left(self.vocabulary, f"{part}~")
        return self.vocabulary[slice(*found)]

    def phrases_named(self, name: str) -> list[int]:
        """The phrases that have just that name."""
        first = next(iter(words_and_expressions(name)), "")
        return [number for number in self.phrases_with_word(first) if name in self.names[number]]


@cache
def rule_index() -> SearchIndex:
    """All that the rules are known by."""
    return SearchIndex(catalogue.search_index()["rules"])


@cache
def synonym_index() -> SearchIndex:
    """The words that mean the same, all those of one meaning the name of one phrase."""
    return SearchIndex(catalogue.search_index()["meanings"])


def make_index(words: Words) -> dict[str, Any]:
    """What the catalogue's rules are known by, and the words that mean the same, as they are shipped."""
    known = (
        phrase
        for chapter in catalogue.chapters()
        for rule in catalogue.rules_of_chapter(chapter.name).values()
        for phrase in _phrases(rule, words.area(f"rules/{chapter.name}")[rule.id]["summary"])
    )
    same = (IndexPhrase(meaning, TERM_WEIGHT, text) for meaning, text in catalogue.synonyms().items())
    return {"rules": index_columns(known), "meanings": index_columns(same)}


def index_columns(phrases: Iterable[IndexPhrase]) -> dict[str, Any]:
    """Phrases in columns; a word is worth less in a phrase of many telling words."""
    told = list(phrases)
    small = frozenset().union(*stop_words().values())
    holders: dict[str, list[int]] = {}
    worth: list[float] = []
    for number, phrase in enumerate(told):
        words = set(words_and_expressions(fold(phrase.text)))
        worth.append(round(phrase.weight / (len(words - small) or 1) ** _LENGTH_EXPONENT, 4))
        for word in words:
            holders.setdefault(word, []).append(number)
    return {
        "rule": [phrase.rule for phrase in told],
        "weight": [phrase.weight for phrase in told],
        "worth": worth,
        "language": [phrase.language for phrase in told],
        "names": [phrase.as_names() for phrase in told],
        "words": dict(sorted(holders.items())),
    }


def _phrases(rule: Rule, summary: Iterable[str]) -> Iterator[IndexPhrase]:
    """All that one rule is known by."""
    for key, title in rule.titles.items():
        yield IndexPhrase(rule.id, TITLE_WEIGHT, title, key)
    for key, place in rule.books.items():
        for term in place.words:
            yield IndexPhrase(rule.id, TERM_WEIGHT, term, key)
    for term in rule.also:
        yield IndexPhrase(rule.id, ALSO_WEIGHT, term)
    yield IndexPhrase(rule.id, NAME_WEIGHT, rule.id)
    for sentence in summary:
        yield IndexPhrase(rule.id, SENTENCE_WEIGHT, sentence)


def split_words(folded: str) -> list[str]:
    """The words of a folded text."""
    return _WORD.findall(folded)


def words_and_expressions(folded: str) -> list[str]:
    """The words of a folded text; those that only together say something as one word."""
    pattern, meant = _expressions()
    return pattern.sub(lambda found: meant[found[0]], normalize_words(folded)).split()


@cache
def _expressions() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """What finds the expressions of several words, the longest first, and the word for each."""
    meant = {said: word for word, listed in catalogue.expressions().items() for said in listed.split(", ")}
    longest = "|".join(sorted(meant, key=len, reverse=True))
    return re.compile(rf"\b(?:{longest})\b"), meant


def normalize_words(folded: str) -> str:
    """The words of a folded text and nothing between them."""
    return " ".join(split_words(folded))


@cache
def stop_words() -> Mapping[str, frozenset[str]]:
    """The words of each language that say nothing about a question."""
    return {key: frozenset(parts["stop_words"].split()) for key, parts in catalogue.search_grammar().items()}
