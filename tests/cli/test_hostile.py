"""Hostile files: each gets its one clear error and the right exit code, quickly, in little memory.

A case is a file of `tests/files/hostile`, named after the code that it gets: adding one is adding a file.
What is too large to keep is made here.
"""

import re
import subprocess
import unicodedata
from pathlib import Path

import pytest
from processes import edencli

HOSTILE = Path(__file__).parents[1] / "files" / "hostile"
FILES = sorted(HOSTILE.glob("*.yaml"))

SCENERY = "kind: scenery\nelements:\n"
OAK = f"{SCENERY}  - name: Oak\n    disc: 2.5\n"

BAND = "kind: band\nname: X\nfaction: X\nfighters: [Y]\n"
MADE = {
    "yaml-depth--100-kb-of-brackets": "[" * 100_000,
    "yaml-depth--100-kb-of-dashes": "- " * 50_000,
    "yaml-depth--65-levels": f"{OAK}    cost: {'[' * 65}{']' * 65}\n",
    "yaml-size--one-byte-too-many": "#" * (1024 * 1024 + 1),
    "yaml-values--many-keys": "".join(f"k{n}: {n}\n" for n in range(60_000)),
    "yaml-values--many-items": "-\n" * 60_000,
    "yaml-duplicate-key--over-and-over": "".join(f"{OAK}" for _ in range(2000)),
    "yaml-directive--over-and-over": "%YAML 1.3\n" * 50_000,
    "yaml-character--over-and-over": "# \x07 \x07\n" * 50_000,
    "yaml-syntax--a-quote-without-end": f'{OAK}    element: "{"x" * 500_000}',
    "yaml-empty--a-megabyte-of-lines": "\n" * (1024 * 1024),
    "yaml-empty--a-megabyte-of-comment": "#" * (1024 * 1024),
    "schema-length--a-long-name": f"{SCENERY}  - name: {'x' * 900_000}\n    disc: 2.5\n",
    "schema-type--a-long-text": f"{OAK}    cost: {'x ' * 400_000}\n",
    "schema-unknown-key--many": OAK + "".join(f"    k{n}: {n}\n" for n in range(20_000)),
    "schema-unknown-key--long": f"{OAK}    {'k' * 1000}: 1\n",
    "schema-type--many": f"kind: cards\nfighters: [{'1, ' * 400}]\n",
    "schema-pattern--a-long-reference": f"{BAND}cards: [{'x' * 390}]\n",
    "reference-missing--a-long-reference": f"{BAND}cards: [{'x' * 390}.yaml]\n",
}


def codes(output: bytes) -> set[str]:
    return set(
        re.findall(r"^[^\n]*?: (?:error|warning)\[([a-z0-9.-]+)\]", output.decode(), flags=re.MULTILINE)
    )


def drives(output: bytes) -> set[str]:
    """Characters that could drive a terminal."""
    return {c for c in output.decode() if c != "\n" and unicodedata.category(c) in {"Cc", "Cf", "Zl", "Zp"}}


@pytest.fixture(scope="module")
def ended() -> subprocess.CompletedProcess[bytes]:
    """One run over all the files."""
    names = [path.relative_to(HOSTILE.parent) for path in FILES]
    return edencli("validate", *names, "--format", "concise", cwd=HOSTILE.parent)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_hostile_file_gets_its_one_error(path: Path, ended: subprocess.CompletedProcess[bytes]) -> None:
    said = [line for line in ended.stdout.splitlines() if line.startswith(b"hostile/" + path.name.encode())]

    assert codes(b"\n".join(said)) == {path.stem.split("--")[0]}


def test_hostile_files_end_with_1_and_drive_no_terminal(ended: subprocess.CompletedProcess[bytes]) -> None:
    assert ended.returncode == 1
    assert drives(ended.stdout + ended.stderr) == set()
    assert ended.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "stem", ["yaml-alias--bomb", "yaml-tag--python", "yaml-utf8--picture", "yaml-empty--nothing"]
)
def test_a_hostile_file_alone_ends_with_1_too(stem: str) -> None:
    ended = edencli("validate", HOSTILE / f"{stem}.yaml")

    assert (ended.returncode, codes(ended.stdout)) == (1, {stem.split("--", maxsplit=1)[0]})


