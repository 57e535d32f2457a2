"""A class for every question that the rulebook asks, by chapter; its `rule` is the rule that asks it.

A class says what is asked; its parts say which player is asked, and about what. The kinds of questions, which
know how to check an answer, are those of `edencli.match.questions`. Whatever differs by question elsewhere,
in notation, prompt, hints and bots, is a table keyed by these classes. A question about an act that only one
chapter knows is defined beside that act (`edencli.rules.npfs.ProwlQuestion`).
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from edencli.match.pieces import Piece, Side
from edencli.match.questions import (
    Bid,
    CheckedQuestion,
    Choice,
    HandQuestion,
    OrderChoice,
    PlacementQuestion,
    Roll,
)

A = TypeVar("A")


# ── dice ───────────────────────────────────────────────────────────────────────────────────────────────


class CharacteristicRoll(Roll):
    """Roll a characteristic against a difficulty."""

    rule = "roll.characteristic"


class EmptyRoll(Roll):
    """Roll a characteristic with no die left: there is no success."""

    rule = "roll.zero"


class OppositionRoll(Roll):
    """Throw one fighter's die of an opposition."""

    rule = "roll.opposition"


class LocationRoll(Roll):
    """Throw the location die against `victim`."""

    rule = "roll.location"


class BurnRoll(Roll):
    """Throw the dice of the fire that burns `victim`."""

    rule = "state.burn"


class TieRoll(Roll):
    """Throw a player's die that decides who is first after equal bids."""

    rule = "first-player.tie"


class WeatherRoll(Roll):
    """Throw the two dice of the weather."""

    rule = "weather.roll"


class CardRoll(Roll):
    """Throw the plain dice of a card."""

    rule = "card-over-rule"
    card: str


ROLLS: Mapping[str, type[Roll]] = {
    kind.rule: kind
    for kind in (CharacteristicRoll, EmptyRoll, OppositionRoll, LocationRoll, BurnRoll, TieRoll, WeatherRoll)
}
"""Every kind of roll of the rulebook, by its rule."""


# ── preparation ────────────────────────────────────────────────────────────────────────────────────────


class WeatherCount(Choice[int]):
    """Choose how often the weather is rolled, if not once."""

    rule = "weather.combine"


class SetupBid(Bid):
    """Bid for who is first in the preparation."""

    rule = "setup.3-bid"


class RoundBid(Bid):
    """Bid for who is first in a round."""

    rule = "first-player.bid"


class FirstPlayerChoice(Choice[Side]):
    """Choose who is first. Each subclass has its own reason why this player may choose."""


class SetupFirstPlayer(FirstPlayerChoice):
    """Choose who is first in the preparation, after the higher bid."""

    rule = "setup.3-bid"


class RoundFirstPlayer(FirstPlayerChoice):
    """Choose who is first in a round, after the higher bid."""

    rule = "first-player.bid"


class FirstPlayerAfterLoss(FirstPlayerChoice):
    """Choose who is first in a round, since only the opponent lost the leader in the round before."""

    rule = "first-player.leader-lost"


class LeaderChoice(Choice[Piece]):
    """Name the leader of a band."""

    rule = "setup.4-leader"


class MissionChoice(Choice[str]):
    """Choose a mission."""

    rule = "setup.5-mission"


class SceneryCount(Choice[int]):
    """Choose how many pieces of scenery each player places."""

    rule = "setup.6-scenery"


class SceneryPlacing(PlacementQuestion[A]):
    """Place a piece of scenery."""

    rule = "setup.6-scenery"


class SceneryPurchase(PlacementQuestion[A]):
    """Buy a piece of scenery and place it."""

    rule = "territory.placement"


class InfestationLevel(Choice[int]):
    """Agree on the level of the infestation."""

    rule = "infestation.level"


class NpfPlacing(PlacementQuestion[A]):
    """Buy a non-player fighter and place it."""

    rule = "infestation.place"


class HalfChoice(Choice[str]):
    """Choose a half of the field."""

    rule = "setup.7-half"


class FighterDeployment(PlacementQuestion[A]):
    """Deploy a fighter."""

    rule = "setup.7-deploy"


class HandChoice(HandQuestion):
    """Take the tactical cards of the hand from the deck."""

    rule = "setup.8-hand"


# ── a round ────────────────────────────────────────────────────────────────────────────────────────────


class TacticPlay(Choice[str]):
    """Play a tactical card in its phase, or none."""

    rule = "tactical-phase.play"


class CancelChoice(Choice[bool]):
    """Pay `price` SP to cancel a card that was just played, or not."""

    rule = "tactical.cancellation"
    card: str
    price: int


class Activation(Choice[Any]):
    """Activate a fighter, or pass."""

    rule = "activation.designate"


class Interruption(Choice[Piece]):
    """Interrupt the activation of `fighter` with a faster fighter, or not."""

    rule = "activation.interrupt"
    fighter: Piece


