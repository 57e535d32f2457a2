"""What scenery does to those at it, and what is done to it (the chapter on territory)."""

from typing import Any

import pytest
import rule_report
from duels import (
    BLAST,
    BURN,
    ELENIA,
    HEAD,
    LEGS,
    PR,
    PROJECTILE,
    SHOOTING,
    TECH,
    TORSO,
    VLADD,
    YLISS,
    YURI,
    complete,
    fighter,
    item,
    use,
)
from listeners import Card
from matches import At, Game, active

from edencli.field.distance import gap, in_contact, overlap
from edencli.field.units import cm
from edencli.match.events import (
    ApSpent,
    AttackEnded,
    Left,
    MarkersAdded,
    Rolled,
    SceneryBurns,
    SceneryDestroyed,
    SceneryHit,
    Used,
    Wounded,
)
from edencli.match.field_kinds import ToldField
from edencli.match.match import Query
from edencli.match.pieces import Piece
from edencli.match.questions import FieldQuestion
from edencli.match.rules_api import value
from edencli.match.state import SceneryState
from edencli.match.table_events import ActivationEnded, Moved, Placed
from edencli.model.fighter import UseLimits
from edencli.model.scenery import ElementName, Keyword, Outline, Scenery
from edencli.model.terms import Category, Characteristic, Marker, Quantity
from edencli.referee.expectations import find_differences
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Shot
from edencli.rules.ground import base, footprint
from edencli.rules.hazards import hazard_keywords, is_attackable
from edencli.rules.territory import keywords_of

Places = dict[Piece, At]
ALL = {"head", "arms", "torso", "legs"}
BOW = item("Bow", use(SHOOTING, range=30, strength=3))
FIRE_BOW = item("Fire bow", use(SHOOTING, range=30, strength=3, burn=2))
FLASK = item("Flask", use(PROJECTILE, range=30, burn=1))
STONE = item("Stone", use(PROJECTILE, range=30, fear=1))
AT_IT: Places = {YURI: (26.5, 30), ELENIA: (55, 55)}
AFAR: Places = {YURI: (20, 30), ELENIA: (55, 55)}
INSIDE: Places = {YURI: (30, 30), ELENIA: (55, 55)}


def element(name: str, kind: ElementName | None = None, *, radius: float = 2, **having: Any) -> Scenery:
    """Make an element: a line of the list, or one of its own keywords."""
    own = {Keyword(key.replace("_", "-")): x for key, x in having.items()}
    return Scenery(name=name, outline=Outline(radius=radius), element=kind, keywords=own)


def among(
    book: Rulebook, places: Places, *scenery: Scenery, burning: int = 0, begun: bool = True, **given: Any
) -> Game:
    """Stand where Yuri is activated, or where nobody is yet; the elements lie in a row from 30, 30 on."""
    lying = {
        one.name: SceneryState(
            (cm(30 + 12 * n), cm(30)), burn=burning if Keyword.FLAMMABLE in one.keywords else 0
        )
        for n, one in enumerate(scenery)
    }
    given["before"] = {"the match": {"scenery": lying}}
    given["chapters"] = ("territory", *given.pop("more", ()))
    return (active if begun else Game)(book, places, scenery=scenery, **given)


def lost(game: Game, piece: Piece = YURI) -> dict[str, int]:
    """The CP that a fighter has lost, by limb."""
    return {str(limb): n for limb, n in game[piece].lost.items()}


# ── Hostile Presence, Corrosion, Mephitic Vapours ────────────────────────────────────────────────────────


@pytest.mark.rule("territory.hostile-presence")
def test_hostile_presence_strikes_at_the_start_with_a_location_for_each_wound(book: Rulebook) -> None:
    """H-116; no protection helps."""
    thicket = element("Thicket", hostile_presence=2)
    game = among(book, AT_IT, thicket, cards={YURI: fighter(gear=[complete(9)])})

    game.play("1", "4")

    assert lost(game) == {"head": 1, "torso": 1}
    assert {one.step for one in game.events(Wounded)} == {"territory.hostile-presence"}


