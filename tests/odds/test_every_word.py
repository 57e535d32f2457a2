"""Odds count every word of cards, or name its card: a table of words, each tried in small attacks.

Where no card is named, the odds are held against every throw of the dice in the match itself.
"""

import os
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import pytest
from duels import (
    ARMS,
    ELENIA,
    HEAD,
    LEGS,
    PR,
    SHOOTING,
    TORSO,
    VLADD,
    YLISS,
    YURI,
    fighter,
    item,
    use,
)
from effects.any_card import as_card
from effects.carded import begun
from effects.test_every_cell import ABOUT_NOBODY, ABOUT_WHO, CHANGES
from odds.test_in_match import by_odds, by_play, staged

from edencli.effects.authoring import find_impossible_effects
from edencli.lang import Words
from edencli.match.limits import OverBudgetError
from edencli.match.match import Match
from edencli.model.card_words import EventNumber, HowMany, NumberWord
from edencli.model.effect import CardEffect, StandingEffect, Twist
from edencli.model.operation import Operation
from edencli.odds.attack import attack_odds
from edencli.odds.outcome import Odds
from edencli.odds.shifting import Policy
from edencli.pages.odds_data import AttackSetting, attack_odds_data
from edencli.rules.band import Finding

GUN = item("Gun", use(SHOOTING, strength=1, range=30))
COAT = {"name": "Coat", "pr": {"torso": 1}}
FALL = ("attack-begun", "rolled", "located", "wounded", "cp-lost", "limb-changed", "attack-ended", "ap-spent")
BEFORE = ("rolled", "located", "wounded", "cp-lost", "markers-added")
FEW = {"cp": dict.fromkeys((HEAD, ARMS, TORSO, LEGS), (1, 1)), "cbt": 1, "vig": 3, "spd": 3}

ORDERS: Mapping[str, dict[str, Any]] = {
    **{word: {"who": {"the": "sufferer"}, **more} for word, more in ABOUT_WHO.items()},
    **ABOUT_NOBODY,
}
"""Each operation with what it needs to say."""
WITH_MORE: Mapping[str, list[dict[str, Any]]] = {
    "forget": [
        {"effect": "when", "event": "attack-begun", "do": [{"op": "remember", "who": {"the": "sufferer"}}]},
        {"effect": "when", "event": "attack-ended", "do": [{"op": "forget", "who": {}}]},
    ],
    "prevent": [
        {"effect": "instead", "event": "attack-begun", "change": {"change": "first", **CHANGES["first"]}}
    ],
}
"""Operations that make no sense without others."""
NUMBERS: Mapping[str, dict[str, Any]] = {
    "count": {"count": {"side": "enemies", "within": 9}},
    "stat": {"stat": "psi"},
    "markers": {"markers": "rage"},
    "counters": {"counters": "Oath"},
    "worth": {"worth": {"side": "own"}, "per": 20},
    "past": {"past": {"event": "cp-lost", "sufferer": {}}},
    "vp": {"vp": "own"},
    "sp": {"sp": "own", "per": 5},
    "cp": {"cp": "lost"},
    "mentions": {"mentions": "Gun"},
    "sum": {"sum": [1, {"stat": "vig"}]},
    "product": {"product": [1, 2]},
    "difference": {"difference": [{"stat": "cbt"}, 1]},
    "smallest": {"smallest": [2, {"stat": "cbt"}]},
    "largest": {"largest": [1, {"markers": "rage"}]},
    **{f"event {number}": {"event": str(number)} for number in EventNumber},
    "shows": {"shows": [6]},
}
"""Each way to say a number."""
DETAILS = {"n", "limb", "of", "per", "up", "nearest", "times", "most"}
"""What else is said of numbers."""
STANDING: Mapping[str, tuple[dict[str, Any], ...]] = {
    "adds": tuple({"to": str(number), "by": 1} for number in NumberWord),
    "forbids": ({"acts": ["dodge", "response"]}, {"acts": ["melee", "shot"]}),
    "permits": (
        {"acts": ["melee"], "despite": "state.fear"},
        {"acts": ["shot"], "despite": "ranged.free"},
    ),
    "duty": ({"acts": ["melee"]},),
    "keeps-white": ({"stats": ["cbt", "vig", "spd"]},),
    "prices": ({"by": 1},),
    "grants": ({"equipment": [COAT]},),
    "copies-gear": ({"gear": {"category": "pr"}, "whose": "leader"}, {"gear": {}, "whose": "enemy-leader"}),
    "crosses": ({"scenery": True},),
    "not-chosen": ({},),
    "counts-within": ({"within": 5},),
    "has-type": ({"type": "beast"},),
    "weather": ({"weather": "acid-rain"}, {"weather": "snowstorm"}),
}
"""Each standing effect with some of what it may say."""
MOST = int(os.environ.get("EDENCLI_WORD_SCENES", "4"))
"""The most scenes in which a word is tried."""
TYPED = {"effect": "adds", "to": "vig", "by": 1, "of": {"type": "beast"}}
"""A card that makes of a type something that counts."""


