"""Scenery, edges and lines that cards look at, and the ways, pushes and markers that they move."""

from typing import Any

import pytest
from duels import ELENIA, RED, VLADD, YLISS, YURI
from effects.carded import Played, ability, begun, tactic
from matches import element

from edencli.effects.cards import CardWithEffects
from edencli.effects.scope import Scope
from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.match.events import Used
from edencli.match.facts import AtPlace, AtScenery, Fact, NearScenery, UnknownFact
from edencli.match.field_kinds import BareField, ToldField
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.state import Token
from edencli.match.table_events import Moved
from edencli.model.card_words import Landmark, Role, SceneryFilter, Stance, Who
from edencli.model.scenery import ElementName, Keyword
from edencli.rules.acts import Move
from edencli.rules.questions import WayQuestion

RULE = "card-over-rule"
WALL = element("Wall").with_changes(element=ElementName.WALL)


def looking(match: Match) -> Scope:
    """A card of Yuri's that looks about."""
    return Scope(match, CardWithEffects("Trick", RED, (), YURI), {})


def meant(match: Match, **said: Any) -> list[Piece]:
    return looking(match).matching_fighters(Who(**said))


def with_halves(match: Match) -> Match:
    match.state.sides[Side.RED].half, match.state.sides[Side.BLUE].half = "south", "north"
    return match


@pytest.mark.parametrize(
    ("landmark", "place", "within", "is_so"),
    [
        (Landmark.EDGE, (30, 1.5), None, True),
        (Landmark.EDGE, (30, 2), None, False),
        (Landmark.EDGE, (30, 5), 3.5, True),
        (Landmark.EDGE, (30, 5.1), 3.5, False),
        (Landmark.OWN_EDGE, (30, 5), 3.5, True),
        (Landmark.OWN_EDGE, (30, 55), 3.5, False),
        (Landmark.ENEMY_EDGE, (30, 55), 3.5, True),
        (Landmark.CORNER, (4, 4), 4.5, True),
        (Landmark.CORNER, (4, 10), 4.5, False),
        (Landmark.CENTRE, (30, 35), 3.5, True),
        (Landmark.CENTRE, (30, 36), 3.5, False),
        (Landmark.CENTRE_LINE, (5, 31), None, True),
        (Landmark.CENTRE_LINE, (5, 32), None, False),
        (Landmark.CENTRE_LINE, (5, 34), 2.5, True),
    ],
)
def test_a_landmark_is_as_far_as_the_edge_of_the_base(
    landmark: Landmark, place: tuple[float, float], within: float | None, *, is_so: bool
) -> None:
    match = with_halves(begun(places={VLADD: place, YURI: (50, 50)}))

    assert (VLADD in meant(match, landmark=landmark, within=within)) is is_so


def test_nobody_is_at_an_edge_of_a_player_who_has_none_yet() -> None:
    match = begun(places={VLADD: (30, 2)})

    assert meant(match, landmark=Landmark.OWN_EDGE, within=9) == []


@pytest.mark.parametrize(
    ("place", "stands", "is_so"),
    [
        ((20, 20), Stance.IN, True),
        ((20, 20), Stance.AT, True),
        ((20, 20), Stance.TOUCHING, False),
        ((20, 22.5), Stance.TOUCHING, True),
        ((20, 22.5), Stance.IN, False),
        ((20, 26), Stance.AT, False),
        ((20, 26), Stance.ON, False),
    ],
)
def test_who_is_at_scenery_is_in_it_or_touches_it(
    place: tuple[float, float], stands: Stance, *, is_so: bool
) -> None:
    match = begun(places={VLADD: place}, scenery=[(element("Thicket", radius=1), (20, 20))])
    assert (meant(match, scenery=SceneryFilter(stands=stands)) == [VLADD]) is is_so


