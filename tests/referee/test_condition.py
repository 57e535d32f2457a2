"""The condition of one fighter in one line, and what is wrong with it."""

import pytest
from duels import fighter

from edencli.match.state import Condition, FighterState
from edencli.model.terms import LimbName, Marker
from edencli.notation.errors import Unreadable
from edencli.referee.duel import (
    MOST_IN_CONDITION,
    DuelFighter,
    make_fighter_state,
    parse_condition,
    print_condition,
    stage_duel,
)
from edencli.rulebooks.values import rulebook
from edencli.rules.acts import Melee


def test_a_condition_counts_boxes_markers_points_and_attacks() -> None:
    condition = parse_condition("head:2, Poison : 1,ap:0,attacks:1,,")

    assert condition == Condition(lost={LimbName.HEAD: 2}, markers={Marker.POISON: 1}, ap=0, attacks=1)


def test_each_part_of_a_condition_is_put_upon_a_fighter_and_no_other_changes() -> None:
    """Whether he stands in a match, with 3 AP and an attack behind him, or his card alone is at hand."""
    book, card = rulebook("en"), fighter()
    standing = FighterState(card, ap=2, on_field=True)
    standing.lost, standing.markers = {LimbName.LEGS: 1}, {Marker.BURN: 1}
    standing.used_round = {"attack": 1}
    for text, lost, markers, ap, attacks in (
        ("", {"legs": 1}, {"burn": 1}, 2, 1),
        ("head:2", {"legs": 1, "head": 2}, {"burn": 1}, 2, 1),
        ("legs:0", {}, {"burn": 1}, 2, 1),
        ("fear:2,burn:0", {"legs": 1}, {"fear": 2}, 2, 1),
        ("ap:0", {"legs": 1}, {"burn": 1}, 0, 1),
        ("ap:1", {"legs": 1}, {"burn": 1}, 1, 1),
        ("attacks:0", {"legs": 1}, {"burn": 1}, 2, 0),
    ):
        staged = make_fighter_state(book, DuelFighter(card, parse_condition(text), state=standing))
        found = (staged.lost, staged.markers, staged.ap, staged.used_round.get("attack", 0))
        assert found == (lost, markers, ap, attacks), text
    assert make_fighter_state(book, DuelFighter(card)).ap == book.actions.ap
    assert make_fighter_state(book, DuelFighter(card, parse_condition("ap:0"))).ap == 0


def test_nothing_written_is_a_fighter_as_his_card_has_him() -> None:
    assert parse_condition("") == Condition()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("elbow:2", "unknown-word"),
        ("lges:2", "unknown-word/near"),
        ("head", "no-number"),
        ("head:", "no-number"),
        ("head:-1", "no-number"),
        ("head:100", "no-number"),
        ("head:²", "no-number"),
        ("head:1,HEAD:2", "twice"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, message: str) -> None:
    with pytest.raises(Unreadable) as found:
        parse_condition(text)

    assert found.value.message == message


def test_a_count_has_two_figures_at_most() -> None:
    assert parse_condition(f"head:{MOST_IN_CONDITION}").lost == {LimbName.HEAD: MOST_IN_CONDITION}


def test_what_a_fighter_has_not_is_not_written() -> None:
    hurt = FighterState(fighter())
    hurt.lost[LimbName.HEAD], hurt.markers[Marker.FEAR] = 1, 2

    assert print_condition(FighterState(fighter())) == ""
    assert print_condition(hurt) == "head:1,fear:2"
    assert print_condition(FighterState(fighter()), before=hurt) == "head:0,fear:0"


@pytest.mark.parametrize("where", [(False, False), (True, False), (False, True)])
def test_a_blow_from_above_or_below_is_made_as_it_is_said_to_be(where: tuple[bool, bool]) -> None:
    above, below = where
    one, other = (DuelFighter(fighter().with_changes(name=name)) for name in ("Yuri", "Elenia"))

    act = stage_duel(rulebook("en"), one, other, above=above, below=below).act

    assert isinstance(act, Melee)
    assert (act.above, act.below) == where
