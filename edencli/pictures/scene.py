"""The scene: everything that a picture of the table shows, each thing with its sign, and what an answer adds.

A table is plain data first (`table_data`), and a scene is made from that data alone (`scene_from`). Text
maps and SVG draw the same scene, so that a sign means the same in both. Knows no medium and no sentence.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from edencli.field.shapes import Disc, Point, Polygon, Shape
from edencli.field.units import PER_CM
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.state import FighterState
from edencli.model.scenery import ElementName, Keyword
from edencli.model.terms import Deployment, SightBlocking
from edencli.named_tuple import NamedTuple
from edencli.output.sheet import Data
from edencli.rulebooks.values import AtLeast
from edencli.rules.ground import base, fighters_on_field, footprint, token_disc
from edencli.rules.missions import mission_of
from edencli.rules.territory import keywords_of

SIGNS = ascii_uppercase + ascii_lowercase + "ΓΔΘΛΞΠΣΦΨΩ"
NO_SIGN_LEFT = "?"


class Figure(NamedTuple):
    """A fighter on the field: its sign, its base, and whether it stands raised or hides in scenery."""

    sign: str
    piece: Piece
    base: Disc
    raised: bool = False
    hidden: bool = False


class SceneryItem(NamedTuple):
    """A piece of scenery on the field, and its damage: attacks, burn markers, destruction.

    With the chapter on territory it has keywords, each with its number or None, and `field` is the distance
    in centimetres up to which a beacon or an idol serves fighters.
    """

    sign: str
    name: str
    sight: SightBlocking
    crossable: bool
    slow: bool
    shape: Shape
    attacks: int = 0
    burn: int = 0
    destroyed: bool = False
    keywords: Mapping[str, int | None] = {}
    field: int = 0

    def has_any(self, keywords: Iterable[str]) -> bool:
        """Tell whether it has any of these keywords."""
        return not self.keywords.keys().isdisjoint(keywords)


WATER = (Keyword.SWIMMING,)
HEIGHT_KEYWORDS = (Keyword.ELEVATION,)
DANGER_KEYWORDS = (Keyword.CORROSION, Keyword.HOSTILE_PRESENCE, Keyword.MEPHITIC_VAPOURS)
"""Keywords of scenery that a picture shows: as water, as a height, as a danger."""

SCENERY_DAMAGE = ("attacks", "burn", "destroyed")
"""The kinds of damage to scenery; the data of a piece has only those that happened to it."""


class SceneToken(NamedTuple):
    """A marker that lies on the field."""

    sign: str
    name: str
    disc: Disc


class Zone(NamedTuple):
    """Where a side deploys: in its half, `least` cm or more from the centre line (ambush: the centre)."""

    side: Side
    half: str
    kind: Deployment
    least: int


class Ray(NamedTuple):
    """A line from a viewer to another fighter, and whether the viewer sees that fighter."""

    ends: tuple[Point, Point]
    clear: bool


class Overlay(NamedTuple):
    """What an answer adds to a picture. Fighters are named by their `Piece`, scenery by its name.

    What `counts` is drawn stronger, what `blocks` is crossed out; a corridor that `is_cut` has another
    colour. `allowance_end` is where a base stands when its `allowance` is spent, `legs` has the length of
    each leg of the route. `reached` has the places where a base may stop, by the kind of movement, on a grid
    of `grain`. `in_range` is all that a weapon reaches. `caption` says the answer.
    """

    caption: str = ""

    corridor: tuple[Point, ...] = ()
    is_cut: bool = False
    counts: frozenset[Piece | str] = frozenset()
    blocks: frozenset[Piece | str] = frozenset()
    route: tuple[Point, ...] = ()
    legs: tuple[str, ...] = ()
    allowance_end: Point | None = None
    allowance: str = ""
    mover: Disc | None = None
    template: Shape | None = None
    rays: tuple[Ray, ...] = ()
    reached: Mapping[str, tuple[Point, ...]] = {}
    grain: int = 0
    in_range: Disc | None = None


NO_OVERLAY = Overlay()


class Standing(NamedTuple):
    """A figure with the fighter's AP and lost CP, and whether it is activated or the leader.

    A fighter with no AP left counts as activated.
    """

    figure: Figure
    ap: int
    lost: int
    activated: bool
    leader: bool


class Scene(NamedTuple):
    """A table ready to be drawn; bases are bare unless `standings` says how the fighters are."""

    width: int
    depth: int
    figures: tuple[Figure, ...]
    scenery: tuple[SceneryItem, ...]
    tokens: tuple[SceneToken, ...]
    zones: tuple[Zone, ...]
    overlay: Overlay = NO_OVERLAY
    standings: tuple[Standing, ...] = ()


def scene_from(table: Data, overlay: Overlay = NO_OVERLAY) -> Scene:
    """Make a scene from the data of a table.

    If the field is not measured, the scene has no figures, and its scenery has no outlines.
    """
    return Scene(
        width=to_units(table["width"]),
        depth=to_units(table["depth"]),
        figures=tuple(
            Figure(
                *(one["sign"], piece_from(one), _disc(one["at"], one["base"] / 20)),
                *("raised" in one, "hidden" in one),
            )
            for one in table["fighters"]
            if "at" in one
        ),
        scenery=tuple(
            SceneryItem(
                *(one["sign"], one["name"], SightBlocking(one["sight"]), one["crossable"], one["slow"]),
                shape_from(one["outline"]) if "outline" in one else Point(0, 0),
                **{what: one[what] for what in (*SCENERY_DAMAGE, "keywords", "field") if what in one},
            )
            for one in table["scenery"]
        ),
        tokens=tuple(
            SceneToken(f"*{n}", one["name"], _disc(one["at"], one["radius"]))
            for n, one in enumerate(table["markers"], 1)
        ),
        zones=tuple(
            Zone(Side(one["side"]), one["half"], Deployment(one["deployment"]), one["distance"])
            for one in table["zones"]
        ),
        overlay=overlay,
    )


def with_standings(scene: Scene, table: Data) -> Scene:
    """Add to a scene how its fighters are: AP, lost CP, whether activated, who leads."""
    there = [one for one in table["fighters"] if "at" in one]
    standings = (
        Standing(
            figure,
            one["ap"],
            sum(one["lost"].values()),
            activated=one["activated"] or one["spent"],
            leader=one["leader"],
        )
        for figure, one in zip(scene.figures, there, strict=True)
    )
    return scene._replace(standings=tuple(standings))


def table_data(match: Match) -> Data:
    """The table as plain data: fighters with letters (red first), scenery with numbers, markers, zones.

    If the field is not measured, nothing has a place.
    """
    setup, state = match.setup, match.state
    return {
        "measured": match.field.has_places,
        "width": setup.width / PER_CM,
        "depth": setup.height / PER_CM,
        "round": state.round,
        "step": state.step,
        "first": str(state.first_player),
        "bands": {str(side): band.name for side, band in setup.bands.items()},
        "fighters": list(_fighters(match)),
        "absent": [
            {**piece_data(piece), "why": str(fighter.gone or "waiting"), "limbs": limbs_data(fighter)}
            for piece, fighter in state.fighters.items()
            if not fighter.on_field
        ],
        "scenery": [_item_data(match, str(n), name) for n, name in enumerate(state.scenery, 1)],
        "markers": [
            {"name": token.name, "at": place_data(token_disc(token).centre), "radius": token.radius / PER_CM}
            for token in state.tokens
            if token.place and token.bearer is None
        ],
        "zones": list(_zones(match)),
        **kept_data(match),
    }


def kept_data(match: Match) -> Data:
    """What cards keep: lasting effects, fighters they remember, what each copy copies, SP set apart."""
    lasting = [
        {
            "card": one.card,
            "until": str(one.until),
            **({"target": piece_data(one.target)} if one.target else {}),
            **({"times": one.times} if one.times else {}),
        }
        for one in match.state.lasting_effects
    ]
    known = match.state.remembered_fighters
    remembered = [
        {"card": card[0], "fighters": [piece_data(one.fighter) for one in known if one[:3] == card]}
        for card in dict.fromkeys(one[:3] for one in known)
    ]
    copies = [{"card": one.card, "of": one.of} for one in match.state.copies]
    apart = [{"card": one.card, "side": str(one.side), "sp": one.sp} for one in match.state.set_apart]
    kept = ("lasting", lasting), ("remembered", remembered), ("copies", copies), ("set_apart", apart)
    return {key: told for key, told in kept if told}


def _fighters(match: Match) -> Iterator[Data]:
    """The fighters on the field as data. A fighter keeps its letter when another leaves the field."""
    signs = dict(zip(match.state.fighters, _endless_signs(SIGNS), strict=False))
    leaders = [side.leader for side in match.state.sides.values()]
    for piece in fighters_on_field(match.state):
        fighter = match.state_of(piece)
        places = {"raised": fighter.raised, "hidden": fighter.hidden}
        yield {
            **piece_data(piece),
            **{key: name for key, name in places.items() if name},
            "sign": signs[piece],
            **({"at": place_data(base(match, piece).centre)} if match.field.has_places else {}),
            "base": fighter.card.base,
            "ap": fighter.ap,
            "leader": piece in leaders,
            "limbs": limbs_data(fighter),
            "lost": {str(limb): n for limb, n in fighter.lost.items() if n},
            "markers": {str(marker): n for marker, n in fighter.markers.items() if n},
            **({"counters": dict(fighter.counters)} if fighter.counters else {}),
            "activated": fighter.activated,
            "spent": fighter.spent and piece.side is not None,  # an NPF has no AP
            **({"carries": carried} if (carried := _carried(match, piece)) else {}),
        }


def limbs_data(fighter: FighterState) -> Data:
    """The CP of each limb: how many are white, red, and lost."""
    return {
        str(name): {"white": limb.white_cp, "red": limb.red_cp, "lost": fighter.lost.get(name, 0)}
        for name, limb in fighter.card.limbs.items()
    }


def _carried(match: Match, piece: Piece) -> list[str]:
    """The names of the markers that a fighter carries."""
    return [token.name for token in match.state.tokens if token.bearer == piece]


def _endless_signs(signs: Sequence[str]) -> Iterator[str]:
    yield from signs
    while True:
        yield NO_SIGN_LEFT


def _item_data(match: Match, sign: str, name: str) -> Data:
    piece, terrain, lying = match.setup.scenery[name], match.terrain(name), match.state.scenery[name]
    return {
        "name": piece.name,
        "sign": sign,
        **({"outline": shape_data(footprint(match, name))} if match.field.has_places else {}),
        "sight": str(terrain.sight),
        "crossable": terrain.crossable,
        "slow": terrain.rate > 1,
        **{what: getattr(lying, what) for what in SCENERY_DAMAGE if getattr(lying, what)},
        **_chapter_data(match, name),
    }


def _chapter_data(match: Match, name: str) -> Data:
    """What the chapter on territory says of a piece: its keywords now, and how far its field reaches."""
    chapter = match.book.territory
    if chapter is None or "territory" not in match.setup.chapters:
        return {}
    reaches = {
        ElementName.ENERGY_BEACON: chapter.beacon_reach,
        ElementName.QUARTERIST_IDOL: chapter.idol_reach,
    }
    lying, element = match.state.scenery[name], match.setup.scenery[name].element
    far = reaches.get(element) if element and not lying.destroyed else None
    return {
        "keywords": {str(key): x for key, x in keywords_of(match, name).items()},
        **({"field": far} if far else {}),
    }


def _zones(match: Match) -> Iterator[Data]:
    """The deployment zone of each side that has its half (setup.7-confrontation, setup.7-ambush)."""
    chapter = match.book.preparation
    for side in Side:
        half, mission = match.state.sides[side].half, mission_of(match, side)
        if half and match.field.has_places:
            yield {
                "side": str(side),
                "half": half,
                "deployment": str(mission.deployment if mission else Deployment.CONFRONTATION),
                "distance": chapter.deployment_distance,
                "exactly": chapter.deployment_exactly is AtLeast.EXACTLY_IS_ENOUGH,
            }


def place_data(place: Sequence[float]) -> list[float]:
    """A place as two numbers, in centimetres."""
    return [round(place[0]) / PER_CM, round(place[1]) / PER_CM]


def piece_data(piece: Piece) -> Data:
    """A fighter's side and name."""
    return {"side": piece.side and str(piece.side), "name": piece.name}


