"""Random matches for tests: bands and scenery from the samples, random players, and checks after each answer.

`play(book, number)` plays the match with this number, gives a spoilt answer before each good one, checks the
table after it, and remembers what is needed to play the match, or the rest of it, again. Whatever is wrong is
in `faults`.
"""

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from ledger import Ledger

from edencli.bots.random_player import RandomPlayer
from edencli.effects.begin import create_match_with_cards
from edencli.field.distance import overlap
from edencli.field.shapes import Point
from edencli.files.gather import Gatherer
from edencli.files.shapes import build_value
from edencli.games.checks import make_library
from edencli.match.events import Event
from edencli.match.field_kinds import ToldField
from edencli.match.match import Match, Setup
from edencli.match.pieces import Piece, Side
from edencli.match.position import dump_position, load_position
from edencli.match.questions import Agreement, Bid, Choice, HandQuestion, PlacementQuestion, Question, Roll
from edencli.match.rules_api import why_not_measure
from edencli.match.state import FighterState, SceneryState, State
from edencli.model.fighter import Ability, Equipment, Fighter, Use
from edencli.model.game import Band
from edencli.model.scenery import Scenery
from edencli.model.terms import AbilityKind, Category, MissionKind, WeaponEffect, WeatherName
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.referee.answers import IllegalAnswer
from edencli.referee.dice import SeededDice
from edencli.referee.game import cards_by_piece, npfs_named
from edencli.referee.referee import Referee
from edencli.rulebooks.catalogue import ruling_options
from edencli.rulebooks.raw_books import LENDING_BOOKS, lacks_chapter
from edencli.rulebooks.values import borrow_chapters, rulebook
from edencli.rules.acts import Charge, Dodge, Melee, Move, Shot, Throw, UseAbility
from edencli.rules.footing import can_stop_on
from edencli.rules.ground import base, fighters_on_field, footprint, table
from edencli.rules.npfs import NpfPlacement, Prowl, ProwlQuestion
from edencli.rules.placing import FighterPlacement, SceneryPlacement, TokenPlacement
from edencli.rules.position import check_footing, check_position_data
from edencli.rules.questions import ActQuestion, DiscardChoice, PickChoice, TargetChoice
from edencli.rules.registry import CHAPTERS
from edencli.rules.steps import FIRST_STEP

SAMPLES = Path(__file__).parent.parent / "samples"
MOST = 5_000  # answers; no match needs a tenth of this
# The rulings that tables may choose, except sizes.
# Every combination of optional chapters, beginning with none.
COMBINATIONS = [
    tuple(chapters) for n in range(len(CHAPTERS) + 1) for chapters in combinations(tuple(CHAPTERS), n)
]
RULINGS = {name: one["values"] for name, one in ruling_options().items() if isinstance(one["values"], list)}
SHIFTING = {
    "moved",
    "placed",
    "deployed",
    "npf-placed",
    "scenery-placed",
    "scenery-burns",
    "scenery-destroyed",
}
"""Events after which a fighter may be in an impossible place."""
MEASURED = {"deed", "spot", "prowl", "fact", "facts"}
"""Kinds of questions whose spoilt answers need a field with measurements."""
ELSEWHERE = Piece(None, "Nobody of that name")


class Boundary(NamedTuple):
    """The state of a match where one step ends and another begins."""

    state: State
    answers: int
    events: int


class Played:
    """A match that was played: its beginning, answers, events, and faults.

    A `blind` one was played on a field without measurements, with random answers about facts.
    """

    def __init__(self, book: str, number: int, *, blind: bool = False) -> None:
        self.book = book
        self.number = number
        self.blind = blind
        self.faults: list[str] = []
        self.answers: list[Any] = []
        self.asked: list[Question[Any]] = []
        self.asked_after: list[int] = []
        self.boundaries: list[Boundary] = []
        self.match = self._begun()

    def _begun(self) -> Match:
        return begin_blind(self.book, self.number) if self.blind else begin_match(self.book, self.number)

    def __repr__(self) -> str:
        return f"{self.book} {self.number}"

    @property
    def decisions(self) -> int:
        """The number of players' answers, without dice."""
        return sum(not isinstance(question, Roll) for question in self.asked)

    def again(self) -> Match:
        """Play the match again from its answers."""
        return _answered(self._begun(), self.answers)

    def rest_from(self, boundary: Boundary, *, written: bool) -> Match:
        """Continue from a boundary, copied, or written down and read again."""
        state = read_again(self.match, boundary.state) if written else boundary.state.copy()
        match = create_match_with_cards(self.match.book, state, self.match.setup)
        return _answered(match, self.answers[boundary.answers :])


