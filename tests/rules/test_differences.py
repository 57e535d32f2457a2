"""Where the books play differently: each row of `differences.yaml` is shown in every book that has it."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import rule_report
from ruamel.yaml import YAML

from edencli.games.checks import Checks, make_library
from edencli.games.play_script import PlayedGame, ScriptOptions, play_script
from edencli.lang import Words
from edencli.lookup import rule_page
from edencli.match.questions import Roll
from edencli.output.sheet import Paint, TextSheet
from edencli.referee.expectations import find_differences
from edencli.rulebooks.catalogue import every_rule
from edencli.rulebooks.raw_books import BOOKS, LENDING_BOOKS, lacks_chapter, raw_book

TABLE = YAML(typ="safe").load((Path(__file__).parent / "differences.yaml").read_text(encoding="utf-8"))
ROWS: Mapping[str, Any] = TABLE["rows"]

LIMBS = {
    limb: {"faces": faces, "cp": {"white": 3, "red": 3}, what: {"white": 4, "red": 4}}
    for limb, faces, what in (
        ("head", [1], "psi"),
        ("arms", [2, 3], "cbt"),
        ("torso", [4, 5], "vig"),
        ("legs", [6], "spd"),
    )
}
CARD = {"types": ["Human"], "base": 30, "limbs": LIMBS}
MEMBER = {**CARD, "factions": ["Jokers Gang"], "stigma": "chaos", "value": 20}
MISSIONS = {"Open": "confrontation", "Ambush": "ambush"}
HERE = "/differences"
LACKING = "game-dice-missing"


def shared() -> dict[str, Any]:
    """The files that every game refers to."""
    missions = [
        {"name": name, "kind": "revealed", "deployment": how, "objectives": [{"text": "…"}]}
        for name, how in MISSIONS.items()
    ]
    bands = {
        side: {
            "kind": "band",
            "name": f"The {side} ones",
            "cards": ["cards.yaml"],
            "faction": "Jokers Gang",
            "fighters": TABLE[side],
            "missions": [*MISSIONS],
            "tactics": ["Ruse"],
        }
        for side in ("red", "blue")
    }
    return bands | {
        "cards": {
            "kind": "cards",
            "fighters": [{"name": name, **MEMBER, **card} for name, card in TABLE["cards"].items()],
            "npfs": [{"name": "Rat", "level": 1, **CARD}],
            "missions": missions,
            "tactics": [{"name": "Ruse", "tactical": True, "text": "…"}],
        },
        "scenery": {
            "kind": "scenery",
            "elements": [{"name": name, **piece} for name, piece in TABLE["scenery"].items()],
        },
    }


def written(game: Mapping[str, Any], book: str, lender: str | None) -> dict[str, Any]:
    """The file of a game, by a book, perhaps with the chapters of another."""
    return {
        "kind": "game",
        "name": "A difference",
        "rulebook": book,
        **({"optional": lender} if lender else {}),
        "red": "red.yaml",
        "blue": "blue.yaml",
        "field": {"scenery": ["scenery.yaml"], "npfs": ["cards.yaml"]},
        "chapters": game.get("chapters", []),
        "position": {"step": "activation", **game["position"]},
        "moves": game["moves"],
    }


class End(NamedTuple):
    """How a game ended: as far as it was played, and the codes of what is wrong with its file."""

    played: PlayedGame | None
    codes: set[str]

    @property
    def refused(self) -> str | None:
        """The rule by which the last move was refused."""
        values = self.played.wrong.values if self.played and self.played.wrong else {}
        refusal = values.get("refusal") or values.get("unasked")
        return refusal.rule if refusal else None

    @property
    def cited(self) -> set[str]:
        """Every rule that it names."""
        if self.played is None:
            return set()
        return {*rule_report.texts([*self.played.match.log, self.refused, self.played.referee.question])}

    def unlike(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """What is otherwise than told, part by part."""
        if self.played is None or "wrong" in told:
            return {} if told.get("wrong") in self.codes else {"wrong": self.codes}
        question, match = self.played.referee.question, self.played.match
        roll = [question.step or question.rule, question.dice] if isinstance(question, Roll) else None
        is_asked = {"rolls": roll, "asks": question and question.rule}
        found = {key: said for key, said in is_asked.items() if told.get(key, said) != said}
        if self.refused != told.get("refused"):
            found["refused"] = self.refused
        if self.played.wrong and not self.refused and not (roll and self.played.wrong.code == LACKING):
            found["wrong"] = self.codes
        if "not" in told and not find_differences(match, told["not"]):
            found["not"] = told["not"]
        holds = {key: part for key, part in told.items() if key not in {"rolls", "asks", "refused", "not"}}
        return found | {" ".join(one.path): one.actual for one in find_differences(match, holds)}


@pytest.fixture(scope="module")
def kept() -> dict[str, str]:
    """The texts of all files so far, by path; a game adds its own."""
    return {f"{HERE}/{name}.yaml": json.dumps(content) for name, content in shared().items()}


@pytest.fixture(scope="module")
def checks(kept: dict[str, str]) -> Checks:
    """Reads the files that are shared once."""
    return Checks(make_library(kept=kept))


def play(
    checks: Checks, kept: dict[str, str], game: Mapping[str, Any], book: str, lender: str | None = None
) -> End:
    """Play a game by a book."""
    name = f"{HERE}/game-{len(kept)}.yaml"
    kept[name] = json.dumps(written(game, book, lender))
    file = checks.check_file(name, kind="game")
    played = play_script(checks, file, ScriptOptions())
    return End(played, {said.code for said in file.diagnostics})


def endings(game: Mapping[str, Any]) -> dict[str, Any]:
    """How a game ends in each book that is told of."""
    return {book: end for books, end in game["ends"].items() for book in books.split()}


GAMES = {
    f"{row}, game {n}": (about, game)
    for row, about in ROWS.items()
    for n, game in enumerate(about.get("games", ()), start=1)
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_ends_in_each_book_as_that_book_says_and_not_as_another(
    name: str, checks: Checks, kept: dict[str, str]
) -> None:
    _, game = GAMES[name]
    told = endings(game)
    ended = {book: play(checks, kept, game, book) for book in told}

    assert {book: end.unlike(told[book]) for book, end in ended.items()} == {book: {} for book in told}
    assert [
        (book, other)
        for book, end in ended.items()
        for other, its in told.items()
        if its != told[book] and not end.unlike(its)
    ] == []


@pytest.mark.parametrize("row", [row for row in ROWS if "games" in ROWS[row]])
def test_a_row_cites_its_rule(row: str, checks: Checks, kept: dict[str, str]) -> None:
    ended = [play(checks, kept, game, book) for game in ROWS[row]["games"] for book in endings(game)]

    assert ROWS[row]["rule"] in set().union(*(end.cited for end in ended))


@pytest.mark.parametrize("name", [name for name, (_, game) in GAMES.items() if "chapters" in game])
@pytest.mark.parametrize("lender", LENDING_BOOKS)
def test_by_the_german_book_a_chapter_plays_as_in_the_book_that_lends_it(
    name: str, lender: str, checks: Checks, kept: dict[str, str]
) -> None:
    """But for what is the German book's own, which the table tells of as well."""
    about, game = GAMES[name]
    told = endings(game)
    if lender not in told or "de" in told or not borrows(about):
        return
    end = play(checks, kept, game, "de", lender)

    assert end.unlike(told[lender]) == {}


