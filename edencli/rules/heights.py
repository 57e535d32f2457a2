"""Who climbs, jumps or swims (the optional chapter on territory).

    act       costs a Move, and      succeeds by           else
    Climb     more in some books     SPD, onto the top     VIG, or a wound in each limb    territory.climbing
    Leap      -                      SPD, to the far side  he is out                       territory.jump
    Swim      more in some books     VIG, to any edge      a wound in the head, and again  territory.swimming

Who stands on a raised place bars the way and is touched as seen from above (H-20), and comes down by an
ordinary Move (H-119).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from edencli.field.distance import distance, foot, from_edge, in_contact, meet_reach, overlap
from edencli.field.routes import Walk, judge
from edencli.field.shapes import Disc, Point
from edencli.field.units import PER_CM, TOLERANCE, cm, compare
from edencli.match.doors import believed, do, measured, nothing, value
from edencli.match.events import Left, Raised
from edencli.match.facts import FarAcross
from edencli.match.match import Act, ActRow, Match, Procedure, Query
from edencli.match.pieces import Piece, opposes
from edencli.match.reasons import Amount, Part, Parts, Refusal
from edencli.match.state import Gone
from edencli.match.table_events import FoundTooFar, Moved
from edencli.model.scenery import Keyword
from edencli.model.terms import Category, Characteristic, LimbName
from edencli.rulebooks.values import ClimbsTo
from edencli.rules.actions import disengage
from edencli.rules.acts import UNAIMED, Armed, Charge, Move, affordable, gone, pay
from edencli.rules.ground import (
    base,
    base_at,
    enemies,
    footprint,
    is_at,
    others,
    radius,
    table,
    touched_enemies,
)
from edencli.rules.movement import against_markers, allowance, barriers
from edencli.rules.rolls import pool_of, roll
from edencli.rules.territory import keywords, territory_of, value_of
from edencli.rules.wounds import wound


class Scramble(Act):
    """To get over a piece of scenery, or upon it, where no way leads; to a place, if the field has places."""

    scenery: str
    place: tuple[int, int] = UNAIMED


class Climb(Scramble):
    """To climb onto the raised place of a piece of scenery."""


class Swim(Scramble):
    """To swim to another place at the edge."""


class Leap(Scramble):
    """To jump across, or from one raised place to another."""


# So far from contact a base stands clear of another by every measure.
_UNTOUCHED = cm(0.05)

_KEYWORDS: Mapping[type[Act], Keyword] = {
    Climb: Keyword.CLIMBING,
    Swim: Keyword.SWIMMING,
    Leap: Keyword.JUMP,
}


def _rule(match: Match, act: Act) -> str:
    return match.acts[type(act)].rule


def _between(match: Match, act: Scramble) -> bool:
    """Tell whether an act is a jump from one raised place to another (territory.jump-between)."""
    above, chapter = match.of(act.fighter).raised, territory_of(match)
    return isinstance(act, Leap) and above not in {None, act.scenery} and chapter.jump_between


# ── numbers ──────────────────────────────────────────────────────────────────────────────────────────────


def dearer(match: Match, query: Query) -> Parts:
    """Contribute what climbing and swimming cost beyond a Move (territory.climbing, territory.swimming)."""
    act, chapter = query.act, territory_of(match)
    if not isinstance(act, Climb | Swim) or act.free:
        return ()
    price = chapter.climbing_ap if isinstance(act, Climb) else chapter.swimming_ap
    more = price - match.book.actions.move.ap
    return (Part(_rule(match, act), more),) if more else ()


def farther(match: Match, query: Query) -> Parts:
    """Contribute how much farther one reaches from a raised place (territory.elevation-range)."""
    act, chapter = query.act, territory_of(match)
    if not isinstance(act, Armed) or match.of(act.fighter).raised is None:
        return ()
    if act.use.category not in chapter.elevation_extends:
        return ()
    return (Part("territory.elevation-range", chapter.elevation_range),)


def burdened(match: Match, query: Query) -> Parts:
    """Contribute what equipment takes from a swimmer's VIG; complete protection counts twice (H-121)."""
    if not isinstance(query.act, Swim) or query.act.fighter != query.of:
        return ()
    worn = [item.use(Category.PR) for item in match.carried(query.of)]
    weight = sum(1 + (use is not None and use.complete) for use in worn)
    return (Part("territory.swimming", -weight),) if weight else ()


