"""Pages of matches for tests, and a browser that opens them."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import pytest

from edencli.games.checks import Checks, make_library
from edencli.games.play_script import PlayedGame, ScriptOptions, play_script
from edencli.lang import Words
from edencli.match.pieces import PUBLIC, Audience
from edencli.pictures.replay_page import ReplaySource, replay_html
from edencli.transcript.transcript import is_match_over

SAMPLES = Path(__file__).parents[2] / "samples" / "games"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
"""Options of a browser that makes no requests of its own."""


@cache
def played(name: str) -> PlayedGame:
    """A sample game, played by its script."""
    checks = Checks(make_library(), moves=False)
    game = play_script(checks, checks.check_file(str(SAMPLES / f"{name}.yaml"), kind="game"), ScriptOptions())
    assert game is not None
    return game


EVERYBODY: Final = "everybody"
"""The viewer of a page that was made without an option."""


def source_of(
    name: str, viewer: Audience | Literal["everybody"] = EVERYBODY, *, end: int | None = None
) -> ReplaySource:
    """The source of a sample game's page."""
    game = played(name)
    until = len(game.events) if end is None else end
    everybody = None if is_match_over(game.events[:until]) else PUBLIC
    return ReplaySource(
        name=game.checked.game.name,
        file=f"{name}.yaml",
        referee=game.referee,
        header=game.header,
        notes=game.notes,
        end=until,
        viewer=everybody if viewer == EVERYBODY else viewer,
    )


@cache
def page_of(name: str) -> str:
    """The page of a sample game."""
    return replay_html(Words(), source_of(name))


class OpenPage(NamedTuple):
    """A page in a browser, its requests, and the faults that the browser found in it."""

    page: Any
    requests: list[str]
    faults: list[str]

    def go(self, frame: int) -> None:
        """Go to a frame with the slider."""
        self.page.evaluate(
            "k => { const at = document.getElementById('at'); at.value = k;"
            " at.dispatchEvent(new Event('input')) }",
            frame,
        )

    def text(self, name: str) -> str:
        """The text of an element."""
        return str(self.page.evaluate("id => document.getElementById(id).textContent", name))

    def number(self) -> str:
        """The number of the event shown, as the page prints it."""
        return self.text("number").partition(" ")[0]

    def hash(self) -> str:
        """The part of the address after the #."""
        return str(self.page.evaluate("location.hash"))


@contextmanager
def begin_browser() -> Iterator[Any]:
    """A browser for as long as tests need one; without one they are skipped with a reason."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415  # it may be missing
    except ImportError:
        pytest.skip("no Playwright here: pages are NOT TESTED in a browser")
    if CHROMIUM is None:
        pytest.skip("no Chromium here: pages are NOT TESTED in a browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


@contextmanager
def open_page(
    browser: Any, path: Path, address: str = "", *, width: int = 1280, height: int = 900, **how: Any
) -> Iterator[OpenPage]:
    """Open a page, and note its requests and its faults."""
    context = browser.new_context(viewport={"width": width, "height": height}, **how)
    page, requests, faults = context.new_page(), list[str](), list[str]()
    page.on("request", lambda one: requests.append(one.url))
    page.on("console", lambda one: faults.append(f"{one.type}: {one.text}"))
    page.on("pageerror", lambda one: faults.append(str(one)))
    page.on("dialog", lambda one: (faults.append("a dialog"), one.dismiss()))
    page.goto(f"{path.as_uri()}{address}")
    try:
        yield OpenPage(page, requests, faults)
    finally:
        context.close()
