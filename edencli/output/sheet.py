"""Sheets that pages are written on: titles, paragraphs, points, names with meanings, tables; data as JSON.

The same calls write a page for a terminal (in its width, with colour if wanted) or as Markdown, so that what
a page says is written once. Colours are ANSI codes that every terminal knows; with NO_COLOR, on a dumb
terminal, in a pipe or a file (without FORCE_COLOR) the text is plain, in exactly the same shape.
"""

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import IO, Any, Protocol

from edencli.lang import clean
from edencli.output.console import shows_colour
from edencli.output.width import DEFAULT_WIDTH, NO_BREAK, line_width

Data = dict[str, Any]
"""A page as plain data: what JSON prints, and all that a sheet needs."""


def indented_json(data: Any) -> str:
    """Data as indented JSON with sorted keys, ending in a new line."""
    return json_text(data, indent=2) + "\n"


def json_text(data: Any, *, indent: int | None = None) -> str:
    """Data as JSON, always the same for equal data; characters that `clean` would replace are escaped."""
    text = json.dumps(data, ensure_ascii=False, indent=indent, sort_keys=True)
    escaped = {ord(c): json.dumps(c)[1:-1] for c in set(text) if c != "\n" and clean(c) != c}
    return text.translate(escaped).replace("##", r"#\u0023")


def one_paragraph(text: str) -> str:
    """Text from a file as one paragraph."""
    return clean(" ".join(text.split()))


_CODES = {"strong": "1", "faint": "2", "name": "36", "warning": "33", "error": "31"}


class Paint:
    """Colours words for a stream of that width; without colour it returns them unchanged.

    `line_limit` is the longest line that a sentence may take; None if nothing breaks lines.
    """

    def __init__(self, *, colour: bool, width: int = DEFAULT_WIDTH, room: int | None = None) -> None:
        self.colour = colour
        self.width = width
        self.line_limit = room

    @classmethod
    def for_stream(cls, stream: IO[str], environment: Mapping[str, str]) -> "Paint":
        """A paint with the width of a stream, and with colour if the stream shows it."""
        wide = line_width(stream, environment)
        return cls(colour=shows_colour(stream, environment), width=wide or DEFAULT_WIDTH, room=wide)

    def strong(self, text: str) -> str:
        """Paint a title."""
        return self._dress("strong", text)

    def faint(self, text: str) -> str:
        """Paint text that may be skipped, grey on a terminal."""
        return self._dress("faint", text)

    def name(self, text: str) -> str:
        """Paint a rule's id or another name that can be typed."""
        return self._dress("name", text)

    def warning(self, text: str) -> str:
        """Paint what should not be overlooked."""
        return self._dress("warning", text)

    def error(self, text: str) -> str:
        """Paint the reason why a file or an act is refused."""
        return self._dress("error", text)

    def _dress(self, kind: str, text: str) -> str:
        return f"\x1b[{_CODES[kind]}m{text}\x1b[0m" if self.colour and text else text


SHORT_CELL = 20  # letters of a cell that stays in one piece
SOFT_HYPHEN = "\N{SOFT HYPHEN}"

# The space between a number and what it counts or numbers.
_NUMBER = re.compile(r" (?=−?[\dX])|(?<=\d) (?=cm|AP|SP)")


