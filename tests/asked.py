"""A field that nobody measures, and eyes that say of it what another measures, where the same is played."""

from math import ceil
from typing import Any

from edencli.field.distance import distance, overlap
from edencli.field.shapes import Disc, Point
from edencli.field.units import PER_CM
from edencli.match.doors import why_not_measure
from edencli.match.events import Event
from edencli.match.facts import (
    UNSEEN,
    Arriving,
    AtScenery,
    Covered,
    Fact,
    FarAcross,
    InPounce,
    InReach,
    InView,
    Nearer,
    NearScenery,
    RoomToGo,
    SceneryAimedAt,
    SceneryInView,
    Seeing,
    Touching,
    Within,
)
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.questions import FieldQuestion
from edencli.match.state import State
from edencli.match.table_events import FoundTooFar, Moved, NpfPlaced, Placed, SceneryPlaced
from edencli.model.fighter import Equipment, Use
from edencli.model.terms import Category
from edencli.referee.referee import Referee
from edencli.rules.actions import enemies_at
from edencli.rules.acts import Blast, Charge, Move, Throw
from edencli.rules.ground import (
    base,
    footprint,
    is_near_scenery,
    is_nearer,
    is_within,
    touch,
    whereabouts,
)
from edencli.rules.hazards import is_aimed_at
from edencli.rules.infestation import may_be_charged
from edencli.rules.movement import against_move, allowance, paid_part
from edencli.rules.registry import bind
from edencli.rules.sight import view_of, view_of_scenery
from edencli.rules.targets import on_point, template

FLAMER = Equipment(name="Flamer", uses=(Use(category=Category.BLAST),))


PLACING = (Moved, Placed, NpfPlaced, SceneryPlaced)
"""Events that say where something is: alike but for that."""


def measure(match: Match, fact: Fact) -> Any:  # noqa: PLR0911  # one answer for each kind of fact
    """What a field that measures says."""
    if isinstance(fact, Touching):
        return touch(match, fact.one, fact.other)
    if isinstance(fact, Within):
        return is_within(match, fact.of, fact.target, fact.far)
    if isinstance(fact, Nearer):
        return is_nearer(match, fact.of, fact.one, fact.other)
    if isinstance(fact, Seeing):
        seen = view_of(match, fact.viewer, fact.target)
        return seen.obstacles if seen.visible else UNSEEN
    if isinstance(fact, Covered):
        return _is_covered(match, fact)
    if isinstance(fact, RoomToGo):
        unmeasured = len(fact.path) == 1 or why_not_measure(match, fact.mover)
        return bool(unmeasured) or _can_walk(match, fact.mover, fact.path)
    if isinstance(fact, Arriving):
        way = _charged(match, fact.mover, fact.path)
        return bool(enemies_at(match, fact.mover, way[-1]))
    if isinstance(fact, InView):
        return True  # all answers were legal
    return measure_chapters(match, fact)


def measure_chapters(match: Match, fact: Fact) -> Any:  # noqa: PLR0911  # likewise
    """What a field that measures says of scenery, and of nobody's fighters."""
    if isinstance(fact, AtScenery):
        return whereabouts(match, fact.piece, fact.scenery)
    if isinstance(fact, NearScenery):
        return is_near_scenery(match, fact.piece, fact.scenery, fact.far)
    if isinstance(fact, SceneryInView):
        return view_of_scenery(match, fact.viewer, fact.scenery).visible
    if isinstance(fact, SceneryAimedAt):
        return _is_aimed_at(match, fact)
    if isinstance(fact, FarAcross):
        upon = match.of(fact.piece).raised
        assert upon is not None
        return ceil(distance(footprint(match, upon), footprint(match, fact.scenery)) / PER_CM)
    if isinstance(fact, InReach):
        far, point = match.of(fact.by).card.equipment[0].uses[0].range, Point(*fact.point)
        return far is None or distance(base(match, fact.by), point) <= far * PER_CM
    assert isinstance(fact, InPounce)
    return may_be_charged(match, fact.npf, fact.target)


def _is_aimed_at(match: Match, fact: SceneryAimedAt) -> bool:
    kind = Blast if fact.template == "blast" else Throw
    act = kind(fighter=fact.by, weapon=FLAMER, use=FLAMER.uses[0], point=fact.point)
    if isinstance(act, Blast):
        act = act.but(turned=fact.turned)
    return is_aimed_at(match, act, fact.scenery)


def _is_covered(match: Match, fact: Covered) -> bool:
    there = base(match, fact.victim)
    if fact.template == "point":
        return fact.victim in on_point(match, fact.point)
    if fact.template == "explosion":
        x, y = fact.point
        return overlap(there, Disc(x=x, y=y, r=match.setup.explosion))
    laid = Blast(fighter=fact.by, weapon=FLAMER, use=FLAMER.uses[0], point=fact.point, turned=fact.turned)
    return overlap(there, template(match, laid))


def _charged(match: Match, mover: Piece, path: tuple[tuple[int, int], ...]) -> tuple[Point, ...]:
    way = tuple(Point(*place) for place in path)
    return paid_part(match, mover, way, allowance(match, Charge(fighter=mover, path=way, target=mover)))


def _can_walk(match: Match, mover: Piece, path: tuple[tuple[int, int], ...]) -> bool:
    return next(against_move(match, Move(fighter=mover, path=_charged(match, mover, path))), None) is None


def without_places(state: State) -> State:
    """The same, but for where anybody stands and what was said of that."""
    bare = state.copy()
    bare.told = None
    for one in bare.fighters.values():
        one.place = None
    return bare


class Blind:
    """The same match on a field that nobody measures: it is given the same answers, and told what it asks.

    What is asked is measured where the guide stood after as many events.
    """

    def __init__(self, guide: Referee, match: Match) -> None:
        match.state.told = {}
        self.guide = guide
        self.asked: list[Fact] = []
        self.answers: list[Any] = []
        self.referee = Referee(match)
        self._look()

    def follow(self, given: Any) -> None:
        """Give an answer that the guide was given before."""
        self._give(given)
        self._look()

    def _give(self, given: Any) -> None:
        self.answers.append(given)
        self.referee.answer(given)

    def _look(self) -> None:
        """Say what is asked of the field."""
        while isinstance(self.referee.question, FieldQuestion):
            self.asked.append(self.referee.question.fact)
            self._give(measure(self.guide.match_at(self._as_far()), self.asked[-1]))

    def _as_far(self) -> int:
        """How many events the guide had when it stood where this match stands."""
        done, events = len(compared(self.referee.events)), self.guide.events
        return next((n for n in range(done, len(events)) if len(compared(events[:n])) == done), len(events))

    def differences(self) -> list[str]:
        """How the two have come apart, but for places."""
        mine, yours = compared(self.referee.events), compared(self.guide.events)
        found = [f"{one} {other}" for one, other in zip(mine, yours, strict=False) if not _alike(one, other)]
        if len(mine) != len(yours):
            found.append(f"{len(mine)} events, not {len(yours)}")
        if without_places(self.referee.match.state) != without_places(self.guide.match.state):
            found.append("states")
        return found


def compared(events: list[Event]) -> list[Event]:
    """The events that both matches have: that a Move is too long in the mist is found by measuring alone."""
    return [one for one in events if not isinstance(one, FoundTooFar) or one.act != "move"]


def twin_of(match: Match) -> Match:
    """The same match where it stands, for another referee."""
    twin = bind(match.book, match.state.copy(), match.setup)
    twin.listeners[:] = match.listeners
    return twin


def _alike(one: Event, other: Event) -> bool:
    return one == other or (isinstance(one, PLACING) and type(one) is type(other))
