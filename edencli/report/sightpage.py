"""Who sees whom, as a page: the verdict both ways, what stands between, and what each weapon can do."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from edencli.field.corridor import corridor_outline
from edencli.field.shapes import Point
from edencli.field.units import PER_CM, compare
from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.model.cast import Cast
from edencli.report.phrases import Phrases
from edencli.report.refusals import refusal_sentence
from edencli.report.scene import Extra
from edencli.report.sheet import Sheet
from edencli.report.tablepage import AREA, at, piece_data
from edencli.rules.ground import base
from edencli.rules.inquiry import Aim, Look, Target, Verdict, look, shape_of
from edencli.rules.sight import Between


class Sighting(NamedTuple):
    """A line of sight, looked along from one end, and from the other where somebody stands there."""

    target: Target
    looks: tuple[Look, ...]


def sighting(match: Match, viewer: Piece, target: Target) -> Sighting:
    """Look from a fighter to a target, and back."""
    looks = [look(match, viewer, target)]
    if isinstance(target, Piece):
        looks.append(look(match, target, viewer))
    return Sighting(target, tuple(looks))


def sight_extra(match: Match, seen: Sighting) -> Extra:
    """What a picture shows of a line of sight: the corridor, and whatever counts in it."""
    there = seen.looks[0]
    outline = corridor_outline(base(match, there.viewer), shape_of(match, seen.target))
    marked = {one.piece or one.name for one in there.view.between if one.verdict}
    return Extra(corridor=outline, marked=frozenset(marked))


def write_sight(sheet: Sheet, words: Words, match: Match, seen: Sighting) -> None:
    """Write the answer, and under it every reason."""
    phrases = Phrases(words, Cast(match.state.fighters))
    ends = [seen.looks[0].viewer, seen.target]
    sheet.text(_distance(phrases, seen))
    for one, other in zip(seen.looks, reversed(ends), strict=False):
        _write_look(sheet, phrases, one, other)


def _distance(phrases: Phrases, seen: Sighting) -> str:
    """Say how far apart the two are, or that they touch."""
    viewer, far = seen.looks[0].viewer, seen.looks[0].distance
    if compare(far, 0) > 0:
        return phrases.words.say(AREA, "apart", distance=phrases.length(far))
    return phrases.words.say(
        AREA, "touching", one=phrases.names.label(viewer), other=called(phrases, seen.target)
    )


def called(phrases: Phrases, target: Target) -> str:
    """A target by its name, or its place."""
    if isinstance(target, Point):
        return phrases.place(target)
    return phrases.names.label(target) if isinstance(target, Piece) else target


def verdict(phrases: Phrases, seen: Look, target: Target) -> str:
    """Say in a sentence whether somebody is seen."""
    values = {"viewer": phrases.names.label(seen.viewer), "target": called(phrases, target)}
    if not seen.view.visible:
        return phrases.words.say(AREA, "sees-not", **values)
    n = seen.view.obstacles
    return phrases.words.say(AREA, "sees.past" if n else "sees", **values, n=n)


def _write_look(sheet: Sheet, phrases: Phrases, seen: Look, target: Target) -> None:
    sheet.heading(verdict(phrases, seen, target))
    reasons = list(_reasons(phrases, seen))
    if reasons:
        sheet.names(reasons)
    if seen.aims:
        sheet.points([("", line) for line in _aims(phrases, seen)])


def _reasons(phrases: Phrases, seen: Look) -> Iterator[tuple[str, str]]:
    """Every element that has to do with it, with the rule by which it counts or does not."""
    for one in seen.view.between:
        why = why_of(one)
        if why:
            named = phrases.names.label(one.piece) if one.piece else one.name
            yield rule_of(one), phrases.words.say(AREA, f"between.{why}", name=named)
    if not seen.view.visible and not any(one.blocks for one in seen.view.between):
        yield "sight.cut", phrases.words.say(AREA, "between.jointly")


def why_of(one: Between) -> str | None:
    """Name what an element does to a line of sight; None for one that has nothing to do with it."""
    fact = one.fact
    if not fact.reaches_in:
        return None
    if one.verdict is None:
        return "flat"
    if one.verdict == "sight.obstacle":
        stands_in = fact.occupied_by_viewer or fact.occupied_by_target
        return "stands-in" if stands_in else "reaches-in"
    return "cuts" if one.blocks else "low"


def rule_of(one: Between) -> str:
    """The rule by which an element counts, or does not."""
    return one.verdict or "scenery.flat"


def _aims(phrases: Phrases, seen: Look) -> Iterator[str]:
    """Every weapon, how far it reaches, and whether it may be aimed so."""
    words = phrases.words
    for aim in seen.aims:
        weapon = {
            "weapon": aim.act.weapon.name,
            "category": words.say(AREA, f"category.{aim.act.use.category}"),
        }
        far = words.say(AREA, "range.sight")
        if aim.reach is not None:
            values = {"range": phrases.length(aim.reach)}
            far = words.say(AREA, "range.within" if within(seen, aim) else "range.beyond", **values)
        yield words.say(AREA, "aim", **weapon, range=far, may=_may(phrases, aim))


def within(seen: Look, aim: Aim) -> bool:
    """Whether a target is within a weapon's range."""
    return aim.reach is None or compare(seen.distance, aim.reach) <= 0


