"""The live page of a typed match: after every answer it shows what a new page of the match would show."""

import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from harm import foreign_to_replay, replay_data
from in_process import edencli
from pictures.replays import begin_browser, open_page
from sessions import bring_on, sit, stand_up

from edencli.commands.replay import LivePage, PageView, session_source
from edencli.games.session import Session
from edencli.lang import Words
from edencli.pictures.replay_page import replay_html

WORDS = Words()


def shown(html: str) -> tuple[list[Mapping[int, str]], list[tuple[str, list[str]]], Any]:
    """What a page shows at each moment and behind each line of its log, whatever the numbers of its lines."""
    data = replay_data(html)
    lines, full, frames = data["lines"], dict[int, str](), []
    for changes in data["frames"]:
        full |= dict(zip(changes[::2], (lines[n] for n in changes[1::2]), strict=True))
        frames.append({slot: line for slot, line in full.items() if line})
    log = [
        (rest, [lines[int(n)] for n in why.split()])
        for why, rest in re.findall(r'data-w="([^"]*)">(.*)', html)
    ]
    shapes = dict(re.findall(r'<g id="(d\d+)">(.*?)</g>', html, re.DOTALL))
    told = [{slot: _with_shapes(line, shapes) for slot, line in frame.items()} for frame in frames]
    return told, log, (data["answers"], data["secret"], data["live"])


def _with_shapes(line: str, shapes: Mapping[str, str]) -> str:
    return re.sub(r"'#(d\d+)'", lambda found: shapes[found[1]], line)


def fresh(session: Session) -> str:
    """The page of a match as it would be made now."""
    source = session_source(WORDS, session, PageView(), "")
    return replay_html(WORDS, source._replace(live=session.question is not None))


@pytest.mark.parametrize("game", ["lanterns.yaml", "kitchen-table.yaml"])
def test_a_page_that_grew_shows_what_a_new_one_shows(game: str, tmp_path: Path) -> None:
    session = sit(game, tmp_path / "a.record", seed=7)
    path = tmp_path / "live.html"
    live = LivePage(WORDS, str(path), None)

    for n in range(70):
        bring_on(session, 3)
        live.update(session)
        if n % 10 == 0:
            html = path.read_text("utf-8")
            assert shown(html) == shown(fresh(session))
            assert foreign_to_replay(html) == []
    stand_up(session)


def test_what_is_taken_back_is_gone_from_the_page(tmp_path: Path) -> None:
    session = sit("first-duel.yaml", tmp_path / "a.record", seed=7)
    path = tmp_path / "live.html"
    live = LivePage(WORDS, str(path), None)
    bring_on(session, 6)
    live.update(session)
    before = path.read_text("utf-8")

    bring_on(session, 2)
    live.update(session)
    longer = path.read_text("utf-8")
    session.undo(agreed=True)
    session.undo(agreed=True)
    live.update(session)

    assert len(replay_data(longer)["frames"]) > len(replay_data(before)["frames"])
    assert shown(path.read_text("utf-8")) == shown(before)
    stand_up(session)


def test_two_pages_in_a_second_have_two_dates(tmp_path: Path) -> None:
    """A server that is asked for what is newer answers by whole seconds."""
    session = sit("first-duel.yaml", tmp_path / "a.record", seed=7)
    path = tmp_path / "live.html"
    live = LivePage(WORDS, str(path), None)
    dates = []
    for _ in range(4):
        bring_on(session, 1)
        live.update(session)
        dates.append(int(path.stat().st_mtime))
    stand_up(session)

    assert dates == sorted({*dates})


def test_an_answer_costs_little_however_long_the_match(tmp_path: Path) -> None:
    """At most 50 ms of processor time at 1,000 events; the page of a match that is over is made once."""
    session = sit("lanterns.yaml", tmp_path / "a.record", seed=7)
    live = LivePage(WORDS, str(tmp_path / "live.html"), None)
    took = []
    while session.question is not None and len(session.events) < 1_080:
        bring_on(session, 1)
        if len(session.events) > 950:
            begun = time.process_time()
            live.update(session)
            took.append(time.process_time() - begun)
    stand_up(session)

    assert len(took) > 20
    assert sorted(took)[len(took) // 2] < 0.05


def test_a_page_that_cannot_be_written_is_told_once_and_stops_nothing(tmp_path: Path) -> None:
    ended = edencli(
        *("play", "samples/bands/jokers.yaml", "samples/bands/bamaka.yaml", "--no-record"),
        *("--field", "samples/scenery/ruins.yaml", "--watch", tmp_path / "nowhere" / "live.html"),
        cwd=Path(__file__).parents[2],
        stdin=b"red bids 2\nblue bids 1\nred goes first\n",
    )

    assert ended.returncode == 0
    assert ended.stderr.decode().count("live.html was not written") == 1
    assert "Red is first player." in ended.stdout.decode()


def test_the_page_of_a_typed_match_is_written_at_each_answer_and_at_the_end(tmp_path: Path) -> None:
    live, page = tmp_path / "live.html", tmp_path / "page.html"
    ended = edencli(
        *("play", "samples/bands/jokers.yaml", "samples/bands/bamaka.yaml", "--no-record"),
        *("--field", "samples/scenery/ruins.yaml", "--watch", live, "--html", page),
        cwd=Path(__file__).parents[2],
        stdin=b"red bids 2\nblue bids 1\nred goes first\n",
    )

    assert ended.returncode == 0
    grown, made = (one.read_text("utf-8") for one in (live, page))
    assert (replay_data(grown)["live"], replay_data(made)["live"]) == (2, 0)
    assert shown(grown)[:2] == shown(made)[:2]


@pytest.mark.parametrize("option", ["--watch", "--html"])
def test_a_page_does_not_go_to_stdout_where_the_match_is_told(option: str) -> None:
    ended = edencli("play", "-i", "samples/games/first-duel.yaml", option, "-", cwd=Path(__file__).parents[2])

    assert (ended.returncode, ended.stdout) == (2, b"")
    assert f"{option} needs a file here" in ended.stderr.decode()


def test_the_reader_is_taken_along_unless_the_reader_went_back(tmp_path: Path) -> None:
    session = sit("first-duel.yaml", tmp_path / "a.record", seed=7)
    path = tmp_path / "live.html"
    live = LivePage(WORDS, str(path), None)
    bring_on(session, 4)
    live.update(session)
    first = len(session.events)

    with begin_browser() as browser, open_page(browser, path) as opened:
        opened.page.clock.install()
        opened.page.reload()
        assert (opened.number(), opened.hash()) == (f"e{first}", "")
        bring_on(session, 6)
        live.update(session)
        newest = len(session.events)
        assert newest > first
        with opened.page.expect_navigation():
            opened.page.clock.run_for(2_100)
        assert (opened.number(), opened.hash()) == (f"e{newest}", "")
        opened.page.keyboard.press("ArrowLeft")
        there = opened.number()
        with opened.page.expect_navigation():
            opened.page.clock.run_for(2_100)
        assert (opened.number(), opened.hash()) == (there, f"#{there}")
        opened.page.keyboard.press("End")
        assert opened.hash() == ""
        assert opened.faults == []
    stand_up(session)
