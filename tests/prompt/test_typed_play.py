"""Matches that are typed into a pipe: what is told, what is refused, and where a killed one goes on."""

import json
import os
import random
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest
from in_process import edencli
from processes import EDENCLI, clean_environment
from sessions import again, bring_on, sit
from short_games import HEAD, TOUCHING, game

from edencli.files.loader import parse_yaml
from edencli.files.match_record import read_record
from edencli.files.source import is_record
from edencli.games.session import Session

ROOT = Path(__file__).parents[2]
FIGHT = ("red activates Yuri", "Yuri attacks Ngobo Quick-Arm", "Ngobo Quick-Arm dodges")
KILLS = int(os.environ.get("KILLS", "6"))
AT_ONCE = 20
"""How often matches are killed, and how often in one test; `KILLS=200 pytest …` is the long campaign."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the samples' bands and a duel in which somebody stands beside somebody."""
    for name in ("bands", "cards", "scenery", "games"):
        shutil.copytree(ROOT / "samples" / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    game(head=HEAD + TOUCHING)
    return tmp_path


def typed(*arguments: str, lines: tuple[str, ...] = ()) -> tuple[int, str, str]:
    """Type some lines at a match of this folder."""
    ended = edencli("play", *arguments, stdin="".join(f"{line}\n" for line in lines).encode(), cwd=Path.cwd())
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


def begin(*lines: str, seed: str = "7") -> tuple[int, str, str]:
    """Begin the duel, kept in duel.record."""
    return typed("-i", "duel.yaml", "--root", ".", "--seed", seed, "--record", "duel.record", lines=lines)


@pytest.mark.usefixtures("here")
def test_the_end_of_input_ends_the_play_and_the_record_goes_on_at_the_question() -> None:
    code, out, err = begin(*FIGHT[:2])

    assert code == 0
    assert out.endswith(
        "Blue: how does Ngobo Quick-Arm react to the attack of Yuri? passive, dodge, response\n"
    )
    assert "this match is kept in duel.record" in err
    assert "to go on: edencli play duel.record" in err

    assert typed("duel.record")[:2] == (0, out.splitlines(keepends=True)[-1])
    code, out, _ = typed("duel.record", lines=FIGHT[2:])
    assert code == 0
    assert out.splitlines()[1] == "> Ngobo Quick-Arm dodges"


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Yuri flies", "stdin:3:1: error[game-unreadable]"),
        ("red bids 3", "stdin:3:1: error[game-unsuited]"),
        ("Yuri dodges", "stdin:3:1: error[game-un"),
        ("undo undo", "stdin:3: the only word that may follow undo is “agreed”"),
        ("correct 4 5 1", "stdin:3: only dice that were just typed can be corrected"),
        ("note", "stdin:3: note needs something after it"),
        ("redo", "stdin:3: there is nothing to redo"),
        ("Yuri moves 6 up", "stdin:3:1: error[game-un"),
        ("sight Xaver", "stdin:3: nothing on this field is called 'Xaver'"),
        ("? melee.doge", "stdin:3: there is no such rule: “melee.doge”; the closest: melee.dodge"),
        ("expect: {Yuri: {ap: 3}}", "stdin:3:1: error[game-expect] Yuri ap: expected 3, found 2"),
        ("expect: {Yuri: {app: 3}}", "stdin:3: unknown key 'app'"),
        ("expect: {Yuri: [", "stdin:3: this bracket"),
        ("by agreement: Yuri loses a shoe", "stdin:3:1: error[game-unreadable]"),
        ("secrets blue", "stdin:3: only a terminal has a page for Blue alone; here, --as blue shows"),
        ("secrets purple", "stdin:3: Whose secrets? Type: secrets red, or secrets blue"),
        ("save duel.yaml", "stdin:3: duel.yaml was not written: it already exists"),
    ],
)
def test_a_refused_line_ends_the_play_with_its_number_and_is_not_kept(line: str, why: str) -> None:
    code, _, err = begin(*FIGHT[:2], line, FIGHT[2])

    assert code == 1
    assert why in err
    assert [one.text for one in read_record(Path("duel.record")).lines] == list(FIGHT[:2])


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("?", "Ngobo Quick-Arm dodges (1 AP)"),
        ("? melee.dodge", "Dodge"),
        ("state", "Yuri: Head □□■■"),
        ("map", "north"),
        ("show Yuri", "Special abilities"),
        ("sight Yuri Ngobo", "Yuri sees Ngobo Quick-Arm"),
        ("measure Yuri Mirka", "They are 25.28 cm apart"),
        ("route Mirka 30, 40", "The shortest route is 10 cm long"),
        ("odds", "CP lost by Ngobo Quick-Arm, passive"),
        ("advise", " – "),
        ("hint", " – "),
        ("score", "Round 1."),
        ("why", "melee"),
        ("log", "edencli transcript, format 1"),
        ("note See: there he stands", "to go on"),
        ("save saved.yaml", "wrote saved.yaml"),
        ("undo", "taken back: Yuri attacks Ngobo Quick-Arm"),
        ("help", "take the last answer back"),
        ("expect: {Yuri: {ap: 2}, round: 1}", "as expected"),
        ("expect Yuri: {ap: 2}", "as expected"),
        ("d", "> Ngobo Quick-Arm dodges"),
        ("2", "> Ngobo Quick-Arm dodges"),
        ("passive", "> Ngobo Quick-Arm stays passive"),
    ],
)
def test_a_pipe_takes_what_the_prompt_takes(line: str, told: str) -> None:
    code, out, err = begin(*FIGHT[:2], line)

    assert code == 0
    assert told in out.partition("passive, dodge, response")[2] + err


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Yuri moves 6 west", "Yuri moves to 14, 20"),
        ("6 south", "Yuri moves to 20, 14"),
        ("moves 5 away from Ngobo", "Yuri moves to 15, 20"),
        ("Yuri m 20, 15", "Yuri moves to 20, 15"),
    ],
)
def test_a_move_as_it_is_said_goes_past_what_is_optional(said: str, meant: str) -> None:
    """The dice leave a success, so that the location might be shifted first."""
    code, out, _ = begin(*FIGHT[:2], "passive", said, seed="2")

    assert code == 0
    assert out.index("> Yuri does not shift") < out.index(f"> {meant}")


