"""The optional chapter on infestation: nobody's fighters, bought, placed, and activated by both players.

    after preparation step 6       a level, and points to place them    infestation.level infestation.place
    at intendancy step 2           each is activated once, in turn      infestation.activate
      in contact                   it attacks                           infestation.attack
      else, as the book has it     it charges the nearest               infestation.charge
      else                         it prowls                            infestation.prowl
    whenever it is attacked        it responds, free                    infestation.response    in `npfs`
    when it is taken out           its level in VP                      infestation.score       in `npfs`

A charge is its shortest way into contact: the way is planned, and nobody has a say in it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from edencli.field.distance import distance, overlap
from edencli.field.shapes import Point
from edencli.field.units import PER_CM, compare
from edencli.match.doors import ask, believed, do, measured, perform, value, why_not
from edencli.match.facts import InPounce
from edencli.match.match import (
    ActRow,
    ChapterRules,
    Match,
    Procedure,
    Quantity,
    Query,
)
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Choice, Spot, once
from edencli.match.reasons import Part, Parts, Refusal
from edencli.match.table_events import (
    ActivationEnded,
    FoundTooFar,
    InfestationAgreed,
    Moved,
    NoRoomFound,
    NpfActivated,
    NpfPlaced,
)
from edencli.match.trying import objection_to
from edencli.model.cast import numbered
from edencli.rulebooks.values import Infestation, NpfCharge
from edencli.rules.actions import disengage
from edencli.rules.acts import Melee, gone
from edencli.rules.conditions import afraid
from edencli.rules.ground import (
    all_nearest,
    base,
    base_at,
    enemies,
    footprint,
    standing,
    table,
    tokens,
    touched_enemies,
)
from edencli.rules.movement import against_walking, allowance, ground, paid_part, try_way, what_limits
from edencli.rules.npfs import Bounty, Infesting, Pounce, Prowl, Prowling
from edencli.rules.placing import LOOKED, NoRoom, despite_room, lattice
from edencli.rules.preparation import in_turn
from edencli.rules.sight import view_of
from edencli.rules.targets import may_single_out

if TYPE_CHECKING:
    from edencli.field.planner import Plan

LEVELS = range(1, 11)
"""The levels that the books call usual."""


def _rules(match: Match) -> Infestation:
    rules = match.book.infestation
    assert rules is not None, "no game plays a chapter that its book lacks"  # noqa: S101  # a law of files
    return rules


# ── placing ──────────────────────────────────────────────────────────────────────────────────────────────


def infest(match: Match, place_scenery: Callable[[Match], Procedure[None]]) -> Procedure[None]:
    """Agree on a level after the scenery, and place nobody's fighters by turns (setup.6a-npf)."""
    yield from place_scenery(match)
    if not match.setup.npfs:
        return
    level: int = yield from ask(Choice(asked=match.first, rule="infestation.level", options=LEVELS))
    yield from do(match, InfestationAgreed(rule="setup.6a-npf", level=level))
    points = dict.fromkeys(in_turn(match), level)
    while points:
        for side in tuple(points):
            spent = yield from _place_one(match, side, points[side])
            points[side] -= spent
            if not spent:
                del points[side]


def _place_one(match: Match, side: Side, points: int) -> Procedure[int]:
    """Let a player buy and place one; returns what it cost, 0 when he can afford none or finds no room."""
    affordable = tuple(name for name, card in match.setup.npfs.items() if (card.level or 0) <= points)
    if not affordable:
        return 0
    question = Spot[Infesting | NoRoom](
        asked=side,
        rule="infestation.place",
        what="npf",
        left=affordable,
        points=points,
        objection=once(lambda infesting: why_not_infest(match, affordable, infesting)),
    )
    infesting = yield from ask(question)
    if isinstance(infesting, NoRoom):
        yield from do(match, NoRoomFound(rule="infestation.place", side=side, what="npf"))
        return 0
    card = match.setup.npfs[infesting.card]
    name = numbered(card.name, [piece.name for piece in match.state.fighters if piece.side is None])
    event = NpfPlaced(
        rule="infestation.place", side=side, fighter=Piece(None, name), card=card.name, place=infesting.place
    )
    yield from do(match, event)
    return card.level or 0


def where_it_may_stand(match: Match, cards: Iterable[str]) -> Iterator[Infesting]:
    """Where room is looked for: each card all over the field."""
    return (Infesting(card, at) for card in cards for at in lattice(match, LOOKED))


def why_not_infest(match: Match, left: tuple[str, ...], infesting: Infesting | NoRoom) -> Refusal | None:
    """Say why one of nobody's fighters may not be placed somewhere, or why no room may be found for any."""
    if isinstance(infesting, NoRoom):
        tries = where_it_may_stand(match, left)
        return despite_room(match, "infestation.place", tries, lambda one: why_not_infest(match, left, one))
    if infesting.card not in left:
        about: dict[str, object] = {"what": infesting.card}
        return Refusal(rule="infestation.place", reason="no-such-npf", about=about)
    card, place = infesting
    return None if place is None else next(_against_place(match, card, place), None)


