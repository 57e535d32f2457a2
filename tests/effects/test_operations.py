"""What operations do where there is little or nothing for them to do."""

from functools import partial
from typing import Any

import pytest
from duels import (
    ARMS,
    BLUE,
    ELENIA,
    FEAR,
    HEAD,
    LEGS,
    PR,
    RED,
    TORSO,
    VLADD,
    YLISS,
    YURI,
    fighter,
    item,
    use,
)
from effects.carded import Played, ability, begun, tactic

from edencli.bots.lookahead import play_procedure
from edencli.match.card_events import Readied
from edencli.match.events import CpLost, MarkersAdded, MarkersRemoved, Rolled
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.position import dump_position
from edencli.match.reasons import Part
from edencli.match.rules_api import why_not
from edencli.match.table_events import FirstPlayerSet
from edencli.model.terms import MOST_COUNTED, LimbName
from edencli.referee.referee import ProcedureFailed
from edencli.rules.acts import UseAbility
from edencli.rules.questions import ActQuestion, PickChoice, TargetChoice

PLAY = ("tactical-phase.play", "Ruse")
NEVER_LESS_AFRAID = """
- {effect: instead, event: markers-removed, sufferer: {the: user}, change: {change: prevent}}
"""


def play(does: str, *answers: tuple[str, Any], dice: str = "", **about: Any) -> Played:
    """A match in which red plays a card that does this at once."""
    match = with_fear(
        begun(tactics={RED: [tactic(f"- {{effect: now, do: [{does}]}}")]}, step="tactical-phase", **about)
    )
    return Played(match, [PLAY, *answers], dice)


def with_fear(match: Match) -> Match:
    """Yuri, who leads red, has three markers of fear."""
    match.state_of(YURI).markers[FEAR] = 3
    return match


@pytest.mark.parametrize(
    ("n", "kept", "passed"),
    [
        ("", {}, {FEAR: 3}),
        (", n: 2", {FEAR: 1}, {FEAR: 2}),
        (", n: 9", {}, {FEAR: 3}),
        (", n: -1", {FEAR: 3}, {}),
    ],
)
def test_as_many_markers_are_passed_as_the_card_says_and_the_fighter_has(
    n: str, kept: dict[str, int], passed: dict[str, int]
) -> None:
    played = play(f"{{op: pass-markers, who: {{the: enemy-leader}}, marker: fear, of: leader{n}}}")

    assert (played.match.state_of(YURI).markers, played.match.state_of(ELENIA).markers) == (kept, passed)


@pytest.mark.parametrize("does", ["pass-markers, of: enemy-leader", "pass-markers, n: 2, of: enemy-leader"])
def test_who_has_no_marker_passes_none(does: str) -> None:
    played = play(f"{{op: {does}, who: {{the: leader}}, marker: fear}}")

    assert (played.match.state_of(YURI).markers, played.match.state_of(ELENIA).markers) == ({FEAR: 3}, {})


def test_all_markers_of_who_has_none_are_none() -> None:
    played = play("{op: take-markers, who: {the: enemy-leader}, marker: fear}")

    assert played.match.state_of(ELENIA).markers == {}


def test_who_has_almost_as_many_markers_as_can_be_is_passed_those_that_there_are() -> None:
    does = "{op: pass-markers, who: {the: enemy-leader}, marker: fear, n: 99, of: leader}"
    match = with_fear(
        begun(tactics={RED: [tactic(f"- {{effect: now, do: [{does}]}}")]}, step="tactical-phase")
    )
    match.state_of(ELENIA).markers[FEAR] = MOST_COUNTED - 3

    Played(match, [PLAY])

    assert match.state_of(ELENIA).markers == {FEAR: MOST_COUNTED}


def test_who_is_given_markers_second_gets_what_the_first_has_left() -> None:
    does = "{op: pass-markers, who: {side: enemies}, marker: fear, n: 2, of: leader}"

    played = play(does, ("simultaneous", 1))

    markers = [played.match.state_of(piece).markers for piece in (YURI, YLISS, ELENIA)]
    assert markers == [{}, {FEAR: 2}, {FEAR: 1}]


def test_nobody_passes_markers_to_himself() -> None:
    played = play("{op: pass-markers, who: {the: leader}, marker: fear, of: leader}")

    assert played.events(MarkersRemoved) == played.events(MarkersAdded) == []


def test_what_cannot_be_taken_from_him_is_not_given() -> None:
    does = "{op: pass-markers, who: {the: enemy-leader}, marker: fear, of: leader}"

    played = play(does, abilities={YURI: [ability(NEVER_LESS_AFRAID, name="Dread")]})

    assert played.match.state_of(YURI).markers == {FEAR: 3}
    assert played.match.state_of(ELENIA).markers == {}


