"""Where a fighter can go: every place that is told can be walked to, and no other move is promised."""

from duels import ELENIA, YURI
from tables import FLAT, table, wall

from edencli.field.units import PER_CM, compare_lengths
from edencli.match.match import Match
from edencli.rulebooks.values import rulebook
from edencli.rules.acts import Move
from edencli.rules.ground import base
from edencli.rules.inquiry import moves_left, reachable_area, way_to

EN = rulebook("en")


def crossing() -> Match:
    """A wall in the way, slow ground beyond it, an enemy near by."""
    return table(
        EN,
        {YURI: (20.4, 20.3), ELENIA: (30, 26)},
        (wall("Wall", width=2, depth=12), (25, 20)),
        (wall("Marsh", width=8, depth=8, sight=FLAT, crossable=True, slow=True), (14, 27)),
    )


def test_every_place_within_one_move_is_a_move_that_fits() -> None:
    match = crossing()
    reach = reachable_area(match, YURI)

    ways = [way_to(match, YURI, place) for place in reach.one]
    assert [way.act.path[-1] for way in ways if not way.fits] == []
    assert len(ways) > 40


def test_what_lies_beyond_takes_more_than_one_move_and_no_more_than_all() -> None:
    match = crossing()
    reach = reachable_area(match, YURI)

    for place in reach.more[::7]:
        plan = way_to(match, YURI, place).plan
        assert plan is not None
        assert compare_lengths(plan.price.total, reach.moves * reach.allowance) <= 0
    assert set(reach.one).isdisjoint(reach.more)


def test_on_an_open_field_every_place_that_all_moves_pay_for_is_told() -> None:
    match = table(EN, {YURI: (30, 30), ELENIA: (55, 55)})
    reach = reachable_area(match, YURI)
    start, most = base(match, YURI).centre, reach.moves * reach.allowance

    far = {place: (place.x - start.x) ** 2 + (place.y - start.y) ** 2 for place in (*reach.one, *reach.more)}
    assert all((off <= reach.allowance**2) is (place in reach.one) for place, off in far.items())
    assert {n % reach.grain for place in far for n in place} == {reach.grain // 2}
    assert (most - 2 * reach.grain) ** 2 < max(far.values()) <= most**2


def test_nothing_solid_and_nobody_can_be_walked_into() -> None:
    match = crossing()
    reach = reachable_area(match, YURI)
    far = base(match, ELENIA)

    everywhere = [*reach.one, *reach.more]
    assert all(
        (place.x - far.x) ** 2 + (place.y - far.y) ** 2 >= (2.99 * PER_CM) ** 2 for place in everywhere
    )
    assert not any(24_000 < place.x < 26_000 and 14_000 < place.y < 26_000 for place in everywhere)


def test_ap_and_the_rounds_limit_say_how_many_moves_are_left() -> None:
    match = crossing()
    act = Move(fighter=YURI, path=(base(match, YURI).centre,))
    fighter = match.state_of(YURI)

    fighter.ap = 3
    assert moves_left(match, act) == 3
    fighter.ap = 2
    assert moves_left(match, act) == 2
    fighter.ap, fighter.used_round = 3, {"move": 2}
    assert moves_left(match, act) == 1
    fighter.ap, fighter.used_round = 9, {}
    assert moves_left(match, act) == EN.actions.move.per_round == 3
    fighter.used_round = {"move": 3}
    assert moves_left(match, act) == 0


def test_who_cannot_move_goes_nowhere_and_is_told_why() -> None:
    match = crossing()
    match.state_of(YURI).ap = 0
    reach = reachable_area(match, YURI)

    assert (reach.moves, reach.one, reach.more) == (0, (), ())
    assert [refusal.rule for refusal in reach.objections] == ["action.cost"]
