"""The preparation, steps 1 to 9 (chapter 4.A)."""

from collections.abc import Iterable
from typing import Any

import pytest
from duels import BLUE, ELENIA, HEAD, PSI, RED, VLADD, YLISS, YURI, fighter
from matches import AMBUSH, CONFRONTATION, SECRET, At, Game, mission, positions, prepare, rock, tactic

from edencli.match.pieces import Piece
from edencli.match.questions import Bid, Choice, HandQuestion
from edencli.match.state import Gone
from edencli.match.table_events import (
    ApGiven,
    BidsRevealed,
    Deployed,
    DiceCompared,
    FirstPlayerSet,
    HalfChosen,
    HandTaken,
    LeaderNamed,
    MissionPlayed,
    NoRoomFound,
    RoundBegun,
    SceneryAgreed,
    SceneryPlaced,
    SpReserved,
    StepBegun,
    TokenPlaced,
    WithoutMission,
)
from edencli.model.fighter import Fighter
from edencli.model.game import Symbol
from edencli.model.terms import Stigma
from edencli.rulebooks.values import Rulebook
from edencli.rules.ground import are_in_contact, base

BOTH = (YURI, ELENIA)
FOUR = (YURI, VLADD, ELENIA, YLISS)


@pytest.mark.rule("setup.1-reveal")
def test_the_preparation_begins_with_the_bands_revealed(book: Rulebook) -> None:
    game = prepare(book, BOTH)

    assert game.match.log[0] == StepBegun(rule="setup.1-reveal", step="setup.1-reveal")


@pytest.mark.rule("setup.2-sp")
def test_a_faction_band_has_the_psi_of_all_its_fighters(book: Rulebook) -> None:
    game = prepare(book, FOUR, cards={YURI: fighter(psi=4), VLADD: fighter(psi=3), ELENIA: fighter(psi=6)})

    assert [(event.side, event.n) for event in game.events(SpReserved)] == [(RED, 7), (BLUE, 10)]


@pytest.mark.rule("setup.2-sp", "round-up")
def test_a_stigma_band_has_half_rounded_up(book: Rulebook) -> None:
    """13 make 7."""
    cards = {YURI: fighter(psi=6), VLADD: fighter(psi=7)}
    game = prepare(book, FOUR, cards=cards, symbol=Symbol(stigma=Stigma.CHAOS))

    assert (game.side(RED).sp, game.side(BLUE).sp) == (7, 4)


@pytest.mark.rule("round-up", "setup.2-sp")
def test_half_of_vladds_psi_of_three_is_two(book: Rulebook) -> None:
    """Source: en 270, fr 420, de 524, it 2.7, pt 2.G; here his stigma band halves it."""
    chaos = Symbol(stigma=Stigma.CHAOS)
    game = prepare(book, (VLADD, ELENIA), cards={VLADD: fighter(psi=3)}, symbol=chaos)

    assert game.events(SpReserved)[0].n == 2


@pytest.mark.rule("setup.3-bid", "bid")
def test_the_higher_bid_chooses_and_both_are_lost(book: Rulebook) -> None:
    game = prepare(book, BOTH, "setup.3-bid", before={RED: {"sp": 8}, BLUE: {"sp": 4}})

    game.play("red bids 5", "blue bids 3", "blue goes first")

    assert game.last(BidsRevealed).as_dict() == {"rule": "bid", "red": 5, "blue": 3}
    assert game.last(FirstPlayerSet) == FirstPlayerSet(rule="setup.3-bid", side=BLUE)
    assert (game.side(RED).sp, game.side(BLUE).sp) == (3, 1)


@pytest.mark.rule("setup.3-bid", "bid")
def test_a_bid_goes_from_nothing_to_all_there_is(book: Rulebook) -> None:
    game = prepare(book, BOTH, "setup.3-bid", before={RED: {"sp": 8}, BLUE: {"sp": 4}})

    assert game.refuse("red bids 9").reason == "bid"
    game.play("red bids 0")
    assert isinstance(game.question, Bid)
    assert game.question.most == 4
    game.play("blue bids 4", "blue goes first")
    assert (game.side(RED).sp, game.side(BLUE).sp) == (8, 0)


