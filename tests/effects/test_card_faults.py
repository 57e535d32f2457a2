"""Each fault of a card: its code, where it stands, how it is worded, and that it is told once."""

from typing import Any

import pytest
from effects.carded import ability, mission, tactic

from edencli.effects.authoring import (
    MOST_COUNTER_NAMES,
    find_impossible_effects,
    find_text_without_effect,
    find_unlaid_names,
)
from edencli.model.fighter import Ability
from edencli.model.game import Mission, Tactic
from edencli.model.terms import MissionKind
from edencli.rulebooks.match_steps import MATCH_STEPS

Card = Ability | Tactic | Mission
GIVE = "{op: give-vp}"


def card(kind: str, effects: str) -> Card:
    """A card of a kind with these effects."""
    if kind in {"permanent", "action"}:
        return ability(effects, kind=kind)
    if kind in {"tactical", "held"}:
        return tactic(effects, more=f"tactical: {str(kind == 'tactical').lower()}")
    text = "objectives: [{text: x, vp: 1, only-if: [{test: round}]}]\neffects:\n" + effects
    return mission(text).with_changes(kind=MissionKind(kind))


def now(done: str) -> str:
    return f"- {{effect: now, do: [{done}]}}"


def when(event: str, done: str = GIVE, more: str = "") -> str:
    return f"- {{effect: when, event: {event}, {more}do: [{done}]}}"


def instead(event: str, change: str, more: str = "") -> str:
    return f"- {{effect: instead, event: {event}, {more}change: {{change: {change}}}}}"


def lasting(effect: str, until: str = "round", more: str = "") -> str:
    return f"{{op: lasting, until: {until}, {more}effects: [{effect}]}}"


DO = ("do", 0)
PLACED = "{{op: put, who: {{}}, where: {}}}"

