"""The vocabulary of effects as a page: all elements, or one word, each with an example of a card."""

from collections.abc import Mapping
from textwrap import dedent
from typing import Any

from edencli.lang import Words
from edencli.model.card_words import CardEvent, HowMany, Past, Role, SceneryFilter
from edencli.model.effect import TAGS
from edencli.model.near_names import OTHER_WORDS, NearKind, nearest_names
from edencli.model.vocabulary import ENUM_GROUPS, RECORD_GROUPS, Headword, vocabulary_elements
from edencli.output.sheet import Data, Sheet
from edencli.pages.card_recipes import CARD_RECIPES, CardRecipe
from edencli.pages.card_sentences import word_sentence
from edencli.pages.card_terms import AREA, CardWording
from edencli.rulebooks.catalogue import effect_examples


def vocabulary_data(words: Words) -> Data:
    """Every element of the vocabulary by group, each with a piece of a sample card; and the recipes."""
    groups: dict[str, list[Data]] = {}
    for element, keys in vocabulary_elements().items():
        groups.setdefault(element.group, []).append(_row(words, element, keys))
    return {
        "groups": [{"group": group, "rows": rows} for group, rows in groups.items()],
        "recipes": [_recipe(words, one) for one in CARD_RECIPES],
    }


def write_vocabulary(sheet: Sheet, words: Words, data: Data) -> None:
    """Write what each element means, how it is written, and which card has it; then the recipes."""
    sheet.title(words.say(AREA, "vocabulary.title"))
    sheet.text(words.say(AREA, "vocabulary.about"))
    for group in data["groups"]:
        sheet.heading(words.say(AREA, f"vocabulary.{group['group']}"))
        sheet.names([(row["word"], _row_text(words, row)) for row in group["rows"]])
    _write_recipes(sheet, words, data["recipes"])


def word_data(words: Words, asked: str) -> Data:
    """All that a word names: elements of the vocabulary, a key, and the recipes that use it."""
    wanted = asked.casefold()
    groups: dict[str, list[Data]] = {}
    for element, keys in vocabulary_elements().items():
        if element.word == wanted:
            groups.setdefault(element.group, []).append(_row(words, element, keys))
    if wanted in _key_texts():
        groups.setdefault("key", []).append(_key_row(wanted))
    found = [{"group": group, "rows": rows} for group, rows in groups.items()]
    recipes = [_recipe(words, one) for one in CARD_RECIPES if wanted in _words_of(one.card)]
    return {"groups": found, "recipes": recipes}


def write_word(sheet: Sheet, words: Words, data: Data) -> None:
    """Write what a word means wherever it may stand, and what the keys beside it mean."""
    sheet.title(data["groups"][0]["rows"][0]["word"])
    for group in data["groups"]:
        sheet.heading(words.say(AREA, f"vocabulary.{group['group']}"))
        for row in group["rows"]:
            sheet.text(_row_text(words, row))
            if group["group"] == "key":
                sheet.text(words.say(AREA, "vocabulary.beside", listed=row["keys"]))
                continue
            texts = _key_texts()
            sheet.names([(key, texts[key]) for key in row["keys"] if key in texts and key != row["word"]])
    _write_recipes(sheet, words, data["recipes"])


def near_words(asked: str) -> list[str]:
    """Words of the vocabulary close to an unknown one: what other games call so, else similar spellings."""
    known = dict.fromkeys((*(one.word for one in vocabulary_elements()), *_key_texts()))
    called = [one for one in OTHER_WORDS.get(asked.casefold(), ()) if one in known]
    return called or nearest_names(asked, known, NearKind.KEY)


def _row_text(words: Words, row: Data) -> str:
    """What a row says: its meaning and an example; for an event also what it asks, gives and changes."""
    told = [words.say(AREA, "vocabulary.row", **row) if row["card"] else row["means"]]
    if "gives" in row:
        told += [
            words.say(AREA, f"vocabulary.event.{part}", listed=listed)
            for part, listed in (
                ("details", [_detail(row, key) for key in row["keys"]]),
                ("gives", row["gives"]),
                ("changes", row["changes"]),
            )
            if listed
        ]
    return " ".join(told)