@pytest.mark.rule("bid")
def test_nothing_of_a_bid_is_told_before_both_are_made(book: Rulebook) -> None:
    game = prepare(book, BOTH, "setup.3-bid", before={RED: {"sp": 8}, BLUE: {"sp": 4}})

    game.play("red bids 5")

    assert game.match.log == []
    assert game.side(RED).sp == 8
    game.play("blue bids 0")


@pytest.mark.rule("setup.3-bid", "first-player.tie")
def test_equal_bids_leave_it_to_the_dice_whoever_would_have_it_otherwise(book: Rulebook) -> None:
    """The winner of the dice is first; he chooses nothing, in the German book too."""
    game = prepare(book, BOTH, "setup.3-bid", before={RED: {"sp": 2}, BLUE: {"sp": 2}})

    game.play("red bids 2", "blue bids 2", "4", "4", "3", "6")

    assert [event.winner for event in game.events(DiceCompared)] == [None, BLUE]
    assert game.last(FirstPlayerSet).side is BLUE
    assert (game.side(RED).sp, game.side(BLUE).sp) == (0, 0)


@pytest.mark.rule("setup.4-leader")
def test_each_names_a_leader_the_first_player_first(book: Rulebook) -> None:
    missions = {RED: [mission("Open road"), mission("Quiet knife")]}
    game = prepare(book, FOUR, "setup.4-leader", missions=missions, before={"state": {"first_player": BLUE}})

    assert game.question.asked is BLUE
    assert game.refuse("blue is led by Yuri").rule == "setup.4-leader"
    game.play("blue is led by Yliss", "red is led by Vlädd")

    assert [event.fighter for event in game.events(LeaderNamed)] == [YLISS, VLADD]
    assert game.side(RED).leader == VLADD


@pytest.mark.rule("setup.5-mission", "mission.different", "mission.kind")
def test_a_mission_that_lies_open_may_not_be_played_again(book: Rulebook) -> None:
    decks = {RED: [mission("Open road"), mission("Other")], BLUE: [mission("Open road"), mission("Second")]}
    decks[BLUE].append(mission("Third"))
    game = prepare(book, BOTH, "setup.5-mission", missions=decks)

    game.play("red plays the mission Open road")
    assert game.refuse("blue plays the mission Open road").rule == "mission.different"
    game.play("blue plays the mission Second")

    assert [event.mission for event in game.events(MissionPlayed)] == ["Open road", "Second"]


@pytest.mark.rule("setup.5-mission", "mission.kind")
def test_both_may_play_the_same_secret_mission(book: Rulebook) -> None:
    """H-33."""
    deck = [mission("Quiet knife", SECRET), mission("Other")]
    game = prepare(book, BOTH, "setup.5-mission", missions={RED: deck, BLUE: deck})

    game.play("red plays the mission Quiet knife", "blue plays the mission Quiet knife")

    told = game.events(MissionPlayed)
    assert [event.mission for event in told] == ["Quiet knife", "Quiet knife"]
    assert told[0].seen_by(RED).mission == "Quiet knife"
    assert told[0].seen_by(BLUE).mission is None


@pytest.mark.rule("setup.5-mission")
def test_a_band_without_a_mission_to_play_goes_without(book: Rulebook) -> None:
    deck = [mission("Open road")]
    game = prepare(book, BOTH, "setup.5-mission", missions={RED: deck, BLUE: deck})

    assert [event.side for event in game.events(MissionPlayed)] == [RED]
    assert game.last(WithoutMission) == WithoutMission(rule="mission.different", side=BLUE)
    assert game.state.step == "setup.7-deploy"


def test_a_band_without_missions_goes_without_a_word(book: Rulebook) -> None:
    game = prepare(book, BOTH, "setup.5-mission")

    assert game.events(WithoutMission) == []