def test_a_keyword_counts_where_the_chapter_is_played_alone_and_an_element_everywhere() -> None:
    thicket = element("Thicket", hiding=None, occupation=None).with_changes(element=None)
    hidden = SceneryFilter(keyword=Keyword.HIDING)

    for chapters, found in (((), []), (("territory",), [VLADD])):
        match = begun(places={VLADD: (20, 20)}, scenery=[(thicket, (20, 20))], chapters=chapters)
        assert meant(match, scenery=hidden) == found
    match = begun(places={VLADD: (20, 20)}, scenery=[(WALL, (20, 20))])
    assert meant(match, scenery=SceneryFilter(element=ElementName.WALL)) == [VLADD]
    assert meant(match, scenery=SceneryFilter(element=ElementName.TREE)) == []
    assert meant(match, scenery=SceneryFilter(name="wall")) == [VLADD]


def test_who_is_behind_scenery_has_it_in_the_line_of_sight() -> None:
    match = begun(places={YURI: (10, 20), VLADD: (30, 20), ELENIA: (10, 40)}, scenery=[(WALL, (20, 20))])

    assert meant(match, scenery=SceneryFilter(stands=Stance.BEHIND)) == [VLADD]
    assert meant(match, scenery=SceneryFilter(stands=Stance.BEHIND, within=2)) == []


def test_who_is_between_two_touches_the_line_between_their_centres() -> None:
    match = begun(places={YURI: (10, 20), ELENIA: (30, 20), VLADD: (20, 21.5), YLISS: (20, 22)})

    assert meant(match, between=Role.ENEMY_LEADER) == [VLADD]


def by_eye(**said: Any) -> Fact:
    """The first fact for which eyes are asked."""
    match = with_halves(begun(places={}, scenery=[(WALL, (20, 20))]))
    for fighter in match.state.fighters.values():
        fighter.put_on_field(None)
    match.state.field = ToldField()
    with pytest.raises(UnknownFact) as unknown:
        meant(match, the=Role.ENEMY_LEADER, **said)
    assert isinstance(unknown.value.fact, Fact)
    return unknown.value.fact


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        (
            {"landmark": Landmark.EDGE, "within": 3.5},
            AtPlace(of=ELENIA, how="landmark", place="edge", far=3_500),
        ),
        (
            {"landmark": Landmark.ENEMY_EDGE},
            AtPlace(of=ELENIA, how="landmark", place="edge", side=Side.BLUE),
        ),
        ({"scenery": SceneryFilter()}, AtScenery(piece=ELENIA, scenery="Wall")),
        ({"scenery": SceneryFilter(within=2)}, NearScenery(piece=ELENIA, scenery="Wall", far=2_000)),
        (
            {"scenery": SceneryFilter(stands=Stance.BEHIND)},
            AtPlace(of=ELENIA, how="behind", place="Wall", one=YURI),
        ),
    ],
)
def test_by_eye_one_fact_is_asked_for(said: dict[str, Any], fact: Fact) -> None:
    assert by_eye(**said) == fact


def test_by_eye_a_line_between_two_is_asked_for_whoever_is_named_first() -> None:
    match = begun(places={})
    for fighter in match.state.fighters.values():
        fighter.put_on_field(None)
    match.state.field = ToldField()

    asked = set()
    for one, other in ((Role.ENEMY_LEADER, Role.USER), (Role.USER, Role.ENEMY_LEADER)):
        with pytest.raises(UnknownFact) as unknown:
            looking(match).matches(Who(between=one, of=other), VLADD)
        asked.add(unknown.value.fact)

    assert len(asked) == 1


def test_on_a_bare_table_nobody_is_anywhere() -> None:
    match = begun(places={})
    for fighter in match.state.fighters.values():
        fighter.put_on_field(None)
    match.state.field = BareField()

    assert meant(match, landmark=Landmark.EDGE, within=30) == []
    assert meant(match, between=Role.ENEMY_LEADER) == []
    assert [card.card for card in match.field.unanswered] == ["Trick"]


# ── ways ──


WALK = "- {effect: now, do: [{op: move, who: {the: leader}, n: 3.5}]}"


