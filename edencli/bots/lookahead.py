"""Looks ahead: changes a copy of a match or plays on it, and looks at the result. Knows no card.

On a copy dice fall evenly. A question of a card stops the play, so that each answer can be tried; every
other question is declined, or answered with the first legal option. Victory points are those that the match
itself would count if it were scored as it stands; a side with an unknown mission has only what it was seen
to score.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from edencli.bots.evaluations import count_evaluations
from edencli.bots.memory import recall, recall_with_reads
from edencli.bots.overlay import overlay_match
from edencli.effects.missions import objective_points
from edencli.match.events import Left
from edencli.match.limits import OverBudgetError
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Choice, Question, Roll
from edencli.match.rules_api import do
from edencli.match.state import Gone
from edencli.match.table_events import Moved
from edencli.model.terms import FACES
from edencli.rules.acts import Move
from edencli.rules.footing import Path
from edencli.rules.heights import Climb
from edencli.rules.hiding import is_still_hidden
from edencli.rules.intendancy import why_match_ends
from edencli.rules.missions import mission_of
from edencli.rules.questions import OppositionRoll
from edencli.rules.registry import ACTS
from edencli.rules.terrain import raised_place_of
from edencli.rules.wounds import INCAPACITATION_RULE

StartProcedure = Callable[[Match], Procedure[Any]]
LATER_POINTS_SHARE = 0.5
"""The share of a mission's present points that counts for a later round, or for an end that is not near."""


class Unforeseen(Exception):  # noqa: N818  # no error: the outcome cannot be foreseen
    """The play came to a question without a default answer, or to cards that set each other off."""


# ── copies of a match ────────────────────────────────────────────────────────────────────────────────────


def copy_match(view: Match) -> Match:
    """A copy of a match that can be played on; the original must not change meanwhile."""
    there = overlay_match(view)
    there.log, there.skipped = list(view.log), []
    return there


def match_with_fighter_at(view: Match, fighter: Piece, place: tuple[int, int], ap: int = 0) -> Match:
    """The match as it would stand with a fighter at another place on the ground, and some AP spent."""
    there = match_with_fighters_at(view, (fighter,), place)
    there.state_of(fighter).spend_ap(ap)
    return there


def match_with_fighters_at(view: Match, fighters: Iterable[Piece], place: tuple[int, int]) -> Match:
    """The match as it would stand with some fighters all at one place on the ground."""
    count_evaluations()
    there = overlay_match(view)
    for fighter in fighters:
        there.state.place_fighter(fighter, place)
        state = there.state_of(fighter)
        if Climb in there.acts:
            state.raised = raised_place_of(there, fighter)
        if state.hidden and not is_still_hidden(there, fighter, state.hidden):
            state.hidden = None
    return there


def match_after_walk(view: Match, fighter: Piece, path: Path) -> Match | None:
    """The match after a walk, wherever it really ends; None if it leads nowhere, or out of action."""
    moved = Moved(rule=ACTS[Move].rule, fighter=fighter, how="move", path=path, cost=0)
    try:
        there, _ = play_procedure(view, lambda match: do(match, moved))
    except Unforeseen:
        return match_with_fighter_at(view, fighter, path[-1])
    arrives = there.is_on_field(fighter) and there.state_of(fighter).place != view.state_of(fighter).place
    return there if arrives else None


def play_procedure(
    view: Match, begin: StartProcedure, answers: Sequence[Any] = ()
) -> tuple[Match, Choice[Any] | None]:
    """Play a procedure on a copy, with answers to what cards ask; return it and the next question of a card.

    Raises `Unforeseen`.
    """
    count_evaluations()
    there, left, given, opposed = copy_match(view), list(answers), None, 0
    procedure = begin(there)
    try:
        while True:
            question = procedure.send(given)
            given = question.only_answer()
            if given is None and isinstance(question, Choice) and question.trial is not None:
                if not left:
                    return there, question
                given = left.pop(0)
            elif given is None and isinstance(question, OppositionRoll):
                opposed += 1
                given = _opposed_throw(opposed)
            elif given is None:
                given = _default_answer(question)
    except StopIteration:
        return there, None
    except OverBudgetError as fed:
        raise Unforeseen from fed
    finally:
        procedure.close()
        count_evaluations(len(there.log) - len(view.log))


