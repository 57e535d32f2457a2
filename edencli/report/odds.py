"""Odds on a page: the answer in words, what it rests on, the reactions side by side, and one in detail."""

from collections.abc import Iterator, Sequence

from edencli.lang import Words
from edencli.match.doors import value
from edencli.match.match import Match, Query
from edencli.match.pieces import opposes
from edencli.model.terms import Characteristic
from edencli.odds.outcome import Caught, Fate, Odds, Outlook
from edencli.odds.shifting import Policy
from edencli.report.odds_tables import Page, by_cp, by_limb, by_reaction, by_victim
from edencli.report.percent import ALWAYS, NEVER, percent
from edencli.report.sheet import Sheet
from edencli.rules.acts import Blast, Melee, Shot, Throw
from edencli.rules.melee import Reaction
from edencli.rules.rolls import pool_of


def write_outlook(
    sheet: Sheet, words: Words, match: Match, outlook: Outlook, *, detail: Reaction = Reaction.PASSIVE
) -> None:
    """Write the odds of an attack: all reactions in short, and the one that is asked for in detail."""
    page, act = Page(words, match), outlook.act
    fates = [fate for result in outlook.results for fate in result.fates]
    sheet.title(_answer(page, outlook))
    sheet.lines([*_basis(page, outlook), *([page.say("cards")] if match.listeners else [])])
    if not isinstance(act, Melee):
        if fates:
            sheet.verbatim(list(by_victim(page, fates)))
        _write_details(sheet, page, fates)
        return
    sheet.verbatim(list(by_reaction(page, outlook, (act.target, act.fighter))))
    results = {odds.reaction: odds for odds in outlook.results if isinstance(odds, Odds)}
    if detail in results:
        _write_details(sheet, page, results.pop(detail).fates, reaction=detail)
    if results:
        sheet.text(page.say("others", options=[f"--reaction {other}" for other in results]))


def write_burn(sheet: Sheet, words: Words, match: Match, odds: Odds) -> None:
    """Write the odds of one burning fighter."""
    page = Page(words, match)
    (fate,) = odds.fates
    sheet.title(page.say("burn", fighter=page.names(fate.body.piece), chances=_is_out(page, fate)))
    sheet.lines([page.say("exact")])
    sheet.verbatim(list(by_victim(page, [fate])))
    _write_details(sheet, page, [fate])


def _write_details(
    sheet: Sheet, page: Page, fates: Sequence[Fate | Caught], reaction: Reaction | None = None
) -> None:
    """Write for each fighter how many CP he loses how often, and what becomes of his limbs."""
    for fate in fates:
        heading = "cp" if reaction is None else f"cp.{reaction}"
        sheet.heading(page.say(heading, victim=page.names(fate.body.piece)))
        sheet.verbatim(list(by_cp(page, fate)))
        sheet.verbatim(list(by_limb(page, fate)))


def _answer(page: Page, outlook: Outlook) -> str:
    """The answer in one sentence."""
    act, results = outlook.act, outlook.results
    if isinstance(act, Melee):
        chances = [
            page.say(f"chance.{odds.reaction}", chance=_chance(page, odds.fates[0]))
            for odds in results
            if isinstance(odds, Odds)
        ]
        names = {"attacker": page.names(act.fighter), "target": page.names(act.target)}
        return page.say("melee", chances=chances, **names)
    assert isinstance(act, Shot | Throw | Blast)  # noqa: S101  # there is no other attack
    fates = [_is_out(page, fate) for result in results for fate in result.fates]
    return page.say(
        act.use.category,
        attacker=page.names(act.fighter),
        target=page.names(act.target) if isinstance(act, Shot) else "",
        weapon=act.weapon.name,
        chances=fates or page.say("nobody"),
    )


def _basis(page: Page, outlook: Outlook) -> Iterator[str]:
    """Say what the odds rest on: the first roll, the policy, and what is taken for granted."""
    act, policy = outlook.act, outlook.policy
    if not isinstance(act, Melee | Shot):
        yield page.say("exact")
        return
    yield _first_roll(page, act)
    yield page.say(f"exact.{policy}")
    attacks = page.match.book.attacks
    kept = attacks.shooting_successes_kept if isinstance(act, Shot) else attacks.melee_successes_kept
    if kept and policy is not Policy.NONE:
        yield page.say("kept", n=kept)
    victims = [fate.body.piece for result in outlook.results for fate in result.fates]
    if (
        isinstance(act, Shot)
        and policy is not Policy.NONE
        and not all(opposes(act.fighter, one) for one in victims)
    ):
        yield page.say("spared")
    if any(isinstance(odds, Odds) and odds.reaction is Reaction.RESPONSE for odds in outlook.results):
        yield page.say("strikes-back")


def _first_roll(page: Page, act: Melee | Shot) -> str:
    """Say what the attacker rolls first, with its reasons."""
    against = Characteristic.SPD if isinstance(act, Shot) else Characteristic.VIG
    pool = value(page.match, Query(Characteristic.CBT, act.fighter, act))
    difficulty = value(page.match, Query(against, act.target, act))
    dice, needed = pool_of(pool.total, difficulty.total, page.match.book.rolls.highest_difficulty)
    return page.say(
        "rolls" if dice else "rolls.nothing",
        fighter=page.names(act.fighter),
        pool=page.phrases.parts(pool.parts),
        difficulty=page.phrases.parts(difficulty.parts),
        dice=dice,
        needed=needed,
    )


def _is_out(page: Page, fate: Fate | Caught) -> str:
    """Say how often a fighter is out."""
    return page.say("chance.victim", fighter=page.names(fate.body.piece), chance=_chance(page, fate))


def _chance(page: Page, fate: Fate | Caught) -> str:
    """The chance that a fighter is out, in words."""
    shown = percent(fate.out, fate.denominator)
    words = {NEVER: "out.never", ALWAYS: "out.always"}
    return page.say(words[shown]) if shown in words else page.words.decimal(shown)
