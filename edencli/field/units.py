"""Lengths and angles: hundredths of a millimetre inside, centimetres outside, one tolerance for all.

Every length and coordinate of this package is in hundredths of a millimetre: an int if it is stored, a float
if it was computed. `cm` makes one, `print_cm` writes one. Whatever a rule asks about a length ("at least",
"more than", "in contact") is asked through `compare_lengths`, so that one tolerance holds for the whole
table.

Angles and directions are computed with + - * / and square roots alone. The C library's sin, cos and atan2
differ in the last digit from machine to machine; these do not. They are right to 1e-9, far below a hundredth
of a millimetre on any table. No decision uses them: they order what lies round a circle, and place vertices
that are then stored as whole numbers.
"""

import re
from math import sqrt
from typing import Final

PER_CM: Final = 1000
TOLERANCE: Final = 10.5
"""0.0105 cm: above all rounding, below what a tape shows, and between two storable lengths.

So a gap along an axis never equals it.
"""

NOISE: Final = 1e-6
"""Far below a hundredth of a millimetre, far above what rounding of floats adds up to on a table."""

LONGEST_LENGTH: Final = 1000 * PER_CM
"""Ten metres. Squares of coordinates within it are exact in a float."""

_LENGTH_PATTERN: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)", re.ASCII)
PI: Final = 3.141592653589793
QUARTER: Final = PI / 2
FULL_TURN: Final = PI * 2


class LengthError(ValueError):
    """A length that cannot be read: no number, not finite, or longer than any table."""


def cm(length: float) -> int:
    """Convert centimetres to the nearest stored length."""
    if not -LONGEST_LENGTH <= length * PER_CM <= LONGEST_LENGTH:
        raise LengthError(f"no length on a table: {length!r} cm")
    return round(length * PER_CM)


def parse_cm(text: str) -> int:
    """Read a length written in centimetres, such as `12.5`."""
    if _LENGTH_PATTERN.fullmatch(text.strip()) is None:
        raise LengthError(f"no length: {text!r}")
    return cm(float(text))


def print_cm(length: float) -> str:
    """Write a length in centimetres, with the decimals it needs, three at the most."""
    stored = round(length)
    whole, rest = divmod(abs(stored), PER_CM)
    decimals = f".{rest:03}".rstrip("0") if rest else ""
    return f"{'-' if stored < 0 else ''}{whole}{decimals}"


def compare_lengths(length: float, limit: float) -> int:
    """Compare two lengths as a tape would: 0 if equal within the tolerance, -1 if shorter, 1 if longer.

    "At least" is `>= 0`, "more than" is `> 0`; a gap of 0 is contact, a gap below 0 an overlap.
    """
    if length < limit - TOLERANCE:
        return -1
    return 1 if length > limit + TOLERANCE else 0


def angle(x: float, y: float) -> float:
    """The angle of a vector from the x axis, counterclockwise, from 0 to a full turn."""
    across, along = abs(y), abs(x)
    if across <= along:
        first = _arctangent(across / along) if along else 0.0
    else:
        first = QUARTER - _arctangent(along / across)
    if y >= 0:
        return first if x >= 0 else PI - first
    return PI + first if x < 0 else FULL_TURN - first


def unit_vector(radians: float) -> tuple[float, float]:
    """The unit vector at an angle."""
    quarters = round(radians / QUARTER)
    return _quarter_turned(quarters, *_small_angle_vector(radians - quarters * QUARTER))


def unit_vector_degrees(degrees: float) -> tuple[float, float]:
    """The unit vector at an angle in degrees; quarter turns are exact."""
    quarters = round(degrees / 90)
    return _quarter_turned(quarters, *_small_angle_vector((degrees - quarters * 90) * (PI / 180)))


def _arctangent(slope: float) -> float:
    """The angle of a slope between 0 and 1, halved once so that its series can be short."""
    half = slope / (1 + sqrt(1 + slope * slope))
    t = half * half
    far = 1 / 13 - t * (1 / 15 - t * (1 / 17 - t * (1 / 19 - t * (1 / 21 - t / 23))))
    series = 1 - t * (1 / 3 - t * (1 / 5 - t * (1 / 7 - t * (1 / 9 - t * (1 / 11 - t * far)))))
    return 2 * half * series


def _small_angle_vector(radians: float) -> tuple[float, float]:
    """The unit vector at an angle of at most an eighth of a turn."""
    t = radians * radians
    cos = 1 - t / 2 * (1 - t / 12 * (1 - t / 30 * (1 - t / 56 * (1 - t / 90 * (1 - t / 132)))))
    sin = 1 - t / 6 * (1 - t / 20 * (1 - t / 42 * (1 - t / 72 * (1 - t / 110 * (1 - t / 156)))))
    return cos, radians * sin


def _quarter_turned(quarters: int, x: float, y: float) -> tuple[float, float]:
    return ((x, y), (-y, x), (-x, -y), (y, -x))[quarters % 4]
