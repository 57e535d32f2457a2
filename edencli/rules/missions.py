"""Missions: which a player may choose (chapter 4.A, step 5), and the score they change (score.floor).

The players agree on what a mission does, until its card does it.
"""

from edencli.match.match import Match, Procedure
from edencli.match.pieces import Side
from edencli.match.reasons import Refusal
from edencli.match.rules_api import ask, do, skip
from edencli.match.table_events import MissionPlayed, VpScored, WithoutMission
from edencli.model.game import Mission
from edencli.model.terms import MissionKind
from edencli.rules.questions import MissionChoice


def mission_of(match: Match, side: Side) -> Mission | None:
    """The mission of a player, or None if none is chosen."""
    name = match.state.sides[side].mission
    band = match.setup.bands.get(side)
    return next((mission for mission in band.missions if mission.name == name), None) if band else None


def choose_mission(match: Match, side: Side) -> Procedure[Mission | None]:
    """Let a player choose a mission; a player with none to choose goes without (setup.5-mission)."""
    missions = {mission.name: mission for mission in match.setup.bands[side].missions}
    question = MissionChoice(
        asked=side,
        options=tuple(missions),
        objection=lambda name: why_not_choose_mission(match, name),
        private=True,
    )
    if not question.allowed_options():
        skip(match, lambda: question)
        if missions:
            yield from do(match, WithoutMission(rule="mission.different", side=side))
        return None
    chosen = missions[(yield from ask(question))]
    event = MissionPlayed(rule="setup.5-mission", side=side, mission=chosen.name, secrecy=chosen.kind)
    yield from do(match, event)
    return chosen


def why_not_choose_mission(match: Match, name: str) -> Refusal | None:
    """Refuse a mission that the opponent has openly played (mission.different)."""
    for side in Side:
        mission = mission_of(match, side)
        if mission is not None and mission.name == name and mission.kind is MissionKind.REVEALED:
            return Refusal(rule="mission.different", reason="mission-taken", about={"mission": name})
    return None


def change_score(match: Match, side: Side, n: int, *, rule: str) -> Procedure[None]:
    """Change a player's score, which never falls below its floor (score.floor)."""
    lowest = match.book.match.lowest_vp - match.state.sides[side].vp
    mission = mission_of(match, side)
    event = VpScored(
        rule="score.floor" if n < lowest else rule,
        side=side,
        n=max(n, lowest),
        why=rule,
        secrecy=mission.kind if mission else MissionKind.REVEALED,
    )
    yield from do(match, event)
