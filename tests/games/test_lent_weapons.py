"""Scripts with weapons that a fighter holds only because of a card: `validate` reads what `play` plays."""

import shutil
from pathlib import Path

import pytest
from in_process import edencli_text
from sessions import SAMPLES

COPIED = "Good as new"
GRANTED = "A sling for the leader"
CARDS = """\
kind: cards
tactics:
  - name: A sling for the leader
    tactical: true
    text: Until the end of the round your leader carries a sling.
    effects:
      - effect: grants
        of: {the: leader}
        equipment: [{name: Throwing knives, shooting: {range: 20, strength: 3}}]
"""
GAME = """\
kind: game
name: Lent
rulebook: en
red: bands/jokers.yaml
blue: bands/matriarchy.yaml
position:
  round: 1
  step: tactical-phase
  first: red
  fighters: {{Yuri: {{at: [20, 24]}}, Vlädd: {{at: [20, 30]}}, Sister Ilona: {{at: [35, 30]}}}}
  players:
    red: {{leader: Vlädd, sp: 9, hand: [{card}]}}
    blue: {{leader: Sister Ilona, sp: 9, hand: []}}
moves:
  - red plays {card}
  - red activates Vlädd
  - Vlädd shoots Sister Ilona with Throwing knives
  - dice: [1, 1, 1, 1, 1, 1, 1]
unfinished: true
"""


def lend(folder: Path, card: str) -> None:
    """Write a game in which Vlädd shoots with a weapon of another, and red holds this card."""
    for part in ("bands", "cards", "scenery"):
        shutil.copytree(SAMPLES / part, folder / part)
    (folder / "cards" / "lent.yaml").write_text(CARDS, encoding="utf-8")
    band = folder / "bands" / "jokers.yaml"
    text = band.read_text(encoding="utf-8").replace("tactics:\n", f"tactics:\n  - {card}\n")
    more = "cards:\n  - ../cards/ferry.yaml\n  - ../cards/lent.yaml\n"
    band.write_text(text.replace("cards:\n", more), encoding="utf-8")
    (folder / "game.yaml").write_text(GAME.format(card=card), encoding="utf-8")


@pytest.mark.parametrize("card", [COPIED, GRANTED])
def test_a_weapon_that_a_card_lends_is_read_as_it_is_played(card: str, tmp_path: Path) -> None:
    lend(tmp_path, card)

    codes = [edencli_text(command, "game.yaml", cwd=tmp_path).returncode for command in ("validate", "play")]

    assert codes == [0, 0]


def test_a_weapon_that_no_card_lends_is_neither_read_nor_played(tmp_path: Path) -> None:
    lend(tmp_path, "The ferryman waits")
    game = tmp_path / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("  - red plays The ferryman waits\n", ""), encoding="utf-8")

    codes = [edencli_text(command, "game.yaml", cwd=tmp_path).returncode for command in ("validate", "play")]

    assert codes == [1, 1]
