"""The table as a page: its picture, and who and what stands where."""

from collections.abc import Iterator, Sequence
from typing import Any

from edencli.field.shapes import Polygon, Shape
from edencli.field.units import PER_CM, print_cm
from edencli.lang import Words, clean
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.state import FighterState, Gone
from edencli.model.cast import Cast
from edencli.report.phrases import Phrases
from edencli.report.scene import Figure, Item, Scene, Zone
from edencli.report.sheet import NO_BREAK, Paint, Sheet
from edencli.report.tablemap import BIG, CORRIDOR, FILL, TEMPLATE, WALKED, picture, step_of
from edencli.rulebooks.values import AtLeast

AREA = "table"

_FIGURES = (4, 24, 16, 4, 3, 19)
_ITEMS = (4, 24, 16, 30)


def write_map(sheet: Sheet, words: Words, scene: Scene, paint: Paint) -> None:
    """Draw a scene, and say what its signs mean."""
    sheet.verbatim(picture(scene, paint, words.say(AREA, "north"), words.say(AREA, "south")))
    signs = (sign.replace(" ", NO_BREAK, 1) for sign in _signs(words, scene))
    sheet.aside("; ".join(signs) + ".")


def _signs(words: Words, scene: Scene) -> Iterator[str]:
    """The signs that are used here, each with its meaning."""
    step = step_of(scene) / PER_CM
    yield words.say(AREA, "sign.scale", column=f"{step:g}", row=f"{2 * step:g}")
    sides = {figure.piece.side for figure in scene.figures}
    for side in (Side.RED, Side.BLUE, None):
        if side in sides:
            yield words.say(AREA, f"sign.{side or 'nobody'}")
    if any(figure.base.r >= BIG for figure in scene.figures):
        yield words.say(AREA, "sign.big")
    for sight, sign in FILL.items():
        if any(item.scenery.sight is sight for item in scene.items):
            yield words.say(AREA, f"sign.{sight}", sign=sign)
    extra = scene.extra
    used = (("corridor", extra.corridor, CORRIDOR), ("template", extra.template, TEMPLATE))
    for name, there, sign in (*used, ("route", extra.route, WALKED)):
        if there:
            yield words.say(AREA, f"sign.{name}", sign=sign)


def write_table(sheet: Sheet, words: Words, match: Match, scene: Scene, paint: Paint) -> None:
    """Write the page of a table, under its title."""
    phrases = Phrases(words, Cast(match.state.fighters))
    state = match.state
    size = {"width": print_cm(scene.width), "depth": print_cm(scene.depth)}
    first = phrases.player(state.first)
    sheet.aside(words.say(AREA, "about", **size, round=state.round, player=first))
    write_map(sheet, words, scene, paint)
    for side in Side:
        _write_side(sheet, phrases, match, scene, side)
    _write_items(sheet, phrases, scene)
    notes = [*_zones(phrases, match, scene), *_absent(phrases, match)]
    if notes:
        sheet.lines(notes)


def _write_side(sheet: Sheet, phrases: Phrases, match: Match, scene: Scene, side: Side) -> None:
    """Write where the fighters of a side stand, and how they are."""
    figures = [figure for figure in scene.figures if figure.piece.side is side]
    if figures:
        words, band = phrases.words, match.setup.bands[side]
        title = words.say(AREA, f"side.{side}", name=band.name)
        head = ("", title, *words.area(AREA)["figures.head"])
        sheet.table(head, [_row(phrases, match, figure) for figure in figures], widths=_FIGURES)


def _row(phrases: Phrases, match: Match, figure: Figure) -> tuple[str, ...]:
    fighter = match.of(figure.piece)
    return (
        figure.sign,
        clean(figure.piece.name),
        phrases.place(figure.base.centre),
        str(fighter.card.base),
        str(fighter.ap),
        "; ".join(_condition(phrases, match, figure.piece, fighter)),
    )


def _condition(phrases: Phrases, match: Match, piece: Piece, fighter: FighterState) -> Iterator[str]:
    """What has become of a fighter."""
    words = phrases.words
    if piece.side and match.state.sides[piece.side].leader == piece:
        yield words.say(AREA, "leader")
    for limb, lost in fighter.lost.items():
        if lost:
            yield words.say(AREA, "lost", limb=phrases.term(limb), lost=lost)
    for marker, n in fighter.markers.items():
        if n:
            yield words.say(AREA, "marker", marker=phrases.term(marker), n=n)
    if fighter.activated:
        yield words.say(AREA, "activated")


