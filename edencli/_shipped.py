"""Where the schemas and samples lie: beside the package in a checkout, inside it once installed.

The wheel carries both folders as `edencli/_data/`; a checkout has them at its top level.
"""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def shipped(folder: str) -> Path:
    """The folder `schemas` or `samples` that came with this program."""
    inside = _PACKAGE / "_data" / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder
