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
from edencli.match.card_events import CardTookEffect
from edencli.match.events import AttackBegun
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.match.table_events import Moved, RoundBegun
from edencli.model.terms import MissionKind
from edencli.pictures.replay_lines import FrameWriter, LineTable
from edencli.pictures.replay_log import dice_html, named_mission
from edencli.pictures.replay_overlays import next_overlay
from edencli.pictures.replay_page import ReplayPage, ReplaySource, replay_html
from edencli.pictures.scene import NO_OVERLAY
from edencli.referee.dice import SeededDice
from edencli.transcript.chronicle import Passage
from edencli.transcript.transcript import AuthorNote, events_seen_by

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


def explanations(html: str, told: str) -> list[str]:
    """The lines behind each passage of the log that has these words."""
    lines = replay_data(html)["lines"]
    rows = re.findall(r'data-w="([^"]*)"><button>([^\n]*)</button>', html)
    return [" ".join(lines[int(n)] for n in why.split()) for why, text in rows if told in text]


def test_a_mission_says_what_it_demands_where_it_is_played_where_it_scores_and_in_the_score() -> None:
    html = page_of("the-night-press")
    text = "4 VP at the end: The enemy leader was put out of action."

    for told in ("the secret mission “Whoever", "fall” takes effect", "Blue scores 4 VP", "blue +4 VP"):
        assert [text in one for one in explanations(html, told)] == [True]
    assert not any(text in one for one in explanations(html, "Red scores 1 VP"))


@pytest.mark.parametrize("viewer", [RED, PUBLIC, BLUE, None])
def test_the_text_of_a_secret_mission_is_for_those_who_may_know_the_mission(
    viewer: Audience,
) -> None:
    text = "The enemy leader was put out of action."
    last = len(played("the-night-press").events)
    html = replay_html(Words(), source_of("the-night-press", viewer, end=last - 3))

    assert (text in html) == (viewer in {BLUE, None})
    assert "None of your fighters is out of action." in html  # the mission of red is open


def test_a_card_with_the_name_of_a_secret_mission_says_nothing_of_the_mission() -> None:
    match = played("the-night-press").match
    name = "Whoever leads must fall"
    open_card = CardTookEffect(rule="card-over-rule", card=name, side=BLUE)

    assert named_mission(match, open_card) is None
    assert named_mission(match, open_card.with_changes(secrecy=MissionKind.SECRET)) is not None


def lines_of_slot(page: ReplayPage, slot: str) -> list[str]:
    """What a slot shows at each moment."""
    number, now, shown = page._moments.frames.slot(slot), 0, []
    for frame in page._moments.frames.frames:
        now = dict(zip(frame[::2], frame[1::2], strict=True)).get(number, now)
        shown.append(page._moments.table.lines[now])
    return shown


@pytest.mark.parametrize("name", ["the-night-press", "cafe-des-sports"])
def test_a_round_begins_with_its_first_phase(name: str) -> None:
    source = source_of(name)
    page = ReplayPage(Words(), source)
    page.html(source)
    begins = [n for n, event in enumerate(source.events, 1) if isinstance(event, RoundBegun)]
    times = lines_of_slot(page, "time")

    assert len(begins) > 3
    for round_, n in enumerate(begins, 1):
        assert times[n].startswith(f"Round {round_}; First player; ")


@pytest.mark.parametrize("name", ["the-night-press", "the-audit", "into-the-fray"])
def test_the_dice_are_those_of_the_throw_that_the_line_tells(name: str) -> None:
    """So none lie there when the line tells that a fighter is out of action."""
    source = source_of(name)
    page = ReplayPage(Words(), source)
    page.html(source)
    seen, dice = page._moments.seen, lines_of_slot(page, "dice")
    wrong, thrown = [], 0
    for part in page._parts()[0]:
        if isinstance(part, Passage) and part.events:
            own = [one for n in sorted({*part.events}) if (one := dice_html(seen[n], ""))]
            at = max(page._moments.frame_of[n] for n in part.events if seen[n] is not None)
            thrown += bool(own)
            wrong += [part.text] if dice[at] != "".join(own[-1:]) else []

    assert thrown > 5
    assert wrong == []


def test_the_log_names_the_side_of_each_fighter_once() -> None:
    told = re.findall(r"<button>([^\n]*)</button>", page_of("the-audit"))
    sides = [(piece.name, piece.side) for piece in played("the-audit").match.state.fighters]

    for name, side in sides:
        naming = [one for one in told if name in one]
        assert [f"{name} ({side})" in one for one in naming] == [True, *(False,) * (len(naming) - 1)]


def test_no_word_is_put_into_the_note_of_an_author() -> None:
    source = source_of("first-duel")._replace(notes=(AuthorNote(0, "Yuri begins, says Yuri."),))

    assert "Yuri begins, says Yuri." in replay_html(Words(), source)


def test_the_key_explains_the_boxes_also_where_there_is_no_board() -> None:
    for name in ("the-night-press", "cafe-des-sports"):
        key = page_of(name).partition('<ul id="key">')[2].partition("</ul>")[0]
        assert key.count("class=boxes") == 3


def test_buttons_lead_to_each_part_of_the_summary() -> None:
    html = page_of("first-duel")

    for n, text in enumerate(("Score", "Losses", "Luck"), start=1):
        assert f"<button type=button value=sum-{n}>{text}</button>" in html
        assert f"<li class=h id=sum-{n}><h4>{text}</h4>" in html


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
