"""Laws that hold on every table: symmetry, order, position, size."""

from collections.abc import Callable
from itertools import permutations

from field.facts import sight_facts
from field.scenes import rectangle, turned
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from edencli.field.distance import gap, nearest_foot, overlap, point_distance
from edencli.field.ground import Ground, SlowGround, Table
from edencli.field.planner import plan_route
from edencli.field.routes import judge_route, price_route
from edencli.field.shapes import Disc, Point, Polygon, Shape, make_polygon
from edencli.field.sight import SightFact, find_sight_line

SIZE = 60_000
TABLE = Table(width=SIZE, depth=SIZE)
OTHER_LIBRARIES = settings(max_examples=150)

places = st.builds(Point, st.integers(15_000, 45_000), st.integers(15_000, 45_000))
bases = st.builds(lambda at, r: Disc(x=at.x, y=at.y, r=r), places, st.sampled_from((1_500, 2_000)))
discs = st.builds(lambda at, r: Disc(x=at.x, y=at.y, r=r), places, st.integers(200, 5_000))
lengths = st.integers(300, 9_000)
steps = st.integers(-8_000, 8_000)
turns = st.sampled_from((0, 90, 30, 45, 71.5))


@st.composite
def walls(draw: st.DrawFn) -> Polygon:
    at, width, height = draw(places), draw(lengths), draw(lengths)
    return turned(rectangle(at.x, at.y, at.x + width, at.y + height), draw(turns))


@st.composite
def ells(draw: st.DrawFn) -> Polygon:
    at, thick, long, short = draw(places), draw(st.integers(300, 2_000)), draw(lengths), draw(lengths)
    return ell(at, thick, thick + long, thick + short)


def ell(at: Point, thick: int, long: int, short: int) -> Polygon:
    corners = ((0, 0), (long, 0), (long, thick), (thick, thick), (thick, short), (0, short))
    return make_polygon((at.x + x, at.y + y) for x, y in corners)


shapes = st.one_of(bases, discs, walls(), ells())
routes = st.lists(places, min_size=2, max_size=4, unique=True)
slow_grounds = st.builds(lambda shape, rate: SlowGround(shape=shape, rate=rate), shapes, st.integers(2, 4))

Move = Callable[[Point], Point]
MOVES: dict[str, Move] = {
    "moved": lambda at: Point(at.x + 1_234, at.y - 4_321),
    "turned": lambda at: Point(SIZE - at.y, at.x),
    "turned twice": lambda at: Point(SIZE - at.x, SIZE - at.y),
    "mirrored": lambda at: Point(SIZE - at.x, at.y),
    "mirrored and turned": lambda at: Point(at.y, at.x),
}
moves = st.sampled_from(sorted(MOVES)).map(MOVES.__getitem__)


def moved(shape: Shape, move: Move) -> Shape:
    match shape:
        case Polygon():
            return Polygon(corners=tuple(move(corner) for corner in shape.corners))
        case Disc():
            return shape.moved_to(move(shape.centre))
    return move(shape)


def reverse(fact: SightFact) -> SightFact:
    return SightFact(
        reaches_in=fact.reaches_in,
        cuts=fact.cuts,
        occupied_by_viewer=fact.occupied_by_target,
        occupied_by_target=fact.occupied_by_viewer,
    )


@given(bases, bases, st.lists(shapes, max_size=4))
def test_whoever_is_seen_sees(viewer: Disc, target: Disc, elements: list[Shape]) -> None:
    there, back = sight_facts(viewer, target, elements), sight_facts(target, viewer, elements)

    assert there == tuple(reverse(fact) for fact in back)


@given(bases, shapes, st.lists(shapes, max_size=4), moves)
def test_sight_does_not_depend_on_where_the_table_stands(
    viewer: Disc, target: Shape, elements: list[Shape], move: Move
) -> None:
    elsewhere = sight_facts(
        viewer.moved_to(move(viewer.centre)),
        moved(target, move),
        [moved(element, move) for element in elements],
    )

    assert elsewhere == sight_facts(viewer, target, elements)


@given(bases, bases, shapes, st.integers(1, 3_000))
def test_a_larger_blocker_hides_whatever_a_smaller_one_hid(
    viewer: Disc, target: Disc, blocker: Shape, more: int
) -> None:
    larger = enlarged(blocker, more)
    assume(gap(viewer, larger) >= 0 and gap(target, larger) >= 0)

    if sight_facts(viewer, target, [blocker])[0].cuts:
        assert sight_facts(viewer, target, [larger])[0].cuts
    if find_sight_line(viewer, target, [larger]):
        assert find_sight_line(viewer, target, [blocker])


def enlarged(shape: Shape, more: int) -> Shape:
    """A shape that holds all of another."""
    match shape:
        case Disc():
            return Disc(x=shape.x, y=shape.y, r=shape.r + more)
        case Polygon(is_convex=True):
            left, bottom, right, top = shape.bounding_box
            return rectangle(left - more, bottom - more, right + more, top + more)
        case Polygon():
            (x, y), thick = shape.corners[0], shape.corners[2].y - shape.corners[0].y
            long, short = shape.corners[1].x - x, shape.corners[-1].y - y
            return ell(Point(x - more, y - more), thick + 2 * more, long + 2 * more, short + 2 * more)
    return shape


@given(bases, bases, st.lists(shapes, min_size=2, max_size=3))
def test_one_more_element_never_opens_a_sight(viewer: Disc, target: Disc, elements: list[Shape]) -> None:
    if find_sight_line(viewer, target, elements):
        assert find_sight_line(viewer, target, elements[:-1])
        assert not any(fact.cuts for fact in sight_facts(viewer, target, elements))


