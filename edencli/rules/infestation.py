"""The optional chapter on infestation: non-player fighters (NPFs) that both players buy, place and activate.

    after preparation step 6       a level, and points to place them    infestation.level infestation.place
    at intendancy step 2           each is activated once, in turn      infestation.activate
      in contact                   it attacks                           infestation.attack
      else, as the book has it     it charges the nearest               infestation.charge
      else                         it prowls                            infestation.prowl
    whenever it is attacked        it responds, free                    infestation.response    in `npfs`
    when it is taken out           its level in VP                      infestation.score       in `npfs`

A charge takes the shortest way into contact: the program plans it, and no player chooses it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from edencli.field.distance import distance, gap, overlap
from edencli.field.shapes import Point
from edencli.field.units import PER_CM, TOLERANCE, compare_lengths
from edencli.match.facts import InPounce
from edencli.match.match import ActRow, ChapterRules, Match, Procedure, Query, only_for
from edencli.match.needed_facts import first_objection
from edencli.match.pieces import Piece, Side
from edencli.match.questions import cache_last_allowed
from edencli.match.reasons import Part, Parts, Refusal
from edencli.match.rules_api import ask, do, field_fact, no_objections, perform, total_value, value, why_not
from edencli.match.table_events import (
    ActivationEnded,
    FoundTooFar,
    InfestationAgreed,
    Moved,
    NoRoomFound,
    NpfActivated,
    NpfPlaced,
)
from edencli.model.lexicon import unique_name
from edencli.model.terms import Quantity
from edencli.rulebooks.values import Infestation, NpfCharge
from edencli.rules.actions import declare_charge, disengage, end_charge
from edencli.rules.acts import Melee, refuse_absent
from edencli.rules.conditions import refuse_in_fear
from edencli.rules.footing import scenery_in_the_way
from edencli.rules.ground import (
    base,
    base_at,
    base_radius,
    bases_near,
    bases_on_field,
    enemies_in_contact,
    enemies_on_field,
    fighters_on_field,
    is_nearer,
    is_within,
    nearest_fighters,
    sort_by_distance,
    table,
    token_disc,
    tokens_on_field,
)
from edencli.rules.movement import (
    affordable_path,
    against_walking,
    limiting_rule,
    planning_ground,
    planning_key,
    try_way,
    walk_allowance,
)
from edencli.rules.npfs import BountyListener, NpfPlacement, Pounce, Prowl, ProwlQuestion
from edencli.rules.placing import SEARCH_STEP, NoRoom, places_on_grid, refuse_no_room
from edencli.rules.preparation import sides_in_order
from edencli.rules.questions import (
    InfestationLevel,
    NpfActivation,
    NpfAttackTarget,
    NpfChargeTarget,
    NpfPlacing,
    NpfTarget,
)
from edencli.rules.sight import view_of
from edencli.rules.targets import targets_to_single_out

if TYPE_CHECKING:
    from edencli.field.planner import Plan

LEVELS = range(1, 11)
"""The levels that the books call usual."""


def _rules(match: Match) -> Infestation:
    rules = match.book.infestation
    assert rules is not None, "no game plays a chapter that its book lacks"  # noqa: S101  # by the reader
    return rules


# ── placing ────────────────────────────────────────────────────────────────────────────────────────────


def infest(match: Match, place_scenery: Callable[[Match], Procedure[None]]) -> Procedure[None]:
    """Agree on a level after the scenery is placed, and let players place NPFs by turns (setup.6a-npf)."""
    yield from place_scenery(match)
    if not match.setup.npfs:
        return
    level: int = yield from ask(InfestationLevel(asked=match.first_player, options=LEVELS))
    yield from do(match, InfestationAgreed(rule="setup.6a-npf", level=level))
    points = dict.fromkeys(sides_in_order(match), level)
    while points:
        for side in tuple(points):
            spent = yield from _place_one(match, side, points[side])
            points[side] -= spent
            if not spent:
                del points[side]


def _place_one(match: Match, side: Side, points: int) -> Procedure[int]:
    """Let a player buy and place one NPF; returns its price, 0 if none is affordable or there is no room."""
    affordable = tuple(name for name, card in match.setup.npfs.items() if (card.level or 0) <= points)
    if not affordable:
        return 0
    question: NpfPlacing[NpfPlacement | NoRoom] = NpfPlacing(
        asked=side,
        what="npf",
        left=affordable,
        points=points,
        objection=cache_last_allowed(lambda infesting: why_not_infest(match, affordable, infesting)),
    )
    infesting = yield from ask(question)
    if isinstance(infesting, NoRoom):
        yield from do(match, NoRoomFound(rule="infestation.place", side=side, what="npf"))
        return 0
    card = match.setup.npfs[infesting.card]
    name = unique_name(card.name, [piece.name for piece in match.state.fighters if piece.side is None])
    event = NpfPlaced(
        rule="infestation.place", side=side, fighter=Piece(None, name), card=card.name, place=infesting.place
    )
    yield from do(match, event)
    return card.level or 0


def npf_places_to_try(match: Match, cards: Iterable[str], every: int = SEARCH_STEP) -> Iterator[NpfPlacement]:
    """The placements at which room is sought: one card of each size, all over the field.

    Other cards of a size have no more room than that one.
    """
    by_size = {base_radius(match.setup.npfs[card]): card for card in reversed([*cards])}
    for card in sorted(by_size.values(), key=[*cards].index):
        for at in _off_their_kind(match, card, places_on_grid(match, every)):
            yield NpfPlacement(card, at)


def _off_their_kind(match: Match, card: str, places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Leave out the places that are plainly too near to another NPF."""
    own, least = base_radius(match.setup.npfs[card]), _rules(match).npf_spacing * PER_CM
    kind = [there for piece, there in bases_on_field(match) if piece.side is None]
    taken = [(there.x, there.y, (there.r + own + least - 2 * TOLERANCE) ** 2) for there in kind]
    for x, y in places:
        if all((cx - x) * (cx - x) + (cy - y) * (cy - y) >= square for cx, cy, square in taken):
            yield x, y


