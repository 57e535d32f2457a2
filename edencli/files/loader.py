"""YAML to plain data with places, several faults in one pass.

Works on the parser's stream of events: nothing is recursive, no alias is expanded, no tag builds anything,
and every key and value has an exact beginning and end. What can't be taken as it stands becomes a hole, so
that reading goes on; only broken syntax and broken limits end it.
"""

import re

from edencli.files import characters
from edencli.files.document import Document
from edencli.files.events import Builder
from edencli.files.place import Place
from edencli.files.source import MOST

# What may stand before the content: blank lines, comments, and directives, which the parser would obey.
_BEFORE = re.compile(r"(?:[ \t]*(?:#.*)?\n|%.*\n)*(?:%.*)?")


def parse(content: bytes, name: str) -> Document:
    """Read the one YAML document of a file; its faults are in the document."""
    document = Document(name)
    if len(content) > MOST:
        document.refuse("yaml-size", None, values={"most": MOST // 1024})
        return document
    try:
        text = characters.decoded(content)
    except characters.NotUtf8Error as fault:
        document.refuse("yaml-utf8", fault.place, fault.form, {"byte": f"0x{fault.byte:02X}"})
        document.lines = _lines("" if fault.form else content.decode("utf-8-sig", errors="replace"))
        return document
    document.lines = _lines(text)
    Builder(document).read(_without_directives(_fit(text, document), document))
    return document


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")


def _fit(text: str, document: Document) -> str:
    text, unfit = characters.cleaned(text)
    for place, character in unfit:
        document.refuse("yaml-character", place, values={"character": characters.code_point(character)})
    return text


def _without_directives(text: str, document: Document) -> str:
    before = _BEFORE.match(text)
    end = before.end() if before else 0
    if "%" not in text[:end]:
        return text
    for number, line in enumerate(text[:end].split("\n"), start=1):
        if line.startswith("%"):
            document.refuse("yaml-directive", Place(number, 1, number, 1 + len(line.rstrip())))
    return re.sub("^%", "#", text[:end], flags=re.MULTILINE) + text[end:]