def _answered(match: Match, answers: list[Any]) -> Match:
    referee = Referee(match)
    for answer in answers:
        referee.answer(answer)
    return match


def play(book: str, number: int, *, blind: bool = False) -> Played:
    """Play a match, checking it after every answer."""
    played = Played(book, number, blind=blind)
    watch = _Watch(played)
    referee = Referee(played.match, at_boundary=watch.at_boundary)
    player = RandomPlayer(played.match, number, agreements=number % 2 == 1)
    dice, chance = SeededDice(number), random.Random(number)  # noqa: S311  # nothing secret
    while (question := referee.question) is not None and len(played.answers) < MOST:
        if not blind or question.kind not in MEASURED:
            watch.before(referee, spoilt(question, played.match, chance))
        answer = dice.throw(question) if isinstance(question, Roll) else player(question)
        played.asked.append(question)
        played.asked_after.append(len(played.match.log))
        played.answers.append(answer)
        if blind and not isinstance(question, Roll):
            assert read_answer(write_answer(answer, played.match, question), played.match, question) == answer
        referee.answer(answer)
        watch.after(referee.question)
    if referee.question is not None:
        played.faults.append(f"no end after {MOST} answers")
    return played


@cache
def played_match(book: str, number: int) -> Played:
    """A match that several tests look at and none continues, played once."""
    return play(book, number)


class _Watch:
    """Checks a match after each answer."""

    def __init__(self, played: Played) -> None:
        self._played = played
        self._match = played.match
        self._ledger = Ledger(played.match.state)
        self._seen = 0
        self._shifted = False

    def at_boundary(self, match: Match) -> None:
        """Remember the boundary, and write the position down and read it again."""
        state, played = match.state, self._played
        played.boundaries.append(Boundary(state.copy(), len(played.answers), len(match.log)))
        if read_again(match, state) != state:
            self._fault(f"{state.step}: written down and read again, the position is another")

    def before(self, referee: Referee, spoilt_answer: Any) -> None:
        """Give an answer that must be refused, and check that it changes nothing."""
        question, state, events = referee.question, self._match.state.copy(), len(self._match.log)
        try:
            referee.answer(spoilt_answer)
        except IllegalAnswer:
            pass
        else:
            raise AssertionError(f"{self._played!r}: {question} accepted {spoilt_answer}")
        unchanged = referee.question is question and self._match.state == state
        if not unchanged or len(self._match.log) != events:
            self._fault(f"refusing {spoilt_answer} changed something")

    def after(self, question: Question[Any] | None) -> None:
        """Check the events since the last answer, and the table.

        Fighters may be inside burning scenery while the order in which they are driven out is being asked.
        """
        new = self._match.log[self._seen :]
        self._seen = len(self._match.log)
        for event in new:
            self._ledger.enter(event)
        for fault in (*self._ledger.differences(self._match.state), *debts(self._match.state)):
            self._fault(fault)
        self._shifted |= any(event.kind in SHIFTING for event in new)
        if (
            self._shifted
            and self._match.field.has_places
            and (question is None or question.rule != "simultaneous")
        ):
            self._shifted = False
            for fault in crowding(self._match):
                self._fault(fault)

    def _fault(self, text: str) -> None:
        self._played.faults.append(f"{self._played!r}, after {len(self._played.answers)} answers: {text}")


