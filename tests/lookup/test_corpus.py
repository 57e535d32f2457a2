"""What is learnt from the corpus: the tables follow from it, and find rules for other questions."""

import json
import os
import random
from functools import cache
from pathlib import Path

import pytest
from lookup import learn

from edencli.lookup import question_weights as taught
from edencli.lookup import search
from edencli.lookup.search_index import rule_index
from edencli.rulebooks import catalogue
from edencli.rulebooks.raw_books import BOOKS

WHOLE = os.environ.get("EDENCLI_CORPUS") == "all"
TABLES = (*BOOKS, taught.ALL_LANGUAGES)
SAMPLE, SEED = 250, 28


@cache
def kept_back() -> list[learn.Asked]:
    """The tenth of the corpus that nothing is learnt from; a sample of it, unless all is wanted."""
    every = [one for language in BOOKS for one in learn.corpus(language) if learn.is_kept_back(one)]
    return every if WHOLE else random.Random(SEED).sample(every, SAMPLE)  # noqa: S311  # no secret


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_made_from_the_corpus_the_catalogue_and_the_tool_as_they_are(name: str) -> None:
    """After a change of any: `python tests/generated.py`."""
    assert taught.weights_table(name)["made_from"] == learn.made_from(name)


@pytest.mark.parametrize("name", TABLES if WHOLE else ["de"])
def test_the_tool_makes_a_table_again_as_it_is(name: str) -> None:
    assert json.loads(learn.weights_text(name)) == taught.weights_table(name)


def test_all_tables_together_are_under_a_megabyte() -> None:
    assert sum(taught.weights_file(name).stat().st_size for name in TABLES) < 1_000_000


def test_every_rule_of_a_book_is_asked_for_in_its_language_and_no_question_stands_there_twice() -> None:
    for language in BOOKS:
        asked = learn.corpus(language)
        rules = {rule.id for rule in catalogue.every_rule().values() if language in rule.books}

        assert rules <= {one.rules[0] for one in asked if one.rules}
        assert len({one.question for one in asked}) == len(asked) > 2500
        assert sum(not one.rules for one in asked) >= 140
        assert {rule for one in asked for rule in one.rules} <= set(catalogue.every_rule())


def test_questions_that_nothing_was_learnt_from_find_their_rule() -> None:
    found = learn.measure(kept_back())

    assert found.first >= 0.38 * found.answered
    assert found.in_two >= 0.48 * found.answered
    assert found.refused >= 0.4 * found.misses


def test_a_part_of_a_question_counts_once_and_letters_less_than_words() -> None:
    words = taught.split_question("He moved 5 cm, and 5 cm again")

    parts = taught.word_parts(words)

    assert words == ["he", "moved", "5", "cm", "and", "5", "cm", "again"]
    assert parts["#"] == parts["#cm"] == parts["moved"] == taught.WORD_FACTOR
    assert parts["~_mov"] == parts["~ved_"] == taught.LETTERS_FACTOR


def test_two_meanings_count_together_in_whatever_language_they_stand() -> None:
    kinds = taught.question_weights("en").kinds

    bomb, bombe = (
        taught.meaning_parts(taught.split_question(question), kinds)
        for question in ("bomb the nearest", "Granate auf den nachsten")
    )

    shared = set(bomb) & set(bombe)
    assert {len(part) for part in shared} == {1, 2}


def test_levels_add_up_and_a_rule_that_a_part_never_met_is_doubted() -> None:
    rules = {"none": 10, "melee.dodge": 40}
    table = taught.LevelTable({"unseen": rules, "levels": {"duck": f"C{chr(taught.FIRST_RULE + 1)}"}})

    assert table.score_rules({"duck": 10, "unknown": 10}) == {
        "none": -100,
        "melee.dodge": 10 * 3 * taught.STEPS_PER_LEVEL - 400,
    }


def test_a_name_is_found_without_what_questions_taught(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise AssertionError("the tables were read")

    monkeypatch.setattr(taught, "question_weights", fail)

    assert search.search_rules("dodge", rule_index(), "en").hits[0][0] == "melee.dodge"
    with pytest.raises(AssertionError, match="the tables were read"):
        search.search_rules("may I duck under his blow", rule_index(), "en")


def test_the_corpus_is_one_file_a_language() -> None:
    assert sorted(path.stem for path in Path(learn.CORPUS).glob("*.jsonl")) == sorted(BOOKS)
