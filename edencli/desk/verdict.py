"""What a validator writes and how it ends: the diagnostics in a format, a line on stderr, the exit code."""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from edencli.desk.checks import CheckedBand
from edencli.desk.choices import BandFaults, Faults, Format
from edencli.desk.console import put_aside, remark
from edencli.files.library import File
from edencli.lang import Words, clean
from edencli.report import diagnostics
from edencli.report.sheet import Data, Paint, as_json

INVALID, UNREADABLE = 1, 2


def written(files: Sequence[File], form: str, words: Words, **more: object) -> str:
    """What was said of the files, causes before symptoms; `more` is what JSON holds besides."""
    files = _causes_first(files)
    if form == Faults.TEXT:
        return "\n".join(diagnostics.blocks(files, words, Paint.for_stream(sys.stdout, os.environ)))
    data = diagnostics.faults(files, words, **more)
    if form == Faults.JSON:
        return as_json({"schema": 1, "page": "diagnostics", **data})
    if form == Faults.SARIF:
        return diagnostics.sarif(data, diagnostics.originals(files), words)
    return "".join(diagnostics.github(data) if form == Faults.GITHUB else diagnostics.concise(data, words))


def _causes_first(files: Sequence[File]) -> list[File]:
    """The files as they were opened, but one that refers to faulty ones after them."""
    return [
        *(file for file in files if not file.said.symptoms),
        *(file for file in reversed(files) if file.said.symptoms),
    ]


def with_sheets(
    files: Sequence[File], bands: Sequence[tuple[File, CheckedBand]], form: str, words: Words
) -> str:
    """What was said of the files, and the sheets of the bands where the format has room for them."""
    if form not in {BandFaults.JSON, BandFaults.TEXT, BandFaults.MARKDOWN}:
        return written(files, form, words)
    from edencli.desk import page
    from edencli.report.band import band_data, write_band

    sheets = [(file, band_data(checked.band, checked.book)) for file, checked in bands]
    if form == BandFaults.JSON:
        return written(files, form, words, bands=[_sums(file, data) for file, data in sheets])
    pages = [page.written(Format(form), words, data, write_band) for _, data in sheets]
    said = written(files, BandFaults.TEXT, words)
    if form == BandFaults.TEXT:
        return "\n".join([said, *pages] if said else pages)
    put_aside(said)
    return "\n".join(pages)


def _sums(file: File, sheet: Data) -> Data:
    """What JSON holds of a sheet."""
    sums = {key: sheet[key] for key in ("rulebook", "value", "budget", "sp")}
    hands = {clean(name): hand for name, hand in sheet["hands"].items()}
    return {"file": clean(file.name), "name": clean(sheet["name"]), **sums, "hands": hands}


def end(files: Sequence[File], words: Words) -> NoReturn:
    """Say on stderr what it comes to, and end with the exit code."""
    symptoms = sum(file.said.symptoms for file in files)
    errors = sum(file.said.errors for file in files) - symptoms
    warnings = sum(len(file.said) for file in files) - errors - symptoms
    message = "checked/faults" if errors or warnings else "checked/clean"
    said = words.say("diagnostics", message, n=len(files), errors=errors, warnings=warnings)
    remark(said)
    if not all(file.readable for file in files):
        raise SystemExit(UNREADABLE)
    raise SystemExit(INVALID if errors else 0)