class TextSheet:
    """A page for a terminal or a pipe."""

    def __init__(self, paint: Paint) -> None:
        self.paint = paint
        self.width = paint.width
        self._lines: list[str] = []
        self._under_heading = False

    def __str__(self) -> str:
        return "\n".join(self._lines) + "\n" if self._lines else ""

    def title(self, text: str, *, name: str = "") -> None:
        """Write the title in bold at the left, its name at the right."""
        self._gap()
        room = self.width - len(text) - len(name)
        if name and room >= 2:  # noqa: PLR2004  # two spaces tell them apart
            self._lines.append(self.paint.strong(text) + " " * room + self.paint.name(name))
            return
        self._lines += [self.paint.strong(line) for line in self._wrapped(text)]
        self._lines += [self.paint.name(name)] if name else []

    def aside(self, text: str) -> None:
        """Write text faintly, directly below what stands above."""
        self._lines += [self.paint.faint(line) for line in self._wrapped(text)]

    def warn(self, text: str) -> None:
        """Write a paragraph in the colour of warnings."""
        self._gap()
        self._lines += [self.paint.warning(line) for line in self._wrapped(text)]

    def heading(self, text: str) -> None:
        """Write a heading in bold."""
        self._gap()
        self._lines += [self.paint.strong(line) for line in self._wrapped(text)]
        self._under_heading = True

    def text(self, text: str) -> None:
        """Write a paragraph."""
        self._gap()
        self._lines += self._wrapped(text)

    def lines(self, lines: Sequence[str]) -> None:
        """Write sentences, each on a line of its own; continuation lines are indented."""
        self._gap()
        for line in lines:
            self._lines += textwrap.wrap(line, self.width, subsequent_indent="  ", break_on_hyphens=False)

    def points(self, rows: Sequence[tuple[str, str]]) -> None:
        """Write a list of points, each hanging beside its mark, which says what it belongs to."""
        self._gap()
        column = max((len(mark) + 1 for mark, _ in rows if mark), default=1)
        for mark, text in rows:
            shown = f"{mark or '-':<{column}}"
            self._hang(shown, self.paint.name(shown), text)

    def names(self, rows: Sequence[tuple[str, str]]) -> None:
        """Write names in one column and their meanings in another."""
        self._gap()
        column = max((len(name) for name, _ in rows), default=0) + 1
        for name, meaning in rows:
            shown = f"{name:<{column}}"
            self._hang(shown, self.paint.name(shown), meaning)

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], *, widths: Sequence[int]) -> None:
        """Draw a table with columns of those widths, or narrower ones; row by row if no columns fit."""
        self._gap()
        fitting = _fit_widths([head, *rows], widths, self.width)
        if fitting is None:
            self._lines += self._rows_apart(head, rows)
            return
        self._lines += [self.paint.strong(line) for line in _row(head, fitting)]
        self._lines.append(self.paint.faint("  ".join("-" * width for width in fitting)))
        self._lines += [line for row in rows for line in _row(row, fitting)]

    def _rows_apart(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
        """The rows one below the other: the head of each row, and below it its cells that are not empty.

        If the first column has no title, its sign stands before the second cell, whose title is then said
        once.
        """
        signed = not head[0]
        if signed:
            yield from map(self.paint.strong, self._wrapped(_without_soft_hyphens(head[1])))
        for row in rows:
            cells = [_titled_cell(title, cell) for title, cell in zip(head, row, strict=True) if cell]
            name = f"{row[0]} {_without_soft_hyphens(row[1])}" if signed else cells[0]
            yield from map(self.paint.strong, self._wrapped(name))
            yield from self._wrapped("  ".join(cells[1 + signed :]), indent="  ")

    def verbatim(self, lines: Sequence[str]) -> None:
        """Write lines unchanged, indented."""
        self._gap()
        self._lines += [f"    {line}".rstrip() for line in lines]

    def raw_lines(self, lines: Sequence[str]) -> None:
        """Write lines unchanged, without indentation."""
        self._lines += lines

    def _gap(self) -> None:
        """Leave a line empty, except below a heading."""
        if self._lines and not self._under_heading:
            self._lines.append("")
        self._under_heading = False

    def _hang(self, mark: str, painted: str, text: str) -> None:
        """Write a text beside a mark, its lines in one column; below the mark if there is no room."""
        if len(mark) > self.width // 2 - 3:
            self._lines += [f"  {painted}".rstrip(), *self._wrapped(text, indent="      ")]
            return
        hang = " " * (len(mark) + 3)
        first, *rest = self._wrapped(text, indent=hang) or [hang]
        self._lines += [f"  {painted} {first[len(hang) :]}".rstrip(), *rest]

    def _wrapped(self, text: str, *, indent: str = "") -> list[str]:
        """Wrap a text, but not at no-break spaces."""
        lines = textwrap.wrap(
            text, self.width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
        )
        return [line.replace(NO_BREAK, " ") for line in lines]


# Characters that mean something in Markdown, or in HTML within it: also links that need no brackets.
# They are compiled when they are needed, since most pages are not Markdown.
_MARKUP = r"(?i)[\\`*_\[\]<]|&(?=#?\w+;)|~(?=~)|:(?=//)|(?<=www)\.|(?<=\w)@(?=\w)"
_BLOCK = r"^(\s*\d*)([#>=|]|[-+](?=\s|-|$)|(?<=\d)[.)])"


def escape_markdown(text: str) -> str:
    """Escape a text for Markdown."""
    return re.sub(_BLOCK, r"\1\\\2", _inline(text))


def _inline(text: str) -> str:
    """Escape a text for Markdown in the middle of a line."""
    entities = {"<": "&lt;", "&": "&amp;"}
    return re.sub(_MARKUP, lambda found: entities.get(found[0], f"\\{found[0]}"), text.replace("\n", " "))


def code_span(text: str) -> str:
    """A text as a span of code, fenced by more back-ticks than it holds."""
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    edge = " " if "`" in text else ""
    return f"{fence}{edge}{text}{edge}{fence}"


class MarkdownSheet:
    """A page in Markdown. All text is escaped: none of it becomes a link, an image or HTML.

    The first title is the heading of the page, further ones are of the second level; a heading is one level
    below the title above it.
    """

    width = DEFAULT_WIDTH

    def __init__(self) -> None:
        self.paint = Paint(colour=False)
        self._blocks: list[str] = []
        self._title_level = 0

    def __str__(self) -> str:
        return "\n\n".join(self._blocks) + "\n" if self._blocks else ""

    def title(self, text: str, *, name: str = "") -> None:
        """Write a heading of the first level, or of the second after another title, with its name as code."""
        self._title_level = min(self._title_level + 1, 2)
        titled = f"{escape_markdown(text)} ({code_span(name)})" if name else escape_markdown(text)
        self._blocks.append(f"{'#' * self._title_level} {titled}")

    def aside(self, text: str) -> None:
        """Write a plain paragraph; one all in italics could be taken for a heading."""
        self._blocks.append(escape_markdown(text.replace(NO_BREAK, " ")))

    def warn(self, text: str) -> None:
        """Write a quotation."""
        self._blocks.append(f"> {escape_markdown(text)}")

    def heading(self, text: str) -> None:
        """Write a heading one level below the title above it."""
        self._blocks.append(f"{'#' * (self._title_level + 1)} {escape_markdown(text)}")

    def text(self, text: str) -> None:
        """Write a paragraph."""
        self._blocks.append(escape_markdown(text))

    def lines(self, lines: Sequence[str]) -> None:
        """Write sentences, each on a line of its own."""
        self._blocks.append("\\\n".join(map(escape_markdown, lines)))

    def points(self, rows: Sequence[tuple[str, str]]) -> None:
        """Write a list; the mark of a point, which says what it belongs to, is in bold."""
        points = (
            f"**{escape_markdown(mark)}** {escape_markdown(text)}" if mark else escape_markdown(text)
            for mark, text in rows
        )
        self._blocks.append("\n".join(f"- {point}" for point in points))

    def names(self, rows: Sequence[tuple[str, str]]) -> None:
        """Write a list of names as code, each with its meaning."""
        self._blocks.append(
            "\n".join(f"- {code_span(name)} {escape_markdown(meaning)}".rstrip() for name, meaning in rows)
        )

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], *, widths: Sequence[int]) -> None:
        """Write a table; Markdown has no use for the widths."""
        from tabulate import tabulate  # its import costs as much as a whole look-up

        del widths
        cells = [_safe_cells(row) for row in rows]
        self._blocks.append(tabulate(cells, _safe_cells(head), tablefmt="pipe", disable_numparse=True))

    def verbatim(self, lines: Sequence[str]) -> None:
        """Write a block of code."""
        fence = "`" * max(
            3, 1 + max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
        )
        self._blocks.append("\n".join([f"{fence}text", *lines, fence]))

    def raw_lines(self, lines: Sequence[str]) -> None:
        """Write a block of code."""
        self.verbatim(lines)


