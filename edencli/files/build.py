"""Plain data to the model: what every command that plays does with a file.

Accepts exactly what the schemas accept and raises `Unfit` at the first thing that does not fit; what is wrong
with it is for the schemas to say. One builder a kind of file.
"""

from edencli.files.build_cards import build_cards
from edencli.files.build_fighter import BOOKS, NAME, POINTS
from edencli.files.build_position import moves, position
from edencli.files.build_readers import Path, Unfit, flag, items, member, number, one_of, record, text, whole
from edencli.files.build_scenery import LENGTH, build_scenery
from edencli.model.band import Roster
from edencli.model.cards import Symbol
from edencli.model.game import Game, Templates
from edencli.model.terms import Stigma

__all__ = ["BUILDERS", "Unfit", "build_cards", "build_game", "build_roster", "build_scenery"]

_FILE = text(400, r"^[^\\\n]+\.ya?ml$(?!\n)")
_FILES = items(_FILE, most=50, distinct=True)
_NAMES = items(NAME, most=100)

_ROSTER = record(
    {
        "kind": one_of(["band"]),
        "name": NAME,
        "rulebook": one_of(BOOKS),
        "cards": items(_FILE, least=1, most=50, distinct=True),
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


_SIDE = number(60, 120)
_SIDES = items(_SIDE, least=2, most=2)


def _size(data: object, path: Path) -> tuple[float, float]:
    if isinstance(data, list):
        width, depth = _SIDES(data, path)
        return width, depth
    side = _SIDE(data, path)
    return side, side


def _templates(data: object, path: Path) -> Templates:
    given = _TEMPLATES(data, path)
    blast = {f"blast_{key}": length for key, length in given.pop("blast", {}).items()}
    return Templates(**given, **blast)


_TEMPLATES = record(
    {
        "explosion": LENGTH,
        "blast": record({"length": LENGTH, "near": LENGTH, "far": LENGTH}, needed=["length", "near", "far"]),
    }
)
_RULINGS = {
    "joint-blocking": flag,
    "deployment-contact": flag,
    "dodge-difficulty": one_of(("every-modifier", "profile-and-markers")),
    "shooting-effects": one_of(("needs-cp-lost", "always")),
    "extinguish-under-fear": flag,
}
_GAME = record(
    {
        "kind": one_of(["game"]),
        "name": NAME,
        "rulebook": one_of(BOOKS),
        "optional": one_of(("en", "fr", "it", "pt")),
        "chapters": items(one_of(("territory", "infestation", "weather")), most=3, distinct=True),
        "rulings": record(_RULINGS),
        "field": record({"size": _size, "scenery": _FILES}),
        "red": _FILE,
        "blue": _FILE,
        "dice": record({"seed": whole(0, 2**53 - 1)}, needed=["seed"]),
        "templates": _templates,
        "position": position,
        "moves": moves,
    },
    needed=["kind", "name", "red", "blue"],
)


def build_game(data: object) -> Game:
    """Build a game as its file says it, its bands and scenery not yet looked up."""
    parts = _GAME(data, ())
    del parts["kind"]
    return Game(**parts.pop("field", {}), **parts.pop("dice", {}), **parts)


BUILDERS = {"band": build_roster, "cards": build_cards, "scenery": build_scenery, "game": build_game}
