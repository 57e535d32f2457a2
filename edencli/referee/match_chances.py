"""The odds that each attack and each roll of a match had just before its dice.

An attack is weighed as soon as only the dice are open: it is paid for, and its target has reacted. The odds
start from what both players know, as in `edencli resolve-attack --game`: no hand and no secret mission is
used, so the odds are equal in every view of a match. Successes are assumed to shift the location die by
`SHIFT_POLICY`. A card that may change the outcome and was not weighed is named.

Knows the log of a match, and the odds. Must not know a sentence. Begin with `weigh_dice`.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from edencli.effects.begin import create_match_with_cards
from edencli.match.events import (
    AttackBegun,
    AttackEnded,
    Event,
    MarkersAdded,
    Opposed,
    Reacted,
    Rolled,
    Wounded,
)
from edencli.match.limits import OverBudgetError
from edencli.match.match import Match
from edencli.match.pieces import Audience, OwnedCard, Piece, Side
from edencli.match.table_events import ActivationEnded, MatchEnded, StepBegun
from edencli.model.terms import Category, Manner
from edencli.named_tuple import NamedTuple
from edencli.odds.aim import aim_attack
from edencli.odds.attack import attack_odds, burn_odds, reacted_odds
from edencli.odds.dice import OppositionOdds, ThrowOdds, opposition_odds, rolled_odds
from edencli.odds.outcome import AttackOdds, BurstFate, Odds
from edencli.odds.shifting import Policy
from edencli.referee.duel import match_known_to_everybody
from edencli.referee.referee import Referee
from edencli.referee.unweighed_cards import unweighed_cards
from edencli.rules import melee, ranged
from edencli.rules.acts import ATTACK_BY_CATEGORY, UNAIMED, Blast, Melee, Shot, Throw
from edencli.rules.gear import EXPLOSION_STEP
from edencli.rules.melee import Reaction

SHIFT_POLICY: Final = Policy.MAX_KILL
"""The purpose for which successes are assumed to be spent."""

_FIRST_STEPS: Final = frozenset(
    {
        melee.ATTACK_STEP,
        melee.RESPONSE_STEP,
        ranged.ATTACK_STEP,
        EXPLOSION_STEP,
        ranged.THROW_STEP,
        *ranged.BLAST_STEPS,
    }
)
"""The steps in which an attack throws its first dice, or takes effect without dice."""
_BEYOND: Final = (ActivationEnded, StepBegun, MatchEnded)
"""Events after which an attack is over in any case."""

RESPONSE_BLOW: Final = "strike-back"


class AttackSpan(NamedTuple):
    """An attack in the log, by event numbers: announced, first die or effect, last end.

    `end` is None where it was not resolved to its end. `reaction` is that of the target of a melee attack.
    """

    begun: int
    first: int
    end: int | None
    reaction: Reaction


class AttackChance(NamedTuple):
    """The odds of one attack of a match just before its first die, and the cards that were not weighed."""

    span: AttackSpan
    act: Melee | Shot | Throw | Blast
    results: tuple[Odds, ...] | tuple[BurstFate, ...]
    unweighed: tuple[OwnedCard, ...]

    @property
    def reaction(self) -> Reaction | None:
        """The target's reaction; None where no reaction was possible."""
        return self.span.reaction if isinstance(self.act, Melee) and self.act.how is Manner.MELEE else None


class RollChance(NamedTuple):
    """The odds of a roll outside attacks: a throw, an opposition, or a burning fighter.

    `event` is the number of its event, `fighters` are those that roll or burn.
    """

    event: int
    fighters: tuple[Piece, ...]
    odds: ThrowOdds | OppositionOdds | Odds
    unweighed: tuple[OwnedCard, ...]


class WeighedDice(NamedTuple):
    """The odds of attacks, and of all other rolls, in the order of the log."""

    attacks: tuple[AttackChance, ...]
    rolls: tuple[RollChance, ...]


def weigh_dice(referee: Referee, end: int, viewer: Audience) -> WeighedDice:
    """Weigh every attack and every other roll among the first `end` events of a match.

    Cards in hands that were not weighed are named only to a viewer that may know them.
    """
    events = referee.events[:end]
    spans = list(find_attacks(events))
    inside = {n for span in spans for n in range(span.first, (span.end or span.first) + 1)}
    firsts = {span.first: span for span in spans}
    attacks, rolls = list[AttackChance](), list[RollChance]()
    for n, (event, walked) in enumerate(zip(events, referee.walk_log(), strict=False)):
        with suppress(OverBudgetError):
            if n in firsts and (chance := _weigh_attack(_match_now(walked), events, firsts[n], viewer)):
                attacks.append(chance)
            if n not in inside and isinstance(event, Rolled | Opposed):
                rolls.append(_weigh_roll(_match_now(walked), event, n, viewer))
    return WeighedDice(tuple(attacks), tuple(rolls))


# ── attacks in the log ───────────────────────────────────────────────────────────────────────────────────


def find_attacks(events: Sequence[Event]) -> Iterator[AttackSpan]:
    """The attacks that came to their dice or took effect; the blow of a response is part of its attack."""
    for n, event in enumerate(events):
        if isinstance(event, AttackBegun) and event.how != RESPONSE_BLOW:
            span = _span(events, n, event)
            if span is not None and event.rule != ranged.NO_TARGET_RULE:
                yield span


