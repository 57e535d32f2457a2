"""What players ask about a table before they decide: reach, lost shots, ways, and what they leave out."""

from math import inf

import pytest
import rule_report
from duels import BLAST, ELENIA, PROJECTILE, SHOOTING, VLADD, YLISS, YURI, fighter, item, use
from effects.carded import ability, begun
from matches import Game, active, element, rock

from edencli.field.distance import in_contact
from edencli.field.planner import plan_contact, plan_route
from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.match.field_kinds import BareField, Field, ToldField
from edencli.match.pieces import Piece
from edencli.match.reasons import Part
from edencli.model.fighter import Equipment
from edencli.model.scenery import Outline, Scenery
from edencli.model.terms import Quantity
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules.acts import Blast, Charge, Move, Shot, Throw
from edencli.rules.ground import base
from edencli.rules.inquiry import (
    BEND_TOLERANCE,
    aim_weapon,
    blast_coverage,
    explosion_coverage,
    reachable_area,
    replan_way,
    sight_report,
    way_into_contact,
    way_to,
)
from edencli.rules.movement import planning_ground
from edencli.rules.territory import ShotAtScenery

KNIVES = item("Knives", use(SHOOTING, range=20, strength=2))
BELLOWS = item("Bellows", use(BLAST))


def armed(book: Rulebook, weapon: Equipment, **places: tuple[float, float]) -> Game:
    """Stand where Yuri, at 10, 30 and with a weapon, is activated."""
    where = {YURI: (10, 30)} | {
        {"elenia": ELENIA, "yliss": YLISS, "vladd": VLADD}[name]: at for name, at in places.items()
    }
    return active(book, where, cards={YURI: fighter(gear=[weapon])})


def test_a_blast_reaches_as_far_as_its_template(book: Rulebook) -> None:
    game = armed(book, BELLOWS, elenia=(19, 30))

    (aim,) = sight_report(game.match, YURI, ELENIA).aims

    assert aim.reach == game.match.setup.blast.length == cm(10)
    assert aim.verdict.objections == ()


@pytest.mark.rule("territory.destruction")
def test_every_ranged_weapon_is_told_of_that_could_hit_scenery(book: Rulebook) -> None:
    pot = item("Pot", use(PROJECTILE, range=12, fear=1))
    card = fighter(gear=[KNIVES, BELLOWS, pot])
    for having, reason in (({"destruction": 3}, None), ({}, "indestructible")):
        wall = element("Wall", **having)
        game = active(
            book,
            {YURI: (10, 30), ELENIA: (15, 50)},
            cards={YURI: card},
            chapters=("territory",),
            scenery=[wall],
            lying={"Wall": (21, 30)},
        )

        shot, blow, thrown = sight_report(game.match, YURI, "Wall").aims

        assert isinstance(shot.act, ShotAtScenery)
        assert getattr(shot.verdict.first, "reason", None) == reason
        assert (getattr(blow.verdict.first, "reason", None) is None) == (reason is None)
        assert thrown.verdict.first is None, "a throw has any point"
        assert thrown.act.point == blow.act.point == (19_000, 30_000)
        rule_report.note("territory.destruction")


def test_without_the_chapter_no_weapon_is_told_of_against_scenery(book: Rulebook) -> None:
    game = active(
        book,
        {YURI: (10, 30), ELENIA: (15, 50)},
        cards={YURI: fighter(gear=[KNIVES])},
        scenery=[rock("Wall")],
        lying={"Wall": (21, 30)},
    )

    assert sight_report(game.match, YURI, "Wall").aims == ()


@pytest.mark.rule("blast.nearest")
def test_a_blast_that_does_not_reach_the_nearest_enemy_is_told_so(book: Rulebook) -> None:
    """From edge to edge 10 cm and a little more: the template ends before his base."""
    game = armed(book, BELLOWS, elenia=(23.1, 30))

    (aim,) = sight_report(game.match, YURI, ELENIA).aims

    rule_report.note(list(aim.verdict.objections))
    assert [one.reason for one in aim.verdict.reach or ()] == ["nearest-not-covered"]


