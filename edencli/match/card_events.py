"""The events of cards: a card is played, and what it does; like all events, changes that have been done."""

from typing import Self

from edencli.match.events import Event
from edencli.match.pieces import Piece, Side
from edencli.match.state import (
    CardCopy,
    LastingEffect,
    RememberedFighter,
    SetApart,
    SpentEffect,
    State,
    Token,
)
from edencli.model.terms import Duration, LimbName, MissionKind


class TacticPlayed(Event, kind="tactic-played"):
    """A player paid the SP of a tactical card and showed the card."""

    side: Side
    card: str
    sp: int | None = None

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.hand = tuple(card for card in side.hand if card != self.card)
        side.played = (*side.played, self.card)


class HandShown(Event, kind="hand-shown"):
    """Cards of a hand were shown to one player (`to`), or to both.

    Only the players in `known_to` know which cards they are, unless both were shown them; the public view
    has only their number.
    """

    side: Side
    cards: tuple[str, ...] | None
    n: int
    to: Side | None
    known_to: tuple[Side, ...]

    @property
    def is_open(self) -> bool:
        """Whether both players were shown the cards."""
        return self.to is None

    def seen_by(self, side: Side) -> Self:
        """Hide the cards from a player that was not shown them; the view of one player is not for another."""
        if self.is_open or self.cards is None:
            return self
        known = self.cards if side in self.known_to else None
        return self.with_changes(cards=known, known_to=(side,))


class CardsDiscarded(Event, kind="cards-discarded"):
    """Cards of a hand were discarded; the players in `known_to` know which, or everyone if they are open."""

    side: Side
    cards: tuple[str, ...] | None
    n: int
    known_to: tuple[Side, ...]
    is_open: bool = False

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.hand = _without(side.hand, self.cards or ())
        side.discarded = (*side.discarded, *(self.cards or ()))

    def seen_by(self, side: Side) -> Self:
        """Hide the cards from a player that does not know them; the view of one player is not for another."""
        if self.is_open or self.cards is None:
            return self
        known = self.cards if side in self.known_to else None
        return self.with_changes(cards=known, known_to=(side,))


class CardsTakenBack(CardsDiscarded, kind="cards-taken-back"):
    """Cards that were discarded, or `played`, came back into the hand; played ones may be played again."""

    played: bool

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        if self.played:
            side.played = _without(side.played, self.cards or ())
        else:
            side.discarded = _without(side.discarded, self.cards or ())
        side.hand = (*side.hand, *(self.cards or ()))


class CardsDrawn(CardsDiscarded, kind="cards-drawn"):
    """Cards of the deck came into the hand."""

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.hand = (*side.hand, *(self.cards or ()))