@pytest.mark.rule("mission.immediate", "setup.5-mission", "marker.place", "card-over-rule")
def test_a_revealed_mission_works_at_once(book: Rulebook) -> None:
    decks = {
        RED: [mission("Idol", immediate="Lay down an idol.")],
        BLUE: [mission("Mist", immediate="Nobody knows.", kind=SECRET)],
    }
    game = prepare(book, BOTH, "setup.5-mission", missions=decks)

    assert (game.question.rule, game.question.asked) == ("mission.immediate", RED)
    game.play("by agreement: token Idol of red at 30, 30", "red adds nothing")

    assert game.last(TokenPlaced).token.name == "Idol"
    assert [question.rule for question in game.asked].count("mission.immediate") == 2
    assert {question.asked for question in game.asked if question.rule == "mission.immediate"} == {RED}


@pytest.mark.rule("marker.place")
@pytest.mark.parametrize(
    ("place", "near"), [((30, 36.98), "Idol"), ((5.98, 30), "edge"), ((30, 54.02), "edge")]
)
def test_markers_keep_five_centimetres_from_each_other_and_the_edge(
    book: Rulebook, place: At, near: str
) -> None:
    deck = [mission("Idol", immediate="Lay down some.")]
    game = prepare(book, BOTH, "setup.5-mission", missions={RED: deck}, tokens={"Idol": (30, 30)})

    refusal = game.refuse(f"by agreement: token Grave at {place[0]}, {place[1]}")

    assert (refusal.rule, refusal.reason, refusal.about["near"]) == ("marker.place", "too-near", near)


@pytest.mark.rule("marker.place")
def test_exactly_five_centimetres_are_enough_for_a_marker_in_every_book(book: Rulebook) -> None:
    deck = [mission("Idol", immediate="Lay down some.")]
    game = prepare(
        book,
        BOTH,
        "setup.5-mission",
        missions={RED: deck},
        tokens={"Idol": (30, 30)},
        scenery=[rock(radius=2)],
        lying={"Rock": (30, 20)},
    )

    assert game.refuse("by agreement: token Grave at 37.98, 20").about["near"] == "Rock"
    game.play("by agreement: token Grave at 38, 20", "by agreement: token Tomb at 6, 6")
    game.play("by agreement: token Cairn at 30, 37")

    assert [token.name for token in game.state.tokens] == ["Idol", "Grave", "Tomb", "Cairn"]


@pytest.mark.rule("setup.6-scenery")
def test_scenery_is_placed_by_turns_and_as_much_by_each(book: Rulebook) -> None:
    pieces = [rock(f"Rock {n}") for n in range(1, 6)]
    game = prepare(book, BOTH, "setup.6-scenery", scenery=pieces, before={"state": {"first_player": BLUE}})

    game.play("blue places Rock 3 at 10, 10", "red places Rock 1 at 30, 10")
    assert game.refuse("blue places Rock 1 at 50, 10").reason == "no-such-scenery"
    game.play("blue places Rock 2 at 50, 10", "red places Rock 5 at 10, 50")

    assert [(event.side, event.scenery) for event in game.events(SceneryPlaced)] == [
        (BLUE, "Rock 3"),
        (RED, "Rock 1"),
        (BLUE, "Rock 2"),
        (RED, "Rock 5"),
    ]
    assert game.state.step == "setup.7-deploy"


@pytest.mark.rule("setup.6-scenery")
def test_how_many_pieces_each_places_is_agreed_before(book: Rulebook) -> None:
    pieces = [rock(f"Rock {n}") for n in range(1, 7)]
    game = prepare(book, BOTH, "setup.6-scenery", scenery=pieces)
    assert game.refuse("each side places 4").reason == "not-an-option"

    game.play("each side places 1", "red places Rock 1 at 10, 10", "blue places Rock 2 at 30, 10")

    assert game.last(SceneryAgreed).n == 1
    assert game.state.step == "setup.7-deploy"