def _span(events: Sequence[Event], begun: int, attack: AttackBegun) -> AttackSpan | None:
    first = end = None
    reaction = Reaction.PASSIVE
    pair = {attack.attacker, attack.target}
    for n in range(begun + 1, len(events)):
        event = events[n]
        if isinstance(event, _BEYOND) or _begins_another(event, pair):
            break
        if isinstance(event, Reacted) and first is None and event.fighter == attack.target:
            reaction = Reaction(event.reaction)
        if first is None and _is_first_effect(event):
            first = n
        if isinstance(event, AttackEnded) and event.attacker in pair:
            first, end = n if first is None else first, n
    return None if first is None else AttackSpan(begun, first, end, reaction)


def _begins_another(event: Event, pair: set[Piece | None]) -> bool:
    """Tell whether an event announces an attack that is not part of one between these two."""
    if not isinstance(event, AttackBegun):
        return False
    return event.how != RESPONSE_BLOW or {event.attacker, event.target} != pair


def _is_first_effect(event: Event) -> bool:
    return isinstance(event, Rolled | Opposed | Wounded | MarkersAdded) and event.step in _FIRST_STEPS


# ── weighing ─────────────────────────────────────────────────────────────────────────────────────────────


def _match_now(walked: Match) -> Match:
    """A separate copy of a match that walks through the log, at its present point."""
    return create_match_with_cards(walked.book, walked.state.copy(), walked.setup)


def _weigh_attack(
    match: Match, events: Sequence[Event], span: AttackSpan, viewer: Audience
) -> AttackChance | None:
    """Weigh an attack in a match just before its first die; None where its weapon is gone by then."""
    event = events[span.begun]
    assert isinstance(event, AttackBegun)  # noqa: S101  # a span begins with this event
    known = match_known_to_everybody(match)
    with known.guessing():
        act = _act_announced(known, event)
        if act is None:
            return None
        if isinstance(act, Melee):
            outlook = AttackOdds(
                act, SHIFT_POLICY, (reacted_odds(known, act, SHIFT_POLICY, span.reaction),), {}
            )
        else:
            outlook = attack_odds(known, act, SHIFT_POLICY)
        cards = unweighed_cards(known, outlook, match, viewer)
    return AttackChance(span, act, outlook.results, tuple(cards))


def _act_announced(match: Match, event: AttackBegun) -> Melee | Shot | Throw | Blast | None:
    """The announced attack, with what the field adds now that it is paid for."""
    if event.weapon is None:
        assert event.target is not None  # noqa: S101  # a blow without a weapon has a target
        return Melee(fighter=event.attacker, target=event.target, free=True, how=Manner(event.how))
    item = next((one for one in match.equipment_of(event.attacker) if one.name == event.weapon), None)
    use = item.use(Category(event.how)) if item is not None else None
    if item is None or use is None:
        return None
    kind = ATTACK_BY_CATEGORY[use.category]
    aimed: dict[str, Any] = {"target": event.target} if kind is Shot else _burst_parts(event)
    act = kind(fighter=event.attacker, weapon=item, use=use, free=True, **aimed)
    return aim_attack(match, act, is_paid=True)


def _burst_parts(event: AttackBegun) -> dict[str, Any]:
    """The point at which a projectile or a blast is aimed."""
    from edencli.field.shapes import Point  # noqa: PLC0415  # a blow needs no geometry

    point = UNAIMED if event.place is None else Point(*event.place)
    turned = {"turned": event.turned} if event.how == Category.BLAST else {}
    return {"point": point, "at": event.target, **turned}


def _weigh_roll(match: Match, event: Rolled | Opposed, n: int, viewer: Audience) -> RollChance:
    """Weigh a roll outside attacks: the chance of successes, of winning, or the effect of fire."""
    from edencli.effects.foresight import ExpectedRoll, cards_answering_roll  # noqa: PLC0415  # slow to import

    hidden = [side for side in Side if viewer not in {None, side}]
    if isinstance(event, Opposed):
        totals = [max(0, sum(part.n for part in parts)) for parts in event.amounts]
        cards = cards_answering_roll(match, ExpectedRoll(event.step, *event.fighters), hidden)
        return RollChance(n, event.fighters, opposition_odds(*totals), tuple(cards))
    if event.by is None:
        assert event.victim is not None  # noqa: S101  # only dice of fire belong to no fighter
        odds = burn_odds(match_known_to_everybody(match), event.victim)
        return RollChance(n, (event.victim,), odds, _burn_cards(match, event.victim, hidden))
    cards = cards_answering_roll(match, ExpectedRoll(event.step, event.by, event.against), hidden)
    return RollChance(n, (event.by,), rolled_odds(event), tuple(cards))


def _burn_cards(match: Match, victim: Piece, hidden: Sequence[Side]) -> tuple[OwnedCard, ...]:
    """The cards that may change the treatment of a burning fighter."""
    from edencli.effects.foresight import ExpectedAttack, answering_cards  # noqa: PLC0415  # slow to import

    return tuple(answering_cards(match, ExpectedAttack("burn", (victim,), (victim,), ()), hidden))
