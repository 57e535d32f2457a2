"""Where things stand: the state's places as shapes, and which fighters touch (contact.free, contact.touch).

Distances are from edge to edge. Rules ask the field through this module which fighters touch, are near or
within reach; through `sight` for lines of sight, `targets` for templates, `movement` for ways. A field is
either measured, or knows only what the players have answered: no rule knows which. On a bare table a
fighter without a place touches none.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cmp_to_key, lru_cache
from itertools import count
from math import inf

from edencli.field.distance import are_plainly_apart, distance, distances_to, in_contact, overlap, touching
from edencli.field.ground import Extent, Table, widened
from edencli.field.shapes import Disc, Point, Polygon, Shape, make_polygon
from edencli.field.units import cm, compare_lengths
from edencli.match.facts import AtScenery, Nearer, NearScenery, Touching, Whereabouts, Within
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.rules_api import field_fact
from edencli.match.state import SceneryState, State, Token
from edencli.model.fighter import Fighter
from edencli.model.scenery import Scenery

# A base is printed by its diameter in millimetres; a length is a hundredth of one.
RADIUS_PER_MM = 50


def base_radius(card: Fighter) -> int:
    """The radius of a fighter's base."""
    return card.base * RADIUS_PER_MM


def base_at(card: Fighter, place: tuple[int, int]) -> Disc:
    """A fighter's base, put at a place."""
    return _disc(*place, base_radius(card))


@lru_cache(maxsize=1024)
def _disc(x: int, y: int, r: int) -> Disc:
    """A disc at a place, cached: rules look at a base there many times."""
    return Disc(x=x, y=y, r=r)


def base(match: Match, piece: Piece) -> Disc:
    """The base of a fighter on a measured field."""
    known = match.state.layout.bases
    found: Disc | None = known.get(piece)
    if found is None:
        fighter = match.state.fighters[piece]
        if fighter.place is None or not match.state.field.has_places:
            raise LookupError(f"{piece} has no place")
        found = known[piece] = base_at(fighter.card, fighter.place)
    return found


def bases_on_field(match: Match) -> Sequence[tuple[Piece, Disc]]:
    """The fighters that have a place on a measured field, each with its base."""
    return match.cache_for_layout("bases", lambda: _find_bases(match))


def _find_bases(match: Match) -> Sequence[tuple[Piece, Disc]]:
    fighters, known = match.state.fighters.items(), match.state.layout.bases
    return [
        (piece, known.get(piece) or base(match, piece))
        for piece, fighter in fighters
        if fighter.place is not None
    ]


def bases_reaching_into(match: Match, extent: Extent) -> list[tuple[Piece, Disc]]:
    """The fighters, with their bases, whose bases reach into an extent; some may only come near it."""
    left, bottom, right, top = extent
    return [
        one
        for one in bases_on_field(match)
        if left < (there := one[1]).x + there.r
        and there.x - there.r < right
        and bottom < there.y + there.r
        and there.y - there.r < top
    ]


def bases_near(match: Match, there: Disc, within: float) -> list[tuple[Piece, Disc]]:
    """The fighters, with their bases, no farther than a length from a disc, and perhaps a few more."""
    return bases_reaching_into(match, widened(there.bounding_box, within))


def fighters_on_field(state: State) -> Iterator[Piece]:
    """The fighters on the field, in the order in which they were named."""
    return (piece for piece, fighter in state.fighters.items() if fighter.on_field)


def other_fighters(match: Match, piece: Piece) -> list[Piece]:
    """The fighters on the field besides one."""
    fighters = match.state.fighters.items()
    return [other for other, fighter in fighters if fighter.on_field and other != piece]


def enemies_on_field(match: Match, piece: Piece) -> list[Piece]:
    """The enemies of a fighter on the field."""
    side = piece.side
    fighters = match.state.fighters.items()
    return [other for other, fighter in fighters if fighter.on_field and other.side is not side]


@field_fact
def are_in_contact(match: Match, one: Piece, other: Piece) -> bool:
    """Tell whether two bases are in contact."""
    return match.state.field.knows_places(one, other) and in_contact(base(match, one), base(match, other))


