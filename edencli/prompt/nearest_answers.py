"""The nearest legal answers to a refused line: at most three, each ready to be typed.

The nearest answers have the most of the typed words, whole, begun or misspelt. They reveal nothing that the
viewer may not know: no answer to a question that is hidden from the viewer, and no place for a fighter that
a secret mission allows.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

from edencli.bots.lookahead import match_with_fighter_at
from edencli.field.shapes import Point
from edencli.field.units import FULL_TURN, PER_CM, LengthError, parse_cm, unit_vector
from edencli.games.play_script import MOST_ANSWERS_NAMED
from edencli.lang import Words
from edencli.match.facts import UnknownFact
from edencli.match.match import Match, Query
from edencli.match.pieces import Audience, Piece, Side
from edencli.match.questions import (
    Agreement,
    Bid,
    Choice,
    FieldQuestion,
    HandQuestion,
    PlacementQuestion,
    Question,
)
from edencli.match.rules_api import total_value, why_not_measure
from edencli.match.state import SceneryState
from edencli.model.names import fold
from edencli.model.near_names import has_all_words, rank_by_likeness
from edencli.model.terms import MissionKind, Quantity
from edencli.notation.agreements import AGREEMENTS
from edencli.notation.errors import Misread
from edencli.notation.forms import fill_pattern, parse_pattern
from edencli.notation.names import match_names
from edencli.notation.reader import read_answer
from edencli.notation.slots import SAMPLES
from edencli.notation.writer import list_answers, write_answer
from edencli.prompt.act_preview import will_fall_short
from edencli.prompt.answer_list import typed_act_lines
from edencli.prompt.corrections import LEAD
from edencli.prompt.interpret import plan_typed_move
from edencli.referee.view import match_seen_by
from edencli.rules.acts import Blast, Charge, Move, Shot, Throw
from edencli.rules.agreement import why_not_agree
from edencli.rules.ground import base
from edencli.rules.inquiry import verdict_on
from edencli.rules.missions import mission_of
from edencli.rules.movement import affordable_path, walk_allowance
from edencli.rules.npfs import NpfPlacement
from edencli.rules.placing import (
    FighterPlacement,
    NoRoom,
    SceneryPlacement,
    TokenPlacement,
    places_around,
    places_on_grid,
)
from edencli.rules.questions import ActQuestion
from edencli.transcript.phrases import is_hidden

AREA = "session"


def nearest_answers(match: Match, question: Question[Any], typed: str, viewer: Audience) -> list[str]:
    """Return the legal answers nearest to a line, as they are typed; none if they would reveal a secret."""
    if is_hidden(question, viewer):
        return []
    lines = _possible_lines(match, question, typed, viewer)
    with match.guessing():
        ranked = rank_by_likeness(typed, dict.fromkeys(lines))
        return list(islice((line for line in ranked if is_legal(line, match, question)), MOST_ANSWERS_NAMED))


def meant_answer(words: Words, match: Match, question: Question[Any], typed: str, viewer: Audience) -> str:
    """Return the only legal answer with every typed word, whole, begun or misspelt; "" if not one."""
    if is_hidden(question, viewer):
        return ""
    empty = frozenset(fold(words.say(AREA, "plain.fillers")).split(", "))
    with match.guessing():
        lines = dict.fromkeys(_possible_lines(match, question, typed, viewer))
        meant = (line for line in lines if has_all_words(typed, line, but=empty))
        found = [line for line in meant if is_legal(line, match, question)]
    return found[0] if len(found) == 1 else ""


def _possible_lines(match: Match, question: Question[Any], typed: str, viewer: Audience) -> Iterator[str]:
    """Lines that may answer a question, some of those with places; agreements where one was begun."""
    find = next((find for kind, find in _FINDERS.items() if isinstance(question, kind)), _no_lines)
    agreed = question.agreeable and LEAD.match(fold(typed))
    return (agreement_lines if agreed else find)(match, question, typed, viewer)


def is_legal(line: str, match: Match, question: Question[Any]) -> bool:
    """Tell whether a line is a legal answer, as far as that is known."""
    with suppress(Misread, UnknownFact):
        answer = read_answer(line, match, question)
        if isinstance(answer, Charge) and will_fall_short(match, answer):
            return False
        return _refusal(answer, match, question) is None
    return False


def _refusal(answer: Any, match: Match, question: Question[Any]) -> object:
    if answer is None and question.optional:
        return None
    try:
        if isinstance(answer, Agreement):
            return why_not_agree(match, answer)
        return question.refusal(answer)
    except UnknownFact:
        return None


def _no_lines(*_: object) -> Iterator[str]:
    yield from ()


def _listed_lines(match: Match, question: Choice[Any], *_: object) -> Iterator[str]:
    yield from list_answers(match, question)


def _act_lines(match: Match, question: ActQuestion[Any], typed: str, _: Audience) -> Iterator[str]:
    """Give a shorter form of the typed Move, acts without a place, one Move, and to be done."""
    yield from islice(_shortened_move(match, question, typed), 1)
    yield from typed_act_lines(match, question)
    planned = (plan_typed_move(match, question, way) for way in _SOME_WAYS)
    yield from islice((one.line for one in planned if one and question.refusal(one.act) is None), 1)
    yield write_answer(None, match, question)


_SOME_WAYS = ("5 north", "5 south", "5 east", "5 west", "1 north", "1 south", "1 east", "1 west")


def _shortened_move(match: Match, question: ActQuestion[Any], typed: str) -> Iterator[str]:
    """Give the allowed beginnings of a typed Move, the longest first."""
    act = _read_act(match, question, typed)
    if not isinstance(act, Move) or not act.path or not match.field.knows_places(act.fighter):
        return
    for tenths in range(10, 0, -1):
        most = walk_allowance(match, act) * tenths / 10
        shorter = act.with_changes(path=affordable_path(match, act.fighter, act.path, most))
        if len(shorter.path) > 1 and question.refusal(shorter) is None:
            yield write_answer(shorter, match, question)


def _read_act(match: Match, question: ActQuestion[Any], typed: str) -> Any:
    """Return the typed act, with or without its subject; None if it cannot be read."""
    if planned := plan_typed_move(match, question, typed):
        return planned.act
    him = match_names(match).cast.label_in_moves(question.fighter)
    for line in (typed, f"{him} {typed}"):
        with suppress(Misread, UnknownFact):
            return read_answer(line, match, question)
    return None


def move_that_allows(match: Match, question: Question[Any], typed: str) -> str:
    """Return the line of a Move that makes a typed ranged attack possible; "" if there is none."""
    if not isinstance(question, ActQuestion) or question.asked is None or not match.field.has_places:
        return ""
    act = _read_act(match, question, typed)
    if not isinstance(act, Shot | Throw | Blast) or why_not_measure(match, act.fighter):
        return ""
    view = match_seen_by(match, question.asked)
    for move in _moves_around(match, question):
        spent = total_value(match, Query(Quantity.AP, act.fighter, move))
        end = move.path[-1]
        if verdict_on(match_with_fighter_at(view, act.fighter, (end.x, end.y), spent), act).first is None:
            return write_answer(move, match, question)
    return ""


def _moves_around(match: Match, question: ActQuestion[Any]) -> Iterator[Move]:
    """Give allowed straight Moves in some directions and lengths, the shortest first."""
    here = base(match, question.fighter).centre
    stay = Move(fighter=question.fighter, path=(here,))
    most = walk_allowance(match, stay)
    for far in (most // 4, most // 2, most):
        for n in range(HEADINGS):
            dx, dy = unit_vector(n * FULL_TURN / HEADINGS)
            end = Point(round(here.x + far * dx), round(here.y + far * dy))
            move = stay.with_changes(path=(here, end))
            if question.refusal(move) is None:
                yield move


HEADINGS = 16
"""The number of directions that are tried for a Move that makes an attack possible."""


def _bid_lines(match: Match, question: Bid, *_: object) -> Iterator[str]:
    yield from (write_answer(n, match, question) for n in dict.fromkeys((0, 1, question.most)))


def _hand_lines(match: Match, question: HandQuestion, *_: object) -> Iterator[str]:
    yield write_answer(tuple(dict.fromkeys(question.deck))[: question.n], match, question)


def _field_lines(match: Match, question: FieldQuestion, *_: object) -> Iterator[str]:
    yield from islice(
        (write_answer(one, match, question) for one in question.fact.possible_answers()), MOST_ANSWERS_NAMED
    )


# ── places ───────────────────────────────────────────────────────────────────────────────────────────────


def _placement_lines(
    match: Match, question: PlacementQuestion[Any], typed: str, viewer: Audience
) -> Iterator[str]:
    """Give the placement of the named thing, or of what is left, nearest to the named place."""
    if _tells_mission(match, question, viewer):
        return
    left = {_label(match, one): one for one in question.left}
    for name in rank_by_likeness(typed, left):
        tries = (_put(question, left[name], at) for at in _places_to_try(match, question, typed))
        free = next((one for one in tries if question.refusal(one) is None), None)
        if free is not None:
            yield write_answer(free, match, question)
            break
    else:
        yield write_answer(NoRoom(), match, question)


def _tells_mission(match: Match, question: PlacementQuestion[Any], viewer: Audience) -> bool:
    """Tell whether an allowed place would reveal a secret mission to the viewer."""
    side = question.asked
    if question.what != "fighter" or side is None or viewer in {None, side}:
        return False
    mission = mission_of(match, side)
    return mission is not None and mission.kind is MissionKind.SECRET


def _label(match: Match, one: Any) -> str:
    return match_names(match).cast.label(one) if isinstance(one, Piece) else str(getattr(one, "name", one))


def _put(question: PlacementQuestion[Any], what: Any, at: tuple[int, int] | None) -> Any:
    if question.what == "scenery":
        return SceneryPlacement(what, SceneryState(at))
    put: Any = {"npf": NpfPlacement, "marker": TokenPlacement}.get(question.what, FighterPlacement)
    return put(what, at)


def _places_to_try(
    match: Match, question: PlacementQuestion[Any], typed: str
) -> Iterator[tuple[int, int] | None]:
    """Give places all over a measured field, those nearest to the named place first."""
    if not match.field.has_places:
        yield None
        return
    x, y = _named_place(typed) or question.around or (match.setup.width // 2, match.setup.height // 2)
    yield from places_around(match, (x, y))
    far = sorted(places_on_grid(match, COARSE), key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
    yield from far


COARSE = 2 * PER_CM


def _named_place(typed: str) -> tuple[int, int] | None:
    """Return the first two numbers of a line as a place."""
    found = re.search(r"(\d+(?:\.\d+)?)[\s,]+(\d+(?:\.\d+)?)", typed)
    with suppress(LengthError):
        return (parse_cm(found[1]), parse_cm(found[2])) if found else None
    return None


# ── what both sides agree on ─────────────────────────────────────────────────────────────────────────────


def agreement_lines(match: Match, question: Question[Any], typed: str, _: Audience) -> Iterator[str]:
    """Give the forms of agreements, filled with the named fighter or side."""
    names = match_names(match).cast
    on_field = [
        names.label_in_moves(piece) for piece, state in match.state.fighters.items() if state.on_field
    ]
    fighter, *_others = [*rank_by_likeness(typed, on_field), ""]
    said = fold(typed).split()
    side = next((side for side in Side if side in said), question.asked or Side.RED)
    values = {**SAMPLES, "FIGHTER": fighter, "SIDE": str(side), "PLACE": _some_place(match)}
    for form in AGREEMENTS[0].forms:
        if form.suits_field(match) and not (parse_pattern(form.pattern).subject == "FIGHTER" and not fighter):
            yield fill_pattern(form.pattern, {k: v for k, v in values.items() if k.isupper()})


def _some_place(match: Match) -> str:
    return f"{match.setup.width // 2 // PER_CM}, {match.setup.height // 2 // PER_CM}"


_FINDERS: Mapping[type[Question[Any]], Callable[..., Iterator[str]]] = {
    Choice: _listed_lines,
    ActQuestion: _act_lines,
    PlacementQuestion: _placement_lines,
    Bid: _bid_lines,
    HandQuestion: _hand_lines,
    FieldQuestion: _field_lines,
}
"""The function that gives possible lines for a question, by its class."""
