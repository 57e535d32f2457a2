"""The list of all answers to a question, shown by `?`: with prices, and why others are not allowed.

It includes the texts of the cards to choose from, and the size and price of things to be placed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Audience, Piece
from edencli.match.questions import FieldQuestion, PlacementQuestion, Question, Roll
from edencli.match.reasons import Refusal
from edencli.model.lexicon import name_in_moves
from edencli.model.scenery import Scenery
from edencli.notation.errors import Misread
from edencli.notation.names import match_names
from edencli.notation.reader import read_answer
from edencli.notation.table import FORMS
from edencli.notation.writer import write_answer
from edencli.pages.card_page import card_text, effect_lines, scenery_size
from edencli.pages.card_sentences import find_card
from edencli.prompt.act_preview import AREA, charge_line, options_to_tell, price_text, will_fall_short
from edencli.prompt.offers import Offer, card_texts_by_answer, offers
from edencli.rules.acts import Charge, Move, Throw
from edencli.rules.movement import walk_allowance, way_cost
from edencli.rules.options import ActOption, known_objection
from edencli.rules.questions import ActQuestion, NpfPlacing, SceneryPurchase
from edencli.rules.terrain import element_cost
from edencli.transcript.open_question import answer_patterns
from edencli.transcript.phrases import Phrases, is_hidden, refusal_sentence

SOME_FACES = (4, 5, 1, 1, 6)  # the example of dice that are typed
MOST_SAID = 4  # the most examples of facts about the field


def answer_lines(words: Words, match: Match, question: Question[Any], viewer: Audience) -> Iterator[str]:
    """Give every answer with its price, as it is typed, then why the others are not allowed."""
    words = words.of_book(match.book.key)
    if isinstance(question, Roll):
        yield "  " + dice_example(words, question)
        return
    if isinstance(question, ActQuestion) and match.field.answers_about(question.fighter):
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
    for one in (one for one in listed if not one.objection):
        yield one.list_line(words)
        yield from (words.say(AREA, "gist", text=text) for text in gists.get(one.line, ()))
    yield from _refused_offer_lines(words, [one for one in listed if one.objection], gists)


def _refused_offer_lines(
    words: Words, refused: Sequence[Offer], gists: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """Give the reasons why answers are not allowed, each once with all the answers to which it applies."""
    for grounds in dict.fromkeys(one.grounds for one in refused):
        first, *others = (one for one in refused if one.grounds == grounds)
        also, text = [one.name for one in others], first.line
        message = "offered.nor" if also else "offered.not"
        yield words.say(AREA, message, text=text, why=first.objection, also=also)
        yield from (
            words.say(AREA, "gist", text=text) for one in (first, *others) for text in gists.get(one.line, ())
        )


def _card_asked(words: Words, match: Match, question: Question[Any], viewer: Audience) -> Iterator[str]:
    """Give the text of the card that asks a question, and its exact effects."""
    name = question.about.get("card")
    card = None if name is None or is_hidden(question, viewer) else find_card(match, name)
    if card is not None:
        yield from card_text(words, card)
        yield from effect_lines(words, card)


def dice_example(words: Words, roll: Roll) -> str:
    """Return an example of typing the dice on the table."""
    faces = islice(cycle(SOME_FACES), roll.dice)
    return words.say(AREA, "dice-typed", n=roll.dice, such=" ".join(map(str, faces)))


def _fact_examples(match: Match, question: Question[Any]) -> list[str]:
    """Return the first answers to a question about the field, with the names of the fighters in them."""
    if not isinstance(question, FieldQuestion):
        return []
    written = (write_answer(one, match, question) for one in question.fact.possible_answers())
    return list(islice(dict.fromkeys(written), MOST_SAID))


def _act_lines(words: Words, match: Match, question: ActQuestion[Any]) -> Iterator[str]:
    """Give what a fighter may do now, which charges fall short, and what is refused, each reason once."""
    names = match_names(match).cast
    short, refused = list[str](), dict[object, list[ActOption]]()
    options = list(options_to_tell(match, question))
    for one in options:
        refusal = _known_refusal(match, one)
        if refusal is not None:
            weapon = one.weapon.name if one.weapon else ""
            refused.setdefault((one.kind, weapon, refusal.reason), []).append(one)
        elif one.falls_short is True:
            said = names.label_in_moves(one.declared.target) if short else charge_line(match, one)
            short.append(words.say(AREA, "charge-short", charge=said, **_short_by(words, match, one)))
        elif _is_to_any_place(match, one):
            yield words.say(AREA, "offered", **_as_offered(words, match, question, one)).rstrip()
    yield from _numbered_lines(words, match, question, options)
    yield words.say(AREA, "offer.enter", text=write_answer(None, match, question))
    if short:
        yield words.say(AREA, "offered.short", charges=short)
    for first, *others in refused.values():
        yield _refused(words, match, question, first, others)


def _short_by(words: Words, match: Match, option: ActOption) -> dict[str, str]:
    """Return the length of a charge that falls short, and how long it may be."""
    phrases = Phrases(words, match_names(match).cast)
    far, most = way_cost(match, option.fighter, option.act.path), walk_allowance(match, option.act)
    return {"far": phrases.length(far), "most": phrases.length(most)}


def numbered_act_lines(words: Words, match: Match, question: ActQuestion[Any]) -> Iterator[str]:
    """Give the numbered acts, with their prices and chances."""
    yield from _numbered_lines(words, match, question, options_to_tell(match, question))


def _numbered_lines(
    words: Words, match: Match, question: ActQuestion[Any], options: Iterable[ActOption]
) -> Iterator[str]:
    for n, one in enumerate(_numbered_acts(match, question, options), start=1):
        yield words.say(AREA, "offer", n=n, **_as_offered(words, match, question, one)).rstrip()


def typed_act_lines(match: Match, question: ActQuestion[Any]) -> Iterator[str]:
    """Give the numbered acts, as they are typed."""
    for one in _numbered_acts(match, question, options_to_tell(match, question)):
        yield _option_as_typed(match, question, one)


def act_numbered(match: Match, question: ActQuestion[Any], n: int) -> str | None:
    """Return the line of the act with this number, or None."""
    acts = _numbered_acts(match, question, options_to_tell(match, question))
    one = next(islice(acts, n - 1, None), None) if n > 0 else None
    return None if one is None else _option_as_typed(match, question, one)


def _numbered_acts(
    match: Match, question: ActQuestion[Any], options: Iterable[ActOption]
) -> Iterator[ActOption]:
    """Give the listed acts that are allowed and need no place."""
    if not match.field.answers_about(question.fighter):
        return
    for one in options:
        if _is_to_any_place(match, one) or _known_refusal(match, one) is not None:
            continue
        if one.falls_short is not True:
            yield one


def _is_to_any_place(match: Match, option: ActOption) -> bool:
    return option.kind is Move and not match.field.asks_players


def _known_refusal(match: Match, option: ActOption) -> Refusal | None:
    """Return why an act is refused; not known for a Move to any place."""
    return None if _is_to_any_place(match, option) else option.refusal


def _as_offered(words: Words, match: Match, question: ActQuestion[Any], option: ActOption) -> dict[str, str]:
    """Return what is typed for an act, and its price."""
    with match.guessing():
        price = price_text(words, match, option)
    return {"text": _option_as_typed(match, question, option), "price": price}


def _refused(
    words: Words, match: Match, question: ActQuestion[Any], first: ActOption, others: Sequence[ActOption]
) -> str:
    """Tell why an act is refused, and the other targets refused for the same reason."""
    names, refusal = match_names(match).cast, first.refusal
    assert refusal is not None, "it was refused"  # noqa: S101  # by the caller
    why = f"{refusal_sentence(words, names, refusal)} [{refusal.rule}]"
    also = [names.label(one.target) for one in others if isinstance(one.target, Piece)]
    message = "offered.nor" if also else "offered.not"
    return words.say(AREA, message, text=_option_as_typed(match, question, first), why=why, also=also)


def _option_as_typed(match: Match, question: ActQuestion[Any], option: ActOption) -> str:
    """Return an option as it may be typed: a Move to any place, a throw at its target, a charge."""
    names = match_names(match).cast
    if option.kind is Move and not match.field.asks_players:
        (move,) = (form.pattern for form in FORMS if form.id == "move")
        return move.replace("FIGHTER", names.label_in_moves(option.fighter))
    if option.kind is Charge:
        return _charge_as_typed(match, question, option)
    line, aimed = write_answer(option.act, match, question), option.target
    if option.kind is not Throw or not isinstance(aimed, Piece):
        return line
    weapon, label = name_in_moves(option.declared.weapon.name), names.label_in_moves
    plain = f"{label(option.fighter)} throws {weapon} at {label(aimed)}"
    return plain if _read_or_none(plain, match, question) == option.act else line


def _charge_as_typed(match: Match, question: ActQuestion[Any], option: ActOption) -> str:
    """Return a charge at its target, with a route if only a detour is allowed."""
    plain = charge_line(match, option)
    if option.refusal is not None or match.field.asks_players:
        return plain
    line = write_answer(option.act, match, question)
    if line == plain:
        return plain
    said = _read_or_none(plain, match, question)
    straight = said is not None and not isinstance(known_objection(question, said), Refusal)
    return plain if straight and not will_fall_short(match, said) else line


def _read_or_none(line: str, match: Match, question: ActQuestion[Any]) -> Any:
    try:
        return read_answer(line, match, question)
    except Misread:
        return None


def _option_detail_lines(
    words: Words, match: Match, question: Question[Any], viewer: Audience
) -> Iterator[str]:
    """Give things to be placed with their size and price, and the cards to choose from with their texts."""
    phrases = Phrases(words, match_names(match).cast)
    for name in question.left if isinstance(question, PlacementQuestion) else ():
        piece = match.setup.scenery.get(str(name))
        size, origin = (scenery_size(words, piece), _origin_told(words, piece)) if piece else ("", "")
        price = _put_price(words, match, question, name)
        if told := words.join_phrases(filter(None, (size, origin, price))):
            yield words.say(AREA, "choosable", what=phrases.value_in_words(name), told=told)
    for card, text in card_texts_by_answer(words, match, question, viewer).items():
        yield words.say(AREA, "choosable", what=card, told=words.join_phrases(text))


def _origin_told(words: Words, piece: Scenery) -> str:
    """Tell which point of a piece lies at its place, if that is not its middle."""
    corners = piece.outline.corners
    x, y = ((max(axis) + min(axis)) / 2 for axis in zip(*corners, strict=True)) if corners else (0, 0)
    if not x and not y:
        return ""
    right, up = (words.decimal(f"{far:g}") for far in (x, y))
    return words.say(AREA, "placed-by", right=right, up=up)


def _put_price(words: Words, match: Match, question: Question[Any], name: Any) -> str:
    """Tell the price of placing one of the things that are left, if they are bought."""
    if isinstance(question, SceneryPurchase):
        price = element_cost(match, match.setup.scenery[name])
    elif isinstance(question, NpfPlacing):
        price = match.setup.npfs[name].level
    else:
        return ""
    return words.say(AREA, "put-price", n=price or 0)
