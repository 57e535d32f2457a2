"""Advice: what the practice opponent would have answered in a match that others play.

Each question is put to `steady` at its moment, with what the asked side may see. Answers differ if they are
different choices or different acts: where a fighter goes, or by which route, is no difference, and neither
are dice, places in the set-up and agreements. Tells what steady would do; that is no verdict on what was
done.
"""

from collections.abc import Callable, Mapping
from typing import Any

from edencli.bots.steady import give_hint
from edencli.match.match import Match
from edencli.match.pieces import Audience, Side
from edencli.match.questions import Agreement, FieldQuestion, PlacementQuestion, Question, Roll
from edencli.named_tuple import NamedTuple
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.referee.view import match_seen_by
from edencli.rules.acts import Charge, Move
from edencli.rules.questions import WayQuestion


class Advice(NamedTuple):
    """An answer that steady would have given instead of the one played, after how many events, and why."""

    events: int
    side: Side
    played: str
    line: str
    why: str
    about: Mapping[str, Any]


class Adviser:
    """Hears every answer of a match before it takes effect, and notes where steady would differ.

    Before each question that is put to steady, `thinking` is called with it.
    """

    def __init__(self, thinking: Callable[[Question[Any]], None] = lambda _: None) -> None:
        self.advice: list[Advice] = []
        self._thinking = thinking

    def hear(self, match: Match, question: Question[Any], given: Any) -> None:
        """Compare an answer with that of steady."""
        side = question.asked
        if side is None or not _is_choice(question, given):
            return
        self._thinking(question)
        view = match_seen_by(match, side)
        hint = give_hint(view, question)
        if _is_same(given, read_answer(hint.line, view, question)):
            return
        played = write_answer(given, match, question)
        self.advice.append(Advice(len(match.log), side, played, hint.line, hint.why, hint.about))

    def seen_by(self, viewer: Audience, events: int) -> tuple[Advice, ...]:
        """The advice on the first events of a match that a viewer may read.

        A player reads only advice for its own side, since advice may depend on the hand.
        """
        return tuple(one for one in self.advice if one.events <= events and viewer in {None, one.side})


def _is_choice(question: Question[Any], given: Any) -> bool:
    """Tell whether a question asks for a choice that steady makes by more than places."""
    kinds = (Roll, FieldQuestion, PlacementQuestion, WayQuestion)
    return not isinstance(question, kinds) and not isinstance(given, Agreement)


def _is_same(given: Any, hinted: Any) -> bool:
    """Tell whether two answers are equal, except for the route of a fighter."""
    if isinstance(given, Move) and isinstance(hinted, Move):
        return True
    if isinstance(given, Charge) and isinstance(hinted, Charge):
        return given.target == hinted.target
    return bool(given == hinted)
