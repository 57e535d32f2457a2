"""The cards of a match that say what they do: which they are, which work now, and how deep they go."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from edencli.effects.begin import FedOnItself
from edencli.match.match import Match, Setup
from edencli.match.pieces import Piece, Side
from edencli.match.state import LastingEffect, State
from edencli.model.effect import CardEffect, StandingEffect, lastings
from edencli.model.fighter import Ability
from edencli.model.game import Mission, Tactic
from edencli.model.meant import Role

RULE = "card-over-rule"
DEEPEST = 20
"""How many effects may set each other off."""

S = TypeVar("S", bound=StandingEffect)


class CardAtWork(NamedTuple):
    """A card that says what it does: an ability of `user`, or a tactical card or a mission of `side`."""

    card: str
    side: Side | None
    effects: tuple[CardEffect, ...]
    user: Piece | None = None
    ability: Ability | None = None


class CardsInPlay:
    """All such cards of one match. Fighters may join it; then they are looked up again."""

    def __init__(self, state: State, setup: Setup) -> None:
        self._setup = setup
        self._known = 0
        self._of_fighters: tuple[CardAtWork, ...] = ()
        self._of_players = tuple(_of_players(setup))
        self._chain: list[str] = []
        self._look(state)

    def _look(self, state: State) -> None:
        if len(state.fighters) != self._known:
            self._known = len(state.fighters)
            self._of_fighters = tuple(_of_fighters(state))

    def all(self, state: State) -> tuple[CardAtWork, ...]:
        """Every card of the match that says what it does."""
        self._look(state)
        return (*self._of_fighters, *self._of_players)

    def might(self) -> Iterator[CardEffect]:
        """Every effect that there may ever be: what lasts too, and those of fighters who may join."""
        joining = (ability.effects for npf in self._setup.npfs.values() for ability in npf.abilities)
        for effects in (*(one.effects for one in (*self._of_fighters, *self._of_players)), *joining):
            yield from effects
            yield from (effect for op in lastings(effects) for effect in op.effects)

    def working(self, match: Match, kind: type[S]) -> Iterator[tuple[CardAtWork, S, Mapping[Role, Piece]]]:
        """The standing effects of a kind that work now, and those that last, with the fighters they name."""
        state = match.state
        for source in self.all(state):
            for effect in source.effects:
                if isinstance(effect, kind) and is_in_force(match, source):
                    yield source, effect, _NOBODY
        for begun in state.lasting:
            source = self._source(state, begun)
            roles = {Role.TARGET: begun.target} if begun.target else _NOBODY
            for effect in lastings(source.effects)[begun.n].effects:
                if isinstance(effect, kind):
                    yield source, effect, roles

    def _source(self, state: State, begun: LastingEffect) -> CardAtWork:
        """The card that began an effect."""
        wanted = (begun.card, begun.side, begun.user)
        return next(one for one in self.all(state) if (one.card, one.side, one.user) == wanted)

    @contextmanager
    def at_work(self, source: CardAtWork) -> Iterator[None]:
        """Count how deep cards have set each other off."""
        depth = len(self._chain)
        if depth >= DEEPEST:
            raise FedOnItself((*self._chain, source.card))
        self._chain.append(source.card)
        try:
            yield
        finally:
            del self._chain[depth:]


_NOBODY: Mapping[Role, Piece] = MappingProxyType({})


def _of_fighters(state: State) -> Iterator[CardAtWork]:
    for piece, fighter in state.fighters.items():
        for ability in fighter.card.abilities:
            if ability.effects:
                yield CardAtWork(ability.name, piece.side, ability.effects, piece, ability)


def _of_players(setup: Setup) -> Iterator[CardAtWork]:
    for side, band in setup.bands.items():
        decks: tuple[tuple[Tactic | Mission, ...], ...] = (band.tactics, band.missions)
        for card in (card for deck in decks for card in deck if card.effects):
            yield CardAtWork(card.name, side, card.effects)


def is_in_force(match: Match, source: CardAtWork) -> bool:
    """Tell whether a card works now: its fighter is on the field, it is in force, or what it laid is."""
    if source.user is not None:
        return match.present(source.user) or _has_laid(match, source)
    if source.side is None:
        return False
    player = match.state.sides[source.side]
    return source.card in player.in_force or source.card == player.mission or _has_laid(match, source)


def _has_laid(match: Match, source: CardAtWork) -> bool:
    """Tell whether something that a card laid is on the field: so long it works."""
    own = (source.card, source.side, source.user)
    return any((one.card, one.side, one.user) == own for one in match.state.tokens)
