"""What the rules ask, and what an answer must be.

A question is a frozen value, generic in its answer: who is asked, why (a rule id), what is allowed. One
predicate, `refusal`, serves the options, the refusal and its explanation. Dice are answers like any other:
nobody chooses them (`by` is for whom they are thrown), and any faces will do.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar, Generic, Literal, TypeVar

from edencli.match.facts import Fact, FactGroup
from edencli.match.pieces import Piece, Side
from edencli.match.reasons import Part, Refusal
from edencli.record import Record

A = TypeVar("A")

FACES = range(1, 7)


class Question(Record, Generic[A]):
    """Something that the rulebook leaves to a player or to the dice.

    `fighter` is of whom it is asked, and `target` whom he faces, where there is one. A question that is asked
    `mid_act` interrupts what somebody is doing: whoever waits for the outcome goes past it. What a `private`
    one allows, or how it is answered, the opponent may not read over anybody's shoulder.
    """

    kind: ClassVar[str]
    asked: Side | None
    rule: str
    fighter: Piece | None = None
    target: Piece | None = None
    optional: bool = False
    agreeable: bool = False
    mid_act: bool = False
    private: bool = False

    def __hash__(self) -> int:
        return hash((type(self), self.asked, self.rule))

    @property
    def about(self) -> dict[str, Any]:
        """What it is about, by name, for whoever tells it: all its parts but those that say how to answer."""
        return {name: value for name, value in self.as_dict().items() if name not in _ANSWER_PARTS}

    def refusal(self, answer: A) -> Refusal | None:
        """Say why an answer will not do, or nothing."""
        raise NotImplementedError

    def only_answer(self) -> A | None:
        """The answer, when there is but one."""
        return None


_ANSWER_PARTS = frozenset(
    {"asked", "rule", "optional", "agreeable", "mid_act", "private", "options", "objection", "trial"}
)


class Agreement(Record):
    """An answer that both players own: a card says so, and no rule of ours carries it out yet.

    It may be given wherever a question is `agreeable`, which is then asked again. `what` names the change.
    """

    what: str
    subject: Piece | Side
    n: int = 0
    detail: str | None = None
    place: tuple[int, int] | None = None


class Roll(Question[tuple[int, ...]]):
    """Throw some dice; `needed` is the face that succeeds, or None when the faces are read otherwise.

    `pool` and `difficulty` are given with their reasons; `step` is the rule whose step throws, `victim` whom
    the dice may harm.
    """

    kind = "roll"
    by: Piece | None
    dice: int
    needed: int | None = None
    pool: tuple[Part, ...] = ()
    difficulty: tuple[Part, ...] = ()
    step: str | None = None
    victim: Piece | None = None

    def refusal(self, answer: tuple[int, ...]) -> Refusal | None:
        """Ask for exactly that many faces from 1 to 6."""
        if len(answer) == self.dice and all(face in FACES for face in answer):
            return None
        return Refusal(rule=self.rule, reason="dice", about={"dice": self.dice, "given": answer})

    def only_answer(self) -> tuple[int, ...] | None:
        """No dice at all is the one throw that needs none."""
        return () if self.dice == 0 else None


class Choice(Question[A]):
    """Pick one of a few; `objection` explains each that may not be picked.

    Where a card asks, `trial` is the procedure by which an answer would work on a copy of the match, for
    whoever weighs it; what goes on around the question is not played.
    """

    kind = "choice"
    options: Sequence[A]
    objection: Callable[[A], Refusal | None] | None = None
    trial: Callable[[Any, Any], Generator[Question[Any], Any, None]] | None = None

    def refusal(self, answer: A) -> Refusal | None:
        """Ask for an option against which nothing speaks."""
        if answer not in self.options:
            return Refusal(rule=self.rule, reason="not-an-option", about={"given": answer})
        return self.objection(answer) if self.objection else None

    def allowed_options(self) -> list[A]:
        """The options that may be picked."""
        return list(self._iter_allowed())

    def _iter_allowed(self) -> Iterator[A]:
        object_to = self.objection
        return (
            iter(self.options) if object_to is None else (one for one in self.options if not object_to(one))
        )

    def only_answer(self) -> A | None:
        """The single option, when an answer must be given."""
        if self.optional:
            return None
        first = list(islice(self._iter_allowed(), 2))
        return first[0] if len(first) == 1 else None


class ReactionChoice(Choice[A]):
    """Say how `fighter` meets the attack of somebody."""

    fighter: Piece
    attacker: Piece


class ShiftChoice(Choice[int]):
    """Move the location die against `victim`, which shows `face`, by spending some of the `hits`."""

    fighter: Piece
    victim: Piece
    face: int
    hits: int
    step: str


class OrderChoice(Choice[int]):
    """Pick by its number which of several simultaneous things comes next; `names` are those that are left."""

    names: tuple[Any, ...]


class CancelChoice(Choice[bool]):
    """Pay `price` SP to cancel a card that was just played, or not."""

    card: str
    price: int


class TargetChoice(Choice[Any]):
    """Choose a fighter whom a card touches."""

    kind = "target"
    card: str


class PickChoice(OrderChoice):
    """Pick by its number one of several things that a card names."""

    kind = "pick"
    card: str


class UseChoice(Choice[bool]):
    """Let a card of `fighter`, or of a player, do what it says, at its price, or not.

    `change` is the event, still to happen, that it is about.
    """

    card: str
    ap: int = 0
    sp: int = 0
    change: Any = None


class MomentChoice(Choice[str]):
    """Play a card of the hand now, at its moment, or not; `change` as for `UseChoice`."""

    card: str
    change: Any = None


class Bid(Question[int]):
    """Lay down a number in secret, from 0 to what one has."""

    kind = "bid"
    most: int
    private: bool = True

    def refusal(self, answer: int) -> Refusal | None:
        """Ask for no more than there is."""
        if 0 <= answer <= self.most:
            return None
        return Refusal(rule=self.rule, reason="bid", about={"given": answer, "most": self.most})

    def only_answer(self) -> int | None:
        """Who has nothing bids nothing."""
        return 0 if self.most == 0 else None


class HandQuestion(Question[tuple[str, ...]]):
    """Take cards from a deck: so many, all of different names."""

    kind = "hand"
    deck: tuple[str, ...]
    n: int
    private: bool = True

    def refusal(self, answer: tuple[str, ...]) -> Refusal | None:
        """Ask for exactly that many of the deck."""
        if len(answer) == self.n == len(set(answer)) and set(answer) <= set(self.deck):
            return None
        about = {"given": answer, "n": self.n, "deck": self.deck}
        return Refusal(rule=self.rule, reason="hand", about=about)

    def only_answer(self) -> tuple[str, ...] | None:
        """A deck of no more names than the hand wants is the hand, and a hand of none is empty."""
        names = tuple(dict.fromkeys(self.deck))
        return names[: self.n] if self.n in {0, len(names)} else None


def cache_last_allowed(objection: Callable[[A], Refusal | None]) -> Callable[[A], Refusal | None]:
    """Ask no second time about what has just passed: while a question waits, nothing changes.

    Whoever thinks of an answer asks about it, and the referee asks again; routes and targets are dear.
    """
    passed: list[A] = []

    def object_to(answer: A) -> Refusal | None:
        if passed and passed[0] is answer:
            return None
        refusal = objection(answer)
        if refusal is None:
            passed[:] = [answer]
        return refusal

    return object_to


class CheckedQuestion(Question[A]):
    """Say something that cannot be listed, a place or an act: `objection` says why it will not do."""

    objection: Callable[[A], Refusal | None]

    def refusal(self, answer: A) -> Refusal | None:
        """Ask the one predicate."""
        return self.objection(answer)


class PlacementQuestion(CheckedQuestion[A]):
    """Put one of the things that are left somewhere: pieces of scenery by name, or fighters.

    Where they are bought, `points` are left to do so.
    """

    kind = "spot"
    what: Literal["scenery", "fighter", "npf", "marker"]
    left: tuple[Any, ...]
    points: int = 0


class ActQuestion(CheckedQuestion[A]):
    """Do something with the fighter who is activated, or be done."""

    kind = "deed"
    fighter: Piece
    ap: int


class FieldQuestion(Question[Any]):
    """Look at the field: what is asked is a fact that nobody has told yet. Either player may say it."""

    kind = "fact"
    fact: Fact | FactGroup

    def refusal(self, answer: Any) -> Refusal | None:
        """Ask for something that can be said of such a fact."""
        if self.fact.is_valid_answer(answer):
            return None
        return Refusal(rule=self.rule, reason="not-an-option", about={"given": answer})


class FieldListQuestion(FieldQuestion):
    """Say of whom among several fighters something is so."""

    kind = "facts"
    fact: FactGroup


def fact_question(fact: Fact | FactGroup) -> FieldQuestion:
    """The question that asks the players for a fact."""
    if isinstance(fact, FactGroup):
        return FieldListQuestion(asked=None, rule=fact.rule, fact=fact)
    return FieldQuestion(asked=None, rule=fact.rule, fact=fact)
