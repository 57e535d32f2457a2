"""The samples shipped with edencli: their names, and the files that names on the command line mean."""

import os
from pathlib import Path

from edencli.files.source import STDIN, shipped_folder

SAMPLE_FOLDERS = ("games", "drills", "bands", "patrols", "cards", "scenery")


def samples_home() -> Path:
    """The folder of the samples."""
    return shipped_folder("samples").resolve()


def samples() -> dict[str, Path]:
    """Every sample by its name, in the order in which a short name is searched."""
    return {
        f"{folder}/{path.stem}": path
        for folder in SAMPLE_FOLDERS
        for path in sorted((samples_home() / folder).glob("*.yaml"))
    }


def full_sample_name(name: str) -> str | None:
    """The full name of a sample that is named in full or without its folder, or None."""
    known = samples()
    return next((full for full in known if name in {full, full.rpartition("/")[2]}), None)


def file_or_sample(name: str) -> str:
    """The path for a name on the command line: an existing file, else the sample with that name."""
    if name == STDIN or "." in name or os.path.lexists(name):  # Path raises on long names
        return name
    full = full_sample_name(name)
    return name if full is None else str(samples()[full])
