"""The same answers, bit for bit, on every Python at hand: new versions have changed sum and hypot before."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from field.digest import digest

DIGEST = Path(__file__).with_name("digest.py")

# What the answers were when they were last looked at; `python tests/field/digest.py` prints them anew.
GOLDEN = {
    "angles": "e106353987bbe20a",
    "tables": "7847182b225d5c9e",
    "sights": "f83eadf137234d6c",
    "routes": "8b32d4ac66450d5d",
    "plans": "78eb05d61f5acf6c",
    "placements": "442c8a8e59e1790f",
}


def pythons() -> list[object]:
    """Every Python from 3.11 up that can be found on this machine."""
    named = [shutil.which(f"python3.{minor}") for minor in range(11, 20)]
    kept = map(str, Path.home().glob(".pyenv/versions/3.*/bin/python"))
    asked = {version(path): path for path in [*filter(None, named), *kept]}
    fit = {number: path for number, path in sorted(asked.items()) if number >= (3, 11)}
    return [pytest.param(path, id=".".join(map(str, number))) for number, path in fit.items()]


def version(path: str) -> tuple[int, ...]:
    program = "import sys; print(*sys.version_info[:3])"
    done = subprocess.run([path, "-c", program], capture_output=True, text=True, check=False)
    return tuple(map(int, done.stdout.split())) if done.returncode == 0 else ()


def test_the_answers_are_the_ones_that_were_looked_at() -> None:
    assert digest() == GOLDEN


@pytest.mark.parametrize("python", pythons())
def test_every_python_gives_the_same_bits(python: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    done = subprocess.run(
        [python, "-B", str(DIGEST)], capture_output=True, text=True, check=True, env=environment
    )

    assert json.loads(done.stdout) == GOLDEN
