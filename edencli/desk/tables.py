"""Looking at the table of a game: what was asked of it, what that points at, and the pages that answer."""

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from edencli.desk.choices import Form
from edencli.desk.console import Refused
from edencli.field.shapes import Point
from edencli.field.units import LengthError, parse_cm, print_cm
from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.model.cast import Cast, Miscalled, lexicon
from edencli.notation.names import names_of
from edencli.rules.inquiry import Target

if TYPE_CHECKING:
    from edencli.desk.checks import CheckedGame
    from edencli.files.library import File
    from edencli.report.scene import Extra
    from edencli.report.sheet import Sheet


AREA: Final = "table"
_PLACE: Final = re.compile(r"\s*([+-]?[\d.]+)\s*[,; ]\s*([+-]?[\d.]+)\s*", re.ASCII)


def fighter_of(words: Words, match: Match, name: str) -> Piece:
    """The fighter of that name, who is on the field."""
    target = _named(words, match, name)
    if not isinstance(target, Piece):
        raise Refused(words.say(AREA, "no-fighter", name=name))
    return target


def target_of(words: Words, match: Match, text: str) -> Target:
    """A place where the text is one, else the fighter or the scenery of that name."""
    return point_of(words, match, text) if _PLACE.fullmatch(text) else _named(words, match, text)


def point_of(words: Words, match: Match, text: str) -> Point:
    """A place on the field, written `12.5,30`."""
    found = _PLACE.fullmatch(text)
    try:
        x, y = (parse_cm(found[1]), parse_cm(found[2])) if found else (None, None)
    except LengthError:
        x = y = None
    if x is None or y is None:
        raise Refused(words.say(AREA, "no-place", text=text[:60]))
    width, depth = match.setup.width, match.setup.height
    if not (0 <= x <= width and 0 <= y <= depth):
        size = {"width": print_cm(width), "depth": print_cm(depth)}
        raise Refused(words.say(AREA, "off-field", place=f"{print_cm(x)}, {print_cm(y)}", **size))
    return Point(x, y)


def _named(words: Words, match: Match, name: str) -> Target:
    """The one fighter or piece of scenery that is called so, as it stands on the field."""
    cast, scenery = names_of(match).cast, lexicon(match.state.scenery)
    try:
        meant = scenery.find(name) if scenery.called(name) and not cast.called(name) else cast.find(name)
    except Miscalled as fault:
        if fault.names:
            raise Refused(words.say(AREA, "ambiguous", name=name, names=fault.names)) from None
        near = fault.near or scenery.nearest(name)
        message = "unknown/near" if near else "unknown"
        raise Refused(words.say(AREA, message, name=name[:60], near=near), code=1) from None
    if isinstance(meant, Piece) and not match.of(meant).on_field:
        raise Refused(words.say(AREA, "absent", name=cast.labels[meant]), code=1)
    return meant


STDOUT = "-"


class Wish(NamedTuple):
    """What the options of `show` ask of a table."""

    sight: tuple[str, str] | None = None
    route: tuple[str, str] | None = None
    blast: tuple[str, str] | None = None
    explosion: str | None = None
    svg: str | None = None

    @property
    def questions(self) -> tuple[str, ...]:
        """The options of which only one can be answered at a time."""
        asked = {name: getattr(self, name) for name in ("sight", "route", "blast", "explosion")}
        return tuple(f"--{name}" for name, given in asked.items() if given)

    @property
    def wants_table(self) -> bool:
        """Whether anything is asked that only a table can answer."""
        return bool(self.questions or self.svg)


class Page(NamedTuple):
    """An answer: its name, its title, what it adds to the picture, and its two forms."""

    name: str
    title: str
    extra: "Extra"
    write: "Any"
    data: dict[str, Any]


def show_table(form: Form, words: Words, file: "File", checked: "CheckedGame", wish: Wish) -> None:
    """Show a game's table, or the answer to what is asked of it."""
    from edencli.desk.games import begun
    from edencli.report.scene import scene_of

    if len(wish.questions) > 1:
        raise Refused(words.say(AREA, "one-question", options=wish.questions))
    match = begun(checked)
    page = _page(words, match, checked.game.name, wish)
    scene = scene_of(match, page.extra)
    if wish.svg is not None:
        from edencli.report.svg import drawing

        _write_svg(words, wish.svg, drawing(scene, words, page.title))
        if wish.svg == STDOUT:
            return
    _put(form, words, file, match, checked.book.key, page, scene)


