"""The odds matrix as a page: a table of best attacks for each side, then each attack in a row.

Written from the data of `matrix_data` alone, in the width that there is: columns that do not fit stand in a
table of their own below. Nothing depends on colour.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from edencli.lang import Words, clean
from edencli.match.pieces import Side
from edencli.output.sheet import Data, Sheet
from edencli.pages.matrix_data import best_attack, split_side
from edencli.transcript.phrases import average_text, percent

AREA: Final = "matrix"
CELL_WIDTH: Final = 8
MARGIN: Final = 4
LEAST_NAME, MOST_NAME = 12, 28
LABEL_WIDTH: Final = 19

RowsOfPairs = Mapping[tuple[str, str], Sequence[Data]]
"""The rows of each pair of attacker and target."""


class MatrixPhrases:
    """The texts of a matrix, and its rows by pairs of attacker and target."""

    def __init__(self, words: Words, data: Data) -> None:
        self.words = words
        self.data = data
        self.rows: RowsOfPairs = {
            pair: list(rows)
            for pair, rows in groupby(data["attacks"], key=lambda row: (row["attacker"], row["target"]))
        }

    def say(self, message: str, **values: object) -> str:
        """Say a message of the matrix."""
        return self.words.say(AREA, message, **values)

    def title(self) -> str:
        """The title of the matrix: the names of both bands."""
        bands = self.data["bands"]
        return self.say("title", red=bands["red"]["name"], blue=bands["blue"]["name"])

    def basis(self) -> list[str]:
        """The lines that tell the rulebook, the assumptions, and how successes are used for shifts."""
        book = self.words.say("screens-rules", f"book.{self.data['rulebook']}")
        assumed = [self.say(f"assume.{one}") for one in self.data["assumptions"]]
        return [self.say("book", book=book), *assumed, self.say(f"policy.{self.data['policy']}")]

    def directions(self) -> Iterator[tuple[str, str]]:
        """Each side with the side that it attacks."""
        yield from ((str(side), str(side.other)) for side in Side)

    def fighters(self, side: str) -> list[str]:
        """The names of a side's fighters."""
        names: list[str] = self.data["bands"][side]["fighters"]
        return names

    def overview_title(self, side: str, other: str) -> str:
        """The title of a table of best attacks."""
        bands = self.data["bands"]
        return self.say("overview", band=bands[side]["name"], other=bands[other]["name"])

    def best(self, attacker: str, target: str) -> Data | None:
        """The best attack of a pair; None if it has none."""
        return best_attack(self.rows.get((attacker, target), ()))

    def rows_of(self, attacker: str, other: str) -> list[Data]:
        """All attacks of a fighter on fighters of the other side."""
        targets = (f"{other} {name}" for name in self.fighters(other))
        return [row for target in targets for row in self.rows.get((attacker, target), ())]

    def best_chance(self, attacker: str, target: str) -> str:
        """How often a pair's best attack puts the target out, marked if the odds are not exact."""
        row = self.best(attacker, target)
        if row is None:
            return self.say("none")
        chance = self.share(row["out"], row["denominator"])
        return self.say("inexact.chance", chance=chance) if row["unweighed"] else chance

    def share(self, cases: int, per: int) -> str:
        """A share in percent."""
        return self.words.decimal(percent(cases, per))

    def average(self, total: int, per: int) -> str:
        """An average of lost CP."""
        return self.words.decimal(average_text(total, per))

    def label(self, row: Data) -> str:
        """The name of an attack: its weapon, or the reaction to it in melee."""
        return str(row["weapon"]) if row["weapon"] else self.say(row["reaction"])

    def marked_label(self, row: Data) -> str:
        """The name of an attack, marked if the reaction is the best one or the odds are not exact."""
        label = self.label(row)
        label = self.say("best", attack=label) if row["reaction"] and row["best"] else label
        return self.say("inexact", attack=label) if row["unweighed"] else label

    def cells(self, shares: Data, per: int) -> list[str]:
        """The three numbers of a row: chances to be out and hurt, average CP lost."""
        chances = [self.share(shares[key], per) for key in ("out", "hurt")]
        return [*chances, self.average(shares["cp_lost"], per)]

    def heads(self) -> list[str]:
        """The column heads of the three numbers."""
        return [self.words.say("odds", head) for head in ("out", "hurt", "average")]

    def legend(self) -> list[str]:
        """The lines that explain marks and columns."""
        told = [self.say("legend.columns"), self.say("legend")]
        cards = dict.fromkeys(self._card(card) for row in self.data["attacks"] for card in row["unweighed"])
        return [*told, self.say("legend.inexact", cards=list(cards))] if cards else told

    def _card(self, card: Data) -> str:
        _, fighter = split_side(card["fighter"] or "")
        return self.words.say("odds", "card", card=card["card"] or "", fighter=fighter)


