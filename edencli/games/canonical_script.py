"""A game file with the moves of its script in canonical form: full names, places as coordinates.

Comments, order, and everything other than moves stay as they are.
"""

import io
import json
from collections.abc import Mapping
from typing import Any, Final

from edencli.files.diagnostic import Document, KeyPath
from edencli.files.fixes import TextFix, apply_fixes
from edencli.files.library import File
from edencli.games.checks import CheckedGame
from edencli.games.play_script import begin_match, report_fault
from edencli.match.match import Match
from edencli.match.questions import Question, Roll
from edencli.notation.errors import Misread
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.referee.script import AGREEMENT_KEY, Script, ScriptLine, UnplayableLine, parse_script_lines

_UNFOLDED: Final = 1_000_000  # characters of a line
_FLOW_SIGNS: Final = frozenset(",[]{}")


def canonical_script(file: File, checked: CheckedGame) -> str | None:
    """The text of a game file with its moves in canonical form; None where they cannot be played.

    A fault in a move is reported in the file's diagnostics.
    """
    assert file.document is not None, "a checked game was read"  # noqa: S101  # `checks` promises it
    lines = _CanonicalLines(checked)
    try:
        lines.play()
    except UnplayableLine as fault:
        report_fault(file, lines.referee.match, fault)
        return None
    fixes = [_replacement(file.document, checked, n, text) for n, text in lines.written.items()]
    return apply_fixes(file.document.text, sorted(fixes, reverse=True))


class _CanonicalLines:
    """Plays the moves of a script, and writes the answer of each in canonical form."""

    def __init__(self, checked: CheckedGame) -> None:
        game = checked.game
        self._unfinished = game.unfinished
        self._lines = parse_script_lines(game.moves)
        self.referee = Referee(begin_match(checked), at_answer=self._note_answer)
        dice = None if game.seed is None else SeededDice(game.seed, game.drawn)
        self._script = Script(self.referee, self._lines, dice, self._note_repetition)
        self.written: dict[int, str] = {}

    def play(self) -> None:
        """Play all moves.

        Raises:
            UnplayableLine: A move cannot be played.
        """
        self._script.play(finish=not self._unfinished)

    def _note_answer(self, question: Question[Any], given: Any) -> None:
        """Write the answer of the line being played, if it is what the line says."""
        if isinstance(question, Roll) or not self._script.starts:
            return
        self._note_if_said(self._lines[len(self._script.starts) - 1], question, given)

    def _note_repetition(self, _: Match, number: int) -> bool:
        """Write the answer of a line that only repeats the referee's; never stop the script."""
        for question, given in self.referee.forced_answers:
            self._note_if_said(self._lines[number], question, given)
        return False

    def _note_if_said(self, line: ScriptLine, question: Question[Any], given: Any) -> None:
        if line.kind != "move":
            return
        try:
            is_said = read_answer(line.content, self.referee.match, question) == given
        except Misread:
            return
        if is_said:
            self.written[line.number] = write_answer(given, self.referee.match, question)


def _replacement(document: Document, checked: CheckedGame, number: int, text: str) -> TextFix:
    """The edit that replaces a move; of an agreement only the text after its key."""
    path: KeyPath = ("moves", number)
    in_flow = False
    if isinstance(checked.game.moves[number], Mapping):
        in_flow = document.value_place(path).column != document.key_place((*path, AGREEMENT_KEY)).column
        path, text = (*path, AGREEMENT_KEY), text.removeprefix(f"{AGREEMENT_KEY}: ")
    place, lines = document.value_place(path), document.text.splitlines(keepends=True)
    begin, end = (_offset(lines, line, column) for line, column in (place[:2], place[2:]))
    return TextFix(begin, end, _scalar(text, in_flow=in_flow))


def _offset(lines: list[str], line: int, column: int) -> int:
    return sum(map(len, lines[: line - 1])) + column - 1


def _scalar(text: str, *, in_flow: bool) -> str:
    """A move as a YAML scalar, plain where possible."""
    if in_flow and _FLOW_SIGNS & set(text):
        return json.dumps(text, ensure_ascii=False)
    from ruamel.yaml import YAML  # reading needs only its event stream

    yaml, out = YAML(), io.StringIO()
    yaml.width = _UNFOLDED
    yaml.dump([text], out)
    return out.getvalue().removeprefix("- ").rstrip("\n")
