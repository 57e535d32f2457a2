"""Pages of HTML that need no other file: escaped text, parts of a page, and what a page may do.

Whatever is handed over is text: none of it becomes markup. A page makes no request: its styles and scripts
stand in it and are named by their hashes, and nothing else may run or load.
"""

import json
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from itertools import chain, product
from string import ascii_letters
from typing import Any, Final

from edencli.files.writing import PAGE_MARKS
from edencli.lang import clean
from edencli.output.sheet import Paint
from edencli.output.width import DEFAULT_WIDTH


def safe_html(text: str) -> str:
    """Escape a text for HTML; no-break spaces, soft hyphens and line ends are kept."""
    return escape(clean(text, but="\N{NO-BREAK SPACE}\N{SOFT HYPHEN}\n"))


def html_page(
    body: str,
    *,
    language: str,
    title: str,
    style: str,
    scripts: Sequence[str] = (),
    shows_images: bool = False,
) -> str:
    """A whole page: a head with its one style and its content policy, then the body as it is."""
    policy = content_policy([style], scripts, shows_images=shows_images)
    return f"""\
<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
{PAGE_MARKS["html"]}
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{safe_html(title)}</title>
<style>{style}</style>
</head>
{body.strip()}
</html>
"""


def content_policy(styles: Iterable[str], scripts: Sequence[str], *, shows_images: bool = False) -> str:
    """The content policy of a page: only its own styles and scripts, by hash, and images inside it."""
    allowed = [f"style-src {_hashes(styles)}", *([f"script-src {_hashes(scripts)}"] if scripts else [])]
    images = ["img-src data:"] if shows_images else []
    return "; ".join(("default-src 'none'", *allowed, *images, "base-uri 'none'", "form-action 'none'"))


def _hashes(texts: Iterable[str]) -> str:
    return " ".join(f"'sha256-{b64encode(sha256(one.encode()).digest()).decode()}'" for one in texts)


_TEXTS: Final = re.compile(r'(`[^`]*`|"[^"\n]*")')


def compact_script(script: str) -> str:
    """Shorten one of our scripts: no comments, indents, or spaces beside operators.

    Our scripts are written so that this is safe: a semicolon ends every statement, a comment has a line of
    its own, and no pattern holds a quotation mark or a space.
    """
    lines = (line.strip() for line in script.splitlines())
    parts = _TEXTS.split("\n".join(line for line in lines if not line.startswith("//")))
    parts[::2] = (re.sub(r"\s*([=+\-*<>?:;,(){}\[\]|&!])\s*", r"\1", code) for code in parts[::2])
    parts[::2] = (re.sub(r"(?<!\w)\((\w+)\)=>", r"\1=>", code).replace(";}", "}") for code in parts[::2])
    return "".join(parts)


_WORDS_OF_SCRIPTS: Final = frozenset(
    """
    async await const continue else false for if let new of return true typeof undefined
    document Blob DecompressionStream JSON Map Math Object RegExp Response Set String Uint32Array
    """.split()  # noqa: SIM905  # easier to read than a list of strings
)
_PATTERN: Final = re.compile(r"/(?! )[^/\s]+/[gu]*")
_NAME: Final = re.compile(r"(?<![\w\\])(?<!(?<!\.)\.)[A-Za-z_]\w+")


def shorten_names(script: str, *, but: str) -> str:
    """Shorten the names that one of our compact scripts declares.

    `but` is kept, and so are words of the language, of templates and patterns, of properties and objects.
    """
    parts = _TEXTS.split(script)
    code = "\n".join(parts[::2])
    texts = " ".join([*(one for one in parts[1::2] if one[0] == "`"), *_PATTERN.findall(code)])
    kept = {
        but,
        *_WORDS_OF_SCRIPTS,
        *re.findall(r"\w+", texts),
        *re.findall(r"(?<!\.)\.(\w+)", code),
        *_keys(code),
    }
    used = Counter(name for name in _NAME.findall(code) if name not in kept)
    taken = set(re.findall(r"\w+", script))
    names = map("".join, chain(product(ascii_letters), product(ascii_letters, repeat=2)))
    free = (name for name in names if name not in taken)
    short = dict(zip(sorted(used, key=lambda name: (-used[name], name)), free, strict=False))
    short["const"] = "let"
    parts[::2] = (_NAME.sub(lambda name: short.get(name[0], name[0]), text) for text in parts[::2])
    return "".join(parts)