def shape_data(shape: Shape) -> Data:
    """An outline in centimetres: the corners of a polygon, else centre and radius (0 for a point)."""
    if isinstance(shape, Polygon):
        return {"corners": [place_data(corner) for corner in shape.corners]}
    return {
        "centre": place_data((shape.x, shape.y)),
        "radius": shape.r / PER_CM if isinstance(shape, Disc) else 0,
    }


def to_units(length: float) -> int:
    """Convert centimetres to the units of the field."""
    return round(length * PER_CM)


def point_from(place: Sequence[float]) -> Point:
    """The point on the field of a place in centimetres."""
    return Point(to_units(place[0]), to_units(place[1]))


def points_from(places: Iterable[Sequence[float]] | None) -> tuple[Point, ...]:
    """The points on the field of places in centimetres; none for None."""
    return tuple(point_from(place) for place in places or ())


def piece_from(data: Data) -> Piece:
    """The piece that data of a fighter names (see `piece_data`)."""
    return Piece(Side(data["side"]) if data["side"] else None, data["name"])


def shape_from(outline: Data) -> Shape:
    """The shape on the field of an outline in data (see `shape_data`)."""
    if "corners" in outline:
        return Polygon(corners=points_from(outline["corners"]))
    return _disc(outline["centre"], outline["radius"])


def base_from(table: Data, piece: Piece) -> Disc:
    """The base of a fighter on the table, from the table's data."""
    found = next(one for one in table["fighters"] if piece_from(one) == piece)
    return _disc(found["at"], found["base"] / 20)


def _disc(centre: Sequence[float], radius: float) -> Disc:
    x, y = point_from(centre)
    return Disc(x=x, y=y, r=to_units(radius))


def overlay_key(one: Any) -> Piece | str:
    """How an `Overlay` names an element: a fighter by its piece, scenery by its name."""
    return piece_from(one["fighter"]) if "fighter" in one else str(one["scenery"])
