"""The part of luck in a match: harm beyond the expectation, the luckiest and the unluckiest roll.

Harm is counted in points of value. A fighter's value stands for all the CP on its card: each CP lost takes
its share, and incapacitation takes all that was left, so the harm done to a fighter adds up to its value.
Cards that were not weighed, so that the expectation is not exact, are named with the attack. None of this is
a chance to win. Begin with `weigh_match`.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from edencli.match.events import CpLost, Event, Left, Rolled
from edencli.match.match import Match
from edencli.match.pieces import Audience, Piece, Side
from edencli.match.state import Gone
from edencli.named_tuple import NamedTuple
from edencli.odds.dice import rolled_odds
from edencli.odds.outcome import BurstFate, Fate
from edencli.referee.match_chances import AttackChance, RollChance, weigh_dice
from edencli.referee.referee import Referee

SWINGS_TOLD: Final = 3


class RollLuck(NamedTuple):
    """One roll for successes: its event's number, and how many throws do at least as well, and as badly."""

    event: int
    roll: Rolled
    as_good: int
    as_bad: int
    denominator: int


class HarmDone(NamedTuple):
    """The harm that an attack did to one fighter, and its expected harm, in points of value."""

    piece: Piece
    done: Fraction
    expected: Fraction


class Swing(NamedTuple):
    """The harm of an attack compared with its exact odds, for each fighter that it might harm."""

    attack: AttackChance
    harms: tuple[HarmDone, ...]

    @property
    def in_favour_of_red(self) -> Fraction:
        """The harm beyond expectation to blue's fighters and NPFs, less that to red's own."""
        return sum(
            ((harm.expected - harm.done) * (1 if harm.piece.side is Side.RED else -1) for harm in self.harms),
            Fraction(0),
        )


class MatchChances(NamedTuple):
    """The odds of a match and its luck: the largest swings, the luckiest and the unluckiest roll."""

    attacks: tuple[AttackChance, ...]
    rolls: tuple[RollChance, ...]
    swings: tuple[Swing, ...]
    luckiest: RollLuck | None
    unluckiest: RollLuck | None


def weigh_match(referee: Referee, end: int, viewer: Audience) -> MatchChances:
    """Weigh the first `end` events of a match, as one viewer sees them."""
    events, weighed = referee.events[:end], weigh_dice(referee, end, viewer)
    swings = largest_swings(weighed.attacks, events, referee.match)
    return MatchChances(*weighed, tuple(swings), luckiest_roll(events), unluckiest_roll(events))


def largest_swings(attacks: Iterable[AttackChance], events: Sequence[Event], match: Match) -> list[Swing]:
    """The attacks whose harm was farthest from the expectation, the farthest first."""
    swings = [swing_of(one, events, match) for one in attacks if one.span.end is not None]
    moved = [one for one in swings if one.in_favour_of_red]
    return sorted(moved, key=lambda one: -abs(one.in_favour_of_red))[:SWINGS_TOLD]


def swing_of(attack: AttackChance, events: Sequence[Event], match: Match) -> Swing:
    """Compare the harm of an attack with its odds."""
    happened = events[attack.span.first : (attack.span.end or attack.span.first) + 1]
    fates = [fate for result in attack.results for fate in result.fates]
    return Swing(attack, tuple(_harm_done(fate, happened, match) for fate in fates))


def _harm_done(fate: Fate | BurstFate, happened: Iterable[Event], match: Match) -> HarmDone:
    piece, lost, is_out = fate.body.piece, 0, False
    for event in happened:
        if isinstance(event, CpLost) and event.victim == piece:
            lost += event.amount
        is_out |= isinstance(event, Left) and event.fighter == piece and event.why is Gone.INCAPACITATED
    gone = sum(fate.body.left) if is_out else lost
    share = value_of_cp(match, piece)
    return HarmDone(piece, share * gone, share * Fraction(fate.cp_gone, fate.denominator))


def value_of_cp(match: Match, piece: Piece) -> Fraction:
    """The share of a fighter's value that one CP stands for; 0 for an NPF."""
    card = match.state_of(piece).card
    return Fraction(card.value_in(match.book.key), sum(limb.cp for limb in card.limbs.values()))


def luckiest_roll(events: Iterable[Event]) -> RollLuck | None:
    """The roll with the least chance to do as well or better; of equal ones the first."""
    return min(_rolls(events), key=lambda one: Fraction(one.as_good, one.denominator), default=None)


def unluckiest_roll(events: Iterable[Event]) -> RollLuck | None:
    """The roll with the least chance to do as badly or worse; of equal ones the first."""
    return min(_rolls(events), key=lambda one: Fraction(one.as_bad, one.denominator), default=None)


def _rolls(events: Iterable[Event]) -> list[RollLuck]:
    """The fighters' rolls for successes, of at least one die; rolls of fire belong to no fighter."""
    return [
        roll_luck(n, event)
        for n, event in enumerate(events)
        if isinstance(event, Rolled) and event.by is not None and event.dice
    ]


def roll_luck(n: int, roll: Rolled) -> RollLuck:
    """Count the throws that do at least as well as a roll, and at least as badly."""
    odds = rolled_odds(roll)
    good, bad = odds.by_successes[roll.successes :], odds.by_successes[: roll.successes + 1]
    return RollLuck(n, roll, sum(good), sum(bad), odds.denominator)
