"""Characteristics that keep their white value although their limb is wounded."""

from edencli.effects.cards import CardsInPlay, note_fired
from edencli.effects.provisos import provisos_hold
from edencli.effects.scope import Scope
from edencli.effects.standing_effects import act_roles, is_kind_wanted
from edencli.match.match import Contributor, Match, Query
from edencli.match.reasons import Part, Parts
from edencli.model.effect import KeepsWhite, effect_number
from edencli.model.terms import LIMB_OF, Characteristic
from edencli.rules.acts import CARD_OVER_RULE


def white_value_contributors(cards: CardsInPlay) -> dict[str, Contributor]:
    """Return the contributors that undo what wounds take from the characteristics that cards keep white."""

    def give_back(match: Match, query: Query) -> Parts:
        return _what_wounds_take(cards, match, query)

    spoken = (one for one in cards.possible_effects if isinstance(one, KeepsWhite))
    return {str(stat): give_back for one in spoken for stat in one.stats}


def _what_wounds_take(cards: CardsInPlay, match: Match, query: Query) -> Parts:
    """Return the difference between white and red value of a wounded limb: once, even for several cards."""
    fighter, stat = match.state_of(query.fighter), Characteristic(query.what)
    limb = fighter.card.limbs[LIMB_OF[stat]]
    if not (limb.red_cp and fighter.is_wounded(limb.name) and limb.white != limb.red):
        return ()
    for source, effect, roles in cards.effects_in_force(match, KeepsWhite, of=query.fighter):
        if stat in effect.stats and is_kind_wanted(match, effect.acts, query.act):
            with cards.guard_depth(source):
                scope = Scope(match, source, {**act_roles(source, query.act), **roles})
                if scope.matches(effect.of, query.fighter) and provisos_hold(scope, effect.only_if):
                    note_fired(match, effect)
                    number = effect_number(source.effects, effect)
                    return (Part(CARD_OVER_RULE, limb.white - limb.red, source.card, number),)
    return ()