@pytest.mark.rule("territory.hostile-presence", books="en it")
def test_it_strikes_again_at_the_end_of_the_activation(book: Rulebook) -> None:
    game = among(book, AFAR, element("Thicket", hostile_presence=1))

    game.play("Yuri moves to 26.5, 30")
    assert lost(game) == {}

    game.play("Yuri is done", "6")
    assert lost(game) == {"legs": 1}


@pytest.mark.rule("territory.flammable", books="en it")
def test_an_element_does_at_a_moment_only_what_it_does_then(book: Rulebook) -> None:
    """A burning one burns where a movement ends; its hostile presence strikes when the activation ends."""
    game = among(book, AFAR, element("Thicket", hostile_presence=1, flammable=None), burning=1)

    game.play("Yuri moves to 26.5, 30")

    assert (lost(game), game[YURI].markers) == ({}, {Marker.BURN: 1})


@pytest.mark.rule("territory.hostile-presence", books="fr pt")
def test_it_strikes_again_at_the_end_of_each_movement(book: Rulebook) -> None:
    game = among(book, AFAR, element("Thicket", hostile_presence=1))

    game.play("Yuri moves to 26.5, 30", "6", "Yuri stays", "6")
    assert lost(game) == {"legs": 2}

    game.play("Yuri is done")
    assert lost(game) == {"legs": 2}


@pytest.mark.rule("territory.hostile-presence", books="fr pt")
def test_it_strikes_before_the_blow_of_a_charge_and_death_ends_the_activation(book: Rulebook) -> None:
    """H-116."""
    thin = fighter(cp={HEAD: (1, 0)})
    thicket = element("Thicket", radius=4, hostile_presence=1, occupation=None)
    game = among(book, {YURI: (20, 30), ELENIA: (31, 30)}, thicket, cards={YURI: thin})

    game.play("Yuri charges Elenia", "1")

    assert game.last(Left).fighter == YURI
    assert game.events(Moved)
    assert not game.events(Rolled)


@pytest.mark.rule("territory.hostile-presence")
def test_who_dies_as_he_begins_does_nothing(book: Rulebook) -> None:
    thin = fighter(cp={HEAD: (1, 0)})
    places = {**AT_IT, VLADD: (5, 5)}
    game = among(book, places, element("Thicket", hostile_presence=1), cards={YURI: thin})

    game.play("1")

    assert game.last(Left).fighter == YURI
    assert game.last(ActivationEnded).fighter == YURI
    assert game.question.rule == "activation.designate"


@pytest.mark.rule("territory.hostile-presence", "infestation.activate", books="en it")
def test_it_strikes_nobodys_fighters_too(book: Rulebook) -> None:
    dog = Piece(None, "Dog")
    places: Places = {YURI: (5, 5), ELENIA: (55, 55), dog: (26.5, 30)}
    thicket = element("Thicket", hostile_presence=1)
    game = among(book, places, thicket, begun=False, step="intendancy.2", more=("infestation",))

    game.play("6", "nobody Dog does not prowl", "6")

    assert lost(game, dog) == {"legs": 2}


@pytest.mark.rule("territory.corrosion", books="fr")
def test_corrosion_takes_from_the_legs_what_the_best_technological_protection_is_worth(
    book: Rulebook,
) -> None:
    """H-124."""
    suit = item("Power suit", use(PR, protection={HEAD: 1, TORSO: 2}), use(TECH))
    coat = item("Coat", use(PR, protection={LEGS: 5}))
    game = among(book, AFAR, element("Acid", corrosion=None), cards={YURI: fighter(gear=[suit, coat])})

    game.play("Yuri moves to 26.5, 30")

    assert lost(game) == {"legs": 2}

    plain = among(book, AT_IT, element("Acid", corrosion=None), cards={YURI: fighter(gear=[coat])})
    assert not plain.events(Wounded)


