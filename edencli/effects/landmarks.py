"""Where fighters are in relation to scenery, to edges, corners and middle of the field, and to two others.

Each question is asked of a base, or of a fighter; a fighter that has left the field counts as where it stood
last. On a table judged by eye, each asks for one fact; on a bare table, which has no places, the answer is
always no.
"""

from collections.abc import Callable, Iterator, Mapping

from edencli.field.distance import distance, in_contact, overlap, segment_distance
from edencli.field.shapes import Disc, Point, make_edge
from edencli.field.units import PER_CM, compare_lengths
from edencli.match.facts import AtPlace, Whereabouts
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.rules_api import field_fact
from edencli.model.card_words import Landmark, SceneryFilter, Stance
from edencli.model.names import fold
from edencli.model.scenery import ElementName, Keyword
from edencli.named_tuple import NamedTuple
from edencli.rules.ground import base_at, footprint, is_near_scenery, is_within, table, whereabouts
from edencli.rules.territory import MeleeAtScenery, keywords_of

OWN_LANDMARKS = {Landmark.OWN_EDGE: "edge", Landmark.ENEMY_EDGE: "edge"}
"""The landmarks that belong to a player, and what each is called in a fact."""


def last_base(match: Match, piece: Piece) -> Disc | None:
    """Return the base of a fighter where it stands, or where it stood when it left the field."""
    fighter = match.state_of(piece)
    place = fighter.place if fighter.on_field else fighter.left_from
    return None if place is None else base_at(fighter.card, place)


@field_fact
def were_within(match: Match, one: Piece, other: Piece, far: int) -> bool:
    """Tell whether two fighters are so near each other; one that has left counts as at its last place."""
    here, there = last_base(match, one), last_base(match, other)
    return here is not None and there is not None and compare_lengths(distance(here, there), far) <= 0


@were_within.when_unmeasured
def _(match: Match, one: Piece, other: Piece, far: int) -> bool:
    return match.is_on_field(one, other) and is_within(match, one, other, far)


def length_of(centimetres: float | None) -> int:
    """Convert a length on a card, in whole or half centimetres, to hundredths of a millimetre."""
    return round((centimetres or 0) * PER_CM)


# ── landmarks ────────────────────────────────────────────────────────────────────────────────────────────


def is_at_landmark(match: Match, landmark: Landmark, side: Side, piece: Piece, far: int) -> bool:
    """Tell whether a fighter is within a distance of a landmark; `side` is the player whose edge is meant."""
    return _stands_at_landmark(match, landmark, side, piece, far)


@field_fact
def _stands_at_landmark(match: Match, landmark: Landmark, side: Side, piece: Piece, far: int) -> bool:
    here = last_base(match, piece)
    return here is not None and is_base_at_landmark(match, landmark, side, here, far)


@_stands_at_landmark.when_unmeasured
def _(match: Match, landmark: Landmark, side: Side, piece: Piece, far: int) -> bool:
    if not match.is_on_field(piece) or not _is_known(match, landmark):
        return False
    place = OWN_LANDMARKS.get(landmark, str(landmark))
    whose = side if landmark in OWN_LANDMARKS else None
    return bool(match.require_fact(AtPlace(of=piece, how="landmark", place=place, far=far, side=whose)))


def is_base_at_landmark(match: Match, landmark: Landmark, side: Side, here: Disc, far: int) -> bool:
    """Tell whether a base is within a distance of a landmark."""
    if not _is_known(match, landmark):
        return False
    return compare_lengths(_GAPS[landmark](match, side, here), far) <= 0


def _is_known(match: Match, landmark: Landmark) -> bool:
    """Tell whether a landmark exists yet: the players have no halves before they choose them."""
    needs_halves = landmark in OWN_LANDMARKS or landmark is Landmark.CENTRE_LINE
    return not needs_halves or all(player.half is not None for player in match.state.sides.values())


def _gap_to_own_edge(match: Match, side: Side, here: Disc) -> float:
    field = table(match)
    return {
        "south": here.y - here.r,
        "north": field.depth - here.y - here.r,
        "west": here.x - here.r,
        "east": field.width - here.x - here.r,
    }[match.state.sides[side].half or "south"]


