"""Finds rules by a name, a word in any of five languages, or a question, misspelt or not.

A text that is one of a rule's names means that rule, with names from the asked book before others; a number
that a card prints stands for the X of a title. Anything else is a question, and two judges decide.

The first judge knows the catalogue. It reduces a question to its significant words: no small words of its
language, no endings. A word counts more the rarer it is among the rules, and the more of a phrase it makes
up; synonyms count almost as much, and words that stand together in one phrase count again. An unknown word
is read as the two words of a compound, or as a misspelling of a known word. The second judge
(`question_weights`) knows what players asked when they meant each rule, small words and parts of words
included.

The confidence in the answer follows from the part of the question that the best rule knows (words for what
other games have and this one lacks make up most of it), and from how much likelier the second judge finds
that rule than no rule at all.
"""

import math
import operator
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from edencli.lookup.search_index import (
    SHORTEST_STEM,
    SearchIndex,
    meanings_of,
    normalize_words,
    split_words,
    stem,
    stop_words,
    synonym_index,
    words_and_expressions,
)
from edencli.model.names import fold
from edencli.named_tuple import NamedTuple
from edencli.rulebooks import catalogue
from edencli.rulebooks.catalogue import Rule

if TYPE_CHECKING:
    from edencli.lookup.question_weights import QuestionWeights

_TINY = 2
_NUMBER = re.compile(r"(?<![a-z])[+−–-]?[0-9]+(?![0-9]*[a-z])")
_FOR_X = re.compile(r"[+−–-]\s*[0-9]+|\(\s*[0-9]+\s*\)|[0-9]+(?=\s*/)")
_STEP = re.compile(r"\b(?:step|etape|schritt|punto|etapa|fase|passo)\b|(?<=ung)sphase\b|phase\b")
PATTERNS = {"number": _NUMBER.pattern, "for_x": _FOR_X.pattern, "step": _STEP.pattern}
"""What is read as a number, the X of a title, and the word for a step; also for the script of a page."""

_WORD = re.compile("[a-z]+")
_NUMBERED = re.compile(r"[0-9]+[a-z]?")

# How much a word of the index counts: the word asked for, one with its stem, one that begins with it, one
# that contains it; a synonym, one with the stem of a synonym, and by how much a short one counts less.
SAME, STEM, BEGINNING, INSIDE = 1.0, 0.8, 0.35, 0.25
SYNONYM, LIKE_SYNONYM, SHORT = 0.7, 0.55, 0.8

# How much of a question is made up by a word that no phrase has, and by one for what this game does not have.
UNKNOWN_SHARE, ABSENT_SHARE = 3.0, 10.0

# By how much a bare number or a question word (who, when, how many) tells less than another word as rare.
LITTLE_FACTOR = 0.5

# How much a word counts for a rule if all its phrases have it.
TOPIC_WEIGHT = 6.0

# By how much a word counts less in a phrase that is in neither the question's nor the book's language.
FOREIGN_FACTOR = 0.6

# The shares that the second and further best phrases of a rule add for a word.
OTHER_PHRASE_SHARES = (0.3, 0.18, 0.11, 0.06)

# What may join the two words of a compound.
_LINKS = ("", "s", "n", "en", "e")

_TELLING_PART = 5
_PLAIN = 2
_MOST_WORDS = 24
_SHORTEST_SLIP = 4
_SHORTEST_PART = 4

WEIGHTS = (
    *(SAME, STEM, BEGINNING, INSIDE, SYNONYM, LIKE_SYNONYM, SHORT, UNKNOWN_SHARE, ABSENT_SHARE),
    *(LITTLE_FACTOR, TOPIC_WEIGHT, FOREIGN_FACTOR, OTHER_PHRASE_SHARES),
)
"""All of these weights, in the order in which the script of a page reads them."""

LEAST_CONFIDENCE = 0.4
"""The least confidence with which a rule counts as an answer."""

# What the best rule by the catalogue adds to what the questions taught, as a natural logarithm.
MATCHED = 5.0

# How much likelier than no rule (as a logarithm) a rule must be to count as sure as one that knows the whole
# question, and what is subtracted from the sum of both.
EVIDENCE, DOUBT = 4.0, 0.5

# How much less likely than the best rule one with half its score is (logarithm).
HALF_AS_LIKELY = 1.0


