"""Files together: each opened once, references followed under their root, names looked up in cards."""

import shutil
import unicodedata
from pathlib import Path

import pytest

from edencli.commands.validate import findings_text
from edencli.files.gather import Gatherer
from edencli.files.library import File, Library
from edencli.files.source import PROJECT_MARKS, files_within, nearest_path, reference_root
from edencli.games.checks import Checks, make_library
from edencli.lang import Words
from edencli.model import lexicon

EXAMPLES = Path(__file__).parent / "examples"
BAND = "kind: band\nname: The Rust Gang\ncards: [{cards}]\nfaction: Jokers Gang\nfighters: [{fighters}]\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the example files in a folder of their own."""
    shutil.copytree(EXAMPLES, tmp_path / "club/work/cards")
    shutil.copy(EXAMPLES / "cards.yaml", tmp_path / "club/beside.yaml")
    shutil.copy(EXAMPLES / "cards.yaml", tmp_path / "outside.yaml")
    monkeypatch.chdir(tmp_path / "club/work")
    return tmp_path / "club/work"


def band(cards: str = "cards/cards.yaml", fighters: str = "Yuri", name: str = "band.yaml") -> str:
    Path(name).write_text(BAND.format(cards=cards, fighters=fighters), encoding="utf-8")
    return name


def opened(name: str, root: Path | None = None) -> tuple[File, list[str]]:
    file = Checks(make_library(root=root)).check_file(name)
    return file, [one.message_id for one in file.diagnostics]


def messages(name: str, root: Path | None = None) -> list[str]:
    return opened(name, root)[1]


@pytest.mark.usefixtures("here")
def test_a_band_is_gathered_with_its_cards() -> None:
    shelf = Library()
    gathered = Gatherer(shelf).gather_band(shelf.open(band(fighters="Yuri, Nandi")))

    assert gathered.band is not None
    assert [fighter.name for fighter in gathered.band.fighters] == ["Yuri", "Nandi"]
    assert [file.name for file in shelf.files] == ["band.yaml", "cards/cards.yaml"]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("written", ["yuri", "YÛRI", unicodedata.normalize("NFD", "Yûri")])
def test_names_are_found_whatever_their_case_and_accents(written: str) -> None:
    assert messages(band(fighters=written)) == []


@pytest.mark.usefixtures("here")
def test_each_name_that_is_not_found_is_shown_with_the_nearest() -> None:
    file, said = opened(band(fighters="Yrui, Elenia, Rat"))

    assert said == ["reference-unknown/fighters", "reference-unknown/fighters", "reference-unknown/npf"]
    assert [one.values.get("nearest") for one in file.diagnostics] == ["Yuri", None, None]
    assert [one.place.column for one in file.diagnostics if one.place] == [12, 18, 26]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("cards/crads.yaml", "reference-missing"),
        ("nowhere/cards.yaml", "reference-missing"),
        ("/etc/cards.yaml", "reference-absolute"),
        ("C:/cards.yaml", "reference-absolute"),
        ("../beside.yaml", None),
        ("../../outside.yaml", "reference-outside"),
        ("cards/../../../outside.yaml", "reference-outside"),
        ("cards/band.yaml", "reference-kind"),
        ("cards/broken.yaml", "reference-faulty"),
        ("cards/latin-1.yaml", "reference-faulty"),
        ("x" * 300 + ".yaml", "reference-missing"),
        ("./cards/../cards/cards.yaml", None),
    ],
)
def test_a_reference_leads_to_a_good_file_under_the_root(reference: str, message: str | None) -> None:
    assert messages(band(cards=reference)) == ([message] if message else [])


@pytest.mark.parametrize(
    ("reference", "meant"),
    [
        ("cards/crads.yaml", "cards/cards.yaml"),
        ("crads/cards.yaml", "cards/cards.yaml"),
        ("./crads/crads.yaml", "cards/cards.yaml"),
        ("../wrok/cards/cards.yaml", "../work/cards/cards.yaml"),
        ("nowhere/cards.yaml", None),
        ("crads/oil-drum.yaml", None),
        ("crads/../cards/crads.yaml", "crads/../cards/cards.yaml"),
        ("cards/cards.yaml/../crads.yaml", "cards/cards.yaml/../cards.yaml"),
        (".hiden/cards.yaml", None),
        ("crads/x/../cards.yaml", None),
    ],
)
def test_a_reference_that_leads_nowhere_is_mended_part_by_part(
    reference: str, meant: str | None, here: Path
) -> None:
    (here / ".hidden").mkdir()
    file, _ = opened(band(cards=reference))

    assert [(one.code, one.values.get("nearest")) for one in file.diagnostics] == [
        ("reference-missing", meant)
    ]


