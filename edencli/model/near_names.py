"""Near names: what a misspelt text was likely meant to be, wherever edencli asks “did you mean”.

There is one distance, the number of slips, and one limit for each kind of thing. Texts of more than 60
letters are near nothing. Some words of other games, or that are printed on cards, are taken for what edencli
calls them. Knows no file, no rule and no language.
"""

import enum
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from edencli.model.names import fold, name_key
from edencli.record import Record

LONGEST_COMPARED: Final = 60  # the most letters in which slips are looked for


class NearLimit(Record):
    """How many slips a text may contain and still be taken for another.

    `share` of its letters, at least `least`, at most `most`. A text of fewer letters than `shortest` is near
    nothing. The beginning of a name is near it, too, with at most `in_beginning` slips, unless that is None.
    """

    share: float
    least: int = 1
    most: int = LONGEST_COMPARED
    shortest: int = 1
    in_beginning: int | None = None


class NearKind(enum.Enum):
    """The kinds of things whose names may be misspelt."""

    COMMAND = enum.auto()
    OPTION = enum.auto()
    CHOICE = enum.auto()
    """A value of an option."""
    KEY = enum.auto()
    """A key or a fixed word of a file."""
    FILE = enum.auto()
    """A file, a folder, a sample."""
    NAME = enum.auto()
    """A fighter, a card, a piece of scenery; a key that may be any name."""
    VERB = enum.auto()
    """A command typed during a match."""
    MOVE_WORD = enum.auto()
    """A word of the moves."""
    RULE = enum.auto()
    TITLE = enum.auto()
    """The title of a rule, or its id, for a question without an answer."""
    RULING = enum.auto()
    SEARCHED_WORD = enum.auto()
    """A word of a question about the rules."""


_FEW_WORDS: Final = NearLimit(share=0.5, in_beginning=0)

LIMITS: Final[Mapping[NearKind, NearLimit]] = {
    NearKind.COMMAND: _FEW_WORDS,
    NearKind.OPTION: _FEW_WORDS,
    NearKind.CHOICE: _FEW_WORDS,
    NearKind.KEY: _FEW_WORDS,
    NearKind.FILE: _FEW_WORDS,
    NearKind.NAME: NearLimit(share=1 / 3),
    NearKind.VERB: NearLimit(share=1 / 3, least=0, most=2),
    NearKind.MOVE_WORD: NearLimit(share=1 / 3, most=2, shortest=2),
    NearKind.RULE: NearLimit(share=0.4, in_beginning=1),
    NearKind.TITLE: NearLimit(share=0.5),
    NearKind.RULING: NearLimit(share=1.0),
    NearKind.SEARCHED_WORD: NearLimit(share=0.25, shortest=4),
}
"""The limit of slips for each kind."""

OTHER_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "cost": ("value",),
    "points": ("value",),
    "hp": ("cp",),
    "wounds": ("cp",),
    "str": ("strength",),
    "throwing": ("projectile",),
    "thrown": ("projectile",),
    "ranged": ("shooting",),
    "protection": ("pr",),
    "armour": ("pr",),
    "armor": ("pr",),
    "type": ("kind",),
    "die": ("faces",),
    "dice": ("faces",),
    "pos": ("at",),
    "place": ("at",),
    "rule": ("by",),
    "passive": ("permanent",),
    "active": ("action",),
    "if": ("only-if",),
    "on": ("event",),
    "trigger": ("event",),
    "n": ("by",),
    "by": ("n",),
    "amount": ("n", "by"),
    "self": ("user",),
    "me": ("own", "user"),
    "attacker": ("doer",),
    "victim": ("sufferer",),
    "foes": ("enemies",),
    "friends": ("allies",),
    "attack": ("melee", "cbt"),
    "shoot": ("shot",),
    "run": ("move",),
    "damage": ("wound", "wounded", "cp-lost"),
    "damaged": ("wounded", "cp-lost"),
    "hurt": ("wounded", "cp-lost"),
    "hit": ("attack-ended",),
    "heals": ("healed",),
    "kill": ("remove", "left"),
    "tap": ("exhaust",),
    "stun": ("exhaust",),
    "controller": ("owner",),
    "control": ("owner",),
    "rain": ("acid-rain",),
    "snow": ("snowstorm",),
    "returned": ("came-back",),
    "revived": ("came-back",),
    "draws": ("draw",),
    "spend-on": ("only-for",),
    "hidden": ("secret",),
    "kills": ("attack-ended",),
    **dict.fromkeys(("killed", "dies", "died", "death", "destroyed", "slain", "eliminated"), ("left",)),
    **dict.fromkeys(("defeated", "incapacitated", "falls"), ("left",)),
    "destroy": ("remove",),
    "turn": ("activation", "activated", "round", "round-begun"),
    "turn-begun": ("activated", "round-begun"),
    "turn-start": ("activated", "round-begun"),
    "turn-ended": ("activation-ended",),
    "turn-end": ("activation-ended",),
    "attacked": ("attack-begun",),
    "attacks": ("attack-begun",),
    "moves": ("moved",),
    "played": ("tactic-played",),
    "cancelled": ("tactic-cancelled",),
    "burned": ("scenery-burns",),
    "picked-up": ("token-taken-up",),
    "dropped": ("token-put-down",),
    "pick-up": ("take-up",),
    "drop": ("put-down",),
    "counter": ("prevent",),
    "teleport": ("put",),
}
"""Words that people take from other games or from printed cards, and the words of edencli for them."""


