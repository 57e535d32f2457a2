"""Lines of sight (chapter 2.B): what blocks, what hinders, what does nothing, in every book."""

from random import Random

import pytest
from duels import ELENIA, VLADD, YLISS, YURI
from tables import FLAT, LOW, at, disc, look, sight, table, verdicts, wall

from edencli.field.shapes import Point, bounding_box
from edencli.match.facts import SceneryInView
from edencli.match.field_kinds import ToldField
from edencli.match.pieces import Piece, Side
from edencli.match.state import SceneryState
from edencli.model.scenery import Outline, Scenery
from edencli.model.terms import SightBlocking
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules.ground import base, footprint
from edencli.rules.sight import ElementBetween, View, view, view_of, view_of_scenery

FACING = {YURI: (10.0, 30.0), ELENIA: (30.0, 30.0)}


@pytest.mark.parametrize(("ignored", "is_seen"), [((), False), ((YLISS,), True)])
def test_a_base_that_stands_on_a_point_hides_it_unless_it_is_ignored(
    book: Rulebook, ignored: tuple[Piece, ...], *, is_seen: bool
) -> None:
    match = table(book, {YURI: (10, 30), YLISS: (25, 30)})

    seen = view(match, YURI, Point(25_000, 30_000), ignored)

    assert (seen.visible, [one.piece for one in seen.between]) == (is_seen, [YLISS] if not is_seen else [])


@pytest.mark.rule("sight.corridor")
def test_nothing_between_two_bases_hides_nobody(book: Rulebook) -> None:
    seen = sight(table(book, FACING), YURI, ELENIA)

    assert (seen.visible, seen.obstacles, seen.between) == (True, 0, ())


@pytest.mark.rule("sight.cut", "scenery.opaque")
def test_a_piece_right_across_takes_the_sight_away(book: Rulebook) -> None:
    match = table(book, FACING, (wall(width=1, depth=3), (20, 30)))

    seen = sight(match, YURI, ELENIA)
    assert (seen.visible, verdicts(seen)) == (False, {"Wall": "sight.cut"})


@pytest.mark.rule("sight.obstacle", "scenery.opaque")
@pytest.mark.parametrize("y", [29.5, 31.4])
def test_a_piece_that_leaves_a_straight_line_free_is_one_obstacle(book: Rulebook, y: float) -> None:
    match = table(book, FACING, (wall(width=1, depth=2.5), (20, y)))

    seen = sight(match, YURI, ELENIA)
    assert (seen.visible, seen.obstacles, verdicts(seen)) == (True, 1, {"Wall": "sight.obstacle"})


@pytest.mark.rule("sight.corridor", "sight.obstacle")
def test_what_touches_the_corridor_from_outside_is_nothing(book: Rulebook) -> None:
    match = table(book, FACING, (wall(width=4, depth=2), (20, 32.5)), (disc(radius=1), (20, 27.5)))

    seen = sight(match, YURI, ELENIA)
    assert (seen.visible, seen.obstacles) == (True, 0)
    assert not any(one.fact.reaches_in for one in seen.between)


@pytest.mark.rule("sight.corridor")
def test_what_stands_behind_a_base_or_beside_is_not_between(book: Rulebook) -> None:
    behind = (wall("Behind", width=2, depth=8), (34, 30))
    beside = (wall("Beside", width=8, depth=2), (20, 40))

    assert sight(table(book, FACING, behind, beside), YURI, ELENIA).obstacles == 0


@pytest.mark.rule("sight.obstacle")
def test_every_element_counts_once_friend_enemy_or_scenery(book: Rulebook) -> None:
    places = {**FACING, VLADD: (16.0, 31.5), YLISS: (24.0, 28.5)}
    match = table(book, places, (disc(radius=0.5), (20, 31)), (disc("Pole", radius=0.5), (20, 29)))

    seen = sight(match, YURI, ELENIA)
    assert (seen.visible, seen.obstacles) == (True, 4)
    assert set(verdicts(seen)) == {"Vlädd", "Yliss", "Post", "Pole"}