def test_who_is_first_already_is_not_made_so_again() -> None:
    played = play("{op: go-first}, {op: go-first, to: opponent}, {op: go-first, to: opponent}")

    assert [event.side for event in played.events(FirstPlayerSet)] == [BLUE]
    assert played.match.first_player is BLUE


ROLL = "{{op: roll, who: {who}, stat: psi, difficulty: {difficulty}, {then}}}"
AFRAID = "failed: [{op: give-markers, marker: fear}]"
BRAVE = "passed: [{op: give-ap}]"


@pytest.mark.parametrize(("face", "markers", "ap"), [("4", {}, 4), ("3", {FEAR: 1}, 3)])
def test_what_is_done_follows_from_the_roll(face: str, markers: dict[str, int], ap: int) -> None:
    does = ROLL.format(who="{the: enemy-leader}", difficulty=4, then=f"{AFRAID}, {BRAVE}")

    played = play(does, dice=f"111{face}")

    assert (played.match.state_of(ELENIA).markers, played.match.state_of(ELENIA).ap) == (markers, ap)


def test_each_who_rolls_is_the_target_of_what_follows() -> None:
    does = ROLL.format(who="{side: enemies}", difficulty=4, then=AFRAID)

    played = play(does, ("simultaneous", 1), dice="1111 6666")

    assert [played.match.state_of(piece).markers for piece in (YLISS, ELENIA)] == [{FEAR: 1}, {}]


def test_a_roll_counts_as_any_other_and_says_whose_card_it_is() -> None:
    does = ROLL.format(who="{the: enemy-leader}", difficulty="{count: {side: own}, times: 4}", then=BRAVE)

    played = play(does, dice="66")

    (rolled,) = played.events(Rolled)
    assert rolled.difficulty == (Part("card-over-rule", 8, "Ruse"),)
    assert (rolled.needed, rolled.dice) == (6, (6, 6))
    assert played.match.state_of(ELENIA).ap == 4


def test_who_rolls_without_a_die_has_no_success() -> None:
    does = ROLL.format(who="{the: enemy-leader}", difficulty=12, then=AFRAID)

    assert play(does).match.state_of(ELENIA).markers == {FEAR: 1}


def test_what_a_roll_leads_to_may_last() -> None:
    weaker = (
        "failed: [{op: lasting, until: round, effects: [{effect: adds, to: cbt, by: -1, of: {the: target}}]}]"
    )

    played = play(ROLL.format(who="{the: enemy-leader}", difficulty=4, then=weaker), dice="1111")

    (begun_effect,) = played.match.state.lasting_effects
    assert begun_effect.target == ELENIA


def test_markers_that_are_passed_to_and_fro_are_stopped_and_nothing_has_happened() -> None:
    """Two who hand on each marker of fear as soon as they have it, and a roll that gives one the first."""
    away = "- {{effect: when, event: markers-added, sufferer: {{the: user}}, do: [{op}]}}"
    hand_on = "{{op: pass-markers, who: {{the: {to}}}, marker: fear}}"
    roll = ROLL.format(who="{the: enemy-leader}", difficulty=6, then=AFRAID)
    match = begun(
        {
            piece: [ability(away.format(op=hand_on.format(to="enemy-leader")), name=name)]
            for piece, name in ((YURI, "Snake"), (ELENIA, "Tail"))
        },
        tactics={RED: [tactic(f"- {{effect: now, do: [{roll}]}}")]},
        step="tactical-phase",
    )
    played = Played(match, [PLAY])
    before = dump_position(match.state), len(match.log)

    with pytest.raises(ProcedureFailed, match=r"Snake.*Tail|Tail.*Snake"):
        played.referee.answer((1, 1, 1, 1))

    assert (dump_position(played.match.state), len(played.match.log)) == before


def test_a_roll_of_somebody_who_is_out_by_then_is_not_made() -> None:
    """The first who fails puts all the others out, who do not roll any more."""
    fails = "failed: [{op: wound, who: {side: enemies}, n: 99}]"
    does = ROLL.format(who="{side: enemies}", difficulty=6, then=fails)

    played = play(does, ("simultaneous", 0), ("simultaneous", 0), dice="1111")

    assert len(played.events(Rolled)) == 1
    assert not any(map(played.match.is_on_field, (ELENIA, YLISS)))


