"""What a script expects of a position, and where the position differs.

An expectation is a part of a position, with the same keys and the same names; fighters and sides may stand at
its top. A number that the position leaves out is 0, a flag false, a list empty, a marker as large as one
without a radius. Lists are the same in length and order.
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

# The keys of a position: what else stands at the top is somebody's name.
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
    "spent",
    "seen",
)
# Under these stand names.
NAMING = ("players", "fighters", "scenery")
# A marker of which no more is said.
DEFAULT_MARKER: StateData = {"radius": TOKEN_RADIUS}
# What a position leaves out of a marker that stays for the match; a script may say it.
LASTING_MARKER: StateData = {"until": str(Duration.MATCH)}


class UnmetExpectation(NamedTuple):
    """One thing that is not as expected: where, what was expected, what is."""

    path: tuple[str, ...]
    expected: Any
    actual: Any


class UnknownExpectation(LookupError):  # noqa: N818  # it says what is unknown
    """A name or a key that no position has: where, what it could mean, and what it was likely meant to be."""

    def __init__(
        self, path: tuple[str, ...], *, names: tuple[str, ...] = (), near: str | None = None
    ) -> None:
        super().__init__(path)
        self.path = path
        self.names = names
        self.near = near


def find_differences(match: Match, expected: Mapping[str, Any]) -> list[UnmetExpectation]:
    """Compare a match with what is expected of it.

    Raises:
        Unfounded: Something is expected of what no position has.
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
    """Each thing that is expected, as a position of that alone, and how the script calls it."""
    for key, part in expected.items():
        if key in NAMING:
            for name, about in part.items():
                yield (key, name), {key: {name: about}}
        elif key in POSITION_KEYS:
            yield (key,), {key: part}
        else:
            yield (key,), {"players" if key in tuple(Side) else "fighters": {key: part}}


def _check_names(path: tuple[str, ...], part: StateData, register: PositionNames) -> None:
    """Make sure that everything which is named is there; of decks that nobody has, nothing is known."""
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
    """Make sure that each use which is expected is of something that its fighter can use."""
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
