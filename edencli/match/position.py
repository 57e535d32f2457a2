"""A position: a whole state as plain data, with the keys of game files, and back.

What has its default is left out: a fighter to which nothing happened, a player without points, the first
step of a round. Lengths are in centimetres, as people write them.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any

from edencli.field.units import PER_CM, cm
from edencli.match.facts import FACT_KINDS, AtScenery, Fact, Whereabouts
from edencli.match.field_kinds import ToldField
from edencli.match.match import Setup
from edencli.match.pieces import Piece, Side
from edencli.match.state import (
    CardCopy,
    FighterState,
    Gone,
    LastingEffect,
    RememberedEvent,
    RememberedFighter,
    SceneryState,
    SetApart,
    SideState,
    SpentEffect,
    State,
    Token,
)
from edencli.model.fighter import Fighter
from edencli.model.lexicon import FighterLexicon, Lexicon, lexicon_of, name_with_side
from edencli.model.terms import Duration, LimbName, Marker
from edencli.named_tuple import NamedTuple
from edencli.rulebooks.match_steps import MATCH_STEPS

StateData = dict[str, Any]

ROUND_START = "first-player"
# The steps of a round up to the last activation, in which a fighter without AP cannot be activated.
ACTIVATION_STEPS = MATCH_STEPS[MATCH_STEPS.index(ROUND_START) : MATCH_STEPS.index("activation") + 1]
# The steps of the preparation; the last of them gives the first AP.
PREPARATION_STEPS = MATCH_STEPS[: MATCH_STEPS.index(ROUND_START)]
# The keys of a fighter whose values are names of scenery.
SCENERY_KEYS = frozenset({"raised", "hidden"})
# The keys of lasting effects, markers, past events and facts whose values are names.
NAME_KEYS = {
    "effects": frozenset({"user", "target", "doer", "sufferer", "scenery"}),
    "remembered": frozenset({"user", "fighter"}),
    "copies": frozenset({"user", "of-user"}),
    "spent": frozenset({"user"}),
    "set-apart": frozenset({"user"}),
    "markers": frozenset({"user", "bearer"}),
    "happened": frozenset({"doer", "sufferer"}),
    "seen": frozenset(
        part
        for fact in FACT_KINDS.values()
        for part, kind in fact.part_types.items()
        if part == "scenery" or kind in {Piece, Piece | None}
    ),
}
LENGTH_PART = "far"  # the part of a fact that is a length
TOKEN_RADIUS = 1.0  # of markers of missions and cards, in cm: no book gives their size


class PositionNames:
    """The names that a position may contain; without a set-up only those of fighters are known."""

    def __init__(self, pieces: Iterable[Piece], setup: Setup | None = None) -> None:
        self.fighters: FighterLexicon[Piece] = _cast_of(tuple(pieces))
        self.scenery: Lexicon[str] = lexicon_of(setup.scenery if setup else ())
        self._bands = setup.bands if setup else {}

    def names_of_player(self, side: Side) -> dict[str, Lexicon[Any]]:
        """The names that may be in a player's entry, by key."""
        own, bands = self._bands.get(side), self._bands.values()
        tactics = lexicon_of(tactic.name for tactic in own.tactics) if own else lexicon_of(())
        return {
            "leader": _cast_of(tuple(piece for piece in self.fighters.labels if piece.side is side)),
            "mission": lexicon_of(mission.name for mission in own.missions) if own else lexicon_of(()),
            "hand": tactics,
            "played": tactics,
            "discarded": tactics,
            "in-force": lexicon_of(tactic.name for band in bands for tactic in band.tactics),
        }


@lru_cache(maxsize=32)
def _cast_of(pieces: tuple[Piece, ...]) -> FighterLexicon[Piece]:
    """The names of fighters; cached, since a match needs them whenever it is written or read."""
    return FighterLexicon(pieces)


class NameReference(NamedTuple):
    """A name in a position: its path, and the names of which it should be one."""

    path: tuple[str | int, ...]
    name: str
    lexicon: Lexicon[Any]


