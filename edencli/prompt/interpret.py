"""The meaning of a typed line: a number, the beginning of an answer, a move as people say it.

Any notation is understood, with or without its subject and its verb. A move as people say it (`6 north`)
becomes its straight line, as in a script; if that is barred, this module looks for a route to suggest. A part
of several names is no answer, even if only one of these names would fit.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from edencli.field.distance import gap
from edencli.field.units import PER_CM
from edencli.lang import Words
from edencli.match.facts import UNSEEN, Arriving, AtScenery, Fact, FactGroup, Seeing, Whereabouts
from edencli.match.match import Match
from edencli.match.pieces import Audience, Piece, Side
from edencli.match.questions import Choice, FieldQuestion, HandQuestion, Question, Roll
from edencli.match.rules_api import why_not_measure
from edencli.model.lexicon import NOBODY, split_outside_quotes
from edencli.model.names import fold, name_key
from edencli.model.near_names import NearKind, nearest_name
from edencli.named_tuple import NamedTuple
from edencli.notation.errors import Misread
from edencli.notation.goals import (
    CONTACT_MARGIN,
    SCENERY_MARGIN,
    find_shape,
    line_with_goal,
    parse_goal,
    point_along,
    settle_goal,
)
from edencli.notation.meanings import QuestionContext
from edencli.notation.names import match_names
from edencli.notation.reader import completions, parse_line, read_answer
from edencli.notation.table import VERB_SYNONYMS
from edencli.notation.unmeasured import join_names, split_names
from edencli.notation.writer import write_answer
from edencli.prompt.act_preview import subject_label, targeted_act_lines
from edencli.prompt.answer_list import act_numbered
from edencli.prompt.corrections import correction_line
from edencli.prompt.offers import Offer, offers
from edencli.prompt.plain_words import plain_answer
from edencli.rules.acts import Move
from edencli.rules.ground import base
from edencli.rules.inquiry import way_to
from edencli.rules.movement import affordable_path, walk_allowance, way_cost
from edencli.rules.questions import ActQuestion, CancelChoice, UseChoice
from edencli.transcript.phrases import is_hidden

AREA = "session"
DETOUR_EXTRAS = tuple(n * PER_CM for n in range(0, 15, 2))
"""How far beyond its end a Move into an obstacle is continued, to find a way round."""


class PlannedMove(NamedTuple):
    """A planned Move: the act, its line, and an alternative line if the Move is not allowed."""

    act: Move
    line: str
    alternative: str


class Guess(NamedTuple):
    """The line that a typed text means, and an alternative line if its route is not allowed."""

    line: str
    alternative: str = ""


def interpret_line(
    words: Words, match: Match, question: Question[Any], typed: str, viewer: Audience
) -> Guess | None:
    """Return the answer that a typed line means; None if it means no answer, or several."""
    if isinstance(question, Roll) or not name_key(typed):
        return None
    if isinstance(question, FieldQuestion):
        return _interpret_field_answer(words, match, question, typed)
    going = plan_typed_move(match, question, typed)
    hand = _hand_in_short(match, question, typed, viewer)
    if short := hand or (going and Guess(going.line, going.alternative)):
        return short
    said = subject_label(match, question)
    lines = (typed, f"{said} {typed}")
    for is_it in (_is_clear, _is_answer):
        if line := next((one for one in lines if is_it(one, match, question)), ""):
            return Guess(line)
    agreed = correction_line(words, match, question, typed, viewer)
    begun = Guess(agreed) if agreed else _begun_verb(match, question, typed, said)
    plain = plain_answer(words, match, question, typed)
    if begun or (not typed.isdigit() and _reads(parse_line, typed, match_names(match), mend=False)):
        return begun or (Guess(plain) if plain else None)  # else it is a sentence of another question
    return (
        (None if is_hidden(question, viewer) else _yes_or_no(words, match, question, typed))
        or _add_verb(match, question, typed, said)
        or _complete_answer(words, match, question, typed, viewer)
        or (Guess(plain) if plain else None)
    )


def _hand_in_short(match: Match, question: Question[Any], typed: str, viewer: Audience) -> Guess | None:
    """Read a hand as the numbers of its cards, or as beginnings of their names between commas."""
    if not isinstance(question, HandQuestion) or is_hidden(question, viewer):
        return None
    deck = tuple(dict.fromkeys(question.deck))
    if re.fullmatch(r"\d{1,3}([\s,;]+\d{1,3})*", typed, re.ASCII):
        meant: list[Sequence[str]] = [
            deck[int(n) - 1 : int(n)] if int(n) else () for n in re.findall(r"\d+", typed)
        ]
    else:
        meant = [_cards_called(part, deck) for part in split_outside_quotes(typed, "[,;]")]
    if any(len(cards) != 1 for cards in meant):
        return None
    return Guess(write_answer(tuple(cards[0] for cards in meant), match, question))


def _cards_called(text: str, deck: Sequence[str]) -> Sequence[str]:
    """Return the cards of a deck with this name, or else those with it as a part of theirs."""
    whole = [card for card in deck if name_key(card) == name_key(text)]
    return whole or [card for card in deck if text and is_abbreviation(text, card)]


def _yes_or_no(words: Words, match: Match, question: Question[Any], typed: str) -> Guess | None:
    """Read `yes` or `no` at an optional question with one answer; for a card also `y` or `n`."""
    if not isinstance(question, Choice) or not question.optional:
        return None
    options = question.allowed_options() or question.options
    if len(options) != 1:
        return None
    can_be_begun = isinstance(question, UseChoice | CancelChoice)
    said = [
        answer
        for answer, word in ((options[0], fold(words.say(AREA, "yes"))), (None, fold(words.say(AREA, "no"))))
        if fold(typed) == word or (can_be_begun and word.startswith(fold(typed)))
    ]
    return Guess(write_answer(said[0], match, question)) if len(said) == 1 else None


def _interpret_field_answer(words: Words, match: Match, question: FieldQuestion, typed: str) -> Guess | None:
    """Read a short answer about the field: yes or no, a number, some of the fighters, or none."""
    if _is_answer(typed, match, question):
        return Guess(typed)
    names = match_names(match)
    if isinstance(question.fact, FactGroup) and any(
        (called := names.called(part, names.cast)) and called.names for part in split_names(typed)
    ):
        return _add_verb(
            match, question, join_names(split_names(typed)), names.cast.label_in_moves(question.fact.subject)
        )
    said = [
        one
        for one in _field_answers(words, match, question.fact, fold(typed))
        if question.fact.is_valid_answer(one)
    ]
    return Guess(write_answer(said[0], match, question)) if len(said) == 1 else None


def line_for_enter(match: Match, question: Question[Any] | None) -> str:
    """Return the answer of Enter to a question about the field: a declared charge arrives; else ""."""
    is_arrival = isinstance(question, FieldQuestion) and isinstance(question.fact, Arriving)
    return write_answer(True, match, question) if question and is_arrival else ""  # noqa: FBT003  # the answer


def _field_answers(words: Words, match: Match, fact: Fact | FactGroup, typed: str) -> Iterator[Any]:
    """Give the possible answers about a fact that a word stands for."""
    is_so, not_so = (fold(words.say(AREA, one)).startswith(typed) for one in ("yes", "no"))
    if isinstance(fact, FactGroup):
        names = {piece: f" {name_key(match_names(match).cast.label(piece))}" for piece in fact.pieces}
        called = [
            [piece for piece, name in names.items() if f" {name_key(part)}" in name]
            for part in split_names(typed)
        ]
        if all(len(pieces) == 1 for pieces in called):
            yield tuple(piece for piece in fact.pieces if [piece] in called)
        elif typed == NOBODY or not_so:
            yield ()
    elif typed.isascii() and typed.isdigit():
        yield int(typed)
    elif isinstance(fact, Seeing):
        yield from [0] * is_so + [UNSEEN] * not_so
    elif isinstance(fact, AtScenery):
        yield from (where for where in Whereabouts if where.startswith(typed))
    else:
        yield from [True] * is_so + [False] * not_so


def _add_verb(match: Match, question: Question[Any], typed: str, said: str) -> Guess | None:
    """Return the line with a verb between subject and text, if it reads with one verb only.

    That verb is never negative: `interrupt` does not mean `does not interrupt`.
    """
    wanted = [verb for verb, _ in completions(f"{said} ", match, question)]
    verbs = dict.fromkeys((*wanted, *(verb.partition(" ")[0] for verb in wanted)))
    lines = [f"{said} {verb} {typed}" for verb in verbs]
    found = [line for line in lines if not _declines(line) and _is_answer(line, match, question)]
    return Guess(found[0]) if len(found) == 1 else None


def _is_answer(line: str, match: Match, question: Question[Any]) -> bool:
    """Tell whether a line is an answer, or fails only because a part of a name belongs to several names.

    The error lists these names when the line is given as the answer.
    """
    try:
        read_answer(line, match, question)
    except Misread as fault:
        return fault.message == "which-name"
    return True


def _is_clear(line: str, match: Match, question: Question[Any]) -> bool:
    """Tell whether a line is an answer, or fails only because something that it names is missing."""
    try:
        read_answer(line, match, question)
    except Misread as fault:
        return fault.message in {"not-on-field", "no-shooting", "no-projectile", "no-blast"}
    return True


def _complete_answer(
    words: Words, match: Match, question: Question[Any], typed: str, viewer: Audience
) -> Guess | None:
    """Return the only listed answer that contains the typed words or has the typed number."""
    said = subject_label(match, question)
    if isinstance(question, ActQuestion):
        line = act_numbered(match, question, int(typed[:4])) if _is_number(typed) else None
        return None if line is None else Guess(line)
    return _offered(offers(words, match, question, viewer), typed, said)


def _begun_verb(match: Match, question: Question[Any], typed: str, said: str) -> Guess | None:
    """Return the only act at a target with a verb that begins so: `a` attacks the only enemy in contact."""
    if not isinstance(question, ActQuestion) or not typed.isalpha():
        return None
    lines = targeted_act_lines(match, question)
    found = [line for line in lines if fold(line.removeprefix(said).strip()).startswith(fold(typed))]
    return Guess(found[0]) if len(found) == 1 else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _words_start_with(begun: Sequence[str], words: Sequence[str]) -> bool:
    return len(words) >= len(begun) and all(map(str.startswith, words, begun))


def with_subject(match: Match, question: Question[Any], typed: str) -> str:
    """Return an unreadable line, with its subject in front if the error can then say more."""
    first = typed.partition(" ")[0]
    if not typed or nearest_name(first, Side, NearKind.KEY) or match_names(match).cast.nearest_name(first):
        return typed
    if _characters_read(typed, match, question):
        return typed
    return f"{subject_label(match, question)} {typed}"


def _characters_read(text: str, match: Match, question: Question[Any]) -> int:
    """Return how many characters of a line could be read before the error."""
    try:
        read_answer(text, match, question)
    except Misread as fault:
        return len(str(fault.values.get("read", "")))
    return len(text)


def simplify_error(
    match: Match, question: Question[Any], typed: str, cause: Misread, listed: Sequence[Offer]
) -> Misread:
    """Return what is wrong with a typed line, in the words of the open question.

    At a question with listed answers, the error only says that the line is none of them. An error never
    mentions a word that was not typed, nor words that could follow: the possible answers are shown beside it.
    """
    values = cause.values
    if values.get("repaired") or cause.message not in {"unreadable", "incomplete", "too-much"}:
        return cause
    if listed:
        return Misread("no-answer", given=typed)
    if isinstance(question, ActQuestion) and (fault := _goal_fault(match, question, typed)):
        return fault
    begun, rest, slots = str(values.get("read", "")), str(values.get("rest", "")), values.get("slots", ())
    if begun and isinstance(slots, tuple) and "ENEMY" in slots and rest.replace(" ", "").isalpha():
        return Misread("nobody-called", name=rest)
    if not rest:
        return Misread("not-complete", read=typed)
    first = fold(begun).partition(" ")[0]
    is_named = fold(typed).startswith(fold(begun)) and (
        first in {*Side, "by"} or bool(match_names(match).cast.meanings(first))
    )
    more = {"read": begun} if is_named else {"read": "", "rest": typed}
    return Misread("not-understood", **(values | more))


def _offered(listed: Sequence[Offer], typed: str, said: str) -> Guess | None:
    """Return the only offered answer that has this number, begins so, or contains these words.

    The words of prices count if no answer contains them. Words that belong only to a refused answer mean
    that answer, so that the player is told why it is refused.
    """
    allowed = [one.line for one in listed if not one.objection]
    return (
        _pick_line(listed, allowed, typed, said)
        or _pick_by_price(listed, typed)
        or _pick_line((), [one.line for one in listed if one.objection], typed, said)
    )


def _pick_by_price(listed: Sequence[Offer], typed: str) -> Guess | None:
    """Return the only allowed answer with these words in its price: `torso` for a face of the die."""
    found = [
        one.line for one in listed if not one.objection and is_abbreviation(typed, one.price.strip("()"))
    ]
    return Guess(found[0]) if len(found) == 1 and not typed.isdigit() else None


def _pick_line(listed: Sequence[Offer], allowed: Sequence[str], typed: str, said: str) -> Guess | None:
    """Return the line with this number, else the only one that begins so or contains the words."""
    begun = [line for line in allowed if _begins(line, typed, said)]
    rest = (
        []
        if typed.isdigit()
        else [line for line in begun or allowed if _declines(typed) or not _declines(line)]
    )
    for found in (
        [one.line for one in listed if one.key == typed],
        begun,
        [line for line in rest if f" {name_key(typed)} " in f" {name_key(line)} "],
        [line for line in rest if is_abbreviation(typed, line)],
    ):
        if len(found) == 1:
            return Guess(found[0])
    return None


def _declines(text: str) -> bool:
    """Tell whether a text is negative, such as `red does not interrupt`."""
    return "not" in name_key(text).split()


def _reads(reader: Callable[..., Any], *given: Any, **more: Any) -> bool:
    """Tell whether a reader can read a line."""
    try:
        reader(*given, **more)
    except Misread:
        return False
    return True


def _begins(line: str, typed: str, said: str) -> bool:
    """Tell whether an answer begins with the typed text, with or without its subject."""
    rest = line.removeprefix(said).strip()
    return any(name_key(one).startswith(name_key(typed)) for one in (line, rest))


def is_abbreviation(typed: str, line: str) -> bool:
    """Tell whether the typed words begin neighbouring words of an answer."""
    begun, words = name_key(typed).split(), name_key(line).split()
    return any(_words_start_with(begun, words[n:]) for n in range(len(words)))


# ── moves as people say them ─────────────────────────────────────────────────────────────────────────────


def plan_typed_move(match: Match, question: Question[Any] | None, text: str) -> PlannedMove | None:
    """Plan a move as people say it; None if the text is not a move, or leads nowhere."""
    if not isinstance(question, ActQuestion) or not match.field.knows_places(question.fighter):
        return None
    names = match_names(match)
    said = _without_verb(match, question.fighter, text)
    line = line_with_goal(names.cast.label_in_moves(question.fighter), said)
    try:
        readings, act = parse_line(line, names, mend=False), read_answer(line, match, question)
    except Misread:
        return None
    if not any("GOAL" in reading.values for reading in readings):
        return None
    return PlannedMove(act, write_answer(act, match, question), _alternative_line(match, question, act))


def _alternative_line(match: Match, question: ActQuestion[Any], act: Move) -> str:
    """Return an allowed Move instead of a refused one: shortened, or round an obstacle; "" if none."""
    refusal = question.refusal(act)
    if refusal is None:
        return ""
    if refusal.reason == "too-far":
        shorter = act.with_changes(
            path=affordable_path(match, act.fighter, act.path, walk_allowance(match, act))
        )
        return "" if question.refusal(shorter) else write_answer(shorter, match, question)
    asked = way_cost(match, act.fighter, act.path)
    around = _way_round(match, question, act)
    if around is not None and way_cost(match, act.fighter, around.path) <= asked + LONGER_AT_MOST:
        return write_answer(around, match, question)
    other = _cut_short(match, question, act, asked) or around
    return "" if other is None else write_answer(other, match, question)


LONGER_AT_MOST = PER_CM
"""A way round that is longer by at most this is suggested before a shortened Move."""


def _cut_short(match: Match, question: ActQuestion[Any], act: Move, asked: float) -> Move | None:
    """Return the longest allowed part of a straight Move, in tenths, but at least half of it; else None."""
    parts = (affordable_path(match, act.fighter, act.path, asked * tenths / 10) for tenths in range(9, 4, -1))
    moves = (act.with_changes(path=path) for path in parts if len(path) > 1)
    return next((one for one in moves if question.refusal(one) is None), None)


def _way_round(match: Match, question: ActQuestion[Any], act: Move) -> Move | None:
    """Return a Move round the obstacle in a straight route, as far as it reaches; None if there is none."""
    start, end = act.path[0], act.path[-1]
    dx, dy = end.x - start.x, end.y - start.y
    goals = (point_along(match, act.fighter, (dx, dy), math.hypot(dx, dy) + more) for more in DETOUR_EXTRAS)
    plans = filter(None, (way_to(match, act.fighter, goal).plan for goal in goals))
    plan = next(plans, None)
    if plan is None:
        return None
    other = act.with_changes(path=affordable_path(match, act.fighter, plan.route, walk_allowance(match, act)))
    return None if question.refusal(other) else other


def _without_verb(match: Match, fighter: Piece, text: str) -> str:
    """Return the goal of a typed Move, without the fighter's name and the verb."""
    words = " ".join(text.split())
    for n in range(words.count(" ") + 1, 0, -1):
        calling = " ".join(words.split()[:n])
        if fighter in match_names(match).cast.meanings(calling):
            words = words[len(calling) :].strip()
            break
    verb, _, rest = words.partition(" ")
    is_verb = verb.lower() in {"moves", "move", "go", "walk", *VERB_SYNONYMS["moves"]}
    said = (rest if is_verb else words).lower()
    return re.sub("^touching ", "up to ", said)  # in scripts that is a Move where only players see