class Sheet(Protocol):
    """A page that is being written, in whatever format it comes out."""

    paint: Paint
    width: int

    def title(self, text: str, *, name: str = "") -> None:
        """Write a title, and the name by which it can be asked for."""

    def aside(self, text: str) -> None:
        """Write what may be skipped."""

    def warn(self, text: str) -> None:
        """Write what should not be overlooked."""

    def heading(self, text: str) -> None:
        """Write a heading."""

    def text(self, text: str) -> None:
        """Write a paragraph."""

    def lines(self, lines: Sequence[str]) -> None:
        """Write sentences, each on a line of its own."""

    def points(self, rows: Sequence[tuple[str, str]]) -> None:
        """Write a list, each point beside its mark."""

    def names(self, rows: Sequence[tuple[str, str]]) -> None:
        """Write names that can be typed, each with its meaning."""

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], *, widths: Sequence[int]) -> None:
        """Write a table; the widths are those of columns in plain text."""

    def verbatim(self, lines: Sequence[str]) -> None:
        """Write lines unchanged, set off from the text."""

    def raw_lines(self, lines: Sequence[str]) -> None:
        """Write lines unchanged."""


def _fit_widths(rows: Sequence[Sequence[str]], widths: Sequence[int], room: int) -> Sequence[int] | None:
    """The widths that columns get in the given room; None if words would have to be broken.

    A column is at least as wide as its longest word, at the cost of the last column.
    """
    texts = zip(*rows, strict=True)
    least = [max(1, *(len(part) for cell in column for part in _parts(cell))) for column in texts]
    fitting = [max(pair) for pair in zip(widths, least, strict=True)]
    fitting[-1] = max(least[-1], fitting[-1] - sum(fitting) + sum(widths))
    over = sum(fitting) + 2 * (len(widths) - 1) - room
    for _ in range(over):
        spare, n = max((width - least[n], n) for n, width in enumerate(fitting))
        if spare <= 0:
            return None
        fitting[n] -= 1
    return fitting


