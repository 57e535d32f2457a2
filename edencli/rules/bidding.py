"""Who is first: bids, dice, and the loss of a leader (bid, setup.3-bid, first-player.*)."""

from edencli.match.doors import ask, do
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Side
from edencli.match.questions import Bid, Choice, Roll
from edencli.match.table_events import BidsRevealed, DiceCompared, FirstPlayerSet


def bid(match: Match, *, rule: str) -> Procedure[None]:
    """Let both bid in secret; the higher bid chooses who is first, equal bids leave it to the dice.

    All that was bid is lost.
    """
    red = yield from _one_bid(match, Side.RED, rule)
    blue = yield from _one_bid(match, Side.BLUE, rule)
    yield from do(match, BidsRevealed(rule="bid", red=red, blue=blue))
    if red == blue:
        winner = yield from throw_off(match, rule="first-player.tie")
        yield from do(match, FirstPlayerSet(rule="first-player.tie", side=winner))
    else:
        yield from choose(match, Side.RED if red > blue else Side.BLUE, rule=rule)


def _one_bid(match: Match, side: Side, rule: str) -> Procedure[int]:
    return (yield from ask(Bid(asked=side, rule=rule, most=match.state.sides[side].sp)))


def choose(match: Match, side: Side, *, rule: str) -> Procedure[None]:
    """Let a player say who is first."""
    question = Choice(asked=side, rule=rule, options=tuple(Side))
    first = yield from ask(question)
    yield from do(match, FirstPlayerSet(rule=rule, side=first))


def throw_off(match: Match, *, rule: str) -> Procedure[Side]:
    """Throw a die each until one is higher; he is first, like it or not (first-player.tie)."""
    while True:
        red = yield from _one_die(Side.RED, rule)
        blue = yield from _one_die(Side.BLUE, rule)
        winner = None if red == blue else Side.RED if red > blue else Side.BLUE
        yield from do(match, DiceCompared(rule=rule, red=red, blue=blue, winner=winner))
        if winner is not None:
            return winner


def _one_die(side: Side, rule: str) -> Procedure[int]:
    (face,) = yield from ask(Roll(asked=side, rule=rule, by=None, dice=1))
    return face


def determine_first_player(match: Match) -> Procedure[None]:
    """Begin a round: bid, unless one leader alone was lost in the round before (first-player.leader-lost)."""
    lost = [side for side in Side if match.state.sides[side].leader_lost == match.state.round - 1]
    if len(lost) == 1:
        yield from choose(match, lost[0].other, rule="first-player.leader-lost")
    else:
        yield from bid(match, rule="first-player.bid")
