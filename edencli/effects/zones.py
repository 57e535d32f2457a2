"""Tests whether a base is wholly in a part of the field: a half or a zone of a player, or a quarter."""

from edencli.effects.landmarks import last_base
from edencli.field.shapes import Disc
from edencli.field.units import compare_lengths
from edencli.match.facts import AtPlace
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.rules_api import field_fact
from edencli.model.card_words import FieldPart
from edencli.rules.placing import distance_past_centre_line, why_out_of_zone

_PLAYER_PARTS = frozenset(
    {FieldPart.OWN_HALF, FieldPart.ENEMY_HALF, FieldPart.OWN_ZONE, FieldPart.ENEMY_ZONE}
)


@field_fact
def stands_inside(match: Match, zone: FieldPart, side: Side, piece: Piece) -> bool:
    """Tell whether a fighter stands wholly in a part of the field."""
    here = last_base(match, piece)
    return here is not None and is_base_in_part(match, zone, side, piece, here)


@stands_inside.when_unmeasured
def _(match: Match, zone: FieldPart, side: Side, piece: Piece) -> bool:
    fact = AtPlace(of=piece, how="zone", place=str(zone))
    if zone in _PLAYER_PARTS:
        fact = fact.with_changes(place=zone.partition("-")[2], side=side)
    return bool(match.require_fact(fact))


def is_base_in_part(match: Match, zone: FieldPart, side: Side, piece: Piece, here: Disc) -> bool:
    """Tell whether a base is wholly in a part of the field; no player has a half before choosing one."""
    if zone not in _PLAYER_PARTS:
        vertical, horizontal = zone.split("-")
        east, north = here.x - match.setup.width / 2, here.y - match.setup.height / 2
        across = east if horizontal == "east" else -east
        along = north if vertical == "north" else -north
        return compare_lengths(min(across, along), here.r) >= 0
    if match.state.sides[side].half is None:
        return False
    if zone in {FieldPart.OWN_ZONE, FieldPart.ENEMY_ZONE}:
        return why_out_of_zone(match, side, piece, here) is None
    return compare_lengths(distance_past_centre_line(match, side, here), 0) >= 0
