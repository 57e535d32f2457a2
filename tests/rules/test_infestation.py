"""Nobody's fighters: bought, placed, activated, met and taken out (the optional chapter on infestation)."""

from typing import Any

import pytest
import rule_report
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI, fighter
from effects.carded import ability, begun
from listeners import Card
from matches import At, Game, active, element, positions, prepare, rock

from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.match.events import ApSpent, AttackBegun, Left, Reacted, Rolled
from edencli.match.facts import UNSEEN, InPounce, Seeing, UnknownFact, Within
from edencli.match.field_kinds import ToldField
from edencli.match.match import Match, Procedure, Query
from edencli.match.pieces import Piece, are_enemies
from edencli.match.position import dump_position, load_position
from edencli.match.questions import Roll
from edencli.match.rules_api import do, objections, value, why_not
from edencli.match.state import Gone
from edencli.match.table_events import (
    FoundTooFar,
    InfestationAgreed,
    Moved,
    NoRoomFound,
    NpfActivated,
    NpfPlaced,
    VpScored,
)
from edencli.model.scenery import Outline, Scenery
from edencli.model.terms import Marker, Quantity
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Charge, Dodge, Move, Respond, StayPassive, StrikeAtLeaver
from edencli.rules.ground import infer_free
from edencli.rules.infestation import can_be_charged, npf_places_to_try, pounce, prowl, why_not_infest
from edencli.rules.npfs import NpfPlacement, Pounce, Prowl
from edencli.rules.placing import SEARCH_STEP, places_on_grid

RAT, GHOUL = (
    fighter().with_changes(name=name, level=level, value=None) for name, level in (("Rat", 1), ("Ghoul", 3))
)
THE_RAT, SECOND_RAT = Piece(None, "Rat"), Piece(None, "Rat 2")
Places = dict[Piece, At]


def placing(book: Rulebook, **given: Any) -> Game:
    """Stand at preparation step 6, with rats and ghouls to buy."""
    return prepare(
        book, (YURI, ELENIA), "setup.6-scenery", chapters=("infestation",), npfs=(RAT, GHOUL), **given
    )


def roaming(book: Rulebook, places: Places, **given: Any) -> Game:
    """Stand at intendancy step 2, with rats among the fighters."""
    rats = {piece: RAT for piece in places if piece.side is None}
    return Game(book, places, step="intendancy.2", chapters=("infestation",), cards=rats, **given)


@pytest.mark.rule("infestation.level", "setup.6a-npf")
def test_the_players_agree_on_a_level_and_each_has_so_many_points(book: Rulebook) -> None:
    game = placing(book)

    game.play("the infestation is of level 4")

    assert game.last(InfestationAgreed).level == 4
    assert (game.question.rule, game.question.asked) == ("infestation.place", RED)


@pytest.mark.rule("setup.6-scenery", "infestation.level")
def test_scenery_is_placed_before_a_level_is_agreed_on(book: Rulebook) -> None:
    game = placing(book, scenery=[rock(), rock("Stone")])
    assert game.question.rule == "setup.6-scenery"

    game.play("each side places 1", "red places Rock at 20, 20", "blue places Stone at 40, 40")

    assert game.question.rule == "infestation.level"


@pytest.mark.rule("infestation.level")
@pytest.mark.parametrize(("level", "is_usual"), [(0, False), (1, True), (10, True), (11, False)])
def test_a_level_is_from_one_to_ten(book: Rulebook, level: int, *, is_usual: bool) -> None:
    assert (placing(book).question.refusal(level) is None) is is_usual
    rule_report.note("infestation.level")


@pytest.mark.rule("infestation.place")
def test_they_are_bought_and_placed_by_turns_till_nobody_can_buy_one(book: Rulebook) -> None:
    game = placing(book).play("the infestation is of level 4")

    game.play("red places Ghoul at 10, 10", "blue places Rat at 30, 10", "red places Rat at 50, 10")
    game.play("blue places Ghoul at 10, 40")

    assert [(event.side, event.fighter.name) for event in game.events(NpfPlaced)] == [
        (RED, "Ghoul"),
        (BLUE, "Rat"),
        (RED, "Rat 2"),
        (BLUE, "Ghoul 2"),
    ]
    assert game.question.rule != "infestation.place"
    assert positions(game.match)[SECOND_RAT] == (50, 10)


