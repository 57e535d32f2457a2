"""Writes everything generated: run `.venv/bin/python tests/generated.py`, and commit what changed.

The schemas of files are made from their shapes, those of events and attacks from the classes. In those of the
other answers the lists of rulebooks are made from the one list of books: an array of keys that begins with
the first is such a list. The search index is made from the catalogue and the English summaries; what
questions taught it, from the corpus in `tests/lookup`. The examples of the vocabulary of effects are taken
from the sample cards, whose compiled form is kept. The rulings are at the end of CONTRIBUTING.md, the
packages and their imports at its beginning; the tests of each module in `tests/README.md`. A keyword of
scenery or an effect of equipment without an English name is named by its key. The English from which each
message of a language was made is kept in `tests/lang/made_from/`, for those that are new or translated again.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from source_map import module_table, package_diagram, package_table, put_between
from transcript import event_schema

from edencli.files.loader import parse_yaml
from edencli.files.shapes import KINDS, build_value, file_shape
from edencli.lang import ENGLISH, HOME, Words
from edencli.lookup.rule_page import rulings_data
from edencli.lookup.search_index import make_index
from edencli.match.match import Act, ActRow, ChapterRules, Contributor
from edencli.model.card_words import Word
from edencli.model.effect import to_plain_data
from edencli.model.fighter import Ability
from edencli.model.game import Cards, Mission, Tactic
from edencli.model.scenery import Keyword
from edencli.model.terms import WeaponEffect
from edencli.model.vocabulary import elements_used, vocabulary_elements
from edencli.record import Record
from edencli.rulebooks.raw_books import BOOKS
from edencli.rules.registry import ACTS, CHAPTERS, NUMBERS, InField

SCHEMAS = Path(__file__).parents[1] / "schemas"
CONTRIBUTING = SCHEMAS.parent / "CONTRIBUTING.md"
MODULES = Path(__file__).with_name("README.md")
INDEX = HOME.parent / "rulebooks" / "catalogue" / "index.json"
COMPILED = Path(__file__).parent / "effects" / "compiled.json"
CORPUS = Path(__file__).parent / "lookup" / "corpus"
REGISTRY = Path(__file__).parent / "rules" / "registry.txt"
EXAMPLES = INDEX.with_name("effects.json")
VALUES = HOME / ENGLISH / "values.json"
Card = Ability | Tactic | Mission
ANSWERS = (
    "band-diff",
    "compare",
    "diagnostics",
    "matrix",
    "odds",
    "rules",
    "show",
    "simulation",
    "table",
    "weather",
)

_KEYS = re.compile(rf'\[(\s*)"{BOOKS[0]}"(?:,\s*"[a-z]{{2}}")+(\s*)\]')


def with_books(schema: str) -> str:
    """The text of a schema with every list of rulebooks updated in its own layout."""

    def keys(found: re.Match[str]) -> str:
        listed = f",{found[1] or ' '}".join(f'"{key}"' for key in BOOKS)
        return f"[{found[1]}{listed}{found[2]}]"

    return _KEYS.sub(keys, schema)


def of_files() -> dict[str, str]:
    """The schema of each kind of file, as its file has it."""
    return {
        name: json.dumps(file_shape(name).to_file_schema(), ensure_ascii=False, indent=2) + "\n"
        for name in KINDS
    }


def of_search() -> str:
    """The index of the search, one line per rule."""
    return json.dumps(make_index(Words(ENGLISH)), ensure_ascii=False, indent=0) + "\n"


def decks() -> Iterator[Cards]:
    """The cards of each file of the sample decks."""
    for file in sorted((SCHEMAS.parent / "samples" / "cards").glob("*.yaml")):
        yield build_value("cards", parse_yaml(file.read_bytes(), file.name).data)


@cache
def sample_cards() -> dict[str, Card]:
    """Every ability, tactical card and mission of the sample decks, by name."""
    found: dict[str, Card] = {}
    for cards in decks():
        found |= {one.name: one for card in (*cards.fighters, *cards.npfs) for one in card.abilities}
        found |= {one.name: one for one in (*cards.missions, *cards.tactics)}
    return found


def said(card: Card) -> dict[str, Any]:
    """The effects of a card as plain data, and how its objectives count."""
    objectives = [
        {"only-if": to_plain_data(one.only_if), "each": to_plain_data(one.each)}
        for one in getattr(card, "objectives", ())
        if one.is_counted_by_card
    ]
    parts = {"effects": to_plain_data(card.effects), "objectives": objectives}
    return {key: part for key, part in parts.items() if part}


def of_compiled() -> str:
    """The compiled form of every sample card with effects."""
    told = {name: said(card) for name, card in sample_cards().items() if said(card)}
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def of_registry() -> str:
    """The rows of the registry and of the chapters, in order, each function by its name."""
    lines = [*_acts(ACTS), *_numbers(NUMBERS)]
    for name, modules in CHAPTERS.items():
        for module in modules:
            rules: ChapterRules = import_module(f"edencli.rules.{module}").CHAPTER
            lines += ["", f"{name}: {module}", *_acts(rules.acts), *_numbers(rules.numbers)]
            for part in ("may", "reach", "waivers", "listeners"):
                lines += [f"{part}: {_called(one)}" for one in getattr(rules, part)]
            lines += [f"terrain: {_called(rules.terrain)}"] if rules.terrain else []
            lines += [f"{step}: {_called(one)}" for step, one in rules.steps.items()]
    return "".join(f"{line}\n" for line in lines)


def _acts(rows: Mapping[type[Act], ActRow]) -> Iterator[str]:
    for act, row in rows.items():
        yield f"{act.__name__}: {row.rule}, {row.price}, counts as {row.counts_as}"
        yield from (f"    may: {_called(one)}" for one in row.may)
        yield from (
            f"    {part}: {_called(one)}"
            for part in ("reach", "aim", "perform", "miss")
            if (one := getattr(row, part)) is not ActRow._field_defaults.get(part)
        )


def _numbers(numbers: Mapping[str, Sequence[Contributor]]) -> Iterator[str]:
    for number, contributors in sorted(numbers.items()):
        yield f"{number}: {', '.join(map(_called, contributors))}"


def _called(one: Any) -> str:
    """The name of a function of the rules with its module, or of a listener's class."""
    if isinstance(one, InField):
        one = one.function
    found = one if hasattr(one, "__qualname__") else type(one)
    return f"{found.__module__.rpartition('.')[2]}.{found.__qualname__}"


