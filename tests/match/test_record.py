"""Records: frozen values with named parts."""

import pickle
from copy import copy
from typing import ClassVar

import pytest

from edencli.record import WRITTEN_OUT_AFTER, Record


class Wish(Record):
    price: ClassVar[int] = 3
    who: str
    free: bool = False


class Attack(Wish):
    target: str


class Look(Record):
    who: str
    free: bool = False


def test_a_record_has_the_parts_of_its_parents_before_its_own() -> None:
    assert Attack.parts == ("who", "free", "target")
    assert Wish.parts == ("who", "free")


def test_a_part_that_is_left_out_has_its_default() -> None:
    assert Wish(who="Yuri").as_dict() == {"who": "Yuri", "free": False}


def test_records_are_equal_by_type_and_parts() -> None:
    assert Wish(who="Yuri") == Wish(who="Yuri", free=False)
    assert Wish(who="Yuri") != Wish(who="Elenia")
    assert Wish(who="Yuri") != Look(who="Yuri")
    assert len({Wish(who="Yuri"), Wish(who="Yuri"), Look(who="Yuri")}) == 2


def test_a_record_with_other_parts_is_another_record() -> None:
    wish = Wish(who="Yuri")

    assert wish.with_changes(free=True) == Wish(who="Yuri", free=True)
    assert wish.free is False


def test_a_record_never_changes() -> None:
    wish = Wish(who="Yuri")

    with pytest.raises(AttributeError, match="frozen"):
        wish.who = "Elenia"  # type: ignore[misc]
    assert wish.who == "Yuri"


@pytest.mark.parametrize("values", [{}, {"free": True}, {"who": "Yuri", "price": 1}, {"whom": "Yuri"}])
def test_a_record_takes_its_parts_and_no_others(values: dict[str, object]) -> None:
    with pytest.raises(TypeError, match=r"Wish\b.*\('who', 'free'\)"):
        Wish(**values)


def test_a_record_shows_its_parts() -> None:
    assert repr(Attack(who="Yuri", target="Elenia")) == "Attack(who='Yuri', free=False, target='Elenia')"


def test_a_class_of_which_many_values_are_made_makes_the_same_values() -> None:
    class Shout(Attack):
        how: tuple[str, ...] = ()

    class Whisper(Shout):
        far: int = 1

    values = [Shout(target="Elenia", who="Yuri") for _ in range(2 * WRITTEN_OUT_AFTER)]
    changed = [value.with_changes(free=True) for value in values]

    assert Shout.__init__ is not Attack.__init__
    assert len({*values}) == len({*map(repr, values)}) == 1
    assert {*changed} == {Shout(who="Yuri", target="Elenia", free=True)}
    assert all(copy(value) == value and value.parts == tuple(vars(value)) for value in values)
    assert Whisper(who="Yuri", target="Elenia", far=2).as_dict()["far"] == 2
    for wrong in ({}, {"who": "Yuri"}, {"who": "Yuri", "target": "Elenia", "loud": True}):
        with pytest.raises(TypeError, match=r"Shout\b"):
            Shout(**wrong)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="frozen"):
        values[-1].who = "Elenia"  # type: ignore[misc]


def test_many_values_of_a_class_without_parts_are_equal() -> None:
    class Nothing(Record):
        pass

    assert {Nothing() for _ in range(2 * WRITTEN_OUT_AFTER)} == {Nothing()}


def test_a_record_survives_pickling() -> None:
    values = [Wish(who="Yuri") for _ in range(2 * WRITTEN_OUT_AFTER)]

    assert pickle.loads(pickle.dumps(values)) == values  # noqa: S301  # our own
