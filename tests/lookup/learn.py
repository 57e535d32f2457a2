"""Learns from the corpus what words of players tell of rules: `.venv/bin/python tests/lookup/learn.py`.

`corpus/xx.jsonl` has the questions of a language, one a line: the question, then the rules that answer it,
the best first; none for what no rule answers. Those who wrote them saw rulebooks and no code. Every tenth,
drawn by its digest, is kept back: nothing is learnt from it, and `test_corpus.py` measures with it.

The weights are counted, not searched for, so the same corpus gives the same bytes. A part of a question
(`question_parts`) counts once for each question that has it, half for a second rule that answers as well; the
titles, terms and search words of the catalogue count as questions of less weight. From the counts follows how
many times likelier a rule makes a part than all questions do, smoothed towards those (`SMOOTHING`); a part
that a rule has never met speaks against it, but softly (`UNSEEN_SHARE`). These numbers, and those of
`search`, were chosen on a fifth of the corpus; `search.MATCHED` was then raised within its plateau (30 to 50)
until `questions/kept.json` held its bound, so that file is no measure of it any more. What is kept back was
never used to choose.

    learn.py                  writes edencli/lookup/weights/, where the sources have changed
    learn.py --cross 5        learns from four fifths of the corpus and measures on the fifth, each once
    learn.py --kept           measures on what is kept back
    learn.py --measure FILE   measures on other questions, and on whether they are like one of the corpus
"""

import argparse
import json
import lzma
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from edencli.lookup import question_weights, search
from edencli.lookup.question_weights import (
    ALL_LANGUAGES,
    FIRST_MEANING,
    FIRST_RULE,
    LETTERS_FACTOR,
    LEVEL_ZERO,
    MEANING_FACTOR,
    STEPS_PER_LEVEL,
    UNANSWERED,
    WORD_FACTOR,
    LevelTable,
    QuestionWeights,
    kind_key,
    meaning_parts,
    split_question,
    weights_file,
    weights_table,
    word_parts,
)
from edencli.lookup.search_index import NAME_WEIGHT, TITLE_WEIGHT, rule_index, synonym_index
from edencli.model.names import fold
from edencli.rulebooks import catalogue
from edencli.rulebooks.raw_books import BOOKS

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
TUNED = (HERE / "questions" / "tuned.json", *sorted(HERE.glob("questions-*.json")))
KINDS = CORPUS / "kinds.json"

# How much one question counts, and a second rule of it; a phrase of the catalogue counts as its weight says.
FIRST_COUNT, SECOND_COUNT, PHRASE_COUNT = 20, 10, Fraction(20) / Fraction(TITLE_WEIGHT)

# By how many questions' worth of all questions the counts of a rule are smoothed.
SMOOTHING = 10

# How much of what speaks against a rule counts.
UNSEEN_SHARE = 0.3

# A level is half a natural logarithm.
LEVELS_PER_UNIT, HIGHEST_LEVEL = 2, 26

# By how much a part counts: how many questions must have it, and the least level that is kept.
KEPT = {WORD_FACTOR: (1, 1), LETTERS_FACTOR: (6, 2), MEANING_FACTOR: (6, 2)}

# For how many rules a part speaks at most, and as many more as are of the last level.
ENOUGH_RULES = 12


class Asked(NamedTuple):
    """A question, its language, and the rules that answer it, the best first."""

    question: str
    language: str
    rules: tuple[str, ...]


class Measure(NamedTuple):
    """How many questions with a rule found it first, and in two; how many of those without were refused."""

    answered: int
    first: int
    in_two: int
    misses: int
    refused: int

    def __str__(self) -> str:
        first, two = share(self.first, self.answered), share(self.in_two, self.answered)
        return f"first {first}, in two {two}, refused {share(self.refused, self.misses)}"


def share(part: int, whole: int) -> str:
    """A share in per cent with its 95 % interval after Wilson."""
    if not whole:
        return "none"
    z, p = 1.96, part / whole
    centre, spread = p + z * z / (2 * whole), z * math.sqrt(p * (1 - p) / whole + z * z / (4 * whole * whole))
    low, high = ((centre + sign * spread) / (1 + z * z / whole) for sign in (-1, 1))
    return f"{part}/{whole} = {100 * p:.1f} % [{100 * low:.0f}–{100 * high:.0f}]"


def corpus(language: str) -> list[Asked]:
    """The questions of a language."""
    lines = (CORPUS / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Asked(question, language, tuple(rules)) for question, *rules in map(json.loads, lines)]


def is_kept_back(asked: Asked) -> bool:
    """Tell whether a question is one of the tenth that nothing is learnt from."""
    return sha256(asked.question.encode()).digest()[0] % 10 == 0


