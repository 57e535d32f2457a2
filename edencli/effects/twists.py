"""Changes that cards make to an event: prevented, less, more, another marker, other dice, other operations.

`TWISTS` has a row for each word of `instead`. Each function takes the card at work, its effect and the
change, and returns what happens instead, or None.
"""

from collections.abc import Callable, Mapping
from typing import Any

from edencli.effects.dice_twists import DICE_TWISTS, has_dice_to_change
from edencli.effects.memory import naming_parts
from edencli.effects.operations import ask_to_pick, can_choose, perform_operations
from edencli.effects.scope import Scope
from edencli.match.card_events import PassedOn
from edencli.match.events import Cause, CpLost, Event, Healed, Located, MarkersAdded, Wounded
from edencli.match.match import Match, Procedure
from edencli.match.needed_facts import with_needed_facts
from edencli.match.pieces import Piece
from edencli.match.reasons import Amount
from edencli.match.rules_api import ask, do
from edencli.model import effect as words
from edencli.model.card_words import CardEvent, Owner
from edencli.model.effect import Instead
from edencli.rules.questions import TargetChoice
from edencli.rules.rolls import limb_at
from edencli.rules.wounds import lose_cp

PUTS_IN_PLACE = words.ReplaceChange | words.ActFirst | words.RedirectChange
"""Changes by which something else happens instead: players pick the order in which such cards work."""


def _prevent(_: Scope, __: Instead, ___: Event) -> Procedure[Event | None]:
    yield from ()
    return None


def _change_amount(sign: int) -> Callable[[Scope, Instead, Event], Procedure[Event | None]]:
    """Return a change that lowers or raises an amount; a change to 0 does not happen at all."""

    def twist(scope: Scope, effect: Instead, change: Event) -> Procedure[Event | None]:
        yield from ()
        part, change_by = effect.event.amount, getattr(effect.change, "by", None)
        if part is None or change_by is None:
            return change
        least = change.absorbed if isinstance(change, Wounded) and getattr(effect.change, "net", False) else 0
        n = max(least, getattr(change, part) + sign * scope.amount(change_by))
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


def has_something_to_do(scope: Scope, effect: Instead, change: Event) -> bool:
    """Tell whether an effect has what it needs: dice to change, a target, or another fighter to suffer."""
    twist = effect.change
    if isinstance(twist, words.RedirectChange):
        return bool(with_needed_facts(scope.match, lambda: _other_sufferers(scope, effect, change)))
    if isinstance(twist, words.ReplaceChange | words.ActFirst) and (choose := twist.choose) is not None:
        return with_needed_facts(scope.match, lambda: can_choose(scope, twist.do, choose))
    return has_dice_to_change(effect, change)


def _turn_location(scope: Scope, effect: Instead, change: Event) -> Procedure[Event | None]:
    """Let the card's player name another face of the location die, near the one rolled."""
    assert isinstance(change, Located), "the event of its card"  # noqa: S101
    assert isinstance(effect.change, words.TurnLocation), "its word"  # noqa: S101
    rolls, by = scope.match.book.rolls, effect.change.by
    faces = range(
        max(rolls.location_lowest, change.face - by), min(rolls.location_highest, change.face + by) + 1
    )
    face = faces[(yield from ask_to_pick(scope, Owner.OWN, [str(face) for face in faces]))]
    return change.with_changes(face=face, limb=limb_at(scope.match, change.victim, face))


def _replace(scope: Scope, effect: Instead, _: Event) -> Procedure[Event | None]:
    """Do something else; the change does not happen."""
    assert isinstance(effect.change, words.ReplaceChange), "its word"  # noqa: S101
    yield from perform_operations(scope, effect.change.do, effect.change.choose)
    return None


def _act_first(scope: Scope, effect: Instead, change: Event) -> Procedure[Event | None]:
    """Do something before the change, which happens afterwards if it still can and is not prevented."""
    assert isinstance(effect.change, words.ActFirst), "its word"  # noqa: S101
    prevented: list[Match] = []
    before = _standing(scope.match, change)
    yield from perform_operations(scope._replace(prevented=prevented), effect.change.do, effect.change.choose)
    is_prevented = any(one is scope.match for one in prevented)
    if is_prevented or not _can_happen_still(scope.match, effect.event, change, before):
        return None
    left = change.with_changes().clamped(scope.match.state)
    return left if getattr(left, "n", 1) and getattr(left, "limbs", True) else None


