"""The steps of a match in order, and the steps of procedures that events name.

A step has the id of its rule. A position stands at one of the steps of a match; they are read from the first
book, and all other books have the same ones. `edencli.rules.steps` does what happens in each. The steps of
procedures say where dice are rolled and wounds are suffered, for events and for cards.
"""

from edencli.rulebooks.raw_books import BOOKS, raw_book


def _listed_steps(key: str) -> tuple[str, ...]:
    """The steps of the preparation, then those of a round; a phase with steps is replaced by them."""
    book = raw_book(key)
    phases = [book["match"].get(phase, (phase,)) for phase in book["match"]["phases"]]
    return (*book["preparation"]["steps"], *(step for steps in phases for step in steps))


MATCH_STEPS = _listed_steps(BOOKS[0])
FIRST_STEP_OF_ROUND = MATCH_STEPS[len(raw_book(BOOKS[0])["preparation"]["steps"])]

SCENERY_STEP, DEPLOYMENT_STEP, AP_STEP = "setup.6-scenery", "setup.7-deploy", "setup.9-ap"
"""The steps of the preparation from which missions, abilities and tactical cards hear events."""

_BURNING, _IN_FEAR = "intendancy.3", "intendancy.4"
_FROM_A_FIGHTER = ("melee.passive", "melee.dodge", "shoot.roll", "shoot.strength")

ROLL_STEPS = (*_FROM_A_FIGHTER, "gear.explosive", "disengage.roll", "card-over-rule", _BURNING, _IN_FEAR)
"""The steps in which a roll may be made."""
ROLLS_BY_NO_FIGHTER = (_BURNING,)
ROLLS_AGAINST_NO_FIGHTER = ("disengage.roll", _IN_FEAR)

LOCATION_STEPS = ("melee.location", "shoot.location", _BURNING)
"""The steps in which a location is rolled."""

WOUND_STEPS = ("melee.success", "shoot.wounds", "gear.explosive", "blast.wounds", _BURNING)
"""The steps in which wounds are suffered."""
WOUNDS_BY_NO_FIGHTER = (_BURNING,)

MARKER_STEPS = ("shoot.wounds",)
"""The steps in which an attack gives markers."""
