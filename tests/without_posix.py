"""Runs edencli without what only POSIX systems have: `python tests/without_posix.py validate …`.

The modules and names that Windows lacks are removed before edencli is imported; a stand-in has Windows' lock.
Other differences (paths, the console) cannot be tried here.
"""

import fcntl
import os
import signal
import subprocess
import sys
import types

MODULES = ("curses", "fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
OF_OS = (
    *("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "chown", "fchmod", "fork", "geteuid", "getuid"),
    *("killpg", "mkfifo", "openpty", "pread", "pwrite", "setsid", "statvfs", "uname"),
)
OF_SIGNAL = (
    "SIGALRM",
    "SIGCHLD",
    "SIGHUP",
    "SIGKILL",
    "SIGPIPE",
    "SIGQUIT",
    "SIGTSTP",
    "SIGUSR1",
    "SIGWINCH",
)


def main() -> None:
    """Remove what only POSIX has, and run the command."""
    assert subprocess.Popen  # it takes a system with `msvcrt` for Windows, so it is imported first
    flock, lock = fcntl.flock, fcntl.LOCK_EX | fcntl.LOCK_NB
    stand_in = types.ModuleType("msvcrt")
    vars(stand_in).update(LK_NBLCK=2, locking=lambda number, _mode, _bytes: flock(number, lock))
    sys.modules["msvcrt"] = stand_in
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]  # makes the import fail
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    from edencli.__main__ import main as run  # noqa: PLC0415  # after the removals

    run()


if __name__ == "__main__":
    main()
