"""Near names: one distance, one limit for each kind of thing, and no end to no text."""

import time
from pathlib import Path

import pytest

import edencli
from edencli.model.near_names import (
    LIMITS,
    LONGEST_COMPARED,
    OTHER_WORDS,
    NearKind,
    count_slips,
    nearest_name,
    nearest_names,
    slips_allowed,
)

HOME = Path(edencli.__file__).parent


def test_every_kind_has_one_limit() -> None:
    assert [*LIMITS] == [*NearKind]


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [
        ("dodge", "dodge", 0),
        ("dogde", "dodge", 1),  # exchanged
        ("doge", "dodge", 1),  # missing
        ("dodgge", "dodge", 1),  # too many
        ("podge", "dodge", 1),  # wrong
        ("dge", "dodge", 2),
        ("x" * 61, "x" * 61, None),
    ],
)
def test_slips_are_letters_that_are_wrong_missing_too_many_or_exchanged(
    one: str, other: str, slips: int | None
) -> None:
    assert count_slips(one, other, 9) == count_slips(other, one, 9) == slips


@pytest.mark.parametrize("kind", NearKind)
def test_a_text_of_more_than_60_letters_is_near_nothing(kind: NearKind) -> None:
    longest = "abcdef" * 10

    assert len(longest) == LONGEST_COMPARED
    assert nearest_name(longest[:-1] + "g", [longest], kind) == (
        longest if slips_allowed("abcd", kind) else None
    )
    assert nearest_name(longest + "f", [longest], kind) is None
    assert nearest_name(longest, [longest + "f"], kind) is None


def test_a_text_without_an_end_is_compared_in_no_time() -> None:
    began = time.perf_counter()

    assert nearest_names("dodge " * 100_000, [f"name {n}" for n in range(1000)], NearKind.KEY) == []
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize(
    ("typed", "kind", "known", "meant"),
    [
        ("vlaidate", NearKind.COMMAND, ["validate-band", "validate"], "validate"),
        ("valid", NearKind.COMMAND, ["validate-band", "validate"], "validate"),  # a beginning
        ("val", NearKind.COMMAND, ["validate-band", "validate"], None),  # less than half of it
        ("od", NearKind.VERB, ["odds"], None),
        ("odd", NearKind.VERB, ["odds"], "odds"),
        ("wh", NearKind.VERB, ["why"], "why"),
        ("actiavtes", NearKind.MOVE_WORD, ["activates", "attacks"], "activates"),
        ("actviatess", NearKind.MOVE_WORD, ["activates"], "activates"),
        ("acvitatesss", NearKind.MOVE_WORD, ["activates"], None),  # three slips
        ("melee.dogde", NearKind.RULE, ["melee.dodge", "melee.roll"], "melee.dodge"),
        ("setup.10", NearKind.RULE, ["setup.1-reveal", "shoot.roll"], "setup.1-reveal"),
        ("dog", NearKind.SEARCHED_WORD, ["dodge", "dig"], None),  # too short to hold a slip
        ("HP", NearKind.KEY, ["hit", "cp"], "cp"),  # what other games call so
        ("hp", NearKind.KEY, ["hit"], None),
    ],
)
def test_what_was_meant_depends_on_the_kind(
    typed: str, kind: NearKind, known: list[str], meant: str | None
) -> None:
    assert nearest_name(typed, known, kind) == meant


def test_names_come_with_the_fewest_slips_first_and_no_more_than_asked_for() -> None:
    known = ["rolled", "role", "roll", "rule", "weather"]

    assert nearest_names("rol", known, NearKind.KEY) == ["role", "roll", "rule"]
    assert nearest_names("rol", known, NearKind.KEY, many=1) == ["role"]


def test_no_word_of_other_games_means_itself() -> None:
    assert [word for word, meant in OTHER_WORDS.items() if word in meant] == []


def test_nothing_else_decides_what_is_near() -> None:
    """One module looks for near names; `difflib` shows how texts and repaired files differ."""
    using = {
        file.relative_to(HOME).as_posix()
        for file in HOME.rglob("*.py")
        if "difflib" in file.read_text("utf-8") or "get_close_matches" in file.read_text("utf-8")
    }

    assert using == {"commands/fix.py", "games/comparison.py", "transcript/golden.py"}
