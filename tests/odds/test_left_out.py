"""Odds name the cards that they cannot count: whoever may answer, his ability, his hand, his mission."""

from collections.abc import Mapping
from typing import Any

import pytest
from duels import BLAST as BLASTING
from duels import BLUE, ELENIA, PROJECTILE, RED, SHOOTING, VLADD, YLISS, YURI, item, use
from effects.carded import ability, begun, mission, tactic
from odds.profiles import left_out

from edencli.lang import Words
from edencli.match.field_kinds import ToldField
from edencli.match.match import Match
from edencli.match.pieces import PUBLIC, Piece
from edencli.match.state import Gone
from edencli.model.terms import MissionKind
from edencli.odds.attack import attack_odds, burn_odds
from edencli.output.sheet import Paint, TextSheet
from edencli.pages.odds_data import AttackSetting, attack_odds_data, burn_data
from edencli.pages.odds_page import write_attack_odds, write_burn_odds
from edencli.rules.acts import Blast, Melee, Shot, Throw

RIFLE = item("Rifle", use(SHOOTING, strength=2))
BLOW = Melee(fighter=YURI, target=ELENIA)
SHOT = Shot(fighter=YURI, target=ELENIA, weapon=RIFLE, use=RIFLE.uses[0])
POT, HORN = item("Pot", use(PROJECTILE, range=60, explosive=3)), item("Horn", use(BLASTING))
AIMED = {"fighter": YURI, "point": (23_000, 20_000), "at": ELENIA, "victims": (ELENIA,)}
THROW = Throw(**AIMED, weapon=POT, use=POT.uses[0])
BLAST = Blast(**AIMED, weapon=HORN, use=HORN.uses[0])
NEAR = "sufferer: {side: allies, within: 5}"
GUARD = f"{{effect: instead, event: wounded, {NEAR}, may: true, change: {{change: prevent}}}}"
BESIDE = {YURI: (20, 20), ELENIA: (23, 20), YLISS: (26, 20), VLADD: (50, 50)}
FAR = {**BESIDE, YLISS: (40, 40)}
DUCK = """
- effect: instead
  event: located
  sufferer: {side: own}
  step: shoot.location
  from-hand: true
  change: {change: turn}
"""


def with_ability(
    effect: str, *, of: Piece = YLISS, places: Mapping[Piece, tuple[float, float]] = BESIDE
) -> Match:
    return begun({of: [ability(f"- {effect}", name="Guard")]}, places=places)


def test_a_third_fighter_who_may_answer_is_named() -> None:
    assert left_out(with_ability(GUARD), BLOW) == [("blue Yliss", "Guard")]


@pytest.mark.parametrize(
    "effect",
    [
        GUARD.replace("side: allies", "the: user"),
        GUARD.replace("side: allies", "side: allies, type: driver"),
        GUARD.replace("sufferer: {", "how: shooting, doer: {").replace("wounded", "attack-ended"),
        GUARD.replace(NEAR, "sufferer: {side: allies}, step: shoot.wounds"),
        "{effect: when, event: cp-lost, do: [{op: give-vp}, {op: lengthen}]}",
        "{effect: when, event: moved, do: [{op: give-ap, who: {the: doer}}]}",
        "{effect: adds, to: cbt, by: 1, of: {}}",
    ],
)
def test_who_cannot_answer_such_an_attack_is_not(effect: str) -> None:
    assert left_out(with_ability(effect), BLOW) == []


@pytest.mark.parametrize(
    ("how", "act"),
    [("melee", BLOW), ("shooting", SHOT), ("projectile", THROW), ("blast", BLAST)],
)
def test_a_card_that_answers_one_kind_of_attack_is_named_for_that_kind(how: str, act: Any) -> None:
    guard = with_ability(GUARD.replace("sufferer", f"how: {how}, sufferer"))

    assert [one for one in (BLOW, SHOT, THROW, BLAST) if left_out(guard, one)] == [act]


def test_who_is_too_far_away_to_answer_is_not_named() -> None:
    assert left_out(with_ability(GUARD, places=FAR), BLOW) == []


def test_who_may_be_near_enough_when_the_attacker_has_come_is_named() -> None:
    """The attack of a charge is weighed before it is made."""
    near = GUARD.replace(NEAR, "doer: {side: enemies, within: 5}")
    near = near.replace("event: wounded", "event: attack-ended").replace("instead", "when")
    near = near.replace("change: {change: prevent}", "do: [{op: take-ap, who: {the: doer}}]")
    places = {**BESIDE, YURI: (5, 20)}

    assert left_out(with_ability(near, places=places), BLOW.with_changes(free=True)) == [
        ("blue Yliss", "Guard")
    ]


def test_where_eyes_must_see_who_is_near_he_is_named() -> None:
    match = with_ability(GUARD, places=FAR)
    match.state.field = ToldField()

    assert left_out(match, BLOW) == [("blue Yliss", "Guard")]


def test_a_fighter_out_of_action_answers_nothing() -> None:
    match = with_ability(GUARD)
    match.state.remove_fighter(YLISS, Gone.INCAPACITATED)

    assert left_out(match, BLOW) == []


