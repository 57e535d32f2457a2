"""Markers, areas and parts of the field, and fighters whom cards put, push and swap."""

from typing import Any

import pytest
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI, fighter
from effects.carded import Played, ability, begun, mission, tactic
from matches import element

from edencli.effects.cards import CardWithEffects
from edencli.effects.scope import Scope
from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.match.card_events import Swapped, TokenPutDown, TokenRemoved, TokenTakenUp
from edencli.match.events import CpLost
from edencli.match.field_kinds import BareField, ToldField
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.position import dump_position, load_position
from edencli.match.questions import Agreement, PlacementQuestion, Question
from edencli.match.rules_api import why_not
from edencli.match.state import Gone, Token
from edencli.match.table_events import NoRoomFound, Placed, TokenPlaced
from edencli.model.card_words import FieldPart, Role, Who
from edencli.model.terms import Duration, LimbName
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.rules.acts import Move, UseAbility
from edencli.rules.agreement import why_not_lay_marker
from edencli.rules.placing import FighterPlacement, NoRoom, TokenPlacement

ACTIVATE = ("activation.designate", YURI)
RULE = "card-over-rule"
GLASS = """
- effect: now
  do: [{op: lay, name: Broken glass, across: 4, area: true, where: {clear: 5, clear-of: {side: enemies}}}]
- effect: when
  event: moved
  through: Broken glass
  do: [{op: lose-cp, who: {the: doer}, limb: legs}]
"""


def spots(*places: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(cm(x), cm(y)) for x, y in places)


def used(match: Match, piece: Piece = YURI) -> tuple[str, UseAbility]:
    return "action.cost", UseAbility(fighter=piece, ability=match.state_of(piece).card.abilities[0])


def lay_glass(x: float, y: float) -> Match:
    """A match in which the red player has just laid broken glass."""
    match = begun(tactics={RED: [tactic(GLASS, name="Glass")]}, step="tactical-phase")
    Played(match, [("tactical-phase.play", "Glass"), (RULE, TokenPlacement("Broken glass", (cm(x), cm(y))))])
    return match


def test_what_is_laid_is_as_large_across_as_the_card_says() -> None:
    assert [token.radius for token in lay_glass(33, 20).state.tokens] == [cm(2)]


def asked_for(match: Match) -> Question[object]:
    played = Played(match, [("tactical-phase.play", "Glass")])
    question = played.referee.question
    assert question is not None
    return question


def test_an_area_is_laid_where_the_card_allows_and_a_line_says_where() -> None:
    match = begun(tactics={RED: [tactic(GLASS, name="Glass")]}, step="tactical-phase")
    question = asked_for(match)

    refusals = [question.refusal(TokenPlacement("Broken glass", (cm(x), 20_000))) for x in (27, 33, 100)]

    assert isinstance(question, PlacementQuestion)
    assert [refusal and refusal.reason for refusal in refusals] == ["elsewhere", None, "off-field"]
    assert refusals[0] is not None
    assert refusals[0].about["part"] == "clear"
    line = write_answer(TokenPlacement("Broken glass", (33_000, 20_000)), match, question)
    assert line == "red lays Broken glass at 33, 20"
    assert read_answer(line, match, question) == TokenPlacement("Broken glass", (33_000, 20_000))
    refused = question.refusal(NoRoom())
    assert refused is not None
    assert refused.reason == "room-left"


@pytest.mark.rule("tactical.duration", books="en")
@pytest.mark.parametrize(("x", "reason"), [(31.48, "elsewhere"), (31.5, None)])
def test_exactly_as_far_off_as_the_card_says_is_clear_of_an_enemy(x: float, reason: str | None) -> None:
    """From edge to edge: a base of 3 cm, Elenia's, and an area of 4 cm across."""
    match = begun(tactics={RED: [tactic(GLASS, name="Glass")]}, step="tactical-phase")

    refusal = asked_for(match).refusal(TokenPlacement("Broken glass", (cm(x), cm(20))))

    assert (refusal and refusal.reason) == reason


def test_what_was_laid_keeps_its_card_at_work_after_the_round() -> None:
    match = lay_glass(33, 23)
    match.state.sides[RED].in_force = ()
    match.state.step = "activation"

    go = Move(fighter=VLADD, path=spots((20, 23), (30, 23)))

    played = Played(match, [("activation.designate", VLADD), ("action.cost", go)])

    assert [(event.victim, event.limbs) for event in played.events(CpLost)] == [(VLADD, {LimbName.LEGS: 1})]
    assert match.state.tokens[0].area


