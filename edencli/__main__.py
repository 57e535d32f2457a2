"""The door: answers `--version` at once, runs the commands, and turns our own faults into one line."""

import contextlib
import gc
import os
import sys


def main() -> None:
    """Run edencli as a program."""
    if sys.argv[1:] == ["--version"]:
        from edencli import __version__  # noqa: PLC0415  # before typer: a version costs nothing

        with contextlib.suppress(OSError):  # what keeps it from being written is said below
            os.write(1, f"edencli {__version__}\n".encode())
            return
    gc.set_threshold(100_000)  # most runs end before there is anything to collect
    try:
        from edencli.cli import run  # noqa: PLC0415  # before typer: a version costs nothing
    except KeyboardInterrupt:
        sys.exit(130)
    try:
        run(sys.argv[1:])
    finally:
        gc.freeze()  # nor is anything looked through for it when the process ends


if __name__ == "__main__":
    main()
