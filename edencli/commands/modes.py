"""Which options of a command go together, as a table beside its options (`edencli.commands.requests`).

A row is an option or an argument, as `--until`; one value of an option has a row of its own where it goes
with fewer modes, as `--format=json`. A column is a mode: one of the things that the command may do (`ways`,
of which one holds at a time), or an option that excludes others (`exclusive`). A cell holds the letter of its
column where the two go together, and a dot where the option would be ignored or would contradict the mode.
Refusals, hints and the help of a command all follow from its table; the words for modes, and why something is
excluded, are in `lang/en/modes.json`. Knows no file and does nothing.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from edencli.lang import Words
from edencli.output.console import Refused

AREA: Final = "modes"
_MOST_HINTS: Final = 3  # modes that take an option, named by a refusal
_LONGEST: Final = 60  # characters of an argument that a message repeats
_TAKEN_BY_NONE: Final = "."

Given = Mapping[str, str]
"""The rows whose options or arguments were typed, each with its name in sentences."""


class ModeTable:
    """The options and the modes of one command: which go together."""

    def __init__(
        self, command: str, *, ways: Mapping[str, str], exclusive: Mapping[str, str], grid: str
    ) -> None:
        """Both mappings give the mode of each letter in the grid, in the order of the columns."""
        self.command = command
        self.ways = tuple(ways.values())
        self.exclusive = tuple(exclusive.values())
        self._letters = {**ways, **exclusive}
        self._grid = grid

    @cached_property
    def _taken(self) -> Mapping[str, frozenset[str]]:
        """The modes that each row goes with, read from the grid when first needed."""
        lines = (line.split() for line in self._grid.strip().splitlines())
        return {row: frozenset(_modes_in("".join(cells), self._letters)) for row, *cells in lines}

    @property
    def rows(self) -> tuple[str, ...]:
        """The options and arguments, in the order of the table."""
        return tuple(self._taken)

    @property
    def modes(self) -> tuple[str, ...]:
        """The columns."""
        return (*self.ways, *self.exclusive)

    def is_taken(self, row: str, mode: str) -> bool:
        """Tell whether an option goes with a mode."""
        return mode in self._taken[row]

    def given_rows(self, words: Words, typed: Mapping[str, object]) -> Given:
        """The rows that were typed, from the names and values of options and arguments."""
        rows = ((self._row(name, value), value) for name, value in typed.items())
        return {row: self._shown(words, row, value) for row, value in rows}

    def _row(self, name: str, value: object) -> str:
        exact = f"{name}={value}"
        return exact if exact in self._taken else name

    def _shown(self, words: Words, row: str, value: object) -> str:
        if row.startswith("-"):
            return option_of(row)
        text = " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
        return words.say(AREA, "argument", text=short)

    def chosen_way(self, given: Given) -> str:
        """The way that an option names, or else the first one."""
        return next((way for way in self.ways if way in given), self.ways[0])

    def refuse_exclusive(self, words: Words, given: Given) -> None:
        """Refuse options that exclude each other, whatever the command does."""
        for mode in self.exclusive:
            if mode in given:
                self.refuse_in(words, given, mode)

    def refuse_in(self, words: Words, given: Given, mode: str, **values: object) -> None:
        """Refuse options that do not go with a mode; `values` are for the mode's name in the message."""
        refused = self.refused_rows(given, mode)
        if refused:
            raise Refused(self._refusal(words, given, refused, mode, **values))

    def refuse(self, words: Words, given: Given, way: str, **values: object) -> None:
        """Refuse options that do not go with the way, or with another option."""
        self.refuse_in(words, given, way, **values)
        self.refuse_exclusive(words, given)

    def refuse_typed(self, words: Words, typed: Mapping[str, object]) -> None:
        """Refuse options that do not go together, where options alone decide the way."""
        given = self.given_rows(words, typed)
        self.refuse(words, given, self.chosen_way(given))

    def refused_rows(self, given: Given, mode: str) -> list[str]:
        """The rows that were typed and do not go with a mode."""
        return [row for row in given if row != mode and not self.is_taken(row, mode)]

    def _refusal(self, words: Words, given: Given, rows: list[str], mode: str, **values: object) -> str:
        """The message that says which options do not go with a mode, with the reason or the right modes."""
        options, n = [given[row] for row in rows], len(rows)
        kind = "refused.option" if mode.startswith("--") else "refused.mode"
        said = words.say(AREA, kind, options=options, n=n, mode=self.mode_name(words, mode, **values))
        if why := words.first_message(AREA, *self._reasons(rows, mode), ""):
            return words.say(AREA, "refused.why", refused=said, why=words.say(AREA, why))
        others = [way for way in self.ways if all(self.is_taken(row, way) for row in rows)]
        if not 0 < len(others) <= _MOST_HINTS or any(row in self.ways for row in rows):
            return said
        modes = [self.mode_name(words, other) for other in others]
        if mode == self.ways[0] and not values:
            return words.say(AREA, "refused.only", options=options, n=n, modes=modes)
        return words.say(AREA, "refused.works", refused=said, n=n, modes=modes)

    def _reasons(self, rows: list[str], mode: str) -> Iterator[str]:
        """The messages that may say why, the most specific first."""
        yield from (f"why.{self.command}.{mode}.{row}" for row in rows)
        yield f"why.{self.command}.{mode}"

    def mode_name(self, words: Words, mode: str, **values: object) -> str:
        """The name of a mode in sentences: its option, else its own message."""
        if mode.startswith("--"):
            return option_of(mode)
        message = f"{self.command}.{mode}"
        exact = f"{message}/named"
        return words.say(AREA, exact if values and words.has(AREA, exact) else message, **values)

    def help_rows(self, words: Words) -> Iterator[tuple[str, str]]:
        """The rows in the help of the command: each mode, with the options that do not go with it.

        Of two options that exclude each other only the first names the other, and only where some way takes
        both.
        """
        said: list[str] = []
        for mode in self.modes:
            rows = [row for row in self.rows if row != mode and not self.is_taken(row, mode)]
            if mode in self.exclusive:
                rows = [row for row in rows if row not in said and self._shares_way(row, mode)]
                said.append(mode)
            if rows:
                options = words.join_list(self._row_name(words, row) for row in rows)
                yield self.mode_name(words, mode), words.say(AREA, "help.without", options=options)

    def _row_name(self, words: Words, row: str) -> str:
        """The name of a row in the help: its option, or the words for its argument."""
        return option_of(row) if row.startswith("-") else words.say(AREA, f"row.{self.command}.{row}")

    def _shares_way(self, one: str, other: str) -> bool:
        """Tell whether some way takes both rows; two values of one option share none."""
        return one.partition("=")[0] != other.partition("=")[0] and any(
            self.is_taken(one, way) and self.is_taken(other, way) for way in self.ways
        )


def option_of(row: str) -> str:
    """The option of a row, as it is typed."""
    return row.replace("=", " ")


def _modes_in(cells: str, letters: Mapping[str, str]) -> Iterator[str]:
    """The modes whose letters are in a line of cells; every cell is its letter or a dot."""
    for cell, (letter, mode) in zip(cells, letters.items(), strict=True):
        if cell not in {letter, _TAKEN_BY_NONE}:
            raise ValueError(f"{cell} stands in the column of {letter}")
        if cell == letter:
            yield mode