def _may(phrases: Phrases, aim: Aim) -> str:
    """Say whether a weapon may be aimed so, by which rule not, and with which CBT."""
    words = phrases.words
    if aim.verdict.objections:
        return words.say(AREA, "aim.no", why=_objections(phrases, aim.verdict))
    if aim.lost:
        return words.say(AREA, "aim.lost")
    if aim.cbt is None:
        return words.say(AREA, "aim.yes")
    return words.say(AREA, "aim.cbt", total=aim.cbt.total, parts=phrases.parts(aim.cbt.parts))


def sight_data(words: Words, match: Match, seen: Sighting) -> dict[str, Any]:
    """The same page as plain data."""
    ends: Sequence[Target] = (seen.looks[0].viewer, seen.target)
    targets = reversed(ends)
    return {
        "distance": round(seen.looks[0].distance, -1) / PER_CM,
        "looks": [_look_data(words, match, one, to) for one, to in zip(seen.looks, targets, strict=False)],
    }


def target_data(target: Target) -> dict[str, Any]:
    """What is looked at: a fighter, a place, or a piece of scenery."""
    if isinstance(target, Point):
        return {"at": at(target)}
    return {"fighter": piece_data(target)} if isinstance(target, Piece) else {"scenery": target}


def _look_data(words: Words, match: Match, seen: Look, target: Target) -> dict[str, Any]:
    return {
        "viewer": piece_data(seen.viewer),
        "target": target_data(target),
        "visible": seen.view.visible,
        "obstacles": seen.view.obstacles,
        "between": [
            {
                **({"fighter": piece_data(one.piece)} if one.piece else {"scenery": one.name}),
                "why": why_of(one),
                "rule": rule_of(one),
                "blocks": one.blocks,
                "counts": one.verdict is not None,
            }
            for one in seen.view.between
            if why_of(one)
        ],
        "weapons": [_aim_data(words, match, seen, aim) for aim in seen.aims],
    }


def _aim_data(words: Words, match: Match, seen: Look, aim: Aim) -> dict[str, Any]:
    return {
        "name": aim.act.weapon.name,
        "category": str(aim.act.use.category),
        "range": None if aim.reach is None else aim.reach / PER_CM,
        "within": within(seen, aim),
        **verdict_data(words, match, aim.verdict),
        "lost": aim.lost,
        "cbt": aim.cbt and aim.cbt.total,
    }


def _objections(phrases: Phrases, verdict: Verdict) -> str:
    """Say all that speaks against an act: what forbids it, and apart from that, why it does not reach."""
    told = [("objection", refusal) for refusal in verdict.may]
    told += [("objection.reach" if verdict.may else "objection", refusal) for refusal in verdict.reach or ()]
    return "; ".join(
        phrases.words.say(
            AREA, message, why=refusal_sentence(phrases.words, phrases.names, refusal), rule=refusal.rule
        )
        for message, refusal in told
    )


def verdict_data(words: Words, match: Match, verdict: Verdict) -> dict[str, Any]:
    """Why an act may not be: what a match would say, and everything that speaks against it.

    `reaches` is None where the book forbids measuring.
    """
    names = Cast(match.state.fighters)
    told = [
        {"rule": refusal.rule, "why": refusal_sentence(words, names, refusal)}
        for refusal in verdict.objections
    ]
    reaches = None if verdict.reach is None else not verdict.reach
    return {"refusal": told[0] if told else None, "objections": told, "reaches": reaches}
