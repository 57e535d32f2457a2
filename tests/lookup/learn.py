"""Learns from the corpus what words of players tell of rules: `.venv/bin/python tests/lookup/learn.py`.

`corpus/xx.jsonl` has the questions of a language, one a line: the question, then the rules that answer it,
the best first; none for what no rule answers. Those who wrote them saw rulebooks and no code. Every tenth,
drawn by its digest, is kept back: nothing is learnt from it, and `test_corpus.py` measures with it.

The weights are those of a softmax over the parts of a question (`question_weights`, `softmax`), on top of
what the catalogue knows of it: one model for all languages, whose words are each language's own and whose
meanings are shared. `kinds.json` has kinds of words, `forms.json` forms of known words that their stem does
not show (made with the word lists of simplemma and wordfreq). The same corpus gives the same bytes on the
same kind of machine. The numbers here, and those of `search`, were chosen on an eighth of the corpus; what is
kept back was never used to choose.

    learn.py                  writes edencli/lookup/weights/, where the sources have changed
    learn.py --cross 5        learns from four fifths of the corpus and measures on the fifth, each once
    learn.py --kept           measures on what is kept back
    learn.py --measure FILE   measures on other questions, and on whether they are like one of the corpus
"""

import argparse
import json
import lzma
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

sys.path[:0] = [str(Path(__file__).parents[1])]

from lookup import softmax

from edencli.lookup import search
from edencli.lookup.question_weights import (
    ALL_LANGUAGES,
    FIRST_MEANING,
    FIRST_RULE,
    HIGHEST_LEVEL,
    LEVEL_ZERO,
    LEVELS_PER_UNIT,
    LOWEST_LEVEL,
    MEANING_FACTOR,
    PAIR_FACTOR,
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
from edencli.lookup.search_index import meanings_of, rule_index, synonym_index
from edencli.model.names import fold
from edencli.rulebooks import catalogue
from edencli.rulebooks.raw_books import BOOKS

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
TUNED = (HERE / "questions" / "tuned.json", *sorted(HERE.glob("questions-*.json")))
KINDS, FORMS = CORPUS / "kinds.json", CORPUS / "forms.json"

# How much a second rule counts beside the first.
SECOND_SHARE = 0.5

# What the best rule by the catalogue has already when the model is fitted; `search.MATCHED` gives it a little
# more.
GIVEN = 4.0

# How much a word, a meaning and a pair of meanings must speak for or against a rule to be kept.
LEAST_WEIGHTS = {WORD_FACTOR: 0.25, MEANING_FACTOR: 0.25, PAIR_FACTOR: 0.6}


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


@cache
def kinds() -> dict[str, str]:
    """The signs of the kinds of each word, by its stem; a form has the signs of its words."""
    found: dict[str, str] = {}
    listed = json.loads(KINDS.read_text(encoding="utf-8")).values()
    for number, words in enumerate(listed, FIRST_MEANING + len(synonym_index().rule)):
        for key in sorted(set(map(kind_key, words.split()))):
            found[key] = found.get(key, "") + chr(number)
    formed: dict[str, set[str]] = defaultdict(set)
    for forms in json.loads(FORMS.read_text(encoding="utf-8")).values():
        for words, told in forms.items():
            signs = {sign for word in words.split() for sign in _signs(word, found)}
            for form in told.split():
                formed[kind_key(form)] |= signs
    return found | {key: "".join(sorted(signs | set(found.get(key, "")))) for key, signs in formed.items()}


def _signs(word: str, known: Mapping[str, str]) -> Iterator[str]:
    yield from known.get(kind_key(word), "")
    yield from (chr(FIRST_MEANING + number) for number in meanings_of(word))


@cache
def example(asked: Asked) -> softmax.Example:
    """A question as the model learns from it; the name of a part begins with its table."""
    words, number = split_question(asked.question), {rule: at for at, rule in enumerate(classes())}
    parts = {f"{asked.language}:{part}": factor for part, factor in word_parts(words).items()}
    parts |= {f"{ALL_LANGUAGES}:{part}": factor for part, factor in meaning_parts(words, kinds()).items()}
    found = search._shares_of_best(search._score_rules(asked.question, rule_index(), asked.language))
    given = {number[rule]: GIVEN * share for rule, share in found.items()}
    best, *others = asked.rules or (UNANSWERED,)
    whole = 1 + SECOND_SHARE * len(others)
    right = {number[rule]: SECOND_SHARE / whole for rule in others} | {number[best]: 1 / whole}
    return softmax.Example(parts, given, right)


def classes() -> list[str]:
    """No rule, and all rules."""
    return [UNANSWERED, *catalogue.every_rule()]


def make_weights(asked: Iterable[Asked]) -> dict[str, dict[str, Any]]:
    """The tables of all languages and of meanings, learnt from some questions."""
    tables: dict[str, dict[str, Any]] = {
        name: {"rules": classes(), "levels": {}} for name in (*BOOKS, ALL_LANGUAGES)
    }
    weights = softmax.fit_weights([*map(example, asked)], len(classes()), LEAST_WEIGHTS)
    for named, told in weights.items():
        name, _, part = named.partition(":")
        tables[name]["levels"][part] = _pack(told)
    return tables


def _pack(weights: Iterable[float]) -> str:
    """The rules that a part speaks for or against, each a sign, behind the signs of their levels."""
    grouped: dict[int, str] = defaultdict(str)
    for number, weight in enumerate(weights):
        level = max(LOWEST_LEVEL, min(round(weight * LEVELS_PER_UNIT), HIGHEST_LEVEL))
        if level:
            grouped[level] += chr(FIRST_RULE + number)
    return "".join(chr(LEVEL_ZERO + level) + grouped[level] for level in sorted(grouped, reverse=True))


def made_from() -> str:
    """A digest of the questions, of what they mean, and of how the model is fitted."""
    grammar = [catalogue.search_grammar(), catalogue.expressions(), catalogue.search_index()["meanings"]]
    factors = [[*LEAST_WEIGHTS.items()], LEVELS_PER_UNIT, GIVEN, SECOND_SHARE]
    known = json.dumps([classes(), grammar, factors], ensure_ascii=False)
    corpora = [CORPUS / f"{language}.jsonl" for language in BOOKS]
    files = [Path(softmax.__file__), *TUNED, KINDS, FORMS, *corpora]
    return sha256(b"\0".join([known.encode(), *(file.read_bytes() for file in files)])).hexdigest()[:16]


def all_weights() -> dict[str, dict[str, Any]]:
    """Every table, learnt from all that is not kept back."""
    tables = make_weights(one for language in BOOKS for one in learnt_from(language))
    tables[ALL_LANGUAGES]["kinds"] = kinds()
    return {name: {"made_from": made_from()} | table for name, table in tables.items()}


def write_weights() -> None:
    """Write every table, where what they are made from has changed: this takes minutes."""
    names = (*BOOKS, ALL_LANGUAGES)
    if all(weights_file(one).exists() and weights_table(one)["made_from"] == made_from() for one in names):
        return
    for name, table in all_weights().items():
        text = json.dumps(table, ensure_ascii=False, indent=0) + "\n"
        weights_file(name).write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


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
        tables = make_weights(one for one in asked if _fold(one, folds) != fold_number)
        meanings = LevelTable(tables[ALL_LANGUAGES])
        for language in BOOKS:
            here = (one for one in asked if one.language == language and _fold(one, folds) == fold_number)
            weights = QuestionWeights(LevelTable(tables[language]), meanings, kinds())
            found[language].append(measure(here, weights))
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