def test_who_was_not_activated_is_not_readied() -> None:
    match = begun(
        tactics={RED: [tactic("- {effect: now, do: [{op: ready, who: {side: own}}]}")]}, step="tactical-phase"
    )
    match.state_of(YURI).activated = True

    played = Played(match, [PLAY, ("simultaneous", 0)])

    assert [event.fighter for event in played.events(Readied)] == [YURI]


@pytest.mark.parametrize(
    ("n", "given"),
    [
        ("{markers: fear, of: leader}", 3),
        ("{markers: fear, of: enemy-leader}", 0),
        ("{markers: burn, of: leader}", 0),
        ("{stat: psi, of: enemy-leader}", 4),
        ("{count: {side: own}}", 2),
        ("{count: {side: own, marker: burn}}", 0),
        ("{past: {event: moved}}", 0),
    ],
)
def test_a_number_is_of_what_there_is_and_nothing_where_there_is_none(n: str, given: int) -> None:
    assert play(f"{{op: give-vp, n: {n}}}").match.state.sides[RED].vp == given


# ── healing: some books do not heal the unhurt ──────────────────────────────────────────────────

CHOSEN = "- {effect: now, choose: {who: {side: own}}, do: [{op: heal}]}"
NAMED = "- {effect: now, do: [{op: heal, who: {side: own}}]}"
AND_MORE = "- {effect: now, choose: {who: {side: own}}, do: [{op: heal}, {op: give-ap}]}"
OF_ANOTHER = "- {effect: now, choose: {who: {side: own}}, do: [{op: heal, who: {the: user}}]}"


def healer(effects: str, book: str, *hurt: Piece) -> tuple[Match, UseAbility]:
    match = begun({YURI: [ability(effects, kind="action")]}, book=book)
    for piece in hurt:
        match.state_of(piece).lost = {LEGS: 1}
    return match, UseAbility(fighter=YURI, ability=match.state_of(YURI).card.abilities[0])


@pytest.mark.parametrize(
    ("effects", "hurt", "refused"),
    [
        (CHOSEN, (), "wound.heal"),
        (CHOSEN, (VLADD,), None),
        (NAMED, (), "wound.heal"),
        (NAMED, (VLADD,), None),
        (NAMED, (ELENIA,), "wound.heal"),
        (AND_MORE, (), "ability.action"),
        (AND_MORE, (VLADD,), None),
        (OF_ANOTHER, (YURI,), None),
        (f"{CHOSEN}\n- {{effect: now, do: [{{op: give-vp}}]}}", (), None),
    ],
)
@pytest.mark.parametrize("book", ["en", "fr", "de"])
def test_an_ability_that_could_heal_no_fighter_is_refused_by_books_that_do_not_heal_the_unhurt(
    effects: str, hurt: tuple[Piece, ...], refused: str | None, book: str
) -> None:
    match, act = healer(effects, book, *hurt)

    refusal = why_not(match, act)

    assert (refusal and refusal.rule) == (None if book == "en" else refused)


@pytest.mark.parametrize(("book", "chosen"), [("en", {YURI, VLADD}), ("fr", {VLADD}), ("de", {VLADD})])
def test_only_who_may_be_healed_can_be_chosen_for_it(book: str, chosen: set[Piece]) -> None:
    match, act = healer(CHOSEN.replace("{side: own}", "{side: own}, most: 2"), book, VLADD)
    question = Played(match, [("activation.designate", YURI), ("action.cost", act)]).referee.question

    assert isinstance(question, TargetChoice)
    assert set(question.options) == chosen
    assert (question.asked, question.card, question.fighter, question.optional) == (RED, "Trick", YURI, True)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_no_more_are_chosen_than_the_card_says_and_none_twice(most: int) -> None:
    text = f"- {{effect: now, choose: {{who: {{}}, most: {most}}}, do: [{{op: give-markers, marker: rage}}]}}"
    match, act = healer(text, "en")
    picks = [("card-over-rule", piece) for piece in (VLADD, ELENIA, YLISS)[:most]]

    played = Played(match, [("activation.designate", YURI), ("action.cost", act), *picks])

    assert [event.fighter for event in played.events(MarkersAdded)] == [VLADD, ELENIA, YLISS][:most]
    offered = [one.options for one in played.asked if isinstance(one, TargetChoice)]
    assert [len(one) for one in offered] == [4, 3, 2][:most]
    assert isinstance(played.referee.question, ActQuestion)


