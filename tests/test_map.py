"""The map of the house is true: what it names is there, and what is there is on it."""

import importlib
import re
from pathlib import Path

import pytest

import edencli.rules

RULES = Path(edencli.rules.__file__).parent
ROWS = [
    tuple(re.split(r"\s{2,}", line.strip())[-2:])
    for line in (edencli.rules.__doc__ or "").splitlines()
    if line.startswith("    ")
][1:]


@pytest.mark.parametrize(("module", "first"), ROWS)
def test_a_module_on_the_map_of_the_rules_has_what_is_to_be_read_first(module: str, first: str) -> None:
    assert hasattr(importlib.import_module(f"edencli.rules.{module}"), first)


def test_every_module_of_the_rules_is_on_the_map_once() -> None:
    assert sorted(module for module, _ in ROWS) == sorted(
        file.relative_to(RULES).with_suffix("").as_posix().replace("/", ".")
        for file in RULES.rglob("*.py")
        if file.stem != "__init__"
    )
