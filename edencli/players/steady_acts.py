"""What the practice opponent's fighters might do, each act weighed: strike, charge, shoot, go.

An attack is weighed by its exact odds, as often as the AP allow it. A place is weighed by what the fighter
could do from it and by what could be done to him there, both by the exact odds and by how far everybody
reaches. Nothing here decides what is legal.
"""

from collections.abc import Iterator, Mapping
from copy import copy
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from edencli.field.distance import gap
from edencli.field.planner import plan_contact
from edencli.field.shapes import Disc, Point
from edencli.field.units import PER_CM, TURN, direction
from edencli.match.doors import undeclarable, value
from edencli.match.match import Act, Match, Query
from edencli.match.pieces import Piece
from edencli.match.questions import ActQuestion
from edencli.model.fighter import Equipment, Use
from edencli.model.terms import Category, Characteristic, Marker
from edencli.odds.attack import attack_odds
from edencli.odds.dice import throw
from edencli.players.appraisal import (
    PURPOSE,
    ap_price,
    balance,
    foreseen,
    gain,
    stake,
    toll_of_fire,
)
from edencli.rules.actions import can_strike, fastest
from edencli.rules.acts import Blast, Charge, Extinguish, Melee, Move, Shot, Throw
from edencli.rules.ground import base, enemies, nearest, touched_enemies
from edencli.rules.inquiry import blast
from edencli.rules.melee import Reaction
from edencli.rules.movement import Path, allowance, ground, within
from edencli.rules.targets import legal_targets

NOTHING = Fraction(0)
HEADINGS = 16
STEPS = (1.0, 0.5)
"""The places that are thought of lie in so many directions, a whole Move away and half of one."""
AIMED_AT = 4
"""So many of the nearest enemies are charged, and gone to."""
WEIGHED = 12
"""So many of the best places are looked at closely."""
SOON, LATER = Fraction(1, 2), Fraction(1, 4)
"""What a blow counts that may come in this round, and one that may come in the next."""
RESTLESS = Fraction(1, 16)
"""What it is worth to be a Move nearer to the enemy, in CP of one's own."""
SHY = PER_CM
"""A way that may not end in contact stops so far from it."""


class Thought(NamedTuple):
    """An answer, the reason, a message's id and its values, and what it is worth where that is counted."""

    answer: Any
    why: str
    about: Mapping[str, Any] = MappingProxyType({})
    worth: Fraction = NOTHING


class Fray:
    """Who on the field can hurt whom how much: asked once, and kept while a question is thought over."""

    def __init__(self, view: Match) -> None:
        self.view = view
        self._blows: dict[tuple[Piece, Piece], Fraction] = {}
        self._shots: dict[tuple[Piece, Piece], Fraction] = {}
        actions = view.book.actions
        self.charge = (actions.charge.distance or 0) * PER_CM
        self.move = (actions.move.distance or 0) * PER_CM

    def blow(self, fighter: Piece, target: Piece) -> Fraction:
        """What a blow is worth, wherever the two stand."""
        pair = fighter, target
        if pair not in self._blows:
            self._blows[pair] = max(NOTHING, gain(self.view, Melee(fighter=fighter, target=target)))
        return self._blows[pair]

    def shot(self, fighter: Piece, target: Piece) -> Fraction:
        """What the best shot is worth that nothing is in the way of."""
        pair = fighter, target
        if pair not in self._shots:
            shots = (
                Shot(fighter=fighter, weapon=one, use=use, target=target)
                for one, use in guns(self.view, fighter)
            )
            self._shots[pair] = max((foreseen(self.view, shot) for shot in shots), default=NOTHING)
        return self._shots[pair]

    def threat(self, fighter: Piece, target: Piece, apart: float) -> Fraction:
        """What a fighter may do to another in one activation from so far away."""
        far = max((use.range or 0 for _, use in guns(self.view, fighter)), default=0) * PER_CM
        return max(
            self.blow(fighter, target) * _times(apart, self.charge, self.move),
            self.shot(fighter, target) * _times(apart, far, self.move) if far else NOTHING,
        )


def _times(apart: float, reach: int, step: int) -> Fraction:
    """How many attacks come from so far: two, one after a Move, and after two Moves a few."""
    if apart <= reach:
        return Fraction(2)
    if apart <= reach + step:
        return Fraction(1)
    return Fraction(1, 4) if apart <= reach + 2 * step else NOTHING


def guns(view: Match, fighter: Piece) -> list[tuple[Equipment, Use]]:
    """The weapons that a fighter shoots with."""
    return armed(view, fighter, Category.SHOOTING)


def armed(view: Match, fighter: Piece, category: Category) -> list[tuple[Equipment, Use]]:
    """The weapons of a fighter in one category, and their use in it."""
    uses = [(item, item.use(category)) for item in view.of(fighter).card.equipment]
    return [(item, use) for item, use in uses if use is not None]


