"""Long work shows how far it is, on a terminal only, and leaves nothing behind."""

import sys
from collections.abc import Iterator
from io import StringIO

import pytest

from edencli.output import console as module
from edencli.output.console import progress


class Terminal(StringIO):
    """A stream that people watch."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which every step takes a second."""
    clock: Iterator[float] = iter(range(1000))  # type: ignore[assignment]
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock))


@pytest.mark.usefixtures("slow")
def test_lasting_work_is_shown_in_one_line_that_is_wiped_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)

    assert list(progress(["a.yaml", "b\x1b[31m.yaml"])) == ["a.yaml", "b\x1b[31m.yaml"]

    steps = [step.rstrip() for step in screen.getvalue().split("\r")]
    assert steps == ["", "1/2 a.yaml", "2/2 b�[31m.yaml", "", ""]


@pytest.mark.usefixtures("slow")
def test_nothing_is_shown_where_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = StringIO()
    monkeypatch.setattr(sys, "stderr", stream)

    assert list(progress([1, 2, 3])) == [1, 2, 3]
    assert stream.getvalue() == ""


def test_nothing_is_shown_of_work_that_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(module.time, "monotonic", lambda: 0.0)

    assert list(progress([1, 2, 3])) == [1, 2, 3]
    assert screen.getvalue() == ""
