"""Questions told in sentences: what is asked, of whom, and what for.

An error in a script quotes one, a person who throws dice by hand is asked one, and typed play will be. A
message is named after the kind of the question and the rule that asks; a rule that has none is named itself.
"""

from typing import Any

from edencli.field.units import print_cm
from edencli.lang import Words
from edencli.match.facts import Within
from edencli.match.pieces import Piece
from edencli.match.questions import Choice, FieldQuestion, Question, Roll
from edencli.model.cast import Cast
from edencli.report.phrases import Phrases

AREA = "questions"


def question_sentence(words: Words, names: Cast[Piece], question: Question[Any]) -> str:
    """Say what a question asks, and of whom."""
    phrases = Phrases(words, names)
    if isinstance(question, Roll):
        return _roll(phrases, question)
    message = _known(words, f"{question.kind}.{question.rule}", f"{question.kind}.other")
    return words.say(AREA, message, **_values(phrases, question))


def throw_sentence(phrases: Phrases, roll: Roll) -> str:
    """Say what a throw is for: `Yuri strikes, CBT 4 against VIG 4`."""
    words = phrases.words
    message = _known(words, f"throw.{roll.rule}", f"throw.{roll.step}", "throw.other")
    return words.say(AREA, message, **_values(phrases, roll))


def _roll(phrases: Phrases, roll: Roll) -> str:
    what = throw_sentence(phrases, roll)
    message = "roll" if roll.needed is None else "roll.needed"
    return phrases.words.say(AREA, message, **_values(phrases, roll) | {"what": what})


def _known(words: Words, *messages: str) -> str:
    return next(message for message in messages if words.has(AREA, message))


def _values(phrases: Phrases, question: Question[Any]) -> dict[str, Any]:
    """What a sentence may need: who is asked, the rule, what the question is about, and what is allowed."""
    about = {name: _shown(phrases, name, value) for name, value in question.about.items()}
    if isinstance(question, Choice):
        about["allowed"] = _allowed(phrases, question)
    if isinstance(question, FieldQuestion):
        about |= _of_fact(phrases, question)
    return about | {"player": phrases.player(question.asked), "rule": question.rule}


def _shown(phrases: Phrases, name: str, value: Any) -> Any:
    """One part of a question; a number's reasons are told as such."""
    if name in {"pool", "difficulty"}:
        return phrases.parts(value)
    return phrases.listed(value) if name == "deck" else phrases.shown(value)


def _of_fact(phrases: Phrases, question: FieldQuestion) -> dict[str, Any]:
    told = {name: phrases.shown(part) for name, part in question.fact.values().items() if name != "path"}
    return told | ({"far": print_cm(question.fact.far)} if isinstance(question.fact, Within) else {})


def _allowed(phrases: Phrases, choice: Choice[Any]) -> Any:
    """What may be picked; an option without a name, such as to pass, is the sentence's business."""
    allowed = [phrases.shown(option) for option in choice.allowed()]
    return phrases.listed([one for one in allowed if one != ""])
