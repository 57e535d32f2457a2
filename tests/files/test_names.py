"""Names: when two are the same, what is none, and where a file gives them."""

import json
import unicodedata
from typing import get_args

import pytest
from texts import TEXTS, Pattern, grafted, is_name

from edencli.files import library
from edencli.files.library import check_names
from edencli.files.loader import parse_yaml
from edencli.files.shape_effects import shape_of_part
from edencli.files.shape_game import SHAPE
from edencli.match.pieces import Side
from edencli.model.card_words import WeaponFilter
from edencli.model.effect import TAGS, file_key
from edencli.model.lexicon import NOBODY
from edencli.model.names import RESERVED, fold, name_fault, quote_name, unquote_name
from edencli.model.near_names import NearKind, nearest_name
from edencli.model.vocabulary import RECORD_GROUPS


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Yuri", "YURI"),
        ("Yûri", "yuri"),
        ("Vlädd", unicodedata.normalize("NFD", "Vlädd")),
        ("Straße", "STRASSE"),
        ("Œil", "oeil"),
        ("Søren", "soren"),
        ("Łukasz", "lukasz"),
        ("Dead man’s grin", "dead man's grin"),
    ],
)
def test_names_that_differ_in_case_or_accents_are_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("Yuri", "Yura"), ("Rat 1", "Rat 2"), ("木", "林")])
def test_other_names_are_not(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Yuri", None),
        ("Abama Big-Belly", None),
        ("I.S.C.", None),
        ("Dead man's grin", None),
        ("Red rock", None),
        ("Blue Rikishi", None),
        ("Ёж (старый)", None),
        ("Che\N{COMBINING CIRCUMFLEX ACCENT}ne", "decomposed"),
        ("3 oaks", None),
        ("'Yuri'", None),
        ("“Rusty” Nail", None),
        ("(old) oak", None),
        ("Oak, old", None),
        ("Oak: old", None),
        ("Oak #2", None),
        ('Oak "old"', None),
        ("Oak [old] {dry}; gone & forgotten", None),
        (" Yuri", "letter"),
        ("", "letter"),
        ("#7", "letter"),
        ("7", "letter"),
        ("12, 5", "letter"),
        ("-Yuri", "letter"),
        ("=Yuri", "letter"),
        ("Oak\N{NO-BREAK SPACE}old", "character"),
        ("Oak\nold", "character"),
        ("Oak\N{ZERO WIDTH SPACE}", "character"),
        ("Old  oak", "space"),
        ("Yuri ", "space"),
        ("Red", "reserved"),
        ("nobody", "reserved"),
        ("Dicé", "reserved"),
        ('"Dice"', "reserved"),
        ("Dice:", "reserved"),
    ],
)
def test_what_no_name_may_be(name: str, expected: str | None) -> None:
    assert name_fault(name) == expected


def test_every_word_of_the_moves_is_reserved() -> None:
    whose, lines = "red blue nobody", "note dice expect refuse"
    links = "by and to via at with of the nothing"
    verbs = "moves charges attacks shoots throws blasts dodges responds passes bids activates uses plays"
    verbs += " interrupts declines"
    words = f"{whose} {lines} {links} {verbs}".split()

    assert sorted(words) == sorted(RESERVED)
    assert {name_fault(word) for word in words} == {"reserved"}


def test_what_begins_a_line_of_a_game_or_says_whose_somebody_is_names_nobody() -> None:
    """A fighter called Note could not be told from a note."""
    lines = SHAPE.keys["moves"].shape.item.shapes[1].keys
    words = {key.partition(" ")[0] for key in lines} | {*Side, NOBODY}

    assert words - RESERVED == set()
    assert len(words) == 8


def test_the_nearest_name_is_the_one_that_was_meant() -> None:
    known = ["Yuri", "Vlädd", "Mirka Rag-Doll"]

    assert nearest_name("vlad", known, NearKind.KEY) == "Vlädd"
    assert nearest_name("Mirka Ragdoll", known, NearKind.KEY) == "Mirka Rag-Doll"
    assert nearest_name("Elenia", known, NearKind.KEY) is None


@pytest.mark.parametrize(
    ("wanted", "known", "meant"),
    [
        ("psat", ["stat", "past"], "past"),  # one slip beside two, though as many letters are alike
        ("tpe", ["the", "type"], "type"),  # a slip each: more letters are alike
        ("edned", ["happened", "ended"], "ended"),  # exchanged letters, and few of them in a row
        ("beb", ["bed", "bet"], "bed"),  # no difference: the first
        ("beb", ["bet", "bed"], "bet"),
    ],
)
def test_of_several_near_names_the_one_with_the_fewest_slips_was_meant(
    wanted: str, known: list[str], meant: str
) -> None:
    assert nearest_name(wanted, known, NearKind.KEY) == meant


