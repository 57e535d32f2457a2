"""The words that effects are made of: which fighters and how many, when, and under which conditions.

Fighters are not named: a `Role` is filled when an effect works, and a `Who` is a filter. Numbers are whole,
lengths whole or half centimetres.
"""

import enum
from typing import ClassVar, Self

from edencli.model.scenery import ElementName, Keyword
from edencli.model.terms import (
    ActKind,
    Category,
    Characteristic,
    Manner,
    Marker,
    Quantity,
    WeaponEffect,
    WeatherName,
)
from edencli.record import Record, set_slot


class Role(enum.StrEnum):
    """A fighter, by its role when the effect works."""

    USER = "user"
    TARGET = "target"
    DOER = "doer"
    SUFFERER = "sufferer"
    LEADER = "leader"
    ENEMY_LEADER = "enemy-leader"
    LAST_ATTACKER = "last-attacker"
    REMEMBERED = "remembered"


class FieldPart(enum.StrEnum):
    """A part of the field; a base across its border is not in it."""

    OWN_HALF = "own-half"
    ENEMY_HALF = "enemy-half"
    OWN_ZONE = "own-zone"
    ENEMY_ZONE = "enemy-zone"
    NORTH_WEST = "north-west"
    NORTH_EAST = "north-east"
    SOUTH_WEST = "south-west"
    SOUTH_EAST = "south-east"


class Landmark(enum.StrEnum):
    """A feature of the field to measure from: an edge, a corner, the centre, the line between the halves.

    The line runs between the halves that the players chose. Before that, neither the line nor a player's edge
    exists.
    """

    EDGE = "edge"
    OWN_EDGE = "own-edge"
    ENEMY_EDGE = "enemy-edge"
    CORNER = "corner"
    CENTRE = "centre"
    CENTRE_LINE = "centre-line"


class Stance(enum.StrEnum):
    """How a base stands to a piece of scenery; `at` means in it, on it or in contact with it."""

    AT = "at"
    IN = "in"
    ON = "on"
    TOUCHING = "touching"
    BEHIND = "behind"


class Camp(enum.StrEnum):
    """A side as seen by the card's player; the allies of the card's user do not include that fighter."""

    ALLIES = "allies"
    OWN = "own"
    ENEMIES = "enemies"


class Owner(enum.StrEnum):
    """A player, as seen by the card's player."""

    OWN = "own"
    OPPONENT = "opponent"


class Since(enum.StrEnum):
    """How far back a card looks."""

    ACTIVATION = "activation"
    ROUND = "round"
    MATCH = "match"


class OnceIn(enum.StrEnum):
    """The time in which an effect works only once."""

    ROUND = "round"
    MATCH = "match"


class NumberWord(enum.StrEnum):
    """A number that a card can add to: a characteristic, a price, a length, a limit.

    How far a fighter sees and what a tactical card costs cannot be changed in this way.
    """

    _ignore_ = "members number"

    members = vars()
    for number in (*Characteristic, *Quantity):
        if number not in {Quantity.SIGHT, Quantity.TACTIC}:
            members[number.name] = number.value


class EventNumber(enum.StrEnum):
    """A number given by an event to the effects that it triggers, or by the dice of a card.

    `net` is the number of wounds that protection leaves. `so-far` is how high a number is before those cards
    add to it that depend on that; `bonuses` is what has been added to its printed value, without penalties.
    """

    AMOUNT = "amount"
    FACE = "face"
    DIE = "die"
    SUCCESSES = "successes"
    NET = "net"
    SO_FAR = "so-far"
    BONUSES = "bonuses"


class CpCount(enum.StrEnum):
    """The CP of a fighter, or of one of its limbs: those left, those lost, or all that are printed."""

    LEFT = "left"
    LOST = "lost"
    PRINTED = "printed"


class CardLimb(enum.StrEnum):
    """A limb by its name, the limb of the current event, or one that a location die shows."""

    HEAD = "head"
    ARMS = "arms"
    TORSO = "torso"
    LEGS = "legs"
    SAME = "same"
    ROLLED = "rolled"


