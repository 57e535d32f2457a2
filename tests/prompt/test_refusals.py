"""Refusals that help: every reason at once, and nothing named beside them that would be refused too."""

import re
from pathlib import Path

import pytest
from in_process import edencli
from sessions import SAMPLES, WORDS, Lines, sit

from edencli.games.play_script import MOST_ANSWERS_NAMED
from edencli.match.pieces import PUBLIC
from edencli.notation.reader import read_answer
from edencli.prompt.answer_list import answer_lines
from edencli.prompt.nearest_answers import nearest_answers
from edencli.prompt.screen import TerminalPlay

CORNER = "street-corner.yaml"
YURI_ACTS = ("pass", "red activates Yuri")


def shown(capsys: pytest.CaptureFixture[str], *typed: str, game: str = CORNER) -> str:
    """What the last line brings, its spaces made one."""
    session = sit(game)
    *before, last = typed
    TerminalPlay(WORDS, session, PUBLIC, typist=Lines(*before)).run(anew=False)
    capsys.readouterr()
    table = TerminalPlay(WORDS, session, PUBLIC, typist=Lines(last))
    table.run(anew=False)
    return " ".join(capsys.readouterr().out.split())


def test_all_that_bars_an_act_is_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Bastien is afraid, the house hides Tick-Tock, and Yuri is nearer."""
    told = shown(capsys, "blue activates Bastien Longshot", "", "shoot tick")

    for rule in ("state.fear", "sight.cut", "shoot.nearest"):
        assert f"[{rule}]" in told


def test_an_act_that_is_refused_is_told_with_legal_ones_like_it(capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, *YURI_ACTS, "shoot anselm")

    assert "Father Anselm is no longer on the field" in told
    assert "possible: Yuri shoots Elenia with Throwing knives possible: Yuri charges Elenia" in told


def test_a_move_too_far_is_told_with_as_much_of_it_as_is_allowed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = shown(capsys, "blue activates Bastien Longshot", "", "moves to 46, 58")

    assert "Bastien Longshot can cover 10 cm" in told
    assert "possible: Bastien Longshot moves to 46, 55" in told


def test_an_attack_that_is_possible_after_a_move_is_told_with_the_move(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Captain Moreau cannot be seen from here, and Bastien is farther off than one Move."""
    far = shown(capsys, *YURI_ACTS, "throws Molotov cocktail at Bastien Longshot")
    near = shown(capsys, *YURI_ACTS, "throws Molotov cocktail at Captain Moreau")

    assert "possible after" not in far
    move = re.search(r"possible after (Yuri moves to [\d., ]+\d)", near)
    assert move is not None
    session = sit(CORNER)
    for line in (*YURI_ACTS, move[1], "Yuri throws Molotov cocktail at Captain Moreau"):
        TerminalPlay(WORDS, session, PUBLIC, typist=Lines(line)).run(anew=False)
    assert any(line.text.startswith("Yuri throws") for line in session.lines)


@pytest.mark.parametrize(
    "typed", ["the wall in the middle", "Garden wall at 30, 31", "wall 2, 2", "5 n", "jump"]
)
def test_no_grammar_of_other_questions_is_told(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    session = sit("lanterns.yaml")
    for line in ("red bids 2", "blue bids 1", "red goes first", "1", "1", "1", "1", "2"):
        TerminalPlay(WORDS, session, None, typist=Lines(line)).run(anew=False)
    question = session.question
    assert question is not None
    capsys.readouterr()

    TerminalPlay(WORDS, session, None, typist=Lines(typed)).run(anew=False)

    told = " ".join(capsys.readouterr().out.split())
    assert "Expected" not in told
    assert "weather" not in told
    near = nearest_answers(session.match, question, typed, None)
    assert 0 < len(near) <= MOST_ANSWERS_NAMED
    for line in near:
        assert question.refusal(read_answer(line, session.match, question)) is None


def test_two_slips_are_both_named_and_mended(capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, *YURI_ACTS, "chrges Elnia")

    assert "“chrges” and “Elnia” cannot be read." in told
    assert "did you mean 'Yuri charges Elenia'? (y takes it)" in told


@pytest.mark.parametrize(
    "typed", ["shot elen", "attack elenia with the knif", "hit elenia using throwing knives"]
)
def test_the_only_legal_answer_with_all_typed_words_is_proposed(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Yuri shoots Elenia with Throwing knives (y takes it)" in shown(capsys, *YURI_ACTS, typed)


@pytest.mark.parametrize("typed", ["attack elenia", "with the", "elenia throwng", "shot lucille"])
def test_words_of_several_answers_or_of_none_propose_nothing(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "y takes it" not in shown(capsys, *YURI_ACTS, typed)


def test_a_slip_is_not_mended_into_what_would_be_refused(capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, "blue activates Lucille Tripwire", "chrges Yuri")

    assert "Lucille Tripwire charges Yuri: not allowed: Lucille Tripwire is in contact with an enemy" in told
    assert "did you mean" not in told.lower()
    assert "y takes it" not in told
    assert "possible: Lucille Tripwire attacks Tick-Tock" in told


def test_equal_reasons_are_told_once() -> None:
    """Three of red are too slow to interrupt; one was activated."""
    session = sit(CORNER)
    session.answer_text("blue activates Bastien Longshot")
    assert session.question is not None

    lines = [
        line for line in answer_lines(WORDS, session.match, session.question, None) if "not possible" in line
    ]

    assert len(lines) == 2
    assert lines[0].endswith("the same for Tick-Tock, Old Kazimir")


@pytest.mark.parametrize("letter", ["a", "att"])
def test_a_verb_that_is_begun_is_the_one_act_that_begins_so(letter: str) -> None:
    """Lucille is in contact with Tick-Tock alone."""
    session = sit(CORNER)
    for line in ("blue activates Lucille Tripwire", letter):
        TerminalPlay(WORDS, session, PUBLIC, typist=Lines(line)).run(anew=False)

    assert session.lines[-1].text == "Lucille Tripwire attacks Tick-Tock"


def test_who_is_out_is_told_to_be_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Father Anselm is not on the field." in shown(capsys, *YURI_ACTS, "c anselm")


def test_the_point_by_which_scenery_is_placed_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    session = sit("lanterns.yaml")
    for line in ("red bids 2", "blue bids 1", "red goes first", "1", "1", "1", "1", "2", "?"):
        TerminalPlay(WORDS, session, None, typist=Lines(line)).run(anew=False)

    told = " ".join(capsys.readouterr().out.split())
    assert "Corner house: 12 × 10 cm, 6 corners; its middle is 6 cm right of PLACE and 5 cm up" in told


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("Yuri chrges Abamma Big-Belly", "Yuri charges Abama Big-Belly"),
        ("Yuri chrges Abama Big-Belly", "Yuri charges Abama Big-Belly"),
        ("Yuri charges Abamma Big-Belly", "Yuri charges Abama Big-Belly"),
    ],
)
def test_the_hint_of_a_file_holds_the_whole_line(wrong: str, meant: str, tmp_path: Path) -> None:
    root = SAMPLES.parent
    text = (root / "samples/games/first-duel.yaml").read_text("utf-8")
    assert "- Yuri charges Abama Big-Belly" in text
    game = tmp_path / "duel.yaml"
    game.write_text(text.replace("- Yuri charges Abama Big-Belly", f"- {wrong}"), "utf-8")

    ended = edencli(
        "validate",
        "--format",
        "json",
        "--stdin-filename",
        "samples/games/first-duel.yaml",
        "-",
        cwd=root,
        stdin=game.read_bytes(),
    )

    assert f"did you mean '{meant}'?" in ended.stdout.decode()
