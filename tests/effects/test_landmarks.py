"""Where a fighter is, seen from the edges and middle of any field, from scenery, and from two others."""

from collections.abc import Mapping
from typing import Any

import pytest
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI
from effects.carded import Played, ability, begun
from matches import element

from edencli.effects.cards import CardWithEffects
from edencli.effects.landmarks import (
    SceneryMeant,
    is_at_scenery,
    is_base_at_landmark,
    is_base_at_scenery,
    is_between,
    last_base,
    length_of,
)
from edencli.effects.scope import Scope
from edencli.field.shapes import Disc, Point
from edencli.field.units import cm
from edencli.match.facts import AtPlace, AtScenery, Fact, NearScenery
from edencli.match.field_kinds import BareField, ToldField
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.questions import PlacementQuestion
from edencli.match.state import Gone, Token
from edencli.model.card_words import Landmark, Role, SceneryFilter, Stance, Who
from edencli.model.scenery import ElementName, Keyword
from edencli.model.terms import OPPOSITE_HALF
from edencli.rules.acts import UseAbility
from edencli.rules.placing import FighterPlacement, TokenPlacement

At = tuple[float, float]
RULE = "card-over-rule"
WALL = element("Wall").with_changes(element=ElementName.WALL)
THICKET = element("Thicket", radius=3, occupation=None, hiding=1)
TOWER = element("Tower", radius=3, elevation=None, climbing=4)


def disc(x: float, y: float) -> Disc:
    return Disc(x=cm(x), y=cm(y), r=1_500)


def broad(half: str | None = None) -> Match:
    """A match on a field that is 90 cm broad and 60 cm deep; red has a half of it, or no player has."""
    match = begun(places={YURI: (50, 30)})
    match.setup = match.setup._replace(width=90_000)
    if half is not None:
        match.state.sides[RED].half, match.state.sides[BLUE].half = half, OPPOSITE_HALF[half]
    return match


NEAR_AND_FAR: list[tuple[str, Landmark, float, At, At]] = [
    ("south", Landmark.OWN_EDGE, 3.5, (45, 5), (45, 5.1)),
    ("north", Landmark.OWN_EDGE, 3.5, (45, 55), (45, 54.9)),
    ("west", Landmark.OWN_EDGE, 3.5, (5, 30), (5.1, 30)),
    ("east", Landmark.OWN_EDGE, 3.5, (85, 30), (84.9, 30)),
    ("south", Landmark.CENTRE_LINE, 0, (5, 31.5), (5, 31.6)),
    ("north", Landmark.CENTRE_LINE, 0, (5, 28.5), (5, 28.4)),
    ("west", Landmark.CENTRE_LINE, 0, (46.5, 5), (46.6, 5)),
    ("east", Landmark.CENTRE_LINE, 2, (41.5, 5), (41.4, 5)),
    ("south", Landmark.EDGE, 3.5, (85, 30), (84.9, 30)),
    ("south", Landmark.CENTRE, 3.5, (50, 30), (50.1, 30)),
    ("south", Landmark.CENTRE, 3.5, (45, 35), (45, 35.1)),
    *(
        (
            "south",
            Landmark.CORNER,
            3.5,
            (abs(x - a * 5.01), abs(y - b * 5.01)),
            (abs(x - a * 5.011), abs(y - b * 5.011)),
        )
        for x in (0, 90)
        for y in (0, 60)
        for a, b in ((0, 1), (1, 0))
    ),
]


@pytest.mark.parametrize(("half", "landmark", "within", "near", "far"), NEAR_AND_FAR)
def test_a_landmark_is_where_it_is_on_any_field_and_in_any_half(
    half: str, landmark: Landmark, within: float, near: At, far: At
) -> None:
    match = broad(half)

    found = [
        is_base_at_landmark(match, landmark, RED, disc(*place), length_of(within)) for place in (near, far)
    ]
    assert found == [True, False]


