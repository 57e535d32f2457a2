"""What an author is told: effects that can never work, spoilt ones, and cards that no effect says.

`EDENCLI_SPOILT=9999 pytest tests/effects/test_authoring.py` spoils every key and value of the sample cards.
"""

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from edencli.files.diagnostic import Diagnostic, KeyPath, Severity
from edencli.files.loader import parse_yaml
from edencli.games.checks import Checks, make_library
from edencli.lang import Words
from edencli.pages.diagnostics import fault_sentence, hint_text

SAMPLES = Path(__file__).parents[2] / "samples" / "cards"
MANY = int(os.environ.get("EDENCLI_SPOILT", "20"))
FIRST = int(os.environ.get("EDENCLI_SPOILT_SEED", "15"))


def said_of(data: Any, folder: Path) -> list[Diagnostic]:
    """What is said of cards, notes included."""
    name = str(folder / "cards.yaml")
    kept = {name: json.dumps(data, indent=1)}
    return list(Checks(make_library(kept=kept, noted=[name])).check_file(name).diagnostics)


def tactic(*effects: Any) -> dict[str, Any]:
    return {"kind": "cards", "tactics": [{"name": "Ruse", "text": "...", "effects": list(effects)}]}


def ability(kind: str, *effects: Any) -> dict[str, Any]:
    one = {"white": 1}
    limbs = zip(("head", "arms", "torso", "legs"), ("psi", "cbt", "vig", "spd"), strict=True)
    card = {
        "name": "Rat",
        "types": ["beast"],
        "level": 1,
        "base": 30,
        "limbs": {
            limb: {"faces": faces, "cp": one, what: one}
            for (limb, what), faces in zip(limbs, ([1], [2], [3], [4, 5, 6]), strict=True)
        },
        "abilities": [{"name": "Squeal", "kind": kind, "text": "...", "effects": list(effects)}],
    }
    return {"kind": "cards", "npfs": [card]}


def mission(**more: Any) -> dict[str, Any]:
    head = {"name": "Errand", "kind": "revealed", "deployment": "ambush"}
    objective = {"text": "...", "vp": 1, "only-if": [{"test": "round"}]}
    return {"kind": "cards", "missions": [{**head, "objectives": [objective], **more}]}


GIVE_SP = {"op": "give-sp"}
FEAR = {"op": "give-markers", "marker": "fear"}
FEAR_FOR_DOER = {**FEAR, "who": {"the": "doer"}}
BECOME_FEAR = {"change": "become", "marker": "fear"}
LASTING = {"op": "lasting", "until": "round", "effects": [{"effect": "forbids", "acts": ["move"]}]}
NEVER = {"test": "round", "least": 4, "most": 3}


