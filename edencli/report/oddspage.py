"""Odds on a page: the answer in words, what it rests on, its tables; and advice on shifts.

Nothing is reckoned here but percentages and averages, rounded to be shown.
"""

import textwrap
from collections.abc import Iterator, Sequence

from edencli.lang import Words, clean
from edencli.match.doors import value
from edencli.match.match import Match, Query
from edencli.match.pieces import Piece, opposes
from edencli.match.questions import Refusal
from edencli.model.cast import Cast
from edencli.model.terms import CHARACTERISTIC_OF, Characteristic
from edencli.odds.advice import Advice
from edencli.odds.body import LIMBS, Body
from edencli.odds.outcome import Caught, Fate, LimbFate, Odds, Outlook
from edencli.odds.shifting import Policy
from edencli.report.chances import ALWAYS, NEVER, percent
from edencli.report.phrases import Phrases
from edencli.report.refusals import refusal_sentence
from edencli.report.sheet import Sheet
from edencli.rules.acts import Blast, Melee, Shot, Throw
from edencli.rules.melee import Reaction
from edencli.rules.rolls import pool_of

AREA = "odds"

# Columns: a chance, the first column of a reaction or a limb, a fighter's name over three chances.
CELL = 8
FIRST = 10
NAME = 3 * CELL
BAR = 40
WIDTH = 76
HUNDREDTHS = 100


class Page:
    """What all parts of a page of odds need: the words, the match, and what its fighters are called."""

    def __init__(self, words: Words, match: Match) -> None:
        self.words = words
        self.match = match
        self.names = Cast(match.state.fighters)
        self.phrases = Phrases(words, self.names)

    def say(self, message: str, **values: object) -> str:
        """Say a message of the odds."""
        return self.words.say(AREA, message, **values)

    def percent(self, cases: int, of: int) -> str:
        """A chance."""
        return self.words.decimal(percent(cases, of))

    def average(self, total: int, per: int) -> str:
        """An average."""
        return self.words.decimal(average(total, per))

    def name(self, piece: Piece, width: int = NAME) -> str:
        """A fighter's name, cut where a column ends."""
        name = clean(self.names.label(piece))
        return name if len(name) < width else name[: width - 2] + "…"


def by_reaction(page: Page, outlook: Outlook, pair: tuple[Piece, Piece]) -> Iterator[str]:
    """Put the reactions one under the other, what becomes of target and attacker side by side."""
    target, attacker = (page.name(piece) for piece in pair)
    yield f"{'':{FIRST}}  {target:{NAME}}  {attacker}"
    yield f"{page.say('reaction'):{FIRST}}{_heads(page)}  {_heads(page)}"
    results = {odds.reaction: odds for odds in outlook.results if isinstance(odds, Odds)}
    for reaction in Reaction:
        if reaction in results:
            target_fate, *others = results[reaction].fates
            ours = _chances(page, others[0]) if others else f"{NEVER:>{CELL}}" * 3
            yield f"{page.say(f'reaction.{reaction}'):{FIRST}}{_chances(page, target_fate)}  {ours}"
        elif reaction in outlook.refused:
            yield from _refused(page, reaction, outlook.refused[reaction])


def by_victim(page: Page, fates: Sequence[Fate | Caught]) -> Iterator[str]:
    """Put those who may be hit one under the other."""
    yield f"{page.say('victim'):{NAME}}{_heads(page)}"
    for fate in fates:
        yield f"{page.name(fate.body.piece):{NAME}}{_chances(page, fate)}"


def by_cp(page: Page, fate: Fate | Caught) -> Iterator[str]:
    """Say how often so many CP are lost, exactly and at least, with a bar for the latter."""
    cases, per = fate.by_cp, fate.denominator
    yield f"{page.say('lost'):>3}{page.say('exactly'):>{CELL + 1}}{page.say('at-least'):>{CELL + 2}}"
    for cp, exactly in enumerate(cases):
        least = sum(cases[cp:])
        bar = "#" * rounded(least * BAR, per)
        exact, at_least = page.percent(exactly, per), page.percent(least, per)
        yield f"{cp:>3}{exact:>{CELL + 1}}{at_least:>{CELL + 2}}  {bar}".rstrip()


def by_limb(page: Page, fate: Fate | Caught) -> Iterator[str]:
    """Say how often each limb is hit, is wounded (and what falls then), and is the end of the fighter."""
    yield page.say("limb").ljust(FIRST) + "".join(
        page.say(head).rjust(CELL) for head in ("hit", "wounded", "out")
    )
    for number, limb in enumerate(fate.by_limb):
        name, falls = page.phrases.term(LIMBS[number]), _falls(page, fate.body, number, limb)
        chances = "".join(page.percent(cases, fate.denominator).rjust(CELL) for cases in limb)
        yield f"{name:{FIRST}}{chances}  {falls}".rstrip()


