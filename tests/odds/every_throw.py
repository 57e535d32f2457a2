"""Plays an attack over every throw of its dice, and counts how it ends.

The procedure is run to its end again and again, each time with the next answers of an odometer of dice. Dice
that a question reads only as successes are thrown in every way first, and the ways with equal successes are
then played once, with their count; with `whole` each of them is played.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from edencli.match.events import AttackEnded, CpLost
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Piece
from edencli.match.questions import Choice, Question, Roll
from edencli.model.terms import FACES
from edencli.odds.shifting import Policy
from edencli.referee.answers import drive
from edencli.referee.duelist import shift_by_policy
from edencli.rules.melee import Reaction

Harms = tuple[tuple[Any, int], ...]
Throws = tuple[tuple[tuple[int, ...], int], ...]


class Again(Exception):  # noqa: N818  # not an error: the dice must be thrown again
    """An opposition without a winner: what follows repeats what went before, so it is not counted."""


class Odometer:
    """The next way in which all the dice of a procedure can fall."""

    def __init__(self, *, whole: bool) -> None:
        self._whole = whole
        self._wheels: list[tuple[Throws, int]] = []
        self._at = 0
        self.weight = Fraction(1)

    def start(self) -> None:
        """Begin a run."""
        self._at = 0
        self.weight = Fraction(1)

    def throw(self, roll: Roll) -> tuple[int, ...]:
        """Throw what this run's position of the wheels says."""
        if self._at == len(self._wheels):
            needed = None if self._whole else roll.needed
            self._wheels.append((ways(roll.dice, needed), 0))
        throws, turn = self._wheels[self._at]
        self._at += 1
        faces, n = throws[turn]
        self.weight *= Fraction(n, 6**roll.dice)
        return faces

    def step(self) -> bool:
        """Advance the wheels by one; tell whether there is another run."""
        del self._wheels[self._at :]
        while self._wheels:
            throws, turn = self._wheels.pop()
            if turn + 1 < len(throws):
                self._wheels.append((throws, turn + 1))
                return True
        return False


@cache
def ways(dice: int, needed: int | None) -> Throws:
    """The throws of some dice, each with the number of throws that it represents."""
    every = product(FACES, repeat=dice)
    if needed is None:
        return tuple((faces, 1) for faces in every)
    counted = Counter(sum(face >= needed for face in faces) for faces in every)
    return tuple(((6,) * hits + (1,) * (dice - hits), n) for hits, n in counted.items())


class End(NamedTuple):
    """The end of one run: the blows as reported, and the match."""

    match: Match
    weight: Fraction

    def harms(self, *pieces: Piece) -> Harms:
        """The harm to each of these fighters; a blow that missed has no limb."""
        blows = {event.victim: event for event in self.match.log if isinstance(event, AttackEnded)}
        lost: Counter[Piece] = Counter()
        for event in self.match.log:
            if isinstance(event, CpLost):
                lost[event.victim] += sum(event.limbs.values())
        return tuple((blows[one].limb if one in blows else None, lost[one]) for one in pieces)


def ends(
    start: Callable[[], Match],
    procedure: Callable[[Match], Procedure[Any]],
    *,
    act: Any = None,
    reaction: Reaction = Reaction.PASSIVE,
    policy: Policy = Policy.NONE,
    whole: bool = False,
) -> Iterator[End]:
    """Play a procedure over every throw; the loser of a response strikes back."""
    wheels = Odometer(whole=whole)
    while True:
        match = start()
        shift, opposed = shift_by_policy(match, act, policy), Counter[str]()

        def answer(question: Question[Any], shift: Any = shift, opposed: Counter[str] = opposed) -> Any:
            if isinstance(question, Roll):
                opposed[question.rule] += 1
                if opposed["roll.opposition"] > 2:  # each of two throws one
                    raise Again
                return wheels.throw(question)
            assert isinstance(question, Choice)
            if question.rule == "roll.location-shift":
                return shift(question)
            return reaction if question.rule == "melee.reaction" else question.allowed_options()[0]

        wheels.start()
        try:
            drive(procedure(match), answer)
            yield End(match, wheels.weight)
        except Again:
            pass
        if not wheels.step():
            return


def counted(runs: Iterator[End], *pieces: Piece) -> Mapping[Harms, Fraction]:
    """The shares of the ends by the harm to these fighters; uncounted ends are compensated for."""
    found: Counter[Harms] = Counter()
    for end in runs:
        found[end.harms(*pieces)] += end.weight  # type: ignore[assignment]  # a Counter of fractions
    whole = sum(found.values())
    return {harms: weight / whole for harms, weight in found.items()}  # type: ignore[misc]
