"""What an event is, and the events of attacks; those of the rest of a match are in `table_events`.

An event is a change that has been done, a frozen value that cites its rule: `do` applies it to the state
and writes it to the log at once. Its name and its parts are a public contract
(`schemas/event.schema.json`): they may be added to, never renamed. Events that only report (a die, a
reaction) change nothing.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

from edencli.match.facts import AtScenery, FactAnswer, Whereabouts, fact_event_parts
from edencli.match.pieces import Piece, Side
from edencli.match.reasons import Part
from edencli.match.state import FighterState, Gone, State
from edencli.model.terms import Category, LimbName, Marker
from edencli.named_tuple import NamedTuple
from edencli.record import Record

EVENT_KINDS: dict[str, type["Event"]] = {}


class Event(Record):
    """Something that happened, and the rule by which it happened."""

    kind: ClassVar[str]
    rule: str

    def __init_subclass__(cls, kind: str) -> None:
        super().__init_subclass__()
        cls.kind = kind
        EVENT_KINDS[kind] = cls

    def apply(self, state: State) -> None:
        """Change the state; an event that only reports changes nothing."""

    def clamped(self, state: State) -> Self:  # noqa: ARG002  # few events take anything
        """The event reduced to what is possible: nothing is taken that is not there."""
        return self

    def seen_by(self, side: Side) -> Self | None:  # noqa: ARG002  # few events hide anything
        """The event as a player may see it; None if it is secret."""
        return self


class Cause(NamedTuple):
    """The fighter that causes something, how and with which weapon; empty if no fighter does.

    Its parts are parts of the events of wounds and their consequences.
    """

    by: Piece | None = None
    how: str | None = None
    weapon: str | None = None


NO_CAUSE = Cause()


def event_kinds() -> Mapping[str, type[Event]]:
    """Every kind of event by its name, those of the other modules included."""
    import edencli.match.card_events  # noqa: PLC0415  # they need this module first
    import edencli.match.table_events  # noqa: F401, PLC0415

    return EVENT_KINDS


class AttackBegun(Event, kind="attack-begun"):
    """A fighter attacks: hand to hand, or with a piece of equipment in one of its categories.

    `place` is the point at which a projectile or a blast is aimed, on a field with places; `turned` is by
    how many degrees, counterclockwise, a blast is turned from there.
    """

    attacker: Piece
    target: Piece | None
    how: str
    weapon: str | None = None
    place: tuple[int, int] | None = None
    turned: float = 0.0


class AttackPrevented(Event, kind="attack-prevented"):
    """An attack was declared and paid, and a card prevented it; its parts are those of `AttackBegun`."""

    attacker: Piece
    target: Piece | None
    how: str
    weapon: str | None = None
    place: tuple[int, int] | None = None
    turned: float = 0.0


class Reacted(Event, kind="reacted"):
    """The target of a melee attack reacts."""

    fighter: Piece
    reaction: str


class Rolled(Event, kind="rolled"):
    """Dice were thrown against a difficulty: the pool, what each die needed, the reasons, and the result.

    `victim` is the fighter that the dice may harm, where that is not plain: in an explosion, and where
    fire burns, whose dice no fighter throws (`by`). `against` is always the other fighter, if there is
    one. The roll of an attack names how it is made and its weapon, the roll of a card the card.
    """

    step: str
    by: Piece | None
    pool: tuple[Part, ...]
    difficulty: tuple[Part, ...]
    needed: int
    dice: tuple[int, ...]
    successes: int
    victim: Piece | None = None
    against: Piece | None = None
    how: str | None = None
    weapon: str | None = None
    card: str | None = None

    @property
    def success(self) -> bool:
        """Whether any die succeeded."""
        return self.successes > 0


class Opposed(Event, kind="opposed"):
    """Two fighters compared a characteristic; without a winner the dice are thrown again."""

    fighters: tuple[Piece, Piece]
    step: str
    amounts: tuple[tuple[Part, ...], tuple[Part, ...]]
    dice: tuple[int, int]
    winner: Piece | None


class Located(Event, kind="located"):
    """A location die was thrown and hits a limb."""

    step: str
    by: Side
    victim: Piece
    face: int
    limb: LimbName


class Shifted(Event, kind="shifted"):
    """Successes were spent to move the location die."""

    step: str
    by: Piece
    victim: Piece
    spent: int
    face: int
    limb: LimbName


class Cancelled(Event, kind="cancelled"):
    """Successes of an attacker were cancelled."""

    by: Piece
    attacker: Piece
    n: int
    left: int


class Redirected(Event, kind="redirected"):
    """A shot into a melee hit another fighter than its target."""

    shooter: Piece
    target: Piece
    victim: Piece
    successes: int


class Wounded(Event, kind="wounded"):
    """A fighter suffered wounds: how many, what its protection could absorb, and what it absorbed.

    Cards may have passed the wounds on to this fighter from others.
    """

    step: str
    victim: Piece
    limb: LimbName
    wounds: int
    protection: tuple[Part, ...]
    absorbed: int
    by: Piece | None = None
    how: str | None = None
    weapon: str | None = None
    passed_on_by: tuple[Piece, ...] = ()

    @property
    def net(self) -> int:
        """The wounds that protection leaves."""
        return self.wounds - self.absorbed


class CpLost(Event, kind="cp-lost"):
    """A fighter lost CP, on one limb or on several at once."""

    victim: Piece
    limbs: dict[LimbName, int]
    by: Piece | None = None
    how: str | None = None
    weapon: str | None = None
    passed_on_by: tuple[Piece, ...] = ()

    @property
    def amount(self) -> int:
        """The CP lost in all."""
        return sum(self.limbs.values())

    @property
    def limb(self) -> LimbName | None:
        """The limb, if it is only one."""
        return next(iter(self.limbs)) if len(self.limbs) == 1 else None

    def clamped(self, state: State) -> Self:
        """A limb loses no more than it has left."""
        left = state.fighters[self.victim].cp_left
        limbs = {limb: min(n, left(limb)) for limb, n in self.limbs.items()}
        return self.with_changes(limbs={limb: n for limb, n in limbs.items() if n > 0})

    def apply(self, state: State) -> None:
        lost = state.fighters[self.victim].lost
        for limb, n in self.limbs.items():
            lost[limb] = lost.get(limb, 0) + n


class LimbChanged(Event, kind="limb-changed"):
    """A limb became wounded, or whole again; its characteristic now has the other colour's value."""

    victim: Piece
    limb: LimbName
    wounded: bool
    characteristic: int