class CardEvent(enum.StrEnum):
    """An event of the log that cards hear of, and which of its parts are the doer and the sufferer.

    `amount` is the part that a card may lower or raise, `counted` a part that it may only count. `player` is
    the part with the player that does it, `named` the one with a name: of a card, an ability, a marker or
    scenery.
    """

    doer: str | None
    sufferer: str | None
    amount: str | None
    counted: str | None
    player: str | None
    named: str | None

    def __new__(  # a parameter for each column
        cls,
        key: str,
        doer: str | None = None,
        sufferer: str | None = None,
        amount: str | None = None,
        counted: str | None = None,
        player: str | None = None,
        named: str | None = None,
    ) -> Self:
        """Make a row."""
        row = str.__new__(cls, key)
        row._value_, row.doer, row.sufferer, row.amount = key, doer, sufferer, amount
        row.counted, row.player, row.named = counted or amount, player, named
        return row

    ABILITY_ENDED = "ability-ended", "fighter", None, None, None, None, "ability"
    ABILITY_USED = "ability-used", "fighter", None, None, None, None, "ability"
    ACTIVATED = "activated", "fighter"
    ACTIVATION_ENDED = "activation-ended", "fighter"
    AP_SPENT = "ap-spent", "fighter", None, None, "n"
    ATTACK_BEGUN = "attack-begun", "attacker", "target"
    ATTACK_ENDED = "attack-ended", "attacker", "victim", None, "cp_lost"
    BIDS_REVEALED = "bids-revealed", None, None
    CARDS_DISCARDED = "cards-discarded", None, None, None, "n", "side"
    CAME_BACK = "came-back", None, "fighter"
    CHARGE_DECLARED = "charge-declared", "fighter", "target"
    CHARGE_ENDED = "charge-ended", "fighter", "target"
    CHARGE_FAILED = "charge-failed", "fighter"
    CP_LOST = "cp-lost", "by", "victim", None, "amount"
    DESIGNATED = "designated", None, "fighter"
    EXHAUSTED = "exhausted", None, "fighter", None, None, "side"
    FIRST_PLAYER_SET = "first-player-set", None, None, None, None, "side"
    HEALED = "healed", None, "fighter", "n"
    INTERRUPTED = "interrupted", "fighter", "interrupted"
    LEADER_NAMED = "leader-named", None, "fighter"
    LEFT = "left", "by", "fighter"
    LIMB_CHANGED = "limb-changed", None, "victim"
    LOCATED = "located", None, "victim"
    MARKERS_ADDED = "markers-added", "by", "fighter", "n"
    MARKERS_REMOVED = "markers-removed", None, "fighter", "n"
    MISSION_PLAYED = "mission-played", None, None, None, None, "side", "mission"
    MOVED = "moved", "fighter"
    PASSED = "passed", None, None, None, None, "side"
    PLACED = "placed", None, "fighter"
    REACTED = "reacted", "fighter"
    ROLLED = "rolled", "by", "against", None, "successes", None, "card"
    ROUND_BEGUN = "round-begun", None, None
    SCENERY_BURNS = "scenery-burns", None, None, None, "n", None, "scenery"
    SCENERY_DESTROYED = "scenery-destroyed", None, None, None, None, None, "scenery"
    STEP_BEGUN = "step-begun", None, None
    TACTIC_CANCELLED = "tactic-cancelled", None, None, None, None, "side", "card"
    TACTIC_IN_FORCE = "tactic-in-force", None, None, None, None, "side", "card"
    TACTIC_PLAYED = "tactic-played", None, None, None, "sp", "side", "card"
    TOKEN_PLACED = "token-placed", None, None, None, None, "side", "token"
    TOKEN_PUT_DOWN = "token-put-down", "fighter", None, None, None, None, "token"
    TOKEN_TAKEN_UP = "token-taken-up", "fighter", None, None, None, None, "token"
    WOUNDED = "wounded", "by", "victim", "wounds"


# Events that only report what is decided elsewhere: preventing them would change nothing, or end nothing.
UNPREVENTABLE = frozenset(
    {
        CardEvent.ABILITY_ENDED,
        CardEvent.ACTIVATED,
        CardEvent.ACTIVATION_ENDED,
        CardEvent.AP_SPENT,
        CardEvent.ATTACK_ENDED,
        CardEvent.BIDS_REVEALED,
        CardEvent.CHARGE_DECLARED,
        CardEvent.CHARGE_ENDED,
        CardEvent.CHARGE_FAILED,
        CardEvent.DESIGNATED,
        CardEvent.FIRST_PLAYER_SET,
        CardEvent.INTERRUPTED,
        CardEvent.LEADER_NAMED,
        CardEvent.LIMB_CHANGED,
        CardEvent.LOCATED,
        CardEvent.MISSION_PLAYED,
        CardEvent.PASSED,
        CardEvent.REACTED,
        CardEvent.ROUND_BEGUN,
        CardEvent.STEP_BEGUN,
        CardEvent.TACTIC_CANCELLED,
        CardEvent.TACTIC_PLAYED,
    }
)


