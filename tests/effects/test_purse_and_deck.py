"""Points that are set apart, cards from the deck, hired fighters, and weather that a card brings."""

import pytest
from duels import BLUE, ELENIA, RED, YLISS, YURI, fighter
from effects.carded import Played, ability, begun, tactic

from edencli.effects.begin import create_match_with_cards
from edencli.effects.cards import CardWithEffects
from edencli.effects.scope import Scope
from edencli.match.card_events import CardsDrawn, SetApartLapsed, SetApartSpent, SpSetApart
from edencli.match.facts import AtPlace, UnknownFact
from edencli.match.field_kinds import ToldField
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.position import dump_position, load_position
from edencli.match.questions import Agreement
from edencli.match.state import SetApart, Token
from edencli.match.table_events import NoRoomFound, NpfPlaced
from edencli.model.card_words import Owner, Who
from edencli.model.scenery import Outline, Scenery
from edencli.model.terms import Payment
from edencli.rules.acts import UseAbility
from edencli.rules.agreement import CHANGES
from edencli.rules.intendancy import end_effects
from edencli.rules.npfs import NpfPlacement
from edencli.rules.placing import NoRoom
from edencli.rules.purse import pay_sp, spendable_sp
from edencli.rules.tactics import why_not_play

FUND = "- {effect: now, do: [{op: give-sp, n: 2, only-for: [%s]}]}"
NOTHING = "- {effect: now, do: [{op: give-vp}]}"


def funded(only_for: str, more: str = "") -> Match:
    """A match in which a card of Yuri's has just set 2 SP apart, besides the 1 that red had."""
    fund = ability(FUND.replace("]}]}", f"]{more}}}]}}") % only_for, name="Fund", kind="action")
    decks = {RED: [tactic(NOTHING, name="Ruse"), tactic(NOTHING, name="Old coin")]}
    match = begun({YURI: [fund]}, tactics=decks)
    match.state.sides[RED].sp = 1
    Played(match, [("activation.designate", YURI), ("action.cost", UseAbility(fighter=YURI, ability=fund))])
    return match


def again(match: Match) -> Match:
    """The match that begins at the position of another."""
    cards = {piece: one.card for piece, one in match.state.fighters.items()}
    state = load_position(dump_position(match.state), cards, match.book.actions.ap, match.setup)
    return create_match_with_cards(match.book, state, match.setup)


def carry_out(procedure: object) -> None:
    assert list(procedure) == []  # type: ignore[call-overload]  # asks nothing


@pytest.mark.parametrize("on", Payment)
def test_sp_that_are_set_apart_pay_for_what_the_card_says_alone(on: Payment) -> None:
    match = funded("bid, ability")

    assert match.state.sides[RED].sp == 3
    assert spendable_sp(match, RED, on) == (3 if on in {Payment.BID, Payment.ABILITY} else 1)
    assert spendable_sp(match, BLUE, on) == match.state.sides[BLUE].sp


def test_sp_for_tactical_cards_may_be_for_some_of_them() -> None:
    match = funded("tactic", ", card: {word: coin}")

    assert why_not_play(match, RED, "Old coin") is None
    refusal = why_not_play(match, RED, "Ruse")
    assert refusal is not None
    assert (refusal.rule, refusal.about["has"]) == ("tactical-phase.cost", 1)


def test_a_payment_takes_first_what_was_set_apart_for_it() -> None:
    match = funded("ability")

    carry_out(pay_sp(match, RED, 1, rule="ability.cost", why="Trick", on=Payment.ABILITY))

    assert [event.sp for event in match.log if isinstance(event, SetApartSpent)] == [1]
    assert (match.state.sides[RED].sp, match.state.set_apart) == (2, (SetApart("Fund", RED, YURI, 0, 1),))


def test_what_is_left_of_them_is_lost_with_the_round() -> None:
    match = funded("ability")

    carry_out(end_effects(match))

    assert [event.sp for event in match.log if isinstance(event, SetApartLapsed)] == [2]
    assert (match.state.sides[RED].sp, match.state.set_apart) == (1, ())


@pytest.mark.parametrize(("taken", "apart"), [(1, [2]), (2, [1]), (3, [])])
def test_no_more_is_set_apart_than_a_player_has(taken: int, apart: list[int]) -> None:
    match = funded("ability")

    carry_out(CHANGES["sp"](match, Agreement(what="sp", subject=RED, n=-taken)))

    assert [one.sp for one in match.state.set_apart] == apart
    assert spendable_sp(match, RED, Payment.ABILITY) == 3 - taken


def test_a_position_says_what_is_set_apart() -> None:
    match = funded("bid")

    assert again(match).state == match.state
    assert spendable_sp(again(match), RED, Payment.TACTIC) == 1


def test_both_players_see_what_is_set_apart() -> None:
    (event,) = (one for one in funded("bid").log if isinstance(one, SpSetApart))

    assert [event.seen_by(side) for side in Side] == [event, event]