def _write_items(sheet: Sheet, phrases: Phrases, scene: Scene) -> None:
    """Write where scenery and markers lie."""
    said = phrases.words.area(AREA)
    rows = [
        (item.sign, clean(item.scenery.name), _lies(phrases, item), _does(phrases, item))
        for item in scene.items
    ]
    rows += [
        (flag.sign, clean(flag.name), phrases.place(flag.disc.centre), phrases.words.say(AREA, "token"))
        for flag in scene.flags
    ]
    if rows:
        sheet.table(("", *said["items.head"]), rows, widths=_ITEMS)


def _lies(phrases: Phrases, item: Item) -> str:
    """The middle of a piece: what its origin is, only its file knows."""
    shape = item.shape
    x, y = (
        (round(shape.circle[0]), round(shape.circle[1])) if isinstance(shape, Polygon) else (shape.x, shape.y)
    )
    return f"{phrases.length(x)}, {phrases.length(y)}"


def _does(phrases: Phrases, item: Item) -> str:
    """What the players agreed of a piece."""
    words, piece = phrases.words, item.scenery
    does = [words.say(AREA, f"sight.{piece.sight}")]
    does += [words.say(AREA, "crossable")] if piece.crossable else []
    does += [words.say(AREA, "slow")] if piece.slow else []
    return "; ".join(does)


def _zones(phrases: Phrases, match: Match, scene: Scene) -> Iterator[str]:
    """Where each side deploys (setup.7-confrontation, setup.7-ambush)."""
    exactly = match.book.preparation.deployment_exactly is AtLeast.EXACTLY_IS_ENOUGH
    for zone in scene.zones:
        message = f"zone.{zone.kind}" + (".at-least" if exactly else ".more-than")
        values = {"player": phrases.player(zone.side), "half": phrases.term(zone.half), "least": zone.least}
        yield phrases.words.say(AREA, message, **values)


def _absent(phrases: Phrases, match: Match) -> Iterator[str]:
    """Who is not on the field, and why."""
    away = {piece: fighter for piece, fighter in match.state.fighters.items() if not fighter.on_field}
    for why in (None, *Gone):
        names = [phrases.names.label(piece) for piece, fighter in away.items() if fighter.gone is why]
        if names:
            yield phrases.words.say(AREA, f"absent.{why or 'waiting'}", names=names)


def table_data(match: Match, scene: Scene) -> dict[str, Any]:
    """The same page as plain data."""
    return {
        "width": scene.width / PER_CM,
        "depth": scene.depth / PER_CM,
        "round": match.state.round,
        "first": str(match.state.first),
        "fighters": [_figure_data(match, figure) for figure in scene.figures],
        "scenery": [_item_data(item) for item in scene.items],
        "markers": [
            {"name": flag.name, "at": at(flag.disc.centre), "radius": flag.disc.r / PER_CM}
            for flag in scene.flags
        ],
        "zones": [_zone_data(zone) for zone in scene.zones],
    }


def at(place: Sequence[float]) -> list[float]:
    """A place in centimetres."""
    return [round(place[0]) / PER_CM, round(place[1]) / PER_CM]


def piece_data(piece: Piece) -> dict[str, Any]:
    """Who somebody is."""
    return {"side": piece.side and str(piece.side), "name": piece.name}


def shape_data(shape: Shape) -> dict[str, Any]:
    """An outline as it lies."""
    if isinstance(shape, Polygon):
        return {"corners": [at(corner) for corner in shape.corners]}
    return {"centre": at((shape.x, shape.y)), "radius": shape.r / PER_CM}


def _figure_data(match: Match, figure: Figure) -> dict[str, Any]:
    base = match.of(figure.piece).card.base
    return {**piece_data(figure.piece), "sign": figure.sign, "at": at(figure.base.centre), "base": base}


def _item_data(item: Item) -> dict[str, Any]:
    piece = item.scenery
    return {
        "name": piece.name,
        "sign": item.sign,
        "outline": shape_data(item.shape),
        "sight": str(piece.sight),
        "crossable": piece.crossable,
        "slow": piece.slow,
    }


def _zone_data(zone: Zone) -> dict[str, Any]:
    return {"side": str(zone.side), "half": zone.half, "deployment": str(zone.kind), "distance": zone.least}