FAULTS: list[tuple[str, str, str, tuple[Any, ...], str, dict[str, Any]]] = [
    # what never comes
    ("permanent", now(GIVE), "effect-never", ("effect",), "permanent", {"word": "now"}),
    ("action", when("moved"), "effect-never", ("effect",), "action", {"word": "when"}),
    ("secret", now(GIVE), "effect-never", ("effect",), "secret", {"word": "now"}),
    ("secret", when("moved", "{op: remind}"), "effect-never", (*DO, "op"), "secret-text", {"word": "remind"}),
    (
        "tactical",
        when("moved", more="from-hand: true, "),
        "effect-never",
        ("from-hand",),
        "tactical",
        {"word": "from-hand"},
    ),
    ("revealed", when("moved", more="from-hand: true, "), "effect-never", ("from-hand",), "hand", {}),
    (
        "held",
        instead("moved", "prevent", "from-hand: true, doer: {the: user}, "),
        "effect-role",
        ("doer", "the"),
        "user",
        {"role": "user", "choices": ("doer", "leader", "enemy-leader")},
    ),
    (
        "tactical",
        when("step-begun", more="step: setup.8-hand, "),
        "effect-never",
        ("step",),
        "step",
        {"word": "setup.8-hand", "choices": MATCH_STEPS[MATCH_STEPS.index("setup.9-ap") :]},
    ),
    (
        "permanent",
        when("step-begun", more="step: setup.6-scenery, "),
        "effect-never",
        ("step",),
        "step",
        {"choices": MATCH_STEPS[MATCH_STEPS.index("setup.7-deploy") :]},
    ),
    (
        "revealed",
        when("step-begun", more="step: setup.5-mission, "),
        "effect-never",
        ("step",),
        "step",
        {"choices": MATCH_STEPS[MATCH_STEPS.index("setup.6-scenery") :]},
    ),
    ("tactical", now("{op: forget, who: {}}"), "effect-never", (*DO, "op"), "forget", {"word": "forget"}),
    ("permanent", when("leader-named"), "effect-never", ("event",), "leader", {"word": "leader-named"}),
    (
        "permanent",
        when("leader-named", more="sufferer: {side: own}, "),
        "effect-never",
        ("event",),
        "leader",
        {},
    ),
    (
        "tactical",
        when("leader-named", more="sufferer: {side: own}, "),
        "effect-never",
        ("event",),
        "leader",
        {},
    ),
    ("tactical", when("mission-played"), "effect-never", ("event",), "mission", {"word": "mission-played"}),
    (
        "revealed",
        when("mission-played", "{op: give-ap, who: {}}"),
        "effect-never",
        (*DO, "op"),
        "undeployed",
        {"word": "give-ap"},
    ),
    ("tactical", when("round-begun", "{op: ready, who: {}}"), "effect-never", (*DO, "op"), "ready", {}),
    ("tactical", when("bids-revealed", "{op: ready, who: {}}"), "effect-never", (*DO, "op"), "ready", {}),
    (
        "tactical",
        when("step-begun", "{op: ready, who: {}}", "step: tactical-phase, "),
        "effect-never",
        (*DO, "op"),
        "ready",
        {},
    ),
    (
        "tactical",
        when("designated", "{op: ready, who: {the: sufferer}}"),
        "effect-never",
        (*DO, "op"),
        "ready",
        {},
    ),
    (
        "tactical",
        when("interrupted", "{op: ready, who: {the: doer}}"),
        "effect-never",
        (*DO, "op"),
        "ready",
        {},
    ),
    (
        "tactical",
        when("left", "{op: ready, who: {the: sufferer}}"),
        "effect-never",
        (*DO, "op"),
        "gone",
        {"word": "ready"},
    ),
    (
        "tactical",
        when("moved", "{op: take-ap, who: {the: doer}}", "how: prowl, "),
        "effect-never",
        (*DO, "op"),
        "npf",
        {"word": "take-ap"},
    ),
    (
        "permanent",
        instead("wounded", "redirect, to: {the: sufferer}"),
        "effect-never",
        ("change", "to", "the"),
        "redirect",
        {"word": "redirect"},
    ),
    (
        "permanent",
        instead("wounded", "redirect, to: {side: allies, out: true}"),
        "effect-out",
        ("change", "to", "out"),
        "redirect",
        {},
    ),
    (
        "tactical",
        "- {effect: now, choose: {who: {}}, do: [{op: swap, of: target}]}",
        "effect-never",
        (*DO, "op"),
        "same",
        {"word": "swap"},
    ),
    ("action", now("{op: swap, who: {the: user}}"), "effect-never", (*DO, "op"), "same", {"word": "swap"}),
    (
        "tactical",
        "- {effect: now, choose: {who: {}}, do: [{op: pass-markers, marker: fear, of: target}]}",
        "effect-never",
        (*DO, "op"),
        "same",
        {"word": "pass-markers"},
    ),
    (
        "tactical",
        "- {effect: now, choose: {who: {}}, do: [{op: push, n: 3, of: target}]}",
        "effect-never",
        (*DO, "op"),
        "same",
        {"word": "push"},
    ),
    # what lasts
    (
        "action",
        now(lasting("{effect: adds, to: cbt, by: 1}", more="times: 2, ")),
        "effect-times",
        (*DO, "times"),
        "",
        {},
    ),
    (
        "action",
        now(lasting(when("moved", more="from-hand: true, ")[2:])),
        "effect-never",
        (*DO, "effects", 0, "from-hand"),
        "lasting",
        {"word": "from-hand"},
    ),
    *(
        (
            kind,
            now(lasting(when("round-begun")[2:], until)),
            "effect-never",
            (*DO, "effects", 0, "event"),
            "until",
            {"word": "round-begun"},
        )
        for kind, until in (("action", "activation"), ("action", "round"), ("tactical", "round"))
    ),
    (
        "action",
        now(lasting(when("designated", "{op: ready, who: {the: sufferer}}")[2:])),
        "effect-never",
        (*DO, "effects", 0, "do", 0, "op"),
        "ready",
        {},
    ),
    (
        "tactical",
        now(lasting("{effect: adds, to: cbt, by: 1, of: {}}", "next-activation")),
        "effect-until",
        (*DO, "until"),
        "",
        {"choices": ("activation", "round", "next-round", "match")},
    ),
    (
        "tactical",
        now(lasting("{effect: adds, to: cbt, by: {event: amount}, of: {}}")),
        "effect-value",
        (*DO, "effects", 0, "by", "event"),
        "no-event",
        {"value": "amount"},
    ),
    (
        "permanent",
        when(
            "rolled",
            lasting("{effect: adds, to: cbt, by: {event: successes}, of: {}}"),
            "doer: {the: user}, ",
        ),
        "effect-value",
        (*DO, "effects", 0, "by", "event"),
        "no-event",
        {"value": "successes"},
    ),
    # values of events
    (
        "tactical",
        when("moved", "{op: give-vp, n: {event: amount}}"),
        "effect-value",
        (*DO, "n", "event"),
        "",
        {"value": "amount", "event": "moved"},
    ),
    (
        "tactical",
        when("moved", "{op: lose-cp, who: {}, limb: same}"),
        "effect-value",
        (*DO, "limb"),
        "",
        {"value": "limb", "event": "moved"},
    ),
    (
        "tactical",
        now("{op: lose-cp, who: {}, limb: same}"),
        "effect-value",
        (*DO, "limb"),
        "no-event",
        {"value": "limb"},
    ),
    # roles
    (
        "tactical",
        now("{op: give-ap, who: {the: target}}"),
        "effect-role",
        (*DO, "who", "the"),
        "target",
        {"role": "target", "choices": ("leader", "enemy-leader")},
    ),
    (
        "permanent",
        when("round-begun", "{op: give-ap, who: {the: remembered}}"),
        "effect-role",
        (*DO, "who", "the"),
        "remembered",
        {"choices": ("user", "leader", "enemy-leader", "last-attacker")},
    ),
    ("action", now("{op: bring-back, who: {the: doer}}"), "effect-role", (*DO, "who", "the"), "", {}),
    (
        "tactical",
        now("{op: give-ap, who: {touching: last-attacker}}"),
        "effect-role",
        (*DO, "who", "touching"),
        "",
        {"role": "last-attacker"},
    ),
    (
        "tactical",
        now("{op: give-ap, who: {within: 5, of: doer}}"),
        "effect-role",
        (*DO, "who", "of"),
        "",
        {"role": "doer"},
    ),
    (
        "tactical",
        now("{op: give-ap, who: {between: leader}}"),
        "effect-role",
        (*DO, "who", "of"),
        "user",
        {"role": "user"},
    ),
    (
        "tactical",
        now("{op: push, who: {}, n: 2}"),
        "effect-role",
        (*DO, "of"),
        "user",
        {"role": "user"},
    ),
    (
        "tactical",
        now("{op: give-vp, n: {counters: Oath}}"),
        "effect-role",
        (*DO, "n", "of"),
        "user",
        {},
    ),
    (
        "tactical",
        now("{op: give-ap, who: {between: doer, of: leader}}"),
        "effect-role",
        (*DO, "who", "between"),
        "",
        {"role": "doer"},
    ),
    (
        "tactical",
        now("{op: give-ap, who: {scenery: {stands: behind, of: sufferer}}}"),
        "effect-role",
        (*DO, "who", "scenery", "of"),
        "",
        {"role": "sufferer"},
    ),
    # places
    (
        "tactical",
        when("moved", "{op: lay, name: A, where: {fell: doer}}"),
        "effect-place",
        (*DO, "where", "fell"),
        "fell",
        {"role": "doer"},
    ),
    (
        "action",
        now(PLACED.format("{scenery: {stands: on}}")),
        "effect-place",
        (*DO, "where", "scenery", "stands"),
        "on",
        {"choices": ("at", "in", "touching", "behind")},
    ),
    (
        "action",
        now("{op: push, who: {}, name: Well, by: own}"),
        "effect-place",
        (*DO, "by"),
        "push",
        {"word": "by"},
    ),
    (
        "action",
        now("{op: push, who: {}, name: Well, scenery: {}}"),
        "effect-place",
        (*DO, "scenery"),
        "push",
        {"word": "scenery"},
    ),
    (
        "action",
        now("{op: push, who: {}, scenery: {stands: in}}"),
        "effect-place",
        (*DO, "scenery", "stands"),
        "stands",
        {},
    ),
    (
        "permanent",
        when("left", "{op: lay, name: A, where: {fell: doer}}"),
        "effect-place",
        (*DO, "where", "fell"),
        "fell",
        {"role": "doer"},
    ),
    (
        "permanent",
        when("wounded", "{op: lay, name: A, where: {fell: sufferer}}"),
        "effect-place",
        (*DO, "where", "fell"),
        "fell",
        {"role": "sufferer"},
    ),
    # numbers
    ("tactical", now("{op: give-vp, n: 0}"), "effect-amount", (*DO, "n"), "", {"n": 0, "word": "give-vp"}),
    ("tactical", now("{op: give-vp, n: -2}"), "effect-amount", (*DO, "n"), "", {"n": -2}),
    ("action", now("{op: push, who: {}, n: -2, by: own}"), "effect-amount", (*DO, "n"), "", {"word": "push"}),
    ("action", now("{op: push, who: {}, n: 0}"), "effect-amount", (*DO, "n"), "", {"n": 0}),
    ("action", now("{op: move, who: {}, n: -2.5}"), "effect-amount", (*DO, "n"), "", {"n": -2.5}),
    ("permanent", instead("wounded", "more, by: 0"), "effect-amount", ("change", "by"), "", {"word": "more"}),
    ("permanent", instead("rolled", "add-to-dice, by: 0"), "effect-amount", ("change", "by"), "", {}),
    (
        "permanent",
        "- {effect: adds, to: cbt, by: 1, only-if: [{test: number, number: {vp: own}, least: 3, most: 2}]}",
        "effect-bounds",
        ("only-if", 0, "most"),
        "",
        {"least": 3, "most": 2},
    ),
    # the rest
    ("permanent", when("moved", "{op: prevent}"), "effect-prevent", (*DO, "op"), "", {}),
    (
        "permanent",
        instead("moved", "replace, do: [{op: prevent}]"),
        "effect-prevent",
        ("change", "do", 0, "op"),
        "",
        {},
    ),
    (
        "action",
        now("{op: give-ap, who: {any-of: [{out: true}, {side: own}]}}"),
        "effect-out",
        (*DO, "who", "any-of"),
        "",
        {},
    ),
    (
        "action",
        now("{op: give-ap, who: {but-not: {out: true}}}"),
        "effect-out",
        (*DO, "who", "but-not"),
        "",
        {},
    ),
    (
        "permanent",
        "- {effect: adds, to: cbt, by: 1, limb: arms}",
        "effect-limb",
        ("limb",),
        "",
        {"number": "cbt"},
    ),
    *(
        (
            "permanent",
            f"- {{effect: duty, acts: [move, {act}]}}",
            "effect-act",
            ("acts", 1),
            "",
            {"act": act},
        )
        for act in ("passive", "dodge", "response", "strike")
    ),
    (
        "action",
        now("{op: give-ap, who: {did: passed}}"),
        "effect-detail",
        (*DO, "who", "did"),
        "",
        {"detail": "doer", "event": "passed", "choices": ()},
    ),
    (
        "action",
        now("{op: give-ap, who: {suffered: leader-named}}"),
        "effect-detail",
        (*DO, "who", "suffered"),
        "",
        {"detail": "sufferer"},
    ),
    # dice
    *(
        (
            "action",
            now(f"{{op: die, at-least: {n}, do: [{GIVE}]}}"),
            "effect-dice",
            (*DO, "at-least"),
            "at-least",
            {"n": n},
        )
        for n in (1, 7)
    ),
    ("action", now("{op: die}"), "effect-dice", (*DO, "op"), "nothing", {}),
    *(
        (
            "action",
            now(f"{{op: die, {more}, outcomes: [{{faces: [1], do: [{GIVE}]}}]}}"),
            "effect-dice",
            (*DO, "outcomes"),
            "table",
            {},
        )
        for more in ("at-least: 4", "dice: 2")
    ),
    (
        "action",
        now("{op: roll, who: {the: user}, stat: psi, difficulty: 4, against: user}"),
        "effect-dice",
        (*DO, "against"),
        "self",
        {"role": "user"},
    ),
    *(
        (
            "action",
            now(f"{{op: act, who: {{}}, acts: [{act}], against: {{side: enemies}}}}"),
            "effect-against",
            (*DO, "against"),
            "",
            {"act": act},
        )
        for act in ("move", "ability", "extinguish")
    ),
    (
        "action",
        now("{op: act, who: {}, acts: [melee], price: 1, paid: true}"),
        "effect-price",
        (*DO, "paid"),
        "",
        {},
    ),
]


