"""A small match played by hand: two fighters a side on a bare field, with answers and dice given in advance.

Answers are given as (rule, answer) in the order of the questions. An optional question is declined unless the
next answer is for its rule. Dice are one row of faces. The match goes as far as the answers do.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from duels import (
    BLUE,
    CBT,
    ELENIA,
    PR,
    PROJECTILE,
    PSI,
    RED,
    SHOOTING,
    SPD,
    TORSO,
    VIG,
    VLADD,
    YLISS,
    YURI,
    fighter,
    item,
    use,
)

from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.match.match import Match, Setup
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Question, Roll
from edencli.match.state import FighterState, State
from edencli.model.fighter import Fighter, UseLimits
from edencli.model.game import Band, Mission, Objective, Symbol, Tactic
from edencli.model.lexicon import FighterLexicon
from edencli.model.terms import Deployment, MissionKind
from edencli.referee.referee import Referee
from edencli.rulebooks.values import rulebook
from edencli.rules.acts import Charge, Melee, Move, Shot, Throw
from edencli.rules.registry import create_match
from edencli.transcript.chronicle import TranscriptHeader

KNIVES = item("Knives", use(SHOOTING, range=20, strength=3, bonus={CBT: 1}, uses=UseLimits(per_match=3)))
BOTTLE = item("Bottle", use(PROJECTILE, range=15, burn=2, explosive=3, uses=UseLimits(per_match=1)))
VEST = item("Vest", use(PR, protection={TORSO: 1}))

WEAKER = {PSI: 3, CBT: 3, VIG: 3, SPD: 3}

CARDS: Mapping[Piece, Fighter] = {
    YURI: fighter(spd=5, hurt=WEAKER, gear=[KNIVES, BOTTLE]),
    VLADD: fighter(cbt=6, spd=3, psi=2, hurt=WEAKER),
    ELENIA: fighter(spd=6, hurt=WEAKER, gear=[VEST]),
    YLISS: fighter(vig=3, psi=3, hurt=WEAKER),
}

MISSIONS: Mapping[Side, Mapping[str, MissionKind]] = {
    RED: {"Open road": MissionKind.REVEALED, "Quiet knife": MissionKind.SECRET},
    BLUE: {"High tower": MissionKind.REVEALED, "Still water": MissionKind.SECRET},
}
TACTICS: Mapping[Side, Mapping[str, int | None]] = {
    RED: {"Ruse": 1, "Rush": None, "Rally": None, "Retreat": 2, "Riot": None},
    BLUE: {"Bluff": 1, "Brawl": None, "Bait": None, "Bolt": 2, "Ballad": None},
}

Answers = Sequence[tuple[str, Any]]


def at(x: float, y: float) -> tuple[int, int]:
    """A place in centimetres."""
    return cm(x), cm(y)


def mission(name: str, kind: MissionKind) -> Mission:
    """A mission for which only the name and the kind matter."""
    return Mission(
        name=name, kind=kind, deployment=Deployment.CONFRONTATION, objectives=(Objective(text="…"),)
    )


def tactic(name: str, cancellation: int | None) -> Tactic:
    """A tactical card for which only the name and the cancellation price matter."""
    return Tactic(name=name, tactical=True, first_round=False, cancellation=cancellation, text="…")


def band(side: Side) -> Band:
    """The band of a side, with cards that no other band has."""
    return Band(
        name=f"The band of {side}",
        rulebook=None,
        symbol=Symbol(faction="Jokers Gang"),
        budget=None,
        fighters=tuple(CARDS[piece] for piece in CARDS if piece.side is side),
        missions=tuple(mission(name, kind) for name, kind in MISSIONS[side].items()),
        tactics=tuple(tactic(name, price) for name, price in TACTICS[side].items()),
    )


class Played(NamedTuple):
    """A match as far as it was played: the move behind each event, and all questions."""

    match: Match
    moves: list[int | None]
    asked: list[Question[Any]]
    referee: Referee
    header: TranscriptHeader

    @property
    def names(self) -> FighterLexicon[Piece]:
        """The names of the pieces."""
        return FighterLexicon(self.match.state.fighters)


def play(
    answers: Answers = (),
    dice: str = "",
    *,
    book: str = "en",
    step: str = "first-player",
    places: Mapping[Piece, tuple[float, float]] | None = None,
    missions: Mapping[Side, str] | None = None,
    round_: int = 1,
) -> Played:
    """Play from a step of a position, as far as the answers go."""
    state = _position(rulebook(book).actions.ap, places or {})
    state.step, state.round = step, round_
    for side, name in (missions or {}).items():
        state.sides[side].mission = name
    setup = Setup(bands={RED: band(RED), BLUE: band(BLUE)})
    match = create_match(rulebook(book), state, setup)
    header = TranscriptHeader(rulebook=book, cards="0123456789abcdef", step=step, round=round_)
    played = Played(match, [], [], Referee(match), header)
    _answer(played, list(answers), [int(face) for face in dice if face != " "])
    return played


def _position(ap: int, places: Mapping[Piece, tuple[float, float]]) -> State:
    state = State({piece: FighterState(card) for piece, card in CARDS.items()})
    for piece, place in places.items():
        state.fighters[piece].put_on_field(at(*place))
        state.fighters[piece].ap = ap
    state.sides[RED].sp, state.sides[BLUE].sp = 5, 4
    state.sides[RED].leader, state.sides[BLUE].leader = YURI, ELENIA
    return state


def _answer(played: Played, answers: list[tuple[str, Any]], dice: list[int]) -> None:
    referee, given = played.referee, 0
    _note(played, None)
    while (question := referee.question) is not None:
        played.asked.append(question)
        if isinstance(question, Roll):
            assert len(dice) >= question.dice, f"{question.rule} wants {question.dice} dice of {dice}"
            referee.answer(tuple(dice.pop(0) for _ in range(question.dice)))
        elif answers and answers[0][0] == question.rule:
            referee.answer(answers.pop(0)[1])
            given += 1
        elif question.optional and answers:
            referee.answer(None)
        else:
            break
        _note(played, given)
    assert not answers, f"{referee.question} is asked, and answered is {answers[0]}"
    assert not dice, f"left over: {dice}"


def _note(played: Played, move: int | None) -> None:
    played.moves.extend([move] * (len(played.match.log) - len(played.moves)))


def route(*points: tuple[float, float]) -> tuple[Point, ...]:
    """A route through places in centimetres."""
    return tuple(Point(*at(*point)) for point in points)


def moves(piece: Piece, *points: tuple[float, float]) -> tuple[str, Move]:
    """A fighter moves along a route."""
    return "action.cost", Move(fighter=piece, path=route(*points))


def charges(piece: Piece, target: Piece, *points: tuple[float, float]) -> tuple[str, Charge]:
    """A fighter charges another along a route."""
    return "action.cost", Charge(fighter=piece, target=target, path=route(*points))


def strikes(piece: Piece, target: Piece) -> tuple[str, Melee]:
    """A fighter attacks another hand to hand."""
    return "action.cost", Melee(fighter=piece, target=target)


def shoots(piece: Piece, target: Piece) -> tuple[str, Shot]:
    """A fighter shoots at another with its knives."""
    return "action.cost", Shot(fighter=piece, target=target, weapon=KNIVES, use=KNIVES.uses[0])


def throws(piece: Piece, place: tuple[float, float]) -> tuple[str, Throw]:
    """A fighter throws its bottle at a place."""
    return "action.cost", Throw(fighter=piece, weapon=BOTTLE, use=BOTTLE.uses[0], point=at(*place))


def ends() -> tuple[str, None]:
    """End an activation before the AP are spent."""
    return "action.cost", None


def bids(red: int, blue: int, rule: str = "first-player.bid") -> Iterable[tuple[str, Any]]:
    """Bid for the round; the winner goes first."""
    winner = [] if red == blue else [(rule, RED if red > blue else BLUE)]
    return [(rule, red), (rule, blue), *winner]
