"""The sentence of each event, from which transcripts and attacks at the table are made.

A message is named after its event's kind, and after whatever changes the sentence; the sentence itself is in
`lang`. Most values are the event's own parts in words; a message maker adds those that must be composed. An
event that is hidden from a player (`seen_by`) has a message of its own. Decides nothing, and adds nothing
that the event does not say.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial, reduce
from typing import Any

from edencli.field.units import print_cm
from edencli.match import card_events, events, table_events
from edencli.match.events import CpLost, Event, Wounded
from edencli.match.pieces import Piece, Side
from edencli.match.state import Token
from edencli.match.table_events import ActivationEnded, Designated
from edencli.model.terms import CHARACTERISTIC_OF, Category, Manner, MissionKind
from edencli.named_tuple import NamedTuple
from edencli.rules.acts import CARD_OVER_RULE, DISENGAGEMENT_STEP
from edencli.rules.questions import BurnRoll
from edencli.rules.ranged import NO_TARGET_RULE
from edencli.rules.territory import CROSSING_RULE
from edencli.transcript.phrases import Phrases, fact_told_message, usage_text
from edencli.transcript.ways import PlaceNote

# A message, and the values it needs beyond the event's own parts; None if another event tells it better.
EventMessage = tuple[str, dict[str, Any]] | None
MessageMaker = Callable[[Phrases, Any], EventMessage]

HIGHEST_FACE = 6
AIMED_CATEGORIES = frozenset({Category.PROJECTILE, Category.BLAST})


def plain_message(_: Phrases, event: Event) -> EventMessage:
    """Tell an event by its own parts."""
    return event.kind, {}


def no_message(_: Phrases, event: Event) -> EventMessage:  # noqa: ARG001  # the signature of all message makers
    """Leave an event to be told by the one that it belongs to."""
    return None


def _attack_begun(phrases: Phrases, event: events.AttackBegun) -> tuple[str, dict[str, Any]]:
    if event.rule == NO_TARGET_RULE:
        return f"attack-begun.{NO_TARGET_RULE}", {}
    at = ".at" if event.target and event.how in AIMED_CATEGORIES else ""
    how = at if event.place is None else ".turned" if event.turned else ".place"
    aimed = {"place": phrases.place(event.place), "turned": f"{event.turned:g}"}
    return f"attack-begun.{event.how}{how}", aimed


def _attack_prevented(phrases: Phrases, event: events.AttackPrevented) -> EventMessage:
    message, values = _attack_begun(phrases, events.AttackBegun(**event.as_dict()))
    named = {part: phrases.value_in_words(getattr(event, part)) for part in ("attacker", "target", "weapon")}
    return event.kind, {"attack": phrases.say(message, **(named | values))}


def _reacted(_: Phrases, event: events.Reacted) -> EventMessage:
    return f"reacted.{event.reaction}", {}


def _rolled(phrases: Phrases, event: events.Rolled) -> EventMessage:
    values = {
        "pool": phrases.parts(event.pool),
        "difficulty": phrases.parts(event.difficulty),
        "dice": len(event.dice),
        "vig": event.needed - 1,
        "faces": " ".join(map(str, event.dice)),
        "successes": phrases.count("success", event.successes),
        "wounds": phrases.count("wound", event.successes),
    }
    return _roll_message(phrases, event), values


def _roll_message(phrases: Phrases, event: events.Rolled) -> str:
    if event.rule == BurnRoll.rule:
        return "rolled.fireproof" if event.needed > HIGHEST_FACE else "rolled.burn"
    if not event.dice:
        return "rolled.nothing"
    return phrases.first_message(f"rolled.{event.step}", "rolled")


def _opposed(phrases: Phrases, event: events.Opposed) -> EventMessage:
    values: dict[str, Any] = {}
    for key, fighter, parts, die in zip(
        ("one", "other"), event.fighters, event.amounts, event.dice, strict=True
    ):
        total = max(0, sum(part.n for part in parts))
        values |= {key: phrases.fighter(fighter), f"{key}_parts": phrases.parts(parts), f"{key}_die": die}
        values[f"{key}_total"] = total + die
    if event.winner is None:
        return "opposed.again", values
    message = "opposed.tied" if values["one_total"] == values["other_total"] else "opposed.won"
    return f"{message}.card" if event.step == CARD_OVER_RULE else message, values


def _cancelled(_: Phrases, event: events.Cancelled) -> EventMessage:
    return "cancelled" if event.left else "cancelled.all", {}


def _wounded(phrases: Phrases, event: events.Wounded) -> EventMessage:
    message = "wounded"
    if event.absorbed:
        message = "wounded.stopped" if event.absorbed == event.wounds else "wounded.absorbed"
    return message, {"protection": phrases.parts(event.protection)}


def _cp_lost(phrases: Phrases, event: events.CpLost) -> EventMessage:
    if len(event.limbs) > 1 and len(losses := set(event.limbs.values())) == 1:
        return "cp-lost.each", {"n": losses.pop(), "limbs": phrases.values_in_words(tuple(event.limbs))}
    limbs = [phrases.say("cp-lost.limb", n=n, limb=phrases.term(limb)) for limb, n in event.limbs.items()]
    return "cp-lost", {"limbs": limbs}


def _limb_changed(phrases: Phrases, event: events.LimbChanged) -> EventMessage:
    values = {"characteristic": phrases.term(CHARACTERISTIC_OF[event.limb]), "n": event.characteristic}
    return "limb-changed.wounded" if event.wounded else "limb-changed.whole", values


def _left(_: Phrases, event: events.Left) -> EventMessage:
    return f"left.{event.why}", {}


def _ap_spent(phrases: Phrases, event: events.ApSpent) -> EventMessage:
    return phrases.first_message(f"ap-spent.{event.rule}", f"ap-spent.{event.act}", "ap-spent"), {}


def _attack_ended(_: Phrases, event: events.AttackEnded) -> EventMessage:
    if not event.success:
        return "attack-ended.failure", {}
    if not event.cp_lost:
        return "attack-ended.effect", {}
    return "attack-ended.limb" if event.limb else "attack-ended.success", {}


def _step_begun(phrases: Phrases, event: table_events.StepBegun) -> EventMessage:
    known = phrases.words.has("events", f"step.{event.step}")
    return "step-begun", {
        "step": phrases.words.phrase("events", f"step.{event.step}") if known else event.step
    }


def _dice_compared(phrases: Phrases, event: table_events.DiceCompared) -> EventMessage:
    if event.winner is None:
        return "dice-compared.again", {}
    return "dice-compared.won", {"player": phrases.player(event.winner)}


def _sp_reserved(phrases: Phrases, event: table_events.SpReserved) -> EventMessage:
    return phrases.first_message(f"sp-reserved.{event.rule}", "sp-reserved"), {}


def _first_player_set(phrases: Phrases, event: table_events.FirstPlayerSet) -> EventMessage:
    return phrases.first_message(f"first-player-set.{event.rule}", "first-player-set"), {}


def _mission_played(_: Phrases, event: table_events.MissionPlayed) -> EventMessage:
    if event.mission is None:
        return "mission-played.hidden", {}
    return "mission-played.secret" if event.secrecy is MissionKind.SECRET else "mission-played.revealed", {}


def _scenery_placed(phrases: Phrases, event: table_events.SceneryPlaced) -> EventMessage:
    how = ".turned" if event.lying.turn else "" if event.lying.place else ".put"
    values = {"place": phrases.place(event.lying.place), "turn": f"{event.lying.turn:g}"}
    return f"scenery-placed{how}", values


def _scenery_hit(_: Phrases, event: events.SceneryHit) -> EventMessage:
    return f"scenery-hit.{event.how}", {}


def _npf_placed(phrases: Phrases, event: table_events.NpfPlaced) -> EventMessage:
    return f"npf-placed{'' if event.place else '.put'}", {"place": phrases.place(event.place)}


def _npf_activated(phrases: Phrases, event: table_events.NpfActivated) -> EventMessage:
    return "npf-activated", {"player": phrases.player(event.by)}


def _weather_rolled(phrases: Phrases, event: table_events.WeatherRolled) -> EventMessage:
    faces = " ".join(map(str, event.dice))
    return "weather-rolled", {"faces": faces, "weather": phrases.term(event.weather)}


def _found_too_far(_: Phrases, event: table_events.FoundTooFar) -> EventMessage:
    return "found-too-far.move" if event.act == "move" else "found-too-far", {}


def _no_room(_: Phrases, event: table_events.NoRoomFound) -> EventMessage:
    what = "card" if event.rule == "card-over-rule" else event.what
    return f"no-room.{what}{'.back' if event.taken_back else ''}", {}


def _half_chosen(phrases: Phrases, event: table_events.HalfChosen) -> EventMessage:
    return "half-chosen", {"half": phrases.term(event.half), "opposite": phrases.term(event.opposite)}


def _deployed(phrases: Phrases, event: table_events.Deployed | table_events.Placed) -> EventMessage:
    put = "" if event.place else ".put"
    return f"{event.kind}{put}", {"place": phrases.place(event.place)}


def _hand_taken(phrases: Phrases, event: table_events.HandTaken) -> EventMessage:
    cards = [phrases.say("card", card=card) for card in event.cards or ()]
    message = "none" if not event.n else "hidden" if event.cards is None else "seen"
    return f"hand-taken.{message}", {"cards": cards}


def _hand_shown(phrases: Phrases, event: card_events.HandShown) -> EventMessage:
    cards = [phrases.say("card", card=card) for card in event.cards or ()]
    message = "hand-shown" if event.to is None else "hand-shown.to"
    whose = phrases.player(event.to) if event.to is not None else ""
    return f"{message}{'' if cards else '.hidden'}", {"cards": cards, "to": whose}


def _cards_moved(phrases: Phrases, event: card_events.CardsDiscarded) -> EventMessage:
    cards = [phrases.say("card", card=card) for card in event.cards or ()]
    return f"{event.kind}{'' if cards else '.hidden'}", {"cards": cards}


def _passed(_: Phrases, event: table_events.Passed) -> EventMessage:
    return "passed.forced" if event.forced else "passed", {}


def _moved(phrases: Phrases, event: table_events.Moved) -> EventMessage:
    if not event.path:
        return phrases.first_message(f"moved.{event.how}.unmeasured", "moved.unmeasured"), {}
    if event.rule == CROSSING_RULE:
        return "moved.back", {"place": phrases.place(event.path[-1])}
    notes = phrases.notes_on_way(event)
    via = [_place_as_seen(phrases, bend) for bend in notes.via]
    values = {
        "length": phrases.length(event.cost),
        "round": phrases.words.join_list(map(phrases.value_in_words, notes.round)),
        "via": reduce(partial(_go_on_via, phrases), via or [""]),
        "place": _place_as_seen(phrases, notes.end),
    }
    bent = ("round-via" if via else "round") if notes.round else "via" if via else ""
    end = f".{bent}" if bent else ""
    return phrases.first_message(f"moved.{event.how}{end}", f"moved{end}"), values


def _go_on_via(phrases: Phrases, before: str, place: str) -> str:
    return phrases.say("moved.way", before=before, place=place)


def _place_as_seen(phrases: Phrases, note: PlaceNote) -> str:
    """A place by what it is near, with its numbers in brackets; only numbers if nothing is near."""
    place = phrases.place(note.place)
    if not note.relation:
        return place
    what, far = phrases.value_in_words(note.what), phrases.words.decimal(_spoken_length(note.far))
    return phrases.say(f"place.{note.relation}", place=place, what=what, far=far)


def _spoken_length(length: float) -> str:
    """A length in centimetres, to the millimetre, at least one millimetre."""
    return print_cm(max(round(length, -2), 100))


def _raised(_: Phrases, event: events.Raised) -> EventMessage:
    return "raised" if event.scenery else "raised.down", {}


def _hidden(_: Phrases, event: events.Hidden) -> EventMessage:
    return "hidden" if event.scenery else "hidden.found", {}


def _charge_failed(_: Phrases, event: table_events.ChargeFailed) -> EventMessage:
    return f"charge-failed.{event.becomes}", {}


def _vp_scored(_: Phrases, event: table_events.VpScored) -> EventMessage:
    if event.n < 0:
        return "vp-scored.lost", {"n": -event.n}
    return "vp-scored" if event.n else "vp-scored.nothing", {}


def _token_placed(phrases: Phrases, event: table_events.TokenPlaced) -> EventMessage:
    token, laid = event.token, "" if event.token.place else ".laid"
    return f"token-placed{'.area' if token.area else ''}{laid}", {"place": phrases.place(token.place)}


def _token_moved(phrases: Phrases, event: card_events.TokenMoved) -> EventMessage:
    place = phrases.place(event.place)
    return "token-moved" if event.place else "token-moved.moved", {"token": event.token.name, "place": place}


def _rounds_changed(_: Phrases, event: table_events.RoundsChanged) -> EventMessage:
    return f"rounds-changed.{'fewer' if event.n < 0 else 'more'}", {"n": abs(event.n)}


def _card_took_effect(phrases: Phrases, event: card_events.CardTookEffect) -> EventMessage:
    if event.card is None:
        return f"{event.kind}.hidden", {"player": phrases.player(event.side)}
    return f"{event.kind}.of" if event.fighter else event.kind, {}


def _dice_thrown(phrases: Phrases, event: card_events.DiceThrown) -> EventMessage:
    values = {"player": phrases.player(event.side), "faces": " ".join(map(str, event.dice))}
    return "dice-thrown" if event.needed is None else "dice-thrown.needed", values


def _told_by_rule(phrases: Phrases, event: Event) -> EventMessage:
    """Tell an event with the message for its rule, if there is one."""
    return phrases.first_message(f"{event.kind}.{event.rule}", event.kind), {}


def _card_reminded(_: Phrases, event: card_events.CardReminded) -> EventMessage:
    return f"{event.kind}.of" if event.fighter else event.kind, {}


def _effect_begun(phrases: Phrases, event: card_events.EffectBegun) -> EventMessage:
    message = f"{event.kind}.upon" if event.target else event.kind
    until = {"until": phrases.words.phrase("events", f"until.{event.until}")}
    return (f"{message}.times" if event.times else message), until


def _effect_ended(_: Phrases, event: card_events.EffectEnded) -> EventMessage:
    return (f"{event.kind}.upon" if event.target else event.kind), {}


def _effect_counted(_: Phrases, event: card_events.EffectCounted) -> EventMessage:
    return (f"{event.kind}.upon" if event.target else event.kind), {"left": (event.times or 1) - 1}


def _passed_on(phrases: Phrases, event: card_events.PassedOn) -> EventMessage:
    return phrases.first_message(f"{event.kind}.{event.change}", event.kind), {}


def _token_put_down(_: Phrases, event: card_events.TokenPutDown) -> EventMessage:
    return event.kind if event.rule == CARD_OVER_RULE else f"{event.kind}.dropped", {}


def _uses_restored(phrases: Phrases, event: card_events.UsesRestored) -> EventMessage:
    return "uses-restored", {"counted": usage_text(phrases, event.what, event.n)}


def _match_ended(phrases: Phrases, event: table_events.MatchEnded) -> EventMessage:
    values = {"most": max(event.red, event.blue), "least": min(event.red, event.blue)}
    if event.winner is None:
        return phrases.first_message(f"match-ended.{event.why}.draw", "match-ended.draw"), values
    return phrases.first_message(f"match-ended.{event.why}.won", "match-ended.won"), values


def _ap_given(story: Phrases, events: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    return "ap-given.together", {"fighters": story.values_in_words([event.fighter for event in events])}


def _ap_lost(story: Phrases, events: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    lost = [story.say("ap-lost.one", fighter=story.fighter(event.fighter), n=event.n) for event in events]
    return "ap-lost.together", {"fighters": lost}


def _wounded_together(story: Phrases, events: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    message = "wounded.together.absorbed" if events[0].absorbed else "wounded.together"
    return message, {"limbs": story.values_in_words([event.limb for event in events])}


class RunRule(NamedTuple):
    """What neighbouring events of one kind must share to be told together, and the message for them."""

    shared_key: Callable[[Any], tuple[Hashable, ...]]
    run_message: Callable[[Phrases, Sequence[Any]], tuple[str, dict[str, Any]]]


def _detail_depth(_: Event, *, acting: bool) -> int:  # noqa: ARG001  # the signature of all depths
    return 1


def _blow_depth(event: events.AttackBegun | events.AttackPrevented, *, acting: bool) -> int:  # noqa: ARG001  # the signature of all depths
    """Attacks that are part of another fighter's act are told further in."""
    return int(event.how in {Manner.STRIKE, Manner.STRIKE_BACK})


