"""A band from plain data, its cards not yet looked up."""

from edencli.files.build_fighter import NAME, POINTS
from edencli.files.build_readers import Unfit, items, member, one_of, record, text
from edencli.model.band import Roster
from edencli.model.cards import Symbol
from edencli.model.terms import Stigma
from edencli.rulebooks.plain import BOOKS

FILE = text(400, r"^[^\\\n]+\.ya?ml$(?!\n)")
FILES = items(FILE, most=50, distinct=True)
_NAMES = items(NAME, most=100)

_ROSTER = record(
    {
        "kind": one_of(["band"]),
        "name": NAME,
        "rulebook": one_of(BOOKS),
        "cards": items(FILE, least=1, most=50, distinct=True),
        "faction": NAME,
        "stigma": member(Stigma),
        "budget": POINTS,
        "fighters": items(NAME, least=1, most=100),
        "missions": _NAMES,
        "tactics": _NAMES,
    },
    needed=["kind", "name", "cards", "fighters"],
)


def build_roster(data: object) -> Roster:
    """Build a band as its file says it, its cards not yet looked up."""
    parts = _ROSTER(data, ())
    del parts["kind"]
    faction, stigma = parts.pop("faction", None), parts.pop("stigma", None)
    if (faction is None) == (stigma is None):
        raise Unfit(())
    return Roster(symbol=Symbol(faction=faction, stigma=stigma), **parts)
