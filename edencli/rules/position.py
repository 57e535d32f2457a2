"""Whether what files lay on the table can lie there: known names, bases with room, outlines with an inside.

Looks at the plain data, before a state is made of it: what a state could not hold would be lost in silence.
Decides nothing about how a match came to stand so.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from edencli.field.distance import gap, overlap
from edencli.field.ground import Table
from edencli.field.shapes import Disc, Shape, ShapeError, ShapeFault
from edencli.field.units import cm, print_cm
from edencli.match.match import Setup
from edencli.match.pieces import Piece, Side
from edencli.match.position import TOKEN_RADIUS, label
from edencli.match.state import Gone, Lying
from edencli.model.fighter import Fighter
from edencli.model.names import fold, nearest
from edencli.model.scenery import Scenery
from edencli.model.terms import OPPOSITE, Characteristic, LimbName
from edencli.rules.acts import Attack, Charge, Dodge, Extinguish, Move
from edencli.rules.finding import Finding
from edencli.rules.ground import base_at, laid, outline_of

Keys = tuple[str | int, ...]
Told = Mapping[str, Any]
Profiles = Mapping[Piece, Fighter]


class _Placed(NamedTuple):
    """Something that takes up room, and where the file says so; `bars` is what no base may overlap."""

    name: str
    path: Keys
    shape: Shape
    bars: bool = True


def check(position: Told, setup: Setup, cards: Profiles) -> tuple[Finding, ...]:
    """Find everything that keeps a position from being put on the table."""
    told = _told_of(position, cards)
    bases, scenery = list(_bases(told, cards)), list(_scenery(position, setup))
    return (
        *_slivers(position, setup),
        *_strangers(position, setup, cards),
        *_ambiguous(position, cards),
        *(found for path, piece, about in told for found in _impossible(path, cards[piece], about)),
        *_off_field([*bases, *scenery, *_tokens(position)], setup),
        *_overlaps(bases, scenery),
        *(found for side in Side for found in _player(position, setup, cards, side)),
        *_halves(position, setup),
    )


def _calls(cards: Profiles) -> dict[str, Piece]:
    """What a fighter may be called: by name and side, and by name alone where nobody else is."""
    names = [piece.name for piece in cards]
    alone = {piece.name: piece for piece in cards if names.count(piece.name) == 1}
    return alone | {label(piece): piece for piece in cards}


def _told_of(position: Told, cards: Profiles) -> list[tuple[Keys, Piece, Told]]:
    """What is told of each fighter that is known, and where."""
    calls = _calls(cards)
    return [
        (("position", "fighters", name), calls[name], about)
        for name, about in position.get("fighters", {}).items()
        if name in calls
    ]


def _strangers(position: Told, setup: Setup, cards: Profiles) -> Iterator[Finding]:
    """Find the names of nobody and nothing."""
    calls = _calls(cards)
    known = {*calls, *(piece.name for piece in cards)}
    for form, names in (("fighters", known), ("scenery", setup.scenery)):
        for name in position.get(form, {}):
            if name not in names:
                yield _unknown(form, ("position", form, name), name, names)


def _unknown(form: str, path: Keys, name: str, known: Iterable[str]) -> Finding:
    near = nearest(name, known)
    values: dict[str, object] = {"name": name[:60]}
    return Finding(
        rule="game-position-unknown",
        form=form,
        path=path,
        values=values | {"nearest": near} if near else values,
    )


def _ambiguous(position: Told, cards: Profiles) -> Iterator[Finding]:
    """Find names that both sides have, and fighters of whom the file tells twice."""
    calls, seen = _calls(cards), set()
    for name in position.get("fighters", {}):
        path = ("position", "fighters", name)
        if name not in calls and name in {piece.name for piece in cards}:
            yield Finding(rule="game-position-ambiguous", path=path, values={"name": name})
        elif calls.get(name) in seen:
            yield Finding(rule="game-position-ambiguous", form="twice", path=path, values={"name": name})
        seen.add(calls.get(name, name))


def _bases(told: list[tuple[Keys, Piece, Told]], cards: Profiles) -> Iterator[_Placed]:
    """The bases on the field."""
    for path, piece, about in told:
        if "at" in about and "gone" not in about:
            yield _Placed(piece.name, (*path, "at"), base_at(cards[piece], _place(about["at"])))


def _scenery(position: Told, setup: Setup) -> Iterator[_Placed]:
    """The scenery on the field."""
    for name, about in position.get("scenery", {}).items():
        shape = _lying(name, about, setup)
        if shape is not None:
            path = ("position", "scenery", name, "at")
            yield _Placed(name, path, shape, bars=not setup.scenery[name].crossable)


def _lying(name: str, about: Told, setup: Setup) -> Shape | None:
    """A piece of scenery where it lies; None for one that is unknown, or gone when turned."""
    try:
        outline = outline_of(setup.scenery[name])
        return laid(outline, Lying(_place(about["at"]), about.get("turn", 0.0)))
    except (KeyError, ShapeError):
        return None


def _slivers(position: Told, setup: Setup) -> Iterator[Finding]:
    """Find scenery so thin that nothing of it is left when it is turned."""
    for name, about in position.get("scenery", {}).items():
        if name in setup.scenery and _lying(name, about, setup) is None:
            path = ("position", "scenery", name)
            yield Finding(rule="scenery-outline", form="turned", path=path, values={"name": name})


def _tokens(position: Told) -> Iterator[_Placed]:
    """The markers on the field."""
    for n, about in enumerate(position.get("markers", ())):
        x, y = _place(about["at"])
        disc = Disc(x=x, y=y, r=max(1, cm(about.get("radius", TOKEN_RADIUS))))
        yield _Placed(about["name"], ("position", "markers", n, "at"), disc)


def _place(at: list[float]) -> tuple[int, int]:
    return cm(at[0]), cm(at[1])


def _off_field(placed: list[_Placed], setup: Setup) -> Iterator[Finding]:
    """Find what hangs over the edge (move.base)."""
    field = Table(width=setup.width, depth=setup.height)
    for one in placed:
        if not field.holds(one.shape):
            over = {"name": one.name, "over": _length(-field.to_edge(one.shape))}
            yield Finding(rule="game-position-off-field", path=one.path, values=over)


def _overlaps(bases: list[_Placed], scenery: list[_Placed]) -> Iterator[Finding]:
    """Find bases that overlap each other, or scenery that may not be crossed; the later one is at fault."""
    pairs = [(one, other, "") for one, other in combinations(bases, 2)]
    pairs += [(piece, one, "scenery") for one in bases for piece in scenery if piece.bars]
    for first, later, form in pairs:
        if overlap(first.shape, later.shape):
            depth = _length(-gap(first.shape, later.shape))
            values = {"name": later.name, "other": first.name, "depth": depth}
            yield Finding(rule="game-position-overlap", form=form, path=later.path, values=values)


def _length(length: float) -> str:
    """A length in centimetres, to the tenth of a millimetre."""
    return print_cm(round(length, -1))


def _impossible(path: Keys, card: Fighter, about: Told) -> Iterator[Finding]:
    """Find what cannot be true of a fighter: CP he never had, a limb lost and he still there, two places."""
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
    known = _tallies(card)
    for span, counts in about.get("uses", {}).items():
        for name in counts:
            if name not in known:
                yield _unknown("uses", (*path, "uses", span, name), name, known)
    if "gone" in about and "at" in about:
        yield Finding(rule="game-position-gone", path=(*path, "at"), values={"name": card.name})


def _tallies(card: Fighter) -> list[str]:
    """Everything of which uses are counted: acts, weapons in each category, abilities."""
    acts = [act.counts_as for act in (Move, Charge, Attack, Dodge, Extinguish)]
    gear = [f"gear.{item.name}.{use.category}" for item in card.equipment for use in item.uses]
    return [*acts, *gear, *(f"ability.{ability.name}" for ability in card.abilities)]


def _player(position: Told, setup: Setup, cards: Profiles, side: Side) -> Iterator[Finding]:
    """Find what a player cannot have: another's leader, a mission or a card that is not in his decks."""
    told, path = position.get("players", {}).get(side, {}), ("position", "players", str(side))
    own = [piece for piece in cards if piece.side is side]
    calls = {call: piece for piece in own for call in (piece.name, label(piece))}
    band = setup.bands.get(side)
    missions = [mission.name for mission in band.missions] if band else []
    tactics = [tactic.name for tactic in band.tactics] if band else []
    asked: list[tuple[str, Keys, str | None, Mapping[str, object]]]
    asked = [("leader", ("leader",), told.get("leader"), calls)]
    asked += [("missions", ("mission",), told.get("mission"), dict.fromkeys(missions))]
    decks = {"hand": tactics, "played": tactics, "in-force": _all_tactics(setup)}
    for key, deck in decks.items():
        asked += [
            ("tactics", (key, n), name, dict.fromkeys(deck)) for n, name in enumerate(told.get(key, ()))
        ]
    for form, where, name, there in asked:
        if name is not None and name not in there:
            yield _unknown(form, (*path, *where), name, there)
    if told.get("leader") in calls:
        yield from _hand(path, told, cards[calls[told["leader"]]])