@pytest.mark.parametrize(("act", "named"), [(SHOT, [("blue", "Ruse")]), (BLOW, [])])
def test_a_tactical_card_is_named_where_it_can_be_played_for_that(act: Any, named: list[Any]) -> None:
    match = begun(tactics={BLUE: [tactic(DUCK, more="cancellation: 1")]}, places=FAR)

    assert left_out(match, act) == named


def test_a_tactical_card_that_nobody_can_pay_is_not_named() -> None:
    match = begun(tactics={BLUE: [tactic(DUCK, more="cancellation: 1")]}, places=FAR)
    match.state.sides[BLUE].sp = 1

    assert left_out(match, SHOT) == left_out(match, SHOT, AttackSetting(viewer=RED)) == []


def test_a_card_whose_text_alone_says_what_it_does_is_named_where_it_may_be_played_now() -> None:
    dare = tactic(DUCK, more="cancellation: 1").with_changes(effects=())
    now = begun(tactics={BLUE: [dare]}, places=FAR)
    in_its_phase = begun(tactics={BLUE: [dare.with_changes(tactical=True)]}, places=FAR)

    assert left_out(now, BLOW) == [("blue", "Ruse")]
    assert left_out(in_its_phase, BLOW) == []


@pytest.mark.parametrize(("viewer", "card"), [(RED, None), (BLUE, "Ruse"), (PUBLIC, None), (None, "Ruse")])
def test_a_hand_is_not_shown_to_whom_it_is_hidden(viewer: Any, card: str | None) -> None:
    match = begun(tactics={BLUE: [tactic(DUCK, more="cancellation: 1")]}, places=FAR)

    assert left_out(match, SHOT, AttackSetting(viewer=viewer)) == [("blue", card)]


@pytest.mark.parametrize(
    ("kind", "viewer", "named"),
    [("revealed", RED, True), ("secret", RED, False), ("secret", BLUE, True), ("secret", None, True)],
)
def test_a_mission_that_may_answer_is_named_to_whom_it_is_known(
    kind: str, viewer: Any, *, named: bool
) -> None:
    errand = mission(
        """
        effects: [{effect: when, event: cp-lost, do: [{op: lose-cp, who: {the: sufferer}}]}]
        objectives: [{vp: 1, counted: match, text: ...}]
        """
    ).with_changes(kind=MissionKind(kind))
    match = begun(missions={BLUE: errand}, places=FAR)

    assert left_out(match, BLOW, AttackSetting(viewer=viewer)) == ([("blue", "Errand")] if named else [])


def test_a_card_that_surely_works_is_named_where_the_odds_are_weighed_without_its_fighter() -> None:
    sure = "{effect: instead, event: wounded, sufferer: {side: allies}, change: {change: less}}"
    whole, alone = with_ability(sure), begun(places=FAR)
    del alone.state.fighters[YLISS]

    assert left_out(whole, BLOW) == []
    assert left_out(alone, BLOW, AttackSetting(whole)) == [("blue Yliss", "Guard")]


@pytest.mark.parametrize(
    ("who", "named"),
    [
        ("the: user", False),
        ("the: user, type: human", False),
        ("the: user, free: false", True),
        ("the: user, free: true", True),
    ],
)
def test_a_card_that_looks_at_what_the_attack_may_change_is_named(who: str, *, named: bool) -> None:
    """Its own fighter's cards are counted where what they ask is so before the attack and after."""
    sure = f"{{effect: instead, event: wounded, sufferer: {{{who}}}, change: {{change: less}}}}"

    found = left_out(with_ability(sure, of=ELENIA), BLOW)

    assert found == ([("blue Elenia", "Guard")] if named else [])


def test_a_page_that_names_a_card_does_not_call_itself_exact() -> None:
    match = begun(
        {YLISS: [ability(f"- {GUARD}", name="Guard")]},
        tactics={side: [tactic(DUCK, more="cancellation: 1")] for side in (RED, BLUE)},
        places={**BESIDE, YURI: (15, 20)},
    )
    data = attack_odds_data(Words("en"), match, attack_odds(match, SHOT), around=AttackSetting(viewer=RED))
    sheet = TextSheet(Paint(colour=False))
    write_attack_odds(sheet, Words("en"), data)

    told = " ".join(str(sheet).split())
    assert "Not exact: Guard (Yliss) and a card in Blue's hand may change the odds." in told
    assert "Exact odds" not in told


@pytest.mark.parametrize(
    ("effect", "named"),
    [
        ("{effect: instead, event: wounded, sufferer: {the: user}, change: {change: less}}", True),
        ("{effect: instead, event: wounded, step: melee.success, change: {change: less}}", False),
    ],
)
def test_the_odds_of_burning_name_what_they_leave_out(effect: str, *, named: bool) -> None:
    """A card that surely works is not counted there."""
    match = with_ability(effect, of=ELENIA)
    data, sheet = burn_data(match, burn_odds(match, ELENIA)), TextSheet(Paint(colour=False))
    write_burn_odds(sheet, Words("en"), data)

    assert ("Not exact: Guard (Elenia) may change the odds." in str(sheet)) is named
    assert ("Exact odds." in str(sheet)) is not named
