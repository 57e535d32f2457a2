"""A match from a small position: fighters at places with their cards; answers in notation, dice by hand.

`Game(book, {YURI: (10, 30), ELENIA: (20, 30)})` is at the activations of round 1, red first, every fighter
with its AP. `play` takes the lines that a person would type; a line of digits is one whole throw. An optional
question is declined if the next line does not answer it. `refuse` expects a line to be refused, and that
nothing has changed.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, TypeVar

import rule_report
from asked import Blind, twin_of
from duels import BLUE, RED, fighter

from edencli.field.units import cm
from edencli.match.events import Event
from edencli.match.match import Listener, Match, Setup
from edencli.match.pieces import Piece, Side
from edencli.match.position import dump_position
from edencli.match.questions import Question, Roll
from edencli.match.reasons import Refusal
from edencli.match.state import FighterState, SceneryState, SideState, State, Token
from edencli.model.fighter import Fighter
from edencli.model.game import Band, Mission, Symbol, Tactic
from edencli.model.scenery import ElementName, Keyword, Outline, Scenery, Size
from edencli.model.terms import Deployment, MissionKind
from edencli.notation.errors import Unsuited
from edencli.notation.reader import read_answer
from edencli.referee.answers import IllegalAnswer
from edencli.referee.referee import Referee
from edencli.rulebooks.values import Rulebook
from edencli.rules.registry import create_match
from edencli.rules.steps import FIRST_STEP

E = TypeVar("E", bound=Event)

At = tuple[float, float]
SECRET, REVEALED = MissionKind.SECRET, MissionKind.REVEALED
CONFRONTATION, AMBUSH = Deployment.CONFRONTATION, Deployment.AMBUSH


def mission(
    name: str,
    kind: MissionKind = REVEALED,
    *,
    deployment: Deployment = CONFRONTATION,
    immediate: str | None = None,
) -> Mission:
    """Make a mission."""
    return Mission(name=name, kind=kind, deployment=deployment, immediate=immediate, objectives=())


def tactic(name: str, *, cancellation: int | None = None, first_round: bool = False) -> Tactic:
    """Make a tactical card."""
    return Tactic(name=name, tactical=True, first_round=first_round, cancellation=cancellation, text="")


def rock(name: str = "Rock", *, radius: float = 2.0, **agreed: Any) -> Scenery:
    """Make a round piece of scenery."""
    return Scenery(name=name, outline=Outline(radius=radius), **agreed)


def element(
    name: str, kind: ElementName | None = None, *, radius: float = 2, size: Size | None = None, **having: Any
) -> Scenery:
    """Make an element of the chapter on territory: one of the list, or one with its own keywords."""
    own = {Keyword(key.replace("_", "-")): x for key, x in having.items()}
    return Scenery(name=name, outline=Outline(radius=radius), element=kind, keywords=own, size=size)


class Game:
    """A match before a referee, and all questions asked in it.

    Where games are `twinned`, each is played a second time on a field without measurements, until the test
    changes something itself, and must go the same way.
    """

    twinned: ClassVar[bool] = False

    def __init__(  # noqa: PLR0913  # a position has many parts, and a test names a few
        self,
        book: Rulebook,
        places: Mapping[Piece, At | None],
        *,
        cards: Mapping[Piece, Fighter] | None = None,
        step: str = "activation",
        round_: int = 1,
        size: At = (60, 60),
        symbol: Symbol | None = None,
        missions: Mapping[Side, Iterable[Mission]] | None = None,
        tactics: Mapping[Side, Iterable[Tactic]] | None = None,
        scenery: Iterable[Scenery] = (),
        lying: Mapping[str, At] | None = None,
        tokens: Mapping[str, At] | None = None,
        rulings: Mapping[str, Any] | None = None,
        chapters: tuple[str, ...] = (),
        npfs: Iterable[Fighter] = (),
        listeners: Iterable[Listener] = (),
        before: Mapping[Any, Mapping[str, Any]] | None = None,
    ) -> None:
        """Put the match on the table; `before` overrides parts of fighters, of sides, and of the state."""
        profiles = {piece: _card(piece, (cards or {}).get(piece)) for piece in places}
        bands = {
            side: _band(side, symbol, profiles, (missions or {}).get(side, ()), (tactics or {}).get(side, ()))
            for side in Side
        }
        pieces = {one.name: one for one in scenery}
        setup = Setup(
            bands=bands,
            width=cm(size[0]),
            height=cm(size[1]),
            scenery=pieces,
            rulings=rulings or {},
            chapters=chapters,
            npfs={card.name: card for card in npfs},
        )
        fighters = {
            piece: FighterState(profiles[piece], ap=book.actions.ap if at else 0, place=_place(at))
            for piece, at in places.items()
        }
        state = State(fighters)
        state.step, state.round = step, round_
        state.scenery = {name: SceneryState((cm(x), cm(y))) for name, (x, y) in (lying or {}).items()}
        state.tokens = tuple(Token(name, (cm(x), cm(y)), cm(1)) for name, (x, y) in (tokens or {}).items())
        for what, parts in (before or {}).items():
            for name, part in parts.items():
                setattr(_subject(state, what), name, part)
        self.asked: list[Question[Any]] = []
        self._told = 0
        self.match = create_match(book, state, setup)
        self.match.add_listeners(listeners)
        twin = twin_of(self.match) if self.twinned and not state.field.asks_players else None
        self.referee = Referee(self.match)
        self.blind = Blind(self.referee, twin) if twin else None
        self._stood = self.match.state.copy()
        self._note()

    def __getitem__(self, piece: Piece) -> FighterState:
        """The state of a fighter."""
        return self.match.state_of(piece)

    @property
    def state(self) -> State:
        """The state of the match."""
        return self.match.state

    @property
    def question(self) -> Question[Any]:
        """The open question."""
        assert self.referee.question is not None, "nothing is asked"
        return self.referee.question

    def side(self, side: Side) -> SideState:
        """The state of a player."""
        return self.state.sides[side]

    def play(self, *lines: str) -> "Game":
        """Answer with these lines, declining what none of them answers."""
        for line in lines:
            self._answer(line)
        return self

    def pass_over(self, *rules: str) -> "Game":
        """Decline questions, which must be of these rules."""
        for rule in rules:
            assert self.question.rule == rule
            self._give(None)
        return self

    def refuse(self, line: str) -> Refusal:
        """Expect a line to be refused as an answer to the open question, and to change nothing."""
        state, told, question = dump_position(self.state), len(self.match.log), self.question
        try:
            self.referee.answer(self._read(line))
        except IllegalAnswer as illegal:
            assert (dump_position(self.state), len(self.match.log)) == (state, told)
            assert self.question is question
            rule_report.note(illegal.refusal)
            return illegal.refusal
        raise AssertionError(f"{line!r} was not refused")

    def objection(self, line: str) -> tuple[str, str] | None:
        """The rule and reason by which a line would be refused, or None."""
        if self.question.refusal(self._read(line)) is None:
            return None
        refusal = self.refuse(line)
        return refusal.rule, refusal.reason

    def settle(self, line: str) -> tuple[str, str]:
        """Tell a fact that forbids the act waiting for it, and return the rule and reason."""
        self.referee.answer(self._read(line))
        barred = self.referee.late_refusal
        assert barred is not None, f"nothing was barred after {line!r}"
        rule_report.note(barred)
        self._note()
        return barred.rule, barred.reason

    def events(self, kind: type[E]) -> list[E]:
        """The events of one kind, in order."""
        return [event for event in self.match.log if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        """The last event of one kind."""
        return self.events(kind)[-1]

    def rules_asked(self) -> list[str]:
        """The rules that asked so far, dice and forced answers included."""
        return [question.rule for question in self.asked]

    def _answer(self, line: str) -> None:
        while True:
            try:
                given = self._read(line)
            except Unsuited:
                if not self.question.optional:
                    raise
                self._give(None)
            else:
                self._give(given)
                return

    def _read(self, line: str) -> Any:
        if not isinstance(self.question, Roll):
            return read_answer(line, self.match, self.question)
        assert len(line) == self.question.dice, f"{self.question.rule} wants {self.question.dice} dice"
        return tuple(map(int, line))

    def _give(self, given: Any) -> None:
        if self._stood != self.match.state:
            self.blind = None
        try:
            self.referee.answer(given)
        except IllegalAnswer as illegal:
            rule_report.note(illegal.refusal)
            raise
        self._note()
        if self.blind:
            self.blind.follow(given)
            assert self.blind.differences() == []
        self._stood = self.match.state.copy()

    def _note(self) -> None:
        asked = [question for question, _ in self.referee.forced_answers]
        if self.referee.question is not None:
            asked.append(self.referee.question)
        self.asked += asked
        rule_report.note(asked)
        rule_report.note(self.match.log[self._told :])
        self._told = len(self.match.log)


def prepare(book: Rulebook, pieces: Iterable[Piece], step: str = FIRST_STEP, **given: Any) -> Game:
    """Begin a match at a step of its preparation, with no fighter on the field."""
    return Game(book, dict.fromkeys(pieces), step=step, **given)


def active(book: Rulebook, places: Mapping[Piece, At | None], **given: Any) -> Game:
    """Begin a match in the activation of red's Yuri, chosen or, where it is alone, forced."""
    game = Game(book, places, **given)
    return game.play("red activates Yuri") if game.question.rule == "activation.designate" else game