class Scene(NamedTuple):
    """A card as a file has it, who holds it, and whether the attack is a shot."""

    effects: list[dict[str, Any]]
    holder: Any
    shot: bool


def scenes(word: str, kind: str) -> Iterator[Scene]:
    """The attacks on which a word is tried: melee and shots, held by either side and by a third fighter."""
    for effects in written(word, kind):
        for holder in (YURI, ELENIA, YLISS):
            for shot in (False, True):
                scene = Scene(effects, holder, shot)
                if not faults(scene):
                    yield scene


def written(word: str, kind: str) -> Iterator[list[dict[str, Any]]]:
    """The effects of the cards on which a word is tried."""
    if kind == "standing":
        for more in STANDING[word]:
            for of in ({}, {"of": {}}):
                own = {} if word in {"prices", "weather"} else of
                yield [{"effect": word, **more, **own}, *([TYPED] if word == "has-type" else [])]
    elif kind == "number":
        yield from (
            [{"effect": "adds", "to": to, "by": NUMBERS[word], "of": {}}]
            for to in ("cbt", "vig", "protection")
        )
        loses = {"op": "lose-cp", "who": {"the": "sufferer"}, "limb": "torso", "n": NUMBERS[word]}
        yield from ([{"effect": "when", "event": event, "do": [loses]}] for event in ("located", "rolled"))
        yield [{"effect": "when", "event": "attack-begun", "do": [{"op": "die", "do": [loses]}]}]
        more = {"change": "more", "by": NUMBERS[word]}
        yield from (
            [{"effect": "instead", "event": event, "change": more}] for event in ("wounded", "rolled")
        )
    elif kind == "change":
        more = {"change": word, **CHANGES[word]}
        yield from ([{"effect": "instead", "event": event, "change": more}] for event in BEFORE)
    else:
        if word in WITH_MORE:
            yield WITH_MORE[word]
        order = {"op": word, **ORDERS[word]}
        yield from ([{"effect": "when", "event": event, "do": [order]}] for event in FALL)


def faults(scene: Scene) -> list[Finding]:
    return list(find_impossible_effects(card(scene)))


def card(scene: Scene) -> Any:
    return as_card({"name": "Trick", "kind": "permanent", "text": "...", "effects": scene.effects})


def match_of(scene: Scene) -> Match:
    """A match in which Yuri may attack Elenia, and somebody holds the card."""
    return begun(
        {scene.holder: [card(scene)]},
        profiles={
            YURI: fighter(**FEW, gear=[GUN]),
            ELENIA: fighter(**FEW, gear=[item("Vest", use(PR, protection={TORSO: 1}))]),
        },
        places={YURI: (10 if scene.shot else 20, 20), ELENIA: (23, 20), VLADD: (20, 23.1), YLISS: (26, 20)},
        chapters=("weather",),
    )


def is_silently_wrong(scene: Scene) -> bool:
    """Tell whether the odds of a scene name no card and are not what play comes to."""
    match = match_of(scene)
    try:
        act = staged(match, (GUN, GUN.uses[0]) if scene.shot else None)
        outlook = attack_odds(act.match, act.act, Policy.NONE)
        data = attack_odds_data(Words(), act.match, outlook, around=AttackSetting(match, None))
        odds = outlook.results[0]
        assert isinstance(odds, Odds)
        return not data["unforeseen"] and by_odds(odds) != by_play(match, act.act, odds)
    except OverBudgetError:  # the card sets itself off without end, which play refuses as well
        return False


TABLE = [
    *((word, "order") for word in ORDERS),
    *((word, "change") for word in CHANGES),
    *((word, "standing") for word in STANDING),
    *((word, "number") for word in NUMBERS),
]


def test_the_table_has_every_word() -> None:
    standing = {word for word, kind in CardEffect.rows.items() if issubclass(kind, StandingEffect)}

    assert ORDERS.keys() == Operation.rows.keys()
    assert CHANGES.keys() == Twist.rows.keys()
    assert STANDING.keys() == standing
    assert {word.split()[0] for word in NUMBERS} == set(HowMany.parts) - DETAILS


@pytest.mark.parametrize(("word", "kind"), TABLE)
def test_a_word_is_counted_or_its_card_is_named(word: str, kind: str) -> None:
    known = list(scenes(word, kind))
    tried = Random(word).sample(known, min(MOST, len(known)))  # noqa: S311  # which are tried

    assert tried
    assert [scene for scene in tried if is_silently_wrong(scene)] == []
