"""Every distance is read as with a tape: 0.010 cm more or less is nothing, 0.011 cm is too much (H-03).

Each row says that something holds at a printed distance. It must hold as well where that is missed by 0.010,
and no more where it is missed by 0.011: the tolerance is one, and nothing is added to it.
"""

from collections.abc import Callable
from typing import Any

import pytest
from duels import ELENIA, PROJECTILE, PSI, SHOOTING, VLADD, YLISS, YURI, fighter, item, use
from matches import AMBUSH, At, Game, active, among, element, mission, prepare

from edencli.field.units import cm
from edencli.match.match import Query
from edencli.match.pieces import Piece
from edencli.match.questions import Agreement
from edencli.match.rules_api import value, why_not
from edencli.match.table_events import Moved
from edencli.model.scenery import ElementName
from edencli.model.terms import Deployment, LimbName, Marker, Quantity
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules.acts import Shot
from edencli.rules.agreement import why_not_agree
from edencli.rules.heights import Leap, Swim

Places = dict[Piece, At]
Holds = Callable[[Rulebook, float], bool]
AWAY: At = (55, 55)
RAT = Piece(None, "Rat")
BOW = item("Bow", use(SHOOTING, range=15, strength=2))
POT = item("Pot", use(PROJECTILE, range=15, fear=1))
ARMED = {YURI: fighter(gear=[BOW, POT])}
WRECK = element("Wreck", radius=2, hiding=1)
TOWER = element("Tower", radius=3, elevation=None, climbing=4)

CHAPTERS, ALL = "en fr it pt", "en fr de it pt"
ROWS: list[tuple[str, Holds]] = []


def holds_in(books: str) -> Callable[[Holds], Holds]:
    """Add what holds at a distance in some books, given how far the distance is missed."""

    def add(holds: Holds) -> Holds:
        ROWS.extend((key, holds) for key in books.split())
        return holds

    return add


def may(game: Game, line: str) -> bool:
    """Tell whether a line would be taken."""
    return game.objection(line) is None


def near(book: Rulebook, yuri: At, *scenery: Any, elenia: At = AWAY, **given: Any) -> Game:
    """Stand where Yuri is activated, the first element at 30, 30."""
    return among(book, {YURI: yuri, ELENIA: elenia}, *scenery, **given)


# ── the chapter on territory ─────────────────────────────────────────────────────────────────────────────


@holds_in(CHAPTERS)
def _one_hides_in_contact(book: Rulebook, off: float) -> bool:
    return may(near(book, (26.5 - off, 30), WRECK), "Yuri hides in Wreck")


@holds_in("en it pt")
def _one_hides_in_contact_and_not_inside(book: Rulebook, off: float) -> bool:
    ruin = element("Ruin", radius=4, hiding=1, occupation=None)
    return may(near(book, (24.5 + off, 30), ruin), "Yuri hides in Ruin")


@holds_in(CHAPTERS)
def _nobody_hides_with_an_enemy_within_fifteen(book: Rulebook, off: float) -> bool:
    return not may(near(book, (26.5, 30), WRECK, elenia=(26.5, 48 + off)), "Yuri hides in Wreck")


@holds_in(CHAPTERS)
def _who_hides_is_charged_from_five(book: Rulebook, off: float) -> bool:
    game = near(book, (18.5 - off, 30), WRECK, elenia=(26.5, 30), before={ELENIA: {"hidden": "Wreck"}})
    return may(game, "Yuri charges Elenia")


@holds_in(CHAPTERS)
def _one_climbs_in_contact(book: Rulebook, off: float) -> bool:
    return may(near(book, (25.5 - off, 30), TOWER), "Yuri climbs Tower")


@holds_in("fr")
def _one_comes_up_at_the_nearest_place(book: Rulebook, off: float) -> bool:
    return may(near(book, (25.5, 30), TOWER), f"Yuri climbs Tower to {27 + off}, 30")


@holds_in("en it pt")
def _one_comes_up_no_farther_than_the_edge(book: Rulebook, off: float) -> bool:
    return may(near(book, (25.5, 30), TOWER), f"Yuri climbs Tower to {33 + off}, 30")


@holds_in(CHAPTERS)
def _one_swims_to_the_edge(book: Rulebook, off: float) -> bool:
    """Typed, a place so near is put into contact."""
    game = near(book, (23.5, 30), element("Lake", radius=5, swimming=4))
    return why_not(game.match, Swim(fighter=YURI, scenery="Lake", place=(cm(36.5 + off), cm(30)))) is None


@holds_in(CHAPTERS)
def _one_swims_no_farther_than_twenty(book: Rulebook, off: float) -> bool:
    """The lake is a trifle larger, so that what is too far is still at the edge."""
    lake = element("Lake", radius=8.505, swimming=4)
    return may(near(book, (20, 30), lake), f"Yuri swims Lake to {40 + off}, 30")


