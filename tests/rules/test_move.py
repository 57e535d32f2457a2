"""The Move as a deed: its price and limit, leaving contact, and being moved (chapters 2.D, 5)."""

from typing import Any

import pytest
from duels import ARMS, ELENIA, FEAR, HEAD, YLISS, YURI, fighter
from matches import active, positions

from edencli.match.events import ApSpent, AttackBegun, AttackEnded, Rolled
from edencli.match.field_kinds import ToldField
from edencli.match.pieces import Piece
from edencli.match.state import Gone
from edencli.match.table_events import ActivationEnded, Moved, Placed
from edencli.rulebooks.values import Rulebook

ALONE = {YURI: (10.0, 30.0), ELENIA: (50.0, 30.0)}
ENGAGED = {YURI: (10.0, 30.0), ELENIA: (13.0, 30.0), YLISS: (7.0, 30.0)}


@pytest.mark.rule("action.move", "action.cost")
def test_a_move_costs_a_point_and_is_walked_as_it_was_said(book: Rulebook) -> None:
    game = active(book, ALONE)

    game.play("Yuri moves to 16, 34 via 16, 30")

    assert game.last(Moved).path == ((10_000, 30_000), (16_000, 30_000), (16_000, 34_000))
    assert (game.last(Moved).cost, game.last(Moved).rule) == (10_000, "action.move")
    assert [(event.n, event.act) for event in game.events(ApSpent)] == [(1, "action.move")]
    assert positions(game.match)[YURI] == (16, 34)


@pytest.mark.rule("action.move", "action.per-round")
def test_a_fighter_moves_three_times_a_round(book: Rulebook) -> None:
    game = active(book, ALONE, before={YURI: {"ap": 5}})

    game.play("Yuri moves to 10, 20", "Yuri moves to 20, 20", "Yuri moves to 20, 30")

    refusal = game.refuse("Yuri moves to 20, 31")
    assert (refusal.rule, refusal.about["limit"]) == ("action.per-round", 3)
    assert game[YURI].ap == 2


@pytest.mark.rule("action.move")
def test_a_free_fighter_may_move_without_going_anywhere(book: Rulebook) -> None:
    """H-05: any length from nothing."""
    game = active(book, ALONE).play("Yuri stays")

    assert (game.last(Moved).cost, game[YURI].ap) == (0, 2)


@pytest.mark.rule("action.move")
def test_an_engaged_fighter_may_not_stay_in_contact(book: Rulebook) -> None:
    """H-69, H-66."""
    game = active(book, ENGAGED)

    assert game.objection("Yuri stays") == ("action.move", "ends-in-contact")
    assert game.objection("Yuri moves to 10, 30.005") == ("action.move", "ends-in-contact")


@pytest.mark.rule("action.move", "wound.removed", "setup.7-deploy")
def test_where_nobody_measures_a_move_is_said_to_touch_comrades_who_are_there(book: Rulebook) -> None:
    there, gone, absent = (Piece(YURI.side, name) for name in ("Vlädd", "Boris", "Igor"))
    before: dict[Any, Any] = {piece: {"on_field": True, "ap": 3} for piece in (YURI, ELENIA, there)}
    before |= {gone: {"gone": Gone.INCAPACITATED}, "state": {"field": ToldField()}}
    game = active(book, dict.fromkeys((YURI, there, gone, absent, ELENIA)), before=before)

    assert game.objection("Yuri moves touching Vlädd") is None
    assert game.objection("Yuri moves touching Boris") == ("wound.removed", "gone")
    assert game.objection("Yuri moves touching Igor") == ("setup.7-deploy", "not-on-field")
    assert game.objection("Yuri moves touching Elenia") == ("action.move", "ends-in-contact")
    assert game.objection("Yuri moves") is None