@pytest.mark.rule("territory.corrosion", books="fr")
def test_what_one_element_does_ends_with_the_fighter(book: Rulebook) -> None:
    suit = item("Power suit", use(PR, protection={TORSO: 2}), use(TECH))
    frail = fighter(cp={LEGS: (1, 1)}, gear=[suit])

    acid = element("Acid", corrosion=None, hostile_presence=1)

    game = among(book, {**AT_IT, VLADD: (5, 5)}, acid, cards={YURI: frail})

    assert game.last(Left).fighter == YURI
    assert "roll.location" not in game.rules_asked()


@pytest.mark.rule("territory.vapours", books="fr")
def test_vapours_poison_who_begins_in_them_or_ends_a_movement_there(book: Rulebook) -> None:
    game = among(book, AT_IT, element("Vent", mephitic_vapours=2))
    assert game[YURI].markers == {Marker.POISON: 2}

    game.play("Yuri moves to 26.5, 30.1")
    assert game[YURI].markers == {Marker.POISON: 4}


@pytest.mark.rule("territory.hostile-presence")
def test_the_first_player_orders_what_several_elements_do_at_once(book: Rulebook) -> None:
    bog, thorns = element("Bog", hostile_presence=1), element("Thorns", radius=10, hostile_presence=2)
    game = among(book, {YURI: (31, 33), ELENIA: (55, 55)}, bog, thorns)

    assert game.question.rule == "simultaneous"
    game.play("red picks Thorns", "6", "6", "6")

    assert [event.wounds for event in game.events(Wounded)] == [2, 1]


# ── fire ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("territory.flammable")
def test_what_burns_sets_fire_to_who_begins_or_ends_a_movement_at_it(book: Rulebook) -> None:
    game = among(book, AT_IT, element("Hay", flammable=None), burning=1)
    assert game[YURI].markers == {BURN: 1}

    game.play("Yuri moves to 26.5, 30.1")
    assert game[YURI].markers == {BURN: 2}

    game.play("Yuri moves to 20, 30")
    assert game[YURI].markers == {BURN: 2}
    assert not among(book, AT_IT, element("Hay", flammable=None)).events(MarkersAdded)


@pytest.mark.rule("territory.flammable")
def test_what_burns_burns_on_after_the_fighters_fires(book: Rulebook) -> None:
    """H-108."""
    scenery = (element("Hay", flammable=None), element("Barn", flammable=None), element("Rock"))
    game = among(book, AFAR, *scenery, burning=1, begun=False, step="intendancy.3")

    game.play("red picks Barn")

    assert [(event.scenery, event.n) for event in game.events(SceneryBurns)] == [("Barn", 1), ("Hay", 1)]
    assert game.state.scenery["Hay"].burn == 2


@pytest.mark.rule("territory.flammable")
def test_each_burn_marker_counts_as_an_attack_against_destruction(book: Rulebook) -> None:
    """H-115."""
    hay = element("Hay", flammable=None, destruction=3)
    game = among(book, AFAR, hay, burning=1, begun=False, step="intendancy.3")
    assert game.state.scenery["Hay"].burn == 2
    assert not game.events(SceneryDestroyed)

    game = among(book, AFAR, hay, burning=2, begun=False, step="intendancy.3")
    assert game.last(SceneryDestroyed).scenery == "Hay"


@pytest.mark.rule("territory.flammable-attack")
def test_what_is_only_flammable_is_attacked_only_with_what_burns(book: Rulebook) -> None:
    cards = {YURI: fighter(gear=[BOW, FIRE_BOW])}
    game = among(book, AFAR, element("Slick", flammable=None), cards=cards)

    assert game.objection("Yuri shoots Slick with Bow") == ("territory.flammable-attack", "indestructible")
    game.play("Yuri shoots Slick with Fire bow")

    assert game.last(SceneryBurns).n == 2
    assert game.state.scenery["Slick"].burn == 2


