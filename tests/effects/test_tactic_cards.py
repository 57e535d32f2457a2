"""Cards speak of tactical cards by symbol, price, and what they add to; they play them, or price them."""

from typing import Any

import pytest
from duels import BLUE, RED, YURI
from effects.carded import Played, ability, begun, tactic
from effects.test_hands import now

from edencli.effects.authoring import find_impossible_effects
from edencli.effects.tactic_cards import is_of_tactic, is_such_tactic
from edencli.match.card_events import DiceThrown, TacticEnded, TacticPlayed
from edencli.match.match import Match
from edencli.model.card_words import CardEvent, CardSymbol, NumberWord, TacticFilter
from edencli.model.game import Tactic
from edencli.rules.tactics import tactic_price

IN_PHASE = "tactical-phase.play"


def known(name: str, more: str = "", effects: str = "- {effect: now, do: [{op: give-vp}]}") -> Tactic:
    return tactic(effects, name=name, more=more or "tactical: true")


CREED = known("Creed", "symbol: {faction: Jokers Gang}\n  cost: {sp: 3}")
HYMN = known("Hymn", "symbol: {stigma: chaos}")
DRILL = known("Drill", effects="- {effect: adds, to: cbt, by: 1, of: {side: own}}")
HEX = known("Hex", effects="- {effect: adds, to: cbt, by: -1, of: {side: enemies}}")


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (None, ["Creed", "Hymn", "Drill", "Hex"]),
        (TacticFilter(), ["Creed", "Hymn", "Drill", "Hex"]),
        (TacticFilter(symbol=CardSymbol.FACTION), ["Creed"]),
        (TacticFilter(symbol=CardSymbol.STIGMA), ["Hymn"]),
        (TacticFilter(least=3), ["Creed"]),
        (TacticFilter(most=2), ["Hymn", "Drill", "Hex"]),
        (TacticFilter(raises=NumberWord.CBT), ["Drill"]),
        (TacticFilter(raises=NumberWord.SPD), []),
    ],
)
def test_a_tactical_card_is_meant_by_what_is_printed_on_it(
    wanted: TacticFilter | None, found: list[str]
) -> None:
    match = begun(tactics={RED: [CREED, HYMN, DRILL, HEX]})

    assert [one for one in match.state.sides[RED].hand if is_such_tactic(match, wanted, RED, one)] == found


def test_who_cancels_a_card_cancels_one_of_the_other_player() -> None:
    match, wanted = begun(tactics={RED: [CREED]}), TacticFilter(symbol=CardSymbol.FACTION)

    assert is_of_tactic(match, wanted, CardEvent.TACTIC_CANCELLED, BLUE, "Creed")
    assert not is_of_tactic(match, wanted, CardEvent.TACTIC_CANCELLED, RED, "Creed")
    assert is_of_tactic(match, wanted, CardEvent.TACTIC_PLAYED, RED, "Creed")
    assert not is_of_tactic(match, wanted, CardEvent.TACTIC_PLAYED, None, "Creed")


def playing(op: str, *others: Tactic) -> Match:
    """A match in which red's Lead plays another card of the hand."""
    return begun(tactics={RED: [known("Lead", effects=now(op)), *others]}, step="tactical-phase")


def test_a_card_plays_another_of_its_kind_without_paying() -> None:
    match = playing("{op: play-card, card: {symbol: stigma}}", CREED, HYMN)

    played = Played(match, [(IN_PHASE, "Lead")])

    assert [(event.card, event.sp) for event in played.events(TacticPlayed)] == [("Lead", 2), ("Hymn", 0)]
    assert (match.state.sides[RED].sp, match.state.sides[RED].vp) == (7, 1)
    assert match.state.sides[RED].hand == ("Creed",)


@pytest.mark.parametrize(("price", "sp"), [("price: 1", 6), ("paid: true", 4)])
def test_a_card_that_another_plays_may_have_a_price(price: str, sp: int) -> None:
    match = playing(f"{{op: play-card, card: {{symbol: faction}}, {price}}}", CREED)

    Played(match, [(IN_PHASE, "Lead")])

    assert match.state.sides[RED].sp == sp


def test_a_card_that_nobody_can_pay_is_not_played() -> None:
    match = playing("{op: play-card, price: 9}", CREED)

    played = Played(match, [(IN_PHASE, "Lead")])

    assert [event.card for event in played.events(TacticPlayed)] == ["Lead"]


