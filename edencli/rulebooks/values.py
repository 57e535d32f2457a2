"""The values of a rulebook, numbers and words, as a frozen record for each chapter.

The books are JSON files beside this module (`books/en.json` and so on), so that a look-up can read a number
without building any of this. `rulebook("fr")` builds and checks the whole book; members are named after what
they do, never after a book. Knows no procedure.
"""

import enum
import typing
from functools import cache
from typing import Any

from edencli.record import Record
from edencli.rulebooks.raw_books import OPTIONAL_CHAPTERS, raw_book


class AtLeast(enum.StrEnum):
    """Whether a minimum distance may be met exactly."""

    EXACTLY_IS_ENOUGH = "exactly-is-enough"
    MUST_EXCEED = "must-exceed"


class NoTarget(enum.StrEnum):
    """What happens to a shot when there is no allowed target."""

    REFUSED = "refused"
    FAILS_AND_IS_SPENT = "fails-and-is-spent"


class ThrowAffects(enum.StrEnum):
    """What a projectile affects."""

    FIGHTERS_ON_THE_POINT = "fighters-on-the-point"
    POINT_AND_FIGHTERS = "point-and-fighters"


class HealUnhurt(enum.StrEnum):
    """What healing does for a fighter that has lost no CP."""

    NO_EFFECT = "no-effect"
    NOT_A_TARGET = "not-a-target"


class LeaderNeeded(enum.StrEnum):
    """The condition of the leader on which a side may play a tactical card."""

    ON_THE_FIELD = "on-the-field"
    NOT_INCAPACITATED = "not-incapacitated"


class WeatherEffect(enum.StrEnum):
    """What a weather condition changes; its numbers are in the line of the condition."""

    TORSO_WOUND_UNLESS_VIG = "torso-wound-unless-vig"
    MOVE_ACTION_LIMITED = "move-action-limited"
    EVERY_DISPLACEMENT_SHORTER = "every-displacement-shorter"
    NO_SIGHT_BEYOND = "no-sight-beyond"
    NO_TARGET_BEYOND = "no-target-beyond"
    DEPLOY_ONE_BY_ONE = "deploy-one-by-one"
    NO_MEASURING = "no-measuring"
    POISON_UNLESS_VIG = "poison-unless-vig"
    DEARER_TACTICS = "dearer-tactics"


class StrikesAgain(enum.StrEnum):
    """When Hostile Presence strikes for the second time."""

    ACTIVATION_END = "activation-end"
    MOVEMENT_END = "movement-end"


class BeaconServes(enum.StrEnum):
    """Which fighters the field of an Energy Beacon protects against a ranged attack."""

    WHO_IS_NEAR = "who-is-near"
    ITS_TARGET = "its-target"


class NpfCharge(enum.StrEnum):
    """Which fighter an NPF must charge."""

    SEEN_WITHIN = "seen-within"
    SEEN_NEARER = "seen-nearer"
    BY_WAY = "by-way"


class HidingWay(enum.StrEnum):
    """How a fighter hides in scenery: by the size of its base, while walking, or standing still."""

    BY_BASE = "by-base"
    WALKING = "walking"
    STANDING = "standing"


class ClimbsTo(enum.StrEnum):
    """Where a climber ends up on a raised place."""

    NEAREST = "nearest"
    ANYWHERE = "anywhere"


