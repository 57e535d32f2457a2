"""Stops: the optional questions at which a player wants to be asked.

A player's orders have one word for each topic of `TOPICS`. Whether a question is skipped depends on these
orders and on what both players know, so it reveals nothing of a hand or a mission. A skipped question is
declined as if Enter had been typed, is recorded in the same way, and is asked after an `undo`. One order
depends on the hand: with `tactics playable`, a person who plays against a program is asked only if a card can
be played.
"""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from edencli.field.units import PER_CM
from edencli.lang import Words
from edencli.match.match import Match, Query
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Question
from edencli.match.rules_api import value, why_not_measure
from edencli.model.effect import holds_word
from edencli.model.near_names import NearKind, nearest_name
from edencli.model.operation import Remind
from edencli.model.stops import ALWAYS, INTERRUPTS, NEEDED, NEVER, PLAYABLE, REACH, TOPICS
from edencli.model.terms import Category, Quantity
from edencli.named_tuple import NamedTuple
from edencli.output.console import Refused
from edencli.rules.acts import Move
from edencli.rules.ground import base, distance_between, enemies_on_field
from edencli.rules.melee import Reaction
from edencli.rules.questions import (
    CancelChoice,
    EndScoreOffer,
    IntendancyOffer,
    Interruption,
    LeaverStrike,
    MissionOffer,
    MomentChoice,
    ReactionChoice,
    ScoreOffer,
    StrikeBack,
    TacticPlay,
)
from edencli.transcript.phrases import Phrases

if TYPE_CHECKING:
    from edencli.prompt.typed_play import TypedPlay

AREA = "session"
_WITHIN = re.compile(r"(?:within )?(\d{1,3})(?: ?cm)?")

TOPIC_OF: Mapping[type[Question[Any]], str] = {
    Interruption: INTERRUPTS,
    **dict.fromkeys((ReactionChoice, StrikeBack, LeaverStrike), "reactions"),
    CancelChoice: "cancelling",
    **dict.fromkeys((TacticPlay, MomentChoice), "tactics"),
    **dict.fromkeys((IntendancyOffer, ScoreOffer, EndScoreOffer, MissionOffer), "agreement"),
}
"""The topic of each question that may be skipped."""


class Stops(NamedTuple):
    """The orders of one player, by topic."""

    interrupts: str = REACH
    reactions: str = ALWAYS
    cancelling: str = ALWAYS
    tactics: str = ALWAYS
    agreement: str = NEEDED

    def __str__(self) -> str:
        return ", ".join(f"{topic} {order}" for topic, order in self._asdict().items())

    @property
    def changes(self) -> str:
        """The orders that differ from the default, as they are typed."""
        default = Stops()._asdict()
        return ", ".join(
            f"{topic} {order}" for topic, order in self._asdict().items() if order != default[topic]
        )


ASK_ALWAYS = Stops(interrupts=ALWAYS, agreement=ALWAYS)


def parse_stops(words: Words, text: str, before: Stops = Stops()) -> Stops:  # noqa: B008  # a frozen value
    """Read orders such as `interrupts within 20, tactics never`; `always` alone wants every question.

    Raises:
        Refused: A topic or an order does not exist.
    """
    if text.strip().lower() == ALWAYS:
        return ASK_ALWAYS
    for part in filter(None, (one.strip().lower() for one in re.split("[,;]", text))):
        topic, order = _read_order(words, part)
        before = before._replace(**{topic: order})
    return before


def _read_order(words: Words, part: str) -> tuple[str, str]:
    begun, _, rest = part.partition(" ")
    order = rest.strip()
    found = [topic for topic in TOPICS if topic.startswith(begun)]
    if len(found) != 1:
        near = nearest_name(begun, TOPICS, NearKind.CHOICE)
        message = "stops.no-topic/near" if near else "stops.no-topic"
        raise Refused(words.say(AREA, message, given=begun[:40], near=near, topics=list(TOPICS)))
    (topic,) = found
    if topic == INTERRUPTS and (within := _WITHIN.fullmatch(order)):
        return topic, f"within {int(within[1])}"
    if order not in TOPICS[topic]:
        raise Refused(
            words.say(AREA, "stops.no-order", topic=topic, given=order[:40], orders=list(TOPICS[topic]))
        )
    return topic, order


