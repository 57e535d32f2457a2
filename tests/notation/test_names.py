"""How fighters are called: by name where that is enough, read whatever the case, the longest name first."""

from duels import fighter

from edencli.match.pieces import Piece, Side
from edencli.model.cast import Lexicon, tokens_of
from edencli.notation.names import Names
from edencli.notation.slots import Line

RED, BLUE = Side.RED, Side.BLUE
CARD = fighter()


def _names(*pieces: Piece) -> Names:
    return Names(dict.fromkeys(pieces, CARD))


def _called(names: Names, text: str) -> list[tuple[Piece, ...]]:
    return [called for called, _ in names.cast.at(tokens_of(text), 0)]


def test_a_fighter_is_written_by_his_name_alone() -> None:
    names = _names(Piece(RED, "Vlädd"), Piece(BLUE, "Elenia"))

    assert names.cast.labels == {Piece(RED, "Vlädd"): "Vlädd", Piece(BLUE, "Elenia"): "Elenia"}


def test_who_shares_a_name_is_written_with_his_side() -> None:
    red, blue, none = Piece(RED, "Yuri"), Piece(BLUE, "Yûri"), Piece(None, "YURI")

    names = _names(red, blue, none)

    assert names.cast.labels == {red: "red Yuri", blue: "blue Yûri", none: "nobody YURI"}
    assert _called(names, "yuri") == [(red, blue, none)]


def test_a_name_that_begins_with_a_side_is_nobody_elses() -> None:
    sonja, her_twin, red_sonja = Piece(RED, "Sonja"), Piece(BLUE, "Sonja"), Piece(BLUE, "Red Sonja")

    names = _names(sonja, her_twin, red_sonja)

    assert names.cast.labels[red_sonja] == "blue Red Sonja"
    assert _called(names, "red sonja")[0] == (sonja,)
    assert _called(names, "blue Red Sonja")[0] == (red_sonja,)


def test_every_way_to_call_a_fighter_is_read() -> None:
    vladd = Piece(RED, "Vlädd")

    names = _names(vladd, Piece(BLUE, "Elenia"))

    for text in ("Vlädd", "vladd", "VLÄDD", "red Vladd", "RED   vlädd", "Vla\N{COMBINING DIAERESIS}dd"):
        assert _called(names, text)[0] == (vladd,)


def test_names_are_read_by_longest_match_and_shorter_ones_after() -> None:
    lexicon = Lexicon([("Rat", 1), ("Rat 2", 2), ("Rat 2 of the Well", 3)])

    assert list(lexicon.at(tokens_of("rat 2 of the well"), 0)) == [((3,), 5), ((2,), 2), ((1,), 1)]
    assert list(lexicon.at(tokens_of("rat 3"), 0)) == [((1,), 1)]
    assert list(lexicon.at(tokens_of("ratte"), 0)) == []


def test_commas_colons_and_brackets_part_words() -> None:
    line = Line('dice: [4,5, 1]; "Vlädd"')

    assert line.words == ("dice", "4", "5", "1", ";", "vladd")
    assert line.start(2) == 9
    assert line.between(4, 6) == "; Vlädd"


def test_the_first_tokens_of_a_name_call_a_fighter_unless_they_are_a_name() -> None:
    abama, rat, rat_two = Piece(RED, "Abama Big-Belly"), Piece(None, "Rat"), Piece(None, "Rat 2")

    names = _names(abama, rat, rat_two)

    assert _called(names, "abama") == [(abama,)]
    assert _called(names, "rat") == [(rat,)]