def learnt_from(language: str) -> list[Asked]:
    """The questions of a language that its weights are learnt from."""
    tuned = (one for file in TUNED for one in json.loads(file.read_text(encoding="utf-8")))
    older = [
        Asked(one["question"], language, tuple(one["rules"] if "rules" in one else [one["rule"]]))
        for one in tuned
        if one["language"] == language
    ]
    return [*older, *(asked for asked in corpus(language) if not is_kept_back(asked))]


def phrases(language: str) -> Iterator[tuple[str, str, int]]:
    """What the catalogue says in a language or in none: the words, the rule, and how much they count."""
    index = rule_index()
    for number, rule in enumerate(index.rule):
        weight = index.weight(number)
        if weight.weight > NAME_WEIGHT and weight.language in ("", language):
            yield index.words(number), rule, round(weight.weight * PHRASE_COUNT)


@cache
def kinds() -> dict[str, str]:
    """The signs of the kinds that each word, by its stem, is of."""
    found: dict[str, str] = {}
    listed = json.loads(KINDS.read_text(encoding="utf-8")).values()
    for number, words in enumerate(listed, FIRST_MEANING + len(synonym_index().rule)):
        for key in sorted(set(map(kind_key, words.split()))):
            found[key] = found.get(key, "") + chr(number)
    return found


@cache
def parts_of(question: str, name: str) -> dict[str, int]:
    """The parts of a question for a table; a cross-validation asks for them several times."""
    words = split_question(question)
    return meaning_parts(words, kinds()) if name == ALL_LANGUAGES else word_parts(words)