@pytest.mark.parametrize(("far", "covers"), [(22.9, (ELENIA,)), (23.1, ())])
def test_a_template_covers_who_is_within_its_length(book: Rulebook, far: float, covers: object) -> None:
    game = armed(book, BELLOWS, elenia=(far, 30))

    found = blast_coverage(game.match, YURI, Point(40_000, 30_000))

    assert found.cover is not None
    assert found.cover.covers == covers


def test_who_is_under_an_explosion_is_listed_from_its_middle_outwards(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), VLADD: (30, 27.4), ELENIA: (28, 30.4), YLISS: (32.2, 30.4)})

    found = explosion_coverage(game.match, Point(30_000, 30_000))

    assert found.covers == (ELENIA, YLISS, VLADD)


def test_who_may_make_no_move_reaches_no_place(book: Rulebook) -> None:
    numb = ability("- {effect: forbids, acts: [move], of: {the: user}}")
    match = begun({YURI: [numb]}, places={YURI: (20, 20), ELENIA: (50, 50)}, book=book.key)

    area = reachable_area(match, YURI)

    assert [one.rule for one in area.objections] == ["card-over-rule"]
    assert (area.moves, area.one, area.more) == (0, (), ())


@pytest.mark.parametrize("at", [(50, 30), (20, 30)])
def test_a_shot_is_lost_where_nobody_may_be_its_target_and_the_book_spends_it(
    book: Rulebook, at: tuple[float, float]
) -> None:
    game = armed(book, KNIVES, elenia=at)

    (aim,) = sight_report(game.match, YURI, ELENIA).aims

    spends = book.key in {"fr", "pt"}
    assert aim.lost == (spends and at == (50, 30))
    assert bool(aim.verdict.objections) == (not spends and at == (50, 30))


@pytest.mark.rule("shoot.no-target", books="fr pt")
def test_a_shot_that_is_lost_rolls_nothing(book: Rulebook) -> None:
    game = armed(book, KNIVES, elenia=(50, 30))

    game.play("Yuri shoots Elenia")

    assert game[YURI].ap == 2
    assert [event.as_dict()["wounds"] for event in game.match.log if "wounds" in event.as_dict()] == [0]


def test_a_shot_that_may_not_be_declared_is_not_called_lost(book: Rulebook) -> None:
    game = armed(book, KNIVES, elenia=(50, 30))
    game[YURI].ap = 0

    (aim,) = sight_report(game.match, YURI, ELENIA).aims

    assert aim.verdict.first is not None
    assert not aim.lost


@pytest.mark.rule("action.charge")
def test_a_way_into_contact_by_who_touches_an_enemy_is_refused(book: Rulebook) -> None:
    game = armed(book, KNIVES, elenia=(13, 30), yliss=(10, 40))

    way = way_into_contact(game.match, YURI, YLISS)

    rule_report.note(list(way.verdict.objections))
    assert (way.verdict.objections[0].rule, way.verdict.objections[0].reason) == ("action.charge", "not-free")


def test_a_way_to_a_friend_is_a_move_that_may_end_beside_him(book: Rulebook) -> None:
    game = armed(book, KNIVES, elenia=(50, 50), vladd=(17, 30))

    way = way_into_contact(game.match, YURI, VLADD)

    assert way.fits
    assert way.verdict.objections == ()


def test_a_way_to_where_somebody_stands_is_refused_by_who_is_there(book: Rulebook) -> None:
    game = armed(book, KNIVES, elenia=(17, 30))

    way = way_to(game.match, YURI, Point(17_000, 30_000))

    assert (way.plan, way.fits) == (None, False)
    assert [(one.reason, one.about["what"]) for one in way.verdict.objections] == [("in-the-way", "Elenia")]


@pytest.mark.rule("move.base")
def test_a_way_to_where_a_base_hangs_over_the_edge_is_refused_by_that(book: Rulebook) -> None:
    game = armed(book, KNIVES, elenia=(50, 50))

    way = way_to(game.match, YURI, Point(1_000, 30_000))

    rule_report.note(list(way.verdict.objections))
    assert way.plan is None
    assert [one.reason for one in way.verdict.objections] == ["leaves-field"]


