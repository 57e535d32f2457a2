"""What a fighter may do now: every act, its weapon, its target, its price, and why it is not allowed.

`FighterOptions` lists each option once, whether or not it is allowed: going, each way to attack each
enemy, abilities, putting out a fire, and what is done with scenery. All lists of acts are made from it:
the answers at the prompt, its completions and hints, legal answers for programs, the bots.

Options are listed lazily. The refusal of one, and its example (one act with a route, an aim or a place),
are found when they are first read. No player is asked about the field: what depends on a fact that is not
known, or that may not be measured yet, is `UNKNOWN`, and the caller decides. Nothing here changes a
match.
"""

from collections.abc import Callable, Iterator, Mapping
from math import inf
from typing import Any

from edencli.field.distance import gap, nearest_foot
from edencli.field.shapes import Point
from edencli.field.units import FULL_TURN, PER_CM, compare_lengths, unit_vector
from edencli.match.facts import UNKNOWN, UnknownFact, UnknownValue
from edencli.match.match import Act, Match, Query
from edencli.match.pieces import Piece
from edencli.match.reasons import Refusal
from edencli.match.rules_api import (
    always_none,
    declaration_objections,
    field_fact,
    total_value,
    why_not_measure,
)
from edencli.model.fighter import Equipment
from edencli.model.terms import AbilityKind, Quantity
from edencli.record import cached_part
from edencli.rules.actions import charge_arrives, ends_in_contact, next_act_question
from edencli.rules.acts import ArmedAttack, Blast, Charge, Extinguish, Melee, Move, UseAbility
from edencli.rules.gear import WeaponUse, ranged_uses
from edencli.rules.ground import base, enemies_on_field, is_at, sort_by_distance
from edencli.rules.heights import Climb, Leap, Scramble, Swim, nearest_place_on, place_across
from edencli.rules.hiding import Hide
from edencli.rules.inquiry import aim_weapon, plan_way_into_contact
from edencli.rules.movement import walk_allowance, way_cost
from edencli.rules.questions import ActQuestion
from edencli.rules.territory import MeleeAtScenery

STEP = PER_CM
HEADINGS = 8
"""Length and number of directions of the Moves that are tried as examples."""

ActTarget = Piece | str
"""An enemy, or a piece of scenery by its name."""


class ActOption:
    """One thing that a fighter might do: a kind of act, with a weapon or an ability, at a target.

    `declared` is the act without route and place; `target` is an enemy, or a piece of scenery by its
    name. An option is valid until the match changes.
    """

    def __init__(
        self, match: Match, question: ActQuestion[Act], declared: Act, target: ActTarget | None
    ) -> None:
        self._match, self._question = match, question
        self.declared: Any = declared
        self.target = target

    @property
    def kind(self) -> type[Act]:
        """The type of the act."""
        return type(self.declared)

    @property
    def fighter(self) -> Piece:
        """The fighter that would act."""
        fighter: Piece = self.declared.fighter
        return fighter

    @property
    def weapon(self) -> Equipment | None:
        """The piece of equipment that is used."""
        return self.declared.weapon if isinstance(self.declared, ArmedAttack) else None

    @property
    def price(self) -> int | UnknownValue:
        """The price in AP."""
        try:
            with self._match.asking_nobody():
                return total_value(self._match, Query(Quantity.AP, self.fighter, self.declared))
        except UnknownFact:
            return UNKNOWN

    @cached_part
    def may_be_declared(self) -> bool | UnknownValue:
        """Whether AP, limits, conditions and equipment allow it, wherever the fighters stand."""
        try:
            with self._match.asking_nobody():
                return next(declaration_objections(self._match, self.declared), None) is None
        except UnknownFact:
            return UNKNOWN

    @cached_part
    def act(self) -> Any:
        """An example of the act, with the route or place that is most likely allowed, if it needs one."""
        if not self._match.field.answers_about(self.fighter):
            return self.declared
        return _example(self._match, self.declared, self._question.refusal)

    @cached_part
    def objection(self) -> Refusal | UnknownValue | None:
        """The refusal of the example, None if it is allowed, or `UNKNOWN`."""
        with self._match.asking_nobody():
            return known_objection(self._question, self.act)

    @property
    def refusal(self) -> Refusal | None:
        """The refusal of the example if there certainly is one."""
        return self.objection if isinstance(self.objection, Refusal) else None

    @property
    def is_open(self) -> bool:
        """Whether it may be tried: no refusal is known."""
        return self.refusal is None

    @property
    def falls_short(self) -> bool | UnknownValue:
        """Whether it is a charge without a way into contact that is short enough."""
        return _falls_short(self._match, self.act) if self.kind is Charge else False


