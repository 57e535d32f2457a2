"""Small games with cards written in the test, played by the command as an author plays them."""

import json
from pathlib import Path
from typing import Any

from in_process import edencli

USER = {"the": "user"}
FAR = [57, 57]


def fighter(name: str, *abilities: dict[str, Any]) -> dict[str, Any]:
    limbs = {
        "head": {"faces": [1], "cp": {"white": 2, "red": 2}, "psi": {"white": 4, "red": 3}},
        "arms": {"faces": [2, 3], "cp": {"white": 2, "red": 2}, "cbt": {"white": 4, "red": 3}},
        "torso": {"faces": [4, 5], "cp": {"white": 2, "red": 2}, "vig": {"white": 4, "red": 3}},
        "legs": {"faces": [6], "cp": {"white": 2, "red": 2}, "spd": {"white": 4, "red": 3}},
    }
    card = {"name": name, "factions": ["Test"], "stigma": "order", "types": ["human"], "value": 10}
    more = {"abilities": list(abilities)} if abilities else {}
    return {**card, "base": 30, "limbs": limbs, **more}


def ability(name: str, *effects: dict[str, Any], kind: str = "permanent") -> dict[str, Any]:
    return {"name": name, "kind": kind, "text": "See the effects.", "effects": list(effects)}


def play(  # noqa: PLR0913  # a game has many parts, and a test names a few
    folder: Path,
    *moves: Any,
    nell: tuple[dict[str, Any], ...] = (),
    tactics: tuple[dict[str, Any], ...] = (),
    mission: dict[str, Any] | None = None,
    position: dict[str, Any] | None = None,
    cole: dict[str, Any] | None = None,
    rulebook: str = "en",
    options: tuple[str, ...] = (),
) -> str:
    """The transcript of a game of Nell and Bram against Cole and Dirk, which must go as its lines say."""
    wait = {
        "name": "Wait",
        "kind": "secret",
        "deployment": "ambush",
        "objectives": [{"text": "x", "vp": 1, "only-if": [{"test": "round", "least": 9}]}],
    }
    missions = [mission, wait] if mission else [wait]
    fighters = [fighter("Nell", *nell), fighter("Bram"), fighter("Cole") | (cole or {}), fighter("Dirk")]
    cards: dict[str, Any] = {"kind": "cards", "fighters": fighters, "missions": missions}
    write(folder / "cards.yaml", {**cards, **({"tactics": list(tactics)} if tactics else {})})
    for side, names in (("red", ["Nell", "Bram"]), ("blue", ["Cole", "Dirk"])):
        band = {"kind": "band", "name": f"{side} people".title(), "cards": ["cards.yaml"], "faction": "Test"}
        decks = {"missions": [one["name"] for one in missions if side == "red" or one is wait]}
        if tactics and side == "red":
            decks["tactics"] = [one["name"] for one in tactics]
        write(folder / f"{side}.yaml", {**band, "fighters": names, **decks})
    game: dict[str, Any] = {"kind": "game", "name": "Hole", "red": "red.yaml", "blue": "blue.yaml"}
    game |= {"moves": list(moves), "unfinished": True}
    if position is not None:
        players = {"red": {"sp": 10, "leader": "red Bram"}, "blue": {"sp": 10, "leader": "blue Dirk"}}
        if tactics:
            players["red"] |= {"hand": [one["name"] for one in tactics]}
        game["position"] = {"step": "activation", "round": 2, "first": "red", "players": players, **position}
    write(folder / "game.yaml", game)

    ended = edencli("play", "game.yaml", "--rulebook", rulebook, *options, cwd=folder)

    assert ended.returncode == 0, ended.stderr.decode()
    return ended.stdout.decode()


def write(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data), encoding="utf-8")
