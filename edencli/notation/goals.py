"""Places as people describe them: `6 north`, `10 towards Elenia`, `behind Old oak`, `out of sight of Elenia`.

A goal is the end of a Move, described from where the fighter stands. It lies on a straight line, without a
search for a path, and is written as the place it gives. Without a length it is as far as a Move goes; towards
a fighter or a piece of scenery it stops before it.
"""

import math
import re
from collections.abc import Iterator

from edencli.field.distance import gap, nearest_foot
from edencli.field.shapes import Disc, Point, Shape, bounding_circle
from edencli.field.units import PER_CM, LengthError, parse_cm, unit_vector
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.named_tuple import NamedTuple
from edencli.notation.errors import Ambiguous, Unreadable
from edencli.notation.meanings import QuestionContext
from edencli.rules.acts import Move
from edencli.rules.ground import base, enemies_on_field, footprint, sort_by_distance
from edencli.rules.movement import walk_allowance
from edencli.rules.sight import view

CONTACT_MARGIN = PER_CM
"""How far before a fighter a Move towards it stops, since it may not end in contact."""
DIRECTIONS = 32
"""The number of directions in which a hiding place is searched."""
SCENERY_MARGIN = PER_CM // 100
"""How far behind scenery a fighter stops, so that rounding never puts it inside."""

HEADINGS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
SHORT_HEADINGS = {"".join(part[0] for part in heading.split("-")): heading for heading in HEADINGS}
"""`ne` for `north-east`: accepted only next to a length, so that a single letter is no goal."""

_LENGTH = r"(?P<far>\d+(?:[.,]\d+)?)\s*(?:cm)?"
_FAR = rf"(?:{_LENGTH}\s+)?"


def _begun(word: str, least: int) -> str:
    """Return a pattern for a word or its beginnings."""
    pattern = ""
    for letter in reversed(word[least:]):
        pattern = f"(?:{letter}{pattern})?"
    return word[:least] + pattern


_LONG = "|".join(heading.replace("-", "[- ]?") for heading in sorted(HEADINGS, key=len, reverse=True))
_ANY = f"{_LONG}|{'|'.join(sorted(SHORT_HEADINGS, key=len, reverse=True))}"
_VIEWER = r"(?:\s+(?:as )?seen (?:from|by)\s+(?P<viewer>.+))?"
_PATTERNS = (
    rf"{_FAR}(?:to the )?(?P<heading>{_LONG})",
    rf"{_LENGTH}\s*(?P<heading>{_ANY})",
    rf"(?P<heading>{_ANY})\s*{_LENGTH}",
    rf"{_FAR}(?:to )?(?P<how>{_begun('behind', 3)})\s+(?P<what>\D.*?){_VIEWER}",
    r"(?:to )?(?P<how>out of sight) (?:of|from)\s+(?P<what>\D.*)",
    rf"as near (?:to )?(?P<what>\D.*?) as {_LENGTH} (?:allows?|goes|go)",
    r"(?:to )?(?P<how>up to)\s+(?P<what>\D.*)",
    rf"{_FAR}(?P<how>{_begun('towards', 2)}|away from)\s+(?P<what>\D.*)",
)
GOAL_WORDS = (*HEADINGS, "towards", "away", "behind", "seen", "sight")
"""The words of a goal, for correcting misspelt ones."""


