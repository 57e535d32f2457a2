"""The phrases that rules are known by, the words that they are made of, and those that mean the same.

A rule is known under its titles, each book's words for it, what players call it, its id, and the sentences of
its summary. Folding all of that takes longer than the rest of a look-up, so it is done once and shipped:
`rulebooks/catalogue/index.json` is what `make_index` makes of the catalogue and the English summaries. It is
written by `tests/generated.py` and held to them by a test. It has a line for each rule, in the order of the
catalogue (its words once each, then its phrases), and no line counts what stands in others, so a new word
changes the line of its rule alone.

Phrases get their numbers when the lines are read. They are taken apart when a search touches them: it touches
a few hundred of several thousand.
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

# How much a word counts where it stands: a book's own term says more than a sentence that mentions it.
TITLE_WEIGHT, TERM_WEIGHT, ALSO_WEIGHT, NAME_WEIGHT, SENTENCE_WEIGHT = 10.0, 9.0, 9.5, 6.0, 2.5

# What a phrase begins with in the index, by how much a word counts there.
_MARKS = {TITLE_WEIGHT: "=", TERM_WEIGHT: "~", ALSO_WEIGHT: "+", NAME_WEIGHT: "#", SENTENCE_WEIGHT: "."}
_WEIGHTS = {mark: weight for weight, mark in _MARKS.items()}

# What stands between the phrases of a line, and before a name that reads otherwise than its words.
_BETWEEN, _READS = "|", "/"

# How much less a word counts in a phrase of many: by this power of their number.
_LENGTH_EXPONENT = 0.4

_WORD = re.compile(r"[a-z0-9]+")

SHORTEST_STEM = 4
"""How many letters of a word its stem has at least."""

# What an English word doubles its last letter before: to swap, swapping.
_DOUBLING, _DOUBLED = ("ing", "ed", "er"), re.compile(r"([bdgmnpt])\1$")


class IndexPhrase(NamedTuple):
    """Something a rule is known by, how much a word in it counts, and its language, where it is of one."""

    weight: float
    text: str
    language: str = ""


class PhraseWeight(NamedTuple):
    """How much a phrase counts, and a word in it, less in one of many words; its language, if it has one."""

    weight: float
    word_weight: float
    language: str


class SearchIndex:
    """Phrases, each named by its number, and the words that they are made of, from the lines of an index."""

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
        """The names that a phrase is: what a question may be word for word."""
        return _read_names(self._phrases[number])

    def words(self, number: int) -> str:
        """The words of a phrase."""
        words = self._phrases[number].split()[1:]
        return " ".join(word for word in words if word[0] != _READS)

    def phrases_with_word(self, word: str) -> list[int]:
        """The phrases that have a word, each rule's counted from its first by the bars before the word."""
        found: list[int] = []
        for number, line in self._lines.get(word, ()):
            for before in line.split(f" {word} ")[:-1]:
                number += before.count(_BETWEEN)  # noqa: PLW2901  # the numbers of a line begin with its first
                if not found or found[-1] != number:
                    found.append(number)
        return found

    def words_with_prefix(self, part: str) -> list[str]:
        """All words that begin so."""
        found = bisect_left(self.vocabulary, part), bisect_left(self.vocabulary, f"{part}~")
        return self.vocabulary[slice(*found)]

    def phrases_named(self, name: str) -> list[int]:
        """The phrases that have just that name."""
        first = next(iter(words_and_expressions(name)), "")
        return [
            number
            for number in self.phrases_with_word(first)
            if (name in (phrase := self._phrases[number]) or _READS in phrase) and name in self.names(number)
        ]


@cache
def rule_index() -> SearchIndex:
    """All that the rules are known by."""
    return SearchIndex(catalogue.search_index()["rules"])


@cache
def synonym_index() -> SearchIndex:
    """The words that mean the same, all those of one meaning the name of one phrase."""
    return SearchIndex(catalogue.search_index()["meanings"])


def make_index(words: Words) -> dict[str, dict[str, str]]:
    """The lines of the index: what each rule of the catalogue is known by, and words that mean the same."""
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
    """All that one rule is known by."""
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
    """A line of the index: the words in alphabetical order, then the phrases."""
    told = list(phrases)
    words = {word for phrase in told for word in words_and_expressions(fold(phrase.text))}
    return f" {_BETWEEN}".join([" ".join(sorted(words)), *map(_phrase_text, told)])


def _phrase_text(phrase: IndexPhrase) -> str:
    """A phrase as a line of the index has it: its weight, its words, and its name where that reads otherwise.

    The weight is a mark, the language, and how many of the words are telling.
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
    """What the beginning of a phrase says of its weight."""
    weight, language = _WEIGHTS[mark[0]], mark[1:].rstrip(digits)
    telling = int(mark[1 + len(language) :])
    return PhraseWeight(weight, round(weight / telling**_LENGTH_EXPONENT, 4), language)


def _read_names(phrase: str) -> list[str]:
    """The names in a phrase of a line: its words, or what is given for them; a sentence is none.

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
    """The words of a folded text; those that only together say something as one word."""
    text, meant = normalize_words(folded), expressions()
    if present := [expression for expression in meant if expression in text]:
        text = re.sub(rf"\b(?:{'|'.join(present)})\b", lambda found: meant[found[0]], text)
    return text.split()


@cache
def expressions() -> Mapping[str, str]:
    """The expressions of several words, the longest first, and the word for each."""
    meant = {said: word for word, listed in catalogue.expressions().items() for said in listed.split(", ")}
    return {said: meant[said] for said in sorted(meant, key=len, reverse=True)}


def normalize_words(folded: str) -> str:
    """The words of a folded text and nothing between them."""
    return " ".join(split_words(folded))


@cache
def stop_words() -> Mapping[str, frozenset[str]]:
    """The words of each language that say nothing about a question."""
    return {key: frozenset(parts["stop_words"].split()) for key, parts in catalogue.search_grammar().items()}


def stem(word: str) -> str:
    """A word without its ending, when enough of it is left."""
    endings, longest = _endings()
    for length in range(min(longest, len(word) - SHORTEST_STEM), 0, -1):
        if (ending := word[-length:]) in endings:
            root = word[:-length]
            return root[:-1] if ending in _DOUBLING and _DOUBLED.search(root) else root
    return word


def meanings_of(word: str) -> list[int]:
    """The phrases of `synonym_index` that have a word, or one of its stem."""
    root, book = stem(word), synonym_index()
    alike = root if len(root) > SHORTEST_STEM else None
    same = (met for met in book.words_with_prefix(root) if met == word or stem(met) == alike)
    return sorted({number for met in same for number in book.phrases_with_word(met)})


@cache
def _endings() -> tuple[frozenset[str], int]:
    """All endings, and how long the longest is."""
    listed = frozenset().union(*(parts["endings"].split() for parts in catalogue.search_grammar().values()))
    return listed, max(map(len, listed))
