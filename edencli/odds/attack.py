"""The odds of an attack of any kind, asked of a match and an act as play would ask, and of burning."""

from collections.abc import Callable, Iterable

from edencli.match.doors import value
from edencli.match.match import Match, Query
from edencli.match.pieces import Piece
from edencli.model.terms import Characteristic
from edencli.odds.blow import PASSIVE, Blow, body_of
from edencli.odds.dice import burning
from edencli.odds.melee import dodge_odds, passive_odds, response_odds, strike
from edencli.odds.outcome import Odds, Outlook, alone
from edencli.odds.ranged import burst_odds, explosive_odds, shot_odds
from edencli.odds.shifting import Policy, Spreads, spread
from edencli.rules.acts import Blast, Melee, Shot, Throw
from edencli.rules.melee import Reaction, may_react

_BY_REACTION: dict[Reaction, Callable[[Match, Melee, Blow, Spreads], Odds]] = {
    Reaction.PASSIVE: passive_odds,
    Reaction.DODGE: dodge_odds,
    Reaction.RESPONSE: response_odds,
}


def attack_odds(
    match: Match,
    act: Melee | Shot | Throw | Blast,
    policy: Policy = Policy.NONE,
    reactions: Iterable[Reaction] = Reaction,
) -> Outlook:
    """Foresee an attack that may be made: a melee by each reaction that is allowed, the others with why not.

    A shot has one result; one that explodes, a blast or a projectile one for each fighter under it. Whether
    the attack itself may be made is for `why_not` to say.
    """
    if isinstance(act, Shot) and act.use.explosive is not None:
        return Outlook(act, policy, explosive_odds(match, act, policy), {})
    if isinstance(act, Shot):
        return Outlook(act, policy, (shot_odds(match, act, policy),), {})
    if isinstance(act, Throw | Blast):
        return Outlook(act, policy, burst_odds(match, act), {})
    objections = {reaction: may_react(match, act.target, reaction) for reaction in reactions}
    refused = {reaction: why for reaction, why in objections.items() if why}
    allowed = [_BY_REACTION[reaction] for reaction in objections if reaction not in refused]
    blow, spreads = strike(match, act), Spreads(policy)
    return Outlook(act, policy, tuple([odds(match, act, blow, spreads) for odds in allowed]), refused)


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
