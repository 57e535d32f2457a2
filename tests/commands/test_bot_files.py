"""A bot that is a file plays a side: what it sees, what its faults look like, and that no record runs it."""

from pathlib import Path

import pytest
from in_process import edencli

SAMPLES = Path(__file__).parents[2] / "samples"
DUEL = str(SAMPLES / "games" / "first-duel.yaml")
FIRST_LEGAL = str(SAMPLES / "bots" / "first_legal.py")
BANDS = (str(SAMPLES / "bands" / "jokers.yaml"), str(SAMPLES / "bands" / "chaos.yaml"))


def bot(folder: Path, body: str) -> str:
    path = folder / "bot.py"
    path.write_text(f"import edencli\n\n\ndef answer(view):\n    {body}\n", encoding="utf-8")
    return str(path)


def played(*arguments: str, cwd: Path, code: int = 0) -> tuple[str, str]:
    ended = edencli("play", *arguments, cwd=cwd)
    assert ended.returncode == code, ended.stderr.decode()
    return ended.stdout.decode(), ended.stderr.decode()


def test_the_sample_bot_plays_a_game_to_its_end_the_same_each_time(tmp_path: Path) -> None:
    arguments = (DUEL, "--red", FIRST_LEGAL, "--blue", "random", "--seed", "3")

    once, again = played(*arguments, cwd=tmp_path)[0], played(*arguments, cwd=tmp_path)[0]

    assert once == again
    assert "━━ The end" in once


def test_a_typed_match_has_a_bot_of_a_file(tmp_path: Path) -> None:
    told, _ = played(*BANDS, "--red", FIRST_LEGAL, "--blue", FIRST_LEGAL, "--no-record", cwd=tmp_path)

    assert told.rstrip().endswith("The match is over.")


def test_a_bot_may_decline_and_sees_no_hand_of_the_opponent(tmp_path: Path) -> None:
    body = (
        "other = view.position.get('players', {}).get('blue', {})\n"
        "    assert not any(other.get('hand', ())), other\n"
        "    return None if view.question.optional else next(view.legal_answers())"
    )

    told, _ = played(*BANDS, "--red", bot(tmp_path, body), "--blue", "random", "--no-record", cwd=tmp_path)

    assert told.rstrip().endswith("The match is over.")


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("return 1 / 0", "bot.py failed on line 5: ZeroDivisionError"),
        ("return 'Yuri flies away'", "bot.py answered 'Yuri flies away': “flies away” makes no sense"),
        ("return 'Yuri attacks Yuri'", "bot.py answered 'Yuri attacks Yuri': "),
        ("return 7", "bot.py answered 7: "),
        ("raise SystemExit('\\x1b[31mred')", "bot.py failed on line 5: SystemExit: "),
    ],
)
def test_what_a_bot_does_wrong_is_one_line(tmp_path: Path, body: str, complaint: str) -> None:
    _, errors = played(DUEL, "--blue", bot(tmp_path, body), "--seed", "1", cwd=tmp_path, code=1)

    assert complaint in errors
    assert "Traceback" not in errors
    assert "\x1b" not in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "there is no file bot.py"),
        ("answer = 4\n", "bot.py is not a bot: it does not define a function answer(view)"),
        ("def answer(view:\n", "bot.py failed on line 1: SyntaxError"),
        ("import nothing_of_that_name\n", "bot.py failed on line 1: ModuleNotFoundError"),
    ],
)
def test_a_file_that_is_no_bot_is_refused(tmp_path: Path, content: str | None, complaint: str) -> None:
    if content is not None:
        (tmp_path / "bot.py").write_text(content, encoding="utf-8")

    _, errors = played(DUEL, "--red", "bot.py", "--seed", "1", cwd=tmp_path, code=2)

    assert complaint in errors


def test_a_record_never_runs_a_file(tmp_path: Path) -> None:
    """Who sends somebody a record sends no program with it: the file plays only where it is named again."""
    here = bot(tmp_path, "return next(view.legal_answers())")
    played(*BANDS, "--blue", here, "--record", "match.record", cwd=tmp_path)
    (tmp_path / "bot.py").write_text("open('was-run', 'w')\n", encoding="utf-8")

    _, errors = played("match.record", cwd=tmp_path)

    assert not (tmp_path / "was-run").exists()
    assert "Blue was played by" in errors
    assert f"--blue {here} lets the bot play again" in " ".join(errors.split())
