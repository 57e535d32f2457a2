"""Whatever an author may write of an event works on some evening, or the validator refuses it.

The table is made of what files may say: each event with each of its details, and each operation or change
that may follow. `EDENCLI_CELLS=9999 pytest tests/effects/test_every_cell.py` goes through all of it.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from effects.any_card import as_card
from effects.evenings import TRICK, changes_anything, evenings_with
from effects.written_games import ability, play

from edencli.effects.authoring import BEFORE_FIGHTERS, find_impossible_effects
from edencli.files.shape_effects import STEPS_WITHIN_ACTS
from edencli.model.card_words import CardEvent
from edencli.model.effect import Twist
from edencli.model.operation import Operation
from edencli.model.terms import LimbName, Manner, Marker
from edencli.rulebooks.match_steps import MATCH_STEPS

MANY = int(os.environ.get("EDENCLI_CELLS", "60"))
FIRST = int(os.environ.get("EDENCLI_CELLS_SEED", "1"))
EVENINGS = 1500
CHANCES = 3

GIVE_VP = {"op": "give-vp"}
ABOUT_WHO = {
    "give-markers": {"marker": "poison"},
    "take-markers": {"marker": "rage"},
    "pass-markers": {"marker": "rage", "of": "enemy-leader"},
    "lose-cp": {"limb": "torso"},
    "wound": {"limb": "arms", "n": 3},
    "heal": {"limb": "legs"},
    "give-counters": {"name": "Oath"},
    "take-counters": {"name": "Oath"},
    "remember": {},
    "forget": {},
    "give-ap": {},
    "take-ap": {},
    "remove": {},
    "put-out": {},
    "bring-back": {},
    "discard-gear": {"gear": {}},
    "act": {"acts": ["move", "melee"]},
    "restore": {"acts": ["charge"]},
    "ready": {},
    "exhaust": {},
    "take-up": {"name": "Idol"},
    "put-down": {"name": "Chip"},
    "put": {},
    "move": {"n": 2.5},
    "push": {"n": 2, "of": "enemy-leader"},
    "swap": {"of": "enemy-leader"},
    "oppose": {"stat": "cbt", "against": "leader", "won": [GIVE_VP], "lost": [{"op": "take-vp"}]},
    "roll": {"stat": "vig", "difficulty": 4, "passed": [GIVE_VP], "failed": [{"op": "take-vp"}]},
}
"""Operations that are done to fighters, with what else they say."""

ABOUT_NOBODY = {
    "give-sp": {},
    "take-sp": {},
    "give-vp": {},
    "take-vp": {"to": "opponent"},
    "go-first": {"to": "opponent"},
    "shorten": {},
    "lengthen": {},
    "lay": {"name": "Mist"},
    "lift": {"name": "Well"},
    "look": {"do": [{"op": "discard", "hand": "opponent"}]},
    "reveal": {"hand": "own", "n": 1},
    "discard": {"random": True},
    "take-back": {},
    "draw": {},
    "play-card": {"card": {"most": 9}},
    "copy": {"who": {"side": "own"}},
    "die": {"dice": 2, "do": [{"op": "give-sp", "n": {"event": "die"}}]},
    "explode": {"at": "enemy-leader", "of": "leader", "strength": 6},
    "move-token": {"name": "Well", "n": 3},
    "remind": {},
    "pick-one": {"options": [{"name": "One", "do": [GIVE_VP]}, {"name": "Two", "do": [{"op": "give-sp"}]}]},
    "prevent": {},
    "repeat": {"n": 2, "do": [GIVE_VP]},
    "place-npf": {"level": 1},
    "lasting": {
        "until": "match",
        "effects": [{"effect": "adds", "to": "cbt", "by": 1, "of": {}}],
    },
}
CHANGES = {
    "prevent": {},
    "less": {},
    "more": {},
    "reroll": {},
    "turn": {},
    "become": {"marker": "fear"},
    "replace": {"do": [GIVE_VP]},
    "first": {
        "do": [{"op": "roll", "who": {}, "stat": "psi", "difficulty": 4, "failed": [{"op": "prevent"}]}]
    },
    "redirect": {"to": {}},
    "set-die": {"to": 6},
    "add-to-dice": {"by": 1},
    "add-dice": {},
}
NAMES = {
    "Help": "ability",
    "Hut": "scenery",
    "Idol": "token-taken-up",
    "Chip": "token-put-down",
    "Ruse": "tactic",
}
"""Of the evening's things the beginning of the event that names each."""
DETAILS = {
    "doer": [{}],
    "sufferer": [{}],
    "marker": list(map(str, Marker)),
    "how": list(map(str, Manner)),
    "weapon": ["Gun", "Jar", "Lance"],
    "limb": list(map(str, LimbName)),
    "step": [*MATCH_STEPS, *STEPS_WITHIN_ACTS],
    "success": [True, False],
    "hit": [True, False],
    "wounded": [True, False],
    "player": ["own", "opponent"],
    "card": [{"most": 9}],
    "of-mission": [False],
    "named": ["Help", "Ruse", "Hut", "Idol", "Chip"],
    "through": ["Well"],
    "enters": ["Well"],
    "leaves": ["Well"],
}


ON_EVENINGS = [event for event in CardEvent if event not in BEFORE_FIGHTERS]
"""Leaders and missions are named in the preparation, which no evening has: scenes play those."""
EVENT_PARTS = {"marker", "how", "weapon", "limb", "step", "success", "hit", "wounded"}

PREPARATION = [step for step in MATCH_STEPS if step.startswith("setup")]
"""Steps that no evening has: they have a test of their own."""


