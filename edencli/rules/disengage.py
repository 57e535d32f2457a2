"""Disengaging (chapter 5 under Move; 6 in the French book): leaving the contact of enemies.

1 SPD against the highest SPD in contact        disengage.roll
2 one success, and nobody may strike
3 else each enemy in contact may pay for one    disengage.strikes
  attack, met passively; then the fighter goes
"""

from collections.abc import Sequence

from edencli.match.amounts import Amount
from edencli.match.doors import ask, one_by_one, value, why_not
from edencli.match.match import Match, Procedure, Query
from edencli.match.pieces import Piece
from edencli.match.questions import Choice
from edencli.model.terms import Characteristic
from edencli.rules.acts import Melee, StrikeAtLeaver, pay
from edencli.rules.melee import strike_out
from edencli.rules.rolls import roll, thrower


def disengage(match: Match, leaver: Piece, enemies: Sequence[Piece]) -> Procedure[bool]:
    """Let a fighter leave the enemies he touches; returns whether he is still there to go."""
    spd = value(match, Query(Characteristic.SPD, leaver))
    hits = yield from roll(match, leaver, spd, fastest(match, enemies), step="disengage.roll")
    if not hits:
        able = [enemy for enemy in enemies if can_strike(match, enemy, leaver)]
        yield from one_by_one(
            match,
            able,
            lambda enemy: _may_strike(match, enemy, leaver),
            able,
            still=lambda enemy: can_strike(match, enemy, leaver),
        )
    return match.present(leaver)


def fastest(match: Match, enemies: Sequence[Piece]) -> Amount:
    """The highest SPD among enemies in contact, whether or not its owner could strike (disengage.roll)."""
    amounts = [value(match, Query(Characteristic.SPD, enemy)) for enemy in enemies]
    return max(amounts, key=lambda amount: amount.total)


def can_strike(match: Match, enemy: Piece, leaver: Piece) -> bool:
    """Tell whether an enemy can pay for a strike at a leaver who is still there (disengage.strikes)."""
    return match.present(enemy, leaver) and why_not(match, StrikeAtLeaver(fighter=enemy)) is None


def _may_strike(match: Match, enemy: Piece, leaver: Piece) -> Procedure[None]:
    """Offer one enemy his strike; nobody is activated by it (disengage.not-activated)."""
    question = Choice(
        asked=thrower(match, enemy, leaver),
        rule="disengage.strikes",
        fighter=enemy,
        target=leaver,
        options=(True, False),
        optional=True,
        mid_act=True,
    )
    if (yield from ask(question)):
        yield from pay(match, StrikeAtLeaver(fighter=enemy))
        blow = Melee(fighter=enemy, target=leaver, free=True)
        yield from strike_out(match, blow, rule="disengage.strikes", how="strike")
