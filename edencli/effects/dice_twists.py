"""Changes that cards make to thrown dice: rerolls, faces that count as others, additional dice.

Each function takes the card at work, its effect and the roll, and returns the roll as it counts then.
"""

from collections.abc import Callable, Mapping
from typing import Any

from edencli.effects.scope import Scope
from edencli.match.events import Event, Rolled
from edencli.match.limits import DICE_PER_THROW, OverBudgetError
from edencli.match.match import Match, Procedure
from edencli.match.rules_api import ask
from edencli.model import effect as words
from edencli.model.card_words import Owner
from edencli.model.effect import Instead
from edencli.model.terms import FACES
from edencli.rules.questions import ROLLS, CharacteristicRoll, EmptyRoll, PickChoice
from edencli.rules.rolls import count_successes, rolling_side


def has_dice_to_change(effect: Instead, change: Event) -> bool:
    """Tell whether there are dice that an effect can change; effects without dice always can."""
    twist = effect.change
    if isinstance(twist, words.Reroll):
        return bool(_dice_to_reroll(change, twist))
    dice = change.dice if isinstance(change, Rolled) else ()
    if isinstance(twist, words.SetDie):
        return any(face != twist.to for face in dice)
    return bool(dice) if isinstance(twist, words.AddToDice) else True


def _dice_to_reroll(change: Event, twist: words.Reroll) -> list[int]:
    """Return the places of the dice to reroll: those with some faces, or those that did not succeed."""
    if not isinstance(change, Rolled):
        return []
    meant = [
        n
        for n, face in enumerate(change.dice)
        if (face in twist.faces if twist.faces else face < change.needed)
    ]
    return meant[: twist.most]


def _reroll(scope: Scope, twist: words.Reroll, change: Rolled) -> Procedure[Rolled]:
    """Reroll dice; the card's player throws those of a roll that belongs to no fighter."""
    places = _dice_to_reroll(change, twist)
    if twist.picked or twist.n is not None:
        most = len(places) if twist.n is None else scope.amount(twist.n)
        places = yield from _pick_dice(scope, change, places, most)
    if not places:
        return change
    faces = yield from _throw(scope, change, len(places))
    dice = list(change.dice)
    for place, face in zip(places, faces, strict=True):
        dice[place] = face
    return _with_dice(change, dice)


def _pick_dice(scope: Scope, change: Rolled, places: list[int], most: int) -> Procedure[list[int]]:
    """Let the card's player pick dice by their faces, one by one, until there are enough."""
    left, picked = list(places), list[int]()
    while left and len(picked) < most:
        faces = sorted({change.dice[place] for place in left})
        n: int | None = yield from ask(_face_question(scope, faces, optional=True))
        if n is None:
            break
        picked.append(next(place for place in left if change.dice[place] == faces[n]))
        left.remove(picked[-1])
    return sorted(picked)


def _face_question(scope: Scope, faces: list[int], *, optional: bool = False) -> PickChoice:
    """Ask the card's player to pick one of the faces thrown."""
    return PickChoice(
        asked=scope.side_of(Owner.OWN),
        card=scope.source.card,
        fighter=scope.source.user,
        options=range(len(faces)),
        names=tuple(map(str, faces)),
        optional=optional,
        mid_act=True,
        trial=_try_die if optional else None,
    )


def _try_die(_: Match, __: object) -> Procedure[None]:
    """Change nothing: what a die shows next is unknown; of equal answers, bots do something."""
    yield from ()


def _set_die(scope: Scope, twist: words.SetDie, change: Rolled) -> Procedure[Rolled]:
    """Let the card's player pick the face of a die that then counts as another."""
    dice = list(change.dice)
    for _ in range(twist.most):
        faces = sorted({face for face in dice if face != twist.to})
        if not faces:
            break
        picked = yield from ask(_face_question(scope, faces))
        dice[dice.index(faces[picked])] = twist.to
    return _with_dice(change, dice)


def _add_to_dice(scope: Scope, twist: words.AddToDice, change: Rolled) -> Procedure[Rolled]:
    yield from ()
    by = scope.amount(twist.by)
    return _with_dice(change, [max(FACES[0], min(face + by, FACES[-1])) for face in change.dice])


def _add_dice(scope: Scope, twist: words.AddDice, change: Rolled) -> Procedure[Rolled]:
    """Throw additional dice, at most as many as the budget allows."""
    more = scope.amount(twist.by)
    if more < 1:
        return change
    if len(change.dice) + more > DICE_PER_THROW:
        raise OverBudgetError("dice", (scope.source.card,))
    faces = yield from _throw(scope, change, more)
    return _with_dice(change, [*change.dice, *faces])


def _throw(scope: Scope, change: Rolled, dice: int) -> Procedure[tuple[int, ...]]:
    """Throw dice that belong to a roll; the card's player throws those of fire, which no fighter throws."""
    kind = CharacteristicRoll if change.rule == EmptyRoll.rule else ROLLS[change.rule]
    asked = (
        scope.side_of(Owner.OWN) if change.by is None else rolling_side(scope.match, change.by, change.victim)
    )
    question = kind(
        asked=asked,
        by=change.by,
        dice=dice,
        needed=change.needed,
        pool=change.pool,
        difficulty=change.difficulty,
        step=change.step,
        victim=change.victim,
    )
    return (yield from ask(question))


def _with_dice(change: Rolled, dice: list[int]) -> Rolled:
    return change.with_changes(dice=tuple(dice), successes=count_successes(tuple(dice), change.needed))


def _upon_roll(
    change_dice: Callable[[Scope, Any, Rolled], Procedure[Rolled]],
) -> Callable[[Scope, Instead, Any], Procedure[Event | None]]:
    """Wrap a change of dice as a change of any event."""

    def twist(scope: Scope, effect: Instead, change: Event) -> Procedure[Event | None]:
        assert isinstance(change, Rolled), "the event of its card"  # noqa: S101  # the validator wants it
        return (yield from change_dice(scope, effect.change, change))

    return twist


DICE_TWISTS: Mapping[type[words.Twist], Callable[[Scope, Instead, Any], Procedure[Event | None]]] = {
    words.Reroll: _upon_roll(_reroll),
    words.SetDie: _upon_roll(_set_die),
    words.AddToDice: _upon_roll(_add_to_dice),
    words.AddDice: _upon_roll(_add_dice),
}
