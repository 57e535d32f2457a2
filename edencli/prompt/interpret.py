"""What a line means that a person typed: a number, the beginning of an answer, a move as people say it.

Everything that the notation reads is meant, with or without its subject and its verb. A move as people say it
(`6 north`) becomes its straight line, as in a script; where that is barred, a way that would do is looked for
here, to be shown. A part of a name that is part of several is no answer, even if only one of them would fit.
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
"""Where a Move was to end in what is in its way, the way round is looked for so far beyond."""


class PlannedMove(NamedTuple):
    """A way that was said and planned: its act, the line that says it, and what would do if that will not."""

    act: Move
    line: str
    alternative: str


class Guess(NamedTuple):
    """The line that was meant by what was typed, and what would do if a way of it will not."""

    line: str
    alternative: str = ""


def interpret_line(
    words: Words, match: Match, question: Question[Any], typed: str, viewer: Audience
) -> Guess | None:
    """The answer to what is asked that was meant; None where that is none, or several."""
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
    """A hand by the numbers of its cards, or by the beginnings of their names with commas between."""
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
    """The cards of a deck that have this name, or else those of which it is a part."""
    whole = [card for card in deck if name_key(card) == name_key(text)]
    return whole or [card for card in deck if text and is_abbreviation(text, card)]


def _yes_or_no(words: Words, match: Match, question: Question[Any], typed: str) -> Guess | None:
    """The only answer to an optional question, or none, in a word; what a card does, also in a letter."""
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
    """A short answer about the field: yes or no, a number, some of the fighters asked about, or none."""
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
    """What Enter says of the field: that a charge arrives which was just declared; nothing elsewhere."""
    is_arrival = isinstance(question, FieldQuestion) and isinstance(question.fact, Arriving)
    return write_answer(True, match, question) if question and is_arrival else ""  # noqa: FBT003  # the answer


def _field_answers(words: Words, match: Match, fact: Fact | FactGroup, typed: str) -> Iterator[Any]:
    """What a word may say of a fact."""
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
    """The line that reads with one verb, and no other, between the subject and what was typed.

    That verb is never a refusal: `interrupt` does not mean `does not interrupt`.
    """
    wanted = [verb for verb, _ in completions(f"{said} ", match, question)]
    verbs = dict.fromkeys((*wanted, *(verb.partition(" ")[0] for verb in wanted)))
    lines = [f"{said} {verb} {typed}" for verb in verbs]
    found = [line for line in lines if not _declines(line) and _is_answer(line, match, question)]
    return Guess(found[0]) if len(found) == 1 else None


def _is_answer(line: str, match: Match, question: Question[Any]) -> bool:
    """Tell whether a line is an answer, or would be if part of a name were not part of several.

    Which names these are is told when the line is answered with.
    """
    try:
        read_answer(line, match, question)
    except Misread as fault:
        return fault.message == "which-name"
    return True


def _is_clear(line: str, match: Match, question: Question[Any]) -> bool:
    """Tell whether a line is an answer, or is none for want of what it plainly names."""
    try:
        read_answer(line, match, question)
    except Misread as fault:
        return fault.message in {"not-on-field", "no-shooting", "no-projectile", "no-blast"}
    return True


def _complete_answer(
    words: Words, match: Match, question: Question[Any], typed: str, viewer: Audience
) -> Guess | None:
    """The one answer that is listed, or may be listed, of which some of the words were typed."""
    said = subject_label(match, question)
    if isinstance(question, ActQuestion):
        line = act_numbered(match, question, int(typed[:4])) if _is_number(typed) else None
        return None if line is None else Guess(line)
    return _offered(offers(words, match, question, viewer), typed, said)


def _begun_verb(match: Match, question: Question[Any], typed: str, said: str) -> Guess | None:
    """The one act at a target whose verb begins so: `a` attacks the only enemy in contact."""
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
    """A line that means nothing, with its subject where that lets the error say more."""
    first = typed.partition(" ")[0]
    if not typed or nearest_name(first, Side, NearKind.KEY) or match_names(match).cast.nearest_name(first):
        return typed
    if _characters_read(typed, match, question):
        return typed
    return f"{subject_label(match, question)} {typed}"


def _characters_read(text: str, match: Match, question: Question[Any]) -> int:
    """How many characters of a line that cannot be read were."""
    try:
        read_answer(text, match, question)
    except Misread as fault:
        return len(str(fault.values.get("read", "")))
    return len(text)


def simplify_error(
    match: Match, question: Question[Any], typed: str, cause: Misread, listed: Sequence[Offer]
) -> Misread:
    """What is wrong with a line that was typed at a prompt, in the words of the question that is open.

    A line that is none of the answers that are listed is only that. No word that was not typed is said to
    have been read, and none is named that could follow: what may be answered is told beside it.
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
    """The one answer of those that are offered that has this number, begins so, or has these words.

    The words of its price count as well, where none of the answers themselves has them.

    Words that only one answer has which may not be given mean that one, so that it is told why not.
    """
    allowed = [one.line for one in listed if not one.objection]
    return (
        _pick_line(listed, allowed, typed, said)
        or _pick_by_price(listed, typed)
        or _pick_line((), [one.line for one in listed if one.objection], typed, said)
    )


