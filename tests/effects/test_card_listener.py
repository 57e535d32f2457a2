"""What cards do when they are used or played, when something happens, and in place of a change."""

from typing import Any

import pytest
import rule_report
from duels import BLUE, ELENIA, FEAR, POISON, RAGE, RED, SLOWDOWN, VLADD, YLISS, YURI, fighter
from effects.carded import Played, ability, begun, mission, tactic

from edencli.match.card_events import EffectBegun, EffectEnded, TacticCancelled
from edencli.match.events import ApSpent, CpLost, Healed, Located, MarkersAdded, Rolled, Used, Wounded
from edencli.match.match import Match
from edencli.match.position import dump_position, load_position
from edencli.match.rules_api import why_not
from edencli.match.state import Gone
from edencli.match.table_events import AbilityUsed, ApGiven, SpSpent
from edencli.model.terms import LimbName, Marker
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.referee.referee import ProcedureFailed, Referee
from edencli.referee.script import Script, UnplayableLine, parse_script_lines
from edencli.rules.acts import Melee, UseAbility
from edencli.rules.melee import Reaction
from edencli.rules.position import check_position_data as check_position
from edencli.rules.questions import CardOffer, PickChoice, TargetChoice, UseChoice

SPIT = """
- effect: now
  choose: {who: {side: enemies, within: 5, seen-by: user}}
  do: [{op: give-markers, marker: poison}]
"""
ACTIVATE = ("activation.designate", YURI)
STRIKE = ("action.cost", Melee(fighter=YURI, target=ELENIA))
PASSIVE = ("melee.reaction", Reaction.PASSIVE)


def uses(match: Match, n: int = 0) -> tuple[str, UseAbility]:
    """Yuri uses one of his abilities."""
    return "action.cost", UseAbility(fighter=YURI, ability=match.state_of(YURI).card.abilities[n])


@pytest.mark.rule("ability.action", books="en")
def test_an_action_ability_is_paid_for_and_does_what_its_card_says() -> None:
    match = begun(
        {YURI: [ability(SPIT, name="Spit", kind="action", more="cost: {ap: 1}\nlimit: {round: 1}")]}
    )

    played = Played(match, [ACTIVATE, uses(match)])

    assert match.state_of(ELENIA).markers == {POISON: 1}
    assert match.state_of(YURI).ap == 2
    assert [event.ability for event in played.events(AbilityUsed)] == ["Spit"]
    (again,) = [why_not(match, UseAbility(fighter=YURI, ability=match.state_of(YURI).card.abilities[0]))]
    assert again is not None
    assert again.reason == "limit-reached"


def test_an_ability_that_could_touch_nobody_is_refused_and_nothing_is_paid() -> None:
    match = begun({YURI: [ability(SPIT, name="Spit", kind="action", more="cost: {ap: 1}")]})
    match.state.place_fighter(ELENIA, (50_000, 50_000))

    refusal = why_not(match, UseAbility(fighter=YURI, ability=match.state_of(YURI).card.abilities[0]))

    assert refusal is not None
    assert (refusal.reason, refusal.about) == ("no-target", {"fighter": YURI, "what": "Spit"})
    assert match.state_of(YURI).ap == 3


def test_a_target_is_chosen_by_who_the_card_says() -> None:
    shout = """
    - effect: now
      choose: {who: {side: enemies}, by: opponent}
      do:
      - op: pick-one
        by: opponent
        options:
        - {name: Fear, do: [{op: give-markers, marker: fear}]}
        - {name: Delay, do: [{op: take-ap, n: 2}]}
    """
    match = begun({YURI: [ability(shout, kind="action")]})

    played = Played(match, [ACTIVATE, uses(match), ("card-over-rule", YLISS), ("card-over-rule", 1)])

    assert {
        question.asked for question in played.asked if isinstance(question, TargetChoice | PickChoice)
    } == {BLUE}
    assert (match.state_of(YLISS).ap, match.state_of(ELENIA).ap, match.state_of(YLISS).markers) == (1, 3, {})


