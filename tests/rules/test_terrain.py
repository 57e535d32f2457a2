"""Scenery with keywords: bought, placed, walked through and looked past (the chapter on territory)."""

import pytest
import rule_report
from duels import ELENIA, RED, YURI
from matches import At, Game, among, element, prepare

from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.position import dump_position, load_position
from edencli.match.state import SceneryState
from edencli.match.table_events import NoRoomFound, SceneryBought, SceneryPlaced
from edencli.model.scenery import ElementName, Keyword, Outline, Scenery, Size
from edencli.rulebooks.values import Rulebook
from edencli.rules.sight import view_of
from edencli.rules.terrain import element_cost
from edencli.rules.territory import keywords_of

Places = dict[Piece, At]


def buying(book: Rulebook, *scenery: Scenery) -> Game:
    """Stand at preparation step 6 with these elements for sale."""
    return prepare(book, (YURI, ELENIA), "setup.6-scenery", chapters=("territory",), scenery=scenery)


TREES = tuple(element(f"Tree {n}", ElementName.TREE, size=Size.SMALL) for n in range(1, 18))
SPOTS = [(x, y) for x in (8, 20, 32, 44, 56) for y in (10, 24, 38, 52)]


@pytest.mark.rule("territory.placement", "territory.cost")
def test_elements_are_bought_and_placed_by_turns_till_the_points_are_spent(book: Rulebook) -> None:
    price, points = element_cost(buying(book, *TREES).match, TREES[0]), book.territory.points  # type: ignore[union-attr]
    assert price == (5 if book.key == "fr" else 1)
    game = buying(book, *TREES)

    for n in range(2 * points // price):
        x, y = SPOTS[n]
        game.play(f"{'red' if n % 2 == 0 else 'blue'} places Tree {n + 1} at {x}, {y}")

    assert [event.side for event in game.events(SceneryPlaced)][:3] == [RED, RED.other, RED]
    assert game.last(SceneryBought).left == 0
    assert game.question.rule == "setup.7-half"


@pytest.mark.rule("territory.points", books="en it pt")
def test_nobody_buys_what_he_cannot_pay_for(book: Rulebook) -> None:
    dear = [element(f"River {n}", ElementName.DEEP_RIVER) for n in (1, 2, 3)]
    game = buying(book, *dear, *TREES)

    game.play("red places River 1 at 10, 10", "blue places Tree 1 at 30, 30")

    assert game.objection("red places River 2 at 50, 50") == ("territory.points", "too-dear")
    assert game.objection("red places Tree 2 at 50, 50") is None


@pytest.mark.rule("territory.placement")
def test_the_distances_of_step_six_hold(book: Rulebook) -> None:
    game = buying(book, *TREES).play("red places Tree 1 at 30, 30")

    gap = book.preparation.scenery_spacing
    assert game.objection(f"blue places Tree 2 at {30 + 4 + gap - 0.02}, 30") == (
        "territory.placement",
        "too-near",
    )
    assert game.objection(f"blue places Tree 2 at {30 + 4 + gap + 0.02}, 30") is None


@pytest.mark.rule("territory.points")
def test_nobody_keeps_points_while_there_is_room(book: Rulebook) -> None:
    """All points are spent: en 658, fr 804."""
    game = buying(book, *TREES)

    assert game.objection("red finds no room") == ("territory.points", "room-left")


@pytest.mark.rule("territory.points", books="en it pt")
@pytest.mark.parametrize(("wide", "high"), [(20, 2), (2, 20)])
def test_room_is_looked_for_along_a_long_piece_and_across_it(
    book: Rulebook, wide: float, high: float
) -> None:
    """Beside the hall a strip of the field is left, into which the piece fits in one direction alone."""

    def block(name: str, x: float, y: float) -> Scenery:
        outline = Outline(corners=((0, 0), (x, 0), (x, y), (0, y)))
        return element(name, ElementName.TREE).with_changes(outline=outline)

    game = buying(book, block("Hall", 43, 60), block("Wall", wide, high))
    game.state.scenery["Hall"] = SceneryState((0, 0))

    assert game.objection("red finds no room") == ("territory.points", "room-left")
    assert game.refuse("red finds no room").about["what"] == "Wall"


@pytest.mark.rule("territory.placement")
def test_who_finds_no_room_is_done(book: Rulebook) -> None:
    vast = [element(f"Hill {n}", ElementName.TREE, size=Size.SMALL, radius=20) for n in (1, 2)]
    game = buying(book, *vast)
    if book.key == "fr":
        assert game.objection("red places Hill 1 at 30, 30") == ("territory.size", "larger-than-said")
        game.play("red finds no room", "blue finds no room")
    else:
        game.play("red places Hill 1 at 30, 30", "blue finds no room", "red finds no room")

    assert len(game.events(NoRoomFound)) == 2
    assert game.question.rule == "setup.7-half"


@pytest.mark.rule("territory.size", books="fr")
def test_an_element_of_the_list_is_no_larger_than_the_list_says(book: Rulebook) -> None:
    trees = [element(name, ElementName.TREE, radius=r) for name, r in (("Oak", 20), ("Ash", 1))]
    game = buying(book, *trees)

    assert game.objection("red places Oak at 30, 30") == ("territory.size", "larger-than-said")
    assert game.objection("red places Ash at 30, 30") is None


@pytest.mark.rule("territory.default")
def test_an_element_without_keywords_bars_the_way_and_no_sight(book: Rulebook) -> None:
    game = among(book, {YURI: (20, 30), ELENIA: (40, 30)}, element("Rock"))

    assert game.objection("Yuri moves to 29, 30") == ("territory.default", "in-the-way")
    assert seen(game.match) == (True, 0)


@pytest.mark.rule("territory.obstacle")
def test_an_obstacle_counts_as_many_times_as_it_says_and_never_cuts(book: Rulebook) -> None:
    """H-110."""
    game = among(book, {YURI: (20, 30), ELENIA: (40, 30)}, element("Rock", obstacle=3, radius=4))

    assert seen(game.match) == (True, 3)
    rule_report.note([one.verdict for one in view_of(game.match, YURI, ELENIA).between])


@pytest.mark.rule("territory.impenetrable")
def test_what_is_impenetrable_cuts_what_passes_entirely_through_it(book: Rulebook) -> None:
    places: Places = {YURI: (20, 30), ELENIA: (40, 30)}
    wide = among(book, places, element("Hill", radius=4, impenetrable=None))
    thin = among(book, places, element("Post", radius=1, impenetrable=None))

    assert seen(wide.match) == (False, 0)
    assert seen(thin.match) == (True, 0)
    rule_report.note([one.verdict for one in view_of(wide.match, YURI, ELENIA).between])


@pytest.mark.rule("territory.obstruction")
def test_a_centimetre_in_an_obstruction_costs_as_many(book: Rulebook) -> None:
    game = among(
        book, {YURI: (27, 30), ELENIA: (55, 55)}, element("Bog", radius=8, obstruction=2, occupation=None)
    )

    assert game.objection("Yuri moves to 32, 30") is None
    assert game.objection("Yuri moves to 32.02, 30") == ("territory.obstruction", "too-far")


@pytest.mark.rule("action.move", books="en fr it pt")
def test_where_occupation_is_allowed_one_may_stop(book: Rulebook) -> None:
    game = among(book, {YURI: (26, 30), ELENIA: (55, 55)}, element("Field", occupation=None))

    game.play("Yuri moves to 30, 30")

    assert game[YURI].place == (30_000, 30_000)


def seen(match: Match) -> tuple[bool, int]:
    """Whether Yuri sees Elenia, and past how many obstacles."""
    view = view_of(match, YURI, ELENIA)
    return view.visible, view.obstacles


@pytest.mark.rule("territory.tree", "territory.bushes", "territory.car-wreck")
@pytest.mark.parametrize("kind", [ElementName.TREE, ElementName.BUSHES, ElementName.CAR_WRECK])
def test_the_book_says_what_an_element_of_its_list_is(book: Rulebook, kind: ElementName) -> None:
    game = among(book, {YURI: (5, 5), ELENIA: (55, 55)}, element("It", kind, impenetrable=None))
    listed = {one.name: one.keywords for one in book.territory.elements}  # type: ignore[union-attr]

    assert keywords_of(game.match, "It") == listed[kind]


@pytest.mark.rule("territory.default-value")
def test_a_number_that_is_left_out_is_one(book: Rulebook) -> None:
    game = among(book, {YURI: (20, 30), ELENIA: (40, 30)}, element("Rock", obstacle=None, radius=4))

    assert seen(game.match) == (True, 1)


def test_what_burns_loses_its_ways_and_hinders_more(book: Rulebook) -> None:
    if book.territory is None:
        return
    ways = {"occupation": None, "crossing": None, "obstruction": 2}
    wood = element("Wood", **ways, obstacle=2, hiding=1, impenetrable=None)
    game = among(book, {YURI: (20, 30), ELENIA: (40, 30)}, wood)
    game.state.scenery["Wood"] = SceneryState((30_000, 30_000), burn=1)

    left = {Keyword.OBSTACLE: 3, Keyword.HIDING: 1, Keyword.IMPENETRABLE: None}
    assert keywords_of(game.match, "Wood") == left
    game.state.scenery["Wood"] = SceneryState((30_000, 30_000), destroyed=True)
    assert keywords_of(game.match, "Wood") == {Keyword.OBSTRUCTION: 2, Keyword.OCCUPATION: None}


@pytest.mark.parametrize(
    ("x", "rule"), [(29.9, "territory.obstruction"), (30, "territory.obstruction"), (30.1, "action.move")]
)
def test_slow_ground_is_named_where_the_way_would_do_without_it(book: Rulebook, x: float, rule: str) -> None:
    """A Move of 10 cm, all of which is dear."""
    if book.territory is None:
        return
    bog = element("Bog", occupation=None, obstruction=2, radius=12)
    game = among(book, {YURI: (20, 30), ELENIA: (55, 55)}, bog)

    assert game.objection(f"Yuri moves to {x}, 30") == (rule, "too-far")


def test_what_was_no_obstacle_is_one_while_it_burns(book: Rulebook) -> None:
    if book.territory is None:
        return
    game = among(book, {YURI: (20, 30), ELENIA: (40, 30)}, element("Heap", flammable=None))
    game.state.scenery["Heap"] = SceneryState((30_000, 30_000), burn=2)

    assert keywords_of(game.match, "Heap").get(Keyword.OBSTACLE) == 1


def test_what_became_of_an_element_stands_in_a_position(book: Rulebook) -> None:
    game = Game(book, {YURI: (5, 5), ELENIA: (55, 55)}, scenery=[element("Rock")], lying={"Rock": (30, 30)})
    game.state.scenery["Rock"] = SceneryState((30_000, 30_000), 45.0, attacks=2, burn=1, destroyed=True)
    cards = {piece: one.card for piece, one in game.state.fighters.items()}

    plain = dump_position(game.state)

    assert plain["scenery"]["Rock"] == {
        "at": [30, 30],
        "turn": 45,
        "attacks": 2,
        "burn": 1,
        "destroyed": True,
    }
    assert load_position(plain, cards, book.actions.ap).scenery == game.state.scenery


# As the books print them: a keyword, and its number if it has one.
PRINTED = {
    ElementName.WALL: "destruction 4, obstacle 1, crossing",
    ElementName.CRUMBLING_WALL: "destruction 4, obstacle 1",
    ElementName.DEVASTATED_AREA: "obstruction 2, occupation",
    ElementName.DARK_WOOD: (
        "flammable, destruction 6, obstruction 2, hostile-presence 1, obstacle 3, occupation"
    ),
    ElementName.POND: "obstruction 2, hostile-presence 1, occupation",
    ElementName.WASTE_PILE: "obstacle 1, flammable, destruction 4, obstruction 2, occupation",
    ElementName.LAKE: "hostile-presence 1, swimming 4",
    ElementName.DEEP_RIVER: "swimming 5",
    ElementName.OIL_SLICK: "flammable, obstruction 2, occupation",
}


def as_printed(line: str) -> dict[Keyword, int | None]:
    """Read keywords as they are printed."""
    words = [part.split() for part in line.split(", ")]
    return {Keyword(name): int(*number) if number else None for name, *number in words}


@pytest.mark.rule("territory.wall", "territory.crumbling-wall", "territory.devastated-area")
@pytest.mark.parametrize("kind", [ElementName.WALL, ElementName.CRUMBLING_WALL, ElementName.DEVASTATED_AREA])
def test_what_every_book_lists_has_the_keywords_it_prints(book: Rulebook, kind: ElementName) -> None:
    game = among(book, {YURI: (5, 5), ELENIA: (55, 55)}, element("It", kind))

    assert keywords_of(game.match, "It") == as_printed(PRINTED[kind])


@pytest.mark.rule("territory.dark-wood", "territory.pond", "territory.waste-pile")
@pytest.mark.rule("territory.lake", "territory.deep-river")
@pytest.mark.parametrize(
    "kind",
    [
        ElementName.DARK_WOOD,
        ElementName.POND,
        ElementName.WASTE_PILE,
        ElementName.LAKE,
        ElementName.DEEP_RIVER,
    ],
)
def test_what_three_books_list_has_the_keywords_they_print(book: Rulebook, kind: ElementName) -> None:
    game = among(book, {YURI: (5, 5), ELENIA: (55, 55)}, element("It", kind))

    assert keywords_of(game.match, "It") == as_printed(PRINTED[kind])


@pytest.mark.rule("territory.oil-slick")
def test_oil_lies_about_only_in_french(book: Rulebook) -> None:
    game = among(book, {YURI: (5, 5), ELENIA: (55, 55)}, element("It", ElementName.OIL_SLICK))

    assert keywords_of(game.match, "It") == as_printed(PRINTED[ElementName.OIL_SLICK])
    assert element_cost(game.match, game.match.setup.scenery["It"]) == 5


@pytest.mark.rule("territory.cost", books="en it pt")
def test_what_the_list_has_not_costs_what_was_agreed(book: Rulebook) -> None:
    """H-36: nothing is free."""
    agreed = [element(name, jump=3).with_changes(cost=price) for name, price in (("Dear", 7), ("Cheap", 0))]
    game = buying(book, *agreed)

    game.play("red places Dear at 10, 10", "blue places Cheap at 30, 30")

    assert [event.n for event in game.events(SceneryBought)] == [7, 1]


@pytest.mark.rule("territory.cost")
def test_what_has_no_price_is_not_sold(book: Rulebook) -> None:
    game = buying(book, element("Crane", elevation=None), *TREES)

    assert game.objection("red places Crane at 30, 30") == ("territory.cost", "not-for-sale")


@pytest.mark.rule("territory.points", books="fr")
def test_nobody_makes_up_what_he_cannot_pay_for_in_french(book: Rulebook) -> None:
    huge = [element(f"Hill {n}", size=Size.IMPOSING, radius=5, destruction=13) for n in (1, 2)]
    game = buying(book, *huge, *TREES).play("red places Hill 1 at 12, 12", "blue places Tree 1 at 50, 50")

    assert element_cost(game.match, huge[0]) == 19
    assert game.objection("red places Hill 2 at 50, 12") == ("territory.points", "too-dear")


@pytest.mark.rule("territory.obstruction")
@pytest.mark.parametrize("x", [3, 5])
def test_an_obstruction_costs_as_much_as_its_number_says(book: Rulebook, x: int) -> None:
    bog = element("Bog", radius=8, obstruction=x, occupation=None)
    game = among(book, {YURI: (27, 30), ELENIA: (55, 55)}, bog)

    assert game.objection(f"Yuri moves to {27 + 10 / x - 0.02:.2f}, 30") is None
    assert game.objection(f"Yuri moves to {27 + 10 / x + 0.02:.2f}, 30") == (
        "territory.obstruction",
        "too-far",
    )


@pytest.mark.rule("territory.points")
def test_one_point_too_few_buys_nothing_and_the_last_point_is_spent(book: Rulebook) -> None:
    points = book.territory.points  # type: ignore[union-attr]
    prices = {"First": points - 2, "Other": 3, "Dear": 3, "Last": 2}
    for_sale = [priced(book, name, price) for name, price in prices.items()]
    game = buying(book, *for_sale)
    assert [element_cost(game.match, one) for one in for_sale] == list(prices.values())

    game.play("red places First at 10, 10", "blue places Other at 50, 50")

    assert game.objection("red places Dear at 30, 30") == ("territory.points", "too-dear")
    game.play("red places Last at 30, 30")
    assert game.last(SceneryBought).left == 0


def priced(book: Rulebook, name: str, price: int) -> Scenery:
    """An element that costs so much: as was agreed, or, in French, by its size and an obstruction."""
    if book.key != "fr":
        return element(name, jump=3).with_changes(cost=price)
    return element(name, size=Size.SMALL, radius=1, obstruction=price - 1)
