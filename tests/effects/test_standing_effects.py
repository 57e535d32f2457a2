"""Standing effects: what a card adds to a number, forbids or permits, as long as it works, and no longer."""

import pytest
from duels import BLAST, ELENIA, PROJECTILE, RED, SHOOTING, VLADD, YLISS, YURI, fighter, item, use
from effects.carded import ability, begun

from edencli.effects.cards import CardsInPlay
from edencli.field.shapes import Point
from edencli.match.facts import InPounce
from edencli.match.field_kinds import ToldField
from edencli.match.limits import OverBudgetError
from edencli.match.match import Act, Match, Query
from edencli.match.pieces import Piece
from edencli.match.reasons import Part
from edencli.match.rules_api import objections, value, why_not
from edencli.match.state import FighterState, Gone
from edencli.model.effect import Adds
from edencli.model.terms import ActKind, Characteristic, LimbName, Marker, Quantity
from edencli.rules import hazards
from edencli.rules.acts import Blast, Charge, Dodge, Melee, Move, Shot, Throw, Walk
from edencli.rules.infestation import can_be_charged
from edencli.rules.melee import Reaction, why_not_react
from edencli.rules.registry import ACTS
from edencli.rules.territory import MeleeAtScenery, ShotAtScenery

CBT, VIG, PSI, SPD = Characteristic.CBT, Characteristic.VIG, Characteristic.PSI, Characteristic.SPD
STRIKE = Melee(fighter=YURI, target=ELENIA)


def total(match: Match, what: Characteristic | Quantity, of: Piece, act: Act | None = None) -> int:
    return value(match, Query(what, of, act)).total


def test_a_card_adds_to_a_number_and_the_part_says_which_card_and_which_of_its_effects() -> None:
    hard = "- {effect: adds, to: cbt, by: 1}\n- {effect: adds, to: vig, by: 1}"
    match = begun({YURI: [ability(hard, name="Hard as rivets")]})

    amount = value(match, Query(VIG, YURI))

    assert amount.total == 5
    assert amount.parts[-1] == Part("card-over-rule", 1, "Hard as rivets", 1)
    assert total(match, VIG, VLADD) == 4


def test_an_attack_on_scenery_is_called_what_the_same_attack_on_a_fighter_is() -> None:
    rows = {**ACTS, **hazards.CHAPTER.acts}

    assert rows[MeleeAtScenery].on_cards is rows[Melee].on_cards
    assert rows[ShotAtScenery].on_cards is rows[Shot].on_cards


def test_each_act_of_the_rulebook_has_a_word_on_cards_and_each_word_an_act() -> None:
    words = [row.on_cards for act, row in ACTS.items() if act is not Walk]

    assert set(words) == set(ActKind)
    assert len(words) == len(ActKind)


def test_it_ends_when_its_fighter_leaves_the_field() -> None:
    match = begun({VLADD: [ability("- {effect: adds, to: psi, by: 1, of: {side: allies, within: 10}}")]})
    before = total(match, PSI, YURI)

    match.state.remove_fighter(VLADD, Gone.INCAPACITATED)

    assert (before, total(match, PSI, YURI)) == (5, 4)


@pytest.mark.rule("ability.own-user")
def test_what_is_for_allies_leaves_its_user_out_and_those_who_are_far() -> None:
    match = begun({ELENIA: [ability("- {effect: adds, to: psi, by: 1, of: {side: allies, within: 10}}")]})

    assert [total(match, PSI, piece) for piece in (ELENIA, YLISS, YURI)] == [4, 4, 4]

    match.state.place_fighter(YLISS, (25_000, 22_000))
    assert [total(match, PSI, piece) for piece in (ELENIA, YLISS, YURI)] == [4, 5, 4]


def test_a_number_may_be_changed_only_in_some_acts_and_against_some_enemies() -> None:
    pack = "- {effect: adds, to: cbt, by: 1, acts: [melee], against: {touching: leader}}"
    match = begun({VLADD: [ability(pack)]})

    assert total(match, CBT, VLADD) == 4
    assert total(match, CBT, VLADD, Melee(fighter=VLADD, target=ELENIA)) == 5
    assert total(match, CBT, VLADD, Melee(fighter=VLADD, target=YLISS)) == 4


def test_an_amount_may_be_counted() -> None:
    mob = """
    - {effect: adds, to: cbt, by: {count: {side: allies, touching: sufferer}, most: 2}, acts: [melee]}
    """
    match = begun({YURI: [ability(mob)]})
    alone = total(match, CBT, YURI, STRIKE)

    match.state.place_fighter(VLADD, (23_000, 23_000))

    assert (alone, total(match, CBT, YURI, STRIKE)) == (4, 5)