@pytest.mark.parametrize("landmark", [Landmark.OWN_EDGE, Landmark.ENEMY_EDGE, Landmark.CENTRE_LINE])
def test_without_halves_there_are_no_edges_of_players_and_no_line_between_them(landmark: Landmark) -> None:
    """One half that is chosen is not enough: the other one follows from it later."""
    match = broad()
    there = disc(45, 30)
    found = [is_base_at_landmark(match, landmark, RED, there, cm(90))]
    match.state.sides[RED].half = "south"
    found.append(is_base_at_landmark(match, landmark, RED, there, cm(90)))
    match.state.sides[BLUE].half = "north"
    found.append(is_base_at_landmark(match, landmark, RED, there, cm(90)))

    assert found == [False, False, True]


@pytest.mark.parametrize("landmark", [Landmark.EDGE, Landmark.CORNER, Landmark.CENTRE])
def test_edges_corners_and_the_centre_are_there_before_halves(landmark: Landmark) -> None:
    assert is_base_at_landmark(broad(), landmark, RED, disc(45, 30), cm(90))


def test_an_edge_is_one_s_own_or_the_enemy_s_also_for_a_card_of_blue() -> None:
    match = broad("west")
    match.state.place_fighter(YURI, (cm(3), cm(30)))
    found = {
        (side, landmark): Scope(match, CardWithEffects("Trick", side, ()), {}).matches(
            Who(landmark=landmark, within=3.5), YURI
        )
        for side in (RED, BLUE)
        for landmark in (Landmark.OWN_EDGE, Landmark.ENEMY_EDGE)
    }

    assert [key for key, is_so in found.items() if is_so] == [
        (RED, Landmark.OWN_EDGE),
        (BLUE, Landmark.ENEMY_EDGE),
    ]


def test_a_length_may_be_half_a_centimetre_and_is_none_where_none_is_said() -> None:
    assert [length_of(one) for one in (None, 0, 2, 2.5)] == [0, 0, 2_000, 2_500]


def test_a_fighter_who_has_left_is_at_the_last_place_and_one_to_be_deployed_is_at_none() -> None:
    match = begun(places={YURI: (20, 20), VLADD: (30, 20), ELENIA: (40, 20)})
    match.state.remove_fighter(VLADD, Gone.INCAPACITATED)

    assert last_base(match, VLADD) == disc(30, 20)
    assert last_base(match, YLISS) is None
    assert is_between(match, VLADD, YURI, ELENIA)
    assert not is_between(match, YLISS, YURI, ELENIA)
    assert not is_between(match, VLADD, YURI, YLISS)


def test_no_fighter_is_between_two_where_one_fell_and_the_other_stands() -> None:
    match = begun(places={YURI: (20, 20), VLADD: (20, 21), ELENIA: (40, 20)})
    match.state.remove_fighter(YURI, Gone.INCAPACITATED)
    match.state.place_fighter(ELENIA, (cm(20), cm(20)))

    assert not is_between(match, VLADD, YURI, ELENIA)


@pytest.mark.parametrize(
    ("place", "is_so"),
    [((20, 21.5), True), ((20, 21.6), False), ((20, 18.5), True), ((33, 20), False), ((8, 20), False)],
)
def test_who_is_between_two_touches_the_line_that_joins_them_and_no_line_beyond(
    place: At, *, is_so: bool
) -> None:
    match = begun(places={YURI: (10, 20), ELENIA: (30, 20), VLADD: place})

    assert is_between(match, VLADD, YURI, ELENIA) is is_between(match, VLADD, ELENIA, YURI) is is_so


def test_no_fighter_is_between_another_and_itself() -> None:
    match = begun(places={YURI: (10, 20), ELENIA: (30, 20), VLADD: (20, 20)})
    scope = Scope(match, CardWithEffects("Trick", RED, (), YURI), {Role.TARGET: VLADD})

    assert scope.matching_fighters(Who(between=Role.ENEMY_LEADER)) == [VLADD]
    assert scope.matching_fighters(Who(between=Role.LEADER)) == []
    assert scope.matching_fighters(Who(between=Role.TARGET)) == []
    assert scope.matching_fighters(Who(between=Role.LAST_ATTACKER)) == []


# ── scenery ──────────────────────────────────────────────────────────────────────────────────────────────


def at_scenery(match: Match, what: SceneryFilter, viewer: Piece | None = YURI) -> list[Piece]:
    """Those who are to scenery as a card says."""
    return [
        piece for piece in match.state.fighters if is_at_scenery(match, SceneryMeant(what, viewer), piece)
    ]


