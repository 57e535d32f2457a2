"""Whom an attack may be aimed at (chapter 6, steps 1): range, sight, the nearest, contact, templates."""

import pytest
import rule_report
from duels import BLAST, ELENIA, PROJECTILE, SHOOTING, VLADD, YLISS, YURI, item, use
from tables import at, reason, table, wall

from edencli.match.match import Act, Match
from edencli.match.pieces import Piece
from edencli.match.questions import Refusal
from edencli.model.fighter import Equipment
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Burst, Melee, Shot
from edencli.rules.targets import aimable, aimed, covered, legal_targets

BOW = item("Bow", use(SHOOTING, range=20, strength=3))
EYE = item("Eye", use(SHOOTING, strength=3))
BOTTLE = item("Bottle", use(PROJECTILE, range=10, burn=1))
BOMB = item("Bomb", use(PROJECTILE, range=10, explosive=3))
FLAMER = item("Flamer", use(BLAST, burn=1))

HERE = (10.0, 30.0)


def refusal(match: Match, act: Act) -> Refusal | None:
    """Say why an attack may not be aimed so, or nothing."""
    found = aimable(match, act)
    rule_report.note(found)
    return found


def shot(target: Piece, weapon: Equipment = BOW) -> Shot:
    return Shot(fighter=YURI, target=target, weapon=weapon, use=weapon.uses[0])


def burst(weapon: Equipment, x: float, y: float) -> Burst:
    return Burst(fighter=YURI, weapon=weapon, use=weapon.uses[0], point=at(x, y))


@pytest.mark.rule("melee.target")
def test_a_blow_needs_contact_with_an_enemy(book: Rulebook) -> None:
    match = table(book, {YURI: HERE, ELENIA: (13, 30), VLADD: (7, 30), YLISS: (10, 33.02)})

    assert refusal(match, Melee(fighter=YURI, target=ELENIA)) is None
    assert reason(refusal(match, Melee(fighter=YURI, target=YLISS))) == ("melee.target", "no-contact")
    assert reason(refusal(match, Melee(fighter=YURI, target=VLADD))) == ("melee.target", "no-enemy")


@pytest.mark.rule("ranged.free")
def test_who_touches_an_enemy_neither_shoots_throws_nor_blasts(book: Rulebook) -> None:
    match = table(book, {YURI: HERE, ELENIA: (13, 30), YLISS: (20, 30)})

    for act in (shot(YLISS), burst(BOTTLE, 15, 35), burst(FLAMER, 13, 30)):
        assert reason(refusal(match, act)) == ("ranged.free", "not-free")


@pytest.mark.rule("gear.range", books="fr pt")
def test_where_the_book_lets_it_a_shot_at_nobody_in_range_may_be_declared_and_is_lost(book: Rulebook) -> None:
    match = table(book, {YURI: HERE, ELENIA: (34, 30)})

    assert refusal(match, shot(ELENIA)) is None
    assert legal_targets(match, shot(ELENIA)) == []
    near = table(book, {YURI: HERE, ELENIA: (34, 30), YLISS: (15, 40)})
    assert reason(refusal(near, shot(ELENIA))) == ("gear.range", "out-of-range")


@pytest.mark.rule("gear.range", books="en de it")
def test_range_is_measured_from_edge_to_edge_and_may_be_met_exactly(book: Rulebook) -> None:
    assert refusal(table(book, {YURI: HERE, ELENIA: (33, 30)}), shot(ELENIA)) is None
    beyond = table(book, {YURI: HERE, ELENIA: (33.02, 30)})
    assert reason(refusal(beyond, shot(ELENIA))) == ("gear.range", "out-of-range")


@pytest.mark.rule("shoot.target", "sight.cut")
def test_a_shot_needs_sight_and_a_weapon_without_range_nothing_more(book: Rulebook) -> None:
    places = {YURI: HERE, ELENIA: (55.0, 30.0), YLISS: (10.0, 55.0), VLADD: (10.0, 5.0)}
    match = table(book, places, (wall(width=1, depth=6), (30, 30)))

    assert reason(refusal(match, shot(ELENIA, EYE))) == ("sight.cut", "out-of-sight")
    assert reason(refusal(match, shot(VLADD, EYE))) == ("shoot.target", "no-enemy")
    del match.state.scenery["Wall"]
    assert refusal(match, shot(YLISS, EYE)) is None


@pytest.mark.rule("shoot.nearest")
def test_a_free_enemy_who_is_nearer_must_be_shot_at_first(book: Rulebook) -> None:
    match = table(book, {YURI: HERE, ELENIA: (25, 30), YLISS: (10, 40)})

    assert reason(refusal(match, shot(ELENIA))) == ("shoot.nearest", "not-nearest")
    assert refusal(match, shot(YLISS)) is None
    match.of(YLISS).place = at(10, 45)
    assert refusal(match, shot(ELENIA)) is None


