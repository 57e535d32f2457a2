"""Who climbs, jumps, swims and crosses scenery with keywords, and what standing above is worth."""

from math import cos, hypot, radians, sin
from typing import Any

import pytest
import rule_report
from duels import (
    ELENIA,
    HEAD,
    PROJECTILE,
    SHOOTING,
    VLADD,
    YLISS,
    YURI,
    complete,
    fighter,
    helmet,
    item,
    use,
)
from listeners import Card, loses, put_at
from matches import At, Game, among, element, positions

from edencli.match.events import ApSpent, CpLost, Left, Raised, Rolled, Used
from edencli.match.match import Query
from edencli.match.pieces import Piece
from edencli.match.position import dump_position, load_position
from edencli.match.reasons import Part
from edencli.match.rules_api import value
from edencli.match.state import Gone, SceneryState
from edencli.match.table_events import Moved
from edencli.model.scenery import Outline, Scenery
from edencli.model.terms import Characteristic, LimbName, Quantity
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Melee, Shot, Throw
from edencli.rules.heights import Climb, Swim, is_hopeless_swim, nearest_place_on, place_across
from edencli.rules.targets import aim_shot

Places = dict[Piece, At]
AWAY: At = (55, 55)
TOWER = element("Tower", radius=3, elevation=None, climbing=4, obstacle=1)
HEDGE = element("Hedge", radius=2, crossing=None)
BELOW: Places = {YURI: (25.5, 30), ELENIA: AWAY}
KNIVES = item("Knives", use(SHOOTING, range=10, strength=2))
POT = item("Pot", use(PROJECTILE, range=10, fear=1))


def up(book: Rulebook, elenia: At = AWAY, **given: Any) -> Game:
    """Stand where Yuri is activated on the tower, two centimetres from its middle."""
    return among(book, {YURI: (28, 30), ELENIA: elenia}, TOWER, before={YURI: {"raised": "Tower"}}, **given)


# ── crossing ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("territory.crossing")
def test_who_falls_short_goes_back_to_the_side_he_came_from(book: Rulebook) -> None:
    game = among(book, {YURI: (24, 30), ELENIA: AWAY}, HEDGE)

    game.play("Yuri moves to 31, 30")

    assert game[YURI].place == (26_500, 30_000)
    assert game.last(Moved).rule == "territory.crossing"
    assert game.last(Moved).cost == pytest.approx(2_500, abs=20)


@pytest.mark.rule("territory.crossing")
def test_who_gets_across_stays_there(book: Rulebook) -> None:
    game = among(book, {YURI: (25, 30), ELENIA: AWAY}, HEDGE)

    game.play("Yuri moves to 34, 30")

    assert game[YURI].place == (34_000, 30_000)
    rule_report.note(game.match.terrain("Hedge").crosses_by)


@pytest.mark.rule("territory.crossing")
def test_only_the_last_time_he_goes_in_counts(book: Rulebook) -> None:
    game = among(book, {YURI: (30, 26.4), ELENIA: AWAY}, element("Hedge", radius=1, crossing=None))

    game.play("Yuri moves to 30, 31 via 30, 33")

    assert positions(game.match)[YURI] == (30, pytest.approx(32.5, abs=0.02))


@pytest.mark.rule("territory.crossing")
@pytest.mark.parametrize(
    ("move", "end"),
    [("Yuri moves to 31, 30", (31, 30)), ("Yuri moves to 30, 31 via 30, 33", (30, 32.5))],
    ids=["walks on in it", "came out and in again"],
)
def test_who_stood_inside_is_turned_back_only_where_he_came_in(
    book: Rulebook, move: str, end: tuple[float, float]
) -> None:
    """He went in nowhere as long as he was not outside, and a large element would never let him out."""
    game = among(book, {YURI: (30, 30.5), ELENIA: AWAY}, element("Hedge", radius=1, crossing=None))

    game.play(move)

    assert positions(game.match)[YURI] == (end[0], pytest.approx(end[1], abs=0.02))
    rule_report.note(game.match.terrain("Hedge").crosses_by)


