"""Diagnostics in several formats: for people with the line and carets; JSON, GitHub and SARIF for programs.

All formats are written from the data that JSON prints; what else they need of a file is its `SourceText`. No
output line begins with a file's own text, control characters are never shown, and text from a file is
escaped as each format demands, so that no name or value can pass for a command.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from urllib.parse import quote

from edencli import __version__
from edencli.files.diagnostic import Diagnostic, KeyPath, Severity, Span, TermId
from edencli.files.library import File
from edencli.lang import Words, clean
from edencli.named_tuple import NamedTuple
from edencli.output.sheet import Data, Paint, indented_json

QUOTE_MARGIN = "     | "
MAX_SOURCE_COLUMNS = 76  # characters of a source line
_BEFORE = 24  # of them before the place, when the line is longer
_AREA = "diagnostics"


def fault_sentence(diagnostic: Diagnostic, words: Words) -> str:
    """The sentence of a diagnostic."""
    return words.say(_AREA, diagnostic.message_id, **_terms(diagnostic.values, words))


def hint_text(diagnostic: Diagnostic, words: Words) -> str:
    """The hint beside the carets: how to mend the fault, or what to look at; empty if there is none."""
    own = (f"{diagnostic.message_id}/beside", f"{diagnostic.code}/beside")
    for message in (diagnostic.repair, *own):
        if message and words.has(_AREA, message):
            return words.say(_AREA, message, **_terms(diagnostic.values, words))
    return ""


def _terms(values: Mapping[str, object], words: Words) -> dict[str, object]:
    """The values, with the terms of the language in place of their ids."""
    plain = {name: value for name, value in values.items() if not isinstance(value, TermId)}
    return {name: _term(value, plain, words) for name, value in values.items()}


def _term(value: object, plain: Mapping[str, object], words: Words) -> object:
    if isinstance(value, TermId):
        return words.say(_AREA, value.id, **plain)
    if isinstance(value, tuple):
        return tuple(_term(one, plain, words) for one in value)
    return value


def diagnostics_data(files: Sequence[File], words: Words, **more: object) -> Data:
    """The diagnostics of files as data (`diagnostics.schema.json`), from which every format is written."""
    return {"files": [_file(file, words) for file in files], **more}


def _file(file: File, words: Words) -> Data:
    return {
        "file": clean(file.name),
        "kind": file.kind,
        "readable": file.is_readable,
        "errors": file.diagnostics.error_count,
        "warnings": file.diagnostics.warning_count,
        "notes": file.diagnostics.note_count,
        "unshown": file.diagnostics.unshown_count,
        "diagnostics": [_diagnostic(one, words) for one in file.diagnostics],
    }


def _diagnostic(one: Diagnostic, words: Words) -> Data:
    return {
        "code": str(one.code),
        "severity": str(one.severity),
        "message": fault_sentence(one, words),
        "hint": hint_text(one, words) or None,
        "path": None if one.path is None else json_pointer(one.path),
        "place": None if one.place is None else one.place._asdict(),
    }


def json_pointer(path: KeyPath) -> str:
    """A path as a JSON pointer."""
    return "".join("/" + clean(str(step)).replace("~", "~0").replace("/", "~1") for step in path)


class SourceText(NamedTuple):
    """A file as the formats need it beside its data: its name on the disk, and its lines."""

    name: str
    lines: Sequence[str]


def source_texts(files: Iterable[File]) -> list[SourceText]:
    """The source of each file; without lines if the file has no diagnostics."""
    return [
        SourceText(file.name, file.document.lines if file.document and len(file.diagnostics) else ())
        for file in files
    ]


def safe_file_name(name: str) -> str:
    """A file's name for the beginning of a line: clean, and never taken for a command by a CI log."""
    cleaned = clean(name)
    return f"./{cleaned}" if cleaned.startswith(("::", "##")) else cleaned


def causes_first(files: Sequence[File]) -> list[File]:
    """The files as they were opened, but files with follow-on faults after those that cause them."""
    return [
        *(file for file in files if not file.diagnostics.symptom_count),
        *(file for file in reversed(files) if file.diagnostics.symptom_count),
    ]


def format_files(files: Sequence[File], words: Words, paint: Paint) -> Iterator[str]:
    """All diagnostics of files in full, for a person, causes before symptoms."""
    files = causes_first(files)
    return format_full(diagnostics_data(files, words), source_texts(files), words, paint)


def format_full(data: Data, read: Sequence[SourceText], words: Words, paint: Paint) -> Iterator[str]:
    """All diagnostics in full: for each a block with the line that it is about."""
    for file, original in zip(data["files"], read, strict=True):
        for one in file["diagnostics"]:
            dress = {Severity.ERROR: paint.error, Severity.WARNING: paint.warning}.get(
                one["severity"], paint.name
            )
            head = f"{_where(file, one)}: {dress(_severity(words, one))} {one['message']}"
            block = _in_width(head, paint.line_limit, hang="     ")
            block += _quote(one, original.lines, dress, paint.line_limit)
            block.append(paint.faint(f"   = {words.say(_AREA, 'explained', code=one['code'])}"))
            yield "\n".join(block) + "\n"
        yield from _unshown_note(file, words)


def format_concise(data: Data, words: Words) -> Iterator[str]:
    """All diagnostics, one line each."""
    for file in data["files"]:
        for one in file["diagnostics"]:
            yield f"{_where(file, one)}: {_severity(words, one)} {_message_with_hint(one)}\n"
        yield from _unshown_note(file, words)


def _where(file: Data, one: Data) -> str:
    """The file with line and column, which editors and terminals turn into a link."""
    name, place = safe_file_name(file["file"]), one["place"]
    return f"{name}:{place['line']}:{place['column']}" if place else name


