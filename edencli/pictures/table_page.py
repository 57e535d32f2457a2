"""Pages about the table: its picture with fighters and scenery, and what a template covers.

Each page is written from its data alone; the data of an answer holds the table under `table`.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from edencli.field.distance import distance
from edencli.field.shapes import Point, Polygon
from edencli.field.units import PER_CM, print_cm
from edencli.lang import Words, clean
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.reasons import Refusal
from edencli.match.state import Gone
from edencli.model.lexicon import FighterLexicon
from edencli.model.scenery import Keyword
from edencli.output.sheet import Data, Paint, Sheet
from edencli.output.width import NO_BREAK
from edencli.pages.card_page import keyword_text
from edencli.pictures.scene import (
    WATER,
    Overlay,
    Scene,
    SceneryItem,
    piece_data,
    piece_from,
    place_data,
    point_from,
    scene_from,
    shape_data,
    shape_from,
    table_data,
    to_units,
)
from edencli.pictures.text_map import (
    ALL_MOVES,
    BURNING,
    CORRIDOR,
    FAR,
    HIDES,
    LARGE_RADIUS,
    NEAR,
    ONE_MOVE,
    RAISED,
    SERVES,
    SIGHT_SIGNS,
    TEMPLATE,
    WALKED,
    WAVES,
    MapRoom,
    column_scale,
    draw_text_map,
    item_marks,
    shared_signs,
)
from edencli.rules.ground import base
from edencli.rules.inquiry import BlastCoverage, TemplateCoverage, Verdict
from edencli.transcript.phrases import Phrases, refusal_sentence

AREA = "table"

_FIGURES = (4, 24, 16, 4, 3, 19)
_ITEMS = (4, 24, 16, 30)

# Columns of a page that margin and frame take from its picture.
FRAME = 10


def table_phrases(words: Words, table: Data) -> Phrases:
    """The phrases that name the fighters of a table."""
    return Phrases(words, FighterLexicon(map(piece_from, (*table["fighters"], *table["absent"]))))


def write_map(sheet: Sheet, words: Words, scene: Scene) -> None:
    """Draw a scene as a text map, and write what its signs mean."""
    room = MapRoom(sheet.width - FRAME)
    sheet.verbatim(draw_scene(words, scene, sheet.paint, room))
    signs = [*map_legend(words, scene, room), *shared_sign_sentences(words, scene, room)]
    sheet.aside(words.join_phrases(sign.replace(" ", NO_BREAK, 1) for sign in signs) + ".")


def draw_scene(words: Words, scene: Scene, paint: Paint, room: MapRoom) -> list[str]:
    """Draw a scene as a text map in the given room."""
    return draw_text_map(scene, paint, words.say(AREA, "north"), words.say(AREA, "south"), room)


def shared_sign_sentences(words: Words, scene: Scene, room: MapRoom) -> Iterator[str]:
    """A sentence for each number that several fighters share, with their letters."""
    for sign in shared_signs(scene, room):
        letters = words.join_list(figure.sign for figure in sign.figures)
        yield words.say(AREA, "sign.shared", sign=sign.text, letters=letters)


def map_legend(words: Words, scene: Scene, room: MapRoom) -> Iterator[str]:
    """The signs that a map uses, each with its meaning."""
    step = column_scale(scene, room) / PER_CM
    yield words.say(AREA, "sign.scale", column=f"{step:g}", row=f"{2 * step:g}")
    sides = {figure.piece.side for figure in scene.figures}
    for side in (Side.RED, Side.BLUE, None):
        if side in sides:
            yield words.say(AREA, f"sign.{side or 'nobody'}")
    if any(figure.base.r >= LARGE_RADIUS for figure in scene.figures):
        yield words.say(AREA, "sign.big")
    yield from _signs_of_scenery(words, scene)
    overlay = scene.overlay
    used: tuple[tuple[str, object, str], ...] = (
        ("corridor", overlay.corridor, CORRIDOR),
        ("template", overlay.template, TEMPLATE),
    )
    used += (("route", overlay.route, WALKED), ("ray", overlay.rays, WALKED))
    near, far = overlay.reached.get(ONE_MOVE), overlay.reached.get(ALL_MOVES)
    for name, there, sign in (*used, (ONE_MOVE, near, NEAR), (ALL_MOVES, far, FAR)):
        if there:
            yield words.say(AREA, f"sign.{name}", sign=sign)


def _signs_of_scenery(words: Words, scene: Scene) -> Iterator[str]:
    """The signs of kinds of scenery, and the marks behind signs."""
    dry = [item for item in scene.scenery if not item.has_any(WATER)]
    for sight, sign in SIGHT_SIGNS.items():
        if any(item.sight is sight for item in dry):
            yield words.say(AREA, f"sign.{sight}", sign=sign)
    if len(dry) < len(scene.scenery):
        yield words.say(AREA, "sign.water", sign=WAVES)
    marks = {mark for of in (scene.scenery, scene.figures) for one in of for mark in item_marks(one)}
    for name, mark in _MARKS.items():
        if mark in marks:
            yield words.say(AREA, f"sign.{name}", sign=mark)


_MARKS = {"raised": RAISED, "burning": BURNING, "field": SERVES, "hidden": HIDES}


def write_table(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the page of a table: picture, fighters, scenery, and notes."""
    phrases, scene = table_phrases(words, data), scene_from(data)
    sheet.title(clean(data["name"]))
    size = {"width": print_cm(scene.width), "depth": print_cm(scene.depth)}
    first = phrases.player(Side(data["first"]))
    if data["measured"]:
        sheet.aside(words.say(AREA, "about", **size, round=data["round"], player=first))
        write_map(sheet, words, scene)
    else:
        sheet.aside(words.say(AREA, "about.unmeasured", round=data["round"], player=first))
    write_fighters(sheet, words, data)
    _write_items(sheet, phrases, scene, measured=data["measured"])
    if notes := [*_zones(phrases, data), *_absent_sentences(phrases, data), *kept_lines(phrases, data)]:
        sheet.lines(notes)
    if data["measured"]:
        sheet.text(words.say(AREA, "more", file=data["file"]))


