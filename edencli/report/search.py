"""Finds the rules that somebody means: a name, a word in any of five languages, a question, a slip.

A rule is known under phrases: its titles, each book's words for it, what players call it, its id, and the
sentences of its summary. A text that is one of these names means that rule, the asked book's own names before
others; a number that a card prints stands for the X of a title. Anything else is a question. It is reduced to
its telling words: no small words of its language, no endings. A word counts the more the rarer it is among
the rules, and the more of the phrase it makes up; words that mean the same count almost as much, and words
that stand together in one phrase count again.

A word that nobody knows is read as one that differs from it by a slip. The part of the question that the best
rule knows tells how sure the answer is.
"""

import math
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from edencli.lang import Words
from edencli.model.names import fold
from edencli.rulebooks import catalogue
from edencli.rulebooks.catalogue import Rule

_SHORTEST_STEM = 4
_WORD = re.compile(r"[a-z0-9]+")
_NUMBER = re.compile(r"(?<![a-z])[+−–-]?[0-9]+(?![0-9]*[a-z])")
_STEP = re.compile(r"\b(?:step|etape|schritt|punto|etapa)\b")

# How much a word counts where it stands: a book's own term says more than a sentence that mentions it.
TITLE, TERM, ALSO, NAME, SENTENCE = 10.0, 9.0, 8.0, 6.0, 2.5

# How much a word counts that is not the very one asked for: of the same stem, its beginning, a part of it;
# one that means the same, or is of one stem with such a word.
SAME, STEM, BEGINNING, INSIDE = 1.0, 0.8, 0.35, 0.25
SYNONYM, LIKE_SYNONYM = 0.7, 0.55

_TELLING_PART = 5
_MOST_WORDS = 24
_LIKELY_MEANT = 0.8
_SHORTEST_SLIP = 4
_LIKE_A_TITLE = 0.6


class Phrase(NamedTuple):
    """Something a rule is known by, how much a word in it counts, and its language, where it is of one."""

    rule: str
    weight: float
    text: str
    language: str = ""

    def names(self) -> list[str]:
        """What it is when it is used as a name: its words; of a title, those before a colon as well."""
        text = fold(self.text)
        whole = [_plain(text)] if self.weight > SENTENCE else []
        return [*whole, _plain(text.partition(":")[0])] if self.weight == TITLE else whole


class Phrasebook:
    """Phrases, each named by its number, and the words that they are made of."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self._phrases = list(phrases)
        self._holders: dict[str, list[int]] = defaultdict(list)
        self._lengths: list[int] = []
        small = frozenset().union(*_small_words().values())
        for number, phrase in enumerate(self._phrases):
            words = set(_WORD.findall(fold(phrase.text)))
            self._lengths.append(len(words - small) or 1)
            for word in words:
                self._holders[word].append(number)
        self._words = sorted(self._holders)
        self.rules = len({phrase.rule for phrase in self._phrases})

    def __getitem__(self, number: int) -> Phrase:
        return self._phrases[number]

    def holding(self, word: str) -> list[int]:
        """The phrases that have a word."""
        return self._holders.get(word, [])

    def beginning(self, part: str) -> list[str]:
        """All words that begin so."""
        return self._words[bisect_left(self._words, part) : bisect_left(self._words, f"{part}~")]

    def vocabulary(self) -> list[str]:
        """All words of the phrases, in order."""
        return self._words

    def length(self, number: int) -> int:
        """How many telling words a phrase has."""
        return self._lengths[number]

    def named(self, name: str) -> list[Phrase]:
        """The phrases that have just that name."""
        held = (self._phrases[number] for number in self.holding(name.partition(" ")[0]))
        return [phrase for phrase in held if name in phrase.names()]


class Answer(NamedTuple):
    """What was found: rules, best first, with their scores; and words that were read as others.

    `known` is the part of the question, from 0 to 1, that the best rule knows.
    """

    hits: tuple[tuple[str, float], ...]
    read_as: Mapping[str, str]
    known: float


class _Met(NamedTuple):
    """Where a word was met: how nearly in each phrase, and how much it tells, being rare."""

    likeness: Mapping[int, float]
    telling: float

    @property
    def nearest(self) -> float:
        """How near the nearest is to the word."""
        return max(self.likeness.values(), default=0.0)


def known_phrases(words: Words) -> Phrasebook:
    """All that the catalogue's rules are known by."""
    return Phrasebook(
        phrase
        for chapter in catalogue.chapters()
        for rule in catalogue.rules(chapter.name).values()
        for phrase in _phrases(rule, words.area(f"rules/{chapter.name}")[rule.id]["summary"])
    )


