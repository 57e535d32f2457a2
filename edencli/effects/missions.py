"""Objectives that missions count by themselves, each round and at the end (intendancy.10, score.end)."""

from collections.abc import Callable

from edencli.effects.cards import CardWithEffects, note_fired
from edencli.effects.provisos import provisos_hold
from edencli.effects.scope import Scope
from edencli.match.card_events import CardTookEffect
from edencli.match.match import Match, Procedure
from edencli.match.needed_facts import with_needed_facts
from edencli.match.pieces import Side
from edencli.match.rules_api import do
from edencli.model.game import Mission, Objective
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.intendancy import why_match_ends
from edencli.rules.missions import change_score, mission_of
from edencli.rules.preparation import sides_in_order
from edencli.rules.questions import EndScoreOffer, ScoreOffer

_Step = Callable[[Match], Procedure[None]]


def score_round(match: Match, as_usual: _Step) -> Procedure[None]:
    """Score the objectives counted each round, before the players agree on those that no card counts."""
    yield from _score(match, "round", ScoreOffer.rule)
    yield from as_usual(match)


def score_end(match: Match, as_usual: _Step) -> Procedure[None]:
    """Score the objectives counted at the end, if this round is the last."""
    if why_match_ends(match) is not None:
        yield from _score(match, "match", EndScoreOffer.rule)
    yield from as_usual(match)


def _score(match: Match, counted: str, rule: str) -> Procedure[None]:
    for side in sides_in_order(match):
        mission = mission_of(match, side)
        for objective in mission.objectives if mission else ():
            if (
                mission
                and objective.counted == counted
                and (n := objective_points(match, side, mission, objective))
            ):
                note_fired(match, objective)
                event = CardTookEffect(
                    rule=CARD_OVER_RULE,
                    card=mission.name,
                    side=side,
                    secrecy=mission.kind,
                    only_scores=True,
                )
                yield from do(match, event)
                yield from change_score(match, side, n, rule=rule)


def objective_points(match: Match, side: Side, mission: Mission, objective: Objective) -> int:
    """Return the VP of an objective now; 0 if it is scored by agreement, or if its conditions do not hold."""
    if not objective.is_counted_by_card or objective.vp is None:
        return 0
    scope = Scope(match, CardWithEffects(mission.name, side, ()), {})
    if not with_needed_facts(match, lambda: provisos_hold(scope, objective.only_if)):
        return 0
    each = objective.each
    return objective.vp * (1 if each is None else with_needed_facts(match, lambda: scope.amount(each)))