@pytest.mark.parametrize(
    ("cards", "code", "path", "told"),
    [
        (
            tactic({"effect": "now", "do": [FEAR]}),
            "effect-role",
            ("tactics", 0, "effects", 0, "do", 0, "who", "the"),
            (
                "no fighter has the role 'target' here: add choose beside do, or say who",
                "one of: leader, enemy-leader",
            ),
        ),
        (
            tactic({"effect": "adds", "to": "cbt", "by": 1}),
            "effect-role",
            ("tactics", 0, "effects", 0, "of", "the"),
            ("a mission or a tactical card has no 'user'",),
        ),
        (
            ability(
                "permanent",
                {"effect": "when", "event": "round-begun", "do": [{**FEAR, "who": {"the": "doer"}}]},
            ),
            "effect-role",
            ("npfs", 0, "abilities", 0, "effects", 0, "do", 0, "who", "the"),
            ("no fighter has the role 'doer' here", "one of: user, leader, enemy-leader"),
        ),
        (
            tactic({"effect": "now", "do": [{"op": "give-vp", "n": {"stat": "psi"}}]}),
            "effect-role",
            ("tactics", 0, "effects", 0, "do", 0, "n", "of"),
            ("has no 'user'",),
        ),
        (
            mission(objectives=[{"text": "...", "vp": 1, "each": {"count": {"within": 5, "of": "target"}}}]),
            "effect-role",
            ("missions", 0, "objectives", 0, "each", "count", "of"),
            ("no fighter has the role 'target' here",),
        ),
        *(
            (
                tactic({"effect": "adds", "to": "cbt", "by": 1, "of": {part: event}}),
                "effect-detail",
                ("tactics", 0, "effects", 0, "of", part),
                (f"the event '{event}' has no '{role}'",),
            )
            for part, event, role in (("did", "located", "doer"), ("suffered", "moved", "sufferer"))
        ),
        (
            tactic({"effect": "when", "event": "moved", "success": True, "do": [GIVE_SP]}),
            "effect-detail",
            ("tactics", 0, "effects", 0, "success"),
            ("the event 'moved' has no 'success'", "one of: doer, how"),
        ),
        (
            tactic({"effect": "when", "event": "located", "doer": {"side": "own"}, "do": [GIVE_SP]}),
            "effect-detail",
            ("tactics", 0, "effects", 0, "doer"),
            ("the event 'located' has no 'doer'", "one of: sufferer, limb, step"),
        ),
        (
            tactic({"effect": "instead", "event": "moved", "change": {"change": "less"}}),
            "effect-change",
            ("tactics", 0, "effects", 0, "change", "change"),
            ("the event 'moved' cannot be changed by 'less'", "one of: prevent"),
        ),
        (
            tactic(
                {"effect": "instead", "event": "wounded", "change": {"change": "become", "marker": "fear"}}
            ),
            "effect-change",
            ("tactics", 0, "effects", 0, "change", "change"),
            ("the event 'wounded' cannot be changed by 'become'", "one of: prevent, less, more"),
        ),
        (
            ability("permanent", {"effect": "now", "do": [GIVE_SP]}),
            "effect-never",
            ("npfs", 0, "abilities", 0, "effects", 0, "effect"),
            ("'now' never happens with a permanent ability, which is never used", "when, or kind: action"),
        ),
        (
            ability("action", {"effect": "adds", "to": "cbt", "by": 1}),
            "effect-never",
            ("npfs", 0, "abilities", 0, "effects", 0, "effect"),
            ("'adds' never happens with an action ability", "now, or kind: permanent"),
        ),
        (
            mission(kind="secret", effects=[{"effect": "now", "do": [{"op": "shorten"}]}]),
            "effect-never",
            ("missions", 0, "effects", 0, "effect"),
            ("'now' never happens with a secret mission",),
        ),
        (
            mission(
                objectives=[{"text": "...", "vp": 1, "only-if": [{"test": "round", "least": 4, "most": 3}]}]
            ),
            "effect-bounds",
            ("missions", 0, "objectives", 0, "only-if", 0, "most"),
            ("no number is at least 4 and at most 3",),
        ),
        (
            tactic(
                {
                    "effect": "now",
                    "do": [
                        {
                            "op": "lasting",
                            "until": "next-activation",
                            "effects": [{"effect": "adds", "to": "cbt", "by": 1, "of": {"side": "own"}}],
                        }
                    ],
                }
            ),
            "effect-until",
            ("tactics", 0, "effects", 0, "do", 0, "until"),
            ("until a fighter's next activation", "one of: activation, round, next-round, match"),
        ),
        (
            ability("permanent", {"effect": "adds", "to": "cbt", "by": 1, "limb": "arms"}),
            "effect-limb",
            ("npfs", 0, "abilities", 0, "effects", 0, "limb"),
            ("'cbt' belongs to the whole fighter",),
        ),
    ],
)
def test_what_can_never_be_is_told_at_its_place_with_what_could(
    cards: Any, code: str, path: KeyPath, told: tuple[str, ...], tmp_path: Path
) -> None:
    (said,) = said_of(cards, tmp_path)

    words = Words("en")
    assert (said.code, said.path, said.severity) == (code, path, Severity.ERROR)
    assert said.place is not None
    told_in_full = f"{fault_sentence(said, words)} ({hint_text(said, words)})"
    for part in told:
        assert part in told_in_full


def when(event: str, *done: Any, **more: Any) -> dict[str, Any]:
    """An effect that waits for an event."""
    return {"effect": "when", "event": event, "do": list(done or [GIVE_SP]), **more}


