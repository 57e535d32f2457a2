"""The intendancy phase, its twelve steps (chapter 4.B)."""

from typing import Any

import pytest
from duels import (
    ARMS,
    BLUE,
    BURN,
    ELENIA,
    FEAR,
    HEAD,
    POISON,
    RAGE,
    RED,
    SLOWDOWN,
    TORSO,
    VLADD,
    YLISS,
    YURI,
    complete,
    fighter,
)
from matches import Game

from edencli.match.card_events import TacticEnded
from edencli.match.events import CpLost, Left, MarkersRemoved, Rolled, Wounded
from edencli.match.pieces import Piece
from edencli.match.questions import Choice
from edencli.match.table_events import Agreed, ApGiven, ApLost, RoundBegun, StepBegun, VpScored
from edencli.model.terms import Marker
from edencli.rulebooks.values import Rulebook

FOUR = {YURI: (10, 10), VLADD: (20, 10), ELENIA: (10, 50), YLISS: (20, 50)}


def marked(book: Rulebook, step: str, *, first: Any = RED, **given: Any) -> Game:
    """Stand at a step with markers: `yuri={BURN: 1}` and so on."""
    who = {"yuri": YURI, "vladd": VLADD, "elenia": ELENIA, "yliss": YLISS}
    before: dict[Any, dict[str, Any]] = {
        who[name]: {"markers": dict(markers)} for name, markers in given.items()
    }
    return Game(book, FOUR, step=step, before={**before, "state": {"first_player": first}})


def markers(game: Game) -> dict[Piece, dict[Marker, int]]:
    return {piece: game[piece].markers for piece in FOUR if game[piece].markers}


@pytest.mark.rule("intendancy.1", "card-over-rule")
def test_first_what_cards_do_in_this_phase_the_first_player_first(book: Rulebook) -> None:
    """The books that say "notes" mean: resolves."""
    game = Game(book, FOUR, step="intendancy.1", before={"state": {"first_player": BLUE}})

    assert (game.question.rule, game.question.asked) == ("intendancy.1", BLUE)
    game.play("by agreement: Yuri loses 1 CP in the arms", "blue goes on")

    assert [event.what for event in game.events(Agreed)] == ["cp"]
    assert game[YURI].lost == {ARMS: 1}
    assert (game.question.rule, game.question.asked) == ("intendancy.1", RED)


@pytest.mark.rule("intendancy.2")
def test_nobodys_fighters_act_next_and_the_base_game_has_none(book: Rulebook) -> None:
    game = Game(book, FOUR, step="intendancy.1")

    game.pass_over("intendancy.1", "intendancy.1")

    steps = [event.step for event in game.events(StepBegun)]
    assert steps[:2] == ["intendancy.2", "intendancy.3"]


@pytest.mark.rule("intendancy.3", "state.burn")
def test_players_name_burning_fighters_in_turn_each_fighter_once(book: Rulebook) -> None:
    """H-102: any fighter, friend or enemy; who names him throws."""
    game = marked(book, "intendancy.3", yuri={BURN: 2}, elenia={BURN: 1}, yliss={BURN: 1})

    assert (game.question.rule, game.question.asked) == ("intendancy.3", RED)
    game.play("red picks Elenia", "111", "1")
    assert game.question.asked is BLUE
    assert isinstance(game.question, Choice)
    assert game.question.allowed_options() == [YURI, YLISS]
    game.play("blue picks Yuri", "111", "1", "111", "1")

    assert [event.fighter for event in game.events(MarkersRemoved)] == [ELENIA, YURI, YLISS]
    assert markers(game) == {YURI: {BURN: 1}}


@pytest.mark.rule("intendancy.3", "state.burn", "wound.wound")
def test_each_die_above_vig_wounds_one_limb_that_one_die_locates(book: Rulebook) -> None:
    game = marked(book, "intendancy.3", elenia={BURN: 3})

    game.play("456", "4")

    assert game.last(Rolled).needed == 5
    assert game[ELENIA].lost == {TORSO: 2}
    assert game[ELENIA].markers == {BURN: 2}