@pytest.mark.rule("territory.flammable-eject")
def test_who_is_inside_when_it_catches_fire_is_driven_out_and_wounded(book: Rulebook) -> None:
    cards = {YURI: fighter(gear=[FLASK, complete(5)])}
    places: Places = {YURI: (31, 30), VLADD: (26.5, 30), ELENIA: (55, 55)}
    game = among(book, places, field_of_hay(), cards=cards)

    game.play("Yuri throws Flask at 28.7, 30")

    here, hay = base(game.match, YURI), footprint(game.match, "Hay")
    assert [(event.fighter, event.place) for event in game.events(Placed)] == [(YURI, (33_500, 30_000))]
    assert in_contact(here, hay)
    assert not overlap(here, hay)
    assert lost(game) == dict.fromkeys(ALL, 1)


@pytest.mark.rule("territory.flammable-eject")
def test_who_is_driven_out_finds_the_nearest_place_that_is_free(book: Rulebook) -> None:
    cards = {YURI: fighter(gear=[FLASK])}
    places: Places = {YURI: (31, 30), VLADD: (34, 30), ELENIA: (55, 55)}
    game = among(book, places, field_of_hay(), cards=cards)

    game.play("Yuri throws Flask at 28, 30")

    here = base(game.match, YURI)
    assert in_contact(here, footprint(game.match, "Hay"))
    assert 0 <= gap(here, base(game.match, VLADD)) < 10
    assert here.x > 30_000


@pytest.mark.rule("territory.flammable-eject", "territory.flammable")
@pytest.mark.parametrize("when", ["attacked", "burns on"])
@pytest.mark.parametrize("prevented", [False, True])
def test_a_fire_that_a_card_prevents_drives_nobody_out(book: Rulebook, when: str, *, prevented: bool) -> None:
    listeners = [Card(SceneryBurns, instead=lambda _: None)] if prevented else []
    burning = {"burning": 1, "begun": False, "step": "intendancy.3"} if when == "burns on" else {}
    places: Places = {YURI: (31, 30), VLADD: (26.5, 30), ELENIA: (55, 55)}
    cards = {YURI: fighter(gear=[FLASK])}
    game = among(book, places, field_of_hay(), cards=cards, listeners=listeners, **burning)

    game.play(*["Yuri throws Flask at 28.7, 30"] * (when == "attacked"))

    assert bool(game.events(Placed)) is not prevented
    assert lost(game) == ({} if prevented else dict.fromkeys(ALL, 1))
    assert game.state.scenery["Hay"].burn == bool(burning) + (not prevented)
    rule_report.note(["territory.flammable-eject", "territory.flammable"])


@pytest.mark.rule("territory.flammable-eject")
def test_whatever_its_outline_who_is_driven_out_touches_it_and_stands_in_no_part_of_it(
    book: Rulebook,
) -> None:
    corner = Outline(corners=((-3, -3), (3, -3), (3, 3), (1, 3), (1, -1), (-3, -1)))
    hay = element("Hay", flammable=None, occupation=None).with_changes(outline=corner)
    for place in ((27.5, 28), (30, 27.5), (31.5, 28.5), (32, 30), (32, 32), (29, 29.5), (30.2, 29.8)):
        game = among(book, {YURI: place, ELENIA: (55, 55)}, hay, burning=1, begun=False, step="intendancy.3")

        here, shape = base(game.match, YURI), footprint(game.match, "Hay")
        assert [event.fighter for event in game.events(Placed)] == [YURI]
        assert in_contact(here, shape)
        assert not overlap(here, shape)
    rule_report.note("territory.flammable-eject")


@pytest.mark.rule("territory.flammable")
@pytest.mark.parametrize("open_to", [{}, {"occupation": None}], ids=["never open", "open before"])
def test_where_nobody_measures_nobody_is_asked_who_stands_in_what_burns_already(
    book: Rulebook, open_to: dict[str, None]
) -> None:
    """Fire takes from an element that one may stand in it."""
    hay = element("Hay", flammable=None, **open_to)
    burns = {"Hay": SceneryState(None, burn=1)}
    before = {
        YURI: {"on_field": True},
        ELENIA: {"on_field": True},
        "": {"scenery": burns, "field": ToldField()},
    }
    game = Game(
        book,
        dict.fromkeys((YURI, ELENIA)),
        step="intendancy.3",
        chapters=("territory",),
        scenery=[hay],
        before=before,
    )

    assert game.last(SceneryBurns).scenery == "Hay"
    assert not any(isinstance(question, FieldQuestion) for question in game.asked)
    rule_report.note("territory.flammable")


