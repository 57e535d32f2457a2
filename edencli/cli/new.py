"""`edencli new`: a commented file to begin with, or a shipped sample to play with."""

from pathlib import Path

import typer

from edencli.cli.help import Command, typed_parameters
from edencli.commands.modes import NEW
from edencli.lang import current_words

app = typer.Typer(rich_markup_mode=None, add_completion=False)


def _known_samples(incomplete: str) -> list[str]:
    """What the shell may complete after --sample."""
    from edencli.commands.new import samples

    return [name for name in samples() if name.startswith(incomplete)]


@app.command(cls=Command)
def new(
    context: typer.Context,
    what: str | None = typer.Argument(
        None,
        show_default=False,
        help="new.what",
    ),
    sample: str | None = typer.Option(
        None,
        show_default=False,
        autocompletion=_known_samples,
        help="new.sample",
    ),
    listing: bool = typer.Option(False, "--list", help="new.listing"),
    output: Path | None = typer.Option(None, "-o", "--output", show_default=False, help="new.output"),
    force: bool = typer.Option(False, "--force", help="new.force"),
) -> None:
    """Begin a file of your own, or copy a sample."""
    from edencli.commands.new import copy_sample, list_samples, write_starter

    words = current_words()
    NEW.refuse_typed(words, typed_parameters(context))
    if listing:
        list_samples(words)
    elif sample is not None:
        copy_sample(words, sample, what, force=force)
    else:
        write_starter(words, what, output, force=force)