@pytest.mark.rule("setup.6-scenery")
def test_all_scenery_may_be_left_away(book: Rulebook) -> None:
    game = prepare(book, BOTH, "setup.6-scenery", scenery=[rock("Rock 1"), rock("Rock 2")])

    game.play("each side places 0")

    assert game.state.step == "setup.7-deploy"


@pytest.mark.rule("setup.6-scenery")
def test_who_finds_no_room_takes_a_piece_of_his_opponent_off_that_he_is_ahead(book: Rulebook) -> None:
    """H-144."""
    pieces = [rock(f"Rock {n}") for n in range(1, 7)]
    game = prepare(book, BOTH, "setup.6-scenery", scenery=pieces).pass_over("setup.6-scenery")
    game.play("red places Rock 1 at 10, 10", "blue places Rock 2 at 30, 10", "red places Rock 3 at 50, 10")

    game.play("blue finds no room")

    assert game.last(NoRoomFound).taken_back == "Rock 3"
    assert list(game.state.scenery) == ["Rock 1", "Rock 2"]
    assert game.state.step == "setup.7-deploy"


@pytest.mark.rule("setup.6-scenery")
def test_when_nobody_is_ahead_nothing_is_taken_back(book: Rulebook) -> None:
    pieces = [rock(f"Rock {n}") for n in range(1, 5)]
    game = prepare(book, BOTH, "setup.6-scenery", scenery=pieces).pass_over("setup.6-scenery")
    game.play("red places Rock 1 at 10, 10", "blue places Rock 2 at 30, 10", "red finds no room")

    assert game.last(NoRoomFound).taken_back is None
    assert list(game.state.scenery) == ["Rock 1", "Rock 2"]


@pytest.mark.rule("setup.7-deploy")
def test_who_is_gone_before_he_came_is_not_deployed(book: Rulebook) -> None:
    before = {YLISS: {"gone": Gone.REMOVED}}
    game = prepare(book, FOUR, "setup.7-deploy", before=before).play("red takes the south half")
    game.play("red deploys Yuri at 10, 5", "red deploys Vlädd at 20, 5", "blue deploys Elenia at 10, 55")

    assert game.state.step != "setup.7-deploy"
    assert not game[YLISS].on_field


@pytest.mark.rule("setup.7-deploy")
def test_who_finds_no_room_to_deploy_leaves_the_rest_out(book: Rulebook) -> None:
    game = prepare(book, FOUR, "setup.7-deploy").play("red takes the south half")

    game.play("red deploys Yuri at 10, 5", "red leaves the rest out", "blue deploys Elenia at 10, 55")
    game.play("blue deploys Yliss at 20, 55")

    assert game.last(NoRoomFound) == NoRoomFound(rule="setup.7-deploy", side=RED, what="fighter")
    assert (game[VLADD].on_field, game[YLISS].on_field) == (False, True)
    assert game.state.step != "setup.7-deploy"


def spaced(book: Rulebook, place: At) -> str | None:
    """Try to place a rock of radius 2 cm near another at 20, 30 and a marker at 40, 30; say what objects."""
    game = prepare(
        book,
        BOTH,
        "setup.6-scenery",
        scenery=[rock(), rock("Stone"), rock("Log")],
        lying={"Rock": (20, 30)},
        tokens={"Idol": (40, 30)},
    )
    line = f"red places Stone at {place[0]}, {place[1]}"
    game.pass_over("setup.6-scenery")
    return str(game.refuse(line).about["near"]) if game.objection(line) else None


NEAR = {"Rock": (20, 39), "edge": (30, 7), "Idol": (40, 38)}


@pytest.mark.rule("setup.6-scenery", books="en de it pt")
@pytest.mark.parametrize("what", NEAR)
def test_exactly_five_centimetres_between_scenery_are_enough(book: Rulebook, what: str) -> None:
    """From other scenery, the edge and markers alike."""
    assert spaced(book, NEAR[what]) is None