def _detail(row: Data, key: str) -> str:
    """A detail of an event, with its values if they are few."""
    values = row["values"].get(key)
    return f"{key} ({', '.join(values)})" if values else str(key)


def _write_recipes(sheet: Sheet, words: Words, recipes: list[Data]) -> None:
    if recipes:
        sheet.heading(words.say(AREA, "vocabulary.recipes"))
    for one in recipes:
        sheet.text(f"{one['said']} {one['about']}")
        sheet.verbatim(one["card"].splitlines())


def _recipe(words: Words, one: CardRecipe) -> Data:
    return {
        "said": words.say(AREA, f"recipe.{one.key}"),
        "about": words.say(AREA, f"recipe.{one.key}.about"),
        "deck": one.deck,
        "card": dedent(one.card).strip(),
    }


def _words_of(card: str) -> set[str]:
    """The keys and words that a recipe's card uses."""
    return {one.strip(":,[]{}-") for one in card.replace("{", " ").replace("[", " ").split()}


def _row(words: Words, element: Headword, keys: tuple[str, ...]) -> Data:
    shown = effect_examples()[f"{element.group}.{element.word}"]
    return {
        "word": element.word,
        "keys": list(keys),
        "example": inline_yaml(shown["piece"]),
        "card": shown["card"],
        "means": _meaning(words, element, shown["piece"]),
    } | (_event_parts(CardEvent(element.word)) if element.group == "event" else {})


def _event_parts(event: CardEvent) -> Data:
    """The details that a card may ask of an event, what the event gives, and how it may be changed."""
    from edencli.effects.event_details import event_guide  # noqa: PLC0415  # slow to import, and only this page needs it

    guide = event_guide(event)
    values = {detail: list(heard) for detail, heard in guide.values.items()}
    return {
        "keys": list(guide.details),
        "values": values,
        "gives": list(guide.gives),
        "changes": list(guide.changes),
    }


def _key_row(key: str) -> Data:
    """The row of a key: what it means, and the words and groups in which it may stand."""
    beside = [
        one.group if one.word == key else one.word
        for one, keys in vocabulary_elements().items()
        if key in keys or (one.word == key and one.group in RECORD_GROUPS.values())
    ]
    return {"word": key, "keys": beside, "example": "", "card": "", "means": _key_texts()[key]}


def _key_texts() -> Mapping[str, str]:
    """What each key means."""
    from edencli.files.shape_effects import KEY_TEXTS  # noqa: PLC0415  # slow to import

    return KEY_TEXTS


def _meaning(words: Words, element: Headword, piece: Any) -> str:
    """What an element means by itself, or else what its example says."""
    name = f"{element.group}.{element.word}"
    if element.group == "event":
        event = CardEvent(element.word)
        return CardWording(words).event(Past(event=event), event)
    if element.group in ENUM_GROUPS.values() and words.has(AREA, name):
        wording = CardWording(words)
        values = {"scenery": wording.scenery(SceneryFilter()), "of": wording.role(Role.USER), "told": "…"}
        return words.say(AREA, name, **values)
    return _example_sentence(words, piece)


def _example_sentence(words: Words, data: Data) -> str:
    """The sentence that an example makes."""
    from edencli.files.shape_effects import shape_of_part, tagged_family  # noqa: PLC0415  # slow to import

    if "each" in data:
        return CardWording(words).times_scored(shape_of_part(HowMany, "each").read(data["each"], ()))
    kind: Any = next(kind for kind, tag in TAGS.items() if tag in data)
    return word_sentence(words, tagged_family(kind).read(data, ()))


def inline_yaml(data: Any) -> str:
    """Plain data as YAML in one line."""
    if isinstance(data, dict):
        return f"{{{', '.join(f'{key}: {inline_yaml(one)}' for key, one in data.items())}}}"
    if isinstance(data, list):
        return f"[{', '.join(map(inline_yaml, data))}]"
    return str(data).lower() if isinstance(data, bool) else str(data)
