"""A release: notes cut from the changelog, a tag that must name the version, and builds that are alike."""

import importlib.util
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from ruamel.yaml import YAML

from edencli import __version__

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github").rglob("*.y*ml"))
CHANGELOG = """# Changelog

## [Unreleased]

### Added

- New.

## [0.1.0] - 2026-01-02

- Old.
"""


def _release_script() -> ModuleType:
    """The script of a release, which is no module of a package."""
    spec = importlib.util.spec_from_file_location("release", ROOT / ".ci" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


release = _release_script()


def test_what_is_unreleased_becomes_a_version_and_nothing_else_changes() -> None:
    cut = release.cut_changelog(CHANGELOG, "0.2.0", "2026-11-21")

    assert cut.replace("\n\n## [0.2.0] - 2026-11-21", "", 1) == CHANGELOG
    assert release.release_notes(cut, "0.2.0") == "### Added\n\n- New."
    assert release.release_notes(cut, "0.1.0") == "- Old."


def test_a_version_that_the_changelog_does_not_have_is_no_release() -> None:
    with pytest.raises(SystemExit, match=r"says nothing of 0\.2\.0"):
        release.release_notes(CHANGELOG, "0.2.0")


def test_our_own_changelog_can_be_cut() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    cut = release.cut_changelog(text, "99.0.0", "2026-11-21")

    assert release.current_version() == __version__
    assert cut.startswith("# Changelog\n")
    assert "## [99.0.0] - 2026-11-21" in cut


def test_a_tag_that_names_another_version_is_refused() -> None:
    with pytest.raises(SystemExit, match=r"the tag is v9\.9\.9"):
        release.check_release("v9.9.9", ())


def built(folder: Path) -> Path:
    """A wheel of this checkout in a folder."""
    ended = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1750000000"},
        capture_output=True,
        check=False,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.mark.slow
def test_a_wheel_has_the_same_bytes_whenever_it_is_built(tmp_path: Path) -> None:
    """Of what it says of itself nothing names an address that there is not."""
    pytest.importorskip("hatchling")
    one, other = built(tmp_path / "one"), built(tmp_path / "other")

    assert one.name == f"edencli-{__version__}-py3-none-any.whl"
    assert one.read_bytes() == other.read_bytes()
    with zipfile.ZipFile(one) as archive:
        metadata = archive.read(f"edencli-{__version__}.dist-info/METADATA").decode().partition("\n\n")[0]
    assert "\nAuthor: The edencli maintainers\n" in metadata
    assert "\nKeywords: " in metadata
    assert "http" not in metadata


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_what_stands_under_github_is_yaml(path: Path) -> None:
    read: dict[str, Any] = YAML(typ="safe").load(path)

    assert read


def test_the_classifiers_name_every_python_that_the_tests_run_on() -> None:
    workflow = YAML(typ="safe").load(ROOT / ".github" / "workflows" / "tests.yml")
    tried = workflow["jobs"]["tests"]["strategy"]["matrix"]["python"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [one for one in project["classifiers"] if one.startswith("Programming Language :: Python :: 3.")]

    assert named == [f"Programming Language :: Python :: {version}" for version in tried]


def test_the_full_lane_waits_for_a_quick_one_that_does_what_a_club_does() -> None:
    jobs = YAML(typ="safe").load(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]
    lines = [line for step in jobs["quick"]["steps"] for line in step.get("run", "").splitlines()]
    wanted = ("pip wheel .", "dist/edencli-*.whl", 'edencli" validate', 'edencli" play', "pytest -m quick")
    found = [next((n for n, line in enumerate(lines) if part in line), None) for part in wanted]

    assert None not in found
    assert found == sorted(found, key=lambda n: n or 0)
    assert jobs["tests"]["needs"] == "quick"
    assert "needs" not in jobs["quick"]


def test_issue_forms_ask_for_a_record_and_the_version() -> None:
    forms = [
        YAML(typ="safe").load(path)
        for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")
        if path.name != "config.yml"
    ]
    asked = [{part["id"]: part["validations"]["required"] for part in form["body"]} for form in forms]

    assert len(forms) == 2
    assert all(one["record"] for one in asked)
