"""Commands that may change a match, or the questions asked: `undo`, `note`, `expect`, `auto`, `stops`.

`CHANGING_COMMANDS` has a row for each; its help is `help.NAME` in the messages of this area.
"""

import json
import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from edencli.files.library import Library
from edencli.files.photos import SUFFIXES, PhotoError, keep_photo
from edencli.games.session import Session, correction_sentence
from edencli.games.session_transcript import effective_viewer
from edencli.lang import clean
from edencli.model.stops import TOPICS
from edencli.output.console import Refused
from edencli.pages import diagnostics
from edencli.prompt.proposals import delegate_preparation, show_hint
from edencli.prompt.stops import order_stops
from edencli.prompt.typed_play import AREA, CommandMisused, TypedCommand, TypedPlay
from edencli.referee.view import match_seen_by_viewer

AGREED = "agreed"


def _undo(table: TypedPlay, rest: str) -> None:
    if rest not in {"", AGREED}:
        raise CommandMisused("agreed-only", "undo")
    taken = table.undo_input(agreed=rest == AGREED)
    table.reset_telling()
    lines = [line for one in taken for line in one.lines]
    table.show(table.words.say(AREA, "taken-back", text=table.visible_answer(line)) for line in lines)


def _redo(table: TypedPlay, _: str) -> None:
    lines = [line for given in table.redo_input() for line in given.lines]
    table.show(table.words.say(AREA, "given-again", text=table.visible_answer(line)) for line in lines)


def _correct(table: TypedPlay, rest: str) -> None:
    lines = table.session.correct(rest)
    table.reset_telling(table.session.inputs[-1].before.events)
    old, new = lines[-2:]
    table.show([correction_sentence(table.words, old, new)])


def _note(table: TypedPlay, rest: str) -> None:
    """Leave a note; if it is the name of a picture, keep the picture beside the record."""
    if not rest.lower().endswith(SUFFIXES):
        table.session.note(rest)
        return
    ledger = table.session.ledger if isinstance(table.session, Session) else None
    if ledger is None:
        raise Refused(table.words.say(AREA, "photo.no-record"))
    folder = ledger.path.with_suffix(".photos")
    try:
        name = keep_photo(Path(rest), folder)
    except PhotoError as fault:
        raise Refused(table.words.say(AREA, f"photo.{fault.reason}", file=clean(rest))) from None
    table.session.note(table.words.say(AREA, "photo", file=Path(rest).name), f"{folder.name}/{name}")
    table.show([table.words.say(AREA, "photo.kept", file=str(folder / name))])


def _expect(table: TypedPlay, rest: str) -> None:
    """Compare the position with what is expected, in the words of a script."""
    name = os.path.realpath("expected.yaml")
    expected = rest if rest[0] == "{" else f"{{{rest}}}"
    text = json.dumps({**_ANY_GAME, "moves": [{"expect": _HERE}]}).replace(f'"{_HERE}"', expected)
    file = Library(kept={name: text}).open(name)
    for fault in file.diagnostics.kept:
        raise Refused(diagnostics.fault_sentence(fault, table.words), code=1)
    seen = partial(match_seen_by_viewer, viewer=effective_viewer(table.session, table.viewer))
    table.session.expect(file.value.moves[0]["expect"], passing=table.passes_optional, seen=seen)
    table.show([table.words.say(AREA, "as-expected")])


_ANY_GAME = {"kind": "game", "name": "Any", "red": "red.yaml", "blue": "blue.yaml"}
_HERE = "@"


def _quit(table: TypedPlay, _: str) -> None:
    table.over = True


CHANGING_COMMANDS: Mapping[str, TypedCommand] = {
    "undo": TypedCommand(_undo, takes_words=None, completions=lambda _: (AGREED,)),
    "redo": TypedCommand(_redo),
    "correct": TypedCommand(_correct, takes_words=True),
    "note": TypedCommand(_note, takes_words=True),
    "expect": TypedCommand(_expect, takes_words=True),
    "hint": TypedCommand(show_hint),
    "auto": TypedCommand(delegate_preparation, takes_words=None),
    "rest": TypedCommand(delegate_preparation, takes_words=None),
    "stops": TypedCommand(order_stops, takes_words=None, completions=lambda _: TOPICS),
    "quit": TypedCommand(_quit),
}
