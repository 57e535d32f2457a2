"""Every cell of the tables of modes: what goes together is taken, all else is refused with both named."""

import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from sessions import sit, stand_up

from edencli import cli
from edencli.cli import COMMANDS, load_command, load_named
from edencli.cli.command import row_of
from edencli.commands.modes import ModeTable, option_of
from edencli.commands.requests.new import NewRequest
from edencli.commands.requests.play import PlayRequest
from edencli.commands.requests.resolve_attack import ResolveAttackRequest
from edencli.commands.requests.roll import RollRequest
from edencli.commands.requests.rules import RulesRequest
from edencli.commands.requests.setup import SetupRequest
from edencli.commands.requests.show import ShowRequest
from edencli.commands.requests.simulate import SimulateRequest
from edencli.commands.requests.validate import ValidateBandRequest, ValidateRequest
from edencli.commands.requests.weather import WeatherRequest
from edencli.lang import Words

SAMPLES = Path(__file__).parents[2] / "samples"
DUEL, CORNER = "games/first-duel.yaml", "games/street-corner.yaml"
JOKERS, BAMAKA = "bands/jokers.yaml", "bands/bamaka.yaml"
RECORD = "kept.record"
TABLES = {name: table for name, (request, _) in COMMANDS.items() if (table := load_named(request).modes)}
ONE_THING = {"compare", "schema", "help"}
"""The commands that do one thing: all their options go together."""


class Walk(NamedTuple):
    """How the cells of a table are tried: a command line of each way, and what is written for a row.

    A row that is not listed is written as its option alone; an empty one stands in the line of every way, and
    `arguments` stand in those of the ways that take them.
    """

    table: ModeTable
    ways: Mapping[str, str]
    rows: Mapping[str, str]
    arguments: tuple[str, ...] = ()


