"""What a base meets on its way: the table, what blocks it, what it must not touch, what slows it."""

from enum import Enum

from edencli.field.shapes import Shape
from edencli.field.table import Table
from edencli.record import Record


class Footing(Enum):
    """What has to be on slow ground for it to count."""

    BASE = "base"
    """Any part of the base."""
    LINE = "line"
    """The line that its centre walks."""


class SlowGround(Record):
    """A shape on which every centimetre counts as `rate`."""

    shape: Shape
    rate: float


class Ground(Record):
    """All that matters to the way of one base."""

    table: Table
    blockers: tuple[Shape, ...] = ()
    """It may touch these and slide along them, not overlap them."""
    avoided: tuple[Shape, ...] = ()
    """It may not even touch these, except where it sets off."""
    slow: tuple[SlowGround, ...] = ()
    footing: Footing = Footing.BASE
