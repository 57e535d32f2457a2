"""The odds of a match for commands that print one: weighed for each viewer, with advice on request.

A game is observed while its script plays it; a typed match is played again from its answers.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from edencli.bots import BOTS
from edencli.bots.advice import Adviser
from edencli.commands.play import TellChances
from edencli.files.library import File
from edencli.games.checks import Checks
from edencli.games.play_script import PlayedGame, ScriptOptions, play_script, refuse_blind_bots
from edencli.games.session import Session
from edencli.match.pieces import Audience, Side
from edencli.match.questions import Question
from edencli.referee.match_luck import weigh_match
from edencli.referee.referee import Referee
from edencli.transcript.chances import ToldChances

ADVISER = "steady"


def play_with_chances(
    checks: Checks, file: File, course: ScriptOptions, *, advise: bool
) -> tuple[PlayedGame | None, TellChances | None]:
    """Play a game by its script, and return what weighs its dice; for advice, `steady` hears each answer."""
    adviser = Adviser(course.thinking) if advise else None
    if adviser is not None:
        game = checks.game(file)
        if game is not None:
            refuse_blind_advice(measured=game.game.measured)
        course = course._replace(at_answer=adviser.hear)
    played = play_script(checks, file, course)
    if played is None:
        return None, None
    return played, partial(tell_chances, played.referee, len(played.events), adviser)


def refuse_blind_advice(*, measured: bool) -> None:
    """Refuse advice on a field without measurements: `steady` needs places."""
    refuse_blind_bots({Side.RED: BOTS[ADVISER]}, measured=measured)


def session_chances(session: Session, thinking: Callable[[Question[Any]], None] | None = None) -> TellChances:
    """Return what weighs the dice of a typed match; for advice, `steady` hears its answers again.

    `thinking` is called before each question that is put to `steady`; without it there is no advice.
    """
    adviser = None if thinking is None else Adviser(thinking)
    if adviser is not None:
        again = Session(session.file, session.checked, session.head)
        again.before_answer = partial(adviser.hear, again.match)
        again.repeat(session.inputs)
    return partial(tell_chances, session.referee, len(session.events), adviser)


def tell_chances(referee: Referee, end: int, adviser: Adviser | None, viewer: Audience) -> ToldChances:
    """Weigh the first `end` events of a match for a viewer, with the advice that the viewer may read."""
    advice = None if adviser is None else adviser.seen_by(viewer, end)
    return ToldChances(weigh_match(referee, end, viewer), advice)