def _keys(code: str) -> Iterator[str]:
    """The names of an object's parts: directly within its braces, between commas."""
    open_brackets, before = [""], ""
    tokens = re.findall(r"\w+|\S", code)
    for sign, after in zip(tokens, [*tokens[1:], ""], strict=True):
        if before in ",{" and open_brackets[-1] == "{" and after in ",:}":
            yield sign
        if sign in "{([":
            open_brackets.append(sign)
        elif sign in "})]":
            open_brackets.pop()
        before = sign


_INERT: Final = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def script_json(data: Mapping[str, Any]) -> str:
    """Data as JSON in a form that no page takes for markup."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_INERT)


class HtmlSheet:
    """A part of an HTML page as a `Sheet`.

    Its title is a heading of the given level, its headings are one level lower.
    """

    width = DEFAULT_WIDTH

    def __init__(self, level: int = 2) -> None:
        self.paint = Paint(colour=False)
        self._level = level
        self._blocks: list[str] = []

    def __str__(self) -> str:
        return "".join(f"{block}\n" for block in self._blocks)

    def title(self, text: str, *, name: str = "") -> None:
        """Write the heading of this part, with its name as code."""
        self.element(
            f"h{self._level}", safe_html(text) + (f" <code>{safe_html(name)}</code>" if name else "")
        )

    def aside(self, text: str) -> None:
        """Write a paragraph in small print."""
        self.element("p", f"<small>{safe_html(text)}</small>")

    def warn(self, text: str) -> None:
        """Write a paragraph in bold."""
        self.element("p", f"<strong>{safe_html(text)}</strong>")

    def heading(self, text: str) -> None:
        """Write a heading one level below the title."""
        self.element(f"h{self._level + 1}", safe_html(text))

    def text(self, text: str) -> None:
        """Write a paragraph."""
        self.element("p", self.text_html(text))

    def lines(self, lines: Sequence[str]) -> None:
        """Write sentences, each on a line of its own."""
        self.element("p", "<br>\n".join(map(self.text_html, lines)))

    def points(self, rows: Sequence[tuple[str, str]]) -> None:
        """Write a list; the mark of a point, which says what it belongs to, is in bold."""
        points = (
            f"{self.mark_html(mark)} {self.text_html(text)}" if mark else self.text_html(text)
            for mark, text in rows
        )
        self.element("ul", "".join(f"\n<li>{point}</li>" for point in points) + "\n")

    def text_html(self, text: str) -> str:
        """A sentence as HTML."""
        return safe_html(text)

    def mark_html(self, mark: str) -> str:
        """The mark of a point as HTML."""
        return f"<b>{safe_html(mark)}</b>"

    def names(self, rows: Sequence[tuple[str, str]]) -> None:
        """Write a list of names, each with its meaning."""
        self.points(rows)

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], *, widths: Sequence[int]) -> None:
        """Write a table whose columns are as wide as their content; the first cell of a row is its head."""
        del widths
        top = "".join(f'<th scope="col">{safe_html(cell)}</th>' for cell in head)
        body = "".join(
            f'\n<tr><th scope="row">{safe_html(first)}</th>{"".join(map(_cell, rest))}</tr>'
            for first, *rest in rows
        )
        self.element("table", f"\n<thead><tr>{top}</tr></thead>\n<tbody>{body}\n</tbody>\n")

    def verbatim(self, lines: Sequence[str]) -> None:
        """Write lines unchanged, as preformatted text."""
        self.element("pre", "\n".join(map(safe_html, lines)))

    def raw_lines(self, lines: Sequence[str]) -> None:
        """Write lines unchanged, as preformatted text."""
        self.verbatim(lines)

    def element(self, name: str, content: str) -> None:
        """Add an element whose content the caller has already escaped."""
        self.markup(f"<{name}>{content}</{name}>")

    def markup(self, markup: str) -> None:
        """Add markup whose text the caller has already escaped."""
        self._blocks.append(markup.strip())


def _cell(text: str) -> str:
    return f"<td>{safe_html(text)}</td>"