@are_in_contact.when_unmeasured
def _(match: Match, one: Piece, other: Piece) -> bool:
    return bool(match.require_fact(_contact(one, other)))


@lru_cache(maxsize=4096)
def _contact(one: Piece, other: Piece) -> Touching:
    """The fact that two bases are in contact, the same in whichever order the fighters are named."""
    return _contact_in_order(*sorted((one, other), key=str))


@lru_cache(maxsize=4096)
def _contact_in_order(one: Piece, other: Piece) -> Touching:
    return Touching(one=one, other=other)


@field_fact
def fighters_in_contact(match: Match, piece: Piece) -> list[Piece]:
    """The fighters in contact with a fighter."""
    return [other for other in other_fighters(match, piece) if are_in_contact(match, other, piece)]


@fighters_in_contact.when_unmeasured
def _(match: Match, piece: Piece) -> list[Piece]:
    return match.matching_pieces(
        piece, {other: _contact(piece, other) for other in other_fighters(match, piece)}
    )


@field_fact
def infer_free(_: Match, __: Piece) -> None:
    """Record, without asking, that no enemy is in contact with a fighter, where the rules ensure that."""


@infer_free.when_unmeasured
def _(match: Match, piece: Piece) -> None:
    match.infer_facts(dict.fromkeys(_contacts_with_enemies(match, piece).values(), False))


@field_fact
def infer_contact(_: Match, __: Piece, ___: Piece) -> None:
    """Record, without asking, that two fighters are in contact."""


@infer_contact.when_unmeasured
def _(match: Match, one: Piece, other: Piece) -> None:
    match.infer_facts({_contact(one, other): True})


def are_apart(match: Match, one: Piece, other: Piece) -> bool:
    """Tell whether two fighters on the field do not touch; False on a bare table."""
    return match.state.field.answers_about(one, other) and not are_in_contact(match, one, other)


@field_fact
def enemies_in_contact(match: Match, piece: Piece) -> list[Piece]:
    """The enemies in contact with a fighter."""
    return list(match.cache_for_layout(("touched", piece), lambda: _enemies_at(match, piece)))


def _enemies_at(match: Match, piece: Piece) -> Sequence[Piece]:
    if not match.state.field.knows_places(piece):
        return ()
    side = piece.side
    return touching(base(match, piece), [one for one in bases_on_field(match) if one[0].side is not side])


@enemies_in_contact.when_unmeasured
def _(match: Match, piece: Piece) -> list[Piece]:
    return match.matching_pieces(piece, _contacts_with_enemies(match, piece))


def _contacts_with_enemies(match: Match, piece: Piece) -> Mapping[Piece, Touching]:
    """The facts that a fighter is in contact with each of its enemies, on an unmeasured field."""
    return match.cache_for_moment(
        ("contacts", piece), lambda: {foe: _contact(piece, foe) for foe in enemies_on_field(match, piece)}
    )


@field_fact
def is_free(match: Match, piece: Piece) -> bool:
    """Tell whether no enemy is in contact with a fighter; friends do not matter (contact.free)."""
    return not enemies_in_contact(match, piece)


@is_free.when_unmeasured
def _(match: Match, piece: Piece) -> bool:
    """Answer without asking about other enemies if one is known to be in contact."""
    return not is_known_engaged(match, piece) and not enemies_in_contact(match, piece)


def is_known_engaged(match: Match, piece: Piece) -> bool:
    """Tell whether an enemy is known to be in contact, on an unmeasured field."""
    return any(map(match.state.field.told_facts.get, _contacts_with_enemies(match, piece).values()))


def distance_between(match: Match, one: Piece, other: Piece) -> float:
    """The distance between two bases."""
    return distance(base(match, one), base(match, other))


@field_fact
def distance_for_refusal(match: Match, one: Piece, other: Piece) -> dict[str, object]:
    """The distance between two bases as a refusal states it; nothing on an unmeasured field."""
    return {"distance": round(distance_between(match, one, other))}


@distance_for_refusal.when_unmeasured
def _(*_: object) -> dict[str, object]:
    return {}


