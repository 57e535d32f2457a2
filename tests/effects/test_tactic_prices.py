"""Tactical cards cost what the rulebook says, unless they or other cards say otherwise."""

import pytest
from duels import BLUE, RED, YURI
from effects.carded import Played, ability, begun, tactic

from edencli.match.match import Match
from edencli.match.table_events import SpSpent
from edencli.referee.view import match_seen_by
from edencli.rules.tactics import can_afford_card, tactic_price, why_not_play

NOTHING = "- {effect: now, do: [{op: give-vp}]}"
BOOKS = ("en", "fr", "de", "it", "pt")


def holding(*costs: str, effects: str = NOTHING, weather: tuple[str, ...] = (), book: str = "en") -> Match:
    """A match in whose tactical phase red holds cards that cost as they say; Yuri has an ability, if any."""
    names = ("Ruse", "Feint", "Decoy")
    cards = [
        tactic(NOTHING, name=name, more=f"tactical: true\n  {cost}" if cost else "tactical: true")
        for name, cost in zip(names, costs, strict=False)
    ]
    own = {} if effects == NOTHING else {YURI: [ability(effects)]}
    chapters = ("weather",) if weather else ()
    return begun(
        own, tactics={RED: cards}, step="tactical-phase", weather=weather, book=book, chapters=chapters
    )


@pytest.mark.parametrize("book", BOOKS)
def test_a_card_costs_what_it_says_and_else_what_the_book_says(book: str) -> None:
    match = holding("", "cost: {sp: 1}", "cost: {sp: 0}", book=book)

    prices = [tactic_price(match, RED, card).total for card in ("Ruse", "Feint", "Decoy")]

    assert prices == [match.book.tactics.sp, 1, 0]


def test_what_costs_nothing_spends_nothing() -> None:
    match = holding("cost: {sp: 0}")

    played = Played(match, [("tactical-phase.play", "Ruse")])

    assert played.events(SpSpent) == []
    assert match.state.sides[RED].sp == 9
    assert match.state.sides[RED].played == ("Ruse",)


def test_weather_and_cards_change_a_cards_own_price() -> None:
    dear = holding("cost: {sp: 1}", weather=("snowstorm",), effects="- {effect: prices, by: 2, player: own}")
    cheap = holding("cost: {sp: 1}", effects="- {effect: prices, by: -3}")

    assert [part.n for part in tactic_price(dear, RED, "Ruse").parts] == [1, 1, 2]
    assert tactic_price(cheap, RED, "Ruse").total == 0


@pytest.mark.parametrize(
    ("effect", "prices"),
    [
        ("- {effect: prices, by: 1}", [3, 3, 3]),
        ("- {effect: prices, by: 1, player: own}", [3, 3, 2]),
        ("- {effect: prices, by: 1, player: opponent}", [2, 2, 3]),
        ("- {effect: prices, by: 1, named: ruse}", [3, 2, 3]),
        ("- {effect: prices, by: {sp: opponent, per: 3}, named: Ruse}", [5, 2, 5]),
        ("- {effect: prices, by: 1, only-if: [{test: round, least: 2}]}", [2, 2, 2]),
    ],
)
def test_a_standing_effect_changes_the_price_of_whose_cards_it_says(effect: str, prices: list[int]) -> None:
    match = holding("", "", effects=effect)

    found = [tactic_price(match, *one).total for one in ((RED, "Ruse"), (RED, "Feint"), (BLUE, "Ruse"))]

    assert found == prices


def test_the_price_of_a_card_in_cards_is_paid_with_others() -> None:
    alone, two = holding("cost: {cards: 1}"), holding("cost: {cards: 1}", "")

    refusal = why_not_play(alone, RED, "Ruse")
    Played(two, [("tactical-phase.play", "Ruse")])

    assert refusal is not None
    assert (refusal.reason, refusal.about["has"]) == ("too-few-cards", 0)
    assert two.state.sides[RED].discarded == ("Feint",)
    assert two.state.sides[RED].sp == 7


def test_a_hand_may_answer_as_long_as_its_cheapest_card_can_be_paid() -> None:
    match = holding("", "cost: {sp: 1}")
    match.state.sides[RED].sp = 1

    afforded = can_afford_card(match, RED), can_afford_card(match_seen_by(match, BLUE), RED)
    match.state.sides[RED].sp = 0
    broke = can_afford_card(match, RED), can_afford_card(match_seen_by(match, BLUE), RED)

    assert afforded == (True, True)
    assert broke == (False, True)  # an unknown card may cost nothing