def field_of_hay() -> Scenery:
    """Something to stand in that burns."""
    return element("Hay", flammable=None, occupation=None)


# ── attacks aimed at scenery ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("territory.destruction")
def test_an_attack_on_scenery_succeeds_without_dice_and_costs_like_any(book: Rulebook) -> None:
    game = among(book, AT_IT, element("Wall", destruction=3))

    game.play("Yuri attacks Wall", "Yuri attacks Wall")

    assert find_differences(game.match, {"scenery": {"Wall": {"attacks": 2, "destroyed": False}}}) == []
    assert not game.events(Rolled)
    assert [event.n for event in game.events(ApSpent)] == [1, 1]
    assert game.state.scenery["Wall"].attacks == 2
    assert game.objection("Yuri attacks Wall") == ("action.per-round", "limit-reached")


@pytest.mark.rule("territory.destruction")
def test_the_last_attack_that_it_can_bear_leaves_a_devastated_area(book: Rulebook) -> None:
    """H-112."""
    game = among(book, AT_IT, element("Wall", destruction=2))

    game.play("Yuri attacks Wall")
    assert not game.events(SceneryDestroyed)
    game.play("Yuri attacks Wall")

    assert game.state.scenery["Wall"] == SceneryState((30_000, 30_000), destroyed=True)
    assert keywords_of(game.match, "Wall") == {Keyword.OBSTRUCTION: 2, Keyword.OCCUPATION: None}
    assert game.objection("Yuri moves to 30, 30") is None


@pytest.mark.rule("territory.destruction")
def test_a_hit_that_a_card_prevents_neither_counts_nor_burns(book: Rulebook) -> None:
    spared = Card(SceneryHit, instead=lambda _: None)
    barn = element("Barn", flammable=None, destruction=3)
    game = among(book, AFAR, barn, cards={YURI: fighter(gear=[FIRE_BOW])}, listeners=[spared])

    game.play("Yuri shoots Barn with Fire bow")

    lying = game.state.scenery["Barn"]
    assert (lying.attacks, lying.burn) == (0, 0)
    assert game.last(ApSpent).n == 1
    rule_report.note("territory.destruction")


@pytest.mark.rule("territory.destruction")
def test_who_stands_on_what_is_destroyed_stays_there(book: Rulebook) -> None:
    """H-112."""
    game = among(book, INSIDE, element("Crates", destruction=1, occupation=None))

    game.play("Yuri attacks Crates")

    assert game.last(SceneryDestroyed).scenery == "Crates"
    assert game[YURI].place == (30_000, 30_000)


@pytest.mark.rule("territory.destruction")
def test_a_devastated_area_is_not_attacked_again(book: Rulebook) -> None:
    game = among(book, AT_IT, element("Wall", destruction=1)).play("Yuri attacks Wall")

    assert game.objection("Yuri attacks Wall") == ("territory.destruction", "indestructible")


@pytest.mark.rule("territory.destruction")
def test_a_blow_wants_contact(book: Rulebook) -> None:
    game = among(book, AFAR, element("Wall", destruction=2))

    assert game.objection("Yuri attacks Wall") == ("territory.destruction", "no-contact")


@pytest.mark.rule("territory.destruction")
def test_what_lies_nowhere_is_not_attacked(book: Rulebook) -> None:
    wall, other = element("Wall", destruction=2), element("Other wall", destruction=2)
    game = among(book, AT_IT, wall, other)
    del game.state.scenery["Other wall"]

    assert game.objection("Yuri attacks Other wall") == ("territory.destruction", "scenery-not-there")