def test_up_to_so_many_are_chosen_one_after_the_other() -> None:
    drill = "- {effect: now, choose: {who: {side: enemies}, most: 2}, do: [{op: lose-cp, limb: legs}]}"
    match = begun({YURI: [ability(drill, kind="action")]})

    played = Played(match, [ACTIVATE, uses(match), ("card-over-rule", YLISS), ("card-over-rule", ELENIA)])

    assert [event.victim for event in played.events(CpLost)] == [YLISS, ELENIA]


def test_an_effect_on_several_happens_in_the_order_that_the_first_player_picks() -> None:
    blades = "- {effect: now, do: [{op: lose-cp, who: {side: enemies}, limb: legs}]}"
    match = begun({YURI: [ability(blades, kind="action")]})

    played = Played(match, [ACTIVATE, uses(match), ("simultaneous", 1)])

    assert [event.victim for event in played.events(CpLost)] == [YLISS, ELENIA]


@pytest.mark.parametrize(
    ("n", "hears", "asked"),
    [
        ("1", "", 0),
        ("{stat: psi, of: target}", "", 1),
        ("1", "- {effect: when, event: markers-added, sufferer: {}, do: [{op: give-vp}]}", 1),
    ],
)
def test_nobody_is_asked_for_an_order_that_comes_to_the_same(n: str, hears: str, asked: int) -> None:
    """One marker for each of two needs none, unless a card looks at what happens, or counts anew."""
    blades = f"- {{effect: now, do: [{{op: give-markers, who: {{side: enemies}}, marker: poison, n: {n}}}]}}"
    blades = blades.replace("of: target", "of: leader")
    cards = {YURI: [ability(blades, kind="action")], **({VLADD: [ability(hears)]} if hears else {})}
    match = begun(cards)

    played = Played(match, [ACTIVATE, uses(match), *[("simultaneous", 0)] * asked])

    assert {event.fighter for event in played.events(MarkersAdded)} == {ELENIA, YLISS}


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("red picks Yliss", []),
        ("red picks Elenia", []),
        ("red picks Vlädd", ["game-unsuited"]),
        ("red picks legs", ["game-unsuited"]),
    ],
)
def test_a_script_may_name_any_order_that_comes_to_the_same_and_nothing_else(
    line: str, wrong: list[str]
) -> None:
    """Nobody is asked, and either of the two may be named; what could never come first is an error."""
    blades = "- {effect: now, do: [{op: give-markers, who: {side: enemies}, marker: poison}]}"
    match = begun({YURI: [ability(blades, kind="action")]})
    lines = parse_script_lines(["red activates Yuri", "Yuri uses Trick", line, "Yuri is done"])

    found = list[str]()
    try:
        Script(Referee(match), lines, None).play()
    except UnplayableLine as fault:
        found.append(fault.code)

    assert found == wrong


def test_what_one_card_does_is_done_in_the_order_in_which_it_is_written() -> None:
    both = """
    - {effect: now, do: [{op: lose-cp, who: {the: user}, limb: legs}]}
    - {effect: now, do: [{op: lose-cp, who: {the: user}, limb: head}]}
    """
    answers = """
    - {effect: when, event: cp-lost, sufferer: {side: enemies}, do: [{op: give-vp}]}
    - {effect: when, event: cp-lost, sufferer: {side: enemies}, do: [{op: give-sp}]}
    """
    match = begun({YURI: [ability(both, kind="action")], ELENIA: [ability(answers, name="Answers")]})

    played = Played(match, [ACTIVATE, uses(match)])

    assert [list(event.limbs) for event in played.events(CpLost)] == [[LimbName.LEGS], [LimbName.HEAD]]
    assert played.worked == ["Answers"] * 4


def test_healing_asks_for_a_limb_that_is_hurt() -> None:
    dressing = "- {effect: now, choose: {who: {side: allies, touching: user}}, do: [{op: heal}]}"
    match = begun({YURI: [ability(dressing, kind="action")]})
    match.state_of(VLADD).lost |= {LimbName.HEAD: 1, LimbName.LEGS: 2}

    played = Played(match, [ACTIVATE, uses(match), ("card-over-rule", 1)])

    assert [(event.fighter, event.limb) for event in played.events(Healed)] == [(VLADD, LimbName.LEGS)]


