"""The line being read: its words, and where they stand."""

from edencli.notation.slots import TypedLine


def test_commas_colons_and_brackets_part_words() -> None:
    line = TypedLine("dice: [4,5, 1]; Vlädd")

    assert line.words == ("dice", "4", "5", "1", ";", "vladd")
    assert line.word_start(2) == 9
    assert line.words_between(4, 6) == "; Vlädd"


def test_what_stands_in_quotes_is_one_word() -> None:
    line = TypedLine('“Oak, old” via "Vlädd ""the Bear"" #7", 5" nails')

    assert line.words == ('"oak\nold', "via", '"vladd\nthe\nbear\n#7', "5", "nails")
    assert line.words_between(2, 3) == '"Vlädd ""the Bear"" #7"'
