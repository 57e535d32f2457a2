"""The past events that cards look back at, and what a match remembers of them.

What is remembered is part of a position, so a match that begins there goes on as if played through. Events of
the current activation are still in the log, since no step ends within one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from edencli.effects.event_parts import event_name, event_player, event_roles, heard_by_cards
from edencli.match.events import Event
from edencli.match.match import EventRecorder, Match
from edencli.match.position import PREPARATION_STEPS
from edencli.match.state import RememberedEvent, State
from edencli.match.table_events import Activated, StepBegun
from edencli.model.card_words import CardEvent, Past, Role, Since, Who
from edencli.model.terms import Duration
from edencli.record import Record, found_once


def recalls_by_kind(said: Iterable[Record]) -> Mapping[str, EventRecorder]:
    """Return the kinds of events that some words look back at, with how each is remembered."""
    looks = [look for one in said for look in _looks_back(one)]
    forever = frozenset(str(event) for event, since in looks if since is Since.MATCH)
    wanted = {str(event) for event, since in looks if since is not Since.ACTIVATION}
    return dict.fromkeys(wanted, partial(_remembered, forever))


def kinds_looked_back_at(said: Iterable[Record]) -> frozenset[str]:
    """Return the kinds of events that some words look back at, even if only within an activation."""
    return frozenset(str(event) for one in said for event, _ in _looks_back(one))


@found_once
def _looks_back(said: Record) -> Sequence[tuple[CardEvent, Since]]:
    return tuple(_looks(said))


def _looks(said: Any) -> Iterator[tuple[CardEvent, Since]]:
    """Give the events that a word and all within it look back at, and since when."""
    if isinstance(said, tuple):
        for one in said:
            yield from _looks(one)
    elif isinstance(said, Record):
        parts = tuple(one for one in said.__dict__.values() if one)
        if isinstance(said, Past):
            yield said.event, said.since
        if isinstance(said, Who):
            yield from ((event, Since.ROUND) for event in (said.did, said.suffered) if event)
        if Role.LAST_ATTACKER in parts:
            yield CardEvent.ATTACK_ENDED, Since.MATCH
        yield from _looks(parts)


def _remembered(forever: frozenset[str], state: State, event: Event) -> tuple[RememberedEvent, ...]:
    """Return what is remembered after an event; of other rounds, only events that some card asks for."""
    now = current_round(state)
    kept = (one for one in state.remembered_events if one.round == now or one.event in forever)
    heard = heard_by_cards(event)
    return (*kept, *(() if heard is None else (_deed(heard, now),)))


def current_round(state: State) -> int:
    """Return the current round, 0 before the first."""
    return 0 if state.step in PREPARATION_STEPS else state.round


def last_round(match: Match, until: Duration, rounds: int | None = None) -> int | None:
    """Return the round that ends an effect lasting beyond its own round; None if it does not."""
    return current_round(match.state) + (rounds or 1) if until is Duration.NEXT_ROUND else None


def _deed(event: Event, now: int) -> RememberedEvent:
    happening, parts = CardEvent(event.kind), event.as_dict()
    roles = event_roles(event, happening)
    return RememberedEvent(
        event=event.kind,
        round=now,
        doer=roles.get(Role.DOER),
        sufferer=roles.get(Role.SUFFERER),
        how=parts.get("how"),
        hurt=bool(parts.get("cp_lost")),
        side=event_player(event, happening),
        named=event_name(event, happening),
    )


def deeds_of_activation(match: Match, happening: CardEvent) -> Iterator[RememberedEvent]:
    """Give the events of a kind in this activation, the latest first."""
    now = current_round(match.state)
    for event in reversed(match.log):
        if isinstance(event, Activated | StepBegun):
            return
        if event.kind == happening:
            yield _deed(event, now)