@pytest.mark.rule("infestation.place")
def test_points_that_buy_nothing_are_lost(book: Rulebook) -> None:
    game = prepare(book, (YURI, ELENIA), "setup.6-scenery", chapters=("infestation",), npfs=(GHOUL,))

    game.play("the infestation is of level 5", "red places Ghoul at 10, 10", "blue places Ghoul at 30, 10")

    assert len(game.events(NpfPlaced)) == 2
    assert game.question.rule != "infestation.place"


@pytest.mark.rule("infestation.place")
def test_they_stand_fifteen_apart_or_more(book: Rulebook) -> None:
    game = placing(book).play("the infestation is of level 1", "red places Rat at 10, 10")

    assert game.objection("blue places Rat at 27.98, 10") == ("infestation.place", "too-near")
    assert game.objection("blue places Rat at 28, 10") is None
    assert game.objection("blue places Rat at 13, 10") == ("infestation.place", "too-near")
    assert game.objection("blue places Rat at 12.99, 10") == ("infestation.place", "too-near"), "touches"
    assert game.objection("blue places Rat at 12.9, 10") == ("infestation.place", "occupied")
    assert game.objection("blue places Ghoul at 50, 50") == ("infestation.place", "no-such-npf")
    assert game.objection("blue places Rat at 0.5, 10") == ("infestation.place", "off-field")


@pytest.mark.rule("infestation.place")
def test_they_stand_in_nothing_solid(book: Rulebook) -> None:
    game = placing(book, scenery=[rock()], lying={"Rock": (30, 30)}).play("the infestation is of level 1")

    assert game.objection("red places Rat at 31, 30") == ("infestation.place", "occupied")


@pytest.mark.rule("infestation.place")
def test_who_finds_no_room_is_done(book: Rulebook) -> None:
    hall = Scenery(name="Hall", outline=Outline(corners=((1, 1), (59, 1), (59, 59), (1, 59))))
    game = placing(book, scenery=[hall], lying={"Hall": (0, 0)}).play("the infestation is of level 2")

    game.play("red finds no room", "blue finds no room")

    assert game.events(NpfPlaced) == []
    assert [(event.side, event.what) for event in game.events(NoRoomFound)] == [(RED, "npf"), (BLUE, "npf")]
    assert game.question.rule != "infestation.place"


@pytest.mark.rule("infestation.place", "marker.stop", books="en fr it pt")
def test_they_stand_on_no_marker(book: Rulebook) -> None:
    game = placing(book, tokens={"Idol": (30, 30)}).play("the infestation is of level 1")

    assert game.objection("red places Rat at 31, 30") == ("marker.stop", "occupied")
    game.play("red places Rat at 30, 32.5")
    assert game.last(NpfPlaced).fighter == THE_RAT


