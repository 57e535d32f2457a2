"""Climbing, jumping and swimming (the optional chapter on territory).

    act       costs a Move, and      succeeds by           else
    Climb     more in some books     SPD, onto the top     VIG, or a wound in each limb    territory.climbing
    Leap      -                      SPD, to the far side  it is out                       territory.jump
    Swim      more in some books     VIG, to any edge      a wound in the head, and again  territory.swimming

A fighter on a raised place bars the way and is touched as seen from above (H-20), and comes down by an
ordinary Move (H-119).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from edencli.field.distance import distance, in_contact, nearest_foot, overlap, reach_crossings
from edencli.field.routes import RouteGeometry, judge_route
from edencli.field.shapes import Disc, Point, bounding_circle
from edencli.field.units import PER_CM, TOLERANCE, cm, compare_lengths
from edencli.match.events import Left, Raised
from edencli.match.facts import FarAcross
from edencli.match.match import Act, ActRow, Match, Procedure, Query, only_for
from edencli.match.pieces import Piece, are_enemies
from edencli.match.reasons import Amount, Part, Parts, Refusal
from edencli.match.rules_api import always_none, do, field_fact, no_objections, total_value, value
from edencli.match.state import Gone
from edencli.match.table_events import FoundTooFar, Moved
from edencli.model.scenery import Keyword
from edencli.model.terms import Category, Characteristic, LimbName
from edencli.rulebooks.values import ClimbsTo
from edencli.rules.actions import disengage
from edencli.rules.acts import (
    UNAIMED,
    ArmedAttack,
    Charge,
    Move,
    Walk,
    pay,
    refuse_absent,
    refuse_unaffordable,
)
from edencli.rules.footing import against_markers, fighters_in_the_way, is_on, scenery_in_the_way, walked_path
from edencli.rules.ground import (
    base,
    base_at,
    base_radius,
    enemies_in_contact,
    enemies_on_field,
    footprint,
    is_at,
    other_fighters,
    table,
)
from edencli.rules.movement import barriers, walk_allowance
from edencli.rules.rolls import pool_of, roll
from edencli.rules.territory import keyword_value, keywords_of, territory_of
from edencli.rules.wounds import leave_field, wound


class Scramble(Act):
    """To get over or onto a piece of scenery where no way leads; to a place, if the field has places."""

    scenery: str
    place: tuple[int, int] = UNAIMED


class Climb(Scramble):
    """To climb onto the raised place of a piece of scenery."""


class Swim(Scramble):
    """To swim to another place at the edge."""


class Leap(Scramble):
    """To jump across, or from one raised place to another."""


# A gap by which two bases are certainly out of contact.
_UNTOUCHED = cm(0.05)

WAYS_OVER = frozenset({"climb", "leap", "swim"})
"""The manners of moving over or onto scenery, which end at the place that was named."""

_KEYWORDS: Mapping[type[Act], Keyword] = {
    Climb: Keyword.CLIMBING,
    Swim: Keyword.SWIMMING,
    Leap: Keyword.JUMP,
}


def _rule(match: Match, act: Act) -> str:
    return match.acts[type(act)].rule


def _is_between_raised(match: Match, act: Scramble) -> bool:
    """Tell whether an act is a jump from one raised place to another (territory.jump-between)."""
    above, chapter = match.state_of(act.fighter).raised, territory_of(match)
    return isinstance(act, Leap) and above not in {None, act.scenery} and chapter.jump_between


# ── numbers ────────────────────────────────────────────────────────────────────────────────────────────


@only_for(Climb, Swim)
def scramble_surcharge(match: Match, query: Query) -> Parts:
    """Contribute what climbing and swimming cost beyond a Move (territory.climbing, territory.swimming)."""
    act, chapter = query.act, territory_of(match)
    if not isinstance(act, Climb | Swim) or act.free or act.price is not None:
        return ()
    price = chapter.climbing_ap if isinstance(act, Climb) else chapter.swimming_ap
    more = price - match.book.actions.move.ap
    return (Part(_rule(match, act), more),) if more else ()


@only_for(ArmedAttack)
def elevation_range_bonus(match: Match, query: Query) -> Parts:
    """Contribute how much farther a fighter reaches from a raised place (territory.elevation-range)."""
    act, chapter = query.act, territory_of(match)
    if not isinstance(act, ArmedAttack) or match.state_of(act.fighter).raised is None:
        return ()
    if act.use.category not in chapter.elevation_extends:
        return ()
    return (Part("territory.elevation-range", chapter.elevation_range),)


@only_for(Swim)
def swim_vig_penalty(match: Match, query: Query) -> Parts:
    """Contribute what equipment takes from a swimmer's VIG; complete protection counts twice (H-121)."""
    if not isinstance(query.act, Swim) or query.act.fighter != query.fighter:
        return ()
    worn = [item.use(Category.PR) for item in match.equipment_of(query.fighter)]
    weight = sum(1 + (use is not None and use.complete) for use in worn)
    return (Part("territory.swimming", -weight),) if weight else ()