def read_again(match: Match, state: State) -> State:
    """Write a position as JSON and read it again."""
    cards = {piece: fighter.card for piece, fighter in state.fighters.items()}
    read = load_position(
        json.loads(json.dumps(dump_position(state))), cards, match.book.actions.ap, match.setup
    )
    read.npfs = state.npfs
    return read


def misfits(match: Match, state: State) -> list[object]:
    """The faults that a position would have in a file."""
    told = json.loads(json.dumps(dump_position(state)))
    build_value(
        "game", {"kind": "game", "name": "At random", "red": "a.yaml", "blue": "b.yaml", "position": told}
    )
    cards = cards_by_piece(match.setup.bands)
    cards |= npfs_named(told, match.setup.npfs.values(), cards)
    found = check_position_data(told, match.setup, cards)
    if found or "territory" not in match.setup.chapters:
        return list(found)
    return list(check_footing(told, match.setup, cards, match.book))


def debts(state: State) -> Iterator[str]:
    """Every number below zero."""
    for piece, fighter in state.fighters.items():
        least = min((fighter.cp_left(limb) for limb in fighter.card.limbs), default=0)
        if least < 0 or fighter.ap < 0:
            yield f"{piece} has {fighter.ap} AP and {least} CP in a limb"
        if any(n <= 0 for counts in (fighter.markers, fighter.lost) for n in counts.values()):
            yield f"{piece} has markers {fighter.markers}, lost {fighter.lost}"
    for side, player in state.sides.items():
        if player.sp < 0 or player.vp < 0:
            yield f"{side} has {player.sp} SP and {player.vp} VP"


def crowding(match: Match) -> Iterator[str]:
    """Everything that is on something else or off the field, as far as it is measured."""
    if not match.field.has_places:
        return
    bases = {piece: base(match, piece) for piece in fighters_on_field(match.state)}
    for (one, here), (other, there) in combinations(bases.items(), 2):
        if overlap(here, there):
            yield f"{one} stands on {other}"
    for piece, here in bases.items():
        if not table(match).contains(here):
            yield f"{piece} stands off the field"
        for name in match.state.scenery:
            barred = not can_stop_on(match, name) and match.state_of(piece).raised != name
            if barred and overlap(here, footprint(match, name)):
                yield f"{piece} stands in {name}"


def spoilt(question: Question[Any], match: Match, chance: random.Random) -> Any:
    """An answer to a question that no rule can allow."""
    if not question.optional and chance.random() < 0.1:
        return None
    return _SPOILT[question.kind](question, match, chance)


def _faces(roll: Roll, _: Match, chance: random.Random) -> tuple[int, ...]:
    short, wrong = (1,) * (roll.dice - 1), (7,) + (1,) * (roll.dice - 1)
    return chance.choice((short, wrong, (1,) * (roll.dice + 1)))


def _option(choice: Choice[Any], _: Match, chance: random.Random) -> Any:
    barred = [option for option in choice.options if option not in choice.allowed_options()]
    return chance.choice([*barred, "something else", -1])


def _bid(bid: Bid, _: Match, chance: random.Random) -> int:
    return chance.choice((-1, bid.most + 1))


def _hand(hand: HandQuestion, _: Match, chance: random.Random) -> tuple[str, ...]:
    return chance.choice(
        (hand.deck[: hand.n - 1], (hand.deck[0],) * (hand.n + 1), ("No such card",) * hand.n)
    )


def _spot(spot: PlacementQuestion[Any], _: Match, chance: random.Random) -> Any:
    one = chance.choice(spot.about["left"])
    if spot.about["what"] == "npf":
        return chance.choice((NpfPlacement(one, (0, 0)), NpfPlacement("No such card", (30_000, 30_000))))
    if spot.about["what"] == "scenery":
        return chance.choice(
            (
                SceneryPlacement(one, SceneryState((0, 0))),
                SceneryPlacement("No such scenery", SceneryState((30_000, 30_000))),
            )
        )
    if spot.about["what"] == "marker":
        return chance.choice(
            (TokenPlacement(one, (0, -1_000)), TokenPlacement("No such marker", (30_000, 30_000)))
        )
    return chance.choice((FighterPlacement(one, (0, 0)), FighterPlacement(ELSEWHERE, (30_000, 30_000))))


