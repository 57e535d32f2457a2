"""What is printed on cards (chapter 1.D), and the field itself (chapters 1.B, 2.G)."""

from functools import cache
from pathlib import Path

import pytest
import rule_report
from duels import ELENIA, RED, VLADD, YURI
from matches import Game, active
from ruamel.yaml import YAML

from edencli.field.shapes import Point
from edencli.field.units import PER_CM, cm
from edencli.files.shapes import build_value
from edencli.match.match import BARE_SETUP
from edencli.match.position import dump_position
from edencli.model.fighter import Fighter
from edencli.model.game import Cards
from edencli.model.terms import AbilityKind, Deployment, LimbName, MissionKind, Stigma
from edencli.rulebooks.values import Rulebook
from edencli.rules.band import check_band
from edencli.rules.inquiry import explosion_coverage, sight_report, way_into_contact, way_to
from edencli.rules.tactics import why_not_play

SAMPLES = Path(__file__).parents[2] / "samples" / "cards"


@cache
def cards(name: str) -> Cards:
    """Read the cards of a sample."""
    data = YAML(typ="safe", pure=True).load((SAMPLES / f"{name}.yaml").read_text(encoding="utf-8"))
    built: Cards = build_value("cards", data)
    return built


def yuri() -> Fighter:
    return next(fighter for fighter in cards("jokers").fighters if fighter.name == "Yuri")


@pytest.mark.rule("card.name", "card.faction")
def test_yuri_belongs_to_the_jokers_gang(book: Rulebook) -> None:
    """Source: en 71 and 75, fr 182 and 186, de 53 and 61, it 1.4.1, pt 1.D."""
    assert (yuri().name, yuri().factions) == ("Yuri", ("Jokers Gang",))
    assert "Jokers Gang" in book.band.factions


@pytest.mark.rule("card.type", "card.stigma")
def test_yuri_is_human_and_his_stigma_is_chaos(book: Rulebook) -> None:
    """Source: fr 194 and 258, de 80 and 174, it 100 and 178, pt 1.D; the English edition lost both."""
    assert (yuri().types, yuri().stigma) == (("human",), Stigma.CHAOS)
    assert list(book.band.stigmas) == [str(stigma) for stigma in Stigma]


@pytest.mark.rule("card.limb")
def test_a_fighter_has_four_limbs_each_with_a_characteristic(book: Rulebook) -> None:
    """The English text lost the arms."""
    limbs = yuri().limbs

    assert [(limb.name, limb.characteristic) for limb in limbs.values()] == [
        ("head", "psi"),
        ("arms", "cbt"),
        ("torso", "vig"),
        ("legs", "spd"),
    ]
    assert set(limbs) == set(LimbName)
    assert book.rolls.location_highest == sum(len(limb.faces) for limb in limbs.values())


@pytest.mark.rule("card.value")
def test_yuris_value_differs_between_printings(book: Rulebook) -> None:
    """Source: en 127, fr 252, de 159, it 170, pt 156."""
    assert yuri().value_in(book.key) == {"fr": 25, "pt": 25}.get(book.key, 20)


@pytest.mark.rule("card.equipment")
def test_yuri_carries_knives_and_a_cocktail(book: Rulebook) -> None:
    """Source: en 125, fr 248, de 151, it 165, pt 153; what he does not carry he does not use."""
    game = active(book, {YURI: (10, 30), ELENIA: (20, 30), VLADD: (10, 50)}, cards={YURI: yuri()})
    other = game[YURI].card.equipment[0]
    game[YURI].card = game[YURI].card.with_changes(equipment=game[YURI].card.equipment[1:])

    assert [item.name for item in yuri().equipment] == ["Throwing knives", "Molotov cocktail"]
    assert other.name == "Throwing knives"
    assert game.objection("Yuri shoots Elenia with Throwing knives") == ("card.equipment", "not-carried")


@pytest.mark.rule("card.ability")
def test_abilities_are_permanent_or_actions_and_have_their_price(book: Rulebook) -> None:
    """An ability without a price is free."""
    del book
    known = [
        ability for one in (*cards("jokers").fighters, *cards("isc").fighters) for ability in one.abilities
    ]

    assert {ability.kind for ability in known} == set(AbilityKind)
    assert any(ability.cost.ap == ability.cost.sp == 0 for ability in known)


