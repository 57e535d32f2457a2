"""What a line means that a person typed: a number, the beginning of an answer, a move as people say it.

The notation itself, with or without who answers and the verb, is meant by whatever reads as such. A move may
be said as `moves 10 towards Elenia`, `6 north`, `to behind Old oak`. It becomes the line that a script would
have: the way is planned here, written with its places, and judged by the match like any other, which names
what is in the way. One without a length goes as far as a Move carries; one towards somebody or something
stops before it.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from edencli.field.distance import gap, nearest_foot
from edencli.field.shapes import Point, Shape, bounding_circle
from edencli.field.units import PER_CM, parse_cm, unit_vector
from edencli.lang import Words
from edencli.match.facts import UNSEEN, AtScenery, Fact, FactGroup, Seeing, Whereabouts
from edencli.match.match import Match
from edencli.match.pieces import Audience, Piece, Side
from edencli.match.questions import FieldQuestion, Question, Roll
from edencli.model.lexicon import NOBODY, lexicon_of
from edencli.model.names import fold, nearest_name
from edencli.notation.errors import Misread
from edencli.notation.names import match_names
from edencli.notation.reader import completions, parse_line, read_answer
from edencli.notation.table import VERB_SYNONYMS
from edencli.notation.writer import write_answer
from edencli.prompt.act_preview import filter_completions, subject_label, targeted_act_lines
from edencli.prompt.offers import Offer, offers
from edencli.rules.acts import Move
from edencli.rules.ground import base, enemies_on_field, footprint, sort_by_distance
from edencli.rules.inquiry import way_to
from edencli.rules.movement import Path, affordable_path, walk_allowance
from edencli.rules.questions import ActQuestion, CancelChoice, UseChoice

AREA = "session"
CONTACT_MARGIN = PER_CM
"""A Move may not end in contact, so that one towards somebody stops so far from it."""
DETOUR_EXTRAS = tuple(n * PER_CM for n in range(0, 15, 2))
"""Where a Move was to end in what is in its way, the way round is looked for so far beyond."""
SCENERY_MARGIN = PER_CM // 100
"""So far from scenery whoever goes behind it stops, so that no rounding has him in it."""
_NUMBER = r"(?:(?P<far>\d+(?:[.,]\d+)?)\s*(?:cm)?\s+)?"
_EIGHTHS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
_HEADING = re.compile(
    rf"{_NUMBER}(?:to the )?(?P<heading>{'|'.join(sorted(_EIGHTHS, key=len, reverse=True))})"
)
_TOWARDS = re.compile(rf"{_NUMBER}(?P<away>towards?|to|away from)\s+(?P<what>.+)")
_BEHIND = re.compile(r"(?:to )?behind\s+(?P<what>.+?)(?:\s+(?:as )?seen (?:from|by)\s+(?P<viewer>.+))?")


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
    if isinstance(question, Roll) or not typed:
        return None
    if isinstance(question, FieldQuestion):
        return _interpret_field_answer(words, match, question, typed)
    if (going := plan_typed_move(match, question, typed)) is not None:
        return Guess(going.line, going.alternative)
    said = subject_label(match, question)
    if text := next(
        (one for one in (typed, f"{said} {typed}") if _reads(read_answer, one, match, question)), ""
    ):
        return Guess(text)
    if not typed.isdigit() and _reads(parse_line, typed, match_names(match), mend=False):
        return None  # a whole sentence, of another question
    return (
        _yes_or_no(words, match, question, typed)
        or _add_verb(match, question, typed, said)
        or _complete_answer(words, match, question, typed, viewer)
    )


def _yes_or_no(words: Words, match: Match, question: Question[Any], typed: str) -> Guess | None:
    """Whether a card is to do what it says, or is cancelled, in a word."""
    if not isinstance(question, UseChoice | CancelChoice):
        return None
    said = [
        answer
        for answer, word in ((True, "yes"), (None, "no"))
        if fold(words.say(AREA, word)).startswith(fold(typed))
    ]
    return Guess(write_answer(said[0], match, question)) if len(said) == 1 else None


def _interpret_field_answer(words: Words, match: Match, question: FieldQuestion, typed: str) -> Guess | None:
    """What eyes say in a word: yes or no, a number, some of the fighters that are asked about, or nobody."""
    if _reads(read_answer, typed, match, question):
        return Guess(typed)
    said = [
        one
        for one in _field_answers(words, match, question.fact, fold(typed))
        if question.fact.is_valid_answer(one)
    ]
    return Guess(write_answer(said[0], match, question)) if len(said) == 1 else None


def _field_answers(words: Words, match: Match, fact: Fact | FactGroup, typed: str) -> Iterator[Any]:
    """What a word may say of a fact."""
    is_so, not_so = (fold(words.say(AREA, one)).startswith(typed) for one in ("yes", "no"))
    if isinstance(fact, FactGroup):
        names = {piece: f" {fold(match_names(match).cast.label(piece))}" for piece in fact.pieces}
        called = [
            [piece for piece, name in names.items() if f" {part}" in name]
            for part in re.split(r"\s*(?:,|\band\b)\s*", typed)
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
    """The line that reads with one verb, and no other, between whoever answers and what was typed."""
    wanted = [verb for verb, _ in completions(f"{said} ", match, question)]
    verbs = dict.fromkeys((*wanted, *(verb.partition(" ")[0] for verb in wanted)))
    found = [line for verb in verbs if _reads(read_answer, line := f"{said} {verb} {typed}", match, question)]
    return Guess(found[0]) if len(found) == 1 else None


def _complete_answer(
    words: Words, match: Match, question: Question[Any], typed: str, viewer: Audience
) -> Guess | None:
    """The one answer that is listed, or may be listed, of which some of the words were typed."""
    said = subject_label(match, question)
    if isinstance(question, ActQuestion):
        return _act_begun(match, question, typed, said)
    return _offered(offers(words, match, question, viewer), typed, said)


def _act_begun(match: Match, question: ActQuestion[Any], typed: str, said: str) -> Guess | None:
    """The one act that a verb and the beginnings of words after it fit: `shoots bast`, `a yl`."""
    begun = fold(typed.removeprefix(said)).split()
    lines = {one: fold(one.removeprefix(said)).split() for one in targeted_act_lines(match, question)}
    found = [line for line, words in lines.items() if len(begun) > 1 and _words_start_with(begun, words)]
    if not found and len(begun) > 1:
        verb, *rest = begun
        found = [
            line
            for line, words in lines.items()
            if words[0].startswith(verb) and is_abbreviation(" ".join(rest), " ".join(words[1:]))
        ]
    return Guess(found[0]) if len(found) == 1 else None


def _words_start_with(begun: Sequence[str], words: Sequence[str]) -> bool:
    return len(words) >= len(begun) and all(map(str.startswith, words, begun))


def with_subject(match: Match, question: Question[Any], typed: str) -> str:
    """A line that means nothing, with its subject where that lets the error say more."""
    first = typed.partition(" ")[0]
    if not typed or nearest_name(first, Side) or _characters_read(typed, match, question):
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

    A line that is none of the answers that are listed is only that; of a fighter it is told what he may do
    now, and no word that was not typed is said to have been read.
    """
    values = cause.values
    if values.get("nearest") or cause.message not in {"unreadable", "incomplete"}:
        return cause
    if listed:
        return Misread("no-answer", given=typed)
    if not isinstance(question, ActQuestion) or not isinstance(wanted := values.get("words"), Sequence):
        return cause
    if missing := _missing_goal(match, question.fighter, typed):
        return Misread("not-there", name=missing)
    begun = str(values.get("read", ""))
    found = [(str(one), 0) for one in wanted]
    cast = match_names(match).cast
    of_him = cast.meanings(begun) == (question.fighter,)
    whole = cast.label(question.fighter) if of_him else begun  # he may have been called by a part of his name
    kept = [one for one, _ in filter_completions(match, question, f"{whole} ", found)]
    is_typed, verb = fold(typed).startswith(fold(begun)), str(values.get("rest", "")).partition(" ")[0]
    near = nearest_name(verb, sorted({one.partition(" ")[0] for one in kept})) if verb else None
    return Misread(
        cause.message, **(values | {"words": kept, "read": begun if is_typed else "", "nearest": near})
    )


