"""What every package does with each class of questions: `tests/rules/questions.txt`.

One row per question: the rule that asks it, the forms that answer it, what the prompt shows with it and with
each of its answers, and what the bots do with it. A question without forms cannot be played.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import edencli.effects.card_listener  # noqa: F401  # questions of cards
from edencli.bots import random_player, steady
from edencli.match.questions import FieldListQuestion, FieldQuestion, Question
from edencli.notation.table import TOPICS
from edencli.prompt import offers
from edencli.prompt.attack_session import AttackQuestion

QUESTIONS = Path(__file__).parent / "rules" / "questions.txt"


def question_classes(kind: type[Question[Any]] = Question) -> Iterator[type[Question[Any]]]:
    """Every class of questions that forms answer.

    Facts of the field have tables of their own, and attacks on a bare table are answered with names alone.
    """
    for one in kind.__subclasses__():
        if one.__module__.startswith("edencli."):
            yield from question_classes(one)
            if isinstance(getattr(one, "rule", None), str) and one not in _NO_FORMS:
                yield one


_NO_FORMS = {FieldQuestion, FieldListQuestion, AttackQuestion}


def forms_of(kind: type[Question[Any]]) -> list[str]:
    """The ids of the forms that answer a class of questions."""
    return [form.id for topic in TOPICS if topic.answers(kind.kind, kind) for form in topic.forms]


def of_questions() -> str:
    """The table as text, by rule and name."""
    classes = sorted(set(question_classes()), key=lambda one: (one.rule, one.__name__))
    return "\n".join(line for kind in classes for line in _rows(kind))


def _rows(kind: type[Question[Any]]) -> Iterator[str]:
    yield f"{kind.__name__}: {kind.kind} {kind.rule}"
    yield f"    forms: {' '.join(forms_of(kind))}"
    tables: Mapping[str, Mapping[type[Question[Any]], Any]] = {
        "prompt": offers._NUMBERS,
        "each answer": offers._OPTION_NUMBERS,
        "steady": steady._CHOOSERS,
        "random": random_player.ANSWER_CHANCES,
    }
    for name, table in tables.items():
        if kind in table:
            yield f"    {name}: {getattr(table[kind], '__name__', table[kind])}"


if __name__ == "__main__":
    QUESTIONS.write_text(of_questions() + "\n", encoding="utf-8")
