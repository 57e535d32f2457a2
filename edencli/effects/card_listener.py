"""The listener for all cards of a match: effects that events trigger, and effects that replace changes.

An ability with a cost is offered to its player, who pays or declines, and so is an effect that says `may`.
Its limit counts as for any ability. A card hears of what happens to its own fighter even if that takes it off
the field.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from edencli.effects.ability_price import ability_price, can_pay, pay_for_ability
from edencli.effects.act_ends import end_with_act, ends_awaited
from edencli.effects.cards import CardsInPlay, CardWithEffects, is_in_force, note_fired, note_offered
from edencli.effects.event_filters import (
    event_kinds,
    fits_details,
    fits_path,
    has_details,
    may_speak_of,
    ways_over,
)
from edencli.effects.event_parts import event_roles, heard_by_cards
from edencli.effects.memory import (
    card_secrecy,
    count_firing,
    may_work_once_more,
    naming_parts,
    once_number,
    reveal_remembered,
)
from edencli.effects.operations import (
    can_choose,
    perform_operations,
    refuse_healing,
)
from edencli.effects.provisos import provisos_hold
from edencli.effects.scope import Scope
from edencli.effects.twists import PUTS_IN_PLACE, TWISTS, apply_change, has_something_to_do
from edencli.match.card_events import CardCameToNothing, CardTookEffect, TacticInForce
from edencli.match.events import Event, Left
from edencli.match.match import Listener, Match, Procedure, Trigger, only_for
from edencli.match.needed_facts import with_needed_facts
from edencli.match.pieces import Piece, Side
from edencli.match.questions import OrderChoice
from edencli.match.reasons import Refusal
from edencli.match.rules_api import ask, do
from edencli.match.state import Gone
from edencli.match.table_events import AbilityUsed, MissionPlayed, Moved, Placed
from edencli.model import effect as words
from edencli.model.card_words import CardEvent, Owner, Role, Who
from edencli.model.effect import Instead, Now, When
from edencli.model.fighter import Cost
from edencli.model.operation import GiveVp, TakeVp
from edencli.model.terms import AbilityKind, MissionKind
from edencli.rules.acts import (
    ABILITY_RULE,
    UseAbility,
)
from edencli.rules.preparation import sides_in_order
from edencli.rules.questions import MomentChoice, UseChoice
from edencli.rules.tactics import play_card, tactic_of, why_not_play


class CardListener(Listener):
    """The listener for all cards of one match."""

    def __init__(self, cards: CardsInPlay) -> None:
        self._cards = cards
        might = cards.possible_effects
        self._ends_awaited = ends_awaited(might)
        self._at_work: list[_Speaking] = []
        """The effects just at work before or instead of a change: they ignore the changes they cause."""
        self._heard = {str(one.event) for one in might if isinstance(one, When)}
        self._changed = {str(one.event) for one in might if isinstance(one, Instead)}
        self._played_at = {
            str(one.event) for one in might if isinstance(one, When | Instead) and one.from_hand
        }
        """The kinds of events at which some card may be played from the hand."""
        self._replaced = {
            str(one.event)
            for one in might
            if isinstance(one, Instead) and isinstance(one.change, PUTS_IN_PLACE)
        }

    @property
    def event_kinds(self) -> frozenset[str]:
        """The kinds of events that some card hears of or changes."""
        return frozenset(self._heard | self._changed)

    def replaces(self, kind: type[Event]) -> bool:
        """Tell whether some card may replace events of this kind."""
        return kind.kind in self._changed

    def hears(self, kind: type[Event]) -> bool:
        """Tell whether events of this kind trigger a card or use one; being placed may be a push."""
        ways = (kind.kind, Moved.kind) if kind is Placed else (kind.kind,)
        return kind in self._ends_awaited or kind in _PLAYED or not self._heard.isdisjoint(ways)

    def replace(self, match: Match, change: Event) -> Procedure[Event | None]:
        """Let each card that replaces such a change do so once.

        Cards in force come first, then the hands. If another fighter suffers the change afterwards, the cards
        that have not worked on it yet are asked again.
        """
        done: Event | None = change
        worked: list[_Speaking] = []
        while done is not None:
            done = yield from self._replace_in_force(match, done, worked)
            before = _sufferer_of(done)
            for side in sides_in_order(match) if self._may_be_played_at(done) else ():
                if done is not None:
                    done = yield from self._replace_from_hand(match, side, done)
            if _sufferer_of(done) == before:
                break
        return done

    def _replace_in_force(
        self, match: Match, change: Event, worked: "list[_Speaking]"
    ) -> Procedure[Event | None]:
        """Let the cards in force that have not worked on a change yet replace it."""
        done: Event | None = change
        while done is not None:
            chosen = yield from self._pick_replacing(match, done, worked)
            if chosen is None:
                break
            worked.append(chosen)
            done = yield from self._replace_change(match, *chosen, done)
        return done

    def _pick_replacing(
        self, match: Match, change: Event, worked: "Sequence[_Speaking]"
    ) -> "Procedure[_Speaking | None]":
        """Return the next effect that works on a change, or None.

        If an effect does something else instead of the change, the player of the suffering fighter picks
        among their own cards, and once none of these is left, the first player picks among the others.
        """
        left = self._effects_left(match, change, worked)
        if change.kind not in self._replaced:
            return next(left, None)
        found = list(left)
        sufferer = _sufferer_of(change)
        side = sufferer.side if sufferer is not None else None
        own = [one for one in found if side is not None and one[0].side is side]
        picked_from = own or found
        if len(picked_from) < 2 or not any(  # noqa: PLR2004  # one has no order
            isinstance(effect.change, PUTS_IN_PLACE) for _, effect in picked_from
        ):
            return next(iter(picked_from), None)
        question = OrderChoice(
            asked=side if own and side is not None else match.first_player,
            options=range(len(picked_from)),
            names=tuple(source.card for source, _ in picked_from),
        )
        return picked_from[(yield from ask(question))]

    def _effects_left(
        self, match: Match, change: Event, worked: "Sequence[_Speaking]"
    ) -> "Iterator[_Speaking]":
        """Give the effects that replace a change and have not worked on it yet."""
        done = list(worked)
        for source, effect in self._responding_effects(match, change, Instead):
            if (source, effect) in done:
                done.remove((source, effect))
            elif not any(one == source and other is effect for one, other in self._at_work):
                yield source, effect

    def certain_twists(self, match: Match, change: Event) -> Iterator[words.Twist]:
        """Give the changes that are certain to be made to an event."""
        from edencli.effects.foresight import is_certain_change  # noqa: PLC0415  # for odds alone

        for source, effect in self._cards.effects_of_kind(match.state, Instead, change.kind):
            if is_certain_change(source.ability, effect) and self._responds_to(match, source, effect, change):
                yield effect.change

    def triggers(self, match: Match, event: Event) -> list[Trigger]:
        """Return what cards do after this event."""
        triggers: list[Trigger] = []
        is_heard = not self._heard.isdisjoint(event_kinds(event))
        if is_heard and (heard := heard_by_cards(event)) is not None:
            found = groupby(self._responding_effects(match, heard, When), key=itemgetter(0))
            triggers += [
                Trigger(source.card, partial(self._run_triggers, match, source, [*effects], heard))
                for source, effects in found
            ]
            if self._may_be_played_at(heard):
                triggers += self._hand_triggers(match, heard)
        if type(event) in _PLAYED:
            triggers += self._played(match, event)
        if type(event) in self._ends_awaited:
            triggers += end_with_act(match, event)
        return triggers

    def _may_be_played_at(self, event: Event | None) -> bool:
        """Tell whether some card of the match may be played from the hand at such an event."""
        return event is not None and not self._played_at.isdisjoint(event_kinds(event))

    def _hand_triggers(self, match: Match, event: Event) -> Iterator[Trigger]:
        """Give the offers to play a card of the hand after this event."""
        for side in sides_in_order(match):
            if self._hand_effects(match, side, event, When):
                yield Trigger(side, partial(self._play_from_hand, match, side, event), is_last=True)

    def _played(self, match: Match, event: Event) -> Iterator[Trigger]:
        """Give what a card does at once when it is used or played."""
        for source in self._cards.all_cards(match.state):
            acts_now = any(isinstance(effect, Now) for effect in source.effects)
            if acts_now and _PLAYED[type(event)](source, event):
                yield Trigger(source.card, partial(self._run_now_effects, match, source))

    def _run_now_effects(self, match: Match, source: CardWithEffects) -> Procedure[None]:
        """Do what a card does at once, in the order in which it is written."""
        scope = Scope(match, source, {})
        for effect in source.effects:
            if isinstance(effect, Now):
                with self._cards.guard_depth(source):
                    if _can_work(scope, effect):
                        note_fired(match, effect)
                        yield from perform_operations(scope, effect.do, effect.choose)
                    else:
                        yield from do(match, CardCameToNothing(**naming_parts(scope)))

    def _responding_effects(
        self, match: Match, event: Event, kind: type[Any]
    ) -> Iterator[tuple[CardWithEffects, Any]]:
        """Give the cards in force that respond to an event, for the doer and the sufferer that they name."""
        for source, effect in self._effects_about(match, event, kind, from_hand=False):
            if with_needed_facts(match, partial(self._responds_to, match, source, effect, event)):
                yield source, effect

    def _effects_about(
        self, match: Match, event: Event, kind: type[Any], *, from_hand: bool
    ) -> Sequence[tuple[CardWithEffects, Any]]:
        """Return the effects about such an event; a push also counts as a movement along a path."""
        kinds = event_kinds(event)
        found = self._bound_effects_about(match, event.kind, event.kind, kind, from_hand=from_hand)
        for name in kinds[1:]:
            found = (*found, *self._bound_effects_about(match, event.kind, name, kind, from_hand=from_hand))
        if not match.state.lasting_effects:
            return found
        begun = (
            (source, effect)
            for source, effect in self._cards.begun_effects(match.state, kind)
            if effect.from_hand is from_hand
            and (effect.event == event.kind or (effect.event in kinds and ways_over(effect)))
        )
        return (*found, *begun)

    def _bound_effects_about(
        self, match: Match, happened: str, name: str, kind: type[Any], *, from_hand: bool
    ) -> Sequence[tuple[CardWithEffects, Any]]:
        """Return the effects of cards about an event, by one of the kinds that it counts as."""

        def speaks(effect: When | Instead) -> bool:
            is_so = effect.event == name and effect.from_hand is from_hand
            return is_so and (name == happened or bool(ways_over(effect)))

        return self._cards.bound_effects(match.state, kind, (happened, name, from_hand), speaks)

    def _hand_effects(
        self, match: Match, side: Side, event: Event, kind: type[Any]
    ) -> list[tuple[CardWithEffects, Any]]:
        """Return the cards of a deck that could be played at such an event, whether held or not."""
        return [
            (source, effect)
            for source, effect in self._effects_about(match, event, kind, from_hand=True)
            if source.side is side
            and match.state.sides[side].hand
            and with_needed_facts(match, partial(self._responds_to, match, source, effect, event))
        ]

    def _responds_to(
        self, match: Match, source: CardWithEffects, effect: When | Instead, event: Event
    ) -> bool:
        if not has_details(effect, event):
            return False
        roles = event_roles(event, effect.event)
        if not may_speak_of(source, effect, roles) or not may_work_once_more(match, source, effect):
            return False
        is_ready = _might_be_held(match, source) if effect.from_hand else is_in_force(match, source)
        if not is_ready and (source.begun or source.user is None or source.user not in roles.values()):
            return False
        with self._cards.guard_depth(source):
            scope = Scope(match, source, {**source.kept_roles, **roles}, event=event)
            sufferer = _sufferer_filter(effect, event)
            return (
                fits_details(scope, effect, event)
                and scope.role_can_match(effect.doer, Role.DOER)
                and scope.role_can_match(sufferer, Role.SUFFERER)
                and can_pay(match, source)
                and fits_path(scope, effect, event)
                and scope.role_matches(effect.doer, Role.DOER)
                and scope.role_matches(sufferer, Role.SUFFERER)
                and provisos_hold(scope, effect.only_if)
            )

    def _run_triggers(
        self,
        match: Match,
        source: CardWithEffects,
        effects: Sequence[tuple[CardWithEffects, When]],
        event: Event,
    ) -> Procedure[None]:
        """Do what an event triggers on one card, in the order in which it is written."""
        for _, effect in effects:
            yield from self._run_trigger(match, source, effect, event)

    def _run_trigger(
        self, match: Match, source: CardWithEffects, effect: When, event: Event
    ) -> Procedure[None]:
        """Do what an event triggers, if it is still possible and the player wants it.

        Other effects of the event may come first if the first player says so, and may leave nothing to do.
        """
        scope = _scope_of(match, source, effect, event)
        if not with_needed_facts(
            match, lambda: self._responds_to(match, source, effect, event) and _can_work(scope, effect)
        ):
            if not _may_be_declined(match, source, effect):
                yield from do(match, CardCameToNothing(**naming_parts(scope)))
            return
        with self._cards.guard_depth(source):

            def play(match: Match, answer: object) -> Procedure[None]:
                if answer:
                    yield from pay_for_ability(match, source)
                    yield from perform_operations(scope._replace(match=match), effect.do, effect.choose)

            if (yield from _offer_and_pay(scope, effect, play)):
                yield from perform_operations(scope, effect.do, effect.choose)

    def _replace_change(
        self, match: Match, source: CardWithEffects, effect: Instead, change: Event
    ) -> Procedure[Event | None]:
        """Replace a change, if there is something to do and the player wants it."""
        with self._cards.guard_depth(source):
            scope = _scope_of(match, source, effect, change)
            twist = TWISTS[type(effect.change)]
            if not has_something_to_do(scope, effect, change):
                return change

            def play(match: Match, answer: object) -> Procedure[None]:
                done: Event | None = change
                if answer:
                    yield from pay_for_ability(match, source)
                    done = yield from twist(scope._replace(match=match), effect, change)
                if done is not None:
                    yield from apply_change(match, done.clamped(match.state))

            with self._not_upon_itself(source, effect):
                if not (yield from _offer_and_pay(scope, effect, play, change)):
                    return change
                return (yield from twist(scope, effect, change))

    @contextmanager
    def _not_upon_itself(self, source: CardWithEffects, effect: Instead) -> Iterator[None]:
        """Keep an effect from working on the changes that it causes itself."""
        speaking = source, effect
        self._at_work.append(speaking)
        try:
            yield
        finally:
            self._at_work.remove(speaking)

    def _replace_from_hand(self, match: Match, side: Side, change: Event) -> Procedure[Event | None]:
        """Let a player replace a change by cards of the hand."""
        done: Event | None = change
        while done is not None:
            now = done
            found = [
                (source, effect)
                for source, effect in self._hand_effects(match, side, now, Instead)
                if has_something_to_do(_scope_of(match, source, effect, now), effect, now)
            ]

            chosen = yield from self._ask_for_card(
                match, side, found, partial(_try_replacing, change=now), now
            )
            if chosen is None:
                return done
            source, effect = chosen
            with self._cards.guard_depth(source):
                scope = _scope_of(match, source, effect, now)
                note_fired(match, effect)
                yield from do(match, CardTookEffect(**naming_parts(scope)))
                with self._not_upon_itself(source, effect):
                    done = yield from TWISTS[type(effect.change)](scope, effect, now)
        return done

    def _play_from_hand(self, match: Match, side: Side, event: Event) -> Procedure[None]:
        """Let a player play cards of the hand after an event."""

        def work(match: Match, source: CardWithEffects, effect: When) -> Procedure[None]:
            scope = _scope_of(match, source, effect, event)
            if _can_work(scope, effect):
                yield from perform_operations(scope, effect.do, effect.choose)

        while found := self._hand_effects(match, side, event, When):
            chosen = yield from self._ask_for_card(match, side, found, work)
            if chosen is None:
                return
            source, effect = chosen
            with self._cards.guard_depth(source):
                scope = _scope_of(match, source, effect, event)
                can_work = with_needed_facts(match, partial(_can_work, scope, effect))
                kind = CardTookEffect if can_work else CardCameToNothing
                (note_fired if can_work else note_offered)(match, effect)
                yield from do(match, kind(**naming_parts(scope)))
                yield from work(match, source, effect)

    def _ask_for_card(
        self,
        match: Match,
        side: Side,
        found: Sequence[tuple[CardWithEffects, Any]],
        work: Callable[[Match, CardWithEffects, Any], Procedure[None]],
        change: Event | None = None,
    ) -> Procedure[tuple[CardWithEffects, Any] | None]:
        """Ask which card of the hand a player plays, and play it; None if no card takes effect."""
        if not found:
            return None
        by_card = {source.card: (source, effect) for source, effect in found}

        def trial(match: Match, answer: Any) -> Procedure[None]:
            if answer in by_card:
                yield from play_card(match, side, answer)
                yield from work(match, *by_card[answer])

        held = tuple(card for card in by_card if card in match.state.sides[side].hand)
        note_offered(match, *(by_card[card][1] for card in held))
        card: str | None = yield from ask(
            MomentChoice(
                asked=side,
                change=change,
                options=held,
                optional=True,
                private=True,
                mid_act=True,
                trial=trial,
            )
        )
        if card is None:
            return None
        yield from play_card(match, side, card)
        return by_card[card] if match.state.sides[side].has_in_force(card) else None


def _scope_of(match: Match, source: CardWithEffects, effect: When | Instead, event: Event) -> Scope:
    """Return the scope of a card that responds to an event, with its doer and its sufferer."""
    roles = event_roles(event, effect.event)
    doer = None if effect.doer is None else roles.get(Role.DOER)
    return Scope(match, source, {**source.kept_roles, **roles}, doer, event)


def _sufferer_filter(effect: When | Instead, event: Event) -> Who | None:
    """Return the filter for the sufferer; about to be put out of action, it still counts as on the field."""
    who = effect.sufferer
    is_falling = isinstance(effect, Instead) and isinstance(event, Left) and event.why is Gone.INCAPACITATED
    return who.with_changes(out=False) if who is not None and who.out and is_falling else who


_Speaking = tuple[CardWithEffects, Instead]


def _sufferer_of(change: Event | None) -> Piece | None:
    """Return the fighter that suffers a change, or None."""
    part = None if change is None else CardEvent(change.kind).sufferer
    found = getattr(change, part) if part else None
    return found if isinstance(found, Piece) else None


def _try_replacing(match: Match, source: CardWithEffects, effect: Instead, change: Event) -> Procedure[None]:
    """Replace a change on a copy of the match, and apply the result."""
    scope = _scope_of(match, source, effect, change)
    done = yield from TWISTS[type(effect.change)](scope, effect, change)
    if done is not None:
        yield from apply_change(match, done.clamped(match.state))


# The events upon which a card acts at once, and the test whether they are about this card.
_PLAYED: Mapping[type[Event], Callable[[CardWithEffects, Any], bool]] = {
    AbilityUsed: lambda source, event: (source.user, source.card) == (event.fighter, event.ability),
    TacticInForce: lambda source, event: (
        (source.user, source.side, source.card) == (None, event.side, event.card)
    ),
    MissionPlayed: lambda source, event: (
        (source.user, source.side, source.card) == (None, event.side, event.mission)
    ),
}


_Preview = Callable[[Match, object], Procedure[None]]


def _offer_and_pay(
    scope: Scope, effect: When | Instead, trial: _Preview, change: Event | None = None
) -> Procedure[bool]:
    """Offer an effect if it has a price or may be declined, pay for it, and tell that it works.

    The question shows the player a change that has not happened yet. Returns whether the effect works.
    """
    match, source = scope.match, scope.source
    if not can_pay(match, source):
        return False
    note_offered(match, effect)
    if _may_be_declined(match, source, effect) and not (yield from _offer(scope, trial, change)):
        return False
    note_fired(match, effect)
    once = once_number(source, effect)
    yield from reveal_remembered(scope, effect)
    yield from do(match, CardTookEffect(**naming_parts(scope), only_scores=_only_scores(effect), once=once))
    yield from pay_for_ability(match, source)
    yield from count_firing(match, source)
    return True


def _may_be_declined(match: Match, source: CardWithEffects, effect: When | Instead) -> bool:
    """Tell whether an effect is offered to its player; declining it leaves no trace.

    An effect with a printed price is offered even if another card has taken that price away.
    """
    has_price = source.ability is not None and source.ability.cost != Cost()
    return effect.may or has_price or any(ability_price(match, source))


def _only_scores(effect: When | Instead) -> bool:
    """Tell whether all that an effect does is to score for its own player."""
    return isinstance(effect, When) and all(
        isinstance(one, GiveVp | TakeVp) and one.to is Owner.OWN for one in effect.do
    )


def _might_be_held(match: Match, source: CardWithEffects) -> bool:
    """Tell whether a card of a deck might be in the hand and playable now, from what both players know."""
    side = source.side
    if side is None or not match.state.sides[side].hand:
        return False
    tactic = tactic_of(match, side, source.card)
    return tactic is not None and not tactic.tactical and why_not_play(match, side, source.card) is None


def _offer(scope: Scope, trial: _Preview, change: Event | None) -> Procedure[bool]:
    ap, sp = ability_price(scope.match, scope.source)
    question = UseChoice(
        ap=ap,
        sp=sp,
        cards=0 if scope.source.ability is None else scope.source.ability.cost.cards,
        change=change,
        asked=scope.side_of(Owner.OWN),
        fighter=scope.source.user,
        card=scope.source.card,
        options=(True,),
        optional=True,
        mid_act=True,
        private=card_secrecy(scope) is MissionKind.SECRET,
        trial=trial,
    )
    return bool((yield from ask(question)))


@only_for(UseAbility)
def refuse_without_target(cards: CardsInPlay, match: Match, act: UseAbility) -> Refusal | None:
    """Object to an action ability without a possible target, or whose conditions fail (ability.action)."""
    if not isinstance(act, UseAbility) or act.ability.kind is not AbilityKind.ACTION:
        return None
    effects = [one for one in act.ability.effects if isinstance(one, Now)]
    if not effects:
        return None
    source = CardWithEffects(
        act.ability.name, act.fighter.side, act.ability.effects, act.fighter, act.ability
    )
    with cards.guard_depth(source):
        scope = Scope(match, source, {})
        if any(_can_work(scope, one) for one in effects):
            return None
        for one in effects:
            if unhurt := refuse_healing(scope, one.do, one.choose):
                return unhurt
    about = {"fighter": act.fighter, "what": act.ability.name}
    return Refusal(rule=ABILITY_RULE, reason="no-target", about=about)


def _can_work(scope: Scope, effect: Now | When) -> bool:
    return (
        provisos_hold(scope, effect.only_if)
        and (effect.choose is None or can_choose(scope, effect.do, effect.choose))
        and refuse_healing(scope, effect.do, effect.choose) is None
    )
