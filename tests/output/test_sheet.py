"""Text as Markdown: whatever it holds, it is read back as that text, in one paragraph."""

from itertools import pairwise

import pytest
from markdown_it import MarkdownIt

from edencli.output.sheet import code_span, escape_markdown

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

# What is more than text and code.
CHANGED = {
    one: f"[{one}]" for one in ("html_inline", "link_open", "image", "em_open", "strong_open", "s_open")
}


def read_back(page: str) -> list[tuple[str, str]]:
    """The blocks of a page, and what is read in them."""
    tokens = READER.parse(page)
    return [
        (
            before.type,
            "".join(f"{CHANGED.get(child.type, '')}{child.content}" for child in token.children or ()),
        )
        for before, token in pairwise(tokens)
        if token.type == "inline"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# Take cover",
        "> so he said",
        "- 1 CP",
        "+ 1 CP",
        "---",
        "===",
        "1. strike",
        "12) strike",
        "-1 CP to whoever it touches",
        "| a | b |",
        "*all* of _them_ and ~~nobody~~",
        "[here](http://pwned) ![x](y)",
        "<b>bold</b> &amp; <!-- no -->",
        "`code` and \\ and \\*",
        "see www.pwned.example and a@b.example",
    ],
)
def test_a_text_says_what_it_says_and_nothing_else(text: str) -> None:
    assert read_back(escape_markdown(text)) == [("paragraph_open", text)]


@pytest.mark.parametrize("text", ["plain", "a`b", "``", "` `", "*a*", "<b>"])
def test_code_is_read_back_whatever_back_ticks_it_holds(text: str) -> None:
    assert read_back(code_span(text)) == [("paragraph_open", text)]
