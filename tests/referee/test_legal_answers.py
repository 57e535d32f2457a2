"""Legal answers are listed for every class of questions, each of them once, and each of them is taken."""

from itertools import product
from math import hypot
from typing import Any

import pytest
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI
from effects.carded import PLACES, Played, ability, begun
from matches import active, element, prepare
from question_table import question_classes

from edencli.match.facts import Covered, FactGroup
from edencli.match.field_kinds import ToldField
from edencli.match.pieces import Piece
from edencli.match.questions import (
    FieldListQuestion,
    FieldQuestion,
    PlacementQuestion,
    Question,
    fact_question,
)
from edencli.model.scenery import ElementName
from edencli.referee.legal_answers import _CANDIDATES, legal_answers
from edencli.rulebooks.values import rulebook
from edencli.rules.acts import Charge, Melee, Move, UseAbility
from edencli.rules.placing import DeployAll, FighterPlacement, NoRoom, SceneryPlacement
from edencli.rules.questions import BurnRoll, HandChoice, LocationRoll, RoundBid, SetupBid

EN = rulebook("en")
CLASSES = [*question_classes(), FieldQuestion, FieldListQuestion]


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_class_of_questions_has_answers_to_try(kind: type[Question[Any]]) -> None:
    assert [one for one in _CANDIDATES if issubclass(kind, one)]


def test_an_enemy_in_contact_is_struck_and_one_out_of_it_charged() -> None:
    game = active(EN, {YURI: (10, 30), ELENIA: (13, 30), YLISS: (20, 38)})
    question = game.referee.question
    assert question is not None

    listed = list(legal_answers(game.match, question))

    assert [one.target for one in listed if isinstance(one, Melee)] == [ELENIA]
    assert not any(isinstance(one, Charge | Move) and question.refusal(one) for one in listed)
    assert listed[-1] is None
    assert listed.count(None) == 1


def test_a_charge_goes_round_what_stands_in_its_straight_way() -> None:
    game = active(EN, {YURI: (10, 30), VLADD: (14, 30), ELENIA: (18, 30)})
    question = game.referee.question
    assert question is not None

    (charge,) = (one for one in legal_answers(game.match, question) if isinstance(one, Charge))

    assert len(charge.path) > 2
    assert question.refusal(charge) is None


def test_moves_lead_in_eight_directions_as_far_as_a_move_goes_and_no_farther() -> None:
    game = active(EN, {YURI: (30, 30), ELENIA: (55, 55)})
    question = game.referee.question
    assert question is not None

    ends = [one.path[-1] for one in legal_answers(game.match, question) if isinstance(one, Move)]

    ways = [(end.x - 30_000, end.y - 30_000) for end in ends]
    assert {(x, y) for x, y in ways if 0 in {x, y}} == {
        way for far in (10_000, 5_000) for way in ((far, 0), (0, far), (-far, 0), (0, -far))
    }
    slanting = [hypot(*way) for way in ways if 0 not in way]
    assert [9_800 < far <= 10_000 for far in slanting] == [True] * 4 + [False] * 4


@pytest.mark.parametrize(("radius", "fits"), [(2, True), (20, False)])
def test_what_may_be_placed_is_placed_somewhere_and_no_room_is_last(radius: float, *, fits: bool) -> None:
    scenery = [element(name, ElementName.TREE, radius=radius) for name in ("Oak", "Ash")]
    game = prepare(EN, (YURI, ELENIA), "setup.6-scenery", chapters=("territory",), scenery=scenery)
    question = game.play(f"red places Oak at {radius + 5}, {radius + 5}").referee.question
    assert question is not None

    listed = list(legal_answers(game.match, question))

    assert any(isinstance(one, SceneryPlacement) for one in listed) is fits
    assert None not in listed
    assert isinstance(listed[-1], NoRoom) or fits


