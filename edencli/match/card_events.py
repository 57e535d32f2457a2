"""The events of cards: that one is played, and what it does; like all events, changes that have been done."""

from typing import Self

from edencli.match.events import Event
from edencli.match.pieces import Piece, Side
from edencli.match.state import LastingEffect, State, Token
from edencli.model.terms import Duration, MissionKind


class TacticPlayed(Event, kind="tactic-played"):
    """A player paid for a tactical card and showed it."""

    side: Side
    card: str

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.hand = tuple(card for card in side.hand if card != self.card)
        side.played = (*side.played, self.card)


class TacticCancelled(Event, kind="tactic-cancelled"):
    """The opponent paid to cancel a tactical card before it took effect."""

    side: Side
    card: str


class TacticInForce(Event, kind="tactic-in-force"):
    """A tactical card takes effect, till the end of the round unless it says otherwise."""

    side: Side
    card: str

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.in_force = (*side.in_force, self.card)


class TacticEnded(Event, kind="tactic-ended"):
    """A tactical card's effect is over."""

    side: Side
    card: str

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.in_force = tuple(card for card in side.in_force if card != self.card)


class CardTookEffect(Event, kind="card-took-effect"):
    """A card does what it says, and what follows is its doing.

    A secret mission hides its name, and all of it where it `only_scores`.
    """

    card: str | None
    side: Side | None
    fighter: Piece | None = None
    secrecy: MissionKind = MissionKind.REVEALED
    only_scores: bool = False

    def seen_by(self, side: Side) -> Self | None:
        """Hide the name of a secret mission from the opponent, and that it scores."""
        if side is self.side or self.secrecy is MissionKind.REVEALED:
            return self
        return None if self.only_scores else self.with_changes(card=None)


class CardCameToNothing(CardTookEffect, kind="card-came-to-nothing"):
    """What a card would do cannot be any more, and nothing has changed."""

    def seen_by(self, side: Side) -> Self | None:
        """Hide a secret mission that does nothing from the opponent."""
        return self if side is self.side or self.secrecy is MissionKind.REVEALED else None


class CardReminded(Event, kind="card-reminded"):
    """A card in force shows its text, of which no effect does all: the players may agree on the rest."""

    card: str
    side: Side | None
    fighter: Piece | None = None
    text: str


class EffectBegun(Event, kind="effect-begun"):
    """A card's effect begins to last: its number on the card, upon whom, and till when."""

    card: str
    side: Side | None
    user: Piece | None
    n: int
    target: Piece | None
    until: Duration

    def apply(self, state: State) -> None:
        state.lasting_effects = (*state.lasting_effects, _lasting(self))


class EffectEnded(EffectBegun, kind="effect-ended"):
    """A card's effect lasts no longer: the one that began with the same parts."""

    def apply(self, state: State) -> None:
        left = list(state.lasting_effects)
        left.remove(_lasting(self))
        state.lasting_effects = tuple(left)


class UsesRestored(Event, kind="uses-restored"):
    """What a fighter used up he may use so many times more."""

    fighter: Piece
    what: str
    n: int

    def apply(self, state: State) -> None:
        fighter = state.fighters[self.fighter]
        for used in (fighter.used_round, fighter.used_match):
            used[self.what] = max(0, used.get(self.what, 0) - self.n)
            if not used[self.what]:
                del used[self.what]


class Readied(Event, kind="readied"):
    """A fighter who was activated may be activated once more in this round."""

    fighter: Piece

    def apply(self, state: State) -> None:
        state.fighters[self.fighter].activated = False


class Swapped(Event, kind="swapped"):
    """Two fighters changed places."""

    fighter: Piece
    other: Piece

    def apply(self, state: State) -> None:
        places = state.fighters[self.fighter].place, state.fighters[self.other].place
        for piece, place in zip((self.other, self.fighter), places, strict=True):
            state.place_fighter(piece, place)


class TokenRemoved(Event, kind="token-removed"):
    """A marker or an area was taken off the field."""

    token: Token

    def apply(self, state: State) -> None:
        state.tokens = tuple(one for one in state.tokens if one != self.token)


class TokenTakenUp(Event, kind="token-taken-up"):
    """A fighter carries a marker from now on."""

    fighter: Piece
    token: Token

    def apply(self, state: State) -> None:
        carried = self.token._replace(bearer=self.fighter)
        state.tokens = tuple(carried if one == self.token else one for one in state.tokens)


class TokenPutDown(Event, kind="token-put-down"):
    """A fighter put down a marker where he stands."""

    fighter: Piece
    token: str

    def apply(self, state: State) -> None:
        state.drop_tokens(self.fighter, self.token)


def _lasting(event: EffectBegun) -> LastingEffect:
    return LastingEffect(event.card, event.side, event.user, event.n, event.target, event.until)
