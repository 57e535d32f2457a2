"""Cards look into tactical hands, have cards discarded and take them back; secrets hold."""

import json
from typing import Any

import pytest
from duels import BLUE, ELENIA, RED, YURI
from effects.carded import Played, ability, begun, tactic

from edencli.bots.random_player import RandomPlayer
from edencli.bots.steady import choose_answer
from edencli.effects.authoring import find_impossible_effects
from edencli.match.card_events import CardsDiscarded, CardsTakenBack, DiceThrown, HandShown
from edencli.match.match import Match
from edencli.match.pieces import PUBLIC, Side
from edencli.match.position import dump_position, load_position
from edencli.match.questions import Question
from edencli.match.rules_api import why_not
from edencli.model.fighter import Ability
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.referee.view import match_seen_by, match_seen_by_viewer
from edencli.rules.acts import Melee, UseAbility
from edencli.rules.questions import DiscardChoice, MomentChoice

NAMES = ("Ruse", "Feint", "Decoy", "Snare")
NOTHING = "- {effect: now, do: [{op: give-vp}]}"
LATER = "- {effect: when, event: attack-ended, from-hand: true, do: [{op: give-sp}]}"
STARTS = [("activation.designate", YURI)]


def using(effects: str, *, names: tuple[str, ...] = NAMES, more: str = "") -> tuple[Match, list[Any]]:
    """A match in which Yuri's player has used an ability; blue holds some cards, red one."""
    trick = ability(effects, kind="action", more=more)
    decks = {BLUE: [tactic(NOTHING, name=name) for name in names], RED: [tactic(NOTHING, name="Own")]}
    match = begun({YURI: [trick]}, tactics=decks)
    return match, [*STARTS, ("action.cost", UseAbility(fighter=YURI, ability=trick))]


def now(operation: str) -> str:
    return f"- {{effect: now, do: [{operation}]}}"


def names_told(match: Match, viewer: Any) -> set[str]:
    """Every name of a card that events tell a viewer."""
    log = match_seen_by_viewer(match, viewer).log
    shown = (card for event in log for card in getattr(event, "cards", None) or ())
    return set(shown)


def test_who_looks_learns_the_names_and_the_public_only_how_many() -> None:
    match, moves = using(now("{op: look, n: 2}"))

    played = Played(match, moves, dice="2 6")

    (shown,) = played.events(HandShown)
    assert shown.cards == ("Feint", "Snare")
    assert names_told(match, RED) == names_told(match, BLUE) == {"Feint", "Snare"}
    assert names_told(match, PUBLIC) == set()
    assert match_seen_by(match, RED).state.sides[BLUE].hand == ("",) * 4


def test_what_finds_no_card_is_thrown_again() -> None:
    match, moves = using(now("{op: reveal, n: 1}"))

    played = Played(match, moves, dice="5 6 4")

    assert [event.dice for event in played.events(DiceThrown)] == [(5,), (6,), (4,)]
    assert [event.cards for event in played.events(HandShown)] == [("Snare",)]
    assert names_told(match, PUBLIC) == {"Snare"}


def test_two_dice_find_one_of_more_than_six() -> None:
    names = tuple(f"Card {letter}" for letter in "ABCDEFGH")
    match, moves = using(now("{op: reveal, n: 1}"), names=names)

    played = Played(match, moves, dice="66 21")

    assert [event.cards for event in played.events(HandShown)] == [("Card G",)]


def test_all_cards_are_shown_without_dice() -> None:
    match, moves = using(now("{op: look}"))

    played = Played(match, moves)

    assert [event.cards for event in played.events(HandShown)] == [NAMES]
    assert played.events(DiceThrown) == []


