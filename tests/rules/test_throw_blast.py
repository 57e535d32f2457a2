"""Projectiles and blasts on the field (chapter 6.B, 7.B in the French book)."""

from typing import Any

import pytest
import rule_report
from duels import (
    BLAST,
    BURN,
    ELENIA,
    FEAR,
    HEAD,
    PROJECTILE,
    RED,
    VLADD,
    YLISS,
    YURI,
    complete,
    fighter,
    item,
    use,
)
from matches import At, Game, active, rock

from edencli.field.units import cm
from edencli.match.events import AttackBegun, AttackEnded, Left, Rolled, Wounded
from edencli.match.match import Setup
from edencli.match.pieces import Piece
from edencli.model.fighter import UseLimits
from edencli.model.terms import LimbName
from edencli.rulebooks.values import Rulebook

STINK = item("Stink pot", use(PROJECTILE, range=15, fear=1))
BOMB = item("Bomb", use(PROJECTILE, range=15, burn=1, explosive=2, uses=UseLimits(per_match=1)))
FLAMER = item("Flamer", use(BLAST, burn=2, uses=UseLimits(per_round=1)))
ARMED = {YURI: fighter(gear=[STINK, BOMB, FLAMER])}
Places = dict[Piece, At]
EVERY_LIMB = dict.fromkeys(LimbName, 1)


def throwing(book: Rulebook, places: Places, **given: Any) -> Game:
    """Stand where Yuri, at 10, 30 with a stink pot, a bomb and a flamer, is activated."""
    cards = {**ARMED, **given.pop("cards", {})}
    return active(book, {YURI: (10, 30), **places}, cards=cards, **given)


@pytest.mark.rule("throw.point", "throw.effect", "attack.success")
def test_a_projectile_finds_whoever_stands_on_its_point_without_a_roll(book: Rulebook) -> None:
    """H-89; it always succeeds."""
    game = throwing(book, {ELENIA: (20, 30), YLISS: (23, 30)})

    game.play("Yuri throws Stink pot at 21.5, 30", "red picks Elenia")

    assert (game[ELENIA].markers, game[YLISS].markers) == ({FEAR: 1}, {FEAR: 1})
    assert game.events(Rolled) == []
    assert [(event.victim, event.success, event.cp_lost) for event in game.events(AttackEnded)] == [
        (ELENIA, True, 0),
        (YLISS, True, 0),
    ]


@pytest.mark.rule("throw.point", "gear.range")
def test_a_point_is_within_range_to_the_millimetre(book: Rulebook) -> None:
    """H-88: from the edge of the base to the point."""
    game = throwing(book, {ELENIA: (40, 30)})

    refusal = game.refuse("Yuri throws Stink pot at 26.52, 30")
    assert (refusal.rule, refusal.about["distance"]) == ("gear.range", 15_020)
    game.play("Yuri throws Stink pot at 26.5, 30")

    assert game.last(AttackBegun).place == (26_500, 30_000)


@pytest.mark.rule("throw.point")
def test_a_point_lies_on_the_field(book: Rulebook) -> None:
    game = throwing(book, {ELENIA: (40, 30)})

    assert game.objection("Yuri throws Stink pot at -1, 30") == ("throw.point", "off-field")
    assert game.objection("Yuri throws Stink pot at 0, 30") is None


@pytest.mark.rule("throw.sight", "sight.corridor")
def test_the_point_or_somebody_on_it_must_be_seen(book: Rulebook) -> None:
    wall = {"scenery": [rock(radius=2)], "lying": {"Rock": (15.0, 30.0)}}
    hidden = throwing(book, {ELENIA: (40, 30)}, **wall)
    assert hidden.objection("Yuri throws Stink pot at 19, 30") == ("throw.sight", "out-of-sight")

    peeping = throwing(book, {ELENIA: (18, 32.5)}, **wall)
    assert peeping.objection("Yuri throws Stink pot at 18, 31.5") is None


@pytest.mark.rule("throw.not-nearest", "throw.point")
def test_a_throw_need_not_go_to_the_nearest(book: Rulebook) -> None:
    game = throwing(book, {ELENIA: (20, 35), YLISS: (14, 30)})

    game.play("Yuri throws Stink pot at Elenia")

    assert game.last(AttackBegun).place == (20_000, 35_000)
    assert (game[ELENIA].markers, game[YLISS].markers) == ({FEAR: 1}, {})


@pytest.mark.rule("throw.effect", "throw.point")
def test_friends_on_the_point_are_not_spared(book: Rulebook) -> None:
    game = throwing(book, {VLADD: (20, 30), ELENIA: (40, 30)})

    game.play("Yuri throws Stink pot at 20, 30")

    assert game[VLADD].markers == {FEAR: 1}


@pytest.mark.rule("throw.effect", "throw.point")
def test_a_projectile_affects_the_fighters_on_its_point(book: Rulebook) -> None:
    """Source: en 570, it 921, fr 702, pt 599; nothing but fighters can be affected there in the base game."""
    game = throwing(book, {ELENIA: (20, 30), YLISS: (23, 30)})

    game.play("Yuri throws Stink pot at 20, 30")

    assert (game[ELENIA].markers, game[YLISS].markers) == ({FEAR: 1}, {})


