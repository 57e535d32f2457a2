"""Checks for authors of cards: words about tactical hands that have no effect."""

from collections.abc import Iterator

from edencli.model.card_words import CardEvent, Owner
from edencli.model.effect import When
from edencli.model.operation import (
    DiscardCards,
    DrawCards,
    GiveSp,
    LookAtHand,
    PlayCard,
    RevealHand,
    TakeBackCards,
)
from edencli.model.terms import Payment
from edencli.record import Record
from edencli.rulebooks.match_steps import MATCH_STEPS
from edencli.rules.band import Finding

UPON_HANDS = LookAtHand | RevealHand | DiscardCards | TakeBackCards | DrawCards | PlayCard
_NO_HANDS_YET = frozenset(MATCH_STEPS[: MATCH_STEPS.index("setup.8-hand") + 1])
_BEFORE_HANDS = frozenset({CardEvent.LEADER_NAMED, CardEvent.MISSION_PLAYED})


def find_hand_misfits(value: Record, path: tuple[str | int, ...]) -> Iterator[Finding]:
    """Find parts of a word about hands that have no effect (effect-hand)."""
    if isinstance(value, DiscardCards | DrawCards) and value.may and value.random:
        yield Finding("effect-hand", (*path, "may"), {}, form="may")
    if isinstance(value, GiveSp) and value.card is not None and Payment.TACTIC not in value.only_for:
        yield Finding("effect-hand", (*path, "card"), {}, form="payment")
    if isinstance(value, LookAtHand | RevealHand) and value.otherwise and value.card is None:
        yield Finding("effect-hand", (*path, "otherwise"), {}, form="otherwise")
    if isinstance(value, LookAtHand | RevealHand) and value.card and not value.do and not value.otherwise:
        yield Finding("effect-hand", (*path, "card"), {}, form="card")
    if isinstance(value, LookAtHand) and value.hand is Owner.OWN and not value.do:
        yield Finding("effect-hand", (*path, "hand"), {}, form="own")


def comes_before_hands(effect: When) -> bool:
    """Tell whether an effect works before players take their hands (setup.8-hand)."""
    return effect.event in _BEFORE_HANDS or effect.step in _NO_HANDS_YET
