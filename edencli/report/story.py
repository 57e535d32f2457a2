"""Events told in sentences: what a transcript and an attack at the table are made of.

A teller for each kind of event picks the message and its values (`story_attack`, `story_match`); the sentence
itself is in `lang`. Decides nothing, and adds nothing that the event does not say.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from edencli.match.events import CpLost, Event, Wounded
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Roll
from edencli.match.table_events import ActivationEnded, ApGiven, ApLost, Designated
from edencli.report import story_attack, story_match
from edencli.report.questions import throw_sentence
from edencli.report.story_phrases import Names, Phrases
from edencli.report.story_plain import outcome, plain

__all__ = ["TELLERS", "Names", "Story", "outcome", "plain", "rules_of", "run_of"]

TELLERS = {**story_attack.TELLERS, **story_match.TELLERS}


class Story(Phrases):
    """Tells events in one language."""

    def sentence(self, event: Event) -> str | None:
        """One event in a sentence, or None for one that another event tells better."""
        told = TELLERS[type(event)](self, event)
        if told is None:
            return None
        message, values = told
        return self.say(message, **(self._parts_of(event) | values))

    def together(self, events: Sequence[Event]) -> str:
        """Several events of one run in one sentence."""
        message, values = _TOGETHER[type(events[0])](self, events)
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
        values = {name: self.shown(part) for name, part in parts.items() if _is_simple(part)}
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


def _is_simple(part: Any) -> bool:
    return part is None or isinstance(part, Piece | str | int)


def rules_of(event: Event) -> tuple[str, ...]:
    """The rules by which an event happened: the step of its procedure, and what it did there."""
    step = event.values().get("step")
    return (event.rule,) if step is None or step == event.rule else (step, event.rule)


def run_of(event: Event) -> Hashable:
    """What the next event must have in common with this one to be told together with it, or None."""
    same = _SAME.get(type(event))
    return None if same is None else (type(event), *same(event))


_SAME: dict[type[Event], Callable[[Any], tuple[Hashable, ...]]] = {
    ApGiven: lambda event: (event.rule, event.n),
    ApLost: lambda event: (event.rule,),
    Wounded: lambda event: (event.step, event.victim, event.wounds, event.absorbed),
}


def _ap_given(story: Story, events: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    return "ap-given.together", {"fighters": story.listed([event.fighter for event in events])}


def _ap_lost(story: Story, events: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    lost = [story.say("ap-lost.one", fighter=story.names(event.fighter), n=event.n) for event in events]
    return "ap-lost.together", {"fighters": lost}


def _wounded(story: Story, events: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    message = "wounded.together.absorbed" if events[0].absorbed else "wounded.together"
    return message, {"limbs": story.listed([event.limb for event in events])}


_TOGETHER: dict[type[Event], Callable[[Story, Sequence[Any]], tuple[str, dict[str, Any]]]] = {
    ApGiven: _ap_given,
    ApLost: _ap_lost,
    Wounded: _wounded,
}
