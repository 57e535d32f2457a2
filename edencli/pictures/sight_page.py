"""Pages about sight and movement: what a fighter sees, what its weapons reach, where it can go, routes.

Each page is written from its data alone.
"""

from collections.abc import Iterator
from typing import Any

from edencli.field.corridor import corridor_outline
from edencli.field.shapes import Point
from edencli.field.units import PER_CM, compare_lengths
from edencli.lang import Words, clean
from edencli.match.match import OBSTACLE_RULE, Match
from edencli.match.pieces import Piece
from edencli.match.reasons import Part
from edencli.match.rules_api import why_not_measure
from edencli.match.state import Token
from edencli.model.lexicon import FighterLexicon
from edencli.notation.errors import Unwritable
from edencli.notation.writer import write_answer
from edencli.output.sheet import Data, Sheet
from edencli.pictures.scene import (
    Overlay,
    Ray,
    base_from,
    overlay_key,
    piece_data,
    piece_from,
    place_data,
    point_from,
    points_from,
    scene_from,
    table_data,
    to_units,
)
from edencli.pictures.table_page import AREA, objection_sentences, table_phrases, verdict_data, write_map
from edencli.rules.actions import next_act_question
from edencli.rules.acts import Charge
from edencli.rules.ground import base, fighters_on_field
from edencli.rules.inquiry import (
    AimedWeapon,
    PlannedWay,
    ReachableArea,
    SightReport,
    Target,
    shape_of,
    sight_report,
)
from edencli.rules.sight import CUT_RULE, FLAT_RULE, ElementBetween
from edencli.transcript.phrases import Phrases, refusal_sentence

_LEGS = (4, 20, 8, 8, 32)


def target_data(target: Target) -> Data:
    """A target as data: a fighter, a place, a marker, or a piece of scenery."""
    if isinstance(target, Point):
        return {"at": place_data(target)}
    if isinstance(target, Token):
        return {"marker": target.name}
    return {"fighter": piece_data(target)} if isinstance(target, Piece) else {"scenery": target}


def target_name(phrases: Phrases, target: Data) -> str:
    """The name of a target, or its place."""
    if "at" in target:
        return phrases.place(point_from(target["at"]))
    if "fighter" in target:
        return phrases.names.label(piece_from(target["fighter"]))
    return str(target["marker"] if "marker" in target else target["scenery"])


def sight_data(words: Words, match: Match, viewer: Piece, target: Target) -> Data:
    """The line of sight from a fighter to a target as data; if the target is a fighter, both ways."""
    looks = [sight_report(match, viewer, target)]
    if isinstance(target, Piece):
        looks.append(sight_report(match, target, viewer))
    far, there = looks[0].distance, base(match, viewer)
    return {
        "distance": _measured_distance(match, viewer, far),
        "touching": compare_lengths(far, 0) <= 0,
        "looks": [
            _look_data(words, match, one, to) for one, to in zip(looks, (target, viewer), strict=False)
        ],
        "corridor": [place_data(place) for place in corridor_outline(there, shape_of(match, target))],
        "table": table_data(match),
    }


def _measured_distance(match: Match, viewer: Piece, far: float) -> float | None:
    """A distance in centimetres; None where nobody may measure it (weather.no-measuring)."""
    return None if why_not_measure(match, viewer) else round(far, -1) / PER_CM


def _look_data(words: Words, match: Match, seen: SightReport, target: Target) -> Data:
    return {
        "viewer": piece_data(seen.viewer),
        "target": target_data(target),
        "visible": seen.view.visible,
        "obstacles": seen.view.obstacles,
        "between": [
            {
                **({"fighter": piece_data(one.piece)} if one.piece else {"scenery": one.name}),
                "why": why,
                "rule": one.verdict or FLAT_RULE,
                "blocks": one.blocks,
                "counts": one.verdict is not None,
            }
            for one in seen.view.between
            if (why := sight_effect(one))
        ],
        "weapons": [_aim_data(words, match, seen, aim) for aim in seen.aims],
    }


def sight_effect(one: ElementBetween) -> str | None:
    """What an element does to a line of sight, as the end of a message id; None if it does nothing."""
    fact = one.fact
    if not fact.reaches_in:
        return None
    if one.verdict is None:
        return "flat"
    if one.verdict == OBSTACLE_RULE:
        stands_in = fact.occupied_by_viewer or fact.occupied_by_target
        return "stands-in" if stands_in else "reaches-in"
    return "cuts" if one.blocks else "low"


