"""Whom a shot may be aimed at, and what the field adds to it (chapter 6.B, 7.B in the French book)."""

from itertools import permutations
from typing import Any

import pytest
from duels import ARMS, ELENIA, LEGS, SHOOTING, TORSO, VLADD, YLISS, YURI, fighter, item, use
from matches import At, Game, active, rock

from edencli.field.units import cm
from edencli.match.events import ApSpent, AttackBegun, AttackEnded, Redirected, Rolled
from edencli.match.facts import Fact, Nearer, Touching, UnknownFact, Within
from edencli.match.field_kinds import ToldField
from edencli.match.pieces import Piece
from edencli.match.reasons import Part
from edencli.model.fighter import UseLimits
from edencli.model.terms import SightBlocking
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules.ground import is_within, nearest_fighters, sort_by_distance

KNIVES = item("Knives", use(SHOOTING, range=20, strength=2, uses=UseLimits(per_match=2)))
ARMED = {YURI: fighter(gear=[KNIVES])}
Places = dict[Piece, At]


def shooting(book: Rulebook, places: Places, **given: Any) -> Game:
    """Stand where Yuri, at 10, 30 and with knives, is activated."""
    return active(book, {YURI: (10, 30), **places}, cards=ARMED, **given)


@pytest.mark.rule("shoot.target", "action.attack")
def test_a_shot_reaches_exactly_as_far_as_its_range(book: Rulebook) -> None:
    """H-02: from edge to edge."""
    game = shooting(book, {ELENIA: (33, 30)})

    game.play("Yuri shoots Elenia", "1111")

    begun = game.last(AttackBegun)
    assert (begun.rule, begun.target, begun.weapon) == ("shoot.target", ELENIA, "Knives")
    assert (game[YURI].ap, game[YURI].used_round["attack"]) == (2, 1)


@pytest.mark.parametrize(
    ("told", "far", "known"),
    [
        ({10: True}, 10, True),
        ({10: True}, 20, True),
        ({10: True}, 5, None),
        ({10: False}, 10, False),
        ({10: False}, 5, False),
        ({10: False}, 20, None),
        ({5: False, 20: True}, 10, None),
        ({5: False, 20: True}, 30, True),
        ({5: False, 20: True}, 3, False),
        ({}, 0, None),
    ],
)
@pytest.mark.parametrize("whose", [(YURI, ELENIA), (ELENIA, YURI)], ids=["as told", "the other way"])
def test_who_is_told_to_be_near_is_near_for_all_that_is_longer(
    told: dict[int, bool],
    far: int,
    known: bool | None,  # noqa: FBT001  # an answer
    whose: tuple[Piece, Piece],
) -> None:
    """And who is told to be far is far for all that is shorter: nobody is asked again."""
    game = shooting(rulebook("en"), {ELENIA: (20, 30)})
    facts: dict[Fact, Any] = {
        Within(of=YURI, target=ELENIA, far=cm(length)): answer for length, answer in told.items()
    }
    game.state.field = ToldField(facts | {Touching(one=ELENIA, other=YURI): False})

    if known is None:
        with pytest.raises(UnknownFact) as asked, game.match.asking_nobody():
            is_within(game.match, *whose, cm(far))
        assert asked.value.fact == Within(of=whose[0], target=whose[1], far=cm(far))
    else:
        assert is_within(game.match, *whose, cm(far)) is known


def test_who_is_told_to_touch_is_within_any_length() -> None:
    game = shooting(rulebook("en"), {ELENIA: (20, 30)})
    game.state.field = ToldField({Touching(one=ELENIA, other=YURI): True})

    assert [is_within(game.match, YURI, ELENIA, far) for far in (0, cm(1))] == [True, True]


@pytest.mark.rule("shoot.no-target", books="en de it")
def test_who_is_out_of_range_is_no_target(book: Rulebook) -> None:
    refusal = shooting(book, {ELENIA: (33.02, 30)}).refuse("Yuri shoots Elenia")

    assert (refusal.rule, refusal.reason) == ("shoot.no-target", "out-of-range")
    assert (refusal.about["range"], refusal.about["distance"]) == (20_000, 20_020)


@pytest.mark.rule("gear.range")
def test_who_is_out_of_range_is_no_target_while_another_is_in_range(book: Rulebook) -> None:
    game = shooting(book, {ELENIA: (33.02, 30), YLISS: (10, 50)})

    assert game.objection("Yuri shoots Elenia") == ("gear.range", "out-of-range")
    assert game.objection("Yuri shoots Yliss") is None