@pytest.mark.parametrize(("kind", "effects", "code", "path", "form", "values"), FAULTS)
def test_a_fault_of_a_card_is_told_once_at_its_place(  # what is written, and what is said of it
    kind: str, effects: str, code: str, path: tuple[Any, ...], form: str, values: dict[str, Any]
) -> None:
    (found,) = find_impossible_effects(card(kind, effects))

    assert (found.rule, found.path, found.form) == (code, ("effects", 0, *path), form)
    assert found.values | values == found.values


@pytest.mark.parametrize(
    ("kind", "effects"),
    [
        ("action", now(GIVE)),
        ("revealed", now(GIVE)),
        ("tactical", now(GIVE)),
        ("secret", when("moved")),
        ("revealed", when("moved", "{op: remind}")),
        ("held", when("moved", more="from-hand: true, ")),
        ("held", when("step-begun", more="step: setup.9-ap, ")),
        ("permanent", when("step-begun", more="step: setup.7-deploy, ")),
        ("revealed", when("step-begun", more="step: setup.6-scenery, ")),
        ("permanent", when("rolled", more="step: shoot.roll, ")),
        ("permanent", when("leader-named", more="sufferer: {the: user}, ")),
        ("revealed", when("mission-played")),
        ("tactical", now("{op: remember, who: {}}, {op: forget, who: {the: remembered}}")),
        ("tactical", when("step-begun", "{op: ready, who: {}}", "step: activation, ")),
        ("tactical", when("designated", "{op: ready, who: {side: own}}")),
        ("tactical", when("activation-ended", "{op: ready, who: {the: doer}}")),
        ("tactical", when("moved", "{op: take-ap, who: {side: own}}", "how: prowl, ")),
        ("action", "- {effect: now, choose: {who: {}}, do: [{op: swap}]}"),
        ("tactical", "- {effect: now, choose: {who: {}}, do: [{op: push, n: 3, of: target, by: own}]}"),
        ("tactical", now("{op: remember, who: {}}, {op: swap, who: {the: remembered}, of: remembered}")),
        ("permanent", instead("wounded", "redirect, to: {side: allies}")),
        ("action", now(lasting(when("moved")[2:], more="times: 2, "))),
        ("action", now(lasting(when("round-begun")[2:], "next-round"))),
        ("permanent", when("activated", lasting(when("round-begun")[2:]))),
        ("action", now(lasting("{effect: adds, to: cbt, by: 1}", "next-activation"))),
        (
            "permanent",
            when(
                "wounded", lasting("{effect: adds, to: cbt, by: {event: amount}}"), "sufferer: {the: user}, "
            ),
        ),
        ("permanent", when("wounded", "{op: lose-cp, who: {the: user}, limb: same, n: {event: amount}}")),
        (
            "permanent",
            when("wounded", lasting(when("moved", "{op: lose-cp, who: {the: sufferer}, limb: same}")[2:])),
        ),
        ("tactical", "- {effect: now, choose: {who: {}}, do: [{op: give-ap}]}"),
        ("tactical", "- {effect: adds, to: cbt, by: 1, of: {}, against: {touching: doer}}"),
        ("tactical", now("{op: give-ap, who: {within: 5, near: Well}}")),
        ("tactical", now("{op: give-ap, who: {within: 5, landmark: edge}}")),
        ("tactical", now("{op: give-ap, who: {scenery: {stands: in}}}")),
        ("tactical", now("{op: push, who: {}, n: 2, by: own}")),
        ("tactical", now("{op: push, who: {}, n: -2, name: Well}")),
        ("tactical", now("{op: push, who: {}, n: 2, scenery: {}}")),
        ("tactical", now("{op: give-vp, n: {vp: own}}")),
        ("tactical", now("{op: explode, near: Well, of: leader, strength: 3}")),
        ("action", now(PLACED.format("{scenery: {stands: in}}"))),
        ("permanent", when("left", "{op: lay, name: A, where: {fell: sufferer}}")),
        ("permanent", when("wounded", "{op: lay, name: A, where: {fell: last-attacker}}")),
        ("permanent", instead("rolled", "add-to-dice, by: -1")),
        ("permanent", instead("moved", "first, do: [{op: prevent}]")),
        ("permanent", instead("moved", "first, do: [{op: die, dice: 1, at-least: 4, do: [{op: prevent}]}]")),
        ("action", now("{op: give-ap, who: {any-of: [{side: own}, {side: enemies}], out: true}}")),
        ("permanent", "- {effect: adds, to: protection, by: 1, limb: arms}"),
        ("permanent", "- {effect: duty, acts: [move, melee]}"),
        ("permanent", "- {effect: forbids, acts: [dodge]}"),
        ("action", now("{op: give-ap, who: {did: moved, suffered: wounded}}")),
        *(("action", now(f"{{op: die, at-least: {n}, do: [{GIVE}]}}")) for n in (2, 6)),
        ("action", now(f"{{op: die, outcomes: [{{faces: [1, 2], do: [{GIVE}]}}]}}")),
        ("action", now("{op: die, dice: 2, do: [{op: give-vp, n: {event: die}}]}")),
        ("action", now("{op: die, dice: 2, at-least: 3, do: [{op: give-vp, n: {event: successes}}]}")),
        ("action", now("{op: act, who: {}, acts: [move, melee], against: {side: enemies}}")),
        ("action", now("{op: act, who: {}, acts: [move], price: 1}")),
        ("action", now("{op: give-vp, n: {count: {}, per: 2, up: true}}")),
        (
            "permanent",
            "- {effect: adds, to: cbt, by: 1, only-if: [{test: round, least: 2, most: 2}]}",
        ),
    ],
)
def test_what_is_next_to_a_fault_is_none(kind: str, effects: str) -> None:
    assert list(find_impossible_effects(card(kind, effects))) == []