@pytest.mark.rule("setup.6-scenery", books="fr")
@pytest.mark.parametrize("what", NEAR)
def test_exactly_five_centimetres_between_scenery_are_too_few(book: Rulebook, what: str) -> None:
    x, y = NEAR[what]

    assert spaced(book, (x, y)) == what
    assert spaced(book, (x, y + 0.02)) is None


@pytest.mark.rule("setup.6-scenery")
def test_less_than_five_centimetres_are_too_few_in_every_book(book: Rulebook) -> None:
    assert spaced(book, (20, 38.98)) == "Rock"
    assert spaced(book, (30, 6.98)) == "edge"
    assert spaced(book, (40, 37.98)) == "Idol"


@pytest.mark.rule("setup.7-half")
def test_on_a_square_field_any_side_may_be_chosen_and_the_opponent_has_the_other(book: Rulebook) -> None:
    game = prepare(book, BOTH, "setup.7-deploy", before={"state": {"first_player": BLUE}})

    assert isinstance(game.question, Choice)
    assert (game.question.asked, set(game.question.allowed_options())) == (
        BLUE,
        {"north", "south", "west", "east"},
    )
    game.play("blue takes the west half")

    assert game.last(HalfChosen).opposite == "east"
    assert (game.side(BLUE).half, game.side(RED).half) == ("west", "east")


@pytest.mark.rule("setup.7-half")
@pytest.mark.parametrize(("size", "halves"), [((90, 60), {"west", "east"}), ((60, 90), {"north", "south"})])
def test_a_longer_field_is_divided_across(book: Rulebook, size: At, halves: set[str]) -> None:
    game = prepare(book, BOTH, "setup.7-deploy", size=size)

    assert isinstance(game.question, Choice)
    assert set(game.question.allowed_options()) == halves
    game.refuse("red takes the south half" if "west" in halves else "red takes the west half")


def deploying(
    book: Rulebook,
    *,
    ambush: bool = False,
    pieces: Iterable[Piece] = BOTH,
    half: str = "south",
    **given: Any,
) -> Game:
    """Stand where red, whose half is the south or another, deploys Yuri."""
    deck = [mission("Mission", deployment=AMBUSH if ambush else CONFRONTATION)]
    before = {RED: {"mission": "Mission"}, BLUE: {"mission": "Mission"}}
    decks = {RED: deck, BLUE: deck}
    game = prepare(book, pieces, "setup.7-deploy", missions=decks, before=before, **given)
    return game.play(f"red takes the {half} half")


def objection(game: Game, place: At, who: str = "Yuri") -> tuple[str, str] | None:
    """Say by which rule and reason somebody may not be deployed at a place, or nothing."""
    return game.objection(f"{game.question.asked} deploys {who} at {place[0]}, {place[1]}")


@pytest.mark.rule("setup.7-deploy")
def test_the_first_player_deploys_all_his_fighters_before_his_opponent(book: Rulebook) -> None:
    game = deploying(book, pieces=FOUR)

    assert objection(game, (10, 5), "Elenia") == ("setup.7-deploy", "not-to-deploy")
    game.play("red deploys Vlädd at 10, 5", "red deploys Yuri at 20, 5")
    game.play("blue deploys Elenia at 10, 55", "blue deploys Yliss at 20, 55")

    assert [event.fighter for event in game.events(Deployed)] == [VLADD, YURI, ELENIA, YLISS]
    assert positions(game.match)[YURI] == (20, 5)


@pytest.mark.rule("setup.7-deploy")
def test_a_base_is_deployed_wholly_on_the_field(book: Rulebook) -> None:
    """H-07: 1.5 cm from the edge is enough for a base of 30 mm."""
    game = deploying(book)

    assert objection(game, (30, 1.4)) == ("setup.7-deploy", "leaves-field")
    assert objection(game, (30, 1.5)) is None
    game.play("red deploys Yuri at 30, 1.5")


