"""The prompt of `edencli new fighter`, `tactic` and `mission`: cards typed from paper, one after another.

Asks for the parts of each card, shows what it understood, and adds each finished card to its file, or prints
it. Lines come from a terminal, a pipe or a file. The lines of an unfinished card are printed, so that nothing
is lost.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from edencli.commands.card_csv import typed_lines
from edencli.commands.card_entry import CARD_KINDS, REMOVE, CardDraft
from edencli.commands.card_file import CardFile, PlacedCard, line_fault, printed_words
from edencli.commands.parameters import Format
from edencli.commands.requests.new import NewRequest
from edencli.commands.show_page import page_text
from edencli.files.card_lines import SMALL_BASE, CardData, UnreadCardLine, pair_line
from edencli.files.shape_cards import EQUIPMENT
from edencli.lang import Words, clean, current_words
from edencli.model.names import fold
from edencli.model.terms import LimbName, Stigma
from edencli.output.console import Refused, fit_lines, is_terminal, write_stderr
from edencli.output.sheet import Data
from edencli.pages.card_page import write_entries
from edencli.pages.diagnostics import fault_sentence, hint_text
from edencli.pages.gear import gear_notation
from edencli.prompt.terminal import PipedTerminal, Terminal, make_terminal

AREA: Final = "entry"
_VERBATIM: Final = frozenset({"name", "equipment", "ability", "text", "immediate"})
"""The parts that are kept as typed."""


def run_card_prompt(request: NewRequest) -> None:
    """Ask for cards of a kind until there are no more."""
    words = current_words()
    request.modes.refuse_typed(words, request.typed)
    if request.sources:
        raise Refused(words.say(AREA, "typed-only", kind=request.what))
    CardPrompt(words.of_book(request.rulebook), str(request.what), request.rulebook, request.output).run()


class CardPrompt:
    """A prompt that reads lines until there are no more cards."""

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
        self._known = self._file.known_names(self._deck)
        self._entry = self._new_draft()
        self._shown: CardData | None = None
        self._is_corrected = False
        self._last: CardDraft | None = None

    def run(self) -> None:
        """Ask for one card after another; the end of the input ends it, and loses nothing."""
        self._tell(f"title.{self._kind}")
        self._tell("how")
        while self._enter_card():
            self._known = self._file.known_names(self._deck)

    def _enter_card(self) -> bool:
        """Ask for a card; False if there is none."""
        self._entry, self._shown, self._is_corrected = self._new_draft(), None, False
        while not self._is_done():
            try:
                line = self._terminal.read(self._prompt())
            except (EOFError, KeyboardInterrupt) as end:
                self._give_back()
                if isinstance(end, KeyboardInterrupt):
                    raise
                return False
            if not line.strip() and not self._entry.lines:
                return False
            if line.strip() == "quit":
                self._give_back()
                return False
            self._take(line)
        self._save()
        return True

    def _is_done(self) -> bool:
        """Tell whether the card can be written; for a corrected one, an empty line confirms that."""
        return self._entry.asked is None and not self._is_corrected and not self._faults()

    def _save(self) -> None:
        card = self._entry.card
        if card == self._shown:
            self._tell("unchanged", name=card["name"], file=self._file.name)
            return
        self._file.put([PlacedCard(self._deck, card, self._shown)])
        self._show(card)
        if self._file.name != "-":
            self._tell("written", name=card["name"], file=self._file.name)
            self._last = self._entry

    def _take(self, line: str) -> None:
        """Take a line as a verb, an answer or a correction, and say what was understood."""
        if verb := self._verbs.get("?" if line.startswith("?") else line.strip()):
            verb(self)
        elif not line.strip() and self._is_corrected and self._entry.asked is None:
            self._is_corrected = False
        else:
            self._take_part(line)

    def _take_part(self, line: str) -> None:
        try:
            part = self._entry.take(line)
            if part == REMOVE:
                self._tell("as.removed", name=line.strip().partition(" ")[2].strip())
            else:
                self._confirm(part)
            if part == "name":
                self._point_to_known(line)
        except UnreadCardLine as unread:
            if unread.message == "taken" and self._file.name != "-":
                self._correct(str(unread.values["name"]))
            elif unread.message == "whole":
                self._tell("bad.whole", examples=self._examples)
            else:
                _write(line_fault(self._words, unread, self._file.name))

    def _point_to_known(self, begun: str) -> None:
        """Say how to open the only card of the file whose name begins with the name of a new one."""
        known = [name for name in self._known.cards if fold(name).startswith(fold(begun.strip()))]
        if len(known) == 1 and self._file.name != "-":
            self._tell("begun-name", name=known[0], file=self._file.name)

    def _faults(self) -> bool:
        """Tell whether a complete card does not fit its file, and say why."""
        faults = self._file.faults(PlacedCard(self._deck, self._entry.card, self._shown))
        for fault in faults:
            self._tell("bad.unfit", fault=fault_sentence(fault, self._words))
            if hint := hint_text(fault, self._words):
                _write(hint)
        return bool(faults)

    def _prompt(self) -> str:
        asked = self._entry.asked or ("done" if self._is_corrected else "mend")
        is_later = (asked == "name" and self._last is not None) or (
            asked == "objective" and self._entry.given("objective")
        )
        message = f"ask.{asked}/more" if is_later else f"ask.{asked}"
        return f"{self._words.say(AREA, message, stigmas=list(Stigma))}> "

    # ── cards that the file has ───────────────────────────────────────────────────────────────────────────

    def _new_draft(self, *, but: str = "") -> CardDraft:
        """Return an empty card; the name of a corrected card counts as free."""
        others = [name for name in self._known.cards if fold(name) != fold(but)]
        return CardDraft(self._kind, self._abbreviations, self._known._replace(cards=others))

    def _correct(self, name: str) -> None:
        """Open a card of the file to correct its parts."""
        card = self._file.card(self._deck, name) or {}
        entry, names = self._new_draft(but=name), {"name": card["name"], "file": self._file.name}
        try:
            for line in typed_lines(self._kind, card):
                entry.answer(line)
        except UnreadCardLine:
            self._tell("not-typed", **names)
            return
        self._entry, self._shown, self._is_corrected = entry, entry.card, True
        self._show(entry.card)
        self._tell("corrected", **names, examples=self._examples)

    @property
    def _examples(self) -> str:
        """Corrections of a card of this kind, as they are typed."""
        return self._words.say(AREA, f"examples.{self._kind}")

    def _open_last(self, last: CardDraft) -> None:
        """Open the card that was written last, without its last line."""
        entry = self._new_draft(but=last.card["name"])
        for line in last.lines[:-1]:
            entry.take(line)
        self._entry, self._shown, self._last = entry, last.card, None

    # ── verbs ─────────────────────────────────────────────────────────────────────────────────────────────

    def _undo(self) -> None:
        if self._entry.undo():
            self._tell("undone", n=len(self._entry.lines))
        elif self._last is not None:
            name = self._last.card["name"]
            self._open_last(self._last)
            self._tell("opened", name=name, n=len(self._entry.lines))
        else:
            self._tell("nothing-to-undo")

    def _show_so_far(self) -> None:
        """Show the card as it is printed; an unfinished one as its parts, with those still missing."""
        if self._entry.asked is None:
            self._show(self._entry.card)
            return
        rows = self._entry.parts()
        width = max(len(part) for part, _ in rows)
        for part, text in rows:
            _write(f"  {part:{width}}  {'?' if text is None else clean(text)}")

    def _help(self) -> None:
        rows: Mapping[str, str] = self._words.area(AREA)[f"help.{self._kind}"]
        width = max(map(len, rows))
        write_stderr("".join(f"  {example:{width}}  {what}\n" for example, what in rows.items()))

    _verbs: Mapping[str, Callable[["CardPrompt"], None]] = {
        "undo": _undo,
        "card": _show_so_far,
        "help": _help,
        "?": _help,
    }

    # ── what is told ──────────────────────────────────────────────────────────────────────────────────────

    def _show(self, card: Data) -> None:
        data = {"sections": [self._deck], "entries": [card], "rulebook": self._book}
        write_stderr(page_text(Format.TEXT, self._words, data, write_entries))

    def _confirm(self, part: str) -> None:
        """Say what was understood of a line; parts that are kept as typed are not repeated."""
        value = self._entry.given(part)
        if not value or part in _VERBATIM:
            return
        if part in tuple(LimbName):
            self._confirm_limb(LimbName(part), value)
        elif part == "use":
            piece = EQUIPMENT.read(self._entry.card["equipment"][self._entry.piece], ())
            self._tell("as.words", words=gear_notation(self._words, piece))
        elif part == "objective":
            self._confirm_objective(value)
        elif part == "value":
            worths = [str(value["value"]), *_called(value.get("value-by-rulebook", {}))]
            self._tell("as.value", worths=worths, base=value.get("base", SMALL_BASE))
        elif part in {"factions", "types"}:
            self._tell(f"as.{part}", n=len(value), words=value)
        elif part in {"terms", "tactic-terms"}:
            *_, line = (line for name, line in self._entry.parts() if name == part and line)
            self._tell("as.words", words=line)
        else:
            self._tell("as.words", words=list(_called(value)))

    def _confirm_limb(self, limb: LimbName, value: Data) -> None:
        word = self._words.say(AREA, f"word.{limb.characteristic}")
        pair = value[limb.characteristic]
        shown = {"faces": value["faces"], "cp": pair_line(value["cp"]), "value": pair_line(pair)}
        self._tell("as.limb", limb=limb, word=word, **shown)
        if pair.get("red", 0) > pair["white"]:
            self._tell("as.limb.odd", word=word)

    def _confirm_objective(self, value: Data) -> None:
        counted = self._words.say(AREA, f"counted.{value.get('counted', 'assumed')}")
        points = "as.objective" if "vp" in value else "as.objective.no-vp"
        self._tell(points, vp=value.get("vp"), counted=counted, text=value["text"])

    def _give_back(self) -> None:
        """Print the lines of an unfinished card; a card of the file stays unchanged there."""
        name = str((self._shown or self._entry.card).get("name", ""))
        if self._shown is not None:
            self._tell("unchanged", name=name, file=self._file.name)
        elif self._entry.lines:
            self._tell("unfinished", name=name)
            write_stderr("".join(f"{clean(line)}\n" for line in self._entry.lines))

    def _tell(self, message: str, **values: object) -> None:
        _write(self._words.say(AREA, message, **values))


def _write(text: str) -> None:
    """Write a line of the conversation, wrapped to the width of the terminal."""
    write_stderr(fit_lines(f"{text}\n", sys.stderr))


def _called(value: object) -> Iterator[str]:
    """Give the words of names, of a word, or of the parts of an ability's terms."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from (f"{key} {part}" for part in _called(one))
    elif isinstance(value, list):
        yield from map(str, value)
    else:
        yield str(value)