class Ideas:
    """What one fighter might do now."""

    def __init__(self, fray: Fray, fighter: Piece) -> None:
        self._fray, self._view, self._fighter = fray, fray.view, fighter
        self._ap = self._view.of(fighter).ap
        self._here = base(self._view, fighter)
        actions = self._view.book.actions
        used = self._view.of(fighter).used_round
        self._left = max(0, (actions.attack.per_round or self._ap) - used.get("attack", 0))
        self._touched = touched_enemies(self._view, fighter)
        self._foes = nearest(self._view, fighter, enemies(self._view, fighter))

    def attacks(self) -> Iterator[Thought]:
        """Every attack that is worth something."""
        if self._left == 0:
            return
        found = self._blows() if self._touched else (*self._charges(), *self._shots(), *self._bursts())
        yield from (thought for thought in found if thought.worth > 0)

    def every(self) -> Iterator[Thought]:
        """Everything that may be worth its price."""
        yield from self.attacks()
        yield from self._fires()
        yield from self._leaving() if self._touched else self._goings()

    def _weighed(self, act: Act, one: Fraction, price: int, why: str, **about: Any) -> Thought:
        """Weigh an attack that may be made again as long as the AP last; what they cost is taken off."""
        times = 1 + min((self._ap - price) // self._fray.view.book.actions.attack.ap, self._left - 1)
        return Thought(act, why, about, one * times - ap_price(self._view, self._fighter) * price)

    def _blows(self) -> Iterator[Thought]:
        for target in self._touched:
            act = Melee(fighter=self._fighter, target=target)
            price = self._view.book.actions.attack.ap
            yield self._weighed(act, gain(self._view, act), price, "melee", target=target)

    def _charges(self) -> Iterator[Thought]:
        for target in self._foes[:AIMED_AT]:
            there, reach = base(self._view, target), self._fray.charge
            if gap(self._here, there) > reach:
                continue
            plan = plan_contact(ground(self._view, self._fighter, target), self._here, there, reach)
            if plan is not None:
                act = Charge(fighter=self._fighter, path=plan.route, target=target)
                one, price = self._fray.blow(self._fighter, target), self._view.book.actions.charge.ap
                yield self._weighed(act, one, price, "charge", target=target)

    def _shots(self) -> Iterator[Thought]:
        for item, use in guns(self._view, self._fighter):
            for target in self._foes:
                act = Shot(fighter=self._fighter, weapon=item, use=use, target=target)
                if self._may(act) and target in legal_targets(self._view, act):
                    price = self._view.book.actions.attack.ap
                    yield self._weighed(
                        act, gain(self._view, act), price, "shot", target=target, weapon=item.name
                    )

    def _bursts(self) -> Iterator[Thought]:
        """Throws at whoever is in reach, and the blast that covers most."""
        price = self._view.book.actions.attack.ap
        for item, use in armed(self._view, self._fighter, Category.PROJECTILE):
            for target in self._foes:
                point = base(self._view, target).centre
                act = Throw(fighter=self._fighter, weapon=item, use=use, point=point)
                if self._may(act):
                    one = gain(self._view, act)
                    yield self._weighed(act, one, price, "throw", target=target, weapon=item.name)
        flames = armed(self._view, self._fighter, Category.BLAST)
        for item, use in flames if self._foes else ():
            best = blast(self._view, self._fighter, base(self._view, self._foes[0]).centre).best
            if best is None:
                break
            aimed = Blast(fighter=self._fighter, weapon=item, use=use, point=best.point, turned=best.turned)
            if self._may(aimed):
                yield self._weighed(aimed, gain(self._view, aimed), price, "blast", weapon=item.name)

    def _may(self, act: Act) -> bool:
        """Tell whether an act may be declared, wherever everybody stands."""
        return next(undeclarable(self._view, act), None) is None

    def _fires(self) -> Iterator[Thought]:
        burns = self._view.of(self._fighter).markers.get(Marker.BURN)
        if burns:
            worth = toll_of_fire(self._view, self._fighter) - ap_price(self._view, self._fighter)
            yield Thought(Extinguish(fighter=self._fighter), "extinguish", worth=worth)

    def _leaving(self) -> Iterator[Thought]:
        """Leave contact, when staying is worse: who fails to slip away is struck at."""
        view, fighter = self._view, self._fighter
        spd = value(view, Query(Characteristic.SPD, fighter)).total
        roll = throw(view.book, spd, fastest(view, self._touched).total)
        caught = Fraction(roll.by_successes[0], roll.denominator)
        strikes = sum((self._strike(foe) for foe in self._touched if can_strike(view, foe, fighter)), NOTHING)
        for thought in self._goings():
            yield thought._replace(worth=thought.worth - caught * strikes, why="leave", about={})

    def _strike(self, foe: Piece) -> Fraction:
        blow = Melee(fighter=foe, target=self._fighter, free=True)
        (passive,) = attack_odds(self._view, blow, PURPOSE, (Reaction.PASSIVE,)).results
        return balance(self._view, foe.side, passive)

    def _goings(self) -> Iterator[Thought]:
        """The best places to go to, looked at closely, those that look best first."""
        if self._ap < self._view.book.actions.move.ap or not self._foes:
            return
        stay = self._standing(self._here, self._view)
        price = ap_price(self._view, self._fighter) * self._view.book.actions.move.ap
        rough = [(self._standing(self._here.at(path[-1]), None), path) for path in self._paths()]
        rough.sort(key=lambda one: one[0], reverse=True)
        for _, path in rough[:WEIGHED]:
            there = imagined(self._view, self._fighter, path[-1])
            worth = self._standing(self._here.at(path[-1]), there) - stay - price
            act = Move(fighter=self._fighter, path=path)
            yield Thought(act, *self._purpose(path[-1]), worth)

    def _paths(self) -> Iterator[Path]:
        """Ways no longer than a Move: straight in all directions, and at enemies round what is in the way."""
        start, setup = self._here.centre, self._view.setup
        reach = allowance(self._view, Move(fighter=self._fighter, path=(start,)))
        for n in range(HEADINGS):
            dx, dy = direction(n * TURN / HEADINGS)
            for share in STEPS:
                x, y = start.x + dx * reach * share, start.y + dy * reach * share
                yield start, Point(_kept(x, self._here.r, setup.width), _kept(y, self._here.r, setup.height))
        for foe in self._foes[:AIMED_AT]:
            there = base(self._view, foe)
            plan = plan_contact(ground(self._view, self._fighter, foe), self._here, there)
            if plan is not None:
                far = min(reach, plan.price.total - SHY)
                if far > 0:
                    yield within(self._view, self._fighter, plan.route, far)

    def _standing(self, there: Disc, seen: Match | None) -> Fraction:
        """What a place is worth: what may be done from it, less what may be done to whoever stands there.

        Sight is asked only of the match in which he is `seen` there.
        """
        view, me = self._view, self._fighter
        apart = {foe: gap(there, base(view, foe)) for foe in self._foes}
        dangers = [
            self._fray.threat(foe, me, far) * (LATER if view.of(foe).activated else SOON)
            for foe, far in apart.items()
        ]
        chances = [self._fray.threat(me, foe, far) * SOON for foe, far in apart.items()]
        now = [self._now(foe, far, seen) for foe, far in apart.items()] if there != self._here else []
        near = Fraction(round(min(apart.values()))) / self._fray.move
        return max((*chances, *now)) - sum(dangers, NOTHING) - RESTLESS * stake(view, me) * near

    def _now(self, foe: Piece, apart: float, seen: Match | None) -> Fraction:
        """What he could still do to an enemy in this activation, a Move later."""
        actions, me = self._view.book.actions, self._fighter
        left = self._ap - actions.move.ap
        worth = NOTHING
        if apart <= self._fray.charge and left >= actions.charge.ap and self._left:
            times = 1 + min(left - actions.charge.ap, self._left - 1)
            worth = self._fray.blow(me, foe) * times
        times = min(left, self._left)
        for item, use in guns(self._view, me) if times > 0 else ():
            if apart <= (use.range or 0) * PER_CM:
                shot = Shot(fighter=me, weapon=item, use=use, target=foe)
                if seen is None:
                    worth = max(worth, self._fray.shot(me, foe) * times)
                elif self._may(shot) and foe in legal_targets(seen, shot):
                    worth = max(worth, gain(seen, shot) * times)
        return worth

    def _purpose(self, place: Point) -> tuple[str, dict[str, Any]]:
        """Say what a Move is for."""
        foe = min(self._foes, key=lambda one: gap(self._here.at(place), base(self._view, one)))
        before, after = (
            gap(self._here, base(self._view, foe)),
            gap(self._here.at(place), base(self._view, foe)),
        )
        return ("approach" if after < before else "withdraw"), {"target": foe}


def imagined(view: Match, fighter: Piece, place: tuple[int, int]) -> Match:
    """The match as it would stand if a fighter stood elsewhere."""
    there = copy(view)
    there.state = view.state.copy()
    there.state.stand(fighter, place)
    return there


def _kept(at: float, margin: int, size: int) -> int:
    """A coordinate of a base brought back onto the field."""
    return min(max(round(at), margin), size - margin)


def best_act(view: Match, question: ActQuestion[Act]) -> Thought:
    """Choose what an activated fighter does: the best that is legal and worth its price, else nothing."""
    ideas = sorted(Ideas(Fray(view), question.fighter).every(), key=lambda one: -one.worth)
    for thought in ideas:
        if thought.worth <= 0:
            break
        if question.refusal(thought.answer) is None:
            return thought
    return Thought(None, "done")