def _prowl(prowling: ProwlQuestion, match: Match, chance: random.Random) -> Prowl:
    """A path that no NPF could go."""
    fighter, here = prowling.fighter, base(match, prowling.fighter).centre
    too_long = Prowl(fighter=fighter, path=(here, Point(here.x, here.y - 6_000)))
    return chance.choice(
        (
            *([too_long] if why_not_measure(match, fighter) is None else []),
            Prowl(fighter=fighter, path=(here, Point(here.x, -2_000))),
            Prowl(fighter=ELSEWHERE, path=(here, here)),
        )
    )


def _deed(deed: ActQuestion[Any], match: Match, chance: random.Random) -> Any:
    """An act that this fighter could not do with any number of AP."""
    fighter, here = deed.fighter, base(match, deed.fighter).centre
    friend = chance.choice([piece for piece in match.state.fighters if piece.side is fighter.side])
    inside = base(
        match,
        chance.choice([piece for piece in fighters_on_field(match.state) if piece != fighter] or [fighter]),
    )
    weapon = Equipment(
        name="Nothing like it", uses=(Use(category=Category.SHOOTING, effects={WeaponEffect.STRENGTH: 9}),)
    )
    return chance.choice(
        (
            Melee(fighter=fighter, target=friend),
            Melee(fighter=ELSEWHERE, target=friend),
            Melee(fighter=fighter, target=friend, free=True),
            Move(fighter=fighter, path=(Point(0, 0), Point(20_000, 20_000))),
            Move(fighter=fighter, path=(here, Point(here.x, -2_000))),
            *_too_long(match, fighter, here),
            Move(fighter=fighter, path=(here, inside.centre), free=inside.centre == here),
            Charge(fighter=fighter, path=(here, inside.centre), target=friend),
            Shot(fighter=fighter, weapon=weapon, use=weapon.uses[0], target=friend),
            *_misused(match, fighter),
            UseAbility(fighter=fighter, ability=Ability(name="Fly", kind=AbilityKind.ACTION, text="")),
            Dodge(fighter=fighter),
            Agreement(what="place", subject=fighter, place=(0, 0)),
            Agreement(what="token", subject=Side.RED, place=(0, -1_000)),
        )
    )


def _too_long(match: Match, fighter: Piece, here: Point) -> Iterator[Move]:
    """A path longer than a Move, where lengths are measured before payment."""
    if why_not_measure(match, fighter) is None:
        bent = (here, Point(here.x + 4_000, here.y), here, Point(here.x, here.y + 4_000))
        yield Move(fighter=fighter, path=bent)


def _misused(match: Match, fighter: Piece) -> Iterator[Throw]:
    """The fighter's own armour and guns, thrown."""
    for weapon in match.state_of(fighter).card.equipment:
        for use in weapon.uses:
            if use.category is not Category.PROJECTILE:
                yield Throw(
                    fighter=fighter, weapon=weapon, use=use, point=match.state_of(fighter).place or (0, 0)
                )


_SPOILT: dict[str, Callable[[Any, Match, random.Random], Any]] = {
    Roll.kind: _faces,
    **dict.fromkeys((Choice.kind, TargetChoice.kind, PickChoice.kind, DiscardChoice.kind), _option),
    Bid.kind: _bid,
    HandQuestion.kind: _hand,
    PlacementQuestion.kind: _spot,
    ActQuestion.kind: _deed,
    ProwlQuestion.kind: _prowl,
}


@cache
def bands() -> tuple[Band, ...]:
    """Every band of the samples."""
    files = make_library()
    gathering = Gatherer(files)
    found = [
        gathering.gather_band(files.open(str(path))).band
        for path in sorted((SAMPLES / "bands").glob("*.yaml"))
    ]
    assert None not in found
    return tuple(band for band in found if band is not None)


