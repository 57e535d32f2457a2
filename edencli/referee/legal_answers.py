"""Legal answers to any question, listed lazily.

Answers without a finite list are sampled: places are on a grid of 5 cm (of 1 cm where no such place is free),
a Move goes in one of eight directions, and a charge runs straight, or along a planned way where it cannot. On
a field without measurements, an answer that only the players can judge is listed too: giving it makes the
referee ask them. Nothing here decides what is legal: the question's own predicate does.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, combinations, product
from typing import Any

from edencli.field.shapes import Point
from edencli.field.units import PER_CM
from edencli.match.facts import UnknownFact
from edencli.match.match import Act, Match
from edencli.match.pieces import Piece
from edencli.match.questions import (
    Bid,
    Choice,
    FieldQuestion,
    HandQuestion,
    PlacementQuestion,
    Question,
    Roll,
)
from edencli.match.state import SceneryState
from edencli.model.terms import FACES
from edencli.rules.acts import Extinguish, Move, UseAbility
from edencli.rules.footing import Path
from edencli.rules.ground import base
from edencli.rules.movement import walk_allowance
from edencli.rules.npfs import NpfPlacement, Prowl, ProwlQuestion
from edencli.rules.options import FighterOptions
from edencli.rules.placing import (
    DeployAll,
    FighterPlacement,
    NoRoom,
    SceneryPlacement,
    TokenPlacement,
    places_on_grid,
)
from edencli.rules.questions import ActQuestion, WayQuestion

DIRECTIONS = tuple((x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0))
GRIDS = 5 * PER_CM, PER_CM  # distances between the places that are tried
PLACEMENTS: Mapping[str, Callable[[Any, Any], Any]] = {"npf": NpfPlacement, "marker": TokenPlacement}
DIAGONAL = 7, 10  # the part of a diagonal length that it covers along each axis


def legal_answers(match: Match, question: Question[Any]) -> Iterator[Any]:
    """List the legal answers to a question one by one; None, which declines an optional one, comes last."""
    for kind, candidates in _CANDIDATES.items():
        if isinstance(question, kind):
            yield from (one for one in candidates(match, question) if _may_be_given(question, one))
            break
    if question.optional:
        yield None


def _may_be_given(question: Question[Any], answer: Any) -> bool:
    """Tell whether nothing known forbids an answer."""
    try:
        return question.refusal(answer) is None
    except UnknownFact:
        return True


def _faces(_: Match, roll: Roll) -> Iterator[tuple[int, ...]]:
    return product(FACES, repeat=roll.dice)


def _bids(_: Match, question: Bid) -> Iterable[int]:
    return range(question.most + 1)


def _hands(_: Match, question: HandQuestion) -> Iterator[tuple[str, ...]]:
    return combinations(dict.fromkeys(question.deck), question.n)


def _options(_: Match, question: Choice[Any]) -> Iterable[Any]:
    return question.options


def _told_facts(_: Match, question: FieldQuestion) -> Iterable[Any]:
    """The possible answers about a fact; for several fighters: none of them, each alone, all of them."""
    fact = question.fact
    return fact.possible_answers() or [(), *((piece,) for piece in fact.pieces), fact.pieces]


def _placements(match: Match, question: PlacementQuestion[Any]) -> Iterator[Any]:
    """Each thing left to place, on the wide grid or else on the narrow one; no room as the last answer."""
    if not match.field.has_places:
        yield from _announcements(question)
    for grid in GRIDS if match.field.has_places else ():
        fitting = (one for one in _placements_on_grid(match, question, grid) if _may_be_given(question, one))
        if (first := next(fitting, None)) is not None:
            yield first
            yield from fitting
            break
    yield NoRoom()


def _placements_on_grid(match: Match, question: PlacementQuestion[Any], grid: int) -> Iterator[Any]:
    places = list(_steps_around(question)) if question.around else list(places_on_grid(match, grid))
    if question.what == "scenery":
        return (SceneryPlacement(one, SceneryState(place)) for one in question.left for place in places)
    make = PLACEMENTS.get(question.what, FighterPlacement)
    return (make(one, place) for one in question.left for place in places)


def _announcements(question: PlacementQuestion[Any]) -> Iterator[Any]:
    """Each thing left to place, named without a place; all fighters at once come first."""
    if question.what == "scenery":
        yield from (SceneryPlacement(one, SceneryState(None)) for one in question.left)
        return
    if question.what == "fighter":
        yield DeployAll()
    yield from (PLACEMENTS.get(question.what, FighterPlacement)(one, None) for one in question.left)


def _steps_around(question: PlacementQuestion[Any]) -> Iterator[tuple[int, int]]:
    """Places in eight directions around the one from which something is moved."""
    x, y = question.around or (0, 0)
    for far, (dx, dy) in product((question.reach, question.reach // 2), DIRECTIONS):
        step = far * DIAGONAL[0] // DIAGONAL[1] if dx and dy else far
        yield x + dx * step, y + dy * step


def _prowls(match: Match, question: ProwlQuestion) -> Iterator[Prowl]:
    fighter = question.fighter
    if match.field.has_places:
        far = match.book.infestation.prowl if match.book.infestation else 0
        paths = (_step(match, fighter, way, far * PER_CM) for way in DIRECTIONS)
        yield from (Prowl(fighter=fighter, path=path) for path in paths)
    else:
        yield Prowl(fighter=fighter, path=())


def _ways(match: Match, question: WayQuestion[Any]) -> Iterator[Act]:
    fighter = question.fighter
    if not match.field.has_places:
        return iter((Move(fighter=fighter, path=()),))
    lengths = question.far, question.far // 2
    paths = (_step(match, fighter, way, far) for far in lengths for way in DIRECTIONS)
    return (Move(fighter=fighter, path=path) for path in paths)


def _acts(match: Match, question: ActQuestion[Any]) -> Iterator[Act]:
    """An example of each option of a fighter; where there are places, Moves in some directions come last."""
    options = FighterOptions(match, question.fighter, question)
    if match.field.asks_players or not match.field.answers_about(question.fighter):
        return (option.act for option in options)
    aimed: Iterator[Act] = (one.act for one in options if one.target is not None or one.kind in _UNAIMED)
    return chain(aimed, _moves(match, question.fighter))


_UNAIMED = (UseAbility, Extinguish)
"""Acts that need neither a target nor a place."""


def _moves(match: Match, fighter: Piece) -> Iterator[Move]:
    """Straight Moves in eight directions, full length before half length."""
    most = walk_allowance(match, Move(fighter=fighter, path=(base(match, fighter).centre,)))
    paths = (_step(match, fighter, way, far) for far in (most, most // 2) for way in DIRECTIONS)
    yield from (Move(fighter=fighter, path=path) for path in paths)


def _step(match: Match, fighter: Piece, way: tuple[int, int], far: int) -> Path:
    """A straight path in a direction, of at most this length."""
    here, (x, y) = base(match, fighter).centre, way
    if x and y:
        far = far * DIAGONAL[0] // DIAGONAL[1]
    return here, Point(here.x + x * far, here.y + y * far)


_CANDIDATES: dict[type[Question[Any]], Callable[[Match, Any], Iterable[Any]]] = {
    Roll: _faces,
    Bid: _bids,
    HandQuestion: _hands,
    Choice: _options,
    FieldQuestion: _told_facts,
    PlacementQuestion: _placements,
    ProwlQuestion: _prowls,
    WayQuestion: _ways,
    ActQuestion: _acts,
}
"""The candidates for an answer, by the class of the question."""
