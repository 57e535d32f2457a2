"""The table of a game: find the targets of a question about it, and print the page that answers it."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from edencli.commands.parameters import Format
from edencli.commands.play import chosen_viewer
from edencli.commands.show_page import PageWriter, page_text, show_page
from edencli.field.shapes import Point
from edencli.field.units import LengthError, parse_cm, print_cm
from edencli.games.checks import Checks
from edencli.games.file_access import STDOUT, ensure_sound, write_or_print
from edencli.games.moments import game_at
from edencli.games.play_script import begin_match, parse_stop_point
from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.rules_api import why_not_measure
from edencli.match.state import Token
from edencli.model.lexicon import FighterLexicon, Lexicon, UnresolvedName, lexicon_of
from edencli.named_tuple import NamedTuple
from edencli.notation.names import match_names
from edencli.output.console import Refused, write_stdout
from edencli.output.sheet import Data, Sheet
from edencli.pictures.scene import Overlay, scene_from, table_data, with_standings
from edencli.pictures.sight_page import (
    all_sights_data,
    all_sights_overlay,
    reach_data,
    reach_overlay,
    route_data,
    route_overlay,
    sight_data,
    sight_overlay,
    target_data,
    target_name,
    write_all_sights,
    write_reach,
    write_route,
    write_sight,
)
from edencli.pictures.table_page import (
    blast_data,
    blast_overlay,
    explosion_data,
    explosion_overlay,
    write_blast,
    write_explosion,
    write_table,
)
from edencli.referee.view import match_seen_by_viewer
from edencli.rules.ground import fighters_on_field
from edencli.rules.inquiry import (
    Target,
    blast_coverage,
    explosion_coverage,
    reachable_area,
    way_into_contact,
    way_to,
)
from edencli.transcript.chronicle import moment_phrase
from edencli.transcript.open_question import awaiting_data, awaiting_lines
from edencli.transcript.phrases import Phrases, refusal_sentence
from edencli.transcript.transcript import is_match_over

if TYPE_CHECKING:
    from edencli.commands.requests.show import ShowRequest
    from edencli.files.library import Library

AREA: Final = "table"
_PLACE: Final = re.compile(r"\s*([+-]?[\d.]+)\s*[,; ]\s*([+-]?[\d.]+)\s*", re.ASCII)
_AIM: Final = re.compile(r"(.*?)(?:\s+turned\s+([+-]?\d{1,3}(?:\.\d{1,6})?))?\s*", re.ASCII)
"""The point of a blast and its turn in degrees, written `20,30 turned 15`."""


def find_fighter(words: Words, match: Match, name: str) -> Piece:
    """The fighter with this name on the field; anything else is refused."""
    target = _find_named(words, match, name)
    if not isinstance(target, Piece):
        raise Refused(words.say(AREA, "no-fighter", name=name))
    return target


def find_target(words: Words, match: Match, text: str) -> Target:
    """The place that a text gives, else the fighter, scenery or marker with this name."""
    return parse_point(words, match, text) if _PLACE.fullmatch(text) else _find_named(words, match, text)


def parse_point(words: Words, match: Match, text: str) -> Point:
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


def _find_named(words: Words, match: Match, name: str) -> Target:
    """The one fighter on the field, piece of scenery or marker with this name."""
    cast, scenery = match_names(match).cast, lexicon_of(match.state.scenery)
    markers = Lexicon((token.name, token) for token in match.state.tokens)
    others = next((known for known in (scenery, markers) if known.meanings(name)), cast)
    try:
        meant: Target = (cast if cast.meanings(name) else others).find(name)
    except UnresolvedName as fault:
        if fault.names:
            raise Refused(words.say(AREA, "ambiguous", name=name, names=fault.names)) from None
        near = fault.near or scenery.nearest_name(name) or markers.nearest_name(name)
        message = "unknown/near" if near else "unknown"
        raise Refused(words.say(AREA, message, name=name[:60], near=near), code=1) from None
    if isinstance(meant, Piece) and not match.state_of(meant).on_field:
        raise Refused(words.say(AREA, "absent", name=cast.labels[meant]), code=1)
    return meant


def is_target(match: Match, text: str) -> bool:
    """Tell whether a text is a place, or names something on the table."""
    known = (
        match_names(match).cast,
        lexicon_of(match.state.scenery),
        lexicon_of(one.name for one in match.state.tokens),
    )
    return bool(_PLACE.fullmatch(text)) or any(one.meanings(text) for one in known)


class TablePage(NamedTuple):
    """The page that answers a question: its data, its text, and what a picture adds for it."""

    write: PageWriter
    overlay: Callable[[Words, Data], Overlay]
    data: Callable[..., Data]


def show_table(words: Words, library: "Library", request: "ShowRequest", book: str) -> None:
    """Show the table of a game, or the answer to a question about it."""
    file = library.open(request.file)
    if file.value.position is None and request.until is None:
        raise Refused(words.say(AREA, "no-position", file=file.name))
    checks = Checks(library, default=book, moves=request.until is None)
    checks.check_file(request.file, kind="game")
    ensure_sound(library)
    checked = checks.game(file)
    assert checked is not None, "a game without a fault can be played"  # noqa: S101  # `checks` promises it
    until = parse_stop_point(words, request.until)
    match = begin_match(checked) if until is None else game_at(checks, file, until)
    _show_match(words, match, request, {"file": file.name, "name": checked.game.name})


def show_record(words: Words, request: "ShowRequest") -> None:
    """Show the table of a record, now or at a moment, and the open question."""
    from edencli.games.records import resume_record

    path = Path(request.file)
    session, until = resume_record(words, path, writing=False), parse_stop_point(words, request.until)
    if request.html and not request.cards:
        from edencli.commands.replay import show_record_replay

        show_record_replay(words, session, request)
        return
    if request.odds:
        raise Refused(words.say("replay", "odds-page"))
    match, asked = session.match, session.question
    about: Data = {"file": request.file, "name": session.checked.game.name}
    if until is not None:
        end = session.end_at(until, chosen_viewer(request))
        match, asked = session.referee.match_at(end), None
    viewer = None if is_match_over(session.events) else chosen_viewer(request)
    seen = match if request.cards else match_seen_by_viewer(match, viewer)
    if asked is None or request.table or request.svg or request.cards:
        _show_match(words, seen, request, about)
        return
    awaits = awaiting_data(words, match, asked, viewer)
    _show_match(words, seen, request, about | {"awaiting": awaits}, list(awaiting_lines(words, awaits)))


def _show_match(
    words: Words, match: Match, request: "ShowRequest", about: Data, more: Sequence[str] = ()
) -> None:
    """Show the table of a match, or the answer to a question about it."""
    if request.cards:
        _print_cards_in_play(words, match, request, about)
        return
    name = next(iter(request.table), "table")
    given = request.table.get(name, ())
    if not match.field.has_places and (request.table or request.svg):
        raise Refused(words.say("session", "no-places"))
    if name == "sight" and not given[1]:
        name, given = "sights", given[:1]
    page, words = PAGES[name], words.of_book(match.book.key)
    data = about | {"rulebook": match.book.key} | page.data(words, match, *given)
    if request.svg is not None:
        _draw(words, request.svg, data, page.overlay(words, data))
    if request.svg != STDOUT:
        show_page(request.form, words, name, data, page.write)
        if more and request.form is not Format.JSON:
            write_stdout("\n" + page_text(request.form, words, {"lines": more}, _write_lines))


def _print_cards_in_play(words: Words, match: Match, request: "ShowRequest", about: Data) -> None:
    """Print the cards of both bands with their state in a match."""
    from edencli.pictures.cards_in_play import cards_in_play_html

    if request.html is None:
        raise Refused(words.say(AREA, "cards-html"))
    page = cards_in_play_html(words.of_book(match.book.key), match, about["name"])
    write_or_print(words, request.html, page)


def _write_lines(sheet: Sheet, _: Words, data: Data) -> None:
    """Write the open question under a page."""
    sheet.lines(data["lines"])


def _table(_: Words, match: Match) -> Data:
    return table_data(match)


def _sight(words: Words, match: Match, one: str, other: str) -> Data:
    viewer, target = _fighter_and_target(words, match, one, other)
    return _titled(words, match, "sight", viewer, target) | sight_data(words, match, viewer, target)


def _route(words: Words, match: Match, one: str, other: str) -> Data:
    mover, target = _fighter_and_target(words, match, one, other)
    ensure_may_measure(words, match, mover)
    if isinstance(target, str | Token):
        name = target if isinstance(target, str) else target.name
        raise Refused(words.say(AREA, "no-fighter", name=name))
    plan: Any = way_into_contact if isinstance(target, Piece) else way_to
    way = plan(match, mover, target)
    return _titled(words, match, "route", mover, target) | route_data(words, match, way, target)


def _sights(words: Words, match: Match, one: str) -> Data:
    viewer = find_fighter(words, match, one)
    return _titled(words, match, "sights", viewer, viewer) | all_sights_data(match, viewer)


def _reach(words: Words, match: Match, one: str) -> Data:
    mover = find_fighter(words, match, one)
    ensure_may_measure(words, match, mover)
    return _titled(words, match, "reach", mover, mover) | reach_data(
        words, match, reachable_area(match, mover)
    )


def ensure_may_measure(words: Words, match: Match, fighter: Piece) -> None:
    """Refuse an answer that would measure where that is not allowed (weather.no-measuring)."""
    if refusal := why_not_measure(match, fighter):
        told = refusal_sentence(words, FighterLexicon(match.state.fighters), refusal)
        raise Refused(words.say(AREA, "objection", why=told, rule=refusal.rule), code=1)


def _fighter_and_target(words: Words, match: Match, one: str, other: str) -> tuple[Piece, Target]:
    """A fighter, and a target other than that fighter."""
    fighter, target = find_fighter(words, match, one), find_target(words, match, other)
    if fighter == target:
        raise Refused(words.say(AREA, "himself", name=fighter.name))
    return fighter, target


def _blast(words: Words, match: Match, one: str, place: str) -> Data:
    aim = _AIM.fullmatch(place)
    fighter, point = find_fighter(words, match, one), parse_point(words, match, aim[1] if aim else place)
    ensure_may_measure(words, match, fighter)
    answer = blast_data(
        words, match, blast_coverage(match, fighter, point, float(aim[2] or 0) if aim else 0.0)
    )
    return _titled(words, match, "blast", fighter, point) | answer


def _explosion(words: Words, match: Match, place: str) -> Data:
    point = parse_point(words, match, place)
    for fighter in fighters_on_field(match.state):
        ensure_may_measure(words, match, fighter)
    answer = explosion_data(match, point, explosion_coverage(match, point))
    return _titled(words, match, "explosion", point, point) | answer


def _titled(words: Words, match: Match, page: str, one: Target, other: Target) -> Data:
    phrases = Phrases(words, FighterLexicon(match.state.fighters))
    ends = {"one": target_name(phrases, target_data(one)), "other": target_name(phrases, target_data(other))}
    return {"name": words.say(AREA, f"title.{page}", **ends)}


PAGES: Final[Mapping[str, TablePage]] = {
    "table": TablePage(write_table, lambda *_: Overlay(), _table),
    "sight": TablePage(write_sight, sight_overlay, _sight),
    "sights": TablePage(write_all_sights, all_sights_overlay, _sights),
    "reach": TablePage(write_reach, reach_overlay, _reach),
    "route": TablePage(write_route, route_overlay, _route),
    "blast": TablePage(write_blast, blast_overlay, _blast),
    "explosion": TablePage(write_explosion, explosion_overlay, _explosion),
}


def _draw(words: Words, name: str, data: Data, overlay: Overlay) -> None:
    """Draw the table as SVG, replacing only an older drawing; the file's name must end in .svg."""
    from edencli.pictures.svg import draw_svg

    table = data.get("table", data)
    title = f"{data['name']}: {moment_phrase(words, table['step'], table['round'])}"
    drawn = draw_svg(with_standings(scene_from(table, overlay), table), words, title)
    if name != STDOUT and not name.endswith(".svg"):
        raise Refused(words.say(AREA, "no-svg", file=name))
    write_or_print(words, name, drawn)
