"""What a template covers, as a page: a blast from somebody's base, an explosion at a point."""

from typing import Any

from edencli.field.distance import distance
from edencli.field.shapes import Point
from edencli.field.units import PER_CM
from edencli.lang import Words, clean
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side, opposes
from edencli.model.cast import Cast
from edencli.report.phrases import Phrases
from edencli.report.refusals import refusal_sentence
from edencli.report.scene import Extra
from edencli.report.sheet import Sheet
from edencli.report.sightpage import verdict_data
from edencli.report.tablepage import AREA, at, piece_data, shape_data
from edencli.rules.ground import base
from edencli.rules.inquiry import BlastCover, Cover


def template_extra(cover: Cover | None) -> Extra:
    """What a picture shows of a template: its outline, and whom it covers."""
    if cover is None:
        return Extra()
    return Extra(template=cover.shape, marked=frozenset[Piece | str](cover.covers))


def write_explosion(sheet: Sheet, words: Words, match: Match, point: Point, cover: Cover) -> None:
    """Write whom an explosion covers."""
    phrases = Phrases(words, Cast(match.state.fighters))
    values = {"place": phrases.place(point), "radius": phrases.length(match.setup.templates.explosion)}
    n = len(cover.covers)
    sheet.text(words.say(AREA, "explosion" if n else "explosion.none", n=n, **values))
    rows = [
        (
            clean(phrases.names.label(piece)),
            words.say(
                AREA,
                "explosion.covers",
                side=_side(words, piece.side),
                distance=phrases.length(distance(base(match, piece), point)),
            ),
        )
        for piece in cover.covers
    ]
    if rows:
        sheet.names(rows)


def _side(words: Words, side: Side | None) -> str:
    return words.say(AREA, f"key.{side or 'nobody'}")


def write_blast(sheet: Sheet, words: Words, match: Match, blast: BlastCover) -> None:
    """Write whom a blast covers, whether it may lie so, and where it would do best."""
    phrases = Phrases(words, Cast(match.state.fighters))
    him, covers = phrases.names.label(blast.fighter), blast.cover.covers if blast.cover else ()
    n = len(covers)
    sheet.text(
        words.say(AREA, "blast" if n else "blast.none", n=n, fighter=him, place=phrases.place(blast.point))
    )
    if covers:
        sheet.names(
            [(clean(phrases.names.label(piece)), _whose(words, blast.fighter, piece)) for piece in covers]
        )
    if not blast.verdict.objections:
        sheet.text(words.say(AREA, "blast.legal"))
    for refusal in blast.verdict.objections:
        sentence = refusal_sentence(words, phrases.names, refusal)
        sheet.warn(words.say(AREA, "route.objection", why=sentence, rule=refusal.rule))
    sheet.lines([_best(phrases, blast), _carries(phrases, blast)])


def _whose(words: Words, fighter: Piece, piece: Piece) -> str:
    return words.say(AREA, "enemy" if opposes(fighter, piece) else "friend")


def _best(phrases: Phrases, blast: BlastCover) -> str:
    """Say where the blast would cover most."""
    if blast.best is None:
        return phrases.words.say(AREA, "blast.best.none")
    point, covers = blast.best
    names = tuple(phrases.names.label(piece) for piece in covers)
    return phrases.words.say(AREA, "blast.best", place=phrases.place(point), names=names)


def _carries(phrases: Phrases, blast: BlastCover) -> str:
    values = {"fighter": phrases.names.label(blast.fighter), "names": blast.carries}
    return phrases.words.say(AREA, "blast.carries" if blast.carries else "blast.carries.none", **values)


def explosion_data(match: Match, point: Point, cover: Cover) -> dict[str, Any]:
    """The explosion as plain data."""
    return {
        "at": at(point),
        "radius": match.setup.templates.explosion / PER_CM,
        "covers": [
            {**piece_data(piece), "distance": round(distance(base(match, piece), point), -1) / PER_CM}
            for piece in cover.covers
        ],
    }


def blast_data(words: Words, match: Match, blast: BlastCover) -> dict[str, Any]:
    """The blast as plain data."""
    best = blast.best and {
        "at": at(blast.best[0]),
        "covers": [piece_data(piece) for piece in blast.best[1]],
    }
    return {
        "fighter": piece_data(blast.fighter),
        "at": at(blast.point),
        "outline": blast.cover and shape_data(blast.cover.shape),
        "covers": [piece_data(piece) for piece in blast.cover.covers] if blast.cover else [],
        **verdict_data(words, match, blast.verdict),
        "carries": list(blast.carries),
        "best": best,
    }