YURI = "cards/jokers.yaml#Yuri"
WALKS = [
    Walk(
        PlayRequest.modes,
        {
            "told": DUEL,
            "several": f"{DUEL} {CORNER}",
            "--explain": f"{DUEL} --explain 3",
            "typed": f"{DUEL} --interactive",
            "bands": f"{JOKERS} {BAMAKA}",
            "record": RECORD,
            "moment": f"{RECORD} --until e0",
            "--script": f"{RECORD} --script out.yaml",
            "--cards": f"{DUEL} --cards",
            "cited": f"{RECORD} --cite",
            "held": f"{RECORD} --check",
            "--list": "--list",
            "--forget": f"{RECORD} --forget",
            "--canonical": f"{DUEL} --canonical",
        },
        {
            "--rulebook": "--rulebook en",
            "--field": "--field none",
            "--seed": "--seed 0",
            "--until": "--until r2",
            "--red": "--red steady",
            "--blue": "--blue steady",
            "--junit": "--junit report.xml",
            "--html": "--html out.html",
            "--watch": "--watch live.html",
            "--explain": "--explain 3",
            "--lcov": "--lcov out.lcov",
            "--fail-under": "--fail-under 0",
            "--as": "--as red",
            "--record": "--record new.record",
            "--script": "--script out.yaml",
            "--format": "--format text",
            "--root": "--root .",
            "--stdin-filename": "--stdin-filename x.yaml",
            "GAMES": "",
            "--last": "",
            "--older-than": "--older-than 3",
            "--stops": "--stops always",
        },
    ),
    Walk(
        ShowRequest.modes,
        {
            "file": JOKERS,
            "name": YURI,
            "table": CORNER,
            "record": RECORD,
            "--html": f"{JOKERS} --html out.html",
            "--markdown": f"{JOKERS} --markdown out.md",
            "replay": f"{CORNER} --html out.html",
            "cards": f"{CORNER} --cards --html out.html",
            "--csv": "cards/jokers.yaml --csv",
        },
        {
            "--sight": "--sight Yuri Elenia",
            "--route": "--route Yuri Elenia",
            "--blast": "--blast Yuri 10,10",
            "--explosion": "--explosion 10,10",
            "--reach": "--reach Yuri",
            "--svg": "--svg out.svg",
            "--svg=-": "--svg -",
            "--html": "--html out.html",
            "--markdown": "--markdown out.md",
            "--until": "--until e1",
            "--as": "--as red",
            "--rulebook": "--rulebook en",
            "--root": "--root .",
            "--format": "--format text",
            "TARGET": "",
        },
    ),
    Walk(
        ValidateRequest.modes,
        {"checked": JOKERS, "--fix": f"{JOKERS} --fix", "--diff": f"{JOKERS} --diff"},
        {
            "FILES": "",
            "--rulebook": "--rulebook en",
            "--format": "--format text",
            "--root": "--root .",
            "--stdin-filename": "--stdin-filename x.yaml",
        },
    ),
    Walk(
        ValidateBandRequest.modes,
        {"checked": JOKERS, "--diff": f"--diff {JOKERS} {BAMAKA}"},
        {
            "FILES": "",
            "--rulebook": "--rulebook en",
            "--format": "--format text",
            "--format=concise": "--format concise",
            "--format=github": "--format github",
            "--format=sarif": "--format sarif",
            "--root": "--root .",
            "--stdin-filename": "--stdin-filename x.yaml",
        },
    ),
    Walk(
        RulesRequest.modes,
        {
            "question": "",
            "--diff": "--diff en fr",
            **{way: way for way in RulesRequest.modes.ways[2:]},
            "--html": "--html book.html",
        },
        {
            "QUESTION": "melee",
            "--html": "--html book.html",
            "--rulebook": "--rulebook en",
            "--diff": "--diff en fr",
            "--format": "--format json",
        },
    ),
    Walk(
        SetupRequest.modes,
        {"preparation": DUEL, "--until": f"{DUEL} --until r1"},
        {
            "GAME": "",
            "--export": "--export out.yaml",
            "--until": "--until r1",
            "--rulebook": "--rulebook en",
            "--seed": "--seed 0",
            "--format": "--format json",
            "--root": "--root .",
        },
    ),
    Walk(
        ResolveAttackRequest.modes,
        {
            "resolved": "Yuri Grin --cards cards/jokers.yaml",
            "typed": "--cards cards/jokers.yaml",
            "--matrix": f"{JOKERS} {BAMAKA} --matrix",
            "--odds": "Yuri Grin --odds",
            "--advise": "Yuri Grin --cards cards/jokers.yaml --advise",
        },
        {
            "--with": "--with knives",
            "--reaction": "--reaction dodge",
            "--obstacles": "--obstacles 1",
            "--engaged": "--engaged Boris",
            "--covered": "--covered Boris",
            "--attacker-state": "--attacker-state ap:1",
            "--target-state": "--target-state ap:1",
            "--cards": "--cards cards/isc.yaml",
            "--band": f"--band {JOKERS}",
            "--game": f"--game {CORNER}",
            "--until": "--last --until e0",
            "--keep": "--keep kept.txt",
            "--rulebook": "--rulebook en",
            "--optional": "--optional en",
            "--seed": "--seed 0",
            "--dice": "--dice 4,4",
            "--shift": "--shift max-kill",
            "ATTACKER": "",
            "TARGET": "",
            "--html": "--html out.html",
            "--format": "--format text",
        },
    ),
    Walk(
        RollRequest.modes,
        {
            "number": "4",
            "fighter": f"{YURI} psi",
            "burning": f"{YURI} burn",
            "--location": "--location",
            "--burn": "--burn 4",
        },
        {
            "WHO": "4",
            "CHARACTERISTIC": "psi",
            "--difficulty": "--difficulty 4",
            "--against": "--against 4",
            "--burn": "--burn 4",
            "--state": "--state head:1",
            "--cards": "--cards cards/isc.yaml",
            "--band": f"--band {JOKERS}",
            "--game": f"--game {CORNER}",
            "--until": "--last --until e0",
            "--rulebook": "--rulebook en",
            "--seed": "--seed 0",
            "--dice": "--dice 4",
            "--format": "--format json",
        },
        ("WHO", "CHARACTERISTIC"),
    ),
    Walk(
        WeatherRequest.modes,
        {"thrown": "", "--roll": "--roll 9", "--table": "--table"},
        {
            "--rulebook": "--rulebook de",
            "--optional": "--rulebook de --optional it",
            "--roll": "--roll 9",
            "--times": "--times 1",
            "--seed": "--seed 0",
            "--format": "--format json",
        },
    ),
    Walk(
        SimulateRequest.modes,
        {
            "fixed": f"{JOKERS} {BAMAKA}",
            "--precision": f"{JOKERS} {BAMAKA} --precision 2%",
            "--sprt": f"{JOKERS} {BAMAKA} --sprt 0.5,0.6",
        },
        {
            "RED": "",
            "BLUE": "",
            "--matches": "--matches 20",
            "--precision": "--precision 2%",
            "--sprt": "--sprt 0.5,0.6",
            "--player": "--player random",
            "--red": "--red random",
            "--blue": "--blue random",
            "--rulebook": "--rulebook en",
            "--field": "--field scenery/quay.yaml",
            "--seed": "--seed 0",
            "--jobs": "--jobs 2",
            "--format": "--format csv",
        },
    ),
    Walk(
        NewRequest.modes,
        {
            "printed": "",
            "--sample": "--sample first-duel copied",
            "--from": "band --from cards/jokers.yaml",
            "--output": "band -o x.yaml",
            "--list": "--list",
            "--evening": "--evening bands/jokers.yaml bands/convoy.yaml",
        },
        {
            "WHAT": "band",
            "--evening": "--evening bands/jokers.yaml bands/convoy.yaml",
            "--sample": "--sample first-duel",
            "--from": "--from cards/jokers.yaml",
            "--seed": "--seed 7",
            "--budget": "--budget 80",
            "--rulebook": "--rulebook en",
            "--output": "-o x.yaml",
            "--format": "--format json",
        },
        ("WHAT",),
    ),
]