_Standing = Mapping[Piece, tuple[int, int] | None]


def _standing(match: Match, change: Event) -> _Standing:
    """Return the places that a change depends on: of its fighters, or of all fighters for a movement."""
    pieces = [one for one in change.as_dict().values() if isinstance(one, Piece)]
    if change.kind in {CardEvent.MOVED, CardEvent.PLACED}:
        pieces = list(match.state.fighters)
    return {piece: match.state_of(piece).place for piece in pieces}


def _can_happen_still(match: Match, event: CardEvent, change: Event, before: _Standing) -> bool:
    """Tell whether a change can still happen after something else: its sufferer or doer is on the field.

    An attack or a movement can no longer happen if a fighter it depends on has changed its place.
    """
    named = (getattr(change, part) for part in (event.sufferer, event.doer) if part)
    concerned = [piece for piece in named if isinstance(piece, Piece)]
    if change.kind in _MEASURED:
        is_as_before = before == {piece: match.state_of(piece).place for piece in before}
        return is_as_before and (change.kind == CardEvent.PLACED or match.is_on_field(*concerned))
    return match.is_on_field(*concerned[:1])


_MEASURED = frozenset({CardEvent.ATTACK_BEGUN, CardEvent.MOVED, CardEvent.PLACED})
"""The changes that are aimed or measured before they happen."""


def _redirect(scope: Scope, effect: Instead, change: Event) -> Procedure[Event | None]:
    """Have another fighter suffer the change."""
    others = _other_sufferers(scope, effect, change)
    if not others:
        return change
    question = TargetChoice(
        asked=scope.side_of(Owner.OWN),
        card=scope.source.card,
        fighter=scope.source.user,
        options=tuple(others),
        mid_act=True,
        trial=lambda match, piece: apply_change(match, _passed_on(effect, change, piece)),
    )
    to = yield from ask(question)
    named = naming_parts(scope)
    passed = PassedOn(**{**named, "fighter": _sufferer(effect, change)}, to=to, change=change.kind)
    yield from do(scope.match, passed)
    return _passed_on(effect, change, to)


def _sufferer(effect: Instead, change: Event) -> Piece:
    piece: Piece = getattr(change, effect.event.sufferer or "")
    return piece


def _passed_on(effect: Instead, change: Event, to: Piece) -> Event:
    """Return the change as another fighter suffers it, with the fighters it was passed on by."""
    before = (*getattr(change, "passed_on_by"), _sufferer(effect, change))  # noqa: B009  # some events have it
    return change.with_changes(**{effect.event.sufferer or "": to, "passed_on_by": before})


def _other_sufferers(scope: Scope, effect: Instead, change: Event) -> list[Piece]:
    """Return the fighters that may suffer a change instead; none that has already passed it on."""
    if not isinstance(effect.change, words.RedirectChange):
        return []
    barred = {_sufferer(effect, change), *getattr(change, "passed_on_by", ())}
    return [
        piece
        for piece in scope.matching_fighters(effect.change.to)
        if piece not in barred and _can_suffer(scope.match, piece, change)
    ]


def _can_suffer(match: Match, piece: Piece, change: Event) -> bool:
    """Tell whether a change would do anything to a fighter."""
    fighter = match.state_of(piece)
    if isinstance(change, Healed):
        return bool(fighter.lost.get(change.limb))
    return not isinstance(change, CpLost) or any(fighter.cp_left(limb) > 0 for limb in change.limbs)


def apply_change(match: Match, change: Event) -> Procedure[None]:
    """Apply a change on a copy of the match, and let a wound cost its CP; nothing else follows from it."""
    change.apply(match.state)
    if isinstance(change, Wounded) and change.limb is not None:
        loss = {change.limb: change.wounds - change.absorbed}
        yield from lose_cp(match, change.victim, loss, Cause(change.by, change.how, change.weapon))


TWISTS: Mapping[type[words.Twist], Callable[[Scope, Instead, Any], Procedure[Event | None]]] = {
    words.Prevent: _prevent,
    words.Lessen: _change_amount(-1),
    words.Raise: _change_amount(1),
    words.Become: _become,
    words.TurnLocation: _turn_location,
    words.ReplaceChange: _replace,
    words.ActFirst: _act_first,
    words.RedirectChange: _redirect,
    **DICE_TWISTS,
}