@pytest.mark.rule("ability.permanent", books="en")
def test_an_event_sets_off_what_a_card_says_and_the_card_is_named_before_it() -> None:
    dust = """
    - effect: when
      event: attack-ended
      doer: {the: user}
      success: true
      do: [{op: give-markers, who: {the: sufferer}, marker: slowdown}]
    """
    match = begun({YURI: [ability(dust, name="Dust of sleep", more="limit: {round: 1}")]})

    played = Played(match, [ACTIVATE, STRIKE, PASSIVE, STRIKE, PASSIVE], "4444 6 4444 6")

    assert played.worked == ["Dust of sleep"]
    assert match.state_of(ELENIA).markers == {SLOWDOWN: 1}
    assert "ability.Dust of sleep" in {event.what for event in played.events(Used)}


GIFT = """
- effect: when
  event: left
  sufferer: {the: user}
  do: [{op: give-markers, who: {side: enemies}, marker: burn}]
"""


@pytest.mark.parametrize("wanted", [True, None])
@pytest.mark.rule("ability.cost", books="en")
def test_an_ability_with_a_cost_is_offered_and_works_from_the_fall_of_its_own_fighter(
    wanted: bool | None,  # noqa: FBT001  # the answer
) -> None:
    weak = fighter(cp=dict.fromkeys(LimbName, (1, 0)))
    match = begun(
        {ELENIA: [ability(GIFT, name="Parting gift", more="cost: {sp: 2}")]}, profiles={ELENIA: weak}
    )
    answers = [ACTIVATE, STRIKE, PASSIVE]
    if wanted:
        answers += [("ability.cost", True)]

    played = Played(match, answers, "4444 6")

    assert any(isinstance(question, UseChoice) for question in played.asked)
    if wanted:
        assert [event.n for event in played.events(SpSpent)] == [2]
        assert match.state_of(YURI).markers == match.state_of(VLADD).markers == {Marker.BURN: 1}
    else:
        played.referee.answer(None)
        assert played.worked == []
        assert match.state.sides[BLUE].sp == 9


@pytest.mark.parametrize(
    ("where", "price", "asked"),
    [
        ("ability", "cost: {ap: 1, sp: 2, cards: 1}", (1, 2, 1)),
        ("ability", "cost: {cards: 2}", (0, 0, 2)),
        ("ability", "", (0, 0, 0)),
        ("mission", "", (0, 0, 0)),
    ],
)
def test_a_card_is_offered_for_what_it_costs_and_for_nothing_where_it_has_no_price(
    where: str, price: str, asked: tuple[int, int, int]
) -> None:
    proud = "{effect: when, event: attack-begun, may: true, do: [{op: give-vp}]}"
    spare = {BLUE: [tactic("- {effect: now, do: [{op: give-vp}]}", name=name) for name in ("Ruse", "Feint")]}
    match = (
        begun({ELENIA: [ability(f"- {proud}", more=price)]}, tactics=spare)
        if where == "ability"
        else begun(
            missions={BLUE: mission(f"objectives: [{{text: x, vp: 1}}]\neffects: [{proud}]")}, tactics=spare
        )
    )

    question = Played(match, [ACTIVATE, STRIKE]).referee.question

    assert isinstance(question, UseChoice)
    assert (question.ap, question.sp, question.cards) == asked


def test_who_cannot_pay_is_not_asked() -> None:
    weak = fighter(cp=dict.fromkeys(LimbName, (1, 0)))
    match = begun({ELENIA: [ability(GIFT, more="cost: {sp: 10}")]}, profiles={ELENIA: weak})

    played = Played(match, [ACTIVATE, STRIKE, PASSIVE], "4444 6")

    assert not any(isinstance(question, UseChoice) for question in played.asked)


