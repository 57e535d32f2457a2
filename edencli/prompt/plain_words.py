"""Answers in words that are no part of the notation: `skip`, `no thanks`, `end turn`, `hit him`."""

from typing import Any, Final

from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.questions import Question
from edencli.model.names import fold, name_key
from edencli.notation.errors import Misread
from edencli.notation.names import match_names
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.prompt.act_preview import subject_label
from edencli.prompt.answer_list import typed_act_lines
from edencli.rules.questions import ActQuestion

AREA = "session"
_PRONOUNS: Final = frozenset("him her it them".split())  # noqa: SIM905  # a list of words is read as words


def plain_answer(words: Words, match: Match, question: Question[Any], typed: str) -> str:
    """The line that was meant by words that decline, end an activation or call an enemy `him`, or nothing."""
    said = fold(typed.replace("’", "'")).strip(" .!")
    list_id = "plain.end" if isinstance(question, ActQuestion) else "plain.decline"
    if question.optional and said in map(str.strip, fold(words.say(AREA, list_id)).split(",")):
        return write_answer(None, match, question)
    return _act_at_pronoun(match, question, typed) if isinstance(question, ActQuestion) else ""


def _act_at_pronoun(match: Match, question: ActQuestion[Any], typed: str) -> str:
    """The one act that may be done to an enemy, where the line has `him` in place of the name."""
    done, _, last = name_key(typed).rpartition(" ")
    if not done or last not in _PRONOUNS:
        return ""
    said, cast, fighters = subject_label(match, question), match_names(match).cast, match.state.fighters
    foes = [
        cast.label_in_moves(piece)
        for piece, state in fighters.items()
        if state.on_field and piece.side is not question.asked
    ]
    meant = [_aim_of(f"{who}{done} {foe}", match, question) for foe in foes for who in ("", f"{said} ")]
    lines = {line: _aim_of(line, match, question) for line in typed_act_lines(match, question)}
    found = [line for line, aim in lines.items() if aim is not None and aim in meant]
    return found[0] if len(found) == 1 else ""


def _aim_of(line: str, match: Match, question: ActQuestion[Any]) -> tuple[object, ...] | None:
    """What a line does to which target and with what, whatever way leads there; None for what is no act."""
    try:
        act = read_answer(line, match, question)
    except Misread:
        return None
    return type(act), getattr(act, "target", None), getattr(act, "weapon", None)