class Shortfall(NamedTuple):
    """The goal of a typed Move, and the distance between it and the Move's end."""

    name: str
    far: float


def shortfall_of(match: Match, question: Question[Any], typed: str) -> Shortfall | None:
    """Return how far a Move without a length ends from its goal; None if it reaches the goal."""
    planned = plan_typed_move(match, question, typed)
    if planned is None or not isinstance(question, ActQuestion) or why_not_measure(match, question.fighter):
        return None
    goal = parse_goal(_without_verb(match, question.fighter, typed))
    if goal is None or goal.far is not None or goal.how.partition(" ")[0] not in {"towards", "up"}:
        return None
    context = QuestionContext(match, question, match_names(match))
    there = find_shape(goal.what, context, question.fighter)
    far = gap(base(match, question.fighter).moved_to(planned.act.path[-1]), there)
    if far <= CONTACT_MARGIN + SCENERY_MARGIN:
        return None
    named = match_names(match).places_called(goal.what)[0].things[0]
    return Shortfall(match_names(match).cast.label(named) if isinstance(named, Piece) else str(named), far)


def _goal_fault(match: Match, question: ActQuestion[Any], typed: str) -> Misread | None:
    """Return what is wrong with the goal of a typed Move; None if it names no goal or a good one."""
    goal = parse_goal(_without_verb(match, question.fighter, typed)) if not match.field.asks_players else None
    if goal is None or not goal.what or not match.field.answers_about(question.fighter):
        return None
    try:
        settle_goal(goal, QuestionContext(match, question, match_names(match)), question.fighter)
    except Misread as fault:
        return fault
    return None