@pytest.mark.usefixtures("here")
def test_an_expectation_as_data_prints_no_page() -> None:
    code, out, _ = typed(
        "-i", "duel.yaml", "--root", ".", "--no-record", "--format", "json", "--seed", "7",
        lines=("red activates Yuri", "expect: {Yuri: {ap: 3}}"),
    )  # fmt: skip

    assert code == 0
    assert [json.loads(line)["kind"] for line in out.splitlines()][::-1][:1] == ["awaiting"]


@pytest.mark.usefixtures("here")
def test_both_players_agree_on_a_pipe() -> None:
    code, out, _ = begin(FIGHT[0], "by agreement: Yuri loses 1 AP", "expect: {Yuri: {ap: 2}}")

    assert code == 0
    assert "> by agreement: Yuri loses 1 AP" in out


@pytest.mark.usefixtures("here")
def test_a_note_keeps_its_colons() -> None:
    begin("note Yuri says: now: or never")

    assert [line.text for line in read_record(Path("duel.record")).lines] == ["Yuri says: now: or never"]


@pytest.mark.usefixtures("here")
def test_an_empty_line_says_nothing() -> None:
    assert begin("", *FIGHT[:2], "  ")[0] == 0


@pytest.mark.usefixtures("here")
def test_what_is_taken_back_past_dice_wants_both_to_agree() -> None:
    code, _, err = begin(*FIGHT, "undo")
    assert code == 1
    assert "if both players agree, type: undo agreed" in err

    code, out, _ = typed("duel.record", lines=("undo agreed", "redo", "undo agreed", "Ngobo passive"))
    assert code == 0
    assert "taken back: Ngobo Quick-Arm dodges" in out
    assert out.count("brought back: Ngobo Quick-Arm dodges") == 1


@pytest.mark.usefixtures("here")
def test_who_plays_a_side_is_kept_in_the_record() -> None:
    begun = ("-i", "duel.yaml", "--root", ".", "--seed", "7", "--record", "duel.record", "--blue", "steady")
    _, out, _ = typed(*begun, lines=FIGHT[:2])
    assert "> Ngobo Quick-Arm " in out

    code, out, err = typed("duel.record", lines=("Yuri does not strike back", "Yuri is done"))
    assert code == 0
    assert "Blue is played by steady, as the record says (--blue person takes over)" in err
    assert "\n> blue " in out

    code, out, err = typed("duel.record", "--blue", "person", "--red", "random", lines=("blue passes",))
    assert "Blue is played by a person from here on, not by steady as recorded" in err
    assert "Red is played by random choice from here on, not by a person as recorded" in err
    assert read_record(Path("duel.record")).head.bots == {"blue": "steady"}


