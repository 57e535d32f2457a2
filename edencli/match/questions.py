"""What the rules ask: a class for every question, and the answers that it allows.

A question is a frozen value, generic in its answer. Its class says what is asked and cites the rule that
asks (`rule`); its parts say which player is asked, what it is about and what is allowed. One predicate,
`refusal`, serves the options, the refusal and its explanation. Dice are answers like any other: they are
not chosen (`by` is the fighter for which they are thrown), and any faces are allowed.

Here are the kinds of questions (a choice, a bid, a roll, ...), which know how to check an answer, and the
questions that every match may ask. The questions of the rulebook are classes of
`edencli.rules.questions`. Knows no rule.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import filterfalse, islice
from typing import Any, ClassVar, Generic, Literal, TypeVar

from edencli.match.facts import Fact, FactGroup
from edencli.match.pieces import Piece, Side
from edencli.match.reasons import Part, Refusal
from edencli.model.terms import FACES
from edencli.named_tuple import NamedTuple
from edencli.record import Record

A = TypeVar("A")


class Question(Record, Generic[A]):
    """Something that the rulebook leaves to a player or to the dice; `rule` is the id of the rule that asks.

    `fighter` is the fighter it is about, and `target` the one that it faces, if there are any. A
    `mid_act` question interrupts an act: code that waits for the outcome of the act passes it. The
    options and the answer of a `private` question must not be shown to the opponent.
    """

    kind: ClassVar[str]
    rule: ClassVar[str]
    asked: Side | None
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
        """What the question is about, by name: all its parts except those that say how to answer."""
        return {name: value for name, value in self.as_dict().items() if name not in _ANSWER_PARTS}

    def refusal(self, answer: A) -> Refusal | None:
        """The reason why an answer is not allowed, or None."""
        raise NotImplementedError

    def only_answer(self) -> A | None:
        """The answer if there is only one, else None."""
        return None


_ANSWER_PARTS = frozenset(
    {
        "asked",
        "optional",
        "agreeable",
        "mid_act",
        "private",
        "options",
        "objection",
        "trial",
        "must",
        "around",
        "reach",
    }
)


class Agreement(Record):
    """An answer of both players together: a card says so, and the program does not carry it out yet.

    It may be given whenever a question is `agreeable`, which is then asked again. `what` names the
    change.
    """

    what: str
    subject: Piece | Side
    n: int = 0
    detail: str | None = None
    place: tuple[int, int] | None = None


class Roll(Question[tuple[int, ...]]):
    """Throw some dice; `needed` is the face that succeeds, or None if the faces are read in another way.

    `pool` and `difficulty` are given with their reasons; `step` is the rule whose step throws, `victim`
    the fighter that the dice may harm.
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
        """Refuse another number of faces, and faces other than 1 to 6."""
        if len(answer) == self.dice and all(face in FACES for face in answer):
            return None
        return Refusal(rule=self.rule, reason="dice", about={"dice": self.dice, "given": answer})

    def only_answer(self) -> tuple[int, ...] | None:
        """The empty throw, if there are no dice."""
        return () if self.dice == 0 else None


class Choice(Question[A]):
    """Pick one of several options; `objection` explains why one may not be picked.

    If a card asks, `trial` is the procedure that carries out an answer on a copy of the match, for
    programs that weigh it; what happens around the question is not played.
    """

    kind = "choice"
    options: Sequence[A]
    objection: Callable[[A], Refusal | None] | None = None
    trial: Callable[[Any, Any], Generator[Question[Any], Any, None]] | None = None

    def refusal(self, answer: A) -> Refusal | None:
        """Refuse anything but an allowed option."""
        if answer not in self.options:
            return Refusal(rule=self.rule, reason="not-an-option", about={"given": answer})
        return self.objection(answer) if self.objection else None

    def allowed_options(self) -> list[A]:
        """The options that may be picked."""
        return list(self._iter_allowed())

    def bars_all(self, options: Iterable[A]) -> bool:
        """Tell whether all these options are refused."""
        return self.objection is not None and all(map(self.objection, options))

    def _iter_allowed(self) -> Iterator[A]:
        object_to = self.objection
        return iter(self.options) if object_to is None else filterfalse(object_to, self.options)

    def only_answer(self) -> A | None:
        """The only allowed option, if an answer must be given."""
        if self.optional:
            return None
        first = list(islice(self._iter_allowed(), 2))
        return first[0] if len(first) == 1 else None


