"""Words of cards that validate, and once did nothing or something else: each in a match of its own."""

from pathlib import Path
from typing import Any

import pytest
from effects.written_games import FAR, USER, ability, play

FALLING = {
    "first": "blue",
    "fighters": {
        "Nell": {"at": [30, 10]},
        "Bram": {"at": [30, 20], "head": {"lost": 3}},
        "Cole": {"at": [33, 20]},
        "Dirk": {"at": FAR},
    },
}
KILL = ("blue activates Cole", "Cole attacks Bram", "Bram stays passive", {"dice": [4, 1, 1, 1, 1]})


@pytest.mark.parametrize(("within", "rage"), [(15, 1), (6, 0)])
def test_somebody_falls_within_a_length_of_where_they_stood(tmp_path: Path, within: int, rage: int) -> None:
    """From edge to edge it is 7 cm."""
    fallen = {"side": "allies", "within": within, "out": True}
    give = {"op": "give-markers", "who": USER, "marker": "rage"}
    mourner = ability("Mourner", {"effect": "when", "event": "left", "sufferer": fallen, "do": [give]})
    expected = {"expect": {"Nell": {"markers": {"rage": rage}}}}

    play(tmp_path, *KILL, expected, nell=(mourner,), position=FALLING)


def test_something_is_laid_where_somebody_fell(tmp_path: Path) -> None:
    lay = {"op": "lay", "name": "Cross", "where": {"within": 1, "of": "sufferer"}}
    fallen = {"side": "allies", "out": True}
    grave = ability("Grave", {"effect": "when", "event": "left", "sufferer": fallen, "do": [lay]})
    too_far = {"refuse": {"move": "red lays Cross at 30, 24", "by": "card-over-rule"}}

    play(tmp_path, *KILL, too_far, "red lays Cross at 30, 20", nell=(grave,), position=FALLING)


def test_a_carried_marker_is_lifted_as_well(tmp_path: Path) -> None:
    lines = [
        {"op": "lay", "name": "Chip"},
        {"op": "take-up", "name": "Chip"},
        {"op": "lift", "name": "Chip"},
    ]
    again = {
        "name": "Again",
        "tactical": True,
        "text": "x",
        "effects": [{"effect": "now", "choose": {"who": {"side": "own"}}, "do": lines}],
    }
    standing = {**FALLING, "first": "red", "step": "tactical-phase"}
    moves = ("red plays Again", "red picks Nell", "red lays Chip at 50, 5", {"expect": {"markers": []}})

    play(tmp_path, *moves, tactics=(again,), position=standing)


def test_a_large_marker_keeps_its_distance_from_its_own_edge(tmp_path: Path) -> None:
    """3 cm across at 6.4, its edge is 4.9 cm from that of the field: 5 are needed (marker.place)."""
    wells = {
        "name": "Wells",
        "kind": "revealed",
        "deployment": "ambush",
        "immediate": "Lay a well.",
        "effects": [{"effect": "now", "do": [{"op": "lay", "name": "Well", "across": 3}]}],
        "objectives": [{"text": "x", "vp": 1, "only-if": [{"test": "round", "least": 1}]}],
    }
    moves = (
        *("red bids 1", "blue bids 0", "red goes first", "red is led by Bram", "blue is led by Dirk"),
        "red plays the mission Wells",
        {"refuse": {"move": "red lays Well at 6.4, 30", "by": "marker.place"}},
        "red lays Well at 6.6, 30",
    )

    play(tmp_path, *moves, mission=wells)


def test_a_card_is_still_played_after_an_expectation(tmp_path: Path) -> None:
    """An expectation only looks: the question that is open stays open."""
    payback = {
        "name": "Payback",
        "text": "x",
        "effects": [
            {
                "effect": "when",
                "event": "attack-ended",
                "sufferer": {"side": "own"},
                "success": True,
                "from-hand": True,
                "do": [{"op": "lose-cp", "who": {"the": "doer"}, "limb": "arms"}],
            }
        ],
    }
    fighters = {
        "Nell": {"at": [30, 30]},
        "Bram": {"at": [5, 5]},
        "Cole": {"at": [33, 30]},
        "Dirk": {"at": FAR},
    }
    moves = (
        *("blue activates Cole", "Cole attacks Nell", "Nell stays passive", {"dice": [4, 1, 1, 1, 2]}),
        {"expect": {"Nell": {"arms": {"lost": 1}}}},
        "red plays Payback",
        {"expect": {"Cole": {"arms": {"lost": 1}}}},
    )

    play(tmp_path, *moves, tactics=(payback,), position={"first": "blue", "fighters": fighters})


def test_a_prevented_attack_is_paid_and_told(tmp_path: Path) -> None:
    """AP, the attack of the round and the use of the weapon are gone, and the AP stand beside the throw."""
    prevent = {
        "effect": "instead",
        "event": "attack-begun",
        "doer": {"side": "enemies"},
        "from-hand": True,
        "change": {"change": "prevent"},
    }
    dud = {"name": "Dud", "text": "x", "effects": [prevent]}
    bottle = {"name": "Bottle", "projectile": {"range": 20, "explosive": 3, "uses": {"match": 1}}}
    fighters = {
        "Nell": {"at": [30, 10]},
        "Bram": {"at": [5, 5]},
        "Cole": {"at": [30, 25]},
        "Dirk": {"at": FAR},
    }
    paid = {"ap": 2, "uses": {"round": {"attack": 1}, "match": {"gear.Bottle.projectile": 1}}}
    throw = ("blue activates Cole", "Cole throws Bottle at 30, 10", "red plays Dud")

    told = play(
        tmp_path,
        *throw,
        {"expect": {"Cole": paid}},
        tactics=(dud,),
        cole={"equipment": [bottle]},
        position={"first": "blue", "fighters": fighters},
    )

    lines = told.splitlines()
    first = lines.index(" 2 SP │ Red plays “Dud”.")
    assert lines[first - 1] == "      │ Blue activates Cole (SPD 4)."
    assert lines[first + 1 : first + 4] == [
        "      │   “Dud” takes effect.",
        " 1 AP │ Cole throws Bottle at 30, 10. A card prevents it; what it cost",
        "      │     stays paid.",
    ]