def _put(form: Form, words: Words, file: "File", match: "Match", book: str, page: Page, scene: "Any") -> None:
    from edencli.desk.page import show as put
    from edencli.lang import clean
    from edencli.report.sheet import Paint
    from edencli.report.tablepage import write_map, write_table

    paint = Paint.for_stream(sys.stdout, os.environ) if form is Form.TEXT else Paint(colour=False)

    def write(sheet: "Sheet", *_: object) -> None:
        sheet.title(clean(page.title))
        if page.write is None:
            write_table(sheet, words, match, scene, paint)
            sheet.text(words.say(AREA, "more", file=file.name))
        else:
            write_map(sheet, words, scene, paint)
            page.write(sheet)

    data = {"file": file.name, "rulebook": book, "name": page.title, **page.data}
    put(form, words, page.name, data, write)


def _page(words: Words, match: "Match", title: str, wish: Wish) -> Page:
    if wish.sight:
        return _sight(words, match, *wish.sight)
    if wish.route:
        return _route(words, match, *wish.route)
    if wish.blast:
        return _blast(words, match, *wish.blast)
    if wish.explosion:
        return _explosion(words, match, wish.explosion)
    from edencli.report.scene import NOTHING, scene_of
    from edencli.report.tablepage import table_data

    return Page("table", title, NOTHING, None, table_data(match, scene_of(match)))


def _titled(words: Words, match: "Match", page: str, one: "Target", other: "Target") -> str:
    from edencli.report.phrases import Phrases
    from edencli.report.sightpage import called

    phrases = Phrases(words, Cast(match.state.fighters))
    return words.say(AREA, f"title.{page}", one=called(phrases, one), other=called(phrases, other))


def _sight(words: Words, match: "Match", one: str, other: str) -> Page:
    from edencli.report.sightpage import sight_data, sight_extra, sighting, write_sight

    viewer, target = fighter_of(words, match, one), target_of(words, match, other)
    if viewer == target:
        raise Refused(words.say(AREA, "himself", name=viewer.name))
    seen = sighting(match, viewer, target)
    title = _titled(words, match, "sight", viewer, target)
    return Page(
        "sight",
        title,
        sight_extra(match, seen),
        lambda sheet: write_sight(sheet, words, match, seen),
        sight_data(words, match, seen),
    )


def _route(words: Words, match: "Match", one: str, other: str) -> Page:
    from edencli.match.pieces import Piece
    from edencli.report.routepage import route_data, route_extra, write_route
    from edencli.report.sightpage import target_data
    from edencli.rules.inquiry import way_into_contact, way_to

    mover, target = fighter_of(words, match, one), target_of(words, match, other)
    if mover == target:
        raise Refused(words.say(AREA, "himself", name=mover.name))
    if isinstance(target, str):
        raise Refused(words.say(AREA, "no-fighter", name=target))
    if isinstance(target, Piece):
        way = way_into_contact(match, mover, target)
    else:
        way = way_to(match, mover, target)
    return Page(
        "route",
        _titled(words, match, "route", mover, target),
        route_extra(match, way),
        lambda sheet: write_route(sheet, words, match, way),
        route_data(words, match, way) | {"to": target_data(target)},
    )


def _blast(words: Words, match: "Match", one: str, place: str) -> Page:
    from edencli.report.templatepage import blast_data, template_extra, write_blast
    from edencli.rules.inquiry import blast

    fighter, point = fighter_of(words, match, one), point_of(words, match, place)
    answer = blast(match, fighter, point)
    return Page(
        "blast",
        _titled(words, match, "blast", fighter, point),
        template_extra(answer.cover),
        lambda sheet: write_blast(sheet, words, match, answer),
        blast_data(words, match, answer),
    )


def _explosion(words: Words, match: "Match", place: str) -> Page:
    from edencli.report.templatepage import explosion_data, template_extra, write_explosion
    from edencli.rules.inquiry import explosion

    point: Point = point_of(words, match, place)
    cover = explosion(match, point)
    return Page(
        "explosion",
        _titled(words, match, "explosion", point, point),
        template_extra(cover),
        lambda sheet: write_explosion(sheet, words, match, point, cover),
        explosion_data(match, point, cover),
    )


def _write_svg(words: Words, name: str, drawn: str) -> None:
    """Write a drawing whole, over an older one or none; only under a name that says what it is."""
    from edencli.files.writing import NotWritten, write

    if name == STDOUT:
        sys.stdout.write(drawn)
        return
    if not name.endswith(".svg"):
        raise Refused(words.say(AREA, "no-svg", file=name))
    try:
        write(Path(name), drawn, replace=True)
    except (NotWritten, OSError, ValueError) as fault:
        reason = getattr(fault, "reason", str(fault))
        form = f"not-written.{reason}"
        message = form if words.has(AREA, form) else "not-written"
        raise Refused(words.say(AREA, message, file=name, reason=reason)) from None
    sys.stderr.write(words.say(AREA, "written", file=name) + "\n")
