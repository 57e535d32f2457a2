"""The tables from which the script of a page searches as `search` does: phrases, words and weights.

Knows the index, what questions taught, and how `search` weighs. Must not know a page.
"""

import json
import struct
import zlib
from base64 import b85encode
from collections import defaultdict
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from edencli.lookup import question_weights as taught
from edencli.lookup import search
from edencli.lookup.search_index import SearchIndex, expressions, rule_index, stem, stop_words, synonym_index
from edencli.model.names import UNACCENTED_LETTERS
from edencli.rulebooks import catalogue

FACTORS = (
    *(taught.WORD_FACTOR, taught.MEANING_FACTOR, taught.PAIR_FACTOR, taught.LEVELS_PER_UNIT),
    *(taught.FIRST_RULE, taught.LEVEL_ZERO, search.MATCHED, search.EVIDENCE, search.DOUBT),
)
"""The factors that join the scores of both judges, in the order in which the script reads them."""


def search_tables(book: str) -> dict[str, Any]:
    """Everything that a search in that book needs, as data."""
    grammar = catalogue.search_grammar()
    parts = {
        part: " ".join(sorted({word for one in grammar.values() for word in one[part].split()}))
        for part in ("asking_words", "endings", "absent_words")
    }
    return {
        "book": book,
        "rules": _phrases(rule_index()),
        "meanings": _phrases(synonym_index()),
        "small": {key: " ".join(sorted(words)) for key, words in stop_words().items()},
        "tiny": " ".join(sorted(search.tiny_words())),
        "asking": parts["asking_words"],
        "endings": parts["endings"],
        "absent": {key: one["absent_words"] for key, one in grammar.items()},
        "missing": parts["absent_words"],
        "expressions": dict(expressions()),
        "common": " ".join(sorted(_common_words())),
        "patterns": search.PATTERNS,
        "weights": search.WEIGHTS,
        "letters": UNACCENTED_LETTERS,
        "taught": {
            "words": taught.weights_table(book),
            "meanings": _by_first_sign(taught.weights_table(taught.ALL_LANGUAGES)),
        },
        "factors": FACTORS,
    }


PAGE_DIGITS = "".join(chr(code) for code in range(39, 127) if chr(code) not in "<>\\")
"""The 85 digits of packed tables: none of them needs an escape in JSON or means something in HTML."""

_BASE85_DIGITS = digits + ascii_uppercase + ascii_lowercase + "!#$%&()*+-;<=>?@^_`{|}~"
_EMPTY_BLOCK = b"\0\0\0\xff\xff"
"""A part of a compressed text that says nothing."""


def packed_tables(book: str) -> str:
    """The tables as a page holds them: JSON, compressed to a quarter, five digits for each four bytes.

    Four bytes are a number as a `Uint32Array` holds it, the lowest byte first.
    """
    text = json.dumps(search_tables(book), ensure_ascii=False, separators=(",", ":"))
    head, rest = (packed := zlib.compress(text.encode(), 9))[:2], packed[2:]
    whole = head + _EMPTY_BLOCK * (-len(packed) % 4) + rest  # 5 bytes each: four bytes go into it evenly
    numbers = struct.unpack(f"<{len(whole) // 4}I", whole)
    coded = b85encode(struct.pack(f">{len(numbers)}I", *numbers)).decode()
    return coded.translate(str.maketrans(_BASE85_DIGITS, PAGE_DIGITS))


def _common_words() -> set[str]:
    """The common words that a search could take for misspellings: the stems of others are known."""
    known = set(map(stem, rule_index().vocabulary))
    return {word for word in catalogue.common_words() if stem(word) not in known}


def _by_first_sign(table: dict[str, Any]) -> dict[str, Any]:
    """A table of meanings in which the pairs stand under their first, which is a tenth shorter."""
    levels: dict[str, dict[str, str]] = defaultdict(dict)
    for part, packed in table["levels"].items():
        levels[part[0]][part[1:]] = packed
    return table | {"levels": levels}


def _phrases(index: SearchIndex) -> dict[str, list[list[Any]]]:
    """The phrases of each rule or meaning: weight, language, worth of a word, words, other names."""
    found: dict[str, list[list[Any]]] = {}
    for number, rule in enumerate(index.rule):
        found.setdefault(rule, []).append(list(_phrase(index, number)))
    return found


def _phrase(index: SearchIndex, number: int) -> Iterator[Any]:
    weight = index.weight(number)
    yield from (weight.weight, weight.language, weight.word_weight)
    yield (text := index.words(number))
    yield from (names if (names := index.names(number)) != [text] else ())
