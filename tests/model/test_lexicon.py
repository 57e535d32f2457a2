"""Who and what is called how: what a calling means, what it could mean, and what was likely meant."""

import pytest

from edencli.match.pieces import Piece, Side
from edencli.model.lexicon import (
    FighterLexicon,
    Lexicon,
    UnresolvedName,
    lexicon_of,
    tokens_of,
    unique_name,
)
from edencli.model.names import fold, name_fault
from edencli.model.near_names import slips_allowed

RED, BLUE = Side
YURI, HIS_TWIN, MIRKA = Piece(RED, "Yuri"), Piece(BLUE, "Yuri"), Piece(RED, "Mirka Rag-Doll")
ILONA, KARL, OTTO = Piece(BLUE, "Sister Ilona"), Piece(RED, "Brother Karl"), Piece(BLUE, "Brother Otto")
VLADD, RAT, RAT_TWO = Piece(RED, "Vlädd"), Piece(None, "Rat"), Piece(None, "Rat 2")
CAST = FighterLexicon([YURI, HIS_TWIN, MIRKA, ILONA, KARL, OTTO, VLADD, RAT, RAT_TWO])


@pytest.mark.parametrize(
    ("calling", "meant"),
    [
        ("Vlädd", VLADD),
        ("VLADD", VLADD),
        ("Vla\N{COMBINING DIAERESIS}dd", VLADD),
        ("RED   vlädd", VLADD),
        ("red Yuri", YURI),
        ("Mirka", MIRKA),
        ("rag-doll", MIRKA),
        ("red mirka", MIRKA),
        ("Ilona", ILONA),
        ("blue Ilona", ILONA),
        ("Rat", RAT),
        ("rat 2", RAT_TWO),
        ("nobody rat", RAT),
    ],
)
def test_what_means_one_fighter_is_understood(calling: str, meant: Piece) -> None:
    assert CAST.find(calling) == meant


def test_a_word_of_a_name_calls_somebody_from_two_letters_on() -> None:
    bo, mira = Piece(RED, "Bo Dak"), Piece(RED, "O Mira")
    cast = FighterLexicon([bo, mira])

    assert (cast.find("Bo"), cast.find("Mira")) == (bo, mira)
    with pytest.raises(UnresolvedName):
        cast.find("O")


@pytest.mark.parametrize(
    ("calling", "names"),
    [("yuri", ("red Yuri", "blue Yuri")), ("Brother", ("Brother Karl", "Brother Otto"))],
)
def test_what_could_mean_several_is_not_guessed(calling: str, names: tuple[str, ...]) -> None:
    with pytest.raises(UnresolvedName) as fault:
        CAST.find(calling)

    assert fault.value.names == names


@pytest.mark.parametrize(
    ("calling", "near"),
    [
        ("Vlad", "Vlädd"),
        ("Mrika", "Mirka Rag-Doll"),
        ("Illona", "Sister Ilona"),
        ("Yurri", "Yuri"),
        ("rde Yuri", "red Yuri"),
        ("blue Mirka", "Mirka Rag-Doll"),
        ("2", None),
        ("Zzz", None),
    ],
)
def test_what_means_nobody_is_told_with_who_was_likely_meant(calling: str, near: str | None) -> None:
    with pytest.raises(UnresolvedName) as fault:
        CAST.find(calling)

    assert (fault.value.names, fault.value.near) == ((), near)


def test_a_whole_name_is_no_part_of_another() -> None:
    cast = FighterLexicon([Piece(RED, "Karl"), KARL])

    assert cast.find("karl") == Piece(RED, "Karl")


def test_no_word_of_the_moves_stands_for_a_name() -> None:
    """Neither the words that moves are made of, nor a link at either end, nor a single letter."""
    names = lexicon_of(["Red Dice", "Old Man of the Moves", "A Knife"])

    assert [names.meanings(text) for text in ("dice", "the moves", "Old Man of the", "a", "of")] == [()] * 5
    assert names.meanings("old man") == ("Old Man of the Moves",)


def test_fighters_are_written_by_name_alone_where_that_is_enough() -> None:
    assert list(CAST.labels.values()) == [
        "red Yuri",
        "blue Yuri",
        "Mirka Rag-Doll",
        "Sister Ilona",
        "Brother Karl",
        "Brother Otto",
        "Vlädd",
        "Rat",
        "Rat 2",
    ]


def test_a_name_that_is_anothers_with_his_side_needs_its_own() -> None:
    sonja, red_sonja = Piece(RED, "Sonja"), Piece(BLUE, "Red Sonja")
    cast = FighterLexicon([sonja, red_sonja])

    assert cast.labels == {sonja: "Sonja", red_sonja: "blue Red Sonja"}
    assert cast.find("red sonja") == sonja
    assert cast.find("blue Red Sonja") == red_sonja


def test_everybody_is_found_by_the_way_he_is_written() -> None:
    assert [CAST.find(label) for label in CAST.labels.values()] == list(CAST.labels)


def test_names_are_read_by_longest_match_and_shorter_ones_after() -> None:
    names = Lexicon([("Rat", 1), ("Rat 2", 2), ("Rat 2 of the Well", 3)])

    assert list(names.matches_at(tokens_of("rat 2 of the well"), 0)) == [((3,), 5), ((2,), 2), ((1,), 1)]
    assert list(names.matches_at(tokens_of("rat 3"), 0)) == [((1,), 1)]
    assert list(names.matches_at(tokens_of("ratte"), 0)) == []


