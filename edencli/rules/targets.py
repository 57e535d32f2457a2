"""Whom an attack may be aimed at, and what the field adds to it (chapter 6: steps 1 of every attack).

Turns a declared attack into one that knows its obstacles, bystanders and victims, or says why it may not be
aimed so.
"""

from collections.abc import Iterator

from edencli.field.distance import distance, in_contact, overlap
from edencli.field.shapes import Disc, Point, Polygon, Shape
from edencli.field.templates import laid_blast, trapezoid
from edencli.field.units import PER_CM, compare
from edencli.match.doors import measured, undeclarable, value, why_not_measure
from edencli.match.facts import UNSEEN, Covered, Fact, InReach, InView, SceneryAimedAt, Seeing
from edencli.match.match import Match, Quantity, Query, SingleOut
from edencli.match.pieces import Piece, opposes
from edencli.match.reasons import Refusal
from edencli.model.terms import Characteristic
from edencli.rulebooks.values import NoTarget
from edencli.rules.acts import Armed, Blast, Burst, Melee, Shot, Throw, why_absent
from edencli.rules.ground import (
    all_nearest,
    apart,
    base,
    enemies,
    footprint,
    is_free,
    is_known_engaged,
    is_within,
    nearer,
    others,
    standing,
    table,
    touch,
    touched_enemies,
    touching,
)
from edencli.rules.sight import view, view_of


def against_melee(match: Match, act: Melee) -> Iterator[Refusal]:
    """Object to a blow at who is no enemy, or not in contact (melee.target)."""
    about = {"fighter": act.fighter, "target": act.target}
    if not opposes(act.fighter, act.target):
        yield Refusal(rule="melee.target", reason="no-enemy", about=about)
    if (absent := why_absent(match, act.target)) is not None:
        yield absent
    elif not touch(match, act.fighter, act.target):
        yield Refusal(rule="melee.target", reason="no-contact", about=about)


def against_shot(match: Match, shot: Shot) -> Iterator[Refusal]:
    """Object to a shot by who is engaged, or at who may not be its target (shoot.target, shoot.nearest).

    Where there is no legal target at all, the book decides: it is refused as such, or fails and is spent.
    """
    yield from _engaged(match, shot)
    about: dict[str, object] = {"fighter": shot.fighter, "target": shot.target}
    if not opposes(shot.fighter, shot.target):
        yield Refusal(rule="shoot.target", reason="no-enemy", about=about)
    if (absent := why_absent(match, shot.target)) is not None:
        yield absent
        return
    against = _against_target(match, shot, about)
    if (first := next(against, None)) is None:
        return
    fails = match.book.attacks.no_target is NoTarget.FAILS_AND_IS_SPENT
    if _has_target(match, shot) if fails else _may_have_target(match, shot):
        yield first
        yield from against
    elif not fails:
        for refusal in (first, *against):
            yield refusal.but(rule="shoot.no-target")


def _has_target(match: Match, shot: Shot) -> bool:
    """Tell whether another than a shot's target is legal."""
    return any(_is_legal(match, shot, rival) for rival in _rivals(match, shot.fighter, shot.target))


@measured
def _may_have_target(match: Match, shot: Shot) -> bool:
    """Tell whether another may be legal, where only the name of the refusal hangs on it."""
    return _has_target(match, shot)


@_may_have_target.told
def _(match: Match, shot: Shot) -> bool:
    return bool(_rivals(match, shot.fighter, shot.target))  # nobody is asked to look for a name's sake


def _against_target(match: Match, shot: Shot, about: dict[str, object]) -> Iterator[Refusal]:
    """Object to one target: out of range, out of sight, hidden, or shielded."""
    if _out_of_reach(match, shot, shot.target):
        yield _too_far(match, shot, about)
    seen = view_of(match, shot.fighter, shot.target)
    if not seen.visible:
        blocker = next((one.name for one in seen.between if one.blocks), "")
        yield Refusal(rule=seen.beyond or "sight.cut", reason="out-of-sight", about=about | {"what": blocker})
    yield from undeclarable(match, SingleOut(fighter=shot.fighter, target=shot.target))
    shield = _shield(match, shot, shot.target)
    if shield is not None:
        yield Refusal(rule="shoot.nearest", reason="not-nearest", about=about | {"nearer": shield})


def against_throw(match: Match, act: Throw) -> Iterator[Refusal]:
    """Object to a throw by who is engaged, off the field, too far, or unseen (throw.point, throw.sight)."""
    yield from _engaged(match, act)
    yield from _out_of_view(match, act)


@measured
def _out_of_view(match: Match, act: Throw) -> Iterator[Refusal]:
    """Object to the point of a throw: off the field, too far, or unseen."""
    point, about = Point(*act.point), dict[str, object](fighter=act.fighter, place=act.point)
    if not table(match).holds(point):
        yield Refusal(rule="throw.point", reason="off-field", about=about)
    far, apart = reach(match, act), distance(base(match, act.fighter), point)
    if far is not None and compare(apart, far) > 0:
        beyond = about | {"range": far, "distance": round(apart)}
        yield Refusal(rule="gear.range", reason="out-of-range", about=beyond)
    there = on_point(match, act.point)
    seen = view(match, act.fighter, point, there)
    if not seen.visible and not any(
        view_of(match, act.fighter, piece).visible for piece in there if piece != act.fighter
    ):
        yield Refusal(rule=seen.beyond or "throw.sight", reason="out-of-sight", about=about | {"what": ""})


