"""The condition of one fighter, in one line: `head:2,poison:1,ap:1`.

A limb counts CP lost, a marker counts markers, `ap` the AP left, `attacks` those made this round.
"""

from collections.abc import Iterator

from edencli.match.state import Condition
from edencli.model.terms import LimbName, Marker
from edencli.notation.errors import Unreadable

__all__ = ["Unreadable", "parse"]

WORDS = (*LimbName, *Marker, "ap", "attacks")
MOST = 99


def parse(text: str) -> Condition:
    """Read a condition, or say what cannot be read."""
    counts = dict(_entries(text))
    return Condition(
        lost={limb: counts[limb] for limb in LimbName if limb in counts},
        markers={marker: counts[marker] for marker in Marker if marker in counts},
        ap=counts.get("ap"),
        attacks=counts.get("attacks", 0),
    )


def _entries(text: str) -> Iterator[tuple[str, int]]:
    seen = set()
    for entry in filter(None, (part.strip() for part in text.split(","))):
        word, colon, number = (part.strip() for part in entry.partition(":"))
        if word.lower() not in WORDS:
            raise Unreadable("unknown-word", word=word, words=WORDS)
        if not (colon and number.isascii() and number.isdigit() and len(number) <= len(str(MOST))):
            raise Unreadable("no-number", word=word, given=number, most=MOST)
        if word.lower() in seen:
            raise Unreadable("twice", word=word)
        seen.add(word.lower())
        yield word.lower(), int(number)
