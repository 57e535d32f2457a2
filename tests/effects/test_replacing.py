"""A card does something else in the place of a change, or before it, or has another fighter suffer it."""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import partial
from typing import Any

import pytest
from duels import BLUE, ELENIA, FEAR, LEGS, RAGE, RED, TORSO, VLADD, YLISS, YURI, fighter
from effects.carded import PLACES, Played, ability, begun, tactic

from edencli.bots.lookahead import play_procedure
from edencli.field.shapes import Point
from edencli.match.card_events import CardTookEffect, PassedOn
from edencli.match.events import (
    AttackBegun,
    AttackPrevented,
    CpLost,
    Healed,
    Left,
    LimbChanged,
    MarkersAdded,
    MarkersRemoved,
    Wounded,
)
from edencli.match.field_kinds import BareField
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.questions import OrderChoice
from edencli.match.rules_api import do
from edencli.match.state import Gone, Token
from edencli.match.table_events import Placed
from edencli.model.fighter import Ability, Equipment, Use
from edencli.model.terms import Category, LimbName
from edencli.rules.acts import Melee, Move, UseAbility
from edencli.rules.questions import UseChoice

ATTACK = [
    ("activation.designate", ELENIA),
    ("action.cost", Melee(fighter=ELENIA, target=YURI)),
    ("melee.reaction", "passive"),
]
TWO_IN_TORSO = "66114"
TO_ANOTHER = (
    "- {{effect: instead, event: {event}, sufferer: {{the: user}}, change: {{change: redirect, to: {to}}}}}"
)


def attacked(abilities: Mapping[Piece, Sequence[Ability]], **more: Any) -> Match:
    """A match in which Elenia is about to attack Yuri."""
    match = begun(abilities, **more)
    match.state.first_player = BLUE
    return match


def pass_on(event: str, to: str) -> Ability:
    return ability(TO_ANOTHER.format(event=event, to=to), name="Pass on")


@pytest.mark.rule("card-over-rule", "wound.wound", books="en")
def test_another_fighter_suffers_the_wounds_and_his_own_protection_counts() -> None:
    coat = Equipment(name="Coat", uses=(Use(category=Category.PR, protection={TORSO: 1}),))
    match = attacked({YURI: [pass_on("wounded", "{side: allies}")]}, profiles={VLADD: fighter(gear=(coat,))})

    played = Played(match, ATTACK, dice=TWO_IN_TORSO)

    (wounded,) = played.events(Wounded)
    assert (wounded.victim, wounded.absorbed, wounded.passed_on_by) == (VLADD, 1, (YURI,))
    assert (match.state_of(YURI).lost, match.state_of(VLADD).lost) == ({}, {TORSO: 1})
    assert [(event.fighter, event.to) for event in played.events(PassedOn)] == [(YURI, VLADD)]


@pytest.mark.parametrize("event", ["wounded", "cp-lost"])
def test_what_is_passed_on_never_comes_back(event: str) -> None:
    match = attacked(
        {YURI: [pass_on("wounded", "{side: allies}")], VLADD: [pass_on(event, "{side: allies}")]}
    )

    played = Played(match, ATTACK, dice=TWO_IN_TORSO)

    assert match.state_of(VLADD).lost == {TORSO: 2}
    assert len(played.events(PassedOn)) == 1


@pytest.mark.parametrize(("limb", "passed"), [(TORSO, 0), (LEGS, 1)])
def test_who_has_no_cp_left_in_a_limb_suffers_none_there_for_another(limb: LimbName, passed: int) -> None:
    """A card keeps Vlädd on the field."""
    match = attacked({YURI: [pass_on("cp-lost", "{side: allies}")]})
    match.state_of(VLADD).lost = {limb: 6}

    played = Played(match, ATTACK, dice=TWO_IN_TORSO)

    assert len(played.events(PassedOn)) == passed
    assert match.state_of(YURI).lost == ({} if passed else {TORSO: 2})


def test_cp_that_another_loses_put_out_that_other() -> None:
    match = attacked({YURI: [pass_on("cp-lost", "{side: allies}")]})
    match.state_of(VLADD).lost = {TORSO: 5}

    played = Played(match, ATTACK, dice=TWO_IN_TORSO)

    assert [event.limbs for event in played.events(CpLost)] == [{TORSO: 1}]
    assert match.state_of(VLADD).gone is Gone.INCAPACITATED
    assert match.state_of(YURI).lost == {}


