"""Words: one language a process, English where it has nothing, forms by number, term and letter."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from lang.checks import faults_of
from versions import of_this_version

from edencli import __version__
from edencli.cli import run
from edencli.cli.help import decide_language
from edencli.lang import (
    ENGLISH,
    HOME,
    MissingMessage,
    Words,
    clean,
    current_words,
    languages,
    set_current_words,
)
from edencli.output.console import Refused
from edencli.rulebooks import catalogue
from edencli.rulebooks.raw_books import BOOKS

HERE = Path(__file__).parent
SAMPLES = HERE.parents[1] / "samples"
FRENCH = Words("fr", home=HERE)


def test_the_trial_language_has_no_fault() -> None:
    assert faults_of(HERE / "fr") == []


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Leave the language as it was found."""
    before = current_words()
    yield
    set_current_words(before)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        run(list(arguments))
    told = capsys.readouterr()
    assert ended.value.code == 0
    return told.out


def test_the_first_duel_is_told_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    set_current_words(FRENCH)
    english = (SAMPLES / "games/first-duel.transcript").read_text("utf-8")
    (digits,) = re.findall(r"^  cards +(\w+)$", english, re.MULTILINE)

    told = printed(capsys, "play", str(SAMPLES / "games/first-duel.yaml"))

    told = told.replace(f"  {__version__}\n", "  0.0.0\n")
    assert told.replace(digits, "{digits}") == (HERE / "first-duel.transcript").read_text("utf-8")


def test_a_transcript_is_compared_in_english_whatever_is_spoken(capsys: pytest.CaptureFixture[str]) -> None:
    set_current_words(FRENCH)

    with pytest.raises(SystemExit) as ended:
        run(["play", "--check", str(SAMPLES / "games/first-duel.yaml")])

    assert ended.value.code == 0, capsys.readouterr().out


def test_a_transcript_is_written_down_in_english_whatever_is_spoken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    set_current_words(FRENCH)
    shutil.copytree(SAMPLES, tmp_path / "samples")
    golden = tmp_path / "samples/games/first-duel.transcript"
    golden.write_text("", "utf-8")

    with pytest.raises(SystemExit):
        run(["play", "--update", str(golden.with_suffix(".yaml")), "--root", str(tmp_path)])

    kept = (SAMPLES / "games/first-duel.transcript").read_text("utf-8")
    assert golden.read_text("utf-8") == of_this_version(kept)


def test_a_rule_is_told_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    set_current_words(FRENCH)

    told = printed(capsys, "rules", "melee.dodge", "--rulebook", "fr")

    assert told == (HERE / "melee.dodge.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "told"),
    [("Elenia", "L’engagement d’Elenia"), ("Yuri", "L’engagement de Yuri"), ("Éloi", "L’engagement d’Éloi")],
)
def test_a_form_is_chosen_by_the_letter_that_follows(name: str, told: str) -> None:
    assert FRENCH.say("events", "charge-failed.move", fighter=name).startswith(told)


@pytest.mark.parametrize(
    ("limb", "told"),
    [("head", "à la tête"), ("arms", "aux bras"), ("torso", "au torse"), ("legs", "aux jambes")],
)
def test_a_form_is_chosen_by_the_term(limb: str, told: str) -> None:
    term = FRENCH.phrase("events", f"term.{limb}")

    assert (
        FRENCH.say("events", "wounded", victim="Yuri", wounds=2, limb=term)
        == f"Yuri subit 2 blessures {told}."
    )


def language(home: Path, **messages: str) -> Words:
    """A language of its own in a folder, with these messages among the events."""
    folder = home / "fr"
    folder.mkdir()
    shutil.copy(HERE / "fr" / "language.json", folder)
    (folder / "events.json").write_text(json.dumps(messages), encoding="utf-8")
    return Words("fr", home=home)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Hélène", "d’Hélène"),
        ("Hugo", "de Hugo"),
        ("Yves", "d’Yves"),
        ("Yuri", "de Yuri"),
        ("Œdipe", "d’Œdipe"),
    ],
)
def test_a_form_is_chosen_by_a_pattern(name: str, told: str) -> None:
    assert FRENCH.fill("{who:of}", {"who": name}) == told


