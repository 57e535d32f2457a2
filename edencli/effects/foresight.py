"""What cards may do to an attack before it is made: certain changes for the odds, and cards that may answer.

Whatever may change until a card is asked, such as the wounded fighter or the end of a charge, is taken to let
the card answer: it is named too often rather than too seldom.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import product

from edencli.effects.cards import CardsInPlay, CardWithEffects, is_in_force
from edencli.effects.scope import Scope
from edencli.match.match import Match
from edencli.match.pieces import OwnedCard, Piece, Side
from edencli.model import effect as words
from edencli.model.card_words import CardEvent, HowMany, Role, Who
from edencli.model.effect import CardEffect, HasType, Instead, LastingWord, When
from edencli.model.fighter import Ability, Cost, UseLimits
from edencli.model.operation import GiveVp, LengthenMatch, ShortenMatch, TakeVp
from edencli.model.terms import AbilityKind, Manner, MissionKind
from edencli.named_tuple import NamedTuple
from edencli.record import found_once
from edencli.rules import melee, ranged
from edencli.rules.agreement import why_not_play_at_moment
from edencli.rules.conditions import BURN_STEP
from edencli.rules.missions import mission_of
from edencli.rules.tactics import can_afford_card, tactic_of

_FIXED = frozenset({"the", "side", "type", "not_type", "faction"})
"""The parts of a filter that nothing that happens in an attack can change."""
_PLACED = {"touching": "touching", "within": "of"}
"""The parts that ask for a fighter's position, and the parts that name the fighter to measure from."""
_ROLLS = frozenset({melee.ATTACK_STEP, ranged.ATTACK_STEP})
ATTACK_EVENTS = frozenset(
    {
        CardEvent.AP_SPENT,
        CardEvent.ATTACK_BEGUN,
        CardEvent.ATTACK_ENDED,
        CardEvent.CP_LOST,
        CardEvent.LEFT,
        CardEvent.LIMB_CHANGED,
        CardEvent.LOCATED,
        CardEvent.MARKERS_ADDED,
        CardEvent.REACTED,
        CardEvent.ROLLED,
        CardEvent.TOKEN_PUT_DOWN,
        CardEvent.WOUNDED,
    }
)
# The manners of the events, and the steps, of each kind of attack.
_EVENTS_AND_STEPS = {
    "melee": ((Manner.MELEE, Manner.STRIKE, Manner.STRIKE_BACK), ("melee.",)),
    "shooting": ((Manner.SHOOTING,), ("shoot.", "gear.")),
    "projectile": ((Manner.PROJECTILE,), ("throw.", "blast.", "gear.")),
    "blast": ((Manner.BLAST,), ("blast.", "gear.")),
    "burn": ((), (BURN_STEP,)),
}
_POINTS = GiveVp | TakeVp | ShortenMatch | LengthenMatch


class ExpectedAttack(NamedTuple):
    """An attack, or burning, before it happens: the acting fighters, the attacker first, and the sufferers.

    `counted` are the fighters whose certain changes are part of the odds; None stands for the players' cards.
    If `retypes`, some card may change types before the attack is over.
    """

    how: str
    doers: Sequence[Piece]
    sufferers: Sequence[Piece]
    counted: Collection[Piece | None]
    retypes: bool = False


def is_certain_change(ability: Ability | None, effect: CardEffect) -> bool:
    """Tell whether an effect changes rolls to hit, or wounds, without a choice, a price or a limit.

    Such changes are known before an attack is made.
    """
    return _is_certain(effect) and (
        ability is None or (ability.cost == Cost() and ability.limit == UseLimits())
    )


@found_once
def _is_certain(effect: CardEffect) -> bool:
    """Tell whether the effect itself makes its change certain, whatever its ability costs."""
    if not isinstance(effect, Instead) or effect.may or effect.from_hand or effect.only_if or effect.once:
        return False
    if any(one is not None for one in (effect.how, effect.weapon, effect.named, effect.limb)):
        return False  # odds know the attack only by its steps, and all limbs at once
    if any(_keep_parts(who, _FIXED | {"touching", "of"}) != who for who in _named_filters(effect)):
        return False
    if isinstance(effect.change, words.Reroll):
        picks = effect.change.picked or effect.change.n is not None
        return effect.step in _ROLLS and not effect.change.faces and not picks
    by, is_net = getattr(effect.change, "by", None), getattr(effect.change, "net", False)
    return effect.event is CardEvent.WOUNDED and isinstance(by, HowMany) and by.is_plain and not is_net