@pytest.mark.rule("territory.destruction")
def test_a_shot_at_scenery_wants_a_free_shooter_range_and_sight_but_no_nearest(book: Rulebook) -> None:
    """H-111."""
    hill, wall = element("Hill", radius=5, impenetrable=None), element("Wall", destruction=2)
    short = item("Sling", use(SHOOTING, range=3, strength=1))
    cards = {YURI: fighter(gear=[BOW, short])}

    hidden = among(book, AFAR, hill, wall, cards=cards)
    assert hidden.objection("Yuri shoots Wall with Bow") == ("sight.cut", "out-of-sight")

    seen = among(book, {YURI: (20, 30), ELENIA: (24, 34)}, wall, cards=cards)
    assert seen.objection("Yuri shoots Wall with Sling") == ("gear.range", "out-of-range")
    seen.play("Yuri shoots Wall with Bow")
    hit = seen.last(SceneryHit)
    assert (hit.attacker, hit.scenery, hit.how, hit.weapon) == (YURI, "Wall", "shooting", "Bow")
    assert not seen.events(Rolled)

    engaged = among(book, {YURI: (20, 30), ELENIA: (23, 30)}, wall, cards=cards)
    assert engaged.objection("Yuri shoots Wall with Bow") == ("ranged.free", "not-free")


@pytest.mark.rule("territory.destruction")
@pytest.mark.rule("gear.per-match", "gear.per-round", books="en fr it pt")
@pytest.mark.parametrize(
    ("line", "category"),
    [
        ("Yuri shoots Wall with It", SHOOTING),
        ("Yuri throws It at 28.5, 30", PROJECTILE),
        ("Yuri blasts with It at 29, 30", BLAST),
    ],
)
def test_every_attack_on_scenery_uses_its_weapon_up(book: Rulebook, line: str, category: Category) -> None:
    for rule, limit in {
        "gear.per-match": UseLimits(per_match=1),
        "gear.per-round": UseLimits(per_round=1),
    }.items():
        cards = {YURI: fighter(gear=[item("It", use(category, limit, strength=1, range=30))])}
        game = among(book, AFAR, element("Wall", destruction=3), cards=cards)

        game.play(line)

        assert game.state.scenery["Wall"].attacks == 1
        assert [event.what for event in game.events(Used)] == ["attack", f"gear.It.{category}"]
        assert game.last(Used).rule == rule
        assert game.objection(line) == (rule, "weapon-used-up")


@pytest.mark.rule("territory.destruction")
def test_a_projectile_hits_what_lies_under_its_point(book: Rulebook) -> None:
    """H-111."""
    game = among(book, AFAR, element("Wall", destruction=2), cards={YURI: fighter(gear=[STONE])})

    game.play("Yuri throws Stone at 28.5, 30")
    assert game.state.scenery["Wall"].attacks == 1

    game.play("Yuri throws Stone at 27, 30")
    assert game.state.scenery["Wall"].attacks == 1


@pytest.mark.rule("throw.effect", books="en fr it pt")
def test_beside_the_fighter_on_its_point_a_projectile_hits_scenery_where_the_point_suffers(
    book: Rulebook,
) -> None:
    field = element("Field", destruction=2, occupation=None)
    game = among(book, AFAR | {ELENIA: (30, 30)}, field, cards={YURI: fighter(gear=[STONE])})

    game.play("Yuri throws Stone at 30, 30")

    assert game.last(AttackEnded).victim == ELENIA
    assert game.state.scenery["Field"].attacks == (1 if book.key in {"fr", "pt"} else 0)


@pytest.mark.rule("territory.flammable-attack")
def test_a_projectile_that_burns_sets_it_on_fire_as_it_does_a_fighter(book: Rulebook) -> None:
    hay = element("Hay", flammable=None, destruction=2)
    game = among(book, AFAR, hay, cards={YURI: fighter(gear=[FLASK])})

    game.play("Yuri throws Flask at 28.5, 30")

    assert game.last(SceneryBurns).n == 1
    assert game.last(SceneryDestroyed).scenery == "Hay", "the attack and its marker are two"


