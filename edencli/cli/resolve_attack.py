"""`edencli resolve-attack`: one attack, with your own dice, with ours, or by its exact odds."""

import os
import sys
from typing import TYPE_CHECKING

import typer

from edencli.cli.help import Command
from edencli.cli.options import BY_HAND, DICE, RULEBOOK, SEED
from edencli.desk.choices import Book, one_of
from edencli.desk.console import Refused, put
from edencli.lang import Words, spoken

if TYPE_CHECKING:
    from edencli.desk.bout import Bout
    from edencli.referee.duel import Duel
    from edencli.report.sheet import TextSheet
    from edencli.rules.melee import Reaction

app = typer.Typer(rich_markup_mode=None, add_completion=False)

AREA = "attack"


@app.command(cls=Command)
def resolve_attack(
    attacker: str = typer.Argument(help="resolve-attack.attacker"),
    target: str = typer.Argument(help="resolve-attack.target"),
    weapon: str | None = typer.Option(None, "--with", help="resolve-attack.weapon"),
    reaction: str = typer.Option("passive", metavar="passive|dodge|response", help="resolve-attack.reaction"),
    obstacles: int = typer.Option(0, min=0, max=99, help="resolve-attack.obstacles"),
    engaged: list[str] | None = typer.Option(None, help="resolve-attack.engaged"),
    above: bool = typer.Option(False, "--above", help="resolve-attack.above"),
    attacker_state: str = typer.Option("", help="resolve-attack.attacker-state"),
    target_state: str = typer.Option("", help="resolve-attack.target-state"),
    cards: str | None = typer.Option(None, help="any.cards"),
    band: str | None = typer.Option(None, help="any.band"),
    rulebook: Book = RULEBOOK,
    optional: Book | None = typer.Option(None, help="resolve-attack.optional"),
    seed: int | None = SEED,
    dice: str | None = DICE,
    by_hand: bool = BY_HAND,
    shift: str | None = typer.Option(
        None,
        metavar="none|max-kill|max-wounds|ask",
        help="resolve-attack.shift",
    ),
    odds: bool = typer.Option(False, "--odds", help="any.odds"),
    advise: bool = typer.Option(False, "--advise", help="resolve-attack.advise"),
    form: str = typer.Option("text", "--format", metavar="text|json", help="any.format"),
) -> None:
    """Resolve one attack step by step, or tell its odds."""
    from edencli.desk.bout import Side, Way, book_of, check, staged
    from edencli.desk.filing import Fighters, home
    from edencli.rules.melee import Reaction

    words = spoken()
    one_of(words, "--format", form, ("text", "json"))
    one_of(words, "--reaction", reaction, tuple(Reaction))
    one_of(words, "--shift", shift, (None, "none", "max-kill", "max-wounds", "ask"))
    if (odds or advise) and (seed is not None or by_hand or (odds and dice is not None)):
        raise Refused(words.say(AREA, "odds-dice"))
    sides = (
        Side(attacker, "--attacker-state", attacker_state),
        Side(target, "--target-state", target_state),
    )
    way = Way(weapon, obstacles, above, tuple(engaged or ()))
    book = book_of(words, rulebook, optional, above=above)
    duel = staged(words, book, Fighters(words, home(words, cards, band)), sides, way)
    check(words, duel, Reaction(reaction))
    if odds:
        put(_foreseen(words, duel, Reaction(reaction), shift, form))
        return
    from edencli.desk.bout import Bout

    bout = Bout(words, duel)
    if advise:
        put(_advised(bout, Reaction(reaction), dice, shift, form))
    else:
        policy = shift or ("ask" if sys.stdin.isatty() else "none")
        log = bout.play(bout.dice(seed, dice, by_hand=by_hand), Reaction(reaction), policy)
        put(bout.json(log) if form == "json" else bout.text(log))


def _foreseen(words: Words, duel: "Duel", reaction: "Reaction", shift: str | None, form: str) -> str:
    """The odds of the attack, by every reaction that is allowed."""
    from edencli.odds.attack import attack_odds
    from edencli.odds.shifting import Policy
    from edencli.report.oddspage import write_outlook

    match, act = duel
    policy = Policy.MAX_KILL if shift in {None, "ask"} else Policy(shift)
    outlook = attack_odds(match, act, policy)
    if form == "json":
        from edencli.report.odds import plain_outlook
        from edencli.report.sheet import as_json

        return as_json(plain_outlook(match, outlook))
    sheet = a_sheet()
    write_outlook(sheet, words, match, outlook, detail=reaction)
    return str(sheet)


def _advised(bout: "Bout", reaction: "Reaction", dice: str | None, shift: str | None, form: str) -> str:
    """What the shifts of a known roll are worth."""
    from edencli.odds.advice import advise
    from edencli.odds.shifting import Policy
    from edencli.report.odds import plain_advice
    from edencli.report.oddspage import write_advice
    from edencli.report.sheet import as_json

    known = bout.known_roll(reaction, dice)
    match = bout.duel.match
    first = Policy.MAX_WOUNDS if shift == "max-wounds" else Policy.MAX_KILL
    advice = advise(match, known.act, known.hits, known.face, dodging=known.dodging, first=first)
    if form == "json":
        return as_json(plain_advice(match, advice))
    sheet = a_sheet()
    write_advice(sheet, bout.words, match, advice)
    return str(sheet)


def a_sheet() -> "TextSheet":
    """An empty page for stdout."""
    from edencli.report.sheet import Paint, TextSheet

    return TextSheet(Paint.for_stream(sys.stdout, os.environ))
