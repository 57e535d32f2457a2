"""Moments of matches: a match that is taken up there has come as far, and goes on as the other one did."""

from pathlib import Path

import pytest
from in_process import edencli
from sessions import WORDS, again, sit, stand_up

from edencli.files.match_record import RecordLine
from edencli.games.checks import Checks, make_library
from edencli.games.moments import MomentSource, moment_game, open_source, take_up
from edencli.games.play_script import ScriptOptions, StopPoint, parse_stop_point, play_script
from edencli.games.records import RecordOptions
from edencli.games.session import Session
from edencli.games.setup_game import game_text
from edencli.output.console import Refused
from edencli.transcript.event_numbers import number_events

SAMPLES = Path(__file__).parents[2] / "samples"
NIGHT = SAMPLES / "games" / "the-night-press.yaml"
UNKEPT = RecordOptions(wanted=False)


def source_of(game: Path, moment: str | None = None) -> MomentSource:
    until = parse_stop_point(WORDS, moment) or StopPoint()
    return open_source(WORDS, Checks(make_library(), moves=False), str(game), until)


def branch(game: Path, moment: str) -> Session:
    """A match that is taken up from a sample, its dice those of the sample's seed."""
    source = source_of(game, moment)
    return take_up(WORDS, source, source.session.head.seed, UNKEPT)


def answer_again(session: Session, lines: list[RecordLine]) -> None:
    """Give answers as a person types them; dice of the seed fall by themselves."""
    for line in lines:
        if line.kind == "answer" and line.declined:
            session.decline()
        elif line.kind == "answer":
            session.answer_text(line.text)


@pytest.mark.parametrize("name", ["the-night-press", "cafe-des-sports", "kitchen-table", "fire-at-the-dock"])
def test_a_match_stands_before_the_answer_that_brought_an_event(name: str) -> None:
    source = source_of(SAMPLES / "games" / f"{name}.yaml")
    events = list(source.session.events)
    numbers = list(number_events(events))
    began = source.session.inputs[0].before.events

    for n in range(began, len(events), 67):
        moment = source._replace(until=StopPoint(event=numbers[n]))
        taken = take_up(WORDS, moment, source.session.head.seed, UNKEPT)

        assert len(taken.events) <= n
        assert list(taken.events) == events[: len(taken.events)]
        assert taken.question is not None


def test_the_same_answers_bring_the_same_dice_and_events() -> None:
    whole = source_of(NIGHT).session
    taken = branch(NIGHT, "e120")

    answer_again(taken, whole.lines[len(taken.lines) :])

    assert list(taken.events) == list(whole.events)


def test_another_seed_changes_nothing_that_has_happened_and_what_falls_next() -> None:
    whole = source_of(NIGHT).session
    lines = list(enumerate(whole.lines[:-1]))
    thrown = next(n for n, one in lines if len(one.faces) > 2 and whole.lines[n + 1].events > one.events)
    event = list(number_events(whole.events))[whole.lines[thrown].events]
    taken = take_up(WORDS, source_of(NIGHT, str(event)), 99, UNKEPT)
    begun = len(taken.lines)
    assert list(taken.events) == list(whole.events[: len(taken.events)])

    answer_again(taken, whole.lines[begun:thrown])

    assert taken.lines[thrown].kind == "dice"
    assert taken.lines[thrown].faces != whole.lines[thrown].faces


def test_a_round_is_taken_up_at_its_first_question() -> None:
    taken = branch(NIGHT, "r3")

    assert taken.match.state.round == 3
    assert taken.round_starts()[3] <= len(taken.events)
    assert all(line.events < taken.round_starts()[3] for line in taken.lines if line.kind == "answer")


def test_a_moment_before_a_line_of_the_file_has_played_the_lines_above() -> None:
    moves = NIGHT.read_text(encoding="utf-8").splitlines()
    line = next(n for n, text in enumerate(moves, start=1) if "red activates" in text)

    taken = branch(NIGHT, str(line))

    taken.answer_text(moves[line - 1].partition("- ")[2].partition(" #")[0].strip(), passing=True)


@pytest.mark.parametrize("moment", ["e9999", "r9"])
def test_a_moment_that_never_came_is_refused(moment: str) -> None:
    with pytest.raises(Refused, match=moment):
        branch(NIGHT, moment)


def test_a_match_that_is_taken_up_is_kept_and_resumed(tmp_path: Path) -> None:
    source = source_of(NIGHT, "e120")
    taken = take_up(WORDS, source, 99, RecordOptions(str(tmp_path / "new.record")))
    taken.decline()
    events = list(taken.events)
    stand_up(taken)

    resumed = again(tmp_path / "new.record")

    assert list(resumed.events) == events


