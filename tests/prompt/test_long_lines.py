"""Lines and words without end: what is typed has the bound of a move in a file, and costs little below it."""

import time
from pathlib import Path

import pytest
from in_process import edencli
from sessions import WORDS, Lines, sit

from edencli.lookup.search import search_rules
from edencli.lookup.search_index import rule_index
from edencli.match.pieces import PUBLIC
from edencli.model.game import LONGEST_MOVE
from edencli.notation.errors import Misread
from edencli.notation.reader import MAX_LINE_LENGTH, read_answer
from edencli.prompt.screen import TerminalPlay
from edencli.prompt.typed_play import TypedPlay
from edencli.prompt.view_commands import COMMANDS

ROOT = Path(__file__).parents[2]
TOO_LONG = "A line has at most 2000 characters."
MOST_SECONDS = 2.0
WORDS_WITHOUT_END = ["x ", "x", "Yuri ", "Yuri moves to ", "1, 2 ", "via 1, 2 ", "yurj ", "{a: ", '"', "ä "]


@pytest.mark.parametrize("begun", ["", "note ", "? ", "show ", "Yuri "])
def test_a_line_longer_than_a_move_of_a_file_is_refused_and_changes_nothing(
    begun: str, capsys: pytest.CaptureFixture[str]
) -> None:
    session = sit("first-duel.yaml")
    line = f"{begun:x<{LONGEST_MOVE + 1}}"

    TerminalPlay(WORDS, session, PUBLIC, typist=Lines(line)).run(anew=False)

    assert TOO_LONG in capsys.readouterr().out
    assert session.inputs == []


def test_a_note_of_just_that_many_characters_is_taken() -> None:
    session = sit("first-duel.yaml")

    TypedPlay(WORDS, session, PUBLIC, COMMANDS).take_line(f"{'note ':x<{LONGEST_MOVE}}\n")

    assert [line.kind for line in session.lines] == ["note"]


def test_a_line_on_a_private_page_is_refused_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    session = sit("lanterns.yaml")

    TerminalPlay(WORDS, session, PUBLIC, typist=Lines("", "x" * 3000)).run(anew=False)

    assert TOO_LONG in capsys.readouterr().out


def test_a_line_at_a_bare_table_is_refused_as_well() -> None:
    bands = ("--band", "samples/bands/jokers.yaml", "--band", "samples/bands/resistance.yaml")

    ended = edencli("resolve-attack", *bands, "--by-hand", cwd=ROOT, stdin=b"y e " * 2000 + b"\n")

    assert TOO_LONG in ended.stderr.decode()


@pytest.mark.parametrize("word", WORDS_WITHOUT_END)
def test_a_line_as_long_as_may_be_costs_little(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    session = sit("first-duel.yaml")
    session.answer_text("red activates Yuri")
    begun = time.process_time()

    for command in ("", "? ", "show ", "expect "):
        line = (command + word * LONGEST_MOVE)[:LONGEST_MOVE]
        TerminalPlay(WORDS, session, PUBLIC, typist=Lines(line)).run(anew=False)

    assert time.process_time() - begun < 4 * MOST_SECONDS
    assert capsys.readouterr().out


@pytest.mark.parametrize("word", WORDS_WITHOUT_END)
def test_an_answer_of_a_record_as_long_as_may_be_costs_little(word: str) -> None:
    session = sit("first-duel.yaml")
    question = session.question
    assert question is not None
    begun = time.process_time()

    with pytest.raises(Misread):
        read_answer((word * MAX_LINE_LENGTH)[:MAX_LINE_LENGTH], session.match, question)

    assert time.process_time() - begun < MOST_SECONDS


@pytest.mark.parametrize("word", ["x" * 100_000, "dodge" * 20_000, "dodge-" * 20_000, "dodge " * 20_000])
def test_a_search_for_a_word_without_end_costs_little(word: str) -> None:
    begun = time.process_time()

    search_rules(word, rule_index(), "en")

    assert time.process_time() - begun < MOST_SECONDS