DOERS = {
    "edencli.commands.setup": ("run_preparation", "export_moment"),
    "edencli.commands.play": ("print_transcript", "explain_line", "print_canonical"),
    "edencli.commands.many_games": ("hold_games",),
    "edencli.commands.kept_matches": ("list_matches", "forget_matches"),
    "edencli.commands.card_coverage": ("cover_cards",),
    "edencli.prompt.start_play": ("start_play",),
    "edencli.commands.show": ("show_page", "write_or_print", "print_csv"),
    "edencli.commands.show_table": ("show_table", "show_record"),
    "edencli.commands.replay": ("show_game_replay",),
    "edencli.prompt.table_attack": ("show_attack",),
    "edencli.commands.validate": ("mend_files", "check_files", "check_bands"),
    "edencli.commands.band_difference": ("tell_difference",),
    "edencli.commands.new": ("list_samples", "copy_sample", "write_starter"),
    "edencli.commands.evening": ("write_evening",),
    "edencli.prompt.band_prompt": ("make_band",),
    "edencli.commands.simulate": ("run_simulation",),
    "edencli.commands.roll": ("show_roll", "show_weather", "show_weather_table"),
    "edencli.commands.rules": (
        "show_difference",
        "show_rulings",
        "show_glossary",
        "show_quick_reference",
        "show_notation",
        "show_effects",
        "look_up",
        "write_book",
    ),
}
"""What does the work of a command once it is known what is to be done."""


class Ended(NamedTuple):
    """How a command line ended: its exit code, whether its work was begun, and what it said on stderr."""

    code: int
    is_begun: bool
    said: str


Run = Callable[[str], Ended]


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples in a folder of their own, beside the record of a match."""
    folder = tmp_path_factory.mktemp("modes")
    shutil.copytree(SAMPLES, folder, dirs_exist_ok=True)
    stand_up(sit("first-duel.yaml", folder / RECORD))
    return folder


@pytest.fixture
def run(samples: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line without doing its work."""
    begun = list[str]()
    monkeypatch.chdir(samples)
    for module, names in DOERS.items():
        for name in names:
            monkeypatch.setattr(f"{module}.{name}", lambda *_, _name=name, **__: begun.append(_name))

    def run(line: str) -> Ended:
        begun.clear()
        with pytest.raises(SystemExit) as ended:
            cli.run(shlex.split(line))
        return Ended(int(ended.value.code or 0), bool(begun), " ".join(capsys.readouterr().err.split()))

    return run


class Cell(NamedTuple):
    """A cell that can be tried: the line of its way, and what is added for the row."""

    row: str
    mode: str
    line: str
    is_shared: bool
    """Whether some way takes both the row and the mode."""


def cells(walk: Walk, *, taken: bool) -> Iterator[Cell]:
    """The cells of a table where things go together, or do not; but those of one option with itself."""
    for row in walk.table.rows:
        for mode in walk.table.modes:
            is_same = row.partition("=")[0] == mode.partition("=")[0]
            if walk.rows.get(row) != "" and not is_same and walk.table.is_taken(row, mode) is taken:
                yield cell(walk, row, mode)


