"""Where the chapters are bound into a match: who contributes to numbers, and who objects to acts."""

from collections.abc import Mapping, Sequence

from edencli.match.match import BARE, Contributor, Match, Setup
from edencli.match.state import State
from edencli.model.terms import CHARACTERISTICS
from edencli.rulebooks.values import Rulebook
from edencli.rules import acts, attack, conditions, gear, ranged, territory, wounds

# Who contributes to a number, in the order in which its parts are told.
CONTRIBUTORS: Mapping[str, Sequence[Contributor]] = {
    **dict.fromkeys(
        CHARACTERISTICS,
        (wounds.printed, conditions.markers, gear.bonus, ranged.obstacles, territory.elevation),
    ),
    **dict.fromkeys(("ap", "sp", "distance", "per-round", "per-match"), (acts.price,)),
    **dict.fromkeys(("strength", "range"), (gear.bonus,)),
    "protection": (wounds.protection,),
}
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
    return Match(book, state, setup=setup, chapters=CONTRIBUTORS, objectors=OBJECTORS)
