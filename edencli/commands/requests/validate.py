"""What may stand on the command lines of `edencli validate` and `edencli validate-band`."""

import enum
from typing import ClassVar

import typer

from edencli.commands.modes import ModeTable
from edencli.commands.parameters import Book, FaultFormat, complete_yaml_files
from edencli.commands.requests import ROOT, RULEBOOK_OF_FILES, STDIN_FILENAME, Request


class ValidateRequest(Request):
    """Which files are checked, by which book, how problems are reported, and whether they are mended."""

    files: list[str] = typer.Argument(autocompletion=complete_yaml_files, help="validate.files")
    rulebook: Book | None = RULEBOOK_OF_FILES
    form: FaultFormat = typer.Option(FaultFormat.TEXT, "--format", help="validate.form")
    root: str | None = ROOT
    stdin_filename: str = STDIN_FILENAME
    changed: bool = typer.Option(False, "--changed", help="validate.changed")
    fix: bool = typer.Option(False, "--fix", help="validate.fix")
    diff: bool = typer.Option(False, "--diff", help="validate.diff")

    modes: ClassVar[ModeTable] = ModeTable(
        "validate",
        ways={"C": "checked", "F": "--fix", "D": "--diff"},
        exclusive={},
        grid="""
            FILES             CFD
            --rulebook        CFD
            --format          CF.
            --root            CFD
            --stdin-filename  C..
            --changed         C..
            --fix             CF.
            --diff            C.D
        """,
    )


class BandFaultFormat(enum.StrEnum):
    """How what is wrong with bands is written, or only the sheets of the bands that may be played."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"
    MARKDOWN = "markdown"


class ValidateBandRequest(Request):
    """Which bands are checked, by which book, and how problems and sheets are written."""

    files: list[str] = typer.Argument(autocompletion=complete_yaml_files, help="validate-band.files")
    rulebook: Book | None = RULEBOOK_OF_FILES
    form: BandFaultFormat = typer.Option(BandFaultFormat.TEXT, "--format", help="validate-band.form")
    root: str | None = ROOT
    stdin_filename: str = STDIN_FILENAME
    diff: bool = typer.Option(False, "--diff", help="validate-band.diff")

    modes: ClassVar[ModeTable] = ModeTable(
        "validate-band",
        ways={"C": "checked", "D": "--diff"},
        exclusive={},
        grid="""
            FILES             CD
            --rulebook        CD
            --format          CD
            --format=concise  C.
            --format=github   C.
            --format=sarif    C.
            --root            CD
            --stdin-filename  CD
            --diff            CD
        """,
    )
