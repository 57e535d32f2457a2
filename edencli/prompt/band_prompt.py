"""The prompt of `edencli new band --from CARDS`: a band is picked by numbers, with what still fits.

Asks for the symbol, the fighters, the missions and tactical cards, and the name. A number adds or removes a
card; each list tells what still fits, and why the rest does not. Lines come from a terminal, a pipe or a
file.
"""

import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

from edencli.commands.band_builder import (
    DECKS,
    BandCard,
    BandCards,
    BandChoice,
    BandDraft,
    band_text,
    draw_band,
)
from edencli.commands.dice_options import fresh_seed
from edencli.commands.parameters import Format
from edencli.commands.requests.new import NewRequest
from edencli.commands.show_page import page_text
from edencli.files.diagnostic import Diagnostic
from edencli.games.checks import make_library
from edencli.games.file_access import open_sound, save_new
from edencli.lang import Words, current_words
from edencli.model.fighter import Fighter
from edencli.model.game import Cards, Symbol
from edencli.model.names import name_fault
from edencli.output.console import Refused, fit_lines, is_terminal, write_stderr, write_stdout
from edencli.pages.band_page import band_data, symbol_name, write_band
from edencli.pages.diagnostics import fault_sentence
from edencli.prompt.terminal import PipedTerminal, Terminal, make_terminal
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules.band import Finding

AREA: Final = "builder"


def run_band_prompt(request: NewRequest) -> None:
    """Build a band from files of cards, picked by the player or drawn at random."""
    words = current_words()
    request.modes.refuse_typed(words, request.typed)
    make_band(words, request)


def make_band(words: Words, request: NewRequest) -> None:
    """Ask for a band, or draw it, from the cards of some files."""
    paths = [Path(name) for name in request.sources or ()]
    library = make_library()
    files = [open_sound(library, str(path)).value for path in paths]
    if not all(isinstance(one, Cards) for one in files):
        raise Refused(words.say(AREA, "no-cards-file"), code=1)
    decks = {deck: tuple(card for one in files for card in getattr(one, deck)) for deck in DECKS}
    cards = BandCards(**decks, files=[path.resolve() for path in paths])
    if not cards.fighters:
        raise Refused(words.say(AREA, "no-fighters"), code=1)
    book = rulebook(request.rulebook)
    prompt = BandPrompt(words.of_book(request.rulebook), cards, book, request.output, budget=request.budget)
    if request.random:
        prompt.draw(fresh_seed() if request.seed is None else request.seed)
    elif not prompt.run():
        raise SystemExit(1)


