"""Proposals of the referee: `hint`, `y` to accept one, and `auto` for the whole preparation.

A proposal is based on what both players know and on what the asked player knows. `auto` answers the questions
of the preparation as `hint` would; each answer is an input of its own, and kept like any other.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from edencli.games.session import AnswerSession, Input
from edencli.match.facts import UnknownFact
from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.match.position import PREPARATION_STEPS
from edencli.match.questions import PlacementQuestion, Question, Roll
from edencli.output.console import Refused
from edencli.referee.script import UnplayableLine

if TYPE_CHECKING:
    from edencli.prompt.typed_play import TypedPlay

AREA = "session"
ALL = 10_000  # answers; no preparation needs that many


class DelegatedPreparation:
    """The preparation that players leave to `auto`: for which sides, how many answers, and those given."""

    def __init__(self) -> None:
        self._left: dict[Side, int] = {}
        self._runs: dict[int, int] = {}
        """The inputs given by `auto`, each with the first one of its run."""
        self._begun: dict[Side, int] = {}
        self._secret: set[Side] = set()

    def begin(self, side: Side, answers: int) -> None:
        """Answer the next questions of a side, up to this number."""
        self._left[side] = answers
        self._begun.pop(side, None)

    def end(self) -> None:
        """Stop answering for both sides."""
        self._left.clear()

    def covers(self, session: AnswerSession, question: Question[Any]) -> bool:
        """Tell whether a question of the preparation is left to `auto`."""
        side = question.asked
        return side is not None and self._left.get(side, 0) > 0 and is_preparing(session.match)

    def note_answer(self, session: AnswerSession, question: Question[Any]) -> None:
        """Remember the last input as one that `auto` gave for the asked side."""
        assert question.asked is not None, "`auto` answers for a side"  # noqa: S101  # as `covers` says
        n = session.inputs[-1].n
        self._runs[n] = self._begun.setdefault(question.asked, n)
        self._left[question.asked] -= 1
        if question.private:
            self._secret.add(question.asked)

    def gave(self, given: Input) -> bool:
        """Tell whether an input was given by `auto`."""
        return given.n in self._runs

    def begin_of_run(self, inputs: Sequence[Input], is_a_bots: Callable[[Input], bool]) -> int | None:
        """Return the first input of the run with a player's last answer; None if that was typed."""
        last = next((one for one in reversed(inputs) if one.answers and not is_a_bots(one)), None)
        return None if last is None else self._runs.get(last.n)

    def take_secret_sides(self, match: Match) -> set[Side]:
        """Return the sides with secret choices by `auto`, once, after it has finished."""
        if is_preparing(match) and any(self._left.values()):
            return set()
        told, self._secret = self._secret, set()
        return told


def is_preparing(match: Match) -> bool:
    """Tell whether a match has not reached its first round."""
    return match.state.step in PREPARATION_STEPS


def hinted_answer(match: Match, question: Question[Any]) -> Any:
    """Return the answer of `hint` for the asked side; a random one if only the players could know."""
    from edencli.bots.random_player import RandomPlayer
    from edencli.bots.steady import choose_answer
    from edencli.referee.view import match_seen_by

    assert question.asked is not None, "a side is asked"  # noqa: S101  # by the caller
    view = match_seen_by(match, question.asked)
    if match.field.asks_players and isinstance(question, PlacementQuestion):
        return RandomPlayer(view, len(view.log))(question)
    try:
        return choose_answer(view, question).answer
    except UnknownFact:
        return RandomPlayer(view, len(view.log))(question)


def delegate_preparation(table: "TypedPlay", rest: str) -> None:
    """`auto`: answer some questions of the asked side, or all that are left of the preparation."""
    question, words = table.session.question, table.words
    if question is None or question.asked is None or isinstance(question, Roll):
        raise Refused(words.say(AREA, "hint.nothing-to-choose"))
    if not is_preparing(table.session.match):
        raise Refused(words.say(AREA, "auto.too-late"))
    if question.private and table.viewer not in {None, question.asked}:
        raise Refused(words.say(AREA, "hint.hidden", side=question.asked))
    if rest and not (rest.isascii() and rest.isdigit() and 0 < int(rest[:4]) < ALL):
        raise Refused(words.say(AREA, "auto.how-many"))
    table.delegated.begin(question.asked, int(rest[:4]) if rest else ALL)


def show_hint(table: "TypedPlay", _: str) -> None:
    """`hint`: show what the practice opponent would answer, and why; `y` accepts it."""
    from edencli.bots.steady import give_hint
    from edencli.referee.view import match_seen_by
    from edencli.transcript.phrases import bot_reason_sentence

    question, match = table.session.question, table.session.match
    if question is None or question.asked is None or isinstance(question, Roll):
        table.show([table.words.say(AREA, "hint.nothing-to-choose")])
    elif question.private and table.viewer not in {None, question.asked}:
        table.show([table.words.say(AREA, "hint.hidden", side=question.asked)])
    elif match.field.asks_players:
        table.show([table.words.say(AREA, "hint.blind")])
    else:
        given = give_hint(match_seen_by(match, question.asked), question)
        why = bot_reason_sentence(table.words, table.session.names, given.why, given.about)
        table.show([table.words.say(AREA, "hint", text=given.line, why=why)])
        table.proposed = given.line


def repaired_line(wrong: UnplayableLine) -> str:
    """Return the line that a refusal names as the one meant, or as one that is possible; else nothing."""
    if route := wrong.values.get("route"):
        return str(route)
    values = getattr(wrong.values.get("cause"), "values", {})
    if repaired := values.get("repaired"):
        return str(repaired)
    given, near, rest = (str(values.get(key) or "") for key in ("given", "nearest", "rest"))
    begin = int(values.get("column") or 1) - 1
    if not near or not rest or not given[begin:].startswith(rest):
        return ""
    return f"{given[:begin]}{near}{given[begin + len(rest) :]}"
