"""Data as JSON for programs: the same text for the same data, always."""

import json
from typing import Any


def as_json(data: Any) -> str:
    """Data as indented JSON, its keys in order, and a line's end."""
    return json.dumps(data, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
