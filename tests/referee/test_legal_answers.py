"""Legal answers are listed for every class of questions, each of them once, and each of them is taken."""

from typing import Any

import pytest
from duels import ELENIA, VLADD, YLISS, YURI
from matches import active
from question_table import question_classes

from edencli.match.questions import FieldListQuestion, FieldQuestion, Question
from edencli.referee.legal_answers import _CANDIDATES, legal_answers
from edencli.rulebooks.values import rulebook
from edencli.rules.acts import Charge, Melee, Move

EN = rulebook("en")
CLASSES = [*question_classes(), FieldQuestion, FieldListQuestion]


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_class_of_questions_has_answers_to_try(kind: type[Question[Any]]) -> None:
    assert [one for one in _CANDIDATES if issubclass(kind, one)]


def test_an_enemy_in_contact_is_struck_and_one_out_of_it_charged() -> None:
    game = active(EN, {YURI: (10, 30), ELENIA: (13, 30), YLISS: (20, 38)})
    question = game.referee.question
    assert question is not None

    listed = list(legal_answers(game.match, question))

    assert [one.target for one in listed if isinstance(one, Melee)] == [ELENIA]
    assert not any(isinstance(one, Charge | Move) and question.refusal(one) for one in listed)
    assert listed[-1] is None
    assert listed.count(None) == 1


def test_a_charge_goes_round_what_stands_in_its_straight_way() -> None:
    game = active(EN, {YURI: (10, 30), VLADD: (14, 30), ELENIA: (18, 30)})
    question = game.referee.question
    assert question is not None

    (charge,) = (one for one in legal_answers(game.match, question) if isinstance(one, Charge))

    assert len(charge.path) > 2
    assert question.refusal(charge) is None
