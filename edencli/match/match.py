"""A match: its set-up and rulebook, its state, its log, and its listeners.

The rules bring a row for each act and their contributors. An optional chapter adds contributors,
objectors, listeners, and procedures for steps (`ChapterRules`), and so do the cards of a match; they
change nothing else. Which contributors and objectors have a say in which acts is decided once
(`only_for`).

What is found about a match is cached by `edencli.match.caches`.
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

# A procedure of the rules: it yields questions, is sent their answers, and returns a T.
Procedure = Generator[Question[Any], Any, T]


class Trapezoid(NamedTuple):
    """The template of a blast: its length, and its width at the user and at the far end."""

    length: int = 10_000
    near: int = 1_000
    far: int = 4_000


class Setup(NamedTuple):
    """What is settled before the first step: bands, field, available scenery, templates, house rulings.

    The defaults are a bare field of the usual size, without bands or optional chapters. `explosion` is
    the radius of that template.
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
    """Something a fighter may want to do, which the rules allow or refuse; a `free` act costs no AP.

    A card may give it another `price`, or let it be done `despite` a rule.
    """

    fighter: Piece
    free: bool = False
    price: int | None = None
    despite: str | None = None


class Measure(Act):
    """To measure a distance before paying for an act; an objection to it forbids measuring."""


class SingleOut(Act):
    """To choose a fighter as the target of an action; an objection hides the target, or finds it too far."""

    target: Piece


F = TypeVar("F", bound=Callable[..., Any])


def only_for(*acts: type[Act]) -> Callable[[F], F]:
    """Mark a contributor or an objector that has a say in these acts alone; for others it is not called."""

    def mark(speaker: F) -> F:
        speaker.acts_spoken_of = acts  # type: ignore[attr-defined]  # read by `has_say`
        return speaker

    return mark


def only_for_kinds(speaker: Callable[..., T], kinds: Iterable[ActKind]) -> Callable[..., T]:
    """Mark a function that has a say only in acts for which cards have one of these words."""
    marked = partial(speaker)
    marked.kinds_spoken_of = frozenset(kinds)  # type: ignore[attr-defined]  # read by `has_say`
    return marked


def fixed_by_kind(give: F) -> F:
    """Mark a contributor that adds the same to all acts of a class that are not free and have no price."""
    give.is_fixed_by_kind = True  # type: ignore[attr-defined]  # read by `is_fixed_by_kind`
    return give


def is_fixed_by_kind(contributor: Callable[..., Any]) -> bool:
    """Tell whether a contributor adds the same to all acts of a class."""
    return getattr(contributor, "is_fixed_by_kind", False)


def has_say(speaker: Callable[..., Any], act: type[Any], kind: ActKind | None) -> bool:
    """Tell whether a contributor or an objector has a say in acts of a class; NoneType stands for no act.

    `kind` is the word that cards have for such an act.
    """
    kinds: frozenset[ActKind] | None = getattr(speaker, "kinds_spoken_of", None)
    if kinds is not None and kind not in kinds:
        return False
    function = speaker.func if isinstance(speaker, partial) else speaker
    acts: tuple[type[Act], ...] | None = getattr(function, "acts_spoken_of", None)
    return acts is None or issubclass(act, acts)


class Query(NamedTuple):
    """A number to find: what, of which fighter, in which act, and on which limb."""

    what: Characteristic | Quantity
    fighter: Piece
    act: Act | None = None
    limb: LimbName | None = None


class SideQuery(NamedTuple):
    """A number to find: what, of which player, for which card."""

    what: Quantity
    side: Side
    card: str | None = None
    act: None = None
    """No act; queries of fighters may have one."""


