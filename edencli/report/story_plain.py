"""Events as data: what JSON Lines and `resolve-attack --format json` are made of.

The one place that says how an event is written; `schemas/event.schema.json` describes it. Lengths and places
are centimetres, as in all that people write.
"""

import enum
from collections.abc import Iterable
from typing import Any

from edencli.field.units import PER_CM
from edencli.match import events
from edencli.match.amounts import Part
from edencli.match.events import Event
from edencli.match.pieces import Piece
from edencli.match.state import Lying, Token
from edencli.model.cast import sided

# The parts of an event that are lengths, or made of them.
LENGTHS = frozenset({"place", "path", "cost", "radius"})


def plain(event: Event) -> dict[str, Any]:
    """An event as JSON has it: its kind, then its parts by name."""
    return {"kind": event.kind} | {name: _plain(name, part) for name, part in event.values().items()}


def _plain(name: str, part: Any) -> Any:
    if isinstance(part, Piece):
        return sided(part)
    if isinstance(part, enum.Enum):
        return str(part)
    if isinstance(part, Part | Lying | Token):
        return {key: _plain(key, one) for key, one in part._asdict().items()}
    if isinstance(part, list | tuple):
        return [_plain(name, one) for one in part]
    if isinstance(part, dict):
        return {str(key): _plain(name, one) for key, one in part.items()}
    return part / PER_CM if name in LENGTHS and part is not None else part


def outcome(log: Iterable[Event]) -> dict[str, Any]:
    """What the blows of an attack came to."""
    log = list(log)
    out = {event.fighter for event in log if isinstance(event, events.Left)}
    blows = [
        {
            "attacker": sided(blow.attacker),
            "victim": sided(blow.victim) if blow.victim else None,
            "success": blow.success,
            "limb": str(blow.limb) if blow.limb else None,
            "wounds": blow.wounds,
            "cp_lost": blow.cp_lost,
            "incapacitated": blow.victim in out,
        }
        for blow in log
        if isinstance(blow, events.AttackEnded)
    ]
    return {"blows": blows}
