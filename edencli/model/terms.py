"""The words that cards are printed with: closed sets, a row for each word.

A row holds what is true of its word in every rulebook: where it may stand, in which range, what it lays or
means. What a rulebook chooses or prices is in `rulebooks`; what a word does is in the chapter of its rule.
Columns have defaults, because a lookup of a word, `Effect("burn")`, is written as a call of the same form.
"""

import enum
from typing import Self

FACTIONS = (
    *("Jokers Gang", "Clan Bamaka", "I.S.C.", "Matriarchy of Sybille"),
    *("Convoy", "Resistance", "Horde", "Askaris"),
)
"""The factions that the rulebooks name; cards may have others."""


class Characteristic(enum.StrEnum):
    """The characteristics of fighters; each belongs to one limb."""

    about: str

    def __new__(cls, key: str, about: str = "") -> Self:
        """Make a row: the key, and what it measures."""
        row = str.__new__(cls, key)
        row._value_, row.about = key, about
        return row

    PSI = "psi", "the strength of the mind"
    CBT = "cbt", "the skill in combat"
    VIG = "vig", "the vigour of the body"
    SPD = "spd", "speed"


class Quantity(enum.StrEnum):
    """A number that the rules compute, besides the characteristics."""

    AP = "ap"
    SP = "sp"
    DISTANCE = "distance"
    RANGE = "range"
    STRENGTH = "strength"
    PROTECTION = "protection"
    PER_ROUND = "per-round"
    PER_MATCH = "per-match"
    SIGHT = "sight"
    TACTIC = "tactic"


class LimbName(enum.StrEnum):
    """The four limbs of every fighter, in the order of the card, each with its characteristic."""

    characteristic: Characteristic

    def __new__(cls, key: str, characteristic: Characteristic = Characteristic.PSI) -> Self:
        """Make a row: the key, and the characteristic that suffers when the limb is wounded."""
        row = str.__new__(cls, key)
        row._value_, row.characteristic = key, characteristic
        return row

    HEAD = "head", Characteristic.PSI
    ARMS = "arms", Characteristic.CBT
    TORSO = "torso", Characteristic.VIG
    LEGS = "legs", Characteristic.SPD


class Stigma(enum.StrEnum):
    """A fighter's view of the world after the Apocalypse."""

    DESTRUCTION = "destruction"
    ORDER = "order"
    PROTECTION = "protection"
    EVOLUTION = "evolution"
    CHAOS = "chaos"


class Gender(enum.StrEnum):
    """How sentences refer to a fighter, in languages that have to choose."""

    HE = enum.auto()
    SHE = enum.auto()
    IT = enum.auto()
    THEY = enum.auto()


class Marker(enum.StrEnum):
    """The condition of a fighter for which a marker stands."""

    BURN = "burn"
    FEAR = "fear"
    POISON = "poison"
    RAGE = "rage"
    SLOWDOWN = "slowdown"


class Category(enum.StrEnum):
    """The purpose of a piece of equipment."""

    SHOOTING = "shooting"
    PROJECTILE = "projectile"
    BLAST = "blast"
    PR = "pr"
    TECH = "tech"


_AIMED = (Category.SHOOTING, Category.PROJECTILE)
_WEAPONS = (*_AIMED, Category.BLAST)


class WeaponEffect(enum.StrEnum):
    """The effects in the notation of a weapon, in the order of the rulebooks.

    The number of an effect is 1 to `most`. It is allowed on these `weapons`, and required on those where it
    is `needed`. `lays` is the marker that it leaves on a fighter that is hit.
    """

    most: int
    weapons: tuple[Category, ...]
    needed: tuple[Category, ...]
    lays: Marker | None
    about: str

    def __new__(
        cls,
        key: str,
        most: int = 0,
        weapons: tuple[Category, ...] = (),
        needed: tuple[Category, ...] = (),
        lays: Marker | None = None,
        about: str = "",
    ) -> Self:
        """Make a row."""
        row = str.__new__(cls, key)
        row._value_, row.most, row.weapons, row.needed = key, most, weapons, needed
        row.lays, row.about = lays, about
        return row

    BURN = "burn", 12, _WEAPONS, (), Marker.BURN, "Burn (X): burn markers for whoever it strikes."
    FEAR = "fear", 12, _WEAPONS, (), Marker.FEAR, "Fear (X): fear markers for whoever it strikes."
    POISON = (
        *("poison", 12, _WEAPONS, (), Marker.POISON),
        "Poison (X): poison markers for whoever it strikes (French book only).",
    )
    SLOWDOWN = (
        *("slowdown", 12, _WEAPONS, (), Marker.SLOWDOWN),
        "Slowdown (X): slowdown markers for whoever it strikes (French book only).",
    )
    EXPLOSIVE = (
        *("explosive", 12, _AIMED, (), None),
        "Explosive (X): explodes where it strikes; X dice against VIG for everyone under the template.",
    )
    RANGE = "range", 120, _AIMED, _AIMED, None, "Range (X), in centimetres."
    STRENGTH = (
        *("strength", 20, (Category.SHOOTING,), (Category.SHOOTING,), None),
        "Str (X): the strength of the shot.",
    )


