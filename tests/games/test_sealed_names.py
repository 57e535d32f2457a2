"""Two matches that differ in a name written in secret: all that anybody but its player can read is alike.

The matches are kept in records, which are told, shown, drawn on pages, taken back and written as games.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from in_process import edencli_text
from sessions import SAMPLES, again, sit, stand_up

from edencli.games.session import Session
from edencli.match.card_events import FighterRemembered
from edencli.match.pieces import Side
from edencli.match.position import dump_position
from edencli.referee.view import match_seen_by
from edencli.rules.questions import Interruption, ShiftChoice

NAMES = ("Sister Ilona", "Sister Yliss")
GAME = """\
kind: game
name: Sealed
rulebook: en
red: bands/jokers.yaml
blue: bands/matriarchy.yaml
position:
  round: 1
  step: tactical-phase
  first: red
  fighters:
    Yuri: {at: [20, 24]}
    Vlädd: {at: [20, 30]}
    Sister Ilona: {at: [23, 24], head: {lost: 3}}
    Sister Yliss: {at: [45, 30]}
    Berserk-Man: {at: [45, 40]}
  players:
    red: {leader: Yuri, sp: 9, hand: [Name in a bottle]}
    blue: {leader: Berserk-Man, sp: 9, hand: []}
"""
GOES_ON = ("red activates Vlädd", "Vlädd is done", "blue activates Berserk-Man", "Berserk-Man is done")
FALLS = ("red activates Yuri", "Yuri attacks Sister Ilona", "Sister Ilona stays passive")
READ = (
    "play",
    "play --as blue --html page.html --odds",
    "play --advise --as blue",
    "play --cite",
    "play --cite --as blue",
    "play --until e2 --no-record",
    "play --until e1a --no-record",
    "play --script moves.yaml --as blue",
    "setup --until e3",
    "show",
    "show --as blue --format json",
    "show --sight Yuri --format json",
    "show --until 3 --as blue",
    "show --until e1a --format json",
    "show --html -",
    "show --html - --as blue",
    "show --cards --html page.html",
)
"""Commands on a record, for both players together where they do not say `--as blue`."""
TYPED = "log\nstate\nscore\nundo agreed\nstate\nredo\nhint\nlog\nquit\n"
"""What is typed where a command goes on with the match."""


def written(folder: Path, name: str) -> Session:
    """A match in which red has written down a name, in a record of this folder."""
    session = sit(folder / "game.yaml", folder / "match.record", seed=None)
    answer(session, "red plays Name in a bottle", f"red picks {name}")
    return session


def answer(session: Session, *lines: str) -> None:
    """Type these lines; nobody interrupts, and no location is shifted."""
    for line in lines:
        session.answer_text(line)
        while isinstance(session.question, Interruption | ShiftChoice):
            session.decline()


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """For each name a folder with the record of the match in which it was written."""
    made = {name: tmp_path_factory.mktemp("sealed") / "here" for name in NAMES}
    for name, folder in made.items():
        folder.mkdir()
        (folder / ".edencli").touch()
        (folder / "game.yaml").write_text(GAME, encoding="utf-8")
        for part in ("bands", "cards", "scenery"):
            shutil.copytree(SAMPLES / part, folder / part)
        band = folder / "bands" / "jokers.yaml"
        text = band.read_text(encoding="utf-8").replace("tactics:\n", "tactics:\n  - Name in a bottle\n")
        band.write_text(text.replace("cards:\n", "cards:\n  - ../cards/ferry.yaml\n"), encoding="utf-8")
        session = written(folder, name)
        answer(session, *GOES_ON)
        stand_up(session)
    return made


def read(folder: Path, command: str) -> tuple[int, str, str, str]:
    """Run a command on a copy of a folder's record: exit code, both outputs, and the files that it writes."""
    kept = {path.name for path in folder.iterdir()}
    shutil.copy(folder / "match.record", folder / "copy.record")
    verb, *options = command.split()
    ended = edencli_text(verb, "copy.record", *options, cwd=folder, stdin=TYPED)
    files = ""
    for path in sorted(folder.iterdir()):
        if path.name not in kept:
            files += path.read_text(encoding="utf-8") if path.suffix != ".record" else ""
            path.unlink()
    return ended.returncode, ended.stdout, ended.stderr, files


@pytest.mark.parametrize("command", READ)
def test_what_others_read_of_a_record_is_the_same_whatever_the_name(
    command: str, folders: Mapping[str, Path]
) -> None:
    one, other = (read(folder, command) for folder in folders.values())

    assert one == other


@pytest.mark.parametrize("command", ["play --cite", "show", "show --format json", "show --html -"])
def test_its_player_reads_the_name(command: str, folders: Mapping[str, Path]) -> None:
    """A comparison that never finds a difference proves nothing."""
    one, other = (read(folder, f"{command} --as red") for folder in folders.values())

    assert one[0] == other[0] == 0
    assert one != other


def test_a_name_that_is_taken_back_and_brought_back_is_the_same(folders: Mapping[str, Path]) -> None:
    for name, folder in folders.items():
        session = again(folder / "match.record")
        before, seen = list(session.events), dump_position(match_seen_by(session.match, Side.BLUE).state)

        while any(isinstance(event, FighterRemembered) for event in session.events):
            session.undo(agreed=True)
        assert session.match.state.remembered_fighters == ()
        while session.undone:
            session.redo()

        assert session.events == before
        assert [one.fighter.name for one in session.match.state.remembered_fighters] == [name]
        assert dump_position(match_seen_by(session.match, Side.BLUE).state) == seen


def test_another_name_written_after_an_undo_leaves_nothing_of_the_first(folders: Mapping[str, Path]) -> None:
    first, second = folders
    session = again(folders[first] / "match.record")
    while any(isinstance(event, FighterRemembered) for event in session.events):
        session.undo(agreed=True)

    answer(session, f"red picks {second}", *GOES_ON)

    assert session.events == again(folders[second] / "match.record").events


def test_the_opponent_sees_the_name_once_the_card_works_and_no_other_name(
    folders: Mapping[str, Path],
) -> None:
    told = {}
    for name, folder in folders.items():
        session = again(folder / "match.record")
        answer(session, *FALLS, "6 6 6 1", "1")
        told[name] = match_seen_by(session.match, Side.BLUE).state.remembered_fighters

    assert [[one.fighter.name for one in names] for names in told.values()] == [["Sister Ilona"], []]
