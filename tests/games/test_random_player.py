"""The random player: always legal, never in step with the dice, lively, and loud when he cannot go on."""

from functools import cache

import pytest
from random_matches import COMBINATIONS, begin_match

from edencli.bots.random_acts import RandomSource
from edencli.bots.random_player import EndlessMatch, RandomPlayer, play_out
from edencli.match.events import AttackBegun, Reacted
from edencli.match.match import Match, Setup
from edencli.match.table_events import NoRoomFound
from edencli.model.scenery import Outline, Scenery
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.rulebooks.raw_books import BOOKS
from edencli.rules.questions import CharacteristicRoll
from edencli.rules.registry import create_match


def played(match: Match, seed: int, *, dice: int = 0, agreements: bool = False) -> Match:
    play_out(Referee(match), RandomPlayer(match, seed, agreements=agreements), SeededDice(dice))
    return match


@cache
def many() -> list[Match]:
    """One match for each combination of chapters in each book."""
    numbers = range(len(COMBINATIONS))
    return [played(begin_match(book, n), n, dice=n, agreements=True) for n in numbers for book in BOOKS]


def test_the_same_seed_plays_the_same_match() -> None:
    assert played(begin_match("en", 1), 5).log == played(begin_match("en", 1), 5).log


def test_another_seed_plays_another_match() -> None:
    assert played(begin_match("en", 1), 5).log != played(begin_match("en", 1), 6).log


def test_his_choices_are_not_in_step_with_dice_of_the_same_seed() -> None:
    roll = CharacteristicRoll(asked=None, by=None, dice=20)
    chance = RandomSource(7)

    assert tuple(chance.below(6) + 1 for _ in range(20)) != SeededDice(7).throw(roll)


def test_a_match_without_an_end_is_given_up_loudly() -> None:
    match = begin_match("en", 1)

    with pytest.raises(EndlessMatch, match="no end after 10 answers, in round 1"):
        play_out(Referee(match), RandomPlayer(match, 1), SeededDice(1), most=10)


@pytest.mark.parametrize(
    "kind",
    [
        *("moved", "charge-failed", "ability-used", "markers-removed", "interrupted", "passed", "redirected"),
        *("shifted", "cancelled", "opposed", "tactic-played", "tactic-cancelled", "left", "healed"),
        *("placed", "token-placed", "vp-scored", "agreed"),
    ],
)
def test_in_some_matches_everything_happens(kind: str) -> None:
    assert any(event.kind == kind for match in many() for event in match.log)


@pytest.mark.parametrize("how", ["melee", "shooting", "projectile", "blast"])
def test_he_attacks_in_every_way(how: str) -> None:
    ways = {event.how for match in many() for event in match.log if isinstance(event, AttackBegun)}

    assert how in ways


@pytest.mark.parametrize("reaction", ["passive", "dodge", "response"])
def test_he_reacts_in_every_way(reaction: str) -> None:
    reactions = {event.reaction for match in many() for event in match.log if isinstance(event, Reacted)}

    assert reaction in reactions


def test_most_matches_come_to_blood() -> None:
    bloody = [match for match in many() if any(event.kind == "cp-lost" for event in match.log)]

    assert len(bloody) > 0.8 * len(many())


def with_discs(radius: float, *, width: int) -> Match:
    """A match before its preparation, with two discs to be placed on a table of that width."""
    match = begin_match("en", 1)
    scenery = {
        name: Scenery(name=name, outline=Outline(radius=radius), crossable=True) for name in ("Sea", "Lake")
    }
    return create_match(match.book, match.state, Setup(bands=match.setup.bands, scenery=scenery, width=width))


def test_what_hardly_fits_is_put_where_it_fits() -> None:
    """Each may lie upon the middle line alone, at one end of it."""
    match = played(with_discs(25, width=120_000), 1)

    assert match.state.scenery.keys() == {"Sea", "Lake"}


def test_who_finds_no_room_says_so() -> None:
    match = played(with_discs(29, width=60_000), 1)

    assert match.state.scenery == {}
    assert [event.what for event in match.log if isinstance(event, NoRoomFound)] == ["scenery"]
