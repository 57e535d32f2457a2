"""By agreement: what cards do, done by both players till cards do it themselves (chapter 2.H)."""

from typing import Any

import pytest
import rule_report
from duels import ARMS, BLUE, ELENIA, FEAR, HEAD, POISON, RED, VLADD, YLISS, YURI, fighter
from matches import At, Game, active, mission, prepare, rock

from edencli.match.events import ApSpent, CpLost, Healed, Left, LimbChanged, MarkersAdded, MarkersRemoved
from edencli.match.pieces import Piece
from edencli.match.questions import Agreement
from edencli.match.state import Gone
from edencli.match.table_events import ActivationEnded, Agreed, ApGiven, SpReserved, TokenPlaced, VpScored
from edencli.model.terms import MOST_ROUNDS_MORE
from edencli.rulebooks.values import Rulebook
from edencli.rules.agreement import why_not_agree

FOUR: dict[Piece, At] = {YURI: (10, 30), VLADD: (10, 50), ELENIA: (30, 30), YLISS: (30, 50)}


def between_acts(book: Rulebook, **given: Any) -> Game:
    """Stand where Yuri is activated, and what he does is asked."""
    return active(book, FOUR, **given)


@pytest.mark.rule("card-over-rule")
def test_an_agreement_says_that_it_is_one_and_the_question_is_asked_again(book: Rulebook) -> None:
    game = between_acts(book)

    game.play("by agreement: Yuri gains 2 AP")

    assert game.match.log[-2:] == [
        Agreed(rule="card-over-rule", what="ap"),
        ApGiven(rule="card-over-rule", fighter=YURI, n=2),
    ]
    assert game[YURI].ap == 5
    assert (game.question.rule, game.question.about["ap"]) == ("action.cost", 5)


@pytest.mark.rule("card-over-rule")
@pytest.mark.parametrize("way", [1, -1])
def test_a_match_grows_and_shrinks_by_so_many_rounds_at_most(book: Rulebook, way: int) -> None:
    game = between_acts(book, before={"state": {"rounds_more": way * MOST_ROUNDS_MORE}})

    refusals = [why_not_agree(game.match, Agreement(what="rounds", subject=RED, n=n)) for n in (way, -way, 0)]

    rule_report.note(refusals)
    assert [one and one.reason for one in refusals] == ["too-much", None, "changes-nothing"]


@pytest.mark.rule("card-over-rule")
def test_points_are_given_and_taken_and_none_that_are_not_there(book: Rulebook) -> None:
    game = between_acts(book, before={RED: {"sp": 2}, BLUE: {"vp": 1}})

    game.play("by agreement: Elenia loses 5 AP", "by agreement: red loses 5 SP")
    game.play("by agreement: blue gains 3 SP", "by agreement: blue loses 4 VP")
    game.play("by agreement: red gains 2 VP")

    assert game.last(ApSpent).n == 3
    assert [(event.side, event.n) for event in game.events(SpReserved)] == [(RED, 0), (BLUE, 3)]
    assert [(event.side, event.n) for event in game.events(VpScored)] == [(BLUE, -1), (RED, 2)]
    assert (game[ELENIA].ap, game.side(RED).sp, game.side(RED).vp, game.side(BLUE).vp) == (0, 0, 2, 0)


@pytest.mark.rule("card-over-rule", "wound.cp-loss", "wound.wounded-limb", "wound.heal")
def test_cp_are_lost_past_protection_and_healed(book: Rulebook) -> None:
    """Source: fr 408: to lose CP is no wound."""
    game = active(book, FOUR, cards={YURI: fighter(cp={ARMS: (1, 2)})})

    game.play("by agreement: Yuri loses 2 CP in the arms", "by agreement: Yuri heals 5 CP in the arms")

    assert game.last(CpLost).limbs == {ARMS: 2}
    assert game.last(Healed).n == 2
    assert [event.wounded for event in game.events(LimbChanged)] == [True, False]


