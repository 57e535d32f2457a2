"""Listeners for tests: effects like those of cards, without cards."""

from collections.abc import Callable, Sequence

from edencli.field.units import cm
from edencli.match.events import ApSpent, Event, Left
from edencli.match.match import Listener, Match, Procedure, Trigger
from edencli.match.pieces import Piece
from edencli.match.rules_api import do
from edencli.match.state import Gone
from edencli.match.table_events import Placed
from edencli.rules.rolls import count_successes

Replacement = Callable[[Event], Event | None]
Effect = Callable[[Match], Procedure[None]]


class Card(Listener):
    """A listener to one kind of event (`step` narrows it): what it replaces it with, or what it sets off."""

    def __init__(
        self,
        kind: type[Event],
        *,
        step: str | None = None,
        instead: Replacement | None = None,
        then: Effect | None = None,
        name: str = "card",
    ) -> None:
        self.kind, self.step, self.name = kind, step, name
        self.instead, self.then = instead, then

    def replaces(self, kind: type[Event]) -> bool:
        return self.instead is not None and issubclass(kind, self.kind)

    def hears(self, kind: type[Event]) -> bool:
        return self.then is not None and issubclass(kind, self.kind)

    def replace(self, match: Match, change: Event) -> Procedure[Event | None]:  # noqa: ARG002  # the interface of listeners
        yield from ()
        return self.instead(change) if self.instead and self._is_about(change) else change

    def triggers(self, match: Match, event: Event) -> Sequence[Trigger]:
        if self.then is None or not self._is_about(event):
            return ()
        then = self.then
        return (Trigger(self.name, lambda: then(match)),)

    def _is_about(self, event: Event) -> bool:
        return isinstance(event, self.kind) and (
            self.step is None or self.step == getattr(event, "step", None)
        )


def loses(piece: Piece) -> Effect:
    """Put a fighter out of action."""

    def effect(match: Match) -> Procedure[None]:
        yield from do(match, Left(rule="wound.incapacitated", fighter=piece, why=Gone.INCAPACITATED))

    return effect


def put_at(piece: Piece, x: float, y: float) -> Effect:
    """Put a fighter at a place, in centimetres."""

    def effect(match: Match) -> Procedure[None]:
        yield from do(match, Placed(rule="card-over-rule", fighter=piece, place=(cm(x), cm(y))))

    return effect


def spends(piece: Piece, n: int) -> Effect:
    """Take action points from a fighter."""

    def effect(match: Match) -> Procedure[None]:
        yield from do(match, ApSpent(rule="card-over-rule", fighter=piece, n=n, act="card"))

    return effect


def dice(*faces: int) -> Replacement:
    """Replace the dice of a roll."""
    return lambda roll: roll.with_changes(dice=faces, successes=count_successes(faces, roll.needed))  # type: ignore[attr-defined]
