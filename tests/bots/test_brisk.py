"""`brisk`, the quick opponent: exact odds where fighters meet, no imagined position, nothing secret known."""

from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest
from contests import even_match, winner
from random_matches import begin_match

from edencli.bots import lookahead
from edencli.bots.appraisal import ap_value, foresee, outcome_value, points_at_stake
from edencli.bots.brisk import BriskPlayer
from edencli.bots.random_player import RandomPlayer, play_out
from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.match.questions import Question, Roll
from edencli.notation.writer import write_answer
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.referee.view import match_seen_by
from edencli.rules.acts import Melee
from edencli.rules.melee import Reaction
from edencli.rules.questions import ReactionChoice

NUMBERS = range(4)


def questions(match: Match, number: int) -> Iterator[tuple[Question[Any], Any]]:
    """Play a match by `brisk`, and yield each question with its answer before it is given."""
    referee, brisk, dice = Referee(match), BriskPlayer(match, number), SeededDice(number)
    while (question := referee.question) is not None:
        if isinstance(question, Roll):
            referee.answer(dice.throw(question))
            continue
        answer = brisk(question)
        yield question, answer
        referee.answer(answer)


@pytest.mark.parametrize("number", NUMBERS)
def test_it_answers_alike_who_sees_as_much_and_has_remembered_nothing(number: int) -> None:
    match, told = begin_match("en", number), 0

    for question, answer in questions(match, number):
        assert question.asked is not None
        seen = copy(match_seen_by(match, question.asked))
        seen.memory = []
        again = BriskPlayer(seen, number)(question)
        assert write_answer(again, match, question) == write_answer(answer, match, question)
        told += 1

    assert told > 50


def test_it_imagines_no_position_and_plays_nothing_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> None:
        raise AssertionError

    for name in ("copy_match", "match_with_fighters_at", "play_procedure"):
        monkeypatch.setattr(lookahead, name, forbidden)

    for number in NUMBERS:
        match = even_match("en", number)
        play_out(Referee(match), BriskPlayer(match, number), SeededDice(number))
        assert match.state.ended is not None


def test_it_reacts_as_the_exact_odds_say() -> None:
    reacted: list[Reaction] = []
    for number in range(8):
        match = even_match("fr", number)
        for question, answer in questions(match, number):
            if isinstance(question, ReactionChoice):
                assert worth_of(match, question, answer) == max(
                    worth_of(match, question, one) for one in question.allowed_options()
                )
                reacted.append(answer)

    assert len(set(reacted)) > 1


def worth_of(match: Match, question: ReactionChoice[Reaction], reaction: Reaction) -> float:
    """What a reaction is worth by the odds that `steady` foresees, without points of missions."""
    assert question.asked is not None
    view = match_seen_by(match, question.asked)
    attack = Melee(fighter=question.attacker, target=question.fighter)
    (outcome,) = (one for one in foresee(view, attack) if one.reaction is reaction)
    points = sum(
        points_at_stake(view, harm.piece)
        * harm.out
        / harm.per
        * (1 if harm.piece.side is question.asked else -1)
        for harm in outcome.harms
    )
    paid = 0 if reaction is Reaction.PASSIVE else ap_value(view, question.fighter)
    return round(outcome_value(view, question.asked, outcome) + points - paid, 3)


def test_it_beats_chance() -> None:
    won = 0
    for number in range(12):
        side = Side.RED if number % 2 else Side.BLUE
        match = even_match("en", number)
        brisk, chance = BriskPlayer(match, number), RandomPlayer(match, number)

        def answer(question: Question[Any]) -> Any:
            return (brisk if question.asked is side else chance)(question)  # noqa: B023  # called at once

        play_out(Referee(match), answer, SeededDice(number))
        won += winner(match) is side

    assert won >= 9