@pytest.mark.usefixtures("here")
def test_two_bands_are_a_new_match() -> None:
    code, out, err = typed(
        "bands/jokers.yaml", "bands/bamaka.yaml", "--rulebook", "fr", "--seed", "1", "--record", "a.record",
        "--field", "scenery/village.yaml", lines=("red bids 2", "blue bids 1"),
    )  # fmt: skip

    assert (code, err.count("Traceback")) == (0, 0)
    assert "game      The Rust Gang against Keepers of Seven Springs" in out
    assert "Livre de règles" in out or "French" in out


@pytest.mark.usefixtures("here")
def test_a_record_needs_none_of_its_files_and_says_what_has_changed(here: Path) -> None:
    begin(*FIGHT[:2])

    cards = here / "cards" / "jokers.yaml"
    cards.write_text("# a comment\n" + cards.read_text("utf-8"), "utf-8")
    assert "changed" not in typed("duel.record")[2]

    cards.write_text(cards.read_text("utf-8").replace("spd: {white: 5", "spd: {white: 4"), "utf-8")
    code, _, err = typed("duel.record")
    assert code == 0
    assert "cards have changed in cards/jokers.yaml: Yuri (red): legs; the match goes on with" in err

    for file in ("cards/jokers.yaml", "bands/jokers.yaml", "duel.yaml"):
        (here / file).unlink()
    assert typed("duel.record", lines=FIGHT[2:])[0] == 0


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["-i", "duel.yaml", "--cite"], "--cite is not for a match with typed answers"),
        (["duel.record", "--junit", "a.xml"], "--junit is not for the record of a match"),
        (["duel.yaml", "--record", "a.record"], "--record works only with a match with typed answers"),
        (
            ["-i", "duel.yaml", "--field", "scenery/village.yaml"],
            "--field is not for a match with typed answers (--interactive); it works only with two bands",
        ),
        (["-i", "-"], "standard input cannot hold both"),
        (
            ["duel.record", "--seed", "3"],
            "--seed is not for the record of a match: its record settles how it is played",
        ),
        (["duel.record", "duel.record"], "one record at a time"),
        (["-i", "duel.yaml", "--record", "duel.record"], "duel.record already exists"),
        (
            ["-i", "duel.yaml", "--record", "none/a.record"],
            "none/a.record cannot be used: No such file or directory",
        ),
    ],
)
def test_what_would_be_passed_over_is_refused(arguments: list[str], why: str) -> None:
    begin(*FIGHT[:2])

    code, out, err = typed(*arguments)

    assert (code, out) == (2, "")
    assert why in err


@pytest.mark.usefixtures("here")
def test_a_typed_match_is_held_to_a_transcript() -> None:
    record = ("--root", ".", "--seed", "7", "--no-record", "--check")
    assert "there is no duel.transcript" in typed("-i", "duel.yaml", *record, lines=FIGHT)[2]

    Path("duel.transcript").write_text("something else\n", "utf-8")
    code, _, err = typed("-i", "duel.yaml", *record, lines=FIGHT)

    assert code == 1
    assert "the transcript differs at line 1" in err


@pytest.mark.usefixtures("here")
def test_as_data_the_last_line_says_what_is_asked() -> None:
    _, out, _ = typed(
        "-i", "duel.yaml", "--root", ".", "--seed", "7", "--no-record", "--format", "json", lines=FIGHT[:2]
    )
    head, *_, last = map(json.loads, out.splitlines())

    assert (head["kind"], head["seen_by"]) == ("transcript", "public")
    assert (last["kind"], last["side"], last["rule"]) == ("awaiting", "blue", "melee.reaction")
    assert last["answers"] == [
        "Ngobo Quick-Arm stays passive",
        "Ngobo Quick-Arm dodges",
        "Ngobo Quick-Arm responds",
    ]


@pytest.mark.usefixtures("here")
def test_secrets_are_neither_told_nor_written_out_while_they_are_secret() -> None:
    code, out, _ = typed(
        "bands/jokers.yaml", "bands/bamaka.yaml", "--record", "a.record", lines=("red bids 7",)
    )
    assert code == 0
    assert "\n> Red has answered\nBlue: how many SP do you bid in secret to be first" in out
    assert "7" not in out.partition("Preparation")[2]

    code, out, err = typed("a.record", "--script", "out.yaml")
    assert (code, out) == (1, "")
    assert "--all writes it anyway" in err
    assert typed("a.record", "--script", "out.yaml", "--as", "blue")[0] == 1
    assert typed("a.record", "--script", "out.yaml", "--as", "red")[0] == 0


class Stage(NamedTuple):
    """A match after so many answers: how much has happened, and what is asked."""

    events: int
    asked: tuple[str, object, str] | None