@_out_of_view.told
def _(match: Match, act: Throw) -> Iterator[Refusal]:
    """Object to a throw of which the players say that it does not reach, or that he does not see so far."""
    if why_not_measure(match, act.fighter) and not match.fact(InReach(by=act.fighter, at=act.at)):
        yield Refusal(rule="gear.range", reason="out-of-reach", about={"fighter": act.fighter})
    elif not match.fact(InView(by=act.fighter, at=act.at)):
        yield Refusal(rule="throw.sight", reason="not-in-view", about={"fighter": act.fighter})


def against_blast(match: Match, act: Blast) -> Iterator[Refusal]:
    """Object to a blast by who is engaged, on his own base, or past the nearest enemy (blast.*)."""
    yield from _engaged(match, act)
    foes = may_single_out(match, act.fighter)
    if not foes:
        yield Refusal(rule="blast.nearest", reason="no-enemy-left", about={"fighter": act.fighter})
    yield from _past_the_nearest(match, act, foes)


@measured
def _past_the_nearest(match: Match, act: Blast, foes: list[Piece]) -> Iterator[Refusal]:
    """Object to a template on the user's own base, or past the nearest enemy."""
    about: dict[str, object] = {"fighter": act.fighter}
    if tuple(act.point) == match.of(act.fighter).place:
        yield Refusal(rule="blast.template", reason="no-direction", about=about)
        return
    if overlap(base(match, act.fighter), template(match, act)):
        yield Refusal(rule="blast.template", reason="over-own-base", about=about)
    if foes:
        closest = all_nearest(match, act.fighter, foes)
        if not _under(match, template(match, act), closest):
            missed = about | {"target": closest[0]}
            yield Refusal(rule="blast.nearest", reason="nearest-not-covered", about=missed)


@_past_the_nearest.told
def _(match: Match, act: Blast, foes: list[Piece]) -> Iterator[Refusal]:
    """Object to a blast that covers none of the enemies than whom nobody is nearer."""
    covered = fighters_covered(match, act)
    spared = [foe for foe in foes if foe not in covered]
    if spared and all(nearer(match, act.fighter, spared, foe) for foe in foes if foe in covered):
        about = {"fighter": act.fighter, "target": spared[0]}
        yield Refusal(rule="blast.nearest", reason="nearest-not-covered", about=about)


def _engaged(match: Match, act: Armed) -> Iterator[Refusal]:
    """Object to a ranged attack by who touches an enemy (ranged.free)."""
    if not is_free(match, act.fighter):
        yield Refusal(rule="ranged.free", reason="not-free", about={"fighter": act.fighter})


def reach(match: Match, act: Armed) -> int | None:
    """How far a weapon reaches; None for as far as one sees (gear.range)."""
    if act.use.range is None:
        return None
    return value(match, Query(Quantity.RANGE, act.fighter, act)).total * PER_CM


def _out_of_reach(match: Match, act: Armed, target: Piece) -> bool:
    far = reach(match, act)
    return far is not None and not is_within(match, act.fighter, target, far)


@measured
def _too_far(match: Match, shot: Shot, about: dict[str, object]) -> Refusal:
    """Say how far a target is beyond a weapon's range (gear.range)."""
    far = {"range": reach(match, shot), "distance": round(apart(match, shot.fighter, shot.target))}
    return Refusal(rule="gear.range", reason="out-of-range", about=about | far)


@_too_far.told
def _(_: Match, __: Shot, about: dict[str, object]) -> Refusal:
    return Refusal(rule="gear.range", reason="out-of-reach", about=about)


def _is_legal(match: Match, shot: Shot, target: Piece) -> bool:
    """Tell whether a target is in range and in sight, and nobody nearer shields him (shoot.nearest)."""
    return _is_in_view(match, shot, target) and _shield(match, shot, target) is None


def may_single_out(match: Match, fighter: Piece) -> list[Piece]:
    """The enemies whom a fighter may choose as a target, as far as he reaches and sees."""
    foes = enemies(match, fighter)
    if not match.objectors:
        return foes
    choices = [SingleOut(fighter=fighter, target=foe) for foe in foes]
    return [choice.target for choice in choices if next(undeclarable(match, choice), None) is None]


def _rivals(match: Match, fighter: Piece, target: Piece) -> list[Piece]:
    """The enemies besides one whom a fighter may choose as a target."""
    return [foe for foe in may_single_out(match, fighter) if foe != target]


def _is_in_view(match: Match, shot: Shot, target: Piece) -> bool:
    """Tell whether an enemy is in range and in sight."""
    return not _out_of_reach(match, shot, target) and view_of(match, shot.fighter, target).visible