@pytest.mark.parametrize(
    ("how", "way", "goes"),
    [
        ("through", ((20, 23), (20, 28)), False),
        ("through", ((20, 23), (28, 25)), True),
        ("enters", ((20, 23), (28, 23)), True),
        ("enters", ((29, 23), (31, 23)), False),
        ("leaves", ((29, 23), (29, 31)), True),
        ("leaves", ((29, 23), (31, 23)), False),
    ],
)
def test_a_movement_goes_through_an_area_comes_upon_it_or_leaves_it(
    how: str,
    way: tuple[tuple[float, float], ...],
    goes: bool,  # noqa: FBT001  # the outcome
) -> None:
    hears = tactic(
        f"- {{effect: when, event: moved, {how}: Broken glass, do: [{{op: give-vp}}]}}", name="Hears"
    )
    match = begun(tactics={RED: [hears]}, places={VLADD: way[0], ELENIA: (5, 5)})
    match.state.sides[RED].in_force = ("Hears",)
    match.state.tokens = (Token("Broken glass", (cm(30), cm(23)), cm(2), area=True),)

    Played(match, [("action.cost", Move(fighter=VLADD, path=spots(*way)))])

    assert match.state.sides[RED].vp == goes


def test_a_base_may_end_in_an_area_but_on_no_marker() -> None:
    match = begun()
    path = spots((20, 23), (28, 23))
    go, outcomes = Move(fighter=VLADD, path=path), []
    for area in (True, False):
        match.state.tokens = (Token("Idol", (cm(28), cm(23)), cm(1), area=area),)
        outcomes.append(refusal.reason if (refusal := why_not(match, go)) else None)

    assert outcomes == [None, "ends-on-marker"]


def test_what_is_laid_for_a_round_is_taken_away_at_its_end() -> None:
    smoke = tactic(
        "- {effect: now, do: [{op: lay, name: Smoke, where: {centre: true}, until: round}]}", name="Smoke"
    )
    match = begun(tactics={RED: [smoke]}, step="tactical-phase")
    played = Played(match, [("tactical-phase.play", "Smoke")])
    assert [event.token.place for event in played.events(TokenPlaced)] == [(30_000, 30_000)]

    match.state.step = "intendancy.11"
    assert [event.token.name for event in Played(match, []).events(TokenRemoved)] == ["Smoke"]
    assert match.state.tokens == ()


def holds(match: Match, **filters: object) -> list[Piece]:
    """Who is meant by a filter of a card of Yuri's."""
    return Scope(match, CardWithEffects("Test", RED, (), YURI), {}).matching_fighters(Who(**filters))


def test_fighters_are_told_by_where_they_are_and_by_what_they_carry() -> None:
    match = begun(places={YURI: (10, 10), VLADD: (29, 20), ELENIA: (10, 50), YLISS: (50, 50)})
    match.state.tokens = (
        Token("Well", (cm(10), cm(14)), cm(1)),
        Token("Idol", (0, 0), cm(1), bearer=YLISS),
    )
    match.state.sides[RED].half, match.state.sides[BLUE].half = "south", "north"

    assert holds(match, near="Well") == []
    assert holds(match, near="well", within=2) == [YURI]
    assert holds(match, near="Idol") == []
    assert holds(match, bears="Idol") == [YLISS]
    assert holds(match, zone=FieldPart.OWN_HALF) == [YURI, VLADD]
    assert holds(match, zone=FieldPart.ENEMY_HALF) == [ELENIA, YLISS]
    assert holds(match, zone=FieldPart.SOUTH_WEST) == [YURI]
    assert holds(match, zone=FieldPart.NORTH_EAST) == [YLISS]
    assert holds(match, nearest=Role.USER) == [VLADD]
    match.state.place_fighter(VLADD, (cm(10), cm(30)))
    assert holds(match, nearest=Role.USER) == [VLADD]
    match.state.place_fighter(ELENIA, (cm(30), cm(10)))
    assert holds(match, nearest=Role.USER) == [VLADD, ELENIA]


def test_a_zone_of_deployment_keeps_off_the_middle_line() -> None:
    match = begun(places={YURI: (10, 5), VLADD: (29, 25)})
    assert holds(match, zone=FieldPart.OWN_ZONE) == []  # nobody has chosen a half

    match.state.sides[RED].half, match.state.sides[BLUE].half = "south", "north"

    assert holds(match, zone=FieldPart.OWN_ZONE) == [YURI]
    assert holds(match, zone=FieldPart.OWN_HALF) == [YURI, VLADD]


