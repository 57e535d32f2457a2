"""A working directory with the bands of the samples, and `edencli` run in this process."""

import shutil
from pathlib import Path

import pytest
from short_games import Run

from edencli import cli

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with everything games refer to, without the CI variable."""
    for name in ("bands", "cards", "scenery"):
        shutil.copytree(SAMPLES / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    for name in ("CI", "EDENCLI_RULEBOOK"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def run(here: Path, capsys: pytest.CaptureFixture[str]) -> Run:  # noqa: ARG001  # commands are run there
    """Run a command, by default `play`; return its exit code, stdout and stderr."""

    def run(*arguments: str, command: str = "play") -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.run([command, *arguments])
        output = capsys.readouterr()
        return int(ended.value.code or 0), output.out, output.err

    return run
