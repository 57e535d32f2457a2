"""A game put on the table: its bands, its field, its position, under its rulebook."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from edencli.effects.begin import begin
from edencli.field.units import cm
from edencli.match.match import Match, Setup, Trapezoid
from edencli.match.pieces import Piece, Side
from edencli.match.position import load
from edencli.match.state import FighterState, State
from edencli.model.cast import Cast, numbered
from edencli.model.fighter import Fighter
from edencli.model.game import Band, Game
from edencli.model.scenery import Scenery
from edencli.rulebooks.values import Rulebook
from edencli.rules.npfs import HIGHEST_LEVEL
from edencli.rules.steps import FIRST


def pieces(bands: Mapping[Side, Band]) -> dict[Piece, Fighter]:
    """Everybody who plays, red first, in the order of the bands."""
    return {Piece(side, card.name): card for side in Side for card in bands[side].fighters}


def might_join(npfs: Iterable[Fighter]) -> dict[Piece, Fighter]:
    """Every NPF that could be placed in a match, copies and all."""
    found: dict[Piece, Fighter] = {}
    for card in npfs:
        for _ in range(len(Side) * HIGHEST_LEVEL // (card.level or 1)):
            found[Piece(None, numbered(card.name, [piece.name for piece in found]))] = card
    return found


def npfs_named(position: Mapping[str, Any], npfs: Iterable[Fighter]) -> dict[Piece, Fighter]:
    """The NPFs that a position names, for they are in a match as soon as they are placed."""
    everybody = might_join(npfs)
    cast = Cast(everybody)
    named = [cast.called(name) for name in position.get("fighters", {})]
    return {meant[0]: everybody[meant[0]] for meant in named if len(meant) == 1}


def set_up(
    game: Game, bands: Mapping[Side, Band], scenery: Iterable[Scenery], npfs: Iterable[Fighter]
) -> Setup:
    """What a game settles before its first step."""
    width, height = game.size
    sizes = game.templates
    return Setup(
        bands=bands,
        width=cm(width),
        height=cm(height),
        measured=game.measured,
        scenery={piece.name: piece for piece in scenery},
        npfs={card.name: card for card in npfs},
        explosion=cm(sizes.explosion),
        blast=Trapezoid(cm(sizes.blast_length), cm(sizes.blast_near), cm(sizes.blast_far)),
        rulings=game.rulings,
        chapters=game.chapters,
    )


def begin_game(
    game: Game,
    bands: Mapping[Side, Band],
    scenery: Iterable[Scenery],
    npfs: Sequence[Fighter],
    book: Rulebook,
) -> Match:
    """Begin a game at its position, or at the first step of the preparation."""
    setup = set_up(game, bands, scenery, npfs)
    cards = pieces(bands)
    if game.position is None:
        state = State({piece: FighterState(card) for piece, card in cards.items()})
        state.at = FIRST
    else:
        state = load(game.position, cards | npfs_named(game.position, npfs), book.actions.ap, setup)
    state.told = None if game.measured else state.told or {}
    return begin(book, state, setup)
