"""The odds of a response: who strikes first, and what both fighters come to together.

Who lost the opposition always strikes back if he is still there, with what the first blow left him.
"""

from copy import copy
from typing import NamedTuple

from edencli.match.match import Match
from edencli.odds.blow import Blow
from edencli.odds.body import Harm
from edencli.odds.dice import SIDES, first_wins
from edencli.odds.melee import cbt_of, strike, vig_of
from edencli.odds.outcome import Odds
from edencli.odds.shifting import Policy
from edencli.odds.spread import Spread, spread
from edencli.rules.acts import Melee
from edencli.rules.melee import Reaction, answer_to
from edencli.rules.rolls import pool_of

OPPOSED = SIDES * SIDES


class _Turn(NamedTuple):
    """One of the two blows: the act, and its numbers while its fighter is unharmed."""

    act: Melee
    blow: Blow


class _Order(NamedTuple):
    """The cases when it is settled who strikes first: by what he does, then by what he suffers."""

    per: int
    cases: list[list[int]]


def response_odds(match: Match, attack: Melee, policy: Policy) -> Odds:
    """Count the cases of an attack on a target who responds, for both fighters together."""
    answer = answer_to(attack)
    ours, theirs = _Turn(attack, strike(match, attack)), _Turn(answer, strike(match, answer))
    ahead, behind = _order(match, ours, theirs, policy), _order(match, theirs, ours, policy)
    per = max(ahead.per, behind.per)
    wins = first_wins(cbt_of(match, attack), cbt_of(match, answer))
    ahead_weight, behind_weight = wins * (per // ahead.per), (OPPOSED - wins) * (per // behind.per)
    target, attacker = ours.blow.body, theirs.blow.body
    joint: dict[tuple[Harm, ...], int] = {}
    for harm, row, column in zip(target.harms, ahead.cases, zip(*behind.cases, strict=True), strict=True):
        for other, one, two in zip(attacker.harms, row, column, strict=True):
            if n := one * ahead_weight + two * behind_weight:
                joint[harm, other] = n
    return Odds(Reaction.RESPONSE, OPPOSED * per, (target, attacker), joint)


def _order(match: Match, first: _Turn, second: _Turn, policy: Policy) -> _Order:
    """Count the cases when one strikes first, and the other strikes back if he still can."""
    opened = spread(first.blow, policy)
    replies = _replies(match, first, opened, second, policy)
    per = max([reply.per for reply in replies])
    cases = []
    for n, reply in zip(opened.weights, replies, strict=True):
        weight = n * (per // reply.per)
        cases.append([weight * more for more in reply.weights])
    return _Order(opened.per * per, cases)


def _replies(match: Match, first: _Turn, opened: Spread, second: _Turn, policy: Policy) -> list[Spread]:
    """Spread the second blow after each harm that the first may have done: a wounded arm strikes weaker.

    The striker's CBT is asked of a copy of the match in which he has suffered it; the other is unharmed.
    """
    body, blow = first.blow.body, second.blow
    vig, highest = vig_of(match, second.act), match.book.rolls.highest_difficulty
    after = copy(match)
    after.state = match.state.copy()
    striker = after.of(second.act.fighter)
    before = striker.lost
    by_pool: dict[int, Spread] = {}
    replies = []
    for harm, n in zip(body.harms, opened.weights, strict=True):
        if not n or body.is_out(harm):
            replies.append(Spread(1, [1] + [0] * (len(blow.body.harms) - 1)))
            continue
        limb, cp = harm
        striker.lost = {**before, limb: before.get(limb, 0) + cp} if limb else before
        dice, _ = pool_of(cbt_of(after, second.act), vig, highest)
        if dice not in by_pool:
            by_pool[dice] = spread(blow._replace(dice=dice), policy)
        replies.append(by_pool[dice])
    return replies