@pytest.mark.parametrize(
    ("price", "lacks"),
    [
        ("cost: {ap: 1}", {}),
        ("cost: {ap: 3}", {"ap": 2}),
        ("cost: {sp: 1}", {}),
        ("cost: {sp: 9}", {"sp": 8}),
        ("cost: {cards: 1}", {}),
        ("cost: {cards: 2}", {"hand": ("Ruse",)}),
        ("cost: {ap: 1, sp: 1, cards: 1}", {"ap": 0}),
        ("cost: {ap: 1, sp: 1, cards: 1}", {"sp": 0}),
        ("cost: {ap: 1, sp: 1, cards: 1}", {"hand": ()}),
        ("limit: {round: 2}", {"used_round": 2}),
        ("limit: {match: 2}", {"used_match": 2}),
        ("cost: {sp: 1}\nlimit: {round: 2, match: 3}", {"used_round": 2}),
        ("cost: {sp: 1}\nlimit: {round: 2, match: 3}", {"used_match": 3}),
    ],
)
@pytest.mark.parametrize("effect", ["when", "instead"])
def test_an_ability_is_used_or_offered_only_where_all_of_its_price_is_there(
    price: str, lacks: dict[str, Any], effect: str
) -> None:
    """Of what it costs nothing is lacking in the first half of each match, and one thing in the other."""
    does = {
        "when": "when, event: attack-begun, do: [{op: give-vp}]",
        "instead": "instead, event: attack-begun, change: {change: prevent}",
    }
    proud = ability(f"- {{effect: {does[effect]}, sufferer: {{the: user}}}}", name="Pride", more=price)
    spare = [tactic("- {effect: now, do: [{op: give-vp}]}", name=name) for name in ("Ruse", "Feint")]
    for short in ({}, lacks or {"ap": 0, "sp": 0, "hand": ()}):
        match = begun({ELENIA: [proud]}, tactics={BLUE: spare})
        elenia, blue = match.state_of(ELENIA), match.state.sides[BLUE]
        elenia.ap = short.get("ap", elenia.ap)
        blue.sp, blue.hand = short.get("sp", blue.sp), short.get("hand", blue.hand)
        elenia.used_round = {"ability.Pride": short.get("used_round", 0)}
        elenia.used_match = {"ability.Pride": short.get("used_match", 0)}

        played = Played(match, [ACTIVATE, STRIKE])

        offered = any(isinstance(question, UseChoice) for question in played.asked)
        assert (offered or "Pride" in played.worked) is not bool(short)


@pytest.mark.parametrize(
    ("price", "asked", "ap", "sp", "counted"),
    [
        ("", 0, 0, 0, 0),
        ("cost: {ap: 1}", 1, 1, 0, 0),
        ("cost: {sp: 2}", 1, 0, 2, 0),
        ("cost: {ap: 2, sp: 1}", 1, 2, 1, 0),
        ("cost: {sp: 9}", 1, 0, 9, 0),
        ("limit: {round: 1}", 0, 0, 0, 1),
        ("cost: {ap: 1}\nlimit: {match: 1}", 1, 1, 0, 1),
    ],
)
@pytest.mark.rule("ability.cost", books="en")
def test_a_permanent_ability_costs_what_its_card_says_and_is_counted_where_it_is_limited(
    price: str, asked: int, ap: int, sp: int, counted: int
) -> None:
    """What costs nothing works without being asked for."""
    proud = "- {effect: when, event: attack-begun, sufferer: {the: user}, do: [{op: give-vp}]}"
    match = begun({ELENIA: [ability(proud, name="Pride", more=price)]})

    played = Played(match, [ACTIVATE, STRIKE, *[("ability.cost", True)] * asked, PASSIVE])

    assert (match.state_of(ELENIA).ap, match.state.sides[BLUE].sp) == (3 - ap, 9 - sp)
    assert [event.n for event in played.events(ApSpent) if event.fighter == ELENIA] == [ap][: bool(ap)]
    assert [event.n for event in played.events(SpSpent)] == [sp][: bool(sp)]
    assert len([event for event in played.events(Used) if event.fighter == ELENIA]) == counted
    assert match.state.sides[BLUE].vp == 1
    rule_report.note("ability.cost")


@pytest.mark.parametrize(("by", "vp"), [(-1, 0), (-2, 0), (1, 1)])
def test_an_ability_that_may_be_used_no_more_does_nothing(by: int, vp: int) -> None:
    proud = "- {effect: when, event: attack-begun, sufferer: {the: user}, do: [{op: give-vp}]}"
    fewer = f"- {{effect: adds, to: per-round, by: {by}, acts: [ability], of: {{side: enemies}}}}"
    match = begun({ELENIA: [ability(proud, name="Pride", more="limit: {round: 1}")], YURI: [ability(fewer)]})

    Played(match, [ACTIVATE, STRIKE, PASSIVE])

    assert match.state.sides[BLUE].vp == vp


