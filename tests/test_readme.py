"""The README's own commands do what it says."""

import doctest
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from duels import RED, VLADD
from effects.carded import Played, begun, read
from in_process import edencli
from processes import clean_environment
from ruamel.yaml import YAML

from edencli.model.terms import LimbName, Marker

ROOT = Path(__file__).parents[1]
yaml = YAML(typ="safe")
README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSION = re.findall(r"^\$ edencli (.+)$", README, re.MULTILINE)
SHOWN = re.findall(r"^```console\n\$ edencli (.+)\n((?:(?!```).+\n)+)```", README, re.MULTILINE)
SETUPS = re.findall(r"^python3 -m venv .+$", README, re.MULTILINE)


@pytest.mark.parametrize("command", SESSION)
def test_every_command_of_the_session_answers(command: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "samples", tmp_path / "samples")
    ended = edencli(*shlex.split(command), cwd=tmp_path)

    assert (ended.returncode, ended.stderr.count(b"error")) == (0, 0)
    assert len(ended.stdout.splitlines()) > 1


@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_what_it_shows_of_an_answer_is_how_the_answer_begins(command: str, shown: str) -> None:
    assert edencli(*shlex.split(command), cwd=ROOT).stdout.decode().startswith(shown)


def test_the_python_example_does_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)

    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)

    assert tried > 0
    assert failed == 0


def test_it_opens_with_one_sentence_and_sets_up_with_two_lines() -> None:
    opening = README.split("\n\n")[1]

    assert opening.startswith("edencli is ")
    assert opening.count(".") == 1
    assert len(SETUPS) == 2


def test_the_first_line_plays_the_first_duel() -> None:
    job = SETUPS[0].rpartition(".venv/bin/edencli ")[2]

    ended = edencli(*shlex.split(job), cwd=ROOT)

    assert ended.returncode == 0
    assert "Yuri charges" in ended.stdout.decode()


def test_the_second_line_runs_these_tests() -> None:
    assert SETUPS[1].endswith(".venv/bin/python -m pytest")


HOOKS = {hook["id"]: hook for hook in yaml.load(ROOT / ".pre-commit-hooks.yaml")}
WRITTEN = [yaml.load(block) for block in re.findall(r"^```yaml\n(.+?)^```", README, re.MULTILINE | re.DOTALL)]
ACTION = yaml.load(ROOT / ".github" / "actions" / "check" / "action.yml")
STEPS = [step["run"] for step in ACTION["runs"]["steps"]]


def test_the_hooks_that_it_shows_are_those_that_there_are() -> None:
    shown = [hook["id"] for block in WRITTEN for repo in block.get("repos", ()) for hook in repo["hooks"]]

    assert [*shown, "edencli-fix"] == list(HOOKS)
    assert "`edencli-fix`" in README
    assert all(hook["always_run"] and not hook["pass_filenames"] for hook in HOOKS.values())


def test_the_action_passes_the_samples_step_by_step(tmp_path: Path) -> None:
    """Its first step installs edencli from the place that it lies in itself."""
    edencli("new", "--sample", "first-duel", ".", cwd=tmp_path)
    edencli("play", "games/first-duel.yaml", "--update", cwd=tmp_path)
    install, *commands, compare = STEPS
    values = {"$FOLDER": ".", "$REPORT": "edencli.xml"}

    assert shlex.split(install)[2].removeprefix("$GITHUB_ACTION_PATH") == "/../../.."
    for command in commands:
        typed = [values.get(word, word) for word in shlex.split(command)[1:]]
        ended = edencli(*typed, cwd=tmp_path)
        assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "edencli.xml").is_file()
    assert compare.startswith('cd "$FOLDER" && edencli compare "$BASE" ')


def test_the_last_step_of_the_action_tells_what_differs_and_fails_only_where_it_cannot(
    tmp_path: Path,
) -> None:
    for tree in ("new", "old"):
        edencli("new", "--sample", "first-duel", tree, cwd=tmp_path)
    cards = tmp_path / "new" / "cards" / "jokers.yaml"
    cards.write_text(cards.read_text("utf-8").replace("value: 20\n", "value: 21\n"), "utf-8")
    step = STEPS[-1].replace("edencli ", f"{sys.executable} -m edencli ", 1)
    summary = tmp_path / "summary.md"
    values = {"FOLDER": "new", "GITHUB_STEP_SUMMARY": str(summary)}
    codes = [
        subprocess.run(
            ["bash", "-e", "-c", step],  # noqa: S607  # where the shell finds it
            cwd=tmp_path,
            env=clean_environment() | values | {"BASE": base},
            check=False,
        ).returncode
        for base in ("../old", "../new", "nowhere")
    ]

    assert codes == [0, 0, 1]
    assert "- `bands/jokers.yaml` worth 96 of 100; before: 95 of 100" in summary.read_text("utf-8")


def test_a_placeholder_for_an_address_stands_in_one_place() -> None:
    assert README.count("OWNER") == 1
    for path in ("pyproject.toml", ".pre-commit-hooks.yaml"):
        assert "OWNER" not in (ROOT / path).read_text(encoding="utf-8")


def test_the_card_that_it_shows_is_sound_and_plays(tmp_path: Path) -> None:
    """Written by its recipe alone: no line of Python knows it."""
    (block,) = re.findall(r"^```yaml\n(kind: cards\n.+?)^```", README, re.MULTILINE | re.DOTALL)
    (tmp_path / "cards.yaml").write_text(block, encoding="utf-8")
    checked = edencli("validate", "cards.yaml", cwd=tmp_path)
    shown = edencli("show", "cards.yaml#Hot soup", cwd=tmp_path)
    assert checked.stderr == b"edencli: 1 file checked, nothing wrong\n"
    assert b"recovers 1 CP in a limb" in shown.stdout

    match = begun(tactics={RED: read(block.removeprefix("kind: cards\n")).tactics}, step="tactical-phase")
    match.state_of(VLADD).lost[LimbName.HEAD] = 1
    match.state_of(VLADD).markers[Marker.FEAR] = 2
    Played(match, [("tactical-phase.play", "Hot soup")])

    assert (
        match.state_of(VLADD).lost.get(LimbName.HEAD, 0),
        match.state_of(VLADD).markers.get(Marker.FEAR, 0),
    ) == (0, 0)


def test_the_bot_that_it_shows_plays_a_match_to_its_end(tmp_path: Path) -> None:
    (block,) = re.findall(r"^```python\n(.+?)^```", README, re.MULTILINE | re.DOTALL)
    (tmp_path / "mybot.py").write_text(block, encoding="utf-8")
    assert 20 <= len(block.splitlines()) <= 30
    game = str(ROOT / "samples" / "games" / "first-duel.yaml")

    played = edencli("play", game, "--red", "mybot.py", "--blue", "random", "--seed", "3", cwd=tmp_path)

    assert (played.returncode, played.stderr) == (0, b"")
    assert "━━ The end" in played.stdout.decode()