class _Counts:
    """In how many questions of each rule each part was met."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.by_part: dict[str, Counter[str]] = defaultdict(Counter)
        self.by_rule: Counter[str] = Counter(dict.fromkeys((UNANSWERED, *catalogue.every_rule()), 0))
        self.questions_with: Counter[str] = Counter()
        self.factor: dict[str, int] = {}

    def add(self, text: str, rules: Iterable[tuple[str, int]]) -> None:
        """Count a question for its rules."""
        parts = parts_of(text, self.name)
        self.factor |= parts
        self.questions_with.update(parts.keys())
        for rule, count in rules:
            self.by_rule[rule] += count
            for part in parts:
                self.by_part[part][rule] += count


def make_weights(name: str, asked: Iterable[Asked]) -> dict[str, Any]:
    """The table of a language, or of meanings, learnt from some questions and the catalogue."""
    counts = _Counts(name)
    for one in asked:
        best, *others = one.rules or (UNANSWERED,)
        counts.add(one.question, [(best, FIRST_COUNT), *((other, SECOND_COUNT) for other in others)])
    for language in BOOKS if name == ALL_LANGUAGES else (name,):
        for text, rule, count in phrases(language):
            counts.add(text, [(rule, count)])
    prior = SMOOTHING * FIRST_COUNT
    against = {rule: math.log((met + prior) / prior) for rule, met in counts.by_rule.items()}
    total = sum(counts.by_rule.values())
    found = {part: _levels(part, counts, against, total) for part in sorted(counts.by_part)}
    steps = UNSEEN_SHARE * LEVELS_PER_UNIT * STEPS_PER_LEVEL
    unseen = {rule: round(steps * much) for rule, much in against.items()}
    return {"unseen": unseen, "levels": {part: packed for part, packed in found.items() if packed}}


def _levels(part: str, counts: _Counts, against: dict[str, float], total: int) -> str:
    """The rules that a part speaks for, each a sign, behind the letters of their levels."""
    fewest, least = KEPT[counts.factor[part]] if len(part) > 1 else (1, 1)
    if counts.questions_with[part] < fewest:
        return ""
    met = counts.by_part[part]
    usual = (sum(met.values()) + FIRST_COUNT / 2) / total * SMOOTHING * FIRST_COUNT
    grouped: dict[int, list[int]] = defaultdict(list)
    for number, rule in enumerate(counts.by_rule):
        if met[rule]:
            likelier = math.log1p(met[rule] / usual) - against[rule]
            above = (likelier if likelier > 0 else UNSEEN_SHARE * likelier) + UNSEEN_SHARE * against[rule]
            level = min(round(above * LEVELS_PER_UNIT), HIGHEST_LEVEL)
            if level >= least:
                grouped[level].append(number)
    return _pack(grouped)


def _pack(grouped: Mapping[int, Sequence[int]]) -> str:
    """The highest levels, each with its rules, until there are enough rules."""
    packed, many = "", 0
    for level in sorted(grouped, reverse=True):
        if many < ENOUGH_RULES:
            packed += chr(LEVEL_ZERO + level) + "".join(chr(FIRST_RULE + number) for number in grouped[level])
            many += len(grouped[level])
    return packed


def made_from(name: str) -> str:
    """A digest of everything that a table follows from."""
    languages = BOOKS if name == ALL_LANGUAGES else (name,)
    grammar = [catalogue.search_grammar(), catalogue.expressions(), catalogue.search_index()["meanings"]]
    known = json.dumps([[list(phrases(language)) for language in languages], grammar], ensure_ascii=False)
    corpora = [CORPUS / f"{language}.jsonl" for language in languages]
    files = [Path(__file__), Path(question_weights.__file__), *TUNED, KINDS, *corpora]
    told = [known.encode(), *(file.read_bytes() for file in files)]
    return sha256(b"\0".join(told)).hexdigest()[:16]


def weights_text(name: str) -> str:
    """The file of a table: a line for each part of a question."""
    table: dict[str, Any] = {"made_from": made_from(name)}
    if name == ALL_LANGUAGES:
        table["kinds"] = kinds()
        table |= make_weights(name, (one for language in BOOKS for one in learnt_from(language)))
    else:
        table |= make_weights(name, learnt_from(name))
    return json.dumps(table, ensure_ascii=False, indent=0) + "\n"


def write_weights() -> None:
    """Write every table whose sources have changed."""
    for name in (*BOOKS, ALL_LANGUAGES):
        path = weights_file(name)
        if not path.exists() or weights_table(name)["made_from"] != made_from(name):
            path.write_bytes(lzma.compress(weights_text(name).encode(), preset=9 | lzma.PRESET_EXTREME))


def measure(asked: Iterable[Asked], weights: QuestionWeights | None = None) -> Measure:
    """Ask every question in its language; a question that is refused has found nothing."""
    counted: Counter[str] = Counter()
    for one in asked:
        found = search.search_rules(one.question, rule_index(), one.language, weights)
        shown = [rule for rule, _ in found.hits[:2]] if found.confidence >= search.LEAST_CONFIDENCE else []
        if one.rules:
            counted["answered"] += 1
            counted["first"] += bool(shown) and shown[0] in one.rules
            counted["in_two"] += not set(shown).isdisjoint(one.rules)
        else:
            counted["misses"] += 1
            counted["refused"] += not shown
    return Measure(*(counted[field] for field in Measure._fields))


def report(asked: Sequence[Asked]) -> None:
    """Print the figures of some questions, over all and for each language."""
    print("all", measure(asked))
    for language in BOOKS:
        if here := [one for one in asked if one.language == language]:
            print(language, measure(here))


def cross_validate(folds: int) -> None:
    """Measure on each part of the corpus what the rest teaches; what is kept back is not looked at."""
    asked = [one for language in BOOKS for one in learnt_from(language)]
    found: dict[str, list[Measure]] = defaultdict(list)
    for fold_number in range(folds):
        rest = [one for one in asked if _fold(one, folds) != fold_number]
        meanings = LevelTable(make_weights(ALL_LANGUAGES, rest))
        for language in BOOKS:
            here = (one for one in asked if one.language == language and _fold(one, folds) == fold_number)
            words = LevelTable(make_weights(language, (one for one in rest if one.language == language)))
            found[language].append(measure(here, QuestionWeights(words, meanings, kinds())))
    found["all"] = [one for measures in list(found.values()) for one in measures]
    for name, measures in found.items():
        print(name, Measure(*map(sum, zip(*measures, strict=True))))


def _fold(asked: Asked, folds: int) -> int:
    return sha256(asked.question.encode()).digest()[1] % folds


def trigrams(text: str) -> frozenset[str]:
    """All three letters that stand together in a text."""
    edged = f"  {fold(text)} "
    return frozenset(edged[start : start + 3] for start in range(len(edged) - 2))


def nearest_in_corpus(asked: Asked, known: Iterable[tuple[str, frozenset[str]]]) -> tuple[float, str]:
    """How like a question is to the likest one that is known, and that one."""
    mine = trigrams(asked.question)
    return max((len(mine & theirs) / len(mine | theirs), text) for text, theirs in known)


def main() -> None:
    """Do what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cross", type=int, metavar="FOLDS")
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--measure", type=Path, metavar="FILE")
    given = parser.parse_args()
    if given.cross:
        cross_validate(given.cross)
    elif given.kept:
        report([one for language in BOOKS for one in corpus(language) if is_kept_back(one)])
    elif given.measure:
        told = map(json.loads, given.measure.read_text(encoding="utf-8").splitlines())
        asked = [Asked(one["question"], one["language"], tuple(one["rules"])) for one in told]
        report(asked)
        known = [
            (one.question, trigrams(one.question))
            for key in BOOKS
            for one in (*corpus(key), *learnt_from(key))
        ]
        near = [(*nearest_in_corpus(one, known), one.question) for one in asked]
        print("within 0.6 of a line of the corpus:", [one for one in near if one[0] >= 0.6] or "none")
    else:
        write_weights()


if __name__ == "__main__":
    main()
