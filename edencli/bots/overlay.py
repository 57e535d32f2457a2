"""A position that lies over another: it reads through to that one, keeps changes, and may note what is read.

Nothing is copied before it is read, and nothing below is changed. What lies below must not change meanwhile.
Knows no rule: what is noted is which part of which fighter or player, or of the table, was looked at.
"""

from collections.abc import Iterator
from copy import copy
from typing import Any, TypeAlias, cast

from edencli.match.events import Event
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.state import FighterState, Layout, SideState, State

StatePart: TypeAlias = str | tuple[str, str]
"""A part of a state by its name, or what a method of it says of a word."""
Reads: TypeAlias = dict[tuple[Piece | Side | None, StatePart], Any]
"""What was read: the part of a fighter or a player, or of the table itself, and what it was."""
LOG = None, "log"
"""Where it is noted that the log was looked at."""
_CONSTANT = {"card", "npfs"}


def _read_through(self: Any, name: str) -> Any:
    """A part that has no value of its own yet: that of what lies below, from now on its own."""
    value = getattr(self.under, name)
    is_table = type(value) is dict
    if self.reads is not None and name not in _CONSTANT:
        self.reads[self.owner, name] = value.copy() if is_table else value
    if is_table:
        value = value.copy()
    setattr(self, name, value)
    return value


class FighterOverlay(FighterState):
    """A fighter over another."""

    __slots__ = ("owner", "reads", "under")

    def __init__(self, under: FighterState, owner: Piece, reads: Reads | None) -> None:
        self.under, self.owner, self.reads = under, owner, reads

    __getattr__ = _read_through

    def copy(self) -> FighterState:
        """A copy of this fighter that lies over it."""
        return FighterOverlay(self, self.owner, None)


_OWN_IN_FORCE = SideState.__dict__["in_force"].__get__
"""The tactical cards in force that a player was given a value of, not those of what lies below."""


class SideOverlay(SideState):
    """A player over another."""

    __slots__ = ("owner", "reads", "under")

    def __init__(self, under: SideState, owner: Side, reads: Reads | None) -> None:
        self.under, self.owner, self.reads = under, owner, reads

    __getattr__ = _read_through

    def has_in_force(self, card: str) -> bool:
        """Tell whether a tactical card of this player works now; only that is noted, not which others do."""
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
    """A table over another."""

    __slots__ = ("owner", "reads", "under")

    def __init__(self, under: State, reads: Reads | None = None) -> None:
        self.under, self.owner, self.reads = under, None, reads
        self.fighters = {
            piece: FighterOverlay(fighter, piece, reads) for piece, fighter in under.fighters.items()
        }
        self.sides = {side: SideOverlay(state, side, reads) for side, state in under.sides.items()}
        self.field = under.field.copy_for(self.fighters)
        if reads is not None:
            self.layout = Layout()  # so that each place that is looked at is noted for itself

    __getattr__ = _read_through

    def copy(self) -> State:
        """A copy of this table that lies over it."""
        return StateOverlay(self)


class _WatchedLog:
    """A log that notes that it is looked at."""

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
    """The match over another position, to be changed at will; the log is that of the other."""
    there = copy(view)
    there.state = StateOverlay(view.state)
    return there


def watched_match(view: Match, reads: Reads) -> Match:
    """The match as it is, where it is noted what of its state and whether its log is looked at."""
    there = copy(view)
    there.state = StateOverlay(view.state, reads)
    there.log = cast("list[Event]", _WatchedLog(view.log, reads))
    return there