def _without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """Some cards without others, each removed once, since a hidden name may occur several times."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


class TacticCancelled(Event, kind="tactic-cancelled"):
    """The opponent paid to cancel a tactical card before it took effect."""

    side: Side
    card: str


class TacticInForce(Event, kind="tactic-in-force"):
    """A tactical card takes effect, until the end of the round unless it says otherwise."""

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
    """A card takes effect, and causes what follows.

    A secret mission hides its name, and the whole event if it `only_scores`. An effect that works only
    once has its number on the card (`once`).
    """

    card: str | None
    side: Side | None
    fighter: Piece | None = None
    secrecy: MissionKind = MissionKind.REVEALED
    only_scores: bool = False
    once: int | None = None

    def apply(self, state: State) -> None:
        if self.once is not None and self.card is not None:
            spent = SpentEffect(self.card, self.side, self.fighter, self.once, state.round)
            state.spent_effects = (*state.spent_effects, spent)

    def seen_by(self, side: Side) -> Self | None:
        """Hide the name of a secret mission from the opponent, or the whole event if it only scores."""
        if side is self.side or self.secrecy is MissionKind.REVEALED:
            return self
        return None if self.only_scores else self.with_changes(card=None)


class CardCameToNothing(CardTookEffect, kind="card-came-to-nothing"):
    """The effect of a card has become impossible, and nothing has changed."""

    def seen_by(self, side: Side) -> Self | None:
        """Hide a secret mission that does nothing from the opponent."""
        return self if side is self.side or self.secrecy is MissionKind.REVEALED else None


class DiceThrown(Event, kind="dice-thrown"):
    """Plain dice were thrown for a card; `needed` is the face that succeeds, if that matters."""

    card: str
    side: Side
    dice: tuple[int, ...]
    needed: int | None = None
    successes: int | None = None


class CardReminded(Event, kind="card-reminded"):
    """A card in force shows its text, since effects do not do all of it: players may agree on the rest."""

    card: str
    side: Side | None
    fighter: Piece | None = None
    text: str


class EffectBegun(Event, kind="effect-begun"):
    """A lasting effect of a card begins: its number on the card, its target, and until when it lasts.

    It may work `times` times, and ends with the round `ends`, where these are given. The rest comes from
    the event that began it: the fighters that did and suffered that, the amount, the face and the limb.
    The scenery was chosen by the card's player.
    """

    card: str
    side: Side | None
    user: Piece | None
    n: int
    target: Piece | None
    until: Duration
    times: int | None = None
    ends: int | None = None
    doer: Piece | None = None
    sufferer: Piece | None = None
    amount: int | None = None
    face: int | None = None
    limb: LimbName | None = None
    scenery: str | None = None

    def apply(self, state: State) -> None:
        state.lasting_effects = (*state.lasting_effects, _lasting(self))


class EffectEnded(EffectBegun, kind="effect-ended"):
    """A lasting effect of a card ends: the one that began with the same parts."""

    def apply(self, state: State) -> None:
        left = list(state.lasting_effects)
        left.remove(_lasting(self))
        state.lasting_effects = tuple(left)


class EffectCounted(EffectBegun, kind="effect-counted"):
    """A lasting effect of a card worked, and may do so once less; its parts are those from before."""

    def apply(self, state: State) -> None:
        now = list(state.lasting_effects)
        now[now.index(_lasting(self))] = _lasting(self)._replace(times=(self.times or 1) - 1)
        state.lasting_effects = tuple(now)


class FighterRemembered(Event, kind="fighter-remembered"):
    """A card remembers a fighter; only its player knows a fighter that is remembered in secret."""

    card: str
    side: Side | None
    user: Piece | None
    fighter: Piece
    secrecy: MissionKind = MissionKind.REVEALED
    secret: bool = False

    def apply(self, state: State) -> None:
        state.remembered_fighters = (*state.remembered_fighters, self._memory)

    def seen_by(self, side: Side) -> Self | None:
        """Hide from the opponent what a secret mission remembers, and fighters remembered in secret."""
        is_open = self.secrecy is MissionKind.REVEALED and not self.secret
        return self if side is self.side or is_open else None

    @property
    def _memory(self) -> RememberedFighter:
        return RememberedFighter(self.card, self.side, self.user, self.fighter, self.secret)


class FighterForgotten(FighterRemembered, kind="fighter-forgotten"):
    """A card no longer remembers a fighter."""

    def apply(self, state: State) -> None:
        left = (one for one in state.remembered_fighters if one != self._memory)
        state.remembered_fighters = tuple(left)


class SpSetApart(Event, kind="sp-set-apart"):
    """SP that a card gave are for some payments alone; those of a secret mission only its player sees."""

    card: str
    side: Side | None
    user: Piece | None
    n: int
    sp: int
    secrecy: MissionKind = MissionKind.REVEALED

    def apply(self, state: State) -> None:
        state.set_apart = (*state.set_apart, self._set_apart)

    def seen_by(self, side: Side) -> Self | None:
        """Hide what a secret mission gave from the opponent."""
        return self if side is self.side or self.secrecy is MissionKind.REVEALED else None

    @property
    def _set_apart(self) -> SetApart:
        return SetApart(self.card, self.side, self.user, self.n, self.sp)

    def _take(self, state: State) -> None:
        """Reduce the SP set apart by this operation of the card, at the first entry with enough."""
        left = list(state.set_apart)
        at = next(n for n, one in enumerate(left) if one[:4] == self._set_apart[:4] and one.sp >= self.sp)
        left[at] = left[at]._replace(sp=left[at].sp - self.sp)
        state.set_apart = tuple(one for one in left if one.sp)


class SetApartSpent(SpSetApart, kind="set-apart-spent"):
    """SP that were set apart have been spent, or taken."""

    def apply(self, state: State) -> None:
        self._take(state)


class SetApartLapsed(SpSetApart, kind="set-apart-lapsed"):
    """SP that were set apart and not spent are lost."""

    def apply(self, state: State) -> None:
        self._take(state)
        if self.side is not None:
            side = state.sides[self.side]
            side.sp = max(0, side.sp - self.sp)  # a position may set apart more than a player has


class FighterRevealed(FighterRemembered, kind="fighter-revealed"):
    """The fighter that a card remembered in secret is revealed to both players."""

    def apply(self, state: State) -> None:
        known = self._memory._replace(secret=True)
        state.remembered_fighters = tuple(
            self._memory if one == known else one for one in state.remembered_fighters
        )


class CardCopied(Event, kind="card-copied"):
    """A card becomes a copy of another: it does what that one does as printed, and not what it did itself."""

    card: str
    side: Side | None
    user: Piece | None
    of: str
    of_side: Side | None
    of_user: Piece | None

    def apply(self, state: State) -> None:
        copy = CardCopy(self.card, self.side, self.user, self.of, self.of_side, self.of_user)
        state.copies = (*state.copies, copy)
        whose = copy[:3]
        state.spent_effects = tuple(
            one for one in state.spent_effects if (one.card, one.side, one.user) != whose
        )


class CountersAdded(Event, kind="counters-added"):
    """A fighter was given counters of a name."""

    fighter: Piece
    name: str
    n: int

    def apply(self, state: State) -> None:
        counters = state.fighters[self.fighter].counters
        counters[self.name] = counters.get(self.name, 0) + self.n


class CountersRemoved(Event, kind="counters-removed"):
    """A fighter lost counters of a name."""

    fighter: Piece
    name: str
    n: int

    def apply(self, state: State) -> None:
        counters = state.fighters[self.fighter].counters
        counters[self.name] = counters.get(self.name, 0) - self.n
        if counters[self.name] <= 0:
            del counters[self.name]


class PassedOn(Event, kind="passed-on"):
    """A card makes another fighter suffer a change, which follows; `change` is the kind of its event."""

    card: str | None
    fighter: Piece
    to: Piece
    change: str
    side: Side | None
    secrecy: MissionKind = MissionKind.REVEALED

    def seen_by(self, side: Side) -> Self | None:
        """Hide the name of a secret mission from the opponent."""
        is_known = side is self.side or self.secrecy is MissionKind.REVEALED
        return self if is_known else self.with_changes(card=None)


class UsesRestored(Event, kind="uses-restored"):
    """A fighter may use something again, n times, that it had used up."""

    fighter: Piece
    what: str
    n: int

    def apply(self, state: State) -> None:
        fighter = state.fighters[self.fighter]
        for used in (fighter.used_round, fighter.used_match):
            used[self.what] = max(0, used.get(self.what, 0) - self.n)
            if not used[self.what]:
                del used[self.what]


class CameBack(Event, kind="came-back"):
    """A fighter that had left the field is on it again, with at least one CP in each limb."""

    fighter: Piece
    place: tuple[int, int] | None

    def apply(self, state: State) -> None:
        fighter = state.fighters[self.fighter]
        fighter.gone = fighter.left_from = None
        for limb in fighter.card.limbs.values():
            if fighter.cp_left(limb.name) < 1:
                fighter.lost[limb.name] = limb.cp - 1
        state.place_fighter(self.fighter, self.place)


class EquipmentDiscarded(Event, kind="equipment-discarded"):
    """A fighter lost a piece of equipment."""

    fighter: Piece
    equipment: str

    def apply(self, state: State) -> None:
        fighter = state.fighters[self.fighter]
        fighter.discarded = (*fighter.discarded, self.equipment)


class Readied(Event, kind="readied"):
    """A fighter that was activated may be activated once more in this round."""

    fighter: Piece

    def apply(self, state: State) -> None:
        state.fighters[self.fighter].activated = False


class Exhausted(Event, kind="exhausted"):
    """A fighter that was not activated counts as activated in this round, by the card of a side."""

    fighter: Piece
    side: Side | None

    def apply(self, state: State) -> None:
        state.fighters[self.fighter].activated = True


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


class TokenMoved(Event, kind="token-moved"):
    """A marker or an area was moved; only a measured field says where to."""

    token: Token
    place: tuple[int, int] | None

    def apply(self, state: State) -> None:
        state.move_token(self.token, self.place)


class TokenTakenUp(Event, kind="token-taken-up"):
    """A fighter took up a marker, and carries it."""

    fighter: Piece
    token: Token

    def apply(self, state: State) -> None:
        carried = self.token._replace(bearer=self.fighter)
        state.tokens = tuple(carried if one == self.token else one for one in state.tokens)


class TokenPutDown(Event, kind="token-put-down"):
    """A fighter put down a marker where it stands."""

    fighter: Piece
    token: str

    def apply(self, state: State) -> None:
        state.drop_tokens(self.fighter, self.token)


def _lasting(event: EffectBegun) -> LastingEffect:
    parts = event.as_dict()
    return LastingEffect(**{part: parts[part] for part in LastingEffect._fields})
