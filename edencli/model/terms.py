"""The few closed sets of words that cards are printed with.

An enum here is a fact of every card in every rulebook; what a rulebook may choose stands in `rulebooks`.
"""

import enum


class Characteristic(enum.StrEnum):
    """What a fighter is measured by; each belongs to one limb."""

    PSI = "psi"
    CBT = "cbt"
    VIG = "vig"
    SPD = "spd"


class LimbName(enum.StrEnum):
    """The four limbs of every fighter, in the order of the card."""

    HEAD = "head"
    ARMS = "arms"
    TORSO = "torso"
    LEGS = "legs"


class Stigma(enum.StrEnum):
    """How a fighter sees the world after the Apocalypse."""

    DESTRUCTION = "destruction"
    ORDER = "order"
    PROTECTION = "protection"
    EVOLUTION = "evolution"
    CHAOS = "chaos"


class Category(enum.StrEnum):
    """What a piece of equipment is for."""

    SHOOTING = "shooting"
    PROJECTILE = "projectile"
    BLAST = "blast"
    PR = "pr"
    TECH = "tech"


class AbilityKind(enum.StrEnum):
    """Whether an ability always works or is used."""

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


class Sight(enum.StrEnum):
    """What the players agreed a piece of scenery does to a line of sight that it cuts."""

    BLOCK = "block"
    OBSTACLE = "obstacle"
    NONE = "none"


CHARACTERISTIC_OF = {
    LimbName.HEAD: Characteristic.PSI,
    LimbName.ARMS: Characteristic.CBT,
    LimbName.TORSO: Characteristic.VIG,
    LimbName.LEGS: Characteristic.SPD,
}
LIMB_OF = {characteristic: limb for limb, characteristic in CHARACTERISTIC_OF.items()}
CHARACTERISTICS: frozenset[str] = frozenset(Characteristic)

# The steps of a match, in their order: what a position may stand at.
STEPS = (
    "setup.1-reveal",
    "setup.2-sp",
    "setup.3-bid",
    "setup.4-leader",
    "setup.5-mission",
    "setup.6-scenery",
    "setup.7-deploy",
    "setup.8-hand",
    "setup.9-ap",
    "first-player",
    "tactical-phase",
    "activation",
    *(f"intendancy.{n}" for n in range(1, 13)),
)

# The half of the field that faces each.
OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
