"""By agreement: the players carry out the text of a card that the program does not know (card-over-rule).

An agreement can answer any question that waits for a player between acts. The question is then asked again,
since the change may have altered what is possible.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from edencli.field.shapes import Disc
from edencli.field.units import PER_CM, cm, compare_lengths
from edencli.match.events import ApSpent, Left, LookedAgain
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Piece, Side
from edencli.match.position import TOKEN_RADIUS
from edencli.match.questions import Agreement, Question
from edencli.match.reasons import Refusal
from edencli.match.rules_api import always_none, ask, do, field_fact
from edencli.match.state import Gone, Token
from edencli.match.table_events import (
    Agreed,
    ApGiven,
    Placed,
    RoundsChanged,
    SpReserved,
    TokenPlaced,
)
from edencli.model.terms import (
    MOST_COUNTED,
    MOST_POINTS,
    MOST_ROUNDS_MORE,
    MOST_TOKENS,
    LimbName,
    Marker,
)
from edencli.rules.acts import CARD_OVER_RULE, why_absent
from edencli.rules.conditions import add_markers, remove_markers
from edencli.rules.footing import in_the_way
from edencli.rules.ground import base_at, clearances, point_at, table
from edencli.rules.missions import change_score
from edencli.rules.purse import trim_set_apart
from edencli.rules.questions import AgreementOffer
from edencli.rules.wounds import heal, leave_field, lose_cp, refuse_unhurt

MOVED_RULE = "move.moved"
MARKER_RULE = "marker.place"

A = TypeVar("A")


def ask_between_acts(match: Match, question: Callable[[], Question[A] | None]) -> Procedure[A | None]:
    """Ask a question between acts, carrying out whatever the players agree on before they answer it.

    An agreement may leave nothing to ask: then the answer is None.
    """
    while (asked := question()) is not None:
        answer = yield from ask(asked)
        if not isinstance(answer, Agreement):
            return answer
        yield from apply_agreement(match, answer)
    return None


def offer_agreements(match: Match, side: Side, at: type[AgreementOffer], **about: Any) -> Procedure[None]:
    """Offer a player an agreement on what cards do at this point; `about` are other parts of the question."""
    question = at(asked=side, **about)
    yield from ask_between_acts(match, lambda: question)


def why_not_agree(match: Match, agreed: Agreement) -> Refusal | None:
    """The reason why a change is impossible, whatever a card says, or None.

    Only fighters on the field can be changed; one that has not left it for good can be put there. A base
    must stand on the field, in a place that is free. An amount must change something, and fit into a
    position.
    """
    if agreed.n == 0 and agreed.what in AMOUNTS:
        return Refusal(rule=CARD_OVER_RULE, reason="changes-nothing", about={})
    return _why_not_possible(match, agreed) or _why_not_so_much(match, agreed)


def _why_not_possible(match: Match, agreed: Agreement) -> Refusal | None:
    if agreed.what == "card":
        return why_not_play_at_moment(match, _side(agreed), agreed.detail or "")
    if isinstance(agreed.subject, Piece) and agreed.what != "token":
        return _why_not_change(match, agreed, agreed.subject)
    if agreed.what == "token":
        return why_not_lay_marker(match, agreed, cm(TOKEN_RADIUS))
    return _why_off_field(match, agreed)


def _why_off_field(match: Match, agreed: Agreement) -> Refusal | None:
    if agreed.place is None or table(match).contains(point_at(agreed.place)):
        return None
    return Refusal(rule=MARKER_RULE, reason="off-field", about={"place": agreed.place})


def _why_not_so_much(match: Match, agreed: Agreement) -> Refusal | None:
    """Refuse an amount that changes nothing, or more than a position can hold."""
    if agreed.what not in AMOUNT_LIMITS:
        return None
    count, most = AMOUNT_LIMITS[agreed.what]
    now = count(match, agreed)
    then = now + agreed.n if agreed.what == "rounds" else max(0, now + agreed.n)
    if then == now:
        return Refusal(rule=CARD_OVER_RULE, reason="changes-nothing", about={})
    return Refusal(rule=CARD_OVER_RULE, reason="too-much", about={"most": most}) if abs(then) > most else None


def _why_not_change(match: Match, agreed: Agreement, fighter: Piece) -> Refusal | None:
    absent = why_absent(match, fighter)
    is_to_deploy = match.state.step in match.book.preparation.steps  # it would never deploy
    if absent is not None and (match.state_of(fighter).gone or agreed.what != "place" or is_to_deploy):
        return absent
    if agreed.place is not None:
        return why_not_stand(match, fighter, agreed.place)
    return refuse_unhurt(match, fighter) if agreed.what == "cp" and agreed.n >= 0 else None


def why_not_lay_marker(match: Match, agreed: Agreement, radius: int) -> Refusal | None:
    """Refuse a marker off the field, one too many, or one too near in the preparation (marker.place)."""
    if refusal := _why_off_field(match, agreed):
        return refusal
    if len(match.state.tokens) >= MOST_TOKENS:
        return Refusal(rule=CARD_OVER_RULE, reason="too-much", about={"most": MOST_TOKENS})
    return _too_near(match, agreed, radius) if match.state.step in match.book.preparation.steps else None


@field_fact
def _too_near(match: Match, agreed: Agreement, radius: int) -> Refusal | None:
    """Refuse a marker of this radius that is too near to something."""
    least = match.book.preparation.marker_spacing * PER_CM
    x, y = agreed.place or (0, 0)
    for name, gap in clearances(match, Disc(x=x, y=y, r=radius)):
        if compare_lengths(gap, least) < 0:
            about = {"what": agreed.detail, "near": name, "distance": round(gap), "least": least}
            return Refusal(rule=MARKER_RULE, reason="too-near", about=about)
    return None


_too_near.when_unmeasured(always_none)


@field_fact
def why_not_stand(match: Match, fighter: Piece, place: tuple[int, int]) -> Refusal | None:
    """Refuse a place off the field, or one that is taken (move.base)."""
    about: dict[str, object] = {"fighter": fighter, "place": place}
    if not table(match).contains(base_at(match.state_of(fighter).card, place)):
        return Refusal(rule="move.base", reason="leaves-field", about=about)
    name = next(in_the_way(match, fighter, place), None)
    if name is None:
        return None
    return Refusal(rule="move.base", reason="in-the-way", about=about | {"what": name})


why_not_stand.when_unmeasured(always_none)


def apply_agreement(match: Match, agreed: Agreement) -> Procedure[None]:
    """Carry out what both players agreed on."""
    if agreed.what != "look":  # a look corrects an answer, and is on no card
        yield from do(match, Agreed(rule=CARD_OVER_RULE, what=agreed.what))
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
        yield from do(match, ApGiven(rule=CARD_OVER_RULE, fighter=fighter, n=agreed.n))
    else:
        n = min(-agreed.n, match.state_of(fighter).ap)
        yield from do(match, ApSpent(rule=CARD_OVER_RULE, fighter=fighter, n=n, act=CARD_OVER_RULE))


def _sp(match: Match, agreed: Agreement) -> Procedure[None]:
    side = _side(agreed)
    left = max(0, match.state.sides[side].sp + agreed.n)
    yield from do(match, SpReserved(rule=CARD_OVER_RULE, side=side, n=left))
    yield from trim_set_apart(match, side, CARD_OVER_RULE)


def _vp(match: Match, agreed: Agreement) -> Procedure[None]:
    yield from change_score(match, _side(agreed), agreed.n, rule=CARD_OVER_RULE)


def _cp(match: Match, agreed: Agreement) -> Procedure[None]:
    fighter, limb = _fighter(agreed), LimbName(agreed.detail or "")
    if agreed.n < 0:
        yield from lose_cp(match, fighter, {limb: -agreed.n})
    else:
        yield from heal(match, fighter, limb, agreed.n)


def _marker(match: Match, agreed: Agreement) -> Procedure[None]:
    fighter, marker = _fighter(agreed), Marker(agreed.detail or "")
    if agreed.n >= 0:
        yield from add_markers(match, fighter, marker, agreed.n, rule=CARD_OVER_RULE, step=CARD_OVER_RULE)
    else:
        yield from remove_markers(match, fighter, marker, -agreed.n, rule=CARD_OVER_RULE)


def _place(match: Match, agreed: Agreement) -> Procedure[None]:
    yield from do(match, Placed(rule=MOVED_RULE, fighter=_fighter(agreed), place=agreed.place))


def _look_again(match: Match, agreed: Agreement) -> Procedure[None]:
    yield from do(match, LookedAgain(rule=CARD_OVER_RULE, fighter=_fighter(agreed)))


def _remove(match: Match, agreed: Agreement) -> Procedure[None]:
    yield from leave_field(match, Left(rule="wound.removed", fighter=_fighter(agreed), why=Gone.REMOVED))


def _token(match: Match, agreed: Agreement) -> Procedure[None]:
    token = Token(name=agreed.detail or "", place=agreed.place, radius=cm(TOKEN_RADIUS))
    owner = agreed.subject.side if isinstance(agreed.subject, Piece) else agreed.subject
    yield from do(match, TokenPlaced(rule=MARKER_RULE, token=token, side=owner, of_mission=True))


def _rounds(match: Match, agreed: Agreement) -> Procedure[None]:
    yield from do(match, RoundsChanged(rule="match.rounds", n=agreed.n))


def _card(match: Match, agreed: Agreement) -> Procedure[None]:
    from edencli.rules.tactics import play_card  # noqa: PLC0415  # it imports this module

    yield from play_card(match, _side(agreed), agreed.detail or "")


def why_not_play_at_moment(match: Match, side: Side, card: str) -> Refusal | None:
    """The reason why a card may not be played at a moment that its text names, by agreement, or None.

    A card with the keyword Tactical has its own phase (tactical.phase-only); otherwise the rules of the phase
    hold.
    """
    from edencli.rules.tactics import tactic_of, why_not_play  # noqa: PLC0415  # as above

    about = {"side": side, "card": card}
    tactic, player = tactic_of(match, side, card), match.state.sides[side]
    if card not in (*player.hand, *player.played):
        return Refusal(rule="tactical-phase.play", reason="not-in-hand", about=about)
    if tactic is not None and tactic.tactical:
        return Refusal(rule="tactical.phase-only", reason="phase-only", about=about)
    return why_not_play(match, side, card)


# Changes by an amount: a function for the present amount, and the most that a position can hold.
AMOUNT_LIMITS: dict[str, tuple[Callable[[Match, Agreement], int], int]] = {
    "rounds": (lambda match, _: match.state.rounds_more, MOST_ROUNDS_MORE),
    "ap": (lambda match, agreed: match.state_of(_fighter(agreed)).ap, MOST_COUNTED),
    "sp": (lambda match, agreed: match.state.sides[_side(agreed)].sp, MOST_POINTS),
    "vp": (lambda match, agreed: match.state.sides[_side(agreed)].vp, MOST_POINTS),
    "marker": (
        lambda match, agreed: match.state_of(_fighter(agreed)).markers.get(Marker(agreed.detail or ""), 0),
        MOST_COUNTED,
    ),
}
AMOUNTS = frozenset({*AMOUNT_LIMITS, "cp"})
CHANGES: dict[str, Callable[[Match, Agreement], Procedure[None]]] = {
    "ap": _ap,
    "sp": _sp,
    "vp": _vp,
    "cp": _cp,
    "marker": _marker,
    "place": _place,
    "look": _look_again,
    "removed": _remove,
    "token": _token,
    "card": _card,
    "rounds": _rounds,
}