def test_a_limb_that_becomes_wounded_is_told_of_the_one_who_suffers() -> None:
    match = attacked({YURI: [pass_on("wounded", "{side: allies}")]})
    match.state_of(VLADD).lost = {TORSO: 2}

    played = Played(match, ATTACK, dice=TWO_IN_TORSO)

    assert [event.victim for event in played.events(LimbChanged)] == [VLADD]


def test_of_several_the_cards_player_picks() -> None:
    match = attacked({YURI: [pass_on("wounded", "{side: enemies}")]})

    Played(match, [*ATTACK, ("card-over-rule", YLISS)], dice=TWO_IN_TORSO)

    assert match.state_of(YLISS).lost == {TORSO: 2}


def test_with_nobody_to_suffer_it_the_card_does_nothing() -> None:
    match = attacked({YURI: [pass_on("wounded", "{side: allies, within: 1, of: doer}")]})

    played = Played(match, ATTACK, dice=TWO_IN_TORSO)

    assert match.state_of(YURI).lost == {TORSO: 2}
    assert played.worked == []


def test_markers_and_healing_go_to_another() -> None:
    helps = """
    - {effect: now, do: [{op: give-markers, who: {the: user}, marker: rage}]}
    - {effect: now, do: [{op: heal, who: {the: user}, limb: legs}]}
    """
    both = TO_ANOTHER.format(event="markers-added", to="{the: leader}") + "\n"
    both += TO_ANOTHER.format(event="healed", to="{the: leader}")
    match = begun({VLADD: [ability(helps, name="Help", kind="action"), ability(both)]})
    match.state_of(VLADD).lost = {LEGS: 1}
    match.state_of(YURI).lost = {LEGS: 3}

    use_it = match.state_of(VLADD).card.abilities[0]
    played = Played(
        match, [("activation.designate", VLADD), ("action.cost", UseAbility(fighter=VLADD, ability=use_it))]
    )

    assert [event.fighter for event in (*played.events(MarkersAdded), *played.events(Healed))] == [YURI] * 2
    assert [event.victim for event in played.events(LimbChanged)] == [YURI]
    assert (match.state_of(VLADD).lost, match.state_of(YURI).lost) == ({LEGS: 1}, {LEGS: 2})


REPLACED = """
- effect: instead
  event: wounded
  sufferer: {the: user}
  change: {change: replace, do: [{op: lose-cp, who: {the: doer}, limb: same, n: {event: amount}}]}
"""


@pytest.mark.rule("card-over-rule", books="en")
def test_something_else_is_done_with_the_values_of_what_does_not_happen() -> None:
    match = attacked({YURI: [ability(REPLACED)]})

    Played(match, ATTACK, dice=TWO_IN_TORSO)

    assert (match.state_of(YURI).lost, match.state_of(ELENIA).lost) == ({}, {TORSO: 2})


def test_a_card_does_not_replace_what_it_does_itself() -> None:
    milder = REPLACED.replace("op: lose-cp, who: {the: doer}", "op: wound, who: {the: user}")
    milder = milder.replace("{event: amount}", "1")
    match = attacked({YURI: [ability(milder)]})

    played = Played(match, ATTACK, dice=TWO_IN_TORSO)

    assert match.state_of(YURI).lost == {TORSO: 1}
    assert played.worked == ["Trick"]


DOUBT = """
- effect: instead
  event: attack-begun
  doer: {side: enemies}
  sufferer: {the: user}
  change:
    change: first
    do: [{op: roll, who: {the: doer}, stat: psi, difficulty: 4, failed: [{op: prevent}]}]
"""


@pytest.mark.parametrize(("dice", "prevented"), [("1111", True), ("6111" + TWO_IN_TORSO, False)])
def test_a_roll_decides_whether_an_attack_goes_on_and_its_price_stays_paid(
    dice: str, *, prevented: bool
) -> None:
    match = attacked({YURI: [ability(DOUBT)]})

    played = Played(match, ATTACK[:2] if prevented else ATTACK, dice=dice)

    assert bool(played.events(AttackPrevented)) is prevented
    assert match.state_of(ELENIA).ap == 2
    assert bool(match.state_of(YURI).lost) is not prevented


def test_what_is_tried_on_a_copy_prevents_nothing_in_the_match() -> None:
    picks = DOUBT.replace(
        "{op: roll, who: {the: doer}, stat: psi, difficulty: 4, failed: [{op: prevent}]}",
        "{op: pick-one, options: [{name: Stop, do: [{op: prevent}]}, {name: Go, do: [{op: give-vp}]}]}",
    )
    match = attacked({YURI: [ability(picks)]})
    played = Played(match, ATTACK[:2])
    question = played.referee.question
    assert question is not None

    for option in (0, 1):
        twin = copy(match)
        twin.state, twin.log = match.state.copy(), list(match.log)
        list(question.trial(twin, option))  # type: ignore[attr-defined]
    played.referee.answer(1)

    assert not played.events(AttackPrevented)