def _severity(words: Words, one: Data) -> str:
    return f"{words.say(_AREA, one['severity'])}[{one['code']}]"


def _message_with_hint(one: Data) -> str:
    return f"{one['message']} ({one['hint']})" if one["hint"] else str(one["message"])


def _unshown_note(file: Data, words: Words) -> Iterator[str]:
    if file["unshown"]:
        yield f"{safe_file_name(file['file'])}: {words.say(_AREA, 'more', n=file['unshown'])}\n"


def _in_width(line: str, width: int | None, hang: str) -> list[str]:
    """A line wrapped to a width, without breaking words."""
    if width is None or len(line) <= width:
        return [line]
    return wrap(line, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False)


def _quote(one: Data, lines: Sequence[str], dress: Callable[[str], str], width: int | None) -> list[str]:
    """The line of a diagnostic with its place underlined, and the hint beside that."""
    place, hint = one["place"] and Span(**one["place"]), one["hint"] or ""
    if place is None or place.line > len(lines) or not lines[place.line - 1].strip():
        return _in_width(f"{QUOTE_MARGIN}{hint}", width, QUOTE_MARGIN) if hint else []
    most = MAX_SOURCE_COLUMNS if width is None else min(MAX_SOURCE_COLUMNS, width - len(QUOTE_MARGIN))
    line, begin, end = _window(lines[place.line - 1], place, most)
    before, marks = " " * _width(line[:begin]), "^" * max(1, _width(line[begin:end]))
    quoted, under = f"{place.line:>4} | {line}".rstrip(), f"{QUOTE_MARGIN}{before}{dress(marks)}"
    if width is not None and len(f"{QUOTE_MARGIN}{before}{marks} {hint}") > width:
        return [quoted, under, *_in_width(f"{QUOTE_MARGIN}{hint}", width, QUOTE_MARGIN)]
    return [quoted, f"{under} {hint}".rstrip()]


def _window(line: str, place: Span, most: int) -> tuple[str, int, int]:
    """The part of a line to be shown around its place, and where in it the place begins and ends."""
    line = clean(line.replace("\t", " ")).rstrip()
    begin = min(place.column - 1, len(line))
    end = place.end_column - 1 if place.end_line == place.line else len(line)
    if len(line) <= most:
        return line, begin, end
    cut = max(0, min(begin - _BEFORE, len(line) - most))
    left, right = "…" if cut else "", "…" if cut + most < len(line) else ""
    shown = left + line[cut + len(left) : cut + most - len(right)] + right
    return shown, begin - cut, min(end - cut, len(shown))


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def format_github(data: Data) -> Iterator[str]:
    """GitHub workflow commands that make annotations, errors first: GitHub shows only the first few."""
    found = [(file["file"], one) for file in data["files"] for one in file["diagnostics"]]
    for name, one in sorted(found, key=lambda found: list(_COMMANDS).index(found[1]["severity"])):
        properties = {"file": name, **_region(one["place"]), "title": one["code"]}
        listed = ",".join(f"{name}={_escape_property(value)}" for name, value in properties.items())
        yield f"::{_COMMANDS[one['severity']]} {listed}::{_escape_data(_message_with_hint(one))}\n"


# What GitHub calls each severity, errors first.
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def _region(place: Data | None) -> Data:
    if place is None:
        return {}
    region = {"line": place["line"], "endLine": place["end_line"]}
    if place["end_line"] == place["line"]:  # GitHub takes columns only within one line
        region |= {"col": place["column"], "endColumn": place["end_column"]}
    return region


def _escape_data(text: object) -> str:
    return str(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(value: object) -> str:
    return _escape_data(value).replace(":", "%3A").replace(",", "%2C")


_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
_SARIF_REGION = {
    "startLine": "line",
    "startColumn": "column",
    "endLine": "end_line",
    "endColumn": "end_column",
}


def format_sarif(data: Data, read: Sequence[SourceText], words: Words) -> str:
    """All diagnostics as one SARIF run, its rules sorted by code."""
    files = zip(data["files"], read, strict=True)
    found = [(one, original) for file, original in files for one in file["diagnostics"]]
    codes = sorted({one["code"] for one, _ in found})
    driver = {"name": "edencli", "version": __version__, "rules": [_rule(code, words) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(one, original, codes.index(one["code"])) for one, original in found],
    }
    return indented_json({"$schema": _SARIF, "version": "2.1.0", "runs": [run]})


def _rule(code: str, words: Words) -> Data:
    explained = words.area("codes").get(code, {})
    return {
        "id": code,
        "shortDescription": {"text": explained.get("title", code)},
        "fullDescription": {"text": explained.get("why", code)},
    }


def _result(one: Data, original: SourceText, rule: int) -> Data:
    location: Data = {"artifactLocation": {"uri": file_uri(original.name)}}
    if (place := one["place"]) is not None:
        location["region"] = {key: place[name] for key, name in _SARIF_REGION.items()}
    return {
        "ruleId": one["code"],
        "ruleIndex": rule,
        "level": one["severity"],
        "message": {"text": _message_with_hint(one)},
        "locations": [{"physicalLocation": location}],
    }


def file_uri(name: str) -> str:
    """The URI of a file, relative to the working directory if the file lies in it."""
    path = Path(name)
    if path.is_absolute():
        try:
            path = path.relative_to(Path.cwd())
        except (ValueError, FileNotFoundError):  # it lies elsewhere, or the directory was deleted
            return "file://" + quote(path.as_posix(), errors="replace")
    return quote(path.as_posix(), errors="replace")
