"""The prompt of `edencli new fighter`, `tactic` and `mission`: cards typed from paper, one after another.

Asks for the parts of each card, shows what it understood, and adds each finished card to its file, or prints
it. Lines come from a terminal, a pipe or a file; a card that is not finished is given back as the lines that
were typed.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from edencli.commands.card_entry import CARD_KINDS, CardDraft, card_faults
from edencli.commands.card_file import CardFile, line_fault, printed_words
from edencli.commands.parameters import Format
from edencli.commands.requests.new import NewRequest
from edencli.commands.show_page import page_text
from edencli.files.card_lines import UnreadCardLine, pair_line
from edencli.files.shape_cards import EQUIPMENT
from edencli.lang import Words, clean, current_words
from edencli.model.terms import LimbName
from edencli.output.console import Refused, fit_lines, is_terminal, write_stderr
from edencli.output.sheet import Data
from edencli.pages.card_page import write_entries
from edencli.pages.diagnostics import fault_sentence, hint_text
from edencli.pages.gear import gear_notation
from edencli.prompt.terminal import PipedTerminal, Terminal, make_terminal

AREA: Final = "entry"
_CALLED: Final = frozenset({"factions", "types", "stigma", "terms"})
"""Parts in which words may be shortened: what was understood is said."""


def run_card_prompt(request: NewRequest) -> None:
    """Ask for cards of a kind until there are no more."""
    words = current_words()
    request.modes.refuse_typed(words, request.typed)
    if request.sources:
        raise Refused(words.say(AREA, "typed-only", kind=request.what))
    CardPrompt(words.of_book(request.rulebook), str(request.what), request.rulebook, request.output).run()


class CardPrompt:
    """Reads lines until there are no more cards."""

    def __init__(
        self, words: Words, kind: str, book: str, path: Path | None, terminal: Terminal | None = None
    ) -> None:
        self._words = words
        self._kind = kind
        self._deck = CARD_KINDS[kind].deck
        self._book = book
        self._file = CardFile(words, path)
        self._file.demand_room(self._deck)
        self._terminal = terminal or (make_terminal(lambda _: []) if is_terminal() else PipedTerminal())
        self._abbreviations = printed_words(words)
        self._is_first = True

    def run(self) -> None:
        """Ask for one card after another; the end of the input ends it, and loses nothing."""
        self._tell(f"title.{self._kind}")
        self._tell("how")
        while self._enter_card():
            self._is_first = False

    def _enter_card(self) -> bool:
        """Ask for one card; False when there is none."""
        entry = CardDraft(self._kind, self._abbreviations, self._file.known_names(self._deck))
        while entry.asked is not None or self._faults(entry):
            try:
                line = self._terminal.read(self._prompt(entry))
            except (EOFError, KeyboardInterrupt) as end:
                self._give_back(entry)
                if isinstance(end, KeyboardInterrupt):
                    raise
                return False
            if not line.strip() and not entry.lines:
                return False
            if line.strip() == "quit":
                self._give_back(entry)
                return False
            self._take(entry, line)
        card = entry.card
        self._file.add([(self._deck, card)])
        self._show(card)
        if self._file.name != "-":
            self._tell("written", name=card["name"], file=self._file.name)
        return True

    def _take(self, entry: CardDraft, line: str) -> None:
        """Take a line as a verb, an answer or a correction, and say what was understood."""
        if verb := self._verbs.get(line.strip()):
            verb(self, entry)
            return
        try:
            self._confirm(entry, entry.take(line))
        except UnreadCardLine as unread:
            _write(line_fault(self._words, unread, self._file.name))

    def _faults(self, entry: CardDraft) -> bool:
        """Tell whether a whole card does not fit its file, and why."""
        faults = card_faults(self._deck, entry.card, self._file.text)
        for fault in faults:
            self._tell("bad.unfit", fault=fault_sentence(fault, self._words))
            if hint := hint_text(fault, self._words):
                _write(hint)
        return bool(faults)

    def _prompt(self, entry: CardDraft) -> str:
        asked = entry.asked or "mend"
        is_later = (asked == "name" and not self._is_first) or (
            asked == "objective" and entry.given("objective")
        )
        message = f"ask.{asked}/more" if is_later else f"ask.{asked}"
        return f"{self._words.say(AREA, message)}> "

    def _confirm(self, entry: CardDraft, part: str) -> None:
        """Say what was understood, where a line was short."""
        value = entry.given(part)
        if part in tuple(LimbName):
            limb = LimbName(part)
            shown = {
                "faces": value["faces"],
                "cp": pair_line(value["cp"]),
                "value": pair_line(value[limb.characteristic]),
            }
            self._tell(
                "as.limb", limb=part, word=self._words.say(AREA, f"word.{limb.characteristic}"), **shown
            )
        elif part == "use":
            self._confirm_gear(entry)
        elif part in _CALLED and value:
            self._tell("as.words", words=list(_called(value)))

    def _confirm_gear(self, entry: CardDraft) -> None:
        piece = EQUIPMENT.read(entry.card["equipment"][-1], ())
        self._tell("as.words", words=gear_notation(self._words, piece))

    # ── verbs ─────────────────────────────────────────────────────────────────────────────────────────────

    def _undo(self, entry: CardDraft) -> None:
        if entry.undo():
            self._tell("undone", n=len(entry.lines))
        else:
            self._tell("nothing-to-undo")

    def _show_so_far(self, entry: CardDraft) -> None:
        self._show(entry.whole_card())

    def _help(self, _: CardDraft) -> None:
        rows = self._words.area(AREA)[f"help.{self._kind}"]
        width = max(len(example) for example, _ in rows)
        write_stderr("".join(f"  {example:{width}}  {what}\n" for example, what in rows))

    _verbs: Mapping[str, Callable[["CardPrompt", CardDraft], None]] = {
        "undo": _undo,
        "card": _show_so_far,
        "help": _help,
        "?": _help,
    }

    # ── what is told ──────────────────────────────────────────────────────────────────────────────────────

    def _show(self, card: Data) -> None:
        data = {"sections": [self._deck], "entries": [card], "rulebook": self._book}
        write_stderr(page_text(Format.TEXT, self._words, data, write_entries))

    def _give_back(self, entry: CardDraft) -> None:
        """Print the lines of a card that is not finished."""
        if entry.lines:
            name = str(entry.card.get("name", ""))
            self._tell("unfinished", name=name)
            write_stderr("".join(f"{clean(line)}\n" for line in entry.lines))

    def _tell(self, message: str, **values: object) -> None:
        _write(self._words.say(AREA, message, **values))


def _write(text: str) -> None:
    """Write a line of the conversation, folded at the width of the terminal."""
    write_stderr(fit_lines(f"{text}\n", sys.stderr))


def _called(value: object) -> Iterator[str]:
    """Names, a word, or the parts of an ability's terms."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from (f"{key} {part}" for part in _called(one))
    elif isinstance(value, list):
        yield from map(str, value)
    else:
        yield str(value)
