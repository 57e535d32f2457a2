"""Tips that a player reads once: one line each, the first time that something matters.

The tips that a player has read are kept in the state folder. Only a person at a terminal gets any. A tip
depends only on the class of a question, and so reveals nothing.
"""

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from edencli.files.source import read_beginning
from edencli.files.systems import state_folder
from edencli.match.questions import Bid, HandQuestion, Question, Roll
from edencli.rules.questions import (
    Activation,
    ActQuestion,
    AgreementOffer,
    CancelChoice,
    FighterDeployment,
    Interruption,
    LeaderChoice,
    MissionChoice,
    ReactionChoice,
    SceneryPlacing,
    SceneryPurchase,
    TacticPlay,
)

TIPS: Final[Mapping[type[Question[Any]], str]] = {
    Bid: "bid",
    LeaderChoice: "leader",
    MissionChoice: "mission",
    SceneryPlacing: "place",
    SceneryPurchase: "place",
    FighterDeployment: "deploy",
    HandQuestion: "hand",
    TacticPlay: "tactic",
    CancelChoice: "cancel",
    Activation: "activation",
    Interruption: "interrupt",
    ActQuestion: "act",
    ReactionChoice: "reaction",
    Roll: "dice",
    AgreementOffer: "agreement",
}
"""The tip for the first question of a class."""
ABOUT_PLACES: Final = frozenset({"place", "deploy"})
"""The tips that are only for a measured field."""

_MOST_BYTES: Final = 10_000  # of the file with the tips that were read


class Tips:
    """The tips of one player: those already told, kept in a file if there is one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._told = _read(path) if path is not None else set(TIPS.values())

    def next_tip(self, question: Question[Any], *, measured: bool) -> str:
        """Return the tip for a question, which then counts as told; empty if it was told before."""
        tip = next((tip for kind, tip in TIPS.items() if isinstance(question, kind)), "")
        if not tip or tip in self._told or (tip in ABOUT_PLACES and not measured):
            return ""
        self._told.add(tip)
        self._save()
        return tip

    def _save(self) -> None:
        """Keep what was told; if that cannot be written, it is told again another day."""
        if self._path is None:
            return
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._path.write_text(json.dumps(sorted(self._told)), encoding="utf-8")


def player_tips() -> Tips:
    """Return the tips of this player, without those already read."""
    return Tips(state_folder() / "tips.json")


NO_TIPS: Final = Tips(None)


def _read(path: Path) -> set[str]:
    """Return the tips that were told; none if that cannot be read."""
    with contextlib.suppress(ValueError):
        told = json.loads(read_beginning(path, _MOST_BYTES) or "[]")
        if isinstance(told, list):
            return {one for one in told if isinstance(one, str)}
    return set()
