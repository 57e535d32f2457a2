"""What is to be drawn of a table: who and what lies where under which sign, and what a question adds to it.

Text and SVG draw the same scene, so that a sign means the same in both. Knows no medium and no sentence.
"""

from collections.abc import Iterator, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from edencli.field.shapes import Disc, Point, Shape
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.model.scenery import Scenery
from edencli.model.terms import Deployment
from edencli.rules.ground import base, footprint, standing, tokens
from edencli.rules.missions import mission_of

SIGNS = ascii_uppercase + ascii_lowercase + "ΓΔΘΛΞΠΣΦΨΩ"
NO_SIGN_LEFT = "?"


class Figure(NamedTuple):
    """A fighter on the field."""

    sign: str
    piece: Piece
    base: Disc


class Item(NamedTuple):
    """A piece of scenery on the field."""

    sign: str
    scenery: Scenery
    shape: Shape


class Flag(NamedTuple):
    """A marker on the field."""

    sign: str
    name: str
    disc: Disc


class Zone(NamedTuple):
    """Where a side deploys: in its half, so far from the centre line, or from the centre of the field."""

    side: Side
    half: str
    kind: Deployment
    least: int


class Extra(NamedTuple):
    """What a question adds to a picture; what stands in `marked` (pieces and scenery) is drawn stronger."""

    corridor: tuple[Point, ...] = ()
    route: tuple[Point, ...] = ()
    mover: Disc | None = None
    template: Shape | None = None
    marked: frozenset[Piece | str] = frozenset()


NOTHING = Extra()


class Scene(NamedTuple):
    """A table as it is to be drawn."""

    width: int
    depth: int
    figures: tuple[Figure, ...]
    items: tuple[Item, ...]
    flags: tuple[Flag, ...]
    zones: tuple[Zone, ...]
    extra: Extra = NOTHING


def scene_of(match: Match, extra: Extra = NOTHING) -> Scene:
    """Make the scene of a match: fighters have letters, red first; scenery has numbers, markers too."""
    setup, state = match.setup, match.state
    return Scene(
        width=setup.width,
        depth=setup.height,
        figures=tuple(_figures(match)),
        items=tuple(
            Item(str(n), setup.scenery[name], footprint(match, name))
            for n, name in enumerate(state.scenery, 1)
        ),
        flags=tuple(
            Flag(f"*{n}", token.name, disc)
            for n, (token, disc) in enumerate(zip(state.tokens, tokens(match), strict=True), 1)
        ),
        zones=tuple(_zones(match)),
        extra=extra,
    )


def _figures(match: Match) -> Iterator[Figure]:
    """The fighters on the field; everybody keeps his letter when another leaves it."""
    signs = dict(zip(match.state.fighters, _endless(SIGNS), strict=False))
    return (Figure(signs[piece], piece, base(match, piece)) for piece in standing(match.state))


def _endless(signs: Sequence[str]) -> Iterator[str]:
    yield from signs
    while True:
        yield NO_SIGN_LEFT


def _zones(match: Match) -> Iterator[Zone]:
    """Where each side deploys, once halves are known (setup.7-confrontation, setup.7-ambush)."""
    for side in Side:
        half, mission = match.state.sides[side].half, mission_of(match, side)
        kind = mission.deployment if mission else Deployment.CONFRONTATION
        if half:
            yield Zone(side, half, kind, match.book.preparation.deployment_distance)
