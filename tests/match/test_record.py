"""Records: frozen values with named parts."""

from typing import ClassVar

import pytest

from edencli.record import Record


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
