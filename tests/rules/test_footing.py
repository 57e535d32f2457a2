"""Where a base may stand and where a way really ends, for everybody who asks: what may only be crossed."""

from typing import Any

import pytest
import rule_report
from duels import ELENIA, FEAR, YLISS, YURI, fighter
from matches import At, Game, active, among, element, positions, prepare

from edencli.field.shapes import Point
from edencli.match.events import AttackBegun, SceneryBurns
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.reasons import Refusal
from edencli.match.rules_api import reach_objections
from edencli.match.state import SceneryState
from edencli.match.table_events import ChargeFailed, Moved, Placed
from edencli.model.scenery import Keyword, Outline, Scenery
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Charge, Move
from edencli.rules.agreement import why_not_stand
from edencli.rules.footing import may_stop
from edencli.rules.inquiry import reachable_area, way_into_contact, way_to
from edencli.rules.options import FighterOptions
from edencli.rules.position import check_footing

Places = dict[Piece, At]
AWAY: At = (55, 55)
RAT = fighter().with_changes(name="Rat", level=1, value=None)
THE_RAT = Piece(None, "Rat")


def low_wall(name: str = "Wall", *, broad: float = 1, long: float = 8) -> Scenery:
    """Make a wall that stands upright, and may be crossed and not stopped on."""
    x, y = broad / 2, long / 2
    corners = ((-x, -y), (x, -y), (x, y), (-x, y))
    return Scenery(name=name, outline=Outline(corners=corners), keywords={Keyword.CROSSING: None})


def hedges(x: float, y: float) -> dict[str, At]:
    """Where four hedges lie that leave nobody room at a base in their middle."""
    return {f"Hedge {n}": (x + dx, y + dy) for n, (dx, dy) in enumerate(((4, 0), (0, 4), (-4, 0), (0, -4)))}


HEDGE = element("Hedge", radius=2, crossing=None)
FOUR = [element(f"Hedge {n}", radius=2.5, crossing=None) for n in range(4)]
BEHIND: Places = {YURI: (24, 30), ELENIA: (32, 30)}
"""Elenia stands right behind the wall at 30, 30."""


def charge_option(match: Match, target: Piece = ELENIA) -> Any:
    """The charge of Yuri at an enemy, as his options have it."""
    return next(one for one in FighterOptions(match, YURI).attacks_on(target) if one.kind is Charge)


def objections(match: Match, act: Move | Charge) -> list[tuple[str, str]]:
    """By which rules and reasons the field objects to a way."""
    found = list(reach_objections(match, act))
    rule_report.note(found)
    return [(refusal.rule, refusal.reason) for refusal in found]


# ── charges ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("action.charge", books="en fr it pt")
def test_an_enemy_behind_a_low_wall_is_charged_where_one_may_stand_beside_him(book: Rulebook) -> None:
    game = among(book, BEHIND, low_wall())
    option = charge_option(game.match)

    assert (option.objection, option.falls_short) == (None, False)
    game.referee.answer(option.act)
    assert game.match.is_on_field(YURI, ELENIA)
    assert game.last(Moved).path == option.act.path
    assert game.last(AttackBegun).target == ELENIA
    rule_report.note(game.match.log)


@pytest.mark.rule("action.charge-failed", "territory.crossing", "action.move", books="en fr it pt")
def test_a_charge_that_is_turned_back_becomes_a_move(book: Rulebook) -> None:
    """H-59: it costs what a Move costs, counts as one, and the charge of the round is left."""
    game = among(book, BEHIND, low_wall(long=10))

    game.play("Yuri charges Elenia")

    assert game.last(ChargeFailed).becomes == "move"
    assert (game.last(Moved).rule, positions(game.match)[YURI]) == ("territory.crossing", (28, 30))
    assert (game[YURI].ap, game[YURI].used_round) == (book.actions.ap - 1, {"move": 1})
    assert game.events(AttackBegun) == []


@pytest.mark.rule("action.charge-failed", books="en fr it pt")
def test_who_cannot_stand_beside_an_enemy_anywhere_falls_short_of_him(book: Rulebook) -> None:
    game = among(book, {YURI: (24, 34), ELENIA: (30, 30)}, *FOUR, lying=hedges(30, 30), at=(34, 30))

    option = charge_option(game.match)

    assert option.falls_short is True
    assert way_into_contact(game.match, YURI, ELENIA).plan is None
    game.referee.answer(option.act)
    rule_report.note(game.match.log)
    assert game.last(ChargeFailed).becomes == "move"
    assert game[YURI].used_round == {"move": 1}


