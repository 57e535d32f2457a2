"""What cards look back at: which events those are, and what a match remembers of them.

A position says what is remembered: a match that begins there goes on as if it had been played through.
What happened in an activation is still in the log: no step ends within one.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from edencli.match.events import Event
from edencli.match.match import Match, Recall
from edencli.match.pieces import Piece
from edencli.match.position import PREPARATION
from edencli.match.state import Deed, State
from edencli.match.table_events import Activated, StepBegun
from edencli.model.meant import Happening, Past, Role, Since, Who
from edencli.record import Record


def recalls(said: Iterable[Any]) -> Mapping[str, Recall]:
    """The kinds of events that some words look back at, each with how it is remembered."""
    looks = [look for one in said for look in _looks(one)]
    forever = frozenset(str(event) for event, since in looks if since is Since.MATCH)
    wanted = {str(event) for event, since in looks if since is not Since.ACTIVATION}
    return dict.fromkeys(wanted, partial(_remembered, forever))


def _looks(said: Any) -> Iterator[tuple[Happening, Since]]:
    """What a word looks back at, and all within it, and how far."""
    if isinstance(said, tuple):
        for one in said:
            yield from _looks(one)
    elif isinstance(said, Record):
        parts = tuple(said.values().values())
        if isinstance(said, Past):
            yield said.event, said.since
        if isinstance(said, Who):
            yield from ((event, Since.ROUND) for event in (said.did, said.suffered) if event)
        if Role.LAST_ATTACKER in parts:
            yield Happening.ATTACK_ENDED, Since.MATCH
        yield from _looks(parts)


def _remembered(forever: frozenset[str], state: State, event: Event) -> tuple[Deed, ...]:
    """What is remembered once this has happened: of other rounds no more than some card asks for."""
    now = round_of(state)
    kept = (one for one in state.deeds if one.round == now or one.event in forever)
    return (*kept, _deed(event, now))


def round_of(state: State) -> int:
    """The round that is played, 0 before the first."""
    return 0 if state.at in PREPARATION else state.round


def _deed(event: Event, now: int) -> Deed:
    happening, parts = Happening(event.kind), event.values()
    took_part = (parts.get(part or "") for part in (happening.doer, happening.sufferer))
    doer, sufferer = (one if isinstance(one, Piece) else None for one in took_part)
    return Deed(event.kind, now, doer, sufferer, parts.get("how"), bool(parts.get("cp_lost")))


def deeds_of_activation(match: Match, happening: Happening) -> Iterator[Deed]:
    """What happened of a kind in this activation, the last one first."""
    now = round_of(match.state)
    for event in reversed(match.log):
        if isinstance(event, Activated | StepBegun):
            return
        if event.kind == happening:
            yield _deed(event, now)
