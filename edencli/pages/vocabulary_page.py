"""The vocabulary of effects as a page: each element with an example from the sample cards."""

from typing import Any

from edencli.lang import Words
from edencli.model.card_words import CardEvent, HowMany, Past
from edencli.model.effect import TAGS
from edencli.model.vocabulary import ENUM_GROUPS, Headword, vocabulary_elements
from edencli.output.sheet import Data, Sheet
from edencli.pages.card_sentences import word_sentence
from edencli.pages.card_terms import AREA, CardWording
from edencli.rulebooks.catalogue import effect_examples


def vocabulary_data(words: Words) -> Data:
    """Every element of the vocabulary, group by group, each with a piece of a sample card that has it."""
    groups: dict[str, list[Data]] = {}
    for element, keys in vocabulary_elements().items():
        groups.setdefault(element.group, []).append(_row(words, element, keys))
    return {"groups": [{"group": group, "rows": rows} for group, rows in groups.items()]}


def write_vocabulary(sheet: Sheet, words: Words, data: Data) -> None:
    """Write what each element means, how it is written, and on which card."""
    sheet.title(words.say(AREA, "vocabulary.title"))
    sheet.text(words.say(AREA, "vocabulary.about"))
    for group in data["groups"]:
        sheet.heading(words.say(AREA, f"vocabulary.{group['group']}"))
        sheet.names([(row["word"], words.say(AREA, "vocabulary.row", **row)) for row in group["rows"]])


def _row(words: Words, element: Headword, keys: tuple[str, ...]) -> Data:
    shown = effect_examples()[f"{element.group}.{element.word}"]
    return {
        "word": element.word,
        "keys": list(keys),
        "example": inline_yaml(shown["piece"]),
        "card": shown["card"],
        "means": _meaning(words, element, shown["piece"]),
    }


def _meaning(words: Words, element: Headword, piece: Any) -> str:
    """What an element means by itself, else what its example says."""
    name = f"{element.group}.{element.word}"
    if element.group == "event":
        event = CardEvent(element.word)
        return CardWording(words).event(Past(event=event), event)
    if element.group in ENUM_GROUPS.values() and words.has(AREA, name):
        return words.say(AREA, name)
    return _example_sentence(words, piece)


def _example_sentence(words: Words, data: Data) -> str:
    """What an example says, in a sentence."""
    from edencli.files.shape_effects import shape_of_part, tagged_family  # noqa: PLC0415  # slow to import, and for this page alone

    if "each" in data:
        return CardWording(words).times_scored(shape_of_part(HowMany, "each").read(data["each"], ()))
    kind: Any = next(kind for kind, tag in TAGS.items() if tag in data)
    return word_sentence(words, tagged_family(kind).read(data, ()))


def inline_yaml(data: Any) -> str:
    """Plain data as files write it in one line."""
    if isinstance(data, dict):
        return f"{{{', '.join(f'{key}: {inline_yaml(one)}' for key, one in data.items())}}}"
    if isinstance(data, list):
        return f"[{', '.join(map(inline_yaml, data))}]"
    return str(data).lower() if isinstance(data, bool) else str(data)
