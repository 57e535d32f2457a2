"""Whom an attack may be aimed at, and what the field adds to it (chapter 6: steps 1 of every attack).

Turns a declared attack into one that knows its obstacles, bystanders and victims, or says why it may not be
aimed so.
"""

from edencli.field.distance import distance, overlap
from edencli.field.shapes import Disc, Point, Polygon, Shape
from edencli.field.templates import laid, trapezoid
from edencli.field.units import PER_CM, compare
from edencli.match.doors import value
from edencli.match.match import Act, Match, Query
from edencli.match.pieces import Piece, opposes
from edencli.match.questions import Refusal
from edencli.model.terms import Category
from edencli.rulebooks.values import NoTarget
from edencli.rules.acts import Armed, Burst, Melee, Shot
from edencli.rules.ground import (
    base,
    enemies,
    equally_near,
    gap,
    is_free,
    nearest,
    others,
    standing,
    table,
    touch,
)
from edencli.rules.sight import view, view_of


def aimable(match: Match, act: Act) -> Refusal | None:
    """Object to an attack that the field does not allow."""
    if isinstance(act, Melee):
        return _out_of_contact(match, act)
    if isinstance(act, Armed) and not is_free(match, act.fighter):
        return Refusal(rule="ranged.free", reason="not-free", about={"fighter": act.fighter})
    if isinstance(act, Shot):
        return why_not_shoot(match, act)
    if isinstance(act, Burst):
        return _why_not_blast(match, act) if is_blast(act) else _why_not_throw(match, act)
    return None


def is_blast(act: Burst) -> bool:
    """Tell a blast from a projectile."""
    return act.use.category is Category.BLAST


def _out_of_contact(match: Match, act: Melee) -> Refusal | None:
    about = {"fighter": act.fighter, "target": act.target}
    if not opposes(act.fighter, act.target):
        return Refusal(rule="melee.target", reason="no-enemy", about=about)
    if not touch(match, act.fighter, act.target):
        return Refusal(rule="melee.target", reason="no-contact", about=about)
    return None


def reach(match: Match, act: Armed) -> int | None:
    """How far a weapon reaches; None for as far as one sees (gear.range)."""
    if act.use.range is None:
        return None
    return value(match, Query("range", act.fighter, act)).total * PER_CM


def _out_of_reach(match: Match, act: Armed, target: Shape) -> bool:
    far = reach(match, act)
    return far is not None and compare(distance(base(match, act.fighter), target), far) > 0


def legal_targets(match: Match, shot: Shot) -> list[Piece]:
    """Whom a fighter may shoot at (shoot.target, shoot.nearest).

    An enemy in range and in sight; a free one nearer than he shields him, one who is engaged may be ignored.
    """
    seen = [
        enemy
        for enemy in enemies(match, shot.fighter)
        if not _out_of_reach(match, shot, base(match, enemy)) and view_of(match, shot.fighter, enemy).visible
    ]
    return [enemy for enemy in seen if _shield(match, shot.fighter, enemy, seen) is None]


def _shield(match: Match, shooter: Piece, target: Piece, seen: list[Piece]) -> Piece | None:
    """The free enemy who is strictly nearer than the target, if there is one."""
    far = gap(match, shooter, target)
    nearer = (other for other in seen if other != target and compare(gap(match, shooter, other), far) < 0)
    return next((other for other in nearer if is_free(match, other)), None)


def why_not_shoot(match: Match, shot: Shot) -> Refusal | None:
    """Say why a shot may not be aimed so, or nothing; without any legal target the book decides."""
    if not opposes(shot.fighter, shot.target):
        about = {"fighter": shot.fighter, "target": shot.target}
        return Refusal(rule="shoot.target", reason="no-enemy", about=about)
    if not match.present(shot.target):
        return Refusal(rule="wound.removed", reason="gone", about={"fighter": shot.target})
    legal = legal_targets(match, shot)
    if shot.target in legal:
        return None
    if legal:
        return _why_not_target(match, shot)
    if match.book.attacks.no_target is NoTarget.FAILS_AND_IS_SPENT:
        return None
    return _why_not_target(match, shot).but(rule="shoot.no-target")


