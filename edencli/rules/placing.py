"""Putting things on the field in the preparation: scenery (setup.6-*), halves and fighters (setup.7-*)."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, TypeVar

from edencli.field.distance import distance, in_contact, overlap
from edencli.field.shapes import Disc
from edencli.field.units import PER_CM, TOLERANCE, compare_lengths
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Piece, Side, are_enemies
from edencli.match.questions import cache_last_allowed
from edencli.match.reasons import Refusal
from edencli.match.rules_api import always_none, ask, do, field_fact, skip
from edencli.match.state import SceneryState
from edencli.match.table_events import Deployed, HalfChosen, NoRoomFound, SceneryAgreed, SceneryPlaced
from edencli.model.terms import OPPOSITE_HALF, Deployment
from edencli.named_tuple import NamedTuple
from edencli.record import Record
from edencli.rulebooks.values import AtLeast
from edencli.rules.footing import against_markers, scenery_in_the_way
from edencli.rules.ground import (
    base_at,
    bases_near,
    clearances,
    infer_free,
    outline_of,
    place_outline,
    table,
)
from edencli.rules.missions import mission_of
from edencli.rules.preparation import sides_in_order
from edencli.rules.questions import FighterDeployment, HalfChoice, SceneryCount, SceneryPlacing

P = TypeVar("P", bound=tuple[str, Any])

SEARCH_STEP = 2 * PER_CM  # the distance between places tried in a search for room


class SceneryPlacement(NamedTuple):
    """A piece of scenery and the place and turn it would have."""

    scenery: str
    lying: SceneryState


class NoRoom(Record):
    """The answer of a player that must put something on the field and finds no room for it (H-144)."""


class DeployAll(Record):
    """The answer of a player that deploys all its fighters at once, on an unmeasured field."""


def places_on_grid(match: Match, every: int) -> Iterator[tuple[int, int]]:
    """Places all over the field, in rows and columns."""
    return product(range(0, match.setup.width, every), range(0, match.setup.height, every))


def places_around(match: Match, at: tuple[int, int]) -> list[tuple[int, int]]:
    """Places on the field within 5 cm of a place, in rows half a centimetre apart, the nearest first."""
    far, every = 5 * PER_CM, PER_CM // 2
    x, y = (round(one / every) * every for one in at)
    steps = range(-far, far + 1, every)
    near = ((x + right, y + up) for right, up in product(steps, steps))
    size = match.setup.width, match.setup.height
    within = [one for one in near if all(0 <= part <= most for part, most in zip(one, size, strict=True))]
    return sorted(within, key=lambda one: ((one[0] - at[0]) ** 2 + (one[1] - at[1]) ** 2, one))


def scenery_places_to_try(match: Match, names: Iterable[str]) -> Iterator[SceneryPlacement]:
    """The placements at which room is sought: all over the field, and turned by 90° unless round."""
    for name in names:
        turns = (0.0, 90.0) if match.setup.scenery[name].outline.corners else (0.0,)
        for at, turn in product(places_on_grid(match, SEARCH_STEP), turns):
            yield SceneryPlacement(name, SceneryState(at, turn))


@field_fact
def refuse_no_room(
    _: Match, rule: str, tries: Iterable[P], refusal: Callable[[P], Refusal | None]
) -> Refusal | None:
    """Refuse the answer that there is no room while one of these placements is allowed."""
    for one in tries:
        if refusal(one) is None:
            what, where = one
            place: Any = where.place if isinstance(where, SceneryState) else where
            return Refusal(rule=rule, reason="room-left", about={"what": what, "place": place})
    return None


refuse_no_room.when_unmeasured(always_none)


class FighterPlacement(NamedTuple):
    """A fighter and its place, or None on an unmeasured field."""

    fighter: Piece
    place: tuple[int, int] | None


def place_scenery(match: Match) -> Procedure[None]:
    """Let the players place scenery by turns, as many pieces each as they agreed on (setup.6-scenery).

    A player that finds no room ends the placing; a piece that the opponent is ahead is taken back
    (H-144).
    """
    each = yield from _agree_on_number(match)
    for _ in range(each):
        ahead: str | None = None
        for side in sides_in_order(match):
            placing = yield from ask(_where_to_place(match, side))
            if isinstance(placing, NoRoom):
                event = NoRoomFound(rule="setup.6-scenery", side=side, what="scenery", taken_back=ahead)
                yield from do(match, event)
                return
            ahead, lying = placing
            yield from do(match, SceneryPlaced(rule="setup.6-scenery", side=side, scenery=ahead, lying=lying))
    for side in Side:
        _skip_placing(match, side, each)


def _skip_placing(match: Match, side: Side, each: int) -> None:
    """Record that a player has placed as many pieces as were agreed on."""
    enough = Refusal(rule=SceneryPlacing.rule, reason="enough-scenery", about={"side": side, "n": each})
    skip(
        match,
        lambda: _where_to_place(match, side),
        lambda question, placing: question.refusal(placing) or enough,
    )


def _agree_on_number(match: Match) -> Procedure[int]:
    """Ask how many pieces each player places; by default as many as there are for both (H-144)."""
    most = len(_unplaced(match)) // len(Side)
    if not most:
        return 0
    question = SceneryCount(
        asked=match.first_player,
        options=range(most + 1),
        optional=True,
    )
    each: int | None = yield from ask(question)
    if each is None:
        return most
    yield from do(match, SceneryAgreed(rule="setup.6-scenery", n=each))
    return each


def _where_to_place(match: Match, side: Side) -> SceneryPlacing[SceneryPlacement | NoRoom]:
    """The question which piece of scenery a player places, and where."""
    return SceneryPlacing(
        asked=side,
        what="scenery",
        left=tuple(_unplaced(match)),
        objection=cache_last_allowed(lambda placing: why_not_place_scenery(match, placing)),
    )


def _unplaced(match: Match) -> list[str]:
    return [name for name in match.setup.scenery if name not in match.state.scenery]


def why_not_place_scenery(
    match: Match, placing: SceneryPlacement | NoRoom, rule: str = "setup.6-scenery"
) -> Refusal | None:
    """The reason why scenery may not be placed: too near an edge, another piece, or a marker; or None."""
    if isinstance(placing, NoRoom):
        return None
    about: dict[str, object] = {"what": placing.scenery}
    if placing.scenery not in match.setup.scenery or placing.scenery in match.state.scenery:
        return Refusal(rule=rule, reason="no-such-scenery", about=about)
    return _too_close(match, placing, rule)


@field_fact
def _too_close(match: Match, placing: SceneryPlacement, rule: str) -> Refusal | None:
    """Refuse scenery that is too near an edge, another piece, or a marker."""
    about: dict[str, object] = {"what": placing.scenery}
    shape = place_outline(outline_of(match.setup.scenery[placing.scenery]), placing.lying)
    rules = match.book.preparation
    for name, gap in clearances(match, shape, rules.scenery_spacing * PER_CM):
        if _too_near(gap, rules.scenery_spacing, rules.scenery_exactly):
            about |= {"near": name, "distance": round(gap), "least": rules.scenery_spacing * PER_CM}
            return Refusal(rule=rule, reason="too-near", about=about)
    return None


_too_close.when_unmeasured(always_none)  # it is announced


def _too_near(gap: float, least: int, exactly: AtLeast) -> bool:
    """Tell whether a distance is below the least, or equal to it in a book that asks for more."""
    compared = compare_lengths(gap, least * PER_CM)
    return compared < 0 if exactly is AtLeast.EXACTLY_IS_ENOUGH else compared <= 0


def deploy(match: Match) -> Procedure[None]:
    """Let the first player choose a half and deploy, then the opponent (setup.7-half, setup.7-deploy)."""
    yield from choose_half(match)
    for side in sides_in_order(match):
        while (yield from deploy_one(match, side)):
            pass


def choose_half(match: Match) -> Procedure[None]:
    """Let the first player choose a half; on a square field also which way the field is divided."""
    width, height = match.setup.width, match.setup.height
    halves = [
        half for half in OPPOSITE_HALF if width == height or (half in {"west", "east"}) is (width > height)
    ]
    question = HalfChoice(asked=match.first_player, options=tuple(halves))
    half = yield from ask(question)
    event = HalfChosen(rule="setup.7-half", side=match.first_player, half=half, opposite=OPPOSITE_HALF[half])
    yield from do(match, event)


def _undeployed(match: Match, side: Side) -> list[Piece]:
    return [piece for piece in match.state.fighters if _is_undeployed(match, side, piece)]


def _is_undeployed(match: Match, side: Side, piece: Piece) -> bool:
    """Tell whether a fighter is one that a player still has to deploy."""
    fighter = match.state.fighters.get(piece)
    return fighter is not None and piece.side is side and not fighter.on_field and fighter.gone is None


def deploy_one(match: Match, side: Side, rule: str = "setup.7-deploy") -> Procedure[bool]:
    """Let a player deploy a fighter; without room all those left stay off the field (H-144).

    Returns whether the player may have more to deploy.
    """
    left = _undeployed(match, side)
    question: FighterDeployment[FighterPlacement | DeployAll | NoRoom] = FighterDeployment(
        asked=side,
        what="fighter",
        left=tuple(left),
        objection=cache_last_allowed(lambda deploying: why_not_deploy(match, side, deploying)),
    )
    if not left:
        skip(match, lambda: question)
        return False
    deploying = yield from ask(question)
    if isinstance(deploying, NoRoom):
        skip(match, lambda: question)
        yield from do(match, NoRoomFound(rule="setup.7-deploy", side=side, what="fighter"))
        return False
    if isinstance(deploying, DeployAll):
        for fighter in left:
            yield from _put(match, Deployed(rule=rule, fighter=fighter, place=None))
        return False
    yield from _put(match, Deployed(rule=rule, fighter=deploying.fighter, place=deploying.place))
    return True


def _put(match: Match, event: Deployed) -> Procedure[None]:
    """Put a fighter on the field; unless the house rules allow contact, it is known to touch no enemy."""

    def know() -> None:
        if not match.ruling("deployment-contact"):
            infer_free(match, event.fighter)

    yield from do(match, event, know=know)


def why_not_deploy(
    match: Match, side: Side, deploying: FighterPlacement | DeployAll | NoRoom
) -> Refusal | None:
    """The reason why a fighter may not be deployed at a place, or None."""
    if isinstance(deploying, NoRoom | DeployAll):
        return None
    if not _is_undeployed(match, side, deploying.fighter):
        return Refusal(rule="setup.7-deploy", reason="not-to-deploy", about={"fighter": deploying.fighter})
    fighter, place = deploying
    return None if place is None else _why_not_there(match, side, fighter, place)


@field_fact
def _why_not_there(match: Match, side: Side, fighter: Piece, place: tuple[int, int]) -> Refusal | None:
    """Refuse a place off the field, out of the zone, or too near to something."""
    there = base_at(match.state_of(fighter).card, place)
    if not table(match).contains(there):
        about = {"fighter": fighter, "place": place}
        return Refusal(rule="setup.7-deploy", reason="leaves-field", about=about)
    return why_out_of_zone(match, side, fighter, there) or _why_not_clear(match, fighter, there)


_why_not_there.when_unmeasured(always_none)  # it is announced


class TokenPlacement(NamedTuple):
    """A marker and the place it would have."""

    token: str
    place: tuple[int, int]


def why_out_of_zone(match: Match, side: Side, fighter: Piece, there: Disc) -> Refusal | None:
    """Refuse a base outside its half, or too near the centre line or the centre (setup.7-*)."""
    mission = mission_of(match, side)
    kind = mission.deployment if mission else Deployment.CONFRONTATION
    least = match.book.preparation.deployment_distance
    beyond = distance_past_centre_line(match, side, there)
    if kind is Deployment.CONFRONTATION:
        gap, near = beyond, "centre-line"
    else:
        gap, near = distance(there, table(match).centre), "centre"
    is_beyond = compare_lengths(beyond, 0) < 0
    if not is_beyond and not _too_near(gap, least, match.book.preparation.deployment_exactly):
        return None
    about = {"fighter": fighter, "near": near, "distance": round(gap), "least": least * PER_CM}
    if is_beyond:
        return Refusal(rule="setup.7-half", reason="wrong-half", about=about)
    return Refusal(rule=f"setup.7-{kind}", reason="too-near", about=about)


def distance_past_centre_line(match: Match, side: Side, there: Disc) -> float:
    """How far a base lies on its own side of the centre line; below 0 it crosses the line."""
    x, y = match.setup.width / 2, match.setup.height / 2
    return {
        "south": y - there.y - there.r,
        "north": there.y - there.r - y,
        "west": x - there.x - there.r,
        "east": there.x - there.r - x,
    }[match.state.sides[side].half or "south"]


def may_touch(match: Match, fighter: Piece, other: Piece) -> bool:
    """Tell whether a fighter may be deployed in contact with another."""
    return not are_enemies(fighter, other) or bool(match.ruling("deployment-contact"))


def _why_not_clear(match: Match, fighter: Piece, there: Disc) -> Refusal | None:
    """Refuse a base on another, in contact with an enemy, on scenery or on a marker."""
    for piece, other in bases_near(match, there, 2 * TOLERANCE):
        if in_contact(there, other) and (overlap(there, other) or not may_touch(match, fighter, piece)):
            return _in_the_way(fighter, piece.name, there)
    for name in scenery_in_the_way(match, there):
        return _in_the_way(fighter, name, there)
    return next(against_markers(match, fighter, there), None)


def _in_the_way(fighter: Piece, what: str, there: Disc) -> Refusal:
    about = {"fighter": fighter, "what": what, "place": there.centre}
    return Refusal(rule="setup.7-deploy", reason="in-the-way", about=about)
