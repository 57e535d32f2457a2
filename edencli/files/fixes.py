"""Write repairs that have only one answer into the text of a file; nothing else in it changes.

A diagnostic that names the right value (`did you mean 'Yuri'?`, `write {ap: 1}`) has a place, and the text
for it; one that names a missing entry (`add to: opponent`) has the place after which it goes. Where several
values are possible it names none, and nothing is repaired. Whether a repaired text is better is checked by
the caller.
"""

import re
from collections.abc import Iterable, Sequence

from edencli.files.card_text import inline_yaml
from edencli.files.diagnostic import Diagnostic, Span
from edencli.named_tuple import NamedTuple

_NEAREST = "repair/did-you-mean"
_WRITE = frozenset({"repair/write", "repair/unquote"})
_PLACE = "repair/nearest-place"
_ADD = "repair/add"
_CUT = "…"
_IN_BLOCK = re.compile(r"( *(?:- +)*)[\w-]+: +")
"""The text before a value, in a mapping with one key per line."""
_LIST_AFTER_KEY = re.compile(r"[\"']? *: *(\[[^][#\r\n]*\])")
_LINE_ENDS = re.compile(r"( *(?:#[^\r\n]*)?)(\r?\n)?")
_NEW_LINE = "\n"


class TextFix(NamedTuple):
    """A repair: the range of the text to replace, and its replacement."""

    begin: int
    end: int
    text: str


def find_fixes(found: Iterable[Diagnostic], text: str) -> list[TextFix]:
    """The repairs in the diagnostics of a text, last one first; none overlaps another."""
    lines = text.splitlines(keepends=True)
    fixes = sorted({fix for one in found if (fix := _fix(one, lines)) is not None}, reverse=True)
    kept: list[TextFix] = []
    for fix in fixes:
        if not kept or fix.end <= kept[-1].begin:
            kept.append(fix)
    return kept


def apply_fixes(text: str, fixes: Sequence[TextFix]) -> str:
    """A text with repairs, which must be ordered from its end to its beginning."""
    for fix in fixes:
        text = text[: fix.begin] + fix.text + text[fix.end :]
    return text


def is_disputed(fix: TextFix, fixes: Sequence[TextFix], found: Iterable[Diagnostic], text: str) -> bool:
    """Tell whether a diagnostic of the repaired text is about this repair."""
    lines = text.splitlines(keepends=True)
    begin = fix.begin + sum(len(one.text) - (one.end - one.begin) for one in fixes if one.begin < fix.begin)
    places = [one.place for one in found if one.place is not None]
    return any(
        _offset(lines, place) < begin + len(fix.text)
        and begin < _offset(lines, Span(place.end_line, place.end_column, 0, 0))
        for place in places
        if place.line <= len(lines)
    )


def _fix(one: Diagnostic, lines: Sequence[str]) -> TextFix | None:
    if one.place is None or one.place.line != one.place.end_line:
        return None
    if one.repair == _ADD:
        return _addition(str(one.values["add"]), one.place, lines)
    if one.repair == _PLACE:
        return _new_list(str(one.values["place"]), one.place, lines)
    written = _replacement_text(one)
    if written is None:
        return None
    begin = _offset(lines, one.place)
    end = begin + one.place.end_column - one.place.column
    quotes = {lines[one.place.line - 1][n : n + 1] for n in (one.place.column - 1, one.place.end_column - 2)}
    if one.repair == _NEAREST and quotes in ({'"'}, {"'"}):
        mark = quotes.pop()
        written = f"{mark}{written.strip(mark)}{mark}"
    return TextFix(begin, end, written)


def _addition(entry: str, place: Span, lines: Sequence[str]) -> TextFix:
    """The repair that adds an entry after the value at a place: on its line, or on a line of its own."""
    line, end = lines[place.line - 1], _offset(lines, place) + place.end_column - place.column
    block = _IN_BLOCK.fullmatch(line[: place.column - 1])
    behind = _LINE_ENDS.fullmatch(line[place.end_column - 1 :])
    if block is None or behind is None:
        return TextFix(end, end, f", {entry}")
    end += len(behind[1])
    return TextFix(end, end, f"{behind[2] or _NEW_LINE}{' ' * len(block[1])}{entry}")


def _new_list(written: str, place: Span, lines: Sequence[str]) -> TextFix | None:
    """The repair that writes a list in place of the one that follows the key at a place on its line."""
    line, key = lines[place.line - 1], place.column - 1
    found = _LIST_AFTER_KEY.match(line, place.end_column - 1)
    if found is None:
        return None
    begin = _offset(lines, place)
    return TextFix(begin, begin + found.end(1) - key, line[key : found.start(1)] + written)


def _replacement_text(one: Diagnostic) -> str | None:
    """The text to write in place of the faulty one, if the diagnostic gives it in full."""
    if one.repair == _NEAREST:
        nearest = one.values.get("nearest")
        return inline_yaml(nearest) if isinstance(nearest, str) else None
    if one.repair in _WRITE:
        write = one.values.get("write")
        return write if isinstance(write, str) and _CUT not in write else None
    return None


def _offset(lines: Sequence[str], place: Span) -> int:
    return sum(len(line) for line in lines[: place.line - 1]) + place.column - 1