def test_of_what_was_looked_at_the_looker_picks_and_the_public_hears_a_number() -> None:
    match, moves = using(now("{op: look, do: [{op: discard, hand: opponent, n: 2, may: true}]}"))

    played = Played(match, [*moves, ("card-over-rule", 2), ("card-over-rule", None)])

    asked = [question for question in played.asked if isinstance(question, DiscardChoice)]
    assert [(question.asked, question.private, question.names) for question in asked] == [
        (RED, True, NAMES),
        (RED, True, ("Ruse", "Feint", "Snare")),
    ]
    assert match.state.sides[BLUE].hand == ("Ruse", "Feint", "Snare")
    assert match.state.sides[BLUE].discarded == ("Decoy",)
    assert names_told(match, PUBLIC) == set()
    assert [
        event.n for event in match_seen_by_viewer(match, PUBLIC).log if isinstance(event, CardsDiscarded)
    ] == [1]


@pytest.mark.parametrize(
    ("text", "more", "picks", "whose", "known"),
    [
        ("{op: discard, hand: opponent}", "", 1, BLUE, {BLUE}),
        ("{op: discard, hand: opponent, random: true}", "", 0, BLUE, {BLUE}),
        ("{op: discard}", "", 0, RED, {RED}),
        ("{op: give-vp}", "cost: {cards: 1}", 0, RED, {RED}),
        ("{op: look, do: [{op: discard, hand: opponent}]}", "", 1, BLUE, {RED, BLUE}),
        ("{op: look, do: [{op: discard, hand: opponent, random: true}]}", "", 0, BLUE, {RED, BLUE}),
        ("{op: reveal, do: [{op: discard, hand: opponent}]}", "", 1, BLUE, {RED, BLUE, PUBLIC}),
        ("{op: reveal, hand: own, do: [{op: discard}]}", "", 0, RED, {RED, BLUE, PUBLIC}),
    ],
)
def test_whichever_way_a_card_is_discarded_those_know_it_who_saw_it(
    text: str, more: str, picks: int, whose: Side, known: set[Any]
) -> None:
    """The owner of the hand always does, whether it was a choice, chance or a price."""
    match, moves = using(now(text), more=more)

    Played(match, [*moves, *[("card-over-rule", 0)] * picks], dice="1" * ("random" in text))

    (card,) = match.state.sides[whose].discarded
    told = {
        viewer: [one.cards for one in match_seen_by_viewer(match, viewer).log if type(one) is CardsDiscarded]
        for viewer in (RED, BLUE, PUBLIC)
    }
    assert told == {viewer: [(card,) if viewer in known else None] for viewer in told}


def test_who_discards_of_the_own_hand_tells_nobody_which() -> None:
    match, moves = using(now("{op: discard, hand: opponent, n: 2}"))

    played = Played(match, [*moves, ("card-over-rule", 0), ("card-over-rule", 1)])

    assert {question.asked for question in played.asked if isinstance(question, DiscardChoice)} == {BLUE}
    assert match.state.sides[BLUE].discarded == ("Ruse", "Decoy")
    assert names_told(match, RED) == set()
    assert match_seen_by(match, RED).state.sides[BLUE].discarded == ("", "")
    assert match_seen_by(match, BLUE).state.sides[BLUE].discarded == ("Ruse", "Decoy")


def test_nothing_is_asked_where_all_cards_go_or_none_is_left() -> None:
    match, moves = using(now("{op: discard, hand: opponent, n: 9}"), names=("Ruse", "Feint"))
    none, same = using(now("{op: discard, hand: opponent}, {op: look}, {op: take-back}"), names=())

    whole, empty = Played(match, moves), Played(none, same)

    assert [event.cards for event in whole.events(CardsDiscarded)] == [("Ruse", "Feint")]
    assert not any(isinstance(question, DiscardChoice) for question in (*whole.asked, *empty.asked))
    assert not empty.events(HandShown) + empty.events(CardsDiscarded) + empty.events(CardsTakenBack)


def test_a_discarded_card_is_no_longer_played_until_it_is_taken_back() -> None:
    match, moves = using(now("{op: take-back, hand: opponent}"), names=("Ruse",))
    match.state.sides[BLUE].hand, match.state.sides[BLUE].discarded = (), ("Ruse",)

    played = Played(match, moves)

    assert match.state.sides[BLUE].hand == ("Ruse",)
    assert match.state.sides[BLUE].discarded == ()
    assert names_told(match, RED) == set()
    assert len(played.events(CardsTakenBack)) == 1