def _why_not_target(match: Match, shot: Shot) -> Refusal:
    """Say what is wrong with one target: out of range, out of sight, or shielded."""
    about: dict[str, object] = {"fighter": shot.fighter, "target": shot.target}
    if _out_of_reach(match, shot, base(match, shot.target)):
        about |= {"range": reach(match, shot), "distance": round(gap(match, shot.fighter, shot.target))}
        return Refusal(rule="gear.range", reason="out-of-range", about=about)
    seen = view_of(match, shot.fighter, shot.target)
    if not seen.visible:
        blocker = next((one.name for one in seen.between if one.blocks), "")
        return Refusal(rule="sight.cut", reason="out-of-sight", about=about | {"what": blocker})
    candidates = [
        enemy for enemy in enemies(match, shot.fighter) if view_of(match, shot.fighter, enemy).visible
    ]
    nearer = _shield(match, shot.fighter, shot.target, candidates)
    return Refusal(rule="shoot.nearest", reason="not-nearest", about=about | {"nearer": nearer})


def aimed(match: Match, act: Melee | Shot | Burst) -> Melee | Shot | Burst:
    """Add to a declared attack what the field knows of it."""
    if isinstance(act, Shot):
        engaged = nearest(
            match,
            act.fighter,
            [p for p in others(match, act.target) if p != act.fighter and touch(match, p, act.target)],
        )
        obstacles = view_of(match, act.fighter, act.target).obstacles
        tied = len(equally_near(match, act.fighter, engaged))
        return act.but(obstacles=obstacles, bystanders=tuple(engaged), tied=tied)
    if isinstance(act, Burst):
        return act.but(victims=tuple(covered(match, act)))
    return act


def has_target(match: Match, shot: Shot) -> bool:
    """Tell whether a shot has a legal target at all (shoot.no-target)."""
    return shot.target in legal_targets(match, shot)


def covered(match: Match, act: Burst) -> list[Piece]:
    """The fighters that a projectile or a blast finds: on its point, or under its template."""
    if is_blast(act):
        return _under(match, template(match, act), others(match, act.fighter))
    if act.use.explosive is not None:
        disc = Disc(x=act.point[0], y=act.point[1], r=match.setup.templates.explosion)
        return _under(match, disc, list(standing(match.state)))
    return on_point(match, act.point)


def _under(match: Match, outline: Shape, pieces: list[Piece]) -> list[Piece]:
    return [piece for piece in pieces if overlap(base(match, piece), outline)]


def on_point(match: Match, point: tuple[int, int]) -> list[Piece]:
    """The fighters whose base covers a point."""
    there = Point(*point)
    return [piece for piece in standing(match.state) if compare(distance(base(match, piece), there), 0) <= 0]


def _why_not_throw(match: Match, act: Burst) -> Refusal | None:
    """Say why a point may not be thrown at: off the field, too far, or unseen (throw.point, throw.sight)."""
    point, about = Point(*act.point), {"fighter": act.fighter, "place": act.point}
    if not table(match).holds(point):
        return Refusal(rule="throw.point", reason="off-field", about=about)
    if _out_of_reach(match, act, point):
        return Refusal(
            rule="gear.range",
            reason="out-of-range",
            about=about
            | {"range": reach(match, act), "distance": round(distance(base(match, act.fighter), point))},
        )
    there = on_point(match, act.point)
    if view(match, act.fighter, point, there).visible or any(
        view_of(match, act.fighter, piece).visible for piece in there if piece != act.fighter
    ):
        return None
    return Refusal(rule="throw.sight", reason="out-of-sight", about=about | {"what": ""})


def template(match: Match, act: Burst) -> Polygon:
    """The blast template, its narrow end on the attacker's base, aimed at a point (blast.template)."""
    sizes = match.setup.templates
    blast = trapezoid(sizes.blast_length, sizes.blast_near, sizes.blast_far)
    return laid(blast, base(match, act.fighter), Point(*act.point))


def _why_not_blast(match: Match, act: Burst) -> Refusal | None:
    """Say why a blast may not lie so: it must cover some of the nearest enemy (blast.nearest)."""
    foes = nearest(match, act.fighter, enemies(match, act.fighter))
    about: dict[str, object] = {"fighter": act.fighter}
    if not foes:
        return Refusal(rule="blast.nearest", reason="no-enemy-left", about=about)
    if tuple(act.point) == match.of(act.fighter).place:
        return Refusal(rule="blast.template", reason="no-direction", about=about)
    closest = equally_near(match, act.fighter, foes)
    outline = template(match, act)
    if any(overlap(base(match, foe), outline) for foe in closest):
        return None
    return Refusal(rule="blast.nearest", reason="nearest-not-covered", about=about | {"target": closest[0]})
