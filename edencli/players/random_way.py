"""Which ways a random player's fighters walk: straight, ever less straight, or as the field plans them."""

from collections.abc import Iterator
from math import sqrt

from edencli.field.planner import plan_contact
from edencli.field.shapes import Point
from edencli.field.units import PER_CM
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.players.chance import Chance
from edencli.rulebooks.values import Act
from edencli.rules.ground import base
from edencli.rules.movement import Path, ground

RASH = 0.15  # so often he runs at somebody who is out of reach
PLANNED = 0.05  # so often he asks the field for a way round what is in it
BENT = 0.2  # so often he takes two legs
TRIES = 4
SWERVE = 0.6  # how much less straight each try is


class Ways:
    """Thinks of ways; whether they may be walked is asked elsewhere."""

    def __init__(self, match: Match, chance: Chance) -> None:
        self._match = match
        self._chance = chance

    def into_contact(self, fighter: Piece, target: Piece) -> Iterator[Path]:
        """Straight at somebody, or round what is in the way."""
        reach = _distance(self._match.book.actions.charge)
        path, far = self._straight(fighter, target)
        if far <= reach or self._chance.happens(RASH):
            yield path
        if far <= reach and self._chance.happens(PLANNED):
            there = base(self._match, target)
            plan = plan_contact(
                ground(self._match, fighter, target), base(self._match, fighter), there, reach
            )
            if plan is not None:
                yield plan.route

    def towards(self, fighter: Piece, target: Piece) -> Iterator[Path]:
        """Towards somebody without reaching him, ever less straight."""
        here, there = base(self._match, fighter), base(self._match, target)
        reach = _distance(self._match.book.actions.move)
        dx, dy = there.x - here.x, there.y - here.y
        apart = sqrt(dx * dx + dy * dy)
        for n in range(TRIES):
            sx, sy = self._chance.heading()
            ux, uy = dx / apart + n * SWERVE * sx, dy / apart + n * SWERVE * sy
            far = min(reach * self._chance.between(0.5, 1), max(0, apart - here.r - there.r - PER_CM))
            yield self._path(here.centre, (here.x + far * ux / (1 + n), here.y + far * uy / (1 + n)))

    def anywhere(self, fighter: Piece) -> Iterator[Path]:
        """A step in any direction, in one leg or two."""
        here = base(self._match, fighter).centre
        reach = _distance(self._match.book.actions.move)
        for _ in range(TRIES):
            places = []
            x, y = here
            legs = 2 if self._chance.happens(BENT) else 1
            for _ in range(legs):
                dx, dy = self._chance.heading()
                far = reach / legs * self._chance.between(0.2, 1)
                x, y = round(x + far * dx), round(y + far * dy)
                places.append((x, y))
            yield self._path(here, *places)

    def _path(self, here: Point, *places: tuple[float, float]) -> Path:
        """A way whose places are on the field."""
        setup = self._match.setup
        ends = [Point(_kept(x, setup.width), _kept(y, setup.height)) for x, y in places]
        return (here, *ends)

    def _straight(self, fighter: Piece, target: Piece) -> tuple[Path, float]:
        """The straight way into contact, and its length."""
        here, there = base(self._match, fighter), base(self._match, target)
        dx, dy = there.x - here.x, there.y - here.y
        apart = sqrt(dx * dx + dy * dy)
        far = apart - here.r - there.r
        end = Point(round(here.x + far / apart * dx), round(here.y + far / apart * dy))
        return (here.centre, end), far


def _distance(act: Act) -> int:
    return (act.distance or 0) * PER_CM


def _kept(at: float, size: int) -> int:
    """A coordinate brought back onto the field."""
    return min(max(round(at), 0), size)
