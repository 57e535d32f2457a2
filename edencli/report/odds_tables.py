"""The tables of odds: who is out how often, CP lost with bars, what becomes of each limb.

Nothing is reckoned here but percentages and averages, rounded to be shown. Every row is a line of text, to
be shown as it is.
"""

import textwrap
from collections.abc import Iterator, Sequence

from edencli.lang import Words, clean
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.questions import Refusal
from edencli.model.terms import CHARACTERISTIC_OF
from edencli.odds.body import LIMBS, Body
from edencli.odds.outcome import Caught, Fate, LimbFate, Odds, Outlook
from edencli.report.percent import NEVER, percent
from edencli.report.refusals import refusal_sentence
from edencli.report.story_phrases import Names, Phrases
from edencli.rules.melee import Reaction

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
        self.names = Names(match.state.fighters)
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
        name = clean(self.names(piece))
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
