"""Events told in sentences: what a transcript and an attack at the table are made of.

One function a kind of event gives the values of its sentence; the sentence itself is in `lang`. Decides
nothing, and adds nothing that the event does not say.
"""

from collections.abc import Callable, Iterable
from typing import Any

from edencli.lang import Words
from edencli.match import events
from edencli.match.amounts import Part
from edencli.match.events import Event
from edencli.match.pieces import Piece, Side
from edencli.model.terms import CHARACTERISTIC_OF

AREA = "events"


class Names:
    """How pieces are called: by name alone, or with their side where both sides have one."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        names = [piece.name for piece in pieces]
        self._shared = {name for name in names if names.count(name) > 1}

    def __call__(self, piece: Piece) -> str:
        """The name of one piece."""
        if piece.name in self._shared and piece.side is not None:
            return f"{piece.side} {piece.name}"
        return piece.name


class Story:
    """Tells events in one language."""

    def __init__(self, words: Words, names: Names) -> None:
        self.words = words
        self.names = names

    def sentence(self, event: Event) -> str | None:
        """One event in a sentence, or None for one that another event tells better."""
        tell = _TELLERS.get(type(event))
        if tell is None:
            return None
        message, values = tell(self, event)
        return self.words.say(AREA, message, **values)

    def say(self, message: str, **values: object) -> str:
        """Say a message that is no event."""
        return self.words.say(AREA, message, **values)

    def term(self, word: str) -> str:
        """A word of the game: a characteristic, a limb, a marker."""
        return self.words.say(AREA, f"term.{word}")

    def parts(self, parts: Iterable[Part]) -> str:
        """A number's reasons: `CBT 4, −1 obstacle`."""
        return ", ".join(self.part(part) for part in parts)

    def part(self, part: Part) -> str:
        """One reason of a number."""
        name = part.name or ""
        known = self.words.has(AREA, f"term.{name}")
        sign = f"+{part.n}" if part.n >= 0 else f"−{-part.n}"
        values = {"name": self.term(name) if known else name, "n": part.n, "sign": sign, "count": abs(part.n)}
        return self.words.say(AREA, f"part.{part.reason}", **values)


Told = tuple[str, dict[str, Any]]


def _attack_begun(story: Story, event: events.AttackBegun) -> Told:
    target = story.names(event.target) if event.target else ""
    values = {"attacker": story.names(event.attacker), "target": target, "weapon": event.weapon or ""}
    return f"attack-begun.{event.how}", values


def _reacted(story: Story, event: events.Reacted) -> Told:
    return f"reacted.{event.reaction}", {"fighter": story.names(event.fighter)}


def _rolled(story: Story, event: events.Rolled) -> Told:
    values = {
        "by": story.names(event.by) if event.by else "",
        "pool": story.parts(event.pool),
        "difficulty": story.parts(event.difficulty),
        "dice": len(event.dice),
        "needed": event.needed,
        "vig": event.needed - 1,
        "faces": " ".join(map(str, event.dice)),
        "successes": event.successes,
    }
    if not event.dice:
        return "rolled.nothing", values
    message = "burn" if event.by is None else "impossible" if event.needed > _HIGHEST else "dice"
    return f"rolled.{message}", values


_HIGHEST = 6


def _opposed(story: Story, event: events.Opposed) -> Told:
    values: dict[str, Any] = {}
    for key, fighter, parts, die in zip(
        ("one", "other"), event.fighters, event.amounts, event.dice, strict=True
    ):
        total = max(0, sum(part.n for part in parts))
        values |= {key: story.names(fighter), f"{key}_parts": story.parts(parts), f"{key}_die": die}
        values[f"{key}_total"] = total + die
    if event.winner is None:
        return "opposed.again", values
    return "opposed.won", values | {"winner": story.names(event.winner)}


def _located(story: Story, event: events.Located) -> Told:
    return "located", {"face": event.face, "limb": story.term(event.limb)}


def _shifted(story: Story, event: events.Shifted) -> Told:
    values = {"by": story.names(event.by), "face": event.face, "limb": story.term(event.limb)}
    return "shifted", values | {"spent": event.spent}


def _cancelled(story: Story, event: events.Cancelled) -> Told:
    return "cancelled", {"by": story.names(event.by), "n": event.n, "left": event.left}


