"""What one player may see of a match: all of his own, and of the other's what the rules have shown.

A bid that is laid down stands in no state and in no log until both are revealed, so that nothing of it can be
in a view. Dice to come are in no match at all. When the match is over nothing is secret.
"""

from copy import copy

from edencli.match.match import Match
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.match.state import State
from edencli.match.table_events import VpScored
from edencli.model.terms import MissionKind
from edencli.rules.missions import mission_of

HIDDEN_NAME = ""
"""A card of a hand that a view does not show."""


def match_seen_by(match: Match, side: Side) -> Match:
    """Copy a match as a side sees it: the other's hand, decks, secret mission and what that scored are out.

    The copy may be changed at will, and is asked like any match.
    """
    shown = copy(match)
    shown.state, shown.log = match.state.copy(), list(match.log)
    shown.skipped = []
    if match.state.ended is not None:
        return shown
    seen = [event.seen_by(side) for event in match.log]
    shown.log = [event for event in seen if event is not None]
    shown.answered_at = sum(event is not None for event in seen[: match.answered_at])
    mission, theirs = mission_of(match, side.other), shown.state.sides[side.other]
    is_secret = mission is not None and mission.kind is MissionKind.SECRET
    if is_secret:
        theirs.mission = None
        _hide_what_is_kept(shown.state, match.state.sides[side.other].mission, side.other)
        theirs.vp = sum(
            event.n for event in shown.log if isinstance(event, VpScored) and event.side is side.other
        )
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
    """The tactical cards of a side that everybody knows: those it played, and those that still work.

    One that was taken back may have begun something that lasts.
    """
    begun = (one.card for one in state.lasting_effects if one.side is side)
    laid = (one.card for one in state.tokens if one.side is side)
    return frozenset((*state.sides[side].played, *state.sides[side].in_force, *begun, *laid))


def _hide_what_is_kept(state: State, mission: str | None, side: Side) -> None:
    """Leave out of a state whom a secret mission remembers, and what of it has worked."""
    whose = mission, side, None
    state.remembered_fighters = tuple(one for one in state.remembered_fighters if one[:3] != whose)
    state.spent_effects = tuple(one for one in state.spent_effects if one[:3] != whose)


def match_seen_by_viewer(match: Match, viewer: Audience) -> Match:
    """The match as somebody sees it: a player, the referee (None), or everybody together (`PUBLIC`)."""
    if viewer is None:
        return match
    if viewer == PUBLIC:
        return match_seen_by(match_seen_by(match, Side.RED), Side.BLUE)
    return match_seen_by(match, Side(viewer))


def match_known_to(match: Match, viewer: Audience, side: Side) -> Match:
    """The match as far as a viewer knows of a side: all of his own, of another what that one has shown."""
    return match if viewer in {None, side} else match_seen_by(match, side.other)
