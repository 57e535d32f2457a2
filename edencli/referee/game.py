"""Put a game on the table: its bands, its field and its position, under its rulebook."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from edencli.effects.begin import create_match_with_cards
from edencli.field.units import cm
from edencli.match.field_kinds import ToldField
from edencli.match.match import Match, Setup, Trapezoid
from edencli.match.pieces import Piece, Side
from edencli.match.position import load_position
from edencli.match.state import FighterState, State
from edencli.model.fighter import Fighter
from edencli.model.game import Band, GameFile
from edencli.model.lexicon import FighterLexicon, unique_name
from edencli.model.scenery import Scenery
from edencli.rulebooks.values import Rulebook
from edencli.rules.npfs import HIGHEST_LEVEL
from edencli.rules.steps import FIRST_STEP


def cards_by_piece(bands: Mapping[Side, Band]) -> dict[Piece, Fighter]:
    """The cards of all fighters of both bands by piece, red first, in the order of the bands."""
    return {Piece(side, card.name): card for side in Side for card in bands[side].fighters}


def possible_npfs(npfs: Iterable[Fighter]) -> dict[Piece, Fighter]:
    """Every NPF that could be placed in a match, copies included."""
    found: dict[Piece, Fighter] = {}
    for card in npfs:
        for _ in range(len(Side) * HIGHEST_LEVEL // (card.level or 1)):
            found[Piece(None, unique_name(card.name, [piece.name for piece in found]))] = card
    return found


def npfs_named(
    position: Mapping[str, Any], npfs: Iterable[Fighter], cards: Mapping[Piece, Fighter]
) -> dict[Piece, Fighter]:
    """The NPFs that a position names, for they are in a match as soon as they are placed.

    Those that a card gave to a player are named with that side; who is in a band is none.
    """
    nobodys = possible_npfs(npfs)
    everybody = {
        side: {Piece(side, npf.name): card for npf, card in nobodys.items()} for side in (None, *Side)
    }
    found: dict[Piece, Fighter] = {}
    for name in position.get("fighters", {}):
        side = next((side for side in Side if name.startswith(f"{side} ")), None)
        meant = FighterLexicon(everybody[side]).meanings(name)
        if len(meant) == 1 and meant[0] not in cards:
            found[meant[0]] = everybody[side][meant[0]]
    return found


def make_setup(
    game: GameFile, bands: Mapping[Side, Band], scenery: Iterable[Scenery], npfs: Iterable[Fighter]
) -> Setup:
    """What a game fixes before its first step."""
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
    game: GameFile,
    bands: Mapping[Side, Band],
    scenery: Iterable[Scenery],
    npfs: Sequence[Fighter],
    book: Rulebook,
) -> Match:
    """Begin a game at its position, or at the first step of the preparation."""
    setup = make_setup(game, bands, scenery, npfs)
    cards = cards_by_piece(bands)
    if game.position is None:
        fighters = {piece: FighterState(card) for piece, card in cards.items()}
        state = State(fighters, field=None if game.measured else ToldField())
        state.step = FIRST_STEP
    else:
        cards |= npfs_named(game.position, npfs, cards)
        state = load_position(game.position, cards, book.actions.ap, setup)
    return create_match_with_cards(book, state, setup)