def search(question: str, phrases: Phrasebook, key: str) -> Answer:
    """Find the rules that a text names, or that a question is about, best first.

    `key` is the book whose own names come first.
    """
    found = _ask(question, phrases)
    names = _named(question, phrases, key, dict(found.hits))
    if not names:
        return found
    best = max((score for _, score in found.hits), default=1.0)
    others = (hit for hit in found.hits if hit[0] not in names)
    return Answer((*((rule, best) for rule in names), *others), {}, 1.0)


def nearest_rules(question: str, rules: Iterable[Rule], *, many: int = 3) -> list[str]:
    """The rules whose names or titles look like a text that nothing was found for."""
    import difflib  # noqa: PLC0415  # only a failed search needs it

    named = {fold(name): rule.id for rule in rules for name in (rule.id, *rule.titles.values())}
    close = difflib.get_close_matches(fold(question)[:60], named, n=many * 3, cutoff=_LIKE_A_TITLE)
    return list(dict.fromkeys(named[name] for name in close))[:many]


def telling_words(question: str) -> list[str]:
    """The words of a question that tell what it is about; all of them, if none does."""
    found = list(dict.fromkeys(_WORD.findall(fold(question))))
    small = _small_words_of(found)
    told = [word for word in found if word not in small and (len(word) > 1 or word.isdigit())]
    return told or found


def stem(word: str) -> str:
    """A word without its ending, when enough of it is left."""
    endings, longest = _endings()
    for length in range(min(longest, len(word) - _SHORTEST_STEM), 0, -1):
        if word[-length:] in endings:
            return word[:-length]
    return word


def _named(question: str, phrases: Phrasebook, key: str, scores: Mapping[str, float]) -> list[str]:
    """The rules that a text names: as it is, without “step”, with X for its number, without the number."""
    asked = fold(question)
    x_for_number, no_number = (_NUMBER.sub(number, asked) for number in (" x ", " "))
    for text in (asked, _STEP.sub(" ", asked), x_for_number, no_number, asked.partition(":")[0]):
        if (name := _plain(text)) and (found := phrases.named(name)):
            found.sort(
                key=lambda phrase: (
                    phrase.rule != asked,
                    phrase.language != key,
                    _plain(fold(phrase.text)) != name,
                    -phrase.weight,
                    -scores.get(phrase.rule, 0.0),
                )
            )
            return list(dict.fromkeys(phrase.rule for phrase in found))
    return []


def _ask(question: str, phrases: Phrasebook) -> Answer:
    """Score every rule that knows a word of the question."""
    scores: dict[str, float] = defaultdict(float)
    known: dict[str, float] = defaultdict(float)
    shared: dict[int, list[float]] = defaultdict(list)
    read_as: dict[str, str] = {}
    whole = 0.0
    asked = telling_words(question)[:_MOST_WORDS]
    for word in asked:
        met = _meet(word, phrases)
        if met.nearest < LIKE_SYNONYM and (near := _nearest_word(word, phrases)):
            read_as[word] = near
            met = _meet(near, phrases)
        worths = {
            number: met.telling * _weight(number, like, phrases) for number, like in met.likeness.items()
        }
        for number, worth in worths.items():
            shared[number].append(worth)
        _add(scores, worths, phrases)
        _add(known, {number: met.telling * like for number, like in met.likeness.items()}, phrases)
        whole += met.telling if met.likeness or not word.isdigit() else 0.0
    together = {
        number: sum(worths) * len(worths) / len(asked) for number, worths in shared.items() if len(worths) > 1
    }
    _add(scores, together, phrases)
    hits = tuple(sorted(scores.items(), key=lambda hit: -hit[1]))
    return Answer(hits, read_as, known[hits[0][0]] / whole if hits else 0.0)


def _meet(word: str, phrases: Phrasebook) -> _Met:
    """Look for a word, and all that say the same, in the phrases."""
    likeness: dict[int, float] = {}
    for met, like in _alike(word, phrases).items():
        for number in phrases.holding(met):
            likeness[number] = max(likeness.get(number, 0.0), like)
    many = sum(_best_of_each_rule(likeness, phrases).values())
    return _Met(likeness, math.log(1 + phrases.rules / max(many, 1.0)))