@pytest.mark.parametrize(
    ("by", "more"), [("{event: so-far}", 4), ("{event: bonuses}", 0), ("{event: bonuses, times: -1}", 0)]
)
def test_a_number_is_changed_by_how_high_it_is_so_far_or_by_its_bonuses(by: str, more: int) -> None:
    """A VIG of 4, alone and with 2 from a card before it."""
    last = f"- {{effect: adds, to: vig, by: {by}, of: {{the: user}}}}"
    first = "- {effect: adds, to: vig, by: 2, of: {the: user}}"

    alone, raised = (begun({YURI: [ability(text)]}) for text in (last, f"{first}\n{last}"))

    times = {"{event: so-far}": 6, "{event: bonuses}": 2, "{event: bonuses, times: -1}": -2}[by]
    assert (total(alone, VIG, YURI), total(raised, VIG, YURI)) == (4 + more, 6 + times)


@pytest.mark.parametrize("by", ["{event: so-far}", "{event: bonuses}"])
def test_a_number_that_is_nothing_so_far_and_has_no_bonuses_stays_so(by: str) -> None:
    match = begun({YURI: [ability(f"- {{effect: adds, to: protection, by: {by}, of: {{the: user}}}}")]})

    assert total(match, Quantity.PROTECTION, YURI) == 0


def test_a_proviso_is_asked_each_time() -> None:
    whole = "- {effect: adds, to: vig, by: 1, only-if: [{test: there-are, who: {the: user, wounded: false}}]}"
    card = fighter(cp={LimbName.LEGS: (1, 2)})
    match = begun({YURI: [ability(whole)]}, profiles={YURI: card})
    before = total(match, VIG, YURI)

    match.state_of(YURI).lost[LimbName.LEGS] = 1

    assert (before, total(match, VIG, YURI)) == (5, 4)


def test_prices_lengths_and_protection_are_numbers_like_others() -> None:
    cards = """
    - effect: adds
      to: ap
      by: -1
      acts: [dodge]
      only-if: [{test: there-are, who: {side: allies, touching: user}}]
    - {effect: adds, to: distance, by: 2, acts: [move]}
    - {effect: adds, to: protection, by: 1, limb: head}
    """
    match = begun({YURI: [ability(cards)]})

    assert total(match, Quantity.AP, YURI, Dodge(fighter=YURI)) == 0
    assert total(match, Quantity.DISTANCE, YURI, Move(fighter=YURI, path=())) == 12
    protection = [
        value(match, Query(Quantity.PROTECTION, YURI, None, limb)).total
        for limb in (LimbName.HEAD, LimbName.LEGS)
    ]
    assert protection == [1, 0]


@pytest.mark.rule("card-over-rule", books="en")
def test_a_card_forbids_an_act_and_says_so() -> None:
    mad = """
    - effect: forbids
      acts: [dodge, response]
      only-if: [{test: there-are, who: {the: user, marker: rage}}]
    """
    match = begun({YURI: [ability(mad, name="Red mist")]})
    assert why_not(match, Dodge(fighter=YURI)) is None

    match.state_of(YURI).markers[Marker.RAGE] = 1

    refusal = why_not(match, Dodge(fighter=YURI))
    assert refusal is not None
    assert (refusal.rule, refusal.reason, refusal.about["card"]) == (
        "card-over-rule",
        "card-forbids",
        "Red mist",
    )
    assert why_not(match, Dodge(fighter=VLADD)) is None


def test_whom_an_act_is_aimed_at_may_decide() -> None:
    guard = """
    - {effect: forbids, acts: [melee], of: {side: enemies}, against: {side: allies, touching: user}}
    """
    match = begun({VLADD: [ability(guard)]})

    aimed = {piece: why_not(match, Melee(fighter=ELENIA, target=piece)) for piece in (YURI, VLADD)}

    assert aimed[YURI] is not None
    assert aimed[YURI].reason == "card-forbids"
    assert aimed[VLADD] is None or aimed[VLADD].reason != "card-forbids"


def test_a_card_permits_what_a_rule_forbids_and_nothing_else() -> None:
    brave = "- {effect: permits, acts: [melee], despite: state.fear}"
    match = begun({YURI: [ability(brave)]})
    match.state_of(YURI).markers[Marker.FEAR] = 1

    assert why_not(match, STRIKE) is None
    charge = Charge(fighter=YURI, target=YLISS, path=(Point(20_000, 20_000), Point(40_000, 37_000)))
    assert "afraid" in {refusal.reason for refusal in objections(match, charge)}

    match.state_of(YURI).ap = 0
    refused = why_not(match, STRIKE)
    assert refused is not None
    assert refused.reason == "too-few-ap"


