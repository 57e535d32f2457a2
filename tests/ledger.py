"""A ledger of what every fighter and player has, added up from events alone.

It knows nothing of how events are applied. Where it differs from the state, something was spent or given
without an event, or an event says more than was done.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from edencli.match.events import Event
from edencli.match.state import State
from edencli.match.table_events import SpReserved

Account = tuple[Any, ...]


def accounts(state: State) -> Counter[Account]:
    """The accounts of a state, without empty ones."""
    found: dict[Account, int] = {}
    for piece, fighter in state.fighters.items():
        found["ap", piece] = fighter.ap
        found |= {("cp", piece, limb): -n for limb, n in fighter.lost.items()}
        found |= {("marker", piece, marker): n for marker, n in fighter.markers.items()}
        found |= {("uses", piece, what): n for what, n in fighter.used_match.items()}
        found |= {("uses this round", piece, what): n for what, n in fighter.used_round.items()}
    for side, player in state.sides.items():
        found["sp", side], found["vp", side] = player.sp, player.vp
    return Counter({account: n for account, n in found.items() if n})


class Ledger:
    """The accounts of one match."""

    def __init__(self, state: State) -> None:
        self._accounts = accounts(state)

    def enter(self, event: Event) -> None:
        """Book one event."""
        if isinstance(event, SpReserved):
            self._accounts["sp", event.side] = event.n
        elif event.kind == "round-begun":
            for account in [one for one in self._accounts if one[0] == "uses this round"]:
                del self._accounts[account]
        elif event.kind == "uses-restored":
            for uses in ("uses", "uses this round"):
                left = self._accounts[uses, event.fighter, event.what] - event.n
                self._accounts[uses, event.fighter, event.what] = max(0, left)
        elif event.kind in _ENTRIES:
            for account, n in _ENTRIES[event.kind](event):
                self._accounts[account] += n

    def differences(self, state: State) -> Iterator[str]:
        """The differences between the state and the accounts."""
        shown = accounts(state)
        if shown == self._accounts:
            return
        for account in {**shown, **self._accounts}:
            if shown[account] != self._accounts[account]:
                yield f"{account}: {shown[account]} on the table, {self._accounts[account]} by the events"


_ENTRIES: dict[str, Callable[[Any], list[tuple[Account, int]]]] = {
    "ap-given": lambda event: [(("ap", event.fighter), event.n)],
    "ap-lost": lambda event: [(("ap", event.fighter), -event.n)],
    "ap-spent": lambda event: [(("ap", event.fighter), -event.n)],
    "sp-spent": lambda event: [(("sp", event.side), -event.n)],
    "bids-revealed": lambda event: [(("sp", "red"), -event.red), (("sp", "blue"), -event.blue)],
    "vp-scored": lambda event: [(("vp", event.side), event.n)],
    "cp-lost": lambda event: [(("cp", event.victim, limb), -n) for limb, n in event.limbs.items()],
    "healed": lambda event: [(("cp", event.fighter, event.limb), event.n)],
    "markers-added": lambda event: [(("marker", event.fighter, event.marker), event.n)],
    "markers-removed": lambda event: [(("marker", event.fighter, event.marker), -event.n)],
    "used": lambda event: [
        (("uses", event.fighter, event.what), 1),
        (("uses this round", event.fighter, event.what), 1),
    ],
}
