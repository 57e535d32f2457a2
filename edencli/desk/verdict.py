"""What a validator writes and how it ends: the diagnostics in a format, a line on stderr, the exit code."""

import os
import sys
from collections.abc import Iterator, Sequence
from typing import NoReturn

from edencli.desk.checks import CheckedBand
from edencli.desk.choices import BandFaults, Faults
from edencli.files.library import File
from edencli.lang import Words, clean
from edencli.report import diagnostics
from edencli.report.sheet import Paint
from edencli.rules.band import muster

INVALID, UNREADABLE = 1, 2


def written(files: Sequence[File], form: str, words: Words, **more: object) -> str:
    """What was said of the files, causes before symptoms; `more` is what JSON holds besides."""
    files = _causes_first(files)
    if form in {Faults.JSON, Faults.SARIF, Faults.GITHUB}:
        return _for_programs(files, form, words, **more)
    if form == Faults.CONCISE:
        return "".join(line for file in files for line in diagnostics.concise(file, words))
    return "\n".join(_blocks(files, words))


def _causes_first(files: Sequence[File]) -> list[File]:
    """The files as they were opened, but one that refers to faulty ones after them."""
    return [
        *(file for file in files if not file.said.symptoms),
        *(file for file in reversed(files) if file.said.symptoms),
    ]


def _for_programs(files: Sequence[File], form: str, words: Words, **more: object) -> str:
    if form == Faults.JSON:
        return diagnostics.faults(files, words, **more)
    if form == Faults.SARIF:
        return diagnostics.sarif(files, words)
    return "".join(diagnostics.github(files, words))


def _blocks(files: Sequence[File], words: Words) -> Iterator[str]:
    paint = Paint.for_stream(sys.stdout, os.environ)
    for file in files:
        yield from diagnostics.text(file, words, paint)


def with_sheets(
    files: Sequence[File], bands: Sequence[tuple[File, CheckedBand]], form: str, words: Words
) -> str:
    """What was said of the files, and the sheets of the bands where the format has room for them."""
    if form == BandFaults.JSON:
        return written(files, form, words, bands=[_sums(file, band) for file, band in bands])
    if form not in {BandFaults.TEXT, BandFaults.MARKDOWN}:
        return written(files, form, words)
    from edencli.report.band import band_sheet

    markdown, paint = form == BandFaults.MARKDOWN, Paint.for_stream(sys.stdout, os.environ)
    sheets = [band_sheet(one.band, one.book, markdown=markdown, paint=paint, words=words) for _, one in bands]
    if markdown:
        sys.stderr.write(written(files, BandFaults.TEXT, words))
        return "\n".join(sheets)
    return "\n".join([*_blocks(_causes_first(files), words), *sheets])


def _sums(file: File, checked: CheckedBand) -> dict[str, object]:
    whole = muster(checked.band, checked.book)
    return {
        "file": clean(file.name),
        "name": clean(checked.band.name),
        "rulebook": checked.book.key,
        "value": whole.total,
        "budget": whole.budget,
        "sp": whole.sp,
        "hands": {clean(name): hand for name, hand in whole.hands},
    }


def end(files: Sequence[File], words: Words) -> NoReturn:
    """Say on stderr what it comes to, and end with the exit code."""
    symptoms = sum(file.said.symptoms for file in files)
    errors = sum(file.said.errors for file in files) - symptoms
    warnings = sum(len(file.said) for file in files) - errors - symptoms
    message = "checked/faults" if errors or warnings else "checked/clean"
    said = words.say("diagnostics", message, n=len(files), errors=errors, warnings=warnings)
    sys.stderr.write(f"edencli: {said}\n")
    if not all(file.readable for file in files):
        raise SystemExit(UNREADABLE)
    raise SystemExit(INVALID if errors else 0)