@pytest.mark.rule("ability.action", books="en")
def test_an_ability_whose_text_alone_says_what_it_does_is_used_beside_one_that_has_effects() -> None:
    """Whether it finds a target its players must say."""
    spit = ability(SPIT, name="Spit", kind="action")
    match = begun({YURI: [spit, spit.with_changes(name="Song", effects=())]})
    match.state.place_fighter(ELENIA, (50_000, 50_000))

    refusals = [why_not(match, uses(match, n)[1]) for n in (0, 1)]

    assert [one and one.reason for one in refusals] == ["no-target", None]
    rule_report.note("ability.action")


@pytest.mark.parametrize("role", ["doer", "sufferer"])
@pytest.mark.parametrize(("far", "worked"), [(3, ["Watch"]), (2, [])])
def test_a_card_looks_where_those_stand_whom_an_event_names(role: str, far: int, worked: list[str]) -> None:
    """Yuri and Elenia are both 2.5 cm from Vlädd, from edge to edge."""
    watch = f"- {{effect: when, event: attack-begun, {role}: {{within: {far}}}, do: [{{op: give-vp}}]}}"
    places = {YURI: (20, 20), ELENIA: (23, 20), VLADD: (21.5, 25.291), YLISS: (40, 40)}
    match = begun({VLADD: [ability(watch, name="Watch")]}, places=places)

    played = Played(match, [ACTIVATE, STRIKE, PASSIVE])

    assert played.worked == worked


@pytest.mark.parametrize(("part", "meant"), [("did", [YURI]), ("suffered", [ELENIA])])
def test_a_card_means_those_who_did_something_or_suffered_it(part: str, meant: list[object]) -> None:
    mark = f"""
    - effect: when
      event: reacted
      do: [{{op: give-markers, who: {{{part}: attack-begun}}, marker: poison}}]
    """
    match = begun({VLADD: [ability(mark)]})

    played = Played(match, [ACTIVATE, STRIKE, PASSIVE])

    assert [event.fighter for event in played.events(MarkersAdded)] == meant


@pytest.mark.parametrize("by", [1, 2, 9])
@pytest.mark.parametrize(
    ("event", "done"),
    [
        ("markers-added", "give-markers, marker: poison"),
        ("wounded", "wound, limb: legs"),
    ],
)
def test_what_is_lessened_by_as_much_as_it_is_or_more_does_not_happen(event: str, done: str, by: int) -> None:
    hex_ = f"- {{effect: now, choose: {{who: {{side: enemies, touching: user}}}}, do: [{{op: {done}}}]}}"
    shell = f"- {{effect: instead, event: {event}, sufferer: {{}}, change: {{change: less, by: {by}}}}}"
    match = begun({YURI: [ability(hex_, kind="action")], ELENIA: [ability(shell, name="Shell")]})

    played = Played(match, [ACTIVATE, uses(match)])

    assert played.worked == ["Shell"]
    assert (match.state_of(ELENIA).markers, match.state_of(ELENIA).lost) == ({}, {})
    assert [one.kind for one in played.log if one.kind == event] == []


def test_a_change_may_be_prevented() -> None:
    soul = """
    - effect: instead
      event: markers-added
      sufferer: {the: user}
      marker: poison
      change: {change: prevent}
    """
    match = begun({ELENIA: [ability(soul, name="Machine soul")], YURI: [ability(SPIT, kind="action")]})

    played = Played(match, [ACTIVATE, uses(match)])

    assert match.state_of(ELENIA).markers == {}
    assert played.worked == ["Machine soul"]


def test_markers_may_become_others() -> None:
    drinker = """
    - effect: instead
      event: markers-added
      sufferer: {the: user}
      marker: poison
      change: {change: become, marker: rage}
    """
    match = begun({ELENIA: [ability(drinker)], YURI: [ability(SPIT, kind="action")]})

    Played(match, [ACTIVATE, uses(match)])

    assert match.state_of(ELENIA).markers == {RAGE: 1}


def test_wounds_may_be_fewer_and_the_log_says_what_happened() -> None:
    skin = "- {effect: instead, event: wounded, sufferer: {the: user}, change: {change: less}}"
    match = begun({ELENIA: [ability(skin, name="Second skin")]})

    played = Played(match, [ACTIVATE, STRIKE, PASSIVE], "4411 6")

    assert [event.wounds for event in played.events(Wounded)] == [1]
    assert match.state_of(ELENIA).lost == {LimbName.LEGS: 1}