def test_nothing_is_looked_for_outside_the_root(here: Path) -> None:
    assert nearest_path(here / "card/cards.yaml", here) == here / "cards/cards.yaml"
    assert nearest_path(here / "card/cards.yaml", here / "other") is None


@pytest.mark.usefixtures("here")
def test_a_file_that_is_named_by_a_slip_is_shown_as_it_was_meant() -> None:
    file, _ = opened("crads/crads.yaml")

    assert [one.values for one in file.diagnostics] == [{"nearest": "cards/cards.yaml"}]


def test_a_link_out_of_the_root_is_no_way_out(here: Path) -> None:
    (here / "link.yaml").symlink_to(here.parents[1] / "outside.yaml")

    assert messages(band(cards="link.yaml")) == ["reference-outside"]


def test_links_in_a_circle_lead_nowhere(here: Path) -> None:
    (here / "a.yaml").symlink_to("b.yaml")
    (here / "b.yaml").symlink_to("a.yaml")

    assert messages(band(cards="a.yaml")) == ["reference-missing"]


def test_the_root_can_be_chosen(here: Path) -> None:
    assert messages(band(cards="../../outside.yaml"), here.parents[1]) == []
    assert messages(band(cards="../beside.yaml"), here) == ["reference-outside"]


def test_the_root_does_not_depend_on_where_one_stands(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = band(cards="../beside.yaml", name=str(here / "band.yaml"))
    for folder in (here / "cards", here, here.parents[1], Path("/")):
        monkeypatch.chdir(folder)
        assert messages(name) == []
        assert messages(band(cards="../../outside.yaml", name=name)) == ["reference-outside"]
        band(cards="../beside.yaml", name=name)


@pytest.mark.parametrize("mark", PROJECT_MARKS)
def test_a_project_is_the_root_of_all_files_in_it(mark: str, here: Path) -> None:
    (here.parents[1] / mark).mkdir()

    assert reference_root(here / "cards") == reference_root(here) == here.parents[1]
    assert messages(band(cards="../../outside.yaml")) == []


def test_the_nearest_project_counts(here: Path) -> None:
    (here.parents[1] / ".git").mkdir()
    (here / ".edencli").touch()

    assert reference_root(here / "cards") == here


def test_without_a_project_the_root_is_one_folder_above_the_file(here: Path) -> None:
    assert reference_root(here / "cards") == here
    assert reference_root(here) == here.parent


@pytest.mark.parametrize("variable", ["HOME", "TMPDIR", "TEMP", "TMP"])
def test_what_is_everybodys_is_no_root(variable: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The home folder and a temporary one, even with a project's mark; what lies in them is its own root."""
    monkeypatch.setenv(variable, str(here))
    (here / ".git").mkdir()

    assert reference_root(here / "cards") == here / "cards"
    assert reference_root(here / "cards/folder") == here / "cards"


def test_nothing_above_the_home_folder_is_a_root(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(here))
    (here.parent / ".git").mkdir()

    assert reference_root(here / "cards") == here / "cards"
    assert reference_root(Path("/")) == Path("/")
    assert reference_root(Path("/tmp")) == Path("/tmp")  # noqa: S108  # nothing is put there


def test_a_link_to_another_folder_has_the_root_of_that_folder(here: Path) -> None:
    (here.parents[1] / "way").symlink_to(here)

    assert reference_root(here.parents[1] / "way") == here.parent


def test_a_folder_is_searched_without_the_links_out_of_its_root(here: Path) -> None:
    (here / "inside.yaml").symlink_to(here.parent / "beside.yaml")
    (here / "outside.yaml").symlink_to(here.parents[1] / "outside.yaml")
    (here / "environment.yaml").symlink_to("/proc/self/environ")
    (here / "way").symlink_to(here.parents[1])
    found = {Path(one).relative_to(here).as_posix() for one in files_within(str(here))}

    assert "inside.yaml" in found
    assert not found & {"outside.yaml", "environment.yaml"}
    assert not any(one.startswith("way/") for one in found)
    assert "inside.yaml" not in {Path(one).name for one in files_within(str(here), here)}


@pytest.mark.usefixtures("here")
def test_a_name_in_two_files_is_ambiguous_and_one_file_listed_twice_is_one() -> None:
    assert messages(band(cards="cards/cards.yaml, cards/more-cards.yaml")) == ["reference-ambiguous"]
    assert messages(band(cards="cards/cards.yaml, ./cards/cards.yaml")) == []


@pytest.mark.usefixtures("here")
def test_names_are_left_alone_while_a_cards_file_is_missing_or_broken() -> None:
    assert messages(band(cards="cards/cards.yaml, nowhere.yaml", fighters="Elenia")) == ["reference-missing"]


@pytest.mark.usefixtures("here")
def test_names_and_shape_are_checked_in_one_run() -> None:
    Path("band.yaml").write_text(
        BAND.format(cards="cards/cards.yaml", fighters="Yrui") + "budgt: 5\n", encoding="utf-8"
    )

    assert messages("band.yaml") == ["reference-unknown/fighters", "schema-unknown-key"]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("fighters", "more", "expected"),
    [
        ("Yuri, Vlädd, Yrui", "", ["band.budget", "reference-unknown/fighters"]),
        ("Yuri, Vlädd, 5", "", ["band.budget", "schema-type/string"]),
        ("Yuri, Nandi", "missions: Mutiny\n", ["band.faction", "schema-type/array"]),
        ("Yuri, Vlädd", "budgt: 500\n", ["schema-unknown-key"]),
        ("Yuri, Vlädd", "budget: lots\n", ["schema-type/integer"]),
        ("Yuri, Vlädd", "rulebook: es\n", ["schema-enum"]),
    ],
)
def test_the_game_s_rules_see_a_faulty_band_as_far_as_what_they_need_is_sound(
    fighters: str, more: str, expected: list[str]
) -> None:
    text = BAND.format(cards="cards/cards.yaml", fighters=fighters)
    Path("band.yaml").write_text(text + more, encoding="utf-8")

    assert messages("band.yaml") == expected


@pytest.mark.usefixtures("here")
def test_a_finding_is_shown_at_its_own_line_though_a_name_before_it_was_not_found() -> None:
    file, _ = opened(band(fighters="Yrui, Nandi"))

    assert [(one.code, one.path) for one in file.diagnostics] == [
        ("reference-unknown", ("fighters", 0)),
        ("band.faction", ("fighters", 1)),
    ]


@pytest.mark.usefixtures("here")
def test_a_game_is_checked_with_its_bands_under_its_own_rulebook() -> None:
    band()
    Path("game.yaml").write_text(
        "kind: game\nname: Duel\nrulebook: en\nred: band.yaml\nblue: cards/french.yaml\n"
        "field: {scenery: [band.yaml]}\n",
        encoding="utf-8",
    )

    assert messages("game.yaml") == ["rulebook-contradiction/band", "reference-kind"]


@pytest.mark.usefixtures("here")
def test_a_rulebook_that_was_asked_for_is_not_contradicted() -> None:
    checks = Checks(make_library(), wanted="en")

    assert [one.message_id for one in checks.check_file("cards/french.yaml").diagnostics] == [
        "rulebook-contradiction"
    ]
    assert [
        one.message_id
        for one in Checks(make_library(), default="en").check_file("cards/french.yaml").diagnostics
    ] == []


@pytest.mark.usefixtures("here")
def test_a_file_is_opened_once_by_whatever_name() -> None:
    shelf = make_library()

    assert shelf.open("cards/cards.yaml") is shelf.open("./cards/../cards/cards.yaml")


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "text", ["[1, 2]", "kind: {a: 1}", "kind: [band]", "hello", "kind: bands", "name: x"]
)
def test_a_file_of_no_kind_gets_one_diagnostic(text: str) -> None:
    Path("odd.yaml").write_text(text, encoding="utf-8")

    assert len(messages("odd.yaml")) == 1