def _all_tactics(setup: Setup) -> list[str]:
    """The tactical cards of both players: what is in force may be anybody's."""
    return [tactic.name for band in setup.bands.values() for tactic in band.tactics]


def _hand(path: Keys, told: Told, leader: Fighter) -> Iterator[Finding]:
    """Find a hand that its leader could not hold (setup.8-hand)."""
    most, cards = leader.printed(Characteristic.PSI), told.get("hand", ())
    if len(cards) > most:
        values = {"n": len(cards), "name": leader.name, "most": most}
        yield Finding(rule="game-position-hand", path=(*path, "hand"), values=values)
    both = {fold(name) for name in told.get("played", ())}
    for n, name in enumerate(cards):
        if fold(name) in both:
            yield Finding(
                rule="game-position-hand", form="played", path=(*path, "hand", n), values={"name": name}
            )


def _halves(position: Told, setup: Setup) -> Iterator[Finding]:
    """Find halves that do not face each other, or that cut the field the wrong way (setup.7-half)."""
    halves = {side: position.get("players", {}).get(side, {}).get("half") for side in Side}
    for side, half in halves.items():
        path = ("position", "players", str(side), "half")
        lengthwise = half in {"west", "east"}
        if half and setup.width != setup.height and lengthwise is not (setup.width > setup.height):
            yield Finding(rule="game-position-half", form="long", path=path, values={"half": half})
    red, blue = halves.values()
    if red and blue and OPPOSITE[red] != blue:
        values = {"half": blue, "other": red}
        yield Finding(rule="game-position-half", path=("position", "players", "blue", "half"), values=values)


def check_outlines(scenery: Iterable[Scenery]) -> Iterator[Finding]:
    """Find the pieces of a scenery file that could not lie on any table."""
    for n, piece in enumerate(scenery):
        try:
            outline_of(piece)
        except ShapeError as error:
            yield _misshapen(n, piece, error)


def _misshapen(n: int, piece: Scenery, error: ShapeError) -> Finding:
    """Say what is wrong, at the corner where it shows."""
    path: Keys = ("elements", n, "disc")
    if error.fault is not ShapeFault.RADIUS:
        path = ("elements", n, "polygon", error.corner)
    values = {"name": piece.name, "corner": error.corner + 1}
    return Finding(rule="scenery-outline", form=str(error.fault.value), path=path, values=values)