def _act_depth(event: Event, *, acting: bool) -> int:
    """Further in only while a fighter acts; but a roll to disengage begins what follows."""
    return int(acting and event.as_dict().get("step") != DISENGAGEMENT_STEP)


class EventStyle(NamedTuple):
    """How a kind of event is told: its message, its depth, under an agreement or not, with others.

    The defaults are plain: told by its own parts, at the margin, alone.
    """

    message: MessageMaker = plain_message
    depth: Callable[..., int] = lambda _event, *, acting: 0  # noqa: ARG005  # the signature of all depths
    under_agreement: bool = False
    run: RunRule | None = None


PLAIN_STYLE = EventStyle()

EVENT_STYLES: Mapping[type[Event], EventStyle] = {
    **dict.fromkeys((events.Located, events.Shifted, events.Redirected), EventStyle(depth=_detail_depth)),
    events.AttackBegun: EventStyle(_attack_begun, _blow_depth),
    events.AttackPrevented: EventStyle(_attack_prevented, _blow_depth),
    events.FactTold: EventStyle(fact_told_message, _act_depth),
    events.Reacted: EventStyle(_reacted, _detail_depth),
    events.Rolled: EventStyle(_rolled, _act_depth),
    events.Opposed: EventStyle(_opposed, _detail_depth),
    events.Cancelled: EventStyle(_cancelled, _detail_depth),
    events.Wounded: EventStyle(
        _wounded,
        _detail_depth,
        run=RunRule(
            lambda event: (event.step, event.victim, event.wounds, event.absorbed), _wounded_together
        ),
    ),
    events.CpLost: EventStyle(_cp_lost, _detail_depth, under_agreement=True),
    events.LimbChanged: EventStyle(_limb_changed, _detail_depth),
    events.Healed: EventStyle(depth=_detail_depth, under_agreement=True),
    events.Left: EventStyle(_left, _detail_depth, under_agreement=True),
    events.MarkersAdded: EventStyle(depth=_detail_depth, under_agreement=True),
    events.MarkersRemoved: EventStyle(depth=_act_depth, under_agreement=True),
    events.ApSpent: EventStyle(_ap_spent, under_agreement=True),
    events.Used: EventStyle(no_message),
    events.AttackEnded: EventStyle(_attack_ended, _detail_depth),
    table_events.StepBegun: EventStyle(_step_begun),
    table_events.SpReserved: EventStyle(_sp_reserved, under_agreement=True),
    table_events.DiceCompared: EventStyle(_dice_compared),
    table_events.FirstPlayerSet: EventStyle(_first_player_set),
    table_events.MissionPlayed: EventStyle(_mission_played),
    table_events.SceneryPlaced: EventStyle(_scenery_placed),
    events.SceneryHit: EventStyle(
        _scenery_hit,
        lambda event, *, acting: int(event.how in {"projectile", "blast"}),  # noqa: ARG005  # the signature of all depths
    ),
    events.SceneryBurns: EventStyle(depth=_act_depth),
    events.SceneryDestroyed: EventStyle(depth=_act_depth),
    table_events.NpfPlaced: EventStyle(_npf_placed),
    table_events.NpfActivated: EventStyle(_npf_activated),
    table_events.WeatherRolled: EventStyle(_weather_rolled),
    table_events.FoundTooFar: EventStyle(_found_too_far, _detail_depth),
    table_events.NoRoomFound: EventStyle(_no_room),
    table_events.HalfChosen: EventStyle(_half_chosen),
    table_events.Deployed: EventStyle(_deployed),
    table_events.HandTaken: EventStyle(_hand_taken),
    table_events.ApGiven: EventStyle(
        under_agreement=True, run=RunRule(lambda event: (event.rule, event.n), _ap_given)
    ),
    table_events.ApLost: EventStyle(run=RunRule(lambda event: (event.rule,), _ap_lost)),
    table_events.Passed: EventStyle(_passed),
    table_events.Moved: EventStyle(_moved),
    events.Raised: EventStyle(_raised, _detail_depth),
    events.Hidden: EventStyle(_hidden, _detail_depth),
    table_events.ChargeDeclared: EventStyle(depth=_detail_depth),
    table_events.AbilityEnded: EventStyle(depth=_detail_depth),
    table_events.ChargeEnded: EventStyle(depth=_detail_depth),
    table_events.ChargeFailed: EventStyle(_charge_failed),
    table_events.VpScored: EventStyle(_vp_scored, under_agreement=True),
    table_events.Placed: EventStyle(_deployed, under_agreement=True),
    table_events.TokenPlaced: EventStyle(_token_placed, under_agreement=True),
    table_events.RoundsChanged: EventStyle(_rounds_changed, under_agreement=True),
    card_events.CardTookEffect: EventStyle(_card_took_effect, _act_depth),
    card_events.CardCameToNothing: EventStyle(_card_took_effect, _act_depth),
    card_events.DiceThrown: EventStyle(_dice_thrown, _detail_depth),
    card_events.HandShown: EventStyle(_hand_shown, _detail_depth),
    card_events.CardsDiscarded: EventStyle(_cards_moved, _detail_depth),
    card_events.CardsTakenBack: EventStyle(_cards_moved, _detail_depth),
    card_events.CardsDrawn: EventStyle(_cards_moved, _detail_depth),
    card_events.CardReminded: EventStyle(_card_reminded, _act_depth),
    card_events.EffectBegun: EventStyle(_effect_begun, _detail_depth),
    card_events.EffectCounted: EventStyle(_effect_counted, _detail_depth),
    card_events.EffectEnded: EventStyle(_effect_ended),
    card_events.PassedOn: EventStyle(_passed_on, _detail_depth),
    card_events.CountersAdded: EventStyle(depth=_detail_depth),
    card_events.CountersRemoved: EventStyle(depth=_detail_depth),
    card_events.FighterRemembered: EventStyle(depth=_detail_depth),
    card_events.FighterRevealed: EventStyle(depth=_detail_depth),
    card_events.SpSetApart: EventStyle(depth=_detail_depth),
    card_events.SetApartSpent: EventStyle(depth=_detail_depth),
    card_events.SetApartLapsed: EventStyle(depth=_detail_depth),
    card_events.FighterForgotten: EventStyle(depth=_detail_depth),
    card_events.TacticCancelled: EventStyle(_told_by_rule),
    card_events.TokenMoved: EventStyle(_token_moved),
    card_events.TokenPutDown: EventStyle(_token_put_down),
    card_events.UsesRestored: EventStyle(_uses_restored, _detail_depth),
    table_events.MatchEnded: EventStyle(_match_ended),
}


