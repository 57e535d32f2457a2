"""`edencli play`: what it prints, what it holds transcripts to, and how it ends."""

import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from in_process import edencli
from short_games import ATTACK, HEAD, PASSIVE, STRIKE, TOUCHING, Run, game, in_folder

from edencli import __version__
from edencli.cli import run as commands
from edencli.rulebooks.raw_books import BOOKS

GAMES = Path(__file__).parents[2] / "samples" / "games"


def test_an_error_is_shown_with_its_line_what_was_asked_and_what_would_do(run: Run) -> None:
    code, output, errors = run(game(*ATTACK, "Yuri is done"))

    assert code == 1
    assert "Yuri attacks Ngobo Quick-Arm in melee." in output
    assert errors == (
        "duel.yaml:12:5: error[game-unsuited] this does not answer the question. Blue: how "
        "does Ngobo Quick-Arm react to the attack of Yuri? passive, dodge, response\n"
        "  12 |   - Yuri is done\n"
        "     |     ^^^^^^^^^^^^ such as: Ngobo Quick-Arm stays passive; Ngobo Quick-Arm dodges; "
        "Ngobo Quick-Arm responds\n"
        "   = edencli rules game-unsuited\n"
    )


def test_a_script_is_stopped_before_a_line_of_its_file(run: Run) -> None:
    name = game("red activates Yuri", "Yuri moves to 18, 15", "Yuri is done")
    output = run(name, "--until", "11")[1]

    assert "Red activates Yuri" in output
    assert "Yuri disengages" not in output


def test_a_script_is_stopped_when_a_round_begins(run: Run) -> None:
    """Also when it begins in the middle of the step from one move to the next."""
    second = TOUCHING.replace("step: activation", "step: intendancy.10\n  round: 2") + "dice: {seed: 1}\n"
    name = game('"by agreement: red gains 1 VP"', "red activates Yuri", head=HEAD + second)
    code, output, _ = run(name, "--until", "r3")

    assert code == 0
    assert "Red scores 1 VP" in output
    assert "Red activates" not in output


def test_until_takes_a_round_or_a_line(run: Run) -> None:
    code, _, errors = run(game(), "--until", "noon")

    assert code == 2
    assert "noon" in errors


def test_chance_plays_a_script_to_its_end(run: Run) -> None:
    name = game("red activates Yuri")
    code, output, _ = run(name, "--random", "--seed", "7")

    assert code == 0
    assert "━━ The end" in output
    assert run(name, "--random", "--seed", "7")[1] == output


def test_chance_without_a_seed_tells_the_one_it_took(run: Run) -> None:
    errors = run(game("red activates Yuri"), "--random")[2]

    assert "seed" in errors


def test_each_side_is_played_by_who_was_named(run: Run) -> None:
    name = game("red activates Yuri")
    code, output, _ = run(name, "--red", "steady", "--blue", "random", "--seed", "7")

    assert code == 0
    assert "━━ The end" in output
    assert run(name, "--red", "steady", "--blue", "random", "--seed", "7")[1] == output
    assert run(name, "--blue", "steady", "--random", "--seed", "7")[1] != output


@pytest.mark.parametrize("book", BOOKS)
def test_a_whole_match_of_bots_is_told_from_its_preparation_to_its_end(run: Run, book: str) -> None:
    name = game(name=f"{book}.yaml", head=HEAD.replace("rulebook: en", f"rulebook: {book}"))
    bots = ("--red", "steady", "--blue", "random", "--seed", "3")

    code, output, _ = run(name, *bots)
    Path(f"{book}.transcript").write_text(output, encoding="utf-8")

    assert code == 0
    assert "━━ Preparation" in output
    assert "━━ The end" in output
    assert run(name, *bots, "--check")[0] == 0


def test_chance_on_both_sides_is_chance(run: Run) -> None:
    name = game("red activates Yuri")
    named = run(name, "--red", "random", "--blue", "random", "--seed", "7")

    assert named == run(name, "--random", "--seed", "7")