def _opposed_throw(n: int) -> tuple[int]:
    """The die of the n-th throw in an opposition: even, but after a draw the first fighter throws more."""
    (even,) = even_throw(1)
    return (even + 1,) if n > 2 and n % 2 else (even,)  # noqa: PLR2004  # the first two


def _default_answer(question: Question[Any]) -> Any:
    if isinstance(question, Roll):
        return even_throw(question.dice)
    if question.optional:
        return None
    if isinstance(question, Choice):
        return question.allowed_options()[0]
    raise Unforeseen(question.rule)


def even_throw(dice: int) -> tuple[int, ...]:
    """Faces that are spread evenly: 2 and 5 for two dice, every face once for six."""
    sides = len(FACES)
    return tuple(-(-sides * (2 * n + 1) // (2 * dice)) for n in range(dice))


def best_outcome_value(
    view: Match,
    begin: StartProcedure,
    weigh: Callable[[Match], float],
    side: Side,
    answers: Sequence[Any] = (),
) -> float:
    """The value of a procedure's outcome for a side, which takes its best answer, the other its worst.

    After the first answer, the first option is taken. Raises `Unforeseen`.
    """
    there, question = play_procedure(view, begin, answers)
    if question is None:
        return weigh(there)
    options = [*question.allowed_options(), *((None,) if question.optional else ())]
    worths = [
        best_outcome_value(view, begin, weigh, side, (*answers, one))
        for one in options[: 1 if answers else None]
    ]
    return max(worths) if question.asked is side else min(worths)


# ── victory points ───────────────────────────────────────────────────────────────────────────────────────


def has_scoring_mission(view: Match) -> bool:
    """Tell whether a mission that is seen counts points by its card's data."""
    missions = (mission_of(view, side) for side in Side)
    return any(one.is_counted_by_card for mission in missions if mission for one in mission.objectives)


def point_lead(view: Match, side: Side) -> float:
    """By how many victory points a side leads, with those that would count if everything stayed as it is."""
    return points_due(view, side) - points_due(view, side.other)


def points_due(view: Match, side: Side) -> float:
    """The victory points that a side has, and those that its mission counts for the present table."""
    return recall(view, ("points", side), lambda there: _count_points(there, side))


def _count_points(view: Match, side: Side) -> float:
    points, mission = float(view.state.sides[side].vp), mission_of(view, side)
    rounds = 0 if why_match_ends(view) else view.book.match.rounds + view.state.rounds_more - view.state.round
    for objective in mission.objectives if mission else ():
        at_end = LATER_POINTS_SHARE if rounds else 1.0
        times = at_end if objective.counted == "match" else 1 + LATER_POINTS_SHARE * rounds
        points += times * objective_points(view, side, mission, objective) if mission else 0
    return points


MOVED_PARTS = "place", "raised", "hidden"
"""The parts of a fighter that may differ if only its place does."""


def points_gained_by(view: Match, side: Side, fighters: Iterable[Piece], place: tuple[int, int]) -> float:
    """How many victory points a side would gain with these fighters all at one place."""
    moved, gained = tuple(fighters), 0.0
    placed = [one for one in Side if may_count_places(view, one, moved)]
    if not placed:
        return gained
    there = match_with_fighters_at(view, moved, place)
    for one in placed:
        more = _count_points(there, one) - points_due(view, one)
        gained += more if one is side else -more
    return gained


def may_count_places(view: Match, side: Side, fighters: Iterable[Piece]) -> bool:
    """Tell whether the points of a side may depend on where some fighters stand."""
    finding = recall_with_reads(view, ("points", side), lambda there: _count_points(there, side))
    return finding is None or any((one, part) in finding.read for one in fighters for part in MOVED_PARTS)


def points_lost_with(view: Match, piece: Piece) -> float:
    """How many victory points a fighter's side would fall back if the fighter were put out of action now."""
    return recall(view, ("points-lost", piece), lambda there: _points_lost_with(there, piece))


def _points_lost_with(view: Match, piece: Piece) -> float:
    if piece.side is None:
        return 0.0
    left = Left(rule=INCAPACITATION_RULE, fighter=piece, why=Gone.INCAPACITATED)
    there = overlay_match(view)
    there.apply_event(there.state, left)
    there.log = view.log + [left]  # noqa: RUF005  # so that a watched log is not read
    return _count_lead(view, piece.side) - _count_lead(there, piece.side)


def _count_lead(view: Match, side: Side) -> float:
    return _count_points(view, side) - _count_points(view, side.other)