def event_style(event: Event) -> EventStyle:
    """The style in which an event is told."""
    return EVENT_STYLES.get(type(event), PLAIN_STYLE)


def run_key(event: Event) -> Hashable:
    """What the next event must share with this one to be told together with it; None if it cannot be."""
    run = event_style(event).run
    return None if run is None else (type(event), *run.shared_key(event))


class EventSentences(Phrases):
    """Tells events in one language."""

    def sentence(self, event: Event) -> str | None:
        """The sentence of an event; None if another event tells it better."""
        told = event_style(event).message(self, event)
        if told is None:
            return None
        message, values = told
        return self.say(message, **(self._parts_of(event) | values))

    def run_sentence(self, events: Sequence[Event]) -> str:
        """The sentence for several events that are told together."""
        run = event_style(events[0]).run
        assert run is not None, "only what makes a run is told together"  # noqa: S101  # as `run_key` promises
        message, values = run.run_message(self, events)
        return self.say(message, **(self._parts_of(events[0]) | values))

    def activation_sentence(self, named: Designated) -> str:
        """The sentence for an activation that was not interrupted."""
        return self.say("designated.activated", **self._parts_of(named))

    def idle_sentence(self, event: ActivationEnded) -> str:
        """The sentence for the end of an activation in which the fighter did nothing."""
        return self.say("activation-ended.idle", **self._parts_of(event))

    def wound_sentence(self, wound: Wounded, loss: CpLost) -> str:
        """The sentence for wounds to one limb and the CP that they took."""
        message = "wounded.absorbed.lost" if wound.absorbed else "wounded.lost"
        lost = {"lost": sum(loss.limbs.values()), "protection": self.parts(wound.protection)}
        return self.say(message, **(self._parts_of(wound) | lost))

    def _parts_of(self, event: Event) -> dict[str, Any]:
        """An event's own parts in words, and its side: `player` begins a sentence, `side` does not."""
        parts = event.as_dict()
        values = {
            name: self.value_in_words(part)
            for name, part in parts.items()
            if isinstance(part, Piece | str | int | Token | None)
        }
        side = parts["side"] if "side" in parts else _side_of(parts.get("fighter"))
        if side is None:
            return values
        return values | {
            "player": self.player(side),
            "side": self.term(side),
            "opponent": self.term(side.other),
        }


def _side_of(fighter: Piece | None) -> Side | None:
    return fighter.side if fighter else None


def event_rules(event: Event) -> tuple[str, ...]:
    """The rules by which an event happened: the step of its procedure, and the rule applied there."""
    step = event.as_dict().get("step")
    return (event.rule,) if step is None or step == event.rule else (step, event.rule)