STAYS = "- {effect: instead, event: left, sufferer: {side: own, out: true}, change: {change: prevent}}"


@pytest.mark.parametrize(("why", "stays"), [(Gone.INCAPACITATED, True), (Gone.REMOVED, False)])
def test_who_would_be_put_out_of_action_is_meant_by_out_and_who_only_leaves_is_not(
    why: Gone, *, stays: bool
) -> None:
    match = begun({VLADD: [ability(STAYS)]})

    answers = list(do(match, Left(rule="wound.incapacitated", fighter=YURI, why=why)))

    assert answers == []
    assert match.is_on_field(YURI) is stays


def before(event: str, done: str) -> Ability:
    """An ability of which something is done before such a change of its fighter."""
    role = "sufferer" if event != "moved" else "doer"
    change = f"{{change: first, do: [{done}]}}"
    text = f"- {{effect: instead, event: {event}, {role}: {{the: user}}, change: {change}}}"
    return ability(text, name="Before")


@pytest.mark.parametrize(
    ("event", "done", "kind", "happens"),
    [
        (
            "markers-removed",
            "{op: take-markers, who: {the: user}, marker: rage, n: 1}",
            MarkersRemoved,
            [1, 1],
        ),
        ("markers-removed", "{op: take-markers, who: {the: user}, marker: rage}", MarkersRemoved, [2]),
        ("markers-removed", "{op: give-vp}", MarkersRemoved, [2]),
        ("healed", "{op: heal, who: {the: user}, limb: legs, n: 2}", Healed, [2]),
        ("healed", "{op: heal, who: {the: user}, limb: legs, n: 1}", Healed, [1, 1]),
    ],
)
def test_what_is_done_first_leaves_of_the_change_what_there_still_is(
    event: str, done: str, kind: Any, happens: list[int]
) -> None:
    """Two markers of rage are to be taken from Yuri, and two CP in Yuri's legs to be healed."""
    both = """
    - {effect: now, do: [{op: take-markers, who: {the: leader}, marker: rage, n: 2}]}
    - {effect: now, do: [{op: heal, who: {the: leader}, limb: legs, n: 2}]}
    """
    match = begun({YURI: [before(event, done)]}, tactics={RED: [tactic(both)]}, step="tactical-phase")
    match.state_of(YURI).markers, match.state_of(YURI).lost = {RAGE: 2}, {LEGS: 2}

    played = Played(match, [("tactical-phase.play", "Ruse")])

    assert [one.n for one in played.events(kind)] == happens


def test_no_cp_are_lost_where_none_are_left_once_something_was_done_first() -> None:
    """A card keeps Yuri on the field, whose torso has lost all."""
    stays = "- {effect: instead, event: left, sufferer: {the: user}, change: {change: prevent}}"
    loses = before("cp-lost", "{op: lose-cp, who: {the: user}, limb: torso, n: 9}")
    match = attacked({YURI: [loses, ability(stays, name="Stays")]})

    played = Played(match, ATTACK, dice=TWO_IN_TORSO)

    assert [event.limbs for event in played.events(CpLost)] == [{TORSO: 6}]
    assert match.is_on_field(YURI)


AWAY = "{{op: push, who: {{the: {}}}, n: 3, of: user}}"


@pytest.mark.parametrize(("pushed", "happens"), [("enemy-leader", False), ("target", True)])
def test_a_movement_does_not_happen_where_another_fighter_was_moved_first(
    pushed: str, *, happens: bool
) -> None:
    """Any base might be in its way now; where no base was moved, it happens."""
    match = begun({YURI: [before("moved", AWAY.format(pushed))]})
    go = Move(fighter=YURI, path=(Point(20_000, 20_000), Point(17_000, 20_000)))
    match.state.place_fighter(ELENIA, (30_000, 20_000))

    Played(match, [("activation.designate", YURI), ("action.cost", go)])

    assert (match.state_of(YURI).place == (17_000, 20_000)) is happens


@pytest.mark.parametrize(
    ("pushed", "happens"), [("{the: doer}", False), ("{the: user}", False), ("{side: allies}", True)]
)
def test_an_attack_happens_where_neither_of_both_was_moved_first(pushed: str, *, happens: bool) -> None:
    away = f"{{op: push, who: {pushed}, n: 2, name: Well}}"
    match = attacked({YURI: [before("attack-begun", away)]}, places={**PLACES, VLADD: (20, 30)})
    match.state.tokens = (Token("Well", (21_500, 15_000), 1_000, area=True),)

    played = Played(match, ATTACK if happens else ATTACK[:2])

    assert bool(played.events(AttackPrevented)) is not happens
    assert bool(played.events(AttackBegun)) is happens


