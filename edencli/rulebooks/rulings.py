"""What tables may decide for themselves where no book answers: the options, their values and defaults."""

import json
from functools import cache
from pathlib import Path
from typing import Any

_FILES = ("options.json", "options-b.json")


@cache
def options() -> dict[str, dict[str, Any]]:
    """Every option by name, as its file has it."""
    folder = Path(__file__).parent / "catalogue"
    found: dict[str, dict[str, Any]] = {}
    for name in _FILES:
        if (folder / name).is_file():
            found |= json.loads((folder / name).read_text(encoding="utf-8"))
    return found


@cache
def defaults() -> dict[str, Any]:
    """What is played unless a table decides otherwise."""
    return {name: option["default"] for name, option in options().items()}