def names_in(plain: Mapping[str, Any], register: PositionNames) -> Iterator[NameReference]:
    """All names in a position."""
    for key, known in (("fighters", register.fighters), ("scenery", register.scenery)):
        for name in plain.get(key, {}):
            yield NameReference((key, name), name, known)
    for name, told in plain.get("fighters", {}).items():
        for key in SCENERY_KEYS & told.keys():
            yield NameReference(("fighters", name, key), told[key], register.scenery)
    for kind, keys in NAME_KEYS.items():
        for n, told in enumerate(plain.get(kind, ())):
            for key in keys & told.keys():
                yield NameReference((kind, n, key), told[key], _lexicon_for_key(register, key))
    for side, told in plain.get("players", {}).items():
        yield from _player_names(Side(side), told, register)


def _lexicon_for_key(register: PositionNames, key: str) -> Lexicon[Any]:
    return register.scenery if key == "scenery" else register.fighters


def _player_names(side: Side, told: StateData, register: PositionNames) -> Iterator[NameReference]:
    for key, named in register.names_of_player(side).items():
        if isinstance(told.get(key), str):
            yield NameReference(("players", side, key), told[key], named)
        else:
            names = told.get(key) or ()
            yield from (NameReference(("players", side, key, n), name, named) for n, name in enumerate(names))


def with_canonical_names(plain: Mapping[str, Any], register: PositionNames) -> StateData:
    """A position with every name as `dump_position` writes it; names that mean nothing stay as they are."""
    told = dict(plain)
    for key, known in (("fighters", register.fighters), ("scenery", register.scenery)):
        if key in told:
            told[key] = {_canonical_name(name, known): about for name, about in told[key].items()}
    if "fighters" in told:
        told["fighters"] = {
            name: {
                key: _canonical_name(part, register.scenery) if key in SCENERY_KEYS else part
                for key, part in about.items()
            }
            for name, about in told["fighters"].items()
        }
    for kind, keys in NAME_KEYS.items():
        if kind in told:
            told[kind] = [
                {
                    key: _canonical_name(part, _lexicon_for_key(register, key)) if key in keys else part
                    for key, part in about.items()
                }
                for about in told[kind]
            ]
    if "players" in told:
        told["players"] = {
            side: _canonical_player(about, register.names_of_player(Side(side)))
            for side, about in told["players"].items()
        }
    return told


def _canonical_player(told: Mapping[str, Any], known: Mapping[str, Lexicon[Any]]) -> StateData:
    spelt = dict(told)
    for key in known.keys() & told.keys():
        names = told[key]
        if isinstance(names, str):
            spelt[key] = _canonical_name(names, known[key])
        elif names is not None:
            spelt[key] = [_canonical_name(name, known[key]) for name in names]
    return spelt


def _canonical_name(name: str, known: Lexicon[Any]) -> str:
    meant = known.meanings(name)
    if len(meant) != 1:
        return name
    return name_with_side(meant[0]) if isinstance(meant[0], Piece) else str(meant[0])


def dump_position(state: State) -> StateData:
    """Write a state as plain data, without defaults."""
    plain: StateData = {"step": state.step, "round": state.round, "first": str(state.first_player)}
    rest = {
        "passes": state.passes,
        "rounds-more": state.rounds_more,
        "last-activator": state.last_activator and str(state.last_activator),
        "ended": state.ended,
        "players": {str(side): player for side in Side if (player := _dump_player(state.sides[side]))},
        "fighters": {
            name_with_side(piece): _dump_fighter(one, state) for piece, one in state.fighters.items()
        },
        "scenery": {name: _dump_scenery(lying) for name, lying in state.scenery.items()},
        "markers": [_dump_token(token) for token in state.tokens],
        "weather": list(map(str, state.weather)),
        "effects": [_dump_lasting_effect(one) for one in state.lasting_effects],
        "happened": [_dump_remembered_event(one) for one in state.remembered_events],
        "remembered": [_dump_of_card(one) for one in state.remembered_fighters],
        "spent": [_dump_of_card(one) for one in state.spent_effects],
        "copies": [_dump_copy(one) for one in state.copies],
        "set-apart": [_dump_of_card(one) for one in state.set_apart],
        "seen": [_dump_fact(fact, told) for fact, told in state.field.told_facts.items()],
    }
    return plain | _without_defaults(rest)


