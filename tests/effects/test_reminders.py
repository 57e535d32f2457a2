"""Cards that remind, and what players do that cards hear of: texts are shown, secrets are kept."""

from pathlib import Path
from typing import Any

import pytest
from duels import BLUE, ELENIA, RED, YURI
from effects.any_card import as_card
from effects.carded import PLACES, Played, begun, mission, tactic
from effects.written_games import FAR, USER, ability, play

from edencli.effects.authoring import find_impossible_effects, find_text_without_effect
from edencli.effects.reminders import reminds
from edencli.files.loader import parse_yaml
from edencli.match.card_events import CardReminded
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.table_events import MissionPlayed
from edencli.model.terms import MissionKind
from edencli.rules.questions import CardOffer

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


REMINDS = "- {effect: when, event: activated, do: [{op: remind}]}"
DOG = Piece(None, "Dog")


def reminded(owner: str) -> Match:
    """A match in which one of blue's cards, or a dog's, reminds of its text."""
    spoken = as_card({**ability("Vote"), "effects": [*plain(REMINDS)]})
    errand = mission(
        f"immediate: |\n  Say it\n  aloud.\nobjectives: [{{text: x, vp: 1}}]\neffects: [{REMINDS[2:]}]"
    )
    match = begun(
        {ELENIA: [spoken]} if owner == "ability" else {DOG: [spoken]} if owner == "dog" else {},
        tactics={BLUE: [tactic(REMINDS)]} if owner == "tactic" else {},
        missions={
            "mission": {BLUE: errand},
            "objectives": {BLUE: errand.with_changes(immediate=None)},
        }.get(owner, {}),
        places=PLACES | ({DOG: (50, 50)} if owner == "dog" else {}),
    )
    match.state.sides[BLUE].in_force = ("Ruse",) if owner == "tactic" else ()
    return match


def plain(effects: str) -> Any:
    return parse_yaml(effects.encode(), "effects").data


@pytest.mark.parametrize(
    ("owner", "side", "fighter", "card", "text"),
    [
        ("ability", BLUE, ELENIA, "Vote", "See the effects."),
        ("dog", None, DOG, "Vote", "See the effects."),
        ("tactic", BLUE, None, "Ruse", "..."),
        ("mission", BLUE, None, "Errand", "Say it aloud."),
        ("objectives", BLUE, None, "Errand", "x"),
    ],
)
def test_a_card_reminds_of_its_own_text_and_its_player_may_agree(
    owner: str, side: object, fighter: object, card: str, text: str
) -> None:
    """The card of an NPF is put to the first player."""
    match = reminded(owner)
    played = Played(match, [("activation.designate", YURI)])

    (told,) = played.events(CardReminded)
    assert (told.side, told.fighter, told.card, told.text) == (side, fighter, card, text)
    question = played.referee.question
    assert isinstance(question, CardOffer)
    assert (question.asked, question.card, question.mid_act) == (side or RED, card, True)


@pytest.mark.parametrize(
    ("effects", "is_so"),
    [
        (REMINDS, True),
        ("- {effect: when, event: moved, do: [{op: die, do: [{op: give-vp}, {op: remind}]}]}", True),
        ("- {effect: when, event: activated, do: [{op: give-vp}]}", False),
    ],
)
def test_a_card_reminds_where_anything_within_it_does(effects: str, *, is_so: bool) -> None:
    assert reminds(tactic(effects)) is reminds(tactic(effects).effects) is is_so
