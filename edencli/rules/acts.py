"""What fighters may do, what it costs and how often (action.cost, action.per-round, action.per-match).

An act is what a player wants a fighter to do; its row in `registry.ACTS` says how it is judged and carried
out. Its price and its limits are numbers like any other, so that a card or a scenery rule can change them.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from edencli.match.events import NO_CAUSE, ApSpent, Cause, Used
from edencli.match.match import Act, Match, Procedure, Query, SideQuery, fixed_by_kind, only_for
from edencli.match.pieces import Piece
from edencli.match.reasons import Part, Parts, Refusal
from edencli.match.rules_api import do, total_value
from edencli.model.fighter import Ability, Equipment, Use
from edencli.model.terms import AbilityKind, Category, Manner, Payment, Quantity
from edencli.rulebooks.values import ActPrice
from edencli.rules.purse import spendable_sp

if TYPE_CHECKING:
    from edencli.field.shapes import Point  # an attack in melee needs no geometry

CARD_OVER_RULE = "card-over-rule"
ABILITY_COST_RULE = "ability.cost"
# The step at which a fighter rolls to leave the enemies in contact.
DISENGAGEMENT_STEP = "disengage.roll"

ABILITY_RULE = "ability.action"
PERMANENT_ABILITY_RULE = "ability.permanent"

PRINTED_NUMBER_RULES = frozenset(
    {
        "card.characteristic",
        "wound.wounded-limb",
        "gear.strength",
        "gear.range",
        "action.cost",
        ABILITY_COST_RULE,
    }
)
"""The rules for printed numbers: on a fighter, a weapon or an ability, or in the rulebook."""

# The limit of an act that may be done without limit.
NO_LIMIT = 1_000_000

# The point of an attack on an unmeasured field.
UNAIMED = (0, 0)


class Move(Act):
    """To walk a route from the fighter's place to its end.

    On an unmeasured field there is no route; the player says which fighters it is `touching` at its end.
    """

    path: "tuple[Point, ...]"
    touching: tuple[Piece, ...] = ()


class Walk(Act):
    """To walk a route of up to `far` that a card allows; it is no action, and no Move of the fighter.

    If it `counts`, it uses up one of the Moves nevertheless.
    """

    path: "tuple[Point, ...]"
    touching: tuple[Piece, ...] = ()
    far: int
    counts: bool = False


class Charge(Act):
    """To run at an enemy along a route; it may fall short."""

    path: "tuple[Point, ...]"
    target: Piece


class Attack(Act):
    """An attack of any kind."""


class Melee(Attack):
    """An attack hand to hand.

    On a bare table the player says which fighter stands `above` or `below` the other. `how` tells an
    attack from a strike at a leaving fighter and from the blow that a response makes.
    """

    target: Piece
    above: bool = False
    below: bool = False
    how: Manner = Manner.MELEE


class ArmedAttack(Attack):
    """An attack with one use of one piece of equipment."""

    weapon: Equipment
    use: Use


class Shot(ArmedAttack):
    """A shot: `obstacles` stand in its line; `bystanders` touch the target, nearest to the shooter first.

    The first `tied` of them are equally near. A shot that is `lost` has no legal target, and hits
    nothing. On a bare table `covered` are the fighters that an explosive weapon reaches besides the one
    that is hit, and `shielded` those in the field of an Energy Beacon.
    """

    target: Piece
    obstacles: int = 0
    bystanders: tuple[Piece, ...] = ()
    tied: int = 1
    lost: bool = False
    covered: tuple[Piece, ...] = ()
    shielded: tuple[Piece, ...] = ()


class AreaAttack(ArmedAttack):
    """An attack on a point; `victims` are on it or under the template, friends not spared.

    On an unmeasured field it is aimed `at` a fighter, or at what the players look at.
    """

    point: tuple[int, int] = UNAIMED
    at: Piece | None = None
    victims: tuple[Piece, ...] = ()


class Throw(AreaAttack):
    """A projectile, thrown at a point."""


class Blast(AreaAttack):
    """A blast whose template starts at the attacker's base, towards a point, turned by some degrees."""

    turned: float = 0.0


class UseAbility(Act):
    """To use an action ability; its price and limits are those on its card."""

    ability: Ability


class Extinguish(Act):
    """To put out one of the fighter's own burn markers."""


class BeActivated(Act):
    """To be named for activation, or to interrupt: this is no action, but cards may forbid it."""