def test_a_card_that_was_played_comes_back_once_it_is_in_force_no_more() -> None:
    match, moves = using(now("{op: take-back, hand: opponent, played: true, n: 2}"), names=("Ruse", "Feint"))
    player = match.state.sides[BLUE]
    player.hand, player.played, player.in_force = (), ("Ruse", "Feint"), ("Feint",)

    Played(match, moves)

    assert (player.hand, player.played) == (("Ruse",), ("Feint",))


def test_what_a_card_began_that_was_taken_back_works_in_every_view() -> None:
    lasts = now("{op: lasting, until: match, effects: [{effect: adds, to: cbt, by: 1, of: {}}]}")
    trick = ability(now("{op: take-back, hand: opponent, played: true}"), kind="action")
    match = begun({YURI: [trick]}, tactics={BLUE: [tactic(lasts, name="Ruse")]}, step="tactical-phase")
    match.state.first_player = BLUE
    referee = Referee(match)
    referee.answer("Ruse")
    match.state.sides[BLUE].in_force = ()

    state = match.state.sides[BLUE]
    state.hand, state.played = ("Ruse",), ()

    assert len(match.state.lasting_effects) == 1
    assert [one.name for one in match_seen_by(match, RED).setup.bands[BLUE].tactics] == ["Ruse"]


def test_an_ability_costs_cards_and_is_refused_without() -> None:
    match, moves = using(now("{op: give-ap, who: {the: user}}"), more="cost: {cards: 1}")
    act = moves[-1][1]

    Played(match, moves)
    refusal = why_not(match, act)

    assert match.state.sides[RED].discarded == ("Own",)
    assert match.state_of(YURI).ap == 4
    assert refusal is not None
    assert (refusal.reason, refusal.about["needed"], refusal.about["has"]) == ("too-few-cards", 1, 0)


@pytest.mark.parametrize("held", [True, False])
def test_whether_it_is_asked_depends_on_no_name_of_a_card(*, held: bool) -> None:
    """A card that was discarded in secret might be held, for all that the others know."""
    match = begun({}, tactics={BLUE: [tactic(LATER, name=name, more="") for name in ("Ruse", "Feint")]})
    player = match.state.sides[BLUE]
    player.hand, player.discarded = (("Ruse",), ("Feint",)) if held else (("Feint",), ("Ruse",))
    moves = [*STARTS, ("action.cost", Melee(fighter=YURI, target=ELENIA)), ("melee.reaction", "passive")]
    played = Played(match, moves, dice="1111")

    asked: list[Question[Any]] = [one for one in played.asked if isinstance(one, MomentChoice)]
    assert [(question.asked, len(question.options)) for question in asked] == [(BLUE, 1)]


def test_positions_keep_what_was_discarded() -> None:
    match, _ = using(now("{op: look}"))
    match.state.sides[BLUE].hand, match.state.sides[BLUE].discarded = NAMES[:2], NAMES[2:]
    cards = {piece: one.card for piece, one in match.state.fighters.items()}

    again = load_position(json.loads(json.dumps(dump_position(match.state))), cards, 3)

    assert again.sides[BLUE] == match.state.sides[BLUE]


