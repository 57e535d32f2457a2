"""References from one file to another: where they lead, and where they must not.

A reference is relative to its file and stays under a root, whatever links stand on the way: `--root`, else
the working directory when the file lies in it, else the file's own folder.
"""

import os
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import NamedTuple

from edencli.files.source import neighbours
from edencli.model.names import nearest


class Target(NamedTuple):
    """Where a reference leads: the file as people see it, or the code of what is wrong and its values."""

    name: str
    code: str | None = None
    values: dict[str, object] = {}  # noqa: RUF012  # never changed


def root_for(folder: Path, wanted: Path | None) -> Path:
    """The folder that the references of a file in `folder` may not leave."""
    if wanted is not None:
        return wanted.resolve()
    here, own = Path.cwd().resolve(), folder.resolve()
    return here if own.is_relative_to(here) else own


def follow(reference: str, folder: Path, root: Path) -> Target:
    """Say where a reference from a file in `folder` leads."""
    if PurePosixPath(reference).is_absolute() or PureWindowsPath(reference).drive:
        return Target(reference, "reference-absolute", {"text": reference})
    name = os.path.normpath(folder / reference)
    try:
        real = Path(name).resolve()
        there = real.is_file()
    except (OSError, RuntimeError):  # a name that is too long, links that lead in a circle
        return Target(name, "reference-missing", {"text": reference[:60]})
    if not real.is_relative_to(root):
        return Target(name, "reference-outside", {"text": reference, "root": str(root)})
    return Target(name) if there else Target(name, "reference-missing", _missing(reference, name))


def _missing(reference: str, name: str) -> dict[str, object]:
    near = nearest(Path(name).name, neighbours(Path(name).parent))
    found: dict[str, object] = {"text": reference}
    return {**found, "nearest": str(PurePosixPath(reference).with_name(near))} if near else found
