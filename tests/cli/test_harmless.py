"""What people write in files comes out as text: it drives no terminal, no log, no page and no picture.

The places are read from the grammar, so that a new one is covered, or missed here. Shells have
`test_completion.py`.
"""

import io
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from harm import COMMANDS, ESCAPES, HOSTILE, MARKUP, SHELL, harmless
from texts import ANY, EACH, KEY, TEXTS, Pattern, grafted

from edencli import cli
from edencli.commands import validate
from edencli.games.checks import Checks, make_library
from edencli.output.sheet import indented_json

# ── a small world of files ───────────────────────────────────────────────────────────────────────────────

LIMBS = {
    "head": {"faces": [1], "cp": {"white": 2}, "psi": {"white": 3}},
    "arms": {"faces": [2, 3], "cp": {"white": 2}, "cbt": {"white": 4}},
    "torso": {"faces": [4, 5], "cp": {"white": 3}, "vig": {"white": 4}},
    "legs": {"faces": [6], "cp": {"white": 2}, "spd": {"white": 5}},
}


def world(nasty: str = "", prose: str = "x") -> dict[str, dict[str, Any]]:
    """Four files that know each other; every name ends in something nasty, every text says something."""

    def named(name: str) -> str:
        return f"{name}{nasty}"

    slower = {"effect": "adds", "to": "cbt", "by": -1, "of": {"the": "target"}}
    spell = {
        "effect": "now",
        "choose": {"who": {"side": "enemies", "within": 15}},
        "do": [
            {"op": "lasting", "until": "round", "effects": [slower]},
            {"op": "give-counters", "who": {"the": "user"}, "name": named("Knot")},
            {"op": "remember", "who": {"the": "target"}},
        ],
    }
    knotted = {"effect": "adds", "to": "vig", "by": {"counters": named("Knot")}}
    struck = {"effect": "when", "event": "wounded", "sufferer": {"the": "user"}, "once": "match"}
    toll = {**struck, "do": [{"op": "give-sp"}]}

    def card(name: str, **more: Any) -> dict[str, Any]:
        ability = {"name": named("Rush"), "kind": "permanent", "text": prose, "effects": [knotted, toll]}
        ability["bearers"] = [named("human")]
        hex_ = {"name": named("Hex"), "kind": "action", "cost": {"ap": 1}, "text": prose, "effects": [spell]}
        return {
            "name": named(name),
            "factions": [named("Gang")],
            "types": [named("human")],
            "base": 30,
            "limbs": LIMBS,
            "equipment": [{"name": named("Knife"), "shooting": {"range": 20, "strength": 2}}],
            "abilities": [ability, hex_],
            **more,
        }

    yuri, otto = named("Yuri"), named("Otto")
    plain = {"type": named("human"), "not-type": named("machine"), "faction": named("Gang")}
    plain |= {"near": named("Flag"), "bears": named("Flag"), "has-counter": named("Knot")}
    plain["scenery"] = {"name": named("Oak")}

    def counted(gear: Any) -> dict[str, Any]:
        one = {**plain, "gear": gear}
        return {**one, "any-of": [one, {"but-not": one}], "but-not": {**one, "any-of": [one, one]}}

    filters = [counted(named("Knife")), counted({"name": named("Knife")})]
    played = {"event": "tactic-played", "named": named("Lure")}
    mission = {
        "name": named("Hold"),
        "kind": "revealed",
        "deployment": "ambush",
        "symbol": {"faction": named("Gang")},
        "immediate": prose,
        "objectives": [
            {"text": prose},
            *(
                {"text": prose, "counted": "round", "vp": 1, "each": each}
                for each in (
                    *({"count": one} for one in filters),
                    *({"worth": one} for one in filters),
                    {"counters": named("Knot"), "of": "leader"},
                    {"mentions": named("human"), "of": "leader"},
                    *({"past": {"event": "attack-ended", "doer": one, "sufferer": one}} for one in filters),
                    {"past": played},
                    {"past": {"event": "tactic-played", "card": {"word": named("Lure")}}},
                )
            ),
        ],
    }
    head = {"stigma": "chaos", "value": 20}
    hex_ = {"card": named("Hex"), "side": "red", "user": yuri}
    above = {"raised": named("Oak"), "hidden": named("Oak")}
    at = {
        yuri: {"at": [20, 20], "uses": {"round": {"attack": 1}}, "counters": {named("Knot"): 1}},
        otto: {"at": [30, 20], **above, "discarded": [named("Knife")]},
    }
    moves: list[Any] = [
        {"note": prose},
        f"red activates {yuri}",
        f"{yuri} shoots {otto}",
        {"dice": [4, 1, 1, 1]},
    ]
    return {
        "cards": {
            "kind": "cards",
            "fighters": [card("Yuri", **head), card("Otto", **head)],
            "npfs": [card("Rat", level=1)],
            "missions": [mission],
            "tactics": [{"name": named("Lure"), "text": prose, "symbol": {"faction": named("Gang")}}],
        },
        "band": {
            "kind": "band",
            "name": named("Rust"),
            "faction": named("Gang"),
            "cards": ["cards.yaml"],
            "fighters": [yuri],
            "missions": [named("Hold")],
            "tactics": [named("Lure")],
        },
        "blue": {
            "kind": "band",
            "name": named("Foes"),
            "faction": named("Gang"),
            "cards": ["cards.yaml"],
            "fighters": [otto],
        },
        "scenery": {"kind": "scenery", "elements": [{"name": named("Oak"), "disc": 2.5}]},
        "game": {
            "kind": "game",
            "name": named("Duel"),
            "rulebook": "en",
            "red": "band.yaml",
            "blue": "blue.yaml",
            "field": {"scenery": ["scenery.yaml"]},
            "position": {
                "step": "activation",
                "fighters": at,
                "scenery": {named("Oak"): {"at": [40, 40]}},
                "markers": [
                    {"name": named("Idol"), "at": [10, 10]},
                    {
                        "name": named("Flag"),
                        "at": [20, 20],
                        "bearer": yuri,
                        "card": named("Hex"),
                        "user": yuri,
                    },
                ],
                "effects": [
                    {**hex_, "target": otto, "until": "round", "doer": yuri, "sufferer": otto},
                    {**hex_, "until": "round", "scenery": named("Oak")},
                ],
                "set-apart": [{**hex_, "sp": 2}],
                "remembered": [{**hex_, "fighter": otto}],
                "copies": [{**hex_, "of": named("Hex"), "of-side": "blue", "of-user": otto}],
                "spent": [{"card": named("Rush"), "side": "red", "user": yuri, "n": 1}],
                "players": {"red": {"leader": yuri, "hand": [named("Lure")], "mission": named("Hold")}},
            },
            "moves": moves,
        },
    }