class BandPrompt:
    """A prompt for the parts of a band; `path` is where it is written, or stdout."""

    def __init__(
        self,
        words: Words,
        cards: BandCards,
        book: Rulebook,
        path: Path | None,
        terminal: Terminal | None = None,
        *,
        budget: int | None = None,
    ) -> None:
        self._words = words
        self._cards = cards
        self._book = book
        self._path = path
        self._budget = budget
        self._terminal = terminal or (make_terminal(lambda _: []) if is_terminal() else PipedTerminal())

    def run(self) -> bool:
        """Ask, show the band, and write it; False if the input ended before that."""
        try:
            draft = BandDraft(self._cards, self._book, self._ask_symbol(), self._budget)
            for deck in DECKS:
                if self._cards.deck(deck):
                    self._pick(draft, deck)
            name = self._ask_name()
        except EOFError:
            self._tell("unfinished")
            return False
        self.finish(draft, name)
        return True

    def draw(self, seed: int) -> None:
        """Draw a band at random, show it and write it."""
        chance = Random(seed)  # noqa: S311  # a band, no secret
        draft = draw_band(self._cards, self._book, chance, self._budget)
        symbol = draft.symbol.faction or draft.symbol.stigma
        self.finish(draft, self._words.say(AREA, "drawn-name", symbol=symbol))
        self._tell("drawn", seed=seed)

    def finish(self, draft: BandDraft, name: str) -> None:
        """Show a band, and write or print its file."""
        data = band_data(draft.band(name), self._book)
        write_stderr(page_text(Format.TEXT, self._words, data, write_band))
        folder = self._path.parent if self._path else Path()
        text = band_text(draft, name, self._book.key, folder)
        if self._path is None:
            write_stdout(text)
        else:
            save_new(self._words, self._path, text, "band")
            self._tell("written", file=str(self._path))

    def _ask_symbol(self) -> Symbol:
        symbols = self._cards.symbols()
        for n, (symbol, count) in enumerate(symbols, start=1):
            write_stderr(
                self._words.say(AREA, "symbol", number=n, symbol=symbol_name(self._words, symbol), n=count)
                + "\n"
            )
        while True:
            line = self._read(self._words.say(AREA, "ask.symbol"))
            if line.isdigit() and 0 < int(line) <= len(symbols):
                return symbols[int(line) - 1][0]
            self._tell("bad.number", most=len(symbols))

    def _read(self, asked: str) -> str:
        """Read a typed line; `quit` counts as the end of the input."""
        line = self._terminal.read(f"{asked} ").strip()
        if line == "quit":
            raise EOFError
        return line

    def _pick(self, draft: BandDraft, deck: str) -> None:
        """Add and remove cards of a deck until an empty line."""
        self._list(draft, deck)
        while (line := self._read(self._ask(draft, deck))) or self._is_lacking(draft, deck):
            if line and self._take_numbers(draft, deck, line):
                self._list(draft, deck)

    def _is_lacking(self, draft: BandDraft, deck: str) -> bool:
        """Tell whether a deck may not stay empty, and say so."""
        is_lacking = deck == "fighters" and not draft.band().fighters
        if is_lacking:
            self._tell("bad.nobody")
        return is_lacking

    def _take_numbers(self, draft: BandDraft, deck: str, line: str) -> bool:
        """Add or remove the cards of a line, each once; a line with anything but numbers changes nothing."""
        cards, typed = draft.cards.deck(deck), line.replace(",", " ").split()
        if not all(one.isdigit() and 0 < int(one) <= len(cards) for one in typed):
            self._tell("bad.numbers", most=len(cards))
            return False
        for number, times in Counter(map(int, typed)).items():
            self._toggle(draft, deck, cards[number - 1])
            if times > 1:
                self._tell("twice", name=cards[number - 1].name)
        return True

    def _toggle(self, draft: BandDraft, deck: str, card: BandCard) -> None:
        """Add or remove a card, and say which it was."""
        was_in = card in getattr(draft.band(), deck)
        finding = draft.toggle(deck, card)
        if finding is not None:
            self._tell("kept-out", name=card.name, reason=self._reason(finding))
        else:
            self._tell("out" if was_in else "in", name=card.name)

    def _ask(self, draft: BandDraft, deck: str) -> str:
        values = {"left": draft.points_left, "n": len(getattr(draft.band(), deck))}
        return self._words.say(AREA, f"ask.{deck}", **values)

    def _ask_name(self) -> str:
        while True:
            name = self._read(self._words.say(AREA, "ask.name"))
            if name and name_fault(name) is None:
                return name
            self._tell("bad.name", name=name)

    def _list(self, draft: BandDraft, deck: str) -> None:
        """List all cards with their numbers: those included, those that fit, and why the others do not."""
        for n, choice in enumerate(draft.choices(deck), start=1):
            self._write(self._line(n, choice))

    def _line(self, number: int, choice: BandChoice) -> str:
        card = choice.card
        points = card.value_in(self._book.key) if isinstance(card, Fighter) else None
        worth = "" if points is None else self._words.say(AREA, "points", points=points)
        mark = "✓" if choice.is_in else " " if choice.why_not is None else "–"
        why = self._reason(choice.why_not) if choice.why_not else ""
        said = f"{mark} {number:>2}  {card.name}"
        return self._words.join_phrases(part for part in (said, worth, why) if part)

    def _reason(self, finding: Finding) -> str:
        about = Diagnostic(file="", code=finding.rule, form=finding.form, values=finding.values)
        return fault_sentence(about, self._words)

    def _tell(self, message: str, **values: object) -> None:
        self._write(self._words.say(AREA, message, **values))

    def _write(self, text: str) -> None:
        """Write a line of the conversation, wrapped to the width of the terminal."""
        write_stderr(fit_lines(f"{text}\n", sys.stderr))