def after(**past: Any) -> dict[str, Any]:
    """An effect that looks back at what happened."""
    return {"effect": "now", "only-if": [{"test": "happened", "past": past}], "do": [GIVE_SP]}


TAKE_AP, READY = ({"op": op, "who": {"the": "doer"}} for op in ("take-ap", "ready"))
EFFECT, DONE = ("tactics", 0, "effects", 0), ("tactics", 0, "effects", 0, "do", 0)
PAST = (*EFFECT, "only-if", 0, "past")
OWN_EFFECT = ("npfs", 0, "abilities", 0, "effects", 0)


def in_its_phase(*effects: Any) -> dict[str, Any]:
    """A card for the tactical phase alone."""
    data = tactic(*effects)
    data["tactics"][0]["tactical"] = True
    return data


@pytest.mark.parametrize(
    ("cards", "code", "path"),
    [
        (tactic({**when("moved"), "from-hand": True}), None, ()),
        (in_its_phase({**when("moved"), "from-hand": True}), "effect-never", (*EFFECT, "from-hand")),
        (
            ability("permanent", {**when("moved"), "from-hand": True}),
            "effect-never",
            (*OWN_EFFECT, "from-hand"),
        ),
        (
            mission(effects=[{**when("moved"), "from-hand": True}]),
            "effect-never",
            ("missions", 0, "effects", 0, "from-hand"),
        ),
        (tactic(when("step-begun", step="setup.7-deploy")), "effect-never", (*EFFECT, "step")),
        (tactic(when("step-begun", step="intendancy.2")), None, ()),
        (
            tactic(when("step-begun", {"op": "ready", "who": {}}, step="tactical-phase")),
            "effect-never",
            (*DONE, "op"),
        ),
        (tactic(when("step-begun", {"op": "ready", "who": {}}, step="intendancy.2")), None, ()),
        (tactic(when("round-begun", {"op": "ready", "who": {}})), "effect-never", (*DONE, "op")),
        (tactic(when("interrupted", READY)), "effect-never", (*DONE, "op")),
        (tactic(when("moved", TAKE_AP, how="prowl")), "effect-never", (*DONE, "op")),
        (tactic(when("moved", READY, how="prowl")), "effect-never", (*DONE, "op")),
        (tactic(when("moved", TAKE_AP, how="charge")), None, ()),
        (tactic(when("moved", READY, how="charge")), None, ()),
        (tactic(when("moved", {**TAKE_AP, "who": {"side": "own"}}, how="prowl")), None, ()),
        (tactic(when("moved", how="melee")), "effect-detail", (*EFFECT, "how")),
        (tactic(after(event="located", doer={})), "effect-detail", (*PAST, "doer")),
        (tactic(after(event="moved", sufferer={})), "effect-detail", (*PAST, "sufferer")),
        (tactic(after(event="healed", how="melee")), "effect-detail", (*PAST, "how")),
        (tactic(after(event="moved", how="melee")), "effect-detail", (*PAST, "how")),
        (tactic(after(event="moved", how="charge", doer={})), None, ()),
        (
            tactic({"effect": "instead", "event": "markers-added", "marker": "fear", "change": BECOME_FEAR}),
            "effect-change",
            (*EFFECT, "change", "marker"),
        ),
        (
            tactic({"effect": "instead", "event": "markers-added", "marker": "burn", "change": BECOME_FEAR}),
            None,
            (),
        ),
        (
            tactic(when("moved", {"op": "act", "who": {"the": "doer"}, "acts": ["move", "dodge"]})),
            "effect-act",
            (*DONE, "acts", 1),
        ),
        (tactic(when("moved", {"op": "bring-back", "who": {"the": "doer"}})), "effect-never", (*DONE, "op")),
        (
            tactic(when("moved", {"op": "act", "who": {"the": "doer"}, "acts": ["move", "activation"]})),
            "effect-act",
            (*DONE, "acts", 1),
        ),
        (
            tactic(when("moved", {"op": "give-sp", "n": {"cp": "left", "of": "doer", "limb": "rolled"}})),
            "effect-limb",
            (*DONE, "n", "limb"),
        ),
        (
            tactic(when("moved", {"op": "give-sp", "n": {"stat": "psi", "of": "doer", "limb": "head"}})),
            "effect-limb",
            (*DONE, "n", "limb"),
        ),
        (
            tactic(when("moved", {"op": "give-sp", "n": {"event": "so-far"}})),
            "effect-value",
            (*DONE, "n", "event"),
        ),
        (
            tactic({"effect": "instead", "event": "cp-lost", "change": {"change": "prevent"}}),
            None,
            (),
        ),
        (
            tactic(
                {"effect": "instead", "event": "healed", "change": {"change": "less", "by": 1, "net": True}}
            ),
            "effect-dice",
            (*EFFECT, "change", "net"),
        ),
        (
            tactic(
                {"effect": "instead", "event": "rolled", "change": {"change": "reroll", "most": 1, "n": 2}}
            ),
            "effect-dice",
            (*EFFECT, "change", "most"),
        ),
        (
            tactic(when("moved", {"op": "give-sp", "n": {"sp": "own", "nearest": True}})),
            "effect-dice",
            (*DONE, "n", "nearest"),
        ),
        (
            tactic(
                when("moved", {"op": "give-sp", "n": {"sp": "own", "per": 2, "up": True, "nearest": True}})
            ),
            "effect-dice",
            (*DONE, "n", "nearest"),
        ),
        (
            tactic(
                {
                    "effect": "adds",
                    "to": "cbt",
                    "by": 1,
                    "of": {},
                    "weapon": {"effect": "burn"},
                    "acts": ["melee"],
                }
            ),
            "effect-weapon",
            (*EFFECT, "weapon"),
        ),
        (
            tactic({"effect": "adds", "to": "cbt", "by": 1, "of": {}, "weapon": {"category": "tech"}}),
            "effect-weapon",
            (*EFFECT, "weapon", "category"),
        ),
        (
            tactic(
                {
                    "effect": "adds",
                    "to": "cbt",
                    "by": 1,
                    "of": {},
                    "weapon": {"category": "blast", "effect": "range"},
                }
            ),
            "effect-weapon",
            (*EFFECT, "weapon", "effect"),
        ),
        (
            tactic({"effect": "adds", "to": "cbt", "by": 1, "of": {"gear": {"least": 2}}}),
            "effect-weapon",
            (*EFFECT, "of", "gear", "least"),
        ),
        (tactic(when("moved", {"op": "give-sp", "n": 0})), "effect-amount", (*DONE, "n")),
        (tactic(when("moved", {"op": "give-sp", "n": -1})), "effect-amount", (*DONE, "n")),
        (
            tactic({"effect": "instead", "event": "wounded", "change": {"change": "less", "by": 0}}),
            "effect-amount",
            (*EFFECT, "change", "by"),
        ),
        (
            tactic(when("moved", {"op": "push", "who": {"the": "doer"}, "n": 0, "of": "leader"})),
            "effect-amount",
            (*DONE, "n"),
        ),
        (tactic(when("moved", {"op": "push", "who": {"the": "doer"}, "n": -2, "of": "leader"})), None, ()),
        (tactic({"effect": "adds", "to": "protection", "by": 1, "limb": "arms", "of": {}}), None, ()),
        (tactic({"effect": "now", "only-if": [{**NEVER, "least": 3}], "do": [GIVE_SP]}), None, ()),
    ],
)
def test_each_thing_that_can_never_be_is_told_and_what_is_next_to_it_is_not(
    cards: Any, code: str | None, path: KeyPath, tmp_path: Path
) -> None:
    found = [(one.code, one.path) for one in said_of(cards, tmp_path) if one.severity is Severity.ERROR]

    assert found == ([(code, path)] if code else [])


