"""A page is data before it is a page: whatever a person reads is written from what JSON could carry."""

import ast
import io
import json
import sys
from pathlib import Path

import pytest

from edencli.cli import run
from edencli.desk import page, tables
from edencli.desk.choices import Format
from edencli.desk.page import Write
from edencli.lang import Words
from edencli.report.sheet import Data

CORNER = ("show", "samples/games/street-corner.yaml")
CARDS = ("--cards", "samples/cards/jokers.yaml")
DUEL = ("resolve-attack", "Yuri", "Vlädd", *CARDS)

# Every page that a command prints, and what to ask for it.
PAGES: dict[str, list[tuple[str, ...]]] = {
    "table": [CORNER],
    "sight": [
        (*CORNER, "--sight", "Yuri", "Captain Moreau"),
        (*CORNER, "--sight", "Yuri", "30,48"),
        (*CORNER, "--sight", "Bastien Longshot", "Old oak"),
    ],
    "route": [
        (*CORNER, "--route", "Yuri", "38,20"),
        (*CORNER, "--route", "Vlädd", "Elenia"),
        (*CORNER, "--route", "Yuri", "28,29"),
    ],
    "sights": [(*CORNER, "--sight", "Yuri")],
    "reach": [(*CORNER, "--reach", "Yuri"), (*CORNER, "--reach", "Tick-Tock")],
    "blast": [(*CORNER, "--blast", "Old Kazimir", "36,27"), (*CORNER, "--blast", "Yuri", "31,14")],
    "explosion": [(*CORNER, "--explosion", "35,28")],
    "band": [("show", "samples/bands/jokers.yaml")],
    "cards": [("show", "samples/cards/missions.yaml"), ("show", "samples/cards/jokers.yaml")],
    "scenery": [("show", "samples/scenery/quay.yaml")],
    "game": [("show", "samples/games/candle-street.yaml")],
    "entries": [
        ("show", "samples/cards/jokers.yaml#Yuri"),
        ("show", "samples/cards/npfs.yaml#Rat", "--rulebook", "fr"),
        ("show", "samples/scenery/marsh.yaml#Leech pond"),
    ],
    "rule": [("rules", "melee.dodge"), ("rules", "can", "I", "dodge", "a", "shot")],
    "chapter": [("rules", "melee")],
    "chapters": [("rules",)],
    "ruling": [("rules", "H-79")],
    "diagnostic": [("rules", "game-illegal")],
    "difference": [("rules", "--diff", "en", "fr")],
    "rulings": [("rules", "--rulings")],
    "glossary": [("rules", "--glossary", "dodge")],
    "card": [("rules", "--card")],
    "notation": [("rules", "--notation")],
    "weather": [("weather", "--seed", "7")],
    "weather-table": [("weather", "--table")],
}

# Pages without a name, which are never Markdown.
UNNAMED: list[tuple[str, ...]] = [
    (*DUEL, "--odds", "--reaction", "response"),
    (*DUEL, "--odds", "--rulebook", "fr", "--target-state", "burn:2,ap:0"),
    (*DUEL, "--dice", "5,5,5,5,5", "--advise"),
    ("resolve-attack", "Yuri", "Vlädd", *CARDS, "--with", "Molotov cocktail", "--odds"),
    ("roll", "4", "--difficulty", "5", "--odds"),
    ("roll", "6", "--against", "4", "--seed", "3"),
    ("roll", "--burn", "4", "--seed", "3"),
    ("roll", "Yuri", "burn", *CARDS, "--odds"),
]
ASKED = [
    *(
        (name, arguments, form)
        for name in PAGES
        for arguments in PAGES[name]
        for form in ("text", "markdown")
    ),
    *((None, arguments, "text") for arguments in UNNAMED),
]


def said(arguments: tuple[str, ...], form: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a command prints in a form."""
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    with pytest.raises(SystemExit):
        run([*arguments, "--format", form])
    return out.getvalue()


@pytest.mark.parametrize(("name", "arguments", "form"), ASKED, ids=lambda value: "".join(value or ()))
def test_a_page_is_written_from_data_that_went_through_json(
    name: str | None, arguments: tuple[str, ...], form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = said(arguments, form, monkeypatch)
    asked_as_data = json.loads(said(arguments, "json", monkeypatch))
    original = page.written

    def thawed(form: Format, words: Words, data: Data, write: Write) -> str:
        assert write.__closure__ is None, "it knows more than its data"  # type: ignore[attr-defined]
        return original(form, words, json.loads(json.dumps(data)), write)

    monkeypatch.setattr(page, "written", thawed)

    assert asked_as_data.get("page") == name
    assert plain
    assert said(arguments, form, monkeypatch) == plain


def test_every_page_that_is_shown_is_held_to_this() -> None:
    """A page is named where it is shown; what a file holds is shown under the file's kind."""
    named = set(tables.PAGES)
    for path in Path(page.__file__).parents[1].rglob("*.py"):
        calls = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        named |= {
            call.args[2].value
            for call in calls
            if isinstance(call, ast.Call)
            and getattr(call.func, "id", "") == "show"
            and isinstance(call.args[2], ast.Constant)
        }

    assert named - {"nothing", ""} == set(PAGES) - {"cards", "scenery", "game"}