class Healed(Event, kind="healed"):
    """A limb got CP back."""

    fighter: Piece
    limb: LimbName
    n: int
    passed_on_by: tuple[Piece, ...] = ()

    def clamped(self, state: State) -> Self:
        """No more CP come back than are lost."""
        return self.with_changes(n=min(self.n, state.fighters[self.fighter].lost.get(self.limb, 0)))

    def apply(self, state: State) -> None:
        lost = state.fighters[self.fighter].lost
        lost[self.limb] = lost.get(self.limb, 0) - self.n
        if not lost[self.limb]:
            del lost[self.limb]


class Left(Event, kind="left"):
    """A fighter left the field, incapacitated or not; `by` is the fighter that eliminated it, if one did."""

    fighter: Piece
    why: Gone
    by: Piece | None = None
    how: str | None = None
    weapon: str | None = None

    def apply(self, state: State) -> None:
        side = self.fighter.side
        state.remove_fighter(self.fighter, self.why)
        if side is not None and self.why is Gone.INCAPACITATED and state.sides[side].leader == self.fighter:
            state.sides[side].leader_lost = state.round


class MarkersAdded(Event, kind="markers-added"):
    """A fighter was given condition markers."""

    step: str
    fighter: Piece
    marker: Marker
    n: int
    by: Piece | None = None
    how: str | None = None
    weapon: str | None = None
    passed_on_by: tuple[Piece, ...] = ()

    def apply(self, state: State) -> None:
        markers = state.fighters[self.fighter].markers
        markers[self.marker] = markers.get(self.marker, 0) + self.n


class MarkersRemoved(Event, kind="markers-removed"):
    """A fighter lost condition markers."""

    fighter: Piece
    marker: Marker
    n: int

    def clamped(self, state: State) -> Self:
        """No more markers are removed than there are."""
        return self.with_changes(n=min(self.n, state.fighters[self.fighter].markers.get(self.marker, 0)))

    def apply(self, state: State) -> None:
        markers = state.fighters[self.fighter].markers
        markers[self.marker] = markers.get(self.marker, 0) - self.n
        if not markers[self.marker]:
            del markers[self.marker]