@pytest.mark.rule("territory.crossing")
def test_a_charge_that_ends_inside_is_turned_back_too_and_strikes_nobody(book: Rulebook) -> None:
    game = among(book, {YURI: (24, 30), ELENIA: (34, 30)}, HEDGE)

    game.play("Yuri charges Elenia")

    assert game[YURI].place == (26_500, 30_000)
    assert "melee.reaction" not in game.rules_asked()


@pytest.mark.rule("territory.crossing", "territory.obstruction")
def test_obstruction_is_still_paid_on_what_may_be_crossed(book: Rulebook) -> None:
    """H-123."""
    game = among(book, {YURI: (26.5, 30), ELENIA: AWAY}, element("Bushes", crossing=None, obstruction=2))

    assert game.objection("Yuri moves to 33.5, 30") == ("territory.obstruction", "too-far")
    game.play("Yuri moves to 30, 30")
    assert game[YURI].place == (26_500, 30_000)
    assert game[YURI].ap == book.actions.ap - 1


@pytest.mark.rule("territory.occupation")
def test_who_may_occupy_is_not_turned_back(book: Rulebook) -> None:
    game = among(book, {YURI: (25, 30), ELENIA: AWAY}, element("Ruin", occupation=None))

    game.play("Yuri moves to 30, 30")

    assert game[YURI].place == (30_000, 30_000)
    rule_report.note(game.match.terrain("Ruin").crosses_by)


# ── climbing ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("territory.climbing")
def test_one_success_brings_a_climber_up(book: Rulebook) -> None:
    game = among(book, BELOW, TOWER)

    game.play("Yuri climbs Tower", "1114")

    assert (game[YURI].raised, game[YURI].place) == ("Tower", (27_000, 30_000))
    assert game.last(ApSpent).n == (1 if book.key == "fr" else 2)
    assert game.last(Used).what == "move"
    roll = game.last(Rolled)
    assert (roll.pool[0].name, roll.difficulty) == ("spd", (Part("territory.climbing", 4),))


@pytest.mark.rule("territory.climbing")
def test_a_climb_costs_what_a_card_says_and_nothing_more(book: Rulebook) -> None:
    match = among(book, BELOW, TOWER).match
    climb = Climb(fighter=YURI, scenery="Tower")

    assert value(match, Query(Quantity.AP, YURI, climb)).total == (1 if book.key == "fr" else 2)
    assert value(match, Query(Quantity.AP, YURI, climb.with_changes(price=1))).total == 1
    assert value(match, Query(Quantity.AP, YURI, climb.with_changes(free=True))).total == 0
    rule_report.note("territory.climbing")


@pytest.mark.rule("territory.climbing")
def test_who_does_not_get_up_and_does_not_hold_on_is_wounded_in_each_limb(book: Rulebook) -> None:
    """H-98."""
    clad = {YURI: fighter(gear=[complete(3)])}
    game = among(book, BELOW, TOWER, cards=clad)

    game.play("Yuri climbs Tower", "1111", "1111")

    assert game.last(CpLost).limbs == dict.fromkeys(LimbName, 1)
    assert (game[YURI].raised, game[YURI].place) == (None, (25_500, 30_000))


@pytest.mark.rule("territory.climbing")
def test_who_holds_on_stays_below_unhurt(book: Rulebook) -> None:
    game = among(book, BELOW, TOWER).play("Yuri climbs Tower", "1111", "4111")

    assert not game.events(CpLost)
    assert game[YURI].raised is None


@pytest.mark.rule("territory.climbing", books="fr")
def test_a_climber_comes_up_at_the_nearest_spot_in_french(book: Rulebook) -> None:
    game = among(book, BELOW, TOWER)

    assert game.objection("Yuri climbs Tower to 30, 30") == ("territory.climbing", "not-nearest-upon")
    assert game.objection("Yuri climbs Tower to 27, 30") is None


@pytest.mark.rule("territory.climbing", books="en it pt")
def test_a_climber_comes_up_wherever_his_player_likes(book: Rulebook) -> None:
    game = among(book, BELOW, TOWER)

    assert game.objection("Yuri climbs Tower to 34, 30") == ("territory.climbing", "not-upon")
    game.play("Yuri climbs Tower to 32, 30", "4444")
    assert game[YURI].place == (32_000, 30_000)


