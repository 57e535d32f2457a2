"""The blow of a melee attack in numbers, and the odds of one that is not answered."""

from edencli.match.doors import value
from edencli.match.match import Match, Query
from edencli.model.terms import Characteristic
from edencli.odds.blow import PASSIVE, Blow, Dodge
from edencli.odds.body import body_of
from edencli.odds.dice import SIDES
from edencli.odds.outcome import Odds, alone
from edencli.odds.shifting import Policy
from edencli.odds.spread import spread
from edencli.rules.acts import Melee
from edencli.rules.melee import Reaction, dodge_numbers
from edencli.rules.rolls import pool_of


def passive_odds(match: Match, attack: Melee, policy: Policy) -> Odds:
    """Count the cases of an attack on a target who stays passive."""
    blow = strike(match, attack)
    return alone(Reaction.PASSIVE, blow.body, *spread(blow, policy))


def dodge_odds(match: Match, attack: Melee, policy: Policy) -> Odds:
    """Count the cases of an attack on a target who dodges."""
    blow = strike(match, attack, dodging=True)
    return alone(Reaction.DODGE, blow.body, *spread(blow, policy))


def strike(match: Match, attack: Melee, *, dodging: bool = False) -> Blow:
    """Put one blow into numbers, as the rules would ask for them at this moment."""
    book, cbt = match.book, cbt_of(match, attack)
    dice, needed = pool_of(cbt, vig_of(match, attack), book.rolls.highest_difficulty)
    return Blow(
        body=body_of(match, attack.target, attack),
        dice=dice,
        good=SIDES + 1 - needed,
        met=_dodge(match, attack) if dodging else PASSIVE,
        kept=book.attacks.melee_successes_kept,
        lowest=book.rolls.location_lowest,
        highest=book.rolls.location_highest,
    )


def cbt_of(match: Match, attack: Melee) -> int:
    """The attacker's CBT in this attack."""
    return value(match, Query(Characteristic.CBT, attack.fighter, attack)).total


def vig_of(match: Match, attack: Melee) -> int:
    """The target's VIG in this attack."""
    return value(match, Query(Characteristic.VIG, attack.target, attack)).total


def _dodge(match: Match, attack: Melee) -> Dodge:
    """Put the target's dodge into numbers."""
    spd, cbt = dodge_numbers(match, attack)
    dice, needed = pool_of(spd.total, cbt.total, match.book.rolls.highest_difficulty)
    return Dodge(dice, SIDES + 1 - needed)