@pytest.mark.rule("sight.obstacle")
def test_a_piece_with_two_arms_in_the_corridor_is_one_obstacle(book: Rulebook) -> None:
    arms = ((0.0, 0.0), (6.0, 0.0), (6.0, 2.0), (4.0, 2.0), (4.0, 1.0), (2.0, 1.0), (2.0, 2.0), (0.0, 2.0))
    piece = wall(width=1, depth=1)
    piece = type(piece)(name="Ruin", outline=type(piece.outline)(corners=arms))

    assert sight(table(book, FACING, (piece, (17, 27.2))), YURI, ELENIA).obstacles == 1


@pytest.mark.rule("sight.cut", "sight.base-size")
def test_a_base_hides_one_of_its_own_size_straight_behind_it(book: Rulebook) -> None:
    match = table(book, {**FACING, YLISS: (20.0, 30.0)})

    seen = sight(match, YURI, ELENIA)
    assert (seen.visible, verdicts(seen)) == (False, {"Yliss": "sight.cut"})


@pytest.mark.rule("sight.base-size")
def test_a_small_base_never_hides_a_large_one(book: Rulebook) -> None:
    match = table(book, {**FACING, YLISS: (28.0, 30.0)}, big=[ELENIA])

    seen = sight(match, YURI, ELENIA)
    assert (seen.visible, seen.obstacles) == (True, 1)


@pytest.mark.rule("sight.base-size")
def test_a_large_base_hides_a_small_one_even_a_little_aside(book: Rulebook) -> None:
    match = table(book, {**FACING, YLISS: (20.0, 30.4)}, big=[YLISS])

    assert sight(match, YURI, ELENIA).visible is False


@pytest.mark.rule("sight.base-size")
def test_a_base_a_millimetre_aside_hides_no_more(book: Rulebook) -> None:
    match = table(book, {**FACING, YLISS: (20.0, 30.1)})

    seen = sight(match, YURI, ELENIA)
    assert (seen.visible, seen.obstacles) == (True, 1)


@pytest.mark.rule("sight.facing", "sight.corridor")
@pytest.mark.parametrize("place", [(10.0, 10.0), (50.0, 30.0), (30.0, 3.0)])
def test_sight_is_the_same_from_both_ends_and_in_every_direction(
    book: Rulebook, place: tuple[float, float]
) -> None:
    match = table(book, {YURI: (30, 30), ELENIA: place}, (wall(width=7, depth=1), (22, 21)))

    there, back = sight(match, YURI, ELENIA), sight(match, ELENIA, YURI)
    assert (there.visible, there.obstacles) == (back.visible, back.obstacles)


@pytest.mark.rule("scenery.low")
def test_low_scenery_right_across_is_one_obstacle(book: Rulebook) -> None:
    match = table(book, FACING, (wall(width=1, depth=6, sight=LOW), (20, 30)))

    seen = sight(match, YURI, ELENIA)
    assert (seen.visible, seen.obstacles, verdicts(seen)) == (True, 1, {"Wall": "scenery.low"})


@pytest.mark.rule("scenery.low", "sight.obstacle")
def test_low_scenery_partly_in_the_corridor_is_one_obstacle_like_any_other(book: Rulebook) -> None:
    match = table(book, FACING, (wall(width=1, depth=2, sight=LOW), (20, 31.5)))

    assert verdicts(sight(match, YURI, ELENIA)) == {"Wall": "sight.obstacle"}


@pytest.mark.rule("scenery.flat")
def test_flat_scenery_is_nothing_even_right_across(book: Rulebook) -> None:
    match = table(book, FACING, (wall("Pond", width=6, depth=9, sight=FLAT), (20, 30)))

    seen = sight(match, YURI, ELENIA)
    assert (seen.visible, seen.obstacles) == (True, 0)
    assert seen.between[0].fact.cuts


