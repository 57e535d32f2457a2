"""The shortest way, as a page: its legs and what they cost, whether it fits, and how the move is written."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from edencli.field.units import PER_CM
from edencli.lang import Words, clean
from edencli.match.match import Match
from edencli.model.cast import Cast
from edencli.notation.errors import Unwritable
from edencli.notation.writer import write
from edencli.report.phrases import Phrases
from edencli.report.refusals import refusal_sentence
from edencli.report.scene import Extra
from edencli.report.sheet import Sheet
from edencli.report.sightpage import verdict_data
from edencli.report.tablepage import AREA, at, piece_data
from edencli.rules.actions import what_next
from edencli.rules.acts import Charge
from edencli.rules.ground import base
from edencli.rules.inquiry import Way

_WIDTHS = (4, 20, 8, 8, 32)


def route_extra(match: Match, way: Way) -> Extra:
    """What a picture shows of a way: its line, and where the base comes to stand."""
    if way.plan is None:
        return Extra()
    slowing = frozenset[Any](name for names in way.slow for name in names)
    return Extra(route=tuple(way.plan.route), mover=base(match, way.act.fighter), marked=slowing)


def written(match: Match, way: Way) -> str | None:
    """Write the act as it is typed."""
    if way.plan is None:
        return None
    try:
        return write(way.act, match, what_next(match, way.act.fighter))
    except Unwritable:
        return None


def write_route(sheet: Sheet, words: Words, match: Match, way: Way) -> None:
    """Write the answer, the move itself, and the legs."""
    phrases = Phrases(words, Cast(match.state.fighters))
    sheet.text(verdict(phrases, way))
    if way.plan is None:
        for objection in _objections(phrases, way):
            sheet.text(objection)
        return
    line = written(match, way)
    if line:
        sheet.verbatim([clean(line)])
    for objection in _objections(phrases, way):
        sheet.warn(objection)
    if way.short is not None:
        sheet.text(words.say(AREA, "route.short", place=phrases.place(way.short)))
    if len(way.plan.price.legs) > 1 or way.plan.price.is_slowed:
        sheet.table(words.area(AREA)["legs.head"], _legs(phrases, way), widths=_WIDTHS)


def verdict(phrases: Phrases, way: Way) -> str:
    """Say what the way costs, and whether the act carries its fighter so far."""
    words = phrases.words
    act = words.say(AREA, "charge" if isinstance(way.act, Charge) else "move")
    if way.plan is None:
        return words.say(AREA, "route.none", fighter=phrases.names.label(way.act.fighter))
    price = way.plan.price
    values = {"length": phrases.length(price.length), "price": phrases.length(price.total), "act": act}
    message = "route.fits" if way.fits else "route.too-long"
    slowed = ".slowed" if price.is_slowed else ""
    most, missing = phrases.length(way.most), phrases.length(price.total - way.most)
    return words.say(AREA, f"{message}{slowed}", **values, most=most, missing=missing)


def _objections(phrases: Phrases, way: Way) -> Iterator[str]:
    """Say why the act may not be, and by which rules; that the way is too long was said."""
    for refusal in way.verdict.objections:
        if refusal.reason != "too-far":
            sentence = refusal_sentence(phrases.words, phrases.names, refusal)
            yield phrases.words.say(AREA, "route.objection", why=sentence, rule=refusal.rule)


def _legs(phrases: Phrases, way: Way) -> list[tuple[str, ...]]:
    """A row for each leg: where it ends, its length, its price, and what slows it."""
    assert way.plan is not None, "asked only of a way that was planned"  # noqa: S101
    return [
        (
            str(n),
            phrases.place(end),
            phrases.length(leg.length),
            phrases.length(leg.price),
            phrases.words.say(AREA, "slowed-by", names=slow) if slow else "",
        )
        for n, ((_, end), leg, slow) in enumerate(
            zip(pairwise(way.plan.route), way.plan.price.legs, way.slow, strict=True), 1
        )
    ]


def route_data(words: Words, match: Match, way: Way) -> dict[str, Any]:
    """The same page as plain data."""
    plan = way.plan
    return {
        "fighter": piece_data(way.act.fighter),
        "act": "charge" if isinstance(way.act, Charge) else "move",
        "allowance": way.most / PER_CM,
        "route": [at(place) for place in plan.route] if plan else None,
        "legs": _legs_data(way),
        "length": plan and round(plan.price.length) / PER_CM,
        "price": plan and round(plan.price.total) / PER_CM,
        "fits": way.fits,
        "short": way.short and at(way.short),
        "move": written(match, way),
        **verdict_data(words, match, way.verdict),
    }


def _legs_data(way: Way) -> list[dict[str, Any]]:
    if way.plan is None or len(way.plan.route) == 1:
        return []
    legs = zip(way.plan.route[1:], way.plan.price.legs, way.slow, strict=True)
    return [
        {
            "to": at(end),
            "length": round(leg.length) / PER_CM,
            "price": round(leg.price) / PER_CM,
            "slow": list(slow),
        }
        for end, leg, slow in legs
    ]
