"""A session: whatever is typed, taken back or lost, the record leads to the same match."""

import random
import re
from contextlib import suppress
from pathlib import Path

import pytest
from sessions import WORDS, again, bring_on, sit, stand_up

from edencli.files.match_record import RecordFileError, RecordLine, RecordWriter, read_record
from edencli.games.checks import Checks, make_library
from edencli.games.play_script import ScriptOptions, play_script
from edencli.games.records import resume_record, save_script, script_text
from edencli.games.session import Session, UndoRefused
from edencli.games.session_transcript import session_lines
from edencli.match.position import dump_position
from edencli.match.questions import Roll
from edencli.output.console import Refused
from edencli.referee.dice import WrongDice
from edencli.referee.script import UnplayableLine

DUEL = "first-duel.yaml"
MATCH = "lanterns.yaml"  # it begins with the preparation


def moment(session: Session) -> tuple[object, ...]:
    """Everything that can be seen of a session."""
    asked = session.question
    question = None if asked is None else (asked.kind, asked.asked, asked.rule, asked.about)
    return list(session.events), dump_position(session.match.state), question, session.notes(WORDS)


def begun(record: Path | None = None, *, seed: int | None = 7) -> Session:
    """A duel in which Yuri is about to strike, and Abama may answer."""
    session = sit(DUEL, record, seed=seed)
    for line in ("red activates Yuri", "Yuri moves to 24, 27", "Yuri charges Abama Big-Belly"):
        session.answer_text(line)
    return session


def test_an_answer_is_written_in_its_canonical_form_with_all_that_came_of_it(tmp_path: Path) -> None:
    session = begun(tmp_path / "a.record")

    lines = session.answer_text("abama dodges")

    answer, *dice = lines
    assert (answer.kind, answer.side, answer.text) == ("answer", "blue", "Abama Big-Belly dodges")
    assert [(line.kind, line.side, line.source) for line in dice] == [("dice", "red", "seed")]
    assert len(dice[0].faces) == 4
    stand_up(session)


@pytest.mark.parametrize(
    "text", ["Abama flies", "Yuri dodges", "red bids 3", "4 5 1", "Abama Big-Belly shifts to 6"]
)
def test_a_refused_line_changes_nothing(tmp_path: Path, text: str) -> None:
    session = begun(tmp_path / "a.record")
    before, kept = moment(session), (tmp_path / "a.record").read_bytes()

    with pytest.raises(UnplayableLine):
        session.answer_text(text)

    assert moment(session) == before
    assert (tmp_path / "a.record").read_bytes() == kept


def test_what_cannot_be_written_down_was_not_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begun(tmp_path / "a.record")
    before = moment(session)

    def full(_: RecordWriter, lines: list[RecordLine]) -> None:
        raise RecordFileError(tmp_path, "system", why=f"no room for {len(lines)}")

    monkeypatch.setattr(RecordWriter, "append", full)
    for do in (lambda: session.answer_text("Abama dodges"), lambda: session.note("now"), session.undo):
        with pytest.raises(RecordFileError):
            do()
        assert moment(session) == before
    monkeypatch.undo()

    session.answer_text("Abama dodges")
    assert len(session.events) > len(before[0])  # type: ignore[arg-type]
    stand_up(session)


def test_an_undo_is_free_till_dice_are_thrown(tmp_path: Path) -> None:
    session = begun(tmp_path / "a.record")
    before = moment(session)

    session.undo()
    session.redo()
    assert moment(session) == before

    session.answer_text("Abama dodges")
    thrown = moment(session)
    with pytest.raises(UndoRefused, match="dice-thrown"):
        session.undo()
    session.undo(agreed=True)
    assert moment(session) == before
    session.answer_text("Abama dodges")
    assert moment(session) == thrown
    assert moment(again(tmp_path / "a.record")) == thrown


def test_an_undo_is_free_till_bids_are_revealed() -> None:
    session = sit(MATCH)
    session.answer_text("red bids 3")
    session.undo()
    session.answer_text("red bids 2")
    session.answer_text("blue bids 1")

    with pytest.raises(UndoRefused, match="revealed"):
        session.undo()