def _shield(match: Match, shot: Shot, target: Piece) -> Piece | None:
    """The free enemy in range and in sight who is strictly nearer than the target, if there is one."""
    rivals = [one for one in _rivals(match, shot.fighter, target) if _may_shield(match, shot, one)]
    near = nearer(match, shot.fighter, rivals, target)
    return next((one for one in near if is_free(match, one) and _is_in_view(match, shot, one)), None)


@measured
def _may_shield(*_: object) -> bool:
    """Tell whether it may matter how near somebody is."""
    return True


@_may_shield.told
def _(match: Match, shot: Shot, one: Piece) -> bool:
    """It does not where he is known to be engaged, or not to be seen or reached."""
    return not (
        is_known_engaged(match, one) or match.known(Seeing(viewer=shot.fighter, target=one)) == UNSEEN
    )


def aim_shot(match: Match, shot: Shot) -> Shot:
    """Add to a declared shot what the field knows: obstacles, who touches the target, whether it is lost.

    Who touches it matters only where an enemy of the target does, and a die is thrown.
    """
    target = shot.target
    if target not in may_single_out(match, shot.fighter) or not _is_legal(match, shot, target):
        return shot.but(lost=True)
    shot = shot.but(obstacles=view_of(match, shot.fighter, target).obstacles)
    if not value(match, Query(Characteristic.CBT, shot.fighter, shot)).total:
        return shot
    beside = touching(match, target) if touched_enemies(match, target) else []
    engaged = [piece for piece in beside if piece != shot.fighter]
    first = all_nearest(match, shot.fighter, engaged)
    others_there = (piece for piece in engaged if piece not in first)
    return shot.but(bystanders=(*first, *others_there), tied=len(first))


def find_victims(match: Match, act: Throw | Blast) -> Throw | Blast:
    """Add to a declared throw or blast whom it finds."""
    return act.but(victims=tuple(fighters_covered(match, act)))


def fighters_covered(match: Match, act: Throw | Blast) -> list[Piece]:
    """The fighters that a projectile or a blast finds: on its point, or under its template."""
    if isinstance(act, Throw) and act.use.explosive is None:
        return who_stands_at(match, act)
    everybody = others(match, act.fighter) if isinstance(act, Blast) else list(standing(match.state))
    return _under_template(match, act, everybody)


@measured
def who_stands_at(match: Match, act: Throw) -> list[Piece]:
    """The fighters whose base covers the point of a throw."""
    return on_point(match, act.point)


@who_stands_at.told
def _(match: Match, act: Throw) -> list[Piece]:
    """At whom something is thrown is where it falls, alone."""
    if act.at is not None:
        return [act.at]
    facts: dict[Piece, Fact] = {
        piece: Covered(by=act.fighter, template="point", victim=piece) for piece in standing(match.state)
    }
    return match.those(act.fighter, facts)


@measured
def _under_template(match: Match, act: Throw | Blast, pieces: list[Piece]) -> list[Piece]:
    """Those of some fighters whom the template of a blast or an explosion covers."""
    if isinstance(act, Blast):
        return _under(match, template(match, act), pieces)
    return _under(match, Disc(x=act.point[0], y=act.point[1], r=match.setup.explosion), pieces)


@_under_template.told
def _(match: Match, act: Throw | Blast, pieces: list[Piece]) -> list[Piece]:
    """Ask whom a template covers; at whom something is thrown is covered."""
    what = "blast" if isinstance(act, Blast) else "explosion"
    facts: dict[Piece, Fact] = {
        piece: Covered(by=act.fighter, template=what, victim=piece) for piece in pieces
    }
    if isinstance(act, Throw) and act.at is not None:
        match.suppose({facts[act.at]: True})
    return match.those(act.fighter, facts)


def _under(match: Match, outline: Shape, pieces: list[Piece]) -> list[Piece]:
    return [piece for piece in pieces if overlap(base(match, piece), outline)]


def on_point(match: Match, point: tuple[int, int]) -> list[Piece]:
    """The fighters whose base covers a point."""
    there = Point(*point)
    return [piece for piece in standing(match.state) if compare(distance(base(match, piece), there), 0) <= 0]


def template(match: Match, act: Blast) -> Polygon:
    """The blast template, its narrow end on the attacker's base, aimed and turned (blast.template)."""
    return laid_blast(trapezoid(*match.setup.blast), base(match, act.fighter), Point(*act.point), act.turned)


@measured
def is_aimed_at(match: Match, act: Burst, name: str) -> bool:
    """Tell whether a projectile or a blast is aimed at an element, and the blast reaches it."""
    if isinstance(act, Blast) and not overlap(template(match, act), footprint(match, name)):
        return False
    return lies_at_the_point(match, act, name)


@is_aimed_at.told
def _(match: Match, act: Burst, name: str) -> bool:
    how = "blast" if isinstance(act, Blast) else "point"
    return bool(match.fact(SceneryAimedAt(by=act.fighter, template=how, scenery=name)))


@measured
def lies_at_the_point(match: Match, act: Burst, name: str) -> bool:
    """Tell whether an element lies where a projectile or a blast is aimed, however far that reaches."""
    return in_contact(footprint(match, name), Point(*act.point))


lies_at_the_point.told(is_aimed_at)