@pytest.mark.parametrize(
    ("stands", "raised", "level"),
    [
        (Stance.ON, True, False),
        (Stance.AT, True, True),
        (Stance.IN, False, True),
        (Stance.TOUCHING, False, False),
        (None, True, True),
    ],
)
def test_who_stands_upon_scenery_is_at_it_and_on_it_and_not_in_it(
    stands: Stance | None, *, raised: bool, level: bool
) -> None:
    match = begun(places={VLADD: (20, 20)}, scenery=[(TOWER, (20, 20))], chapters=("territory",))
    found = []
    for name in ("Tower", None):
        match.state_of(VLADD).raised = name
        found.append(at_scenery(match, SceneryFilter(stands=stands)) == [VLADD])

    assert found == [raised, level]


@pytest.mark.parametrize(
    ("stands", "x", "found"),
    [
        (None, 29, [VLADD]),
        (None, 29.1, []),
        (Stance.AT, 24.5, [VLADD]),
        (Stance.AT, 24.6, []),
        (Stance.TOUCHING, 24.5, [VLADD]),
        (Stance.TOUCHING, 24.4, []),
    ],
)
def test_how_near_and_how_one_stands_must_both_be_so(
    stands: Stance | None, x: float, found: list[Piece]
) -> None:
    match = begun(places={VLADD: (x, 20)}, scenery=[(THICKET, (20, 20))])

    assert at_scenery(match, SceneryFilter(stands=stands, within=4.5)) == found


def test_a_fighter_who_has_left_is_at_the_scenery_of_the_last_place() -> None:
    match = begun(places={VLADD: (20, 20)}, scenery=[(THICKET, (20, 20))])
    match.state.remove_fighter(VLADD, Gone.INCAPACITATED)

    for what in (SceneryFilter(), SceneryFilter(within=2)):
        assert at_scenery(match, what) == [VLADD]


def test_on_an_unmeasured_field_no_question_is_about_a_fighter_who_left() -> None:
    match = begun(places={}, scenery=[(WALL, (20, 20))])
    for piece in (YURI, VLADD):
        match.state_of(piece).put_on_field(None)
    match.state.remove_fighter(VLADD, Gone.INCAPACITATED)
    match.state.field = ToldField()

    for what in (SceneryFilter(), SceneryFilter(within=2), SceneryFilter(stands=Stance.BEHIND)):
        assert not is_at_scenery(match, SceneryMeant(what, YURI), VLADD)
    scope = Scope(match, CardWithEffects("Trick", RED, (), YURI), {Role.TARGET: VLADD})
    for who in (
        Who(the=Role.TARGET, out=True, landmark=Landmark.EDGE),
        Who(the=Role.TARGET, out=True, between=Role.LEADER, of=Role.ENEMY_LEADER),
        Who(the=Role.TARGET, out=True, within=9),
        Who(the=Role.TARGET, out=True, near="Well"),
    ):
        assert not scope.matches(who, VLADD)


DESTROYED = {True: ElementName.DEVASTATED_AREA, False: ElementName.WALL}


@pytest.mark.parametrize("is_destroyed", [True, False])
def test_what_is_destroyed_is_a_devastated_area_and_no_longer_what_it_was(*, is_destroyed: bool) -> None:
    match = begun(places={VLADD: (20, 20)}, scenery=[(WALL, (20, 20))], chapters=("territory",))
    match.state.scenery["Wall"] = match.state.scenery["Wall"]._replace(destroyed=is_destroyed)

    meant = [one for one in DESTROYED.values() if at_scenery(match, SceneryFilter(element=one))]
    assert meant == [DESTROYED[is_destroyed]]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({}, [VLADD, ELENIA]),
        ({"name": "thicket"}, [VLADD]),
        ({"name": "Wall"}, [ELENIA]),
        ({"name": "Tower"}, []),
        ({"element": ElementName.WALL}, [ELENIA]),
        ({"keyword": Keyword.OCCUPATION}, [VLADD]),
        ({"keyword": Keyword.HIDING}, [VLADD]),
        ({"name": "Wall", "keyword": Keyword.HIDING}, []),
        ({"name": "Thicket", "element": ElementName.WALL}, []),
    ],
)
def test_scenery_is_told_by_name_element_and_keyword_together(
    said: Mapping[str, Any], found: list[Piece]
) -> None:
    match = begun(
        places={YURI: (50, 50), VLADD: (20, 20), ELENIA: (40, 16.5)},
        scenery=[(THICKET, (20, 20)), (WALL, (40, 20))],
        chapters=("territory",),
    )

    assert at_scenery(match, SceneryFilter(**said)) == found


