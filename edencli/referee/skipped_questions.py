"""Why a question was not asked that a line answers: which rule kept it from being asked.

The referee asks no question of a player who has no choice. What it answered itself is refused by its own
question. A question that the rules did not put left a trace (`Match.skipped`) with the objection that
explains it. What is left are answers that come at the wrong time: a card outside its phase, a fighter
who is gone.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from edencli.match.match import Match
from edencli.match.questions import Question, Roll, SkippedQuestion
from edencli.match.reasons import Refusal
from edencli.notation.errors import Misread
from edencli.notation.meanings import SlotValues
from edencli.notation.names import DoubtfulFighters, match_names
from edencli.notation.reader import parse_line, read_answer
from edencli.notation.slots import SeveralMeanings
from edencli.rules.acts import why_absent
from edencli.rules.tactics import why_not_out_of_phase

Objection = Callable[[Any], Refusal | None]
ForcedAnswers = Sequence[tuple[Question[Any], Any]]


def read_answers(match: Match, text: str, questions: Sequence[Question[Any]]) -> Iterator[Any]:
    """What a line would answer to each question; a `Misread` where it answers none."""
    for question in questions:
        try:
            yield Misread("dice") if isinstance(question, Roll) else read_answer(text, match, question)
        except Misread as fault:
            yield fault


def why_skipped(
    match: Match, text: str, forced: ForcedAnswers, skipped: Sequence[SkippedQuestion]
) -> Refusal | None:
    """Say why no question was put that a line answers, if a rule says so; no fact is asked for."""
    with match.guessing():
        return next(_refusals(match, text, forced, skipped), None)


def _refusals(
    match: Match, text: str, forced: ForcedAnswers, skipped: Sequence[SkippedQuestion]
) -> Iterator[Refusal]:
    objections: list[tuple[Question[Any], Objection]] = [
        (question, question.refusal) for question, _ in forced
    ]
    objections += [(one.question, one.objection) for one in skipped]
    answers = read_answers(match, text, [question for question, _ in objections])
    for (_, objection), given in zip(objections, answers, strict=True):
        if given is not None and not isinstance(given, Misread) and (refusal := objection(given)):
            yield refusal
    try:
        readings = [one for one in parse_line(text, match_names(match)) if _is_plain(one.values)]
    except Misread:
        return
    for reading in readings:
        if refusal := _why_not_now(match, reading.values):
            yield refusal


def _is_plain(values: SlotValues) -> bool:
    """Tell whether every name in a line means one thing."""
    meant = (values[slot] for slot in ("FIGHTER", "ENEMY") if slot in values)
    doubtful = (SeveralMeanings, DoubtfulFighters)
    return not any(isinstance(one, doubtful) for one in values.values()) and all(
        len(one) == 1 for one in meant
    )


def _why_not_now(match: Match, values: SlotValues) -> Refusal | None:
    """Say why it is not the time for a card, or for a fighter to do anything."""
    if "SIDE" in values and "CARD" in values:
        return why_not_out_of_phase(match, values["SIDE"], values["CARD"])
    if "FIGHTER" in values:
        (fighter,) = values["FIGHTER"]
        return why_absent(match, fighter)
    return None