@pytest.mark.rule("infestation.place")
def test_where_nobody_measures_the_players_see_where_they_stand(
    book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are bound by their points alone; a place that a program gives is taken as it is."""
    monkeypatch.setattr(Game, "twinned", False)
    game = placing(book, before={"the match": {"field": ToldField()}}).play("the infestation is of level 1")

    placed = NpfPlacement("Rat", None), NpfPlacement("Rat", (0, 0)), NpfPlacement("Ghoul", None)
    refusals = [game.question.refusal(one) for one in placed]

    rule_report.note(refusals)
    assert [one and one.reason for one in refusals] == [None, None, "no-such-npf"]


@pytest.mark.rule("infestation.place")
def test_nobody_finds_no_room_where_there_is_some(book: Rulebook) -> None:
    game = placing(book).play("the infestation is of level 2")

    assert game.objection("red finds no room") == ("infestation.place", "room-left")


@pytest.mark.rule("infestation.place")
def test_only_places_that_are_plainly_too_near_another_of_their_kind_are_not_tried(book: Rulebook) -> None:
    game = placing(book).play("the infestation is of level 2", "red places Rat at 30, 30")

    tried = {one.place for one in npf_places_to_try(game.match, ["Rat"])}
    refused = {at for at in places_on_grid(game.match, SEARCH_STEP) if at not in tried}

    reasons = [why_not_infest(game.match, ("Rat",), NpfPlacement("Rat", at)) for at in refused]
    rule_report.note(reasons)
    assert {one and one.reason for one in reasons} == {"too-near", "occupied"}
    assert len(refused) > 9


def test_who_was_placed_stands_in_a_position(book: Rulebook) -> None:
    if book.infestation is None:
        return
    game = placing(book).play("the infestation is of level 1", "red places Rat at 10, 10")
    cards = {piece: one.card for piece, one in game.state.fighters.items()}
    plain = dump_position(game.state)

    assert plain["fighters"]["nobody Rat"]["at"] == [10, 10]
    again = load_position(plain, cards, book.actions.ap)
    again.npfs = game.state.npfs
    assert again == game.state


@pytest.mark.rule("infestation.activate")
def test_each_is_activated_once_the_players_choosing_by_turns(book: Rulebook) -> None:
    far: Places = {YURI: (55, 55), ELENIA: (5, 55), THE_RAT: (10, 10), SECOND_RAT: (40, 10)}
    game = roaming(book, far)

    game.play("red picks Rat 2", "Rat 2 does not prowl", "Rat does not prowl")

    assert [(event.fighter, event.by) for event in game.events(NpfActivated)] == [
        (SECOND_RAT, RED),
        (THE_RAT, BLUE),
    ]
    assert game.state.step != "intendancy.2"


@pytest.mark.rule("infestation.attack", "infestation.roller")
def test_who_is_in_contact_is_attacked_and_his_opponent_rolls(book: Rulebook) -> None:
    game = roaming(book, {YURI: (10, 30), ELENIA: (50, 30), THE_RAT: (13, 30)})

    assert game.question.rule == "melee.reaction"
    game.play("Yuri stays passive")

    begun = game.last(AttackBegun)
    assert (begun.attacker, begun.target) == (THE_RAT, YURI)
    assert isinstance(game.question, Roll)
    assert (game.question.by, game.question.asked) == (THE_RAT, BLUE)
    rule_report.note(["infestation.attack", "infestation.roller"])


@pytest.mark.rule("infestation.attack")
def test_of_several_in_contact_the_player_picks_one(book: Rulebook) -> None:
    game = roaming(book, {YURI: (10, 30), ELENIA: (16, 30), THE_RAT: (13, 30)})

    game.play("red picks Elenia", "Elenia stays passive")

    assert game.last(AttackBegun).target == ELENIA


@pytest.mark.rule("infestation.charge")
def test_the_nearest_within_ten_is_charged_and_attacked(book: Rulebook) -> None:
    game = roaming(book, {YURI: (22.9, 30), ELENIA: (10, 39), THE_RAT: (10, 30)})

    game.play("Elenia stays passive")

    moved = game.last(Moved)
    assert (moved.rule, moved.fighter, moved.cost) == ("infestation.charge", THE_RAT, 6_000)
    assert game.last(AttackBegun).target == ELENIA


@pytest.mark.rule("infestation.charge")
def test_exactly_ten_is_near_enough_but_not_in_portuguese(book: Rulebook) -> None:
    game = roaming(book, {YURI: (23, 30), ELENIA: (50, 50), THE_RAT: (10, 30)})

    rule_report.note("infestation.charge")
    assert game.question.rule == ("infestation.prowl" if book.key == "pt" else "melee.reaction")


@pytest.mark.rule("infestation.charge")
@pytest.mark.parametrize(("by", "far"), [(2, 22.9), (2, 24.9), (2, 25.1), (-2, 20.9), (-2, 21.1)])
def test_a_card_changes_how_far_it_runs_and_only_in_french_from_where(
    book: Rulebook, by: int, far: float
) -> None:
    """It charges who is within ten centimetres; by the French page, whom its way reaches."""
    swift = ability(f"- {{effect: adds, to: distance, by: {by}, of: {{}}}}")
    places: Places = {YURI: (far, 30), ELENIA: (55, 55), THE_RAT: (10, 30)}
    match = begun({THE_RAT: [swift]}, places=places, book=book.key, chapters=("infestation",))

    reached = far - 13 <= 10 + by
    near = book.key == "fr" or far - 13 <= 10
    assert can_be_charged(match, THE_RAT, YURI) is (reached and near)
    rule_report.note("infestation.charge")


@pytest.mark.rule("infestation.charge")
@pytest.mark.parametrize("near", [True, False])
def test_where_nobody_measures_a_longer_run_does_not_look_farther_except_in_french(
    book: Rulebook, *, near: bool
) -> None:
    """Eyes say of the way what a card makes of it, and of the distance what the book has."""
    swift = ability("- {effect: adds, to: distance, by: 2, of: {}}")
    places: Places = {YURI: (24, 30), ELENIA: (55, 55), THE_RAT: (10, 30)}
    match = begun({THE_RAT: [swift]}, places=places, book=book.key, chapters=("infestation",))
    match.state.field = ToldField(
        {
            InPounce(npf=THE_RAT, target=YURI, far=12_000): True,
            Within(of=THE_RAT, target=YURI, far=10_000): near,
            Seeing(viewer=THE_RAT, target=YURI): 0,
        }
    )

    assert can_be_charged(match, THE_RAT, YURI) is (near or book.key == "fr")
    rule_report.note("infestation.charge")


@pytest.mark.rule("infestation.charge")
@pytest.mark.parametrize("swift", [THE_RAT, YURI])
def test_a_card_lengthens_the_run_of_its_own_fighter_and_of_no_target(book: Rulebook, swift: Piece) -> None:
    """Eleven centimetres, one more than an NPF charges."""
    longer = ability("- {effect: adds, to: distance, by: 2, of: {the: user}}")
    places: Places = {YURI: (24, 30), ELENIA: (55, 55), THE_RAT: (10, 30)}
    match = begun({swift: [longer]}, places=places, book=book.key, chapters=("infestation",))

    next(pounce(match, Pounce(fighter=THE_RAT, target=YURI)), None)

    assert any(isinstance(event, Moved) for event in match.log) is (swift == THE_RAT)
    rule_report.note("infestation.charge")


@pytest.mark.rule("infestation.charge")
def test_who_is_out_of_sight_is_charged_in_french_alone(book: Rulebook) -> None:
    wall = Scenery(name="Wall", outline=Outline(corners=((0, 0), (0.4, 0), (0.4, 4), (0, 4))))
    places: Places = {YURI: (15, 30), ELENIA: (50, 50), THE_RAT: (10, 30)}
    game = roaming(book, places, scenery=[wall], lying={"Wall": (12.3, 28)})

    rule_report.note("infestation.charge")
    assert game.question.rule == ("melee.reaction" if book.key == "fr" else "infestation.prowl")


@pytest.mark.rule("infestation.charge")
@pytest.mark.parametrize("near", [True, False])
def test_where_nobody_measures_eyes_say_whom_it_may_charge(book: Rulebook, *, near: bool) -> None:
    game = roaming(book, {YURI: (10, 30), THE_RAT: (50, 30)})
    game.state.field = ToldField(
        {
            InPounce(npf=THE_RAT, target=YURI, far=10_000): near,
            Seeing(viewer=THE_RAT, target=YURI): UNSEEN,
        }
    )

    rule_report.note("infestation.charge")
    assert can_be_charged(game.match, THE_RAT, YURI) is (near and book.key == "fr")


@pytest.mark.rule("infestation.charge")
def test_where_nobody_measures_a_run_is_told_as_a_charge_without_a_way(book: Rulebook) -> None:
    game = roaming(book, {YURI: (10, 30), THE_RAT: (50, 30)})
    game.state.field = ToldField()

    with pytest.raises(UnknownFact):
        next(pounce(game.match, Pounce(fighter=THE_RAT, target=YURI)))

    run = Moved(rule="infestation.charge", fighter=THE_RAT, how="charge", path=(), cost=0)
    rule_report.note("infestation.charge")
    assert game.match.log[-1] == run


@pytest.mark.rule("infestation.prowl")
def test_where_nobody_measures_a_prowl_is_told_without_a_length(book: Rulebook) -> None:
    game = roaming(book, {YURI: (10, 30), THE_RAT: (50, 30)})
    game.state.field = ToldField()
    infer_free(game.match, THE_RAT)

    list(prowl(game.match, Prowl(fighter=THE_RAT, path=())))

    rule_report.note("infestation.prowl")
    assert game.match.log[-1] == Moved(
        rule="infestation.prowl", fighter=THE_RAT, how="prowl", path=(), cost=0
    )


@pytest.mark.rule("infestation.charge", "territory.hiding")
def test_who_hides_is_charged_from_five_centimetres_or_less_alone(book: Rulebook) -> None:
    """H-149."""

    def met(rat: float, elenia: At) -> str:
        rats = {THE_RAT: RAT}
        game = Game(
            book,
            {YURI: (26.5, 30), ELENIA: elenia, THE_RAT: (rat, 30)},
            step="intendancy.2",
            chapters=("territory", "infestation"),
            scenery=[element("Wreck", radius=2, hiding=1)],
            lying={"Wreck": (30, 30)},
            cards=rats,
            before={YURI: {"hidden": "Wreck"}},
        )
        rule_report.note(["infestation.charge", "territory.hiding"])
        return str(game.question.fighter)

    away: At = (55, 55)
    assert met(18.5, away) == str(YURI)
    assert met(18.48, away) == str(THE_RAT), "it has nobody to charge, and prowls"
    assert met(18.48, (18.48, 39)) == str(ELENIA), "she is farther, and does not hide"


@pytest.mark.rule("infestation.prowl")
def test_who_has_nobody_to_charge_prowls_five_in_a_straight_line(book: Rulebook) -> None:
    game = roaming(book, {YURI: (55, 55), ELENIA: (5, 55), THE_RAT: (10, 10)})

    assert game.objection("Rat prowls to 10, 15.02") == ("infestation.prowl", "too-far")
    game.play("Rat prowls to 10, 15")

    assert (game.last(Moved).rule, game.last(Moved).how) == ("infestation.prowl", "prowl")
    assert positions(game.match)[THE_RAT] == (10, 15)


@pytest.mark.rule("infestation.prowl")
def test_a_prowl_that_a_storm_shortened_is_refused_by_the_storm(book: Rulebook) -> None:
    """Only the French book shortens every displacement, and not the Move action alone."""
    places: Places = {YURI: (55, 55), ELENIA: (5, 55), THE_RAT: (10, 10)}
    chapters, storm = ("infestation", "weather"), {"the match": {"weather": ("storm",)}}
    game = Game(book, places, step="intendancy.2", chapters=chapters, cards={THE_RAT: RAT}, before=storm)

    assert game.objection("Rat prowls to 10, 15.02") == ("infestation.prowl", "too-far")
    short = game.objection("Rat prowls to 10, 15")

    assert short == (("weather.storm", "too-far") if book.key == "fr" else None)
    assert game.objection("Rat prowls to 10, 13") is None


@pytest.mark.rule("weather.no-measuring", "infestation.prowl", books="fr")
def test_a_prowl_that_is_too_long_in_the_mist_ends_where_it_is_spent(book: Rulebook) -> None:
    """H-148: nobody measures beforehand, not for nobody's fighters either."""
    places: Places = {YURI: (55, 55), ELENIA: (5, 55), THE_RAT: (10, 10)}
    chapters, mist = ("infestation", "weather"), {"the match": {"weather": ("mist",)}}
    game = Game(book, places, step="intendancy.2", chapters=chapters, cards={THE_RAT: RAT}, before=mist)

    game.play("Rat prowls to 10, 25")

    assert (game.last(FoundTooFar).fighter, game.last(FoundTooFar).act) == (THE_RAT, "move")
    assert positions(game.match)[THE_RAT] == (10, 15)
    assert game.last(Moved).cost == 5_000


@pytest.mark.rule("infestation.prowl", "infestation.charge")
def test_how_far_nobodys_fighters_go_is_said_of_them_alone(book: Rulebook) -> None:
    game = roaming(book, {YURI: (55, 55), ELENIA: (5, 55), THE_RAT: (10, 10)})
    acts = {
        "infestation.prowl": Prowl(fighter=THE_RAT, path=()),
        "infestation.charge": Pounce(fighter=THE_RAT, target=ELENIA),
        "action.move": Move(fighter=YURI, path=()),
        "action.charge": Charge(fighter=YURI, path=(), target=ELENIA),
    }

    for rule, act in acts.items():
        parts = value(game.match, Query(Quantity.DISTANCE, act.fighter, act)).parts
        rule_report.note(parts)
        assert [part.reason for part in parts] == [rule]


@pytest.mark.rule("infestation.prowl")
def test_nobody_prowls_round_a_corner(book: Rulebook) -> None:
    game = roaming(book, {YURI: (55, 55), ELENIA: (5, 55), THE_RAT: (10, 10)})
    straight, bent = (
        Prowl(fighter=THE_RAT, path=tuple(Point(cm(x), cm(y)) for x, y in way))
        for way in ([(10, 10), (12, 10)], [(10, 10), (10, 12), (12, 12)])
    )

    assert game.question.refusal(straight) is None
    refusal = game.question.refusal(bent)

    rule_report.note(refusal)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("infestation.prowl", "not-straight")


@pytest.mark.rule("infestation.response")
def test_who_is_attacked_always_responds_and_free(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (50, 30), THE_RAT: (13, 30)}, cards={THE_RAT: RAT})

    game.play("Yuri attacks Rat")

    assert game.last(Reacted).reaction == "response"
    assert [event.fighter for event in game.events(ApSpent)] == [YURI]
    assert game.question.rule == "roll.opposition"
    refused = [why_not(game.match, act(fighter=THE_RAT)) for act in (Dodge, StayPassive)]
    rule_report.note(refused)
    assert [one and one.reason for one in refused] == ["always-responds", "always-responds"]


