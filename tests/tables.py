"""The smallest table for a rule of sight or movement: a few bases and pieces of scenery, all named.

Places are in centimetres. Red's Yuri and Vlädd, blue's Elenia and Yliss; a fighter without a place is left
out.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import rule_report
from duels import fighter

from edencli.field.shapes import Point, Shape
from edencli.field.units import cm
from edencli.match.match import Act, Match, Setup
from edencli.match.pieces import Piece
from edencli.match.reasons import Refusal
from edencli.match.rules_api import why_not
from edencli.match.state import FighterState, SceneryState, State, Token
from edencli.model.fighter import Equipment
from edencli.model.scenery import Outline, Scenery
from edencli.model.terms import SightBlocking
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Charge, Move
from edencli.rules.registry import create_match
from edencli.rules.sight import View, view, view_of

At = tuple[float, float]


def wall(name: str = "Wall", *, width: float, depth: float, **agreed: Any) -> Scenery:
    """Make a rectangle around its own middle, with agreements about `sight`, `crossable` and `slow`."""
    x, y = width / 2, depth / 2
    return Scenery(name=name, outline=Outline(corners=((-x, -y), (x, -y), (x, y), (-x, y))), **agreed)


def disc(name: str = "Post", *, radius: float, **agreed: Any) -> Scenery:
    """Make a round piece."""
    return Scenery(name=name, outline=Outline(radius=radius), **agreed)


def table(
    book: Rulebook,
    places: Mapping[Piece, At],
    *scenery: tuple[Scenery, At],
    big: Sequence[Piece] = (),
    gear: Mapping[Piece, Sequence[Equipment]] | None = None,
    markers: Mapping[str, At] | None = None,
    rulings: Mapping[str, Any] | None = None,
) -> Match:
    """Put fighters and scenery on a field of 60 cm; fighters in `big` have a base of 40 mm."""
    cards = {piece: fighter(gear=(gear or {}).get(piece, ())) for piece in places}
    fighters = {
        piece: FighterState(
            card.with_changes(base=40 if piece in big else 30), ap=3, place=at(*places[piece])
        )
        for piece, card in cards.items()
    }
    setup = Setup(scenery={piece.name: piece for piece, _ in scenery}, rulings=rulings or {})
    match = create_match(book, State(fighters), setup)
    match.state.scenery = {piece.name: SceneryState(at(*place)) for piece, place in scenery}
    match.state.tokens = tuple(Token(name, at(*place), cm(1)) for name, place in (markers or {}).items())
    return match


def at(x: float, y: float) -> Point:
    """A place on the field."""
    return Point(cm(x), cm(y))


def sight(match: Match, viewer: Piece, target: Piece) -> View:
    """Judge whether a fighter sees another."""
    seen = view_of(match, viewer, target)
    rule_report.note([one.verdict for one in seen.between if one.verdict])
    return seen


def look(match: Match, viewer: Piece, target: Shape) -> View:
    """Judge whether a fighter sees a point or a piece of scenery."""
    seen = view(match, viewer, target)
    rule_report.note([one.verdict for one in seen.between if one.verdict])
    return seen


def verdicts(seen: View) -> dict[str, str]:
    """The rule by which each element counts, for those that count."""
    return {one.name: one.verdict for one in seen.between if one.verdict}


def moves(match: Match, mover: Piece, *places: At) -> Refusal | None:
    """Why a fighter may not move along these places, or None."""
    start = match.state_of(mover).place
    assert start is not None
    return refused(match, Move(fighter=mover, path=(Point(*start), *(at(*place) for place in places))))


def charges(match: Match, mover: Piece, target: Piece, *places: At) -> Refusal | None:
    """Why a fighter may not charge along these places, or None."""
    start = match.state_of(mover).place
    assert start is not None
    path = (Point(*start), *(at(*place) for place in places))
    return refused(match, Charge(fighter=mover, path=path, target=target))


def refused(match: Match, act: Act) -> Refusal | None:
    """Why an act is not allowed, or None."""
    refusal = why_not(match, act)
    rule_report.note(refusal)
    return refusal


def reason(refusal: Refusal | None) -> tuple[str, str] | None:
    """The rule and the reason of a refusal."""
    return (refusal.rule, refusal.reason) if refusal else None


LOW, FLAT = SightBlocking.OBSTACLE, SightBlocking.NONE
