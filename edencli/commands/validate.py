"""`edencli validate` and `edencli validate-band`: print the faults of files, sheets of bands, a summary."""

import json
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from edencli.commands.band_builder import room_left
from edencli.commands.parameters import FaultFormat, Format, default_book
from edencli.commands.requests.validate import BandFaultFormat, ValidateBandRequest, ValidateRequest
from edencli.commands.schema import is_schema
from edencli.files.library import File
from edencli.files.source import STDIN, files_within, read_beginning, shipped_folder
from edencli.files.stated_kind import files_of_ours
from edencli.games.checks import CheckedBand, Checks, make_library
from edencli.games.file_access import root_folder
from edencli.lang import Words, clean, current_words
from edencli.named_tuple import NamedTuple
from edencli.output.console import progress, remark, write_stderr, write_stdout
from edencli.output.sheet import Data, Paint, indented_json
from edencli.rules.band import band_totals

if TYPE_CHECKING:
    from edencli.files.good_files import GoodFiles


def validate_files(request: ValidateRequest) -> NoReturn:
    """Check files of any kind and everything they refer to, and print their faults."""
    words = current_words()
    request.modes.refuse_typed(words, request.typed)
    if request.fix or request.diff:
        mend_files(words, request)
    check_files(words, request)


def mend_files(words: Words, request: ValidateRequest) -> None:
    """Write the repairs that have only one answer, or show them and exit with 1 if there are any."""
    from edencli.commands.fix import fix_files

    within = root_folder(request.root, words)
    named, _ = find_files(request.files, within)
    checks = Checks(make_library(root=within), wanted=request.rulebook, default=default_book())
    repairs = fix_files(words, checks, named, shown=request.diff)
    if request.diff:
        raise SystemExit(1 if repairs else 0)


def find_files(names: Sequence[str], root: Path | None) -> tuple[list[str], int]:
    """The files named, edencli's files in and below folders, and the number of other files there."""
    found = [(name, files_within(name, root)) for name in names]
    ours = [one for name, files in found for one in (files if files == [name] else files_of_ours(files))]
    return ours, sum(len(files) for _, files in found) - len(ours)


def check_files(words: Words, request: ValidateRequest) -> NoReturn:
    """Check files and everything they refer to, and print their faults."""
    within = root_folder(request.root, words)
    named, passed_over = find_files(request.files, within)
    good = _good_files(request) if request.changed else None
    judged = [name for name in named if good is None or not good.is_good(name)]
    shelf = make_library(root=within, stdin_name=request.stdin_filename, noted=judged)
    checks = Checks(shelf, wanted=request.rulebook, default=default_book())
    for name in progress(judged):
        checks.check_file(name)
        shelf.release_documents()
    if good is not None:
        _keep_good(good, checks, judged)
    said = findings_text(shelf.files, request.form, words)
    write_stdout(said, commands=request.form == FaultFormat.GITHUB)
    note_old_schemas(words, shelf.files)
    finish_checks(shelf.files, words, passed_over=passed_over, unchanged=len(named) - len(judged))


def _good_files(request: ValidateRequest) -> "GoodFiles":
    """The files known as good in this folder, by the same rulebook and root."""
    from edencli.files.good_files import GoodFiles  # only hooks ask for it

    return GoodFiles(Path(), "validate", request.rulebook or default_book(), request.root or "")


def _keep_good(good: "GoodFiles", checks: Checks, names: Sequence[str]) -> None:
    """Remember the good files: those without an error in them or in any file behind them."""
    from edencli.files.good_files import files_behind  # as above

    faulty = {file.name for file in checks.files if file.diagnostics.error_count}
    for name in names:
        if name != STDIN and checks.library.open(name).is_sound:
            behind = list(files_behind(checks.library, name))
            if faulty.isdisjoint({name, *behind}):
                good.keep(name, behind)
    good.save()