class TouchingOnTheWay(enum.StrEnum):
    """Whether a Move, or a charge before its end, may touch an enemy base."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class TableSizes(Record):
    """The sizes of the field and of bases, and what slow ground costs."""

    side: int
    smallest_side: int
    largest_side: int
    bases: tuple[int, ...]
    slow_factor: int


class Rolls(Record):
    """How dice are read: the highest difficulty, and the faces of the location die."""

    highest_difficulty: int
    location_lowest: int
    location_highest: int


class BandRules(Record):
    """How a band is built."""

    budget: int
    advised_budget: int
    factions: tuple[str, ...]
    stigmas: tuple[str, ...]
    stigma_sp_divisor: int


class Preparation(Record):
    """The rules for everything from the reveal of the bands to the first round."""

    steps: tuple[str, ...]
    deployment_distance: int
    deployment_exactly: AtLeast
    scenery_spacing: int
    scenery_exactly: AtLeast
    marker_spacing: int


class MatchRules(Record):
    """The course of a match: rounds, phases, the steps of the intendancy, and the lowest VP."""

    rounds: int
    phases: tuple[str, ...]
    intendancy: tuple[str, ...]
    lowest_vp: int


class Tactics(Record):
    """The rules of tactical cards."""

    sp: int
    leader: LeaderNeeded


class ActPrice(Record):
    """The price and the limit of one act; no limit is None."""

    ap: int
    per_round: int | None
    distance: int | None


class Actions(Record):
    """What an activated fighter may do, and at what price."""

    ap: int
    move: ActPrice
    charge: ActPrice
    attack: ActPrice
    dodge: ActPrice
    response: ActPrice
    disengagement_strike: ActPrice
    extinguish: ActPrice
    touching_on_the_way: TouchingOnTheWay


class Attacks(Record):
    """The rules of melee and ranged attacks."""

    melee_successes_kept: int
    shooting_successes_kept: int
    obstacle_penalty: int
    no_target: NoTarget
    throw: ThrowAffects
    blast_wounds: int
    explosion_wounds: int


class EquipmentRules(Record):
    """The effects that the notation of equipment may list."""

    effects: tuple[str, ...]


class Conditions(Record):
    """What markers do to a fighter."""

    burn_dice: int
    burn_removed: int
    fear_difficulty: int
    poison_penalty: int
    poison_removed: int
    rage_cbt: int
    rage_spd: int
    rage_vig: int
    rage_psi: int
    rage_removed: int
    slowdown_ap: int
    slowdown_removed: int
    heal_unhurt: HealUnhurt


class Element(Record):
    """An element of the book's list of scenery."""

    name: str
    cost: int | None
    size: str | None
    keywords: dict[str, int | None]


class Territory(Record):
    """Scenery with keywords: what a player may buy, and at what price."""

    points: int
    sizes: dict[str, int]
    keyword_costs: dict[str, int]
    keyword_adds_x: tuple[str, ...]
    keywords: tuple[str, ...]
    elements: tuple[Element, ...]
    elevation_cbt: int
    elevation_range: int
    elevation_extends: tuple[str, ...]
    climbing_ap: int
    swimming_ap: int
    swimming_reach: int
    climbs_to: ClimbsTo
    jump_between: bool
    hiding: HidingWay
    hiding_distance: int
    hiding_safe_beyond: int
    hostile_presence_again: StrikesAgain
    beacon_reach: int | None
    beacon_protection: int | None
    beacon_serves: BeaconServes | None
    idol_reach: int | None
    idol_psi: int | None
    idol_inspires: str | None
    idol_spared_by: str | None


class Infestation(Record):
    """The non-player fighters."""

    npf_spacing: int
    prowl: int
    charge: int
    charge_at: NpfCharge


class Weather(Record):
    """A line of the weather table: the sums of 2D6 that bring it, its effects and numbers."""

    name: str
    sums: tuple[int, ...]
    effects: tuple[WeatherEffect, ...]
    numbers: dict[str, int]


class Rulebook(Record):
    """A whole rulebook. An optional chapter is None in a book that does not have it."""

    key: str
    table: TableSizes
    rolls: Rolls
    band: BandRules
    preparation: Preparation
    match: MatchRules
    tactics: Tactics
    actions: Actions
    attacks: Attacks
    equipment: EquipmentRules
    conditions: Conditions
    territory: Territory | None
    infestation: Infestation | None
    weather: tuple[Weather, ...] | None


@cache
def rulebook(key: str) -> Rulebook:
    """Build the rulebook with that key; its file must have exactly the wanted values."""
    raw = raw_book(str(key))  # the cache would tell a plain string from an equal value of an option
    return typing.cast("Rulebook", _build_value(Rulebook, raw, key))


def borrow_chapters(book: Rulebook, lender: Rulebook) -> Rulebook:
    """Add the optional chapters of another book to a book that does not have them."""
    lent = {name: getattr(lender, name) for name in OPTIONAL_CHAPTERS if getattr(book, name) is None}
    return book.with_changes(**lent)


def _build_value(kind: Any, data: Any, at: str) -> Any:
    """Turn plain data into a value of that kind; `at` is the path that an error reports."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if type(None) in inner:
        return None if data is None else _build_value(inner[0], data, at)
    if isinstance(kind, type) and issubclass(kind, Record):
        if set(kind.parts) != set(data):
            raise ValueError(f"{at}: {sorted(set(kind.parts) ^ set(data))}")
        return kind(
            **{name: _build_value(kind.part_types[name], data[name], f"{at}.{name}") for name in kind.parts}
        )
    if origin is tuple:
        return tuple(_build_value(inner[0], item, f"{at}[{n}]") for n, item in enumerate(data))
    if origin is dict:
        return {name: _build_value(inner[1], item, f"{at}.{name}") for name, item in data.items()}
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind(data)
    if type(data) is not kind:
        raise ValueError(f"{at}: {data!r} is no {kind.__name__}")
    return data