def _without_defaults(plain: StateData) -> StateData:
    """Drop values that are the default: None, zero, empty."""
    return {key: part for key, part in plain.items() if part}


def _dump_place(place: tuple[int, int] | None) -> list[float] | None:
    return None if place is None else [place[0] / PER_CM, place[1] / PER_CM]


def _dump_scenery(lying: SceneryState) -> StateData:
    rest = {
        "turn": lying.turn,
        "attacks": lying.attacks,
        "burn": lying.burn,
        "destroyed": lying.destroyed,
    }
    return _without_defaults({"at": _dump_place(lying.place)} | rest)


def _dump_token(token: Token) -> StateData:
    lies = {
        "name": token.name,
        "at": _dump_place(token.place),
        "radius": token.radius / PER_CM,
        "area": token.area,
    }
    pieces = {
        "bearer": token.bearer and name_with_side(token.bearer),
        "user": token.user and name_with_side(token.user),
    }
    until = {} if token.until is Duration.MATCH else {"until": str(token.until)}
    whose = {"card": token.card, "side": token.side and str(token.side), "ends": token.ends}
    return _without_defaults({**lies, **pieces, **whose}) | until


def _read_token(told: StateData, cards: Iterable[Piece]) -> Token:
    bearer, user = (
        next((piece for piece in cards if name_with_side(piece) == told.get(key)), None)
        for key in ("bearer", "user")
    )
    return Token(
        told["name"],
        _read_place(told.get("at")),
        cm(told.get("radius", TOKEN_RADIUS)),
        area=told.get("area", False),
        bearer=bearer,
        card=told.get("card"),
        side=Side(told["side"]) if "side" in told else None,
        user=user,
        until=Duration(told.get("until", Duration.MATCH)),
        ends=told.get("ends"),
    )


def _dump_lasting_effect(begun: LastingEffect) -> StateData:
    numbers = {key: n for key in ("amount", "face") if (n := getattr(begun, key)) is not None}
    return _dump_of_card(begun) | numbers


def _read_lasting_effect(told: StateData, cards: Iterable[Piece]) -> LastingEffect:
    limb = LimbName(told["limb"]) if "limb" in told else None
    read = _read_of_card(told, cards, "target", "doer", "sufferer")
    return LastingEffect(**{"n": 0, "target": None, **read, "until": Duration(told["until"]), "limb": limb})


def _dump_of_card(one: LastingEffect | RememberedFighter | SetApart | SpentEffect) -> StateData:
    """What a card keeps, by its parts; fighters and players are written as names."""
    told = {part: _dump_value(value) for part, value in one._asdict().items()}
    return _without_defaults({"side": told["side"], "card": told["card"], "n": told.get("n")} | told)


def _dump_copy(copy: CardCopy) -> StateData:
    """A card that is a copy of another, by its parts."""
    told = {part.replace("_", "-"): _dump_value(value) for part, value in copy._asdict().items()}
    return _without_defaults(told)


def _read_copy(told: StateData, cards: Iterable[Piece]) -> CardCopy:
    side, user = told.get("of-side"), _find_piece(told.get("of-user"), cards)
    own = {key: one for key, one in told.items() if not key.startswith("of-")}
    return CardCopy(**_read_of_card(own, cards), of_side=Side(side) if side else None, of_user=user)


def _dump_value(value: Any) -> Any:
    if isinstance(value, Piece):
        return name_with_side(value)
    return str(value) if isinstance(value, StrEnum) else value


def _read_of_card(told: StateData, cards: Iterable[Piece], *who: str) -> StateData:
    """The parts of what a card keeps; `who` are the parts besides its user that are fighters."""
    pieces = {key: _find_piece(told.get(key), cards) for key in ("user", *who)}
    return {**told, **pieces, "side": Side(told["side"]) if "side" in told else None}


def _find_piece(name: str | None, cards: Iterable[Piece]) -> Piece | None:
    return next((piece for piece in cards if name_with_side(piece) == name), None)


def _dump_remembered_event(deed: RememberedEvent) -> StateData:
    doer, sufferer = (one and name_with_side(one) for one in (deed.doer, deed.sufferer))
    side = deed.side and str(deed.side)
    return _without_defaults({**deed._asdict(), "doer": doer, "sufferer": sufferer, "side": side})