@pytest.mark.parametrize(("cards", "told"), [(["A"], "A peut"), (["A", "B"], "A et B peuvent")])
def test_a_text_is_chosen_by_the_length_of_a_list_which_may_end_with_and(cards: list[str], told: str) -> None:
    assert FRENCH.fill("{cards&} {cards|peut|peuvent}", {"cards": cards}) == told


def test_and_stands_before_the_last_of_several() -> None:
    assert Words().fill("{all&}", {"all": ["A", "B", "C"]}) == "A, B and C"
    assert Words().fill("{all}", {"all": ["A", "B", "C"]}) == "A, B, C"


def test_a_text_is_chosen_by_a_property(tmp_path: Path) -> None:
    words = language(tmp_path, **{"term.legs": "jambes", "term.legs?": "f pl", "term.head": "crâne"})
    legs, head = (words.phrase("events", f"term.{limb}") for limb in ("legs", "head"))

    assert [words.fill("{x?f|touchée|touché}", {"x": one}) for one in (legs, head, "Yuri")] == [
        "touchée",
        "touché",
        "touché",
    ]


def test_a_chosen_text_may_show_the_value_itself() -> None:
    assert Words().fill("{n|one wound|{} wounds}", {"n": 3}) == "3 wounds"


def test_a_phrase_says_itself_in_another_form_and_falls_back_to_the_plain_one(tmp_path: Path) -> None:
    words = language(tmp_path, **{"left.out": "le tireur", "left.out:dat": "au tireur"})
    phrase = words.phrase("events", "left.out")

    assert words.fill("{who:dat}, {who:acc}", {"who": phrase}) == "au tireur, le tireur"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{who}; then", "he who came; then"),
        ("{who} : then", "he who came : then"),
        ("{who} acts", "he who came, acts"),
    ],
)
def test_the_comma_that_closes_a_clause_is_dropped_before_another_mark(text: str, told: str) -> None:
    assert Words().fill(text, {"who": "he who came,"}) == told


def test_every_member_of_a_list_takes_its_form() -> None:
    limbs = [FRENCH.phrase("events", f"term.{limb}") for limb in ("arms", "legs")]

    told = FRENCH.say("events", "wounded.together", victim="Yuri", wounds=1, limbs=limbs)

    assert told == "Yuri subit 1 blessure aux bras, aux jambes."


@pytest.mark.parametrize(("n", "english", "french"), [(0, "0 games", "0 partie"), (1, "1 game", "1 partie")])
def test_each_language_has_its_plural(n: int, english: str, french: str) -> None:
    assert Words().fill("{n} {n|game|games}", {"n": n}) == english
    assert FRENCH.fill("{n} {n|partie|parties}", {"n": n}) == french


def test_a_term_without_a_form_stands_as_it_is() -> None:
    assert Words().fill("the {limb:to}", {"limb": Words().phrase("events", "term.legs")}) == "the legs"


def test_numbers_take_the_marks_of_their_language_and_places_do_not() -> None:
    assert FRENCH.decimal("12.5%") == "12,5\N{NO-BREAK SPACE}%"
    assert Words().decimal("12.5%") == "12.5%"


def test_what_a_language_has_not_said_is_said_in_english() -> None:
    assert FRENCH.say("play", "nothing") == Words().say("play", "nothing")
    assert FRENCH.area("rules/melee")["melee.passive"] == Words().area("rules/melee")["melee.passive"]
    assert FRENCH.area("rules/melee")["melee.dodge"]["corrections"]


def test_what_nobody_has_said_is_an_error_of_the_tests_and_shows_its_id() -> None:
    with pytest.warns(MissingMessage, match="play: never-said"):
        assert Words().say("play", "never-said") == "play: never-said"
    with pytest.warns(MissingMessage, match="{who}"):
        assert Words().fill("{who} is it", {}) == "{who} is it"


