"""Print a page in the format asked for."""

import os
import sys
from collections.abc import Callable

from edencli.commands.parameters import Format
from edencli.lang import Words
from edencli.output.console import is_terminal, write_stdout
from edencli.output.sheet import Data, MarkdownSheet, Paint, Sheet, TextSheet, indented_json

PageWriter = Callable[[Sheet, Words, Data], None]


def show_page(  # a page, its form, and where it is shown
    form: Format, words: Words, page: str, data: Data, write: PageWriter, *, paged: bool = True
) -> None:
    """Print data as JSON with the name of its page, or as the text that `write` makes of it.

    A page of text may go through a pager, except with `paged=False`, where something is typed beside it.
    """
    if form is Format.JSON:
        named = {"page": page} if page else {}
        write_stdout(indented_json({"schema": 1, **named, **data}))
        return
    text = page_text(form, words, data, write)
    if paged and is_terminal():
        from edencli.output.pager import write_page  # a pipe needs no pager

        write_page(text)
    else:
        write_stdout(text)


def page_text(form: Format, words: Words, data: Data, write: PageWriter) -> str:
    """A page as text, as wide and coloured as the terminal allows, or as Markdown."""
    paint = Paint.for_stream(sys.stdout, os.environ)
    sheet: Sheet = MarkdownSheet() if form is Format.MARKDOWN else TextSheet(paint)
    write(sheet, words, data)
    return str(sheet)
