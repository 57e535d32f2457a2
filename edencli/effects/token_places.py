"""Where the markers and areas of a name are, and which fighters are near them or move over them."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from edencli.effects.landmarks import last_base, were_within
from edencli.effects.zones import is_base_in_part, stands_inside
from edencli.field.distance import distance, point_distance, segment_distance
from edencli.field.shapes import make_edge
from edencli.field.units import compare_lengths
from edencli.match.events import Event
from edencli.match.facts import AtPlace
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.rules_api import field_fact
from edencli.match.state import Token
from edencli.model.card_words import FieldPart
from edencli.model.names import fold
from edencli.rules.ground import base_radius, token_disc


def is_near_token(match: Match, piece: Piece, name: str, far: int, half: Side | None = None) -> bool:
    """Tell whether a fighter is within a distance of a marker or an area of a name.

    With a `half`, only those count that are wholly in that player's half. A marker that is carried is where
    its bearer stands, and no fighter touches it. A fighter that has left counts as at its last place.
    """
    if far and _is_near_bearer(match, piece, name, far, half):
        return True
    there = tokens_named(match, name)
    return bool(there) and _is_near_any(match, piece, there, far, half)


def _is_near_bearer(match: Match, piece: Piece, name: str, far: int, half: Side | None) -> bool:
    """Tell whether a fighter carries a marker of a name, or is near enough to one that does."""
    wanted = fold(name)
    bearers = [one.bearer for one in match.state.tokens if one.bearer and fold(one.name) == wanted]
    if half is not None:
        bearers = [one for one in bearers if stands_inside(match, FieldPart.OWN_HALF, half, one)]
    return piece in bearers or any(were_within(match, bearer, piece, far) for bearer in bearers)


@field_fact
def _is_near_any(match: Match, piece: Piece, there: list[Token], far: int, half: Side | None) -> bool:
    here = last_base(match, piece)
    if here is None:
        return False
    discs = map(token_disc, there)
    near = (one for one in discs if compare_lengths(distance(here, one), far) <= 0)
    return any(half is None or is_base_in_part(match, FieldPart.OWN_HALF, half, piece, one) for one in near)


@_is_near_any.when_unmeasured
def _(match: Match, piece: Piece, there: list[Token], far: int, half: Side | None) -> bool:
    fact = _near_token(piece, there[0].name, far, half)
    return match.is_on_field(piece) and bool(match.require_fact(fact))


@lru_cache(maxsize=1024)
def _near_token(piece: Piece, name: str, far: int, half: Side | None) -> AtPlace:
    """Return the fact that a fighter is near a marker or an area of a name, in a half or anywhere."""
    return AtPlace(of=piece, how="near", place=name, far=far, side=half)


def tokens_named(match: Match, name: str) -> list[Token]:
    """Return the markers and areas of a name that are on the field and not carried."""
    wanted = fold(name)
    return [one for one in match.state.tokens if fold(one.name) == wanted and one.bearer is None]


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
