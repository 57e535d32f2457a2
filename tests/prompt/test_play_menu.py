"""`edencli play` alone offers by number what there is to play, and quick matches begin prepared."""

from pathlib import Path

import pytest
from sessions import SAMPLES, WORDS, Lines, sit, stand_up

from edencli.commands.requests.play import PlayRequest
from edencli.commands.what_to_play import named_play, quick_play
from edencli.files.library import Library
from edencli.files.samples import file_or_sample
from edencli.output.console import Refused
from edencli.prompt.play_menu import choose_play, find_files

BAND = "kind: band\nname: {name}\ncards: [cards.yaml]\nfighters: [Yuri]\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own, with no match kept."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    return tmp_path / "mine"


def choose(*lines: str) -> PlayRequest | None:
    return choose_play(WORDS, PlayRequest(), Lines(*lines))


def test_a_quick_match_is_offered_first_where_no_match_was_kept() -> None:
    chosen = choose("1")

    assert chosen is not None
    assert chosen.quick
    assert len(chosen.games) == 2
    assert chosen.blue == "steady"


def test_the_last_match_is_offered_first(folder: Path) -> None:
    stand_up(sit("lanterns.yaml", folder / "mine.record"))

    chosen = choose("1")

    assert chosen is not None
    assert chosen.games == [str(folder / "mine.record")]


def test_the_games_of_the_folder_are_offered(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "games").mkdir()
    for name in ("bands", "cards", "scenery"):
        (folder / name).symlink_to(SAMPLES / name)
    (folder / "games" / "duel.yaml").write_text(
        "kind: game\nname: Mine\nred: ../bands/jokers.yaml\nblue: ../bands/bamaka.yaml\n", "utf-8"
    )

    chosen = choose("2")

    assert "2  games/duel.yaml: Mine" in capsys.readouterr().out
    assert chosen is not None
    assert chosen.games == ["games/duel.yaml"]


def test_a_faulty_file_is_listed_as_such_and_has_no_number(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "spoilt.yaml").write_text("kind: band\nnmae: Spoilt\n", "utf-8")

    assert choose("4", "") is None
    shown = " ".join(capsys.readouterr().out.split())
    assert "– spoilt.yaml has errors: edencli validate spoilt.yaml" in shown
    assert "Type a number from 1 to 3" in shown


def test_two_bands_are_chosen_one_after_the_other() -> None:
    chosen = choose("choice", "jokers", "bamaka")

    assert chosen is not None
    assert chosen.games == ["bands/jokers", "bands/bamaka"]
    assert chosen.blue == "steady"


@pytest.mark.parametrize("typed", ["", "0", "99", "zzz", "-1", "999999999999"])
def test_what_no_line_has_plays_nothing(typed: str) -> None:
    assert choose(typed) is None


def test_files_two_levels_down_are_not_looked_at(folder: Path) -> None:
    deep = folder / "a" / "b"
    deep.mkdir(parents=True)
    (deep / "band.yaml").write_text(BAND.format(name="Deep"), "utf-8")
    (folder / "a" / "band.yaml").write_text(BAND.format(name="Near"), "utf-8")

    assert [one.path for one in find_files(Path())] == ["a/band.yaml"]


# ── names of samples ─────────────────────────────────────────────────────────────────────────────────────


def test_a_sample_is_opened_by_its_name() -> None:
    file = Library().open("jokers")

    assert file.kind == "band"
    assert file.is_sound


def test_a_file_of_that_name_wins(folder: Path) -> None:
    (folder / "jokers").write_text("kind: scenery\nelements: []\n", "utf-8")

    assert file_or_sample("jokers") == "jokers"


@pytest.mark.parametrize("name", ["-", "jokers.yaml", "nobody", "x" * 5000, "bad\0name"])
def test_what_is_no_sample_stays_what_it_is(name: str) -> None:
    assert file_or_sample(name) == name


# ── quick, and the last ──────────────────────────────────────────────────────────────────────────────────


def test_a_quick_match_is_drawn_from_its_seed() -> None:
    drawn = [quick_play(PlayRequest(quick=True, seed=seed)) for seed in (3, 3, 4, 5, 6)]

    assert drawn[0] == drawn[1]
    assert len({tuple(one.games) for one in drawn}) > 1


def test_bands_that_are_named_play_the_quick_match() -> None:
    assert quick_play(PlayRequest(quick=True, games=["jokers", "convoy"])).games == ["jokers", "convoy"]


def test_the_last_match_is_refused_where_there_is_none() -> None:
    with pytest.raises(Refused, match="no match of this folder"):
        named_play(WORDS, PlayRequest(last=True))


def test_the_last_match_goes_on(folder: Path) -> None:
    stand_up(sit("lanterns.yaml", folder / "mine.record"))

    named = named_play(WORDS, PlayRequest(last=True))

    assert named is not None
    assert named.games == [str(folder / "mine.record")]


@pytest.mark.parametrize("typed", ["quick match", "a quick match", "Quick", "everything prepared"])
def test_words_of_a_line_that_only_it_has_choose_it(typed: str) -> None:
    chosen = choose(typed)

    assert chosen is not None
    assert chosen.quick


@pytest.mark.parametrize("typed", ["last match", "go on with the last match", "the last"])
def test_the_last_match_is_chosen_by_its_words(folder: Path, typed: str) -> None:
    stand_up(sit("lanterns.yaml", folder / "mine.record"))

    chosen = choose(typed)

    assert chosen is not None
    assert chosen.games == [str(folder / "mine.record")]


def test_marks_alone_choose_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert choose("...", "") is None
    assert "a word that only one line has" in " ".join(capsys.readouterr().out.split())
