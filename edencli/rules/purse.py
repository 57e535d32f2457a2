"""SP that a card sets apart for some purposes: what a player may pay with, and what a payment takes.

SP set apart are among a player's SP. Payments for their purpose take them first; other payments take only
the rest. They are lost when the round is over.
"""

from edencli.match.card_events import SetApartLapsed, SetApartSpent
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Side
from edencli.match.rules_api import do
from edencli.match.state import SetApart
from edencli.match.table_events import SpSpent
from edencli.model.terms import Payment


def spendable_sp(match: Match, side: Side, on: Payment, card: str | None = None) -> int:
    """The SP that a player may spend on something: on a tactical card, if one is named."""
    kept = sum(one.sp for one in _set_apart(match, side) if not _pays_for(match, one, on, card))
    return match.state.sides[side].sp - kept


def pay_sp(
    match: Match, side: Side, n: int, *, rule: str, why: str, on: Payment, card: str | None = None
) -> Procedure[None]:
    """Pay SP for something, first those that were set apart for it."""
    yield from do(match, SpSpent(rule=rule, side=side, n=n, why=why))
    yield from use_set_apart(match, side, n, on, card, rule=rule)


def use_set_apart(
    match: Match, side: Side, n: int, on: Payment, card: str | None = None, *, rule: str
) -> Procedure[None]:
    """Take what a payment used from the SP set apart."""
    for one in _set_apart(match, side):
        if n > 0 and _pays_for(match, one, on, card):
            used = min(n, one.sp)
            n -= used
            yield from do(match, SetApartSpent(rule=rule, **one._replace(sp=used)._asdict()))


def trim_set_apart(match: Match, side: Side, rule: str) -> Procedure[None]:
    """Keep no more SP set apart than a player has; the last ones go first."""
    over = sum(one.sp for one in _set_apart(match, side)) - match.state.sides[side].sp
    for one in reversed(_set_apart(match, side)):
        if over > 0:
            gone = min(over, one.sp)
            over -= gone
            yield from do(match, SetApartSpent(rule=rule, **one._replace(sp=gone)._asdict()))


def end_set_apart(match: Match, rule: str) -> Procedure[None]:
    """Take away the SP that were set apart and not spent, at the end of the round."""
    for one in match.state.set_apart:
        yield from do(match, SetApartLapsed(rule=rule, **one._asdict()))


def _set_apart(match: Match, side: Side) -> tuple[SetApart, ...]:
    return tuple(one for one in match.state.set_apart if one.side is side)


def _pays_for(match: Match, one: SetApart, on: Payment, card: str | None) -> bool:
    """Tell whether SP set apart may be spent on something, as the card that set them apart says."""
    return match.cards is not None and match.cards.pays_for(match, one, on, card)
