"""Checks of the positions in files: known names, bases with room, outlines with an inside.

Checks the plain data before a state is made of it, since what a state cannot hold would be lost silently.
Must not judge how a match came to this position.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from edencli.field.distance import gap, overlap
from edencli.field.free_place import nearest_free_places
from edencli.field.ground import Table
from edencli.field.shapes import Disc, Point, Shape, ShapeError, ShapeFault
from edencli.field.units import cm, print_cm
from edencli.match.match import Setup
from edencli.match.pieces import Piece, Side
from edencli.match.position import (
    ROUND_START,
    SCENERY_KEYS,
    PositionNames,
    is_valid_fact,
    load_position,
    names_in,
    with_canonical_names,
)
from edencli.match.state import Gone, SceneryState
from edencli.model.fighter import Equipment, Fighter
from edencli.model.lexicon import UnresolvedName, name_with_side
from edencli.model.near_names import NearKind, nearest_name
from edencli.model.scenery import Scenery
from edencli.model.terms import OPPOSITE_HALF, LimbName
from edencli.named_tuple import NamedTuple
from edencli.rulebooks.match_steps import MATCH_STEPS
from edencli.rulebooks.values import Rulebook, Territory
from edencli.rules.band import Finding
from edencli.rules.footing import scenery_in_the_way
from edencli.rules.ground import base, base_at, footprint, outline_of, place_outline
from edencli.rules.registry import ACTS, create_match
from edencli.rules.sizes import size_of

Keys = tuple[str | int, ...]
Profiles = Mapping[Piece, Fighter]
PositionData = Mapping[str, Any]


# The kind of card that each entry of a player names.
_KINDS = {
    "leader": "leader",
    "mission": "missions",
    "hand": "tactics",
    "played": "tactics",
    "discarded": "tactics",
    "in-force": "tactics",
}


# What each step of the preparation gives a player or a fighter, or puts on the field.
_GIVEN = {
    "setup.2-sp": ("sp",),
    "setup.4-leader": ("leader",),
    "setup.5-mission": ("mission",),
    "setup.6-scenery": ("scenery",),
    "setup.7-deploy": ("half", "at"),
    "setup.8-hand": ("hand", "played", "discarded", "in-force"),
    "setup.9-ap": ("ap",),
}


# What it gives to non-player fighters, which are placed after the scenery.
_GIVEN_TO_NPFS = {"setup.6-scenery": ("at",)}


MOST_AROUND = 150  # things on the field; with more, no free place is sought
MOST_PLACED = 20  # bases for which a free place is sought


class _Placed(NamedTuple):
    """Something that takes up room, and its path in the file; `bars` tells whether no base may overlap it."""

    name: str
    path: Keys
    shape: Shape
    bars: bool = True


def check_position_data(position: PositionData, setup: Setup, cards: Profiles) -> tuple[Finding, ...]:
    """Find everything that keeps a position from being put on the table."""
    register = PositionNames(cards, setup)
    told = _fighter_entries(position, register)
    if misplaced := tuple(_misplaced(position, setup)):
        return misplaced
    bases, scenery = list(_bases(told, cards)), list(_scenery(position, setup, register))
    return (
        *_misnamed(position, register, setup),
        *(found for path, piece, about in told for found in _impossible(path, cards[piece], about)),
        *_unknown_uses(told, setup, cards),
        *_off_field([*scenery, *_tokens(position)], setup),
        *_with_places(
            (*_off_field(bases, setup), *_overlaps(bases, scenery)), position, bases, scenery, setup
        ),
        *(found for side in Side for found in _hand(with_canonical_names(position, register), side)),
        *_halves(position, setup),
        *_early(position, told),
        *_not_lasting(with_canonical_names(position, register), setup, cards),
        *_not_happening(position),
        *_not_seen(position, setup),
    )


def _misplaced(position: PositionData, setup: Setup) -> Iterator[Finding]:
    """Find places on an unmeasured field, and things without a place on a measured one."""
    for kind in ("fighters", "scenery", "markers"):
        told = position.get(kind, {})
        for name, about in told.items() if isinstance(told, Mapping) else enumerate(told):
            path = ("position", kind, name)
            if not setup.measured and "at" in about:
                yield Finding("game-position-place", (*path, "at"), {}, form="unmeasured")
            elif setup.measured and "on-field" in about:
                yield Finding("game-position-place", (*path, "on-field"), {})
            elif setup.measured and kind != "fighters" and not {"at", "bearer"} & set(about):
                yield Finding("game-position-place", path, {})


def _fighter_entries(
    position: PositionData, register: PositionNames
) -> list[tuple[Keys, Piece, PositionData]]:
    """The entries of the fighters that are known, each with its path."""
    told = position.get("fighters", {})
    meant = {name: register.fighters.meanings(name) for name in told}
    return [
        (("position", "fighters", name), meant[name][0], about)
        for name, about in told.items()
        if len(meant[name]) == 1
    ]


def _misnamed(position: PositionData, register: PositionNames, setup: Setup) -> Iterator[Finding]:
    """Find names that mean nothing or several things, and things that have two entries."""
    seen: set[object] = set()
    for path, name, known in names_in(position, register):
        try:
            thing = (path[0], known.find(name))
        except UnresolvedName as fault:
            if path[0] == "fighters":
                fault.near = fault.near or nearest_name(
                    name, setup.npfs, NearKind.KEY
                )  # in a match only when named
            yield _name_fault_finding(("position", *path), fault)
            continue
        tells_of_it = path[-1] == name
        if tells_of_it and thing in seen:
            yield Finding("game-position-ambiguous", ("position", *path), {"name": name}, form="twice")
        seen.add(thing)


def _name_fault_finding(path: Keys, fault: UnresolvedName) -> Finding:
    """The finding about a name that means nothing here, or several things."""
    name = fault.calling[:60]
    if not fault.names:
        is_scenery = path[-1] in {*SCENERY_KEYS, "scenery"}
        form = "scenery" if is_scenery or path[1] == "scenery" else "fighters"
        form = _KINDS[str(path[3])] if path[1] == "players" else form
        near = {"nearest": fault.near} if fault.near else {}
        return Finding("game-position-unknown", path, {"name": name, **near}, form=form)
    bare = fault.names[0].removeprefix(f"{Side.RED} ")
    if set(fault.names) == {f"{side} {bare}" for side in Side}:
        return Finding("game-position-ambiguous", path, {"name": bare})
    return Finding("game-position-ambiguous", path, {"name": name, "names": fault.names}, form="several")


def _bases(told: list[tuple[Keys, Piece, PositionData]], cards: Profiles) -> Iterator[_Placed]:
    """The bases on the field."""
    for path, piece, about in told:
        if "at" in about and "gone" not in about:
            yield _Placed(piece.name, (*path, "at"), base_at(cards[piece], _place(about["at"])))


def _scenery(position: PositionData, setup: Setup, register: PositionNames) -> Iterator[_Placed]:
    """The scenery that is known, where it lies."""
    for name, about in position.get("scenery", {}).items():
        meant = register.scenery.meanings(name)
        if len(meant) == 1 and "at" in about:
            piece = setup.scenery[meant[0]]
            shape = place_outline(
                outline_of(piece), SceneryState(_place(about["at"]), about.get("turn", 0.0))
            )
            bars = not piece.crossable and "territory" not in setup.chapters  # else the keywords decide
            yield _Placed(piece.name, ("position", "scenery", name, "at"), shape, bars=bars)


def _tokens(position: PositionData) -> Iterator[_Placed]:
    """The markers and areas on the field, each by its middle: it may hang over the edge (marker.place)."""
    for n, about in enumerate(position.get("markers", ())):
        if "at" in about:
            yield _Placed(about["name"], ("position", "markers", n, "at"), Point(*_place(about["at"])))


def _place(at: list[float]) -> tuple[int, int]:
    return cm(at[0]), cm(at[1])


def _off_field(placed: list[_Placed], setup: Setup) -> Iterator[Finding]:
    """Find things that hang over the edge (move.base)."""
    field = Table(width=setup.width, depth=setup.height)
    for one in placed:
        if not field.contains(one.shape):
            over = {"name": one.name, "over": _length(-field.gap_to_edge(one.shape))}
            yield Finding(rule="game-position-off-field", path=one.path, values=over)


def _overlaps(bases: list[_Placed], scenery: list[_Placed]) -> Iterator[Finding]:
    """Find bases that overlap each other, or scenery that bars them; the later one is reported."""
    pairs = [(one, other, "") for one, other in combinations(bases, 2)]
    pairs += [(piece, one, "scenery") for one in bases for piece in scenery if piece.bars]
    for first, later, form in pairs:
        if overlap(first.shape, later.shape):
            depth = _length(-gap(first.shape, later.shape))
            values = {"name": later.name, "other": first.name, "depth": depth}
            yield Finding(rule="game-position-overlap", form=form, path=later.path, values=values)


def _with_places(
    found: Sequence[Finding],
    position: PositionData,
    bases: list[_Placed],
    scenery: list[_Placed],
    setup: Setup,
) -> Iterator[Finding]:
    """Add the nearest free places to the findings about bases.

    Only for a limited number of bases, and not for raised ones.
    """
    has_keywords = "territory" in setup.chapters
    barring = [piece.shape for piece in scenery if piece.bars or has_keywords]
    shapes = {one.path: one.shape for one in bases if isinstance(one.shape, Disc)}
    table = Table(width=setup.width, depth=setup.height)
    for n, one in enumerate(found):
        here, about = shapes[one.path], position["fighters"][one.path[2]]
        if n < MOST_PLACED and len(bases) + len(scenery) <= MOST_AROUND and "raised" not in about:
            others = [shape for path, shape in shapes.items() if path != one.path]
            values = _nearest_places(nearest_free_places(here, table, [*others, *barring]))
            yield one._replace(values={**one.values, **values})
        else:
            yield one


def _nearest_places(places: Sequence[Point]) -> Mapping[str, object]:
    """The values of a finding: the place to write, several that are equally near, or that there is none."""
    told = tuple(f"[{print_cm(place.x)}, {print_cm(place.y)}]" for place in places)
    return {"place": told[0]} if len(told) == 1 else {"places": told} if told else {"no_place": True}


def _length(length: float) -> str:
    """A length in centimetres, to the tenth of a millimetre."""
    return print_cm(round(length, -1))


def _impossible(path: Keys, card: Fighter, about: PositionData) -> Iterator[Finding]:
    """Find the impossible in a fighter's entry: CP it never had, a limb it could not lose, two places."""
    for limb in LimbName:
        lost, cp = about.get(limb, {}).get("lost", 0), card.limbs[limb].cp
        values = {"name": card.name, "limb": str(limb), "lost": lost, "cp": cp}
        if lost > cp:
            yield Finding(
                rule="game-position-lost", form="more", path=(*path, str(limb), "lost"), values=values
            )
        elif lost == cp and about.get("gone") != Gone.INCAPACITATED:
            where = (*path, str(limb), "lost")
            yield Finding(rule="game-position-lost", form=str(limb), path=where, values=values)
    if "gone" in about and "at" in about:
        yield Finding(rule="game-position-gone", path=(*path, "at"), values={"name": card.name})


