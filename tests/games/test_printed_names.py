"""Matches in which everything is called as cards print it: kept, resumed and checked."""

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from in_process import edencli_text
from printed_names import PRINTED_NAMES
from sessions import again, bring_on, sit, stand_up

from edencli.model.names import name_key

LIMBS = {
    "head": {"faces": [1], "cp": {"white": 2}, "psi": {"white": 3}},
    "arms": {"faces": [2, 3], "cp": {"white": 3}, "cbt": {"white": 4}},
    "torso": {"faces": [4, 5], "cp": {"white": 4}, "vig": {"white": 4}},
    "legs": {"faces": [6], "cp": {"white": 3}, "spd": {"white": 3}},
}


def card(name: str, weapon: str, faction: str) -> dict[str, Any]:
    return {
        "name": name,
        "factions": [faction],
        "stigma": "order",
        "types": ["human"],
        "value": 20,
        "base": 30,
        "limbs": LIMBS,
        "equipment": [{"name": weapon, "shooting": {"range": 20, "strength": 2}}],
    }


def write_files(folder: Path, names: list[str]) -> Path:
    """Write the files of a match of two fighters a side, all of whose names are these."""
    one, two, three, four, weapon, faction, scenery, band, other, tactic = names
    (folder / ".edencli").touch()
    cards = {
        "kind": "cards",
        "fighters": [card(name, weapon, faction) for name in (one, two, three, four)],
        "tactics": [{"name": tactic, "text": "…"}],
    }
    bands = {"red": (band, [one, two]), "blue": (other, [three, four])}
    position = {
        "step": "activation",
        "fighters": {name: {"at": [10 + 6 * n, 20]} for n, name in enumerate((one, three, two, four))},
        "scenery": {scenery: {"at": [40, 40]}},
    }
    files: dict[str, Any] = {
        "cards": cards,
        "scenery": {"kind": "scenery", "elements": [{"name": scenery, "disc": 2, "sight": "block"}]},
        "game": {
            "kind": "game",
            "name": band,
            "rulebook": "en",
            "field": {"size": 60, "scenery": ["scenery.yaml"]},
            "red": "red.yaml",
            "blue": "blue.yaml",
            "position": position,
        },
    }
    for side, (called, fighters) in bands.items():
        files[side] = {
            "kind": "band",
            "name": called,
            "cards": ["cards.yaml"],
            "faction": faction,
            "fighters": fighters,
            "tactics": [tactic],
        }
    for name, data in files.items():
        (folder / f"{name}.yaml").write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    return folder / "game.yaml"


@settings(max_examples=8)
@given(st.lists(PRINTED_NAMES, min_size=10, max_size=10, unique_by=name_key))
def test_a_match_is_played_kept_resumed_and_checked_whatever_everything_is_called(names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made).resolve()
        session = sit(write_files(folder, names), folder / "match.record", seed=None)
        bring_on(session, 40)
        stand_up(session)

        resumed = again(folder / "match.record")
        assert resumed.match.log == session.match.log
        written = edencli_text("play", "match.record", "--script", "played.yaml", cwd=folder)
        assert (written.returncode, written.stderr) == (0, "edencli: wrote played.yaml\n")
        for how in ("--update", "--check"):
            ended = edencli_text("play", "played.yaml", how, cwd=folder)
            assert (ended.returncode, "ok    played.yaml" in ended.stdout) == (0, True), ended.stderr
        assert edencli_text("validate", ".", cwd=folder).returncode == 0
