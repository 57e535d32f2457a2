"""Movement (chapters 2.D, 5): what a base may pass, what its way costs, where it may end, in every book."""

from random import Random

import pytest
from duels import ELENIA, VLADD, YLISS, YURI
from tables import FLAT, LOW, at, charges, disc, moves, reason, refused, table, wall

from edencli.field.planner import plan_contact, plan_route
from edencli.field.units import cm, unit_vector_degrees
from edencli.lang import Words
from edencli.match.pieces import Piece
from edencli.model.scenery import Outline, Scenery
from edencli.output.sheet import Paint, TextSheet
from edencli.pictures.sight_page import route_data, write_route
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules.acts import Charge, Move
from edencli.rules.ground import base, is_free
from edencli.rules.inquiry import way_into_contact, way_to
from edencli.rules.movement import affordable_path, planning_ground, walk_allowance, way_cost

EN = Words("en")
HERE = {YURI: (10.0, 30.0)}


@pytest.mark.rule("action.move", "move.path")
def test_a_move_of_exactly_its_length_is_allowed_and_no_more(book: Rulebook) -> None:
    match = table(book, HERE)

    assert moves(match, YURI, (20, 30)) is None
    assert reason(moves(match, YURI, (20.02, 30))) == ("action.move", "too-far")
    elsewhere = refused(match, Move(fighter=YURI, path=(at(11, 30), at(12, 30))))
    assert reason(elsewhere) == ("move.path", "starts-elsewhere")


@pytest.mark.rule("action.move")
def test_every_leg_of_a_bent_way_is_measured(book: Rulebook) -> None:
    match = table(book, HERE)

    assert moves(match, YURI, (16, 30), (16, 34)) is None
    assert reason(moves(match, YURI, (16, 30), (16, 34.1))) == ("action.move", "too-far")


@pytest.mark.rule("move.base", "scenery.opaque")
@pytest.mark.parametrize("who", [VLADD, ELENIA])
def test_no_base_passes_over_another_friend_or_enemy(book: Rulebook, who: Piece) -> None:
    match = table(book, {**HERE, who: (15.0, 31.0)})

    refusal = moves(match, YURI, (20, 30))
    assert reason(refusal) == ("move.base", "in-the-way")
    assert refusal is not None
    assert refusal.about["what"] == who.name


@pytest.mark.rule("move.base")
def test_an_exact_fit_between_two_is_enough_and_a_millimetre_less_is_not(book: Rulebook) -> None:
    def gate(gap: float) -> tuple[object, object]:
        side = 5 + gap / 2
        return (wall("North", width=2, depth=10), (15, 30 + side)), (
            wall("South", width=2, depth=10),
            (15, 30 - side),
        )

    assert moves(table(book, HERE, *gate(3)), YURI, (20, 30)) is None  # type: ignore[arg-type]
    narrow = table(book, HERE, *gate(2.9))  # type: ignore[arg-type]
    assert reason(moves(narrow, YURI, (20, 30))) == ("move.base", "in-the-way")


@pytest.mark.rule("move.base")
def test_all_of_a_base_stays_on_the_field(book: Rulebook) -> None:
    match = table(book, {YURI: (5.0, 30.0)})

    assert moves(match, YURI, (1.5, 30)) is None
    assert reason(moves(match, YURI, (1.4, 30))) == ("move.base", "leaves-field")
    assert reason(moves(match, YURI, (1.2, 32), (5, 33))) == ("move.base", "leaves-field")


@pytest.mark.rule("scenery.opaque", "move.base", "scenery.low", "scenery.flat")
def test_scenery_bars_the_way_whatever_it_is_to_sight(book: Rulebook) -> None:
    for agreed in ({}, {"sight": LOW}, {"sight": FLAT}):
        match = table(book, HERE, (wall(width=1, depth=6, **agreed), (15, 30)))

        assert reason(moves(match, YURI, (20, 30))) == ("move.base", "in-the-way")


@pytest.mark.rule("scenery.crossable")
def test_crossable_scenery_is_crossed_and_stopped_on_for_nothing(book: Rulebook) -> None:
    match = table(book, HERE, (wall(width=6, depth=6, crossable=True), (15, 30)))

    assert moves(match, YURI, (20, 30)) is None
    assert moves(match, YURI, (15, 30)) is None