@pytest.mark.rule("scenery.inside-outside")
@pytest.mark.parametrize("inside", [10.0, 30.0])
def test_who_stands_in_scenery_is_not_hidden_by_it(book: Rulebook, inside: float) -> None:
    """H-13: it is an obstacle, for it reaches into the corridor."""
    match = table(book, FACING, (wall("Wood", width=6, depth=9, crossable=True), (inside, 30)))

    seen = sight(match, YURI, ELENIA)
    assert (seen.visible, verdicts(seen)) == (True, {"Wood": "sight.obstacle"})


@pytest.mark.rule("scenery.inside-outside")
def test_scenery_under_one_base_alone_is_not_between(book: Rulebook) -> None:
    match = table(book, FACING, (disc("Crater", radius=1.2, crossable=True), (9.5, 30)))

    assert sight(match, YURI, ELENIA).obstacles == 0


@pytest.mark.rule("scenery.inside-outside", "sight.cut")
def test_scenery_hides_who_only_stands_against_it(book: Rulebook) -> None:
    match = table(book, FACING, (wall(width=2, depth=9), (12.5, 30)))

    assert sight(match, YURI, ELENIA).visible is False


@pytest.mark.rule("sight.obstacle")
def test_two_pieces_that_close_the_corridor_only_together_do_not_block(book: Rulebook) -> None:
    halves = ((wall("North", width=1, depth=3), (20, 31.5)), (wall("South", width=1, depth=3), (20, 28.5)))

    seen = sight(table(book, FACING, *halves), YURI, ELENIA)
    assert (seen.visible, seen.obstacles) == (True, 2)


@pytest.mark.rule("sight.corridor")
def test_a_table_may_agree_that_pieces_block_together(book: Rulebook) -> None:
    """The option joint-blocking; low scenery never takes part."""
    rulings = {"joint-blocking": True}
    north = wall("North", width=1, depth=3), (20, 31.5)
    south = wall("South", width=1, depth=3), (20, 28.5)
    low = wall("South", width=1, depth=3, sight=LOW), (20, 28.5)

    joint = view_of(table(book, FACING, north, south, rulings=rulings), YURI, ELENIA)
    assert (joint.visible, any(one.blocks for one in joint.between)) == (False, False)
    assert view_of(table(book, FACING, north, low, rulings=rulings), YURI, ELENIA).visible is True


@pytest.mark.rule("scenery.inside-outside", "sight.obstacle")
def test_a_piece_that_somebody_stands_in_never_takes_part_in_blocking(book: Rulebook) -> None:
    """The option joint-blocking, and a wood that would cut everything off together with itself."""
    wood = wall("Wood", width=8, depth=8, crossable=True), (10, 30)
    post = disc(radius=0.5), (20, 30)

    seen = sight(table(book, FACING, wood, post, rulings={"joint-blocking": True}), YURI, ELENIA)
    assert (seen.visible, verdicts(seen)) == (True, {"Wood": "sight.obstacle", "Post": "sight.obstacle"})


@pytest.mark.parametrize("seed", range(120))
def test_who_is_hidden_by_several_together_is_hidden_by_several_who_hold_neither_end(seed: int) -> None:
    random = Random(seed)  # noqa: S311  # tables, not secrets
    places = {YURI: (14.0, 30.0), ELENIA: (random.uniform(18, 40), 30.0)}
    pieces = [_anything(random, number) for number in range(5)]
    plainly, jointly = (
        view_of(table(rulebook("en"), places, *pieces, rulings={"joint-blocking": joint}), YURI, ELENIA)
        for joint in (False, True)
    )

    opaque = [one for one in jointly.between if one.fact.reaches_in and _is_opaque(one, pieces)]
    assert plainly.between == jointly.between
    assert plainly.visible or not jointly.visible
    assert plainly.visible == jointly.visible or len(opaque) > 1


