"""What the builders make of plain data, and where they say that it does not fit."""

import pytest

from edencli.files.shapes import UnfitDataError, build_value
from edencli.model.fighter import Limb, Use, UseLimits
from edencli.model.game import GameFile, Templates
from edencli.model.terms import Category, LimbName, WeaponEffect
from edencli.rulebooks.match_steps import MATCH_STEPS
from edencli.rules.steps import PROCEDURES


def _fighter(**changes: object) -> dict[str, object]:
    two = {"white": 2, "red": 1}
    card: dict[str, object] = {
        "name": "Nobody in particular",
        "factions": ["Convoy"],
        "stigma": "order",
        "types": ["human"],
        "value": 10,
        "base": 30,
        "limbs": {
            "head": {"faces": [1], "cp": {"white": 2}, "psi": {"white": 4}},
            "arms": {"faces": [2, 3], "cp": two, "cbt": {"white": 4, "red": 3}},
            "torso": {"faces": [4, 5], "cp": two, "vig": {"white": 4, "red": 3}},
            "legs": {"faces": [6], "cp": two, "spd": {"white": 5, "red": 3}},
        },
    }
    return {**card, **changes}


def _cards(**changes: object) -> dict[str, object]:
    return {"kind": "cards", "fighters": [_fighter(**changes)]}


def _where(data: object) -> tuple[str | int, ...]:
    with pytest.raises(UnfitDataError) as refused:
        build_value("cards", data)
    return refused.value.path


def test_a_limb_without_red_cp_has_one_value() -> None:
    fighter = build_value("cards", _cards()).fighters[0]

    expected = Limb(name=LimbName.HEAD, faces=(1,), white_cp=2, red_cp=0, white=4, red=4)
    assert expected == fighter.limbs[LimbName.HEAD]


def test_limbs_stand_in_the_order_of_the_card() -> None:
    shuffled = dict(reversed(_fighter()["limbs"].items()))  # type: ignore[attr-defined]

    fighter = build_value("cards", _cards(limbs=shuffled)).fighters[0]

    assert list(LimbName) == list(fighter.limbs)


def test_complete_protection_covers_the_four_limbs() -> None:
    fighter = build_value("cards", _cards(equipment=[{"name": "Shell", "pr": {"complete": 2}}])).fighters[0]

    expected = Use(category=Category.PR, protection=dict.fromkeys(LimbName, 2), complete=True)
    assert (expected,) == fighter.equipment[0].uses


def test_equipment_keeps_its_categories_in_the_order_written() -> None:
    lance = {"name": "Arc lance", "tech": {}, "shooting": {"range": 15, "strength": 4, "uses": {"match": 2}}}

    fighter = build_value("cards", _cards(equipment=[lance])).fighters[0]

    expected = (
        Use(category=Category.TECH),
        Use(
            category=Category.SHOOTING,
            effects={WeaponEffect.RANGE: 15, WeaponEffect.STRENGTH: 4},
            uses=UseLimits(per_match=2),
        ),
    )
    assert expected == fighter.equipment[0].uses


def test_what_does_not_fit_is_said_by_its_path() -> None:
    ghost = {"name": "Lamp", "tech": {"ghost": 1}}
    bare = {"name": "Lamp"}

    assert _where(_cards(value=True)) == ("fighters", 0, "value")
    assert _where(_cards(base=30.0)) == ("fighters", 0, "base")
    assert _where(_cards(equipment=[ghost])) == ("fighters", 0, "equipment", 0, "tech", "ghost")
    assert _where(_cards(equipment=[bare])) == ("fighters", 0, "equipment", 0)


def test_a_band_has_a_faction_or_a_stigma() -> None:
    band = {"kind": "band", "name": "Some", "cards": ["a.yaml"], "fighters": ["Yuri"]}

    assert build_value("band", {**band, "faction": "Convoy"}).symbol.faction == "Convoy"
    assert build_value("band", {**band, "stigma": "order"}).symbol.stigma == "order"
    for both in ({}, {"faction": "Convoy", "stigma": "order"}):
        with pytest.raises(UnfitDataError):
            build_value("band", {**band, **both})


def test_a_rectangle_lies_about_its_origin() -> None:
    (wall,) = build_value("scenery", {"kind": "scenery", "elements": [{"name": "Wall", "rectangle": [6, 1]}]})

    assert wall.outline.corners == ((-3, -0.5), (3, -0.5), (3, 0.5), (-3, 0.5))


def test_a_game_says_what_it_changes_and_leaves_the_rest_as_usual() -> None:
    game = build_value(
        "game", {"kind": "game", "name": "Duel", "red": "a.yaml", "blue": "b.yaml", "field": {"size": 90}}
    )

    expected = GameFile(
        name="Duel", red="a.yaml", blue="b.yaml", size=(90, 90), templates=Templates(explosion=5)
    )
    assert expected == game


def test_a_position_may_name_every_step_of_a_match_and_no_other() -> None:
    assert tuple(PROCEDURES) == MATCH_STEPS
