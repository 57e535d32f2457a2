"""Sample cards that say what they do: each is played, and its compiled form stands beside this test."""

import pytest
from duels import ELENIA, POISON, SLOWDOWN, VLADD, YURI, fighter
from effects.carded import Played, begun
from generated import COMPILED, EXAMPLES, of_compiled, of_effects, sample_cards

from edencli.files.shape_effects import EFFECTS, PROVISOS
from edencli.model.effect import to_plain_data
from edencli.model.fighter import Ability
from edencli.model.vocabulary import vocabulary_elements
from edencli.rulebooks.catalogue import effect_examples
from edencli.rules.acts import Melee
from edencli.rules.melee import Reaction


def sample(name: str) -> Ability:
    one = sample_cards()[name]
    assert isinstance(one, Ability)
    return one


def test_the_compiled_form_of_every_sample_card_is_known() -> None:
    """After a change that was meant: `python tests/generated.py`."""
    assert of_compiled() == COMPILED.read_text(encoding="utf-8")


def test_each_element_of_the_vocabulary_has_an_example_from_the_sample_cards() -> None:
    """After a change that was meant: `python tests/generated.py`."""
    assert of_effects() == EXAMPLES.read_text(encoding="utf-8")
    assert {f"{group}.{word}" for group, word in vocabulary_elements()} == set(effect_examples())


@pytest.mark.parametrize("name", sample_cards())
def test_the_compiled_form_of_a_card_reads_as_the_same_card(name: str) -> None:
    card = sample_cards()[name]

    assert EFFECTS.read(to_plain_data(card.effects), ()) == card.effects
    for objective in getattr(card, "objectives", ()):
        assert PROVISOS.read(to_plain_data(objective.only_if), ()) == objective.only_if


def test_stench_poisons_an_enemy_who_is_activated_beside_its_bearer_and_no_other() -> None:
    match = begun({ELENIA: [sample("Stench")]})

    touching = Played(match, [("activation.designate", YURI)])

    assert touching.worked == ["Stench"]
    assert match.state_of(YURI).markers == {POISON: 1}

    far = begun({ELENIA: [sample("Stench")]})
    assert Played(far, [("activation.designate", VLADD)]).worked == []


def test_dust_of_sleep_slows_whoever_its_bearer_wounds_and_nobody_whom_he_misses() -> None:
    strike = [
        ("activation.designate", YURI),
        ("action.cost", Melee(fighter=YURI, target=ELENIA)),
        ("melee.reaction", Reaction.PASSIVE),
    ]
    hit = begun({YURI: [sample("Dust of sleep")]}, profiles={YURI: fighter()})
    miss = begun({YURI: [sample("Dust of sleep")]})

    Played(hit, strike, "4444 6")
    Played(miss, strike, "1111")

    assert (hit.state_of(ELENIA).markers, miss.state_of(ELENIA).markers) == ({SLOWDOWN: 1}, {})
