"""Caches of a match: each function says what it may cache, and until when."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from edencli.match.state import Layout, State

T = TypeVar("T")


class MatchCaches:
    """The caches of a match."""

    changes = 0
    """The number of events that have happened to this match, undone ones included."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._setup_cache: dict[Hashable, Any] = {}
        self._scenery_cache: dict[Hashable, Any] = {}
        self._layout_cache: tuple[Layout | None, dict[Hashable, Any]] = None, {}
        self._ground_cache: tuple[object, dict[Hashable, Any]] = None, {}
        self._moment_cache: tuple[State | None, int, dict[Hashable, Any]] = None, 0, {}

    def cache_for_setup(self, what: Hashable, find: Callable[[], T]) -> T:
        """Cache what follows from the rulebook and the set-up, for the whole match."""
        known = self._setup_cache
        if what not in known:
            known[what] = find()
        found: T = known[what]
        return found

    def cache_for_scenery(self, what: str, name: str, find: Callable[[Any, str], T]) -> T:
        """Cache something about a piece of scenery, once for each state that the piece may have.

        Only for what follows from the set-up, the rulebook and the state of that one piece.
        """
        key = what, name, self.state.scenery[name]
        if key not in self._scenery_cache:
            self._scenery_cache[key] = find(self, name)
        found: T = self._scenery_cache[key]
        return found

    def cache_for_moment(self, what: Hashable, find: Callable[[], T]) -> T:
        """Cache something until an event happens or the match has another state.

        Answers of players about the field are no events here: they may come meanwhile.
        """
        state, changes, known = self._moment_cache
        if state is not self.state or changes != self.changes:
            self._moment_cache = self.state, self.changes, (known := {})
        if what not in known:
            known[what] = find()
        found: T = known[what]
        return found

    def cache_for_layout(self, what: Hashable, find: Callable[[], T]) -> T:
        """Cache something about where everything lies, until anything lies elsewhere."""
        if self.state.field.asks_players:
            return find()
        layout, known = self._layout_cache
        if layout is not self.state.layout:
            self._layout_cache = self.state.layout, (known := {})
        if what not in known:
            known[what] = find()
        found: T = known[what]
        return found

    def cache_for_ground(self, what: Hashable, find: Callable[[], T]) -> T:
        """Cache something about where all scenery lies, until the state of any piece changes.

        Only for what follows from the set-up, the rulebook and the states of the scenery.
        """
        ground, known = self._ground_cache
        if ground is not self.state.layout.ground:
            self._ground_cache = self.state.layout.ground, (known := {})
        if what not in known:
            known[what] = find()
        found: T = known[what]
        return found
