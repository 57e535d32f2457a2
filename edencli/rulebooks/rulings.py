"""What tables may decide for themselves where no book answers."""

from functools import cache
from typing import Any

from edencli.rulebooks.catalogue import options


@cache
def defaults() -> dict[str, Any]:
    """What is played unless a table decides otherwise, by the option's name."""
    return {name: option["default"] for name, option in options().items()}
