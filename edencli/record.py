"""A frozen value with named parts, the base of cards, rulebooks, events, questions and acts.

Like a frozen, keyword-only dataclass, but quick to define: a dataclass takes a third of a millisecond, and a
match needs more than a hundred. Only a class with many values gets a generated `__init__` for its parts,
which takes half the time.
"""

from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar, dataclass_transform

WRITTEN_OUT_AFTER: Final = 250
"""The number of values of a class after which its `__init__` is generated."""

_made: Final[dict[type, int]] = {}
"""The number of values of each class made by the shared `__init__`."""

R = TypeVar("R", bound="Record")
T = TypeVar("T")

_set = object.__setattr__


def set_parts(value: object, parts: dict[str, Any]) -> None:
    """Set all parts of a new record, in their order: for classes with their own `__init__`."""
    _set(value, "__dict__", parts)


def set_slot(value: object, slot: str, kept: object) -> None:
    """Keep something computed with a record; it is not part of the value, nor of its copies."""
    _set(value, slot, kept)


if TYPE_CHECKING:
    cached_part = cached_property
else:

    class cached_part:  # noqa: N801  # read as a decorator
        """A `cached_property` without the lock that Python 3.11 takes each time."""

        def __init__(self, find: Callable[[Any], Any]) -> None:
            self.find = find
            self.__doc__ = find.__doc__

        def __get__(self, value: Any, _: type | None = None) -> Any:
            if value is None:
                return self
            found = value.__dict__[self.find.__name__] = self.find(value)
            return found


def found_once(find: Callable[[R], T]) -> Callable[[R], T]:
    """Compute something about a record once, and keep it in the slot `found` that its class declares."""

    @wraps(find)
    def known(value: R) -> T:
        found: dict[Any, T] | None = getattr(value, "found", None)
        if found is None:
            set_slot(value, "found", found := {})
        if find not in found:
            found[find] = find(value)
        return found[find]

    return known


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record:
    """A value that never changes, and equals others of its type with equal parts.

    A part with a value in the class is optional. Attributes of the class itself are `ClassVar`s.
    """

    parts: ClassVar[tuple[str, ...]] = ()
    part_types: ClassVar[dict[str, Any]] = {}
    defaults: ClassVar[dict[str, Any]] = {}
    _blank: ClassVar[dict[str, Any]] = {}
    _required: ClassVar[frozenset[str]] = frozenset()
    _is_plain: ClassVar[bool] = True
    """Whether neither the class nor one of its bases has its own `__init__`."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__init__" in cls.__dict__:
            cls._is_plain = False
        if not cls.__annotations__:
            cls._take_any_parts()
            return  # only the parts of its base, as in half of all questions
        own = {name: kind for name, kind in cls.__annotations__.items() if not _is_class_variable(kind)}
        cls.add_parts(own, {name: cls.__dict__[name] for name in own if name in cls.__dict__})

    @classmethod
    def add_parts(cls, types: Mapping[str, Any], defaults: Mapping[str, Any]) -> None:
        """Add parts to a class by name, before any value of it is made."""
        cls.part_types = {**cls.part_types, **types}
        cls.parts = tuple(cls.part_types)
        cls.defaults = {**cls.defaults, **defaults}
        cls._blank = {**dict.fromkeys(cls.parts), **cls.defaults}
        cls._required = frozenset(cls.parts) - cls.defaults.keys()
        cls._take_any_parts()

    @classmethod
    def _take_any_parts(cls) -> None:
        """Restore the `__init__` that looks parts up: a generated one may have too few."""
        if cls._is_plain and cls.__init__ is not Record.__init__:
            _made[cls], cls.__init__ = 0, Record.__init__  # type: ignore[method-assign]

    def __init__(self, **values: Any) -> None:
        own = {**self._blank, **values}
        if len(own) != len(self._blank) or not values.keys() >= self._required:
            raise TypeError(f"{type(self).__name__} has the parts {self.parts}, not {tuple(values)}")
        _set(self, "__dict__", own)
        if self._is_plain:
            kind = type(self)
            _made[kind] = made = _made.get(kind, 0) + 1
            if made == WRITTEN_OUT_AFTER:
                _write_out(kind)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} is frozen")

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self.__dict__ == other.__dict__)

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.as_dict().items())})"

    def as_dict(self) -> dict[str, Any]:
        """The parts by name, in order."""
        own = self.__dict__
        return {name: own[name] for name in self.parts}

    def with_changes(self, **changes: Any) -> Self:
        """A copy with some parts changed."""
        own = {**self.__dict__, **changes}
        if not self._is_plain or len(own) != len(self._blank):
            return type(self)(**own)
        twin = object.__new__(type(self))
        _set(twin, "__dict__", own)
        return twin


def _write_out(kind: type[Record]) -> None:
    """Give a class a generated `__init__`, which its subclasses must not inherit."""
    for heir in kind.__subclasses__():
        if "__init__" not in heir.__dict__:
            heir.__init__ = Record.__init__  # type: ignore[method-assign]
    kind.__init__ = _written_out(kind)  # type: ignore[method-assign]


def _written_out(kind: type[Record]) -> Callable[..., None]:
    """A generated `__init__` that takes the parts of a class as keywords, and keeps their order."""
    taken = "".join(f", {name}" for name in ("*", *kind.parts)) if kind.parts else ""
    kept = ", ".join(f"{name!r}: {name}" for name in kind.parts)
    code = f"def __init__(self{taken}): _set(self, '__dict__', {{{kept}}})"
    names: dict[str, Any] = {"_set": _set}
    exec(code, names)  # noqa: S102  # the names are those of a class body
    init: Callable[..., None] = names["__init__"]
    init.__kwdefaults__ = kind.defaults
    init.__qualname__ = f"{kind.__name__}.__init__"
    return init


def _is_class_variable(kind: Any) -> bool:
    return kind is ClassVar or getattr(kind, "__origin__", None) is ClassVar
