"""What was found out about a match is remembered here: each way says of what it may be, and till when."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from edencli.match.state import Layout, State

T = TypeVar("T")


class MatchCaches:
    """What a match remembers of what was found out about it."""

    changes = 0
    """How many events have happened to this match, taken back or not."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._setup_cache: dict[Hashable, Any] = {}
        self._scenery_cache: dict[Hashable, Any] = {}
        self._layout_cache: tuple[Layout | None, dict[Hashable, Any]] = None, {}
        self._ground_cache: tuple[object, dict[Hashable, Any]] = None, {}
        self._moment_cache: tuple[State | None, int, dict[Hashable, Any]] = None, 0, {}

    def cache_for_setup(self, what: Hashable, find: Callable[[], T]) -> T:
        """Find out what follows from the book, the field and the scenery, and remember it for the match."""
        known = self._setup_cache
        if what not in known:
            known[what] = find()
        found: T = known[what]
        return found

    def cache_for_scenery(self, what: str, name: str, find: Callable[[Any, str], T]) -> T:
        """Compute something about a piece of scenery once for each way it can lie, and remember it.

        Only for what follows from the set-up, the rulebook and the state of that one piece.
        """
        key = what, name, self.state.scenery[name]
        if key not in self._scenery_cache:
            self._scenery_cache[key] = find(self, name)
        found: T = self._scenery_cache[key]
        return found

    def cache_for_moment(self, what: Hashable, find: Callable[[], T]) -> T:
        """Find something out, and remember it till an event happens or the match has another state.

        What players tell of a field is no event that happens: it may be told meanwhile.
        """
        state, changes, known = self._moment_cache
        if state is not self.state or changes != self.changes:
            self._moment_cache = self.state, self.changes, (known := {})
        if what not in known:
            known[what] = find()
        found: T = known[what]
        return found

    def cache_for_layout(self, what: Hashable, find: Callable[[], T]) -> T:
        """Find something out about where everything lies, and remember it till anything lies elsewhere."""
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
        """Find something out about how all scenery lies, and remember it till some lies otherwise.

        Only for what follows from the set-up, the rulebook and the states of the scenery.
        """
        ground, known = self._ground_cache
        if ground is not self.state.layout.ground:
            self._ground_cache = self.state.layout.ground, (known := {})
        if what not in known:
            known[what] = find()
        found: T = known[what]
        return found