def test_the_target_that_was_chosen_is_known_to_what_then_lasts(tmp_path: Path) -> None:
    curse = {"effect": "adds", "to": "cbt", "by": -1, "of": {"the": "target"}}
    lasting = {"op": "lasting", "until": "round", "effects": [curse]}
    chosen = {"effect": "now", "choose": {"who": {"side": "enemies"}}, "do": [lasting]}

    assert said_of(tactic(chosen), tmp_path) == []
    assert [one.code for one in said_of(tactic({"effect": "now", "do": [lasting]}), tmp_path)] == [
        "effect-role"
    ]


@pytest.mark.parametrize(
    ("wrong", "path", "told"),
    [
        ({"effect": "whn"}, ("effect",), "did you mean 'when'?"),
        ({"event": "wonded"}, ("event",), "did you mean 'wounded'?"),
        ({"do": [{"op": "give-sq"}]}, ("do", 0, "op"), "did you mean 'give-sp'?"),
        ({"only-if": [{"test": "there-arre"}]}, ("only-if", 0, "test"), "did you mean 'there-are'?"),
        ({"only-if": [3]}, ("only-if", 0), "a mapping"),
        ({"only-if": {"test": "round"}}, ("only-if",), "a list"),
        ({"do": [{"op": "give-sp", "n": {"test": "round"}}]}, ("do", 0, "n", "test"), "unknown key"),
        ({"do": [{"op": "give-sp", "whom": 2}]}, ("do", 0, "whom"), "one of: op, to, n"),
        ({"do": [{"op": "give-sp", "n": 400}]}, ("do", 0, "n"), "99"),
        ({"do": [{**LASTING, "until": "rond"}]}, ("do", 0, "until"), "did you mean 'round'?"),
        ({"do": []}, ("do",), "1"),
        ({"do": [GIVE_SP] * 9}, ("do",), "8"),
    ],
)
def test_a_wrong_word_is_told_where_it_stands_with_the_nearest_right_one(
    wrong: Any, path: KeyPath, told: str, tmp_path: Path
) -> None:
    right = {"effect": "when", "event": "moved", "do": [GIVE_SP]}
    words = Words("en")

    said = {one.path: one for one in said_of(tactic({**right, **wrong}), tmp_path)}

    one = said["tactics", 0, "effects", 0, *path]
    assert told in f"{fault_sentence(one, words)} ({hint_text(one, words)})"


