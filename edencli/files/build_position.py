"""A game's position and moves from plain data, checked as strictly as the schema; they stay plain data.

What the names in them mean is looked up when the game is put on the table.
"""

from collections.abc import Callable
from typing import Any

from edencli.files.build_readers import (
    Path,
    Reader,
    Unfit,
    flag,
    items,
    number,
    one_of,
    record,
    text,
    whole,
)
from edencli.model.terms import OPPOSITE, STEPS, LimbName, Marker

LONGEST_MOVE = 400
MOST_MOVES = 10_000
MOST_NAMES = 200
_NAME = text(80)
_COUNT = whole(0, 999)
_SIDE = one_of(("red", "blue"))
_AT = items(number(0, 120), least=2, most=2)
_NAMES = items(_NAME, most=100, distinct=True)


def _named(reader: Reader[Any]) -> Reader[dict[str, Any]]:
    """Read a mapping with names of the file's own as keys."""

    def read(data: object, path: Path) -> dict[str, Any]:
        if type(data) is not dict or len(data) > MOST_NAMES:
            raise Unfit(path)
        return {key: reader(value, (*path, key)) for key, value in data.items()}

    return read


_LOST = record({"lost": _COUNT}, needed=["lost"])
_FIGHTER = record(
    {
        "at": _AT,
        "ap": _COUNT,
        **dict.fromkeys(LimbName, _LOST),
        "markers": record(dict.fromkeys(Marker, _COUNT)),
        "uses": record({"round": _named(_COUNT), "match": _named(_COUNT)}),
        "activated": flag,
        "gone": one_of(("incapacitated", "removed")),
    }
)
_PLAYER = record(
    {
        "sp": whole(0, 9999),
        "vp": whole(0, 9999),
        "leader": _NAME,
        "leader-lost": _COUNT,
        "mission": _NAME,
        "half": one_of(tuple(OPPOSITE)),
        "hand": _NAMES,
        "played": _NAMES,
        "in-force": _NAMES,
    }
)
_MARKER = record({"name": _NAME, "at": _AT, "radius": number(0, 120, above=True)}, needed=["name", "at"])
_KEYS: dict[str, Reader[Any]] = {
    "step": one_of(STEPS),
    "round": whole(1, 99),
    "first": _SIDE,
    "passes": whole(0, 2),
    "last-activator": _SIDE,
    "ended": _NAME,
    "players": record({"red": _PLAYER, "blue": _PLAYER}),
    "fighters": _named(_FIGHTER),
    "scenery": _named(record({"at": _AT, "turn": number(-360, 360)}, needed=["at"])),
    "markers": items(_MARKER, most=100),
}
position = record(_KEYS)


def _expectation(data: object, path: Path) -> dict[str, Any]:
    """Read a part of a position; a key that is none of its own is a fighter's name."""
    if type(data) is not dict or not 0 < len(data) <= MOST_NAMES:
        raise Unfit(path)
    return {key: _expected_at(key)(part, (*path, key)) for key, part in data.items()}


def _expected_at(key: str) -> Reader[Any]:
    if key in {"red", "blue"}:
        return _PLAYER
    return _KEYS[key] if key in _KEYS else _FIGHTER  # noqa: SIM401  # what mypy can follow


_MOVE = text(LONGEST_MOVE)
_LINE = record(
    {
        "dice": items(whole(1, 6), least=1, most=999),
        "expect": _expectation,
        "refuse": record({"move": _MOVE, "by": _NAME}, needed=["move", "by"]),
        "by agreement": _MOVE,
        "note": text(1000),
    },
    least=1,
    most=1,
)


def _line(data: object, path: Path) -> Any:
    return _MOVE(data, path) if isinstance(data, str) else _LINE(data, path)


moves: Callable[[object, Path], tuple[Any, ...]] = items(_line, most=MOST_MOVES)
