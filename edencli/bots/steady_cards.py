"""How the practice opponent uses cards: it tries each on a copy of the match, and values the result.

A position is valued as a whole (`position_value`): what all fighters still have, the points that count, the
SP, and which attacks could come next. A card, an ability, or an answer to a card's question is worth
as much as it improves the position. So this module knows no card; an effect that does not show on the table,
such as a die that is thrown again, is used if it is free.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from edencli.bots.appraisal import (
    MARKER_COSTS,
    OUT_OF_ACTION_CP,
    WORTHLESS,
    ReasonedAnswer,
    Threats,
    ap_value,
    settle,
    value_per_cp,
    victory_point_value,
)
from edencli.bots.evaluations import within_evaluations
from edencli.bots.lookahead import (
    StartProcedure,
    Unforeseen,
    best_outcome_value,
    copy_match,
    point_lead,
    points_due,
)
from edencli.effects.reminders import reminds
from edencli.match.match import Act, Match, Procedure
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Choice, HandQuestion
from edencli.match.rules_api import perform, why_not
from edencli.match.state import Gone
from edencli.match.table_events import Activated, ActivationEnded
from edencli.model.effect import CardEffect
from edencli.rules.ground import distance_between, fighters_on_field
from edencli.rules.options import FighterOptions
from edencli.rules.questions import CardOffer, DiscardChoice
from edencli.rules.tactics import play_card, tactic_of

A = TypeVar("A", bound=Act)

SP_DIVISOR = 2
"""How little an SP counts with all rounds to come: a victory point by this times `OUT_OF_ACTION_CP`."""
LATER_ACTIVATION_SHARE = 0.5
"""The share of an attack that counts for a fighter who may still be activated in this round."""
ENEMIES_CONSIDERED = 2
"""How many of the nearest enemies are considered when a fighter's threats are valued."""


def position_value(view: Match, side: Side) -> float:
    """The value of a position for a side."""
    threats, active = Threats(view), _active_fighter(view)
    prospects = (
        _best_attack_value(threats, piece, active) * _sign(piece, side)
        for piece in fighters_on_field(view.state)
    )
    return material_lead(view, side) + sum(prospects, WORTHLESS)


def material_lead(view: Match, side: Side) -> float:
    """The value of what a side has, less what the other has: fighters, points, SP."""
    worth = sum(
        (_fighter_value(view, piece) * _sign(piece, side) for piece in fighters_on_field(view.state)),
        WORTHLESS,
    )
    worth += victory_point_value(view) * point_lead(view, side)
    return worth + _sp_price(view) * (view.state.sides[side].sp - view.state.sides[side.other].sp)


def _sign(piece: Piece, side: Side) -> int:
    return 1 if piece.side is side else -1


def _fighter_value(view: Match, piece: Piece) -> float:
    """The value of what is left of a fighter, and of its AP."""
    fighter = view.state_of(piece)
    left = [fighter.cp_left(limb) for limb in fighter.card.limbs]
    if min(left) <= 0:
        return WORTHLESS
    marks = sum(MARKER_COSTS.get(marker, 0) * n for marker, n in fighter.markers.items())
    return (
        value_per_cp(view, piece) * (sum(left) + OUT_OF_ACTION_CP - marks)
        + ap_value(view, piece) * fighter.ap
    )


def _best_attack_value(threats: Threats, piece: Piece, active: Piece | None) -> float:
    """The value of the best attack that a fighter may still make in this round."""
    view, fighter = threats.view, threats.view.state_of(piece)
    if not view.field.knows_places(piece) or (piece != active and (fighter.activated or fighter.spent)):
        return WORTHLESS
    foes = threats.nearest_enemies(piece)[:ENEMIES_CONSIDERED]
    best = max(
        (
            threats.threat(piece, foe, distance_between(view, piece, foe), most=_attacks(view, piece))
            for foe in foes
        ),
        default=WORTHLESS,
    )
    return best if piece == active else best * LATER_ACTIVATION_SHARE


def _attacks(view: Match, piece: Piece) -> int:
    return view.state_of(piece).ap // (view.book.actions.attack.ap or 1)


def _active_fighter(view: Match) -> Piece | None:
    """The fighter that is activated now; None if none is."""
    told = (event for event in reversed(view.log) if isinstance(event, Activated | ActivationEnded))
    last = next(told, None)
    return last.fighter if isinstance(last, Activated) else None


def _sp_price(view: Match) -> float:
    """The value of an SP: less from round to round, and nothing when there is no round left to use it."""
    rounds = view.book.match.rounds + view.state.rounds_more
    left = max(0, rounds - view.state.round + 1) / max(1, rounds)
    return settle(victory_point_value(view) / (OUT_OF_ACTION_CP * SP_DIVISOR) * left)


def procedure_gains(
    view: Match,
    side: Side,
    procedures: Sequence[StartProcedure],
    weigh: Callable[[Match, Side], float] = position_value,
) -> list[float]:
    """How much better a side is after each of some procedures; 0 if that cannot be foreseen.

    The last ones are left out if the evaluations of this answer are used up.
    """
    now = weigh(view, side) if procedures else WORTHLESS

    def gain(begin: StartProcedure) -> float:
        try:
            return best_outcome_value(view, begin, lambda there: weigh(there, side), side) - now
        except Unforeseen:
            return WORTHLESS

    return list(within_evaluations(map(gain, procedures)))


