"""What a card puts in the place of a change: prevented, less, more, another marker, dice thrown again.

A row for each word of `instead`. It is given the card at work, its effect and the change, and returns what
happens in place of the change, or None.
"""

from collections.abc import Callable, Mapping
from typing import Any

from edencli.effects.operations import ask_to_pick
from edencli.effects.scope import Scope
from edencli.match.events import Event, Located, MarkersAdded, Rolled, Wounded
from edencli.match.match import Procedure
from edencli.match.reasons import Amount
from edencli.match.rules_api import ask
from edencli.model import effect as words
from edencli.model.card_words import Owner
from edencli.model.effect import Instead
from edencli.rules.questions import ROLLS
from edencli.rules.rolls import count_successes, limb_at, rolling_side


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


def has_dice_to_reroll(effect: Instead, change: Event) -> bool:
    """Tell whether some dice failed that a card throws again; every other card finds what it changes."""
    return not isinstance(effect.change, words.Reroll) or bool(_failed_dice(change, effect.change))


def _failed_dice(change: Event, twist: words.Reroll) -> list[int]:
    """The dice that did not succeed, by their places: those that may be thrown again."""
    if not isinstance(change, Rolled):
        return []
    return [n for n, face in enumerate(change.dice) if face < change.needed][: twist.most]


def _reroll(scope: Scope, effect: Instead, change: Event) -> Procedure[Event | None]:
    """Throw dice again that did not succeed; what nobody throws the card's player does."""
    assert isinstance(change, Rolled), "the event of its card"  # noqa: S101  # `_failed` found dice
    assert isinstance(effect.change, words.Reroll), "its word"  # noqa: S101
    places = _failed_dice(change, effect.change)
    asked = (
        scope.side_of(Owner.OWN) if change.by is None else rolling_side(scope.match, change.by, change.victim)
    )
    question = ROLLS[change.rule](
        asked=asked,
        by=change.by,
        dice=len(places),
        needed=change.needed,
        pool=change.pool,
        difficulty=change.difficulty,
        step=change.step,
        victim=change.victim,
    )
    faces = yield from ask(question)
    dice = list(change.dice)
    for place, face in zip(places, faces, strict=True):
        dice[place] = face
    return change.with_changes(dice=tuple(dice), successes=count_successes(tuple(dice), change.needed))


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
    words.Reroll: _reroll,
    words.TurnLocation: _turn_location,
}