class AbilityKind(enum.StrEnum):
    """Whether an ability always works or has to be used."""

    PERMANENT = "permanent"
    ACTION = "action"


class MissionKind(enum.StrEnum):
    """Whether the opponent may read a mission."""

    SECRET = "secret"  # noqa: S105  # a mission, no password
    REVEALED = "revealed"


class Deployment(enum.StrEnum):
    """Where a mission lets its side deploy."""

    CONFRONTATION = "confrontation"
    AMBUSH = "ambush"


class SightBlocking(enum.StrEnum):
    """What the players agreed a piece of scenery does to a line of sight that it cuts."""

    BLOCK = "block"
    OBSTACLE = "obstacle"
    NONE = "none"


class WeatherName(enum.StrEnum):
    """The weather conditions; each book decides which sum brings which, and what it does."""

    ION_STORM = "ion-storm"
    STORM = "storm"
    FOG = "fog"
    NORMAL = "normal"
    MIST = "mist"
    ACID_RAIN = "acid-rain"
    SNOWSTORM = "snowstorm"


class ActKind(enum.StrEnum):
    """A kind of act, as cards call it."""

    MOVE = "move"
    CHARGE = "charge"
    MELEE = "melee"
    SHOT = "shot"
    THROW = "throw"
    BLAST = "blast"
    ABILITY = "ability"
    EXTINGUISH = "extinguish"
    PASSIVE = "passive"
    DODGE = "dodge"
    RESPONSE = "response"
    STRIKE = "strike"
    ACTIVATION = "activation"
    TARGET = "target"


REACTIONS = frozenset({ActKind.PASSIVE, ActKind.DODGE, ActKind.RESPONSE, ActKind.STRIKE})
"""Acts that a fighter does only as a reaction to another fighter's act."""


class Manner(enum.StrEnum):
    """The manner in which something is done, as events say it: an attack, a movement."""

    MELEE = "melee"
    STRIKE = "strike"
    STRIKE_BACK = "strike-back"
    SHOOTING = "shooting"
    PROJECTILE = "projectile"
    BLAST = "blast"
    MOVE = "move"
    CHARGE = "charge"
    PROWL = "prowl"
    CARD = "card"


CHARACTERISTIC_OF = {limb: limb.characteristic for limb in LimbName}
LIMB_OF: dict[str, LimbName] = {limb.characteristic: limb for limb in LimbName}
CHARACTERISTICS: frozenset[str] = frozenset(Characteristic)

# The faces of a die.
FACES = range(1, 7)

# The half opposite to each half.
OPPOSITE_HALF = {"south": "north", "north": "south", "west": "east", "east": "west"}

# The greatest values in a position: of AP, markers and so on, of a player's points, of agreed rounds either
# way, of markers on the field.
MOST_COUNTED = 999
MOST_POINTS = 9_999
MOST_ROUNDS_MORE = 99
MOST_TOKENS = 100
MOST_DISCARDED = 100


class Payment(enum.StrEnum):
    """The purposes on which players spend SP."""

    BID = "bid"
    TACTIC = "tactic"
    ABILITY = "ability"
    CANCELLATION = "cancellation"


class Duration(enum.StrEnum):
    """When a lasting effect ends."""

    ATTACK = "attack"
    NEXT_ACT = "next-act"
    ACTIVATION = "activation"
    NEXT_ACTIVATION = "next-activation"
    ROUND = "round"
    NEXT_ROUND = "next-round"
    MATCH = "match"