def written(files: dict[str, dict[str, Any]], folder: Path) -> None:
    for name, data in files.items():
        (folder / f"{name}.yaml").write_text(json.dumps(data), encoding="utf-8")


Run = Any


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in a folder of its own: its exit code, all that it says, and stdout by itself."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"kind: band\n")))

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.run(list(arguments))
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out + said.err, said.out

    return run


def places() -> Iterator[tuple[str, Pattern]]:
    """Every place where somebody writes, and a key that is none."""
    for kind, found in TEXTS.items():
        yield from ((kind, path) for path in found)
        yield kind, (KEY,)


def lean(kind: str, data: dict[str, Any], path: Pattern) -> dict[str, Any]:
    """The same file without the cards that a path leads past."""
    return data if kind != "cards" else {key: data[key] for key in ("kind", path[0]) if key in data}


@pytest.fixture
def _checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is checked in a test is checked once, in whatever formats it is then told."""
    checks = Checks(make_library())
    monkeypatch.setattr(checks, "check_file", cache(checks.check_file))
    monkeypatch.setattr(validate, "make_library", lambda **_: checks.library)
    monkeypatch.setattr(validate, "Checks", lambda *_, **__: checks)


@pytest.mark.usefixtures("_checked_once")
@pytest.mark.parametrize("danger", HOSTILE)
def test_no_text_of_any_file_does_harm_in_what_is_said_of_it(danger: str, run: Run, tmp_path: Path) -> None:
    """A file for each place, told in every format."""
    (tmp_path / "all").mkdir()
    plain = world()
    for n, (kind, path) in enumerate(places()):
        data = grafted(lean(kind, plain[kind], path), path, HOSTILE[danger])
        (tmp_path / f"all/{n}.yaml").write_text(json.dumps(data, ensure_ascii=n % 2 == 0), encoding="utf-8")
    written(plain, tmp_path / "all")

    for form in ("text", "concise", "github", "sarif", "json"):
        code, said, output = run("validate", "all", "--format", form)
        assert code == 1
        harmless(output if form in {"sarif", "json"} else said, form)


# ── what a legal file may say ────────────────────────────────────────────────────────────────────────────

NASTY = " <b>&lt;`x`$(y)'|*_~~\\"
PROSE = f"Ab {COMMANDS} {MARKUP} {SHELL}"
NASTY_WORLD = world(NASTY, PROSE)
# What names a rule, or only says again what a position says; a reference to a file cannot be nasty.
UNTOLD = {"ended", "players", "refuse", "by agreement", "expect", "uses", "happened", "seen"}


def found(data: Any, path: Pattern) -> Iterator[str]:
    """The texts at the places of a pattern."""
    if not path:
        yield data
    elif path[0] == KEY:
        yield from data if isinstance(data, dict) else ()
    elif isinstance(data, list):
        yield from (text for item in data for text in found(item, path[1:]) if path[0] == EACH)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from found(value, path[1:]) if path[0] in {ANY, key} else ()


@pytest.fixture
def hostile(run: Run, tmp_path: Path) -> Run:
    """The same, beside files in which every name and every text is as nasty as it may be."""
    written(NASTY_WORLD, tmp_path)
    return run


def test_the_nasty_files_are_legal(hostile: Run) -> None:
    assert hostile("validate", ".")[0] == 0


@pytest.mark.parametrize("kind", TEXTS)
def test_the_small_world_says_something_nasty_at_every_place(kind: str) -> None:
    nasty = NASTY_WORLD[kind]
    lacking = [
        path
        for path, shape in TEXTS[kind].items()
        if not (UNTOLD & set(path) or (shape and shape.pattern))
        and not any("<b>" in text or "<script>" in text for text in found(nasty, path))
    ]

    assert lacking == []


OUTPUTS = [
    ("validate-band band.yaml", "text"),
    ("validate-band band.yaml --format json", "json"),
    ("validate-band band.yaml --format markdown", "markdown"),
    *(
        (f"show {file} --format {form}", form)
        for file in (
            "cards.yaml",
            "band.yaml",
            "scenery.yaml",
            "game.yaml",
            "cards.yaml#Yuri",
            "cards.yaml#Hold",
        )
        for form in ("text", "json", "markdown")
    ),
    *((f"show game.yaml --sight Yuri Otto --format {form}", form) for form in ("text", "json", "markdown")),
    *((f"show game.yaml --route Yuri 25,25 --format {form}", form) for form in ("text", "json", "markdown")),
    ("show game.yaml --svg -", "svg"),
    ("show game.yaml --sight Yuri Otto --svg -", "svg"),
    ("show band.yaml --html -", "cards"),
    ("show game.yaml --html -", "replay"),
    ("show game.yaml --html - --as blue", "replay"),
    ("show band.yaml --markdown -", "markdown"),
    ("play game.yaml", "text"),
    ("play game.yaml --cite --as red", "text"),
    ("play game.yaml --format json", "json"),
    ("play game.yaml --explain 9", "text"),
    ("play game.yaml --check", "text"),
    ("play game.yaml --until 1", "text"),
    ("setup game.yaml", "text"),
    ("resolve-attack Yuri Otto --cards cards.yaml --dice 4,4,4,4,4,4,4,4,4,4,4,4", "text"),
    ("resolve-attack Yuri Otto --cards cards.yaml --odds", "text"),
    ("resolve-attack Yuri Otto --cards cards.yaml --odds --format json", "json"),
    ("resolve-attack Yuri Otto --cards cards.yaml --odds --policies --then", "text"),
    ("resolve-attack Yuri Otto --game game.yaml --odds", "text"),
    ("resolve-attack Yuri Otto --cards cards.yaml --with Sword", "text"),
    ("roll Yuri cbt --cards cards.yaml --difficulty 4 --seed 1", "text"),
    ("roll Yuri cbt --cards cards.yaml --difficulty 4 --odds --format json", "json"),
]


@pytest.mark.parametrize(("command", "form"), OUTPUTS)
def test_no_legal_text_does_harm_in_anything_that_is_printed(command: str, form: str, hostile: Run) -> None:
    _, said, output = hostile(*command.split())

    assert said
    harmless(said if form == "text" else output, form)


LOOKS = ("map", "sight Yuri Otto", "measure Yuri Otto", "route Yuri Otto", "hint", "?")
ASKED = (
    "state",
    "score",
    "log",
    "why",
    "help",
    "note Ab ::error::pwned",
    "show Yuri",
    "nonsense",
)


@pytest.mark.parametrize("field", [{"scenery": ["scenery.yaml"]}, "none"])
def test_nothing_that_is_asked_at_the_prompt_or_kept_of_it_does_harm(
    field: Any, hostile: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a field that is measured, and of one that nobody measures; then of its record, and its script."""
    game = dict(NASTY_WORLD["game"])
    if field == "none":
        game["position"] = {"step": "activation", "players": game["position"]["players"]}
    (tmp_path / "game.yaml").write_text(json.dumps({**game, "field": field, "moves": []}), encoding="utf-8")

    def typed(*arguments: str) -> tuple[int, str, str]:
        lines = io.BytesIO("\n".join(ASKED if field == "none" else (*LOOKS, *ASKED)).encode())
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(lines))
        told: tuple[int, str, str] = hostile(*arguments)
        return told

    _, said, _ = typed("play", "game.yaml", "-i", "--record", "kept.record", "--seed", "1")
    harmless(said)
    assert "nonsense" in said
    for more in (
        ("show", "kept.record"),
        ("show", "kept.record", "--format", "json"),
        ("play", "kept.record"),
    ):
        _, said, output = typed(*more)
        harmless(output if "json" in more else said, "json" if "json" in more else "text")
    typed("play", "kept.record", "--script", "written.yaml", "--all")
    harmless((tmp_path / "written.yaml").read_text(encoding="utf-8"))


