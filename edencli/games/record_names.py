"""The file names of records: when a match began, and which one it is."""

import os
import re
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path

from edencli.files.systems import state_folder
from edencli.model.names import fold

SUFFIX = ".record"
BAND_LENGTH, GAME_LENGTH = 14, 29
"""The most characters of a band's and of a game's name; further words are left out."""
_LITTLE_WORDS = frozenset(
    """
    a an and of the
    das der des die und von
    de des du et la le les
    della di e gli i il lo
    as da do dos o os
    """.split()  # noqa: SIM905  # a list of words is read as words
)
"""Articles and prepositions left out of names, in the languages of the rulebooks."""
_MOST_AT_ONCE = 100
"""The most records of one match that can begin in one minute."""


def fresh_record_path(title: str) -> Path:
    """A new path in the user's state folder: the minute in which the match begins, and its title.

    Raises:
        OSError: The folder does not exist, and cannot be made.
    """
    import time

    folder = state_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    stem = f"{time.strftime('%Y-%m-%d-%H%M')}-{title}"
    numbered = (f"{stem}-{n}" for n in range(2, _MOST_AT_ONCE))
    names = [folder / f"{name}{SUFFIX}" for name in (stem, *numbered)]
    return next((path for path in names if not os.path.lexists(path)), names[0])


def game_title(name: str) -> str:
    """The first words of a game's name, as part of a file name."""
    return _join_first(_plain_words(name), GAME_LENGTH) or "match"


def bands_title(red: str, blue: str) -> str:
    """The first words of both bands' names; a common beginning is left out if they would be equal."""
    names = [_plain_words(name) for name in (red, blue)]
    short = [_join_first(words, BAND_LENGTH) for words in names]
    if short[0] == short[1] and names[0] != names[1]:
        alike = next(n for n, pair in enumerate(zip_longest(*names)) if pair[0] != pair[1])
        short = [_join_first(words[alike:], BAND_LENGTH) for words in names]
    return "-vs-".join(one or side for one, side in zip(short, ("red", "blue"), strict=True))


def _plain_words(name: str) -> list[str]:
    """The words of a name in plain letters, without articles and prepositions if others remain."""
    words = re.findall(r"[a-z0-9]+", fold(name))
    return [word for word in words if word not in _LITTLE_WORDS] or words


def _join_first(words: Sequence[str], most: int) -> str:
    """As many words as fit, joined by hyphens; a first word that is too long is cut."""
    kept = "-".join(words[:1])[:most]
    for word in words[1:]:
        if len(kept) + 1 + len(word) > most:
            break
        kept = f"{kept}-{word}"
    return kept