def test_chance_picks_among_those_that_are_meant_and_one_alone_needs_no_die() -> None:
    several = playing("{op: play-card, random: true, card: {most: 2}}", CREED, HYMN, HEX)
    alone = playing("{op: play-card, random: true, card: {least: 3}}", CREED, HYMN)

    thrown, sure = Played(several, [(IN_PHASE, "Lead")], dice="2"), Played(alone, [(IN_PHASE, "Lead")])

    assert [event.card for event in thrown.events(TacticPlayed)] == ["Lead", "Hex"]
    assert [event.card for event in sure.events(TacticPlayed)] == ["Lead", "Creed"]
    assert (len(thrown.events(DiceThrown)), len(sure.events(DiceThrown))) == (1, 0)


def test_prices_change_for_cards_of_a_kind_alone() -> None:
    cheap = ability("- {effect: prices, player: own, card: {symbol: faction}, by: -1}")
    match = begun({YURI: [cheap]}, tactics={RED: [CREED, HYMN], BLUE: [CREED]})

    assert [tactic_price(match, RED, one).total for one in ("Creed", "Hymn")] == [2, 2]
    assert tactic_price(match, BLUE, "Creed").total == 3


def test_a_card_hears_of_cards_of_a_kind_and_looks_back_at_them() -> None:
    heard = ability(
        "- {effect: when, event: tactic-played, card: {symbol: faction}, "
        "do: [{op: give-markers, who: {the: user}, marker: rage}]}"
    )
    past = "past: {event: tactic-played, player: own, card: {least: 3}}"
    last = known(
        "Last",
        effects=f"- {{effect: now, only-if: [{{test: happened, {past}}}], do: [{{op: give-vp, n: 5}}]}}",
    )
    match = begun({YURI: [heard]}, tactics={RED: [CREED, last]}, step="tactical-phase")

    Played(match, [(IN_PHASE, "Creed")])

    assert match.state_of(YURI).markers == {"rage": 1}
    assert [(one.event, one.named) for one in match.state.remembered_events] == [("tactic-played", "Creed")]


@pytest.mark.parametrize("stays", [False, True])
def test_a_card_that_stays_has_effect_after_the_round(stays: bool) -> None:  # noqa: FBT001  # a parameter
    match = begun(
        tactics={
            RED: [
                known(
                    "Drill",
                    f"stays: {str(stays).lower()}",
                    effects="- {effect: adds, to: cbt, by: 1, of: {side: own}}",
                )
            ]
        },
        step="intendancy.11",
    )
    match.state.sides[RED].in_force = ("Drill",)

    played = Played(match, [])

    assert [event.card for event in played.events(TacticEnded)] == ([] if stays else ["Drill"])
    assert match.state.sides[RED].in_force == (("Drill",) if stays else ())


STRONGER = "{effect: adds, to: cbt, by: 1, of: {}}"


def findings(effects: str) -> list[tuple[str, Any]]:
    return [(found.rule, found.path[-1]) for found in find_impossible_effects(tactic(effects))]


@pytest.mark.parametrize(
    ("effects", "found"),
    [
        (
            "- {effect: when, event: moved, card: {symbol: faction}, do: [{op: give-vp}]}",
            ("effect-detail", "card"),
        ),
        ("- {effect: now, do: [{op: play-card, price: 1, paid: true}]}", ("effect-price", "paid")),
        ("- {effect: now, do: [{op: look, otherwise: [{op: give-vp}]}]}", ("effect-hand", "otherwise")),
        ("- {effect: now, do: [{op: look, card: {most: 2}}]}", ("effect-hand", "card")),
        (
            f"- {{effect: now, do: [{{op: lasting, until: round, rounds: 2, effects: [{STRONGER}]}}]}}",
            ("effect-until", "rounds"),
        ),
        ("- {effect: crosses, of: {}, fighters: false}", ("effect-crosses", "fighters")),
        ("- {effect: prices, card: {least: 3, most: 2}, by: 1}", ("effect-bounds", "most")),
        (
            "- {effect: when, event: moved, of-mission: true, do: [{op: give-vp}]}",
            ("effect-detail", "of-mission"),
        ),
    ],
)
def test_what_can_be_of_no_use_is_found(effects: str, found: tuple[str, str]) -> None:
    assert findings(effects) == [found]


def test_lasting_over_several_rounds_ends_with_the_last_of_them() -> None:
    lasts = "{op: lasting, until: next-round, rounds: 3, effects: [{effect: adds, to: cbt, by: 1, of: {}}]}"
    match = begun(tactics={RED: [known("Long", effects=now(lasts))]}, step="tactical-phase")

    Played(match, [(IN_PHASE, "Long")])

    assert [one.ends for one in match.state.lasting_effects] == [match.state.round + 3]