def words_within(value: Any) -> Iterator[Word]:
    """Every word within a value, itself included."""
    if isinstance(value, tuple):
        for one in value:
            yield from words_within(one)
    elif isinstance(value, Record):
        if isinstance(value, Word):
            yield value
        yield from words_within(tuple(value.as_dict().values()))


def of_effects() -> str:
    """For each element of the vocabulary of effects, the shortest piece of a sample card that has it."""
    found: dict[str, tuple[str, str]] = {}
    for name, card in sample_cards().items():
        objectives = getattr(card, "objectives", ())
        found_here = [
            (one, to_plain_data(one))
            for one in words_within((card.effects, *(x.only_if for x in objectives)))
        ]
        times = [(one.each, {"each": to_plain_data(one.each)}) for one in objectives if one.each]
        for piece, told in (*found_here, *times):
            text = json.dumps(told, ensure_ascii=False)
            for group, word in elements_used(piece):
                key = f"{group}.{word}"
                if key not in found or len(text) < len(found[key][0]):
                    found[key] = text, name
    known = [f"{group}.{word}" for group, word in vocabulary_elements() if f"{group}.{word}" in found]
    rows = [f'"{key}": {{"card": {json.dumps(found[key][1])}, "piece": {found[key][0]}}}' for key in known]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def with_rulings(text: str) -> str:
    """The text of CONTRIBUTING.md with every ruling at its end."""
    told = rulings_data(Words("en"), BOOKS[0])["settled"]
    lines = [f"- **{one['ruling']}** {one['question']} {one['answer']} {one['reason']}" for one in told]
    return text.partition("- **H-")[0] + "\n".join(lines) + "\n"


def with_packages(text: str) -> str:
    """The text of CONTRIBUTING.md with the packages, what each imports, and where to begin."""
    return put_between(text, "packages", f"{package_diagram()}\n{package_table()}")


def with_modules(text: str) -> str:
    """The text of `tests/README.md` with the tests of each module."""
    return put_between(text, "modules", module_table())


def with_names(text: str) -> str:
    """The English values with a name for every keyword and effect, each after the one before it."""
    for words, shown in ((WeaponEffect, "{} (X)"), (Keyword, "{}")):
        for before, word in pairwise(words):
            if f'\n    "{word}": ' not in text:
                name = shown.format(word.replace("-", " ").title())
                text = re.sub(rf'(\n    "{before}": .*)', rf'\1\n    "{word}": "{name}",', text, count=1)
    return text


def main() -> None:
    """Write all generated files."""
    for name, schema in of_files().items():
        (SCHEMAS / f"{name}.schema.json").write_text(schema, encoding="utf-8")
    event_schema.write()
    for name in ANSWERS:
        path = SCHEMAS / f"{name}.schema.json"
        path.write_text(with_books(path.read_text(encoding="utf-8")), encoding="utf-8")
    INDEX.write_text(of_search(), encoding="utf-8")
    EXAMPLES.write_text(of_effects(), encoding="utf-8")
    if CORPUS.is_dir():  # a copy of the package need not have the tests
        from lookup import learn  # noqa: PLC0415

        learn.write_weights()
    if COMPILED.parent.is_dir():  # a copy of the package need not have the tests
        COMPILED.write_text(of_compiled(), encoding="utf-8")
        REGISTRY.write_text(of_registry(), encoding="utf-8")
        from lang.checks import write_origins  # noqa: PLC0415  # a copy of the package need not have the tests

        for path, text in write_origins():
            path.write_text(text, encoding="utf-8")
    VALUES.write_text(with_names(VALUES.read_text(encoding="utf-8")), encoding="utf-8")
    text = with_packages(with_rulings(CONTRIBUTING.read_text(encoding="utf-8")))
    CONTRIBUTING.write_text(text, encoding="utf-8")
    if MODULES.exists():  # a copy of the package need not have the tests
        MODULES.write_text(with_modules(MODULES.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
