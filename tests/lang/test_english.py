"""The English texts: no fighter is a man or a woman unasked, one word for one thing, questions that ask."""

import re
from collections.abc import Iterator

import pytest
from lang.checks import files, messages

from edencli.lang import ENGLISH, HOME, Words, make_phrase
from edencli.match.pieces import Piece, Side
from edencli.model.lexicon import FighterLexicon
from edencli.transcript.phrases import Phrases

PERSON = re.compile(r"\b(he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)
# What is not said, and what is said in its place; `but` names the messages in which the word has to stand.
SYNONYMS: dict[str, tuple[str, tuple[str, ...]]] = {
    r"break(s|ing)? away|leaver": ("disengage", ()),
    r"troops?": ("band", ("glossary: deceives/band",)),
    r"comrades?|friends?|friendly": ("ally", ("glossary: legend", "glossary: friends")),
    r"foes?": ("enemy", ()),
    r"hand to hand": ("in melee", ()),
    r"incapacitat\w*|killed|kills|dies|death|goes down": (
        "out of action",
        (
            "rules/wounds: wound.incapacitated",
            "rules/cards: card.cp",
            "codes: game-position-lost",
            "diagnostics: game-position-lost",
        ),
    ),
    r"displacements?": ("movement", ()),
    r"opposed roll|rolls off": ("opposition roll", ()),
    r"tokens?": ("marker", ("rules/basics: token", "rules/sight: sight.obstacle")),
    r"nought|nor would|likewise|whom|whoever|whomever": ("plain words", ()),
    r"somebody|someone|anybody|everybody|nobody": (
        "a fighter, a player",
        ("events: player.nobody", "session: ask.eyes.some"),
    ),
}


def english() -> Iterator[tuple[str, str]]:
    """Every English text by its file and message, without its values and without examples of files."""
    for file in files(HOME / ENGLISH):
        for message, text in messages(HOME / ENGLISH, file).items():
            if not message.endswith(("/bad", "/good")):
                yield f"{file}: {message}", re.sub(r"\{[a-z_][\w.:?&-]*[|}]", "{", text)


def test_no_text_says_he_or_she_of_a_person() -> None:
    assert [f"{id_}: {text}" for id_, text in english() if PERSON.search(text)] == []


@pytest.mark.parametrize("word", SYNONYMS)
def test_one_thing_has_one_word(word: str) -> None:
    _, exceptions = SYNONYMS[word]
    said = re.compile(rf"\b({word})\b", re.IGNORECASE)

    assert [
        f"{id_}: {text}" for id_, text in english() if said.search(text) and not id_.startswith(exceptions)
    ] == []


@pytest.mark.parametrize("word", [word for word, (_, exceptions) in SYNONYMS.items() if exceptions])
def test_every_exception_is_needed(word: str) -> None:
    _, exceptions = SYNONYMS[word]
    said = re.compile(rf"\b({word})\b", re.IGNORECASE)

    for start in exceptions:
        assert any(id_.startswith(start) and said.search(text) for id_, text in english()), start


def test_what_is_typed_is_an_answer_and_input_only_a_stream() -> None:
    said = [text for _, text in english() if re.search(r"\binputs?\b", text)]

    assert [text for text in said if not re.search("standard input|the input ended", text)] == []


def test_every_prompt_asks_a_question() -> None:
    asked = messages(HOME / ENGLISH, "questions")
    parts = ("throw.", "listed", "moment")  # of a question that another message asks

    assert [
        f"{message}: {text}"
        for message, text in asked.items()
        if "?" not in text and not message.startswith(parts)
    ] == []


def test_some_text_asks_for_every_form() -> None:
    for file in files(HOME / ENGLISH):
        own = messages(HOME / ENGLISH, file)
        forms = {message.rpartition(":")[2] for message in own if re.search(r":[a-z]+$", message)}

        assert [form for form in forms if not any(f":{form}}}" in text for text in own.values())] == []


LANGUAGES = sorted(path.parent.name for path in HOME.glob("*/language.json"))
WORD = re.compile(r"[^\W\d_]{5,}")
CONDITIONS = (
    "events: markers-",
    "effects: unit.markers",
    "effects: event.markers-",
    "effects: suffered.markers-",
)
ON_THE_FIELD = ("events: token-", "effects: op.lay", "effects: op.lift")
VERBS = {"removed", "field", "until", "spielfeld", "entfernt", "terrain", "retirer", "jusqu"}


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_marker_of_a_condition_and_a_thing_on_the_field_share_no_word(name: str) -> None:
    """The French book has two words for the two, and so has every language here, or none for one of them."""

    def words_of(starts: tuple[str, ...]) -> set[str]:
        texts = (
            re.sub(r"\{[\w.:?&-]*\}?", " ", text)
            for file in ("events", "effects")
            for message, text in messages(HOME / name, file).items()
            if f"{file}: {message}".startswith(starts)
        )
        return {word.casefold() for text in texts for word in WORD.findall(text)} - VERBS

    assert words_of(CONDITIONS) & words_of(ON_THE_FIELD) == set()


YURI, BETTE = Piece(Side.RED, "Yuri"), Piece(Side.RED, "Bette")


def test_a_sentence_takes_the_gender_that_a_card_gives_and_needs_none() -> None:
    phrases = Phrases(Words(), FighterLexicon([YURI, BETTE], {BETTE: "she"}))
    text = "{fighter} est {fighter?she|activée|activé}"

    told = [phrases.words.fill(text, {"fighter": phrases.value_in_words(one)}) for one in (YURI, BETTE)]

    assert told == ["Yuri est activé", "Bette est activée"]


def test_what_never_happened_is_denied_of_one_and_of_all() -> None:
    words = Words()
    no_one = make_phrase({"": "no enemy", "?": "no"}.get)

    one = words.say("effects", "event.moved.move:not", doer="this fighter")
    of_all = words.say("effects", "event.moved.move:not", doer=no_one)

    assert (one, of_all) == ("this fighter has not made a Move", "no enemy has made a Move")
