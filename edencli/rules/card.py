"""What a profile card must be for its dice to be read: every face of the location die hits one limb."""

from collections import Counter

from edencli.model.fighter import Fighter
from edencli.rules.finding import Finding

FACES = range(1, 7)


def check(fighter: Fighter) -> tuple[Finding, ...]:
    """Find the faces that are on no limb or on several; the path starts at the fighter's card."""
    hits = Counter(face for limb in fighter.limbs.values() for face in limb.faces)
    wrong = tuple(face for face in FACES if hits[face] != 1)
    if not wrong:
        return ()
    return (Finding(rule="card.location", path=("limbs",), values={"name": fighter.name, "faces": wrong}),)
