"""Boxes to tick in a match: real check boxes, in rows that say what they count.

Each row has a unique name on its page, so that a page can keep its own ticks apart from those of another
version of it. Boxes may be ticked beforehand, as they stand at a moment of a match (`BandMoment`).
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from zlib import crc32

from edencli.lang import Words
from edencli.model.terms import LimbName, Marker
from edencli.named_tuple import NamedTuple
from edencli.output.html import safe_html

AREA = "paper"
_FIVES = 5  # numbered boxes between two gaps


class FighterMoment(NamedTuple):
    """How a fighter stands at a moment: CP lost by limb, AP left (None: all), markers, uses, and words.

    Limited uses are named as a match counts them: `gear.NAME.CATEGORY`, `ability.NAME`.
    """

    lost: Mapping[LimbName, int] = MappingProxyType({})
    ap: int | None = None
    markers: Mapping[Marker, int] = MappingProxyType({})
    used_round: Mapping[str, int] = MappingProxyType({})
    used_match: Mapping[str, int] = MappingProxyType({})
    activated: bool = False
    now: str = ""


class BandMoment(NamedTuple):
    """How a band stands at a moment: rounds begun, SP and VP, the leader, its fighters, cards played."""

    round: int = 0
    sp: int = 0
    vp: int = 0
    leader: str = ""
    fighters: Mapping[str, FighterMoment] = MappingProxyType({})
    played: frozenset[str] = frozenset()


AT_THE_START = BandMoment()
"""The moment before a match begins."""


class BoxRow(NamedTuple):
    """A row of boxes: its name on the page, its label, its white and red boxes, and how many are ticked."""

    name: str
    label: str
    white: int
    red: int = 0
    ticked: int = 0
    numbered: bool = False

    def html(self, words: Words) -> str:
        """The boxes as HTML, each with a label that is read aloud."""
        kinds = ["white"] * self.white + ["red"] * self.red
        return "".join(self._box(words, n, kind) for n, kind in enumerate(kinds, start=1))

    def _box(self, words: Words, n: int, kind: str) -> str:
        form = "box.red" if kind == "red" else "box.white" if self.red else "box"
        label = safe_html(words.say(AREA, form, what=self.label, n=n, of=self.white + self.red))
        style = ' class="red"' if kind == "red" else ""
        if self.numbered:
            style = ' class="fifth"' if n % _FIVES == 0 else ""
        if self.white + self.red == 1:
            label = safe_html(self.label)
        return f'<input type="checkbox"{style} aria-label="{label}"{" checked" * (n <= self.ticked)}>'

    def labelled_html(self, words: Words) -> str:
        """The label of the row and its boxes, as HTML."""
        return f'<span class="row"><span>{safe_html(self.label)}</span> {self.html(words)}</span>'

    def text(self) -> str:
        """The boxes as text: □ for a white one, ■ for a red one, ☒ for a ticked one."""
        boxes = "□" * self.white + "■" * self.red
        return "☒" * min(self.ticked, len(boxes)) + boxes[self.ticked :]


def rows_html(words: Words, rows: Iterable[BoxRow]) -> str:
    """Rows of boxes beside each other, as an HTML paragraph."""
    return f'<p class="rows">{" ".join(row.labelled_html(words) for row in rows)}</p>\n'


def page_key(rows: Iterable[BoxRow]) -> str:
    """A checksum of the boxes of a page, under which the browser keeps its ticks."""
    return f"{crc32(repr(list(_facts(rows))).encode()):08x}"


def _facts(rows: Iterable[BoxRow]) -> Iterator[tuple[object, ...]]:
    for row in rows:
        yield row.name, row.white, row.red, row.ticked