UNPRICED = "rulebook: en\nchapters: [territory]\nfield: {scenery: [cards/unpriced.yaml]}"


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("rulebook: en\nchapters: [weather]", []),
        ("rulebook: de\nchapters: [weather, territory]", ["game-chapter/lacking"] * 2),
        ("rulebook: de\noptional: fr\nchapters: [weather]", []),
        ("rulebook: de\noptional: fr", []),
        ("rulebook: fr\nchapters: []", []),
        ("rulebook: en\nchapters: [infestation]", ["game-chapter/npfs"]),
        ("rulebook: en\nchapters: [infestation]\nposition: {step: activation}", []),
        (UNPRICED, ["territory.cost/cost"]),
        (f"{UNPRICED}\nposition: {{step: setup.6-scenery}}", ["territory.cost/cost"]),
        (f"{UNPRICED}\nposition: {{step: activation}}", []),
    ],
)
@pytest.mark.usefixtures("here")
def test_a_game_may_only_ask_for_a_chapter_that_its_book_or_the_other_has(
    header: str, said: list[str]
) -> None:
    bands = "red: cards/band.yaml\nblue: cards/band.yaml"
    Path("game.yaml").write_text(f"kind: game\nname: Corner\n{bands}\n{header}\n", encoding="utf-8")

    assert messages("game.yaml") == said


