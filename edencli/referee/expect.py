"""What a script expects of a position, and where the position differs.

An expectation is a part of a position, with the same keys; fighters may stand at its top, by name. A number
that the position leaves out is 0, a flag false, a list empty.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.match.position import dump, label


class Unmet(NamedTuple):
    """One thing that is not as expected: where, what was expected, what is."""

    path: tuple[str, ...]
    expected: Any
    actual: Any


class Unknown(KeyError):  # noqa: N818  # it says what is unknown
    """A name or a key that no position has."""

    def __init__(self, path: tuple[str, ...], known: tuple[str, ...]) -> None:
        super().__init__(path)
        self.path = path
        self.known = known


def differences(match: Match, expected: Mapping[str, Any]) -> list[Unmet]:
    """Compare a match with what is expected of it."""
    plain = dump(match.state)
    plain["players"] = {str(side): {} for side in Side} | plain.get("players", {})
    names = _names(match)
    found: list[Unmet] = []
    for key, part in expected.items():
        if key in names:
            found += _compare(part, plain["fighters"].get(names[key], {}), (key,))
        elif key in plain["players"]:
            found += _compare(part, plain["players"][key], (key,))
        elif key == "fighters":
            for name, about in part.items():
                if name not in names:
                    raise Unknown((key, name), tuple(names))
                found += _compare(about, plain["fighters"].get(names[name], {}), (key, name))
        elif key in _KEYS:
            found += _compare(part, plain.get(key), (key,))
        else:
            raise Unknown((key,), (*names, *_KEYS))
    return found


_KEYS = ("step", "round", "first", "passes", "ended", "players", "scenery", "markers")


def _names(match: Match) -> dict[str, str]:
    """Every way to name a fighter, and how the position names him."""
    pieces = list(match.state.fighters)
    short = {piece.name: label(piece) for piece in pieces if [p.name for p in pieces].count(piece.name) == 1}
    return {label(piece): label(piece) for piece in pieces} | short


def _compare(expected: Any, actual: Any, path: tuple[str, ...]) -> Iterator[Unmet]:
    if isinstance(expected, dict):
        about = actual if isinstance(actual, dict) else {}
        for key, part in expected.items():
            yield from _compare(part, about.get(key), (*path, str(key)))
    elif not _same(expected, actual):
        yield Unmet(path, expected, actual)


def _same(expected: Any, actual: Any) -> bool:
    if actual is None:
        return expected in (None, 0, False, [], "")
    if isinstance(expected, list | tuple) and isinstance(actual, list | tuple):
        return len(expected) == len(actual) and all(map(_same, expected, actual))
    return bool(expected == actual)
