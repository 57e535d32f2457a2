"""The hooks of a club's repository: whatever is broken is refused, whatever was edited; the rest passes."""

import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from in_process import edencli
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[1]
ENTRIES = {
    hook["id"]: shlex.split(hook["entry"])[1:]
    for hook in YAML(typ="safe").load(ROOT / ".pre-commit-hooks.yaml")
}
HOOKS = [ENTRIES["edencli-validate"], ENTRIES["edencli-play"]]
CARDS, BAND, GAME = "cards/jokers.yaml", "bands/jokers.yaml", "games/first-duel.yaml"
GOLDEN = "games/first-duel.transcript"


def replaced(name: str, old: str, new: str) -> Callable[[Path], None]:
    """An edit of one place of a file."""

    def edit(club: Path) -> None:
        text = (club / name).read_text(encoding="utf-8")
        assert old in text
        (club / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return edit


def written(name: str, text: str) -> Callable[[Path], None]:
    """A new file."""
    return lambda club: (club / name).write_text(text, encoding="utf-8")


def removed(name: str) -> Callable[[Path], None]:
    """A file that is deleted; no hook is handed its name."""
    return lambda club: (club / name).unlink()


TOP_BAND = "kind: band\nname: Mine\nfaction: Jokers Gang\ncards: [cards/jokers.yaml]\nfighters: [Yuri]\n"

FAULTS = {
    "a fighter who is dearer": replaced(CARDS, "value: 20\n", "value: 90\n"),
    "a fighter who is stronger": replaced(CARDS, "cbt: {white: 4, red: 3}", "cbt: {white: 5, red: 3}"),
    "cards that are no YAML": replaced(CARDS, "fighters:", "fighters: ["),
    "cards that are gone": removed(CARDS),
    "a band of less": replaced(BAND, "kind: band\n", "kind: band\nbudget: 40\n"),
    "a band at the top with nobody's name": written("mine.yaml", TOP_BAND.replace("Yuri", "Yurri")),
    "a band whose kind is misspelt": written("mine.yaml", TOP_BAND.replace("kind: band", "knid: band")),
    "a game of a kind that there is not": replaced(GAME, "kind: game", "kind: gmae"),
    "a move that is refused": replaced(GAME, "Yuri charges Abama Big-Belly", "Yuri charges Yuri"),
    "a transcript that is gone": removed(GOLDEN),
    "a game that is gone": removed(GAME),
    "a move to another place": replaced(GAME, "moves to 24, 27", "moves to 24, 26.5"),
}

HARMLESS = {
    "a transcript with another word": replaced(GOLDEN, "Yuri charges", "Yuri runs"),
    "a card with another text": replaced(CARDS, "text: ", "text: Well, "),
    "a comment": replaced(CARDS, "fighters:", "# Ours.\nfighters:"),
    "a band at the top": written("mine.yaml", TOP_BAND),
    "YAML of other programs": written("mkdocs.yml", "site_name: Our club\nkind: Deployment\n"),
    "a page": written("README.md", "# Our club\n"),
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club's repository in which all is well."""
    folder = tmp_path_factory.mktemp("club")
    edencli("new", "--sample", "first-duel", ".", cwd=folder)
    edencli("play", GAME, "--update", cwd=folder)
    (folder / ".git").mkdir()
    return folder


@pytest.fixture
def club(kept: Path, tmp_path: Path) -> Path:
    """A copy of it, to be edited."""
    return Path(shutil.copytree(kept, tmp_path / "club"))


def run_hook(hook: list[str], club: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a hook, which keeps what it finds good beside the club."""
    return edencli(*hook, cwd=club, environment={"XDG_STATE_HOME": str(club.parent / "state")})


@pytest.mark.parametrize("fault", FAULTS)
def test_a_hook_refuses_what_is_broken_whatever_was_edited(fault: str, club: Path) -> None:
    for hook in HOOKS:
        assert run_hook(hook, club).returncode == 0
    FAULTS[fault](club)
    codes = {run_hook(hook, club).returncode for hook in HOOKS}

    assert codes & {1, 2}
    assert codes <= {0, 1, 2}


@pytest.mark.parametrize("edit", HARMLESS)
def test_the_hooks_let_pass_what_breaks_nothing(edit: str, club: Path) -> None:
    HARMLESS[edit](club)

    for hook in HOOKS:
        ended = run_hook(hook, club)
        assert ended.returncode == 0, ended.stdout.decode() + ended.stderr.decode()


def test_a_transcript_in_other_words_is_told_and_fails_where_words_are_held(club: Path) -> None:
    replaced(GOLDEN, "Yuri charges", "Yuri runs")(club)
    play = ENTRIES["edencli-play"]

    assert b"in other words" in run_hook([one for one in play if one != "--quiet"], club).stderr
    assert run_hook([*play, "--strict"], club).returncode == 1


def test_only_what_changed_is_judged_anew(club: Path) -> None:
    shutil.copy(club / BAND, club / "bands" / "apart.yaml")
    shutil.copy(club / CARDS, club / "cards" / "apart.yaml")
    replaced("bands/apart.yaml", "../cards/jokers.yaml", "../cards/apart.yaml")(club)
    loud = [[one for one in hook if one != "--quiet"] for hook in HOOKS]
    told = [[run_hook(hook, club).stderr.decode() for hook in loud] for _ in range(2)]
    replaced("cards/apart.yaml", "fighters:", "# Ours.\nfighters:")(club)
    edited = [run_hook(hook, club).stderr.decode() for hook in loud]

    n = len(list(club.rglob("*.yaml")))
    assert "unchanged" not in "".join(told[0])
    assert f"{n} files unchanged" in told[1][0]
    assert "1 game unchanged" in told[1][1]
    assert f"{n - 2} files unchanged" in edited[0]
    assert "1 game unchanged" in edited[1]


def test_what_is_kept_of_another_edencli_or_is_spoilt_counts_for_nothing(club: Path) -> None:
    validate = [one for one in HOOKS[0] if one != "--quiet"]
    run_hook(validate, club)
    (kept,) = (club.parent / "state" / "edencli" / "good").iterdir()
    for text in (
        '{"program": "another", "good": {}}',
        "[]",
        '{"good": 3}',
        "",
        '{"program": 1, "good": {"x": 2}}',
    ):
        kept.write_text(text, encoding="utf-8")
        ended = run_hook(validate, club)
        assert ended.returncode == 0
        assert b"unchanged" not in ended.stderr
        assert b"unchanged" in run_hook(validate, club).stderr


def test_the_hook_that_mends_writes_what_has_one_answer_and_changes_nothing_else(club: Path) -> None:
    before = {path: path.read_bytes() for path in club.rglob("*.yaml")}
    untouched = run_hook(ENTRIES["edencli-fix"], club)
    assert untouched.returncode == 0
    assert {path: path.read_bytes() for path in club.rglob("*.yaml")} == before

    replaced(BAND, "- Yuri", "- Yurri")(club)
    mended = run_hook(ENTRIES["edencli-fix"], club)

    assert mended.returncode == 0
    assert {path: path.read_bytes() for path in club.rglob("*.yaml")} == before


def test_what_is_none_of_ours_is_counted_and_judged_when_it_is_named(club: Path) -> None:
    (club / "mkdocs.yml").write_text("site_name: Our club\n", encoding="utf-8")
    within, named = edencli("validate", ".", cwd=club), edencli("validate", "mkdocs.yml", cwd=club)

    assert within.returncode == 0
    assert b"edencli: 1 file without a kind of ours passed over\n" in within.stderr
    assert named.returncode == 1