def _anything(random: Random, number: int) -> tuple[Scenery, tuple[float, float]]:
    agreed = {"sight": random.choice(list(SightBlocking)), "crossable": random.random() < 0.5}
    size = random.uniform(0.3, 4)
    make = random.choice((disc, wall))
    piece = (
        disc(f"Piece {number}", radius=size, **agreed)
        if make is disc
        else wall(f"Piece {number}", width=size, depth=random.uniform(0.3, 6), **agreed)
    )
    return piece, (random.uniform(10, 40), random.gauss(30, 2))


def _is_opaque(one: ElementBetween, pieces: list[tuple[Scenery, tuple[float, float]]]) -> bool:
    agreed = {piece.name: piece.sight for piece, _ in pieces}
    stood_in = one.fact.occupied_by_viewer or one.fact.occupied_by_target
    return agreed[one.name] is SightBlocking.BLOCK and not stood_in


@pytest.mark.rule("sight.cut")
@pytest.mark.parametrize("x", [27.1, 28.0, 30.0, 31.9, 32.99])
def test_a_point_in_what_nobody_may_enter_is_not_seen_through_it(book: Rulebook, x: float) -> None:
    """H-145: from the near wall to the far one; just before the house, and beside it, it is seen."""
    house = wall("House", width=6, depth=8), (30, 30)
    match = table(book, {YURI: (10, 30)}, house)

    hidden = look(match, YURI, at(x, 30))
    assert (hidden.visible, verdicts(hidden)) == (False, {"House": "sight.cut"})
    assert look(match, YURI, at(26.9, 30)).visible is True
    assert look(match, YURI, at(x, 40)).visible is True


@pytest.mark.rule("scenery.inside-outside")
def test_a_point_in_what_can_be_entered_is_seen_past_one_obstacle(book: Rulebook) -> None:
    """H-145: in a wood, and in a low piece whatever may enter it."""
    wood = wall("Wood", width=6, depth=8, crossable=True), (30, 30)
    low = wall("Hedge", width=6, depth=8, sight=LOW), (30, 50)
    match = table(book, {YURI: (10, 40)}, wood, low)

    assert verdicts(look(match, YURI, at(31, 31))) == {"Wood": "sight.obstacle"}
    assert verdicts(look(match, YURI, at(31, 49))) == {"Hedge": "scenery.low"}
    assert look(match, YURI, at(31, 49)).visible is True


@pytest.mark.rule("sight.obstacle", "scenery.edges")
def test_who_stands_partly_on_a_piece_sees_it_past_what_reaches_in(book: Rulebook) -> None:
    """The same on a polygon as on a disc: what lies beside his base, over the edge of the piece, counts."""
    for piece in (wall("Ruin", width=8, depth=8, crossable=True), disc("Ruin", radius=4, crossable=True)):
        match = table(book, {YURI: (25.5, 30)}, (piece, (30, 30)), (disc(radius=0.5), (25.6, 31.9)))

        seen = look(match, YURI, footprint(match, "Ruin"))
        assert (seen.visible, verdicts(seen)) == (True, {"Post": "sight.obstacle"})


@pytest.mark.rule("marker.sight", "token")
def test_a_marker_is_no_obstacle(book: Rulebook) -> None:
    seen = sight(table(book, FACING, markers={"Idol": (20, 30)}), YURI, ELENIA)

    assert (seen.visible, seen.obstacles, seen.between) == (True, 0, ())


@pytest.mark.rule("contact.touch", "sight.corridor")
def test_bases_in_contact_always_see_each_other(book: Rulebook) -> None:
    match = table(book, {YURI: (10, 30), ELENIA: (13, 30), YLISS: (11.5, 32.6)})

    seen = sight(match, YURI, ELENIA)
    assert (seen.visible, seen.obstacles) == (True, 1)


@pytest.mark.rule("sight.corridor", "scenery.edges")
def test_scenery_and_a_point_can_be_looked_at(book: Rulebook) -> None:
    match = table(book, {YURI: (10, 30)}, (wall(width=1, depth=4), (20, 30)), (disc(radius=2), (40, 30)))

    assert view(match, YURI, footprint(match, "Wall")).visible is True
    assert view(match, YURI, footprint(match, "Post")).visible is False
    assert view(match, YURI, at(30, 30)).visible is False
    assert view(match, YURI, at(20, 40)).visible is True