@pytest.mark.rule("shoot.nearest")
def test_an_engaged_enemy_may_be_shot_past_or_at(book: Rulebook) -> None:
    match = table(book, {YURI: HERE, ELENIA: (25, 30), YLISS: (10, 40), VLADD: (10, 43)})

    assert refusal(match, shot(ELENIA)) is None
    assert refusal(match, shot(YLISS)) is None
    match.of(VLADD).place = at(10, 50)
    assert reason(refusal(match, shot(ELENIA))) == ("shoot.nearest", "not-nearest")


@pytest.mark.rule("shoot.nearest")
def test_who_is_hidden_or_out_of_range_shields_nobody(book: Rulebook) -> None:
    match = table(book, {YURI: HERE, ELENIA: (25, 30), YLISS: (10, 40)}, (wall(width=6, depth=1), (10, 35)))

    assert refusal(match, shot(ELENIA)) is None
    del match.state.scenery["Wall"]
    assert reason(refusal(match, shot(ELENIA))) == ("shoot.nearest", "not-nearest")


@pytest.mark.rule("sight.obstacle")
def test_an_aimed_shot_knows_its_obstacles_and_who_stands_with_the_target(book: Rulebook) -> None:
    places = {YURI: HERE, ELENIA: (25.0, 30.0), VLADD: (25.0, 33.0), YLISS: (40.0, 30.0)}
    match = table(book, places, (wall(width=1, depth=2), (18, 31.5)))

    act = aimed(match, shot(ELENIA))
    assert isinstance(act, Shot)
    assert (act.obstacles, act.bystanders) == (1, (VLADD,))


@pytest.mark.rule("throw.point", "gear.range")
def test_a_throw_goes_to_a_point_on_the_field_within_range(book: Rulebook) -> None:
    match = table(book, {YURI: (10, 55), ELENIA: (40, 30)})

    assert refusal(match, burst(BOTTLE, 21.5, 55)) is None
    assert reason(refusal(match, burst(BOTTLE, 21.6, 55))) == ("gear.range", "out-of-range")
    assert reason(refusal(match, burst(BOTTLE, 10, 61))) == ("throw.point", "off-field")


@pytest.mark.rule("throw.sight")
def test_a_throw_asks_for_sight_and_not_for_the_nearest(book: Rulebook) -> None:
    places = {YURI: HERE, YLISS: (10.0, 35.0), ELENIA: (18.0, 30.0)}
    match = table(book, places, (wall(width=1, depth=5), (10.5, 25)))

    assert refusal(match, burst(BOTTLE, 18, 30)) is None
    match.state.scenery.update(Wall=match.state.scenery["Wall"]._replace(place=at(14, 30)))
    assert reason(refusal(match, burst(BOTTLE, 18, 30))) == ("throw.sight", "out-of-sight")


@pytest.mark.rule("scenery.edges", "contact.touch")
def test_a_projectile_finds_who_stands_on_its_point_and_an_explosive_one_who_is_near(book: Rulebook) -> None:
    match = table(book, {YURI: HERE, ELENIA: (18, 30), YLISS: (24, 30), VLADD: (18, 36.6)})

    assert covered(match, burst(BOTTLE, 19, 31)) == [ELENIA]
    assert covered(match, burst(BOTTLE, 15, 25)) == []
    assert covered(match, burst(BOMB, 18, 30)) == [ELENIA, YLISS]


@pytest.mark.rule("blast.nearest")
def test_a_blast_covers_some_of_the_nearest_enemy(book: Rulebook) -> None:
    match = table(book, {YURI: HERE, ELENIA: (18, 30), YLISS: (10, 40)})

    assert refusal(match, burst(FLAMER, 18, 30)) is None
    assert reason(refusal(match, burst(FLAMER, 10, 40))) == ("blast.nearest", "nearest-not-covered")
    match.of(YLISS).place = at(10, 38)
    assert refusal(match, burst(FLAMER, 10, 38)) is None


@pytest.mark.rule("blast.template")
def test_a_blast_begins_at_its_user_s_base_and_has_a_direction(book: Rulebook) -> None:
    match = table(book, {YURI: HERE, ELENIA: (18, 30), YLISS: (22.9, 30), VLADD: (7, 30)})

    assert covered(match, burst(FLAMER, 18, 30)) == [ELENIA, YLISS]
    match.of(YLISS).place = at(23.1, 30)
    assert covered(match, burst(FLAMER, 18, 30)) == [ELENIA]
    assert reason(refusal(match, burst(FLAMER, 10, 30))) == ("blast.template", "no-direction")


@pytest.mark.rule("blast.nearest")
def test_a_blast_spares_no_friend(book: Rulebook) -> None:
    match = table(book, {YURI: HERE, ELENIA: (18, 30), VLADD: (15, 30)})

    assert set(covered(match, burst(FLAMER, 18, 30))) == {VLADD, ELENIA}
    match.of(ELENIA).place = None
    assert reason(refusal(match, burst(FLAMER, 18, 30))) == ("blast.nearest", "no-enemy-left")
