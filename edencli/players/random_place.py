"""Where a random player puts scenery and fighters in the preparation."""

from collections.abc import Iterator, Sequence
from typing import Any

from edencli.field.units import PER_CM
from edencli.match.match import Match
from edencli.match.questions import Spot
from edencli.match.state import Lying
from edencli.players.chance import Chance
from edencli.rules.placing import Deploying, Placing

Place = tuple[int, int]

TRIES = 300
# When chance finds no room, every place of a grid this wide is tried.
GRID = PER_CM
QUARTERS = (0.0, 45.0, 90.0, 135.0)


class NoRoom(RuntimeError):  # noqa: N818  # there is none
    """Nothing that must be put on the field fits on it anywhere."""


def think_of_place(match: Match, chance: Chance, question: Spot[Any]) -> Any:
    """Put one of the things that are left somewhere legal: at random if that works soon, else by a search."""
    left = question.about["left"]
    if question.about["what"] == "scenery":
        tries = _scenery(match, chance, left)
        search = (Placing(one, Lying(at, turn)) for one in left for at in _grid(match) for turn in QUARTERS)
        return _first_legal(question, tries) or _first_legal(question, search) or _stuck(left)
    fighters = (Deploying(chance.one_of(left), _anywhere(match, chance)) for _ in range(TRIES))
    anywhere = (Deploying(one, at) for one in left for at in _grid(match))
    return _first_legal(question, fighters) or _first_legal(question, anywhere) or _stuck(left)


def _scenery(match: Match, chance: Chance, left: Sequence[str]) -> Iterator[Placing]:
    for _ in range(TRIES):
        turn = float(chance.below(24) * 15)
        yield Placing(chance.one_of(left), Lying(_anywhere(match, chance), turn))


def _first_legal(question: Spot[Any], tries: Iterator[Any]) -> Any:
    return next((one for one in tries if question.refusal(one) is None), None)


def _anywhere(match: Match, chance: Chance) -> Place:
    return chance.below(match.setup.width), chance.below(match.setup.height)


def _grid(match: Match) -> Iterator[Place]:
    for x in range(0, match.setup.width, GRID):
        for y in range(0, match.setup.height, GRID):
            yield x, y


def _stuck(left: Sequence[Any]) -> Any:
    raise NoRoom(f"no room for any of {left}")
