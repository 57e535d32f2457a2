"""The files of a build: those that git tracks.

A source archive has no git; there every regular file counts, since the archive was built from tracked files.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The place of each folder's files in a wheel; a source archive keeps them in place.
INSIDE = {"edencli": "", "samples": "edencli/_data/", "schemas": "edencli/_data/"}

# Folders that tools create in a checkout.
MADE = {"__pycache__", ".venv", "build", "dist"}


class Tracked(BuildHookInterface[Any]):
    """Adds the files to a wheel or source archive, whose own search for files is switched off."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files; an editable install uses its checkout instead."""
        if version == "editable":
            return
        root = Path(self.root)
        build_data["force_include"].update(
            {str(root / name): target for name in names(root) if (target := self._target(name))}
        )

    def _target(self, name: str) -> str | None:
        folder = INSIDE.get(name.partition("/")[0])
        if self.target_name == "sdist":
            return name
        return None if folder is None else folder + name


def names(root: Path) -> Iterator[str]:
    """The files of a build, relative to the root; a link is refused, since it could lead anywhere."""
    for name in _listed(root):
        if (root / name).is_symlink():
            raise ValueError(f"{name} is a link, which no build follows")
        if (root / name).is_file():
            yield name


def _listed(root: Path) -> list[str]:
    if (root / ".git").exists():
        told = subprocess.run(
            ["git", "-C", str(root), "ls-files", "-z"], check=True, capture_output=True, text=True
        )
        return told.stdout.split("\0")[:-1]
    found = (path.relative_to(root) for path in sorted(root.rglob("*")))
    return [path.as_posix() for path in found if not MADE & set(path.parts)]
