"""`edencli weather`: the climatic conditions of a match, thrown or looked up."""

import sys
from typing import Any

import typer

from edencli.cli.help import Command
from edencli.cli.options import FORM, RULEBOOK, SEED
from edencli.desk.choices import Book, Form
from edencli.desk.console import Refused
from edencli.desk.dice import fresh_seed
from edencli.desk.page import show
from edencli.lang import Words, spoken
from edencli.rulebooks.plain import LENDERS, lacks

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(cls=Command)
def weather(
    rulebook: Book = RULEBOOK,
    optional: Book = typer.Option(None, help="weather.optional"),
    roll: list[int] = typer.Option(None, help="weather.roll"),
    times: int = typer.Option(1, min=1, max=3, help="weather.times"),
    seed: int | None = SEED,
    table: bool = typer.Option(False, "--table", help="weather.table"),
    form: Form = FORM,
) -> None:
    """Throw two dice for the climatic conditions, and say what they do."""
    from edencli.report import weatherpage
    from edencli.rulebooks.values import rulebook as built

    words = spoken()
    if roll and (seed is not None or times > 1):
        raise Refused(words.say("weather", "looked-up"))
    key = _lender(words, rulebook, optional)
    lines = built(key).weather or ()
    book = {"rulebook": rulebook, "optional": optional, "book": _named(words, rulebook, optional)}
    if table:
        data = weatherpage.table_data(words, lines, key)
        show(form, words, "weather-table", book | data, weatherpage.write_table)
        return
    throws: list[tuple[int, ...]] = [(_sum(words, total),) for total in roll or ()]
    if not throws:
        seed = fresh_seed() if seed is None else seed
        throws = _thrown(words, seed, times)
    data = {"seed": seed, **weatherpage.throws_data(words, lines, throws, key)}
    show(form, words, "weather", book | data, weatherpage.write_throws)


def _lender(words: Words, rulebook: Book, optional: Book | None) -> str:
    """The book whose chapter on weather is played."""
    if lacks(rulebook, "weather"):
        if optional is None or lacks(optional, "weather"):
            raise Refused(_say(words, "no-weather", rulebook, lenders="|".join(LENDERS)), code=1)
        return optional
    if optional is not None:
        raise Refused(_say(words, "own-weather", rulebook))
    return rulebook


def _thrown(words: Words, seed: int, times: int) -> list[tuple[int, ...]]:
    """Throw two dice so many times, and say by which seed."""
    from edencli.players.dice import Seeded

    sys.stderr.write(f"edencli: {words.say('weather', 'seed', seed=seed)}\n")
    dice = Seeded(seed)
    return [(dice.die(), dice.die()) for _ in range(times)]


def _sum(words: Words, total: int) -> int:
    """A sum that two dice can have."""
    from edencli.rules.weather import SUMS

    if total not in SUMS:
        raise Refused(words.say("weather", "no-such-sum", total=total))
    return total


def _named(words: Words, rulebook: Book, optional: Book | None) -> str:
    """The book that is played, and the one it borrows from."""
    name = words.say("screens-rules", f"book.{rulebook}")
    if optional is None:
        return name
    return words.say("weather", "borrowed", book=name, lender=words.say("screens-rules", f"book.{optional}"))


def _say(words: Words, message: str, rulebook: Book, **values: Any) -> str:
    return words.say("weather", message, book=words.say("screens-rules", f"book.{rulebook}"), **values)
