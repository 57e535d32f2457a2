"""Every sample card that says what it does is played in a tiny scene; `scenes*.yaml` have them, a card each.

A scene sets up fighters of the sample decks, plays moves as a script does, and says what must have become
of them; of a mission it says what each objective is worth. Without the card's effects it must come out
otherwise.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from generated import decks, said, sample_cards

from edencli.effects.missions import objective_points
from edencli.files.loader import parse_yaml
from edencli.files.shapes import build_value
from edencli.match.match import Match, Query
from edencli.match.pieces import Side
from edencli.match.rules_api import value
from edencli.model.fighter import Ability, Fighter, UseLimits
from edencli.model.game import Band, GameFile, Mission, Symbol, Tactic
from edencli.model.scenery import Scenery
from edencli.model.terms import AbilityKind, LimbName
from edencli.model.vocabulary import elements_used, vocabulary_elements
from edencli.referee.expectations import find_differences
from edencli.referee.game import begin_game
from edencli.referee.referee import Referee
from edencli.referee.script import Script, UnplayableLine, parse_script_lines
from edencli.rulebooks.values import rulebook
from edencli.rules.acts import UseAbility

ONCE = Ability(name="Trick", kind=AbilityKind.ACTION, text="...", limit=UseLimits(per_match=1))
C = TypeVar("C", Ability, Tactic, Mission)

SCENES: dict[str, Any] = {
    name: scene
    for path in sorted(Path(__file__).parent.glob("scenes*.yaml"))
    for name, scene in parse_yaml(path.read_bytes(), path.name).data["scenes"].items()
}
"""By card: how it is played."""


@cache
def profiles() -> Mapping[str, Fighter]:
    """Every profile of the sample decks, by name."""
    return {one.name: one for cards in decks() for one in (*cards.fighters, *cards.npfs)}


@cache
def all_cards() -> Mapping[str, Ability | Tactic | Mission]:
    """Every sample card that may say what it does, by name."""
    return sample_cards()


@cache
def elements_by_name() -> Mapping[str, Scenery]:
    """Every piece of scenery of the samples, by name."""
    folder = Path(__file__).parents[2] / "samples" / "scenery"
    files = (parse_yaml(path.read_bytes(), path.name).data for path in sorted(folder.glob("*.yaml")))
    return {one.name: one for data in files for one in build_value("scenery", data)}


def staged(name: str, *, works: bool = True) -> Match:
    """The match of a scene, before its first move; its card says nothing where it does not work."""
    scene = SCENES[name]
    fighters = {side: _standing(scene.get(side, {})) for side in ("red", "blue")}
    bands = {Side(side): _band(side, fighters[side], name, works=works) for side in ("red", "blue")}
    position = {
        "step": scene.get("step", "activation"),
        "round": scene.get("round", 2),
        "first": scene.get("first", "red"),
        "players": {side: _player(side, bands[Side(side)], scene) for side in ("red", "blue")},
        "fighters": fighters["red"] | fighters["blue"],
        "markers": scene.get("markers", []),
        "scenery": {
            name: {key: one for key, one in said.items() if key in LYING}
            for name, said in scene.get("scenery", {}).items()
        },
        "happened": scene.get("happened", []),
        "weather": scene.get("weather", []),
    }
    chapters = tuple(scene.get("chapters", ()))
    game = GameFile(name="A scene", red="red", blue="blue", position=position, chapters=chapters)
    npfs = tuple(profiles()[name] for name in scene.get("npfs", ()))
    return begin_game(game, bands, _elements(scene), npfs, rulebook(scene.get("rulebook", "en")))


LYING = {"at", "burn"}
"""What a scene says of how a piece of scenery lies; the rest is the piece, or else one of the samples."""


def _elements(scene: Mapping[str, Any]) -> tuple[Scenery, ...]:
    """The scenery of a scene: as the scene describes each piece, or else one of the samples of that name."""
    described = {
        name: {key: one for key, one in said.items() if key not in LYING}
        for name, said in scene.get("scenery", {}).items()
    }
    pieces = [{"name": name, **said} for name, said in described.items() if said]
    built = build_value("scenery", {"kind": "scenery", "elements": pieces}) if pieces else ()
    return (*built, *(elements_by_name()[name] for name, said in described.items() if not said))


def _standing(fighters: Mapping[str, Any]) -> dict[str, Any]:
    """A place alone stands for who stands there."""
    return {name: {"at": one} if isinstance(one, list) else one for name, one in fighters.items()}


def _band(side: str, fighters: Mapping[str, Any], name: str, *, works: bool) -> Band:
    """Red has the tactical card or the mission of the scene, blue some that nobody asks for."""
    own = all_cards()[name] if side == "red" else None
    card = own if own is None or works else silenced(own)
    others = [all_cards()[one] for one in SCENES[name].get("decks", {}).get(side, ())]
    return Band(
        name=side,
        rulebook=None,
        symbol=Symbol(faction="Anybody"),
        budget=None,
        fighters=tuple(_profile(one, name, works=works) for one in fighters),
        missions=(card,) if isinstance(card, Mission) else (),
        tactics=tuple(one for one in (card, *others) if isinstance(one, Tactic)),
    )


def _profile(fighter: str, card: str, *, works: bool) -> Fighter:
    """The fighter with no ability but the one that the scene plays, and one that it needs besides."""
    profile, besides = profiles()[fighter], SCENES[card].get("also")
    own = tuple(
        one if works or one.name == besides else silenced(one)
        for one in profile.abilities
        if one.name in {card, besides}
    )
    return profile.with_changes(abilities=own)


def silenced(card: C) -> C:
    """The same card without what it says in the vocabulary."""
    if isinstance(card, Mission):
        objectives = tuple(one.with_changes(only_if=(), each=None) for one in card.objectives)
        return card.with_changes(effects=(), objectives=objectives)
    return card.with_changes(effects=())


def _player(side: str, band: Band, scene: Mapping[str, Any]) -> dict[str, Any]:
    decks = {"hand": [one.name for one in band.tactics]} if band.tactics else {}
    mission = {"mission": band.missions[0].name} if band.missions else {}
    leader = {"leader": f"{side} {band.fighters[0].name}"} if band.fighters else {}
    half = {"half": "south" if side == "red" else "north"}
    return {"sp": 5, "vp": 2, **leader, **half, **decks, **mission, **scene.get("players", {}).get(side, {})}


def played(name: str, *, works: bool = True) -> list[Any]:
    """What does not come out as the scene says."""
    scene, match = SCENES[name], staged(name, works=works)
    referee = Referee(match)
    try:
        script = Script(referee, parse_script_lines(scene.get("moves", [])), None)
        script.play(finish="asks" not in scene)
        script.throw_ready()
    except UnplayableLine as fault:
        return [fault, fault.number, fault.values]
    wrong: list[Any] = list(find_differences(match, scene.get("then", {})))
    wrong += [(name, what) for name, what, n in _numbers(scene) if _value(match, name, what) != n]
    if "asks" in scene and (referee.question is None or str(referee.question.asked) != scene["asks"]):
        wrong.append(referee.question)
    if "worth" in scene:
        mission = match.setup.bands[Side.RED].missions[0]
        now = [objective_points(match, Side.RED, mission, objective) for objective in mission.objectives]
        wrong += [] if now == scene["worth"] else [now]
    return wrong


def _numbers(scene: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    """The numbers that a scene states, by fighter."""
    for name, numbers in scene.get("numbers", {}).items():
        yield from ((name, what, n) for what, n in numbers.items())


def _value(match: Match, name: str, what: str) -> int:
    """A number of a fighter: his torso's protection, the limits of an ability that may be used once."""
    piece = next(one for one in match.state.fighters if one.name == name)
    act = UseAbility(fighter=piece, ability=ONCE) if what in {"sp", "per-match"} else None
    limb = LimbName.TORSO if what == "protection" else None
    return value(match, Query(what, piece, act, limb)).total


