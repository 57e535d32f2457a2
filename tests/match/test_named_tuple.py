"""Named tuples of ours behave as those of the standard library, also with an `__new__` of their own."""

import copy
import pickle
import typing
from collections.abc import Callable
from typing import Any

import pytest

from edencli.named_tuple import COMPILED_AFTER, NamedTuple  # type: ignore[attr-defined]  # checkers see typing's


class Standard(typing.NamedTuple):
    """The same by the standard library."""

    x: int
    y: int = 2
    names: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """A method of the class body."""
        return self.x + self.y


class Young(NamedTuple):
    """Few values of this class are made: its `__new__` stays the one that all share."""

    x: int
    y: int = 2


def define_place() -> type:
    """Ours, with no value yet."""

    class Place(NamedTuple):
        x: int
        y: int = 2
        names: tuple[str, ...] = ()

        @property
        def total(self) -> int:
            """A method of the class body."""
            return self.x + self.y

    return Place


@pytest.fixture(params=[0, COMPILED_AFTER + 1])
def place(request: pytest.FixtureRequest) -> type:
    """Our class, before its first value and after many."""
    kind = define_place()
    for n in range(request.param):
        kind(n)
    return kind


ARGUMENTS = [((1,), {}), ((1, 5), {}), ((1, 5, ("a",)), {}), ((), {"x": 1}), ((1,), {"names": ("a",)})]


@pytest.mark.parametrize(("values", "named"), ARGUMENTS)
def test_values_are_made_as_by_the_standard_library(
    place: type, values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    ours, theirs = place(*values, **named), Standard(*values, **named)

    assert tuple(ours) == tuple(theirs)
    assert (ours.x, ours.y, ours.names, ours.total) == (theirs.x, theirs.y, theirs.names, theirs.total)
    assert repr(ours) == repr(theirs).replace("Standard", "Place")
    assert ours._asdict() == theirs._asdict()
    assert tuple(ours._replace(y=7)) == tuple(theirs._replace(y=7))
    assert hash(ours) == hash(theirs)
    assert not hasattr(ours, "__dict__")


@pytest.mark.parametrize(
    ("values", "named"), [((), {}), ((1, 2, (), 4), {}), ((1,), {"x": 2}), ((1,), {"z": 2}), ((), {"y": 1})]
)
def test_wrong_values_are_refused_as_by_the_standard_library(
    place: type, values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    for kind in (place, Standard):
        with pytest.raises(TypeError):
            kind(*values, **named)


def test_the_class_tells_its_fields_as_those_of_the_standard_library_do(place: type) -> None:
    for name in ("_fields", "_field_defaults", "__match_args__"):
        assert getattr(place, name) == getattr(Standard, name)
    with pytest.raises(ValueError, match="unexpected field names"):
        place(1)._replace(z=1)
    assert tuple(place._make([3, 4, ()])) == (3, 4, ())  # type: ignore[attr-defined]


@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])  # noqa: S301  # our own
def test_copies_are_values_of_the_same_class(twin_of: Callable[[Any], Any]) -> None:
    value = Young(1, 5)
    twin = twin_of(value)

    assert twin == value
    assert type(twin) is Young


def test_values_can_be_taken_apart_by_a_pattern() -> None:
    match Young(4, 5):
        case Young(x, y):
            assert (x, y) == (4, 5)
