"""Every class of questions is known wherever questions are told apart."""

from typing import Any

import pytest
from question_table import QUESTIONS, forms_of, of_questions, question_classes

from edencli.bots import random_player, steady
from edencli.match.questions import FieldListQuestion, FieldQuestion, Question
from edencli.prompt import offers
from edencli.rulebooks import catalogue

CLASSES = sorted(set(question_classes()), key=lambda one: one.__name__)
TABLES = (offers._NUMBERS, offers._OPTION_NUMBERS, steady._CHOOSERS, random_player.ANSWER_CHANCES)


def test_the_table_of_questions_is_what_the_packages_have() -> None:
    """After a change that was meant: `python tests/question_table.py`."""
    assert QUESTIONS.read_text(encoding="utf-8") == of_questions() + "\n"


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_a_question_cites_a_rule_and_is_answered_by_forms(kind: type[Question[Any]]) -> None:
    assert catalogue.find_rule(kind.rule) is not None
    assert forms_of(kind)


def test_no_table_is_keyed_by_a_class_that_is_never_asked() -> None:
    asked = {*CLASSES, FieldQuestion, FieldListQuestion}

    assert {kind for table in TABLES for kind in table} - asked == set()


def test_two_classes_of_one_kind_are_asked_by_two_rules() -> None:
    """But a tactical card in its phase and at its moment: one rule, two questions."""
    asked = [(one.kind, one.rule) for one in CLASSES]

    assert {pair for pair in asked if asked.count(pair) > 1} == {("choice", "tactical-phase.play")}
