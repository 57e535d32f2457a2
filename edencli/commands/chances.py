"""The chances of a match for the commands that tell one: weighed for each viewer, with advice on request."""

from functools import partial

from edencli.bots import BOTS
from edencli.bots.advice import Adviser
from edencli.commands.play import TellChances
from edencli.files.library import File
from edencli.games.checks import Checks
from edencli.games.play_script import PlayedGame, ScriptOptions, play_script, refuse_blind_bots
from edencli.match.pieces import Audience, Side
from edencli.referee.match_luck import weigh_match
from edencli.referee.referee import Referee
from edencli.transcript.chances import ToldChances

ADVISER = "steady"


def play_with_chances(
    checks: Checks, file: File, course: ScriptOptions, *, advise: bool
) -> tuple[PlayedGame | None, TellChances | None]:
    """Play a game by its script, and say how its chances are told; for advice, steady hears each answer."""
    adviser = Adviser(course.thinking) if advise else None
    if adviser is not None:
        game = checks.game(file)
        if game is not None:
            refuse_blind_bots({Side.RED: BOTS[ADVISER]}, measured=game.game.measured)
        course = course._replace(at_answer=adviser.hear)
    played = play_script(checks, file, course)
    if played is None:
        return None, None
    return played, partial(tell_chances, played.referee, len(played.events), adviser)


def tell_chances(referee: Referee, end: int, adviser: Adviser | None, viewer: Audience) -> ToldChances:
    """Weigh the first events of a match for a viewer, with the advice that the viewer may read."""
    advice = None if adviser is None else adviser.seen_by(viewer, end)
    return ToldChances(weigh_match(referee, end, viewer), advice)