def _unknown(path: Keys, name: str, known: Iterable[str], form: str) -> Finding:
    """The finding about an unknown name, with the name that was probably meant."""
    near = nearest_name(name, known, NearKind.KEY)
    values = {"name": name[:60]} | ({"nearest": near} if near else {})
    return Finding("game-position-unknown", path, values, form=form)


def _unknown_uses(
    told: list[tuple[Keys, Piece, PositionData]], setup: Setup, cards: Profiles
) -> Iterator[Finding]:
    """Find uses of what a fighter does not have: an act, equipment on its card or granted, an ability."""
    for path, piece, about in told:
        for span, name in unknown_uses(about, piece, setup, cards):
            yield _unknown((*path, "uses", span, name), name, usage_keys(cards[piece]), form="uses")


def unknown_uses(
    about: PositionData, piece: Piece, setup: Setup, cards: Profiles
) -> Iterator[tuple[str, str]]:
    """The span and name of each use that nothing the fighter has can count."""
    told = [(span, name) for span, counts in about.get("uses", {}).items() for name in counts]
    known = usage_keys(cards[piece])
    unknown = [one for one in told if one[1] not in known]
    granted = _gear_keys(_granted_gear(setup, cards)) if unknown else ()
    return (one for one in unknown if one[1] not in granted)