def test_a_match_waits_where_nobody_plays_the_side_that_is_asked(run: Run) -> None:
    code, output, _ = run(game(), "--red", "steady", "--seed", "7")

    assert code == 0
    assert "Red activates Yuri" in output
    assert "━━ So far" in output


def test_nobody_else_can_be_named(run: Run) -> None:
    code, _, errors = run(game(), "--red", "deep-blue")

    assert code == 2
    assert "random, steady" in errors


def test_a_line_of_the_transcript_is_explained_by_its_rules_and_its_move(run: Run) -> None:
    name = game(*ATTACK, PASSIVE, STRIKE)
    lines = run(name)[1].splitlines()
    number = next(n for n, line in enumerate(lines, 1) if "Location 4: torso" in line)
    code, output, _ = run(name, "--explain", str(number))

    assert code == 0
    assert output.splitlines() == [
        lines[number - 1],
        "   = edencli rules melee.location",
        "   = edencli rules roll.location",
        "   = duel.yaml:13:5",
    ]


def test_each_part_of_a_number_is_told_with_the_rule_or_the_card_that_made_it() -> None:
    game, transcript = (GAMES / f"bells-in-the-snow.{kind}" for kind in ("yaml", "transcript"))
    lines = transcript.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines, 1) if "“First through the gate” =" in line)

    told = edencli("play", str(game), "--why", str(number)).stdout.decode()

    assert "   = +1 “First through the gate”: when this fighter makes a Charge" in told
    assert "   = +1 rage: edencli rules state.rage" in told


@pytest.mark.parametrize("number", ["0", "999"])
def test_only_lines_that_there_are_can_be_explained(run: Run, number: str) -> None:
    assert run(game(), "--explain", number)[0] == 2


def test_a_transcript_that_matches_is_fine(run: Run) -> None:
    name = game(*ATTACK)
    assert run(name, "--update")[0] == 0

    code, output, errors = run(name, "--check")

    assert (code, output) == (0, "ok    duel.yaml (2 answers)\n")
    assert errors.endswith("edencli: 1 game, 0 failed\n")


def of_other_events(golden: Path) -> None:
    """Make a golden one of another match: a word is another, and the digest of what happened."""
    told = golden.read_text("utf-8").replace("attacks Ngobo", "hugs Ngobo")
    golden.write_text(re.sub(r"(?<=^  events    )\S+", "0" * 16, told, flags=re.MULTILINE), encoding="utf-8")


def test_a_transcript_that_differs_is_told_with_the_move_behind_it(run: Run) -> None:
    name = game("red activates Yuri", "Yuri attacks Ngobo Quick-Arm")
    run(name, "--update")
    golden = Path("duel.transcript")
    of_other_events(golden)
    code, output, _ = run(name, "--check")

    assert code == 1
    assert "FAIL  duel.yaml: the transcript differs at line" in output
    assert "duel.yaml:11:5: line " in output
    assert "  expected:  1 AP │ Yuri hugs Ngobo Quick-Arm" in output
    assert "  played:    1 AP │ Yuri attacks Ngobo Quick-Arm" in output
    assert "  - 1 AP │ Yuri hugs Ngobo Quick-Arm" in output
    assert "edencli play duel.yaml --update" in output


def test_a_transcript_of_one_endless_line_is_not_printed_whole(run: Run) -> None:
    name = game("red activates Yuri")
    run(name, "--update")
    Path("duel.transcript").write_text("x" * 50_000, encoding="utf-8")
    code, output, _ = run(name, "--check")

    assert code == 1
    assert max(map(len, output.splitlines())) < 300