@given(bases, bases, st.lists(shapes, max_size=3))
def test_sight_does_not_depend_on_the_order_of_elements(
    viewer: Disc, target: Disc, elements: list[Shape]
) -> None:
    facts = dict(zip(elements, sight_facts(viewer, target, elements), strict=True))
    seen = find_sight_line(viewer, target, elements) is not None

    for order in permutations(elements):
        assert sight_facts(viewer, target, order) == tuple(facts[element] for element in order)
        assert (find_sight_line(viewer, target, order) is not None) == seen


@given(shapes, shapes, moves)
def test_a_gap_is_the_same_from_both_sides_and_everywhere(first: Shape, second: Shape, move: Move) -> None:
    there = gap(first, second)

    assert abs(gap(second, first) - there) < 1e-6
    assert abs(gap(moved(first, move), moved(second, move)) - there) < 1e-6


@given(routes, st.lists(shapes, max_size=4), moves)
def test_a_judgement_does_not_depend_on_where_the_table_stands(
    route: list[Point], elements: list[Shape], move: Move
) -> None:
    here = judge_route(route, 1_500, table=TABLE, blockers=elements, watched=elements, markers=elements)
    others = [moved(element, move) for element in elements]
    there = judge_route(
        [move(at) for at in route], 1_500, table=TABLE, blockers=others, watched=others, markers=others
    )

    assert [hit.number for hit in here.collisions] == [hit.number for hit in there.collisions]
    assert [round(hit.after, 3) for hit in here.collisions] == [
        round(hit.after, 3) for hit in there.collisions
    ]
    assert [(met.number, met.at_start, met.on_the_way, met.at_end) for met in here.contacts] == [
        (met.number, met.at_start, met.on_the_way, met.at_end) for met in there.contacts
    ]
    assert here.ends_on == there.ends_on


@given(routes, st.lists(shapes, max_size=4))
def test_a_collision_is_where_the_base_begins_to_overlap(route: list[Point], elements: list[Shape]) -> None:
    for hit in judge_route(route, 1_500, table=TABLE, blockers=elements).collisions:
        there = Disc(x=hit.place.x, y=hit.place.y, r=1_500)

        assert hit.after == 0 or abs(gap(there, elements[hit.number]) + 10.5) < 1.5


@given(routes, st.lists(slow_grounds, max_size=3), st.sampled_from((1_500, 0)), moves)
def test_a_price_does_not_depend_on_place_order_or_direction(
    route: list[Point], slow: list[SlowGround], base: int, move: Move
) -> None:
    here = price_route(route, base, slow)
    elsewhere = [SlowGround(shape=moved(piece.shape, move), rate=piece.rate) for piece in slow]

    assert price_route(route, base, slow[::-1]) == here
    assert abs(price_route([move(at) for at in route], base, elsewhere).total - here.total) < 1e-3
    assert abs(price_route(route[::-1], base, slow).total - here.total) < 1e-3


@OTHER_LIBRARIES
@given(bases, places, st.lists(shapes, max_size=5), moves)
def test_a_planned_route_is_open_and_costs_what_was_planned_everywhere(
    mover: Disc, goal: Point, elements: list[Shape], move: Move
) -> None:
    blockers = tuple(element for element in elements if not overlap(mover, element))
    plan = plan_route(Ground(table=TABLE, blockers=blockers), mover, goal)
    elsewhere = Ground(table=TABLE, blockers=tuple(moved(blocker, move) for blocker in blockers))
    there = plan_route(elsewhere, mover.moved_to(move(mover.centre)), move(goal))

    assert (plan is None) == (there is None)
    if plan and there:
        assert judge_route(plan.route, mover.r, table=TABLE, blockers=blockers).is_open
        assert price_route(plan.route, mover.r) == plan.price
        assert abs(plan.price.total - there.price.total) < 20


@settings(max_examples=25)
@given(bases, steps, steps, st.lists(shapes, max_size=3), st.lists(slow_grounds, min_size=1, max_size=2))
def test_a_plan_over_slow_ground_is_open_and_never_dearer_than_the_shortest_way(
    mover: Disc, dx: int, dy: int, elements: list[Shape], slow: list[SlowGround]
) -> None:
    goal = Point(mover.x + dx, mover.y + dy)
    blockers = tuple(element for element in elements if not overlap(mover, element))
    shortest = plan_route(Ground(table=TABLE, blockers=blockers), mover, goal)
    plan = plan_route(Ground(table=TABLE, blockers=blockers, slow=tuple(slow)), mover, goal)
    turned = plan_route(Ground(table=TABLE, blockers=blockers[::-1], slow=tuple(slow[::-1])), mover, goal)

    assert plan == turned
    assert (plan is None) == (shortest is None)
    if plan and shortest:
        assert judge_route(plan.route, mover.r, table=TABLE, blockers=blockers).is_open
        assert price_route(plan.route, mover.r, slow) == plan.price
        assert (
            shortest.price.total - 15
            <= plan.price.total
            <= price_route(shortest.route, mover.r, slow).total + 1e-6
        )


@given(bases, st.one_of(walls(), ells()), st.integers(-1_900, 600))
def test_a_foot_is_in_contact_and_no_farther_than_the_reach_lacks_or_has_too_much(
    mover: Disc, target: Polygon, deeper: int
) -> None:
    """From outside it is just as far as the gap; from within at least as far as the base is too deep."""
    here = mover.moved_to(nearest_foot(target, max(1, mover.r + deeper), mover.centre))

    end = nearest_foot(target, mover.r, here.centre)

    apart, gone = gap(here, target), point_distance(*here.centre, *end)
    assert abs(gap(here.moved_to(end), target)) < 1.5
    assert gone >= abs(apart) - 1.5
    if apart >= 0:
        assert gone <= apart + 1.5