BEHIND = SceneryFilter(stands=Stance.BEHIND)


@pytest.mark.parametrize(
    ("viewer", "found"), [(YURI, [VLADD]), (VLADD, [YURI]), (ELENIA, []), (YLISS, []), (None, [])]
)
def test_who_is_behind_scenery_depends_on_who_looks(viewer: Piece | None, found: list[Piece]) -> None:
    """Elenia stands aside and sees both; Yliss has left the field."""
    match = begun(
        places={YURI: (10, 20), VLADD: (30, 20), ELENIA: (20, 40), YLISS: (35, 20)},
        scenery=[(WALL, (20, 20)), (element("Far wall"), (50, 50))],
    )
    match.state.remove_fighter(YLISS, Gone.INCAPACITATED)

    assert at_scenery(match, BEHIND, viewer) == found
    assert at_scenery(match, BEHIND.with_changes(name="Far wall"), viewer) == []


@pytest.mark.parametrize("place", [(20, 20), (10, 20)])
def test_scenery_hides_no_fighter_who_stands_in_it_nor_any_from_one_who_does(place: At) -> None:
    match = begun(places={YURI: (10, 20), VLADD: (20, 20)}, scenery=[(WALL, place)])

    assert at_scenery(match, BEHIND) == []


@pytest.mark.parametrize(("y", "found"), [(23.4, [VLADD]), (23.5, [])])
def test_scenery_that_only_touches_the_line_of_sight_hides_no_fighter(y: float, found: list[Piece]) -> None:
    match = begun(places={YURI: (10, 20), VLADD: (30, 20)}, scenery=[(WALL, (20, y))])

    assert at_scenery(match, BEHIND) == found


def test_a_fighter_with_the_name_of_scenery_hides_no_other() -> None:
    twin = Piece(BLUE, "Wall")
    match = begun(places={YURI: (10, 20), VLADD: (30, 20), twin: (20, 20)}, scenery=[(WALL, (50, 50))])

    assert at_scenery(match, BEHIND) == []


# ── bases that a card would put down ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("what", "is_so"),
    [
        (SceneryFilter(), [False, True, True]),
        (SceneryFilter(stands=Stance.IN), [False, False, True]),
        (SceneryFilter(stands=Stance.TOUCHING), [False, True, False]),
        (SceneryFilter(within=4.5), [True, True, True]),
        (SceneryFilter(within=4.4), [False, True, True]),
        (SceneryFilter(within=4.5, stands=Stance.AT), [False, True, True]),
        (SceneryFilter(name="Tower"), [False, False, False]),
    ],
)
def test_a_base_that_would_be_put_down_is_to_scenery_as_one_that_stands(
    what: SceneryFilter, is_so: list[bool]
) -> None:
    match = begun(places={YURI: (5, 20)}, scenery=[(THICKET, (20, 20))], chapters=("territory",))
    bases = [disc(x, 20) for x in (29, 24.5, 22)]

    assert [is_base_at_scenery(match, SceneryMeant(what, YURI), here) for here in bases] == is_so


def test_a_base_that_would_be_put_down_is_behind_scenery_only_so_far_from_it() -> None:
    match = begun(places={YURI: (5, 20)}, scenery=[(WALL, (20, 20))])

    found = [
        [is_base_at_scenery(match, SceneryMeant(one, YURI), disc(x, 20)) for x in (23.5, 27.5, 27.6, 15)]
        for one in (BEHIND, BEHIND.with_changes(within=4))
    ]
    assert found == [[True, True, True, False], [True, True, False, False]]


