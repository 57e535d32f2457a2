"""Overlays: positions that read through to the one below, keep their own changes, and can note what is read.

Nothing is copied before it is read, and nothing below is changed. What is below must not change meanwhile.
Knows no rule: it notes only which part of which fighter or player, or of the table, was read.
"""

from collections.abc import Iterator
from copy import copy
from typing import Any, TypeAlias, cast

from edencli.match.events import Event
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.state import FighterState, Layout, SideState, State

StatePart: TypeAlias = str | tuple[str, str]
"""A part of a state by its name, or a method of it with its argument."""
Reads: TypeAlias = dict[tuple[Piece | Side | None, StatePart], Any]
"""What was read: the owner (a fighter, a player, None for the table) with the part, and its value."""
LOG = None, "log"
"""The key under which it is noted that the log was read."""
_CONSTANT = {"card", "npfs"}


def _read_through(self: Any, name: str) -> Any:
    """Read a part from below, and keep it as this overlay's own from then on."""
    value = getattr(self.under, name)
    is_table = type(value) is dict
    if self.reads is not None and name not in _CONSTANT:
        self.reads[self.owner, name] = value.copy() if is_table else value
    if is_table:
        value = value.copy()
    setattr(self, name, value)
    return value


class FighterOverlay(FighterState):
    """A fighter that lies over another."""

    __slots__ = ("owner", "reads", "under")

    def __init__(self, under: FighterState, owner: Piece, reads: Reads | None) -> None:
        self.under, self.owner, self.reads = under, owner, reads

    __getattr__ = _read_through

    def copy(self) -> FighterState:
        """A copy of this fighter that lies over it."""
        return FighterOverlay(self, self.owner, None)


_OWN_IN_FORCE = SideState.__dict__["in_force"].__get__
"""The tactical cards in force that are a player's own value here, not one from below."""


class SideOverlay(SideState):
    """A player that lies over another."""

    __slots__ = ("owner", "reads", "under")

    def __init__(self, under: SideState, owner: Side, reads: Reads | None) -> None:
        self.under, self.owner, self.reads = under, owner, reads

    __getattr__ = _read_through

    def has_in_force(self, card: str) -> bool:
        """Tell whether a tactical card of this player is in force; only this one card is noted as read."""
        try:
            return card in _OWN_IN_FORCE(self)
        except AttributeError:
            found = self.under.has_in_force(card)
        if self.reads is not None:
            self.reads[self.owner, ("has_in_force", card)] = found
        return found

    def copy(self) -> SideState:
        """A copy of this player that lies over it."""
        return SideOverlay(self, self.owner, None)


class StateOverlay(State):
    """A table that lies over another."""

    __slots__ = ("owner", "reads", "under")

    def __init__(self, under: State, reads: Reads | None = None) -> None:
        self.under, self.owner, self.reads = under, None, reads
        self.fighters = {
            piece: FighterOverlay(fighter, piece, reads) for piece, fighter in under.fighters.items()
        }
        self.sides = {side: SideOverlay(state, side, reads) for side, state in under.sides.items()}
        self.field = under.field.copy_for(self.fighters)
        if reads is not None:
            self.layout = Layout()  # so that each place is noted separately when it is read

    __getattr__ = _read_through

    def copy(self) -> State:
        """A copy of this table that lies over it."""
        return StateOverlay(self)


class _WatchedLog:
    """A log that notes that it is read."""

    def __init__(self, log: list[Event], reads: Reads, more: tuple[Event, ...] = ()) -> None:
        self._log, self._reads, self._more = log, reads, more

    def __add__(self, more: list[Event]) -> "_WatchedLog":
        return _WatchedLog(self._log, self._reads, (*self._more, *more))

    def _read(self) -> list[Event]:
        self._reads[LOG] = None
        return [*self._log, *self._more]

    def __len__(self) -> int:
        return len(self._read())

    def __iter__(self) -> Iterator[Event]:
        return iter(self._read())

    def __reversed__(self) -> Iterator[Event]:
        return reversed(self._read())

    def __getitem__(self, at: Any) -> Any:
        return self._read()[at]


def overlay_match(view: Match) -> Match:
    """The match over another position, which can be changed freely; the log is that of the other."""
    there = copy(view)
    there.state = StateOverlay(view.state)
    return there


def watched_match(view: Match, reads: Reads) -> Match:
    """The match as it is, with a note of which parts of its state are read, and whether its log is."""
    there = copy(view)
    there.state = StateOverlay(view.state, reads)
    there.log = cast("list[Event]", _WatchedLog(view.log, reads))
    return there
