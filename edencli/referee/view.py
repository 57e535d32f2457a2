"""What one player may see of a match: all of that player's side, and what the rules have shown of the other.

A bid stands in no state and in no log until both are revealed, so no view can contain it. Dice to come are in
no match at all. When the match is over nothing is secret.
"""

from bisect import bisect_left
from collections.abc import Sequence
from copy import copy
from itertools import islice
from typing import cast

from edencli.match.events import Event
from edencli.match.match import Match
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.match.state import State
from edencli.match.table_events import VpScored
from edencli.model.terms import MissionKind
from edencli.rules.missions import mission_of

HIDDEN_NAME = ""
"""The name of a card in a hand that a view does not show."""


class LogSeen:
    """What a side sees of the log of a match, extended as the log grows.

    A log grows, and loses its end when answers are taken back. Where the last event read is not in its place
    any more, all is read again.
    """

    def __init__(self, side: Side) -> None:
        self._side = side
        self._forget()

    def _forget(self) -> None:
        self._read, self._last = 0, cast("Event | None", None)
        self._hidden: list[int] = []
        self.events: list[Event] = []
        self.opponent_vp = 0

    def read_on(self, log: Sequence[Event]) -> None:
        """Read what has happened since."""
        if self._read and (len(log) < self._read or log[self._read - 1] is not self._last):
            self._forget()
        for number, event in enumerate(islice(log, self._read, None), start=self._read):
            seen = event.seen_by(self._side)
            if seen is None:
                self._hidden.append(number)
                continue
            self.events.append(seen)
            if isinstance(seen, VpScored) and seen.side is self._side.other:
                self.opponent_vp += seen.n
        self._read, self._last = len(log), log[-1] if log else None

    def count(self, events: int) -> int:
        """How many of the first `events` events of the log are seen."""
        events = min(events, self._read)
        return events - bisect_left(self._hidden, events)


def match_seen_by(match: Match, side: Side) -> Match:
    """Copy a match as a side sees it: without the other's hand, decks, secret mission and its points.

    The copy may be changed freely, and answers questions like any match.
    """
    shown = copy(match)
    shown.state, shown.skipped, shown.logs_seen = match.state.copy(), [], {}
    if match.state.ended is not None:
        shown.log = list(match.log)
        return shown
    seen = match.logs_seen.setdefault(side, LogSeen(side))
    seen.read_on(match.log)
    shown.log, shown.answered_at = list(seen.events), seen.count(match.answered_at)
    mission, theirs = mission_of(match, side.other), shown.state.sides[side.other]
    shown.state.remembered_fighters = tuple(
        one for one in shown.state.remembered_fighters if one.side is side or not one.secret
    )
    is_secret = mission is not None and mission.kind is MissionKind.SECRET
    if is_secret:
        theirs.mission = None
        _hide_what_is_kept(shown.state, match.state.sides[side.other].mission, side.other)
        theirs.vp = seen.opponent_vp
    theirs.hand = (HIDDEN_NAME,) * len(theirs.hand)
    theirs.discarded = (HIDDEN_NAME,) * len(theirs.discarded)
    shown_cards = _cards_shown(shown.state, side.other)
    band = match.setup.bands.get(side.other)
    if band is not None:
        open_ = band.with_changes(
            missions=() if is_secret or mission is None else (mission,),
            tactics=tuple(card for card in band.tactics if card.name in shown_cards),
        )
        shown.setup = match.setup._replace(bands={**match.setup.bands, side.other: open_})
    return shown


def _cards_shown(state: State, side: Side) -> frozenset[str | None]:
    """The tactical cards of a side that both players know: those it played, and those still in force.

    A card that was taken back may have begun something that lasts, or set SP apart, and another card may be
    a copy of it.
    """
    begun = (one.card for one in state.lasting_effects if one.side is side)
    laid = (one.card for one in state.tokens if one.side is side)
    copied = (one.of for one in state.copies if one.of_side is side)
    giving = (one.card for one in state.set_apart if one.side is side)
    player = state.sides[side]
    return frozenset((*player.played, *player.in_force, *begun, *laid, *copied, *giving))


def _hide_what_is_kept(state: State, mission: str | None, side: Side) -> None:
    """Remove what a secret mission has remembered, which of its effects are spent, and the SP it gave."""
    whose = mission, side, None
    state.remembered_fighters = tuple(one for one in state.remembered_fighters if one[:3] != whose)
    state.spent_effects = tuple(one for one in state.spent_effects if one[:3] != whose)
    state.set_apart = tuple(one for one in state.set_apart if one[:3] != whose)


def match_seen_by_viewer(match: Match, viewer: Audience) -> Match:
    """The match as a viewer sees it: a player, the referee (None), or both players together (`PUBLIC`)."""
    if viewer is None:
        return match
    if viewer == PUBLIC:
        return match_seen_by(match_seen_by(match, Side.RED), Side.BLUE)
    return match_seen_by(match, Side(viewer))


def match_known_to(match: Match, viewer: Audience, side: Side) -> Match:
    """The match as a viewer knows a side: all of it where it is the viewer's own, else what it has shown."""
    return match if viewer in {None, side} else match_seen_by(match, side.other)
