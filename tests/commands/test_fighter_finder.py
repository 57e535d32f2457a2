"""Whom a command means: names in several files, in a match as it stands, in the last match of a folder."""

import os
import shutil
from pathlib import Path

import pytest
from in_process import edencli

ROOT = Path(__file__).parents[2]
JOKERS = ("--band", "samples/bands/jokers.yaml")
CARDS = ("--cards", "samples/cards/jokers.yaml")
ROAD = ("--game", "samples/games/toll-road.yaml")


def told(*arguments: str, cwd: Path = ROOT, state: Path | None = None) -> tuple[int, str, str]:
    """What a command ended with, printed, and said besides."""
    ended = edencli(*arguments, cwd=cwd, environment={"XDG_STATE_HOME": str(state)} if state else None)
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


def test_names_are_found_in_several_files_however_short() -> None:
    code, page, _ = told("resolve-attack", "grin", "big-belly", *CARDS, "--game", DUEL, "--seed", "1")

    assert code == 0
    assert page.startswith("Grin pays 1 AP to attack.\nGrin attacks Abama Big-Belly")


@pytest.mark.parametrize(
    ("who", "where", "met"),
    [
        (("yu", "gr"), CARDS, "Yuri attacks Grin"),
        (("rag", "kaz"), ("--band", "samples/bands/jokers.yaml"), "Mirka Rag-Doll attacks Old Kazimir"),
        (("zah", "wr"), ROAD, "Zahra Sun-Glass attacks Dispatcher Wren"),
        (("samples/cards/jokers.yaml#yu", "samples/cards/jokers.yaml#gr"), (), "Yuri attacks Grin"),
    ],
)
def test_the_beginning_of_a_name_is_enough_where_nobody_elses_begins_so(
    who: tuple[str, str], where: tuple[str, ...], met: str
) -> None:
    code, page, _ = told("resolve-attack", *who, *where, "--seed", "1")

    assert code == 0
    assert met in page


def test_a_beginning_that_several_names_have_is_told_with_these() -> None:
    code, page, said = told("resolve-attack", "m", "grin", *CARDS, "--seed", "1")

    assert (code, page) == (2, "")
    assert "Mirka Rag-Doll, Matches" in said


def test_who_rolls_may_be_called_by_the_beginning_of_his_name() -> None:
    code, page, _ = told("roll", "vl", "psi", "--difficulty", "4", *CARDS, "--seed", "1")

    assert code == 0
    assert page.startswith("Vlädd, PSI 3")


DUEL = "samples/games/first-duel.yaml"
HEIGHT = """\
kind: game
name: Height
rulebook: fr
red: bands/jokers.yaml
blue: bands/bamaka.yaml
chapters: [territory]
field: {scenery: [scenery/foundry.yaml]}
position:
  scenery: {Slag heap: {at: [27, 27]}}
  fighters:
    Yuri: {at: [30, 30], raised: Slag heap}
    Abama Big-Belly: {at: [50, 50]}
"""


@pytest.mark.parametrize(
    ("who", "rolls"),
    [
        (("Yuri", "big-belly"), "Yuri strikes: CBT 4, +1 above = 5 dice"),
        (("big-belly", "Yuri"), "Abama Big-Belly strikes: CBT 4 = 4 dice"),
        (("Yuri", "big-belly", "--below"), "Yuri strikes: CBT 4 = 4 dice"),
    ],
)
def test_who_stands_above_in_a_match_strikes_from_above(
    tmp_path: Path, who: tuple[str, ...], rolls: str
) -> None:
    shutil.copytree(ROOT / "samples", tmp_path, dirs_exist_ok=True)
    (tmp_path / "height.yaml").write_text(HEIGHT, "utf-8")

    respond = ("--reaction", "response") if "--below" in who else ()
    _, page, _ = told("resolve-attack", *who, "--game", "height.yaml", "--seed", "1", *respond, cwd=tmp_path)

    assert rolls in page


def test_a_card_that_is_in_two_files_is_one_fighter() -> None:
    code, _, said = told("resolve-attack", "Grin", "Vlädd", *CARDS, *JOKERS, "--seed", "1")

    assert (code, said) == (0, "")


def test_a_name_that_two_of_a_match_bear_is_told_with_their_sides(tmp_path: Path) -> None:
    edencli("new", "--sample", "first-duel", ".", cwd=tmp_path)
    mirror = "kind: game\nname: Mirror\nred: bands/jokers.yaml\nblue: bands/jokers.yaml\n"
    (tmp_path / "mirror.yaml").write_text(mirror, "utf-8")

    code, _, said = told("resolve-attack", "Yuri", "Vlädd", "--game", "mirror.yaml", "--odds", cwd=tmp_path)
    ended, page, _ = told(
        "resolve-attack", "blue Yuri", "red Kazimir", "--game", "mirror.yaml", "--seed", "1", cwd=tmp_path
    )

    assert code == 2
    assert "red Yuri, blue Yuri" in said
    assert ended == 0
    assert "Yuri attacks Old Kazimir" in page


def test_who_comes_from_a_match_is_as_he_stands_there() -> None:
    """He has lost 2 CP of the head of 4, and may lose 2 more; the book is the match's own."""
    wounded = told("resolve-attack", "Zahra", "Wren", *ROAD, "--odds")[1]
    whole = told("resolve-attack", "Zahra", "Wren", *ROAD, "--odds", "--target-state", "head:0")[1]

    assert wounded != whole
    assert "PC lost by Dispatcher Wren" in whole, "the Italian book calls them so"