@pytest.mark.parametrize("form", ["--check", "--update"])
def test_a_transcript_of_gigabytes_is_read_no_further_than_it_could_match(here: Path, form: str) -> None:
    """In little memory: the file is as long as it says, and takes no room."""
    name = game("red activates Yuri")
    with Path("duel.transcript").open("wb") as golden:
        golden.truncate(3_000_000_000)
    ended = edencli("play", name, form, cwd=here)

    assert ended.returncode == (1 if form == "--check" else 0)
    assert ended.stderr == f"edencli: 1 game, {ended.returncode} failed\n".encode()


def test_a_card_that_changed_is_named_with_what_has_changed_of_it(run: Run) -> None:
    """In the line for builds, in the report, and before the diff; an older transcript is still held."""
    name = game(*ATTACK)
    run(name, "--update")
    cards = Path("cards/jokers.yaml")
    before, golden = cards.read_text("utf-8"), Path("duel.transcript")
    cards.write_text(before.replace("spd: {white: 5", "spd: {white: 4", 1), encoding="utf-8")
    code, output, _ = run(name, "--check")
    _, concise, _ = run(name, "--check", "--format", "concise")

    assert code == 1
    assert "and cards have changed: Yuri (red): legs\n" in output
    assert "and cards have changed: Yuri (red): legs\n" in concise

    golden.write_text(golden.read_text("utf-8").partition("\nChecksums of")[0], encoding="utf-8")
    assert "and cards have changed: the transcript does not say which" in run(name, "--check")[1]

    cards.write_text(f"# a comment\n{before}", encoding="utf-8")
    assert run(name, "--check")[0] == 0


def test_checking_writes_nothing(run: Run) -> None:
    name = game(*ATTACK)
    code, output, _ = run(name, "--check")

    assert code == 1
    assert "there is no duel.transcript" in output
    assert not Path("duel.transcript").exists()


def test_updating_says_what_it_wrote_and_writes_nothing_that_is_there(run: Run) -> None:
    name = game(*ATTACK)

    assert "wrote duel.transcript (+" in run(name, "--update")[1]
    assert "wrote" not in run(name, "--update")[1]