def _pick_by_price(listed: Sequence[Offer], typed: str) -> Guess | None:
    """The one answer that may be given beside which these words stand: `torso` for a face of the die."""
    found = [
        one.line for one in listed if not one.objection and is_abbreviation(typed, one.price.strip("()"))
    ]
    return Guess(found[0]) if len(found) == 1 and not typed.isdigit() else None


def _pick_line(listed: Sequence[Offer], allowed: Sequence[str], typed: str, said: str) -> Guess | None:
    """The line of this number, else the one that begins so; later words tell apart those that begin so."""
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
    """Tell whether a text says that something is not done, as `red does not interrupt` does."""
    return "not" in name_key(text).split()


def _reads(reader: Callable[..., Any], *given: Any, **more: Any) -> bool:
    """Tell whether a reader makes sense of a line."""
    try:
        reader(*given, **more)
    except Misread:
        return False
    return True


def _begins(line: str, typed: str, said: str) -> bool:
    """Tell whether what was typed begins an answer, or what it says of its subject."""
    rest = line.removeprefix(said).strip()
    return any(name_key(one).startswith(name_key(typed)) for one in (line, rest))


def is_abbreviation(typed: str, line: str) -> bool:
    """Tell whether what was typed is the beginnings of words that stand side by side in an answer."""
    begun, words = name_key(typed).split(), name_key(line).split()
    return any(_words_start_with(begun, words[n:]) for n in range(len(words)))


# ── moves as people say them ─────────────────────────────────────────────────────────────────────────────


def plan_typed_move(match: Match, question: Question[Any] | None, text: str) -> PlannedMove | None:
    """The line that was meant by a move as people say it; None for what is none, or goes nowhere."""
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
    """As much of the way as a Move carries him, or the way round what is in it, if there is one."""
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
"""By how much a way round may be longer than what was asked for, so that it is offered first."""


def _cut_short(match: Match, question: ActQuestion[Any], act: Move, asked: float) -> Move | None:
    """The longest allowed part of a straight way, in tenths of it, if that is half of it at least."""
    parts = (affordable_path(match, act.fighter, act.path, asked * tenths / 10) for tenths in range(9, 4, -1))
    moves = (act.with_changes(path=path) for path in parts if len(path) > 1)
    return next((one for one in moves if question.refusal(one) is None), None)


def _way_round(match: Match, question: ActQuestion[Any], act: Move) -> Move | None:
    """A way round what bars a straight way, as far as a Move carries; None where there is none."""
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
    """What is said of where to go, without who goes and the verb; nothing if another is to go."""
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
    """What a Move was said to be to, and how far from it it ends."""

    name: str
    far: float


def shortfall_of(match: Match, question: Question[Any], typed: str) -> Shortfall | None:
    """How far from its goal a Move ends that was typed without a length; None for one that reaches it."""
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
    """What is wrong with the goal of a move that names what is not on the field; None if it names nothing."""
    goal = parse_goal(_without_verb(match, question.fighter, typed)) if not match.field.asks_players else None
    if goal is None or not goal.what or not match.field.answers_about(question.fighter):
        return None
    try:
        settle_goal(goal, QuestionContext(match, question, match_names(match)), question.fighter)
    except Misread as fault:
        return fault
    return None
