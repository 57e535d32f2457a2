"""`typing.NamedTuple`, but with classes that cost a fifth to define: a match defines more than a hundred.

The standard one compiles an `__new__` for each class. Here only a class with many values gets its own.
Everything else is equal: fields, defaults, `_replace`, `_asdict`, `_make`.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple  # noqa: PLC0414  # checkers know this one
else:
    from _collections import _tuplegetter

    COMPILED_AFTER: Final = 25
    """The number of values of a class after which its `__new__` is compiled."""

    made: dict[type, int] = {}
    """The number of values of each class made by the shared `__new__`."""

    _new_tuple = tuple.__new__

    class _NamedFields(tuple):
        """A tuple with named fields."""

        __slots__ = ()
        _fields: ClassVar[tuple[str, ...]] = ()
        _field_defaults: ClassVar[dict[str, Any]] = {}

        def __new__(cls, *values: Any, **named: Any) -> Self:
            made[cls] = count = made.get(cls, 0) + 1
            full = values if len(values) == len(cls._fields) and not named else cls._complete(values, named)
            if full is not None and count < COMPILED_AFTER:
                return _new_tuple(cls, full)
            cls.__new__ = compile_new(cls)
            return cls(*values, **named)

        @classmethod
        def _complete(cls, values: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...] | None:
            """All values in order, defaults included; None where some are missing or too many."""
            left = cls._fields[len(values) :]
            given = {**cls._field_defaults, **named}
            if (
                len(values) > len(cls._fields)
                or not given.keys() >= set(left)
                or not named.keys() <= set(left)
            ):
                return None
            return (*values, *[given[name] for name in left])

        def __repr__(self) -> str:
            parts = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({parts})"

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

        @classmethod
        def _make(cls, values: Iterable[Any]) -> Self:
            return cls(*values)

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def _replace(self, /, **changes: Any) -> Self:
            full = _new_tuple(type(self), [changes.pop(n, v) for n, v in zip(self._fields, self)])  # noqa: B905
            if changes:
                raise ValueError(f"Got unexpected field names: {list(changes)!r}")
            return full

    def compile_new(kind: type[_NamedFields]) -> Any:
        """An `__new__` for one class, with its fields as arguments."""
        fields = ", ".join(kind._fields)
        code = f"lambda _cls, {fields}: _new_tuple(_cls, ({fields}{',' if fields else ''}))"
        new = eval(code, {"_new_tuple": _new_tuple})  # noqa: S307  # the names are those of a class body
        new.__defaults__ = tuple(kind._field_defaults.values())
        new.__name__, new.__qualname__ = "__new__", f"{kind.__qualname__}.__new__"
        return staticmethod(new)

    class _NamedTupleMaker(type):
        """Turns a class body into a tuple with named fields."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            kind = type(name, (_NamedFields, *bases[1:]), {**body, "__slots__": ()})
            kind._fields = kind.__match_args__ = tuple(kind.__annotations__)
            kind._field_defaults = {field: body[field] for field in kind._fields if field in body}
            for place, field in enumerate(kind._fields):
                setattr(kind, field, _tuplegetter(place, None))
            return kind

    class NamedTuple(metaclass=_NamedTupleMaker):
        """The base of a class whose typed names become the fields of a tuple."""