def test_an_unfinished_language_is_not_offered_and_an_unknown_one_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert languages() == (ENGLISH,)
    assert not FRENCH.settings.complete
    with pytest.raises(SystemExit) as ended:
        run(["weather", "--lang", "xx"])
    told = capsys.readouterr()
    assert (ended.value.code, told.out) == (2, "")
    assert told.err == "edencli: --lang: no language 'xx'; available: en\n"


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        (["show", "--lang", "en"], "", "en"),
        (["--lang=en", "show"], "fr", "en"),
        (["show"], "en", "en"),
        (["show"], "", "fr"),
        (["rules", "--", "--lang"], "", "fr"),
    ],
)
def test_the_command_line_decides_before_the_environment(
    arguments: list[str], environment: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """French is what is spoken before; who asks for nothing changes nothing."""
    monkeypatch.setenv("EDENCLI_LANG", environment)
    set_current_words(FRENCH)

    decide_language(arguments)

    assert current_words().language == language


def test_a_language_of_the_environment_that_does_not_exist_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EDENCLI_LANG", "xy")

    with pytest.raises(Refused, match="EDENCLI_LANG: no language 'xy'"):
        decide_language(["show"])


def test_abbreviations_are_those_of_the_glossary() -> None:
    printed_ = {
        tuple(re.split(r"[ (]", term[book])[0] for book in BOOKS)
        for group in catalogue.glossary()["groups"]
        for term in group["terms"]
    }

    for row in json.loads((HOME / "abbreviations.json").read_text("utf-8")):
        bare = {**row, "en": re.sub("^[Aa]n ", "", row["en"]).rstrip("s")}
        assert tuple(re.sub("^[Aa]n? ", "", bare[book]) for book in BOOKS) in printed_


@pytest.mark.parametrize("book", BOOKS)
def test_an_article_fits_the_abbreviation_that_its_book_prints(book: str) -> None:
    """An abbreviation is spelt, but for VIG: an NPF and an NSK, a CNJ and a CNG."""
    words = Words(ENGLISH).of_book(book)
    rows = json.loads((HOME / "abbreviations.json").read_text("utf-8"))
    printed_ = "|".join({row[book] for row in rows if " " not in row[book]})
    areas = [
        file.relative_to(HOME / ENGLISH).with_suffix("").as_posix()
        for file in (HOME / ENGLISH).rglob("*.json")
    ]

    found = [
        (area, article, name)
        for area in areas
        for article, name in re.findall(rf"\b([Aa]n?) ({printed_})\b", json.dumps(words.area(area)))
    ]

    assert [one for one in found if one[1].lower() != ("an" if one[2][0] in "AEFHILMNORSX" else "a")] == []
    assert found != []


FOREIGN = {
    book: {
        row[ENGLISH]
        for row in json.loads((HOME / "abbreviations.json").read_text("utf-8"))
        if row[book] != row[ENGLISH]
    }
    for book in BOOKS
}


@pytest.mark.parametrize("book", ["fr", "de", "it", "pt"])
def test_a_page_prints_the_abbreviations_of_its_book(book: str, capsys: pytest.CaptureFixture[str]) -> None:
    for rule in catalogue.every_rule().values():
        if book not in rule.books:
            continue
        _, _, told = printed(capsys, "rules", rule.id, "--rulebook", book).partition("\n\n")
        told = told.partition("\nSee also")[0]  # titles are the reader's
        assert FOREIGN[book] & set(re.findall(r"\w+", told)) == set(), rule.id


@pytest.mark.parametrize(("book", "told"), [("en", "SPD"), ("de", "GES"), ("fr", "RAP"), ("it", "VEL")])
def test_a_sheet_and_odds_print_the_abbreviations_of_the_book(
    book: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    yuri = str(SAMPLES / "cards/jokers.yaml#Yuri")

    assert told in printed(capsys, "show", yuri, "--rulebook", book)
    assert told in printed(
        capsys, "resolve-attack", yuri, yuri.replace("Yuri", "Grin"), "--odds", "--rulebook", book
    )


def test_spaces_that_do_not_break_are_no_danger() -> None:
    assert (
        clean("a\N{NO-BREAK SPACE}: b\N{NARROW NO-BREAK SPACE}%")
        == "a\N{NO-BREAK SPACE}: b\N{NARROW NO-BREAK SPACE}%"
    )
    assert clean("a\N{LINE SEPARATOR}b") == "a\N{REPLACEMENT CHARACTER}b"