@measured
def _against_place(match: Match, card: str, place: tuple[int, int]) -> Iterator[Refusal]:
    """Object to a place off the field, in something, on a marker, or too near another of their kind."""
    there = base_at(match.setup.npfs[card], place)
    about: dict[str, object] = {"what": card}
    if not table(match).holds(there):
        yield Refusal(rule="infestation.place", reason="off-field", about={"place": place})
    for name in match.state.scenery:
        if not match.terrain(name).crossable and overlap(there, footprint(match, name)):
            yield Refusal(rule="infestation.place", reason="occupied", about=about | {"by": name})
    for piece in standing(match.state):
        if overlap(there, base(match, piece)):
            yield Refusal(rule="infestation.place", reason="occupied", about=about | {"by": piece.name})
        least, gap = _rules(match).npf_spacing * PER_CM, distance(there, base(match, piece))
        if piece.side is None and compare(gap, least) < 0:
            near = {"near": piece.name, "distance": round(gap), "least": least}
            yield Refusal(rule="infestation.place", reason="too-near", about=about | near)
    for token, disc in zip(match.state.tokens, tokens(match), strict=True):
        if overlap(there, disc):
            yield Refusal(rule="marker.stop", reason="occupied", about=about | {"by": token.name})


_against_place.told(believed)


# ── activation ───────────────────────────────────────────────────────────────────────────────────────────


def activate_all(match: Match, as_usual: Callable[[Match], Procedure[None]]) -> Procedure[None]:
    """Activate each of nobody's fighters once, the players choosing them by turns (infestation.activate)."""
    yield from as_usual(match)
    done: set[Piece] = set()
    side = match.first
    while left := [npf for npf in standing(match.state) if npf.side is None and npf not in done]:
        npf = yield from ask(Choice(asked=side, rule="infestation.activate", options=tuple(left)))
        done.add(npf)
        yield from do(match, NpfActivated(rule="infestation.activate", fighter=npf, by=side))
        if match.present(npf):
            yield from _act(match, npf, side)
        yield from do(match, ActivationEnded(rule="infestation.activate", fighter=npf))
        side = side.other


def _act(match: Match, npf: Piece, side: Side) -> Procedure[None]:
    """Attack, or else charge, or else prowl: the first that can be done must be (infestation.*).

    In fear it can do neither, and prowls (H-150).
    """
    foes = [foe for foe in enemies(match, npf) if why_not(match, _blow(npf, foe)) is None]
    if foes:
        target = yield from _pick(npf, side, foes, "infestation.attack")
        yield from perform(match, _blow(npf, target))
        return
    prey = _prey(match, npf)
    if prey:
        target = yield from _pick(npf, side, prey, "infestation.charge")
        yield from perform(match, Pounce(fighter=npf, target=target))
        return
    question = Prowling(
        asked=side,
        rule="infestation.prowl",
        fighter=npf,
        optional=True,
        objection=once(lambda act: objection_to(match, lambda: _why_not_prowl(match, npf, act))),
    )
    prowl = yield from ask(question)
    if prowl is not None:
        yield from perform(match, prowl)


def _blow(npf: Piece, target: Piece) -> Melee:
    return Melee(fighter=npf, target=target, free=True)


def _pick(npf: Piece, side: Side, foes: list[Piece], rule: str) -> Procedure[Piece]:
    """Let the player who activates choose among several; of one there is no question."""
    return (yield from ask(Choice(asked=side, rule=rule, fighter=npf, options=tuple(foes))))


def _prey(match: Match, npf: Piece) -> list[Piece]:
    """Whom one of nobody's fighters must charge: the nearest of those that meet the book's condition.

    Who hides from enemies hides from it too (H-149).
    """
    able = [
        foe
        for foe in may_single_out(match, npf)
        if why_not(match, Pounce(fighter=npf, target=foe)) is None and may_be_charged(match, npf, foe)
    ]
    return all_nearest(match, npf, able)


@measured
def may_be_charged(match: Match, npf: Piece, foe: Piece) -> bool:
    """Tell whether a fighter is near enough by way, and by the book in sight and near enough."""
    rules, reach = _rules(match), _reach(match, npf, foe)
    if rules.charge_at is not NpfCharge.BY_WAY:
        far = compare(distance(base(match, npf), base(match, foe)), rules.charge * PER_CM)
        if far > 0 or (far == 0 and rules.charge_at is NpfCharge.SEEN_NEARER):
            return False
        if not view_of(match, npf, foe).visible:
            return False
    plan = _way(match, npf, foe, reach)
    return plan is not None and compare(plan.price.total, reach) <= 0