class Answer(Act):
    """What a fighter does in answer to another, the `target`; None if it does not matter which."""

    target: Piece | None = None


class Dodge(Answer):
    """To dodge a melee attack."""


class Respond(Answer):
    """To answer a melee attack with an attack; it is one of the round's attacks."""


class StayPassive(Answer):
    """To meet a melee attack by doing nothing; it costs nothing."""


class StrikeAtLeaver(Answer):
    """To strike at an enemy that failed to disengage; it is one of the round's attacks."""


ATTACK_BY_CATEGORY: Mapping[Category, type[Shot | Throw | Blast]] = {
    Category.SHOOTING: Shot,
    Category.PROJECTILE: Throw,
    Category.BLAST: Blast,
}
"""The attack for which each category of equipment is used."""


def cause_of(act: Act | None) -> Cause:
    """The cause that the events of an act state."""
    if isinstance(act, ArmedAttack):
        return Cause(act.fighter, act.use.category, act.weapon.name)
    if isinstance(act, Melee):
        return Cause(act.fighter, act.how)
    return NO_CAUSE if act is None else Cause(act.fighter)


def _printed_price(match: Match, act: Act | None) -> ActPrice | None:
    """The price that the rulebook prints for an act, or None if it prints none."""
    row = match.acts.get(type(act)) if act is not None else None
    if row is None or row.price is None:
        return None
    found: ActPrice = getattr(match.book.actions, row.price)
    return found


@fixed_by_kind
def ap_cost(match: Match, query: Query) -> Parts:
    """Contribute the AP that the rulebook or a card asks for an act (action.cost); a free one costs none."""
    printed = _printed_price(match, query.act)
    if printed is None or query.act is None or query.act.free:
        return ()
    if query.act.price is not None:
        return (Part(CARD_OVER_RULE, query.act.price),)
    return (Part("action.cost", printed.ap),)


@fixed_by_kind
def walk_distance(match: Match, query: Query) -> Parts:
    """Contribute how far an act lets its fighter walk."""
    printed = _printed_price(match, query.act)
    if printed is None or query.act is None or not printed.distance:
        return ()
    return (Part(match.acts[type(query.act)].rule, printed.distance),)


@fixed_by_kind
def per_round(match: Match, query: Query) -> Parts:
    """Contribute how often an act may be done in a round (action.per-round)."""
    printed = _printed_price(match, query.act)
    return (Part("action.per-round", printed.per_round or NO_LIMIT),) if printed else ()


@fixed_by_kind
def per_match(match: Match, query: Query) -> Parts:
    """Contribute that no rulebook limits an act for the whole match (action.per-match)."""
    return (Part("action.per-match", NO_LIMIT),) if _printed_price(match, query.act) else ()


@only_for(UseAbility)
def ability_cost(_: Match, query: Query) -> Parts:
    """Contribute the AP or SP that an ability's card asks for it (ability.cost)."""
    if not isinstance(query.act, UseAbility):
        return ()
    card, price = query.act.ability, query.act.price
    if query.what is Quantity.AP and (query.act.free or price is not None):
        return () if query.act.free or price is None else (Part(CARD_OVER_RULE, price),)
    return (Part(ABILITY_COST_RULE, card.cost.ap if query.what is Quantity.AP else card.cost.sp, card.name),)


@only_for(UseAbility)
def ability_limit(_: Match, query: Query) -> Parts:
    """Contribute how often an ability's card lets it be used (action.per-round, action.per-match)."""
    if not isinstance(query.act, UseAbility):
        return ()
    limit = query.act.ability.limit
    printed = limit.per_round if query.what is Quantity.PER_ROUND else limit.per_match
    return (Part(f"action.{query.what}", NO_LIMIT if printed is None else printed),)


def tactic_cost(match: Match, query: SideQuery) -> Parts:
    """Contribute the SP that a tactical card costs, by its text or by the rulebook (tactical-phase.cost)."""
    band = match.setup.bands.get(query.side)
    own = [card.cost.sp for card in band.tactics if card.name == query.card] if band else []
    if own and own[0] is not None:
        return (Part(CARD_OVER_RULE, own[0], query.card),)
    return (Part("tactical-phase.cost", match.book.tactics.sp),)


def refuse_absent(match: Match, act: Act) -> Refusal | None:
    """Refuse any act of a fighter that is not on the field (wound.removed)."""
    return why_absent(match, act.fighter)


