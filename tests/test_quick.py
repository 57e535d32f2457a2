"""The quick tests go through every package, and none of those that are listed is missing."""

import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest
from quick import QUICK, SLOW, TESTS, is_quick
from source_map import names_by_test, package_docstrings, package_of

MODULES = sorted(path for path in TESTS.rglob("test_*.py"))


@pytest.mark.parametrize("package", package_docstrings())
def test_a_package_is_imported_by_a_quick_test_module(package: str) -> None:
    imported = [
        {package_of(module) for module in names}
        for test, names in names_by_test().items()
        if is_quick(TESTS / test)
    ]

    assert any(package in packages for packages in imported)


@pytest.mark.parametrize("pattern", [*QUICK, *SLOW])
def test_what_is_listed_is_there(pattern: str) -> None:
    assert any(fnmatch(path.relative_to(TESTS).as_posix(), pattern) for path in MODULES)


def test_only_quick_modules_are_imported_where_only_quick_tests_are_wanted() -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "-m",
        "quick",
        "-p",
        "no:cacheprovider",
    ]
    quick, slow = TESTS / "test_recipes.py", Path(__file__)
    told = subprocess.run(
        [*command, str(quick), str(slow)],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    ).stdout

    assert (is_quick(quick), is_quick(slow)) == (True, False)
    assert quick.name in told
    assert slow.name not in told