@pytest.mark.rule("territory.climbing")
def test_only_what_has_a_way_up_is_climbed_and_only_in_contact(book: Rulebook) -> None:
    rock = among(book, BELOW, element("Rock", radius=3))
    far = among(book, {YURI: (24, 30), ELENIA: AWAY}, TOWER)

    assert rock.objection("Yuri climbs Rock") == ("territory.climbing", "not-made-for-that")
    assert far.objection("Yuri climbs Tower") == ("territory.climbing", "not-at-scenery")


@pytest.mark.rule("territory.climbing")
@pytest.mark.parametrize("other", [VLADD, YLISS])
def test_where_somebody_stands_the_climber_comes_up_beside_him(book: Rulebook, other: Piece) -> None:
    places: Places = {YURI: (25.5, 30), other: (28.7, 30), ELENIA: AWAY}
    game = among(book, places, TOWER, before={other: {"raised": "Tower"}})

    game.play("Yuri climbs Tower", "4444")

    (x, y), (ox, oy) = game[YURI].place or (0, 0), (28_700, 30_000)
    assert game[YURI].raised == "Tower"
    assert ((x - ox) ** 2 + (y - oy) ** 2) ** 0.5 == pytest.approx(3_000 if other == VLADD else 3_050, abs=15)


@pytest.mark.rule("territory.climbing")
def test_who_stands_above_is_at_nothing_that_is_climbed_or_swum_or_jumped_from_the_ground(
    book: Rulebook,
) -> None:
    """H-20: his base touches it only as seen from above. In French he might jump to another raised place."""
    beside = (
        element("Crag", radius=3, elevation=None, climbing=4),
        element("Lake", radius=3, swimming=4),
        element("Ditch", radius=2, jump=4),
    )
    lying = {"Crag": (23.5, 30), "Lake": (28, 25.5), "Ditch": (28, 33.5)}
    places: Places = {YURI: (28, 30), ELENIA: AWAY}
    above, below = (
        among(book, places, TOWER, *beside, lying=lying, at=at, before={YURI: {"raised": raised}})
        for at, raised in (((30, 30), "Tower"), ((5, 5), None))
    )
    lines = {
        "Yuri climbs Crag": "territory.climbing",
        "Yuri swims Lake to 28, 21": "territory.swimming",
        "Yuri jumps Ditch to 28, 37": "territory.jump",
    }

    assert [below.objection(line) for line in lines] == [None] * 3
    reasons = ["not-at-scenery"] * 2 + ["not-made-for-that" if book.key == "fr" else "not-at-scenery"]
    assert [above.objection(line) for line in lines] == list(zip(lines.values(), reasons, strict=True))