class ApSpent(Event, kind="ap-spent"):
    """A fighter paid with action points."""

    fighter: Piece
    n: int
    act: str

    def clamped(self, state: State) -> Self:
        """No fighter pays more AP than it has."""
        return self.with_changes(n=min(self.n, state.fighters[self.fighter].ap))

    def apply(self, state: State) -> None:
        state.fighters[self.fighter].spend_ap(self.n)


class Used(Event, kind="used"):
    """One use of something limited was counted: an action, a piece of equipment, an ability."""

    fighter: Piece
    what: str

    def apply(self, state: State) -> None:
        _count_use(state.fighters[self.fighter], self.what)


class AttackEnded(Event, kind="attack-ended"):
    """One blow or shot is over: the victim, the limb, the wounds, and whether it is a success."""

    attacker: Piece
    victim: Piece | None
    limb: LimbName | None
    wounds: int
    cp_lost: int
    success: bool
    how: str | None = None
    weapon: str | None = None

    @property
    def hit(self) -> bool:
        """Whether it hit: a shot by its roll, a blow unless it was dodged, a throw each of its victims."""
        return self.success or (self.limb is not None and (self.wounds > 0 or self.how == Category.SHOOTING))


class SceneryHit(Event, kind="scenery-hit"):
    """An attack was aimed at a piece of scenery, and counts against it."""

    attacker: Piece
    scenery: str
    how: str
    weapon: str | None = None

    def apply(self, state: State) -> None:
        lying = state.scenery[self.scenery]
        state.lay_scenery(self.scenery, lying._replace(attacks=lying.attacks + 1))


class SceneryBurns(Event, kind="scenery-burns"):
    """A piece of scenery was given burn markers."""

    scenery: str
    n: int

    def apply(self, state: State) -> None:
        lying = state.scenery[self.scenery]
        state.lay_scenery(self.scenery, lying._replace(burn=lying.burn + self.n))


class SceneryDestroyed(Event, kind="scenery-destroyed"):
    """A piece of scenery was destroyed: a devastated area lies in its place, and its markers are gone."""

    scenery: str

    def apply(self, state: State) -> None:
        lying = state.scenery[self.scenery]
        state.lay_scenery(self.scenery, lying._replace(attacks=0, burn=0, destroyed=True))


class Raised(Event, kind="raised"):
    """A fighter is on the raised place of a piece of scenery, or on none any longer."""

    fighter: Piece
    scenery: str | None

    def apply(self, state: State) -> None:
        state.fighters[self.fighter].raised = self.scenery
        if self.scenery is not None:
            state.field.learn({AtScenery(piece=self.fighter, scenery=self.scenery): Whereabouts.INSIDE})


class Hidden(Event, kind="hidden"):
    """A fighter hides in a piece of scenery, or is found."""

    fighter: Piece
    scenery: str | None

    def apply(self, state: State) -> None:
        state.fighters[self.fighter].hidden = self.scenery


def _count_use(fighter: FighterState, what: str) -> None:
    for used in (fighter.used_round, fighter.used_match):
        used[what] = used.get(what, 0) + 1


class FactTold(Event, kind="fact-told"):
    """The players answered what the rules asked of an unmeasured field; the rule is the one that needed it.

    The fact is about `fighter`; `asked` are the fighters to which it relates that one, and `so` those for
    which it is true. The other parts are the `event_parts` of the facts: the `obstacles` in a line of
    sight; the fighter `than` which another is nearer; the length `far` that was asked for; `where` a
    fighter stands, seen from `scenery`, or how many centimetres lie `across`.
    """

    fighter: Piece
    asked: tuple[Piece, ...]
    so: tuple[Piece, ...]
    is_so: bool

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A part that some kind of fact adds."""

    @classmethod
    def from_answer(cls, told: FactAnswer) -> Self:
        """The event of an answer."""
        fact, answer = told.fact, told.answer
        return cls(
            rule=fact.rule,
            fighter=fact.subject,
            asked=fact.pieces,
            so=fact.affirmed_pieces(answer),
            is_so=fact.is_so(answer),
            **fact.event_values(answer),
        )


_FACT_PARTS = fact_event_parts()
FactTold.add_parts(
    {part.name: part.type for part in _FACT_PARTS}, {part.name: part.default for part in _FACT_PARTS}
)


class LookedAgain(Event, kind="looked-again"):
    """What the players said about a fighter on an unmeasured field was wrong, and is forgotten."""

    fighter: Piece

    def apply(self, state: State) -> None:
        state.field.forget_facts_about(self.fighter)
