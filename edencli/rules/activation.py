"""The activation phase (chapter 4.B): designation, interruption, passing.

One run of `activate` is one activation or one pass; the phase goes on until `is_phase_over`.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import takewhile

from edencli.match.card_events import CardTookEffect
from edencli.match.limits import ACTIVATIONS_PER_FIGHTER, OverBudgetError
from edencli.match.match import Match, Procedure, Query
from edencli.match.needed_facts import first_objection
from edencli.match.pieces import Piece, Side
from edencli.match.reasons import Refusal
from edencli.match.rules_api import ask, cache_objections, do, skip, total_value, why_not_declared
from edencli.match.table_events import Activated, ActivationEnded, Designated, Interrupted, Passed, RoundBegun
from edencli.model.terms import Characteristic, Duration
from edencli.rules.acts import BeActivated, why_absent
from edencli.rules.agreement import ask_between_acts
from edencli.rules.ground import fighters_on_field
from edencli.rules.questions import Activation, Interruption
from edencli.rules.tactics import end_lasting_effects

# A player's answer in place of the name of a fighter.
PASS = Piece(None, "")

# Two passes in a row end the phase.
PASSES_THAT_END = 2


def activate(match: Match, perform: Callable[[Match, Piece], Procedure[None]]) -> Procedure[None]:
    """Let the first player designate a fighter or pass, the players interrupt, and one fighter act."""
    side = match.first_player
    named = yield from _designate(match, side)
    if named is None:
        yield from do(match, Passed(rule="activation.forced-pass", side=side, forced=True))
        return
    if named == PASS:
        yield from do(match, Passed(rule="activation.pass", side=side, forced=False))
        return
    chosen = yield from _interruptions(match, named)
    yield from end_lasting_effects(match, Duration.NEXT_ACTIVATION, "activation.once", chosen)
    _check_budget(match)
    yield from do(match, Activated(rule="activation.once", fighter=chosen))
    yield from perform(match, chosen)
    yield from do(match, ActivationEnded(rule="activation.next", fighter=chosen))
    yield from end_lasting_effects(match, Duration.ACTIVATION, "activation.next")


def is_phase_over(match: Match) -> bool:
    """Tell whether the phase is over: two passes in a row, or no fighter left (activation.end)."""
    if match.state.passes >= PASSES_THAT_END:
        return True
    return all(why_not_designate(match, piece) for piece in fighters_on_field(match.state) if piece.side)


def _fighters_of_side(match: Match, side: Side) -> tuple[Piece, ...]:
    return tuple(piece for piece in fighters_on_field(match.state) if piece.side is side)


def why_not_designate(match: Match, piece: Piece) -> Refusal | None:
    """The reason why a fighter may not be activated, or None."""
    fighter = match.state.fighters[piece]
    if not fighter.on_field:
        return why_absent(match, piece)
    if fighter.activated:
        return _refuse_second_activation(piece)
    if fighter.ap == 0:
        return Refusal(rule="activation.no-ap", reason="no-ap", about={"fighter": piece})
    if fighter.spent:
        return Refusal(rule="activation.no-ap", reason="had-no-ap", about={"fighter": piece})
    if not match.objectors_to(BeActivated):
        return None
    return first_objection(match, lambda: _why_forbidden(match, piece))


def _why_forbidden(match: Match, piece: Piece) -> Refusal | None:
    """The reason why a card forbids that a fighter is activated, or None."""
    return why_not_declared(match, BeActivated(fighter=piece))


@lru_cache(maxsize=256)
def _refuse_second_activation(piece: Piece) -> Refusal:
    """Refuse a second activation in a round; cached, since searches for fighters left meet it often."""
    return Refusal(rule="activation.once", reason="activated", about={"fighter": piece})


def _check_budget(match: Match) -> None:
    """Stop a round in which cards ready fighters again and again.

    Raises:
        OverBudgetError: This round has had as many activations as its budget allows.
    """
    activations = _activations_in_round(match)
    if activations >= ACTIVATIONS_PER_FIGHTER * len(match.state.fighters):
        this_round = takewhile(lambda event: not isinstance(event, RoundBegun), reversed(match.log))
        cards = [str(event.card) for event in this_round if isinstance(event, CardTookEffect)]
        raise OverBudgetError("activations", reversed(cards))


def _activations_in_round(match: Match) -> int:
    n = 0
    for event in reversed(match.log):
        kind = type(event)
        if kind is Activated:
            n += 1
        elif kind is RoundBegun:
            break
    return n


def _designate(match: Match, side: Side) -> Procedure[Piece | None]:
    """Ask the first player for a fighter, or a pass where allowed; None if no fighter can be named."""
    named = yield from ask_between_acts(match, lambda: _designation(match, side))
    if named is not None and named != PASS:
        spd = total_value(match, Query(Characteristic.SPD, named))
        yield from do(match, Designated(rule="activation.designate", fighter=named, spd=spd))
    return named


def _designation(match: Match, side: Side) -> Activation | None:
    """The question which fighter a player activates, or None if none can be (activation.designate)."""
    own = _fighters_of_side(match, side)

    def objection(piece: Piece) -> Refusal | None:
        return _why_not_name(match, side, piece)

    def question() -> Activation:
        known = cache_objections(match, objection)
        return Activation(asked=side, options=(*own, PASS), objection=known, agreeable=True)

    asked = question()
    if asked.bars_all(own):
        skip(match, question)
        return None
    return asked


def _why_not_name(match: Match, side: Side, piece: Piece) -> Refusal | None:
    if piece != PASS:
        return why_not_designate(match, piece)
    if _nothing_has_happened(match):
        return Refusal(rule="activation.first", reason="must-begin", about={"side": side})
    return None


def _nothing_has_happened(match: Match) -> bool:
    """Tell whether the phase has just opened: no activation and no pass so far."""
    state = match.state
    began = state.passes > 0 or state.last_activator is not None
    return not began and not any(fighter.activated for fighter in state.fighters.values())


def _interruptions(match: Match, named: Piece) -> Procedure[Piece]:
    """Let the players interrupt each other with ever faster fighters (activation.interrupt).

    Returns the fighter that is activated in the end.
    """
    while True:
        chosen = yield from _interrupter(match, (named.side or match.first_player).other, named)
        if chosen is None:
            return named
        spd = total_value(match, Query(Characteristic.SPD, chosen))
        event = Interrupted(rule="activation.interrupt", fighter=chosen, spd=spd, interrupted=named)
        yield from do(match, event)
        named = chosen


def _interrupter(match: Match, side: Side, named: Piece) -> Procedure[Piece | None]:
    """Ask a player whether to interrupt, and with which fighter; None if it has none that is fast enough."""
    own, spd = _fighters_of_side(match, side), total_value(match, Query(Characteristic.SPD, named))

    def objection(piece: Piece) -> Refusal | None:
        return first_objection(match, lambda: why_not_interrupt(match, piece, named, spd))

    def question() -> Interruption:
        known = cache_objections(match, objection)
        return Interruption(asked=side, fighter=named, options=own, objection=known, optional=True)

    asked = question()
    if asked.bars_all(own):
        skip(match, question)
        return None
    return (yield from ask(asked))


def why_not_interrupt(match: Match, piece: Piece, named: Piece, spd: int) -> Refusal | None:
    """The reason why a fighter may not interrupt another, or None; it must be strictly faster than `spd`."""
    refusal = why_not_designate(match, piece)
    if refusal is not None:
        return refusal
    own = total_value(match, Query(Characteristic.SPD, piece))
    if own > spd:
        return None
    about = {"fighter": piece, "named": named, "spd": own, "other": spd}
    return Refusal(rule="activation.interrupt", reason="not-faster", about=about)