@pytest.mark.parametrize(
    ("step", "kinds"),
    [("setup.6-scenery", {SceneryPlacement}), ("setup.7-deploy", {DeployAll, FighterPlacement})],
)
def test_where_nobody_measures_what_is_left_is_announced_and_nothing_else(
    step: str, kinds: set[type[object]]
) -> None:
    scenery = [element(name, ElementName.TREE, radius=2) for name in ("Oak", "Ash")]
    field = {"field": ToldField()}
    game = prepare(
        EN, (YURI, VLADD, ELENIA), step, chapters=("territory",), scenery=scenery, before={"": field}
    )
    if step == "setup.7-deploy":
        game.play("red takes the south half")
    question = game.referee.question
    assert isinstance(question, PlacementQuestion)

    assert {type(one) for one in _CANDIDATES[PlacementQuestion](game.match, question)} - {NoRoom} == kinds
    listed = [one for one in legal_answers(game.match, question) if one is not None]
    assert {type(one) for one in listed} - {NoRoom} == kinds


@pytest.mark.parametrize(("n", "told"), [(2, 4), (4, 16), (5, 7)])
def test_of_many_fighters_it_is_said_of_none_of_each_or_of_all(n: int, told: int) -> None:
    """Of up to four, of any of them."""
    game = active(EN, {YURI: (10, 30), ELENIA: (13, 30), YLISS: (20, 38)})
    pieces = tuple(Piece(YLISS.side, f"Rat {number}") for number in range(n))
    facts = tuple(Covered(by=YURI, template="Keg", victim=one) for one in pieces)
    question = fact_question(FactGroup(subject=YURI, facts=facts, pieces=pieces))

    found = list(_CANDIDATES[FieldQuestion](game.match, question))

    assert {(), pieces, *((one,) for one in pieces)} <= set(found)
    assert len(found) == len(set(found)) == told


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        (SetupBid(asked=RED, most=0), [0]),
        (RoundBid(asked=BLUE, most=3), [0, 1, 2, 3]),
        (LocationRoll(asked=RED, by=None, dice=1, step="", victim=YURI), [(n,) for n in range(1, 7)]),
        (BurnRoll(asked=RED, by=None, dice=2, victim=YURI), list(product(range(1, 7), repeat=2))),
        (
            HandChoice(asked=RED, deck=("Ruse", "Feint", "Feint", "Snare"), n=2),
            [("Ruse", "Feint"), ("Ruse", "Snare"), ("Feint", "Snare")],
        ),
    ],
    ids=["no SP", "3 SP", "a die", "two dice", "a hand"],
)
def test_every_bid_every_throw_and_every_hand_is_listed(question: Question[Any], answers: list[Any]) -> None:
    game = active(EN, {YURI: (10, 30), ELENIA: (13, 30)})

    assert list(legal_answers(game.match, question)) == answers


def test_what_a_card_has_moved_is_tried_in_eight_directions_all_the_way_and_half() -> None:
    push = "- {effect: now, do: [{op: push, who: {the: enemy-leader}, n: 5, by: own}]}"
    match = begun({YURI: [ability(push, kind="action")]}, places=PLACES | {ELENIA: (30, 30)})
    use = UseAbility(fighter=YURI, ability=match.state_of(YURI).card.abilities[0])
    question = Played(match, [("activation.designate", YURI), ("action.cost", use)]).referee.question
    assert question is not None

    tried = [one.place for one in legal_answers(match, question) if isinstance(one, FighterPlacement)]

    around = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]
    steps = [(5_000, 3_500), (2_500, 1_750)]
    assert tried == [
        (30_000 + x * (aslant if x and y else far), 30_000 + y * (aslant if x and y else far))
        for far, aslant in steps
        for x, y in around
    ]


def test_moves_begin_where_their_fighter_stands() -> None:
    game = active(EN, {YURI: (20, 40), ELENIA: (55, 5)})
    question = game.referee.question
    assert question is not None

    ends = {one.path[-1] for one in legal_answers(game.match, question) if isinstance(one, Move)}

    assert {(end.x - 20_000, end.y - 40_000) for end in ends} >= {
        (x * far, y * far) for far, (x, y) in product((10_000, 5_000), ((1, 0), (-1, 0), (0, 1), (0, -1)))
    }
    assert all(hypot(end.x - 20_000, end.y - 40_000) <= 10_000 for end in ends)
