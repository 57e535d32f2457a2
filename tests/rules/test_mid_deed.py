"""Deeds on the field that somebody meddles with: what is replaced counts, and nothing is taken twice."""

from collections.abc import Mapping

import pytest
from duels import (
    BLAST,
    BURN,
    ELENIA,
    HEAD,
    PROJECTILE,
    RED,
    SHOOTING,
    TORSO,
    VLADD,
    YLISS,
    YURI,
    fighter,
    item,
    use,
)
from listeners import Card, Effect, loses
from matches import At, active, among, element, positions

from edencli.match.events import (
    ApSpent,
    AttackBegun,
    AttackEnded,
    CpLost,
    Event,
    Left,
    MarkersRemoved,
    Rolled,
    Used,
)
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Piece
from edencli.match.questions import OrderChoice
from edencli.match.rules_api import do
from edencli.match.table_events import ActivationEnded, Moved, Placed, StepBegun
from edencli.rulebooks.values import Rulebook, rulebook

EN = rulebook("en")
FACING: Mapping[Piece, At] = {YURI: (10, 30), ELENIA: (13, 30), VLADD: (40, 10)}


def puts(piece: Piece, place: tuple[int, int]) -> Effect:
    """Put somebody elsewhere."""

    def effect(match: Match) -> Procedure[None]:
        yield from do(match, Placed(rule="move.moved", fighter=piece, place=place))

    return effect


def without(event: Event) -> None:
    """Forbid what would happen."""
    del event


@pytest.mark.rule("melee.response", "move.moved")
def test_who_is_moved_out_of_contact_strikes_nobody_back(book: Rulebook) -> None:
    """H-74: on the field, and still in contact."""
    away = Card(AttackEnded, then=puts(ELENIA, (30_000, 30_000)))
    game = active(book, FACING, listeners=[away])

    game.play("Yuri attacks Elenia", "Elenia responds", "6", "1", "1111")

    assert len(game.events(AttackEnded)) == 1
    assert game.question.rule == "action.cost"


@pytest.mark.rule("melee.response")
def test_the_blow_back_is_announced(book: Rulebook) -> None:
    game = active(book, FACING)

    game.play("Yuri attacks Elenia", "Elenia responds", "6", "1", "1111", "Elenia strikes back", "1111")

    begun = [(event.rule, event.attacker, event.how) for event in game.events(AttackBegun)]
    assert begun == [("melee.target", YURI, "melee"), ("melee.response", ELENIA, "strike-back")]


def test_a_blow_back_that_a_card_forbids_is_not_struck() -> None:
    forbidden = Card(AttackBegun, instead=lambda begun: None if begun.how == "strike-back" else begun)  # type: ignore[attr-defined]
    game = active(EN, FACING, listeners=[forbidden])

    game.play("Yuri attacks Elenia", "Elenia responds", "6", "1", "1111", "Elenia strikes back")

    assert len(game.events(Rolled)) == 1


def test_a_strike_at_a_leaver_that_a_card_forbids_was_paid_for_all_the_same() -> None:
    forbidden = Card(AttackBegun, instead=without)
    game = active(EN, FACING, listeners=[forbidden])

    game.play("Yuri moves to 10, 22", "1111", "Elenia strikes")

    assert (game[ELENIA].ap, game.events(AttackEnded)) == (2, [])
    assert positions(game.match)[YURI] == (10, 22)


@pytest.mark.rule("wound.cp-loss", "wound.incapacitated")
def test_a_loss_that_a_card_makes_worse_takes_no_more_than_there_is(book: Rulebook) -> None:
    worse = Card(CpLost, instead=lambda lost: lost.with_changes(limbs={TORSO: 9, HEAD: 2}))
    cards = {ELENIA: fighter(cp={TORSO: (2, 1)})}
    game = active(book, FACING, listeners=[worse], cards=cards)

    game.play("Yuri attacks Elenia", "Elenia stays passive", "4111", "4")

    assert game[ELENIA].lost == {TORSO: 3, HEAD: 2}
    assert game.last(CpLost).limbs == {TORSO: 3, HEAD: 2}
    assert game.last(AttackEnded).cp_lost == 5
    assert game.last(Left).fighter == ELENIA


def test_a_price_that_a_card_raises_takes_no_more_than_there_is() -> None:
    dearer = Card(ApSpent, instead=lambda spent: spent.with_changes(n=7))
    game = active(EN, FACING, listeners=[dearer])

    game.play("Yuri attacks Elenia", "Elenia stays passive", "1111")

    assert (game[YURI].ap, game.last(ApSpent).n) == (0, 3)


def test_more_markers_than_lie_there_are_not_taken() -> None:
    more = Card(MarkersRemoved, instead=lambda removed: removed.with_changes(n=4))
    game = active(EN, FACING, listeners=[more], before={YURI: {"markers": {BURN: 2}}})

    game.play("Yuri puts out a fire")

    assert (game[YURI].markers, game.last(MarkersRemoved).n) == ({}, 2)


