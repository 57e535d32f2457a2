"""Forty cards that were written in plain words first: how many of them the vocabulary says.

`forty.yaml` has their text, `forty-effects.yaml` what they do, as far as it can be said.
"""

from pathlib import Path
from typing import Any

import pytest
from duels import ELENIA, VLADD, YURI
from effects.carded import Played, ability, begun

from edencli.effects.operations import operation_handler
from edencli.files.loader import parse_yaml
from edencli.files.shape_effects import EFFECTS, tagged_family
from edencli.files.shapes import build_value
from edencli.lang import Words
from edencli.match.card_events import EffectEnded
from edencli.match.events import event_kinds
from edencli.match.rules_api import why_not
from edencli.model.card_words import CardEvent, NumberWord
from edencli.model.effect import CardEffect, to_plain_data
from edencli.model.operation import Operation
from edencli.model.terms import ActKind, Characteristic, Quantity
from edencli.pages.card_sentences import effect_sentence, scoring_conditions
from edencli.rules.acts import Move, UseAbility

HERE = Path(__file__).parent


def plain(name: str) -> Any:
    return parse_yaml((HERE / name).read_bytes(), name).data


TEXTS = {
    card["name"]: kind
    for kind, cards in plain("forty.yaml").items()
    if isinstance(cards, list)
    for card in cards
}
SAID = plain("forty-effects.yaml")
NOT_YET = {"Keep them fed": "poison wears off before the points of a round are counted"}


def test_every_one_of_the_forty_is_said_or_named_with_what_it_lacks() -> None:
    assert len(TEXTS) == 40
    assert set(SAID) | set(NOT_YET) == set(TEXTS)
    assert not set(SAID) & set(NOT_YET)


def document(name: str) -> dict[str, Any]:
    """The card as a cards file has it."""
    said, kind = SAID[name], TEXTS[name]
    if kind == "tactics":
        return {"kind": "cards", "tactics": [{"name": name, "text": "...", **said}]}
    if kind == "missions":
        head = {"name": name, "kind": "revealed", "deployment": "ambush"}
        return {"kind": "cards", "missions": [{**head, **said}]}
    sort = "permanent" if kind == "permanent" else "action"
    one = {"white": 1}
    limbs = {"head": "psi", "arms": "cbt", "torso": "vig", "legs": "spd"}
    card = {
        "name": "Somebody",
        "types": ["beast"],
        "level": 1,
        "base": 30,
        "limbs": {
            limb: {"faces": [n], "cp": one, stat: one}
            for n, (limb, stat) in enumerate(limbs.items(), start=1)
        },
        "abilities": [{"name": name, "kind": sort, "text": "...", **said}],
    }
    return {"kind": "cards", "npfs": [card]}


@pytest.mark.parametrize("name", SAID)
def test_a_card_is_read_and_its_compiled_form_reads_as_the_same(name: str) -> None:
    cards = build_value("cards", document(name))
    (card,) = (*cards.tactics, *cards.missions, *(one for npf in cards.npfs for one in npf.abilities))

    again = EFFECTS.read(to_plain_data(card.effects), ())

    assert again == card.effects
    assert to_plain_data(again) == to_plain_data(card.effects)


def test_a_card_is_told_in_a_sentence_made_from_its_effects() -> None:
    """Kept beside the cards: what a player reads, card by card."""
    words, told = Words("en"), []
    for name in SAID:
        cards = build_value("cards", document(name))
        (card,) = (*cards.tactics, *cards.missions, *(one for npf in cards.npfs for one in npf.abilities))
        told += [f"{name}: {effect_sentence(words, effect)}" for effect in card.effects]
        told += [
            f"{name}: {words.join_phrases(scoring_conditions(words, objective))}"
            for objective in getattr(card, "objectives", ())
        ]

    assert told == (HERE / "forty.txt").read_text(encoding="utf-8").splitlines()


def test_each_word_has_its_handler_and_its_shape() -> None:
    assert all(map(operation_handler, Operation.rows.values()))
    assert {word for one in (CardEffect, Operation) for word in tagged_family(one).rows} == {
        *CardEffect.rows,
        *Operation.rows,
    }


def test_what_the_vocabulary_calls_numbers_and_events_are_such() -> None:
    numbers = {*Characteristic, *Quantity}

    assert {str(number) for number in NumberWord} <= {str(number) for number in numbers}
    for event in CardEvent:
        parts = event_kinds()[event].parts
        assert {part for part in (event.doer, event.sufferer, event.amount) if part} <= set(parts), event
    assert set(ActKind) >= {"move", "charge", "melee"}


def test_each_change_that_counts_something_can_be_lessened_or_raised() -> None:
    """Wounds are lessened before they come to CP, AP by their price.

    How scenery burns is only counted, and how many cards are discarded, which have been picked by then.
    """
    only_counted = {CardEvent.CP_LOST, CardEvent.ATTACK_ENDED, CardEvent.AP_SPENT, CardEvent.SCENERY_BURNS}
    only_counted.add(CardEvent.CARDS_DISCARDED)
    counted = {event: {"n", "wounds"} & set(event_kinds()[event].parts) for event in CardEvent}

    assert {event: {event.amount} for event in CardEvent if event.amount} == {
        event: parts for event, parts in counted.items() if parts and event not in only_counted
    }


def test_what_lasts_till_the_next_activation_holds_through_the_round_and_ends_with_it() -> None:
    """Dig in: he may not move, and then he may again."""
    dig_in = ability(
        """
        - effect: now
          do: [{op: lasting, until: next-activation, effects: [{effect: forbids, acts: [move]}]}]
        """,
        kind="action",
    )
    match = begun({YURI: [dig_in]})
    use = ("action.cost", UseAbility(fighter=YURI, ability=dig_in))
    stay = Move(fighter=YURI, path=())

    Played(match, [("activation.designate", YURI), use, ("action.cost", None)])
    refusal = why_not(match, stay)
    assert refusal is not None
    assert refusal.reason == "card-forbids"

    match.state_of(YURI).activated = False
    match.state.first_player = YURI.side or match.first_player
    again = Played(match, [("activation.designate", YURI)])
    assert [event.user for event in again.events(EffectEnded)] == [YURI]
    assert match.state.lasting_effects == ()
    assert {ELENIA, VLADD} <= set(match.state.fighters)
