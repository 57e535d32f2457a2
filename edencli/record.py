"""A frozen value with named parts: cards, rulebooks, events, questions and acts are made of these.

Like a frozen, keyword-only dataclass, except that defining one costs nothing at start-up: a dataclass takes a
third of a millisecond each, and a match needs more than a hundred of them.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Self, dataclass_transform


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record:
    """A value that is equal to another by its type and parts, and never changes.

    A part that has a value in the class may be left out. What a class says of itself is a `ClassVar`.
    """

    parts: ClassVar[tuple[str, ...]] = ()
    part_types: ClassVar[dict[str, Any]] = {}
    defaults: ClassVar[dict[str, Any]] = {}
    _known: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not cls.__annotations__:
            return  # it has the parts of its base, and no more: half of all questions do
        own = {name: kind for name, kind in cls.__annotations__.items() if not _is_class_variable(kind)}
        cls.add_parts(own, {name: cls.__dict__[name] for name in own if name in cls.__dict__})

    @classmethod
    def add_parts(cls, types: Mapping[str, Any], defaults: Mapping[str, Any]) -> None:
        """Add parts to a class, by name, before any value of it is made."""
        cls.part_types = {**cls.part_types, **types}
        cls.parts = tuple(cls.part_types)
        cls.defaults = {**cls.defaults, **defaults}
        cls._known = frozenset(cls.parts)

    def __init__(self, **values: Any) -> None:
        own = self.__dict__
        own |= self.defaults
        own |= values
        if own.keys() != self._known:
            raise TypeError(f"{type(self).__name__} has the parts {self.parts}, not {tuple(values)}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} is frozen")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in self.parts)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.as_dict().items())})"

    def as_dict(self) -> dict[str, Any]:
        """Its parts by name, in order."""
        own = self.__dict__
        return {name: own[name] for name in self.parts}

    def with_changes(self, **changes: Any) -> Self:
        """The same value with some parts changed."""
        return type(self)(**{**self.__dict__, **changes})


def _is_class_variable(kind: Any) -> bool:
    return kind is ClassVar or getattr(kind, "__origin__", None) is ClassVar