def why_not_infest(match: Match, left: tuple[str, ...], infesting: NpfPlacement | NoRoom) -> Refusal | None:
    """The reason why an NPF may not be placed, or why the answer of no room is wrong, or None."""
    if isinstance(infesting, NoRoom):
        tries = npf_places_to_try(match, left)
        return refuse_no_room(match, "infestation.place", tries, lambda one: why_not_infest(match, left, one))
    if infesting.card not in left:
        about: dict[str, object] = {"what": infesting.card}
        return Refusal(rule="infestation.place", reason="no-such-npf", about=about)
    card, place = infesting
    return None if place is None else next(_against_place(match, card, place), None)


@field_fact
def _against_place(match: Match, card: str, place: tuple[int, int]) -> Iterator[Refusal]:
    """Refuse a place off the field, on scenery or a base, on a marker, or too near to another NPF."""
    there = base_at(match.setup.npfs[card], place)
    about: dict[str, object] = {"what": card}
    if not table(match).contains(there):
        yield Refusal(rule="infestation.place", reason="off-field", about={"place": place})
    for name in scenery_in_the_way(match, there):
        yield Refusal(rule="infestation.place", reason="occupied", about=about | {"by": name})
    least = _rules(match).npf_spacing * PER_CM
    for piece, here in bases_near(match, there, least):
        apart = gap(there, here)
        if compare_lengths(apart, 0) < 0:
            yield Refusal(rule="infestation.place", reason="occupied", about=about | {"by": piece.name})
        if piece.side is None and compare_lengths(apart, least) < 0:
            near = {"near": piece.name, "distance": max(0, round(apart)), "least": least}
            yield Refusal(rule="infestation.place", reason="too-near", about=about | near)
    for token in tokens_on_field(match):
        if overlap(there, token_disc(token)):
            yield Refusal(rule="marker.stop", reason="occupied", about=about | {"by": token.name})


_against_place.when_unmeasured(no_objections)


# ── activation ─────────────────────────────────────────────────────────────────────────────────────────


def activate_each_npf(match: Match, as_usual: Callable[[Match], Procedure[None]]) -> Procedure[None]:
    """Activate each NPF once, the players choosing them by turns (infestation.activate)."""
    yield from as_usual(match)
    done: set[Piece] = set()
    side = match.first_player
    while left := [npf for npf in fighters_on_field(match.state) if npf.side is None and npf not in done]:
        npf = yield from ask(NpfActivation(asked=side, options=tuple(left)))
        done.add(npf)
        yield from do(match, NpfActivated(rule="infestation.activate", fighter=npf, by=side))
        if match.is_on_field(npf):
            yield from _act(match, npf, side)
        yield from do(match, ActivationEnded(rule="infestation.activate", fighter=npf))
        side = side.other