def test_dice_that_were_corrected_are_a_note_where_a_match_is_taken_up(
    tmp_path: Path,
) -> None:
    old = sit("first-duel.yaml", seed=None)
    moves = "red activates Yuri", "Yuri moves to 24, 27", "Yuri charges Abama", "Abama dodges"
    for line in (*moves, "1 1 1 1"):
        old.answer_text(line, passing=True)
    old.correct("4 4 4 4")
    faces = [line.faces for line in old.lines if line.kind == "dice"]

    record = tmp_path / "new.record"
    taken = take_up(WORDS, MomentSource(old, StopPoint()), None, RecordOptions(str(record)))
    stand_up(taken)

    resumed = again(record)
    assert [line.faces for line in resumed.lines if line.kind == "dice"] == faces
    assert [line.text for line in resumed.lines if line.kind == "note"] == [
        "The dice 1 1 1 1 were corrected to 4 4 4 4."
    ]


def test_a_record_holds_no_answer_that_an_expectation_only_tried(tmp_path: Path) -> None:
    """Candle Street expects what stands after dice and offers that its next line declines."""
    session = sit("candle-street.yaml", tmp_path / "kept.record", moves=True, seed=own_seed("candle-street"))
    events = list(session.events)
    stand_up(session)

    assert list(again(tmp_path / "kept.record").events) == events


def own_seed(name: str) -> int | None:
    return source_of(SAMPLES / "games" / f"{name}.yaml", "1").session.head.seed


@pytest.mark.parametrize("moment", ["e60", "e121", "r3"])
def test_a_game_that_is_written_out_stands_at_the_moment(tmp_path: Path, moment: str) -> None:
    taken = branch(NIGHT, moment)
    assert taken.question is not None
    path = tmp_path / "begun.yaml"
    path.write_text(game_text(moment_game(taken, tmp_path)), encoding="utf-8")

    checks = Checks(make_library(root=Path("/")), moves=False)
    played = play_script(checks, checks.check_file(str(path), kind="game"), ScriptOptions())

    assert played is not None
    assert played.wrong is None
    assert played.awaits is not None
    assert (played.awaits.kind, played.awaits.asked) == (taken.question.kind, taken.question.asked)
    assert played.match.state == taken.match.state


# ── the commands ─────────────────────────────────────────────────────────────────────────────────────────


def test_typed_play_goes_on_from_a_moment(tmp_path: Path) -> None:
    ended = edencli("play", str(NIGHT), "-i", "--until", "e60", "--record", "new.record", cwd=tmp_path)

    assert ended.returncode == 0
    assert "a new match goes on from e60 of the-night-press.yaml" in ended.stderr.decode()
    first = again(tmp_path / "new.record")
    assert (
        edencli("play", "new.record", "--until", "e20", "--record", "b.record", cwd=tmp_path).returncode == 0
    )
    second = again(tmp_path / "b.record")
    assert list(second.events) == list(first.events[: len(second.events)])
    assert len(second.events) < len(first.events)


def test_a_record_under_way_with_secrets_is_not_written_out(tmp_path: Path) -> None:
    session = sit(
        "the-night-press.yaml", tmp_path / "kept.record", seed=source_of(NIGHT, "1").session.head.seed
    )
    session.play_moves(lambda match, _: match.state.round == 2)
    stand_up(session)

    refused = edencli("setup", "kept.record", "--until", "r1", cwd=tmp_path)

    assert (refused.returncode, refused.stdout) == (1, b"")
    assert "still secret" in refused.stderr.decode()


def test_an_attack_is_resolved_as_the_fighters_stood(tmp_path: Path) -> None:
    pair = ("Lucille Tripwire", "Mirka Rag-Doll", "--game", str(NIGHT), "--odds")

    gone = edencli("resolve-attack", *pair, cwd=tmp_path)
    there = edencli("resolve-attack", *pair, "--until", "r2", cwd=tmp_path)

    assert (gone.returncode, there.returncode) == (2, 0)
    assert there.stdout


def test_a_moment_needs_a_match(tmp_path: Path) -> None:
    cards = str(SAMPLES / "cards" / "jokers.yaml")

    refused = edencli(
        "roll", "Yuri", "psi", "--difficulty", "4", "--cards", cards, "--until", "r2", cwd=tmp_path
    )

    assert refused.returncode == 2
    assert "--game or --last" in refused.stderr.decode()
