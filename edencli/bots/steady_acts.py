"""The acts of the practice opponent's fighters, each with its value: strike, charge, shoot, go.

An attack is valued by its exact odds, as often as the AP allow it. A place is valued by what the fighter
could do from it and by what could be done to it there, by others and by scenery, both by the exact odds and
by all reaches; a climb, a jump or hiding by the place it leads to, and its risk. If measuring is forbidden,
distances are judged by eye. Nothing here decides what is legal.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from math import trunc
from typing import Any

from edencli.bots.appraisal import (
    SHIFT_POLICY,
    WORTHLESS,
    ReasonedAnswer,
    Threats,
    WayToHurt,
    ap_value,
    attack_value,
    expected_burn_loss,
    outcome_of,
    outcome_value,
    settle,
    value_per_cp,
    victory_point_value,
)
from edencli.bots.evaluations import within_evaluations
from edencli.bots.lookahead import match_after_walk, match_with_fighter_at
from edencli.bots.manners import PlayManner
from edencli.bots.memory import recall
from edencli.bots.steady_cards import useful_abilities
from edencli.bots.steady_places import (
    points_gained_at,
    scenery_attacks,
    scenery_harm,
    scenery_moves,
    scenery_to_visit,
    scoring_places,
)
from edencli.field.distance import gap, nearest_foot, point_distance
from edencli.field.planner import Plan, plan_contact
from edencli.field.shapes import Disc, Point
from edencli.field.units import FULL_TURN, PER_CM, unit_vector
from edencli.match.events import ApSpent
from edencli.match.match import Act, Match, Query
from edencli.match.pieces import Piece
from edencli.match.rules_api import total_value, why_not
from edencli.match.table_events import Moved, RoundBegun
from edencli.model.terms import Characteristic, Marker
from edencli.odds.attack import free_blow_odds
from edencli.odds.dice import throw_odds
from edencli.rules.actions import can_strike, highest_spd
from edencli.rules.acts import Blast, Charge, Extinguish, Melee, Move
from edencli.rules.footing import Path, may_stop, walked_path
from edencli.rules.ground import base, enemies_in_contact, enemies_on_field
from edencli.rules.hiding import is_hidden_from
from edencli.rules.inquiry import blast_coverage, is_straight, replan_way
from edencli.rules.movement import affordable_path, planning_ground, walk_allowance
from edencli.rules.options import FighterOptions
from edencli.rules.questions import ActQuestion, WayQuestion
from edencli.rules.registry import ACTS
from edencli.rules.sight import view_of

HEADINGS = 20
MOVE_SHARES = (1.0, 0.5)
"""The places that are considered: in that many directions, a whole Move away and half a Move."""
ENEMIES_TO_CHARGE = 4
"""How many of the nearest enemies are considered for a charge."""
SCENERY_TO_VISIT = 2
"""How many of the nearest pieces of scenery are considered to go to, to climb, cross or hide in them."""
ENEMIES_TO_APPROACH = 3
"""How many of the nearest enemies are considered to go to: the nearest round obstacles, others straight."""
PLACES_TO_EXAMINE = 14
"""How many of the best places are examined closely."""
STRIKES_STAYING, STRIKES_ENTERING = 1, 2
"""How often scenery strikes a fighter that stays there, and one that goes there and stays."""
INFINITE = float("inf")
BACK_DISTANCE = 2 * PER_CM
"""A fighter this near to where it stood before is back there."""
SHORT_DIRECTIONS = 12  # directions in which a move that a card allows is tried
MOVE = ACTS[Move].rule
CONTACT_MARGIN = PER_CM
"""The distance before contact at which a route ends that may not end in contact."""


class ActIdeas:
    """The acts that one fighter might do now."""

    def __init__(self, threats: Threats, fighter: Piece) -> None:
        self._threats, self._view, self._fighter = threats, threats.view, fighter
        self._manner = threats.manner
        self._options = FighterOptions(self._view, fighter)
        self._actions, state = self._view.book.actions, self._view.state_of(fighter)
        self._ap, self._here = state.ap, base(self._view, fighter)
        self._left = max(0, (self._actions.attack.per_round or self._ap) - state.used_round.get("attack", 0))
        self._touched = enemies_in_contact(self._view, fighter)
        self._foes = threats.nearest_enemies(fighter)

    def attacks(self) -> Iterator[ReasonedAnswer]:
        """Every legal attack of positive value."""
        if self._left == 0 or not self._foes:
            return
        found = self._blows() if self._touched else chain(self._charges(), self._aims(), self._blasts())
        yield from (thought for thought in found if thought.worth > 0)

    def all_acts(self) -> Iterator[ReasonedAnswer]:
        """Every act that may be worth its price."""
        yield from self.attacks()
        yield from self._abilities()
        for act, scenery, worth in scenery_attacks(self._view, self._fighter):
            yield ReasonedAnswer(act, "raze", {"scenery": scenery}, worth)
        if self._view.state_of(self._fighter).markers.get(Marker.BURN):
            worth = expected_burn_loss(self._view, self._fighter) - self._price(self._actions.extinguish.ap)
            yield ReasonedAnswer(Extinguish(fighter=self._fighter), "extinguish", worth=worth)
        if self._ap >= self._actions.move.ap and self._foes:
            yield from self._leaving() if self._touched else chain(self._moves(), self.scenery_moves())

    def _abilities(self) -> Iterator[ReasonedAnswer]:
        """Use an ability, if that has any value, then attack: its value includes the best attack now."""
        found = useful_abilities(self._view, self._fighter)
        best = max((thought.worth for thought in self.attacks()), default=WORTHLESS) if found else WORTHLESS
        yield from (thought._replace(worth=thought.worth + best) for thought in found)

    def scenery_moves(self) -> Iterator[ReasonedAnswer]:
        """Climb, jump, swim or hide, valued by the place it leads to and by its risk."""
        stay = self._place_value(self._here, self._view)
        for one in scenery_moves(self._view, self._fighter):
            better = standing_value(Threats(one.match_after, self._manner), self._fighter) - stay
            gained = settle(one.chance * better - one.risk)
            yield ReasonedAnswer(one.act, one.why, {"scenery": one.act.scenery}, gained - self._price(one.ap))

    def standing_value(self) -> float:
        """The value of standing where the fighter stands, and of attacking from there at once."""
        best = max((thought.worth for thought in self.attacks()), default=WORTHLESS)
        return self._place_value(self._here, self._view) + best

    def _price(self, ap: int) -> float:
        return ap_value(self._view, self._fighter) * ap

    def _weighed(
        self, act: Act, one: float, price: int, why: str, most: int = 2, **about: Any
    ) -> ReasonedAnswer:
        """Value an attack that is made as often as AP and uses allow, less its price."""
        more = (self._ap - price) // self._actions.attack.ap
        times = 1 + max(0, min(more, self._left - 1, most - 1))
        return ReasonedAnswer(act, why, about, one * times - self._price(price))

    def _blows(self) -> Iterator[ReasonedAnswer]:
        for target in self._touched:
            act = next(one.act for one in self._options.attacks_on(target) if one.kind is Melee)
            one, price = attack_value(self._view, act), self._actions.attack.ap
            yield self._weighed(act, one, price, "melee", target=target)

    def _charges(self) -> Iterator[ReasonedAnswer]:
        if self._ap < self._actions.charge.ap:
            return
        for target in self._foes[:ENEMIES_TO_CHARGE]:
            ways = self._threats.ways_to_hurt(self._fighter, target)
            blow = next((way for way in ways if isinstance(way.act, Melee)), None)
            there = base(self._view, target)
            if blow is None or not (
                likely := self._threats.chance_in_reach(gap(self._here, there), blow.reach)
            ):
                continue
            if not blow.worth:
                continue
            most = INFINITE if self._threats.is_by_eye else blow.reach
            plan = plan_into_contact(self._view, self._fighter, target, most)
            if plan is not None:
                act = Charge(fighter=self._fighter, path=plan.route, target=target)
                worth = blow.worth * likely
                yield self._weighed(act, worth, self._actions.charge.ap, "charge", target=target)

    def _aims(self) -> Iterator[ReasonedAnswer]:
        """Shots and throws at every enemy that may be aimed at."""
        for target in self._foes:
            apart = gap(self._here, base(self._view, target))
            for way in self._threats.ways_to_hurt(self._fighter, target):
                act = way.act
                likely = self._threats.chance_in_reach(apart, way.reach)
                if isinstance(act, Melee | Blast) or not likely or not way.worth or why_not(self._view, act):
                    continue
                one, price = attack_value(self._view, act) * likely, self._actions.attack.ap
                about = {"target": target, "weapon": act.weapon.name}
                yield self._weighed(act, one, price, act.use.category, way.most, **about)

    def _blasts(self) -> Iterator[ReasonedAnswer]:
        """The blast that covers most, if it reaches any enemy."""
        near = self._foes[0]
        for way in self._threats.ways_to_hurt(self._fighter, near):
            apart = gap(self._here, base(self._view, near))
            likely = self._threats.chance_in_reach(apart, way.reach)
            if not isinstance(way.act, Blast) or not likely or not way.worth:
                continue
            point, act = base(self._view, near).centre, way.act
            if not self._threats.is_by_eye:
                best = blast_coverage(self._view, self._fighter, point).best
                if best is None:
                    return
                act = act.with_changes(point=best.point, turned=best.turned)
            if why_not(self._view, act) is None:
                one, price = attack_value(self._view, act), self._actions.attack.ap
                yield self._weighed(act, one, price, act.use.category, way.most, weapon=act.weapon.name)

    def _leaving(self) -> Iterator[ReasonedAnswer]:
        """Leave contact, if staying is worse; a fighter that fails its roll is struck at."""
        view, fighter = self._view, self._fighter
        spd = total_value(view, Query(Characteristic.SPD, fighter))
        roll = throw_odds(view.book, spd, highest_spd(view, self._touched).total)
        caught = roll.by_successes[0] / roll.denominator
        strikes = sum(
            (self._leaver_strike_value(foe) for foe in self._touched if can_strike(view, foe, fighter)),
            WORTHLESS,
        )
        for thought in self._moves():
            yield thought._replace(worth=thought.worth - settle(caught * strikes), why="leave", about={})

    def _leaver_strike_value(self, foe: Piece) -> float:
        blow = Melee(fighter=foe, target=self._fighter, free=True)
        return outcome_value(self._view, foe.side, outcome_of(free_blow_odds(self._view, blow, SHIFT_POLICY)))

    def _moves(self) -> Iterator[ReasonedAnswer]:
        """The best places to go to: those that look best at a glance are examined closely."""
        stay, price = self._place_value(self._here, self._view), self._price(self._actions.move.ap)
        walked = (walked_path(self._view, self._fighter, path) for path in self._paths())
        ahead = (path for path in walked if not self._is_back(path[-1]))
        glanced = [(self._place_value(self._here.moved_to(path[-1]), None), path) for path in ahead]
        glanced.sort(key=lambda one: one[0], reverse=True)
        for _, path in glanced[:PLACES_TO_EXAMINE]:
            seen = match_after_walk(self._view, self._fighter, path)
            if seen is None:
                continue
            end = base(seen, self._fighter)
            worth = self._place_value(end, seen) - stay - price
            why, about = self._purpose(end.centre)
            if worth <= self._points(end) - self._points(self._here):
                why, about = "points", {}
            yield ReasonedAnswer(Move(fighter=self._fighter, path=path), why, about, worth)
        yield from self._visits(stay, price)

    def short_ways(self, far: int) -> Iterator[ReasonedAnswer]:
        """Straight moves of this length that a card allows for free, with what the fighter gains by each."""
        stay, (x, y) = self._place_value(self._here, self._view), self._here.centre
        for dx, dy in (unit_vector(n * FULL_TURN / SHORT_DIRECTIONS) for n in range(SHORT_DIRECTIONS)):
            path = self._here.centre, Point(x + trunc(dx * far), y + trunc(dy * far))
            seen = match_after_walk(self._view, self._fighter, path)
            if seen is not None:
                end = base(seen, self._fighter)
                why, about = self._purpose(end.centre)
                worth = self._place_value(end, seen) - stay
                yield ReasonedAnswer(Move(fighter=self._fighter, path=path), why, about, worth)

    def _is_back(self, place: Point) -> bool:
        """Tell whether the fighter stood at a place and has only walked since, so as not to go to and fro."""
        return any(point_distance(*place, *was) <= BACK_DISTANCE for was in self._former_places)

    @cached_property
    def _former_places(self) -> list[tuple[int, int]]:
        """Where the fighter has stood in this round since it last did anything but walk."""
        left = []
        for event in reversed(self._view.log):
            mine = getattr(event, "fighter", None) == self._fighter
            if isinstance(event, RoundBegun) or (mine and isinstance(event, ApSpent) and event.act != MOVE):
                break
            if mine and isinstance(event, Moved) and event.path:
                left.append(event.path[0])
        return left

    def _visits(self, stay: float, price: float) -> Iterator[ReasonedAnswer]:
        """Go to scenery, for what can be done there with the remaining AP."""
        start, ap = self._here.centre, self._actions.move.ap
        reach = walk_allowance(self._view, Move(fighter=self._fighter, path=(start,)))
        for place in scenery_to_visit(self._view, self._fighter)[:SCENERY_TO_VISIT]:
            act = Move(fighter=self._fighter, path=(start, place))
            likely = self._threats.chance_in_reach(gap(self._here, self._here.moved_to(place)), reach)
            if not likely or self._is_back(place) or not may_stop(self._view, self._fighter, place):
                continue
            if why_not(self._view, act):
                continue
            there = match_with_fighter_at(self._view, self._fighter, place, ap)
            ideas = ActIdeas(Threats(there, self._manner), self._fighter)
            best = max(ideas.scenery_moves(), key=lambda one: one.worth, default=None)
            if best is not None and best.worth > 0:
                worth = ideas.standing_value() + best.worth - stay - price
                yield ReasonedAnswer(act, f"to-{best.why}", best.about, worth)

    def _paths(self) -> Iterator[Path]:
        """Routes no longer than a Move: in all directions, and towards enemies."""
        start, setup = self._here.centre, self._view.setup
        reach = walk_allowance(self._view, Move(fighter=self._fighter, path=(start,)))
        for n in range(HEADINGS):
            dx, dy = unit_vector(n * FULL_TURN / HEADINGS)
            for share in MOVE_SHARES:
                x, y = start.x + dx * reach * share, start.y + dy * reach * share
                yield (
                    start,
                    Point(_clamp(x, self._here.r, setup.width), _clamp(y, self._here.r, setup.height)),
                )
        for number, foe in enumerate(self._foes[:ENEMIES_TO_APPROACH]):
            there = base(self._view, foe)
            far = min(reach, self._threats.perceived_distance(gap(self._here, there)) - CONTACT_MARGIN)
            if far <= 0:
                continue
            straight = affordable_path(
                self._view, self._fighter, (start, nearest_foot(there, self._here.r, start)), far
            )
            if why_not(self._view, Move(fighter=self._fighter, path=straight)) is None:
                yield straight
            elif number == 0:
                yield from self._way_round(foe, reach)

    def _way_round(self, foe: Piece, reach: int) -> Iterator[Path]:
        """As much of the route to an enemy, round obstacles, as a Move covers."""
        plan = plan_into_contact(self._view, self._fighter, foe)
        if plan is not None:
            far = min(reach, self._threats.perceived_distance(plan.price.total) - CONTACT_MARGIN)
            yield affordable_path(self._view, self._fighter, plan.route, far)

    def _place_value(self, there: Disc, seen: Match | None) -> float:
        """The value of a place: what may be done from it, less what may be done to the fighter there.

        Sight counts only with `seen`, a match in which the fighter stands there.
        """
        view, me = self._view, self._fighter
        apart = {foe: gap(there, base(view, foe)) for foe in self._foes}
        dangers = [
            self._threats.threat(foe, me, far, sees=seen is None or view_of(seen, foe, me).visible)
            * self._feared_share(foe)
            for foe, far in apart.items()
            if seen is None or not is_hidden_from(seen, foe, me)
        ]
        dangers.append(
            scenery_harm(view, me, there) * (STRIKES_STAYING if there == self._here else STRIKES_ENTERING)
        )
        chances = [self._threats.threat(me, foe, far) * self._manner.chance for foe, far in apart.items()]
        if there != self._here:
            chances += [
                self._value_after_move(way, far, seen)
                for foe, far in apart.items()
                for way in self._threats.ways_to_hurt(me, foe)
            ]
        near = round(self._threats.perceived_distance(min(apart.values()))) / (
            self._threats.move_distance(me) or 1
        )
        points = self._points(there)
        return (
            points
            + max(chances)
            - sum(dangers, WORTHLESS)
            - settle(self._manner.nearing * value_per_cp(view, me) * near)
        )

    def _feared_share(self, foe: Piece) -> float:
        """The share of an enemy's attack on the fighter that counts."""
        manner, side = self._manner, self._fighter.side
        share = manner.danger_later if self._view.state_of(foe).activated else manner.danger
        leads = side is not None and self._view.state.sides[side].leader == self._fighter
        return share * manner.leader_danger if leads else share

    def _points(self, there: Disc) -> float:
        """The value of the victory points that a place brings, or that are a few Moves away from it."""
        if not self._scoring_places:
            return WORTHLESS
        step = self._threats.move_distance(self._fighter) or 1
        ahead = (
            step
            / (step + round(self._threats.perceived_distance(point_distance(*there.centre, *place))))
            * points
            for place, points in self._scoring_places
        )
        gained = points_gained_at(self._view, self._fighter, there.centre)
        return settle(victory_point_value(self._view) * max(gained, *ahead))

    @cached_property
    def _scoring_places(self) -> list[tuple[Point, float]]:
        return scoring_places(self._view, self._fighter)

    def _value_after_move(self, way: WayToHurt, apart: float, seen: Match | None) -> float:
        """The value of what the fighter could still do to an enemy in this activation, after a Move."""
        left = self._ap - self._actions.move.ap
        likely = self._threats.chance_in_reach(apart, way.reach)
        if not likely or not self._left or not way.worth:
            return WORTHLESS
        if isinstance(way.act, Melee):
            more = left - self._actions.charge.ap
            return way.worth * likely * (1 + min(more, self._left - 1)) if more >= 0 else WORTHLESS
        times = min(left // self._actions.attack.ap, self._left, way.most) * likely
        if seen is None or times <= 0:
            return way.worth * max(WORTHLESS, times)
        return attack_value(seen, way.act) * times if why_not(seen, way.act) is None else WORTHLESS

    def _purpose(self, place: Point) -> tuple[str, dict[str, Any]]:
        """The reason for a Move: to come near an enemy, or to get away from the one it is then nearest to."""
        apart = {foe: gap(self._here.moved_to(place), base(self._view, foe)) for foe in self._foes}
        foe = min(apart, key=lambda one: apart[one])
        nearer = apart[foe] < gap(self._here, base(self._view, foe))
        return ("approach" if nearer else "withdraw"), {"target": foe}


def plan_into_contact(view: Match, fighter: Piece, foe: Piece, most: float = INFINITE) -> Plan | None:
    """The cheapest route of a fighter into contact with an enemy, if one is no longer than `most`."""
    return recall(
        view,
        ("way", fighter, foe, most),
        lambda there: plan_contact(
            planning_ground(there, fighter), base(there, fighter), base(there, foe), most
        ),
    )


def standing_value(threats: Threats, fighter: Piece) -> float:
    """The value of where a fighter stands in a match."""
    return ActIdeas(threats, fighter).standing_value()


def _clamp(at: float, margin: int, size: int) -> int:
    """A coordinate of a base, moved back onto the field."""
    return min(max(round(at), margin), size - margin)


def best_act(view: Match, question: ActQuestion[Act], manner: PlayManner) -> ReasonedAnswer:
    """Choose what an activated fighter does: the best legal act that is worth its price, else nothing."""
    found = within_evaluations(ActIdeas(Threats(view, manner), question.fighter).all_acts())
    ideas = sorted(found, key=lambda one: one.worth, reverse=True)
    legal = (idea for idea in ideas if idea.worth > 0 and question.refusal(idea.answer) is None)
    best = next(legal, ReasonedAnswer(None, "done"))
    return best._replace(answer=with_fewer_bends(view, question, best.answer))


def best_way(view: Match, question: WayQuestion[Act], manner: PlayManner) -> ReasonedAnswer:
    """Make a move that a card allows if it improves the place; move an enemy where it stands worse."""
    fighter, decline = question.fighter, ReasonedAnswer(None, "decline")
    if not view.field.knows_places(fighter) or not enemies_on_field(view, fighter):
        return decline
    sign = 1 if fighter.side is question.asked else -1
    found = within_evaluations(ActIdeas(Threats(view, manner), fighter).short_ways(question.far))
    ideas = sorted(found, key=lambda one: one.worth * sign, reverse=True)
    return next(
        (one for one in ideas if one.worth * sign > 0 and question.refusal(one.answer) is None), decline
    )


def with_fewer_bends(view: Match, question: ActQuestion[Act], act: Act | None) -> Act | None:
    """Replace a crooked route by one as planned for a player, which is easier to follow by eye."""
    if not isinstance(act, Move | Charge) or is_straight(act.path):
        return act
    way = replan_way(view, act)
    return way.act if way.fits and question.refusal(way.act) is None else act