def order_stops(table: "TypedPlay", rest: str) -> None:
    """Show or change the questions at which a player wants to be asked."""
    begun, _, orders = rest.partition(" ")
    named = next((side for side in Side if side == begun.lower()), None)
    asked = table.session.question.asked if table.session.question else None
    mine = table.viewer if isinstance(table.viewer, Side) else asked
    side, text = (named, orders) if named else (mine, rest)
    for one in [side] if text and side else [side] if side and table.viewer == side else list(Side):
        if text:
            new = parse_stops(table.words, text, table.stops_of(one))
            table.session.order_stops(one, str(new))
        player = Phrases(table.words, table.session.names).player(one)
        table.show([table.words.say(AREA, "stops", player=player, stops=str(table.stops_of(one)))])


class Skipped(NamedTuple):
    """A question that is not asked: the answer that it gets, and the message that says why."""

    answer: Any
    reason: str


def skipped_question(match: Match, question: Question[Any], stops: Stops) -> Skipped | None:
    """Return the answer to a question that a player does not want to be asked; None if it is asked."""
    topic = TOPIC_OF.get(type(question))
    order = getattr(stops, topic) if topic else ALWAYS
    if order == NEVER:
        answer = Reaction.PASSIVE if isinstance(question, ReactionChoice) else None
        return Skipped(answer, "stops.skipped.never") if _may_skip(question, answer) else None
    reason = _idle_reason(match, question, order) if question.optional else ""
    return Skipped(None, reason) if reason else None


def _idle_reason(match: Match, question: Any, order: str) -> str:
    """Return the message why a question need not be asked; empty if it must."""
    if order == ALWAYS:
        return ""
    if order == PLAYABLE:
        return "" if question.allowed_options() else "stops.skipped.no-card"
    if order == NEEDED:
        return "" if has_agreement_cards(match) else "stops.skipped.agreement"
    return "" if _is_near(match, question, order) else "stops.skipped.far"


def _may_skip(question: Question[Any], answer: Any) -> bool:
    return question.optional if answer is None else question.refusal(answer) is None


# ── interrupts ───────────────────────────────────────────────────────────────────────────────────────────


def _is_near(match: Match, question: Interruption, order: str) -> bool:
    """Tell whether fighters are near enough for an interruption to matter; yes if unknown."""
    able = [piece for piece in question.options if question.refusal(piece) is None]
    pairs = [(own, foe) for own in able for foe in enemies_on_field(match, own)]
    if not all(match.field.knows_places(piece) and not why_not_measure(match, piece) for piece in able):
        return True
    with match.guessing():
        if order == REACH:
            return any(_could_reach(match, one, other) for pair in pairs for one, other in (pair, pair[::-1]))
        most = int(order.removeprefix("within ")) * PER_CM
        return any(distance_between(match, own, foe) <= most for own, foe in pairs)


def _could_reach(match: Match, one: Piece, other: Piece) -> bool:
    """Tell whether a fighter may attack another after one Move, whatever is between them."""
    reach = _stride(match, one) + _longest_range(match, one)
    return distance_between(match, one, other) <= reach * PER_CM


def _stride(match: Match, piece: Piece) -> float:
    """Return how far one Move takes a fighter, in cm."""
    stay = Move(fighter=piece, path=(base(match, piece).centre,))
    return value(match, Query(Quantity.DISTANCE, piece, stay)).total


def _longest_range(match: Match, piece: Piece) -> float:
    """Return the longest range of a fighter's weapons, in cm."""
    uses = (item.use(category) for item in match.state_of(piece).card.equipment for category in RANGED)
    return max((use.range or 0 for use in uses if use is not None), default=0)


RANGED = (Category.SHOOTING, Category.PROJECTILE, Category.BLAST)


# ── by agreement ─────────────────────────────────────────────────────────────────────────────────────────


def has_agreement_cards(match: Match) -> bool:
    """Tell whether a card of the match leaves something to the players: of either band, held or not."""
    return any(_is_played_by_agreement(card) for card in _cards(match))


def _is_played_by_agreement(card: Any) -> bool:
    """Tell whether part of a card is left to the players: it has no effect, or reminds."""
    from edencli.effects.authoring import find_text_without_effect  # only where agreements are asked for

    return any(find_text_without_effect(card)) or any(
        holds_word(effect, lambda word: isinstance(word, Remind)) for effect in card.effects
    )


def _cards(match: Match) -> Iterator[Any]:
    for state in match.state.fighters.values():
        yield from state.card.abilities
    for band in match.setup.bands.values():
        yield from (*band.missions, *band.tactics)
    for npf in match.setup.npfs.values():
        yield from npf.abilities