def _alike(word: str, phrases: Phrasebook) -> dict[str, float]:
    """The words that say what a word says, and how nearly."""
    root = stem(word)
    parts = phrases.vocabulary() if len(root) >= _TELLING_PART else phrases.beginning(root)
    alike = {met: _likeness(word, root, met) for met in parts if root in met}
    for other in _synonyms(word):
        for met in phrases.beginning(root := stem(other)):
            if stem(met) == root:
                alike[met] = max(alike.get(met, 0.0), SYNONYM if met == other else LIKE_SYNONYM)
    return alike


def _likeness(word: str, root: str, met: str) -> float:
    """How much a word that was met is the one that was asked for."""
    if met == word:
        return SAME
    if stem(met) == root:
        return STEM
    return BEGINNING if met.startswith(root) else INSIDE


def _synonyms(word: str) -> list[str]:
    """The words that mean the same as a word, or as one of its stem."""
    root, meanings = stem(word), _meanings()
    alike = root if len(root) > _SHORTEST_STEM else None
    same = (met for met in meanings.beginning(root) if met == word or stem(met) == alike)
    lines = sorted({number for met in same for number in meanings.holding(met)})
    return [other for number in lines for other in meanings[number].text.split() if other != word]


def _weight(number: int, like: float, phrases: Phrasebook) -> float:
    """How much a word counts that was met in a phrase: less in a long one."""
    return like * phrases[number].weight / math.sqrt(phrases.length(number))


def _add(scores: dict[str, float], worths: Mapping[int, float], phrases: Phrasebook) -> None:
    """Add to the score of each rule what its best phrase is worth."""
    for rule, worth in _best_of_each_rule(worths, phrases).items():
        scores[rule] += worth


def _best_of_each_rule(worths: Mapping[int, float], phrases: Phrasebook) -> dict[str, float]:
    best: dict[str, float] = defaultdict(float)
    for number, worth in worths.items():
        rule = phrases[number].rule
        best[rule] = max(best[rule], worth)
    return best


def _nearest_word(word: str, phrases: Phrasebook) -> str | None:
    """What an unknown word was probably meant to be; nothing for one that some language has."""
    import difflib  # noqa: PLC0415  # only a slip of the pen needs it

    if len(word) < _SHORTEST_SLIP or word in catalogue.common_words():
        return None
    near = [other for other in phrases.beginning(word[0]) if len(other) >= _SHORTEST_SLIP]
    close = difflib.get_close_matches(word, near, n=1, cutoff=_LIKELY_MEANT)
    return close[0] if close else None


def _phrases(rule: Rule, summary: Iterable[str]) -> Iterator[Phrase]:
    """All that one rule is known by."""
    for key, title in rule.titles.items():
        yield Phrase(rule.id, TITLE, title, key)
    for key, place in rule.books.items():
        for term in place.words:
            yield Phrase(rule.id, TERM, term, key)
    for term in rule.also:
        yield Phrase(rule.id, ALSO, term)
    yield Phrase(rule.id, NAME, rule.id)
    for sentence in summary:
        yield Phrase(rule.id, SENTENCE, sentence)


def _plain(text: str) -> str:
    """The words of a folded text and nothing between them."""
    return " ".join(_WORD.findall(text))


@cache
def _small_words() -> Mapping[str, frozenset[str]]:
    """The words of each language that say nothing about a question."""
    return {key: frozenset(parts["stop_words"].split()) for key, parts in catalogue.grammar().items()}


def _small_words_of(question: list[str]) -> frozenset[str]:
    """The small words of the language that a question is in: of all that know equally many of it."""
    known = {key: sum(word in small for word in question) for key, small in _small_words().items()}
    most = max(known.values())
    return frozenset().union(*(_small_words()[key] for key, many in known.items() if many == most))


@cache
def _endings() -> tuple[frozenset[str], int]:
    """All endings, and how long the longest is."""
    listed = frozenset().union(*(parts["endings"].split() for parts in catalogue.grammar().values()))
    return listed, max(map(len, listed))


@cache
def _meanings() -> Phrasebook:
    """The words that mean the same, a line for each meaning."""
    return Phrasebook(Phrase(name, TERM, text) for name, text in catalogue.synonyms().items())