def test_only_its_player_knows_which_cards_come_from_the_deck() -> None:
    draws = ability("- {effect: now, do: [{op: draw, random: true, n: 2}]}", kind="action")
    deck = [tactic(NOTHING, name=name) for name in ("Ruse", "Feint", "Decoy")]
    match = begun({YURI: [draws]}, tactics={RED: deck})
    match.state.sides[RED].hand = ("Ruse",)
    moves = [("activation.designate", YURI), ("action.cost", UseAbility(fighter=YURI, ability=draws))]

    (drawn,) = Played(match, moves).events(CardsDrawn)

    assert match.state.sides[RED].hand == ("Ruse", "Feint", "Decoy")
    assert drawn.cards == ("Feint", "Decoy")
    blind = drawn.seen_by(BLUE)
    assert blind is not None
    assert (blind.cards, blind.n) == (None, 2)


def test_an_npf_that_a_card_gives_a_player_is_that_players_fighter() -> None:
    """It is written down with its side, acts with the next round's AP, and brings the enemy no points."""
    hires = ability("- {effect: now, do: [{op: place-npf, owner: own, where: {}}]}", kind="action")
    stray = fighter().with_changes(name="Stray", value=None, level=1)
    match = begun({YURI: [hires]}, npfs=[stray], chapters=("infestation",))
    moves = [("activation.designate", YURI), ("action.cost", UseAbility(fighter=YURI, ability=hires))]
    played = Played(match, moves)

    played.referee.answer(NpfPlacement("Stray", (5_000, 50_000)))

    hired = Piece(RED, "Stray")
    assert match.state_of(hired).on_field
    assert "red Stray" in dump_position(match.state)["fighters"]
    assert again(match).state == match.state


def placing_stray(more: str = "") -> Played:
    """A match in which a card of Yuri's asks where an NPF comes upon the field."""
    calls = ability(f"- {{effect: now, do: [{{op: place-npf, where: {{}}{more}}}]}}", kind="action")
    stray = fighter().with_changes(name="Stray", value=None, level=1)
    walls = Outline(corners=((0, 0), (60, 0), (60, 60), (0, 60)))
    hall = [(Scenery(name="Hall", outline=walls), (0, 0))] if more == ", owner: opponent" else []
    match = begun({YURI: [calls]}, npfs=[stray], chapters=("infestation",), scenery=hall)
    moves = [("activation.designate", YURI), ("action.cost", UseAbility(fighter=YURI, ability=calls))]
    return Played(match, moves)


@pytest.mark.parametrize(("more", "remembered"), [("", []), (", remember: true", [Piece(None, "Stray")])])
def test_a_card_remembers_the_npf_that_it_places_if_it_says_so(more: str, remembered: list[Piece]) -> None:
    played = placing_stray(more)

    played.referee.answer(NpfPlacement("Stray", (5_000, 50_000)))

    assert [one.fighter for one in played.match.state.remembered_fighters] == remembered


def test_where_an_npf_finds_no_room_that_is_said_and_none_comes() -> None:
    played = placing_stray(", owner: opponent")

    played.referee.answer(NoRoom())

    assert [event.what for event in played.events(NoRoomFound)] == ["npf"]
    assert played.events(NpfPlaced) == []


@pytest.mark.parametrize("brought", [True, False])
def test_weather_that_a_card_brings_takes_the_place_of_the_matchs_own(*, brought: bool) -> None:
    rain = ability("- {effect: weather, weather: acid-rain, only-if: [{test: there-are, who: {the: user}}]}")
    match = begun({YURI: [rain]}, weather=("mist",), chapters=("weather",))
    match.state.fighters[YURI].on_field = brought

    assert match.weather == (("acid-rain",) if brought else ("mist",))


def test_a_marker_may_be_asked_for_in_the_half_of_a_player() -> None:
    match = begun(places={YURI: (20, 33), YLISS: (40, 27), ELENIA: (50, 50)})
    match.state.sides[RED].half, match.state.sides[BLUE].half = "south", "north"
    match.state.tokens = tuple(Token("Crate", place, 1_000) for place in ((20_000, 36_000), (40_000, 24_000)))
    scope = Scope(match, CardWithEffects("Trick", RED, (), YURI), {})
    near = Who(near="Crate", within=2, near_half=Owner.OPPONENT)

    assert scope.matching_fighters(near) == [YURI]

    match.state.field = ToldField()
    with pytest.raises(UnknownFact) as unknown:
        scope.matching_fighters(near)
    assert unknown.value.fact == AtPlace(of=YURI, how="near", place="Crate", far=2_000, side=BLUE)


def test_who_counts_as_activated_is_activated_no_more_in_this_round() -> None:
    tires = ability("- {effect: now, do: [{op: exhaust, who: {side: enemies}}]}", kind="action")
    match = begun({YURI: [tires]})
    match.state.fighters[YLISS].activated = True
    moves = [("activation.designate", YURI), ("action.cost", UseAbility(fighter=YURI, ability=tires))]

    Played(match, moves)

    exhausted = [event.fighter for event in match.log if event.kind == "exhausted"]
    assert exhausted == [ELENIA]
    assert match.state_of(ELENIA).activated