def codes(text: str, kind: str) -> list[tuple[str, int]]:
    found = check_names(parse_yaml(text.encode(), "f.yaml"), kind)
    return [(one.code, one.place.line) for one in found if one.place]


def test_names_are_checked_wherever_a_file_gives_one() -> None:
    text = """\
kind: cards
fighters:
  - name: -1st
    equipment: [{name: "a\\tb"}, {name: Net}]
    abilities:
      - name: red
npfs: [{name: Rat}]
missions: [{name: "x "}]
tactics: [{name: "#"}]
"""

    assert codes(text, "cards") == [
        ("name-letter", 3),
        ("name-character", 4),
        ("name-reserved", 6),
        ("name-space", 8),
        ("name-letter", 9),
    ]


LOOKED_UP = {("band", "fighters"), ("band", "missions"), ("band", "tactics")}  # names that stand elsewhere
NAMED = [
    (kind, path)
    for kind, found in TEXTS.items()
    for path, shape in found.items()
    if is_name(shape) and (kind, path[0]) not in LOOKED_UP
]


@pytest.mark.parametrize(("kind", "path"), NAMED, ids=lambda one: one if type(one) is str else "/".join(one))
def test_no_name_of_any_kind_holds_what_nobody_sees(kind: str, path: Pattern) -> None:
    for unseen in "\u00ad\u034f\u115f\u200b\u200d\u2060\u2800\u3164\ue000\ufe0f\U000e0041":
        text = json.dumps(grafted({}, path, f"Yuri{unseen}"), ensure_ascii=False)
        found = [
            (one.code, one.values["character"])
            for one in check_names(parse_yaml(text.encode(), "x.yaml"), kind)
        ]

        assert found == [("name-character", f"U+{ord(unseen):04X}")], ascii(unseen)


def test_names_of_one_kind_must_differ_and_npfs_are_fighters() -> None:
    text = """\
kind: cards
fighters:
  - name: Yuri
    equipment: [{name: Net}, {name: Knife}]
  - name: yûri
    equipment: [{name: Net}, {name: nét}]
npfs: [{name: YURI}]
missions: [{name: Yuri}]
"""

    assert codes(text, "cards") == [("name-duplicate", 5), ("name-duplicate", 6), ("name-duplicate", 7)]


@pytest.mark.parametrize("text", ["- a", "elements: {a: 1}", "elements: [1, {name: 5}, {name: }, [x]]", "x"])
def test_a_file_of_another_shape_has_no_names_to_check(text: str) -> None:
    assert codes(text, "scenery") == []


def test_every_key_of_effects_at_which_a_name_stands_is_looked_at() -> None:
    words = [row for family in TAGS for row in family.rows.values()]
    kinds = [*words, *RECORD_GROUPS]
    naming = {
        file_key(part)
        for kind in kinds
        for part, of in kind.part_types.items()
        if WeaponFilter in (of, *get_args(of))  # it may be a name alone
        or (str in (of, *get_args(of)) and is_name(shape_of_part(of, part)))  # type: ignore[arg-type]  # a shape
    }

    assert naming == library._NAMING


@pytest.mark.parametrize("key", sorted(library._NAMING))
def test_a_name_within_an_effect_holds_nothing_that_nobody_sees(key: str) -> None:
    text = f'kind: cards\ntactics: [{{name: A, effects: [{{do: [{{who: {{{key}: "Ta\u00adr"}}}}]}}]}}]\n'

    assert codes(text, "cards") == [("name-character", 2)]


@pytest.mark.parametrize("other", ["Oak, old", "oak: old", '"Oak" old', "Oak old"])
def test_names_that_differ_only_in_what_need_not_be_typed_are_one(other: str) -> None:
    text = json.dumps({"kind": "scenery", "elements": [{"name": "Oak [old]"}, {"name": other}]})

    assert codes(text, "scenery") == [("name-duplicate", 1)]


@pytest.mark.parametrize("name", ["Yuri", 'Yuri "the Bear"', "“Rusty”", "a, b; c", '"', "x"])
def test_a_name_in_quotes_is_read_as_it_was(name: str) -> None:
    assert unquote_name(quote_name(name)) == name