def _offered(listed: Sequence[Offer], typed: str, said: str) -> Guess | None:
    """The one answer of those that are offered that has this number, begins so, or has these words.

    Words that only one answer has which may not be given mean that one, so that it is told why not.
    """
    allowed = [one.line for one in listed if not one.objection]
    return _pick_line(listed, allowed, typed, said) or _pick_line(
        (), [one.line for one in listed if one.objection], typed, said
    )


def _pick_line(listed: Sequence[Offer], allowed: Sequence[str], typed: str, said: str) -> Guess | None:
    for found in (
        [one.line for one in listed if one.key == typed],
        [line for line in allowed if _begins(line, typed, said)],
        [line for line in allowed if f" {fold(typed)} " in f" {fold(line)} " and not typed.isdigit()],
        [line for line in allowed if is_abbreviation(typed, line) and not typed.isdigit()],
    ):
        if len(found) == 1:
            return Guess(found[0])
    return None


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
    return any(fold(one).startswith(fold(typed)) for one in (line, rest))


def is_abbreviation(typed: str, line: str) -> bool:
    """Tell whether what was typed is the beginnings of words that stand side by side in an answer."""
    begun, words = fold(typed).split(), fold(line).split()
    return any(_words_start_with(begun, words[n:]) for n in range(len(words)))


# ── moves as people say them ─────────────────────────────────────────────────────────────────────────────


