"""The page of a match: what is in the file, and what never gets into it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from duels import BLUE, RED
from harm import foreign_to_replay, replay_data
from pictures.replays import SAMPLES, page_of, played, source_of
from pictures.scenes import preparation
from small_match import MISSIONS, TACTICS, Played, play

import edencli.pictures
from edencli.bots.random_player import RandomPlayer, play_out
from edencli.lang import Words
from edencli.match.events import AttackBegun
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.match.table_events import Moved
from edencli.model.terms import MissionKind
from edencli.pictures.replay_lines import FrameWriter, LineTable
from edencli.pictures.replay_overlays import next_overlay
from edencli.pictures.replay_page import ReplaySource, replay_html
from edencli.pictures.scene import NO_OVERLAY
from edencli.referee.dice import SeededDice
from edencli.transcript.transcript import events_seen_by

HOME = Path(edencli.pictures.__file__).parent
NAMES = sorted(path.stem for path in SAMPLES.glob("*.yaml"))
KB = 1000


def page(one: Played, viewer: Audience, *, end: int | None = None) -> str:
    """The page of a small match."""
    until = len(one.match.log) if end is None else end
    return replay_html(Words(), ReplaySource("A match", "a.yaml", one.referee, one.header, (), until, viewer))


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_small_and_whole_and_of_our_making(name: str) -> None:
    """150 KB up to 500 events, and a quarter of a KB for each beyond."""
    html, source = page_of(name), source_of(name)
    events = len(source.events)

    assert len(html.encode()) <= 150 * KB + max(0, events - 500) * KB // 4
    assert foreign_to_replay(html) == []
    data = replay_data(html)
    assert len(data["frames"]) == 1 + sum(
        event is not None for event in events_seen_by(source.events, source.viewer)
    )
    assert "http:" not in html.replace("http://www.w3.org", "")
    assert "https:" not in html
    assert re.search(r"\sstyle=|\son\w+=", html) is None


def test_the_script_is_short_and_the_policy_names_it_by_its_hash() -> None:
    html = page_of("first-duel")
    policy = re.findall(r'Content-Security-Policy" content="([^"]*)"', html)

    assert len((HOME / "replay.js").read_bytes()) < 10 * KB
    assert len(policy) == 1
    assert policy[0].startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy[0]


def test_every_slot_and_every_line_of_a_frame_is_there() -> None:
    for name in ("the-night-press", "kitchen-table", "drowned-market"):
        html = page_of(name)
        data = replay_data(html)
        slots = {int(n) for n in re.findall(r"data-s=\"?(\d+)", html)}
        used = {slot for frame in data["frames"] for slot in frame[::2]}

        assert used <= slots
        assert {line for frame in data["frames"] for line in frame[1::2]} <= {*range(len(data["lines"]))}
        assert {int(n) for why in re.findall(r'data-w="([^"]*)"', html) for n in why.split()} < {
            *range(len(data["lines"]))
        }


def test_a_frame_is_what_differs_from_the_one_before() -> None:
    table = LineTable()
    frames = FrameWriter(table)

    for shown in (
        [("a", "x"), ("b", "")],
        [("a", "x"), ("b", "y")],
        [("b", "y")],
        [("a", ""), ("b", "x")],
    ):
        frames.add(shown)

    assert table.lines == ["", "x", "y"]
    assert frames.frames == [[0, 1], [1, 2], [], [0, 0, 1, 1]]


# ── what nobody may see ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("viewer", "own"),
    [(RED, ("Rally", "Riot")), (BLUE, ("Still water", "Bait", "Bolt", "Bluff")), (PUBLIC, ())],
)
def test_what_is_secret_is_in_no_byte_of_the_page_of_somebody_else(
    viewer: Audience, own: tuple[str, ...]
) -> None:
    html = page(preparation(), viewer)
    secrets = ("Still water", "Rally", "Riot", "Bait", "Bolt", "Bluff")

    assert [name for name in secrets if name in html and name not in own] == []
    assert [name for name in own if name not in html] == []


def test_no_random_match_that_goes_on_leaks_a_secret_or_its_seed() -> None:
    for seed in range(4):
        one = play(step="setup.1-reveal")
        play_out(one.referee, RandomPlayer(one.match, seed, agreements=True), SeededDice(seed))
        one = one._replace(header=one.header._replace(seed=77_123_456))
        for side in Side:
            html = page(one, side.other, end=len(one.match.log) - 1)
            played_cards = one.match.state.sides[side].played
            secret = [card for card in TACTICS[side] if card not in played_cards]
            secret += [name for name, kind in MISSIONS[side].items() if kind is MissionKind.SECRET]
            assert [name for name in secret if name in html] == []
            assert "77123456" not in html
        assert "77123456" in page(one, None)


def test_the_points_of_a_secret_mission_are_shown_when_the_match_is_over() -> None:
    game = played("the-night-press")
    last = len(game.events)
    under_way = replay_html(Words(), source_of("the-night-press", PUBLIC, end=last - 20))
    over = page_of("the-night-press")

    assert "unknown VP" in under_way
    assert "Whoever leads must fall" not in under_way
    assert "Whoever leads must fall" in over


# ── what is drawn and told ───────────────────────────────────────────────────────────────────────────────


def test_a_move_is_drawn_till_something_else_begins() -> None:
    game = played("the-night-press")
    walk = game.referee.walk_log()
    overlay, kinds = NO_OVERLAY, set()
    next(walk)
    for match, event in zip(walk, game.events, strict=True):
        overlay = next_overlay(match, event, overlay)
        if isinstance(event, Moved):
            assert overlay.route == tuple(event.path)
            assert overlay.mover is not None
            assert overlay.mover.centre == event.path[-1]
        if isinstance(event, AttackBegun):
            kinds.add(event.how)
            assert bool(overlay.corridor) == (event.how == "shooting")
            assert (overlay.template is not None) == (event.how in {"projectile", "blast"})
            assert (overlay.in_range is not None) == (event.how in {"shooting", "projectile"})

    assert {"melee", "projectile"} <= kinds


def test_a_shot_shows_its_corridor_and_its_range() -> None:
    shots = 0
    for name in ("salt-road", "lanterns", "the-audit", "drowned-market"):
        game = played(name)
        walk = game.referee.walk_log()
        next(walk)
        for match, event in zip(walk, game.events, strict=True):
            if isinstance(event, AttackBegun) and event.how == "shooting" and event.target is not None:
                overlay = next_overlay(match, event, NO_OVERLAY)
                there = match.state_of(event.attacker).place
                assert len(overlay.corridor) > 3
                assert overlay.in_range is not None
                assert overlay.in_range.centre == there
                shots += 1

    assert shots > 3


@pytest.mark.parametrize("name", ["the-night-press", "kitchen-table", "lanterns"])
def test_walking_the_log_leads_to_the_match_as_it_stood_after_each_event(name: str) -> None:
    game = played(name)

    for end, match in enumerate(game.referee.walk_log()):
        if end % 9 == 0 or end == len(game.events):
            there = game.referee.match_at(end).state
            assert match.state.fighters == there.fighters
            assert match.state.sides == there.sides
            assert (match.state.scenery, match.state.tokens) == (there.scenery, there.tokens)


def test_a_passage_opens_the_rules_and_the_cards_behind_it() -> None:
    html = page_of("the-night-press")
    lines = replay_data(html)["lines"]
    (why,) = re.findall(r'data-w="([^"]*)"><button>(?:<small>[^<]*</small> )?Blue plays “Second wind”', html)[
        :1
    ]
    told = [lines[int(n)] for n in why.split()]

    assert any("<code>tactical" in one for one in told)
    assert any("<b>Second wind</b>" in one for one in told)


def test_what_matters_has_a_mark() -> None:
    html = page_of("the-night-press")
    marks = re.findall(r"<option value=(\d+)>(e\d+[a-z]*) ([^<]*)</option>", html)
    game = played("the-night-press")
    expected = [
        n for n, one in enumerate(game.events, 1) if one.kind in {"left", "vp-scored", "tactic-played"}
    ]

    assert [int(frame) for frame, _, _ in marks] == expected
    assert sum("out of action" in text for _, _, text in marks) == sum(
        one.kind == "left" for one in game.events
    )


def rounds_of(html: str) -> list[str]:
    """The sections that the menu of rounds leads to."""
    menu = re.findall(r'<select id="rounds">(.*?)</select>', html, re.DOTALL)[0]
    return re.findall(r"<option value=\d+>([^<]*)", menu)


def test_the_menu_of_rounds_has_what_begins_in_the_match() -> None:
    sections = ["Preparation", *(f"Round {n}" for n in range(1, 6)), "The end"]
    under_way = replay_html(Words(), source_of("the-night-press", end=120))

    assert rounds_of(page_of("the-night-press")) == sections
    assert rounds_of(under_way) == sections[:2]
    assert rounds_of(page_of("street-corner")) == ["Round 2; Activations"]


def test_the_same_match_has_the_same_page() -> None:
    assert replay_html(Words(), source_of("first-duel")) == page_of("first-duel")


# ── what it costs ────────────────────────────────────────────────────────────────────────────────────────


def processor_time(*arguments: str) -> float:
    """The seconds of a processor that a command takes: the least of three runs."""
    took = []
    for _ in range(3):
        before = os.times().children_user
        subprocess.run(
            [sys.executable, "-m", "edencli", *arguments],
            check=True,
            capture_output=True,
            cwd=SAMPLES.parent.parent,
        )
        took.append(os.times().children_user - before)
    return min(took)


def test_a_page_takes_no_more_than_twice_the_time_of_playing(tmp_path: Path) -> None:
    for name in ("the-night-press", "foundry-gate"):
        game = f"samples/games/{name}.yaml"
        shown = processor_time("show", game, "--html", str(tmp_path / f"{name}.html"))

        assert shown <= 2 * processor_time("play", game)


def test_the_data_of_a_page_has_nothing_else_in_it() -> None:
    data: Mapping[str, Any] = replay_data(page_of("first-duel"))

    assert {*data} == {"format", "file", "secret", "answers", "live", "say", "frames", "lines"}
    assert (data["format"], data["file"], data["live"]) == (1, "first-duel.yaml", 0)
    assert json.dumps(data["secret"]) == "{}"