def test_updating_is_refused_where_machines_build(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    code, _, errors = run(game(*ATTACK), "--update")

    assert code == 2
    assert "CI" in errors
    assert not Path("duel.transcript").exists()


def test_one_either_checks_or_updates(run: Run) -> None:
    assert run(game(), "--check", "--update")[0] == 2


@pytest.mark.parametrize(
    "part",
    [
        "--until r1",
        "--as red",
        "--cite",
        "--seed 5",
        "--seed 0",
        "--random",
        "--red random",
        "--blue random",
        "--explain 3",
    ],
)
def test_a_part_of_a_match_or_another_match_never_replaces_its_transcript(run: Run, part: str) -> None:
    name = game(*ATTACK)
    run(name, "--update")
    before = Path("duel.transcript").read_bytes()
    code, _, errors = run(name, "--update", *part.split())

    assert code == 2
    assert part.split(maxsplit=1)[0] in errors
    assert Path("duel.transcript").read_bytes() == before


def test_a_transcript_that_is_a_link_out_of_the_root_is_not_read(run: Run, here: Path) -> None:
    """Whoever sends a game to be checked may send links along."""
    (here / "club").mkdir()
    name = in_folder(*ATTACK, name="duel.yaml")
    Path("games/duel.transcript").symlink_to("/proc/self/environ")
    code, output, _ = run(name, "--check", "--root", ".")

    assert code == 1
    assert "there is no games/duel.transcript" in output
    assert "PATH=" not in output


def test_a_transcript_without_its_game_is_a_failure(run: Run) -> None:
    run(in_folder(*ATTACK, name="duel.yaml"), "--update")
    Path("games/gone.transcript").write_text("…\n", encoding="utf-8")
    code, output, errors = run("games", "--check")

    assert code == 1
    assert "FAIL  games/gone.transcript: a transcript without a game" in output
    assert "2 games, 1 failed" in errors


def test_all_games_of_a_folder_are_played_though_one_fails(run: Run) -> None:
    in_folder(*ATTACK, name="good.yaml")
    in_folder(*ATTACK, "Yuri is done", name="bad.yaml")
    code, output, errors = run("games")

    assert code == 1
    assert "ok    games/good.yaml" in output
    assert "FAIL  games/bad.yaml: this does not answer the question." in output
    assert "2 games, 1 failed" in errors


def test_of_a_folder_only_games_are_played_and_what_may_be_meant_for_one(run: Run) -> None:
    in_folder(*ATTACK, name="good.yaml")
    Path("games/own-cards.yaml").write_text("# ours\nkind: cards\nfighters: []\n", encoding="utf-8")
    Path("games/odd.yaml").write_text("kind: gmae\nname: Odd\n", encoding="utf-8")
    Path("games/compose.yaml").write_text("services: {}\n", encoding="utf-8")
    code, output, errors = run("games")

    assert code == 1
    assert "ok    games/good.yaml" in output
    assert "FAIL  games/odd.yaml" in output
    assert "2 games, 1 failed" in errors


@pytest.mark.parametrize("text", ["", "kind: cards\nfighters: []\n"])
def test_a_folder_without_games_is_told_as_one(run: Run, text: str) -> None:
    Path("none").mkdir()
    if text:
        Path("none/cards.yaml").write_text(text, encoding="utf-8")

    assert run("none", "--check") == (1, "", "edencli: there is no game in none or below it\n")


def reworded(name: str = "good") -> Path:
    """A game with its golden, in which one word is another."""
    in_folder(*ATTACK, name=f"{name}.yaml")
    assert edencli("play", f"games/{name}.yaml", "--update").returncode == 0
    golden = Path(f"games/{name}.transcript")
    golden.write_text(golden.read_text("utf-8").replace("attacks Ngobo", "fights Ngobo"), encoding="utf-8")
    return golden


def test_a_golden_in_other_words_is_no_other_match(run: Run) -> None:
    reworded()
    code, told, summary = run("games", "--check", "--junit", "report.xml")
    (case,) = ET.parse("report.xml").getroot().findall("testcase")  # noqa: S314  # our own report

    assert (code, told) == (0, "words games/good.yaml: the same events in other words, from line 15 on\n")
    assert summary.startswith("edencli: 1 game, 0 failed, 1 in other words")
    assert [child.tag for child in case] == ["system-out"]


def test_other_words_fail_where_they_are_held_strictly(run: Run) -> None:
    reworded()
    code, told, _ = run("games", "--check", "--strict", "--junit", "report.xml")
    (case,) = ET.parse("report.xml").getroot().findall("testcase")  # noqa: S314  # our own report
    (failure,) = case

    assert code == 1
    assert told.startswith("FAIL  games/good.yaml: the same events in other words")
    assert "edencli play games/good.yaml --update --words\n" in told
    assert (failure.tag, failure.get("type")) == ("failure", "words")


def test_other_events_fail_whatever_words_differ(run: Run) -> None:
    golden = reworded()
    in_folder("red activates Mirka Rag-Doll", name="good.yaml")
    before = golden.read_text("utf-8")
    code, told, _ = run("games", "--check", "--junit", "report.xml")
    (failure,) = ET.parse("report.xml").getroot().findall("testcase/failure")  # noqa: S314  # our own report
    kept, _, _ = run("games", "--update", "--words")

    assert (code, kept) == (1, 1)
    assert told.startswith("FAIL  games/good.yaml: the transcript differs at line ")
    assert failure.get("type") == "events"
    assert golden.read_text("utf-8") == before


def test_annotations_tell_other_words_from_other_events(run: Run) -> None:
    reworded()
    _, lax, _ = run("games", "--check", "--format", "github")
    _, strict, _ = run("games", "--check", "--strict", "--format", "github")

    assert lax.startswith("::notice file=games/good.yaml,")
    assert strict.startswith("::error file=games/good.yaml,")
    assert all("title=transcript-words::the same events" in one for one in (lax, strict))


@pytest.mark.parametrize(("option", "needed"), [("--words", "--update"), ("--strict", "--check")])
def test_how_goldens_are_held_is_refused_where_none_is(run: Run, option: str, needed: str) -> None:
    code, _, why = run(in_folder(*ATTACK, name="good.yaml"), option)

    assert (code, why) == (2, f"edencli: {option} works only with {needed}\n")


def test_words_are_renewed_alone(run: Run) -> None:
    golden = reworded()
    code, told, _ = run("games", "--update", "--words")

    assert code == 0
    assert told.startswith("wrote games/good.transcript (+1 −1 lines)\n")
    assert run("games", "--check", "--strict")[0] == 0
    again = golden.stat().st_mtime_ns
    assert "wrote" not in run("games", "--update", "--words")[1]
    assert golden.stat().st_mtime_ns == again


def test_a_golden_of_before_has_no_digest_and_is_held_to_its_text(run: Run) -> None:
    golden = reworded()
    old = re.sub(r"^  (?:words|events) .*\n", "", golden.read_text("utf-8"), flags=re.MULTILINE)
    golden.write_text(old, encoding="utf-8")
    assert run("games", "--check")[0] == 1

    golden.write_text(old.replace("fights Ngobo", "attacks Ngobo"), encoding="utf-8")
    assert run("games", "--check", "--strict")[0] == 0


def test_another_version_of_edencli_changes_no_golden(run: Run) -> None:
    golden = reworded()
    told = golden.read_text("utf-8").replace("fights Ngobo", "attacks Ngobo")
    golden.write_text(told.replace(f"  words     {__version__}\n", "  words     0.1.9\n"), encoding="utf-8")
    before = golden.read_bytes()

    assert run("games", "--check", "--strict")[0] == 0
    assert run("games", "--update")[0] == 0
    assert golden.read_bytes() == before


def test_a_card_that_changed_no_event_is_named_beside_the_words(run: Run) -> None:
    """Nobody is attacked with what Yuri carries here."""
    golden = reworded()
    golden.write_text(golden.read_text("utf-8").replace("fights Ngobo", "attacks Ngobo"), encoding="utf-8")
    cards = Path("cards/jokers.yaml")
    cards.write_text(
        cards.read_text("utf-8").replace("vig: {white: 4, red: 3}", "vig: {white: 4, red: 2}", 1),
        encoding="utf-8",
    )
    code, told, _ = run("games", "--check")

    assert code == 0, told
    assert told.startswith("words games/good.yaml: the same events, though cards have changed: ")


def test_a_report_for_machines_counts_and_tells_what_failed(run: Run) -> None:
    in_folder(*ATTACK, name="good.yaml")
    in_folder(*ATTACK, "Yuri is done", name="bad.yaml")
    run("games", "--junit", "report.xml")
    suite = ET.parse("report.xml").getroot()  # noqa: S314  # our own report

    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    assert [case.get("name") for case in suite if case.find("failure") is not None] == ["games/bad.yaml"]
    cases = suite.findall("testcase")
    assert all(float(one.get("time", "")) >= 0 for one in (suite, *cases))
    assert [case.get("file") for case in cases] == ["games/bad.yaml", "games/good.yaml"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp", ""))
    assert suite.get("hostname")
    named = {one.get("name"): one.get("value") for one in suite.findall("properties/property")}
    assert named["edencli"] == __version__


def test_a_game_that_cannot_be_played_is_an_error_of_the_report_and_no_failure(run: Run) -> None:
    in_folder(*ATTACK, name="good.yaml")
    Path("games/bad.yaml").write_text("kind: game\n", encoding="utf-8")
    run("games", "--junit", "report.xml")
    suite = ET.parse("report.xml").getroot()  # noqa: S314  # our own report

    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "0", "1")
    assert [case.get("name") for case in suite if case.find("error") is not None] == ["games/bad.yaml"]


def test_a_report_takes_the_place_of_an_older_report_and_of_nothing_else(run: Run) -> None:
    in_folder(*ATTACK, name="good.yaml")
    report, game = Path("report.xml"), Path("games/good.yaml")
    before = game.read_text("utf-8")
    report.touch()

    written = [run("games", "--junit", "report.xml")[0] for _ in range(2)]
    refused = run("games", "--junit", "games/good.yaml")

    assert (written, ET.parse(report).getroot().get("tests")) == ([0, 0], "1")  # noqa: S314  # our own report
    assert (refused[0], game.read_text("utf-8")) == (2, before)
    assert "good.yaml was not written: the file already there is not a page made by edencli" in refused[2]


def test_a_log_is_told_what_failed_and_nothing_else(run: Run) -> None:
    """A transcript that differs, one that is not there, a refused move, and a file with faults."""
    in_folder(*ATTACK, name="differs.yaml")
    in_folder(*ATTACK, name="good.yaml")
    run("games", "--update")
    golden = Path("games/differs.transcript")
    of_other_events(golden)
    in_folder(*ATTACK, name="new.yaml")
    in_folder(*ATTACK, "Yuri is done", name="refused.yaml")
    Path("games/spoilt.yaml").write_text("kind: game\n", encoding="utf-8")
    code, concise, errors = run("games", "--check", "--format", "concise")
    lines = concise.splitlines()

    assert (code, errors) == (1, "edencli: 5 games, 4 failed\n")
    assert lines[0].startswith("games/differs.yaml:11:5: error[transcript] the transcript differs at line ")
    assert lines[1].startswith("games/new.yaml: error[transcript] there is no games/new.transcript")
    assert lines[2].startswith("games/refused.yaml:12:5: error[game-unsuited] ")
    assert all(line.startswith("games/spoilt.yaml:1:1: error[schema-") for line in lines[3:])

    code, github, _ = run("games", "--check", "--format", "github")
    first, *_ = commands = github.splitlines()

    assert code == 1
    assert first.startswith("::error file=games/differs.yaml,line=11,endLine=11,col=5,")
    assert "title=transcript::the transcript differs" in first
    assert len(commands) == len(lines)
    assert all(line.startswith("::error file=games/") for line in commands)


@pytest.mark.parametrize(
    "command",
    [
        "play {}",
        "play {} --check",
        "play {} --check --format concise",
        "play {} --check --format github",
        "show {}",
        "setup {}",
        "resolve-attack Yuri Sizwe --game {}",
        "validate {}",
    ],
)
def test_the_cause_of_a_fault_comes_before_what_follows_from_it(run: Run, command: str) -> None:
    cards = Path("cards/jokers.yaml")
    cards.write_text(cards.read_text("utf-8").replace("name: Yuri", "nmae: Yuri", 1), encoding="utf-8")
    name, *others = command.format(in_folder(*ATTACK, name="duel.yaml")).split()
    code, output, errors = run(*others, command=name)
    cause, *symptoms = re.findall(r"(?:error\[|title=)([a-z-]+)", output + errors)

    assert (code, cause) == (1, "schema-unknown-key")
    assert set(symptoms) == {"reference-faulty"}


def test_moves_are_not_judged_while_a_file_with_names_is_missing(run: Run) -> None:
    head = HEAD + "field: {scenery: [scenery/riuns.yaml]}\n"
    name = game("red places Old oak at 30, 30", head=head)

    assert re.findall(r"error\[([a-z-]+)", run(name, command="validate")[1]) == ["reference-missing"]


def test_bands_that_are_not_there_are_told_before_options_that_need_them(run: Run) -> None:
    code, _, errors = run("bands/joker.yaml", "bands/bamaka.yaml", "--field", "scenery/ruins.yaml")

    assert code == 2
    assert "did you mean 'bands/jokers.yaml'?" in errors


def test_a_root_that_is_not_there_is_told_as_it_was_meant(run: Run) -> None:
    game(*ATTACK)

    assert (
        run("duel.yaml", "--root", "bnads")[2]
        == "edencli: --root: there is no folder 'bnads'; did you mean 'bands'?\n"
    )
    assert run("duel.yaml", "--root", "\0")[2] == "edencli: --root: there is no folder '\ufffd'\n"


def test_a_game_that_cannot_be_played_fails_for_the_cause(run: Run) -> None:
    cards = Path("cards/jokers.yaml")
    cards.write_text(cards.read_text("utf-8").replace("name: Yuri", "nmae: Yuri", 1), encoding="utf-8")

    assert "unknown key 'nmae'" in run(in_folder(*ATTACK, name="duel.yaml"), "--check")[1].splitlines()[0]


def test_a_game_on_standard_input_has_the_name_it_is_given(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = Path(in_folder(*ATTACK, "Yuri is done", name="duel.yaml")).read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed)))
    code, output, errors = run("-", "--stdin-filename", "games/duel.yaml")

    assert code == 1
    assert "Yuri attacks Ngobo Quick-Arm in melee." in output
    assert errors.startswith("games/duel.yaml:12:5: error[game-unsuited]")


