"""The builder and the schemas accept exactly the same files.

Commands that play trust the builder alone; editors trust the schemas alone. Shipped samples are changed at
random, a few changes at a time, and both must give the same verdict on what comes out.
"""

import copy
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edencli.files.loader import parse
from edencli.files.schema import misfits, schema
from edencli.files.shapes import KINDS, Unfit, build

SAMPLES = Path(__file__).parents[2] / "samples"
# Fewer than the thousands that were run by hand: this is for every day.
EXAMPLES = int(os.environ.get("EDENCLI_EXAMPLES", "300"))

WORDS = [
    "",
    "x",
    "chaos",
    "Yuri",
    "cards.yaml",
    "a\\b.yaml",
    "../b.yml",
    "block",
    "round",
    "n" * 61,
    "t" * 2001,
]
NUMBERS = [0, 1, -1, 2, 3, 6, 7, 12, 13, 30, 60, 99, 120, 121, 1001, 2**53, -120.5, 0.0, 1.0, 2.5, 3.0]
LISTS: list[Any] = [[], [1], [1, 1], [1, 2, 3, 4], ["x"], ["x", "x"], [[0, 0], [1, 1], [2, 0]]]
MAPPINGS: list[Any] = [{}, {"white": 1}, {"round": 1}, {"faction": "x"}, {"faction": "x", "stigma": "order"}]
VALUES: list[Any] = [None, True, False, *NUMBERS, *LISTS, *MAPPINGS, {"red": 0}, {"seed": 1}, *WORDS]
KEYS = """
    x name kind red white stigma faction symbol value level complete head tech pr blast shooting
    rectangle disc polygon round vp bonus uses turn at
    """.split()  # noqa: SIM905  # a list of words is read as words


def _small(data: dict[str, Any]) -> list[dict[str, Any]]:
    """A file cut into files of one entry each, so that a change is likely to meet something."""
    lists = [key for key in ("fighters", "npfs", "missions", "tactics", "elements") if key in data]
    if data["kind"] in {"band", "game"}:
        return [data]
    return [{"kind": data["kind"], key: [one]} for key in lists for one in data[key]]


def _seeds(kind: str) -> list[dict[str, Any]]:
    read = [parse(path.read_bytes(), path.name).data for path in sorted(SAMPLES.rglob("*.yaml"))]
    return [small for data in read if data["kind"] == kind for small in _small(data)]


SEEDS = {kind: _seeds(kind) for kind in KINDS}


def _spots(data: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a value's inside."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [spot for key, value in inside for spot in ((data, key), *_spots(value))]


@st.composite
def changed(draw: st.DrawFn, kind: str) -> dict[str, Any]:
    """A good file with up to three changes, each of them small."""
    data = copy.deepcopy(draw(st.sampled_from(SEEDS[kind])))
    for _ in range(draw(st.integers(0, 3))):
        spots = _spots(data)
        if spots:
            _change(draw, *draw(st.sampled_from(spots)))
    return data


def _change(draw: st.DrawFn, container: Any, key: Any) -> None:
    value = copy.deepcopy(draw(st.sampled_from(VALUES)))
    match draw(st.sampled_from(["replace", "remove", "add", "nudge"])):
        case "replace":
            container[key] = value
        case "remove":
            del container[key]
        case "add" if isinstance(container, dict):
            container[draw(st.sampled_from(KEYS))] = value
        case "add":
            container.append(copy.deepcopy(container[key]))
        case _ if type(container[key]) in {int, float}:
            container[key] += draw(st.sampled_from([-100, -1, 0.0, 1, 100]))


def built(data: dict[str, Any], kind: str) -> bool:
    try:
        build(kind, data)
    except Unfit:
        return False
    return True


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_builder_and_the_schema_give_the_same_verdict(kind: str, data: st.DataObject) -> None:
    file = data.draw(changed(kind))
    found = [(one.keyword, one.path) for one in misfits(file, schema(kind))]

    assert built(file, kind) == (not found), found


@pytest.mark.parametrize("kind", KINDS)
def test_the_samples_as_they_are_fit_both(kind: str) -> None:
    for file in SEEDS[kind]:
        assert list(misfits(file, schema(kind))) == []
        assert built(file, kind)