@pytest.mark.parametrize("gone", ["{the: doer}", "{the: user}"])
def test_on_a_field_without_places_an_attack_needs_both_as_well(gone: str) -> None:
    match = attacked({YURI: [before("attack-begun", f"{{op: remove, who: {gone}}}")]}, places={})
    for one in match.state.fighters.values():
        one.put_on_field(None)
    match.state.field = BareField()

    played = Played(match, ATTACK[:2])

    assert played.events(AttackPrevented)


def test_who_is_brought_back_by_agreement_is_placed_after_something_was_done_first() -> None:
    match = begun(
        {YURI: [ability("- {effect: instead, event: placed, change: {change: first, do: [{op: give-vp}]}}")]}
    )
    match.state.remove_fighter(VLADD, Gone.REMOVED)
    there = Placed(rule="card-over-rule", fighter=VLADD, place=(30_000, 50_000))

    then, _ = play_procedure(match, lambda one: do(one, there))

    assert then.state_of(VLADD).place == (30_000, 50_000)
    assert then.state.sides[RED].vp == 1


@pytest.mark.parametrize("word", ["replace", "first"])
def test_a_card_that_finds_no_target_does_nothing_in_the_place_of_a_change(word: str) -> None:
    curse = """
    - effect: instead
      event: wounded
      sufferer: {the: user}
      change: {change: WORD, choose: {who: {side: enemies, marker: fear}}, do: [{op: give-ap}]}
    """
    for markers, worked in (({}, []), ({FEAR: 1}, ["Trick"])):
        match = attacked({YURI: [ability(curse.replace("WORD", word))]})
        match.state_of(YLISS).markers = dict(markers)

        played = Played(match, ATTACK, dice=TWO_IN_TORSO)

        assert played.worked == worked
        assert (match.state_of(YLISS).ap == 4) is bool(worked)
        assert match.state_of(YURI).lost == ({} if worked and word == "replace" else {TORSO: 2})


def test_healing_is_not_passed_on_to_who_is_not_hurt_there() -> None:
    helps = "- {effect: now, do: [{op: heal, who: {the: user}, limb: legs}]}"
    match = begun(
        {VLADD: [ability(helps, name="Help", kind="action"), pass_on("healed", "{side: own}")]},
        places=PLACES | {YURI: (20, 20)},
    )
    match.state_of(VLADD).lost, match.state_of(YURI).lost = {LEGS: 2}, {TORSO: 1}
    use_it = UseAbility(fighter=VLADD, ability=match.state_of(VLADD).card.abilities[0])

    played = Played(match, [("activation.designate", VLADD), ("action.cost", use_it)])

    assert played.events(PassedOn) == []
    assert (match.state_of(VLADD).lost, match.state_of(YURI).lost) == ({LEGS: 1}, {TORSO: 1})


COAT = Equipment(name="Coat", uses=(Use(category=Category.PR, protection={TORSO: 1}),))


@pytest.mark.parametrize(
    ("event", "change", "worn", "used", "unused"),
    [
        ("wounded", "{change: less}", (COAT,), {}, {TORSO: 1}),
        ("wounded", "{change: prevent}", (), {}, {TORSO: 2}),
        ("wounded", "{change: more}", (), {TORSO: 3}, {TORSO: 2}),
        ("cp-lost", "{change: prevent}", (), {}, {TORSO: 2}),
    ],
)
def test_who_is_asked_may_try_what_comes_of_it_either_way(
    event: str, change: str, worn: tuple[Equipment, ...], used: object, unused: object
) -> None:
    """The question says which change it is about."""
    text = f"- {{effect: instead, event: {event}, sufferer: {{the: user}}, may: true, change: {change}}}"
    match = attacked({YURI: [ability(text)]}, profiles={YURI: fighter(gear=worn)})
    question = Played(match, ATTACK, dice=TWO_IN_TORSO).referee.question
    assert isinstance(question, UseChoice)
    trial: Any = question.trial

    found = [play_procedure(match, partial(trial, answer=answer))[0] for answer in (True, None)]

    assert [one.state_of(YURI).lost for one in found] == [used, unused]
    assert (question.change.kind, question.change.victim) == (event, YURI)
    assert (question.asked, question.card, question.ap, question.sp) == (RED, "Trick", 0, 0)
    assert match.state_of(YURI).lost == {}