def _read_remembered_event(told: StateData, cards: Iterable[Piece]) -> RememberedEvent:
    doer, sufferer = (_find_piece(told.get(key), cards) for key in ("doer", "sufferer"))
    side = Side(told["side"]) if "side" in told else None
    return RememberedEvent(**{"round": 0, **told, "doer": doer, "sufferer": sufferer, "side": side})


def _dump_fact(fact: Fact, told: Any) -> StateData:
    """A fact and its answer, without defaults."""
    parts = {
        part: _dump_fact_part(part, one)
        for part, one in fact.as_dict().items()
        if one != fact.defaults.get(part)
    }
    return {"fact": fact.word, **parts, "told": told if isinstance(told, int) else str(told)}


def _dump_fact_part(part: str, one: Any) -> Any:
    if isinstance(one, Piece):
        return name_with_side(one)
    return one / PER_CM if part == LENGTH_PART else str(one)


def _read_fact(told: StateData, cards: Iterable[Piece]) -> tuple[Fact, Any]:
    kind, pieces = FACT_KINDS[told["fact"]], {name_with_side(piece): piece for piece in cards}
    parts = {part: kind.defaults.get(part) for part in kind.parts}
    for part in parts.keys() & told.keys():
        said = told[part]
        parts[part] = (
            cm(said) if part == LENGTH_PART else Side(said) if part == "side" else pieces.get(said, said)
        )
    is_where = kind is AtScenery
    return kind(**parts), Whereabouts(told["told"]) if is_where else told["told"]


def is_valid_fact(told: StateData) -> bool:
    """Tell whether an entry is a fact with all its parts and an answer that it can have."""
    kind, said = FACT_KINDS.get(told["fact"]), told.keys() - {"fact", "told"}
    if kind is None or not said <= set(kind.parts):
        return False
    needed = {part for part, of in kind.part_types.items() if of != Piece | None} - kind.defaults.keys()
    try:
        fact, answer = _read_fact(told, ())
    except ValueError:
        return False
    return needed <= said and fact.is_valid_answer(answer)


def _dump_player(side: SideState) -> StateData:
    return _without_defaults(
        {
            "sp": side.sp,
            "vp": side.vp,
            "leader": side.leader and name_with_side(side.leader),
            "leader-lost": side.leader_lost,
            "mission": side.mission,
            "half": side.half,
            "hand": list(side.hand),
            "played": list(side.played),
            "discarded": list(side.discarded),
            "in-force": list(side.in_force),
        }
    )


def _is_spent_by_default(fighter: FighterState, step: str) -> bool:
    """Tell whether a fighter is spent unless its entry says otherwise: it has no AP, and would need some."""
    return step in ACTIVATION_STEPS and fighter.on_field and fighter.ap == 0 and not fighter.activated


def _dump_fighter(fighter: FighterState, state: State) -> StateData:
    limbs = {str(limb): {"lost": lost} for limb, lost in fighter.lost.items() if lost}
    uses = _without_defaults({"round": dict(fighter.used_round), "match": dict(fighter.used_match)})
    rest = {
        "at": _dump_place(fighter.place),
        "markers": {str(marker): n for marker, n in fighter.markers.items() if n},
        "counters": {name: n for name, n in fighter.counters.items() if n},
        "uses": uses,
        "discarded": list(fighter.discarded),
        "activated": fighter.activated,
        "gone": fighter.gone and str(fighter.gone),
        "raised": fighter.raised,
        "hidden": fighter.hidden,
        "left-from": _dump_place(fighter.left_from),
    }
    spent = {"spent": fighter.spent} if fighter.spent or _is_spent_by_default(fighter, state.step) else {}
    unmeasured = {"on-field": fighter.on_field} if state.field.asks_players else {}
    return _without_defaults(rest) | unmeasured | spent | limbs | {"ap": fighter.ap}