def test_wounds_that_come_to_nothing_are_not_told_of() -> None:
    skin = "- {effect: instead, event: wounded, sufferer: {the: user}, change: {change: less}}"
    match = begun({ELENIA: [ability(skin, name="Second skin")]})

    played = Played(match, [ACTIVATE, STRIKE, PASSIVE], "4111 6")

    assert played.events(Wounded) == []
    assert match.state_of(ELENIA).lost == {}
    assert {one.fighter for one in played.events(Used)} == {YURI}, "what has no limit is not counted"


def test_dice_that_failed_may_be_thrown_again() -> None:
    hand = """
    - effect: instead
      event: rolled
      doer: {the: user}
      step: melee.passive
      may: true
      change: {change: reroll, most: 2}
    """
    match = begun({YURI: [ability(hand)]})

    played = Played(match, [ACTIVATE, STRIKE, PASSIVE, ("ability.cost", True)], "4111 46 6")

    (rolled,) = played.events(Rolled)
    assert (rolled.dice, rolled.successes) == ((4, 4, 6, 1), 3)


@pytest.mark.parametrize("more", ["", "may: true"], ids=["at once", "if its player likes"])
@pytest.mark.parametrize(("dice", "again", "worked"), [("4466", "", []), ("4461", " 1", ["Steady hand"])])
def test_where_no_die_failed_none_is_thrown_again_and_the_card_is_not_told(
    more: str, dice: str, again: str, worked: list[str]
) -> None:
    hand = f"""
    - effect: instead
      event: rolled
      doer: {{the: user}}
      step: melee.passive
      change: {{change: reroll}}
      {more}
    """
    match = begun({YURI: [ability(hand, name="Steady hand")]})
    uses_it = [("ability.cost", True)] if more and worked else []

    played = Played(match, [ACTIVATE, STRIKE, PASSIVE, *uses_it], f"{dice}{again} 6")

    assert played.worked == worked
    assert any(isinstance(question, UseChoice) for question in played.asked) is bool(uses_it)


def test_a_location_may_be_moved() -> None:
    easy = "- {effect: instead, event: located, sufferer: {the: user}, change: {change: turn}}"
    match = begun({ELENIA: [ability(easy)]})

    played = Played(match, [ACTIVATE, STRIKE, PASSIVE, ("card-over-rule", 1)], "4111 1")

    (located,) = played.events(Located)
    assert (located.face, located.limb) == (2, LimbName.ARMS)


HEX = """
- effect: now
  choose: {who: {side: enemies, within: 15}}
  do:
  - op: lasting
    until: round
    effects: [{effect: adds, to: cbt, by: -1, of: {the: target}}]
"""


def test_what_lasts_ends_when_it_says_and_survives_being_written_down() -> None:
    match = begun({YURI: [ability(HEX, name="Hex", kind="action")]})

    played = Played(match, [ACTIVATE, uses(match), ("action.cost", None), ("activation.designate", ELENIA)])

    (begin,) = played.events(EffectBegun)
    assert (begin.target, begin.card) == (ELENIA, "Hex")
    cards = {piece: one.card for piece, one in match.state.fighters.items()}
    state = played.referee.boundary_state()
    assert load_position(dump_position(state), cards, match.book.actions.ap, match.setup) == state
    assert state.lasting_effects


def test_what_lasts_till_the_end_of_the_round_is_gone_in_the_next() -> None:
    match = begun({YURI: [ability(HEX, name="Hex", kind="action")]})
    passes = [("activation.designate", YLISS), ("action.cost", None)]

    played = Played(
        match,
        [
            ACTIVATE,
            uses(match),
            ("action.cost", None),
            *passes,
            ("activation.designate", VLADD),
            ("action.cost", None),
            ("activation.designate", ELENIA),
            ("action.cost", None),
            ("first-player.bid", 0),
        ],
    )

    assert [event.card for event in played.events(EffectEnded)] == ["Hex"]
    assert match.state.lasting_effects == ()


