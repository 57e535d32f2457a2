"""What players agree on is understood as people say it, and confirmed by what it changes."""

from pathlib import Path

import pytest
from sessions import WORDS, Lines, duel, sit

from edencli.match.pieces import PUBLIC
from edencli.prompt.corrections import correction_line
from edencli.prompt.screen import TerminalPlay

CORNER = "street-corner.yaml"


def agreed(typed: str, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """The line that was answered at the street corner, and what was told of it."""
    session = sit(CORNER)
    TerminalPlay(WORDS, session, PUBLIC, typist=Lines(typed)).run(anew=False)
    answers = [line.text for line in session.lines if line.kind == "answer"]
    return (answers[-1] if answers else ""), " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("said", "line", "told"),
    [
        ("Yuri takes 1 fear marker", "Yuri takes 1 fear", "Yuri gains 1 fear marker."),
        ("Yuri gets a burn marker", "Yuri takes 1 burn", "Yuri gains 1 burn marker."),
        ("Mirka loses one burn token", "Mirka Rag-Doll loses 1 burn", "Mirka Rag-Doll loses"),
        ("Bastien loses the fear", "Bastien Longshot loses 1 fear", "Bastien Longshot"),
        ("Bastien is not afraid any more", "Bastien Longshot loses 1 fear", "Bastien Longshot"),
        ("take 1 AP from Yuri", "Yuri loses 1 AP", "Yuri"),
        ("give blue 2 SP", "blue gains 2 SP", "Blue now has 9 SP."),
        ("remove 1 burn marker from Mirka", "Mirka Rag-Doll loses 1 burn", "Mirka Rag-Doll"),
        ("remove Mirka", "Mirka Rag-Doll leaves the field", "Mirka Rag-Doll is removed"),
        ("put Yuri back to 30, 12", "Yuri is placed at 30, 12", "Yuri is placed at 30, 12."),
        ("the match ends a round later", "the match is longer by 1", "The match lasts 1 round longer."),
        ("red scores 1 VP", "red gains 1 VP", "Red scores 1 VP."),
        ("red pays 2 SP", "red loses 2 SP", "Red now has 3 SP."),
        ("Yuri gains 1 AP", "Yuri gains 1 AP", "Yuri gains 1 AP."),
        ("Yuri has 2 AP", "Yuri loses 1 AP", "Yuri"),
        ("Tick-Tock has only 1 AP left", "Tick-Tock loses 2 AP", "Tick-Tock"),
        ("red has 4 vp", "red gains 3 VP", "Red scores 3 VP"),
        ("Bastien has no fear markers", "Bastien Longshot loses 1 fear", "Bastien Longshot"),
        ("Mirka is out of action", "Mirka Rag-Doll leaves the field", "Mirka Rag-Doll is removed"),
        ("mirka is out", "Mirka Rag-Doll leaves the field", "Mirka Rag-Doll is removed"),
        ("Old Kazimir dies", "Old Kazimir leaves the field", "Old Kazimir is removed"),
        ("vladd is on fire", "Vlädd takes 1 burn", "Vlädd gains 1 burn marker."),
        ("kazimir takes a wound to the legs", "Old Kazimir loses 1 CP in the legs", "loses 1 CP (legs)"),
        ("elenia heals 1 in the head", "Elenia heals 1 CP in the head", "Elenia recovers 1 CP (head)."),
        ("Yuri should be at 30, 12", "Yuri is placed at 30, 12", "Yuri is placed at 30, 12."),
        ("one more round", "the match is longer by 1", "The match lasts 1 round longer."),
    ],
)
def test_a_correction_is_understood_as_people_say_it(
    said: str, line: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answered, shown = agreed(f"by agreement: {said}", capsys)

    assert answered == f"by agreement: {line}"
    assert told in shown


@pytest.mark.parametrize("said", ["Tick-Tock is activated", "Nemo is out", "red scores 1 XP", "Yuri is 3 AP"])
def test_what_is_no_correction_changes_nothing_and_is_told_with_some(
    said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answered, shown = agreed(f"by agreement: {said}", capsys)

    assert answered == ""
    assert "possible: by agreement: " in shown


@pytest.mark.parametrize(
    ("book", "points"),
    [
        ("fr", {"PA": "AP", "PS": "SP", "PV": "VP", "PC": "CP"}),
        ("it", {"PA": "AP", "PS": "SP", "PV": "VP", "PC": "CP"}),
        ("pt", {"PA": "AP", "PS": "SP", "PV": "VP", "PC": "CP"}),
        ("de", {"SIG": "VP", "KP": "CP"}),
        ("en", {}),
    ],
)
def test_the_points_of_a_book_are_taken_where_it_is_played(
    book: str, points: dict[str, str], tmp_path: Path
) -> None:
    session = duel(tmp_path, book=book)
    question = session.question
    assert question is not None
    said = {"AP": "Yuri gains 1 {}", "SP": "red gains 1 {}", "VP": "red gains 1 {}"}
    said |= {"CP": "Yuri loses 1 {} in the legs"}

    for printed, meant in points.items():
        typed = f"by agreement: {said[meant].format(printed)}"
        line = correction_line(WORDS, session.match, question, typed, None)
        assert line is not None
        assert line.casefold() == f"by agreement: {said[meant].format(meant)}".casefold()
    elsewhere = "by agreement: red gains 1 PS"
    is_taken = correction_line(WORDS, session.match, question, elsewhere, None) is not None
    assert is_taken is ("PS" in points)
