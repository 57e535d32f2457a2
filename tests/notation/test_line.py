"""The line being read: its words, and where they stand."""

from edencli.notation.slots import Typed


def test_commas_colons_and_brackets_part_words() -> None:
    line = Typed('dice: [4,5, 1]; "Vlädd"')

    assert line.words == ("dice", "4", "5", "1", ";", "vladd")
    assert line.start(2) == 9
    assert line.between(4, 6) == "; Vlädd"
