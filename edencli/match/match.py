"""A match in the referee's hands: its set-up and rulebook, its state, its log, and who listens.

The rules bring a row for each act and their contributors. An optional chapter adds contributors, objectors,
listeners, and what it does in a step (`ChapterRules`), and so do the cards of a match. They touch nothing
else. Who speaks of which act is bound once (`only_for`).

What was found out is remembered by `edencli.match.caches`.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, TypeVar

from edencli.match.caches import MatchCaches
from edencli.match.events import Event, FactTold
from edencli.match.facts import Fact, FactAnswer, FactGroup, RoomToGo, SceneryInView, UnknownFact
from edencli.match.field_kinds import Field
from edencli.match.pieces import OwnedCard, Piece, Side
from edencli.match.questions import Question, SkippedQuestion
from edencli.match.reasons import Part, Refusal
from edencli.match.state import FighterState, RememberedEvent, State
from edencli.model.fighter import Equipment, Fighter
from edencli.model.game import Band
from edencli.model.scenery import Scenery
from edencli.model.terms import ActKind, Characteristic, LimbName, Quantity, SightBlocking
from edencli.named_tuple import NamedTuple
from edencli.record import Record
from edencli.rulebooks.catalogue import default_rulings
from edencli.rulebooks.values import Rulebook

T = TypeVar("T")

# What every rule procedure is: it yields questions, is sent their answers, and returns a T.
Procedure = Generator[Question[Any], Any, T]


class Trapezoid(NamedTuple):
    """The template of a blast: how long it is, and how wide at its user and at its far end."""

    length: int = 10_000
    near: int = 1_000
    far: int = 4_000


class Setup(NamedTuple):
    """What is settled before the first step: bands, field, scenery at hand, templates, rulings of the table.

    Left alone, it is a bare field of the usual size with nobody's band, and no optional chapter. `explosion`
    is the radius of that template.
    """

    bands: Mapping[Side, Band] = MappingProxyType({})
    width: int = 60_000
    height: int = 60_000
    measured: bool = True
    scenery: Mapping[str, Scenery] = MappingProxyType({})
    npfs: Mapping[str, Fighter] = MappingProxyType({})
    explosion: int = 5_000
    blast: Trapezoid = Trapezoid()
    rulings: Mapping[str, Any] = MappingProxyType({})
    chapters: tuple[str, ...] = ()


BARE_SETUP = Setup()


class Act(Record):
    """Something a fighter would do, of which it is asked whether he may; one that is `free` costs no AP.

    Where a card says its `price`, that is what it costs instead; where it says a rule, it is done `despite`
    that.
    """

    fighter: Piece
    free: bool = False
    price: int | None = None
    despite: str | None = None


class Measure(Act):
    """To measure a distance before one pays for what it matters to; who objects to it forbids measuring."""


class SingleOut(Act):
    """To choose a fighter as the target of an action; who objects to it hides him, or finds him too far."""

    target: Piece


F = TypeVar("F", bound=Callable[..., Any])


def only_for(*acts: type[Act]) -> Callable[[F], F]:
    """Mark a contributor, or an objector, that has a say in these acts alone: in others it is not asked."""

    def mark(speaker: F) -> F:
        speaker.acts_spoken_of = acts  # type: ignore[attr-defined]  # read by `has_say`
        return speaker

    return mark


def only_for_kinds(speaker: Callable[..., T], kinds: Iterable[ActKind]) -> Callable[..., T]:
    """Mark one that has a say in those acts alone for which cards have one of these words."""
    marked = partial(speaker)
    marked.kinds_spoken_of = frozenset(kinds)  # type: ignore[attr-defined]  # read by `has_say`
    return marked


def fixed_by_kind(give: F) -> F:
    """Mark a contributor that adds the same to all acts of a class that are neither free nor have a price."""
    give.is_fixed_by_kind = True  # type: ignore[attr-defined]  # read by `is_fixed_by_kind`
    return give


def is_fixed_by_kind(contributor: Callable[..., Any]) -> bool:
    """Tell whether a contributor adds the same to all acts of a class."""
    return getattr(contributor, "is_fixed_by_kind", False)


def has_say(speaker: Callable[..., Any], act: type[Any], kind: ActKind | None) -> bool:
    """Tell whether a contributor or an objector has a say in acts of a class; that of None is no act.

    `kind` is the word that cards have for such an act.
    """
    kinds: frozenset[ActKind] | None = getattr(speaker, "kinds_spoken_of", None)
    if kinds is not None and kind not in kinds:
        return False
    function = speaker.func if isinstance(speaker, partial) else speaker
    acts: tuple[type[Act], ...] | None = getattr(function, "acts_spoken_of", None)
    return acts is None or issubclass(act, acts)


class Query(NamedTuple):
    """A number that is asked for: what, of whom, in which act, and on which limb."""

    what: Characteristic | Quantity
    fighter: Piece
    act: Act | None = None
    limb: LimbName | None = None


class SideQuery(NamedTuple):
    """A number that is asked for: what, of which player, for which card."""

    what: Quantity
    side: Side
    card: str | None = None
    act: None = None
    """It is asked in no act."""


class Listener:
    """What may replace changes or act on events: an optional chapter, or all cards of a match.

    A match asks once for each kind of event whether a listener `replaces` or `hears` that kind, and calls it
    for no other. By default it replaces nothing and hears everything.
    """

    def replaces(self, kind: type[Event]) -> bool:  # noqa: ARG002  # few replace anything
        """Tell whether a change of this kind may be replaced."""
        return False

    def hears(self, kind: type[Event]) -> bool:  # noqa: ARG002  # the chapters on scenery hear everything
        """Tell whether an event of this kind may set something off."""
        return True

    def replace(self, match: "Match", change: Event) -> Procedure[Event | None]:  # noqa: ARG002
        """Return the change, another one in its place, or None to forbid it."""
        yield from ()
        return change

    def triggers(self, match: "Match", event: Event) -> "Sequence[Trigger]":  # noqa: ARG002
        """Return what an event sets off."""
        return ()


class Trigger(NamedTuple):
    """Something that an event sets off: its name, for the player who orders it, and what it does.

    What `is_last` comes after all others, in the order in which it is given, and nobody orders it: an offer
    to play a card of the hand, whose name nobody may read.
    """

    name: str
    run: Callable[[], Procedure[None]]
    is_last: bool = False


# What it is asked is a `Query` or a `SideQuery`, as the number is one of a fighter or of a player.
Contributor = Callable[["Match", Any], Iterable[Part]]
Objector = Callable[["Match", Any], Refusal | None]
Waiver = Callable[["Match", Any, Refusal], bool]
Foresight = Callable[["Match", Event], Iterable[Any]]
EventRecorder = Callable[[State, Event], tuple[RememberedEvent, ...]]
# What a chapter does in a step, given what the rulebook does there, which it runs where it will, or not.
ChapterStep = Callable[["Match", Callable[["Match"], Procedure[None]]], Procedure[None]]


# By which rules scenery counts, where no chapter says otherwise.
OBSTACLE_RULE = "sight.obstacle"
LOW_SCENERY_RULE = "scenery.low"
CROSSING_RULE = "scenery.crossable"


class Terrain(NamedTuple):
    """What a piece of scenery is, as it lies now, to whoever looks past it or walks.

    It blocks a line of sight that it cuts, or counts as so many obstacles in one, or neither; a base may
    cross it, and then stop in it, or not; a centimetre in it costs `rate`. The rules say by what; a way that
    is too long only because it is slow is so by the Move itself where no rule is named.
    """

    sight: SightBlocking = SightBlocking.BLOCK
    obstacles: int = 1
    crossable: bool = False
    stops: bool = True
    rate: int = 1
    cuts_by: str = SceneryInView.rule
    counts_by: str = OBSTACLE_RULE
    bars_by: str = RoomToGo.rule
    crosses_by: str = CROSSING_RULE
    slows_by: str | None = None


class ActDuty(NamedTuple):
    """What a fighter must do before anything else: an example of it, and why some other act is not that."""

    example: Act
    objection: Callable[[Act], Refusal | None]


class WayThrough(NamedTuple):
    """What a fighter may go through, and not end in: others, and scenery."""

    fighters: bool = False
    scenery: bool = False


NO_WAY_THROUGH = WayThrough()


class ChapterRules(NamedTuple):
    """What an optional chapter brings to a match, or all of its cards together.

    `numbers` has its contributors, by what they add to; `may` its objections to an act's being declared,
    `reach` those that the field gives it, and `waivers` tell which of the rulebook's own it takes back;
    `acts` are kinds of acts that only it has; `terrain` says what a piece of scenery is, in place of what the
    players agreed; `steps` is what it does in a step of the match; `grants` is what somebody carries besides
    what his profile prints, of all that is `grantable`, `retypes` which types he has, given those that are
    printed; `event_recorders` has the kinds of events that its cards look back at, each with what is kept of
    one; `foresight` tells what surely becomes of a change, whatever is answered and thrown. `duties` is what
    somebody must do before anything else, `crosses` what he may go through, `weather` which conditions hold
    in the place of the match's own. `cards` has all cards of the match, for what they ask of each other.
    """

    numbers: Mapping[str, Sequence[Contributor]] = MappingProxyType({})
    may: Sequence[Objector] = ()
    reach: Sequence[Objector] = ()
    waivers: Sequence[Waiver] = ()
    acts: "Mapping[type[Act], ActRow]" = MappingProxyType({})
    listeners: Sequence[Listener] = ()
    terrain: Callable[["Match", str], Terrain] | None = None
    steps: Mapping[str, ChapterStep] = MappingProxyType({})
    grants: Callable[["Match", Piece], Iterable[Equipment]] | None = None
    retypes: Callable[["Match", Piece, tuple[str, ...]], tuple[str, ...]] | None = None
    weather: Callable[["Match"], tuple[str, ...]] | None = None
    grantable: Sequence[Equipment] = ()
    heard_by_cards: frozenset[str] = frozenset()
    awaited_by_cards: frozenset[str] = frozenset()
    event_recorders: Mapping[str, EventRecorder] = MappingProxyType({})
    foresight: Foresight | None = None
    duties: Sequence[Callable[["Match", Piece], "ActDuty | None"]] = ()
    crosses: Callable[["Match", Piece], WayThrough] | None = None
    cards: Any = None


def _nothing(_: "Match", __: Act) -> Iterator[Refusal]:
    """No objection of the field, to an act that it has no say in."""
    return iter(())


def _as_declared(_: "Match", act: Any) -> Any:
    return act


class ActRow(NamedTuple):
    """What the rulebook says of one kind of act.

    `rule` is its id, `price` names it among the book's actions (None: its card tells the price), `counts_as`
    is what it uses up. `may` are the objections to its being declared, in the rulebook's order; `reach` gives
    those of the field, in theirs. `aim` adds to a declared act what the field knows of it. `perform` pays for
    it and carries it out; what comes back as False ends the activation. An act without is no action: it is
    part of somebody else's. `miss` carries out what proves not to reach where a rule, which it is handed,
    forbids to measure before one pays; without one, `perform` sees to that. `on_cards` is the word by which
    cards speak of it; of an act without a word none does.
    """

    rule: str
    price: str | None
    counts_as: str
    may: Sequence[Objector]
    reach: Callable[["Match", Any], Iterator[Refusal]] = _nothing
    aim: Callable[["Match", Any], Any] = _as_declared
    perform: Callable[["Match", Any], Procedure[bool | None]] | None = None
    miss: Callable[["Match", Any, str], Procedure[bool | None]] | None = None
    on_cards: ActKind | None = None


NO_ACTS: Mapping[type[Act], ActRow] = {}
NO_NUMBERS: Mapping[str, Sequence[Contributor]] = {}


def _only_one(lent: Iterable[T | None]) -> T | None:
    """What one of the chapters lends, if one does."""
    return next((one for one in lent if one is not None), None)


def _merge_contributors(
    numbers: Mapping[str, Sequence[Contributor]], chapters: Sequence[ChapterRules]
) -> Mapping[str, Sequence[Contributor]]:
    """Who contributes to each number, the chapters last."""
    merged = dict(numbers)
    for chapter in chapters:
        for what, added in chapter.numbers.items():
            merged[what] = (*merged.get(what, ()), *added)
    return merged if chapters else numbers


class _Meanwhile:
    """A block in which something is so of a match: a class, for it is entered thousands of times."""

    __slots__ = ("_before", "_match", "_name")

    def __init__(self, match: "Match", name: str) -> None:
        self._match, self._name, self._before = match, name, getattr(match, name)

    def __enter__(self) -> None:
        setattr(self._match, self._name, True)

    def __exit__(self, *_: object) -> None:
        setattr(self._match, self._name, self._before)


class Match(MatchCaches):
    """One match, or as much of one as an attack needs."""

    answered_at = 0
    """How long the log was when the last answer was given that is none of what an event sets off."""
    trigger_depth = 0
    """How many events stand over what runs now: each set off, in the end, the next."""
    is_guessing = False
    """Whether the usual is supposed where something is unknown, because no player is to be asked."""
    is_trying_answers = False
    """Whether nothing is asked for just now: what may be told is tried."""

    def __init__(
        self,
        book: Rulebook,
        state: State,
        *,
        setup: Setup = BARE_SETUP,
        acts: Mapping[type[Act], ActRow] = NO_ACTS,
        numbers: Mapping[str, Sequence[Contributor]] = NO_NUMBERS,
        chapters: Sequence[ChapterRules] = (),
    ) -> None:
        super().__init__(state)
        self.book = book
        self.state.npfs = setup.npfs
        self.setup = setup
        self.log: list[Event] = []
        self.logs_seen: dict[Side, Any] = {}
        """What each side sees of the log, as far as it was looked at: see `referee.view`."""
        self.looks_back: dict[tuple[OwnedCard, str], None] | None = None
        """While an attack is weighed: the cards that look back at what has happened, and at which events."""
        self.skipped: list[SkippedQuestion] = []
        """The questions that were not put since the last answer of a player."""
        self.acts = dict(acts)
        for chapter in chapters:
            self.acts |= chapter.acts
        """What the rulebook says of each kind of act."""
        self.chapters = chapters
        self.numbers = _merge_contributors(numbers, chapters)
        """Who contributes to which number by the rulebook and its chapters; cards are `contributors`."""
        self.contributors: list[Contributor] = []
        self.declaration_objectors: list[Objector] = [objection for one in chapters for objection in one.may]
        self.reach_objectors = tuple(objection for one in chapters for objection in one.reach)
        self.waivers: list[Waiver] = [waiver for one in chapters for waiver in one.waivers]
        self.duties = [duty for one in chapters for duty in one.duties]
        self.listeners: tuple[Listener, ...] = ()
        self._replacers: dict[type[Event], tuple[Listener, ...]] = {}
        self._hearers: dict[type[Event], tuple[Listener, ...]] = {}
        self.add_listeners(listener for one in chapters for listener in one.listeners)
        self.heard_by_cards = frozenset(kind for one in chapters for kind in one.heard_by_cards)
        """The kinds of events that set a card off, or in whose place a card puts something else."""
        self._awaited = frozenset(kind for one in chapters for kind in one.awaited_by_cards)
        self._terrain = _only_one(one.terrain for one in chapters)
        self._crosses = _only_one(one.crosses for one in chapters)
        self._weather = _only_one(one.weather for one in chapters)
        self.cards: Any = _only_one(one.cards for one in chapters)
        self._grants = [one.grants for one in chapters if one.grants is not None]
        self._retypes = [one.retypes for one in chapters if one.retypes is not None]
        self.grantable = tuple(item for one in chapters for item in one.grantable)
        self.foresights = [one.foresight for one in chapters if one.foresight is not None]
        self.event_recorders = {
            kind: recall for one in chapters for kind, recall in one.event_recorders.items()
        }
        self.asked_to_act: list[Piece] = []  # asked about just now, and of these not a second time
        self.tally: Any = None  # the `EffectTally` that counts which effects of cards work, where one does
        self.facts_to_replay: deque[FactAnswer] = deque()
        self._bound_contributors: dict[tuple[str, type[Any]], Sequence[Contributor]] = {}
        self.fixed_totals: dict[tuple[str, type[Act]], int | None] = {}
        """The numbers that are the same in all acts of a class; None where they must be asked for."""
        self._bound_reach_objectors: dict[type[Act], Sequence[Objector]] = {}
        self._bound_objectors: dict[type[Act], tuple[int, Sequence[Objector]]] = {}
        self.memory: list[Any] = []
        """What programs that think about the match keep of it; all copies of the match share it."""

    def terrain(self, name: str) -> Terrain:
        """What a piece of scenery is, as it lies now: as its chapter has it, or as the players agreed."""
        return self.cache_for_scenery("terrain", name, self._terrain or Match._agreed_terrain)

    def _agreed_terrain(self, name: str) -> Terrain:
        agreed = self.setup.scenery[name]
        rate = self.book.table.slow_factor if agreed.slow else 1
        low = LOW_SCENERY_RULE if agreed.sight is SightBlocking.OBSTACLE else OBSTACLE_RULE
        return Terrain(sight=agreed.sight, crossable=agreed.crossable, rate=rate, counts_by=low)

    def equipment_of(self, piece: Piece) -> tuple[Equipment, ...]:
        """The equipment of a fighter: what his profile prints or is granted to him, and he has still."""
        fighter = self.state.fighters[piece]
        own = fighter.card.equipment
        for grant in self._grants:
            own = (*own, *grant(self, piece))
        if fighter.discarded:
            own = tuple(item for item in own if item.name not in fighter.discarded)
        return own

    def types_of(self, piece: Piece) -> tuple[str, ...]:
        """The types of a fighter: those that his profile prints, and what cards make of them."""
        own = self.state.fighters[piece].card.types
        for change in self._retypes:
            own = change(self, piece, own)
        return own

    @property
    def weather(self) -> tuple[str, ...]:
        """The weather conditions that hold now: those that cards bring, else those of the match."""
        return (self._weather and self._weather(self)) or self.state.weather

    def crossed_by(self, piece: Piece) -> WayThrough:
        """What a fighter may go through, by cards."""
        return NO_WAY_THROUGH if self._crosses is None else self._crosses(self, piece)

    def state_of(self, piece: Piece) -> FighterState:
        """The state of one fighter."""
        return self.state.fighters[piece]

    def is_on_field(self, *pieces: Piece) -> bool:
        """Tell whether all these are still on the field."""
        for piece in pieces:  # noqa: SIM110  # asked at every turn; a generator would double its time
            if not self.state.fighters[piece].on_field:
                return False
        return True

    @property
    def field(self) -> Field:
        """The field, which answers about places and contact, or has the players asked."""
        return self.state.field

    def require_fact(self, fact: Fact) -> Any:
        """What was told of a field that nobody measures, or Unknown, whereupon the referee asks for it.

        While a step is played again, what was told in the middle of it lies in `to_come`.
        """
        while (told := self.state.field.told_facts.get(fact)) is None:
            if self.is_guessing:
                return fact.guess
            self.request_fact(fact)
        return told

    def matching_pieces(self, of: Piece, facts: Mapping[Piece, Fact]) -> list[Piece]:
        """Of whom it is so that of a fighter some fact is told; what is unknown of them is asked at once."""
        told = self.state.field.told_facts
        while not self.is_guessing and (
            unknown := {piece: fact for piece, fact in facts.items() if fact not in told}
        ):
            alone = next(iter(unknown.values()))
            among = FactGroup(subject=of, facts=tuple(unknown.values()), pieces=tuple(unknown))
            self.request_fact(alone if len(unknown) == 1 else among)
            told = self.state.field.told_facts
        return [piece for piece, fact in facts.items() if told.get(fact)]

    def guessing(self) -> "_Meanwhile":
        """Ask nobody meanwhile, and suppose the usual of what is unknown: to show, not to do."""
        return _Meanwhile(self, "is_guessing")

    def asking_nobody(self) -> "_Meanwhile":
        """Raise `UnknownFact` for untold facts inside this block, even while answers wait to be replayed."""
        return _Meanwhile(self, "is_trying_answers")

    def known_answer(self, fact: Fact) -> Any:
        """What is known of a fact; None where nothing is."""
        return self.state.field.told_facts.get(fact)

    def request_fact(self, wanted: Fact | FactGroup) -> None:
        """Have a fact told, or Unknown."""
        if self.is_trying_answers or not self.facts_to_replay:
            raise UnknownFact(wanted)
        self.record_fact(self.facts_to_replay.popleft())

    def apply_event(self, state: State, event: Event) -> None:
        """Have an event happen to a state, which remembers it where a card looks back at such events."""
        self.changes += 1
        event.apply(state)
        if event.kind in self.event_recorders:
            state.remembered_events = self.event_recorders[event.kind](state, event)

    def record_fact(self, told: FactAnswer) -> None:
        """Keep what the players said of the field, and write it down."""
        self.infer_facts({} if told.is_over else told.fact.answers_by_fact(told.answer))
        self.log.append(FactTold.from_answer(told))

    def infer_facts(self, facts: Mapping[Fact, Any]) -> None:
        """Know facts without asking, for the rules leave no doubt; where the field measures, in vain."""
        self.state.field.learn(facts)

    def contributors_to(self, what: str, act: type[Any]) -> Sequence[Contributor]:
        """Who contributes to a number in acts of a class, or in none: bound once a match."""
        found = self._bound_contributors.get((what, act))
        if found is None:
            kind = self.kind_on_cards(act)
            found = tuple(give for give in self.numbers.get(what, ()) if has_say(give, act, kind))
            self._bound_contributors[what, act] = found
        return found

    def kind_on_cards(self, act: type[Any]) -> ActKind | None:
        """The word by which cards speak of acts of a class, if there is one."""
        row = self.acts.get(act)
        return None if row is None else row.on_cards

    def reach_objectors_to(self, act: type[Act]) -> Sequence[Objector]:
        """What the chapters object to acts of a class of what the field has against them, in order."""
        found = self._bound_reach_objectors.get(act)
        if found is None:
            kind = self.kind_on_cards(act)
            found = tuple(one for one in self.reach_objectors if has_say(one, act, kind))
            self._bound_reach_objectors[act] = found
        return found

    def objectors_to(self, act: type[Act]) -> Sequence[Objector]:
        """What objects to declaring acts of a class, in order: bound until another objector is added."""
        number, found = self._bound_objectors.get(act, (-1, ()))
        if number != len(self.declaration_objectors):
            row = self.acts.get(act)
            every = (*(row.may if row else ()), *self.declaration_objectors)
            kind = None if row is None else row.on_cards
            found = tuple(one for one in every if has_say(one, act, kind))
            self._bound_objectors[act] = len(self.declaration_objectors), found
        return found

    def is_awaited(self, kind: type[Event]) -> bool:
        """Tell whether a card awaits events of a kind, or looks back at them: else some need not be told."""
        return kind.kind in self._awaited

    def add_listeners(self, listeners: Iterable[Listener]) -> None:
        """Let more listeners replace changes and hear of events, after those that do already."""
        self.listeners = (*self.listeners, *listeners)
        self._replacers, self._hearers = {}, {}

    def replacers(self, kind: type[Event]) -> tuple[Listener, ...]:
        """The listeners that may replace a change of this kind."""
        found = self._replacers.get(kind)
        if found is None:
            found = self._replacers[kind] = tuple(one for one in self.listeners if one.replaces(kind))
        return found

    def hearers(self, kind: type[Event]) -> tuple[Listener, ...]:
        """The listeners that an event of this kind may set something off for."""
        found = self._hearers.get(kind)
        if found is None:
            found = self._hearers[kind] = tuple(one for one in self.listeners if one.hears(kind))
        return found

    @property
    def can_turn_back(self) -> bool:
        """Whether a chapter says what scenery is, and so may put back who ends in it."""
        return bool(self.state.scenery) and any(chapter.terrain is not None for chapter in self.chapters)

    def ruling(self, name: str) -> Any:
        """What the table decided where no book answers, or what is played unless it decides."""
        return self.setup.rulings.get(name, default_rulings()[name])

    @property
    def first_player(self) -> Side:
        """The first player of this moment."""
        return self.state.first_player