class Bid(Question[int]):
    """Bid a number in secret, from 0 to what the player has."""

    kind = "bid"
    most: int
    private: bool = True

    def refusal(self, answer: int) -> Refusal | None:
        """Refuse more than the player has."""
        if 0 <= answer <= self.most:
            return None
        return Refusal(rule=self.rule, reason="bid", about={"given": answer, "most": self.most})

    def only_answer(self) -> int | None:
        """Zero, if the player has nothing."""
        return 0 if self.most == 0 else None


class HandQuestion(Question[tuple[str, ...]]):
    """Take n cards from a deck, all of different names."""

    kind = "hand"
    deck: tuple[str, ...]
    n: int
    private: bool = True

    def refusal(self, answer: tuple[str, ...]) -> Refusal | None:
        """Refuse another number of cards, and cards that are not in the deck."""
        if len(answer) == self.n == len(set(answer)) and set(answer) <= set(self.deck):
            return None
        about = {"given": answer, "n": self.n, "deck": self.deck}
        return Refusal(rule=self.rule, reason="hand", about=about)

    def only_answer(self) -> tuple[str, ...] | None:
        """The whole deck, if it has no more names than the hand takes; no cards for an empty hand."""
        names = tuple(dict.fromkeys(self.deck))
        return names[: self.n] if self.n in {0, len(names)} else None


class SkippedQuestion(NamedTuple):
    """A question that was not asked, and why an answer to it is refused; made only when needed."""

    make: Callable[[], Question[Any]]
    objection: Callable[[Any, Any], Refusal | None]
    """The objection to an answer, given the question and the answer."""


def own_objection(question: Question[A], answer: A) -> Refusal | None:
    """The refusal of an answer by the question itself; the answer need not be one of its options."""
    object_to: Callable[[A], Refusal | None] | None = getattr(question, "objection", None)
    return (object_to or question.refusal)(answer)


def cache_last_allowed(objection: Callable[[A], Refusal | None]) -> Callable[[A], Refusal | None]:
    """Remember the last allowed answer, as long as a question waits and nothing changes.

    A caller checks an answer before it gives it, and the referee checks it again; routes and targets are
    expensive.
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
    """Answer with something that cannot be listed, a place or an act; `objection` checks it."""

    objection: Callable[[A], Refusal | None]

    def refusal(self, answer: A) -> Refusal | None:
        """The reason why `objection` refuses an answer, or None."""
        return self.objection(answer)


class PlacementQuestion(CheckedQuestion[A]):
    """Put one of the things that are `left` somewhere: pieces of scenery by name, or fighters.

    If they are bought, `points` are left for that. A thing that may go no farther than its `reach` from a
    place is searched for room `around` that.
    """

    kind = "spot"
    what: Literal["scenery", "fighter", "npf", "marker"]
    left: tuple[Any, ...]
    points: int = 0
    around: tuple[int, int] | None = None
    reach: int = 0


class OrderChoice(Choice[int]):
    """Pick by its number which of several simultaneous things comes next; `names` are those that are left.

    With `any_order` the order makes no difference and nothing is asked; any answer is allowed then.
    """

    rule = "simultaneous"
    names: tuple[Any, ...]
    any_order: bool = False

    def only_answer(self) -> int | None:
        """The first, if the order does not matter, or the only one."""
        return self.options[0] if self.any_order else super().only_answer()


class FieldQuestion(Question[Any]):
    """Look at the field: a fact is asked that is not known yet. Either player may answer."""

    kind = "fact"
    fact: Fact | FactGroup

    @property
    def rule(self) -> str:  # type: ignore[override]  # the rule that needs the fact
        """The rule that needs the fact."""
        return self.fact.rule

    @property
    def fact_class(self) -> type[Fact]:
        """The class of the fact, or of the facts that are asked for together."""
        return type(self.fact.facts[0] if isinstance(self.fact, FactGroup) else self.fact)

    def refusal(self, answer: Any) -> Refusal | None:
        """Refuse anything that is no answer to such a fact."""
        if self.fact.is_valid_answer(answer):
            return None
        return Refusal(rule=self.rule, reason="not-an-option", about={"given": answer})


class FieldListQuestion(FieldQuestion):
    """Name the fighters for which something is true."""

    kind = "facts"
    fact: FactGroup


def fact_question(fact: Fact | FactGroup) -> FieldQuestion:
    """The question that asks the players for a fact."""
    if isinstance(fact, FactGroup):
        return FieldListQuestion(asked=None, fact=fact)
    return FieldQuestion(asked=None, fact=fact)