@pytest.mark.parametrize("name", MADE)
def test_a_huge_hostile_file_gets_its_one_error_and_a_short_answer(name: str, tmp_path: Path) -> None:
    (tmp_path / "huge.yaml").write_text(MADE[name], encoding="utf-8")

    ended = edencli("validate", "huge.yaml", cwd=tmp_path)

    assert codes(ended.stdout) == {name.split("--", maxsplit=1)[0]}
    assert ended.returncode == 1
    assert drives(ended.stdout + ended.stderr) == set()
    assert len(ended.stdout) < 30_000
    assert ended.stderr.count(b"\n") == 1


@pytest.mark.parametrize("form", ["text", "concise", "github"])
def test_no_line_begins_with_a_text_from_a_file(form: str) -> None:
    files = [path for path in FILES if "workflow-command" in path.name]
    ended = edencli("validate", *files, "--format", form)
    lines = ended.stdout.decode().splitlines()

    assert len(files) == 2
    assert [line for line in lines if line.startswith("::error::")] == []
    assert len([line for line in lines if line.startswith("::error file=")]) == (2 if form == "github" else 0)


PLACES = "{red Imp: {at: [20, 20]}, blue Imp: {at: [40, 40]}}"


def hostile_game(folder: Path, event: str, op: str) -> str:
    """A game of two fighters each of whose twenty abilities does that whenever this happens."""
    stats = (("head", 1, "psi"), ("arms", 2, "cbt"), ("torso", 3, "vig"), ("legs", 4, "spd"))
    limbs = ", ".join(
        f"{limb}: {{faces: [{n}], cp: {{white: 3}}, {stat}: {{white: 3}}}}" for limb, n, stat in stats
    )
    limbs = limbs.replace("faces: [4]", "faces: [4, 5, 6]")
    effect = f"{{effect: when, event: {event}, do: [{op}]}}"
    abilities = ", ".join(
        f"{{name: Trick {chr(65 + n)}, kind: permanent, text: a, effects: [{effect}]}}" for n in range(20)
    )
    head = "factions: [T], stigma: chaos, types: [x], value: 10, base: 30"
    card = f"{{name: Imp, {head}, limbs: {{{limbs}}}, abilities: [{abilities}]}}"
    (folder / "cards.yaml").write_text(f"kind: cards\nfighters: [{card}]\n")
    (folder / "band.yaml").write_text(
        "kind: band\nname: X\nfaction: T\ncards: [cards.yaml]\nfighters: [Imp]\n"
    )
    game = "kind: game\nname: X\nred: band.yaml\nblue: band.yaml\ndice: {seed: 1}\nmoves: []\n"
    (folder / "game.yaml").write_text(f"{game}position: {{step: activation, fighters: {PLACES}}}\n")
    return str(folder / "game.yaml")


@pytest.mark.parametrize(
    "op", ["{op: give-markers, who: {}, marker: rage, n: 99}", "{op: give-ap, who: {}, n: 99}"]
)
def test_cards_that_set_off_as_much_as_they_can_end_in_time(op: str, tmp_path: Path) -> None:
    ended = edencli("play", "--random", hostile_game(tmp_path, "activated", op))

    assert b"internal error" not in ended.stderr
    is_stopped = any(told in ended.stderr for told in (b"there was no end", b"nothing was done"))
    assert (ended.returncode == 0) is not is_stopped


def test_cards_that_feed_on_themselves_are_named_where_chance_plays(tmp_path: Path) -> None:
    rage = "{op: give-markers, who: {}, marker: rage}"
    game = hostile_game(tmp_path, "activated", rage)
    cards = tmp_path / "cards.yaml"
    text = cards.read_text().replace("event: activated", "event: markers-added", 2)
    cards.write_text(text)

    ended = edencli("play", "--random", game)

    assert ended.returncode == 1
    assert b"trigger each other without end" in ended.stderr
    assert {b"Trick A", b"Trick B"} & set(re.findall(rb"Trick [AB]", ended.stderr))
