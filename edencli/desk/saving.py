"""Saving what a command made under a name that somebody gave, or saying why that cannot be."""

from pathlib import Path

from edencli.desk.failure import Refused
from edencli.files.writing import NotWritten, write
from edencli.lang import Words

AREA = "command"


def save(words: Words, path: Path, text: str, *, replace: bool) -> None:
    """Write a file whole; without `replace` never over one that is there."""
    try:
        write(path, text, replace=replace)
    except NotWritten as fault:
        raise not_saved(words, path, fault.reason) from None


def not_saved(words: Words, path: Path, reason: str) -> Refused:
    """Say why a file was not written: one of our own reasons, or what the system says."""
    ours = f"not-written.{reason}"
    message = ours if words.has(AREA, ours) else "not-written"
    return Refused(words.say(AREA, message, file=str(path), reason=reason))
