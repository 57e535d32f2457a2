"""What of an event a player sees: a secret is its player's own, and everything else is everybody's."""

from typing import Any

import pytest
from duels import BLUE, ELENIA, RED, YURI

from edencli.effects.event_parts import heard_by_cards
from edencli.match.card_events import (
    CardCameToNothing,
    CardTookEffect,
    FighterForgotten,
    FighterRemembered,
    PassedOn,
)
from edencli.match.events import Event
from edencli.match.table_events import HandTaken, MissionPlayed, VpScored
from edencli.model.terms import MissionKind

CARD: dict[str, Any] = {"rule": "card-over-rule", "card": "Errand", "side": RED}
EVENTS: list[tuple[Event, dict[str, Any] | None]] = [
    (CardTookEffect(**CARD), {"card": None}),
    (CardTookEffect(**CARD, only_scores=True), None),
    (CardCameToNothing(**CARD), None),
    (FighterRemembered(**CARD, user=None, fighter=ELENIA), None),
    (FighterForgotten(**CARD, user=None, fighter=ELENIA), None),
    (PassedOn(**CARD, fighter=YURI, to=ELENIA, change="wounded"), {"card": None}),
    (
        MissionPlayed(rule="setup.5-mission", side=RED, mission="Errand", secrecy=MissionKind.REVEALED),
        {"mission": None},
    ),
    (VpScored(rule="score.end", side=RED, n=2, why="Errand"), None),
]


@pytest.mark.parametrize(("event", "hidden"), EVENTS, ids=lambda one: getattr(one, "kind", ""))
def test_of_a_secret_mission_the_opponent_sees_only_what_it_does(
    event: Event, hidden: dict[str, Any] | None
) -> None:
    """What is left out of the event, or None where the opponent sees nothing of it."""
    secret = event.with_changes(secrecy=MissionKind.SECRET)

    assert event.seen_by(RED) is event.seen_by(BLUE) is event
    assert secret.seen_by(RED) is secret
    assert secret.seen_by(BLUE) == (None if hidden is None else secret.with_changes(**hidden))
    assert heard_by_cards(event) is event
    assert heard_by_cards(secret) is not secret


def test_of_a_hand_the_opponent_sees_how_many_cards_it_has() -> None:
    taken = HandTaken(rule="setup.8-hand", side=RED, cards=("Ruse", "Rush"), n=2)

    assert taken.seen_by(RED) is taken
    assert taken.seen_by(BLUE) == taken.with_changes(cards=None)