def cell(walk: Walk, row: str, mode: str) -> Cell:
    """A cell with the line of its way; of an option, of the first way that takes it and the row, or it."""
    table, excluding, ways = walk.table, "", [mode]
    if mode in table.exclusive:
        excluding = walk.rows.get(mode, option_of(mode))
        ways = [way for way in table.ways if table.is_taken(mode, way)]
    shared = [way for way in ways if table.is_taken(row, way)]
    stands = row in walk.arguments and bool(shared)
    written = "" if stands else walk.rows.get(row, option_of(row))
    line = f"{walk.ways[(shared or ways)[0]]} {excluding} {written}"
    return Cell(row, mode, line, is_shared=mode in table.ways or bool(shared))


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.table.command)
def test_what_goes_together_is_taken(run: Run, walk: Walk) -> None:
    tried = {one: run(f"{walk.table.command} {one.line}") for one in cells(walk, taken=True)}

    assert tried
    assert {one: ended for one, ended in tried.items() if ended != Ended(0, is_begun=True, said="")} == {}


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.table.command)
def test_what_does_not_go_together_is_refused_with_both_named(run: Run, walk: Walk) -> None:
    tried = {one: run(f"{walk.table.command} {one.line}") for one in cells(walk, taken=False)}

    assert tried
    assert {one: ended for one, ended in tried.items() if ended.is_begun or ended.code != 2} == {}
    assert {one: ended.said for one, ended in tried.items() if not are_named(walk, one, ended.said)} == {}


def are_named(walk: Walk, one: Cell, said: str) -> bool:
    """Tell whether a refusal names an option, and its mode: the mode itself, or what it can be known by.

    A first way, which nothing asks for, is known by the ways that take the option instead. Where no way takes
    both, one of the two is enough: it does not go with the way.
    """
    table, words = walk.table, Words()
    row = option_of(one.row) if one.row.startswith("-") else f"'{walk.rows[one.row]}'"
    instead = [way for way in table.ways if one.mode == table.ways[0] and table.is_taken(one.row, way)]
    marks = [table.mode_name(words, mode) for mode in (one.mode, *instead)]
    marks += [part if part.startswith("--") else f"'{part}'" for part in walk.ways.get(one.mode, "").split()]
    marks += [f"'{walk.ways.get(one.mode)}'"]
    marks += [f"{JOKERS}, a band file", f"{CORNER} is a game file"]
    is_mode_named = any(mark in said for mark in marks)
    return row in said and is_mode_named if one.is_shared else row in said or is_mode_named


@pytest.mark.parametrize("name", TABLES)
def test_every_parameter_of_a_command_has_a_row_and_every_row_a_parameter(name: str) -> None:
    of_every_command = {"--lang", "--quiet", "--no-pager", "--help"}
    rows = {row_of(one) for one in load_command(name).params} - of_every_command

    assert {row.partition("=")[0] for row in TABLES[name].rows} == rows


def test_every_command_has_a_table_or_does_one_thing() -> None:
    assert {*TABLES} | ONE_THING == {*COMMANDS}
    assert {walk.table.command for walk in WALKS} == {*TABLES}


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda table: table.command)
def test_two_options_exclude_each_other_from_both_sides(table: ModeTable) -> None:
    options = [mode for mode in table.modes if mode in table.rows]
    ways, exclusive = set(table.ways), set(table.exclusive)

    assert [mode for mode in options if not table.is_taken(mode, mode)] == []
    assert [
        (one, other)
        for group in (ways, exclusive)
        for one in options
        for other in options
        if {one, other} <= group and table.is_taken(one, other) != table.is_taken(other, one)
    ] == []


def test_the_help_says_what_does_not_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.run(["play", "--help"])
    told = " ".join(capsys.readouterr().out.split())

    assert "--check not with --forget, --until, --update, --words, --cite, --explain" in told
    assert "two bands not with --last, --list, --older-than, --until, --random, --check," in told


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"play {DUEL} --check --as red", "--as does not go with --check: the whole transcript is compared"),
        (f"play {DUEL} --check --cite --until r1", "--until, --cite do not go with --check: "),
        (f"play {DUEL} --check --format json", "--format json does not go with --check"),
        (f"play {DUEL} --junit report.xml", "--junit works only with several games, --check or --update"),
        (f"play -i {DUEL} --by-hand --seed 0", "--seed does not go with --by-hand"),
        (f"play {RECORD} --seed 0", "--seed is not for the record of a match: its record settles"),
    ],
)
def test_a_refusal_says_what_does_not_go_with_what(run: Run, line: str, said: str) -> None:
    ended = run(line)

    assert (ended.code, ended.is_begun) == (2, False)
    assert said in ended.said
