"""What each element does to a line of sight, those that do nothing among them."""

from collections.abc import Sequence

from edencli.field.shapes import Disc, Shape
from edencli.field.sight import ASIDE, SightFact, sight_facts_by_number


def sight_facts(viewer: Disc, target: Shape, elements: Sequence[Shape]) -> tuple[SightFact, ...]:
    """Say of each element, in order, what it does to the sight from a base to its target."""
    found = sight_facts_by_number(viewer, target, elements)
    return tuple(found.get(number, ASIDE) for number in range(len(elements)))
