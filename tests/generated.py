"""Writes what is generated: `.venv/bin/python tests/generated.py`, and commit what changed.

The schemas of files follow from their shapes, those of events and attacks from the classes. In those of the
other answers the lists of rulebooks follow from the one list of books: an array of keys that begins with the
first is such a list. What a search looks through is put together from the catalogue and the English
summaries. The rulings stand at the end of CONTRIBUTING.md. A keyword of scenery and an effect of equipment
that have no English name yet are called by their keys.
"""

import json
import re
from itertools import pairwise
from pathlib import Path

from report import event_schema

from edencli.files.shapes import KINDS, file_shape
from edencli.lang import ENGLISH, HOME, Words
from edencli.model.scenery import Keyword
from edencli.model.terms import Effect
from edencli.report.phrasebook import index
from edencli.report.rulepage import rulings_data
from edencli.rulebooks.plain import BOOKS

SCHEMAS = Path(__file__).parents[1] / "schemas"
CONTRIBUTING = SCHEMAS.parent / "CONTRIBUTING.md"
INDEX = HOME.parent / "rulebooks" / "catalogue" / "index.json"
VALUES = HOME / ENGLISH / "values.json"
ANSWERS = ("diagnostics", "odds", "rules", "show", "table", "weather")

_KEYS = re.compile(rf'\[(\s*)"{BOOKS[0]}"(?:,\s*"[a-z]{{2}}")+(\s*)\]')


def with_books(schema: str) -> str:
    """The text of a schema with every list of rulebooks as it must be, laid out as it was."""

    def keys(found: re.Match[str]) -> str:
        listed = f",{found[1] or ' '}".join(f'"{key}"' for key in BOOKS)
        return f"[{found[1]}{listed}{found[2]}]"

    return _KEYS.sub(keys, schema)


def of_files() -> dict[str, str]:
    """The schema of each kind of file, as its own file has it."""
    return {
        name: json.dumps(file_shape(name).document(), ensure_ascii=False, indent=2) + "\n" for name in KINDS
    }


def of_search() -> str:
    """The index of the search, a line for each column and each word."""

    def lines(columns: dict[str, object]) -> str:
        return (
            "{\n" + ",\n".join(f"{plain(name)}: {plain(column)}" for name, column in columns.items()) + "\n}"
        )

    def plain(value: object) -> str:
        if isinstance(value, dict):
            return lines(value)
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    return lines(index(Words(ENGLISH))) + "\n"


def with_rulings(text: str) -> str:
    """The text of CONTRIBUTING.md with every ruling at its end."""
    told = rulings_data(Words("en"), BOOKS[0])["settled"]
    lines = [f"- **{one['ruling']}** {one['question']} {one['answer']} {one['reason']}" for one in told]
    return text.partition("- **H-")[0] + "\n".join(lines) + "\n"


def with_names(text: str) -> str:
    """The text of the English values with a name for every keyword and effect, behind the one before it."""
    for words, shown in ((Effect, "{} (X)"), (Keyword, "{}")):
        for before, word in pairwise(words):
            if f'\n    "{word}": ' not in text:
                name = shown.format(word.replace("-", " ").title())
                text = re.sub(rf'(\n    "{before}": .*)', rf'\1\n    "{word}": "{name}",', text, count=1)
    return text


def main() -> None:
    """Write them all."""
    for name, schema in of_files().items():
        (SCHEMAS / f"{name}.schema.json").write_text(schema, encoding="utf-8")
    event_schema.write()
    for name in ANSWERS:
        path = SCHEMAS / f"{name}.schema.json"
        path.write_text(with_books(path.read_text(encoding="utf-8")), encoding="utf-8")
    INDEX.write_text(of_search(), encoding="utf-8")
    VALUES.write_text(with_names(VALUES.read_text(encoding="utf-8")), encoding="utf-8")
    CONTRIBUTING.write_text(with_rulings(CONTRIBUTING.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