def known_objection(question: ActQuestion[Act], act: Act) -> Refusal | UnknownValue | None:
    """The refusal of an act that answers a question, or None; `UNKNOWN` if it depends on unknown facts."""
    try:
        return question.refusal(act)
    except UnknownFact:
        return UNKNOWN


# ── the list ───────────────────────────────────────────────────────────────────────────────────────────


class FighterOptions:
    """Every option of a fighter in a match, whether or not it is allowed, until the match changes.

    An option is allowed if it answers the question: that of an activation, unless another is given.
    """

    def __init__(self, match: Match, fighter: Piece, question: ActQuestion[Act] | None = None) -> None:
        self._match, self._fighter, self._given = match, fighter, question

    def __iter__(self) -> Iterator[ActOption]:
        """List the Move, each attack on each enemy, acts without a target, and acts with scenery.

        Enemies come in the order of their distance, if that is measured.
        """
        yield from self.anywhere()
        for foe in _enemies_in_order(self._match, self._fighter):
            yield from self.attacks_on(foe)
        yield from self.abilities()
        yield self._option(Extinguish(fighter=self._fighter))
        for name in self._match.state.scenery:
            yield from self.at_scenery(name)

    def anywhere(self) -> Iterator[ActOption]:
        """List acts at a place, not at a target: a Move, and where places are known, throws and blasts."""
        yield self._option(Move(fighter=self._fighter, path=()))
        if (here := _known_place(self._match, self._fighter)) is not None:
            yield from self._shots_at(here)

    def attacks_on(self, foe: Piece) -> Iterator[ActOption]:
        """List the attacks on an enemy: hand to hand, by a charge, with each use of each weapon."""
        yield self._option(Melee(fighter=self._fighter, target=foe), foe)
        yield self._option(Charge(fighter=self._fighter, target=foe, path=()), foe)
        yield from self._shots_at(foe)

    def abilities(self) -> Iterator[ActOption]:
        """List the action abilities of the fighter."""
        for ability in self._match.state_of(self._fighter).card.abilities:
            if ability.kind is AbilityKind.ACTION:
                yield self._option(UseAbility(fighter=self._fighter, ability=ability))

    def at_scenery(self, name: str) -> Iterator[ActOption]:
        """List the acts with a piece of scenery: strike it, get over it, hide in it, shoot and throw at it.

        Without the chapter on territory there are none.
        """
        if MeleeAtScenery in self._match.acts:
            attacks = self.attacks_on_scenery(name)
            yield next(attacks)
            yield from self.moves_at_scenery(name)
            yield from attacks

    def attacks_on_scenery(self, name: str) -> Iterator[ActOption]:
        """List the attacks on scenery: by hand, then with each use of each weapon."""
        yield self._option(MeleeAtScenery(fighter=self._fighter, scenery=name), name)
        yield from self._shots_at(name)

    def moves_at_scenery(self, name: str) -> Iterator[ActOption]:
        """List climbing, jumping, swimming, and hiding."""
        for kind in (Climb, Leap, Swim):
            yield self._option(kind(fighter=self._fighter, scenery=name), name)
        yield self._option(Hide(fighter=self._fighter, scenery=name, path=()), name)

    def _shots_at(self, target: ActTarget | Point) -> Iterator[ActOption]:
        for item, use in self.weapon_uses:
            act = aim_weapon(self._match, self._fighter, target, item, use)
            if act is not None:
                yield self._option(act, None if isinstance(target, Point) else target)

    @cached_part
    def weapon_uses(self) -> list[WeaponUse]:
        """Each use of each weapon other than in melee: printed or granted, without those taken away.

        If an unknown fact decides what is granted, all that may be granted is listed.
        """
        try:
            with self._match.asking_nobody():
                return ranged_uses(self._match.equipment_of(self._fighter))
        except UnknownFact:
            with self._match.guessing():
                sure = self._match.equipment_of(self._fighter)
            return ranged_uses((*sure, *(item for item in self._match.grantable if item not in sure)))

    @cached_part
    def _question(self) -> ActQuestion[Act]:
        return self._given or next_act_question(self._match, self._fighter)

    def _option(self, declared: Act, target: ActTarget | None = None) -> ActOption:
        return ActOption(self._match, self._question, declared, target)


@field_fact
def _enemies_in_order(match: Match, fighter: Piece) -> list[Piece]:
    """The enemies on the field, the nearest first."""
    foes = enemies_on_field(match, fighter)
    return foes if not match.field.answers_about(fighter, *foes) else sort_by_distance(match, fighter, foes)