def useful_abilities(view: Match, fighter: Piece) -> list[ReasonedAnswer]:
    """The action abilities that a fighter may use now and that improve the position."""
    side = fighter.side
    if side is None:
        return []
    found = (option.act for option in FighterOptions(view, fighter).abilities())
    acts = [act for act in found if act.ability.effects]
    gains = act_gains(view, side, acts, position_value)
    return [
        ReasonedAnswer(act, _reason("ability", act.ability.effects), {"card": act.ability.name}, n)
        for act, n in gains
        if n > 0
    ]


def _reason(reason: str, effects: tuple[CardEffect, ...]) -> str:
    """The reason for an answer, which also says if a card leaves something to an agreement."""
    return f"{reason}.not-weighed" if reminds(effects) else reason


def leave_to_agreement(_: Match, question: CardOffer) -> ReasonedAnswer:
    """Decline to agree on a card's effect, and say which card was not weighed."""
    if question.card is None:
        return ReasonedAnswer(None, "decline")
    return ReasonedAnswer(None, "not-weighed", {"card": question.card})


def act_gains(
    view: Match, side: Side, acts: Iterable[A], weigh: Callable[[Match, Side], float]
) -> list[tuple[A, float]]:
    """The legal ones of these acts, each with how much better the side is after it, if that is known."""
    legal = [act for act in acts if why_not(view, act) is None]
    gains = procedure_gains(view, side, [partial(_perform, act) for act in legal], weigh)
    return list(zip(legal, gains, strict=False))


def _perform(act: Act, match: Match) -> Procedure[bool]:
    return perform(match, act)


def _answer(trial: Callable[[Match, Any], Procedure[None]], answer: Any, match: Match) -> Procedure[None]:
    return trial(match, answer)


def _paid_and_played(side: Side, card: str, match: Match) -> Procedure[None]:
    return play_card(match, side, card)


def answer_card(view: Match, question: Choice[Any]) -> ReasonedAnswer:
    """Answer a card's question: try every answer and take the best; of equal ones, rather do something."""
    side, trial = question.asked, question.trial
    assert side is not None  # noqa: S101  # a card asks a player
    assert trial is not None  # noqa: S101  # and what it would do can be tried
    answers = [*((None,) if question.optional else ()), *question.allowed_options()]
    gains = procedure_gains(view, side, [partial(_answer, trial, answer) for answer in answers])
    worth, _, n = max(
        (gain, answer is not None, -n)
        for n, (gain, answer) in enumerate(zip(gains or (WORTHLESS,), answers, strict=False))
    )
    best = answers[-n]
    why = "decline" if best is None else "card-best"
    return ReasonedAnswer(best, why, {"card": question.about.get("card", best)}, worth)


def pick_tactic(view: Match, question: Choice[str]) -> ReasonedAnswer:
    """Play the tactical card that improves the position most, its price paid; none if no card does."""
    gains = _gains_by_cards(view, question.asked, question.allowed_options())
    best = max(gains, key=lambda card: gains[card], default=None)
    if best is None or gains[best] <= 0:
        return ReasonedAnswer(None, "keep-cards")
    tactic = tactic_of(view, question.asked, best) if question.asked else None
    why = _reason("card-best", tactic.effects if tactic else ())
    return ReasonedAnswer(best, why, {"card": best}, gains[best])


def pick_hand(view: Match, question: HandQuestion) -> ReasonedAnswer:
    """Take the cards that would improve the position most, then any others."""
    gains = _gains_by_cards(view, question.asked, question.deck)
    best = sorted(dict.fromkeys(question.deck), key=lambda card: gains.get(card, WORTHLESS), reverse=True)
    return ReasonedAnswer(tuple(best[: question.n]), "hand")


def pick_discard(view: Match, question: DiscardChoice) -> ReasonedAnswer:
    """Discard any card of the enemy's hand; of one's own, if necessary, the one that helps least."""
    if question.hand is not question.asked:
        return ReasonedAnswer(question.options[0], "first")
    if question.optional:
        return ReasonedAnswer(None, "decline")
    gains = _gains_by_cards(view, question.asked, question.names)
    least = min(question.options, key=lambda n: gains.get(question.names[n], WORTHLESS))
    return ReasonedAnswer(least, "first")


def _gains_by_cards(view: Match, side: Side | None, cards: Iterable[str]) -> dict[str, float]:
    """How much better a side would be with each of its cards that has effects."""
    assert side is not None  # noqa: S101  # cards are a player's
    tactics = {card: tactic_of(view, side, card) for card in cards}
    telling = [card for card, tactic in tactics.items() if tactic is not None and tactic.effects]
    gains = procedure_gains(view, side, [partial(_paid_and_played, side, card) for card in telling])
    return dict(zip(telling, gains, strict=False))


def pick_mission(view: Match, question: Choice[str]) -> ReasonedAnswer:
    """Choose the mission that would count most if only one's own fighters were on the field."""
    side = question.asked
    assert side is not None  # noqa: S101  # a player's missions
    there = copy_match(view)
    for piece in there.state.fighters:
        if piece.side is side:
            there.state.place_fighter(piece, there.state_of(piece).place)
        else:
            there.state.remove_fighter(piece, Gone.INCAPACITATED)

    def worth(mission: str) -> float:
        there.state.sides[side].mission = mission
        return points_due(there, side)

    chosen = max(question.allowed_options(), key=worth)
    return ReasonedAnswer(chosen, "mission", {"mission": chosen}, worth(chosen))