def answering_cards(
    match: Match, attack: ExpectedAttack, hidden: Collection[Side] = ()
) -> Iterator[OwnedCard]:
    """Give the cards that may answer an attack and that the odds do not include, each once.

    Hands and secret missions of the players that are `hidden` are not named. If a card might be played from
    such a hand, it is given without a name.
    """
    for piece in dict.fromkeys((*attack.doers, *attack.sufferers)):
        for ability in match.state_of(piece).card.abilities:
            if ability.kind is AbilityKind.PERMANENT and not ability.effects:
                yield OwnedCard(piece.side, piece, ability.name)
    attack = attack._replace(retypes=any(_may_retype(effect) for _, effect in _working_effects(match)))
    named = {
        OwnedCard(source.side, source.user, source.card): None
        for source, effect in _working_effects(match)
        if (source.side not in hidden or _is_shown(match, source))
        and _may_answer(match, source, effect, attack)
    }
    yield from named
    for side in match.state.sides:
        yield from _in_hand(match, side, is_hidden=side in hidden)


class ExpectedRoll(NamedTuple):
    """A roll before it is thrown: the step, the fighter, and the opponent if there is one."""

    step: str
    by: Piece
    against: Piece | None = None


def cards_answering_roll(
    match: Match, roll: ExpectedRoll, hidden: Collection[Side] = ()
) -> Iterator[OwnedCard]:
    """Give the cards that may change the result of a roll, each once; hands and missions as for an attack."""
    found = {
        OwnedCard(source.side, source.user, source.card): None
        for source, effect in _working_effects(match)
        if isinstance(effect, Instead)
        and effect.event is CardEvent.ROLLED
        and effect.step in {None, roll.step}
        and (source.side not in hidden or _is_shown(match, source))
        and _is_ready(match, source, effect)
        and _can_match(
            _scope_of(match, source, roll.by, roll.against or roll.by),
            effect,
            ExpectedAttack("", (roll.by,), (), ()),
        )
    }
    yield from found
    for side in match.state.sides:
        yield from _in_hand(match, side, is_hidden=side in hidden)


def _working_effects(match: Match) -> Iterator[tuple[CardWithEffects, CardEffect]]:
    """Give the effects of all cards, and the lasting ones that are in force."""
    cards = CardsInPlay(match.state, match.setup)
    for source in cards.all_cards(match.state):
        yield from ((source, effect) for effect in source.effects)
    yield from cards.begun_effects(match.state, LastingWord)


def _in_hand(match: Match, side: Side, *, is_hidden: bool) -> Iterator[OwnedCard]:
    """Give the playable cards of a hand that have only text; for a hidden hand, one without a name."""
    hand = match.state.sides[side].hand
    if is_hidden:
        if hand and can_afford_card(match, side):
            yield OwnedCard(side, None, None)
        return
    for card in hand:
        tactic = tactic_of(match, side, card)
        if tactic is not None and not tactic.effects and why_not_play_at_moment(match, side, card) is None:
            yield OwnedCard(side, None, card)


def _is_shown(match: Match, source: CardWithEffects) -> bool:
    """Tell whether both players know of a card: an ability, a revealed mission, or a card that was played."""
    if source.user is not None or source.side is None:
        return True
    mission = mission_of(match, source.side)
    is_revealed = mission is not None and mission.kind is MissionKind.REVEALED
    return match.state.sides[source.side].has_in_force(source.card) or (
        is_revealed and source.card == match.state.sides[source.side].mission
    )