TACTIC_EVENTS = frozenset({CardEvent.TACTIC_CANCELLED, CardEvent.TACTIC_IN_FORCE, CardEvent.TACTIC_PLAYED})
"""The events that name a tactical card."""

# Events that happen to a fighter: the doer is the fighter that caused it, if any.
CAUSED = frozenset({CardEvent.CP_LOST, CardEvent.LEFT, CardEvent.MARKERS_ADDED, CardEvent.WOUNDED})


class Word(Record):
    """A word of the vocabulary; each family keeps its words in `rows`, by how files write them."""

    word: ClassVar[str] = ""
    rows: ClassVar[dict[str, type["Word"]]] = {}

    def __init_subclass__(cls, word: str = "") -> None:
        super().__init_subclass__()
        if not word:
            cls.rows = {}
            return
        cls.word = word
        cls.rows[word] = cls


class SceneryFilter(Record):
    """Which scenery, and how a base stands to it; {} means at any scenery.

    A piece has a keyword only if the chapter on territory is played. It is the element that its file says,
    until it is destroyed. A fighter is behind it, seen from `of`, if it is an obstacle or a wall in the line
    of sight, and neither fighter is in it. A fighter `within` a number of centimetres is no farther from it.
    `chosen` means the piece that a player chose before; lasting effects keep it.
    """

    keyword: Keyword | None = None
    element: ElementName | None = None
    name: str | None = None
    chosen: bool = False
    stands: Stance | None = None
    within: float | None = None
    of: Role = Role.USER


class WeaponFilter(Record):
    """Which equipment: by its name, and by its properties in one of its categories; {} means any.

    It has this `effect`, whose number may be bounded: its strength, its range, its burn markers. It has a
    `bonus` to this characteristic, or a penalty. In an attack, only the use that the attack makes of it
    counts.
    """

    name: str | None = None
    category: Category | None = None
    effect: WeaponEffect | None = None
    least: int = 0
    most: int | None = None
    bonus: Characteristic | None = None


class CardSymbol(enum.StrEnum):
    """A kind of symbol on a tactical card."""

    FACTION = "faction"
    STIGMA = "stigma"


class TacticFilter(Record):
    """Which tactical cards: by the kind of their symbol, by their printed price in SP; {} means any.

    A card `raises` a number if one of its effects adds to that number. `word` is a whole word of its name. A
    card is `cancellable` if the opponent can pay to cancel it.
    """

    symbol: CardSymbol | None = None
    word: str | None = None
    cancellable: bool | None = None
    least: int = 0
    most: int | None = None
    raises: NumberWord | None = None


class Who(Record):
    """Which fighters: all that the filter matches, on the field unless `out` is set; {} means all.

    A fighter `near` a marker or an area, or at a `landmark`, touches it, or is `within` a number of
    centimetres of it. A marker that is carried is where its bearer stands, and no fighter touches it. With
    `near_half`, only markers wholly in that player's half count. A fighter `between` two others (`between`
    and `of`) touches the straight line between their centres. A fighter without AP when it should have been
    activated counts as `activated` in this round, and so do fighters of no player, which are never waited
    for. `any_of` are filters of which at least one must match, `but_not` is one that must not. `the`
    remembered are all fighters that the card remembers; where only one can be meant, the last of them.
    """

    __slots__ = ("compiled",)

    the: Role | None = None
    side: Camp | None = None
    type: str | None = None
    not_type: str | None = None
    faction: str | None = None
    touching: Role | None = None
    within: float | None = None
    of: Role = Role.USER
    near: str | None = None
    near_half: Owner | None = None
    landmark: Landmark | None = None
    scenery: SceneryFilter | None = None
    between: Role | None = None
    bears: str | None = None
    has_counter: str | None = None
    zone: FieldPart | None = None
    nearest: Role | None = None
    seen_by: Role | None = None
    marker: Marker | None = None
    wounded: bool | None = None
    free: bool | None = None
    activated: bool | None = None
    carries: Category | None = None
    gear: WeaponFilter | None = None
    did: CardEvent | None = None
    suffered: CardEvent | None = None
    any_of: "tuple[Who, ...]" = ()
    but_not: "Who | None" = None
    out: bool = False

    def keep_compiled(self, compiled: object) -> None:
        """Keep the compiled form of the filter, which is no part of its value."""
        set_slot(self, "compiled", compiled)


# Filters contain filters, which the class could not name before it was made.
Who.part_types.update(any_of=tuple[Who, ...], but_not=Who | None)

