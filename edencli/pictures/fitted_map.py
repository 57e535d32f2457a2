"""The text map of a table, fitted into a window, and the names behind its signs.

    fitted_map(words, data, paint, MapWindow(80, 18))    a picture and notes on its signs
    write_fitted_map(sheet, words, data)                 what `map` shows: the legend first, the picture last

A window that has rows bounds the height of the picture; without rows the picture is as large as on pages.
Knows no terminal.
"""

import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from edencli.lang import Words, clean
from edencli.named_tuple import NamedTuple
from edencli.output.sheet import Data, Paint, Sheet
from edencli.pictures.scene import Scene, scene_from
from edencli.pictures.table_page import draw_scene, map_legend, shared_sign_sentences
from edencli.pictures.text_map import AROUND_COLUMNS, AROUND_ROWS, BRACKETS, MapRoom

LEAST_ROWS: Final = 6
"""The fewest rows that the field is drawn in, however low a window is."""
BETWEEN: Final = "  "
"""What separates a picture from the names beside it, and two names from each other."""

_STYLES = re.compile("\x1b\\[[0-9;]*m")


class MapWindow(NamedTuple):
    """The room for a picture and the notes on its signs; without rows, it may have any height."""

    columns: int
    rows: int | None = None


class FittedMap(NamedTuple):
    """A picture, a sentence for each number in it that several fighters share, its scene and its room."""

    picture: Sequence[str]
    shared: Sequence[str]
    scene: Scene
    room: MapRoom


def fitted_map(words: Words, data: Data, paint: Paint, window: MapWindow) -> FittedMap:
    """Draw a table so that the picture and its notes fit into a window."""
    scene, columns = scene_from(data), window.columns - AROUND_COLUMNS
    room = MapRoom(columns)
    shared = list[str]()
    for _ in range(2):  # the scale decides which numbers are shared, and their notes take rows
        if window.rows is not None:
            room = MapRoom(columns, max(LEAST_ROWS, window.rows - AROUND_ROWS - len(shared)))
        shared = [f"{one}." for one in shared_sign_sentences(words, scene, room)]
    return FittedMap(draw_scene(words, scene, paint, room), shared, scene, room)


def sign_names(scene: Scene) -> list[str]:
    """The sign and name of each fighter, piece of scenery and marker; brackets tell a fighter's side."""
    told = list[str]()
    for figure in scene.figures:
        begin, end = BRACKETS[figure.piece.side]
        told.append(f"{begin}{figure.sign}{end} {clean(figure.piece.name)}")
    told += [f"{item.sign} {clean(item.name)}" for item in scene.scenery]
    return told + [f"{flag.sign} {clean(flag.name)}" for flag in scene.tokens]


def names_in_lines(names: Sequence[str], width: int) -> list[str]:
    """Put names beside each other in lines of at most that width; no name is broken."""
    lines = list[str]()
    for name in names:
        if lines and len(lines[-1]) + len(BETWEEN) + len(name) <= width:
            lines[-1] += BETWEEN + name
        else:
            lines.append(name)
    return lines


def write_fitted_map(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the legend, then the picture, with the names beside it if there is room, else before it."""
    drawn = fitted_map(words, data, sheet.paint, MapWindow(sheet.width, data.get("rows")))
    sheet.aside(words.join_phrases(map_legend(words, drawn.scene, drawn.room)) + ".")
    wide = max(map(shown_length, drawn.picture)) + len(BETWEEN)
    names = sign_names(drawn.scene)
    if len(names) <= len(drawn.picture) and wide + max(map(len, names), default=0) <= sheet.width:
        sheet.raw_lines([line.rstrip() for line in _side_by_side(drawn.picture, names, wide)])
    else:
        sheet.raw_lines([*names_in_lines(names, sheet.width), *drawn.picture])
    sheet.raw_lines([part for one in drawn.shared for part in textwrap.wrap(one, sheet.width)])


def _side_by_side(lines: Sequence[str], beside: Sequence[str], wide: int) -> Iterator[str]:
    """The lines of a picture, each with a line from a second list that begins in the same column."""
    for line, other in zip_longest(lines, beside, fillvalue=""):
        yield line + " " * (wide - shown_length(line)) + other


def shown_length(line: str) -> int:
    """How many columns a line with colour codes takes."""
    return len(_STYLES.sub("", line))