@pytest.mark.rule("intendancy.3", "gear.protection")
def test_protection_counts_against_fire(book: Rulebook) -> None:
    game = Game(
        book,
        FOUR,
        cards={ELENIA: fighter(vig=4, gear=[complete(1)])},
        step="intendancy.3",
        before={ELENIA: {"markers": {BURN: 1}}},
    )

    game.play("566", "4")

    assert (game.last(Wounded).wounds, game.last(Wounded).absorbed, game[ELENIA].lost) == (3, 1, {TORSO: 2})


@pytest.mark.rule("intendancy.3", "state.burn")
def test_a_vig_of_six_does_not_burn(book: Rulebook) -> None:
    """H-23."""
    game = Game(
        book,
        FOUR,
        cards={ELENIA: fighter(vig=6)},
        step="intendancy.3",
        before={ELENIA: {"markers": {BURN: 1}}},
    )

    game.play("666", "4")

    assert (game.events(CpLost), game[ELENIA].markers) == ([], {})


@pytest.mark.rule("intendancy.3", "wound.incapacitated")
def test_fire_may_put_a_fighter_out(book: Rulebook) -> None:
    game = Game(
        book,
        FOUR,
        cards={ELENIA: fighter(vig=1, cp={HEAD: (1, 1)})},
        step="intendancy.3",
        before={ELENIA: {"markers": {BURN: 1}}},
    )

    game.play("222", "1")

    assert game.last(Left).fighter == ELENIA
    assert game.events(MarkersRemoved) == []


@pytest.mark.rule("intendancy.4", "state.fear")
def test_frightened_fighters_roll_psi_named_by_their_own_players_in_turn(book: Rulebook) -> None:
    game = marked(book, "intendancy.4", yuri={FEAR: 1}, vladd={FEAR: 3}, elenia={FEAR: 2}, first=BLUE)

    game.play("5611")
    assert (game.question.rule, game.question.asked) == ("intendancy.4", RED)
    game.play("red picks Vlädd", "5411", "6611")

    assert [event.needed for event in game.events(Rolled)] == [5, 5, 5]
    assert [event.by for event in game.events(Rolled)] == [ELENIA, VLADD, YURI]
    assert markers(game) == {VLADD: {FEAR: 2}}


@pytest.mark.rule("intendancy.4", "state.fear", "state.poison")
def test_fear_is_fought_with_psi_as_it_is_poison_included(book: Rulebook) -> None:
    """H-103: step 4 comes before step 5. One marker a success, in the Italian book too."""
    game = marked(book, "intendancy.4", yuri={FEAR: 3, POISON: 1})

    game.play("556")

    assert markers(game) == {}
    assert len(game.last(Rolled).dice) == 3


@pytest.mark.rule("intendancy.5")
def test_everybody_loses_one_poison_marker(book: Rulebook) -> None:
    game = marked(book, "intendancy.5", yuri={POISON: 2}, yliss={POISON: 1})

    assert markers(game) == {YURI: {POISON: 1}}
    assert {event.rule for event in game.events(MarkersRemoved)} == {"intendancy.5"}


@pytest.mark.rule("intendancy.6")
def test_each_player_may_calm_his_own_fighters_one_by_one(book: Rulebook) -> None:
    """H-104, de 786: fighter by fighter, one marker each."""
    game = marked(book, "intendancy.6", yuri={RAGE: 2}, vladd={RAGE: 1}, elenia={RAGE: 1})

    game.play("Yuri calms down", "Vlädd stays enraged")
    assert game.question.asked is BLUE
    game.play("Elenia calms down")

    assert markers(game) == {YURI: {RAGE: 1}, VLADD: {RAGE: 1}}


