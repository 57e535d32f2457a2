"""What an effect asks of an event: each detail alone tells it from others."""

from types import SimpleNamespace
from typing import Any

import pytest
from duels import ELENIA, YURI
from effects.carded import ability

from edencli.effects.cards import CardWithEffects
from edencli.effects.event_filters import event_kinds, has_details, may_speak_of, ways_over
from edencli.field.shapes import Point
from edencli.match.table_events import Moved, Placed
from edencli.model.card_words import Role

HERE = Point(1000, 1000)


def effect_about(event: str, asked: str = "") -> Any:
    """The effect of a card that hears of an event with some details."""
    text = f"- {{effect: when, event: {event}, {asked}do: [{{op: give-vp, n: 1}}]}}"
    return ability(text, kind="permanent").effects[0]


def test_only_being_pushed_along_a_path_counts_as_a_movement_too() -> None:
    moved = Moved(rule="action.move", fighter=YURI, how="move", path=(HERE,), cost=0)
    pushed = Placed(rule="card-over-rule", fighter=YURI, place=HERE, path=(HERE, HERE))
    placed = Placed(rule="card-over-rule", fighter=YURI, place=HERE)

    assert [event_kinds(one) for one in (moved, pushed, placed)] == [
        ("moved",),
        ("placed", "moved"),
        ("placed",),
    ]


@pytest.mark.parametrize("how", ["through", "enters", "leaves"])
def test_each_way_over_something_is_asked_by_its_name(how: str) -> None:
    assert ways_over(effect_about("moved", f"{how}: Bog, ")) == {how: "Bog"}
    assert ways_over(effect_about("moved")) == {}


@pytest.mark.parametrize(
    ("event", "asked", "has", "has_not"),
    [
        ("markers-added", "marker: burn, ", {"marker": "burn"}, {"marker": "poison"}),
        ("moved", "how: charge, ", {"how": "charge"}, {"how": "move"}),
        ("wounded", "limb: head, ", {"limb": "head"}, {"limb": "legs"}),
        ("step-begun", "step: intendancy.1, ", {"step": "intendancy.1"}, {"step": "intendancy.2"}),
        ("attack-ended", "hit: false, ", {"hit": False}, {"hit": True}),
        ("attack-ended", "wounded: true, ", {"wounded": True}, {"wounded": False}),
    ],
)
def test_each_detail_that_is_asked_must_be_the_events(
    event: str, asked: str, has: dict[str, Any], has_not: dict[str, Any]
) -> None:
    """What an event does not have at all is not what is asked, and who asks nothing takes any."""
    picky, easy = effect_about(event, asked), effect_about(event)

    events: list[Any] = [SimpleNamespace(**has), SimpleNamespace(**has_not), SimpleNamespace()]

    assert [has_details(picky, one) for one in events] == [True, False, False]
    assert [has_details(easy, one) for one in events] == [True, True, True]


@pytest.mark.parametrize("role", [Role.DOER, Role.SUFFERER])
def test_what_its_user_does_or_suffers_is_nothing_that_another_does(role: Role) -> None:
    effect = effect_about("attack-ended", f"{role}: {{the: user}}, ")
    source = CardWithEffects("Vow", YURI.side, (effect,), YURI, None)
    other = Role.SUFFERER if role is Role.DOER else Role.DOER

    assert may_speak_of(source, effect, {role: YURI, other: ELENIA})
    assert not may_speak_of(source, effect, {role: ELENIA, other: YURI})