@pytest.mark.rule("tactical-phase.play", books="en")
def test_a_tactical_card_works_when_it_is_played_and_leaves_nothing_to_agree_on() -> None:
    drop = "- {effect: now, do: [{op: give-ap, who: {the: leader}}]}"
    match = begun(tactics={RED: [tactic(drop, name="Adrenalin")]}, step="tactical-phase")

    played = Played(match, [("tactical-phase.play", "Adrenalin")])

    assert match.state_of(YURI).ap == 4
    assert [event.n for event in played.events(ApGiven)] == [1]
    assert played.referee.question is not None
    assert played.referee.question.rule == "activation.designate"


@pytest.mark.rule("tactical.duration", books="en")
def test_a_standing_effect_of_a_tactical_card_works_while_the_card_is_in_force() -> None:
    truce = tactic("- {effect: forbids, acts: [melee], of: {side: enemies}}", name="Truce")
    match = begun(tactics={RED: [truce]}, step="tactical-phase")
    strike = Melee(fighter=ELENIA, target=YURI)
    before = why_not(match, strike)

    Played(match, [("tactical-phase.play", "Truce")])
    during = why_not(match, strike)
    match.state.sides[RED].in_force = ()

    assert before is None
    assert during is not None
    assert during.reason == "card-forbids"
    assert why_not(match, strike) is None


def test_cards_that_set_each_other_off_without_end_are_stopped_and_nothing_has_happened() -> None:
    one = """
    - effect: when
      event: markers-added
      marker: fear
      do: [{op: give-markers, who: {the: user}, marker: rage}]
    """
    other = """
    - effect: when
      event: markers-added
      marker: rage
      do: [{op: give-markers, who: {the: user}, marker: fear}]
    """
    scream = "- {effect: now, do: [{op: give-markers, who: {the: user}, marker: fear}]}"
    match = begun(
        {
            YURI: [ability(scream, kind="action", more="cost: {ap: 1}")],
            ELENIA: [ability(one, name="Snake")],
            YLISS: [ability(other, name="Tail")],
        }
    )
    played = Played(match, [ACTIVATE])
    before = match.state.copy(), len(match.log)

    with pytest.raises(ProcedureFailed, match=r"Snake.*Tail|Tail.*Snake"):
        played.referee.answer(uses(match)[1])

    assert (match.state, len(match.log)) == before
    assert match.state_of(YURI).markers.get(FEAR) is None
    played.referee.answer(None)


def test_nothing_is_agreed_on_of_a_card_that_another_keeps_from_taking_effect() -> None:
    dare = tactic("- {effect: now, do: [{op: give-vp}]}", name="Dare").with_changes(effects=())
    hush = "- {effect: instead, event: tactic-in-force, player: opponent, change: {change: prevent}}"
    for hushes, offered in (([ability(hush, name="Hush")], 0), ([], 1)):
        match = begun({YLISS: hushes}, tactics={RED: [dare]}, step="tactical-phase")

        played = Played(match, [("tactical-phase.play", "Dare")])

        offers = [one for one in (*played.asked, played.referee.question) if isinstance(one, CardOffer)]
        assert len(played.events(TacticCancelled)) == 1 - offered
        assert bool(offers) is bool(offered)


def test_what_cards_ask_is_written_and_read_back() -> None:
    gift = GIFT.replace("do:", "may: true\n  choose: {who: {side: enemies}, most: 2}\n  do:")
    dressing = "- {effect: now, choose: {who: {side: allies}}, do: [{op: heal}]}"
    match = begun(
        {ELENIA: [ability(gift, name="Gift")], YURI: [ability(dressing, kind="action")]},
        profiles={ELENIA: fighter(cp=dict.fromkeys(LimbName, (1, 0)))},
    )
    match.state_of(VLADD).lost |= {LimbName.HEAD: 1, LimbName.LEGS: 2}

    limb = Played(match, [ACTIVATE, uses(match)]).referee.question
    assert limb is not None
    assert [write_answer(given, match, limb) for given in (0, 1)] == ["red picks head", "red picks legs"]
    assert read_answer("red picks legs", match, limb) == 1

    match = begun(
        {ELENIA: [ability(gift, name="Gift")]},
        profiles={ELENIA: fighter(cp=dict.fromkeys(LimbName, (1, 0)))},
    )
    played = Played(match, [ACTIVATE, STRIKE, PASSIVE], "4444 6")
    offered = played.referee.question
    assert offered is not None
    assert read_answer("blue uses Gift", match, offered) is True
    assert (
        write_answer(read_answer("blue declines", match, offered), match, offered) == "blue does not use Gift"
    )

    played.referee.answer(read_answer("blue uses Gift", match, offered))
    target = played.referee.question
    assert target is not None
    assert [write_answer(given, match, target) for given in (YURI, None)] == [
        "blue picks Yuri",
        "blue picks nobody else",
    ]
    assert read_answer("blue picks Yuri", match, target) == YURI


