"""Ways: what a movement goes through, enters or leaves on the field."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from edencli.effects.scope import tokens_named
from edencli.field.distance import point_distance, segment_distance
from edencli.field.shapes import make_edge
from edencli.field.units import compare_lengths
from edencli.match.events import Event
from edencli.match.facts import AtPlace
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.rules_api import field_fact
from edencli.match.state import Token
from edencli.rules.ground import base_radius, token_disc

_Path: TypeAlias = Sequence[tuple[int, int]]


def moves_over(match: Match, mover: Piece, event: Event, name: str, how: str) -> bool:
    """Tell whether a movement goes `through` a marker or an area of a name, `enters` or `leaves` it."""
    there, path = tokens_named(match, name), getattr(event, "path", None)
    return bool(there) and path is not None and _goes_over_any(match, mover, path, there, how)


@field_fact
def _goes_over_any(match: Match, mover: Piece, path: _Path, there: list[Token], how: str) -> bool:
    return bool(path) and any(_goes_over(match, mover, path, token, how) for token in there)


@_goes_over_any.when_unmeasured
def _(match: Match, mover: Piece, _: _Path, there: list[Token], how: str) -> bool:
    return bool(match.require_fact(AtPlace(of=mover, how=how, place=there[0].name)))


def _goes_over(match: Match, mover: Piece, path: _Path, token: Token, how: str) -> bool:
    reach, (x, y) = token.radius + base_radius(match.state_of(mover).card), token_disc(token).centre
    near = [compare_lengths(point_distance(*place, x, y), reach) <= 0 for place in (path[0], path[-1])]
    on_way = any(
        compare_lengths(segment_distance(x, y, make_edge(a, b)), reach) <= 0
        for a, b in pairwise(path)
        if a != b
    )
    touched = on_way or near[0]
    return {"through": touched, "enters": touched and not near[0], "leaves": near[0] and not near[1]}[how]