@pytest.mark.rule("sight.cut")
def test_who_is_hidden_is_no_target_while_another_is_seen(book: Rulebook) -> None:
    wall = rock(radius=3)
    game = shooting(book, {ELENIA: (24, 30), YLISS: (10, 50)}, scenery=[wall], lying={"Rock": (17, 30)})

    refusal = game.refuse("Yuri shoots Elenia")

    assert (refusal.rule, refusal.reason, refusal.about["what"]) == ("sight.cut", "out-of-sight", "Rock")


@pytest.mark.rule("shoot.target")
def test_only_enemies_are_shot_at(book: Rulebook) -> None:
    game = shooting(book, {VLADD: (20, 30), ELENIA: (10, 50)})

    assert game.objection("Yuri shoots Vlädd") == ("shoot.target", "no-enemy")


@pytest.mark.rule("shoot.nearest")
def test_a_nearer_free_enemy_must_be_shot_at_first(book: Rulebook) -> None:
    game = shooting(book, {ELENIA: (10, 45), YLISS: (22, 30)})

    refusal = game.refuse("Yuri shoots Elenia")

    assert (refusal.rule, refusal.reason, refusal.about["nearer"]) == ("shoot.nearest", "not-nearest", YLISS)
    assert game.objection("Yuri shoots Yliss") is None


@pytest.mark.rule("shoot.nearest")
def test_of_two_who_are_equally_near_either_may_be_shot_at(book: Rulebook) -> None:
    """H-18, H-82: strictly nearer is what shields."""
    game = shooting(book, {ELENIA: (10, 45), YLISS: (25, 30), Piece(ELENIA.side, "Bob"): (30, 40)})

    assert game.objection("Yuri shoots Elenia") is None
    assert game.objection("Yuri shoots Yliss") is None
    assert game.objection("Yuri shoots Bob") == ("shoot.nearest", "not-nearest")


@pytest.mark.rule("shoot.nearest")
def test_an_engaged_enemy_may_be_ignored_and_may_be_chosen(book: Rulebook) -> None:
    """H-82; source: de 1041."""
    places: Places = {VLADD: (25, 30), YLISS: (22, 30), ELENIA: (10, 48), Piece(ELENIA.side, "Bob"): (10, 9)}
    game = shooting(book, places)

    assert game.objection("Yuri shoots Yliss") is None
    assert game.objection("Yuri shoots Elenia") is None
    assert game.objection("Yuri shoots Bob") == ("shoot.nearest", "not-nearest")


@pytest.mark.rule("shoot.nearest")
def test_an_engaged_enemy_farther_than_a_free_one_is_shielded_too(book: Rulebook) -> None:
    game = shooting(book, {VLADD: (10, 48), YLISS: (10, 45), ELENIA: (20, 30)})

    assert game.objection("Yuri shoots Yliss") == ("shoot.nearest", "not-nearest")


@pytest.mark.rule("shoot.target")
def test_who_is_not_seen_shields_nobody(book: Rulebook) -> None:
    wall = rock(radius=3)
    game = shooting(book, {ELENIA: (22, 30), YLISS: (10, 50)}, scenery=[wall], lying={"Rock": (15, 30)})

    game.play("Yuri shoots Yliss", "1111")

    assert game.last(AttackBegun).target == YLISS


@pytest.mark.rule("ranged.free")
def test_who_touches_an_enemy_does_not_shoot(book: Rulebook) -> None:
    game = shooting(book, {ELENIA: (13, 30), YLISS: (10, 45)})

    assert game.objection("Yuri shoots Yliss") == ("ranged.free", "not-free")
    assert game.objection("Yuri shoots Elenia") == ("ranged.free", "not-free")


@pytest.mark.rule("shoot.target", "contact.free")
def test_a_friend_in_contact_leaves_a_shooter_free(book: Rulebook) -> None:
    game = shooting(book, {VLADD: (13, 30), ELENIA: (10, 45)})

    game.play("Yuri shoots Elenia", "1111")

    assert game.last(AttackEnded).success is False


@pytest.mark.rule("shoot.no-target", books="en de it")
def test_without_a_legal_target_a_shot_is_refused_and_nothing_is_spent(book: Rulebook) -> None:
    """Source: en 549, it 878; the German book as them."""
    wall = rock(radius=3)
    game = shooting(book, {ELENIA: (24, 30)}, scenery=[wall], lying={"Rock": (17, 30)})

    assert game.objection("Yuri shoots Elenia") == ("shoot.no-target", "out-of-sight")
    assert (game[YURI].ap, game[YURI].used_round, game[YURI].used_match) == (3, {}, {})


