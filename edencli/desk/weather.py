"""The climatic conditions: thrown, looked up, or all of them in a table."""

from collections.abc import Sequence
from typing import Any

from edencli.desk.choices import Format
from edencli.desk.console import Refused, remark
from edencli.desk.dice import fresh_seed
from edencli.desk.page import show
from edencli.lang import Words
from edencli.players.dice import Seeded
from edencli.report import weatherpage
from edencli.report.sheet import Data
from edencli.rulebooks.plain import LENDERS, lacks
from edencli.rulebooks.values import rulebook as built
from edencli.rules.weather import SUMS


def show_table(words: Words, form: Format, rulebook: str, optional: str | None) -> None:
    """Show all sums of two dice, and how likely they are."""
    words, key = words.of_book(rulebook), _lender(words, rulebook, optional)
    data = weatherpage.table_data(words, built(key).weather or (), key)
    book = _books(words, rulebook, optional)
    show(form, words, "weather-table", book | data, weatherpage.write_table)


def show_throws(
    words: Words,
    form: Format,
    rulebook: str,
    optional: str | None,
    *,
    sums: Sequence[int],
    times: int,
    seed: int | None,
) -> None:
    """Show what sums bring that were given, or else what is thrown."""
    if sums and (seed is not None or times > 1):
        raise Refused(words.say("weather", "looked-up"))
    words, key = words.of_book(rulebook), _lender(words, rulebook, optional)
    throws: list[tuple[int, ...]] = [(_sum(words, total),) for total in sums]
    if not throws:
        seed = fresh_seed() if seed is None else seed
        throws = _thrown(words, seed, times)
    data = {"seed": seed, **weatherpage.throws_data(words, built(key).weather or (), throws, key)}
    show(form, words, "weather", _books(words, rulebook, optional) | data, weatherpage.write_throws)


def _books(words: Words, rulebook: str, optional: str | None) -> Data:
    return {"rulebook": rulebook, "optional": optional, "book": _named(words, rulebook, optional)}


def _lender(words: Words, rulebook: str, optional: str | None) -> str:
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
    remark(words.say("weather", "seed", seed=seed))
    dice = Seeded(seed)
    return [(dice.die(), dice.die()) for _ in range(times)]


def _sum(words: Words, total: int) -> int:
    """A sum that two dice can have."""
    if total not in SUMS:
        raise Refused(words.say("weather", "no-such-sum", total=total))
    return total


def _named(words: Words, rulebook: str, optional: str | None) -> str:
    """The book that is played, and the one it borrows from."""
    name = words.say("screens-rules", f"book.{rulebook}")
    if optional is None:
        return name
    return words.say("weather", "borrowed", book=name, lender=words.say("screens-rules", f"book.{optional}"))


def _say(words: Words, message: str, rulebook: str, **values: Any) -> str:
    return words.say("weather", message, book=words.say("screens-rules", f"book.{rulebook}"), **values)