@pytest.mark.rule("infestation.activate")
@pytest.mark.parametrize("x", [13, 18], ids=["in contact", "near"])
def test_who_is_afraid_neither_attacks_nor_charges_and_may_prowl(book: Rulebook, x: float) -> None:
    """H-150."""
    fear = {THE_RAT: {"markers": {Marker.FEAR: 1}}}
    game = roaming(book, {YURI: (10, 30), ELENIA: (50, 50), THE_RAT: (x, 30)}, before=fear)

    assert game.question.rule == "infestation.prowl"
    game.play(f"Rat prowls to {x + 2}, 30")
    assert not game.events(AttackBegun)
    rule_report.note("infestation.activate")


@pytest.mark.rule("infestation.charge", "infestation.attack")
@pytest.mark.parametrize("x", [13, 18], ids=["in contact", "near"])
def test_its_attacks_are_not_counted(book: Rulebook, x: float) -> None:
    """H-130: it has responded twice in this round."""
    busy = {THE_RAT: {"used_round": {"attack": 2}}}
    game = roaming(book, {YURI: (10, 30), ELENIA: (50, 50), THE_RAT: (x, 30)}, before=busy)

    game.play("Yuri stays passive")

    assert game.last(AttackBegun).attacker == THE_RAT
    rule_report.note(["infestation.charge", "infestation.attack"])


