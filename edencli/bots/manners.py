"""The manners of the practice opponent: what each one weighs more, and what less.

A manner is a row of weights. All manners judge by the same odds (`edencli.bots.appraisal`) and know the same
acts. Knows no match.
"""

from collections.abc import Mapping

from edencli.named_tuple import NamedTuple


class PlayManner(NamedTuple):
    """What a manner of playing weighs: shares of what the odds say."""

    danger: float
    """The share of an enemy's attack that counts if it may come in this round."""
    danger_later: float
    """The share of an enemy's attack that counts if it may come in the next round."""
    leader_danger: int
    """How many times a danger counts that concerns the leader."""
    chance: float
    """The share of an attack that counts if it may be made in the next activation."""
    nearing: float
    """The value of being a Move nearer to the enemy, in CP of the fighter."""


STEADY = PlayManner(danger=1 / 4, danger_later=1 / 8, leader_danger=1, chance=1 / 2, nearing=1 / 16)
MANNERS: Mapping[str, PlayManner] = {
    "steady": STEADY,
    "cautious": PlayManner(danger=1.0, danger_later=1 / 2, leader_danger=2, chance=1 / 2, nearing=1 / 32),
    "raider": PlayManner(danger=1 / 16, danger_later=1 / 32, leader_danger=1, chance=3 / 4, nearing=1 / 4),
}
"""The manners by name; every share has a power of two below the line, so that values stay exact."""
