"""What a check of files finds: a rule, the place it is broken at, the numbers; and the check of one card.

A profile card must let its dice be read: every face of the location die hits one limb.
"""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from edencli.match.questions import FACES
from edencli.model.fighter import Fighter


class Finding(NamedTuple):
    """A rule that a file breaks, or (`warns`) something its author should know.

    `path` leads to the key or item of the file, as it was built: `("fighters", 2)`. `form` tells apart what
    one rule can be broken by, where that takes different sentences.
    """

    rule: str
    path: tuple[str | int, ...]
    values: Mapping[str, object] = MappingProxyType({})
    warns: bool = False
    form: str = ""


def check_card(fighter: Fighter) -> tuple[Finding, ...]:
    """Find the faces that are on no limb or on several; the path starts at the fighter's card."""
    hits = Counter(face for limb in fighter.limbs.values() for face in limb.faces)
    wrong = tuple(face for face in FACES if hits[face] != 1)
    if not wrong:
        return ()
    return (Finding(rule="card.location", path=("limbs",), values={"name": fighter.name, "faces": wrong}),)
