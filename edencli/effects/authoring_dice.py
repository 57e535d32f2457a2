"""Checks for authors of cards: dice, prices and targets that have no effect."""

from collections.abc import Iterator
from typing import Any

from edencli.model import effect as words
from edencli.model.card_words import ONE, EventNumber, HowMany, Who
from edencli.model.operation import Explode, ExtraAct, MakeRoll, Oppose, PlainDice, PlayCard
from edencli.model.terms import ActKind
from edencli.record import Record
from edencli.rules.band import Finding

_FACING_NOBODY = frozenset({ActKind.MOVE, ActKind.ABILITY, ActKind.EXTINGUISH, ActKind.ACTIVATION})
"""Acts that are aimed at no fighter."""
_SUCCEEDING = range(2, 7)
"""The faces that a die can be required to reach and may miss."""


def find_dice_misfits(value: Record, path: tuple[str | int, ...]) -> Iterator[Finding]:
    """Find dice, prices and targets of a word that have no effect."""
    if isinstance(value, PlainDice):
        yield from _thrown(value, path)
    if isinstance(value, MakeRoll | Oppose) and value.against is not None and value.who.the is value.against:
        yield Finding("effect-dice", (*path, "against"), {"role": str(value.against)}, form="self")
    if isinstance(value, ExtraAct | PlayCard) and value.paid and value.price is not None:
        yield Finding("effect-price", (*path, "paid"), {})
    if isinstance(value, words.Crosses) and not (value.fighters or value.scenery):
        yield Finding("effect-crosses", (*path, "fighters"))
    acts: Any = getattr(value, "acts", ())
    if isinstance(getattr(value, "against", None), Who) and acts and _FACING_NOBODY.issuperset(acts):
        yield Finding("effect-against", (*path, "against"), {"act": str(acts[0])})


def _thrown(op: PlainDice, path: tuple[str | int, ...]) -> Iterator[Finding]:
    """Find throws without consequences, and tables of outcomes that a single die does not decide."""
    if not op.do and not op.outcomes:
        yield Finding("effect-dice", (*path, "op"), {}, form="nothing")
    if op.outcomes and (op.at_least is not None or op.dice != ONE):
        yield Finding("effect-dice", (*path, "outcomes"), {}, form="table")
    asked = op.at_least
    if asked is not None and asked == HowMany(n=asked.n) and asked.n not in _SUCCEEDING:
        yield Finding("effect-dice", (*path, "at-least"), {"n": asked.n}, form="at-least")
    taken: set[int] = set()
    for n, outcome in enumerate(op.outcomes):
        for at, face in enumerate(outcome.faces):
            if face in taken:
                place = (*path, "outcomes", n, "faces", at)
                yield Finding("effect-dice", place, {"n": face}, form="twice")
        taken.update(outcome.faces)


def numbers_within(value: Record, part: str) -> frozenset[EventNumber] | None:
    """Return the numbers that a card's own dice give to a part; None where they are as around it."""
    if isinstance(value, PlainDice) and part in {"do", "outcomes"}:
        return frozenset({EventNumber.DIE if value.at_least is None else EventNumber.SUCCESSES})
    if isinstance(value, MakeRoll) and part in {"passed", "failed"}:
        return frozenset({EventNumber.SUCCESSES})
    return None


def names_place(value: Record, part: str) -> bool:
    """Tell whether a part says where an explosion is: at a marker if one is named, else at a fighter."""
    return not isinstance(value, Explode) or part != "at" or value.near is None


def may_be_negative(value: words.Twist | Any) -> bool:
    """Tell whether a word takes negative amounts: the faces of dice may be lowered."""
    return isinstance(value, words.AddToDice)
