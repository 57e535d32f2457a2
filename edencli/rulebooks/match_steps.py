"""The steps of a match in their order, and those of the procedures that events name.

A step is called by its rule. The steps of a match are what a position may stand at; they are read from the
first book, whose steps all others have, and `edencli.rules.steps` has what is done in each. The steps of
procedures say where dice are rolled and wounds are suffered, as events tell it and cards may name it.
"""

from edencli.rulebooks.raw_books import BOOKS, raw_book


def _listed_steps(key: str) -> tuple[str, ...]:
    """The steps of the preparation, and those of a round, a phase with steps of its own by these."""
    book = raw_book(key)
    phases = [book["match"].get(phase, (phase,)) for phase in book["match"]["phases"]]
    return (*book["preparation"]["steps"], *(step for steps in phases for step in steps))


MATCH_STEPS = _listed_steps(BOOKS[0])
FIRST_STEP_OF_ROUND = MATCH_STEPS[len(raw_book(BOOKS[0])["preparation"]["steps"])]

SCENERY_STEP, DEPLOYMENT_STEP, AP_STEP = "setup.6-scenery", "setup.7-deploy", "setup.9-ap"
"""The steps of the preparation from which on missions, abilities and tactical cards hear what happens."""

_BURNING, _IN_FEAR = "intendancy.3", "intendancy.4"
_FROM_A_FIGHTER = ("melee.passive", "melee.dodge", "shoot.roll", "shoot.strength")

ROLL_STEPS = (*_FROM_A_FIGHTER, "gear.explosive", "disengage.roll", "card-over-rule", _BURNING, _IN_FEAR)
"""The steps of which a roll may be."""
ROLLS_BY_NO_FIGHTER = (_BURNING,)
ROLLS_AGAINST_NO_FIGHTER = ("disengage.roll", _IN_FEAR)

LOCATION_STEPS = ("melee.location", "shoot.location", _BURNING)
"""The steps in which a location is rolled."""

WOUND_STEPS = ("melee.success", "shoot.wounds", "gear.explosive", "blast.wounds", _BURNING)
"""The steps in which wounds are suffered."""
WOUNDS_BY_NO_FIGHTER = (_BURNING,)

MARKER_STEPS = ("shoot.wounds",)
"""The steps in which markers are suffered."""