@pytest.mark.parametrize("size", [100, 399, 1_500, 10_000])
def test_a_hundred_unknown_names_are_compared_with_the_cards_only_so_often(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many cards there are, no more letters are laid beside each other than may be in all."""
    compared, slips = 0, lexicon.count_slips

    def counting(one: str, other: str, most: int) -> int | None:
        nonlocal compared
        compared += len(one) * len(other)
        return slips(one, other, most)

    monkeypatch.setattr(lexicon, "count_slips", counting)
    cards = lexicon.lexicon_of(f"Card {n} of the long and winding road to the well" for n in range(size))
    with pytest.raises(lexicon.UnresolvedName, match="Crad 7") as first:
        cards.find("Crad 7 of the long and winding road to the well")
    for n in range(101):
        with pytest.raises(lexicon.UnresolvedName):
            cards.find(f"Crad {n} off teh lnog and winding raod to teh well")

    assert first.value.near == "Card 7 of the long and winding road to the well"
    assert 0 < compared <= lexicon.MOST_LETTERS_COMPARED + lexicon.LONGEST_COMPARED**2


def test_whoever_types_another_line_is_answered_again() -> None:
    names = lexicon.lexicon_of(f"Fighter {n:05}" for n in range(10_000))
    asked = iter(range(10_000))
    while names.nearest_name(f"Fihgter x{next(asked):05}"):
        pass

    names.reset_comparisons()

    assert names.nearest_name("Fihgter 00007")


def test_many_things_of_one_short_name_are_all_given() -> None:
    cards = lexicon.lexicon_of(f"Card {n} of the long road" for n in range(5_000))

    with pytest.raises(lexicon.UnresolvedName) as several:
        cards.find("long road")

    assert len(several.value.names) == 5_000


@pytest.mark.usefixtures("here")
def test_of_many_files_only_what_was_made_and_said_of_them_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict is word for word what it is when everything is kept."""
    shutil.copytree(EXAMPLES.parent / "hostile", "cards/hostile")
    names, shelf = files_within("cards"), make_library()
    checks = Checks(shelf)
    for name in names:
        checks.check_file(name)
        shelf.release_documents()
    settled = findings_text(shelf.files, "text", Words())
    long = [file for file in shelf.files if file.document and file.kind != "band"]

    assert all(file.document.root is None and file.document.data is None for file in long if file.document)
    assert sum(len(file.document.text) for file in long if file.document) < 2 * len(settled)
    monkeypatch.setattr(Library, "release_documents", lambda _: None)
    whole = make_library()
    checks = Checks(whole)
    for name in names:
        checks.check_file(name)
    assert findings_text(whole.files, "text", Words()) == settled


@pytest.mark.usefixtures("here")
def test_of_a_file_that_a_band_refers_to_its_text_and_what_was_made_of_it_are_kept() -> None:
    """One band may name fifty files of thousands of values, whose data are twenty times the text."""
    shelf = Library()
    Gatherer(shelf).gather_band(shelf.open(band()))
    file, cards = shelf.files

    assert file.document is not None
    assert cards.document is not None
    assert file.document.root is not None
    assert (cards.document.data, cards.document.root) == (None, None)
    assert (len(cards.document.text) > 0, cards.is_sound) == (True, True)