class Listener:
    """Something that may replace changes or react to events: an optional chapter, or all cards of a match.

    A match asks once for each kind of event whether a listener `replaces` or `hears` that kind, and calls
    it for no other. By default it replaces nothing and hears everything.
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
    """Something that an event sets off: its name, for the player that orders it, and what it does.

    Triggers that are `is_last` come after all others, in their given order, without a question about it:
    they offer to play a card of the hand, whose name must stay hidden.
    """

    name: str
    run: Callable[[], Procedure[None]]
    is_last: bool = False


# It is called with a `Query` for a number of a fighter, with a `SideQuery` for one of a player.
Contributor = Callable[["Match", Any], Iterable[Part]]
Objector = Callable[["Match", Any], Refusal | None]
Waiver = Callable[["Match", Any, Refusal], bool]
Foresight = Callable[["Match", Event], Iterable[Any]]
EventRecorder = Callable[[State, Event], tuple[RememberedEvent, ...]]
# A chapter's procedure for a step; it is given the rulebook's own, which it runs when it wants, or not.
ChapterStep = Callable[["Match", Callable[["Match"], Procedure[None]]], Procedure[None]]


# The rules by which scenery counts, unless a chapter says otherwise.
OBSTACLE_RULE = "sight.obstacle"
LOW_SCENERY_RULE = "scenery.low"
CROSSING_RULE = "scenery.crossable"


class Terrain(NamedTuple):
    """The effect of a piece of scenery, in its present state, on lines of sight and ways.

    It blocks a line of sight that it cuts, or counts as `obstacles` in it, or neither; a base may cross
    it, and then stop in it, or not; a centimetre in it costs `rate`. The rules say by which rule each is
    so; without `slows_by`, a way that is too long only because it is slow breaks the rule of the Move.
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
    """What a fighter must do before anything else: an example of it, and the objection to other acts."""

    example: Act
    objection: Callable[[Act], Refusal | None]


class WayThrough(NamedTuple):
    """What a fighter may pass through, but not end in: other fighters, scenery."""

    fighters: bool = False
    scenery: bool = False


NO_WAY_THROUGH = WayThrough()


class ChapterRules(NamedTuple):
    """What an optional chapter, or all cards of a match together, add to the match.

    `numbers` are contributors, by the number to which they add; `may` and `reach` objections to declaring
    an act, and those of the field; `waivers` decide which objections of the rulebook are dropped. `acts`
    are kinds of acts that only this chapter has, `steps` its procedures for steps of the match, `terrain`
    the terrain of scenery instead of what the players agreed, `weather` the conditions in force instead
    of those of the match. Of a fighter, `grants` is the equipment besides that on its card, out of all
    that is `grantable`, `retypes` its types, given the printed ones, `duties` what it must do before
    anything else, and `crosses` what it may pass through. `event_recorders` make what cards remember of
    an event, by its kind; `foresight` tells the certain results of a change, whatever is answered and
    thrown. `cards` are all cards of the match, for what they ask about each other.
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
    """Object to nothing on the field."""
    return iter(())


def _as_declared(_: "Match", act: Any) -> Any:
    return act


class ActRow(NamedTuple):
    """What the rulebook says about one kind of act.

    `rule` is its id, `price` its name among the prices in the book (None: its card has the price),
    `counts_as` what it uses up. `may` are the objections to declaring it, in the rulebook's order;
    `reach` gives those of the field, in their order. `aim` adds to a declared act what the field knows.
    `perform` pays for it and carries it out; a result of False ends the activation. An act without
    `perform` is no action but part of another act. `miss` carries out an act that proves to be out of
    reach, where a rule, which it is given, forbids measuring before paying; without it, `perform` does
    that. `on_cards` is the word for it on cards, if they have one.
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
    """The contribution of the one chapter that has any, or None."""
    return next((one for one in lent if one is not None), None)


def _merge_contributors(
    numbers: Mapping[str, Sequence[Contributor]], chapters: Sequence[ChapterRules]
) -> Mapping[str, Sequence[Contributor]]:
    """The contributors to each number, those of chapters last."""
    merged = dict(numbers)
    for chapter in chapters:
        for what, added in chapter.numbers.items():
            merged[what] = (*merged.get(what, ()), *added)
    return merged if chapters else numbers


