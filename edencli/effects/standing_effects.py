"""Standing effects: numbers that cards change, acts that they forbid, and acts that they permit.

They work as long as their card does, or as long as they last. Nothing is stored; each is asked every time.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from edencli.effects.cards import CardsInPlay, CardWithEffects, note_fired
from edencli.effects.landmarks import length_of
from edencli.effects.provisos import provisos_hold
from edencli.effects.scope import Scope
from edencli.effects.tactic_cards import is_such_tactic
from edencli.effects.weapons import is_act_with, is_such_equipment
from edencli.match.match import (
    Act,
    Contributor,
    Match,
    Query,
    SideQuery,
    WayThrough,
    only_for_kinds,
)
from edencli.match.pieces import Piece, Side
from edencli.match.reasons import Amount, Part, Parts, Refusal
from edencli.match.rules_api import field_fact
from edencli.model.card_words import EventNumber, HowMany, Owner, Role, Who
from edencli.model.effect import (
    Adds,
    ChangesWeather,
    CopiesGear,
    CountsWithin,
    Crosses,
    Duty,
    Forbids,
    Grants,
    HasType,
    NotChosen,
    Permits,
    Prices,
    effect_number,
    words_within,
)
from edencli.model.fighter import Equipment
from edencli.model.names import fold
from edencli.model.terms import ActKind, Quantity
from edencli.record import Record
from edencli.rules.acts import (
    CARD_OVER_RULE,
    PRINTED_NUMBER_RULES,
    AreaAttack,
    Blast,
    Throw,
    UseAbility,
)

T = TypeVar("T")


def card_contributors(cards: CardsInPlay) -> dict[str, tuple[Contributor, ...]]:
    """Return the contributors to each number that some card of the match changes.

    Effects that depend on how high a number is so far come after all others, in the order of their cards.
    """
    changing = [effect for effect in cards.possible_effects if isinstance(effect, Adds)]
    looking = {id(effect): effect for effect in changing if any(map(_looks_at_total, words_within(effect)))}

    def add(match: Match, query: Query) -> Parts:
        parts = [
            part
            for working in _adding_effects(cards, match, query)
            if id(working[1]) not in looking
            and (part := _added_part(cards, match, query, working)) is not None
        ]
        return [*parts, *_parts_of_looking(match, query, parts)] if looking else parts

    def _parts_of_looking(match: Match, query: Query, before: list[Part]) -> list[Part]:
        found = [one for one in _adding_effects(cards, match, query) if id(one[1]) in looking]
        if not found:
            return []
        every = match.numbers.get(query.what, ())
        others = (give for give in every if getattr(give, "func", give) is not add)
        known = [*(part for give in others for part in give(match, query)), *before]
        parts: list[Part] = []
        for working in found:
            part = _added_part(cards, match, query, working, (*known, *parts))
            parts += [] if part is None else [part]
        return parts

    found: dict[str, tuple[Contributor, ...]] = {
        number: (for_named_kinds(add, [effect for effect in changing if str(effect.to) == number]),)
        for number in dict.fromkeys(str(effect.to) for effect in changing)
    }
    if any(isinstance(effect, Prices) for effect in cards.possible_effects):
        found[str(Quantity.TACTIC)] = (partial(_price_parts, cards),)
    return found


def for_named_kinds(speaker: Callable[..., T], effects: Iterable[Adds | Forbids]) -> Callable[..., T]:
    """Limit a function to acts of the kinds that its effects name, unless one of them names none."""
    named = [effect.acts for effect in effects]
    return only_for_kinds(speaker, chain.from_iterable(named)) if all(named) else speaker


def _adding_effects(
    cards: CardsInPlay, match: Match, query: Query
) -> Iterator[tuple[CardWithEffects, Adds, Mapping[Role, Piece]]]:
    """Give the effects that may add to a number: those that name it, and this kind of act if any."""
    what, kind = query.what, kind_on_cards(match, query.act)
    return cards.effects_in_force(
        match, Adds, (what, kind), lambda effect: _names(effect, what, kind), of=query.fighter
    )


def _names(effect: Adds, what: str, kind: ActKind | None) -> bool:
    """Tell whether an effect adds to a number in acts of a kind."""
    return str(effect.to) == what and names_kind(effect.acts, kind)


def _price_parts(cards: CardsInPlay, match: Match, query: Any) -> Parts:
    """Return what cards add to the price of a tactical card of a player."""
    return list(_changes_of_price(cards, match, query))


def _changes_of_price(cards: CardsInPlay, match: Match, query: SideQuery) -> Iterator[Part]:
    for source, effect, roles in cards.effects_in_force(match, Prices):
        with cards.guard_depth(source):
            scope = Scope(match, source, roles)
            if (
                (effect.player is None or scope.side_of(effect.player) is query.side)
                and (effect.named is None or fold(effect.named) == fold(query.card or ""))
                and is_such_tactic(match, effect.card, query.side, query.card or "")
                and provisos_hold(scope, effect.only_if)
                and (n := scope.amount(effect.by))
            ):
                note_fired(match, effect)
                yield Part(CARD_OVER_RULE, n, source.card, effect_number(source.effects, effect))


_NOTHING_SO_FAR: Mapping[EventNumber, int] = {EventNumber.SO_FAR: 0, EventNumber.BONUSES: 0}


def _numbers_so_far(parts: Sequence[Part]) -> Mapping[EventNumber, int]:
    """Return what an effect may depend on: how high a number is, and the bonuses to the printed one."""
    if not parts:
        return _NOTHING_SO_FAR
    added = (part.n for part in parts if part.reason not in PRINTED_NUMBER_RULES)
    total, bonuses = Amount(tuple(parts)).total, sum(n for n in added if n > 0)
    return {EventNumber.SO_FAR: total, EventNumber.BONUSES: bonuses}


_Working: TypeAlias = tuple[CardWithEffects, Adds, Mapping[Role, Piece]]
"""An effect that adds to a number, with its card and the fighters it names."""


def _added_part(
    cards: CardsInPlay, match: Match, query: Query, working: _Working, so_far: Sequence[Part] = ()
) -> Part | None:
    """Return what an effect adds to a queried number, or None; `so_far` has the parts without it."""
    source, effect, roles = working
    if not _is_asked(match, query, source, effect):
        return None
    with cards.guard_depth(source):
        thrown = _numbers_so_far(so_far)
        scope = Scope(match, source, {**act_roles(source, query.act), **roles}, thrown=thrown)
        if (
            scope.matches(effect.of, query.fighter)
            and _fits_opponent(scope, effect.against, query.act, query.fighter)
            and provisos_hold(scope, effect.only_if)
            and (n := scope.amount(effect.by))
        ):
            note_fired(match, effect)
            return Part(CARD_OVER_RULE, n, source.card, effect_number(source.effects, effect))
    return None


def _is_asked(match: Match, query: Query, source: CardWithEffects, effect: Adds) -> bool:
    """Tell whether a query is for what an effect adds to; lasting effects are not yet filtered by number."""
    if source.begun is not None and not _names(effect, query.what, kind_on_cards(match, query.act)):
        return False
    if effect.limb is not None and effect.limb is not query.limb:
        return False
    used = query.act.ability.kind if isinstance(query.act, UseAbility) else None
    return (effect.ability is None or effect.ability is used) and is_act_with(effect.weapon, query.act)


def _looks_at_total(word: Record) -> bool:
    """Tell whether a word depends on how high the number is that its effect adds to."""
    return isinstance(word, HowMany) and word.event in {EventNumber.SO_FAR, EventNumber.BONUSES}


def changed_types(
    cards: CardsInPlay, match: Match, piece: Piece, printed: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the types of a fighter with those that cards give, and without those that they take."""
    for source, effect, roles in cards.effects_in_force(match, HasType, of=piece):
        with cards.guard_depth(source):
            scope = Scope(match, source, roles, is_plain=True)
            if scope.matches(effect.of, piece) and provisos_hold(scope, effect.only_if):
                note_fired(match, effect)
                printed = tuple(one for one in printed if fold(one) != fold(effect.type))
                printed = printed if effect.taken else (*printed, effect.type)
    return printed