@pytest.mark.rule("intendancy.7", "intendancy.8", "action.leftover-ap")
def test_unused_points_are_lost_and_everybody_has_three_again(book: Rulebook) -> None:
    game = Game(book, FOUR, step="intendancy.7", before={YURI: {"ap": 2}, VLADD: {"ap": 0}, YLISS: {"ap": 1}})

    lost = [(event.fighter, event.n) for event in game.events(ApLost)]
    assert lost == [(YURI, 2), (ELENIA, 3), (YLISS, 1)]
    assert [(event.fighter, event.n) for event in game.events(ApGiven)] == [(piece, 3) for piece in FOUR]
    assert [game[piece].ap for piece in FOUR] == [3, 3, 3, 3]


@pytest.mark.rule("intendancy.9", "state.slowdown")
def test_slowdown_takes_one_of_the_new_points_and_one_marker(book: Rulebook) -> None:
    """H-101: one, however many markers lie there."""
    game = marked(book, "intendancy.7", yuri={SLOWDOWN: 3}, elenia={SLOWDOWN: 1})

    assert [game[piece].ap for piece in FOUR] == [2, 3, 2, 3]
    assert markers(game) == {YURI: {SLOWDOWN: 2}}


@pytest.mark.rule("intendancy.10", "score.floor", "card-over-rule")
def test_the_points_of_the_round_are_counted_the_first_player_first(book: Rulebook) -> None:
    game = Game(book, FOUR, step="intendancy.10", before={"state": {"first_player": BLUE}, RED: {"vp": 1}})

    game.play("by agreement: blue gains 2 VP", "blue adds nothing")
    game.play("by agreement: red loses 3 VP", "red adds nothing")

    assert [(event.rule, event.side, event.n) for event in game.events(VpScored)] == [
        ("card-over-rule", BLUE, 2),
        ("score.floor", RED, -1),
    ]
    assert (game.side(RED).vp, game.side(BLUE).vp) == (0, 2)


@pytest.mark.rule("intendancy.11")
def test_what_lasts_to_the_end_of_the_round_ends(book: Rulebook) -> None:
    """Source of the example of tactical cards: en 435, fr 574, de 810, it 703, pt 476."""
    played = {"in_force": ("Ruse",), "played": ("Ruse",)}
    game = Game(book, FOUR, step="intendancy.10", before={RED: {**played}, BLUE: {"in_force": ("Rush",)}})
    game.pass_over("intendancy.10", "intendancy.10")

    assert [(event.side, event.card) for event in game.events(TacticEnded)] == [(RED, "Ruse"), (BLUE, "Rush")]
    assert game.side(RED).in_force == ()
    assert game.side(RED).played == ("Ruse",)


@pytest.mark.rule("intendancy.12")
def test_a_new_round_begins_and_everything_may_be_done_as_often_again(book: Rulebook) -> None:
    """H-56, H-141."""
    used = {"activated": True, "used_round": {"move": 3, "attack": 2}, "used_match": {"move": 5, "attack": 2}}
    state = {"passes": 2, "last_activator": RED}
    game = Game(book, FOUR, step="intendancy.12", round_=2, before={YURI: used, "state": state})

    assert game.last(RoundBegun) == RoundBegun(rule="intendancy.12", round=3)
    assert (game[YURI].activated, game[YURI].used_round) == (False, {})
    assert game[YURI].used_match == {"move": 5, "attack": 2}
    assert (game.state.passes, game.state.last_activator) == (0, None)


@pytest.mark.rule(
    "intendancy.1",
    "intendancy.2",
    "intendancy.3",
    "intendancy.4",
    "intendancy.5",
    "intendancy.6",
    "intendancy.7",
    "intendancy.8",
    "intendancy.9",
    "intendancy.10",
    "intendancy.11",
    "intendancy.12",
)
def test_the_twelve_steps_in_their_order(book: Rulebook) -> None:
    game = Game(book, FOUR, step="intendancy.1")

    game.pass_over("intendancy.1", "intendancy.1", "intendancy.10", "intendancy.10")

    steps = ["intendancy.1", *(event.step for event in game.events(StepBegun))]
    assert steps == [*book.match.intendancy, "first-player"]
    assert "intendancy.1" in game.rules_asked()
