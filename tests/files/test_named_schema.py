"""Schemas made for a project: known names are offered and taken, others are underlined."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from in_process import edencli, edit_once
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from edencli.files.library import Library
from edencli.files.named_schema import ProjectNames, name_schema, names_of

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples"
KINDS = {"band": "bands", "cards": "cards", "game": "games"}


@pytest.fixture(scope="module")
def schemas() -> dict[str, Draft202012Validator]:
    files = [Library().open(str(path)).value for path in sorted((SAMPLES / "cards").glob("*.yaml"))]
    names = names_of(files)
    plain = {
        kind: json.loads((ROOT / "schemas" / f"{kind}.schema.json").read_text("utf-8")) for kind in KINDS
    }
    return {kind: Draft202012Validator(name_schema(kind, schema, names)) for kind, schema in plain.items()}


def data_of(path: Path) -> Any:
    return YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", KINDS)
def test_every_sample_fits_the_schema_of_its_project(kind: str, schemas: dict[str, Any]) -> None:
    for path in sorted((SAMPLES / KINDS[kind]).glob("*.yaml")):
        assert [(path.name, fault.message[:80]) for fault in schemas[kind].iter_errors(data_of(path))] == []


@pytest.mark.parametrize(
    ("deck", "name", "fits"),
    [
        ("fighters", "Yuri", True),
        ("fighters", "YURI", True),
        ("fighters", "mirka", True),
        ("fighters", "Yury", False),
        ("fighters", "Second wind", False),
        ("tactics", "Second wind", True),
        ("tactics", "Second win", False),
        ("missions", "Let it burn", True),
        ("missions", "Yuri", False),
    ],
)
def test_a_band_names_cards_that_there_are(deck: str, name: str, fits: bool, schemas: dict[str, Any]) -> None:  # noqa: FBT001  # a row of a table
    band = {**data_of(SAMPLES / "bands" / "jokers.yaml"), deck: [name]}

    assert schemas["band"].is_valid(band) is fits


@pytest.mark.parametrize(("name", "fits"), [("blue Yuri", True), ("Sewer rat 2", False), ("red Yury", False)])
def test_a_position_names_fighters_of_the_cards(name: str, fits: bool, schemas: dict[str, Any]) -> None:  # noqa: FBT001  # a row of a table
    game = {
        **data_of(SAMPLES / "games" / "first-duel.yaml"),
        "position": {"fighters": {name: {"at": [1, 1]}}},
    }

    assert schemas["game"].is_valid(game) is fits


def test_cards_may_have_factions_and_types_of_their_own(schemas: dict[str, Any]) -> None:
    cards = data_of(SAMPLES / "cards" / "jokers.yaml")
    cards["fighters"][0] |= {"factions": ["Nobody's own"], "types": ["thing"]}

    assert schemas["cards"].is_valid(cards)


def test_a_schema_is_written_and_renewed_and_nothing_else_is_overwritten(tmp_path: Path) -> None:
    ask = ("schema", "band", "--names", SAMPLES / "cards" / "jokers.yaml", "-o")

    assert edencli(*ask, "band.schema.json", cwd=tmp_path).returncode == 0
    assert b"is as it was" in edencli(*ask, "band.schema.json", cwd=tmp_path).stderr
    assert edencli("schema", "band", "-o", "band.schema.json", cwd=tmp_path).returncode == 0
    shipped = (ROOT / "schemas" / "band.schema.json").read_text("utf-8")
    assert (tmp_path / "band.schema.json").read_text("utf-8") == shipped

    (tmp_path / "mine.json").write_text("{}\n", encoding="utf-8")
    assert edencli(*ask, "mine.json", cwd=tmp_path).returncode == 1
    assert (tmp_path / "mine.json").read_text("utf-8") == "{}\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("scenery", "--names", SAMPLES / "cards"), 2),
        (("band", "--names", SAMPLES / "games"), 1),
        (("band", "--names", "nowhere.yaml"), 2),
    ],
)
def test_what_has_no_names_is_refused(words: tuple[Any, ...], code: int, tmp_path: Path) -> None:
    ended = edencli("schema", *words, cwd=tmp_path)

    assert ended.returncode == code
    assert ended.stdout == b""


def test_a_schema_beside_a_file_that_is_of_another_edencli_is_noted(tmp_path: Path) -> None:
    edencli("new", "scenery", "-o", "x.yaml", cwd=tmp_path)
    schema = tmp_path / "scenery.schema.json"
    fresh = edencli("validate", "x.yaml", cwd=tmp_path).stderr
    schema.write_text(schema.read_text("utf-8").replace("Scenery for Eden", "Scenery of old", 1), "utf-8")
    old = edencli("validate", "x.yaml", cwd=tmp_path)
    edencli("schema", "scenery", "-o", "scenery.schema.json", cwd=tmp_path)

    assert b"another edencli" not in fresh
    assert old.returncode == 0
    assert b"edencli schema scenery -o scenery.schema.json renews it" in old.stderr
    assert b"another edencli" not in edencli("validate", "x.yaml", cwd=tmp_path).stderr


@pytest.mark.parametrize("kind", ["band", "cards", "game"])
def test_a_schema_made_with_names_is_noted_when_more_than_names_differs(kind: str, tmp_path: Path) -> None:
    edencli("new", kind, "-o", "x.yaml", cwd=tmp_path)
    schema = tmp_path / f"{kind}.schema.json"
    edencli("schema", kind, "--names", SAMPLES / "cards", "-o", schema.name, cwd=tmp_path)
    fresh = edencli("validate", "x.yaml", cwd=tmp_path).stderr
    text = schema.read_text("utf-8")
    for changed in (
        text.replace('"description": "', '"description": "Once: ', 1),
        text.replace("anyOf", "allOf"),
    ):
        schema.write_text(changed, "utf-8")
        old = edencli("validate", "x.yaml", cwd=tmp_path).stderr.decode()
        assert f"another edencli; edencli schema {kind} --names " in old
        assert f"samples/cards -o {kind}.schema.json renews it" in old

    assert b"another edencli" not in fresh


def test_names_with_marks_make_patterns_that_any_editor_compiles(schemas: dict[str, Any]) -> None:
    """A pattern with an escape that it does not need is refused by editors."""
    name = "Yuri & Sons #7 (old), [x] {y} ~ a/b"
    schema = name_schema("band", schemas["band"].schema, ProjectNames(fighters=(name,)))
    items = schema["properties"]["fighters"]["items"]
    escaped = set(re.findall(r"\\(.)", items["anyOf"][1]["pattern"]))

    assert escaped - set("^$\\.*+?()[]{}|/n") == set()
    assert [Draft202012Validator(items).is_valid(one) for one in (name, name.upper(), "SONS #7", "#")] == [
        *(True, True, True, False)
    ]


def test_a_schema_whose_names_have_changed_since_is_noted_with_the_command_that_renews_it(
    tmp_path: Path,
) -> None:
    cards = tmp_path / "my cards" / "jokers.yaml"
    cards.parent.mkdir()
    cards.write_text((SAMPLES / "cards" / "jokers.yaml").read_text("utf-8"), "utf-8")
    (tmp_path / "bands").mkdir()
    edencli("new", "band", "-o", "bands/x.yaml", cwd=tmp_path)
    named = ("schema", "band", "--names", "my cards", "-o", "bands/band.schema.json")
    edencli(*named, cwd=tmp_path)
    told = [edencli("validate", "bands/x.yaml", cwd=tmp_path).stderr.decode()]

    edit_once(cards, "name: Grin", "name: Grinner")
    told += [
        edencli("validate", where, cwd=tmp_path).stderr.decode() for where in ("bands/x.yaml", "bands", ".")
    ]
    edencli(*named, cwd=tmp_path)
    told.append(edencli("validate", "bands/x.yaml", cwd=tmp_path).stderr.decode())
    cards.unlink()
    told.append(edencli("validate", "bands/x.yaml", cwd=tmp_path).stderr.decode())

    renews = "edencli schema band --names 'my cards' -o bands/band.schema.json renews it"
    assert [renews in one for one in told] == [False, True, True, True, False, False]


@pytest.mark.parametrize("said", ["[", "{}", "[1]", '["/dev/zero"]', '["."]', '["' + "x" * 5_000 + '"]'])
def test_where_a_schema_has_its_names_from_is_no_trap(said: str, tmp_path: Path) -> None:
    edencli("new", "cards", "-o", "x.yaml", cwd=tmp_path)
    edencli("schema", "cards", "--names", SAMPLES / "cards", "-o", "cards.schema.json", cwd=tmp_path)
    schema = tmp_path / "cards.schema.json"
    data = json.loads(schema.read_text("utf-8"))
    data["$comment"] = data["$comment"].partition("[")[0] + said
    schema.write_text(json.dumps(data), "utf-8")

    assert edencli("validate", "x.yaml", cwd=tmp_path).returncode == 0