@pytest.mark.rule("action.charge", books="en it pt")
def test_a_charge_that_is_turned_back_to_an_enemy_has_not_failed(book: Rulebook) -> None:
    """He comes into contact with Yliss where he is turned back; whom he touches there he strikes."""
    places: Places = {YURI: (22, 30), ELENIA: (32, 30), YLISS: (28, 33)}
    game = among(book, places, low_wall(long=4))

    game.play("Yuri charges Elenia")

    assert positions(game.match)[YURI] == (28, 30)
    assert (game.last(AttackBegun).target, game[YURI].used_round) == (YLISS, {"charge": 1, "attack": 1})


@pytest.mark.rule("action.charge-failed", "weather.storm", "action.cost", books="en it pt")
def test_a_failed_charge_goes_as_far_as_a_move_does_in_a_storm(book: Rulebook) -> None:
    game = active(
        book,
        {YURI: (10, 30), ELENIA: (30, 30)},
        chapters=("weather",),
        before={"": {"weather": ("storm",)}},
    )

    game.play("Yuri charges Elenia")

    assert game.last(ChargeFailed).becomes == "move"
    assert (positions(game.match)[YURI], game[YURI].ap) == ((18, 30), book.actions.ap - 1)
    rule_report.note(game.refuse("Yuri moves to 26.5, 30"))


@pytest.mark.rule("marker.stop")
def test_a_charge_ends_beside_a_marker_where_the_straight_way_ends_on_it(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (19, 30)}, tokens={"Idol": (15.5, 30)})
    assert game.objection("Yuri charges Elenia") == ("marker.stop", "ends-on-marker")

    option = charge_option(game.match)

    assert (option.objection, option.falls_short) == (None, False)


# ── moves ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("marker.stop", "territory.crossing", books="en fr it pt")
def test_nobody_is_turned_back_onto_a_marker(book: Rulebook) -> None:
    game = among(book, {YURI: (24, 30), ELENIA: AWAY}, HEDGE, tokens={"Idol": (26.5, 32)})

    assert game.objection("Yuri moves to 31, 30") == ("marker.stop", "ends-on-marker")
    rule_report.note(game.match.terrain("Hedge").crosses_by)


@pytest.mark.rule("action.move", books="en fr it pt")
def test_nobody_is_turned_back_into_contact_with_an_enemy(book: Rulebook) -> None:
    game = among(book, {YURI: (24, 30), ELENIA: (26.5, 33)}, HEDGE)

    assert game.objection("Yuri moves to 31, 30") == ("action.move", "ends-in-contact")


@pytest.mark.rule("territory.crossing")
def test_who_would_touch_an_enemy_only_where_he_may_not_stop_does_not_touch_him(book: Rulebook) -> None:
    game = among(book, {YURI: (24, 30), ELENIA: (34, 30)}, HEDGE)

    game.play("Yuri moves to 31, 30")

    assert game[YURI].place == (26_500, 30_000)


@pytest.mark.rule("territory.crossing")
def test_who_is_turned_back_into_another_hedge_is_turned_back_from_that_too(book: Rulebook) -> None:
    game = among(
        book,
        {YURI: (22, 30), ELENIA: AWAY},
        element("Near", radius=2, crossing=None),
        element("Far", radius=2, crossing=None),
        lying={"Near": (28, 30), "Far": (33, 30)},
    )

    game.play("Yuri moves to 32, 30")

    assert positions(game.match)[YURI] == (24.5, 30)


@pytest.mark.rule("territory.climbing", books="en fr it pt")
def test_who_climbs_what_may_be_crossed_is_upon_it(book: Rulebook) -> None:
    stile = element("Stile", radius=3, elevation=None, climbing=4, crossing=None)
    game = among(book, {YURI: (25.5, 30), ELENIA: AWAY}, stile)

    game.play("Yuri climbs Stile", "1114")

    assert (game[YURI].raised, game[YURI].place) == ("Stile", (27_000, 30_000))


