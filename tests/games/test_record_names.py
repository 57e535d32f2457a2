"""The names of new records: when a match began, and which it is, in whole words."""

from pathlib import Path

import pytest

from edencli.games.record_names import (
    BAND_LENGTH,
    GAME_LENGTH,
    bands_title,
    fresh_record_path,
    game_title,
)


@pytest.mark.parametrize(
    ("red", "blue", "title"),
    [
        ("The Jokers", "Bamaka", "jokers-vs-bamaka"),
        ("Keepers of Seven Springs", "Third Relief", "keepers-seven-vs-third-relief"),
        ("Keepers of Seven Springs", "Keepers of Seven Streets", "springs-vs-streets"),
        ("Jokers", "Jokers", "jokers-vs-jokers"),
        ("夜", "昼", "red-vs-blue"),
        ("Vlädd’s Own", "The Of", "vladd-s-own-vs-the-of"),
    ],
)
def test_two_bands_are_told_apart_by_whole_words(red: str, blue: str, title: str) -> None:
    assert bands_title(red, blue) == title


def test_no_name_grows_long() -> None:
    longest = "x" * 200

    assert len(bands_title(longest, f"{longest} y")) <= 2 * BAND_LENGTH + len("-vs-")
    assert len(game_title(f"A {longest}")) == GAME_LENGTH


def test_a_game_is_called_by_the_first_words_of_its_name() -> None:
    assert game_title("The Night Press: a game for four bands in the rain") == "night-press-game-for-four"
    assert game_title("？") == "match"


def test_matches_of_one_minute_are_numbered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("time.strftime", lambda _: "2030-01-02-0304")
    names = []
    for _ in range(3):
        path = fresh_record_path("duel")
        path.touch()
        names.append(path.name)

    assert names == [
        "2030-01-02-0304-duel.record",
        "2030-01-02-0304-duel-2.record",
        "2030-01-02-0304-duel-3.record",
    ]
