"""The strength that is told of `brisk` was measured, with the code that it has."""

import re
from pathlib import Path

import brisk_code
import pytest
from brisk_code import code_digest, score_of_pairs

from edencli.bots import BOTS

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_code_of_brisk_is_the_one_that_was_measured() -> None:
    """After a change to it: `python tests/benchmarks/brisk.py PAIRS.jsonl` prints the row for `BOTS`."""
    strength = BOTS["brisk"].strength

    assert strength is not None
    assert strength.code == code_digest()


def test_the_readme_tells_what_was_measured() -> None:
    strength = BOTS["brisk"].strength
    assert strength is not None
    told = re.search(r"`brisk` scores (\d+) % against `steady` \((\d+) to (\d+); (\d+)\s+tables", README)

    assert told is not None
    percents = [round(100 * part) for part in (strength.score, strength.low, strength.high)]
    assert [int(part) for part in told.groups()] == [*percents, strength.pairs]


def test_a_docstring_changes_no_digest_and_a_number_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, measured = brisk_code.BRISK.read_text(encoding="utf-8"), code_digest()
    other = tmp_path / "brisk.py"
    monkeypatch.setattr(brisk_code, "BRISK", other)

    other.write_text(text.replace("A quick opponent", "An opponent"), encoding="utf-8")
    assert code_digest() == measured
    other.write_text(text.replace("TARGETS = 3", "TARGETS = 4"), encoding="utf-8")
    assert code_digest() != measured


def test_the_interval_comes_from_the_variance_of_the_pairs() -> None:
    strength = score_of_pairs([0.0, 0.5, 0.5, 1.0], "code")

    assert strength.score == 0.5
    assert strength.low == pytest.approx(0.5 - 1.96 * (1 / 6 / 4) ** 0.5, abs=0.001)
    assert strength.high == pytest.approx(0.5 + 1.96 * (1 / 6 / 4) ** 0.5, abs=0.001)
