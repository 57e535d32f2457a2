"""Reasons: what a number is made of, and why something is not allowed.

An amount is a number with its reasons: the sum and its explanation are one list.

A refusal is a rule, a reason and values by name. A reason that no row declares, or values that its row
lacks, cannot be made: code that tells a refusal finds what the row promises.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from edencli.named_tuple import NamedTuple
from edencli.record import Record, set_parts


class Part(NamedTuple):
    """One reason and what it adds: a rule id, and the characteristic, equipment or card it is read from.

    For a card, `effect` is the number of the effect, counted from 0.
    """

    reason: str
    n: int
    name: str | None = None
    effect: int | None = None

    def as_data(self) -> dict[str, object]:
        """What pages show of it, by name."""
        return {"reason": self.reason, "n": self.n, "name": self.name}


# The parts that a contributor adds to one number.
Parts = Sequence[Part]


class Amount(NamedTuple):
    """A sum of parts, never below its floor."""

    parts: tuple[Part, ...]
    floor: int = 0

    @property
    def total(self) -> int:
        """The number itself."""
        n = 0
        for part in self.parts:
            n += part.n
        return max(self.floor, n)


REASONS: Mapping[str, str] = {
    # answers to questions
    "must-answer": "",
    "no-agreement-now": "",
    "not-an-option": "given",
    "dice": "dice given",
    "bid": "given most",
    "hand": "given n deck",
    # activations and acts
    "gone": "fighter",
    "not-on-field": "fighter",
    "activated": "fighter",
    "no-ap": "fighter",
    "had-no-ap": "fighter",
    "must-begin": "side",
    "not-faster": "fighter named spd other",
    "not-active": "fighter active",
    "no-deed": "fighter",
    "afraid": "fighter act",
    "no-burn": "fighter",
    "no-rage": "fighter",
    "no-reaction": "fighter",
    "too-few-ap": "fighter needed has act",
    "limit-reached": "fighter limit act counts_as",
    "no-such-ability": "fighter what",
    "permanent": "fighter what",
    "too-few-cards": "what side needed has",
    "too-few-sp": "fighter what side needed has | side card needed has",
    # attacks
    "not-made-for-it": "fighter weapon",
    "not-carried": "fighter weapon",
    "weapon-used-up": "fighter weapon limit",
    "no-dice": "fighter what",
    "no-enemy": "fighter target",
    "no-contact": "fighter target",
    "not-free": "fighter",
    "out-of-range": "fighter target range distance | fighter place range distance",
    "out-of-reach": "fighter target | fighter",
    "not-in-view": "fighter",
    "out-of-sight": "fighter target what | fighter place what",
    "not-nearest": "fighter target nearer",
    "no-enemy-left": "fighter",
    "no-direction": "fighter",
    "over-own-base": "fighter",
    "nearest-not-covered": "fighter target",
    "successes-kept": "fighter hits kept",
    "opposition-won": "fighter",
    "unhurt": "fighter",
    # movement and placement
    "starts-elsewhere": "fighter",
    "leaves-field": "fighter place",
    "in-the-way": "fighter place what",
    "too-far": "fighter length most",
    "ends-on-marker": "fighter what",
    "ends-in-contact": "fighter what",
    "touches-on-the-way": "fighter what",
    "off-field": "place | fighter place",
    "not-to-deploy": "fighter",
    "no-such-scenery": "what",
    "enough-scenery": "side n",
    "too-near": "fighter near distance least | what near distance least | fighter near least",
    "wrong-half": "fighter near distance least",
    # missions and cards
    "mission-taken": "mission",
    "no-leader": "side card",
    "already-played": "side card",
    "first-round-only": "side card",
    "not-cancellable": "card",
    "nobody-bids": "side",
    "card-forbids": " | fighter card",
    "duty-first": "fighter card",
    "not-offered": "fighter card",
    "elsewhere": "card place part",
    "no-target": "fighter what",
    "phase-only": "side card",
    "not-in-hand": "side card",
    "changes-nothing": "",
    "too-much": "most",
    # optional chapters
    "scenery-not-there": "fighter what",
    "indestructible": "fighter what",
    "sacred": "fighter what",
    "too-dear": "side what needed has",
    "larger-than-said": "what size",
    "room-left": "what place",
    "not-for-sale": "what",
    "not-made-for-that": "fighter what",
    "not-at-scenery": "fighter what",
    "not-upon": "fighter what",
    "not-nearest-upon": "fighter what place",
    "not-across": "fighter what",
    "ends-off": "fighter what",
    "too-large": "fighter what",
    "hides-standing": "fighter",
    "is-hidden": "fighter target",
    "always-responds": "fighter",
    "has-no-ap": "fighter",
    "no-such-npf": "what",
    "occupied": "what by",
    "not-straight": "fighter",
    "no-measuring": "",
}
"""The names of the values of each reason; a reason that is told in two ways has two sets."""

# Reasons that only a tape finds. If fighters may not measure before they pay, they are found afterwards.
MEASURED_REASONS = frozenset(
    {"out-of-range", "out-of-reach", "not-nearest", "nearest-not-covered", "too-far"}
)

_VALUES_BY_REASON = {
    reason: tuple(set(names.split()) for names in row.split("|")) for reason, row in REASONS.items()
}


class Refusal(Record):
    """Why something is not allowed: the rule, the reason, and the values that its sentence needs."""

    rule: str
    reason: str
    about: dict[str, Any]

    def __init__(self, *, rule: str, reason: str, about: dict[str, Any]) -> None:
        if about.keys() not in _VALUES_BY_REASON[reason]:
            raise TypeError(f"{reason} is told with {REASONS[reason]!r}, not {sorted(about)}")
        set_parts(self, {"rule": rule, "reason": reason, "about": about})

    def __hash__(self) -> int:
        return hash((self.rule, self.reason))
