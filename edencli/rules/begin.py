"""Where the chapters are bound into a match: who contributes to numbers, and who objects to acts."""

from edencli.match.match import Match
from edencli.match.setup import BARE, Setup
from edencli.match.state import State
from edencli.rulebooks.values import Rulebook
from edencli.rules import acts, attack, conditions, gear, ranged, territory, wounds

CONTRIBUTORS = (
    acts.price,
    wounds.printed,
    wounds.protection,
    conditions.markers,
    gear.bonus,
    ranged.obstacles,
    territory.elevation,
)
OBJECTORS = (
    attack.gone,
    conditions.afraid,
    conditions.not_burning,
    acts.affordable,
    gear.not_carried,
    gear.used_up,
    ranged.hopeless,
    wounds.healable,
    acts.unpayable,
)


def begin(book: Rulebook, state: State, setup: Setup = BARE) -> Match:
    """Put a state under the rules of a book."""
    return Match(book, state, setup=setup, contributors=CONTRIBUTORS, objectors=OBJECTORS)