def test_effects_within_effects_go_no_deeper_than_the_vocabulary(tmp_path: Path) -> None:
    inner = {"effect": "now", "do": [GIVE_SP]}
    lasting = {"op": "lasting", "until": "round", "effects": [inner]}

    (said,) = said_of(tactic({"effect": "now", "do": [lasting]}), tmp_path)

    assert said.path == ("tactics", 0, "effects", 0, "do", 0, "effects", 0, "effect")


@pytest.mark.parametrize(
    ("cards", "path"),
    [
        (tactic(), ("tactics", 0, "text")),
        (ability("action"), ("npfs", 0, "abilities", 0, "text")),
        (mission(immediate="..."), ("missions", 0, "immediate")),
        (mission(objectives=[{"text": "...", "vp": 1}]), ("missions", 0, "objectives", 0, "text")),
    ],
)
def test_a_text_that_no_effect_says_is_noted_and_refuses_nothing(
    cards: Any, path: KeyPath, tmp_path: Path
) -> None:
    (said,) = said_of(cards, tmp_path)

    assert (said.code, said.severity, said.path) == ("effect-none", Severity.NOTE, path)


@pytest.mark.parametrize(
    ("speaks", "where"),
    [
        ({"effect": "now", "do": [{"op": "lift", "name": "{}"}]}, ("do", 0, "name")),
        ({"effect": "now", "do": [{"op": "take-up", "who": {}, "name": "{}"}]}, ("do", 0, "name")),
        ({"effect": "now", "do": [{"op": "put-down", "who": {}, "name": "{}"}]}, ("do", 0, "name")),
        (
            {"effect": "now", "do": [{"op": "push", "who": {}, "n": 3, "name": "{}"}]},
            ("do", 0, "name"),
        ),
        ({"effect": "now", "do": [{"op": "move-token", "name": "{}", "n": 3}]}, ("do", 0, "name")),
        (
            {"effect": "now", "do": [{"op": "explode", "near": "{}", "strength": 3, "of": "leader"}]},
            ("do", 0, "near"),
        ),
        ({"effect": "forbids", "acts": ["shot"], "of": {}, "against": {"near": "{}"}}, ("against", "near")),
        ({"effect": "forbids", "acts": ["shot"], "of": {"bears": "{}"}}, ("of", "bears")),
        (
            {"effect": "now", "do": [{"op": "put", "who": {}, "where": {"near": "{}", "within": 2}}]},
            ("do", 0, "where", "near"),
        ),
        ({"effect": "when", "event": "moved", "enters": "{}", "do": [GIVE_SP]}, ("enters",)),
    ],
)
@pytest.mark.parametrize(
    ("name", "severity"), [("smoke", None), ("Smokke", Severity.WARNING), ("Larder", Severity.NOTE)]
)
def test_a_marker_that_no_card_lays_is_told(
    speaks: dict[str, Any], where: KeyPath, name: str, severity: Severity | None, tmp_path: Path
) -> None:
    """Cards of another file may lay it: it is a fault only where it is nearly one that is laid."""
    lays = {"effect": "now", "do": [{"op": "lay", "name": "Smoke"}]}
    cards = json.loads(json.dumps(tactic(lays, speaks)).replace('{}"', f'{name}"'))

    said = said_of(cards, tmp_path)

    path = ("tactics", 0, "effects", 1, *where)
    assert [(one.code, one.severity, one.path) for one in said] == (
        [("effect-unlaid", severity, path)] if severity else []
    )
    hints = [hint_text(one, Words("en")) for one in said if one.severity is Severity.WARNING]
    assert hints == (["did you mean 'Smoke'?"] if severity is Severity.WARNING else [])