RELIC = """
objectives: [{text: ..., vp: 2, only-if: [{test: there-are, who: {side: own, bears: Relic}}]}]
effects:
- effect: now
  do: [{op: lay, name: Relic, where: {centre: true}}]
- effect: when
  event: moved
  doer: {side: own, near: Relic}
  may: true
  do: [{op: take-up, who: {the: doer}, name: Relic}]
- effect: when
  event: attack-ended
  sufferer: {side: own, bears: Relic}
  success: true
  do: [{op: put-down, who: {the: sufferer}, name: Relic}]
"""


def test_a_marker_is_taken_up_carried_scored_and_lies_where_its_bearer_fell() -> None:
    match = begun(missions={RED: mission(RELIC)}, places={YURI: (30, 26), ELENIA: (5, 5)})
    match.state.tokens = (Token("Relic", (cm(30), cm(30)), cm(1), card="Errand", side=RED),)
    take = [
        ("action.cost", Move(fighter=YURI, path=spots((30, 26), (30, 27.5)))),
        ("ability.cost", True),
    ]

    taken = Played(match, take)

    assert [(event.fighter, event.token.name) for event in taken.events(TokenTakenUp)] == [(YURI, "Relic")]
    assert [one.bearer for one in match.state.tokens] == [YURI]
    assert holds(match, near="Relic") == []
    assert holds(match, near="Relic", within=30) == [YURI]
    match.state.place_fighter(YURI, (cm(40), cm(40)))
    cards = {piece: one.card for piece, one in match.state.fighters.items()}
    assert load_position(dump_position(match.state), cards, 3, match.setup) == match.state
    match.state.remove_fighter(YURI, Gone.INCAPACITATED)
    assert [(one.bearer, one.place) for one in match.state.tokens] == [(None, (cm(40), cm(40)))]


def test_a_marker_is_put_down_by_who_is_hit() -> None:
    drops = ability(
        "- {effect: now, do: [{op: put-down, who: {side: own}, name: Relic}, {op: lift, name: Glass}]}",
        kind="action",
    )
    match = begun({YURI: [drops]})
    match.state.tokens = (Token("Relic", (0, 0), cm(1), bearer=VLADD), Token("Glass", (0, 0), cm(1)))

    played = Played(match, [ACTIVATE, used(match), ("simultaneous", 0)])

    assert [event.fighter for event in played.events(TokenPutDown)] == [VLADD]
    assert match.state.tokens == (Token("Relic", (cm(20), cm(23)), cm(1)),)


def act(effects: str, **begins: object) -> Match:
    return begun({YURI: [ability(effects, kind="action")]}, **begins)  # type: ignore[arg-type]


BLINK = "- {effect: now, do: [{op: put, who: {the: user}, where: {within: 15, free: true}}]}"


def test_a_fighter_is_put_where_card_and_rules_allow() -> None:
    match = act(BLINK)
    question = Played(match, [ACTIVATE, used(match)]).referee.question
    assert question is not None

    def why(x: float, y: float) -> str | None:
        refusal = question.refusal(FighterPlacement(YURI, Point(cm(x), cm(y))))
        return refusal and (refusal.about.get("part") or refusal.reason)

    assert why(20, 30) is None
    assert [why(20, 50), why(20, 26), why(20, 24), why(20, 200)] == [
        "within",
        "free",
        "in-the-way",
        "leaves-field",
    ]
    line = write_answer(FighterPlacement(YURI, Point(20_000, 30_000)), match, question)
    assert line == "red sets Yuri at 20, 30"
    assert read_answer(line, match, question) == FighterPlacement(YURI, Point(20_000, 30_000))


def test_who_is_put_somewhere_stands_there_and_moved_no_further() -> None:
    match = act(BLINK)

    played = Played(match, [ACTIVATE, used(match), (RULE, FighterPlacement(YURI, Point(20_000, 30_000)))])

    assert [event.place for event in played.events(Placed)] == [(20_000, 30_000)]
    assert match.state_of(YURI).place == (20_000, 30_000)


def test_where_there_is_no_place_nothing_is_put_and_it_is_said() -> None:
    match = act("- {effect: now, do: [{op: put, who: {the: user}, where: {within: 1, near: Well}}]}")

    played = Played(match, [ACTIVATE, used(match), (RULE, NoRoom())])

    assert [event.what for event in played.events(NoRoomFound)] == ["fighter"]
    assert match.state_of(YURI).place == (20_000, 20_000)


