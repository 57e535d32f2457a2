"""The field of a match: what each kind of field answers, and what a told one knows and forgets."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from duels import ELENIA, YURI, fighter

from edencli.match.facts import AtPlace, Covered, Fact, Seeing, Touching
from edencli.match.field_kinds import BareField, Field, MeasuredField, ToldField
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.rules_api import field_fact
from edencli.match.state import FighterState, Gone, State, Token
from edencli.rulebooks.values import rulebook

TOUCHING: Mapping[Fact, Any] = {Touching(one=ELENIA, other=YURI): True}
FLEETING: Mapping[Fact, Any] = {Covered(by=YURI, template="blast", victim=ELENIA): True}


def standing(field: Field | None = None, *, placed: bool = True) -> State:
    places = {YURI: (0, 0), ELENIA: (9_000, 0)} if placed else {}
    fighters = {
        piece: FighterState(fighter(), place=places.get(piece), on_field=True) for piece in (YURI, ELENIA)
    }
    return State(fighters, field=field)


MEASURED: Callable[[], State] = standing


def told() -> State:
    return standing(ToldField(TOUCHING), placed=False)


def bare() -> State:
    return standing(BareField(), placed=False)


@pytest.mark.parametrize(
    ("make", "has_places", "asks_players", "answers", "knows"),
    [
        (MEASURED, True, False, True, True),
        (told, False, True, True, False),
        (bare, False, False, False, False),
    ],
)
def test_each_kind_of_field_says_what_it_can_answer(
    make: Callable[[], State], *, has_places: bool, asks_players: bool, answers: bool, knows: bool
) -> None:
    field = make().field

    assert (field.has_places, field.asks_players) == (has_places, asks_players)
    assert (field.answers_about(YURI, ELENIA), field.knows_places(YURI, ELENIA)) == (answers, knows)


def test_a_measured_field_answers_nothing_about_a_fighter_who_is_not_on_it() -> None:
    state = standing()

    state.remove_fighter(ELENIA, Gone.INCAPACITATED)

    assert state.field.answers_about(YURI)
    assert not state.field.answers_about(ELENIA)
    assert not state.field.knows_places(YURI, ELENIA)


@field_fact
def how_it_is_found(match: Match, piece: Piece) -> str:
    """Which function finds it."""
    return f"measured: {piece.name} in round {match.state.round}"


@how_it_is_found.when_unmeasured
def _(match: Match, piece: Piece) -> str:
    return f"told: {piece.name} in round {match.state.round}"


@pytest.mark.parametrize(("make", "way"), [(MEASURED, "measured"), (told, "told"), (bare, "measured")])
def test_a_fact_is_found_by_the_function_that_the_field_chooses(make: Callable[[], State], way: str) -> None:
    match = Match(rulebook("en"), make())

    assert how_it_is_found(match, YURI) == f"{way}: Yuri in round 1"


def test_a_copy_of_a_state_measures_where_its_own_fighters_stand() -> None:
    state = standing()
    twin = state.copy()

    twin.remove_fighter(YURI, Gone.REMOVED)

    assert state.field.knows_places(YURI)
    assert not twin.field.knows_places(YURI)


def test_a_copy_of_a_told_field_learns_and_forgets_alone() -> None:
    state = told()
    twin = state.copy()
    assert twin == state

    twin.field.learn(FLEETING)

    assert state.field.told_facts == TOUCHING
    assert twin.field.told_facts == {**TOUCHING, **FLEETING}
    assert twin != state


def test_a_told_field_forgets_what_a_movement_an_act_and_a_new_marker_change() -> None:
    field = ToldField({**TOUCHING, **FLEETING})

    field.forget_fleeting_facts()
    assert field.told_facts == TOUCHING
    field.learn({Seeing(viewer=ELENIA, target=ELENIA): 0})
    field.forget_facts_about(YURI)
    assert field.told_facts == {}


@pytest.mark.parametrize("make", [MEASURED, bare])
def test_a_field_of_which_nobody_tells_learns_nothing(make: Callable[[], State]) -> None:
    field = make().field

    field.learn(TOUCHING)
    field.set_facts(TOUCHING)
    field.forget_facts_about(YURI)
    field.forget_fleeting_facts()

    assert field.told_facts == {}


def test_a_new_marker_takes_back_what_was_told_of_others_of_its_name() -> None:
    near = AtPlace(of=YURI, how="near", place="Idol")
    state = standing(ToldField({near: True, **TOUCHING}), placed=False)

    state.lay_token(Token("Idol", None, 1_000))

    assert state.field.told_facts == TOUCHING


def test_fields_of_two_kinds_differ_even_where_nothing_is_told() -> None:
    assert standing().field == standing().field
    assert ToldField() == ToldField()
    assert ToldField() != BareField() != MeasuredField({})
