"""The index of the search: the phrases that rules are known by, their words, and synonyms.

A rule is known by its titles, each book's words for it, what players call it, its id, and the sentences of
its summary. Folding all of that takes longer than the rest of a look-up, so it is done once and shipped:
`rulebooks/catalogue/index.json` is what `make_index` makes of the catalogue and the English summaries.
`tests/generated.py` writes it, and a test compares it with them. It has a line for each rule, in the order
of the catalogue (its words once each, then its phrases), and no line depends on others, so a new word
changes only the line of its rule.

Phrases get their numbers when the lines are read. They are parsed when a search touches them: it touches a
few hundred of several thousand.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from string import digits

from edencli.lang import Words
from edencli.model.names import fold
from edencli.named_tuple import NamedTuple
from edencli.rulebooks import catalogue
from edencli.rulebooks.catalogue import Rule

# How much a word counts in each kind of phrase: a book's own term says more than a sentence that mentions it.
TITLE_WEIGHT, TERM_WEIGHT, ALSO_WEIGHT, NAME_WEIGHT, SENTENCE_WEIGHT = 10.0, 9.0, 9.5, 6.0, 2.5

# The character with which a phrase begins in the index, by its weight.
_MARKS = {TITLE_WEIGHT: "=", TERM_WEIGHT: "~", ALSO_WEIGHT: "+", NAME_WEIGHT: "#", SENTENCE_WEIGHT: "."}
_WEIGHTS = {mark: weight for weight, mark in _MARKS.items()}

# What separates the phrases of a line, and what stands before a name that differs from the phrase's words.
_BETWEEN, _READS = "|", "/"

# The power of the number of words in a phrase by which a word in it counts less.
_LENGTH_EXPONENT = 0.4

_WORD = re.compile(r"[a-z0-9]+")

SHORTEST_STEM = 4
"""How many letters of a word its stem has at least."""

# The endings before which an English word doubles its last letter: to swap, swapping.
_DOUBLING, _DOUBLED = ("ing", "ed", "er"), re.compile(r"([bdgmnpt])\1$")


class IndexPhrase(NamedTuple):
    """A phrase that a rule is known by, how much a word in it counts, and its language, if it has one."""

    weight: float
    text: str
    language: str = ""


class PhraseWeight(NamedTuple):
    """The weight of a phrase, that of a word in it (less among many words), and its language."""

    weight: float
    word_weight: float
    language: str


class SearchIndex:
    """Phrases, each with a number, and the words in them, read from the lines of an index."""

    def __init__(self, lines: Mapping[str, str]) -> None:
        self.rule: list[str] = []
        self.phrases_per_rule: dict[str, int] = {}
        self._phrases: list[str] = []
        self._lines: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for rule, line in lines.items():
            words, _, spoken = line.partition(_BETWEEN)
            numbered = len(self.rule), f"{spoken} "
            for word in words.split():
                self._lines[word].append(numbered)
            phrases = spoken.split(_BETWEEN)
            self._phrases += phrases
            self.rule += [rule] * len(phrases)
            self.phrases_per_rule[rule] = len(phrases)
        self.rule_count = len(lines)
        self.vocabulary = sorted(self._lines)

    def weight(self, number: int) -> PhraseWeight:
        """How much a phrase counts."""
        return _read_weight(self._phrases[number].split(maxsplit=1)[0])

    def names(self, number: int) -> list[str]:
        """The names that a phrase is, which a question may equal."""
        return _read_names(self._phrases[number])

    def words(self, number: int) -> str:
        """The words of a phrase."""
        words = self._phrases[number].split()[1:]
        return " ".join(word for word in words if word[0] != _READS)

    def phrases_with_word(self, word: str) -> list[int]:
        """The phrases that contain a word.

        The number of a phrase is that of its rule's first phrase, plus the bars before the word.
        """
        found: list[int] = []
        for number, line in self._lines.get(word, ()):
            for before in line.split(f" {word} ")[:-1]:
                number += before.count(_BETWEEN)  # noqa: PLW2901  # the numbers of a line begin with its first
                if not found or found[-1] != number:
                    found.append(number)
        return found

    def words_with_prefix(self, part: str) -> list[str]:
        """All words that begin with these letters."""
        found = bisect_left(self.vocabulary, part), bisect_left(self.vocabulary, f"{part}~")
        return self.vocabulary[slice(*found)]

    def phrases_named(self, name: str) -> list[int]:
        """The phrases that have exactly that name."""
        first = next(iter(words_and_expressions(name)), "")
        return [
            number
            for number in self.phrases_with_word(first)
            if (name in (phrase := self._phrases[number]) or _READS in phrase) and name in self.names(number)
        ]


@cache
def rule_index() -> SearchIndex:
    """The index of the phrases that rules are known by."""
    return SearchIndex(catalogue.search_index()["rules"])


@cache
def synonym_index() -> SearchIndex:
    """The index of synonyms: each meaning has one phrase, whose name is all words with that meaning."""
    return SearchIndex(catalogue.search_index()["meanings"])


def make_index(words: Words) -> dict[str, dict[str, str]]:
    """Make the lines of the index: the phrases of each rule of the catalogue, and the synonyms."""
    rules = {
        rule.id: _line(_phrases(rule, words.area(f"rules/{chapter.name}")[rule.id]["summary"]))
        for chapter in catalogue.chapters()
        for rule in catalogue.rules_of_chapter(chapter.name).values()
    }
    meanings = {
        meaning: _line([IndexPhrase(TERM_WEIGHT, text)]) for meaning, text in catalogue.synonyms().items()
    }
    return {"rules": rules, "meanings": meanings}


def _phrases(rule: Rule, summary: Iterable[str]) -> Iterator[IndexPhrase]:
    """All phrases that a rule is known by."""
    for key, title in rule.titles.items():
        yield IndexPhrase(TITLE_WEIGHT, title, key)
    for key, place in rule.books.items():
        for term in place.words:
            yield IndexPhrase(TERM_WEIGHT, term, key)
    for term in rule.also:
        yield IndexPhrase(ALSO_WEIGHT, term)
    yield IndexPhrase(NAME_WEIGHT, rule.id)
    for sentence in summary:
        yield IndexPhrase(SENTENCE_WEIGHT, sentence)


def _line(phrases: Iterable[IndexPhrase]) -> str:
    """A line of the index: words in alphabetical order, then phrases."""
    told = list(phrases)
    words = {word for phrase in told for word in words_and_expressions(fold(phrase.text))}
    return f" {_BETWEEN}".join([" ".join(sorted(words)), *map(_phrase_text, told)])


def _phrase_text(phrase: IndexPhrase) -> str:
    """A phrase as a line of the index has it: its mark, its words, and its name if that differs.

    The mark is a character for the weight, the language, and the number of significant words.
    """
    folded, is_title = fold(phrase.text), phrase.weight == TITLE_WEIGHT
    words = words_and_expressions(folded)
    head, colon, tail = folded.partition(":") if is_title else (folded, "", "")
    name = normalize_words(head) + (colon and f":{normalize_words(tail)}")
    reads = phrase.weight > SENTENCE_WEIGHT and name != " ".join(words)
    telling = len(set(words).difference(*stop_words().values())) or 1
    mark = f"{_MARKS[phrase.weight]}{phrase.language}{telling}"
    return " ".join([mark, *words, *([_READS + name.replace(" ", "_")] if reads else [])])


@cache
def _read_weight(mark: str) -> PhraseWeight:
    """The weight that the mark of a phrase stands for."""
    weight, language = _WEIGHTS[mark[0]], mark[1:].rstrip(digits)
    telling = int(mark[1 + len(language) :])
    return PhraseWeight(weight, round(weight / telling**_LENGTH_EXPONENT, 4), language)


def _read_names(phrase: str) -> list[str]:
    """The names in a phrase of a line: its words, or the name given for them; a sentence has none.

    The part of a title before a colon is a name as well.
    """
    mark, *words = phrase.split()
    if _WEIGHTS[mark[0]] == SENTENCE_WEIGHT:
        return []
    reads = words[-1][1:].replace("_", " ") if words and words[-1][0] == _READS else " ".join(words)
    head, colon, tail = reads.partition(":")
    return [f"{head} {tail}", head] if colon else [head]


def split_words(folded: str) -> list[str]:
    """The words of a folded text."""
    return _WORD.findall(folded)


def words_and_expressions(folded: str) -> list[str]:
    """The words of a folded text; an expression of several words counts as one word."""
    text, word_for = normalize_words(folded), expressions()
    if present := [expression for expression in word_for if expression in text]:
        text = re.sub(rf"\b(?:{'|'.join(present)})\b", lambda found: word_for[found[0]], text)
    return text.split()


@cache
def expressions() -> Mapping[str, str]:
    """The expressions of several words, the longest first, each with the word it counts as."""
    word_for = {
        expression: word
        for word, listed in catalogue.expressions().items()
        for expression in listed.split(", ")
    }
    return {expression: word_for[expression] for expression in sorted(word_for, key=len, reverse=True)}


def normalize_words(folded: str) -> str:
    """The words of a folded text, with one space between them."""
    return " ".join(split_words(folded))


@cache
def stop_words() -> Mapping[str, frozenset[str]]:
    """The words of each language that say nothing about a question."""
    return {key: frozenset(parts["stop_words"].split()) for key, parts in catalogue.search_grammar().items()}


def stem(word: str) -> str:
    """A word without its ending, if enough of it is left."""
    endings, longest = _endings()
    for length in range(min(longest, len(word) - SHORTEST_STEM), 0, -1):
        if (ending := word[-length:]) in endings:
            root = word[:-length]
            return root[:-1] if ending in _DOUBLING and _DOUBLED.search(root) else root
    return word


def meanings_of(word: str) -> list[int]:
    """The phrases of `synonym_index` with a word, or with a word of its stem."""
    root, book = stem(word), synonym_index()
    alike = root if len(root) > SHORTEST_STEM else None
    same = (met for met in book.words_with_prefix(root) if met == word or stem(met) == alike)
    return sorted({number for met in same for number in book.phrases_with_word(met)})


@cache
def _endings() -> tuple[frozenset[str], int]:
    """All endings, and the length of the longest."""
    listed = frozenset().union(*(parts["endings"].split() for parts in catalogue.search_grammar().values()))
    return listed, max(map(len, listed))