@pytest.mark.rule("territory.climbing")
@pytest.mark.parametrize("what", ["is moved off", "is out"])
def test_who_is_gone_from_above_as_he_arrives_is_not_raised(
    book: Rulebook, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody measures, the players say where he is put."""
    monkeypatch.setattr(Game, "twinned", what == "is out")
    card = Card(Moved, then=loses(YURI) if what == "is out" else put_at(YURI, 10, 10))
    game = among(book, BELOW | {YLISS: (50, 10), VLADD: (5, 5)}, TOWER, listeners=[card])

    game.play("Yuri climbs Tower", "4444")

    assert not game.events(Raised)
    assert game[YURI].raised is None
    rule_report.note("territory.climbing")


@pytest.mark.rule("territory.climbing")
@pytest.mark.parametrize("y", [29.6, 30.4])
def test_beside_somebody_the_nearer_of_two_places_is_found(book: Rulebook, y: float) -> None:
    places: Places = {YURI: (25.5, 30), VLADD: (27.6, y), ELENIA: AWAY}
    game = among(book, places, TOWER, before={VLADD: {"raised": "Tower"}})

    place = nearest_place_on(game.match, YURI, "Tower")

    assert (place.y > 30_000) is (y < 30)
    rule_report.note("territory.climbing")


@pytest.mark.rule("territory.climbing", "territory.crossing")
def test_who_climbs_what_may_be_crossed_is_not_turned_back_at_its_foot(book: Rulebook) -> None:
    game = among(book, BELOW, element("Tower", radius=3, elevation=None, climbing=4, crossing=None))

    game.play("Yuri climbs Tower", "1114")

    assert (game[YURI].raised, game[YURI].place) == ("Tower", (27_000, 30_000))
    assert game.last(Moved).rule == "territory.climbing"
    rule_report.note("territory.crossing")


@pytest.mark.rule("territory.climbing")
def test_beside_somebody_a_climber_stands_on_the_very_edge(book: Rulebook) -> None:
    """Wherever the other stands: in a circle round the tower, whose edge is 3 cm from its middle."""
    for n in range(24):
        x, y = 30 + 2.5 * cos(radians(15 * n)), 30 + 2.5 * sin(radians(15 * n))
        places: Places = {YURI: (30 + 1.8 * (x - 30), 30 + 1.8 * (y - 30)), VLADD: (x, y), ELENIA: AWAY}
        game = among(book, places, TOWER, before={VLADD: {"raised": "Tower"}})

        place = nearest_place_on(game.match, YURI, "Tower")

        assert hypot(place.x - 30_000, place.y - 30_000) == pytest.approx(3_000, abs=0.75)
    rule_report.note("territory.climbing")


@pytest.mark.rule("territory.climbing")
def test_one_comes_down_with_an_ordinary_move(book: Rulebook) -> None:
    """H-119."""
    game = up(book)

    game.play("Yuri moves to 25, 30")

    assert (game[YURI].raised, game[YURI].ap) == (None, book.actions.ap - 1)
    assert not game.events(Rolled)
    rule_report.note("territory.climbing")


@pytest.mark.rule("territory.climbing")
@pytest.mark.parametrize("line", ["Yuri moves to 26.5, 30", "Yuri moves to 27, 30 via 25, 30"])
def test_nobody_stands_half_on_a_raised_place_or_gets_up_again_without_climbing(
    book: Rulebook, line: str
) -> None:
    assert up(book).objection(line) == ("territory.climbing", "in-the-way")


@pytest.mark.rule("territory.climbing")
@pytest.mark.parametrize("line", ["Yuri moves to 25.5, 30", "Yuri moves to 25.5, 30 via 24.5, 30"])
def test_who_came_down_may_end_at_the_foot_of_it(book: Rulebook, line: str) -> None:
    """Contact is not on it, whether he stops as he leaves it or comes back."""
    game = up(book).play(line)

    assert (game[YURI].raised, game[YURI].place) == (None, (25_500, 30_000))
    rule_report.note("territory.climbing")


@pytest.mark.rule("territory.climbing")
def test_who_came_down_may_walk_along_it_in_contact(book: Rulebook) -> None:
    shape = Outline(corners=((-3, -3), (3, -3), (3, 3), (-3, 3)))
    game = among(
        book,
        {YURI: (28.5, 30), ELENIA: AWAY},
        TOWER.with_changes(outline=shape),
        before={YURI: {"raised": "Tower"}},
    )

    game.play("Yuri moves to 25.5, 32 via 25.5, 30")

    assert (game[YURI].raised, game[YURI].place) == (None, (25_500, 32_000))
    rule_report.note("territory.climbing")


@pytest.mark.rule("territory.elevation")
def test_who_walks_about_above_stays_above(book: Rulebook) -> None:
    game = up(book).play("Yuri moves to 32, 30")

    assert game[YURI].raised == "Tower"
    rule_report.note("territory.elevation")


@pytest.mark.rule("territory.elevation")
def test_when_what_carried_him_is_destroyed_he_stands_on_the_ground(book: Rulebook) -> None:
    """H-112."""
    game = up(book)
    game.state.scenery["Tower"] = SceneryState((30_000, 30_000), destroyed=True)

    game.play("Yuri moves to 29, 30")

    assert (game.last(Raised).fighter, game.last(Raised).scenery) == (YURI, None)


HILL = element("Hill", radius=6, elevation=None, occupation=None)
HILLSIDE: Places = {YURI: (30, 21), ELENIA: (30, 40)}


@pytest.mark.rule("territory.elevation", "territory.occupation")
def test_who_walks_onto_a_height_that_is_not_climbed_is_above_and_who_leaves_it_is_not(
    book: Rulebook,
) -> None:
    """H-152: any part of his base in it is enough."""
    game = among(book, HILLSIDE, HILL)

    game.play("Yuri moves to 30, 22.5")
    beside = game[YURI].raised
    game.play("Yuri moves to 30, 23.5")
    above = game[YURI].raised
    game.play("Yuri moves to 30, 22.5")

    assert (beside, above, game[YURI].raised) == (None, "Hill", None)
    assert [event.scenery for event in game.events(Raised)] == ["Hill", None]
    rule_report.note(game.match.terrain("Hill").crosses_by)


@pytest.mark.rule("territory.elevation")
def test_who_charges_up_a_hill_strikes_no_better_at_who_stands_there_too(book: Rulebook) -> None:
    game = among(book, {YURI: (30, 21.5), ELENIA: (30, 33)}, HILL, before={ELENIA: {"raised": "Hill"}})
    blow = Query(Characteristic.CBT, YURI, Melee(fighter=YURI, target=ELENIA))

    game.play("Yuri charges Elenia")
    level = value(game.match, blow).parts
    game[ELENIA].raised = None
    above = value(game.match, blow).parts

    assert game[YURI].raised == "Hill"
    assert [part.reason for part in above[len(level) :]] == ["territory.elevation"]


@pytest.mark.rule("territory.elevation")
@pytest.mark.parametrize(
    ("keywords", "raised"),
    [({"climbing": 4, "occupation": None}, None), ({"occupation": None}, "Hill")],
    ids=["climbed", "open"],
)
def test_a_height_that_is_climbed_is_not_walked_onto(
    book: Rulebook, keywords: dict[str, int | None], raised: str | None
) -> None:
    """Not even by who is put there."""
    game = among(book, HILLSIDE, element("Hill", radius=6, elevation=None, **keywords))

    game.play("by agreement: Yuri is placed at 30, 30")

    assert game[YURI].raised == raised
    rule_report.note("territory.elevation")


# ── what height is worth ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("territory.elevation")
def test_who_stands_above_strikes_better_at_who_is_below_and_no_better_at_who_is_not(book: Rulebook) -> None:
    """H-20, H-80: who touches is seen from above."""
    beside, bonus = up(book, elenia=(25, 30)), book.territory.elevation_cbt  # type: ignore[union-attr]
    blow = Melee(fighter=YURI, target=ELENIA)

    def cbt(game: Game, by: Piece = YURI) -> int:
        amount = value(
            game.match, Query(Characteristic.CBT, by, blow.with_changes(fighter=by, target=_foe(by)))
        )
        rule_report.note(amount.parts)
        return amount.total

    assert beside.objection("Yuri attacks Elenia") is None
    assert cbt(beside) - cbt(beside, ELENIA) == bonus
    beside[ELENIA].raised = "Tower"
    assert cbt(beside) == cbt(beside, ELENIA)


def _foe(piece: Piece) -> Piece:
    return ELENIA if piece == YURI else YURI


@pytest.mark.rule("territory.elevation-range")
def test_weapons_reach_farther_from_above(book: Rulebook) -> None:
    game = up(book, cards={YURI: fighter(gear=[KNIVES, POT])})
    shot = Shot(fighter=YURI, weapon=KNIVES, use=KNIVES.uses[0], target=ELENIA)
    throw = Throw(fighter=YURI, weapon=POT, use=POT.uses[0], point=(0, 0))

    def reach(act: Any) -> int:
        amount = value(game.match, Query(Quantity.RANGE, YURI, act))
        rule_report.note(amount.parts)
        return amount.total

    assert reach(shot) == 15
    assert reach(throw) == (10 if book.key == "it" else 15)
    game[YURI].raised = None
    assert reach(shot) == 10


@pytest.mark.rule("territory.elevation-range")
def test_so_a_shot_from_above_reaches_who_is_out_of_range_below(book: Rulebook) -> None:
    places: Places = {YURI: (28, 30), ELENIA: (28, 47.5)}
    game = among(
        book, places, TOWER, cards={YURI: fighter(gear=[KNIVES])}, before={YURI: {"raised": "Tower"}}
    )
    shot = Shot(fighter=YURI, weapon=KNIVES, use=KNIVES.uses[0], target=ELENIA)

    assert not aim_shot(game.match, shot).lost
    game[YURI].raised = None
    assert aim_shot(game.match, shot).lost
    rule_report.note("territory.elevation-range")


# ── jumping ──────────────────────────────────────────────────────────────────────────────────────────────

DITCH = element("Ditch", radius=2, jump=4)
BRINK: Places = {YURI: (26.5, 30), ELENIA: AWAY}


@pytest.mark.rule("territory.jump")
def test_a_jump_that_succeeds_lands_on_the_far_side(book: Rulebook) -> None:
    """H-122."""
    game = among(book, BRINK, DITCH)

    game.play("Yuri jumps Ditch to 33.7, 30", "1114")

    assert game[YURI].place == (33_500, 30_000)
    assert (game.last(ApSpent).n, game.last(Used).what) == (1, "move")


@pytest.mark.rule("territory.jump")
@pytest.mark.parametrize(
    ("start", "end"), [((26.5, 30), (33.5, 30)), ((30, 26.5), (30, 33.5)), ((32.1, 32.8), (27.9, 27.2))]
)
def test_straight_across_is_through_the_middle(book: Rulebook, start: At, end: At) -> None:
    game = among(book, {YURI: start, ELENIA: AWAY}, DITCH)

    place = place_across(game.match, YURI, "Ditch")

    assert (place.x / 1000, place.y / 1000) == pytest.approx(end, abs=0.01)
    rule_report.note("territory.jump")


@pytest.mark.rule("territory.jump")
def test_who_fails_to_jump_is_out(book: Rulebook) -> None:
    game = among(book, BRINK | {YLISS: (50, 10)}, DITCH).play("Yuri jumps Ditch to 33.5, 30", "1113")

    assert game[YURI].gone is Gone.INCAPACITATED
    assert game.last(Left).rule == "territory.jump"


@pytest.mark.rule("territory.jump")
@pytest.mark.parametrize(
    ("line", "rule", "reason"),
    [
        ("Yuri jumps Ditch to 26.5, 30", "territory.jump", "not-across"),
        ("Yuri jumps Ditch to 35, 30", "territory.jump", "ends-off"),
        ("Yuri jumps Ditch to 30, 30", "move.base", "in-the-way"),
    ],
)
def test_a_jump_leads_across_into_contact(book: Rulebook, line: str, rule: str, reason: str) -> None:
    assert among(book, BRINK, DITCH).objection(line) == (rule, reason)
    rule_report.note("territory.jump")


@pytest.mark.rule("territory.jump")
def test_nobody_jumps_farther_than_a_move(book: Rulebook) -> None:
    game = among(book, {YURI: (24, 30), ELENIA: AWAY}, element("Gorge", radius=4.5, jump=4))

    assert game.objection("Yuri jumps Gorge to 36, 30") == ("territory.jump", "too-far")


def two_towers(book: Rulebook) -> Game:
    """Stand on a tower, another within a jump."""
    other = element("Keep", radius=3, elevation=None)
    return among(
        book,
        {YURI: (31.5, 30), ELENIA: AWAY},
        TOWER,
        other,
        lying={"Keep": (38, 30)},
        before={YURI: {"raised": "Tower"}},
    )


@pytest.mark.rule("territory.jump-between")
def test_one_jumps_between_raised_places_against_half_the_distance(book: Rulebook) -> None:
    game = two_towers(book)
    game.play("Yuri jumps Keep to 36, 30", "1111")

    assert (game[YURI].raised, game[YURI].place) == ("Keep", (36_000, 30_000))
    assert game.last(Rolled).difficulty == (Part("territory.jump-between", 1),)
    assert [event.scenery for event in game.events(Raised)] == ["Keep"]


@pytest.mark.rule("territory.jump-between")
@pytest.mark.parametrize(("x", "half"), [(37.1, 1), (40, 2), (41, 3), (40.98, 3)])
def test_half_the_distance_between_raised_places_is_rounded_up(book: Rulebook, x: float, half: int) -> None:
    """The French page: half the distance, rounded up."""
    keep = element("Keep", radius=3, elevation=None)
    places: Places = {YURI: (31.5, 30), ELENIA: AWAY}
    before = {YURI: {"raised": "Tower"}}
    game = among(book, places, TOWER, keep, lying={"Keep": (x, 30)}, before=before)

    game.play(f"Yuri jumps Keep to {x - 1.5}, 30", "6666")

    assert game.last(Rolled).difficulty == (Part("territory.jump-between", half),)


@pytest.mark.rule("territory.jump", books="en it pt")
def test_elsewhere_nobody_jumps_between_raised_places(book: Rulebook) -> None:
    assert two_towers(book).objection("Yuri jumps Keep to 36, 30") == ("territory.jump", "not-made-for-that")


# ── swimming ─────────────────────────────────────────────────────────────────────────────────────────────

LAKE = element("Lake", radius=5, swimming=4)
SHORE: Places = {YURI: (23.5, 30), ELENIA: AWAY}


@pytest.mark.rule("territory.swimming")
def test_a_swimmer_gets_out_anywhere_at_the_edge(book: Rulebook) -> None:
    game = among(book, SHORE, LAKE).play("Yuri swims Lake to 30, 36.4", "1114")

    assert game[YURI].place == (30_000, 36_500)
    assert game.last(ApSpent).n == (1 if book.key == "fr" else 2)


@pytest.mark.rule("territory.swimming")
def test_each_failure_wounds_the_head_till_he_succeeds_or_is_out(book: Rulebook) -> None:
    game = among(book, SHORE | {YLISS: (50, 10)}, LAKE)

    game.play("Yuri swims Lake to 36.5, 30", "1111", "4111")

    assert game.last(CpLost).limbs == {LimbName.HEAD: 1}
    assert game[YURI].place == (36_500, 30_000)
    drowned = among(book, SHORE | {YLISS: (50, 10)}, LAKE)
    head = drowned[YURI].card.limbs[LimbName.HEAD].cp
    drowned.play("Yuri swims Lake to 36.5, 30", *["1111"] * head)
    assert drowned[YURI].gone is Gone.INCAPACITATED


@pytest.mark.rule("territory.swimming")
def test_each_piece_of_equipment_hinders_and_complete_protection_twice(book: Rulebook) -> None:
    game = among(book, SHORE, LAKE, cards={YURI: fighter(vig=5, gear=[KNIVES, complete(1)])})

    game.play("Yuri swims Lake to 36.5, 30", "44")

    assert game.last(Rolled).pool[-1] == Part("territory.swimming", -3)


@pytest.mark.rule("territory.swimming")
def test_protection_that_is_not_complete_hinders_a_swimmer_once(book: Rulebook) -> None:
    game = among(book, SHORE, LAKE, cards={YURI: fighter(vig=5, gear=[KNIVES, helmet()])})

    game.play("Yuri swims Lake to 36.5, 30", "444")

    assert game.last(Rolled).pool[-1] == Part("territory.swimming", -2)


@pytest.mark.rule("territory.swimming")
@pytest.mark.parametrize(
    ("line", "reason"),
    [("Yuri swims Lake to 38, 30", "ends-off"), ("Yuri swims Lake to 46.5, 30", "too-far")],
)
def test_a_swimmer_ends_at_the_edge_no_farther_than_that(book: Rulebook, line: str, reason: str) -> None:
    radius = 10 if reason == "too-far" else 5
    lake = element("Lake", radius=radius, swimming=4)
    game = among(book, {YURI: (30 - radius - 1.5, 30), ELENIA: AWAY}, lake)
    line = line.replace("46.5", "41.5")

    assert game.objection(line) == ("territory.swimming", reason)


@pytest.mark.rule("territory.climbing", "territory.jump", "territory.swimming")
@pytest.mark.parametrize(
    ("what", "line", "end"),
    [
        (TOWER, "Yuri climbs Tower", (27, 30)),
        (DITCH, "Yuri jumps Ditch to 33.5, 30", (33.5, 30)),
        (LAKE, "Yuri swims Lake to 36.5, 30", (36.5, 30)),
    ],
)
def test_who_gets_over_scenery_goes_straight_to_where_he_ends_and_walks_nothing(
    book: Rulebook, what: Scenery, line: str, end: At
) -> None:
    """The distance is no part of the Move's: what it costs is the AP alone."""
    start = (23.5, 30) if what is LAKE else (26.5, 30) if what is DITCH else (25.5, 30)
    game = among(book, {YURI: start, ELENIA: AWAY}, what).play(line, "6666")

    moved = game.last(Moved)
    assert [(x / 1000, y / 1000) for x, y in moved.path] == [start, end]
    assert moved.cost == 0
    rule_report.note(["territory.climbing", "territory.jump", "territory.swimming"])


@pytest.mark.rule("territory.climbing", "territory.jump", "territory.swimming", "territory.hiding")
def test_what_lies_nowhere_is_neither_climbed_nor_jumped_nor_swum_and_hides_nobody(book: Rulebook) -> None:
    """Scenery of the match that was never placed has no edge, no top and no inside."""
    absent = element("Rock", climbing=4, elevation=None, jump=4, swimming=4, hiding=2)
    game = among(book, {YURI: (30, 30), ELENIA: AWAY}, HEDGE, absent, at=(50, 10))

    for line, rule in {
        "Yuri climbs Rock to 30, 30": "territory.climbing",
        "Yuri jumps Rock to 33, 30": "territory.jump",
        "Yuri swims Rock to 33, 30": "territory.swimming",
        "Yuri hides in Rock": "territory.hiding",
    }.items():
        assert game.objection(line) == (rule, "not-made-for-that")


@pytest.mark.rule("territory.climbing", "territory.jump", "territory.swimming")
@pytest.mark.parametrize("lost_by", ["a card", "an enemy"])
@pytest.mark.parametrize(
    ("what", "line", "start"),
    [
        (TOWER, "Yuri climbs Tower", 25.5),
        (DITCH, "Yuri jumps Ditch to 33.5, 30", 26.5),
        (LAKE, "Yuri swims Lake to 36.5, 30", 23.5),
    ],
    ids=["climbs", "jumps", "swims"],
)
def test_who_cannot_set_off_neither_rolls_nor_goes(
    book: Rulebook, what: Scenery, line: str, start: float, lost_by: str
) -> None:
    """A card puts him out as he pays, or the enemy whom he leaves."""
    places: Places = {YURI: (start, 30), VLADD: (5, 5), ELENIA: AWAY if lost_by == "a card" else (start, 33)}
    listeners = [Card(ApSpent, then=loses(YURI))] if lost_by == "a card" else []
    frail = {YURI: fighter(cp={HEAD: (1, 0)})}
    game = among(book, places, what, listeners=listeners, cards=frail)

    game.play(line, *["1111", "Elenia strikes", "4111", "1"] * (not listeners))

    assert game.last(Left).fighter == YURI
    assert not [event for event in game.events(Rolled) if event.step.startswith("territory.")]
    assert not game.events(Moved)
    assert not game.events(Raised)
    assert game.question.rule == "activation.designate"
    rule_report.note(["territory.climbing", "territory.jump", "territory.swimming"])


# ── how it is kept ───────────────────────────────────────────────────────────────────────────────────────


def test_who_stands_above_stands_so_in_a_position(book: Rulebook) -> None:
    if book.territory is None:
        return
    game = up(book)
    cards = {piece: one.card for piece, one in game.state.fighters.items()}

    plain = dump_position(game.state)

    assert plain["fighters"]["red Yuri"]["raised"] == "Tower"
    assert load_position(plain, cards, book.actions.ap, game.match.setup) == game.state


@pytest.mark.rule("territory.swimming")
@pytest.mark.parametrize(("vig", "x", "dice"), [(3, 4, 0), (4, 4, 1), (4, 7, 0), (5, 7, 1)])
def test_who_has_no_die_to_swim_with_is_known_before(book: Rulebook, vig: int, x: int, dice: int) -> None:
    """H-121: a knife and complete protection weigh three; a difficulty over 6 costs dice."""
    lake = element("Lake", radius=5, swimming=x)
    game = among(book, SHORE, lake, cards={YURI: fighter(vig=vig, gear=[KNIVES, complete(1)])})

    swim = Swim(fighter=YURI, scenery="Lake", place=(36_500, 30_000))

    assert is_hopeless_swim(game.match, swim) == (dice == 0)
    rule_report.note("territory.swimming")
