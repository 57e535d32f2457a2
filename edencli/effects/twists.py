"""What a card puts in the place of a change: prevented, less, more, another marker, other dice.

A row for each word of `instead`. It is given the card at work, its effect and the change, and returns what
happens in place of the change, or None.
"""

from collections.abc import Callable, Mapping
from typing import Any

from edencli.effects.dice_twists import DICE_TWISTS
from edencli.effects.operations import ask_to_pick
from edencli.effects.scope import Scope
from edencli.match.events import Event, Located, MarkersAdded, Wounded
from edencli.match.match import Procedure
from edencli.match.reasons import Amount
from edencli.model import effect as words
from edencli.model.card_words import Owner
from edencli.model.effect import Instead
from edencli.rules.rolls import limb_at


def _prevent(_: Scope, __: Instead, ___: Event) -> Procedure[Event | None]:
    yield from ()
    return None


def _change_amount(sign: int) -> Callable[[Scope, Instead, Event], Procedure[Event | None]]:
    """Lower or raise the amount of a change; what comes to nothing does not happen."""

    def twist(scope: Scope, effect: Instead, change: Event) -> Procedure[Event | None]:
        yield from ()
        part, change_by = effect.event.amount, getattr(effect.change, "by", None)
        if part is None or change_by is None:
            return change
        n = max(0, getattr(change, part) + sign * scope.amount(change_by))
        changed = change.with_changes(**{part: n})
        if isinstance(changed, Wounded):
            changed = changed.with_changes(absorbed=min(n, Amount(changed.protection).total))
        return changed if n else None

    return twist


def _become(_: Scope, effect: Instead, change: Event) -> Procedure[Event | None]:
    yield from ()
    if isinstance(change, MarkersAdded) and isinstance(effect.change, words.Become):
        return change.with_changes(marker=effect.change.marker)
    return change


def _turn_location(scope: Scope, effect: Instead, change: Event) -> Procedure[Event | None]:
    """Let the card's player name another face of the location, near the one that fell."""
    assert isinstance(change, Located), "the event of its card"  # noqa: S101
    assert isinstance(effect.change, words.TurnLocation), "its word"  # noqa: S101
    rolls, by = scope.match.book.rolls, effect.change.by
    faces = range(
        max(rolls.location_lowest, change.face - by), min(rolls.location_highest, change.face + by) + 1
    )
    face = faces[(yield from ask_to_pick(scope, Owner.OWN, [str(face) for face in faces]))]
    return change.with_changes(face=face, limb=limb_at(scope.match, change.victim, face))


TWISTS: Mapping[type[words.Twist], Callable[[Scope, Instead, Any], Procedure[Event | None]]] = {
    words.Prevent: _prevent,
    words.Lessen: _change_amount(-1),
    words.Raise: _change_amount(1),
    words.Become: _become,
    words.TurnLocation: _turn_location,
    **DICE_TWISTS,
}
