"""Positions that can be put on the table, and all the ways in which one cannot."""

from typing import Any

import pytest
import rule_report
from duels import ELENIA, SHOOTING, VLADD, YURI, fighter, item, use
from matches import element
from tables import disc, wall

from edencli.match.match import Setup
from edencli.match.pieces import Piece, Side
from edencli.model.effect import Grants
from edencli.model.fighter import Ability, Fighter
from edencli.model.game import Band, Mission, Symbol, Tactic
from edencli.model.scenery import Outline, Scenery
from edencli.model.terms import AbilityKind, Characteristic, Deployment, MissionKind
from edencli.rulebooks.match_steps import MATCH_STEPS
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules.position import check_footing, check_outlines, check_position_data

TWIN = Piece(Side.BLUE, "Yuri")
CARDS = {YURI: fighter().with_changes(name="Yuri"), ELENIA: fighter().with_changes(name="Elenia")}


def band(*tactics: str) -> Band:
    """Make a band with one mission and some tactical cards."""
    mission = Mission(
        name="Let it burn", kind=MissionKind.SECRET, deployment=Deployment.AMBUSH, objectives=()
    )
    return Band(
        name="The Rust Gang",
        rulebook=None,
        symbol=Symbol(faction="Jokers Gang"),
        budget=None,
        fighters=(),
        missions=(mission,),
        tactics=tuple(
            Tactic(name=name, tactical=True, first_round=False, cancellation=None, text="")
            for name in tactics
        ),
    )


SETUP = Setup(
    bands={side: band("Duck", "Smoke", "Howl", "Run", "Hide") for side in Side},
    scenery={
        piece.name: piece
        for piece in (
            wall(width=4, depth=2),
            disc("Pond", radius=3, crossable=True),
            wall("Rail", width=9, depth=1),
        )
    },
)


def found(setup: Setup = SETUP, **position: Any) -> dict[tuple[str | int, ...], tuple[str, str]]:
    """What a check finds: the code and form, by path below the position."""
    findings = check_position_data(position, setup, CARDS)
    assert all(one.path[0] == "position" for one in findings)
    return {one.path[1:]: (one.rule.removeprefix("game-position-"), one.form) for one in findings}


def test_nothing_is_wrong_with_a_position_that_can_be() -> None:
    assert (
        found(
            fighters={
                "Yuri": {"at": [10, 10], "legs": {"lost": 5}, "markers": {"burn": 3}},
                "blue Elenia": {"at": [13, 10]},
            },
            scenery={"Wall": {"at": [20, 20]}, "Pond": {"at": [10, 12]}},
            players={"red": {"half": "south", "leader": "Yuri", "mission": "Let it burn", "hand": ["Duck"]}},
            markers=[{"name": "Idol", "at": [10, 10]}],
        )
        == {}
    )
    assert found() == {}


def test_names_of_nobody_are_found_and_the_nearest_offered() -> None:
    findings = check_position_data(
        {"fighters": {"Yurri": {}}, "scenery": {"Wal": {"at": [9, 9]}}}, SETUP, CARDS
    )

    assert [(one.form, one.values["nearest"]) for one in findings] == [
        ("fighters", "Yuri"),
        ("scenery", "Wall"),
    ]


def test_a_name_of_both_sides_needs_its_side() -> None:
    cards = {**CARDS, TWIN: CARDS[YURI]}

    (finding,) = check_position_data({"fighters": {"Yuri": {"at": [9, 9]}}}, SETUP, cards)
    assert (finding.rule, finding.form, finding.values) == ("game-position-ambiguous", "", {"name": "Yuri"})
    assert check_position_data({"fighters": {"red Yuri": {}, "blue Yuri": {}}}, SETUP, cards) == ()


def test_places_stand_where_a_field_is_measured_and_nowhere_else() -> None:
    by_eye = SETUP._replace(measured=False)

    assert found(fighters={"Yuri": {"on-field": True}}) == {("fighters", "Yuri", "on-field"): ("place", "")}
    assert found(markers=[{"name": "Idol"}]) == {("markers", 0): ("place", "")}
    assert found(by_eye, fighters={"Yuri": {"at": [9, 9]}}) == {
        ("fighters", "Yuri", "at"): ("place", "unmeasured")
    }
    assert found(by_eye, fighters={"Yuri": {"on-field": True}}, markers=[{"name": "Idol"}]) == {}


