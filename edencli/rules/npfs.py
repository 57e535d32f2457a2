"""Non-player fighters (NPFs) in any match: how they react to attacks, and what taking them out scores.

Every fighter of a player is their enemy, and no other NPF is. They have no AP, and no limit to what they
do.
"""

from typing import TYPE_CHECKING

from edencli.match.events import Event, Left
from edencli.match.match import Act, Listener, Match, Procedure, Query, Trigger, only_for
from edencli.match.pieces import Piece, Side
from edencli.match.questions import CheckedQuestion
from edencli.match.reasons import Part, Parts, Refusal
from edencli.match.rules_api import do, why_not
from edencli.match.state import Gone
from edencli.match.table_events import VpScored
from edencli.named_tuple import NamedTuple
from edencli.rules.acts import NO_LIMIT, Dodge, Melee, Respond, StayPassive, StrikeAtLeaver

if TYPE_CHECKING:
    from edencli.field.shapes import Point  # an attack in melee needs no geometry

HIGHEST_LEVEL = 20
"""The most infestation points that a player has, and the highest price of a card."""


class NpfPlacement(NamedTuple):
    """The card of an NPF, and where it would stand, if the field is measured."""

    card: str
    place: tuple[int, int] | None


class Prowl(Act):
    """To move an NPF a little, in a direction that the player chooses."""

    path: "tuple[Point, ...]"


class Pounce(Act):
    """To charge with an NPF, along the way that the program plans."""

    path: "tuple[Point, ...]" = ()
    target: Piece


class ProwlQuestion(CheckedQuestion[Prowl]):
    """The question where an NPF prowls."""

    kind = "prowl"
    rule = "infestation.prowl"
    fighter: Piece


def is_npf_act(act: Act) -> bool:
    """Tell whether an act is an NPF's."""
    return act.fighter.side is None


def refuse_npf_reaction(match: Match, act: Dodge | StayPassive) -> Refusal | None:
    """Refuse an NPF every reaction but a response (infestation.response).

    An NPF that cannot respond because of fear stays passive.
    """
    if not is_npf_act(act):
        return None
    response = Respond(fighter=act.fighter, target=act.target)
    if isinstance(act, StayPassive) and why_not(match, response) is not None:
        return None
    return Refusal(rule="infestation.response", reason="always-responds", about={"fighter": act.fighter})


def refuse_npf_strike(_: Match, act: StrikeAtLeaver) -> Refusal | None:
    """Refuse an NPF's strike at a fighter that leaves it, since it would cost AP (H-131)."""
    if is_npf_act(act):
        return Refusal(rule="disengage.strikes", reason="has-no-ap", about={"fighter": act.fighter})
    return None


@only_for(Respond)
def free_npf_response(match: Match, query: Query) -> Parts:
    """Contribute that a response costs an NPF nothing (infestation.response)."""
    if isinstance(query.act, Respond) and is_npf_act(query.act):
        return (Part("infestation.response", -match.book.actions.response.ap),)
    return ()


@only_for(Melee, Respond)
def npf_act_limit(_: Match, query: Query) -> Parts:
    """Contribute that an NPF attacks and responds without limit (H-130)."""
    if not isinstance(query.act, Melee | Respond) or not is_npf_act(query.act):
        return ()
    rule = "infestation.attack" if isinstance(query.act, Melee) else "infestation.response"
    return (Part(rule, NO_LIMIT),)


class BountyListener(Listener):
    """Listens for NPFs taken out: the side that did it scores their level (infestation.score)."""

    def hears(self, kind: type[Event]) -> bool:
        """Hear only of fighters that leave the field."""
        return kind is Left

    def triggers(self, match: Match, event: Event) -> tuple[Trigger, ...]:
        """Score for the side whose fighter took out an NPF; if none did, nothing is scored (H-133)."""
        if not isinstance(event, Left) or event.why is not Gone.INCAPACITATED or event.by is None:
            return ()
        victim, side = event.fighter, event.by.side
        if victim.side is not None or side is None:
            return ()
        return (Trigger("infestation.score", lambda: _score(match, side, victim)),)


def _score(match: Match, side: Side, victim: Piece) -> Procedure[None]:
    level = match.state_of(victim).card.level or 0
    yield from do(match, VpScored(rule="infestation.score", side=side, n=level, why=victim.name))