@pytest.mark.rule("scenery.slow", "action.move")
def test_slow_ground_costs_double_while_any_part_of_the_base_is_inside(book: Rulebook) -> None:
    """A marsh 1 cm broad: 1 + 3 cm of a 30 mm base's way count double."""
    marsh = wall("Marsh", width=1, depth=20, crossable=True, slow=True, sight=FLAT)
    match = table(book, HERE, (marsh, (15, 30)))

    assert way_cost(match, YURI, (at(10, 30), at(20, 30))) == pytest.approx(cm(14))
    assert moves(match, YURI, (16, 30)) is None
    assert reason(moves(match, YURI, (18, 30))) == ("action.move", "too-far")


@pytest.mark.rule("scenery.slow")
def test_sliding_along_slow_ground_costs_nothing(book: Rulebook) -> None:
    marsh = wall("Marsh", width=8, depth=4, crossable=True, slow=True)

    match = table(book, HERE, (marsh, (15, 33.5)))
    assert way_cost(match, YURI, (at(10, 30), at(20, 30))) == pytest.approx(cm(10))


@pytest.mark.rule("action.move", "contact.touch")
def test_a_move_may_not_end_in_contact_with_an_enemy(book: Rulebook) -> None:
    match = table(book, {**HERE, ELENIA: (20.0, 30.0)})

    assert reason(moves(match, YURI, (17, 30))) == ("action.move", "ends-in-contact")
    assert moves(match, YURI, (16.98, 30)) is None


@pytest.mark.rule("contact.free", "contact.touch")
def test_a_move_may_end_in_contact_with_a_friend(book: Rulebook) -> None:
    match = table(book, {**HERE, VLADD: (17.0, 30.0), ELENIA: (40.0, 30.0)})

    assert moves(match, YURI, (14, 30)) is None
    match.state.place_fighter(YURI, at(14, 30))
    assert is_free(match, YURI)


@pytest.mark.rule("contact.touch", books="en de it pt")
def test_brushing_an_enemy_on_the_way_is_allowed(book: Rulebook) -> None:
    match = table(book, {**HERE, ELENIA: (15.0, 33.0)})

    assert moves(match, YURI, (20, 30)) is None


@pytest.mark.rule("action.move", "action.charge", books="fr")
def test_the_french_book_forbids_brushing_an_enemy_on_the_way(book: Rulebook) -> None:
    match = table(book, {**HERE, ELENIA: (15.0, 33.0), YLISS: (21.0, 30.0)})

    assert reason(moves(match, YURI, (17, 30))) == ("action.move", "touches-on-the-way")
    assert reason(charges(match, YURI, YLISS, (18, 30))) == ("action.charge", "touches-on-the-way")
    assert moves(match, YURI, (14, 29.5), (17, 29.8)) is None


@pytest.mark.rule("contact.touch", books="en de it pt")
def test_a_charge_may_brush_another_enemy_on_its_way(book: Rulebook) -> None:
    match = table(book, {**HERE, ELENIA: (15.0, 33.0), YLISS: (21.0, 30.0)})

    assert charges(match, YURI, YLISS, (18, 30)) is None


@pytest.mark.rule("action.move")
def test_who_sets_off_from_contact_has_not_touched_on_the_way(book: Rulebook) -> None:
    match = table(book, {**HERE, ELENIA: (13.0, 30.0)})

    assert moves(match, YURI, (5, 30)) is None
    assert reason(moves(match, YURI, (10, 30))) == ("action.move", "ends-in-contact")


@pytest.mark.rule("action.charge", "contact.free")
def test_only_a_free_fighter_charges(book: Rulebook) -> None:
    match = table(book, {**HERE, ELENIA: (13.0, 30.0), YLISS: (10.0, 40.0)})

    assert reason(charges(match, YURI, YLISS, (10, 37))) == ("action.charge", "not-free")


