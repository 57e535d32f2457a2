"""`edencli rules`: what is asked, in whatever words, is answered, on a page that is pleasant to read."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from edencli.cli import run
from edencli.commands.rules import complete_rule_id
from edencli.files.source import shipped_folder
from edencli.lang import Words
from edencli.lookup import book_page, glossary, rule_page, search
from edencli.lookup.search_index import rule_index
from edencli.output.sheet import MarkdownSheet, Paint, TextSheet
from edencli.rulebooks import catalogue
from edencli.rulebooks.raw_books import BOOKS, lacks_chapter, raw_book

WORDS = Words("en")
PHRASES = rule_index()
WIDTH, PAGE = 80, 60
# Numbers that matter before two players meet, or to the markers and ground that they agree on.
NOT_ON_THE_CARD = {
    "band.advised_budget",
    "preparation.marker_spacing",
    "table.bases",
    "table.largest_side",
    "table.side",
    "table.slow_factor",
    "table.smallest_side",
}

QUESTIONS = [
    question
    for file in sorted(Path(__file__).parent.glob("questions-*.json"))
    for question in json.loads(file.read_text(encoding="utf-8"))
]

# Words of five languages, abbreviations and slips, and the rule that each means.
MEANT = {
    "dodge": "melee.dodge",
    "esquive": "melee.dodge",
    "Ausweichen": "melee.dodge",
    "schivata": "melee.dodge",
    "esquiva": "melee.dodge",
    "dodging": "melee.dodge",
    "doge": "melee.dodge",
    "ausweihcen": "melee.dodge",
    "acid rain": "weather.acid-rain",
    "Pluie acide": "weather.acid-rain",
    "saurer Regen": "weather.acid-rain",
    "rain acid": "weather.acid-rain",
    "chrage": "action.charge",
    "Sturmangriff": "action.charge",
    "désengagement": "disengage.roll",
    "melee dogde": "melee.dodge",
    "melee.dogde": "melee.dodge",
    "Rüstschutz": "gear.protection",
    "ruestschutz": "gear.protection",
    "LOS": "sight.corridor",
    "hors de combat": "wound.incapacitated",
    "incapacited": "wound.incapacitated",
    "arrondir": "round-up",
    "embuscade": "setup.7-ambush",
    "imboscata": "setup.7-ambush",
}

# One question for each kind of page.
ASKED = [
    "",
    "melee",
    "territory --rulebook fr",
    "melee.dodge",
    "dodge",
    "xyzzy",
    "yaml-character",
    "--diff en de",
    "--diff en fr",
    "--card",
    "--rulings",
    "H-79",
    "H-77 --rulebook de",
    "h999",
    "--glossary",
    "--notation",
    "7.A --rulebook fr",
    "melee --all",
    "melee.dodge melee.response",
    "melee.xyz",
    "weather --rulebook de",
]
SCHEMA = json.loads((shipped_folder("schemas") / "rules.schema.json").read_text(encoding="utf-8"))

FALSE_FRIENDS = {"jet", "wurf", "tiro", "points", "gift", "inflammable", "libero", "esplosione", "engage"}


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command and give its exit code, its answer and what it says about the run."""
    with pytest.raises(SystemExit) as end:
        run(["rules", *arguments])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Run the command and give its answer as data."""
    return json.loads(said(capsys, *arguments, "--format", "json")[1])


def page(rule: catalogue.Rule, key: str, *, colour: bool = False) -> str:
    sheet = TextSheet(Paint(colour=colour))
    rule_page.write_rule(sheet, WORDS, rule_page.rule_data(WORDS, rule, key))
    return str(sheet)


def pages() -> Iterator[tuple[str, str]]:
    """Every page that can be asked for, in every book, with its name."""
    for key in BOOKS:
        for rule in catalogue.every_rule().values():
            if key in rule.books:
                yield f"{rule.id} {key}", page(rule, key)
        for chapter in catalogue.chapters():
            if not lacks_chapter(key, chapter.name):
                sheet = TextSheet(Paint(colour=False))
                rule_page.write_chapter(sheet, WORDS, rule_page.chapter_data(WORDS, chapter, key))
                yield f"{chapter.name} {key}", str(sheet)
        sheet = TextSheet(Paint(colour=False))
        book_page.write_quick_card(sheet, WORDS, book_page.quick_card_data(WORDS, key))
        yield f"card {key}", str(sheet)
        for other in BOOKS:
            sheet = TextSheet(Paint(colour=False))
            book_page.write_book_difference(sheet, WORDS, book_page.book_difference(WORDS, key, other))
            yield f"{key} {other}", str(sheet)
    sheet = TextSheet(Paint(colour=False))
    glossary.write_glossary(sheet, WORDS, glossary.glossary_data(WORDS, ""))
    yield "glossary", str(sheet)
    for key in BOOKS:
        sheet = TextSheet(Paint(colour=False))
        rule_page.write_rulings(sheet, WORDS, rule_page.rulings_data(WORDS, key))
        for id_ in catalogue.rules_by_ruling():
            rule_page.write_ruling(sheet, WORDS, rule_page.ruling_data(WORDS, id_, key))
        yield f"rulings {key}", str(sheet)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["question"])
def test_a_question_that_players_ask_finds_its_rule_first_or_second(question: Mapping[str, str]) -> None:
    found = search.search_rules(question["question"], PHRASES, question["language"])

    assert question["rule"] in [rule for rule, _ in found.hits[:2]]


def test_the_questions_are_more_than_thirty_and_in_five_languages() -> None:
    assert len(QUESTIONS) > 30
    assert {question["language"] for question in QUESTIONS} == set(BOOKS)
    assert {question["rule"] for question in QUESTIONS} <= set(catalogue.every_rule())


@pytest.mark.parametrize(("text", "rule"), MEANT.items())
def test_a_word_in_any_language_or_misspelt_finds_its_rule_first(text: str, rule: str) -> None:
    assert search.search_rules(text, PHRASES, "en").hits[0][0] == rule


@pytest.mark.parametrize("key", BOOKS)
def test_the_own_words_of_every_book_find_the_rule_among_the_first_five(key: str) -> None:
    """A title in its own language leads home, save where several rules share it."""
    lost = [
        rule.id
        for rule in catalogue.every_rule().values()
        if key in rule.books
        and rule.id
        not in [found for found, _ in search.search_rules(rule.titles[key], PHRASES, key).hits[:5]]
    ]

    assert lost == []


def test_a_misspelt_word_is_told_as_what_it_was_read(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "chrage")

    assert code == 0
    assert out.startswith("Charge ")
    assert err == "edencli: “chrage” was read as “charge”\n"


def test_a_rule_is_told_with_the_numbers_place_and_words_of_the_book(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, english, _ = said(capsys, "territory.climbing")
    _, french, _ = said(capsys, "territory.climbing", "--rulebook", "fr")

    assert "a Move of 2 AP" in english
    assert "English rulebook (1st edition), Optional 1.A" in english
    assert "a Move of 1 PA" in french
    assert "French rulebook (3rd edition), Optional 1" in french
    assert "Escalade (X)" in french


def test_a_page_says_how_this_book_and_the_others_differ(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "action.move", "--rulebook", "fr")
    _, out, _ = said(capsys, "action.move", "--rulebook", "fr")

    here, elsewhere = out.index("In this book"), out.index("In the other books")
    assert here < out.index(answer["books"]["fr"][0][:40]) < elsewhere
    assert re.search(r"\n  en de it pt +Touching an enemy's base", out[elsewhere:])


def test_what_several_books_share_is_told_once() -> None:
    told = " ".join(page(catalogue.every_rule()["action.charge"], "fr").split())

    assert told.count("The base may touch an enemy's base on the way as well as at the end.") == 1
    assert "en de it pt The base may touch" in told


def test_the_rulings_are_listed_with_default_and_reason(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "--rulings")
    flat = " ".join(out.split())

    for name, option in catalogue.ruling_options().items():
        told = WORDS.area("rules/rulings")[option["ruling"]]
        assert f"\n{option.get('key', f'rulings.{name}')}: " in out
        assert f"{told['question']} {WORDS.area('rules/options')[name]} {told['reason']}" in flat
    assert "rulings.joint-blocking: false (one of false, true)" in out
    assert "templates.explosion: 5 (in cm)" in out


def test_every_ruling_is_listed_after_the_options_with_its_answer_and_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = said(capsys, "--rulings", "--rulebook", "fr")
    _, markdown, _ = said(capsys, "--rulings", "--format", "markdown")
    answer = asked(capsys, "--rulings")

    listed = re.findall(r"^  (H-\d+) ", out, re.MULTILINE)
    assert listed == list(catalogue.rules_by_ruling())
    assert out.index("templates.explosion: ") < out.index("  H-01 ")
    assert "H-79 When is an attack a success? → When at least 1 PC is really lost" in " ".join(out.split())
    assert [one["ruling"] for one in answer["settled"]] == listed
    assert all(f"\n- **{id_}** " in markdown for id_ in listed)


@pytest.mark.parametrize("written", ["H-79", "h-79", "H79", "h79", "h079"])
def test_a_ruling_is_told_by_its_id_with_the_rules_that_rest_on_it(
    written: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = said(capsys, written)
    answer = asked(capsys, written)

    assert code == 0
    assert out.startswith("When is an attack a success?")
    assert "\n  attack.success  Successful attack\n  shoot.wounds    Wounds of a shot\n" in out
    assert (answer["page"], answer["ruling"]) == ("ruling", "H-79")


def test_a_ruling_that_a_table_may_decide_otherwise_says_how(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "H-10")

    assert "A table may decide otherwise\n  rulings.joint-blocking " in out
    assert [option["name"] for option in asked(capsys, "H-10")["options"]] == ["joint-blocking"]


def test_a_rule_names_the_rulings_that_it_rests_on(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "melee.dodge")
    _, out, _ = said(capsys, "melee.dodge")

    assert answer["ruling_ids"] == ["H-28", "H-73", "H-77", "H-78"]
    assert re.findall(r"^  (H-\d+) ", out, re.MULTILINE) == answer["ruling_ids"]


@pytest.mark.parametrize("written", ["h200", "h0", "h1000"])
def test_a_ruling_that_is_not_there_is_told_with_those_near_it(
    written: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = said(capsys, written)
    data = json.loads(said(capsys, written, "--format", "json")[1])

    assert (code, out) == (1, "")
    assert "there is no ruling H-" in err
    assert {id_ for id_, _ in data["near"]} <= set(catalogue.rules_by_ruling())
    assert all(f" {id_}" in err for id_, _ in data["near"])
    assert len(data["near"]) == 3


def test_the_shell_completes_rulings() -> None:
    assert complete_rule_id("H-14") == [id_ for id_ in catalogue.rules_by_ruling() if id_.startswith("H-14")]
    assert len(complete_rule_id("H-")) == len(catalogue.rules_by_ruling())


def test_a_chapter_is_found_by_its_name_and_by_its_title_in_any_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answers = [asked(capsys, text) for text in ("wounds", "Blessures", "wunden", "Ferite", "ferimentos")]

    assert {answer["page"] for answer in answers} == {"chapter"}
    assert {answer["chapter"] for answer in answers} == {"wounds"}


def test_without_a_question_the_chapters_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys)
    _, german, _ = said(capsys, "--rulebook", "de")

    assert [one.name for one in catalogue.chapters() if f"\n  {one.name} " not in out] == []
    assert "weather      Climatic conditions (optional; not in this book)" in german


@pytest.mark.parametrize(
    "text", ["optional rules", "Règles optionnelles", "erweiterte Regeln", "regole opzionali"]
)
def test_who_asks_for_the_optional_rules_is_shown_the_chapters_which_say_it_of_themselves(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(capsys, text) == said(capsys)
    assert "(optional" in said(capsys, text)[1]


def test_the_book_may_come_from_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDENCLI_RULEBOOK", "pt")

    assert asked(capsys, "melee.dodge")["rulebook"] == "pt"


def test_what_no_rule_is_about_is_told_so_in_a_sentence_and_as_data(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = said(capsys, "can a fighter ride a motorbike")
    whole = asked(capsys, "can a fighter ride a motorbike")

    assert (code, out) == (1, "")
    assert "there is no such rule: “can a fighter ride a motorbike”" in err
    assert "edencli rules lists the chapters" in err
    assert whole["page"] == "nothing"
    assert whole["reason"] in err


@pytest.mark.parametrize(
    ("written", "near"), [("melee.dogde", "melee.dodge"), ("setup.10", "setup.1-reveal"), ("xyz.abc", None)]
)
def test_an_id_that_is_not_there_is_not_answered_by_another_rule(
    written: str, near: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = said(capsys, written)
    answer = asked(capsys, written)

    assert (code, out) == (1, "")
    assert f"there is no such rule: “{written}”" in err
    assert (near in [id_ for id_, _ in answer["near"]]) is (near is not None)


def test_a_summary_is_whole_sentences_in_data_too() -> None:
    for key in BOOKS:
        for rule in catalogue.every_rule().values():
            summary = rule_page.rule_data(WORDS, rule, key)["summary"]

            assert all(line[-1] in ".:!?" for line in summary), rule.id


def test_an_example_that_only_other_books_print_stands_with_what_they_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = said(capsys, "territory.cost", "--rulebook", "pt")

    assert "Examples" not in out
    assert out.index("In the other books") < out.index("Tree: small 1")


@pytest.mark.parametrize(
    ("rule", "proposal"), [("weather.storm", "[Sturm]"), ("territory.wall", "[Niedrige")]
)
def test_a_title_that_no_book_of_its_language_prints_is_in_brackets(
    rule: str, proposal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = said(capsys, rule)

    assert f"de {proposal}" in " ".join(out.replace("\xa0", " ").split())
    assert "it [" not in out


def test_a_book_may_be_named_in_capitals(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "esquive", "--rulebook", "FR")[:2] == said(capsys, "esquive", "--rulebook", "fr")[:2]


def test_nothing_is_near_a_word_that_no_rule_is_like(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "xyzzy")["near"] == []


def test_an_answer_of_which_the_search_is_not_sure_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    doubtful = "what if the car is my height"
    _, out, err = said(capsys, doubtful)

    assert "may mean another rule" in err
    assert "Or perhaps" in out
    assert asked(capsys, doubtful)["sure"] is False
    assert asked(capsys, "acid rain")["sure"] is True


@pytest.mark.parametrize(
    ("section", "key", "rules"),
    [("7.A", "fr", {"melee.dodge", "melee.passive"}), ("6.1.1", "it", {"melee.passive"})],
)
def test_the_rules_of_a_section_are_listed_by_its_number(
    section: str, key: str, rules: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    answer = asked(capsys, section.lower(), "--rulebook", key)

    listed = {one["rule"] for one in answer["rules"]}
    places = {catalogue.every_rule()[id_].books[key].place for id_ in listed}
    assert (answer["page"], answer["section"]) == ("section", section)
    assert rules <= listed
    assert all(place.startswith(section) for place in places)


@pytest.mark.parametrize(
    ("called", "key", "section"),
    [
        ("section 2.g", "en", "2.G"),
        ("§7.A", "fr", "7.A"),
        ("Abschnitt 2.A", "de", "2.A"),
        ("capitolo 5", "it", "5"),
        ("seção optional 1.a", "pt", "Optional 1.A"),
    ],
)
def test_a_section_may_be_called_one(
    called: str, key: str, section: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(capsys, called, "--rulebook", key)["section"] == section
    assert asked(capsys, called, "--rulebook", key, "--all")["rules"]


@pytest.mark.parametrize(
    ("section", "key", "near"),
    [("77.Z", "en", "8.C, 9, Optional 1"), ("8.D", "en", "8, 8.A, 8.B, 8.C"), ("5.C", "it", "it has 5")],
)
def test_a_section_that_the_book_has_not_is_refused_with_those_it_has(
    section: str, key: str, near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, told = said(capsys, section, "--rulebook", key)

    assert (code, out) == (1, "")
    assert f"no section {section}" in told
    assert near in told


def test_several_rules_are_told_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    _, dodge, _ = said(capsys, "melee.dodge")
    _, response, _ = said(capsys, "melee.response")
    _, both, _ = said(capsys, "melee.dodge", "melee.response")

    assert both.split() == [*dodge.split(), *response.split()]


@pytest.mark.parametrize(
    ("named", "key", "rule"),
    [
        ("2.I", "en", "simultaneous"),
        ("section 4.A step 8", "en", "setup.8-hand"),
        ("4.A, étape 9", "fr", "setup.9-ap"),
        ("Abschnitt 4.A Schritt 4", "de", "setup.4-leader"),
    ],
)
def test_a_section_or_a_step_of_one_rule_is_that_rule(
    named: str, key: str, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(capsys, named, "--rulebook", key)["rule"] == rule


def test_a_step_of_several_rules_lists_them_and_one_that_is_not_there_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    listed = asked(capsys, "4.A step 5")

    assert {one["rule"] for one in listed["rules"]} == {
        "mission.different",
        "mission.immediate",
        "setup.5-mission",
    }
    assert said(capsys, "4.A step 99")[:2] == (1, "")


def test_what_is_not_there_among_several_is_refused_and_a_section_told_among_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = said(capsys, "melee.dodge", "melee.xyz")
    told = [one["rule"] for one in asked(capsys, "melee.dodge", "2.H")["rules"]]

    assert (code, out) == (1, "")
    assert "there is no such rule: “melee.xyz”" in err
    assert told == ["melee.dodge", "card-over-rule"]


@pytest.mark.parametrize("key", BOOKS)
def test_a_chapter_and_a_whole_book_can_be_read_at_once(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    chapter = asked(capsys, "melee", "--all", "--rulebook", key)["rules"]
    book = asked(capsys, "--all", "--rulebook", key)["rules"]

    assert [one["rule"] for one in chapter] == [
        rule.id for rule in catalogue.rules_of_chapter("melee").values() if key in rule.books
    ]
    assert [one["rule"] for one in book] == [
        rule.id for rule in catalogue.every_rule().values() if key in rule.books
    ]


def test_a_whole_chapter_can_be_had_as_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "wounds", "--all", "--format", "markdown")

    assert re.findall(r"^##? .*\(`(.*)`\)$", out, re.MULTILINE) == list(catalogue.rules_of_chapter("wounds"))


def test_a_refusal_gives_its_reason_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "weather.mist", "--rulebook", "de")

    assert answer["page"] == "nothing"
    assert "has no optional chapters" in answer["reason"]


@pytest.mark.parametrize("text", ["Blockiert eine Mauer die Sicht", "Gelände", "Kann ich durch Wald laufen"])
def test_a_book_without_optional_chapters_answers_what_its_own_chapters_say(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(capsys, text, "--rulebook", "de")["rulebook"] == "de"


def test_what_somebody_typed_cannot_drive_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    _, _, err = said(capsys, "\x1b[31mxyzzy")

    assert "\x1b" not in err


def test_a_question_without_end_is_answered_and_not_repeated_whole(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, _, err = said(capsys, *(f"zzq{n}" for n in range(3000)))

    assert code == 1
    assert len(err) < 400


@pytest.mark.parametrize("text", ["weather", "weather.mist", "Obstruction", "infestation.prowl", "acid rain"])
def test_the_german_book_says_that_it_has_no_optional_chapter_and_how_to_borrow_one(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = said(capsys, text, "--rulebook", "de")

    assert (code, out) == (1, "")
    assert "has no optional chapters" in err
    assert "optional: en|fr|it|pt" in err


def test_a_rule_that_only_another_book_has_is_shown_as_that_one_plays_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = said(capsys, "corrosion", "--rulebook", "en")

    assert code == 0
    assert "French rulebook (3rd edition)" in out
    assert "the English rulebook (1st edition) has no such rule" in err


@pytest.mark.parametrize("one", BOOKS)
@pytest.mark.parametrize("other", BOOKS)
def test_the_table_of_differences_holds_exactly_the_values_that_differ(one: str, other: str) -> None:
    told = {
        row["path"]: (row[one], row[other]) for row in book_page.book_difference(WORDS, one, other)["values"]
    }

    assert set(told) == set(differing(raw_book(one), raw_book(other)))
    assert all(here != there for here, there in told.values()) or one == other


def test_the_differences_are_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "--diff", "en", "fr")
    flat = " ".join(out.split())

    assert re.search(r"points of each player +8 +30\n", out)
    assert re.search(r"Climbing: AP of the +2 +1\n", out)
    assert "Destruction X−1, Hiding X," in flat
    assert re.search(r"^gear.poison +Poison \(X\) \(only fr\)$", out.replace("  gear", "gear"), re.MULTILINE)


def test_a_chapter_that_one_of_two_books_lacks_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "--diff", "en", "de")

    assert out.count("the whole chapter") == 3
    assert "territory.lake" not in out
    assert "card.level" in out


def test_two_books_of_one_name_do_not_differ(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "--diff", "it", "it")

    assert "the two books agree" in out


def test_a_rule_that_reads_differently_in_two_books_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "--diff", "en", "fr")

    listed = {rule["rule"]: rule["only_in"] for rule in answer["rules"]}
    assert listed["action.move"] is None
    assert listed["territory.corrosion"] == "fr"
    assert listed["territory.lake"] == "en"
    assert "melee.dodge" not in listed


def test_a_rule_that_two_books_have_is_told_as_each_of_them_has_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = {rule["rule"]: rule["told"] for rule in asked(capsys, "--diff", "en", "fr")["rules"]}
    _, out, _ = said(capsys, "--diff", "en", "fr")

    assert told["action.move"]["fr"] == ["The base may not touch an enemy's base on the way either."]
    assert told["action.move"]["en"] != told["action.move"]["fr"]
    assert told["territory.corrosion"] == {}
    assert "fr  The base may not touch an enemy's base on the way either." in out


def test_the_glossary_shows_five_languages_side_by_side_and_marks_false_friends(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = said(capsys, "--glossary")

    assert re.search(r"^dodge +esquive +Ausweichen +schivata +esquiva$", out, re.MULTILINE)
    assert re.search(r"^Poison +poison +Gift.+ +veleno +veneno$", out, re.MULTILINE)
    assert set(asked(capsys, "--glossary")["deceives"]) >= FALSE_FRIENDS
    assert "False friends" in out


def test_the_glossary_can_be_asked_for_one_word(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "--glossary", "SOUFFLÉ")
    code, _, err = said(capsys, "--glossary", "xyzzy")

    assert {term["en"] for group in answer["groups"] for term in group["terms"]} == {
        "blast template",
        "Blast",
    }
    assert code == 1
    assert "no term resembles “xyzzy”" in err


@pytest.mark.parametrize("key", BOOKS)
def test_the_quick_reference_fits_two_pages(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "--card", "--rulebook", key)

    assert len(out.splitlines()) <= 2 * PAGE


def test_the_quick_reference_is_made_of_the_values(capsys: pytest.CaptureFixture[str]) -> None:
    cards = {key: " ".join(said(capsys, "--card", "--rulebook", key)[1].split()) for key in BOOKS}

    assert "Territory: 8 points each" in cards["en"]
    assert "Territory: 30 points each" in cards["fr"]
    assert "Territory" not in cards["de"]
    assert "(keep at least one)" in cards["de"]
    assert "(even all of them)" in cards["it"]
    assert "No target: the shot fails; PA and attack are spent" in cards["pt"]


def test_every_number_of_the_quick_reference_is_a_value_of_the_book() -> None:
    """But for the names of dice and of the steps of intendancy, and for one: one success, one die, one cm."""
    texts = [text for name, text in WORDS.area("quickcard").items() if not name.endswith(".label")]
    steps = r"\{[^}]*\}|[Ii]ntendancy \d|^Intendancy: 1|(?<=; )\d+(?= )"

    numbers = {word for text in texts for word in re.findall(r"\w*\d\w*", re.sub(steps, "", text))}

    assert numbers == {"1", "D6", "1D6", "2D6", "XD6"}


@pytest.mark.parametrize("key", BOOKS)
def test_no_number_of_a_book_is_missing_from_its_quick_reference(key: str) -> None:
    """What is left out is not of a table in play: sizes of fields and bases, and who is advised what."""
    shown = set(re.findall(r"\{([a-z_.]+)", json.dumps(WORDS.area("quickcard"))))
    listed = {section["list"] for section in catalogue.quick_card() if "list" in section}
    numbers = {
        f"{chapter}.{field}"
        for chapter, fields in raw_book(key).items()
        if isinstance(fields, dict)
        for field, value in fields.items()
        if re.search(r"\d", json.dumps(value)) and not field.endswith(("steps", "intendancy", "phases"))
    }

    known = {path for path in numbers if any(f"{one}.".startswith(f"{path}.") for one in shown)}
    assert sorted(numbers - known - listed) == sorted(NOT_ON_THE_CARD)


def test_no_line_of_any_page_is_wider_than_a_terminal_or_ends_in_blanks() -> None:
    faults = [
        (name, line)
        for name, text in pages()
        for line in text.splitlines()
        if len(line) > WIDTH or line != line.rstrip()
    ]

    assert faults == []


def test_no_page_shows_a_bare_slot_or_a_word_of_the_program() -> None:
    strange = re.compile(r"\{[a-z]+\.|\bNone\b|\bTrue\b|must-exceed|exactly-is-enough|\xa0|\xad")

    assert [(name, found[0]) for name, text in pages() if (found := strange.search(text))] == []


def test_colour_adds_nothing_but_colour() -> None:
    for rule in catalogue.every_rule().values():
        bright = page(rule, next(iter(rule.books)), colour=True)

        assert re.sub(r"\x1b\[\d+m", "", bright) == page(rule, next(iter(rule.books)))
        assert "\x1b[1m" in bright


@pytest.mark.parametrize(
    ("terminal", "environment", "colour"),
    [
        (True, {"TERM": "xterm"}, True),
        (False, {"TERM": "xterm"}, False),
        (True, {"TERM": "dumb"}, False),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (True, {}, False),
    ],
)
def test_colour_is_for_terminals_that_show_it_and_people_who_want_it(
    *, terminal: bool, environment: dict[str, str], colour: bool
) -> None:
    class Stream:
        def isatty(self) -> bool:
            return terminal

        def fileno(self) -> int:
            raise OSError

    assert Paint.for_stream(Stream(), environment).colour is colour  # type: ignore[arg-type]


@pytest.mark.parametrize("arguments", ASKED)
def test_json_is_versioned_sorted_and_as_its_schema_says(
    arguments: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = said(capsys, *arguments.split(), "--format", "json")
    answer = json.loads(out)

    assert answer["schema"] == 1
    assert json.dumps(answer, ensure_ascii=False, indent=2, sort_keys=True) + "\n" == out
    assert list(Draft202012Validator(SCHEMA).iter_errors(answer)) == []


def test_every_rule_in_every_book_is_as_the_schema_says() -> None:
    validator = Draft202012Validator(SCHEMA)
    faults = [
        (rule.id, key)
        for rule in catalogue.every_rule().values()
        for key in rule.books
        if not validator.is_valid({"schema": 1, "page": "rule", **rule_page.rule_data(WORDS, rule, key)})
    ]

    Draft202012Validator.check_schema(SCHEMA)
    assert faults == []


def test_a_page_can_be_had_as_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    _, rule, _ = said(capsys, "melee.dodge", "--format", "markdown")
    _, table, _ = said(capsys, "--diff", "en", "fr", "--format", "markdown")

    assert rule.startswith("# Dodge (`melee.dodge`)\n")
    assert "\n- `melee.reaction` Reaction\n" in rule
    assert re.search(r"^\| points of each player +\| 8 +\| 30 +\|$", table, re.MULTILINE)


def test_markdown_keeps_a_bar_inside_its_cell() -> None:
    sheet = MarkdownSheet()
    sheet.table(["a", "b"], [["en|fr", "x"]], widths=(5, 5))

    assert str(sheet).splitlines()[-1] == r"| en\|fr | x   |"


def test_a_diagnostic_is_explained_by_its_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A code of its own has a page; one that is a rule's id adds its examples to the rule's page."""
    twin = {"title": "A key stands twice", "why": "Once is enough.", "bad": "a: 1\na: 2", "good": "a: 1"}
    dear = {"title": "Too dear", "why": "It is.", "bad": "budget: 1", "good": "budget: 100"}
    told = {"yaml-twin": twin, "band.budget": dear}
    whole = Words.area
    monkeypatch.setattr(Words, "area", lambda self, area: told if area == "codes" else whole(self, area))

    _, own, _ = said(capsys, "yaml-twin")
    _, found, _ = said(capsys, "yaml", "twin")
    _, rule, _ = said(capsys, "band.budget")

    assert own.startswith("A key stands twice")
    assert "Wrong\n    a: 1\n    a: 2\n\nRight\n    a: 1\n" in own
    assert found.startswith("A key stands twice")
    assert "Wrong\n    budget: 1\n" in rule


