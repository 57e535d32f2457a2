"""His reactions and shifts are those of a brute force: every throw of the dice is played by the rules."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from duels import ELENIA, YURI
from effects.carded import ability
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from odds.every_throw import Odometer, ends
from odds.profiles import at_random, blow, chance, gun, shot, table

from edencli.bots.appraisal import (
    AP_AFTER_ACTIVATION,
    AP_BEFORE_ACTIVATION,
    FIGHTER_FACTOR,
    OUT_OF_ACTION_CP,
    WORTH_GRAIN,
)
from edencli.bots.steady import choose_answer
from edencli.effects.begin import create_match_with_cards
from edencli.match.match import Act, Match
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Question, Roll
from edencli.match.rules_api import perform
from edencli.odds.attack import attack_odds
from edencli.odds.outcome import Odds
from edencli.odds.shifting import Policy
from edencli.referee.answers import drive
from edencli.referee.view import match_seen_by
from edencli.rulebooks.raw_books import BOOKS
from edencli.rulebooks.values import rulebook
from edencli.rules.melee import Reaction
from edencli.rules.questions import ReactionChoice, ShiftChoice

ROUNDED = 8 * WORTH_GRAIN
"""What rounding makes of a worth at most: a few parts of it are brought to their grain."""


class Stopped(Exception):  # noqa: N818  # it is where a test wanted to be
    """A question at which a procedure is stopped."""


def stop_at(match: Match, act: Act, kind: type[Question[Any]], answer: Callable[[Question[Any]], Any]) -> Any:
    """Perform an act up to its first question of a kind; None when there is none."""

    def stop(question: Question[Any]) -> Any:
        if isinstance(question, kind):
            raise Stopped(question)
        return answer(question)

    try:
        drive(perform(match, act), stop)
    except Stopped as stopped:
        return stopped.args[0]
    return None


MODIFIERS = (
    (),
    (ability("- {effect: adds, to: cbt, by: 1}"),),
    (ability("- {effect: adds, to: vig, by: -1, acts: [melee]}"),),
    (ability("- {effect: adds, to: vig, by: 2}"),),
)
"""What a card of a fighter adds to numbers of his attacks, or of those on him."""


def fighters(most: int) -> st.SearchStrategy[Any]:
    return st.builds(lambda seed: at_random(chance(seed), most=most), st.integers())


@st.composite
def tables(draw: Any, most: int = 8) -> Callable[[], Match]:
    """Two fighters in any condition, whose activations are still to come or over."""
    book, yuri, elenia = rulebook(draw(st.sampled_from(BOOKS))), draw(fighters(most)), draw(fighters(most))
    activated, ap = draw(st.booleans()), draw(st.integers(1, 3))
    attacking = draw(st.booleans())
    cards = {piece: draw(st.sampled_from(MODIFIERS)) for piece in (YURI, ELENIA)}

    def start() -> Match:
        state = table(book, yuri, elenia, gear=gun(2)).state
        for piece, modifier in cards.items():
            state.fighters[piece].card = state.fighters[piece].card.with_changes(abilities=modifier)
        match = create_match_with_cards(book, state)
        match.state_of(ELENIA).activated, match.state_of(ELENIA).ap = activated, ap
        match.state_of(YURI).activated = attacking
        return match

    return start


def price_of(match: Match, reaction: Reaction) -> Fraction:
    """What Elenia's AP are worth to her, in CP: all of them to who is still to act."""
    if reaction is Reaction.PASSIVE:
        return Fraction(0)
    if not match.state_of(ELENIA).activated:
        return Fraction(AP_BEFORE_ACTIVATION)
    return Fraction(AP_AFTER_ACTIVATION) if not match.state_of(YURI).activated else Fraction(0)


def points(lost: int, *, out: bool, match: Match, piece: Piece) -> int:
    return match.state_of(piece).card.value_in(match.book.key) * (lost + OUT_OF_ACTION_CP * out)