def slips_allowed(text: str, kind: NearKind = NearKind.NAME) -> int:
    """Return how many slips a text may contain and still be taken for another of that kind."""
    limit = LIMITS[kind]
    if not limit.shortest <= len(text) <= LONGEST_COMPARED:
        return 0
    return min(limit.most, max(limit.least, int(limit.share * len(text) + 1e-9)))


def can_be_near(one: str, other: str, most: int) -> bool:
    """Tell quickly whether two texts can differ by at most a number of slips."""
    return abs(len(one) - len(other)) <= most and len(set(one) ^ set(other)) <= 2 * most


def count_slips(one: str, other: str, most: int) -> int | None:
    """Count the letters that are wrong, missing, too many or swapped with the next; None above `most`."""
    if max(len(one), len(other)) > LONGEST_COMPARED or not can_be_near(one, other, most):
        return None
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            n = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                n = min(n, before[j - 2] + 1)
            row.append(n)
        if min(row) > most and min(last) > most:
            return None
        before, last = last, row
    return last[-1] if last[-1] <= most else None


def nearest_name(wanted: str, known: Iterable[str], kind: NearKind) -> str | None:
    """Return the known name most likely meant, or None: by another word for it, or else the nearest."""
    names = tuple(known)
    called = (name for name in OTHER_WORDS.get(fold(wanted), ()) if name in names)
    return next(called, None) or next(iter(nearest_names(wanted, names, kind, many=1)), None)


def nearest_names(wanted: str, known: Iterable[str], kind: NearKind, *, many: int = 3) -> list[str]:
    """Return the known names near a text: the fewest slips first, then the most letters in common."""
    sought, slips = fold(wanted), dict[str, int]()
    names = {fold(name): name for name in known}
    for one in names:
        n = _slips_between(sought, one, kind)
        if n is not None:
            slips[one] = n
    letters = Counter(sought)
    found = sorted(slips, key=lambda one: (slips[one], -(letters & Counter(one)).total()))
    return [names[one] for one in found[:many]]


def rank_by_likeness(text: str, lines: Iterable[str]) -> list[str]:
    """Sort lines by how many words of a text they have, whole, begun or misspelt."""
    sought = fold(text).split()
    return sorted(lines, key=lambda line: -_likeness(sought, fold(line).split()))


def has_all_words(text: str, line: str, *, but: Collection[str] = ()) -> bool:
    """Tell whether a line has every word of a text, whole, begun or misspelt, except the words in `but`."""
    sought = [one for one in name_key(text).split() if one not in but]
    words = name_key(line).split()
    return bool(sought) and all(any(_is_meant(one, word) for word in words) for one in sought)


_SHORTEST_BEGUN: Final = 4  # letters in which a slip is looked for


def _is_meant(one: str, word: str) -> bool:
    """Tell whether a word, or its beginning, is written with at most as many slips as it may have."""
    if word.startswith(one):
        return True
    slips = slips_allowed(one, NearKind.MOVE_WORD) if one.isalpha() and len(one) >= _SHORTEST_BEGUN else 0
    begun = {word[: len(one) + more] for more in range(-slips, slips + 1)}
    return slips > 0 and any(count_slips(one, part, slips) is not None for part in begun)


_WHOLE, _BEGUN, _MISSPELT = 3, 2, 1


def _likeness(sought: Iterable[str], words: list[str]) -> int:
    """Return how alike words are: the sum of the best likeness of each sought word to one of the others."""
    return sum(max((_word_likeness(one, word) for word in words), default=0) for one in sought)


def _word_likeness(one: str, word: str) -> int:
    if one == word:
        return _WHOLE
    if word.startswith(one):
        return _BEGUN
    return _MISSPELT if count_slips(one, word, slips_allowed(one, NearKind.MOVE_WORD)) else 0


def _slips_between(sought: str, name: str, kind: NearKind) -> int | None:
    """Return the number of slips between a text and a name that it may be taken for; None if it may not.

    The beginning of a name, if it has at least half of its letters, counts as two slips more than it
    contains.
    """
    limit = LIMITS[kind]
    if len(sought) < limit.shortest or len(name) > LONGEST_COMPARED:
        return None
    n = count_slips(sought, name, slips_allowed(max(sought, name, key=len), kind))
    if n is None and limit.in_beginning is not None and len(sought) < len(name) <= 2 * len(sought):
        begun = count_slips(sought, name[: len(sought)], limit.in_beginning)
        return None if begun is None else begun + 2
    return n