def _may_answer(match: Match, source: CardWithEffects, effect: CardEffect, attack: ExpectedAttack) -> bool:
    """Tell whether a card may hear of such an attack and change it, and is not part of the odds."""
    if isinstance(effect, HasType):
        return (
            _may_retype(effect) and is_in_force(match, source) and _means_one(match, source, effect, attack)
        )
    if not isinstance(effect, When | Instead) or not _bears_on(effect, attack.how):
        return False
    is_counted = source.begun is None and source.user in attack.counted
    if is_counted and is_certain_change(source.ability, effect):
        return False
    return _is_ready(match, source, effect) and any(
        _can_match(_scope_of(match, source, doer, sufferer), effect, attack)
        for doer, sufferer in product(attack.doers, attack.sufferers)
    )


def _is_ready(match: Match, source: CardWithEffects, effect: When | Instead) -> bool:
    """Tell whether a card is in force, or may be played from the hand at its event."""
    if not effect.from_hand or source.side is None:
        return is_in_force(match, source)
    is_held = source.card in match.state.sides[source.side].hand
    return is_held and why_not_play_at_moment(match, source.side, source.card) is None


def _may_retype(effect: CardEffect) -> bool:
    """Tell whether an effect may change types during an attack, because it asks for changing facts."""
    return isinstance(effect, HasType) and (
        bool(effect.only_if) or effect.of != _keep_parts(effect.of, _FIXED)
    )


def _means_one(match: Match, source: CardWithEffects, effect: HasType, attack: ExpectedAttack) -> bool:
    """Tell whether an effect may mean a fighter of an attack, judged by facts that do not change."""
    scope = Scope(match, source, source.kept_roles, is_plain=True)
    return any(
        scope.matches(_keep_parts(effect.of, _FIXED), piece) for piece in (*attack.doers, *attack.sufferers)
    )


def _scope_of(match: Match, source: CardWithEffects, doer: Piece, sufferer: Piece) -> Scope:
    """Return the scope of a card for an attack of one fighter on another."""
    return Scope(match, source, {**source.kept_roles, Role.DOER: doer, Role.SUFFERER: sufferer})


def _bears_on(effect: When | Instead, how: str) -> bool:
    """Tell whether an effect is about an event of such an attack, and does more than score."""
    if effect.event not in ATTACK_EVENTS:
        return False
    if isinstance(effect, When) and all(isinstance(one, _POINTS) for one in effect.do):
        return False
    ways, steps = _EVENTS_AND_STEPS[how]
    return effect.how in {None, *ways} and (effect.step is None or effect.step.startswith(steps))


def _can_match(scope: Scope, effect: When | Instead, attack: ExpectedAttack) -> bool:
    """Tell whether an effect may mean the two fighters of its scope, judged by what is known beforehand."""
    return all(
        who is None
        or scope.matches(_keep_parts(who, _known_parts(scope, who, role, attack)), scope.roles[role])
        for who, role in ((effect.doer, Role.DOER), (effect.sufferer, Role.SUFFERER))
    )


def _known_parts(scope: Scope, who: Who, role: Role, attack: ExpectedAttack) -> frozenset[str]:
    """Return the parts of a filter known beforehand; an attacker in melee may still have to get there."""
    known = set(_FIXED) if who.the is not Role.LAST_ATTACKER else set(_FIXED - {"the"})
    known -= {"type", "not_type"} if attack.retypes else set()
    coming = attack.doers[:1] if attack.how == "melee" else ()
    for part, of in _PLACED.items():
        two = (scope.roles[role], scope.fighter_in_role(getattr(who, of) or Role.USER))
        if all(one is not None and one not in coming and _is_placed(scope.match, one) for one in two):
            known |= {part, of}
    return frozenset(known)


def _is_placed(match: Match, piece: Piece) -> bool:
    return match.is_on_field(piece) and match.field.knows_places(piece)


def _keep_parts(who: Who, parts: Collection[str]) -> Who:
    """Return a filter with only some of its parts."""
    return who.with_changes(**{part: meant for part, meant in who.defaults.items() if part not in parts})


def _named_filters(effect: Instead) -> Iterator[Who]:
    return (who for who in (effect.doer, effect.sufferer) if who is not None)
