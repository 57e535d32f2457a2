"""Angles and directions from + - * / and square roots alone.

The C library's sin, cos and atan2 differ in the last digit from machine to machine; these do not. They keep
within 1e-9 of the truth, far below a hundredth of a millimetre on any table. No judgement uses them: they
order what lies round a circle, and place vertices that are then stored as whole numbers.
"""

from math import sqrt
from typing import Final

PI: Final = 3.141592653589793
QUARTER: Final = PI / 2
TURN: Final = PI * 2


def angle(x: float, y: float) -> float:
    """Measure a vector's angle from the x axis, counterclockwise, from 0 to a full turn."""
    across, along = abs(y), abs(x)
    if across <= along:
        first = _arctangent(across / along) if along else 0.0
    else:
        first = QUARTER - _arctangent(along / across)
    if y >= 0:
        return first if x >= 0 else PI - first
    return PI + first if x < 0 else TURN - first


def direction(radians: float) -> tuple[float, float]:
    """Find the unit vector that lies at an angle."""
    quarters = round(radians / QUARTER)
    return _quarter_turned(quarters, *_small(radians - quarters * QUARTER))


def heading(degrees: float) -> tuple[float, float]:
    """Find the unit vector that lies at an angle in degrees; quarter turns are exact."""
    quarters = round(degrees / 90)
    return _quarter_turned(quarters, *_small((degrees - quarters * 90) * (PI / 180)))


def _arctangent(slope: float) -> float:
    """The angle of a slope between 0 and 1: halved once, so that its series ends soon."""
    half = slope / (1 + sqrt(1 + slope * slope))
    t = half * half
    far = 1 / 13 - t * (1 / 15 - t * (1 / 17 - t * (1 / 19 - t * (1 / 21 - t / 23))))
    series = 1 - t * (1 / 3 - t * (1 / 5 - t * (1 / 7 - t * (1 / 9 - t * (1 / 11 - t * far)))))
    return 2 * half * series


def _small(radians: float) -> tuple[float, float]:
    """The unit vector at an angle of at most an eighth of a turn."""
    t = radians * radians
    cos = 1 - t / 2 * (1 - t / 12 * (1 - t / 30 * (1 - t / 56 * (1 - t / 90 * (1 - t / 132)))))
    sin = 1 - t / 6 * (1 - t / 20 * (1 - t / 42 * (1 - t / 72 * (1 - t / 110 * (1 - t / 156)))))
    return cos, radians * sin


def _quarter_turned(quarters: int, x: float, y: float) -> tuple[float, float]:
    return ((x, y), (-y, x), (-x, -y), (y, -x))[quarters % 4]
