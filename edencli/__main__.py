"""Run edencli as a program: answer `--version` at once, else run the command line.

Where the locale knows only ASCII, Python is started again with UTF-8, since arguments and files may have any
name.
"""

import contextlib
import gc
import os
import sys


def main() -> None:
    """Run edencli as a program."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from edencli import __version__  # noqa: PLC0415  # before typer, which is slow to import

        with contextlib.suppress(OSError):  # an unwritable stdout gives no version
            os.write(1, f"edencli {__version__}\n".encode())
            return
    if sys.getfilesystemencoding() == "ascii":  # it cannot encode names with accents
        with contextlib.suppress(OSError):
            os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606  # ourselves
    gc.set_threshold(100_000)  # most runs end before there is garbage to collect
    try:
        from edencli.cli import run  # noqa: PLC0415  # --version must not wait for it
    except KeyboardInterrupt:
        sys.exit(130)
    try:
        run(sys.argv[1:])
    finally:
        gc.freeze()  # no collection when the process ends


if __name__ == "__main__":
    main()
