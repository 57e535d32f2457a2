"""Every diagnostic code has a bad example that gets exactly it, and a good one that gets nothing."""

import json
import shlex
import shutil
from pathlib import Path

import pytest

from edencli.files.source import files_within
from edencli.games.checks import Checks, make_library
from edencli.games.play_script import ScriptOptions, play_script
from edencli.lang import Words

EXAMPLES = Path(__file__).parent / "examples"
CODES = json.loads((Path(__file__).parents[2] / "edencli/lang/en/codes.json").read_text(encoding="utf-8"))
SENTENCES = Words().area("diagnostics")

# What is told to the author of a file alone.
NOTES = frozenset({"effect-none", "effect-whose"})
# What is wrong with the script of a game may show only when it is played.
PLAYED = frozenset(code for code in CODES if code.startswith("game-") and "-position-" not in code)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory that holds the files the examples refer to, and the ones too big to ship."""
    here = tmp_path / "examples"
    shutil.copytree(EXAMPLES, here)
    (here / "huge.yaml").write_bytes(b"#" * (1024 * 1024 + 1))
    (here / "crowd.yaml").write_text("-\n" * 50_001, encoding="utf-8")
    monkeypatch.chdir(here)
    return here


def said_of(code: str, example: str, folder: Path) -> set[str]:
    """The codes that an example gets: the text of a file, or a command after a dollar sign."""
    if example.startswith("$ edencli "):
        command, name = shlex.split(example)[2:]
        names, kind = (files_within(name), None) if command == "validate" else ([name], "band")
    else:
        (folder / "example.yaml").write_text(example, encoding="utf-8")
        names, kind = ["example.yaml"], None
    checks = Checks(make_library(noted=names if code in NOTES else ()))
    files = [checks.check_file(name, kind=kind) for name in names]
    if code in PLAYED:
        for file in files:
            play_script(checks, file, ScriptOptions())
    return {one.code for file in files for one in file.diagnostics}


@pytest.mark.parametrize("code", CODES)
def test_the_bad_example_of_a_code_gets_exactly_that_code(code: str, folder: Path) -> None:
    assert said_of(code, CODES[code]["bad"], folder) == {code}


@pytest.mark.parametrize("code", CODES)
def test_the_good_example_of_a_code_gets_nothing(code: str, folder: Path) -> None:
    assert said_of(code, CODES[code]["good"], folder) == set()


def test_every_code_that_has_a_sentence_is_explained_and_the_other_way_round() -> None:
    said = {message.split("/")[0] for message in SENTENCES}
    coded = {code for code in said if "-" in code or "." in code}

    assert set(CODES) == coded


@pytest.mark.parametrize("code", CODES)
def test_an_explanation_says_what_and_why_in_sentences(code: str) -> None:
    explained = CODES[code]

    assert set(explained) == {"title", "why", "bad", "good"}
    assert explained["why"].endswith(".")
    assert not explained["title"].endswith(".")
