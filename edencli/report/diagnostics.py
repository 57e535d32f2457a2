"""Diagnostics as a person reads them: place, sentence, the line itself with carets, how to mend it.

No output line begins with a file's own text, and none of it is shown with its control characters.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping

from edencli.files.diagnostic import Diagnostic, Place, Severity, Term
from edencli.files.library import File
from edencli.lang import Words, clean
from edencli.report.paint import Paint

WIDEST = 76  # characters of a source line
_BEFORE = 24  # of them before the place, when the line is longer
_AREA = "diagnostics"


def sentence(diagnostic: Diagnostic, words: Words) -> str:
    """The sentence of a diagnostic."""
    return words.say(_AREA, diagnostic.message, **_terms(diagnostic.values, words))


def beside(diagnostic: Diagnostic, words: Words) -> str:
    """What stands beside the carets: how to mend it, or what to look at; empty when there is nothing."""
    own = (f"{diagnostic.message}/beside", f"{diagnostic.code}/beside")
    for message in (diagnostic.repair, *own):
        if message and words.has(_AREA, message):
            return words.say(_AREA, message, **_terms(diagnostic.values, words))
    return ""


def _terms(values: Mapping[str, object], words: Words) -> dict[str, object]:
    """The values, with the language's terms in place of their ids."""
    plain = {name: value for name, value in values.items() if not isinstance(value, Term)}
    return {name: _term(value, plain, words) for name, value in values.items()}


def _term(value: object, plain: Mapping[str, object], words: Words) -> object:
    if isinstance(value, Term):
        return words.say(_AREA, value.id, **plain)
    if isinstance(value, tuple):
        return tuple(_term(one, plain, words) for one in value)
    return value


def shown_name(name: str) -> str:
    """A file's name at the beginning of a line: clean, and never a command to whatever reads a log."""
    cleaned = clean(name)
    return f"./{cleaned}" if cleaned.startswith(("::", "##")) else cleaned


def where(diagnostic: Diagnostic) -> str:
    """The file with line and column, as editors and terminals make a link of it."""
    name, place = shown_name(diagnostic.file), diagnostic.place
    return f"{name}:{place.line}:{place.column}" if place else name


def text(file: File, words: Words, paint: Paint) -> Iterator[str]:
    """All diagnostics of a file in full, a block each."""
    lines = file.document.lines if file.document else []
    for one in file.said:
        dress = paint.warning if one.severity is Severity.WARNING else paint.error
        severity = dress(f"{words.say(_AREA, one.severity)}[{one.code}]")
        block = [f"{where(one)}: {severity} {sentence(one, words)}"]
        block += _quote(one, lines, beside(one, words), dress)
        block.append(paint.faint(f"   = {words.say(_AREA, 'explained', code=one.code)}"))
        yield "\n".join(block) + "\n"
    if file.said.unshown:
        yield f"{shown_name(file.name)}: {words.say(_AREA, 'more', n=file.said.unshown)}\n"


def concise(file: File, words: Words) -> Iterator[str]:
    """All diagnostics of a file, a line each."""
    for one in file.said:
        hint = beside(one, words)
        said = f"{sentence(one, words)} ({hint})" if hint else sentence(one, words)
        yield f"{where(one)}: {words.say(_AREA, one.severity)}[{one.code}] {said}\n"
    if file.said.unshown:
        yield f"{shown_name(file.name)}: {words.say(_AREA, 'more', n=file.said.unshown)}\n"


def _quote(diagnostic: Diagnostic, lines: list[str], hint: str, dress: Callable[[str], str]) -> list[str]:
    """The line of a diagnostic, its place underlined, and the hint beside that."""
    place = diagnostic.place
    if place is None or place.line > len(lines) or not lines[place.line - 1].strip():
        return [f"     | {hint}"] if hint else []
    line, begin, end = _window(lines[place.line - 1], place)
    under = " " * _width(line[:begin]) + dress("^" * max(1, _width(line[begin:end])))
    return [f"{place.line:>4} | {line}".rstrip(), f"     | {under} {hint}".rstrip()]


def _window(line: str, place: Place) -> tuple[str, int, int]:
    """The line as it can be shown, around its place when it is long, and where the place begins and ends."""
    line = clean(line.replace("\t", " ")).rstrip()
    begin = min(place.column - 1, len(line))
    end = place.end_column - 1 if place.end_line == place.line else len(line)
    if len(line) <= WIDEST:
        return line, begin, end
    cut = max(0, min(begin - _BEFORE, len(line) - WIDEST))
    left, right = "…" if cut else "", "…" if cut + WIDEST < len(line) else ""
    shown = left + line[cut + len(left) : cut + WIDEST - len(right)] + right
    return shown, begin - cut, min(end - cut, len(shown))


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )
