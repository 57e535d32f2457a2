"""Charges: running, touching, striking, and falling short (chapter 5)."""

import pytest
from duels import ELENIA, FEAR, HEAD, VLADD, YLISS, YURI, fighter
from matches import active, positions, rock

from edencli.match.events import ApSpent, AttackBegun, AttackEnded
from edencli.match.pieces import Piece
from edencli.match.table_events import ActivationEnded, ChargeDeclared, ChargeEnded, ChargeFailed, Moved
from edencli.rulebooks.values import Rulebook

NEAR = {YURI: (10, 30), VLADD: (10, 50), ELENIA: (20, 30)}
FAR = {YURI: (10, 30), VLADD: (10, 50), ELENIA: (30, 30)}


@pytest.mark.rule("action.charge", "action.cost", "melee.target")
def test_a_charge_runs_into_contact_and_strikes_for_two_points(book: Rulebook) -> None:
    game = active(book, NEAR)

    game.play("Yuri charges Elenia", "Elenia stays passive", "1111")

    assert game.last(Moved).as_dict() == {
        "rule": "action.charge",
        "fighter": YURI,
        "how": "charge",
        "path": ((10_000, 30_000), (17_000, 30_000)),
        "cost": 7_000,
    }
    assert [(event.n, event.act) for event in game.events(ApSpent)] == [(2, "action.charge")]
    assert (game.last(AttackBegun).attacker, game.last(AttackBegun).target) == (YURI, ELENIA)
    assert game[YURI].used_round == {"charge": 1, "attack": 1}


@pytest.mark.rule("action.charge")
def test_the_target_of_a_charge_reacts_as_to_any_melee(book: Rulebook) -> None:
    game = active(book, NEAR)

    game.play("Yuri charges Elenia", "Elenia dodges", "4111", "2", "4111")

    assert (game.last(AttackEnded).success, game[ELENIA].ap) == (False, 2)


def test_where_no_card_awaits_it_a_charge_is_neither_declared_nor_ended_by_an_event(book: Rulebook) -> None:
    game = active(book, NEAR).play("Yuri charges Elenia", "Elenia stays passive", "1111")

    assert [event for event in game.match.log if isinstance(event, ChargeDeclared | ChargeEnded)] == []


@pytest.mark.rule("action.charge", "action.per-round")
def test_a_fighter_charges_once_a_round(book: Rulebook) -> None:
    game = active(book, NEAR, before={YURI: {"used_round": {"charge": 1}}})

    assert game.objection("Yuri charges Elenia") == ("action.per-round", "limit-reached")
    assert active(book, NEAR).objection("Yuri charges Elenia") is None
    game = active(book, NEAR)
    game.play("Yuri charges Elenia", "Elenia stays passive", "1111")


@pytest.mark.rule("action.cost")
def test_a_charge_needs_two_points(book: Rulebook) -> None:
    refusal = active(book, NEAR, before={YURI: {"ap": 1}}).refuse("Yuri charges Elenia")

    assert (refusal.rule, refusal.about["needed"], refusal.about["has"]) == ("action.cost", 2, 1)


@pytest.mark.rule("action.charge", "contact.free")
def test_only_a_free_fighter_charges(book: Rulebook) -> None:
    """H-62: and none charges whom he touches."""
    game = active(book, {YURI: (10, 30), ELENIA: (13, 30), YLISS: (10, 40)})

    assert game.objection("Yuri charges Yliss") == ("action.charge", "not-free")
    assert game.objection("Yuri charges Elenia without a step") == ("action.charge", "not-free")


@pytest.mark.rule("state.fear")
def test_a_frightened_fighter_does_not_charge(book: Rulebook) -> None:
    game = active(book, NEAR, before={YURI: {"markers": {FEAR: 1}}})

    assert game.objection("Yuri charges Elenia") == ("state.fear", "afraid")


@pytest.mark.rule("action.charge")
def test_nobody_charges_a_friend(book: Rulebook) -> None:
    assert active(book, NEAR).objection("Yuri charges Vlädd") == ("action.charge", "no-enemy")


@pytest.mark.rule("action.charge", "action.per-round")
def test_the_blow_of_a_charge_is_one_of_the_two_attacks(book: Rulebook) -> None:
    """H-57."""
    game = active(book, NEAR, before={YURI: {"ap": 4}})

    game.play("Yuri charges Elenia", "Elenia stays passive", "1111")
    game.play("Yuri attacks Elenia", "Elenia stays passive", "1111")

    assert game.objection("Yuri attacks Elenia") == ("action.per-round", "limit-reached")


@pytest.mark.rule("action.charge")
def test_who_has_no_attack_left_charges_without_a_blow(book: Rulebook) -> None:
    """H-58: what is free keeps its limits."""
    game = active(book, NEAR, before={YURI: {"used_round": {"attack": 2}}})

    game.play("Yuri charges Elenia")

    assert positions(game.match)[YURI] == (17, 30)
    assert game.events(AttackBegun) == []
    assert game.question.rule == "action.cost"


@pytest.mark.rule("action.charge")
def test_who_touches_several_strikes_whom_he_charged(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (20, 31.5), YLISS: (20, 28.5)})

    game.play("Yuri charges Yliss to 17.4, 30", "Yliss stays passive", "1111")

    assert game.last(AttackBegun).target == YLISS
    assert game.rules_asked().count("action.charge") == 0