def _gap_to_centre_line(match: Match, side: Side, here: Disc) -> float:
    field = table(match)
    runs_east = match.state.sides[side].half in {"south", "north"}
    off = abs(here.y - field.depth / 2) if runs_east else abs(here.x - field.width / 2)
    return off - here.r


def _gap_to_corner(match: Match, _: Side, here: Disc) -> float:
    field = table(match)
    corners = (Point(x, y) for x in (0, field.width) for y in (0, field.depth))
    return min(distance(here, corner) for corner in corners)


_GAPS: Mapping[Landmark, Callable[[Match, Side, Disc], float]] = {
    Landmark.EDGE: lambda match, _, here: table(match).gap_to_edge(here),
    Landmark.OWN_EDGE: _gap_to_own_edge,
    Landmark.ENEMY_EDGE: _gap_to_own_edge,
    Landmark.CORNER: _gap_to_corner,
    Landmark.CENTRE: lambda match, _, here: distance(here, table(match).centre),
    Landmark.CENTRE_LINE: _gap_to_centre_line,
}

# ── between two ──────────────────────────────────────────────────────────────────────────────────────────


@field_fact
def is_between(match: Match, piece: Piece, one: Piece, other: Piece) -> bool:
    """Tell whether a base touches the straight line between the centres of two others."""
    here, *ends = (last_base(match, fighter) for fighter in (piece, one, other))
    if here is None or None in ends:
        return False
    a, b = (end.centre for end in ends if end is not None)
    return a != b and compare_lengths(segment_distance(here.x, here.y, make_edge(a, b)), here.r) <= 0


@is_between.when_unmeasured
def _(match: Match, piece: Piece, one: Piece, other: Piece) -> bool:
    if not match.is_on_field(piece, one, other):
        return False
    one, other = sorted((one, other), key=str)
    return bool(match.require_fact(AtPlace(of=piece, how="between", place="", one=one, other=other)))


# ── scenery ──────────────────────────────────────────────────────────────────────────────────────────────


class SceneryMeant(NamedTuple):
    """The scenery that a card means, the fighter from which something is behind it, and the chosen one."""

    what: SceneryFilter
    viewer: Piece | None
    chosen: str | None = None


def scenery_named(match: Match, scenery: SceneryMeant) -> Iterator[str]:
    """Give the pieces of scenery on the field that a filter means, wherever the fighters stand."""
    meant = scenery.what
    for name in match.state.scenery:
        if meant.chosen and name != scenery.chosen:
            continue
        if meant.name is not None and fold(meant.name) != fold(name):
            continue
        if meant.element is not None and _element_of(match, name) is not meant.element:
            continue
        if meant.keyword is None or _has_keyword(match, name, meant.keyword):
            yield name


def _has_keyword(match: Match, name: str, keyword: Keyword) -> bool:
    """Tell whether scenery has a keyword now; without the chapter on territory it has none."""
    return MeleeAtScenery in match.acts and keyword in keywords_of(match, name)


def _element_of(match: Match, name: str) -> ElementName | None:
    """Return the element that a piece of scenery is; destroyed, a devastated area (territory.destruction)."""
    if match.state.scenery[name].destroyed:
        return ElementName.DEVASTATED_AREA
    return match.setup.scenery[name].element


def is_at_scenery(match: Match, meant: SceneryMeant, piece: Piece) -> bool:
    """Tell whether a fighter stands to some meant scenery as a card says."""
    found = (name for name in scenery_named(match, meant) if is_so_at(match, meant, piece, name))
    return next(found, None) is not None


def is_so_at(match: Match, meant: SceneryMeant, piece: Piece, name: str) -> bool:
    """Tell whether a fighter stands to one piece of scenery as a card says."""
    what = meant.what
    if what.within is not None and not _is_near(match, piece, name, length_of(what.within)):
        return False
    stands = _stance(what)
    if stands is Stance.ON:
        return match.state_of(piece).raised == name
    if stands is Stance.BEHIND:
        return _hides_behind(match, meant.viewer, piece, name)
    return stands is None or _where(match, piece, name) in _STANCES[stands]


