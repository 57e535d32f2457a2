"""A frozen value with named parts: what events, questions and acts are made of.

Like a frozen, keyword-only dataclass, except that defining one costs nothing at start-up: a dataclass takes a
third of a millisecond each, and play has more than sixty of them.
"""

from inspect import get_annotations
from typing import Any, ClassVar, Self, dataclass_transform, get_origin


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record:
    """A value that is equal to another by its type and parts, and never changes."""

    parts: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = [name for name, kind in get_annotations(cls).items() if not _is_of_the_class(kind)]
        cls.parts = (*cls.parts, *(name for name in own if name not in cls.parts))

    def __init__(self, **values: Any) -> None:
        unset = [name for name in self.parts if name not in values and not hasattr(type(self), name)]
        if unset or not values.keys() <= set(self.parts):
            raise TypeError(f"{type(self).__name__}: parts are {self.parts}, not {tuple(values)}")
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} is frozen")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and type(self) is type(other) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash((type(self), tuple(getattr(self, name) for name in self.parts)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.values().items())})"

    def values(self) -> dict[str, Any]:
        """Its parts by name, in order."""
        return {name: getattr(self, name) for name in self.parts}

    def but(self, **changes: Any) -> Self:
        """The same value with some parts changed."""
        return type(self)(**{**self.values(), **changes})


def _is_of_the_class(kind: Any) -> bool:
    return kind is ClassVar or get_origin(kind) is ClassVar
