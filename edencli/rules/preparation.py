"""The preparation phase (chapter 4.A), step by step.

1 bands are revealed            setup.1-reveal
2 strategy points are counted   setup.2-sp
3 a bid decides who is first    setup.3-bid
4 leaders                       setup.4-leader
5 missions                      setup.5-mission
6 scenery                       setup.6-scenery     in `placing`
7 halves and deployment         setup.7-deploy      in `placing`
8 tactical hands                setup.8-hand
9 action points                 setup.9-ap

Bids and dice decide who is first here, and again as each round begins (first-player.*).
"""

from functools import partial
from typing import TypeVar

from edencli.match.match import Match, Procedure, Query
from edencli.match.pieces import Side
from edencli.match.questions import Bid
from edencli.match.reasons import Refusal
from edencli.match.rules_api import ask, do, skip, total_value
from edencli.match.table_events import (
    ApGiven,
    BidsRevealed,
    DiceCompared,
    FirstPlayerSet,
    HandTaken,
    LeaderNamed,
    SpReserved,
    StepBegun,
)
from edencli.model.terms import Characteristic, MissionKind, Payment
from edencli.rules import missions
from edencli.rules.agreement import offer_agreements
from edencli.rules.band import starting_sp
from edencli.rules.ground import fighters_on_field
from edencli.rules.purse import spendable_sp, use_set_apart
from edencli.rules.questions import (
    FirstPlayerAfterLoss,
    FirstPlayerChoice,
    HandChoice,
    LeaderChoice,
    MissionOffer,
    RoundBid,
    RoundFirstPlayer,
    SetupBid,
    SetupFirstPlayer,
    TieRoll,
)

B = TypeVar("B", bound=Bid)


def sides_in_order(match: Match) -> tuple[Side, Side]:
    """The first player, then the opponent."""
    return match.first_player, match.first_player.other


def reveal_bands(match: Match) -> Procedure[None]:
    """Reveal the bands; whether they are legal was checked with their files (setup.1-reveal)."""
    yield from do(match, StepBegun(rule="setup.1-reveal", step="setup.1-reveal"))


def count_sp(match: Match) -> Procedure[None]:
    """Add up the PSI of each band; a stigma band has half (setup.2-sp)."""
    for side in Side:
        n = starting_sp(match.setup.bands[side], match.book)
        yield from do(match, SpReserved(rule="setup.2-sp", side=side, n=n))


def bid_for_first(match: Match) -> Procedure[None]:
    """Bid for the right to be first in the preparation (setup.3-bid)."""
    yield from bid(match, SetupBid, SetupFirstPlayer)


def name_leaders(match: Match) -> Procedure[None]:
    """Let each player name a leader, the first player first (setup.4-leader)."""
    for side in sides_in_order(match):
        own = tuple(piece for piece in match.state.fighters if piece.side is side)
        question = LeaderChoice(asked=side, options=own)
        leader = yield from ask(question)
        yield from do(match, LeaderNamed(rule="setup.4-leader", fighter=leader))


def choose_missions(match: Match) -> Procedure[None]:
    """Let each player choose a mission, the first player first (setup.5-mission).

    A revealed mission takes effect at once.
    """
    for side in sides_in_order(match):
        mission = yield from missions.choose_mission(match, side)
        if mission is None or mission.kind is not MissionKind.REVEALED or mission.effects:
            continue
        if mission.immediate:
            yield from offer_agreements(match, side, MissionOffer)


def choose_hands(match: Match) -> Procedure[None]:
    """Let each player take as many tactical cards as its leader's PSI, all different (setup.8-hand)."""
    for side in sides_in_order(match):
        deck = tuple(dict.fromkeys(tactic.name for tactic in match.setup.bands[side].tactics))
        leader = match.state.sides[side].leader
        psi = total_value(match, Query(Characteristic.PSI, leader)) if leader else 0
        question = HandChoice(asked=side, deck=deck, n=min(psi, len(deck)))
        cards = yield from ask(question)
        yield from do(match, HandTaken(rule="setup.8-hand", side=side, cards=cards, n=len(cards)))


def give_ap(match: Match, *, rule: str) -> Procedure[None]:
    """Give AP to every player's fighters on the field."""
    for piece in list(fighters_on_field(match.state)):
        if piece.side is not None:
            yield from do(match, ApGiven(rule=rule, fighter=piece, n=match.book.actions.ap))


def bid(match: Match, kind: type[Bid], choice: type[FirstPlayerChoice]) -> Procedure[None]:
    """Let both players bid in secret: the higher bid chooses who is first, equal bids leave it to the dice.

    Both bids are lost.
    """
    red = yield from _one_bid(match, Side.RED, kind)
    blue = yield from _one_bid(match, Side.BLUE, kind)
    yield from do(match, BidsRevealed(rule="bid", red=red, blue=blue))
    for side, n in ((Side.RED, red), (Side.BLUE, blue)):
        yield from use_set_apart(match, side, n, Payment.BID, rule="bid")
    if red == blue:
        winner = yield from roll_for_first(match)
        yield from do(match, FirstPlayerSet(rule=TieRoll.rule, side=winner))
    else:
        yield from choose_first(match, Side.RED if red > blue else Side.BLUE, choice)


def _one_bid(match: Match, side: Side, kind: type[Bid]) -> Procedure[int]:
    return (yield from ask(_bid_question(match, side, kind)))


def _bid_question(match: Match, side: Side, kind: type[B]) -> B:
    return kind(asked=side, most=spendable_sp(match, side, Payment.BID))


def choose_first(match: Match, side: Side, choice: type[FirstPlayerChoice]) -> Procedure[None]:
    """Let a player choose who is first."""
    first = yield from ask(choice(asked=side, options=tuple(Side)))
    yield from do(match, FirstPlayerSet(rule=choice.rule, side=first))


def roll_for_first(match: Match) -> Procedure[Side]:
    """Roll a die for each player until one is higher: that player is first, without a choice.

    Rule first-player.tie.
    """
    while True:
        red = yield from _one_die(Side.RED)
        blue = yield from _one_die(Side.BLUE)
        winner = None if red == blue else Side.RED if red > blue else Side.BLUE
        yield from do(match, DiceCompared(rule=TieRoll.rule, red=red, blue=blue, winner=winner))
        if winner is not None:
            return winner


def _one_die(side: Side) -> Procedure[int]:
    (face,) = yield from ask(TieRoll(asked=side, by=None, dice=1))
    return face


def determine_first_player(match: Match) -> Procedure[None]:
    """Decide who is first in a round: by a bid, unless just one leader was lost in the round before.

    Rule first-player.leader-lost.
    """
    loser = side_that_lost_leader(match)
    if loser is not None:
        reason = Refusal(rule=FirstPlayerAfterLoss.rule, reason="nobody-bids", about={"side": loser})
        for side in Side:
            skip(match, partial(_bid_question, match, side, RoundBid), lambda *_: reason)
        yield from choose_first(match, loser.other, FirstPlayerAfterLoss)
    else:
        yield from bid(match, RoundBid, RoundFirstPlayer)


def side_that_lost_leader(match: Match) -> Side | None:
    """The player whose leader was lost in the round before, if that was only one; else None."""
    lost = [side for side in Side if match.state.sides[side].leader_lost == match.state.round - 1]
    return lost[0] if len(lost) == 1 else None
