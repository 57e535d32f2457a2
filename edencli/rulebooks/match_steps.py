"""The steps of a match in their order, as the books list them: what a position may stand at.

A step is called by its rule. Read from the first book, whose steps all others have; `edencli.rules.steps` has
what is done in each.
"""

from edencli.rulebooks.raw_books import BOOKS, raw_book


def _listed_steps(key: str) -> tuple[str, ...]:
    """The steps of the preparation, and those of a round, a phase with steps of its own by these."""
    book = raw_book(key)
    phases = [book["match"].get(phase, (phase,)) for phase in book["match"]["phases"]]
    return (*book["preparation"]["steps"], *(step for steps in phases for step in steps))


MATCH_STEPS = _listed_steps(BOOKS[0])
