"""What would be if: a copy of a match is changed or played on, and looked at. No card is known here.

On a copy dice fall evenly. What a card asks stops the play, so that each answer can be tried; all else is
declined, or answered by the first thing that is legal. Victory points are those that the match itself would
count if it were scored as it stands: a side whose mission is not known has what it has been seen to score.
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
"""How much of what a mission would count now it counts in a later round, or at an end that is not near."""


class Unforeseen(Exception):  # noqa: N818  # it is not known what would come of it
    """Something is asked on the way to which nothing can be answered offhand, or cards set each other off."""


# ── copies of a match ────────────────────────────────────────────────────────────────────────────────────


def copy_match(view: Match) -> Match:
    """A match that may go on otherwise; the one below it must not, meanwhile."""
    there = overlay_match(view)
    there.log, there.skipped = list(view.log), []
    return there


def match_with_fighter_at(view: Match, fighter: Piece, place: tuple[int, int], ap: int = 0) -> Match:
    """The match as it would stand if a fighter stood elsewhere on the ground, and had spent so many AP."""
    there = match_with_fighters_at(view, (fighter,), place)
    there.state_of(fighter).spend_ap(ap)
    return there


def match_with_fighters_at(view: Match, fighters: Iterable[Piece], place: tuple[int, int]) -> Match:
    """The match as it would stand if some fighters all stood at one place on the ground."""
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
    """The match after a walk, wherever it really ends; None where it leads nowhere, or to death."""
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
    """Play a procedure on a copy, with these answers to what cards ask: the copy, and what is asked next.

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
    """The face of the die of an opposition that is thrown so late: after a draw the first one throws more."""
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
    """What comes of a procedure, weighed for a side: it takes the best, the other the worst.

    After the first answer the first thing that may be said is taken for granted. Raises `Unforeseen`.
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
    """Tell whether a mission that is seen counts points by itself."""
    missions = (mission_of(view, side) for side in Side)
    return any(one.is_counted_by_card for mission in missions if mission for one in mission.objectives)


def point_lead(view: Match, side: Side) -> float:
    """By how many victory points a side leads, and would if all stayed as it is."""
    return points_due(view, side) - points_due(view, side.other)


def points_due(view: Match, side: Side) -> float:
    """The victory points that a side has, and those that its mission counts for the table as it stands."""
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
"""What of a fighter may be otherwise when only the place is."""


def points_gained_by(view: Match, side: Side, fighters: Iterable[Piece], place: tuple[int, int]) -> float:
    """By how many victory points a side would be better off if these fighters all stood at a place."""
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
    """Tell whether the points of a side may hang on where some fighters stand."""
    finding = recall_with_reads(view, ("points", side), lambda there: _count_points(there, side))
    return finding is None or any((one, part) in finding.read for one in fighters for part in MOVED_PARTS)


def points_lost_with(view: Match, piece: Piece) -> float:
    """By how many victory points the side of a fighter would fall back if he were put out of action now."""
    return recall(view, ("points-lost", piece), lambda there: _points_lost_with(there, piece))


def _points_lost_with(view: Match, piece: Piece) -> float:
    if piece.side is None:
        return 0.0
    left = Left(rule=INCAPACITATION_RULE, fighter=piece, why=Gone.INCAPACITATED)
    there = overlay_match(view)
    there.apply_event(there.state, left)
    there.log = view.log + [left]  # noqa: RUF005  # so that a log that is watched is not looked at
    return _count_lead(view, piece.side) - _count_lead(there, piece.side)


def _count_lead(view: Match, side: Side) -> float:
    return _count_points(view, side) - _count_points(view, side.other)
