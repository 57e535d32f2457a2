"""Who and how many a card means, when, and what must be so: the words that effects are made of.

Fighters are not named: a `Role` is bound when an effect works, a `Who` is a filter. Numbers are whole,
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
    """One fighter, known by the part he has when the effect works."""

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
    """Something of the field from which one measures: an edge, a corner, its centre, the line between halves.

    The line runs between the halves that the players chose; before that there is none, nor a player's edge.
    """

    EDGE = "edge"
    OWN_EDGE = "own-edge"
    ENEMY_EDGE = "enemy-edge"
    CORNER = "corner"
    CENTRE = "centre"
    CENTRE_LINE = "centre-line"


class Stance(enum.StrEnum):
    """How a base is to a piece of scenery: at it is in it, on it or in contact with it."""

    AT = "at"
    IN = "in"
    ON = "on"
    TOUCHING = "touching"
    BEHIND = "behind"


class Camp(enum.StrEnum):
    """A side as the card's player sees it; his allies leave the user of the card out."""

    ALLIES = "allies"
    OWN = "own"
    ENEMIES = "enemies"


class Owner(enum.StrEnum):
    """One of the players, as the card's sees them."""

    OWN = "own"
    OPPONENT = "opponent"


class Since(enum.StrEnum):
    """How far back a card looks."""

    ACTIVATION = "activation"
    ROUND = "round"
    MATCH = "match"


class OnceIn(enum.StrEnum):
    """In which time an effect works no more than once."""

    ROUND = "round"
    MATCH = "match"


class NumberWord(enum.StrEnum):
    """A number that a card can add to: a characteristic, a price, a length, a limit.

    How far one sees and what a tactical card costs are the rules' own.
    """

    _ignore_ = "members number"

    members = vars()
    for number in (*Characteristic, *Quantity):
        if number not in {Quantity.SIGHT, Quantity.TACTIC}:
            members[number.name] = number.value


class EventNumber(enum.StrEnum):
    """A number that an event gives to whatever it sets off, or that the dice of a card give.

    Wounds are `net` what protection leaves of them. What a card adds to is so high, `so-far`, before those
    cards that look at that add to it; its `bonuses` are what has been added to the printed value, penalties
    left out.
    """

    AMOUNT = "amount"
    FACE = "face"
    DIE = "die"
    SUCCESSES = "successes"
    NET = "net"
    SO_FAR = "so-far"
    BONUSES = "bonuses"


class CpCount(enum.StrEnum):
    """The CP of a fighter, or of one of his limbs: those left, those lost, or all that the card prints."""

    LEFT = "left"
    LOST = "lost"
    PRINTED = "printed"


class CardLimb(enum.StrEnum):
    """A limb by its name, that of the event that is going on, or the one that a location die shows."""

    HEAD = "head"
    ARMS = "arms"
    TORSO = "torso"
    LEGS = "legs"
    SAME = "same"
    ROLLED = "rolled"