def test_the_rules_can_be_asked_before_any_diagnostic_is_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Words.area

    def area(self: Words, name: str) -> Mapping[str, Any]:
        if name == "codes":
            raise FileNotFoundError
        return whole(self, name)

    monkeypatch.setattr(Words, "area", area)

    assert said(capsys, "dodge")[0] == 0


def test_a_look_up_imports_no_more_than_it_must() -> None:
    """Neither the checked rulebooks nor a room of the match, and nothing of a third party but typer."""
    help_page = {
        "edencli",
        "edencli.cli",
        "edencli.cli.help",
        "edencli.output",
        "edencli.output.console",
        "edencli.lang",
        "edencli.output.width",
        "edencli.named_tuple",
    }
    look_up = help_page | {
        "edencli.cli.command",
        "edencli.commands.modes",
        "edencli.commands.parameters",
        "edencli.commands.requests",
        "edencli.commands.requests.rules",
        "edencli.commands.rules",
        "edencli.commands.show_page",
        "edencli.commands",
        "edencli.lookup",
        "edencli.output.sheet",
        "edencli.lookup.rule_page",
        "edencli.rulebooks",
        "edencli.rulebooks.catalogue",
        "edencli.rulebooks.raw_books",
        "edencli.record",
    }

    assert imported("--help") <= help_page
    assert imported("rules", "melee.dodge") <= look_up
    search = {
        "edencli.lookup.search_index",
        "edencli.lookup.search",
        "edencli.model",
        "edencli.model.names",
    }  # words are folded as names are
    assert imported("rules", "dodge") <= look_up | search