@pytest.mark.rule("marker.stop")
def test_a_way_to_where_a_marker_lies_is_refused_by_that(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (50, 50)}, tokens={"Idol": (17, 30)})

    onto, beside = (way_to(game.match, YURI, Point(cm(x), 30_000)) for x in (17, 14.5))

    rule_report.note(list(onto.verdict.objections))
    assert (onto.plan, [one.reason for one in onto.verdict.objections]) == (None, ["ends-on-marker"])
    assert beside.verdict.objections == ()


@pytest.mark.rule("scenery.slow")
def test_a_leg_is_slowed_by_what_it_crosses_and_by_nothing_else(book: Rulebook) -> None:
    marshes = [rock(name, radius=2, crossable=True, slow=True) for name in ("Bog", "Fen", "Mire")]
    lying = {"Bog": (14, 30), "Fen": (20, 40), "Mire": (19, 30)}
    game = active(book, {YURI: (10, 30), ELENIA: (50, 50)}, scenery=marshes, lying=lying)

    way = way_to(game.match, YURI, Point(15_000, 30_000))

    rule_report.note(way.slow)
    assert way.slow == (("Bog",),)


def test_a_way_too_long_ends_where_the_move_is_spent(book: Rulebook) -> None:
    game = armed(book, KNIVES, elenia=(50, 50))

    way = way_to(game.match, YURI, Point(30_000, 30_000))

    assert (way.fits, way.short) == (False, Point(20_000, 30_000))


@pytest.mark.parametrize("beyond", [20, 25, 28])
def test_a_way_round_something_has_fewer_bends_than_the_shortest_and_is_hardly_longer(beyond: int) -> None:
    places, lying = {YURI: (10, 30), ELENIA: (50, 50)}, {"Rock": (14, 30.3)}
    game = active(rulebook("en"), places, scenery=[rock(radius=2)], lying=lying)
    goal = Point(cm(beyond), 30_000)

    eased = way_to(game.match, YURI, goal).plan
    shortest = plan_route(planning_ground(game.match, YURI), base(game.match, YURI), goal)

    assert eased is not None
    assert shortest is not None
    assert len(eased.route) < len(shortest.route)
    assert shortest.price.total <= eased.price.total <= shortest.price.total + BEND_TOLERANCE


@pytest.mark.rule("disengage.roll")
def test_who_leaves_an_enemy_goes_round_something_with_as_few_bends(book: Rulebook) -> None:
    """In contact as he sets off, and never again."""
    places, lying = {YURI: (10, 30), YLISS: (7, 30), ELENIA: (50, 50)}, {"Rock": (14, 30.3)}
    game = active(book, places, scenery=[rock(radius=2)], lying=lying)
    ground = planning_ground(game.match, YURI)

    eased = way_to(game.match, YURI, Point(20_000, 30_000)).plan
    shortest = plan_route(ground, base(game.match, YURI), Point(20_000, 30_000))

    assert eased is not None
    assert shortest is not None
    assert len(eased.route) < len(shortest.route)
    rule_report.note("disengage.roll")


def test_a_charge_round_something_has_fewer_bends_as_well_and_ends_at_its_target(book: Rulebook) -> None:
    places, lying = {YURI: (10, 30), ELENIA: (19, 30)}, {"Rock": (14, 30.3)}
    game = active(book, places, scenery=[rock(radius=1)], lying=lying)
    ground, ends = planning_ground(game.match, YURI), (base(game.match, YURI), base(game.match, ELENIA))

    way = way_into_contact(game.match, YURI, ELENIA)
    shortest = plan_contact(ground, *ends, inf)

    assert way.plan is not None
    assert shortest is not None
    assert len(way.plan.route) < len(shortest.route)
    assert in_contact(ends[0].moved_to(way.plan.route[-1]), ends[1])


@pytest.mark.parametrize(
    ("weapon", "kind"),
    [(KNIVES, ShotAtScenery), (item("Pot", use(PROJECTILE, range=12)), None), (BELLOWS, None)],
)
def test_on_an_unmeasured_field_only_a_shot_is_aimed_at_scenery(weapon: Equipment, kind: object) -> None:
    game = armed(rulebook("en"), weapon, elenia=(20, 30))
    game.state.field = ToldField()

    act = aim_weapon(game.match, YURI, "Wall", weapon, weapon.uses[0])

    assert (act and type(act)) is kind


