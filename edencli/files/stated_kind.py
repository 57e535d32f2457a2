"""What a file in a folder says that it is, told from its beginning: ours, of another program, or misspelt.

A folder may hold YAML of other programs, which is nobody's fault: what has no `kind:` of ours is passed over.
A near `kind:` (`knid: band`, `kind: gmae`) means to be ours, so that its fault is found. A file that is named
by itself is never asked this.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from edencli.files.shapes import KINDS
from edencli.files.source import read_beginning
from edencli.model.near_names import NearKind, nearest_name

MISSPELT = ""
_BEGINNING = 65_536  # bytes of a file in which its kind stands
_KEY = "kind"
# A key at the top of a file, in a block or in a flow, with its value as far as that is a word.
_TOP_KEY = re.compile(
    r"^(?:\{\s*)?[\"']?([\w-]{1,60})[\"']?[^\S\n]*:(?:[^\S\n]+[\"']?([\w-]{0,60})|$)", re.MULTILINE
)


def stated_kind(path: Path) -> str | None:
    """The kind that a file says it is; MISSPELT if it means to be one of ours, None if it does not."""
    return kind_stated_in(read_beginning(path, _BEGINNING) or "")


def kind_stated_in(text: str) -> str | None:
    """The kind that a text says it is, as `stated_kind` tells it of a file."""
    text = text[:_BEGINNING].lstrip("\N{ZERO WIDTH NO-BREAK SPACE}")
    if "\0" in text[:4]:  # of another encoding, which is said of it
        return MISSPELT
    found = (_kind_of(key, value or "") for key, value in _TOP_KEY.findall(text))
    return next((kind for kind in found if kind is not None), None)


def _kind_of(key: str, value: str) -> str | None:
    """The kind that a key and its value state; None where they state none of ours."""
    if key == _KEY:
        is_near = not value or nearest_name(value, KINDS, NearKind.CHOICE) is not None
        return value if value in KINDS else MISSPELT if is_near else None
    if value.casefold() in KINDS and nearest_name(key, [_KEY], NearKind.KEY) is not None:
        return MISSPELT
    return None


def files_of_ours(names: Iterable[str]) -> list[str]:
    """Of files in a folder those that are ours, or mean to be."""
    return [name for name in names if stated_kind(Path(name)) is not None]
