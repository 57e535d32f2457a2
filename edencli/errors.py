"""The errors of the interface for programs (`edencli.api`), and their translation from internal ones.

Every error is an `EdenError`, whose text is a sentence for a person; what a program needs is an attribute.
Must not know games in progress, nor what a caller does with an error.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from edencli.files.library import File
from edencli.games.play_script import endless_cards_sentence
from edencli.lang import current_words
from edencli.lookup.notation_page import misread_sentence
from edencli.match.facts import UnknownFact
from edencli.match.limits import OverBudgetError
from edencli.match.match import Match
from edencli.match.questions import fact_question
from edencli.notation.errors import Ambiguous, Misread, Unsuited
from edencli.notation.names import match_names
from edencli.pages.diagnostics import causes_first, diagnostics_data
from edencli.record import Record
from edencli.referee.answers import IllegalAnswer
from edencli.referee.dice import WrongDice
from edencli.referee.referee import ProcedureFailed
from edencli.transcript.phrases import question_sentence, refusal_sentence


class FileFault(Record):
    """A fault in a file: its place, its `code`, and a sentence.

    `severity` is "error", "warning" or "note". A fault of the file as a whole is at line 0. `hint` says how
    to repair it, or is "".
    """

    file: str
    line: int
    column: int
    code: str
    severity: str
    message: str
    hint: str


class EdenError(Exception):
    """The base class of all errors of this interface; its text is a sentence for a person."""


class FaultyFileError(EdenError):
    """A file that cannot be used, or a move in it that cannot be played; `faults` has each reason."""

    def __init__(self, faults: Sequence[FileFault]) -> None:
        self.faults = tuple(faults)
        first = next(one for one in faults if one.severity == "error")
        super().__init__(f"{first.file}:{first.line}:{first.column}: {first.message} [{first.code}]")


class UnknownNameError(EdenError, LookupError):
    """A rule, book, side or policy that does not exist; `nearest` has the names that were likely meant."""

    def __init__(self, kind: str, name: str, nearest: Sequence[str] = ()) -> None:
        self.name, self.nearest = name, tuple(nearest)
        hint = f"; did you mean {' or '.join(nearest)}?" if nearest else ""
        super().__init__(f"there is no {kind} {name!r}{hint}")


class GameOverError(EdenError):
    """The game is over, so there is no question."""


class AnswerError(EdenError, ValueError):
    """An answer that was not accepted; the game has not changed."""


class UnreadableError(AnswerError):
    """An answer whose words or dice have no meaning here."""


class AmbiguousError(AnswerError):
    """An answer with several meanings; `meanings` has each."""

    def __init__(self, message: str, meanings: Sequence[str]) -> None:
        super().__init__(message)
        self.meanings = tuple(meanings)


class UnsuitedError(AnswerError):
    """A readable answer to another question, or by another player."""


class IllegalError(AnswerError):
    """An answer that a rule forbids: the id of the `rule`, and a short name of the `reason`."""

    def __init__(self, message: str, rule: str, reason: str) -> None:
        super().__init__(f"{message} [{rule}]")
        self.rule, self.reason = rule, reason


class AnswerFailedError(AnswerError):
    """An answer that failed and was taken back, because cards set each other off without end.

    `cards` names them. It is empty where the fault is edencli's own; then `__cause__` has it.
    """

    def __init__(self, message: str, cards: Sequence[str]) -> None:
        super().__init__(message)
        self.cards = tuple(cards)


class UnmeasuredError(EdenError):
    """A fact that the players have not told yet, on a field without measurements; `rule` needs it."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule


def file_faults(files: Sequence[File]) -> tuple[FileFault, ...]:
    """All diagnostics of files, causes before symptoms."""
    told = diagnostics_data(causes_first(files), current_words())["files"]
    return tuple(_file_fault(file["file"], one) for file in told for one in file["diagnostics"])


def _file_fault(file: str, told: Mapping[str, Any]) -> FileFault:
    place = told["place"] or {"line": 0, "column": 0}
    texts = {name: told[name] or "" for name in ("code", "severity", "message", "hint")}
    return FileFault(file=file, line=place["line"], column=place["column"], **texts)


@contextmanager
def raise_eden_errors(match: Match) -> Iterator[None]:
    """Raise an `EdenError` in place of the internal errors about an answer."""
    words, names = current_words().of_book(match.book.key), match_names(match).cast
    try:
        yield
    except IllegalAnswer as illegal:
        why = illegal.refusal
        raise IllegalError(refusal_sentence(words, names, why), why.rule, why.reason) from None
    except Misread as fault:
        raise _misread_error(misread_sentence(words, fault), fault) from None
    except WrongDice:
        raise UnreadableError(misread_sentence(words, Misread("dice"))) from None
    except UnknownFact as unknown:
        sentence = question_sentence(words, names, fact_question(unknown.fact))
        raise UnmeasuredError(sentence, unknown.fact.rule) from None
    except ProcedureFailed as broken:
        raise _failed_error(broken) from broken.__cause__


def _misread_error(message: str, fault: Misread) -> AnswerError:
    if isinstance(fault, Ambiguous):
        meanings: Any = fault.values["meanings"]
        return AmbiguousError(message, meanings)
    return UnsuitedError(message) if isinstance(fault, Unsuited) else UnreadableError(message)


def _failed_error(broken: ProcedureFailed) -> AnswerFailedError:
    cause = broken.__cause__
    if isinstance(cause, OverBudgetError):
        return AnswerFailedError(endless_cards_sentence(current_words(), cause) or "", cause.cards)
    return AnswerFailedError(str(broken), ())