def test_nothing_is_behind_scenery_for_a_viewer_who_is_not_there() -> None:
    match = begun(places={YURI: (5, 20), VLADD: (5, 30)}, scenery=[(WALL, (20, 20))])
    match.state.remove_fighter(VLADD, Gone.INCAPACITATED)

    for viewer, is_so in ((YURI, True), (VLADD, False), (None, False)):
        assert is_base_at_scenery(match, SceneryMeant(BEHIND, viewer), disc(35, 20)) is is_so


# ── where something may be put ───────────────────────────────────────────────────────────────────────────

HALVES = {RED: "south", BLUE: "north"}


def asked_to_put(where: str, thing: str) -> tuple[Match, PlacementQuestion[Any]]:
    """What is asked when Yuri's card puts Vlädd, or a token, somewhere."""
    done = {
        "fighter": f"{{op: put, who: {{side: allies}}, where: {where}}}",
        "marker": f"{{op: lay, name: Chip, across: 3, where: {where}}}",
    }[thing]
    match = begun(
        {YURI: [ability(f"- {{effect: now, do: [{done}]}}", kind="action")]},
        places={YURI: (20, 20), VLADD: (50, 8), ELENIA: (30, 40), YLISS: (52, 52)},
        scenery=[(WALL, (40, 20)), (THICKET, (10, 40))],
        chapters=("territory",),
    )
    for side, half in HALVES.items():
        match.state.sides[side].half = half
    match.state.tokens = (Token("Well", (cm(50), cm(40)), cm(1)), Token("Idol", None, cm(1), bearer=ELENIA))
    use = UseAbility(fighter=YURI, ability=match.state_of(YURI).card.abilities[0])
    question = Played(match, [("activation.designate", YURI), ("action.cost", use)]).referee.question
    assert isinstance(question, PlacementQuestion)
    return match, question


@pytest.mark.parametrize("thing", ["fighter", "marker"])
@pytest.mark.parametrize(
    ("where", "part", "fits", "fails"),
    [
        ("{zone: own-half}", "zone", (45, 28.51), (45, 28.511)),
        ("{zone: enemy-half}", "zone", (45, 31.49), (45, 31.489)),
        ("{zone: own-zone}", "zone", (45, 8), (45, 9)),
        ("{zone: enemy-zone}", "zone", (45, 52), (45, 51)),
        ("{zone: north-east}", "zone", (31.5, 34), (31.4, 34)),
        ("{zone: south-west}", "zone", (28.5, 26), (28.6, 26)),
        ("{within: 6, of: user}", "within", (20, 29), (20, 29.1)),
        ("{within: 6, of: enemy-leader}", "within", (30, 31), (30, 30.9)),
        ("{within: 6, near: Well}", "within", (50, 31.5), (50, 31.4)),
        ("{landmark: edge, within: 5.5}", "landmark", (7, 25), (7.1, 25)),
        ("{landmark: own-edge, within: 6}", "landmark", (30, 7.5), (30, 7.6)),
        ("{landmark: enemy-edge, within: 6}", "landmark", (30, 52.5), (30, 52.4)),
        ("{landmark: centre-line}", "landmark", (45, 31.5), (45, 31.6)),
        ("{landmark: centre, within: 6}", "landmark", (37.5, 30), (37.6, 30)),
        ("{scenery: {name: Wall, within: 5}}", "scenery", (40, 28.5), (40, 28.6)),
        ("{scenery: {stands: behind, name: Wall}}", "scenery", (52, 20), (20, 52)),
        ("{clear: 7, clear-of: {side: enemies}}", "clear", (40, 40), (39.9, 40)),
        ("{clear: 5, clear-of: {side: enemies, marker: fear}}", None, (36, 40), (-9, 40)),
        ("{spaced: 7}", "spaced", (40.5, 40), (40.6, 40)),
    ],
)
def test_a_place_is_where_the_card_says_and_not_a_millimetre_off(
    where: str, part: str | None, fits: At, fails: At, thing: str
) -> None:
    match, question = asked_to_put(where, thing)
    fails = (fits, fails)[part is not None]

    def refused(place: At) -> object:
        x, y = map(cm, place)
        given = TokenPlacement("Chip", (x, y)) if thing == "marker" else FighterPlacement(VLADD, Point(x, y))
        refusal = question.refusal(given)
        return refusal and (refusal.rule, refusal.reason, refusal.about.get("part"))

    assert refused(fits) is None
    assert refused(fails) == (part and (RULE, "elsewhere", part))
    assert match.state_of(VLADD).place == (50_000, 8_000)


