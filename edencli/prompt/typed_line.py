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

from edencli.field.distance import foot, gap
from edencli.field.shapes import Point, Shape, surrounding
from edencli.field.units import PER_CM, direction, parse_cm
from edencli.lang import Words
from edencli.match.facts import UNSEEN, Among, AtScenery, Fact, Seeing, Whereabouts
from edencli.match.match import Match
from edencli.match.pieces import Audience, Piece, Side
from edencli.match.questions import ActQuestion, CancelChoice, FieldQuestion, Question, Roll, UseChoice
from edencli.model.cast import NOBODY, lexicon
from edencli.model.names import fold, nearest
from edencli.notation.errors import Misread
from edencli.notation.names import names_of
from edencli.notation.reader import completions, parse, read
from edencli.notation.table import VERBS
from edencli.notation.writer import write
from edencli.prompt.offers import Offer, offers
from edencli.prompt.possible_acts import acts_named, still_open, subject
from edencli.rules.acts import Move
from edencli.rules.ground import base, by_distance, enemies, footprint
from edencli.rules.inquiry import way_to
from edencli.rules.movement import Path, allowance, paid_part

AREA = "session"
SHY = PER_CM
"""A Move may not end in contact, so that one towards somebody stops so far from it."""
BEYOND = tuple(n * PER_CM for n in range(0, 15, 2))
"""Where a Move was to end in what is in its way, the way round is looked for so far beyond."""
HAIR = PER_CM // 100
"""So far from scenery whoever goes behind it stops, so that no rounding has him in it."""
_NUMBER = r"(?:(?P<far>\d+(?:[.,]\d+)?)\s*(?:cm)?\s+)?"
_EIGHTHS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
_HEADING = re.compile(
    rf"{_NUMBER}(?:to the )?(?P<heading>{'|'.join(sorted(_EIGHTHS, key=len, reverse=True))})"
)
_TOWARDS = re.compile(rf"{_NUMBER}(?P<away>towards?|to|away from)\s+(?P<what>.+)")
_BEHIND = re.compile(r"(?:to )?behind\s+(?P<what>.+?)(?:\s+(?:as )?seen (?:from|by)\s+(?P<viewer>.+))?")


class Going(NamedTuple):
    """A way that was said and planned: its act, the line that says it, and what would do if that will not."""

    act: Move
    line: str
    instead: str


class Guess(NamedTuple):
    """The line that was meant by what was typed, and what would do if a way of it will not."""

    line: str
    instead: str = ""