@pytest.mark.parametrize("side", [RED, BLUE])
def test_matches_that_differ_in_a_hand_alone_look_alike_from_outside(side: Side) -> None:
    """The same dice and the same numbers of cards: what everybody sees is equal to the byte."""
    seen = []
    for names in (NAMES, NAMES[::-1]):
        trick = ability(
            now("{op: discard, hand: opponent, random: true}, {op: look, n: 1}, {op: discard}"), kind="action"
        )
        decks = {one: [tactic(NOTHING, name=name) for name in sorted(names)] for one in Side}
        match = begun({YURI: [trick], ELENIA: [trick]}, tactics=decks)
        match.state.first_player = side
        for one in Side:
            match.state.sides[one].hand = names
        referee, dice = Referee(match), SeededDice(7)
        actor = YURI if side is RED else ELENIA
        referee.answer(actor)
        referee.answer(UseAbility(fighter=actor, ability=trick))
        asked = []
        while (question := referee.question) is not None and question.mid_act:
            asked.append((type(question), question.asked))
            referee.answer(
                dice.throw(question) if hasattr(question, "dice") else question.allowed_options()[0]
            )
        seen.append((asked, [event.as_dict() for event in match_seen_by_viewer(match, PUBLIC).log]))

    assert seen[0] == seen[1]
    assert any(kind is DiscardChoice for kind, _ in seen[0][0])


def test_random_players_answer_what_is_asked_of_hands() -> None:
    effects = now(
        "{op: look, do: [{op: discard, hand: opponent, may: true}]}, {op: discard}, {op: take-back}"
    )
    trick = ability(effects, kind="action", more="cost: {cards: 1}")
    decks = {side: [tactic(NOTHING, name=name) for name in NAMES] for side in Side}
    for seed in range(5):
        match = begun({YURI: [trick], ELENIA: [trick]}, tactics=decks, step="tactical-phase")
        referee, player, dice = Referee(match), RandomPlayer(match, seed), SeededDice(seed)
        for _ in range(120):
            if (question := referee.question) is None:
                break
            referee.answer(dice.throw(question) if hasattr(question, "dice") else player(question))
        for side in Side:
            state = match.state.sides[side]
            assert sorted((*state.hand, *state.played, *state.discarded)) == sorted(NAMES)


def test_the_practice_opponent_discards_the_enemys_cards_and_of_its_own_the_least() -> None:
    """It knows no card of the other hand, but one card less is one less."""
    better = "- {effect: now, do: [{op: give-vp, n: 3}]}"
    decks = {
        RED: [tactic(better, name="Ruse"), tactic(NOTHING, name="Feint"), tactic(better, name="Decoy")],
        BLUE: [tactic(NOTHING, name="Snare"), tactic(NOTHING, name="Trap")],
    }
    looks = "{op: look, do: [{op: discard, hand: opponent, may: true}]}"
    trick = ability(now(f"{looks}, {{op: discard}}"), kind="action")
    match = begun({YURI: [trick]}, tactics=decks)
    referee = Referee(match)
    referee.answer(YURI)
    referee.answer(UseAbility(fighter=YURI, ability=trick))
    thoughts = []
    while isinstance(question := referee.question, DiscardChoice):
        thoughts.append(choose_answer(match_seen_by(match, RED), question).answer)
        referee.answer(thoughts[-1])

    assert thoughts == [0, 1]
    assert (match.state.sides[BLUE].hand, match.state.sides[RED].hand) == (("Trap",), ("Ruse", "Decoy"))


@pytest.mark.parametrize(
    ("effects", "form"),
    [
        (now("{op: discard, hand: opponent, random: true, may: true}"), "may"),
        (now("{op: look, hand: own}"), "own"),
        ("- {effect: when, event: leader-named, sufferer: {the: user}, do: [{op: discard}]}", "early"),
        ("- {effect: when, event: step-begun, step: setup.8-hand, do: [{op: reveal}]}", "early"),
    ],
)
def test_what_does_nothing_with_a_hand_is_refused(effects: str, form: str) -> None:
    kind = "action" if "effect: now" in effects else "permanent"
    card: Ability = ability(effects, kind=kind)

    assert [(one.rule, one.form) for one in find_impossible_effects(card)] == [("effect-hand", form)]


@pytest.mark.parametrize("how", ["random: true", "may: true"])
def test_a_card_may_be_discarded_by_chance_or_by_choice(how: str) -> None:
    card = ability(now(f"{{op: discard, hand: opponent, {how}}}"), kind="action")

    assert list(find_impossible_effects(card)) == []
