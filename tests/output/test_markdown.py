"""Pages in Markdown: one heading at the beginning, no level left out, and nothing emphasised that is none."""

import re
from itertools import pairwise

import pytest
from cli.test_pages import NEVER_MARKDOWN, PAGES, said

from edencli.output.sheet import MarkdownSheet


def heading_levels(page: str) -> list[int]:
    """The levels of the headings of a page, in order; a block of code has none."""
    prose = re.sub(r"^(`{3,}).*?^\1$", "", page, flags=re.MULTILINE | re.DOTALL)
    return [len(found) for found in re.findall(r"^(#+) ", prose, re.MULTILINE)]


@pytest.mark.parametrize(
    "arguments",
    [pages[0] for name, pages in PAGES.items() if name not in NEVER_MARKDOWN],
    ids=" ".join,
)
def test_a_page_begins_with_its_one_heading_and_leaves_out_no_level(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = said(arguments, "markdown", monkeypatch)
    levels = heading_levels(page)

    assert page.startswith("# ")
    assert levels.count(1) == 1
    assert all(lower - upper <= 1 for upper, lower in pairwise(levels))
    assert re.findall(r"^(?:\*[^*]+\*|_[^_]+_)$", page, re.MULTILINE) == []


def test_a_block_says_that_it_is_text() -> None:
    sheet = MarkdownSheet()
    sheet.verbatim(["one", "```"])

    assert str(sheet) == "````text\none\n```\n````\n"