@cache
def npfs() -> tuple[Fighter, ...]:
    """The NPFs of the samples."""
    found: tuple[Fighter, ...] = make_library().open(str(SAMPLES / "cards" / "npfs.yaml")).value.npfs
    return found


@cache
def sceneries() -> tuple[tuple[Scenery, ...], ...]:
    """Every collection of scenery in the samples, and none at all."""
    files = make_library()
    found = [files.open(str(path)).value for path in sorted((SAMPLES / "scenery").glob("*.yaml"))]
    return ((), *found)


def begin_match(book: str, number: int) -> Match:
    """Put two bands on a table: every third time face to face in mid-field, else before the preparation."""
    chance = random.Random(number)  # noqa: S311  # nothing secret
    sides = {side: _with_marked_cards(_drawn(chance), side) for side in Side}
    scenery = {piece.name: piece for piece in chance.choice(sceneries())}
    width = chance.choice((60_000, 60_000, 60_000, 80_000))
    rulings = {name: chance.choice(answers) for name, answers in RULINGS.items() if chance.random() < 0.3}
    chapters = COMBINATIONS[number % len(COMBINATIONS)]
    lender = chance.choice(LENDING_BOOKS)
    played = (
        borrow_chapters(rulebook(book), rulebook(lender))
        if lacks_chapter(book, "weather")
        else rulebook(book)
    )
    setup = Setup(bands=sides, width=width, scenery=scenery, rulings=rulings, chapters=chapters)
    setup = setup._replace(npfs={card.name: card for card in npfs()} if "infestation" in chapters else {})
    cards = cards_by_piece(sides)
    if number % 3:
        state = State({piece: FighterState(card) for piece, card in cards.items()})
        state.step = FIRST_STEP
    else:
        state = load_position(_face_to_face(list(cards)), cards, played.actions.ap)
        if "weather" in chapters:
            conditions = [str(one) for one in WeatherName]
            state.weather = tuple(chance.sample(conditions, chance.choice((1, 2))))
    return create_match_with_cards(played, state, setup)


def begin_blind(book: str, number: int) -> Match:
    """Begin the match on a field without measurements, with no facts known."""
    match = begin_match(book, number)
    setup = match.setup._replace(measured=False)
    state = match.state
    for fighter in state.fighters.values():
        fighter.place = None
    state.field = ToldField()
    return create_match_with_cards(match.book, state, setup)


def _drawn(chance: random.Random) -> Band:
    """A band of the samples; sometimes only a few of its fighters, or without missions or tactical cards."""
    band = chance.choice(bands())
    n = chance.choice((1, 2, *(len(band.fighters),) * 8))
    missions = band.missions if chance.random() < 0.9 else ()
    tactics = band.tactics if chance.random() < 0.9 else ()
    return band.with_changes(fighters=band.fighters[:n], missions=missions, tactics=tactics)


def _with_marked_cards(band: Band, side: Side) -> Band:
    """A copy of a band whose secret cards have the owner's side in their names."""
    tactics = tuple(card.with_changes(name=f"{card.name} of {side}") for card in band.tactics)
    missions = tuple(
        card.with_changes(name=f"{card.name} of {side}") if card.kind is MissionKind.SECRET else card
        for card in band.missions
    )
    return band.with_changes(tactics=tactics, missions=missions)


def _face_to_face(everybody: list[Piece]) -> dict[str, Any]:
    """A position in which two bands stand in rows, a Move apart."""
    fighters: dict[str, Any] = {}
    for side, y in zip(Side, (24.0, 34.0), strict=True):
        row = [piece for piece in everybody if piece.side is side]
        fighters |= {f"{side} {piece.name}": {"at": [15.0 + 6 * n, y]} for n, piece in enumerate(row)}
    players = {
        str(side): {"sp": 5, "leader": next(f"{p.side} {p.name}" for p in everybody if p.side is side)}
        for side in Side
    }
    return {"step": "first-player", "fighters": fighters, "players": players}


def seen(events: list[Event], side: Side) -> list[Event | None]:
    """The events as a player sees them; None for hidden ones."""
    return [event.seen_by(side) for event in events]
