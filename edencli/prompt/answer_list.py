"""All answers to a question, as `?` tells them: with prices, and why others may not be given.

With them stands what the cards say among which one chooses, and the size and price of what is put somewhere.
"""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Any

from edencli.lang import Words
from edencli.match.match import Act, Match
from edencli.match.pieces import Audience, Piece
from edencli.match.questions import FieldQuestion, PlacementQuestion, Question, Roll
from edencli.match.rules_api import declaration_objections
from edencli.notation.errors import Misread
from edencli.notation.names import match_names
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.pages.card_page import card_text, effect_lines, scenery_size
from edencli.pages.card_sentences import find_card
from edencli.prompt.act_preview import (
    AREA,
    PossibleAct,
    known_objection,
    possible_acts,
    price_text,
    will_fall_short,
)
from edencli.prompt.offers import card_texts_by_answer, offers
from edencli.rules.acts import ArmedAttack, Charge, Extinguish, Melee, Move, Throw
from edencli.rules.ground import base
from edencli.rules.heights import Scramble
from edencli.rules.hiding import Hide
from edencli.rules.questions import ActQuestion, NpfPlacing, SceneryPurchase
from edencli.rules.terrain import element_cost
from edencli.rules.territory import MeleeAtScenery, ShotAtScenery
from edencli.transcript.open_question import answer_patterns
from edencli.transcript.phrases import Phrases, is_hidden, refusal_sentence

SOME_FACES = (4, 5, 1, 1, 6)  # shown as an example of what is typed
MOST_SAID = 4  # things that are shown as examples of what may be said of the field


def answer_lines(words: Words, match: Match, question: Question[Any], viewer: Audience) -> Iterator[str]:
    """Every answer with its price, as it is typed, then why the others may not be given."""
    words = words.of_book(match.book.key)
    if isinstance(question, Roll):
        yield "  " + dice_example(words, question)
        return
    if isinstance(question, ActQuestion) and not match.is_unplaced(question.fighter):
        yield from _act_lines(words, match, question)
        return
    first, *more = (*_card_asked(words, match, question, viewer), "")
    if first:
        yield words.say(AREA, "choosable", what=question.about["card"], told=first)
    yield from (words.say(AREA, "gist", text=text) for text in more if text)
    listed = offers(words, match, question, viewer)
    if not listed:
        forms = _fact_examples(match, question) or answer_patterns(match, question)
        yield from (words.say(AREA, "offered", text=form, price="").rstrip() for form in forms)
        yield from _option_detail_lines(words, match, question, viewer)
    gists = card_texts_by_answer(words, match, question, viewer)
    for one in sorted(listed, key=lambda one: bool(one.objection)):
        yield one.list_line(words)
        yield from (words.say(AREA, "gist", text=text) for text in gists.get(one.line, ()))


def _card_asked(words: Words, match: Match, question: Question[Any], viewer: Audience) -> Iterator[str]:
    """What the card says that asks a question, and what it does exactly."""
    name = question.about.get("card")
    card = None if name is None or is_hidden(question, viewer) else find_card(match, name)
    if card is not None:
        yield from card_text(words, card)
        yield from effect_lines(words, card.effects)


def dice_example(words: Words, roll: Roll) -> str:
    """What is typed for dice that lie on the table."""
    faces = islice(cycle(SOME_FACES), roll.dice)
    return words.say(AREA, "dice-typed", n=roll.dice, such=" ".join(map(str, faces)))


def _fact_examples(match: Match, question: Question[Any]) -> list[str]:
    """The first things that may be said of the field, by the names of whom they are said."""
    if not isinstance(question, FieldQuestion):
        return []
    written = (write_answer(one, match, question) for one in question.fact.possible_answers())
    return list(islice(dict.fromkeys(written), MOST_SAID))


