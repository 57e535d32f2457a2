"""A tally of what cards did in matches: which of their effects worked, and which only might have.

Effects are compared by identity: equal effects of two cards are counted separately. Only the watched
match is counted, and not copies of it in which something is tried.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edencli.match.match import Match


class EffectTally:
    """The effects that fired, and those that were offered: in force, or put to a player."""

    def __init__(self) -> None:
        self._fired: dict[int, object] = {}
        self._offered: dict[int, object] = {}
        self._watched: Match | None = None

    def watch(self, match: "Match") -> None:
        """Count what the cards of this match do, and stop counting for other matches."""
        self._watched = match
        match.tally = self

    def note_fired(self, match: "Match", effect: object) -> None:
        """Note that an effect did something."""
        if match is self._watched:
            self._fired[id(effect)] = effect

    def note_offered(self, match: "Match", effects: Iterable[object]) -> None:
        """Note that effects might have done something."""
        if match is self._watched:
            self._offered.update((id(effect), effect) for effect in effects)

    def has_fired(self, effect: object) -> bool:
        """Tell whether an effect did something."""
        return id(effect) in self._fired

    def was_offered(self, effect: object) -> bool:
        """Tell whether an effect might have done something."""
        return id(effect) in self._offered