@pytest.mark.rule("simultaneous", "blast.wounds")
def test_nobody_orders_what_can_no_longer_happen(book: Rulebook) -> None:
    """The first victim takes two others with him; the last is treated unasked."""
    flamer = item("Flamer", use(BLAST))
    third = Piece(ELENIA.side, "Bob")
    places: Mapping[Piece, At] = {
        YURI: (10, 30),
        ELENIA: (16, 30),
        YLISS: (18.5, 31.7),
        VLADD: (18.5, 28.3),
        third: (18.9, 25),
    }
    both = Card(AttackEnded, then=loses(YLISS))
    game = active(book, places, cards={YURI: fighter(gear=[flamer])}, listeners=[both])

    game.play("Yuri blasts with Flamer at 20, 30", "red picks Elenia")

    ordered = [one for one in game.asked if isinstance(one, OrderChoice) and len(one.options) > 1]
    assert len(ordered) == 1
    assert [event.victim for event in game.events(AttackEnded)] == [ELENIA, VLADD]


def test_a_charger_whose_target_is_moved_away_strikes_nobody() -> None:
    away = Card(Moved, then=puts(ELENIA, (40_000, 40_000)))
    game = active(EN, {**FACING, ELENIA: (20, 30)}, listeners=[away])

    game.play("Yuri charges Elenia")

    assert (game.events(AttackBegun), game[YURI].used_round) == ([], {"charge": 1})
    assert game.question.asked is RED


SLING = item("Sling", use(SHOOTING, range=30, strength=2))
POT = item("Pot", use(PROJECTILE, range=30, fear=1))
FLAMER = item("Flamer", use(BLAST))
AROUND = (
    element("Tower", radius=3, elevation=None, climbing=4),
    element("Barn", destruction=3),
    element("Bush", hiding=1, occupation=None),
)


@pytest.mark.rule("action.cost", books="en fr it pt")
@pytest.mark.parametrize(
    ("line", "elenia"),
    [
        ("Yuri moves to 20, 30", 40),
        ("Yuri charges Elenia", 18),
        ("Yuri charges Elenia", 29),
        ("Yuri attacks Elenia", 13),
        ("Yuri shoots Elenia", 20),
        ("Yuri throws Pot at 20, 30", 20),
        ("Yuri blasts with Flamer at 17, 30", 17),
        ("Yuri climbs Tower", 40),
        ("Yuri shoots Barn with Sling", 40),
        ("Yuri extinguishes", 40),
        ("Yuri hides in Bush", 40),
    ],
)
def test_who_is_put_out_as_he_pays_does_nothing_and_stays_out(book: Rulebook, line: str, elenia: int) -> None:
    cards = {YURI: fighter(gear=[SLING, POT, FLAMER])}
    game = among(
        book,
        {YURI: (10, 30), ELENIA: (elenia, 30), VLADD: (50, 5)},
        *AROUND,
        at=(10, 34.5),
        lying={"Barn": (30, 45), "Bush": (10, 26.5)},
        cards=cards,
        listeners=[Card(ApSpent, then=put_out_who_paid)],
        before={YURI: {"markers": {BURN: 1}}},
    )

    game.play(line)

    assert game.last(Left).fighter == YURI
    assert (game[YURI].on_field, game[YURI].place) == (False, None)
    after = game.match.log[game.match.log.index(game.last(Left)) + 1 :]
    assert {type(event) for event in after} <= {Used, ActivationEnded, StepBegun}
    assert game.question.rule == "activation.designate"


def put_out_who_paid(match: Match) -> Procedure[None]:
    """Put out the fighter whose action points were spent last."""
    paid = match.log[-1]
    assert isinstance(paid, ApSpent)
    yield from loses(paid.fighter)(match)


@pytest.mark.rule("disengage.strikes")
def test_an_enemy_who_is_put_out_as_she_pays_for_her_strike_strikes_nobody(book: Rulebook) -> None:
    def effect(match: Match) -> Procedure[None]:
        if match.log[-1].as_dict()["fighter"] == ELENIA:
            yield from loses(ELENIA)(match)

    game = active(book, {**FACING, YLISS: (50, 50)}, listeners=[Card(ApSpent, then=effect)])

    game.play("Yuri moves to 10, 22", "1111", "Elenia strikes")

    assert game.last(Left).fighter == ELENIA
    assert not game.events(AttackBegun)
    assert game.last(Moved).fighter == YURI


def test_a_fighter_who_is_put_out_in_mid_move_has_ended_his_activation() -> None:
    game = active(EN, FACING, listeners=[Card(Moved, then=loses(YURI))])

    game.play("Yuri moves to 10, 22", "6666")

    assert game.last(ActivationEnded).fighter == YURI