@may_be_charged.told
def _(match: Match, npf: Piece, foe: Piece) -> bool:
    near = match.fact(InPounce(npf=npf, target=foe, far=_reach(match, npf, foe)))
    return bool(near) and (_rules(match).charge_at is NpfCharge.BY_WAY or view_of(match, npf, foe).visible)


def _reach(match: Match, npf: Piece, foe: Piece) -> int:
    return value(match, Query(Quantity.DISTANCE, npf, Pounce(fighter=npf, target=foe))).total * PER_CM


def _way(match: Match, npf: Piece, foe: Piece, reach: int) -> "Plan | None":
    from edencli.field.planner import plan_contact  # noqa: PLC0415  # most matches plan nothing

    free = ground(match, npf, foe)
    return plan_contact(free, base(match, npf), base(match, foe), reach)


def pounce(match: Match, act: Pounce) -> Procedure[None]:
    """Run the shortest way into contact, and strike (infestation.charge)."""
    run = _run(match, act)
    if run is None:
        return
    yield from do(match, run)
    blow = _blow(act.fighter, act.target)
    if why_not(match, blow) is None:
        yield from perform(match, blow)


@measured
def _run(match: Match, act: Pounce) -> Moved | None:
    """The shortest way into contact, if there still is one."""
    plan = _way(match, act.fighter, act.target, _reach(match, act.fighter, act.target))
    if plan is None:
        return None
    rule, paid = "infestation.charge", round(plan.price.total)
    return Moved(rule=rule, fighter=act.fighter, how="charge", path=plan.route, cost=paid)


@_run.told
def _(_: Match, act: Pounce) -> Moved | None:
    return Moved(rule="infestation.charge", fighter=act.fighter, how="charge", path=(), cost=0)


def prowl(match: Match, act: Prowl) -> Procedure[None]:
    """Leave the contact of enemies, if they let him, and go where the player sends him (H-151)."""
    foes = touched_enemies(match, act.fighter)
    if foes and not (yield from disengage(match, act.fighter, foes)):
        return
    long = round(_length(match, act))
    event = Moved(rule="infestation.prowl", fighter=act.fighter, how="prowl", path=act.path, cost=long)
    yield from do(match, event)


@measured
def _length(_: Match, act: Prowl) -> float:
    """How long a prowl is; slow ground does not matter to it."""
    return distance(Point(*act.path[0]), Point(*act.path[-1]))


@_length.told
def _(*_: object) -> float:
    return 0


def prowl_short(match: Match, act: Prowl, rule: str) -> Procedure[None]:
    """Go as far as a prowl goes, where nobody could measure that before (H-148)."""
    yield from do(match, FoundTooFar(rule=rule, fighter=act.fighter, act="move"))
    yield from prowl(match, act.but(path=paid_part(match, act.fighter, act.path, allowance(match, act))))


def _why_not_prowl(match: Match, npf: Piece, act: Prowl) -> Refusal | None:
    """Say why one of nobody's fighters may not be sent somewhere, or nothing."""
    if act.fighter != npf:
        about: dict[str, object] = {"fighter": act.fighter, "active": npf}
        return Refusal(rule="infestation.activate", reason="not-active", about=about)
    return why_not(match, act)


@measured
def against_prowl(match: Match, act: Prowl) -> Iterator[Refusal]:
    """Object to a way that is bent, too long, blocked, or ends in contact with a fighter (H-128)."""
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


against_prowl.told(believed)


def _too_far(match: Match, act: Prowl) -> Iterator[Refusal]:
    """Object to a prowl that is longer than it may be, by the rule that made it so short."""
    most = value(match, Query(Quantity.DISTANCE, act.fighter, act))
    long = _length(match, act)
    if compare(long, most.total * PER_CM) > 0:
        about = {"fighter": act.fighter, "length": round(long), "most": most.total * PER_CM}
        yield Refusal(rule=what_limits(most, long), reason="too-far", about=about)


def npf_reach(match: Match, query: Query) -> Parts:
    """Contribute how far nobody's fighters prowl and charge."""
    rules = _rules(match)
    if isinstance(query.act, Prowl):
        return (Part("infestation.prowl", rules.prowl),)
    return (Part("infestation.charge", rules.charge),) if isinstance(query.act, Pounce) else ()


CHAPTER = ChapterRules(
    numbers={Quantity.DISTANCE: (npf_reach,)},
    acts={
        Prowl: ActRow(
            rule="infestation.prowl",
            price=None,
            counts_as="prowl",
            may=(gone,),
            reach=against_prowl,
            perform=prowl,
            miss=prowl_short,
        ),
        Pounce: ActRow(
            rule="infestation.charge", price=None, counts_as="pounce", may=(gone, afraid), perform=pounce
        ),
    },
    listeners=(Bounty(),),
    steps={"setup.6-scenery": infest, "intendancy.2": activate_all},
)
