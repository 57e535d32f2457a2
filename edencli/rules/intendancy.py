"""The intendancy phase (chapter 4.B), its twelve steps.

1 effects of cards           7 unused AP are lost
2 non-player fighters        8 new AP
3 burns                      9 slowdown
4 fear                      10 victory points
5 poison                    11 effects that last until the end of the round
6 rage                      12 the next round, or the end
"""

from collections.abc import Callable
from functools import partial

from edencli.match.card_events import TacticEnded
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Choice
from edencli.match.reasons import Refusal
from edencli.match.rules_api import ask, do, skip
from edencli.match.table_events import ApLost, MatchEnded, RoundBegun
from edencli.model.terms import Duration, Marker
from edencli.rules.agreement import offer_agreements
from edencli.rules.conditions import (
    apply_slowdown,
    reduce_poison,
    reduce_rage,
    roll_off_fear,
    treat_burning_fighter,
)
from edencli.rules.ground import fighters_on_field
from edencli.rules.preparation import give_ap, sides_in_order
from edencli.rules.purse import end_set_apart
from edencli.rules.questions import (
    AgreementOffer,
    BurnTreatment,
    EndScoreOffer,
    FearTreatment,
    IntendancyOffer,
    RageTreatment,
    ScoreOffer,
)
from edencli.rules.tactics import end_lasting_effects, stays_in_force

LAST_STEP = "intendancy.12"


def _offer_agreements(match: Match, at: type[AgreementOffer]) -> Procedure[None]:
    """Offer both players an agreement on what cards do in a step, the first player first."""
    for side in sides_in_order(match):
        yield from offer_agreements(match, side, at)


def card_effects(match: Match) -> Procedure[None]:
    """Let the cards whose text names this phase take effect (intendancy.1)."""
    yield from _offer_agreements(match, IntendancyOffer)


def activate_npfs(match: Match) -> Procedure[None]:
    """Activate non-player fighters; without the chapter on infestation there are none (intendancy.2)."""
    yield from ()
    del match


def treat_burns(match: Match) -> Procedure[None]:
    """Treat each burning fighter once, the players naming them by turns (intendancy.3)."""
    yield from _name_in_turn(
        match, Marker.BURN, BurnTreatment, lambda piece, side: treat_burning_fighter(match, piece, side)
    )


def treat_fears(match: Match) -> Procedure[None]:
    """Let each frightened fighter roll once, the players naming their own by turns (intendancy.4)."""
    yield from _name_in_turn(
        match, Marker.FEAR, FearTreatment, lambda piece, _: roll_off_fear(match, piece), own=True
    )


def _name_in_turn(
    match: Match,
    marker: Marker,
    kind: type[Choice[Piece]],
    treat: Callable[[Piece, Side], Procedure[None]],
    *,
    own: bool = False,
) -> Procedure[None]:
    """Let the players name fighters with a marker by turns until each has been treated once."""
    treated: set[Piece] = set()
    side = match.first_player
    while left := [p for p in _marked(match, marker) if p not in treated]:
        mine = [piece for piece in left if not own or piece.side in {side, None}]
        if mine:
            piece = yield from ask(kind(asked=side, options=tuple(mine)))
            treated.add(piece)
            yield from treat(piece, side)
        side = side.other


def _marked(match: Match, marker: Marker) -> list[Piece]:
    return [piece for piece in fighters_on_field(match.state) if match.state_of(piece).markers.get(marker)]


def treat_poisons(match: Match) -> Procedure[None]:
    """Let poison wear off by itself on every fighter (intendancy.5)."""
    for piece in list(fighters_on_field(match.state)):
        yield from reduce_poison(match, piece)


def treat_rages(match: Match) -> Procedure[None]:
    """Let each player choose which of its raging fighters to calm (intendancy.6)."""
    for side in sides_in_order(match):
        raging = _marked(match, Marker.RAGE)
        for piece in [piece for piece in fighters_on_field(match.state) if piece.side is side]:
            if piece not in raging:
                skip(match, partial(_rage_treatment, piece), _refuse_to_calm)
            elif (yield from ask(_rage_treatment(piece))):
                yield from reduce_rage(match, piece)


def _rage_treatment(fighter: Piece) -> RageTreatment:
    """The question whether a player calms a fighter."""
    return RageTreatment(asked=fighter.side, fighter=fighter, options=(True,), optional=True)


def _refuse_to_calm(question: RageTreatment, _: object) -> Refusal:
    """The refusal of calming a fighter without a rage marker."""
    return Refusal(rule="state.rage", reason="no-rage", about={"fighter": question.fighter})


def lose_ap(match: Match) -> Procedure[None]:
    """Take away the AP that are left (intendancy.7)."""
    for piece in list(fighters_on_field(match.state)):
        if match.state_of(piece).ap:
            yield from do(match, ApLost(rule="intendancy.7", fighter=piece, n=match.state_of(piece).ap))


def renew_ap(match: Match) -> Procedure[None]:
    """Give new AP to every player's fighters (intendancy.8)."""
    yield from give_ap(match, rule="intendancy.8")


def treat_slowdowns(match: Match) -> Procedure[None]:
    """Take the AP that slowdown costs (intendancy.9)."""
    for piece in _marked(match, Marker.SLOWDOWN):
        yield from apply_slowdown(match, piece)


def count_vp(match: Match) -> Procedure[None]:
    """Count the points that missions gave in this round (intendancy.10)."""
    yield from _offer_agreements(match, ScoreOffer)


def end_effects(match: Match) -> Procedure[None]:
    """End the effects that last until the end of the round (intendancy.11)."""
    for side in sides_in_order(match):
        for card in match.state.sides[side].in_force:
            if not stays_in_force(match, side, card):
                yield from do(match, TacticEnded(rule="intendancy.11", side=side, card=card))
    yield from end_lasting_effects(match, Duration.ROUND, "intendancy.11")
    yield from end_set_apart(match, "intendancy.11")


def next_round(match: Match) -> Procedure[None]:
    """Begin the next round, or count the final points and end the match (intendancy.12)."""
    why = why_match_ends(match)
    if why is None:
        yield from do(match, RoundBegun(rule=LAST_STEP, round=match.state.round + 1))
        return
    yield from _offer_agreements(match, EndScoreOffer)
    yield from end_match(match, why)


def why_match_ends(match: Match) -> str | None:
    """The reason why the match ends with this round, or None (match.rounds, match.early-end)."""
    alive = {piece.side for piece in fighters_on_field(match.state)} - {None}
    if len(alive) < len(Side):
        return "match.early-end"
    last = match.book.match.rounds + match.state.rounds_more
    return "match.rounds" if match.state.round >= last else None


def end_match(match: Match, why: str) -> Procedure[None]:
    """End the match and name its winner: the higher score, or none (match.victory, match.draw)."""
    red, blue = (match.state.sides[side].vp for side in Side)
    winner = None if red == blue else Side.RED if red > blue else Side.BLUE
    rule = "match.draw" if winner is None else "match.victory"
    yield from do(match, MatchEnded(rule=rule, why=why, winner=winner, red=red, blue=blue))
