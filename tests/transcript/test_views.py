"""What a player may see: nothing of his opponent's bids, missions, hand and secret points before its time."""

import json

from duels import BLUE, ELENIA, RED, YURI
from pictures.scenes import preparation
from small_match import MISSIONS, TACTICS, Played, bids, play

from edencli.bots.random_player import RandomPlayer, play_out
from edencli.lang import Words
from edencli.match.pieces import Side
from edencli.match.questions import Agreement
from edencli.match.table_events import BidsRevealed, HandTaken, MissionPlayed, VpScored
from edencli.model.terms import MissionKind
from edencli.referee.dice import SeededDice
from edencli.transcript.transcript import events_seen_by, is_match_over, json_lines, transcript_lines

WORDS = Words("en")
PLACES = {YURI: (20, 20), ELENIA: (30, 40)}


def shown_to(played: Played, side: Side | None, *, until: int | None = None) -> str:
    """All that a side is shown, in words and as data."""
    log = played.match.log[:until]
    lines = [line.text for line in transcript_lines(log, played.header, WORDS, played.names, side=side)]
    return "\n".join([*lines, *json_lines(log, played.header, side=side)])


def scoring(*, end: bool) -> Played:
    """Blue, whose mission is secret, scores 97 in the last round."""
    last = [("score.end", None), ("score.end", None)] if end else []
    return play(
        [
            *bids(1, 0),
            ("activation.designate", ELENIA),
            ("action.cost", None),
            ("intendancy.10", Agreement(what="vp", subject=BLUE, n=97)),
            *last,
        ],
        places=PLACES,
        missions={RED: "Open road", BLUE: "Still water"},
        round_=5,
    )


def test_a_secret_mission_and_a_hand_are_their_owners() -> None:
    played = preparation()
    red, blue = shown_to(played, RED), shown_to(played, BLUE)

    assert "Still water" not in red
    assert "Still water" in blue
    assert [card for card in ("Bluff", "Bait", "Bolt") if card in red] == []
    assert [card for card in ("Rush", "Rally", "Riot") if card in blue] == []


def test_a_card_that_was_played_is_everybodys() -> None:
    played = preparation()

    assert "Brawl" in shown_to(played, RED)
    assert "Ruse" in shown_to(played, BLUE)


def test_a_revealed_mission_is_everybodys() -> None:
    assert "Open road" in shown_to(preparation(), BLUE)


def test_a_bid_is_nobodys_before_both_are_shown() -> None:
    waiting = play([("first-player.bid", 3)], places=PLACES)
    shown = play([("first-player.bid", 3), ("first-player.bid", 1)], places=PLACES)

    assert waiting.match.log == []
    assert [type(event) for event in shown.match.log] == [BidsRevealed]


def test_the_points_of_a_secret_mission_are_their_owners() -> None:
    played = scoring(end=False)
    played = played._replace(header=played.header._replace(secret=(BLUE,)))

    assert "97" not in shown_to(played, RED)
    assert "vp-scored" not in shown_to(played, RED)
    assert "Blue scores" not in shown_to(played, RED)
    assert "Blue scores 97 VP." in shown_to(played, BLUE)
    assert "blue unknown VP" in shown_to(played, RED)


def test_the_end_shows_every_score() -> None:
    played = scoring(end=True)
    lines = [
        line.text for line in transcript_lines(played.match.log, played.header, WORDS, played.names, side=RED)
    ]

    assert is_match_over(played.match.log)
    assert not any("Blue scores" in line for line in lines)
    assert "      │ Round 5: blue +97 VP." in lines
    assert "      │ In all: red 0 VP, blue 97 VP." in lines


def test_the_referee_sees_all() -> None:
    log = preparation().match.log

    assert events_seen_by(log, None) == log


def test_what_a_player_sees_of_his_own_is_all_of_it() -> None:
    own = [
        MissionPlayed(rule="r", side=RED, mission="Quiet knife", secrecy=MissionKind.SECRET),
        HandTaken(rule="r", side=RED, cards=("Ruse",), n=1),
        VpScored(rule="r", side=RED, n=2, why="w", secrecy=MissionKind.SECRET),
    ]

    assert events_seen_by(own, RED) == own
    assert events_seen_by(own, BLUE) == [
        own[0].with_changes(mission=None),
        own[1].with_changes(cards=None),
        None,
    ]


def test_no_random_match_shows_a_secret_before_its_end() -> None:
    for seed in range(8):
        played = play(step="setup.1-reveal")
        play_out(played.referee, RandomPlayer(played.match, seed, agreements=True), SeededDice(seed))
        for side in Side:
            assert _leaks(played, side) == []


def _leaks(played: Played, side: Side) -> list[str]:
    """The secrets of a side that its opponent is shown, before the match is over."""
    shown = shown_to(played, side.other, until=-1)
    cards = [card for card in TACTICS[side] if card not in played.match.state.sides[side].played]
    missions = [name for name, kind in MISSIONS[side].items() if kind is MissionKind.SECRET]
    data = [json.loads(line) for line in shown.splitlines() if line.startswith("{")]
    secret = played.match.state.sides[side].mission in missions
    points = [
        one
        for one in data
        if one["kind"] == "vp-scored" and one["side"] == side and one["secrecy"] == "secret"
    ]
    return [*(name for name in [*cards, *missions] if name in shown), *(map(str, points) if secret else ())]