@pytest.mark.rule("card-over-rule", "wound.incapacitated", "activation.next")
def test_who_is_put_out_by_agreement_has_ended_his_activation(book: Rulebook) -> None:
    game = active(book, FOUR, cards={YURI: fighter(cp={HEAD: (1, 1)})})

    game.play("by agreement: Yuri loses 9 CP in the head")

    assert game.last(Left).why is Gone.INCAPACITATED
    assert game.last(ActivationEnded).fighter == YURI


@pytest.mark.rule("card-over-rule")
def test_markers_come_and_go(book: Rulebook) -> None:
    game = between_acts(book)

    game.play("by agreement: Elenia takes 2 fear", "by agreement: Elenia loses 5 fear")
    game.play("by agreement: Elenia takes 1 poison")

    assert [(event.marker, event.n) for event in game.events(MarkersAdded)] == [(FEAR, 2), (POISON, 1)]
    assert game.last(MarkersRemoved).n == 2
    assert game[ELENIA].markers == {POISON: 1}


@pytest.mark.rule("card-over-rule", "wound.removed", "activation.next")
def test_who_leaves_the_field_by_agreement_is_not_incapacitated(book: Rulebook) -> None:
    """Source: fr 412."""
    game = between_acts(book, before={RED: {"leader": YURI}})

    game.play("by agreement: Yuri leaves the field")

    assert game.last(Left).as_dict() == {
        "rule": "wound.removed",
        "fighter": YURI,
        "why": Gone.REMOVED,
        "by": None,
        "how": None,
        "weapon": None,
    }
    assert game.side(RED).leader_lost is None
    assert game.last(ActivationEnded).fighter == YURI


@pytest.mark.rule("marker.place", "card-over-rule")
def test_a_marker_is_laid_anywhere_once_the_match_has_begun(book: Rulebook) -> None:
    """The spacing is the preparation's."""
    game = between_acts(book, tokens={"Idol": (20, 20)})

    game.play("by agreement: token Grave of red at 20, 21", "by agreement: token Tomb at 0, 0")

    assert [event.token.name for event in game.events(TokenPlaced)] == ["Grave", "Tomb"]


@pytest.mark.rule("marker.place")
def test_a_marker_lies_on_the_field(book: Rulebook) -> None:
    refusal = between_acts(book).refuse("by agreement: token Grave at 61, 20")

    assert (refusal.rule, refusal.reason) == ("marker.place", "off-field")


@pytest.mark.rule("move.base")
@pytest.mark.parametrize(
    ("place", "reason"), [("30, 32", "in-the-way"), ("1, 30", "leaves-field"), ("20, 20", "in-the-way")]
)
def test_nobody_is_placed_where_he_has_no_room(book: Rulebook, place: str, reason: str) -> None:
    game = between_acts(book, scenery=[rock()], lying={"Rock": (20.0, 20.0)})

    refusal = game.refuse(f"by agreement: Yuri is placed at {place}")

    assert (refusal.rule, refusal.reason) == ("move.base", reason)


@pytest.mark.rule("card-over-rule")
@pytest.mark.parametrize(
    "nothing",
    [
        *("Yuri gains 0 AP", "Yuri loses 0 AP", "red gains 0 SP", "blue loses 0 VP"),
        *("Yuri loses 0 CP in the arms", "Yuri takes 0 fear", "Yuri loses 0 fear"),
        *("Yliss loses 2 AP", "red loses 1 SP", "red loses 3 VP", "Yuri loses 2 fear"),
    ],
)
def test_an_agreement_on_nothing_is_none(book: Rulebook, nothing: str) -> None:
    """No amount, or any of what is not there."""
    game = between_acts(book, before={YLISS: {"ap": 0}})

    refusal = game.refuse(f"by agreement: {nothing}")

    assert (refusal.rule, refusal.reason) == ("card-over-rule", "changes-nothing")


