"""Which files of a folder are ours: those with a kind of ours, and those that mean to have one."""

from pathlib import Path

import pytest

from edencli.files.stated_kind import MISSPELT, files_of_ours, stated_kind

STATED = [
    ("kind: band\n", "band"),
    ("# mine\n\nname: X\nkind: game  # so\n", "game"),
    ("'kind': \"cards\"\n", "cards"),
    ("{kind: scenery, elements: []}\n", "scenery"),
    ("\ufeffkind: band\n", "band"),
    ("name: X\r\nkind: band\r\n", "band"),
    ("kind: gmae\n", MISSPELT),
    ("kind: Band\n", MISSPELT),
    ("kind:\n", MISSPELT),
    ("knid: band\n", MISSPELT),
    ("Kind: band\n", MISSPELT),
    ("kind: Deployment\napiVersion: v1\n", None),
    ("services: {web: {kind: band}}\n", None),
    ("on:\n  kind: band\n", None),
    ("king: Arthur\n", None),
    ("find: band-aid\n", None),
    ("", None),
    ("- kind\n- band\n", None),
]


@pytest.mark.parametrize(("text", "kind"), STATED)
def test_a_kind_is_told_from_the_top_of_a_file(tmp_path: Path, text: str, kind: str | None) -> None:
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8", newline="")

    assert stated_kind(tmp_path / "x.yaml") == kind


def test_a_file_of_another_encoding_is_judged_rather_than_passed_over(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_bytes("kind: band\n".encode("utf-16"))
    (tmp_path / "y.yaml").write_text("pages: []\n", encoding="utf-8")

    assert files_of_ours([str(tmp_path / "x.yaml"), str(tmp_path / "y.yaml")]) == [str(tmp_path / "x.yaml")]