def imported(*arguments: str) -> set[str]:
    """The modules of ours that a command imports; one of a third party other than typer's own fails."""
    program = (
        "import sys\nfrom edencli.cli import run\ntry:\n    run(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "sys.stderr.write(' '.join(sys.modules))"
    )
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    names = {name.partition(".")[0]: name for name in done.stderr.split()}
    foreign = {name for name in names if name not in sys.stdlib_module_names and not name.startswith("_")}

    assert foreign <= {"edencli", "typer", "annotated_doc", "shellingham"}
    return {name for name in done.stderr.split() if name.partition(".")[0] == "edencli"}


def differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[str]:
    """The paths at which two books differ, found by walking them another way than the table does."""
    for chapter in set(one) - {"key"}:
        if one[chapter] is None or other[chapter] is None:
            yield from [chapter] if one[chapter] != other[chapter] else []
            continue
        mine, theirs = (by_name(book[chapter], chapter) for book in (one, other))
        for path in set(mine) | set(theirs):
            if mine.get(path) != theirs.get(path) and path != "territory.keyword_adds_x":
                yield path


def by_name(chapter: Any, at: str) -> dict[str, Any]:
    """A chapter's fields by path, its lists of named things thing by thing."""
    fields = {item["name"]: item for item in chapter} if isinstance(chapter, list) else chapter
    found = {}
    for name, value in fields.items():
        named = isinstance(value, list) and value and isinstance(value[0], dict)
        found |= by_name(value, f"{at}.{name}") if named else {f"{at}.{name}": value}
    return found