def test_a_game_without_a_name_whose_files_are_not_found_is_told_how_to_give_it_one(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = Path(in_folder(*ATTACK, name="duel.yaml")).read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed)))

    assert "--stdin-filename says in which folder this file lies" in run("-")[2]


def test_a_game_that_cannot_be_read_is_another_failure_than_one_that_fails(run: Run) -> None:
    assert run("nowhere.yaml")[0] == 2


def test_other_games_are_played_though_one_cannot_be_read(run: Run) -> None:
    code, output, _ = run("nowhere.yaml", in_folder(*ATTACK, name="good.yaml"))

    assert code == 1
    assert "ok    games/good.yaml" in output


def test_one_side_does_not_see_what_the_other_hides(run: Run) -> None:
    """A secret mission, and the points that it gave."""
    secret = HEAD + "dice: {seed: 3}\n"
    preparation = (
        "red bids 3",
        "blue bids 2",
        "red goes first",
        "red is led by Yuri",
        "blue is led by Ngobo Quick-Arm",
        "red plays the mission Nothing left standing",
        "blue plays the mission Whoever leads must fall",
    )
    name = game(*preparation, head=secret)
    red, blue = run(name, "--as", "red")[1], run(name, "--as", "blue")[1]

    assert "“Nothing left standing”" in red
    assert "“Nothing left standing”" not in blue
    assert "“Whoever leads must fall”" in blue
    assert "“Whoever leads must fall”" not in red