def usage_keys(card: Fighter) -> list[str]:
    """The keys under which uses are counted: acts, weapons in each category, abilities."""
    acts = dict.fromkeys(row.counts_as for row in ACTS.values() if row.price)
    return [*acts, *_gear_keys(card.equipment), *(f"ability.{ability.name}" for ability in card.abilities)]


def _gear_keys(gear: Iterable[Equipment]) -> list[str]:
    return [f"gear.{item.name}.{use.category}" for item in gear for use in item.uses]


def _granted_gear(setup: Setup, cards: Profiles) -> list[Equipment]:
    """All equipment that some card of the match may grant."""
    from edencli.model.effect import Grants, lasting_effects  # noqa: PLC0415  # for such cards alone

    said = [ability.effects for card in cards.values() for ability in card.abilities]
    for band in setup.bands.values():
        said += [*(card.effects for card in band.tactics), *(card.effects for card in band.missions)]
    effects = [effect for one in said for effect in one]
    effects += [effect for one in said for lasting in lasting_effects(one) for effect in lasting.effects]
    return [item for effect in effects if isinstance(effect, Grants) for item in effect.equipment]


def _hand(position: PositionData, side: Side) -> Iterator[Finding]:
    """Find cards in a hand that have been played or discarded (setup.8-hand).

    The size of the hand cannot be checked: it came from the leader's PSI at an earlier moment (H-32).
    """
    told, path = position.get("players", {}).get(side, {}), ("position", "players", str(side), "hand")
    for n, name in enumerate(told.get("hand", ())):
        if name in (*told.get("played", ()), *told.get("discarded", ())):
            yield Finding(rule="game-position-hand", path=(*path, n), values={"name": name})


