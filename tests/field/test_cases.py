"""The golden cases: facts of sight and judgements of movement, each decided beforehand by brute force."""

from math import inf
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from field.facts import sight_facts
from ruamel.yaml import YAML

from edencli.field.distance import gap
from edencli.field.ground import Ground, SlowGround, Table
from edencli.field.planner import Plan, plan_contact, plan_route
from edencli.field.routes import judge_route, price_route
from edencli.field.shapes import Disc, Point, Shape, make_polygon
from edencli.field.sight import SightFact, find_sight_line
from edencli.field.units import cm, compare_lengths

Case: TypeAlias = dict[str, Any]


def load(name: str) -> list[Case]:
    return YAML(typ="safe").load(Path(__file__).with_name("cases") / name)


def shape(written: Case) -> Any:
    match written:
        case {"type": "disc", "x": x, "y": y, "r": r}:
            return Disc(x=cm(x), y=cm(y), r=cm(r))
        case {"type": "point", "x": x, "y": y}:
            return Point(cm(x), cm(y))
        case {"type": "poly", "pts": places}:
            return make_polygon((cm(x), cm(y)) for x, y in places)
    raise ValueError(written)


def place(written: list[float]) -> Point:
    return Point(cm(written[0]), cm(written[1]))


def by_id(cases: list[Case], *modes: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in cases if not modes or case["mode"] in modes]


SIGHT = load("sight.yaml")
MOVEMENT = load("movement.yaml")


def expected_facts(case: Case) -> tuple[SightFact, ...]:
    return tuple(
        SightFact(
            reaches_in=fact["present"],
            cuts=fact["cuts"],
            occupied_by_viewer=fact["occupied_by_viewer"],
            occupied_by_target=fact["occupied_by_target"],
        )
        for fact in case["expect"]["elements"]
    )


def elements(case: Case) -> list[Shape]:
    return [shape(element["shape"]) for element in case["elements"]]


def blockers_together(case: Case, facts: tuple[SightFact, ...]) -> list[Shape]:
    """What may close the corridor together: what nobody can see over or through, and nobody stands in."""
    return [
        shape(element["shape"])
        for element, fact in zip(case["elements"], facts, strict=True)
        if (element["los"] == "opaque" or element.get("impenetrable"))
        and not (fact.occupied_by_viewer or fact.occupied_by_target)
    ]


def test_no_case_was_lost() -> None:
    assert (len(SIGHT), len(MOVEMENT)) == (44, 32)


@pytest.mark.parametrize("case", by_id(SIGHT))
def test_every_element_is_to_the_sight_what_brute_force_found(case: Case) -> None:
    assert sight_facts(shape(case["viewer"]), shape(case["target"]), elements(case)) == expected_facts(case)


@pytest.mark.parametrize("case", by_id([case for case in SIGHT if case["target"]["type"] == "disc"]))
def test_every_element_is_the_same_to_the_sight_back(case: Case) -> None:
    back = sight_facts(shape(case["target"]), shape(case["viewer"]), elements(case))

    assert expected_facts(case) == tuple(
        SightFact(
            reaches_in=fact.reaches_in,
            cuts=fact.cuts,
            occupied_by_viewer=fact.occupied_by_target,
            occupied_by_target=fact.occupied_by_viewer,
        )
        for fact in back
    )


@pytest.mark.parametrize("case", by_id(SIGHT))
def test_elements_together_leave_a_clear_line_where_brute_force_found_one(case: Case) -> None:
    viewer, target = shape(case["viewer"]), shape(case["target"])
    together = blockers_together(case, sight_facts(viewer, target, elements(case)))

    assert (find_sight_line(viewer, target, together) is not None) == case["expect"]["visible_joint"]


@pytest.mark.parametrize("case", by_id(MOVEMENT, "path"))
def test_a_given_way_is_judged_as_brute_force_judged_it(case: Case) -> None:
    enemies = [shape(enemy) for enemy in case["enemies"]]
    blockers = [shape(blocker) for blocker in case["blockers"]] + enemies
    table = Table(width=cm(case["board"][0]), depth=cm(case["board"][1]))
    route = [place(stop) for stop in case["path"]]

    judged = judge_route(route, cm(case["r"]), table=table, blockers=blockers, watched=enemies)

    expect = case["expect"]
    why = "overlap" if judged.collisions else "off-board" if judged.leaves_table_at else None
    assert (judged.is_open, why) == (expect["legal"], expect["why"])
    if enemies:
        assert any(contact.at_start for contact in judged.contacts) == expect["enemy_contact_start"]
        assert any(contact.on_the_way for contact in judged.contacts) == expect["enemy_contact_during"]
        assert any(contact.at_end for contact in judged.contacts) == expect["enemy_contact_end"]


@pytest.mark.parametrize("case", by_id(MOVEMENT, "path"))
def test_a_given_way_costs_what_it_costs_exactly(case: Case) -> None:
    route = [place(stop) for stop in case["path"]]

    priced = price_route(route, cm(case["r"]), slow_grounds(case))

    assert priced.length / 1000 == pytest.approx(case["expect"]["length"], abs=0.001)
    assert priced.total / 1000 == pytest.approx(case["expect"]["cost"], abs=0.001)


@pytest.mark.parametrize("case", by_id(MOVEMENT, "shortest", "charge"))
def test_the_shortest_way_is_as_long_as_the_analytic_one(case: Case) -> None:
    ground, mover, plan = planned(case)

    if not case["expect"]["reachable"]:
        assert plan is None
        return
    assert plan.price.total / 1000 == pytest.approx(case["expect"]["cost"], abs=case["tolerance"])
    assert judge_route(plan.route, mover.r, table=ground.table, blockers=ground.blockers).is_open
    assert (planned(case, allowance=cm(10))[2] is not None) == case["expect"]["within_10cm"]


@pytest.mark.parametrize("case", by_id(MOVEMENT, "charge"))
def test_a_charge_ends_in_contact_where_it_should(case: Case) -> None:
    _, mover, plan = planned(case)

    if plan:
        end = plan.route[-1]
        assert compare_lengths(gap(mover.moved_to(end), shape(case["target"])), 0) == 0
        assert (end.x / 1000, end.y / 1000) == pytest.approx(case["expect"]["contact"], abs=0.01)


def slow_grounds(case: Case) -> tuple[SlowGround, ...]:
    return tuple(SlowGround(shape=shape(zone["shape"]), rate=zone["X"]) for zone in case["zones"])


def planned(case: Case, allowance: float = inf) -> tuple[Ground, Disc, Plan | None]:
    ground = Ground(
        table=Table(width=cm(case["board"][0]), depth=cm(case["board"][1])),
        blockers=tuple(shape(blocker) for blocker in case["blockers"]),
        slow=slow_grounds(case),
    )
    start = place(case["start"])
    mover = Disc(x=start.x, y=start.y, r=cm(case["r"]))
    if case["mode"] == "charge":
        return ground, mover, plan_contact(ground, mover, shape(case["target"]), allowance)
    return ground, mover, plan_route(ground, mover, place(case["goal"]), allowance)
