"""`edencli rules`: a question about the rules, answered as one of the five books plays it."""

import typer

from edencli.cli.help import FORM, RULEBOOK, Command, typed_parameters
from edencli.commands.parameters import Book, Format
from edencli.lang import current_words

app = typer.Typer(rich_markup_mode=None, add_completion=False)


def _known(incomplete: str) -> list[str]:
    from edencli.commands.rules import complete_rule_id

    return complete_rule_id(incomplete)


def _books(incomplete: str) -> list[str]:
    return [book for book in Book if book.startswith(incomplete)]


@app.command(cls=Command)
def rules(
    context: typer.Context,
    question: list[str] = typer.Argument(
        None,
        show_default=False,
        autocompletion=_known,
        help="rules.question",
    ),
    rulebook: Book = RULEBOOK,
    diff: tuple[Book, Book] | None = typer.Option(
        None, show_default=False, autocompletion=_books, help="rules.diff"
    ),
    rulings: bool = typer.Option(False, "--rulings", help="rules.rulings"),
    glossary: bool = typer.Option(False, "--glossary", help="rules.glossary"),
    card: bool = typer.Option(False, "--card", help="rules.card"),
    every: bool = typer.Option(False, "--all", help="rules.all"),
    notation: bool = typer.Option(False, "--notation", help="rules.notation"),
    effects: bool = typer.Option(False, "--effects", help="rules.effects"),
    form: Format = FORM,
) -> None:
    """Look up a rule: by chapter, by name, or by asking."""
    from edencli.commands import rules

    words, asked = current_words(), " ".join(question or ()).strip()
    typed = tuple(typed_parameters(context))
    if len(typed) > 1:  # one alone goes with nothing else, and a look-up imports no more than it must
        from edencli.commands.modes import RULES

        RULES.refuse_typed(words, typed)
    if diff:
        rules.show_difference(words, form, *diff)
    elif rulings:
        rules.show_rulings(words, form, rulebook)
    elif glossary:
        rules.show_glossary(words, form, asked)
    elif card:
        rules.show_quick_reference(words, form, rulebook)
    elif notation:
        rules.show_notation(words, form)
    elif effects:
        rules.show_effects(words, form)
    else:
        rules.look_up(words, form, question or (), rulebook, whole=every)