class SearchResult(NamedTuple):
    """The rules that were found, best first, with their scores; and words that were corrected.

    `known_share` is the part of the question, from 0 to 1, that the best rule by the catalogue knows;
    `confidence`, from 0 to 1, how sure it is that the first rule answers. `is_plain` tells that the text has
    only a word or two, or a word for what this game does not have; then the catalogue alone decides the
    confidence. `is_name` tells that the text is a name of the rule and asks nothing about it.
    """

    hits: tuple[tuple[str, float], ...]
    read_as: Mapping[str, str]
    known_share: float
    confidence: float
    is_plain: bool = False
    is_name: bool = False


class _WordMatch(NamedTuple):
    """Where a word was found: how closely in each phrase, and how much it tells by its rarity."""

    likeness: Mapping[int, float]
    rarity: float

    @property
    def nearest(self) -> float:
        """How closely the best phrase has the word."""
        return max(self.likeness.values(), default=0.0)


def search_rules(
    question: str, phrases: SearchIndex, key: str, weights: "QuestionWeights | None" = None
) -> SearchResult:
    """Find the rules that a text names, or that a question is about, best first.

    `key` is the book whose names come first; the question is in its language, unless other weights are
    given.
    """
    found = _score_rules(question, phrases, key)
    read_as: Mapping[str, str] = {}
    names = _rules_named(question, phrases, key, dict(found.hits))
    if not names and (read_as := found.read_as):
        names = _rules_named(_with_corrections(question, read_as), phrases, key, dict(found.hits))
    if not names:
        return _judge(question, found, key, weights) if found.hits else found
    best = max((score for _, score in found.hits), default=1.0)
    others = (hit for hit in found.hits if hit[0] not in names)
    return SearchResult((*((rule, best) for rule in names), *others), read_as, 1.0, 1.0, is_name=True)


def _judge(question: str, found: SearchResult, key: str, weights: "QuestionWeights | None") -> SearchResult:
    """Order the rules by what the catalogue knows and by what questions taught."""
    from edencli.lookup import question_weights as learnt  # noqa: PLC0415  # looking up a name does not need it

    taught = (weights or learnt.question_weights(key)).score_rules(question)
    none, matched = taught.pop(learnt.UNANSWERED), _shares_of_best(found)
    scores = {rule: worth + MATCHED * matched.get(rule, 0.0) for rule, worth in taught.items()}
    ordered = sorted(scores, key=lambda rule: -scores[rule])
    best = ordered[0]
    sure = found.known_share - DOUBT + (scores[best] - none) / EVIDENCE
    if found.is_plain:
        sure = found.known_share
    hits = ((rule, HALF_AS_LIKELY / (HALF_AS_LIKELY + (scores[best] - scores[rule]))) for rule in ordered)
    return found._replace(hits=tuple(hits), confidence=min(1.0, max(0.0, sure)) if found.known_share else 0.0)


def _shares_of_best(found: SearchResult) -> dict[str, float]:
    """How well the catalogue finds that each rule matches a question, the best one 1."""
    return {rule: score / found.hits[0][1] for rule, score in found.hits}


def nearest_rules(question: str, rules: Iterable[Rule], *, many: int = 3) -> list[str]:
    """The rules whose names or titles are spelt like a text for which nothing was found."""
    named = {fold(name): rule.id for rule in rules for name in (rule.id, *rule.titles.values())}
    from edencli.model.near_names import NearKind, nearest_names  # noqa: PLC0415  # only a failed search needs it

    close = nearest_names(question, named, NearKind.TITLE, many=many * 3)
    return list(dict.fromkeys(named[name] for name in close))[:many]


def significant_words(question: str) -> list[str]:
    """The words of a question that tell what it is about; all its words if none does."""
    found = list(dict.fromkeys(words_and_expressions(fold(question))))
    small = tiny_words().union(*(stop_words()[key] for key in _languages_of(found)))
    told = [word for word in found if word not in small and (len(word) > 1 or word.isdigit())]
    return told or found


def word_rarity(word: str, phrases: SearchIndex) -> float:
    """How much a word tells by its rarity among the rules."""
    return _match_word(word, phrases, frozenset()).rarity


@cache
def tiny_words() -> frozenset[str]:
    """The small words of every language that are too short to mean anything in another one."""
    return frozenset(word for words in stop_words().values() for word in words if len(word) <= _TINY)