@pytest.mark.rule("shoot.no-target", "action.cost", "gear.per-match", books="fr pt")
def test_without_a_legal_target_a_shot_fails_and_is_spent(book: Rulebook) -> None:
    """Source: fr 676, pt 541; H-81: the point, the attack and the use of the weapon."""
    wall = rock(radius=3)
    game = shooting(book, {ELENIA: (24, 30)}, scenery=[wall], lying={"Rock": (17, 30)})

    game.play("Yuri shoots Elenia")

    assert game.last(AttackBegun).rule == "shoot.no-target"
    assert (game.last(AttackEnded).success, game.events(Rolled)) == (False, [])
    assert [event.n for event in game.events(ApSpent)] == [1]
    assert game[YURI].used_round == {"attack": 1, "gear.Knives.shooting": 1}
    assert game[YURI].used_match["gear.Knives.shooting"] == 1


@pytest.mark.rule("shoot.no-target", books="fr pt")
def test_out_of_range_too_a_shot_fails_and_is_spent(book: Rulebook) -> None:
    game = shooting(book, {ELENIA: (40, 30)}).play("Yuri shoots Elenia")

    assert game.last(AttackBegun).rule == "shoot.no-target"


@pytest.mark.rule("shoot.obstacles", "sight.obstacle", "shoot.roll")
def test_each_obstacle_costs_a_point_of_cbt(book: Rulebook) -> None:
    """A fighter and a post reach into the corridor, a low wall fills it."""
    low = rock("Low wall", radius=2, sight=SightBlocking.OBSTACLE)
    post = rock("Post", radius=0.5)
    lying = {"Low wall": (24.0, 30.0), "Post": (20.0, 31.5)}
    game = shooting(book, {ELENIA: (30, 30), VLADD: (15, 28)}, scenery=[low, post], lying=lying)

    game.play("Yuri shoots Elenia", "1")

    assert game.last(Rolled).pool[-1] == Part("shoot.obstacles", -3)


@pytest.mark.rule("shoot.engaged", "contact.touch")
def test_an_odd_roll_into_a_melee_hits_the_nearest_of_either_side(book: Rulebook) -> None:
    """H-84: Vlädd, the shooter's friend, is nearer to him than Yliss, the target's."""
    places: Places = {ELENIA: (20, 30), VLADD: (18.5, 32.598), YLISS: (23, 30)}
    game = shooting(book, places)

    game.play("Yuri shoots Elenia", "411", "2", "111")

    assert game.last(Redirected).victim == VLADD
    assert game.last(AttackEnded).victim == VLADD


@pytest.mark.rule("shoot.engaged")
def test_it_may_be_a_comrade_of_the_target(book: Rulebook) -> None:
    places: Places = {ELENIA: (20, 30), VLADD: (23, 30), YLISS: (20, 33)}
    game = shooting(book, places)

    game.play("Yuri shoots Elenia", "4111", "2", "444")

    assert game.last(Redirected).as_dict() == {
        "rule": "shoot.engaged",
        "shooter": YURI,
        "target": ELENIA,
        "victim": YLISS,
        "successes": 1,
    }


@pytest.mark.rule("shoot.roll")
def test_an_even_roll_hits_the_target(book: Rulebook) -> None:
    game = shooting(book, {ELENIA: (20, 30), VLADD: (23, 30)})

    game.play("Yuri shoots Elenia", "4411", "2", "4411")

    assert (game.events(Redirected), game[ELENIA].lost) == ([], {ARMS: 2})


@pytest.mark.rule("shoot.roll")
def test_a_target_that_touches_only_friends_is_free(book: Rulebook) -> None:
    game = shooting(book, {ELENIA: (20, 30), YLISS: (23, 30)})

    game.play("Yuri shoots Elenia", "4111", "2", "444")

    assert game.last(AttackEnded).victim == ELENIA


@pytest.mark.rule("shoot.engaged")
def test_among_equally_near_fighters_the_first_player_picks(book: Rulebook) -> None:
    places: Places = {ELENIA: (20, 30), VLADD: (20, 33), YLISS: (20, 27)}
    game = shooting(book, places)

    game.play("Yuri shoots Elenia", "4111")
    assert (game.question.rule, game.question.asked) == ("shoot.engaged", YURI.side)
    game.play("red picks Yliss", "6", "111")

    assert game.last(Redirected).victim == YLISS


