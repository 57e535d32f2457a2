"""Play a match a second time on a field without measurements, with facts measured on the first field."""

from math import ceil
from typing import Any

from edencli.effects.begin import create_match_with_cards
from edencli.effects.cards import CardWithEffects
from edencli.effects.landmarks import SceneryMeant, is_at_landmark, is_at_scenery, is_between
from edencli.effects.scope import Scope, is_in_zone
from edencli.effects.token_places import is_near_token, moves_over
from edencli.field.distance import distance, overlap
from edencli.field.shapes import Disc, Point
from edencli.field.units import PER_CM
from edencli.match.events import AttackBegun, Event, FactTold, Redirected
from edencli.match.facts import (
    UNSEEN,
    Arriving,
    AtPlace,
    AtScenery,
    Covered,
    Fact,
    FactGroup,
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
from edencli.match.field_kinds import BareField, ToldField
from edencli.match.match import Act, Match
from edencli.match.pieces import Side
from edencli.match.questions import FieldQuestion, PlacementQuestion
from edencli.match.reasons import MEASURED_REASONS
from edencli.match.rules_api import why_not_measure
from edencli.match.state import SceneryState, State, Token
from edencli.match.table_events import FoundTooFar, Moved, NpfPlaced, Placed, SceneryPlaced
from edencli.model.card_words import FieldPart, Landmark, SceneryFilter, Stance
from edencli.referee.referee import Referee
from edencli.rules.actions import charge_arrives
from edencli.rules.acts import AreaAttack, Blast, Charge, Move
from edencli.rules.footing import walked_path
from edencli.rules.ground import (
    are_in_contact,
    base,
    footprint,
    is_near_scenery,
    is_nearer,
    is_within,
    whereabouts,
)
from edencli.rules.hazards import is_aimed_at
from edencli.rules.heights import Scramble
from edencli.rules.hiding import Hide
from edencli.rules.infestation import can_be_charged
from edencli.rules.movement import affordable_path, against_move, walk_allowance
from edencli.rules.npfs import NpfPlacement, Prowl
from edencli.rules.placing import FighterPlacement, NoRoom, SceneryPlacement, TokenPlacement
from edencli.rules.sight import view_of, view_of_scenery
from edencli.rules.targets import blast_template, fighters_on_point

PLACING = (Moved, Placed, NpfPlaced, SceneryPlaced)
"""Events about places: compared without the place."""


def measure(match: Match, fact: Fact | FactGroup, act: Any) -> Any:
    """The measured answer to a fact, or to a group of facts, during an act or its effects."""
    if isinstance(fact, FactGroup):
        told = zip(fact.pieces, fact.facts, strict=True)
        return tuple(piece for piece, one in told if _measure(match, one, act))
    return _measure(match, fact, act)


def _measure(match: Match, fact: Fact, act: Any) -> Any:  # noqa: PLR0911  # one answer for each kind of fact
    if isinstance(fact, Touching):
        return are_in_contact(match, fact.one, fact.other)
    if isinstance(fact, Within):
        return is_within(match, fact.of, fact.target, fact.far)
    if isinstance(fact, Nearer):
        return is_nearer(match, fact.of, fact.one, fact.other)
    if isinstance(fact, Seeing):
        seen = view_of(match, fact.viewer, fact.target)
        return seen.obstacles if seen.visible else UNSEEN
    if isinstance(fact, Covered):
        return _is_covered(match, fact, act)
    if isinstance(fact, RoomToGo):
        return not isinstance(act, Charge) or has_room_at_end(match, act)  # any other movement was legal
    if isinstance(fact, Arriving):
        return charge_arrives(match, act)
    if isinstance(fact, InView):
        return True  # all answers were legal
    if isinstance(fact, AtPlace):
        return _is_at_place(match, fact)
    return _measure_chapters(match, fact, act)


def _is_at_place(match: Match, fact: AtPlace) -> bool:
    """The measured answer to a card's fact about markers, areas and parts of the field."""
    if fact.how == "near":
        return is_near_token(match, fact.of, fact.place, fact.far)
    if fact.how == "between":
        assert fact.one is not None
        assert fact.other is not None
        return is_between(match, fact.of, fact.one, fact.other)
    if fact.how == "behind":
        behind = SceneryFilter(name=fact.place, stands=Stance.BEHIND)
        return is_at_scenery(match, SceneryMeant(behind, fact.one), fact.of)
    if fact.how == "landmark":
        mark = Landmark.OWN_EDGE if fact.side else Landmark(fact.place)
        return is_at_landmark(match, mark, fact.side or Side.RED, fact.of, fact.far)
    if fact.how == "zone":
        whose = f"own-{fact.place}" if fact.side else fact.place
        return is_in_zone(Scope(match, CardWithEffects("", fact.side, ()), {}), FieldPart(whose), fact.of)
    moves = (one for one in reversed(match.log) if isinstance(one, Moved) and one.fighter == fact.of)
    return moves_over(match, fact.of, next(moves), fact.place, fact.how)


def _measure_chapters(match: Match, fact: Fact, act: Any) -> Any:  # noqa: PLR0911  # one answer for each kind of fact
    """The measured answer to facts about scenery and NPFs."""
    if isinstance(fact, AtScenery):
        return whereabouts(match, fact.piece, fact.scenery)
    if isinstance(fact, NearScenery):
        return is_near_scenery(match, fact.piece, fact.scenery, fact.far)
    if isinstance(fact, SceneryInView):
        return view_of_scenery(match, fact.viewer, fact.scenery).visible
    if isinstance(fact, SceneryAimedAt):
        return is_aimed_at(match, act, fact.scenery)
    if isinstance(fact, FarAcross):
        upon = match.state_of(fact.piece).raised
        assert upon is not None
        return ceil(distance(footprint(match, upon), footprint(match, fact.scenery)) / PER_CM)
    if isinstance(fact, InReach):
        far, point = match.state_of(fact.by).card.equipment[0].uses[0].range, Point(*act.point)
        return far is None or distance(base(match, fact.by), point) <= far * PER_CM
    assert isinstance(fact, InPounce)
    return can_be_charged(match, fact.npf, fact.target)


def _is_covered(match: Match, fact: Covered, act: Any) -> bool:
    there = base(match, fact.victim)
    if isinstance(act, Blast):
        return overlap(there, blast_template(match, act))
    x, y = act.point if isinstance(act, AreaAttack) else _struck(match)
    if fact.template == "point":
        return fact.victim in fighters_on_point(match, (x, y))
    return overlap(there, Disc(x=x, y=y, r=match.setup.explosion))


def _struck(match: Match) -> Point:
    """The point where the last shot explodes: at the fighter that it hit."""
    begun = [event for event in match.log if isinstance(event, AttackBegun | Redirected)]
    struck = begun[-1].victim if isinstance(begun[-1], Redirected) else begun[-1].target
    assert struck is not None
    return base(match, struck).centre


def has_room_at_end(match: Match, act: Charge) -> bool:
    """Tell whether a charge that falls short could be walked as a Move."""
    against = against_move(match, Move(fighter=act.fighter, path=way_of(match, act)))
    unmeasured = MEASURED_REASONS if why_not_measure(match, act.fighter) else frozenset()
    return all(refusal.reason in unmeasured for refusal in against)


def way_of(match: Match, act: Move | Charge) -> tuple[Point, ...]:
    """The path as far as an act really carries its fighter; a charge that does not arrive becomes a Move."""
    if isinstance(act, Charge) and not charge_arrives(match, act):
        act = Move(fighter=act.fighter, path=act.path)
    way = affordable_path(match, act.fighter, act.path, walk_allowance(match, act))
    return walked_path(match, act.fighter, way)


def without_places(state: State) -> State:
    """A copy of a state without any places and without the facts told about them."""
    bare = state.copy()
    bare.field = BareField()
    for one in bare.fighters.values():
        one.place = one.left_from = None
    bare.scenery = {name: lying._replace(place=None, turn=0.0) for name, lying in bare.scenery.items()}
    bare.tokens = tuple(token._replace(place=None) for token in bare.tokens)
    return bare


class Blind:
    """A copy of a match on a field without measurements, given the same answers and told the facts asked.

    A fact is measured on the guide's field, as it was after an equal number of events.
    """

    def __init__(self, guide: Referee, match: Match) -> None:
        match.state.field = ToldField()
        self.guide = guide
        self.asked: list[Fact | FactGroup] = []
        self._act: Any = None
        self.answers: list[Any] = []
        self.referee = Referee(match)
        self._look()

    def follow(self, given: Any) -> None:
        """Give an answer that the guide was given, without places; an answer that only places is left out."""
        if is_of_places(given) and not isinstance(self.referee.question, PlacementQuestion):
            return
        self._act = given if isinstance(given, Act) else self._act
        self._give(placeless(given))
        self._look()

    def _give(self, given: Any) -> None:
        self.answers.append(given)
        self.referee.answer(given)

    def _look(self) -> None:
        """Answer the open questions about the field."""
        while isinstance(self.referee.question, FieldQuestion):
            self.asked.append(self.referee.question.fact)
            self._give(measure(self._guide_then(), self.asked[-1], self._act))

    def _guide_then(self) -> Match:
        """The guide's match as it was after as many events as this one has."""
        n = self._as_far()
        match = create_match_with_cards(
            self.guide.match.book, self.guide.match_at(n).state, self.guide.match.setup
        )
        match.log[:] = self.guide.events[:n]
        return match

    def _as_far(self) -> int:
        """The number of events that the guide had when it was where this match is."""
        done, events = len(compared(self.referee.events)), self.guide.events
        return next((n for n in range(done, len(events)) if len(compared(events[:n])) == done), len(events))

    def differences(self) -> list[str]:
        """The differences between the two matches, except places."""
        mine, yours = compared(self.referee.events), compared(self.guide.events)
        found = [f"{one} {other}" for one, other in zip(mine, yours, strict=False) if not _alike(one, other)]
        if len(mine) != len(yours):
            found.append(f"{len(mine)} events, not {len(yours)}")
        if without_places(self.referee.match.state) != without_places(self.guide.match.state):
            found.append("states")
        return found


def is_of_places(given: Any) -> bool:
    """Tell whether an answer says where something is put, which a card asks only where there are places."""
    return isinstance(given, FighterPlacement | TokenPlacement | NoRoom)


def placeless(answer: Any) -> Any:
    """An answer of the optional chapters as given on a field without measurements; others unchanged."""
    if isinstance(answer, Scramble):
        return type(answer)(fighter=answer.fighter, scenery=answer.scenery)
    if isinstance(answer, Prowl) or (isinstance(answer, Hide) and len(answer.path) == 1):
        return answer.with_changes(path=())
    if isinstance(answer, NpfPlacement):
        return answer._replace(place=None)
    return (
        SceneryPlacement(answer.scenery, SceneryState(None))
        if isinstance(answer, SceneryPlacement)
        else answer
    )


def compared(events: list[Event]) -> list[Event]:
    """The events that both matches must have: without told facts, and without a Move too long in mist."""
    return [
        one
        for one in events
        if not isinstance(one, FactTold) and (not isinstance(one, FoundTooFar) or one.act != "move")
    ]


def twin_of(match: Match) -> Match:
    """A copy of a match at its present state, for another referee."""
    twin = create_match_with_cards(match.book, match.state.copy(), match.setup)
    twin.listeners = ()
    twin.add_listeners(match.listeners)
    return twin


def _alike(one: Event, other: Event) -> bool:
    return _unplaced(one) == _unplaced(other) or (isinstance(one, PLACING) and type(one) is type(other))


def _unplaced(event: Event) -> Event:
    """An event without the place of its marker or area."""
    token = getattr(event, "token", None)
    return event.with_changes(token=token._replace(place=None)) if isinstance(token, Token) else event
