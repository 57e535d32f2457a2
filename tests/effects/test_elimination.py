"""Who eliminates an NPF: the user of an ability, the doer whom a card names, and nobody else."""

from typing import Any

import pytest
import rule_report
from duels import ELENIA, RED, YURI, fighter
from effects.carded import Played, ability, begun, tactic

from edencli.match.events import Left
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.state import Gone
from edencli.match.table_events import VpScored
from edencli.model.terms import LimbName, Marker
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Melee, UseAbility

THE_RAT, OTHER_RAT = Piece(None, "Rat"), Piece(None, "Rat 2")
RAT = fighter().with_changes(level=2, value=None)
PLACES = {YURI: (20, 20), ELENIA: (50, 50), THE_RAT: (23, 20)}
KILL = "lose-cp, who: {the: sufferer}, limb: head, n: 9"
BLOW = [("action.cost", Melee(fighter=YURI, target=THE_RAT))]


def infested(abilities: Any = None, *, in_force: str = "", **begins: Any) -> Match:
    """A match in which Yuri, who is activated, touches a rat; a tactical card of red's may be in force."""
    cards = {"tactics": {RED: [tactic(in_force, name="Poacher")]}} if in_force else {}
    profiles = {THE_RAT: RAT, OTHER_RAT: RAT}
    begins = {"places": PLACES, "profiles": profiles, "chapters": ("infestation",)} | begins
    match = begun(abilities, **cards, **begins)
    if in_force:
        match.state.sides[RED].in_force, match.state.sides[RED].hand = ("Poacher",), ()
    return match


def scores(match: Match, *answers: tuple[str, Any], dice: str = "") -> list[tuple[Side, int]]:
    """Who scores how much for the rat, who must be out in the end."""
    played = Played(match, answers, dice)
    assert match.state_of(THE_RAT).gone is Gone.INCAPACITATED
    return [(event.side, event.n) for event in played.events(VpScored) if event.rule == "infestation.score"]


def used(match: Match) -> tuple[str, UseAbility]:
    return "action.cost", UseAbility(fighter=YURI, ability=match.state_of(YURI).card.abilities[0])


@pytest.mark.rule("infestation.score", books="en")
@pytest.mark.parametrize("op", ["lose-cp, limb: head, n: 9", "wound, limb: head, n: 9"])
def test_the_user_of_an_ability_eliminates(op: str) -> None:
    bite = f"- {{effect: now, choose: {{who: {{side: enemies, touching: user}}}}, do: [{{op: {op}}}]}}"
    match = infested({YURI: [ability(bite, kind="action")]})

    assert scores(match, used(match)) == [(RED, 2)]


@pytest.mark.rule("infestation.score", books="en")
def test_so_does_the_user_of_one_that_works_by_itself() -> None:
    bite = """
    - effect: when
      event: activated
      doer: {the: user}
      do: [{op: lose-cp, who: {side: enemies, touching: user}, limb: head, n: 9}]
    """
    match = infested({YURI: [ability(bite)]})

    assert scores(match) == [(RED, 2)]


@pytest.mark.rule("infestation.score", books="en")
@pytest.mark.parametrize(("doer", "expected"), [("doer: {side: own}, ", [(RED, 2)]), ("", [])])
def test_a_card_eliminates_for_the_doer_whom_its_effect_names(
    doer: str, expected: list[tuple[Side, int]]
) -> None:
    """Without one it is the card that does it, and nobody scores."""
    match = infested(in_force=f"- {{effect: when, event: attack-begun, {doer}do: [{{op: {KILL}}}]}}")

    assert scores(match, *BLOW) == expected
    rule_report.note("infestation.score")


@pytest.mark.rule("infestation.score", books="en")
def test_a_card_that_names_no_doer_eliminates_for_nobody() -> None:
    bait = "- {effect: now, choose: {who: {side: enemies}}, do: [{op: lose-cp, limb: head, n: 9}]}"
    match = infested(tactics={RED: [tactic(bait, name="Bait")]}, step="tactical-phase")

    assert scores(match, ("tactical-phase.play", "Bait"), ("card-over-rule", THE_RAT)) == []
    rule_report.note("infestation.score")


@pytest.mark.rule("infestation.score", books="en")
@pytest.mark.parametrize("whose", [THE_RAT, OTHER_RAT], ids=["his own", "another's"])
def test_a_fall_that_an_attack_only_began_is_nobody_s(whose: Piece) -> None:
    """The blow costs 1 CP, and what an NPF does upon that takes the rat out."""
    burst = f"- {{effect: when, event: cp-lost, sufferer: {{type: human}}, do: [{{op: {KILL}}}]}}"
    match = infested({whose: [ability(burst)]}, places={**PLACES, OTHER_RAT: (55, 5)})

    assert scores(match, *BLOW, dice="6 1 4111 1") == []
    assert [event.by for event in match.log if isinstance(event, Left)] == [whose]
    rule_report.note("infestation.score")


@pytest.mark.rule("infestation.score", books="en")
def test_a_blow_that_a_card_makes_worse_is_still_the_attacker_s() -> None:
    worse = "- {effect: instead, event: wounded, sufferer: {type: human}, change: {change: more, by: 9}}"
    match = infested({ELENIA: [ability(worse)]})

    assert scores(match, *BLOW, dice="6 1 4111 1") == [(RED, 2)]


@pytest.mark.rule("infestation.score", books="en")
def test_nobody_scores_for_who_burns(book: Rulebook) -> None:
    """H-133: not even he who set the fire."""
    match = infested(step="intendancy.3", book=book.key)
    match.state_of(THE_RAT).markers[Marker.BURN] = 1
    match.state_of(THE_RAT).lost[LimbName.HEAD] = 5

    assert scores(match, dice="666 1") == []
    assert [event.by for event in match.log if isinstance(event, Left)] == [None]
    rule_report.note("infestation.score")