def _aim_data(words: Words, match: Match, seen: SightReport, aim: AimedWeapon) -> Data:
    return {
        "name": aim.act.weapon.name,
        "category": str(aim.act.use.category),
        "range": None if aim.reach is None else aim.reach / PER_CM,
        "within": None
        if aim.verdict.withheld
        else aim.reach is None or compare_lengths(seen.distance, aim.reach) <= 0,
        **verdict_data(words, match, aim.verdict),
        "lost": aim.lost,
        "cbt": aim.cbt and aim.cbt.total,
        "parts": [part.as_data() for part in aim.cbt.parts] if aim.cbt else [],
    }


def sight_overlay(words: Words, data: Data) -> Overlay:
    """The overlay of a line of sight: the corridor, what counts in it, and what cuts it."""
    there, phrases = data["looks"][0], table_phrases(words, data["table"])
    return Overlay(
        caption=sight_verdict(phrases, there),
        corridor=points_from(data["corridor"]),
        is_cut=not there["visible"],
        counts=frozenset(overlay_key(one) for one in there["between"] if one["counts"]),
        blocks=frozenset(overlay_key(one) for one in there["between"] if one["blocks"]),
    )


def write_sight(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the page of a line of sight: the answer, every reason, and what each weapon can do."""
    phrases, there = table_phrases(words, data["table"]), data["looks"][0]
    sheet.title(clean(data["name"]))
    write_map(sheet, words, scene_from(data["table"], sight_overlay(words, data)))
    viewer, target = phrases.names.label(piece_from(there["viewer"])), target_name(phrases, there["target"])
    if data["touching"]:
        sheet.text(words.say(AREA, "touching", one=viewer, other=target))
    elif data["distance"] is None:
        sheet.text(words.say(AREA, "unmeasured"))
    else:
        sheet.text(words.say(AREA, "apart", distance=phrases.length(to_units(data["distance"]))))
    for seen in data["looks"]:
        _write_look(sheet, phrases, seen)


def sight_verdict(phrases: Phrases, seen: Data) -> str:
    """The sentence that says whether the viewer sees the target."""
    values = {
        "viewer": phrases.names.label(piece_from(seen["viewer"])),
        "target": target_name(phrases, seen["target"]),
    }
    if not seen["visible"]:
        return phrases.words.say(AREA, "sees-not", **values)
    n = seen["obstacles"]
    return phrases.words.say(AREA, "sees.past" if n else "sees", **values, n=n)


def _write_look(sheet: Sheet, phrases: Phrases, seen: Data) -> None:
    sheet.heading(sight_verdict(phrases, seen))
    reasons = list(_reasons(phrases, seen))
    if reasons:
        sheet.names(reasons)
    if seen["weapons"]:
        sheet.points([("", _weapon_line(phrases, weapon)) for weapon in seen["weapons"]])


def _reasons(phrases: Phrases, seen: Data) -> Iterator[tuple[str, str]]:
    """Each element that affects a line of sight, told with the rule by which it counts or does not."""
    for one in seen["between"]:
        yield one["rule"], phrases.words.say(AREA, f"between.{one['why']}", name=target_name(phrases, one))
    if not seen["visible"] and not any(one["blocks"] for one in seen["between"]):
        yield CUT_RULE, phrases.words.say(AREA, "between.jointly")


def _weapon_line(phrases: Phrases, weapon: Data) -> str:
    """The line about a weapon: how far it reaches, and whether it may be aimed at the target."""
    words, far = phrases.words, phrases.words.say(AREA, "range.sight")
    if weapon["range"] is not None:
        message = {True: "range.within", False: "range.beyond", None: "range"}[weapon["within"]]
        far = words.say(AREA, message, range=phrases.length(to_units(weapon["range"])))
    category = words.say(AREA, f"category.{weapon['category']}")
    return words.say(
        AREA,
        "aim",
        weapon=weapon["name"],
        category=category,
        range=far,
        may=_permission_text(phrases, weapon),
    )


def _permission_text(phrases: Phrases, weapon: Data) -> str:
    """Whether a weapon may be aimed at the target: the rules that forbid it, or the CBT to roll with."""
    words = phrases.words
    if weapon["objections"]:
        return words.say(AREA, "aim.no", why=_objections(words, weapon["objections"]))
    if weapon["lost"]:
        return words.say(AREA, "aim.lost")
    if weapon["cbt"] is None:
        return words.say(AREA, "aim.yes")
    parts = [Part(**part) for part in weapon["parts"]]
    return words.say(AREA, "aim.cbt", total=weapon["cbt"], parts=phrases.parts(parts))


def _objections(words: Words, objections: list[Data]) -> str:
    """Everything that speaks against an act: what forbids it, and separately why it does not reach."""
    forbidden = any(one["about"] == "act" for one in objections)
    return words.join_phrases(
        words.say(
            AREA,
            "objection.reach" if forbidden and one["about"] != "act" else "objection",
            why=one["why"],
            rule=one["rule"],
        )
        for one in objections
    )


def all_sights_data(match: Match, viewer: Piece) -> Data:
    """The data of all that a fighter sees, the nearest first if distances may be measured."""
    others = [piece for piece in fighters_on_field(match.state) if piece != viewer]
    looks = [(sight_report(match, viewer, one), one) for one in others]
    if not why_not_measure(match, viewer):
        looks.sort(key=lambda seen: seen[0].distance)
    return {
        "viewer": piece_data(viewer),
        "sees": [
            {
                **piece_data(piece),
                "distance": _measured_distance(match, viewer, seen.distance),
                "visible": seen.view.visible,
                "obstacles": seen.view.obstacles,
            }
            for seen, piece in looks
        ],
        "table": table_data(match),
    }


def all_sights_overlay(words: Words, data: Data) -> Overlay:
    """The overlay of all that a fighter sees: a line to each fighter, broken if it is not seen."""
    table, viewer = data["table"], piece_from(data["viewer"])
    start = base_from(table, viewer).centre
    rays = tuple(
        Ray((start, base_from(table, piece_from(one)).centre), clear=one["visible"]) for one in data["sees"]
    )
    return Overlay(caption=_all_sights_verdict(words, data), rays=rays)


def write_all_sights(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the page of all that a fighter sees, and of what it does not see."""
    phrases = table_phrases(words, data["table"])
    sheet.title(clean(data["name"]))
    write_map(sheet, words, scene_from(data["table"], all_sights_overlay(words, data)))
    sheet.text(_all_sights_verdict(words, data))
    for group, visible in (("seen", True), ("unseen", False)):
        those = [one for one in data["sees"] if one["visible"] is visible]
        if those:
            sheet.heading(words.say(AREA, f"sights.{group}"))
            sheet.names(
                [(clean(phrases.names.label(piece_from(one))), _distance_text(phrases, one)) for one in those]
            )


def _distance_text(phrases: Phrases, one: Data) -> str:
    """How far off a fighter is, if that may be measured, and past how many obstacles it is seen."""
    message = "sights.past" if one["obstacles"] and one["visible"] else "sights.off"
    if one["distance"] is None:
        return phrases.words.say(AREA, f"{message}.unmeasured", n=one["obstacles"])
    far = phrases.length(to_units(one["distance"]))
    return phrases.words.say(AREA, message, distance=far, n=one["obstacles"])


def _all_sights_verdict(words: Words, data: Data) -> str:
    phrases = table_phrases(words, data["table"])
    seen = sum(one["visible"] for one in data["sees"])
    viewer = phrases.names.label(piece_from(data["viewer"]))
    message = "sights" if seen else "sights.none"
    return words.say(AREA, message, viewer=viewer, n=seen, all=len(data["sees"]))


def reach_data(words: Words, match: Match, reach: ReachableArea) -> Data:
    """The data of all places that a fighter can reach with one Move, and with all its Moves."""
    cast = FighterLexicon(match.state.fighters)
    return {
        "fighter": piece_data(reach.fighter),
        "moves": reach.moves,
        "allowance": reach.allowance / PER_CM,
        "grain": reach.grain / PER_CM,
        "one_move": [place_data(place) for place in reach.one],
        "all_moves": [place_data(place) for place in reach.more],
        "objections": [
            {"rule": one.rule, "why": refusal_sentence(words, cast, one), "about": "act"}
            for one in reach.objections
        ],
        "table": table_data(match),
    }


def reach_overlay(words: Words, data: Data) -> Overlay:
    """The overlay of all places that a fighter can reach."""
    places = {"one-move": points_from(data["one_move"]), "all-moves": points_from(data["all_moves"])}
    return Overlay(caption=_reach_verdict(words, data), reached=places, grain=to_units(data["grain"]))


def write_reach(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the page of all places that a fighter can reach; the picture shows them."""
    phrases = table_phrases(words, data["table"])
    sheet.title(clean(data["name"]))
    write_map(sheet, words, scene_from(data["table"], reach_overlay(words, data)))
    sheet.text(_reach_verdict(words, data))
    for objection in objection_sentences(phrases, data):
        sheet.warn(objection)


def _reach_verdict(words: Words, data: Data) -> str:
    phrases, n = table_phrases(words, data["table"]), data["moves"]
    fighter, most = (
        phrases.names.label(piece_from(data["fighter"])),
        phrases.length(to_units(data["allowance"])),
    )
    return words.say(AREA, "reach" if n else "reach.none", fighter=fighter, n=n, most=most)


def route_data(words: Words, match: Match, way: PlannedWay, target: Target) -> Data:
    """A planned route as data: its legs and prices, whether it fits, and how the move is written."""
    plan = way.plan
    return {
        "fighter": piece_data(way.act.fighter),
        "to": target_data(target),
        "act": "charge" if isinstance(way.act, Charge) else "move",
        "allowance": way.most / PER_CM,
        "route": [place_data(place) for place in plan.route] if plan else None,
        "legs": _legs_data(way),
        "length": plan and round(plan.price.length) / PER_CM,
        "price": plan and round(plan.price.total) / PER_CM,
        "slowed": plan is not None and plan.price.is_slowed,
        "fits": way.fits,
        "cut-short": way.is_cut_short,
        "short": way.short and place_data(way.short),
        "move": write_act(match, way),
        **verdict_data(words, match, way.verdict),
        "table": table_data(match),
    }


def _legs_data(way: PlannedWay) -> list[Data]:
    if way.plan is None or len(way.plan.route) == 1:
        return []
    legs = zip(way.plan.route[1:], way.plan.price.legs, way.slow, strict=True)
    return [
        {
            "to": place_data(end),
            "length": round(leg.length) / PER_CM,
            "price": round(leg.price) / PER_CM,
            "slow": list(slow),
        }
        for end, leg, slow in legs
    ]


def write_act(match: Match, way: PlannedWay) -> str | None:
    """Write the act of a route in notation; None if there is no route or no notation for it."""
    if way.plan is None:
        return None
    try:
        return write_answer(way.act, match, next_act_question(match, way.act.fighter))
    except Unwritable:
        return None


def route_overlay(words: Words, data: Data) -> Overlay:
    """The overlay of a route: its line, what slows it, and where the base ends."""
    caption = route_verdict(table_phrases(words, data["table"]), data)
    if data["route"] is None:
        return Overlay(caption=caption)
    return Overlay(
        caption=caption,
        route=points_from(data["route"]),
        allowance_end=point_from(data["short"]) if data["short"] else None,
        allowance=words.say(AREA, "allowance", n=words.decimal(f"{data['allowance']:g}")),
        legs=tuple(f"{leg['length']:.1f}" for leg in data["legs"]),
        mover=base_from(data["table"], piece_from(data["fighter"])),
        counts=frozenset[Any](name for leg in data["legs"] for name in leg["slow"]),
    )


def write_route(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the page of a route: the answer, the move in notation, and the legs."""
    phrases = table_phrases(words, data["table"])
    sheet.title(clean(data["name"]))
    write_map(sheet, words, scene_from(data["table"], route_overlay(words, data)))
    sheet.text(route_verdict(phrases, data))
    if data["route"] is None:
        for objection in objection_sentences(phrases, data):
            sheet.text(objection)
        return
    if data["cut-short"]:
        sheet.warn(words.say(AREA, "route.cut-short"))
    if data["move"]:
        sheet.verbatim([clean(data["move"])])
    untold = [one for one in data["objections"] if one["about"] != "length"]
    for objection in objection_sentences(phrases, {"objections": untold}):
        sheet.warn(objection)
    if data["short"] is not None and not untold:
        sheet.text(words.say(AREA, "route.short", place=phrases.place(point_from(data["short"]))))
    if len(data["legs"]) > 1 or data["slowed"]:
        sheet.table(words.area(AREA)["legs.head"], list(_leg_rows(phrases, data["legs"])), widths=_LEGS)


def route_verdict(phrases: Phrases, data: Data) -> str:
    """The sentence that says what a route costs, and whether the act carries the fighter to its end."""
    words, act = phrases.words, phrases.words.say(AREA, data["act"])
    if data["route"] is None:
        message = "route.none.found" if data["cut-short"] else "route.none"
        return words.say(AREA, message, fighter=phrases.names.label(piece_from(data["fighter"])))
    price, most = to_units(data["price"]), to_units(data["allowance"])
    message = "route.fits" if data["fits"] else "route.too-long"
    return words.say(
        AREA,
        f"{message}.slowed" if data["slowed"] else message,
        length=phrases.length(to_units(data["length"])),
        price=phrases.length(price),
        act=act,
        most=phrases.length(most),
        missing=phrases.length(price - most),
    )


def _leg_rows(phrases: Phrases, legs: list[Data]) -> Iterator[tuple[str, ...]]:
    """A row for each leg: where it ends, its length, its price, and what slows it."""
    for n, leg in enumerate(legs, 1):
        slow = tuple(leg["slow"])
        yield (
            str(n),
            phrases.place(point_from(leg["to"])),
            phrases.length(to_units(leg["length"])),
            phrases.length(to_units(leg["price"])),
            phrases.words.say(AREA, "slowed-by", names=slow) if slow else "",
        )