@_enemies_in_order.when_unmeasured
def _(match: Match, fighter: Piece) -> list[Piece]:
    return enemies_on_field(match, fighter)


@field_fact
def _known_place(match: Match, fighter: Piece) -> Point | None:
    """The place of a fighter, or None if it is not known."""
    return None if not match.field.answers_about(fighter) else base(match, fighter).centre


_known_place.when_unmeasured(always_none)


@field_fact
def _falls_short(match: Match, act: Charge) -> bool | UnknownValue:
    """Tell whether a charge does not arrive, if that may be measured; one without a step has no way."""
    if len(act.path) == 1:
        return True
    return UNKNOWN if why_not_measure(match, act.fighter) else not charge_arrives(match, act)


@_falls_short.when_unmeasured
def _(*_: object) -> UnknownValue:
    return UNKNOWN


# ── examples ───────────────────────────────────────────────────────────────────────────────────────────


Judge = Callable[[Act], Refusal | None]


@field_fact
def _example(match: Match, act: Act, judge: Judge) -> Act:
    """An act with a route or a place if it needs one, the best that a judge allows."""
    find = _EXAMPLES.get(type(act))
    return act if find is None else find(match, act, judge)


@_example.when_unmeasured
def _(_: Match, act: Act, __: Judge) -> Act:
    return act


def _stay_or_step(match: Match, act: Move, judge: Judge) -> Move:
    """A Move that stays where it begins, or if that is not allowed, a step that is."""
    here = base(match, act.fighter).centre
    stay = act.with_changes(path=(here,))
    headings = [unit_vector(n * FULL_TURN / HEADINGS) for n in range(HEADINGS)]
    ends = [Point(round(here.x + STEP * dx), round(here.y + STEP * dy)) for dx, dy in headings]
    tried = (stay, *(act.with_changes(path=(here, end)) for end in ends))
    return next((one for one in tried if judge(one) is None), stay)


def _run_into_contact(match: Match, act: Charge, judge: Judge) -> Charge:
    """A charge straight at its target, or round what is in the way; without a step if there is no way.

    A route is planned only if it may be short enough. Where distances may not be measured, any may be.
    """
    here, there = base(match, act.fighter), base(match, act.target)
    straight = act.with_changes(path=(here.centre, nearest_foot(there, here.r, here.centre)))
    refusal, most = judge(straight), walk_allowance(match, act)
    within = inf if why_not_measure(match, act.fighter) else most
    is_near = compare_lengths(way_cost(match, act.fighter, straight.path), within) <= 0
    if refusal is None and is_near and ends_in_contact(match, straight, within):
        return straight
    if refusal is not None and refusal.reason not in _REASONS_FOR_ROUTE:
        return straight
    if compare_lengths(gap(here, there), within) <= 0:
        plan = plan_way_into_contact(match, act.fighter, act.target, most, within=within)
        if plan is not None:
            return act.with_changes(path=plan.route)
    return straight if refusal is None else act.with_changes(path=(here.centre,))


_REASONS_FOR_ROUTE = {"in-the-way", "touches-on-the-way", "ends-on-marker"}
"""The refusals of a straight way that a route round may avoid."""


def _aim_ahead(match: Match, act: Blast, _: Judge) -> Blast:
    """A blast at its target; at the nearest enemy if it has none."""
    foes = _enemies_in_order(match, act.fighter)
    if tuple(act.point) != match.state_of(act.fighter).place or not foes:
        return act
    return act.with_changes(point=base(match, foes[0]).centre)


def _get_over(match: Match, act: Scramble, _: Judge) -> Scramble:
    """A climb to the nearest place, a jump or a swim straight across; unaimed where none can begin."""
    raised = match.state_of(act.fighter).raised
    if isinstance(act, Leap) and raised not in {None, act.scenery}:
        return act.with_changes(place=nearest_place_on(match, act.fighter, act.scenery))
    if raised or not is_at(match, act.fighter, act.scenery):
        return act
    find = nearest_place_on if isinstance(act, Climb) else place_across
    return act.with_changes(place=find(match, act.fighter, act.scenery))


def _hide_here(match: Match, act: Hide, _: Judge) -> Hide:
    return act.with_changes(path=(base(match, act.fighter).centre,))


_EXAMPLES: Mapping[type[Act], Callable[[Match, Any, Judge], Act]] = {
    Move: _stay_or_step,
    Blast: _aim_ahead,
    Charge: _run_into_contact,
    Climb: _get_over,
    Leap: _get_over,
    Swim: _get_over,
    Hide: _hide_here,
}
"""The function that finds the example of an act that needs a route or a place."""
