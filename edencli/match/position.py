"""A position: all of a state as plain data, with the keys that game files use, and back.

What is left out has a default: a fighter nothing happened to, a player without points, the first step of a
round. Lengths are centimetres, as people write them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from edencli.field.units import PER_CM, cm
from edencli.match.pieces import Piece, Side
from edencli.match.state import FighterState, Gone, Lying, SideState, State, Token
from edencli.model.fighter import Fighter
from edencli.model.terms import LimbName, Marker

Plain = dict[str, Any]

START = "first-player"
TOKEN_RADIUS = 1.0


def label(piece: Piece) -> str:
    """A piece in writing, with its side."""
    return f"{piece.side} {piece.name}" if piece.side else piece.name


def dump(state: State) -> Plain:
    """Write a state down; what has its default is left out."""
    plain: Plain = {"step": state.at, "round": state.round, "first": str(state.first)}
    rest = {
        "passes": state.passes,
        "last-activator": state.last_activator and str(state.last_activator),
        "ended": state.ended,
        "players": {str(side): player for side in Side if (player := _player(state.sides[side]))},
        "fighters": {label(piece): _fighter(fighter) for piece, fighter in state.fighters.items()},
        "scenery": {name: _lying(lying) for name, lying in state.scenery.items()},
        "markers": [
            {"name": token.name, "at": _at(token.place), "radius": token.radius / PER_CM}
            for token in state.tokens
        ],
    }
    return plain | _kept(rest)


def _kept(plain: Plain) -> Plain:
    """Drop what has its default: nothing, zero, empty."""
    return {key: part for key, part in plain.items() if part}


def _at(place: tuple[int, int] | None) -> list[float] | None:
    return None if place is None else [place[0] / PER_CM, place[1] / PER_CM]


def _lying(lying: Lying) -> Plain:
    return {"at": _at(lying.place)} | ({"turn": lying.turn} if lying.turn else {})


def _player(side: SideState) -> Plain:
    return _kept(
        {
            "sp": side.sp,
            "vp": side.vp,
            "leader": side.leader and label(side.leader),
            "leader-lost": side.leader_lost,
            "mission": side.mission,
            "half": side.half,
            "hand": list(side.hand),
            "played": list(side.played),
            "in-force": list(side.in_force),
        }
    )


def _fighter(fighter: FighterState) -> Plain:
    limbs = {str(limb): {"lost": lost} for limb, lost in fighter.lost.items() if lost}
    uses = _kept({"round": dict(fighter.used_round), "match": dict(fighter.used_match)})
    rest = {
        "at": _at(fighter.place),
        "markers": {str(marker): n for marker, n in fighter.markers.items() if n},
        "uses": uses,
        "activated": fighter.activated,
        "gone": fighter.gone and str(fighter.gone),
    }
    return _kept(rest) | limbs | {"ap": fighter.ap}


def load(plain: Mapping[str, Any], cards: Mapping[Piece, Fighter], ap: int) -> State:
    """Read a state back; `ap` is what a fighter has of whom nothing else is said.

    The data has been checked: names are known and numbers are what they should be.
    """
    told = plain.get("fighters", {})
    fighters = {piece: _read_fighter(card, _about(told, piece), ap) for piece, card in cards.items()}
    state = State(fighters, first=Side(plain.get("first", "red")))
    state.at, state.round = plain.get("step", START), plain.get("round", 1)
    state.passes, state.ended = plain.get("passes", 0), plain.get("ended")
    last = plain.get("last-activator")
    state.last_activator = Side(last) if last else None
    for side in Side:
        own = [piece for piece in cards if piece.side is side]
        _read_player(state.sides[side], plain.get("players", {}).get(str(side), {}), own)
    for name, lying in plain.get("scenery", {}).items():
        state.scenery[name] = Lying(place=_place(lying["at"]), turn=lying.get("turn", 0.0))
    state.tokens = tuple(
        Token(one["name"], _place(one["at"]), cm(one.get("radius", TOKEN_RADIUS)))
        for one in plain.get("markers", ())
    )
    return state


def _place(at: list[float]) -> tuple[int, int]:
    return cm(at[0]), cm(at[1])


def _about(told: Mapping[str, Any], piece: Piece) -> Plain:
    """What is told of a piece, by its name with or without its side."""
    found: Plain = told.get(label(piece), told.get(piece.name, {}))
    return found


def _read_fighter(card: Fighter, told: Plain, ap: int) -> FighterState:
    at = told.get("at")
    fighter = FighterState(
        card, ap=told.get("ap", 0 if told.get("gone") else ap), place=_place(at) if at else None
    )
    fighter.lost = {limb: told[limb]["lost"] for limb in LimbName if told.get(limb, {}).get("lost")}
    fighter.markers = {marker: n for marker in Marker if (n := told.get("markers", {}).get(marker))}
    fighter.used_round = dict(told.get("uses", {}).get("round", {}))
    fighter.used_match = dict(told.get("uses", {}).get("match", {}))
    fighter.activated = told.get("activated", False)
    if told.get("gone"):
        fighter.leave(Gone(told["gone"]))
    return fighter


def _read_player(player: SideState, told: Plain, own: Iterable[Piece]) -> None:
    player.sp, player.vp = told.get("sp", 0), told.get("vp", 0)
    named = told.get("leader")
    player.leader = next((piece for piece in own if named in {label(piece), piece.name}), None)
    player.leader_lost, player.mission, player.half = (
        told.get("leader-lost"),
        told.get("mission"),
        told.get("half"),
    )
    player.hand, player.played = tuple(told.get("hand", ())), tuple(told.get("played", ()))
    player.in_force = tuple(told.get("in-force", ()))
