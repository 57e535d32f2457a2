"""Standing effects: numbers that cards change, acts that they forbid, and acts that they permit.

They work as long as their card does, or as long as they last; nothing is kept, they are asked each time.
"""

from collections.abc import Iterator, Mapping

from edencli.effects.cards import CardAtWork, CardsInPlay
from edencli.effects.scope import Scope
from edencli.match.match import Act, Contributor, Match, Query
from edencli.match.pieces import Piece
from edencli.match.reasons import Part, Parts, Refusal
from edencli.model.effect import Adds, Forbids, Grants, Permits
from edencli.model.fighter import Equipment
from edencli.model.meant import Doing, Role, Who
from edencli.rules import acts
from edencli.rules.agreement import RULE
from edencli.rules.territory import MeleeAtScenery, ShotAtScenery

DOINGS: Mapping[type[Act], Doing] = {
    acts.Move: Doing.MOVE,
    acts.Charge: Doing.CHARGE,
    acts.Melee: Doing.MELEE,
    acts.Shot: Doing.SHOT,
    acts.Throw: Doing.THROW,
    acts.Blast: Doing.BLAST,
    acts.UseAbility: Doing.ABILITY,
    acts.Extinguish: Doing.EXTINGUISH,
    acts.StayPassive: Doing.PASSIVE,
    acts.Dodge: Doing.DODGE,
    acts.Respond: Doing.RESPONSE,
    acts.StrikeAtLeaver: Doing.STRIKE,
    MeleeAtScenery: Doing.MELEE,
    ShotAtScenery: Doing.SHOT,
}


def numbers(cards: CardsInPlay) -> dict[str, tuple[Contributor, ...]]:
    """Who contributes to each number that some card of the match changes."""

    def add(match: Match, query: Query) -> Parts:
        return list(_parts(cards, match, query))

    return {str(effect.to): (add,) for effect in cards.might() if isinstance(effect, Adds)}


def _parts(cards: CardsInPlay, match: Match, query: Query) -> Iterator[Part]:
    for source, effect, roles in cards.working(match, Adds, query.what):
        if str(effect.to) != query.what or not _is_done(effect.acts, query.act):
            continue
        if effect.limb is not None and effect.limb is not query.limb:
            continue
        with cards.at_work(source):
            scope = Scope(match, source, {**roles, **_parts_of(query.act)})
            if (
                scope.fits(effect.of, query.of)
                and _faces(scope, effect.against, query.act, query.of)
                and scope.holds(effect.only_if)
                and (n := scope.amount(effect.by))
            ):
                yield Part(RULE, n, source.card)


def _is_done(wanted: tuple[Doing, ...], act: Act | None) -> bool:
    return not wanted or (act is not None and DOINGS.get(type(act)) in wanted)


def _parts_of(act: Act | None) -> dict[Role, Piece]:
    """Who acts, and whom it is aimed at, when the card asks for an act."""
    if act is None:
        return {}
    target = getattr(act, "target", None)
    return {Role.DOER: act.fighter} | ({Role.SUFFERER: target} if isinstance(target, Piece) else {})


def _faces(scope: Scope, against: Who | None, act: Act | None, of: Piece) -> bool:
    """Tell whether the other one of an act is whom the card speaks of, if it speaks of anybody."""
    if against is None:
        return True
    doer, sufferer = (_parts_of(act).get(role) for role in (Role.DOER, Role.SUFFERER))
    other = sufferer if of == doer else doer if of == sufferer else None
    return other is not None and scope.fits(against, other)


def forbid(cards: CardsInPlay, match: Match, act: Act) -> Refusal | None:
    """Object to what a card forbids (card-over-rule)."""
    for source, effect, roles in cards.working(match, Forbids):
        if _is_done(effect.acts, act) and _is_about(cards, match, source, effect, roles, act):
            about = {"fighter": act.fighter, "card": source.card}
            return Refusal(rule=RULE, reason="card-forbids", about=about)
    return None


def permit(cards: CardsInPlay, match: Match, act: Act, refusal: Refusal) -> bool:
    """Tell whether a card lets an act be done despite a rule (card-over-rule)."""
    return any(
        effect.despite == refusal.rule
        and _is_done(effect.acts, act)
        and _is_about(cards, match, source, effect, roles, act)
        for source, effect, roles in cards.working(match, Permits)
    )


def granted(cards: CardsInPlay, match: Match, piece: Piece) -> Iterator[Equipment]:
    """The equipment that cards give to a fighter now."""
    for source, effect, roles in cards.working(match, Grants):
        with cards.at_work(source):
            scope = Scope(match, source, roles)
            if scope.fits(effect.of, piece) and scope.holds(effect.only_if):
                yield from effect.equipment


def _is_about(  # a card, what it says, and the act
    cards: CardsInPlay,
    match: Match,
    source: CardAtWork,
    effect: Forbids | Permits,
    roles: Mapping[Role, Piece],
    act: Act,
) -> bool:
    with cards.at_work(source):
        scope = Scope(match, source, {**roles, **_parts_of(act)})
        against = effect.against if isinstance(effect, Forbids) else None
        return (
            scope.fits(effect.of, act.fighter)
            and _faces(scope, against, act, act.fighter)
            and scope.holds(effect.only_if)
        )
