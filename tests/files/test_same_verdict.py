"""The builder and the schemas accept exactly the same files.

Commands that play trust the builder alone; editors trust the schemas alone. Both come from one description,
and here it is walked: every limit is met once and overstepped once, and both must say so.
"""

import json
import os
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from files.documents import at_random, breaks, defaults, edges, spoilt
from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from edencli.files.grammar import Text
from edencli.files.loader import parse_yaml
from edencli.files.schema import load_schema, schema_misfits
from edencli.files.shapes import KINDS, UnfitDataError, build_value, file_shape

SAMPLES = Path(__file__).parents[2] / "samples"
# Fewer than the thousands that were run by hand: this is for every day.
EXAMPLES = int(os.environ.get("EDENCLI_EXAMPLES", "300"))

# As the loader sees it: a number with a point is no whole number.
_WHOLE = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
_Strict: Any = extend(Draft202012Validator, type_checker=_WHOLE)  # type: ignore[no-untyped-call]


@cache
def validator(name: str) -> Any:
    """The library's own verdict, without our keywords."""
    return _Strict(load_schema(name))


def verdicts(name: str, document: Any) -> tuple[bool, bool]:
    """Whether the builder takes a document, and whether its schema does."""
    try:
        build_value(name, document)
    except UnfitDataError:
        return False, validator(name).is_valid(document)
    return True, validator(name).is_valid(document)


@pytest.mark.parametrize("name", KINDS)
def test_what_meets_a_limit_exactly_is_taken_by_both(name: str) -> None:
    refused = [at for at, document in edges(file_shape(name)) if verdicts(name, document) != (True, True)]

    assert refused == []


@pytest.mark.parametrize("name", KINDS)
def test_what_oversteps_one_limit_is_refused_by_both(name: str) -> None:
    taken = [at for at, document in breaks(file_shape(name)) if verdicts(name, document) != (False, False)]

    assert taken == []


@pytest.mark.parametrize("name", KINDS)
def test_what_is_refused_is_explained_by_our_keywords(name: str) -> None:
    unexplained = [
        at
        for at, document in breaks(file_shape(name))
        if not any(schema_misfits(document, load_schema(name)))
    ]

    assert unexplained == []


@pytest.mark.parametrize("name", KINDS)
def test_both_agree_on_documents_at_random(name: str) -> None:
    random, told = Random(name), Counter[bool]()  # noqa: S311  # no secret
    for _ in range(EXAMPLES):
        document = at_random(file_shape(name), random)
        for _ in range(random.randint(0, 2)):
            document = spoilt(document, random)
        taken, valid = verdicts(name, document)
        told[taken] += 1
        assert taken is valid, json.dumps(document)

    assert min(told.values()) > EXAMPLES / 10, "hardly any of one verdict"


@pytest.mark.parametrize(
    "path", sorted(SAMPLES.glob("*/*.yaml")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_the_samples_fit_both(path: Path) -> None:
    data = parse_yaml(path.read_bytes(), path.name).data

    assert verdicts(data["kind"], data) == (True, True)


@pytest.mark.parametrize("name", KINDS)
def test_what_a_key_left_out_means_is_the_default_that_the_schema_tells(name: str) -> None:
    """Rulings stay plain; a match takes their defaults from the same list as their description."""
    told = [one for one in defaults(file_shape(name)) if not one.at.startswith("rulings ")]

    assert [one.at for one in told if build_value(name, one.out) != build_value(name, one.written)] == []
    assert told or name == "band"


@pytest.mark.parametrize("text", ["\n", "\na", " ", "a\nb", "é", "", "abcde", "abcdef", 1, True, None])
def test_a_text_is_a_text_whatever_it_begins_with(text: Any) -> None:
    """The library looks for a pattern anywhere, and so does the builder."""
    shape = Text(5)
    try:
        taken = shape.read(text, ()) == text
    except UnfitDataError:
        taken = False

    assert taken is _Strict(shape.to_schema({})).is_valid(text)