@pytest.mark.rule("state.fear")
def test_who_is_afraid_cannot_respond_and_stays_passive(book: Rulebook) -> None:
    before = {THE_RAT: {"markers": {Marker.FEAR: 1}}}
    game = active(
        book, {YURI: (10, 30), ELENIA: (50, 30), THE_RAT: (13, 30)}, cards={THE_RAT: RAT}, before=before
    )
    rule_report.note(why_not(game.match, Respond(fighter=THE_RAT)))

    game.play("Yuri attacks Rat")

    assert game.last(Reacted).reaction == "passive"


def cornered(book: Rulebook) -> Game:
    """Have a rat that is afraid act in contact with Yuri, another fighter beside it."""
    places = {YURI: (10, 30), ELENIA: (50, 50), VLADD: (20, 30), THE_RAT: (13, 30)}
    return roaming(book, places, before={THE_RAT: {"markers": {Marker.FEAR: 1}}})


@pytest.mark.rule("infestation.prowl", "disengage.roll", books="en fr it pt")
@pytest.mark.parametrize(("dice", "strikes"), [("6", 0), ("1", 1)])
def test_who_is_afraid_disengages_before_it_prowls_away(book: Rulebook, dice: str, strikes: int) -> None:
    """H-151: the opponent of whom it leaves rolls."""
    game = cornered(book)

    game.play("Rat prowls to 13, 34")
    assert (game.question.rule, game.question.asked) == ("roll.characteristic", BLUE)
    game.play(dice * game.question.dice)

    assert game.rules_asked().count("disengage.strikes") == strikes
    game.play(*(["Yuri does not strike"] if strikes else []))
    assert positions(game.match)[THE_RAT] == (13, 34)


