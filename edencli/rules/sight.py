"""Lines of sight (chapter 2.B): who sees whom, and what stands between.

`field` tells what each element does to a corridor; here it is judged. Fighters and scenery block what they
cut, unless the table agreed that a piece of scenery is low (an obstacle at most) or flat (nothing at all).
Viewer, target and markers never count.
"""

from collections.abc import Sequence
from typing import NamedTuple

from edencli.field.shapes import Shape
from edencli.field.sight import ASIDE, Fact, clear_sight, sight_facts
from edencli.match.facts import UNSEEN, Seeing
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.model.terms import Sight
from edencli.rules.ground import base, footprint, standing


class Between(NamedTuple):
    """One element and what it does to a line of sight: its verdict is a rule id, or None for nothing.

    `fact` is what the field says of it; `piece` is who it is, when it is a fighter.
    """

    name: str
    verdict: str | None
    blocks: bool
    fact: Fact = ASIDE
    piece: Piece | None = None


class View(NamedTuple):
    """Whether a target is seen, past how many obstacles, and what every element had to do with it."""

    visible: bool
    obstacles: int
    between: tuple[Between, ...]


def view(match: Match, viewer: Piece, target: Shape, ignored: Sequence[Piece] = ()) -> View:
    """Judge the line of sight from a fighter to a base, a point or a piece of scenery (sight.corridor)."""
    skipped = {viewer, *ignored}
    pieces = [piece for piece in standing(match.state) if piece not in skipped]
    scenery = [name for name in match.state.scenery if footprint(match, name) != target]
    shapes = [*(base(match, piece) for piece in pieces), *(footprint(match, name) for name in scenery)]
    agreed = [Sight.BLOCK] * len(pieces) + [match.setup.scenery[name].sight for name in scenery]
    facts = sight_facts(base(match, viewer), target, shapes)
    elements: list[Piece | str] = [*pieces, *scenery]
    between = tuple(_judge(*one) for one in zip(elements, facts, agreed, strict=True))
    visible = not any(one.blocks for one in between)
    if visible and match.ruling("joint-blocking"):
        opaque = [shape for shape, kind in zip(shapes, agreed, strict=True) if kind is Sight.BLOCK]
        visible = clear_sight(base(match, viewer), target, opaque) is not None
    return View(visible=visible, obstacles=sum(one.verdict is not None for one in between), between=between)


def view_of(match: Match, viewer: Piece, target: Piece) -> View:
    """Judge the line of sight from one fighter to another, once as long as nothing moves."""
    if not match.is_measured:
        obstacles = match.fact(Seeing(viewer=viewer, target=target))
        return View(visible=obstacles != UNSEEN, obstacles=max(0, obstacles), between=())
    line = "sight", viewer, target
    return match.remembered(line, lambda: view(match, viewer, base(match, target), (target,)))


def _judge(what: Piece | str, fact: Fact, agreed: Sight) -> Between:
    """Say what one element does: nothing, an obstacle, or a wall (sight.cut, sight.obstacle)."""
    verdict = _verdict(fact, agreed)
    piece = what if isinstance(what, Piece) else None
    name = what.name if isinstance(what, Piece) else what
    return Between(name, verdict, blocks=verdict == "sight.cut", fact=fact, piece=piece)


def _verdict(fact: Fact, agreed: Sight) -> str | None:
    """Name the rule by which an element stands in the way; one in which an end stands never blocks."""
    if agreed is Sight.NONE or not fact.reaches_in:
        return None
    if not fact.cuts or fact.occupied_by_viewer or fact.occupied_by_target:
        return "sight.obstacle"
    return "scenery.low" if agreed is Sight.OBSTACLE else "sight.cut"