@pytest.mark.parametrize(
    ("does", "lost"),
    [
        ("{op: lose-cp, who: {the: enemy-leader}, n: 2}", dict.fromkeys(LimbName, 2)),
        ("{op: lose-cp, who: {the: enemy-leader}, limb: legs, n: 2}", {LEGS: 2}),
        ("{op: wound, who: {the: enemy-leader}, n: 2}", {HEAD: 2, ARMS: 2, TORSO: 1, LEGS: 2}),
        ("{op: wound, who: {the: enemy-leader}, limb: torso}", {}),
    ],
)
def test_cp_are_lost_past_protection_and_wounds_are_not(does: str, lost: dict[LimbName, int]) -> None:
    coat = item("Coat", use(PR, protection={TORSO: 1}))

    played = play(does, profiles={ELENIA: fighter(gear=(coat,))})

    assert played.match.state_of(ELENIA).lost == lost


@pytest.mark.parametrize("does", ["lose-cp", "wound"])
@pytest.mark.parametrize(("named", "by"), [("{side: enemies}", ELENIA), (None, None)])
def test_what_a_card_does_upon_an_act_is_the_doing_of_the_fighter_that_it_names(
    does: str, named: str | None, by: Piece | None
) -> None:
    """A tactical card has no user: the doer that its effect names acts, else no fighter."""
    doer = f"doer: {named}, " if named else ""
    ruse = tactic(
        f"- {{effect: when, event: activated, {doer}do: [{{op: {does}, who: {{the: leader}}, limb: legs}}]}}"
    )
    match = begun(tactics={RED: [ruse]})
    match.state.sides[RED].in_force, match.state.first_player = ("Ruse",), BLUE

    played = Played(match, [("activation.designate", ELENIA)])

    assert [(event.victim, event.by) for event in played.events(CpLost)] == [(YURI, by)]


@pytest.mark.parametrize(
    ("does", "points"),
    [
        ("{op: give-vp, n: 2}", (5, 9 - 2, 1, 9)),
        ("{op: take-vp, n: 2}", (1, 9 - 2, 1, 9)),
        ("{op: take-vp, n: 9}", (0, 9 - 2, 1, 9)),
        ("{op: give-vp, to: opponent}", (3, 9 - 2, 2, 9)),
        ("{op: give-sp}", (3, 9 - 2 + 1, 1, 9)),
        ("{op: take-sp, n: 3}", (3, 9 - 2, 1, 6)),
        ("{op: take-sp, to: own, n: 3}", (3, 9 - 2 - 3, 1, 9)),
        ("{op: take-sp, n: 99}", (3, 9 - 2, 1, 0)),
    ],
)
def test_points_go_to_the_player_that_the_card_names(does: str, points: tuple[int, ...]) -> None:
    match = begun(tactics={RED: [tactic(f"- {{effect: now, do: [{does}]}}")]}, step="tactical-phase")
    match.state.sides[RED].vp, match.state.sides[BLUE].vp = 3, 1

    Played(match, [PLAY])

    red, blue = match.state.sides[RED], match.state.sides[BLUE]
    assert (red.vp, red.sp, blue.vp, blue.sp) == points


@pytest.mark.parametrize(("does", "more"), [("shorten", -1), ("lengthen", 1), ("lengthen, n: 2", 2)])
def test_a_match_is_shorter_or_longer_by_so_many_rounds(does: str, more: int) -> None:
    assert play(f"{{op: {does}}}").match.state.rounds_more == more


@pytest.mark.parametrize(
    ("does", "ap"), [("give-ap", 4), ("give-ap, n: 2", 5), ("take-ap", 2), ("take-ap, n: 9", 0)]
)
def test_ap_are_given_and_taken_as_far_as_there_are_any(does: str, ap: int) -> None:
    word, _, n = does.partition(",")
    more = f",{n}" if n else ""

    assert play(f"{{op: {word}, who: {{the: enemy-leader}}{more}}}").match.state_of(ELENIA).ap == ap


@pytest.mark.parametrize(("by", "asked"), [("own", RED), ("opponent", BLUE)])
def test_who_picks_is_asked_what_there_is_and_may_try_it(by: str, asked: object) -> None:
    options = "[{name: Rich, do: [{op: give-sp}]}, {name: Famous, do: [{op: give-vp}]}]"
    played = play(f"{{op: pick-one, by: {by}, options: {options}}}")
    question = played.referee.question

    assert isinstance(question, PickChoice)
    assert (question.asked, question.card, question.names) == (asked, "Ruse", ("Rich", "Famous"))
    trial: Any = question.trial
    tried = [play_procedure(played.match, partial(trial, chosen=n))[0].state.sides[RED] for n in (0, 1)]
    assert [(one.sp, one.vp) for one in tried] == [(8, 0), (7, 1)]
    played.referee.answer(1)
    assert played.match.state.sides[RED].vp == 1