@pytest.mark.parametrize("field", [None, BareField(), ToldField()], ids=["not deployed", "bare", "told"])
def test_where_an_attacker_has_no_place_every_weapon_is_aimed_by_name(field: Field | None) -> None:
    game = armed(rulebook("en"), KNIVES, elenia=(20, 30))
    pot = item("Pot", use(PROJECTILE, range=12))
    if field is None:
        game.state.fighters[YURI].place = None
    else:
        game.state.field = field

    def aims(target: Piece | str, weapon: Equipment) -> object:
        return aim_weapon(game.match, YURI, target, weapon, weapon.uses[0])

    of = {
        name: {"fighter": YURI, "weapon": one, "use": one.uses[0]}
        for name, one in {"knives": KNIVES, "bellows": BELLOWS, "pot": pot}.items()
    }
    assert aims(ELENIA, KNIVES) == Shot(**of["knives"], target=ELENIA)
    assert aims("Wall", KNIVES) == ShotAtScenery(**of["knives"], scenery="Wall")
    assert aims(ELENIA, BELLOWS) == Blast(**of["bellows"], at=ELENIA)
    assert aims(ELENIA, pot) == Throw(**of["pot"], at=ELENIA)
    assert aims("Wall", pot) is None


def test_who_carries_no_blast_is_told_what_one_would_cover_and_what_else_speaks_against_it(
    book: Rulebook,
) -> None:
    """To carry one is asked for in a match, not where somebody tries a template on the table."""
    empty_handed = armed(book, KNIVES, elenia=(17, 30))
    engaged = armed(book, KNIVES, elenia=(13, 30))

    free, bound = (
        blast_coverage(game.match, YURI, Point(40_000, 30_000)) for game in (empty_handed, engaged)
    )

    assert (free.carries, free.verdict.objections) == ((), ())
    assert [one.rule for one in bound.verdict.objections] == ["ranged.free"]


def test_at_friends_and_things_nobody_aims() -> None:
    game = active(
        rulebook("en"),
        {YURI: (10, 30), VLADD: (20, 30), ELENIA: (40, 30)},
        cards={YURI: fighter(gear=[KNIVES, BELLOWS])},
        scenery=[rock()],
        lying={"Rock": (20, 40)},
        tokens={"Idol": (19, 42)},
    )

    for target in (VLADD, "Rock", game.state.tokens[0]):
        assert sight_report(game.match, YURI, target).aims == ()
    assert [type(aim.act) for aim in sight_report(game.match, YURI, ELENIA).aims] == [Shot, Blast]
    assert [type(aim.act) for aim in sight_report(game.match, YURI, Point(20_000, 20_000)).aims] == [Blast]


def test_a_way_planned_anew_leads_where_the_act_was_to_lead() -> None:
    game = armed(rulebook("en"), KNIVES, elenia=(18, 30))
    bent = (Point(10_000, 30_000), Point(12_000, 33_000), Point(14_000, 36_000))

    charge = replan_way(game.match, Charge(fighter=YURI, path=bent, target=ELENIA))
    move = replan_way(game.match, Move(fighter=YURI, path=bent))

    assert charge == way_into_contact(game.match, YURI, ELENIA)
    assert move == way_to(game.match, YURI, bent[-1])


@pytest.mark.parametrize(("target", "off"), [("Idol", 12.5), (Point(22_000, 46_000), 18.5), (ELENIA, 27)])
def test_how_far_off_a_target_is_is_told_from_edge_to_edge(target: object, off: float) -> None:
    """Bases of 30 mm; a marker is a disc of 1 cm, and lies where its first figure is the way east."""
    game = active(rulebook("en"), {YURI: (10, 30), ELENIA: (40, 30)}, tokens={"Idol": (19, 42)})
    seen = game.state.tokens[0] if target == "Idol" else target

    assert sight_report(game.match, YURI, seen).distance == pytest.approx(cm(off), abs=1)  # type: ignore[arg-type]


def test_where_no_enemy_is_left_no_blast_is_best(book: Rulebook) -> None:
    game = armed(book, BELLOWS, vladd=(17, 30))

    found = blast_coverage(game.match, YURI, Point(40_000, 30_000))

    assert found.best is None


