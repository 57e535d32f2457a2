"""A file full of cards from plain data: fighters, NPFs, missions, tactical cards."""

from edencli.files.build_fighter import NAME, TEXT, fighter, npf
from edencli.files.build_readers import Path, flag, items, member, one_of, record, whole
from edencli.model.cards import Cards, Mission, Objective, Symbol, Tactic
from edencli.model.terms import Deployment, MissionKind, Stigma

_MOST = 500

_SYMBOL = record({"faction": NAME, "stigma": member(Stigma)}, least=1, most=1)
_OBJECTIVE = record(
    {"text": TEXT, "vp": whole(-99, 99), "counted": one_of(("round", "match"))}, needed=["text"]
)


def _symbol(data: object, path: Path) -> Symbol:
    return Symbol(**_SYMBOL(data, path))


def _objective(data: object, path: Path) -> Objective:
    return Objective(**_OBJECTIVE(data, path))


_MISSION = record(
    {
        "name": NAME,
        "kind": member(MissionKind),
        "deployment": member(Deployment),
        "symbol": _symbol,
        "immediate": TEXT,
        "objectives": items(_objective, least=1, most=20),
    },
    needed=["name", "kind", "deployment", "objectives"],
)
_TACTIC = record(
    {"name": NAME, "tactical": flag, "first-round": flag, "cancellation": whole(1, 99), "text": TEXT},
    needed=["name", "text"],
)


def _mission(data: object, path: Path) -> Mission:
    return Mission(**_MISSION(data, path))


def _tactic(data: object, path: Path) -> Tactic:
    card = _TACTIC(data, path)
    return Tactic(
        name=card["name"],
        tactical=card.get("tactical", False),
        first_round=card.get("first-round", False),
        cancellation=card.get("cancellation"),
        text=card["text"],
    )


_CARDS = record(
    {
        "kind": one_of(["cards"]),
        "fighters": items(fighter, most=_MOST),
        "npfs": items(npf, most=_MOST),
        "missions": items(_mission, most=_MOST),
        "tactics": items(_tactic, most=_MOST),
    },
    needed=["kind"],
)


def build_cards(data: object) -> Cards:
    """Build the cards of one file; raises `Unfit` at the first thing that does not fit."""
    parts = _CARDS(data, ())
    del parts["kind"]
    return Cards(**parts)