def test_counters_have_so_many_names_at_most_and_capitals_make_no_other() -> None:
    def named(names: list[str]) -> list[Any]:
        effects = "".join(now(f"{{op: give-counters, who: {{}}, name: {one}}}") + "\n" for one in names)
        return [
            (one.rule, one.path, one.values) for one in find_impossible_effects(card("tactical", effects))
        ]

    few = [f"Oath{letter}" for letter in "abcdefghi"]

    assert len(few) == MOST_COUNTER_NAMES
    assert named([*few, few[0].upper()]) == []
    assert named([*few, "One", "Two"]) == [
        ("effect-counters", ("effects", 9, "do", 0, "name"), {"most": MOST_COUNTER_NAMES})
    ]


@pytest.mark.parametrize(("deep", "codes"), [(5, []), (6, ["effect-depth"]), (7, ["effect-depth"])])
def test_filters_and_conditions_stand_in_each_other_only_so_deep(deep: int, codes: list[str]) -> None:
    """Six of them at most: that of the operation, or the whole condition, is the first."""
    who, test = "{}", "{test: round}"
    for _ in range(deep):
        who, test = f"{{but-not: {who}}}", f"{{test: not, what: {test}}}"
    by_filter = card("tactical", now(f"{{op: give-ap, who: {who}}}"))
    by_condition = card("tactical", f"- {{effect: now, only-if: [{test}], do: [{GIVE}]}}")

    for one in (by_filter, by_condition):
        assert [found.rule for found in find_impossible_effects(one)] == codes


