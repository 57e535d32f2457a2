"""The shipped samples: playable under every rulebook, true to what the books print, and varied."""

import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from edencli.files.shapes import build_value
from edencli.model.fighter import Fighter, Use
from edencli.model.game import Cards, Mission, Roster, Tactic
from edencli.model.names import fold, name_fault
from edencli.model.scenery import Scenery
from edencli.model.terms import (
    Category,
    Characteristic,
    Deployment,
    LimbName,
    MissionKind,
    Stigma,
    WeaponEffect,
)
from edencli.rulebooks.raw_books import BOOKS, raw_book
from edencli.rules.band import check_card

SAMPLES = Path(__file__).parents[2] / "samples"
FILES = sorted(path for path in SAMPLES.glob("*/*.yaml") if path.parent.name != "starters")
BANDS = sorted((SAMPLES / "bands").glob("*.yaml"))
EIGHT_POINTS = ("village", "riverside", "marsh")
THIRTY_POINTS = ("roadside", "foundry", "quay")


def _named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@cache
def _built(path: Path) -> Any:
    data = YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
    return build_value(data["kind"], data)


def _cards() -> list[Cards]:
    return [_built(path) for path in FILES if path.parent.name == "cards"]


def _everybody() -> dict[str, Fighter]:
    return {f.name: f for cards in _cards() for f in (*cards.fighters, *cards.npfs)}


def _fighters(roster: Roster) -> list[Fighter]:
    return [_everybody()[name] for name in roster.fighters]


def _uses() -> Iterator[Use]:
    return (use for f in _everybody().values() for gear in f.equipment for use in gear.uses)


def _scenery(name: str) -> tuple[Scenery, ...]:
    pieces: tuple[Scenery, ...] = _built(SAMPLES / "scenery" / f"{name}.yaml")
    return pieces


@pytest.mark.parametrize("path", FILES, ids=_named)
def test_a_sample_says_first_how_it_is_checked_and_what_is_invented(path: Path) -> None:
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    opening = " ".join(line for line in rest[:9] if line.startswith("#"))

    schema = (path.parent / first.removeprefix("# yaml-language-server: $schema=")).resolve()
    assert schema.is_file()
    assert "nvented" in opening


@pytest.mark.parametrize("key", BOOKS)
@pytest.mark.parametrize("path", BANDS, ids=_named)
def test_a_band_is_within_a_hundred_points_and_near_them(path: Path, key: str) -> None:
    total = sum(fighter.value_in(key) for fighter in _fighters(_built(path)))

    assert 95 <= total <= 100


@pytest.mark.parametrize("path", BANDS, ids=_named)
def test_a_band_shares_its_symbol(path: Path) -> None:
    roster: Roster = _built(path)

    for fighter in _fighters(roster):
        assert roster.symbol.stigma in {None, fighter.stigma}
        assert roster.symbol.faction in {None, *fighter.factions}


@pytest.mark.parametrize("path", BANDS, ids=_named)
def test_a_band_finds_its_cards_where_it_says_and_may_play_them(path: Path) -> None:
    roster: Roster = _built(path)
    cards = [_built((path.parent / name).resolve()) for name in roster.cards]
    missions = {mission.name: mission for one in cards for mission in one.missions}
    tactics = {tactic.name for one in cards for tactic in one.tactics}

    assert set(roster.fighters) <= {fighter.name for one in cards for fighter in one.fighters}
    assert set(roster.tactics) <= tactics
    assert all(missions[name].symbol in {None, roster.symbol} for name in roster.missions)
    assert all(one.fighters or one.missions or one.tactics for one in cards)


@pytest.mark.parametrize("path", BANDS, ids=_named)
def test_a_band_has_tactical_cards_for_any_leader(path: Path) -> None:
    roster: Roster = _built(path)

    biggest_hand = max(fighter.printed_value(Characteristic.PSI) for fighter in _fighters(roster))
    assert biggest_hand <= len(set(roster.tactics))