def _halves(position: PositionData, setup: Setup) -> Iterator[Finding]:
    """Find halves that do not face each other, or that cut the field the wrong way (setup.7-half)."""
    halves = {side: position.get("players", {}).get(side, {}).get("half") for side in Side}
    for side, half in halves.items():
        path = ("position", "players", str(side), "half")
        lengthwise = half in {"west", "east"}
        if half and setup.width != setup.height and lengthwise is not (setup.width > setup.height):
            yield Finding(rule="game-position-half", form="long", path=path, values={"half": half})
    red, blue = halves.values()
    if red and blue and OPPOSITE_HALF[red] != blue:
        values = {"half": blue, "other": red}
        yield Finding(rule="game-position-half", path=("position", "players", "blue", "half"), values=values)


def _not_lasting(position: PositionData, setup: Setup, cards: Profiles) -> Iterator[Finding]:
    """Find lasting effects that no card of the match begins."""
    if "effects" not in position:
        return
    from edencli.model.effect import lasting_effects  # noqa: PLC0415  # for such cards alone

    known: dict[tuple[str, Side | None, str | None], int] = {
        (ability.name, piece.side, name_with_side(piece)): len(lasting_effects(ability.effects))
        for piece, card in cards.items()
        for ability in card.abilities
    }
    for side, band in setup.bands.items():
        known |= {(card.name, side, None): len(lasting_effects(card.effects)) for card in band.tactics}
        known |= {(card.name, side, None): len(lasting_effects(card.effects)) for card in band.missions}
    for n, told in enumerate(position["effects"]):
        if told.get("n", 0) >= known.get((told["card"], told.get("side"), told.get("user")), 0):
            path = ("position", "effects", n, "card")
            yield _unknown(path, told["card"], [name for (name, *_), n in known.items() if n], form="effects")


def _not_happening(position: PositionData) -> Iterator[Finding]:
    """Find past events that are not of a kind that cards look back at."""
    if "happened" not in position:
        return
    from edencli.model.card_words import CardEvent  # noqa: PLC0415  # for such cards alone

    for n, told in enumerate(position["happened"]):
        if told["event"] not in set(CardEvent):
            path = ("position", "happened", n, "event")
            yield _unknown(path, told["event"], CardEvent, form="happened")