def write_fighters(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the fighters on a table and how they are, one list for each side."""
    phrases = table_phrases(words, data)
    for side, band in [*data["bands"].items(), (None, "")]:
        _write_side(sheet, phrases, side, band, [one for one in data["fighters"] if one["side"] == side])


def write_state(sheet: Sheet, words: Words, data: Data) -> None:
    """Write how everything on the field is, and who is not on it, without a picture."""
    write_fighters(sheet, words, data)
    phrases = table_phrases(words, data)
    _write_items(sheet, phrases, scene_from(data), measured=data["measured"])
    if notes := [*_zones(phrases, data), *_absent_sentences(phrases, data), *kept_lines(phrases, data)]:
        sheet.lines(notes)


def kept_lines(phrases: Phrases, data: Data) -> Iterator[str]:
    """Sentences on lasting effects, fighters that cards remember, copies of cards, and SP set apart."""
    words = phrases.words
    if lasting := [_lasting_text(phrases, one) for one in data.get("lasting", ())]:
        yield words.say(AREA, "lasting", effects=words.join_list(lasting))
    for one in data.get("remembered", ()):
        names = words.join_list([phrases.names.label(piece_from(piece)) for piece in one["fighters"]])
        yield words.say(AREA, "remembered", card=clean(one["card"]), fighters=names)
    for one in data.get("copies", ()):
        yield words.say(AREA, "copy", card=clean(one["card"]), of=clean(one["of"]))
    for one in data.get("set_apart", ()):
        player = phrases.player(Side(one["side"]))
        yield words.say(AREA, "set-apart", card=clean(one["card"]), sp=one["sp"], player=player)


def _lasting_text(phrases: Phrases, one: Data) -> str:
    """A lasting effect: its card, its target, how long it lasts, and how often it works."""
    message = "lasting.upon" if "target" in one else "lasting.one"
    values = {"target": phrases.names.label(piece_from(one["target"]))} if "target" in one else {}
    values |= {"times": one["times"]} if "times" in one else {}
    return phrases.words.say(
        AREA,
        f"{message}.times" if "times" in one else message,
        card=clean(one["card"]),
        until=phrases.words.phrase("events", f"until.{one['until']}"),
        **values,
    )


def _write_side(sheet: Sheet, phrases: Phrases, side: str | None, band: str, fighters: list[Data]) -> None:
    """Write where the fighters of one side stand, and how they are."""
    if fighters:
        words = phrases.words
        head = ("", words.say(AREA, f"side.{side or 'nobody'}", name=band), *words.area(AREA)["figures.head"])
        rows = [_fighter_row(phrases, one) for one in fighters]
        _write_rows(sheet, head, rows, _FIGURES, measured="at" in fighters[0])


def _write_rows(
    sheet: Sheet, head: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int], *, measured: bool
) -> None:
    """Write a table whose third column holds places; that column is left out if nothing is measured."""
    if not measured:
        head, *rows = ((*row[:2], *row[3:]) for row in (head, *rows))
        widths = (*widths[:2], *widths[3:-1], widths[-1] + widths[2])
    sheet.table(head, rows, widths=widths)


def _fighter_row(phrases: Phrases, one: Data) -> tuple[str, ...]:
    return (
        one["sign"],
        clean(one["name"]),
        phrases.place(point_from(one["at"])) if "at" in one else "",
        str(one["base"]),
        str(one["ap"]),
        phrases.words.join_phrases(condition_phrases(phrases, one)),
    )


def condition_phrases(phrases: Phrases, one: Data) -> Iterator[str]:
    """How a fighter is: lost CP, markers, counters, activation, and where it stands or hides."""
    words = phrases.words
    if one["leader"]:
        yield words.say(AREA, "leader")
    for limb, lost in one["lost"].items():
        yield words.say(AREA, "lost", limb=phrases.term(limb), lost=lost)
    for marker, n in one["markers"].items():
        yield words.say(AREA, "marker", marker=phrases.term(marker), n=n)
    for counter, n in one.get("counters", {}).items():
        yield words.say(AREA, "counter", counter=clean(counter), n=n)
    if one["activated"]:
        yield words.say(AREA, "activated")
    if one["spent"]:
        yield words.say(AREA, "spent")
    for key in ("raised", "hidden"):
        if key in one:
            yield words.say(AREA, key, what=clean(one[key]))
    if "carries" in one:
        yield words.say(AREA, "carries", what=one["carries"])


def _write_items(sheet: Sheet, phrases: Phrases, scene: Scene, *, measured: bool) -> None:
    """Write the list of scenery and markers, with their places."""
    texts = phrases.words.area(AREA)
    rows = [
        (item.sign, clean(item.name), _scenery_centre(phrases, item), _scenery_notes(phrases, item))
        for item in scene.scenery
    ]
    rows += [
        (flag.sign, clean(flag.name), phrases.place(flag.disc.centre), phrases.words.say(AREA, "token"))
        for flag in scene.tokens
    ]
    if rows:
        _write_rows(sheet, ("", *texts["items.head"]), rows, _ITEMS, measured=measured)


def _scenery_centre(phrases: Phrases, item: SceneryItem) -> str:
    """The centre of a piece; its origin is known to its file alone."""
    shape = item.shape
    x, y = (
        (round(shape.bounding_circle[0]), round(shape.bounding_circle[1]))
        if isinstance(shape, Polygon)
        else (shape.x, shape.y)
    )
    return phrases.place((round(x, -1), round(y, -1)))


def _scenery_notes(phrases: Phrases, item: SceneryItem) -> str:
    """How a piece affects sight and movement, its keywords, and its damage."""
    words = phrases.words
    does = [words.say(AREA, f"sight.{item.sight}")]
    does += [words.say(AREA, "crossable")] if item.crossable else []
    does += [words.say(AREA, "slow")] if item.slow else []
    does += [keyword_text(words, key, x) for key, x in item.keywords.items() if key not in _IMPLIED_KEYWORDS]
    does += [words.say(AREA, "field", n=item.field)] if item.field else []
    does += [words.say(AREA, "attacked", n=item.attacks)] if item.attacks else []
    does += [words.say(AREA, "burning", n=item.burn)] if item.burn else []
    does += [words.say(AREA, "destroyed")] if item.destroyed else []
    return words.join_phrases(does)


# Keywords that the words on sight and movement tell already.
_IMPLIED_KEYWORDS = {Keyword.IMPENETRABLE, Keyword.CROSSING}


def _zones(phrases: Phrases, data: Data) -> Iterator[str]:
    """Where each side deploys (setup.7-confrontation, setup.7-ambush)."""
    for zone in data["zones"]:
        message = f"zone.{zone['deployment']}" + (".at-least" if zone["exactly"] else ".more-than")
        player, half = phrases.player(Side(zone["side"])), phrases.term(zone["half"])
        yield phrases.words.say(AREA, message, player=player, half=half, least=zone["distance"])


def _absent_sentences(phrases: Phrases, data: Data) -> Iterator[str]:
    """Who is not on the field, by reason."""
    for why in ("waiting", *Gone):
        names = [phrases.names.label(piece_from(one)) for one in data["absent"] if one["why"] == why]
        if names:
            yield phrases.words.say(AREA, f"absent.{why}", names=names)


def verdict_data(words: Words, match: Match, verdict: Verdict) -> Data:
    """The objections to an act as data; `refusal` is the first, which a match would give.

    `reaches` is None if distances may not be measured.
    """
    names = FighterLexicon(match.state.fighters)

    def told(refusal: Refusal, about: str) -> Data:
        return {"rule": refusal.rule, "why": refusal_sentence(words, names, refusal), "about": about}

    objections = [told(refusal, "act") for refusal in verdict.may]
    objections += [
        told(refusal, "length" if refusal.reason == "too-far" else "reach") for refusal in verdict.reach
    ]
    reaches = None if verdict.withheld else not verdict.reach
    return {"refusal": objections[0] if objections else None, "objections": objections, "reaches": reaches}


def objection_sentences(phrases: Phrases, data: Data) -> Iterator[str]:
    """A sentence for each objection to an act, with its rule."""
    for one in data["objections"]:
        yield phrases.words.say(AREA, "route.objection", why=one["why"], rule=one["rule"])


def blast_overlay(words: Words, data: Data) -> Overlay:
    """The overlay of a blast: its outline, and the fighters it covers."""
    return _template_overlay(_blast_verdict(words, data), data)


def explosion_overlay(words: Words, data: Data) -> Overlay:
    """The overlay of an explosion: its outline, and the fighters it covers."""
    return _template_overlay(_explosion_verdict(words, data), data)


def _template_overlay(caption: str, data: Data) -> Overlay:
    if data["outline"] is None:
        return Overlay(caption=caption)
    covers = frozenset[Piece | str](map(piece_from, data["covers"]))
    return Overlay(caption=caption, template=shape_from(data["outline"]), counts=covers)


def explosion_data(match: Match, point: Point, cover: TemplateCoverage) -> Data:
    """An explosion at a point as data: the fighters it covers, the nearest first."""
    return {
        "at": place_data(point),
        "radius": match.setup.explosion / PER_CM,
        "outline": shape_data(cover.shape),
        "covers": [
            {**piece_data(piece), "distance": round(distance(base(match, piece), point), -1) / PER_CM}
            for piece in cover.covers
        ],
        "table": table_data(match),
    }


def write_explosion(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the page of an explosion: the fighters it covers, the nearest first."""
    phrases = table_phrases(words, data["table"])
    sheet.title(clean(data["name"]))
    write_map(sheet, words, scene_from(data["table"], explosion_overlay(words, data)))
    sheet.text(_explosion_verdict(words, data))
    rows = [
        (
            clean(phrases.names.label(piece_from(one))),
            words.say(
                AREA,
                "explosion.covers",
                side=words.say(AREA, f"key.{one['side'] or 'nobody'}"),
                distance=phrases.length(to_units(one["distance"])),
            ),
        )
        for one in data["covers"]
    ]
    if rows:
        sheet.names(rows)


def _explosion_verdict(words: Words, data: Data) -> str:
    """The sentence that says how many fighters an explosion covers."""
    phrases, n = table_phrases(words, data["table"]), len(data["covers"])
    values = {
        "place": phrases.place(point_from(data["at"])),
        "radius": phrases.length(to_units(data["radius"])),
    }
    return words.say(AREA, "explosion" if n else "explosion.none", n=n, **values)


def blast_data(words: Words, match: Match, blast: BlastCoverage) -> Data:
    """A blast as data: the fighters it covers, the objections to it, and the best aim."""
    best = blast.best and {
        "at": place_data(blast.best.point),
        "turned": blast.best.turned,
        "covers": [piece_data(one) for one in blast.best.covers],
    }
    return {
        "fighter": piece_data(blast.fighter),
        "at": place_data(blast.point),
        "turned": blast.turned,
        "outline": blast.cover and shape_data(blast.cover.shape),
        "covers": [piece_data(piece) for piece in blast.cover.covers] if blast.cover else [],
        **verdict_data(words, match, blast.verdict),
        "carries": list(blast.carries),
        "best": best,
        "table": table_data(match),
    }


def write_blast(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the page of a blast: the fighters it covers, the objections to it, and the best aim."""
    phrases, user = table_phrases(words, data["table"]), piece_from(data["fighter"])
    covers = [piece_from(one) for one in data["covers"]]
    sheet.title(clean(data["name"]))
    write_map(sheet, words, scene_from(data["table"], blast_overlay(words, data)))
    sheet.text(_blast_verdict(words, data))
    if covers:
        sheet.names(
            [(clean(phrases.names.label(piece)), _friend_or_enemy(words, user, piece)) for piece in covers]
        )
    if not data["objections"]:
        sheet.text(words.say(AREA, "blast.legal"))
    for objection in objection_sentences(phrases, data):
        sheet.warn(objection)
    sheet.lines([_best(phrases, data["best"]), _blast_weapons_line(phrases, user, data["carries"])])


def _blast_verdict(words: Words, data: Data) -> str:
    """The sentence that says how many fighters a blast covers."""
    phrases, n = table_phrases(words, data["table"]), len(data["covers"])
    user, place = phrases.names.label(piece_from(data["fighter"])), _aim_text(phrases, data)
    return words.say(AREA, "blast" if n else "blast.none", n=n, fighter=user, place=place)


def _friend_or_enemy(words: Words, fighter: Piece, piece: Piece) -> str:
    return words.say(AREA, "friend" if fighter.side == piece.side else "enemy")


def _best(phrases: Phrases, best: Any) -> str:
    """The sentence that says where a blast would do best."""
    if best is None:
        return phrases.words.say(AREA, "blast.best.none")
    names = tuple(phrases.names.label(piece_from(one)) for one in best["covers"])
    return phrases.words.say(AREA, "blast.best", place=_aim_text(phrases, best), names=names)


def _aim_text(phrases: Phrases, blast: Data) -> str:
    """The place at which a blast is aimed, and how far it is turned, if at all."""
    place, turn = phrases.place(point_from(blast["at"])), blast["turned"]
    return phrases.words.say(AREA, "blast.turned", place=place, turn=f"{turn:g}") if turn else place


def _blast_weapons_line(phrases: Phrases, fighter: Piece, weapons: list[str]) -> str:
    message = "blast.carries" if weapons else "blast.carries.none"
    return phrases.words.say(AREA, message, fighter=phrases.names.label(fighter), names=tuple(weapons))
