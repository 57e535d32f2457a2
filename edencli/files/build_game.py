"""A game from plain data: its header; position and moves are read by `build_position`."""

from edencli.files.build_band import FILE, FILES
from edencli.files.build_fighter import NAME
from edencli.files.build_position import moves, position
from edencli.files.build_readers import Path, flag, items, number, one_of, record, whole
from edencli.files.build_scenery import LENGTH
from edencli.model.game import Game, Templates
from edencli.rulebooks.plain import BOOKS, LENDERS

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
        "optional": one_of(LENDERS),
        "chapters": items(one_of(("territory", "infestation", "weather")), most=3, distinct=True),
        "rulings": record(_RULINGS),
        "field": record({"size": _size, "scenery": FILES}),
        "red": FILE,
        "blue": FILE,
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