def way(*places: tuple[float, float], of: Piece = YURI) -> tuple[str, Move]:
    return RULE, Move(fighter=of, path=tuple(Point(cm(x), cm(y)) for x, y in places))


def walking(effects: str = WALK, **more: Any) -> Match:
    return begun(tactics={RED: [tactic(effects)]}, step="tactical-phase", **more)


PLAY = ("tactical-phase.play", "Ruse")
ALONE = {YURI: (20, 20), ELENIA: (50, 50)}


def refused(match: Match, *ends: tuple[float, float]) -> list[str | None]:
    question = Played(match, [PLAY]).referee.question
    assert isinstance(question, WayQuestion)
    found = [question.refusal(way((20, 20), end)[1]) for end in ends]
    return [one and one.reason for one in found]


def test_a_way_of_a_card_costs_nothing_and_is_none_of_the_moves() -> None:
    match = walking(places=ALONE)

    played = Played(match, [PLAY, way((20, 20), (23.5, 20))])

    assert [(event.how, event.rule, event.cost) for event in played.events(Moved)] == [("card", RULE, 3_500)]
    assert match.state_of(YURI).place == (23_500, 20_000)
    assert (match.state_of(YURI).ap, played.events(Used)) == (3, [])


def test_a_way_of_a_card_may_be_left_and_is_bounded_by_what_bounds_a_move() -> None:
    places = {**ALONE, ELENIA: (24.5, 20), VLADD: (20, 25)}

    assert refused(walking(places=places), (21.5, 20), (23, 20), (17, 17), (18, 18)) == [
        "ends-in-contact",
        "in-the-way",
        "too-far",
        None,
    ]
    match = walking(places=ALONE)
    Played(match, [PLAY, (RULE, None)])
    assert match.state_of(YURI).place == (20_000, 20_000)


def test_slow_ground_is_dear_on_a_way_of_a_card() -> None:
    bog = element("Bog", radius=8, obstruction=2, occupation=None)
    match = walking(places=ALONE, scenery=[(bog, (20, 20))], chapters=("territory",))

    assert refused(match, (21.7, 20), (21.9, 20)) == [None, "too-far"]


def test_a_way_of_a_card_that_counts_uses_up_a_move() -> None:
    counted = "- {effect: now, do: [{op: move, who: {the: leader}, n: 3, counts: true}]}"
    match = walking(counted, places=ALONE)

    played = Played(match, [PLAY, way((20, 20), (23, 20))])

    assert [(event.fighter, event.what) for event in played.events(Used)] == [(YURI, "move")]
    match = walking(counted, places=ALONE)
    match.state_of(YURI).used_round["move"] = 3
    assert refused(match, (22, 20)) == ["limit-reached"]


def test_who_leaves_contact_by_a_way_of_a_card_disengages_as_for_a_move() -> None:
    match = walking(places={YURI: (20, 20), ELENIA: (23, 20)})

    played = Played(match, [PLAY, way((20, 20), (17, 20))])

    assert played.referee.question is not None
    assert getattr(played.referee.question, "step", None) == "disengage.roll"


def test_a_way_of_a_card_goes_through_what_lies_on_it() -> None:
    glass = ability("- {effect: when, event: moved, how: card, through: Glass, do: [{op: give-vp}]}")
    match = begun({YURI: [glass]}, tactics={RED: [tactic(WALK)]}, step="tactical-phase", places=ALONE)
    match.state.tokens = (Token("Glass", (cm(22), cm(20)), cm(1), area=True),)

    Played(match, [PLAY, way((20, 20), (23.5, 20))])

    assert match.state.sides[RED].vp == 1


def test_weather_that_shortens_every_displacement_shortens_it_and_no_other() -> None:
    reach = {
        book: refused(
            walking(places=ALONE, book=book, weather=("storm",), chapters=("weather",)),
            (23.5, 20),
            (21.5, 20),
        )
        for book in ("en", "fr")
    }

    assert reach == {"en": [None, None], "fr": ["too-far", None]}
