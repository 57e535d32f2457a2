"""A cache of what bots found out about a match, valid while everything read to find it is unchanged.

Nothing else decides whether an answer is recalled, in whatever position: no rule and no card. Results of a
look at the log are not kept. All positions considered in one match share its memory; a side that sees other
cards of its enemy has another. The evaluations of an answer count again when it is recalled, so that a bound
does not depend on the cache.
"""

from collections.abc import Callable, Hashable
from operator import attrgetter, methodcaller
from typing import Any, Generic, NamedTuple, TypeVar

from edencli.bots.evaluations import bounded_evaluations, count_evaluations
from edencli.bots.overlay import LOG, Reads, StatePart, watched_match
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.state import State

T = TypeVar("T")
ANSWERS_KEPT = 24
"""How many answers to one question are kept, each from another position; the most recent first."""
VIEWS_KEPT = 4
"""How many views of a match are remembered: those of each side, and one before a card was shown."""


class _Look(NamedTuple):
    """Some parts of a fighter, a player or the table, and the values that were read."""

    owner: Piece | Side | None
    parts: Callable[[Any], Any]
    seen: Any


def _part_owner(state: State, owner: Piece | Side | None) -> Any:
    if owner is None:
        return state
    return state.sides[owner] if isinstance(owner, Side) else state.fighters[owner]


class Recollection(NamedTuple, Generic[T]):
    """What was found about a match, and the parts of its state that were read, each with its owner."""

    found: T
    read: frozenset[tuple[Piece | Side | None, StatePart]]


class _Answer(NamedTuple):
    """What was found, what was read to find it, and how many evaluations it took."""

    looks: tuple[_Look, ...]
    evaluations: int
    finding: Recollection[Any]

    def holds_in(self, state: State) -> bool:
        """Tell whether everything that was read has equal values in a position."""
        for owner, parts, seen in self.looks:  # noqa: SIM110  # asked often; a generator would double its time
            if parts(_part_owner(state, owner)) != seen:
                return False
        return True


class Memory:
    """What one side found out about one match, as it sees that match, with the same fighters."""

    def __init__(self) -> None:
        self._answers: dict[Hashable, list[_Answer]] = {}

    def recall(self, view: Match, what: Hashable, find: Callable[[Match], T]) -> Recollection[T]:
        """The result of `find` for a match, as it was found before, or else found now."""
        answers, state = self._answers.setdefault(what, []), view.state
        for n, answer in enumerate(answers):
            if answer.holds_in(state):
                if n:
                    answers.insert(0, answers.pop(n))
                count_evaluations(answer.evaluations)
                return answer.finding
        reads: Reads = {}
        with bounded_evaluations() as counted:
            found = find(watched_match(view, reads))
        finding = Recollection(found, frozenset(reads))
        count_evaluations(counted[0])
        if LOG not in reads:
            answers.insert(0, _Answer(_looks(reads), counted[0], finding))
            del answers[ANSWERS_KEPT:]
        return finding


def _looks(reads: Reads) -> tuple[_Look, ...]:
    """The parts that were read, by owner."""
    looks: list[_Look] = []
    by_owner: dict[Piece | Side | None, dict[str, Any]] = {}
    for (owner, part), value in reads.items():
        if isinstance(part, str):
            by_owner.setdefault(owner, {})[part] = value
        else:
            looks.append(_Look(owner, methodcaller(*part), value))
    return (*(_look(owner, parts) for owner, parts in by_owner.items()), *looks)


def _look(owner: Piece | Side | None, parts: dict[str, Any]) -> _Look:
    values = tuple(parts.values())
    return _Look(owner, attrgetter(*parts), values if len(values) > 1 else values[0])


def recall(view: Match, what: Hashable, find: Callable[[Match], T]) -> T:
    """The result of `find` for a match, recalled or found now; always found now if nothing is measured."""
    return _memory_of(view).recall(view, what, find).found if _can_recall(view) else find(view)


def recall_with_reads(view: Match, what: Hashable, find: Callable[[Match], T]) -> Recollection[T] | None:
    """The result of `find` for a match, with the parts that were read; None if these are not known."""
    return _memory_of(view).recall(view, what, find) if _can_recall(view) else None


def _can_recall(view: Match) -> bool:
    return view.field.has_places and view.looks_back is None


def _memory_of(view: Match) -> Memory:
    """The memory of a match for a view with these cards and these fighters."""
    known: list[tuple[Any, Any, Memory]] = view.memory
    cards, pieces = view.setup.bands, tuple(view.state.fighters)
    for bands, named, memory in known:
        if named == pieces and (bands is cards or bands == cards):
            return memory
    memory = Memory()
    known.insert(0, (cards, pieces, memory))
    del known[VIEWS_KEPT:]
    return memory
