"""Whom an action ability may choose as its target: nobody who hides far away, nobody beyond the fog."""

from typing import Any

import pytest
import rule_report
from duels import ELENIA, RED, YLISS, YURI
from effects.carded import Played, ability, begun, tactic
from matches import element

from edencli.match.events import MarkersAdded
from edencli.match.facts import UnknownFact, Within
from edencli.match.field_kinds import ToldField
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.rules_api import why_not
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import UseAbility
from edencli.rules.targets import may_single_out

RULE = "card-over-rule"
CURSE = "- {effect: now, choose: {who: {%s}}, do: [{op: give-markers, marker: poison}]}"
ENEMIES, ALLIES, ANYBODY = "side: enemies", "side: allies", ""
Places = dict[Piece, tuple[float, float]]
REEDS = element("Reeds", radius=1, hiding=1)
HIDDEN: Places = {YURI: (20, 20), ELENIA: (32.5, 20), YLISS: (55, 55)}
"""Elenia stands at the reeds, 9.5 cm from Yuri."""


def cursing(book: Rulebook, who: str, places: Places, **begins: Any) -> Match:
    """A match in which Yuri may curse somebody of a kind."""
    return begun({YURI: [ability(CURSE % who, kind="action")]}, places=places, book=book.key, **begins)


def hiding(book: Rulebook, who: str, at: tuple[float, float] = (32.5, 20), **begins: Any) -> Match:
    """The same, with Elenia hidden in the reeds beside her, and nobody else on the field."""
    places: Places = {YURI: (20, 20), ELENIA: at}
    begins = {"chapters": ("territory",), "scenery": [(REEDS, (at[0] + 2.5, at[1]))]} | begins
    match = cursing(book, who, places, **begins)
    match.state_of(ELENIA).hidden = "Reeds"
    return match


def curse(match: Match) -> UseAbility:
    return UseAbility(fighter=YURI, ability=match.state_of(YURI).card.abilities[0])


def is_refused(match: Match) -> tuple[str, str] | None:
    """By which rule and reason the curse is refused, or nothing."""
    refusal = why_not(match, curse(match))
    rule_report.note(refusal)
    return refusal and (refusal.rule, refusal.reason)


@pytest.mark.rule("territory.hiding", books="en fr it pt")
def test_no_enemy_far_away_aims_an_action_at_who_hides(book: Rulebook) -> None:
    far, near = hiding(book, ENEMIES), hiding(book, ENEMIES, at=(28, 20))

    assert (is_refused(far), is_refused(near)) == (("ability.action", "no-target"), None)
    far.state_of(ELENIA).hidden = None
    assert is_refused(far) is None
    rule_report.note("territory.hiding")


@pytest.mark.rule("territory.hiding", books="en fr it pt")
def test_who_hides_is_not_among_those_who_may_be_chosen(book: Rulebook) -> None:
    match = hiding(book, ANYBODY)

    played = Played(match, [("action.cost", curse(match))])

    assert len(match.state_of(YURI).markers) == 1
    assert played.events(MarkersAdded)[0].fighter == YURI
    rule_report.note("territory.hiding")


@pytest.mark.rule("territory.hiding", books="en fr it pt")
def test_friends_find_who_hides(book: Rulebook) -> None:
    match = hiding(book, ENEMIES)

    assert may_single_out(match, YLISS, ELENIA)
    assert not may_single_out(match, YURI, ELENIA)
    rule_report.note("territory.hiding")


@pytest.mark.rule("territory.hiding", books="en fr it pt")
def test_a_tactical_card_and_what_works_by_itself_find_who_hides(book: Rulebook) -> None:
    """Neither is an action of a fighter."""
    reeds: Any = {"chapters": ("territory",), "scenery": [(REEDS, (35, 20))], "places": HIDDEN}
    when = CURSE.replace("now", "when, event: activated, doer: {the: user}") % ENEMIES
    by_card = begun(
        tactics={RED: [tactic(CURSE % ENEMIES, name="Curse")]}, step="tactical-phase", book=book.key, **reeds
    )
    by_itself = begun({YURI: [ability(when)]}, book=book.key, **reeds)
    for match in (by_card, by_itself):
        match.state_of(ELENIA).hidden = "Reeds"

    Played(by_card, [("tactical-phase.play", "Curse"), (RULE, ELENIA)])
    Played(by_itself, [(RULE, ELENIA)])

    assert [len(match.state_of(ELENIA).markers) for match in (by_card, by_itself)] == [1, 1]
    rule_report.note("territory.hiding")


@pytest.mark.rule("weather.fog", books="fr pt")
@pytest.mark.parametrize("who", [ENEMIES, ANYBODY], ids=["enemies", "anybody"])
def test_no_action_is_aimed_beyond_the_fog(book: Rulebook, who: str) -> None:
    """At friends no more than at enemies; 15 cm exactly are near enough."""
    fog: Any = {"chapters": ("weather",), "weather": ("fog",)}
    near = cursing(book, who, {YURI: (20, 20), ELENIA: (38, 20)}, **fog)
    far = cursing(book, who, {YURI: (20, 20), ELENIA: (38.02, 20)}, **fog)

    assert [may_single_out(match, YURI, ELENIA) for match in (near, far)] == [True, False]
    if who == ENEMIES:
        assert (is_refused(near), is_refused(far)) == (None, ("ability.action", "no-target"))
    rule_report.note("weather.fog")


@pytest.mark.rule("weather.fog", books="en it")
def test_where_fog_only_cuts_sight_an_ability_without_eyes_reaches_beyond_it(book: Rulebook) -> None:
    match = cursing(
        book, ENEMIES, {YURI: (20, 20), ELENIA: (50, 20)}, chapters=("weather",), weather=("fog",)
    )
    seeing = cursing(
        book,
        f"{ENEMIES}, seen-by: user",
        {YURI: (20, 20), ELENIA: (50, 20)},
        chapters=("weather",),
        weather=("fog",),
    )

    assert (is_refused(match), is_refused(seeing)) == (None, ("ability.action", "no-target"))
    rule_report.note("weather.fog")


@pytest.mark.rule("weather.fog", books="fr pt")
def test_where_nobody_measures_eyes_say_who_is_beyond_the_fog(book: Rulebook) -> None:
    match = cursing(
        book, ENEMIES, {YURI: (20, 20), ELENIA: (50, 20)}, chapters=("weather",), weather=("fog",)
    )
    match.state.field = ToldField()

    with pytest.raises(UnknownFact) as asked:
        may_single_out(match, YURI, ELENIA)

    assert asked.value.fact == Within(of=YURI, target=ELENIA, far=15_000)
    rule_report.note("weather.fog")
