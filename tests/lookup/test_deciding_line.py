"""The page that answers a question begins with the line that decides it, in the book that is played."""

import json

import pytest
from in_process import edencli_text

from edencli.lang import Words
from edencli.lookup import question_weights, rule_page
from edencli.lookup.deciding_line import deciding_line
from edencli.rulebooks import catalogue

WORDS = Words("en")


def answer(rule: str, question: str, key: str = "en") -> str:
    return rule_page.answering_line(WORDS, catalogue.every_rule()[rule], key, question)


@pytest.mark.parametrize(
    ("rule", "question", "key", "begins"),
    [
        ("setup.2-sp", "How many SP does a stigma band get?", "en", "A stigma band has"),
        ("sight.obstacle", "y a mon pote entre moi et la cible", "fr", "Allies count"),
        ("marker.stop", "Darf ich auf einem Marker stehen bleiben?", "de", "No fighter may end"),
        ("weather.storm", "vento: anche la carica è accorciata", "it", "A Move covers"),
        ("intendancy.12", "tudo que era limitado por rodada zera?", "pt", "Otherwise a new round"),
        ("weather.roll", "on a fait 8 à la météo", "fr", "8, 9: mist"),
        ("state.burn", "hilft Rüstschutz gegen Brand?", "de", "Protection is taken off"),
    ],
)
def test_the_line_is_chosen_that_takes_up_what_the_question_tells(
    rule: str, question: str, key: str, begins: str
) -> None:
    assert answer(rule, question, key).startswith(begins)


def test_a_line_that_only_one_book_has_may_answer_in_that_book() -> None:
    question = "does a charging npf need to see the fighter in its line of sight"

    assert "sight does not matter" in answer("infestation.charge", question, "fr")
    assert "in its line of sight" in answer("infestation.charge", question, "en")


def test_the_first_line_answers_where_no_other_is_clearly_better() -> None:
    lines = ["A first line.", "Two dice are rolled."]

    assert deciding_line("who rolls the dice", [], lines, "en") == lines[1]
    assert deciding_line("what about umbrellas", [], lines, "en") == lines[0]
    assert deciding_line("the dice", [], ["All the dice here.", "Dice fall."], "en") == "All the dice here."


def test_of_lines_that_take_up_as_much_the_short_one_answers() -> None:
    lines = ["A first line.", "The dice of a line that goes on and on for a long while.", "Dice fall."]

    assert deciding_line("dice", [], lines, "en") == lines[2]


def test_a_word_of_the_title_tells_little_of_the_lines() -> None:
    lines = ["A first line.", "A storm is weather.", "Every charge of a fighter is shorter in any weather."]

    assert deciding_line("storm: charge", [], lines, "en") == lines[1]
    assert deciding_line("storm: charge", ["Storm"], lines, "en") == lines[2]


def test_the_page_shows_the_line_before_the_rule_unless_the_rule_begins_with_it() -> None:
    page = edencli_text("rules", "does a stigma band get as many strategy points").stdout
    first = edencli_text("rules", "how many tactical cards do I take in my hand").stdout

    assert page.index("→ A stigma band has") < page.index("A player's reserve is")
    assert page.count("A stigma band has that sum") == 2  # the rule itself stays whole
    assert "→" not in first.partition("Questions settled here")[0]


def test_a_name_asks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    question_weights.question_weights.cache_clear()
    monkeypatch.setattr(question_weights, "weights_table", lambda _: pytest.fail("the weights were read"))

    assert "answer" not in json.loads(edencli_text("rules", "dodge", "--format", "json").stdout)
