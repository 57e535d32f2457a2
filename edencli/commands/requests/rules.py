"""The command line of `edencli rules`."""

from typing import ClassVar

import typer

from edencli.commands.modes import ModeTable
from edencli.commands.parameters import Book, Format
from edencli.commands.requests import FORMAT, RULEBOOK, Request


def _complete(incomplete: str) -> list[str]:
    from edencli.commands.rules import complete_rule_id

    return complete_rule_id(incomplete)


def _complete_book(incomplete: str) -> list[str]:
    return [book for book in Book if book.startswith(incomplete)]


class RulesRequest(Request):
    """The question about the rules, and the rulebook that answers it."""

    question: list[str] | None = typer.Argument(
        None, show_default=False, autocompletion=_complete, help="rules.question"
    )
    rulebook: Book = RULEBOOK
    diff: tuple[Book, Book] | None = typer.Option(
        None, show_default=False, autocompletion=_complete_book, help="rules.diff"
    )
    rulings: bool = typer.Option(False, "--rulings", help="rules.rulings")
    glossary: bool = typer.Option(False, "--glossary", help="rules.glossary")
    card: bool = typer.Option(False, "--card", help="rules.card")
    every: bool = typer.Option(False, "--all", help="rules.all")
    notation: bool = typer.Option(False, "--notation", help="rules.notation")
    effects: bool = typer.Option(False, "--effects", help="rules.effects")
    html: str | None = typer.Option(None, show_default=False, help="rules.html")
    form: Format = FORMAT

    modes: ClassVar[ModeTable] = ModeTable(
        "rules",
        ways={
            "Q": "question",
            "D": "--diff",
            "R": "--rulings",
            "G": "--glossary",
            "C": "--card",
            "A": "--all",
            "N": "--notation",
            "E": "--effects",
            "H": "--html",
        },
        exclusive={},
        grid="""
            QUESTION    Q..G.A.E.
            --rulebook  Q.R.CA..H
            --diff      QD.......
            --rulings   Q.R......
            --glossary  Q..G.....
            --card      Q...C....
            --all       Q....A...
            --notation  Q.....N..
            --effects   Q......E.
            --html      Q.......H
            --format    QDRGCANE.
        """,
    )