@pytest.mark.parametrize(
    ("n", "expected"),
    [(4, (27, 20)), (-4, (23, 20)), (60, (58.5, 20))],
)
def test_a_fighter_is_pushed_straight_away_or_pulled_till_something_stops_him(
    n: int, expected: tuple[float, float]
) -> None:
    match = act(f"- {{effect: now, do: [{{op: push, who: {{side: enemies, touching: user}}, n: {n}}}]}}")

    Played(match, [ACTIVATE, used(match)])

    assert match.state_of(ELENIA).place == (cm(expected[0]), cm(expected[1]))


def test_two_change_places_if_there_is_room_for_both() -> None:
    match = act("- {effect: now, choose: {who: {side: enemies}}, do: [{op: swap}]}")

    played = Played(match, [ACTIVATE, used(match), (RULE, YLISS)])

    assert [(event.fighter, event.other) for event in played.events(Swapped)] == [(YLISS, YURI)]
    assert (match.state_of(YURI).place, match.state_of(YLISS).place) == ((40_000, 40_000), (20_000, 20_000))

    wide = begun(
        {YURI: [ability("- {effect: now, choose: {who: {side: enemies}}, do: [{op: swap}]}", kind="action")]},
        profiles={YLISS: fighter().with_changes(base=40)},
    )
    assert Played(wide, [ACTIVATE, used(wide), (RULE, YLISS)]).events(Swapped) == []


HEDGE = element("Hedge", radius=2, crossing=None)


def test_nobody_is_pushed_to_where_he_may_only_cross_but_beyond_it() -> None:
    """H-40: he stops before the hedge, or behind it if he gets so far."""
    ends = []
    for n in (8, 10):
        push = f"- {{effect: now, do: [{{op: push, who: {{side: enemies, touching: user}}, n: {n}}}]}}"
        match = act(push, chapters=("territory",), scenery=[(HEDGE, (28, 20))])
        Played(match, [ACTIVATE, used(match)])
        ends.append(match.state_of(ELENIA).place)

    assert ends == [(24_500, 20_000), (33_000, 20_000)]


def test_nobody_is_put_where_he_may_only_cross() -> None:
    match = act(BLINK, chapters=("territory",), scenery=[(HEDGE, (28, 28))])

    question = Played(match, [ACTIVATE, used(match)]).referee.question

    assert question is not None
    refusals = [question.refusal(FighterPlacement(YURI, Point(28_000, y))) for y in (28_000, 24_400)]
    assert [refusal and refusal.reason for refusal in refusals] == ["in-the-way", None]


@pytest.mark.parametrize(("yuri", "raised", "swaps"), [((41, 43), "Tower", 1), ((20, 20), None, 0)])
def test_who_stands_above_swaps_only_with_who_may_stand_there(
    yuri: tuple[float, float], raised: str | None, swaps: int
) -> None:
    tower = element("Tower", radius=3, elevation=None, climbing=4)
    match = act(
        "- {effect: now, choose: {who: {side: enemies}}, do: [{op: swap}]}",
        chapters=("territory",),
        scenery=[(tower, (40, 42))],
        places={YURI: yuri, ELENIA: (50, 20), YLISS: (40, 40), VLADD: (10, 10)},
    )
    match.state_of(YURI).raised, match.state_of(YLISS).raised = raised, "Tower"

    played = Played(match, [ACTIVATE, used(match), (RULE, YLISS)])

    assert len(played.events(Swapped)) == swaps


def test_who_touched_a_fighter_when_he_fell_is_still_known() -> None:
    breath = """
    - effect: when
      event: left
      sufferer: {the: user, out: true}
      do: [{op: lose-cp, who: {side: enemies, touching: user}, limb: legs}]
    """
    match = act("- {effect: now, do: [{op: lose-cp, who: {side: enemies}, limb: head, n: 9}]}")
    fallen = begun(
        {YURI: list(match.state_of(YURI).card.abilities), ELENIA: [ability(breath, name="Last breath")]},
        profiles={YLISS: fighter()},
    )

    played = Played(fallen, [ACTIVATE, used(fallen), ("simultaneous", 0)])

    assert played.worked == ["Last breath"]
    assert (fallen.state_of(YURI).lost, fallen.state_of(VLADD).lost) == ({LimbName.LEGS: 1}, {})


