"""A position: all of a state as plain data, with the keys that game files use, and back.

What is left out has a default: a fighter nothing happened to, a player without points, the first step of a
round. Lengths are centimetres, as people write them.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from edencli.field.units import PER_CM, cm
from edencli.match.facts import FACTS, AtScenery, Fact, Whereabouts
from edencli.match.match import Setup
from edencli.match.pieces import Piece, Side
from edencli.match.state import Deed, FighterState, Gone, LastingEffect, Lying, SideState, State, Token
from edencli.model.cast import Cast, Lexicon, lexicon, sided
from edencli.model.fighter import Fighter
from edencli.model.terms import STEPS, Duration, LimbName, Marker

Plain = dict[str, Any]

START = "first-player"
# The steps of a round till the last activation: who has no AP here cannot be activated.
PHASES = STEPS[STEPS.index(START) : STEPS.index("activation") + 1]
# The steps of the preparation: the last of them gives the first action points.
PREPARATION = STEPS[: STEPS.index(START)]
# What of a fighter is the name of a piece of scenery.
ON_SCENERY = frozenset({"raised", "hidden"})
# What of a lasting effect, of a marker, of what happened, and of what was told of a field, is a name.
NAMES_OF = {
    "effects": frozenset({"user", "target"}),
    "markers": frozenset({"user", "bearer"}),
    "happened": frozenset({"doer", "sufferer"}),
    "seen": frozenset(
        part
        for fact in FACTS.values()
        for part, kind in fact.kinds.items()
        if part == "scenery" or kind in {Piece, Piece | None}
    ),
}
FAR = "far"  # the part of a fact that is a length
TOKEN_RADIUS = 1.0  # of a marker of a mission or a card, in cm: no book gives its size


class Register:
    """Whom and what a position may name; without a set-up only the fighters are known."""

    def __init__(self, pieces: Iterable[Piece], setup: Setup | None = None) -> None:
        self.fighters: Cast[Piece] = _cast_of(tuple(pieces))
        self.scenery: Lexicon[str] = lexicon(setup.scenery if setup else ())
        self._bands = setup.bands if setup else {}

    def of_player(self, side: Side) -> dict[str, Lexicon[Any]]:
        """The names that stand in what a player has, by key."""
        own, bands = self._bands.get(side), self._bands.values()
        tactics = lexicon(tactic.name for tactic in own.tactics) if own else lexicon(())
        return {
            "leader": _cast_of(tuple(piece for piece in self.fighters.labels if piece.side is side)),
            "mission": lexicon(mission.name for mission in own.missions) if own else lexicon(()),
            "hand": tactics,
            "played": tactics,
            "in-force": lexicon(tactic.name for band in bands for tactic in band.tactics),
        }


@lru_cache(maxsize=32)
def _cast_of(pieces: tuple[Piece, ...]) -> Cast[Piece]:
    """How fighters are called; a match asks at each of its boundaries when it is written down and read."""
    return Cast(pieces)


class Named(NamedTuple):
    """A name in a position: where it stands, and the names of which it should be one."""

    path: tuple[str | int, ...]
    name: str
    known: Lexicon[Any]


def names_in(plain: Mapping[str, Any], register: Register) -> Iterator[Named]:
    """Every name that stands in a position."""
    for key, known in (("fighters", register.fighters), ("scenery", register.scenery)):
        for name in plain.get(key, {}):
            yield Named((key, name), name, known)
    for name, told in plain.get("fighters", {}).items():
        for key in ON_SCENERY & told.keys():
            yield Named(("fighters", name, key), told[key], register.scenery)
    for kind, keys in NAMES_OF.items():
        for n, told in enumerate(plain.get(kind, ())):
            for key in keys & told.keys():
                yield Named((kind, n, key), told[key], _names(register, key))
    for side, told in plain.get("players", {}).items():
        yield from _of_player(Side(side), told, register)


def _names(register: Register, key: str) -> Lexicon[Any]:
    return register.scenery if key == "scenery" else register.fighters


def _of_player(side: Side, told: Plain, register: Register) -> Iterator[Named]:
    for key, named in register.of_player(side).items():
        if isinstance(told.get(key), str):
            yield Named(("players", side, key), told[key], named)
        else:
            names = told.get(key) or ()
            yield from (Named(("players", side, key, n), name, named) for n, name in enumerate(names))


def spelt(plain: Mapping[str, Any], register: Register) -> Plain:
    """A position with every name as `dump` writes it; names that mean nothing stay as they are."""
    told = dict(plain)
    for key, known in (("fighters", register.fighters), ("scenery", register.scenery)):
        if key in told:
            told[key] = {_spelt(name, known): about for name, about in told[key].items()}
    if "fighters" in told:
        told["fighters"] = {
            name: {
                key: _spelt(part, register.scenery) if key in ON_SCENERY else part
                for key, part in about.items()
            }
            for name, about in told["fighters"].items()
        }
    for kind, keys in NAMES_OF.items():
        if kind in told:
            told[kind] = [
                {
                    key: _spelt(part, _names(register, key)) if key in keys else part
                    for key, part in about.items()
                }
                for about in told[kind]
            ]
    if "players" in told:
        told["players"] = {
            side: _player_spelt(about, register.of_player(Side(side)))
            for side, about in told["players"].items()
        }
    return told


def _player_spelt(told: Mapping[str, Any], known: Mapping[str, Lexicon[Any]]) -> Plain:
    spelt = dict(told)
    for key in known.keys() & told.keys():
        names = told[key]
        if isinstance(names, str):
            spelt[key] = _spelt(names, known[key])
        elif names is not None:
            spelt[key] = [_spelt(name, known[key]) for name in names]
    return spelt


def _spelt(name: str, known: Lexicon[Any]) -> str:
    meant = known.called(name)
    if len(meant) != 1:
        return name
    return sided(meant[0]) if isinstance(meant[0], Piece) else str(meant[0])


def dump(state: State) -> Plain:
    """Write a state down; what has its default is left out."""
    plain: Plain = {"step": state.at, "round": state.round, "first": str(state.first)}
    rest = {
        "passes": state.passes,
        "rounds-more": state.rounds_more,
        "last-activator": state.last_activator and str(state.last_activator),
        "ended": state.ended,
        "players": {str(side): player for side in Side if (player := _player(state.sides[side]))},
        "fighters": {sided(piece): _fighter(one, state) for piece, one in state.fighters.items()},
        "scenery": {name: _lying(lying) for name, lying in state.scenery.items()},
        "markers": [_token(token) for token in state.tokens],
        "weather": list(map(str, state.weather)),
        "effects": [_begun(one) for one in state.lasting],
        "happened": [_deed(one) for one in state.deeds],
        "seen": [_seen(fact, told) for fact, told in (state.told or {}).items()],
    }
    return plain | _kept(rest)


def _kept(plain: Plain) -> Plain:
    """Drop what has its default: nothing, zero, empty."""
    return {key: part for key, part in plain.items() if part}


def _at(place: tuple[int, int] | None) -> list[float] | None:
    return None if place is None else [place[0] / PER_CM, place[1] / PER_CM]


def _lying(lying: Lying) -> Plain:
    rest = {
        "turn": lying.turn,
        "attacks": lying.attacks,
        "burn": lying.burn,
        "destroyed": lying.destroyed,
    }
    return _kept({"at": _at(lying.place)} | rest)


def _token(token: Token) -> Plain:
    lies = {"name": token.name, "at": _at(token.place), "radius": token.radius / PER_CM, "area": token.area}
    pieces = {"bearer": token.bearer and sided(token.bearer), "user": token.user and sided(token.user)}
    until = {} if token.until is Duration.MATCH else {"until": str(token.until)}
    return _kept({**lies, **pieces, "card": token.card, "side": token.side and str(token.side)}) | until


def _read_token(told: Plain, cards: Iterable[Piece]) -> Token:
    bearer, user = (
        next((piece for piece in cards if sided(piece) == told.get(key)), None) for key in ("bearer", "user")
    )
    return Token(
        told["name"],
        _place(told.get("at")),
        cm(told.get("radius", TOKEN_RADIUS)),
        area=told.get("area", False),
        bearer=bearer,
        card=told.get("card"),
        side=Side(told["side"]) if "side" in told else None,
        user=user,
        until=Duration(told.get("until", Duration.MATCH)),
    )


def _begun(begun: LastingEffect) -> Plain:
    named = {"side": begun.side and str(begun.side), "card": begun.card, "n": begun.n}
    pieces = {"user": begun.user and sided(begun.user), "target": begun.target and sided(begun.target)}
    return _kept({**named, **pieces, "until": str(begun.until)})


def _read_begun(told: Plain, cards: Iterable[Piece]) -> LastingEffect:
    user, target = (_named(told.get(key), cards) for key in ("user", "target"))
    side = Side(told["side"]) if "side" in told else None
    return LastingEffect(told["card"], side, user, told.get("n", 0), target, Duration(told["until"]))


def _named(name: str | None, cards: Iterable[Piece]) -> Piece | None:
    return next((piece for piece in cards if sided(piece) == name), None)


def _deed(deed: Deed) -> Plain:
    doer, sufferer = (one and sided(one) for one in (deed.doer, deed.sufferer))
    return _kept({**deed._asdict(), "doer": doer, "sufferer": sufferer})


def _read_deed(told: Plain, cards: Iterable[Piece]) -> Deed:
    doer, sufferer = (_named(told.get(key), cards) for key in ("doer", "sufferer"))
    return Deed(**{"round": 0, **told, "doer": doer, "sufferer": sufferer})


def _seen(fact: Fact, told: Any) -> Plain:
    """What was told of a field that nobody measures; what a fact has by default is left out."""
    parts = {part: _part(part, one) for part, one in fact.values().items() if one != fact.defaults.get(part)}
    return {"fact": fact.word, **parts, "told": told if isinstance(told, int) else str(told)}


def _part(part: str, one: Any) -> Any:
    if isinstance(one, Piece):
        return sided(one)
    return one / PER_CM if part == FAR else str(one)


def _read_seen(told: Plain, cards: Iterable[Piece]) -> tuple[Fact, Any]:
    kind, pieces = FACTS[told["fact"]], {sided(piece): piece for piece in cards}
    parts = {part: kind.defaults.get(part) for part in kind.parts}
    for part in parts.keys() & told.keys():
        said = told[part]
        parts[part] = cm(said) if part == FAR else Side(said) if part == "side" else pieces.get(said, said)
    is_where = kind is AtScenery
    return kind(**parts), Whereabouts(told["told"]) if is_where else told["told"]


def can_be_seen(told: Plain) -> bool:
    """Tell whether something that was told of a field is a fact with its parts, and can be told of it."""
    kind, said = FACTS.get(told["fact"]), told.keys() - {"fact", "told"}
    if kind is None or not said <= set(kind.parts):
        return False
    needed = {part for part, of in kind.kinds.items() if of != Piece | None} - kind.defaults.keys()
    try:
        fact, answer = _read_seen(told, ())
    except ValueError:
        return False
    return needed <= said and fact.can_be(answer)


def _player(side: SideState) -> Plain:
    return _kept(
        {
            "sp": side.sp,
            "vp": side.vp,
            "leader": side.leader and sided(side.leader),
            "leader-lost": side.leader_lost,
            "mission": side.mission,
            "half": side.half,
            "hand": list(side.hand),
            "played": list(side.played),
            "in-force": list(side.in_force),
        }
    )


def _is_spent(fighter: FighterState, step: str) -> bool:
    """Tell whether a fighter is spent as long as nothing else is said: he has no AP, and would need them."""
    return step in PHASES and fighter.on_field and fighter.ap == 0 and not fighter.activated


def _fighter(fighter: FighterState, state: State) -> Plain:
    limbs = {str(limb): {"lost": lost} for limb, lost in fighter.lost.items() if lost}
    uses = _kept({"round": dict(fighter.used_round), "match": dict(fighter.used_match)})
    rest = {
        "at": _at(fighter.place),
        "markers": {str(marker): n for marker, n in fighter.markers.items() if n},
        "uses": uses,
        "activated": fighter.activated,
        "gone": fighter.gone and str(fighter.gone),
        "raised": fighter.raised,
        "hidden": fighter.hidden,
        "left-from": _at(fighter.left_from),
    }
    spent = {"spent": fighter.spent} if fighter.spent or _is_spent(fighter, state.at) else {}
    unmeasured = {} if state.told is None else {"on-field": fighter.on_field}
    return _kept(rest) | unmeasured | spent | limbs | {"ap": fighter.ap}


def load(
    plain: Mapping[str, Any], cards: Mapping[Piece, Fighter], ap: int, setup: Setup | None = None
) -> State:
    """Read a state back; `ap` is what a fighter has after the preparation of whom nothing else is said.

    Nobody's fighters have none. The data has been checked: names are known and numbers are what they
    should be.
    """
    plain = spelt(plain, Register(cards, setup))
    told = plain.get("fighters", {})
    at = plain.get("step", START)
    deployed = setup is not None and not setup.measured and at not in PREPARATION
    fighters = {
        piece: _read_fighter(card, told.get(sided(piece), {}), ap if piece.side else 0, at, deployed=deployed)
        for piece, card in cards.items()
    }
    state = State(fighters, first=Side(plain.get("first", "red")))
    state.at, state.round = at, plain.get("round", 1)
    state.rounds_more = plain.get("rounds-more", 0)
    state.passes, state.ended = plain.get("passes", 0), plain.get("ended")
    last = plain.get("last-activator")
    state.last_activator = Side(last) if last else None
    for side in Side:
        own = [piece for piece in cards if piece.side is side]
        _read_player(state.sides[side], plain.get("players", {}).get(str(side), {}), own)
    for name, lying in plain.get("scenery", {}).items():
        rest = {key: part for key, part in lying.items() if key != "at"}
        state.scenery[name] = Lying(place=_place(lying.get("at")), **rest)
    state.tokens = tuple(_read_token(one, cards) for one in plain.get("markers", ()))
    state.weather = tuple(plain.get("weather", ()))
    if setup is not None and not setup.measured:
        state.told = dict(_read_seen(one, cards) for one in plain.get("seen", ()))
    state.lasting = tuple(_read_begun(one, cards) for one in plain.get("effects", ()))
    state.deeds = tuple(_read_deed(one, cards) for one in plain.get("happened", ()))
    return state


def _place(at: list[float] | None) -> tuple[int, int] | None:
    return None if at is None else (cm(at[0]), cm(at[1]))


def _read_fighter(card: Fighter, told: Plain, ap: int, step: str, *, deployed: bool) -> FighterState:
    has_none_yet = bool(told.get("gone")) or step in PREPARATION
    fighter = FighterState(
        card,
        ap=told.get("ap", 0 if has_none_yet else ap),
        place=_place(told.get("at")),
        on_field=told.get("on-field", deployed),
    )
    fighter.lost = {limb: told[limb]["lost"] for limb in LimbName if told.get(limb, {}).get("lost")}
    fighter.markers = {marker: n for marker in Marker if (n := told.get("markers", {}).get(marker))}
    fighter.used_round = dict(told.get("uses", {}).get("round", {}))
    fighter.used_match = dict(told.get("uses", {}).get("match", {}))
    fighter.activated = told.get("activated", False)
    fighter.raised, fighter.hidden = told.get("raised"), told.get("hidden")
    if told.get("gone"):
        fighter.leave(Gone(told["gone"]))
        fighter.left_from = _place(told.get("left-from"))
    fighter.spent = told.get("spent", _is_spent(fighter, step))
    return fighter


def _read_player(player: SideState, told: Plain, own: Iterable[Piece]) -> None:
    player.sp, player.vp = told.get("sp", 0), told.get("vp", 0)
    named = told.get("leader")
    player.leader = next((piece for piece in own if named == sided(piece)), None)
    player.leader_lost, player.mission, player.half = (
        told.get("leader-lost"),
        told.get("mission"),
        told.get("half"),
    )
    player.hand, player.played = tuple(told.get("hand", ())), tuple(told.get("played", ()))
    player.in_force = tuple(told.get("in-force", ()))
