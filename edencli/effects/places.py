"""Operations on the field: lay and lift markers and areas, and put, push and swap fighters.

Everything is placed as the rules allow. On a field that is not measured, people move what is moved, and no
place is asked for.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from edencli.effects.landmarks import (
    is_base_at_landmark,
    is_base_at_scenery,
    last_base,
    length_of,
)
from edencli.effects.past_events import last_round
from edencli.effects.scope import Scope
from edencli.effects.token_places import tokens_named
from edencli.effects.zones import is_base_in_part
from edencli.field.distance import distance, in_contact
from edencli.field.shapes import Disc
from edencli.field.units import compare_lengths
from edencli.match.card_events import Swapped, TokenPutDown, TokenRemoved, TokenTakenUp
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Piece
from edencli.match.questions import Agreement, cache_last_allowed
from edencli.match.reasons import Refusal
from edencli.match.rules_api import ask, do, field_fact
from edencli.match.state import Token
from edencli.match.table_events import NoRoomFound, Placed, TokenPlaced
from edencli.model import operation as words
from edencli.model.card_words import FieldPart, Landmark, Owner, Where
from edencli.model.names import fold
from edencli.named_tuple import NamedTuple
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.agreement import MARKER_RULE, MOVED_RULE, why_not_lay_marker, why_not_stand
from edencli.rules.footing import against_markers, fighters_in_the_way, scenery_in_the_way
from edencli.rules.ground import (
    base,
    base_at,
    fighters_on_field,
    table,
    token_disc,
)
from edencli.rules.missions import mission_of
from edencli.rules.placing import (
    SEARCH_STEP,
    FighterPlacement,
    NoRoom,
    TokenPlacement,
    places_on_grid,
    refuse_no_room,
)
from edencli.rules.questions import CardPlacing


class ChosenPlace(NamedTuple):
    """A place chosen on the field; None as coordinates if the field is not measured and people put it."""

    place: tuple[int, int] | None


_UNMEASURED = ChosenPlace(None)


@field_fact
def choose_place(
    match: Match, scope: Scope, where: Where, by: Owner, thing: Piece | words.LayToken
) -> Procedure[ChosenPlace | None]:
    """Choose a place for a fighter or a token, if there is one: the one that the card names, or a player's.

    On a bare table there are no places.
    """
    if not match.field.knows_places(*fighters_on_field(match.state)):
        return None
    if where.centre or where.fell is not None:
        place = _named_place(scope, where)
        return None if place is None or _why_not_there(scope, where, thing, place) else ChosenPlace(place)
    put = FighterPlacement if isinstance(thing, Piece) else TokenPlacement
    left: Any = thing if isinstance(thing, Piece) else thing.name

    def why_not(given: FighterPlacement | TokenPlacement | NoRoom) -> Refusal | None:
        if isinstance(given, NoRoom):
            tries: Iterator[Any] = (put(left, place) for place in places_on_grid(match, SEARCH_STEP))
            return refuse_no_room(match, CARD_OVER_RULE, tries, why_not_put)
        return why_not_put(given)

    def why_not_put(given: FighterPlacement | TokenPlacement) -> Refusal | None:
        if given[0] != left or given.place is None:
            return Refusal(rule=CARD_OVER_RULE, reason="not-an-option", about={"given": given[0]})
        return _why_not_there(scope, where, thing, given.place)

    question: CardPlacing[Any] = CardPlacing(
        asked=scope.side_of(by),
        fighter=scope.source.user,
        what="fighter" if isinstance(thing, Piece) else "marker",
        left=(left,),
        objection=cache_last_allowed(why_not),
        mid_act=True,
    )
    given = yield from ask(question)
    if isinstance(given, NoRoom):
        yield from do(match, NoRoomFound(rule=CARD_OVER_RULE, side=scope.side_of(by), what=question.what))
        return None
    x, y = given.place
    return ChosenPlace((int(x), int(y)))


@choose_place.when_unmeasured
def _(*_: object) -> Procedure[ChosenPlace | None]:
    yield from ()
    return _UNMEASURED


def _named_place(scope: Scope, where: Where) -> tuple[int, int] | None:
    """Return the one place that a card names: the centre, or where a fighter left the field."""
    match = scope.match
    if where.fell is None:
        return match.setup.width // 2, match.setup.height // 2
    of = scope.fighter_in_role(where.fell)
    return None if of is None else match.state_of(of).left_from


def _why_not_there(
    scope: Scope, where: Where, thing: Piece | words.LayToken, place: tuple[int, int]
) -> Refusal | None:
    """Object to a place that the rules do not allow, or that the card does not mean."""
    match = scope.match
    if isinstance(thing, Piece):
        shape = base_at(match.state_of(thing).card, place)
        refusal = why_not_stand(match, thing, place) or next(against_markers(match, thing, shape), None)
    else:
        laid = Agreement(what="token", subject=scope.side_of(Owner.OWN), detail=thing.name, place=place)
        shape = Disc(x=place[0], y=place[1], r=length_of(thing.across) // 2)
        refusal = why_not_lay_marker(match, laid, shape.r)
    return refusal or why_not_meant(scope, where, thing, shape, place)


def why_not_meant(
    scope: Scope, where: Where, thing: Piece | words.LayToken, shape: Disc, place: tuple[int, int]
) -> Refusal | None:
    """Object to a place that a card does not mean."""
    for part, is_so in _WHERE.items():
        wanted = getattr(where, part)
        if wanted not in {None, False} and not is_so(scope, where, thing, shape):
            about = {"card": scope.source.card, "place": place, "part": part}
            return Refusal(rule=CARD_OVER_RULE, reason="elsewhere", about=about)
    return None


def _is_within(scope: Scope, where: Where, _: Any, shape: Disc) -> bool:
    """Tell whether a base is near enough to a marker or an area, or else to a fighter."""
    far = length_of(where.within)
    if where.landmark is not None:
        return True  # the test of the landmark looks at the distance
    if where.near is not None:
        found = [token_disc(one) for one in tokens_named(scope.match, where.near)]
    else:
        of = scope.fighter_in_role(where.of)
        stands = last_base(scope.match, of) if of is not None else None
        found = [] if stands is None else [stands]
    return any(compare_lengths(distance(shape, one), far) <= 0 for one in found)


def _is_clear(scope: Scope, where: Where, thing: Any, shape: Disc) -> bool:
    far = length_of(where.clear)
    near = (one for one in scope.matching_fighters(where.clear_of) if one != thing)
    return all(compare_lengths(distance(shape, base(scope.match, one)), far) >= 0 for one in near)


def _is_spaced(scope: Scope, where: Where, _: Any, shape: Disc) -> bool:
    far, lying = length_of(where.spaced), scope.match.state.tokens
    return all(
        compare_lengths(distance(shape, token_disc(one)), far) >= 0 for one in lying if one.bearer is None
    )


def _is_in_zone(scope: Scope, where: Where, thing: Any, shape: Disc) -> bool:
    zone = where.zone or FieldPart.OWN_HALF
    own = zone in {FieldPart.OWN_HALF, FieldPart.OWN_ZONE}
    whose = scope.side_of(Owner.OWN if own else Owner.OPPONENT)
    return is_base_in_part(scope.match, zone, whose, thing, shape)


def _is_at_landmark(scope: Scope, where: Where, _: Any, shape: Disc) -> bool:
    landmark = where.landmark
    if landmark is None:
        return False
    side = scope.side_of(Owner.OPPONENT if landmark is Landmark.ENEMY_EDGE else Owner.OWN)
    return is_base_at_landmark(scope.match, landmark, side, shape, length_of(where.within))


def _is_at_scenery(scope: Scope, where: Where, _: Any, shape: Disc) -> bool:
    meant = where.scenery
    return meant is not None and is_base_at_scenery(scope.match, scope.scenery_meant(meant), shape)


def _touches_nobody(scope: Scope, _: Where, thing: Any, shape: Disc) -> bool:
    near = (one for one in scope.match.state.fighters if one != thing and scope.match.is_on_field(one))
    return not any(in_contact(shape, base(scope.match, one)) for one in near)


# The test for each part of a place.
_WHERE: Mapping[str, Callable[[Scope, Where, Any, Disc], bool]] = {
    "zone": _is_in_zone,
    "within": _is_within,
    "landmark": _is_at_landmark,
    "scenery": _is_at_scenery,
    "clear": _is_clear,
    "spaced": _is_spaced,
    "free": _touches_nobody,
}


def _lay(scope: Scope, op: words.LayToken) -> Procedure[None]:
    match, source = scope.match, scope.source
    there = yield from choose_place(match, scope, op.where, op.by, op)
    if there is not None:
        token = Token(
            op.name,
            there.place,
            length_of(op.across) // 2,
            area=op.area,
            card=source.card,
            side=source.side,
            user=source.user,
            until=op.until,
            ends=last_round(match, op.until),
        )
        mission = mission_of(match, source.side) if source.side and source.user is None else None
        is_of_mission = mission is not None and mission.name == source.card
        placed = TokenPlaced(rule=MARKER_RULE, token=token, side=source.side, of_mission=is_of_mission)
        yield from do(match, placed)


def _lift(scope: Scope, op: words.LiftTokens) -> Procedure[None]:
    for token in [one for one in scope.match.state.tokens if fold(one.name) == fold(op.name)]:
        yield from do(scope.match, TokenRemoved(rule=CARD_OVER_RULE, token=token))


def _take_up(scope: Scope, op: words.TakeUpToken) -> Procedure[None]:
    def take(piece: Piece) -> Procedure[None]:
        lying = [one for one in tokens_named(scope.match, op.name) if not one.area]
        if lying:
            token = min(lying, key=lambda one: _how_far(scope.match, piece, one))
            yield from do(scope.match, TokenTakenUp(rule=CARD_OVER_RULE, fighter=piece, token=token))

    yield from scope.do_to_each(op.who, take)


@field_fact
def _how_far(match: Match, piece: Piece, token: Token) -> float:
    return distance(base(match, piece), token_disc(token)) if match.field.knows_places(piece) else 0


@_how_far.when_unmeasured
def _(*_: object) -> float:
    return 0


def _put_down(scope: Scope, op: words.PutDownToken) -> Procedure[None]:
    def put(piece: Piece) -> Procedure[None]:
        for token in scope.match.state.tokens:
            if token.bearer == piece and fold(token.name) == fold(op.name):
                event = TokenPutDown(rule=CARD_OVER_RULE, fighter=piece, token=token.name)
                yield from do(scope.match, event)

    yield from scope.do_to_each(op.who, put)


def _move(match: Match, piece: Piece, there: ChosenPlace | None) -> Procedure[None]:
    if there is not None:
        yield from do(match, Placed(rule=MOVED_RULE, fighter=piece, place=there.place))


def _put(scope: Scope, op: words.PutFighters) -> Procedure[None]:
    def put(piece: Piece) -> Procedure[None]:
        if scope.match.field.answers_about(piece):
            there = yield from choose_place(scope.match, scope, op.where, op.by, piece)
            yield from _move(scope.match, piece, there)

    yield from scope.do_to_each(op.who, put)


def _swap(scope: Scope, op: words.Swap) -> Procedure[None]:
    """Swap two fighters, if each has room where the other stands."""
    match, other = scope.match, scope.fighter_in_role(op.of)

    def swap(piece: Piece) -> Procedure[None]:
        if other is None or piece == other or not match.is_on_field(other):
            return
        if match.field.answers_about(piece, other) and _have_room(match, piece, other):
            yield from do(match, Swapped(rule=MOVED_RULE, fighter=piece, other=other))

    yield from scope.do_to_each(op.who, swap)


@field_fact
def _have_room(match: Match, one: Piece, other: Piece) -> bool:
    """Tell whether two fighters each have room where the other stands."""
    return _has_room(match, one, other) and _has_room(match, other, one)


@_have_room.when_unmeasured
def _(*_: object) -> bool:
    return True


def _has_room(match: Match, mover: Piece, gone: Piece) -> bool:
    """Tell whether a fighter would have room where another stands, once that one is gone."""
    fighter = match.state_of(mover)
    there = base_at(fighter.card, base(match, gone).centre)
    others = any(piece != gone for piece in fighters_in_the_way(match, mover, there))
    walls = any(scenery_in_the_way(match, there, fighter.raised))
    return table(match).contains(there) and not others and not walls


OPERATIONS: Mapping[type[words.Operation], Callable[[Scope, Any], Procedure[None]]] = {
    words.LayToken: _lay,
    words.LiftTokens: _lift,
    words.TakeUpToken: _take_up,
    words.PutDownToken: _put_down,
    words.PutFighters: _put,
    words.Swap: _swap,
}