class Cell(NamedTuple):
    """An event, what is said of it, and what follows, as a file has it."""

    event: CardEvent
    details: dict[str, Any]
    follows: dict[str, Any]

    @property
    def effect(self) -> dict[str, Any]:
        """The effect as a file has it."""
        word = "instead" if "change" in self.follows else "when"
        return {"effect": word, "event": str(self.event), **self.details, **self.follows}

    def __str__(self) -> str:
        """Name the cell."""
        details = " ".join(f"{key}={one}" for key, one in self.details.items())
        done = self.follows.get("change") or self.follows["do"][0]
        return f"{self.event} {details} {done.get('change') or done['op']} {done.get('who', '')}"


def details(*, instead: bool) -> Iterator[dict[str, Any]]:
    """Every detail that may be asked of an event, by itself."""
    yield {}
    known = (
        {"doer", "sufferer", "player", "named", "card", "marker", "how", "weapon", "limb", "step"}
        if instead
        else DETAILS.keys()
    )
    for detail, values in DETAILS.items():
        if detail in known:
            yield from ({detail: value} for value in values if value not in PREPARATION)


def has_such_a_name(event: CardEvent, said: dict[str, Any]) -> bool:
    """Tell whether an evening has something of that name for the event: a blast rolls no dice."""
    if event is CardEvent.ROLLED and said.get("weapon") == "Lance":
        return False
    return "named" not in said or event.startswith(NAMES[said["named"]])


def operations(event: CardEvent) -> Iterator[dict[str, Any]]:
    """Every operation, done to everybody and to who takes part in the event."""
    roles = [role for role in ("doer", "sufferer") if getattr(event, role)]
    for word, more in ABOUT_NOBODY.items():
        yield {"op": word, **more}
    for word, more in ABOUT_WHO.items():
        for who in ({}, *({"the": role} for role in roles)):
            yield {"op": word, "who": who, **more}


def cells() -> Iterator[Cell]:
    """The table: each operation of each event, each change of each event, and each detail of each event."""
    for event in ON_EVENINGS:
        for done in operations(event):
            yield Cell(event, {}, {"do": [done]})
        for said in details(instead=False):
            yield Cell(event, said, {"do": [GIVE_VP]})
        for change, more in CHANGES.items():
            for said in details(instead=True):
                yield Cell(event, said, {"change": {"change": change, **more}})


def crossed_cells() -> list[Cell]:
    """Each operation of each event with each of its details: most are refused."""
    return [
        Cell(event, said, {"do": [done]})
        for event in ON_EVENINGS
        for said in details(instead=False)
        if said
        for done in operations(event)
    ]


def test_the_table_has_every_word() -> None:
    assert {*ABOUT_WHO, *ABOUT_NOBODY} == set(Operation.rows)
    assert set(CHANGES) == set(Twist.rows)


def some(table: list[Cell]) -> list[Cell]:
    """As many cells as are wanted, by chance."""
    return table if len(table) <= MANY else Random(FIRST).sample(table, MANY)  # noqa: S311  # no secret


@pytest.mark.parametrize("cell", [*some(list(cells())), *some(crossed_cells())], ids=str)
def test_what_may_be_written_of_an_event_works(cell: Cell) -> None:
    card = as_card({"name": TRICK, "kind": "permanent", "text": "...", "effects": [cell.effect]})
    if any(find_impossible_effects(card)) or not has_such_a_name(cell.event, cell.details):
        return

    parts = {key: one for key, one in cell.details.items() if key in EVENT_PARTS}
    played = evenings_with(str(cell.event), parts, EVENINGS)
    assert any(
        changes_anything(one, card, chance)
        for one in played
        for chance in range(CHANCES)  # type: ignore[arg-type]
    ), "nothing happens, and nothing says so"


OBJECTIVE = {"text": "x", "vp": 1, "only-if": [{"test": "round", "least": 9}]}
HEAD = {"kind": "revealed", "deployment": "ambush", "objectives": [OBJECTIVE]}


def hears(step: str) -> dict[str, Any]:
    """An effect that works when a step begins."""
    return {"effect": "when", "event": "step-begun", "step": step, "do": [{"op": "give-sp"}]}


def is_refused(card: dict[str, Any]) -> bool:
    return any(find_impossible_effects(as_card({"name": TRICK, **card})))


def steps_of_work(told: str) -> list[str]:
    """The steps of the preparation at whose beginning a card worked."""
    events = [json.loads(line) for line in told.splitlines()]
    steps = [event.get("step") for event in events]
    worked = [n for n, event in enumerate(events) if event.get("kind") == "card-took-effect"]
    return [step for n in worked if (step := next(filter(None, reversed(steps[:n])))) in PREPARATION]


def test_a_step_of_the_preparation_is_heard_by_the_cards_that_are_in_play(tmp_path: Path) -> None:
    """Abilities are at work once their fighters stand on the field, missions once they are chosen.

    NPFs stand there before the deployment begins, which no fighter's ability hears.
    """
    abilities = {step: ability(step, hears(step)) for step in PREPARATION}
    heard = [step for step, one in abilities.items() if not is_refused(one)]
    errands = {step: {**HEAD, "effects": [hears(step)]} for step in PREPARATION}
    chosen = [step for step, one in errands.items() if not is_refused(one)]
    errand = {"name": "Errand", **HEAD, "effects": [hears(step) for step in chosen]}
    random = ("--random", "--seed", "3", "--format", "json")

    by_ability = play(tmp_path, nell=tuple(abilities[step] for step in heard), options=random)
    by_mission = play(tmp_path, mission=errand, options=random)

    assert ["setup.7-deploy", *steps_of_work(by_ability)] == heard
    assert steps_of_work(by_mission) == chosen