@pytest.mark.rule("action.move", "state.fear")
def test_of_all_actions_a_frightened_fighter_has_the_move(book: Rulebook) -> None:
    game = active(book, ALONE, before={YURI: {"markers": {FEAR: 2}}})

    assert game.objection("Yuri attacks Elenia") == ("state.fear", "afraid")
    game.play("Yuri moves to 10, 20")
    assert positions(game.match)[YURI] == (10, 20)


@pytest.mark.rule("action.move", "disengage.roll", "contact.free")
def test_who_touches_an_enemy_breaks_away_first_and_pays_before_he_rolls(book: Rulebook) -> None:
    game = active(book, ENGAGED)

    game.play("Yuri moves to 10, 22", "4111")

    kinds = [event.kind for event in game.match.log]
    assert kinds.index("ap-spent") < kinds.index("rolled") < kinds.index("moved")
    assert game.last(Rolled).step == "disengage.roll"
    assert positions(game.match)[YURI] == (10, 22)


@pytest.mark.rule("disengage.strikes", "disengage.not-activated", "action.move", "simultaneous")
def test_after_a_failure_enemies_strike_in_the_first_players_order_and_then_he_goes(book: Rulebook) -> None:
    """H-63, H-72: the strikes are met passively, in the German book too."""
    game = active(book, ENGAGED)

    game.play("Yuri moves to 10, 22", "1111", "red picks Yliss", "Yliss strikes", "1111")
    game.play("Elenia strikes", "4111", "2")

    begun = [(event.attacker, event.rule, event.how) for event in game.events(AttackBegun)]
    assert begun == [(YLISS, "disengage.strikes", "strike"), (ELENIA, "disengage.strikes", "strike")]
    assert (game[ELENIA].ap, game[ELENIA].activated, game[ELENIA].used_round) == (2, False, {"attack": 1})
    assert "melee.reaction" not in game.rules_asked()
    assert game[YURI].lost == {ARMS: 1}
    assert positions(game.match)[YURI] == (10, 22)


@pytest.mark.rule("disengage.roll", "action.move")
def test_when_nobody_strikes_he_simply_goes(book: Rulebook) -> None:
    """H-67."""
    game = active(book, {YURI: (10, 30), ELENIA: (13, 30)})

    game.play("Yuri moves to 10, 22", "1111", "Elenia does not strike")

    assert game.events(AttackBegun) == []
    assert positions(game.match)[YURI] == (10, 22)


@pytest.mark.rule("disengage.strikes", "wound.incapacitated", "activation.next")
def test_who_is_put_out_on_leaving_has_paid_and_goes_nowhere(book: Rulebook) -> None:
    """H-65; nobody is asked to order the strikes at who is gone."""
    places = {**ENGAGED, Piece(ELENIA.side, "Bob"): (10.0, 33.0)}
    game = active(book, places, cards={YURI: fighter(cp={HEAD: (1, 0)})})

    game.play("Yuri moves to 10, 22", "1111", "red picks Elenia", "Elenia strikes", "4111", "1")

    assert game.events(Moved) == []
    assert len(game.events(AttackEnded)) == 1
    assert game.rules_asked().count("simultaneous") == 1
    assert game.last(ActivationEnded).fighter == YURI
    assert game[YURI].ap == 2


@pytest.mark.rule("move.moved", "card-over-rule")
def test_who_is_moved_breaks_away_from_nobody_and_spends_nothing(book: Rulebook) -> None:
    """Source: fr 394: who is moved follows the effect that moves him."""
    game = active(book, ENGAGED)

    game.play("by agreement: Yuri is placed at 40, 40")

    assert game.last(Placed) == Placed(rule="move.moved", fighter=YURI, place=(40_000, 40_000))
    assert (game[YURI].ap, game.events(Rolled)) == (3, [])


@pytest.mark.rule("move.moved", "contact.touch")
def test_an_effect_may_even_move_somebody_into_contact(book: Rulebook) -> None:
    game = active(book, ALONE)

    game.play("by agreement: Yuri is placed at 47, 30", "Yuri attacks Elenia", "Elenia stays passive", "1111")

    assert game.last(AttackEnded).attacker == YURI
