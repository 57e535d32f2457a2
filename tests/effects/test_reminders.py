"""Cards that remind, and what players do that cards hear of: texts are shown, secrets are kept."""

from pathlib import Path

from duels import RED
from effects.any_card import as_card
from effects.carded import begun, mission
from effects.written_games import FAR, USER, ability, play

from edencli.effects.authoring import find_impossible_effects, find_text_without_effect
from edencli.match.table_events import MissionPlayed
from edencli.model.terms import MissionKind

VOTE = {"effect": "when", "event": "attack-begun", "sufferer": USER, "do": [{"op": "remind"}]}
TOUCHING = {
    "fighters": {
        "Nell": {"at": [30, 30]},
        "Bram": {"at": FAR},
        "Cole": {"at": [33, 30]},
        "Dirk": {"at": [5, 5]},
    }
}
BLOW = ("blue activates Cole", "Cole attacks Nell", "Nell stays passive", {"dice": [1, 1, 1, 1]})


def test_the_next_line_declines_what_is_left_to_agreement_and_the_text_is_told(tmp_path: Path) -> None:
    told = play(tmp_path, *BLOW, nell=(ability("Vote", VOTE),), position={**TOUCHING, "first": "blue"})

    assert "“Vote” of Nell says: See the effects." in told
    assert "By agreement" not in told


def test_the_practice_of_chance_declines_it_and_the_text_is_told(tmp_path: Path) -> None:
    card = ability("Dawn", {"effect": "when", "event": "designated", "do": [{"op": "remind"}]})
    options = ("--random", "--seed", "4")

    told = play(tmp_path, nell=(card,), position=TOUCHING, options=options)

    assert "“Dawn” of Nell says: See the effects." in told


def test_a_card_that_reminds_is_no_card_without_effects() -> None:
    card = as_card(ability("Vote", VOTE))

    assert list(find_text_without_effect(card)) == []
    assert list(find_impossible_effects(card)) == []


def test_a_secret_mission_is_not_read_out() -> None:
    effect = {"effect": "when", "event": "round-begun", "do": [{"op": "remind"}]}
    head = {"name": "Errand", "kind": "secret", "deployment": "ambush"}

    card = as_card({**head, "objectives": [{"text": "x", "vp": 1}], "effects": [effect]})

    assert [(one.rule, one.form) for one in find_impossible_effects(card)] == [
        ("effect-never", "secret-text")
    ]


def test_no_card_hears_of_a_secret_mission() -> None:
    crier = mission(
        """
        objectives: [{text: x, vp: 1}]
        effects: [{effect: when, event: mission-played, do: [{op: give-sp}]}]
        """
    )
    took = {}
    for kind in MissionKind:
        match = begun(missions={RED: crier})
        (listener,) = match.listeners
        event = MissionPlayed(rule="setup.5-mission", side=RED.other, mission="Hush", secrecy=kind)
        took[kind] = len(listener.triggers(match, event))

    assert took == {MissionKind.SECRET: 0, MissionKind.REVEALED: 1}