def among(
    book: Rulebook, places: Mapping[Piece, At | None], *scenery: Scenery, at: At = (30, 30), **given: Any
) -> Game:
    """Begin a match with the chapter on territory in Yuri's activation, with one element at a place."""
    lying = {scenery[0].name: at} | given.pop("lying", {})
    return active(book, places, chapters=("territory",), scenery=scenery, lying=lying, **given)


def _card(piece: Piece, card: Fighter | None) -> Fighter:
    return (card or fighter()).with_changes(name=piece.name)


def _place(at: At | None) -> tuple[int, int] | None:
    return None if at is None else (cm(at[0]), cm(at[1]))


def _band(
    side: Side,
    symbol: Symbol | None,
    profiles: Mapping[Piece, Fighter],
    missions: Iterable[Mission],
    tactics: Iterable[Tactic],
) -> Band:
    return Band(
        name=f"The band of {side}",
        rulebook=None,
        symbol=symbol or Symbol(faction="Jokers Gang"),
        budget=None,
        fighters=tuple(card for piece, card in profiles.items() if piece.side is side),
        missions=tuple(missions),
        tactics=tuple(tactics),
    )


def _subject(state: State, what: Any) -> Any:
    if isinstance(what, Piece):
        return state.fighters[what]
    return state.sides[what] if isinstance(what, Side) else state


def positions(match: Match) -> dict[Piece, At]:
    """The places of all fighters, in centimetres."""
    return {
        piece: (one.place[0] / 1000, one.place[1] / 1000)
        for piece, one in match.state.fighters.items()
        if one.place is not None
    }


__all__ = [
    "BLUE",
    "RED",
    "Game",
    "active",
    "among",
    "element",
    "mission",
    "positions",
    "prepare",
    "rock",
    "tactic",
]