class MoveGoal(NamedTuple):
    """The end of a Move as people describe it: a heading, or towards, away from or behind something.

    Without a length it is as far as a Move goes, or directly behind something; without a viewer it is behind
    something as the nearest enemy sees it.
    """

    far: int | None
    heading: str
    how: str
    what: str
    viewer: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the goal."""
        return tuple(filter(None, (self.what, self.viewer)))


def line_with_goal(name: str, said: str) -> str:
    """Return the line by which a fighter moves to a described place."""
    return f"{name} moves {said}"


def parse_goal(text: str) -> MoveGoal | None:
    """Parse a place as people describe it, whatever it names; None if it is no goal."""
    said = " ".join(text.split())
    tried = (re.fullmatch(pattern, said, re.IGNORECASE) for pattern in _PATTERNS)
    found = next(filter(None, tried), None)
    if found is None:
        return None
    part = {key: value or "" for key, value in found.groupdict().items()}
    try:
        far = parse_cm(part["far"].replace(",", ".")) if part.get("far") else None
    except LengthError:
        return None
    heading, how = (part.get(key, "").lower() for key in ("heading", "how"))
    what, viewer = (re.sub(r"(?i)^the\s+", "", part.get(key, "")) for key in ("what", "viewer"))
    return MoveGoal(far, _full_heading(heading), _full_how(how), what, viewer)


def _full_how(begun: str) -> str:
    """Complete a word that may be typed in part; `to` alone means towards."""
    return next((word for word in ("behind", "towards") if begun and word.startswith(begun)), begun)


def _full_heading(text: str) -> str:
    """Return the full heading for a short or a long one, with a hyphen or without; empty if it is none."""
    bare = re.sub("[- ]", "", text)
    long = next((heading for heading in HEADINGS if heading.replace("-", "") == bare), "")
    return long or SHORT_HEADINGS.get(bare, "")


def settle_goal(goal: MoveGoal, asked: QuestionContext, fighter: Piece) -> Point:
    """Return the place of a goal for a fighter, on the straight line from where it stands.

    Raises:
        Unreadable: What it names is not on the field, or the fighter is there already.
    """
    if not asked.match.field.answers_about(fighter):
        raise Unreadable("not-on-field", fighter=asked.names.cast.labels[fighter])
    if goal.heading:
        dx, dy = unit_vector(HEADINGS.index(goal.heading) * math.tau / len(HEADINGS))
        place = point_along(asked.match, fighter, (dx, dy), _far(goal, asked, fighter))
    elif goal.how == "behind":
        place = _place_behind(goal, asked, fighter)
    elif goal.how == "out of sight":
        place = _hidden_place(goal, asked, fighter)
    else:
        place = _place_towards(goal, asked, fighter)
    if place == base(asked.match, fighter).centre:
        raise Unreadable("goes-nowhere", fighter=asked.names.cast.labels[fighter])
    return place


def _place_towards(goal: MoveGoal, asked: QuestionContext, fighter: Piece) -> Point:
    """Return a place on the line to a fighter or scenery, short of contact, or on the line away from it."""
    here, there = base(asked.match, fighter), find_shape(goal.what, asked, fighter)
    far, (x, y, _) = _far(goal, asked, fighter), bounding_circle(there)
    dx, dy = x - here.x, y - here.y
    if goal.how == "away from":
        return point_along(asked.match, fighter, (-dx, -dy), far)
    margin = SCENERY_MARGIN if goal.how == "up to" and _is_scenery(goal.what, asked) else CONTACT_MARGIN
    return point_along(asked.match, fighter, (dx, dy), min(far, max(0.0, gap(here, there) - margin)))


def _place_behind(goal: MoveGoal, asked: QuestionContext, fighter: Piece) -> Point:
    """Return the place where something is between a fighter and a viewer, by default the nearest enemy."""
    there, here = find_shape(goal.what, asked, fighter), base(asked.match, fighter)
    foes = sort_by_distance(asked.match, fighter, enemies_on_field(asked.match, fighter))
    nearest = base(asked.match, next(iter(foes), fighter))
    viewer = find_shape(goal.viewer, asked, fighter) if goal.viewer else nearest
    (x, y, reach), (from_x, from_y, _) = bounding_circle(there), bounding_circle(viewer)
    apart = math.hypot(x - from_x, y - from_y)
    if not apart:
        return here.centre
    share = (2 * reach + here.r) / apart
    beyond = x + (x - from_x) * share, y + (y - from_y) * share
    return nearest_foot(there, here.r + SCENERY_MARGIN + (goal.far or 0), beyond)


def _hidden_place(goal: MoveGoal, asked: QuestionContext, fighter: Piece) -> Point:
    """Return the nearest place, straight ahead in some direction, where a fighter is hidden from another."""
    viewer, here = _find_viewer(goal.what, asked, fighter), base(asked.match, fighter)
    hidden = (
        place
        for place in (here.centre, *_places_around(asked, fighter, _far(goal, asked, fighter)))
        if _is_hidden(asked.match, viewer, fighter, here.moved_to(place))
    )
    barred: Point | None = None
    for place in hidden:
        move = Move(fighter=fighter, path=(here.centre, place))
        if place == here.centre or asked.question.refusal(move) is None:
            return place
        barred = barred or place
    if barred is None:
        raise Unreadable("never-hidden", name=asked.names.cast.labels[viewer])
    return barred


def _find_viewer(name: str, asked: QuestionContext, mover: Piece) -> Piece:
    """Return the fighter on the field with this name."""
    find_shape(name, asked, mover)
    things = [one for called in asked.names.places_called(name) for one in called.things]
    pieces = tuple(one for one in things if isinstance(one, Piece) and one != mover)
    if not pieces:
        raise Unreadable("sees-nothing", name=name)
    return asked.resolve_enemy(pieces, mover)


def _places_around(asked: QuestionContext, fighter: Piece, far: float) -> Iterator[Point]:
    """Give places around a fighter, ring by ring."""
    for ring in range(1, int(far // PER_CM) + 1):
        for n in range(DIRECTIONS):
            way = unit_vector(n * math.tau / DIRECTIONS)
            yield point_along(asked.match, fighter, way, ring * PER_CM)


def _is_hidden(match: Match, viewer: Piece, mover: Piece, there: Disc) -> bool:
    """Tell whether something blocks the view of a place; that it is too far to be seen does not count."""
    seen = view(match, viewer, there, (mover,))
    return not seen.visible and seen.beyond is None


def _far(goal: MoveGoal, asked: QuestionContext, fighter: Piece) -> float:
    """Return the length of a goal, or else how far a Move goes."""
    if goal.far is not None:
        return goal.far
    return walk_allowance(asked.match, Move(fighter=fighter, path=(base(asked.match, fighter).centre,)))


def point_along(match: Match, fighter: Piece, way: tuple[float, float], far: float) -> Point:
    """Return the place at a distance in a direction from a fighter; rounded so that it is no farther."""
    (dx, dy), here = way, base(match, fighter).centre
    apart = math.hypot(dx, dy)
    share = far / apart if apart else 0.0
    return Point(here.x + math.trunc(dx * share), here.y + math.trunc(dy * share))


def _is_scenery(name: str, asked: QuestionContext) -> bool:
    """Tell whether a name means scenery on the field, and no fighter."""
    things = [one for called in asked.names.places_called(name) for one in called.things]
    return bool(things) and all(one in asked.match.state.scenery for one in things)


def find_shape(name: str, asked: QuestionContext, mover: Piece) -> Shape:
    """Return the base of another fighter, or the outline of scenery, with this name and on the field."""
    match, meant = asked.match, asked.names.places_called(name)
    if meant and meant[0].names:
        raise Ambiguous("which-name", given=name, meanings=meant[0].names)
    things = [one for called in meant for one in called.things]
    pieces = tuple(one for one in things if isinstance(one, Piece) and one != mover)
    if pieces and match.state_of(found := asked.resolve_enemy(pieces, mover)).place is not None:
        return base(match, found)
    scenery = next((one for one in things if one in match.state.scenery), None)
    if scenery is not None:
        return footprint(match, scenery)
    if mover in things and not pieces:
        raise Unreadable("goes-nowhere", fighter=asked.names.cast.labels[mover])
    raise Unreadable("not-there", name=asked.names.cast.label(pieces[0]) if pieces else name)