@pytest.mark.rule("setup.7-half", "setup.7-deploy")
@pytest.mark.parametrize(
    ("half", "over", "up_to"),
    [
        ("south", (5, 28.6), (5, 28.5)),
        ("north", (5, 31.4), (5, 31.5)),
        ("west", (28.6, 5), (28.5, 5)),
        ("east", (31.4, 5), (31.5, 5)),
    ],
)
def test_a_base_is_deployed_wholly_in_its_own_half(book: Rulebook, half: str, over: At, up_to: At) -> None:
    """H-38."""
    game = deploying(book, ambush=True, half=half)

    assert objection(game, over) == ("setup.7-half", "wrong-half")
    assert objection(game, up_to) is None
    game.play(f"red deploys Yuri at {up_to[0]}, {up_to[1]}")


@pytest.mark.rule("setup.7-confrontation", "mission.deployment", books="en de it")
def test_exactly_twenty_centimetres_from_the_centre_line_are_enough(book: Rulebook) -> None:
    """The centre of a 30 mm base at 8.5 is 20.00 cm off with its edge."""
    game = deploying(book)

    assert objection(game, (30, 8.52)) == ("setup.7-confrontation", "too-near")
    assert objection(game, (30, 8.5)) is None
    game.play("red deploys Yuri at 30, 8.5")


@pytest.mark.rule("setup.7-confrontation", "mission.deployment", books="fr pt")
def test_exactly_twenty_centimetres_from_the_centre_line_are_too_few(book: Rulebook) -> None:
    """In the books that say more than 20 cm."""
    game = deploying(book)

    assert objection(game, (30, 8.5)) == ("setup.7-confrontation", "too-near")
    assert objection(game, (30, 8.48)) is None
    game.play("red deploys Yuri at 30, 8.48")


@pytest.mark.rule("setup.7-ambush", "mission.deployment")
def test_an_ambush_keeps_off_the_centre_of_the_field(book: Rulebook) -> None:
    """At 30, 8 he is 20.5 cm from the field's centre; the English "of his own half" would bar him."""
    game = deploying(book, ambush=True)

    assert objection(game, (30, 15)) == ("setup.7-ambush", "too-near")
    assert objection(game, (30, 8)) is None
    assert objection(game, (5, 28.5)) is None
    game.play("red deploys Yuri at 30, 8")


@pytest.mark.rule("setup.7-ambush", books="en de it")
def test_exactly_twenty_centimetres_from_the_centre_are_enough(book: Rulebook) -> None:
    game = deploying(book, ambush=True)

    assert objection(game, (30, 8.52)) == ("setup.7-ambush", "too-near")
    assert objection(game, (30, 8.5)) is None
    assert objection(game, (8.5, 28.5)) is None


@pytest.mark.rule("setup.7-ambush", books="fr pt")
def test_exactly_twenty_centimetres_from_the_centre_are_too_few(book: Rulebook) -> None:
    game = deploying(book, ambush=True)

    assert objection(game, (30, 8.5)) == ("setup.7-ambush", "too-near")
    assert objection(game, (30, 8.48)) is None


@pytest.mark.rule("setup.7-confrontation", "setup.7-ambush", "setup.7-half", books="fr")
def test_the_figure_of_deployment(book: Rulebook) -> None:
    """Source: fr 486: A takes the upper half by confrontation, B has the lower half by ambush."""
    decks = {RED: [mission("Line")], BLUE: [mission("Trap", deployment=AMBUSH)]}
    before = {RED: {"mission": "Line"}, BLUE: {"mission": "Trap"}}
    game = prepare(book, BOTH, "setup.7-deploy", missions=decks, before=before)

    game.play("red takes the north half")
    assert objection(game, (30, 51.5)) == ("setup.7-confrontation", "too-near")
    game.play("red deploys Yuri at 30, 52")
    assert objection(game, (40, 15), "Elenia") == ("setup.7-ambush", "too-near")
    game.play("blue deploys Elenia at 5, 28")

    assert positions(game.match) == {YURI: (30, 52), ELENIA: (5, 28)}


