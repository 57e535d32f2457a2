"""Plain data to the model: what every command that plays does with a file.

Accepts exactly what the schemas accept and raises `Unfit` at the first thing that does not fit; what is wrong
with it is for the schemas to say. One builder a kind of file, imported when a file of that kind is met.
"""

import importlib
from typing import Any

from edencli.files.build_readers import Unfit

__all__ = ["KINDS", "Unfit", "build"]

_BUILDERS = {
    "band": ("build_band", "build_roster"),
    "cards": ("build_cards", "build_cards"),
    "scenery": ("build_scenery", "build_scenery"),
    "game": ("build_game", "build_game"),
}
KINDS = tuple(_BUILDERS)


def build(kind: str, data: object) -> Any:
    """Build what a file of that kind says."""
    module, name = _BUILDERS[kind]
    return getattr(importlib.import_module(f"edencli.files.{module}"), name)(data)
