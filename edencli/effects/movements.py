"""Operations that move things: walks of fighters, pushes, and markers that are moved.

A walk follows the rules of a Move: around obstacles, at the price of slow ground, shortened by weather that
shortens every displacement. It counts as the fighter's own movement, whichever player says where: enemies in
contact hold it as they hold a fighter that moves away. It is no action, and nothing is paid. A push is
not the fighter's own movement: enemies do not strike at a fighter that is pushed out of contact.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from edencli.effects.landmarks import length_of, scenery_named
from edencli.effects.scope import Scope
from edencli.effects.token_places import tokens_named
from edencli.field.distance import distance, nearest_foot, overlap
from edencli.field.routes import RouteGeometry
from edencli.field.shapes import Point
from edencli.field.units import compare_lengths
from edencli.match.card_events import TokenMoved
from edencli.match.match import Act, Match, Procedure
from edencli.match.needed_facts import first_objection
from edencli.match.pieces import Piece
from edencli.match.questions import cache_last_allowed
from edencli.match.reasons import Refusal
from edencli.match.rules_api import ask, do, field_fact, why_not
from edencli.match.state import Token
from edencli.match.table_events import Placed
from edencli.model import operation as words
from edencli.model.card_words import SceneryFilter
from edencli.rules.actions import walk_by_card
from edencli.rules.acts import CARD_OVER_RULE, Move, Walk
from edencli.rules.agreement import MARKER_RULE, MOVED_RULE
from edencli.rules.footing import Path, may_stop
from edencli.rules.ground import base, footprint, table, token_disc
from edencli.rules.movement import planning_ground, try_way
from edencli.rules.placing import FighterPlacement, NoRoom, TokenPlacement
from edencli.rules.questions import CardPlacing, WayQuestion

# ── ways ─────────────────────────────────────────────────────────────────────────────────────────────────


def _walk(scope: Scope, op: words.WalkFighters) -> Procedure[None]:
    """Let a player give each of some fighters a path, or leave it where it is."""
    match, far = scope.match, max(0, scope.length(op.n))

    def walk(piece: Piece) -> Procedure[None]:
        if not match.field.answers_about(piece) or not far:
            return
        act = yield from ask(_way_question(scope, op, piece, far))
        if act is not None:
            yield from walk_by_card(match, _as_walk(act, far, counts=op.counts))

    yield from scope.do_to_each(op.who, walk)


def _way_question(scope: Scope, op: words.WalkFighters, piece: Piece, far: int) -> WayQuestion[Act]:
    match = scope.match

    def why_not_walk(act: Act) -> Refusal | None:
        if not isinstance(act, Move) or act.fighter != piece:
            about = {"fighter": piece, "card": scope.source.card}
            return Refusal(rule=CARD_OVER_RULE, reason="not-offered", about=about)
        walk = _as_walk(act, far, counts=op.counts)
        return first_objection(match, lambda: why_not(match, walk))

    return WayQuestion[Act](
        asked=scope.side_of(op.by),
        fighter=piece,
        ap=match.state_of(piece).ap,
        card=scope.source.card,
        far=far,
        objection=cache_last_allowed(why_not_walk),
        optional=True,
        mid_act=True,
    )


def _as_walk(act: Act, far: int, *, counts: bool) -> Walk:
    """Return the walk for an answer to a card's question, with its greatest length."""
    assert isinstance(act, Move)  # noqa: S101  # nothing else is let through
    return Walk(fighter=act.fighter, path=act.path, touching=act.touching, far=far, counts=counts)


# ── pushes ───────────────────────────────────────────────────────────────────────────────────────────────