@pytest.mark.rule("card.level", books="en fr it pt")
def test_fighters_whom_nobody_plays_have_a_level_and_no_value(book: Rulebook) -> None:
    npfs = cards("npfs").npfs

    assert {npf.level for npf in npfs} >= {1, 2}
    assert {npf.value_in(book.key) for npf in npfs} == {0}


@pytest.mark.rule("mission.kind", "mission.deployment", "mission.objective")
def test_retreat_to_contaminated_areas(book: Rulebook) -> None:
    """Source: en 137 to 153, fr 268 to 288, de 204 to 238, it 1.4.2, pt 1.D."""
    del book
    missions = {mission.name: mission for mission in cards("missions").missions}

    retreat = missions["Retreat to contaminated areas"]
    assert (retreat.kind, retreat.deployment) == (MissionKind.REVEALED, Deployment.CONFRONTATION)
    assert retreat.symbol is not None
    assert retreat.symbol.faction == "Clan Bamaka"
    assert retreat.objectives != ()


@pytest.mark.rule("tactical.first-round", "tactical.name")
def test_contaminated_area(book: Rulebook) -> None:
    """Source: en 165 and 175, fr 296 and 310, de 259 and 293, it 1.4.3, pt 1.D."""
    area = next(tactic for tactic in cards("tactics").tactics if tactic.name == "Contaminated Area")
    before = {RED: {"sp": 2, "leader": YURI, "hand": (area.name,)}}

    def phase(round_: int) -> Game:
        places = {YURI: (10, 30), VLADD: (10, 50), ELENIA: (50, 30)}
        return Game(
            book, places, step="tactical-phase", round_=round_, tactics={RED: [area, area]}, before=before
        )

    assert (area.tactical, area.first_round, area.cancellation) == (True, True, None)
    assert phase(1).objection("red plays Contaminated Area") is None
    refusal = why_not_play(phase(2).match, RED, area.name)
    rule_report.note((refusal, check_band(phase(1).match.setup.bands[RED], book)))
    assert refusal is not None
    assert refusal.rule == "tactical.first-round"


@pytest.mark.rule("field.size")
def test_the_field_is_sixty_centimetres_square_unless_players_agree_otherwise(book: Rulebook) -> None:
    """H-01."""
    assert (BARE_SETUP.width, BARE_SETUP.height) == (book.table.side * PER_CM, book.table.side * PER_CM)

    usual = active(book, {YURI: (55, 30), ELENIA: (10, 10)})
    assert usual.objection("Yuri moves to 60, 30") == ("move.base", "leaves-field")
    larger = active(book, {YURI: (55, 30), ELENIA: (10, 10)}, size=(90, 60))
    assert larger.objection("Yuri moves to 60, 30") is None


@pytest.mark.rule("measure.any-time")
def test_any_distance_may_be_asked_for_at_any_time(book: Rulebook) -> None:
    """Whoever's turn it is, and nothing comes of it."""
    game = active(book, {YURI: (10, 30), VLADD: (10, 50), ELENIA: (30, 30)})
    game.play("Yuri moves to 17, 30")
    before, told = dump_position(game.state), len(game.match.log)

    assert sight_report(game.match, ELENIA, YURI).distance == cm(10)
    assert way_into_contact(game.match, VLADD, ELENIA).fits is False
    assert way_to(game.match, ELENIA, Point(cm(30), cm(40))).fits is True
    assert explosion_coverage(game.match, Point(cm(17), cm(30))).covers == (YURI,)
    assert (dump_position(game.state), len(game.match.log)) == (before, told)


@pytest.mark.rule("marker.superposed", "token", "marker.stop")
def test_markers_may_lie_on_one_another_and_condition_markers_lie_nowhere(book: Rulebook) -> None:
    """Source: fr 434 and 436; the other books are silent. Whoever is on one is on all."""
    game = active(book, {YURI: (10, 30), ELENIA: (50, 30)}, tokens={"Idol": (18, 30)})

    game.play("by agreement: token Grave at 18, 30", "by agreement: Yuri takes 1 burn")

    assert [token.name for token in game.state.tokens] == ["Idol", "Grave"]
    assert game.objection("Yuri moves to 18, 30") == ("marker.stop", "ends-on-marker")
    assert game.objection("Yuri moves to 20, 30") == ("marker.stop", "ends-on-marker")
    assert game.objection("Yuri moves to 10, 31") is None
