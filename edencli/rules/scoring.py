"""Victory points and the end of the match (chapter 4): score.* and match.*."""

from edencli.match.doors import do
from edencli.match.happenings import MatchEnded, VpScored
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Side
from edencli.model.terms import MissionKind
from edencli.rules.ground import standing
from edencli.rules.missions import mission_of


def score(match: Match, side: Side, n: int, *, rule: str) -> Procedure[None]:
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


def is_over(match: Match) -> str | None:
    """Say why the match ends with this round, or nothing (match.rounds, match.early-end)."""
    alive = {piece.side for piece in standing(match.state)} - {None}
    if len(alive) < len(Side):
        return "match.early-end"
    return "match.rounds" if match.state.round >= match.book.match.rounds else None


def finish(match: Match, why: str) -> Procedure[None]:
    """End the match and name its winner: the higher score, or nobody (match.victory, match.draw)."""
    red, blue = (match.state.sides[side].vp for side in Side)
    winner = None if red == blue else Side.RED if red > blue else Side.BLUE
    rule = "match.draw" if winner is None else "match.victory"
    yield from do(match, MatchEnded(rule=rule, why=why, winner=winner, red=red, blue=blue))
