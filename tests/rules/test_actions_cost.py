"""What actions cost and how often they may be done (chapter 5)."""

import pytest
from duels import CBT, DODGE, ELENIA, FEAR, PASSIVE, SHOOTING, YURI, Duel, fighter, item, use

from edencli.match.events import ApSpent, Used
from edencli.match.match import Act, Query
from edencli.match.reasons import Part
from edencli.match.rules_api import objections, value
from edencli.model.fighter import Ability, Cost, UseLimits
from edencli.model.terms import AbilityKind, Quantity
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules.acts import Dodge, Extinguish, Melee, Respond, StrikeAtLeaver, UseAbility, pay

ATTACK = Melee(fighter=YURI, target=ELENIA)


@pytest.mark.rule("action.attack", "action.cost")
def test_an_attack_costs_one_action_point(book: Rulebook) -> None:
    duel = Duel(book)

    duel.strikes("1111")

    assert value(duel.match, Query("ap", YURI, ATTACK)).parts == (Part("action.cost", 1),)
    assert duel[YURI].ap == 2
    assert duel.events(ApSpent) == [ApSpent(rule="action.cost", fighter=YURI, n=1, act="action.attack")]


def test_what_is_no_walk_has_no_length(book: Rulebook) -> None:
    duel = Duel(book)
    acts = (
        ATTACK,
        Dodge(fighter=YURI),
        Respond(fighter=YURI),
        StrikeAtLeaver(fighter=YURI),
        Extinguish(fighter=YURI),
    )

    assert [value(duel.match, Query(Quantity.DISTANCE, YURI, act)).parts for act in acts] == [()] * len(acts)


@pytest.mark.rule("action.cost")
def test_an_attack_without_a_point_is_refused_and_nothing_is_lost(book: Rulebook) -> None:
    duel = Duel(book)
    duel[YURI].ap = 0

    refusal = duel.refusal(ATTACK)

    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("action.cost", "too-few-ap")
    assert (refusal.about["needed"], refusal.about["has"]) == (1, 0)
    assert duel.match.log == []


@pytest.mark.rule("action.attack", "action.per-round")
def test_a_fighter_attacks_twice_a_round(book: Rulebook) -> None:
    duel = Duel(book)

    duel.strikes("1111")
    duel.strikes("1111")

    assert value(duel.match, Query("per-round", YURI, ATTACK)).parts == (Part("action.per-round", 2),)
    refusal = duel.refusal(ATTACK)
    assert refusal is not None
    assert (refusal.rule, refusal.about["limit"]) == ("action.per-round", 2)
    assert duel[YURI].ap == 1


@pytest.mark.rule("action.per-round", "action.attack")
def test_attacks_of_every_kind_are_counted_together(book: Rulebook) -> None:
    """H-57: melee, shots, responses and strikes at leavers share one count."""
    duel = Duel(book, fighter(gear=[item("Bow", use(SHOOTING, strength=1, bonus={CBT: 0}))]))

    duel.shoots("1111")
    duel.play(pay(duel.match, StrikeAtLeaver(fighter=YURI)))

    assert duel[YURI].used_round == {"attack": 2}
    for act in (ATTACK, duel.shot(), Respond(fighter=YURI), StrikeAtLeaver(fighter=YURI)):
        assert duel.refusal(act).rule == "action.per-round"  # type: ignore[union-attr]
    assert duel.refusal(Dodge(fighter=YURI)) is None


@pytest.mark.rule("action.free", "action.attack")
def test_a_free_attack_costs_nothing_and_counts(book: Rulebook) -> None:
    duel = Duel(book)

    duel.attacks(Melee(fighter=YURI, target=ELENIA, free=True), "1111", reaction=PASSIVE)

    assert (duel[YURI].ap, duel[YURI].used_round) == (3, {"attack": 1})


@pytest.mark.rule("action.free", "action.per-round")
def test_a_free_attack_too_is_refused_beyond_the_limit(book: Rulebook) -> None:
    """H-58."""
    duel = Duel(book)
    duel[YURI].used_round = {"attack": 2}

    assert duel.refusal(ATTACK.with_changes(free=True)).rule == "action.per-round"  # type: ignore[union-attr]


@pytest.mark.rule("action.leftover-ap", "action.cost", "melee.dodge")
def test_points_that_are_left_pay_for_reactions(book: Rulebook) -> None:
    duel = Duel(book)
    duel[ELENIA].activated, duel[ELENIA].ap = True, 1

    duel.strikes("4111  2  4111", reaction=DODGE)

    assert duel[ELENIA].ap == 0


@pytest.mark.rule("action.per-match", "action.per-round")
def test_an_ability_has_the_limits_of_its_card(book: Rulebook) -> None:
    """A 3/match and 1/round action: once a round, three times in all."""
    trick = Ability(
        name="Trick",
        kind=AbilityKind.ACTION,
        cost=Cost(ap=0),
        limit=UseLimits(per_round=1, per_match=3),
        text="",
    )
    duel = Duel(book, fighter().with_changes(abilities=(trick,)))
    act = UseAbility(fighter=YURI, ability=trick)

    for _ in range(3):
        assert duel.refusal(act) is None
        duel.play(pay(duel.match, act))
        if duel[YURI].used_match["ability.Trick"] < 3:
            assert duel.refusal(act).rule == "action.per-round"  # type: ignore[union-attr]
        duel[YURI].used_round = {}

    refusal = duel.refusal(act)
    assert refusal is not None
    assert (refusal.rule, refusal.about["limit"]) == ("action.per-match", 3)
    assert len(duel.events(Used)) == 3


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (ATTACK, ["state.fear", "action.cost"]),
        (Respond(fighter=YURI), ["state.fear", "action.cost"]),
        (StrikeAtLeaver(fighter=YURI), ["state.fear", "action.cost"]),
        (Extinguish(fighter=YURI), ["state.fear", "action.extinguish", "action.cost"]),
        (Dodge(fighter=YURI), ["action.cost"]),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, Act) else None,
)
def test_all_that_speaks_against_an_act_is_told_in_the_order_of_the_book(act: Act, told: list[str]) -> None:
    """Whether he may at all comes before whether he can pay."""
    duel = Duel(rulebook("en"), rulings={"extinguish-under-fear": False})
    duel[YURI].markers, duel[YURI].ap = {FEAR: 1}, 0

    assert [refusal.rule for refusal in objections(duel.match, act)] == told