def _rules_named(question: str, phrases: SearchIndex, key: str, scores: Mapping[str, float]) -> list[str]:
    """The rules that a text names: as it stands, with X for a printed number, as a step, without numbers."""
    asked = fold(question)
    printed = (_FOR_X.sub(" x ", asked), _as_step(asked), _NUMBER.sub(" ", asked), _NUMBER.sub(" x ", asked))
    for text in (asked, *printed, asked.partition(":")[0]):
        if (name := normalize_words(text)) and (found := phrases.phrases_named(name)):
            found.sort(
                key=lambda number: (
                    phrases.rule[number] != asked,
                    phrases.weight(number).language != key,
                    phrases.names(number)[0] != name,
                    -phrases.weight(number).weight,
                    -scores.get(phrases.rule[number], 0.0),
                )
            )
            return list(dict.fromkeys(phrases.rule[number] for number in found))
    return []


def _with_corrections(question: str, read_as: Mapping[str, str]) -> str:
    """A question with its misspelt words corrected."""
    return _WORD.sub(lambda found: read_as.get(found[0], found[0]), fold(question))


def _as_step(asked: str) -> str:
    """A text that names a step of a phase, in the form of titles: the phase, then the number."""
    words = split_words(_STEP.sub(" ", asked))
    numbers = [word for word in words if _NUMBERED.fullmatch(word)]
    small = frozenset().union(*stop_words().values()) if len(numbers) == 1 else frozenset()
    return " ".join([*(word for word in words if word not in {*small, *numbers}), *numbers])


def _score_rules(question: str, phrases: SearchIndex, key: str) -> SearchResult:
    """Score every rule that knows a word of the question."""
    languages = _languages_of(split_words(fold(question)))
    spoken, absent = {"", key, *languages}, _absent_words(key, *languages)
    scores: dict[str, float] = defaultdict(float)
    known: dict[str, float] = defaultdict(float)
    shared: dict[int, list[float]] = defaultdict(list)
    read_as: dict[str, str] = {}
    whole = 0.0
    asked = list(_resolve_words(significant_words(question)[:_MOST_WORDS], phrases, absent, read_as))
    for word in asked:
        met = _match_word(word, phrases, absent)
        worths = {
            number: met.rarity * like * _worth(number, phrases, spoken)
            for number, like in met.likeness.items()
        }
        for number, worth in worths.items():
            shared[number].append(worth)
        _add_best_phrases(scores, worths, phrases)
        for rule, parts in _group_by_rule(met.likeness, phrases).items():
            scores[rule] += TOPIC_WEIGHT * met.rarity * sum(parts) / phrases.phrases_per_rule[rule]
        share = ABSENT_SHARE if word in absent else _question_share(met)
        grasped = {number: 1.0 for number, like in met.likeness.items() if like >= LIKE_SYNONYM * SHORT}
        for rule, parts in _group_by_rule(grasped, phrases).items():
            known[rule] += share * max(parts)
        whole += share if met.likeness or not word.isdigit() else 0.0
    together = {
        number: sum(worths) * len(worths) / len(asked) for number, worths in shared.items() if len(worths) > 1
    }
    _add_best_phrases(scores, together, phrases)
    hits = tuple(sorted(scores.items(), key=lambda hit: -hit[1]))
    share = known[hits[0][0]] / whole if hits else 0.0
    is_plain = len(asked) <= _PLAIN or not absent.isdisjoint(asked)
    return SearchResult(hits, read_as, share, 0.0, is_plain)


def _worth(number: int, phrases: SearchIndex, spoken: Collection[str]) -> float:
    """What a word is worth in a phrase; less in a foreign language."""
    weight = phrases.weight(number)
    return weight.word_weight * (1.0 if weight.language in spoken else FOREIGN_FACTOR)


def _question_share(met: _WordMatch) -> float:
    """How much of a question a word makes up; at most as much as a word that no phrase has."""
    return min(met.rarity, UNKNOWN_SHARE) if met.nearest >= LIKE_SYNONYM else UNKNOWN_SHARE


def _resolve_words(
    asked: Iterable[str], phrases: SearchIndex, absent: frozenset[str], read_as: dict[str, str]
) -> Iterator[str]:
    """The words to look for: a compound by its parts, a misspelt word corrected (and noted in `read_as`)."""
    for word in asked:
        if word in absent or _match_word(word, phrases, absent).nearest >= LIKE_SYNONYM:
            yield word
        elif parts := _compound_parts(word, phrases):
            yield from parts
        elif near := _nearest_word(word, phrases):
            read_as[word] = near
            yield near
        else:
            yield word


