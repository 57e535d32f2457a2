"""Pairs of matches: one table, played twice with the sides changed.

`PairPlayer.play` plays a pair by its number. Two calls with equal plans and numbers return equal results,
wherever and in whatever order they are made.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from edencli.api import AnswerFailedError, BotSeats, Game, Side, events_digest
from edencli.lab.seeds import BOTH_LEGS, derive_seed
from edencli.lab.tables import draw_table, lay_table
from edencli.named_tuple import NamedTuple

LEGS: Final = (1, 2)
WIN, DRAW, LOSS = 2, 1, 0
"""The score of a leg in half points, for the first band."""
MOST_ANSWERS: Final = 5_000
"""Answers after which a match is given up."""
MOST_ROUNDS: Final = 20
"""Rounds after which a match is given up."""
ROUND: Final = "round-begun"
DIGEST_DIGITS: Final = 16

Breach: TypeAlias = Literal["broken", "bound"]
"""Why a leg has no result: something broke, or the match reached a bound."""


class SimulationPlan(NamedTuple):
    """What is simulated: two bands, their players, the scenery of the tables, the rulebook and the seed.

    Files are named by their paths from `folder`. Each pair is played with the scenery of one of the `fields`,
    drawn by the seed; () is a bare table.
    """

    folder: str
    first: str
    second: str
    players: tuple[str, str]
    fields: tuple[tuple[str, ...], ...]
    book: str
    seed: int


class LegResult(NamedTuple):
    """The result of one match: the score and the lead in VP of the first band, and the digest of its events.

    If it was `given_up`, nothing else counts; `why` then says what broke, or which cards did not end. It is
    empty where the match had too many answers or rounds.
    """

    score: int
    margin: int
    digest: str
    rounds: int
    answers: int
    given_up: Breach | None = None
    why: str = ""


class PairResult(NamedTuple):
    """The results of both legs of a pair."""

    n: int
    legs: tuple[LegResult, ...]

    @property
    def counts(self) -> bool:
        """Whether both legs were played to their end."""
        return all(leg.given_up is None for leg in self.legs)

    @property
    def score(self) -> int:
        """The half points of the first band, 0 to 4."""
        return sum(leg.score for leg in self.legs)

    @property
    def margin(self) -> int:
        """The lead in VP of the first band, over both legs."""
        return sum(leg.margin for leg in self.legs)


class PairPlayer:
    """Plays the pairs of a plan; reads each file once."""

    def __init__(self, plan: SimulationPlan) -> None:
        self.plan = plan
        self._games: dict[tuple[int, int], Game] = {}

    def play(self, n: int) -> PairResult:
        """Play the pair of this number."""
        return PairResult(n, tuple(self._play_leg(n, leg) for leg in LEGS))

    def begin_leg(self, n: int, leg: int) -> tuple[Game, BotSeats]:
        """Begin a leg: its game, where the scenery of its table is placed, and the bots that play it on."""
        seed, field = self.plan.seed, self._draw_field(n)
        table = draw_table(self._game(LEGS[0], field), seed, n)
        game = self._game(leg, field).copy(seed=derive_seed(seed, n, leg, "dice"))
        first, second = (
            (name, derive_seed(seed, n, leg, band))
            for name, band in zip(self.plan.players, ("first", "second"), strict=True)
        )
        red, blue = (first, second) if leg == LEGS[0] else (second, first)
        bots = BotSeats(game, red=red, blue=blue)
        lay_table(game, bots, table)
        return game, bots

    def _play_leg(self, n: int, leg: int) -> LegResult:
        answers = rounds = 0
        try:
            game, bots = self.begin_leg(n, leg)
            while not game.is_over:
                rounds += sum(event.kind == ROUND for event in bots.answer())
                answers += 1
                if answers > MOST_ANSWERS or rounds > MOST_ROUNDS:
                    return _give_up("bound", "")
        except AnswerFailedError as fault:
            return _give_up("bound" if fault.cards else "broken", str(fault))
        except Exception as fault:  # noqa: BLE001  # whatever breaks a match, the others go on
            return _give_up("broken", f"{type(fault).__name__}: {fault}")
        return _leg_result(game, Side.RED if leg == LEGS[0] else Side.BLUE, rounds, answers)

    def _draw_field(self, n: int) -> int:
        return derive_seed(self.plan.seed, n, BOTH_LEGS, "field") % len(self.plan.fields)

    def _game(self, leg: int, field: int) -> Game:
        """The game of a leg before its first answer."""
        if (leg, field) not in self._games:
            self._games[leg, field] = open_game(self.plan, self.plan.fields[field], swapped=leg != LEGS[0])
        return self._games[leg, field]


def open_game(plan: SimulationPlan, scenery: Sequence[str], *, swapped: bool = False) -> Game:
    """The game of two bands on a table, before its first answer.

    Raises:
        FaultyFileError: A file is faulty, or the rulebook refuses a band.
    """
    red, blue = (plan.second, plan.first) if swapped else (plan.first, plan.second)
    field = {"field": {"scenery": list(scenery)}} if scenery else {}
    data = {"kind": "game", "name": "simulation", "red": red, "blue": blue, **field}
    return Game.from_dict(data, folder=plan.folder, book=plan.book, seed=plan.seed)


def _leg_result(game: Game, first: Side, rounds: int, answers: int) -> LegResult:
    """The result of a finished game for the band that played this side."""
    score = DRAW if game.winner is None else WIN if game.winner is first else LOSS
    margin = game.score[first] - game.score[first.other]
    return LegResult(score, margin, events_digest(game.events), rounds, answers)


def _give_up(breach: Breach, why: str) -> LegResult:
    return LegResult(LOSS, 0, "", 0, 0, breach, why)


def results_digest(results: Iterable[PairResult]) -> str:
    """The identity of a result: a digest over what happened in each leg, in the order of the pairs."""
    digest = hashlib.sha256()
    for pair in sorted(results):
        for leg, played in zip(LEGS, pair.legs, strict=True):
            row = (pair.n, leg, played.score, played.margin, played.digest, played.given_up or "")
            digest.update("/".join(map(str, row)).encode("ascii") + b"\n")
    return digest.hexdigest()[:DIGEST_DIGITS]