ASIDE = {VLADD: (5.0, 50.0), ELENIA: (50.0, 50.0), YLISS: (55.0, 55.0)}

# ── tokens ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("said", "token"),
    [
        ("", Token("Chip", (cm(30), cm(30)), cm(1), card="Trick", side=RED, user=YURI)),
        (
            ", across: 3.5, area: true",
            Token("Chip", (cm(30), cm(30)), cm(1.75), area=True, card="Trick", side=RED, user=YURI),
        ),
        (
            ", until: next-round",
            Token(
                "Chip",
                (cm(30), cm(30)),
                cm(1),
                card="Trick",
                side=RED,
                user=YURI,
                until=Duration.NEXT_ROUND,
                ends=5,
            ),
        ),
    ],
)
def test_what_is_laid_says_whose_it_is_and_how_long_it_stays(said: str, token: Token) -> None:
    match = act(f"- {{effect: now, do: [{{op: lay, name: Chip, where: {{centre: true}}{said}}}]}}")
    match.state.round = 4

    Played(match, [ACTIVATE, used(match)])

    assert match.state.tokens == (token,)


def test_in_the_centre_nothing_is_laid_that_may_not_lie_there() -> None:
    where = "{centre: true, clear: 5, clear-of: {side: enemies}}"
    for y, n in ((37.4, 0), (37.5, 1)):
        match = act(
            f"- {{effect: now, do: [{{op: lay, name: Chip, where: {where}}}]}}",
            places=ASIDE | {YURI: (20, 20), ELENIA: (30, y)},
        )

        played = Played(match, [ACTIVATE, used(match)])

        assert len(played.events(TokenPlaced)) == n


def test_the_nearest_marker_is_taken_up_and_no_area() -> None:
    take = "- {effect: now, do: [{op: take-up, who: {the: user}, name: chip}]}"
    near, far = Token("Chip", (cm(20), cm(24)), cm(1)), Token("CHIP", (cm(20), cm(15)), cm(3))
    mist = Token("Chip", (cm(20), cm(20)), cm(1), area=True)
    for tokens, taken in (((near, far, mist), "CHIP"), ((near, mist), "Chip"), ((mist,), None)):
        match = act(take, places=ASIDE | {YURI: (20, 20)})
        match.state.tokens = tokens

        played = Played(match, [ACTIVATE, used(match)])

        assert [event.token.name for event in played.events(TokenTakenUp)] == ([taken] if taken else [])


def test_a_marker_of_the_name_that_its_bearer_has_is_put_down_and_no_other() -> None:
    put = "- {effect: now, do: [{op: put-down, who: {the: user}, name: relic}]}"
    match = act(put)
    match.state.tokens = (
        Token("Relic", None, cm(1), bearer=YURI),
        Token("Idol", None, cm(1), bearer=YURI),
        Token("Relic", None, cm(1), bearer=VLADD),
    )

    played = Played(match, [ACTIVATE, used(match)])

    assert [(event.fighter, event.token) for event in played.events(TokenPutDown)] == [(YURI, "Relic")]
    assert [(one.name, one.bearer) for one in match.state.tokens if one.bearer] == [
        ("Idol", YURI),
        ("Relic", VLADD),
    ]


@pytest.mark.parametrize(("by", "asked"), [("own", RED), ("opponent", BLUE)])
def test_who_finds_no_room_is_told_with_what_there_was_to_put(by: str, asked: object) -> None:
    for done, what, left in (
        (f"{{op: put, who: {{side: allies}}, by: {by}, where: {{within: 1, near: Well}}}}", "fighter", VLADD),
        (f"{{op: lay, name: Chip, by: {by}, where: {{within: 1, near: Well}}}}", "marker", "Chip"),
    ):
        match = act(f"- {{effect: now, do: [{done}]}}")

        played = Played(match, [ACTIVATE, used(match), (RULE, NoRoom())])

        (question,) = (one for one in played.asked if isinstance(one, PlacementQuestion))
        assert (question.asked, question.what, question.left, question.mid_act) == (
            asked,
            what,
            (left,),
            True,
        )
        assert [(event.side, event.what) for event in played.events(NoRoomFound)] == [(asked, what)]


def test_room_is_looked_for_every_two_centimetres() -> None:
    """The middle of the field lies at 28, 30, where no other place of a wider grid touches it."""
    match = act("- {effect: now, do: [{op: lay, name: Chip, across: 1, where: {landmark: centre}}]}")
    match.setup = match.setup._replace(width=56_000)
    question = Played(match, [ACTIVATE, used(match)]).referee.question
    assert question is not None

    refusal = question.refusal(NoRoom())

    assert refusal is not None
    assert (refusal.reason, refusal.about["place"]) == ("room-left", (28_000, 30_000))


