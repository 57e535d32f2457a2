"""Diagnostics for programs: JSON of our own, workflow commands of GitHub, SARIF 2.1.0.

What came from a file is escaped as each format asks, so that no name or value can pass for a command.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from edencli import __version__
from edencli.files.diagnostic import Diagnostic, KeyPath, Place, Severity
from edencli.files.library import File
from edencli.lang import Words, clean
from edencli.report.as_json import as_json
from edencli.report.diagnostics import beside, sentence

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


def _place(place: Place) -> dict[str, int]:
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


def _region(place: Place | None) -> dict[str, object]:
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