def load_position(
    plain: Mapping[str, Any], cards: Mapping[Piece, Fighter], ap: int, setup: Setup | None = None
) -> State:
    """Read a state from plain data; `ap` is the default of a fighter's AP after the preparation.

    Non-player fighters have none. The data must have been checked: names are known and numbers are valid.
    """
    plain = with_canonical_names(plain, PositionNames(cards, setup))
    told = plain.get("fighters", {})
    at = plain.get("step", ROUND_START)
    deployed = setup is not None and not setup.measured and at not in PREPARATION_STEPS
    fighters = {
        piece: _read_fighter(
            card, told.get(name_with_side(piece), {}), ap if piece.side else 0, at, deployed=deployed
        )
        for piece, card in cards.items()
    }
    measured = setup is None or setup.measured
    field = None if measured else ToldField(dict(_read_fact(one, cards) for one in plain.get("seen", ())))
    state = State(fighters, first=Side(plain.get("first", "red")), field=field)
    state.step, state.round = at, plain.get("round", 1)
    state.rounds_more = plain.get("rounds-more", 0)
    state.passes, state.ended = plain.get("passes", 0), plain.get("ended")
    last = plain.get("last-activator")
    state.last_activator = Side(last) if last else None
    for side in Side:
        own = [piece for piece in cards if piece.side is side]
        _read_player(state.sides[side], plain.get("players", {}).get(str(side), {}), own)
    for name, lying in plain.get("scenery", {}).items():
        rest = {key: part for key, part in lying.items() if key != "at"}
        state.lay_scenery(name, SceneryState(place=_read_place(lying.get("at")), **rest))
    state.tokens = tuple(_read_token(one, cards) for one in plain.get("markers", ()))
    state.weather = tuple(plain.get("weather", ()))
    state.lasting_effects = tuple(_read_lasting_effect(one, cards) for one in plain.get("effects", ()))
    state.remembered_events = tuple(_read_remembered_event(one, cards) for one in plain.get("happened", ()))
    state.remembered_fighters = tuple(
        RememberedFighter(**_read_of_card(one, cards, "fighter")) for one in plain.get("remembered", ())
    )
    state.spent_effects = tuple(
        SpentEffect(**{"n": 0, "round": 0, **_read_of_card(one, cards)}) for one in plain.get("spent", ())
    )
    state.set_apart = tuple(
        SetApart(**{"n": 0, **_read_of_card(one, cards)}) for one in plain.get("set-apart", ())
    )
    state.copies = tuple(_read_copy(one, cards) for one in plain.get("copies", ()))
    return state


def _read_place(at: list[float] | None) -> tuple[int, int] | None:
    return None if at is None else (cm(at[0]), cm(at[1]))


def _read_fighter(card: Fighter, told: StateData, ap: int, step: str, *, deployed: bool) -> FighterState:
    has_none_yet = bool(told.get("gone")) or step in PREPARATION_STEPS
    fighter = FighterState(
        card,
        ap=told.get("ap", 0 if has_none_yet else ap),
        place=_read_place(told.get("at")),
        on_field=told.get("on-field", deployed),
    )
    fighter.lost = {limb: told[limb]["lost"] for limb in LimbName if told.get(limb, {}).get("lost")}
    fighter.markers = {marker: n for marker in Marker if (n := told.get("markers", {}).get(marker))}
    fighter.counters = {name: n for name, n in told.get("counters", {}).items() if n}
    fighter.used_round = dict(told.get("uses", {}).get("round", {}))
    fighter.used_match = dict(told.get("uses", {}).get("match", {}))
    fighter.discarded = tuple(told.get("discarded", ()))
    fighter.activated = told.get("activated", False)
    fighter.raised, fighter.hidden = told.get("raised"), told.get("hidden")
    if told.get("gone"):
        fighter.leave_field(Gone(told["gone"]))
        fighter.left_from = _read_place(told.get("left-from"))
    fighter.spent = told.get("spent", _is_spent_by_default(fighter, step))
    return fighter


def _read_player(player: SideState, told: StateData, own: Iterable[Piece]) -> None:
    player.sp, player.vp = told.get("sp", 0), told.get("vp", 0)
    named = told.get("leader")
    player.leader = next((piece for piece in own if named == name_with_side(piece)), None)
    player.leader_lost, player.mission, player.half = (
        told.get("leader-lost"),
        told.get("mission"),
        told.get("half"),
    )
    player.hand, player.played = tuple(told.get("hand", ())), tuple(told.get("played", ()))
    player.in_force, player.discarded = tuple(told.get("in-force", ())), tuple(told.get("discarded", ()))