def test_every_faction_and_two_stigmas_have_a_band() -> None:
    symbols = [_built(path).symbol for path in BANDS]

    assert {symbol.faction for symbol in symbols} - {None} == set(raw_book("fr")["band"]["factions"])
    assert {symbol.stigma for symbol in symbols} - {None} == {Stigma.CHAOS, Stigma.PROTECTION}


def test_names_can_be_written_in_moves_and_are_each_somebodys() -> None:
    cards = _cards()
    names = [
        *(fighter.name for c in cards for fighter in (*c.fighters, *c.npfs)),
        *(card.name for c in cards for card in chain[Mission | Tactic](c.missions, c.tactics)),
        *(piece.name for path in FILES if path.parent.name == "scenery" for piece in _built(path)),
        *(_built(path).name for path in BANDS),
    ]

    assert {name: name_fault(name) for name in names if name_fault(name)} == {}
    assert len({fold(name) for name in names}) == len(names)


@pytest.mark.parametrize("fighter", _everybody().values(), ids=lambda fighter: fold(fighter.name))
def test_a_card_is_well_made_and_plausible(fighter: Fighter) -> None:
    own = [*(one.name for one in fighter.equipment), *(one.name for one in fighter.abilities)]

    assert check_card(fighter) == ()
    assert {name for name in own if name_fault(name)} == set()
    assert len({fold(name) for name in own}) == len(own)
    assert (fighter.value in range(10, 45, 5)) != (fighter.level in range(1, 6))
    for limb in fighter.limbs.values():
        low, high = 2 - bool(fighter.level), 6 + (limb.name is LimbName.LEGS)
        assert low <= limb.cp <= 6
        assert low <= limb.white <= high
        assert 1 <= limb.red <= high


def test_the_cards_use_every_category_and_every_effect() -> None:
    uses = list(_uses())

    assert {use.category for use in uses} == set(Category)
    assert {effect for use in uses for effect in use.effects} == set(WeaponEffect)
    assert any(use.bonus for use in uses)
    assert any(use.uses.per_round and use.uses.per_match for use in uses)
    assert any(use.complete for use in uses)


def test_some_equipment_has_two_categories() -> None:
    pairs = {
        frozenset(use.category for use in gear.uses)
        for fighter in _everybody().values()
        for gear in fighter.equipment
        if len(gear.uses) == 2
    }

    assert len(pairs) >= 4


def test_missions_come_in_every_kind_deployment_and_symbol() -> None:
    missions = [mission for cards in _cards() for mission in cards.missions]
    free = [mission for mission in missions if mission.symbol is None]

    def sorts(of: list[Mission]) -> set[tuple[MissionKind, Deployment]]:
        return {(mission.kind, mission.deployment) for mission in of}

    every = {(kind, deployment) for kind in MissionKind for deployment in Deployment}
    assert sorts(free) == every
    assert {m.symbol.faction for m in missions if m.symbol} - {None} == set(
        raw_book("fr")["band"]["factions"]
    )
    assert {m.symbol.stigma for m in missions if m.symbol} - {None} == set(Stigma)


def test_tactical_cards_come_with_every_mix_of_keywords() -> None:
    tactics = [tactic for cards in _cards() for tactic in cards.tactics]

    mixes = {(t.tactical, t.first_round, t.cancellation is not None) for t in tactics}
    assert {(True, True, False), (True, False, True), (False, False, True), (False, False, False)} <= mixes


@pytest.mark.parametrize("key", ["en", "it", "pt"])
@pytest.mark.parametrize("name", EIGHT_POINTS)
def test_scenery_for_the_eight_point_books_is_theirs_and_costs_eight(name: str, key: str) -> None:
    listed = {element["name"]: element for element in raw_book(key)["territory"]["elements"]}
    pieces = _scenery(name)

    for piece in pieces:
        assert piece.keywords == listed[piece.element]["keywords"], piece.name
        assert piece.cost == listed[piece.element]["cost"], piece.name
    assert sum(piece.cost or 0 for piece in pieces) == raw_book(key)["territory"]["points"]


