"""Everybody against everybody as one page of HTML that needs no other file and makes no request.

Each number stands there as text; the bar under it, whose length says the same in tenths, is of one colour.
The style stands in the page and is named by its hash; nothing runs. What bands and cards call things is text.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template
from typing import Final

from edencli.files.writing import PAGE_MARKS
from edencli.lang import Words, clean
from edencli.output.sheet import Data
from edencli.pages.evening import EveningSection
from edencli.pages.matrix_data import split_side
from edencli.pages.matrix_page import MatrixPhrases

_FOLDER: Final = Path(__file__).parent
BAR_STEPS: Final = 10


def matrix_html(words: Words, data: Data) -> str:
    """The whole matrix as a page."""
    page = MatrixPhrases(words, data)
    style = (_FOLDER / "matrix.css").read_text(encoding="utf-8").strip()
    return Template((_FOLDER / "matrix.html").read_text(encoding="utf-8")).substitute(
        language=words.language,
        mark=PAGE_MARKS["html"],
        policy=_policy(style),
        style=style,
        title=_text(page.title()),
        basis=_items(page.basis()),
        overviews="".join(_overview(page, *sides) for sides in page.directions()),
        attacks="".join(
            _attacks(page, f"{side} {name}", other)
            for side, other in page.directions()
            for name in page.fighters(side)
        ),
        legend=_items(page.legend()),
    )


def matrix_section(words: Words, data: Data) -> EveningSection:
    """The matrix as a section of the page of an evening, its styles kept to that section."""
    page = MatrixPhrases(words, data)
    tables = [_overview(page, *sides) for sides in page.directions()]
    tables += [
        _attacks(page, f"{side} {name}", other)
        for side, other in page.directions()
        for name in page.fighters(side)
    ]
    notes = f"<ul>\n{_items([*page.basis(), *page.legend()])}</ul>\n"
    style = (_FOLDER / "matrix.css").read_text(encoding="utf-8").strip()
    return EveningSection(
        "odds", page.title(), notes + "".join(tables), f".odds {{ {style} }}\n{_IN_AN_EVENING}", "odds"
    )


_IN_AN_EVENING: Final = (
    ".odds { --shade: var(--ink) }\n"
    "@media print { .odds { clear: both; break-before: page; font-size: 6.5pt }\n"
    ".odds .wide { overflow: hidden } }"
)


def _policy(style: str) -> str:
    """What the page may do: nothing but its own style, known by its hash."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _text(text: str) -> str:
    return escape(clean(text))


def _items(texts: Iterable[str]) -> str:
    return "".join(f"<li>{_text(one)}</li>\n" for one in texts)


def _overview(page: MatrixPhrases, side: str, other: str) -> str:
    """A table of the best attacks: a row for each attacker, a column for each target."""
    heads = "".join(f"<th scope=col>{_text(name)}</th>" for name in page.fighters(other))
    rows = "".join(
        f"<tr><th scope=row class=who>{_text(name)}</th>"
        + "".join(_best_cell(page, f"{side} {name}", f"{other} {one}") for one in page.fighters(other))
        + "</tr>\n"
        for name in page.fighters(side)
    )
    return (
        f"<section><h2>{_text(page.overview_title(side, other))}</h2>\n<div class=wide tabindex=0><table>\n"
        f"<thead><tr><th scope=col>{_text(page.say('attacker'))}</th>{heads}</tr></thead>\n"
        f"<tbody>\n{rows}</tbody></table></div></section>\n"
    )


def _best_cell(page: MatrixPhrases, attacker: str, target: str) -> str:
    row = page.best(attacker, target)
    if row is None:
        return f"<td>{_text(page.say('none'))}</td>"
    chance = _text(page.share(row["out"], row["denominator"]))
    return (
        f"<td><b>{chance}</b><small>{_text(page.marked_label(row))}</small>"
        f"{_bar(row['out'], row['denominator'])}</td>"
    )


def _bar(cases: int, per: int) -> str:
    """A bar as long as a share, in tenths; one that is not 0 is never empty."""
    tenths = (2 * cases * BAR_STEPS + per) // (2 * per)
    return f"<i class=w{max(tenths, 1 if cases else 0)} aria-hidden=true></i>"


def _attacks(page: MatrixPhrases, attacker: str, other: str) -> str:
    """A table of all attacks of one fighter."""
    name = split_side(attacker)[1]
    rows = page.rows_of(attacker, other)
    if not rows:
        return f"<section><p>{_text(page.say('no-attacks', fighter=name))}</p></section>\n"
    heads = "".join(
        f"<th scope=col>{_text(one)}</th>" for one in (page.say("target"), page.say("attack"), *page.heads())
    )
    by_target = groupby(rows, key=lambda row: row["target"])
    body = "".join(line for _, several in by_target for line in _rows(page, list(several)))
    title = _text(page.say("attacks", fighter=name))
    return (
        f"<section><h2>{title}</h2>\n<div class=wide tabindex=0><table>\n<thead><tr>{heads}</tr></thead>\n"
        f"<tbody>\n{body}</tbody></table></div></section>\n"
    )


def _rows(page: MatrixPhrases, rows: list[Data]) -> Iterator[str]:
    """The rows of one target, whose name stands beside all of them."""
    lines = len(rows) + sum(row["attacker_risk"] is not None for row in rows)
    target = f"<th scope=rowgroup class=who rowspan={lines}>{_text(split_side(rows[0]['target'])[1])}</th>"
    for row in rows:
        per, best = row["denominator"], " class=best" if row["best"] else ""
        label = f"<th scope=row>{_text(page.marked_label(row))}</th>"
        yield f"<tr{best}>{target}{label}{_numbers(page, row, per)}</tr>\n"
        target = ""
        if row["attacker_risk"]:
            risk = page.say("risk", fighter=split_side(row["attacker"])[1])
            numbers = _numbers(page, row["attacker_risk"], per)
            yield f"<tr class=risk><th scope=row>{_text(risk)}</th>{numbers}</tr>\n"


def _numbers(page: MatrixPhrases, shares: Data, per: int) -> str:
    return "".join(f"<td class=n>{_text(one)}</td>" for one in page.cells(shares, per))
