"""The command lines of `edencli validate` and `edencli validate-band`."""

import enum
from typing import ClassVar

import typer

from edencli.commands.modes import ModeTable
from edencli.commands.parameters import Book, FaultFormat, complete_yaml_files
from edencli.commands.requests import ROOT, RULEBOOK_OF_FILES, STDIN_FILENAME, Request


class ValidateRequest(Request):
    """The files to check, by which rulebook, the format of diagnostics, and whether to repair them."""

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
    """The formats of diagnostics of bands; Markdown has only the sheets of legal bands."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"
    MARKDOWN = "markdown"


class ValidateBandRequest(Request):
    """The bands to check, by which rulebook, and the format of diagnostics and sheets."""

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