def brought_weather(cards: CardsInPlay, match: Match) -> tuple[str, ...]:
    """Return the weather conditions that cards bring now, each once."""
    found: dict[str, None] = {}
    for source, effect, roles in cards.effects_in_force(match, ChangesWeather):
        with cards.guard_depth(source):
            if provisos_hold(Scope(match, source, roles), effect.only_if):
                note_fired(match, effect)
                found[str(effect.weather)] = None
    return tuple(found)


def kind_on_cards(match: Match, act: Act | None) -> ActKind | None:
    """Return the kind by which cards name an act, if there is one."""
    return match.kind_on_cards(type(act))


def is_kind_wanted(match: Match, wanted: tuple[ActKind, ...], act: Act | None) -> bool:
    """Tell whether an act is of one of the kinds that a card names, or the card names none."""
    return names_kind(wanted, kind_on_cards(match, act))


def names_kind(wanted: tuple[ActKind, ...], kind: ActKind | None) -> bool:
    """Tell whether a kind of act is one of those that a card names, or the card names none."""
    return not wanted or kind in wanted


def act_roles(source: CardWithEffects, act: Act | None) -> dict[Role, Piece]:
    """Return the actor and the target of an act by role, except in roles that an event has bound."""
    if act is None:
        return {}
    roles: dict[Role, Piece] = {}
    if Role.DOER not in source.bound:
        roles[Role.DOER] = act.fighter
    target = getattr(act, "target", None)
    if isinstance(target, Piece) and Role.SUFFERER not in source.bound:
        roles[Role.SUFFERER] = target
    return roles


