"""What a build takes along of samples and schemas: the files that git tracks, and nothing through a link.

A source archive has no git; there every plain file counts, since the archive was made in the same way.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("samples", "schemas")


class Tracked(BuildHookInterface[Any]):
    """Adds the files to a wheel, inside the package, or to a source archive, where they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Say which files are taken; an editable install finds them in its checkout."""
        if version == "editable":
            return
        if links := [path.name for path in Path(self.root, "edencli").rglob("*") if path.is_symlink()]:
            raise ValueError(f"a build would follow the links in edencli: {', '.join(sorted(links))}")
        inside = "edencli/_data/" if self.target_name == "wheel" else ""
        root = Path(self.root)
        build_data["force_include"].update({str(root / name): f"{inside}{name}" for name in names(root)})


def names(root: Path) -> Iterator[str]:
    """The files to take, relative to the root."""
    for name in _listed(root):
        if (root / name).is_file() and not (root / name).is_symlink():
            yield name


def _listed(root: Path) -> list[str]:
    if (root / ".git").exists():
        told = subprocess.run(
            ["git", "-C", str(root), "ls-files", "-z", *FOLDERS],
            check=True,
            capture_output=True,
            text=True,
        )
        return told.stdout.split("\0")[:-1]
    return [str(path.relative_to(root)) for folder in FOLDERS for path in sorted((root / folder).rglob("*"))]
