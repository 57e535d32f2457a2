"""A page is data before it is a page: whatever a person reads is written from what JSON could carry."""

import ast
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pictures.scenes import SCENES
from sessions import sit, stand_up
from versions import of_this_version

from edencli.cli import run
from edencli.commands import show_page, show_table
from edencli.commands.parameters import FaultFormat, Format
from edencli.commands.requests.validate import BandFaultFormat
from edencli.commands.show_page import PageWriter
from edencli.games.checks import Checks, make_library
from edencli.games.play_script import ScriptOptions, play_script
from edencli.lang import Words
from edencli.match.pieces import Side
from edencli.match.table_events import MatchEnded
from edencli.model.lexicon import FighterLexicon
from edencli.output.sheet import Data
from edencli.output.width import page_width
from edencli.pages import diagnostics
from edencli.transcript.chronicle import TranscriptHeader
from edencli.transcript.event_data import event_from, pieces_named
from edencli.transcript.transcript import AuthorNote, json_lines, transcript_lines

SCHEMAS = Path(__file__).parents[2] / "schemas"
CORNER = ("show", "samples/games/street-corner.yaml")
CARDS = ("--cards", "samples/cards/jokers.yaml")
DUEL = ("resolve-attack", "Yuri", "Vlädd", *CARDS)
SIMULATED = (
    *("simulate", "patrols/night-out", "closing-time-red"),
    *("--field", "quay", "--player", "random", "--seed", "7"),
)

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
    "section": [("rules", "4.A")],
    "rules": [("rules", "melee", "--all"), ("rules", "melee.dodge", "shoot.roll", "--rulebook", "fr")],
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
    "effects": [("rules", "--effects")],
    "glossary": [("rules", "--glossary", "dodge")],
    "card": [("rules", "--card")],
    "notation": [("rules", "--notation")],
    "samples": [("new", "--list")],
    "compare": [("compare", "samples/patrols", "samples/starters")],
    "simulation": [
        (*SIMULATED, "--matches", "4"),
        (*SIMULATED, "--matches", "2", "--precision", "40%"),
        (*SIMULATED, "--matches", "2", "--sprt", "0.4,0.6"),
    ],
    "matches": [("play", "--list")],
    "coverage": [("play", "samples/games/first-duel.yaml", "--cards")],
    "band-diff": [("validate-band", "--diff", "samples/bands/jokers.yaml", "samples/bands/bamaka.yaml")],
    "weather": [("weather", "--seed", "7")],
    "weather-table": [("weather", "--table")],
}

SCHEMA_OF = {
    "band-diff": "band-diff",
    "coverage": "coverage",
    "matches": "matches",
    "simulation": "simulation",
}
"""The schemas of pages that are not called by their command."""

NEVER_MARKDOWN = {"coverage", "matches", "simulation"}