USER = Who(the=Role.USER)
TARGET = Who(the=Role.TARGET)


class Past(Record):
    """Each time that something happened since the round, the match or the activation began."""

    event: CardEvent
    doer: Who | None = None
    sufferer: Who | None = None
    how: Manner | None = None
    player: Owner | None = None
    named: str | None = None
    card: TacticFilter | None = None
    since: Since = Since.ROUND


class Where(Record):
    """Where something may be put: anywhere that these conditions allow, chosen by a player, or in the centre.

    It is `within` a number of centimetres of a fighter, of a marker, or of a landmark; at least `clear`
    centimetres from some fighters, and `spaced` from every marker. A fighter that must be `free` touches no
    other there. `fell` is the place where that fighter left the field.
    """

    centre: bool = False
    fell: Role | None = None
    zone: FieldPart | None = None
    within: float | None = None
    of: Role = Role.USER
    near: str | None = None
    landmark: Landmark | None = None
    scenery: SceneryFilter | None = None
    clear: float | None = None
    clear_of: Who = Who()
    spaced: float | None = None
    free: bool = False


class HowMany(Record):
    """A number, or something that is counted when needed: fighters, their value, events, markers.

    It may be computed from other numbers: their `sum`, their `product`, the `difference` of the first and the
    second, the `smallest` or the `largest` of them. `mentions` counts how often a word occurs on a fighter's
    card. What is counted is divided by `per` and rounded down, or rounded `up`, or to the `nearest`. `shows`
    counts the dice of a roll that show one of these faces.
    """

    n: float = 0
    count: Who | None = None
    stat: Characteristic | None = None
    markers: Marker | None = None
    counters: str | None = None
    worth: Who | None = None
    past: Past | None = None
    vp: Owner | None = None
    sp: Owner | None = None
    event: EventNumber | None = None
    cp: CpCount | None = None
    limb: CardLimb | None = None
    mentions: str | None = None
    shows: tuple[int, ...] | None = None
    sum: "tuple[HowMany, ...] | None" = None
    product: "tuple[HowMany, ...] | None" = None
    difference: "tuple[HowMany, ...] | None" = None
    smallest: "tuple[HowMany, ...] | None" = None
    largest: "tuple[HowMany, ...] | None" = None
    of: Role = Role.USER
    per: int = 1
    up: bool = False
    nearest: bool = False
    times: int = 1
    most: int | None = None

    @property
    def is_plain(self) -> bool:
        """Whether it is a plain number, for which nothing is counted."""
        return self == type(self)(n=self.n)


# Numbers contain numbers, which the class could not name before it was made.
ARITHMETIC = ("sum", "product", "difference", "smallest", "largest")
"""The ways to compute a number from others."""
HowMany.part_types.update(dict.fromkeys(ARITHMETIC, tuple[HowMany, ...] | None))


class Length(HowMany):
    """A length in centimetres, halves allowed, or something that is counted when needed."""


ONE = HowMany(n=1)
ONE_CM = Length(n=1)


class Proviso(Word):
    """A condition that must hold."""


class ThereAre(Proviso, word="there-are"):
    """A number of fighters match the filter; at least one, if no number is given."""

    who: Who
    least: int = 1
    most: int | None = None


class MoreThan(Proviso, word="more-than"):
    """More fighters match one filter than another."""

    who: Who
    than: Who


class RoundIs(Proviso, word="round"):
    """The round is in this range."""

    least: int = 1
    most: int | None = None


class WeatherIs(Proviso, word="weather"):
    """The match has this weather, if its book and chapter have weather."""

    weather: WeatherName


class Happened(Proviso, word="happened"):
    """Something happened a number of times; at least once, if no number is given."""

    past: Past
    least: int = 1
    most: int | None = None


class CanAct(Proviso, word="can"):
    """A fighter may do one of these acts now, against fighters that `against` matches, if given."""

    the: Role
    acts: tuple[ActKind, ...]
    against: Who | None = None


class NumberIs(Proviso, word="number"):
    """A number is in this range."""

    number: HowMany
    least: int = 0
    most: int | None = None


Requirements = tuple[Proviso, ...]


class Not(Proviso, word="not"):
    """A condition does not hold; about a fighter that does not exist now, neither holds."""

    what: Proviso


class AnyOf(Proviso, word="any"):
    """At least one of these conditions holds."""

    tests: Requirements


class AllOf(Proviso, word="all"):
    """All of these conditions hold."""

    tests: Requirements