def test_what_objectives_ask_is_looked_at_as_well() -> None:
    text = "objectives: [{text: x, vp: 1}, {text: y, vp: 1, only-if: [{test: there-are, who: {the: user}}]}]"

    (found,) = find_impossible_effects(mission(text))

    assert (found.rule, found.path) == ("effect-role", ("objectives", 1, "only-if", 0, "who", "the"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("objectives: [{text: x, vp: 1}]", [(("objectives", 0, "text"), "objective", {"n": 1})]),
        (
            "immediate: y\nobjectives: [{text: x, vp: 1, only-if: [{test: round}]}, {text: z, vp: 1}]",
            [(("immediate",), "immediate", {}), (("objectives", 1, "text"), "objective", {"n": 2})],
        ),
    ],
)
def test_each_text_that_no_effect_says_is_noted(text: str, found: list[Any]) -> None:
    noted = list(find_text_without_effect(mission(text)))

    assert [(one.path, one.form) for one in noted] == [(path, form) for path, form, _ in found]
    assert [one.values for one in noted] == [{"name": "Errand", **values} for *_, values in found]


def test_names_that_no_card_lays_or_gives_are_told_with_the_nearest() -> None:
    lays = tactic(now("{op: lay, name: Well}, {op: give-counters, who: {}, name: Oath}"))
    speaks = tactic(
        now("{op: lift, name: Wel}, {op: lift, name: WELL}, {op: take-counters, who: {}, name: Oaht}")
        + "\n"
        + when("token-taken-up", "{op: give-vp, n: {counters: Vow, of: leader}}", "named: Idol, ")
        + "\n"
        + when("tactic-played", more="named: Idol, ")
    )

    found = find_unlaid_names([(("tactics", 0), lays), (("tactics", 1), speaks)])

    assert {(one.path, one.form, one.values.get("nearest"), one.warns) for one in found} == {
        (("tactics", 1, "effects", 0, "do", 0, "name"), "", "Well", True),
        (("tactics", 1, "effects", 0, "do", 2, "name"), "counter", "Oath", True),
        (("tactics", 1, "effects", 1, "named"), "", None, False),
        (("tactics", 1, "effects", 1, "do", 0, "n", "counters"), "counter", None, False),
    }


def test_beside_an_act_that_no_card_can_order_stand_those_that_one_can() -> None:
    order = card("permanent", "- {effect: duty, acts: [dodge]}")

    choices = [one.values["choices"] for one in find_impossible_effects(order) if one.rule == "effect-act"]

    assert choices
    assert {"move", "charge"} <= set(choices[0])
    assert not {"dodge", "response", "activation", "target"} & set(choices[0])
