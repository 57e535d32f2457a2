"""What is checked of a game once its bands and scenery are there, and the game that may then be played.

A module of its own, because it needs the nouns of play, and whoever checks a band need not wait for them.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from edencli.files.gather import GatheredGame
from edencli.files.library import File
from edencli.lang import spoken
from edencli.match.pieces import Side
from edencli.model.band import Band
from edencli.model.game import Game
from edencli.model.scenery import Scenery
from edencli.referee.game import pieces, set_up
from edencli.rulebooks.plain import lacks
from edencli.rulebooks.values import Rulebook, borrowing, rulebook
from edencli.rules.finding import Finding
from edencli.rules.position import check

if TYPE_CHECKING:
    from edencli.notation.names import Names


class CheckedGame(NamedTuple):
    """A game that may be played: its bands, its scenery, and the rulebook."""

    game: Game
    bands: dict[Side, Band]
    scenery: tuple[Scenery, ...]
    book: Rulebook


def checked_game(file: File, gathered: GatheredGame, book: str) -> CheckedGame | None:
    """The game of a good file, when nothing is wrong with its bands either."""
    bands = _bands(gathered)
    if len(bands) < len(Side) or file.said.errors:
        return None
    game: Game = file.value
    played = borrowing(rulebook(book), rulebook(game.optional)) if game.optional else rulebook(book)
    return CheckedGame(game, bands, gathered.scenery, played)


def check_chapters(game: Game, book: str) -> Iterator[Finding]:
    """Find the optional chapters that a game asks for: none is played yet, and some books have none."""
    for n, chapter in enumerate(game.chapters):
        form = "lacking" if lacks(game.optional or book, chapter) else ""
        yield Finding("game-chapter", ("chapters", n), {"chapter": chapter, "book": book}, form=form)


def check_moves(file: File, gathered: GatheredGame) -> Iterator[Finding]:
    """Read the form of every move, and play none."""
    from edencli.notation.names import names_in
    from edencli.players.script import lines_of

    bands = _bands(gathered)
    if file.value is None or not file.value.moves or len(bands) < len(Side):
        return
    names = names_in(pieces(bands), set_up(file.value, bands, gathered.scenery))
    for line in lines_of(file.value.moves):
        move = {"move": line.content, "refuse": line.content}.get(line.kind)
        if move is not None:
            text = move["move"] if isinstance(move, dict) else move
            path = ("moves", line.number, *(("move",) if line.kind == "refuse" else ()))
            yield from _misread(text, names, path)


def _misread(text: str, names: "Names", path: tuple[str | int, ...]) -> Iterator[Finding]:
    from edencli.notation.errors import Misread
    from edencli.notation.reader import parse
    from edencli.report.notation_table import sentence

    try:
        parse(text, names)
    except Misread as fault:
        yield Finding("game-unreadable", path, {"why": sentence(spoken(), fault)})


def _bands(gathered: GatheredGame) -> dict[Side, Band]:
    """The bands that are good, by side."""
    sound = {side: found for side, found in gathered.bands.items() if found.file.sound}
    return {Side(side): found.band for side, found in sound.items() if found.band}


def check_position(file: File, gathered: GatheredGame) -> tuple[Finding, ...]:
    """Check where a game begins, once all that it refers to is there."""
    game = file.value
    bands = _bands(gathered)
    lacking = any(said.code.startswith("reference-") for said in file.said.kept)
    if game is None or game.position is None or lacking or set(bands) != set(Side):
        return ()
    return tuple(check(game.position, set_up(game, bands, gathered.scenery), pieces(bands)))