@pytest.mark.parametrize("name", SCENES)
def test_a_card_does_what_its_scene_says(name: str) -> None:
    assert played(name) == []


@pytest.mark.parametrize("name", SCENES)
def test_without_what_the_card_says_the_scene_comes_out_otherwise(name: str) -> None:
    assert played(name, works=False) != []


def test_every_card_that_says_what_it_does_has_its_scene() -> None:
    assert set(SCENES) == {name for name, card in all_cards().items() if said(card)}


def test_every_element_of_the_vocabulary_is_played_by_a_sample_card() -> None:
    played_ones = [all_cards()[name] for name in SCENES]
    effects = {element for card in played_ones for element in elements_used(card.effects)}
    counted = [one for card in played_ones for one in getattr(card, "objectives", ())]

    used = effects | {element for one in counted for element in elements_used((one.only_if, one.each))}
    assert set(vocabulary_elements()) - used == set()


def test_the_cards_that_are_played_are_many_and_have_every_cost_and_limit() -> None:
    abilities = [card for name, card in all_cards().items() if name in SCENES and isinstance(card, Ability)]

    assert len(SCENES) >= 80
    assert any(one.cost.ap for one in abilities)
    assert any(one.cost.sp for one in abilities)
    assert {(one.limit.per_round is None, one.limit.per_match is None) for one in abilities} >= {
        (True, True),
        (False, True),
        (True, False),
    }