def _parts(cell: str) -> list[str]:
    """The parts of a cell that must not be broken across lines, as in `_wrap_cell`."""
    return _NUMBER.sub(NO_BREAK, cell.replace(SOFT_HYPHEN, "- ")).split(" ")


def _titled_cell(title: str, cell: str) -> str:
    """A cell behind the title of its column; a short one is not broken."""
    text = (
        f"{_without_soft_hyphens(title)}{NO_BREAK}{_without_soft_hyphens(cell)}"
        if title
        else _without_soft_hyphens(cell)
    )
    return text.replace(" ", NO_BREAK) if len(text) <= SHORT_CELL else text


def _without_soft_hyphens(cell: str) -> str:
    return cell.replace(SOFT_HYPHEN, "")


def _row(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Draw one row of a table, with as many lines as its tallest cell."""
    columns = [_wrap_cell(cell, width) for cell, width in zip(cells, widths, strict=True)]
    lines = zip_longest(*columns, fillvalue="")
    return [
        "  ".join(part.ljust(width) for part, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]


def _wrap_cell(cell: str, width: int) -> list[str]:
    """Wrap a cell; a number stays with what it counts, a word that is too long breaks at soft hyphens."""
    words = (
        word.replace(SOFT_HYPHEN, "- " if len(word) - word.count(SOFT_HYPHEN) > width else "")
        for word in cell.split(" ")
    )
    held = _NUMBER.sub(NO_BREAK, " ".join(words))
    return [line.replace(NO_BREAK, " ") for line in textwrap.wrap(held, width)]


def _safe_cells(row: Sequence[str]) -> list[str]:
    return [_inline(cell).replace("|", r"\|").replace(SOFT_HYPHEN, "") for cell in row]
