"""Who is first in a round: bids, dice, and lost leaders (chapter 4.B)."""

from typing import Any

import pytest
from duels import BLUE, BURN, ELENIA, HEAD, RED, VLADD, YLISS, YURI, fighter
from matches import Game

from edencli.match.events import Left
from edencli.match.pieces import Side
from edencli.match.state import Gone
from edencli.match.table_events import BidsRevealed, DiceCompared, FirstPlayerSet, RoundBegun, StepBegun
from edencli.rulebooks.values import Rulebook

FOUR = {YURI: (10, 10), VLADD: (20, 10), ELENIA: (10, 50), YLISS: (20, 50)}


def round_begins(book: Rulebook, round_: int = 2, **before: Any) -> Game:
    """Stand at the beginning of a round, red with 6 SP and blue with 4, red led by Yuri, blue by Elenia."""
    red = {"sp": 6, "leader": YURI, **before.get("red", {})}
    blue = {"sp": 4, "leader": ELENIA, **before.get("blue", {})}
    return Game(book, FOUR, step="first-player", round_=round_, before={RED: red, BLUE: blue})


@pytest.mark.rule("first-player.bid", "bid")
def test_the_higher_bid_says_who_is_first(book: Rulebook) -> None:
    game = round_begins(book)

    game.play("red bids 1", "blue bids 3", "red goes first")

    assert game.last(BidsRevealed).as_dict() == {"rule": "bid", "red": 1, "blue": 3}
    assert game.last(FirstPlayerSet) == FirstPlayerSet(rule="first-player.bid", side=RED)
    assert (game.side(RED).sp, game.side(BLUE).sp) == (5, 1)


@pytest.mark.rule("first-player.bid")
@pytest.mark.parametrize(("red", "blue", "asked"), [(2, 1, RED), (1, 0, RED), (1, 2, BLUE), (0, 4, BLUE)])
def test_whoever_bid_more_is_asked_who_is_first(book: Rulebook, red: int, blue: int, asked: Side) -> None:
    game = round_begins(book).play(f"red bids {red}", f"blue bids {blue}")

    assert (game.question.rule, game.question.asked) == ("first-player.bid", asked)


@pytest.mark.rule("first-player.bid")
def test_there_is_a_bid_in_the_first_round_too(book: Rulebook) -> None:
    """Source: fr 520; the other books do not except it."""
    game = round_begins(book, 1)

    assert game.question.rule == "first-player.bid"
    game.play("red bids 0", "blue bids 1", "blue goes first")

    assert game.state.first_player is BLUE


@pytest.mark.rule("first-player.bid", "bid")
def test_who_has_nothing_left_bids_nothing_unasked(book: Rulebook) -> None:
    game = round_begins(book, red={"sp": 0})

    assert game.question.asked is BLUE
    game.play("blue bids 1", "blue goes first")

    assert game.last(BidsRevealed).red == 0


@pytest.mark.rule("first-player.tie")
def test_equal_bids_are_lost_and_the_higher_die_is_first(book: Rulebook) -> None:
    """No book lets the winner of the dice choose; the German "gewinnt" is read so too."""
    game = round_begins(book)

    game.play("red bids 2", "blue bids 2", "5", "5", "6", "1")

    assert [(event.red, event.blue, event.winner) for event in game.events(DiceCompared)] == [
        (5, 5, None),
        (6, 1, RED),
    ]
    assert game.last(FirstPlayerSet) == FirstPlayerSet(rule="first-player.tie", side=RED)
    assert (game.side(RED).sp, game.side(BLUE).sp) == (4, 2)
    assert game.question.rule == "activation.designate"


@pytest.mark.rule("first-player.leader-lost")
def test_after_the_loss_of_a_leader_the_opponent_chooses_without_a_bid(book: Rulebook) -> None:
    game = round_begins(book, 3, red={"leader_lost": 2})

    assert game.question.asked is BLUE
    game.play("red goes first")

    assert game.events(BidsRevealed) == []
    assert game.last(FirstPlayerSet) == FirstPlayerSet(rule="first-player.leader-lost", side=RED)
    assert (game.side(RED).sp, game.side(BLUE).sp) == (6, 4)


@pytest.mark.rule("first-player.leader-lost", "first-player.bid")
def test_a_leader_lost_earlier_changes_nothing_any_more(book: Rulebook) -> None:
    """H-44."""
    game = round_begins(book, 4, red={"leader_lost": 2}, blue={"leader_lost": 3})
    assert (game.question.rule, game.question.asked) == ("first-player.leader-lost", RED)

    assert round_begins(book, 4, red={"leader_lost": 2}).question.rule == "first-player.bid"


@pytest.mark.rule("first-player.bid")
def test_when_both_lost_their_leaders_there_is_a_bid(book: Rulebook) -> None:
    game = round_begins(book, 3, red={"leader_lost": 2}, blue={"leader_lost": 2})

    game.play("red bids 1", "blue bids 0", "red goes first")

    assert game.state.first_player is RED


@pytest.mark.rule("first-player.leader-lost", "intendancy.3", "intendancy.12", "wound.incapacitated")
def test_a_leader_who_burns_to_death_in_intendancy_was_lost_in_that_round(book: Rulebook) -> None:
    game = Game(
        book,
        FOUR,
        cards={YURI: fighter(vig=2, cp={HEAD: (1, 0)})},
        step="intendancy.3",
        round_=2,
        before={RED: {"leader": YURI}, BLUE: {"leader": ELENIA}, YURI: {"markers": {BURN: 1}}},
    )

    game.play("665", "1")

    assert game.side(RED).leader_lost == 2
    game.pass_over("intendancy.10", "intendancy.10")
    assert (game.state.round, game.question.rule) == (3, "first-player.leader-lost")
    assert game.question.asked is BLUE
    assert game.last(StepBegun).step == "first-player"


@pytest.mark.rule("first-player.bid", "wound.removed", "card-over-rule")
def test_a_leader_who_was_only_removed_leaves_the_bid_as_it_is(book: Rulebook) -> None:
    """H-45: incapacitated is what the rule says."""
    game = Game(
        book, FOUR, step="intendancy.10", before={RED: {"leader": YURI, "sp": 2}, BLUE: {"leader": ELENIA}}
    )

    game.play("by agreement: Yuri leaves the field").pass_over("intendancy.10", "intendancy.10")

    assert game.last(Left).why is Gone.REMOVED
    assert game.last(RoundBegun).round == 2
    assert game.question.rule == "first-player.bid"