@pytest.mark.rule("card-over-rule")
@pytest.mark.parametrize(
    ("most", "one_more"),
    [
        *(("Yuri gains 996 AP", "Yuri gains 997 AP"), ("red gains 9999 SP", "red gains 10000 SP")),
        *(("blue gains 9999 VP", "blue gains 10000 VP"), ("Yuri takes 999 fear", "Yuri takes 1000 fear")),
        ("the match is longer by 99", "the match is longer by 100"),
        ("the match is shorter by 99", "the match is shorter by 100"),
    ],
)
def test_no_more_is_agreed_on_than_a_position_can_hold(book: Rulebook, most: str, one_more: str) -> None:
    game = between_acts(book)

    refusal = game.refuse(f"by agreement: {one_more}")

    assert (refusal.rule, refusal.reason) == ("card-over-rule", "too-much")
    assert game.play(f"by agreement: {most}").last(Agreed)


@pytest.mark.rule("card-over-rule")
def test_a_hundred_markers_lie_on_the_field_and_no_more(book: Rulebook) -> None:
    game = between_acts(book, tokens={f"Idol {n}": (20, 20) for n in range(99)})

    game.play("by agreement: token Grave at 20, 21")

    assert game.refuse("by agreement: token Tomb at 20, 22").reason == "too-much"


@pytest.mark.rule("setup.7-deploy")
def test_nobody_is_put_on_the_field_before_he_is_deployed(book: Rulebook) -> None:
    """A mission that works at once is revealed before scenery and halves are there."""
    missions = {RED: [mission("Idol", immediate="Lay down an idol.")]}
    game = prepare(book, FOUR, "setup.5-mission", missions=missions)

    refusal = game.refuse("by agreement: Yuri is placed at 20, 20")

    assert (refusal.rule, refusal.reason) == ("setup.7-deploy", "not-on-field")


@pytest.mark.rule("wound.removed")
def test_nobody_who_is_gone_is_changed(book: Rulebook) -> None:
    game = between_acts(book, before={YLISS: {"gone": Gone.INCAPACITATED, "place": None, "on_field": False}})

    assert game.refuse("by agreement: Yliss gains 1 AP").rule == "wound.removed"


@pytest.mark.rule("setup.7-deploy")
@pytest.mark.parametrize(
    "change", ["gains 1 AP", "loses 1 CP in the arms", "takes 1 fear", "leaves the field"]
)
def test_nobody_who_was_left_out_is_changed(book: Rulebook, change: str) -> None:
    game = active(book, {**FOUR, YLISS: None})

    refusal = game.refuse(f"by agreement: Yliss {change}")

    assert (refusal.rule, refusal.reason) == ("setup.7-deploy", "not-on-field")


@pytest.mark.rule("wound.removed")
def test_nobody_who_is_gone_is_put_back(book: Rulebook) -> None:
    game = between_acts(book, before={YLISS: {"gone": Gone.INCAPACITATED, "place": None, "on_field": False}})

    assert game.refuse("by agreement: Yliss is placed at 40, 40").rule == "wound.removed"


@pytest.mark.rule("card-over-rule", "move.moved")
def test_who_was_left_out_can_be_put_on_the_field(book: Rulebook) -> None:
    game = active(book, {**FOUR, YLISS: None})

    game.play("by agreement: Yliss is placed at 40, 40", "by agreement: Yliss gains 1 AP")

    assert (game[YLISS].on_field, game[YLISS].place, game[YLISS].ap) == (True, (40_000, 40_000), 1)


@pytest.mark.rule("card-over-rule", "activation.no-ap")
def test_an_agreement_may_leave_nothing_to_ask(book: Rulebook) -> None:
    """The last points go: the activation is over."""
    game = between_acts(book).play("by agreement: Yuri loses 3 AP")

    assert game.last(ActivationEnded).fighter == YURI
    assert game.objection("blue activates Elenia") is None
    game.play("by agreement: Elenia loses 3 AP")
    assert game.objection("blue activates Elenia") == ("activation.no-ap", "no-ap")