LAST_ACT = "- {effect: instead, event: left, sufferer: {the: user}, change: {change: first, do: [DO]}}"


def test_a_last_act_is_done_before_a_fighter_leaves_who_leaves_after_all() -> None:
    acts = LAST_ACT.replace("DO", "{op: lose-cp, who: {side: enemies, touching: user}, limb: legs}")
    match = attacked({YURI: [ability(acts)]})
    match.state_of(YURI).lost = {TORSO: 5}

    played = Played(match, ATTACK, dice=TWO_IN_TORSO)

    assert match.state_of(ELENIA).lost == {LEGS: 1}
    assert [event.fighter for event in played.events(Left)] == [YURI]


def test_who_leaves_by_what_is_done_first_leaves_once() -> None:
    acts = LAST_ACT.replace("DO", "{op: remove, who: {the: user}}")
    match = attacked({YURI: [ability(acts)]})
    match.state_of(YURI).lost = {TORSO: 5}

    played = Played(match, ATTACK, dice=TWO_IN_TORSO)

    assert [event.why for event in played.events(Left)] == [Gone.REMOVED]


def test_an_attack_on_who_was_moved_away_first_does_not_happen() -> None:
    away = DOUBT.replace(
        "{op: roll, who: {the: doer}, stat: psi, difficulty: 4, failed: [{op: prevent}]}",
        "{op: push, who: {the: doer}, n: 5}",
    )
    match = attacked({YURI: [ability(away)]})

    played = Played(match, ATTACK[:2])

    assert len(played.events(AttackPrevented)) == 1


def asked_orders(played: Played) -> list[tuple[Side, tuple[str, ...]]]:
    return [
        (question.asked, question.names)
        for question in played.asked
        if type(question) is OrderChoice and question.names and isinstance(question.names[0], str)
    ]


def test_whose_fighter_suffers_picks_among_their_own_cards_before_all_others() -> None:
    """Yuri's player picks; a card of the other side comes when none of theirs is left."""
    less = "- {effect: instead, event: wounded, sufferer: {the: user}, change: {change: less}}"
    more = "- {effect: instead, event: wounded, sufferer: {side: enemies}, change: {change: more}}"
    match = attacked(
        {YURI: [ability(REPLACED), ability(less, name="Less")], YLISS: [ability(more, name="More")]}
    )

    played = Played(match, [*ATTACK, ("simultaneous", 1)], dice=TWO_IN_TORSO)

    assert asked_orders(played) == [(RED, ("Trick", "Less"))]
    assert played.worked == ["Less", "Trick"]
    assert match.state_of(ELENIA).lost == {TORSO: 1}


def test_the_first_player_picks_among_the_cards_of_all_others() -> None:
    dear = (
        "- {effect: instead, event: wounded, sufferer: {side: enemies}, change: {change: replace, do: [DO]}}"
    )
    one = ability(dear.replace("DO", "{op: give-vp}"), name="One")
    other = ability(dear.replace("DO", "{op: give-sp}"), name="Other")
    match = attacked({ELENIA: [one], YLISS: [other]})

    played = Played(match, [*ATTACK, ("simultaneous", 1)], dice=TWO_IN_TORSO)

    assert asked_orders(played) == [(BLUE, ("One", "Other"))]
    assert (match.state.sides[BLUE].vp, match.state.sides[BLUE].sp) == (0, 10)


def test_the_cards_of_who_suffers_it_in_the_end_are_asked() -> None:
    less = "- {effect: instead, event: wounded, sufferer: {the: user}, change: {change: less}}"
    match = attacked({VLADD: [ability(less, name="Less")]}, tactics={RED: [from_hand()]})

    played = Played(
        match, [*ATTACK, ("tactical-phase.play", "Ruse"), ("tactical.cancellation", None)], dice=TWO_IN_TORSO
    )

    assert match.state_of(VLADD).lost == {TORSO: 1}
    assert played.worked == ["Ruse", "Less"]


def from_hand() -> Any:
    """A card of the hand that has an ally suffer the wounds."""
    return tactic(
        """
        - effect: instead
          event: wounded
          sufferer: {the: leader}
          from-hand: true
          change: {change: redirect, to: {side: own}}
        """,
        more="cancellation: 9",
    )


def test_a_wound_that_is_replaced_by_one_of_the_wounded_is_told_of_whose_card_it_is() -> None:
    match = attacked({YURI: [ability(REPLACED)]})

    played = Played(match, ATTACK, dice=TWO_IN_TORSO)

    assert [event.fighter for event in played.events(CardTookEffect)] == [YURI]
    assert LimbName.TORSO in match.state_of(ELENIA).lost
