"""The effect of each element on a line of sight, including those without any."""

from collections.abc import Sequence

from edencli.field.shapes import Disc, Shape
from edencli.field.sight import ASIDE, SightFact, sight_facts_by_number


def sight_facts(viewer: Disc, target: Shape, elements: Sequence[Shape]) -> tuple[SightFact, ...]:
    """The effect of each element, in order, on the sight from a base to its target."""
    found = sight_facts_by_number(viewer, target, elements)
    return tuple(found.get(number, ASIDE) for number in range(len(elements)))
