"""Boxes that are ticked in a match: real check boxes, in rows that say what they count.

A row has a name of its own on its page, so that a page knows the ticks of another edition of itself from its
own. What is ticked before anybody touches a box is that of a moment of a match (`BandMoment`).
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from zlib import crc32

from edencli.lang import Words
from edencli.model.terms import LimbName, Marker
from edencli.named_tuple import NamedTuple
from edencli.output.html import safe_html

AREA = "paper"
_FIVES = 5  # a gap after so many numbered boxes


class FighterMoment(NamedTuple):
    """What has become of a fighter: CP lost by limb, AP left (None: all), markers, uses, and words for it.

    Uses of what is limited are named as a match counts them: `gear.NAME.CATEGORY`, `ability.NAME`.
    """

    lost: Mapping[LimbName, int] = MappingProxyType({})
    ap: int | None = None
    markers: Mapping[Marker, int] = MappingProxyType({})
    used_round: Mapping[str, int] = MappingProxyType({})
    used_match: Mapping[str, int] = MappingProxyType({})
    activated: bool = False
    now: str = ""


class BandMoment(NamedTuple):
    """What of a band's boxes is ticked: rounds begun, SP and VP, the leader, its fighters, cards played."""

    round: int = 0
    sp: int = 0
    vp: int = 0
    leader: str = ""
    fighters: Mapping[str, FighterMoment] = MappingProxyType({})
    played: frozenset[str] = frozenset()


AT_THE_START = BandMoment()
"""A match that has not begun."""


class BoxRow(NamedTuple):
    """A row of boxes: its name on the page, what it counts, its white and red boxes, how many are ticked."""

    name: str
    label: str
    white: int
    red: int = 0
    ticked: int = 0
    numbered: bool = False

    def html(self, words: Words) -> str:
        """The boxes, each with a name that is read aloud."""
        kinds = ["white"] * self.white + ["red"] * self.red
        return "".join(self._box(words, n, kind) for n, kind in enumerate(kinds, start=1))

    def _box(self, words: Words, n: int, kind: str) -> str:
        form = "box.red" if kind == "red" else "box.white" if self.red else "box"
        said = safe_html(words.say(AREA, form, what=self.label, n=n, of=self.white + self.red))
        style = ' class="red"' if kind == "red" else ""
        if self.numbered:
            style = ' class="fifth"' if n % _FIVES == 0 else ""
        if self.white + self.red == 1:
            said = safe_html(self.label)
        return f'<input type="checkbox"{style} aria-label="{said}"{" checked" * (n <= self.ticked)}>'

    def labelled_html(self, words: Words) -> str:
        """What the boxes count, and the boxes."""
        return f'<span class="row"><span>{safe_html(self.label)}</span> {self.html(words)}</span>'

    def text(self) -> str:
        """The boxes as text: □ for a white one, ■ for a red one, ☒ for one that is ticked."""
        boxes = "□" * self.white + "■" * self.red
        return "☒" * min(self.ticked, len(boxes)) + boxes[self.ticked :]


def rows_html(words: Words, rows: Iterable[BoxRow]) -> str:
    """Rows beside each other, as a paragraph."""
    return f'<p class="rows">{" ".join(row.labelled_html(words) for row in rows)}</p>\n'


def page_key(rows: Iterable[BoxRow]) -> str:
    """What tells the boxes of a page from those of others: ticks are kept under it."""
    return f"{crc32(repr(list(_facts(rows))).encode()):08x}"


def _facts(rows: Iterable[BoxRow]) -> Iterator[tuple[object, ...]]:
    for row in rows:
        yield row.name, row.white, row.red, row.ticked
