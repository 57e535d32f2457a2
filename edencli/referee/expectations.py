"""What a script expects of a position, and where the position differs.

An expectation is a part of a position, with its keys and names; fighters and sides may also stand at the top
level. What a position leaves out is taken as 0, false or empty, and a marker without a radius as one of the
usual size. Lists must agree in length and order.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.match.position import (
    TOKEN_RADIUS,
    PositionNames,
    StateData,
    dump_position,
    names_in,
    with_canonical_names,
)
from edencli.model.lexicon import UnresolvedName
from edencli.model.near_names import NearKind, nearest_name
from edencli.model.terms import Duration
from edencli.named_tuple import NamedTuple
from edencli.rules.position import unknown_uses, usage_keys

# The keys of a position: any other key at the top level is a name.
POSITION_KEYS = (
    "step",
    "round",
    "rounds-more",
    "first",
    "passes",
    "last-activator",
    "ended",
    "players",
    "fighters",
    "scenery",
    "markers",
    "weather",
    "effects",
    "happened",
    "remembered",
    "copies",
    "set-apart",
    "spent",
    "seen",
)
# The keys whose entries are names.
NAMING = ("players", "fighters", "scenery")
# What a marker has where nothing else is said.
DEFAULT_MARKER: StateData = {"radius": TOKEN_RADIUS}
# What a position leaves out for a marker that stays for the whole match; a script may say it.
LASTING_MARKER: StateData = {"until": str(Duration.MATCH)}


class UnmetExpectation(NamedTuple):
    """One difference: where, what was expected, and what is there."""

    path: tuple[str, ...]
    expected: Any
    actual: Any


class UnknownExpectation(LookupError):  # noqa: N818  # it names what is unknown
    """A name or key that no position has: where, its possible meanings, and the nearest known one."""

    def __init__(
        self, path: tuple[str, ...], *, names: tuple[str, ...] = (), near: str | None = None
    ) -> None:
        super().__init__(path)
        self.path = path
        self.names = names
        self.near = near


def find_differences(match: Match, expected: Mapping[str, Any]) -> list[UnmetExpectation]:
    """Compare a match with what a script expects of it.

    Raises:
        UnknownExpectation: A name or key is in no position.
    """
    register, plain = PositionNames(match.state.fighters, match.setup), dump_position(match.state)
    found: list[UnmetExpectation] = []
    for path, part in _entries(expected):
        _check_names(path, part, register)
        _check_uses(path, part, match, register)
        ((key, told),) = with_canonical_names(part, register).items()
        actual = plain.get(key)
        if key in NAMING:
            ((name, told),) = told.items()
            actual = (actual or {}).get(name)
        found += _compare(told, actual, path)
    return found


def _entries(expected: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], StateData]]:
    """Each expectation with the path by which the script calls it, as a position with nothing else."""
    for key, part in expected.items():
        if key in NAMING:
            for name, about in part.items():
                yield (key, name), {key: {name: about}}
        elif key in POSITION_KEYS:
            yield (key,), {key: part}
        else:
            yield (key,), {"players" if key in tuple(Side) else "fighters": {key: part}}


def _check_names(path: tuple[str, ...], part: StateData, register: PositionNames) -> None:
    """Raise `UnknownExpectation` for a name that does not exist; names in unknown decks are not checked."""
    for named in names_in(part, register):
        try:
            if named.lexicon.names:
                named.lexicon.find(named.name)
        except UnresolvedName as fault:
            inside = tuple(key for key in named.path[2:] if isinstance(key, str))
            where = (*path, *inside, named.name) if inside else path
            raise UnknownExpectation(
                where,
                names=fault.names,
                near=fault.near or nearest_name(named.name, POSITION_KEYS, NearKind.KEY),
            ) from None


def _check_uses(
    path: tuple[str, ...], part: Mapping[str, Any], match: Match, register: PositionNames
) -> None:
    """Raise `UnknownExpectation` for a use that its fighter does not have."""
    cards = {piece: fighter.card for piece, fighter in match.state.fighters.items()}
    for name, about in part.get("fighters", {}).items():
        piece = register.fighters.find(name)
        for span, use in unknown_uses(about, piece, match.setup, cards):
            near = nearest_name(use, usage_keys(cards[piece]), NearKind.KEY)
            raise UnknownExpectation((*path, "uses", span, use), near=near)


def _compare(expected: Any, actual: Any, path: tuple[str, ...]) -> Iterator[UnmetExpectation]:
    if isinstance(expected, Mapping):
        about = actual if isinstance(actual, Mapping) else {}
        for key, part in expected.items():
            yield from _compare(part, about.get(key), (*path, str(key)))
    elif not _is_as_expected(expected, actual):
        yield UnmetExpectation(path, expected, actual)


def _is_as_expected(expected: Any, actual: Any) -> bool:
    if actual is None:
        return not expected
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        is_marker = DEFAULT_MARKER.keys() <= actual.keys()
        wanted = {**DEFAULT_MARKER, **expected} if is_marker else expected
        found = {**LASTING_MARKER, **actual} if is_marker else actual
        return all(_is_as_expected(part, found.get(key)) for key, part in wanted.items())
    if isinstance(expected, list | tuple) and isinstance(actual, list | tuple):
        return len(expected) == len(actual) and all(map(_is_as_expected, expected, actual))
    return bool(expected == actual)
