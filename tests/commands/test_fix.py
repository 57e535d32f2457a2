"""`edencli validate --fix`: spoilt samples come back as they were, and nothing else in them changes."""

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from in_process import edencli

from edencli.commands.fix import find_repairs
from edencli.files.fixes import apply_fixes, find_fixes
from edencli.games.checks import Checks, make_library

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Cards, a band and scenery of a folder of one's own."""
    for name in ("cards", "bands", "scenery"):
        shutil.copytree(SAMPLES / name, tmp_path / name)
    return tmp_path


def spoil(path: Path, *changes: tuple[str, str]) -> str:
    """Change a file, and give what it said before."""
    before = text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    return before


def test_what_has_one_answer_is_written_and_the_rest_stays(club: Path) -> None:
    band, cards = club / "bands" / "jokers.yaml", club / "cards" / "jokers.yaml"
    wholes = {
        band: spoil(band, ("faction:", "facton:"), ("- Yuri\n", "- Yury  # mine\n"), ("- Duck", '- "Duk"')),
        cards: spoil(
            cards, ("stigma: chaos", "stigma: kaos"), ("limit: {match: 1}", "limit: 1/match"), ("cp:", "pc:")
        ),
    }

    ended = edencli("validate", "--fix", band, cards, cwd=club)

    assert (ended.returncode, ended.stdout) == (0, b"")
    assert "6 repairs written, in 2 files" in ended.stderr.decode()
    assert cards.read_text("utf-8") == wholes[cards]
    assert band.read_text("utf-8") == wholes[band].replace("- Yuri\n", "- Yuri  # mine\n").replace(
        "- Duck", '- "Duck"'
    )


def test_a_difference_shows_repairs_and_writes_nothing(club: Path) -> None:
    band = club / "bands" / "jokers.yaml"
    spoil(band, ("- Yuri\n", "- Yury\n"))
    spoilt = band.read_text("utf-8")

    ended = edencli("validate", "--diff", "bands/jokers.yaml", cwd=club)

    assert ended.returncode == 1
    assert [line for line in ended.stdout.decode().splitlines() if re.match(r"[-+] ", line)] == [
        "-  - Yury",
        "+  - Yuri",
    ]
    assert band.read_text("utf-8") == spoilt
    assert edencli("validate", "--diff", "cards", cwd=club).returncode == 0


def test_a_repair_that_would_be_another_fault_is_not_made(club: Path) -> None:
    """Yuri is in the band already: the one who is misspelt cannot be him."""
    band = club / "bands" / "jokers.yaml"
    spoil(band, ("- Vlädd", "- Yury"))
    spoilt = band.read_text("utf-8")

    ended = edencli("validate", "--fix", "bands/jokers.yaml", cwd=club)

    assert ended.returncode == 1
    assert band.read_text("utf-8") == spoilt


def test_standard_input_is_not_mended() -> None:
    ended = edencli("validate", "--fix", "-", stdin=b"kind: band\n")

    assert ended.returncode == 2
    assert "standard input" in ended.stderr.decode()


KEYS = re.compile(r"(?<=[ {\n])[a-z-]{4,}(?=: )")
WORDS = re.compile(r"(?<=: )(?:chaos|order|destruction|protection|evolution|human|action|permanent)\b")


def drop_letter(word: str, chance: random.Random) -> str:
    """A word without one of its letters."""
    n = chance.randrange(1, len(word))
    return word[:n] + word[n + 1 :]


def swap_letters(word: str, chance: random.Random) -> str:
    """A word with two letters in each other's place."""
    n = chance.randrange(len(word) - 1)
    return word[:n] + word[n + 1] + word[n] + word[n + 2 :]


@pytest.mark.parametrize("slip", [drop_letter, swap_letters])
@pytest.mark.parametrize("seed", range(8))
def test_slips_in_cards_come_back_or_stay_as_they_are(
    club: Path, seed: int, slip: Callable[[str, random.Random], str]
) -> None:
    """A slip drawn by chance is mended to what stood there, or left; no other character changes."""
    chance = random.Random(seed)  # noqa: S311  # a test guards no secret
    path = chance.choice(sorted((club / "cards").glob("*.yaml")))
    whole = path.read_text(encoding="utf-8")
    at = chance.choice([*KEYS.finditer(whole), *WORDS.finditer(whole)])
    spoilt = whole[: at.start()] + slip(at[0], chance) + whole[at.end() :]
    path.write_text(spoilt, encoding="utf-8")

    fixed = find_repairs(Checks(make_library()), [str(path)])

    assert [one.after for one in fixed] in ([], [whole])


