"""`edencli validate --fix`: write repairs that have only one answer into files, or show them as a diff.

A repair is kept if no diagnostic is about it once it is made; it may bring other faults to light. Cards come
before the bands that name them, so that a repaired name is known. Comments, order and spaces stay.
"""

import difflib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from edencli.files.fixes import TextFix, apply_fixes, find_fixes, is_disputed
from edencli.files.library import File
from edencli.files.source import STDIN
from edencli.games.checks import Checks
from edencli.games.file_access import save
from edencli.lang import Words, clean
from edencli.named_tuple import NamedTuple
from edencli.output.console import Refused, remark, write_stdout

_ROUNDS: Final = 6
"""The most times a file is read again: only repaired data lets names be checked."""
_AREA: Final = "fix"
_ORDER: Final = ("cards", "scenery", "band", "game", None)
"""Kinds of files, each before those that refer to it."""


class FixedFile(NamedTuple):
    """A file with its repairs: the text before and after, and the number of repairs."""

    name: str
    before: str
    after: str
    repairs: int


def fix_files(words: Words, checks: Checks, names: Sequence[str], *, shown: bool) -> int:
    """Repair files, or show the repairs; return how many there are."""
    if STDIN in names:
        raise Refused(words.say(_AREA, "stdin"))
    fixed = find_repairs(checks, names)
    for one in fixed:
        if shown:
            write_stdout("".join(_difference(one)))
        else:
            save(words, Path(one.name), one.after, replace=True)
    repairs = sum(one.repairs for one in fixed)
    remark(words.say(_AREA, "shown" if shown else "written", n=repairs, files=len(fixed)))
    return repairs


def find_repairs(checks: Checks, names: Sequence[str]) -> list[FixedFile]:
    """The repairs of files, cards first; each file sees the others as repaired."""
    opened = {name: checks.with_texts({}).check_file(name) for name in names}
    kept: dict[str, str] = {}
    fixed = []
    for name in sorted(
        names, key=lambda name: _ORDER.index(opened[name].kind) if opened[name].kind in _ORDER else 0
    ):
        one = _fix_file(checks, name, kept)
        if one is not None:
            kept[os.path.realpath(name)] = one.after
            fixed.append(one)
    return fixed


def _fix_file(checks: Checks, name: str, kept: dict[str, str]) -> FixedFile | None:
    """Repair one file, with the others as in `kept`; None where nothing is repaired."""
    path = os.path.realpath(name)
    file = checks.with_texts(kept, [name]).check_file(name)
    if file.document is None:
        return None
    before = text = file.document.text
    repairs = 0
    for _ in range(_ROUNDS):
        fixes = _undisputed(checks, name, file, text, kept)
        if not fixes:
            break
        text, repairs = apply_fixes(text, fixes), repairs + len(fixes)
        file = checks.with_texts({**kept, path: text}, [name]).check_file(name)
    return FixedFile(name, before, text, repairs) if repairs else None


def _undisputed(checks: Checks, name: str, file: File, text: str, kept: dict[str, str]) -> list[TextFix]:
    """The repairs about which the repaired file has no diagnostic."""
    fixes, path = find_fixes(file.diagnostics, text), os.path.realpath(name)

    def read_with(some: Sequence[TextFix]) -> File:
        """Check the file with only these repairs."""
        return checks.with_texts({**kept, path: apply_fixes(text, some)}).check_file(name)

    while fixes:
        after = read_with(fixes)
        if _is_invalid_yaml(after) and not _is_invalid_yaml(file):
            left = [fix for fix in fixes if not _is_invalid_yaml(read_with([fix]))]
        else:
            found, fixed = list(after.diagnostics), apply_fixes(text, fixes)
            left = [fix for fix in fixes if not is_disputed(fix, fixes, found, fixed)]
        if len(left) == len(fixes):
            break
        fixes = left
    return fixes


def _is_invalid_yaml(file: File) -> bool:
    """Tell whether a file is not valid YAML."""
    return any(one.code == "yaml-syntax" for one in file.diagnostics)


def _difference(one: FixedFile) -> Iterator[str]:
    """The repairs as a unified diff, with control characters made harmless."""
    name = Path(one.name).as_posix()
    lines = difflib.unified_diff(
        one.before.splitlines(), one.after.splitlines(), f"a/{name}", f"b/{name}", lineterm=""
    )
    return (f"{clean(line)}\n" for line in lines)
