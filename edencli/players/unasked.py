"""Why a question was not asked that somebody answers: which rule kept it from being asked.

The referee asks nobody who has no choice. What he answered himself is refused by its own question; of what
was passed over, the predicate is asked that decided it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from edencli.match.doors import value, why_not
from edencli.match.match import Match, Query
from edencli.match.pieces import Piece
from edencli.match.questions import Question, Roll
from edencli.match.reasons import Refusal
from edencli.match.table_events import Activated, TacticPlayed
from edencli.model.terms import Characteristic
from edencli.notation.errors import Misread
from edencli.notation.forms import Values
from edencli.notation.names import names_of
from edencli.notation.reader import parse, read
from edencli.notation.slots import Several
from edencli.rules.activation import why_not_interrupt
from edencli.rules.acts import StrikeAtLeaver
from edencli.rules.melee import Reaction, may_react
from edencli.rules.tactics import tactic_of, why_not_play

Forced = Sequence[tuple[Question[Any], Any]]


def readings(match: Match, text: str, forced: Forced) -> Iterator[Any]:
    """What a line would answer to each question; a `Misread` where it answers none."""
    for question, _ in forced:
        try:
            yield Misread("dice") if isinstance(question, Roll) else read(text, match, question)
        except Misread as fault:
            yield fault


def why_unasked(match: Match, text: str, forced: Forced) -> Refusal | None:
    """Say why nobody was asked what a line answers, if a rule says so."""
    for (question, _), given in zip(forced, readings(match, text, forced), strict=True):
        if not isinstance(given, Misread) and (refusal := question.refusal(given)):
            return refusal
    try:
        said = parse(text, names_of(match))
    except Misread:
        return None
    kept = (
        _KEPT[one.form.id](match, one.values)
        for one in said
        if one.form.id in _KEPT and _is_plain(one.values)
    )
    return next(filter(None, kept), None)


def _is_plain(values: Values) -> bool:
    """Tell whether every name in a line means one thing."""
    return not any(
        isinstance(one, Several) or (isinstance(one, tuple) and len(one) != 1) for one in values.values()
    )


def _card(match: Match, values: Values) -> Refusal | None:
    return why_not_play(match, values["SIDE"], values["CARD"])


def _cancelling(match: Match, values: Values) -> Refusal | None:
    """The opponent of who played the last card could not pay, or it cannot be cancelled."""
    side = values["SIDE"]
    played = next((event for event in reversed(match.log) if isinstance(event, TacticPlayed)), None)
    tactic = tactic_of(match, played.side, played.card) if played and played.side is not side else None
    if tactic is None or tactic.cancellation is None:
        return None
    has = match.state.sides[side].sp
    if has >= tactic.cancellation:
        return None
    about = {"side": side, "card": tactic.name, "needed": tactic.cancellation, "has": has}
    return Refusal(rule="tactical.cancellation", reason="too-few-sp", about=about)


def _interrupting(match: Match, values: Values) -> Refusal | None:
    """He is no faster than who is activated, or may not be activated himself."""
    named = next((event.fighter for event in reversed(match.log) if isinstance(event, Activated)), None)
    (piece,) = values["FIGHTER"]
    if named is None or match.of(named).gone:
        return None
    return why_not_interrupt(match, piece, named, value(match, Query(Characteristic.SPD, named)).total)


def _reacting(reaction: Reaction) -> Callable[[Match, Values], Refusal | None]:
    def refusal(match: Match, values: Values) -> Refusal | None:
        return may_react(match, _fighter(values), reaction)

    return refusal


def _striking(match: Match, values: Values) -> Refusal | None:
    return why_not(match, StrikeAtLeaver(fighter=_fighter(values)))


def _fighter(values: Values) -> Piece:
    (piece,) = values["FIGHTER"]
    found: Piece = piece
    return found


# What kept the question from being asked that a form answers.
_KEPT: Mapping[str, Callable[[Match, Values], Refusal | None]] = {
    "tactic": _card,
    "cancel": _cancelling,
    "interrupt": _interrupting,
    "dodge": _reacting(Reaction.DODGE),
    "respond": _reacting(Reaction.RESPONSE),
    "strike": _striking,
}
