"""The line being read: its words, and where they stand."""

from edencli.notation.slots import TypedLine


def test_commas_colons_and_brackets_part_words() -> None:
    line = TypedLine('dice: [4,5, 1]; "Vlädd"')

    assert line.words == ("dice", "4", "5", "1", ";", "vladd")
    assert line.word_start(2) == 9
    assert line.words_between(4, 6) == "; Vlädd"
