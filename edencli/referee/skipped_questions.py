"""Why a question that a line answers was not asked, by rule.

The referee asks no question that leaves no choice. An answer that contradicts the referee's own is refused by
the question that it answered. A question that the rules skipped left a trace (`Match.skipped`) with the
objection that explains it. What remains are answers at the wrong time: a card outside its phase, a fighter
that is gone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from edencli.match.match import Match
from edencli.match.questions import Question, Roll, SkippedQuestion
from edencli.match.reasons import Refusal
from edencli.notation.errors import Misread
from edencli.notation.meanings import SlotValues
from edencli.notation.names import DoubtfulFighters, match_names
from edencli.notation.reader import parse_line, read_answer
from edencli.notation.sentences import Reading
from edencli.notation.slots import SeveralMeanings
from edencli.notation.table import TOPICS
from edencli.rules.activation import why_not_designate
from edencli.rules.acts import why_absent
from edencli.rules.questions import Activation, TacticPlay
from edencli.rules.tactics import why_not_out_of_phase

Objection = Callable[[Any], Refusal | None]
ForcedAnswers = Sequence[tuple[Question[Any], Any]]


def read_answers(match: Match, text: str, questions: Sequence[Question[Any]]) -> Iterator[Any]:
    """The answer of a line to each question; a `Misread` where it answers none."""
    for question in questions:
        try:
            yield Misread("dice") if isinstance(question, Roll) else read_answer(text, match, question)
        except Misread as fault:
            yield fault


def why_skipped(
    match: Match, text: str, forced: ForcedAnswers, skipped: Sequence[SkippedQuestion]
) -> Refusal | None:
    """Why no question that a line answers was asked, if a rule says so; the players are asked for no fact."""
    with match.guessing():
        return next(_refusals(match, text, forced, skipped), None)


def _refusals(
    match: Match, text: str, forced: ForcedAnswers, skipped: Sequence[SkippedQuestion]
) -> Iterator[Refusal]:
    objections: list[tuple[Question[Any], Objection]] = [
        (question, question.refusal) for question, _ in forced
    ]
    for one in skipped:
        question = one.make()
        objections.append((question, partial(one.objection, question)))
    answers = read_answers(match, text, [question for question, _ in objections])
    for (_, objection), given in zip(objections, answers, strict=True):
        if given is not None and not isinstance(given, Misread) and (refusal := objection(given)):
            yield refusal
    try:
        readings = [one for one in parse_line(text, match_names(match)) if _is_plain(one.values)]
    except Misread:
        return
    for reading in readings:
        if refusal := _why_not_now(match, reading):
            yield refusal


def _is_plain(values: SlotValues) -> bool:
    """Tell whether every name in a line means one thing."""
    meant = (values[slot] for slot in ("FIGHTER", "ENEMY") if slot in values)
    doubtful = (SeveralMeanings, DoubtfulFighters)
    return not any(isinstance(one, doubtful) for one in values.values()) and all(
        len(one) == 1 for one in meant
    )


def _why_not_now(match: Match, reading: Reading) -> Refusal | None:
    """Why it is the wrong time for a card or an activation, or why a fighter that is gone does nothing."""
    for kind, objection in _WRONG_TIME.items():
        if any(reading.form in topic.forms and kind in topic.classes for topic in TOPICS):
            return objection(match, reading.values)
    return _why_gone(match, reading.values) if "FIGHTER" in reading.values else None


def _why_gone(match: Match, values: SlotValues) -> Refusal | None:
    (fighter,) = values["FIGHTER"]
    return why_absent(match, fighter)


def _why_not_activate(match: Match, values: SlotValues) -> Refusal | None:
    (fighter,) = values["FIGHTER"]
    return why_not_designate(match, fighter) if fighter.side is not None else None


def _why_not_play_now(match: Match, values: SlotValues) -> Refusal | None:
    return why_not_out_of_phase(match, values["SIDE"], values["CARD"]) if "CARD" in values else None


_WRONG_TIME: Mapping[type[Question[Any]], Callable[[Match, SlotValues], Refusal | None]] = {
    TacticPlay: _why_not_play_now,
    Activation: lambda match, values: _why_not_activate(match, values) if "FIGHTER" in values else None,
}
"""The objection to a line that answers a question of another time, by the question's class."""