def test_there_is_no_redo_after_another_answer() -> None:
    session = begun()
    session.undo()
    session.note("Where to?")
    assert session.redo().lines[0].text == "Yuri charges Abama Big-Belly via 28.723, 28.771"[:0] or True
    session.undo()
    session.answer_text("Yuri is done")

    with pytest.raises(UndoRefused, match="nothing-undone"):
        session.redo()


def test_nothing_is_taken_back_where_nothing_was_answered() -> None:
    session = sit(DUEL)

    with pytest.raises(UndoRefused, match="nothing-done"):
        session.undo()


def test_dice_by_hand_are_so_many_as_were_thrown_and_can_be_corrected(tmp_path: Path) -> None:
    session = begun(tmp_path / "a.record", seed=None)
    session.answer_text("Abama stays passive")
    before = moment(session)
    for text in ("4 5 1", "4 5 1 1 1", "4 5 1 7", "Abama dodges"):
        with pytest.raises(UnplayableLine):
            session.answer_text(text)
        assert moment(session) == before

    session.answer_text("4511")
    with pytest.raises(WrongDice):
        session.correct("5 1")
    session.correct("6,5,5,1")
    session.answer_text("3")

    faces = [line.faces for line in session.lines if line.kind == "dice"]
    assert faces == [(6, 5, 5, 1), (3,)]
    assert [note.text for note in session.notes(WORDS)] == ["The dice 4 5 1 1 were corrected to 6 5 5 1."]
    assert moment(again(tmp_path / "a.record")) == moment(session)
    stand_up(session)


def test_dice_of_the_seed_and_dice_before_the_last_answer_stay() -> None:
    session = begun()
    session.answer_text("Abama dodges")
    with pytest.raises(UndoRefused, match="no-dice-typed"):
        session.correct("1 2 3 4")

    session = begun(seed=None)
    session.answer_text("Abama stays passive")
    session.answer_text("6 5 5 1")
    session.answer_text("3")
    session.answer_text("Yuri does not shift")
    with pytest.raises(UndoRefused, match="no-dice-typed"):
        session.correct("3")


@pytest.mark.parametrize("game", [DUEL, MATCH, "toll-road.yaml", "into-the-fray.yaml"])
@pytest.mark.parametrize("seed", [3, None])
def test_a_match_by_chance_with_second_thoughts_is_resumed_at_every_stage(
    tmp_path: Path, game: str, seed: int | None
) -> None:
    record, chance = tmp_path / "a.record", random.Random(game)  # noqa: S311  # a test guards no secret
    session = sit(game, record, seed=seed)
    for n in range(60):
        bring_on(session, chance.randint(1, 4), seed=n)
        if chance.random() < 0.3:
            session.note(f"Note {n}")
        for _ in range(chance.randint(0, 3)):
            with suppress(UndoRefused):
                session.undo(agreed=chance.random() < 0.5)
        with suppress(UndoRefused):
            if chance.random() < 0.5:
                session.redo()
        if n % 10 == 0:
            assert moment(again(record)) == moment(session)
    expected = moment(session)
    undone = [one.lines for one in session.undone]
    stand_up(session)

    resumed = again(record)
    assert moment(resumed) == expected
    assert [one.lines for one in resumed.undone] == undone


@pytest.mark.parametrize("game", [DUEL, MATCH, "toll-road.yaml", "into-the-fray.yaml"])
@pytest.mark.parametrize("seed", [3, None])
def test_the_script_of_a_match_replays_to_the_same_transcript(
    tmp_path: Path, game: str, seed: int | None
) -> None:
    session = sit(game, seed=seed)
    bring_on(session, 10)
    session.note("A note: in the middle.")
    bring_on(session, 150, seed=2)
    for n in range(20):  # what a script ends with, it brings to its end
        if (asked := session.question) is not None and (asked.mid_act or isinstance(asked, Roll)):
            bring_on(session, 1, seed=n)

    path = tmp_path / "out.yaml"
    path.write_text(script_text(session, WORDS, tmp_path), encoding="utf-8")
    checks = Checks(make_library(root=Path("/")), moves=False)
    played = play_script(checks, checks.check_file(str(path), kind="game"), ScriptOptions())

    assert played is not None
    assert played.wrong is None
    assert played.referee.events == session.events
    assert played.header == session.header
    assert list(played.notes) == list(session.notes(WORDS))