def _stance(what: SceneryFilter) -> Stance | None:
    """Return the stance that a filter of scenery asks for; at the scenery, if it asks for nothing else."""
    return what.stands or (Stance.AT if what.within is None else None)


_STANCES: Mapping[Stance, frozenset[Whereabouts | Stance]] = {
    Stance.AT: frozenset({Whereabouts.INSIDE, Whereabouts.TOUCHING, Stance.ON}),
    Stance.IN: frozenset({Whereabouts.INSIDE}),
    Stance.TOUCHING: frozenset({Whereabouts.TOUCHING}),
}


def _where(match: Match, piece: Piece, name: str) -> Whereabouts | Stance:
    """Return where a fighter is in relation to scenery; on its raised place it is not inside it."""
    return Stance.ON if match.state_of(piece).raised == name else _whereabouts(match, piece, name)


@field_fact
def _whereabouts(match: Match, piece: Piece, name: str) -> Whereabouts:
    here = last_base(match, piece)
    return Whereabouts.AWAY if here is None else _whereabouts_of_base(match, here, name)


@_whereabouts.when_unmeasured
def _(match: Match, piece: Piece, name: str) -> Whereabouts:
    return whereabouts(match, piece, name) if match.is_on_field(piece) else Whereabouts.AWAY


def _whereabouts_of_base(match: Match, here: Disc, name: str) -> Whereabouts:
    shape = footprint(match, name)
    if overlap(here, shape):
        return Whereabouts.INSIDE
    return Whereabouts.TOUCHING if in_contact(here, shape) else Whereabouts.AWAY


@field_fact
def _is_near(match: Match, piece: Piece, name: str, far: int) -> bool:
    here = last_base(match, piece)
    return here is not None and compare_lengths(distance(here, footprint(match, name)), far) <= 0


@_is_near.when_unmeasured
def _(match: Match, piece: Piece, name: str, far: int) -> bool:
    return match.is_on_field(piece) and is_near_scenery(match, piece, name, far)


@field_fact
def _hides_behind(match: Match, viewer: Piece | None, piece: Piece, name: str) -> bool:
    if viewer is None or viewer == piece or not match.is_on_field(viewer, piece):
        return False
    here = last_base(match, piece)
    return here is not None and _is_in_line(match, viewer, here, name, piece)


@_hides_behind.when_unmeasured
def _(match: Match, viewer: Piece | None, piece: Piece, name: str) -> bool:
    if viewer is None or viewer == piece or not match.is_on_field(viewer, piece):
        return False
    return bool(match.require_fact(AtPlace(of=piece, how="behind", place=name, one=viewer)))


def _is_in_line(match: Match, viewer: Piece, here: Disc, name: str, *ignored: Piece) -> bool:
    """Tell whether scenery blocks the line between a fighter and a base, and neither of them stands in it."""
    from edencli.rules.sight import view  # noqa: PLC0415  # few cards ask what is in the way of sight

    return any(
        one.piece is None
        and one.name == name
        and one.verdict is not None
        and not (one.fact.occupied_by_viewer or one.fact.occupied_by_target)
        for one in view(match, viewer, here, ignored).between
    )


def is_base_at_scenery(match: Match, meant: SceneryMeant, here: Disc) -> bool:
    """Tell whether a base to be placed would stand to some scenery as a card says."""
    return any(_is_base_wanted(match, meant, here, name) for name in scenery_named(match, meant))


def _is_base_wanted(match: Match, meant: SceneryMeant, here: Disc, name: str) -> bool:
    what, stands = meant.what, _stance(meant.what)
    far = length_of(what.within)
    if what.within is not None and compare_lengths(distance(here, footprint(match, name)), far) > 0:
        return False
    if stands is Stance.BEHIND:
        viewer = meant.viewer
        return viewer is not None and match.is_on_field(viewer) and _is_in_line(match, viewer, here, name)
    return stands is None or _whereabouts_of_base(match, here, name) in _STANCES[stands]