@holds_in(CHAPTERS)
def _one_jumps_into_contact(book: Rulebook, off: float) -> bool:
    game = near(book, (26.5, 30), element("Ditch", jump=4))
    return why_not(game.match, Leap(fighter=YURI, scenery="Ditch", place=(cm(33.5 + off), cm(30)))) is None


@holds_in(CHAPTERS)
def _one_jumps_no_farther_than_a_move(book: Rulebook, off: float) -> bool:
    ditch = element("Ditch", radius=3.505, jump=4)
    return may(near(book, (25, 30), ditch), f"Yuri jumps Ditch to {35 + off}, 30")


@holds_in(CHAPTERS)
def _what_is_hostile_strikes_in_contact(book: Rulebook, off: float) -> bool:
    game = near(book, (26.5 - off, 30), element("Thicket", hostile_presence=1))
    return game.question.rule == "roll.location"


@holds_in(CHAPTERS)
def _a_wall_is_struck_in_contact(book: Rulebook, off: float) -> bool:
    return may(near(book, (26.5 - off, 30), element("Wall", destruction=2)), "Yuri attacks Wall")


@holds_in(CHAPTERS)
def _a_wall_is_shot_within_range(book: Rulebook, off: float) -> bool:
    wall = element("Wall", destruction=2)
    return may(near(book, (11.5 - off, 30), wall, cards=ARMED), "Yuri shoots Wall with Bow")


@holds_in("en it pt")
def _a_beacon_protects_within_five(book: Rulebook, off: float) -> bool:
    beacon = element("Beacon", ElementName.ENERGY_BEACON)
    game = near(book, (30, 20), beacon, elenia=(30, 38.5 + off), cards={YURI: fighter(gear=[BOW])})
    shot = Shot(fighter=YURI, target=ELENIA, weapon=BOW, use=BOW.uses[0])
    return value(game.match, Query(Quantity.PROTECTION, ELENIA, shot, LimbName.LEGS)).total > 0


@holds_in("en it pt")
def _an_idol_inspires_within_ten(book: Rulebook, off: float) -> bool:
    idol, sister = (
        element("Idol", ElementName.QUARTERIST_IDOL),
        fighter(psi=3).with_changes(types=("Sister",)),
    )
    game = near(book, (30, 43.5 + off), idol, cards={YURI: sister})
    psi = value(game.match, Query(PSI, YURI))
    return psi.total > 3


# ── the chapters on infestation and climate ──────────────────────────────────────────────────────────────


def _roaming(book: Rulebook, yuri: At, **given: Any) -> Game:
    """Stand at intendancy step 2, a rat at 10, 30."""
    places: Places = {YURI: yuri, ELENIA: AWAY, RAT: (10, 30)}
    return Game(book, places, step="intendancy.2", chapters=("infestation",), **given)


@holds_in(CHAPTERS)
def _rats_stand_fifteen_apart(book: Rulebook, off: float) -> bool:
    card = fighter().with_changes(name="Rat", level=1, value=None)
    game = prepare(book, (YURI, ELENIA), "setup.6-scenery", chapters=("infestation",), npfs=(card,))
    game.play("the infestation is of level 1", "red places Rat at 10, 10")
    return may(game, f"blue places Rat at {28 - off}, 10")


@holds_in(CHAPTERS)
def _a_rat_attacks_in_contact(book: Rulebook, off: float) -> bool:
    """Else it would charge, which is an event of its own."""
    return not _roaming(book, (13 + off, 30)).events(Moved)


@holds_in("en fr it")
def _a_rat_charges_from_ten(book: Rulebook, off: float) -> bool:
    return _roaming(book, (23 + off, 30)).question.rule == "melee.reaction"


@holds_in("pt")
def _a_rat_does_not_charge_from_ten(book: Rulebook, off: float) -> bool:
    return _roaming(book, (23 - off, 30)).question.rule == "infestation.prowl"


@holds_in(CHAPTERS)
def _a_rat_prowls_five(book: Rulebook, off: float) -> bool:
    return may(_roaming(book, (50, 10)), f"Rat prowls to 10, {35 + off}")


@holds_in(CHAPTERS)
def _a_rat_does_not_prowl_into_contact(book: Rulebook, off: float) -> bool:
    game = _roaming(book, (17, 30), before={RAT: {"markers": {Marker.FEAR: 1}}})
    return not may(game, f"Rat prowls to {14 - off}, 30")


@holds_in(CHAPTERS)
def _one_aims_no_farther_than_fifteen_in_the_fog(book: Rulebook, off: float) -> bool:
    bow, fog = item("Bow", use(SHOOTING, range=30)), {"the match": {"weather": ("fog",)}}
    places: Places = {YURI: (10, 30), ELENIA: (28 + off, 30), YLISS: (10, 48)}
    game = active(book, places, cards={YURI: fighter(gear=[bow])}, chapters=("weather",), before=fog)
    return may(game, "Yuri shoots Elenia")


# ── the rules without chapters ───────────────────────────────────────────────────────────────────────────


