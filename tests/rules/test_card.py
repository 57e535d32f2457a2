"""Profile cards: each face of the location die hits exactly one limb."""

import pytest

from edencli.model.fighter import Fighter, Limb
from edencli.model.terms import LimbName
from edencli.rules.band import Finding, check_card


def _fighter(**faces: tuple[int, ...]) -> Fighter:
    limbs = {
        name: Limb(name=name, faces=faces[name], white_cp=2, red_cp=1, white=4, red=3) for name in LimbName
    }
    return Fighter(
        name="Yuri", factions=("Jokers Gang",), stigma=None, types=("human",), value=20, base=30, limbs=limbs
    )


@pytest.mark.usefixtures("book")
@pytest.mark.rule("card.location")
def test_a_card_whose_faces_are_each_on_one_limb_is_in_order() -> None:
    assert check_card(_fighter(head=(1,), arms=(2, 3), torso=(4, 5), legs=(6,))) == ()


@pytest.mark.usefixtures("book")
@pytest.mark.rule("card.location")
def test_faces_on_no_limb_and_on_two_are_found_together() -> None:
    fighter = _fighter(head=(1,), arms=(2, 3), torso=(3, 5), legs=(6,))

    expected = Finding(rule="card.location", path=("limbs",), values={"name": "Yuri", "faces": (3, 4)})
    assert check_card(fighter) == (expected,)
    assert check_card(fighter.with_changes(name="Vlädd"))[0].values["name"] == "Vlädd"
