"""Cards become copies of others: at their own price, without what either remembers; a copy copies nothing."""

from typing import Any

from duels import BLUE, ELENIA, RED, VLADD, YURI, fighter, use
from effects.carded import Played, ability, begun, tactic
from effects.test_hands import now

from edencli.effects.authoring import find_impossible_effects
from edencli.match.card_events import CardCameToNothing, CardCopied, EffectEnded, FighterForgotten
from edencli.match.match import Match, Query
from edencli.match.pieces import PUBLIC, Side
from edencli.match.position import dump_position, load_position
from edencli.match.rules_api import value
from edencli.match.state import CardCopy, RememberedFighter
from edencli.model.fighter import Ability, Equipment
from edencli.model.terms import Category, Characteristic
from edencli.referee.view import match_seen_by_viewer
from edencli.rules.acts import UseAbility

STRONG = "- {effect: adds, to: cbt, by: 2, of: {side: own}}"
MIRROR = "- {effect: now, do: [{op: reveal, do: [{op: copy}]}]}"
IN_PHASE = "tactical-phase.play"


def mirrored(effects: str = STRONG, *, mirror: str = MIRROR) -> Match:
    """A match in which red's card becomes a copy of blue's, which does this."""
    decks = {RED: [tactic(mirror, name="Mirror")], BLUE: [tactic(effects, name="Might")]}
    return begun(tactics=decks, step="tactical-phase")


def cbt(match: Match, piece: Any) -> int:
    return value(match, Query(Characteristic.CBT, piece)).total


def test_a_copy_does_what_is_printed_on_the_other_card_for_its_own_player() -> None:
    match = mirrored()
    before = cbt(match, YURI)

    played = Played(match, [(IN_PHASE, "Mirror")])

    assert [event.of for event in played.events(CardCopied)] == ["Might"]
    assert (cbt(match, YURI), match.state.sides[RED].sp) == (before + 2, 9 - match.book.tactics.sp)
    assert match.state.sides[BLUE].hand == ("Might",)


def test_what_the_other_card_does_when_it_is_played_is_done_at_once() -> None:
    match = mirrored(now("{op: give-vp, n: 3}"))

    Played(match, [(IN_PHASE, "Mirror")])

    assert (match.state.sides[RED].vp, match.state.sides[BLUE].vp) == (3, 0)


def test_a_copy_copies_nothing() -> None:
    match = mirrored(now("{op: give-vp}, {op: reveal, do: [{op: copy}]}"))

    played = Played(match, [(IN_PHASE, "Mirror")])

    assert len(played.events(CardCopied)) == 1
    assert len(played.events(CardCameToNothing)) == 1
    assert match.state.sides[RED].vp == 1


def test_what_the_card_began_is_over_and_whom_it_remembered_it_forgets() -> None:
    lasts = "{op: lasting, until: match, effects: [{effect: adds, to: psi, by: 1, of: {side: own}}]}"
    match = mirrored(
        mirror=now(f"{{op: remember, who: {{side: own}}}}, {lasts}, {{op: reveal, do: [{{op: copy}}]}}")
    )

    played = Played(match, [(IN_PHASE, "Mirror")])

    assert len(played.events(EffectEnded)) == 1
    assert [event.fighter for event in played.events(FighterForgotten)] == [YURI, VLADD]
    assert (match.state.lasting_effects, match.state.remembered_fighters) == ((), ())


def test_what_the_other_card_remembers_the_copy_does_not() -> None:
    match = mirrored(
        "- {effect: adds, to: cbt, by: 2, of: {the: remembered}}\n"
        "- {effect: now, do: [{op: remember, who: {}}]}"
    )
    match.state.remembered_fighters = (RememberedFighter("Might", BLUE, None, ELENIA),)
    before = cbt(match, ELENIA)

    Played(match, [(IN_PHASE, "Mirror")])

    assert cbt(match, ELENIA) == before + 2  # the copy did for itself what the card does when it is played
    assert {one.card for one in match.state.remembered_fighters} == {"Might", "Mirror"}


def learned(kind: str = "action") -> tuple[Match, Ability]:
    """A match in which Yuri may learn an ability of Vlädd."""
    learns = ability(
        now("{op: copy, who: {side: allies}}"), name="Learns", kind="action", more="cost: {ap: 1}"
    )
    effects = now("{op: give-vp}") if kind == "action" else STRONG
    return begun(
        {YURI: [learns], VLADD: [ability(effects, name="Knack", kind=kind, more="cost: {ap: 2}")]}
    ), learns


def test_an_ability_is_used_at_the_price_of_the_copy() -> None:
    match, learns = learned()
    uses = ("action.cost", UseAbility(fighter=YURI, ability=learns))

    played = Played(match, [("activation.designate", YURI), uses, uses])

    assert [(event.of, event.of_user) for event in played.events(CardCopied)] == [("Knack", VLADD)]
    assert (match.state.sides[RED].vp, match.state_of(YURI).ap) == (1, 1)


def test_an_ability_of_the_other_kind_is_no_original() -> None:
    match, learns = learned("permanent")

    played = Played(
        match, [("activation.designate", YURI), ("action.cost", UseAbility(fighter=YURI, ability=learns))]
    )

    assert not played.events(CardCopied)
    assert len(played.events(CardCameToNothing)) == 1


def test_a_position_keeps_which_card_is_a_copy_of_which() -> None:
    match = mirrored()
    Played(match, [(IN_PHASE, "Mirror")])
    cards = {piece: one.card for piece, one in match.state.fighters.items()}

    read = load_position(dump_position(match.state), cards, match.book.actions.ap, match.setup)

    assert read == match.state
    assert read.copies == (CardCopy("Mirror", RED, None, "Might", BLUE, None),)
    assert read.copy() == read


def test_every_view_has_what_a_copy_does_and_no_other_card_of_the_hand() -> None:
    match = mirrored(mirror=MIRROR.replace("reveal,", "reveal, n: 1,"))
    match.state.sides[BLUE].hand = ("Might", "Other")
    before = cbt(match, YURI)
    Played(match, [(IN_PHASE, "Mirror")], dice="1")

    for viewer in (*Side, PUBLIC):
        seen = match_seen_by_viewer(match, viewer)
        assert cbt(seen, YURI) == before + 2
        assert ("Other" in seen.state.sides[BLUE].hand) is (viewer is BLUE)


def test_a_copy_of_nothing_is_no_finding_and_of_a_hand_needs_a_card_that_was_shown() -> None:
    assert [*find_impossible_effects(tactic(MIRROR))] == []


COPIES = "- {effect: copies-gear, gear: {}, whose: leader, of: {side: own}}"


def test_a_copy_of_equipment_is_used_up_by_who_carries_it() -> None:
    """It is that of the other fighter's card: nothing that was granted, and no copy."""
    whip = Equipment(name="Whip", uses=(use(Category.TECH),))
    grants = "- {effect: grants, equipment: [{name: Plate, pr: {torso: 1}}]}"
    match = begun(
        {YURI: [ability(grants, name="Loan")], VLADD: [ability(COPIES, name="Twin")]},
        profiles={YURI: fighter(gear=(whip,))},
    )

    assert [item.name for item in match.equipment_of(YURI)] == ["Whip", "Plate"]
    assert [item.name for item in match.equipment_of(VLADD)] == ["Whip"]

    match.state_of(YURI).discarded = ("Whip",)

    assert [item.name for item in match.equipment_of(VLADD)] == ["Whip"]
