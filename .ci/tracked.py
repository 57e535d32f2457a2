"""What a build takes along: the files that git tracks, and nothing that merely lies there.

A source archive has no git; there every plain file counts, since the archive was made in the same way.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Where a wheel puts the files of each folder; a source archive has them where they are.
INSIDE = {"edencli": "", "samples": "edencli/_data/", "schemas": "edencli/_data/"}

# Folders that work leaves in a checkout.
MADE = {"__pycache__", ".venv", "build", "dist"}


class Tracked(BuildHookInterface[Any]):
    """Adds the files to a wheel or a source archive, whose own search for files is switched off."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Say which files are taken; an editable install finds them in its checkout."""
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
    """The files to take, relative to the root; a link among them would bring whatever it leads to."""
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