@pytest.mark.parametrize(
    ("turn", "box"),
    [
        (0, (30_000, 30_000, 40_000, 32_000)),
        (90, (28_000, 30_000, 30_000, 40_000)),
        (180, (20_000, 28_000, 30_000, 30_000)),
        (-90, (30_000, 20_000, 32_000, 30_000)),
        (45, (28_586, 30_000, 37_071, 38_485)),
    ],
)
def test_turned_scenery_turns_about_its_own_origin(turn: float, box: tuple[int, ...]) -> None:
    """H-146: a hut of 10 by 2 whose origin is a corner."""
    hut = Scenery(name="Hut", outline=Outline(corners=((0, 0), (10, 0), (10, 2), (0, 2))))
    match = table(rulebook("en"), {YURI: (10, 10)}, (hut, (30, 30)))
    match.state.scenery["Hut"] = SceneryState(at(30, 30), turn)

    assert bounding_box(footprint(match, "Hut")) == box


@pytest.mark.rule("sight.corridor")
def test_who_has_left_the_field_hides_nobody(book: Rulebook) -> None:
    match = table(book, {**FACING, YLISS: (20.0, 30.0)})
    match.state_of(YLISS).on_field = False

    assert sight(match, YURI, ELENIA).visible is True


def test_two_of_one_name_are_told_apart() -> None:
    twin = Piece(Side.BLUE, "Yuri")
    match = table(rulebook("en"), {YURI: (10, 30), twin: (20, 30), ELENIA: (30, 30)})

    seen = view_of(match, YURI, ELENIA)
    assert [one.piece for one in seen.between if one.blocks] == [twin]
    assert base(match, twin) != base(match, YURI)


@pytest.mark.rule("sight.cut", "sight.obstacle", books="fr")
def test_the_picture_of_the_french_book(book: Rulebook) -> None:
    """FR 2.B, the worked picture; the places are ours, it prints none."""
    ilona, suffering = Piece(Side.BLUE, "Sister Ilona"), Piece(Side.BLUE, "Suffering-Man")
    berserk, yliss = Piece(Side.BLUE, "Berserk-Man"), Piece(Side.BLUE, "Sister Yliss")
    places = {YURI: (30.0, 16.0), ilona: (22.0, 33.0), berserk: (34.0, 32.0), yliss: (35.5, 38.0)}
    match = table(
        book,
        {**places, suffering: (12.0, 27.0)},
        (disc("Lamp-post", radius=0.5), (33, 23.5)),
        (wall("Kiosk", width=9, depth=5), (19, 22)),
        big=[berserk],
    )

    seen = {piece.name: sight(match, YURI, piece) for piece in (ilona, berserk, suffering, yliss)}
    assert [(one.visible, one.obstacles) for one in seen.values()] == [
        (True, 0),
        (True, 1),
        (False, 1),
        (False, 2),
    ]
    assert verdicts(seen["Berserk-Man"]) == {"Lamp-post": "sight.obstacle"}
    assert verdicts(seen["Suffering-Man"]) == {"Kiosk": "sight.cut"}
    assert verdicts(seen["Sister Yliss"])["Berserk-Man"] == "sight.cut"


@pytest.mark.parametrize("is_seen", [True, False])
def test_by_eye_scenery_is_seen_as_the_players_say_and_past_no_obstacle(*, is_seen: bool) -> None:
    match = table(rulebook("en"), {YURI: (10, 10)}, (disc("Wall", radius=2), (30, 10)))
    match.state.field = ToldField()
    match.infer_facts({SceneryInView(viewer=YURI, scenery="Wall"): is_seen})

    assert view_of_scenery(match, YURI, "Wall") == View(visible=is_seen, obstacles=0, between=())
