"""Cards played in answer; acts, uses and activations that cards give; equipment that they grant."""

import pytest
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI, fighter
from effects.carded import Played, ability, begun, tactic

from edencli.bots.lookahead import play_procedure
from edencli.field.shapes import Point
from edencli.lang import Words
from edencli.match.card_events import Readied, TacticCancelled, UsesRestored
from edencli.match.events import ApSpent, AttackBegun, AttackEnded, Rolled, Wounded
from edencli.match.questions import Choice
from edencli.match.rules_api import why_not
from edencli.match.table_events import Activated, Moved, SpSpent
from edencli.model.card_words import Role, Who
from edencli.model.effect import to_plain_data
from edencli.model.lexicon import FighterLexicon
from edencli.model.terms import Category
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.prompt.offers import question_line
from edencli.rules.acts import Melee, Move, Shot, UseAbility
from edencli.rules.melee import Reaction
from edencli.rules.questions import ActQuestion, MomentChoice
from edencli.transcript.phrases import question_sentence

ACTIVATE = ("activation.designate", YURI)
STRIKE = ("action.cost", Melee(fighter=YURI, target=ELENIA))
PASSIVE = ("melee.reaction", Reaction.PASSIVE)
CHARM = tactic(
    """
    - effect: instead
      event: rolled
      doer: {side: own}
      from-hand: true
      change: {change: reroll, most: 1}
    """,
    name="Charm",
    more="cancellation: 3",
)
PLAY = ("tactical-phase.play", "Charm")


@pytest.mark.rule("tactical-phase.cost", books="en")
def test_a_card_is_played_from_the_hand_when_its_moment_comes() -> None:
    match = begun(tactics={RED: [CHARM]})

    played = Played(match, [ACTIVATE, STRIKE, PASSIVE, PLAY, ("tactical.cancellation", None)], "4111 5 6")

    (rolled,) = played.events(Rolled)
    assert rolled.dice == (4, 5, 1, 1)
    assert [(event.side, event.n) for event in played.events(SpSpent)] == [(RED, 2)]
    assert match.state.sides[RED].played == ("Charm",)


@pytest.mark.rule("tactical.cancellation", books="en")
def test_a_card_played_in_answer_can_be_cancelled_before_it_works() -> None:
    match = begun(tactics={RED: [CHARM]})

    played = Played(match, [ACTIVATE, STRIKE, PASSIVE, PLAY, ("tactical.cancellation", True)], "4111 6")

    assert [event.side for event in played.events(TacticCancelled)] == [BLUE]
    assert played.worked == []
    assert match.state.sides[RED].hand == ()


def test_who_holds_no_such_card_or_cannot_pay_is_not_asked() -> None:
    poor = begun(tactics={RED: [CHARM]})
    poor.state.sides[RED].sp = 1
    tactical = tactic(
        "- {effect: when, event: moved, from-hand: true, do: [{op: give-vp}]}", more="tactical: true"
    )
    bound = begun(tactics={RED: [tactical], BLUE: [CHARM]})

    played = [Played(one, [ACTIVATE, STRIKE, PASSIVE], "4111 6") for one in (poor, bound)]

    for one in played:
        assert not any(isinstance(asked, Choice) and asked.rule == PLAY[0] for asked in one.asked)


def test_a_declined_card_stays_in_the_hand_and_is_offered_again() -> None:
    match = begun(tactics={RED: [CHARM]})

    played = Played(match, [ACTIVATE, STRIKE, PASSIVE, STRIKE, PASSIVE, PLAY], "4111 6 4111")

    assert match.state.sides[RED].played == ("Charm",)
    assert sum(asked.rule == PLAY[0] for asked in played.asked) == 2
    question = next(asked for asked in played.asked if asked.rule == PLAY[0])
    assert question.private
    line = write_answer("Charm", match, question)
    assert (line, read_answer(line, match, question)) == ("red plays Charm", "Charm")


RUSH = "- {effect: now, do: [{op: act, who: {side: allies}, acts: [move, melee]}]}"


def test_an_act_is_given_for_no_ap_and_counts_like_any_other() -> None:
    rush = ability(RUSH, name="Rush", kind="action")
    match = begun({YURI: [rush]})
    path = (Point(20_000, 23_000), Point(20_000, 28_000))
    go = ("action.cost", UseAbility(fighter=YURI, ability=rush))

    played = Played(match, [ACTIVATE, go, ("action.cost", Move(fighter=VLADD, path=path))])

    assert [(event.fighter, event.how) for event in played.events(Moved)] == [(VLADD, "move")]
    assert played.events(ApSpent) == []
    assert (match.state_of(VLADD).ap, match.state_of(VLADD).used_round) == (3, {"move": 1})
    assert not match.state_of(VLADD).activated