def scramble_difficulty(match: Match, act: Scramble) -> Amount:
    """The X of the keyword; between raised places, half the distance in cm, rounded up (territory.jump)."""
    if _is_between_raised(match, act):
        start, end = match.state_of(act.fighter).raised, act.scenery
        assert start is not None, "who jumps from a raised place stands on one"  # noqa: S101  # just tested
        half = -int(-_cm_across(match, act.fighter, start, end) // 2)
        return Amount((Part("territory.jump-between", half),), floor=1)
    x = keyword_value(keywords_of(match, act.scenery), _KEYWORDS[type(act)])
    return Amount((Part(_rule(match, act), x or 0),))


@field_fact
def _cm_across(match: Match, _: Piece, start: str, end: str) -> float:
    """The centimetres between the scenery on which a fighter stands and other scenery."""
    return distance(footprint(match, start), footprint(match, end)) / PER_CM


@_cm_across.when_unmeasured
def _(match: Match, piece: Piece, _: str, end: str) -> float:
    across: int = match.require_fact(FarAcross(piece=piece, scenery=end))
    return across


def is_hopeless_swim(match: Match, act: Act) -> bool:
    """Tell whether a swimmer has no die to throw, so that it fails until it is out (H-121)."""
    if not isinstance(act, Swim) or act.scenery not in match.state.scenery:
        return False
    vig = total_value(match, Query(Characteristic.VIG, act.fighter, act))
    dice, _ = pool_of(vig, scramble_difficulty(match, act).total, match.book.rolls.highest_difficulty)
    return not dice


# ── objections ─────────────────────────────────────────────────────────────────────────────────────────


def against_scramble(match: Match, act: Scramble) -> Iterator[Refusal]:
    """Refuse scenery that is not made for it or not in contact, and a place where the fighter may not end."""
    yield from _against_scenery(match, act)
    if act.scenery in match.state.scenery:
        yield from _against_place(match, act)


def _against_scenery(match: Match, act: Scramble) -> Iterator[Refusal]:
    """Refuse scenery that is not made for it, or not in contact unless the jump is between raised places."""
    about: dict[str, object] = {"fighter": act.fighter, "what": act.scenery}
    from_afar = _is_between_raised(match, act)
    needed = Keyword.ELEVATION if from_afar else _KEYWORDS[type(act)]
    if not has_keyword(match, act.scenery, needed):
        yield Refusal(rule=_rule(match, act), reason="not-made-for-that", about=about)
    elif not from_afar and (match.state_of(act.fighter).raised or not is_at(match, act.fighter, act.scenery)):
        yield Refusal(rule=_rule(match, act), reason="not-at-scenery", about=about)


def has_keyword(match: Match, scenery: str, keyword: Keyword) -> bool:
    """Tell whether a piece of scenery is on the field, and has a keyword now."""
    return scenery in match.state.scenery and keyword in keywords_of(match, scenery)


@field_fact
def _against_place(match: Match, act: Scramble) -> Iterator[Refusal]:
    """Refuse a place that is taken, or that this act does not reach."""
    yield from _against_room(match, act)
    yield from _PLACES[type(act)](match, act)


_against_place.when_unmeasured(no_objections)


def _against_room(match: Match, act: Scramble) -> Iterator[Refusal]:
    """Refuse a place that is taken, off the field, or in contact with an enemy (action.move)."""
    about: dict[str, object] = {"fighter": act.fighter}
    there = base_at(match.state_of(act.fighter).card, act.place)
    in_place = about | {"place": there.centre}
    if not table(match).contains(there):
        yield Refusal(rule="move.base", reason="leaves-field", about=in_place)
    for name in _in_the_way(match, act, there):
        yield Refusal(rule="move.base", reason="in-the-way", about=in_place | {"what": name})
    yield from against_markers(match, act.fighter, there)
    for foe in enemies_on_field(match, act.fighter):
        if in_contact(there, base(match, foe)):
            yield Refusal(rule="action.move", reason="ends-in-contact", about=about | {"what": foe.name})


def _in_the_way(match: Match, act: Scramble, there: Disc) -> Iterator[str]:
    """Name the bases and the scenery that a base would overlap, except the scenery that it gets onto."""
    upon = act.scenery if isinstance(act, Climb) or _is_between_raised(match, act) else None
    yield from (piece.name for piece in fighters_in_the_way(match, act.fighter, there))
    yield from (name for name in scenery_in_the_way(match, there) if name != upon)


def _against_height(match: Match, act: Climb | Leap) -> Iterator[Refusal]:
    """Refuse a place that is not on the raised place, or not the nearest one where the book asks for that."""
    about: dict[str, object] = {"fighter": act.fighter, "what": act.scenery}
    chapter = territory_of(match)
    if not is_on(match, act.place, act.scenery):
        yield Refusal(rule=_rule(match, act), reason="not-upon", about=about)
    elif isinstance(act, Climb) and chapter.climbs_to is ClimbsTo.NEAREST:
        here, near = base(match, act.fighter).centre, nearest_place_on(match, act.fighter, act.scenery)
        if compare_lengths(distance(here, Point(*act.place)), distance(here, near)) > 0:
            yield Refusal(rule=_rule(match, act), reason="not-nearest-upon", about=about | {"place": near})


def _against_edge(match: Match, act: Swim) -> Iterator[Refusal]:
    """Refuse a place that is not at the edge, or too far (territory.swimming)."""
    yield from _against_far(match, act, territory_of(match).swimming_reach * PER_CM)


def _against_far(match: Match, act: Scramble, most: int) -> Iterator[Refusal]:
    """Refuse a place out of contact with the scenery, or farther than allowed."""
    about: dict[str, object] = {"fighter": act.fighter}
    there = base_at(match.state_of(act.fighter).card, act.place)
    if not in_contact(there, footprint(match, act.scenery)):
        yield Refusal(rule=_rule(match, act), reason="ends-off", about=about | {"what": act.scenery})
    far = distance(base(match, act.fighter).centre, there.centre)
    if compare_lengths(far, most) > 0:
        about |= {"length": round(far), "most": most}
        yield Refusal(rule=_rule(match, act), reason="too-far", about=about)


def _against_leap(match: Match, act: Leap) -> Iterator[Refusal]:
    """Refuse a jump that is too far, leads past the scenery, or into something (H-122)."""
    here = base(match, act.fighter).centre
    path = (here, Point(*act.place))
    most = walk_allowance(match, Move(fighter=act.fighter, path=path))
    if _is_between_raised(match, act):
        yield from _against_height(match, act)
    yield from _against_far(match, act, most)
    about: dict[str, object] = {"fighter": act.fighter, "what": act.scenery}
    size = base_radius(match.state_of(act.fighter).card)
    shapes, names = barriers(match, act.fighter)
    found = judge_route(path, size, table=table(match), blockers=shapes)
    hit = {names[one.number]: one.place for one in found.collisions}
    if act.scenery not in hit:
        yield Refusal(rule=_rule(match, act), reason="not-across", about=about)
    for name, place in hit.items():
        if name != act.scenery:
            yield Refusal(rule="move.base", reason="in-the-way", about=about | {"what": name, "place": place})


_PLACES: Mapping[type[Scramble], Callable[[Match, Any], Iterator[Refusal]]] = {
    Climb: _against_height,
    Swim: _against_edge,
    Leap: _against_leap,
}


def is_slope(match: Match, scenery: str) -> bool:
    """Tell whether fighters walk onto a raised place: it is not climbed, and they may stop there (H-152)."""
    having = keywords_of(match, scenery).keys()
    return {Keyword.ELEVATION, Keyword.OCCUPATION} <= having and Keyword.CLIMBING not in having


@only_for(Move, Charge, Walk)
@field_fact
def refuse_half_on_raised_place(match: Match, act: Act) -> Refusal | None:
    """Refuse a way that ends half on a raised place, or leads up again without climbing (H-119).

    On an unmeasured field the players see to that when they say that there is room.
    """
    above = match.state_of(act.fighter).raised
    if not isinstance(act, Move | Charge | Walk) or above is None or is_slope(match, above):
        return None
    path, shape = walked_path(match, act.fighter, act.path), footprint(match, above)
    end = base_at(match.state_of(act.fighter).card, path[-1])
    on_it = RouteGeometry(path).runs_within(shape, end.r - TOLERANCE)
    if len(on_it) == 1 and (is_on(match, path[-1], above) or not overlap(end, shape)):
        return None
    about = {"fighter": act.fighter, "what": above, "place": end.centre}
    return Refusal(rule="territory.climbing", reason="in-the-way", about=about)


refuse_half_on_raised_place.when_unmeasured(always_none)


# ── places ─────────────────────────────────────────────────────────────────────────────────────────────


def nearest_place_on(match: Match, piece: Piece, scenery: str) -> Point:
    """Find the place on a piece of scenery that is nearest to a fighter, free, and touching no enemy.

    If there is none, the nearest place of all, which is refused because of the fighter that stands there.
    """
    here, shape = base(match, piece), footprint(match, scenery)
    taken = [_room(match, piece, other) for other in other_fighters(match, piece)]
    first = nearest_foot(shape, 0, here.centre)
    beside = [at for one in taken for at in reach_crossings((one.x, one.y, one.r + here.r), shape, 0)]
    places = [first, *(Point(round(x), round(y)) for x, y in beside)]
    free = [at for at in places if not any(overlap(here.moved_to(at), one) for one in taken)]
    return min(free, key=lambda at: (distance(here.centre, at), at), default=first)


def place_across(match: Match, piece: Piece, scenery: str) -> Point:
    """Find the place in contact with the far side of a piece of scenery, straight through its middle."""
    here, shape = base(match, piece), footprint(match, scenery)
    x, y, _ = bounding_circle(shape)
    return nearest_foot(shape, here.r, (2 * x - here.x, 2 * y - here.y))


def _room(match: Match, piece: Piece, other: Piece) -> Disc:
    """The room that another fighter's base takes; an enemy's may not even be touched."""
    there = base(match, other)
    return Disc(x=there.x, y=there.y, r=there.r + _UNTOUCHED) if are_enemies(piece, other) else there


# ── carrying them out ──────────────────────────────────────────────────────────────────────────────────


def _set_off(match: Match, act: Scramble) -> Procedure[bool]:
    """Pay, and leave the contact of enemies; returns whether the fighter is still there to go."""
    if not (yield from pay(match, act)):
        return False
    foes = enemies_in_contact(match, act.fighter)
    return not foes or (yield from disengage(match, act.fighter, foes))


def _succeeds(match: Match, act: Scramble, what: Characteristic) -> Procedure[bool]:
    pool = value(match, Query(what, act.fighter, act))
    hits = yield from roll(match, act.fighter, pool, scramble_difficulty(match, act), step=_rule(match, act))
    return bool(hits)


def _arrive(match: Match, act: Scramble, how: str) -> Procedure[None]:
    """Move to the place, upon the scenery if it is raised there."""
    here = match.state_of(act.fighter).place
    path = () if here is None else (Point(*here), Point(*act.place))
    yield from do(match, Moved(rule=_rule(match, act), fighter=act.fighter, how=how, path=path, cost=0))


def climb(match: Match, act: Climb) -> Procedure[None]:
    """Climb by SPD; a fighter that fails falls unless its VIG holds (territory.climbing)."""
    if not (yield from _set_off(match, act)):
        return
    if (yield from _succeeds(match, act, Characteristic.SPD)):
        yield from _get_up(match, act, "climb")
    elif match.is_on_field(act.fighter) and not (yield from _succeeds(match, act, Characteristic.VIG)):
        limbs = dict.fromkeys(LimbName, 1)
        yield from wound(match, act.fighter, limbs, None, step="territory.climbing", bypass=True)


def _get_up(match: Match, act: Scramble, how: str) -> Procedure[None]:
    yield from _arrive(match, act, how)
    if match.is_on_field(act.fighter) and _is_up(match, act):
        yield from do(match, Raised(rule=_rule(match, act), fighter=act.fighter, scenery=act.scenery))


@field_fact
def _is_up(match: Match, act: Scramble) -> bool:
    """Tell whether a climber is still on the raised place, since events on the way may have moved it."""
    return is_on(match, match.state_of(act.fighter).place or act.place, act.scenery)


@_is_up.when_unmeasured
def _(*_: object) -> bool:
    return True


def leap(match: Match, act: Leap) -> Procedure[None]:
    """Jump across by SPD, or be out (territory.jump)."""
    between = _is_between_raised(match, act)
    if not (yield from _set_off(match, act)):
        return
    if not (yield from _succeeds(match, act, Characteristic.SPD)):
        if match.is_on_field(act.fighter):
            event = Left(rule="territory.jump", fighter=act.fighter, why=Gone.INCAPACITATED)
            yield from leave_field(match, event)
    elif between:
        yield from _get_up(match, act, "leap")
    else:
        yield from _arrive(match, act, "leap")


def swim(match: Match, act: Swim) -> Procedure[None]:
    """Swim across by VIG, tried until it succeeds; each failure wounds the head (territory.swimming)."""
    if not (yield from _set_off(match, act)):
        return
    while match.is_on_field(act.fighter):
        if (yield from _succeeds(match, act, Characteristic.VIG)):
            yield from _arrive(match, act, "swim")
            return
        head = {LimbName.HEAD: 1}
        yield from wound(match, act.fighter, head, None, step="territory.swimming", bypass=True)


def scramble_too_far(match: Match, act: Scramble, rule: str) -> Procedure[None]:
    """Pay for an act that proves too far where measuring before is not allowed."""
    if (yield from pay(match, act)):
        yield from do(match, FoundTooFar(rule=rule, fighter=act.fighter, act=_rule(match, act)))


def _row(rule: str, perform: Callable[[Match, Any], Procedure[None]]) -> ActRow:
    """The row of an act that costs, counts and limits what a Move does."""
    may = (refuse_absent, refuse_unaffordable)
    return ActRow(rule, "move", "move", may, reach=against_scramble, perform=perform, miss=scramble_too_far)


ACTS: Mapping[type[Act], ActRow] = {
    Climb: _row("territory.climbing", climb),
    Swim: _row("territory.swimming", swim),
    Leap: _row("territory.jump", leap),
}
