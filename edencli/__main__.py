"""The door: answers `--version` at once, runs the commands, and turns our own faults into one line."""

import sys


def main() -> None:
    """Run edencli as a program."""
    if sys.argv[1:] == ["--version"]:
        from edencli import __version__  # noqa: PLC0415  # before typer: a version costs nothing

        sys.stdout.write(f"edencli {__version__}\n")
        return
    from edencli.cli import run  # noqa: PLC0415  # the same

    run(sys.argv[1:])


if __name__ == "__main__":
    main()
