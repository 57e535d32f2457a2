"""`edencli new fighter`, `new cards --from` and `new band --from`: from typed lines and tables to files."""

import difflib
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from in_process import edencli

from edencli.commands.band_builder import BandCards, BandDraft, draw_band, room_left
from edencli.files.library import Library
from edencli.games.checks import Checks, make_library
from edencli.model.game import Symbol
from edencli.model.terms import Stigma
from edencli.rulebooks.raw_books import BOOKS
from edencli.rulebooks.values import rulebook
from edencli.rules.band import check_band

CARDS = Path(__file__).parents[2] / "samples" / "cards"
FIGHTER = (
    *("{name}", "Jokers Gang", "human", "2/2 4/3", "2/1 4/3", "3/2 4/3", "2/1 5/3"),
    *("", "20", "chaos", "Grit", "perm", "It holds."),
)


def lines(*typed: str) -> bytes:
    return "".join(f"{line}\n" for line in typed).encode()


def fighter(name: str, *more: str) -> tuple[str, ...]:
    return (*(line.format(name=name) for line in FIGHTER), "", *more)


def test_cards_are_added_to_a_file_one_after_another(tmp_path: Path) -> None:
    ended = edencli(
        "new", "fighter", "-o", "c.yaml", cwd=tmp_path, stdin=lines(*fighter("Ash"), *fighter("Dust"), "")
    )
    edencli("new", "tactic", "-o", "c.yaml", cwd=tmp_path, stdin=lines("Smoke", "", "Nobody sees.", ""))
    edencli(
        "new", "mission", "-o", "c.yaml", cwd=tmp_path, stdin=lines("Hold", "sec amb", "1 Hold.", "", "", "")
    )

    cards = Checks(make_library()).check_file(str(tmp_path / "c.yaml")).value
    assert (ended.returncode, ended.stdout) == (0, b"")
    assert [card.name for card in cards.fighters] == ["Ash", "Dust"]
    assert [card.name for card in (*cards.tactics, *cards.missions)] == ["Smoke", "Hold"]
    assert "Ash stands in c.yaml now." in ended.stderr.decode()


def test_without_a_file_cards_are_printed_as_one(tmp_path: Path) -> None:
    ended = edencli("new", "tactic", cwd=tmp_path, stdin=lines("Smoke", "", "One.", "Dust", "", "Two.", ""))

    (tmp_path / "c.yaml").write_bytes(ended.stdout)
    cards = Checks(make_library()).check_file(str(tmp_path / "c.yaml")).value
    assert [card.name for card in cards.tactics] == ["Smoke", "Dust"]


def test_the_beginning_of_a_name_that_the_file_has_is_pointed_to(tmp_path: Path) -> None:
    asks = "new", "fighter", "-o", "c.yaml"
    edencli(*asks, cwd=tmp_path, stdin=lines(*fighter("ASH LOCKPICK"), ""))

    told = edencli(*asks, cwd=tmp_path, stdin=lines("ash", "quit")).stderr.decode()
    other = edencli(*asks, cwd=tmp_path, stdin=lines("ashes", "quit")).stderr.decode()

    assert "c.yaml has ASH LOCKPICK. To correct that card, type `undo`" in " ".join(told.split())
    assert "ASH LOCKPICK" not in other