@holds_in(ALL)
def _one_moves_ten(book: Rulebook, off: float) -> bool:
    return may(active(book, {YURI: (10, 30), ELENIA: AWAY}), f"Yuri moves to {20 + off}, 30")


@holds_in(ALL)
def _a_base_stays_on_the_field(book: Rulebook, off: float) -> bool:
    return may(active(book, {YURI: (10, 30), ELENIA: AWAY}), f"Yuri moves to {1.5 - off}, 30")


@holds_in(ALL)
def _one_strikes_in_contact(book: Rulebook, off: float) -> bool:
    return may(active(book, {YURI: (10, 30), ELENIA: (13 + off, 30)}), "Yuri attacks Elenia")


@holds_in(ALL)
def _who_is_in_contact_does_not_shoot(book: Rulebook, off: float) -> bool:
    return not may(active(book, {YURI: (10, 30), ELENIA: (13 + off, 30)}, cards=ARMED), "Yuri shoots Elenia")


@holds_in(ALL)
def _one_shoots_within_range(book: Rulebook, off: float) -> bool:
    places: Places = {YURI: (10, 30), ELENIA: (28 + off, 30), YLISS: (10, 48)}
    return may(active(book, places, cards=ARMED), "Yuri shoots Elenia")


@holds_in(ALL)
def _one_throws_within_range(book: Rulebook, off: float) -> bool:
    """A point is measured to from the edge of the base."""
    return may(
        active(book, {YURI: (10, 30), ELENIA: AWAY}, cards=ARMED), f"Yuri throws Pot at {26.5 + off}, 30"
    )


@holds_in(ALL)
def _a_throw_finds_who_is_on_its_point(book: Rulebook, off: float) -> bool:
    game = active(book, {YURI: (10, 30), ELENIA: (20, 30)}, cards=ARMED)
    return bool(game.play(f"Yuri throws Pot at {18.5 - off}, 30")[ELENIA].markers)


@holds_in(ALL)
def _one_shoots_at_the_nearest_or_who_is_as_near(book: Rulebook, off: float) -> bool:
    places: Places = {YURI: (10, 30), ELENIA: (20 + off, 30), YLISS: (10, 40)}
    return may(active(book, places, cards=ARMED), "Yuri shoots Elenia")


@holds_in(ALL)
def _a_marker_of_the_preparation_lies_apart_from_others(book: Rulebook, off: float) -> bool:
    missions = {YURI.side: [mission("Idol", immediate="Lay down an idol.")]}
    game = prepare(book, (YURI, ELENIA), "setup.5-mission", missions=missions, tokens={"Idol": (20, 20)})
    apart = 2 + book.preparation.marker_spacing - off
    laid = Agreement(what="token", subject=None, detail="Grave", place=(cm(20), cm(20 + apart)))
    return why_not_agree(game.match, laid) is None


def _deploying(book: Rulebook, kind: Deployment) -> Game:
    chosen = mission("Errand", deployment=kind)
    game = prepare(
        book,
        (YURI, VLADD, ELENIA),
        "setup.7-deploy",
        missions={YURI.side: [chosen]},
        before={YURI.side: {"mission": "Errand"}},
    )
    return game.play("red takes the south half")


@holds_in("en de it")
def _one_is_deployed_twenty_from_the_line(book: Rulebook, off: float) -> bool:
    return may(_deploying(book, Deployment.CONFRONTATION), f"red deploys Yuri at 30, {8.5 + off}")


@holds_in("fr pt")
def _one_is_deployed_more_than_twenty_from_the_line(book: Rulebook, off: float) -> bool:
    return not may(_deploying(book, Deployment.CONFRONTATION), f"red deploys Yuri at 30, {8.5 - off}")


@holds_in("en de it")
def _one_is_ambushed_twenty_from_the_centre(book: Rulebook, off: float) -> bool:
    return may(_deploying(book, AMBUSH), f"red deploys Yuri at 30, {8.5 + off}")


@holds_in("fr pt")
def _one_is_ambushed_more_than_twenty_from_the_centre(book: Rulebook, off: float) -> bool:
    return not may(_deploying(book, AMBUSH), f"red deploys Yuri at 30, {8.5 - off}")


@holds_in(ALL)
def _one_is_deployed_in_ones_own_half(book: Rulebook, off: float) -> bool:
    return may(_deploying(book, AMBUSH), f"red deploys Yuri at 5, {28.5 + off}")


@pytest.mark.parametrize(
    ("key", "holds"),
    ROWS,
    ids=[f"{key}-{holds.__name__.strip('_').replace('_', ' ')}" for key, holds in ROWS],
)
def test_a_hundredth_of_a_centimetre_is_nothing_and_eleven_thousandths_are(key: str, holds: Holds) -> None:
    """H-03."""
    book = rulebook(key)

    assert [holds(book, off) for off in (0, 0.01, 0.011)] == [True, True, False]
