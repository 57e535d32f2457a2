"""`edencli weather`: the climatic conditions of a match, thrown or looked up."""

import typer

from edencli.cli.help import FORM, RULEBOOK, SEED, Command, typed_parameters
from edencli.commands.modes import WEATHER
from edencli.commands.parameters import Book, Format
from edencli.lang import current_words

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(cls=Command)
def weather(
    context: typer.Context,
    rulebook: Book = RULEBOOK,
    optional: Book = typer.Option(None, help="weather.optional"),
    roll: list[int] = typer.Option(None, help="weather.roll"),
    times: int = typer.Option(1, min=1, max=3, help="weather.times"),
    seed: int | None = SEED,
    table: bool = typer.Option(False, "--table", help="weather.table"),
    form: Format = FORM,
) -> None:
    """Throw two dice for the climatic conditions, and say what they do."""
    from edencli.commands.roll import show_weather, show_weather_table

    words = current_words()
    WEATHER.refuse_typed(words, typed_parameters(context))
    if table:
        show_weather_table(words, form, rulebook, optional)
    else:
        show_weather(words, form, rulebook, optional, sums=roll or (), times=times, seed=seed)