@pytest.mark.rule("infestation.prowl")
def test_no_prowl_ends_in_contact(book: Rulebook) -> None:
    """H-128."""
    game = cornered(book)

    assert game.objection("Rat prowls to 17, 30") == ("infestation.prowl", "ends-in-contact")
    assert game.objection("Rat prowls to 16.9, 30") is None


@pytest.mark.rule("infestation.response")
def test_it_responds_as_often_as_it_is_attacked(book: Rulebook) -> None:
    before = {THE_RAT: {"used_round": {"attack": 9}}}
    game = active(
        book, {YURI: (10, 30), ELENIA: (50, 30), THE_RAT: (13, 30)}, cards={THE_RAT: RAT}, before=before
    )
    act = Respond(fighter=THE_RAT)

    assert why_not(game.match, act) is None
    price = value(game.match, Query(Quantity.AP, THE_RAT, act))
    rule_report.note(price.parts)
    assert price.total == 0


@pytest.mark.rule("disengage.strikes")
def test_nobodys_fighter_strikes_at_nobody_who_leaves(book: Rulebook) -> None:
    """H-131."""
    game = active(book, {YURI: (10, 30), ELENIA: (50, 30), THE_RAT: (13, 30)}, cards={THE_RAT: RAT})

    against = list(objections(game.match, StrikeAtLeaver(fighter=THE_RAT)))

    rule_report.note(against)
    assert against[0].reason == "has-no-ap"