class _Meanwhile:
    """A block in which a flag of a match is set; a class for speed, as it is entered thousands of times."""

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
    """The length of the log at the last answer that was not given to something an event set off."""
    trigger_depth = 0
    """How deep the present procedure is in a chain of events that set each other off."""
    is_guessing = False
    """Whether unknown facts are assumed to have their usual answer, since no player is to be asked."""
    is_trying_answers = False
    """Whether possible answers are being tried, so that no player is asked."""

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
        """What each side sees of the log, as far as it has been computed: see `referee.view`."""
        self.looks_back: dict[tuple[OwnedCard, str], None] | None = None
        """While an attack is weighed: the cards that look back at past events, and at which events."""
        self.skipped: list[SkippedQuestion] = []
        """The questions that were skipped since the last answer of a player."""
        self.acts = dict(acts)
        for chapter in chapters:
            self.acts |= chapter.acts
        """What the rulebook says about each kind of act."""
        self.chapters = chapters
        self.numbers = _merge_contributors(numbers, chapters)
        """The contributors to each number, of the rulebook and its chapters; `contributors` are of cards."""
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
        """The kinds of events that set a card off, or that a card replaces."""
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
        self.asked_to_act: list[Piece] = []  # already asked about, so not asked again
        self.tally: Any = None  # the `EffectTally` that counts effects of cards, if any
        self.facts_to_replay: deque[FactAnswer] = deque()
        self._bound_contributors: dict[tuple[str, type[Any]], Sequence[Contributor]] = {}
        self.fixed_totals: dict[tuple[str, type[Act]], int | None] = {}
        """The numbers that are the same in all acts of a class; None for those that must be computed."""
        self._bound_reach_objectors: dict[type[Act], Sequence[Objector]] = {}
        self._bound_objectors: dict[type[Act], tuple[int, Sequence[Objector]]] = {}
        self.memory: list[Any] = []
        """Notes of programs that think about the match; all copies of the match share them."""

    def terrain(self, name: str) -> Terrain:
        """The terrain of a piece of scenery now: from its chapter, or as the players agreed."""
        return self.cache_for_scenery("terrain", name, self._terrain or Match._agreed_terrain)

    def _agreed_terrain(self, name: str) -> Terrain:
        agreed = self.setup.scenery[name]
        rate = self.book.table.slow_factor if agreed.slow else 1
        low = LOW_SCENERY_RULE if agreed.sight is SightBlocking.OBSTACLE else OBSTACLE_RULE
        return Terrain(sight=agreed.sight, crossable=agreed.crossable, rate=rate, counts_by=low)

    def equipment_of(self, piece: Piece) -> tuple[Equipment, ...]:
        """The equipment of a fighter: printed on its card or granted, without what it has lost."""
        fighter = self.state.fighters[piece]
        own = fighter.card.equipment
        for grant in self._grants:
            own = (*own, *grant(self, piece))
        if fighter.discarded:
            own = tuple(item for item in own if item.name not in fighter.discarded)
        return own

    def types_of(self, piece: Piece) -> tuple[str, ...]:
        """The types of a fighter: those printed on its card, as cards change them."""
        own = self.state.fighters[piece].card.types
        for change in self._retypes:
            own = change(self, piece, own)
        return own

    @property
    def weather(self) -> tuple[str, ...]:
        """The weather conditions in force: those that cards bring, else those of the match."""
        return (self._weather and self._weather(self)) or self.state.weather

    def crossed_by(self, piece: Piece) -> WayThrough:
        """What a fighter may pass through, by cards."""
        return NO_WAY_THROUGH if self._crosses is None else self._crosses(self, piece)

    def state_of(self, piece: Piece) -> FighterState:
        """The state of one fighter."""
        return self.state.fighters[piece]

    def is_on_field(self, *pieces: Piece) -> bool:
        """Tell whether all these fighters are on the field."""
        for piece in pieces:  # noqa: SIM110  # asked at every turn; a generator would double its time
            if not self.state.fighters[piece].on_field:
                return False
        return True

    @property
    def field(self) -> Field:
        """The field, which answers about places and contact, or has the players asked."""
        return self.state.field

    def require_fact(self, fact: Fact) -> Any:
        """The players' answer for a fact of an unmeasured field.

        Without one, `UnknownFact` makes the referee ask for it. While a step is replayed, answers given
        in the middle of it are in `facts_to_replay`.
        """
        while (told := self.state.field.told_facts.get(fact)) is None:
            if self.is_guessing:
                return fact.guess
            self.request_fact(fact)
        return told

    def matching_pieces(self, of: Piece, facts: Mapping[Piece, Fact]) -> list[Piece]:
        """The pieces whose fact is true; all unknown facts are asked for in one question."""
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
        """Assume the usual answer for unknown facts inside this block, to show something without asking."""
        return _Meanwhile(self, "is_guessing")

    def asking_nobody(self) -> "_Meanwhile":
        """Raise `UnknownFact` for unknown facts inside this block, even while answers wait to be replayed."""
        return _Meanwhile(self, "is_trying_answers")

    def known_answer(self, fact: Fact) -> Any:
        """The answer for a fact, or None if it is unknown."""
        return self.state.field.told_facts.get(fact)

    def request_fact(self, wanted: Fact | FactGroup) -> None:
        """Record the answer that is replayed next, or raise `UnknownFact`."""
        if self.is_trying_answers or not self.facts_to_replay:
            raise UnknownFact(wanted)
        self.record_fact(self.facts_to_replay.popleft())

    def apply_event(self, state: State, event: Event) -> None:
        """Apply an event to a state, which remembers it if a card looks back at such events."""
        self.changes += 1
        event.apply(state)
        if event.kind in self.event_recorders:
            state.remembered_events = self.event_recorders[event.kind](state, event)

    def record_fact(self, told: FactAnswer) -> None:
        """Keep an answer of the players about the field, and write it to the log."""
        self.infer_facts({} if told.is_over else told.fact.answers_by_fact(told.answer))
        self.log.append(FactTold.from_answer(told))

    def infer_facts(self, facts: Mapping[Fact, Any]) -> None:
        """Keep facts that follow from the rules, without asking; a measured field ignores them."""
        self.state.field.learn(facts)

    def contributors_to(self, what: str, act: type[Any]) -> Sequence[Contributor]:
        """The contributors to a number in acts of a class, or in none; cached."""
        found = self._bound_contributors.get((what, act))
        if found is None:
            kind = self.kind_on_cards(act)
            found = tuple(give for give in self.numbers.get(what, ()) if has_say(give, act, kind))
            self._bound_contributors[what, act] = found
        return found

    def kind_on_cards(self, act: type[Any]) -> ActKind | None:
        """The word on cards for acts of a class, or None."""
        row = self.acts.get(act)
        return None if row is None else row.on_cards

    def reach_objectors_to(self, act: type[Act]) -> Sequence[Objector]:
        """The objectors of chapters to what acts of a class do on the field, in order; cached."""
        found = self._bound_reach_objectors.get(act)
        if found is None:
            kind = self.kind_on_cards(act)
            found = tuple(one for one in self.reach_objectors if has_say(one, act, kind))
            self._bound_reach_objectors[act] = found
        return found

    def objectors_to(self, act: type[Act]) -> Sequence[Objector]:
        """The objectors to declaring acts of a class, in order; cached until another objector is added."""
        number, found = self._bound_objectors.get(act, (-1, ()))
        if number != len(self.declaration_objectors):
            row = self.acts.get(act)
            every = (*(row.may if row else ()), *self.declaration_objectors)
            kind = None if row is None else row.on_cards
            found = tuple(one for one in every if has_say(one, act, kind))
            self._bound_objectors[act] = len(self.declaration_objectors), found
        return found

    def is_awaited(self, kind: type[Event]) -> bool:
        """Tell whether a card awaits events of a kind, or looks back at them; some are made only then."""
        return kind.kind in self._awaited

    def add_listeners(self, listeners: Iterable[Listener]) -> None:
        """Add listeners, after those that there are."""
        self.listeners = (*self.listeners, *listeners)
        self._replacers, self._hearers = {}, {}

    def replacers(self, kind: type[Event]) -> tuple[Listener, ...]:
        """The listeners that may replace a change of this kind."""
        found = self._replacers.get(kind)
        if found is None:
            found = self._replacers[kind] = tuple(one for one in self.listeners if one.replaces(kind))
        return found

    def hearers(self, kind: type[Event]) -> tuple[Listener, ...]:
        """The listeners for which an event of this kind may set something off."""
        found = self._hearers.get(kind)
        if found is None:
            found = self._hearers[kind] = tuple(one for one in self.listeners if one.hears(kind))
        return found

    @property
    def can_turn_back(self) -> bool:
        """Whether a chapter defines terrain, and so may put back a fighter that ends in it."""
        return bool(self.state.scenery) and any(chapter.terrain is not None for chapter in self.chapters)

    def ruling(self, name: str) -> Any:
        """The players' ruling where no book answers, or the default one."""
        return self.setup.rulings.get(name, default_rulings()[name])

    @property
    def first_player(self) -> Side:
        """The player that is first now."""
        return self.state.first_player
