"""Sample cards that say what they do: each is played, and its compiled form stands beside this test."""

import json
from collections.abc import Iterator
from pathlib import Path

from duels import ELENIA, POISON, SLOWDOWN, VLADD, YURI, fighter
from effects.carded import Played, begun

from edencli.files.loader import parse_yaml
from edencli.files.shapes import build
from edencli.model.effect import compiled
from edencli.model.fighter import Ability
from edencli.model.game import Cards, Tactic
from edencli.rules.acts import Melee
from edencli.rules.melee import Reaction

HERE = Path(__file__).parent
SAMPLES = Path(__file__).parents[2] / "samples" / "cards"


def decks() -> Iterator[Cards]:
    for file in sorted(SAMPLES.glob("*.yaml")):
        yield build("cards", parse_yaml(file.read_bytes(), file.name).data)


def saying() -> dict[str, Ability | Tactic]:
    """Every sample card that says what it does, by name."""
    found: dict[str, Ability | Tactic] = {}
    for cards in decks():
        profiles = (*cards.fighters, *cards.npfs)
        found |= {one.name: one for card in profiles for one in card.abilities if one.effects}
        found |= {one.name: one for one in cards.tactics if one.effects}
    return found


def sample(name: str) -> Ability:
    one = saying()[name]
    assert isinstance(one, Ability)
    return one


def test_the_compiled_form_of_every_sample_card_is_known() -> None:
    """After a change that was meant, write what this test prints."""
    now = {name: compiled(card.effects) for name, card in saying().items()}

    assert now == json.loads((HERE / "compiled.json").read_text(encoding="utf-8")), json.dumps(now, indent=2)


def test_stench_poisons_an_enemy_who_is_activated_beside_its_bearer_and_no_other() -> None:
    match = begun({ELENIA: [sample("Stench")]})

    touching = Played(match, [("activation.designate", YURI)])

    assert touching.worked == ["Stench"]
    assert match.of(YURI).markers == {POISON: 1}

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

    assert (hit.of(ELENIA).markers, miss.of(ELENIA).markers) == ({SLOWDOWN: 1}, {})
