"""A player that answers everything at random, always legally, and prefers attacks to moves.

It lists no positions: it draws a place, a route or an act, asks the question's own predicate, and draws
again. `play_out` plays a match to its end with it.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar

from edencli.bots.random_acts import RandomActs, RandomByEye, RandomSource
from edencli.field.units import PER_CM
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.questions import (
    Agreement,
    Bid,
    Choice,
    FieldListQuestion,
    FieldQuestion,
    HandQuestion,
    PlacementQuestion,
    Question,
    Roll,
)
from edencli.match.state import SceneryState
from edencli.model.terms import LimbName, Marker
from edencli.referee.dice import Dice
from edencli.referee.referee import Referee
from edencli.rules.activation import PASS
from edencli.rules.agreement import why_not_agree
from edencli.rules.ground import fighters_on_field
from edencli.rules.npfs import NpfPlacement, Prowl, ProwlQuestion
from edencli.rules.placing import (
    FighterPlacement,
    NoRoom,
    SceneryPlacement,
    TokenPlacement,
    places_on_grid,
    scenery_places_to_try,
)
from edencli.rules.questions import (
    ActQuestion,
    CardOffer,
    DiscardChoice,
    EndScoreOffer,
    IntendancyOffer,
    Interruption,
    LeaverStrike,
    MissionOffer,
    MomentChoice,
    PickChoice,
    RageTreatment,
    SceneryCount,
    ScoreOffer,
    TacticPlay,
    TargetChoice,
)

SIDES, LIMBS, MARKERS = tuple(Side), tuple(LimbName), tuple(Marker)
AMOUNTS = (-1, 1, 2)
AGREEMENTS_TRIED = 5


def random_agreement(match: Match, chance: RandomSource) -> Agreement:
    """Draw a small change that is possible now; a point for red always is."""
    fighters = [piece for piece in fighters_on_field(match.state) if piece.side is not None]
    for _ in range(AGREEMENTS_TRIED):
        thought = _with_somebody(match, chance, fighters) if fighters else _with_players(match, chance)
        if why_not_agree(match, thought) is None:
            return thought
    return Agreement(what="vp", subject=Side.RED, n=1)


def _with_players(match: Match, chance: RandomSource) -> Agreement:
    what, side = chance.pick(("sp", "vp", "token")), chance.pick(SIDES)
    if what == "token":
        return Agreement(what=what, subject=side, detail="Token", place=_anywhere_agreed(match, chance))
    return Agreement(what=what, subject=side, n=chance.pick(AMOUNTS))


def _with_somebody(match: Match, chance: RandomSource, fighters: list[Piece]) -> Agreement:
    kind = chance.pick(("players", "players", "place", "removed", "ap", "cp", "cp", "marker", "marker"))
    if kind == "players":
        return _with_players(match, chance)
    fighter, n = chance.pick(fighters), chance.pick(AMOUNTS)
    if kind == "place":
        return Agreement(what=kind, subject=fighter, place=_anywhere_agreed(match, chance))
    if kind == "removed":
        return Agreement(what=kind, subject=fighter)
    return Agreement(what=kind, subject=fighter, n=n, detail=_DETAILS[kind](chance))


_DETAILS: dict[str, Callable[[RandomSource], str | None]] = {
    "ap": lambda _: None,
    "cp": lambda chance: str(chance.pick(LIMBS)),
    "marker": lambda chance: str(chance.pick(MARKERS)),
}


PLACES_TRIED = 300
SEARCH_STEP = PER_CM  # between places that are tried when chance finds no room


def random_placement(match: Match, chance: RandomSource, question: PlacementQuestion[Any]) -> Any:
    """Place one of the things that are left somewhere legal: at random if that soon works, else by a search.

    If the search fails, the answer is that there is no room.
    """
    left = question.left
    tries: Iterator[Any]
    everywhere: Iterator[Any]
    if question.what == "scenery":
        tries, everywhere = _scenery(match, chance, left), scenery_places_to_try(match, left)
    else:
        put = {"npf": NpfPlacement, "marker": TokenPlacement}.get(question.what, FighterPlacement)
        tries = (put(chance.pick(left), _point_for(match, chance, question)) for _ in range(PLACES_TRIED))
        everywhere = _places_in_rows(match, question)
    return next((one for one in chain(tries, everywhere) if question.refusal(one) is None), NoRoom())


def _places_in_rows(match: Match, question: PlacementQuestion[Any]) -> Iterator[Any]:
    """Everything that is left, at places all over the field."""
    if question.what == "npf":
        from edencli.rules.infestation import npf_places_to_try  # noqa: PLC0415  # few matches have them

        return npf_places_to_try(match, question.left, SEARCH_STEP)
    put = TokenPlacement if question.what == "marker" else FighterPlacement
    return (put(one, at) for one in question.left for at in places_on_grid(match, SEARCH_STEP))


def _scenery(match: Match, chance: RandomSource, left: Sequence[str]) -> Iterator[SceneryPlacement]:
    for _ in range(PLACES_TRIED):
        turn = float(chance.below(24) * 15)
        yield SceneryPlacement(chance.pick(left), SceneryState(_random_point(match, chance), turn))


def _point_for(match: Match, chance: RandomSource, question: PlacementQuestion[Any]) -> tuple[int, int]:
    """A random place anywhere, or in the area where the question looks for one."""
    if question.around is None:
        return _random_point(match, chance)
    (x, y), far = question.around, question.reach
    return x + chance.below(2 * far + 1) - far, y + chance.below(2 * far + 1) - far


def _anywhere_agreed(match: Match, chance: RandomSource) -> tuple[int, int] | None:
    return _random_point(match, chance) if match.field.has_places else None


def _random_point(match: Match, chance: RandomSource) -> tuple[int, int]:
    return chance.below(match.setup.width), chance.below(match.setup.height)


ANSWER_CHANCES: Mapping[type[Question[Any]], float] = {
    Interruption: 0.3,
    LeaverStrike: 0.8,
    TacticPlay: 0.7,
    MomentChoice: 0.7,
    RageTreatment: 0.3,
    **dict.fromkeys((MissionOffer, CardOffer, IntendancyOffer, ScoreOffer, EndScoreOffer, TargetChoice), 0.0),
}
"""How likely an optional question is answered; for any other question it is even."""
PASS_CHANCE = 0.02
AGREEMENT_CHANCE = 0.02


class EndlessMatch(RuntimeError):  # noqa: N818  # it is the match that does not end
    """A match that did not end within the allowed number of answers."""

    def __init__(self, answers: int, number: int) -> None:
        super().__init__(f"no end after {answers} answers, in round {number}")
        self.answers = answers


class RandomPlayer:
    """Answers every question of a match but the dice; with `agreements` it also agrees on small changes."""

    def __init__(self, match: Match, seed: int, *, agreements: bool = False) -> None:
        self._match = match
        self._chance = RandomSource(seed)
        self._ideas: RandomActs | RandomByEye = (
            RandomActs(match, self._chance) if match.field.has_places else RandomByEye(match, self._chance)
        )
        self._agrees = AGREEMENT_CHANCE if agreements else 0.0

    def __call__(self, question: Question[Any]) -> Any:
        """Give a legal answer; None declines an optional question."""
        if self._agrees and question.agreeable and self._chance.happens(self._agrees):
            return random_agreement(self._match, self._chance)
        return self._answers[question.kind](self, question)

    def _choose(self, question: Choice[Any]) -> Any:
        if isinstance(question, SceneryCount):
            return None
        allowed = question.allowed_options()
        if question.optional and not (
            allowed and self._chance.happens(ANSWER_CHANCES.get(type(question), 0.5))
        ):
            return None
        if PASS in allowed and len(allowed) > 1 and not self._chance.happens(PASS_CHANCE):
            allowed.remove(PASS)
        return self._chance.pick(allowed)

    def _bid(self, question: Bid) -> int:
        """Bid, mostly little."""
        return min(self._chance.below(question.most + 1), self._chance.below(question.most + 1))

    def _take(self, question: HandQuestion) -> tuple[str, ...]:
        return self._chance.some_of(question.deck, question.n)

    def _see(self, question: FieldQuestion) -> Any:
        assert isinstance(self._ideas, RandomByEye), "a field that measures asks nobody"  # noqa: S101  # by definition
        return self._ideas.answer_fact(question)

    def _put(self, question: PlacementQuestion[Any]) -> Any:
        if isinstance(self._ideas, RandomByEye):
            return self._ideas.choose_placement(question)
        return random_placement(self._match, self._chance, question)

    def _act(self, question: ActQuestion[Any]) -> Any:
        return self._ideas.act(question) or question.must

    def _prowl(self, question: ProwlQuestion) -> Prowl | None:
        if isinstance(self._ideas, RandomByEye):
            return Prowl(fighter=question.fighter, path=())
        return self._ideas.prowl(question)

    _answers: ClassVar[Mapping[str, Callable[[Any, Any], Any]]] = {
        Choice.kind: _choose,
        TargetChoice.kind: _choose,
        PickChoice.kind: _choose,
        DiscardChoice.kind: _choose,
        Bid.kind: _bid,
        HandQuestion.kind: _take,
        PlacementQuestion.kind: _put,
        ActQuestion.kind: _act,
        ProwlQuestion.kind: _prowl,
        FieldQuestion.kind: _see,
        FieldListQuestion.kind: _see,
    }
    """The method that answers each kind of question.

    A table of the class: one of an instance would keep the match alive.
    """


def play_out(
    referee: Referee,
    player: Callable[[Question[Any]], Any],
    dice: Dice,
    *,
    sides: Collection[Side] = SIDES,
    most: int = 20_000,
) -> int:
    """Play a match to its end, or until a side is asked that is not among `sides`.

    Returns how many answers the player gave, without dice. Raises `EndlessMatch` if the match does not end
    within `most` answers, dice included.
    """
    answers = 0
    for _ in range(most):
        question = referee.question
        if question is None:
            return answers
        if isinstance(question, Roll):
            referee.answer(dice.throw(question))
        elif question.asked not in sides and (question.asked is not None or set(sides) != set(SIDES)):
            return answers
        else:
            answers += 1
            referee.answer(player(question))
    raise EndlessMatch(most, referee.match.state.round)
