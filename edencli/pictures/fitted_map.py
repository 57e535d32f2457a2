"""The table from above, no larger than a window, and who stands behind each sign.

    fitted_map(words, data, paint, MapWindow(80, 18))    a picture with its keys
    write_fitted_map(sheet, words, data)                 what `map` shows: the legend first, the picture last

A window that has rows bounds the picture; without them it is as large as pages draw it. Knows no terminal.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from edencli.lang import Words, clean
from edencli.match.pieces import Piece
from edencli.named_tuple import NamedTuple
from edencli.output.sheet import Data, Paint, Sheet
from edencli.pictures.scene import Scene, scene_from
from edencli.pictures.table_page import draw_scene, map_legend, shared_sign_sentences
from edencli.pictures.text_map import AROUND_COLUMNS, AROUND_ROWS, BRACKETS, MapRoom

LEAST_ROWS: Final = 6
"""Rows of the field that are drawn however low a window is."""
BETWEEN: Final = "  "
"""What stands between a picture and the names beside it, and between two names."""

_STYLES = re.compile("\x1b\\[[0-9;]*m")


class MapWindow(NamedTuple):
    """The room for a picture and what must be seen with it; without rows, it may be as high as it likes."""

    columns: int
    rows: int | None = None


class FittedMap(NamedTuple):
    """A picture, the sentences about numbers in it that several fighters share, and what was drawn."""

    picture: Sequence[str]
    shared: Sequence[str]
    scene: Scene
    room: MapRoom


def fitted_map(words: Words, data: Data, paint: Paint, window: MapWindow) -> FittedMap:
    """Draw the table of some data so that the picture and its shared numbers fit a window."""
    scene, columns = scene_from(data), window.columns - AROUND_COLUMNS
    room = MapRoom(columns)
    shared = list[str]()
    for _ in range(2):  # what is shared hangs on the scale, and takes room
        if window.rows is not None:
            room = MapRoom(columns, max(LEAST_ROWS, window.rows - AROUND_ROWS - len(shared)))
        shared = [f"{one}." for one in shared_sign_sentences(words, scene, room)]
    return FittedMap(draw_scene(words, scene, paint, room), shared, scene, room)


def sign_names(scene: Scene, *, short: bool = False) -> list[str]:
    """Who and what stands behind each sign, the brackets of a fighter telling the side."""
    pieces = [figure.piece for figure in scene.figures]
    told = list[str]()
    for figure, name in zip(
        scene.figures, short_names(pieces) if short else [one.name for one in pieces], strict=True
    ):
        begin, end = BRACKETS[figure.piece.side]
        told.append(f"{begin}{figure.sign}{end} {clean(name)}")
    told += [f"{item.sign} {clean(item.name)}" for item in scene.scenery]
    return told + [f"{flag.sign} {clean(flag.name)}" for flag in scene.tokens]


def short_names(pieces: Sequence[Piece]) -> list[str]:
    """The first word of each fighter's name, or all of it where another of the side begins with that word."""
    first = [(piece.side, piece.name.split()[0]) for piece in pieces]
    often = Counter(first)
    return [
        begun if often[side, begun] == 1 else piece.name
        for piece, (side, begun) in zip(pieces, first, strict=True)
    ]


def names_in_lines(names: Sequence[str], width: int) -> list[str]:
    """Names one after the other, in lines that are no longer than a width; none is broken."""
    lines = list[str]()
    for name in names:
        if lines and len(lines[-1]) + len(BETWEEN) + len(name) <= width:
            lines[-1] += BETWEEN + name
        else:
            lines.append(name)
    return lines


def write_fitted_map(sheet: Sheet, words: Words, data: Data) -> None:
    """Write what the signs mean, then the picture, the names beside it if there is room, else before it."""
    drawn = fitted_map(words, data, sheet.paint, MapWindow(sheet.width, data.get("rows")))
    sheet.aside(words.join_phrases(map_legend(words, drawn.scene, drawn.room)) + ".")
    wide = max(map(shown_length, drawn.picture)) + len(BETWEEN)
    for short in (False, True):
        names = sign_names(drawn.scene, short=short)
        if len(names) <= len(drawn.picture) and wide + max(map(len, names), default=0) <= sheet.width:
            sheet.raw_lines([line.rstrip() for line in _side_by_side(drawn.picture, names, wide)])
            break
    else:
        sheet.raw_lines([*names_in_lines(names, sheet.width), *drawn.picture])
    sheet.raw_lines([part for one in drawn.shared for part in textwrap.wrap(one, sheet.width)])


def _side_by_side(lines: Sequence[str], beside: Sequence[str], wide: int) -> Iterator[str]:
    """Lines, each with another one that begins in a column."""
    for line, other in zip_longest(lines, beside, fillvalue=""):
        yield line + " " * (wide - shown_length(line)) + other


def shown_length(line: str) -> int:
    """How many columns a painted line takes."""
    return len(_STYLES.sub("", line))
