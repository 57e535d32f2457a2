"""`edencli roll`: a roll of any kind, thrown or foreseen."""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from edencli.cli.help import Command
from edencli.cli.options import BY_HAND, DICE, RULEBOOK, SEED
from edencli.desk.choices import Book, one_of
from edencli.desk.console import Refused, put
from edencli.desk.dice import source, wrong_dice
from edencli.lang import Words, spoken

if TYPE_CHECKING:
    from edencli.model.fighter import Fighter
    from edencli.rulebooks.values import Rulebook

app = typer.Typer(rich_markup_mode=None, add_completion=False)

AREA = "roll"
MOST = 99


class Called(NamedTuple):
    """The number that is rolled with, and what it is called."""

    n: int
    name: str


@app.command(cls=Command)
def roll(
    who: str | None = typer.Argument(None, help="roll.who"),
    characteristic: str | None = typer.Argument(
        None, metavar="[psi|cbt|vig|spd|burn]", help="roll.characteristic"
    ),
    difficulty: int | None = typer.Option(None, min=0, max=MOST, help="roll.difficulty"),
    against: int | None = typer.Option(None, min=0, max=MOST, help="roll.against"),
    location: bool = typer.Option(False, "--location", help="roll.location"),
    burn: int | None = typer.Option(None, min=0, max=MOST, metavar="VIG", help="roll.burn"),
    cards: str | None = typer.Option(None, help="any.cards"),
    band: str | None = typer.Option(None, help="any.band"),
    rulebook: Book = RULEBOOK,
    seed: int | None = SEED,
    dice: str | None = DICE,
    by_hand: bool = BY_HAND,
    odds: bool = typer.Option(False, "--odds", help="any.odds"),
    form: str = typer.Option("text", "--format", metavar="text|json", help="any.format"),
) -> None:
    """Roll a characteristic, an opposition, a location or burn dice, or tell its odds."""
    from edencli.model.terms import Characteristic
    from edencli.report import rolls as report
    from edencli.report.sheet import as_json
    from edencli.rulebooks.values import rulebook as built

    words = spoken()
    one_of(words, "--format", form, ("text", "json"))
    if odds and (seed is not None or dice is not None or by_hand):
        raise Refused(words.say("attack", "odds-dice"))
    if (characteristic or "").lower() == "burn":
        if (difficulty, against, burn) != (None, None, None) or location:
            raise Refused(words.say(AREA, "which"))
        card = _fighter(words, who, cards, band)
        if odds:
            put(_burning(words, card, built(rulebook), form))
            return
        who, characteristic, burn = None, None, card.printed(Characteristic.VIG)
    kinds = {"difficulty": difficulty, "against": against, "location": location or None, "burn": burn}
    kind = _kind(words, kinds)
    thrown = Called(0, "")
    if kind not in {"location", "burn"}:
        thrown = _called(words, who, characteristic, cards, band)
    elif who is not None:
        raise Refused(words.say(AREA, "nobody-rolls", who=who, kind=kind))
    told = report.Told(kind, thrown.n, thrown.name, kinds[kind] or 0, built(rulebook))
    if odds:
        data = report.foreseen(told)
    else:
        data = report.thrown(told, _thrower(words, seed, dice, by_hand=by_hand))
    put(as_json({"schema": 1} | data) if form == "json" else report.text(words, data))


def _fighter(words: Words, who: str | None, cards: str | None, band: str | None) -> "Fighter":
    """Find the fighter who was named."""
    from edencli.desk.filing import Fighters, home

    if who is None:
        raise Refused(words.say(AREA, "who"))
    return Fighters(words, home(words, cards, band)).find(who)


def _burning(words: Words, card: "Fighter", book: "Rulebook", form: str) -> str:
    """The odds of a burning fighter, limb by limb."""
    from edencli.odds.condition import burn_odds
    from edencli.referee.duel import alone
    from edencli.report.odds import plain_burn
    from edencli.report.oddspage import write_burn
    from edencli.report.sheet import Paint, TextSheet, as_json

    match, piece = alone(book, card)
    odds = burn_odds(match, piece)
    if form == "json":
        return as_json(plain_burn(match, odds))
    sheet = TextSheet(Paint.for_stream(sys.stdout, os.environ))
    write_burn(sheet, words, match, odds)
    return str(sheet)


def _kind(words: Words, kinds: dict[str, Any]) -> str:
    """Which roll is asked for: exactly one."""
    named = [kind for kind, given in kinds.items() if given is not None]
    if len(named) != 1:
        raise Refused(words.say(AREA, "which" if named else "what"))
    return named[0]


def _called(
    words: Words, who: str | None, characteristic: str | None, cards: str | None, band: str | None
) -> Called:
    """Read a number, or find a fighter and his characteristic as printed."""
    if who is not None and who.isascii() and who.isdigit():
        if characteristic is not None or int(who) > MOST:
            raise Refused(words.say(AREA, "number" if characteristic is None else "number-alone", most=MOST))
        return Called(int(who), "")
    from edencli.model.terms import Characteristic

    wanted = (characteristic or "").lower()
    if who is not None and wanted not in set(Characteristic):
        raise Refused(words.say(AREA, "no-characteristic", what=characteristic or "", who=who))
    card = _fighter(words, who, cards, band)
    return Called(card.printed(Characteristic(wanted)), f"{card.name}, {wanted.upper()}")


def _thrower(words: Words, seed: int | None, dice: str | None, *, by_hand: bool) -> Callable[..., Any]:
    """Throw so many dice that need so much, and make sure that none is left over at the end."""
    from edencli.match.pieces import Side
    from edencli.match.questions import Roll
    from edencli.players.dice import Listed, WrongDice

    def prompt(asked: Roll) -> str:
        message = "prompt" if asked.needed is None else "prompt.needed"
        what = words.say(AREA, f"prompt.{asked.rule}")
        return words.say("attack", message, what=what, dice=asked.dice, needed=asked.needed)

    given = source(words, seed, dice, prompt if by_hand else None)

    def throw(rule: str, n: int, needed: int | None = None, *, last: bool = True) -> tuple[int, ...]:
        try:
            faces = given.throw(Roll(asked=Side.RED, rule=rule, about={}, by=None, dice=n, needed=needed))
            if last and isinstance(given, Listed):
                given.finish()
        except WrongDice as wrong:
            raise wrong_dice(words, wrong) from None
        return faces

    return throw