def plan_typed_move(match: Match, question: Question[Any] | None, text: str) -> PlannedMove | None:
    """The line that was meant by a move as people say it; None for what is none, or goes nowhere."""
    if not isinstance(question, ActQuestion) or match.is_unplaced(question.fighter) or not match.is_measured:
        return None
    said = _without_verb(match, question.fighter, text)
    path = next(_paths(match, question.fighter, said), ())
    if len(set(path)) < 2:  # noqa: PLR2004  # a way has two ends
        return None
    act = Move(fighter=question.fighter, path=path)
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
    start, end = act.path[0], act.path[-1]
    dx, dy = end.x - start.x, end.y - start.y
    goals = (_along(match, act.fighter, dx, dy, math.hypot(dx, dy) + more) for more in DETOUR_EXTRAS)
    plans = filter(None, (way_to(match, act.fighter, goal).plan for goal in goals))
    plan = next(plans, None)
    if plan is None:
        return ""
    other = act.with_changes(path=affordable_path(match, act.fighter, plan.route, walk_allowance(match, act)))
    return "" if question.refusal(other) else write_answer(other, match, question)


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
    return (rest if is_verb else words).lower()


def _paths(match: Match, fighter: Piece, said: str) -> Iterator[Path]:
    """The way that is meant, by whichever of the forms reads it: straight, or round what he goes behind."""
    start = base(match, fighter).centre
    for pattern, place_of in ((_HEADING, _by_heading), (_BEHIND, _point_behind), (_TOWARDS, _point_towards)):
        found = pattern.fullmatch(said)
        place = found and place_of(match, fighter, found)
        if place:
            plan = way_to(match, fighter, place).plan if pattern is _BEHIND else None
            yield plan.route if plan else (start, place)


def _missing_goal(match: Match, fighter: Piece, typed: str) -> str:
    """Whom or what a move names that is not on the field; nothing if it names none."""
    if match.is_unplaced(fighter) or not match.is_measured:
        return ""
    said = _without_verb(match, fighter, typed)
    found = _TOWARDS.fullmatch(said) or _BEHIND.fullmatch(said)
    if found is None or found["what"][0].isdigit() or _find_shape(match, fighter, found["what"]):
        return ""
    meant = match_names(match).cast.meanings(found["what"])
    return match_names(match).cast.label(meant[0]) if len(meant) == 1 else found["what"]


def _by_heading(match: Match, fighter: Piece, said: re.Match[str]) -> Point:
    """A place so far in a direction of the compass, or as far as he can go."""
    dx, dy = unit_vector(_EIGHTHS.index(said["heading"]) * math.tau / len(_EIGHTHS))
    return _along(match, fighter, dx, dy, _typed_distance(match, fighter, said))


def _point_towards(match: Match, fighter: Piece, said: re.Match[str]) -> Point | None:
    """A place so far on the line to somebody or something, or away from it."""
    here, there = base(match, fighter), _find_shape(match, fighter, said["what"])
    if there is None:
        return None
    far, (x, y, _) = _typed_distance(match, fighter, said), bounding_circle(there)
    dx, dy = x - here.x, y - here.y
    if said["away"] == "away from":
        return _along(match, fighter, -dx, -dy, far)
    near = max(0.0, gap(here, there) - CONTACT_MARGIN)
    return _along(match, fighter, dx, dy, min(far, near))


def _point_behind(match: Match, fighter: Piece, said: re.Match[str]) -> Point | None:
    """The place where something stands between him and the nearest enemy, or whoever is named."""
    there = _find_shape(match, fighter, said["what"])
    foes = sort_by_distance(match, fighter, enemies_on_field(match, fighter))
    viewer = (
        _find_shape(match, fighter, said["viewer"])
        if said["viewer"]
        else base(match, next(iter(foes), fighter))
    )
    if there is None or viewer is None:
        return None
    (x, y, reach), (from_x, from_y, _) = bounding_circle(there), bounding_circle(viewer)
    dx, dy = x - from_x, y - from_y
    size, apart = base(match, fighter).r, math.hypot(dx, dy)
    if not apart:
        return None
    far = (2 * reach + size) / apart
    return nearest_foot(there, size + SCENERY_MARGIN, (x + dx * far, y + dy * far))


def _typed_distance(match: Match, fighter: Piece, said: re.Match[str]) -> float:
    """As far as was said, else as far as a Move goes."""
    most = walk_allowance(match, Move(fighter=fighter, path=(base(match, fighter).centre,)))
    return parse_cm(said["far"].replace(",", ".")) if said["far"] else most


def _along(match: Match, fighter: Piece, dx: float, dy: float, far: float) -> Point:
    """The place so far in a direction: no farther than that, however it is rounded."""
    here, apart = base(match, fighter).centre, math.hypot(dx, dy)
    share = far / apart if apart else 0.0
    return Point(here.x + math.trunc(dx * share), here.y + math.trunc(dy * share))


def _find_shape(match: Match, mover: Piece, text: str) -> Shape | None:
    """The base of somebody else, or the outline of some scenery, that is called so and on the field."""
    cast, scenery = match_names(match).cast.meanings(text), lexicon_of(match.state.scenery).meanings(text)
    if len(cast) == 1 and cast[0] != mover and match.state_of(cast[0]).place is not None:
        return base(match, cast[0])
    return footprint(match, scenery[0]) if len(scenery) == 1 else None
