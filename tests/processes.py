"""Run edencli as a process: its output, its exit code, and a limit on its memory."""

import os
import resource
import subprocess
import sys
from pathlib import Path

EDENCLI = (sys.executable, "-m", "edencli")
PATIENCE = 60  # seconds until a test gives up on a process; not a measurement
MEMORY = 512 * 1024 * 1024


def edencli(
    *arguments: str | Path,
    cwd: Path | None = None,
    stdin: bytes = b"",
    environment: dict[str, str] | None = None,
    pass_fds: tuple[int, ...] = (),
) -> subprocess.CompletedProcess[bytes]:
    """Run edencli to its end, in little memory."""
    return subprocess.run(
        [*EDENCLI, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**clean_environment(), **(environment or {})},
        timeout=PATIENCE,
        check=False,
        pass_fds=pass_fds,
        preexec_fn=_in_little_memory,  # no threads are running here
    )


def clean_environment() -> dict[str, str]:
    """The environment without variables that change an answer, or keep compiled modules from being used."""
    own = ("EDENCLI_", "FORCE_COLOR", "NO_COLOR", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    return {**kept, "EDENCLI_PAGER": "", "PYTHONPATH": str(Path(__file__).parents[1])}


def _in_little_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
