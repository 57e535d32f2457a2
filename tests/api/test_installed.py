"""The interface for programs as one gets it: its types, checked against the wheel where it is installed."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BOT = ROOT / "samples" / "bots" / "first_legal.py"
EXAMPLE = re.search(r"```pycon\n(.+?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command to its end; its output, when it failed."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=600, check=False)
    return f"{done.stdout}{done.stderr}" if done.returncode else ""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with programs, and an environment `.venv` that has the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    build = ("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    assert run(*pip, *build, cwd=folder) == ""
    assert run(sys.executable, "-m", "venv", "--without-pip", ".venv", cwd=folder) == ""
    (wheel,) = folder.glob("*.whl")
    install = ("--python", ".venv/bin/python", "install", "--no-deps", "--no-index", wheel)
    assert run(*pip, *install, cwd=folder) == ""

    assert EXAMPLE is not None
    lines = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", EXAMPLE[1], re.MULTILINE)
    (folder / "example.py").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (folder / "bot.py").write_bytes(BOT.read_bytes())
    strict = {"typeCheckingMode": "strict", "reportUnusedExpression": False}  # a session shows its values
    (folder / "pyrightconfig.json").write_text(json.dumps(strict), encoding="utf-8")
    return folder


CHECKERS = {
    "mypy": ("mypy", "--strict", "--python-executable", ".venv/bin/python", "--cache-dir", "cache"),
    "pyright": ("basedpyright", "--pythonpath", ".venv/bin/python"),
}


def said_of(checker: str, folder: Path, *names: str) -> str:
    """What a checker says against programs; nothing, if they are sound."""
    module, *options = CHECKERS[checker]
    return run(sys.executable, "-m", module, *options, *names, cwd=folder)


@pytest.mark.parametrize("checker", CHECKERS)
def test_the_readme_and_the_bot_are_sound_by_a_strict_checker(checker: str, programs: Path) -> None:
    assert said_of(checker, programs, "example.py", "bot.py") == ""


WRONG: dict[str, str] = {
    "an attribute that is not there": "edencli.Game.from_file('a').qustion",
    "a side that is none": "edencli.Game.from_file('a').view('green')",
    "a name that is not offered": "edencli.Gmae",
    "a number where a text is wanted": "edencli.rule(3)",
}


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_checker_that_finds_them_sound_finds_what_is_wrong(checker: str, programs: Path) -> None:
    lines: Sequence[str] = ["import edencli", *(f"print({line})" for line in WRONG.values())]
    (programs / "wrong.py").write_text("\n".join(lines) + "\n", encoding="utf-8")

    found = said_of(checker, programs, "wrong.py")

    assert [n for n in range(2, len(lines) + 1) if not re.search(rf"wrong\.py:{n}\b", found)] == []
