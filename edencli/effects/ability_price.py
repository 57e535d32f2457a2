"""The price and the use limits of abilities that are not used as an action."""

from edencli.effects.cards import CardWithEffects
from edencli.match.events import ApSpent, Used
from edencli.match.match import Match, Procedure, Query
from edencli.match.rules_api import do, total_value
from edencli.model.terms import Payment, Quantity
from edencli.rules.acts import (
    ABILITY_COST_RULE,
    CARD_OVER_RULE,
    NO_LIMIT,
    PERMANENT_ABILITY_RULE,
    UseAbility,
    usage_key,
)
from edencli.rules.hands import pay_cards, why_too_few_cards
from edencli.rules.purse import pay_sp, spendable_sp


def ability_price(match: Match, source: CardWithEffects) -> tuple[int, int]:
    """Return the price of an ability's effect in AP and SP; 0 for cards that are no ability."""
    if source.ability is None or source.user is None:
        return 0, 0
    act = UseAbility(fighter=source.user, ability=source.ability)
    ap, sp = (total_value(match, Query(what, source.user, act)) for what in (Quantity.AP, Quantity.SP))
    return ap, sp


def can_pay(match: Match, source: CardWithEffects) -> bool:
    """Tell whether an ability can be paid for and has not reached its limit of uses."""
    if source.ability is None or source.user is None:
        return True
    ap, sp = ability_price(match, source)
    fighter, act = match.state_of(source.user), UseAbility(fighter=source.user, ability=source.ability)
    limits = (
        (Quantity.PER_ROUND, fighter.used_round),
        (Quantity.PER_MATCH, fighter.used_match),
    )
    return (
        fighter.ap >= ap
        and why_too_few_cards(match, source.side, source.ability.cost.cards, source.card) is None
        and (not sp or (source.side is not None and spendable_sp(match, source.side, Payment.ABILITY) >= sp))
        and all(
            used.get(usage_key(match, act), 0) < total_value(match, Query(what, source.user, act))
            for what, used in limits
        )
    )


def pay_for_ability(match: Match, source: CardWithEffects) -> Procedure[None]:
    """Charge the price of an ability, and count its use if it is limited."""
    if source.ability is None or source.user is None:
        return
    ap, sp = ability_price(match, source)
    if ap:
        yield from do(match, ApSpent(rule=ABILITY_COST_RULE, fighter=source.user, n=ap, act=CARD_OVER_RULE))
    if sp and source.side is not None:
        rule, on = ABILITY_COST_RULE, Payment.ABILITY
        yield from pay_sp(match, source.side, sp, rule=rule, why=source.card, on=on)
    price = source.ability.cost.cards
    yield from pay_cards(match, source.side, price, card=source.card, fighter=source.user)
    act = UseAbility(fighter=source.user, ability=source.ability)
    limits = (
        total_value(match, Query(what, source.user, act)) for what in (Quantity.PER_ROUND, Quantity.PER_MATCH)
    )
    if min(limits) < NO_LIMIT:
        yield from do(
            match, Used(rule=PERMANENT_ABILITY_RULE, fighter=source.user, what=usage_key(match, act))
        )