def test_cards_that_feed_on_each_other_stop_and_are_named() -> None:
    one = "- {effect: adds, to: cbt, by: {stat: vig}}"
    other = "- {effect: adds, to: vig, by: {stat: cbt}}"
    match = begun({YURI: [ability(one, name="Snake"), ability(other, name="Tail")]})

    with pytest.raises(OverBudgetError) as fault:
        value(match, Query(CBT, YURI))

    assert set(fault.value.cards) == {"Snake", "Tail"}
    assert total(match, SPD, YURI) == 4


def test_a_match_without_such_cards_has_nothing_registered() -> None:
    bare, carded = begun(), begun({YURI: [ability("- {effect: adds, to: vig, by: 1}")]})

    assert (bare.listeners, bare.declaration_objectors, bare.waivers, bare.chapters) == ((), [], [], [])
    assert (carded.listeners, carded.declaration_objectors, carded.waivers) == ((), [], [])
    assert bare.numbers["cbt"] == carded.numbers["cbt"]
    assert len(carded.numbers["vig"]) == len(bare.numbers["vig"]) + 1
    assert bare.state.sides[RED].sp == 9


@pytest.mark.parametrize(("ap", "may"), [(0, ["passive"]), (1, ["dodge", "response"])])
def test_who_can_do_nothing_else_stays_passive_whatever_a_card_forbids(ap: int, may: list[str]) -> None:
    """Otherwise the match could not go on."""
    stand = ability("- {effect: forbids, acts: [passive], of: {side: enemies}}")
    match = begun({YURI: [stand]})
    match.state_of(ELENIA).ap = ap

    assert [str(one) for one in Reaction if why_not_react(match, ELENIA, one) is None] == may


def test_what_counts_against_somebody_counts_in_no_number_that_is_against_nobody() -> None:
    match = begun({YURI: [ability("- {effect: adds, to: cbt, by: 1, against: {side: enemies}}")]})

    acts = (None, Dodge(fighter=YURI), STRIKE)

    assert [total(match, CBT, YURI, act) for act in acts] == [4, 4, 5]


def test_what_is_counted_of_nobody_is_nothing() -> None:
    """Yuri has not been attacked."""
    envy = "- {effect: adds, to: vig, by: {markers: fear, of: last-attacker}}"
    match = begun({YURI: [ability(envy)]})
    match.state_of(ELENIA).markers[Marker.FEAR] = 2

    assert total(match, VIG, YURI) == 4


@pytest.mark.parametrize(("least", "vig"), [(1, 5), (2, 5), (3, 4)])
def test_those_who_are_nearest_may_be_counted(least: int, vig: int) -> None:
    """Vlädd and Elenia are equally near."""
    proviso = f"{{test: there-are, who: {{nearest: user}}, least: {least}}}"
    crowd = f"- {{effect: adds, to: vig, by: 1, only-if: [{proviso}]}}"
    match = begun({YURI: [ability(crowd)]})

    assert total(match, VIG, YURI) == vig


def test_the_cards_of_a_fighter_who_joins_a_match_are_found() -> None:
    match = begun({YURI: [ability("- {effect: adds, to: vig, by: 1}", name="Old")]})
    cards = CardsInPlay(match.state, match.setup)
    before = [source.card for source, _ in cards.effects_of_kind(match.state, Adds)]
    new = ability("- {effect: adds, to: vig, by: 1}", name="New")

    match.state.fighters[Piece(None, "Rat")] = FighterState(fighter().with_changes(abilities=(new,)))

    assert before == ["Old"]
    assert [source.card for source, _ in cards.effects_of_kind(match.state, Adds)] == ["Old", "New"]


def test_where_nobody_measures_it_is_asked_how_far_an_npf_charges_by_its_own_card() -> None:
    rat = Piece(None, "Rat")
    swift = ability("- {effect: adds, to: distance, by: 2}")
    places = {YURI: (20, 20), ELENIA: (50, 50), rat: (30, 30)}
    match = begun({rat: [swift]}, places=places, book="fr", chapters=("infestation",))

    match.state.field = ToldField({InPounce(npf=rat, target=YURI, far=12_000): True})

    assert can_be_charged(match, rat, YURI)


# ── each part of what a card says by itself ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("said", "given_to"),
    [
        ("", [YURI]),
        ("of: {side: own}, ", [YURI, VLADD]),
        ("of: {side: allies}, ", [VLADD]),
        ("of: {side: own}, only-if: [{test: round, most: 1}], ", [YURI, VLADD]),
        ("of: {side: own}, only-if: [{test: round, least: 2}], ", []),
    ],
)
def test_equipment_is_granted_to_the_fighters_that_the_card_means_while_it_is_so(
    said: str, given_to: list[Piece]
) -> None:
    match = begun(
        {YURI: [ability(f"- {{effect: grants, {said}equipment: [{{name: Coat, pr: {{torso: 1}}}}]}}")]}
    )

    found = [
        piece for piece in match.state.fighters if "Coat" in [one.name for one in match.equipment_of(piece)]
    ]

    assert found == given_to


