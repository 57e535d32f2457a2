"""The state of a match: flat, plain, and cheap to copy.

Only events change it, through `do`. It holds what a table would show and no rule: what a wound or a marker
means is asked of the rules by way of `value` and `why_not`.
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
    """The condition that somebody says a fighter is in: CP lost by limb, markers, AP left, attacks used.

    Of what he leaves out he says nothing.
    """

    lost: Mapping[LimbName, int] = MappingProxyType({})
    markers: Mapping[Marker, int] = MappingProxyType({})
    ap: int | None = None
    attacks: int | None = None


class FighterState:
    """What has become of one fighter: CP lost by limb, markers, AP, uses, and whether and where he stands.

    Who is not `on_field` is still to be deployed, was left out, or is `gone`. A `place` is only where he
    stands: on a bare table, or a field that nobody measures, fighters are on the field without one.
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
        """Whether he had no AP left before he was activated, and so counts as activated in this round."""
        self.gone: Gone | None = None
        self.left_from: tuple[int, int] | None = None
        """Where he stood when he left: whoever acts upon that still asks who touched him."""
        self.raised: str | None = None
        """The scenery on whose raised place he stands (the chapter on territory)."""
        self.hidden: str | None = None
        """The scenery in which he hides (the chapter on territory)."""
        self.lost: dict[LimbName, int] = {}
        self.markers: dict[Marker, int] = {}
        self.counters: dict[str, int] = {}
        """The counters of cards, by name."""
        self.discarded: tuple[str, ...] = ()
        """The names of the equipment that he carries no more."""
        self.used_round: dict[str, int] = {}
        self.used_match: dict[str, int] = {}

    def copy(self) -> "FighterState":
        """The same fighter; the card is shared, for nothing changes a card."""
        twin = FighterState.__new__(FighterState)
        twin.card, twin.ap, twin.place, twin.on_field = self.card, self.ap, self.place, self.on_field
        twin.activated, twin.spent, twin.gone = self.activated, self.spent, self.gone
        twin.raised, twin.hidden, twin.left_from = self.raised, self.hidden, self.left_from
        twin.lost, twin.markers, twin.counters = self.lost.copy(), self.markers.copy(), self.counters.copy()
        twin.discarded = self.discarded
        twin.used_round, twin.used_match = self.used_round.copy(), self.used_match.copy()
        return twin

    def put_on_field(self, place: tuple[int, int] | None) -> None:
        """Be on the field, at a place when there are places."""
        self.on_field, self.place = True, place

    def leave_field(self, why: Gone) -> None:
        """Be on the field no more."""
        self.left_from = self.place
        self.on_field, self.place, self.gone = False, None, why
        self.raised = self.hidden = None

    def spend_ap(self, ap: int) -> None:
        """Have so many AP fewer; who has none left before his activation is spent (activation.no-ap)."""
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
    """What has become of one player: points, leader, mission, cards."""

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
        """The same player at the same moment."""
        twin = SideState.__new__(SideState)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    def has_in_force(self, card: str) -> bool:
        """Tell whether a tactical card of this player works now."""
        return card in self.in_force

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SideState) and all(
            getattr(self, name) == getattr(other, name) for name in SideState.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # it changes


class SceneryState(NamedTuple):
    """A piece of scenery on the field: where its origin lies, and how far it is turned, in degrees.

    On a field that nobody measures it has no place.

    It suffered so many attacks, bears so many burn markers, or was destroyed (the chapter on territory).
    """

    place: tuple[int, int] | None
    turn: float = 0.0
    attacks: int = 0
    burn: int = 0
    destroyed: bool = False


class LastingEffect(NamedTuple):
    """A lasting effect of a card: whose, its number on the card, whom it was begun upon, and till when.

    `user` is the fighter whose ability it is. It may work so many `times` more, or as often as its moment
    comes; it ends with the round `ends` where it is to outlast one. The rest it keeps of the event that began
    it, as far as it speaks of that.
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
    """An effect of a card that worked in a round, and may work but once: its number on the card."""

    card: str
    side: Side | None
    user: Piece | None
    n: int
    round: int


class RememberedFighter(NamedTuple):
    """A fighter whom a card remembers; in secret until the card names that fighter."""

    card: str
    side: Side | None
    user: Piece | None
    fighter: Piece
    secret: bool = False


class SetApart(NamedTuple):
    """SP that a card gave a player for some payments: which of its operations did, and how many are left."""

    card: str
    side: Side | None
    user: Piece | None
    n: int
    sp: int


class CardCopy(NamedTuple):
    """A card that does what another does as printed: which card it is, and of which it is a copy."""

    card: str
    side: Side | None
    user: Piece | None
    of: str
    of_side: Side | None = None
    of_user: Piece | None = None


class RememberedEvent(NamedTuple):
    """What happened that a card of the match looks back at: in which round, 0 before the first, and by whom.

    `hurt` tells whether it cost CP; `side` is the player who did it, `named` the card, marker or scenery.
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
    """A marker of a mission or a card that lies on the field, or an area, which bars nobody.

    Who carries one is its `bearer`; it lies nowhere meanwhile. What laid it is the `card` of a side, or of a
    fighter (`user`), which goes on working `until` it is taken away: where it is to outlast a round, at the
    end of the round `ends`.
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
    """How everything lies on the field: another one as soon as something may lie elsewhere.

    What is found out about a layout may be remembered for as long as a state has it. A copy of a state has
    the same one, till something lies elsewhere there. Layouts in which only fighters stand elsewhere have the
    same `ground`.
    """

    __slots__ = ("bases", "ground")

    def __init__(self) -> None:
        self.bases: dict[Piece, Any] = {}
        """The bases that rules have looked at, by fighter."""
        self.ground = object()

    def with_fighter_elsewhere(self, piece: Piece) -> "Layout":
        """The layout in which one fighter stands elsewhere, or nowhere."""
        twin = Layout()
        twin.ground, twin.bases = self.ground, self.bases.copy()
        twin.bases.pop(piece, None)
        return twin


class State:
    """The whole table at one moment.

    `at` names the step that runs next. Between steps nothing is pending: this says everything.
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
        """How many rounds more, or fewer, than by the rulebook, as the players agreed."""
        self.first_player = first
        self.passes = 0
        self.last_activator: Side | None = None
        self.ended: str | None = None
        self.fighters = dict(fighters)
        self.layout = Layout()
        """How fighters and scenery lie; the methods that change that give it another one."""
        self.field = MeasuredField(self.fighters) if field is None else field
        """The field: one that measures, unless another is given."""
        self.npfs: Mapping[str, Fighter] = MappingProxyType({})
        """The cards of nobody's fighters that may join them."""
        self.sides = {side: SideState() for side in Side}
        self.scenery: dict[str, SceneryState] = {}
        self.tokens: tuple[Token, ...] = ()
        self.lasting_effects: tuple[LastingEffect, ...] = ()
        """What cards began that lasts, in the order in which it began."""
        self.remembered_events: tuple[RememberedEvent, ...] = ()
        """What cards look back at, in the order in which it happened."""
        self.remembered_fighters: tuple[RememberedFighter, ...] = ()
        """Whom cards remember, in the order in which they came to."""
        self.spent_effects: tuple[SpentEffect, ...] = ()
        """What worked of cards that may work but once a round or a match, in the order in which it did."""
        self.set_apart: tuple[SetApart, ...] = ()
        """The SP that cards set apart for some payments, in the order in which they did."""
        self.copies: tuple[CardCopy, ...] = ()
        """The cards that are copies of others, in the order in which they became so."""
        self.weather: tuple[str, ...] = ()
        """The weather conditions of the match, in the order in which they were rolled, each once."""

    def add_npf(self, piece: Piece, card: str, place: tuple[int, int] | None) -> None:
        """Have one of nobody's fighters on the field who was not in the match before."""
        self.layout = self.layout.with_fighter_elsewhere(piece)
        self.fighters[piece] = FighterState(self.npfs[card], place=place, on_field=True)

    def place_fighter(self, piece: Piece, place: tuple[int, int] | None) -> None:
        """Have a fighter on the field, at a place when there are places."""
        self.layout = self.layout.with_fighter_elsewhere(piece)
        self.fighters[piece].put_on_field(place)
        self.field.forget_facts_about(piece)

    def remove_fighter(self, piece: Piece, why: Gone) -> None:
        """Have a fighter on the field no more; what he carried lies where he stood."""
        self.drop_tokens(piece)
        self.layout = self.layout.with_fighter_elsewhere(piece)
        self.fighters[piece].leave_field(why)
        self.field.forget_facts_about(piece)

    def lay_scenery(self, name: str, lying: SceneryState) -> None:
        """Have a piece of scenery lie on the field like this, whether it did before or not."""
        self.layout = Layout()
        self.scenery[name] = lying

    def take_scenery(self, name: str) -> None:
        """Have a piece of scenery on the field no more."""
        self.layout = Layout()
        del self.scenery[name]

    def lay_token(self, token: Token) -> None:
        """Have a marker or an area on the field; what was told of others of its name may be so no more."""
        self.tokens = (*self.tokens, token)
        self.field.forget_facts_of_token(token.name)

    def move_token(self, token: Token, place: tuple[int, int] | None) -> None:
        """Have a marker or an area lie elsewhere; what was told of those of its name may be so no more."""
        moved = token._replace(place=place)
        self.tokens = tuple(moved if one == token else one for one in self.tokens)
        self.field.forget_facts_of_token(token.name)

    def drop_tokens(self, bearer: Piece, name: str | None = None) -> None:
        """Have the markers that a fighter carries, or those of a name, lie where he stands."""
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
