"""The odds matrix as one page of HTML that needs no other file and makes no request.

Each number is text; the bar under it has one colour, and its length shows the number in tenths. The style
stands in the page and is named by its hash; nothing runs. Names from bands and cards are escaped.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from string import Template
from typing import Final

from edencli.lang import Words
from edencli.output.html import html_page, safe_html
from edencli.output.sheet import Data
from edencli.pages.evening import EveningSection
from edencli.pages.matrix_data import split_side
from edencli.pages.matrix_page import MatrixPhrases
from edencli.pages.printed_cards import read_page_part

BAR_STEPS: Final = 10


def matrix_html(words: Words, data: Data) -> str:
    """Write the matrix as a page of its own."""
    page = MatrixPhrases(words, data)
    body = Template(read_page_part("matrix.html")).substitute(
        title=safe_html(page.title()),
        basis=_items(page.basis()),
        overviews="".join(_overview(page, *sides) for sides in page.directions()),
        attacks="".join(
            _attacks(page, f"{side} {name}", other)
            for side, other in page.directions()
            for name in page.fighters(side)
        ),
        legend=_items(page.legend()),
    )
    return html_page(body, language=words.language, title=page.title(), style=read_page_part("matrix.css"))


def matrix_section(words: Words, data: Data) -> EveningSection:
    """The matrix as a section of the page of an evening; its styles apply to that section alone."""
    page = MatrixPhrases(words, data)
    tables = [_overview(page, *sides) for sides in page.directions()]
    tables += [
        _attacks(page, f"{side} {name}", other)
        for side, other in page.directions()
        for name in page.fighters(side)
    ]
    notes = f"<ul>\n{_items([*page.basis(), *page.legend()])}</ul>\n"
    style = f".odds {{ {read_page_part('matrix.css')} }}\n{_IN_AN_EVENING}"
    return EveningSection("odds", page.title(), notes + "".join(tables), style, "odds")


_IN_AN_EVENING: Final = (
    ".odds { --shade: var(--ink) }\n"
    "@media print { .odds { clear: both; break-before: page; font-size: 6.5pt }\n"
    ".odds .wide { overflow: hidden } }"
)


def _items(texts: Iterable[str]) -> str:
    return "".join(f"<li>{safe_html(one)}</li>\n" for one in texts)


def _overview(page: MatrixPhrases, side: str, other: str) -> str:
    """A table of the best attacks: a row for each attacker, a column for each target."""
    heads = "".join(f"<th scope=col>{safe_html(name)}</th>" for name in page.fighters(other))
    rows = "".join(
        f"<tr><th scope=row class=who>{safe_html(name)}</th>"
        + "".join(_best_cell(page, f"{side} {name}", f"{other} {one}") for one in page.fighters(other))
        + "</tr>\n"
        for name in page.fighters(side)
    )
    return (
        f"<section><h2>{safe_html(page.overview_title(side, other))}</h2>\n"
        "<div class=wide tabindex=0><table>\n"
        f"<thead><tr><th scope=col>{safe_html(page.say('attacker'))}</th>{heads}</tr></thead>\n"
        f"<tbody>\n{rows}</tbody></table></div></section>\n"
    )


def _best_cell(page: MatrixPhrases, attacker: str, target: str) -> str:
    row = page.best(attacker, target)
    if row is None:
        return f"<td>{safe_html(page.say('none'))}</td>"
    chance = safe_html(page.share(row["out"], row["denominator"]))
    return (
        f"<td><b>{chance}</b><small>{safe_html(page.marked_label(row))}</small>"
        f"{_bar(row['out'], row['denominator'])}</td>"
    )


def _bar(cases: int, per: int) -> str:
    """A bar as long as a share, in tenths; a share above 0 always shows something."""
    tenths = (2 * cases * BAR_STEPS + per) // (2 * per)
    return f"<i class=w{max(tenths, 1 if cases else 0)} aria-hidden=true></i>"


def _attacks(page: MatrixPhrases, attacker: str, other: str) -> str:
    """A table of all attacks of one fighter."""
    name = split_side(attacker)[1]
    rows = page.rows_of(attacker, other)
    if not rows:
        return f"<section><p>{safe_html(page.say('no-attacks', fighter=name))}</p></section>\n"
    heads = "".join(
        f"<th scope=col>{safe_html(one)}</th>"
        for one in (page.say("target"), page.say("attack"), *page.heads())
    )
    by_target = groupby(rows, key=lambda row: row["target"])
    body = "".join(line for _, several in by_target for line in _rows(page, list(several)))
    title = safe_html(page.say("attacks", fighter=name))
    return (
        f"<section><h2>{title}</h2>\n<div class=wide tabindex=0><table>\n<thead><tr>{heads}</tr></thead>\n"
        f"<tbody>\n{body}</tbody></table></div></section>\n"
    )


def _rows(page: MatrixPhrases, rows: list[Data]) -> Iterator[str]:
    """The rows of one target, whose name stands beside all of them."""
    lines = len(rows) + sum(row["attacker_risk"] is not None for row in rows)
    target = (
        f"<th scope=rowgroup class=who rowspan={lines}>{safe_html(split_side(rows[0]['target'])[1])}</th>"
    )
    for row in rows:
        per, best = row["denominator"], " class=best" if row["best"] else ""
        label = f"<th scope=row>{safe_html(page.marked_label(row))}</th>"
        yield f"<tr{best}>{target}{label}{_numbers(page, row, per)}</tr>\n"
        target = ""
        if row["attacker_risk"]:
            risk = page.say("risk", fighter=split_side(row["attacker"])[1])
            numbers = _numbers(page, row["attacker_risk"], per)
            yield f"<tr class=risk><th scope=row>{safe_html(risk)}</th>{numbers}</tr>\n"


def _numbers(page: MatrixPhrases, shares: Data, per: int) -> str:
    return "".join(f"<td class=n>{safe_html(one)}</td>" for one in page.cells(shares, per))