def borrows(about: Mapping[str, Any]) -> bool:
    """Tell whether a row is of an optional chapter alone."""
    return all(lacks_chapter("de", path.partition(".")[0]) for path in about.get("values", ()))


@pytest.mark.parametrize("row", [row for row in ROWS if "page" in ROWS[row]])
def test_what_cannot_be_played_is_looked_up(row: str) -> None:
    rule, page = every_rule()[ROWS[row]["rule"]], ROWS[row]["page"]
    told = {book: text for books, text in page.items() for book in books.split()}
    pages = {book: looked_up(rule, book) for book in BOOKS}

    assert {book: text for book, text in told.items() if text not in pages[book]} == {}
    assert [
        (book, text) for book in BOOKS for text in page.values() if text != told[book] and text in pages[book]
    ] == []


def looked_up(rule: Any, book: str) -> str:
    """The page of a rule, on one line."""
    words, sheet = Words("en"), TextSheet(Paint(colour=False))
    rule_page.write_rule(sheet, words, rule_page.rule_data(words, rule, book))
    return " ".join(str(sheet).split())


def test_rows_are_numbered_and_each_is_shown() -> None:
    assert [int(row.split()[0]) for row in ROWS] == [*range(1, len(ROWS) + 1)]
    assert [row for row, about in ROWS.items() if not about.get("games") and not about.get("page")] == []


def test_a_row_of_values_ends_differently_and_any_other_alike() -> None:
    def ends(about: Mapping[str, Any]) -> list[int]:
        return [len(game["ends"]) for game in about.get("games", ())] or [len(about.get("page", ()))]

    assert [row for row, about in ROWS.items() if (max(ends(about)) > 1) is not ("values" in about)] == []


def test_every_value_in_which_two_books_differ_has_its_row_and_no_other() -> None:
    named = [path for about in ROWS.values() for path in about.get("values", ())]
    rows = sorted(named, key=len, reverse=True)

    found = {next((row for row in rows if f"{path}.".startswith(f"{row}.")), path) for path in differing()}

    assert found == set(rows)


def differing() -> Iterator[str]:
    """The values in which two books that have them differ, by their paths."""
    having = {book: dict(leaves(raw_book(book))) for book in BOOKS}
    for path in sorted({path for paths in having.values() for path in paths}):
        books = [book for book in BOOKS if not lacks_chapter(book, path.partition(".")[0])]
        if len({json.dumps(having[book].get(path, "none")) for book in books}) > 1:
            yield path


def leaves(part: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Each value of a book by its path, what is named by its name."""
    if isinstance(part, list) and part and isinstance(part[0], dict):
        part = {one["name"]: one for one in part}
    if not isinstance(part, dict):
        yield path, part
        return
    for key, inner in part.items():
        if key not in {"key", "name"}:
            yield from leaves(inner, f"{path}.{key}" if path else key)