def faced_fighters(match: Match, act: Act | None) -> list[Piece]:
    """Return the fighters at which an act is aimed: all under a throw or a blast; unmeasured, its target."""
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
    """Refuse an act that a card forbids (card-over-rule)."""
    kind = kind_on_cards(match, act)
    for source, effect, roles in cards.effects_in_force(
        match, Forbids, kind, lambda effect: names_kind(effect.acts, kind), of=act.fighter
    ):
        if is_about(cards, match, source, effect, roles, act):
            about = {"fighter": act.fighter, "card": source.card}
            return Refusal(rule=CARD_OVER_RULE, reason="card-forbids", about=about)
    return None


def is_permitted(cards: CardsInPlay, match: Match, act: Act, refusal: Refusal) -> bool:
    """Tell whether a card permits an act despite a rule (card-over-rule)."""
    rule, kind = refusal.rule, kind_on_cards(match, act)

    def names_it(effect: Permits) -> bool:
        return effect.despite == rule and names_kind(effect.acts, kind)

    return refusal.reason != "no-enemy" and any(
        effect.despite == rule and is_about(cards, match, source, effect, roles, act)
        for source, effect, roles in cards.effects_in_force(
            match, Permits, (rule, kind), names_it, of=act.fighter
        )
    )


def is_ordered_despite(_: Match, act: Act, refusal: Refusal) -> bool:
    """Tell whether a card that orders an act lets it ignore a rule; friends can never be attacked."""
    return act.despite == refusal.rule and refusal.reason != "no-enemy"


def crossed_by(cards: CardsInPlay, match: Match, piece: Piece) -> WayThrough:
    """Return what cards let a fighter move through."""
    found = [
        effect
        for source, effect, roles in cards.effects_in_force(match, Crosses, of=piece)
        if _means(cards, match, source, effect, roles, piece)
    ]
    return WayThrough(
        fighters=any(effect.fighters for effect in found), scenery=any(effect.scenery for effect in found)
    )


def may_be_chosen(match: Match, by: Side | None, piece: Piece) -> bool:
    """Tell whether a card of a player may choose a fighter as its target, or another card protects it."""
    cards: CardsInPlay | None = match.cards
    return cards is None or not any(
        effect.player in {None, Owner.OWN if by is source.side else Owner.OPPONENT}
        and _means(cards, match, source, effect, roles, piece)
        for source, effect, roles in cards.effects_in_force(match, NotChosen, of=piece)
    )


def counts_within(match: Match, one: Piece, other: Piece, far: int) -> bool:
    """Tell whether two fighters count as being within a distance because of a card."""
    cards: CardsInPlay | None = match.cards
    return cards is not None and any(
        length_of(effect.within) <= far
        and any(
            there == Scope(match, source, roles).fighter_in_role(effect.to)
            and _means(cards, match, source, effect, roles, here)
            for here, there in ((one, other), (other, one))
        )
        for source, effect, roles in cards.effects_in_force(match, CountsWithin)
    )


def _means(  # the card, what it says, and a fighter
    cards: CardsInPlay,
    match: Match,
    source: CardWithEffects,
    effect: Crosses | NotChosen | CountsWithin,
    roles: Mapping[Role, Piece],
    piece: Piece,
) -> bool:
    """Tell whether a standing effect means a fighter now, judged without effects of its own kind."""
    with cards.guard_depth(source):
        scope = Scope(match, source, roles, is_plain=True)
        is_meant = scope.matches(effect.of, piece) and provisos_hold(scope, effect.only_if)
    if is_meant:
        note_fired(match, effect)
    return is_meant


def granted_equipment(cards: CardsInPlay, match: Match, piece: Piece) -> Iterator[Equipment]:
    """Give the equipment that cards grant to a fighter now."""
    for source, effect, roles in cards.effects_in_force(match, Grants, of=piece):
        with cards.guard_depth(source):
            scope = Scope(match, source, roles)
            if scope.matches(effect.of, piece) and provisos_hold(scope, effect.only_if):
                note_fired(match, effect)
                yield from effect.equipment


def carried_by_cards(cards: CardsInPlay, match: Match, piece: Piece) -> Iterator[Equipment]:
    """Give the equipment that cards grant to a fighter now, and the copies they make of others' equipment."""
    yield from granted_equipment(cards, match, piece)
    for source, effect, roles in cards.effects_in_force(match, CopiesGear, of=piece):
        with cards.guard_depth(source):
            scope = Scope(match, source, roles)
            owner = scope.fighter_in_role(effect.whose)
            meant = scope.matches(effect.of, piece) and provisos_hold(scope, effect.only_if)
            if owner is not None and owner != piece and meant:
                note_fired(match, effect)
                own = match.state_of(owner).card.equipment
                yield from (item for item in own if is_such_equipment(effect.gear, item))


def is_about(  # the card, what it says, and the act
    cards: CardsInPlay,
    match: Match,
    source: CardWithEffects,
    effect: Forbids | Permits | Duty,
    roles: Mapping[Role, Piece],
    act: Act,
) -> bool:
    """Tell whether a card is about an act: its kind, the fighter that does it, and those it is aimed at."""
    if not is_kind_wanted(match, effect.acts, act):
        return False
    if not is_act_with(getattr(effect, "weapon", None), act):
        return False
    with cards.guard_depth(source):
        scope = Scope(match, source, {**act_roles(source, act), **roles})
        is_meant = (
            scope.matches(effect.of, act.fighter)
            and _fits_opponent(scope, effect.against, act, act.fighter)
            and provisos_hold(scope, effect.only_if)
        )
    if is_meant:
        note_fired(match, effect)
    return is_meant