def left_over(op: str) -> Match:
    """What an ability of Yuri's with one operation leaves, when Elenia has two fear markers and blue 9 SP."""
    match = begun({YURI: [ability(f"- {{effect: now, do: [{op}]}}", kind="action")]})
    match.state_of(ELENIA).markers[FEAR] = 2
    match.state.sides[RED].vp = 1
    Played(match, [ACTIVATE, uses(match)])
    return match


def test_markers_are_taken_all_of_them_or_as_many_as_are_said() -> None:
    enemy = "who: {the: enemy-leader}, marker: fear"

    assert left_over(f"{{op: take-markers, {enemy}}}").state_of(ELENIA).markers == {}
    assert left_over(f"{{op: take-markers, {enemy}, n: 1}}").state_of(ELENIA).markers == {FEAR: 1}


def test_points_of_either_player_are_given_and_taken_and_none_falls_below_nothing() -> None:
    sp = [left_over(f"{{op: take-sp, n: {n}}}").state.sides[BLUE].sp for n in (2, 10)]
    vp = [left_over(f"{{op: {op}, n: 3}}").state.sides[RED].vp for op in ("give-vp", "take-vp")]

    assert (sp, vp) == ([7, 0], [4, 0])
    assert left_over("{op: give-sp, to: opponent}").state.sides[BLUE].sp == 10


def test_wounds_of_a_card_are_lessened_by_protection_and_lost_cp_are_not() -> None:
    vest = ability("- {effect: adds, to: protection, by: 1, limb: torso}")
    hurts = [
        begun({YURI: [ability(f"- {{effect: now, do: [{op}]}}", kind="action")], ELENIA: [vest]})
        for op in (
            "{op: wound, who: {the: enemy-leader}, n: 2, limb: torso}",
            "{op: lose-cp, who: {the: enemy-leader}, n: 2, limb: torso}",
        )
    ]
    for match in hurts:
        Played(match, [ACTIVATE, uses(match)])

    assert [match.state_of(ELENIA).lost for match in hurts] == [{LimbName.TORSO: 1}, {LimbName.TORSO: 2}]


def test_a_fighter_is_taken_off_the_field_without_being_out_of_action() -> None:
    match = left_over("{op: remove, who: {the: enemy-leader}}")

    assert match.state_of(ELENIA).gone is Gone.REMOVED


def test_a_change_may_be_more_than_it_was() -> None:
    worse = """
    - effect: instead
      event: markers-added
      sufferer: {the: user}
      change: {change: more, by: 2}
    """
    match = begun({ELENIA: [ability(worse)], YURI: [ability(SPIT, kind="action")]})

    Played(match, [ACTIVATE, uses(match)])

    assert match.state_of(ELENIA).markers == {POISON: 3}


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, []),
        ({"card": "Spit"}, ["Spit"]),
        ({"side": "blue"}, ["Hex"]),
        ({"user": "red Vlädd"}, ["Hex"]),
        ({"n": 1}, ["Hex"]),
    ],
)
def test_a_position_is_refused_when_no_card_began_what_lasts_in_it(
    changed: dict[str, object], found: list[str]
) -> None:
    match = begun({YURI: [ability(HEX, name="Hex", kind="action")]})
    lasting = {"card": "Hex", "side": "red", "user": "red Yuri", "target": "blue Elenia", "until": "round"}
    position = dump_position(match.state) | {"effects": [lasting | changed]}

    cards = {piece: one.card for piece, one in match.state.fighters.items()}
    said = check_position(position, match.setup, cards)

    assert [finding.values["name"] for finding in said if finding.form == "effects"] == found
    assert {finding.rule for finding in said} <= {"game-position-unknown"}
