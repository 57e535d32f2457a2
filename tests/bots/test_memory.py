"""What the practice opponent remembers of a match holds as long as all that was read for it is the same."""

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest
from duels import ELENIA, VLADD, YURI, fighter
from matches import BLUE, RED, Game
from random_matches import begin_match

from edencli.bots.appraisal import Threats
from edencli.bots.evaluations import bounded_evaluations, count_evaluations
from edencli.bots.lookahead import copy_match, points_due
from edencli.bots.memory import recall, recall_with_reads
from edencli.bots.overlay import overlay_match
from edencli.bots.random_player import RandomPlayer
from edencli.match.events import ApSpent
from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.match.position import dump_position
from edencli.match.questions import Roll
from edencli.match.state import State
from edencli.model.terms import LimbName, Marker
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.referee.view import match_seen_by
from edencli.rulebooks.values import rulebook
from edencli.rules.ground import fighters_on_field


def on_table() -> Match:
    """Yuri and Elenia in mid-field."""
    cards = {YURI: fighter(), ELENIA: fighter()}
    return Game(rulebook("en"), {YURI: (25, 30), ELENIA: (35, 30)}, cards=cards).match


class Finder:
    """Reads something of a match, and counts how often it was asked."""

    def __init__(self, read: Callable[[Match], Any]) -> None:
        self.read, self.asked = read, 0

    def __call__(self, match: Match) -> Any:
        """Read it."""
        self.asked += 1
        return self.read(match)


READS: dict[str, Callable[[Match], Any]] = {
    "place": lambda match: match.state_of(YURI).place,
    "lost": lambda match: match.state_of(YURI).cp_left(LimbName.HEAD),
    "markers": lambda match: match.state_of(YURI).markers.get(Marker.BURN, 0),
    "ap": lambda match: match.state_of(YURI).ap,
    "sp": lambda match: match.state.sides[RED].sp,
    "in force": lambda match: match.state.sides[RED].has_in_force("Haste"),
    "round": lambda match: match.state.round,
    "weather": lambda match: match.state.weather,
}
"""Ways to read a part of the state."""


def change(state: State, what: str) -> None:
    """Change the part that is read in a way."""
    yuri, red = state.fighters[YURI], state.sides[RED]
    if what == "place":
        state.place_fighter(YURI, (20_000, 20_000))
    elif what == "lost":
        yuri.lost[LimbName.HEAD] = 1
    elif what == "markers":
        yuri.markers[Marker.BURN] = 2
    elif what == "ap":
        yuri.spend_ap(1)
    elif what == "sp":
        red.sp += 1
    elif what == "in force":
        red.in_force = (*red.in_force, "Haste")
    elif what == "round":
        state.round += 1
    else:
        state.weather = ("mist",)


@pytest.mark.parametrize("what", READS)
@pytest.mark.parametrize("changed", READS)
def test_it_is_found_anew_if_what_was_read_has_changed_and_not_else(what: str, changed: str) -> None:
    match, find = on_table(), Finder(READS[what])
    before = recall(match, "it", find)

    change(match.state, changed)
    after = recall(match, "it", find)

    assert after == READS[what](match)
    assert find.asked == (2 if what == changed else 1)
    assert (before != after) is (what == changed)


def test_another_card_in_force_changes_nothing_that_asked_for_one() -> None:
    match, find = on_table(), Finder(READS["in force"])
    recall(match, "it", find)

    match.state.sides[RED].in_force = ("Ambush",)

    assert recall(match, "it", find) is False
    assert find.asked == 1


def test_what_was_found_earlier_is_remembered_when_all_is_as_it_was() -> None:
    match, find = on_table(), Finder(READS["round"])
    for round_ in (1, 2, 3, 1, 2, 3):
        match.state.round = round_
        assert recall(match, "it", find) == round_

    assert find.asked == 3


def test_what_the_log_told_is_not_kept() -> None:
    match, find = on_table(), Finder(lambda match: len(match.log))

    for _ in range(3):
        match.log.append(ApSpent(rule="action.move", fighter=YURI, act="action.move", n=1))
        assert recall(match, "it", find) == len(match.log)


def test_it_is_told_what_was_read() -> None:
    match = on_table()
    finding = recall_with_reads(match, "it", READS["place"])

    assert finding is not None
    assert (YURI, "place") in finding.read
    assert (ELENIA, "place") not in finding.read


def test_a_recalled_answer_weighs_as_much_as_one_that_is_found() -> None:
    match = on_table()

    def weigh() -> int:
        with bounded_evaluations() as counted:
            recall(match, "it", lambda _: count_evaluations(3))
        return counted[0]

    assert (weigh(), weigh()) == (3, 3)


def test_each_side_remembers_what_it_sees() -> None:
    """Their bands are not the same to both: what one side found is not recalled for the other."""
    match, find = begin_match("en", 4), Finder(lambda match: match.state.round)

    for side in (RED, BLUE, RED, BLUE):
        recall(match_seen_by(match, side), "it", find)

    assert find.asked == 2


@pytest.mark.parametrize("make", [overlay_match, copy_match])
def test_what_is_imagined_leaves_the_match_as_it_is(make: Callable[[Match], Match]) -> None:
    match = on_table()
    before = dump_position(match.state)
    there = make(match)
    assert there.state == match.state

    for what in READS:
        change(there.state, what)
        further = make(there)
        assert further.state == there.state
        further.state_of(ELENIA).lost[LimbName.LEGS] = 1

    assert dump_position(match.state) == before
    assert there.state_of(ELENIA).lost == {}
    assert there.state != match.state


def questions(book: str, number: int) -> Iterator[tuple[Match, Side]]:
    """A match that chance plays, before some of its answers."""
    match = begin_match(book, number)
    referee, player, dice = Referee(match), RandomPlayer(match, number), SeededDice(number)
    asked = 0
    while (question := referee.question) is not None:
        asked += 1
        if asked % 25 == 0 and question.asked is not None:
            yield match, question.asked
        referee.answer(dice.throw(question) if isinstance(question, Roll) else player(question))


def appraised(view: Match) -> object:
    """What everybody can do to everybody, and what the missions count."""
    threats = Threats(view)
    ways = {
        (one, other): [(way.reach, way.most, way.worth) for way in threats.ways_to_hurt(one, other)]
        for one, other in permutations(list(fighters_on_field(view.state))[:6], 2)
    }
    return ways, [points_due(view, side) for side in Side]


@pytest.mark.parametrize(("book", "number"), [("en", 3), ("fr", 13), ("de", 7), ("it", 15)])
def test_what_is_remembered_of_a_match_is_what_would_be_found_now(book: str, number: int) -> None:
    for match, side in questions(book, number):
        view = match_seen_by(match, side)
        forgetful = match_seen_by(match, side)
        forgetful.memory = []

        assert appraised(view) == appraised(forgetful)


def test_vladd_is_somebody_else() -> None:
    """A fighter who joins the match is looked at: nothing of before is recalled."""
    match, find = on_table(), Finder(lambda match: len(match.state.fighters))
    assert recall(match, "it", find) == 2

    match.state.fighters[VLADD] = match.state.fighters[YURI].copy()

    assert recall(match, "it", find) == 3