@pytest.mark.rule("action.move", "action.per-round")
def test_exactly_as_far_as_moves_go_can_still_be_reached(book: Rulebook) -> None:
    """The places lie on a grid of half a centimetre or one, his among them."""
    start, away = (20.25, 20.25), (58, 58)
    game = active(book, {YURI: start, ELENIA: away}, before={YURI: {"ap": 2}})

    area = reachable_area(game.match, YURI)
    x = area.grain // 2 + (cm(20) // area.grain) * area.grain
    again = active(book, {YURI: (x / 1000, x / 1000), ELENIA: away}, before={YURI: {"ap": 2}})
    area = reachable_area(again.match, YURI)

    assert area.allowance == cm(10)
    around = [(x + off, x) for off in (-area.allowance, area.allowance)]
    around += [(x, x + off) for off in (-area.allowance, area.allowance)]
    assert [at for at in around if Point(*at) not in area.one] == []
    assert (Point(x + area.moves * area.allowance, x) in area.more) is (area.moves > 1)
    rule_report.note(["action.move", "action.per-round"])


def test_how_far_one_reaches_decides_how_fine_the_places_are() -> None:
    """A centimetre apart up to 15 cm, two beyond."""
    reaches = set()
    for ap in (1, 2, 3):
        for far in (2.5, 5, 7.5, 10):
            game = active(rulebook("en"), {YURI: (30, 30), ELENIA: (58, 58)}, before={YURI: {"ap": ap}})
            shorter = Part("card-over-rule", round(far - 10))
            game.match.contributors.append(
                lambda _, query, part=shorter: (part,) if query.what == Quantity.DISTANCE else ()
            )
            area = reachable_area(game.match, YURI)
            reaches.add(area.moves * area.allowance)
            assert area.grain == (cm(1) if area.moves * area.allowance <= cm(15) else cm(2))
    assert {cm(15), cm(20)} <= reaches


def test_where_no_way_leads_the_straight_one_is_told_with_what_bars_it() -> None:
    """Yuri stands within four walls."""
    sides = [((-6, -6), (6, -5)), ((-6, 5), (6, 6)), ((-6, -6), (-5, 6)), ((5, -6), (6, 6))]
    walls = [
        Scenery(name=f"Wall {n}", outline=Outline(corners=((a, b), (c, b), (c, d), (a, d))))
        for n, ((a, b), (c, d)) in enumerate(sides)
    ]
    lying = {one.name: (30, 30) for one in walls}
    game = Game(
        rulebook("en"), {YURI: (30, 30), ELENIA: (55, 55)}, scenery=walls, lying=lying, step="activation"
    )

    way = way_to(game.match, YURI, Point(cm(45), cm(30)))

    assert way.plan is None
    assert way.act.path == (Point(30_000, 30_000), Point(45_000, 30_000))
    assert not way.fits


@pytest.mark.rule("blast.nearest")
def test_the_best_blast_covers_as_many_enemies_as_it_can(book: Rulebook) -> None:
    """Straight at Elenia, who is nearest, it would cover her alone."""
    game = armed(book, BELLOWS, elenia=(16, 30), yliss=(18, 33.2))

    best = blast_coverage(game.match, YURI, Point(cm(40), cm(30))).best

    assert best is not None
    assert set(best.covers) == {ELENIA, YLISS}
    rule_report.note("blast.nearest")


@pytest.mark.parametrize(
    ("enemies", "friends", "covered"), [(1, 2, 1), (2, 3, 1), (3, 2, 6), (0, 0, 1), (3, 0, 4), (2, 1, 4)]
)
def test_the_best_blast_covers_a_friend_for_an_enemy_more_and_for_no_less(
    enemies: int, friends: int, covered: int
) -> None:
    """Elenia, who is nearest, is covered in any case; all others stand behind her, on one spot."""
    foes, allies = ([Piece(side, f"{side} {n}") for n in range(5)] for side in (ELENIA.side, YURI.side))
    crowd = [*foes[:enemies], *allies[:friends]]
    places = {YURI: (20, 30), ELENIA: (24, 30), **dict.fromkeys(crowd, (28, 30))}
    match = begun(places=places)

    best = blast_coverage(match, YURI, Point(cm(24), cm(30))).best

    assert best is not None
    assert len(best.covers) == covered
    assert ELENIA in best.covers
