"""The loader: plain data, the place of every key and value, several faults in one pass."""

import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from edencli.files.diagnostic import Document, KeyPath, Span
from edencli.files.loader import parse_yaml
from edencli.files.source import first_unfit_character, read_beginning


def read(text: str) -> Document:
    return parse_yaml(text.encode(), "f.yaml")


def messages(text: str) -> list[str]:
    return [one.message_id for one in read(text).faults]


def places(text: str) -> list[tuple[str, str]]:
    return [(one.message_id, shown(one.place)) for one in read(text).faults]


def shown(place: Span | None) -> str:
    return "" if place is None else f"{place.line}:{place.column}-{place.end_line}:{place.end_column}"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-3", -3),
        ("+5", 5),
        ("0", 0),
        ("2.50", 2.5),
        ("1e2", 100.0),
        ("3.0", 3.0),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("yes", "yes"),
        ("off", "off"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("2024-02-30", "2024-02-30"),
        ("=", "="),
        ("'12'", "12"),
        ('"true"', "true"),
        ("Vlädd", "Vlädd"),
        ("999999999999999999", 999_999_999_999_999_999),
    ],
)
def test_an_unquoted_word_is_what_yaml_1_2_says_and_dates_are_text(text: str, value: object) -> None:
    read_value = read(f"a: {text}").data["a"]

    assert (value, type(value)) == (read_value, type(read_value))


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("1234567890123456789", "long"),
        ("-1234567890123456789", "long"),
        (".inf", "not-finite"),
        (".nan", "not-finite"),
        ("-.INF", "not-finite"),
        ("1e400", "not-finite"),
        ("010", "leading-zero"),
        ("-007", "leading-zero"),
        ("0x1F", "base"),
        ("0o17", "base"),
    ],
)
def test_a_number_that_readers_could_take_for_two_is_refused(text: str, form: str) -> None:
    assert messages(f"a: {text}") == [f"yaml-number/{form}"]


TEXT = """\
# a comment
name: The Rust Gang
fighters:
  - Yuri
  - name: "Vlädd"
    limbs: {head: [1, 2]}
text: |
  two
  lines
empty:
"""


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("name",), "2:1-2:5", "2:7-2:20"),
        (("fighters",), "3:1-3:9", "4:3-7:1"),
        (("fighters", 0), "4:5-4:9", "4:5-4:9"),
        (("fighters", 1), "5:5-7:1", "5:5-7:1"),
        (("fighters", 1, "name"), "5:5-5:9", "5:11-5:18"),
        (("fighters", 1, "limbs"), "6:5-6:10", "6:12-6:26"),
        (("fighters", 1, "limbs", "head", 1), "6:23-6:24", "6:23-6:24"),
        (("text",), "7:1-7:5", "7:7-10:1"),
        (("empty",), "10:1-10:6", "10:7-10:7"),
    ],
)
def test_every_key_and_value_has_its_place(path: KeyPath, key: str, value: str) -> None:
    document = read(TEXT)

    assert (key, value) == (shown(document.key_place(path)), shown(document.value_place(path)))


def test_a_missing_key_is_shown_at_the_key_of_its_mapping_or_at_its_first_character() -> None:
    document = read(TEXT)

    assert shown(document.missing_place(("fighters", 1, "limbs"))) == "6:5-6:10"
    assert shown(document.missing_place(("fighters", 1))) == "5:5-5:6"
    assert shown(document.missing_place(())) == "2:1-2:2"


def test_what_is_not_there_is_shown_at_what_is_around_it() -> None:
    assert shown(read(TEXT).value_place(("fighters", 0, "name", "x"))) == "4:5-4:9"


def test_columns_count_characters_whatever_their_width() -> None:
    document = read("Chêne 木: {a: 1}")

    assert shown(document.value_place(("Chêne 木",))) == "1:10-1:16"


def test_several_faults_are_found_in_one_pass_and_reading_goes_on() -> None:
    text = "a: 1\na: 2\nb: !x y\n4: e\nf: .nan\ng: good\n"

    assert places(text) == [
        ("yaml-duplicate-key", "2:1-2:2"),
        ("yaml-tag", "3:4-3:8"),
        ("yaml-key", "4:1-4:2"),
        ("yaml-number/not-finite", "5:4-5:8"),
    ]
    assert read(text).data["g"] == "good"
    assert read(text).is_complete


def test_an_alias_is_said_once_and_the_data_is_no_basis_for_more() -> None:
    document = read("a: &x 1\nb: [*x, *x, *y]\nc: {<<: *x}\n")

    assert [(one.message_id, one.values.get("name")) for one in document.faults] == [
        ("yaml-alias", "x"),
        ("yaml-alias", "y"),
        ("yaml-alias/merge", None),
    ]
    assert not document.is_complete


def test_the_first_of_two_values_is_kept() -> None:
    assert read("a: 1\na: {b: 2}\nc: 3").data == {"a": 1, "c": 3}