def write_matrix(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the whole matrix."""
    page = MatrixPhrases(words, data)
    sheet.title(page.title())
    sheet.lines(page.basis())
    for side, other in page.directions():
        sheet.heading(page.overview_title(side, other))
        sheet.verbatim(list(_overview(page, side, other, sheet.width - MARGIN)))
        columns = [page.say("column", n=n, fighter=name) for n, name in enumerate(page.fighters(other), 1)]
        sheet.text(page.say("overview.note", columns=columns))
    for side, other in page.directions():
        for name in page.fighters(side):
            sheet.heading(page.say("attacks", fighter=name))
            sheet.verbatim(list(_attacks(page, f"{side} {name}", other, sheet.width - MARGIN)))
    sheet.lines(page.legend())


def _overview(page: MatrixPhrases, side: str, other: str, room: int) -> Iterator[str]:
    """The table of best attacks: a row for each attacker, a numbered column for each target.

    Columns that do not fit form another table below.
    """
    attackers, targets = page.fighters(side), list(enumerate(page.fighters(other), start=1))
    longest = max([len(page.say("attacker")), *map(len, attackers)]) + 1
    name = max(LEAST_NAME, min(longest, MOST_NAME, room - CELL_WIDTH * len(targets)))
    fits = max(1, (room - name) // CELL_WIDTH)
    for columns in (targets[n : n + fits] for n in range(0, len(targets), fits)):
        yield f"{page.say('attacker'):{name}}" + "".join(f"{n:>{CELL_WIDTH}}" for n, _ in columns)
        for attacker in attackers:
            chances = [page.best_chance(f"{side} {attacker}", f"{other} {target}") for _, target in columns]
            yield f"{_cut(attacker, name):{name}}" + "".join(f"{one:>{CELL_WIDTH}}" for one in chances)


def _attacks(page: MatrixPhrases, attacker: str, other: str, room: int) -> Iterator[str]:
    """The table of all attacks of one fighter: under each target a row for each weapon and reaction."""
    heads = page.heads()
    cell = max(CELL_WIDTH, *(len(head) + 1 for head in heads))
    label = min(room - cell * len(heads), LABEL_WIDTH + MOST_NAME)
    rows = page.rows_of(attacker, other)
    if not rows:
        yield page.say("no-attacks", fighter=split_side(attacker)[1])
        return
    wide = min(label, 2 + max(len(text) for text, _ in _lines(page, rows)) + 1)
    yield f"{'':{wide}}" + "".join(f"{head:>{cell}}" for head in heads)
    for text, cells in _lines(page, rows):
        yield f"{_cut(text, wide):{wide}}{''.join(f'{one:>{cell}}' for one in cells)}".rstrip()


def _lines(page: MatrixPhrases, rows: Sequence[Data]) -> Iterator[tuple[str, list[str]]]:
    """Each line of a table of attacks: its first column and its numbers."""
    for target, attacks in groupby(rows, key=lambda row: row["target"]):
        yield page.say("on", target=split_side(target)[1]), []
        for row in attacks:
            per = row["denominator"]
            yield f"  {page.marked_label(row)}", page.cells(row, per)
            if row["attacker_risk"]:
                risk = page.say("risk", fighter=split_side(row["attacker"])[1])
                yield f"    {risk}", page.cells(row["attacker_risk"], per)


def _cut(text: str, width: int) -> str:
    """A text cut to a column's width; a mark at its end is kept."""
    text = clean(text)
    if len(text) < width:
        return text
    kept = next((mark for mark in (" * ~", " *", " ~") if text.endswith(mark)), "")
    return text[: width - 2 - len(kept)] + "…" + kept
