"""Lines of sight (chapter 2.B): which fighters see each other, and what stands between.

`field` finds what each element does to a corridor; here that is judged. Fighters and scenery block what
they cut, unless the players agreed that a piece of scenery is low (an obstacle at most) or flat (nothing
at all). Viewer, target and markers never count.
"""

from collections.abc import Sequence
from functools import lru_cache

from edencli.field.distance import distance
from edencli.field.ground import ShapeIndex
from edencli.field.shapes import Disc, Point, Shape
from edencli.field.sight import ASIDE, SightFact, find_sight_line, sight_facts_by_number
from edencli.field.units import PER_CM, compare_lengths
from edencli.match.facts import UNSEEN, SceneryInView, Seeing
from edencli.match.match import OBSTACLE_RULE, Match, Query, Terrain
from edencli.match.pieces import Piece
from edencli.match.rules_api import field_fact, value
from edencli.model.terms import Quantity, SightBlocking
from edencli.named_tuple import NamedTuple
from edencli.rules.ground import base, fighters_on_field, footprint

CUT_RULE = "sight.cut"
FLAT_RULE = "scenery.flat"


class ElementBetween(NamedTuple):
    """One element between viewer and target, with its verdict: the rule by which it counts, or None.

    `fact` is what the field found about it; `piece` is the fighter, if it is one.
    """

    name: str
    verdict: str | None
    blocks: bool
    fact: SightFact = ASIDE
    piece: Piece | None = None


class View(NamedTuple):
    """Whether a target is seen, past how many obstacles, and what each element between does.

    `beyond` is the rule that limits sight, if the target is farther than that.
    """

    visible: bool
    obstacles: int
    between: tuple[ElementBetween, ...]
    beyond: str | None = None


class _Element(NamedTuple):
    """Something that may stand between, and its effect on a line of sight; a fighter blocks."""

    what: Piece | str
    shape: Shape
    terrain: Terrain = Terrain()


def view(match: Match, viewer: Piece, target: Shape, ignored: Sequence[Piece] = ()) -> View:
    """Judge the line of sight from a fighter to a base, a point or a piece of scenery (sight.corridor)."""
    eye = base(match, viewer)
    elements, shapes = match.cache_for_layout("elements", lambda: _elements(match))
    near = [
        (elements[n], _judge(elements[n], _fact_at_point(elements[n], fact, target)))
        for n, fact in sight_facts_by_number(eye, target, shapes).items()
        if elements[n].what not in {viewer, *ignored}
    ]
    between = tuple(one for _, one in near)
    visible = not any(one.blocks for one in between)
    if visible and match.ruling("joint-blocking"):
        opaque = [
            element.shape
            for element, one in near
            if element.terrain.sight is SightBlocking.BLOCK and not _holds_an_end(one.fact)
        ]
        visible = find_sight_line(eye, target, opaque) is not None
    beyond = _beyond_sight(match, viewer, eye, target)
    return View(
        visible=visible and beyond is None,
        obstacles=sum(element.terrain.obstacles for element, one in near if one.verdict is not None),
        between=between,
        beyond=beyond,
    )


def _beyond_sight(match: Match, viewer: Piece, eye: Disc, target: Shape) -> str | None:
    """The rule by which a fighter does not see this far, or None (sight.corridor)."""
    limits = value(match, Query(Quantity.SIGHT, viewer)).parts
    return next(
        (one.reason for one in limits if compare_lengths(distance(eye, target), one.n * PER_CM) > 0), None
    )


@field_fact
def view_of(match: Match, viewer: Piece, target: Piece) -> View:
    """Judge the line of sight from one fighter to another; cached until something moves."""
    line = "sight", viewer, target
    return match.cache_for_layout(line, lambda: view(match, viewer, base(match, target), (target,)))


@lru_cache(maxsize=4096)
def seeing_fact(viewer: Piece, target: Piece) -> Seeing:
    """The fact that a fighter sees another."""
    return Seeing(viewer=viewer, target=target)


@view_of.when_unmeasured
def _(match: Match, viewer: Piece, target: Piece) -> View:
    obstacles = match.require_fact(seeing_fact(viewer, target))
    return View(visible=obstacles != UNSEEN, obstacles=max(0, obstacles), between=())


@field_fact
def view_of_scenery(match: Match, viewer: Piece, name: str) -> View:
    """Judge the line of sight from a fighter to a piece of scenery."""
    return view(match, viewer, footprint(match, name))


@view_of_scenery.when_unmeasured
def _(match: Match, viewer: Piece, name: str) -> View:
    seen = bool(match.require_fact(SceneryInView(viewer=viewer, scenery=name)))
    return View(visible=seen, obstacles=0, between=())


def _elements(match: Match) -> tuple[Sequence[_Element], ShapeIndex]:
    """Everything on the field that can stand between two others, and the shapes of it."""
    fighters = [_Element(piece, base(match, piece)) for piece in fighters_on_field(match.state)]
    elements = [*fighters, *(_scenery(match, name) for name in match.state.scenery)]
    return elements, ShapeIndex(element.shape for element in elements)


def _scenery(match: Match, name: str) -> _Element:
    return _Element(name, footprint(match, name), match.terrain(name))


def _fact_at_point(element: _Element, fact: SightFact, target: Shape) -> SightFact:
    """The sight fact of an element, corrected for a point inside an element that no base may enter.

    Such an element cuts sight to the point.
    """
    if fact.occupied_by_target and isinstance(target, Point) and not element.terrain.crossable:
        return fact._replace(reaches_in=True, cuts=True, occupied_by_target=False)
    return fact


def _judge(element: _Element, fact: SightFact) -> ElementBetween:
    """Judge what one element does: nothing, count as an obstacle, or block (sight.cut, sight.obstacle)."""
    verdict, what = _verdict(fact, element.terrain), element.what
    piece = what if isinstance(what, Piece) else None
    name = what.name if isinstance(what, Piece) else what
    blocks = verdict is not None and element.terrain.sight is SightBlocking.BLOCK and _cuts(fact)
    return ElementBetween(name, verdict, blocks=blocks, fact=fact, piece=piece)


def _verdict(fact: SightFact, terrain: Terrain) -> str | None:
    """The rule by which an element affects the line of sight, or None."""
    if terrain.sight is SightBlocking.NONE or not fact.reaches_in:
        return None
    if _cuts(fact):
        return terrain.cuts_by if terrain.sight is SightBlocking.BLOCK else terrain.counts_by
    return OBSTACLE_RULE if terrain.obstacles else None


def _cuts(fact: SightFact) -> bool:
    """Whether an element cuts a line of sight; an element that holds one of its ends does not."""
    return fact.cuts and not _holds_an_end(fact)


def _holds_an_end(fact: SightFact) -> bool:
    """Whether viewer or target stands in an element, which then never blocks (scenery.inside-outside)."""
    return fact.occupied_by_viewer or fact.occupied_by_target
