"""The kind that a file in a folder states, from its beginning: one of edencli's, misspelt, or none.

A folder may hold YAML of other programs, so a file without a `kind:` of edencli's is skipped. A similar
`kind:` (`knid: band`, `kind: gmae`) counts as misspelt, so that its fault is reported. A file named on the
command line is always read.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from edencli.files.shapes import KINDS
from edencli.files.source import read_beginning
from edencli.model.near_names import NearKind, nearest_name

MISSPELT = ""
_BEGINNING = 65_536  # bytes of a file in which its kind must be
_KEY = "kind"
# A top-level key of a file, in a block or in a flow, with its value if that is a word.
_TOP_KEY = re.compile(
    r"^(?:\{\s*)?[\"']?([\w-]{1,60})[\"']?[^\S\n]*:(?:[^\S\n]+[\"']?([\w-]{0,60})|$)", re.MULTILINE
)


def stated_kind(path: Path) -> str | None:
    """The kind that a file states; MISSPELT if it resembles one of edencli's, None if it does not."""
    return kind_stated_in(read_beginning(path, _BEGINNING) or "")


def kind_stated_in(text: str) -> str | None:
    """The kind that a text states, as `stated_kind` tells it for a file."""
    text = text[:_BEGINNING].lstrip("\N{ZERO WIDTH NO-BREAK SPACE}")
    if "\0" in text[:4]:  # another encoding, which will be reported
        return MISSPELT
    found = (_kind_of(key, value or "") for key, value in _TOP_KEY.findall(text))
    return next((kind for kind in found if kind is not None), None)


def _kind_of(key: str, value: str) -> str | None:
    """The kind that a key and its value state; None where they state none of edencli's."""
    if key == _KEY:
        is_near = not value or nearest_name(value, KINDS, NearKind.CHOICE) is not None
        return value if value in KINDS else MISSPELT if is_near else None
    if value.casefold() in KINDS and nearest_name(key, [_KEY], NearKind.KEY) is not None:
        return MISSPELT
    return None


def files_of_ours(names: Iterable[str]) -> list[str]:
    """The files among these that state or resemble one of edencli's kinds."""
    return [name for name in names if stated_kind(Path(name)) is not None]