def test_one_name_for_two_things_could_mean_either() -> None:
    names = Lexicon([("Net", 1), ("nét", 2), ("Net", 1)])

    assert names.meanings("NET") == (1, 2)
    assert names.names == ("Net", "nét")


def test_repeated_names_are_numbered() -> None:
    assert unique_name("Rat", []) == "Rat"
    assert unique_name("Rat", ["rat"]) == "Rat 2"
    assert unique_name("Rat", ["Rat", "Rat 2"]) == "Rat 3"


def test_searching_for_near_names_has_an_end() -> None:
    """Of ten thousand names only so many are compared, however many unknown ones are asked for."""
    many = lexicon_of(f"Fighter {n:05}" for n in range(10_000))

    found = [many.nearest_name(f"Fihgter {n:05}") for n in range(101)]

    assert found[0] == "Fighter 00000"
    assert found[-1] is None


def test_what_two_have_alike_is_one_thing_by_any_of_its_words() -> None:
    """Two who may be meant carry the same bow."""
    carried = Lexicon([("Long Bow", 7), ("Long Bow", 7)])

    assert (carried.find("long bow"), carried.find("bow")) == (7, 7)


@pytest.mark.parametrize(("letters", "slips"), [(1, 1), (3, 1), (5, 1), (6, 2), (11, 3), (12, 4)])
def test_a_longer_name_may_hold_more_slips(letters: int, slips: int) -> None:
    assert slips_allowed("x" * letters) == slips


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("Łukasz", "lukasz"),
        ("Søren", "soren"),
        ("Đorđe", "dorde"),
        ("Ragnarðr", "ragnardr"),
        ("Ħal", "hal"),
        ("Işık", "isik"),
        ("Ægir", "aegir"),
        ("Cœur", "coeur"),
        ("Vlädd", "vladd"),
        ("Strauß", "strauss"),
        ("d’Élan", "d'elan"),
    ],
)
def test_a_letter_that_a_keyboard_lacks_may_be_typed_plainly(written: str, typed: str) -> None:
    assert fold(written) == fold(typed) == typed


KEPT = """
red blue nobody note dice expect refuse by and to via at with of the moves charges attacks shoots throws
blasts dodges responds passes bids activates interrupts declines uses plays nothing
"""


@pytest.mark.parametrize("word", KEPT.split())
def test_a_word_of_the_moves_is_no_name(word: str) -> None:
    assert name_fault(word) == name_fault(word.upper()) == "reserved"


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("  Old\tKAZIMIR ", "old kazimir"),
        ("Vl\u00e4dd", "vladd"),
        ("Stra\u00dfe", "strasse"),
        ("\u0152uvre", "oeuvre"),
    ],
)
def test_case_accents_and_blanks_make_no_difference(written: str, folded: str) -> None:
    assert fold(written) == folded


PRINTED = lexicon_of(['Yuri "the Bear", No. #7', "Oak: old", "Foo; Bar", "Red Sonja", "3rd Hound"])


@pytest.mark.parametrize(
    ("calling", "meant"),
    [
        ('Yuri "the Bear", No. #7', 'Yuri "the Bear", No. #7'),
        ("yuri “the bear” no. #7", 'Yuri "the Bear", No. #7'),
        ("yuri the bear no. #7", 'Yuri "the Bear", No. #7'),
        ('"Yuri ""the Bear"", No. #7"', 'Yuri "the Bear", No. #7'),
        ("bear", 'Yuri "the Bear", No. #7'),
        ("oak old", "Oak: old"),
        ('"oak: OLD"', "Oak: old"),
        ("foo ; bar", "Foo; Bar"),
        ('"Red Sonja"', "Red Sonja"),
        ("3rd hound", "3rd Hound"),
    ],
)
def test_a_name_with_marks_may_be_typed_with_them_without_them_and_in_quotes(
    calling: str, meant: str
) -> None:
    assert PRINTED.find(calling) == meant


@pytest.mark.parametrize("calling", ['"Bear"', '"Oak', '"Foo"; "Bar"', '""', '"'])
def test_quotes_hold_a_whole_name(calling: str) -> None:
    with pytest.raises(UnresolvedName) as fault:
        lexicon_of(['Yuri "the Bear"', "Foo; Bar", "Oak: old", "Oak: young"]).find(calling)

    assert fault.value.names == (("Oak: old", "Oak: young") if calling == '"Oak' else ())


def test_a_side_stands_before_the_quotes() -> None:
    red, blue, other = Piece(RED, "Oak: old"), Piece(BLUE, "Oak old"), Piece(BLUE, 'Red "Oak" old')
    cast = FighterLexicon([red, blue, other])

    assert [cast.label_in_moves(one) for one in (red, blue, other)] == [
        'red "Oak: old"',
        "blue Oak old",
        'blue "Red ""Oak"" old"',
    ]
    assert [cast.find(cast.label_in_moves(one)) for one in (red, blue, other)] == [red, blue, other]
    assert cast.find('"Red ""Oak"" old"') == other


def test_names_that_are_typed_alike_are_numbered_as_one() -> None:
    assert unique_name("Rat, old", ["Rat old"]) == "Rat, old 2"
