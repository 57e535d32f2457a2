"""Puts a page on stdout, in the form that was asked for."""

import os
import sys
from collections.abc import Callable
from typing import Any

from edencli.desk.choices import Form
from edencli.lang import Words
from edencli.report.sheet import MarkdownSheet, Paint, Sheet, TextSheet, as_json

Write = Callable[[Sheet, Words, dict[str, Any]], None]


def show(form: Form, words: Words, page: str, data: dict[str, Any], write: Write) -> None:
    """Show data: as JSON whole, under the name of its page, else the page that `write` makes of it."""
    if form is Form.JSON:
        sys.stdout.write(as_json({"schema": 1, "page": page, **data}))
        return
    sheet: Sheet = (
        MarkdownSheet() if form is Form.MARKDOWN else TextSheet(Paint.for_stream(sys.stdout, os.environ))
    )
    write(sheet, words, data)
    sys.stdout.write(str(sheet))