def _not_seen(position: PositionData, setup: Setup) -> Iterator[Finding]:
    """Find facts that no field can have, and all facts on a measured field."""
    for n, told in enumerate(position.get("seen", ())):
        if setup.measured or not is_valid_fact(told):
            values = {"name": told["fact"]}
            form = "measured" if setup.measured else "seen"
            yield Finding("game-position-unknown", ("position", "seen", n, "fact"), values, form=form)


def _early(position: PositionData, told: list[tuple[Keys, Piece, PositionData]]) -> Iterator[Finding]:
    """Find what the preparation has still to give: it would be given twice."""
    step = position.get("step", ROUND_START)
    npfs = {path for path, piece, _ in told if piece.side is None}
    for path, about in _holders(position):
        for giver, keys in (_GIVEN_TO_NPFS if path in npfs else _GIVEN).items():
            if MATCH_STEPS.index(giver) < MATCH_STEPS.index(step):
                continue
            for key in filter(about.get, keys):
                yield Finding("game-position-early", (*path, key), {"key": key, "step": step, "giver": giver})


def _holders(position: PositionData) -> Iterator[tuple[Keys, PositionData]]:
    """The position, and each player and fighter in it, with their paths."""
    yield ("position",), position
    for kind in ("players", "fighters"):
        for name, about in position.get(kind, {}).items():
            yield ("position", kind, name), about


def check_footing(position: PositionData, setup: Setup, cards: Profiles, book: Rulebook) -> Iterator[Finding]:
    """Find fighters in scenery that bars them, raised upon nothing, or hidden where they cannot be.

    Rules territory.*; on an unmeasured field the players see to that.
    """
    from edencli.rules import hiding, terrain  # noqa: PLC0415  # few positions have keywords

    if not setup.measured:
        return  # the players see it
    match = create_match(book, load_position(position, cards, book.actions.ap, setup), setup)
    for path, piece, _ in _fighter_entries(position, PositionNames(cards, setup)):
        fighter = match.state_of(piece)
        if not fighter.on_field:
            continue
        here = base(match, piece)
        for name in scenery_in_the_way(match, here, fighter.raised):
            depth = _length(-gap(here, footprint(match, name)))
            values = {"name": piece.name, "other": name, "depth": depth}
            form = "only-crossed" if match.terrain(name).crossable else "scenery"
            yield Finding("game-position-overlap", (*path, "at"), values, form=form)
        for key, upon, holds in (
            ("raised", fighter.raised, terrain.is_still_raised),
            ("hidden", fighter.hidden, hiding.is_still_hidden),
        ):
            if upon is not None and not holds(match, piece, upon):
                values = {"name": piece.name, "scenery": upon}
                yield Finding("game-position-footing", (*path, key), values, form=key)
        slope = terrain.raised_place_of(match, piece)
        if fighter.raised is None and slope is not None:
            values = {"name": piece.name, "scenery": slope}
            yield Finding("game-position-footing", (*path, "at"), values, form="slope")


def check_sizes(scenery: Iterable[Scenery], chapter: Territory) -> Iterator[Finding]:
    """Find pieces of scenery that are larger than their file says (territory.size)."""
    for n, piece in enumerate(scenery):
        size = size_of(outline_of(piece))
        if piece.size is not None and chapter.sizes[size] > chapter.sizes[piece.size]:
            values = {"name": piece.name, "said": str(piece.size), "size": str(size)}
            yield Finding("territory.size", ("elements", n, "size"), values)


def check_outlines(scenery: Iterable[Scenery]) -> Iterator[Finding]:
    """Find pieces of a scenery file that could not lie on any table."""
    for n, piece in enumerate(scenery):
        try:
            outline_of(piece)
        except ShapeError as error:
            yield _misshapen(n, piece, error)


def _misshapen(n: int, piece: Scenery, error: ShapeError) -> Finding:
    """The finding about a wrong outline, at the corner where it shows."""
    path: Keys = ("elements", n, "disc")
    if error.fault is not ShapeFault.RADIUS:
        path = ("elements", n, "polygon", error.corner)
    values = {"name": piece.name, "corner": error.corner + 1}
    return Finding(rule="scenery-outline", form=str(error.fault.value), path=path, values=values)