def test_nobody_is_told_of_twice() -> None:
    assert found(fighters={"Yuri": {}, "red Yuri": {"ap": 1}}) == {
        ("fighters", "red Yuri"): ("ambiguous", "twice")
    }


@pytest.mark.parametrize("at", [[1.4, 10], [58.6, 10], [10, 1.4], [10, 58.6]])
def test_a_base_hangs_over_no_edge(at: list[float]) -> None:
    assert found(fighters={"Yuri": {"at": at}}) == {("fighters", "Yuri", "at"): ("off-field", "")}
    assert found(fighters={"Yuri": {"at": [1.5, 58.5]}}) == {}


def test_neither_does_scenery_as_it_is_turned() -> None:
    rail = {"at": [1, 30]}

    assert found(scenery={"Rail": rail}) == {("scenery", "Rail", "at"): ("off-field", "")}
    assert found(scenery={"Rail": {**rail, "turn": 90}}) == {}


def test_bases_touch_and_do_not_overlap() -> None:
    assert found(fighters={"Yuri": {"at": [10, 10]}, "Elenia": {"at": [12.9, 10]}}) == {
        ("fighters", "Elenia", "at"): ("overlap", "")
    }
    assert found(fighters={"Yuri": {"at": [10, 10]}, "Elenia": {"at": [13, 10]}}) == {}


def offers_of_places(*overlapping: str) -> list[bool]:
    """Whether a free place is offered for each fighter in the others' way, with a wall far away."""
    fighters = {name: {"at": [10 + n, 10]} for n, name in enumerate(("Yuri", *overlapping))}
    cards = CARDS | {VLADD: fighter().with_changes(name="Vlädd")}
    position = {"fighters": fighters, "scenery": {"Wall": {"at": [40, 40]}}}
    return [
        "place" in one.values or "places" in one.values for one in check_position_data(position, SETUP, cards)
    ]