@field_fact
def is_within(match: Match, piece: Piece, target: Piece, far: float) -> bool:
    """Tell whether a fighter is no farther from another than a length."""
    return compare_lengths(distance_between(match, piece, target), far) <= 0


@is_within.when_unmeasured
def _(match: Match, piece: Piece, target: Piece, far: float) -> bool:
    """Ask whether the target is within reach, unless that follows from what is known."""
    if match.known_answer(_contact(piece, target)):
        return True
    asked = _within(piece, target, round(far))
    if (known := match.known_answer(asked)) is not None:
        return bool(known)
    for fact, told in match.state.field.told_facts.items():
        if isinstance(fact, Within) and {fact.of, fact.target} == {piece, target}:
            if told and fact.far <= far:
                return True
            if not told and fact.far >= far:
                return False
    return bool(match.require_fact(asked))


@lru_cache(maxsize=4096)
def _within(piece: Piece, target: Piece, far: int) -> Within:
    """The fact that a fighter is no farther from another than a length."""
    return Within(of=piece, target=target, far=far)


@lru_cache(maxsize=4096)
def _nearer(piece: Piece, one: Piece, other: Piece) -> Nearer:
    """The fact that a fighter, `piece`, is nearer to `one` than to `other`."""
    return Nearer(of=piece, one=one, other=other)


@field_fact
def nearer_fighters(match: Match, piece: Piece, among: list[Piece], other: Piece) -> list[Piece]:
    """The fighters that are strictly nearer to `piece` than `other` is."""
    return [
        one
        for one in among
        if compare_lengths(distance_between(match, piece, one), distance_between(match, piece, other)) < 0
    ]


@nearer_fighters.when_unmeasured
def _(match: Match, piece: Piece, among: list[Piece], other: Piece) -> list[Piece]:
    """Ask which fighters are nearer, unless contact or an earlier answer leaves no doubt."""
    if match.known_answer(_contact(piece, other)):
        return []
    open_ = [one for one in among if not match.known_answer(_nearer(piece, other, one))]
    return match.matching_pieces(piece, {one: _nearer(piece, one, other) for one in open_})


def is_nearer(match: Match, piece: Piece, one: Piece, other: Piece) -> bool:
    """Tell whether `one` is strictly nearer to `piece` than `other` is."""
    return bool(nearer_fighters(match, piece, [one], other))


@field_fact
def sort_by_distance(match: Match, piece: Piece, among: list[Piece]) -> list[Piece]:
    """Sort fighters by their distance to `piece`."""
    if not among:
        return []
    far = distances_to(base(match, piece), [base(match, other) for other in among])
    return [among[number] for _, number in sorted(zip(far, count(), strict=False))]


@sort_by_distance.when_unmeasured
def _(match: Match, piece: Piece, among: list[Piece]) -> list[Piece]:
    def order(one: Piece, other: Piece) -> int:
        return is_nearer(match, piece, other, one) - is_nearer(match, piece, one, other)

    return sorted(among, key=cmp_to_key(order))


@field_fact
def nearest_fighters(match: Match, piece: Piece, among: list[Piece]) -> list[Piece]:
    """The fighters nearest to `piece`; several if no measure tells them apart."""
    ordered = sort_by_distance(match, piece, among)
    return [one for one in ordered if one == ordered[0] or not is_nearer(match, piece, ordered[0], one)]


@nearest_fighters.when_unmeasured
def _(match: Match, piece: Piece, among: list[Piece]) -> list[Piece]:
    """Find them without asking for the order of the others."""
    found: list[Piece] = []
    for one in among:
        if not found or is_nearer(match, piece, one, found[0]):
            found = [one]
        elif not is_nearer(match, piece, found[0], one):
            found.append(one)
    return found


def footprint(match: Match, name: str) -> Shape:
    """The outline of a piece of scenery at its place on a measured field."""
    if not match.state.field.has_places:
        raise LookupError(f"{name} has no place")
    return match.cache_for_scenery("footprint", name, _find_footprint)


