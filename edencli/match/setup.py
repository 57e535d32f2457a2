"""What a match is played with: it is settled before the first step and never changes."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from edencli.match.pieces import Side
from edencli.model.band import Band
from edencli.model.scenery import Scenery


class Templates(NamedTuple):
    """The two templates: the explosion's radius; the blast's length and its two widths."""

    explosion: int = 5_000
    blast_length: int = 10_000
    blast_near: int = 1_000
    blast_far: int = 4_000


class Setup(NamedTuple):
    """Bands, field, scenery at hand, templates, and what the table decided for itself.

    Left alone, it is a bare field of the usual size with nobody's band.
    """

    bands: Mapping[Side, Band] = {}
    width: int = 60_000
    height: int = 60_000
    scenery: Mapping[str, Scenery] = {}
    templates: Templates = Templates()
    rulings: Mapping[str, Any] = {}


BARE = Setup()
