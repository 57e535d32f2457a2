"""A match begins with what its cards need, and with nothing of what they do not."""

from collections.abc import Callable
from typing import Any

import pytest
from duels import BLUE, ELENIA, RED, TORSO, YURI
from effects.carded import ability, begun, mission, tactic

from edencli.match.events import Rolled, Wounded
from edencli.match.match import Match
from edencli.model.effect import Lessen, Raise, Reroll, Twist

NEEDS: dict[str, Callable[[Match], Any]] = {
    "listeners": lambda match: match.listeners,
    "objections": lambda match: match.declaration_objectors,
    "waivers": lambda match: match.waivers,
    "duties": lambda match: match.duties,
    "grants": lambda match: match._grants,
    "foresights": lambda match: match.foresights,
    "memory": lambda match: match.event_recorders,
    "ears": lambda match: match.heard_by_cards,
}
BARE = {need: len(give(begun())) for need, give in NEEDS.items()}
LENDS = "{effect: grants, equipment: [{name: Coat, pr: {torso: 1}}]}"


@pytest.mark.parametrize(
    ("effect", "needs"),
    [
        ("{effect: adds, to: cbt, by: 1}", set()),
        ("{effect: forbids, acts: [move]}", {"objections"}),
        ("{effect: permits, acts: [shot], despite: shoot.nearest}", {"waivers"}),
        ("{effect: duty, acts: [melee]}", {"duties"}),
        (LENDS, {"grants"}),
        ("{effect: when, event: moved, do: [{op: give-vp}]}", {"listeners", "ears"}),
        (
            "{effect: when, event: moved, do: [{op: push, who: {}, of: last-attacker}]}",
            {"listeners", "ears", "memory"},
        ),
        ("{effect: instead, event: moved, change: {change: prevent}}", {"listeners", "ears", "foresights"}),
        (
            "{effect: when, event: moved, do: [{op: lasting, until: round, effects: [" + LENDS + "]}]}",
            {"listeners", "ears", "grants"},
        ),
    ],
)
def test_a_match_has_what_some_card_of_it_needs_and_nothing_else(effect: str, needs: set[str]) -> None:
    match = begun({YURI: [ability(f"- {effect}")]})

    assert {need for need, give in NEEDS.items() if len(give(match)) > BARE[need]} == needs


def test_an_ability_that_is_used_needs_ears_and_an_objection_where_it_finds_no_target() -> None:
    match = begun({YURI: [ability("- {effect: now, do: [{op: give-vp}]}", kind="action")]})

    assert {need for need, give in NEEDS.items() if len(give(match)) > BARE[need]} == {
        "listeners",
        "objections",
    }


def test_what_cards_may_grant_is_known_wherever_it_stands_on_them() -> None:
    later = f"- {{effect: now, do: [{{op: lasting, until: round, effects: [{LENDS}]}}]}}"
    match = begun(
        {YURI: [ability(f"- {LENDS}")]}, tactics={BLUE: [tactic(later.replace("{name: Coat", "{name: Cap"))]}
    )

    assert [one.name for one in match.grantable] == ["Coat", "Cap"]


@pytest.mark.parametrize(("objectives", "own"), [("only-if: [{test: round}]", True), ("", False)])
def test_points_are_counted_by_cards_where_a_mission_says_how(objectives: str, *, own: bool) -> None:
    errand = mission(f"objectives: [{{text: x, vp: 1, {objectives}}}]")
    match = begun(missions={RED: errand})

    steps = {step for chapter in match.chapters for step in chapter.steps}
    assert ("intendancy.10" in steps) is own


# ── what is known beforehand ──


def hurt(victim: Any = ELENIA) -> Wounded:
    return Wounded(
        rule="melee.success",
        step="melee.success",
        victim=victim,
        limb=TORSO,
        wounds=1,
        protection=(),
        absorbed=0,
        by=YURI,
        how="melee",
    )


ROLLED = Rolled(
    rule="r", step="melee.passive", by=YURI, pool=(), difficulty=(), needed=1, dice=(1,), successes=1
)


@pytest.mark.parametrize(
    ("effect", "twist"),
    [
        ("event: wounded, sufferer: {the: user}, change: {change: less}", Lessen),
        ("event: wounded, sufferer: {the: user}, change: {change: more, by: 2}", Raise),
        ("event: wounded, change: {change: less}", Lessen),
        ("event: wounded, sufferer: {side: own}, doer: {touching: user}, change: {change: less}", Lessen),
        ("event: rolled, step: melee.passive, doer: {side: enemies}, change: {change: reroll}", Reroll),
        ("event: rolled, step: melee.passive, change: {change: reroll, most: 1}", Reroll),
        ("event: wounded, sufferer: {side: allies}, change: {change: less}", None),
        ("event: wounded, sufferer: {the: user}, may: true, change: {change: less}", None),
        ("event: wounded, sufferer: {the: user}, once: round, change: {change: less}", None),
        ("event: wounded, sufferer: {the: user}, only-if: [{test: round}], change: {change: less}", None),
        ("event: wounded, sufferer: {wounded: false}, change: {change: less}", None),
        ("event: wounded, sufferer: {within: 5, of: doer}, change: {change: less}", None),
        ("event: wounded, change: {change: less, by: {vp: own}}", None),
        ("event: wounded, change: {change: prevent}", None),
        ("event: rolled, change: {change: reroll}", None),
        ("event: rolled, step: melee.dodge, change: {change: reroll}", None),
        ("event: rolled, step: melee.passive, change: {change: reroll, faces: [1]}", None),
        ("event: rolled, step: melee.passive, change: {change: add-dice}", None),
    ],
)
@pytest.mark.parametrize("more", ["", "cost: {ap: 1}", "limit: {round: 1}"])
def test_what_surely_becomes_of_a_blow_is_known_beforehand(
    effect: str, twist: type[Twist] | None, more: str
) -> None:
    """Nothing that is asked for, paid, counted, or that depends on what may still change."""
    match = begun({ELENIA: [ability(f"- {{effect: instead, {effect}}}", more=more)]})
    (foresee,) = match.foresights

    found = [one for event in (hurt(), ROLLED) for one in foresee(match, event)]

    assert list(map(type, found)) == ([twist] if twist and not more else [])


def test_a_card_of_the_hand_is_not_known_beforehand() -> None:
    ruse = tactic(
        "- {effect: instead, event: wounded, from-hand: true, change: {change: less}}", more="cancellation: 1"
    )
    match = begun(tactics={BLUE: [ruse]})
    (foresee,) = match.foresights

    assert list(foresee(match, hurt())) == []