def _push(scope: Scope, op: words.Push) -> Procedure[None]:
    """Push fighters straight away from something, or towards it, as far as there is room."""
    match = scope.match

    def push(piece: Piece) -> Procedure[None]:
        if not match.field.answers_about(piece):
            return
        far = scope.length(op.n)
        if op.by is not None:
            way = yield from _choose_push(match, scope, op, piece, abs(far))
        else:
            way = _way_of_push(scope, op, piece, far)
        if way is not None:
            place = way[-1] if way else None
            yield from do(match, Placed(rule=MOVED_RULE, fighter=piece, place=place, path=way))

    yield from scope.do_to_each(op.who, push)


def _way_of_push(scope: Scope, op: words.Push, piece: Piece, far: int) -> Path | None:
    """Return the straight path of a push, as far as it may go; None if the fighter does not move."""
    match = scope.match
    if op.name is not None:
        tokens = tokens_named(match, op.name)
        return _way_from_token(match, piece, tokens, far) if tokens else None
    if op.scenery is not None:
        names = tuple(scenery_named(match, scope.scenery_meant(op.scenery)))
        return _way_from_scenery(match, piece, names, op.scenery, far) if names else None
    of = scope.fighter_in_role(op.of)
    if of is None or piece == of or not match.is_on_field(of):
        return None
    return _way_from_fighter(match, piece, of, far)


@field_fact
def _way_from_fighter(match: Match, piece: Piece, of: Piece, far: int) -> Path | None:
    return _straight_way(match, piece, base(match, of).centre, far)


@_way_from_fighter.when_unmeasured
def _(*_: object) -> Path:
    return ()


@field_fact
def _way_from_token(match: Match, piece: Piece, tokens: list[Token], far: int) -> Path | None:
    """Return a path from or to the nearest token of a name; a pull ends over its middle at the latest."""
    here = base(match, piece)
    near = min((token_disc(one) for one in tokens), key=lambda one: distance(here, one))
    apart = round(distance(here.centre, near.centre))
    return _straight_way(match, piece, near.centre, max(far, -apart))


@_way_from_token.when_unmeasured
def _(*_: object) -> Path:
    return ()


@field_fact
def _way_from_scenery(
    match: Match, piece: Piece, names: tuple[str, ...], what: SceneryFilter, far: int
) -> Path | None:
    """Return a path from or to the nearest point of the nearest scenery; None if the fighter overlaps it."""
    here = base(match, piece)
    near = min((footprint(match, name) for name in names), key=lambda one: distance(here, one))
    apart = distance(here, near)
    if overlap(here, near) or (
        what.within is not None and compare_lengths(apart, length_of(what.within)) > 0
    ):
        return None
    return _straight_way(match, piece, nearest_foot(near, 0, here.centre), max(far, -round(apart)))


@_way_from_scenery.when_unmeasured
def _(*_: object) -> Path:
    return ()


def _straight_way(match: Match, piece: Piece, away_from: Point, far: int) -> Path | None:
    """Return the straight path away from a point, as far as it may go; None if it has no length."""
    here = base(match, piece).centre
    whole = distance(away_from, here)
    if not whole:
        return None
    dx, dy = (here.x - away_from.x) / whole, (here.y - away_from.y) / whole
    return _open_way(match, piece, here, Point(round(here.x + far * dx), round(here.y + far * dy)))


def _open_way(match: Match, piece: Piece, here: Point, end: Point) -> Path | None:
    """Return as much of a straight path as is open, to a place where the fighter may stop."""
    walk = RouteGeometry((here, end))
    for length in sorted(_possible_ends(match, piece, walk), reverse=True):
        way = here, walk.stored_place_at(length)
        if here != way[1] and try_way(match, piece, way).found.is_open and may_stop(match, piece, way[1]):
            return way
    return None


def _possible_ends(match: Match, piece: Piece, walk: RouteGeometry) -> Iterator[float]:
    """Give the lengths at which a straight path may have to end: all of it, and before each obstacle."""
    fighter, size = match.state_of(piece), base(match, piece).r
    ground = planning_ground(match, piece)
    yield walk.length
    for shape in (*ground.blockers, *ground.no_stop, *ground.table.surroundings()):
        yield from walk.lengths_before(shape, size)
    if fighter.raised is not None:
        yield from (end for _, end in walk.runs_within(footprint(match, fighter.raised), 0))


