"""The events of a match outside its attacks: preparation, rounds, movement, points.

Like those of an attack (`events`), they are changes that have been done. What one of them must not show to a
player yet, `seen_by` takes out.
"""

from typing import Self

from edencli.match.events import Event
from edencli.match.pieces import Piece, Side
from edencli.match.state import SceneryState, State, Token
from edencli.model.terms import MissionKind


class StepBegun(Event, kind="step-begun"):
    """The match comes to a step of preparation, of a round, or of intendancy."""

    step: str

    def apply(self, state: State) -> None:
        state.step = self.step


class RoundBegun(Event, kind="round-begun"):
    """A round begins: what may be done so often a round may be done again."""

    round: int

    def apply(self, state: State) -> None:
        state.round, state.passes, state.last_activator = self.round, 0, None
        for fighter in state.fighters.values():
            fighter.used_round = {}
            fighter.activated, fighter.spent = False, fighter.on_field and fighter.ap == 0


class SpReserved(Event, kind="sp-reserved"):
    """A player has his strategy points for the match."""

    side: Side
    n: int

    def apply(self, state: State) -> None:
        state.sides[self.side].sp = self.n


class SpSpent(Event, kind="sp-spent"):
    """A player paid with strategy points."""

    side: Side
    n: int
    why: str

    def clamped(self, state: State) -> Self:
        """Nobody pays more than he has."""
        return self.with_changes(n=min(self.n, state.sides[self.side].sp))

    def apply(self, state: State) -> None:
        state.sides[self.side].sp -= self.n


class BidsRevealed(Event, kind="bids-revealed"):
    """Both bids are shown at once, and lost."""

    red: int
    blue: int

    def clamped(self, state: State) -> Self:
        """Nobody bids more than he has."""
        red, blue = (state.sides[side].sp for side in Side)
        return self.with_changes(red=min(self.red, red), blue=min(self.blue, blue))

    def apply(self, state: State) -> None:
        state.sides[Side.RED].sp -= self.red
        state.sides[Side.BLUE].sp -= self.blue


class DiceCompared(Event, kind="dice-compared"):
    """Both players threw a die; nobody won when they must throw again."""

    red: int
    blue: int
    winner: Side | None


class FirstPlayerSet(Event, kind="first-player-set"):
    """A player is first."""

    side: Side

    def apply(self, state: State) -> None:
        state.first_player = self.side


class LeaderNamed(Event, kind="leader-named"):
    """A fighter leads his band."""

    fighter: Piece

    def apply(self, state: State) -> None:
        if self.fighter.side is not None:
            state.sides[self.fighter.side].leader = self.fighter


class MissionPlayed(Event, kind="mission-played"):
    """A player chose his mission; a secret one is his own business."""

    side: Side
    mission: str | None
    secrecy: MissionKind

    def apply(self, state: State) -> None:
        state.sides[self.side].mission = self.mission

    def seen_by(self, side: Side) -> Self:
        """Hide the name of a secret mission from the opponent."""
        if side is self.side or self.secrecy is MissionKind.REVEALED:
            return self
        return self.with_changes(mission=None)


class WithoutMission(Event, kind="without-mission"):
    """A player goes without a mission, for he may play none of his."""

    side: Side


class InfestationAgreed(Event, kind="infestation-agreed"):
    """The players agreed on a level of infestation, and have as many points to place nobody's fighters."""

    level: int


class NpfPlaced(Event, kind="npf-placed"):
    """A player bought one of nobody's fighters and placed him."""

    side: Side
    fighter: Piece
    card: str
    place: tuple[int, int] | None

    def apply(self, state: State) -> None:
        state.add_npf(self.fighter, self.card, self.place)


class NpfActivated(Event, kind="npf-activated"):
    """A player activated one of nobody's fighters."""

    fighter: Piece
    by: Side


class WeatherRolled(Event, kind="weather-rolled"):
    """Two dice brought a weather condition, which holds for the whole match."""

    dice: tuple[int, ...]
    weather: str

    def apply(self, state: State) -> None:
        state.weather = tuple(dict.fromkeys((*state.weather, self.weather)))


class FoundTooFar(Event, kind="found-too-far"):
    """What a fighter paid for proves to be too far, now that it is measured, and fails."""

    fighter: Piece
    act: str


class SceneryPlaced(Event, kind="scenery-placed"):
    """A player placed a piece of scenery."""

    side: Side
    scenery: str
    lying: SceneryState

    def apply(self, state: State) -> None:
        state.lay_scenery(self.scenery, self.lying)


class SceneryBought(Event, kind="scenery-bought"):
    """A player bought an element, and has so many points left."""

    side: Side
    scenery: str
    n: int
    left: int


class SceneryAgreed(Event, kind="scenery-agreed"):
    """The players agreed how many pieces of scenery each of them places."""

    n: int


class NoRoomFound(Event, kind="no-room"):
    """A player found no room for what is left to him; a piece that his opponent is ahead is taken back."""

    side: Side
    what: str
    taken_back: str | None = None

    def apply(self, state: State) -> None:
        if self.taken_back is not None:
            state.take_scenery(self.taken_back)


class HalfChosen(Event, kind="half-chosen"):
    """The first player chose his half of the field; the other has the opposite one."""

    side: Side
    half: str
    opposite: str

    def apply(self, state: State) -> None:
        state.sides[self.side].half = self.half
        state.sides[self.side.other].half = self.opposite