@pytest.mark.parametrize(("most", "is_offered"), [(2, False), (3, True), (4, True)])
def test_with_too_much_on_the_field_no_free_place_is_sought(
    most: int, *, is_offered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two fighters and a wall."""
    monkeypatch.setattr("edencli.rules.position.MOST_AROUND", most)

    assert offers_of_places("Elenia") == [is_offered]


@pytest.mark.parametrize(("most", "offers"), [(1, [True, False]), (2, [True, True])])
def test_a_free_place_is_sought_for_the_first_bases_alone(
    most: int, offers: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("edencli.rules.position.MOST_PLACED", most)

    assert offers_of_places("Elenia", "Vlädd")[:2] == offers


def test_a_base_stands_in_scenery_only_where_it_may_be_crossed() -> None:
    there = {"Yuri": {"at": [10, 10]}}

    assert found(fighters=there, scenery={"Wall": {"at": [12, 12]}}) == {
        ("fighters", "Yuri", "at"): ("overlap", "scenery")
    }
    assert found(fighters=there, scenery={"Pond": {"at": [10, 10]}}) == {}
    assert found(fighters=there, scenery={"Wall": {"at": [13.5, 10]}}) == {}


def test_somebody_who_is_in_no_band_may_be_meant_too() -> None:
    setup = SETUP._replace(npfs={"Rat": fighter().with_changes(name="Rat")})
    (finding,) = check_position_data({"fighters": {"kat": {}}}, setup, CARDS)

    assert finding.values == {"name": "kat", "nearest": "Rat"}


def test_what_lasts_and_what_happened_are_offered_as_they_were_meant() -> None:
    (finding,) = check_position_data({"happened": [{"event": "woundde"}]}, SETUP, CARDS)

    assert (finding.form, finding.values["nearest"]) == ("happened", "wounded")


def test_uses_are_counted_of_what_a_fighter_has() -> None:
    uses = {"round": {"move": 2, "gear.Bow.shooting": 1}, "match": {"ability.Roar": 1}}
    bow = item("Bow", use(SHOOTING, range=20))
    cards = {YURI: CARDS[YURI].with_changes(equipment=(bow,))}

    findings = check_position_data({"fighters": {"Yuri": {"uses": uses}}}, SETUP, cards)
    assert [(one.form, one.path[-2:]) for one in findings] == [("uses", ("match", "ability.Roar"))]
    assert findings[0].rule == "game-position-unknown"
    uses = {"round": {"mvoe": 2}, "match": {"gear.Bow.projectile": 1}}
    findings = check_position_data({"fighters": {"Yuri": {"uses": uses}}}, SETUP, cards)
    assert [one.values["nearest"] for one in findings] == ["move", "gear.Bow.shooting"]


def test_who_is_gone_is_in_nobody_s_way_and_stands_nowhere() -> None:
    gone = {"at": [10, 10], "gone": "removed"}

    assert found(fighters={"Yuri": gone, "Elenia": {"at": [10, 10]}}) == {
        ("fighters", "Yuri", "at"): ("gone", "")
    }


def test_a_limb_loses_what_it_has_and_its_last_cp_takes_the_fighter_along() -> None:
    assert found(fighters={"Yuri": {"arms": {"lost": 7}}}) == {
        ("fighters", "Yuri", "arms", "lost"): ("lost", "more")
    }
    assert found(fighters={"Yuri": {"arms": {"lost": 6}}}) == {
        ("fighters", "Yuri", "arms", "lost"): ("lost", "arms")
    }
    assert found(fighters={"Yuri": {"arms": {"lost": 6}, "gone": "incapacitated"}}) == {}


@pytest.mark.parametrize(
    ("key", "value", "path", "form"),
    [
        ("leader", "Elenia", ("leader",), "leader"),
        ("leader", "blue Elenia", ("leader",), "leader"),
        ("mission", "Let it be", ("mission",), "missions"),
        ("hand", ["Duck", "Goose"], ("hand", 1), "tactics"),
        ("played", ["Goose"], ("played", 0), "tactics"),
        ("in-force", ["Goose"], ("in-force", 0), "tactics"),
    ],
)
def test_a_player_has_what_is_in_his_band(key: str, value: object, path: tuple[str, ...], form: str) -> None:
    assert found(players={"red": {key: value}}) == {("players", "red", *path): ("unknown", form)}


def test_a_hand_may_be_larger_than_the_psi_that_the_leader_s_card_prints() -> None:
    """H-32: his current PSI made it, which a card or an idol may have raised."""
    five = ["Duck", "Smoke", "Howl", "Run", "Hide"]

    assert CARDS[YURI].printed_value(Characteristic.PSI) < len(five)
    assert found(players={"red": {"leader": "Yuri", "hand": five}}) == {}


def test_a_hand_holds_no_card_that_was_played() -> None:
    assert found(players={"red": {"leader": "red Yuri", "hand": ["Duck"], "played": ["Duck"]}}) == {
        ("players", "red", "hand", 0): ("hand", "")
    }


def test_a_marker_may_hang_over_the_edge_and_none_lies_beside_the_field() -> None:
    """Where it may be laid its middle decides (marker.place)."""
    smoke = {"name": "Smoke", "area": True, "radius": 3}

    assert found(markers=[{**smoke, "at": [1, 30]}]) == {}
    assert found(markers=[{**smoke, "at": [61, 30]}]) == {("markers", 0, "at"): ("off-field", "")}


def test_nobody_s_fighters_stand_on_the_field_before_anybody_is_deployed() -> None:
    rat, piece = fighter().with_changes(name="Rat", level=1, value=None), Piece(None, "Rat")
    setup = SETUP._replace(npfs={"Rat": rat})

    def early(step: str) -> list[str]:
        position = {"step": step, "fighters": {"Rat": {"at": [30, 30]}, "Yuri": {"at": [10, 10]}}}
        findings = check_position_data(position, setup, CARDS | {piece: rat})
        return [str(one.path[2]) for one in findings if one.rule == "game-position-early"]

    assert early("setup.6-scenery") == ["Rat", "Yuri"]
    assert early("setup.7-deploy") == ["Yuri"]
    assert early("setup.8-hand") == []


@pytest.mark.parametrize(
    ("giver", "position", "key"),
    [
        ("setup.2-sp", {"players": {"red": {"sp": 3}}}, "sp"),
        ("setup.4-leader", {"players": {"red": {"leader": "Yuri"}}}, "leader"),
        ("setup.6-scenery", {"scenery": {"Pond": {"at": [30, 30]}}}, "scenery"),
        ("setup.7-deploy", {"players": {"red": {"half": "south"}}}, "half"),
        ("setup.7-deploy", {"fighters": {"Yuri": {"at": [10, 10]}}}, "at"),
        ("setup.8-hand", {"players": {"red": {"hand": ["Duck"]}}}, "hand"),
        ("setup.8-hand", {"players": {"red": {"played": ["Duck"]}}}, "played"),
        ("setup.8-hand", {"players": {"red": {"in-force": ["Duck"]}}}, "in-force"),
        ("setup.9-ap", {"fighters": {"Yuri": {"ap": 3}}}, "ap"),
    ],
)
def test_what_a_step_is_still_to_give_no_position_has_at_it(
    giver: str, position: dict[str, Any], key: str
) -> None:
    """Once the step is over, it has."""
    then = MATCH_STEPS[MATCH_STEPS.index(giver) + 1]

    def early(step: str) -> list[Any]:
        findings = check_position_data({"step": step, **position}, SETUP, CARDS)
        return [(one.path[-1], one.values) for one in findings if one.rule == "game-position-early"]

    assert early(giver) == [(key, {"key": key, "step": giver, "giver": giver})]
    assert early(then) == []


def test_what_a_card_grants_may_have_been_used() -> None:
    bow = item("Bow", use(SHOOTING, range=10, strength=2))
    lent = Ability(name="Lent", kind=AbilityKind.PERMANENT, text="", effects=(Grants(equipment=(bow,)),))
    cards = CARDS | {ELENIA: CARDS[ELENIA].with_changes(abilities=(lent,))}
    uses = {"match": {"gear.Bow.shooting": 1}}

    def why(profiles: dict[Piece, Fighter]) -> list[str]:
        position = {"fighters": {"Elenia": {"at": [10, 10], "uses": uses}}}
        return [one.form for one in check_position_data(position, SETUP, profiles)]

    assert (why(CARDS), why(cards)) == (["uses"], [])


def test_halves_face_each_other_across_the_longer_side() -> None:
    def halves(red: str, blue: str, setup: Setup = SETUP) -> object:
        return found(setup, players={"red": {"half": red}, "blue": {"half": blue}})

    long = SETUP._replace(width=90_000)
    assert halves("west", "east") == halves("west", "east", long) == {}
    assert halves("west", "north") == {("players", "blue", "half"): ("half", "")}
    assert halves("south", "north", long) == {
        ("players", "red", "half"): ("half", "long"),
        ("players", "blue", "half"): ("half", "long"),
    }


@pytest.mark.parametrize(
    ("corners", "fault"),
    [
        (((0, 0), (4, 4), (4, 0), (0, 4)), "crossing"),
        (((0, 0), (4, 0), (4, 4), (4, 0)), "repeated"),
        (((0, 0), (4, 0), (2, 0)), "flat"),
        (((0, 0), (2, 0), (4, 0)), "flat"),
        (((0, 0), (4, 0), (4, 0.000001)), "repeated"),
    ],
)
def test_an_outline_is_a_shape(corners: tuple[tuple[float, float], ...], fault: str) -> None:
    good = wall(width=1, depth=1)
    bad = Scenery(name="Bad", outline=Outline(corners=corners))

    (finding,) = check_outlines([good, bad])
    assert (finding.rule, finding.form, finding.path[:3]) == (
        "scenery-outline",
        fault,
        ("elements", 1, "polygon"),
    )
    assert finding.values["corner"] == int(str(finding.path[3])) + 1


def test_a_disc_is_large_enough_to_be_stored() -> None:
    (finding,) = check_outlines([disc(radius=0.0001)])

    assert (finding.form, finding.path) == ("radius", ("elements", 0, "disc"))


@pytest.mark.parametrize("thin", [0.001, -0.001])
@pytest.mark.parametrize("long", [9.0, 0.001])
def test_however_thin_a_piece_is_it_can_lie_turned(thin: float, long: float) -> None:
    sliver = Scenery(name="Sliver", outline=Outline(corners=((0, 0), (long, 0), (long / 2, thin))))
    setup = SETUP._replace(scenery={"Sliver": sliver})

    turns = range(-360, 361, 5)
    assert not [turn for turn in turns if found(setup, scenery={"Sliver": {"at": [30, 30], "turn": turn}})]


@pytest.mark.parametrize(("x", "depth"), [(12.746, "0.25"), (12.744, "0.26"), (12.9, "0.1"), (10, "3")])
def test_how_deep_bases_overlap_is_told_to_a_tenth_of_a_millimetre(x: float, depth: str) -> None:
    there = {"Yuri": {"at": [10, 10]}, "Elenia": {"at": [x, 10]}}

    (finding,) = check_position_data({"fighters": there}, SETUP, CARDS)

    assert finding.values["depth"] == depth


UPON = Setup(
    chapters=("territory",),
    scenery={
        one.name: one
        for one in (
            element("Crag", radius=3, elevation=None, hiding=1),
            element("Wreck", radius=2),
            element("Oil", radius=3, occupation=None),
            element("Hill", radius=3, occupation=None, elevation=None),
            element("Hedge", radius=2, crossing=None),
        )
    },
)
LIE = {
    "Crag": {"at": [30, 30]},
    "Wreck": {"at": [10, 30]},
    "Oil": {"at": [50, 30]},
    "Hill": {"at": [30, 50]},
    "Hedge": {"at": [10, 50]},
}


@pytest.mark.rule("territory.default", "territory.elevation", "territory.hiding")
@pytest.mark.parametrize(
    ("yuri", "key", "form"),
    [
        ({"at": [30, 31], "raised": "Crag"}, "", ""),
        ({"at": [30, 31]}, "at", "scenery"),
        ({"at": [30, 34.5], "hidden": "Crag"}, "", ""),
        ({"at": [30, 35.5], "hidden": "Crag"}, "hidden", "hidden"),
        ({"at": [30, 34.5], "raised": "Crag"}, "raised", "raised"),
        ({"at": [10, 33.5], "hidden": "Wreck"}, "hidden", "hidden"),
        ({"at": [10, 32]}, "at", "scenery"),
        ({"at": [10, 52]}, "at", "only-crossed"),
        ({"at": [50, 31]}, "", ""),
        ({"at": [30, 54]}, "at", "slope"),
        ({"at": [30, 54], "raised": "Hill"}, "", ""),
        ({"at": [30, 54.5]}, "", ""),
        ({"at": [30, 54.5], "raised": "Hill"}, "raised", "raised"),
        ({"gone": "incapacitated"}, "", ""),
    ],
)
def test_who_stands_among_scenery_with_keywords_can_stand_so(
    book: Rulebook, yuri: dict[str, Any], key: str, form: str
) -> None:
    position = {"scenery": LIE, "fighters": {"Yuri": yuri}}

    findings = list(check_footing(position, UPON, CARDS, book))

    found = {(one.path[-1], one.form) for one in findings}
    assert found == ({(key, form)} if key else set())
    rule_report.note(["territory.default", "territory.elevation", "territory.hiding"])


def test_fire_closes_what_could_be_occupied() -> None:
    burning = {**LIE, "Oil": {"at": [50, 30], "burn": 1}}
    position = {"scenery": burning, "fighters": {"Yuri": {"at": [50, 31]}}}

    (found,) = check_footing(position, UPON, CARDS, rulebook("en"))

    assert (found.rule, found.values["other"]) == ("game-position-overlap", "Oil")


UNMEASURED = SETUP._replace(measured=False)


@pytest.mark.parametrize(
    "seen",
    [
        {"fact": "touching", "one": "red Yuri", "told": True},
        {"fact": "touching", "one": "red Yuri", "other": "Elenia", "told": 1},
        {"fact": "touching", "one": "red Yuri", "other": "Elenia", "far": 3, "told": True},
        {"fact": "seeing", "viewer": "red Yuri", "target": "Elenia", "told": True},
        {"fact": "at-scenery", "piece": "red Yuri", "scenery": "Wall", "told": "nowhere"},
        {"fact": "smelling", "one": "red Yuri", "told": True},
    ],
)
def test_what_was_told_of_a_field_is_a_fact_with_its_parts(seen: dict[str, Any]) -> None:
    assert found(UNMEASURED, seen=[seen])["seen", 0, "fact"] == ("unknown", "seen")


def test_what_was_told_of_a_field_names_whom_there_is_and_is_told_of_none_that_is_measured() -> None:
    told = {"fact": "touching", "one": "red Yuri", "other": "Elenia", "told": True}

    assert found(UNMEASURED, seen=[told]) == {}
    assert found(SETUP, seen=[told]) == {("seen", 0, "fact"): ("unknown", "measured")}
    assert found(UNMEASURED, seen=[{**told, "other": "Elna"}]) == {
        ("seen", 0, "other"): ("unknown", "fighters")
    }
    nowhere = {"fact": "at-scenery", "piece": "red Yuri", "scenery": "Wal", "told": "away"}
    assert found(UNMEASURED, seen=[nowhere]) == {("seen", 0, "scenery"): ("unknown", "scenery")}