def _price(piece: Scenery) -> int:
    """What the French book asks: the size, and each keyword with or without its number."""
    chapter = raw_book("fr")["territory"]
    keywords = sum(
        chapter["keyword_costs"][key] + (x or 0) * (key in chapter["keyword_adds_x"])
        for key, x in piece.keywords.items()
    )
    return int(chapter["sizes"][piece.size] + keywords)


@pytest.mark.parametrize("name", THIRTY_POINTS)
def test_scenery_for_the_french_book_has_prices_that_compute_and_costs_thirty(name: str) -> None:
    pieces = _scenery(name)

    assert {piece.name: piece.cost for piece in pieces} == {piece.name: _price(piece) for piece in pieces}
    assert sum(piece.cost or 0 for piece in pieces) == raw_book("fr")["territory"]["points"]


def test_the_french_sets_show_every_keyword_and_size() -> None:
    pieces = [piece for name in THIRTY_POINTS for piece in _scenery(name)]

    assert set(raw_book("fr")["territory"]["keyword_costs"]) == {key for p in pieces for key in p.keywords}
    assert set(raw_book("fr")["territory"]["sizes"]) == {piece.size for piece in pieces}


def test_what_the_rulebooks_print_of_a_named_fighter_is_kept() -> None:
    yuri, vladd = _everybody()["Yuri"], _everybody()["Vlädd"]
    ngobo, elenia = _everybody()["Ngobo Quick-Arm"], _everybody()["Elenia"]

    assert [yuri.printed_value(c) for c in Characteristic] == [4, 4, 4, 5]
    head = yuri.limbs[LimbName.HEAD]
    assert (head.faces, head.white_cp, head.red_cp, head.red) == ((1,), 2, 2, 3)
    assert (yuri.factions, yuri.types, yuri.stigma) == (("Jokers Gang",), ("human",), Stigma.CHAOS)
    assert [gear.name for gear in yuri.equipment] == ["Throwing knives", "Molotov cocktail"]
    assert {book: yuri.value_in(book) for book in BOOKS} == {"en": 20, "fr": 25, "de": 20, "it": 20, "pt": 25}
    assert (vladd.printed_value(Characteristic.CBT), vladd.printed_value(Characteristic.PSI)) == (6, 3)
    assert _everybody()["Abama Big-Belly"].printed_value(Characteristic.CBT) == 4
    assert (ngobo.limbs[LimbName.ARMS].white, ngobo.limbs[LimbName.ARMS].red) == (5, 4)
    assert (elenia.limb_at(5).name, elenia.limb_at(6).name) == (LimbName.TORSO, LimbName.LEGS)
    assert _everybody()["Blue Rikishi"].base == 40


def test_what_the_rulebooks_print_of_a_mission_and_a_tactic_is_kept() -> None:
    missions = {mission.name: mission for cards in _cards() for mission in cards.missions}
    tactics = {tactic.name: tactic for cards in _cards() for tactic in cards.tactics}

    retreat = missions["Retreat to contaminated areas"]
    assert (retreat.kind, retreat.deployment) == (MissionKind.REVEALED, Deployment.CONFRONTATION)
    assert retreat.symbol is not None
    assert retreat.symbol.faction == "Clan Bamaka"
    area = tactics["Contaminated Area"]
    assert (area.tactical, area.first_round, area.cancellation) == (True, True, None)


def test_samples_and_schemas_travel_in_the_wheel() -> None:
    """What they are is git's to say: a build asks it, and CI compares."""
    settings = tomllib.loads((SAMPLES.parent / "pyproject.toml").read_text(encoding="utf-8"))
    hook = SAMPLES.parent / settings["tool"]["hatch"]["build"]["hooks"]["custom"]["path"]

    assert '"samples": "edencli/_data/", "schemas": "edencli/_data/"' in hook.read_text(encoding="utf-8")
