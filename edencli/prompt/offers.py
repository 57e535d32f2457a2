"""The open question at a prompt: one line with the numbers that matter, and the listed answers.

`_NUMBERS` says what is shown with a question, `_OPTION_NUMBERS` what is shown with each answer, by the class
of the question. Chances are exact, and shown in whole percent.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from edencli.lang import Words
from edencli.match.facts import AtScenery, FactGroup, FarAcross, Seeing
from edencli.match.match import Match, Query
from edencli.match.pieces import Audience, Piece, Side
from edencli.match.questions import (
    Bid,
    Choice,
    FieldListQuestion,
    FieldQuestion,
    HandQuestion,
    PlacementQuestion,
    Question,
    Roll,
)
from edencli.match.rules_api import total_value, why_not_measure
from edencli.model.fighter import Ability
from edencli.model.terms import Characteristic, Deployment, Marker, MissionKind, Quantity
from edencli.named_tuple import NamedTuple
from edencli.notation.names import match_names
from edencli.notation.writer import write_answer
from edencli.odds.dice import DIE_SIDES, good_faces, throw_odds
from edencli.odds.outcome import BurstFate, Fate
from edencli.pages.card_page import card_text
from edencli.pages.card_sentences import find_card
from edencli.rulebooks.values import AtLeast
from edencli.rules.acts import Blast, Melee, Move, Shot, Throw
from edencli.rules.ground import base, enemies_in_contact
from edencli.rules.melee import Reaction, reaction_of
from edencli.rules.missions import mission_of
from edencli.rules.npfs import Prowl, ProwlQuestion
from edencli.rules.questions import (
    ROLLS,
    Activation,
    ActQuestion,
    BurnTreatment,
    CancelChoice,
    ChargeTarget,
    FearTreatment,
    FighterDeployment,
    Interruption,
    LeaderChoice,
    LeaverStrike,
    MissionChoice,
    MomentChoice,
    NpfAttackTarget,
    NpfChargeTarget,
    NpfPlacing,
    RageTreatment,
    ReactionChoice,
    RoundBid,
    SceneryPlacing,
    SceneryPurchase,
    SetupBid,
    ShiftChoice,
    StrikeBack,
    TacticPlay,
    UseChoice,
)
from edencli.rules.rolls import limb_at
from edencli.rules.tactics import tactic_of, tactic_price
from edencli.rules.terrain import element_cost
from edencli.transcript.open_question import AREA, MOST_LISTED
from edencli.transcript.phrases import Phrases, is_hidden, question_sentence, refusal_sentence


def question_line(words: Words, match: Match, question: Question[Any], viewer: Audience) -> str:
    """Return a question in one line: the player, what is asked, and the numbers that matter for the answer.

    If a card asks about what has just happened, a line above says so.
    """
    words = words.of_book(match.book.key)
    phrases = Phrases(words, match_names(match).cast)
    if is_hidden(question, viewer):
        return question_sentence(words, phrases.names, question, viewer)
    if isinstance(question, ReactionChoice):
        with match.guessing():
            return _reaction_line(phrases, match, question)
    listing = not has_listed_answers(question) and type(question) not in _NUMBERS_OF_SHOPS
    sentence = question_sentence(words, phrases.names, question, viewer, listing=listing, apart=True)
    told = _NUMBERS.get(type(question), _none)
    with match.guessing():
        return words.say(AREA, "ask.apart").join((sentence, *told(phrases, match, question, viewer)))


def has_listed_answers(question: Question[Any]) -> bool:
    """Tell whether a question has so few answers that a prompt lists them."""
    return isinstance(question, Choice) and len(question.options) <= MOST_LISTED


NumberWriter = Callable[[Phrases, Match, Any, Audience], Iterator[str]]
"""The parts of what is shown beside a question."""


def _none(*_: object) -> Iterator[str]:
    yield from ()


def _opponent_sp(phrases: Phrases, match: Match, question: Question[Any], *_: Any) -> Iterator[str]:
    """Return the highest possible bid of the opponent."""
    if isinstance(question, Bid) and question.asked is not None:
        other, sp = phrases.player(question.asked.other), match.state.sides[question.asked.other].sp
        yield phrases.words.say(AREA, "ask.purse", player=other, sp=sp)


def _own_sp(phrases: Phrases, match: Match, question: Question[Any], *_: Any) -> Iterator[str]:
    if question.asked is not None:
        yield phrases.words.say(AREA, "number.sp", n=match.state.sides[question.asked].sp)


def _card_to_play(phrases: Phrases, match: Match, question: Question[Any], *_: Any) -> Iterator[str]:
    """Return the cost of a card, and the points available for it (tactical-phase.cost)."""
    if question.asked is not None:
        side = question.asked
        prices = _deck_prices(match, side)
        sp = match.state.sides[side].sp
        if len(prices) == 1:
            yield phrases.words.say(AREA, "ask.price", n=prices.pop(), sp=sp)
        else:
            yield phrases.words.say(AREA, "number.sp", n=sp)


def _card_played(phrases: Phrases, match: Match, question: CancelChoice, *_: Any) -> Iterator[str]:
    """Return the points available, and the text of the card that was played."""
    yield from _own_sp(phrases, match, question)
    side = question.asked
    band = match.setup.bands[side.other] if side is not None else None
    for card in band.tactics if band else ():
        if card.name == question.card:
            yield from card_text(phrases.words, card)


def _card_to_use(phrases: Phrases, match: Match, question: UseChoice, *_: Any) -> Iterator[str]:
    """Return the points available for a price, and the text of the ability."""
    if question.ap and question.fighter is not None:
        yield phrases.words.say(AREA, "ask.ap", n=match.state_of(question.fighter).ap)
    if question.sp:
        yield from _own_sp(phrases, match, question)
    card = find_card(match, question.card)
    if isinstance(card, Ability):
        yield from card_text(phrases.words, card)


def _spacing(phrases: Phrases, match: Match, question: Question[Any], *_: Any) -> Iterator[str]:
    """Return the distance that scenery must keep from everything else."""
    rules = match.book.preparation
    if isinstance(question, PlacementQuestion):
        message = f"ask.spacing.{_AT_LEAST[rules.scenery_exactly]}"
        yield phrases.words.say(AREA, message, least=rules.scenery_spacing)


def _zone(
    phrases: Phrases, match: Match, question: PlacementQuestion[Any], viewer: Audience
) -> Iterator[str]:
    """Return where fighters may be deployed: in which half, and how far from what (setup.7-half)."""
    side, rules = question.asked or match.first_player, match.book.preparation
    half, mission = match.state.sides[side].half, mission_of(match, side)
    if half is not None:
        yield phrases.words.say(AREA, "ask.half", half=phrases.term(half))
    if mission and mission.kind is MissionKind.SECRET and viewer not in {None, side}:
        return
    kind = mission.deployment if mission else Deployment.CONFRONTATION
    message = _AT_LEAST[rules.deployment_exactly]
    yield phrases.words.say(AREA, f"ask.{kind}.{message}", least=rules.deployment_distance)


_AT_LEAST = {AtLeast.EXACTLY_IS_ENOUGH: "least", AtLeast.MUST_EXCEED: "more"}


def _scenery_prices(
    phrases: Phrases, match: Match, question: PlacementQuestion[Any], *_: Any
) -> Iterator[str]:
    """Return the points left, and what they can still buy (territory.points)."""
    prices = {name: element_cost(match, match.setup.scenery[name]) or 0 for name in question.left}
    yield from _affordable(phrases, question.points, prices)
    yield from _spacing(phrases, match, question)


def _npf_prices(phrases: Phrases, match: Match, question: PlacementQuestion[Any], *_: Any) -> Iterator[str]:
    """Return the points left, the NPFs they can buy, and the distance between NPFs (infestation.place)."""
    levels = {name: match.setup.npfs[name].level or 0 for name in question.left}
    yield from _affordable(phrases, question.points, levels)
    if match.book.infestation is not None:
        yield phrases.words.say(AREA, "ask.npf-spacing", least=match.book.infestation.npf_spacing)


def _affordable(phrases: Phrases, points: int, prices: Mapping[str, int]) -> Iterator[str]:
    words = phrases.words
    yield words.say(AREA, "ask.points", n=points)
    yield words.join_list(
        words.say(AREA, "ask.for", what=name, n=n) for name, n in prices.items() if n <= points
    )


def _spd_to_exceed(phrases: Phrases, match: Match, question: Question[Any], *_: Any) -> Iterator[str]:
    """Return the SPD that an interrupting fighter must exceed (activation.interrupt)."""
    if question.fighter is not None:
        yield phrases.words.say(
            AREA,
            "ask.spd",
            fighter=phrases.value_in_words(question.fighter),
            spd=_spd(match, question.fighter),
        )


def _spd(match: Match, piece: Piece) -> int:
    return total_value(match, Query(Characteristic.SPD, piece))


def _strike_chance(phrases: Phrases, match: Match, question: Question[Any], *_: Any) -> Iterator[str]:
    """Return how likely a strike hurts, and the points left to pay for it."""
    if question.fighter is not None and question.target is not None:
        yield hurt_chances(phrases, match, Melee(fighter=question.fighter, target=question.target, free=True))
        yield phrases.words.say(AREA, "ask.ap", n=match.state_of(question.fighter).ap)


def _rage(phrases: Phrases, match: Match, question: Question[Any], *_: Any) -> Iterator[str]:
    if question.fighter is not None:
        n = match.state_of(question.fighter).markers.get(Marker.RAGE, 0)
        yield phrases.words.say(AREA, "ask.markers", n=n)


def _move_and_contact(phrases: Phrases, match: Match, question: ActQuestion[Any], *_: Any) -> Iterator[str]:
    """Return how far the activated fighter may move, and its contacts."""
    fighter, words = question.fighter, phrases.words
    placed = match.field.knows_places(fighter)
    if not match.field.answers_about(fighter) or (placed and why_not_measure(match, fighter)):
        return
    stay = Move(fighter=fighter, path=(base(match, fighter).centre,) if placed else ())
    yield words.say(AREA, "ask.move", most=total_value(match, Query(Quantity.DISTANCE, fighter, stay)))
    if foes := enemies_in_contact(match, fighter):
        yield words.say(AREA, "ask.contact", foes=phrases.values_in_words(foes))


def _prowling(phrases: Phrases, match: Match, question: ProwlQuestion, *_: Any) -> Iterator[str]:
    """Return how far an NPF prowls (infestation.prowl)."""
    prowl = Prowl(fighter=question.fighter, path=())
    most = total_value(match, Query(Quantity.DISTANCE, question.fighter, prowl))
    yield phrases.words.say(AREA, "ask.prowl", most=most)


def _fact_wording(phrases: Phrases, match: Match, question: FieldQuestion, *_: Any) -> Iterator[str]:
    """Return the one-word answers to a question about what only the players can see."""
    del match
    message = _FACT_MESSAGES.get(type(question.fact), "ask.eyes.so")
    if isinstance(question.fact, FactGroup):
        message = "ask.eyes.some"
    yield phrases.words.say(AREA, message)


_FACT_MESSAGES = {
    Seeing: "ask.eyes.seeing",
    FarAcross: "ask.eyes.far",
    AtScenery: "ask.eyes.where",
}


def _throw(phrases: Phrases, match: Match, roll: Roll, *_: Any) -> Iterator[str]:
    """Return how likely dice thrown by hand succeed."""
    del match
    if roll.needed is not None and roll.dice:
        cases = DIE_SIDES**roll.dice
        misses = (DIE_SIDES - good_faces(roll.needed)) ** roll.dice
        yield phrases.words.say(AREA, "ask.success", chance=chance_text(phrases.words, cases - misses, cases))


_NUMBERS_OF_SHOPS: Mapping[type[Question[Any]], NumberWriter] = {
    SceneryPurchase: _scenery_prices,
    NpfPlacing: _npf_prices,
}
_NUMBERS: Mapping[type[Question[Any]], NumberWriter] = {
    **_NUMBERS_OF_SHOPS,
    **dict.fromkeys(ROLLS.values(), _throw),
    ActQuestion: _move_and_contact,
    FieldQuestion: _fact_wording,
    FieldListQuestion: _fact_wording,
    ProwlQuestion: _prowling,
    UseChoice: _card_to_use,
    SetupBid: _opponent_sp,
    RoundBid: _opponent_sp,
    SceneryPlacing: _spacing,
    FighterDeployment: _zone,
    Interruption: _spd_to_exceed,
    TacticPlay: _card_to_play,
    MomentChoice: _card_to_play,
    CancelChoice: _card_played,
    LeaverStrike: _strike_chance,
    StrikeBack: _strike_chance,
    RageTreatment: _rage,
}
"""The function for the numbers of a question, by its class."""


def _reaction_line(phrases: Phrases, match: Match, question: ReactionChoice[Reaction]) -> str:
    """`Blue · Yuri (CBT 4) attacks Elenia (VIG 3) · 61 % hurt · AP 2`."""
    attacker, target = question.attacker, question.fighter
    assert target is not None, "somebody is attacked"  # noqa: S101  # a law of the question
    act = Melee(fighter=attacker, target=target, free=True)
    (fate, *_) = _fates(match, act)
    return phrases.words.say(
        AREA,
        "ask.reaction",
        player=phrases.player(question.asked),
        attacker=phrases.value_in_words(attacker),
        cbt=total_value(match, Query(Characteristic.CBT, attacker, act)),
        target=phrases.value_in_words(target),
        vig=total_value(match, Query(Characteristic.VIG, target, act)),
        hurt=chance_text(phrases.words, fate.hurt, fate.denominator),
        ap=match.state_of(target).ap,
    )


def _fates(match: Match, act: Melee | Shot | Throw | Blast) -> list[Fate | BurstFate]:
    """Return the outcomes of an attack for each fighter in its reach, if all stay passive."""
    from edencli.odds.attack import attack_odds  # a script is told without odds

    results = attack_odds(match, act, reactions=[Reaction.PASSIVE]).results
    return [fate for odds in results for fate in odds.fates]


def hurt_chances(
    phrases: Phrases, match: Match, act: Melee | Shot | Throw | Blast, *, may_react: bool = False
) -> str:
    """Return how likely an attack hurts each passive fighter in its reach; "" if it reaches none.

    If the target may react, the sentence says that the figure is for a passive target.
    """
    fates = _fates(match, act)
    alone = "number.hurt.passive" if may_react else "number.hurt"
    message = alone if len(fates) == 1 else "number.hurts"
    told = (
        phrases.words.say(
            AREA,
            message,
            fighter=phrases.value_in_words(fate.body.piece),
            chance=chance_text(phrases.words, fate.hurt, fate.denominator),
        )
        for fate in fates
    )
    return phrases.words.join_list(told)


def chance_text(words: Words, cases: int, of: int) -> str:
    """Return a number of cases in whole percent."""
    whole = (200 * cases + of) // (2 * of)
    if cases and not whole:
        return words.say(AREA, "chance.least")
    return words.say(AREA, "chance.most" if cases < of and whole == HUNDRED_PERCENT else "chance", n=whole)


HUNDRED_PERCENT = 100


class Offer(NamedTuple):
    """A listed answer: its key, line and price, and the objection against it.

    A key is short to type: a number is its own key, other answers are numbered. `name` is what the answer
    chooses; answers that are refused on the same `grounds` are shown together.
    """

    key: str
    line: str
    price: str
    objection: str
    name: str = ""
    grounds: tuple[str, ...] = ()

    def list_line(self, words: Words) -> str:
        """Return the line for a list: what to type, and the price or the objection."""
        message = "offered.not" if self.objection else "offer" if self.key else "offer.enter"
        values = {"n": self.key, "text": self.line, "price": self.price, "why": self.objection}
        return words.say(AREA, message, **values).rstrip()


def card_texts_by_answer(
    words: Words, match: Match, question: Question[Any], viewer: Audience
) -> dict[str, list[str]]:
    """Return the texts of the cards to choose from, by the answer that chooses one, or by name."""
    if question.asked is None or is_hidden(question, viewer):
        return {}
    band = match.setup.bands[question.asked]
    cards = band.missions if isinstance(question, MissionChoice) else band.tactics
    told = {card.name: card_text(words, card) for card in cards}
    if isinstance(question, HandQuestion):
        return {name: told[name] for name in question.deck}
    if not isinstance(question, MissionChoice | TacticPlay | MomentChoice):
        return {}
    return {write_answer(name, match, question): told[name] for name in question.options if name in told}


def offers(words: Words, match: Match, question: Question[Any], viewer: Audience) -> list[Offer]:
    """Return all listed answers, the refused ones with their reason; none if the question is hidden."""
    if not isinstance(question, Choice) or is_hidden(question, viewer):
        return []
    words, names = words.of_book(match.book.key), match_names(match).cast
    found, number = list[Offer](), 0
    for option in dict.fromkeys(question.options):
        if question.optional and (option is question.agreeable or _is_no_shift(question, option)):
            continue  # to decline says the same
        refusal = question.refusal(option)
        why = "" if refusal is None else f"{refusal_sentence(words, names, refusal)} [{refusal.rule}]"
        number += not why
        key = str(option) if type(option) is int else "" if why else str(number)
        line, price = write_answer(option, match, question), _price(words, match, question, option)
        grounds = () if refusal is None else (refusal.rule, refusal.reason)
        found.append(
            Offer(key, line, price, why, names.label(option) if isinstance(option, Piece) else line, grounds)
        )
    if question.optional:
        found.append(Offer("", write_answer(None, match, question), "", ""))
    return found


def _is_no_shift(question: Question[Any], option: Any) -> bool:
    return isinstance(question, ShiftChoice) and option == question.face


def _price(words: Words, match: Match, question: Question[Any], option: Any) -> str:
    """Return the price of an answer, and the numbers that matter for it."""
    told = _OPTION_NUMBERS.get(type(question), _no_numbers)
    with match.guessing():
        numbers = [
            one for one in told(Phrases(words, match_names(match).cast), match, question, option) if one
        ]
    return words.say(AREA, "numbers", numbers=words.join_list(numbers)) if numbers else ""


def _no_numbers(*_: object) -> Iterator[str]:
    yield from ()


def _reaction_price(phrases: Phrases, match: Match, question: Any, option: Reaction) -> Iterator[str]:
    act = reaction_of(question.fighter, option, question.attacker)
    price = total_value(match, Query(Quantity.AP, question.fighter, act))
    if price:
        yield phrases.words.say(AREA, "number.ap", n=price)


def _leading(phrases: Phrases, match: Match, _: Any, piece: Piece) -> Iterator[str]:
    """Return the PSI of a leader, which sets the size of the hand (setup.8-hand)."""
    yield phrases.words.say(AREA, "number.psi", n=total_value(match, Query(Characteristic.PSI, piece)))


def _spd_and_ap(phrases: Phrases, match: Match, _: Any, piece: Piece) -> Iterator[str]:
    """Return the SPD of a fighter, which decides interruptions, and its AP."""
    if piece in match.state.fighters:
        yield phrases.words.say(AREA, "number.spd", n=_spd(match, piece))
        yield phrases.words.say(AREA, "number.ap", n=match.state_of(piece).ap)


def _target_harm(phrases: Phrases, match: Match, question: Any, target: Any) -> Iterator[str]:
    if isinstance(target, Piece):
        yield hurt_chances(
            phrases, match, Melee(fighter=question.fighter, target=target, free=True), may_react=True
        )


def _burning(phrases: Phrases, match: Match, _: Any, piece: Piece) -> Iterator[str]:
    """Return how likely fire hurts a fighter (state.burn)."""
    from edencli.odds.attack import burn_odds  # a script is told without odds

    (fate,) = burn_odds(match, piece).fates
    hurt = chance_text(phrases.words, fate.hurt, fate.denominator)
    yield phrases.words.say(AREA, "number.hurt", chance=hurt)


def _frightened(phrases: Phrases, match: Match, _: Any, piece: Piece) -> Iterator[str]:
    """Return how likely a fighter shakes off at least one marker (intendancy.4)."""
    psi = total_value(match, Query(Characteristic.PSI, piece))
    odds = throw_odds(match.book, psi, match.book.conditions.fear_difficulty)
    shaken = chance_text(phrases.words, odds.denominator - odds.by_successes[0], odds.denominator)
    yield phrases.words.say(AREA, "ask.success", chance=shaken)


def _limb(phrases: Phrases, match: Match, question: Any, face: int) -> Iterator[str]:
    """Return the limb that a face hits, and the successes needed to move the die there."""
    yield phrases.value_in_words(limb_at(match, question.victim, face))
    yield phrases.words.say(AREA, "number.successes", n=abs(face - question.face))


def _card_prices(phrases: Phrases, match: Match, question: Any, name: str) -> Iterator[str]:
    """Return the cost of a card if costs differ, and the price for the opponent to cancel it."""
    if len(_deck_prices(match, question.asked)) > 1:
        yield phrases.words.say(AREA, "number.sp", n=tactic_price(match, question.asked, name).total)
    tactic = tactic_of(match, question.asked, name)
    if tactic is not None and tactic.cost.cards:
        yield phrases.words.say(AREA, "number.cards", n=tactic.cost.cards)
    if tactic is not None and tactic.cancellation is not None:
        yield phrases.words.say(AREA, "number.cancelled", n=tactic.cancellation)


def _deck_prices(match: Match, side: Side) -> set[int]:
    """Return the costs of all tactical cards of a deck, held or not, so that they reveal no hand."""
    deck = match.setup.bands[side].tactics
    return {tactic_price(match, side, card.name).total for card in deck}


_OPTION_NUMBERS: Mapping[type[Question[Any]], Callable[[Phrases, Match, Any, Any], Iterator[str]]] = {
    LeaderChoice: _leading,
    Activation: _spd_and_ap,
    Interruption: _spd_and_ap,
    ReactionChoice: _reaction_price,
    ShiftChoice: _limb,
    ChargeTarget: _target_harm,
    NpfAttackTarget: _target_harm,
    NpfChargeTarget: _target_harm,
    BurnTreatment: _burning,
    FearTreatment: _frightened,
    TacticPlay: _card_prices,
    MomentChoice: _card_prices,
}
"""The function for the numbers of each listed answer, by the class of the question."""
