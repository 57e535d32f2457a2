"""A slip of an author is one error: at its place, with what was written, and with the word that was meant.

Slips are drawn by a seed at the places of the vocabulary, each word once before one comes again. With
`EDENCLI_SLIPS=3000` and `EDENCLI_SLIPS_SEED=7` in the environment pytest draws others.
"""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from effects.test_authoring import FREE_NAMES, cards_of_decks, places, said_of, spoilt

from edencli.files.diagnostic import Diagnostic, KeyPath, Severity
from edencli.files.shape_effects import KEY_TEXTS
from edencli.lang import Words
from edencli.model.vocabulary import vocabulary_elements
from edencli.pages.diagnostics import fault_sentence, hint_text

MANY = int(os.environ.get("EDENCLI_SLIPS", "100"))
FIRST_SEED = int(os.environ.get("EDENCLI_SLIPS_SEED", "23"))
WORDS = {word for _, word in vocabulary_elements()} | set(KEY_TEXTS)
LONG = 4
"""A shorter word is another one after a slip as often as not."""
NO_SLIPS = {*FREE_NAMES, "step", "despite", "near", "bears", "has-counter", "counters", "through", "enters"}
NO_SLIPS |= {"leaves", "text", "faction"}
"""What is called by a name of the author's own, or by the id of a rule."""


class Slip(NamedTuple):
    """A card with one slip: where it is, what was meant, and what was written."""

    card: Any
    path: KeyPath
    meant: str
    written: str

    def __str__(self) -> str:
        """Name the slip."""
        return f"{self.meant}-{self.written}-{'.'.join(map(str, self.path[-3:]))}"


def misspelt(word: str, random: Random) -> str:
    """A word with a letter left out, doubled, or changed with the next one."""
    at = random.randrange(1, len(word) - 1)
    other = [word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:]]
    other.append(word[:at] + word[at + 1] + word[at] + word[at + 2 :])
    return random.choice([one for one in other if one != word and one not in WORDS] or [f"{word}x"])


def with_other_key(data: Any, path: KeyPath, key: str) -> Any:
    """The same data with another key at a place."""
    *outer, old = path
    holder = data
    for step in outer:
        holder = holder[step]
    renamed = {key if one == old else one: value for one, value in holder.items()}
    return spoilt(data, tuple(outer), renamed)


def slips_of(card: Any, random: Random) -> Iterator[Slip]:
    """A slip at each word and each key of what a card says."""
    for path, value in places(card):
        key = path[-1]
        if isinstance(value, str) and len(value) >= LONG and value in WORDS and key not in NO_SLIPS:
            written = misspelt(value, random)
            yield Slip(spoilt(card, path, written), path, value, written)
        if isinstance(key, str) and len(key) >= LONG and key in WORDS and key != "effects":
            written = misspelt(key, random)
            yield Slip(with_other_key(card, path, written), (*path[:-1], written), key, written)


@cache
def drawn() -> list[Slip]:
    """Slips at random: every word once before one comes again."""
    random = Random(FIRST_SEED)  # noqa: S311  # no secret
    every = [slip for card in cards_of_decks() for slip in slips_of(card, random)]
    random.shuffle(every)
    rank: dict[str, int] = {}
    ranked = []
    for slip in every:
        rank[slip.meant] = rank.get(slip.meant, 0) + 1
        ranked.append((rank[slip.meant], slip))
    return [slip for _, slip in sorted(ranked, key=lambda one: one[0])][:MANY]


def errors(card: Any, folder: Path) -> list[Diagnostic]:
    """The errors that are found in a card; notes are none."""
    return [one for one in said_of(card, folder) if one.severity is Severity.ERROR]


def test_the_slips_are_many_and_of_many_words() -> None:
    assert len(drawn()) == MANY
    assert len({slip.meant for slip in drawn()}) >= min(MANY, 100) - 1


@pytest.mark.parametrize("slip", drawn(), ids=str)
def test_a_slip_is_one_error_with_its_place_its_word_and_the_one_that_was_meant(
    slip: Slip, tmp_path: Path
) -> None:
    words = Words("en")

    found = errors(slip.card, tmp_path)

    assert [one.path for one in found] == [slip.path]
    told = f"{fault_sentence(found[0], words)} {hint_text(found[0], words)}"
    assert f"'{slip.written}'" in told
    assert f"'{slip.meant}'" in told or f" {slip.meant}" in told
