"""What only eyes can see of the optional chapters is asked once, and only when it matters.

That it then goes as on a field that measures is shown wherever these chapters are: see `tests/asked.py`.
"""

from typing import Any, NamedTuple

import pytest
from duels import ELENIA, PROJECTILE, SHOOTING, YURI, fighter, item, use
from matches import At, Game, among, element

from edencli.match.events import AttackEnded
from edencli.match.facts import (
    AtScenery,
    Fact,
    FarAcross,
    InPounce,
    InReach,
    InView,
    NearScenery,
    SceneryAimedAt,
    SceneryInView,
    Touching,
    Within,
)
from edencli.match.field_kinds import ToldField
from edencli.match.pieces import Piece
from edencli.model.scenery import ElementName, Scenery
from edencli.rulebooks.values import rulebook

OF_CHAPTERS = (AtScenery, FarAcross, InPounce, InReach, NearScenery, SceneryAimedAt, SceneryInView, Within)
BOW = item("Bow", use(SHOOTING, range=20, strength=2))
POT = item("Pot", use(PROJECTILE, range=20, fear=1))
AT_IT, AFAR, INSIDE = (26.5, 30), (20, 30), (30, 30)
MAZE = element("Maze", hostile_presence=1)
MARSH = element("Marsh", mephitic_vapours=1, occupation=None)
ACID = element("Acid", corrosion=1)
WRECK = element("Wreck", hiding=2, destruction=3)
TOWER, KEEP = (element(name, radius=3, elevation=None, climbing=4) for name in ("Tower", "Keep"))
RUIN = element("Ruin", flammable=None, occupation=None)
BEACON = element("Beacon", ElementName.ENERGY_BEACON)
RAT = Piece(None, "Rat")


class Case(NamedTuple):
    """What lies at 30, 30, where Yuri stands and what is played, and what eyes are asked about it."""

    what: Scenery
    yuri: At
    lines: tuple[str, ...]
    asked: list[type[Fact]]
    book: str = "en"


CASES = {
    "nothing of what does no harm": Case(TOWER, AFAR, ("Yuri moves to 20, 25",), []),
    "who begins in vapours, or ends a Move there": Case(
        MARSH, AT_IT, ("Yuri moves to 20, 30", "Yuri moves to 20, 29"), [AtScenery] * 3, book="fr"
    ),
    "who ends his activation with hostile presence, and has not moved": Case(
        MAZE, AT_IT, ("1", "Yuri is done", "1"), [AtScenery]
    ),
    "no corrosion of who wears nothing that corrodes": Case(ACID, AT_IT, ("Yuri is done",), []),
    "who climbs, and where he stands once he has moved above": Case(
        TOWER, (25.5, 30), ("Yuri climbs Tower", "1114", "Yuri moves to 29, 30"), [AtScenery, AtScenery]
    ),
    "who hides, and who is near": Case(WRECK, AT_IT, ("Yuri hides in Wreck",), [AtScenery, Within]),
    "who strikes at scenery, once": Case(
        WRECK, AT_IT, ("Yuri attacks Wreck", "Yuri attacks Wreck"), [AtScenery]
    ),
    "who shoots at scenery": Case(WRECK, AFAR, ("Yuri shoots Wreck with Bow",), [NearScenery, SceneryInView]),
    "what a throw is aimed at": Case(WRECK, AFAR, ("Yuri throws Pot at 30, 30",), [SceneryAimedAt]),
    "a throw past what cannot be attacked": Case(TOWER, AFAR, ("Yuri throws Pot at 30, 30",), []),
}


def chapter_facts(game: Game) -> list[Fact]:
    """What was asked about the chapters of a game's twin."""
    assert game.blind is not None
    return [fact for fact in game.blind.asked if isinstance(fact, OF_CHAPTERS)]


@pytest.fixture(autouse=True)
def twinned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play each match beside one on a field that nobody measures."""
    monkeypatch.setattr(Game, "twinned", True)


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_eyes_are_asked_about(case: Case) -> None:
    places = {YURI: case.yuri, ELENIA: (55, 55)}
    cards = {YURI: fighter(gear=[BOW, POT])}

    game = among(rulebook(case.book), places, case.what, cards=cards).play(*case.lines)

    assert [type(fact) for fact in chapter_facts(game)] == case.asked


def test_how_far_it_is_from_roof_to_roof_is_asked_in_centimetres() -> None:
    """Half of 2.5 cm is 2 against SPD, as half of the 3 is that are begun."""
    places = {YURI: (31, 30), ELENIA: (55, 55)}
    game = among(
        rulebook("fr"), places, TOWER, KEEP, lying={"Keep": (38.5, 30)}, before={YURI: {"raised": "Tower"}}
    )

    game.play("Yuri jumps Keep to 36, 30", "1112")

    assert game[YURI].raised == "Keep"
    assert FarAcross(piece=YURI, scenery="Keep") in chapter_facts(game)


@pytest.mark.parametrize(("book", "hits"), [("en", 0), ("fr", 1), ("it", 0), ("pt", 1)])
def test_what_is_thrown_at_a_fighter_hits_scenery_there_where_the_point_suffers(book: str, hits: int) -> None:
    field = ToldField(
        {
            Touching(one=ELENIA, other=YURI): False,
            InView(by=YURI, at=ELENIA): True,
            SceneryAimedAt(by=YURI, template="point", scenery="Wreck"): True,
        }
    )
    there = {"on_field": True, "ap": 3}
    before: dict[Any, Any] = {YURI: there, ELENIA: there, "the match": {"field": field}}
    cards = {YURI: fighter(gear=[POT])}
    game = among(rulebook(book), {YURI: None, ELENIA: None}, WRECK, cards=cards, before=before)

    game.play("Yuri throws Pot at Elenia")

    assert [event.victim for event in game.events(AttackEnded)] == [ELENIA]
    assert game.state.scenery["Wreck"].attacks == hits


def test_a_beacon_is_looked_for_when_somebody_is_hit() -> None:
    places = {YURI: (20, 30), ELENIA: (33, 30)}
    game = among(rulebook("en"), places, BEACON, cards={YURI: fighter(gear=[BOW])})

    game.play("Yuri shoots Elenia with Bow", "666", "4", "66666")

    near = NearScenery(piece=ELENIA, scenery="Beacon", far=5_000)
    assert [fact for fact in chapter_facts(game) if isinstance(fact, NearScenery)] == [near]


def test_nobodys_fighter_is_asked_whom_he_may_charge() -> None:
    places = {YURI: (20, 30), ELENIA: (55, 55), RAT: (28, 30)}
    rat = fighter().with_changes(name="Rat", level=1, value=None)

    game = Game(rulebook("en"), places, step="intendancy.2", chapters=("infestation",), cards={RAT: rat})

    assert [fact for fact in chapter_facts(game) if isinstance(fact, InPounce)] == [
        InPounce(npf=RAT, target=YURI, far=10_000),
        InPounce(npf=RAT, target=ELENIA, far=10_000),
    ]