SHOOT = Shot(fighter=YURI, target=ELENIA, weapon=item("Rifle", use(SHOOTING)), use=use(SHOOTING))


@pytest.mark.parametrize(
    ("said", "act", "counts"),
    [
        ("", STRIKE, True),
        ("acts: [melee], ", STRIKE, True),
        ("acts: [melee, shot], ", SHOOT, True),
        ("acts: [shot], ", STRIKE, False),
        ("acts: [melee], ", None, False),
        ("against: {the: enemy-leader}, ", STRIKE, True),
        ("against: {side: own}, ", STRIKE, False),
        ("against: {side: enemies}, ", None, False),
        ("against: {side: enemies}, ", Move(fighter=YURI, path=()), False),
        ("only-if: [{test: round, least: 2}], ", STRIKE, False),
        ("of: {side: allies}, ", STRIKE, False),
        ("of: {the: doer}, ", STRIKE, True),
        ("of: {the: sufferer}, ", STRIKE, False),
    ],
)
def test_a_number_is_changed_where_all_that_the_card_says_is_so(
    said: str, act: Act | None, *, counts: bool
) -> None:
    match = begun({YURI: [ability(f"- {{effect: adds, to: cbt, {said}by: 2}}")]})

    assert total(match, CBT, YURI, act) == (6 if counts else 4)


def test_a_number_of_who_suffers_an_act_is_changed_against_who_does_it() -> None:
    match = begun(
        {ELENIA: [ability("- {effect: adds, to: vig, by: 2, against: {the: doer, side: enemies}}")]}
    )

    acts = [STRIKE, STRIKE.with_changes(fighter=YLISS), STRIKE.with_changes(target=YLISS), None]
    assert [total(match, VIG, ELENIA, act) for act in acts] == [6, 4, 4, 4]


def test_protection_is_changed_in_the_limb_that_is_named() -> None:
    match = begun({YURI: [ability("- {effect: adds, to: protection, by: 1, limb: arms}")]})

    found = [value(match, Query(Quantity.PROTECTION, YURI, None, limb)).total for limb in LimbName]
    assert found == [int(limb is LimbName.ARMS) for limb in LimbName]


LANCE = item("Lance", use(BLAST))
JAR = item("Jar", use(PROJECTILE, range=20, explosive=3))


@pytest.mark.parametrize(
    ("against", "refused"),
    [
        ("{the: enemy-leader}", True),
        ("{marker: fear}", False),
        ("{type: beast}", False),
        ("{side: own}", False),
    ],
)
def test_a_throw_and_a_blast_are_aimed_at_all_fighters_under_the_template(
    against: str, *, refused: bool
) -> None:
    """Elenia is under both, Yliss, who is afraid, under neither; named victims count as well."""
    places = {YURI: (16, 20), VLADD: (50, 50), ELENIA: (26, 20), YLISS: (26, 40)}
    gear = {YURI: fighter(gear=(LANCE, JAR))}
    match = begun(
        {YURI: [ability(f"- {{effect: forbids, acts: [blast, throw], against: {against}}}")]},
        places=places,
        profiles=gear,
    )
    match.state_of(YLISS).markers = {Marker.FEAR: 1}
    blast = Blast(fighter=YURI, weapon=LANCE, use=LANCE.uses[0], point=(26_000, 20_000))
    throw = Throw(fighter=YURI, weapon=JAR, use=JAR.uses[0], point=(26_000, 20_000))

    found = [why_not(match, act) for act in (blast, throw, throw.with_changes(victims=(ELENIA,)))]

    assert [one is not None and one.reason == "card-forbids" for one in found] == [refused] * 3
    elsewhere = throw.with_changes(victims=(YLISS,))
    assert (why_not(match, elsewhere) is not None) is (against == "{marker: fear}")


def test_a_permission_is_of_the_rule_that_it_names_alone() -> None:
    free = "- {effect: permits, acts: [melee], despite: action.per-round, against: {the: enemy-leader}}"
    match = begun({YURI: [ability(free)]}, places={YURI: (20, 20), ELENIA: (23, 20), YLISS: (20, 23)})
    match.state_of(YURI).used_round = {"attack": 2}
    dear = {piece: why_not(match, STRIKE.with_changes(target=piece)) for piece in (ELENIA, YLISS)}
    match.state_of(YURI).ap = 0
    broke = why_not(match, STRIKE)

    assert dear[ELENIA] is None
    assert dear[YLISS] is not None
    assert broke is not None
    assert broke.reason == "too-few-ap"