def average(total: int, per: int) -> str:
    """An average with two decimals."""
    if not total:
        return NEVER
    whole, hundredths = divmod(rounded(total * HUNDREDTHS, per), HUNDREDTHS)
    return f"{whole}.{hundredths:02}"


def rounded(total: int, per: int) -> int:
    """A quotient, rounded to the nearest whole number, halves up."""
    return (2 * total + per) // (2 * per)


def _heads(page: Page) -> str:
    return "".join(page.say(head).rjust(CELL) for head in ("out", "hurt", "average"))


def _chances(page: Page, fate: Fate | Caught) -> str:
    per = fate.denominator
    cells = (page.percent(fate.out, per), page.percent(fate.hurt, per), page.average(fate.lost, per))
    return "".join(cell.rjust(CELL) for cell in cells)


def _refused(page: Page, reaction: Reaction, refusal: Refusal) -> list[str]:
    """Say why a reaction is not allowed, and by which rule, where its chances would stand."""
    why = page.say("refused", rule=refusal.rule, why=refusal_sentence(page.words, page.names, refusal))
    first = f"{page.say(f'reaction.{reaction}'):{FIRST}}  "
    return textwrap.wrap(why, WIDTH, initial_indent=first, subsequent_indent=" " * len(first))


def _falls(page: Page, body: Body, number: int, limb: LimbFate) -> str:
    """Say which characteristic a newly wounded limb changes, and to what."""
    card = page.match.of(body.piece).card.limbs[LIMBS[number]]
    if not limb.turned or card.white == card.red:
        return ""
    what = page.phrases.term(CHARACTERISTIC_OF[card.name])
    return page.say("falls", characteristic=what, white=card.white, red=card.red)


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
    sheet.title(page.say("burn", fighter=page.names.label(fate.body.piece), chances=_is_out(page, fate)))
    sheet.lines([page.say("exact")])
    sheet.verbatim(list(by_victim(page, [fate])))
    _write_details(sheet, page, [fate])


def _write_details(
    sheet: Sheet, page: Page, fates: Sequence[Fate | Caught], reaction: Reaction | None = None
) -> None:
    """Write for each fighter how many CP he loses how often, and what becomes of his limbs."""
    for fate in fates:
        heading = "cp" if reaction is None else f"cp.{reaction}"
        sheet.heading(page.say(heading, victim=page.names.label(fate.body.piece)))
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
        names = {"attacker": page.names.label(act.fighter), "target": page.names.label(act.target)}
        return page.say("melee", chances=chances, **names)
    assert isinstance(act, Shot | Throw | Blast)  # noqa: S101  # there is no other attack
    fates = [_is_out(page, fate) for result in results for fate in result.fates]
    return page.say(
        act.use.category,
        attacker=page.names.label(act.fighter),
        target=page.names.label(act.target) if isinstance(act, Shot) else "",
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
        fighter=page.names.label(act.fighter),
        pool=page.phrases.parts(pool.parts),
        difficulty=page.phrases.parts(difficulty.parts),
        dice=dice,
        needed=needed,
    )


def _is_out(page: Page, fate: Fate | Caught) -> str:
    """Say how often a fighter is out."""
    return page.say("chance.victim", fighter=page.names.label(fate.body.piece), chance=_chance(page, fate))


def _chance(page: Page, fate: Fate | Caught) -> str:
    """The chance that a fighter is out, in words."""
    shown = percent(fate.out, fate.denominator)
    words = {NEVER: "out.never", ALWAYS: "out.always"}
    return page.say(words[shown]) if shown in words else page.words.decimal(shown)


FACE_WIDTH = 6
LIMB_WIDTH = 6


def write_advice(sheet: Sheet, words: Words, match: Match, advice: Advice) -> None:
    """Write the choices that a roll leaves, what each may come to, and what it is best for."""
    page = Page(words, match)
    message = "advice.dodge" if advice.dodging else "advice"
    victim = page.names.label(advice.body.piece)
    sheet.title(page.say(message, hits=advice.hits, face=advice.face, victim=victim))
    sheet.verbatim(list(_choices(page, advice)))


def _choices(page: Page, advice: Advice) -> Iterator[str]:
    heads = [page.say(head).rjust(CELL) for head in ("spent", "left", "out", "hurt", "average")]
    first = f"{page.say('face'):{FACE_WIDTH}}{page.say('limb'):{LIMB_WIDTH}}"
    yield f"{first}{''.join(heads)}  {page.say('best')}"
    for option in advice.options:
        best = [page.say(f"best.{purpose}") for purpose, one in advice.best.items() if one == option]
        cells = [
            str(option.spent),
            str(option.left),
            page.percent(option.out, advice.denominator),
            page.percent(option.hurt, advice.denominator),
            page.average(option.lost, advice.denominator),
        ]
        shown = "".join(cell.rjust(CELL) for cell in cells)
        limb = page.phrases.term(option.limb)
        yield f"{option.face:<{FACE_WIDTH}}{limb:{LIMB_WIDTH}}{shown}  {page.words.listed(best)}".rstrip()
