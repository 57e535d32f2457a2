"""Why a question was not asked that somebody answers: which rule kept it from being asked.

The referee asks nobody who has no choice. What he answered himself is refused by its own question; of what
was passed over, the predicate is asked that decided it: `KEPT` has a row for each form of such an answer.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from edencli.match.card_events import TacticPlayed
from edencli.match.events import AttackBegun, Event, Opposed, Rolled
from edencli.match.match import Match, Query
from edencli.match.pieces import Piece
from edencli.match.questions import Question, Roll
from edencli.match.reasons import Refusal
from edencli.match.rules_api import value, why_not
from edencli.match.state import SceneryState
from edencli.match.table_events import Activated, ActivationEnded, SceneryAgreed, SceneryPlaced
from edencli.model.terms import Characteristic, Marker
from edencli.notation.errors import Misread
from edencli.notation.forms import SlotValues
from edencli.notation.names import match_names
from edencli.notation.reader import parse_line, read_answer
from edencli.notation.slots import SeveralMeanings
from edencli.rules.actions import next_act_question
from edencli.rules.activation import why_not_designate, why_not_interrupt
from edencli.rules.acts import StrikeAtLeaver, why_absent
from edencli.rules.melee import Reaction, why_not_react
from edencli.rules.missions import why_not_choose_mission
from edencli.rules.placing import FighterPlacement, SceneryPlacement, why_not_deploy, why_not_place_scenery
from edencli.rules.preparation import side_that_lost_leader
from edencli.rules.tactics import tactic_of, why_not_play

E = TypeVar("E", bound=Event)
ForcedAnswers = Sequence[tuple[Question[Any], Any]]


def read_answers(match: Match, text: str, forced: ForcedAnswers) -> Iterator[Any]:
    """What a line would answer to each question; a `Misread` where it answers none."""
    for question, _ in forced:
        try:
            yield Misread("dice") if isinstance(question, Roll) else read_answer(text, match, question)
        except Misread as fault:
            yield fault


def why_skipped(match: Match, text: str, forced: ForcedAnswers) -> Refusal | None:
    """Say why nobody was asked what a line answers, if a rule says so; nobody's eyes are asked for it."""
    with match.guessing():
        return _why_unasked(match, text, forced)


def _why_unasked(match: Match, text: str, forced: ForcedAnswers) -> Refusal | None:
    for (question, _), given in zip(forced, read_answers(match, text, forced), strict=True):
        if not isinstance(given, Misread) and (refusal := question.refusal(given)):
            return refusal
    try:
        said = [one for one in parse_line(text, match_names(match)) if _is_plain(one.values)]
    except Misread:
        return None
    kept = [SKIP_REASONS[one.form.id](match, one.values) for one in said if one.form.id in SKIP_REASONS]
    acts = [_act(match, text, _fighter(one.values)) for one in said if one.form.id in ACTS]
    return next(filter(None, (*kept, *acts)), None)


def _is_plain(values: SlotValues) -> bool:
    """Tell whether every name in a line means one thing."""
    meant = (values[slot] for slot in ("FIGHTER", "ENEMY") if slot in values)
    return not any(isinstance(one, SeveralMeanings) for one in values.values()) and all(
        len(one) == 1 for one in meant
    )


def _fighter(values: SlotValues) -> Piece:
    (piece,) = values["FIGHTER"]
    found: Piece = piece
    return found


def _last(match: Match, kind: type[E]) -> E | None:
    return next((event for event in reversed(match.log) if isinstance(event, kind)), None)


def _bid(match: Match, _: SlotValues) -> Refusal | None:
    loser = side_that_lost_leader(match)
    if loser is None:
        return None
    return Refusal(rule="first-player.leader-lost", reason="nobody-bids", about={"side": loser})


def _mission(match: Match, values: SlotValues) -> Refusal | None:
    return why_not_choose_mission(match, values["MISSION"])


def _scenery(match: Match, values: SlotValues) -> Refusal | None:
    """It may not lie there, or his side has placed as many as were agreed on."""
    refusal = why_not_place_scenery(
        match, SceneryPlacement(values["SCENERY"], SceneryState(values.get("PLACE")))
    )
    agreed, side = _last(match, SceneryAgreed), values["SIDE"]
    placed = sum(isinstance(event, SceneryPlaced) and event.side is side for event in match.log)
    if refusal or agreed is None or placed < agreed.n:
        return refusal
    return Refusal(rule="setup.6-scenery", reason="enough-scenery", about={"side": side, "n": agreed.n})


def _deployed(match: Match, values: SlotValues) -> Refusal | None:
    return why_not_deploy(match, values["SIDE"], FighterPlacement(_fighter(values), values.get("PLACE")))


def _card(match: Match, values: SlotValues) -> Refusal | None:
    side, card = values["SIDE"], values["CARD"]
    about, player, tactic = (
        {"side": side, "card": card},
        match.state.sides[side],
        tactic_of(match, side, card),
    )
    if card not in (*player.hand, *player.played):
        return Refusal(rule="tactical-phase.play", reason="not-in-hand", about=about)
    refusal = why_not_play(match, side, card)
    if refusal is None and tactic is not None and tactic.tactical and match.state.step != "tactical-phase":
        return Refusal(rule="tactical.phase-only", reason="phase-only", about=about)
    return refusal


