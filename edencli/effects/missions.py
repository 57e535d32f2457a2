"""Points that missions count by themselves, each round and at the end (intendancy.10, score.end)."""

from collections.abc import Callable

from edencli.effects.cards import CardAtWork
from edencli.effects.scope import Scope
from edencli.match.card_events import CardTookEffect
from edencli.match.doors import do
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Side
from edencli.match.trying import settle
from edencli.model.game import Mission, Objective
from edencli.rules.agreement import RULE
from edencli.rules.intendancy import why_over
from edencli.rules.missions import mission_of, score
from edencli.rules.preparation import in_turn

_Step = Callable[[Match], Procedure[None]]


def score_round(match: Match, as_usual: _Step) -> Procedure[None]:
    """Score what is counted each round, before the players agree on what no card counts."""
    yield from _score(match, "round", "intendancy.10")
    yield from as_usual(match)


def score_end(match: Match, as_usual: _Step) -> Procedure[None]:
    """Score what is counted at the end, when this round is the last."""
    if why_over(match) is not None:
        yield from _score(match, "match", "score.end")
    yield from as_usual(match)


def _score(match: Match, counted: str, rule: str) -> Procedure[None]:
    for side in in_turn(match):
        mission = mission_of(match, side)
        for objective in mission.objectives if mission else ():
            if mission and objective.counted == counted and (n := points_of(match, side, mission, objective)):
                event = CardTookEffect(rule=RULE, card=mission.name, side=side, secrecy=mission.kind)
                yield from do(match, event)
                yield from score(match, side, n, rule=rule)


def points_of(match: Match, side: Side, mission: Mission, objective: Objective) -> int:
    """What an objective brings now; nothing where it is agreed on, or something is not so."""
    if not objective.counts_itself or objective.vp is None:
        return 0
    scope = Scope(match, CardAtWork(mission.name, side, ()), {})
    if not settle(match, lambda: scope.holds(objective.only_if)):
        return 0
    each = objective.each
    return objective.vp * (1 if each is None else settle(match, lambda: scope.amount(each)))