def test_another_thing_than_the_card_puts_is_refused() -> None:
    _, fighter = asked_to_put("{within: 30}", "fighter")
    _, marker = asked_to_put("{within: 30}", "marker")

    here = Point(20_000, 30_000)
    found = [
        fighter.refusal(FighterPlacement(YURI, here)),
        marker.refusal(TokenPlacement("Well", (20_000, 30_000))),
    ]
    assert [one and (one.reason, one.about) for one in found] == [
        ("not-an-option", {"given": YURI}),
        ("not-an-option", {"given": "Well"}),
    ]


# ── by eye ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ({"landmark": Landmark.EDGE}, AtPlace(of=VLADD, how="landmark", place="edge")),
        (
            {"landmark": Landmark.CORNER, "within": 2},
            AtPlace(of=VLADD, how="landmark", place="corner", far=2_000),
        ),
        (
            {"landmark": Landmark.OWN_EDGE, "within": 1},
            AtPlace(of=VLADD, how="landmark", place="edge", far=1_000, side=RED),
        ),
        ({"landmark": Landmark.CENTRE_LINE}, AtPlace(of=VLADD, how="landmark", place="centre-line")),
        (
            {"between": Role.ENEMY_LEADER, "of": Role.LEADER},
            AtPlace(of=VLADD, how="between", place="", one=ELENIA, other=YURI),
        ),
        ({"scenery": BEHIND}, AtPlace(of=VLADD, how="behind", place="Wall", one=YURI)),
        ({"scenery": SceneryFilter(within=2)}, NearScenery(piece=VLADD, scenery="Wall", far=2_000)),
    ],
)
@pytest.mark.parametrize("is_so", [True, False])
def test_by_eye_it_is_as_the_players_say(said: Mapping[str, Any], fact: Fact, *, is_so: bool) -> None:
    match = by_eye()
    match.infer_facts({fact: is_so})

    assert Scope(match, CardWithEffects("Trick", RED, (), YURI), {}).matches(Who(**said), VLADD) is is_so


def by_eye() -> Match:
    """A match of four on an unmeasured field, with a wall."""
    match = begun(places={}, scenery=[(WALL, (20, 20))])
    for fighter in match.state.fighters.values():
        fighter.put_on_field(None)
    for side, half in HALVES.items():
        match.state.sides[side].half = half
    match.state.field = ToldField()
    return match


def test_by_eye_no_question_is_about_an_edge_or_a_line_before_there_are_halves() -> None:
    match = by_eye()
    match.state.sides[RED].half = None
    scope = Scope(match, CardWithEffects("Trick", RED, (), YURI), {})

    for landmark in (Landmark.OWN_EDGE, Landmark.ENEMY_EDGE, Landmark.CENTRE_LINE):
        assert scope.matching_fighters(Who(landmark=landmark, within=9)) == []


def test_by_eye_scenery_hides_no_fighter_from_itself_or_from_one_who_is_not_there() -> None:
    match = by_eye()
    match.state.remove_fighter(YLISS, Gone.INCAPACITATED)

    for viewer in (VLADD, YLISS, None):
        assert not is_at_scenery(match, SceneryMeant(BEHIND, viewer), VLADD)


@pytest.mark.parametrize(
    ("stands", "found"),
    [(Stance.IN, ["inside"]), (Stance.TOUCHING, ["touching"]), (None, ["inside", "touching"])],
)
def test_by_eye_who_is_at_scenery_is_said_in_a_word(stands: Stance | None, found: list[str]) -> None:
    is_so = []
    for said in ("inside", "touching", "away"):
        match = by_eye()
        match.infer_facts({AtScenery(piece=VLADD, scenery="Wall"): said})
        if is_at_scenery(match, SceneryMeant(SceneryFilter(stands=stands), YURI), VLADD):
            is_so.append(said)

    assert is_so == found


def test_on_a_bare_table_no_fighter_is_at_or_near_scenery() -> None:
    match = by_eye()
    match.state.field = BareField()

    for what in (SceneryFilter(), SceneryFilter(within=9), BEHIND):
        assert at_scenery(match, what) == []
