"""Standing effects: numbers that cards change, acts that they forbid, and acts that they permit.

They work as long as their card does, or as long as they last; nothing is kept, they are asked each time.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from edencli.effects.cards import CardsInPlay, CardWithEffects
from edencli.effects.provisos import provisos_hold
from edencli.effects.scope import Scope
from edencli.match.match import Act, Contributor, Match, Query, SideQuery
from edencli.match.pieces import Piece
from edencli.match.reasons import Part, Parts, Refusal
from edencli.match.rules_api import field_fact
from edencli.model.card_words import Role, Who
from edencli.model.effect import Adds, Duty, Forbids, Grants, Permits, Prices, effect_number
from edencli.model.fighter import Equipment
from edencli.model.names import fold
from edencli.model.terms import ActKind, Quantity
from edencli.rules.acts import CARD_OVER_RULE, AreaAttack, Blast, Throw


def card_contributors(cards: CardsInPlay) -> dict[str, tuple[Contributor, ...]]:
    """Who contributes to each number that some card of the match changes."""

    def add(match: Match, query: Query) -> Parts:
        return list(_parts(cards, match, query))

    effects = list(cards.all_possible_effects())
    found: dict[str, tuple[Contributor, ...]] = {
        str(effect.to): (add,) for effect in effects if isinstance(effect, Adds)
    }
    if any(isinstance(effect, Prices) for effect in effects):
        found[str(Quantity.TACTIC)] = (partial(_price_parts, cards),)
    return found


def _price_parts(cards: CardsInPlay, match: Match, query: Any) -> Parts:
    """What cards add to the price of a tactical card of a player."""
    return list(_changes_of_price(cards, match, query))


def _changes_of_price(cards: CardsInPlay, match: Match, query: SideQuery) -> Iterator[Part]:
    for source, effect, roles in cards.effects_in_force(match, Prices):
        with cards.guard_depth(source):
            scope = Scope(match, source, roles)
            if (
                (effect.player is None or scope.side_of(effect.player) is query.side)
                and (effect.named is None or fold(effect.named) == fold(query.card or ""))
                and provisos_hold(scope, effect.only_if)
                and (n := scope.amount(effect.by))
            ):
                yield Part(CARD_OVER_RULE, n, source.card, effect_number(source.effects, effect))


def _parts(cards: CardsInPlay, match: Match, query: Query) -> Iterator[Part]:
    for source, effect, roles in cards.effects_in_force(match, Adds, query.what):
        if str(effect.to) != query.what or not is_kind_wanted(match, effect.acts, query.act):
            continue
        if effect.limb is not None and effect.limb is not query.limb:
            continue
        with cards.guard_depth(source):
            scope = Scope(match, source, {**act_roles(source, query.act), **roles})
            if (
                scope.matches(effect.of, query.fighter)
                and _fits_opponent(scope, effect.against, query.act, query.fighter)
                and provisos_hold(scope, effect.only_if)
                and (n := scope.amount(effect.by))
            ):
                yield Part(CARD_OVER_RULE, n, source.card, effect_number(source.effects, effect))


def kind_on_cards(match: Match, act: Act | None) -> ActKind | None:
    """The word by which cards speak of an act, if there is one."""
    row = match.acts.get(type(act)) if act is not None else None
    return None if row is None else row.on_cards


def is_kind_wanted(match: Match, wanted: tuple[ActKind, ...], act: Act | None) -> bool:
    """Tell whether an act is of one of the kinds that a card names, if it names any."""
    return not wanted or kind_on_cards(match, act) in wanted


def act_roles(source: CardWithEffects, act: Act | None) -> dict[Role, Piece]:
    """The actor and the target of the act that a card asks about, but in roles that an event has bound."""
    if act is None:
        return {}
    taking_part = {Role.DOER: act.fighter, Role.SUFFERER: getattr(act, "target", None)}
    return {
        role: piece
        for role, piece in taking_part.items()
        if isinstance(piece, Piece) and role not in source.bound
    }


def faced_fighters(match: Match, act: Act | None) -> list[Piece]:
    """Whom an act is aimed at: all whom a throw or a blast finds, or at whom it is where nobody measures."""
    if isinstance(act, AreaAttack):
        if act.victims:
            return list(act.victims)
        if act.at is not None:
            return [act.at]
        is_aimed = isinstance(act, Throw | Blast) and match.field.knows_places(act.fighter)
        return _found_by(match, act) if is_aimed else []
    target = getattr(act, "target", None)
    return [target] if isinstance(target, Piece) else []


@field_fact
def _found_by(match: Match, act: Any) -> list[Piece]:
    from edencli.rules.targets import fighters_covered  # noqa: PLC0415  # a duel has no places, and needs no geometry

    return fighters_covered(match, act)


@_found_by.when_unmeasured
def _(*_: object) -> list[Piece]:
    return []


def _fits_opponent(scope: Scope, against: Who | None, act: Act | None, of: Piece) -> bool:
    """Tell whether another fighter of an act matches the card; true if the card names none."""
    if against is None:
        return True
    faced = faced_fighters(scope.match, act)
    others = faced if act is not None and of == act.fighter else [act.fighter] if act and of in faced else []
    return any(scope.matches(against, one) for one in others)


def refuse_forbidden(cards: CardsInPlay, match: Match, act: Act) -> Refusal | None:
    """Object to what a card forbids (card-over-rule)."""
    for source, effect, roles in cards.effects_in_force(match, Forbids):
        if is_about(cards, match, source, effect, roles, act):
            about = {"fighter": act.fighter, "card": source.card}
            return Refusal(rule=CARD_OVER_RULE, reason="card-forbids", about=about)
    return None


def is_permitted(cards: CardsInPlay, match: Match, act: Act, refusal: Refusal) -> bool:
    """Tell whether a card lets an act be done despite a rule (card-over-rule)."""
    return any(
        effect.despite == refusal.rule and is_about(cards, match, source, effect, roles, act)
        for source, effect, roles in cards.effects_in_force(match, Permits)
    )


def granted_equipment(cards: CardsInPlay, match: Match, piece: Piece) -> Iterator[Equipment]:
    """The equipment that cards give to a fighter now."""
    for source, effect, roles in cards.effects_in_force(match, Grants):
        with cards.guard_depth(source):
            scope = Scope(match, source, roles)
            if scope.matches(effect.of, piece) and provisos_hold(scope, effect.only_if):
                yield from effect.equipment


def is_about(  # a card, what it says, and the act
    cards: CardsInPlay,
    match: Match,
    source: CardWithEffects,
    effect: Forbids | Permits | Duty,
    roles: Mapping[Role, Piece],
    act: Act,
) -> bool:
    """Tell whether a card speaks of an act: of its kind, of who does it and whom it is aimed at."""
    if not is_kind_wanted(match, effect.acts, act):
        return False
    with cards.guard_depth(source):
        scope = Scope(match, source, {**act_roles(source, act), **roles})
        return (
            scope.matches(effect.of, act.fighter)
            and _fits_opponent(scope, effect.against, act, act.fighter)
            and provisos_hold(scope, effect.only_if)
        )