@pytest.mark.rule("infestation.roller")
def test_the_opponent_of_who_attacks_it_rolls_for_it(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (50, 30), THE_RAT: (13, 30)}, cards={THE_RAT: RAT})

    game.play("Yuri attacks Rat")
    throws = {}
    for face in "63":
        assert isinstance(game.question, Roll)
        throws[game.question.by] = game.question.asked
        game.play(face)

    rule_report.note("infestation.roller")
    assert throws == {YURI: RED, THE_RAT: BLUE}


def taken_out(book: Rulebook, **given: Any) -> Game:
    """Have Yuri take the last CP of a ghoul's torso."""
    ghoul = Piece(None, "Ghoul")
    lost = {limb: one.cp - 1 for limb, one in GHOUL.limbs.items()}
    places: Places = {YURI: (10, 30), ELENIA: (50, 30), ghoul: (13, 30)}
    game = active(book, places, cards={ghoul: GHOUL}, before={ghoul: {"lost": lost}}, **given)
    game.play("Yuri attacks Ghoul", "6", "1")
    for _ in range(3):
        if game.match.is_on_field(ghoul):
            game.play("6" * game.question.dice if isinstance(game.question, Roll) else "Yuri does not shift")
    return game


@pytest.mark.rule("infestation.score")
def test_whose_fighter_takes_one_out_scores_its_level_at_once(book: Rulebook) -> None:
    game = taken_out(book, chapters=("infestation",))

    scored = game.last(VpScored)
    assert (scored.rule, scored.side, scored.n) == ("infestation.score", RED, 3)
    assert game.side(RED).vp == 3


@pytest.mark.rule("infestation.score")
def test_only_nobodys_fighters_are_worth_points(book: Rulebook) -> None:
    lost = {limb: one.cp - 1 for limb, one in fighter().limbs.items()}
    places: Places = {YURI: (10, 30), ELENIA: (13, 30), YLISS: (50, 30)}
    game = active(book, places, chapters=("infestation",), before={ELENIA: {"lost": lost}})

    game.play("Yuri attacks Elenia", "Elenia stays passive", "6666", "6", "Yuri does not shift")

    assert game.last(Left).fighter == ELENIA
    assert not game.events(VpScored)
    rule_report.note("infestation.score")


@pytest.mark.rule("infestation.score")
def test_who_takes_one_off_the_field_alive_scores_nothing(book: Rulebook) -> None:
    def removes(match: Match) -> Procedure[None]:
        left = Left(rule="wound.removed", fighter=THE_RAT, why=Gone.REMOVED, by=YURI)
        yield from do(match, left)

    places: Places = {YURI: (10, 30), ELENIA: (50, 30), THE_RAT: (30, 10)}
    given: dict[str, Any] = {"cards": {THE_RAT: RAT}, "listeners": [Card(ApSpent, then=removes)]}
    game = active(book, places, chapters=("infestation",), **given)

    game.play("Yuri moves to 10, 31")

    assert game[THE_RAT].gone is Gone.REMOVED
    assert not game.events(VpScored)
    rule_report.note("infestation.score")


def test_nobodys_fighters_are_everybodys_enemies_but_each_others() -> None:
    assert are_enemies(YURI, THE_RAT)
    assert are_enemies(THE_RAT, ELENIA)
    assert not are_enemies(THE_RAT, SECOND_RAT)
    assert not are_enemies(YURI, VLADD)


def test_rolls_of_nobodys_fighter_are_told_as_his(book: Rulebook) -> None:
    game = roaming(book, {YURI: (10, 30), ELENIA: (50, 30), THE_RAT: (13, 30)}).play("Yuri stays passive")

    game.play("1" * game.question.dice)  # type: ignore[attr-defined]

    assert game.last(Rolled).by == THE_RAT
