"""The builders read what the schemas describe, and nothing else."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema.validators import extend
from ruamel.yaml import YAML

from edencli.files.shapes import KINDS, Unfit, build
from edencli.model.fighter import Limb, Use, Uses
from edencli.model.game import Game, Templates
from edencli.model.terms import STEPS, Category, Effect, LimbName
from edencli.rules.steps import PROCEDURES

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "samples").glob("*/*.yaml"))

# As the loader sees it: a number with a point is no whole number.
_WHOLE = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
_Strict: Any = extend(Draft202012Validator, type_checker=_WHOLE)  # type: ignore[no-untyped-call]
_SCHEMAS = {
    kind: _Strict(json.loads((ROOT / "schemas" / f"{kind}.schema.json").read_text(encoding="utf-8")))
    for kind in KINDS
}


def _read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
    return data


def _fits(kind: str, data: object) -> bool:
    try:
        build(kind, data)
    except Unfit:
        return False
    return True


GOOD = [_read(path) for path in SAMPLES]
JUNK: list[object] = [
    *(None, True, False, -13, -1, 0, 1, 2, 7, 13, 30, 40, 90, 121, 10**15, 1.0, 0.5, -0.0, 120.5),
    *("", "x", "chaos", "head", "en", "a.yaml", "a.yaml\n", "a\\b.yml", "x" * 61, "x" * 401, "x" * 2001),
    *([], [1], [1, 1], [1, 2, 3, 4], ["x", "x"], [60, 70], [[0, 0], [1, 0], [0, 1]]),
    *({}, {"white": 1}, {"white": 1, "red": 0}, {"white": 2, "red": 2}, {"complete": 1, "head": 1}),
    *({"range": 3}, {"round": 1}, {"faction": "x"}, {"seed": 4}, {"text": "x"}),
]
KEYS = [
    *("faction", "stigma", "disc", "rectangle", "polygon", "red", "complete", "head", "tech", "pr", "blast"),
    *("uses", "limit", "cost", "value", "level", "position", "templates", "optional", "immediate", "ghost"),
    *("vp", "value-by-rulebook", "hiding", "size", "keywords", "bonus", "rulings", "moves", "chapters"),
]


def _spots(data: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) inside."""
    if isinstance(data, dict):
        return [spot for key in data for spot in ((data, key), *_spots(data[key]))]
    if isinstance(data, list):
        return [spot for n, item in enumerate(data) for spot in ((data, n), *_spots(item))]
    return []


@st.composite
def _mutants(draw: st.DrawFn) -> dict[str, Any]:
    """A good sample with one or two things changed, dropped, doubled or added."""
    data: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(GOOD)))
    for _ in range(draw(st.integers(1, 2))):  # the smallest sample has two keys
        container, key = draw(st.sampled_from(_spots(data)))
        junk = draw(st.sampled_from(JUNK) | st.integers(-20, 200))
        match draw(st.sampled_from(["change", "drop", "add"])):
            case "change":
                container[key] = copy.deepcopy(junk)
            case "drop":
                del container[key]
            case "add" if isinstance(container, list):
                container.append(copy.deepcopy(container[key]))
            case "add":
                container[draw(st.sampled_from(KEYS))] = copy.deepcopy(junk)
    return data


@given(_mutants(), st.sampled_from(sorted(KINDS)))
def test_builders_and_schemas_agree_on_every_mutant(data: dict[str, Any], other: str) -> None:
    kind = data.get("kind")
    kind = kind if isinstance(kind, str) and kind in KINDS else other

    expected = _SCHEMAS[kind].is_valid(data)

    assert expected == _fits(kind, data)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_sample_fits_its_schema_and_builds(path: Path) -> None:
    data = _read(path)

    assert _SCHEMAS[data["kind"]].is_valid(data)
    assert _fits(data["kind"], data)


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
    with pytest.raises(Unfit) as refused:
        build("cards", data)
    return refused.value.path


def test_a_limb_without_red_cp_has_one_value() -> None:
    fighter = build("cards", _cards()).fighters[0]

    expected = Limb(name=LimbName.HEAD, faces=(1,), white_cp=2, red_cp=0, white=4, red=4)
    assert expected == fighter.limbs[LimbName.HEAD]


def test_limbs_stand_in_the_order_of_the_card() -> None:
    shuffled = dict(reversed(_fighter()["limbs"].items()))  # type: ignore[attr-defined]

    fighter = build("cards", _cards(limbs=shuffled)).fighters[0]

    assert list(LimbName) == list(fighter.limbs)


def test_complete_protection_covers_the_four_limbs() -> None:
    fighter = build("cards", _cards(equipment=[{"name": "Shell", "pr": {"complete": 2}}])).fighters[0]

    expected = Use(category=Category.PR, protection=dict.fromkeys(LimbName, 2), complete=True)
    assert (expected,) == fighter.equipment[0].uses


def test_equipment_keeps_its_categories_in_the_order_written() -> None:
    lance = {"name": "Arc lance", "tech": {}, "shooting": {"range": 15, "strength": 4, "uses": {"match": 2}}}

    fighter = build("cards", _cards(equipment=[lance])).fighters[0]

    expected = (
        Use(category=Category.TECH),
        Use(
            category=Category.SHOOTING, effects={Effect.RANGE: 15, Effect.STRENGTH: 4}, uses=Uses(per_match=2)
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

    assert build("band", {**band, "faction": "Convoy"}).symbol.faction == "Convoy"
    assert build("band", {**band, "stigma": "order"}).symbol.stigma == "order"
    for both in ({}, {"faction": "Convoy", "stigma": "order"}):
        with pytest.raises(Unfit):
            build("band", {**band, **both})


def test_a_rectangle_lies_about_its_origin() -> None:
    (wall,) = build("scenery", {"kind": "scenery", "elements": [{"name": "Wall", "rectangle": [6, 1]}]})

    assert wall.outline.corners == ((-3, -0.5), (3, -0.5), (3, 0.5), (-3, 0.5))


def test_a_game_says_what_it_changes_and_leaves_the_rest_as_usual() -> None:
    game = build(
        "game", {"kind": "game", "name": "Duel", "red": "a.yaml", "blue": "b.yaml", "field": {"size": 90}}
    )

    expected = Game(name="Duel", red="a.yaml", blue="b.yaml", size=(90, 90), templates=Templates(explosion=5))
    assert expected == game


def test_a_position_may_name_every_step_of_a_match_and_no_other() -> None:
    assert tuple(PROCEDURES) == STEPS