@pytest.mark.rule("territory.hiding", books="fr")
def test_who_hides_ends_where_he_really_ends(book: Rulebook) -> None:
    """He is turned back from the wall beside the reeds to where there is nothing to hide in."""
    reeds, wall = element("Reeds", radius=1, hiding=1, occupation=None), low_wall(broad=4, long=2)
    game = among(book, {YURI: (27.5, 30), ELENIA: AWAY}, reeds, wall, lying={"Wall": (30, 33)})

    assert game.objection("Yuri hides in Reeds via 25, 33 at 30, 32.5") == ("territory.hiding", "ends-off")
    assert game.objection("Yuri hides in Reeds at 28.5, 29") is None


# ── NPFs ─────────────────────────────────────────────────────────────────────────────────────────────────


def roaming(book: Rulebook, places: Places, *scenery: Scenery, **given: Any) -> Game:
    """Stand at intendancy step 2, with a rat among the fighters and the scenery."""
    lying = {scenery[0].name: (30, 30)} | given.pop("lying", {})
    return Game(
        book,
        places,
        step="intendancy.2",
        chapters=("territory", "infestation"),
        cards={THE_RAT: RAT},
        scenery=scenery,
        lying=lying,
        **given,
    )


@pytest.mark.rule("infestation.charge", books="en fr it pt")
def test_an_npf_charges_over_a_low_wall_to_where_it_may_stand(book: Rulebook) -> None:
    game = roaming(book, {THE_RAT: (24, 30), ELENIA: (32, 30)}, low_wall())

    assert game.last(Moved).rule == "infestation.charge"
    assert game.last(AttackBegun).attacker == THE_RAT
    assert may_stop(game.match, THE_RAT, game.last(Moved).path[-1])


@pytest.mark.rule("infestation.prowl", books="en fr it pt")
def test_an_npf_prowls_where_it_could_stand_beside_nobody(book: Rulebook) -> None:
    game = roaming(
        book, {THE_RAT: (24, 34), ELENIA: (30, 30)}, *FOUR, lying={**hedges(30, 30), "Hedge 0": (34, 30)}
    )

    assert game.question.rule == "infestation.prowl"


@pytest.mark.rule("marker.stop", books="en fr it pt")
def test_an_npf_ends_no_charge_on_a_marker(book: Rulebook) -> None:
    places: Places = {THE_RAT: (24, 30), ELENIA: (32, 30)}
    game = Game(
        book,
        places,
        step="intendancy.2",
        chapters=("infestation",),
        cards={THE_RAT: RAT},
        tokens={"Idol": (28.5, 30)},
    )

    end = game.last(Moved).path[-1]
    assert end != (29_000, 30_000)
    assert may_stop(game.match, THE_RAT, end)
    rule_report.note("marker.stop")


@pytest.mark.rule("infestation.prowl", books="en fr it pt")
def test_an_npf_is_not_turned_back_into_contact(book: Rulebook) -> None:
    places: Places = {THE_RAT: (26.4, 30), ELENIA: (28, 33), YURI: AWAY}
    game = roaming(book, places, low_wall(long=4), before={THE_RAT: {"markers": {FEAR: 1}}})

    assert game.objection("Rat prowls to 30.4, 30") == ("infestation.prowl", "ends-in-contact")
    assert game.objection("Rat prowls to 26, 30") is None


# ── who is put somewhere ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("setup.7-deploy")
def test_nobody_is_deployed_on_what_may_only_be_crossed(book: Rulebook) -> None:
    """H-40: on scenery only where he could stop."""
    ruin = element("Ruin", occupation=None)
    game = prepare(
        book,
        (YURI, ELENIA),
        "setup.7-deploy",
        chapters=("territory",) if book.territory else (),
        scenery=[low_wall(), ruin],
        lying={"Wall": (20, 5), "Ruin": (40, 5)},
    )
    game.play("red takes the south half")

    assert game.objection("red deploys Yuri at 20, 5") == ("setup.7-deploy", "in-the-way")
    if book.territory:
        assert game.objection("red deploys Yuri at 40, 5") is None
    assert game.objection("red deploys Yuri at 30, 5") is None


