"""`edencli setup` from any position: it says what speaks against it, or writes a game that is valid."""

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from files.documents import at_random

from edencli.files.grammar import KeyedMapping
from edencli.files.library import File
from edencli.files.shapes import file_shape
from edencli.games.checks import Checks, make_library
from edencli.games.setup_game import game_text, play_preparation, prepared_game, relocated_game_data
from edencli.match.position import PREPARATION_STEPS
from edencli.rulebooks.match_steps import MATCH_STEPS

pytestmark = pytest.mark.usefixtures("here")

HEAD = {
    "kind": "game",
    "name": "Early",
    "red": "bands/jokers.yaml",
    "blue": "bands/bamaka.yaml",
    "field": {"scenery": ["scenery/ruins.yaml"]},
}


def checked(position: dict[str, Any], name: str, checks: Checks) -> File:
    """A game that begins there."""
    Path(name).write_text(json.dumps({**HEAD, "position": position}), encoding="utf-8")
    return checks.check_file(name, kind="game")


def codes(file: File) -> set[str]:
    return {one.code for one in file.diagnostics}


# What a step of the preparation gives, and the step.
GIVEN: list[tuple[str, dict[str, Any]]] = [
    ("setup.2-sp", {"players": {"red": {"sp": 1}}}),
    ("setup.4-leader", {"players": {"blue": {"leader": "Abama Big-Belly"}}}),
    ("setup.5-mission", {"players": {"red": {"mission": "Let it burn"}}}),
    ("setup.6-scenery", {"scenery": {"Old oak": {"at": [30, 30]}}}),
    ("setup.7-deploy", {"players": {"red": {"half": "south"}}}),
    ("setup.7-deploy", {"fighters": {"Yuri": {"at": [20, 20]}}}),
    ("setup.8-hand", {"players": {"red": {"hand": ["Duck"]}}}),
    ("setup.8-hand", {"players": {"red": {"played": ["Duck"]}}}),
    ("setup.8-hand", {"players": {"red": {"in-force": ["Duck"]}}}),
    ("setup.9-ap", {"fighters": {"Yuri": {"ap": 999}}}),
]


@pytest.mark.parametrize(("giver", "held"), GIVEN)
def test_what_the_preparation_has_still_to_give_is_not_in_a_position(
    giver: str, held: dict[str, Any]
) -> None:
    checks = Checks(make_library())
    early = [
        step
        for step in MATCH_STEPS
        if "game-position-early" in codes(checked({"step": step, **held}, f"{step}.yaml", checks))
    ]

    assert early == list(PREPARATION_STEPS[: PREPARATION_STEPS.index(giver) + 1])


def test_nobody_has_action_points_before_they_are_given() -> None:
    checks = Checks(make_library())
    file = checked({"step": "setup.8-hand", "fighters": {"Yuri": {"at": [20, 20]}}}, "early.yaml", checks)
    prepared = play_preparation(checks, file, seed=1, chance=True)

    assert prepared is not None
    assert {one.ap for one in prepared.played.match.state.fighters.values() if one.on_field} == {3}


BANDS = {
    "red": ["Yuri", "Vlädd", "Mirka Rag-Doll", "Tick-Tock", "Old Kazimir"],
    "blue": ["Abama Big-Belly", "Ngobo Quick-Arm"],
}
POOLS = {
    "fighters": [*BANDS["red"], *BANDS["blue"]],
    "scenery": ["Old oak", "Young oak", "Garden wall", "Rubble", "Corner house"],
}
OF_PLAYER = {
    "mission": ["Let it burn", "Nothing left standing", "Live to tell"],
    "hand": ["Duck", "Battle cry", "Smoke pots"],
    "played": ["Duck", "Last train"],
    "in-force": ["Last train", "Borrowed luck"],
}


def drawn(draw: random.Random) -> dict[str, Any]:
    """A position of which each part may be there, at any of its limits, under names that mean something."""
    shape = file_shape("game")
    assert isinstance(shape, KeyedMapping)
    position: dict[str, Any] = at_random(shape.keys["position"].shape, draw)
    position["step"] = draw.choice([*PREPARATION_STEPS, *MATCH_STEPS])  # most of them in the preparation
    position.pop("ended", None)
    for key, pool in POOLS.items():
        told = list(position.get(key, {}).values())
        position[key] = dict(zip(draw.sample(pool, len(told)), told, strict=True))
    for side, player in position.get("players", {}).items():
        if "leader" in player:
            player["leader"] = draw.choice(BANDS[side])
        for key in OF_PLAYER.keys() & player.keys():
            pool = OF_PLAYER[key]
            player[key] = draw.choice(pool) if key == "mission" else draw.sample(pool, draw.randint(0, 2))
    return position


