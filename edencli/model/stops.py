"""Stops: the words for the questions that a player wants or does not want to be asked.

A player's orders have one word for each topic; for interruptions it may be a distance in centimetres. What an
order means during a match is in `edencli.prompt.stops`.
"""

from collections.abc import Mapping
from typing import Final

ALWAYS, NEVER, REACH, NEEDED, PLAYABLE = "always", "never", "reach", "needed", "playable"
INTERRUPTS: Final = "interrupts"

TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    INTERRUPTS: (REACH, ALWAYS, NEVER),
    "reactions": (ALWAYS, NEVER),
    "cancelling": (ALWAYS, NEVER),
    "tactics": (ALWAYS, NEVER, PLAYABLE),
    "agreement": (NEEDED, ALWAYS),
}
"""The possible orders for each topic, the default first; for interruptions also a distance."""

MOST_CM: Final = 999


def orders_text(orders: Mapping[str, object]) -> str:
    """Return the orders of a game file as they are typed."""
    words = (
        f"{topic} within {order}" if isinstance(order, int) else f"{topic} {order}"
        for topic, order in orders.items()
    )
    return ", ".join(words)
