"""The condition of one fighter, as somebody describes it: a part of a position."""

from collections.abc import Mapping
from typing import NamedTuple

from edencli.match.state import Marker
from edencli.model.terms import LimbName


class Condition(NamedTuple):
    """The condition a fighter is in: CP lost by limb, markers, AP left, attacks used this round."""

    lost: Mapping[LimbName, int] = {}
    markers: Mapping[Marker, int] = {}
    ap: int | None = None
    attacks: int = 0
