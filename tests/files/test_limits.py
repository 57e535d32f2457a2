"""Files at the limits of their shapes are checked without a fault of ours, and played where they can be."""

import json
import math
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from cProfile import Profile
from pathlib import Path
from typing import Any

import pytest
from files.documents import edges

from edencli.files.diagnostic import MAX_SHOWN
from edencli.files.library import File
from edencli.files.shapes import KINDS, file_shape
from edencli.games.checks import MOST_MENDED, Checks, make_library
from edencli.games.play_script import ScriptOptions, play_script
from edencli.notation import reader

EXAMPLES = Path(__file__).parent / "examples"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a band and its cards."""
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def checked(document: dict[str, Any], name: str = "limit.yaml") -> tuple[Checks, File]:
    """Write a document as a file, whose shape is good, and check it by all rules."""
    Path(name).write_text(json.dumps(document), encoding="utf-8")
    checks = Checks(make_library())
    file = checks.check_file(name)
    assert file.value is not None, list(file.diagnostics)
    return checks, file


MOST_CALLS = 5_000_000
"""A thousand fighters in a file, the longest, are read and checked in four million; about two seconds."""


@contextmanager
def counted(what: str) -> Iterator[None]:
    """Count how often something is called meanwhile: the work, whatever machine it is done on."""
    with Profile(builtins=False) as profile:
        yield
    assert sum(one.callcount for one in profile.getstats()) <= MOST_CALLS, what


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.usefixtures("here")
def test_what_meets_a_limit_is_checked_and_played_with_little_work(name: str) -> None:
    bands = {"red": "band.yaml", "blue": "band.yaml"} if name == "game" else {}
    for case, document in edges(file_shape(name)):
        with counted(str(case)):
            checks, file = checked({**document, **bands})
            if name == "game":
                play_script(checks, file, ScriptOptions())


def star(corners: int) -> list[list[float]]:
    """A star with so many corners, two of them short."""
    turns = [2 * math.pi * n / corners for n in range(corners)]
    return [
        [round((4, 2)[n % 2] * math.cos(turn), 3), round((4, 2)[n % 2] * math.sin(turn), 3)]
        for n, turn in enumerate(turns)
    ]


@pytest.mark.usefixtures("here")
def test_stars_of_a_hundred_corners_are_scenery() -> None:
    elements = [{"name": f"Star {n}", "polygon": star(100)} for n in range(160)]  # of 50,000 values in all
    _, file = checked({"kind": "scenery", "elements": elements})

    assert file.is_sound, list(file.diagnostics)


@pytest.mark.usefixtures("here")
def test_a_hundred_names_are_looked_up_in_fifty_files() -> None:
    texts = [{"name": f"Card {n}", "text": "x"} for n in range(500)]
    for n in range(49):
        cards = [{**card, "name": f"{card['name']} of {n}"} for card in texts[: 500 if n < 2 else 1]]
        Path(f"cards-{n}.yaml").write_text(json.dumps({"kind": "cards", "tactics": cards}), encoding="utf-8")
    band = {
        "kind": "band",
        "name": "N" * 60,
        "cards": ["cards.yaml", *(f"cards-{n}.yaml" for n in range(49))],
        "faction": "Jokers Gang",
        "fighters": ["Yuri"],
        "tactics": [f"Card {n} of 1" for n in range(99)] + ["Crad 7 off 1"],
    }
    _, file = checked(band)

    assert [one.message_id for one in file.diagnostics] == ["reference-unknown/tactics"]
    assert [one.values.get("nearest") for one in file.diagnostics] == ["Card 7 of 1"]


@pytest.mark.usefixtures("here")
def test_of_ten_thousand_misspelt_moves_only_the_first_are_mended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mended = 0

    def counting(*_: object) -> None:
        nonlocal mended
        mended += 1

    monkeypatch.setattr(reader, "find_repairs", counting)
    moves = [f"red actiavtes Yrui {n}" for n in range(10_000)]
    _, file = checked({"kind": "game", "name": "n", "red": "band.yaml", "blue": "band.yaml", "moves": moves})

    assert mended == MOST_MENDED
    shown = list(file.diagnostics)
    assert (len(shown), file.diagnostics.unshown_count) == (MAX_SHOWN, 10_000 - MAX_SHOWN)
    assert shown[-1].values["why"] == f"“{moves[MAX_SHOWN - 1]}” cannot be read."