def why_absent(match: Match, piece: Piece) -> Refusal | None:
    """The reason why a fighter is not on the field, or None: it has left it, or has not been deployed."""
    fighter = match.state.fighters[piece]
    if fighter.on_field:
        return None
    if fighter.gone is not None:
        return Refusal(rule="wound.removed", reason="gone", about={"fighter": piece})
    return Refusal(rule="setup.7-deploy", reason="not-on-field", about={"fighter": piece})


def refuse_unaffordable(match: Match, act: Act) -> Refusal | None:
    """Refuse an act for which the fighter lacks AP, or which it has done as often as it may."""
    fighter = match.state.fighters[act.fighter]
    price = total_value(match, Query(Quantity.AP, act.fighter, act))
    if fighter.ap < price:
        rule = match.acts[type(act)].rule
        about = {"fighter": act.fighter, "needed": price, "has": fighter.ap, "act": rule}
        return Refusal(rule="action.cost", reason="too-few-ap", about=about)
    what = usage_key(match, act)
    for limited, used in (
        (Quantity.PER_ROUND, fighter.used_round),
        (Quantity.PER_MATCH, fighter.used_match),
    ):
        times = used.get(what)
        if times and times >= (limit := total_value(match, Query(limited, act.fighter, act))):
            rule = match.acts[type(act)].rule
            about = {"fighter": act.fighter, "limit": limit, "act": rule, "counts_as": what}
            return Refusal(rule=f"action.{limited}", reason="limit-reached", about=about)
    return None


def refuse_counted_walk(match: Match, act: Walk) -> Refusal | None:
    """Refuse a walk by a card that counts as a Move if the fighter has no Move left (action.per-round)."""
    if not act.counts:
        return None
    return refuse_unaffordable(match, Move(fighter=act.fighter, path=act.path, free=True))


def refuse_foreign_ability(match: Match, act: UseAbility) -> Refusal | None:
    """Refuse an ability that is not on the fighter's card (ability.action)."""
    if act.ability in match.state_of(act.fighter).card.abilities:
        return None
    about = {"fighter": act.fighter, "what": act.ability.name}
    return Refusal(rule=ABILITY_RULE, reason="no-such-ability", about=about)


def refuse_permanent_ability(_: Match, act: UseAbility) -> Refusal | None:
    """Refuse to use an ability that works all the time (ability.permanent)."""
    if act.ability.kind is AbilityKind.ACTION:
        return None
    about = {"fighter": act.fighter, "what": act.ability.name}
    return Refusal(rule=PERMANENT_ABILITY_RULE, reason="permanent", about=about)


def refuse_too_few_sp(match: Match, act: UseAbility) -> Refusal | None:
    """Refuse an ability for which its side lacks SP (ability.cost)."""
    side = act.fighter.side
    if side is None:
        return None
    needed, has = (
        total_value(match, Query(Quantity.SP, act.fighter, act)),
        spendable_sp(match, side, Payment.ABILITY),
    )
    if needed <= has:
        return None
    about = {
        "fighter": act.fighter,
        "what": act.ability.name,
        "side": side,
        "needed": needed,
        "has": has,
    }
    return Refusal(rule=ABILITY_COST_RULE, reason="too-few-sp", about=about)


def usage_key(match: Match, act: Act) -> str:
    """The key under which uses of an act are counted: each ability has its own."""
    if isinstance(act, UseAbility):
        return f"ability.{act.ability.name}"
    return match.acts[type(act)].counts_as


def pay(match: Match, act: Act) -> Procedure[bool]:
    """Pay for an act, and count it; returns whether its fighter is still on the field."""
    rule, price = match.acts[type(act)].rule, total_value(match, Query(Quantity.AP, act.fighter, act))
    if price:
        yield from do(match, ApSpent(rule="action.cost", fighter=act.fighter, n=price, act=rule))
    yield from do(match, Used(rule=rule, fighter=act.fighter, what=usage_key(match, act)))
    return match.is_on_field(act.fighter)


def attack_fighters(act: Any) -> Sequence[Piece]:
    """The fighters in an attack: the attacker, then all that it may hit."""
    return tuple(dict.fromkeys((act.fighter, *possible_victims(act))))


def possible_victims(act: Any) -> Sequence[Piece]:
    """The fighters that an attack may hit."""
    if isinstance(act, Melee):
        return (act.target,)
    return (act.target, *act.bystanders, *act.covered) if isinstance(act, Shot) else act.victims