def test_a_transcript_a_report_and_a_picture_are_harmless_as_files(hostile: Run) -> None:
    Path("game.transcript").write_text(
        f"{HOSTILE['unseen']}\n{ESCAPES}\n{COMMANDS}\n{MARKUP}\n", encoding="utf-8"
    )
    code, said, _ = hostile("play", "game.yaml", "--check", "--junit", "report.xml")

    assert code == 1
    harmless(said)
    harmless(Path("report.xml").read_text(encoding="utf-8"), "junit")
    hostile("play", "game.yaml", "--update")
    harmless(Path("game.transcript").read_text(encoding="utf-8"))
    hostile("show", "game.yaml", "--svg", "table.svg")
    harmless(Path("table.svg").read_text(encoding="utf-8"), "svg")


@pytest.mark.parametrize("danger", HOSTILE)
@pytest.mark.parametrize(
    "command",
    [
        "{}",
        "--{}",
        "rules {}",
        "rules --rulebook {}",
        "rules --card {}",
        "validate {}",
        "validate --format {} x.yaml",
        "validate - --stdin-filename {}",
        "show {}",
        "show cards.yaml#{}",
        "show game.yaml --sight Yuri {}",
        "show game.yaml --route Yuri {}",
        "play {}",
        "play game.yaml --until {}",
        "play game.yaml --as {}",
        "resolve-attack {} Otto --cards cards.yaml",
        "resolve-attack Yuri Otto --cards cards.yaml --with {}",
        "resolve-attack Yuri Otto --cards cards.yaml --dice {}",
        "roll {} cbt --cards cards.yaml --difficulty 4",
        "roll --difficulty {}",
        "weather --roll {}",
        "new {}",
        "new --sample {} there",
        "schema {}",
        "setup game.yaml --export {}",
        "rules --lang {}",
        "validate x.yaml --root {}",
    ],
)
def test_no_word_of_a_command_line_does_harm(command: str, danger: str, hostile: Run) -> None:
    hostile_word = HOSTILE[danger].replace("\0", "")  # no command line holds one
    code, said, _ = hostile(*(word.replace("{}", hostile_word) for word in command.split()))

    assert code in {0, 1, 2}
    harmless(said)


@pytest.mark.parametrize("danger", HOSTILE)
def test_data_keep_every_character_though_none_is_written_raw(danger: str) -> None:
    text = indented_json([HOSTILE[danger]])

    assert json.loads(text) == [HOSTILE[danger]]
    harmless(text)


def test_a_card_as_data_says_what_its_file_says(hostile: Run) -> None:
    _, _, output = hostile("show", "cards.yaml#Hold", "--format", "json")

    assert json.loads(output)["entries"][0]["immediate"] == PROSE