def test_what_a_state_says_comes_before_how_he_stands() -> None:
    code, _, said = told(
        "resolve-attack", "Zahra", "Wren", *ROAD, "--odds", "--attacker-state", "ap:0,poison:1"
    )

    assert code == 1
    assert "(action.cost)" in said


def test_a_roll_is_made_with_what_wounds_have_left_of_a_characteristic() -> None:
    whole = told("roll", "Yuri", "psi", *CARDS, "--difficulty", "3", "--seed", "1")[1]
    hurt = told("roll", "Yuri", "psi", *CARDS, "--difficulty", "3", "--seed", "1", "--state", "head:2")[1]

    assert "4 dice" in whole
    assert "3 dice" in hurt


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("Yuri", "Big-Belly", "--game", DUEL), 2, "Yuri has left the match"),
        (("Wren", "Idris", *ROAD, "--rulebook", "en"), 2, "meant for the rulebook it"),
        (("red Wren", "red Wren", *ROAD), 1, "on the same side"),
        (("Yuri", "Tar", "--cards", "samples/scenery/ruins.yaml"), 2, "it is a scenery file"),
        (("Yuri", "Grin"), 2, "--last"),
    ],
)
def test_who_cannot_be_found_or_meant_is_refused(arguments: tuple[str, ...], code: int, why: str) -> None:
    ended, page, said = told("resolve-attack", *arguments, "--seed", "1")

    assert (ended, page) == (code, "")
    assert why in said


def test_two_who_bear_one_name_are_told_with_their_files(tmp_path: Path) -> None:
    twin = tmp_path / "twin.yaml"
    text = (ROOT / "samples/cards/jokers.yaml").read_text("utf-8").replace("value: 20", "value: 25")
    twin.write_text(text, "utf-8")

    code, page, said = told("resolve-attack", "Yuri", "Grin", *CARDS, "--cards", str(twin), "--seed", "1")

    assert (code, page) == (2, "")
    assert f"samples/cards/jokers.yaml#Yuri, {twin}#Yuri" in said


def test_the_last_match_is_taken_when_it_is_asked_for_and_is_named(tmp_path: Path) -> None:
    """Of two that were begun here the newer one; a later one elsewhere is nobody's business here."""
    state, records = tmp_path / "state", {}
    for age, place in enumerate(("here", "here", "elsewhere")):
        folder = tmp_path / place
        folder.mkdir(exist_ok=True)
        edencli("new", "--sample", "street-corner", ".", cwd=folder)
        record = state / "edencli" / f"{age}.record"
        record.parent.mkdir(parents=True, exist_ok=True)
        began = edencli("play", "-i", "games/street-corner.yaml", "--record", record, cwd=folder)
        assert record.exists(), began.stderr
        os.utime(record, (age, age))
        records[place] = record

    attack = ("resolve-attack", "Yuri", "Elenia", "--last", "--odds")
    code, page, said = told(*attack, cwd=tmp_path / "here", state=state)

    assert (code, said) == (0, f"edencli: the last match: {records['here']}\n")
    assert "When Yuri attacks Elenia" in page
    assert "no match was recorded here" in told(*attack, cwd=ROOT, state=state)[2]


PRINTED = 'Yuri "the Bear", No. #7: old'
QUOTED = '"Yuri ""the Bear"", No. #7: old"'


@pytest.fixture
def printed(tmp_path: Path) -> Path:
    """A folder with a cards file in which Yuri is called as some cards are."""
    text = (ROOT / "samples/cards/jokers.yaml").read_text("utf-8")
    cards = tmp_path / "my#cards.yaml"
    cards.write_text(text.replace("name: Yuri\n", f"name: '{PRINTED}'\n"), "utf-8")
    return cards


def test_a_fighter_is_found_by_a_name_that_holds_marks(printed: Path) -> None:
    ask = (f"{printed}#Grin", "--cards", str(printed), "--odds")
    whole = (PRINTED, QUOTED, f"{printed}#{PRINTED}", "yuri the bear no. #7 old", "yuri", "bear")

    for who in whole:
        code, page, said = told("resolve-attack", who, *ask)
        assert (code, said) == (0, ""), who
        assert page.startswith('When Yuri "the Bear", No. #7: old attacks Grin')


def test_what_is_left_of_a_fighter_is_kept_under_any_name(printed: Path, tmp_path: Path) -> None:
    kept = tmp_path / "left.txt"
    ask = ("resolve-attack", "Grin", PRINTED, "--cards", str(printed), "--keep", str(kept))

    first, second = (told(*ask, "--reaction", "passive", "--dice", "6,6,6,6,1,1") for _ in range(2))

    assert (first[0], first[2]) == (0, "")
    assert f"{QUOTED}: out\n" in kept.read_text("utf-8")
    assert (second[0], second[2]) == (1, f"edencli: {PRINTED} has left the match\n")


def test_a_state_stands_behind_a_name_in_quotes(printed: Path) -> None:
    ask = ("resolve-attack", "Grin", "Vlädd", "--cards", str(printed), "--odds", "--with", "Nail gun")

    quoted, short, none = (
        told(*ask, "--engaged", one) for one in (f"{QUOTED}: head:2", "bear: head:2", "bear")
    )

    assert quoted == short != none