def stage(session: Session) -> Stage:
    asked = session.question
    return Stage(len(session.events), asked and (asked.kind, asked.asked, asked.rule))


def played_on(game: Path) -> tuple[Session, list[str], list[Stage]]:
    """A match that nobody disturbs: its answers, and the stage before each and after the last."""
    session, stages = sit(game, seed=7), list[Stage]()
    for n in range(80):
        stages.append(stage(session))
        bring_on(session, 1, seed=n)
    lines = [line.text for line in session.lines if line.kind == "answer"]
    return session, lines, [*stages, stage(session)]


def type_and_kill(folder: Path, arguments: Iterable[str], lines: Iterable[str], last: int) -> list[str]:
    """Type lines at a match, kill it when so many lines are told, and return the answers that it repeated."""
    (folder / "in.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    with (
        (folder / "in.txt").open("rb") as typing,
        subprocess.Popen(
            [*EDENCLI, "play", *arguments, "--all"],
            cwd=folder,
            env=clean_environment(),
            stdin=typing,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as playing,
    ):
        assert playing.stdout is not None
        told = [text for _, text in zip(range(last), playing.stdout, strict=False)]
        playing.kill()
    return [text[2:-1] for text in told if text.startswith("> ")]


@pytest.mark.parametrize("campaign", range(0, KILLS, AT_ONCE))
def test_a_match_killed_at_any_moment_goes_on_at_the_right_question(here: Path, campaign: int) -> None:
    """Whatever was repeated is kept, and what is asked then is what an undisturbed match asks there."""
    chance = random.Random(campaign)  # noqa: S311  # a test guards no secret
    lanterns = (here / "games" / "lanterns.yaml").read_text("utf-8").partition("moves:")[0]
    (here / "games" / "match.yaml").write_text(lanterns, "utf-8")
    whole, lines, stages = played_on(here / "games" / "match.yaml")

    record, done = here / "0.record", 0
    for kill in range(campaign, min(KILLS, campaign + AT_ONCE)):
        new = ("-i", "games/match.yaml", "--seed", "7", "--record", record.name)
        arguments = new if done == 0 and not record.exists() else (record.name,)
        repeated = type_and_kill(here, arguments, lines[done:], chance.randint(0, 40))
        if not record.exists() or not is_record(record):
            record.unlink(missing_ok=True)  # killed before there was a match
            continue

        resumed = again(record)
        kept = [line.text for line in resumed.lines if line.kind == "answer"]
        assert kept[: done + len(repeated)] == lines[:done] + repeated
        assert kept == lines[: len(kept)]
        resumed.throw()
        assert (stage(resumed), list(resumed.events)) == (
            stages[len(kept)],
            whole.events[: len(resumed.events)],
        )

        done = len(kept)
        if done == len(lines):
            record, done = here / f"{kill}.record", 0


@pytest.mark.usefixtures("here")
def test_a_dash_stands_for_stdout_wherever_a_script_is_written() -> None:
    begin(*FIGHT[:2])

    code, out, _ = typed("duel.record", "--script", "-")
    _, told, _ = typed("duel.record", lines=("save -",))

    assert (code, yaml_of(out)["moves"]) == (0, list(FIGHT[:2]))
    assert out in told
    assert not Path("-").exists()
    Path("again.yaml").write_text(out, encoding="utf-8")
    assert edencli("play", "again.yaml", "--root", ".", cwd=Path.cwd()).returncode == 0


def test_a_dash_stands_for_stdout_when_a_game_is_prepared(here: Path) -> None:
    ended = edencli("setup", "games/lanterns.yaml", "--random", "--seed", "3", "--export", "-", cwd=here)

    assert yaml_of(ended.stdout.decode())["kind"] == "game"
    assert not (here / "-").exists()


def yaml_of(text: str) -> dict[str, object]:
    """What a file of that text says."""
    data: dict[str, object] = parse_yaml(text.encode(), "out.yaml").data
    return data


@pytest.mark.usefixtures("here")
def test_dice_of_a_seed_are_brought_back_with_the_answer_before_them() -> None:
    """They were thrown after the last line of the file: nobody typed them, and nobody is asked for them."""
    stays = "Ngobo Quick-Arm stays passive"
    game(*FIGHT[:2], stays, head=HEAD + TOUCHING)

    _, out, _ = typed("-i", "duel.yaml", "--root", ".", "--seed", "7", lines=("undo agreed", "redo"))

    begun, _, again = out.partition(f"taken back: {stays}\n")
    asked = begun.splitlines()[-1]
    assert f"brought back: {stays}\nbrought back: dice" in again
    assert again.splitlines()[-1] == asked