def _cancelling(match: Match, values: SlotValues) -> Refusal | None:
    """The opponent of who played the last card could not pay, or it cannot be cancelled."""
    side, played = values["SIDE"], _last(match, TacticPlayed)
    if played is None or played.side is side:
        return None
    tactic, has = tactic_of(match, played.side, played.card), match.state.sides[side].sp
    if tactic is None or tactic.cancellation is None:
        return Refusal(rule="tactical.cancellation", reason="not-cancellable", about={"card": played.card})
    if has >= tactic.cancellation:
        return None
    about = {"side": side, "card": tactic.name, "needed": tactic.cancellation, "has": has}
    return Refusal(rule="tactical.cancellation", reason="too-few-sp", about=about)


def _activating(match: Match, values: SlotValues) -> Refusal | None:
    return why_not_designate(match, _fighter(values))


def _interrupting(match: Match, values: SlotValues) -> Refusal | None:
    """He is no faster than who is activated, or may not be activated himself."""
    activated = _last(match, Activated)
    if activated is None or match.state_of(activated.fighter).gone:
        return None
    spd = value(match, Query(Characteristic.SPD, activated.fighter)).total
    return why_not_interrupt(match, _fighter(values), activated.fighter, spd)


def _reacting(reaction: Reaction) -> Callable[[Match, SlotValues], Refusal | None]:
    def refusal(match: Match, values: SlotValues) -> Refusal | None:
        fighter, attack = _fighter(values), _last(match, AttackBegun)
        if attack is not None and attack.target == fighter and attack.how != "melee":
            return Refusal(rule="melee.reaction", reason="no-reaction", about={"fighter": fighter})
        return why_not_react(match, fighter, reaction)

    return refusal


def _shifting(match: Match, values: SlotValues) -> Refusal | None:
    """His last attack had no more successes than must stay."""
    fighter, attacks = _fighter(values), match.book.attacks
    kept = {
        "melee.passive": ("melee.location", attacks.melee_successes_kept),
        "shoot.roll": ("shoot.location", attacks.shooting_successes_kept),
    }
    rolled = next((one for one in reversed(match.log) if isinstance(one, Rolled) and one.step in kept), None)
    if rolled is None or rolled.by != fighter:
        return None
    rule, least = kept[rolled.step]
    if rolled.successes > least:
        return None
    about = {"fighter": fighter, "hits": rolled.successes, "kept": least}
    return Refusal(rule=rule, reason="successes-kept", about=about)


def _striking(match: Match, values: SlotValues) -> Refusal | None:
    fighter = _fighter(values)
    return why_absent(match, fighter) or why_not(match, StrikeAtLeaver(fighter=fighter))


def _striking_back(match: Match, values: SlotValues) -> Refusal | None:
    """He is not there any more, or won the opposition: only who loses it strikes back."""
    fighter, opposed = _fighter(values), _last(match, Opposed)
    if opposed is not None and opposed.winner == fighter:
        return Refusal(rule="melee.response", reason="opposition-won", about={"fighter": fighter})
    return why_absent(match, fighter)


def _calming(match: Match, values: SlotValues) -> Refusal | None:
    fighter = _fighter(values)
    if match.state_of(fighter).markers.get(Marker.RAGE):
        return None
    return Refusal(rule="state.rage", reason="no-rage", about={"fighter": fighter})


def _is_active(match: Match) -> bool:
    """Tell whether somebody's activation has begun and not ended."""
    told = (event for event in reversed(match.log) if isinstance(event, Activated | ActivationEnded))
    return isinstance(next(told, None), Activated)


def _act(match: Match, text: str, fighter: Piece) -> Refusal | None:
    """His activation is over, since he had nothing left to act with or was done."""
    if not match.state_of(fighter).activated or _is_active(match):
        return None
    question = next_act_question(match, fighter)
    try:
        refusal = question.refusal(read_answer(text, match, question))
    except Misread:
        return None
    return refusal or Refusal(rule="activation.once", reason="activated", about={"fighter": fighter})


# What kept the question from being asked that a form answers.
SKIP_REASONS: Mapping[str, Callable[[Match, SlotValues], Refusal | None]] = {
    "bid": _bid,
    "mission": _mission,
    "scenery": _scenery,
    "scenery-put": _scenery,
    "deploy": _deployed,
    "deploy-put": _deployed,
    "tactic": _card,
    "cancel": _cancelling,
    "activate": _activating,
    "interrupt": _interrupting,
    "dodge": _reacting(Reaction.DODGE),
    "respond": _reacting(Reaction.RESPONSE),
    "shift": _shifting,
    "strike": _striking,
    "strike-back": _striking_back,
    "calm": _calming,
}
# The forms of what a fighter does in his activation.
ACTS = frozenset(
    """
    move charge melee shoot throw blast ability extinguish charge-nowhere stay
    attack-scenery shoot-scenery climb swim leap hide
    go throw-there blast-there swim-over leap-over
    """.split()  # noqa: SIM905  # a list of words is read as words
)