def _act(match: Match, npf: Piece, side: Side) -> Procedure[None]:
    """Let an NPF do the first of these that it can: attack, charge, prowl (infestation.*).

    In fear it can neither attack nor charge, and prowls (H-150).
    """
    foes = [foe for foe in enemies_on_field(match, npf) if why_not(match, _blow(npf, foe)) is None]
    if foes:
        target = yield from _pick(npf, side, foes, NpfAttackTarget)
        yield from perform(match, _blow(npf, target))
        return
    prey = _charge_targets(match, npf)
    if prey:
        target = yield from _pick(npf, side, prey, NpfChargeTarget)
        yield from perform(match, Pounce(fighter=npf, target=target))
        return
    question = ProwlQuestion(
        asked=side,
        fighter=npf,
        optional=True,
        objection=cache_last_allowed(
            lambda act: first_objection(match, lambda: _why_not_prowl(match, npf, act))
        ),
    )
    prowl = yield from ask(question)
    if prowl is not None:
        yield from perform(match, prowl)


def _blow(npf: Piece, target: Piece) -> Melee:
    return Melee(fighter=npf, target=target, free=True)


def _pick(npf: Piece, side: Side, foes: list[Piece], kind: type[NpfTarget]) -> Procedure[Piece]:
    """Let the player that activates the NPF choose a target; with one option nothing is asked."""
    return (yield from ask(kind(asked=side, fighter=npf, options=tuple(foes))))


def _charge_targets(match: Match, npf: Piece) -> list[Piece]:
    """The enemies that an NPF must charge: the nearest of those that meet the book's condition.

    Fighters that hide from their enemies hide from an NPF too (H-149).
    """
    foes = targets_to_single_out(match, npf)
    free = [foe for foe in foes if why_not(match, Pounce(fighter=npf, target=foe)) is None]
    return _nearest_to_charge(match, npf, free)


@field_fact
def _nearest_to_charge(match: Match, npf: Piece, foes: list[Piece]) -> list[Piece]:
    """The nearest fighters that can be charged; no way is planned to those that are farther."""
    able: list[Piece] = []
    for foe in sort_by_distance(match, npf, foes):
        if able and is_nearer(match, npf, able[0], foe):
            break
        if can_be_charged(match, npf, foe):
            able.append(foe)
    return able


@_nearest_to_charge.when_unmeasured
def _(match: Match, npf: Piece, foes: list[Piece]) -> list[Piece]:
    return nearest_fighters(match, npf, [foe for foe in foes if can_be_charged(match, npf, foe)])


@field_fact
def can_be_charged(match: Match, npf: Piece, foe: Piece) -> bool:
    """Tell whether a fighter's way is short enough, and where the book says so, in sight and near enough."""
    rules, reach = _rules(match), _reach(match, npf, foe)
    if rules.charge_at is not NpfCharge.BY_WAY:
        far = compare_lengths(distance(base(match, npf), base(match, foe)), rules.charge * PER_CM)
        if far > 0 or (far == 0 and rules.charge_at is NpfCharge.SEEN_NEARER):
            return False
        if not view_of(match, npf, foe).visible:
            return False
    return _way(match, npf, foe, reach) is not None


@can_be_charged.when_unmeasured
def _(match: Match, npf: Piece, foe: Piece) -> bool:
    rules, reach = _rules(match), _reach(match, npf, foe)
    if not match.require_fact(InPounce(npf=npf, target=foe, far=reach)):
        return False
    if rules.charge_at is NpfCharge.BY_WAY:
        return True
    near = rules.charge * PER_CM
    return (reach <= near or is_within(match, npf, foe, near)) and view_of(match, npf, foe).visible


def _reach(match: Match, npf: Piece, foe: Piece) -> int:
    return total_value(match, Query(Quantity.DISTANCE, npf, Pounce(fighter=npf, target=foe))) * PER_CM


def _way(match: Match, npf: Piece, foe: Piece, reach: int) -> "Plan | None":
    from edencli.field.planner import plan_contact  # noqa: PLC0415  # most matches plan nothing

    return match.cache_for_layout(
        ("way", planning_key(match, npf), foe, reach),
        lambda: plan_contact(planning_ground(match, npf), base(match, npf), base(match, foe), reach),
    )


def pounce(match: Match, act: Pounce) -> Procedure[None]:
    """Run the shortest way into contact, and strike (infestation.charge)."""
    goes_on = yield from declare_charge(match, act)
    run = _plan_charge_move(match, act) if goes_on else None
    if run is None:
        return
    yield from do(match, run)
    blow = _blow(act.fighter, act.target)
    if why_not(match, blow) is None:
        yield from perform(match, blow)
    yield from end_charge(match, act, act.target)