def test_each_effect_of_a_card_is_explained_by_its_own_sentence(tmp_path: Path) -> None:
    foes = {"side": "enemies", "touching": "user"}
    more = {"effect": "adds", "to": "cbt", "by": {"count": foes}}
    less = {"effect": "adds", "to": "cbt", "by": -1, "only-if": [{"test": "there-are", "who": foes}]}
    places = {"Nell": [30, 30], "Bram": [5, 5], "Cole": [33, 30], "Dirk": [27, 30]}
    fighters = {name: {"at": at} for name, at in places.items()}
    moves = (
        "red activates Nell",
        "Nell attacks Cole",
        "Cole stays passive",
        {"dice": [1, 1, 1, 1, 1]},
    )

    told = play(
        tmp_path,
        *moves,
        nell=(ability("Cornered", more, less),),
        position={"fighters": fighters},
        options=("--why", "17"),
    )

    reasons = [line for line in told.splitlines() if "“Cornered”: " in line]
    assert [line.partition("”: ")[0].strip() for line in reasons] == ["= +2 “Cornered", "= −1 “Cornered"]
    assert "the number of enemies" in reasons[0]
    assert "has −1 CBT" in reasons[1]


PATIENTS = {"Nell": {"at": [30, 30]}, "Bram": {"at": [33, 30]}, "Cole": {"at": [5, 50]}, "Dirk": {"at": FAR}}
COMRADE = {"side": "allies", "touching": "user"}


@pytest.mark.parametrize("rulebook", ["fr", "de"])
@pytest.mark.parametrize(
    "effect",
    [
        {"effect": "now", "choose": {"who": COMRADE}, "do": [{"op": "heal"}]},
        {"effect": "now", "do": [{"op": "heal", "who": USER}]},
    ],
    ids=["chosen", "user"],
)
def test_an_ability_that_heals_nobody_cannot_be_used(
    tmp_path: Path, rulebook: str, effect: dict[str, Any]
) -> None:
    """Who has lost no CP is no target of healing (wound.heal): no AP is paid for it."""
    patch = ability("Patch up", effect, kind="action") | {"cost": {"ap": 1}}
    refused = {"refuse": {"move": "Nell uses Patch up", "by": "wound.heal"}}

    play(
        tmp_path,
        *("red activates Nell", refused, {"expect": {"Nell": {"ap": 3}}}),
        nell=(patch,),
        position={"fighters": PATIENTS},
        rulebook=rulebook,
    )


@pytest.mark.parametrize(("rulebook", "chosen"), [("fr", "Nell is done"), ("en", "red picks Bram")])
def test_who_is_unhurt_is_chosen_for_healing_by_some_books(
    tmp_path: Path, rulebook: str, chosen: str
) -> None:
    """There the only one who is hurt needs no choosing."""
    patch = ability(
        "Patch up",
        {"effect": "now", "choose": {"who": {"side": "own"}}, "do": [{"op": "heal", "limb": "arms"}]},
        kind="action",
    )
    hurt = PATIENTS | {"Nell": {"at": [30, 30], "arms": {"lost": 1}}}

    play(
        tmp_path,
        *("red activates Nell", "Nell uses Patch up", chosen),
        nell=(patch,),
        position={"fighters": hurt},
        rulebook=rulebook,
    )


def test_healing_with_a_price_is_not_offered_in_vain(tmp_path: Path) -> None:
    lick = {
        "effect": "when",
        "event": "activation-ended",
        "doer": USER,
        "do": [{"op": "heal", "who": USER}],
    }
    licks = ability("Lick", lick) | {"cost": {"ap": 1}}
    moves = ("red activates Nell", "Nell is done", "blue activates Cole")

    told = play(tmp_path, *moves, nell=(licks,), position={"fighters": PATIENTS}, rulebook="fr")

    assert "Lick" not in told


@pytest.mark.parametrize(("step", "sp"), [("intendancy.9", 11), ("intendancy.10", 10)])
def test_the_step_at_which_a_position_stands_has_begun_already(tmp_path: Path, step: str, sp: int) -> None:
    """Else what a card does at its beginning would be done again in a match that `setup` wrote there."""
    begun = {"effect": "when", "event": "step-begun", "step": "intendancy.10", "do": [{"op": "give-sp"}]}
    expected = {"expect": {"players": {"red": {"sp": sp}}}}

    play(tmp_path, expected, nell=(ability("Dawn", begun),), position={**FALLING, "step": step})


def test_what_answered_itself_before_may_be_chosen_now(tmp_path: Path) -> None:
    """One ability alone hears the activation, two hear the marker: the line is about these."""
    marked = {"effect": "when", "event": "markers-added", "sufferer": USER, "marker": "burn"}
    activated = {"effect": "when", "event": "activated", "doer": USER}
    burn, fear, rage = (
        {"op": "give-markers", "who": USER, "marker": kind} for kind in ("burn", "fear", "rage")
    )
    odd = ability("Odd", {**activated, "do": [burn]}, {**marked, "do": [fear]})
    even = ability("Even", {**marked, "do": [rage]})
    standing = {**FALLING, "first": "red"}

    told = play(
        tmp_path, "red activates Nell", "red picks Odd", "Nell is done", nell=(odd, even), position=standing
    )

    assert told.index("1 fear marker") < told.index("1 rage marker")
