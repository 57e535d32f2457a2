"""The line that was meant by an unreadable one: a name put right, the first of several acts, a correction.

Where the rules allow it, it is proposed for `y`; else the reason against it is told in place of the slip.
"""

import re
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from edencli.match.facts import UnknownFact
from edencli.match.match import Act
from edencli.match.questions import Question
from edencli.model.names import fold
from edencli.notation.errors import Misread
from edencli.notation.forms import parse_pattern
from edencli.notation.reader import read_answer
from edencli.notation.table import TABLE, VERB_SYNONYMS
from edencli.notation.writer import write_answer
from edencli.prompt.act_preview import futile_act_warning
from edencli.prompt.corrections import CORRECTING, LEAD, agreement_meant, unknown_subject
from edencli.prompt.nearest_answers import is_legal
from edencli.referee.script import UnplayableLine
from edencli.rules.questions import ActQuestion
from edencli.transcript.phrases import is_hidden

if TYPE_CHECKING:
    from edencli.prompt.typed_play import TypedPlay

AREA = "session"
_NEXT_ACT = re.compile(r"\s*[,;]?\s+(?:and\s+then|and|then)\s+|\s*[;,]\s+(?=[^\W\d])")


def is_taken(play: "TypedPlay", question: Question[Any], line: str) -> bool:
    """Tell whether a line would be taken for an answer that the rules allow."""
    with suppress(Misread, UnknownFact):
        guess = play.guess_line(line)
        return guess is not None and is_legal(guess.line, play.session.match, question)
    return False


def explain_meant_line(
    play: "TypedPlay", wrong: UnplayableLine, question: Question[Any], typed: str, repaired: str
) -> None:
    """Complete the refusal of an unreadable line with the line that was meant, or why that may not be.

    Of a question that is hidden from the viewer nothing is told.
    """
    if is_hidden(question, play.viewer):
        return
    if repaired and _judge_act(play, wrong, question, repaired, "meant"):
        return
    first = first_act(question, typed)
    if first and _judge_act(play, wrong, question, first, "meant.first"):
        wrong.values["cause"] = wrong.values["cause"] and Misread("one-at-a-time")
    elif question.agreeable:
        _judge_agreement(play, wrong, question, typed)


def _judge_act(
    play: "TypedPlay", wrong: UnplayableLine, question: Question[Any], line: str, message: str
) -> bool:
    """Propose an act, with what warns of it, or say why it may not be; returns whether the line is one.

    `message` has room for the line and the reason against it.
    """
    guess, match = play.guess_line(line), play.session.match
    if guess is None:
        return False
    with suppress(Misread, UnknownFact):
        act = read_answer(guess.line, match, question)
        refusal = question.refusal(act)
        if refusal is None:
            warning = futile_act_warning(play.words, match, act) if isinstance(act, Act) else ""
            told = play.words.say(AREA, "takes-it", text=line)
            propose_line(play, wrong, line, f"{warning} {told}".strip())
            return True
        wrong.code = "game-illegal"
        wrong.values |= {"cause": None, "refusal": refusal, "answer": act}
        wrong.values |= {"meant": write_answer(act, match, question), "as-meant": message}
        wrong.values["route"] = play.proposed = guess.alternative
        if guess.alternative:
            wrong.values["proposal"] = play.words.say(AREA, "takes-it", text=guess.alternative)
        return True
    return False


def propose_line(play: "TypedPlay", wrong: UnplayableLine, line: str, told: str) -> None:
    """Let `y` accept a line, and tell of it beside a refusal."""
    play.proposed = line
    wrong.values["proposal"] = told


def first_act(question: Question[Any], typed: str) -> str:
    """The first of several acts in one line; nothing where what follows does not begin with a verb."""
    if not isinstance(question, ActQuestion):
        return ""
    first, *others = _NEXT_ACT.split(typed)
    begun = [fold(one).partition(" ")[0] for one in others]
    is_so = begun and all(any(verb.startswith(one) for verb in _act_verbs()) for one in begun if one)
    return first if is_so else ""


@cache
def _act_verbs() -> frozenset[str]:
    """The verbs of acts, and what may stand for them."""
    forms = (form for topic in TABLE["deeds"] for form in topic.forms)
    verbs = {parse_pattern(form.pattern).verb or "" for form in forms} - {""}
    return frozenset(verbs.union(*(VERB_SYNONYMS.get(verb, ()) for verb in verbs)))


def _judge_agreement(play: "TypedPlay", wrong: UnplayableLine, question: Question[Any], typed: str) -> None:
    """Say who is unknown in an agreement; propose the agreement that a line without its lead would be."""
    words, match, say = play.words, play.session.match, play.words.say
    if who := unknown_subject(words, match, question, typed):
        wrong.values["cause"] = Misread("nobody-called", name=who)
        line = typed.replace(who, play.session.names.nearest_name(who) or who)
        if is_taken(play, question, line):
            propose_line(play, wrong, line, say(AREA, "takes-it", text=line))
    elif not LEAD.match(fold(typed)):
        line = agreement_meant(words, match, question, typed, play.viewer)
        if line and is_taken(play, question, line):
            propose_line(play, wrong, line, say(AREA, "correction", text=line))
        else:
            wrong.values["correcting"] = bool(CORRECTING.search(fold(typed)))