@pytest.mark.rule("territory.flammable-attack")
def test_a_blast_sets_on_fire_what_it_is_aimed_at_and_reaches_not_what_it_merely_covers(
    book: Rulebook,
) -> None:
    """H-111."""
    flamer = item("Flamer", use(BLAST, burn=1))

    def lit(x: float, aim: str) -> list[str]:
        cards, hay = {YURI: fighter(gear=[flamer])}, element("Hay", flammable=None)
        game = among(book, {YURI: (x, 30), ELENIA: (x + 4, 30)}, hay, cards=cards)
        game.play(f"Yuri blasts with Flamer at {aim}")
        return [event.scenery for event in game.events(SceneryBurns)]

    assert lit(20, "29, 30") == ["Hay"]
    assert lit(20, "27, 30") == [], "the template covers it, but the point is not on it"
    assert lit(14, "29, 30") == [], "the point is on it, but the template does not reach"


@pytest.mark.rule("territory.flammable-attack")
def test_a_blast_at_scenery_heeds_no_nearest_enemy(book: Rulebook) -> None:
    """H-111."""
    flamer = item("Flamer", use(BLAST, burn=1))
    places: Places = {YURI: (20, 30), ELENIA: (20, 36)}

    def judged(*having: str) -> tuple[str, str] | None:
        hay = element("Hay", **dict.fromkeys(having))
        game = among(book, places, hay, cards={YURI: fighter(gear=[flamer])})
        return game.objection("Yuri blasts with Flamer at 29, 30")

    assert judged("flammable") is None
    assert judged("obstacle") == ("blast.nearest", "nearest-not-covered"), "it cannot be attacked"
    rule_report.note("territory.flammable-attack")


def test_without_the_chapter_nobody_attacks_scenery(book: Rulebook) -> None:
    game = active(book, AT_IT, scenery=[element("Wall", destruction=2)], lying={"Wall": (30, 30)})

    assert game.objection("Yuri attacks Wall") == ("action.cost", "no-deed")


# ── Energy Beacon and Quarterist Idol ────────────────────────────────────────────────────────────────────

BEACON = element("Beacon", ElementName.ENERGY_BEACON)
IDOL = element("Idol", ElementName.QUARTERIST_IDOL)


def absorbed(game: Game, *throws: str) -> int:
    """What protection takes off when Yuri shoots at Elenia and these dice fall."""
    return game.play("Yuri shoots Elenia", *throws).last(Wounded).absorbed


@pytest.mark.rule("territory.energy-beacon")
def test_a_beacon_protects_who_is_near_it_against_ranged_attacks(book: Rulebook) -> None:
    """H-125: exactly 5 cm are near."""
    cards = {YURI: fighter(gear=[BOW])}
    near = among(book, {YURI: (30, 20), ELENIA: (30, 38.5)}, BEACON, cards=cards)
    far = among(book, {YURI: (30, 20), ELENIA: (30, 38.52)}, BEACON, cards=cards)
    gone = among(book, {YURI: (30, 20), ELENIA: (30, 38)}, BEACON, cards=cards)
    gone.state.scenery["Beacon"] = SceneryState((30_000, 30_000), destroyed=True)

    assert absorbed(near, "511", "6", "6666") == 2
    assert absorbed(far, "511", "6", "6666") == 0
    assert absorbed(gone, "5111", "6", "6666") == 0

    blow = among(book, {YURI: (26.5, 30), ELENIA: (26.5, 33)}, BEACON)
    blow.play("Yuri attacks Elenia", "Elenia stays passive", "6111", "6")
    assert blow.last(Wounded).absorbed == 0


@pytest.mark.rule("territory.energy-beacon")
def test_who_is_hit_in_the_targets_stead_has_the_field_unless_it_serves_the_target_alone(
    book: Rulebook,
) -> None:
    cards = {YURI: fighter(gear=[BOW])}
    places: Places = {YURI: (30, 20), ELENIA: (30, 36), VLADD: (33, 36)}
    taken = absorbed(game := among(book, places, BEACON, cards=cards), "511", "6", "6666")

    assert game.last(Wounded).victim == VLADD
    assert taken == (0 if book.key == "pt" else 2)
    rule_report.note(value(game.match, protection_of(ELENIA)).parts)