@pytest.mark.rule("action.charge")
def test_who_touches_others_than_he_charged_names_one(book: Rulebook) -> None:
    """H-61: the target is named where the charge ends."""
    bob = Piece(ELENIA.side, "Bob")
    game = active(book, {YURI: (10, 30), ELENIA: (20, 31.5), YLISS: (20, 28.5), bob: (25, 30)})

    game.play("Yuri charges Bob to exactly 17.4, 30", "Yuri targets Elenia", "Elenia stays passive", "1111")

    assert game.last(AttackBegun).target == ELENIA


@pytest.mark.rule("action.charge-failed", "action.move", "action.cost", books="en fr de it")
def test_a_charge_that_falls_short_becomes_a_move_for_one_point(book: Rulebook) -> None:
    """H-59 (a): it counts as a Move and not as the charge of the round."""
    game = active(book, FAR)

    game.play("Yuri charges Elenia")

    assert game.last(ChargeFailed) == ChargeFailed(rule="action.charge-failed", fighter=YURI, becomes="move")
    assert (game.last(Moved).how, positions(game.match)[YURI]) == ("move", (20, 30))
    assert (game[YURI].ap, game[YURI].used_round) == (2, {"move": 1})
    assert game.objection("Yuri charges Elenia") is None


@pytest.mark.rule("action.charge-failed", "action.move", books="pt")
def test_the_portuguese_book_is_silent_and_plays_a_failed_charge_so_too(book: Rulebook) -> None:
    """Where it is silent the French text is played."""
    game = active(book, FAR)

    game.play("Yuri charges Elenia")

    assert (game[YURI].ap, game[YURI].used_round) == (2, {"move": 1})
    assert positions(game.match)[YURI] == (20, 30)


@pytest.mark.rule("action.charge-failed", "action.cost")
def test_a_failed_charge_that_cannot_be_a_move_is_put_back_and_ends_the_activation(book: Rulebook) -> None:
    """H-59 (b): after 10 cm he would stand on a marker; two points are lost, and the charge is used."""
    game = active(book, FAR, tokens={"Idol": (20, 30)})

    game.play("Yuri charges Elenia")

    assert game.last(ChargeFailed).becomes == "nothing"
    assert (positions(game.match)[YURI], game.events(Moved)) == ((10, 30), [])
    assert (game[YURI].ap, game[YURI].used_round) == (1, {"charge": 1})
    assert game.last(ActivationEnded).fighter == YURI


@pytest.mark.rule("action.charge-failed", "action.cost")
def test_a_failed_charge_without_a_move_left_is_put_back(book: Rulebook) -> None:
    game = active(book, FAR, before={YURI: {"used_round": {"move": 3}}})

    game.play("Yuri charges Elenia")

    assert (positions(game.match)[YURI], game[YURI].ap) == ((10, 30), 1)
    assert game.last(ActivationEnded).fighter == YURI


@pytest.mark.rule("action.charge", books="en de it pt")
def test_a_charge_that_ends_in_contact_with_another_on_its_way_has_not_failed(book: Rulebook) -> None:
    """After 10 cm he touches Yliss: contact with an enemy is what counts."""
    game = active(book, {**FAR, YLISS: (20, 33)})

    game.play("Yuri charges Elenia", "Yliss stays passive", "1111")

    assert (positions(game.match)[YURI], game.last(AttackBegun).target) == ((20, 30), YLISS)


@pytest.mark.rule("action.charge", books="fr")
def test_the_french_book_bars_that_way(book: Rulebook) -> None:
    game = active(book, {**FAR, YLISS: (20, 33)})

    assert game.objection("Yuri charges Elenia") == ("action.charge", "touches-on-the-way")


@pytest.mark.rule("marker.stop")
def test_a_charge_does_not_end_on_a_marker(book: Rulebook) -> None:
    game = active(book, NEAR, tokens={"Idol": (17, 30)})

    assert game.objection("Yuri charges Elenia") == ("marker.stop", "ends-on-marker")
    assert game.objection("Yuri charges Elenia via 18, 26 to 20, 27") is None


@pytest.mark.rule("action.charge", "scenery.slow")
def test_slow_ground_shortens_a_charge(book: Rulebook) -> None:
    """2 cm for each of the 4 cm on which the base is inside."""
    swamp = rock("Swamp", radius=0.5, slow=True, crossable=True)
    game = active(book, {**NEAR, ELENIA: (19, 30)}, scenery=[swamp], lying={"Swamp": (13, 30)})

    game.play("Yuri charges Elenia", "Elenia stays passive", "1111")

    assert game.last(Moved).cost == 10_000


@pytest.mark.rule("action.charge", "wound.incapacitated", "activation.next")
def test_who_is_put_out_by_the_answer_to_his_charge_is_gone(book: Rulebook) -> None:
    cards = {YURI: fighter(cp={HEAD: (1, 0)})}
    game = active(book, NEAR, cards=cards)

    game.play("Yuri charges Elenia", "Elenia responds", "1", "6", "4111", "1")

    assert game.match.is_on_field(YURI) is False
    assert game.last(ActivationEnded).fighter == YURI
