"""What `validate` and `validate-band` print: the faults of files, sheets of bands, the summary."""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from edencli.commands.parameters import BandFaults, Faults, Format
from edencli.files.library import File
from edencli.games.checks import CheckedBand
from edencli.lang import Words, clean
from edencli.output.console import put_aside, remark
from edencli.output.sheet import Data, Paint, as_json


def findings_text(files: Sequence[File], form: str, words: Words, **more: object) -> str:
    """What was said of the files, causes before symptoms; `more` is what JSON holds besides."""
    from edencli.pages import diagnostics  # whoever only looks for a fighter has nothing to tell

    if form == Faults.TEXT:
        return "\n".join(diagnostics.blocks(files, words, Paint.for_stream(sys.stdout, os.environ)))
    files = diagnostics.causes_first(files)
    data = diagnostics.faults(files, words, **more)
    if form == Faults.JSON:
        return as_json({"schema": 1, "page": "diagnostics", **data})
    if form == Faults.SARIF:
        return diagnostics.sarif(data, diagnostics.originals(files), words)
    return "".join(diagnostics.github(data) if form == Faults.GITHUB else diagnostics.concise(data, words))


def with_sheets(
    files: Sequence[File], bands: Sequence[tuple[File, CheckedBand]], form: str, words: Words
) -> str:
    """What was said of the files, and the sheets of the bands where the format has room for them."""
    if form not in {BandFaults.JSON, BandFaults.TEXT, BandFaults.MARKDOWN}:
        return findings_text(files, form, words)
    from edencli.commands.show_page import page_text as page_written
    from edencli.pages.card_page import band_data, write_band

    sheets = [(file, band_data(checked.band, checked.book)) for file, checked in bands]
    if form == BandFaults.JSON:
        return findings_text(files, form, words, bands=[_sums(file, data) for file, data in sheets])
    pages = [page_written(Format(form), words, data, write_band) for _, data in sheets]
    said = findings_text(files, BandFaults.TEXT, words)
    if form == BandFaults.TEXT:
        return "\n".join([said, *pages] if said else pages)
    put_aside(said)
    return "\n".join(pages)


def _sums(file: File, sheet: Data) -> Data:
    """What JSON holds of a sheet."""
    sums = {key: sheet[key] for key in ("rulebook", "value", "budget", "sp")}
    hands = {clean(name): hand for name, hand in sheet["hands"].items()}
    return {"file": clean(file.name), "name": clean(sheet["name"]), **sums, "hands": hands}


def finish_checks(files: Sequence[File], words: Words) -> NoReturn:
    """Say on stderr what it comes to, and end with the exit code."""
    symptoms = sum(file.said.symptoms for file in files)
    errors = sum(file.said.errors for file in files) - symptoms
    warnings, notes = (sum(getattr(file.said, what) for file in files) for what in ("warnings", "notes"))
    faults = "checked/faults" if errors or warnings else "checked/clean"
    message = "checked/notes" if notes else faults
    said = words.say("diagnostics", message, n=len(files), errors=errors, warnings=warnings, notes=notes)
    remark(said)
    if not all(file.readable for file in files):
        raise SystemExit(2)
    raise SystemExit(1 if errors else 0)
