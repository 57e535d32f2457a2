"""A game put on the table: its bands, its field, its position, under its rulebook."""

from collections.abc import Iterable, Mapping

from edencli.field.units import cm
from edencli.match.match import Match, Setup, TemplateSizes
from edencli.match.pieces import Piece, Side
from edencli.match.position import load
from edencli.match.state import FighterState, State
from edencli.model.fighter import Fighter
from edencli.model.game import Band, Game
from edencli.model.scenery import Scenery
from edencli.rulebooks.values import Rulebook
from edencli.rules.registry import begin
from edencli.rules.steps import FIRST


def pieces(bands: Mapping[Side, Band]) -> dict[Piece, Fighter]:
    """Everybody who plays, red first, in the order of the bands."""
    return {Piece(side, card.name): card for side in Side for card in bands[side].fighters}


def set_up(game: Game, bands: Mapping[Side, Band], scenery: Iterable[Scenery]) -> Setup:
    """What a game settles before its first step."""
    width, height = game.size
    sizes = game.templates
    return Setup(
        bands=bands,
        width=cm(width),
        height=cm(height),
        scenery={piece.name: piece for piece in scenery},
        templates=TemplateSizes(
            cm(sizes.explosion), cm(sizes.blast_length), cm(sizes.blast_near), cm(sizes.blast_far)
        ),
        rulings=game.rulings,
        chapters=game.chapters,
    )


def begin_game(game: Game, bands: Mapping[Side, Band], scenery: Iterable[Scenery], book: Rulebook) -> Match:
    """Begin a game at its position, or at the first step of the preparation."""
    setup = set_up(game, bands, scenery)
    cards = pieces(bands)
    if game.position is None:
        state = State({piece: FighterState(card) for piece, card in cards.items()})
        state.at = FIRST
    else:
        state = load(game.position, cards, book.actions.ap, setup)
    return begin(book, state, setup)
