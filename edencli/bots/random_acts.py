"""The acts of a random player: charge, strike, shoot, throw, use abilities; and what to see on the field.

Each kind of act draws a few candidates, and the question's own predicate judges them; if all are refused,
another kind is tried, and in the end the fighter is done. Nothing here decides what is legal. The random
numbers are its own: the dice of the match have others.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import sqrt
from typing import Any, ClassVar, TypeVar

from edencli.field.distance import gap, in_contact, nearest_foot
from edencli.field.planner import plan_contact
from edencli.field.shapes import Point
from edencli.field.units import PER_CM
from edencli.match.facts import UNSEEN, AtScenery, FarAcross, Seeing, Whereabouts
from edencli.match.match import Act, Match
from edencli.match.pieces import Piece
from edencli.match.questions import FieldListQuestion, FieldQuestion, PlacementQuestion
from edencli.match.reasons import Refusal
from edencli.match.state import SceneryState
from edencli.model.fighter import Equipment, Use
from edencli.model.terms import Category
from edencli.rules.acts import Blast, Charge, Extinguish, Melee, Move, Shot, Throw
from edencli.rules.footing import Path
from edencli.rules.ground import base, enemies_in_contact, enemies_on_field, footprint, sort_by_distance
from edencli.rules.heights import Climb, Leap, Swim, nearest_place_on, place_across
from edencli.rules.hiding import Hide
from edencli.rules.movement import planning_ground
from edencli.rules.npfs import NpfPlacement, Prowl, ProwlQuestion
from edencli.rules.options import FighterOptions, known_objection
from edencli.rules.placing import DeployAll, FighterPlacement, NoRoom, SceneryPlacement
from edencli.rules.questions import ActQuestion, WayQuestion
from edencli.rules.territory import MeleeAtScenery, ShotAtScenery

T = TypeVar("T")


class RandomSource:
    """Random values from a seed, equal on every machine, and independent of dice with that seed."""

    def __init__(self, seed: int) -> None:
        self._next = random.Random(f"player {seed}").random  # noqa: S311  # a game guards no secret

    def happens(self, likely: float) -> bool:
        """Return True with that probability."""
        return self._next() < likely

    def below(self, n: int) -> int:
        """Draw a whole number from 0 to n - 1."""
        return int(self._next() * n)

    def between(self, low: float, high: float) -> float:
        """Draw a number from a range."""
        return low + (high - low) * self._next()

    def pick(self, items: Sequence[T]) -> T:
        """Draw one of these items, all equally likely."""
        return items[int(self._next() * len(items))]

    def some_of(self, items: Sequence[T], n: int) -> tuple[T, ...]:
        """Draw n different items."""
        left = list(items)
        return tuple(left.pop(self.below(len(left))) for _ in range(n))

    def weighted_order(self, weights: Mapping[T, float]) -> list[T]:
        """Order items at random, heavy ones mostly first; items with weight 0 are left out."""
        drawn = [(self._next() ** (1 / weight), item) for item, weight in weights.items() if weight > 0]
        drawn.sort(key=lambda one: one[0], reverse=True)
        return [item for _, item in drawn]

    def heading(self) -> tuple[float, float]:
        """Draw a direction, as a vector of length 1."""
        while True:
            x, y = self.between(-1, 1), self.between(-1, 1)
            square = x * x + y * y
            if 0 < square <= 1:
                long = sqrt(square)
                return x / long, y / long


RASH_CHANCE = 0.15  # how often it charges an enemy who is out of reach
PLANNING_CHANCE = 0.05  # how often it plans a route round obstacles
TWO_LEGS_CHANCE = 0.2  # how often it takes two legs
LEGS_TRIED = 4
SWERVE_PER_TRY = 0.6  # how much less straight each further try is


class RandomRoutes:
    """Draws routes; whether they are allowed is decided elsewhere."""

    def __init__(self, match: Match, chance: RandomSource) -> None:
        self._match = match
        self._chance = chance

    def into_contact(self, fighter: Piece, target: Piece) -> Iterator[Path]:
        """Routes straight into contact with an enemy, or round obstacles."""
        reach = _hundredths(self._match.book.actions.charge.distance)
        path, far = self._straight(fighter, target)
        if far <= reach or self._chance.happens(RASH_CHANCE):
            yield path
        if far <= reach and self._chance.happens(PLANNING_CHANCE):
            there = base(self._match, target)
            plan = plan_contact(
                planning_ground(self._match, fighter), base(self._match, fighter), there, reach
            )
            if plan is not None:
                yield plan.route

    def towards(self, fighter: Piece, target: Piece) -> Iterator[Path]:
        """Routes towards an enemy that do not reach it, each less straight."""
        here, there = base(self._match, fighter), base(self._match, target)
        reach = _hundredths(self._match.book.actions.move.distance)
        dx, dy = there.x - here.x, there.y - here.y
        apart = sqrt(dx * dx + dy * dy)
        for n in range(LEGS_TRIED):
            sx, sy = self._chance.heading()
            ux, uy = dx / apart + n * SWERVE_PER_TRY * sx, dy / apart + n * SWERVE_PER_TRY * sy
            far = min(reach * self._chance.between(0.5, 1), max(0, apart - here.r - there.r - PER_CM))
            yield self._path(here.centre, (here.x + far * ux / (1 + n), here.y + far * uy / (1 + n)))

    def anywhere(self, fighter: Piece) -> Iterator[Path]:
        """Routes in any direction, of one leg or two."""
        here = base(self._match, fighter).centre
        reach = _hundredths(self._match.book.actions.move.distance)
        for _ in range(LEGS_TRIED):
            places = []
            x, y = here
            legs = 2 if self._chance.happens(TWO_LEGS_CHANCE) else 1
            for _ in range(legs):
                dx, dy = self._chance.heading()
                far = reach / legs * self._chance.between(0.2, 1)
                x, y = round(x + far * dx), round(y + far * dy)
                places.append((x, y))
            yield self._path(here, *places)

    def _path(self, here: Point, *places: tuple[float, float]) -> Path:
        """A route whose places are moved onto the field."""
        setup = self._match.setup
        ends = [Point(_clamp(x, setup.width), _clamp(y, setup.height)) for x, y in places]
        return (here, *ends)

    def _straight(self, fighter: Piece, target: Piece) -> tuple[Path, float]:
        """The straight route into contact, and its length."""
        here, there = base(self._match, fighter), base(self._match, target)
        return (here.centre, nearest_foot(there, here.r, here.centre)), gap(here, there)


def _hundredths(distance: int | None) -> int:
    return (distance or 0) * PER_CM


def _clamp(at: float, size: int) -> int:
    """A coordinate brought back onto the field."""
    return min(max(round(at), 0), size)


Foes = list[Piece]

STOP_CHANCE = 0.03  # how often a fighter simply stops
TRIES_PER_KIND = 4  # how many acts of each kind are tried
TURN_CHANCE = 0.3  # how often the template of a blast is turned
MOST_TURN = 60  # degrees by which it is turned at most
AIM_OFFSET = 1_500  # how far beside an enemy an attack is aimed that is not aimed at it

# The weight of each kind of act, in contact with an enemy and out of it.
CONTACT_WEIGHTS = {"melee": 8.0, "move": 0.7, "ability": 0.5, "extinguish": 1.0}
FREE_WEIGHTS = {
    "charge": 6.0,
    "shot": 5.0,
    "throw": 4.0,
    "blast": 4.0,
    "approach": 5.0,
    "move": 0.7,
    "ability": 0.5,
    "extinguish": 1.0,
}

# The weights of attacking scenery, and of climbing, crossing or hiding in it, if the chapter is in play.
SCENERY_ATTACK_WEIGHTS = {"raze": 1.0}
SCENERY_ATTACK_ORDER: list[type[Act]] = [ShotAtScenery, Throw, Blast]  # the order of trying weapons
SCENERY_MOVE_WEIGHTS = {"scramble": 4.0}

PROWL_REACH = 5 * PER_CM


class RandomActs:
    """Draws acts for the fighters of a match."""

    def __init__(self, match: Match, chance: RandomSource) -> None:
        self._match = match
        self._chance = chance
        self._ways = RandomRoutes(match, chance)
        has_territory = MeleeAtScenery in match.acts
        self._engaged = CONTACT_WEIGHTS | SCENERY_ATTACK_WEIGHTS if has_territory else CONTACT_WEIGHTS
        self._free = (
            FREE_WEIGHTS | SCENERY_ATTACK_WEIGHTS | SCENERY_MOVE_WEIGHTS if has_territory else FREE_WEIGHTS
        )

    _options: FighterOptions
    """What the fighter might do who is asked just now."""

    def act(self, question: ActQuestion[Act]) -> Act | None:
        """A legal act, or None."""
        if self._chance.happens(STOP_CHANCE):
            return None
        fighter = question.fighter
        if isinstance(question, WayQuestion):
            return self._way(question)
        self._options = FighterOptions(self._match, fighter)
        touched = enemies_in_contact(self._match, fighter)
        foes = touched or sort_by_distance(self._match, fighter, enemies_on_field(self._match, fighter))
        for kind in self._chance.weighted_order(self._engaged if touched else self._free):
            for wish in islice(self._ideas[kind](self, fighter, foes), TRIES_PER_KIND):
                if question.refusal(wish) is None:
                    return wish
        return None

    def prowl(self, question: ProwlQuestion) -> Prowl | None:
        """A short straight prowl of an NPF, or None."""
        fighter = question.fighter
        wishes = (Prowl(fighter=fighter, path=path) for path in self._short_ways(fighter, PROWL_REACH))
        return next((wish for wish in wishes if question.refusal(wish) is None), None)

    def _way(self, question: WayQuestion[Act]) -> Move | None:
        """A straight move that a card allows, or None."""
        fighter = question.fighter
        wishes = (Move(fighter=fighter, path=path) for path in self._short_ways(fighter, question.far))
        return next((wish for wish in wishes if question.refusal(wish) is None), None)

    def _short_ways(self, fighter: Piece, far: int) -> Iterator[tuple[Point, Point]]:
        """Straight routes to places around a fighter, as many as are tried."""
        for _ in range(TRIES_PER_KIND):
            x, y = self._match.state_of(fighter).place or (0, 0)
            end = Point(x + self._chance.below(2 * far) - far, y + self._chance.below(2 * far) - far)
            yield Point(x, y), end

    def _melee(self, fighter: Piece, foes: Foes) -> Iterator[Act]:
        yield Melee(fighter=fighter, target=self._chance.pick(foes))

    def _shot(self, fighter: Piece, foes: Foes) -> Iterator[Act]:
        for weapon, use, target in self._aimed_weapons(foes, Category.SHOOTING):
            yield Shot(fighter=fighter, weapon=weapon, use=use, target=target)

    def _throw(self, fighter: Piece, foes: Foes) -> Iterator[Act]:
        for weapon, use, target in self._aimed_weapons(foes, Category.PROJECTILE):
            yield Throw(fighter=fighter, weapon=weapon, use=use, point=self._point_near(target))

    def _blast(self, fighter: Piece, foes: Foes) -> Iterator[Act]:
        for weapon, use, target in self._aimed_weapons(foes, Category.BLAST):
            turned = (
                float(self._chance.below(2 * MOST_TURN) - MOST_TURN)
                if self._chance.happens(TURN_CHANCE)
                else 0.0
            )
            yield Blast(
                fighter=fighter, weapon=weapon, use=use, point=self._point_near(target), turned=turned
            )

    def _aimed_weapons(self, foes: Foes, category: Category) -> Iterator[tuple[Equipment, Use, Piece]]:
        """Every weapon of a category, aimed at the nearest enemy and then at any enemy."""
        for weapon, use in self._options.weapon_uses:
            if use.category is category and foes:
                yield weapon, use, foes[0]
                yield weapon, use, self._chance.pick(foes)

    def _point_near(self, target: Piece) -> tuple[int, int]:
        """A point on an enemy, or beside it."""
        x, y = self._match.state_of(target).place or (0, 0)
        if self._chance.happens(0.7):
            return x, y
        dx, dy = self._chance.heading()
        return round(x + AIM_OFFSET * dx), round(y + AIM_OFFSET * dy)

    def _charge(self, fighter: Piece, foes: Foes) -> Iterator[Act]:
        for target in foes[:2]:
            for path in self._ways.into_contact(fighter, target):
                yield Charge(fighter=fighter, path=path, target=target)

    def _approach(self, fighter: Piece, foes: Foes) -> Iterator[Act]:
        for path in self._ways.towards(fighter, self._chance.pick(foes[:3])) if foes else ():
            yield Move(fighter=fighter, path=path)

    def _move(self, fighter: Piece, _: Foes) -> Iterator[Act]:
        for path in self._ways.anywhere(fighter):
            yield Move(fighter=fighter, path=path)

    def _ability(self, _: Piece, __: Foes) -> Iterator[Act]:
        if abilities := list(self._options.abilities()):
            yield self._chance.pick(abilities).act

    def _extinguish(self, fighter: Piece, _: Foes) -> Iterator[Act]:
        yield Extinguish(fighter=fighter)

    def _raze(self, fighter: Piece, _: Foes) -> Iterator[Act]:
        """Attack a piece of scenery in contact, or any piece with any weapon."""
        names, here = list(self._match.state.scenery), base(self._match, fighter)
        beside = [name for name in names if in_contact(here, footprint(self._match, name))]
        if beside:
            yield MeleeAtScenery(fighter=fighter, scenery=self._chance.pick(beside))
        if not names:
            return
        aim = self._chance.pick(names)
        options = [one for one in self._options.attacks_on_scenery(aim) if one.weapon]
        weapons = [one.weapon for one in options]
        options.sort(key=lambda one: (weapons.index(one.weapon), SCENERY_ATTACK_ORDER.index(one.kind)))
        for option in options:
            middle = {"point": self._match.state.scenery[aim].place or (0, 0)} if option.kind is Throw else {}
            yield option.act.with_changes(**middle)

    def _scramble(self, fighter: Piece, _: Foes) -> Iterator[Act]:
        """Climb, cross or hide in scenery in contact; else go and touch some."""
        here, names = base(self._match, fighter), list(self._match.state.scenery)
        shapes = {name: footprint(self._match, name) for name in names}
        for name in self._chance.some_of(names, len(names)):
            shape = shapes[name]
            if not in_contact(here, shape):
                yield Move(fighter=fighter, path=(here.centre, nearest_foot(shape, here.r, here.centre)))
                continue
            across = place_across(self._match, fighter, name)
            yield Climb(fighter=fighter, scenery=name, place=nearest_place_on(self._match, fighter, name))
            yield Hide(fighter=fighter, scenery=name, path=(here.centre,))
            yield self._chance.pick((Swim, Leap))(fighter=fighter, scenery=name, place=across)

    _ideas: ClassVar[Mapping[str, Callable[[Any, Piece, Foes], Iterator[Act]]]] = {
        "melee": _melee,
        "charge": _charge,
        "shot": _shot,
        "throw": _throw,
        "blast": _blast,
        "approach": _approach,
        "move": _move,
        "ability": _ability,
        "extinguish": _extinguish,
        "raze": _raze,
        "scramble": _scramble,
    }
    """The function that draws acts of each kind."""


IDLE_CHANCE, YES_CHANCE, OBSTACLES, ACROSS = 0.1, 0.7, 3, 9
TRIES_BY_EYE = 12


class RandomByEye:
    """Draws what players might see and do on a field that is not measured.

    An act that depends on what players see is tried: then they are asked.
    """

    def __init__(self, match: Match, chance: RandomSource) -> None:
        self._match = match
        self._chance = chance

    def answer_fact(self, question: FieldQuestion) -> Any:
        """Draw a possible answer to a fact, or name some of several fighters."""
        if isinstance(question, FieldListQuestion):
            return tuple(piece for piece in question.fact.pieces if not self._chance.happens(YES_CHANCE))
        fact = question.fact
        if isinstance(fact, Seeing):
            return self._chance.below(OBSTACLES + 1) + UNSEEN
        if isinstance(fact, FarAcross):
            return self._chance.below(ACROSS)
        if isinstance(fact, AtScenery):
            return self._chance.pick(tuple(Whereabouts))
        return self._chance.happens(YES_CHANCE)

    def choose_placement(self, question: PlacementQuestion[Any]) -> Any:
        """Announce one of the things that are left, or all fighters at once."""
        one = self._chance.pick(question.left)
        if question.what == "scenery":
            thought: Any = SceneryPlacement(one, SceneryState(None))
        elif question.what == "npf":
            thought = NpfPlacement(one, None)
        else:
            thought = DeployAll() if self._chance.happens(YES_CHANCE) else FighterPlacement(one, None)
        return thought if question.refusal(thought) is None else NoRoom()

    def act(self, question: ActQuestion[Act]) -> Act | None:
        """An act that may be legal, or None."""
        if self._chance.happens(IDLE_CHANCE):
            return None
        if isinstance(question, WayQuestion):
            walk = Move(fighter=question.fighter, path=())
            return None if isinstance(known_objection(question, walk), Refusal) else walk
        with self._match.guessing():
            options = list(FighterOptions(self._match, question.fighter))
        for _ in range(TRIES_BY_EYE):
            wish: Act = self._chance.pick(options).act
            if not isinstance(known_objection(question, wish), Refusal):
                return wish
        return None