def test_another_act_than_the_card_gives_is_refused_as_is_what_the_rules_forbid() -> None:
    rush = ability(RUSH, name="Rush", kind="action")
    match = begun({YURI: [rush]})
    played = Played(match, [ACTIVATE, ("action.cost", UseAbility(fighter=YURI, ability=rush))])
    question = played.referee.question
    assert isinstance(question, ActQuestion)

    other = question.refusal(UseAbility(fighter=VLADD, ability=rush))
    too_far = question.refusal(Move(fighter=VLADD, path=(Point(20_000, 23_000), Point(20_000, 50_000))))
    fresh = question.refusal(Move(fighter=VLADD, path=(Point(20_000, 23_000), Point(20_000, 24_000))))

    assert other is not None
    assert (other.reason, other.about["card"]) == ("not-offered", "Rush")
    assert too_far is not None
    assert fresh is None
    assert (question.fighter, question.optional) == (VLADD, True)


def test_uses_are_given_back_by_act_and_by_name() -> None:
    spit = ability(
        "- {effect: now, do: [{op: give-vp}]}", name="Spit", kind="action", more="limit: {round: 1}"
    )
    again = ability(
        """
        - effect: now
          do: [{op: restore, who: {the: user}, acts: [melee]}, {op: restore, who: {the: user}, named: Spit}]
        """,
        name="Again",
        kind="action",
    )
    match = begun({YURI: [spit, again]})
    spitting, restoring = (("action.cost", UseAbility(fighter=YURI, ability=one)) for one in (spit, again))

    played = Played(
        match, [ACTIVATE, STRIKE, PASSIVE, STRIKE, PASSIVE, spitting, restoring, spitting], "1111 1111"
    )

    assert [(event.what, event.n) for event in played.events(UsesRestored)] == [
        ("attack", 1),
        ("ability.Spit", 1),
    ]
    assert match.state.sides[RED].vp == 2
    assert why_not(match, Melee(fighter=YURI, target=ELENIA)) is None


@pytest.mark.parametrize(
    ("said", "given_back"),
    [
        ("acts: [melee]", ["attack"]),
        ("acts: [move, charge]", ["charge", "move"]),
        ("named: spit", ["ability.Spit"]),
        ("named: mk. 2 lance", ["gear.Mk. 2 Lance.blast", "gear.Mk. 2 Lance.shooting"]),
        ("named: blast", []),
        ("named: Mk", []),
        ("named: attack", []),
    ],
)
def test_uses_are_given_back_of_what_is_named_and_of_nothing_else(said: str, given_back: list[str]) -> None:
    again = ability(
        f"- {{effect: now, do: [{{op: restore, who: {{the: user}}, {said}, n: 2}}]}}", kind="action"
    )
    match = begun({YURI: [again]})
    weapons = ("gear.Mk. 2 Lance.blast", "gear.Mk. 2 Lance.shooting")
    match.state_of(YURI).used_match = dict.fromkeys(("attack", "move", "charge", "ability.Spit", *weapons), 1)

    played = Played(match, [ACTIVATE, ("action.cost", UseAbility(fighter=YURI, ability=again))])

    assert sorted(event.what for event in played.events(UsesRestored)) == given_back
    assert {event.n for event in played.events(UsesRestored)} <= {2}


def test_who_was_activated_is_activated_once_more() -> None:
    rally = ability("- {effect: now, do: [{op: ready, who: {side: own}}]}", name="Rally", kind="action")
    match = begun({YURI: [rally]})
    use = ("action.cost", UseAbility(fighter=YURI, ability=rally))
    match.state_of(VLADD).activated = match.state_of(ELENIA).activated = match.state_of(YLISS).activated = (
        True
    )

    played = Played(
        match, [ACTIVATE, use, ("simultaneous", 0), ("action.cost", None), ("activation.designate", VLADD)]
    )

    assert {event.fighter for event in played.events(Readied)} == {YURI, VLADD}
    assert [event.fighter for event in played.events(Activated)] == [YURI, VLADD]


BOW = """
- effect: grants
  of: {side: own, touching: user}
  equipment: [{name: Borrowed bow, shooting: {strength: 3, range: 20, uses: {round: 1}}}]
"""


