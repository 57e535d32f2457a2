"""Exact probabilities of one attack, by integer closed forms over the arithmetic that the rules use.

No sampling and no floating point: weights are whole numbers that sum to their denominator. What an attack
starts from (pools, difficulties, protection) is asked of the match by the same doors that play uses, so that
play and odds cannot disagree. Cards that act in the middle of an attack are not foreseen.
"""

from edencli.odds.advice import Advice, Option, advise, choose
from edencli.odds.attack import attack_odds
from edencli.odds.condition import burn_odds
from edencli.odds.outcome import Caught, Fate, LimbFate, Odds, Outlook
from edencli.odds.plain import Contest, Throw, burn_throw, contest, throw
from edencli.odds.shifting import Policy

__all__ = [
    "Advice",
    "Caught",
    "Contest",
    "Fate",
    "LimbFate",
    "Odds",
    "Option",
    "Outlook",
    "Policy",
    "Throw",
    "advise",
    "attack_odds",
    "burn_odds",
    "burn_throw",
    "choose",
    "contest",
    "throw",
]
