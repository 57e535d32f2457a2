"""Events told in sentences: what a transcript and an attack at the table are made of.

A message is named after its event's kind, and after what makes a difference to the sentence; the sentence
itself is in `lang`. Most values are the event's own parts in words; a teller adds those that must be put
together. What an event hides from a player (`seen_by`) has a message of its own. Decides nothing, and adds
nothing that the event does not say.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

from edencli.match import card_events, events, table_events
from edencli.match.events import CpLost, Event, Wounded
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Roll
from edencli.match.state import Token
from edencli.match.table_events import ActivationEnded, Designated
from edencli.model.terms import CHARACTERISTIC_OF, Category, MissionKind
from edencli.transcript.phrases import Phrases, counted, throw_sentence, what_was_seen

# A message, and the values it needs beyond the event's own parts; None for what another event tells better.
Message = tuple[str, dict[str, Any]] | None
Teller = Callable[[Phrases, Any], Message]

HIGHEST_FACE = 6
AIMED = frozenset({Category.PROJECTILE, Category.BLAST})


def plainly(_: Phrases, event: Event) -> Message:
    """Tell an event by its own parts."""
    return event.kind, {}


def not_at_all(_: Phrases, event: Event) -> Message:  # noqa: ARG001  # every teller's shape
    """Leave an event to the one that it belongs to."""
    return None


def _attack_begun(phrases: Phrases, event: events.AttackBegun) -> Message:
    if event.rule == "shoot.no-target":
        return "attack-begun.shoot.no-target", {}
    at = ".at" if event.target and event.how in AIMED else ""
    how = at if event.place is None else ".turned" if event.turned else ".place"
    aimed = {"place": phrases.place(event.place), "turned": f"{event.turned:g}"}
    return f"attack-begun.{event.how}{how}", aimed


def _reacted(_: Phrases, event: events.Reacted) -> Message:
    return f"reacted.{event.reaction}", {}


def _rolled(phrases: Phrases, event: events.Rolled) -> Message:
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
    if event.rule == "state.burn":
        return "rolled.fireproof" if event.needed > HIGHEST_FACE else "rolled.burn"
    if not event.dice:
        return "rolled.nothing"
    return phrases.first_known(f"rolled.{event.step}", "rolled")


def _opposed(phrases: Phrases, event: events.Opposed) -> Message:
    values: dict[str, Any] = {}
    for key, fighter, parts, die in zip(
        ("one", "other"), event.fighters, event.amounts, event.dice, strict=True
    ):
        total = max(0, sum(part.n for part in parts))
        values |= {key: phrases.names.label(fighter), f"{key}_parts": phrases.parts(parts), f"{key}_die": die}
        values[f"{key}_total"] = total + die
    if event.winner is None:
        return "opposed.again", values
    return "opposed.tied" if values["one_total"] == values["other_total"] else "opposed.won", values


def _cancelled(_: Phrases, event: events.Cancelled) -> Message:
    return "cancelled" if event.left else "cancelled.all", {}


def _wounded(phrases: Phrases, event: events.Wounded) -> Message:
    message = "wounded"
    if event.absorbed:
        message = "wounded.stopped" if event.absorbed == event.wounds else "wounded.absorbed"
    return message, {"protection": phrases.parts(event.protection)}


def _cp_lost(phrases: Phrases, event: events.CpLost) -> Message:
    if len(event.limbs) > 1 and len(losses := set(event.limbs.values())) == 1:
        return "cp-lost.each", {"n": losses.pop(), "limbs": phrases.listed(tuple(event.limbs))}
    limbs = [phrases.say("cp-lost.limb", n=n, limb=phrases.term(limb)) for limb, n in event.limbs.items()]
    return "cp-lost", {"limbs": limbs}


def _limb_changed(phrases: Phrases, event: events.LimbChanged) -> Message:
    values = {"characteristic": phrases.term(CHARACTERISTIC_OF[event.limb]), "n": event.characteristic}
    return "limb-changed.wounded" if event.wounded else "limb-changed.whole", values


def _left(_: Phrases, event: events.Left) -> Message:
    return f"left.{event.why}", {}


def _ap_spent(phrases: Phrases, event: events.ApSpent) -> Message:
    return phrases.first_known(f"ap-spent.{event.rule}", f"ap-spent.{event.act}", "ap-spent"), {}


def _attack_ended(_: Phrases, event: events.AttackEnded) -> Message:
    if not event.success:
        return "attack-ended.failure", {}
    if not event.cp_lost:
        return "attack-ended.effect", {}
    return "attack-ended.limb" if event.limb else "attack-ended.success", {}


def _step_begun(phrases: Phrases, event: table_events.StepBegun) -> Message:
    known = phrases.words.has("events", f"step.{event.step}")
    return "step-begun", {"step": phrases.say(f"step.{event.step}") if known else event.step}


def _dice_compared(phrases: Phrases, event: table_events.DiceCompared) -> Message:
    if event.winner is None:
        return "dice-compared.again", {}
    return "dice-compared.won", {"player": phrases.player(event.winner)}


def _sp_reserved(phrases: Phrases, event: table_events.SpReserved) -> Message:
    return phrases.first_known(f"sp-reserved.{event.rule}", "sp-reserved"), {}


def _first_player_set(phrases: Phrases, event: table_events.FirstPlayerSet) -> Message:
    return phrases.first_known(f"first-player-set.{event.rule}", "first-player-set"), {}


def _mission_played(_: Phrases, event: table_events.MissionPlayed) -> Message:
    if event.mission is None:
        return "mission-played.hidden", {}
    return "mission-played.secret" if event.secrecy is MissionKind.SECRET else "mission-played.revealed", {}


def _scenery_placed(phrases: Phrases, event: table_events.SceneryPlaced) -> Message:
    how = ".turned" if event.lying.turn else "" if event.lying.place else ".put"
    values = {"place": phrases.place(event.lying.place), "turn": f"{event.lying.turn:g}"}
    return f"scenery-placed{how}", values


def _scenery_hit(_: Phrases, event: events.SceneryHit) -> Message:
    return f"scenery-hit.{event.how}", {}


def _npf_placed(phrases: Phrases, event: table_events.NpfPlaced) -> Message:
    return f"npf-placed{'' if event.place else '.put'}", {"place": phrases.place(event.place)}


def _npf_activated(phrases: Phrases, event: table_events.NpfActivated) -> Message:
    return "npf-activated", {"player": phrases.player(event.by)}


def _weather_rolled(phrases: Phrases, event: table_events.WeatherRolled) -> Message:
    faces = " ".join(map(str, event.dice))
    return "weather-rolled", {"faces": faces, "weather": phrases.term(event.weather)}


def _found_too_far(_: Phrases, event: table_events.FoundTooFar) -> Message:
    return "found-too-far.move" if event.act == "move" else "found-too-far", {}


def _no_room(_: Phrases, event: table_events.NoRoomFound) -> Message:
    what = "card" if event.rule == "card-over-rule" else event.what
    return f"no-room.{what}{'.back' if event.taken_back else ''}", {}


def _half_chosen(phrases: Phrases, event: table_events.HalfChosen) -> Message:
    return "half-chosen", {"half": phrases.term(event.half), "opposite": phrases.term(event.opposite)}


def _deployed(phrases: Phrases, event: table_events.Deployed | table_events.Placed) -> Message:
    put = "" if event.place else ".put"
    return f"{event.kind}{put}", {"place": phrases.place(event.place)}


def _hand_taken(phrases: Phrases, event: table_events.HandTaken) -> Message:
    cards = [phrases.say("card", card=card) for card in event.cards or ()]
    message = "none" if not event.n else "hidden" if event.cards is None else "seen"
    return f"hand-taken.{message}", {"cards": cards}


def _passed(_: Phrases, event: table_events.Passed) -> Message:
    return "passed.forced" if event.forced else "passed", {}


def _moved(phrases: Phrases, event: table_events.Moved) -> Message:
    if not event.path:
        return phrases.first_known(f"moved.{event.how}.unmeasured", "moved.unmeasured"), {}
    if event.rule == "territory.crossing":
        return "moved.back", {"place": phrases.place(event.path[-1])}
    via = [phrases.place(point) for point in event.path[1:-1]]
    way = reduce(lambda before, place: phrases.say("moved.way", before=before, place=place), via or [""])
    values = {"length": phrases.length(event.cost), "via": way, "place": phrases.place(event.path[-1])}
    end = ".via" if via else ""
    return phrases.first_known(f"moved.{event.how}{end}", f"moved{end}"), values


def _raised(_: Phrases, event: events.Raised) -> Message:
    return "raised" if event.scenery else "raised.down", {}


def _hidden(_: Phrases, event: events.Hidden) -> Message:
    return "hidden" if event.scenery else "hidden.found", {}


def _charge_failed(_: Phrases, event: table_events.ChargeFailed) -> Message:
    return f"charge-failed.{event.becomes}", {}


def _vp_scored(_: Phrases, event: table_events.VpScored) -> Message:
    if event.n is None:
        return "vp-scored.hidden", {}
    if event.n < 0:
        return "vp-scored.lost", {"n": -event.n}
    return "vp-scored" if event.n else "vp-scored.nothing", {}


def _token_placed(phrases: Phrases, event: table_events.TokenPlaced) -> Message:
    token, laid = event.token, "" if event.token.place else ".laid"
    return f"token-placed{'.area' if token.area else ''}{laid}", {"place": phrases.place(token.place)}


def _rounds_changed(_: Phrases, event: table_events.RoundsChanged) -> Message:
    return f"rounds-changed.{'fewer' if event.n < 0 else 'more'}", {"n": abs(event.n)}


def _card_took_effect(phrases: Phrases, event: card_events.CardTookEffect) -> Message:
    if event.card is None:
        return f"{event.kind}.hidden", {"player": phrases.player(event.side)}
    return f"{event.kind}.of" if event.fighter else event.kind, {}


def _effect_begun(phrases: Phrases, event: card_events.EffectBegun) -> Message:
    message = f"{event.kind}.upon" if event.target else event.kind
    return message, {"until": phrases.say(f"until.{event.until}")}


def _uses_restored(phrases: Phrases, event: card_events.UsesRestored) -> Message:
    return "uses-restored", {"counted": counted(phrases, event.what, event.n)}


def _match_ended(phrases: Phrases, event: table_events.MatchEnded) -> Message:
    values = {"most": max(event.red, event.blue), "least": min(event.red, event.blue)}
    if event.winner is None:
        return phrases.first_known(f"match-ended.{event.why}.draw", "match-ended.draw"), values
    return phrases.first_known(f"match-ended.{event.why}.won", "match-ended.won"), values


def _ap_given(story: Phrases, events: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    return "ap-given.together", {"fighters": story.listed([event.fighter for event in events])}


def _ap_lost(story: Phrases, events: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    lost = [story.say("ap-lost.one", fighter=story.names.label(event.fighter), n=event.n) for event in events]
    return "ap-lost.together", {"fighters": lost}


def _wounded_together(story: Phrases, events: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    message = "wounded.together.absorbed" if events[0].absorbed else "wounded.together"
    return message, {"limbs": story.listed([event.limb for event in events])}


class Joining(NamedTuple):
    """What neighbouring events of a kind have in common that are told together, and how they are."""

    same: Callable[[Any], tuple[Hashable, ...]]
    together: Callable[[Phrases, Sequence[Any]], tuple[str, dict[str, Any]]]


def _a_detail(_: Event, *, acting: bool) -> int:  # noqa: ARG001  # every depth's shape
    return 1


def _a_blow(event: events.AttackBegun, *, acting: bool) -> int:  # noqa: ARG001  # every depth's shape
    """Attacks that belong to what somebody else does are told further in."""
    return int(event.how in {"strike", "strike-back"})


def _of_an_act(event: Event, *, acting: bool) -> int:
    """What is told further in only while a fighter acts; a roll to get away begins what follows."""
    return int(acting and event.values().get("step") != "disengage.roll")


class Telling(NamedTuple):
    """How a kind of event is told: by which teller, how far in, under an agreement too, and with others.

    Whatever is not said here is plain: told by its own parts, at the margin, alone.
    """

    say: Teller = plainly
    depth: Callable[..., int] = lambda _event, *, acting: 0  # noqa: ARG005  # every depth's shape
    agreed: bool = False
    run: Joining | None = None


PLAIN = Telling()

TELLINGS: Mapping[type[Event], Telling] = {
    **dict.fromkeys((events.Located, events.Shifted, events.Redirected), Telling(depth=_a_detail)),
    events.AttackBegun: Telling(_attack_begun, _a_blow),
    events.FactTold: Telling(what_was_seen, _of_an_act),
    events.Reacted: Telling(_reacted, _a_detail),
    events.Rolled: Telling(_rolled, _of_an_act),
    events.Opposed: Telling(_opposed, _a_detail),
    events.Cancelled: Telling(_cancelled, _a_detail),
    events.Wounded: Telling(
        _wounded,
        _a_detail,
        run=Joining(
            lambda event: (event.step, event.victim, event.wounds, event.absorbed), _wounded_together
        ),
    ),
    events.CpLost: Telling(_cp_lost, _a_detail, agreed=True),
    events.LimbChanged: Telling(_limb_changed, _a_detail),
    events.Healed: Telling(depth=_a_detail, agreed=True),
    events.Left: Telling(_left, _a_detail, agreed=True),
    events.MarkersAdded: Telling(depth=_a_detail, agreed=True),
    events.MarkersRemoved: Telling(depth=_of_an_act, agreed=True),
    events.ApSpent: Telling(_ap_spent, agreed=True),
    events.Used: Telling(not_at_all),
    events.AttackEnded: Telling(_attack_ended, _a_detail),
    table_events.StepBegun: Telling(_step_begun),
    table_events.SpReserved: Telling(_sp_reserved, agreed=True),
    table_events.DiceCompared: Telling(_dice_compared),
    table_events.FirstPlayerSet: Telling(_first_player_set),
    table_events.MissionPlayed: Telling(_mission_played),
    table_events.SceneryPlaced: Telling(_scenery_placed),
    events.SceneryHit: Telling(
        _scenery_hit,
        lambda event, *, acting: int(event.how in {"projectile", "blast"}),  # noqa: ARG005  # every depth's shape
    ),
    events.SceneryBurns: Telling(depth=_of_an_act),
    events.SceneryDestroyed: Telling(depth=_of_an_act),
    table_events.NpfPlaced: Telling(_npf_placed),
    table_events.NpfActivated: Telling(_npf_activated),
    table_events.WeatherRolled: Telling(_weather_rolled),
    table_events.FoundTooFar: Telling(_found_too_far, _a_detail),
    table_events.NoRoomFound: Telling(_no_room),
    table_events.HalfChosen: Telling(_half_chosen),
    table_events.Deployed: Telling(_deployed),
    table_events.HandTaken: Telling(_hand_taken),
    table_events.ApGiven: Telling(agreed=True, run=Joining(lambda event: (event.rule, event.n), _ap_given)),
    table_events.ApLost: Telling(run=Joining(lambda event: (event.rule,), _ap_lost)),
    table_events.Passed: Telling(_passed),
    table_events.Moved: Telling(_moved),
    events.Raised: Telling(_raised, _a_detail),
    events.Hidden: Telling(_hidden, _a_detail),
    table_events.ChargeFailed: Telling(_charge_failed),
    table_events.VpScored: Telling(_vp_scored, agreed=True),
    table_events.Placed: Telling(_deployed, agreed=True),
    table_events.TokenPlaced: Telling(_token_placed, agreed=True),
    table_events.RoundsChanged: Telling(_rounds_changed, agreed=True),
    card_events.CardTookEffect: Telling(_card_took_effect, _of_an_act),
    card_events.CardCameToNothing: Telling(_card_took_effect, _of_an_act),
    card_events.EffectBegun: Telling(_effect_begun, _a_detail),
    card_events.EffectEnded: Telling(_effect_begun),
    card_events.UsesRestored: Telling(_uses_restored, _a_detail),
    table_events.MatchEnded: Telling(_match_ended),
}


def telling(event: Event) -> Telling:
    """How an event is told."""
    return TELLINGS.get(type(event), PLAIN)


def run_of(event: Event) -> Hashable:
    """What the next event must have in common with this one to be told together with it, or None."""
    run = telling(event).run
    return None if run is None else (type(event), *run.same(event))


class Story(Phrases):
    """Tells events in one language."""

    def sentence(self, event: Event) -> str | None:
        """One event in a sentence, or None for one that another event tells better."""
        told = telling(event).say(self, event)
        if told is None:
            return None
        message, values = told
        return self.say(message, **(self._parts_of(event) | values))

    def together(self, events: Sequence[Event]) -> str:
        """Several events of one run in one sentence."""
        run = telling(events[0]).run
        assert run is not None, "only what makes a run is told together"  # noqa: S101  # a law of `run_of`
        message, values = run.together(self, events)
        return self.say(message, **(self._parts_of(events[0]) | values))

    def activation(self, named: Designated) -> str:
        """The activation of a fighter whom nobody interrupted."""
        return self.say("designated.activated", **self._parts_of(named))

    def idleness(self, event: ActivationEnded) -> str:
        """The end of an activation in which nothing was done."""
        return self.say("activation-ended.idle", **self._parts_of(event))

    def wound(self, wound: Wounded, loss: CpLost) -> str:
        """Wounds to one limb and the CP that they took."""
        message = "wounded.absorbed.lost" if wound.absorbed else "wounded.lost"
        lost = {"lost": sum(loss.limbs.values()), "protection": self.parts(wound.protection)}
        return self.say(message, **(self._parts_of(wound) | lost))

    def throw(self, roll: Roll) -> str:
        """What a throw of dice is for."""
        return throw_sentence(self, roll)

    def _parts_of(self, event: Event) -> dict[str, Any]:
        """An event's own parts in words, and whose it is: `player` begins a sentence, `side` does not."""
        parts = event.values()
        values = {
            name: self.shown(part)
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


def rules_of(event: Event) -> tuple[str, ...]:
    """The rules by which an event happened: the step of its procedure, and what it did there."""
    step = event.values().get("step")
    return (event.rule,) if step is None or step == event.rule else (step, event.rule)