def exported(position: dict[str, Any], seed: int, checks: Checks) -> str | None:
    """The game that `setup` writes, or None where it says what speaks against the position."""
    file = checked(position, f"{seed}.yaml", checks)
    prepared = play_preparation(checks, file, seed=seed, chance=True)
    assert (prepared is None) is bool(codes(file))
    return None if prepared is None else game_text(prepared_game(file, prepared, Path()))


def test_setup_refuses_a_position_or_writes_a_game_that_is_valid() -> None:
    """Thousands were drawn by hand."""
    checks, sound = Checks(make_library()), 0
    for seed in range(160):
        position = drawn(random.Random(seed))  # noqa: S311  # no secret
        text = exported(position, seed, checks)
        if text is not None:
            sound += 1
            Path(f"begun-{seed}.yaml").write_text(text, encoding="utf-8")
            begun = checks.check_file(f"begun-{seed}.yaml", kind="game")
            assert codes(begun) == set(), (position, list(begun.diagnostics))

    assert sound > 10


SAMPLES = Path(__file__).parents[2] / "samples"


def test_setup_of_a_sample_writes_a_game_that_is_valid() -> None:
    """Whatever its position has: weather, fire, what lasts, a field that nobody measures."""
    shutil.copytree(SAMPLES, "samples")
    games, checks = sorted(Path("samples/games").glob("*.yaml")), Checks(make_library())
    for game in games:
        file = checks.check_file(str(game), kind="game")
        prepared = play_preparation(checks, file, seed=1, chance=True)
        assert prepared is not None, list(file.diagnostics)
        begun = game.with_name(f"begun-{game.name}")
        begun.write_text(game_text(prepared_game(file, prepared, begun.parent)), encoding="utf-8")
        assert codes(checks.check_file(str(begun), kind="game")) == set(), begun

    assert len(games) > 20


def test_what_setup_writes_has_one_move_a_line_however_long(here: Path) -> None:
    """A way of many corners, a note of many words, dice, and what is expected."""
    way = " via ".join(f"{20 + n / 100}, {20 + n / 100}" for n in range(18))
    moves: list[Any] = [
        "red activates Yuri",
        f"Yuri moves to 20, 20 via {way}",
        {"note": "one word " * 60},
        {"dice": [6] * 60},
        {"expect": {"Yuri": {"at": [20, 20], "ap": 3, "markers": {"burn": 0, "fear": 0, "poison": 0}}}},
    ]
    position = {"step": "activation", "fighters": {"Yuri": {"at": [20, 20]}, "Mirka": {"at": [40, 40]}}}
    game = {**HEAD, "position": position, "moves": moves}
    (here / "long.yaml").write_text(json.dumps(game), encoding="utf-8")
    checks = Checks(make_library(), moves=False)
    prepared = play_preparation(checks, checks.check_file("long.yaml", kind="game"), seed=1, chance=False)
    assert prepared is not None

    lines = game_text(prepared_game(checks.check_file("long.yaml"), prepared, here)).splitlines()

    told = lines[lines.index("moves:") + 1 :]
    assert len(told) == len(moves)
    assert all(line.lstrip().startswith("- ") for line in told)
    (here / "again.yaml").write_text("\n".join(lines), encoding="utf-8")
    again = Checks(make_library()).check_file("again.yaml", kind="game")
    assert again.document is not None
    assert again.document.data["moves"] == moves


def test_what_a_game_names_is_found_from_wherever_it_is_written() -> None:
    game = {**HEAD, "field": {"scenery": ["scenery/ruins.yaml"], "npfs": ["cards/npfs.yaml"]}}
    Path("game.yaml").write_text(json.dumps(game), encoding="utf-8")
    Path("deeper").mkdir()
    file = Checks(make_library()).check_file("game.yaml", kind="game")

    data = relocated_game_data(file, "en", file.folder, Path("deeper").resolve())

    named = [data["red"], *data["field"]["scenery"], *data["field"]["npfs"]]
    assert named == ["../bands/jokers.yaml", "../scenery/ruins.yaml", "../cards/npfs.yaml"]
