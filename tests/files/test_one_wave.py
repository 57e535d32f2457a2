"""All faults of a file are told at once: what is wrong in one card hides nothing in another."""

from pathlib import Path

from edencli.games.checks import Checks, make_library

LIMBS = """
      head: {faces: [1], cp: {white: 2}, psi: {white: 1}}
      arms: {faces: [2, 3], cp: {white: 2}, cbt: {white: 3}}
      torso: {faces: [4, 5], cp: {white: 2}, vig: {white: 2}}
      legs: {faces: [6], cp: {white: 2}, spd: {white: 6}}
"""
TWO_TACTICS = """\
kind: cards
tactics:
  - {name: One, tactical: true, text: Words., effects: [{effect: now, do: [{op: give-spp}]}]}
  - {name: Two, tactical: true, text: Words., effects: [{effect: now, do: [{op: give-ap}]}]}
"""
TWO_ABILITIES = f"""\
kind: cards
npfs:
  - name: Rat
    types: [beast]
    level: 1
    base: 30
    limbs: {LIMBS}
    abilities:
      - {{name: One, kind: permanent, text: Words., effects: [{{effect: adds, to: cbd, by: 1}}]}}
      - {{name: Two, kind: permanent, text: Words., effects: [{{effect: now, do: [{{op: give-sp}}]}}]}}
"""


def faults(text: str, folder: Path) -> list[tuple[str, str]]:
    """The codes that a file of cards gets, each with the path of the fault."""
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    file = Checks(make_library()).check_file(str(folder / "cards.yaml"))
    return [(one.code, "/".join(map(str, one.path or ()))) for one in file.diagnostics]


def test_a_misspelt_word_of_one_card_hides_no_effect_of_another(tmp_path: Path) -> None:
    assert faults(TWO_TACTICS, tmp_path) == [
        ("schema-enum", "tactics/0/effects/0/do/0/op"),
        ("effect-role", "tactics/1/effects/0/do/0/who/the"),
    ]


def test_a_fault_of_one_ability_hides_no_effect_of_another_of_that_fighter(tmp_path: Path) -> None:
    assert faults(TWO_ABILITIES, tmp_path) == [
        ("schema-enum", "npfs/0/abilities/0/effects/0/to"),
        ("effect-never", "npfs/0/abilities/1/effects/0/effect"),
    ]


def test_what_is_wrong_with_the_fighter_itself_leaves_its_abilities_alone(tmp_path: Path) -> None:
    broken = TWO_ABILITIES.replace("to: cbd", "to: cbt").replace("base: 30", "base: 35")

    assert [code for code, _ in faults(broken, tmp_path)] == ["schema-enum"]
