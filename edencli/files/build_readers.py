"""Small readers of plain data: each gives a value, or says where the data does not fit.

A reader takes (data, path) and is exactly as strict as the schemas: true is no number, 3.0 is no whole
number, a key that nobody described is refused. It stops at the first misfit and does not explain it; the
schemas do that, for whoever asks.
"""

import enum
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

Path = tuple[str | int, ...]
T = TypeVar("T")
Word = TypeVar("Word", bound=enum.StrEnum)
Reader = Callable[[object, Path], T]


class Unfit(Exception):  # noqa: N818  # a verdict on data, no fault of the program
    """The data at `path` is not what a file of its kind holds there."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


def whole(low: int, high: int) -> Reader[int]:
    """Read a whole number from low to high."""

    def read(data: object, path: Path) -> int:
        if type(data) is not int or not low <= data <= high:
            raise Unfit(path)
        return data

    return read


def number(low: float, high: float, *, above: bool = False) -> Reader[float]:
    """Read a number from low (or only above it) to high."""

    def read(data: object, path: Path) -> float:
        if isinstance(data, bool) or not isinstance(data, int | float):
            raise Unfit(path)
        if not low <= data <= high or (above and data == low):
            raise Unfit(path)
        return float(data)

    return read


def text(longest: int, pattern: str = "") -> Reader[str]:
    """Read a text that is not empty."""

    def read(data: object, path: Path) -> str:
        if type(data) is not str or not 0 < len(data) <= longest or not re.search(pattern, data):
            raise Unfit(path)
        return data

    return read


def flag(data: object, path: Path) -> bool:
    """Read true or false."""
    if type(data) is not bool:
        raise Unfit(path)
    return data


def one_of(values: Collection[T]) -> Reader[T]:
    """Read one of a few values, of its own type: true is not 1."""

    def read(data: object, path: Path) -> T:
        for value in values:
            if type(data) is type(value) and data == value:
                return value
        raise Unfit(path)

    return read


def member(words: type[Word]) -> Reader[Word]:
    """Read one of a closed set of the game's words."""
    read = one_of([word.value for word in words])
    return lambda data, path: words(read(data, path))


def items(reader: Reader[T], *, least: int = 0, most: int, distinct: bool = False) -> Reader[tuple[T, ...]]:
    """Read a list, each item by the same reader."""

    def read(data: object, path: Path) -> tuple[T, ...]:
        if type(data) is not list or not least <= len(data) <= most:
            raise Unfit(path)
        values = tuple(reader(item, (*path, n)) for n, item in enumerate(data))
        if distinct and len(set(values)) < len(values):
            raise Unfit(path)
        return values

    return read


def record(
    keys: Mapping[str, Reader[Any]],
    *,
    needed: Collection[str] = (),
    least: int = 0,
    most: int | None = None,
) -> Reader[dict[str, Any]]:
    """Read a mapping: each key is one of these, the needed ones are there, and so many in all."""
    least, most = max(least, len(needed)), len(keys) if most is None else most

    def read(data: object, path: Path) -> dict[str, Any]:
        if type(data) is not dict:
            raise Unfit(path)
        for key in data:
            if key not in keys:
                raise Unfit((*path, key))
        if not least <= len(data) <= most or any(key not in data for key in needed):
            raise Unfit(path)
        return {key: keys[key](value, (*path, key)) for key, value in data.items()}

    return read
