"""Who is near a marker or an area, carried or lying, and who goes over it."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest
from duels import ELENIA, RED, VLADD, YLISS, YURI, fighter
from effects.carded import Played, ability, begun

from edencli.bots.lookahead import play_procedure
from edencli.effects.cards import CardWithEffects
from edencli.effects.scope import Scope
from edencli.effects.token_places import is_near_token, moves_over, tokens_named
from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.match.events import Left
from edencli.match.facts import AtPlace, Within
from edencli.match.field_kinds import BareField, ToldField
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.rules_api import do
from edencli.match.state import Gone, Token
from edencli.match.table_events import Moved
from edencli.model.card_words import Role, Who
from edencli.rules.ground import token_discs, tokens_on_field

At = tuple[float, float]
WELL = Token("Well", (cm(20), cm(20)), cm(2))


def with_well(*tokens: Token, **places: At) -> Match:
    """A match in which fighters stand somewhere, and markers lie there."""
    pieces = {one.name: one for one in (YURI, VLADD, ELENIA, YLISS)}
    match = begun(places={pieces[name]: place for name, place in places.items()})
    match.state.tokens = tokens or (WELL,)
    return match


@pytest.mark.parametrize(
    ("x", "far", "is_near"),
    [(23.5, 0, True), (23.6, 0, False), (27.5, 4, True), (27.6, 4, False), (20, 0, True)],
)
def test_a_marker_is_as_far_away_as_its_edge(x: float, far: float, *, is_near: bool) -> None:
    match = with_well(Yuri=(x, 20))

    assert is_near_token(match, YURI, "wELL", cm(far)) is is_near
    assert not is_near_token(match, YURI, "Idol", cm(far))
    assert not is_near_token(match, VLADD, "Well", cm(far))


@pytest.mark.parametrize(("far", "is_near"), [(0, False), (6, False), (7, True)])
def test_a_marker_that_is_carried_is_where_its_bearer_stands(far: float, *, is_near: bool) -> None:
    """No fighter touches it, and its bearer is near it."""
    match = with_well(Token("Well", None, cm(2), bearer=VLADD), Yuri=(20, 20), Vlädd=(30, 20))

    assert is_near_token(match, YURI, "well", cm(far)) is is_near
    assert is_near_token(match, VLADD, "well", cm(far)) is bool(far)
    assert not is_near_token(match, YURI, "Idol", cm(far))


def test_the_nearest_of_some_markers_is_near_enough() -> None:
    match = with_well(WELL, Token("Well", (cm(50), cm(50)), cm(1)), Yuri=(52.5, 50))

    assert is_near_token(match, YURI, "Well", 0)
    assert [one.place for one in tokens_named(match, "WELL")] == [(20_000, 20_000), (50_000, 50_000)]


@pytest.mark.parametrize(("within", "points"), [(5, 1), (4, 0)])
@pytest.mark.parametrize("is_carried", [True, False])
def test_who_falls_near_a_marker_fell_there(within: float, points: int, *, is_carried: bool) -> None:
    """From edge to edge it is 4.5 cm, to the well and to who carries it."""
    sufferer = f"{{side: enemies, near: Well, within: {within}, out: true}}"
    vulture = ability(f"- {{effect: when, event: left, sufferer: {sufferer}, do: [{{op: give-vp}}]}}")
    match = begun({YURI: [vulture]}, places={YURI: (20, 20), VLADD: (12.5, 20), ELENIA: (20, 28)})
    lying = Token("Well", (cm(20), cm(20)), cm(2))
    match.state.tokens = (Token("Well", None, cm(2), bearer=VLADD),) if is_carried else (lying,)
    match.state.place_fighter(ELENIA, (cm(20), cm(20)) if is_carried else (cm(20), cm(28)))

    falls = Left(rule="wound.incapacitated", fighter=ELENIA, why=Gone.INCAPACITATED)
    then, _ = play_procedure(match, lambda there: do(there, falls))

    assert then.state.sides[RED].vp == points


def way(*places: At) -> tuple[Point, ...]:
    return tuple(Point(cm(x), cm(y)) for x, y in places)


def goes(match: Match, path: Sequence[Point], how: str, mover: Piece = YURI) -> bool:
    event = Moved(rule="action.move", fighter=mover, how="move", path=path, cost=0)
    return moves_over(match, mover, event, "Well", how)


@pytest.mark.parametrize(
    ("path", "hows"),
    [
        (way((10, 20), (14, 20)), ""),
        (way((10, 20), (16.5, 20)), "through enters"),
        (way((10, 20), (16.4, 20)), ""),
        (way((10, 20), (30, 20)), "through enters"),
        (way((10, 23.5), (30, 23.5)), "through enters"),
        (way((10, 23.6), (30, 23.6)), ""),
        (way((10, 26), (20, 22), (30, 26)), "through enters"),
        (way((10, 30), (20, 22), (20, 22), (30, 30)), "through enters"),
        (way((20, 20), (30, 20)), "through leaves"),
        (way((23.5, 20), (24, 20)), "through leaves"),
        (way((23.6, 20), (24, 20)), ""),
        (way((20, 20), (23.5, 20)), "through"),
        (way((20, 20), (20, 20)), "through"),
        (way((20, 20)), "through"),
        (way((10, 10)), ""),
        (way((20, 20), (40, 20), (20, 21)), "through"),
    ],
)
def test_a_way_goes_over_a_marker_with_the_base(path: Sequence[Point], hows: str) -> None:
    match = with_well(Yuri=(20, 20))

    found = [how for how in ("through", "enters", "leaves") if goes(match, path, how)]

    assert found == hows.split()


def test_a_large_base_goes_over_what_a_small_one_passes_by() -> None:
    path = way((10, 24), (30, 24))
    match = begun(places={YURI: (10, 24)}, profiles={YURI: fighter().with_changes(base=40)})
    match.state.tokens = (WELL,)

    assert goes(match, path, "through")
    assert not goes(with_well(Yuri=(10, 24)), path, "through")


def test_one_marker_of_the_name_is_enough_and_none_that_is_carried_is_gone_over() -> None:
    path = way((10, 40), (30, 40))
    far, near = Token("Well", (cm(50), cm(5)), cm(1)), Token("Well", (cm(20), cm(40)), cm(1))

    assert goes(with_well(far, near, Yuri=(10, 40)), path, "through")
    assert not goes(with_well(far, Yuri=(10, 40)), path, "through")
    assert not goes(with_well(Token("Well", None, cm(1), bearer=VLADD), Yuri=(10, 40)), path, "through")
    assert not moves_over(
        with_well(), YURI, Left(rule="r", fighter=YURI, why=Gone.REMOVED), "Well", "through"
    )
    assert not goes(with_well(far, near, Yuri=(10, 40)), (), "through")


# ── by eye ──


def by_eye(*tokens: Token) -> Match:
    match = begun(places={})
    for one in match.state.fighters.values():
        one.put_on_field(None)
    match.state.field, match.state.tokens = ToldField(), tokens
    return match


@pytest.mark.parametrize("is_so", [True, False])
def test_by_eye_it_is_near_and_gone_over_as_the_players_say(*, is_so: bool) -> None:
    match = by_eye(Token("Well", None, cm(1)))
    match.infer_facts({AtPlace(of=YURI, how="near", place="Well", far=2_000): is_so})
    match.infer_facts({AtPlace(of=YURI, how="enters", place="Well"): is_so})

    assert is_near_token(match, YURI, "well", 2_000) is is_so
    assert goes(match, (), "enters") is is_so


@pytest.mark.parametrize("is_so", [True, False])
def test_by_eye_a_marker_that_is_carried_is_as_near_as_its_bearer(*, is_so: bool) -> None:
    match = by_eye(Token("Well", None, cm(1), bearer=VLADD))
    match.infer_facts(
        {Within(of=one, target=other, far=2_000): is_so for one, other in permutations((YURI, VLADD))}
    )

    assert is_near_token(match, YURI, "well", 2_000) is is_so


@pytest.mark.parametrize("tokens", [(), (Token("Well", None, cm(1)),)])
def test_by_eye_no_question_is_about_markers_that_are_not_there_or_fighters_who_left(
    tokens: tuple[Token, ...],
) -> None:
    match = by_eye(*tokens)
    if tokens:
        match.state.remove_fighter(YURI, Gone.INCAPACITATED)

    assert not is_near_token(match, YURI, "Well", 2_000)
    assert tokens or not goes(match, (), "through")


def test_on_a_bare_table_a_fighter_is_near_nothing_but_what_it_carries() -> None:
    match = by_eye(Token("Well", None, cm(1)), Token("Idol", None, cm(1), bearer=VLADD))
    match.state.field = BareField()

    assert not is_near_token(match, YURI, "Well", 2_000)
    assert not is_near_token(match, YURI, "Idol", 2_000)
    assert is_near_token(match, VLADD, "Idol", 2_000)


def test_a_filter_of_a_marker_means_those_who_are_near_it() -> None:
    match = with_well(Yuri=(20, 20), Vlädd=(24, 20), Elenia=(40, 20))
    said: dict[str, Any] = {"near": "Well", "within": 1}
    scope = Scope(match, CardWithEffects("Trick", RED, (), YURI), {Role.TARGET: VLADD})

    assert scope.matching_fighters(Who(**said)) == [YURI, VLADD]
    assert scope.matching_fighters(Who(near="Well")) == [YURI]
    assert Played(match, []).log == []


def test_what_bars_a_base_are_markers_that_lie_somewhere_and_no_areas() -> None:
    """Where players see the field, a marker may lie there without a place."""
    match = with_well(
        WELL,
        Token("Mist", (cm(40), cm(40)), cm(2), area=True),
        Token("Idol", (cm(40), cm(20)), cm(1), bearer=YURI),
        Token("Chip", None, cm(1)),
    )

    assert [one.name for one in tokens_on_field(match)] == ["Well"]
    assert [(one.x, one.y, one.r) for one in token_discs(match)] == [(20_000, 20_000, 2_000)]
