"""The events of a match outside its attacks: preparation, rounds, movement, points.

Like those of attacks (`events`), they are changes that have been done. `seen_by` takes out what a player
must not see yet.
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
    """A round begins: what is limited in a round may be done again."""

    round: int

    def apply(self, state: State) -> None:
        state.round, state.passes, state.last_activator = self.round, 0, None
        for fighter in state.fighters.values():
            fighter.used_round = {}
            fighter.activated, fighter.spent = False, fighter.on_field and fighter.ap == 0


class SpReserved(Event, kind="sp-reserved"):
    """A player has its SP for the match."""

    side: Side
    n: int

    def apply(self, state: State) -> None:
        state.sides[self.side].sp = self.n


class SpSpent(Event, kind="sp-spent"):
    """A player paid with SP."""

    side: Side
    n: int
    why: str

    def clamped(self, state: State) -> Self:
        """No player pays more than it has."""
        return self.with_changes(n=min(self.n, state.sides[self.side].sp))

    def apply(self, state: State) -> None:
        state.sides[self.side].sp -= self.n


class BidsRevealed(Event, kind="bids-revealed"):
    """Both bids are shown at once, and lost."""

    red: int
    blue: int

    def clamped(self, state: State) -> Self:
        """No player bids more than it has."""
        red, blue = (state.sides[side].sp for side in Side)
        return self.with_changes(red=min(self.red, red), blue=min(self.blue, blue))

    def apply(self, state: State) -> None:
        state.sides[Side.RED].sp -= self.red
        state.sides[Side.BLUE].sp -= self.blue


class DiceCompared(Event, kind="dice-compared"):
    """Both players threw a die; without a winner they throw again."""

    red: int
    blue: int
    winner: Side | None


class FirstPlayerSet(Event, kind="first-player-set"):
    """A player is first."""

    side: Side

    def apply(self, state: State) -> None:
        state.first_player = self.side


class LeaderNamed(Event, kind="leader-named"):
    """A fighter becomes the leader of its band."""

    fighter: Piece

    def apply(self, state: State) -> None:
        if self.fighter.side is not None:
            state.sides[self.fighter.side].leader = self.fighter


class MissionPlayed(Event, kind="mission-played"):
    """A player chose its mission; only that player sees a secret one."""

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
    """A player goes without a mission, since it may play none of those it has."""

    side: Side


class InfestationAgreed(Event, kind="infestation-agreed"):
    """The players agreed on a level of infestation: the points that each has for non-player fighters."""

    level: int


class NpfPlaced(Event, kind="npf-placed"):
    """A player bought and placed a non-player fighter."""

    side: Side
    fighter: Piece
    card: str
    place: tuple[int, int] | None

    def apply(self, state: State) -> None:
        state.add_npf(self.fighter, self.card, self.place)


class NpfActivated(Event, kind="npf-activated"):
    """A player activated a non-player fighter."""

    fighter: Piece
    by: Side


class WeatherRolled(Event, kind="weather-rolled"):
    """Two dice brought a weather condition, which holds for the whole match."""

    dice: tuple[int, ...]
    weather: str

    def apply(self, state: State) -> None:
        state.weather = tuple(dict.fromkeys((*state.weather, self.weather)))


class FoundTooFar(Event, kind="found-too-far"):
    """An act that a fighter paid for proves to be too far when it is measured, and fails."""

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
    """A player bought an element; `left` are its remaining points."""

    side: Side
    scenery: str
    n: int
    left: int


class SceneryAgreed(Event, kind="scenery-agreed"):
    """The players agreed how many pieces of scenery each of them places."""

    n: int


class NoRoomFound(Event, kind="no-room"):
    """A player found no room for what it has left; a piece that the opponent is ahead is taken back."""

    side: Side
    what: str
    taken_back: str | None = None

    def apply(self, state: State) -> None:
        if self.taken_back is not None:
            state.take_scenery(self.taken_back)


class HalfChosen(Event, kind="half-chosen"):
    """The first player chose a half of the field; the other player has the opposite one."""

    side: Side
    half: str
    opposite: str

    def apply(self, state: State) -> None:
        state.sides[self.side].half = self.half
        state.sides[self.side.other].half = self.opposite


class Deployed(Event, kind="deployed"):
    """A fighter was put on the field; on an unmeasured field, without a place."""

    fighter: Piece
    place: tuple[int, int] | None

    def apply(self, state: State) -> None:
        state.place_fighter(self.fighter, self.place)


class HandTaken(Event, kind="hand-taken"):
    """A player took its tactical hand; the opponent sees only how many cards it has."""

    side: Side
    cards: tuple[str, ...] | None
    n: int

    def apply(self, state: State) -> None:
        state.sides[self.side].hand = self.cards or ()

    def seen_by(self, side: Side) -> Self:
        """Hide the cards from the opponent."""
        return self if side is self.side else self.with_changes(cards=None)


class ApGiven(Event, kind="ap-given"):
    """A fighter received AP."""

    fighter: Piece
    n: int

    def apply(self, state: State) -> None:
        state.fighters[self.fighter].ap += self.n


class ApLost(Event, kind="ap-lost"):
    """A fighter lost AP that it had not used."""

    fighter: Piece
    n: int

    def clamped(self, state: State) -> Self:
        """No fighter loses more AP than it has."""
        return self.with_changes(n=min(self.n, state.fighters[self.fighter].ap))

    def apply(self, state: State) -> None:
        state.fighters[self.fighter].ap -= self.n


class Designated(Event, kind="designated"):
    """The first player named a fighter to activate; with its speed."""

    fighter: Piece
    spd: int


class Interrupted(Event, kind="interrupted"):
    """A faster enemy goes first; the interrupted fighter may be activated later."""

    fighter: Piece
    spd: int
    interrupted: Piece


class Activated(Event, kind="activated"):
    """A fighter is activated; its player is first."""

    fighter: Piece

    def apply(self, state: State) -> None:
        state.fighters[self.fighter].activated = True
        state.passes = 0
        if self.fighter.side is not None:
            state.first_player = state.last_activator = self.fighter.side


class ActivationEnded(Event, kind="activation-ended"):
    """The activation of a fighter is over; the opponent is first."""

    fighter: Piece

    def apply(self, state: State) -> None:
        if self.fighter.side is not None:
            state.first_player = self.fighter.side.other


class Passed(Event, kind="passed"):
    """A player passed, by choice or `forced`."""

    side: Side
    forced: bool

    def apply(self, state: State) -> None:
        state.passes += 1
        state.first_player = self.side.other


class Moved(Event, kind="moved"):
    """A fighter moved along a route; `cost` is in hundredths of a millimetre."""

    fighter: Piece
    how: str
    path: tuple[tuple[int, int], ...]
    cost: int

    def apply(self, state: State) -> None:
        state.place_fighter(self.fighter, self.path[-1] if self.path else None)


class ChargeDeclared(Event, kind="charge-declared"):
    """A fighter declared a charge, which is not paid yet. Made only if a card awaits it."""

    fighter: Piece
    target: Piece


class AbilityEnded(Event, kind="ability-ended"):
    """An action ability has taken all its effects. Made only if a card awaits it."""

    fighter: Piece
    ability: str


class ChargeEnded(Event, kind="charge-ended"):
    """A charge has ended together with its attack on the enemy reached. Made only if a card awaits it."""

    fighter: Piece
    target: Piece | None


class ChargeFailed(Event, kind="charge-failed"):
    """A charge came into contact with no enemy; what it becomes instead."""

    fighter: Piece
    becomes: str


class AbilityUsed(Event, kind="ability-used"):
    """A fighter used an action ability; its effects follow, or the players agree on what its card says."""

    fighter: Piece
    ability: str


class VpScored(Event, kind="vp-scored"):
    """A player scored, or lost, VP; those of a secret mission only that player sees."""

    side: Side
    n: int
    why: str
    secrecy: MissionKind = MissionKind.REVEALED

    def clamped(self, state: State) -> Self:
        """No player loses more VP than it has scored."""
        return self.with_changes(n=max(self.n, -state.sides[self.side].vp))

    def apply(self, state: State) -> None:
        state.sides[self.side].vp += self.n

    def seen_by(self, side: Side) -> Self | None:
        """Hide from the opponent that a secret mission scored."""
        return self if side is self.side or self.secrecy is MissionKind.REVEALED else None


class Placed(Event, kind="placed"):
    """A fighter was moved by something other than its own movement; only a measured field says where to.

    A fighter that is pushed has a `path`, which is empty on an unmeasured field.
    """

    fighter: Piece
    place: tuple[int, int] | None
    path: tuple[tuple[int, int], ...] | None = None

    def apply(self, state: State) -> None:
        state.place_fighter(self.fighter, self.place)


class TokenPlaced(Event, kind="token-placed"):
    """A marker was put on the field; by a player, where a card says whose it is, or by agreement of both.

    It is `of_mission` if a mission put it there, or the players did by agreement.
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
    """The match is over: the reason, the winner, and the score."""

    why: str
    winner: Side | None
    red: int
    blue: int

    def apply(self, state: State) -> None:
        state.ended = self.why
