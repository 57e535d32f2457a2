"""`resolve-attack --game`: the attack of two fighters of one match, as they stand there."""

import json
from pathlib import Path
from typing import Any

import pytest
from in_process import edencli

CROWD = {"effect": "adds", "to": "cbt", "by": {"count": {"side": "enemies", "touching": "user"}}}
PUT = {"op": "put", "who": {"the": "doer"}, "where": {"within": 5, "of": "user", "free": True}}
TRIP = {"effect": "when", "event": "attack-begun", "sufferer": {"the": "user"}, "do": [PUT]}
PLACES = {"Nell": [30, 30], "Bram": [5, 5], "Cole": [33, 30], "Dirk": [27, 30]}


def fighter(name: str, *effects: dict[str, Any]) -> dict[str, Any]:
    """An invented fighter, whose one ability does this."""
    stats = (("head", [1], "psi"), ("arms", [2, 3], "cbt"), ("torso", [4, 5], "vig"), ("legs", [6], "spd"))
    limbs = {
        limb: {"faces": faces, "cp": {"white": 2, "red": 2}, stat: {"white": 4, "red": 3}}
        for limb, faces, stat in stats
    }
    own = [{"name": "Trick", "kind": "permanent", "text": "...", "effects": list(effects)}] if effects else []
    return {
        "name": name, "factions": ["Trial"], "stigma": "order", "types": ["human"], "value": 10, "base": 30,
        "limbs": limbs, "abilities": own,
    }  # fmt: skip


def game(folder: Path, *effects: dict[str, Any]) -> str:
    """A game in which Nell stands between two enemies; her ability does this."""
    cards = {
        "kind": "cards",
        "fighters": [fighter("Nell", *effects), *map(fighter, ("Bram", "Cole", "Dirk"))],
    }
    cards["missions"] = [
        {"name": "Wait", "kind": "secret", "deployment": "ambush", "objectives": [{"text": "x", "vp": 1}]}
    ]
    bands = {
        side: {
            "kind": "band", "name": f"{side} people", "cards": ["cards.yaml"], "faction": "Trial",
            "fighters": names, "missions": ["Wait"],
        }
        for side, names in (("red", ["Nell", "Bram"]), ("blue", ["Cole", "Dirk"]))
    }  # fmt: skip
    leaders = {"red": {"leader": "red Nell"}, "blue": {"leader": "blue Dirk"}}
    position = {
        "step": "activation",
        "players": leaders,
        "fighters": {name: {"at": at} for name, at in PLACES.items()},
    }
    match = {
        "kind": "game",
        "name": "Trial",
        "red": "red.yaml",
        "blue": "blue.yaml",
        "unfinished": True,
        "position": position,
    }
    for name, data in {"cards": cards, **bands, "game": match}.items():
        (folder / f"{name}.yaml").write_text(json.dumps(data), encoding="utf-8")
    return str(folder / "game.yaml")


def attack(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """Run the command: its exit code, what it tells, and what it says of the run."""
    ended = edencli("resolve-attack", *arguments, stdin=stdin.encode())
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


def test_odds_and_dice_count_whom_the_field_shows(tmp_path: Path) -> None:
    file = game(tmp_path, CROWD)

    code, odds, _ = attack("Nell", "Cole", "--game", file, "--odds", "--format", "json")
    _, told, _ = attack("Nell", "Cole", "--game", file, "--dice", "1,1,1,1,1,1", "--reaction", "passive")

    found = json.loads(odds)
    assert (code, found["rolled"]["dice"], found["unforeseen"], found["apart"]) == (0, 6, [], None)
    assert "CBT 4, +2 “Trick” = 6 dice" in told
    assert "Bram" not in told


def test_an_attack_that_cannot_be_made_there_says_why_and_what_is_not_counted(tmp_path: Path) -> None:
    file = game(tmp_path, {**CROWD, "of": {"side": "own"}})

    _, odds, _ = attack("Bram", "Dirk", "--game", file, "--odds")
    _, told, _ = attack("Bram", "Dirk", "--game", file, "--dice", "1,1,1,1", "--reaction", "passive")

    assert "this attack cannot be made: Bram is not in contact with Dirk" in " ".join(odds.split())
    assert "Not exact: Trick (Nell) may change the odds" in " ".join(odds.split())
    assert "this attack cannot be made: Bram is not in contact with Dirk" in " ".join(told.split())
    assert "Cards not taken into account: Trick (Nell)." in told


@pytest.mark.parametrize(
    ("options", "stdin"),
    [
        (("--dice", "4,4,4,4,1", "--reaction", "passive"), ""),
        (("--advise", "--dice", "4,4,4,4,1"), ""),
        (("--by-hand",), "p\n4 4 4 4\n1\n"),
    ],
)
def test_an_attack_in_which_a_card_puts_somebody_is_for_the_match(
    options: tuple[str, ...], stdin: str, tmp_path: Path
) -> None:
    file = game(tmp_path, TRIP)

    code, out, err = attack("Cole", "Nell", "--game", file, *options, stdin=stdin)

    assert (code, out) == (1, "")
    assert "only a match can answer [card-over-rule]. Play it there: edencli play" in err


def test_such_an_attack_is_refused_where_attacks_are_typed(tmp_path: Path) -> None:
    code, _, err = attack("--game", game(tmp_path, TRIP), "--by-hand", stdin="cole nell\nquit\n")

    assert code == 0
    assert "only a match can answer" in err
    assert "fault in edencli" not in err