@pytest.mark.rule("shoot.engaged", "shoot.strength", "shoot.location")
def test_what_is_spent_on_the_location_does_not_change_whom_it_hits(book: Rulebook) -> None:
    """Three successes are odd, whatever becomes of them; the German book keeps one."""
    game = shooting(book, {ELENIA: (20, 30), VLADD: (23, 30)})
    spent, face, left = (2, 6, 1) if book.key == "de" else (3, 6, 0)

    game.play("Yuri shoots Elenia", "4441", str(face - spent), f"Yuri shifts to {face}", "4" * (2 + left))

    assert game.last(Redirected).victim == VLADD
    assert game[VLADD].lost == {LEGS: 2 + left}


@pytest.mark.rule("shoot.engaged", "shoot.wounds")
def test_the_new_target_brings_its_own_vig_and_limbs(book: Rulebook) -> None:
    """H-85."""
    cards = {**ARMED, VLADD: fighter(vig=6)}
    game = active(book, {YURI: (10, 30), ELENIA: (20, 30), VLADD: (23, 30)}, cards=cards)

    game.play("Yuri shoots Elenia", "4111", "4", "651")

    assert game.last(Rolled).needed == 6
    assert game[VLADD].lost == {TORSO: 1}


@pytest.mark.rule("shoot.nearest", "shoot.obstacles", "sight.cut", books="fr")
def test_yuri_must_shoot_at_the_berserk_man(book: Rulebook) -> None:
    """Source: fr 358: past the lamp-post, at one point less; the book prints no measures."""
    berserk, ilona = Piece(ELENIA.side, "Berserk-Man"), Piece(ELENIA.side, "Sister Ilona")
    suffering, yliss = Piece(ELENIA.side, "Suffering-Man"), Piece(ELENIA.side, "Sister Yliss")
    places: Places = {
        YURI: (30, 16),
        ilona: (22, 33),
        berserk: (34, 32),
        yliss: (35.5, 38),
        suffering: (12, 27),
    }
    game = active(
        book,
        places,
        cards={
            YURI: fighter(gear=[item("Bow", use(SHOOTING, strength=2))]),
            berserk: fighter().with_changes(base=40),
        },
        scenery=[rock("Lamp-post", radius=0.3), rock("Kiosk", radius=3)],
        lying={"Lamp-post": (33, 23.5), "Kiosk": (19, 21)},
    )

    assert game.objection("Yuri shoots Sister Ilona") == ("shoot.nearest", "not-nearest")
    assert game.objection("Yuri shoots Suffering-Man") == ("sight.cut", "out-of-sight")
    assert game.objection("Yuri shoots Sister Yliss") == ("sight.cut", "out-of-sight")
    game.play("Yuri shoots Berserk-Man", "111")
    assert game.last(Rolled).pool[-1] == Part("shoot.obstacles", -1)


@pytest.mark.parametrize("among", [[YLISS, ELENIA], [ELENIA, YLISS]])
def test_where_nobody_measures_eyes_order_fighters_by_their_distance(among: list[Piece]) -> None:
    game = Game(rulebook("en"), {YURI: (10, 30), ELENIA: (20, 30), YLISS: (30, 30)})
    nearer = {(ELENIA, YLISS): True, (YLISS, ELENIA): False}
    told: dict[Fact, bool] = {Touching(one=YURI, other=piece): False for piece in among}
    told |= {Nearer(of=YURI, one=one, other=other): so for (one, other), so in nearer.items()}
    game.match.state.field = ToldField(told)

    assert sort_by_distance(game.match, YURI, among) == [ELENIA, YLISS]


@pytest.mark.parametrize("among", [[YLISS, ELENIA], [ELENIA, YLISS]])
def test_where_nobody_measures_who_are_equally_near_are_all_nearest(among: list[Piece]) -> None:
    game = Game(rulebook("en"), {YURI: (10, 30), ELENIA: (20, 30), YLISS: (30, 30)})
    told: dict[Fact, bool] = {Touching(one=YURI, other=piece): False for piece in among}
    told |= {Nearer(of=YURI, one=one, other=other): False for one, other in permutations(among)}
    game.match.state.field = ToldField(told)

    assert nearest_fighters(game.match, YURI, among) == among
