"""Attacks on a bare table as a session: it asks for attacker and target repeatedly; answers can be undone.

Whenever something is undone, the procedure begins again and is given the answers up to there, so what is left
of the fighters always follows from the valid answers. Knows no screen.
"""

from collections.abc import Sequence
from typing import Any

from edencli.effects.begin import create_match_with_cards
from edencli.games.session import AnswerSession, Input, UndoRefused
from edencli.match.events import Event
from edencli.match.match import Match, Procedure
from edencli.match.questions import Question
from edencli.match.state import State
from edencli.output.console import Refused
from edencli.prompt.table_attack import BareTable, TableAttack, wanted_book
from edencli.rulebooks.values import rulebook
from edencli.transcript.chronicle import TranscriptHeader

WITH = "with"
NEW_ROUND = "round"


class AttackQuestion(Question[Any]):
    """A question for an attacker and a target at a bare table, or a new round; staging checks the attack."""

    kind = "attack"
    rule = "action.attack"

    def refusal(self, answer: Any) -> None:
        """Allow everything."""


class AttackSession(AnswerSession):
    """Attacks on a bare table, one after another; what is left of the fighters follows from the answers."""

    def __init__(self, table: BareTable) -> None:
        self.table = table
        self.resolved: list[TableAttack] = []
        self.attack: TableAttack | None = None
        """The attack that is being resolved, or was last."""
        self._staged: dict[tuple[int, str], TableAttack] = {}
        try:
            book = table.fighters.choose_book(wanted_book(table.request))
        except Refused:  # the books of two files differ, which matters only for an attack between them
            book = rulebook(table.request.rulebook)
        self._bare = create_match_with_cards(book, State({}))
        super().__init__(self._bare, TranscriptHeader(book.key, cards=""), step=self._ask_for_attacks)

    def _ask_for_attacks(self, _: Match) -> Procedure[None]:
        """Ask for attacks and resolve each of them, without end."""
        self.attack = None
        self.resolved.clear()
        self.table.remains.forget()
        while True:
            given = yield AttackQuestion(asked=None)
            if given == NEW_ROUND:
                self.table.remains.begin_round()
                continue
            self.attack = given
            yield from given.resolve()
            self.table.remains.keep(given.left())
            self.resolved.append(given)

    @property
    def match(self) -> Match:
        """The match of the attack that is being resolved, or was last."""
        return self._bare if self.attack is None else self.attack.match

    @property
    def events(self) -> Sequence[Event]:
        """All events of all attacks."""
        attacks = self.resolved
        if self.attack is not None and self.attack not in attacks[-1:]:
            attacks = [*attacks, self.attack]
        return [event for one in attacks for event in one.match.log]

    def read_attack(self, text: str) -> TableAttack | None:
        """Stage `Yuri Elenia`, or `y e with knives`: two names, the longest first, and a weapon."""
        called, _, weapon = text.partition(f" {WITH} ")
        typed, table = called.split(), self.table
        for n in range(len(typed) - 1, 0, -1):
            one, other = (table.fighters.resolve_name(" ".join(part)) for part in (typed[:n], typed[n:]))
            if one and other:
                request = table.request
                changes = {"attacker": one, "target": other, "weapon": weapon or request.weapon}
                return TableAttack(table._replace(request=request.with_changes(**changes)))
        return None

    def _find_dice(self) -> Input:
        """Return the input with the last dice typed for the last attack; the answers after it are dropped."""
        given: Input
        for given in reversed(self.inputs):
            line = given.lines[-1]
            if line.kind == "dice":
                return given
            if line.text == NEW_ROUND or (line.events, line.text) in self._staged:
                break
        raise UndoRefused("no-dice-yet")

    def _why_not_undone(self, last: Input) -> None:
        """Allow every undo: attacks at a bare table hold no secret and need no agreement."""

    def _write_answer(self, given: Any, question: Question[Any]) -> str:
        if not isinstance(given, TableAttack):
            return given if given == NEW_ROUND else super()._write_answer(given, question)
        weapon = [WITH, given.request.weapon] if given.request.weapon else []
        text = " ".join([given.request.attacker, given.request.target, *weapon])
        self._staged[len(self.events), text] = given
        return text

    def _read_answer(self, text: str, question: Question[Any]) -> Any:
        if not isinstance(question, AttackQuestion):
            return super()._read_answer(text, question)
        return NEW_ROUND if text == NEW_ROUND else self._staged[len(self.events), text]
