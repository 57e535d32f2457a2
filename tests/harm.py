"""Text that could do harm, and checks of an output that was given such text."""

import json
import re
import unicodedata
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree as ET

from markdown_it import MarkdownIt

# ── dangerous text ───────────────────────────────────────────────────────────────────────────────────────

UNSEEN = "".join(
    map(chr, [*range(9), *range(11, 32), *range(0x7F, 0xA0), 0xAD, 0x61C, *range(0x200B, 0x2010)])
)
UNSEEN += "".join(
    map(chr, [*range(0x2028, 0x202F), *range(0x2060, 0x206F), 0xFEFF, 0xE000, 0xE0001, 0xE0041])
)
ESCAPES = "\x1b]0;pwned\x07\x1b[2J\x1b[31m\x9b31m"
COMMANDS = (
    "##[error]pwned ::error::pwned\n::error::pwned\n \u3000\t::warning file=x::pwned\n##vso[task.x]pwned"
)
MARKUP = (
    "`a` <script>alert(1)</script> &lt;b&gt; [a](http://pwned) ![b](http://pwned) http://pwned | # * _ ~~x~~"
)
SHELL = "$(touch pwned) ; `touch pwned` ' \" \\ ]]> --> %0A%0D"
HOSTILE = {
    "unseen": f"Ab{UNSEEN}",
    "escapes": f"Ab{ESCAPES}",
    "commands": f"Ab {COMMANDS}",
    "command": "::error::pwned",
    "mark": "##[error]pwned",
    "markup": f"Ab {MARKUP} {SHELL}",
}

# ── checks of any output ────────────────────────────────────────────────────────────────────────────────


def drives(output: str) -> set[str]:
    """The characters in an output that could control a terminal."""
    allowed = {"\n", " ", "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"}
    return {c for c in set(output) - allowed if unicodedata.category(c)[0] in "CZ"}


def orders(output: str, *, github: bool = False) -> list[str]:
    """The lines that a build log would read as commands, except edencli's own."""
    own = re.compile(r"::(?:error|warning|notice) file=[^:]*,title=[a-z0-9.-]+::[^\n]*")
    lines = [line for line in output.split("\n") if not (github and own.fullmatch(line))]
    return [line for line in lines if line.strip().startswith("::") or re.search(r"##\w*\[", line)]


def live(page: str) -> list[str]:
    """The parts of a Markdown page other than text, headings, tables, lists and code."""
    tokens = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(page)
    inside = [one for token in tokens for one in (token, *(token.children or ()))]
    bad = {"html_block", "html_inline", "image", "link_open", "s_open", "blockquote_open"}
    return [f"{one.type}: {one.content}" for one in inside if one.type in bad]


# The tags of edencli's pages.
OURS = re.compile(r"html|head|meta|title|style|body|section|article|h2|h3|p|small|b|i|ul|li|table|tr|th|td")
ATTRIBUTES = {"class", "lang", "charset", "name", "content"}


class _Tags(HTMLParser):
    """Collects every tag of a page that edencli's pages do not have, or that links anywhere."""

    def __init__(self) -> None:
        super().__init__()
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not OURS.fullmatch(tag) or {name for name, _ in attrs} - ATTRIBUTES:
            self.foreign.append(f"{tag} {attrs}")

    def handle_comment(self, data: str) -> None:
        self.foreign.append(data)


def foreign(page: str) -> list[str]:
    """The markup of an HTML page that is not edencli's."""
    tags = _Tags()
    tags.feed(page)
    tags.close()
    return tags.foreign


# The tags of a match's page, in the file and as its script inserts them.
OF_REPLAYS = re.compile(
    r"html|head|meta|title|style|script|body|header|main|section|h[1-4]|p|ul|ol|li|details|summary|noscript|div|svg"
    r"|path|defs|pattern|rect|circle|line|polyline|polygon|clippath|g|use|text|input|button|output|label|select"
    r"|option|dl|dt|dd|span|b|i|small|code"
)


# Further tags of printed cards.
OF_CARDS = re.compile(f"{OF_REPLAYS.pattern}|article|table|thead|tbody|tr|th|td")


class _ReplayTags(HTMLParser):
    """Collects every tag of a match's page that it should not have, or that runs or loads something."""

    def __init__(self, known: re.Pattern[str] = OF_REPLAYS) -> None:
        super().__init__()
        self.known = known
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        leads = [name for name, value in attrs if name in {"href", "src"} and not str(value).startswith("#")]
        does = [name for name, _ in attrs if name.startswith("on") or name == "style"]
        if not self.known.fullmatch(tag) or leads or does:
            self.foreign.append(f"{tag} {attrs}")

    def handle_comment(self, data: str) -> None:
        self.foreign.append(data)


def replay_data(page: str) -> dict[str, Any]:
    """The data of a page's script."""
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    data: dict[str, Any] = json.loads(found)
    return data


def foreign_to_replay(page: str) -> list[str]:
    """The markup of a match's page, and of the lines that its script inserts, that is not edencli's."""
    tags = _ReplayTags()
    for one in (page, *replay_data(page)["lines"]):
        tags.feed(one)
        tags.close()
        tags.reset()
    return tags.foreign


def harmless(output: str, form: str = "text") -> None:
    assert drives(output) == set()
    assert orders(output, github=form == "github") == []
    if form in {"json", "sarif"}:
        for line in [output] if output.startswith("{\n") or not output else output.splitlines():
            json.loads(line or "{}")
    elif form == "markdown":
        assert live(output) == []
    elif form == "html":
        assert foreign(output) == []
    elif form == "replay":
        assert foreign_to_replay(output) == []
        assert "<b>&" not in output.replace("\\u003c", "<").replace("\\u0026", "&")
        assert output.count("<script") == 2
    elif form == "cards":
        tags = _ReplayTags(OF_CARDS)
        tags.feed(output)
        tags.close()
        assert tags.foreign == []
        assert "<b>&" not in output
        assert output.count("<script") == 1
    elif form in {"svg", "junit"}:
        named = {element.tag.rpartition("}")[2] for element in ET.fromstring(output).iter()}  # noqa: S314
        assert not named & {"script", "a", "image", "foreignObject", "style", "b", "pwned"}
        assert "javascript" not in output