SWAP = "- {effect: now, do: [{op: swap, who: {the: enemy-leader}, of: user}]}"


@pytest.mark.parametrize(
    ("places", "bases", "swaps"),
    [
        ({YURI: (20, 20), ELENIA: (40, 40)}, (30, 30), 1),
        ({YURI: (1.5, 20), ELENIA: (40, 40)}, (30, 40), 0),
        ({YURI: (2, 20), ELENIA: (40, 40)}, (30, 40), 1),
        ({YURI: (20, 20), ELENIA: (40, 40), VLADD: (20, 23)}, (30, 40), 0),
        ({YURI: (20, 20), ELENIA: (40, 40), VLADD: (20, 23.5)}, (30, 40), 1),
        ({YURI: (20, 20), ELENIA: (40, 40), VLADD: (40, 43)}, (40, 30), 0),
        ({YURI: (20, 20), ELENIA: (22, 20)}, (30, 30), 1),
    ],
)
def test_two_change_places_where_each_base_has_room(
    places: dict[Piece, tuple[float, float]], bases: tuple[int, int], swaps: int
) -> None:
    profiles = {
        piece: fighter().with_changes(base=base) for piece, base in zip((YURI, ELENIA), bases, strict=True)
    }
    match = act(SWAP, places=ASIDE | places, profiles=profiles)

    played = Played(match, [ACTIVATE, used(match)])

    assert len(played.events(Swapped)) == swaps


def test_no_fighter_changes_places_with_itself_or_with_one_who_has_left() -> None:
    match = act(SWAP.replace("enemy-leader", "user"))
    assert Played(match, [ACTIVATE, used(match)]).events(Swapped) == []

    other = SWAP.replace("{the: enemy-leader}, of: user", "{the: user}, of: enemy-leader")
    match = act(other, places={YURI: (20, 20), VLADD: (50, 50), ELENIA: (40, 40)})
    match.state.remove_fighter(ELENIA, Gone.REMOVED)
    assert Played(match, [ACTIVATE, used(match)]).events(Swapped) == []


def by_eye(effects: str, field: Any) -> Match:
    match = act(effects, places={})
    for one in match.state.fighters.values():
        one.put_on_field(None)
    match.state.field = field
    return match


@pytest.mark.parametrize("field", [ToldField(), BareField()])
def test_on_an_unmeasured_field_what_is_put_or_laid_has_no_place_and_none_is_asked_for(field: Any) -> None:
    """On a bare table no fighter is put anywhere."""
    both = """
    - {effect: now, do: [{op: put, who: {the: user}, where: {within: 3}}]}
    - {effect: now, do: [{op: lay, name: Chip}]}
    - {effect: now, do: [{op: swap, who: {the: enemy-leader}}]}
    """
    match = by_eye(both, field)

    played = Played(match, [ACTIVATE, used(match)])

    is_told = isinstance(field, ToldField)
    assert not any(isinstance(one, PlacementQuestion) for one in played.asked)
    assert [event.place for event in played.events(Placed)] == [None] * is_told
    assert len(played.events(Swapped)) == is_told
    assert [event.token.place for event in played.events(TokenPlaced)] == [None] * is_told


def test_on_an_unmeasured_field_the_first_marker_of_the_name_is_taken_up() -> None:
    match = by_eye("- {effect: now, do: [{op: take-up, who: {the: user}, name: chip}]}", ToldField())
    match.state.tokens = (Token("Idol", None, cm(1)), Token("Chip", None, cm(1)), Token("CHIP", None, cm(1)))

    played = Played(match, [ACTIVATE, used(match)])

    assert [event.token.name for event in played.events(TokenTakenUp)] == ["Chip"]


@pytest.mark.parametrize(("measured", "reason"), [(True, "too-near"), (False, None)])
def test_in_the_preparation_a_marker_keeps_its_distance_where_that_can_be_measured(
    *, measured: bool, reason: str | None
) -> None:
    match = begun(step="setup.5-mission", places={})
    place = (cm(3), cm(30)) if measured else None
    if not measured:
        match.state.field = ToldField()

    refusal = why_not_lay_marker(
        match, Agreement(what="token", subject=RED, detail="Chip", place=place), cm(1)
    )

    assert (refusal and refusal.reason) == reason