def protection_of(piece: Piece) -> Query:
    """What takes off wounds of a limb in a shot at that fighter."""
    shot = Shot(fighter=YURI, target=piece, weapon=BOW, use=BOW.uses[0])
    return Query(Quantity.PROTECTION, piece, shot, LEGS)


@pytest.mark.rule("territory.quarterist-idol")
def test_the_matriarchy_may_not_attack_an_idol(book: Rulebook) -> None:
    gear = [BOW, STONE]
    pious = fighter(gear=gear).with_changes(factions=("Matriarchy of Sybille",))
    game = among(book, AT_IT, IDOL, element("Wall", destruction=2), cards={YURI: pious})

    forbidden = ("territory.quarterist-idol", "sacred")
    assert game.objection("Yuri attacks Idol") == forbidden
    assert game.objection("Yuri shoots Idol") == forbidden
    assert game.objection("Yuri throws Stone at 29, 30") == forbidden
    assert game.objection("Yuri shoots Wall") is None

    others = among(book, AT_IT, IDOL, cards={YURI: fighter(gear=gear)})
    assert others.objection("Yuri attacks Idol") is None


@pytest.mark.rule("territory.quarterist-idol")
def test_an_idol_inspires_the_sisters_near_it(book: Rulebook) -> None:
    """H-126: exactly 10 cm are near."""
    sister = fighter(psi=3).with_changes(types=("human", "Sister"))
    places: Places = {YURI: (30, 43.5), VLADD: (16.48, 30), YLISS: (30, 33.5), ELENIA: (55, 55)}
    game = among(book, places, IDOL, cards={YURI: sister, VLADD: sister, YLISS: fighter(psi=3)}, begun=False)

    psi = {piece: value(game.match, Query(Characteristic.PSI, piece)) for piece in places}
    rule_report.note(psi[YURI].parts)
    assert (psi[YURI].total, psi[VLADD].total, psi[YLISS].total) == (4, 3, 3)


# ── the elements of the lists ────────────────────────────────────────────────────────────────────────────

# What each is to who would walk and look past it: obstacles, whether one may cross, and stop, and at what
# rate; whether it may be attacked; whether it strikes who is at it.
LISTED: dict[str, tuple[int, bool, bool, int, bool, bool]] = {
    ElementName.WALL: (1, True, False, 1, True, False),
    ElementName.CRUMBLING_WALL: (1, False, False, 1, True, False),
    ElementName.DEVASTATED_AREA: (0, True, True, 2, False, False),
    ElementName.DARK_WOOD: (3, True, True, 2, True, True),
    ElementName.POND: (0, True, True, 2, False, True),
    ElementName.WASTE_PILE: (1, True, True, 2, True, False),
    ElementName.LAKE: (0, False, False, 1, False, True),
    ElementName.DEEP_RIVER: (0, False, False, 1, False, False),
    ElementName.OIL_SLICK: (0, True, True, 2, False, False),
}


@pytest.mark.rule("territory.wall", "territory.crumbling-wall", "territory.devastated-area")
@pytest.mark.rule("territory.dark-wood", "territory.pond", "territory.waste-pile", books="en it pt")
@pytest.mark.rule("territory.lake", "territory.deep-river", books="en it pt")
@pytest.mark.rule("territory.oil-slick", books="fr")
def test_each_element_of_a_books_list_is_in_play_what_the_list_says(book: Rulebook) -> None:
    assert book.territory is not None
    played = {}
    for line in book.territory.elements:
        if line.name in LISTED:
            game = among(book, AFAR, element("It", ElementName(line.name)))
            found = game.match.terrain("It")
            strikes = bool(hazard_keywords(game.match, "It"))
            ways = (found.obstacles, found.crossable, found.stops, found.rate)
            played[line.name] = (*ways, is_attackable(game.match, "It", None), strikes)

    assert played == {name: LISTED[name] for name in played}
    assert len(played) == (4 if book.key == "fr" else 8)
