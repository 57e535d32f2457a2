"""The blow of a melee attack in numbers, and the odds of one that is not answered."""

from edencli.match.doors import value
from edencli.match.match import Match, Query
from edencli.model.terms import Characteristic
from edencli.odds.blow import PASSIVE, Blow, Dodge
from edencli.odds.body import body_of
from edencli.odds.dice import SIDES
from edencli.odds.outcome import Odds, alone
from edencli.odds.spread import Spreads
from edencli.rules.acts import Melee
from edencli.rules.melee import Reaction, dodge_numbers
from edencli.rules.rolls import pool_of


def passive_odds(match: Match, attack: Melee, blow: Blow, spreads: Spreads) -> Odds:  # noqa: ARG001  # as its like
    """Count the cases of a blow on a target who stays passive."""
    return alone(Reaction.PASSIVE, blow.body, *spreads[blow])


def dodge_odds(match: Match, attack: Melee, blow: Blow, spreads: Spreads) -> Odds:
    """Count the cases of a blow on a target who dodges."""
    return alone(Reaction.DODGE, blow.body, *spreads[dodged(match, attack, blow)])


def strike(match: Match, attack: Melee) -> Blow:
    """Put one blow into numbers, as the rules would ask for them at this moment."""
    book = match.book
    dice, needed = pool_of(cbt_of(match, attack), vig_of(match, attack), book.rolls.highest_difficulty)
    return Blow(
        body=body_of(match, attack.target, attack),
        dice=dice,
        good=SIDES + 1 - needed,
        met=PASSIVE,
        kept=book.attacks.melee_successes_kept,
        lowest=book.rolls.location_lowest,
        highest=book.rolls.location_highest,
    )


def dodged(match: Match, attack: Melee, blow: Blow) -> Blow:
    """The same blow, met by a dodge."""
    spd, cbt = dodge_numbers(match, attack)
    dice, needed = pool_of(spd.total, cbt.total, match.book.rolls.highest_difficulty)
    return blow._replace(met=Dodge(dice, SIDES + 1 - needed))


def cbt_of(match: Match, attack: Melee) -> int:
    """The attacker's CBT in this attack."""
    return value(match, Query(Characteristic.CBT, attack.fighter, attack)).total


def vig_of(match: Match, attack: Melee) -> int:
    """The target's VIG in this attack."""
    return value(match, Query(Characteristic.VIG, attack.target, attack)).total