def _redirected(story: Story, event: events.Redirected) -> Told:
    return "redirected", {"victim": story.names(event.victim), "successes": event.successes}


def _wounded(story: Story, event: events.Wounded) -> Told:
    values = {"victim": story.names(event.victim), "limb": story.term(event.limb)}
    message = "wounded.absorbed" if event.absorbed else "wounded"
    return message, values | {"wounds": event.wounds, "absorbed": event.absorbed}


def _cp_lost(story: Story, event: events.CpLost) -> Told:
    limbs = ", ".join(
        story.say("cp-lost.limb", n=n, limb=story.term(limb)) for limb, n in event.limbs.items()
    )
    return "cp-lost", {"victim": story.names(event.victim), "limbs": limbs}


def _limb_changed(story: Story, event: events.LimbChanged) -> Told:
    values = {
        "victim": story.names(event.victim),
        "limb": story.term(event.limb),
        "characteristic": story.term(CHARACTERISTIC_OF[event.limb]),
        "n": event.characteristic,
    }
    return "limb-changed.wounded" if event.wounded else "limb-changed.whole", values


def _healed(story: Story, event: events.Healed) -> Told:
    return "healed", {"fighter": story.names(event.fighter), "limb": story.term(event.limb), "n": event.n}


def _left(story: Story, event: events.Left) -> Told:
    return f"left.{event.why}", {"fighter": story.names(event.fighter)}


def _markers(story: Story, event: events.MarkersAdded | events.MarkersRemoved) -> Told:
    values = {"fighter": story.names(event.fighter), "marker": story.term(event.marker), "n": event.n}
    return event.kind, values


def _ap_spent(story: Story, event: events.ApSpent) -> Told:
    return "ap-spent", {"fighter": story.names(event.fighter), "n": event.n}


def _attack_ended(story: Story, event: events.AttackEnded) -> Told:
    victim = story.names(event.victim) if event.victim else ""
    values = {"attacker": story.names(event.attacker), "victim": victim, "n": event.cp_lost}
    if event.success and event.limb:
        return "attack-ended.limb", values | {"limb": story.term(event.limb)}
    return "attack-ended.success" if event.success else "attack-ended.failure", values


_TELLERS: dict[type[Event], Callable[[Story, Any], Told]] = {
    events.AttackBegun: _attack_begun,
    events.Reacted: _reacted,
    events.Rolled: _rolled,
    events.Opposed: _opposed,
    events.Located: _located,
    events.Shifted: _shifted,
    events.Cancelled: _cancelled,
    events.Redirected: _redirected,
    events.Wounded: _wounded,
    events.CpLost: _cp_lost,
    events.LimbChanged: _limb_changed,
    events.Healed: _healed,
    events.Left: _left,
    events.MarkersAdded: _markers,
    events.MarkersRemoved: _markers,
    events.ApSpent: _ap_spent,
    events.AttackEnded: _attack_ended,
}


def plain(event: Event) -> dict[str, Any]:
    """An event as JSON has it: its kind, then its parts by name."""
    return {"kind": event.kind} | {name: _plain(part) for name, part in event.values().items()}


def _plain(part: Any) -> Any:
    if isinstance(part, Piece):
        return f"{part.side} {part.name}" if part.side else part.name
    if isinstance(part, Part):
        return {"reason": part.reason, "n": part.n, "name": part.name}
    if isinstance(part, Side):
        return str(part)
    if isinstance(part, list | tuple):
        return [_plain(one) for one in part]
    if isinstance(part, dict):
        return {str(key): _plain(one) for key, one in part.items()}
    return part if part is None or isinstance(part, bool | int | float) else str(part)


def outcome(log: Iterable[Event]) -> dict[str, Any]:
    """What the blows of an attack came to."""
    log = list(log)
    out = {event.fighter for event in log if isinstance(event, events.Left)}
    blows = [
        {
            "attacker": _plain(blow.attacker),
            "victim": _plain(blow.victim),
            "success": blow.success,
            "limb": _plain(blow.limb),
            "wounds": blow.wounds,
            "cp_lost": blow.cp_lost,
            "incapacitated": blow.victim in out,
        }
        for blow in log
        if isinstance(blow, events.AttackEnded)
    ]
    return {"blows": blows}