@pytest.mark.parametrize("text", ["a: !x 1", "a: *b", "a: .inf", 'a: "\\u0007"', "1: b", "a: {<<: {b: 1}}"])
def test_what_could_not_be_taken_is_a_hole_in_the_data(text: str) -> None:
    document = read(text)
    path: Any = ("1",) if text.startswith("1") else ("a", "<<", "b") if "<<" in text else ("a",)

    assert document.has_hole(path)
    assert not document.has_hole(("elsewhere",))


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("a: 'x\nb: 1\n", "unclosed-quote", "1:4-1:5"),
        ("a: [1, 2\nb: 3\n", "unclosed-list", "1:4-1:5"),
        ("a: {b: 1\nc: 2\n", "unclosed-mapping", "1:4-1:5"),
        ("a: 'The side's own'\n", "single-quote", "1:14-1:15"),
        ("a: {b: 'It's'}\n", "single-quote", "1:12-1:13"),
        ('a: ["The "own" side"]\n', "double-quote", "1:11-1:12"),
        ("a: {b: The side: own}\n", "colon", "1:16-1:17"),
        ("a: 1\nname:The\nb: 2\n", "no-blank", "2:1-2:6"),
        ("a:\n  - name:The\n    b: 2\n", "no-blank", "2:5-2:10"),
        ("a:\n  -name: The\n    b: 2\n", "no-blank-dash", "2:3-2:4"),
        ("a: 1\nhttp://x\nb: 2\n", "no-colon", "2:1-2:2"),
        ("a: b: c\n", "colon", "1:5-1:6"),
        ("a: 1\n b: 2\n", "colon", "2:3-2:4"),
        ("a: 1\nb\nc: 2\n", "no-colon", "2:1-2:2"),
        ("a:\n\t- b\n", "tab", "2:1-2:2"),
        ("a: @b\n", "character", "1:4-1:5"),
        ('a: "\\q"\n', "escape", "1:6-1:7"),
        ("a: }\n", "stray", "1:4-1:5"),
        ("a: [b]]\n", "stray", "1:7-1:8"),
        ("- a\nb: 1\n", "indent", "2:1-2:2"),
        ("a:\n  - b: c\n  -red moves\n  - d\n", "no-blank-dash", "3:3-3:4"),
        ("a:\n  - b\n  red moves\n  - c\n", "no-dash", "3:3-3:4"),
        ("a:\n  - b: {c: [\n\n  - d\n", "unclosed-list", "2:12-2:13"),
        ("a:\n  - b: {c: {\n  - d\n", "unclosed-mapping", "2:12-2:13"),
        ("a: {b {c: 1}}\n", "no-colon-bracket", "1:7-1:8"),
        ("a:\n  Big Belly {at: [1, 2]}\n", "no-colon-bracket", "2:13-2:14"),
        ("a:\n  b:{at: [1, 2]}\n", "no-blank", "2:3-2:5"),
    ],
)
def test_a_syntax_fault_is_told_apart_and_shown_where_it_began(text: str, message: str, place: str) -> None:
    assert places(text) == [(f"yaml-syntax/{message}", place)]
    assert not read(text).is_complete


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("a: { ?name: x }\n", "question", "1:6-1:11"),
        ("a: [?Yuri]\n", "question", "1:5-1:10"),
        ("a: [x,\n  ?'y z', b]\n", "question", "2:3-2:9"),
        ("a: [{?b: c}]\n", "question", "1:6-1:8"),
        ("a: {name:, b: 1}\n", "colon-word", "1:9-1:10"),
        ("a: {name:}\n", "colon-word", "1:9-1:10"),
        ("a: [b, name:]\n", "colon-word", "1:12-1:13"),
        ("a: {b: name:, c: 1}\n", "colon-word", "1:12-1:13"),
        ("a: |\n  x\n   ", "line-end", "3:1-3:4"),
        ("a: |+\n  x\n  ", "line-end", "3:1-3:3"),
        ("a: |+\n  ", "line-end", "2:1-2:3"),
        ("a: >\n  x\n\n   ", "line-end", "4:1-4:4"),
    ],
)
def test_what_readers_of_yaml_take_for_two_things_is_refused_at_its_place(
    text: str, message: str, place: str
) -> None:
    """The library reads ?name as name, name: as a word, and loses the end of a last line, as 1.2 does not."""
    assert places(text) == [(f"yaml-syntax/{message}", place)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: ?b\n", "?b"),
        ("a: [b?, c?d]\n", ["b?", "c?d"]),
        ("a: {? b: 1}\n", {"b": 1}),
        ("a: ['?b', \"c:\"]\n", ["?b", "c:"]),
        ("a: {'b':, c: 1}\n", {"b": None, "c": 1}),
        ("a: [http://x, 12:30, b:c]\n", ["http://x", "12:30", "b:c"]),
        ("a: |\n  x", "x"),
        ("a: |\n  x\n   \n", "x\n \n"),
        ("a: {b: 1}\n   ", {"b": 1}),
    ],
)
def test_what_only_looks_like_it_is_read(text: str, value: object) -> None:
    assert messages(text) == []
    assert read(text).data["a"] == value


