"""The table itself: forms that differ, examples that are what they say, and a page that shows them all."""

from collections.abc import Iterable

import pytest
from notation.scene import NAMES

from edencli.lang import Words
from edencli.lookup import notation_page
from edencli.match.pieces import Side
from edencli.model.terms import OPPOSITE_HALF, LimbName, Marker
from edencli.notation.errors import Unreadable
from edencli.notation.forms import Clause, FixedWord, Form, Slot, parse_pattern
from edencli.notation.reader import parse_line
from edencli.notation.slots import SLOTS
from edencli.notation.table import FORMS, OTHER_PATTERNS, VERB_SYNONYMS
from edencli.output.sheet import Paint, TextSheet

WORDS = Words()
SAID = WORDS.area("notation")


def _id(form: Form) -> str:
    return form.id


@pytest.mark.parametrize("form", FORMS, ids=_id)
def test_every_example_is_a_sentence_of_its_form(form: Form) -> None:
    assert form.id in [reading.form.id for reading in parse_line(form.example, NAMES)]


@pytest.mark.parametrize("form", FORMS, ids=_id)
def test_every_example_still_is_when_typed_carelessly(form: Form) -> None:
    careless = f"  {form.example.upper().replace(', ', ',').replace(' ', '   ')} "

    assert form.id in [reading.form.id for reading in parse_line(careless, NAMES)]


def test_an_example_is_given_only_where_the_samples_make_another() -> None:
    given = [form for form in FORMS if form.other_example]

    assert given
    assert [form.id for form in given if form._replace(other_example="").example == form.example] == []


def test_forms_differ_by_name_and_pattern() -> None:
    alike = ("SIDE picks", "SIDE activates")
    patterns = [form.pattern for form in FORMS if not form.pattern.startswith(alike)]

    assert len({form.id for form in FORMS}) == len(FORMS)
    assert len(set(patterns)) == len(patterns)


def test_every_slot_is_read_written_and_used() -> None:
    patterns = [form.pattern for form in FORMS] + [one for more in OTHER_PATTERNS.values() for one in more]
    parts = [part for pattern in patterns for part in parse_pattern(pattern).parts]
    used = {part.name for part in parts if isinstance(part, Slot)}
    used |= {part.slot for part in parts if isinstance(part, Clause)}

    assert used == set(SLOTS)


def test_every_other_spelling_is_of_something_in_the_table() -> None:
    verbs = {parse_pattern(form.pattern).verb for form in FORMS}

    assert set(OTHER_PATTERNS) <= {form.id for form in FORMS}
    assert set(VERB_SYNONYMS) <= verbs


def test_no_fixed_word_is_taken_for_a_slot() -> None:
    fixed = {
        part.text
        for form in FORMS
        for part in parse_pattern(form.pattern).parts
        if isinstance(part, FixedWord)
    }

    assert {word for word in fixed if word.isupper()} == {"AP", "SP", "VP", "CP"}


def test_every_form_group_and_slot_is_explained() -> None:
    told = {key for key in SAID if key.startswith(("form.", "slot.", "group."))}
    groups = {f"group.{group['group']}" for group in notation_page.notation_data(WORDS)["groups"]}

    assert told == {f"form.{form.id}" for form in FORMS} | {f"slot.{slot}" for slot in SLOTS} | groups
    assert {f"wanted.{slot}" for slot in SLOTS} < set(SAID)


def test_the_page_shows_every_form_within_eighty_columns() -> None:
    sheet = TextSheet(Paint(colour=False))

    notation_page.write_notation(sheet, WORDS, notation_page.notation_data(WORDS))

    page = str(sheet)
    assert max(map(len, page.splitlines())) <= 80
    assert all(form.pattern.split()[-1] in page for form in FORMS)


@pytest.mark.parametrize(
    ("slot", "words"),
    [("SIDE", Side), ("LIMB", LimbName), ("MARKER", Marker), ("HALF", OPPOSITE_HALF)],
)
def test_a_slot_of_a_few_words_says_each_of_them_on_the_page_and_where_one_is_missing(
    slot: str, words: Iterable[str]
) -> None:
    *others, last = words
    said = f"{', '.join(others)} or {last}"

    assert notation_page.notation_data(WORDS)["slots"][slot] == said
    assert said in notation_page.misread_sentence(
        WORDS, Unreadable("unreadable", read="", rest="it", slots=[slot])
    )