@pytest.mark.rule("action.charge")
def test_a_charge_ends_in_contact_and_walks_round_nobody(book: Rulebook) -> None:
    match = table(book, {**HERE, ELENIA: (20.0, 30.0), VLADD: (15.0, 31.0)})

    assert reason(charges(match, YURI, ELENIA, (17, 30))) == ("move.base", "in-the-way")
    match.state.place_fighter(VLADD, at(15, 40))
    assert charges(match, YURI, ELENIA, (17, 30)) is None
    match.state.place_fighter(YURI, at(23, 30))
    assert reason(charges(match, YURI, ELENIA, (30, 30))) == ("action.charge", "not-free")


@pytest.mark.rule("marker.stop", "token")
def test_a_marker_is_passed_over_and_not_stopped_on(book: Rulebook) -> None:
    match = table(book, HERE, markers={"Idol": (15, 30)})

    assert moves(match, YURI, (20, 30)) is None
    assert reason(moves(match, YURI, (16, 30))) == ("marker.stop", "ends-on-marker")
    assert moves(match, YURI, (12.5, 30)) is None


@pytest.mark.rule("action.move")
def test_a_way_too_long_is_walked_as_far_as_it_is_paid_for(book: Rulebook) -> None:
    marsh = wall("Marsh", width=3, depth=20, crossable=True, slow=True)
    match = table(book, HERE, (marsh, (17.5, 30)))
    path = (at(10, 30), at(25, 30))
    reach = walk_allowance(match, Move(fighter=YURI, path=path))

    assert affordable_path(match, YURI, path, reach) == (at(10, 30), at(17.25, 30))
    assert reason(moves(match, YURI, (25, 30))) == ("action.move", "too-far")


@pytest.mark.rule("action.charge")
def test_a_charge_goes_as_far_as_the_book_says(book: Rulebook) -> None:
    match = table(book, {**HERE, ELENIA: (20.0, 30.0)})

    charge = Charge(fighter=YURI, target=ELENIA, path=(at(10, 30), at(17, 30)))
    assert walk_allowance(match, charge) == cm(book.actions.charge.distance or 0)
    wrong = refused(match, charge.with_changes(target=YURI))
    assert reason(wrong) == ("action.charge", "no-enemy")


@pytest.mark.rule("contact.touch", "scenery.edges")
def test_what_is_planned_may_be_walked(book: Rulebook) -> None:
    """The planner is told what this book bars, and its way is judged like any other."""
    places = {**HERE, ELENIA: (20.0, 30.0), YLISS: (14.0, 31.0), VLADD: (15.0, 27.5)}
    match = table(book, places, (disc(radius=2), (10, 35)))

    moved = plan_route(planning_ground(match, YURI), base(match, YURI), at(10, 39))
    charged = plan_contact(planning_ground(match, YURI), base(match, YURI), base(match, ELENIA))
    assert moved is not None
    assert charged is not None
    there = refused(match, Move(fighter=YURI, path=moved.route))
    assert reason(there) in {None, ("action.move", "too-far")}
    assert refused(match, Charge(fighter=YURI, target=ELENIA, path=charged.route)) is None


@pytest.mark.parametrize(("corners", "cut_short"), [(6, False), (60, True)])
def test_a_way_is_said_to_be_the_best_that_was_found_where_not_all_were_tried(
    corners: int, *, cut_short: bool
) -> None:
    random = Random(1)  # noqa: S311  # shapes, not secrets
    ways = [unit_vector_degrees(360 / corners * number) for number in range(corners)]
    radii = [random.uniform(8, 18) for _ in ways]
    outline = Outline(corners=tuple((r * dx, r * dy) for r, (dx, dy) in zip(radii, ways, strict=True)))
    marsh = Scenery(name="Marsh", outline=outline, crossable=True, slow=True)
    match = table(rulebook("en"), {YURI: (5, 29), ELENIA: (56, 40)}, (marsh, (30, 30)))

    way = way_to(match, YURI, at(56, 31))
    page = TextSheet(Paint(colour=False))
    write_route(page, EN, route_data(EN, match, way, at(56, 31)) | {"name": "Yuri"})

    assert way.is_cut_short is cut_short
    assert way_into_contact(match, YURI, ELENIA).is_cut_short is cut_short
    assert ("best route found" in " ".join(str(page).split())) is cut_short