@pytest.mark.rule("setup.7-deploy")
def test_nobody_is_deployed_on_another_base_but_friends_may_touch(book: Rulebook) -> None:
    game = deploying(book, pieces=(YURI, VLADD, ELENIA))
    game.play("red deploys Vlädd at 10, 5")

    assert objection(game, (12.9, 5)) == ("setup.7-deploy", "in-the-way")
    game.play("red deploys Yuri at 13, 5")
    assert are_in_contact(game.match, YURI, VLADD)


@pytest.mark.rule("setup.7-deploy")
def test_nobody_is_deployed_in_contact_with_an_enemy(book: Rulebook) -> None:
    """H-39: two ambushes may meet at the centre line."""
    game = deploying(book, ambush=True)
    game.play("red deploys Yuri at 5, 28.5")

    assert objection(game, (5, 31.5), "Elenia") == ("setup.7-deploy", "in-the-way")
    game.play("blue deploys Elenia at 5, 31.6")


@pytest.mark.rule("setup.7-deploy")
def test_a_table_may_rule_that_enemies_are_deployed_in_contact(book: Rulebook) -> None:
    """H-39 decided otherwise."""
    game = deploying(book, ambush=True, rulings={"deployment-contact": True})

    game.play("red deploys Yuri at 5, 28.5", "blue deploys Elenia at 5, 31.5")

    assert are_in_contact(game.match, YURI, ELENIA)


@pytest.mark.rule("setup.7-deploy", "marker.stop", "scenery.crossable")
def test_nobody_is_deployed_on_scenery_or_a_marker(book: Rulebook) -> None:
    """H-40: unless the scenery may be crossed."""
    scenery = [rock(), rock("Swamp", crossable=True)]
    lying = {"Rock": (10.0, 5.0), "Swamp": (20.0, 5.0)}
    game = deploying(book, scenery=scenery, lying=lying, tokens={"Idol": (30, 5)})

    assert objection(game, (11, 5)) == ("setup.7-deploy", "in-the-way")
    assert objection(game, (31, 5)) == ("marker.stop", "ends-on-marker")
    game.play("red deploys Yuri at 20, 5")


@pytest.mark.rule("setup.7-deploy")
def test_a_larger_base_needs_more_room(book: Rulebook) -> None:
    """The nearest edge counts: a base of 40 mm stands half a centimetre further back."""
    game = deploying(book, cards={YURI: fighter().with_changes(base=40)})

    assert objection(game, (30, 8.4)) == ("setup.7-confrontation", "too-near")
    assert objection(game, (30, 7.9)) is None
    assert base(game.play("red deploys Yuri at 30, 7.9").match, YURI).r == 2000


DECK = [tactic("Ruse"), tactic("Rush"), tactic("Rally"), tactic("Riot")]


def choosing(book: Rulebook, leader: Fighter, **yuri: Any) -> Game:
    """Stand where red takes his hand, led by Yuri, and blue by Elenia with PSI 4."""
    before = {RED: {"leader": YURI}, BLUE: {"leader": ELENIA}, YURI: yuri}
    decks = {RED: DECK, BLUE: DECK}
    return prepare(book, BOTH, "setup.8-hand", cards={YURI: leader}, tactics=decks, before=before)


@pytest.mark.rule("setup.8-hand")
def test_a_hand_has_as_many_cards_as_the_leader_has_psi(book: Rulebook) -> None:
    game = choosing(book, fighter(psi=2))

    assert isinstance(game.question, HandQuestion)
    assert game.question.n == 2
    assert game.refuse("red holds Ruse").rule == "setup.8-hand"
    assert game.refuse("red holds Ruse; Rush; Rally").rule == "setup.8-hand"
    game.play("red holds Ruse; Rally")

    assert game.events(HandTaken)[0].cards == ("Ruse", "Rally")
    assert game.events(HandTaken)[0].seen_by(BLUE).cards is None
    assert game.events(HandTaken)[0].seen_by(BLUE).n == 2


@pytest.mark.rule("setup.8-hand")
def test_no_two_cards_of_a_hand_have_the_same_name(book: Rulebook) -> None:
    game = choosing(book, fighter(psi=2))

    assert game.refuse("red holds Ruse; Ruse").rule == "setup.8-hand"


