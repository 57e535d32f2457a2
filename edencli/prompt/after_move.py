"""What a move of the other side means, in one line: the nearest enemy, who is seen, who may be charged.

Told only where measuring is allowed, and only what the asking view may know. Changes nothing.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from edencli.lang import Words
from edencli.match.events import Event
from edencli.match.match import Match
from edencli.match.pieces import Audience, Piece
from edencli.match.questions import Question
from edencli.match.rules_api import why_not_measure
from edencli.match.table_events import Moved
from edencli.notation.names import match_names
from edencli.rules.acts import Charge
from edencli.rules.ground import distance_between, enemies_in_contact, enemies_on_field, sort_by_distance
from edencli.rules.hiding import is_hidden_from
from edencli.rules.options import FighterOptions
from edencli.rules.questions import ActQuestion
from edencli.rules.sight import view_of
from edencli.transcript.phrases import Phrases
from edencli.transcript.transcript import GUTTER, MARGIN

AREA = "session"
MOST_NAMED: Final = 4
"""Fighters that are named one by one."""


def movers(events: Iterable[Event], viewer: Audience) -> list[Piece]:
    """The fighters that moved, each once, without a player's own.

    A charge is left out: what it means, the attack after it tells.
    """
    moved = [one.fighter for one in events if isinstance(one, Moved) and one.how != "charge"]
    return [one for one in dict.fromkeys(moved) if one.side is None or one.side != viewer]


def move_meaning(words: Words, match: Match, fighter: Piece, question: Question[Any] | None) -> str:
    """What it means that a fighter stands in a place now, where that may be measured; else nothing."""
    if not match.is_on_field(fighter) or not match.field.knows_places(fighter):
        return ""
    foes = enemies_on_field(match, fighter)
    if not foes or why_not_measure(match, fighter):
        return ""
    phrases = Phrases(words.of_book(match.book.key), match_names(match).cast)
    with match.guessing():
        told = list(_meanings(phrases, match, fighter, sort_by_distance(match, fighter, foes), question))
    said = words.say(AREA, "moved", fighter=phrases.value_in_words(fighter), told=words.join_phrases(told))
    return f"{'':>{MARGIN}} {GUTTER}   {said}"


def _meanings(
    phrases: Phrases, match: Match, fighter: Piece, foes: list[Piece], question: Question[Any] | None
) -> Iterator[str]:
    words, label = phrases.words, phrases.names.label
    touched = enemies_in_contact(match, fighter)
    if touched:
        yield words.say(AREA, "moved.contact", foes=_names(phrases, touched))
    else:
        far = phrases.length(distance_between(match, fighter, foes[0]))
        yield words.say(AREA, "moved.near", far=far, foe=label(foes[0]))
    seen = [
        foe
        for foe in foes
        if view_of(match, fighter, foe).visible and not is_hidden_from(match, fighter, foe)
    ]
    yield words.say(AREA, "moved.sees" if seen else "moved.blind", foes=_names(phrases, seen))
    if chargeable := _chargeable(match, fighter, question):
        yield words.say(AREA, "moved.may-charge", foes=_names(phrases, chargeable))


def _chargeable(match: Match, fighter: Piece, question: Question[Any] | None) -> list[Piece]:
    """The enemies that a fighter who is about to act may charge, and reach."""
    if not isinstance(question, ActQuestion) or question.fighter != fighter:
        return []
    charges = (one for one in FighterOptions(match, fighter) if one.kind is Charge)
    return [one.declared.target for one in charges if one.objection is None and one.falls_short is False]


def _names(phrases: Phrases, pieces: list[Piece]) -> str:
    """The names of some fighters; of many, the first ones, and how many others there are."""
    named = phrases.words.join_list(phrases.names.label(one) for one in pieces[:MOST_NAMED])
    left = len(pieces) - MOST_NAMED
    return phrases.words.say(AREA, "moved.others", named=named, n=left) if left > 0 else named