@pytest.mark.parametrize(
    ("kind", "typed", "said"),
    [
        ("fighter", (*fighter("Ash")[:4], "psi 5/3"), "head: CP 2/2, PSI 5/3, die 1"),
        ("tactic", ("Smoke", "tactical, cost 2 SP"), "tactical 2 sp"),
        ("mission", ("Hold", "? ambush"), "bands deploy away from the centre"),
        (
            "mission",
            ("Hold", "sec amb", "", "3 VP if it stands."),
            "since the text names no time: if it stands.",
        ),
        (
            "mission",
            ("Hold", "sec amb", "", "2 turn It stands."),
            "2 VP, at the end of each round: It stands.",
        ),
        ("fighter", (*fighter("Ash")[:4], "2-3 2/1 4/3"), "arms: CP 2/1, CBT 4/3, die 2, 3"),
        ("fighter", (*fighter("Ash")[:7], "Bomb", "thrown 5 explosive 3"), "Bomb (Projectile)"),
    ],
)
def test_a_line_as_a_card_prints_it_is_answered(
    kind: str, typed: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    told = edencli("new", kind, cwd=tmp_path, stdin=lines(*typed)).stderr.decode()

    assert said in " ".join(told.split())


SAVED = (*fighter("Ash")[:7], "Knife", "s10 2", "Bomb", "p5", "", "20", "chaos", "Grit", "perm", "It holds.")


@pytest.mark.parametrize(
    ("correction", "said", "written"),
    [
        ("Knife s12 3", "Knife (Shooting): Range (12)", "shooting: {range: 12, strength: 3}"),
        ("Knife s10 2", "Knife (Shooting): Range (10)", "shooting: {range: 10, strength: 2}"),
        ("arms 2/1 4/3", "arms: CP 2/1, CBT 4/3, die 2, 3", "Knife"),
        ("Bomb p6", "Bomb (Projectile): Range (6)", "projectile: {range: 6}"),
        ("remove Knife", "Knife is off the card.", "name: Bomb"),
        ("add Vest: pr torso 2", "Vest (Pr): torso +2", "pr: {torso: 2}"),
        ("Grit action 1ap", "", "kind: action"),
        ("Grit Nothing moves it.", "", "text: Nothing moves it."),
        ("arms 3/2 5/3", "arms: CP 3/2, CBT 5/3, die 2, 3", "Knife"),
        ("arms 1/1", "arms: CP 1/1, CBT 4/3, die 2, 3", "Knife"),
        ("value 20", "Ash stays in c.yaml as it was.", "Knife"),
        ("use s12 3", "Which one? Begin with its name: Knife, Bomb, Grit.", "name: Knife"),
    ],
)
def test_a_piece_of_a_saved_card_is_corrected_by_its_name(
    correction: str, said: str, written: str, tmp_path: Path
) -> None:
    asks = "new", "fighter", "-o", "c.yaml"
    edencli(*asks, cwd=tmp_path, stdin=lines(*SAVED, "", ""))

    told = edencli(*asks, cwd=tmp_path, stdin=lines("Ash", correction, "", "")).stderr.decode()

    assert said in " ".join(told.split())
    text = (tmp_path / "c.yaml").read_text()
    assert written in text
    assert ("Knife" in text) == (correction != "remove Knife")
    assert Checks(make_library()).check_file(str(tmp_path / "c.yaml")).value


def test_one_objective_of_several_is_corrected_by_its_number(tmp_path: Path) -> None:
    asks = "new", "mission", "-o", "c.yaml"
    edencli(
        *asks, cwd=tmp_path, stdin=lines("Hold", "sec amb", "", "1 round One.", "2 match Two.", "", "", "")
    )

    typed = ("Hold", "objective Three.", "objective 2 3 match Three.", "objective 1 4 match", "", "")
    told = edencli(*asks, cwd=tmp_path, stdin=lines(*typed)).stderr.decode()

    assert "Give its number first, from 1 to 2: objective 1 …" in " ".join(told.split())
    card = Checks(make_library()).check_file(str(tmp_path / "c.yaml")).value.missions[0]
    assert [(one.vp, one.text) for one in card.objectives] == [(4, "One."), (3, "Three.")]


def test_a_corrected_limb_keeps_its_unusual_faces(tmp_path: Path) -> None:
    limbs = ("6 2/2 4/2", "4-5 3/1 5/3", "2-3 3/3 4/3", "1 2/1 5/2")
    typed = lines(*fighter("Ash")[:3], *limbs, "arms 3/2 5/3")

    told = edencli("new", "fighter", cwd=tmp_path, stdin=typed).stderr.decode()

    assert "arms: CP 3/2, CBT 5/3, die 4, 5" in told


def test_after_undo_in_a_saved_card_one_enter_answers_a_question(tmp_path: Path) -> None:
    asks = "new", "fighter", "-o", "c.yaml"
    edencli(*asks, cwd=tmp_path, stdin=lines(*fighter("Ash"), ""))

    ended = edencli(*asks, cwd=tmp_path, stdin=lines("Ash", "undo", "", ""))

    assert "Ash stays in c.yaml as it was." in ended.stderr.decode()


@pytest.mark.parametrize("end", [(), ("quit",)])
def test_a_card_that_is_not_finished_comes_back_as_its_lines(tmp_path: Path, end: Sequence[str]) -> None:
    typed = fighter("Ash")[:6]

    ended = edencli("new", "fighter", "-o", "c.yaml", cwd=tmp_path, stdin=lines(*typed, *end))

    assert list(tmp_path.iterdir()) == []
    assert ended.stderr.decode().split("These lines bring it back:\n")[1].splitlines() == list(typed)


def test_what_was_understood_is_said_and_faults_are_asked_again(tmp_path: Path) -> None:
    typed = ("Ash", "j", "human", "2/2", "help", "2/2 4/3", "undo", "card", "3/2 4/3")

    told = edencli("new", "fighter", cwd=tmp_path, stdin=lines(*typed)).stderr.decode()

    for text in (
        "Jokers Gang",
        "A limb is its CP and its PSI",
        "pr head 1 arms 1",
        "head: CP 3/2, PSI 4/3, die 1",
    ):
        assert text in told
    assert "Taken back. 3 lines are left." in told


def test_the_abbreviations_are_those_of_the_book(tmp_path: Path) -> None:
    typed = (
        "Ash",
        "j",
        "human",
        "2/2 4/3",
        "2/1 KAT 4/3",
        "3/2 WID 4/3",
        "2/1 GES 5/3",
        "Knife",
        "s5 3 kat+1",
    )

    told = edencli("new", "fighter", "--rulebook", "de", cwd=tmp_path, stdin=lines(*typed)).stderr.decode()

    assert "arms: CP 2/1, CBT 4/3" not in told
    assert "Arms: KP and KAT" in told
    assert "legs: KP 2/1, GES 5/3, die 6" in told
    assert "Knife (Shooting): KAT +1" in told


def test_a_file_with_faults_or_of_another_kind_is_not_added_to(tmp_path: Path) -> None:
    for name, text in (
        ("bad.yaml", "kind: cards\nfighters: [x]\n"),
        ("list.yaml", "kind: cards\ntactics: [{name: A, text: B}]\n"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")

        ended = edencli("new", "tactic", "-o", name, cwd=tmp_path, stdin=lines("Smoke", "", "One.", ""))

        assert ended.returncode == 1
        assert (tmp_path / name).read_text(encoding="utf-8") == text
    band = CARDS.parent / "bands" / "jokers.yaml"
    assert edencli("new", "tactic", "-o", band, stdin=lines("Smoke")).returncode == 1


def test_a_table_becomes_cards_or_nothing(tmp_path: Path) -> None:
    table = tmp_path / "cards.csv"
    table.write_text(
        "card,name,symbols,text\ntactic,Smoke,tactical,One.\ntactic,Dust,first 2,Two.\n", "utf-8"
    )

    refused = edencli("new", "cards", "--from", "cards.csv", "-o", "c.yaml", cwd=tmp_path)

    assert refused.returncode == 1
    assert "cards.csv: row 3, column symbols, 'first 2': " in refused.stderr.decode()
    assert not (tmp_path / "c.yaml").exists()

    table.write_text("\ufeffcard;name;symbols;text\ntactic;Smoke;tactical;One.\n", "utf-8")
    assert edencli("new", "cards", "--from", "cards.csv", "-o", "c.yaml", cwd=tmp_path).returncode == 0
    assert edencli("validate", "c.yaml", cwd=tmp_path).returncode == 0


def test_a_file_goes_into_a_table_and_out_again(tmp_path: Path) -> None:
    table = edencli("show", CARDS / "jokers.yaml", "--csv").stdout
    (tmp_path / "cards.csv").write_bytes(table)

    edencli("new", "cards", "--from", "cards.csv", "-o", "c.yaml", cwd=tmp_path)

    assert edencli("show", "c.yaml", "--csv", cwd=tmp_path).stdout == table
    assert edencli("show", CARDS.parent / "bands" / "jokers.yaml", "--csv").returncode == 1


def test_a_table_read_back_changes_the_cards_and_keeps_what_it_does_not_show(tmp_path: Path) -> None:
    path, table = tmp_path / "c.yaml", tmp_path / "t.csv"
    before = (CARDS / "jokers.yaml").read_text(encoding="utf-8")
    path.write_text(before, encoding="utf-8")
    rows = edencli("show", path, "--csv").stdout.decode()
    table.write_text(rows, encoding="utf-8")

    same = edencli("new", "cards", "--from", "t.csv", "-o", "c.yaml", cwd=tmp_path)
    assert path.read_text(encoding="utf-8") == before
    assert "0 cards added to c.yaml, 7 already there brought up to date" in same.stderr.decode()

    assert rows.count(",20 fr 25 pt 25,2/2") == 1
    more = "tactic,Fog" + "," * 15 + ",Dark.\n"
    table.write_text(rows.replace(",20 fr 25 pt 25,2/2", ",35 fr 25 pt 25,2/2") + more, encoding="utf-8")
    edencli("new", "cards", "--from", "t.csv", "-o", "c.yaml", cwd=tmp_path)

    changed = difflib.ndiff(before.splitlines(), path.read_text(encoding="utf-8").splitlines())
    assert [line for line in changed if line[0] in "+-"] == [
        "-     value: 20",
        "+     value: 35",
        "+ ",
        "+ tactics:",
        "+   - name: Fog",
        "+     text: Dark.",
    ]
    assert edencli("validate", "c.yaml", cwd=tmp_path).returncode == 0


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    told = edencli("new", "cards", "--from", "none.csv", cwd=tmp_path).stderr.decode()

    assert "none.csv: there is no such file" in told


def cards_in(path: Path) -> Sequence[tuple[str, int | None]]:
    return [(card.name, card.value) for card in Checks(make_library()).check_file(str(path)).value.fighters]


def test_undo_reaches_into_the_card_just_written(tmp_path: Path) -> None:
    typed = (*fighter("Ash"), *["undo"] * 6, "30", "chaos", "", "")

    edencli("new", "fighter", "-o", "c.yaml", cwd=tmp_path, stdin=lines(*typed))

    assert cards_in(tmp_path / "c.yaml") == [("Ash", 30)]


def test_a_card_that_is_printed_is_not_taken_back() -> None:
    ended = edencli("new", "fighter", stdin=lines(*fighter("Ash"), "undo", ""))

    assert "Nothing has been typed yet." in ended.stderr.decode()


def test_the_name_of_a_card_in_the_file_opens_it(tmp_path: Path) -> None:
    path = tmp_path / "c.yaml"
    edencli("new", "fighter", "-o", "c.yaml", cwd=tmp_path, stdin=lines(*fighter("Ash"), ""))
    before = path.read_text(encoding="utf-8")

    left = edencli("new", "fighter", "-o", "c.yaml", cwd=tmp_path, stdin=lines("ash", "value 25", "quit"))
    assert path.read_text(encoding="utf-8") == before
    assert "Ash stays in c.yaml as it was." in left.stderr.decode()

    typed = ("ash", "value 25", "name Dust", "", *fighter("Ash"), "")
    edencli("new", "fighter", "-o", "c.yaml", cwd=tmp_path, stdin=lines(*typed))
    assert cards_in(path) == [("Dust", 25), ("Ash", 20)]


def test_a_card_shows_what_was_typed_and_nothing_else() -> None:
    typed = (*fighter("Ash")[:4], "card")

    told = edencli("new", "fighter", stdin=lines(*typed)).stderr.decode()

    rows = dict(line.split(maxsplit=1) for line in told.splitlines() if line.startswith("  "))
    assert (rows["head"], rows["arms"], rows["stigma"]) == ("2/2 4/3", "?", "?")


def test_every_line_is_answered() -> None:
    typed = ("Ash", "Jokers Gang", "human brute", "2/1 4/5", *FIGHTER[4:7], "", "25, 40", "ch")
    told = edencli("new", "fighter", stdin=lines(*typed)).stderr.decode()
    for text in (
        "1 type: human brute",
        "The red PSI is higher than the white one.",
        "value 25, base 40 mm",
        "Stigma: destruction, order, protection, evolution, chaos> chaos",
    ):
        assert text in told

    told = edencli("new", "tactic", stdin=lines("Smoke", "tac 2sp", "Nobody sees.", "")).stderr.decode()
    assert "> tactical 2 sp\n" in told

    objectives = ("At the end of the match: 2 VP for the crossroads.", "Wait.", "")
    mission = ("Hold", "r c", "", *objectives, "Free Folk")
    told = edencli("new", "mission", stdin=lines(*mission)).stderr.decode()
    for text in (
        "kind revealed, deployment confrontation",
        "faction Free Folk",
        "2 VP, at the end of the match",
        "no VP, at the end of each round",
    ):
        assert text in told


@pytest.mark.parametrize(
    "arguments",
    [
        ("new", "cards", "--from", "none.csv"),
        ("new", "game", "--from", "none.csv"),
        ("new", "fighter", "--from", "none.csv"),
        ("new", "cards", "--from", "a.csv", "--from", "b.csv"),
        ("new", "band", "--random"),
        ("new", "band", "--from", "."),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_line(arguments: Sequence[str], tmp_path: Path) -> None:
    ended = edencli(*arguments, cwd=tmp_path)

    assert ended.returncode in {1, 2}
    assert "Traceback" not in ended.stderr.decode()
    assert ended.stdout == b""


def test_a_band_is_picked_by_numbers_and_says_what_fits(tmp_path: Path) -> None:
    sources = [
        word for name in ("jokers", "missions", "tactics") for word in ("--from", CARDS / f"{name}.yaml")
    ]
    typed = ("1", "1 2", "3 4 6", "", "1 7", "", "2", "", "My band")

    ended = edencli("new", "band", *sources, "-o", "band.yaml", cwd=tmp_path, stdin=lines(*typed))

    told = ended.stderr.decode()
    checked = Checks(Library(root=Path("/"))).check_file(str(tmp_path / "band.yaml"))
    assert ended.returncode == 0
    assert checked.value.fighters == ("Yuri", "Vlädd", "Mirka Rag-Doll", "Tick-Tock")
    assert (checked.value.missions, checked.value.tactics) == (("Nothing left standing",), ("Second wind",))
    assert re.search(r"–  6  Grin; 25 points; the band is worth 105", told)
    assert "20 points left." in told
    assert "is only for bands of Clan Bamaka" in told


def test_a_band_has_the_budget_of_the_evening_and_every_line_is_answered(tmp_path: Path) -> None:
    typed = ("x", "1", "", "budget 80", "1 1 2", "1", "1", "", "Mine")
    ask = ("new", "band", "--from", CARDS / "jokers.yaml", "--budget", "45")

    ended = edencli(*ask, cwd=tmp_path, stdin=lines(*typed))

    told = ended.stderr.decode()
    assert told.count("Yuri is in.") == 2
    assert told.count("Yuri is out again: a band has each card once.") == 1
    assert "Vlädd stays out: the band is worth 50, the budget is 45." in told
    assert told.count("Yuri was typed twice") == 1
    assert told.count("Type the numbers of cards, from 1 to 7") == 1
    assert "A band has at least one fighter" in told
    assert b"\nbudget: 45\n" in ended.stdout
    assert b"budget: 45" in edencli(*ask, "--random", "--seed", "1", cwd=tmp_path).stdout


@pytest.mark.parametrize("typed", [("quit",), ("1", "quit"), ("1", "1", "", "quit")])
def test_quit_ends_a_band_wherever_it_is_typed(typed: Sequence[str]) -> None:
    ended = edencli("new", "band", "--from", CARDS / "jokers.yaml", stdin=lines(*typed))

    assert (ended.returncode, ended.stdout) == (1, b"")
    assert "The band is not finished and was not written." in ended.stderr.decode()


def sample_cards(*names: str) -> BandCards:
    files = [make_library().open(str(CARDS / f"{name}.yaml")).value for name in names]
    decks = {
        deck: tuple(card for one in files for card in getattr(one, deck))
        for deck in ("fighters", "missions", "tactics")
    }
    return BandCards(**decks)


@pytest.mark.parametrize("book", BOOKS)
def test_bands_drawn_by_chance_are_legal_and_full(book: str) -> None:
    """No fighter who would still fit is left out, whatever the seed."""
    cards = sample_cards("jokers", "bamaka", "resistance", "hirelings", "missions", "tactics")
    symbols = set()
    for seed in range(12):
        draft = draw_band(cards, rulebook(book), Random(seed))  # noqa: S311  # a test guards no secret
        band = draft.band("Drawn")
        symbols.add(band.symbol)
        assert [one for one in check_band(band, rulebook(book)) if not one.warns] == []
        assert band.fighters
        assert room_left(band, cards.fighters, rulebook(book)) == []
    assert len(symbols) > 2


def test_a_band_that_is_drawn_again_is_the_same(tmp_path: Path) -> None:
    ask = ("new", "band", "--from", CARDS / "jokers.yaml", "--random", "--seed", "7")

    assert edencli(*ask, cwd=tmp_path).stdout == edencli(*ask, cwd=tmp_path).stdout


def test_a_card_goes_in_and_out_and_the_points_with_it() -> None:
    cards = sample_cards("jokers")
    draft = BandDraft(cards, rulebook("en"), Symbol(stigma=Stigma.CHAOS))

    barred = draft.toggle("fighters", cards.fighters[1])
    assert barred is not None
    assert (barred.rule, draft.points_left) == ("band.stigma", 100)
    assert draft.toggle("fighters", cards.fighters[0]) is None
    assert draft.points_left == 80
    assert draft.toggle("fighters", cards.fighters[0]) is None
    assert draft.points_left == 100


def test_the_schema_that_a_new_file_names_lies_beside_it(tmp_path: Path) -> None:
    """An editor that finds no schema has nothing to offer."""
    cards, band = (
        tmp_path / "cards.yaml",
        ("new", "band", "--from", CARDS / "jokers.yaml", "--random", "--seed", "1"),
    )
    edencli("new", "fighter", "-o", cards, stdin=lines(*fighter("Yuri"), ""))
    edencli(*band, "-o", tmp_path / "band.yaml")
    written = (tmp_path / "cards.schema.json").read_bytes()
    edencli("new", "fighter", "-o", cards, stdin=lines(*fighter("Grin"), ""))

    assert cards_in(cards) != ()
    assert written == edencli("schema", "cards").stdout
    assert (tmp_path / "band.schema.json").read_bytes() == edencli("schema", "band").stdout


def test_a_schema_that_is_there_is_left_alone(tmp_path: Path) -> None:
    schema = tmp_path / "cards.schema.json"
    schema.write_text("{}", "utf-8")
    ended = edencli("new", "fighter", "-o", tmp_path / "cards.yaml", stdin=lines(*fighter("Yuri"), ""))

    assert (ended.returncode, schema.read_text("utf-8")) == (0, "{}")
