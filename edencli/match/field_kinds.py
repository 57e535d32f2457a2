"""The field of a match: measured, described by the players, or a bare table.

A caller asks the field what it wants to know: whether it answers about some pieces, whether they have
places, whether players are asked. No caller asks which kind of field it is; a fact that is found in
different ways has a function for each (`edencli.match.rules_api.field_fact`). The field is part of the
state, since what the players said changes during a match.

Pieces without a place need no kind of their own: on a measured field a fighter that is not deployed yet,
or has left, has none, and the field answers nothing about it. On a bare table no fighter ever has one.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Protocol

from edencli.match.facts import Fact
from edencli.match.pieces import OwnedCard, Piece, Side

NOTHING_TOLD: Mapping[Fact, Any] = MappingProxyType({})


class HasPlace(Protocol):
    """Something that may have a place: the state of a fighter."""

    @property
    def place(self) -> tuple[int, int] | None:
        """The place of the fighter, or None."""


class HasOwner(Protocol):
    """A card of a match: an ability of a user, or a card of a side."""

    @property
    def card(self) -> str:
        """The name of the card."""

    @property
    def side(self) -> Side | None:
        """The player that owns the card."""

    @property
    def user(self) -> Piece | None:
        """The fighter that has the ability."""


class Field:
    """What callers may ask of any field; only a told field keeps facts."""

    __slots__ = ()

    has_places: ClassVar[bool] = False
    """Whether things have places, so that answers name them and pages draw and measure them."""
    asks_players: ClassVar[bool] = False
    """Whether the players are asked about what is not measured."""
    told_facts: Mapping[Fact, Any] = NOTHING_TOLD
    """The players' answers, fact by fact; replaced by another mapping when there are more."""

    def answers_about(self, *pieces: Piece) -> bool:
        """Tell whether the field answers anything about all these pieces, measured or told."""
        return False

    def knows_places(self, *pieces: Piece) -> bool:
        """Tell whether all these pieces have places from which to measure and plan."""
        return False

    def set_facts(self, facts: Mapping[Fact, Any]) -> None:
        """Keep these facts and no others; only a told field keeps any."""

    def learn(self, facts: Mapping[Fact, Any]) -> None:
        """Keep these facts in addition."""

    def forget_facts_about(self, mover: Piece) -> None:
        """Forget the facts that a fighter's movement may have changed."""

    def forget_facts_of_token(self, name: str) -> None:
        """Forget the facts about markers and areas of a name."""

    def forget_fleeting_facts(self) -> None:
        """Forget the facts that were about one act only."""

    def note_unanswered(self, card: HasOwner) -> None:
        """Record a card that depends on positions, if the field has none."""

    @property
    def unanswered(self) -> Iterable[OwnedCard]:
        """The cards that depend on positions that the field could not give, each once."""
        return ()

    def copy_for(self, fighters: Mapping[Piece, HasPlace]) -> "Field":
        """Copy the field for a copy of its fighters."""
        return self

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.told_facts == getattr(other, "told_facts", None)

    __hash__ = None  # type: ignore[assignment]  # it changes


class MeasuredField(Field):
    """A field on which everything has a place, and the program measures."""

    __slots__ = ("_fighters",)
    has_places = True

    def __init__(self, fighters: Mapping[Piece, HasPlace]) -> None:
        self._fighters = fighters

    def answers_about(self, *pieces: Piece) -> bool:
        for piece in pieces:  # noqa: SIM110  # called very often; a generator would take twice the time
            if self._fighters[piece].place is None:
                return False
        return True

    knows_places = answers_about

    def copy_for(self, fighters: Mapping[Piece, HasPlace]) -> Field:
        return MeasuredField(fighters)


class ToldField(Field):
    """A field of miniatures, of which only the players' answers are known."""

    __slots__ = ("told_facts",)
    asks_players = True

    def __init__(self, facts: Mapping[Fact, Any] = NOTHING_TOLD) -> None:
        self.told_facts = facts

    def answers_about(self, *pieces: Piece) -> bool:
        return True

    def set_facts(self, facts: Mapping[Fact, Any]) -> None:
        self.told_facts = facts

    def learn(self, facts: Mapping[Fact, Any]) -> None:
        self.told_facts = {**self.told_facts, **facts}

    def forget_facts_about(self, mover: Piece) -> None:
        known = self.told_facts.items()
        self.told_facts = {fact: told for fact, told in known if not fact.is_changed_by(mover)}

    def forget_facts_of_token(self, name: str) -> None:
        self.told_facts = {
            fact: told for fact, told in self.told_facts.items() if getattr(fact, "place", None) != name
        }

    def forget_fleeting_facts(self) -> None:
        self.told_facts = {fact: told for fact, told in self.told_facts.items() if not fact.is_fleeting}

    def copy_for(self, fighters: Mapping[Piece, HasPlace]) -> Field:
        return ToldField(self.told_facts)


class BareField(Field):
    """A bare table without places, on which the players are not asked: facts are declared with acts.

    Its copies share the record of the cards that depend on positions, so that a page can name them.
    """

    __slots__ = ("_askers",)

    def __init__(self) -> None:
        self._askers: dict[OwnedCard, None] = {}

    def note_unanswered(self, card: HasOwner) -> None:
        self._askers[OwnedCard(card.side, card.user, card.card)] = None

    @property
    def unanswered(self) -> Iterable[OwnedCard]:
        return tuple(self._askers)