@field_fact
def _choose_push(
    match: Match, scope: Scope, op: words.Push, piece: Piece, far: int
) -> Procedure[Path | None]:
    """Ask a player for the place at which a straight push ends; without one, the fighter stays there."""
    here = base(match, piece).centre

    def why_not_there(given: FighterPlacement | NoRoom) -> Refusal | None:
        if isinstance(given, NoRoom):
            return None
        if given[0] != piece or given.place is None:
            return Refusal(rule=CARD_OVER_RULE, reason="not-an-option", about={"given": given[0]})
        end, about = Point(*given.place), {"card": scope.source.card, "place": given.place, "part": "within"}
        if compare_lengths(distance(here, end), far) > 0 or _open_way(match, piece, here, end) != (here, end):
            return Refusal(rule=CARD_OVER_RULE, reason="elsewhere", about=about)
        return None

    assert op.by is not None  # noqa: S101  # a player picks the way
    question: CardPlacing[Any] = CardPlacing(
        asked=scope.side_of(op.by),
        fighter=scope.source.user,
        what="fighter",
        left=(piece,),
        objection=cache_last_allowed(why_not_there),
        mid_act=True,
        around=here,
        reach=far,
    )
    given = yield from ask(question)
    return None if isinstance(given, NoRoom) else (here, Point(*given.place))


@_choose_push.when_unmeasured
def _(*_: object) -> Procedure[Path | None]:
    yield from ()
    return ()


# ── markers ──────────────────────────────────────────────────────────────────────────────────────────────


def _move_tokens(scope: Scope, op: words.MoveToken) -> Procedure[None]:
    """Let a player move each marker of a name, or leave it where it is."""
    match, far = scope.match, max(0, scope.length(op.n))
    for token in tokens_named(match, op.name) if far else ():
        moved = yield from _move_token(match, scope, op, token, far)
        if moved is not None:
            yield from do(match, moved)


@field_fact
def _move_token(
    match: Match, scope: Scope, op: words.MoveToken, token: Token, far: int
) -> Procedure[TokenMoved | None]:
    """Ask for the place to which a marker is moved; without one, it stays where it is."""
    here = token_disc(token).centre

    def why_not_there(given: TokenPlacement | NoRoom) -> Refusal | None:
        if isinstance(given, NoRoom):
            return None
        if given.token != token.name:
            return Refusal(rule=CARD_OVER_RULE, reason="not-an-option", about={"given": given.token})
        end = Point(*given.place)
        if not table(match).contains(end):
            return Refusal(rule=MARKER_RULE, reason="off-field", about={"place": given.place})
        if compare_lengths(distance(here, end), far) <= 0:
            return None
        about = {"card": scope.source.card, "place": given.place, "part": "within"}
        return Refusal(rule=CARD_OVER_RULE, reason="elsewhere", about=about)

    question: CardPlacing[Any] = CardPlacing(
        asked=scope.side_of(op.by),
        fighter=scope.source.user,
        what="marker",
        left=(token.name,),
        objection=cache_last_allowed(why_not_there),
        mid_act=True,
        around=here,
        reach=far,
    )
    given = yield from ask(question)
    if isinstance(given, NoRoom) or given.place == token.place:
        return None
    x, y = given.place
    return TokenMoved(rule=MARKER_RULE, token=token, place=(int(x), int(y)))


@_move_token.when_unmeasured
def _(_: Match, __: Scope, ___: words.MoveToken, token: Token, ____: int) -> Procedure[TokenMoved | None]:
    yield from ()
    return TokenMoved(rule=MARKER_RULE, token=token, place=None)


OPERATIONS: Mapping[type[words.Operation], Callable[[Scope, Any], Procedure[None]]] = {
    words.WalkFighters: _walk,
    words.Push: _push,
    words.MoveToken: _move_tokens,
}
