"""Where the chapters are bound into a match: who contributes to numbers, and who objects to acts."""

from edencli.match.match import Match
from edencli.match.state import State
from edencli.rulebooks.values import Rulebook
from edencli.rules import acts, attack, conditions, gear, ranged, wounds

CONTRIBUTORS = (
    acts.price,
    wounds.printed,
    wounds.protection,
    conditions.markers,
    gear.bonus,
    ranged.obstacles,
)
OBJECTORS = (
    attack.gone,
    conditions.afraid,
    conditions.not_burning,
    acts.affordable,
    gear.used_up,
    ranged.hopeless,
    wounds.healable,
)


def begin(book: Rulebook, state: State) -> Match:
    """Put a state under the rules of a book."""
    return Match(book, state, contributors=CONTRIBUTORS, objectors=OBJECTORS)