def meant(words: Words, match: Match, question: Question[Any], typed: str, viewer: Audience) -> Guess | None:
    """The answer to what is asked that was meant; None where that is none, or several."""
    if isinstance(question, Roll) or not typed:
        return None
    if isinstance(question, FieldQuestion):
        return _of_eyes(words, match, question, typed)
    if (going := planned(match, question, typed)) is not None:
        return Guess(going.line, going.instead)
    said = subject(match, question)
    if text := next((one for one in (typed, f"{said} {typed}") if _reads(read, one, match, question)), ""):
        return Guess(text)
    if not typed.isdigit() and _reads(parse, typed, names_of(match), mend=False):
        return None  # a whole sentence, of another question
    return (
        _yes_or_no(words, match, question, typed)
        or _verb_added(match, question, typed, said)
        or _begun(words, match, question, typed, viewer)
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
    return Guess(write(said[0], match, question)) if len(said) == 1 else None


def _of_eyes(words: Words, match: Match, question: FieldQuestion, typed: str) -> Guess | None:
    """What eyes say in a word: yes or no, a number, some of the fighters that are asked about, or nobody."""
    if _reads(read, typed, match, question):
        return Guess(typed)
    said = [one for one in _sayings(words, match, question.fact, fold(typed)) if question.fact.can_be(one)]
    return Guess(write(said[0], match, question)) if len(said) == 1 else None


def _sayings(words: Words, match: Match, fact: Fact | Among, typed: str) -> Iterator[Any]:
    """What a word may say of a fact."""
    is_so, not_so = (fold(words.say(AREA, one)).startswith(typed) for one in ("yes", "no"))
    if isinstance(fact, Among):
        names = {piece: f" {fold(names_of(match).cast.label(piece))}" for piece in fact.pieces}
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


def _verb_added(match: Match, question: Question[Any], typed: str, said: str) -> Guess | None:
    """The line that reads with one verb, and no other, between whoever answers and what was typed."""
    wanted = [verb for verb, _ in completions(f"{said} ", match, question)]
    verbs = dict.fromkeys((*wanted, *(verb.partition(" ")[0] for verb in wanted)))
    found = [line for verb in verbs if _reads(read, line := f"{said} {verb} {typed}", match, question)]
    return Guess(found[0]) if len(found) == 1 else None


def _begun(words: Words, match: Match, question: Question[Any], typed: str, viewer: Audience) -> Guess | None:
    """The one answer that is listed, or may be listed, of which some of the words were typed."""
    said = subject(match, question)
    if isinstance(question, ActQuestion):
        return _act_begun(match, question, typed, said)
    return _offered(offers(words, match, question, viewer), typed, said)


def _act_begun(match: Match, question: ActQuestion[Any], typed: str, said: str) -> Guess | None:
    """The one act that a verb and the beginnings of words after it fit: `shoots bast`, `a yl`."""
    begun = fold(typed.removeprefix(said)).split()
    lines = {one: fold(one.removeprefix(said)).split() for one in acts_named(match, question)}
    found = [line for line, words in lines.items() if len(begun) > 1 and _runs(begun, words)]
    if not found and len(begun) > 1:
        verb, *rest = begun
        found = [
            line
            for line, words in lines.items()
            if words[0].startswith(verb) and abbreviates(" ".join(rest), " ".join(words[1:]))
        ]
    return Guess(found[0]) if len(found) == 1 else None


def _runs(begun: Sequence[str], words: Sequence[str]) -> bool:
    return len(words) >= len(begun) and all(map(str.startswith, words, begun))


def supposed(match: Match, question: Question[Any], typed: str) -> str:
    """A line that means nothing, with its subject where that lets the error say more."""
    first = typed.partition(" ")[0]
    if not typed or nearest(first, Side) or _understood(typed, match, question):
        return typed
    return f"{subject(match, question)} {typed}"


def _understood(text: str, match: Match, question: Question[Any]) -> int:
    """How many characters of a line that cannot be read were."""
    try:
        read(text, match, question)
    except Misread as fault:
        return len(str(fault.values.get("read", "")))
    return len(text)


def plainer(
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
    if missing := _not_there(match, question.fighter, typed):
        return Misread("not-there", name=missing)
    begun = str(values.get("read", ""))
    found = [(str(one), 0) for one in wanted]
    cast = names_of(match).cast
    of_him = cast.called(begun) == (question.fighter,)
    whole = cast.label(question.fighter) if of_him else begun  # he may have been called by a part of his name
    kept = [one for one, _ in still_open(match, question, f"{whole} ", found)]
    is_typed, verb = fold(typed).startswith(fold(begun)), str(values.get("rest", "")).partition(" ")[0]
    near = nearest(verb, sorted({one.partition(" ")[0] for one in kept})) if verb else None
    return Misread(
        cause.message, **(values | {"words": kept, "read": begun if is_typed else "", "nearest": near})
    )


def _offered(listed: Sequence[Offer], typed: str, said: str) -> Guess | None:
    """The one answer of those that are offered that has this number, begins so, or has these words.

    Words that only one answer has which may not be given mean that one, so that it is told why not.
    """
    allowed = [one.line for one in listed if not one.objection]
    return _picked(listed, allowed, typed, said) or _picked(
        (), [one.line for one in listed if one.objection], typed, said
    )


def _picked(listed: Sequence[Offer], allowed: Sequence[str], typed: str, said: str) -> Guess | None:
    for found in (
        [one.line for one in listed if one.key == typed],
        [line for line in allowed if _begins(line, typed, said)],
        [line for line in allowed if f" {fold(typed)} " in f" {fold(line)} " and not typed.isdigit()],
        [line for line in allowed if abbreviates(typed, line) and not typed.isdigit()],
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


def abbreviates(typed: str, line: str) -> bool:
    """Tell whether what was typed is the beginnings of words that stand side by side in an answer."""
    begun, words = fold(typed).split(), fold(line).split()
    return any(_runs(begun, words[n:]) for n in range(len(words)))


# ── moves as people say them ─────────────────────────────────────────────────────────────────────────────


def planned(match: Match, question: Question[Any] | None, text: str) -> Going | None:
    """The line that was meant by a move as people say it; None for what is none, or goes nowhere."""
    if not isinstance(question, ActQuestion) or match.is_bare(question.fighter) or not match.is_measured:
        return None
    said = _without_verb(match, question.fighter, text)
    path = next(_paths(match, question.fighter, said), ())
    if len(set(path)) < 2:  # noqa: PLR2004  # a way has two ends
        return None
    act = Move(fighter=question.fighter, path=path)
    return Going(act, write(act, match, question), _instead(match, question, act))


def _instead(match: Match, question: ActQuestion[Any], act: Move) -> str:
    """As much of the way as a Move carries him, or the way round what is in it, if there is one."""
    refusal = question.refusal(act)
    if refusal is None:
        return ""
    if refusal.reason == "too-far":
        shorter = act.but(path=paid_part(match, act.fighter, act.path, allowance(match, act)))
        return "" if question.refusal(shorter) else write(shorter, match, question)
    start, end = act.path[0], act.path[-1]
    dx, dy = end.x - start.x, end.y - start.y
    goals = (_along(match, act.fighter, dx, dy, math.hypot(dx, dy) + more) for more in BEYOND)
    plans = filter(None, (way_to(match, act.fighter, goal).plan for goal in goals))
    plan = next(plans, None)
    if plan is None:
        return ""
    other = act.but(path=paid_part(match, act.fighter, plan.route, allowance(match, act)))
    return "" if question.refusal(other) else write(other, match, question)


def _without_verb(match: Match, fighter: Piece, text: str) -> str:
    """What is said of where to go, without who goes and the verb; nothing if another is to go."""
    words = " ".join(text.split())
    for n in range(words.count(" ") + 1, 0, -1):
        calling = " ".join(words.split()[:n])
        if fighter in names_of(match).cast.called(calling):
            words = words[len(calling) :].strip()
            break
    verb, _, rest = words.partition(" ")
    is_verb = verb.lower() in {"moves", "move", "go", "walk", *VERBS["moves"]}
    return (rest if is_verb else words).lower()


def _paths(match: Match, fighter: Piece, said: str) -> Iterator[Path]:
    """The way that is meant, by whichever of the forms reads it: straight, or round what he goes behind."""
    start = base(match, fighter).centre
    for pattern, place_of in ((_HEADING, _by_heading), (_BEHIND, _behind), (_TOWARDS, _towards)):
        found = pattern.fullmatch(said)
        place = found and place_of(match, fighter, found)
        if place:
            plan = way_to(match, fighter, place).plan if pattern is _BEHIND else None
            yield plan.route if plan else (start, place)


def _not_there(match: Match, fighter: Piece, typed: str) -> str:
    """Whom or what a move names that is not on the field; nothing if it names none."""
    if match.is_bare(fighter) or not match.is_measured:
        return ""
    said = _without_verb(match, fighter, typed)
    found = _TOWARDS.fullmatch(said) or _BEHIND.fullmatch(said)
    if found is None or found["what"][0].isdigit() or _shape_called(match, fighter, found["what"]):
        return ""
    meant = names_of(match).cast.called(found["what"])
    return names_of(match).cast.label(meant[0]) if len(meant) == 1 else found["what"]


def _by_heading(match: Match, fighter: Piece, said: re.Match[str]) -> Point:
    """A place so far in a direction of the compass, or as far as he can go."""
    dx, dy = direction(_EIGHTHS.index(said["heading"]) * math.tau / len(_EIGHTHS))
    return _along(match, fighter, dx, dy, _far(match, fighter, said))


def _towards(match: Match, fighter: Piece, said: re.Match[str]) -> Point | None:
    """A place so far on the line to somebody or something, or away from it."""
    here, there = base(match, fighter), _shape_called(match, fighter, said["what"])
    if there is None:
        return None
    far, (x, y, _) = _far(match, fighter, said), surrounding(there)
    dx, dy = x - here.x, y - here.y
    if said["away"] == "away from":
        return _along(match, fighter, -dx, -dy, far)
    near = max(0.0, gap(here, there) - SHY)
    return _along(match, fighter, dx, dy, min(far, near))


def _behind(match: Match, fighter: Piece, said: re.Match[str]) -> Point | None:
    """The place where something stands between him and the nearest enemy, or whoever is named."""
    there = _shape_called(match, fighter, said["what"])
    foes = by_distance(match, fighter, enemies(match, fighter))
    viewer = (
        _shape_called(match, fighter, said["viewer"])
        if said["viewer"]
        else base(match, next(iter(foes), fighter))
    )
    if there is None or viewer is None:
        return None
    (x, y, reach), (from_x, from_y, _) = surrounding(there), surrounding(viewer)
    dx, dy = x - from_x, y - from_y
    size, apart = base(match, fighter).r, math.hypot(dx, dy)
    if not apart:
        return None
    far = (2 * reach + size) / apart
    return foot(there, size + HAIR, (x + dx * far, y + dy * far))


def _far(match: Match, fighter: Piece, said: re.Match[str]) -> float:
    """As far as was said, else as far as a Move goes."""
    most = allowance(match, Move(fighter=fighter, path=(base(match, fighter).centre,)))
    return parse_cm(said["far"].replace(",", ".")) if said["far"] else most


def _along(match: Match, fighter: Piece, dx: float, dy: float, far: float) -> Point:
    """The place so far in a direction: no farther than that, however it is rounded."""
    here, apart = base(match, fighter).centre, math.hypot(dx, dy)
    share = far / apart if apart else 0.0
    return Point(here.x + math.trunc(dx * share), here.y + math.trunc(dy * share))


def _shape_called(match: Match, mover: Piece, text: str) -> Shape | None:
    """The base of somebody else, or the outline of some scenery, that is called so and on the field."""
    cast, scenery = names_of(match).cast.called(text), lexicon(match.state.scenery).called(text)
    if len(cast) == 1 and cast[0] != mover and match.of(cast[0]).place is not None:
        return base(match, cast[0])
    return footprint(match, scenery[0]) if len(scenery) == 1 else None