@field_fact
def _plan_charge_move(match: Match, act: Pounce) -> Moved | None:
    """The shortest way into contact, or None if there is none any longer."""
    plan = _way(match, act.fighter, act.target, _reach(match, act.fighter, act.target))
    if plan is None:
        return None
    rule, paid = "infestation.charge", round(plan.price.total)
    return Moved(rule=rule, fighter=act.fighter, how="charge", path=plan.route, cost=paid)


@_plan_charge_move.when_unmeasured
def _(_: Match, act: Pounce) -> Moved | None:
    return Moved(rule="infestation.charge", fighter=act.fighter, how="charge", path=(), cost=0)


def prowl(match: Match, act: Prowl) -> Procedure[None]:
    """Leave the contact of enemies, if they allow it, and go where the player sends the NPF (H-151)."""
    foes = enemies_in_contact(match, act.fighter)
    if foes and not (yield from disengage(match, act.fighter, foes)):
        return
    long = round(_length(match, act))
    event = Moved(rule="infestation.prowl", fighter=act.fighter, how="prowl", path=act.path, cost=long)
    yield from do(match, event)


@field_fact
def _length(_: Match, act: Prowl) -> float:
    """The length of a prowl; slow ground does not count."""
    return distance(Point(*act.path[0]), Point(*act.path[-1]))


@_length.when_unmeasured
def _(*_: object) -> float:
    return 0


def prowl_too_far(match: Match, act: Prowl, rule: str) -> Procedure[None]:
    """Go as far as a prowl may, where measuring before was not allowed (H-148)."""
    yield from do(match, FoundTooFar(rule=rule, fighter=act.fighter, act="move"))
    yield from prowl(
        match,
        act.with_changes(path=affordable_path(match, act.fighter, act.path, walk_allowance(match, act))),
    )


def _why_not_prowl(match: Match, npf: Piece, act: Prowl) -> Refusal | None:
    """The reason why an NPF may not be sent somewhere, or None."""
    if act.fighter != npf:
        about: dict[str, object] = {"fighter": act.fighter, "active": npf}
        return Refusal(rule="infestation.activate", reason="not-active", about=about)
    return why_not(match, act)


@field_fact
def against_prowl(match: Match, act: Prowl) -> Iterator[Refusal]:
    """Refuse a way that is bent, too long, blocked, or ends in contact with a fighter (H-128)."""
    trial = try_way(match, act.fighter, act.path)
    about: dict[str, object] = {"fighter": act.fighter}
    if len(act.path) > 2:  # noqa: PLR2004  # a straight line
        yield Refusal(rule="infestation.prowl", reason="not-straight", about=about)
    yield from against_walking(match, trial)
    for contact in trial.found.contacts:
        if contact.at_end:
            touched = about | {"what": trial.foes[contact.number].name}
            yield Refusal(rule="infestation.prowl", reason="ends-in-contact", about=touched)
    yield from _too_far(match, act)


against_prowl.when_unmeasured(no_objections)


def _too_far(match: Match, act: Prowl) -> Iterator[Refusal]:
    """Refuse a prowl that is too long, by the rule that limits it."""
    most = value(match, Query(Quantity.DISTANCE, act.fighter, act))
    long = _length(match, act)
    if compare_lengths(long, most.total * PER_CM) > 0:
        about = {"fighter": act.fighter, "length": round(long), "most": most.total * PER_CM}
        yield Refusal(rule=limiting_rule(most, long), reason="too-far", about=about)


@only_for(Prowl, Pounce)
def npf_walk_distance(match: Match, query: Query) -> Parts:
    """Contribute how far NPFs prowl and charge."""
    rules = _rules(match)
    if isinstance(query.act, Prowl):
        return (Part("infestation.prowl", rules.prowl),)
    return (Part("infestation.charge", rules.charge),) if isinstance(query.act, Pounce) else ()


CHAPTER = ChapterRules(
    numbers={Quantity.DISTANCE: (npf_walk_distance,)},
    acts={
        Prowl: ActRow(
            rule="infestation.prowl",
            price=None,
            counts_as="prowl",
            may=(refuse_absent,),
            reach=against_prowl,
            perform=prowl,
            miss=prowl_too_far,
        ),
        Pounce: ActRow(
            rule="infestation.charge",
            price=None,
            counts_as="pounce",
            may=(refuse_absent, refuse_in_fear),
            perform=pounce,
        ),
    },
    listeners=(BountyListener(),),
    steps={"setup.6-scenery": infest, "intendancy.2": activate_each_npf},
)