def test_the_rules_of_every_line_are_named_if_wished(run: Run) -> None:
    output = run(game(*ATTACK), "--cite")[1]

    assert "[activation.designate" in output


def test_events_are_written_as_json_lines(run: Run) -> None:
    output = run(game(*ATTACK), "--format", "json")[1]
    head, *events = [json.loads(line) for line in output.splitlines()]

    assert head["kind"] == "transcript"
    assert [event["kind"] for event in events][:2] == ["designated", "activated"]


@pytest.mark.parametrize("option", [("--as", "green"), ("--format", "xml")])
def test_an_option_that_means_nothing_is_a_wrong_use(run: Run, option: tuple[str, str]) -> None:
    assert run(game(), *option)[0] == 2


@pytest.mark.parametrize("width", [40, 45, 60])
def test_a_narrow_terminal_is_told_a_match_in_narrower_lines(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is told stays the same; transcripts that are kept know no terminal."""
    game = str(GAMES / "into-the-fray.yaml")
    told = []
    for columns in (80, width):
        monkeypatch.setenv("COLUMNS", str(columns))
        with pytest.raises(SystemExit):
            commands(["play", game])
        told.append(capsys.readouterr().out)

    wide, narrow = (" ".join(text.replace("│", " ").replace("━", " ").split()) for text in told)
    assert max(map(len, told[1].splitlines())) <= width
    assert narrow == wide
