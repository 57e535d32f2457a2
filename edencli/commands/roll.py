"""`edencli roll` and `edencli weather`: single rolls and climatic conditions, thrown or with their odds."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from edencli.commands.dice_options import dice_refusal, dice_source, fresh_seed
from edencli.commands.fighter_finder import (
    FighterFinder,
    FighterSources,
    WantedBook,
    make_standing,
    read_condition,
)
from edencli.commands.modes import Given
from edencli.commands.parameters import MOST, Format, check_choice
from edencli.commands.requests.roll import RollRequest
from edencli.commands.requests.weather import WeatherRequest
from edencli.commands.show_page import show_page
from edencli.lang import Words, current_words
from edencli.match.match import Match, Query
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Roll
from edencli.match.rules_api import total_value
from edencli.model.terms import Characteristic
from edencli.output.console import Refused, remark
from edencli.output.sheet import Data
from edencli.pages import roll_page
from edencli.referee.dice import ListedDice, SeededDice, WrongDice
from edencli.rulebooks.raw_books import LENDING_BOOKS, lacks_chapter
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules.questions import ROLLS
from edencli.rules.weather import SUMS

AREA: Final = "roll"
BURN: Final = "burn"


def run_roll(request: RollRequest) -> None:
    """Check the options of a roll, then show it."""
    words = current_words()
    given = request.modes.given_rows(words, request.typed)
    request.modes.refuse(words, given, rolled_way(request.who, request.characteristic, given))
    show_roll(words, request)


def is_number(who: str | None) -> bool:
    """Tell whether a number of dice is given in place of a fighter."""
    return who is not None and who.isascii() and who.isdigit()


def rolled_way(who: str | None, characteristic: str, given: Given) -> str:
    """The way of a roll in the table of modes."""
    if way := next((one for one in ("--location", "--burn") if one in given), None):
        return way
    if characteristic.lower() == BURN:
        return "burning"
    return "fighter" if who is not None and not is_number(who) else "number"


def show_roll(words: Words, request: RollRequest) -> None:
    """Show a roll that is thrown, or its odds."""
    check_choice(words, "--format", request.form, ("text", "json"))
    burns = request.characteristic.lower() == BURN
    if not request.kinds and not burns:
        raise Refused(words.say(AREA, "what"))
    book, roller = _book_and_roller(words, request)
    words = words.of_book(book.key)
    if burns and roller and request.odds:
        _show_burning(words, request, *roller)
        return
    ((kind, against),) = request.kinds.items() if roller is None or not burns else [(BURN, _vig(*roller))]
    n, name = _pool(words, request, roller) if kind not in {"location", BURN} else (0, "")
    asked = roll_page.SingleRoll(kind, n, name, int(against), book)
    if request.odds:
        data = roll_page.roll_odds(asked)
    else:
        data = roll_page.throw_roll(asked, _make_thrower(words, request))
    show_page(Format(request.form), words, "", data, roll_page.write_roll)


def _book_and_roller(words: Words, request: RollRequest) -> tuple[Rulebook, tuple[Match, Piece] | None]:
    """The rulebook, and the fighter that rolls, alone on the table; None where a number rolls."""
    who, wanted = request.who, request.characteristic.lower()
    alone = next((kind for kind in ("location", BURN) if kind in request.kinds), None)
    if alone or (is_number(who) and wanted != BURN):
        return rulebook(request.rulebook), None
    if who is None:
        raise Refused(words.say(AREA, "who"))
    if wanted not in {*Characteristic, BURN}:
        raise Refused(words.say(AREA, "no-characteristic", what=request.characteristic, who=who))
    from edencli.referee.duel import ImpossibleDuel, stage_alone

    fighters = FighterFinder(words, FighterSources.of(request))
    found, condition = fighters.find(who), read_condition(words, "--state", request.state)
    book = fighters.choose_book(WantedBook(request.rulebook, "--rulebook" in request.typed))
    try:
        return book, stage_alone(book, make_standing(found, condition, Side.RED))
    except ImpossibleDuel as cannot:
        raise Refused(words.say("attack", cannot.message, **cannot.values)) from None


def _vig(match: Match, piece: Piece) -> int:
    return total_value(match, Query(Characteristic.VIG, piece))


def _show_burning(words: Words, request: RollRequest, match: Match, piece: Piece) -> None:
    """Show the odds of a burning fighter, limb by limb."""
    from edencli.odds.attack import burn_odds
    from edencli.pages.odds_data import burn_data
    from edencli.pages.odds_page import write_burn_odds

    show_page(Format(request.form), words, "", burn_data(match, burn_odds(match, piece)), write_burn_odds)


def _pool(words: Words, request: RollRequest, roller: tuple[Match, Piece] | None) -> tuple[int, str]:
    """The number to roll with and its name: a number typed, or a characteristic."""
    wanted = request.characteristic.lower()
    if roller is None:
        number = int(request.who or 0)
        if number > MOST:
            raise Refused(words.say(AREA, "number", most=MOST))
        return number, ""
    match, piece = roller
    total = total_value(match, Query(Characteristic(wanted), piece))
    return total, words.join_list([piece.name, words.say("events", f"term.{wanted}")])


def _make_thrower(words: Words, request: RollRequest) -> Callable[..., Any]:
    """A function that throws dice for a rule; listed dice must not be left over after the last throw."""

    def prompt(asked: Roll) -> str:
        message = "prompt" if asked.needed is None else "prompt.needed"
        what = words.say(AREA, f"prompt.{asked.rule}")
        return words.say("attack", message, what=what, dice=asked.dice, needed=asked.needed)

    given = dice_source(words, request.seed, request.dice, prompt if request.by_hand else None)

    def throw(rule: str, n: int, needed: int | None = None, *, last: bool = True) -> tuple[int, ...]:
        try:
            faces = given.throw(ROLLS[rule](asked=Side.RED, by=None, dice=n, needed=needed))
            if last and isinstance(given, ListedDice):
                given.finish()
        except WrongDice as wrong:
            raise dice_refusal(words, wrong) from None
        return faces

    return throw


def run_weather(request: WeatherRequest) -> None:
    """Show the table of the climatic conditions, or the results of two dice or of given sums."""
    words = current_words()
    request.modes.refuse_typed(words, request.typed)
    book, optional = request.rulebook, request.optional
    if request.table:
        show_weather_table(words, request.form, book, optional)
    else:
        sums, times, seed = request.roll or (), request.times, request.seed
        show_weather(words, request.form, book, optional, sums=sums, times=times, seed=seed)


def show_weather_table(words: Words, form: Format, book: str, optional: str | None) -> None:
    """Show all sums of two dice with their odds."""
    words, key = words.of_book(book), _lender(words, book, optional)
    data = roll_page.weather_data(words, rulebook(key).weather or (), key)
    show_page(
        form, words, "weather-table", _books(words, book, optional) | data, roll_page.write_weather_table
    )


def show_weather(
    words: Words,
    form: Format,
    book: str,
    optional: str | None,
    *,
    sums: Sequence[int],
    times: int,
    seed: int | None,
) -> None:
    """Show the results of the sums given, or else of throws."""
    words, key = words.of_book(book), _lender(words, book, optional)
    throws: list[tuple[int, ...]] = [(_sum(words, total),) for total in sums]
    if not throws:
        seed = fresh_seed() if seed is None else seed
        throws = _throw(words, seed, times)
    data = {"seed": seed, **roll_page.weather_throws_data(words, rulebook(key).weather or (), throws, key)}
    show_page(form, words, "weather", _books(words, book, optional) | data, roll_page.write_weather_throws)


def _books(words: Words, book: str, optional: str | None) -> Data:
    return {"rulebook": book, "optional": optional, "book": _book_phrase(words, book, optional)}


def _lender(words: Words, book: str, optional: str | None) -> str:
    """The book whose chapter on weather is played."""
    if lacks_chapter(book, "weather"):
        if optional is None or lacks_chapter(optional, "weather"):
            raise Refused(
                _weather_message(words, "no-weather", book, lenders="|".join(LENDING_BOOKS)), code=1
            )
        return optional
    if optional is not None:
        raise Refused(_weather_message(words, "own-weather", book))
    return book


def _throw(words: Words, seed: int, times: int) -> list[tuple[int, ...]]:
    """Throw two dice `times` times, and say by which seed."""
    remark(words.say("weather", "seed", seed=seed))
    dice = SeededDice(seed)
    return [(dice.die(), dice.die()) for _ in range(times)]


def _sum(words: Words, total: int) -> int:
    """A sum of two dice; another number is refused."""
    if total not in SUMS:
        raise Refused(words.say("weather", "no-such-sum", total=total))
    return total


def _book_phrase(words: Words, book: str, optional: str | None) -> str:
    """The name of the book played, with the one it borrows from."""
    name = words.say("screens-rules", f"book.{book}")
    if optional is None:
        return name
    return words.say("weather", "borrowed", book=name, lender=words.say("screens-rules", f"book.{optional}"))


def _weather_message(words: Words, message: str, book: str, **values: Any) -> str:
    return words.say("weather", message, book=words.say("screens-rules", f"book.{book}"), **values)