class CardEvent(enum.StrEnum):
    """An event of the log that cards hear of: which of its parts is who does it, and who suffers it.

    `amount` is the part that a card may lessen or raise, `counted` the one that it may only count. `player`
    is the part with the player who does it, `named` the one with a name: of a card, an ability, a marker or
    scenery.
    """

    doer: str | None
    sufferer: str | None
    amount: str | None
    counted: str | None
    player: str | None
    named: str | None

    def __new__(  # a column each
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


# What only tells of something that is decided elsewhere: to prevent it would change nothing, or end nothing.
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

# What befalls a fighter: its doer is the fighter who caused it, if one did.
CAUSED = frozenset({CardEvent.CP_LOST, CardEvent.LEFT, CardEvent.MARKERS_ADDED, CardEvent.WOUNDED})


class Word(Record):
    """A word of the vocabulary. Each family keeps its words in `rows`, by how files write them."""

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
    """Which scenery, and how a base is to some of it; {} is at any.

    A piece has a keyword only where the chapter on territory is played; it is the element that its file
    says, until it is destroyed. Who is behind it, seen from `of`, has it in the line of sight as an obstacle
    or a wall, and neither of the two is in it. Who is `within` so many centimetres is no farther from it.
    The one that is `chosen` is the piece that a player chose before; what lasts keeps it.
    """

    keyword: Keyword | None = None
    element: ElementName | None = None
    name: str | None = None
    chosen: bool = False
    stands: Stance | None = None
    within: float | None = None
    of: Role = Role.USER


class WeaponFilter(Record):
    """Which equipment: by its name, and by what it is in one of its categories; {} is any.

    It has an `effect` of its notation, whose number may be bounded: its strength, its range, its burn
    markers. A `bonus` is one to that characteristic, or a penalty. In an attack it is the use that is made
    of it that counts.
    """

    name: str | None = None
    category: Category | None = None
    effect: WeaponEffect | None = None
    least: int = 0
    most: int | None = None
    bonus: Characteristic | None = None


class CardSymbol(enum.StrEnum):
    """A kind of symbol that a tactical card bears."""

    FACTION = "faction"
    STIGMA = "stigma"


class TacticFilter(Record):
    """Which tactical cards: by the kind of their symbol, by the SP that they cost as printed; {} is any.

    A card `raises` a number where one of its effects adds to that number. A `word` stands in its name by
    itself; a card that is `cancellable` has a price for which the opponent cancels it.
    """

    symbol: CardSymbol | None = None
    word: str | None = None
    cancellable: bool | None = None
    least: int = 0
    most: int | None = None
    raises: NumberWord | None = None


class Who(Record):
    """Which fighters: all whom a filter lets through, on the field unless they must be out; {} is all.

    Who is `near` a marker or an area, or at a `landmark`, touches it, or is `within` so many centimetres of
    it; a marker that is carried is where its bearer stands, and nobody touches it. A `near_half` asks for
    markers that lie wholly in the half of that player. Who is `between` a
    fighter and `of` touches the straight line between their centres. Who had no AP to be activated with
    counts as `activated` in this round, and so do nobody's fighters, for whom no player waits. `any_of` are
    filters of which at least one lets a fighter through, `but_not` one that must not. `the` remembered are
    all whom the card remembers; where a single one is meant, it is the last of them.
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
        """Keep what the filter was compiled to, which is no part of its value."""
        set_slot(self, "compiled", compiled)


# Filters hold filters: what the class could not name before it was made.
Who.part_types.update(any_of=tuple[Who, ...], but_not=Who | None)

USER = Who(the=Role.USER)
TARGET = Who(the=Role.TARGET)


class Past(Record):
    """What happened since the round, the match or the activation began, each time that it did."""

    event: CardEvent
    doer: Who | None = None
    sufferer: Who | None = None
    how: Manner | None = None
    player: Owner | None = None
    named: str | None = None
    card: TacticFilter | None = None
    since: Since = Since.ROUND


class Where(Record):
    """Where something may lie or stand: anywhere that the rest allows, as a player chooses, or in the centre.

    It is `within` so many centimetres of one fighter, of a marker, or of a landmark, `clear` of some fighters
    and `spaced` from every marker by as many; who is put there touches nobody where he must be `free`. Where
    one `fell` is the place at which that fighter left the field.
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
    """A number, or what is counted when it is needed: fighters, what they are worth, events, markers.

    It may be made of other numbers: their `sum`, their `product`, the `difference` of the first and the
    second, the `smallest` or the `largest` of them. What a fighter's card `mentions` is counted wherever the
    word stands on it. Of what is counted each full `per` counts as one, or, rounded `up`, each that is begun,
    or that is begun by half, where it is rounded to the `nearest`. `shows` counts the dice of a roll that
    show one of these faces.
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
        """Whether it is a number, for which nothing is counted."""
        return self == type(self)(n=self.n)


# Numbers are made of numbers: what the class could not name before it was made.
ARITHMETIC = ("sum", "product", "difference", "smallest", "largest")
"""The ways in which a number is made of others."""
HowMany.part_types.update(dict.fromkeys(ARITHMETIC, tuple[HowMany, ...] | None))


class Length(HowMany):
    """So many centimetres, halves too, or what is counted when it is needed."""


ONE = HowMany(n=1)
ONE_CM = Length(n=1)


class Proviso(Word):
    """Something that must be so."""


class ThereAre(Proviso, word="there-are"):
    """So many fighters are as the filter says: at least one, where nothing else is said."""

    who: Who
    least: int = 1
    most: int | None = None


class MoreThan(Proviso, word="more-than"):
    """More fighters are as one filter says than as another."""

    who: Who
    than: Who


class RoundIs(Proviso, word="round"):
    """It is one of these rounds."""

    least: int = 1
    most: int | None = None


class WeatherIs(Proviso, word="weather"):
    """The weather of the match is so, where a book and its chapter have weather."""

    weather: WeatherName


class Happened(Proviso, word="happened"):
    """Something happened so many times: at least once, where nothing else is said."""

    past: Past
    least: int = 1
    most: int | None = None


class CanAct(Proviso, word="can"):
    """A fighter may do one of these acts now, against such fighters where some are named."""

    the: Role
    acts: tuple[ActKind, ...]
    against: Who | None = None


class NumberIs(Proviso, word="number"):
    """A number is so high."""

    number: HowMany
    least: int = 0
    most: int | None = None


Requirements = tuple[Proviso, ...]


class Not(Proviso, word="not"):
    """It is not so; of a fighter whom the moment does not have, nothing is so, and nothing is not."""

    what: Proviso


class AnyOf(Proviso, word="any"):
    """At least one of these is so."""

    tests: Requirements


class AllOf(Proviso, word="all"):
    """All of these are so."""

    tests: Requirements