def scramble_difficulty(match: Match, act: Scramble) -> Amount:
    """The X of the keyword; between raised places, half the distance in cm, rounded up (territory.jump)."""
    if _between(match, act):
        start, end = match.of(act.fighter).raised, act.scenery
        assert start is not None, "who jumps from a raised place stands on one"  # noqa: S101  # see `_between`
        half = -int(-_cm_across(match, act.fighter, start, end) // 2)
        return Amount((Part("territory.jump-between", half),), floor=1)
    x = value_of(keywords(match, act.scenery), _KEYWORDS[type(act)])
    return Amount((Part(_rule(match, act), x or 0),))


@measured
def _cm_across(match: Match, _: Piece, start: str, end: str) -> float:
    """How many centimetres lie between what a fighter stands upon and other scenery."""
    return distance(footprint(match, start), footprint(match, end)) / PER_CM


@_cm_across.told
def _(match: Match, piece: Piece, _: str, end: str) -> float:
    across: int = match.fact(FarAcross(piece=piece, scenery=end))
    return across


def is_hopeless(match: Match, act: Act) -> bool:
    """Tell whether a swimmer has no die to throw, so that he fails till he is out (H-121)."""
    if not isinstance(act, Swim) or act.scenery not in match.state.scenery:
        return False
    vig = value(match, Query(Characteristic.VIG, act.fighter, act)).total
    dice, _ = pool_of(vig, scramble_difficulty(match, act).total, match.book.rolls.highest_difficulty)
    return not dice


# ── what speaks against them ─────────────────────────────────────────────────────────────────────────────


def against_scramble(match: Match, act: Scramble) -> Iterator[Refusal]:
    """Object to scenery not made for it or out of touch, and to where he ends."""
    yield from _against_scenery(match, act)
    if act.scenery in match.state.scenery:
        yield from _against_place(match, act)


def _against_scenery(match: Match, act: Scramble) -> Iterator[Refusal]:
    """Object to scenery not made for it, or out of touch; between raised places one jumps from afar."""
    about: dict[str, object] = {"fighter": act.fighter, "what": act.scenery}
    from_afar = _between(match, act)
    needed = Keyword.ELEVATION if from_afar else _KEYWORDS[type(act)]
    if not has(match, act.scenery, needed):
        yield Refusal(rule=_rule(match, act), reason="not-made-for-that", about=about)
    elif not from_afar and (match.of(act.fighter).raised or not is_at(match, act.fighter, act.scenery)):
        yield Refusal(rule=_rule(match, act), reason="not-at-scenery", about=about)


def has(match: Match, scenery: str, keyword: Keyword) -> bool:
    """Tell whether a piece of scenery is on the field, and has a keyword now."""
    return scenery in match.state.scenery and keyword in keywords(match, scenery)


@measured
def _against_place(match: Match, act: Scramble) -> Iterator[Refusal]:
    """Object to a place where somebody or something is, or to which one does not get so."""
    yield from _against_room(match, act)
    yield from _PLACES[type(act)](match, act)


_against_place.told(believed)


def _against_room(match: Match, act: Scramble) -> Iterator[Refusal]:
    """Object to a place where somebody or something is, off the field, or touching an enemy (action.move)."""
    about: dict[str, object] = {"fighter": act.fighter}
    there = base_at(match.of(act.fighter).card, act.place)
    in_place = about | {"place": there.centre}
    if not table(match).holds(there):
        yield Refusal(rule="move.base", reason="leaves-field", about=in_place)
    for name in _in_the_way(match, act, there):
        yield Refusal(rule="move.base", reason="in-the-way", about=in_place | {"what": name})
    yield from against_markers(match, act.fighter, there)
    for foe in enemies(match, act.fighter):
        if in_contact(there, base(match, foe)):
            yield Refusal(rule="action.move", reason="ends-in-contact", about=about | {"what": foe.name})


def _in_the_way(match: Match, act: Scramble, there: Disc) -> Iterator[str]:
    """Name the bases and the scenery that a base would overlap, but what he gets upon."""
    upon = isinstance(act, Climb) or _between(match, act)
    for piece in others(match, act.fighter):
        if overlap(there, base(match, piece)):
            yield piece.name
    for name in match.state.scenery:
        ground = match.terrain(name)
        open_to_him = (upon and name == act.scenery) or (ground.crossable and ground.stops)
        if not open_to_him and overlap(there, footprint(match, name)):
            yield name


def _against_height(match: Match, act: Climb | Leap) -> Iterator[Refusal]:
    """Object to a place that is not on the raised place, or not the nearest where the book asks for that."""
    about: dict[str, object] = {"fighter": act.fighter, "what": act.scenery}
    chapter = territory_of(match)
    if not is_on(match, act.place, act.scenery):
        yield Refusal(rule=_rule(match, act), reason="not-upon", about=about)
    elif isinstance(act, Climb) and chapter.climbs_to is ClimbsTo.NEAREST:
        here, near = base(match, act.fighter).centre, nearest_on(match, act.fighter, act.scenery)
        if compare(distance(here, Point(*act.place)), distance(here, near)) > 0:
            yield Refusal(rule=_rule(match, act), reason="not-nearest-upon", about=about | {"place": near})


def _against_edge(match: Match, act: Swim) -> Iterator[Refusal]:
    """Object to a place that is not at the edge, or too far (territory.swimming)."""
    yield from _against_far(match, act, territory_of(match).swimming_reach * PER_CM)


def _against_far(match: Match, act: Scramble, most: int) -> Iterator[Refusal]:
    """Object to a place out of contact with the scenery, or farther than one gets."""
    about: dict[str, object] = {"fighter": act.fighter}
    there = base_at(match.of(act.fighter).card, act.place)
    if not in_contact(there, footprint(match, act.scenery)):
        yield Refusal(rule=_rule(match, act), reason="ends-off", about=about | {"what": act.scenery})
    far = distance(base(match, act.fighter).centre, there.centre)
    if compare(far, most) > 0:
        about |= {"length": round(far), "most": most}
        yield Refusal(rule=_rule(match, act), reason="too-far", about=about)


def _against_leap(match: Match, act: Leap) -> Iterator[Refusal]:
    """Object to a jump that is too far, leads past the scenery, or into something (H-122)."""
    here = base(match, act.fighter).centre
    path = (here, Point(*act.place))
    most = allowance(match, Move(fighter=act.fighter, path=path))
    if _between(match, act):
        yield from _against_height(match, act)
    yield from _against_far(match, act, most)
    about: dict[str, object] = {"fighter": act.fighter, "what": act.scenery}
    size = radius(match.of(act.fighter).card)
    shapes, names = barriers(match, act.fighter)
    found = judge(path, size, table=table(match), blockers=shapes)
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
    """Tell whether one walks onto a raised place: it is not climbed, and one may stop there (H-152)."""
    having = keywords(match, scenery).keys()
    return {Keyword.ELEVATION, Keyword.OCCUPATION} <= having and Keyword.CLIMBING not in having


@measured
def half_down(match: Match, act: Act) -> Refusal | None:
    """Object to a way that ends half on a raised place, or leads up again without climbing (H-119).

    On a field that nobody measures, who says that there is room for it sees that.
    """
    above = match.of(act.fighter).raised
    if not isinstance(act, Move | Charge) or above is None or is_slope(match, above):
        return None
    end, shape = base_at(match.of(act.fighter).card, act.path[-1]), footprint(match, above)
    on_it = Walk(act.path).runs_within(shape, end.r - TOLERANCE)
    if len(on_it) == 1 and (is_on(match, act.path[-1], above) or not overlap(end, shape)):
        return None
    about = {"fighter": act.fighter, "what": above, "place": end.centre}
    return Refusal(rule="territory.climbing", reason="in-the-way", about=about)


half_down.told(nothing)


# ── places ───────────────────────────────────────────────────────────────────────────────────────────────


def is_on(match: Match, place: tuple[int, int], scenery: str) -> bool:
    """Tell whether the centre of a base at a place is on a piece of scenery."""
    return compare(from_edge(*place, footprint(match, scenery)), 0) <= 0


def nearest_on(match: Match, piece: Piece, scenery: str) -> Point:
    """Find the place on a piece of scenery that is nearest to a fighter: on nobody's base, touching no enemy.

    Without any, the nearest of all, which is refused for who is there.
    """
    here, shape = base(match, piece), footprint(match, scenery)
    taken = [_room(match, piece, other) for other in others(match, piece)]
    first = foot(shape, 0, here.centre)
    beside = [at for one in taken for at in meet_reach((one.x, one.y, one.r + here.r), shape, 0)]
    places = [first, *(Point(round(x), round(y)) for x, y in beside)]
    free = [at for at in places if not any(overlap(here.at(at), one) for one in taken)]
    return min(free, key=lambda at: (distance(here.centre, at), at), default=first)


def _room(match: Match, piece: Piece, other: Piece) -> Disc:
    """The room that a base takes from another: an enemy's may not even be touched."""
    there = base(match, other)
    return Disc(x=there.x, y=there.y, r=there.r + _UNTOUCHED) if opposes(piece, other) else there


# ── carrying them out ────────────────────────────────────────────────────────────────────────────────────


def _set_off(match: Match, act: Scramble) -> Procedure[bool]:
    """Pay, and leave the contact of enemies; returns whether the fighter is still there to go."""
    if not (yield from pay(match, act)):
        return False
    foes = touched_enemies(match, act.fighter)
    return not foes or (yield from disengage(match, act.fighter, foes))


def _succeeds(match: Match, act: Scramble, what: Characteristic) -> Procedure[bool]:
    pool = value(match, Query(what, act.fighter, act))
    hits = yield from roll(match, act.fighter, pool, scramble_difficulty(match, act), step=_rule(match, act))
    return bool(hits)


def _arrive(match: Match, act: Scramble, how: str) -> Procedure[None]:
    """Come to the place, upon the scenery if it is raised there."""
    here = match.of(act.fighter).place
    path = () if here is None else (Point(*here), Point(*act.place))
    yield from do(match, Moved(rule=_rule(match, act), fighter=act.fighter, how=how, path=path, cost=0))


def climb(match: Match, act: Climb) -> Procedure[None]:
    """Get up by SPD; who fails falls unless his VIG holds (territory.climbing)."""
    if not (yield from _set_off(match, act)):
        return
    if (yield from _succeeds(match, act, Characteristic.SPD)):
        yield from _get_up(match, act, "climb")
    elif match.present(act.fighter) and not (yield from _succeeds(match, act, Characteristic.VIG)):
        limbs = dict.fromkeys(LimbName, 1)
        yield from wound(match, act.fighter, limbs, None, step="territory.climbing", bypass=True)


def _get_up(match: Match, act: Scramble, how: str) -> Procedure[None]:
    yield from _arrive(match, act, how)
    if match.present(act.fighter) and _is_up(match, act):
        yield from do(match, Raised(rule=_rule(match, act), fighter=act.fighter, scenery=act.scenery))


@measured
def _is_up(match: Match, act: Scramble) -> bool:
    """Tell whether who got up is still there: what happened on the way may have moved him."""
    return is_on(match, match.of(act.fighter).place or act.place, act.scenery)


@_is_up.told
def _(*_: object) -> bool:
    return True


def leap(match: Match, act: Leap) -> Procedure[None]:
    """Get across by SPD, or be out (territory.jump)."""
    between = _between(match, act)
    if not (yield from _set_off(match, act)):
        return
    if not (yield from _succeeds(match, act, Characteristic.SPD)):
        if match.present(act.fighter):
            yield from do(match, Left(rule="territory.jump", fighter=act.fighter, why=Gone.INCAPACITATED))
    elif between:
        yield from _get_up(match, act, "leap")
    else:
        yield from _arrive(match, act, "leap")


def swim(match: Match, act: Swim) -> Procedure[None]:
    """Get across by VIG, tried till it succeeds; each failure wounds the head (territory.swimming)."""
    if not (yield from _set_off(match, act)):
        return
    while match.present(act.fighter):
        if (yield from _succeeds(match, act, Characteristic.VIG)):
            yield from _arrive(match, act, "swim")
            return
        head = {LimbName.HEAD: 1}
        yield from wound(match, act.fighter, head, None, step="territory.swimming", bypass=True)


def fall_short(match: Match, act: Scramble, rule: str) -> Procedure[None]:
    """Pay for what proves too far where nobody may measure before."""
    yield from pay(match, act)
    yield from do(match, FoundTooFar(rule=rule, fighter=act.fighter, act=_rule(match, act)))


def _row(rule: str, perform: Callable[[Match, Any], Procedure[None]]) -> ActRow:
    """The row of an act that costs, counts and limits what a Move does."""
    may = (gone, affordable)
    return ActRow(rule, "move", "move", may, reach=against_scramble, perform=perform, miss=fall_short)


ACTS: Mapping[type[Act], ActRow] = {
    Climb: _row("territory.climbing", climb),
    Swim: _row("territory.swimming", swim),
    Leap: _row("territory.jump", leap),
}
