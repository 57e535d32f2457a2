"""What steady would have answered: heard at its moment, told to whom it concerns, no verdict on places."""

from duels import BLUE, ELENIA, RED, YURI, fighter
from matches import Game

from edencli.bots.advice import Adviser
from edencli.bots.steady import give_hint
from edencli.notation.reader import read_answer
from edencli.referee.view import match_seen_by
from edencli.rulebooks.values import rulebook


def stand(apart: float = 3) -> Game:
    """Two fighters who are worth something, the stronger has been activated, as no other could be."""
    cards = {piece: fighter(cbt=cbt).with_changes(value=20) for piece, cbt in ((YURI, 8), (ELENIA, 2))}
    return Game(rulebook("en"), {YURI: (20, 20), ELENIA: (20 + apart, 20)}, cards=cards)


def heard(game: Game, line: str) -> Adviser:
    """An adviser who heard one answer."""
    adviser, question = Adviser(), game.referee.question
    assert question is not None
    adviser.hear(game.match, question, read_answer(line, game.match, question))
    return adviser


def test_another_answer_is_noted_with_what_steady_would_do_and_why() -> None:
    game = stand()
    question = game.referee.question
    assert question is not None
    hint = give_hint(match_seen_by(game.match, RED), question)
    (advice,) = heard(game, "Yuri is done").advice

    assert (advice.side, advice.played, advice.line, advice.why) == (RED, "Yuri is done", hint.line, hint.why)
    assert advice.events == len(game.match.log)


def test_what_steady_would_answer_too_is_not_noted() -> None:
    game = stand()
    question = game.referee.question
    assert question is not None
    hint = give_hint(match_seen_by(game.match, RED), question)

    assert heard(game, hint.line).advice == []


def test_where_a_fighter_walks_to_is_no_difference() -> None:
    games = [stand(apart) for apart in range(6, 36, 4)]
    asked = [(game, question) for game in games if (question := game.referee.question) is not None]
    hints = [(game, give_hint(match_seen_by(game.match, RED), question).line) for game, question in asked]
    moving = [game for game, line in hints if " moves " in line]

    assert moving
    assert [heard(game, "Yuri moves to 20, 21").advice for game in moving] == [[]] * len(moving)


def test_a_side_reads_only_what_it_was_asked_itself() -> None:
    game = stand()
    adviser = heard(game, "Yuri is done")
    now = len(game.match.log)

    assert len(adviser.seen_by(None, now)) == len(adviser.seen_by(RED, now)) == 1
    assert adviser.seen_by(BLUE, now) == adviser.seen_by("public", now) == ()
    assert adviser.seen_by(None, now - 1) == ()
