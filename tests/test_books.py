"""A rulebook is data: its key stands in one list, and no module and no schema has to be told of a new one."""

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import generated
import pytest
import source_map
from generated import ANSWERS, SCHEMAS, with_books
from processes import clean_environment

from edencli.lang import Words
from edencli.rulebooks import catalogue, raw_books
from edencli.rulebooks.raw_books import BOOKS, LENDING_BOOKS, OPTIONAL_CHAPTERS

PACKAGE = Path(raw_books.__file__).parents[1]
SIXTH = "xx"


def test_the_list_of_books_names_every_file_of_values_and_no_other() -> None:
    assert sorted(BOOKS) == sorted(file.stem for file in (PACKAGE / "rulebooks" / "books").glob("*.json"))
    assert [raw_books.raw_book(key)["key"] for key in BOOKS] == list(BOOKS)


def test_every_book_has_a_name_in_words() -> None:
    assert [key for key in BOOKS if not Words().has("screens-rules", f"book.{key}")] == []


def test_a_book_lends_what_it_has() -> None:
    whole = [
        key
        for key in BOOKS
        if not any(raw_books.lacks_chapter(key, chapter) for chapter in OPTIONAL_CHAPTERS)
    ]

    assert list(LENDING_BOOKS) == whole


def test_no_module_spells_the_key_of_a_book() -> None:
    """English apart, which is a language too."""
    spelt = [
        f"{file.relative_to(PACKAGE)}:{node.lineno}: {node.value}"
        for file in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in {*BOOKS[1:]}
    ]

    assert spelt == []


@pytest.mark.parametrize("name", ANSWERS)
def test_a_schema_of_an_answer_lists_the_books(name: str) -> None:
    text = (SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")

    assert with_books(text) == text
    assert f'"{BOOKS[0]}"' in text


def test_a_sixth_book_is_only_data(tmp_path: Path) -> None:
    """A twin of the French book under a key of its own is looked up, compared, put on cards and played."""
    shutil.copytree(PACKAGE, tmp_path / "edencli", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("samples", "schemas", "tests/transcript"):
        shutil.copytree(SCHEMAS.parent / folder, tmp_path / folder)
    for module in (generated, source_map):
        shutil.copy(module.__file__, tmp_path / "tests")
    shutil.copy(generated.CONTRIBUTING, tmp_path)
    game, cards = (tmp_path / "samples" / f"{name}.yaml" for name in ("games/first-duel", "cards/jokers"))
    replace(game, "rulebook: en", f"rulebook: {SIXTH}")
    replace(cards, "value-by-rulebook: {", f"value-by-rulebook: {{{SIXTH}: 20, ")

    add_book(tmp_path / "edencli", like="fr")
    run(tmp_path, "-c", "import generated; generated.main()")
    run(tmp_path, "-m", "edencli", "validate", str(game), str(cards))
    told = run(tmp_path, "-m", "edencli", "rules", "melee.dodge", "--rulebook", SIXTH)
    differing = run(tmp_path, "-m", "edencli", "rules", "--diff", "fr", SIXTH)
    played = run(tmp_path, "-m", "edencli", "play", str(game))

    assert "Sixth rulebook, 7.A" in told
    assert "the two books agree" in differing
    assert "  rulebook  Sixth rulebook\n" in played


def replace(file: Path, old: str, new: str) -> None:
    """Write something else in a file."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def add_book(room: Path, *, like: str) -> None:
    """Give the data another book, the twin of one that is there."""
    listed = room / "rulebooks" / "books.json"
    books = json.loads(listed.read_text(encoding="utf-8"))
    listed.write_text(json.dumps(books | {SIXTH: books[like] | {"called": "sixth"}}), encoding="utf-8")
    values = raw_books.raw_book(like) | {"key": SIXTH}
    (room / "rulebooks" / "books" / f"{SIXTH}.json").write_text(json.dumps(values), encoding="utf-8")
    told = ("chapters", "glossary", *(one.name for one in catalogue.chapters()))
    files = [room / "rulebooks" / "catalogue" / f"{name}.json" for name in told]
    for file in (*files, room / "lang" / "abbreviations.json"):
        text = json.dumps(twinned(json.loads(file.read_text(encoding="utf-8")), like), ensure_ascii=False)
        file.write_text(text, encoding="utf-8")
    screens = room / "lang" / "en" / "screens-rules.json"
    words = json.loads(screens.read_text(encoding="utf-8")) | {f"book.{SIXTH}": "Sixth rulebook"}
    screens.write_text(json.dumps(words), encoding="utf-8")


def twinned(data: object, like: str) -> object:
    """The same, with all that is said of one book said of the sixth too."""
    if isinstance(data, list):
        return [twinned(one, like) for one in data]
    if isinstance(data, dict):
        told = {key: twinned(one, like) for key, one in data.items()}
        return told | ({SIXTH: told[like]} if like in told else {})
    return data


def run(room: Path, *arguments: str) -> str:
    """What Python prints when that copy of the package runs."""
    ended = subprocess.run(
        [sys.executable, *arguments],
        cwd=room,
        env={**clean_environment(), "PYTHONPATH": f"{room}:{room / 'tests'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout
