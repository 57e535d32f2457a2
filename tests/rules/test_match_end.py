"""Scores, and how a match ends (chapter 4)."""

from typing import Any

import pytest
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI
from listeners import Card
from matches import SECRET, Game, mission

from edencli.match.state import Gone
from edencli.match.table_events import MatchEnded, RoundBegun, VpScored
from edencli.rulebooks.values import Rulebook
from edencli.rules.steps import next_step

FOUR = {YURI: (10, 10), VLADD: (20, 10), ELENIA: (10, 50), YLISS: (20, 50)}
OUT = {"on_field": False, "place": None, "gone": Gone.INCAPACITATED, "ap": 0}


def ending(book: Rulebook, *, round_: int = 5, **before: Any) -> Game:
    """Stand at the last step of a round."""
    named = {"red": RED, "blue": BLUE, "yuri": YURI, "vladd": VLADD, "elenia": ELENIA, "yliss": YLISS}
    changed = {named[name]: parts for name, parts in before.items()}
    return Game(book, FOUR, step="intendancy.12", round_=round_, before=changed)


@pytest.mark.rule("match.rounds", "match.victory", "score.end")
def test_a_match_has_five_rounds_and_the_higher_score_wins(book: Rulebook) -> None:
    """Source: en 348, fr 500; the points of the end are counted before."""
    game = ending(book, red={"vp": 3}, blue={"vp": 2})

    assert (game.question.rule, game.question.asked) == ("score.end", RED)
    game.play("red adds nothing", "by agreement: blue gains 4 VP", "blue adds nothing")

    assert game.last(MatchEnded) == MatchEnded(
        rule="match.victory", why="match.rounds", winner=BLUE, red=3, blue=6
    )
    assert game.referee.is_over
    assert game.referee.question is None


@pytest.mark.rule("match.rounds", "intendancy.12")
def test_before_the_fifth_round_the_match_goes_on(book: Rulebook) -> None:
    game = ending(book, round_=4)

    assert game.events(MatchEnded) == []
    assert game.last(RoundBegun).round == 5
    last = ending(book, round_=5).pass_over("score.end", "score.end")
    assert last.last(MatchEnded).why == "match.rounds"


@pytest.mark.rule("match.draw", "score.end")
def test_equal_scores_are_a_draw(book: Rulebook) -> None:
    """The French edition does not say so, and nothing else."""
    game = ending(book, red={"vp": 2}, blue={"vp": 2}).pass_over("score.end", "score.end")

    assert game.last(MatchEnded) == MatchEnded(
        rule="match.draw", why="match.rounds", winner=None, red=2, blue=2
    )


@pytest.mark.rule("match.early-end", "match.victory", "score.end")
def test_a_match_ends_with_the_round_in_which_a_side_has_nobody_left(book: Rulebook) -> None:
    """H-138: to be the last is no victory by itself; the points of the end are counted."""
    game = ending(book, round_=2, yuri=OUT, vladd=OUT, red={"vp": 3}, blue={"vp": 1})

    assert game.question.rule == "score.end"
    game.pass_over("score.end", "score.end")

    ended = game.last(MatchEnded)
    assert (ended.why, ended.winner, ended.rule) == ("match.early-end", RED, "match.victory")


@pytest.mark.rule("match.early-end", "match.draw")
def test_a_match_ends_when_nobody_at_all_is_left(book: Rulebook) -> None:
    """The Portuguese "only one player has fighters" is read so too."""
    game = ending(book, round_=1, yuri=OUT, vladd=OUT, elenia=OUT, yliss=OUT)

    game.pass_over("score.end", "score.end")

    assert (game.last(MatchEnded).why, game.last(MatchEnded).winner) == ("match.early-end", None)


@pytest.mark.rule("match.rounds")
@pytest.mark.parametrize(("agreed", "last"), [("shorter by 1", 4), ("longer by 2", 7)])
def test_a_card_may_say_how_many_rounds_are_played(book: Rulebook, agreed: str, last: int) -> None:
    """The mission of the German picture: one round fewer."""
    for round_, is_over in ((last - 1, False), (last, True)):
        game = Game(book, FOUR, step="intendancy.10", round_=round_)
        game.play(f"by agreement: the match is {agreed}").pass_over("intendancy.10", "intendancy.10")
        game.pass_over(*["score.end", "score.end"][: 2 * is_over])

        assert bool(game.events(MatchEnded)) is is_over


@pytest.mark.rule("match.early-end")
def test_who_was_only_removed_is_not_on_the_field_either(book: Rulebook) -> None:
    away = {"on_field": False, "place": None, "gone": Gone.REMOVED, "ap": 0}
    game = ending(book, round_=1, elenia=away, yliss=away).pass_over("score.end", "score.end")

    assert game.last(MatchEnded).why == "match.early-end"
    assert game.referee.is_over


@pytest.mark.rule("score.floor")
def test_a_score_never_falls_below_zero(book: Rulebook) -> None:
    """H-139: at once, so that later points count in full."""
    game = Game(book, FOUR, step="intendancy.10", before={RED: {"vp": 2}})

    game.play("by agreement: red loses 5 VP", "by agreement: red gains 1 VP")

    assert [event.n for event in game.events(VpScored)] == [-2, 1]
    assert game.side(RED).vp == 1


@pytest.mark.rule("score.floor")
def test_a_loss_that_a_card_makes_worse_stops_at_zero_too(book: Rulebook) -> None:
    worse = Card(VpScored, instead=lambda scored: scored.with_changes(n=-9, rule="score.floor"))
    game = Game(book, FOUR, step="intendancy.10", before={RED: {"vp": 2}}, listeners=[worse])

    game.play("by agreement: red loses 1 VP")

    assert game.side(RED).vp == 0


@pytest.mark.rule("score.end", "mission.objective", "mission.kind")
def test_what_a_secret_mission_brings_is_its_owners_secret(book: Rulebook) -> None:
    """H-140."""
    decks = {RED: [mission("Quiet knife", SECRET)], BLUE: [mission("High tower")]}
    before = {RED: {"mission": "Quiet knife"}, BLUE: {"mission": "High tower"}}
    game = Game(book, FOUR, step="intendancy.12", round_=5, missions=decks, before=before)

    game.play("by agreement: red gains 3 VP", "red adds nothing", "by agreement: blue gains 1 VP")

    red, blue = game.events(VpScored)
    assert (red.seen_by(RED).n, red.seen_by(BLUE)) == (3, None)
    assert (blue.seen_by(RED).n, blue.seen_by(BLUE).n) == (1, 1)


def test_the_order_of_the_phases_and_of_their_steps_is_the_book_s(book: Rulebook) -> None:
    """A book that has the tactical phase last, and its intendancy backwards."""
    phases = ("first-player", "activation", "intendancy", "tactical-phase")
    turned = book.match.with_changes(phases=phases, intendancy=book.match.intendancy[::-1])
    match = Game(book.with_changes(match=turned), FOUR).match

    def follows(at: str) -> str:
        match.state.step = at
        return next_step(match)

    assert [follows(at) for at in ("intendancy.1", "intendancy.7")] == ["tactical-phase", "intendancy.6"]
    assert [follows(at) for at in ("setup.9-ap", "tactical-phase")] == ["first-player", "first-player"]
    assert [follows(at) for at in ("first-player", "activation")] == ["activation", "activation"]
    for piece in FOUR:
        match.state_of(piece).activated = True
    assert [follows(at) for at in ("first-player", "activation")] == ["intendancy.12", "intendancy.12"]