def validate_bands(request: ValidateBandRequest) -> NoReturn:
    """Check bands, or print the differences between two."""
    words = current_words()
    request.modes.refuse_typed(words, request.typed)
    shelf = make_library(root=root_folder(request.root, words), stdin_name=request.stdin_filename)
    checks = Checks(shelf, wanted=request.rulebook, default=default_book())
    if request.diff:
        from edencli.commands.band_difference import tell_difference  # few commands compare bands

        tell_difference(words, checks, request)
    check_bands(words, checks, request)


def check_bands(words: Words, checks: Checks, request: ValidateBandRequest) -> NoReturn:
    """Check bands and their cards, and print the sheet of each legal one."""
    opened = [checks.check_file(name, kind="band") for name in progress(request.files)]
    bands = [(file, band) for file in dict.fromkeys(opened) if (band := checks.band(file))]
    said = findings_and_sheets_text(checks.files, bands, request.form, words)
    write_stdout(said, commands=request.form == BandFaultFormat.GITHUB)
    if request.form is BandFaultFormat.TEXT:
        for _, band in bands:
            tell_room(words, band)
    finish_checks(checks.files, words)


def tell_room(words: Words, checked: CheckedBand) -> None:
    """Say on stderr which fighters a band still has points for."""
    room = room_left(checked.band, checked.fighters, checked.book)
    if room:
        totals = band_totals(checked.band, checked.book)
        names = [f"{one.name} {one.value_in(checked.book.key)}" for one in room]
        remark(words.say("builder", "room", fighters=names, left=totals.budget - totals.total))


def findings_text(files: Sequence[File], form: str, words: Words, **more: object) -> str:
    """The diagnostics of files, causes before symptoms; `more` are further entries of the JSON."""
    from edencli.pages import diagnostics  # finding a fighter needs no diagnostics

    if form == FaultFormat.TEXT:
        return "\n".join(diagnostics.format_files(files, words, Paint.for_stream(sys.stdout, os.environ)))
    files = diagnostics.causes_first(files)
    data = diagnostics.diagnostics_data(files, words, **more)
    if form == FaultFormat.JSON:
        return indented_json({"schema": 1, "page": "diagnostics", **data})
    if form == FaultFormat.SARIF:
        return diagnostics.format_sarif(data, diagnostics.source_texts(files), words)
    return "".join(
        diagnostics.format_github(data)
        if form == FaultFormat.GITHUB
        else diagnostics.format_concise(data, words)
    )


def findings_and_sheets_text(
    files: Sequence[File], bands: Sequence[tuple[File, CheckedBand]], form: str, words: Words
) -> str:
    """The diagnostics of files, and the sheets of bands where the format has them."""
    if form not in {BandFaultFormat.JSON, BandFaultFormat.TEXT, BandFaultFormat.MARKDOWN}:
        return findings_text(files, form, words)
    from edencli.commands.show_page import page_text as page_written
    from edencli.pages.band_page import band_data, write_bands

    sheets = [(file, band_data(checked.band, checked.book)) for file, checked in bands]
    if form == BandFaultFormat.JSON:
        return findings_text(files, form, words, bands=[_sums(file, data) for file, data in sheets])
    page = page_written(Format(form), words, {"bands": [data for _, data in sheets]}, write_bands)
    said = findings_text(files, BandFaultFormat.TEXT, words)
    if form == BandFaultFormat.TEXT:
        return "\n".join(one for one in (said, page) if one)
    write_stderr(said)
    return page


def _sums(file: File, sheet: Data) -> Data:
    """The entries of a sheet in JSON."""
    sums = {key: sheet[key] for key in ("rulebook", "value", "budget", "sp")}
    hands = {clean(name): hand for name, hand in sheet["hands"].items()}
    return {"file": clean(file.name), "name": clean(sheet["name"]), **sums, "hands": hands}


