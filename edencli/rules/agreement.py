"""By agreement: what a card's text does, done by both players until cards do it themselves (card-over-rule).

An agreement answers any question that waits for a player between acts; the question is then asked again, for
the change may have altered what is possible.
"""

from collections.abc import Callable
from typing import TypeVar

from edencli.field.units import cm
from edencli.match.doors import ask, do
from edencli.match.events import ApSpent, Left
from edencli.match.happenings import Agreed, ApGiven, Placed, SpReserved, TokenPlaced
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Agreement, Question
from edencli.match.state import Gone, Marker, Token
from edencli.model.terms import LimbName
from edencli.rules.conditions import add, remove
from edencli.rules.scoring import score
from edencli.rules.wounds import heal, lose_cp

A = TypeVar("A")
RULE = "card-over-rule"

# A marker of a mission or a card: no book gives its size.
TOKEN_RADIUS = cm(1)


def ask_openly(match: Match, question: Callable[[], Question[A]]) -> Procedure[A]:
    """Ask a question between acts, carrying out whatever is agreed before it is answered."""
    while True:
        answer = yield from ask(question())
        if not isinstance(answer, Agreement):
            return answer
        yield from carry_out(match, answer)


def carry_out(match: Match, agreed: Agreement) -> Procedure[None]:
    """Do what both players agreed on."""
    yield from do(match, Agreed(rule=RULE, what=agreed.what))
    yield from CHANGES[agreed.what](match, agreed)


def _fighter(agreed: Agreement) -> Piece:
    if not isinstance(agreed.subject, Piece):
        raise TypeError(agreed.subject)
    return agreed.subject


def _side(agreed: Agreement) -> Side:
    if not isinstance(agreed.subject, Side):
        raise TypeError(agreed.subject)
    return agreed.subject


def _ap(match: Match, agreed: Agreement) -> Procedure[None]:
    fighter = _fighter(agreed)
    if agreed.n >= 0:
        yield from do(match, ApGiven(rule=RULE, fighter=fighter, n=agreed.n))
    else:
        n = min(-agreed.n, match.of(fighter).ap)
        yield from do(match, ApSpent(rule=RULE, fighter=fighter, n=n, act=RULE))


def _sp(match: Match, agreed: Agreement) -> Procedure[None]:
    side = _side(agreed)
    left = max(0, match.state.sides[side].sp + agreed.n)
    yield from do(match, SpReserved(rule=RULE, side=side, n=left))


def _vp(match: Match, agreed: Agreement) -> Procedure[None]:
    yield from score(match, _side(agreed), agreed.n, rule=RULE)


def _cp(match: Match, agreed: Agreement) -> Procedure[None]:
    fighter, limb = _fighter(agreed), LimbName(agreed.detail or "")
    if agreed.n < 0:
        yield from lose_cp(match, fighter, {limb: -agreed.n})
    else:
        yield from heal(match, fighter, limb, agreed.n)


def _marker(match: Match, agreed: Agreement) -> Procedure[None]:
    fighter, marker = _fighter(agreed), Marker(agreed.detail or "")
    if agreed.n >= 0:
        yield from add(match, fighter, marker, agreed.n, rule=RULE, step=RULE)
    else:
        yield from remove(match, fighter, marker, -agreed.n, rule=RULE)


def _place(match: Match, agreed: Agreement) -> Procedure[None]:
    if agreed.place is not None:
        yield from do(match, Placed(rule="move.moved", fighter=_fighter(agreed), place=agreed.place))


def _removed(match: Match, agreed: Agreement) -> Procedure[None]:
    yield from do(match, Left(rule="wound.removed", fighter=_fighter(agreed), why=Gone.REMOVED))


def _token(match: Match, agreed: Agreement) -> Procedure[None]:
    if agreed.place is not None:
        token = Token(name=agreed.detail or "", place=agreed.place, radius=TOKEN_RADIUS)
        yield from do(match, TokenPlaced(rule="marker.place", token=token))


CHANGES: dict[str, Callable[[Match, Agreement], Procedure[None]]] = {
    "ap": _ap,
    "sp": _sp,
    "vp": _vp,
    "cp": _cp,
    "marker": _marker,
    "place": _place,
    "removed": _removed,
    "token": _token,
}