@pytest.mark.rule("setup.8-hand")
def test_who_has_fewer_cards_takes_them_all_unasked(book: Rulebook) -> None:
    """H-32; blue's leader has PSI 4, and four cards."""
    game = choosing(book, fighter(psi=9))

    assert [event.cards for event in game.events(HandTaken)] == [("Ruse", "Rush", "Rally", "Riot")] * 2
    assert game.side(BLUE).hand == ("Ruse", "Rush", "Rally", "Riot")


@pytest.mark.rule("setup.8-hand")
def test_a_leader_without_psi_leads_to_an_empty_hand(book: Rulebook) -> None:
    game = choosing(book, fighter(psi=0))

    assert game.events(HandTaken)[0].cards == ()


@pytest.mark.rule("setup.8-hand")
def test_a_deck_with_a_card_twice_has_it_once(book: Rulebook) -> None:
    before = {RED: {"leader": YURI}, BLUE: {"leader": ELENIA}}
    twice = [tactic("Ruse"), tactic("Ruse"), tactic("Rush")]
    game = prepare(book, BOTH, "setup.8-hand", tactics={RED: twice}, before=before)

    assert game.events(HandTaken)[0].cards == ("Ruse", "Rush")


@pytest.mark.rule("setup.8-hand")
def test_the_hand_is_taken_by_the_leaders_psi_as_it_is_now(book: Rulebook) -> None:
    """H-32, H-26: an effect may have wounded his head."""
    game = choosing(book, fighter(psi=4, hurt={PSI: 1}, cp={HEAD: (1, 2)}), lost={HEAD: 1})

    assert isinstance(game.question, HandQuestion)
    assert game.question.n == 1


@pytest.mark.rule("setup.9-ap", "match.rounds")
def test_everybody_on_the_field_has_three_action_points_and_the_first_round_begins(book: Rulebook) -> None:
    before = {
        YURI: {"place": (10_000, 5_000), "on_field": True},
        ELENIA: {"place": (10_000, 55_000), "on_field": True},
    }
    game = prepare(book, FOUR, "setup.9-ap", before=before)

    assert [(event.fighter, event.n) for event in game.events(ApGiven)] == [(YURI, 3), (ELENIA, 3)]
    assert (game[YURI].ap, game[VLADD].ap) == (3, 0)
    assert game.last(RoundBegun) == RoundBegun(rule="match.rounds", round=1)
    assert game.state.step == "first-player"


@pytest.mark.rule(
    "setup.1-reveal",
    "setup.2-sp",
    "setup.3-bid",
    "setup.4-leader",
    "setup.5-mission",
    "setup.6-scenery",
    "setup.7-deploy",
    "setup.8-hand",
    "setup.9-ap",
)
def test_a_whole_preparation(book: Rulebook) -> None:
    game = prepare(
        book,
        FOUR,
        missions={RED: [mission("Open road"), mission("Quiet knife", SECRET)], BLUE: [mission("Wait")]},
        tactics={RED: [*DECK, tactic("Retreat")], BLUE: DECK},
        scenery=[rock(), rock("Stone")],
    )

    game.play("red bids 2", "blue bids 1", "blue goes first", "blue is led by Elenia", "red is led by Vlädd")
    game.play("red plays the mission Quiet knife")
    game.play("blue places Stone at 30, 30", "red places Rock at 45, 30", "blue takes the north half")
    game.play("blue deploys Elenia at 10, 55", "blue deploys Yliss at 20, 55")
    game.play("red deploys Yuri at 10, 5", "red deploys Vlädd at 20, 5", "red holds Ruse; Rush; Rally; Riot")

    steps = [event.step for event in game.events(StepBegun)]
    assert [*steps] == [*book.preparation.steps, "first-player"]
    assert (game.side(RED).sp, game.side(BLUE).sp) == (6, 7)
    assert game.question.rule == "first-player.bid"
