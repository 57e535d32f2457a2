"""The odds of a melee attack on a target that stays passive, dodges or responds.

In a response the loser of the opposition strikes back if it is not incapacitated, weakened by what the first
blow cost it.
"""

from copy import copy
from itertools import chain, product
from operator import add

from edencli.match.match import Match, Query
from edencli.match.reasons import Amount
from edencli.match.rules_api import value
from edencli.model.terms import Characteristic, LimbName
from edencli.named_tuple import NamedTuple
from edencli.odds.blow import PASSIVE, Blow, DodgeDice, Harm, body_of, sure_changes
from edencli.odds.dice import DIE_SIDES, opposition_wins
from edencli.odds.outcome import Odds, single_victim_odds
from edencli.odds.shifting import HarmSpread, HarmSpreads
from edencli.rules.acts import Melee
from edencli.rules.melee import ATTACK_STEP, WOUND_STEP, Reaction, dodge_numbers, response_blow
from edencli.rules.rolls import pool_of_amounts


def passive_odds(match: Match, attack: Melee, blow: Blow, spreads: HarmSpreads) -> Odds:  # noqa: ARG001  # same signature as the others
    """Compute the odds of a blow at a target that stays passive."""
    return single_victim_odds(Reaction.PASSIVE, blow.body, *spreads[blow])


def dodge_odds(match: Match, attack: Melee, blow: Blow, spreads: HarmSpreads) -> Odds:
    """Compute the odds of a blow at a target that dodges."""
    return single_victim_odds(Reaction.DODGE, blow.body, *spreads[with_dodge(match, attack, blow)])


def melee_blow(match: Match, attack: Melee) -> Blow:
    """The numbers of one blow, as the rules would compute them now."""
    book = match.book
    dice, needed = pool_of_amounts(
        cbt_of(match, attack), vig_of(match, attack), book.rolls.highest_difficulty
    )
    sure = sure_changes(match, attack.fighter, attack.target, ATTACK_STEP, WOUND_STEP)
    return Blow(
        body=body_of(match, attack.target, attack),
        dice=dice,
        good=DIE_SIDES + 1 - needed,
        defence=PASSIVE,
        kept=book.attacks.melee_successes_kept,
        lowest=book.rolls.location_lowest,
        highest=book.rolls.location_highest,
        again=sure.again,
        more=sure.more,
    )


def with_dodge(match: Match, attack: Melee, blow: Blow) -> Blow:
    """The blow with the target's dodge dice."""
    spd, cbt = dodge_numbers(match, attack)
    dice, needed = pool_of_amounts(spd, cbt, match.book.rolls.highest_difficulty)
    return blow._replace(defence=DodgeDice(dice, DIE_SIDES + 1 - needed))


def cbt_of(match: Match, attack: Melee) -> Amount:
    """The attacker's CBT in this attack."""
    return value(match, Query(Characteristic.CBT, attack.fighter, attack))


def vig_of(match: Match, attack: Melee) -> Amount:
    """The target's VIG in this attack."""
    return value(match, Query(Characteristic.VIG, attack.target, attack))


OPPOSITION_THROWS = DIE_SIDES * DIE_SIDES


class _PlannedBlow(NamedTuple):
    """One blow of a response: the act, and its numbers while its fighter is unharmed."""

    act: Melee
    blow: Blow


class _Order(NamedTuple):
    """Both blows once it is settled who strikes first: the first blow, and the reply to each of its harms."""

    opened: HarmSpread
    replies: list[HarmSpread]

    @property
    def per(self) -> int:
        """The number of cases in which both blows together are counted."""
        return self.opened.cases * self._replied

    @property
    def _replied(self) -> int:
        return max([reply.cases for reply in self.replies])

    def cases(self, weight: int) -> list[list[int]]:
        """Count the cases: a row for each harm of the first blow, a column for each harm of the reply.

        Each count is multiplied by `weight`, the throws of the opposition that lead to this order.
        """
        replied, rows = self._replied, []
        for n, reply in zip(self.opened.weights, self.replies, strict=True):
            times = n * weight * (replied // reply.cases)
            rows.append([times * more for more in reply.weights])
        return rows


def response_odds(match: Match, attack: Melee, blow: Blow, spreads: HarmSpreads) -> Odds:
    """Compute the odds of an attack on a target that responds, for both fighters together."""
    answer = response_blow(attack)
    ours, theirs = _PlannedBlow(attack, blow), _PlannedBlow(answer, melee_blow(match, answer))
    wins = opposition_wins(cbt_of(match, attack).total, cbt_of(match, answer).total)
    ahead, behind = _order(match, ours, theirs, spreads), _order(match, theirs, ours, spreads)
    per = max(ahead.per, behind.per)
    rows = ahead.cases(wins * (per // ahead.per))
    columns = behind.cases((OPPOSITION_THROWS - wins) * (per // behind.per))
    cases = map(add, chain.from_iterable(rows), chain.from_iterable(zip(*columns, strict=True)))
    target, attacker = ours.blow.body, theirs.blow.body
    both = product(target.harms, attacker.harms)
    joint: dict[tuple[Harm, ...], int] = {harms: n for harms, n in zip(both, cases, strict=True) if n}
    return Odds(Reaction.RESPONSE, OPPOSITION_THROWS * per, (target, attacker), joint)


def _order(match: Match, first: _PlannedBlow, second: _PlannedBlow, spreads: HarmSpreads) -> _Order:
    """Compute both blows once it is settled who strikes first."""
    opened = spreads[first.blow]
    unhurt, nothing = spreads[second.blow], HarmSpread(1, [1] + [0] * (len(second.blow.body.harms) - 1))
    weaker = _HurtStriker(match, second)
    replies, body = [], first.blow.body
    for harm, n in zip(body.harms, opened.weights, strict=True):
        limb, cp = harm
        if not n or body.is_out(harm):
            replies.append(nothing)
        elif limb is None or not cp:
            replies.append(unhurt)
        else:
            replies.append(spreads[weaker.blow_after(limb, cp)])
    return _Order(opened, replies)


class _HurtStriker:
    """The reply of a fighter that the first blow has hurt: a wounded arm strikes weaker.

    Its CBT is computed on a copy of the match in which it has lost the CP. The opponent is unharmed there, so
    its body stays as it was.
    """

    def __init__(self, match: Match, turn: _PlannedBlow) -> None:
        self._turn = turn
        self._after = copy(match)
        self._after.state = match.state.copy()
        self._striker = self._after.state_of(turn.act.fighter)
        self._before = self._striker.lost
        self._vig, self._highest = vig_of(match, turn.act), match.book.rolls.highest_difficulty
        self._blows = {turn.blow.dice: turn.blow}

    def blow_after(self, limb: LimbName, cp: int) -> Blow:
        """The reply after the loss of this many CP on a limb."""
        self._striker.lost = {**self._before, limb: self._before.get(limb, 0) + cp}
        dice, _ = pool_of_amounts(cbt_of(self._after, self._turn.act), self._vig, self._highest)
        if dice not in self._blows:
            self._blows[dice] = self._turn.blow._replace(dice=dice)
        return self._blows[dice]