@pytest.fixture(autouse=True, scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A state folder of our own, with one match."""
    folder = tmp_path_factory.mktemp("state") / "edencli"
    folder.mkdir()
    stand_up(sit("first-duel.yaml", folder / "2030-01-02-1200-rust-gang-vs-keepers-seven.record"))
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_STATE_HOME", str(folder.parent))
        yield


# Pages without a name, which are never Markdown.
UNNAMED: list[tuple[str, ...]] = [
    (*DUEL, "--odds", "--reaction", "response"),
    (*DUEL, "--odds", "--rulebook", "fr", "--target-state", "burn:2,ap:0"),
    (*DUEL, "--dice", "5,5,5,5,5", "--advise"),
    (*DUEL, "--seed", "7"),
    (*DUEL, "--seed", "3", "--reaction", "response", "--shift", "max-kill"),
    ("resolve-attack", "Yuri", "Vlädd", *CARDS, "--with", "Molotov cocktail", "--seed", "1"),
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
        if name not in NEVER_MARKDOWN or form == "text"
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
    original = show_page.page_text

    def thawed(form: Format, words: Words, data: Data, write: PageWriter) -> str:
        assert write.__closure__ is None, "it knows more than its data"  # type: ignore[attr-defined]
        return original(form, words, json.loads(json.dumps(data)), write)

    monkeypatch.setattr(show_page, "page_text", thawed)

    assert asked_as_data.get("page") == name
    assert plain
    assert said(arguments, form, monkeypatch) == plain


@pytest.mark.parametrize("name", PAGES)
def test_a_page_as_data_holds_to_the_schema_of_its_command(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = "table" if name in show_table.PAGES else SCHEMA_OF.get(name, PAGES[name][0][0])
    schema = json.loads((SCHEMAS / f"{kind}.schema.json").read_text(encoding="utf-8"))

    for arguments in PAGES[name]:
        Draft202012Validator(schema).validate(json.loads(said(arguments, "json", monkeypatch)))


# Lines that are copied and typed, and so are never parted.
TYPED = re.compile(r"    .* via .*|(  )?edencli .*|    .*[:#] .*")


@pytest.mark.parametrize("width", [40, 45, 60, 100])
@pytest.mark.parametrize(
    "arguments", [*(one for several in PAGES.values() for one in several), *UNNAMED], ids=str
)
def test_a_page_is_as_wide_as_its_terminal_and_tears_no_word(
    arguments: tuple[str, ...], width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/kept")  # a long path would be torn
    monkeypatch.setenv("COLUMNS", "80")
    usual = said(arguments, "text", monkeypatch)
    monkeypatch.setenv("COLUMNS", str(width))
    page = said(arguments, "text", monkeypatch)

    assert [line for line in page.splitlines() if len(line) > width and not TYPED.match(line)] == []
    assert words_of(usual) - words_of(page) == set()


def words_of(page: str) -> set[str]:
    """The words of a page of three letters or more."""
    return set(re.findall(r"[^\W\d_]{3,}", page))


def test_every_page_that_is_shown_is_held_to_this() -> None:
    """A page is named where it is shown; what a file holds is shown under the file's kind."""
    named = set(show_table.PAGES)
    for path in Path(show_page.__file__).parents[1].rglob("*.py"):
        calls = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        named |= {
            call.args[2].value
            for call in calls
            if isinstance(call, ast.Call)
            and getattr(call.func, "id", "") == "show_page"
            and isinstance(call.args[2], ast.Constant)
        }

    assert named - {"nothing", ""} == set(PAGES) - {"cards", "scenery", "game"}


FAULTY = ("tests/files/examples", "samples/cards/jokers.yaml", "nowhere.yaml")
BANDS = ("samples/bands/jokers.yaml", "samples/bands/isc.yaml", "tests/files/examples/band.yaml")


CHECKED = [
    *((("validate", *FAULTY), form) for form in FaultFormat),
    *((("validate-band", *BANDS), form) for form in BandFaultFormat),
]


@pytest.mark.parametrize(("command", "form"), CHECKED, ids=str)
def test_what_is_wrong_with_files_is_written_from_data_that_went_through_json(
    command: tuple[str, ...], form: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = said(command, form, monkeypatch), capsys.readouterr().err
    original = diagnostics.diagnostics_data

    def thawed(*files: Any, **more: Any) -> Data:
        return dict(json.loads(json.dumps(original(*files, **more))))

    monkeypatch.setattr(diagnostics, "diagnostics_data", thawed)

    assert plain != ("", "")
    assert (said(command, form, monkeypatch), capsys.readouterr().err) == plain


def header_of(head: Data) -> TranscriptHeader:
    """The head of a transcript as its first line of JSON has it."""
    own = {name: head[name] for name in TranscriptHeader._fields if name in head}
    return TranscriptHeader(
        **own | {"chapters": tuple(head["chapters"]), "vp": tuple(head["vp"][side] for side in Side)}
    )


def from_json(lines: Iterable[str], side: Side | None, notes: Sequence[AuthorNote]) -> list[str]:
    """A transcript written from JSON lines, and from what an author said to the reader of the text."""
    head, *log = map(json.loads, lines)
    events = [event_from(one) for one in log]
    told = transcript_lines(
        events, header_of(head), Words(), FighterLexicon(pieces_named(events)), side=side, notes=notes
    )
    return [line.text for line in told]


@pytest.mark.parametrize("game", sorted(Path("samples/games").glob("*.yaml")), ids=lambda game: game.stem)
def test_a_transcript_is_written_from_its_lines_of_json(game: Path) -> None:
    checks = Checks(make_library(), moves=False)
    played = play_script(checks, checks.check_file(str(game), kind="game"), ScriptOptions())
    assert played is not None
    events, header = played.referee.events, played.header
    told = transcript_lines(events, header, Words(), played.names, notes=played.notes)

    assert from_json(json_lines(events, header), None, played.notes) == [line.text for line in told]


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("side", [None, *Side])
def test_a_transcript_of_what_somebody_saw_is_written_from_its_lines_of_json(
    name: str, side: Side | None
) -> None:
    """What was secret is told once the match is over, but its JSON shows each event as it was seen then."""
    played = SCENES[name]()
    log, header = [event for event in played.match.log if not isinstance(event, MatchEnded)], played.header
    told = transcript_lines(log, header, Words(), played.names, side=side)

    assert from_json(json_lines(log, header, side=side), side, ()) == [line.text for line in told]


class Terminal(io.StringIO):
    """A stream that a person reads."""

    def isatty(self) -> bool:
        """It is a terminal, of no size that could be asked for."""
        return True

    def fileno(self) -> int:
        """No file lies under it."""
        raise OSError


@pytest.mark.parametrize(
    ("said_so", "wide"),
    [("45", 45), ("12", 40), ("0", 40), ("300", 100), ("99999", 100), ("", 80), ("wide", 80), ("-5", 80)],
)
def test_a_page_is_as_wide_as_columns_says_within_reason(said_so: str, wide: int) -> None:
    assert page_width(io.StringIO(), {"COLUMNS": said_so}) == wide
    assert page_width(Terminal(), {"COLUMNS": said_so}) == wide
    assert page_width(io.StringIO(), {}) == 80


def test_a_transcript_is_no_wider_than_the_golden_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")

    told = said(("play", "samples/games/first-duel.yaml"), "text", monkeypatch)

    golden = of_this_version(Path("samples/games/first-duel.transcript").read_text("utf-8"))
    assert told == golden.partition("\nChecksums of")[0], "what follows is for --check"
