"""The state of a match: flat, plain, and cheap to copy.

Only events change it, through `do`. It holds what a real table would show, and no rule: the meaning of a
wound or a marker comes from the rules, through `value` and `why_not`.
"""

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from edencli.match.field_kinds import Field, MeasuredField
from edencli.match.pieces import Piece, Side
from edencli.model.fighter import Fighter
from edencli.model.terms import Duration, LimbName, Marker
from edencli.named_tuple import NamedTuple


class Gone(enum.StrEnum):
    """Why a fighter is no longer on the field."""

    INCAPACITATED = "incapacitated"
    REMOVED = "removed"


class Condition(NamedTuple):
    """The stated condition of a fighter: CP lost by limb, markers, AP left, attacks used.

    A part that is None is not stated.
    """

    lost: Mapping[LimbName, int] = MappingProxyType({})
    markers: Mapping[Marker, int] = MappingProxyType({})
    ap: int | None = None
    attacks: int | None = None


class FighterState:
    """The state of one fighter: CP lost by limb, markers, AP, uses, and whether and where it stands.

    A fighter that is not `on_field` is still to be deployed, was left out, or is `gone`. Only a measured
    field gives it a `place`: on others it is on the field without one.
    """

    __slots__ = (
        "activated",
        "ap",
        "card",
        "counters",
        "discarded",
        "gone",
        "hidden",
        "left_from",
        "lost",
        "markers",
        "on_field",
        "place",
        "raised",
        "spent",
        "used_match",
        "used_round",
    )

    def __init__(
        self, card: Fighter, *, ap: int = 0, place: tuple[int, int] | None = None, on_field: bool = False
    ) -> None:
        self.card = card
        self.ap = ap
        self.place = place
        self.on_field = on_field or place is not None
        self.activated = False
        self.spent = False
        """Whether it had no AP left before it was activated, and so counts as activated in this round."""
        self.gone: Gone | None = None
        self.left_from: tuple[int, int] | None = None
        """Where it left the field: effects of its leaving still ask which fighters touched it."""
        self.raised: str | None = None
        """The scenery on whose raised place it stands (the chapter on territory)."""
        self.hidden: str | None = None
        """The scenery in which it hides (the chapter on territory)."""
        self.lost: dict[LimbName, int] = {}
        self.markers: dict[Marker, int] = {}
        self.counters: dict[str, int] = {}
        """The counters of cards, by name."""
        self.discarded: tuple[str, ...] = ()
        """The names of the equipment that it has lost."""
        self.used_round: dict[str, int] = {}
        self.used_match: dict[str, int] = {}

    def copy(self) -> "FighterState":
        """A copy of the state; the card is shared, since it never changes."""
        twin = FighterState.__new__(FighterState)
        twin.card, twin.ap, twin.place, twin.on_field = self.card, self.ap, self.place, self.on_field
        twin.activated, twin.spent, twin.gone = self.activated, self.spent, self.gone
        twin.raised, twin.hidden, twin.left_from = self.raised, self.hidden, self.left_from
        twin.lost, twin.markers, twin.counters = self.lost.copy(), self.markers.copy(), self.counters.copy()
        twin.discarded = self.discarded
        twin.used_round, twin.used_match = self.used_round.copy(), self.used_match.copy()
        return twin

    def put_on_field(self, place: tuple[int, int] | None) -> None:
        """Put the fighter on the field, at a place if there are places."""
        self.on_field, self.place = True, place

    def leave_field(self, why: Gone) -> None:
        """Take the fighter off the field."""
        self.left_from = self.place
        self.on_field, self.place, self.gone = False, None, why
        self.raised = self.hidden = None

    def spend_ap(self, ap: int) -> None:
        """Take AP; a fighter with none left before its activation is spent (activation.no-ap)."""
        self.ap -= ap
        self.spent = self.spent or (self.ap == 0 and not self.activated)

    def cp_left(self, limb: LimbName) -> int:
        """The CP that a limb still has."""
        return self.card.limbs[limb].cp - self.lost.get(limb, 0)

    def is_wounded(self, limb: LimbName) -> bool:
        """Tell whether a limb has only red CP left."""
        return self.lost.get(limb, 0) >= self.card.limbs[limb].white_cp

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FighterState) and all(
            getattr(self, name) == getattr(other, name) for name in FighterState.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # it changes


class SideState:
    """The state of one player: points, leader, mission, cards."""

    __slots__ = (
        "discarded",
        "half",
        "hand",
        "in_force",
        "leader",
        "leader_lost",
        "mission",
        "played",
        "sp",
        "vp",
    )

    def __init__(self) -> None:
        self.sp = 0
        self.vp = 0
        self.leader: Piece | None = None
        self.leader_lost: int | None = None
        self.mission: str | None = None
        self.half: str | None = None
        self.hand: tuple[str, ...] = ()
        self.played: tuple[str, ...] = ()
        self.in_force: tuple[str, ...] = ()
        self.discarded: tuple[str, ...] = ()

    def copy(self) -> "SideState":
        """A copy of the state."""
        twin = SideState.__new__(SideState)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    def has_in_force(self, card: str) -> bool:
        """Tell whether a tactical card of this player is in force."""
        return card in self.in_force

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SideState) and all(
            getattr(self, name) == getattr(other, name) for name in SideState.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # it changes


class SceneryState(NamedTuple):
    """A piece of scenery on the field: the place of its origin, and its turn in degrees.

    On an unmeasured field it has no place.

    It has suffered `attacks`, bears `burn` markers, or was destroyed (the chapter on territory).
    """

    place: tuple[int, int] | None
    turn: float = 0.0
    attacks: int = 0
    burn: int = 0
    destroyed: bool = False


class LastingEffect(NamedTuple):
    """A lasting effect of a card: its owner, its number on the card, its target, and until when it lasts.

    `user` is the fighter whose ability it is. It may work `times` times more, or without limit if that is
    None; it ends with the round `ends` if it outlasts one. The other parts come from the event that began
    it, as far as that has them.
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


class SpentEffect(NamedTuple):
    """An effect of a card that worked in a round, and may work only once: its number on the card."""

    card: str
    side: Side | None
    user: Piece | None
    n: int
    round: int


class RememberedFighter(NamedTuple):
    """A fighter that a card remembers; in secret until the card names it."""

    card: str
    side: Side | None
    user: Piece | None
    fighter: Piece
    secret: bool = False


class SetApart(NamedTuple):
    """SP that a card gave a player for some payments: by which of its operations, and how many are left."""

    card: str
    side: Side | None
    user: Piece | None
    n: int
    sp: int


class CardCopy(NamedTuple):
    """A card that does what another does as printed: the card, and the one of which it is a copy."""

    card: str
    side: Side | None
    user: Piece | None
    of: str
    of_side: Side | None = None
    of_user: Piece | None = None


class RememberedEvent(NamedTuple):
    """An event that a card of the match looks back at: its round, 0 before the first, and who did it.

    `hurt` tells whether it cost CP; `side` is the player that did it, `named` the card, marker or
    scenery.
    """

    event: str
    round: int
    doer: Piece | None = None
    sufferer: Piece | None = None
    how: str | None = None
    hurt: bool = False
    side: Side | None = None
    named: str | None = None


class Token(NamedTuple):
    """A marker of a mission or a card on the field, or an area, which bars no base.

    A marker that is carried has a `bearer` and no place. It was put there by the `card` of a side, or of
    a fighter (`user`), which works `until` it is removed: at the end of the round `ends` if it outlasts a
    round.
    """

    name: str
    place: tuple[int, int] | None
    radius: int
    area: bool = False
    bearer: Piece | None = None
    card: str | None = None
    side: Side | None = None
    user: Piece | None = None
    until: Duration = Duration.MATCH
    ends: int | None = None


class Layout:
    """The layout of the field; replaced by another as soon as something may lie elsewhere.

    What is found about a layout may be cached as long as a state has it. A copy of a state shares the
    layout until something lies elsewhere in it. Layouts that differ only in fighters have the same
    `ground`.
    """

    __slots__ = ("bases", "ground")

    def __init__(self) -> None:
        self.bases: dict[Piece, Any] = {}
        """The bases that rules have looked at, by fighter."""
        self.ground = object()

    def with_fighter_elsewhere(self, piece: Piece) -> "Layout":
        """The layout with one fighter moved, or off the field."""
        twin = Layout()
        twin.ground, twin.bases = self.ground, self.bases.copy()
        twin.bases.pop(piece, None)
        return twin


class State:
    """The state of a whole match at one moment.

    `step` names the step that runs next. Between steps nothing is pending: the state is complete.
    """

    __slots__ = (
        "copies",
        "ended",
        "field",
        "fighters",
        "first_player",
        "last_activator",
        "lasting_effects",
        "layout",
        "npfs",
        "passes",
        "remembered_events",
        "remembered_fighters",
        "round",
        "rounds_more",
        "scenery",
        "set_apart",
        "sides",
        "spent_effects",
        "step",
        "tokens",
        "weather",
    )

    def __init__(
        self, fighters: Mapping[Piece, FighterState], *, first: Side = Side.RED, field: Field | None = None
    ) -> None:
        self.step = ""
        self.round = 1
        self.rounds_more = 0
        """How many rounds more, or fewer, than by the rulebook are played, by agreement."""
        self.first_player = first
        self.passes = 0
        self.last_activator: Side | None = None
        self.ended: str | None = None
        self.fighters = dict(fighters)
        self.layout = Layout()
        """The layout of fighters and scenery; methods that change it replace it."""
        self.field = MeasuredField(self.fighters) if field is None else field
        """The field: a measured one, unless another is given."""
        self.npfs: Mapping[str, Fighter] = MappingProxyType({})
        """The cards of the non-player fighters that may join the match."""
        self.sides = {side: SideState() for side in Side}
        self.scenery: dict[str, SceneryState] = {}
        self.tokens: tuple[Token, ...] = ()
        self.lasting_effects: tuple[LastingEffect, ...] = ()
        """The lasting effects of cards, in the order in which they began."""
        self.remembered_events: tuple[RememberedEvent, ...] = ()
        """The events that cards look back at, in the order in which they happened."""
        self.remembered_fighters: tuple[RememberedFighter, ...] = ()
        """The fighters that cards remember, in the order in which this began."""
        self.spent_effects: tuple[SpentEffect, ...] = ()
        """Effects that worked and may do so only once a round or a match, in the order in which they did."""
        self.set_apart: tuple[SetApart, ...] = ()
        """The SP that cards set apart for some payments, in the order in which they did."""
        self.copies: tuple[CardCopy, ...] = ()
        """The cards that are copies of others, in the order in which they became that."""
        self.weather: tuple[str, ...] = ()
        """The weather conditions of the match, in the order in which they were rolled, each once."""

    def add_npf(self, piece: Piece, card: str, place: tuple[int, int] | None) -> None:
        """Add a non-player fighter to the match, on the field."""
        self.layout = self.layout.with_fighter_elsewhere(piece)
        self.fighters[piece] = FighterState(self.npfs[card], place=place, on_field=True)

    def place_fighter(self, piece: Piece, place: tuple[int, int] | None) -> None:
        """Put a fighter on the field, at a place if there are places."""
        self.layout = self.layout.with_fighter_elsewhere(piece)
        self.fighters[piece].put_on_field(place)
        self.field.forget_facts_about(piece)

    def remove_fighter(self, piece: Piece, why: Gone) -> None:
        """Take a fighter off the field; what it carried lies where it stood."""
        self.drop_tokens(piece)
        self.layout = self.layout.with_fighter_elsewhere(piece)
        self.fighters[piece].leave_field(why)
        self.field.forget_facts_about(piece)

    def lay_scenery(self, name: str, lying: SceneryState) -> None:
        """Put a piece of scenery on the field, or change its state."""
        self.layout = Layout()
        self.scenery[name] = lying

    def take_scenery(self, name: str) -> None:
        """Take a piece of scenery off the field."""
        self.layout = Layout()
        del self.scenery[name]

    def lay_token(self, token: Token) -> None:
        """Put a marker or an area on the field; facts about others of its name are forgotten."""
        self.tokens = (*self.tokens, token)
        self.field.forget_facts_of_token(token.name)

    def move_token(self, token: Token, place: tuple[int, int] | None) -> None:
        """Move a marker or an area; facts about those of its name are forgotten."""
        moved = token._replace(place=place)
        self.tokens = tuple(moved if one == token else one for one in self.tokens)
        self.field.forget_facts_of_token(token.name)

    def drop_tokens(self, bearer: Piece, name: str | None = None) -> None:
        """Put down the markers that a fighter carries, or those of a name, where it stands."""
        place = self.fighters[bearer].place
        self.tokens = tuple(
            one._replace(bearer=None, place=place or one.place)
            if one.bearer == bearer and name in {None, one.name}
            else one
            for one in self.tokens
        )

    def copy(self) -> "State":
        """A copy that shares nothing that changes."""
        twin = State(
            {piece: fighter.copy() for piece, fighter in self.fighters.items()}, first=self.first_player
        )
        twin.step, twin.round, twin.passes = self.step, self.round, self.passes
        twin.last_activator, twin.ended = self.last_activator, self.ended
        twin.sides = {side: state.copy() for side, state in self.sides.items()}
        twin.rounds_more, twin.npfs = self.rounds_more, self.npfs
        twin.scenery, twin.tokens, twin.weather = dict(self.scenery), self.tokens, self.weather
        twin.lasting_effects, twin.remembered_events = self.lasting_effects, self.remembered_events
        twin.remembered_fighters, twin.spent_effects = self.remembered_fighters, self.spent_effects
        twin.copies, twin.set_apart = self.copies, self.set_apart
        twin.field, twin.layout = self.field.copy_for(twin.fighters), self.layout
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(
            getattr(self, name) == getattr(other, name) for name in State.__slots__ if name != "layout"
        )

    __hash__ = None  # type: ignore[assignment]  # it changes