@given(tables())
@settings(max_examples=100, deadline=None)
def test_his_reaction_is_the_best_of_all_by_the_exact_odds(start: Callable[[], Match]) -> None:
    match = start()
    question = stop_at(match, blow(), ReactionChoice, lambda _: ())
    assume(question is not None)
    worth = {}
    for odds in attack_odds(match, blow(), Policy.MAX_KILL).results:
        assert isinstance(odds, Odds)
        total = Fraction(0)
        for harms, n in odds.joint.items():
            for body, harm in zip(odds.bodies, harms, strict=True):
                count = points(harm[1], out=body.is_out(harm), match=match, piece=body.piece)
                total += Fraction(n * count, odds.denominator) * (-1 if body.piece == ELENIA else 1)
        assert odds.reaction is not None
        value = match.state_of(ELENIA).card.value_in(match.book.key)
        worth[odds.reaction] = FIGHTER_FACTOR * (total - value * price_of(match, odds.reaction))

    thought = choose_answer(match_seen_by(match, Side.BLUE), question)

    assert worth[thought.answer] == max(worth.values())
    assert abs(thought.worth - worth[thought.answer]) < ROUNDED


@given(tables(most=2))
@settings(max_examples=8, deadline=None)
def test_his_reaction_is_the_best_when_every_throw_is_played(start: Callable[[], Match]) -> None:
    match = start()
    question = stop_at(match, blow(), ReactionChoice, lambda _: ())
    assume(question is not None)
    worth = {}
    for reaction in question.allowed_options():
        total = weights = Fraction(0)
        runs = ends(
            start, lambda at: perform(at, blow()), act=blow(), reaction=reaction, policy=Policy.MAX_KILL
        )
        for end in runs:
            for piece, sign in ((ELENIA, -1), (YURI, 1)):
                (_, lost), out = end.harms(piece)[0], not end.match.is_on_field(piece)
                total += end.weight * sign * points(lost, out=out, match=match, piece=piece)
            weights += end.weight
        value = match.state_of(ELENIA).card.value_in(match.book.key)
        worth[reaction] = FIGHTER_FACTOR * (total / weights - value * price_of(match, reaction))

    thought = choose_answer(match_seen_by(match, Side.BLUE), question)

    assert worth[thought.answer] == max(worth.values())
    assert abs(thought.worth - worth[thought.answer]) < ROUNDED


class Fixed:
    """Gives the answers of a list, and after them the throws of an odometer."""

    def __init__(self, given: list[Any], wheels: Odometer) -> None:
        self._given, self._wheels = list(given), wheels

    def __call__(self, question: Question[Any]) -> Any:
        """Answer."""
        if self._given:
            return self._given.pop(0)
        assert isinstance(question, Roll)
        return self._wheels.throw(question)


def played_out(start: Callable[[], Match], act: Act, given: list[Any]) -> Iterator[tuple[Fraction, Match]]:
    """Perform an act with these answers, and all that follow over every throw."""
    wheels = Odometer(whole=False)
    while True:
        match = start()
        wheels.start()
        drive(perform(match, act), Fixed(given, wheels))
        yield wheels.weight, match
        if not wheels.step():
            return


@given(
    tables(most=5), st.sampled_from([*Reaction][:2]), st.integers(), st.sampled_from([blow(), shot(gun(2))])
)
@settings(max_examples=60, deadline=None)
def test_his_shift_is_the_best_when_every_throw_is_played(
    start: Callable[[], Match], reaction: Reaction, seed: int, act: Act
) -> None:
    """Most likely out, then most CP lost; of what is equal, what costs least, then the lower face."""
    dice, given_ = chance(seed), list[Any]()
    match = start()

    def answer(question: Question[Any]) -> Any:
        if isinstance(question, ReactionChoice):
            given_.append(reaction if question.refusal(reaction) is None else Reaction.PASSIVE)
        else:
            assert isinstance(question, Roll)
            lucky = (4, 5, 6) if question.needed else (1, 2, 3, 4, 5, 6)
            given_.append(tuple(dice.choice(lucky) for _ in range(question.dice)))
        return given_[-1]

    question = stop_at(match, act, ShiftChoice, answer)
    assume(question is not None)
    before = _lost(match)
    worth = {}
    for face in question.allowed_options():
        out = lost = Fraction(0)
        for weight, end in played_out(start, act, [*given_, face]):
            out += weight * (not end.is_on_field(ELENIA))
            lost += weight * (_lost(end) - before)
        worth[face] = (out, lost, -abs(face - question.face), -face)

    chosen = choose_answer(match_seen_by(match, Side.RED), question).answer

    assert (chosen or question.face) == max(worth, key=lambda face: worth[face])


def _lost(match: Match) -> int:
    return sum(match.state_of(ELENIA).lost.values())