def _find_footprint(match: Match, name: str) -> Shape:
    return place_outline(outline_of(match.setup.scenery[name]), match.state.scenery[name])


@field_fact
def whereabouts(match: Match, piece: Piece, name: str) -> Whereabouts:
    """Whether a fighter stands inside, in contact with, or away from scenery; on a bare table it is away."""
    if not match.field.knows_places(piece):
        return Whereabouts.AWAY
    here, shape = base(match, piece), footprint(match, name)
    if overlap(here, shape):
        return Whereabouts.INSIDE
    return Whereabouts.TOUCHING if in_contact(here, shape) else Whereabouts.AWAY


@whereabouts.when_unmeasured
def _(match: Match, piece: Piece, name: str) -> Whereabouts:
    return Whereabouts(match.require_fact(AtScenery(piece=piece, scenery=name)))


def is_at(match: Match, piece: Piece, name: str) -> bool:
    """Tell whether a fighter touches a piece of scenery, or stands in it."""
    return whereabouts(match, piece, name) is not Whereabouts.AWAY


@field_fact
def is_near_scenery(match: Match, piece: Piece, name: str, far: float) -> bool:
    """Tell whether a fighter is no farther from scenery than a length; on a bare table it is near none."""
    if not match.field.knows_places(piece):
        return False
    return compare_lengths(distance(base(match, piece), footprint(match, name)), far) <= 0


@is_near_scenery.when_unmeasured
def _(match: Match, piece: Piece, name: str, far: float) -> bool:
    return bool(match.require_fact(NearScenery(piece=piece, scenery=name, far=round(far))))


@lru_cache(maxsize=256)
def place_outline(shape: Shape, lying: SceneryState) -> Shape:
    """The outline of a piece of scenery, turned and moved to where it lies."""
    if lying.place is None:
        raise LookupError("the scenery has no place")
    x, y = lying.place
    if isinstance(shape, Polygon):
        return _turned(shape, lying.turn).moved(x, y)
    return Disc(x=x, y=y, r=shape.r)


@lru_cache(maxsize=256)
def _turned(shape: Polygon, degrees: float) -> Polygon:
    return shape.turned(degrees) if degrees else shape


def outline_of(scenery: Scenery) -> Shape:
    """The outline of a piece of scenery about its own origin."""
    return _shape(scenery.outline.radius, scenery.outline.corners)


@lru_cache(maxsize=1024)
def _shape(size: float | None, corners: tuple[tuple[float, float], ...]) -> Shape:
    if size is not None:
        return Disc(x=0, y=0, r=cm(size))
    return make_polygon((cm(x), cm(y)) for x, y in corners)


def table(match: Match) -> Table:
    """The field itself."""
    return _table(match.setup.width, match.setup.height)


@lru_cache(maxsize=16)
def _table(width: int, depth: int) -> Table:
    return Table(width=width, depth=depth)


def tokens_on_field(match: Match) -> list[Token]:
    """The markers on the field that bar a base (marker.stop): no areas, and none that a fighter carries."""
    return [one for one in match.state.tokens if one.place and not one.area and one.bearer is None]


def token_discs(match: Match) -> list[Disc]:
    """The discs of `tokens_on_field`."""
    return [token_disc(token) for token in tokens_on_field(match)]


def token_disc(token: Token) -> Disc:
    """The disc of a marker or an area on a measured field."""
    if token.place is None:
        raise LookupError(f"{token.name} has no place")
    return _disc(*token.place, token.radius)


def clearances(match: Match, shape: Shape, within: float = inf) -> Iterator[tuple[str, float]]:
    """The distance of a shape from the edge, each piece of scenery, and each marker, by name.

    Scenery that is plainly farther than `within` is left out.
    """
    yield "edge", table(match).gap_to_edge(shape)
    for name in match.state.scenery:
        other = footprint(match, name)
        if not are_plainly_apart(shape, other, within):
            yield name, distance(shape, other)
    for token in match.state.tokens:
        if token.bearer is None:
            yield token.name, distance(shape, token_disc(token))


def point_at(place: tuple[int, int]) -> Point:
    """A place as a shape."""
    return Point(*place)