def note_old_schemas(words: Words, files: Sequence[File]) -> None:
    """Say on stderr which schemas beside files come from another version of edencli."""
    known = (file for file in files if file.kind is not None)
    named = {(path, str(file.kind)) for file in known if (path := _schema_beside(file)) is not None}
    for path, kind in sorted(named):
        shipped = (shipped_folder("schemas") / f"{kind}.schema.json").read_text(encoding="utf-8")
        told = read_beginning(path, _MOST_OF_A_SCHEMA)
        if told and is_schema(told) and told.split() != shipped.split():
            _note_other_schema(words, _Schema(path, kind, _parsed(told), json.loads(shipped)), files)


class _Schema(NamedTuple):
    """A schema beside files: its file, their kind, what it says, and the shipped one of this kind."""

    path: Path
    kind: str
    told: dict[str, Any]
    shipped: dict[str, Any]


def _note_other_schema(words: Words, schema: _Schema, files: Sequence[File]) -> None:
    """Say that a schema is from another version, or has not the names that its cards files have now."""
    from edencli.files.named_schema import is_made_from, is_named, sources_of  # most have no names

    told, about = schema.told, {"file": str(schema.path), "kind": schema.kind}
    sources = [os.path.normpath(schema.path.parent / one) for one in sources_of(told)]
    again = {"names": " ".join(f"--names {shlex.quote(one)}" for one in sources), **about}
    if not is_named(told):
        remark(words.say("schema", "old", **about))
    elif not is_made_from(schema.kind, told, schema.shipped):
        message = "old-names.from" if sources else "old-names"
        remark(words.say("schema", message, **again))
    elif sources and _has_other_names(schema, sources, files):
        remark(words.say("schema", "stale-names", **again))


def _has_other_names(schema: _Schema, sources: Sequence[str], files: Sequence[File]) -> bool:
    """Whether cards files have other names now than a schema; no where one of them cannot be read."""
    from edencli.files.library import Library
    from edencli.files.named_schema import name_schema, names_of, sources_of

    library, opened = Library(), {os.path.realpath(file.name): file for file in files}
    if not all(map(os.path.exists, sources)):
        return False
    names = [name for one in sources for name in files_within(one, None)]
    found = [opened.get(os.path.realpath(name)) or library.open(name) for name in names]
    cards = [file for file in found if file.kind == "cards"]
    if not cards or not all(file.is_sound for file in cards):
        return False
    names_now = names_of(file.value for file in cards)
    return schema.told != name_schema(schema.kind, schema.shipped, names_now, sources_of(schema.told))


def _parsed(text: str) -> dict[str, Any]:
    """The data of a schema; empty where it is not JSON."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _schema_beside(file: File) -> Path | None:
    """The schema that the first line of a file names for editors, where that is a file and no address."""
    begun = file.first_line.removeprefix(_MODELINE)
    is_file = begun != file.first_line and ":" not in begun
    return Path(os.path.normpath(file.folder / begun)) if is_file else None


_MODELINE: Final = "# yaml-language-server: $schema="
_MOST_OF_A_SCHEMA: Final = 4 * 1024 * 1024  # bytes


def finish_checks(
    files: Sequence[File], words: Words, *, passed_over: int = 0, unchanged: int = 0
) -> NoReturn:
    """Print the totals on stderr, with the files skipped, and exit with the code for them."""
    symptoms = sum(file.diagnostics.symptom_count for file in files)
    errors = sum(file.diagnostics.error_count for file in files) - symptoms
    warnings, notes = (
        sum(getattr(file.diagnostics, what) for file in files) for what in ("warning_count", "note_count")
    )
    faults = "checked/faults" if errors or warnings else "checked/clean"
    message = "checked/notes" if notes else faults
    said = words.say("diagnostics", message, n=len(files), errors=errors, warnings=warnings, notes=notes)
    remark(said)
    if unchanged:
        remark(words.say("diagnostics", "checked/unchanged", n=unchanged))
    if passed_over:
        remark(words.say("diagnostics", "checked/passed-over", n=passed_over))
    if not all(file.is_readable for file in files):
        raise SystemExit(2)
    raise SystemExit(1 if errors else 0)
