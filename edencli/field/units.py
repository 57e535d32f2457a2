"""Lengths: whole hundredths of a millimetre inside, centimetres outside, one tolerance for every comparison.

Every length and coordinate of this room is counted in hundredths of a millimetre: an int where it is stored,
a float where it was computed. `cm` makes one, `print_cm` writes one. Whatever a rule asks about a length ("at
least", "more than", "in contact") is asked through `compare`, so that one tolerance governs the whole table.
"""

import re
from typing import Final

PER_CM: Final = 1000
TOLERANCE: Final = 10.5
"""0.0105 cm: above every rounding, below what a tape shows, and between two storable lengths, so that a gap
along an axis never ties with it."""

NOISE: Final = 1e-6
"""Far below a hundredth of a millimetre, far above what rounding in a float can do on a table."""

LONGEST: Final = 1000 * PER_CM
"""Ten metres. Squares of coordinates within it are exact in a float."""

_WRITTEN: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)", re.ASCII)


class LengthError(ValueError):
    """A length that cannot be read: not a number, not finite, or longer than any table."""


def cm(length: float) -> int:
    """Store a length given in centimetres, to the nearest hundredth of a millimetre."""
    if not -LONGEST <= length * PER_CM <= LONGEST:
        raise LengthError(f"no length on a table: {length!r} cm")
    return round(length * PER_CM)


def parse_cm(text: str) -> int:
    """Read a length written in centimetres, such as `12.5`."""
    if _WRITTEN.fullmatch(text.strip()) is None:
        raise LengthError(f"no length: {text!r}")
    return cm(float(text))


def print_cm(length: float) -> str:
    """Write a length in centimetres, with the decimals it needs, three at the most."""
    stored = round(length)
    whole, rest = divmod(abs(stored), PER_CM)
    decimals = f".{rest:03}".rstrip("0") if rest else ""
    return f"{'-' if stored < 0 else ''}{whole}{decimals}"


def compare(length: float, limit: float) -> int:
    """Compare as people with a tape do: 0 if equal within the tolerance, -1 if shorter, 1 if longer.

    "At least" is `>= 0`, "more than" is `> 0`; a gap of 0 is contact, a gap below 0 an overlap.
    """
    if length < limit - TOLERANCE:
        return -1
    return 1 if length > limit + TOLERANCE else 0
