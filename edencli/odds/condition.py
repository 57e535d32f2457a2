"""The odds of one fighter's burn markers at the intendancy (state.burn)."""

from edencli.match.doors import value
from edencli.match.match import Match, Query
from edencli.match.pieces import Piece
from edencli.model.terms import Characteristic
from edencli.odds.blow import PASSIVE, Blow
from edencli.odds.body import body_of
from edencli.odds.outcome import Odds, alone
from edencli.odds.plain import burning
from edencli.odds.shifting import Policy
from edencli.odds.spread import spread


def burn_odds(match: Match, victim: Piece) -> Odds:
    """Count the cases of treating one burning fighter; nobody may move his location die."""
    rules = match.book.rolls
    blow = Blow(
        body=body_of(match, victim, None),
        dice=match.book.conditions.burn_dice,
        good=burning(value(match, Query(Characteristic.VIG, victim)).total),
        met=PASSIVE,
        kept=0,
        lowest=rules.location_lowest,
        highest=rules.location_highest,
    )
    return alone(None, blow.body, *spread(blow, Policy.NONE))