def test_repairs_do_not_overlap_and_are_made_from_the_end() -> None:
    text = "kind: band\nfacton: A\nnam: B\n"
    path = "/band.yaml"
    found = Checks(make_library(kept={path: text}, only_kept=True)).check_file(path).diagnostics

    fixes = find_fixes(found, text)

    assert [fix.begin for fix in fixes] == sorted((fix.begin for fix in fixes), reverse=True)
    assert apply_fixes(text, fixes) == "kind: band\nfaction: A\nname: B\n"


UNSAID = """\
kind: cards
tactics:
  - name: In braces
    tactical: true
    text: Who pays is not said.
    effects:
      - {effect: now, do: [{op: take-sp}, {n: 2, op: take-vp}]}
  - name: In lines
    tactical: true
    text: Who pays is not said.
    effects:
      - effect: now
        do:
          - op: take-vp  # dear
            n: 2
          - n: 1
            op: "take-sp"
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_who_pays_is_added_in_the_manner_of_the_mapping(line_end: str, tmp_path: Path) -> None:
    """What takes points from a player who is not named keeps its meaning, and says it."""
    cards = tmp_path / "cards.yaml"
    cards.write_bytes(UNSAID.replace("\n", line_end).encode())
    ended = edencli("validate", "--fix", "cards.yaml", cwd=tmp_path)
    mended = (
        UNSAID.replace("{op: take-sp}", "{op: take-sp, to: opponent}")
        .replace("op: take-vp}", "op: take-vp, to: own}")
        .replace("# dear\n", "# dear\n            to: own\n")
        .replace('"take-sp"\n', '"take-sp"\n            to: opponent\n')
    )

    assert (ended.returncode, ended.stdout) == (0, b"")
    assert "4 repairs written, in 1 file" in ended.stderr.decode()
    assert "1 file checked, nothing wrong\n" in ended.stderr.decode()
    assert cards.read_bytes().decode() == mended.replace("\n", line_end)


def test_an_addition_that_would_break_the_file_is_not_made_and_others_are(tmp_path: Path) -> None:
    """Braces may stand in other lines than their keys, where a further line lacks its comma."""
    cards = tmp_path / "cards.yaml"
    torn = UNSAID.replace("{n: 2, op: take-vp}", "{\n          n: 2,\n          op: take-vp\n          }")
    cards.write_text(torn, encoding="utf-8")
    ended = edencli("validate", "--fix", "cards.yaml", cwd=tmp_path)

    assert ended.returncode == 0
    assert "3 repairs written, in 1 file" in ended.stderr.decode()
    assert "          op: take-vp\n          }" in cards.read_text(encoding="utf-8")


POSITION = """\
kind: game
name: Corner
rulebook: en
red: bands/jokers.yaml
blue: bands/bamaka.yaml
position:
  fighters:
    Yuri: {at: [20, 20]}
    Abama Big-Belly:
      at: [ 22, 20 ]  # mine
    Mirka Rag-Doll: {"at": [59.9, 0.2], ap: 1}
    Ngobo Quick-Arm: {at: [20, 20]}
"""


def test_a_base_that_may_not_stand_where_it_does_is_put_where_it_is_nearest(club: Path) -> None:
    game = club / "corner.yaml"
    game.write_text(POSITION, "utf-8")

    ended = edencli("validate", "--fix", "corner.yaml", cwd=club)

    assert "2 repairs written, in 1 file" in ended.stderr.decode()
    assert game.read_text("utf-8") == POSITION.replace("[ 22, 20 ]", "[23.5, 20]").replace(
        "[59.9, 0.2]", "[58.5, 1.5]"
    )
    assert "equally near and free: [17, 20], [20, 17], [20, 23]" in ended.stdout.decode()
