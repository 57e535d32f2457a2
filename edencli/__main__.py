"""The door: answers `--version` at once, runs the commands, and turns our own faults into one line.

Where the locale knows only ASCII, Python begins anew with UTF-8: arguments and files may have any name.
"""

import contextlib
import gc
import os
import sys


def main() -> None:
    """Run edencli as a program."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from edencli import __version__  # noqa: PLC0415  # before typer: a version costs nothing

        with contextlib.suppress(OSError):  # what keeps it from being written is said below
            os.write(1, f"edencli {__version__}\n".encode())
            return
    if sys.getfilesystemencoding() == "ascii":  # it cannot name what has accents
        with contextlib.suppress(OSError):
            os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606  # ourselves
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