@pytest.mark.rule("infestation.place", books="en fr it pt")
def test_no_npf_is_placed_on_what_may_only_be_crossed(book: Rulebook) -> None:
    """H-40."""
    game = prepare(
        book,
        (YURI, ELENIA),
        "setup.6-scenery",
        chapters=("territory", "infestation"),
        npfs=(RAT,),
        scenery=[low_wall()],
        lying={"Wall": (20, 10)},
    )
    game.play("the infestation is of level 1")

    assert game.objection("red places Rat at 20, 10") == ("infestation.place", "occupied")
    assert game.objection("red places Rat at 22.1, 10") is None


@pytest.mark.rule("move.base", books="en fr it pt")
def test_nobody_is_put_on_what_may_only_be_crossed(book: Rulebook) -> None:
    game = among(book, {YURI: (24, 30), ELENIA: AWAY}, low_wall())

    refusal = why_not_stand(game.match, YURI, (30_000, 30_000))

    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.about["what"]) == ("in-the-way", "Wall")
    rule_report.note(refusal)
    assert why_not_stand(game.match, YURI, (28_000, 30_000)) is None


@pytest.mark.rule("move.base", books="en fr it pt")
def test_who_is_upon_something_may_stand_there_with_the_middle_of_his_base(book: Rulebook) -> None:
    tower = element("Tower", radius=3, elevation=None, climbing=4)
    game = among(book, {YURI: (28, 30), ELENIA: AWAY}, tower, before={YURI: {"raised": "Tower"}})
    on, half, off = (32_000, 30_000), (34_000, 30_000), (34_500, 30_000)

    refusals = [why_not_stand(game.match, YURI, place) for place in (on, half, off)]

    assert [refusal and refusal.reason for refusal in refusals] == [None, "in-the-way", None]
    rule_report.note(refusals[1])


@pytest.mark.rule("territory.flammable-eject", books="en fr it pt")
def test_who_is_driven_out_ends_where_he_may_stand(book: Rulebook) -> None:
    """The nearest place lies on a wall, and the next one on a marker."""
    heap = element("Heap", radius=3, flammable=None, occupation=None)
    lying = {"Heap": SceneryState((30_000, 30_000), burn=1), "Wall": SceneryState((35_000, 30_000))}

    game = Game(
        book,
        {YURI: (32.9, 30), ELENIA: AWAY},
        step="intendancy.3",
        chapters=("territory",),
        scenery=[heap, low_wall(long=2)],
        tokens={"Idol": (33.6, 33)},
        before={"": {"scenery": lying}},
    )

    end = game.last(Placed).place
    assert game.last(SceneryBurns).scenery == "Heap"
    assert end is not None
    assert may_stop(game.match, YURI, end)
    assert end[1] < 30_000


@pytest.mark.rule("territory.default", books="en fr it pt")
def test_no_position_has_anybody_where_he_may_not_stand(book: Rulebook) -> None:
    game = among(book, {YURI: (24, 30), ELENIA: AWAY}, low_wall())
    cards = {piece: game[piece].card for piece in (YURI, ELENIA)}

    def found(x: float) -> list[str]:
        fighters = {"Yuri": {"at": [x, 30]}, "Elenia": {"at": [55, 55]}}
        position = {"step": "activation", "fighters": fighters, "scenery": {"Wall": {"at": [30, 30]}}}
        return [one.rule for one in check_footing(position, game.match.setup, cards, book)]

    assert (found(30), found(28)) == (["game-position-overlap"], [])
    rule_report.note(game.match.terrain("Wall").bars_by)


# ── what players ask ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("move.base", books="en fr it pt")
def test_no_way_leads_to_where_nobody_may_stop(book: Rulebook) -> None:
    game = among(book, {YURI: (24, 30), ELENIA: AWAY}, HEDGE)

    way = way_to(game.match, YURI, Point(31_000, 30_000))

    assert way.plan is None
    assert [(one.rule, one.about["what"]) for one in way.verdict.reach] == [("move.base", "Hedge")]
    rule_report.note(way.verdict.objections)


@pytest.mark.rule("action.move", books="en fr it pt")
def test_what_can_be_reached_is_where_one_may_stop(book: Rulebook) -> None:
    game = among(book, {YURI: (24, 30), ELENIA: AWAY}, HEDGE, tokens={"Idol": (24, 24)})

    area = reachable_area(game.match, YURI)

    assert area.one
    assert all(may_stop(game.match, YURI, place) for place in (*area.one, *area.more))
    rule_report.note("action.move")
