"""Cards let fighters go through others and scenery, keep them from being chosen, say how near they count."""

import pytest
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI
from effects.carded import PLACES, Played, ability, begun, tactic
from effects.test_hands import now

from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.match.match import Match
from edencli.match.questions import Question
from edencli.match.rules_api import why_not
from edencli.model.scenery import Outline, Scenery
from edencli.rulebooks.raw_books import BOOKS
from edencli.rules.acts import Melee, Move, UseAbility
from edencli.rules.questions import TargetChoice

WALL = Scenery(name="Wall", outline=Outline(radius=1))
ALONE = {**PLACES, VLADD: (20.0, 25.0), ELENIA: (50.0, 50.0)}


def way(to: tuple[float, float]) -> Move:
    """A straight way of Yuri from where he stands."""
    ends = ((20, 20), to)
    return Move(fighter=YURI, path=tuple(Point(x=cm(x), y=cm(y)) for x, y in ends))


def crossing(effects: str, book: str = "en") -> Match:
    """Yuri with a comrade and a wall in a row before him."""
    return begun({YURI: [ability(effects)]}, places=ALONE, scenery=[(WALL, (26.0, 20.0))], book=book)


@pytest.mark.parametrize("book", BOOKS)
def test_who_goes_through_others_ends_on_none_of_them(book: str) -> None:
    match = crossing("- {effect: crosses}", book)

    assert why_not(match, way((20, 29))) is None
    assert why_not(match, way((29, 20))) is not None  # that is scenery
    assert [refusal.rule for to in ((20, 25), (20, 27)) if (refusal := why_not(match, way(to)))] == [
        "move.base"
    ] * 2


def test_who_goes_through_scenery_ends_on_none_and_goes_round_fighters() -> None:
    match = crossing("- {effect: crosses, fighters: false, scenery: true}")

    assert why_not(match, way((29, 20))) is None
    assert why_not(match, way((26, 20))) is not None
    assert why_not(match, way((20, 29))) is not None


def test_a_way_through_lasts_no_longer_than_what_gives_it() -> None:
    match = crossing("- {effect: crosses, only-if: [{test: round, most: 1}]}")

    assert why_not(match, way((20, 29))) is None
    match.state.round = 2
    assert why_not(match, way((20, 29))) is not None


CHOOSES = now("{op: take-ap}").replace("do:", "choose: {who: {side: enemies}}, do:")


def chosen_from(hides: str) -> list[object]:
    """Whom an ability of Yuri's may choose, of Elenia and Ylïss, if it asks."""
    hex_ = ability(CHOOSES, name="Hex", kind="action", more="cost: {ap: 1}")
    match = begun({YURI: [hex_], ELENIA: [ability(hides)]})
    played = Played(
        match, [("activation.designate", YURI), ("action.cost", UseAbility(fighter=YURI, ability=hex_))]
    )
    asked: list[Question[object]] = [one for one in played.asked if isinstance(one, TargetChoice)]
    return [piece for one in asked for piece in getattr(one, "options", ())]


@pytest.mark.parametrize(
    ("hides", "found"),
    [
        ("- {effect: not-chosen}", []),  # Ylïss alone is left, and nobody is asked
        ("- {effect: not-chosen, player: opponent}", []),
        ("- {effect: not-chosen, player: own}", [ELENIA, YLISS]),
        ("- {effect: not-chosen, of: {side: enemies}}", [ELENIA, YLISS]),
    ],
)
def test_no_card_of_whom_it_says_chooses_who_may_not_be_chosen(hides: str, found: list[object]) -> None:
    assert chosen_from(hides) == found


def test_who_may_not_be_chosen_by_cards_is_attacked_as_before() -> None:
    match = begun({ELENIA: [ability("- {effect: not-chosen}")]})

    assert why_not(match, Melee(fighter=YURI, target=ELENIA)) is None


@pytest.mark.parametrize(("within", "counts"), [(5, True), (4, False)])
def test_who_counts_as_near_is_near_to_every_card_and_both_ways(within: int, counts: bool) -> None:  # noqa: FBT001  # a parameter
    heal = now("{op: give-ap}").replace("do:", f"choose: {{who: {{side: enemies, within: {within}}}}}, do:")
    reach = ability(heal, name="Reach", kind="action", more="cost: {ap: 1}")
    near = ability(
        "- {effect: counts-within, of: {side: enemies, but-not: {within: 9}}, within: 5}", name="Near"
    )
    match = begun({YLISS: [near], YURI: []}, places={**PLACES, ELENIA: (55.0, 55.0)})
    away = begun({YLISS: [near, reach]}, places={**PLACES, ELENIA: (55.0, 55.0)})

    assert (why_not(away, UseAbility(fighter=YLISS, ability=reach)) is None) is counts
    assert why_not(match, Melee(fighter=YURI, target=YLISS)) is not None  # to the rules they are apart


def test_who_can_attack_one_may_attack_no_other_and_who_cannot_may() -> None:
    jealous = ability(
        "- {effect: forbids, acts: [melee], of: {side: enemies}, against: {but-not: {the: user}}, "
        "only-if: [{test: can, the: doer, acts: [melee], against: {the: user}}]}"
    )
    places = {**PLACES, YLISS: (20.0, 17.0)}
    both, one = begun({YLISS: [jealous]}, places=places), begun({YLISS: [jealous]})

    assert why_not(both, Melee(fighter=YURI, target=ELENIA)) is not None
    assert why_not(both, Melee(fighter=YURI, target=YLISS)) is None
    assert why_not(one, Melee(fighter=YURI, target=ELENIA)) is None


def test_an_order_despite_a_rule_lets_nobody_attack_a_friend() -> None:
    order = now("{op: act, who: {the: user}, acts: [melee], despite: melee.target}")
    match = begun(tactics={RED: [], BLUE: [tactic("- {effect: now, do: [{op: give-vp}]}")]}, places=ALONE)
    free = Melee(fighter=YURI, target=ELENIA, despite="melee.target")
    ordered = begun({YURI: [ability(order, kind="action", more="cost: {ap: 1}")]}, places=ALONE)

    assert why_not(match, free) is not None  # no card of that match orders anything
    assert why_not(ordered, free) is None
    assert why_not(ordered, free.with_changes(target=VLADD)) is not None
    assert why_not(ordered, Melee(fighter=YURI, target=ELENIA)) is not None
