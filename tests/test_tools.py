"""The tools of tests and benchmarks: named with what they are for, and each held to one version in CI."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINNED = {
    canonicalize_name(name): version
    for name, _, version in (
        line.partition("==")
        for line in (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    )
}
WANTED = [
    *PROJECT["dependencies"],
    *(one for extra in PROJECT["optional-dependencies"].values() for one in extra),
]


@pytest.mark.parametrize("line", sorted(set(WANTED)))
def test_what_is_wanted_is_held_to_a_version_that_is_wanted(line: str) -> None:
    wanted = Requirement(line)

    assert wanted.specifier.contains(PINNED[canonicalize_name(wanted.name)])


def test_every_large_count_is_run_by_ci() -> None:
    """A number that a test takes from its environment, but for the seed that it begins with."""
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    expanded = re.sub(
        r"(\S*)\{([\w,]+)\}(\.py)",
        lambda found: " ".join(f"{found[1]}{one}.py" for one in found[2].split(",")),
        ci,
    )
    counts = {
        path.relative_to(ROOT).as_posix(): found[1]
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for found in re.finditer(
            r'^(?!FIRST)\w+ = int\(os\.environ\.get\("(\w+)"', path.read_text(encoding="utf-8"), re.MULTILINE
        )
    }

    assert len(counts) > 5
    assert [
        (path, name) for path, name in counts.items() if path not in expanded or f" {name}=" not in ci
    ] == []