@pytest.mark.rule("throw.point", "gear.per-match")
def test_a_throw_at_an_empty_point_is_spent(book: Rulebook) -> None:
    """H-94."""
    game = throwing(book, {ELENIA: (40, 30)})

    game.play("Yuri throws Bomb at 20, 30")

    assert game.events(Wounded) == []
    assert game.objection("Yuri throws Bomb at 20, 30") == ("gear.per-match", "weapon-used-up")
    assert game[YURI].ap == 2


@pytest.mark.rule("ranged.free")
def test_who_touches_an_enemy_neither_throws_nor_blasts(book: Rulebook) -> None:
    game = throwing(book, {ELENIA: (13, 30)})

    assert game.objection("Yuri throws Stink pot at 20, 30") == ("ranged.free", "not-free")
    assert game.objection("Yuri blasts with Flamer at 20, 30") == ("ranged.free", "not-free")


@pytest.mark.rule("gear.explosive", "throw.effect", "simultaneous")
def test_an_explosion_covers_everybody_whose_base_it_reaches_the_thrower_too(book: Rulebook) -> None:
    """H-90, H-17: within 5 cm of the point, a touch is not enough; walls do not matter (H-91)."""
    places: Places = {VLADD: (20, 36.48), ELENIA: (20, 30), YLISS: (20, 23.5)}
    game = throwing(book, places)

    game.play("Yuri throws Bomb at 20, 30", "red picks Vlädd", "41", "11")

    assert [event.victim for event in game.events(Rolled)] == [VLADD, ELENIA]
    assert game[VLADD].lost == EVERY_LIMB
    assert (game[VLADD].markers, game[ELENIA].markers, game[YLISS].markers) == ({BURN: 1}, {BURN: 1}, {})


@pytest.mark.rule("gear.explosive", "wound.incapacitated")
def test_the_thrower_is_not_spared(book: Rulebook) -> None:
    frail = fighter(gear=[BOMB], cp={HEAD: (1, 0)})
    game = throwing(book, {ELENIA: (40, 30)}, cards={YURI: frail})

    game.play("Yuri throws Bomb at 14, 30", "44")

    assert game.last(Left).fighter == YURI


@pytest.mark.rule("blast.template", "blast.wounds", "blast.effects", "attack.success", "action.attack")
def test_a_blast_wounds_every_limb_of_whoever_it_covers_past_protection(book: Rulebook) -> None:
    """H-98; friends too, in all books; the attacker never (H-93)."""
    cards = {ELENIA: fighter(gear=[complete(3)])}
    game = throwing(book, {ELENIA: (16, 30), VLADD: (19.5, 30)}, cards=cards)

    game.play("Yuri blasts with Flamer at 20, 30", "red picks Elenia")

    assert (game[ELENIA].lost, game[VLADD].lost, game[YURI].lost) == (EVERY_LIMB, EVERY_LIMB, {})
    assert (game[ELENIA].markers, game[VLADD].markers) == ({BURN: 2}, {BURN: 2})
    assert game.events(Rolled) == []
    assert [event.success for event in game.events(AttackEnded)] == [True, True]


@pytest.mark.rule("blast.nearest")
def test_a_blast_must_cover_some_of_the_nearest_enemy(book: Rulebook) -> None:
    game = throwing(book, {ELENIA: (16, 30), YLISS: (10, 38)})

    refusal = game.refuse("Yuri blasts with Flamer at 10, 40")
    assert (refusal.rule, refusal.about["target"]) == ("blast.nearest", ELENIA)
    assert game.objection("Yuri blasts with Flamer at 20, 30") is None


@pytest.mark.rule("blast.template")
def test_a_blast_may_be_turned_while_the_nearest_stays_covered(book: Rulebook) -> None:
    """Any direction, as long as his base is partly under it."""
    game = throwing(book, {ELENIA: (16, 30), YLISS: (18, 34.2)})

    assert game.objection("Yuri blasts with Flamer at 20, 34") is None
    game.play("Yuri blasts with Flamer at 20, 34", "red picks Elenia")
    assert (game[ELENIA].lost, game[YLISS].lost) == (EVERY_LIMB, EVERY_LIMB)


@pytest.mark.rule("blast.nearest", "gear.per-round")
def test_an_enemy_out_of_the_templates_reach_cannot_be_blasted(book: Rulebook) -> None:
    """H-92: refused, and nothing is spent. The template is 10 cm long (H-16)."""
    near = throwing(book, {ELENIA: (22.9, 30)})
    assert near.objection("Yuri blasts with Flamer at 30, 30") is None
    near.play("Yuri blasts with Flamer at 30, 30")
    assert near.objection("Yuri blasts with Flamer at 30, 30") == ("gear.per-round", "weapon-used-up")

    far = throwing(book, {ELENIA: (23.1, 30)})
    assert far.objection("Yuri blasts with Flamer at 30, 30") == ("blast.nearest", "nearest-not-covered")
    assert (far[YURI].ap, far[YURI].used_round) == (3, {})