class Deployed(Event, kind="deployed"):
    """A fighter was put on the field; where nobody measures, without a place."""

    fighter: Piece
    place: tuple[int, int] | None

    def apply(self, state: State) -> None:
        state.place_fighter(self.fighter, self.place)


class HandTaken(Event, kind="hand-taken"):
    """A player took his tactical hand; the opponent sees only how many cards it has."""

    side: Side
    cards: tuple[str, ...] | None
    n: int

    def apply(self, state: State) -> None:
        state.sides[self.side].hand = self.cards or ()

    def seen_by(self, side: Side) -> Self:
        """Hide the cards from the opponent."""
        return self if side is self.side else self.with_changes(cards=None)


class ApGiven(Event, kind="ap-given"):
    """A fighter received action points."""

    fighter: Piece
    n: int

    def apply(self, state: State) -> None:
        state.fighters[self.fighter].ap += self.n


class ApLost(Event, kind="ap-lost"):
    """A fighter lost action points that he had not used."""

    fighter: Piece
    n: int

    def clamped(self, state: State) -> Self:
        """Nobody loses more than he has."""
        return self.with_changes(n=min(self.n, state.fighters[self.fighter].ap))

    def apply(self, state: State) -> None:
        state.fighters[self.fighter].ap -= self.n


class Designated(Event, kind="designated"):
    """The first player named a fighter to activate, and his speed."""

    fighter: Piece
    spd: int


class Interrupted(Event, kind="interrupted"):
    """A faster enemy goes first; the one he interrupts may be activated later."""

    fighter: Piece
    spd: int
    interrupted: Piece


class Activated(Event, kind="activated"):
    """A fighter is activated; his player is first."""

    fighter: Piece

    def apply(self, state: State) -> None:
        state.fighters[self.fighter].activated = True
        state.passes = 0
        if self.fighter.side is not None:
            state.first_player = state.last_activator = self.fighter.side


class ActivationEnded(Event, kind="activation-ended"):
    """A fighter has done all he would; the opponent is first."""

    fighter: Piece

    def apply(self, state: State) -> None:
        if self.fighter.side is not None:
            state.first_player = self.fighter.side.other


class Passed(Event, kind="passed"):
    """A player passed, because he would or because he had to."""

    side: Side
    forced: bool

    def apply(self, state: State) -> None:
        state.passes += 1
        state.first_player = self.side.other


class Moved(Event, kind="moved"):
    """A fighter moved along a route, which cost so many hundredths of a millimetre."""

    fighter: Piece
    how: str
    path: tuple[tuple[int, int], ...]
    cost: int

    def apply(self, state: State) -> None:
        state.place_fighter(self.fighter, self.path[-1] if self.path else None)


class ChargeDeclared(Event, kind="charge-declared"):
    """A fighter is about to charge: nothing is paid yet. Told where a card awaits it."""

    fighter: Piece
    target: Piece


class AbilityEnded(Event, kind="ability-ended"):
    """All that an action ability does has been done. It is told only where a card waits for it."""

    fighter: Piece
    ability: str


class ChargeEnded(Event, kind="charge-ended"):
    """A charge is over with its attack on whom it came into contact with. Told where a card awaits it."""

    fighter: Piece
    target: Piece | None


class ChargeFailed(Event, kind="charge-failed"):
    """A charge came into contact with nobody; what becomes of it."""

    fighter: Piece
    becomes: str


class AbilityUsed(Event, kind="ability-used"):
    """A fighter used an action ability; what its card says is done by agreement."""

    fighter: Piece
    ability: str


class VpScored(Event, kind="vp-scored"):
    """A player scored, or lost, victory points; what a secret mission brings is his own business."""

    side: Side
    n: int
    why: str
    secrecy: MissionKind = MissionKind.REVEALED

    def clamped(self, state: State) -> Self:
        """Nobody loses more points than he has scored."""
        return self.with_changes(n=max(self.n, -state.sides[self.side].vp))

    def apply(self, state: State) -> None:
        state.sides[self.side].vp += self.n

    def seen_by(self, side: Side) -> Self | None:
        """Hide from the opponent that a secret mission brought anything."""
        return self if side is self.side or self.secrecy is MissionKind.REVEALED else None


class Placed(Event, kind="placed"):
    """A fighter was moved by something that is no movement of his; only a field that measures says where.

    Who is pushed goes there on a way, which is empty where nobody measures.
    """

    fighter: Piece
    place: tuple[int, int] | None
    path: tuple[tuple[int, int], ...] | None = None

    def apply(self, state: State) -> None:
        state.place_fighter(self.fighter, self.place)


class TokenPlaced(Event, kind="token-placed"):
    """A marker was laid on the field; by a player, where a card says whose it is, or both do by agreement.

    It is `of_mission` where one lays it, or players do by agreement.
    """

    token: Token
    side: Side | None = None
    of_mission: bool = False

    def apply(self, state: State) -> None:
        state.lay_token(self.token)


class RoundsChanged(Event, kind="rounds-changed"):
    """The match is played for more rounds, or for fewer, because a card says so."""

    n: int

    def apply(self, state: State) -> None:
        state.rounds_more += self.n


class Agreed(Event, kind="agreed"):
    """Both players agree that what follows happens, because a card says so."""

    what: str


class MatchEnded(Event, kind="match-ended"):
    """The match is over: why, who won, and the score."""

    why: str
    winner: Side | None
    red: int
    blue: int

    def apply(self, state: State) -> None:
        state.ended = self.why
