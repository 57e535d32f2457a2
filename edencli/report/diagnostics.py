"""Diagnostics: for a person with the line itself and carets; for programs as JSON, GitHub's and SARIF.

No output line begins with a file's own text, none of it is shown with its control characters, and what came
from a file is escaped as each format asks, so that no name or value can pass for a command.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from edencli import __version__
from edencli.files.diagnostic import Diagnostic, KeyPath, Severity, Span, TermId
from edencli.files.library import File
from edencli.lang import Words, clean
from edencli.report.sheet import Paint, as_json

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
    plain = {name: value for name, value in values.items() if not isinstance(value, TermId)}
    return {name: _term(value, plain, words) for name, value in values.items()}


def _term(value: object, plain: Mapping[str, object], words: Words) -> object:
    if isinstance(value, TermId):
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
    lines = file.document.lines if file.document and len(file.said) else []
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


def _window(line: str, place: Span) -> tuple[str, int, int]:
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


SCHEMA = 1
_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def faults(files: Sequence[File], words: Words, **more: object) -> str:
    """All that was said of the files, described by `diagnostics.schema.json`."""
    whole = {"schema": SCHEMA, "page": "diagnostics", "files": [_file(file, words) for file in files], **more}
    return as_json(whole)


def _file(file: File, words: Words) -> dict[str, Any]:
    return {
        "file": clean(file.name),
        "kind": file.kind,
        "readable": file.readable,
        "errors": file.said.errors,
        "warnings": len(file.said) - file.said.errors,
        "unshown": file.said.unshown,
        "diagnostics": [_diagnostic(one, words) for one in file.said],
    }


def _diagnostic(one: Diagnostic, words: Words) -> dict[str, Any]:
    return {
        "code": one.code,
        "severity": one.severity,
        "message": sentence(one, words),
        "hint": beside(one, words) or None,
        "path": None if one.path is None else pointer(one.path),
        "place": None if one.place is None else _place(one.place),
    }


def _place(place: Span) -> dict[str, int]:
    names = ("line", "column", "end_line", "end_column")
    return {name: getattr(place, name) for name in names}


def pointer(path: KeyPath) -> str:
    """A path as a JSON pointer."""
    return "".join("/" + clean(str(step)).replace("~", "~0").replace("/", "~1") for step in path)


def github(files: Iterable[File], words: Words) -> Iterator[str]:
    """Workflow commands that make annotations, errors first: GitHub shows only the first few."""
    said = [one for file in files for one in file.said]
    for one in sorted(said, key=lambda one: one.severity is Severity.WARNING):
        properties = {"file": clean(one.file), **_region(one.place), "title": one.code}
        listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
        hint = beside(one, words)
        message = f"{sentence(one, words)} ({hint})" if hint else sentence(one, words)
        yield f"::{one.severity} {listed}::{_data(message)}\n"


def _region(place: Span | None) -> dict[str, object]:
    if place is None:
        return {}
    region = {"line": place.line, "endLine": place.end_line, "col": place.column}
    if place.end_line == place.line:
        region["endColumn"] = place.end_column
    return dict(region)


def _data(text: object) -> str:
    return str(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: object) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


def sarif(files: Iterable[File], words: Words) -> str:
    """One SARIF run, its rules sorted by code."""
    said = [one for file in files for one in file.said]
    codes = sorted({one.code for one in said})
    driver = {"name": "edencli", "version": __version__, "rules": [_rule(code, words) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(one, codes.index(one.code), words) for one in said],
    }
    whole = {"$schema": _SARIF, "version": "2.1.0", "runs": [run]}
    return as_json(whole)


def _rule(code: str, words: Words) -> dict[str, Any]:
    explained = words.area("codes").get(code, {})
    return {
        "id": code,
        "shortDescription": {"text": explained.get("title", code)},
        "fullDescription": {"text": explained.get("why", code)},
    }


def _result(one: Diagnostic, rule: int, words: Words) -> dict[str, Any]:
    hint = beside(one, words)
    location: dict[str, Any] = {"artifactLocation": {"uri": uri(one.file)}}
    if one.place is not None:
        place = _place(one.place)
        keys = {
            "line": "startLine",
            "column": "startColumn",
            "end_line": "endLine",
            "end_column": "endColumn",
        }
        location["region"] = {sarif_key: place[key] for key, sarif_key in keys.items()}
    return {
        "ruleId": one.code,
        "ruleIndex": rule,
        "level": one.severity,
        "message": {"text": f"{sentence(one, words)} ({hint})" if hint else sentence(one, words)},
        "locations": [{"physicalLocation": location}],
    }


def uri(name: str) -> str:
    """A file's name as a URI, relative to the working directory when it lies in it."""
    path = Path(name)
    if path.is_absolute():
        try:
            path = path.relative_to(Path.cwd())
        except ValueError:
            return "file://" + quote(path.as_posix(), errors="replace")
    return quote(path.as_posix(), errors="replace")
