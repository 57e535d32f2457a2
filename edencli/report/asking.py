"""What is asked now: as data, in sentences, and as one line with the numbers that matter."""

import textwrap
from collections.abc import Iterator
from typing import Any, NamedTuple

from edencli.lang import Words
from edencli.match.doors import value
from edencli.match.match import Match, Quantity, Query
from edencli.match.pieces import Audience
from edencli.match.questions import Choice, Question, ReactionChoice, Roll
from edencli.model.cast import sided
from edencli.model.terms import Characteristic
from edencli.notation.forms import Asked
from edencli.notation.names import names_of
from edencli.notation.writer import answers, patterns_for, write
from edencli.report.phrases import Phrases, is_hidden, question_sentence, refusal_sentence
from edencli.report.sheet import Data
from edencli.rules.acts import Melee
from edencli.rules.melee import Reaction, reaction_of

AREA = "session"
MOST_LISTED, WIDTH = 12, 80


def awaiting_data(match: Match, question: Question[Any], viewer: Audience) -> Data:
    """What a match waits for: of whom, by which rule, and how it may be answered."""
    hidden = is_hidden(question, viewer)
    return {
        "kind": "awaiting",
        "side": question.asked and str(question.asked),
        "rule": question.rule,
        "question": question.kind,
        "fighter": question.fighter and sided(question.fighter),
        "optional": question.optional,
        "dice": question.dice if isinstance(question, Roll) else 0,
        "forms": list(patterns_for(Asked(match, question, names_of(match)))),
        "answers": [] if hidden else list(answers(match, question)),
    }


def awaiting_lines(words: Words, match: Match, question: Question[Any], viewer: Audience) -> Iterator[str]:
    """The same in sentences: the question, and the answers if they are few, else how they are written."""
    words = words.of_book(match.book.key)
    asked = question_sentence(words, names_of(match).cast, question, viewer)
    for line in (asked, _how(words, match, question, viewer)):
        yield from textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _how(words: Words, match: Match, question: Question[Any], viewer: Audience) -> str:
    """How it may be answered."""
    data = awaiting_data(match, question, viewer)
    listed = data["answers"] if isinstance(question, Choice) else []
    message, shown = ("answers", listed) if 0 < len(listed) <= MOST_LISTED else ("forms", data["forms"])
    quoted = [words.say("session", "quoted", text=one) for one in shown]
    return words.say("session", message, answers=words.listed(quoted))


def asking(words: Words, match: Match, question: Question[Any], viewer: Audience) -> str:
    """One line: whose question it is, what is asked, and the numbers that matter for the answer."""
    words, names = words.of_book(match.book.key), names_of(match).cast
    if isinstance(question, ReactionChoice):
        return _attacked(Phrases(words, names), match, question)
    sentence, message = question_sentence(words, names, question, viewer), _PAID.get(question.rule)
    if message is None or question.asked is None:
        return sentence
    sp = match.state.sides[question.asked].sp
    ap = match.of(question.fighter).ap if question.fighter else 0
    return words.say(AREA, message, question=sentence, sp=sp, ap=ap)


_PAID = {
    "disengage.strikes": "ask.ap",
    "tactical-phase.play": "ask.sp",
    "tactical.cancellation": "ask.sp",
}
"""What is told of those who may have to pay, by the rule that asks."""


def _attacked(phrases: Phrases, match: Match, question: ReactionChoice[Reaction]) -> str:
    """`Blue · Yuri (CBT 4) attacks Elenia (VIG 3) · 61 % hurt · AP 2`."""
    from edencli.odds.attack import attack_odds  # noqa: PLC0415  # a script is told without odds

    attacker, target = question.attacker, question.fighter
    assert target is not None, "somebody is attacked"  # noqa: S101  # a law of the question
    act = Melee(fighter=attacker, target=target, free=True)
    (passive,) = attack_odds(match, act, reactions=[Reaction.PASSIVE]).results
    (fate, *_) = passive.fates
    return phrases.words.say(
        AREA,
        "ask.reaction",
        player=phrases.player(question.asked),
        attacker=phrases.shown(attacker),
        cbt=value(match, Query(Characteristic.CBT, attacker, act)).total,
        target=phrases.shown(target),
        vig=value(match, Query(Characteristic.VIG, target, act)).total,
        hurt=(200 * fate.hurt + fate.denominator) // (2 * fate.denominator),
        ap=match.of(target).ap,
    )


class Offer(NamedTuple):
    """One answer to a question that lists them: its key, line and price, and why it may not be given.

    A key is short to type: a number is itself, anything else that may be given is numbered.
    """

    key: str
    line: str
    price: str
    objection: str


def offers(words: Words, match: Match, question: Question[Any], viewer: Audience) -> list[Offer]:
    """Every answer to a question that lists them, the refused ones with the reason; none of a hidden one."""
    if not isinstance(question, Choice) or is_hidden(question, viewer):
        return []
    words, names = words.of_book(match.book.key), names_of(match).cast
    found, number = list[Offer](), 0
    for option in dict.fromkeys(question.options):
        refusal = question.refusal(option)
        why = "" if refusal is None else f"{refusal_sentence(words, names, refusal)} [{refusal.rule}]"
        number += not why
        key = str(option) if type(option) is int else "" if why else str(number)
        found.append(Offer(key, write(option, match, question), _price(words, match, question, option), why))
    if question.optional:
        found.append(Offer("", write(None, match, question), "", ""))
    return found


def _price(words: Words, match: Match, question: Question[Any], option: Any) -> str:
    """What an answer costs, if it costs AP."""
    is_reaction = isinstance(question, ReactionChoice) and question.fighter is not None
    act = reaction_of(question.fighter, option) if is_reaction and question.fighter else None
    if act is None:
        return ""
    price = value(match, Query(Quantity.AP, act.fighter, act)).total
    return words.say(AREA, "price", n=price) if price else ""
