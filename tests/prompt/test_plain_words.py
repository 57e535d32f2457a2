"""Words that are no part of the notation decline, end an activation, name an enemy, leave the match."""

from pathlib import Path

import pytest
from sessions import WORDS, Lines, duel, sit

from edencli.match.pieces import PUBLIC
from edencli.prompt.screen import TerminalPlay

CORNER = "street-corner.yaml"
MOREAU = ("blue activates Captain Moreau", "no")
YURI = ("blue activates Captain Moreau", "red interrupts with Yuri")


def play(*typed: str) -> tuple[list[str], TerminalPlay]:
    """The answers that were given at the street corner, and the table where these lines were typed."""
    session = sit(CORNER)
    table = TerminalPlay(WORDS, session, PUBLIC, typist=Lines(*typed))
    table.run(anew=False)
    return [line.text for line in session.lines if line.kind == "answer"], table


@pytest.mark.parametrize("typed", ["nope", "No thanks", "no thanks!", "skip", "pass", "passes"])
def test_an_optional_question_is_declined_in_plain_words(typed: str) -> None:
    answers, _ = play("blue activates Captain Moreau", typed)

    assert answers[-1] == "red does not interrupt"


def test_a_word_that_declines_only_together_with_not_declines_nothing() -> None:
    answers, _ = play("blue activates Captain Moreau", "interrupt")

    assert "red does not interrupt" not in answers


@pytest.mark.parametrize("typed", ["end turn", "I'm done", "I’m done.", "skip", "pass", "finished"])
def test_an_activation_is_ended_in_plain_words(typed: str) -> None:
    answers, _ = play(*MOREAU, typed)

    assert answers[-1] == "Captain Moreau is done"


@pytest.mark.parametrize("typed", ["nope", "no thanks"])
def test_what_only_declines_ends_no_activation(typed: str) -> None:
    answers, _ = play(*MOREAU, typed)

    assert answers[-1] == "red does not interrupt"


def test_pass_still_means_to_pass_where_that_is_an_answer() -> None:
    assert play("pass")[0] == ["blue passes"]


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("shoot her", "Yuri shoots Elenia with Throwing knives"),
        ("charge her", "Yuri charges Elenia"),
        ("Yuri shoots her", "Yuri shoots Elenia with Throwing knives"),
    ],
)
def test_the_only_enemy_in_reach_needs_no_name(typed: str, line: str) -> None:
    answers, _ = play(*YURI, typed)

    assert any(one.startswith(line) for one in answers)


def test_who_is_in_contact_is_hit_without_a_name(tmp_path: Path) -> None:
    duel(tmp_path)
    game = tmp_path / "duel.yaml"
    game.write_text(game.read_text("utf-8").replace("[32, 30]", "[21.5, 24]"), "utf-8")
    session = sit(game)

    TerminalPlay(WORDS, session, PUBLIC, typist=Lines("hit him")).run(anew=False)

    assert "Yuri attacks Abama Big-Belly" in [line.text for line in session.lines]


@pytest.mark.parametrize("typed", ["exit", "stop", "Bye"])
def test_a_match_is_left_in_the_words_of_other_programs(typed: str) -> None:
    _, table = play(typed, "blue passes")

    assert table.over
    assert not table.session.lines


@pytest.mark.parametrize(("typed", "command"), [("hit him", "hint"), ("nope", "note")])
def test_no_command_is_guessed_that_would_be_refused_as_it_stands(
    typed: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`hint` takes no words, and `note` wants some."""
    _, table = play(*MOREAU, typed)

    assert f"did you mean {command}" not in capsys.readouterr().out
    assert not table.proposed


def test_the_forms_of_corrections_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    play(*MOREAU, "? by agreement")

    told = capsys.readouterr().out
    assert "  by agreement: Yuri gains 1 AP\n" in told
    assert "  by agreement: the match is longer by 1\n" in told


def test_corrections_have_the_points_of_the_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is told can be typed as it stands: PA on a French table."""
    session = duel(tmp_path, book="fr")
    typed = ("? by agreement", "by agreement: Nemo", "by agreement: Yuri gains 1 PA")
    TerminalPlay(WORDS, session, PUBLIC, typist=Lines(*typed)).run(anew=False)

    told = capsys.readouterr().out
    assert "  by agreement: Yuri gains 1 PA\n" in told
    assert "possible: by agreement: Yuri gains 1 PA\n" in told
    assert "gains 1 AP" not in told.replace("> by agreement: Yuri gains 1 AP", "")