@pytest.mark.rule("blast.nearest", "blast.template")
def test_a_blast_asks_neither_for_sight_nor_for_who_is_free(book: Rulebook) -> None:
    """H-91, H-93: walls do not stop it, and engaged enemies count."""
    wall = {"scenery": [rock(radius=1.5)], "lying": {"Rock": (14.0, 30.0)}}
    places: Places = {ELENIA: (18, 30), VLADD: (21, 30), YLISS: (10, 39)}
    game = throwing(book, places, **wall)

    assert game.objection("Yuri blasts with Flamer at 10, 40") == ("blast.nearest", "nearest-not-covered")
    game.play("Yuri blasts with Flamer at 20, 30", "red picks Vlädd")

    assert (game[ELENIA].lost, game[VLADD].lost) == (EVERY_LIMB, EVERY_LIMB)


@pytest.mark.rule("blast.nearest")
def test_of_two_who_are_equally_near_one_is_enough(book: Rulebook) -> None:
    """H-18: the acting player chooses."""
    game = throwing(book, {ELENIA: (16, 30), YLISS: (10, 36)})

    assert game.objection("Yuri blasts with Flamer at 20, 30") is None
    assert game.objection("Yuri blasts with Flamer at 10, 40") is None
    assert game.objection("Yuri blasts with Flamer at 0, 30") == ("blast.nearest", "nearest-not-covered")


@pytest.mark.rule("blast.template")
def test_a_blast_has_a_direction(book: Rulebook) -> None:
    game = throwing(book, {ELENIA: (16, 30)})

    assert game.objection("Yuri blasts with Flamer at 10, 30") == ("blast.template", "no-direction")


@pytest.mark.rule("blast.template", "blast.wounds")
def test_a_blast_may_swing_past_a_friend_while_it_covers_some_of_the_nearest(book: Rulebook) -> None:
    """Its near end stays on his base; straight, it would miss one or burn the friend."""
    game = throwing(book, {ELENIA: (14.5, 30), VLADD: (17, 33.4), YLISS: (18.5, 26.2)})

    game.play("Yuri blasts with Flamer at 20, 30 turned -25", "red picks Elenia")
    assert (game[ELENIA].lost, game[YLISS].lost, game[VLADD].lost) == (EVERY_LIMB, EVERY_LIMB, {})
    assert game.last(AttackBegun).turned == -25


@pytest.mark.rule("blast.nearest")
@pytest.mark.parametrize("turned", ["60", "-60", "-300"])
def test_a_blast_that_swings_past_the_nearest_enemy_may_not_lie_so(book: Rulebook, turned: str) -> None:
    game = throwing(book, {ELENIA: (16, 30)})

    refused = game.objection(f"Yuri blasts with Flamer at 20, 30 turned {turned}")
    assert refused == ("blast.nearest", "nearest-not-covered")


@pytest.mark.rule("blast.template")
@pytest.mark.parametrize("turned", ["100", "180", "-120"])
def test_a_blast_never_lies_over_its_user(book: Rulebook, turned: str) -> None:
    game = throwing(book, {ELENIA: (16, 30)})

    refused = game.objection(f"Yuri blasts with Flamer at 20, 30 turned {turned}")
    assert refused == ("blast.template", "over-own-base")


@pytest.mark.rule("blast.template")
@pytest.mark.parametrize("turned", ["0", "360", "-10.5", "20"])
def test_a_blast_may_lie_however_it_covers_some_of_the_nearest(book: Rulebook, turned: str) -> None:
    game = throwing(book, {ELENIA: (16, 30)})

    game.play(f"Yuri blasts with Flamer at 20, 30 turned {turned}")
    assert game[ELENIA].lost == EVERY_LIMB


@pytest.mark.rule("blast.template", "blast.wounds", "simultaneous")
def test_the_first_player_orders_the_victims(book: Rulebook) -> None:
    game = throwing(book, {ELENIA: (16, 30), YLISS: (18.5, 28.5), VLADD: (18.5, 31.5)})

    game.play("Yuri blasts with Flamer at 20, 30")
    assert (game.question.rule, game.question.asked) == ("simultaneous", RED)
    game.play("red picks Yliss", "red picks Vlädd")

    assert [event.victim for event in game.events(AttackEnded)] == [YLISS, VLADD, ELENIA]


def test_an_explosion_is_five_centimetres_about_its_point_where_nothing_else_was_agreed() -> None:
    """No book gives sizes."""
    assert Setup(bands={}).explosion == cm(5)


@pytest.mark.rule("blast.template", "gear.explosive")
def test_templates_have_the_sizes_of_the_ruling_where_a_game_says_nothing(book: Rulebook) -> None:
    """No book gives any (H-15, H-16). A disc of 5 cm; a trapezoid 10 cm long, 1 cm wide and then 4 cm."""
    setup = active(book, {YURI: (10, 30), ELENIA: (50, 30)}).match.setup

    assert setup.explosion == cm(5)
    assert (setup.blast.length, setup.blast.near, setup.blast.far) == (cm(10), cm(1), cm(4))
    rule_report.note(["blast.template", "gear.explosive"])
