"""What the legal shifts of a known roll are worth, on a page: best first, and best for what."""

from collections.abc import Iterator

from edencli.lang import Words
from edencli.match.match import Match
from edencli.odds.advice import Advice
from edencli.report.odds_tables import CELL, Page
from edencli.report.sheet import Sheet

FACE = 6
LIMB = 6


def write_advice(sheet: Sheet, words: Words, match: Match, advice: Advice) -> None:
    """Write the choices that a roll leaves, what each may come to, and what it is best for."""
    page = Page(words, match)
    message = "advice.dodge" if advice.dodging else "advice"
    victim = page.names(advice.body.piece)
    sheet.title(page.say(message, hits=advice.hits, face=advice.face, victim=victim))
    sheet.verbatim(list(_choices(page, advice)))


def _choices(page: Page, advice: Advice) -> Iterator[str]:
    heads = [page.say(head).rjust(CELL) for head in ("spent", "left", "out", "hurt", "average")]
    yield f"{page.say('face'):{FACE}}{page.say('limb'):{LIMB}}{''.join(heads)}  {page.say('best')}"
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
        yield f"{option.face:<{FACE}}{limb:{LIMB}}{shown}  {page.words.listed(best)}".rstrip()