def _act_lines(words: Words, match: Match, question: ActQuestion[Any]) -> Iterator[str]:
    """What a fighter may do now, what would fall short, and what he may not, each reason once."""
    names = match_names(match).cast
    short, refused = list[str](), dict[object, list[PossibleAct]]()
    if match.is_measured:
        yield from _move_lines(words, match, question.fighter)
    for one in possible_acts(match, question.fighter):
        refusal = known_objection(question, one.act)
        if refusal is not None:
            if match.is_measured or not isinstance(one.act, _BY_EYE):
                refused.setdefault((type(one.act), _weapon_of(one.act), refusal.reason), []).append(one)
        elif one.is_short and one.foe is not None:
            short.append(names.label(one.foe))
        else:
            with match.guessing():
                price = price_text(words, match, one.act)
            yield words.say(AREA, "offered", text=_act_as_typed(match, question, one), price=price).rstrip()
    yield words.say(AREA, "offer.enter", text=write_answer(None, match, question))
    if short:
        fighter = names.label(question.fighter)
        yield words.say(AREA, "offered.short", fighter=fighter, foes=words.join_list(short))
    for first, *others in refused.values():
        yield _refused(words, match, question, first, others)


def _move_lines(words: Words, match: Match, fighter: Piece) -> Iterator[str]:
    """How far a fighter may move, if he may, and for how much."""
    here = base(match, fighter).centre
    if next(declaration_objections(match, Move(fighter=fighter, path=(here, here))), None) is None:
        text = words.say(AREA, "move-to", fighter=match_names(match).cast.label(fighter))
        price = price_text(words, match, Move(fighter=fighter, path=(here,)))
        yield words.say(AREA, "offered", text=text, price=price)


_BY_EYE = (Melee, Extinguish, Scramble, Hide, MeleeAtScenery, ShotAtScenery)
"""Of what is done on the spot, or with scenery, nobody who does not measure is told what is ruled out."""


def _refused(
    words: Words, match: Match, question: ActQuestion[Any], first: PossibleAct, others: Sequence[PossibleAct]
) -> str:
    """Why an act may not be done, and against whom else the same speaks."""
    names, refusal = match_names(match).cast, known_objection(question, first.act)
    assert refusal is not None, "it was refused"  # noqa: S101  # by the caller
    why = f"{refusal_sentence(words, names, refusal)} [{refusal.rule}]"
    also = [names.label(one.foe) for one in others if one.foe is not None]
    message = "offered.nor" if also else "offered.not"
    return words.say(AREA, message, text=_act_as_typed(match, question, first), why=why, also=also)


def _act_as_typed(match: Match, question: ActQuestion[Any], thought: PossibleAct) -> str:
    """An act as it may be typed: at whom one throws by his name, and a straight charge without its way."""
    act, names = thought.act, match_names(match).cast
    line = write_answer(act, match, question)
    if thought.foe is None or not isinstance(act, Charge | Throw):
        return line
    verb = "charges" if isinstance(act, Charge) else f"throws {act.weapon.name} at"
    plain = f"{names.label(act.fighter)} {verb} {names.label(thought.foe)}"
    try:
        said = read_answer(plain, match, question)
    except Misread:
        return line
    if isinstance(act, Throw):
        return plain if said == act else line
    return plain if known_objection(question, said) is None and not will_fall_short(match, said) else line


def _weapon_of(act: Act) -> str:
    return act.weapon.name if isinstance(act, ArmedAttack) else ""


def _option_detail_lines(
    words: Words, match: Match, question: Question[Any], viewer: Audience
) -> Iterator[str]:
    """What may be put somewhere, its size and price; which cards there are, and what they say."""
    phrases = Phrases(words, match_names(match).cast)
    for name in question.left if isinstance(question, PlacementQuestion) else ():
        size = scenery_size(words, piece) if (piece := match.setup.scenery.get(str(name))) else ""
        price = _put_price(words, match, question, name)
        if told := words.join_phrases(filter(None, (size, price))):
            yield words.say(AREA, "choosable", what=phrases.value_in_words(name), told=told)
    for card, text in card_texts_by_answer(words, match, question, viewer).items():
        yield words.say(AREA, "choosable", what=card, told=words.join_phrases(text))


def _put_price(words: Words, match: Match, question: Question[Any], name: Any) -> str:
    """What it costs to put one of the things that are left somewhere, where they are bought."""
    if isinstance(question, SceneryPurchase):
        price = element_cost(match, match.setup.scenery[name])
    elif isinstance(question, NpfPlacing):
        price = match.setup.npfs[name].level
    else:
        return ""
    return words.say(AREA, "put-price", n=price or 0)
