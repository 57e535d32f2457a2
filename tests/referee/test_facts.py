"""A field that nobody measures: the referee asks for what a rule must know, and keeps it till one moves."""

from collections.abc import Iterable
from typing import Any

import pytest
from duels import ELENIA, SHOOTING, VLADD, YLISS, YURI, fighter, item, use
from matches import Game, active

from edencli.match.facts import UNSEEN, Fact, Room, Seeing, Touching
from edencli.match.pieces import Piece
from edencli.match.questions import FieldQuestion
from edencli.match.table_events import Placed
from edencli.rulebooks.values import Rulebook

ALL = (YURI, VLADD, ELENIA, YLISS)
PISTOL = item("Pistol", use(SHOOTING, strength=4, range=20))


def unmeasured(book: Rulebook, pieces: Iterable[Piece] = ALL, **given: Any) -> Game:
    """Begin where Yuri is activated, on a field of which nobody has said anything."""
    pieces = tuple(pieces)
    before: dict[Any, Any] = {piece: {"on_field": True, "ap": 3} for piece in pieces}
    cards = {piece: fighter(gear=[PISTOL]) for piece in pieces}
    before |= {"state": {"told": {}}}
    return active(book, dict.fromkeys(pieces), cards=cards, before=before, **given)


def asked_for(game: Game) -> Fact:
    """The fact that is asked for."""
    assert isinstance(game.question, FieldQuestion)
    return game.question.fact


def facts_asked(game: Game) -> list[Fact]:
    """Every fact that was asked for so far."""
    return [question.fact for question in game.asked if isinstance(question, FieldQuestion)]


@pytest.mark.rule("contact.touch", "melee.target")
def test_who_touches_whom_is_asked_before_a_blow(book: Rulebook) -> None:
    game = unmeasured(book).play("Yuri attacks Elenia")
    assert asked_for(game) == Touching(one=ELENIA, other=YURI)

    game.play("Yuri touches Elenia")

    assert game.question.rule == "melee.reaction"


@pytest.mark.rule("melee.target")
def test_an_act_that_a_fact_forbids_is_refused_and_the_fact_is_kept(book: Rulebook) -> None:
    game = unmeasured(book).play("Yuri attacks Elenia")

    assert game.settle("Yuri does not touch Elenia") == ("melee.target", "no-contact")

    assert game.question.rule == "action.cost"
    assert game.state.told == {Touching(one=ELENIA, other=YURI): False}
    assert game.objection("Yuri attacks Elenia") == ("melee.target", "no-contact")


@pytest.mark.rule("contact.touch")
def test_what_was_said_once_is_not_asked_again(book: Rulebook) -> None:
    game = unmeasured(book, [YURI, ELENIA]).play("Yuri attacks Elenia", "Elenia touches Yuri")
    game.play("Elenia stays passive", "1111", "Yuri attacks Elenia", "Elenia stays passive")

    assert facts_asked(game) == [Touching(one=ELENIA, other=YURI)]


@pytest.mark.rule("card-over-rule", "move.moved")
def test_a_fact_falls_when_a_fighter_whom_it_names_moves(book: Rulebook) -> None:
    game = unmeasured(book, [YURI, VLADD, ELENIA]).play("Yuri attacks Elenia", "Yuri touches Elenia")
    game.play("Elenia stays passive", "1111", "by agreement: Vladd is placed at 20, 20", "Vladd fits")
    assert game.last(Placed).fighter == VLADD
    game.play("Yuri attacks Elenia")
    assert game.question.rule == "melee.reaction"

    game.play("Elenia stays passive", "1111", "by agreement: Elenia is placed at 10, 10", "Elenia fits")

    assert game.state.told == {}


@pytest.mark.parametrize(
    ("fact", "told", "good"),
    [
        (Touching(one=YURI, other=ELENIA), True, True),
        (Touching(one=YURI, other=ELENIA), 1, False),
        (Touching(one=YURI, other=ELENIA), None, False),
        (Seeing(viewer=YURI, target=ELENIA), 0, True),
        (Seeing(viewer=YURI, target=ELENIA), UNSEEN, True),
        (Seeing(viewer=YURI, target=ELENIA), -2, False),
        (Seeing(viewer=YURI, target=ELENIA), True, False),
        (Room(mover=YURI, path=()), False, True),
    ],
)
def test_only_what_can_be_said_of_a_fact_answers_it(fact: Fact, told: Any, *, good: bool) -> None:
    refusal = FieldQuestion(asked=None, rule=fact.rule, about={}, fact=fact).refusal(told)

    assert (refusal is None) is good


@pytest.mark.rule("contact.touch")
def test_a_line_about_another_fact_answers_nothing(book: Rulebook) -> None:
    game = unmeasured(book).play("Yuri attacks Elenia")

    with pytest.raises(ValueError, match="another-fact"):
        game.play("Yuri touches Yliss")
