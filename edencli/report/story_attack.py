"""How the events of an attack are told: which message each takes, and the values it needs.

A message is named after its event's kind, and after what makes a difference to the sentence. Most values are
the event's own parts in words; a teller adds those that must be put together.
"""

from collections.abc import Callable
from typing import Any

from edencli.match import events
from edencli.match.events import Event
from edencli.model.terms import CHARACTERISTIC_OF
from edencli.report.story_phrases import Phrases

# A message, and the values it needs beyond the event's own parts; None for what another event tells better.
Told = tuple[str, dict[str, Any]] | None
Teller = Callable[[Phrases, Any], Told]

HIGHEST_FACE = 6


def plainly(_: Phrases, event: Event) -> Told:
    """Tell an event by its own parts."""
    return event.kind, {}


def not_at_all(_: Phrases, event: Event) -> Told:  # noqa: ARG001  # every teller's shape
    """Leave an event to the one that it belongs to."""
    return None


def _attack_begun(phrases: Phrases, event: events.AttackBegun) -> Told:
    if event.rule == "shoot.no-target":
        return "attack-begun.shoot.no-target", {}
    if event.place is None:
        return f"attack-begun.{event.how}", {}
    return f"attack-begun.{event.how}.place", {"place": phrases.place(event.place)}


def _reacted(_: Phrases, event: events.Reacted) -> Told:
    return f"reacted.{event.reaction}", {}


def _rolled(phrases: Phrases, event: events.Rolled) -> Told:
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


def _opposed(phrases: Phrases, event: events.Opposed) -> Told:
    values: dict[str, Any] = {}
    for key, fighter, parts, die in zip(
        ("one", "other"), event.fighters, event.amounts, event.dice, strict=True
    ):
        total = max(0, sum(part.n for part in parts))
        values |= {key: phrases.names(fighter), f"{key}_parts": phrases.parts(parts), f"{key}_die": die}
        values[f"{key}_total"] = total + die
    if event.winner is None:
        return "opposed.again", values
    return "opposed.tied" if values["one_total"] == values["other_total"] else "opposed.won", values


def _cancelled(_: Phrases, event: events.Cancelled) -> Told:
    return "cancelled" if event.left else "cancelled.all", {}


def _wounded(phrases: Phrases, event: events.Wounded) -> Told:
    message = "wounded"
    if event.absorbed:
        message = "wounded.stopped" if event.absorbed == event.wounds else "wounded.absorbed"
    return message, {"protection": phrases.parts(event.protection)}


def _cp_lost(phrases: Phrases, event: events.CpLost) -> Told:
    if len(event.limbs) > 1 and len(losses := set(event.limbs.values())) == 1:
        return "cp-lost.each", {"n": losses.pop(), "limbs": phrases.listed(tuple(event.limbs))}
    limbs = [phrases.say("cp-lost.limb", n=n, limb=phrases.term(limb)) for limb, n in event.limbs.items()]
    return "cp-lost", {"limbs": limbs}


def _limb_changed(phrases: Phrases, event: events.LimbChanged) -> Told:
    values = {"characteristic": phrases.term(CHARACTERISTIC_OF[event.limb]), "n": event.characteristic}
    return "limb-changed.wounded" if event.wounded else "limb-changed.whole", values


def _left(_: Phrases, event: events.Left) -> Told:
    return f"left.{event.why}", {}


def _ap_spent(phrases: Phrases, event: events.ApSpent) -> Told:
    return phrases.first_known(f"ap-spent.{event.rule}", f"ap-spent.{event.act}", "ap-spent"), {}


def _attack_ended(_: Phrases, event: events.AttackEnded) -> Told:
    if not event.success:
        return "attack-ended.failure", {}
    if not event.cp_lost:
        return "attack-ended.effect", {}
    return "attack-ended.limb" if event.limb else "attack-ended.success", {}


TELLERS: dict[type[Event], Teller] = {
    events.AttackBegun: _attack_begun,
    events.Reacted: _reacted,
    events.Rolled: _rolled,
    events.Opposed: _opposed,
    events.Located: plainly,
    events.Shifted: plainly,
    events.Cancelled: _cancelled,
    events.Redirected: plainly,
    events.Wounded: _wounded,
    events.CpLost: _cp_lost,
    events.LimbChanged: _limb_changed,
    events.Healed: plainly,
    events.Left: _left,
    events.MarkersAdded: plainly,
    events.MarkersRemoved: plainly,
    events.ApSpent: _ap_spent,
    events.Used: not_at_all,
    events.AttackEnded: _attack_ended,
}
