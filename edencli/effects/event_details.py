"""The details, numbers and possible changes of each event, for the validator of cards and the authors' guide.

Needs no match, and knows no card by name.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from edencli.match.events import event_kinds
from edencli.model import effect as words
from edencli.model.card_words import TACTIC_EVENTS, UNPREVENTABLE, CardEvent, EventNumber, Past, Role, Since
from edencli.model.effect import Instead, When, file_key
from edencli.named_tuple import NamedTuple
from edencli.rulebooks import match_steps
from edencli.rules.band import Finding

CardPath = tuple[str | int, ...]
"""The path of a word on a card."""


IN_AN_ACT = frozenset({Role.DOER, Role.SUFFERER})
BEFORE_FIGHTERS = frozenset({CardEvent.LEADER_NAMED, CardEvent.MISSION_PLAYED})
"""Events that happen only in the preparation, before any fighter is on the field."""
WAYS = ("through", "enters", "leaves")

_PARTS_OF_EVENTS = ("marker", "how", "weapon", "limb", "step", "success", "hit", "wounded", "of_mission")

_OF_EVENTS = ("doer", "sufferer", "player", "named", "card", *_PARTS_OF_EVENTS, *WAYS)


def roles_of(event: CardEvent) -> Iterator[Role]:
    """Give the roles for which an event has a fighter: its doer, its sufferer."""
    if event.doer:
        yield Role.DOER
    if event.sufferer:
        yield Role.SUFFERER


def roles_in(effect: When | Instead) -> Iterator[Role]:
    """Give the roles that have a fighter when the event has the `how` or the `step` of the effect."""
    for role in roles_of(effect.event):
        unnamed = _UNNAMED.get((effect.event, role), ())
        if effect.how not in unnamed and effect.step not in unnamed:
            yield role


def gives_number(event: CardEvent, number: EventNumber) -> bool:
    """Tell whether an event gives a number to the effects that it triggers."""
    if number is EventNumber.AMOUNT:
        return event.counted is not None
    return has_detail(event, str(number))


def gives_limb(event: CardEvent) -> bool:
    """Tell whether an event says which limb it is about."""
    return has_detail(event, "limb")


def has_detail(event: CardEvent, name: str) -> bool:
    """Tell whether an event has a part or a property of this name."""
    kind = event_kinds()[event]
    return name in kind.parts or hasattr(kind, name)


def find_event_misfits(effect: When | Instead, path: CardPath) -> Iterator[Finding]:
    """Find details that an event never has (effect-detail), and changes that it cannot take."""
    says = set(event_details(effect.event)).difference(IN_AN_ACT)
    says |= {str(role) for role in roles_in(effect)}
    for part in _OF_EVENTS:
        if getattr(effect, part, None) is not None and part not in says:
            choices = tuple(file_key(one) for one in _OF_EVENTS if one in says and one in effect.parts)
            values = {"detail": file_key(part), "event": str(effect.event), "choices": choices}
            yield Finding("effect-detail", (*path, file_key(part)), values)
        elif part in says:
            yield from _unheard_values(effect, part, path)
    if isinstance(effect, Instead) and getattr(effect.change, "marker", ...) == effect.marker:
        values = {"marker": str(effect.marker)}
        yield Finding("effect-change", (*path, "change", "marker"), values, form="same")
    if isinstance(effect, Instead) and not _suits(effect.change, effect.event):
        values = {"word": effect.change.word, "event": str(effect.event)}
        values |= {"choices": fitting_changes(effect.event)}
        yield Finding("effect-change", (*path, "change", "change"), values)


def event_details(event: CardEvent) -> tuple[str, ...]:
    """Return the details that an effect may ask of an event."""
    says = {str(role) for role in roles_of(event)}
    says |= {part for part in ("player", "named") if getattr(event, part) is not None}
    says |= {"card"} if event in TACTIC_EVENTS else set()
    says |= {part for part in _PARTS_OF_EVENTS if has_detail(event, part)}
    says |= set(WAYS) if "path" in event_kinds()[event].parts else set()
    return tuple(part for part in _OF_EVENTS if part in says)


def heard_values(event: CardEvent, detail: str) -> tuple[str, ...]:
    """Return the values of a detail that an event may have, where a card may name only some; else nothing."""
    return _VALUES.get((event, detail), ())


def fitting_changes(event: CardEvent) -> tuple[str, ...]:
    """Return the words for the changes that an event can take."""
    return tuple(kind.word for kind in words.Twist.rows.values() if _suits(kind, event))


def _unheard_values(value: When | Instead | Past, part: str, path: CardPath) -> Iterator[Finding]:
    """Find a value of a detail that such an event never has (effect-detail)."""
    wanted, heard = getattr(value, part, None), _VALUES.get((value.event, part))
    if wanted is not None and heard is not None and wanted not in heard:
        values = {"detail": part, "event": str(value.event), "value": str(wanted), "choices": heard}
        yield Finding("effect-detail", (*path, part), values, form="value")


def find_past_misfits(past: Past, path: CardPath) -> Iterator[Finding]:
    """Find details that a past event never has (effect-detail)."""
    says = [part for part in event_details(past.event) if part in past.parts]
    for part in ("doer", "sufferer", "how", "player", "named", "card"):
        if getattr(past, part) is not None and part not in says:
            values = {"detail": part, "event": str(past.event), "choices": tuple(says)}
            yield Finding("effect-detail", (*path, part), values)
    if "how" in says:
        yield from _unheard_values(past, "how", path)
    if past.event in BEFORE_FIGHTERS and past.since is not Since.MATCH:
        values = {"detail": "since", "event": str(past.event), "value": str(past.since)}
        values |= {"choices": (str(Since.MATCH),)}
        yield Finding("effect-detail", (*path, "since"), values, form="value")


_ARMED = ("shooting", "projectile", "blast")

_BLOWS = ("melee", "strike", "strike-back", *_ARMED)

_VALUES: Mapping[tuple[CardEvent, str], tuple[str, ...]] = {
    (CardEvent.ATTACK_BEGUN, "how"): _BLOWS,
    (CardEvent.MOVED, "how"): ("move", "charge", "prowl", "card"),
    (CardEvent.STEP_BEGUN, "step"): match_steps.MATCH_STEPS,
    (CardEvent.ROLLED, "step"): match_steps.ROLL_STEPS,
    (CardEvent.ROLLED, "how"): ("melee", "strike", "strike-back", "shooting", "projectile"),
    (CardEvent.LOCATED, "step"): match_steps.LOCATION_STEPS,
    (CardEvent.WOUNDED, "step"): match_steps.WOUND_STEPS,
    (CardEvent.MARKERS_ADDED, "step"): match_steps.MARKER_STEPS,
    (CardEvent.MARKERS_ADDED, "how"): _ARMED,
    **{(event, "how"): _BLOWS for event in (CardEvent.ATTACK_ENDED, CardEvent.WOUNDED, CardEvent.CP_LOST)},
    (CardEvent.LEFT, "how"): (*_BLOWS, "card"),
}
"""The values of `how` and `step` that each event may have, among those that a card may name."""

_UNNAMED: Mapping[tuple[CardEvent, Role], tuple[str, ...]] = {
    (CardEvent.ATTACK_BEGUN, Role.SUFFERER): ("projectile", "blast"),
    (CardEvent.ROLLED, Role.DOER): match_steps.ROLLS_BY_NO_FIGHTER,
    (CardEvent.WOUNDED, Role.DOER): match_steps.WOUNDS_BY_NO_FIGHTER,
    (CardEvent.ROLLED, Role.SUFFERER): match_steps.ROLLS_AGAINST_NO_FIGHTER,
}
"""The values of `how` and `step` with which an event names no fighter: a throw is aimed at a place."""

_ONLY: dict[str, CardEvent] = {
    **{
        twist.word: CardEvent.ROLLED for twist in (words.Reroll, words.SetDie, words.AddToDice, words.AddDice)
    },
    words.TurnLocation.word: CardEvent.LOCATED,
    words.Become.word: CardEvent.MARKERS_ADDED,
}

_IN_ITS_PLACE = frozenset({words.Prevent.word, words.ReplaceChange.word, words.ActFirst.word})

REDIRECTED = frozenset({CardEvent.WOUNDED, CardEvent.CP_LOST, CardEvent.MARKERS_ADDED, CardEvent.HEALED})
"""The events that another fighter may suffer instead."""


def _suits(change: words.Twist | type[Any], event: CardEvent) -> bool:
    """Tell whether an event can take a change."""
    if change.word in {words.Lessen.word, words.Raise.word}:
        return event.amount is not None
    if change.word in _IN_ITS_PLACE:
        return event not in UNPREVENTABLE
    if change.word == words.RedirectChange.word:
        return event in REDIRECTED
    return _ONLY.get(change.word, event) is event


class EventGuide(NamedTuple):
    """The details that an event takes, the values of those that have few, what it gives, and its changes."""

    details: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]
    gives: tuple[str, ...]
    changes: tuple[str, ...]


def event_guide(event: CardEvent) -> EventGuide:
    """Return what an effect may ask of an event, and what the event gives to the effects that it triggers."""
    details = event_details(event)
    values = {detail: heard for detail in details if (heard := heard_values(event, detail))}
    numbers = [str(one) for one in EventNumber if gives_number(event, one)]
    limb = ["limb"] if gives_limb(event) else []
    return EventGuide(tuple(map(file_key, details)), values, (*numbers, *limb), fitting_changes(event))