class ActQuestion(CheckedQuestion[A]):
    """Do something with the active fighter, or end its activation.

    Where a card leaves no choice but to act, `must` is an example of an allowed act.
    """

    kind = "deed"
    rule = "action.cost"
    fighter: Piece
    ap: int
    must: Any = None


class WayQuestion(ActQuestion[A]):
    """Choose a route of up to `far` that a card allows `fighter`, as for a Move, or none."""

    rule = "card-over-rule"
    card: str
    far: int


# ── acts and their answers ─────────────────────────────────────────────────────────────────────────────


class ReactionChoice(Choice[A]):
    """Choose how `fighter` reacts to the attack of `attacker`."""

    rule = "melee.reaction"
    fighter: Piece
    attacker: Piece


class ShiftChoice(Choice[int]):
    """Move the location die against `victim`, which shows `face`, by spending some of the `hits`."""

    rule = "roll.location-shift"
    fighter: Piece
    victim: Piece
    face: int
    hits: int
    step: str


class StrikeBack(Choice[bool]):
    """Strike back at `target` after losing the opposition of a response, or not."""

    rule = "melee.response"
    fighter: Piece
    target: Piece


class LeaverStrike(Choice[bool]):
    """Strike at `target`, which leaves the contact, or not."""

    rule = "disengage.strikes"
    fighter: Piece
    target: Piece


class ChargeTarget(Choice[Piece]):
    """Choose the target of a charge among the enemies now in contact with `fighter`."""

    rule = "action.charge"
    fighter: Piece


class StrayTarget(Choice[Piece]):
    """Choose the victim of a stray shot of `fighter` at `target`, among fighters equally near."""

    rule = "shoot.engaged"
    fighter: Piece
    target: Piece


# ── cards ──────────────────────────────────────────────────────────────────────────────────────────────


class TargetChoice(Choice[Any]):
    """Choose a fighter that a card affects."""

    kind = "target"
    rule = "card-over-rule"
    card: str


class PickChoice(OrderChoice):
    """Pick one of several things that a card names, by its number."""

    kind = "pick"
    rule = "card-over-rule"
    card: str


class DiscardChoice(PickChoice):
    """Pick a card of a `hand` to discard, by its number; only the asked player may read the cards."""

    kind = "discard"
    rule = "card-over-rule"
    hand: Side


class CardPlacing(PlacementQuestion[A]):
    """Put a fighter or a marker where a card says."""

    rule = "card-over-rule"


class UseChoice(Choice[bool]):
    """Let a card of `fighter`, or of a player, take effect, at its price, or not.

    `change` is the event about to happen that set it off.
    """

    rule = "ability.cost"
    card: str
    ap: int = 0
    sp: int = 0
    cards: int = 0
    change: Any = None


class MomentChoice(Choice[str]):
    """Play a card of the hand now, at its moment, or not; `change` as for `UseChoice`.

    It is asked wherever a card of the player's deck could be played, whether or not it is in the hand, so
    that the question tells the opponent nothing. The options are the cards in the hand.
    """

    rule = "tactical-phase.play"
    change: Any = None


class AgreementOffer(Choice[bool]):
    """Agree on what the player's cards do at this point, or go on. Each subclass is one such point."""

    options: Sequence[bool] = (True,)
    optional: bool = True
    agreeable: bool = True


class MissionOffer(AgreementOffer):
    """What a mission does as soon as it is revealed."""

    rule = "mission.immediate"


class CardOffer(AgreementOffer):
    """What a card does whose effects are not data, when it has just been played or its text is shown.

    The `card` is named if its text is shown.
    """

    rule = "card-over-rule"
    card: str | None = None


class IntendancyOffer(AgreementOffer):
    """What cards do as the intendancy phase begins."""

    rule = "intendancy.1"


class ScoreOffer(AgreementOffer):
    """What missions score in the intendancy phase."""

    rule = "intendancy.10"


class EndScoreOffer(AgreementOffer):
    """What missions score at the end of the match."""

    rule = "score.end"


# ── intendancy, and fighters of no player ──────────────────────────────────────────────────────────────


class BurnTreatment(Choice[Piece]):
    """Name the burning fighter that is treated next."""

    rule = "intendancy.3"


class FearTreatment(Choice[Piece]):
    """Name the frightened fighter that rolls next."""

    rule = "intendancy.4"


class RageTreatment(Choice[bool]):
    """Take a rage marker from `fighter`, or not."""

    rule = "intendancy.6"
    fighter: Piece


class NpfActivation(Choice[Piece]):
    """Name the non-player fighter that is activated next."""

    rule = "infestation.activate"


class NpfTarget(Choice[Piece]):
    """Choose the target of the non-player `fighter`."""

    fighter: Piece


class NpfAttackTarget(NpfTarget):
    """Choose the target of a non-player fighter's attack."""

    rule = "infestation.attack"


class NpfChargeTarget(NpfTarget):
    """Choose the target of a non-player fighter's charge."""

    rule = "infestation.charge"
