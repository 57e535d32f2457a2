"""Short games for tests of scripts: write their files, and run `edencli` on them in this process."""

from collections.abc import Callable
from pathlib import Path

HEAD = """\
kind: game
name: Duel
rulebook: en
red: bands/jokers.yaml
blue: bands/bamaka.yaml
"""
TOUCHING = """\
position:
  step: activation
  fighters: {Yuri: {at: [20, 20]}, Mirka Rag-Doll: {at: [40, 40]}, Ngobo Quick-Arm: {at: [23, 20]}}
"""
DUEL = HEAD + TOUCHING
ATTACK = ("red activates Yuri", "Yuri attacks Ngobo Quick-Arm")
PASSIVE = "Ngobo Quick-Arm stays passive"
STRIKE = "dice: [5, 1, 2, 3,  4]"  # one success, and the torso

Run = Callable[..., tuple[int, str, str]]


def game(*moves: str, name: str = "duel.yaml", head: str = DUEL) -> str:
    """Write a game with these moves into the working directory; return its name."""
    lines = "".join(f"  - {move}\n" for move in moves)
    Path(name).write_text(f"{head}moves:{'' if moves else ' []'}\n{lines}", encoding="utf-8")
    return name


def in_folder(*moves: str, name: str) -> str:
    """Write a game with these moves into the folder `games`."""
    Path("games").mkdir(exist_ok=True)
    return game(*moves, name=f"games/{name}", head=DUEL.replace("bands/", "../bands/"))