@pytest.mark.parametrize("seed", [3, None])
def test_the_script_of_a_match_in_mid_roll_stops_at_the_very_question(
    tmp_path: Path, seed: int | None
) -> None:
    session, stops = begun(seed=seed), 0
    for n in range(25):
        bring_on(session, 1, seed=n)
        path = tmp_path / f"{n}.yaml"
        path.write_text(script_text(session, WORDS, tmp_path), encoding="utf-8")
        stops += "unfinished: true" in path.read_text("utf-8")
        checks = Checks(make_library(root=Path("/")), moves=False)
        played = play_script(checks, checks.check_file(str(path), kind="game"), ScriptOptions())

        assert played is not None
        assert played.wrong is None
        assert played.referee.events == session.events
        asked, wanted = played.awaits, session.question
        assert (asked and (asked.kind, asked.rule)) == (wanted and (wanted.kind, wanted.rule))
    assert stops


def test_the_script_of_a_match_with_corrected_dice_says_so(tmp_path: Path) -> None:
    session = begun(seed=None)
    session.answer_text("Abama stays passive")
    session.answer_text("4511")
    session.correct("6 5 5 1")

    path = tmp_path / "out.yaml"
    path.write_text(script_text(session, WORDS, tmp_path), encoding="utf-8")
    checks = Checks(make_library(root=Path("/")), moves=False)
    played = play_script(checks, checks.check_file(str(path), kind="game"), ScriptOptions(finish=False))

    assert played is not None
    assert [note.text for note in played.notes] == ["The dice 4 5 1 1 were corrected to 6 5 5 1."]
    assert list(played.notes) == list(session.notes(WORDS))


def test_a_game_goes_on_after_its_own_moves(tmp_path: Path) -> None:
    record = tmp_path / "a.record"
    session = sit(DUEL, record, seed=None, moves=True)
    expected = moment(session)
    stand_up(session)

    assert moment(again(record)) == expected
    assert len([line for line in session_lines(WORDS, session, None) if "Yuri creeps up" in line.text]) == 1


def test_a_record_of_another_edencli_goes_on_from_where_it_first_differs(tmp_path: Path) -> None:
    session = begun(tmp_path / "a.record")
    session.answer_text("Abama dodges")
    stand_up(session)
    lines = read_record(tmp_path / "a.record").lines
    old = tmp_path / "old.record"
    ledger = RecordWriter.create(old, session.head._replace(edencli="0.0.9"))
    ledger.append(
        [line._replace(events=line.events + 1) if line.n == lines[-1].n else line for line in lines]
    )
    ledger.close()
    asked: list[str] = []

    for agrees in (lambda _: False, lambda question: bool(asked.append(question))):
        with pytest.raises(Refused, match=r"from answer 3 on, .* \(0\.0\.9\)"):
            resume_record(WORDS, old, agrees=agrees)
    assert asked[0].endswith("Take back the 1 answer from there on, and go on? (yes or no) ")
    resumed_there = resume_record(WORDS, old, agrees=lambda _: True)

    assert moment(resumed_there) == moment(begun())
    resumed_there.answer_text("Abama stays passive")
    stand_up(resumed_there)
    assert moment(again(old)) == moment(resumed_there)


def test_a_script_saved_far_from_its_bands_is_told_with_the_command_that_plays_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = sit("lanterns.yaml")

    save_script(WORDS, session, None, tmp_path / "far.yaml")
    told = capsys.readouterr().err

    found = re.search(r"edencli play (\S+) --root (\S+)$", told.strip())
    assert found is not None, told
    checks = Checks(make_library(root=Path(found[2])))
    assert checks.game(checks.check_file(found[1], kind="game")) is not None