def test_a_card_that_says_what_it_does_is_noted_nowhere(tmp_path: Path) -> None:
    assert said_of(tactic({"effect": "now", "do": [GIVE_SP]}), tmp_path) == []
    assert said_of(mission(), tmp_path) == []


def places(data: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Every value within effects, and the way to it."""
    if path and "effects" in path:
        yield path, data
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from places(value, (*path, key))


def spoilt(data: Any, path: KeyPath, value: Any) -> Any:
    """The same data with another value at a place."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    copied = list(data) if isinstance(data, list) else dict(data)
    copied[key] = spoilt(data[key], rest, value)  # type: ignore[call-overload,index]
    return copied


FREE_NAMES = {"name", "named", "weapon", "gear", "mentions", "word", "type", "not-type", "faction"}
"""What a card may call by a name that no file of its own knows: another name is as good."""


def wrecks(data: Any) -> Iterator[tuple[KeyPath, Any]]:
    """A card with one key or value of its effects spoilt, for each of them, and where."""
    for path, value in places(data):
        if isinstance(value, str):
            if path[-1] not in FREE_NAMES:
                yield path, spoilt(data, path, value[1:] if value == "spd" else value[:-1])  # sp is a word
        else:
            yield path, spoilt(data, path, [value] if isinstance(value, dict) else {"a": value})
        if isinstance(path[-1], str) and path[-1] != "effects":
            *outer, key = path
            holder = data
            for step in outer:
                holder = holder[step]
            renamed = {(f"{one}x" if one == key else one): inner for one, inner in holder.items()}
            yield (*outer, f"{key}x"), spoilt(data, tuple(outer), renamed)


def cards_of_decks() -> Iterator[Any]:
    """Every sample card that says what it does, alone in a file of its own."""
    for file in SAMPLES.glob("*.yaml"):
        deck = parse_yaml(file.read_bytes(), file.name).data
        for card in (*deck.get("fighters", ()), *deck.get("npfs", ())):
            for one in card.get("abilities", ()):
                if "effects" in one:
                    document = ability(one["kind"])
                    document["npfs"][0]["abilities"] = [one]
                    yield document
        for what in ("missions", "tactics"):
            yield from ({"kind": "cards", what: [card]} for card in deck.get(what, ()) if "effects" in card)


def test_whatever_key_or_value_of_an_effect_is_spoilt_is_told_where_it_stands(tmp_path: Path) -> None:
    """A spoilt word takes with it what hung on it: told is something at the place, or within its mapping."""
    everything = [wreck for document in cards_of_decks() for wreck in wrecks(document)]
    some = random.Random(FIRST).sample(everything, min(MANY, len(everything)))  # noqa: S311  # no secret
    wrong = []
    for path, broken in some:
        found = said_of(broken, tmp_path)
        if not any(one.path is not None and one.path[: len(path) - 1] == path[:-1] for one in found):
            wrong.append((path, broken, found))

    assert some
    assert wrong == []