@pytest.mark.parametrize("text", ["? [a]\n: b\n", "{a: b}: c\n", "a: {? [x, {y: z}] : w}\n"])
def test_a_collection_as_a_key_is_one_fault_and_its_pair_is_dropped(text: str) -> None:
    assert messages(text) == ["yaml-key/collection"]
    assert "b" not in str(read(text).data)


def test_a_directive_is_refused_and_what_follows_is_read_by_our_rules() -> None:
    document = read("# first\n%YAML 1.1\n---\na: yes\nb: 10\n")

    assert [(one.message_id, shown(one.place)) for one in document.faults] == [("yaml-directive", "2:1-2:10")]
    assert document.data == {"a": "yes", "b": 10}
    assert not document.is_complete


def test_only_one_document_is_read() -> None:
    assert places("a: 1\n---\nb: 2\n") == [("yaml-documents", "2:1-2:4")]


@pytest.mark.parametrize("text", ["", "# only a comment\n", "---\n", "\n\n", "---\n...\n", "null\n"])
def test_a_file_with_nothing_in_it_says_so(text: str) -> None:
    assert messages(text) == ["yaml-empty"]


def test_a_byte_order_mark_is_no_fault_and_counts_for_nothing() -> None:
    document = parse_yaml(b"\xef\xbb\xbfa: 1\n", "f.yaml")

    assert document.data == {"a": 1}
    assert shown(document.key_place(("a",))) == "1:1-1:2"


def test_windows_line_ends_are_no_fault() -> None:
    document = read("a: 1\r\nb: two\r\n")

    assert document.data == {"a": 1, "b": "two"}
    assert document.lines == ["a: 1", "b: two", ""]


@pytest.mark.parametrize(
    ("content", "form", "place"),
    [
        (b"a: \xe9t\xe9\n", "yaml-utf8", "1:4-1:5"),
        (b"a: 1\nb: \xc3\xa9\xff\n", "yaml-utf8", "2:5-2:6"),
        (b"\xef\xbb\xbfa: \xff", "yaml-utf8", "1:4-1:5"),
        ("a: é".encode("utf-16"), "yaml-utf8/utf-16", "1:1-1:2"),
        ("a: é".encode("utf-16-be"), "yaml-utf8/utf-16", "1:1-1:2"),
        ("a: é".encode("utf-32"), "yaml-utf8/utf-16", "1:1-1:2"),
    ],
)
def test_bytes_that_are_no_utf_8_are_shown_at_the_first_of_them(
    content: bytes, form: str, place: str
) -> None:
    faults = parse_yaml(content, "f.yaml").faults

    assert [(form, place)] == [(one.message_id, shown(one.place)) for one in faults]


@pytest.mark.parametrize(
    "character",
    [
        "\0",
        "\a",
        "\x1b",
        "\x7f",
        "\x85",
        "\x9b",
        "\u202e",
        "\u2066",
        "\u200f",
        "\u2028",
        "\u2029",
        "\ufeff",
        "\r",
    ],
)
def test_a_character_that_hides_is_named_by_number(character: str) -> None:
    document = read(f"a: x{character}y\nb: 1\n")
    fault = next(iter(document.faults))

    assert (fault.code, shown(fault.place)) == ("yaml-character", "1:5-1:6")
    assert fault.values == {"character": f"U+{ord(character):04X}"}


@pytest.mark.parametrize("escape", ["\\0", "\\e", "\\u202e", "\\ud800", "\\L", "\\N", "\\x7f"])
def test_a_character_that_hides_is_found_behind_its_escape(escape: str) -> None:
    assert messages(f'a: "x{escape}y"') == ["yaml-character/escaped"]


def test_tabs_and_line_ends_are_welcome_in_text() -> None:
    assert messages('a: "x\\ty\\nz"\nb: |\n  x\ty\n') == []


def test_no_more_of_a_file_is_read_than_is_compared(tmp_path: Path) -> None:
    long = tmp_path / "long.transcript"
    with long.open("wb") as file:
        file.write(b"first\n")
        file.truncate(3_000_000_000)  # a hole, that takes no room on the disk

    assert read_beginning(long, 8) == "first\n\0\0"
    assert read_beginning(tmp_path / "none", 8) is None
    assert read_beginning(tmp_path, 8) is None
    assert read_beginning(Path("/dev/zero"), 8) is None


def test_no_character_that_turns_the_order_of_a_line_may_stand_in_a_file() -> None:
    """Source: the classes of the bidirectional algorithm, and the three marks that have none of these."""
    turning = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    marks = ("ARABIC LETTER MARK", "LEFT-TO-RIGHT MARK", "RIGHT-TO-LEFT MARK")
    known = [char for char in map(chr, range(sys.maxunicode)) if unicodedata.bidirectional(char) in turning]

    assert len(known) == len(turning)
    assert [
        char
        for char in (*known, *map(unicodedata.lookup, marks))
        if first_unfit_character(f"a{char}b") != char
    ] == []
