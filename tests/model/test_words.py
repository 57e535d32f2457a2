"""The words of the vocabulary: each is told wherever one of its kind is told."""

import re

from generated import VALUES, with_names

from edencli.lang import Words
from edencli.model.scenery import ElementName, Keyword, Size
from edencli.model.terms import CHARACTERISTIC_OF, Category, Characteristic, LimbName, Marker, WeaponEffect
from edencli.rulebooks.raw_books import BOOKS, LENDING_BOOKS, raw_book

WORDS = Words()


def test_each_limb_carries_a_characteristic_of_its_own() -> None:
    assert list(CHARACTERISTIC_OF.values()) == list(Characteristic)


def test_an_effect_stands_on_weapons_and_must_stand_only_where_it_may() -> None:
    assert [one for one in WeaponEffect if not set(one.needed) <= set(one.weapons)] == []
    assert [
        one for one in WeaponEffect if not one.weapons or {Category.PR, Category.TECH} & set(one.weapons)
    ] == []
    assert [one for one in WeaponEffect if one.most < 1] == []


def test_an_effect_that_some_book_lacks_has_its_warning() -> None:
    lacking = {
        one for one in WeaponEffect for book in BOOKS if one not in raw_book(book)["equipment"]["effects"]
    }

    assert {f"gear.{one}" for one in lacking} <= set(WORDS.area("diagnostics"))


def test_a_keyword_that_some_book_lacks_has_its_warning() -> None:
    lacking = {
        f"territory.{keyword.removeprefix('mephitic-')}"
        for keyword in Keyword
        for book in LENDING_BOOKS
        if keyword not in raw_book(book)["territory"]["keywords"]
    }

    assert lacking
    assert lacking <= set(WORDS.area("diagnostics"))


def test_every_word_has_a_name_in_words() -> None:
    named = WORDS.area("values")["words"]

    assert {*WeaponEffect, *Category, *Keyword, *ElementName, *Size} <= set(named)
    assert {f"term.{word}" for word in (*Marker, *Characteristic, *LimbName)} <= set(WORDS.area("events"))


def test_a_keyword_and_an_effect_without_a_name_are_called_by_their_keys() -> None:
    named = VALUES.read_text(encoding="utf-8")
    nameless = re.sub(r'\n    "(hostile-presence|slowdown)": .*', "", named)

    assert with_names(nameless) == named != nameless
    assert with_names(named) == named
