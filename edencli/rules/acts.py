"""What fighters may do, what it costs and how often (action.cost, action.per-round, action.per-match).

An act is a wish: `why_not` says whether it may be, `pay` charges for it. Its price and its limit are numbers
like any other, so that a card or a scenery rule can change them.
"""

from typing import TYPE_CHECKING, Any, ClassVar

from edencli.match.amounts import Part, Parts
from edencli.match.doors import do, value
from edencli.match.events import ApSpent, Used
from edencli.match.match import Act, Match, Procedure, Query
from edencli.match.pieces import Piece
from edencli.match.questions import Refusal
from edencli.model.fighter import Ability, Equipment, Use
from edencli.model.terms import AbilityKind
from edencli.rulebooks import values

if TYPE_CHECKING:
    from edencli.field.shapes import Point  # an attack in melee needs no geometry

# What an act that has no limit is worth to a limit.
NO_LIMIT = 1_000_000


class Priced(Act):
    """An act with a price and a limit: `price` names it in the rulebook, `counts_as` what it uses up."""

    price: ClassVar[str]
    counts_as: ClassVar[str]
    rule: ClassVar[str]
    free: bool = False


class Attack(Priced):
    """An attack of any kind."""

    price = "attack"
    counts_as = "attack"
    rule = "action.attack"


class Melee(Attack):
    """An attack hand to hand; `above` is a fact of the field."""

    target: Piece
    above: bool = False


class Armed(Attack):
    """An attack with one use of one piece of equipment."""

    weapon: Equipment
    use: Use


class Shot(Armed):
    """A shot: `obstacles` stand in its line; `bystanders` touch the target, nearest to the shooter first.

    So many of them as `tied` are equally near.
    """

    target: Piece
    obstacles: int = 0
    bystanders: tuple[Piece, ...] = ()
    tied: int = 1


class Burst(Armed):
    """A projectile thrown at a point, or a blast aimed at one.

    `victims` are on the point or under the template, friends not spared.
    """

    point: tuple[int, int] = (0, 0)
    victims: tuple[Piece, ...] = ()


class Move(Priced):
    """To walk a route, from where the fighter stands to its end."""

    price = "move"
    counts_as = "move"
    rule = "action.move"
    path: "tuple[Point, ...]"


class Charge(Priced):
    """To run at an enemy along a route; it may fall short."""

    price = "charge"
    counts_as = "charge"
    rule = "action.charge"
    path: "tuple[Point, ...]"
    target: Piece


class UseAbility(Priced):
    """To use an action ability; its price and limits are its card's."""

    price = "ability"
    counts_as = "ability"
    rule = "action.ability"
    ability: Ability


class Dodge(Priced):
    """To dodge a melee attack."""

    price = "dodge"
    counts_as = "dodge"
    rule = "melee.dodge"


class Respond(Priced):
    """To answer a melee attack with one's own; it is one of the round's attacks."""

    price = "response"
    counts_as = "attack"
    rule = "melee.response"


class StrikeAtLeaver(Priced):
    """To strike at an enemy who failed to disengage; it is one of the round's attacks."""

    price = "disengagement_strike"
    counts_as = "attack"
    rule = "disengage.strikes"


class Extinguish(Priced):
    """To put out a burn marker of one's own."""

    price = "extinguish"
    counts_as = "extinguish"
    rule = "action.extinguish"


def price(match: Match, query: Query) -> Parts:
    """Contribute the rulebook's price of an act, and how often it may be done."""
    act = query.act
    if isinstance(act, UseAbility):
        return _ability_price(act, query.what)
    if not isinstance(act, Priced):
        return ()
    printed: values.Act = getattr(match.book.actions, act.price)
    if query.what == "ap":
        return () if act.free else (Part("action.cost", printed.ap),)
    if query.what == "per-round":
        return (Part("action.per-round", printed.per_round or NO_LIMIT),)
    if query.what == "per-match":
        return (Part("action.per-match", NO_LIMIT),)
    return (Part(act.rule, printed.distance),) if query.what == "distance" and printed.distance else ()


def _ability_price(act: UseAbility, what: str) -> Parts:
    """Contribute what an ability's card asks for it (ability.cost)."""
    card = act.ability
    if what == "ap":
        return (Part("ability.cost", card.cost.ap, card.name),)
    if what == "sp":
        return (Part("ability.cost", card.cost.sp, card.name),)
    if what == "per-round":
        return (Part("action.per-round", NO_LIMIT if card.limit.per_round is None else card.limit.per_round),)
    if what == "per-match":
        return (Part("action.per-match", NO_LIMIT if card.limit.per_match is None else card.limit.per_match),)
    return ()


def affordable(match: Match, act: Act) -> Refusal | None:
    """Object to an act for which the fighter lacks AP, or which he has done often enough."""
    if not isinstance(act, Priced):
        return None
    fighter = match.of(act.fighter)
    ap = value(match, Query("ap", act.fighter, act)).total
    if fighter.ap < ap:
        about = {"fighter": act.fighter, "needed": ap, "has": fighter.ap, "act": act.rule}
        return Refusal(rule="action.cost", reason="too-few-ap", about=about)
    for what, used in (("per-round", fighter.used_round), ("per-match", fighter.used_match)):
        times = used.get(tally(act))
        if times and times >= (limit := value(match, Query(what, act.fighter, act)).total):
            about = {"fighter": act.fighter, "limit": limit, "act": act.rule, "counts_as": tally(act)}
            return Refusal(rule=f"action.{what}", reason="limit-reached", about=about)
    return None


def unpayable(match: Match, act: Act) -> Refusal | None:
    """Object to an ability for which its side lacks SP, or that is no action ability (ability.cost)."""
    if not isinstance(act, UseAbility) or act.fighter.side is None:
        return None
    about: dict[str, Any] = {"fighter": act.fighter, "what": act.ability.name}
    if act.ability.kind is not AbilityKind.ACTION:
        return Refusal(rule="ability.permanent", reason="permanent", about=about)
    needed, has = value(match, Query("sp", act.fighter, act)).total, match.state.sides[act.fighter.side].sp
    if needed <= has:
        return None
    about |= {"side": act.fighter.side, "needed": needed, "has": has}
    return Refusal(rule="ability.cost", reason="too-few-sp", about=about)


def tally(act: Priced) -> str:
    """What an act is counted as: each ability has its own count."""
    return f"ability.{act.ability.name}" if isinstance(act, UseAbility) else act.counts_as


def pay(match: Match, act: Priced) -> Procedure[None]:
    """Charge for an act, and count it."""
    ap = value(match, Query("ap", act.fighter, act)).total
    if ap:
        yield from do(match, ApSpent(rule="action.cost", fighter=act.fighter, n=ap, act=act.rule))
    yield from do(match, Used(rule=act.rule, fighter=act.fighter, what=tally(act)))
