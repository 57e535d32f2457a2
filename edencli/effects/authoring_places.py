"""Checks for authors of cards: places and scenery that can never be meant."""

from collections.abc import Collection, Iterator

from edencli.effects.event_details import CardPath
from edencli.model.card_words import Role, SceneryFilter, Stance, Where, Who
from edencli.model.operation import Choosing, Push
from edencli.rules.band import Finding


def other_ways(push: Push) -> Iterator[str]:
    """Give the parts that decide the direction of a push, besides the fighter that it always names."""
    yield from (part for part in ("name", "scenery", "by") if getattr(push, part) is not None)


def find_impossible_places(
    value: Where | Push, path: CardPath, standing: Collection[Role]
) -> Iterator[Finding]:
    """Find a place that can never exist, and a push with two directions (effect-place).

    Fighters in the `standing` roles have not left the field at this time.
    """
    scenery = value.scenery
    if isinstance(value, Push):
        for part in list(other_ways(value))[1:]:
            yield Finding("effect-place", (*path, part), {"word": part}, form="push")
        if scenery is not None and scenery.stands is not None:
            yield Finding("effect-place", (*path, "scenery", "stands"), {}, form="stands")
        return
    if scenery is not None and scenery.stands is Stance.ON:
        choices = tuple(str(one) for one in Stance if one is not Stance.ON)
        yield Finding("effect-place", (*path, "scenery", "stands"), {"choices": choices}, form="on")
    if value.fell in standing:
        yield Finding("effect-place", (*path, "fell"), {"role": str(value.fell)}, form="fell")


def find_useless_choices(choose: Choosing, scenery: SceneryFilter, path: CardPath) -> Iterator[Finding]:
    """Find parts of a choice of scenery that have no effect (effect-place)."""
    for part in ("most", "random"):
        if getattr(choose, part) != choose.defaults[part]:
            yield Finding("effect-place", (*path, part), {"word": part}, form="choice")
    for part in ("stands", "within"):
        if getattr(scenery, part) is not None and choose.who == Who():
            yield Finding("effect-place", (*path, "scenery", part), {"word": part}, form="who")