def _compound_parts(word: str, phrases: SearchIndex) -> tuple[str, ...]:
    """The two known words of a compound, the first one as long as possible."""
    from edencli.model.near_names import LONGEST_COMPARED  # noqa: PLC0415  # only an unknown word needs it

    if len(word) > LONGEST_COMPARED:
        return ()
    for cut in range(len(word) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
        for link in _LINKS:
            first, second = word[:cut].removesuffix(link), word[cut:]
            if len(first) >= _SHORTEST_PART and all(_is_known(part, phrases) for part in (first, second)):
                return first, second
    return ()


def _is_known(word: str, phrases: SearchIndex) -> bool:
    """Tell whether the phrases have a word, one with its stem, or a synonym."""
    root = stem(word)
    return any(
        stem(met) == root for book in (phrases, synonym_index()) for met in book.words_with_prefix(root)
    )


@lru_cache(maxsize=2 * _MOST_WORDS)
def _match_word(word: str, phrases: SearchIndex, absent: frozenset[str]) -> _WordMatch:
    """Find a word and its synonyms in the phrases. It is cached because a search asks twice for each word."""
    likeness: dict[int, float] = {}
    for met, like in _similar_words(word, phrases, absent).items():
        for number in phrases.phrases_with_word(met):
            likeness[number] = max(likeness.get(number, 0.0), like)
    many = sum(map(max, _group_by_rule(likeness, phrases).values()))
    telling = math.log(1 + phrases.rule_count / max(many, 1.0))
    little = word.isdigit() or word in _question_words()
    return _WordMatch(likeness, telling * LITTLE_FACTOR if little else telling)


def _similar_words(word: str, phrases: SearchIndex, absent: Collection[str]) -> dict[str, float]:
    """The words of the index that say what a word says, and how closely.

    A word for what this game does not have has no other.
    """
    if word in absent:
        return {word: SAME}
    root = stem(word)
    parts = phrases.vocabulary if len(root) >= _TELLING_PART else phrases.words_with_prefix(root)
    alike = {met: _likeness(word, root, met) for met in parts if root in met}
    for other in _synonyms(word):
        for met in phrases.words_with_prefix(root := stem(other)):
            if stem(met) == root:
                like = SYNONYM if met == other else LIKE_SYNONYM
                alike[met] = max(alike.get(met, 0.0), like if len(met) > SHORTEST_STEM else like * SHORT)
    return alike


def _likeness(word: str, root: str, met: str) -> float:
    """How closely a word of the index matches the word that was asked for."""
    if met == word:
        return SAME
    if stem(met) == root:
        return STEM
    return BEGINNING if met.startswith(root) else INSIDE


def _synonyms(word: str) -> list[str]:
    """The synonyms of a word, or of a word with its stem."""
    lines = (synonym_index().names(number)[0].split() for number in meanings_of(word))
    return [other for line in lines for other in line if other != word]


def _add_best_phrases(scores: dict[str, float], worths: Mapping[int, float], phrases: SearchIndex) -> None:
    """Add to each rule's score the worth of its best phrase, and a share of the next ones."""
    for rule, found in _group_by_rule(worths, phrases).items():
        best, *others = sorted(found, reverse=True)[: len(OTHER_PHRASE_SHARES) + 1]
        scores[rule] += best + sum(map(operator.mul, others, OTHER_PHRASE_SHARES))


def _group_by_rule(worths: Mapping[int, float], phrases: SearchIndex) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for number, worth in worths.items():
        found[phrases.rule[number]].append(worth)
    return found


def _nearest_word(word: str, phrases: SearchIndex) -> str | None:
    """The known word that a misspelt one probably means; None for a word that some language has."""
    if len(word) < _SHORTEST_SLIP or word in catalogue.common_words() | _absent_words(
        *catalogue.search_grammar()
    ):
        return None
    known = sorted({*phrases.words_with_prefix(word[0]), *synonym_index().words_with_prefix(word[0])})
    from edencli.model.near_names import NearKind, nearest_names  # noqa: PLC0415  # only a misspelt word needs it

    near = nearest_names(word, (one for one in known if len(one) >= _SHORTEST_SLIP), NearKind.SEARCHED_WORD)
    return near[0] if near and near[0] != word else None


def _languages_of(question: Iterable[str]) -> list[str]:
    """The languages that know the most small words of a question."""
    words = set(question)
    known = {key: len(words & small) for key, small in stop_words().items()}
    most = max(known.values())
    return [key for key, many in known.items() if many == most]


@cache
def _absent_words(*languages: str) -> frozenset[str]:
    """Words of some languages for what other games have and this one does not."""
    grammar = catalogue.search_grammar()
    return frozenset(word for key in languages for word in grammar[key]["absent_words"].split())


@cache
def _question_words() -> frozenset[str]:
    """Words of every language that only ask: who, when, how many."""
    return frozenset(
        word for parts in catalogue.search_grammar().values() for word in parts["asking_words"].split()
    )
