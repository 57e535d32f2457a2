"""The cards of a match that have effects: which there are, which work now, and how deep they are nested."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

from edencli.match.limits import CHAIN_DEPTH, OverBudgetError
from edencli.match.match import Match, Setup
from edencli.match.pieces import Piece, Side
from edencli.match.state import CardCopy, LastingEffect, SetApart, State
from edencli.model.card_words import Role, Who
from edencli.model.effect import (
    CardEffect,
    Instead,
    Lasting,
    StandingEffect,
    When,
    lasting_effects,
    words_within,
)
from edencli.model.fighter import Ability
from edencli.model.game import Mission, Tactic
from edencli.model.operation import GiveSp
from edencli.model.terms import Payment
from edencli.named_tuple import NamedTuple
from edencli.record import found_once

S = TypeVar("S", bound=StandingEffect)
E = TypeVar("E", bound=CardEffect)


class CardWithEffects(NamedTuple):
    """A card with effects: an ability of `user`, or a tactical card or a mission of `side`.

    If the effects at work are lasting ones that the card began, that is `begun`; the ability has been paid
    for by then. The roles given by the events that began them are `bound`, whether a fighter has them or not.
    """

    card: str
    side: Side | None
    effects: tuple[CardEffect, ...]
    user: Piece | None = None
    ability: Ability | None = None
    begun: LastingEffect | None = None
    bound: frozenset[Role] = frozenset()

    @property
    def kept_roles(self) -> dict[Role, Piece]:
        """The doer and the sufferer of the event that began a lasting effect, and its target."""
        if self.begun is None:
            return {}
        kept = {
            Role.TARGET: self.begun.target,
            Role.DOER: self.begun.doer,
            Role.SUFFERER: self.begun.sufferer,
        }
        return {role: piece for role, piece in kept.items() if piece is not None}


class _Beginning(NamedTuple):
    """A lasting operation of a card, and the roles that the events around it give."""

    operation: Lasting
    bound: frozenset[Role]


class CardsInPlay:
    """All cards with effects of one match; they are looked up again when fighters join it."""

    def __init__(self, state: State, setup: Setup) -> None:
        self._setup = setup
        self._known: tuple[int, tuple[CardCopy, ...]] = (0, ())
        self._all: tuple[CardWithEffects, ...] = ()
        self._bound: dict[Hashable, tuple[tuple[CardWithEffects, Any], ...]] = {}
        """The effects by kind and purpose, found when first asked for; emptied when the cards change."""
        self._lastings: dict[
            tuple[str, Side | None, Piece | None], tuple[CardWithEffects, Sequence[_Beginning]]
        ] = {}
        self._chain: list[str] = []
        self._look(state)

    def _look(self, state: State) -> None:
        fighters, copies = self._known
        if len(state.fighters) != fighters or state.copies != copies:
            self._known = len(state.fighters), state.copies
            self._all = _with_copies((*_of_fighters(state), *_of_players(self._setup)), state.copies)
            self._bound = {}
            self._lastings = {
                (one.card, one.side, one.user): (
                    one,
                    [beginning for effect in one.effects for beginning in _beginnings(effect)],
                )
                for one in self._all
            }

    def all_cards(self, state: State) -> tuple[CardWithEffects, ...]:
        """Return every card of the match that has effects."""
        self._look(state)
        return self._all

    def source_of(self, state: State, source: CardWithEffects) -> CardWithEffects:
        """Return a card as it is now; it may have become a copy of another."""
        whose = (source.card, source.side, source.user)
        return next(one for one in self.all_cards(state) if (one.card, one.side, one.user) == whose)

    def effects_of_kind(
        self, state: State, kind: type[CardEffect], about: str | None = None
    ) -> tuple[tuple[CardWithEffects, Any], ...]:
        """Return the effects of a kind, with their cards; with `about`, only of that number or event."""
        return self.bound_effects(
            state,
            kind,
            about,
            lambda effect: about in {None, getattr(effect, "to", None), getattr(effect, "event", None)},
        )

    def bound_effects(
        self, state: State, kind: type[CardEffect], what: Hashable, wanted: Callable[[Any], bool]
    ) -> tuple[tuple[CardWithEffects, Any], ...]:
        """Return the effects of a kind that are wanted for a purpose, with their cards: found once per match.

        Suits only tests of what an effect says; whether it works now is to be asked each time.
        """
        self._look(state)
        found = self._bound.get((kind, what))
        if found is None:
            found = self._bound[kind, what] = tuple(
                (source, effect)
                for source in self._all
                for effect in source.effects
                if isinstance(effect, kind) and wanted(effect)
            )
        return found

    @cached_property
    def possible_effects(self) -> tuple[CardEffect, ...]:
        """Every effect that the match may ever have, with lasting ones and of fighters that may join."""
        joining = (ability.effects for npf in self._setup.npfs.values() for ability in npf.abilities)
        found: list[CardEffect] = []
        for effects in (*(one.effects for one in self._all), *joining):
            found += effects
            found += (effect for op in lasting_effects(effects) for effect in op.effects)
        return tuple(found)

    def effects_in_force(
        self,
        match: Match,
        kind: type[S],
        what: Hashable = None,
        wanted: Callable[[S], bool] = lambda _: True,
        *,
        of: Piece | None = None,
    ) -> Iterator[tuple[CardWithEffects, S, Mapping[Role, Piece]]]:
        """Give the standing effects of a kind that work now, lasting ones too, with the fighters they name.

        If `what` and `wanted` are given, other effects are left out. If `of` is given, effects on their own
        user are left out when that is another fighter.
        """
        tally = match.tally
        for source, effect in self.bound_effects(match.state, kind, what, wanted):
            if tally is None and is_another(source, getattr(effect, "of", None), of):
                continue
            if is_in_force(match, source):
                if tally is not None:
                    tally.note_offered(match, (effect,))
                yield source, effect, _NOBODY
        if match.state.lasting_effects:
            for source, effect in self.begun_effects(match.state, kind):
                if tally is not None:
                    tally.note_offered(match, (effect,))
                yield source, effect, source.kept_roles

    def begun_effects(self, state: State, kind: type[E]) -> Iterator[tuple[CardWithEffects, E]]:
        """Give the lasting effects of a kind that are in force now, in the order in which they began."""
        for begun in state.lasting_effects:
            self._look(state)
            source, beginnings = self._lastings[begun.card, begun.side, begun.user]
            operation, bound = beginnings[begun.n]
            for effect in operation.effects:
                if isinstance(effect, kind):
                    yield source._replace(begun=begun, ability=None, bound=bound), effect

    def pays_for(self, match: Match, apart: SetApart, on: Payment, tactic: str | None) -> bool:
        """Tell whether SP that a card set apart may be spent on a payment, such as that tactical card."""
        from edencli.effects.tactic_cards import is_such_tactic  # noqa: PLC0415  # few cards set SP apart

        whose = (apart.card, apart.side, apart.user)
        for one in self.all_cards(match.state):
            if (one.card, one.side, one.user) == whose:
                op = spending_operations(one.effects)[apart.n]
                is_such = apart.side is None or is_such_tactic(match, op.card, apart.side, tactic or "")
                return on in op.only_for and (on is not Payment.TACTIC or is_such)
        return False

    def guard_depth(self, source: CardWithEffects) -> "_DepthGuard":
        """Count how deep cards trigger each other; exceeding the budget is an error that names them."""
        return _DepthGuard(self._chain, source.card)


def note_fired(match: Match, effect: object) -> None:
    """Count that an effect did something, if the match is tallied."""
    if match.tally is not None:
        match.tally.note_fired(match, effect)


def note_offered(match: Match, *effects: object) -> None:
    """Count that effects are in force or were offered to a player, if the match is tallied."""
    if match.tally is not None:
        match.tally.note_offered(match, effects)


def spending_operations(effects: Sequence[CardEffect]) -> list[GiveSp]:
    """Return the operations of a card that set SP apart for some payments, in their order on the card."""
    said = (word for effect in effects for word in words_within(effect))
    return [word for word in said if isinstance(word, GiveSp) and word.only_for]


class _DepthGuard:
    """Counts how many cards are at work inside each other; a class, because it is used thousands of times."""

    __slots__ = ("_card", "_chain", "_depth")

    def __init__(self, chain: list[str], card: str) -> None:
        self._chain, self._card, self._depth = chain, card, len(chain)

    def __enter__(self) -> None:
        if self._depth >= CHAIN_DEPTH:
            raise OverBudgetError("depth", (*self._chain, self._card))
        self._chain.append(self._card)

    def __exit__(self, _: object, over: object, __: object) -> None:
        if isinstance(over, OverBudgetError):
            over.name_cards(self._chain)
        del self._chain[self._depth :]


_NOBODY: Mapping[Role, Piece] = MappingProxyType({})


def _with_copies(
    printed: tuple[CardWithEffects, ...], copies: Sequence[CardCopy]
) -> tuple[CardWithEffects, ...]:
    """Return all cards, copies with the printed effects of their original, which may be none."""
    effects = {(one.card, one.side, one.user): one.effects for one in printed}
    copied = {copy[:3]: effects.get((copy.of, copy.of_side, copy.of_user), ()) for copy in copies}
    return tuple(
        one._replace(effects=copied.get((one.card, one.side, one.user), one.effects)) for one in printed
    )


@found_once
def _beginnings(effect: CardEffect) -> Sequence[_Beginning]:
    """Return the lasting operations within an effect, in the order in which it names them."""
    return [_Beginning(one, frozenset(_bound_roles(effect, one))) for one in lasting_effects((effect,))]


def _bound_roles(effect: CardEffect, operation: Lasting) -> Iterator[Role]:
    """Give the roles that the events around a lasting operation have, with a fighter or without."""
    for one in (effect, *_around(effect, operation)):
        if isinstance(one, When | Instead):
            if one.event.doer:
                yield Role.DOER
            if one.event.sufferer:
                yield Role.SUFFERER


def _around(effect: CardEffect, operation: Lasting) -> Iterator[CardEffect]:
    """Give the effects within another one that contain a lasting operation."""
    for outer in lasting_effects((effect,)):
        for one in outer.effects:
            if any(operation is inner for inner in lasting_effects((one,))):
                yield one


def _of_fighters(state: State) -> Iterator[CardWithEffects]:
    for piece, fighter in state.fighters.items():
        for ability in fighter.card.abilities:
            if ability.effects:
                yield CardWithEffects(ability.name, piece.side, ability.effects, piece, ability)


def _of_players(setup: Setup) -> Iterator[CardWithEffects]:
    for side, band in setup.bands.items():
        decks: tuple[tuple[Tactic | Mission, ...], ...] = (band.tactics, band.missions)
        for card in (card for deck in decks for card in deck if card.effects):
            yield CardWithEffects(card.name, side, card.effects)


def is_another(source: CardWithEffects, who: Who | None, piece: Piece | None) -> bool:
    """Tell whether a filter means the user of its card and this fighter is another, whatever else it asks."""
    return (
        who is not None
        and who.the is Role.USER
        and piece is not None
        and piece != source.user
        and who.nearest is None
    )


def is_in_force(match: Match, source: CardWithEffects) -> bool:
    """Tell whether a card works now: its fighter is on the field, it is in force, or something it laid is.

    Lasting effects that it began work until they end.
    """
    if source.begun is not None:
        return still_lasting(match.state, source.begun) is not None
    if source.user is not None:
        return match.state.fighters[source.user].on_field or _has_laid(match, source)
    if source.side is None:
        return False
    player = match.state.sides[source.side]
    return player.has_in_force(source.card) or source.card == player.mission or _has_laid(match, source)


def still_lasting(state: State, begun: LastingEffect) -> LastingEffect | None:
    """Return a lasting effect as it is now, or None if it has ended; its uses may have been counted down."""
    parts = begun._replace(times=None)
    return next((one for one in state.lasting_effects if one._replace(times=None) == parts), None)


def _has_laid(match: Match, source: CardWithEffects) -> bool:
    """Tell whether something that a card laid is on the field, which keeps the card working."""
    tokens = match.state.tokens
    own = (source.card, source.side, source.user)
    return bool(tokens) and any((one.card, one.side, one.user) == own for one in tokens)