@pytest.mark.rule("card.equipment", books="en")
def test_equipment_is_granted_as_long_as_the_card_says() -> None:
    lends = ability(BOW, name="Lends")
    match = begun({YURI: [lends]}, profiles={VLADD: fighter()})
    match.state.place_fighter(ELENIA, (30_000, 20_000))
    (bow,) = match.equipment_of(VLADD)
    shot = Shot(fighter=VLADD, target=ELENIA, weapon=bow, use=bow.uses[0])

    assert why_not(match, shot) is None
    match.state.place_fighter(VLADD, (20_000, 30_000))
    refusal = why_not(match, shot)

    assert refusal is not None
    assert refusal.reason == "not-carried"
    assert match.state_of(VLADD).card.equipment == ()


def test_a_granted_weapon_is_named_shot_and_counted_as_ones_own() -> None:
    lends = ability(BOW.replace(", touching: user", ""), name="Lends")
    match = begun({YURI: [lends]}, profiles={VLADD: fighter(), YURI: fighter()})
    match.state.place_fighter(ELENIA, (30_000, 23_000))
    began = Played(match, [("activation.designate", VLADD)])
    question = began.referee.question
    assert question is not None

    shot = read_answer("Vlädd shoots Elenia with Borrowed bow", match, question)
    assert read_answer("Vlädd shoots Elenia", match, question) == shot
    assert write_answer(shot, match, question) == "Vlädd shoots Elenia with Borrowed bow"
    began.referee.answer(shot)

    assert [event.weapon for event in began.events(AttackBegun)] == ["Borrowed bow"]
    assert why_not(match, shot) is not None


def test_granted_protection_takes_wounds_and_the_card_reads_back() -> None:
    mail = ability(
        """
        - effect: grants
          equipment: [{name: Mail, pr: {complete: 2}, tech: {}}, {name: Cap, pr: {head: 1}}]
        """,
        name="Mail",
    )
    match = begun({ELENIA: [mail]}, profiles={YURI: fighter()})

    played = Played(match, [ACTIVATE, STRIKE, PASSIVE], "4444 6")

    (ended,) = played.events(AttackEnded)
    assert ended.wounds - ended.cp_lost == 2
    (grants,) = mail.effects
    assert to_plain_data(grants)["equipment"][0] == {"name": "Mail", "pr": {"complete": 2}, "tech": {}}
    assert match.equipment_of(ELENIA)[1].use(Category.PR) is not None


def test_who_may_change_a_roll_is_told_the_roll_and_the_price_before_he_answers() -> None:
    eye = CHARM.effects[0].with_changes(doer=Who(the=Role.USER), from_hand=False)
    sure = ability("- {effect: adds, to: cbt, by: 1}", name="Sure eye", more="cost: {ap: 1, sp: 2}")
    matches = begun({YURI: [sure.with_changes(effects=(eye,))]}), begun(tactics={RED: [CHARM]})

    played = [Played(match, [ACTIVATE, STRIKE, PASSIVE], "5111") for match in matches]
    asked = [one.referee.question for one in played]

    rolled = "Yuri strikes: CBT 4 = 4 dice, 4+ (VIG 4): 5 1 1 1, 1 success."
    assert [question_sentence(Words(), FighterLexicon((YURI, ELENIA)), one, RED) for one in asked if one] == [
        f"{rolled} Red: does Sure eye take effect, for 1 AP and 2 SP?",
        f"{rolled} Red: do you play a tactical card now? Charm",
    ]
    at_prompt = [
        question_line(Words(), match, one.referee.question, RED)
        for match, one in zip(matches, played, strict=True)
        if one.referee.question
    ]
    assert [line.split("\n")[0] for line in at_prompt] == [rolled, rolled]


def test_what_a_card_would_change_can_be_tried_to_the_end_on_a_copy() -> None:
    """One of the wounds less, and the CP that the others cost."""
    shield = (
        "{effect: instead, event: wounded, sufferer: {side: own}, from-hand: true, change: {change: less}}"
    )
    card = tactic(f"- {shield}", name="Shield", more="cancellation: 3")
    match = begun(tactics={BLUE: [card]})

    question = Played(match, [ACTIVATE, STRIKE, PASSIVE], "4444 6").referee.question

    assert isinstance(question, MomentChoice)
    there, _ = play_procedure(match, lambda there: question.trial(there, "Shield"))  # type: ignore[misc]
    wounded = question.change
    assert isinstance(wounded, Wounded)
    assert sum(there.state_of(ELENIA).lost.values()) == wounded.wounds - wounded.absorbed - 1 > 0
    assert not match.state_of(ELENIA).lost
